//! Assertions that clang makes no code of: behind `if (0)` or a `return`, or in a static function that nobody calls.
//!
//! No execution gets to them, and an answer is to say so; without them, a program may seem to have no properties at all.
//! So `assert` is looked for in the tokens of the main file. Where the IR has nothing at its position, the preprocessor
//! tells whether an assertion is there (and not left out by `#if` or `NDEBUG`), and its text. The IR gets a function that
//! nobody calls, with the mark of each of them (see [`crate::assertions`]).
//!
//! Templates that are never instantiated count, too. Functions that are `inline` in C and are called without a
//! definition do not: what becomes of the call is another question.

use std::fmt::Write as _;

use crate::candidates::locations;
use crate::inline;
use crate::tokens::{Kind, Token, tokens};

/// An assertion of the source without code.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Place<'a> {
    line: u64,
    column: u64,
    /// Which of the assertions on its line it is, and how many there are.
    which: usize,
    of: usize,
    /// The function around it.
    function: &'a str,
}

/// The assertions in the text of a file whose positions the IR does not have.
pub fn places<'a>(source: &'a str, ir: &str) -> Vec<Place<'a>> {
    if !source.contains("assert") {
        return vec![];
    }
    let tokens: Vec<_> = tokens(source).into_iter().filter(|token| !token.of_macro).collect();
    let all = assertions(&tokens);
    let emitted = locations(ir);
    let is_emitted = |place: &Place<'_>| emitted.contains(&(place.line, place.column));
    // Without positions in the IR nothing can be told.
    if emitted.is_empty() || all.iter().all(is_emitted) || calls_inline_function(&tokens, ir) {
        return vec![];
    }
    all.into_iter().filter(|place| !is_emitted(place)).collect()
}

/// Whether the IR calls a function that the file defines without letting others have the definition.
fn calls_inline_function(tokens: &[Token<'_>], ir: &str) -> bool {
    let defined = inline::of_tokens(tokens);
    let declared =
        |line: &str| Some(line.strip_prefix("declare ")?.split_once('@')?.1.split_once('(')?.0.to_string());
    !defined.is_empty() && ir.lines().filter_map(declared).any(|name| defined.contains(&name))
}

/// All assertions in functions, given the tokens outside of macros.
fn assertions<'a>(tokens: &[Token<'a>]) -> Vec<Place<'a>> {
    let mut found: Vec<Place<'a>> = vec![];
    // What is behind the last end of a declaration outside of functions, and the function that is open.
    let (mut head, mut function, mut depth) = (0, None, 0usize);
    for (at, token) in tokens.iter().enumerate() {
        match token.text {
            "{" => {
                if function.is_none() {
                    function = inline::name_before_parenthesis(&tokens[head..at]);
                    depth = 0;
                    head = at + 1;
                }
                depth += 1;
            }
            "}" => {
                depth = depth.saturating_sub(1);
                if depth == 0 {
                    function = None;
                    head = at + 1;
                }
            }
            ";" if function.is_none() => head = at + 1,
            "assert"
                if token.kind == Kind::Word && tokens.get(at + 1).is_some_and(|next| next.text == "(") =>
            {
                if let Some(function) = function {
                    let (line, column) = (token.line, token.column);
                    let which = found.iter().filter(|place| place.line == line).count();
                    found.push(Place { line, column, which, of: 0, function });
                }
            }
            _ => {}
        }
    }
    let on_line = |line: u64, all: &[Place<'_>]| all.iter().filter(|place| place.line == line).count();
    let counts: Vec<usize> = found.iter().map(|place| on_line(place.line, &found)).collect();
    found.iter_mut().zip(counts).for_each(|(place, count)| place.of = count);
    found
}

/// The IR with what the preprocessor shows of these assertions.
pub fn list(mut ir: String, preprocessed: &str, places: &[Place<'_>]) -> String {
    let shown = Shown::read(preprocessed);
    let left_out: Vec<(&Place<'_>, String)> =
        places.iter().filter_map(|place| Some((place, shown.text(place)?))).collect();
    if left_out.is_empty() {
        return ir;
    }
    let nodes = || ir.lines().filter(|line| line.starts_with('!')).filter_map(|line| line.split_once(" = "));
    let unit = nodes().find(|(_, node)| node.contains("!DICompileUnit(")).map_or("null", |(name, _)| name);
    let file = nodes()
        .find_map(|(_, node)| node.contains("!DICompileUnit(").then(|| field(node, "file: ")).flatten());
    let (unit, file) = (unit.to_string(), file.unwrap_or("null").to_string());
    let last = nodes().filter_map(|(name, _)| name[1..].parse::<u64>().ok()).max();
    let mut next = last.map_or(0, |last| last + 1);
    let typed = ir.contains("i8*");
    let pointer = if typed { "i8*" } else { "ptr" };
    let (mut strings, mut calls, mut metadata) = (String::new(), String::new(), String::new());
    for (number, (Place { line, column, function, .. }, text)) in left_out.iter().enumerate() {
        let ty = format!("[{} x i8]", text.len() + 1);
        let name = format!("@{NAME}.{number}");
        let argument = if typed {
            format!("i8* getelementptr inbounds ({ty}, {ty}* {name}, i64 0, i64 0)")
        } else {
            format!("ptr {name}")
        };
        // Writing to a string does not fail.
        let _ = writeln!(strings, "{name} = private unnamed_addr constant {ty} c\"{}\\00\"", escaped(text));
        let _ = writeln!(calls, "  call void @{MARK}({argument}), !dbg !{next}");
        let _ =
            writeln!(metadata, "!{next} = !DILocation(line: {line}, column: {column}, scope: !{})", next + 1);
        let _ = writeln!(
            metadata,
            "!{} = distinct !DISubprogram(name: \"{function}\", scope: {file}, file: {file}, line: {line}, \
             flags: DIFlagArtificial, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition, unit: {unit})",
            next + 1
        );
        next += 2;
    }
    if !ir.contains(&format!("@{MARK}(")) {
        let _ = writeln!(strings, "declare void @{MARK}({pointer})");
    }
    let _ = write!(ir, "\n{strings}\ndefine internal void @{NAME}() {{\n{calls}  ret void\n}}\n{metadata}");
    ir
}

/// The function that has the marks; nobody calls it.
const NAME: &str = "__fathom_left_out";
/// The mark of an assertion.
const MARK: &str = "__fathom_asserts";

/// What a field of a node refers to.
fn field<'a>(node: &'a str, name: &str) -> Option<&'a str> {
    node.split_once(name)?.1.split([',', ')']).next()
}

/// A text as LLVM writes strings.
fn escaped(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for byte in text.bytes() {
        match byte {
            b' '..=b'~' if !matches!(byte, b'"' | b'\\') => escaped.push(byte as char),
            // Writing to a string does not fail.
            _ => drop(write!(escaped, "\\{byte:02X}")),
        }
    }
    escaped
}

/// The assertions that a preprocessor shows in the main file: their texts, by line.
struct Shown<'a> {
    texts: Vec<(u64, &'a str)>,
}

impl<'a> Shown<'a> {
    fn read(preprocessed: &'a str) -> Self {
        let mut texts = vec![];
        let mut main = None;
        let mut current = "";
        let mut number = 0;
        for line in preprocessed.lines() {
            let marker = line.strip_prefix("# ").and_then(|rest| rest.split_once(" \""));
            if let Some((next, file)) = marker
                && let Ok(next) = next.parse::<u64>()
            {
                current = file.split('"').next().unwrap_or_default();
                main = main.or(Some(current));
                number = next;
                continue;
            }
            if main == Some(current) {
                let calls = line.split(MARK).skip(1).filter_map(|call| call.strip_prefix("(\""));
                texts.extend(calls.filter_map(|call| Some((number, literal(call)?))));
            }
            number += 1;
        }
        Self { texts }
    }

    /// The text of an assertion, unless its line has other ones than the source shows.
    fn text(&self, place: &Place<'_>) -> Option<String> {
        let on_line: Vec<&str> =
            self.texts.iter().filter(|(line, _)| *line == place.line).map(|(_, text)| *text).collect();
        (on_line.len() == place.of).then(|| on_line[place.which].replace("\\\"", "\"").replace("\\\\", "\\"))
    }
}

/// What comes before the quote that ends a string.
fn literal(text: &str) -> Option<&str> {
    let mut escaped = false;
    let end = text.bytes().position(|byte| {
        let ends = byte == b'"' && !escaped;
        escaped = byte == b'\\' && !escaped;
        ends
    })?;
    text.get(..end)
}

#[cfg(test)]
mod tests {
    use super::*;

    const SOURCE: &str = "#define A assert(0)\nstatic int f(int x) { assert(x); }\nint main() {\n  if (0) assert(1); assert(\"a\");\n}\n";

    #[test]
    fn assertions_without_a_position_are_left_out() {
        let found = places(SOURCE, "!8 = !DILocation(line: 4, column: 10, scope: !7)\n");
        let seen: Vec<_> = found.iter().map(|place| (place.line, place.column, place.function)).collect();
        assert_eq!(seen, [(2, 23, "f"), (4, 21, "main")]);
        assert!(places(SOURCE, "").is_empty(), "without positions");
        let declared = "declare i32 @f(i32)\n!8 = !DILocation(line: 4, column: 10, scope: !7)\n";
        assert!(places(&SOURCE.replace("static", "inline"), declared).is_empty());
    }

    #[test]
    fn only_what_the_preprocessor_leaves_is_listed() {
        let ir = "!0 = distinct !DICompileUnit(language: DW_LANG_C11, file: !1, producer: \"\")\n!8 = !DILocation(line: 3, column: 1, scope: !7)\n";
        let found = places(SOURCE, ir);
        assert_eq!(list(ir.to_string(), "# 1 \"a.c\"\n\nint f(int x) { }\n", &found), ir);
        let shown = "# 1 \"a.c\"\n# 1 \"b.h\" 1\n\n(__fathom_asserts(\"no\"))\n# 4 \"a.c\" 2\n(__fathom_asserts(\"1\")) (__fathom_asserts(\"\\\"a\\\"\"))\n";
        let listed = list(ir.to_string(), shown, &found);
        assert!(listed.contains("c\"1\\00\"") && listed.contains("c\"\\22a\\22\\00\""), "{listed}");
        assert!(
            listed.contains("call void @__fathom_asserts(ptr @__fathom_left_out.1), !dbg !11"),
            "{listed}"
        );
        assert!(listed.contains("DISubprogram(name: \"main\", scope: !1"), "{listed}");
    }
}
