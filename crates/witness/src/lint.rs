//! What the formats demand, and what a witness does not fulfil of it.
//!
//! Each finding says where in the witness it is, what is wrong, and what would be right. Readers find what is
//! wrong with the form; [`entries`] compares what they read with the program.

use std::fmt;

use crate::c::place::{self, Misplaced};
use crate::model::{Content, Entry, Invariant, InvariantKind, Location, Waypoint, WaypointKind};
use crate::source::Sources;

/// Something about a witness.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Finding {
    /// How bad.
    pub severity: Severity,
    /// The line of the witness, if it is known.
    pub line: Option<usize>,
    /// Which part: `entry 1, segment 3, waypoint 2`.
    pub place: String,
    /// What is wrong.
    pub what: String,
    /// What to do about it.
    pub advice: String,
}

/// How bad something is.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Severity {
    /// It is no witness of this program.
    Error,
    /// It may be right, but cannot be checked.
    Unsupported,
    /// It could be better.
    Warning,
}

impl Severity {
    fn word(self) -> &'static str {
        match self {
            Self::Error => "error",
            Self::Unsupported => "unsupported",
            Self::Warning => "warning",
        }
    }
}

impl fmt::Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: ", self.severity.word())?;
        match self.line {
            Some(line) => write!(f, "line {line} ({}): ", self.place)?,
            None => write!(f, "{}: ", self.place)?,
        }
        write!(f, "{}; {}", self.what, self.advice)
    }
}

/// Findings as they come.
#[derive(Clone, Default, Debug)]
pub(crate) struct Findings(pub Vec<Finding>);

impl Findings {
    pub fn add(
        &mut self,
        severity: Severity,
        (place, line): (&str, Option<usize>),
        what: impl Into<String>,
        advice: impl Into<String>,
    ) {
        self.0.push(Finding {
            severity,
            line,
            place: place.into(),
            what: what.into(),
            advice: advice.into(),
        });
    }
}

/// The parts of a witness, in the words of findings.
pub(crate) fn waypoint_place(entry: usize, segment: usize, waypoint: usize) -> String {
    format!("entry {}, segment {}, waypoint {}", entry + 1, segment + 1, waypoint + 1)
}

/// The parts of a witness, in the words of findings.
pub(crate) fn invariant_place(entry: usize, invariant: usize) -> String {
    format!("entry {}, invariant {}", entry + 1, invariant + 1)
}

/// Compares entries with the program that they are about. `line` says where in the witness a part is.
pub fn entries(all: &[Entry], sources: &Sources, line: impl Fn(&str) -> Option<usize>) -> Vec<Finding> {
    let mut findings = Findings::default();
    for (number, entry) in all.iter().enumerate() {
        let place = format!("entry {}", number + 1);
        task(entry, sources, (&place, line(&place)), &mut findings);
        match &entry.content {
            Content::Violation(segments) => {
                for (at, segment) in segments.iter().enumerate() {
                    let waypoints = segment.avoid.iter().chain([&segment.follow]);
                    for (which, waypoint) in waypoints.enumerate() {
                        let place = waypoint_place(number, at, which);
                        let found = of_waypoint(waypoint, sources);
                        location(&waypoint.location, sources, found, (&place, line(&place)), &mut findings);
                    }
                }
            }
            Content::Correctness(invariants) => {
                for (at, invariant) in invariants.iter().enumerate() {
                    let place = invariant_place(number, at);
                    let found = of_invariant(invariant, sources);
                    location(&invariant.location, sources, found, (&place, line(&place)), &mut findings);
                }
            }
        }
    }
    findings.0
}

/// Compares the files of the task with those of the program.
fn task(entry: &Entry, sources: &Sources, place: (&str, Option<usize>), findings: &mut Findings) {
    let files = &entry.metadata.task.input_files;
    if files.len() != sources.0.len() {
        let what =
            format!("input_files has {} names, and the program has {} files", files.len(), sources.0.len());
        findings.add(Severity::Error, place, what, "give the files that input_files names");
    }
    for file in files {
        match sources.named(&file.name) {
            None => {
                let what = format!("the program has no file '{}'", file.name);
                findings.add(Severity::Error, place, what, "give the files that input_files names");
            }
            Some((_, source)) if !source.sha256.eq_ignore_ascii_case(&file.sha256) => {
                let what = format!(
                    "the SHA-256 of '{}' is {} in the witness, and {} in truth",
                    file.name, file.sha256, source.sha256
                );
                let advice = "the witness is of another version of the program; use the one it was made for";
                findings.add(Severity::Error, place, what, advice);
            }
            Some(_) => {}
        }
    }
}

/// Reports what a location does not point at.
fn location(
    location: &Location,
    sources: &Sources,
    found: Result<(), Misplaced>,
    place: (&str, Option<usize>),
    findings: &mut Findings,
) {
    let Some((_, source)) = sources.named(&location.file_name) else {
        let what = format!("'{}' is no file of the program", location.file_name);
        findings.add(Severity::Error, place, what, "locations are in the files that input_files names");
        return;
    };
    if let Err(misplaced) = found {
        let severity = match misplaced {
            Misplaced::NoLine(_) | Misplaced::NoColumn(..) => Severity::Error,
            // It may be there and not be seen, behind a macro for instance.
            Misplaced::Nothing(_) | Misplaced::NotUnderstood { .. } => Severity::Unsupported,
        };
        let what = format!("{location}: {misplaced}");
        findings.add(severity, place, what, "point at its first character, as the format says");
        return;
    }
    let offset = match location.column {
        Some(column) => source.offset(location.line, column),
        None => source.line(location.line).map(|range| range.end.saturating_sub(1)),
    };
    let around = offset.and_then(|offset| source.syntax.function_at(offset));
    if let (Some(claimed), Some(around)) = (&location.function, around)
        && *claimed != source.syntax.functions[around].name
    {
        let name = &source.syntax.functions[around].name;
        let what = format!("{location} is in function '{name}', and not in '{claimed}'");
        findings.add(Severity::Error, place, what, "leave function away, or name the right one");
    }
}

fn of_waypoint(waypoint: &Waypoint, sources: &Sources) -> Result<(), Misplaced> {
    let Some((_, source)) = sources.named(&waypoint.location.file_name) else { return Ok(()) };
    let Location { line, column, .. } = waypoint.location;
    match waypoint.kind {
        WaypointKind::Assumption(_) => place::statement(source, line, column).map(|_| ()),
        WaypointKind::Branching(_) => place::branching(source, line, column).map(|_| ()),
        WaypointKind::FunctionEnter | WaypointKind::FunctionReturn(_) => {
            place::call(source, line, column).map(|_| ())
        }
        WaypointKind::Target => place::target(source, line, column).map(|_| ()),
    }
}

fn of_invariant(invariant: &Invariant, sources: &Sources) -> Result<(), Misplaced> {
    let Some((_, source)) = sources.named(&invariant.location.file_name) else { return Ok(()) };
    let Location { line, column, .. } = invariant.location;
    match invariant.kind {
        InvariantKind::Loop => place::loop_statement(source, line, column).map(|_| ()),
        InvariantKind::Location => place::statement(source, line, column).map(|_| ()),
    }
}
