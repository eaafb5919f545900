//! `fathom run`: executes a program and reports how it ended.

use std::os::unix::ffi::{OsStrExt, OsStringExt};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use clap::CommandFactory;
use clap::error::ErrorKind;
use fathom_interp::{Outcome, Report, RunOptions, Stats};
use fathom_ir::{FuncId, LocId, Program, Property};

use crate::args::{Cli, RunArgs};
use crate::pipeline::{self, Timings};
use crate::report::{Diagnostic, Frame, Position, Severity};
use crate::{Failure, colour, exit, output};

/// Runs a program; the exit code.
pub fn run(args: &RunArgs) -> Result<u8, Failure> {
    if args.list_checks {
        output::print(&list_checks());
        return Ok(exit::FINISHED);
    }
    let mut timings = Timings::default();
    let checks = args.checks.selected();
    let units = pipeline::compile(&args.files, &args.compile, checks, &mut timings)?;
    let mut program = pipeline::lower(units, checks, &mut timings)?;
    if !args.no_promote {
        pipeline::prepare(&mut program, &mut timings);
    }

    let entry = program.function_named(&args.entry).filter(|id| program.functions[id.index()].body.is_some());
    let Some(entry) = entry else {
        let message = format!("there is no function '{}' to start at; choose one with --entry", args.entry);
        return Err(Failure::Usage(Cli::command().error(ErrorKind::InvalidValue, message)));
    };
    let defaults = RunOptions::default();
    let options = RunOptions {
        checks,
        max_steps: args.max_steps.unwrap_or(defaults.max_steps),
        max_depth: args.max_depth.unwrap_or(defaults.max_depth),
        memory_limit: args.memory_limit.unwrap_or(defaults.memory_limit),
        seed: args.seed,
        interrupt: stop_on_interrupt(),
    };
    // The program's name is that of its first file.
    let name = args.files.first().map(|file| file.as_os_str().as_bytes().to_vec()).unwrap_or_default();
    let argv: Vec<Vec<u8>> =
        [name].into_iter().chain(args.args.iter().map(|arg| arg.clone().into_vec())).collect();

    let outcome = timings.step("run", || {
        let (outcome, Stats { steps, peak_bytes }) = fathom_interp::run(&program, entry, &argv, &options);
        (outcome, format!("{steps} steps, {:.1} MB of memory at most", peak_bytes as f64 / 1e6))
    });
    let code = conclude(&program, outcome);
    if args.stats {
        output::error(&timings.render());
    }
    Ok(code)
}

/// A flag that Ctrl-C and SIGTERM set: the execution stops and tells where it was. If it does not (the
/// program waits for input), the process ends as if nobody had caught the signal.
fn stop_on_interrupt() -> Arc<AtomicBool> {
    let flag = Arc::new(AtomicBool::new(false));
    let seen = Arc::clone(&flag);
    // Without a handler the signal ends the process at once, which will do.
    let _ = ctrlc::set_handler(move || {
        if !seen.swap(true, Ordering::Relaxed) {
            std::thread::sleep(Duration::from_secs(1));
        }
        std::process::exit(130);
    });
    flag
}

/// Says how the execution ended; the exit code.
fn conclude(program: &Program, outcome: Outcome) -> u8 {
    let (diagnostic, code) = match outcome {
        // Only the low byte of an exit code reaches whoever waits for a process.
        Outcome::Exited(code) => return code as u8,
        Outcome::Killed(code) => {
            output::error(&format!("note: the program ended itself by signal {}\n", (code - 128).max(0)));
            return code as u8;
        }
        Outcome::Failed(report) => {
            let limit = report.property.is_limit();
            let severity = if limit { Severity::Unknown } else { Severity::Error };
            let diagnostic = Diagnostic {
                kind: Some(report.property.name()),
                cwe: report.property.cwe(),
                ..describe(program, &report, severity, report.property.sentence())
            };
            (diagnostic, if limit { exit::UNKNOWN } else { exit::BUG })
        }
        Outcome::AssumptionFailed(report) => {
            let message = "an assumption of the program does not hold for these inputs; try another --seed";
            (describe(program, &report, Severity::Unknown, message), exit::UNKNOWN)
        }
        Outcome::OutOfResources(what, report) => {
            (describe(program, &report, Severity::Unknown, &what), exit::UNKNOWN)
        }
    };
    output::error(&diagnostic.render(colour()));
    code
}

fn describe(program: &Program, report: &Report, severity: Severity, message: &str) -> Diagnostic {
    // What goes wrong inside a system header is reported where the user's code called it.
    let inside = |loc: LocId| position(program, loc).is_some_and(|place| is_system_file(&place.file));
    let stack = with_inlined(program, &report.stack);
    let mut notes = report.details.clone();
    let mut loc = report.loc;
    if inside(loc)
        && let Some(&(_, user)) =
            stack.iter().find(|&&(_, loc)| position(program, loc).is_some() && !inside(loc))
    {
        let name = source_name(program, loc).unwrap_or_default();
        if let Some(place) = position(program, loc) {
            notes.push(format!("it happens in {name} ({}:{})", place.file, place.line));
        }
        loc = user;
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
                function: source_name(program, loc)
                    .unwrap_or_else(|| program.functions[function.index()].name.clone()),
                position: position(program, loc),
            })
            .collect(),
    }
}

/// Calls, with those that the compiler inlined: a position knows where its function was inlined.
fn with_inlined(program: &Program, stack: &[(FuncId, LocId)]) -> Vec<(FuncId, LocId)> {
    let mut calls = vec![];
    for &(function, loc) in stack {
        calls.push((function, loc));
        let mut at = loc;
        while let Some(outer) = program.loc(at).and_then(|loc| loc.inlined_at) {
            calls.push((function, outer));
            at = outer;
        }
    }
    calls
}

/// Whether a file came with the compiler and not from the user.
fn is_system_file(file: &str) -> bool {
    ["/usr/include/", "/usr/lib/", "/usr/local/include/", "/rustc/"].iter().any(|root| file.starts_with(root))
        || file.contains("/include/c++/")
}

fn position(program: &Program, loc: LocId) -> Option<Position> {
    let loc = program.loc(loc)?;
    let file = program.files.get(loc.file?.index())?.clone();
    Some(Position { file, line: loc.line, column: loc.column })
}

/// The name that a function has in the source.
fn source_name(program: &Program, loc: LocId) -> Option<String> {
    let name = program.note(program.loc(loc)?.function);
    (!name.is_empty()).then(|| name.to_string())
}

/// The table of kinds.
fn list_checks() -> String {
    let mut text = String::new();
    for (title, limits) in
        [("Checks (* = only with --check)", false), ("Limits (always on; exit code 2)", true)]
    {
        text += &format!("{title}\n");
        for property in Property::ALL.iter().filter(|property| property.is_limit() == limits) {
            let mark = if property.on_by_default() { ' ' } else { '*' };
            let cwe = property.cwe().map_or(String::new(), |number| format!("CWE-{number}"));
            text += &format!("{mark} {:<20} {cwe:<9} {}\n", property.name(), property.sentence());
        }
        if !limits {
            text.push('\n');
        }
    }
    text
}
