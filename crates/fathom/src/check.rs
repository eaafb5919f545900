//! `fathom check`: decides the properties of a program for every input, and reports what is known.

mod certify;
pub mod conclusion;
mod emit;
#[cfg(test)]
mod encodings;
pub mod evidence;
pub mod inputs;
mod progress;
pub mod render;
pub mod rows;
pub mod stats;
mod summary;
#[cfg(test)]
pub mod testing;
pub mod vacuity;

use std::fs;
use std::io::{self, IsTerminal};
use std::sync::Arc;
use std::time::Duration;

use fathom_engines::{Answer, CheckOptions, StopOnFail, Stopped, bmc};
use fathom_evidence::Evidence;
use fathom_ir::{FuncId, Program, PropertySet};

use crate::args::{CheckCmd, Format};
use crate::interrupt::stop_on_interrupt;
use crate::limits::{self, LastWord, Limit, Limits};
use crate::pipeline::{self, Missing, Prepared, Reading, Timings};
use crate::property_file::Goal;
use crate::{Failure, checks, colour_on, exit, output, outputs, property_file, smt};
use conclusion::Demands;
use fathom_frontend::models::World;
use progress::{Shown, Telling};
use render::View;

/// Where execution starts if nobody says otherwise.
const ENTRY: &str = "main";

/// Checks a program; the exit code.
pub fn check(args: &CheckCmd) -> Result<u8, Failure> {
    if args.list_checks {
        output::print(&checks::list(checks::for_check()));
        return Ok(exit::FINISHED);
    }
    let Task { entry, checks } = Task::new(args)?;
    certify::can_be_certified(args)?;
    smt::can_be_run(&args.solver)?;
    keep_limits(args, &entry);
    let interrupt = stop_on_interrupt(None);
    outputs_can_be_written(args)?;
    let certification = certify::Certification::prepare(args)?;

    let mut timings = Timings::default();
    let units = pipeline::compile(&args.files, &args.compile, checks::with_cuts(checks), &mut timings)?;
    let throw_ends = !pipeline::may_catch(&units);
    let certification =
        certification.map(|prepared| prepared.of_program(&args.files, &units, &entry)).transpose()?;
    let prepared = pipeline::compiled_for_engines(
        units,
        &args.compile,
        checks,
        &entry,
        &Reading {
            world: World { io_may_fail: args.io_may_fail },
            ..Reading::new(Missing::new(args.stub_missing))
        },
        &mut timings,
    )?;
    let options = CheckOptions {
        interrupt,
        assertions: fathom_engines::assertions(&prepared.source.program),
        throw_ends,
        ..options(args, checks)
    };
    if options.solver.is_some() {
        limits::expect_children();
    }
    let shown = Showing { args, prepared: &prepared, checks };
    let mut answer = timings.step("check", || {
        let mut told = |known: &Answer| shown.prepare_last_word(known, false);
        let mut answer = decide_telling(&prepared.program, prepared.entry, &options, &mut told);
        answer.assumptions.extend(prepared.assumptions.iter().cloned());
        let remark = format!("{} properties, {} loops", answer.properties.len(), answer.loops.len());
        (answer, remark)
    });
    shown.prepare_last_word(&answer, true);
    let certified = match certification {
        Some(certification) => {
            certification.write(args, &prepared.program, &mut answer, &options, &mut timings)
        }
        None => Ok(String::new()),
    };

    let rows = rows::rows(&prepared.program, &answer);
    let recorded = timings.step("record", || {
        let recorded = evidence::of_failures(&prepared, checks, &rows, args.timeout.is_some());
        let steps: usize = recorded.0.iter().map(|evidence| evidence.steps.len()).sum();
        (recorded, format!("{steps} steps"))
    });
    let (recorded, left_out) = recorded;
    if left_out > 0 {
        let all = recorded.len();
        output::error(&format!(
            "note: the steps of {left_out} of {all} executions that fail are not shown; --timeout allows more\n"
        ));
    }
    let (text, code) = shown.text(&answer, &rows, &recorded);
    let mut problems = shown.write_files(&answer, &rows, recorded);
    let certified = match certified {
        Ok(certified) => certified,
        // That a proof is none puts everything in doubt.
        Err(failure @ Failure::Internal(_)) => return Err(failure),
        Err(failure) => {
            problems.push(failure.into_message());
            String::new()
        }
    };
    if args.stats {
        output::error(&timings.render());
        output::error(&stats::render(&answer));
    }
    Ok(conclude(args.format, text, code, &certified, &problems))
}

/// Prints the answer, whatever else went wrong; the exit code.
fn conclude(format: Format, mut text: String, code: u8, certified: &str, problems: &[String]) -> u8 {
    match format {
        Format::Text => text += certified,
        // Machines read nothing but the report.
        Format::Json | Format::Sarif | Format::Junit => output::error(certified),
    }
    for problem in problems {
        output::error(&format!("error: {}\n", problem.strip_prefix("error: ").unwrap_or(problem)));
    }
    let code = if problems.is_empty() || code == exit::BUG { code } else { exit::BAD_INPUT };
    limits::answer(&text, code);
    code
}

/// Watches over the limits that the user gave.
fn keep_limits(args: &CheckCmd, entry: &str) {
    let limits = Limits { time: args.timeout, memory: args.memory_limit };
    let (files, entry, format) = (args.files.clone(), entry.to_string(), args.format);
    limits::keep(limits, move |limit| {
        let report = summary::stopped_early(&files, &entry, limit);
        LastWord { output: summary::text(&report, format), error: String::new(), code: exit::UNKNOWN }
    });
}

/// Refuses outputs that cannot be written, before anything else is done.
fn outputs_can_be_written(args: &CheckCmd) -> Result<(), Failure> {
    if let Some(directory) = &args.html {
        outputs::file_in("--html", directory, REPORT)?;
    }
    let directories =
        [("--emit-test", &args.emit_test), ("--evidence", &args.evidence), ("--emit-smt2", &args.emit_smt2)];
    for (option, directory) in directories {
        if let Some(directory) = directory {
            outputs::directory(option, directory)?;
        }
    }
    Ok(())
}

/// The file of `--html` in its directory.
const REPORT: &str = "index.html";

/// How answers to a check are shown.
struct Showing<'a> {
    args: &'a CheckCmd,
    prepared: &'a Prepared,
    checks: PropertySet,
}

impl Showing<'_> {
    /// The answer in the format that is wanted, and the exit code.
    fn text(&self, answer: &Answer, rows: &[rows::Row], evidence: &[Evidence]) -> (String, u8) {
        let args = self.args;
        let view = View {
            list: args.list,
            colour: colour_on(&io::stdout()),
            demands: Demands::of(args),
            unwindset: &args.unwindset,
            evidence,
            full_trace: args.full_trace,
        };
        let (text, code) = render::render(&self.prepared.program, answer, &view);
        match args.format {
            Format::Text => (text, code),
            Format::Json | Format::Sarif | Format::Junit => {
                let report = self.report(answer, rows, evidence.to_vec());
                (summary::text(&report, args.format), code)
            }
        }
    }

    fn report(&self, answer: &Answer, rows: &[rows::Row], evidence: Vec<Evidence>) -> fathom_report::Report {
        summary::report(self.args, self.prepared, answer, (rows, evidence), limits::started())
    }

    /// If the process has to end before the answer is printed, this much of it is said. The answer is whole, or what
    /// is known so far.
    fn prepare_last_word(&self, answer: &Answer, is_whole: bool) {
        limits::prepare_last_word(|| {
            let told = |stopped| {
                // What ended the search is known; what ends the rest is told beside it.
                let answer = Answer { stopped: answer.stopped.or(stopped), claims: None, ..answer.clone() };
                let rows = rows::rows(&self.prepared.program, &answer);
                let outlines = evidence::outlines(self.prepared, self.checks, &rows);
                let (output, code) = self.text(&answer, &rows, &outlines);
                LastWord { output, error: String::new(), code }
            };
            let (time, memory) = if is_whole {
                (told(None), None)
            } else {
                (told(Some(Stopped::Time)), Some(told(Some(Stopped::Memory))))
            };
            Box::new(move |limit| match (limit, &memory) {
                (Limit::Memory, Some(memory)) => memory.clone(),
                (Limit::Memory, None) | (Limit::Time | Limit::Interrupt, _) => time.clone(),
            })
        });
    }

    /// Writes what else is wanted; what went wrong.
    fn write_files(&self, answer: &Answer, rows: &[rows::Row], recorded: Vec<Evidence>) -> Vec<String> {
        let args = self.args;
        let mut problems = vec![];
        if let Some(directory) = &args.evidence {
            problems.extend(evidence::store(directory, &recorded).err());
        }
        if let Some(directory) = &args.emit_test {
            let failures: Vec<_> = evidence::failures(rows).zip(&recorded).collect();
            problems.extend(emit::tests(directory, args, self.prepared, self.checks, &failures).err());
        }
        if let Some(directory) = &args.html {
            let report = self.report(answer, rows, recorded);
            let source =
                |file: &str| fs::read(file).ok().map(|text| String::from_utf8_lossy(&text).into_owned());
            let page = fathom_report::html::write(&report, &source);
            problems.extend(outputs::write(&directory.join(REPORT), &page).err());
        }
        problems
    }
}

/// What the engine is asked for.
fn options(args: &CheckCmd, checks: PropertySet) -> CheckOptions {
    CheckOptions {
        checks,
        unwind: args.unwind,
        unwindset: args.unwindset.clone(),
        stop_on_fail: if args.stop_on_fail { StopOnFail::Yes } else { StopOnFail::No },
        stop_when: None,
        malloc_may_fail: args.malloc_may_fail,
        deadline: args
            .timeout
            .and_then(|timeout| limits::started().checked_add(time_to_search(args, timeout))),
        interrupt: Arc::default(),
        memory_limit: args.memory_limit,
        solver: (args.solver != smt::EMBEDDED).then(|| args.solver.clone()),
        encoding: args.encoding.encoding(),
        emit_smt2: args.emit_smt2.clone(),
        throw_ends: false,
        keep_claims: args.certify.is_some(),
        assertions: Vec::new(),
    }
}

/// How long to search: something is left for what comes after it.
fn time_to_search(args: &CheckCmd, timeout: Duration) -> Duration {
    let rest = timeout.saturating_sub(limits::reserve(timeout));
    // To write proofs takes about as long as to find them.
    if args.certify.is_some() { rest / 2 } else { rest }
}

/// What to check, and from where.
struct Task {
    entry: String,
    checks: PropertySet,
}

impl Task {
    /// As the options and property files say.
    fn new(args: &CheckCmd) -> Result<Self, Failure> {
        let Some(specification) = property_file::read(&args.property)? else {
            let entry = args.entry.clone().unwrap_or_else(|| ENTRY.to_string());
            return Ok(Self { entry, checks: args.checks.selected(checks::for_check()) });
        };
        if let Some(entry) = args.entry.as_ref().filter(|&entry| *entry != specification.entry) {
            let other = &specification.entry;
            return Err(Failure::usage(format!(
                "--entry says that execution starts at {entry}, and the property file at {other}"
            )));
        }
        for goal in [Goal::Termination, Goal::NoDataRace] {
            if specification.goals.contains(&goal) {
                let name = goal.name();
                return Err(Failure::usage(format!(
                    "{name} is no property that check decides; see fathom svcomp"
                )));
            }
        }
        let kinds = checks::union(specification.kinds(), checks::limits());
        Ok(Self { entry: specification.entry, checks: args.checks.selected(kinds) })
    }
}

/// Asks the engine, and says how far it is if somebody looks.
pub fn decide(program: &Program, entry: FuncId, options: &CheckOptions) -> Answer {
    decide_telling(program, entry, options, &mut |_| {})
}

/// The same; `told` hears of what fails so far, and up to which bound nothing else does, whenever more is known.
fn decide_telling(
    program: &Program,
    entry: FuncId,
    options: &CheckOptions,
    told: &mut dyn FnMut(&Answer),
) -> Answer {
    let line = io::stderr().is_terminal().then(|| Shown::new(limits::started()));
    // The line is gone when this returns, since it belongs to `progress`.
    let mut progress = Telling { line, told };
    let mut answer = bmc::check(program, entry, options, &mut progress);
    // Limits interrupt the search.
    if let (Some(Stopped::Interrupted), Some(limit)) = (answer.stopped, limits::reached()) {
        answer.stopped = Some(limit.stopped());
    }
    answer
}
