//! How far the engine is: a line on the terminal that is drawn over and over, and erased at the end.
//!
//! A thread of its own draws it, so that the time goes on while a solver works.

use std::io::{self, Write};
use std::sync::mpsc::{self, RecvTimeoutError, Sender};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use fathom_engines::Progress;

/// How long a line stays at least; also how long a check takes at least to get one.
const INTERVAL: Duration = Duration::from_millis(100);

/// Goes to the start of the line and clears it.
const ERASE: &str = "\r\x1b[K";

/// Says nothing.
pub struct Quiet;

impl Progress for Quiet {
    fn evaluating(&mut self, _bound: u32, _steps: u64) {}

    fn solving(&mut self, _bound: u32, _left: usize) {}
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

/// A line on standard error. Dropping it erases it.
pub struct StatusLine {
    phase: Arc<Mutex<Phase>>,
    stop: Option<Sender<()>>,
    drawer: Option<JoinHandle<()>>,
}

impl StatusLine {
    /// A line for work that began at `start`.
    pub fn new(start: Instant) -> Self {
        let phase = Arc::new(Mutex::new(Phase::Starting));
        let (stop, stopped) = mpsc::channel();
        let shown = Arc::clone(&phase);
        let draw = move || {
            let mut drawn = false;
            while stopped.recv_timeout(INTERVAL) == Err(RecvTimeoutError::Timeout) {
                let phase = *shown.lock().unwrap_or_else(PoisonError::into_inner);
                write_now(&format!("{ERASE}{}", line(phase, start.elapsed())));
                drawn = true;
            }
            if drawn {
                write_now(ERASE);
            }
        };
        // Without a thread there is no line, and nobody suffers.
        let drawer = thread::Builder::new().name("progress".into()).spawn(draw).ok();
        Self { phase, stop: Some(stop), drawer }
    }

    fn set(&self, phase: Phase) {
        *self.phase.lock().unwrap_or_else(PoisonError::into_inner) = phase;
    }
}

impl Progress for StatusLine {
    fn evaluating(&mut self, bound: u32, steps: u64) {
        self.set(Phase::Evaluating { bound, steps });
    }

    fn solving(&mut self, bound: u32, left: usize) {
        self.set(Phase::Solving { bound, left });
    }
}

impl Drop for StatusLine {
    fn drop(&mut self) {
        // The thread sees that nobody can send any more.
        self.stop = None;
        if let Some(drawer) = self.drawer.take() {
            // It prints and does nothing else; if that went wrong, there is nothing to erase.
            let _ = drawer.join();
        }
    }
}

fn write_now(text: &str) {
    // A terminal that is gone needs no line.
    let mut stderr = io::stderr().lock();
    let _ = stderr.write_all(text.as_bytes()).and_then(|()| stderr.flush());
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
