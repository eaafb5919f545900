//! How far the engine is: a line on the terminal.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use fathom_engines::{Answer, Progress};

use crate::limits;
use crate::status_line::StatusLine;

/// Says it on a line, if there is one, and tells what is known.
pub struct Telling<'a> {
    /// The line.
    pub line: Option<Shown>,
    /// Hears of all that is known so far.
    pub told: &'a mut dyn FnMut(&Answer),
}

impl Progress for Telling<'_> {
    fn evaluating(&mut self, bound: u32, steps: u64) {
        if let Some(line) = &self.line {
            line.set(Phase::Evaluating { bound, steps });
        }
    }

    fn solving(&mut self, bound: u32, left: usize) {
        if let Some(line) = &self.line {
            line.set(Phase::Solving { bound, left });
        }
    }

    fn known(&mut self, so_far: &dyn Fn() -> Answer) {
        // Nobody asks for it unless there are limits.
        if limits::are_kept() {
            (self.told)(&so_far());
        }
    }
}

/// What the engine is at.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Phase {
    /// It has not said anything yet.
    Starting,
    Evaluating {
        bound: u32,
        steps: u64,
    },
    Solving {
        bound: u32,
        left: usize,
    },
}

/// Says it on a line.
pub struct Shown {
    phase: Arc<Mutex<Phase>>,
    _line: StatusLine,
}

impl Shown {
    /// For work that began at `start`.
    pub fn new(start: Instant) -> Self {
        let phase = Arc::new(Mutex::new(Phase::Starting));
        let shown = Arc::clone(&phase);
        let text = move |elapsed| line(*shown.lock().unwrap_or_else(PoisonError::into_inner), elapsed);
        Self { phase, _line: StatusLine::new(start, text) }
    }

    fn set(&self, phase: Phase) {
        *self.phase.lock().unwrap_or_else(PoisonError::into_inner) = phase;
    }
}

/// The line, short enough for any terminal.
fn line(phase: Phase, elapsed: Duration) -> String {
    let seconds = elapsed.as_secs_f64();
    match phase {
        Phase::Starting => format!("starting  {seconds:.1} s"),
        Phase::Evaluating { bound, steps } => {
            format!("evaluating  bound {bound}  {} steps  {seconds:.1} s", short(steps))
        }
        Phase::Solving { bound, left } => {
            format!("solving  bound {bound}  {left} obligations left  {seconds:.1} s")
        }
    }
}

/// A large number in few characters.
fn short(number: u64) -> String {
    match number {
        0..10_000 => number.to_string(),
        10_000..10_000_000 => format!("{}k", number / 1000),
        _ => format!("{}M", number / 1_000_000),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines() {
        let time = Duration::from_millis(3456);
        assert_eq!(line(Phase::Starting, time), "starting  3.5 s");
        let evaluating = Phase::Evaluating { bound: 8, steps: 12_345_678 };
        assert_eq!(line(evaluating, time), "evaluating  bound 8  12M steps  3.5 s");
        assert_eq!(
            line(Phase::Solving { bound: 8, left: 31 }, time),
            "solving  bound 8  31 obligations left  3.5 s"
        );
        assert_eq!((short(9999), short(10_000)), ("9999".into(), "10k".into()));
    }
}
