//! The solver inside: preprocessing, bit-blasting, CaDiCaL, lemmas on demand.
//!
//! *Incrementality.* Gates and clauses are definitions and hold for ever; an assertion of a level above
//! the first holds only together with the selector of that level, a literal that is assumed while the
//! level is open and denied for good when it is popped. Lemmas are valid and need no selector.
//!
//! *Trust.* A model is evaluated on the assertions as they were given before anyone sees it. An unsat
//! answer can be certified: the clauses that we wrote are refuted by a proof that [`crate::lrat`] checks.

use fathom_ir::Bits;
use fathom_logic::reads::{self, Through};
use fathom_logic::{Evaluator, Model, Term, Terms};
use rustc_hash::FxHashSet;

use crate::assignment::Assignment;
use crate::blast::Blaster;
use crate::gates::cnf::Cnf;
use crate::gates::{Halt, Wire};
use crate::lemmas::{Abstracted, Instances, Valuation};
use crate::lrat::{self, Certificate};
use crate::preprocess::Definitions;
use crate::sat::{Answer, Budget, ClauseSink, Lit, Reason, Sat};
use crate::solver::{SolveError, Solver};

/// Up to how many pairs of a memory and an index the reads in new assertions are rewritten to choices
/// before solving. Beyond that, lemmas on demand are cheaper.
const EAGER_READS: usize = 4000;

/// One level of assertions.
#[derive(Default, Debug)]
struct Level {
    /// As they were given.
    assertions: Vec<Term>,
    /// How many of them have been taken in.
    taken: usize,
    /// The literal that switches the level on; the first level has none.
    selector: Option<Lit>,
    /// What of them is in clauses.
    roots: Vec<Term>,
    /// Definitions that the levels below made.
    definitions: usize,
}

/// Counters over the life of a solver.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
pub struct Stats {
    /// Checks.
    pub checks: u64,
    /// Variables replaced by their definition.
    pub definitions: u64,
    /// Nodes of the circuit.
    pub gates: u64,
    /// Lemmas about memories and functions.
    pub lemmas: u64,
    /// Calls of the SAT solver.
    pub sat_calls: u64,
    /// Variables of the SAT solver.
    pub variables: u64,
    /// Clauses given to the SAT solver.
    pub clauses: u64,
    /// Conflicts.
    pub conflicts: u64,
    /// Decisions.
    pub decisions: u64,
    /// Propagations.
    pub propagations: u64,
    /// Unsat answers whose proof was checked.
    pub certified: u64,
}

/// The embedded solver.
pub struct Embedded {
    levels: Vec<Level>,
    definitions: Definitions,
    blaster: Blaster,
    cnf: Cnf,
    sat: Sat,
    instances: Instances,
    certify: bool,
    model: Option<Model>,
    failed: Vec<Term>,
    stats: Stats,
    /// What it took until the solver last began anew.
    before: Stats,
    /// Clauses may be missing.
    incomplete: bool,
}

impl Default for Embedded {
    fn default() -> Self {
        Self::new()
    }
}

impl Embedded {
    /// A solver without assertions.
    pub fn new() -> Self {
        Self::with(Sat::new(), false)
    }

    /// A solver that checks the proof of every unsat answer before it gives it.
    pub fn certifying() -> Self {
        Self::with(Sat::certifying(), true)
    }

    fn with(sat: Sat, certify: bool) -> Self {
        Self {
            levels: vec![Level::default()],
            definitions: Definitions::default(),
            blaster: Blaster::new(),
            cnf: Cnf::new(),
            sat,
            instances: Instances::default(),
            certify,
            model: None,
            failed: Vec::new(),
            stats: Stats::default(),
            before: Stats::default(),
            incomplete: false,
        }
    }

    /// What it took so far.
    pub fn stats(&self) -> Stats {
        let sat = self.sat.stats();
        Stats {
            gates: self.blaster.gates.node_count() as u64,
            sat_calls: self.before.sat_calls + sat.solves,
            variables: self.before.variables + sat.variables,
            clauses: self.before.clauses + sat.clauses,
            conflicts: self.before.conflicts + sat.conflicts,
            decisions: self.before.decisions + sat.decisions,
            propagations: self.before.propagations + sat.propagations,
            ..self.stats
        }
    }

    /// The proof of the last unsat answer of a certifying solver.
    pub fn certificate(&self) -> Option<Certificate> {
        self.sat.certificate()
    }

    /// Brings the clauses up to date with the assertions.
    fn take_assertions(&mut self, terms: &mut Terms) -> Result<(), SolveError> {
        for at in 0..self.levels.len() {
            let level = &mut self.levels[at];
            if at > 0 && level.selector.is_none() {
                level.selector = Some(self.sat.new_var());
                level.definitions = self.definitions.len();
            }
            if level.taken == level.assertions.len() {
                continue;
            }
            let new = level.assertions[level.taken..].to_vec();
            let selector = level.selector;
            let blaster = &self.blaster;
            let before = self.definitions.len();
            let rest = self.definitions.take(terms, &new, |variable| blaster.knows(variable));
            self.stats.definitions += (self.definitions.len() - before) as u64;
            let prefix: Vec<Lit> = selector.into_iter().map(|selector| !selector).collect();
            let rest = reads::expand(terms, &rest, Through::Everything, EAGER_READS).unwrap_or(rest);
            for &assertion in &rest {
                self.assert_clauses(terms, assertion, &prefix)?;
            }
            let level = &mut self.levels[at];
            level.roots.extend(rest);
            level.taken = level.assertions.len();
        }
        Ok(())
    }

    /// Adds clauses for a formula, weakened by a prefix.
    fn assert_clauses(&mut self, terms: &mut Terms, formula: Term, prefix: &[Lit]) -> Result<(), SolveError> {
        let wire = self.wire(terms, formula)?;
        self.cnf.assert(&self.blaster.gates, wire, prefix, &mut self.sat);
        self.stop_if_asked()
    }

    /// The wire of a formula.
    fn wire(&mut self, terms: &Terms, formula: Term) -> Result<Wire, SolveError> {
        let sat = &mut self.sat;
        match self.blaster.wire(terms, formula, || sat.is_stopped())? {
            Some(wire) => Ok(wire),
            None => {
                self.incomplete = true;
                let halted = match self.blaster.gates.halted() {
                    Some(Halt::Stopped(reason)) => Some(reason),
                    _ => self.sat.writing_ended(),
                };
                Err(SolveError::Stopped(halted.unwrap_or(Reason::Interrupted)))
            }
        }
    }

    /// Ends the preparation of a check that nobody waits for. Since clauses may be missing, the next check
    /// begins anew.
    fn stop_if_asked(&mut self) -> Result<(), SolveError> {
        match self.sat.writing_ended() {
            Some(reason) => {
                self.incomplete = true;
                Err(SolveError::Stopped(reason))
            }
            None => Ok(()),
        }
    }

    /// Forgets everything but the assertions.
    fn start_anew(&mut self) {
        let fresh = if self.certify { Self::certifying() } else { Self::new() };
        let (stats, spent) = (self.stats, self.stats());
        let levels = std::mem::take(&mut self.levels);
        *self = fresh;
        self.stats = stats;
        self.before = spent;
        self.levels = levels
            .into_iter()
            .map(|level| Level { assertions: level.assertions, ..Level::default() })
            .collect();
    }

    /// Adds lemmas, and makes sure that the memories in them are looked after too.
    fn add_lemmas(
        &mut self,
        terms: &mut Terms,
        abstracted: &mut Abstracted,
        lemmas: Vec<Term>,
    ) -> Result<(), SolveError> {
        let mut lemmas = lemmas;
        abstracted.extend(terms, &lemmas);
        lemmas.extend(self.instances.witnesses(terms, abstracted));
        for lemma in lemmas {
            self.stats.lemmas += 1;
            self.assert_clauses(terms, lemma, &[])?;
        }
        Ok(())
    }

    /// Calls the SAT solver until no lemma is broken. Only what the formulas `asked` have matters, which are
    /// the open assertions and the assumptions: what other levels left behind is satisfied by itself.
    fn search(
        &mut self,
        terms: &mut Terms,
        asked: &[Term],
        assumptions: &[Lit],
        budget: &Budget,
    ) -> Result<Answer, SolveError> {
        let mut abstracted = Abstracted::default();
        abstracted.extend(terms, asked);
        self.add_lemmas(terms, &mut abstracted, Vec::new())?;
        let start = self.sat.stats();
        let mut left = budget.clone();
        loop {
            let answer = self.sat.solve(assumptions, &left);
            if answer != Answer::Sat {
                self.incomplete |= self.sat.is_lost();
                return Ok(answer);
            }
            let assignment = Assignment::new(&self.blaster.gates, &self.cnf, &self.sat);
            let mut wires = Wires { blaster: &self.blaster, assignment };
            let outcome = self.instances.check(terms, &abstracted, &mut wires);
            if outcome.lemmas.is_empty() {
                self.model = Some(outcome.model);
                return Ok(Answer::Sat);
            }
            self.add_lemmas(terms, &mut abstracted, outcome.lemmas)?;
            let spent = self.sat.stats();
            if let Some(reason) = reduce(
                &mut left,
                budget,
                spent.conflicts - start.conflicts,
                spent.propagations - start.propagations,
            ) {
                return Ok(Answer::Unknown(reason));
            }
        }
    }

    fn try_check(
        &mut self,
        terms: &mut Terms,
        assumptions: &[Term],
        budget: &Budget,
    ) -> Result<Answer, SolveError> {
        if self.incomplete {
            self.start_anew();
        }
        self.stats.checks += 1;
        self.model = None;
        self.failed.clear();
        self.sat.watch(budget);
        self.blaster.gates.watch(budget);
        self.take_assertions(terms)?;
        let mut asked: Vec<Term> = self.levels.iter().flat_map(|level| &level.roots).copied().collect();
        let mut wires = Vec::new();
        for &assumption in assumptions {
            let expanded = self.definitions.expand(terms, assumption);
            asked.push(expanded);
            wires.push(self.wire(terms, expanded)?);
        }
        let literals = self.cnf.literals(&self.blaster.gates, &wires, &mut self.sat);
        self.stop_if_asked()?;
        let assumed: Vec<Lit> =
            self.levels.iter().filter_map(|level| level.selector).chain(literals.iter().copied()).collect();
        let answer = self.search(terms, &asked, &assumed, budget)?;
        match answer {
            Answer::Sat => self.finish_model(terms, assumptions)?,
            Answer::Unsat => {
                let failed = self.sat.failed();
                self.failed = assumptions
                    .iter()
                    .zip(&literals)
                    .filter(|(_, literal)| failed.contains(literal))
                    .map(|(&assumption, _)| assumption)
                    .collect();
                let mut seen = FxHashSet::default();
                self.failed.retain(|&assumption| seen.insert(assumption));
                if self.certify
                    && let Some(certificate) = self.sat.certificate()
                {
                    lrat::check(&certificate)?;
                    self.stats.certified += 1;
                }
            }
            Answer::Unknown(_) => {}
        }
        Ok(answer)
    }

    /// Gives the variables that were replaced their values, and makes sure that everything holds.
    fn finish_model(&mut self, terms: &mut Terms, assumptions: &[Term]) -> Result<(), SolveError> {
        let Some(mut model) = self.model.take() else { return Ok(()) };
        let variables = self.definitions.variables().to_vec();
        let expanded: Vec<Term> =
            variables.iter().map(|&variable| self.definitions.expand(terms, variable)).collect();
        let values: Vec<_> = {
            let mut evaluator = Evaluator::new(terms, &model);
            expanded.iter().map(|&definition| evaluator.value(definition).clone()).collect()
        };
        for (variable, value) in variables.into_iter().zip(values) {
            if let Some(symbol) = terms.as_symbol(variable) {
                model.set(symbol, value);
            }
        }
        let mut evaluator = Evaluator::new(terms, &model);
        let asserted = self.levels.iter().flat_map(|level| &level.assertions);
        if !asserted.chain(assumptions).all(|&formula| evaluator.holds(formula)) {
            return Err(SolveError::WrongModel);
        }
        self.model = Some(model);
        Ok(())
    }
}

/// Values of terms by their wires.
struct Wires<'a> {
    blaster: &'a Blaster,
    assignment: Assignment<'a>,
}

impl Valuation for Wires<'_> {
    fn bits(&mut self, terms: &Terms, term: Term) -> Bits {
        self.assignment.bits(self.blaster.word(terms, term))
    }

    fn holds(&mut self, terms: &Terms, term: Term) -> bool {
        self.assignment.wire(self.blaster.word(terms, term)[0])
    }
}

/// What is left of a budget.
fn reduce(left: &mut Budget, whole: &Budget, conflicts: u64, propagations: u64) -> Option<Reason> {
    if let Some(limit) = whole.conflicts {
        // A budget of none still allows what propagation decides.
        if conflicts >= limit && limit > 0 {
            return Some(Reason::Conflicts);
        }
        left.conflicts = Some(limit.saturating_sub(conflicts));
    }
    if let Some(limit) = whole.propagations {
        if propagations >= limit {
            return Some(Reason::Propagations);
        }
        left.propagations = Some(limit - propagations);
    }
    None
}

impl Solver for Embedded {
    fn assert(&mut self, _: &mut Terms, formula: Term) {
        self.model = None;
        if let Some(level) = self.levels.last_mut() {
            level.assertions.push(formula);
        }
    }

    fn push(&mut self) {
        self.levels.push(Level::default());
    }

    fn pop(&mut self) {
        if self.levels.len() > 1
            && let Some(level) = self.levels.pop()
        {
            self.model = None;
            if let Some(selector) = level.selector.filter(|_| !self.sat.is_lost()) {
                self.sat.add_clause(&[!selector]);
                self.definitions.truncate(level.definitions);
            }
        }
    }

    fn check(
        &mut self,
        terms: &mut Terms,
        assumptions: &[Term],
        budget: &Budget,
    ) -> Result<Answer, SolveError> {
        match self.try_check(terms, assumptions, budget) {
            Err(SolveError::Stopped(reason)) => Ok(Answer::Unknown(reason)),
            Err(error) => {
                // What was being built may be there in part.
                self.incomplete = true;
                Err(error)
            }
            answer => answer,
        }
    }

    fn model(&self) -> Option<&Model> {
        self.model.as_ref()
    }

    fn failed(&self) -> &[Term] {
        &self.failed
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use fathom_logic::Sort;

    #[test]
    fn after_its_solver_was_left_to_itself_it_begins_anew() {
        for mut solver in [Embedded::new(), Embedded::certifying()] {
            let mut terms = Terms::new();
            let x = terms.symbol("x", Sort::Bits(8));
            let (one, two) = (terms.number(8, 1), terms.number(8, 2));
            let (is_one, is_two) = (terms.eq(x, one), terms.eq(x, two));
            solver.assert(&mut terms, is_one);
            assert_eq!(solver.check(&mut terms, &[], &Budget::default()).unwrap(), Answer::Sat);
            solver.push();
            solver.assert(&mut terms, is_two);
            solver.sat.lose();
            solver.incomplete = true;
            assert_eq!(solver.check(&mut terms, &[], &Budget::default()).unwrap(), Answer::Unsat);
            solver.sat.lose();
            solver.incomplete = true;
            solver.pop();
            assert_eq!(solver.check(&mut terms, &[], &Budget::default()).unwrap(), Answer::Sat);
        }
    }
}
