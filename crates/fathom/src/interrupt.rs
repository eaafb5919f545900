//! Ctrl-C and SIGTERM.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Once, OnceLock};
use std::time::Duration;

use crate::limits;

/// The exit code of a command that a signal has ended, as shells have it.
pub const EXIT: u8 = 130;

/// The flag that stops all work of this process: signals set it, and whoever watches over limits.
pub fn flag() -> Arc<AtomicBool> {
    static FLAG: OnceLock<Arc<AtomicBool>> = OnceLock::new();
    Arc::clone(FLAG.get_or_init(Arc::default))
}

/// The flag, which from now on the first signal sets, so that the work under way stops and says what it knows. The
/// second signal ends the process, as does the first one if the work has not ended when the patience has.
///
/// The patience is that of who asked first.
pub fn stop_on_interrupt(patience: Option<Duration>) -> Arc<AtomicBool> {
    static HANDLED: Once = Once::new();
    HANDLED.call_once(|| handle(patience));
    flag()
}

fn handle(patience: Option<Duration>) {
    // Limits set the flag as well, so it does not say whether there was a signal.
    let signalled = AtomicBool::new(false);
    let seen = flag();
    // Without a handler the signal ends the process at once, which will do.
    let _ = ctrlc::set_handler(move || {
        seen.store(true, Ordering::Relaxed);
        let first = !signalled.swap(true, Ordering::Relaxed);
        limits::stop_compilers();
        match patience {
            None if first => return,
            Some(patience) if first => std::thread::sleep(patience),
            _ => {}
        }
        fathom_frontend::remove_temporary_files();
        std::process::exit(EXIT.into());
    });
}
