//! `fathom run` and `fathom check` agree: what fails in an execution, under any layout of objects, is not proved.
//!
//! Every program of `tests/check` and `tests/run` is executed as it is and with objects laid out at random, and checked
//! for the same kinds of defects. By default a part of the programs is taken; `FATHOM_TEST_ALL=1` takes all of them, with
//! three layouts each (`make agreement`).

mod common;

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use common::{Job, in_parallel, tests_directory};
use fathom_frontend::split_words;

/// Of so many programs one is taken, unless all are wanted.
const SAMPLED: usize = 6;

/// How options begin that mean the same to both commands.
const SHARED: [&str; 8] = ["-m32", "-D", "-std", "-x", "-f", "-I", "--check", "--no-check"];

/// A program with what its comments say about how to execute it.
struct Program {
    path: PathBuf,
    options: Vec<String>,
    args: Vec<String>,
    stdin: Vec<u8>,
    /// `check` is known to see less here, and why.
    excused: bool,
}

/// A kind at a line.
type Place = (String, u64);

impl Program {
    fn read(path: &Path) -> Self {
        let text = fs::read_to_string(path).unwrap_or_default();
        let mut program =
            Self { path: path.into(), options: vec![], args: vec![], stdin: vec![], excused: false };
        for line in text.lines() {
            let comment = line.strip_prefix("//").or_else(|| line.strip_prefix(';'));
            let Some((directive, value)) = comment.and_then(|comment| comment.trim_start().split_once(':'))
            else {
                continue;
            };
            let words = || split_words(value).unwrap_or_default();
            match directive {
                "OPTIONS" => program.options = shared(&words()),
                "ARGS" => program.args.extend(words()),
                "CHECK" => program.excused = true,
                "STDIN" => program.stdin.extend(value.trim_start().replace("\\n", "\n").bytes()),
                _ => {}
            }
        }
        program
    }

    /// A command in a folder where programs may write files.
    fn job(&self, command: &str) -> Job {
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("agreement");
        fs::create_dir_all(&folder).expect("a folder for programs");
        let mut job = Job::fathom(command);
        job.command.current_dir(folder).args(&self.options);
        job
    }

    /// What fails in an execution, if anything does.
    fn run(&self, layout: Option<u64>) -> Option<Place> {
        let mut job = self.job("run");
        if let Some(seed) = layout {
            job.command.arg("--layout").arg(seed.to_string());
        }
        job.command.args(["--max-steps", "20000000"]);
        job.command.arg(&self.path).arg("--").args(&self.args);
        job.stdin.clone_from(&self.stdin);
        let result = job.run();
        if result.code != Some(1) {
            return None;
        }
        let mut lines = result.stderr.lines();
        let kind =
            lines.find_map(|line| line.strip_prefix("error[")?.split_once(']').map(|(kind, _)| kind))?;
        let line = lines.find_map(|line| position(line.trim_start().strip_prefix("--> ")?))?;
        Some((kind.to_string(), line))
    }

    /// The outcome of a check, and the verdicts at every place.
    fn check(&self) -> Option<(String, Vec<(Place, String)>)> {
        let mut job = self.job("check");
        job.command.args(["--check", "uninitialised-use", "--timeout", "4", "--format", "json"]);
        job.command.arg(&self.path);
        let result = job.run();
        let report: serde_json::Value = serde_json::from_str(&result.stdout).ok()?;
        let verdicts = report["properties"].as_array()?.iter().map(|property| {
            let text = |key: &str| property[key].as_str().unwrap_or_default().to_string();
            ((text("kind"), property["line"].as_u64().unwrap_or_default()), text("verdict"))
        });
        Some((report["outcome"].as_str()?.to_string(), verdicts.collect()))
    }

    /// Where the two disagree.
    fn judge(&self, layouts: &[Option<u64>]) -> Result<bool, String> {
        if self.excused {
            return Ok(false);
        }
        let failed: BTreeSet<Place> = layouts.iter().filter_map(|&layout| self.run(layout)).collect();
        if failed.is_empty() {
            return Ok(false);
        }
        let Some((outcome, verdicts)) = self.check() else { return Ok(false) };
        for place in failed {
            let here: Vec<&str> = verdicts
                .iter()
                .filter(|(other, _)| *other == place)
                .map(|(_, verdict)| &verdict[..])
                .collect();
            let holds = |verdict: &&str| ["proved", "unreachable"].contains(verdict);
            if outcome == "proved" || (!here.is_empty() && here.iter().all(holds)) {
                let (kind, line) = place;
                let path = self.path.display();
                return Err(format!("{path}: {kind} fails at line {line}; check: {outcome}, there {here:?}"));
            }
        }
        Ok(true)
    }
}

fn shared(words: &[String]) -> Vec<String> {
    let mut kept = vec![];
    let mut words = words.iter();
    while let Some(word) = words.next() {
        if SHARED.iter().any(|option| word.starts_with(option)) {
            kept.push(word.clone());
            if word.starts_with("--") && !word.contains('=') {
                kept.extend(words.next().cloned());
            }
        }
    }
    kept
}

/// The line of a position, `file:line:column` or `file:line`.
fn position(text: &str) -> Option<u64> {
    let numbers: Vec<u64> = text.split(':').skip(1).map_while(|part| part.parse().ok()).collect();
    numbers.first().copied()
}

fn files(directory: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(directory).into_iter().flatten().flatten() {
        let path = entry.path();
        if path.is_dir() {
            files(&path, found);
        } else if ["c", "cc", "cpp"].iter().any(|e| path.extension().is_some_and(|x| x == *e)) {
            found.push(path);
        }
    }
}

#[test]
fn nothing_that_fails_in_an_execution_is_proved() {
    let all = std::env::var_os("FATHOM_TEST_ALL").is_some();
    let mut paths = vec![];
    files(&tests_directory().join("check"), &mut paths);
    files(&tests_directory().join("run"), &mut paths);
    paths.sort();
    assert!(!paths.is_empty(), "no programs");
    let step = if all { 1 } else { SAMPLED };
    let programs: Vec<Program> = paths.iter().step_by(step).map(|path| Program::read(path)).collect();
    let layouts: &[Option<u64>] = if all { &[None, Some(1), Some(2), Some(3)] } else { &[None, Some(4)] };
    let results = in_parallel(&programs, |program| program.judge(layouts));
    let failing = results.iter().filter(|result| matches!(result, Ok(true))).count();
    let wrong: Vec<&String> = results.iter().filter_map(|result| result.as_ref().err()).collect();
    println!("{} programs, {failing} of them fail in an execution", programs.len());
    assert!(failing * 10 > programs.len(), "hardly anything fails: {failing} of {}", programs.len());
    let list: Vec<&str> = wrong.iter().map(|problem| problem.as_str()).collect();
    assert!(wrong.is_empty(), "{} of {}:\n  {}", wrong.len(), programs.len(), list.join("\n  "));
}
