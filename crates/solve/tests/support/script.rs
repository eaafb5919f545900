//! Random scripts for incremental solvers, with the right answer to every check.

use fathom_logic::{Term, Terms};
use fathom_solve::{Answer, Budget, SolveError, Solver};

use super::Rng;
use super::generate::Generator;
use super::universe::{Truth, Universe};

/// What a solver is asked to do. Formulas are numbers in the list of the script.
#[derive(Clone, Debug)]
pub enum Step {
    /// Open a level.
    Push,
    /// Close a level, if there is one.
    Pop,
    /// Assert a formula.
    Assert(usize),
    /// Check under assumptions.
    Check(Vec<usize>),
}

/// How large scripts are.
#[derive(Clone, Copy)]
pub struct Size {
    /// Bits of all variables together.
    pub bits: u32,
    /// Depth of formulas.
    pub depth: u32,
    /// Formulas in the list.
    pub formulas: usize,
    /// Steps.
    pub steps: usize,
    /// Without bulk operations and constant arrays.
    pub portable: bool,
}

/// A script: a function of its seed.
pub struct Script {
    /// Where it comes from.
    pub seed: u64,
    size: Size,
    /// What to do.
    pub steps: Vec<Step>,
}

/// What a check said.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Said {
    /// Sat, with this assignment.
    Sat(u64),
    /// Unsat, because of these formulas among the assumptions.
    Unsat(Vec<usize>),
    /// The solver cannot do this.
    Unsupported,
    /// A solver on a pipe did not do its part.
    Failed(String),
}

impl Script {
    /// The script of a seed.
    pub fn random(seed: u64, size: Size) -> Self {
        let mut rng = Rng::new(seed ^ 0x5c21);
        let style = rng.below(4);
        let mut steps = Vec::new();
        for at in 0..size.steps {
            let formula = rng.below(size.formulas);
            steps.push(match (rng.below(10), style) {
                // All is asserted before the first check, so variables can be replaced by definitions.
                (0 | 1, 0) if 2 * at < size.steps => Step::Push,
                (_, 0) if 2 * at < size.steps => Step::Assert(formula),
                // All is assumed, so reads are not expanded before the search.
                (3..6, 1) => Step::Check((0..6).map(|_| rng.below(size.formulas)).collect()),
                (0 | 1, _) => Step::Push,
                (2, _) => Step::Pop,
                (3..6, _) => Step::Assert(formula),
                _ => Step::Check((0..rng.below(4)).map(|_| rng.below(size.formulas)).collect()),
            });
        }
        steps.push(Step::Check(Vec::new()));
        Self { seed, size, steps }
    }

    /// Its variables and formulas. They are the same numbers in all terms they are built in.
    pub fn build(&self, terms: &mut Terms) -> (Universe, Vec<Term>) {
        let mut rng = Rng::new(self.seed);
        let universe = Universe::random(&mut rng, terms, self.size.bits);
        let mut generator = Generator::new(rng.next(), terms, &universe);
        if self.size.portable {
            generator = generator.portable();
        }
        let formulas = (0..self.size.formulas).map(|_| generator.formula(self.size.depth)).collect();
        (universe, formulas)
    }

    /// The truth about the formulas.
    pub fn truths(&self) -> (Truth, Vec<Truth>) {
        let mut terms = Terms::unsimplified();
        let (universe, formulas) = self.build(&mut terms);
        (universe.everything(), universe.truths(&terms, &formulas))
    }

    /// Lets a solver go through the script, and holds what it says against the truth.
    ///
    /// # Panics
    /// If it is wrong.
    pub fn run(&self, solver: &mut dyn Solver, mut terms: Terms, truth: &(Truth, Vec<Truth>)) -> Vec<Said> {
        let (everything, truths) = truth;
        let (universe, formulas) = self.build(&mut terms);
        let mut levels: Vec<Vec<usize>> = vec![Vec::new()];
        let mut all = Vec::new();
        for (at, step) in self.steps.iter().enumerate() {
            let assumed = match step {
                Step::Push => {
                    solver.push();
                    levels.push(Vec::new());
                    continue;
                }
                Step::Pop => {
                    solver.pop();
                    if levels.len() > 1 {
                        levels.pop();
                    }
                    continue;
                }
                &Step::Assert(formula) => {
                    solver.assert(&mut terms, formulas[formula]);
                    levels.last_mut().expect("there is a first level").push(formula);
                    continue;
                }
                Step::Check(assumed) => assumed,
            };
            let place = || format!("seed {}, step {at} of {:?}", self.seed, self.steps);
            let asserted = levels.iter().flatten().fold(everything.clone(), |all, &f| all.and(&truths[f]));
            let both = |more: &[usize]| more.iter().fold(asserted.clone(), |all, &f| all.and(&truths[f]));
            let expected = both(assumed);
            let assumptions: Vec<Term> = assumed.iter().map(|&formula| formulas[formula]).collect();
            let said = match solver.check(&mut terms, &assumptions, &Budget::default()) {
                Ok(Answer::Sat) => {
                    assert!(!expected.is_empty(), "sat, should be unsat: {}", place());
                    let model = solver.model().unwrap_or_else(|| panic!("no model: {}", place()));
                    let assignment = universe.encode(&terms, model);
                    assert!(expected.contains(assignment), "wrong model: {}", place());
                    Said::Sat(assignment)
                }
                Ok(Answer::Unsat) => {
                    assert!(expected.is_empty(), "unsat, should be sat: {}", place());
                    let failed = solver.failed().iter().map(|term| {
                        let at = assumptions.iter().position(|assumption| assumption == term);
                        assumed[at.unwrap_or_else(|| panic!("failed was not assumed: {}", place()))]
                    });
                    let failed: Vec<usize> = failed.collect();
                    assert!(both(&failed).is_empty(), "failed assumptions are not enough: {}", place());
                    Said::Unsat(failed)
                }
                Ok(Answer::Unknown(reason)) => panic!("no answer because {reason}: {}", place()),
                Err(SolveError::Unsupported(_)) => Said::Unsupported,
                Err(SolveError::External(message)) => Said::Failed(message),
                Err(error) => panic!("{error}: {}", place()),
            };
            all.push(said);
        }
        all
    }
}
