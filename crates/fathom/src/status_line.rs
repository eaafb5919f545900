//! A line on the terminal that is drawn over and over, and erased at the end.
//!
//! A thread of its own draws it, so that the time goes on while others work.

use std::io::{self, Write};
use std::sync::mpsc::{self, RecvTimeoutError, Sender};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

/// How long a line stays at least; also how long work takes at least to get one.
const INTERVAL: Duration = Duration::from_millis(100);

/// Goes to the start of the line and clears it.
const ERASE: &str = "\r\x1b[K";

/// A line on standard error. Dropping it erases it.
pub struct StatusLine {
    stop: Option<Sender<()>>,
    drawer: Option<JoinHandle<()>>,
}

impl StatusLine {
    /// A line for work that began at `start`; `text` is asked for it again and again.
    pub fn new(start: Instant, text: impl Fn(Duration) -> String + Send + 'static) -> Self {
        let (stop, stopped) = mpsc::channel();
        let draw = move || {
            let mut drawn = false;
            while stopped.recv_timeout(INTERVAL) == Err(RecvTimeoutError::Timeout) {
                write_now(&format!("{ERASE}{}", text(start.elapsed())));
                drawn = true;
            }
            if drawn {
                write_now(ERASE);
            }
        };
        // Without a thread there is no line, and nobody suffers.
        let drawer = thread::Builder::new().name("progress".into()).spawn(draw).ok();
        Self { stop: Some(stop), drawer }
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
