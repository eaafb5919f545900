//! The evidence for what fails.

use std::fs;
use std::path::Path;

use fathom_engines::Counterexample;
use fathom_evidence::{Asked, Evidence, Execution};
use fathom_interp::replay::Replay;
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

/// Whether the execution fails alike if something else is given to it.
pub fn fails_with(
    prepared: &Prepared,
    checks: PropertySet,
    found: &Counterexample,
    change: impl FnOnce(&mut Replay),
) -> bool {
    let mut replay = Replay { sites: Some(found.sites.clone()), ..found.replay.as_ref().clone() };
    change(&mut replay);
    with_execution(prepared, checks, found, |execution| execution.fails_with(&replay))
}

fn with_execution<T>(
    prepared: &Prepared,
    checks: PropertySet,
    found: &Counterexample,
    of: impl FnOnce(&Execution<'_>) -> T,
) -> T {
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
        sources: Some(&|file| fs::read_to_string(file).ok()),
        interrupt: interrupt::flag(),
    };
    of(&execution)
}

/// Instructions that are written down for all failures together, unless there is a limit of time.
const EFFORT: u64 = 20_000_000;

/// Of one execution, the last so many at most are written down.
const OF_ONE: u64 = 1_000_000;

/// The executions of all rows that fail, in their order; without steps once a limit is reached, and if no time is given
/// once the effort is spent. How many have no steps for that reason.
pub fn of_failures(
    prepared: &Prepared,
    checks: PropertySet,
    rows: &[Row],
    timed: bool,
) -> (Vec<Evidence>, usize) {
    let (mut effort, mut left_out) = (0, 0);
    let recorded = failures(rows)
        .map(|found| {
            effort += found.steps.min(OF_ONE);
            if limits::reached().is_some() || !timed && effort > EFFORT {
                left_out += 1;
                outline(prepared, checks, found)
            } else {
                record(prepared, checks, found)
            }
        })
        .collect();
    (recorded, left_out)
}

/// The same without steps.
pub fn outlines(prepared: &Prepared, checks: PropertySet, rows: &[Row]) -> Vec<Evidence> {
    failures(rows).map(|found| outline(prepared, checks, found)).collect()
}

/// The executions of all rows that fail, in their order.
pub fn failures<'a>(rows: &'a [Row<'a>]) -> impl Iterator<Item = &'a Counterexample> {
    rows.iter().filter_map(|row| match row.state {
        State::Failed(found) => Some(found),
        State::Unknown(_) | State::SafeUpTo(_) | State::Proved | State::Unreachable => None,
    })
}

/// Writes executions to a directory, a file each.
pub fn store(directory: &Path, evidence: &[Evidence]) -> Result<(), String> {
    for (at, one) in evidence.iter().enumerate() {
        let file = directory.join(format!("{}.json", name(at, one)));
        outputs::write(&file, fathom_evidence::json::write(one))?;
    }
    Ok(())
}

/// The name of the files about an execution, without an ending.
pub fn name(number: usize, evidence: &Evidence) -> String {
    format!("{}-{}", number + 1, evidence.property)
}
