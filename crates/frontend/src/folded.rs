//! Expressions without a value that clang computes before there are instructions: `if (1 << 40)`,
//! `int a[] = {INT_MAX + 1};`.
//!
//! Most operations on constants still have the check that was asked for (a branch on `false`, to a trap). But where
//! clang wants to know a condition or the contents of an array beforehand, it evaluates the expression itself, and
//! takes a shift by too much for one by as much as possible. It mostly says so in a warning; what it is silent about is
//! found in its syntax tree (see [`crate::constants`]). Each such expression is looked for among the traps: if there is
//! one at its position, all is well. If not, the function that it is in gets a call of `__fathom_folded` at its
//! beginning, which says that this function is not understood. (Where in the function the expression would be evaluated
//! cannot be told; whether it ever is, neither.) What is in no function is initialised before the program starts: the
//! call is in a function of its own then, which runs before all others.

use std::collections::HashMap;
use std::fmt::Write as _;

use crate::SourceCheck;
use crate::constants::{Folded, Function, Range, Tree};

/// A warning that an expression has no value, and how to find the check of the same expression.
struct Warning {
    /// The option, without `-W`.
    name: &'static str,
    /// Without this check there is no trap, and nobody wants to know.
    check: SourceCheck,
    /// What a line has that calls the trap.
    traps: &'static [&'static str],
    /// Where on the line of the warning the trap is.
    column: Column,
    /// Only in C is it a mistake.
    only_c: bool,
}

/// Where a trap is, compared with the warning.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Column {
    Same,
    Later,
    Any,
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

const FLOAT_CAST: &[&str] = &["@llvm.ubsantrap(i8 5)"];
const CONVERSION: &[&str] = &["@llvm.ubsantrap(i8 7)"];

const fn warning(
    name: &'static str,
    check: SourceCheck,
    traps: &'static [&'static str],
    column: Column,
) -> Warning {
    Warning { name, check, traps, column, only_c: false }
}

const WARNINGS: [Warning; 10] = [
    warning("shift-count-overflow", SourceCheck::ShiftAmount, SHIFT, Column::Same),
    warning("shift-count-negative", SourceCheck::ShiftAmount, SHIFT, Column::Same),
    warning("shift-overflow", SourceCheck::ShiftOverflow, SHIFT, Column::Same),
    // It stands at the first operand.
    warning("shift-negative-value", SourceCheck::ShiftOverflow, SHIFT, Column::Later),
    // A one may be shifted to the sign in C++.
    Warning {
        only_c: true,
        ..warning("shift-sign-overflow", SourceCheck::ShiftOverflow, SHIFT, Column::Same)
    },
    warning("integer-overflow", SourceCheck::SignedOverflow, OVERFLOW, Column::Same),
    warning("division-by-zero", SourceCheck::DivisionByZero, DIVISION, Column::Same),
    warning("array-bounds", SourceCheck::ArrayIndex, BOUNDS, Column::Any),
    warning("array-bounds-pointer-arithmetic", SourceCheck::ArrayIndex, BOUNDS, Column::Any),
    // No clang has a check that all have.
    warning("bitfield-constant-conversion", SourceCheck::LossyConversion, &[], Column::Any),
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

/// What clang warned of though there is no check.
pub struct Unchecked<'a> {
    /// In functions.
    marks: Vec<Mark<'a>>,
    /// In no function that is there: in none at all, or in one that nobody calls.
    elsewhere: Vec<Position<'a>>,
}

/// A call to insert.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Mark<'a> {
    /// The line of the IR that it stands before; none for the beginning of the program.
    before: Option<usize>,
    position: Position<'a>,
    /// The function, as its metadata.
    scope: &'a str,
}

impl Unchecked<'_> {
    /// Whether only the syntax tree can tell where something is.
    pub fn is_unclear(&self) -> bool {
        !self.elsewhere.is_empty()
    }
}

/// Warnings (without colours) of expressions that were computed though they have no value.
pub fn unchecked<'a>(
    text: &'a str,
    diagnostics: &'a str,
    checks: &[SourceCheck],
    cpp: bool,
) -> Unchecked<'a> {
    let found: Vec<(Position<'_>, &Warning)> = diagnostics
        .lines()
        .filter_map(warned)
        .filter_map(|(position, option)| {
            let warning = WARNINGS.iter().find(|warning| warning.name == option)?;
            (checks.contains(&warning.check) && !(cpp && warning.only_c)).then_some((position, warning))
        })
        .collect();
    let mut unchecked = Unchecked { marks: vec![], elsewhere: vec![] };
    if found.is_empty() {
        return unchecked;
    }
    let ir = Ir::new(text);
    for (position, warning) in
        found.into_iter().filter(|(position, warning)| !ir.has_trap(*position, warning))
    {
        match ir.function_at(position) {
            Some((before, scope)) => {
                unchecked.marks.push(Mark { before: Some(before), position, scope });
            }
            // Addresses outside are seen where their variable is used.
            None if warning.check == SourceCheck::ArrayIndex => {}
            None => unchecked.elsewhere.push(position),
        }
    }
    unchecked
}

/// The IR with a mark in each function that has an expression which was computed though it has no value, and one at the
/// beginning for those in no function; nothing if there are none.
pub fn mark(text: &str, unchecked: &Unchecked<'_>, tree: Option<&Tree<'_>>) -> Option<String> {
    let mut marks = unchecked.marks.clone();
    if let Some(tree) = tree {
        let start = |position| Mark { before: None, position, scope: "" };
        let in_function = |position: &Position<'_>| {
            tree.functions.iter().any(|range| {
                range.begin.file == position.file
                    && (range.begin.line..=range.end.line).contains(&position.line)
            })
        };
        marks
            .extend(unchecked.elsewhere.iter().filter(|position| !in_function(position)).copied().map(start));
        if !tree.folded.is_empty() {
            let ir = Ir::new(text);
            for folded in tree.folded.iter().filter(|folded| !ir.has_trap_within(folded)) {
                let position = folded_at(folded);
                match folded.function {
                    Some(function) => {
                        marks.extend(ir.functions(function).into_iter().map(|(before, scope)| Mark {
                            before: Some(before),
                            position,
                            scope,
                        }))
                    }
                    None if is_of_system(position.file) => {}
                    None => marks.push(start(position)),
                }
            }
        }
    }
    let mut distinct: Vec<Mark<'_>> = vec![];
    for mark in marks {
        let same = |other: &Mark<'_>| {
            let line = |mark: &Mark<'_>| (mark.position.file.to_string(), mark.position.line);
            other.before == mark.before && line(other) == line(&mark)
        };
        if !distinct.iter().any(same) {
            distinct.push(mark);
        }
    }
    (!distinct.is_empty()).then(|| insert(text, &distinct))
}

/// Where the source has an operation; for one in a macro, the statement.
fn folded_at<'a>(folded: &Folded<'a>) -> Position<'a> {
    let range = if folded.statement.contains(&folded.range) { folded.range } else { folded.statement };
    Position { file: range.begin.file, line: range.begin.line, column: range.begin.column }
}

/// Whether a header belongs to the compiler or its library.
fn is_of_system(file: &str) -> bool {
    ["/usr/include/", "/usr/lib/", "/usr/bin/../", "/lib/clang/"].iter().any(|part| file.contains(part))
}

/// Puts calls before lines of the IR, and into a function that runs at the beginning.
fn insert(text: &str, marks: &[Mark<'_>]) -> String {
    let last =
        text.lines().filter_map(|line| line.strip_prefix('!')?.split(' ').next()?.parse::<u64>().ok()).max();
    let first = last.map_or(0, |last| last + 1);
    let mut marked = String::with_capacity(text.len() + 400);
    let at_start = marks.iter().any(|mark| mark.before.is_none());
    let mut listed = false;
    for (number, line) in text.split_inclusive('\n').enumerate() {
        for (mark, _) in marks.iter().enumerate().filter(|(_, mark)| mark.before == Some(number)) {
            // Writing to a string does not fail.
            let _ = writeln!(marked, "  call void @{MARK}(), !dbg !{}", first + mark as u64);
        }
        match with_constructor(line).filter(|_| at_start) {
            Some(longer) => {
                marked += &longer;
                listed = true;
            }
            None => marked += line,
        }
    }
    let _ = writeln!(marked, "\ndeclare void @{MARK}()");
    if at_start {
        let ty = if text.contains("void ()*") || text.contains("i8*") {
            "{ i32, void ()*, i8* }"
        } else {
            "{ i32, ptr, ptr }"
        };
        if !listed {
            let list = format!("{CONSTRUCTORS}[0 x {ty}] []");
            marked += &with_constructor(&list).unwrap_or_default();
            marked.push('\n');
        }
        let _ = writeln!(marked, "\ndefine internal void @{START}() {{");
        for (mark, _) in marks.iter().enumerate().filter(|(_, mark)| mark.before.is_none()) {
            let _ = writeln!(marked, "  call void @{MARK}(), !dbg !{}", first + mark as u64);
        }
        marked += "  ret void\n}\n";
    }
    let nodes =
        || text.lines().filter(|line| line.starts_with('!')).filter_map(|line| line.split_once(" = "));
    let unit = nodes().find(|(_, node)| node.contains("!DICompileUnit(")).map_or("null", |(name, _)| name);
    let directory = nodes()
        .filter(|(_, node)| node.starts_with("!DIFile("))
        .find_map(|(_, node)| node.split_once("directory: \"")?.1.split('"').next())
        .unwrap_or_default();
    let mut next = first + marks.len() as u64;
    for (mark, Mark { before, position: Position { file, line, column }, scope }) in marks.iter().enumerate()
    {
        let number = first + mark as u64;
        let mut scope = (*scope).to_string();
        if before.is_none() {
            scope = format!("!{next}");
            let file = file.replace(['"', '\\'], "");
            let _ = writeln!(
                marked,
                "!{next} = distinct !DISubprogram(name: \"{START}\", scope: !{0}, file: !{0}, line: {line}, \
                 flags: DIFlagArtificial, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition, unit: {unit})\n\
                 !{0} = !DIFile(filename: \"{file}\", directory: \"{directory}\")",
                next + 1
            );
            next += 2;
        }
        let _ = writeln!(marked, "!{number} = !DILocation(line: {line}, column: {column}, scope: {scope})");
    }
    marked
}

/// Whether an instruction is a check of constants that fails.
fn fails_always(line: &str) -> bool {
    line.starts_with("  br i1 false, ") || sum_of_constants(line).is_some_and(|sum| sum.overflows())
}

/// `sadd.with.overflow.i32(i32 2147483647, i32 1)`
struct Sum<'a> {
    name: &'a str,
    bits: u32,
    operands: [i128; 2],
}

impl Sum<'_> {
    fn overflows(&self) -> bool {
        let [a, b] = self.operands;
        let value = match &self.name[1..] {
            "add" => a.checked_add(b),
            "sub" => a.checked_sub(b),
            _ => a.checked_mul(b),
        };
        let (smallest, largest) = match self.name.starts_with('s') {
            true => (-(1i128 << (self.bits - 1)), (1 << (self.bits - 1)) - 1),
            false => (0, (1 << self.bits) - 1),
        };
        value.is_none_or(|value| !(smallest..=largest).contains(&value))
    }
}

fn sum_of_constants(line: &str) -> Option<Sum<'_>> {
    let (before, call) = line.split_once(".with.overflow.i")?;
    let (bits, operands) = call.split_once('(')?;
    let (a, b) = operands.split_once(')')?.0.split_once(", ")?;
    let bits = bits.parse::<u32>().ok().filter(|bits| (1..=64).contains(bits))?;
    let name = before.rsplit_once("@llvm.")?.1;
    // Constants are printed with a sign, whatever they mean.
    let constant = |operand: &str| {
        let value: i128 = operand.rsplit_once(' ')?.1.parse().ok()?;
        Some(if name.starts_with('u') { value & ((1 << bits) - 1) } else { value })
    };
    Some(Sum { name, bits, operands: [constant(a)?, constant(b)?] })
}

/// How the list of functions begins that run before all others.
const CONSTRUCTORS: &str = "@llvm.global_ctors = appending global ";

/// The function for what is initialised before the program starts.
const START: &str = "__fathom_initialisers";

/// The list of functions that run at the start, if this is it, with one more in front.
fn with_constructor(line: &str) -> Option<String> {
    let (count, rest) = line.strip_prefix(CONSTRUCTORS)?.strip_prefix('[')?.split_once(" x ")?;
    let (ty, entries) = rest.split_once("] [")?;
    let count: u64 = count.parse().ok()?;
    let fields: Vec<&str> = ty.trim_matches(['{', '}', ' ']).split(", ").collect();
    let [priority, function, data] = fields[..] else { return None };
    let separator = if count > 0 { ", " } else { "" };
    let entry = format!("{ty} {{ {priority} 0, {function} @{START}, {data} null }}");
    Some(format!("{CONSTRUCTORS}[{} x {ty}] [{entry}{separator}{entries}", count + 1))
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
    if !text.contains('\u{1b}') {
        return text.to_string();
    }
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
                line == position.line
                    && match warning.column {
                        Column::Same => column == position.column,
                        Column::Later => column >= position.column,
                        Column::Any => true,
                    }
            })
        })
    }

    /// Whether the check of an operation is still there. For one in a macro, only the statement is known; its check is
    /// one that always fails.
    fn has_trap_within(&self, folded: &Folded<'_>) -> bool {
        let inside = |range: &Range<'_>, line: &str| {
            let Some((at, column)) = self.location(line) else { return false };
            let from = (range.begin.line, range.begin.column);
            let to = if range.end.file == range.begin.file && range.end.line >= range.begin.line {
                (range.end.line, range.end.column)
            } else {
                (range.begin.line, u64::MAX)
            };
            (from..=to).contains(&(at, column)) && self.is_in_file(line, range.begin.file)
        };
        if !folded.statement.contains(&folded.range) {
            let statement = Range { begin: folded.statement.begin, end: folded.statement.end };
            return self.lines.iter().any(|line| fails_always(line) && inside(&statement, line));
        }
        // Or the call is there, and the check in the function.
        if folded.is_called {
            let is_call = |line: &str| line.contains("call ") || line.contains("invoke ");
            return self.lines.iter().any(|line| is_call(line) && inside(&folded.range, line));
        }
        let traps = match folded.check {
            SourceCheck::FloatCastOverflow => FLOAT_CAST,
            SourceCheck::LossyConversion => CONVERSION,
            SourceCheck::ShiftAmount | SourceCheck::ShiftOverflow => SHIFT,
            _ => OVERFLOW,
        };
        let mut calls = self.lines.iter().filter(|line| traps.iter().any(|trap| line.contains(trap)));
        calls.any(|line| inside(&folded.range, line))
    }

    /// Whether an instruction comes from a file.
    fn is_in_file(&self, line: &str, file: &str) -> bool {
        let scope = reference(line, "!dbg ").and_then(|node| reference(self.nodes.get(node)?, "scope: "));
        let known = scope.and_then(|scope| reference(self.nodes.get(scope)?, "file: "));
        known.is_some_and(|known| self.is_file(known, file))
    }

    /// The functions of the IR that were made of one of the source: first instruction, as a number of a line, and scope.
    fn functions(&self, function: Function<'_>) -> Vec<(usize, &'a str)> {
        let all = || {
            let starts = self.lines.iter().enumerate().filter(|(_, line)| line.starts_with("define "));
            starts.filter_map(|(start, line)| {
                let scope = reference(line, "!dbg ")?;
                Some((start, scope, *self.nodes.get(scope)?))
            })
        };
        let found = |is_it: &dyn Fn(&str) -> bool| -> Vec<(usize, &'a str)> {
            all()
                .filter(|(_, _, node)| is_it(node))
                .map(|(start, scope, _)| (self.first_instruction(start), scope))
                .collect()
        };
        let here = found(&|node| {
            number(node, "line: ") == Some(function.place.line)
                && reference(node, "file: ").is_some_and(|file| self.is_file(file, function.place.file))
        });
        if !here.is_empty() || is_of_system(function.place.file) {
            return here;
        }
        // One whose name is made by a macro is somewhere else.
        let (plain, template) =
            (format!("name: \"{}\"", function.name), format!("name: \"{}<", function.name));
        found(&|node| node.contains(&plain) || node.contains(&template))
    }

    /// The first instruction of the function that begins at a line.
    fn first_instruction(&self, start: usize) -> usize {
        start + 1 + self.lines[start + 1..].iter().take_while(|line| !line.starts_with("  ")).count()
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
                return Some((self.first_instruction(start), scope));
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
        let diagnostics = without_colours(diagnostics);
        mark(IR, &unchecked(IR, &diagnostics, SourceCheck::ALL, false), None).unwrap_or(IR.to_string())
    }

    #[test]
    fn checks_of_constants_that_fail() {
        let sum = |name: &str, bits: u32, a: &str, b: &str| {
            let ty = format!("i{bits}");
            fails_always(&format!(
                "  %1 = call {{ {ty}, i1 }} @llvm.{name}.with.overflow.{ty}({ty} {a}, {ty} {b}), !dbg !8"
            ))
        };
        assert!(fails_always("  br i1 false, label %2, label %1, !dbg !8"));
        assert!(!fails_always("  br i1 %5, label %2, label %1, !dbg !8"));
        assert!(sum("sadd", 32, "2147483647", "1") && !sum("sadd", 32, "2147483646", "1"));
        assert!(sum("ssub", 32, "-2147483648", "1") && !sum("ssub", 64, "-2147483648", "1"));
        assert!(sum("smul", 64, "-9223372036854775808", "-1") && !sum("smul", 64, "4294967296", "5"));
        assert!(sum("uadd", 32, "-1", "1") && !sum("uadd", 32, "-2", "1") && sum("usub", 8, "3", "-1"));
        assert!(!sum("sadd", 32, "%0", "1") && !sum("sadd", 128, "1", "1"));
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
        assert_eq!(mark(IR, &unchecked(IR, message, &[SourceCheck::ArrayIndex], false), None), None);
        let options = options(&[SourceCheck::DivisionByZero]);
        assert_eq!(options[..2], ["-Wdivision-by-zero", "-Wno-error=division-by-zero"]);
        assert_eq!(options[2..], ["-Wunsequenced", "-Wno-error=unsequenced"]);
    }
}
