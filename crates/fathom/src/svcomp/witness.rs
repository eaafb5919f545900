//! The witness of an answer, which is checked before it is written.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use fathom_evidence::Evidence;
use fathom_frontend::Word;
use fathom_witness::model::{DataModel, Format, Producer};
use fathom_witness::violation::About;
use fathom_witness::{correctness, violation};

use super::Verdict;
use crate::args::ValidateArgs;
use crate::{Failure, output, validate};

/// The task that a witness is about.
pub struct Subject<'a> {
    /// The program.
    pub files: &'a [PathBuf],
    /// The property files.
    pub property: &'a [PathBuf],
    /// How wide types are.
    pub data_model: Word,
    /// When to give up.
    pub deadline: Instant,
}

/// A witness gets at least this long to be checked.
const LEAST: Duration = Duration::from_secs(2);

/// Writes the witness of a verdict to a file: YAML, or GraphML if the file is called so. What goes wrong with it is
/// said, and changes nothing about the verdict; a witness that is refuted is not written.
pub fn write(file: &Path, subject: &Subject, verdict: &Verdict, evidence: Option<&Evidence>) {
    match witness(file, subject, verdict, evidence) {
        Ok(said) => output::error(&format!("{said}\n")),
        Err(why) => output::error(&format!("no witness: {why}\n")),
    }
}

fn witness(
    file: &Path,
    subject: &Subject,
    verdict: &Verdict,
    evidence: Option<&Evidence>,
) -> Result<String, String> {
    let sources = validate::sources(subject.files).map_err(Failure::into_message)?;
    let texts = subject.property.iter().map(fs::read_to_string);
    let specification: Result<Vec<String>, _> = texts.collect();
    let specification = specification.map_err(|error| error.to_string())?.join("\n");
    let now = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |now| now.as_secs());
    let creation_time = fathom_report::utc(now);
    let about = About {
        sources: &sources,
        specification: &specification,
        data_model: match subject.data_model {
            Word::Bits32 => DataModel::Ilp32,
            Word::Bits64 => DataModel::Lp64,
        },
        producer: Producer {
            name: "Fathom".into(),
            version: env!("CARGO_PKG_VERSION").into(),
            configuration: None,
            command_line: None,
            description: None,
        },
        creation_time: &creation_time,
    };
    let is_graphml = file.extension().is_some_and(|ending| ending == "graphml");
    let format = if is_graphml { Format::GraphMl } else { Format::Yaml };
    let text = match (verdict, evidence) {
        (Verdict::True, _) => correctness::write(&[], &about, format),
        (Verdict::False(_), Some(evidence)) => violation::write(evidence, &about, format),
        (Verdict::False(_), None) => return Err("the execution was not recorded".into()),
        (Verdict::Unknown(_), _) => return Err("nothing is known".into()),
    };
    let text = text.map_err(|error| error.to_string())?;
    let cannot = |error: std::io::Error| format!("cannot write {}: {error}", file.display());
    fs::write(file, &text).map_err(cannot)?;
    // What holds without invariants is verified again by whoever checks it; we just did.
    if *verdict == Verdict::True {
        return Ok(format!("witness: {}", file.display()));
    }
    match confirm(file, subject) {
        Ok(confirmed) if confirmed == *verdict => Ok(format!("witness: {}, confirmed", file.display())),
        Ok(Verdict::Unknown(reason)) if !reason.starts_with("rejected") => {
            Ok(format!("witness: {}, not confirmed: {reason}", file.display()))
        }
        Ok(Verdict::Unknown(reason)) => {
            fs::remove_file(file).map_err(cannot)?;
            Err(format!("the one that was made is {reason}"))
        }
        Ok(other) => {
            fs::remove_file(file).map_err(cannot)?;
            Err(format!("the one that was made shows {other}"))
        }
        Err(failure) => {
            fs::remove_file(file).map_err(cannot)?;
            Err(format!("the one that was made is refused: {}", failure.into_message()))
        }
    }
}

/// What our own validator says.
fn confirm(file: &Path, subject: &Subject) -> Result<Verdict, Failure> {
    let left = subject.deadline.saturating_duration_since(Instant::now());
    let args = ValidateArgs {
        witness: file.to_path_buf(),
        files: subject.files.to_vec(),
        property: subject.property.to_vec(),
        data_model: Some(subject.data_model),
        timeout: left.max(LEAST),
        memory_limit: None,
        emit_woven: None,
        stats: false,
    };
    validate::verdict(&args, Instant::now())
}
