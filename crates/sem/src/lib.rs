//! The symbolic evaluator: it executes the IR on terms, all paths at once.
//!
//! Loops and calls are unrolled while they are evaluated, paths that meet are merged, and terms fold as they
//! are built; so a loop whose bound is computable stops by itself, a list of known shape is walked exactly,
//! and an indirect call finds its target. What comes out is the pure data-flow form of SeaBMC (Priya et al.,
//! "Bounded Model Checking for LLVM", FMCAD 2022): definitions as a graph of shared terms, facts that hold
//! on all executions which go on, and an obligation for every property on every path.
//!
//! - [`guard`]: decisions that lead to a point of the program, and where paths meet
//! - [`scalar`], [`ops`]: values and the pure operators
//! - [`memory`], [`content`]: memory as a value
//! - [`addresses`]: where objects lie, and what a program can see of that
//! - [`possible`], `pointing`: which objects a pointer can point into, and where in each
//! - [`place`]: where an evaluation is
//! - [`schedule`]: the order in which blocks are evaluated
//! - [`state`]: states and how they are merged
//! - [`evaluator`]: the evaluation itself; `access`, `library`, `objects` are its parts
//! - [`evidence`]: what it leaves behind
//! - [`recording`], [`forms`]: what it did, written down, and the forms of a program that can be read off it

mod access;
pub mod addresses;
pub mod arguments;
pub mod content;
pub mod evaluator;
pub mod evidence;
pub mod forms;
pub mod guard;
mod library;
pub mod memory;
mod objects;
pub mod ops;
pub mod place;
mod pointing;
pub mod possible;
pub mod recording;
pub mod scalar;
pub mod schedule;
pub mod state;

pub use evaluator::{Evaluator, Limits, Options, Pause};
pub use evidence::{Evidence, InputEvent, ObjectEvent, Obligation, Site};
pub use library::is_known;

/// How programs become formulas. All forms mean the same; they differ in how hard they are to solve.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Encoding {
    /// How the contents of objects are kept.
    pub memory: MemoryForm,
    /// How values of different paths are merged.
    pub merge: MergeForm,
    /// One memory for all objects instead of one for each.
    pub flat: bool,
    /// All objects may lie anywhere, also those whose addresses are never looked at.
    pub symbolic_addresses: bool,
    /// Simplify terms while they are built.
    pub simplify: bool,
    /// Give the solver only what a property depends on.
    pub cone: bool,
}

/// How the contents of objects are kept.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum MemoryForm {
    /// Reads are choices between what was written.
    Lambdas,
    /// Reads and writes are those of the theory of arrays.
    Arrays,
}

/// How values of different paths are merged.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum MergeForm {
    /// By the condition of the branch where the paths part (gated SSA).
    Gates,
    /// By the conditions of whole paths.
    Paths,
}

impl Default for Encoding {
    fn default() -> Self {
        Self {
            memory: MemoryForm::Lambdas,
            merge: MergeForm::Gates,
            flat: false,
            symbolic_addresses: false,
            simplify: true,
            cone: true,
        }
    }
}
