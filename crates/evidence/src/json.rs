//! Evidence as JSON, and what other stored formats of Fathom have in common with it.
//!
//! Readers skip fields that they do not know, so that fields can be added without a new version.

use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_path_to_error::Segment;

use crate::model::{FORMAT, VERSION};
use crate::{Error, Evidence};

/// The evidence as a text, the same for the same evidence.
pub fn write(evidence: &Evidence) -> String {
    print(evidence)
}

/// Reads what [`write()`] wrote, and checks that it is sound.
pub fn read(text: &str) -> Result<Evidence, Error> {
    check_head(text, FORMAT, VERSION)?;
    let evidence: Evidence = parse(text)?;
    evidence.check()?;
    Ok(evidence)
}

/// Data as JSON, with a newline at the end.
pub fn print(data: &impl serde::Serialize) -> String {
    // Serialisation into a string fails only for keys that are no strings, and ours all are.
    serde_json::to_string_pretty(data).expect("plain data is JSON") + "\n"
}

/// Reads data from JSON; nothing may follow it.
pub fn parse<T: DeserializeOwned>(text: &str) -> Result<T, Error> {
    // Serde's own limit on nesting holds here: 128 levels, and the types have some 10.
    let mut json = serde_json::Deserializer::from_str(text);
    let data = serde_path_to_error::deserialize(&mut json).map_err(|error| {
        let path = path(error.path());
        located(error.inner(), path)
    })?;
    json.end().map_err(|error| located(&error, String::new()))?;
    Ok(data)
}

/// Whether the text is of the given format, and not of a version that came later. This comes before all
/// else, since what is wrong with a later version's data is nobody's fault.
pub fn check_head(text: &str, format: &str, version: u32) -> Result<(), Error> {
    #[derive(Deserialize)]
    #[serde(expecting = "an object")]
    struct Head {
        format: Option<String>,
        version: Option<u64>,
    }
    let head: Head = parse(text)?;
    let found = head.format.ok_or_else(|| Error::at("format", format!("missing, `{format}` is expected")))?;
    let number = head.version.ok_or_else(|| Error::at("version", "missing"))?;
    check_format(&found, number, format, version)
}

/// Whether data says of itself that it is of the given format and version.
pub fn check_format(found: &str, number: u64, format: &str, version: u32) -> Result<(), Error> {
    if found != format {
        return Err(Error::at("format", format!("this is `{}`, not `{format}`", shortened(found))));
    }
    if number > u64::from(version) {
        let reason = format!(
            "this is version {number}, written by a later Fathom; this one reads version {version} at most"
        );
        return Err(Error::at("version", reason));
    }
    if number == 0 {
        return Err(Error::at("version", "versions begin with 1"));
    }
    Ok(())
}

/// What serde says of a place in a text.
fn located(error: &serde_json::Error, path: String) -> Error {
    let (line, column) = (error.line(), error.column());
    let text = error.to_string();
    let reason = text.strip_suffix(&format!(" at line {line} column {column}")).unwrap_or(&text);
    let position = (line > 0).then_some((line, column));
    Error { path, position, reason: shortened(reason) }
}

/// The way to a value, as [`Error::path`] has it, as far as serde knows it.
pub fn path(path: &serde_path_to_error::Path) -> String {
    let mut text = String::new();
    for segment in path.iter() {
        match segment {
            Segment::Seq { index } => text += &format!("[{index}]"),
            Segment::Map { key } if text.is_empty() => text += key,
            Segment::Map { key } => text += &format!(".{key}"),
            Segment::Enum { .. } => {}
            Segment::Unknown => break,
        }
    }
    shortened(&text)
}

/// Messages of serde repeat what they found, which may be long.
fn shortened(text: &str) -> String {
    const LONGEST: usize = 300;
    match text.char_indices().nth(LONGEST) {
        None => text.to_string(),
        Some((end, _)) => format!("{}…", &text[..end]),
    }
}

#[cfg(test)]
mod tests;
