//! Running one command under limits.
//!
//! A command is the leader of a process group of its own, in a folder of its own. It is watched every 50 ms:
//! the memory and CPU time of its process and all that it started are summed up from `/proc`. When a limit is
//! passed, the group and all that was seen of its descendants are killed. What is reported is the larger of
//! these sums and what `wait4` says when it has ended: the kernel knows short runs and peaks between two looks,
//! the sums know children that nobody waited for. Memory is what is resident; pages that processes share are
//! counted for each.
//!
//! The kernel's limit of CPU time (`RLIMIT_CPU`) is set as well, so that nothing runs on for ever if the
//! harness itself is killed.

use std::ffi::OsString;
use std::fs::{self, File};
use std::io::{self, Read, Seek, SeekFrom};
use std::os::unix::process::{CommandExt, ExitStatusExt};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::process::{
    Pid, PidfdFlags, Resource, Rlimit, Signal, kill_process, kill_process_group, pidfd_open, prlimit,
};
use wait4::Wait4;

use crate::tree::{self, Process};

/// How often a command is looked at.
const INTERVAL: Duration = Duration::from_millis(50);

/// What is kept of each output: its end.
const KEPT: u64 = 4 << 20;

/// More than this is no output of a tool that works.
const MAX_OUTPUT: u64 = 1 << 30;

/// A command line, and what it needs in its folder.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Invocation {
    /// What to run.
    pub program: PathBuf,
    /// Its arguments.
    pub arguments: Vec<OsString>,
    /// Files to write before, with their names in the folder.
    pub files: Vec<(&'static str, &'static str)>,
}

impl Invocation {
    /// A command without arguments.
    pub fn new(program: impl Into<PathBuf>) -> Self {
        Self { program: program.into(), arguments: vec![], files: vec![] }
    }

    /// Adds an argument.
    pub fn arg(mut self, argument: impl Into<OsString>) -> Self {
        self.arguments.push(argument.into());
        self
    }

    /// Adds arguments.
    pub fn args<A: Into<OsString>>(mut self, arguments: impl IntoIterator<Item = A>) -> Self {
        self.arguments.extend(arguments.into_iter().map(Into::into));
        self
    }

    /// The line for a shell.
    pub fn line(&self) -> String {
        let words =
            std::iter::once(self.program.as_os_str()).chain(self.arguments.iter().map(OsString::as_os_str));
        words.map(|word| quote(&word.to_string_lossy())).collect::<Vec<_>>().join(" ")
    }
}

/// A word as a shell reads it back.
pub fn quote(word: &str) -> String {
    let plain = |c: char| c.is_ascii_alphanumeric() || "-_./=:,+@%".contains(c);
    if !word.is_empty() && word.chars().all(plain) {
        word.to_string()
    } else {
        format!("'{}'", word.replace('\'', r"'\''"))
    }
}

/// What a command may use.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Budget {
    /// Wall time.
    pub wall: Duration,
    /// CPU time of all processes.
    pub cpu: Duration,
    /// Resident memory of all processes, in bytes.
    pub memory: u64,
}

/// How a command ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ending {
    /// By itself, with this code.
    Exited(i32),
    /// By a signal that we did not send.
    Signalled(i32),
    /// We ended it: too much time.
    TimeOut,
    /// We ended it: too much memory.
    OutOfMemory,
    /// We ended it: too much output.
    TooMuchOutput,
    /// We ended it, since somebody stopped us.
    Interrupted,
}

/// What a command did.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Finished {
    /// How it ended.
    pub ending: Ending,
    /// The end of its standard output.
    pub stdout: String,
    /// The end of its standard error.
    pub stderr: String,
    /// CPU time of all processes.
    pub cpu: Duration,
    /// Wall time.
    pub wall: Duration,
    /// The peak of memory, in bytes.
    pub memory: u64,
}

/// Runs a command in a folder, which must exist. Whoever sets `stop` ends it.
pub fn execute(
    invocation: &Invocation,
    folder: &Path,
    budget: Budget,
    stop: &AtomicBool,
) -> io::Result<Finished> {
    for (name, text) in &invocation.files {
        fs::write(folder.join(name), text)?;
    }
    // Beside the folder, and not in it: a tool may clean up.
    let output = |stream: &str| {
        let path = folder.with_extension(stream);
        File::options().read(true).write(true).create(true).truncate(true).open(path)
    };
    let (mut stdout, mut stderr) = (output("out")?, output("err")?);
    let start = Instant::now();
    let mut child = Command::new(&invocation.program)
        .args(&invocation.arguments)
        .current_dir(folder)
        .env("TMPDIR", folder)
        .stdin(Stdio::null())
        .stdout(stdout.try_clone()?)
        .stderr(stderr.try_clone()?)
        .process_group(0)
        .spawn()?;
    let watched = watch(&child, budget, stop, start, &[&stdout, &stderr]);
    let wall = start.elapsed();
    if watched.is_err() {
        // Nobody watches it, so it must not go on.
        let _ = child.kill();
    }
    let used = child.wait4()?;
    let Watched { ended, peak, cpu } = watched?;
    let ending = match (ended, used.status.code()) {
        (Some(ending), _) => ending,
        (None, Some(code)) => Ending::Exited(code),
        (None, None) => match used.status.signal().unwrap_or_default() {
            signal if signal == Signal::XCPU.as_raw() => Ending::TimeOut,
            signal => Ending::Signalled(signal),
        },
    };
    Ok(Finished {
        ending,
        stdout: end_of(&mut stdout)?,
        stderr: end_of(&mut stderr)?,
        cpu: cpu.max(used.rusage.utime + used.rusage.stime),
        wall,
        memory: larger_peak(peak, used.rusage.maxrss),
    })
}

/// The peak of what was seen and what the kernel says. The kernel counts our own memory as that of the
/// command until it has its own, so what it says is of use only if it is more than that, or all there is.
fn larger_peak(seen: u64, kernel: u64) -> u64 {
    if seen == 0 || kernel > tree::own_peak() { seen.max(kernel) } else { seen }
}

/// What was seen of a command.
struct Watched {
    /// Why we ended it, if we did.
    ended: Option<Ending>,
    peak: u64,
    cpu: Duration,
}

/// Looks at a command until it has ended, and ends it if it must be. It is not waited for: while it is a
/// zombie its number belongs to it, and so does its group.
fn watch(
    child: &Child,
    budget: Budget,
    stop: &AtomicBool,
    start: Instant,
    outputs: &[&File],
) -> io::Result<Watched> {
    let pid = Pid::from_child(child);
    let seconds = budget.cpu.as_secs() + 1;
    // It may have ended already.
    let _ = prlimit(Some(pid), Resource::Cpu, Rlimit { current: Some(seconds), maximum: Some(seconds + 1) });
    let handle = pidfd_open(pid, PidfdFlags::empty())?;
    let mut watched = Watched { ended: None, peak: 0, cpu: Duration::ZERO };
    let mut seen = vec![];
    loop {
        let left =
            if watched.ended.is_some() { INTERVAL } else { budget.wall.saturating_sub(start.elapsed()) };
        if ends_within(&handle, left.min(INTERVAL))? {
            break;
        }
        let usage = tree::usage(pid);
        watched.peak = watched.peak.max(usage.memory);
        watched.cpu = watched.cpu.max(usage.cpu);
        seen = usage.processes;
        if watched.ended.is_none() {
            watched.ended = reason_to_end(budget, stop, start, &watched, usage.memory, outputs)?;
        }
        if watched.ended.is_some() {
            kill(pid, &seen);
        }
    }
    // Whatever it left behind.
    kill(pid, &seen);
    Ok(watched)
}

fn reason_to_end(
    budget: Budget,
    stop: &AtomicBool,
    start: Instant,
    watched: &Watched,
    memory: u64,
    outputs: &[&File],
) -> io::Result<Option<Ending>> {
    let mut printed = 0;
    for output in outputs {
        printed += output.metadata()?.len();
    }
    Ok(if stop.load(Ordering::Relaxed) {
        Some(Ending::Interrupted)
    } else if memory > budget.memory {
        Some(Ending::OutOfMemory)
    } else if start.elapsed() >= budget.wall || watched.cpu > budget.cpu {
        Some(Ending::TimeOut)
    } else if printed > MAX_OUTPUT {
        Some(Ending::TooMuchOutput)
    } else {
        None
    })
}

/// Whether a process ends within a time.
fn ends_within(handle: &rustix::fd::OwnedFd, time: Duration) -> io::Result<bool> {
    // Never beyond what the type holds: it is 50 ms at most.
    let timeout = Timespec { tv_sec: 0, tv_nsec: time.subsec_nanos().into() };
    match poll(&mut [PollFd::new(handle, PollFlags::IN)], Some(&timeout)) {
        Ok(ready) => Ok(ready > 0),
        Err(rustix::io::Errno::INTR) => Ok(false),
        Err(error) => Err(error.into()),
    }
}

/// Kills a group, and what was seen outside of it.
fn kill(group: Pid, seen: &[Process]) {
    // They may all have ended already.
    let _ = kill_process_group(group, Signal::KILL);
    for process in seen.iter().filter(|process| process.pid != group && process.is_alive()) {
        let _ = kill_process(process.pid, Signal::KILL);
    }
}

fn end_of(file: &mut File) -> io::Result<String> {
    let length = file.metadata()?.len();
    file.seek(SeekFrom::Start(length.saturating_sub(KEPT)))?;
    let mut bytes = vec![];
    file.take(KEPT).read_to_end(&mut bytes)?;
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::Scratch;

    const PLENTY: Budget =
        Budget { wall: Duration::from_secs(100), cpu: Duration::from_secs(100), memory: 8 << 30 };

    /// Runs a shell script in a folder of its own.
    fn shell(test: &str, script: &str, budget: Budget) -> Finished {
        let scratch = Scratch::new(&format!("process-{test}"));
        let invocation = Invocation::new("sh").args(["-c", script]);
        execute(&invocation, &scratch.path, budget, &AtomicBool::new(false)).unwrap()
    }

    #[test]
    fn output_and_exit_code() {
        let finished = shell("output", "echo yes; echo no >&2; touch here; exit 7", PLENTY);
        assert_eq!(finished.ending, Ending::Exited(7));
        assert_eq!((finished.stdout.as_str(), finished.stderr.as_str()), ("yes\n", "no\n"));
        assert!(finished.memory > 0 && finished.wall > Duration::ZERO);
        assert_eq!(shell("signal", "kill -SEGV $$", PLENTY).ending, Ending::Signalled(11));
    }

    #[test]
    fn the_clock_ends_it() {
        let budget = Budget { wall: Duration::from_millis(200), ..PLENTY };
        let finished = shell("clock", "echo begun; sleep 100 & sleep 100; echo never", budget);
        assert_eq!((finished.ending, finished.stdout.as_str()), (Ending::TimeOut, "begun\n"));
        assert!(finished.wall >= budget.wall && finished.wall < Duration::from_secs(50));
    }

    #[test]
    fn cpu_time_is_that_of_all_processes() {
        let budget = Budget { cpu: Duration::from_millis(200), ..PLENTY };
        let finished = shell("cpu", "(while :; do :; done) & while :; do :; done", budget);
        assert_eq!(finished.ending, Ending::TimeOut);
        assert!(finished.cpu >= budget.cpu && finished.wall < PLENTY.wall);
    }

    #[test]
    fn memory_ends_it() {
        // `tail` keeps what it reads until there is a line.
        let budget = Budget { memory: 200 << 20, ..PLENTY };
        let finished = shell("memory", "tail -n 1 /dev/zero", budget);
        assert_eq!(finished.ending, Ending::OutOfMemory, "{finished:?}");
        assert!(finished.memory > budget.memory);
    }

    #[test]
    fn what_it_left_behind_is_ended() {
        let script = "sleep 100 & echo $!; setsid sleep 100 & echo $!; sleep 0.3";
        let finished = shell("behind", script, PLENTY);
        assert_eq!(finished.ending, Ending::Exited(0));
        let state = |pid: &str| fs::read_to_string(format!("/proc/{pid}/stat")).unwrap_or_default();
        for pid in finished.stdout.lines() {
            let start = Instant::now();
            while state(pid).contains("(sleep) S") {
                assert!(start.elapsed() < Duration::from_secs(20), "{pid} runs on");
                std::thread::sleep(Duration::from_millis(10));
            }
        }
        assert_eq!(finished.stdout.lines().count(), 2);
    }

    #[test]
    fn whoever_stops_us_stops_it() {
        let scratch = Scratch::new("process-stop");
        let sleep = Invocation::new("sleep").arg("100");
        let finished = execute(&sleep, &scratch.path, PLENTY, &AtomicBool::new(true)).unwrap();
        assert_eq!(finished.ending, Ending::Interrupted);
        let nothing = Invocation::new("/no/such/tool");
        assert!(execute(&nothing, &scratch.path, PLENTY, &AtomicBool::new(false)).is_err());
    }

    #[test]
    fn command_lines_can_be_pasted() {
        let invocation = Invocation::new("/bin/tool").args(["--a=b", "it's", "", "x y"]);
        assert_eq!(invocation.line(), r"/bin/tool --a=b 'it'\''s' '' 'x y'");
    }
}
