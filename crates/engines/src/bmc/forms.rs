//! The forms of a program between its IR and the question to the solver, for people to read.
//!
//! One evaluation up to a bound, recorded; `fathom_sem::forms` reads the forms off it, and the script is
//! the question whether any obligation can fail, in terms.

use fathom_ir::{FuncId, Program};
use fathom_logic::Term;
use fathom_sem::forms::{self, Form, Stage};
use fathom_sem::recording::Recording;
use fathom_sem::{Evaluator, Limits, Pause};
use rustc_hash::FxHashMap;

use super::question::{self, Questions};
use crate::CheckOptions;

/// Rounds of loops that inputs decide, if nobody says otherwise.
pub const USUAL_BOUND: u32 = 4;

/// Instructions beyond which nobody wants to read a program.
const MOST_STEPS: u64 = 100_000;

/// Why a form is not printed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Refusal {
    /// It would be too long to read.
    TooLarge,
    /// There is something in it that SMT-LIB has no words for.
    NoScript,
}

impl std::fmt::Display for Refusal {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Self::TooLarge => "the program is too large to be printed unrolled; try a smaller --unwind",
            Self::NoScript => "the formula has operations that SMT-LIB does not have",
        })
    }
}

/// A program that was evaluated up to a bound, and recorded.
pub struct Unrolled<'p> {
    /// The evaluator.
    pub evaluator: Evaluator<'p>,
    /// What it did.
    pub recording: Box<Recording>,
    questions: Questions,
}

/// Evaluates and records a program.
pub fn unroll<'p>(
    program: &'p Program,
    entry: FuncId,
    options: &CheckOptions,
) -> Result<Unrolled<'p>, Refusal> {
    let mut evaluator = Evaluator::new(program, entry, super::evaluator_options(program, options));
    evaluator.record();
    let bound = options.unwind.unwrap_or(USUAL_BOUND);
    let limits = Limits { bound, unwind: options.unwind, single: FxHashMap::default(), steps: MOST_STEPS };
    let pause = evaluator.run(&limits, |steps, _| steps >= MOST_STEPS);
    match evaluator.take_recording() {
        Some(recording) if pause == Pause::Done && evaluator.steps < MOST_STEPS => {
            Ok(Unrolled { evaluator, recording, questions: Questions::new(options) })
        }
        _ => Err(Refusal::TooLarge),
    }
}

impl Unrolled<'_> {
    /// The program in a form.
    pub fn form(&self, stage: Stage) -> Result<Form, Refusal> {
        let explain = |why| self.evaluator.explain(why);
        forms::form(&self.recording, &explain, stage).ok_or(Refusal::TooLarge)
    }

    /// The text of a form.
    pub fn print(&self, stage: Stage) -> Result<String, Refusal> {
        Ok(forms::print(self.evaluator.program, &self.form(stage)?))
    }

    /// Can any obligation fail?
    pub fn question(&mut self) -> Term {
        let count = self.evaluator.evidence.obligations.len();
        let failing: Vec<Term> =
            (0..count).map(|at| self.questions.failing(&mut self.evaluator, at)).collect();
        self.evaluator.terms.or_all(&failing)
    }

    /// That question as a script.
    pub fn script(&mut self) -> Result<String, Refusal> {
        let question = self.question();
        question::script(&mut self.evaluator.terms, question).ok_or(Refusal::NoScript)
    }
}
