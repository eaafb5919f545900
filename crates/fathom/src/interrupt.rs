//! Ctrl-C and SIGTERM.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, OnceLock};
use std::time::Duration;

/// A flag that the first signal sets, so that the work under way stops and says what it knows. The second
/// signal ends the process, as does the first one if the work has not ended when the patience has.
///
/// There is one flag for all work of the process, and the patience is that of who asked first.
pub fn stop_on_interrupt(patience: Option<Duration>) -> Arc<AtomicBool> {
    static FLAG: OnceLock<Arc<AtomicBool>> = OnceLock::new();
    Arc::clone(FLAG.get_or_init(|| new_flag(patience)))
}

fn new_flag(patience: Option<Duration>) -> Arc<AtomicBool> {
    let flag = Arc::new(AtomicBool::new(false));
    let seen = Arc::clone(&flag);
    // Without a handler the signal ends the process at once, which will do.
    let _ = ctrlc::set_handler(move || {
        let first = !seen.swap(true, Ordering::Relaxed);
        match patience {
            None if first => return,
            Some(patience) if first => std::thread::sleep(patience),
            _ => {}
        }
        std::process::exit(130);
    });
    flag
}
