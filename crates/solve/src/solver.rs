//! What a solver offers, whether embedded or on a pipe.

use fathom_logic::{Model, Term, Terms};

use crate::lrat::Rejected;
use crate::sat::{Answer, Budget, Reason};

/// An incremental solver. All calls use the same [`Terms`].
pub trait Solver {
    /// The formula holds from now on, until the level is popped.
    fn assert(&mut self, terms: &mut Terms, formula: Term);

    /// Opens a level of assertions.
    fn push(&mut self);

    /// Drops the assertions since the last level was opened. Without one it does nothing.
    fn pop(&mut self);

    /// Is there a model of the assertions and the assumptions together?
    fn check(
        &mut self,
        terms: &mut Terms,
        assumptions: &[Term],
        budget: &Budget,
    ) -> Result<Answer, SolveError>;

    /// After [`Answer::Sat`]: values of the free variables and functions of the assertions and assumptions.
    fn model(&self) -> Option<&Model>;

    /// After [`Answer::Unsat`]: assumptions that cannot hold together with the assertions.
    fn failed(&self) -> &[Term];
}

/// Why a check has no answer at all.
#[derive(Debug, thiserror::Error)]
pub enum SolveError {
    /// The formula has something that the solver cannot do.
    #[error("{0} cannot be solved yet")]
    Unsupported(&'static str),
    /// The circuit does not fit in 32-bit numbers.
    #[error("the formula is too large: its circuit has more than 2^32 wires")]
    TooLarge,
    /// The budget ended while the formula was being prepared; [`Solver::check`] gives this as
    /// [`Answer::Unknown`].
    #[error("stopped: {0}")]
    Stopped(Reason),
    /// A model did not satisfy the formula: a bug of ours, found before anyone saw the answer.
    #[error("internal error: the model does not satisfy the formula; please report this formula")]
    WrongModel,
    /// A proof was refused by the checker: a bug of ours or of the SAT solver.
    #[error("internal error: the proof was rejected; please report this formula: {0}")]
    WrongProof(#[from] Rejected),
    /// Another program did not do its part.
    #[error("{0}")]
    External(String),
}
