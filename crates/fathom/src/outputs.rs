//! Files that a command writes: refused before the work if they cannot be written, and never half written.

use std::fs::{self, OpenOptions};
use std::io;
use std::path::{Path, PathBuf};
use std::process;

use crate::Failure;
use crate::property_file::io_reason;

fn refused(what: &str, path: &Path, why: &str) -> Failure {
    Failure::Input(format!("error: {what} {}: {why}\n", path.display()))
}

/// Makes a directory, and sees that files can be written into it. `option` is who asks for it.
pub fn directory(option: &str, path: &Path) -> Result<(), Failure> {
    if path.as_os_str().is_empty() {
        return Err(Failure::usage(format!("{option} needs the name of a directory")));
    }
    if path.exists() && !path.is_dir() {
        return Err(refused(option, path, "this is a file, and a directory is needed"));
    }
    fs::create_dir_all(path).map_err(|error| refused(option, path, &cannot("be made", &error)))?;
    let probe = beside(&path.join("probe"));
    let written = OpenOptions::new().write(true).create_new(true).open(&probe);
    written.map_err(|error| refused(option, path, &cannot("be written to", &error)))?;
    // Whoever could make it can remove it.
    let _ = fs::remove_file(&probe);
    Ok(())
}

/// Sees that a file can be written, without changing one that is there.
pub fn file(option: &str, path: &Path) -> Result<(), Failure> {
    if path.is_dir() {
        return Err(refused(option, path, "this is a directory, and a file is needed"));
    }
    let is_new = !path.exists();
    let opened = OpenOptions::new().append(true).create(true).open(path);
    opened.map_err(|error| refused(option, path, &cannot("be written", &error)))?;
    if is_new {
        let _ = fs::remove_file(path);
    }
    Ok(())
}

/// The same for a file in a directory that was made for it.
pub fn file_in(option: &str, directory: &Path, name: &str) -> Result<(), Failure> {
    self::directory(option, directory)?;
    file(option, &directory.join(name))
}

fn cannot(what: &str, error: &io::Error) -> String {
    format!("cannot {what}: {}", io_reason(error))
}

/// A name for what is written first and then moved, in the same directory.
fn beside(path: &Path) -> PathBuf {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    path.with_file_name(format!(".{name}.{}", process::id()))
}

/// Writes a file, and the directory around it. A file that was there is kept until the new one is complete.
pub fn write(path: &Path, text: impl AsRef<[u8]>) -> Result<(), String> {
    let failed = |error: io::Error| format!("cannot write {}: {}", path.display(), io_reason(&error));
    path.parent().map_or(Ok(()), fs::create_dir_all).map_err(failed)?;
    // What is no plain file (a terminal, a pipe, a link) is not to be replaced by one.
    let is_plain = fs::symlink_metadata(path).map_or(true, |known| known.is_file());
    if !is_plain {
        return fs::write(path, &text).map_err(failed);
    }
    let new = beside(path);
    let written = fs::write(&new, &text).and_then(|()| fs::rename(&new, path));
    written.map_err(|error| {
        let _ = fs::remove_file(&new);
        failed(error)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use fathom_frontend::TempDir;

    #[test]
    fn what_is_there_stays_until_the_new_is_complete() {
        let temp = TempDir::new().unwrap();
        let path = temp.path().join("deep/a.txt");
        write(&path, "one").unwrap();
        file("--witness", &path).unwrap_or_else(|failure| panic!("{}", failure.into_message()));
        assert_eq!(fs::read_to_string(&path).unwrap(), "one");
        write(&path, "two").unwrap();
        assert_eq!(fs::read_to_string(&path).unwrap(), "two");
        assert_eq!(fs::read_dir(temp.path().join("deep")).unwrap().count(), 1, "nothing else is left");
        assert!(write(temp.path(), "x").is_err(), "a directory is no file");
    }

    #[test]
    fn what_cannot_be_written_is_refused() {
        let temp = TempDir::new().unwrap();
        let taken = temp.path().join("taken");
        fs::write(&taken, "x").unwrap();
        let message =
            |result: Result<(), Failure>| result.err().map(Failure::into_message).unwrap_or_default();
        assert!(message(directory("--html", &taken)).contains("a directory is needed"));
        assert!(message(directory("--html", &taken.join("x"))).contains("cannot be made"));
        assert!(message(directory("--html", Path::new(""))).contains("needs the name"));
        assert!(message(file("--witness", temp.path())).contains("a file is needed"));
        assert!(message(file("--witness", &temp.path().join("no/x"))).contains("cannot be written"));
        let fresh = temp.path().join("fresh");
        assert!(directory("--html", &fresh).is_ok());
        assert_eq!(fs::read_dir(&fresh).unwrap().count(), 0, "looking leaves nothing behind");
        fs::create_dir(fresh.join("index.html")).unwrap();
        assert!(message(file_in("--html", &fresh, "index.html")).contains("a file is needed"));
        assert_eq!(fs::read_to_string(&taken).unwrap(), "x");
    }
}
