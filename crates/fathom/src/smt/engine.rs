//! What solves: the embedded solver, or another program.

use fathom_solve::embedded::Stats;
use fathom_solve::lrat::Certificate;
use fathom_solve::{Embedded, External, Solver};

/// A solver, and what only ours can tell.
pub enum Engine {
    /// Ours.
    Embedded(Box<Embedded>),
    /// Another program.
    External(Box<External>),
}

impl Engine {
    /// The solver with a name; see [`External::new`] for those that are not ours.
    pub fn new(name: &str, certify: bool) -> Self {
        match (name == super::EMBEDDED, certify) {
            (true, true) => Self::Embedded(Box::new(Embedded::certifying())),
            (true, false) => Self::Embedded(Box::default()),
            (false, _) => Self::External(Box::new(External::new(name))),
        }
    }

    /// What any solver offers.
    pub fn solver(&self) -> &dyn Solver {
        match self {
            Self::Embedded(solver) => &**solver,
            Self::External(solver) => &**solver,
        }
    }

    /// What any solver offers.
    pub fn solver_mut(&mut self) -> &mut dyn Solver {
        match self {
            Self::Embedded(solver) => &mut **solver,
            Self::External(solver) => &mut **solver,
        }
    }

    /// What it took so far; all zero for another program.
    pub fn stats(&self) -> Stats {
        match self {
            Self::Embedded(solver) => solver.stats(),
            Self::External(_) => Stats::default(),
        }
    }

    /// The proof of the last unsat answer, if it was certified.
    pub fn certificate(&self) -> Option<Certificate> {
        match self {
            Self::Embedded(solver) => solver.certificate(),
            Self::External(_) => None,
        }
    }
}
