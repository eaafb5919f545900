//! Writes entries. Every text is in double quotes, keys have a fixed order, and the name of an entry follows
//! from its content: the same entry is always the same bytes.

use std::fmt::Write as _;

use crate::hash::uuid;
use crate::model::{Content, Entry, Expression, Location, Metadata, Producer, Task, Waypoint, WaypointKind};

/// The text of a witness. The `uuid` of each entry is made here, whatever it was.
pub fn write(entries: &[Entry]) -> String {
    entries.iter().map(named).collect()
}

/// An entry with the name that follows from the rest of it.
fn named(entry: &Entry) -> String {
    let with = |uuid: String| {
        let metadata = Metadata { uuid, ..entry.metadata.clone() };
        Writer::default().entry(&Entry { metadata, content: entry.content.clone() })
    };
    with(uuid(&with(String::new())))
}

#[derive(Default)]
struct Writer(String);

impl Writer {
    fn line(&mut self, indent: usize, text: &str) {
        // Writing to a string does not fail.
        let _ = writeln!(self.0, "{:indent$}{text}", "");
    }

    fn text(&mut self, indent: usize, key: &str, value: &str) {
        self.line(indent, &format!("{key}: {}", quote(value)));
    }

    fn optional(&mut self, indent: usize, key: &str, value: Option<&String>) {
        if let Some(value) = value {
            self.text(indent, key, value);
        }
    }

    fn entry(mut self, entry: &Entry) -> String {
        match &entry.content {
            Content::Violation(_) => self.text(0, "- entry_type", "violation_sequence"),
            Content::Correctness(_) => self.text(0, "- entry_type", "invariant_set"),
        }
        self.metadata(&entry.metadata);
        match &entry.content {
            Content::Violation(segments) => {
                self.line(2, "content:");
                for segment in segments {
                    self.line(2, "- segment:");
                    segment.avoid.iter().for_each(|waypoint| self.waypoint(waypoint, "avoid"));
                    self.waypoint(&segment.follow, "follow");
                }
            }
            Content::Correctness(invariants) if invariants.is_empty() => self.line(2, "content: []"),
            Content::Correctness(invariants) => {
                self.line(2, "content:");
                for invariant in invariants {
                    self.line(2, "- invariant:");
                    self.text(6, "type", invariant.kind.name());
                    self.location(6, &invariant.location);
                    self.text(6, "value", &invariant.value.value);
                    self.text(6, "format", invariant.value.format.name());
                }
            }
        }
        self.0
    }

    fn metadata(&mut self, metadata: &Metadata) {
        let Metadata { format_version, uuid, creation_time, producer, task } = metadata;
        self.line(2, "metadata:");
        self.text(4, "format_version", format_version);
        self.text(4, "uuid", uuid);
        self.text(4, "creation_time", creation_time);
        let Producer { name, version, configuration, command_line, description } = producer;
        self.line(4, "producer:");
        self.text(6, "name", name);
        self.text(6, "version", version);
        self.optional(6, "configuration", configuration.as_ref());
        self.optional(6, "command_line", command_line.as_ref());
        self.optional(6, "description", description.as_ref());
        let Task { input_files, specification, data_model, language } = task;
        self.line(4, "task:");
        self.line(6, "input_files:");
        for file in input_files {
            self.line(6, &format!("- {}", quote(&file.name)));
        }
        self.line(6, "input_file_hashes:");
        for file in input_files {
            self.text(8, &quote(&file.name), &file.sha256);
        }
        self.text(6, "specification", specification);
        self.text(6, "data_model", data_model.name());
        self.text(6, "language", language);
    }

    fn waypoint(&mut self, waypoint: &Waypoint, action: &str) {
        self.line(4, "- waypoint:");
        self.text(8, "type", waypoint.kind.name());
        self.text(8, "action", action);
        match &waypoint.kind {
            WaypointKind::Assumption(constraint) | WaypointKind::FunctionReturn(Some(constraint)) => {
                let Expression { value, format } = constraint;
                self.line(8, "constraint:");
                self.text(10, "value", value);
                self.text(10, "format", format.name());
            }
            WaypointKind::Branching(branch) => {
                self.line(8, "constraint:");
                self.text(10, "value", &branch.to_string());
            }
            WaypointKind::FunctionEnter | WaypointKind::FunctionReturn(None) | WaypointKind::Target => {}
        }
        self.location(8, &waypoint.location);
    }

    fn location(&mut self, indent: usize, location: &Location) {
        let Location { file_name, line, column, function } = location;
        self.line(indent, "location:");
        self.text(indent + 2, "file_name", file_name);
        self.line(indent + 2, &format!("line: {line}"));
        if let Some(column) = column {
            self.line(indent + 2, &format!("column: {column}"));
        }
        self.optional(indent + 2, "function", function.as_ref());
    }
}

/// A text in double quotes.
fn quote(text: &str) -> String {
    let mut quoted = String::from("\"");
    for c in text.chars() {
        match c {
            '"' => quoted.push_str("\\\""),
            '\\' => quoted.push_str("\\\\"),
            '\n' => quoted.push_str("\\n"),
            '\t' => quoted.push_str("\\t"),
            // What is left of control characters, and what YAML takes for ends of lines.
            c if c.is_control() || matches!(c, '\u{2028}' | '\u{2029}' | '\u{feff}') => {
                let _ = write!(quoted, "\\u{:04X}", c as u32);
            }
            c => quoted.push(c),
        }
    }
    quoted.push('"');
    quoted
}
