//! What an automaton means: the path of a violation, the invariants of a proof.
//!
//! Transitions are matched by lines, and what a line does in steps is left to each tool. So the path is taken
//! as it can be taken without doubt: in a state, the first thing that a transition matches decides whether
//! the execution goes on, and when the last one was taken, the property is violated. Transitions into sinks
//! are to be avoided. Automata that branch are not supported, and that a function is left is not looked at by
//! itself. Since tools differ in what they call a step, a path that is not confirmed is not thereby wrong.

use super::{Automaton, Edge, Kind};
use crate::c::lex::{self, TokenKind};
use crate::c::parse::StatementKind;
use crate::c::place;
use crate::model::{Branch, Expression, Invariant, InvariantKind, Location, Waypoint, WaypointKind};
use crate::source::Source;
use crate::weave::{Check, Step};

/// What an execution passes, or why that cannot be said.
pub type Path = Result<Vec<Step>, String>;

/// The path of a violation witness. `entry` is the function where executions start.
pub fn path(automaton: &Automaton, source: &Source, entry: &str) -> Path {
    if automaton.head.kind != Kind::Violation {
        return Err("it is no violation witness".into());
    }
    if automaton.edges.iter().any(|edge| edge.thread.as_deref().is_some_and(|thread| thread != "0")) {
        return Err("it speaks of several threads".into());
    }
    let edges = walk(automaton)?;
    let reader = PathReader { source, entry };
    let mut steps: Vec<Step> = vec![];
    for (at, (edge, sinks)) in edges.iter().enumerate() {
        let last = at + 1 == edges.len();
        let mut avoid = vec![];
        for sink in sinks {
            avoid.extend(reader.checks(sink)?);
        }
        let mut checks = reader.checks(edge)?;
        if checks.iter().all(|check| matches!(check, Check::OnLine(_))) && !last {
            // Some tools take several steps in a line where others take one.
            let neighbours = [at.checked_sub(1), Some(at + 1)].into_iter().flatten();
            let same =
                |other: usize| edges.get(other).is_some_and(|(other, _)| other.start_line == edge.start_line);
            if neighbours.into_iter().any(same) {
                checks.clear();
            }
        }
        if edge.control.is_some()
            && edges
                .get(at + 1)
                .is_some_and(|(next, _)| next.control.is_some() && next.start_line == edge.start_line)
        {
            // The parts of a condition; the last one says which way it goes.
            checks.clear();
        }
        if last {
            let line = edge.start_line.ok_or("the last edge says no line")?;
            let begins = place::statement(source, line, None).is_ok();
            checks.retain(|check| begins || !matches!(check, Check::OnLine(_)));
            checks.push(Check::End(reader.location(line)));
        }
        for check in checks {
            steps.push(Step { avoid: std::mem::take(&mut avoid), follow: check });
        }
        if let (Some(step), false) = (steps.last_mut(), avoid.is_empty()) {
            step.avoid.append(&mut avoid);
        }
    }
    Ok(steps)
}

/// The edges from the entry to the violation, each with those into sinks beside it.
fn walk(automaton: &Automaton) -> Result<Vec<(&Edge, Vec<&Edge>)>, String> {
    let mut leaving: Vec<Vec<&Edge>> = automaton.nodes.iter().map(|_| vec![]).collect();
    for edge in automaton.edges.iter().filter(|edge| edge.source != edge.target) {
        leaving[edge.source].push(edge);
    }
    let mut at = automaton.nodes.iter().position(|node| node.entry).ok_or("it has no entry")?;
    let mut path = vec![];
    while !automaton.nodes[at].violation {
        let (sinks, ways): (Vec<&Edge>, Vec<&Edge>) =
            leaving[at].iter().partition(|edge| automaton.nodes[edge.target].sink);
        let name = &automaton.nodes[at].id;
        let way = match ways[..] {
            [way] => way,
            [] => return Err(format!("node '{name}' leads nowhere")),
            _ => return Err(format!("node '{name}' leads to several others")),
        };
        if path.len() > automaton.edges.len() {
            return Err("it goes in circles".into());
        }
        path.push((way, sinks));
        at = way.target;
    }
    match path.is_empty() {
        true => Err("the entry is the violation, and nothing is said of how to get there".into()),
        false => Ok(path),
    }
}

struct PathReader<'a> {
    source: &'a Source,
    entry: &'a str,
}

impl PathReader<'_> {
    fn location(&self, line: u32) -> Location {
        Location { file_name: self.source.name.clone(), line, column: None, function: None }
    }

    /// What a transition demands. Several things are passed one after the other.
    fn checks(&self, edge: &Edge) -> Result<Vec<Check>, String> {
        let Some(line) = edge.start_line else {
            let starts = edge.enter_function.as_deref() == Some(self.entry);
            let says_nothing =
                edge.assumption.is_none() && edge.control.is_none() && edge.return_from.is_none();
            // Every execution enters the function where it starts.
            return if says_nothing && (starts || edge.enter_function.is_none()) {
                Ok(vec![])
            } else {
                Err("an edge says something without saying the line".into())
            };
        };
        let mut checks = vec![];
        if let Some(holds) = edge.control {
            checks.push(self.branch(line, holds)?);
        }
        if let Some(function) = edge.enter_function.as_ref().filter(|&name| name != self.entry)
            && edge.assumption.is_none()
            && let Some(close) = self.only_call(line, function)
        {
            checks.push(Check::Waypoint(Waypoint { kind: WaypointKind::FunctionEnter, location: close }));
        }
        if let Some(assumption) = &edge.assumption {
            checks.push(self.assumption(edge, line, assumption)?);
        }
        let left = edge.return_from.is_some() && place::statement(self.source, line, None).is_err();
        if checks.is_empty() && self.is_in_a_function(line) && !left {
            checks.push(Check::OnLine(self.location(line)));
        }
        // What is outside of functions is done before the program starts.
        Ok(checks)
    }

    fn is_in_a_function(&self, line: u32) -> bool {
        self.source.line(line).is_some_and(|range| {
            let tokens = self.source.syntax.tokens_in(&range);
            let mut starts = tokens.map(|at| self.source.syntax.tokens[at].start);
            starts.any(|start| self.source.syntax.function_at(start).is_some())
        })
    }

    /// The closing parenthesis of the only call of a function in a line.
    fn only_call(&self, line: u32, function: &str) -> Option<Location> {
        let range = self.source.line(line)?;
        let calls = place::calls_in(self.source, &range);
        let mut found = calls.iter().filter(|call| call.name.as_deref() == Some(function));
        let call = found.next().filter(|_| found.next().is_none())?;
        let (line, column) = self.source.position(call.range.end - 1);
        Some(Location { column: Some(column), ..self.location(line) })
    }

    fn branch(&self, line: u32, holds: bool) -> Result<Check, String> {
        let range = self.source.line(line).ok_or_else(|| format!("there is no line {line}"))?;
        let syntax = &self.source.syntax;
        let starts = syntax.tokens_in(&range).map(|at| syntax.tokens[at].start);
        let branches: Vec<u32> = starts
            .map(|start| self.source.position(start).1)
            .filter(|&column| place::branching(self.source, line, Some(column)).is_ok())
            .collect();
        let [column] = branches[..] else {
            return Err(format!(
                "line {line} has {} branches, and an edge means one of them",
                branches.len()
            ));
        };
        if let Ok(place::Branching::Statement(at)) = place::branching(self.source, line, Some(column))
            && matches!(syntax.statements[at].kind, StatementKind::Switch { .. })
        {
            return Err(format!("line {line}: a switch has more than two ways"));
        }
        let location = Location { column: Some(column), ..self.location(line) };
        Ok(Check::Waypoint(Waypoint { kind: WaypointKind::Branching(Branch::Bool(holds)), location }))
    }

    fn assumption(&self, edge: &Edge, line: u32, text: &str) -> Result<Check, String> {
        let value = as_condition(text)?;
        if value.contains("\\result") {
            let function = edge.result_function.as_deref().unwrap_or_default();
            let Some(location) = self.only_call(line, function) else {
                return Err(format!("line {line} does not call '{function}' exactly once"));
            };
            let kind = WaypointKind::FunctionReturn(Some(Expression::c(value)));
            return Ok(Check::Waypoint(Waypoint { kind, location }));
        }
        let around = self
            .source
            .line(line)
            .and_then(|range| self.source.syntax.function_at(range.end.saturating_sub(1)));
        let name = around.map(|at| self.source.syntax.functions[at].name.as_str());
        if let Some(scope) = edge.scope.as_deref().filter(|&scope| Some(scope) != name) {
            return Err(format!(
                "line {line} is not in the function '{scope}', of which the assumption speaks"
            ));
        }
        Ok(Check::AfterLine(self.location(line), Expression::c(value)))
    }
}

/// One condition for `a == 1; b == 2;`. In old witnesses `a = 1` means that `a` is 1 now.
fn as_condition(text: &str) -> Result<String, String> {
    let lexed = lex::lex(text.as_bytes());
    let (mut parts, mut current) = (vec![], vec![]);
    for token in &lexed.tokens {
        match (token.kind, &text[token.start..token.end]) {
            (TokenKind::Sign, ";") => parts.push(std::mem::take(&mut current)),
            (TokenKind::Sign, "=") => current.push("=="),
            (_, word) => current.push(word),
        }
    }
    parts.push(current);
    let parts: Vec<String> =
        parts.iter().filter(|part| !part.is_empty()).map(|part| format!("({})", part.join(" "))).collect();
    match parts.is_empty() {
        true => Err(format!("'{text}' is no condition")),
        // The lexer takes the backslash of \result for a token of its own.
        false => Ok(parts.join(" && ").replace("\\ result", "\\result")),
    }
}

/// The loop in a line; else the one that comes next when the statement of the line was executed.
fn loop_behind(source: &Source, line: u32) -> Option<usize> {
    if let Ok(found) = place::loop_statement(source, line, None) {
        return Some(found);
    }
    let statements = &source.syntax.statements;
    let is_loop = |at: usize| statements[at].kind.loop_condition().is_some();
    let mut at = place::statement(source, line, None).ok()?;
    loop {
        let parent = statements[at].parent?;
        let next = (at + 1..statements.len()).find(|&other| {
            statements[other].range.start >= statements[at].range.end
                && statements[other].parent == Some(parent)
        });
        match next {
            Some(next) if statements[parent].kind == StatementKind::Block => {
                return is_loop(next).then_some(next);
            }
            _ if is_loop(parent) => return Some(parent),
            _ => at = parent,
        }
    }
}

/// The invariants of a correctness witness: those of nodes that are entered at the heads of loops.
pub fn invariants(automaton: &Automaton, source: &Source) -> Result<Vec<Invariant>, String> {
    if automaton.head.kind != Kind::Correctness {
        return Err("it is no correctness witness".into());
    }
    let mut found: Vec<Invariant> = vec![];
    for (number, node) in automaton.nodes.iter().enumerate() {
        let Some(value) = node.invariant.as_deref().filter(|text| !["true", "1", "(1)"].contains(text))
        else {
            continue;
        };
        let entering: Vec<&Edge> =
            automaton.edges.iter().filter(|edge| edge.target == number && edge.source != number).collect();
        if entering.is_empty() {
            return Err(format!("nothing leads to node '{}', which has an invariant", node.id));
        }
        for edge in entering {
            let line = edge.start_line.filter(|_| edge.enter_loop_head);
            let Some(line) = line else {
                return Err(format!("node '{}' has an invariant, and is not the head of a loop", node.id));
            };
            let at = loop_behind(source, line)
                .ok_or_else(|| format!("line {line}: there is no loop there, and none comes next"))?;
            let function = &source.syntax.functions[source.syntax.statements[at].function].name;
            if node.scope.as_ref().is_some_and(|scope| scope != function) {
                return Err(format!(
                    "line {line} is not in the scope of the invariant of node '{}'",
                    node.id
                ));
            }
            let (line, column) = source.position(source.syntax.statements[at].range.start);
            let location = Location {
                file_name: source.name.clone(),
                line,
                column: Some(column),
                function: Some(function.clone()),
            };
            let invariant = Invariant { kind: InvariantKind::Loop, location, value: Expression::c(value) };
            if !found.contains(&invariant) {
                found.push(invariant);
            }
        }
    }
    Ok(found)
}

#[cfg(test)]
mod tests;
