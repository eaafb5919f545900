//! Calls whose arguments clang makes fit: `int f(); … f(1, 2); … int f(int x) { … }`, `int g(x) double x; { … } … g(1);`.
//!
//! Where a function is declared without its parameters, nobody checks a call, and it is undefined if the arguments do
//! not fit (C11 6.5.2.2p6). Clang leaves such calls in the IR as they are, with two exceptions: if the definition comes
//! later in the file, it drops surplus arguments, and if it comes before, it converts arguments to the types of the
//! parameters. So the calls are looked for in clang's syntax tree, if a function is both declared so and defined in a
//! file, and get a call of `__fathom_surplus` or `__fathom_converted` before them in the IR.

use std::collections::{BTreeMap, BTreeSet};

use crate::folded::without_colours;

/// The warnings about declarations without parameters and about definitions in the old style.
const WARNINGS: [&str; 2] = ["[-Wstrict-prototypes]", "[-Wdeprecated-non-prototype]"];

/// Casts that leave a value of the same type, as a parameter sees it.
const SAME_VALUE: [&str; 5] = [
    "<LValueToRValue>",
    "<NoOp>",
    "<ArrayToPointerDecay>",
    "<FunctionToPointerDecay>",
    "<AtomicToNonAtomic>",
];

/// The arguments that make clang say where functions are declared without parameters, and nothing else.
pub const SEARCH: [&str; 3] = ["-fsyntax-only", "-Wno-everything", "-Wstrict-prototypes"];

/// Whether a function that the IR defines is declared without parameters, as clang's warnings show it.
pub fn may_be(diagnostics: &str, text: &str) -> bool {
    let plain = without_colours(diagnostics);
    let mut lines = plain.lines();
    while let Some(line) = lines.next() {
        if !WARNINGS.iter().any(|warning| line.ends_with(warning)) {
            continue;
        }
        // The line of the source, and a mark below the name or the parenthesis after it.
        let (Some(source), Some(mark)) = (lines.next(), lines.next()) else { return false };
        let name = mark.find('^').and_then(|at| {
            let length = source.get(at..)?.find(|c: char| !is_of_name(c))?;
            Some(source[..at + length].trim_end().trim_end_matches('(').trim_end())
        });
        let name = name.and_then(|before| before.rsplit(|c: char| !is_of_name(c)).next());
        // What looks otherwise may be anything.
        if name.is_none_or(|name| name.is_empty() || text.contains(&format!("@{name}("))) {
            return true;
        }
    }
    false
}

fn is_of_name(c: char) -> bool {
    c.is_ascii_alphanumeric() || c == '_'
}

/// A call in the syntax tree.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Call {
    callee: String,
    arguments: usize,
    /// Arguments become what their types do not say.
    converted: bool,
    line: u64,
    column: u64,
}

/// What is read off a syntax tree.
#[derive(Default, Debug)]
struct Tree {
    /// Direct calls of functions by a declaration without parameters.
    calls: Vec<Call>,
    /// Parameters of the functions that are defined; those with `...` are not there.
    parameters: BTreeMap<String, usize>,
}

/// A node that is being read: its depth, and what is wanted of its children.
enum Open {
    Function { depth: usize, name: String, parameters: usize, variadic: bool },
    Call { depth: usize, children: usize, callee: Option<String>, converted: bool, line: u64, column: u64 },
}

impl Open {
    fn depth(&self) -> usize {
        match self {
            Self::Function { depth, .. } | Self::Call { depth, .. } => *depth,
        }
    }
}

impl Tree {
    /// Reads what `-ast-dump` prints: a node a line, indented by two characters a level. Positions are relative to the
    /// one before.
    fn read(text: &str) -> Self {
        let mut tree = Self::default();
        let mut open: Vec<Open> = vec![];
        let mut line_number = 0;
        // What the node before this one turns its child into, if it does so without a word in the source.
        let mut conversion: Option<(usize, &str)> = None;
        for line in text.lines() {
            let Some(indent) = line.find(|c: char| c.is_ascii_alphabetic() || c == '<') else { continue };
            let (depth, node) = (indent / 2, &line[indent..]);
            while open.last().is_some_and(|last| last.depth() >= depth) {
                open.pop().into_iter().for_each(|closed| tree.close(closed));
            }
            let (start, last) = positions(node, line_number);
            line_number = last;
            let kind = node.split(' ').next().unwrap_or_default();
            let into = conversion.take().filter(|(at, _)| depth == at + 1).map(|(_, ty)| ty);
            if let Some(parent) = open.last_mut() {
                match parent {
                    Open::Function { depth: at, parameters, name, variadic } if depth == *at + 1 => {
                        match kind {
                            "ParmVarDecl" => *parameters += 1,
                            "CompoundStmt" if !*variadic => {
                                tree.parameters.insert(name.clone(), *parameters);
                            }
                            _ => {}
                        }
                    }
                    Open::Call { depth: at, children, callee, converted, .. } => {
                        *children += usize::from(depth == *at + 1);
                        let other_value = !SAME_VALUE.iter().any(|cast| node.contains(cast));
                        if depth == *at + 1 && *children > 1 && kind == "ImplicitCastExpr" && other_value {
                            conversion = type_of(node).map(|ty| (depth, ty));
                        }
                        if let (Some(to), Some(from)) = (into, type_of(node)) {
                            *converted |= depth == *at + 2 && !fits(from, to);
                        }
                        if *children == 1 && callee.is_none() && kind == "DeclRefExpr" {
                            *callee = without_parameters(node);
                        }
                    }
                    Open::Function { .. } => {}
                }
            }
            match kind {
                "FunctionDecl" => {
                    let name = node.split(" '").next().and_then(|before| before.rsplit(' ').next());
                    let name = name.unwrap_or_default().to_string();
                    open.push(Open::Function {
                        depth,
                        name,
                        parameters: 0,
                        variadic: node.contains("...)'"),
                    });
                }
                "CallExpr" => {
                    let (line, column) = start.unwrap_or((0, 0));
                    let call =
                        Open::Call { depth, children: 0, callee: None, converted: false, line, column };
                    open.push(call);
                }
                _ => {}
            }
        }
        open.into_iter().for_each(|closed| tree.close(closed));
        tree
    }

    fn close(&mut self, closed: Open) {
        if let Open::Call { children, callee: Some(callee), converted, line, column, .. } = closed {
            let arguments = children.saturating_sub(1);
            self.calls.push(Call { callee, arguments, converted, line, column });
        }
    }

    fn surplus(&self) -> impl Iterator<Item = &Call> {
        self.calls.iter().filter(|call| {
            self.parameters.get(&call.callee).is_some_and(|&parameters| call.arguments > parameters)
        })
    }
}

/// The function that a reference names, if its type says nothing of parameters.
fn without_parameters(node: &str) -> Option<String> {
    let (before, rest) = node.split_once(" Function 0x")?;
    let name = rest.split('\'').nth(1)?;
    type_of(before)?.ends_with("()").then(|| name.to_string())
}

/// The type of an expression, without the names that the source has for it.
fn type_of(node: &str) -> Option<&str> {
    let mut quoted = node.split('\'');
    let (ty, between, canonical) = (quoted.nth(1)?, quoted.next(), quoted.next());
    Some(if between == Some(":") { canonical? } else { ty })
}

/// Whether an argument of one type, promoted as C promotes it, is what a parameter of another type takes
/// (C11 6.5.2.2p6): signed and unsigned numbers of a size go for each other, and so do pointers, which are alike here.
fn fits(from: &str, to: &str) -> bool {
    #[derive(PartialEq)]
    enum Class<'t> {
        Int,
        Long,
        LongLong,
        Double,
        Pointer,
        Other(&'t str),
    }
    fn class(ty: &str) -> Class<'_> {
        let ty = ty.trim_start_matches("const ").trim_start_matches("volatile ");
        match ty {
            "_Bool" | "bool" | "char" | "signed char" | "unsigned char" | "short" | "unsigned short"
            | "int" | "unsigned int" => Class::Int,
            "long" | "unsigned long" => Class::Long,
            "long long" | "unsigned long long" => Class::LongLong,
            "float" | "double" => Class::Double,
            _ if ty.starts_with("enum ") => Class::Int,
            _ if ty.ends_with(['*', ']', ')']) => Class::Pointer,
            _ => Class::Other(ty),
        }
    }
    class(from) == class(to)
}

/// Where a node begins, and the line of the last position that it shows.
fn positions(node: &str, mut line: u64) -> (Option<(u64, u64)>, u64) {
    let mut first = None;
    let words = node.split([' ', '<', '>', ',']).filter(|word| word.contains(':') && !word.contains('\''));
    for word in words {
        let mut parts = word.rsplitn(3, ':');
        let (Some(Ok(column)), Some(before)) = (parts.next().map(str::parse::<u64>), parts.next()) else {
            continue;
        };
        match before.parse::<u64>() {
            Ok(number) => line = number,
            Err(_) if before == "col" => {}
            Err(_) => continue,
        }
        first = first.or(Some((line, column)));
    }
    (first, line)
}

/// The IR with a mark before each call whose arguments clang made fit, given the syntax tree of the same file.
pub fn mark(text: String, tree: &str) -> String {
    let tree = Tree::read(tree);
    let place = |call: &Call| (call.callee.clone(), call.line, call.column);
    let converted = tree.calls.iter().filter(|call| call.converted);
    let wanted: BTreeMap<(String, u64, u64), &str> = converted
        .map(|call| (place(call), CONVERTED))
        .chain(tree.surplus().map(|call| (place(call), SURPLUS)))
        .collect();
    if wanted.is_empty() {
        return text;
    }
    let locations: BTreeMap<&str, (u64, u64)> = text
        .lines()
        .filter_map(|line| line.split_once(" = !DILocation(line: "))
        .filter_map(|(node, rest)| {
            let (line, rest) = rest.split_once(", column: ")?;
            Some((node, (line.parse().ok()?, rest.split(',').next()?.parse().ok()?)))
        })
        .collect();
    // A direct call: the function, where, and the number of that place.
    let direct = |line: &'_ str| -> Option<(String, (u64, u64), String)> {
        let (call, node) = line.rsplit_once("!dbg ")?;
        let &place = locations.get(node.split(',').next()?.trim_end())?;
        // A call with another type than the function's has all of its arguments.
        if !call.contains(" call ") || call.contains("...)") {
            return None;
        }
        let callee = call.split_once('@')?.1.split('(').next()?;
        Some((callee.to_string(), place, node.to_string()))
    };
    let emitted: BTreeSet<(String, u64, u64)> =
        text.lines().filter_map(direct).map(|(callee, (line, column), _)| (callee, line, column)).collect();
    let in_tree: BTreeSet<(String, u64, u64)> = tree.calls.iter().map(place).collect();
    // In the IR, what is an argument of a macro is where the macro is called: before the argument.
    let in_macro = |wanted: &(String, u64, u64)| {
        emitted
            .range(..wanted.clone())
            .rev()
            .take_while(|call| call.0 == wanted.0)
            .find(|call| !in_tree.contains(call))
    };
    let wanted: BTreeMap<(String, u64, u64), &str> = wanted
        .into_iter()
        .filter_map(|(place, mark)| {
            let at = if emitted.contains(&place) { place } else { in_macro(&place)?.clone() };
            Some((at, mark))
        })
        .collect();
    let lost = |line: &str| {
        let (callee, (number, column), node) = direct(line)?;
        let mark = wanted.get(&(callee, number, column))?;
        Some((*mark, format!("  call void @{mark}(), !dbg {node}")))
    };
    let mut marked = String::with_capacity(text.len() + 200);
    let mut found = BTreeSet::new();
    for line in text.split_inclusive('\n') {
        if let Some((mark, call)) = lost(line) {
            marked += &call;
            found.insert(mark);
        }
        marked += line;
    }
    for mark in found {
        marked += &format!("\ndeclare void @{mark}()\n");
    }
    marked
}

/// What is called before a call that has lost arguments.
const SURPLUS: &str = "__fathom_surplus";
/// What is called before a call that has converted arguments.
const CONVERTED: &str = "__fathom_converted";

#[cfg(test)]
mod tests {
    use super::*;

    const TREE: &str = "\
TranslationUnitDecl 0x1 <<invalid sloc>> <invalid sloc>
|-FunctionDecl 0x2 <a.c:1:1, col:7> col:5 used h 'int ()'
|-FunctionDecl 0x3 <line:2:1, line:5:1> line:2:5 main 'int (void)'
| `-CompoundStmt 0x4 <col:15, line:5:1>
|   |-CallExpr 0x5 <line:3:11, col:16> 'int'
|   | |-ImplicitCastExpr 0x6 <col:11> 'int (*)()' <FunctionToPointerDecay>
|   | | `-DeclRefExpr 0x7 <col:11> 'int ()' Function 0x2 'h' 'int ()'
|   | |-IntegerLiteral 0x8 <col:13> 'int' 1
|   | `-IntegerLiteral 0x9 <col:15> 'int' 2
|   `-ReturnStmt 0xa <line:4:3, col:15>
|     `-CallExpr 0xb <col:10, col:13> 'int'
|       |-ImplicitCastExpr 0xc <col:10> 'int (*)()' <FunctionToPointerDecay>
|       | `-DeclRefExpr 0xd <col:10> 'int ()' Function 0x2 'h' 'int ()'
|       `-IntegerLiteral 0xe <col:12> 'int' 3
`-FunctionDecl 0xf prev 0x2 <line:6:1, col:25> col:5 used h 'int (int)'
  |-ParmVarDecl 0x10 <col:7, col:11> col:11 used x 'int'
  `-CompoundStmt 0x11 <col:13, col:25>
";

    #[test]
    fn calls_are_read_off_the_tree() {
        let tree = Tree::read(TREE);
        let call =
            |arguments, line, column| Call { callee: "h".into(), arguments, converted: false, line, column };
        assert_eq!(tree.calls, [call(2, 3, 11), call(1, 4, 10)]);
        assert_eq!(tree.parameters.get("h"), Some(&1));
        assert_eq!(tree.surplus().count(), 1);
    }

    #[test]
    fn only_the_call_with_too_many_is_marked() {
        let text = "  %1 = call i32 @h(i32 noundef 1), !dbg !8\n  %2 = call i32 @h(i32 noundef 3), !dbg !9\n\
                    !8 = !DILocation(line: 3, column: 11, scope: !7)\n!9 = !DILocation(line: 4, column: 10, scope: !7)\n";
        let marked = mark(text.to_string(), TREE);
        assert!(marked.starts_with("  call void @__fathom_surplus(), !dbg !8\n  %1 = call"), "{marked}");
        assert_eq!(marked.matches("call void").count(), 1, "{marked}");
        assert!(marked.ends_with("declare void @__fathom_surplus()\n"), "{marked}");
        assert_eq!(mark(text.to_string(), ""), text);
    }

    #[test]
    fn arguments_are_what_they_are_promoted_to() {
        for (from, to, expected) in [
            ("float", "double", true),
            ("char", "int", true),
            ("unsigned int", "int", true),
            ("int *", "void *", true),
            ("int", "double", false),
            ("double", "int", false),
            ("int", "long", false),
            ("int", "char *", false),
            ("double", "long double", false),
        ] {
            assert_eq!(fits(from, to), expected, "{from} as {to}");
        }
        let literal = "`-IntegerLiteral 0xe";
        let cast = "`-ImplicitCastExpr 0x12 <col:12> 'my':'double' <IntegralToFloating>\n|         ";
        let tree = TREE.replace(literal, &format!("{cast}{literal}"));
        assert_ne!(tree, TREE);
        let converted: Vec<bool> = Tree::read(&tree).calls.iter().map(|call| call.converted).collect();
        assert_eq!(converted, [false, true]);
    }

    #[test]
    fn only_functions_that_are_defined_are_of_interest() {
        let message = "a.c:1:6: warning: this function declaration is not a prototype [-Wstrict-prototypes]\n\
                       int h();\n     ^\n      void\n";
        assert!(may_be(message, "define i32 @h(i32 %0) {"));
        assert!(!may_be(message, "define i32 @g(i32 %0) {"));
        assert!(!may_be("", "define i32 @h(i32 %0) {"));
    }
}
