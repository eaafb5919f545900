//! Segments become a counter and assumptions.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::ops::Range;

use super::copies::{can_fail, declares, is_call_of, may_be_doubled, may_be_split};
use super::edit::{Mark, Wrap, render};
use super::hook::{COUNTER, Demand, Hook, How, before_statement, hook_wraps, once};
use super::{Unwoven, Woven, check_names, condition, file_of, is_preprocessed};
use crate::c::parse::{Statement, StatementKind};
use crate::c::place::{self, Branching, Call, Misplaced, Target};
use crate::model::{Branch, Expression, Location, Segment, Waypoint, WaypointKind};
use crate::source::{Source, Sources};

/// What counts as the violation.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Aim {
    /// Functions whose call is the violation.
    pub error_functions: Vec<&'static str>,
    /// Memory that is left when the program ends is a violation, too. That is seen at the end, so the target
    /// has to be passed before.
    pub leaks: bool,
}

/// A part of a path: none of the checks to avoid is passed, and then the one to follow.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Step {
    /// What must not be passed.
    pub avoid: Vec<Check>,
    /// What is passed at the end.
    pub follow: Check,
}

/// Something that an execution passes. Lines are what automata in GraphML speak of.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Check {
    /// A waypoint.
    Waypoint(Waypoint),
    /// The only statement that begins in a line was executed, and this holds then.
    AfterLine(Location, Expression),
    /// A statement begins that stands in a line.
    OnLine(Location),
    /// Now the property is violated: an error function is called anywhere; or something else goes wrong in a
    /// statement of this line.
    End(Location),
}

impl From<&Segment> for Step {
    fn from(segment: &Segment) -> Self {
        let avoid = segment.avoid.iter().cloned().map(Check::Waypoint).collect();
        Self { avoid, follow: Check::Waypoint(segment.follow.clone()) }
    }
}

/// The program of which only those executions are left that go along the segments, and what is violated counts
/// only in the last of them, at its target.
pub fn violation(sources: &Sources, steps: &[Step], aim: &Aim) -> Result<Woven, Unwoven> {
    check_names(sources)?;
    let mut weaver = Weaver {
        sources,
        last: steps.len().saturating_sub(1),
        events: BTreeMap::new(),
        wraps: sources.0.iter().map(|_| vec![]).collect(),
        marks: 0,
        exact: true,
        leaks_unseen: None,
    };
    for (number, step) in steps.iter().enumerate() {
        for check in &step.avoid {
            weaver.check(number, check, true)?;
        }
        match &step.follow {
            Check::Waypoint(Waypoint { kind: WaypointKind::Target, location }) => {
                let (file, source) = file_of(sources, location)?;
                let misplaced = |misplaced| Unwoven::Misplaced { location: location.clone(), misplaced };
                let found = place::target(source, location.line, location.column).map_err(misplaced)?;
                weaver.target(file, location, &found, aim);
            }
            Check::End(_) if !aim.error_functions.is_empty() => weaver.error_calls(aim),
            Check::End(location) => {
                let (file, source) = file_of(sources, location)?;
                for found in targets_in_line(source, location)? {
                    weaver.target(file, location, &found, aim);
                }
            }
            check => weaver.check(number, check, false)?,
        }
    }
    weaver.finish(aim)
}

/// Where an execution is looked at: the file, the bytes, and what happens there.
type Event = (usize, usize, usize, Moment);

/// What happens at a place.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Moment {
    Before,
    After,
    Decided,
    Returned,
    Entered,
}

struct Weaver<'a> {
    sources: &'a Sources,
    last: usize,
    events: BTreeMap<Event, Hook>,
    wraps: Vec<Vec<Wrap>>,
    marks: usize,
    exact: bool,
    leaks_unseen: Option<Unwoven>,
}

impl Weaver<'_> {
    fn check(&mut self, segment: usize, check: &Check, avoid: bool) -> Result<(), Unwoven> {
        match check {
            Check::Waypoint(waypoint) => self.waypoint(segment, waypoint, avoid),
            Check::OnLine(location) => {
                let (file, source) = file_of(self.sources, location)?;
                for at in statements_in_line(source, location)? {
                    let demand = Demand { segment, condition: "1".into(), avoid, guard: String::new() };
                    self.demand(file, Moment::Before, How::Statement(at), demand);
                }
                Ok(())
            }
            Check::AfterLine(location, expression) => {
                let (file, source) = file_of(self.sources, location)?;
                let (condition, guard) = condition(source, location, &expression.value, None)?;
                let simple = |at: &usize| {
                    let kind = &source.syntax.statements[*at].kind;
                    matches!(kind, StatementKind::Expression | StatementKind::Declaration)
                };
                let all: Vec<usize> =
                    statements_in_line(source, location)?.into_iter().filter(simple).collect();
                let [at] = all[..] else {
                    let what = "not exactly one statement of this line can be executed before the assumption";
                    return Err(Unwoven::Unsupported { location: location.clone(), what });
                };
                self.demand(file, Moment::After, How::After(at), Demand { segment, condition, avoid, guard });
                Ok(())
            }
            Check::End(location) => {
                let what = "a target that is not the last waypoint";
                Err(Unwoven::Unsupported { location: location.clone(), what })
            }
        }
    }

    fn demand(&mut self, file: usize, moment: Moment, how: How, demand: Demand) {
        let source = &self.sources.0[file];
        let range = match &how {
            How::Statement(at) | How::After(at) => source.syntax.statements[*at].range.clone(),
            How::Condition { range, .. } => range.clone(),
            How::Return { call, .. } | How::Enter(call) => call.range.clone(),
        };
        let has_value = matches!(how, How::Return { alone: false, .. });
        let event = (file, range.start, range.end, moment);
        let hook = self.events.entry(event).or_insert(Hook { demands: vec![], how });
        if let How::Return { alone, .. } = &mut hook.how
            && has_value
        {
            // Some waypoint looks at its value, so it has one.
            *alone = false;
        }
        hook.demands.push(demand);
    }

    fn waypoint(&mut self, segment: usize, waypoint: &Waypoint, avoid: bool) -> Result<(), Unwoven> {
        let location = &waypoint.location;
        let (file, source) = file_of(self.sources, location)?;
        let misplaced = |misplaced| Unwoven::Misplaced { location: location.clone(), misplaced };
        let unsupported = |what| Unwoven::Unsupported { location: location.clone(), what };
        let (line, column) = (location.line, location.column);
        let (moment, how, (condition, guard)) = match &waypoint.kind {
            WaypointKind::Assumption(expression) => {
                let at = place::statement(source, line, column).map_err(misplaced)?;
                (Moment::Before, How::Statement(at), condition(source, location, &expression.value, None)?)
            }
            WaypointKind::Branching(branch) => {
                let found = place::branching(source, line, column).map_err(misplaced)?;
                let (range, integer, text) = decision(source, &found, branch).map_err(unsupported)?;
                (Moment::Decided, How::Condition { range, integer }, (text, String::new()))
            }
            WaypointKind::FunctionEnter => {
                let call = place::call(source, line, column).map_err(misplaced)?;
                (Moment::Entered, How::Enter(call), ("1".into(), String::new()))
            }
            WaypointKind::FunctionReturn(constraint) => {
                let call = place::call(source, line, column).map_err(misplaced)?;
                let alone = constraint.is_none() && is_alone(source, &call);
                let held = match constraint {
                    None => ("1".into(), String::new()),
                    Some(expression) => {
                        condition(source, location, &expression.value, Some("__fathom_result"))?
                    }
                };
                (Moment::Returned, How::Return { call, alone }, held)
            }
            // The target is handled on its own, and one to avoid makes no sense.
            WaypointKind::Target => return Err(unsupported("a target that is not the last waypoint")),
        };
        self.demand(file, moment, how, Demand { segment, condition, avoid, guard });
        Ok(())
    }

    fn target(&mut self, file: usize, location: &Location, found: &Target, aim: &Aim) {
        let source = &self.sources.0[file];
        let wraps = match found {
            Target::Statement(at) => self.target_statement(source, *at, aim),
            Target::Header(at) => self.target_header(source, *at, &place::full_expressions(source, *at)),
            Target::Expression(range, at) => match source.syntax.statements[*at].kind {
                StatementKind::Return { .. } => self.target_statement(source, *at, aim),
                _ => self.target_header(source, *at, std::slice::from_ref(range)),
            },
        };
        self.wraps[file].extend(wraps);
        match found {
            Target::Statement(at) if aim.leaks => {
                let last = self.last;
                let hook = format!(
                    "({{extern unsigned __fathom_segment,__fathom_reached;\
                     if(__fathom_segment=={last})__fathom_reached=1;}});"
                );
                self.wraps[file].extend(before_statement(source, *at, 2, &hook));
            }
            Target::Header(_) | Target::Expression(..) if aim.leaks => {
                let what = "memory that is lost in a part of a statement";
                self.leaks_unseen = Some(Unwoven::Unsupported { location: location.clone(), what });
            }
            Target::Statement(_) | Target::Header(_) | Target::Expression(..) => {}
        }
    }

    /// Every call of an error function is the target.
    fn error_calls(&mut self, aim: &Aim) {
        for (file, source) in self.sources.0.iter().enumerate() {
            let bodies = source.syntax.functions.iter().map(|function| &function.body);
            let calls = bodies.flat_map(|body| place::calls_in(source, body));
            let is_error = |call: &Call| {
                call.name.as_ref().is_some_and(|name| aim.error_functions.contains(&name.as_str()))
            };
            for call in calls.filter(is_error) {
                let wrap = Wrap {
                    open: format!("({},", self.only_in_last()),
                    close: ")".into(),
                    mark: self.mark(),
                    ..Wrap::new(call.range, 6)
                };
                self.wraps[file].push(wrap);
            }
        }
    }

    fn mark(&mut self) -> Option<Mark> {
        self.marks += 1;
        Some(Mark::Piece(self.marks - 1))
    }

    /// An expression that says whether this is the last segment.
    fn in_last(&self) -> String {
        format!("({{extern unsigned __fathom_segment;__fathom_segment=={};}})", self.last)
    }

    /// What ends executions that get here in another segment than the last.
    fn only_in_last(&self) -> String {
        format!("({{{COUNTER}__fathom_assume(__fathom_segment=={});}})", self.last)
    }

    /// A statement that is the target. It is there twice, once for executions in the last segment and once for
    /// others, so that what goes wrong in the others does not count. Where that cannot be done, executions
    /// that get there too early are cut off, although they might have come back.
    fn target_statement(&mut self, source: &Source, at: usize, aim: &Aim) -> Vec<Wrap> {
        let statement = &source.syntax.statements[at];
        let range = statement.range.clone();
        match &statement.kind {
            StatementKind::Declaration => {
                let all = place::initialisers(source, &range);
                if may_be_split(source, &range, &all) {
                    let parts: Vec<_> = all.into_iter().filter(|part| can_fail(source, part)).collect();
                    return parts.iter().map(|part| self.twice(part, "(", "(")).collect();
                }
            }
            StatementKind::Expression | StatementKind::Return { .. } => {
                if is_call_of(source, &range, &aim.error_functions) {
                    // It always is the violation, so nobody comes back.
                    return self.cut_statement(source, at, true);
                }
                if may_be_doubled(source, &range) {
                    let wrap = Wrap {
                        open: format!("{{if({}){{", self.in_last()),
                        between: Some("}else{".into()),
                        close: "}}".into(),
                        mark: self.mark(),
                        ..Wrap::new(range, 3)
                    };
                    return vec![wrap];
                }
            }
            _ => {}
        }
        self.cut_statement(source, at, false)
    }

    fn cut_statement(&mut self, source: &Source, at: usize, exact: bool) -> Vec<Wrap> {
        self.exact &= exact;
        let hook = format!("{};", self.only_in_last());
        let mut wraps = before_statement(source, at, 2, &hook);
        wraps.push(Wrap { mark: self.mark(), ..Wrap::new(source.syntax.statements[at].range.clone(), 3) });
        wraps
    }

    /// Expressions of a statement that are the target.
    fn target_header(&mut self, source: &Source, at: usize, parts: &[Range<usize>]) -> Vec<Wrap> {
        let kind = &source.syntax.statements[at].kind;
        let mut wraps = vec![];
        for part in parts {
            let (open, other) = match kind {
                StatementKind::If { .. } | StatementKind::While { .. } | StatementKind::Do { .. } => {
                    ("!!(", "!!(")
                }
                StatementKind::Switch { .. } => ("+(", "+("),
                StatementKind::For { condition, .. } if condition == part => ("!!(", "!!("),
                StatementKind::For { .. } if declares(source, part) => {
                    let all = place::initialisers(source, part);
                    if !may_be_split(source, part, &all) {
                        self.exact = false;
                        continue;
                    }
                    let failing: Vec<_> = all.into_iter().filter(|part| can_fail(source, part)).collect();
                    wraps.extend(failing.iter().map(|part| self.twice(part, "(", "(")).collect::<Vec<_>>());
                    continue;
                }
                StatementKind::For { .. } => ("(void)(", "(void)("),
                _ => ("(", "("),
            };
            if may_be_doubled(source, part) {
                wraps.push(self.twice(part, open, other));
            } else {
                self.exact = false;
                wraps.push(Wrap {
                    open: format!("({},(", self.only_in_last()),
                    close: "))".into(),
                    mark: self.mark(),
                    ..Wrap::new(part.clone(), 3)
                });
            }
        }
        wraps
    }

    /// An expression, once for the last segment and once for others.
    fn twice(&mut self, range: &Range<usize>, first: &str, second: &str) -> Wrap {
        Wrap {
            open: format!("({}?{first}", self.in_last()),
            between: Some(format!("):{second}")),
            close: "))".into(),
            mark: self.mark(),
            ..Wrap::new(range.clone(), 3)
        }
    }

    fn finish(mut self, aim: &Aim) -> Result<Woven, Unwoven> {
        let events = std::mem::take(&mut self.events);
        for ((file, ..), hook) in events {
            let source = &self.sources.0[file];
            let wraps = hook_wraps(source, &hook)?;
            self.wraps[file].extend(wraps);
        }
        if aim.leaks {
            for (file, source) in self.sources.0.iter().enumerate() {
                match abrupt_ends(source) {
                    Ok(wraps) => self.wraps[file].extend(wraps),
                    Err(unwoven) => self.leaks_unseen = Some(unwoven),
                }
            }
        }
        let mut end = String::from("unsigned __fathom_segment=0;\n");
        if aim.leaks {
            end += "unsigned __fathom_reached=0;\nextern void __fathom_assume(_Bool);\n\
                    __attribute__((destructor)) static void __fathom_end(void)\
                    {__fathom_assume(__fathom_reached);}\n";
        }
        let mut woven = Woven { exact: self.exact, leaks_unseen: self.leaks_unseen, ..Woven::default() };
        let count = self.sources.0.len();
        for (file, (source, wraps)) in self.sources.0.iter().zip(self.wraps).enumerate() {
            let end = if file + 1 == count { end.as_str() } else { "" };
            let rendered = render(file, source, once(wraps), end)?;
            woven.texts.push(rendered.text);
            woven.ours.extend(rendered.ours);
            woven.target.extend(rendered.marks.into_iter().map(|(_, stretch)| stretch));
        }
        Ok(woven)
    }
}

/// The statements that begin in a line, without blocks.
fn statements_in_line(source: &Source, location: &Location) -> Result<Vec<usize>, Unwoven> {
    let misplaced = |misplaced| Unwoven::Misplaced { location: location.clone(), misplaced };
    let first = place::statement(source, location.line, None).map_err(misplaced)?;
    let line = source.line(location.line).unwrap_or_default();
    let statements = source.syntax.statements.iter().enumerate().skip(first);
    let of_line = statements.take_while(|(_, statement)| statement.range.start < line.end);
    let kind = |statement: &&Statement| statement.kind != StatementKind::Block;
    Ok(of_line.filter(|(_, statement)| kind(statement)).map(|(at, _)| at).collect())
}

/// The statements of a line as targets.
fn targets_in_line(source: &Source, location: &Location) -> Result<Vec<Target>, Unwoven> {
    let starts = statements_in_line(source, location)?.into_iter().map(|at| {
        let (line, column) = source.position(source.syntax.statements[at].range.start);
        place::target(source, line, Some(column))
    });
    let mut all: Vec<Target> = starts.filter_map(Result::ok).collect();
    // A statement behind a label is found twice.
    all.dedup();
    match all.is_empty() {
        true => {
            let misplaced = Misplaced::Nothing("statement");
            Err(Unwoven::Misplaced { location: location.clone(), misplaced })
        }
        false => Ok(all),
    }
}

/// What is looked at for a branch, whether it is an integer, and what is to hold of it.
fn decision(
    source: &Source,
    branching: &Branching,
    branch: &Branch,
) -> Result<(Range<usize>, bool, String), &'static str> {
    let value = "__fathom_condition";
    let boolean = |range: Range<usize>| match branch {
        Branch::Bool(true) => Ok((range, false, value.to_string())),
        Branch::Bool(false) => Ok((range, false, format!("!{value}"))),
        Branch::Case(_) | Branch::Default => Err("only a switch has such a branch"),
    };
    let at = match branching {
        Branching::Choice { condition } => return boolean(condition.clone()),
        Branching::Statement(at) => *at,
    };
    let kind = &source.syntax.statements[at].kind;
    if let StatementKind::Switch { condition } = kind {
        return match branch {
            Branch::Bool(_) => Err("a switch has a number or default as its branch"),
            Branch::Case(number) => Ok((condition.clone(), true, format!("{value}==({number})"))),
            Branch::Default => {
                let cases = cases(source, at);
                let none = cases.iter().fold(String::from("1"), |mut text, (low, high)| {
                    // Writing to a string does not fail.
                    let _ = write!(text, "&&!({value}>=({low})&&{value}<=({high}))");
                    text
                });
                Ok((condition.clone(), true, none))
            }
        };
    }
    match kind {
        StatementKind::If { condition } => boolean(condition.clone()),
        kind => boolean(kind.loop_condition().cloned().ok_or("there is no branch")?),
    }
}

/// The values of the cases of a switch, as ranges.
fn cases(source: &Source, switch: usize) -> Vec<(String, String)> {
    let syntax = &source.syntax;
    let switch_of = |mut at: usize| {
        while let Some(parent) = syntax.statements[at].parent {
            if matches!(syntax.statements[parent].kind, StatementKind::Switch { .. }) {
                return Some(parent);
            }
            at = parent;
        }
        None
    };
    let mut found = vec![];
    for (at, statement) in syntax.statements.iter().enumerate() {
        let StatementKind::Case { value, .. } = &statement.kind else { continue };
        if switch_of(at) != Some(switch) {
            continue;
        }
        let tokens = syntax.tokens_in(value);
        let dots = tokens.clone().find(|&token| {
            let token = syntax.tokens[token];
            &source.bytes[token.start..token.end] == b"..."
        });
        found.push(match dots {
            None => (source.text(value.clone()), source.text(value.clone())),
            Some(dots) => {
                let dots = syntax.tokens[dots];
                (source.text(value.start..dots.start), source.text(dots.end..value.end))
            }
        });
    }
    found
}

/// Whether a call is a statement of its own, so that nobody wants its value.
fn is_alone(source: &Source, call: &Call) -> bool {
    let around = source.syntax.statement_around(call.range.start);
    around.is_some_and(|at| {
        let statement = &source.syntax.statements[at];
        statement.kind == StatementKind::Expression
            && statement.range.start == call.range.start
            && source.syntax.tokens_in(&(call.range.end..statement.range.end)).len() == 1
    })
}

/// Functions that end the program at once, without what is done at its end.
const ABRUPT: [&str; 7] =
    ["abort", "_exit", "_Exit", "quick_exit", "__assert_fail", "reach_error", "__VERIFIER_error"];

/// Where the program ends at once, only those executions go on that have passed the target.
fn abrupt_ends(source: &Source) -> Result<Vec<Wrap>, Unwoven> {
    let mut wraps = vec![];
    for function in &source.syntax.functions {
        for call in place::calls_in(source, &function.body) {
            let Some(name) = &call.name else { continue };
            if name == "assert" && !is_preprocessed(source) {
                let (line, column) = source.position(call.range.start);
                let location = Location {
                    file_name: source.name.clone(),
                    line,
                    column: Some(column),
                    function: Some(function.name.clone()),
                };
                return Err(Unwoven::Unsupported { location, what: "an assertion that may end the program" });
            }
            if ABRUPT.contains(&name.as_str()) {
                wraps.push(Wrap {
                    open: "(({extern unsigned __fathom_reached;extern void __fathom_assume(_Bool);\
                           __fathom_assume(__fathom_reached);}),"
                        .into(),
                    close: ")".into(),
                    ..Wrap::new(call.range, 6)
                });
            }
        }
    }
    Ok(wraps)
}
