//! Reports: the answer of Fathom for people and machines.
//!
//! [`model::Report`] is the whole answer as data, without ids of the IR. Each format is a module with a
//! function from it to a text.

pub mod html;
pub mod model;

pub use model::{Loop, Outcome, Program, Property, Report, Tool, Verdict};
