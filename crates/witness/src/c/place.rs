//! What a location of a witness points at.
//!
//! The format says for each use of a location what it has to point at: the first character of a statement, a
//! keyword, a closing parenthesis. Without a column it is the leftmost such place in the line. Nothing else
//! is taken: who would guess what a location means checks another witness.

use std::ops::Range;

use super::lex::TokenKind;
use super::parse::{Problem, StatementKind, Syntax};
use crate::source::Source;

/// Why a location points at nothing that would do.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Misplaced {
    /// The file is shorter.
    #[error("the file has no line {0}")]
    NoLine(u32),
    /// The line is shorter.
    #[error("line {0} has no column {1}")]
    NoColumn(u32, u32),
    /// There is something else.
    #[error("there is no {0} there")]
    Nothing(&'static str),
    /// The code around it is not understood.
    #[error("the code around it is not understood (line {line}: {what})")]
    NotUnderstood {
        /// Where.
        line: u32,
        /// What.
        what: &'static str,
    },
}

/// Where a branch is decided.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Branching {
    /// At a statement, by its number.
    Statement(usize),
    /// At `condition ? … : …`.
    Choice {
        /// The bytes of the condition.
        condition: Range<usize>,
    },
}

/// A call.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Call {
    /// The bytes of the call, from what is called to the closing parenthesis.
    pub range: Range<usize>,
    /// The bytes between the parentheses.
    pub arguments: Range<usize>,
    /// The name of what is called, if it has one.
    pub name: Option<String>,
}

/// Where a property is violated.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Target {
    /// While a statement is executed, by its number. It has no statements inside.
    Statement(usize),
    /// While the header of a statement is evaluated, by its number: `if (…)`, `for (…; …; …)`.
    Header(usize),
    /// While an expression is evaluated that belongs to a statement: its bytes, and the statement's number.
    Expression(Range<usize>, usize),
}

/// Words that stand before a parenthesis, or before a call, and are no names.
const KEYWORDS: [&str; 34] = [
    "if",
    "while",
    "for",
    "switch",
    "return",
    "sizeof",
    "case",
    "else",
    "do",
    "goto",
    "typeof",
    "__typeof__",
    "__typeof",
    "_Alignof",
    "__alignof__",
    "_Alignas",
    "_Generic",
    "__attribute__",
    "__extension__",
    "asm",
    "__asm__",
    "__builtin_offsetof",
    "__builtin_va_arg",
    "__builtin_types_compatible_p",
    "int",
    "char",
    "long",
    "short",
    "unsigned",
    "signed",
    "void",
    "float",
    "double",
    "_Bool",
];

/// Words that a call may follow.
const BEFORE_CALLS: [&str; 6] = ["return", "else", "do", "case", "sizeof", "__extension__"];

/// The statement or declaration at a location.
pub fn statement(source: &Source, line: u32, column: Option<u32>) -> Result<usize, Misplaced> {
    let syntax = &source.syntax;
    find(source, line, column, "statement or declaration", |offset, exact| {
        let found = begins(syntax, offset)?;
        // The body of a function is no statement in a block; but it is one.
        (exact || syntax.statements[found].parent.is_some()).then_some(found)
    })
}

/// The loop at a location.
pub fn loop_statement(source: &Source, line: u32, column: Option<u32>) -> Result<usize, Misplaced> {
    let syntax = &source.syntax;
    find(source, line, column, "loop (for, while, do)", |offset, _| {
        begins(syntax, offset).filter(|&at| syntax.statements[at].kind.loop_condition().is_some())
    })
}

/// The branching at a location.
pub fn branching(source: &Source, line: u32, column: Option<u32>) -> Result<Branching, Misplaced> {
    let syntax = &source.syntax;
    find(source, line, column, "branching (if, while, do, for, switch, ?:)", |offset, _| {
        let token = syntax.token_at(offset)?;
        if bytes(source, token) == b"?" {
            return choice_condition(source, token).map(|condition| Branching::Choice { condition });
        }
        let decided = begins(syntax, offset).filter(|&at| {
            let kind = &syntax.statements[at].kind;
            kind.loop_condition().is_some()
                || matches!(kind, StatementKind::If { .. } | StatementKind::Switch { .. })
        });
        let by_while = || {
            let around = syntax.statement_around(offset)?;
            let decides = |at: &usize| matches!(syntax.statements[*at].kind, StatementKind::Do { keyword, .. } if keyword == offset);
            Some(around).filter(decides)
        };
        decided.or_else(by_while).map(Branching::Statement)
    })
}

/// The call whose closing parenthesis is at a location.
pub fn call(source: &Source, line: u32, column: Option<u32>) -> Result<Call, Misplaced> {
    find(source, line, column, "closing parenthesis of a call", |offset, _| {
        let close = source.syntax.token_at(offset)?;
        call_that_ends(source, close)
    })
}

/// The statement or full expression at a location.
pub fn target(source: &Source, line: u32, column: Option<u32>) -> Result<Target, Misplaced> {
    let syntax = &source.syntax;
    find(source, line, column, "statement or full expression", |offset, exact| {
        if let Some(mut at) =
            begins(syntax, offset).filter(|&at| exact || syntax.statements[at].parent.is_some())
        {
            loop {
                match &syntax.statements[at].kind {
                    StatementKind::Labelled { inner } | StatementKind::Case { inner, .. } => at = *inner,
                    StatementKind::Block => return None,
                    StatementKind::If { .. }
                    | StatementKind::While { .. }
                    | StatementKind::Do { .. }
                    | StatementKind::For { .. }
                    | StatementKind::Switch { .. } => return Some(Target::Header(at)),
                    StatementKind::Return { .. }
                    | StatementKind::Jump
                    | StatementKind::Declaration
                    | StatementKind::Expression
                    | StatementKind::Empty => return Some(Target::Statement(at)),
                }
            }
        }
        let around = syntax.statement_around(offset)?;
        let found = full_expressions(source, around).into_iter().find(|range| range.start == offset)?;
        Some(Target::Expression(found, around))
    })
}

/// The full expressions that belong to a statement itself, and not to one inside it. Those of declarations
/// are their initialisers.
pub fn full_expressions(source: &Source, statement: usize) -> Vec<Range<usize>> {
    let statement = &source.syntax.statements[statement];
    let all = match &statement.kind {
        StatementKind::If { condition }
        | StatementKind::While { condition }
        | StatementKind::Do { condition, .. }
        | StatementKind::Switch { condition } => vec![condition.clone()],
        StatementKind::For { first, condition, step } => vec![first.clone(), condition.clone(), step.clone()],
        StatementKind::Return { value } => vec![value.clone()],
        StatementKind::Declaration => initialisers(source, &statement.range),
        StatementKind::Block
        | StatementKind::Labelled { .. }
        | StatementKind::Case { .. }
        | StatementKind::Jump
        | StatementKind::Expression
        | StatementKind::Empty => vec![],
    };
    all.into_iter().filter(|range| !range.is_empty()).collect()
}

/// The initialisers of a declaration.
pub fn initialisers(source: &Source, declaration: &Range<usize>) -> Vec<Range<usize>> {
    let syntax = &source.syntax;
    let tokens = syntax.tokens_in(declaration);
    let (mut found, mut start) = (vec![], None);
    let mut at = tokens.start;
    while at < tokens.end {
        match bytes(source, at) {
            b"=" if start.is_none() => start = Some(at + 1),
            b"," | b";" => {
                if let Some(first) = start.take().filter(|&first| first < at) {
                    found.push(syntax.tokens[first].start..syntax.tokens[at - 1].end);
                }
            }
            b"(" | b"[" | b"{" => at = syntax.partners[at],
            _ => {}
        }
        at += 1;
    }
    if let Some(first) = start.filter(|&first| first < tokens.end) {
        found.push(syntax.tokens[first].start..syntax.tokens[tokens.end - 1].end);
    }
    found
}

/// The calls whose closing parentheses are in a range of bytes.
pub fn calls_in(source: &Source, range: &Range<usize>) -> Vec<Call> {
    source.syntax.tokens_in(range).filter_map(|close| call_that_ends(source, close)).collect()
}

/// The call that a token closes.
fn call_that_ends(source: &Source, close: usize) -> Option<Call> {
    let syntax = &source.syntax;
    if bytes(source, close) != b")" {
        return None;
    }
    let open = syntax.partners[close];
    let first = callee(source, open)?;
    // Only calls inside functions are executed.
    syntax.function_at(syntax.tokens[first].start)?;
    let name = (first + 1 == open).then(|| String::from_utf8_lossy(bytes(source, first)).into_owned());
    Some(Call {
        range: syntax.tokens[first].start..syntax.tokens[close].end,
        arguments: syntax.tokens[open].end..syntax.tokens[close].start,
        name,
    })
}

/// The first token of what is called by the parentheses that open at `open`; `None` if nothing is called, or
/// that cannot be told from a cast.
fn callee(source: &Source, open: usize) -> Option<usize> {
    let syntax = &source.syntax;
    let mut first = open.checked_sub(1)?;
    loop {
        match bytes(source, first) {
            b"]" => first = syntax.partners[first].checked_sub(1)?,
            b")" => {
                first = syntax.partners[first];
                let before = first.checked_sub(1)?;
                // `int (*f)(int)` declares, and `(int)(*f)(x)` may be a cast as well as a call.
                let ambiguous = (is_word(source, before) && !is_one_of(source, before, &BEFORE_CALLS))
                    || matches!(bytes(source, before), b")" | b"]");
                // `(unsigned)(x)` is a cast.
                let is_pointer = matches!(bytes(source, first + 1), b"*" | b"&");
                return (is_pointer && !ambiguous).then_some(first);
            }
            _ if is_name(source, first) => {
                let before = first.checked_sub(1)?;
                match bytes(source, before) {
                    b"." | b"->" => first = before.checked_sub(1)?,
                    _ if is_word(source, before) && !is_one_of(source, before, &BEFORE_CALLS) => return None,
                    _ => return Some(first),
                }
            }
            _ => return None,
        }
    }
}

/// The condition that stands before a question mark. `None` if it is `a ?: b`, whose value is used as well.
fn choice_condition(source: &Source, question: usize) -> Option<Range<usize>> {
    let syntax = &source.syntax;
    if bytes(source, question + 1) == b":" {
        return None;
    }
    let mut first = question;
    while let Some(before) = first.checked_sub(1) {
        match bytes(source, before) {
            b")" | b"]" | b"}" => first = syntax.partners[before],
            b"(" | b"[" | b"{" | b";" | b"," | b"?" | b":" | b"=" | b"+=" | b"-=" | b"*=" | b"/=" | b"%="
            | b"&=" | b"|=" | b"^=" | b"<<=" | b">>=" => break,
            _ if is_one_of(source, before, &["return", "case", "else", "do"]) => break,
            _ => first = before,
        }
    }
    (first < question).then(|| syntax.tokens[first].start..syntax.tokens[question - 1].end)
}

/// The first statement that begins at a byte; of several, the outermost.
fn begins(syntax: &Syntax, offset: usize) -> Option<usize> {
    let at = syntax.statements.partition_point(|statement| statement.range.start < offset);
    syntax.statements.get(at).filter(|statement| statement.range.start == offset).map(|_| at)
}

/// What is at a location, by a function that is given a byte and whether it was given exactly.
fn find<T>(
    source: &Source,
    line: u32,
    column: Option<u32>,
    what: &'static str,
    look: impl Fn(usize, bool) -> Option<T>,
) -> Result<T, Misplaced> {
    let range = source.line(line).ok_or(Misplaced::NoLine(line))?;
    let found = match column {
        Some(column) => {
            let offset = source.offset(line, column).ok_or(Misplaced::NoColumn(line, column))?;
            look(offset, true)
        }
        None => {
            let tokens = source.syntax.tokens_in(&range);
            tokens.map(|token| source.syntax.tokens[token].start).find_map(|offset| look(offset, false))
        }
    };
    found.ok_or_else(|| not_understood(source, range).unwrap_or(Misplaced::Nothing(what)))
}

/// Why nothing is known of a line, if nothing is.
fn not_understood(source: &Source, line: Range<usize>) -> Option<Misplaced> {
    let around = |offset| source.syntax.function_at(offset);
    let function = around(line.start).or_else(|| around(line.end.max(line.start + 1) - 1));
    let of_function = function.and_then(|at| source.syntax.functions[at].problem.as_ref());
    let Problem { at, what } = source.syntax.problem.as_ref().or(of_function)?;
    Some(Misplaced::NotUnderstood { line: source.position(*at).0, what })
}

fn bytes(source: &Source, token: usize) -> &[u8] {
    source.syntax.tokens.get(token).map_or(b"", |token| &source.bytes[token.start..token.end])
}

fn is_word(source: &Source, token: usize) -> bool {
    source.syntax.tokens.get(token).is_some_and(|token| token.kind == TokenKind::Word)
}

fn is_one_of(source: &Source, token: usize, words: &[&str]) -> bool {
    words.iter().any(|word| word.as_bytes() == bytes(source, token))
}

/// A word that is no keyword.
fn is_name(source: &Source, token: usize) -> bool {
    is_word(source, token) && !is_one_of(source, token, &KEYWORDS)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A function whose body is in line 2, and the column of a part of it.
    fn source(body: &str) -> Source {
        Source::new("a.c", format!("int main(void) {{\n{body}\n}}\n").into_bytes())
    }

    fn column(body: &str, part: &str) -> Option<u32> {
        Some(body.find(part).unwrap() as u32 + 1)
    }

    #[test]
    fn statements() {
        let body = "  x = 1; if (y) z(); L: w();";
        let source = source(body);
        let text = |at: Result<usize, Misplaced>| {
            at.map(|at| source.text(source.syntax.statements[at].range.clone()))
        };
        assert_eq!(text(statement(&source, 2, None)).unwrap(), "x = 1;");
        assert_eq!(text(statement(&source, 2, column(body, "if"))).unwrap(), "if (y) z();");
        assert_eq!(text(statement(&source, 2, column(body, "z()"))).unwrap(), "z();");
        assert_eq!(text(statement(&source, 2, column(body, "L:"))).unwrap(), "L: w();");
        assert_eq!(statement(&source, 2, Some(4)), Err(Misplaced::Nothing("statement or declaration")));
        assert_eq!(statement(&source, 2, Some(99)), Err(Misplaced::NoColumn(2, 99)));
        assert_eq!(statement(&source, 9, None), Err(Misplaced::NoLine(9)));
        assert!(statement(&source, 1, None).is_err(), "a function is no statement");
        assert!(statement(&source, 1, Some(16)).is_ok(), "but its body is one");
    }

    #[test]
    fn loops_and_branches() {
        let body = "if (a) ; while (b) ; do ; while (c); x = d && e ? 1 : f ? 2 : 3; y = g ?: 4;";
        let source = source(body);
        let of = |part: &str| branching(&source, 2, column(body, part));
        assert!(
            loop_statement(&source, 2, None)
                .is_ok_and(|at| source.text(source.syntax.statements[at].range.clone()).starts_with("while"))
        );
        assert!(loop_statement(&source, 2, column(body, "do")).is_ok());
        assert!(loop_statement(&source, 2, column(body, "if")).is_err());
        assert_eq!(of("do"), of("while (c"), "a do is decided by its while");
        let condition = |found: Result<Branching, Misplaced>| match found {
            Ok(Branching::Choice { condition }) => source.text(condition),
            other => panic!("{other:?}"),
        };
        assert_eq!(condition(of("? 1")), "d && e");
        assert_eq!(condition(of("? 2")), "f");
        assert!(of("?: 4").is_err(), "the condition is the value");
        assert!(branching(&source, 2, column(body, "a)")).is_err());
    }

    #[test]
    fn calls() {
        let ends = |body: &str, part: &str| {
            let source = source(body);
            let at = column(body, part).unwrap() + part.len() as u32 - 1;
            call(&source, 2, Some(at))
                .map(|call| (source.text(call.range), source.text(call.arguments), call.name))
        };
        let named = |range: &str, arguments: &str, name: &str| {
            Ok((range.into(), arguments.into(), Some(name.into())))
        };
        assert_eq!(ends("x = f(g(1), \")\");", "g(1)"), named("g(1)", "1", "g"));
        assert_eq!(ends("x = f(g(1), \")\");", "\")\")"), named("f(g(1), \")\")", "g(1), \")\"", "f"));
        assert_eq!(ends("return f ( );", "( )"), named("f ( )", " ", "f"));
        assert_eq!(ends("s->a.f(x);", "(x)"), Ok(("s->a.f(x)".into(), "x".into(), None)));
        assert_eq!(ends("(*f)(x);", "(x)"), Ok(("(*f)(x)".into(), "x".into(), None)));
        assert_eq!(ends("t[0](x);", "(x)"), Ok(("t[0](x)".into(), "x".into(), None)));
        for body in [
            "y = (unsigned)(x);",
            "int (*f)(x);",
            "if (x) ;",
            "y = sizeof(x);",
            "z = (int)(*f)(x);",
            "int f(x);",
            "y = (x);",
            "T f(x);",
        ] {
            assert!(ends(body, "(x)").is_err(), "{body}");
        }
        let source = source("a(f(1)) + g(2);");
        assert_eq!(call(&source, 2, None).map(|call| source.text(call.range)).unwrap(), "f(1)");
        assert!(call(&Source::new("a.c", b"int f(int x);\n".to_vec()), 1, None).is_err());
    }

    #[test]
    fn targets() {
        let body = "int x = a + b, y[] = {1}, z = (c, d); for (i = 0; i < n; i++) { return x + 1; }";
        let source = source(body);
        let of = |part: &str| target(&source, 2, column(body, part));
        assert!(matches!(of("int"), Ok(Target::Statement(_))));
        assert!(matches!(of("for"), Ok(Target::Header(_))));
        let expression = |part: &str| match of(part) {
            Ok(Target::Expression(range, _)) => source.text(range),
            other => panic!("{part}: {other:?}"),
        };
        assert_eq!(expression("a + b"), "a + b");
        assert_eq!(expression("(c"), "(c, d)");
        assert_eq!(expression("i < n"), "i < n");
        assert_eq!(expression("i++"), "i++");
        assert_eq!(expression("x + 1"), "x + 1");
        assert!(matches!(of("return"), Ok(Target::Statement(_))));
        assert!(of("+ b").is_err() && of("{ return").is_err());
        let labelled = self::source("L: M: f();");
        assert!(
            matches!(target(&labelled, 2, None), Ok(Target::Statement(at)) if labelled.text(labelled.syntax.statements[at].range.clone()) == "f();")
        );
    }

    #[test]
    fn code_that_is_not_understood() {
        let source = source("MACRO(x) if (y) z();");
        let message = statement(&source, 2, None).unwrap_err().to_string();
        assert!(message.contains("not understood (line 2: a statement inside another"), "{message}");
    }
}
