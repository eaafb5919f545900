//! Certificates: a directory that holds what the verdicts about a program rest on, for others to check.
//!
//! [`Manifest`] says which verdicts rest on which queries: formulas that have no model. For each query there is a
//! certificate of four files: the formula in SMT-LIB, its clauses in DIMACS, a proof in LRAT that they have no model,
//! and the models that lemmas among the clauses were made for ([`fathom_solve::refutation`]). A [`Writer`] makes the
//! directory, [`check()`] checks it.
//!
//! *Invariants:* nothing is written as certified that did not pass the same check that readers do; a checker believes
//! nothing in the directory, opens no file outside of it, and has a reason for every refusal.

mod check;
pub mod model;
mod query;
mod store;
mod write;

pub use check::{CheckOptions, Checked, Refusal, check};
pub use model::Manifest;
pub use query::Proof;
pub use store::sha256;
pub use write::{WriteError, Writer, Written};
