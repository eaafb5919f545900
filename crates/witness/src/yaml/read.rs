//! Reads entries, and says what is wrong with their form.

use std::collections::HashMap;

use fathom_yaml::{Limits, Node, Value, YamlError};

use crate::expression::Pure;
use crate::lint::{self, Findings, Severity};
use crate::model::{
    Branch, Content, DataModel, Entry, Expression, ExpressionFormat, InputFile, Invariant, InvariantKind,
    Location, Metadata, Producer, Segment, Task, Waypoint, WaypointKind,
};
use crate::source::same_file;

/// Witnesses of large programs have some megabytes; ten levels of lists and maps are all that the format has.
const LIMITS: Limits = Limits { kind: "a witness", bytes: 64 << 20, depth: 24 };

/// What was read.
#[derive(Clone, Debug)]
pub struct Read {
    /// The entries, as far as they could be read. Complete if no finding is worse than a warning.
    pub entries: Vec<Entry>,
    /// What is wrong.
    pub findings: Vec<lint::Finding>,
    /// Where the parts are that findings may be about.
    lines: HashMap<String, usize>,
}

impl Read {
    /// The line of a part, by the words that findings have for it.
    pub fn line(&self, place: &str) -> Option<usize> {
        self.lines.get(place).copied()
    }
}

/// Reads a witness.
pub fn read(text: &str) -> Result<Read, YamlError> {
    let document = Node::parse(text, LIMITS)?;
    let mut reader = Reader::default();
    let entries = match document.items() {
        Some(items) => items.iter().enumerate().filter_map(|(at, node)| reader.entry(at, node)).collect(),
        None => {
            reader.error(("the witness", &document), "it is no list", "a witness is a list of entries");
            vec![]
        }
    };
    reader.kinds(&entries);
    Ok(Read { entries, findings: reader.findings.0, lines: reader.lines })
}

#[derive(Default)]
struct Reader {
    findings: Findings,
    lines: HashMap<String, usize>,
}

/// A part of the witness: the words for it, and the node.
type Part<'a> = (&'a str, &'a Node);

impl Reader {
    fn add(&mut self, severity: Severity, (place, node): Part, what: impl Into<String>, advice: &str) {
        self.findings.add(severity, (place, Some(node.line)), what, advice);
    }

    fn error(&mut self, part: Part, what: impl Into<String>, advice: &str) {
        self.add(Severity::Error, part, what, advice);
    }

    /// A key that has to be there.
    fn need<'a>(&mut self, (place, node): Part<'a>, key: &str) -> Option<&'a Node> {
        let found = node.get(key);
        if found.is_none() {
            let what = if matches!(node.value, Value::Map(_)) {
                format!("'{key}' is missing")
            } else {
                format!("it is no map, so '{key}' is missing")
            };
            self.error((place, node), what, "the format demands it");
        }
        found
    }

    /// The text of a key that has to be there.
    fn text(&mut self, part: Part, key: &str) -> Option<String> {
        let node = self.need(part, key)?;
        self.text_of((part.0, node), key)
    }

    fn text_of(&mut self, (place, node): Part, key: &str) -> Option<String> {
        match node.text() {
            Some(text) => Some(text.to_string()),
            None => {
                self.error((place, node), format!("'{key}' is no text"), "write a text in quotes");
                None
            }
        }
    }

    /// The text of a key that may be there.
    fn maybe(&mut self, (place, node): Part, key: &str) -> Option<String> {
        let value = node.get(key)?;
        self.text_of((place, value), key)
    }

    /// Keys that the format does not have.
    fn only(&mut self, (place, node): Part, keys: &[&str]) {
        for (key, value) in node.entries() {
            if !keys.contains(&key.as_str()) {
                let advice = "it is ignored; the format has no such key";
                self.add(Severity::Warning, (place, value), format!("'{key}' is not known"), advice);
            }
        }
    }

    /// Violation and correctness are not mixed, and something is there.
    fn kinds(&mut self, entries: &[Entry]) {
        let violations =
            entries.iter().filter(|entry| matches!(entry.content, Content::Violation(_))).count();
        let place = ("the witness", None);
        if violations > 0 && violations < entries.len() {
            let advice = "write two files: a program is either right or wrong";
            self.findings.add(
                Severity::Error,
                place,
                "it has entries for violation and for correctness",
                advice,
            );
        }
        if entries.is_empty() && self.findings.0.is_empty() {
            self.findings.add(Severity::Error, place, "it has no entry", "a witness has at least one entry");
        }
    }

    fn entry(&mut self, number: usize, node: &Node) -> Option<Entry> {
        let place = format!("entry {}", number + 1);
        self.lines.insert(place.clone(), node.line);
        let part = (place.as_str(), node);
        let kind = self.text(part, "entry_type");
        let metadata = self.need(part, "metadata").and_then(|node| self.metadata((&place, node)));
        let content = match kind.as_deref() {
            Some("violation_sequence") => self.violation(number, part).map(Content::Violation),
            Some("invariant_set") => self.correctness(number, part).map(Content::Correctness),
            Some("ghost_instrumentation") => {
                let advice = "write a witness without ghost variables";
                self.add(Severity::Unsupported, part, "ghost variables (since version 2.1)", advice);
                None
            }
            Some(other) => {
                let what = format!("entry_type '{other}' is not known");
                self.error(part, what, "it is violation_sequence or invariant_set");
                None
            }
            None => None,
        };
        self.only(part, &["entry_type", "metadata", "content"]);
        let entry = Entry { metadata: metadata?, content: content? };
        self.files(&place, &entry);
        Some(entry)
    }

    fn metadata(&mut self, part: Part) -> Option<Metadata> {
        let format_version = self.text(part, "format_version");
        if let Some(version) = &format_version
            && !["2.0", "2.1"].contains(&version.as_str())
        {
            let what = format!("format_version '{version}' is not known");
            self.error(part, what, "versions 2.0 and 2.1 are");
        }
        if let Some(node @ Node { value: Value::Scalar { plain: true, .. }, .. }) =
            part.1.get("format_version")
        {
            let advice = "write it in quotes: the format demands a text";
            self.add(Severity::Warning, (part.0, node), "format_version is a number", advice);
        }
        let uuid = self.text(part, "uuid");
        if uuid.as_ref().is_some_and(|uuid| !is_uuid(uuid)) {
            self.error(part, "'uuid' is no UUID", "write 32 hexadecimal digits in groups of 8-4-4-4-12");
        }
        let creation_time = self.text(part, "creation_time");
        if creation_time.as_ref().is_some_and(|time| !is_time(time)) {
            self.error(part, "'creation_time' is no time", "write it as 2026-11-15T19:02:30Z");
        }
        let producer = self.need(part, "producer").and_then(|node| self.producer((part.0, node)));
        let task = self.need(part, "task").and_then(|node| self.task((part.0, node)));
        self.only(part, &["format_version", "uuid", "creation_time", "producer", "task"]);
        Some(Metadata {
            format_version: format_version?,
            uuid: uuid?,
            creation_time: creation_time?,
            producer: producer?,
            task: task?,
        })
    }

    fn producer(&mut self, part: Part) -> Option<Producer> {
        let (name, version) = (self.text(part, "name"), self.text(part, "version"));
        let configuration = self.maybe(part, "configuration");
        let command_line = self.maybe(part, "command_line");
        let description = self.maybe(part, "description");
        self.only(part, &["name", "version", "configuration", "command_line", "description"]);
        Some(Producer { name: name?, version: version?, configuration, command_line, description })
    }

    fn task(&mut self, part: Part) -> Option<Task> {
        let input_files = self.input_files(part);
        let specification = self.text(part, "specification");
        let data_model = self.text(part, "data_model").and_then(|name| {
            let model = DataModel::by_name(&name);
            if model.is_none() {
                self.error(part, format!("data_model '{name}' is not known"), "it is ILP32 or LP64");
            }
            model
        });
        let language = self.text(part, "language");
        if let Some(other) = language.as_ref().filter(|&language| language != "C") {
            let what = format!("a program in '{other}'");
            self.add(Severity::Unsupported, part, what, "the format speaks of programs in C only");
        }
        self.only(part, &["input_files", "input_file_hashes", "specification", "data_model", "language"]);
        Some(Task {
            input_files: input_files?,
            specification: specification?,
            data_model: data_model?,
            language: language?,
        })
    }

    fn input_files(&mut self, part: Part) -> Option<Vec<InputFile>> {
        let (names, hashes) = (self.need(part, "input_files"), self.need(part, "input_file_hashes"));
        let (names, hashes) = (names?, hashes?);
        let Some(names) = names.items().filter(|items| !items.is_empty()) else {
            self.error((part.0, names), "'input_files' is no list of names", "name the files of the program");
            return None;
        };
        let mut files = vec![];
        for node in names {
            let name = self.text_of((part.0, node), "input_files")?;
            let Some(sha256) = hashes.get(&name).and_then(Node::text) else {
                let what = format!("'input_file_hashes' has no hash of '{name}'");
                self.error((part.0, hashes), what, "give the SHA-256 of every input file");
                return None;
            };
            if sha256.len() != 64 || !sha256.bytes().all(|byte| byte.is_ascii_hexdigit()) {
                let what = format!("the hash of '{name}' is no SHA-256");
                self.error((part.0, hashes), what, "write 64 hexadecimal digits");
            }
            files.push(InputFile { name, sha256: sha256.to_string() });
        }
        Some(files)
    }

    /// Locations are in input files.
    fn files(&mut self, place: &str, entry: &Entry) {
        let waypoints = |segments: &[Segment]| -> Vec<Location> {
            let all = segments.iter().flat_map(|segment| segment.avoid.iter().chain([&segment.follow]));
            all.map(|waypoint| waypoint.location.clone()).collect()
        };
        let locations = match &entry.content {
            Content::Violation(segments) => waypoints(segments),
            Content::Correctness(all) => all.iter().map(|invariant| invariant.location.clone()).collect(),
        };
        let files = &entry.metadata.task.input_files;
        let advice = "locations are in files that input_files names, by the same name";
        let strange = |at: &&Location| !files.iter().any(|file| file.name == at.file_name);
        let foreign = |at: &&Location| !files.iter().any(|file| same_file(&file.name, &at.file_name));
        // The worst one is enough: they are all named alike.
        let found = locations.iter().find(foreign).or_else(|| locations.iter().find(strange));
        if let Some(other) = found {
            let severity = if foreign(&other) { Severity::Error } else { Severity::Warning };
            let line = self.lines.get(place).copied();
            self.findings.add(severity, (place, line), format!("{other} is in no input file"), advice);
        }
    }

    fn location(&mut self, part: Part) -> Option<Location> {
        let node = self.need(part, "location")?;
        let part = (part.0, node);
        let file_name = self.text(part, "file_name");
        let line = self.need(part, "line").and_then(|node| self.number((part.0, node), "line"));
        let column = match node.get("column") {
            None => None,
            Some(node) => Some(self.number((part.0, node), "column")?),
        };
        let function = self.maybe(part, "function");
        self.only(part, &["file_name", "line", "column", "function", "file_hash"]);
        Some(Location { file_name: file_name?, line: line?, column, function })
    }

    /// A number from 1.
    fn number(&mut self, part: Part, key: &str) -> Option<u32> {
        let number = part.1.text().and_then(|text| text.parse().ok()).filter(|&number: &u32| number > 0);
        if number.is_none() {
            self.error(part, format!("'{key}' is no number from 1"), "count from 1");
        }
        number
    }

    fn violation(&mut self, number: usize, part: Part) -> Option<Vec<Segment>> {
        let content = self.need(part, "content")?;
        let Some(items) = content.items().filter(|items| !items.is_empty()) else {
            self.error((part.0, content), "it has no segment", "the last segment has the target");
            return None;
        };
        let last = items.len() - 1;
        let segments: Vec<Option<Segment>> =
            items.iter().enumerate().map(|(at, node)| self.segment((number, at), at == last, node)).collect();
        segments.into_iter().collect()
    }

    fn segment(&mut self, (entry, at): (usize, usize), last: bool, node: &Node) -> Option<Segment> {
        let place = format!("entry {}, segment {}", entry + 1, at + 1);
        self.lines.insert(place.clone(), node.line);
        let part = (place.as_str(), node);
        let list = self.need(part, "segment")?;
        let Some(items) = list.items() else {
            self.error((&place, list), "a segment is a list of waypoints", "write '- waypoint:' in it");
            return None;
        };
        let (mut avoid, mut follow, mut complete) = (vec![], vec![], true);
        for (which, node) in items.iter().enumerate() {
            let place = lint::waypoint_place(entry, at, which);
            self.lines.insert(place.clone(), node.line);
            match self.waypoint((&place, node)) {
                Some((true, waypoint)) => follow.push((which, waypoint)),
                Some((false, waypoint)) => avoid.push(waypoint),
                None => complete = false,
            }
        }
        if !complete {
            return None;
        }
        let advice = "a segment has exactly one waypoint to follow, and it is the last one";
        let (position, waypoint) = match <[_; 1]>::try_from(follow) {
            Ok([one]) => one,
            Err(several) => {
                self.error(part, format!("it has {} waypoints to follow", several.len()), advice);
                return None;
            }
        };
        if position + 1 != items.len() {
            self.add(Severity::Warning, part, "the waypoint to follow is not the last one", advice);
        }
        let is_target = waypoint.kind == WaypointKind::Target;
        if is_target != last {
            let what = if is_target { "the target is not in the last segment" } else { "there is no target" };
            self.error(part, what, "the last segment ends with the target, and no other does");
            return None;
        }
        Some(Segment { avoid, follow: waypoint })
    }

    /// A waypoint, and whether to follow it.
    fn waypoint(&mut self, part: Part) -> Option<(bool, Waypoint)> {
        let node = self.need(part, "waypoint")?;
        let part = (part.0, node);
        let kind = self.text(part, "type");
        let action = self.text(part, "action").and_then(|action| match action.as_str() {
            "follow" => Some(true),
            "avoid" => Some(false),
            "cycle" => {
                self.add(
                    Severity::Unsupported,
                    part,
                    "a cycle (since version 2.1)",
                    "only safety is checked",
                );
                None
            }
            other => {
                self.error(part, format!("action '{other}' is not known"), "it is follow or avoid");
                None
            }
        });
        let location = self.location(part);
        let kind = kind.and_then(|kind| self.waypoint_kind(part, &kind));
        self.only(part, &["type", "action", "constraint", "location"]);
        let (kind, action, location) = (kind?, action?, location?);
        if kind == WaypointKind::Target && !action {
            self.error(part, "a target to avoid", "a target is followed");
            return None;
        }
        Some((action, Waypoint { kind, location }))
    }

    fn waypoint_kind(&mut self, part: Part, kind: &str) -> Option<WaypointKind> {
        let constraint = part.1.get("constraint");
        if let (Some(_), "target" | "function_enter") = (constraint, kind) {
            self.error(part, format!("a constraint of a {kind}"), "leave the constraint away");
            return None;
        }
        match kind {
            "target" => Some(WaypointKind::Target),
            "function_enter" => Some(WaypointKind::FunctionEnter),
            "function_return" => match constraint {
                None => Some(WaypointKind::FunctionReturn(None)),
                Some(node) => {
                    let expression = self.expression((part.0, node), true)?;
                    Some(WaypointKind::FunctionReturn(Some(expression)))
                }
            },
            "assumption" => {
                let node = self.need(part, "constraint")?;
                Some(WaypointKind::Assumption(self.expression((part.0, node), false)?))
            }
            "branching" => {
                let node = self.need(part, "constraint")?;
                let value = self.text((part.0, node), "value")?;
                let branch = match value.trim() {
                    "true" | "True" | "TRUE" => Branch::Bool(true),
                    "false" | "False" | "FALSE" => Branch::Bool(false),
                    "default" => Branch::Default,
                    other if other.parse::<i128>().is_ok() => Branch::Case(other.to_string()),
                    other => {
                        let advice = "it is true or false, or for a switch a number or default";
                        self.error(part, format!("no branch is '{other}'"), advice);
                        return None;
                    }
                };
                Some(WaypointKind::Branching(branch))
            }
            other => {
                let advice = "it is assumption, branching, function_enter, function_return or target";
                self.error(part, format!("type '{other}' is not known"), advice);
                None
            }
        }
    }

    /// `value` and `format` of a map; `returned` for what a function returned.
    fn expression(&mut self, part: Part, returned: bool) -> Option<Expression> {
        let value = self.text(part, "value")?;
        let usual = if returned { ExpressionFormat::Acsl } else { ExpressionFormat::C };
        let format = match self.maybe(part, "format") {
            None => {
                let what = "the format of the expression is missing";
                self.add(Severity::Warning, part, what, &format!("say format: {}", usual.name()));
                usual
            }
            Some(name) => match ExpressionFormat::by_name(&name) {
                Some(format) => format,
                None => {
                    self.error(part, format!("format '{name}' is not known"), "it is c_expression");
                    return None;
                }
            },
        };
        match (returned, format) {
            (true, ExpressionFormat::C) => {
                let advice = "what a function returned is an acsl_expression (2.0) or ext_c_expression (2.1)";
                self.add(Severity::Warning, part, "a c_expression about \\result", advice);
            }
            (false, ExpressionFormat::Acsl) => {
                let advice = "write a c_expression";
                self.add(Severity::Unsupported, part, "an acsl_expression about variables", advice);
                return None;
            }
            (true, ExpressionFormat::Acsl | ExpressionFormat::ExtC)
            | (false, ExpressionFormat::C | ExpressionFormat::ExtC) => {}
        }
        match Pure::new(&value, returned) {
            Ok(pure) => {
                if returned && !pure.is_comparison_of_result() {
                    let advice = "version 2.0 has '\\result == constant' and the other comparisons only";
                    self.add(Severity::Warning, part, format!("'{value}' is no such comparison"), advice);
                }
                self.only(part, &["value", "format", "type", "location", "labels"]);
                Some(Expression { value, format })
            }
            Err(refused) => {
                let advice = "write an expression of C without side effects and calls";
                self.add(Severity::Unsupported, part, format!("'{}': {refused}", shorten(&value)), advice);
                None
            }
        }
    }

    fn correctness(&mut self, number: usize, part: Part) -> Option<Vec<Invariant>> {
        let Some((_, content)) = part.1.entries().iter().find(|(key, _)| key == "content") else {
            self.need(part, "content");
            return None;
        };
        let items = match &content.value {
            Value::List(items) => items.as_slice(),
            // Some tools write nothing where they have nothing to say.
            Value::Null => &[],
            Value::Scalar { .. } | Value::Map(_) => {
                self.error((part.0, content), "'content' is no list", "write a list of invariants");
                return None;
            }
        };
        let invariants: Vec<Option<Invariant>> =
            items.iter().enumerate().map(|(at, node)| self.invariant((number, at), node)).collect();
        invariants.into_iter().collect()
    }

    fn invariant(&mut self, (entry, at): (usize, usize), node: &Node) -> Option<Invariant> {
        let place = lint::invariant_place(entry, at);
        self.lines.insert(place.clone(), node.line);
        if node.get("contract").is_some() {
            let advice = "write invariants of loops and locations";
            self.add(Severity::Unsupported, (&place, node), "a contract (since version 2.1)", advice);
            return None;
        }
        let node = self.need((&place, node), "invariant")?;
        let part = (place.as_str(), node);
        let kind = self.text(part, "type").and_then(|kind| match kind.as_str() {
            "loop_invariant" => Some(InvariantKind::Loop),
            "location_invariant" => Some(InvariantKind::Location),
            "loop_transition_invariant" | "location_transition_invariant" => {
                let what = format!("a {kind} (since version 2.1)");
                self.add(Severity::Unsupported, part, what, "write invariants of single states");
                None
            }
            other => {
                let advice = "it is loop_invariant or location_invariant";
                self.error(part, format!("type '{other}' is not known"), advice);
                None
            }
        });
        let location = self.location(part);
        let value = kind.and_then(|_| self.expression(part, false));
        Some(Invariant { kind: kind?, location: location?, value: value? })
    }
}

/// The beginning of a text, for messages.
fn shorten(text: &str) -> String {
    match text.char_indices().nth(60) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_string(),
    }
}

/// `01234567-89ab-cdef-0123-456789abcdef`
fn is_uuid(text: &str) -> bool {
    let groups: Vec<&str> = text.split('-').collect();
    let lengths = groups.iter().map(|group| group.len()).eq([8, 4, 4, 4, 12]);
    lengths && groups.iter().all(|group| group.bytes().all(|byte| byte.is_ascii_hexdigit()))
}

/// `2026-11-15T19:02:30Z`, with parts of seconds or another zone if wanted.
pub(crate) fn is_time(text: &str) -> bool {
    let fits = |text: &str, pattern: &str| {
        text.len() == pattern.len()
            && text.bytes().zip(pattern.bytes()).all(|(byte, wanted)| match wanted {
                b'0' => byte.is_ascii_digit(),
                wanted => byte == wanted,
            })
    };
    let Some((date, rest)) = text.split_at_checked(19) else { return false };
    let rest = match rest.strip_prefix('.') {
        Some(parts) => {
            let digits = parts.bytes().take_while(u8::is_ascii_digit).count();
            if digits == 0 {
                return false;
            }
            &parts[digits..]
        }
        None => rest,
    };
    let zone = rest == "Z" || fits(rest, "+00:00") || fits(rest, "-00:00");
    fits(date, "0000-00-00T00:00:00") && zone
}

#[cfg(test)]
mod tests;
