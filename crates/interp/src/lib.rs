//! The concrete interpreter of the IR: it defines what a program means.

pub mod arith;
pub mod code;
mod execute;
pub mod fault;
mod layout;
pub mod library;
pub mod machine;
pub mod memory;
pub mod recording;
pub mod replay;
mod run;

pub use layout::{Layout, layout};
pub use machine::RunOptions;
pub use recording::Recording;
pub use replay::{Placement, Replay, ReplayUse};
pub use run::{Outcome, Report, Stats, record, run};
