//! A violation witness from the evidence of an execution that fails.
//!
//! The values that the program got are waypoints: `function_return` where a function gave one, `assumption`
//! behind the declaration of a variable that was never set. The failure is the target. Positions of the
//! compiler become positions of the file: line markers of preprocessed files are undone, bytes become
//! characters, and a call is pointed at by its closing parenthesis.

mod values;

use std::collections::HashMap;

use fathom_evidence::{Event, Evidence, Input, Position, Step};

use crate::c::lex::TokenKind;
use crate::c::parse::{Statement, StatementKind};
use crate::c::place::{self, Call};
use crate::graphml::{self, Automaton, Edge, Head, Kind, Node};
use crate::lint::{self, Severity};
use crate::model::{
    Content, DataModel, Entry, Expression, ExpressionFormat, Format, Location, Metadata, Producer, Segment,
    Task, VERSION, Waypoint, WaypointKind,
};
use crate::source::{Source, Sources};
use crate::yaml;

/// What a witness says beside its content.
#[derive(Clone, Debug)]
pub struct About<'a> {
    /// The program.
    pub sources: &'a Sources,
    /// The text of the property file.
    pub specification: &'a str,
    /// How wide types are.
    pub data_model: DataModel,
    /// Who says it.
    pub producer: Producer,
    /// When, in ISO 8601: `2026-11-15T19:02:30Z`.
    pub creation_time: &'a str,
}

/// Why there is no witness.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum NoWitness {
    /// The failure is in no file of the program.
    #[error("the failure is at no place in the files of the program")]
    NoTarget,
    /// The witness breaks a rule of the format.
    #[error("the witness would not be well-formed: {0}")]
    Malformed(String),
    /// GraphML is about one file.
    #[error("a witness in GraphML is about one file, and the program has {0}")]
    Files(usize),
}

impl About<'_> {
    pub(crate) fn metadata(&self) -> Metadata {
        let specification = self.specification.lines().map(str::trim).filter(|line| !line.is_empty());
        Metadata {
            format_version: VERSION.into(),
            // The writer makes it.
            uuid: String::new(),
            creation_time: self.creation_time.into(),
            producer: self.producer.clone(),
            task: Task {
                input_files: self.sources.0.iter().map(Source::input_file).collect(),
                specification: specification.collect::<Vec<_>>().join("\n"),
                data_model: self.data_model,
                language: "C".into(),
            },
        }
    }

    pub(crate) fn head(&self, kind: Kind) -> Result<(&Source, Head), NoWitness> {
        let [source] = &self.sources.0[..] else { return Err(NoWitness::Files(self.sources.0.len())) };
        let task = self.metadata().task;
        let head = Head {
            kind,
            language: task.language,
            producer: format!("{} {}", self.producer.name, self.producer.version),
            specifications: task.specification.lines().map(str::to_string).collect(),
            program_file: source.name.clone(),
            program_hash: source.sha256.clone(),
            architecture: self.data_model,
            creation_time: self.creation_time.into(),
        };
        Ok((source, head))
    }

    /// A witness in YAML that was read again and has nothing wrong with it.
    pub(crate) fn checked_yaml(&self, content: Content) -> Result<String, NoWitness> {
        let text = yaml::write(&[Entry { metadata: self.metadata(), content }]);
        let read = yaml::read(&text).map_err(|error| NoWitness::Malformed(error.to_string()))?;
        let mut findings = read.findings.clone();
        findings.extend(lint::entries(&read.entries, self.sources, |_| None));
        refuse(&findings)?;
        Ok(text)
    }

    /// The same in GraphML.
    pub(crate) fn checked_graphml(&self, automaton: &Automaton) -> Result<String, NoWitness> {
        let text = graphml::write(automaton);
        let read = graphml::read(&text).map_err(|error| NoWitness::Malformed(error.to_string()))?;
        refuse(&read.findings)?;
        refuse(&read.lint(self.sources))?;
        Ok(text)
    }
}

/// What is written is what the linter takes, and what can be checked.
fn refuse(findings: &[lint::Finding]) -> Result<(), NoWitness> {
    let bad = findings.iter().find(|finding| finding.severity != Severity::Warning);
    bad.map_or(Ok(()), |finding| Err(NoWitness::Malformed(finding.to_string())))
}

/// The text of a violation witness.
pub fn write(evidence: &Evidence, about: &About, format: Format) -> Result<String, NoWitness> {
    let segments = segments(evidence, about.sources, about.data_model)?;
    match format {
        Format::Yaml => about.checked_yaml(Content::Violation(segments)),
        Format::GraphMl => {
            let (source, head) = about.head(Kind::Violation)?;
            about.checked_graphml(&automaton(source, head, &segments))
        }
    }
}

/// The segments of an execution that fails: a waypoint for every input that can be pointed at, and the target.
pub fn segments(
    evidence: &Evidence,
    sources: &Sources,
    data_model: DataModel,
) -> Result<Vec<Segment>, NoWitness> {
    let index = Index::new(sources);
    let (target, passed) = index.target(evidence).ok_or(NoWitness::NoTarget)?;
    let inputs = evidence.inputs[..passed].iter();
    let follow = inputs.filter_map(|input| index.waypoint(input, data_model)).chain([target]);
    Ok(follow.map(|follow| Segment { avoid: vec![], follow }).collect())
}

/// The calls of the program, by where they begin.
struct Index<'a> {
    sources: &'a Sources,
    calls: Vec<HashMap<usize, Call>>,
}

impl<'a> Index<'a> {
    fn new(sources: &'a Sources) -> Self {
        let of = |source: &Source| {
            let bodies = source.syntax.functions.iter().map(|function| &function.body);
            let calls = bodies.flat_map(|body| place::calls_in(source, body));
            calls.map(|call| (call.range.start, call)).collect()
        };
        Self { sources, calls: sources.0.iter().map(of).collect() }
    }

    /// The places in files of the program that a position of the compiler may mean: several only if lines are
    /// called the same. Each is a file and a line.
    fn lines(&self, position: &Position) -> Vec<(usize, u32)> {
        let all = self.sources.0.iter().enumerate();
        let found = all.flat_map(|(file, source)| {
            let lines = source.physical_lines(&position.file, position.line);
            lines.into_iter().map(move |line| (file, line))
        });
        found.collect()
    }

    /// The same as bytes; nothing if the column is not known.
    fn offsets(&self, position: &Position) -> Vec<(usize, usize)> {
        let lines = self.lines(position).into_iter();
        lines
            .filter_map(|(file, line)| {
                Some((file, self.sources.0[file].offset_in_bytes(line, position.column)?))
            })
            .collect()
    }

    fn location(&self, file: usize, offset: usize) -> Location {
        let source = &self.sources.0[file];
        let (line, column) = source.position(offset);
        let function = source.syntax.function_at(offset).map(|at| source.syntax.functions[at].name.clone());
        Location { file_name: source.name.clone(), line, column: Some(column), function }
    }

    /// What an execution passes when it gets this value.
    fn waypoint(&self, input: &Input, data_model: DataModel) -> Option<Waypoint> {
        let position = input.position.as_ref()?;
        let name = input.name.strip_suffix("()").unwrap_or(&input.name);
        if let Some((file, call)) = self.call(name, position) {
            let value = values::comparison(input, "\\result", data_model)?;
            let expression = Expression { value, format: ExpressionFormat::Acsl };
            let kind = WaypointKind::FunctionReturn(Some(expression));
            return Some(Waypoint { kind, location: self.location(file, call.range.end - 1) });
        }
        let (file, next) = self.behind_declaration(name, position)?;
        let value = values::exact(input, data_model).map(|value| format!("{name} == {value}"))?;
        let kind = WaypointKind::Assumption(Expression::c(value));
        let start = self.sources.0[file].syntax.statements[next].range.start;
        Some(Waypoint { kind, location: self.location(file, start) })
    }

    /// The call of a function at a position.
    fn call(&self, name: &str, position: &Position) -> Option<(usize, &Call)> {
        let is_it = |call: &&Call| call.name.as_deref() == Some(name);
        let mut found: Vec<(usize, &Call)> = if position.column > 0 {
            let calls = self.offsets(position).into_iter();
            calls
                .filter_map(|(file, offset)| Some((file, self.calls[file].get(&offset).filter(is_it)?)))
                .collect()
        } else {
            let in_line = |(file, line): (usize, u32)| {
                let range = self.sources.0[file].line(line).unwrap_or_default();
                let calls = self.calls[file].values().filter(move |call| range.contains(&call.range.start));
                calls.filter(is_it).map(move |call| (file, call))
            };
            self.lines(position).into_iter().flat_map(in_line).collect()
        };
        // If several are possible, nobody knows which it was.
        found.pop().filter(|_| found.is_empty())
    }

    /// The statement behind the declaration of a variable. Arrays and structures have no value to be compared with:
    /// what is not set is an element.
    fn behind_declaration(&self, name: &str, position: &Position) -> Option<(usize, usize)> {
        let [(file, offset)] = self.offsets(position)[..] else { return None };
        let source = &self.sources.0[file];
        let syntax = &source.syntax;
        let at = syntax.statement_around(offset)?;
        let statement = &syntax.statements[at];
        let values = place::initialisers(source, &statement.range);
        let declares = syntax.tokens_in(&statement.range).any(|number| {
            let token = syntax.tokens[number];
            let is_name =
                token.kind == TokenKind::Word && &source.bytes[token.start..token.end] == name.as_bytes();
            let next = syntax.tokens.get(number + 1).map_or(0, |next| source.bytes[next.start]);
            is_name && !b"([".contains(&next) && !values.iter().any(|value| value.contains(&token.start))
        });
        let is_structure = syntax.tokens_in(&statement.range).any(|number| {
            let token = syntax.tokens[number];
            let next = syntax.tokens.get(number + 2).map_or(0, |next| source.bytes[next.start]);
            matches!(&source.bytes[token.start..token.end], b"struct" | b"union") && next != b'*'
        });
        let is_scalar = declares && !is_structure;
        if statement.kind != StatementKind::Declaration || !is_scalar || !statement.in_block {
            return None;
        }
        let next = (at + 1..syntax.statements.len()).find(|&other| {
            let other = &syntax.statements[other];
            other.parent == statement.parent && other.range.start >= statement.range.end
        })?;
        Some((file, next))
    }

    /// Where it fails, and how many inputs came before that: the statement or condition around the innermost
    /// position that is in the program.
    ///
    /// Memory that is left at the end is missed at no place in particular: the last statement will do.
    fn target(&self, evidence: &Evidence) -> Option<(Waypoint, usize)> {
        let places = [&evidence.place].into_iter().chain(&evidence.stack);
        let mut positions = places.filter_map(|place| place.position.as_ref());
        let mut fails = || positions.find_map(|position| self.target_at(position));
        let (start, passed) = if LEFT_AT_THE_END.contains(&evidence.property.as_str()) {
            match self.last_statement(&evidence.steps) {
                Some((last, begun)) => (last, inputs_before(evidence, begun)),
                None => (fails()?, 0),
            }
        } else {
            (fails()?, evidence.inputs.len())
        };
        let location = self.location(start.0, start.1);
        Some((Waypoint { kind: WaypointKind::Target, location }, passed))
    }

    /// Where the last statement begins that was executed, and the step in which it was begun.
    fn last_statement(&self, steps: &[Step]) -> Option<((usize, usize), usize)> {
        let statement = |step: &Step| step.at.position.as_ref().and_then(|at| self.simple_statement(at));
        let (last, start) = (0..steps.len()).rev().find_map(|at| Some((at, statement(&steps[at])?)))?;
        let depth = steps[last].depth;
        let within =
            |step: &Step| step.depth > depth || step.depth == depth && statement(step) == Some(start);
        let begun = (0..last).rev().take_while(|&at| within(&steps[at])).last();
        Some((start, begun.unwrap_or(last)))
    }

    /// Where the statement around a position begins, if it has no statements inside.
    fn simple_statement(&self, position: &Position) -> Option<(usize, usize)> {
        let [(file, offset)] = self.offsets(position)[..] else { return None };
        let syntax = &self.sources.0[file].syntax;
        let statement = &syntax.statements[syntax.statement_around(offset)?];
        let is_simple = matches!(
            statement.kind,
            StatementKind::Return { .. } | StatementKind::Expression | StatementKind::Declaration
        );
        is_simple.then_some((file, statement.range.start))
    }

    fn target_at(&self, position: &Position) -> Option<(usize, usize)> {
        let found: Vec<(usize, usize)> = if position.column > 0 {
            self.offsets(position)
        } else {
            let first = |(file, line): (usize, u32)| {
                let source = &self.sources.0[file];
                let at = place::statement(source, line, None).ok()?;
                Some((file, source.syntax.statements[at].range.start))
            };
            self.lines(position).into_iter().filter_map(first).collect()
        };
        let inside = |&(file, offset): &(usize, usize)| Some((file, self.begins(file, offset)?));
        let mut starts: Vec<(usize, usize)> = found.iter().filter_map(inside).collect();
        starts.dedup();
        starts.pop().filter(|_| starts.is_empty())
    }

    /// Where the statement or full expression around a byte begins.
    fn begins(&self, file: usize, offset: usize) -> Option<usize> {
        let source = &self.sources.0[file];
        let syntax = &source.syntax;
        let around = syntax.statement_around(offset)?;
        let statement = &syntax.statements[around];
        match &statement.kind {
            StatementKind::If { .. }
            | StatementKind::While { .. }
            | StatementKind::Do { .. }
            | StatementKind::For { .. }
            | StatementKind::Switch { .. } => {
                let parts = place::full_expressions(source, around);
                let part = parts.iter().find(|part| part.contains(&offset));
                Some(part.map_or(statement.range.start, |part| part.start))
            }
            StatementKind::Labelled { inner } | StatementKind::Case { inner, .. } => {
                Some(syntax.statements[*inner].range.start)
            }
            // The end of a block: what was executed last in it.
            StatementKind::Block => {
                let inside =
                    |other: &&Statement| other.parent == Some(around) && other.range.end <= offset + 1;
                syntax.statements.iter().rev().find(inside).map(|last| last.range.start)
            }
            StatementKind::Return { .. }
            | StatementKind::Jump
            | StatementKind::Declaration
            | StatementKind::Expression
            | StatementKind::Empty => Some(statement.range.start),
        }
    }
}

/// What is found wrong only when the program has ended.
const LEFT_AT_THE_END: [&str; 2] = ["memory-leak", "lost-memory"];

/// How many inputs came before a step.
fn inputs_before(evidence: &Evidence, step: usize) -> usize {
    let events = evidence.steps[step..].iter().flat_map(|step| &step.events);
    let inputs = events.filter_map(|event| match event {
        Event::Input { input } => Some(*input),
        _ => None,
    });
    inputs.fold(evidence.inputs.len(), usize::min)
}

/// Segments as a path of an automaton.
fn automaton(source: &Source, head: Head, segments: &[Segment]) -> Automaton {
    let name = |at: usize| format!("N{at}");
    let mut nodes: Vec<Node> =
        (0..=segments.len()).map(|at| Node { id: name(at), ..Node::default() }).collect();
    nodes[0].entry = true;
    nodes[segments.len()].violation = true;
    let edges = segments.iter().enumerate().map(|(at, segment)| {
        let waypoint = &segment.follow;
        let location = &waypoint.location;
        let edge = Edge { source: at, target: at + 1, start_line: Some(location.line), ..Edge::default() };
        match &waypoint.kind {
            WaypointKind::FunctionReturn(Some(expression)) => {
                let call = place::call(source, location.line, location.column).ok();
                let line = call.as_ref().map(|call| source.position(call.range.start).0);
                Edge {
                    start_line: line.or(edge.start_line),
                    assumption: Some(format!("{};", expression.value)),
                    scope: location.function.clone(),
                    result_function: call.and_then(|call| call.name),
                    ..edge
                }
            }
            WaypointKind::Assumption(expression) => {
                // It holds after the declaration, which comes right before this statement.
                let at = place::statement(source, location.line, location.column).ok();
                let before = at.and_then(|at| previous(source, at));
                let line = before.map(|at| source.position(source.syntax.statements[at].range.start).0);
                Edge {
                    start_line: line.or(edge.start_line),
                    assumption: Some(format!("{};", expression.value)),
                    scope: location.function.clone(),
                    ..edge
                }
            }
            WaypointKind::Branching(_)
            | WaypointKind::FunctionEnter
            | WaypointKind::FunctionReturn(None)
            | WaypointKind::Target => edge,
        }
    });
    Automaton { head, edges: edges.collect(), nodes }
}

/// The statement before another one in a block.
fn previous(source: &Source, at: usize) -> Option<usize> {
    let statements = &source.syntax.statements;
    let start = statements[at].range.start;
    (0..at).rev().find(|&other| {
        statements[other].parent == statements[at].parent && statements[other].range.end <= start
    })
}

#[cfg(test)]
mod tests;
