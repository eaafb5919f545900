//! Running tools on tasks.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Duration;

use crate::process::{Budget, Ending, execute};
use crate::property::Property;
use crate::results::{Key, Record, Results, ResultsError};
use crate::task::Task;
use crate::tool::{Next, Question, Tool};
use crate::verdict::{Status, Verdict};

/// The name of the error function in property files that we write, before 2020.
const OLD: &str = "__VERIFIER_error";

/// What each run may use.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Limits {
    /// CPU time and wall time, each.
    pub time: Duration,
    /// Resident memory of all processes, in bytes.
    pub memory: u64,
}

impl Limits {
    /// How long a run may go on beyond the limit: tools that know it need a moment to say so. A tenth of it,
    /// but one to five seconds.
    pub fn grace(self) -> Duration {
        (self.time / 10).clamp(Duration::from_secs(1), Duration::from_secs(5))
    }
}

/// How a run ended.
#[derive(Clone, PartialEq, Debug)]
pub struct Outcome {
    /// The answer.
    pub status: Status,
    /// More about it.
    pub reason: String,
    /// CPU time of all processes.
    pub cpu: Duration,
    /// Wall time.
    pub wall: Duration,
    /// Peak of memory, in bytes.
    pub memory: u64,
    /// The last command.
    pub command: String,
}

/// What to run, and where to write.
pub struct Bench<'a> {
    /// The tools.
    pub tools: &'a [Tool],
    /// The tasks.
    pub tasks: &'a [Task],
    /// For each run.
    pub limits: Limits,
    /// Runs at a time.
    pub jobs: usize,
    /// For property files.
    pub output: &'a Path,
    /// For the folders that runs happen in.
    pub scratch: &'a Path,
}

/// Hears of runs as they end.
pub trait Observer: Sync {
    /// A run has ended.
    fn ended(&self, tool: &Tool, task: &Task, record: &Record);
}

/// Why a benchmark cannot go on.
#[derive(Debug, thiserror::Error)]
pub enum BenchError {
    /// Results cannot be written.
    #[error(transparent)]
    Results(#[from] ResultsError),
    /// A folder or file cannot be written.
    #[error("{}: {error}", path.display())]
    File {
        /// Which.
        path: PathBuf,
        /// What the system says.
        error: io::Error,
    },
}

impl Bench<'_> {
    /// How many runs are not in the results yet.
    pub fn missing(&self, results: &Results) -> usize {
        let missing =
            |task: &Task| self.tools.iter().filter(|tool| !self.is_done(tool, task, results)).count();
        self.tasks.iter().map(missing).sum()
    }

    fn is_done(&self, tool: &Tool, task: &Task, results: &Results) -> bool {
        results.get(&Key::new(tool, task, self.limits)).is_some()
    }

    /// Does the runs that are not in the results yet.
    ///
    /// All tools run on a task right after each other, in an order that rotates from task to task: what else
    /// the machine does then hits all of them alike. Whoever sets `stop` ends it; the runs under way are lost.
    pub fn run(
        &self,
        results: &mut Results,
        stop: &AtomicBool,
        observer: &dyn Observer,
    ) -> Result<(), BenchError> {
        let session = Session {
            bench: self,
            properties: self.write_properties()?,
            next: AtomicUsize::new(0),
            shared: Mutex::new(Shared { results, error: None }),
            stop,
            observer,
        };
        thread::scope(|scope| {
            for worker in 0..self.jobs {
                let session = &session;
                scope.spawn(move || session.work(worker));
            }
        });
        match session.lock().error.take() {
            Some(error) => Err(error),
            None => Ok(()),
        }
    }

    /// Writes property files for tasks that have none; the folder.
    fn write_properties(&self) -> Result<PathBuf, BenchError> {
        let folder = self.output.join("properties");
        let write = |path: PathBuf, text: &str| {
            fs::write(&path, text).map_err(|error| BenchError::File { path, error })
        };
        fs::create_dir_all(&folder).map_err(|error| BenchError::File { path: folder.clone(), error })?;
        for property in Property::ALL {
            write(folder.join(format!("{}.prp", property.name())), &property.text("reach_error"))?;
        }
        write(folder.join(format!("unreach-call-{OLD}.prp")), &Property::UnreachCall.text(OLD))?;
        // Tools are started elsewhere.
        fs::canonicalize(&folder).map_err(|error| BenchError::File { path: folder, error })
    }
}

/// The property file for a task that has none.
fn property_file(task: &Task, folder: &Path) -> PathBuf {
    // A program that cannot be read is for the tool to complain about.
    let is_old = task.property_text().is_ok_and(|text| text.contains(OLD));
    let name = task.property.name();
    folder.join(if is_old { format!("{name}-{OLD}.prp") } else { format!("{name}.prp") })
}

/// What workers share.
struct Session<'a> {
    bench: &'a Bench<'a>,
    /// The folder of property files.
    properties: PathBuf,
    /// The next task.
    next: AtomicUsize,
    shared: Mutex<Shared<'a>>,
    stop: &'a AtomicBool,
    observer: &'a dyn Observer,
}

struct Shared<'a> {
    results: &'a mut Results,
    /// What went wrong first.
    error: Option<BenchError>,
}

impl<'a> Session<'a> {
    /// A worker that panicked has not left anything half done.
    fn lock(&self) -> MutexGuard<'_, Shared<'a>> {
        self.shared.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Takes tasks until there are none.
    fn work(&self, worker: usize) {
        while !self.stop.load(Ordering::Relaxed) && self.lock().error.is_none() {
            let index = self.next.fetch_add(1, Ordering::Relaxed);
            let Some(task) = self.bench.tasks.get(index) else { break };
            if let Err(error) = self.run_task(task, index, worker) {
                self.lock().error.get_or_insert(error);
            }
        }
    }

    /// Runs all tools on a task.
    fn run_task(&self, task: &Task, index: usize, worker: usize) -> Result<(), BenchError> {
        let Bench { tools, limits, scratch, .. } = *self.bench;
        for turn in 0..tools.len() {
            let tool = &tools[(index + turn) % tools.len()];
            if self.bench.is_done(tool, task, self.lock().results) {
                continue;
            }
            let scratch = Scratch::new(&scratch.join(worker.to_string()))?;
            let generated = || property_file(task, &self.properties);
            let property_file = task.property_file.clone().unwrap_or_else(generated);
            let question = Question {
                tool,
                task,
                property_file: &property_file,
                time: limits.time,
                memory: limits.memory,
            };
            let Some(outcome) = run_one(&question, limits, &scratch.0, self.stop) else { return Ok(()) };
            let record = Record::new(tool, task, limits, &outcome);
            self.lock().results.add(record.clone())?;
            self.observer.ended(tool, task, &record);
        }
        Ok(())
    }
}

/// A folder for one run, removed after it.
struct Scratch(PathBuf);

impl Scratch {
    fn new(path: &Path) -> Result<Self, BenchError> {
        let wrong = |error| BenchError::File { path: path.to_path_buf(), error };
        fs::create_dir_all(path).map_err(wrong)?;
        Ok(Self(fs::canonicalize(path).map_err(wrong)?))
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
        for stream in ["out", "err"] {
            let _ = fs::remove_file(self.0.with_extension(stream));
        }
    }
}

/// One run; `None` if it was stopped.
fn run_one(question: &Question, limits: Limits, scratch: &Path, stop: &AtomicBool) -> Option<Outcome> {
    let end = limits.time + limits.grace();
    let mut outcome = Outcome {
        status: Status::Error,
        reason: String::new(),
        cpu: Duration::ZERO,
        wall: Duration::ZERO,
        memory: 0,
        command: String::new(),
    };
    let (mut round, mut last) = (0, None);
    loop {
        let invocation = match question.tool.next(question, round, last.as_ref()) {
            Next::Run(invocation) => invocation,
            Next::Done(verdict) => {
                conclude(&mut outcome, verdict, limits);
                return Some(outcome);
            }
        };
        outcome.command = invocation.line();
        let budget = Budget {
            wall: end.saturating_sub(outcome.wall),
            cpu: end.saturating_sub(outcome.cpu),
            memory: limits.memory,
        };
        let finished = match execute(&invocation, scratch, budget, stop) {
            Ok(finished) => finished,
            Err(error) => {
                outcome.reason = format!("cannot run it: {error}");
                return Some(outcome);
            }
        };
        outcome.cpu += finished.cpu;
        outcome.wall += finished.wall;
        outcome.memory = outcome.memory.max(finished.memory);
        match finished.ending {
            Ending::Interrupted => return None,
            Ending::TimeOut => outcome.status = Status::TimeOut,
            Ending::OutOfMemory => outcome.status = Status::OutOfMemory,
            // Nobody but the kernel sends this when memory runs out.
            Ending::Signalled(9) => {
                outcome.status = Status::OutOfMemory;
                outcome.reason = "killed by the system".into();
            }
            Ending::Exited(_) | Ending::Signalled(_) | Ending::TooMuchOutput => {
                round += 1;
                last = Some(finished);
                continue;
            }
        }
        return Some(outcome);
    }
}

/// A tool that does not know after all of its time has run out of it.
fn conclude(outcome: &mut Outcome, verdict: Verdict, limits: Limits) {
    let late = outcome.wall >= limits.time || outcome.cpu >= limits.time;
    (outcome.status, outcome.reason) = match verdict {
        Verdict::True => (Status::True, String::new()),
        Verdict::False(property) => (Status::False(property), String::new()),
        Verdict::Unknown(reason) if late => (Status::TimeOut, reason),
        Verdict::Unknown(reason) => (Status::Unknown, reason),
        Verdict::Error(reason) => (Status::Error, reason),
    };
}
