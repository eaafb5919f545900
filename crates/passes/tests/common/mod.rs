//! File tests: a file holds a program, a line `----`, and what comes out. `FATHOM_UPDATE=1` writes what comes
//! out into the files.

use std::path::Path;

const SEPARATOR: &str = "\n----\n";

/// Compares what comes out of the program in a file with what the file says.
pub fn compare(path: &Path, outcome: impl FnOnce(&str) -> Result<String, String>) -> Result<(), String> {
    let text = std::fs::read_to_string(path).map_err(|error| error.to_string())?;
    let (input, expected) = text.split_once(SEPARATOR).unwrap_or((&text, ""));
    let actual = outcome(input)?;
    if actual.trim() == expected.trim() {
        return Ok(());
    }
    if std::env::var_os("FATHOM_UPDATE").is_some() {
        let text = format!("{}\n{SEPARATOR}\n{}\n", input.trim_end(), actual.trim());
        return std::fs::write(path, text).map_err(|error| error.to_string());
    }
    Err(format!("expected:\n{expected}\nactual:\n{actual}"))
}
