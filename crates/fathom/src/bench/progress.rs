//! How far a benchmark is: a line on the terminal.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use fathom_bench::judge;
use fathom_bench::results::Record;
use fathom_bench::run::Observer;
use fathom_bench::task::Task;
use fathom_bench::tool::Tool;

use crate::status_line::StatusLine;

/// Says nothing.
pub struct Quiet;

impl Observer for Quiet {
    fn ended(&self, _tool: &Tool, _task: &Task, _record: &Record) {}
}

/// How many runs ended, and how.
#[derive(Clone, Default, Debug)]
struct Counts {
    wanted: usize,
    ended: usize,
    correct: usize,
    wrong: usize,
    last: String,
}

/// Says it on a line.
pub struct Shown {
    counts: Arc<Mutex<Counts>>,
    _line: StatusLine,
}

impl Shown {
    /// For a number of runs that begin now.
    pub fn new(wanted: usize) -> Self {
        let counts = Arc::new(Mutex::new(Counts { wanted, ..Counts::default() }));
        let shown = Arc::clone(&counts);
        let text = move |elapsed| line(&shown.lock().unwrap_or_else(PoisonError::into_inner), elapsed);
        Self { counts, _line: StatusLine::new(Instant::now(), text) }
    }
}

impl Observer for Shown {
    fn ended(&self, tool: &Tool, task: &Task, record: &Record) {
        let class = judge(task, record.status());
        let mut counts = self.counts.lock().unwrap_or_else(PoisonError::into_inner);
        counts.ended += 1;
        counts.correct += usize::from(class.is_correct());
        counts.wrong += usize::from(class.is_wrong());
        counts.last = format!("{} {}: {}", tool.label, task.name, class.name());
    }
}

/// The line, short enough for most terminals.
fn line(counts: &Counts, elapsed: Duration) -> String {
    let Counts { wanted, ended, correct, wrong, last } = counts;
    let left = match ended {
        0 => String::new(),
        &ended => {
            let seconds = elapsed.as_secs_f64() / ended as f64 * (wanted - ended.min(*wanted)) as f64;
            format!("  {} left", short(Duration::from_secs_f64(seconds)))
        }
    };
    let last: String = last.chars().take(50).collect();
    format!("{ended}/{wanted} runs  {correct} correct  {wrong} wrong  {}{left}  {last}", short(elapsed))
}

/// A time in few characters.
fn short(time: Duration) -> String {
    match time.as_secs() {
        seconds @ 0..120 => format!("{seconds} s"),
        seconds @ 120..7200 => format!("{} min", seconds / 60),
        seconds => format!("{:.1} h", seconds as f64 / 3600.0),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines() {
        let none = Counts { wanted: 40, ..Counts::default() };
        assert_eq!(line(&none, Duration::from_secs(1)), "0/40 runs  0 correct  0 wrong  1 s  ");
        let some = Counts { ended: 10, correct: 7, wrong: 1, last: "x".repeat(80), ..none };
        let expected = format!("10/40 runs  7 correct  1 wrong  100 s  5 min left  {}", "x".repeat(50));
        assert_eq!(line(&some, Duration::from_secs(100)), expected);
    }
}
