//! All forms of a program mean what its formula means: for every model, whether it fails.

use std::path::Path;
use std::sync::Mutex;
use std::thread;

use fathom_engines::bmc::forms::{Refusal, Unrolled, unroll};
use fathom_ir::Bits;
use fathom_logic::{ArrayValue, Evaluator as Values, Model, Sort, Term, Terms, Value};
use fathom_sem::forms::{Form, Stage, execute, verify};
use fathom_solve::{Answer, Budget, Embedded, Solver};

use super::prepared;
use crate::args::{Command, IrArgs};
use crate::suite;

/// Models that are chosen at random for each program.
const RANDOM_MODELS: u64 = 3;

fn arguments(path: &Path) -> IrArgs {
    match suite::command("ir", path) {
        Command::Ir(args) => *args,
        _ => panic!("not ir"),
    }
}

/// A generator of numbers (xorshift).
struct Dice(u64);

impl Dice {
    fn roll(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0
    }
}

/// A model with small numbers, mostly, since programs like them.
fn random_model(terms: &Terms, seed: u64) -> Model {
    let mut dice = Dice(0x9e37_79b9_7f4a_7c15 ^ seed << 32 | 1);
    let mut model = Model::new();
    for term in terms.iter() {
        let Some(symbol) = terms.as_symbol(term) else { continue };
        let number = if dice.roll().is_multiple_of(4) { dice.roll() } else { dice.roll() % 12 };
        let value = match terms.sort(term) {
            Sort::Bool => Value::Bool(number.is_multiple_of(2)),
            Sort::Bits(width) => Value::Bits(Bits::from_u64(64, number).resize(width)),
            Sort::Array { index, element } => {
                Value::Array(ArrayValue::constant(index, Bits::from_u64(64, number).resize(element)))
            }
            _ => continue,
        };
        model.set(symbol, value);
    }
    model
}

/// A model in which the program fails, if the solver finds one soon.
fn failing_model(terms: &mut Terms, question: Term) -> Option<Model> {
    let mut solver = Embedded::new();
    solver.assert(terms, question);
    let budget = Budget { conflicts: Some(20_000), ..Budget::default() };
    match solver.check(terms, &[], &budget) {
        Ok(Answer::Sat) => solver.model().cloned(),
        _ => None,
    }
}

/// What is wrong with the forms of a program, and whether it was too large or failed.
fn problems(path: &Path) -> (Vec<String>, Option<Refusal>, bool) {
    let args = arguments(path);
    let (program, entry, options) = match prepared(&args) {
        Ok(prepared) => prepared,
        Err(_) => return (vec![format!("{}: does not compile", path.display())], None, false),
    };
    let mut unrolled = match unroll(&program, entry, &options) {
        Ok(unrolled) => unrolled,
        Err(refusal) => return (vec![], Some(refusal), false),
    };
    let mut wrong = Vec::new();
    let mut all = Vec::new();
    for stage in Stage::ALL {
        match unrolled.form(stage) {
            Ok(form) => {
                wrong.extend(verify::verify(&form).err().map(|error| format!("{}: {error}", stage.name())));
                all.push(form);
            }
            Err(refusal) => return (wrong, Some(refusal), false),
        }
        unrolled.print(stage).unwrap();
    }
    unrolled.script().unwrap();
    let question = unrolled.question();
    let failing = failing_model(&mut unrolled.evaluator.terms, question);
    let fails = failing.is_some();
    let random = (0..RANDOM_MODELS).map(|seed| random_model(&unrolled.evaluator.terms, seed));
    let models: Vec<Model> = random.chain(failing).collect();
    for model in &models {
        wrong.extend(differences(&mut unrolled, &all, question, model));
    }
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    (wrong.into_iter().map(|what| format!("{name}: {what}")).collect(), None, fails)
}

/// Forms that do not mean what the formula means in a model.
fn differences(unrolled: &mut Unrolled<'_>, forms: &[Form], question: Term, model: &Model) -> Vec<String> {
    let fails = Values::new(&unrolled.evaluator.terms, model).holds(question);
    let expected = if fails { execute::Outcome::Fails } else { execute::Outcome::Excluded };
    let Unrolled { evaluator, recording, .. } = unrolled;
    let outcomes = forms.iter().map(|form| (form.stage, execute::execute(evaluator, recording, form, model)));
    let wrong = outcomes.filter(|(_, outcome)| *outcome != Ok(expected));
    wrong.map(|(stage, outcome)| format!("{}: {outcome:?}, not {expected:?}", stage.name())).collect()
}

#[test]
fn all_forms_mean_what_the_formula_means() {
    let programs = suite::programs();
    let next = Mutex::new(0);
    let found = Mutex::new((Vec::new(), Vec::new(), 0));
    thread::scope(|scope| {
        for _ in 0..thread::available_parallelism().map_or(1, |count| count.get()) {
            scope.spawn(|| {
                loop {
                    let at = {
                        let mut next = next.lock().unwrap();
                        *next += 1;
                        *next - 1
                    };
                    let Some(path) = programs.get(at) else { return };
                    let (wrong, refusal, fails) = problems(path);
                    let mut found = found.lock().unwrap();
                    found.0.extend(wrong);
                    found.1.extend(refusal.map(|_| path.clone()));
                    found.2 += usize::from(fails);
                }
            });
        }
    });
    let (wrong, large, failing) = found.into_inner().unwrap();
    assert!(wrong.is_empty(), "{}\n{} are wrong", wrong.join("\n"), wrong.len());
    assert!(large.is_empty(), "too large: {large:#?}");
    assert!(failing * 3 > programs.len(), "only {failing} programs fail");
}
