//! From assertions to clauses: definitions are replaced, small reads expanded, terms become gates and gates
//! clauses; and lemmas about memories and functions where a model breaks them.
//!
//! *Trust.* Every clause follows from the assertions, defines a new variable, or is a valid lemma, whatever the
//! models say that lemmas are made for. *Determinism.* The clauses are a function of the calls, and of the
//! models' values of the circuit's inputs. Both together let [`crate::refutation`] write the clauses of a formula
//! again without a SAT solver, from models that nobody needs to trust.

use fathom_ir::Bits;
use fathom_logic::reads::{self, Through};
use fathom_logic::{Model, Term, Terms};

use crate::assignment::Assignment;
use crate::blast::Blaster;
use crate::gates::cnf::Cnf;
use crate::gates::{Halt, Wire};
use crate::lemmas::{Abstracted, Instances, Valuation};
use crate::preprocess::Definitions;
use crate::sat::{Clausal, Lit, Reason};
use crate::solver::SolveError;

/// Up to how many pairs of a memory and an index the reads in new assertions are rewritten to choices
/// before solving. Beyond that, lemmas on demand are cheaper.
const EAGER_READS: usize = 4000;

/// What was written so far. To be used with one [`Terms`] and one place where clauses go.
///
/// After an error it may be there in part, and is of no use any more.
#[derive(Default)]
pub struct Encoder {
    /// Variables that are replaced.
    pub definitions: Definitions,
    /// The circuit.
    pub blaster: Blaster,
    cnf: Cnf,
    instances: Instances,
    /// Variables replaced by their definition, of all time.
    pub defined: u64,
    /// Lemmas about memories and functions.
    pub lemmas: u64,
}

/// What became of a model of the clauses.
pub enum Refined {
    /// It breaks axioms of memories or functions, and there are lemmas now that say so.
    Broken,
    /// It is a model of the formulas.
    Model(Model),
}

impl Encoder {
    /// Adds clauses for assertions, weakened by a prefix. Gives what of them is in clauses.
    pub fn take(
        &mut self,
        terms: &mut Terms,
        assertions: &[Term],
        prefix: &[Lit],
        clauses: &mut impl Clausal,
    ) -> Result<Vec<Term>, SolveError> {
        let blaster = &self.blaster;
        let before = self.definitions.len();
        let rest = self.definitions.take(terms, assertions, |variable| blaster.knows(variable));
        self.defined += (self.definitions.len() - before) as u64;
        let rest = reads::expand(terms, &rest, Through::Everything, EAGER_READS).unwrap_or(rest);
        for &assertion in &rest {
            self.assert(terms, assertion, prefix, clauses)?;
        }
        Ok(rest)
    }

    /// Adds clauses for a formula, weakened by a prefix.
    fn assert(
        &mut self,
        terms: &Terms,
        formula: Term,
        prefix: &[Lit],
        clauses: &mut impl Clausal,
    ) -> Result<(), SolveError> {
        let wire = self.wire(terms, formula, clauses)?;
        self.cnf.assert(&self.blaster.gates, wire, prefix, clauses);
        stop_if_asked(clauses)
    }

    /// The wire of a formula.
    fn wire(&mut self, terms: &Terms, formula: Term, clauses: &mut impl Clausal) -> Result<Wire, SolveError> {
        match self.blaster.wire(terms, formula, || clauses.is_stopped())? {
            Some(wire) => Ok(wire),
            None => {
                let halted = match self.blaster.gates.halted() {
                    Some(Halt::Stopped(reason)) => Some(reason),
                    _ => clauses.writing_ended(),
                };
                Err(SolveError::Stopped(halted.unwrap_or(Reason::Interrupted)))
            }
        }
    }

    /// Literals that stand for formulas, after clauses that define them; and the formulas with every definition
    /// applied.
    pub fn literals(
        &mut self,
        terms: &mut Terms,
        formulas: &[Term],
        clauses: &mut impl Clausal,
    ) -> Result<(Vec<Lit>, Vec<Term>), SolveError> {
        let mut wires = Vec::new();
        let mut expanded = Vec::new();
        for &formula in formulas {
            let formula = self.definitions.expand(terms, formula);
            expanded.push(formula);
            wires.push(self.wire(terms, formula, clauses)?);
        }
        let literals = self.cnf.literals(&self.blaster.gates, &wires, clauses);
        stop_if_asked(clauses)?;
        Ok((literals, expanded))
    }

    /// What lemmas may be needed for: only what the formulas `asked` have matters, which are the open assertions
    /// and the assumptions. What other levels left behind is satisfied by itself.
    pub fn abstracted(
        &mut self,
        terms: &mut Terms,
        asked: &[Term],
        clauses: &mut impl Clausal,
    ) -> Result<Abstracted, SolveError> {
        let mut abstracted = Abstracted::default();
        abstracted.extend(terms, asked);
        self.add_lemmas(terms, &mut abstracted, Vec::new(), clauses)?;
        Ok(abstracted)
    }

    /// Holds a model of the clauses against the axioms of memories and functions. If somebody wants to know, also
    /// which inputs of the circuit were looked at and are true in it: the lemmas depend on nothing else.
    pub fn refine(
        &mut self,
        terms: &mut Terms,
        abstracted: &mut Abstracted,
        clauses: &mut impl Clausal,
        true_inputs: Option<&mut Vec<Lit>>,
    ) -> Result<Refined, SolveError> {
        let assignment = Assignment::new(&self.blaster.gates, &self.cnf, clauses);
        let mut wires = Wires { blaster: &self.blaster, assignment };
        let outcome = self.instances.check(terms, abstracted, &mut wires);
        if let Some(list) = true_inputs {
            list.extend(wires.assignment.true_inputs());
        }
        if outcome.lemmas.is_empty() {
            return Ok(Refined::Model(outcome.model));
        }
        self.add_lemmas(terms, abstracted, outcome.lemmas, clauses)?;
        Ok(Refined::Broken)
    }

    /// Adds lemmas, and makes sure that the memories in them are looked after too.
    fn add_lemmas(
        &mut self,
        terms: &mut Terms,
        abstracted: &mut Abstracted,
        mut lemmas: Vec<Term>,
        clauses: &mut impl Clausal,
    ) -> Result<(), SolveError> {
        abstracted.extend(terms, &lemmas);
        lemmas.extend(self.instances.witnesses(terms, abstracted));
        for lemma in lemmas {
            self.lemmas += 1;
            self.assert(terms, lemma, &[], clauses)?;
        }
        Ok(())
    }
}

/// Ends a preparation that nobody waits for. Clauses may be missing then.
fn stop_if_asked(clauses: &impl Clausal) -> Result<(), SolveError> {
    clauses.writing_ended().map_or(Ok(()), |reason| Err(SolveError::Stopped(reason)))
}

/// Values of terms by their wires.
struct Wires<'a, C> {
    blaster: &'a Blaster,
    assignment: Assignment<'a, C>,
}

impl<C: Clausal> Valuation for Wires<'_, C> {
    fn bits(&mut self, terms: &Terms, term: Term) -> Bits {
        self.assignment.bits(self.blaster.word(terms, term))
    }

    fn holds(&mut self, terms: &Terms, term: Term) -> bool {
        self.assignment.wire(self.blaster.word(terms, term)[0])
    }
}
