//! `fathom run`: executes a program and reports how it ended.

use std::os::unix::ffi::{OsStrExt, OsStringExt};
use std::time::Duration;

use fathom_frontend::models::World;
use fathom_interp::{Outcome, RunOptions, Stats};
use fathom_ir::{Program, PropertySet};
use fathom_lower::Overflowed;

use crate::args::RunArgs;
use crate::interrupt::stop_on_interrupt;
use crate::pipeline::{self, Timings};
use crate::place::describe;
use crate::report::{Diagnostic, Severity};
use crate::{Failure, checks, colour, entry, exit, output};

/// How long an interrupted execution may take to say where it is: it may be waiting for input.
const PATIENCE: Duration = Duration::from_secs(1);

/// Runs a program; the exit code.
pub fn run(args: &RunArgs) -> Result<u8, Failure> {
    if args.list_checks {
        output::print(&checks::list(checks::for_run()));
        return Ok(exit::FINISHED);
    }
    let interrupt = stop_on_interrupt(Some(PATIENCE));
    let mut timings = Timings::default();
    let checks = args.checks.selected(checks::for_run());
    let mut units = pipeline::compile(&args.files, &args.compile, checks, &mut timings)?;
    let wanted = |name: &str| args.models.iter().any(|model| model == name);
    pipeline::add_models(&mut units, &args.compile, checks, World::default(), wanted, &mut timings)?;
    let mut program =
        pipeline::lower(units, checks, PropertySet::EMPTY, Overflowed::Wraps, &mut timings)?.program;
    if !args.no_promote {
        pipeline::prepare(&mut program, checks, &mut timings);
    }

    let entry = entry::find(&program, &args.entry)?;
    let defaults = RunOptions::default();
    let options = RunOptions {
        checks,
        max_steps: args.max_steps.unwrap_or(defaults.max_steps),
        max_depth: args.max_depth.unwrap_or(defaults.max_depth),
        memory_limit: args.memory_limit.unwrap_or(defaults.memory_limit),
        seed: args.seed,
        interrupt,
        replay: None,
        layout: args.layout,
    };
    // The program's name is that of its first file.
    let name = args.files.first().map(|file| file.as_os_str().as_bytes().to_vec()).unwrap_or_default();
    let argv: Vec<Vec<u8>> =
        [name].into_iter().chain(args.args.iter().map(|arg| arg.clone().into_vec())).collect();

    let outcome = timings.step("run", || {
        let (outcome, Stats { steps, peak_bytes, .. }) = fathom_interp::run(&program, entry, &argv, &options);
        (outcome, format!("{steps} steps, {:.1} MB of memory at most", peak_bytes as f64 / 1e6))
    });
    let code = conclude(&program, outcome);
    if args.stats {
        output::error(&timings.render());
    }
    Ok(code)
}

/// Says how the execution ended; the exit code.
fn conclude(program: &Program, outcome: Outcome) -> u8 {
    let (diagnostics, code) = match outcome {
        // Only the low byte of an exit code reaches whoever waits for a process.
        Outcome::Exited(code) => return code as u8,
        Outcome::Killed(code) => {
            output::error(&format!("note: the program ended itself by signal {}\n", (code - 128).max(0)));
            return code as u8;
        }
        Outcome::Failed(report) => {
            let limit = report.property.is_limit();
            let severity = if limit { Severity::Unknown } else { Severity::Error };
            let all = std::iter::once(&report).chain(&report.others);
            let diagnostics = all.map(|report| Diagnostic {
                kind: Some(report.property.name()),
                cwe: report.property.cwe(),
                ..describe(program, report, severity, report.property.sentence())
            });
            (diagnostics.collect(), if limit { exit::UNKNOWN } else { exit::BUG })
        }
        Outcome::AssumptionFailed(report) => {
            let message = "an assumption of the program does not hold for these inputs; try another --seed";
            (vec![describe(program, &report, Severity::Unknown, message)], exit::UNKNOWN)
        }
        Outcome::OutOfResources(what, report) => {
            (vec![describe(program, &report, Severity::Unknown, &what)], exit::UNKNOWN)
        }
    };
    diagnostics.iter().for_each(|diagnostic| output::error(&diagnostic.render(colour())));
    code
}
