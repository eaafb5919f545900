//! What a process and all that it started use, from `/proc`.

use std::fs;
use std::time::Duration;

use rustix::param::{clock_ticks_per_second, page_size};
use rustix::process::Pid;

/// More processes than this are not looked at.
const MAX_PROCESSES: usize = 1000;

/// A process that was seen.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Process {
    /// Its number.
    pub pid: Pid,
    /// When it began, in ticks.
    started: u64,
}

/// What a tree of processes uses.
#[derive(Default, Debug)]
pub struct Usage {
    /// Resident memory, in bytes.
    pub memory: u64,
    /// CPU time, that of ended children included.
    pub cpu: Duration,
    /// The processes.
    pub processes: Vec<Process>,
}

/// What a process and its descendants use now. Those whose parent has ended are no longer found.
pub fn usage(root: Pid) -> Usage {
    let mut usage = Usage::default();
    let mut queue = vec![root];
    while let Some(pid) = queue.pop() {
        let Some(stat) = Stat::read(pid) else { continue };
        usage.memory += stat.pages * page_size() as u64;
        usage.cpu += Duration::from_secs_f64(stat.ticks as f64 / clock_ticks_per_second() as f64);
        usage.processes.push(Process { pid, started: stat.started });
        if usage.processes.len() < MAX_PROCESSES {
            queue.extend(children(pid));
        }
    }
    usage
}

impl Process {
    /// Whether it still runs. The number of one that has ended may belong to another by now.
    pub fn is_alive(self) -> bool {
        Stat::read(self.pid).is_some_and(|stat| stat.started == self.started)
    }
}

/// The most that our own process ever used, in bytes.
pub fn own_peak() -> u64 {
    let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:")).unwrap_or_default();
    line.split_whitespace().next().and_then(|word| word.parse::<u64>().ok()).unwrap_or_default() << 10
}

/// The children of all threads of a process.
fn children(pid: Pid) -> Vec<Pid> {
    let threads = fs::read_dir(format!("/proc/{}/task", pid.as_raw_pid())).into_iter().flatten().flatten();
    let lists = threads.filter_map(|thread| fs::read_to_string(thread.path().join("children")).ok());
    lists
        .flat_map(|list| list.split_whitespace().filter_map(|word| word.parse().ok()).collect::<Vec<i32>>())
        .filter_map(Pid::from_raw)
        .collect()
}

/// A part of `/proc/PID/stat`.
#[derive(PartialEq, Eq, Debug)]
struct Stat {
    ticks: u64,
    started: u64,
    pages: u64,
}

impl Stat {
    fn read(pid: Pid) -> Option<Self> {
        Self::parse(&fs::read_to_string(format!("/proc/{}/stat", pid.as_raw_pid())).ok()?)
    }

    /// The name of the program, in parentheses, may contain anything; numbers follow.
    fn parse(text: &str) -> Option<Self> {
        let (_, behind) = text.rsplit_once(')')?;
        let fields: Vec<&str> = behind.split_whitespace().collect();
        // The first is field 3 in the manual.
        let field = |number: usize| fields.get(number - 3).and_then(|word| word.parse::<u64>().ok());
        let ticks = field(14)? + field(15)? + field(16)? + field(17)?;
        Some(Self { ticks, started: field(22)?, pages: field(24)? })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_of_proc() {
        let line = "17 (a) b (c)) S 5 17 17 0 -1 4194560 1 2 3 4 10 20 30 40 20 0 1 0 99 1000 250 1 1\n";
        assert_eq!(Stat::parse(line), Some(Stat { ticks: 100, started: 99, pages: 250 }));
        assert_eq!(Stat::parse("17 (a) S 5"), None);
        assert_eq!(Stat::parse(""), None);
    }

    #[test]
    fn we_use_something_ourselves() {
        let usage = usage(rustix::process::getpid());
        assert!(usage.memory > 0 && own_peak() > 0, "{usage:?}");
        assert_eq!(usage.processes[0].pid, rustix::process::getpid());
        assert!(usage.processes[0].is_alive());
        assert!(!Process { started: 0, ..usage.processes[0] }.is_alive(), "that was another");
    }
}
