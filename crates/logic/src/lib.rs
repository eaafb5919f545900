//! Formulas over Booleans, bit-vectors of any width, memories, floats and uninterpreted functions.
//!
//! [`Terms`] holds every different term once and simplifies terms as they are built; [`build`] has the
//! operators, [`rules`] the simplifications, [`facts`] what is known of values without solving;
//! [`eval`] says what terms mean, [`traverse`] walks and substitutes, [`smtlib`] reads and prints.

pub mod build;
pub mod eval;
pub mod facts;
pub mod float;
pub mod op;
pub mod reads;
pub mod rules;
pub mod smtlib;
pub mod sort;
pub mod terms;
pub mod traverse;
pub mod value;

pub use eval::Evaluator;
pub use op::{FloatOp, Function, Op, Rounding, Symbol};
pub use sort::Sort;
pub use terms::{Term, Terms};
pub use traverse::Substitution;
pub use value::{ArrayValue, FunctionValue, Model, Value};
