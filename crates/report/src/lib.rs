//! Reports: the answer of Fathom for people and machines.
//!
//! [`model::Report`] is the whole answer as data, without ids of the IR. Each format is a module with a
//! function from it to a text.

pub mod html;
pub mod json;
pub mod junit;
pub mod model;
pub mod native;
pub mod path;
pub mod sarif;
mod source;
mod time;
pub mod words;
mod xml;

pub use fathom_evidence::Error;
pub use model::{Loop, Outcome, Program, Property, Report, Tool, Verdict};
pub use source::Source;
pub use time::utc;
