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

use std::fs;
use std::io::{self, IsTerminal};
use std::path::Path;
use std::sync::Arc;
use std::time::Instant;

use fathom_engines::{Answer, CheckOptions, Progress, StopOnFail, bmc};
use fathom_ir::{FuncId, Program, PropertySet};

use crate::args::{CheckCmd, Format};
use crate::interrupt::stop_on_interrupt;
use crate::pipeline::{self, Missing, Reading, Timings};
use crate::property_file::Goal;
use crate::{Failure, checks, colour_on, exit, output, property_file, smt};
use fathom_frontend::models::World;
use progress::{Quiet, Shown};
use render::View;

/// Where execution starts if nobody says otherwise.
const ENTRY: &str = "main";

/// Checks a program; the exit code.
pub fn check(args: &CheckCmd) -> Result<u8, Failure> {
    if args.list_checks {
        output::print(&checks::list(checks::for_check()));
        return Ok(exit::FINISHED);
    }
    let start = Instant::now();
    let Task { entry, checks } = Task::new(args)?;
    if args.solver.trim().is_empty() {
        return Err(Failure::usage("--solver needs the name of a solver or a command line"));
    }
    let certification = certify::Certification::prepare(args)?;
    if let Some(directory) = &args.emit_smt2 {
        fs::create_dir_all(directory).map_err(|error| {
            Failure::Input(format!("error: cannot create {}: {error}\n", directory.display()))
        })?;
    }

    let mut timings = Timings::default();
    let units = pipeline::compile(&args.files, &args.compile, checks::with_cuts(checks), &mut timings)?;
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
        interrupt: stop_on_interrupt(None),
        assertions: fathom_engines::assertions(&prepared.source.program),
        ..options(args, checks, start)
    };
    let mut answer = timings.step("check", || {
        let mut answer = decide(&prepared.program, prepared.entry, &options, start);
        answer.assumptions.extend(prepared.assumptions.iter().cloned());
        let remark = format!("{} properties, {} loops", answer.properties.len(), answer.loops.len());
        (answer, remark)
    });
    let certified = match certification {
        Some(certification) => {
            certification.write(args, &prepared.program, &mut answer, &options, &mut timings)?
        }
        None => String::new(),
    };

    let rows = rows::rows(&prepared.program, &answer);
    let recorded = timings.step("record", || {
        let recorded = evidence::of_failures(&prepared, checks, &rows);
        let steps: usize = recorded.iter().map(|evidence| evidence.steps.len()).sum();
        (recorded, format!("{steps} steps"))
    });
    if let Some(directory) = &args.evidence {
        evidence::store(directory, &recorded)?;
    }
    let view = View {
        list: args.list,
        colour: colour_on(&io::stdout()),
        unwinding: args.unwind.is_some(),
        unwindset: &args.unwindset,
        evidence: &recorded,
        full_trace: args.full_trace,
    };
    let (mut text, code) = render::render(&prepared.program, &answer, &view);
    if let Some(directory) = &args.emit_test {
        emit::tests(directory, args, &prepared.source.program, &recorded)?;
    }
    if args.format != Format::Text || args.html.is_some() {
        let report = summary::report(args, &prepared, &answer, (&rows, recorded), start);
        if let Some(directory) = &args.html {
            let source =
                |file: &str| fs::read(file).ok().map(|text| String::from_utf8_lossy(&text).into_owned());
            write(&directory.join("index.html"), &fathom_report::html::write(&report, &source))?;
        }
        if args.format != Format::Text {
            text = summary::text(&report, args.format);
        }
    }
    match args.format {
        Format::Text => text += &certified,
        // Machines read nothing but the report.
        Format::Json | Format::Sarif | Format::Junit => output::error(&certified),
    }
    if args.stats {
        output::error(&timings.render());
        output::error(&stats::render(&answer));
    }
    output::print_last(&text, code);
    Ok(code)
}

/// Writes a file, and the directory around it.
fn write(file: &Path, text: &str) -> Result<(), Failure> {
    let made = file.parent().map_or(Ok(()), fs::create_dir_all);
    made.and_then(|()| fs::write(file, text))
        .map_err(|error| Failure::Input(format!("error: cannot write {}: {error}\n", file.display())))
}

/// What the engine is asked for.
fn options(args: &CheckCmd, checks: PropertySet, start: Instant) -> CheckOptions {
    CheckOptions {
        checks,
        unwind: args.unwind,
        unwindset: args.unwindset.clone(),
        stop_on_fail: if args.stop_on_fail { StopOnFail::Yes } else { StopOnFail::No },
        stop_when: None,
        malloc_may_fail: args.malloc_may_fail,
        // A time beyond what the clock can say never comes.
        deadline: args.timeout.and_then(|timeout| start.checked_add(timeout)),
        interrupt: Arc::default(),
        memory_limit: args.memory_limit,
        solver: (args.solver != smt::EMBEDDED).then(|| args.solver.clone()),
        encoding: args.encoding.encoding(),
        emit_smt2: args.emit_smt2.clone(),
        keep_claims: args.certify.is_some(),
        assertions: Vec::new(),
    }
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
pub fn decide(program: &Program, entry: FuncId, options: &CheckOptions, start: Instant) -> Answer {
    let mut progress: Box<dyn Progress> =
        if io::stderr().is_terminal() { Box::new(Shown::new(start)) } else { Box::new(Quiet) };
    // The line is gone when this returns, since it belongs to `progress`.
    bmc::check(program, entry, options, &mut *progress)
}
