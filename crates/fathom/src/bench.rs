//! `fathom bench`: runs verifiers on tasks with known verdicts, and reports how they did.

mod progress;

use std::env;
use std::fs;
use std::io::{self, IsTerminal};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};

use fathom_bench::report::Report;
use fathom_bench::results::Results;
use fathom_bench::run::{Bench, Limits};
use fathom_bench::table::{self, Header};
use fathom_bench::task::{self, Corrected, Found, Selection, Task};
use fathom_bench::tool::{Kind, Specification, Tool, tell_apart};
use fathom_bench::{Class, Property, machine, plot, quote};

use crate::args::BenchArgs;
use crate::interrupt::stop_on_interrupt;
use crate::{Failure, exit, output};
use progress::{Quiet, Shown};

/// For the help of `bench`.
pub const HELP: &str = "\
Exit codes:
   0  no answer is wrong
   1  an answer is wrong; it is named first
  64  wrong usage
  65  bad input: no tasks, no such tool, a file that cannot be read
  70  internal error: please report it
 130  interrupted; what is done is kept

Examples:
  fathom bench sv-benchmarks --sample 200 --jobs 2
  fathom bench sv-benchmarks/c/loops --tool fathom --tool 'fathom:--solver z3' --tool cbmc
  fathom bench --list ReachSafety-Loops.set --property unreach-call --time-limit 15m --memory-limit 15G
  fathom bench sv-benchmarks --folder 'list-*' --dry-run";

/// The exit code of a program that Ctrl-C ended.
const INTERRUPTED: u8 = 130;

/// More than this many files that are no tasks are only counted.
const MAX_NAMED: usize = 5;

/// Runs a benchmark; the exit code.
pub fn bench(args: &BenchArgs) -> Result<u8, Failure> {
    let Found { mut tasks, skipped } = find(args)?;
    let corrected = correct(args, &mut tasks)?;
    if args.dry_run {
        output::print(&tasks.iter().map(describe).collect::<String>());
        return Ok(exit::FINISHED);
    }
    warn_of(&skipped);
    let scratch = Scratch::new(&args.output)?;
    let tools = tools(args, &scratch.0)?;
    let results_file = args.results.clone().unwrap_or_else(|| args.output.join("results.jsonl"));
    let mut results = Results::open(&results_file).map_err(bad)?;
    let limits = Limits { time: args.time_limit, memory: args.memory_limit };
    let stop = stop_on_interrupt(None);
    let bench = Bench {
        tools: &tools,
        tasks: &tasks,
        limits,
        jobs: args.jobs,
        output: &args.output,
        scratch: &scratch.0,
    };
    run(&bench, &mut results, &stop)?;

    let report = Report::new(&tools, &tasks, limits, &results);
    let header = Header {
        corrected,
        command: command_line(),
        date: machine::now(),
        machine: machine::description(),
        jobs: args.jobs,
    };
    write(&args.output, "results.csv", &table::csv(&report))?;
    let plots = write_plots(&args.output, &report)?;
    write(&args.output, "table.md", &table::markdown(&header, &report, &skipped, &plots))?;
    let wrong = !report.where_class(Class::is_wrong).is_empty();
    let code = match (wrong, stop.load(Ordering::Relaxed)) {
        (true, _) => exit::BUG,
        (false, true) => INTERRUPTED,
        (false, false) => exit::FINISHED,
    };
    output::print_last(&summary(&report, &args.output), code);
    Ok(code)
}

/// Does the runs, and says how far they are if somebody looks.
fn run(bench: &Bench, results: &mut Results, stop: &AtomicBool) -> Result<(), Failure> {
    if io::stderr().is_terminal() {
        let shown = Shown::new(bench.missing(results));
        bench.run(results, stop, &shown).map_err(bad)
    } else {
        bench.run(results, stop, &Quiet).map_err(bad)
    }
}

/// The tasks that the options ask for.
fn find(args: &BenchArgs) -> Result<Found, Failure> {
    let properties = if args.property.is_empty() { Property::USUAL.to_vec() } else { args.property.clone() };
    let selection = Selection { properties, folders: args.folder.clone(), threads: args.threads };
    let mut found = Found::default();
    for path in &args.paths {
        if path.is_dir() {
            let Found { mut tasks, skipped } = task::tasks(path, &selection).map_err(bad)?;
            if args.paths.len() > 1 {
                tasks.iter_mut().for_each(|task| task.name = format!("{}: {}", path.display(), task.name));
            }
            found.tasks.extend(tasks);
            found.skipped.extend(skipped);
        } else {
            found.tasks.extend(task::named(path, &selection).map_err(bad)?);
        }
    }
    for list in &args.list {
        let Found { tasks, skipped } = task::listed(list, &selection).map_err(bad)?;
        found.tasks.extend(tasks);
        found.skipped.extend(skipped);
    }
    if let Some(number) = args.sample {
        found.tasks = task::sample(found.tasks, number, args.seed);
    }
    if found.tasks.is_empty() {
        let names: Vec<&str> = selection.properties.iter().map(|property| property.name()).collect();
        let skipped = found.skipped.len();
        return Err(Failure::Input(format!(
            "error: there are no tasks about {} there; {skipped} files were skipped\n",
            names.join(", ")
        )));
    }
    Ok(found)
}

/// Puts right verdicts in the place of wrong ones.
fn correct(args: &BenchArgs, tasks: &mut [Task]) -> Result<Vec<Corrected>, Failure> {
    let mut corrected = vec![];
    for file in &args.labels {
        corrected.extend(task::correct(tasks, &task::labels(file).map_err(bad)?));
    }
    Ok(corrected)
}

fn describe(task: &Task) -> String {
    format!("{} {} {} {}\n", task.name, task.property.name(), task.data_model.name(), task.expected)
}

fn warn_of(skipped: &[task::TaskError]) {
    for error in skipped.iter().take(MAX_NAMED) {
        output::error(&format!("warning: skipped: {error}\n"));
    }
    if skipped.len() > MAX_NAMED {
        let more = skipped.len() - MAX_NAMED;
        output::error(&format!("warning: {more} more files are skipped; table.md names them\n"));
    }
}

/// A folder for this benchmark alone, removed at its end.
struct Scratch(PathBuf);

impl Scratch {
    fn new(output: &Path) -> Result<Self, Failure> {
        let path = output.join(format!("scratch-{}", std::process::id()));
        fs::create_dir_all(&path).map_err(|error| cannot("create", &path, &error))?;
        // Tools are started elsewhere.
        fs::canonicalize(&path).map(Self).map_err(|error| cannot("read", &path, &error))
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// The tools that the options ask for.
fn tools(args: &BenchArgs, scratch: &Path) -> Result<Vec<Tool>, Failure> {
    let fathom = Specification { kind: Kind::Fathom, path: None, options: String::new() };
    let usual = [fathom];
    let wanted = if args.tool.is_empty() { &usual } else { &args.tool[..] };
    let mut tools = vec![];
    for specification in wanted {
        let options = fathom_frontend::split_words(&specification.options)
            .map_err(|error| Failure::usage(format!("--tool '…:{}': {error}", specification.options)))?;
        tools.push(Tool::find(specification, options, scratch).map_err(bad)?);
    }
    tell_apart(&mut tools).map_err(Failure::usage)?;
    Ok(tools)
}

/// What is printed at the end: what is wrong first, then the table.
fn summary(report: &Report, folder: &Path) -> String {
    let mut text = String::new();
    for (tool, task, run) in report.where_class(Class::is_wrong) {
        text += &format!("wrong: {}\n  {}\n", table::answer(tool, task, run), run.record.command);
    }
    if !text.is_empty() {
        text.push('\n');
    }
    text += &table::by_tool(report);
    if report.done() < report.wanted() {
        text += &format!("\n{} of {} runs are done.\n", report.done(), report.wanted());
    }
    text + &format!("\nMore in {}.\n", folder.join("table.md").display())
}

/// Our command line, for a shell.
fn command_line() -> String {
    env::args_os().map(|word| quote(&word.to_string_lossy())).collect::<Vec<_>>().join(" ")
}

/// Writes a plot of all tools, and one of each pair; their names.
fn write_plots(folder: &Path, report: &Report) -> Result<Vec<String>, Failure> {
    let mut plots = vec![("quantile.svg".to_string(), plot::quantile(report))];
    for (second, tool) in report.tools.iter().enumerate() {
        for (first, other) in report.tools[..second].iter().enumerate() {
            let name = format!("scatter-{}-{}.svg", plot::slug(&other.label), plot::slug(&tool.label));
            plots.push((name, plot::scatter(report, first, second)));
        }
    }
    for (name, text) in &plots {
        write(folder, name, text)?;
    }
    Ok(plots.into_iter().map(|(name, _)| name).collect())
}

fn write(folder: &Path, name: &str, text: &str) -> Result<(), Failure> {
    let path = folder.join(name);
    fs::write(&path, text).map_err(|error| cannot("write", &path, &error))
}

fn cannot(what: &str, path: &Path, error: &io::Error) -> Failure {
    Failure::Input(format!("error: cannot {what} {}: {error}\n", path.display()))
}

fn bad(error: impl std::fmt::Display) -> Failure {
    Failure::Input(format!("error: {error}\n"))
}
