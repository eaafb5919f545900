//! Options of `fathom bench`.

use std::path::PathBuf;
use std::time::Duration;

use clap::Args;
use fathom_bench::Property;
use fathom_bench::tool::Specification;

use super::values::{parse_duration, parse_size};

/// Options of `fathom bench`.
#[derive(Args, Debug)]
pub struct BenchArgs {
    /// A folder of tasks (all folders below it count), a task file, or a program with a verdict in its name
    #[arg(value_name = "PATH", required_unless_present = "list")]
    pub paths: Vec<PathBuf>,
    /// Take the tasks from a list: paths and patterns, one a line, relative to the list (.set files are such)
    #[arg(long, value_name = "FILE", help_heading = "Tasks")]
    pub list: Vec<PathBuf>,
    /// Only these properties [default: unreach-call,valid-memsafety,valid-memcleanup,no-overflow]
    #[arg(long, value_name = "NAME", value_delimiter = ',', value_parser = parse_property,
          help_heading = "Tasks")]
    pub property: Vec<Property>,
    /// Only folders whose names match one of these patterns, such as loops,ldv-*
    #[arg(long, value_name = "PATTERN", value_delimiter = ',', help_heading = "Tasks")]
    pub folder: Vec<String>,
    /// Also programs with threads (folders pthread*, ldv-races and the like)
    #[arg(long, help_heading = "Tasks")]
    pub threads: bool,
    /// Only so many tasks, spread over the folders, and always the same ones
    #[arg(long, value_name = "N", help_heading = "Tasks")]
    pub sample: Option<usize>,
    /// Which sample
    #[arg(long, value_name = "N", default_value_t = 0, help_heading = "Tasks")]
    pub seed: u64,
    /// Verdicts of the tasks that are known to be wrong, and what is right: a task, a property, true or false, and the
    /// reason on each line
    #[arg(long, value_name = "FILE", help_heading = "Tasks")]
    pub labels: Vec<PathBuf>,
    /// Print the tasks with their verdicts and run nothing
    #[arg(long, help_heading = "Tasks")]
    pub dry_run: bool,
    /// What to run: fathom, cbmc, esbmc, sea or klee, with a path (cbmc=/opt/cbmc/bin/cbmc) and with options
    /// ('fathom:--solver z3') if you like; may be given several times [default: fathom]
    #[arg(long, value_name = "TOOL", help_heading = "Runs")]
    pub tool: Vec<Specification>,
    /// For each run, CPU time and wall time
    #[arg(long, value_name = "DURATION", default_value = "15s", value_parser = parse_duration,
          help_heading = "Runs")]
    pub time_limit: Duration,
    /// For each run, memory of all its processes
    #[arg(long, value_name = "SIZE", default_value = "4G", value_parser = parse_size, help_heading = "Runs")]
    pub memory_limit: u64,
    /// Runs at a time
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = parse_jobs, help_heading = "Runs")]
    pub jobs: usize,
    /// Where tables and plots go
    #[arg(long, value_name = "DIR", default_value = "bench", help_heading = "Output")]
    pub output: PathBuf,
    /// Where results are kept; runs that are there already are not repeated [default: results.jsonl in --output]
    #[arg(long, value_name = "FILE", help_heading = "Output")]
    pub results: Option<PathBuf>,
}

fn parse_property(text: &str) -> Result<Property, String> {
    Property::by_name(text).ok_or_else(|| {
        let names = Property::ALL.map(Property::name).join(", ");
        format!("there is no such property; the properties are: {names}")
    })
}

/// At least one.
fn parse_jobs(text: &str) -> Result<usize, String> {
    match text.parse() {
        Ok(number) if (1..=1024).contains(&number) => Ok(number),
        _ => Err("expected a number from 1 to 1024".into()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::args::{Command, parse};

    fn bench(arguments: &[&str]) -> Result<BenchArgs, clap::Error> {
        let all = ["fathom", "bench"].iter().chain(arguments).map(std::ffi::OsString::from);
        match parse(all)?.command {
            Command::Bench(bench) => Ok(*bench),
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn options() {
        let args =
            bench(&["c", "--property", "unreach-call,termination", "--tool", "fathom:--unwind 8"]).unwrap();
        assert_eq!(args.property, [Property::UnreachCall, Property::Termination]);
        assert_eq!(args.tool[0].options, "--unwind 8");
        assert_eq!((args.time_limit, args.memory_limit, args.jobs), (Duration::from_secs(15), 4 << 30, 1));
        assert!(bench(&["--list", "tasks.set"]).is_ok());
    }

    #[test]
    fn wrong_values() {
        for line in [&[][..], &["c", "--property", "x"], &["c", "--tool", "z3"], &["c", "--jobs", "0"]] {
            assert!(bench(line).is_err(), "{line:?}");
        }
    }
}
