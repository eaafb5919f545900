//! The concrete interpreter of the IR: it defines what a program means.

pub mod arith;
pub mod code;
mod execute;
pub mod fault;
pub mod library;
pub mod machine;
pub mod memory;
mod run;

pub use machine::RunOptions;
pub use run::{Outcome, Report, Stats, run};
