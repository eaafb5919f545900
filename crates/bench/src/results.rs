//! The file of results: one JSON object a line, appended as runs end, so that a benchmark can be stopped and
//! taken up again.

use std::collections::HashMap;
use std::fs::File;
use std::io::{self, BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::time::Duration;

use serde::{Deserialize, Serialize};

use crate::run::{Limits, Outcome};
use crate::task::Task;
use crate::tool::Tool;
use crate::verdict::Status;

/// One run.
#[derive(Clone, PartialEq, Serialize, Deserialize, Debug)]
pub struct Record {
    /// The name of the tool.
    pub tool: String,
    /// Further options that it got.
    pub options: Vec<String>,
    /// Its version.
    pub version: String,
    /// The task.
    pub task: String,
    /// The folder of the task.
    pub folder: String,
    /// The property.
    pub property: String,
    /// What the program was compiled for.
    pub data_model: String,
    /// Seconds.
    pub time_limit: f64,
    /// Bytes.
    pub memory_limit: u64,
    /// The right answer.
    pub expected: String,
    /// What was answered, or how it ended without an answer.
    pub status: String,
    /// More about that.
    pub reason: String,
    /// CPU time of all processes, in seconds.
    pub cpu: f64,
    /// Wall time, in seconds.
    pub wall: f64,
    /// Peak of memory, in bytes.
    pub memory: u64,
    /// The command, or the last one if there were several.
    pub command: String,
}

/// What makes two runs the same.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Key([String; 8]);

impl Key {
    /// Of a run that may have been done before.
    pub fn new(tool: &Tool, task: &Task, limits: Limits) -> Self {
        Self([
            tool.kind.name().into(),
            tool.options.join("\0"),
            tool.version.clone(),
            task.name.clone(),
            task.property.name().into(),
            task.data_model.name().into(),
            limits.time.as_secs_f64().to_string(),
            limits.memory.to_string(),
        ])
    }
}

impl Record {
    /// What is written of a run.
    pub fn new(tool: &Tool, task: &Task, limits: Limits, outcome: &Outcome) -> Self {
        let milliseconds = |time: Duration| time.as_millis() as f64 / 1000.0;
        Self {
            tool: tool.kind.name().into(),
            options: tool.options.clone(),
            version: tool.version.clone(),
            task: task.name.clone(),
            folder: task.folder.clone(),
            property: task.property.name().into(),
            data_model: task.data_model.name().into(),
            time_limit: limits.time.as_secs_f64(),
            memory_limit: limits.memory,
            expected: task.expected.to_string(),
            status: outcome.status.to_string(),
            reason: outcome.reason.clone(),
            cpu: milliseconds(outcome.cpu),
            wall: milliseconds(outcome.wall),
            memory: outcome.memory,
            command: outcome.command.clone(),
        }
    }

    fn key(&self) -> Key {
        Key([
            self.tool.clone(),
            self.options.join("\0"),
            self.version.clone(),
            self.task.clone(),
            self.property.clone(),
            self.data_model.clone(),
            self.time_limit.to_string(),
            self.memory_limit.to_string(),
        ])
    }

    /// How it ended; whoever reads records checks that it can be read.
    pub fn status(&self) -> Status {
        self.status.parse().unwrap_or(Status::Error)
    }
}

/// Why results cannot be read or written.
#[derive(Debug, thiserror::Error)]
pub enum ResultsError {
    /// The file cannot be used.
    #[error("{}: {error}", path.display())]
    File {
        /// The file.
        path: PathBuf,
        /// What the system says.
        error: io::Error,
    },
    /// It is no file of results.
    #[error("{}, line {line}: {problem}; it is no file of results, or it is damaged", path.display())]
    Line {
        /// The file.
        path: PathBuf,
        /// From 1.
        line: usize,
        /// What the reader says.
        problem: String,
    },
}

/// A file of results, and what is in it.
pub struct Results {
    path: PathBuf,
    file: File,
    records: HashMap<Key, Record>,
}

impl Results {
    /// Opens a file, or begins it. A last line without its end is what an interrupted run leaves behind; it is
    /// removed. Of two records of the same run the later one counts.
    pub fn open(path: &Path) -> Result<Self, ResultsError> {
        let wrong = |error| ResultsError::File { path: path.to_path_buf(), error };
        let file = File::options().read(true).append(true).create(true).open(path).map_err(wrong)?;
        let mut reader = BufReader::new(&file);
        let (mut records, mut line, mut whole) = (HashMap::new(), vec![], 0);
        for number in 1.. {
            line.clear();
            let length = reader.read_until(b'\n', &mut line).map_err(wrong)?;
            if line.last() != Some(&b'\n') {
                break;
            }
            whole += length as u64;
            if !line.trim_ascii().is_empty() {
                let record = read(&line).map_err(|problem| ResultsError::Line {
                    path: path.to_path_buf(),
                    line: number,
                    problem,
                })?;
                records.insert(record.key(), record);
            }
        }
        if file.metadata().map_err(wrong)?.len() > whole {
            file.set_len(whole).map_err(wrong)?;
        }
        Ok(Self { path: path.to_path_buf(), file, records })
    }

    /// The record of a run, if it was done.
    pub fn get(&self, key: &Key) -> Option<&Record> {
        self.records.get(key)
    }

    /// Adds a record.
    pub fn add(&mut self, record: Record) -> Result<(), ResultsError> {
        let wrong = |error| ResultsError::File { path: self.path.clone(), error };
        let mut line = serde_json::to_string(&record).map_err(|error| wrong(error.into()))?;
        line.push('\n');
        // In one piece, so that a line is there or not.
        self.file.write_all(line.as_bytes()).map_err(wrong)?;
        self.records.insert(record.key(), record);
        Ok(())
    }
}

fn read(line: &[u8]) -> Result<Record, String> {
    let record: Record = serde_json::from_slice(line).map_err(|error| error.to_string())?;
    record.status.parse::<Status>()?;
    Ok(record)
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;
    use crate::property::Property;
    use crate::task::Expected;
    use crate::testing::{Scratch, outcome, task, tool};

    const LIMITS: Limits = Limits { time: Duration::from_millis(1500), memory: 1 << 30 };

    fn record(name: &str) -> Record {
        let task = task(name, Property::NoOverflow, Expected::True);
        Record::new(&tool("fathom"), &task, LIMITS, &outcome(Status::True, 0.25))
    }

    #[test]
    fn records_are_read_back_by_their_keys() {
        let scratch = Scratch::new("results-back");
        let path = scratch.path.join("results.jsonl");
        Results::open(&path).unwrap().add(record("a")).unwrap();
        let results = Results::open(&path).unwrap();
        let key = |task_name: &str, limits| {
            Key::new(&tool("fathom"), &task(task_name, Property::NoOverflow, Expected::True), limits)
        };
        assert_eq!(results.get(&key("a", LIMITS)), Some(&record("a")));
        assert_eq!(results.get(&key("b", LIMITS)), None);
        assert_eq!(results.get(&key("a", Limits { memory: 2 << 30, ..LIMITS })), None);
        let mut other = tool("fathom");
        other.version = "newer".into();
        let task = task("a", Property::NoOverflow, Expected::True);
        assert_eq!(results.get(&Key::new(&other, &task, LIMITS)), None);
    }

    #[test]
    fn a_line_without_its_end_is_removed() {
        let scratch = Scratch::new("results-cut");
        let whole = serde_json::to_string(&record("a")).unwrap();
        let path = scratch.write("results.jsonl", &format!("{whole}\n{}", &whole[..40]));
        let mut results = Results::open(&path).unwrap();
        assert_eq!(results.records.len(), 1);
        results.add(record("b")).unwrap();
        assert_eq!(Results::open(&path).unwrap().records.len(), 2);
    }

    #[test]
    fn a_file_that_holds_something_else_is_refused_and_kept() {
        let scratch = Scratch::new("results-wrong");
        let whole = serde_json::to_string(&record("a")).unwrap();
        for (text, line) in [
            ("int main() {}\n".to_string(), 1),
            (format!("{whole}\n{{}}\n"), 2),
            (whole.replace("\"true\",\"reason", "\"maybe\",\"reason") + "\n", 1),
        ] {
            let path = scratch.write("results.jsonl", &text);
            let error = Results::open(&path).err().unwrap().to_string();
            assert!(error.contains(&format!("line {line}: ")), "{error}");
            assert_eq!(fs::read_to_string(&path).unwrap(), text);
        }
        assert!(Results::open(&scratch.path).is_err(), "a folder");
    }
}
