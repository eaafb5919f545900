//! Expressions without a value that clang computes before there are instructions: `if (1 << 40)`,
//! `int a[] = {INT_MAX + 1};`.
//!
//! Most operations on constants still have the check that was asked for (a branch on `false`, to a trap). But where
//! clang wants to know a condition or the contents of an array beforehand, it evaluates the expression itself, and
//! takes a shift by too much for one by as much as possible. It says so in a warning. So each such warning is looked
//! for among the traps: if there is one at its position, all is well. If not, the function that it is in gets a call
//! of `__fathom_folded` at its beginning, which says that this function is not understood. (Where in the function the
//! expression would be evaluated cannot be told; whether it ever is, neither.)

use std::collections::HashMap;
use std::fmt::Write as _;

use crate::SourceCheck;

/// A warning that an expression has no value, and how to find the check of the same expression.
struct Warning {
    /// The option, without `-W`.
    name: &'static str,
    /// Without this check there is no trap, and nobody wants to know.
    check: SourceCheck,
    /// What a line has that calls the trap.
    traps: &'static [&'static str],
    /// Warning and trap are at the same column; otherwise only at the same line.
    same_column: bool,
}

const SHIFT: &[&str] = &["@llvm.ubsantrap(i8 20)"];
const OVERFLOW: &[&str] = &[
    "@llvm.ubsantrap(i8 0)",
    "@llvm.ubsantrap(i8 3)",
    "@llvm.ubsantrap(i8 12)",
    "@llvm.ubsantrap(i8 13)",
    "@llvm.ubsantrap(i8 21)",
];
const DIVISION: &[&str] = &["@__ubsan_handle_divrem_overflow_minimal_abort("];
const BOUNDS: &[&str] = &["@llvm.ubsantrap(i8 18)"];

const fn warning(
    name: &'static str,
    check: SourceCheck,
    traps: &'static [&'static str],
    same_column: bool,
) -> Warning {
    Warning { name, check, traps, same_column }
}

const WARNINGS: [Warning; 6] = [
    warning("shift-count-overflow", SourceCheck::ShiftAmount, SHIFT, true),
    warning("shift-count-negative", SourceCheck::ShiftAmount, SHIFT, true),
    warning("integer-overflow", SourceCheck::SignedOverflow, OVERFLOW, true),
    warning("division-by-zero", SourceCheck::DivisionByZero, DIVISION, true),
    warning("array-bounds", SourceCheck::ArrayIndex, BOUNDS, false),
    warning("array-bounds-pointer-arithmetic", SourceCheck::ArrayIndex, BOUNDS, false),
];

/// The options that make clang say what [`mark`] looks for.
pub fn options(checks: &[SourceCheck]) -> Vec<String> {
    let wanted =
        WARNINGS.iter().filter(|warning| checks.contains(&warning.check)).map(|warning| warning.name);
    wanted.chain([UNSEQUENCED]).flat_map(|name| [format!("-W{name}"), format!("-Wno-error={name}")]).collect()
}

/// The warning about side effects on one variable that nothing sequences.
const UNSEQUENCED: &str = "unsequenced";

/// Where clang found such side effects, as file and line.
pub fn unsequenced(diagnostics: &str) -> Vec<String> {
    let plain = without_colours(diagnostics);
    let found = plain.lines().filter_map(warned).filter(|(_, option)| *option == UNSEQUENCED);
    found.map(|(Position { file, line, .. }, _)| format!("{file}:{line}")).collect()
}

/// A position that clang wrote a warning about.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Position<'a> {
    file: &'a str,
    line: u64,
    column: u64,
}

/// The IR with a mark in each function that has an expression which was computed though it has no value.
pub fn mark(text: String, diagnostics: &str, checks: &[SourceCheck]) -> String {
    let plain = without_colours(diagnostics);
    let found: Vec<(Position<'_>, &Warning)> = plain
        .lines()
        .filter_map(warned)
        .filter_map(|(position, option)| {
            let warning = WARNINGS.iter().find(|warning| warning.name == option)?;
            checks.contains(&warning.check).then_some((position, warning))
        })
        .collect();
    if found.is_empty() {
        return text;
    }
    let ir = Ir::new(&text);
    let marks: Vec<(usize, Position<'_>, &str)> = found
        .into_iter()
        .filter(|(position, warning)| !ir.has_trap(*position, warning))
        .filter_map(|(position, _)| ir.function_at(position).map(|(at, scope)| (at, position, scope)))
        .collect();
    insert(&text, &marks)
}

/// Puts calls before lines of the IR.
fn insert(text: &str, marks: &[(usize, Position<'_>, &str)]) -> String {
    if marks.is_empty() {
        return text.to_string();
    }
    let next =
        text.lines().filter_map(|line| line.strip_prefix('!')?.split(' ').next()?.parse::<u64>().ok()).max();
    let first = next.map_or(0, |last| last + 1);
    let mut marked = String::with_capacity(text.len() + 200);
    for (number, line) in text.split_inclusive('\n').enumerate() {
        for (mark, _) in marks.iter().enumerate().filter(|(_, (at, ..))| *at == number) {
            // Writing to a string does not fail.
            let _ = writeln!(marked, "  call void @{MARK}(), !dbg !{}", first + mark as u64);
        }
        marked += line;
    }
    let _ = writeln!(marked, "\ndeclare void @{MARK}()");
    for (mark, (_, Position { line, column, .. }, scope)) in marks.iter().enumerate() {
        let number = first + mark as u64;
        let _ = writeln!(marked, "!{number} = !DILocation(line: {line}, column: {column}, scope: {scope})");
    }
    marked
}

/// What is called where an expression was computed that has no value.
const MARK: &str = "__fathom_folded";

/// `FILE:LINE:COLUMN: warning: … [-Woption]`
fn warned(line: &str) -> Option<(Position<'_>, &str)> {
    let (place, message) = line.split_once(": warning: ")?;
    let option = message.rsplit_once("[-W")?.1.strip_suffix(']')?;
    let mut parts = place.rsplitn(3, ':');
    let column = parts.next()?.parse().ok()?;
    let line = parts.next()?.parse().ok()?;
    Some((Position { file: parts.next()?, line, column }, option))
}

/// The text without what colours it on a terminal.
pub fn without_colours(text: &str) -> String {
    let mut parts = text.split('\u{1b}');
    let mut plain = parts.next().unwrap_or_default().to_string();
    for part in parts {
        plain += part.split_once('m').map_or(part, |(_, rest)| rest);
    }
    plain
}

/// What is looked up in LLVM IR.
struct Ir<'a> {
    lines: Vec<&'a str>,
    /// Metadata, by its name (`!5`).
    nodes: HashMap<&'a str, &'a str>,
}

impl<'a> Ir<'a> {
    fn new(text: &'a str) -> Self {
        let lines: Vec<&str> = text.lines().collect();
        let nodes =
            lines.iter().filter(|line| line.starts_with('!')).filter_map(|line| line.split_once(" = "));
        Self { nodes: nodes.collect(), lines }
    }

    /// Whether the check of the expression is still there.
    fn has_trap(&self, position: Position<'_>, warning: &Warning) -> bool {
        self.lines.iter().filter(|line| warning.traps.iter().any(|trap| line.contains(trap))).any(|line| {
            let at = self.location(line);
            at.is_some_and(|(line, column)| {
                line == position.line && (column == position.column || !warning.same_column)
            })
        })
    }

    /// Line and column of an instruction.
    fn location(&self, line: &str) -> Option<(u64, u64)> {
        let node = self.nodes.get(reference(line, "!dbg ")?)?;
        node.contains("DILocation(").then_some(())?;
        Some((number(node, "line: ")?, number(node, "column: ").unwrap_or(0)))
    }

    /// The first instruction of the function that a position is in, as a number of a line, and its scope.
    fn function_at(&self, position: Position<'_>) -> Option<(usize, &'a str)> {
        let starts = self.lines.iter().enumerate().filter(|(_, line)| line.starts_with("define "));
        for (start, line) in starts {
            let Some(scope) = reference(line, "!dbg ") else { continue };
            let Some(node) = self.nodes.get(scope) else { continue };
            let (Some(first), Some(file)) = (number(node, "line: "), reference(node, "file: ")) else {
                continue;
            };
            let body = self.lines[start + 1..].iter().take_while(|line| **line != "}");
            let last =
                body.filter_map(|line| self.location(line)).map(|(line, _)| line).max().unwrap_or(first);
            if (first..=last.max(first)).contains(&position.line) && self.is_file(file, position.file) {
                let labels =
                    self.lines[start + 1..].iter().take_while(|line| !line.starts_with("  ")).count();
                return Some((start + 1 + labels, scope));
            }
        }
        None
    }

    /// Whether a file of the debug information is the one that a message names.
    fn is_file(&self, node: &str, named: &str) -> bool {
        let name = |path: &str| path.rsplit('/').next().unwrap_or(path).to_string();
        let known =
            self.nodes.get(node).and_then(|node| node.split_once("filename: \"")?.1.split('"').next());
        known.is_some_and(|known| name(known) == name(named))
    }
}

/// The node that follows a word.
fn reference<'a>(line: &'a str, word: &str) -> Option<&'a str> {
    let rest = &line[line.rfind(word)? + word.len()..];
    let end = rest[1..].find(|c: char| !c.is_ascii_digit()).map_or(rest.len(), |end| end + 1);
    rest.starts_with('!').then_some(&rest[..end])
}

/// The number that follows a word.
fn number(line: &str, word: &str) -> Option<u64> {
    let rest = &line[line.find(word)? + word.len()..];
    rest[..rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len())].parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    const IR: &str = "\
define i32 @f() !dbg !5 {
  ret i32 1, !dbg !6
}

define i32 @g() !dbg !7 {
entry:
  br i1 false, label %2, label %1, !dbg !8
1:
  call void @llvm.ubsantrap(i8 20), !dbg !8
  unreachable, !dbg !8
2:
  ret i32 poison, !dbg !9
}
!1 = !DIFile(filename: \"dir/a.c\", directory: \"/\")
!5 = distinct !DISubprogram(name: \"f\", file: !1, line: 3, unit: !0)
!6 = !DILocation(line: 4, column: 20, scope: !5)
!7 = distinct !DISubprogram(name: \"g\", file: !1, line: 6, unit: !0)
!8 = !DILocation(line: 7, column: 11, scope: !7)
!9 = !DILocation(line: 7, column: 3, scope: !7)
";

    fn marked(diagnostics: &str) -> String {
        mark(IR.to_string(), diagnostics, SourceCheck::ALL)
    }

    #[test]
    fn what_has_its_trap_is_left_alone() {
        assert_eq!(marked(""), IR);
        assert_eq!(marked("a.c:7:11: warning: shift count >= width of type [-Wshift-count-overflow]"), IR);
        assert_eq!(marked("a.c:4:11: warning: unused variable 'x' [-Wunused-variable]"), IR);
        // A trap of another kind is another check; one of another file another function.
        assert_ne!(marked("a.c:7:11: warning: overflow in expression [-Winteger-overflow]"), IR);
        assert_eq!(marked("b.c:4:11: warning: shift count is negative [-Wshift-count-negative]"), IR);
    }

    #[test]
    fn what_is_folded_marks_its_function() {
        let text =
            marked("a.c:4:11: \u{1b}[0;1;35mwarning: \u{1b}[0mshift \u{1b}[0;1;35m[-Wshift-count-overflow]");
        // Colours stand around the words, which are found nevertheless.
        assert!(text.contains("@f() !dbg !5 {\n  call void @__fathom_folded(), !dbg !10\n"), "{text}");
        assert!(text.contains("!10 = !DILocation(line: 4, column: 11, scope: !5)"), "{text}");
        let text = marked("dir/a.c:7:4: warning: shift count is negative [-Wshift-count-negative]");
        assert!(text.contains("entry:\n  call void @__fathom_folded(), !dbg !10\n  br"), "{text}");
    }

    #[test]
    fn side_effects_that_nothing_sequences() {
        let message = "a.c:4:11: warning: multiple unsequenced modifications to 'i' [-Wunsequenced]";
        assert_eq!(unsequenced(message), ["a.c:4"]);
        assert!(unsequenced("a.c:4:11: warning: unused [-Wunused-variable]").is_empty());
    }

    #[test]
    fn checks_that_nobody_wants_are_not_looked_for() {
        let message = "a.c:4:11: warning: shift count >= width of type [-Wshift-count-overflow]";
        assert_eq!(mark(IR.to_string(), message, &[SourceCheck::ArrayIndex]), IR);
        let options = options(&[SourceCheck::DivisionByZero]);
        assert_eq!(options[..2], ["-Wdivision-by-zero", "-Wno-error=division-by-zero"]);
        assert_eq!(options[2..], ["-Wunsequenced", "-Wno-error=unsequenced"]);
    }
}
