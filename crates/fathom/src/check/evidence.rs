//! The evidence for what fails.

use std::path::Path;

use fathom_engines::Counterexample;
use fathom_evidence::{Asked, Evidence, Execution};
use fathom_ir::PropertySet;

use super::rows::{Row, State};
use crate::Failure;
use crate::pipeline::Prepared;

/// The execution of a counterexample, written down.
pub fn record(prepared: &Prepared, checks: PropertySet, found: &Counterexample) -> Evidence {
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
    };
    execution.record()
}

/// The executions of all rows that fail, in their order.
pub fn of_failures(prepared: &Prepared, checks: PropertySet, rows: &[Row]) -> Vec<Evidence> {
    let failures = rows.iter().filter_map(|row| match row.state {
        State::Failed(found) => Some(found),
        State::Unknown(_) | State::SafeUpTo(_) | State::Proved | State::Unreachable => None,
    });
    failures.map(|found| record(prepared, checks, found)).collect()
}

/// Writes executions to a directory, a file each.
pub fn store(directory: &Path, evidence: &[Evidence]) -> Result<(), Failure> {
    for (at, one) in evidence.iter().enumerate() {
        let file = directory.join(format!("{}.json", name(at, one)));
        super::write(&file, &fathom_evidence::json::write(one))?;
    }
    Ok(())
}

/// The name of the files about an execution, without an ending.
pub fn name(number: usize, evidence: &Evidence) -> String {
    format!("{}-{}", number + 1, evidence.property)
}
