//! The solver inside: preprocessing, bit-blasting, CaDiCaL, lemmas on demand.
//!
//! *Incrementality.* Gates and clauses are definitions and hold for ever; an assertion of a level above
//! the first holds only together with the selector of that level, a literal that is assumed while the
//! level is open and denied for good when it is popped. Lemmas are valid and need no selector.
//!
//! *Trust.* A model is evaluated on the assertions as they were given before anyone sees it. An unsat
//! answer can be certified: the clauses that we wrote are refuted by a proof that [`crate::lrat`] checks.

use fathom_logic::{Evaluator, Model, Term, Terms};
use rustc_hash::FxHashSet;

use crate::encoder::{Encoder, Refined};
use crate::lrat::{self, Certificate};
use crate::refutation::Refutation;
use crate::sat::{Answer, Budget, ClauseSink, Lit, Patience, Reason, Sat};
use crate::solver::{SolveError, Solver};

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
    encoder: Encoder,
    sat: Sat,
    certify: bool,
    /// If certifying: of each model that broke an axiom, the inputs of the circuit that mattered and are true.
    models: Vec<Vec<Lit>>,
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
            encoder: Encoder::default(),
            sat,
            certify,
            models: Vec::new(),
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
            definitions: self.before.definitions + self.encoder.defined,
            gates: self.encoder.blaster.gates.node_count() as u64,
            lemmas: self.before.lemmas + self.encoder.lemmas,
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

    /// After unsat, by a certifying solver that was asked for the first time and has but one level, without
    /// assumptions: the proof, and what it takes to write its clauses again.
    pub fn refutation(&self) -> Option<Refutation> {
        let alone = self.levels.len() == 1 && self.stats.checks == 1;
        let certificate =
            self.certificate().filter(|certificate| alone && certificate.assumptions.is_empty())?;
        Some(Refutation { certificate, models: self.models.clone() })
    }

    /// Brings the clauses up to date with the assertions.
    fn take_assertions(&mut self, terms: &mut Terms) -> Result<(), SolveError> {
        for at in 0..self.levels.len() {
            let level = &mut self.levels[at];
            if at > 0 && level.selector.is_none() {
                level.selector = Some(self.sat.new_var());
                level.definitions = self.encoder.definitions.len();
            }
            if level.taken == level.assertions.len() {
                continue;
            }
            let new = level.assertions[level.taken..].to_vec();
            let prefix: Vec<Lit> = level.selector.into_iter().map(|selector| !selector).collect();
            let rest = self.encoder.take(terms, &new, &prefix, &mut self.sat)?;
            let level = &mut self.levels[at];
            level.roots.extend(rest);
            level.taken = level.assertions.len();
        }
        Ok(())
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

    /// Calls the SAT solver until no lemma is broken. `asked` are the open assertions and the assumptions.
    fn search(
        &mut self,
        terms: &mut Terms,
        asked: &[Term],
        assumptions: &[Lit],
        budget: &Budget,
    ) -> Result<Answer, SolveError> {
        let mut abstracted = self.encoder.abstracted(terms, asked, &mut self.sat)?;
        let start = self.sat.stats();
        let mut left = budget.clone();
        loop {
            let answer = self.sat.solve(assumptions, &left);
            if answer != Answer::Sat {
                self.incomplete |= self.sat.is_lost();
                return Ok(answer);
            }
            let mut inputs = Vec::new();
            let wanted = self.certify.then_some(&mut inputs);
            match self.encoder.refine(terms, &mut abstracted, &mut self.sat, wanted)? {
                Refined::Model(model) => {
                    self.model = Some(model);
                    return Ok(Answer::Sat);
                }
                Refined::Broken if self.certify => self.models.push(inputs),
                Refined::Broken => {}
            }
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
        self.encoder.blaster.gates.watch(budget);
        self.take_assertions(terms)?;
        let mut asked: Vec<Term> = self.levels.iter().flat_map(|level| &level.roots).copied().collect();
        let (literals, expanded) = self.encoder.literals(terms, assumptions, &mut self.sat)?;
        asked.extend(expanded);
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
                    let mut patience = Patience::new(budget);
                    lrat::check_until(&certificate, || patience.is_over())
                        .ok_or_else(|| SolveError::Stopped(patience.reason()))??;
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
        let definitions = &mut self.encoder.definitions;
        let variables = definitions.variables().to_vec();
        let expanded: Vec<Term> =
            variables.iter().map(|&variable| definitions.expand(terms, variable)).collect();
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
                self.encoder.definitions.truncate(level.definitions);
            }
        }
    }

    fn check(
        &mut self,
        terms: &mut Terms,
        assumptions: &[Term],
        budget: &Budget,
    ) -> Result<Answer, SolveError> {
        let answer = self.try_check(terms, assumptions, budget);
        // What was being built may be there in part: the next check begins anew.
        self.incomplete |= answer.is_err();
        match answer {
            Err(SolveError::Stopped(reason)) => Ok(Answer::Unknown(reason)),
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
