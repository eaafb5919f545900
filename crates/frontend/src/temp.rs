//! A directory that goes away with its owner.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::{env, fs, io, process};

use crate::FrontendError;

/// A fresh directory for temporary files, removed with all it holds when dropped.
pub struct TempDir(PathBuf);

/// The directories there are.
static ALIVE: Mutex<BTreeSet<PathBuf>> = Mutex::new(BTreeSet::new());

fn alive() -> MutexGuard<'static, BTreeSet<PathBuf>> {
    ALIVE.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Removes all such directories, for who ends the process while others still use them.
pub fn remove_temporary_files() {
    for path in &*alive() {
        // Nothing useful can be done about a failure here.
        let _ = fs::remove_dir_all(path);
    }
}

impl TempDir {
    /// Makes one. The directory did not exist before, so nobody else has put anything into it.
    pub fn new() -> Result<Self, FrontendError> {
        static COUNT: AtomicU32 = AtomicU32::new(0);
        loop {
            let number = COUNT.fetch_add(1, Ordering::Relaxed);
            let path = env::temp_dir().join(format!("fathom-{}-{number}", process::id()));
            match fs::create_dir(&path) {
                Ok(()) => {
                    alive().insert(path.clone());
                    return Ok(Self(path));
                }
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
                Err(source) => return Err(FrontendError::Temporary { path, source }),
            }
        }
    }

    /// Where it is.
    pub fn path(&self) -> &Path {
        &self.0
    }
}

impl Drop for TempDir {
    fn drop(&mut self) {
        alive().remove(&self.0);
        // Nothing useful can be done about a failure here.
        let _ = fs::remove_dir_all(&self.0);
    }
}
