//! The evidence for what fails.

use std::path::Path;

use fathom_engines::Counterexample;
use fathom_evidence::{Asked, Evidence, Execution};
use fathom_ir::PropertySet;

use super::rows::{Row, State};
use crate::pipeline::Prepared;
use crate::{interrupt, limits, outputs};

/// The execution of a counterexample, written down.
pub fn record(prepared: &Prepared, checks: PropertySet, found: &Counterexample) -> Evidence {
    with_execution(prepared, checks, found, |execution| execution.record())
}

/// The same without its steps, which takes no time.
pub fn outline(prepared: &Prepared, checks: PropertySet, found: &Counterexample) -> Evidence {
    with_execution(prepared, checks, found, |execution| execution.outline())
}

fn with_execution(
    prepared: &Prepared,
    checks: PropertySet,
    found: &Counterexample,
    of: impl FnOnce(&Execution<'_>) -> Evidence,
) -> Evidence {
    let inputs: Vec<Asked<'_>> =
        found.inputs.iter().map(|input| Asked { loc: input.loc, name: &input.name, ty: input.ty }).collect();
    let execution = Execution {
        program: &prepared.source.program,
        debug: &prepared.source.debug,
        entry: prepared.entry,
        checks,
        replay: &found.replay,
        sites: &found.sites,
        inputs: &inputs,
        report: &found.report,
        interrupt: interrupt::flag(),
    };
    of(&execution)
}

/// The executions of all rows that fail, in their order; without steps once a limit is reached.
pub fn of_failures(prepared: &Prepared, checks: PropertySet, rows: &[Row]) -> Vec<Evidence> {
    let record = |found| match limits::reached() {
        None => record(prepared, checks, found),
        Some(_) => outline(prepared, checks, found),
    };
    failures(rows).map(record).collect()
}

/// The same without steps.
pub fn outlines(prepared: &Prepared, checks: PropertySet, rows: &[Row]) -> Vec<Evidence> {
    failures(rows).map(|found| outline(prepared, checks, found)).collect()
}

fn failures<'a>(rows: &'a [Row<'a>]) -> impl Iterator<Item = &'a Counterexample> {
    rows.iter().filter_map(|row| match row.state {
        State::Failed(found) => Some(found),
        State::Unknown(_) | State::SafeUpTo(_) | State::Proved | State::Unreachable => None,
    })
}

/// Writes executions to a directory, a file each.
pub fn store(directory: &Path, evidence: &[Evidence]) -> Result<(), String> {
    for (at, one) in evidence.iter().enumerate() {
        let file = directory.join(format!("{}.json", name(at, one)));
        outputs::write(&file, &fathom_evidence::json::write(one))?;
    }
    Ok(())
}

/// The name of the files about an execution, without an ending.
pub fn name(number: usize, evidence: &Evidence) -> String {
    format!("{}-{}", number + 1, evidence.property)
}
