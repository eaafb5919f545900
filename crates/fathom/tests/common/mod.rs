//! What the tests of the command line share. Each uses a part of it.
#![allow(dead_code)]

use std::ffi::OsStr;
use std::io::{Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::Mutex;
use std::thread;
use std::time::{Duration, Instant};

/// How a process ended.
#[derive(Debug)]
pub struct Finished {
    /// Exit code; `None` if a signal ended it, or we did after [`Job::timeout`].
    pub code: Option<i32>,
    /// Standard output.
    pub stdout: String,
    /// Standard error.
    pub stderr: String,
    /// We ended it.
    pub timed_out: bool,
}

/// A process to run.
pub struct Job {
    /// The command.
    pub command: Command,
    /// Its standard input.
    pub stdin: Vec<u8>,
    /// How long it may run.
    pub timeout: Duration,
}

impl Job {
    /// A command without input that may run for a minute.
    pub fn new(program: impl AsRef<OsStr>) -> Self {
        Self { command: Command::new(program), stdin: Vec::new(), timeout: Duration::from_secs(60) }
    }

    /// `fathom` with a subcommand.
    pub fn fathom(subcommand: &str) -> Self {
        let mut job = Self::new(env!("CARGO_BIN_EXE_fathom"));
        job.command.arg(subcommand).env_remove("NO_COLOR");
        job
    }

    /// Runs it to its end.
    pub fn run(mut self) -> Finished {
        let mut child = self
            .command
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap_or_else(|error| panic!("{:?}: {error}", self.command));
        let mut stdin = child.stdin.take().unwrap();
        let (mut stdout, mut stderr) = (child.stdout.take().unwrap(), child.stderr.take().unwrap());
        thread::scope(|scope| {
            scope.spawn(move || {
                // The program need not read all of its input.
                let _ = stdin.write_all(&self.stdin);
            });
            let out = scope.spawn(move || {
                let mut bytes = Vec::new();
                let _ = stdout.read_to_end(&mut bytes);
                bytes
            });
            let err = scope.spawn(move || {
                let mut bytes = Vec::new();
                let _ = stderr.read_to_end(&mut bytes);
                bytes
            });
            let start = Instant::now();
            let mut pause = Duration::from_millis(1);
            let (code, timed_out) = loop {
                if let Some(status) = child.try_wait().unwrap() {
                    break (status.code(), false);
                }
                if start.elapsed() > self.timeout {
                    child.kill().unwrap();
                    child.wait().unwrap();
                    break (None, true);
                }
                thread::sleep(pause);
                pause = (pause * 2).min(Duration::from_millis(50));
            };
            let text = |bytes: Vec<u8>| String::from_utf8_lossy(&bytes).into_owned();
            Finished { code, timed_out, stdout: text(out.join().unwrap()), stderr: text(err.join().unwrap()) }
        })
    }
}

/// The directory `tests` of the repository.
pub fn tests_directory() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests").canonicalize().unwrap()
}

/// The oldest and the newest clang that are installed.
pub fn clangs() -> Vec<fathom_frontend::Clang> {
    let mut all = fathom_frontend::installed_clangs();
    assert!(!all.is_empty(), "the tests need clang; `make test` installs it");
    all.drain(1..all.len().max(2) - 1);
    all
}

/// Whether clang can link programs with its sanitizers.
pub fn has_sanitizers() -> bool {
    let clang = fathom_frontend::Clang::find().expect("the tests need clang; `make test` installs it");
    let mut job = Job::new(clang.path);
    job.command.args(["-fsanitize=address,undefined", "-x", "c", "-o", "/dev/null", "-"]);
    job.stdin = b"int main(void) { return 0; }".to_vec();
    job.run().code == Some(0)
}

/// Says what a test that passes did not look at. The harness shows what passing tests print to nobody, unless it is
/// written past it.
pub fn say_aloud(what: &str) {
    let _ = writeln!(std::io::stderr(), "{what}");
}

/// Does something with every item, as many at a time as there are processors.
pub fn in_parallel<T: Sync, R: Send>(items: &[T], work: impl Fn(&T) -> R + Sync) -> Vec<R> {
    let next = Mutex::new(0);
    let results: Mutex<Vec<Option<R>>> = Mutex::new(items.iter().map(|_| None).collect());
    thread::scope(|scope| {
        for _ in 0..thread::available_parallelism().map_or(1, |n| n.get()) {
            scope.spawn(|| {
                loop {
                    let at = {
                        let mut next = next.lock().unwrap();
                        *next += 1;
                        *next - 1
                    };
                    let Some(item) = items.get(at) else { break };
                    let result = work(item);
                    results.lock().unwrap()[at] = Some(result);
                }
            });
        }
    });
    results.into_inner().unwrap().into_iter().flatten().collect()
}

/// An empty directory for a test.
pub fn scratch(test: &str) -> PathBuf {
    let directory = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("tests").join(test);
    let _ = std::fs::remove_dir_all(&directory);
    std::fs::create_dir_all(&directory).unwrap();
    directory
}
