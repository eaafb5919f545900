//! The data that the scripts of the page read.
//!
//! An execution may have some 100,000 steps that name the same few functions, leaves and values over and
//! over. So each of these is written once, in a table, and steps are columns of numbers: places in the
//! tables. The columns of steps that are used at all are read in a fraction of a second, where an object for
//! each step takes many. A trace is an element of its own, and is read when somebody looks at it.
//!
//! Numbers of objects and inputs that are not in their lists are dropped here, so the scripts need not ask.

use std::collections::HashMap;
use std::hash::Hash;

use fathom_evidence::{Event, Evidence, Object, Position, Step, Target, Value, Where};
use serde::Serialize;

use crate::model::{Property, Report, Verdict};
use crate::words;

/// A file that the report names.
#[derive(Serialize)]
struct File {
    /// Its name, without the folder that names start from.
    name: String,
    /// Its text, if it can be read.
    source: Option<String>,
}

/// What all views share.
#[derive(Serialize)]
pub struct Page<'a> {
    /// Files in the order in which properties and executions name them.
    files: Vec<File>,
    properties: Vec<PropertyData<'a>>,
    /// The property of each trace.
    traces: Vec<usize>,
}

impl Page<'_> {
    /// The line of the source at which a trace fails.
    pub fn failing_line(&self, trace: usize) -> Option<&str> {
        let (file, line, _) = self.properties.get(*self.traces.get(trace)?)?.at?;
        let source = self.files.get(file)?.source.as_deref()?;
        source.lines().nth(line.checked_sub(1)? as usize)
    }
}

#[derive(Serialize)]
struct PropertyData<'a> {
    kind: &'a str,
    message: &'a str,
    note: &'a str,
    function: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    at: Option<(usize, u32, u32)>,
    verdict: &'static str,
    /// The verdict in words.
    shown: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    trace: Option<usize>,
}

/// An execution that fails.
#[derive(Serialize)]
pub struct Trace<'a> {
    kind: &'a str,
    message: &'a str,
    cwe: Option<u32>,
    details: &'a [String],
    inputs: Vec<InputData<'a>>,
    arguments: Option<&'a [String]>,
    /// Inputs that are no single values, in words.
    long: Vec<String>,
    /// Places.
    stack: Vec<usize>,
    strings: Vec<&'a str>,
    /// Function (string), file or -1, line, column.
    places: Vec<[i64; 4]>,
    /// Text (string), and for a pointer object, offset and path (string).
    values: Vec<ValueRow>,
    /// Object, path (string).
    leaves: Vec<[usize; 2]>,
    objects: Vec<ObjectData<'a>>,
    /// For each step its place.
    place: Vec<usize>,
    /// For each step its depth.
    depth: Vec<u32>,
    /// For each step 1 if it matters.
    matters: Vec<u8>,
    /// For each step how many of `changes` are its own.
    count: Vec<usize>,
    /// Leaf, value; leaf, value; …
    changes: Vec<usize>,
    /// Step, how many changes were left out.
    more: Vec<(usize, u64)>,
    events: Vec<EventData>,
    left_out: u64,
}

#[derive(Serialize, Clone, Copy, PartialEq, Eq, Hash)]
#[serde(untagged)]
enum ValueRow {
    Plain([usize; 1]),
    Pointer(usize, usize, i64, usize),
}

#[derive(Serialize)]
struct InputData<'a> {
    name: &'a str,
    #[serde(rename = "type")]
    ty: &'a str,
    value: &'a str,
    bits: &'a str,
    arbitrary: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    at: Option<(usize, u32, u32)>,
}

#[derive(Serialize)]
struct ObjectData<'a> {
    kind: fathom_evidence::Kind,
    name: &'a str,
    #[serde(rename = "type")]
    ty: &'a str,
    size: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    at: Option<(usize, u32, u32)>,
    #[serde(skip_serializing_if = "Option::is_none")]
    depth: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    begin: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    end: Option<usize>,
    /// Leaf, value; leaf, value; …
    #[serde(skip_serializing_if = "Vec::is_empty")]
    initial: Vec<usize>,
}

/// Step, name, and what belongs to it.
#[derive(Serialize)]
#[serde(untagged)]
enum EventData {
    Plain(usize, &'static str),
    Number(usize, &'static str, u64),
    /// Name (string), value; name, value; …
    Numbers(usize, &'static str, Vec<usize>),
}

/// Things that are written once and named by their place.
struct Table<T> {
    rows: Vec<T>,
    places: HashMap<T, usize>,
}

impl<T: Copy + Eq + Hash> Table<T> {
    fn new() -> Self {
        Self { rows: Vec::new(), places: HashMap::new() }
    }

    fn place(&mut self, row: T) -> usize {
        *self.places.entry(row).or_insert_with(|| {
            self.rows.push(row);
            self.rows.len() - 1
        })
    }
}

/// The files that are named so far.
struct Files<'a> {
    names: Table<&'a str>,
}

impl<'a> Files<'a> {
    fn at(&mut self, position: Option<&'a Position>) -> Option<(usize, u32, u32)> {
        position.map(|position| (self.names.place(&position.file), position.line, position.column))
    }
}

/// The name of a file without the folder that names start from.
pub fn shown_name<'a>(report: &Report, file: &'a str) -> &'a str {
    let rest = match report.program.directory.as_str() {
        "" => None,
        directory => file.strip_prefix(directory.trim_end_matches('/')),
    };
    match rest.and_then(|rest| rest.strip_prefix('/')) {
        Some(rest) if !rest.is_empty() => rest,
        _ => file.strip_prefix("./").unwrap_or(file),
    }
}

/// The name of a verdict in classes and filters.
pub fn verdict_name(verdict: &Verdict) -> &'static str {
    match verdict {
        Verdict::Failed { .. } => "failed",
        Verdict::Unknown { .. } => "unknown",
        Verdict::SafeUpTo { .. } => "bounded",
        Verdict::Proved => "proved",
        Verdict::Unreachable => "unreachable",
    }
}

/// A verdict in words.
pub fn verdict_words(verdict: &Verdict) -> String {
    match verdict {
        Verdict::SafeUpTo { bound } => format!("safe up to {bound}"),
        Verdict::Failed { .. } | Verdict::Unknown { .. } | Verdict::Proved | Verdict::Unreachable => {
            verdict_name(verdict).to_owned()
        }
    }
}

/// The data of a report, and its traces in the order of the properties.
pub fn gather<'a>(report: &'a Report, source: &dyn Fn(&str) -> Option<String>) -> (Page<'a>, Vec<Trace<'a>>) {
    let mut files = Files { names: Table::new() };
    let mut properties = Vec::new();
    let mut failed = Vec::new();
    for (number, property) in report.properties.iter().enumerate() {
        properties.push(property_data(property, failed.len(), &mut files));
        if let Verdict::Failed { evidence } = &property.verdict {
            failed.push((number, evidence));
        }
    }
    for l in &report.loops {
        files.at(l.place.position.as_ref());
    }
    let traces = failed.iter().map(|(_, evidence)| Gatherer::new(&mut files).trace(evidence)).collect();
    let files = files
        .names
        .rows
        .iter()
        .map(|name| File { name: shown_name(report, name).to_owned(), source: source(name) })
        .collect();
    let traces_of = failed.iter().map(|(number, _)| *number).collect();
    (Page { files, properties, traces: traces_of }, traces)
}

fn property_data<'a>(property: &'a Property, next_trace: usize, files: &mut Files<'a>) -> PropertyData<'a> {
    PropertyData {
        kind: &property.kind,
        message: &property.message,
        note: &property.note,
        function: &property.place.function,
        at: files.at(property.place.position.as_ref()),
        verdict: verdict_name(&property.verdict),
        shown: match &property.verdict {
            Verdict::Unknown { reason } if !reason.is_empty() => format!("unknown: {reason}"),
            verdict => verdict_words(verdict),
        },
        trace: matches!(property.verdict, Verdict::Failed { .. }).then_some(next_trace),
    }
}

/// The tables of a trace while it is gathered.
struct Gatherer<'a, 'f> {
    files: &'f mut Files<'a>,
    objects: usize,
    strings: Table<&'a str>,
    places: Table<[i64; 4]>,
    values: Table<ValueRow>,
    leaves: Table<[usize; 2]>,
}

impl<'a, 'f> Gatherer<'a, 'f> {
    fn new(files: &'f mut Files<'a>) -> Self {
        Self {
            files,
            objects: 0,
            strings: Table::new(),
            places: Table::new(),
            values: Table::new(),
            leaves: Table::new(),
        }
    }

    fn trace(mut self, evidence: &'a Evidence) -> Trace<'a> {
        self.objects = evidence.objects.len();
        let stack = evidence.stack.iter().map(|at| self.place(at)).collect();
        let inputs = evidence
            .inputs
            .iter()
            .map(|input| InputData {
                name: &input.name,
                ty: &input.ty,
                value: &input.value,
                bits: &input.bits,
                arbitrary: input.arbitrary,
                at: self.files.at(input.position.as_ref()),
            })
            .collect();
        let objects = evidence.objects.iter().enumerate();
        let objects = objects.map(|(number, object)| self.object(number, object)).collect();
        let steps = &evidence.steps;
        let place = steps.iter().map(|step| self.place(&step.at)).collect();
        let mut changes = Vec::new();
        let count = steps.iter().map(|step| self.changes(step, &mut changes)).collect();
        let mut events = Vec::new();
        for (number, step) in steps.iter().enumerate() {
            let of_step = step.events.iter();
            events.extend(of_step.filter_map(|event| self.event(number, event, evidence.inputs.len())));
        }
        let more = steps.iter().enumerate().filter(|(_, step)| step.more > 0);
        Trace {
            kind: &evidence.property,
            message: &evidence.message,
            cwe: evidence.cwe,
            details: &evidence.details,
            inputs,
            arguments: evidence.arguments.as_deref(),
            long: words::long_inputs(evidence).into_iter().map(|(text, _)| text).collect(),
            stack,
            objects,
            place,
            depth: steps.iter().map(|step| step.depth).collect(),
            matters: steps.iter().map(|step| u8::from(step.matters)).collect(),
            count,
            changes,
            more: more.map(|(number, step)| (number, step.more)).collect(),
            events,
            left_out: evidence.left_out,
            strings: self.strings.rows,
            places: self.places.rows,
            values: self.values.rows,
            leaves: self.leaves.rows,
        }
    }

    fn place(&mut self, at: &'a Where) -> usize {
        let function = self.strings.place(&at.function) as i64;
        let row = match self.files.at(at.position.as_ref()) {
            Some((file, line, column)) => [function, file as i64, line.into(), column.into()],
            None => [function, -1, 0, 0],
        };
        self.places.place(row)
    }

    fn value(&mut self, value: &'a Value) -> usize {
        let text = self.strings.place(&value.text);
        let row = match &value.target {
            Some(Target { object, offset, path }) if *object < self.objects => {
                ValueRow::Pointer(text, *object, *offset, self.strings.place(path))
            }
            Some(_) | None => ValueRow::Plain([text]),
        };
        self.values.place(row)
    }

    fn leaf(&mut self, object: usize, path: &'a str) -> usize {
        let path = self.strings.place(path);
        self.leaves.place([object, path])
    }

    fn object(&mut self, number: usize, object: &'a Object) -> ObjectData<'a> {
        let initial = object.initial.iter();
        let initial =
            initial.flat_map(|(path, value)| [self.leaf(number, path), self.value(value)]).collect();
        ObjectData {
            kind: object.kind,
            name: &object.name,
            ty: &object.ty,
            size: object.size,
            at: self.files.at(object.position.as_ref()),
            depth: object.depth,
            begin: object.begin,
            end: object.end,
            initial,
        }
    }

    /// Adds the changes of a step and says how many.
    fn changes(&mut self, step: &'a Step, out: &mut Vec<usize>) -> usize {
        let before = out.len();
        let objects = self.objects;
        for change in step.changes.iter().filter(|change| change.object < objects) {
            out.push(self.leaf(change.object, &change.path));
            out.push(self.value(&change.value));
        }
        (out.len() - before) / 2
    }

    fn event(&mut self, step: usize, event: &'a Event, inputs: usize) -> Option<EventData> {
        let objects = self.objects;
        let object =
            |name, object: usize| (object < objects).then_some(EventData::Number(step, name, object as u64));
        match event {
            Event::Enter { arguments } => {
                let named = arguments.iter();
                let arguments =
                    named.flat_map(|(name, value)| [self.strings.place(name), self.value(value)]).collect();
                Some(EventData::Numbers(step, "enter", arguments))
            }
            Event::Return { value } => {
                let value = value.iter().map(|value| self.value(value)).collect();
                Some(EventData::Numbers(step, "return", value))
            }
            Event::Decide { taken } => Some(EventData::Number(step, "decide", u64::from(*taken))),
            Event::Round { number } => Some(EventData::Number(step, "round", *number)),
            Event::Allocate { object: number } => object("allocate", *number),
            Event::Free { object: number } => object("free", *number),
            Event::Input { input } => {
                (*input < inputs).then_some(EventData::Number(step, "input", *input as u64))
            }
            Event::Fail => Some(EventData::Plain(step, "fail")),
        }
    }
}
