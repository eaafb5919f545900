//! What is put at a place: it looks at the counter, assumes what is to hold, and goes on to the next segment.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::ops::Range;

use super::Unwoven;
use super::edit::Wrap;
use crate::c::lex::TokenKind;
use crate::c::parse::StatementKind;
use crate::c::place::{self, Call};
use crate::model::Location;
use crate::source::Source;

/// What every piece of text that looks at the counter begins with.
pub const COUNTER: &str = "extern unsigned __fathom_segment;extern void __fathom_assume(_Bool);";

/// What is to hold at an event.
pub struct Demand {
    /// In which segment.
    pub segment: usize,
    /// What is to hold, or must not.
    pub condition: String,
    /// It must not.
    pub avoid: bool,
    /// Text that makes the compiler look for side effects.
    pub guard: String,
}

/// What is done at an event, and what it takes to put that in.
pub struct Hook {
    /// What is to hold.
    pub demands: Vec<Demand>,
    /// Where.
    pub how: How,
}

/// How something is put in.
pub enum How {
    /// Before a statement.
    Statement(usize),
    /// After a statement.
    After(usize),
    /// When a condition is decided; an integer for a `switch`.
    Condition { range: Range<usize>, integer: bool },
    /// When a call returned; `alone` if nobody wants its value.
    Return { call: Call, alone: bool },
    /// When a function is entered.
    Enter(Call),
}

/// What looks at the counter: for each segment what is to hold, and whether it goes on.
fn look(demands: &[Demand]) -> String {
    let mut by_segment: BTreeMap<usize, (String, bool)> = BTreeMap::new();
    for demand in demands {
        let (text, follows) = by_segment.entry(demand.segment).or_default();
        // What is to be avoided comes first: it must not be passed even at the end of the segment.
        let sign = if demand.avoid { "!" } else { "" };
        let _ = write!(text, "__fathom_assume({sign}({}));", demand.condition);
        *follows |= !demand.avoid;
    }
    let guards: BTreeSet<&str> = demands.iter().map(|demand| demand.guard.as_str()).collect();
    let mut text: String = guards.into_iter().collect();
    text += COUNTER;
    text += "switch(__fathom_segment){";
    for (segment, (assumptions, follows)) in by_segment {
        let _ = write!(text, "case {segment}:{assumptions}");
        if follows {
            let _ = write!(text, "__fathom_segment={};", segment + 1);
        }
        text += "break;";
    }
    text.push('}');
    text
}

/// Puts a hook in.
pub fn hook_wraps(source: &Source, hook: &Hook) -> Result<Vec<Wrap>, Unwoven> {
    let look = look(&hook.demands);
    match &hook.how {
        How::Condition { range, .. } => check_literals(source, range)?,
        How::Return { call, .. } | How::Enter(call) => check_literals(source, &call.range)?,
        How::Statement(_) | How::After(_) => {}
    }
    Ok(match &hook.how {
        How::Statement(at) => before_statement(source, *at, 1, &format!("({{{look}}});")),
        How::After(at) => {
            let mut wraps = before_statement(source, *at, 1, "");
            if let Some(inner) = wraps.last_mut() {
                inner.close = format!("({{{look}}});");
            }
            wraps
        }
        How::Condition { range, integer } => {
            let (ty, sign) = if *integer { ("__auto_type", "+") } else { ("_Bool", "") };
            let always = if range.is_empty() { "1" } else { "" };
            vec![Wrap {
                open: format!("({{{ty} __fathom_condition={sign}({always}"),
                close: format!(");{look}__fathom_condition;}})"),
                ..Wrap::new(range.clone(), 2)
            }]
        }
        How::Return { call, alone: true } => {
            vec![Wrap { open: "({".into(), close: format!(";{look}}})"), ..Wrap::new(call.range.clone(), 4) }]
        }
        How::Return { call, alone: false } => vec![Wrap {
            open: "({__auto_type __fathom_result=".into(),
            close: format!(";{look}__fathom_result;}})"),
            ..Wrap::new(call.range.clone(), 4)
        }],
        How::Enter(call) => vec![enter(source, call, &look)?],
    })
}

/// A compound literal `(T){…}` lives as long as the block around it, so nothing may put a block around it.
pub fn check_literals(source: &Source, range: &Range<usize>) -> Result<(), Unwoven> {
    let syntax = &source.syntax;
    let first_byte = |at: usize| source.bytes[syntax.tokens[at].start];
    let is_literal = |&at: &usize| first_byte(at) == b'{' && at > 0 && first_byte(at - 1) == b')';
    match syntax.tokens_in(range).find(is_literal) {
        None => Ok(()),
        Some(at) => {
            let (line, column) = source.position(syntax.tokens[at].start);
            let location =
                Location { file_name: source.name.clone(), line, column: Some(column), function: None };
            Err(Unwoven::Unsupported { location, what: "a compound literal in what the witness points at" })
        }
    }
}

/// Looks at the counter when the arguments of a call are evaluated, and before it is executed.
fn enter(source: &Source, call: &Call, look: &str) -> Result<Wrap, Unwoven> {
    let nothing_happens = place::calls_in(source, &call.arguments).is_empty()
        && !source.text(call.arguments.clone()).contains('?');
    if nothing_happens {
        return Ok(Wrap {
            open: format!("(({{{look}}}),"),
            close: ")".into(),
            ..Wrap::new(call.range.clone(), 5)
        });
    }
    // Clang evaluates arguments from left to right, so the last one is evaluated when all are.
    let syntax = &source.syntax;
    let tokens = syntax.tokens_in(&call.arguments);
    let mut first = tokens.start;
    let mut at = tokens.start;
    while at < tokens.end {
        let token = syntax.tokens[at];
        match &source.bytes[token.start..token.end] {
            b"," => first = at + 1,
            b"(" | b"[" | b"{" => at = syntax.partners[at],
            _ => {}
        }
        at += 1;
    }
    let range = syntax.tokens[first].start..syntax.tokens[tokens.end - 1].end;
    if tokens.end - first == 1 && syntax.tokens[first].kind == TokenKind::Number {
        let (line, column) = source.position(call.range.start);
        let location =
            Location { file_name: source.name.clone(), line, column: Some(column), function: None };
        let what = "a call to enter whose last argument is a number behind other calls";
        return Err(Unwoven::Unsupported { location, what });
    }
    Ok(Wrap {
        open: "({__auto_type __fathom_argument=(".into(),
        close: format!(");{look}__fathom_argument;}})"),
        ..Wrap::new(range, 2)
    })
}

/// Puts text before a statement, behind its labels, with braces where it stands alone. The last wrap has the
/// text.
pub fn before_statement(source: &Source, at: usize, rank: u8, hook: &str) -> Vec<Wrap> {
    let statements = &source.syntax.statements;
    let statement = &statements[at];
    if statement.parent.is_none() {
        // The body of a function: inside its braces.
        let inside = statement.range.start + 1..statement.range.end - 1;
        return vec![Wrap { open: hook.into(), ..Wrap::new(inside, rank) }];
    }
    let mut inner = at;
    while let StatementKind::Labelled { inner: next } | StatementKind::Case { inner: next, .. } =
        statements[inner].kind
    {
        inner = next;
    }
    let mut outer = at;
    while let Some(parent) = statements[outer].parent
        && matches!(statements[parent].kind, StatementKind::Labelled { .. } | StatementKind::Case { .. })
    {
        outer = parent;
    }
    let mut wraps = vec![];
    if !statements[outer].in_block {
        let range = statements[outer].range.clone();
        wraps.push(Wrap { open: "{".into(), close: "}".into(), ..Wrap::new(range, 0) });
    }
    wraps.push(Wrap { open: hook.into(), ..Wrap::new(statements[inner].range.clone(), rank) });
    wraps
}

/// Braces around one statement are put there once, however many ask for them.
pub fn once(wraps: Vec<Wrap>) -> Vec<Wrap> {
    let mut braced = BTreeSet::new();
    let is_brace = |wrap: &Wrap| wrap.open == "{" && wrap.close == "}";
    wraps
        .into_iter()
        .filter(|wrap| !is_brace(wrap) || braced.insert((wrap.range.start, wrap.range.end)))
        .collect()
}
