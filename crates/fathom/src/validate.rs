//! `fathom validate`: whether a witness of SV-COMP is right.
//!
//! The witness is put into a copy of the program (`fathom_witness::weave`), and the copy is verified. A violation
//! that is confirmed was replayed on the interpreter, in an execution that follows the witness to its target.

mod judge;
mod load;
mod run;

use std::time::Instant;

use fathom_frontend::Word;
use fathom_witness::lint::Severity;
use fathom_witness::model::DataModel;
use fathom_witness::{Finding, Sources};

use crate::args::ValidateArgs;
use crate::check::conclusion::stop_reason;
use crate::interrupt::stop_on_interrupt;
use crate::limits::{self, Limits};
use crate::property_file::{self, Goal, Specification};
use crate::svcomp::{Verdict, memory_limit};
use crate::{Failure, output, outputs};
use judge::Claim;
use load::Loaded;

pub use load::sources;

/// Checks a witness; the exit code.
pub fn validate(args: &ValidateArgs) -> Result<u8, Failure> {
    if let Some(directory) = &args.emit_woven {
        outputs::directory("--emit-woven", directory)?;
    }
    let limits = Limits { time: Some(args.timeout), memory: Some(memory_limit(args.memory_limit)) };
    limits::keep(limits, |limit| Verdict::Unknown(stop_reason(limit.stopped()).into()).last_word());
    Ok(verdict(args, limits::started())?.print())
}

/// What is to be said of a witness; the time runs from `start` on.
pub fn verdict(args: &ValidateArgs, start: Instant) -> Result<Verdict, Failure> {
    let Some(specification) = property_file::read(&args.property)? else {
        return Err(Failure::usage("--property says what the program was checked for"));
    };
    let sources = load::sources(&args.files)?;
    let loaded = load::witness(&args.witness, &sources, &specification.entry)?;
    decide(args, &specification, &sources, &loaded, start)
}

fn decide(
    args: &ValidateArgs,
    specification: &Specification,
    sources: &Sources,
    loaded: &Loaded,
    start: Instant,
) -> Result<Verdict, Failure> {
    report(args, &loaded.findings)?;
    if let Some(finding) = loaded.findings.iter().find(|finding| finding.severity == Severity::Unsupported) {
        return Ok(Verdict::Unknown(format!("the witness cannot be checked: {finding}")));
    }
    check_specifications(args, specification, loaded)?;
    let data_model = data_model(args, loaded)?;
    for goal in [Goal::NoDataRace, Goal::Termination] {
        if specification.goals.contains(&goal) {
            return Ok(Verdict::Unknown(format!("witnesses of {} are not checked", goal.name())));
        }
    }
    let interrupt = stop_on_interrupt(None);
    let format = loaded.format;
    let job = run::Job { args, specification, sources, data_model, format, start, interrupt };
    let mut open = None;
    for claim in &loaded.claims {
        let verdict = match claim {
            Claim::Violation(steps) => job.violation(steps)?,
            Claim::Correctness(invariants) => job.correctness(invariants)?,
            Claim::Unclear(why) => Verdict::Unknown(format!("the witness cannot be checked: {why}")),
        };
        match verdict {
            // One execution is enough.
            Verdict::True | Verdict::False(_) => return Ok(verdict),
            Verdict::Unknown(_) => open = open.or(Some(verdict)),
        }
    }
    Ok(open.unwrap_or_else(|| Verdict::Unknown("the witness says nothing".into())))
}

/// Warnings are said; a witness with errors is none.
fn report(args: &ValidateArgs, findings: &[Finding]) -> Result<(), Failure> {
    let name = args.witness.display();
    let of = |severity: Severity| findings.iter().filter(move |finding| finding.severity == severity);
    let text: String = of(Severity::Warning).map(|finding| format!("{name}: {finding}\n")).collect();
    output::error(&text);
    let errors: Vec<String> = of(Severity::Error).map(|finding| format!("{name}: {finding}\n")).collect();
    match errors.len() {
        0 => Ok(()),
        count if count <= SHOWN => Err(Failure::Input(errors.concat())),
        count => {
            let rest = format!("{name}: and {} more errors\n", count - SHOWN);
            Err(Failure::Input(errors[..SHOWN].concat() + &rest))
        }
    }
}

/// So many errors of a witness are shown.
const SHOWN: usize = 20;

/// A witness of another property says nothing about this one.
fn check_specifications(
    args: &ValidateArgs,
    specification: &Specification,
    loaded: &Loaded,
) -> Result<(), Failure> {
    for text in &loaded.specifications {
        let Some(claimed) = property_file::read_text(text) else {
            let name = args.witness.display();
            output::error(&format!("{name}: warning: the specification '{text}' is not understood\n"));
            continue;
        };
        let groups: Vec<Goal> = specification.goals.iter().map(|goal| goal.group()).collect();
        if !claimed.goals.iter().any(|goal| groups.contains(&goal.group())) {
            let (name, goal) = (args.witness.display(), claimed.goals[0].group().name());
            let message = format!("error: {name} is a witness of another property ({goal})\n");
            return Err(Failure::Input(message));
        }
        if claimed.entry != specification.entry {
            let (name, entry) = (args.witness.display(), claimed.entry);
            let message = format!("error: {name} is a witness of executions that start at {entry}\n");
            return Err(Failure::Input(message));
        }
    }
    Ok(())
}

/// The data model of the witness, which must be that of the options.
fn data_model(args: &ValidateArgs, loaded: &Loaded) -> Result<Word, Failure> {
    let mut chosen = args.data_model;
    for &model in &loaded.data_models {
        let word = match model {
            DataModel::Ilp32 => Word::Bits32,
            DataModel::Lp64 => Word::Bits64,
        };
        if chosen.is_some_and(|chosen| chosen != word) {
            let (name, model) = (args.witness.display(), model.name());
            let message = format!("error: {name} is a witness of the program with the data model {model}\n");
            return Err(Failure::Input(message));
        }
        chosen = Some(word);
    }
    Ok(chosen.unwrap_or(Word::Bits64))
}
