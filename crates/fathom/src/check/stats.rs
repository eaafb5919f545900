//! What a check took, for `--stats`.

use std::fs;
use std::time::Duration;

use fathom_engines::Answer;

/// A table of what the engine and its solver counted, and the memory that the process used.
pub fn render(answer: &Answer) -> String {
    let stats = &answer.stats;
    let solver = &stats.solver;
    let mut text = String::new();
    for (what, count) in [
        ("rounds", u64::from(stats.rounds)),
        ("openings", u64::from(stats.openings)),
        ("steps", stats.steps),
        ("objects", stats.objects),
        ("terms", stats.terms),
        ("obligations", stats.obligations),
        ("folded", stats.folded),
        ("queries", stats.queries),
        ("solver checks", solver.checks),
        ("definitions", solver.definitions),
        ("gates", solver.gates),
        ("lemmas", solver.lemmas),
        ("SAT calls", solver.sat_calls),
        ("variables", solver.variables),
        ("clauses", solver.clauses),
        ("conflicts", solver.conflicts),
        ("decisions", solver.decisions),
        ("propagations", solver.propagations),
        ("certified", solver.certified),
    ] {
        text += &format!("{what:<14}{count:>12}\n");
    }
    let milliseconds = |time: Duration| time.as_secs_f64() * 1e3;
    text += &format!("{:<14}{:>12.1} ms\n", "evaluating", milliseconds(stats.evaluating));
    text += &format!("{:<14}{:>12.1} ms\n", "solving", milliseconds(stats.solving));
    if let Some(bytes) = fs::read_to_string("/proc/self/status").ok().and_then(|status| peak(&status)) {
        text += &format!("{:<14}{:>12.1} MB\n", "peak memory", bytes as f64 / 1e6);
    }
    text + &replays(stats.replays, answer.disagreements.len())
}

fn replays(replays: u64, disagreements: usize) -> String {
    match (replays, disagreements) {
        (0, 0) => "replays: none\n".into(),
        (replays, 0) => format!("replays: {replays}, all confirmed\n"),
        (replays, wrong) => format!("replays: {replays}, {wrong} not confirmed\n"),
    }
}

/// The most memory that a process had, in bytes, from its status in `/proc`.
fn peak(status: &str) -> Option<u64> {
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    let kilobytes: u64 = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    kilobytes.checked_mul(1024)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::check::testing::answer;

    #[test]
    fn peak_memory() {
        assert_eq!(peak("Name:\tfathom\nVmHWM:\t    2048 kB\nVmRSS:\t 7 kB\n"), Some(2048 * 1024));
        assert_eq!(peak("Name:\tfathom\n"), None);
    }

    #[test]
    fn counters_and_replays() {
        let mut some = answer(vec![]);
        some.stats.replays = 3;
        some.stats.solver.conflicts = 42;
        let text = render(&some);
        assert!(text.contains("conflicts               42\n"), "{text}");
        assert!(text.ends_with("replays: 3, all confirmed\n"), "{text}");
        some.disagreements.push("x".into());
        assert!(render(&some).ends_with("replays: 3, 1 not confirmed\n"));
    }
}
