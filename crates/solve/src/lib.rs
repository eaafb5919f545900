//! Satisfiability of terms.
//!
//! [`Embedded`] is the solver inside: terms become [`gates`] ([`blast`], with the [`circuits`] of the
//! operators), gates become clauses ([`gates::cnf`]), CaDiCaL searches ([`sat`]); what is not made of bits
//! is added by [`lemmas`] on demand; [`encoder`] is all of that but the search. Unsat answers can be checked by
//! their proof ([`lrat`]), and a [`refutation`] from the formula on.
//! [`Solver`] is what it offers, and what SMT-LIB solvers on a pipe offer too.

pub mod assignment;
pub mod blast;
pub mod circuits;
pub mod embedded;
pub mod encoder;
pub mod external;
pub mod gates;
pub mod lemmas;
pub mod lrat;
pub mod preprocess;
pub mod refutation;
pub mod sat;
pub mod solver;

pub use embedded::Embedded;
pub use external::External;
pub use sat::{Answer, Budget, Interrupt, Reason};
pub use solver::{SolveError, Solver};
