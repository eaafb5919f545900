//! This process and those that it started, from `/proc`.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;

use rustix::param::page_size;
use rustix::process::{Pid, Signal, getpid, kill_process};

/// Bytes that this process has in memory, as far as the system tells.
pub fn own_memory() -> u64 {
    let text = fs::read_to_string("/proc/self/statm").unwrap_or_default();
    let pages = text.split_whitespace().nth(1).and_then(|word| word.parse::<u64>().ok());
    pages.unwrap_or(0) * page_size() as u64
}

/// The same for all processes that this one started, and that these started.
pub fn memory_of_children() -> u64 {
    let pages: u64 = children().values().sum();
    pages * page_size() as u64
}

/// Ends all of them. What is started meanwhile is found by the next call.
pub fn end_children() {
    for pid in children().into_keys() {
        if let Some(pid) = Pid::from_raw(pid) {
            // It may have ended by itself.
            let _ = kill_process(pid, Signal::KILL);
        }
    }
}

/// Processes that descend from this one, with their pages.
fn children() -> BTreeMap<i32, u64> {
    let entries = fs::read_dir("/proc").into_iter().flatten().flatten();
    let numbers = entries.filter_map(|entry| entry.file_name().to_str()?.parse::<i32>().ok());
    let all: BTreeMap<i32, Stat> = numbers
        .filter_map(|pid| Some((pid, Stat::parse(&fs::read_to_string(format!("/proc/{pid}/stat")).ok()?)?)))
        .collect();
    descendants(&all, getpid().as_raw_pid())
}

fn descendants(all: &BTreeMap<i32, Stat>, root: i32) -> BTreeMap<i32, u64> {
    let mut by_parent: BTreeMap<i32, Vec<i32>> = BTreeMap::new();
    for (&pid, stat) in all {
        by_parent.entry(stat.parent).or_default().push(pid);
    }
    let (mut found, mut seen, mut queue) = (BTreeMap::new(), BTreeSet::from([root]), vec![root]);
    while let Some(parent) = queue.pop() {
        for &child in by_parent.get(&parent).into_iter().flatten() {
            if seen.insert(child) {
                found.insert(child, all[&child].pages);
                queue.push(child);
            }
        }
    }
    found
}

/// A part of `/proc/PID/stat`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Stat {
    parent: i32,
    pages: u64,
}

impl Stat {
    /// The name of the program, in parentheses, may contain anything; numbers follow.
    fn parse(text: &str) -> Option<Self> {
        let (_, behind) = text.rsplit_once(')')?;
        let fields: Vec<&str> = behind.split_whitespace().collect();
        // The first is field 3 in the manual.
        let field = |number: usize| fields.get(number - 3);
        Some(Self { parent: field(4)?.parse().ok()?, pages: field(24)?.parse().ok()? })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_of_proc() {
        let line = "17 (a) b (c)) S 5 17 17 0 -1 4194560 1 2 3 4 10 20 30 40 20 0 1 0 99 1000 250 1 1\n";
        assert_eq!(Stat::parse(line), Some(Stat { parent: 5, pages: 250 }));
        assert_eq!(Stat::parse("17 (a) S 5"), None);
    }

    #[test]
    fn grandchildren_count_and_others_do_not() {
        let all = [(2, 1, 10), (3, 2, 20), (4, 3, 30), (5, 1, 40), (6, 6, 50)];
        let all = all.map(|(pid, parent, pages)| (pid, Stat { parent, pages })).into();
        assert_eq!(descendants(&all, 2), BTreeMap::from([(3, 20), (4, 30)]));
        assert!(own_memory() > 0);
    }
}
