//! A report of the interpreter, for people.

pub use fathom_evidence::source::{function_name, is_foreign};
use fathom_evidence::source::{hoisted, source_name, with_inlined};
use fathom_interp::Report;
use fathom_ir::{LocId, Program};

use crate::report::{Diagnostic, Frame, Position, Severity};

/// The position with its file.
pub fn position(program: &Program, loc: LocId) -> Option<Position> {
    let fathom_evidence::Position { file, line, column } = fathom_evidence::source::position(program, loc)?;
    Some(Position { file, line, column })
}

/// A report for people.
pub fn describe(program: &Program, report: &Report, severity: Severity, message: &str) -> Diagnostic {
    let stack = with_inlined(program, &report.stack);
    let loc = hoisted(program, report.loc, &stack);
    let mut notes = report.details.clone();
    if loc != report.loc
        && let Some(place) = position(program, report.loc)
    {
        let name = source_name(program, report.loc).unwrap_or_default();
        notes.push(format!("it happens in {name} ({}:{})", place.file, place.line));
    }
    Diagnostic {
        severity,
        kind: None,
        message: message.to_string(),
        cwe: None,
        position: position(program, loc),
        notes,
        stack: stack
            .iter()
            .map(|&(function, loc)| Frame {
                function: function_name(program, function, loc),
                position: position(program, loc),
            })
            .collect(),
    }
}
