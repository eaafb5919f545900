//! Questions to the solver.

use fathom_logic::reads::{self, Through};
use fathom_logic::smtlib::print::{ScriptOptions, print_script};
use fathom_logic::{Evaluator as Values, Model, Sort, Term, Terms};
use fathom_sem::Evaluator;
use fathom_solve::{Answer, Budget, Embedded, External, Solver};

use super::EFFORT_CONFLICTS;
use super::effort::{self, Effort};
use crate::CheckOptions;

/// Up to how many pairs of a memory and an index bulk operations are written out in scripts, since SMT-LIB
/// has none.
const WRITTEN_READS: usize = 1_000_000;

/// What a question found.
pub(super) enum Found {
    /// None of the terms can hold.
    Nothing,
    /// A model in which one of them holds.
    Model(Box<Model>),
    /// Not known, and why.
    Unknown(String),
}

/// The solver, and what is prepared for it.
pub(super) struct Questions {
    solver: Backend,
    /// Conjunctions of the first facts: as many as the index says.
    ok: Vec<Term>,
    /// How many questions were asked.
    pub asked: u64,
    /// Scripts written, by other questions before as well.
    pub written: u64,
    /// The search is over: questions only make the answer better.
    pub at_the_end: bool,
}

enum Backend {
    Embedded(Box<Embedded>),
    External(Box<External>),
}

impl Questions {
    pub fn new(options: &CheckOptions) -> Self {
        Self::after(0, options)
    }

    /// Questions whose scripts are numbered from the next on.
    pub fn after(written: u64, options: &CheckOptions) -> Self {
        let solver = match &options.solver {
            None => Backend::Embedded(Box::new(Embedded::new())),
            Some(name) => Backend::External(Box::new(External::new(name))),
        };
        Self { solver, ok: Vec::new(), asked: 0, written, at_the_end: false }
    }

    /// What the embedded solver counted.
    pub fn stats(&self) -> fathom_solve::embedded::Stats {
        match &self.solver {
            Backend::Embedded(solver) => solver.stats(),
            Backend::External(_) => fathom_solve::embedded::Stats::default(),
        }
    }

    /// What was spent so far.
    pub fn spent(&self, evaluator: &Evaluator<'_>) -> Effort {
        let evaluation = Effort::of_evaluation(evaluator.work(), evaluator.terms.len() as u64);
        evaluation.and(Effort::of_solving(&self.stats()))
    }

    /// The conjunction of the first facts.
    pub fn ok(&mut self, evaluator: &mut Evaluator<'_>, count: usize) -> Term {
        if self.ok.is_empty() {
            self.ok.push(evaluator.terms.bool(true));
        }
        while self.ok.len() <= count {
            let last = self.ok[self.ok.len() - 1];
            let fact = evaluator.evidence.facts[self.ok.len() - 1];
            self.ok.push(evaluator.terms.and(last, fact));
        }
        self.ok[count]
    }

    /// The condition that an obligation is the first that fails.
    pub fn failing(&mut self, evaluator: &mut Evaluator<'_>, obligation: usize) -> Term {
        let obligation = evaluator.evidence.obligations[obligation];
        let before = self.ok(evaluator, obligation.facts);
        let terms = &mut evaluator.terms;
        let broken = terms.not(obligation.condition);
        let here = terms.and(obligation.guard, broken);
        terms.and(before, here)
    }

    /// The condition that an execution comes somewhere, with the first facts.
    pub fn reaching(&mut self, evaluator: &mut Evaluator<'_>, guard: Term, facts: usize) -> Term {
        let before = self.ok(evaluator, facts);
        evaluator.terms.and(before, guard)
    }

    /// Can one of these hold?
    pub fn ask(&mut self, evaluator: &mut Evaluator<'_>, options: &CheckOptions, any: &[Term]) -> Found {
        let question = evaluator.terms.or_all(any);
        match evaluator.terms.as_bool(question) {
            Some(false) => return Found::Nothing,
            Some(true) => return Found::Model(Box::new(Model::new())),
            None => {}
        }
        self.asked += 1;
        if let Some(dir) = &options.emit_smt2 {
            self.write(evaluator, dir, question);
        }
        let budget = Budget {
            conflicts: options.deadline.is_none().then_some(EFFORT_CONFLICTS),
            propagations: options
                .deadline
                .is_none()
                .then(|| self.spent(evaluator).propagations_left(self.at_the_end)),
            clauses: options.deadline.is_none().then_some(effort::CLAUSES),
            deadline: options.deadline,
            interrupt: Some(options.interrupt.clone().into()),
        };
        let solver: &mut dyn Solver = match &mut self.solver {
            Backend::Embedded(solver) => solver.as_mut(),
            Backend::External(solver) => solver.as_mut(),
        };
        let terms = &mut evaluator.terms;
        solver.push();
        solver.assert(terms, question);
        if !options.encoding.cone {
            // Everything that evaluation left behind, whether the question depends on it or not.
            let evidence = &evaluator.evidence;
            let claims = evidence.obligations.iter().map(|obligation| obligation.condition);
            for term in evidence.facts.iter().copied().chain(claims) {
                let name = terms.symbol("definition", Sort::Bool);
                let definition = terms.eq(name, term);
                solver.assert(terms, definition);
            }
        }
        let mut found = match solver.check(terms, &[], &budget) {
            Ok(Answer::Sat) => Found::Model(Box::new(solver.model().cloned().unwrap_or_default())),
            Ok(Answer::Unsat) => Found::Nothing,
            Ok(Answer::Unknown(reason)) => Found::Unknown(reason.to_string()),
            Err(error) => Found::Unknown(error.to_string()),
        };
        // Small objects make executions that can be replayed and read.
        if matches!(found, Found::Model(_)) && !evaluator.preferences.is_empty() {
            let wishes = evaluator.preferences.clone();
            if let Ok(Answer::Sat) = solver.check(&mut evaluator.terms, &wishes, &budget)
                && let Some(model) = solver.model()
            {
                found = Found::Model(Box::new(model.clone()));
            }
        }
        solver.pop();
        found
    }

    /// The first of these that holds in a model.
    pub fn which(&self, evaluator: &Evaluator<'_>, model: &Model, terms: &[Term]) -> Option<usize> {
        let mut values = Values::new(&evaluator.terms, model);
        terms.iter().position(|&term| values.holds(term))
    }

    /// All of these that hold in a model.
    pub fn all_which(&self, evaluator: &Evaluator<'_>, model: &Model, terms: &[Term]) -> Vec<usize> {
        let mut values = Values::new(&evaluator.terms, model);
        (0..terms.len()).filter(|&at| values.holds(terms[at])).collect()
    }

    /// Writes a question as a script. What cannot be written is not; the answer does not depend on it.
    fn write(&mut self, evaluator: &mut Evaluator<'_>, dir: &std::path::Path, question: Term) {
        self.written += 1;
        let Some(script) = script(&mut evaluator.terms, question) else { return };
        let _ = std::fs::create_dir_all(dir);
        let _ = std::fs::write(dir.join(format!("{:04}.smt2", self.written)), script);
    }
}

/// A question as a script, unless there is something in it that SMT-LIB does not have.
pub(crate) fn script(terms: &mut Terms, question: Term) -> Option<String> {
    let question = match reads::expand(terms, &[question], Through::Bulk, WRITTEN_READS) {
        Ok(expanded) => expanded[0],
        Err(_) => question,
    };
    let options = ScriptOptions { overflow_predicates: false, ..ScriptOptions::default() };
    print_script(terms, &[question], &options).ok()
}
