//! `fathom check`: decides the properties of a program for every input, and reports what is known.

pub mod conclusion;
#[cfg(test)]
mod encodings;
pub mod inputs;
mod progress;
pub mod render;
pub mod rows;
pub mod stats;
#[cfg(test)]
pub mod testing;

use std::fs;
use std::io::{self, IsTerminal};
use std::sync::Arc;
use std::time::Instant;

use fathom_engines::{Answer, CheckOptions, Progress, StopOnFail, bmc};
use fathom_ir::{FuncId, Program, PropertySet};

use crate::args::CheckCmd;
use crate::interrupt::stop_on_interrupt;
use crate::pipeline::{self, Missing, Timings};
use crate::property_file::Goal;
use crate::{Failure, checks, colour_on, exit, output, property_file, smt};
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
    if let Some(directory) = &args.emit_smt2 {
        fs::create_dir_all(directory).map_err(|error| {
            Failure::Input(format!("error: cannot create {}: {error}\n", directory.display()))
        })?;
    }

    let mut timings = Timings::default();
    let (program, entry, assumed) = pipeline::for_engines(
        &args.files,
        &args.compile,
        checks,
        &entry,
        &Missing::new(args.stub_missing),
        &mut timings,
    )?;
    let options = CheckOptions { interrupt: stop_on_interrupt(None), ..options(args, checks, start) };
    let answer = timings.step("check", || {
        let mut answer = decide(&program, entry, &options, start);
        answer.assumptions.extend(assumed);
        let remark = format!("{} properties, {} loops", answer.properties.len(), answer.loops.len());
        (answer, remark)
    });

    let view = View {
        list: args.list,
        colour: colour_on(&io::stdout()),
        unwinding: args.unwind.is_some(),
        unwindset: &args.unwindset,
    };
    let (text, code) = render::render(&program, &answer, &view);
    if args.stats {
        output::error(&timings.render());
        output::error(&stats::render(&answer));
    }
    output::print_last(&text, code);
    Ok(code)
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
