//! The IR that everything after the reader works on: scalar SSA with block parameters, explicit
//! assertions, and memory operations. See [`program`] for the data and its invariants.

pub mod bits;
pub mod canonical;
pub mod cfg;
pub mod debug;
pub mod effects;
pub mod eval;
pub mod float;
pub mod printed;
pub mod program;
pub mod property;
pub mod text;
pub mod types;
pub mod variadic;
pub mod verify;

pub use bits::Bits;
pub use program::*;
pub use property::{Property, PropertySet, says_never};
pub use types::{FloatKind, Target, Type, VaAbi};
