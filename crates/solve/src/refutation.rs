//! Refutations: proofs that a formula has no model, which can be checked without any solver.
//!
//! A [`Certificate`] refutes clauses; a [`Refutation`] refutes the formula that they came from. What links both is
//! that the clauses can be written again: [`Encoder`] is deterministic, but for the lemmas about memories and
//! functions, which depend on models that the SAT solver found on its way. A refutation therefore has these models,
//! as far as they mattered. [`check`] runs the encoder on the formula, hands it one recorded model after the other,
//! and compares each clause that it writes with the one in the certificate. Since every clause the encoder writes is
//! a definition, an assertion or a valid lemma, whatever the models are, models that somebody made up can lead to
//! other clauses, but not to wrong ones.
//!
//! What has to be believed is the encoder and the checker of proofs, and neither the SAT solver nor whoever wrote
//! the files.
//!
//! The models have a text form in the manner of SAT solvers' output: a line `v`, the variables that are true, and
//! `0` for each of them, in order.

#[cfg(test)]
mod tests;
mod text;

use fathom_logic::{Term, Terms};
use rustc_hash::FxHashSet;

use crate::embedded::Embedded;
use crate::encoder::{Encoder, Refined};
use crate::lrat::{self, Certificate, CheckStats, Clauses, Rejected};
use crate::sat::{Answer, Budget, Clausal, ClauseSink, Lit, Patience, Reason};
use crate::solver::{SolveError, Solver};
pub use text::{MalformedModels, read_models, write_models};

/// The claim that a formula has no model, with a proof of it.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Refutation {
    /// The clauses of the formula, and their proof. There are no assumptions.
    pub certificate: Certificate,
    /// Of each model that lemmas were made for, the inputs of the circuit that mattered and are true.
    pub models: Vec<Vec<Lit>>,
}

/// What became of an attempt to refute formulas.
#[derive(Debug)]
pub enum Attempt {
    /// They have no model, and here is why.
    Refuted(Box<Refutation>),
    /// They have one.
    Satisfiable,
    /// The budget ended first.
    Unknown(Reason),
}

/// Refutes formulas, with a solver of their own. The proof has been checked, but not that the clauses can be written
/// again.
pub fn refute(terms: &mut Terms, formulas: &[Term], budget: &Budget) -> Result<Attempt, SolveError> {
    let mut solver = Embedded::certifying();
    for &formula in formulas {
        solver.assert(terms, formula);
    }
    Ok(match solver.check(terms, &[], budget)? {
        Answer::Sat => Attempt::Satisfiable,
        Answer::Unknown(reason) => Attempt::Unknown(reason),
        Answer::Unsat => match solver.refutation() {
            Some(refutation) => Attempt::Refuted(Box::new(refutation)),
            // Only a solver that was asked before, or that does not certify, has none.
            None => Attempt::Unknown(Reason::Solver),
        },
    })
}

/// Why a refutation shows nothing about a formula.
#[derive(Debug, thiserror::Error)]
pub enum Refused {
    /// The certificate has assumptions, which the formula has not.
    #[error("the clauses have assumptions")]
    Assumptions,
    /// A clause is not the one that the formula gives.
    #[error("clause {0} is not the one that the formula gives")]
    Clause(usize),
    /// There are more clauses than the formula gives.
    #[error("the formula gives {0} clauses, the file has more")]
    TooManyClauses(usize),
    /// There are fewer clauses than the formula gives.
    #[error("the formula gives more clauses than the {0} in the file")]
    TooFewClauses(usize),
    /// A model breaks no axiom, so that it is no reason for a lemma.
    #[error("model {0} is no reason for a lemma")]
    Model(usize),
    /// The formula cannot be turned into clauses.
    #[error("the formula cannot be turned into clauses: {0}")]
    Formula(SolveError),
    /// The circuit of the formula is out of proportion to the clauses.
    #[error("the formula's circuit is much larger than its clauses")]
    OutOfProportion,
    /// A step of the proof does not follow.
    #[error("the proof is wrong: {0}")]
    Proof(#[from] Rejected),
    /// The budget ended first.
    #[error("not checked to the end: {0}")]
    Stopped(Reason),
}

/// How many gates a formula may have: so many, and so many for each clause. Formulas whose circuit is larger than
/// what is left of it in clauses would let a few lines take all memory.
const GATES: usize = 1 << 22;
const GATES_A_CLAUSE: usize = 64;

/// Checks that formulas have no model: that the certificate's clauses are theirs, and that its proof refutes the
/// clauses. Of the budget, the clock and the interrupt count.
pub fn check(
    terms: &mut Terms,
    formulas: &[Term],
    refutation: &Refutation,
    budget: &Budget,
) -> Result<CheckStats, Refused> {
    let certificate = &refutation.certificate;
    if !certificate.assumptions.is_empty() {
        return Err(Refused::Assumptions);
    }
    compare(terms, formulas, refutation, budget)?;
    let mut watch = Patience::new(budget);
    lrat::check_until(certificate, || watch.is_over())
        .ok_or_else(|| Refused::Stopped(watch.reason()))?
        .map_err(Refused::from)
}

/// Writes the clauses of formulas again and compares them.
fn compare(
    terms: &mut Terms,
    formulas: &[Term],
    refutation: &Refutation,
    budget: &Budget,
) -> Result<(), Refused> {
    let expected = &refutation.certificate.clauses;
    let mut encoder = Encoder::default();
    encoder.blaster.gates.watch(budget);
    encoder.blaster.gates.limit(GATES.saturating_add(expected.len().saturating_mul(GATES_A_CLAUSE)));
    let mut clauses = Comparison::new(expected, budget);
    let written = write(terms, formulas, &refutation.models, &mut encoder, &mut clauses);
    // What was wrong first is why the rest was not written.
    if let Some(difference) = clauses.difference {
        return Err(difference.refused(expected));
    }
    written?;
    match clauses.next {
        count if count < expected.len() => Err(Refused::TooManyClauses(count)),
        _ => Ok(()),
    }
}

/// Writes the clauses of formulas, and for each model the lemmas that it breaks.
fn write(
    terms: &mut Terms,
    formulas: &[Term],
    models: &[Vec<Lit>],
    encoder: &mut Encoder,
    clauses: &mut Comparison<'_>,
) -> Result<(), Refused> {
    let asked = encoder.take(terms, formulas, &[], clauses).map_err(unwritten)?;
    let mut abstracted = encoder.abstracted(terms, &asked, clauses).map_err(unwritten)?;
    for (at, model) in models.iter().enumerate() {
        clauses.model = model.iter().copied().collect();
        match encoder.refine(terms, &mut abstracted, clauses, None).map_err(unwritten)? {
            Refined::Broken => {}
            Refined::Model(_) => return Err(Refused::Model(at + 1)),
        }
    }
    Ok(())
}

fn unwritten(error: SolveError) -> Refused {
    match error {
        SolveError::Stopped(reason) => Refused::Stopped(reason),
        SolveError::TooLarge => Refused::OutOfProportion,
        error => Refused::Formula(error),
    }
}

/// Takes clauses and compares them with those that there should be, one by one.
struct Comparison<'a> {
    expected: &'a Clauses,
    next: usize,
    variables: i32,
    difference: Option<Difference>,
    /// What is true in the model at hand.
    model: FxHashSet<Lit>,
    patience: Patience,
    ended: Option<Reason>,
}

/// Where written clauses are not those that there should be.
#[derive(Clone, Copy)]
enum Difference {
    /// The one of this index is another.
    At(usize),
    /// There is one too many.
    More,
}

impl Difference {
    fn refused(self, expected: &Clauses) -> Refused {
        match self {
            Self::At(index) => Refused::Clause(index + 1),
            Self::More => Refused::TooFewClauses(expected.len()),
        }
    }
}

impl<'a> Comparison<'a> {
    fn new(expected: &'a Clauses, budget: &Budget) -> Self {
        Self {
            expected,
            next: 0,
            variables: 0,
            difference: None,
            model: FxHashSet::default(),
            patience: Patience::new(budget),
            ended: None,
        }
    }
}

impl ClauseSink for Comparison<'_> {
    fn new_var(&mut self) -> Lit {
        self.variables = self.variables.saturating_add(1);
        // The number of gates, which is limited, keeps that of variables small.
        Lit::from_dimacs(self.variables).expect("variables are counted from 1")
    }

    fn add_clause(&mut self, clause: &[Lit]) {
        if self.difference.is_some() {
            return;
        }
        if self.next >= self.expected.len() {
            self.difference = Some(Difference::More);
        } else if self.expected.get(self.next) != clause {
            self.difference = Some(Difference::At(self.next));
        }
        self.next += 1;
    }

    fn is_stopped(&mut self) -> bool {
        if self.ended.is_none() && self.patience.is_over() {
            self.ended = Some(self.patience.reason());
        }
        self.writing_ended().is_some()
    }
}

impl Clausal for Comparison<'_> {
    fn value(&self, lit: Lit) -> bool {
        if lit.is_negated() { !self.model.contains(&!lit) } else { self.model.contains(&lit) }
    }

    fn writing_ended(&self) -> Option<Reason> {
        // What comes after a difference matters to nobody.
        self.ended.or(self.difference.map(|_| Reason::Interrupted))
    }
}
