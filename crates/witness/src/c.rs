//! As much of C as witnesses need: tokens, and where statements, conditions and calls begin and end.
//!
//! The text is read as it stands, before preprocessing, because positions in witnesses are positions in the
//! file. What macros hide is not seen; what cannot be understood is said to be so, and never guessed at.

pub mod lex;
pub mod parse;
pub mod place;

pub use lex::{Token, TokenKind};
pub use parse::{Function, Statement, StatementKind, Syntax};
