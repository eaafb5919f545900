//! Witnesses of SV-COMP: what a verifier says to justify its verdict, so that others can check it.
//!
//! A violation witness describes executions that violate a property, a correctness witness has invariants
//! from which it follows that no execution does. There are two formats: YAML, version 2.0 ([`yaml`]), and
//! the older GraphML, version 1.0 ([`graphml`]). Both are plain data here ([`model`], [`graphml::Automaton`])
//! with a reader, a [`lint`]er that knows what the formats demand, and a writer whose output is a function
//! of its input.
//!
//! [`violation`] and [`correctness`] make witnesses from what Fathom found out. [`weave`] goes the other way:
//! it puts a witness into a copy of the program as C, so that asking a verifier about the copy says whether
//! the witness is right. Both need to know where statements begin and end; [`c`] reads as much of C as that
//! takes.

pub mod c;
pub mod correctness;
mod expression;
pub mod graphml;
mod hash;
pub mod lint;
pub mod model;
pub mod source;
pub mod violation;
pub mod weave;
pub mod yaml;

pub use hash::sha256;
pub use lint::{Finding, Severity};
pub use model::{Entry, Format};
pub use source::{Source, Sources};
