//! The answer as a report: data that every format is made from.

use std::env;
use std::fs;
use std::path::PathBuf;
use std::time::{Instant, SystemTime, UNIX_EPOCH};

use fathom_engines::Answer;
use fathom_evidence::{Evidence, Position, Where};
use fathom_ir::Property;
use fathom_report::{Loop, Outcome, Program, Report, Tool, Verdict, model, sarif};

use super::conclusion::{Conclusion, Demands, stop_reason};
use super::rows::{Row, State, site};
use super::vacuity::Vacuity;
use crate::args::{CheckCmd, Format};
use crate::limits::{self, Limit};
use crate::pipeline::Prepared;
use crate::report;

/// The report on a program. `evidence` has one for each row that fails, in their order.
pub fn report(
    args: &CheckCmd,
    prepared: &Prepared,
    answer: &Answer,
    (rows, evidence): (&[Row], Vec<Evidence>),
    start: Instant,
) -> Report {
    let conclusion = Conclusion::new(rows, answer);
    let exit_code = conclusion.exit_code(rows, answer, Demands::of(args));
    let mut evidence = evidence.into_iter();
    let properties = rows.iter().map(|row| property(row, &mut evidence)).collect();
    let (_, rest) = conclusion.line();
    Report {
        format: model::FORMAT.into(),
        version: model::VERSION,
        tool: Tool {
            name: "Fathom".into(),
            version: env!("CARGO_PKG_VERSION").into(),
            command: env::args().collect(),
        },
        program: Program {
            files: args.files.iter().map(|file| file.display().to_string()).collect(),
            entry: prepared.program.functions[prepared.entry.index()].name.clone(),
            directory: env::current_dir().map_or(String::new(), |here| here.display().to_string()),
        },
        outcome: match conclusion {
            Conclusion::Failed(..) => Outcome::Failed,
            Conclusion::Proved(_) => Outcome::Proved,
            Conclusion::SafeUpTo(_) => Outcome::Bounded,
            Conclusion::Unknown(_) => Outcome::Unknown,
        },
        summary: rest,
        properties,
        loops: answer.loops.iter().map(|found| a_loop(prepared, found)).collect(),
        assumptions: answer.assumptions.clone(),
        warnings: warnings(rows, answer),
        seconds: start.elapsed().as_secs_f64(),
        bound_as_asked: matches!(conclusion, Conclusion::SafeUpTo(_)) && exit_code == crate::exit::FINISHED,
        exit_code: Some(exit_code),
    }
}

/// The report of a check that was stopped before anything was decided.
pub fn stopped_early(files: &[PathBuf], entry: &str, limit: Limit) -> Report {
    let reason = stop_reason(limit.stopped());
    Report {
        format: model::FORMAT.into(),
        version: model::VERSION,
        tool: Tool {
            name: "Fathom".into(),
            version: env!("CARGO_PKG_VERSION").into(),
            command: env::args().collect(),
        },
        program: Program {
            files: files.iter().map(|file| file.display().to_string()).collect(),
            entry: entry.to_string(),
            directory: env::current_dir().map_or(String::new(), |here| here.display().to_string()),
        },
        outcome: Outcome::Unknown,
        summary: format!("{reason}; nothing was decided before"),
        properties: vec![],
        loops: vec![],
        assumptions: vec![],
        warnings: vec![format!("stopped: {reason}")],
        seconds: limits::started().elapsed().as_secs_f64(),
        bound_as_asked: false,
        exit_code: Some(crate::exit::UNKNOWN),
    }
}

/// The text of a report in a format that machines read.
pub fn text(report: &Report, format: Format) -> String {
    let started = SystemTime::now().duration_since(UNIX_EPOCH).ok().map(|now| now.as_secs());
    let started = started.map(|now| now.saturating_sub(report.seconds as u64));
    match format {
        Format::Text => format!("{}: {}\n", outcome(report.outcome), report.summary),
        Format::Json => fathom_report::json::write(report),
        Format::Sarif => {
            let rules: Vec<sarif::Rule> = Property::ALL.iter().map(rule).collect();
            let options = sarif::Options {
                rules: &rules,
                include: sarif::Include::default(),
                source: &|file: &str| fs::read(file).ok(),
                started,
                category: None,
            };
            sarif::write(report, &options)
        }
        Format::Junit => {
            fathom_report::junit::write(report, &fathom_report::junit::Options { started, hostname: None })
        }
    }
}

fn outcome(outcome: Outcome) -> &'static str {
    match outcome {
        Outcome::Failed => "failed",
        Outcome::Proved => "proved",
        Outcome::Bounded => "safe up to a bound",
        Outcome::Unknown => "unknown",
    }
}

fn rule(property: &Property) -> sarif::Rule {
    sarif::Rule {
        name: property.name().into(),
        sentence: property.sentence().into(),
        cwe: property.cwe(),
        on_by_default: property.on_by_default(),
        limit: property.is_limit(),
    }
}

fn property(row: &Row, evidence: &mut dyn Iterator<Item = Evidence>) -> model::Property {
    let verdict = match row.state {
        State::Failed(_) => match evidence.next() {
            Some(evidence) => Verdict::Failed { evidence: Box::new(evidence) },
            None => Verdict::Unknown { reason: "the execution was not recorded".into() },
        },
        State::Unknown(reason) => Verdict::Unknown { reason: reason.into() },
        State::SafeUpTo(bound) => Verdict::SafeUpTo { bound },
        State::Proved => Verdict::Proved,
        State::Unreachable => Verdict::Unreachable,
    };
    model::Property {
        kind: row.property.name().into(),
        message: row.property.sentence().into(),
        cwe: row.property.cwe(),
        note: row.note.into(),
        place: Where { function: row.function.clone(), position: row.position.as_ref().map(position) },
        verdict,
    }
}

fn position(at: &report::Position) -> Position {
    Position { file: at.file.clone(), line: at.line, column: at.column }
}

fn a_loop(prepared: &Prepared, found: &fathom_engines::LoopResult) -> Loop {
    let (at, loc) = site(&prepared.program, found.loc, &[]);
    let function = fathom_evidence::source::source_name(&prepared.program, loc).unwrap_or_default();
    Loop {
        name: found.name.clone(),
        place: Where { function, position: at.as_ref().map(position) },
        bound: found.bound,
        complete: found.complete,
    }
}

fn warnings(rows: &[Row], answer: &Answer) -> Vec<String> {
    let mut warnings = vec![];
    warnings.extend(Vacuity::of(rows, answer).map(|vacuity| vacuity.sentence().to_string()));
    warnings.extend(answer.stopped.map(|stopped| format!("stopped: {}", stop_reason(stopped))));
    warnings.extend(
        answer.missing.iter().map(|missing| format!("{} has no body: {}", missing.name, missing.assumed)),
    );
    warnings.extend(
        answer
            .disagreements
            .iter()
            .map(|what| format!("a counterexample that the interpreter does not confirm: {what}")),
    );
    warnings
}
