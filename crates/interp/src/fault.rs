//! How an execution ends early.

use fathom_ir::{LocId, Property};

use crate::memory::Provenance;

/// Why execution cannot go on.
#[derive(Clone, Debug)]
pub enum Stop {
    /// A property failed (or a limit was reached, see [`Property::is_limit`]).
    Fault(Box<Fault>),
    /// `exit` or the end of the entry function, after handlers ran.
    Exit(i32),
    /// `abort` and signals that end a process: the exit code a shell shows.
    Killed(i32),
    /// An assumption does not hold: this is no execution of the program.
    Assumption(LocId),
    /// A limit of the interpreter, in words (steps, stack, memory).
    Resource(String),
    /// `longjmp` to the activation with this number; unwinds to it.
    LongJump {
        /// Serial number of the `setjmp`.
        target: u64,
        /// What `setjmp` returns this time.
        value: u32,
    },
}

/// A property that failed, with details for people.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Fault {
    /// What failed.
    pub property: Property,
    /// Details, a sentence each.
    pub details: Vec<String>,
    /// The object it is about; its story is told when the failure is reported.
    pub object: Provenance,
}

impl Fault {
    /// A failure with one detail, as the `Err` of an execution step.
    pub fn stop(property: Property, detail: impl Into<String>) -> Stop {
        Stop::Fault(Box::new(Self { property, details: vec![detail.into()], object: Provenance::NONE }))
    }

    /// The same that an object is the cause of.
    pub fn about(property: Property, object: Provenance, detail: String) -> Self {
        Self { property, details: vec![detail], object }
    }
}

/// The result of an execution step.
pub type Step<T> = Result<T, Stop>;
