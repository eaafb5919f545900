//! Benchmarks of verifiers: finds tasks with known verdicts, runs Fathom and other tools on them under limits
//! of time and memory, judges the answers as SV-COMP does, and writes tables and plots.

mod glob;
mod hash;
pub mod machine;
pub mod plot;
mod process;
mod property;
pub mod report;
pub mod results;
pub mod run;
pub mod table;
pub mod task;
#[cfg(test)]
mod testing;
pub mod tool;
mod tree;
mod verdict;

pub use process::quote;
pub use property::Property;
pub use verdict::{Class, Status, Verdict, judge};
