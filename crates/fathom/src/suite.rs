//! The programs under `tests/check`, for tests inside the binary.

use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};

use fathom_frontend::split_words;

use crate::args::{Command, parse};

/// All programs, in order.
pub fn programs() -> Vec<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/check");
    let folders = fs::read_dir(root).unwrap().map(|entry| entry.unwrap().path()).filter(|path| path.is_dir());
    let mut found: Vec<PathBuf> =
        folders.flat_map(|folder| fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path())).collect();
    found.sort();
    found
}

/// The command line for a program, with the options that it asks for.
pub fn command(subcommand: &str, path: &Path) -> Command {
    let text = fs::read_to_string(path).unwrap();
    let wanted = text.lines().filter_map(|line| line.split_once("OPTIONS:"));
    let mut line: Vec<OsString> = vec!["fathom".into(), subcommand.into(), path.into()];
    line.extend(wanted.flat_map(|(_, options)| split_words(options).unwrap()).map(OsString::from));
    parse(line).unwrap().command
}
