//! Operations on constants that have no value, found in clang's syntax tree: `INT_MIN / -1`, `(int)1e10`.
//!
//! Clang evaluates what it puts into the data of a program, and does not warn of everything that has no value there (see
//! [`crate::folded`]). So the tree is evaluated once more: literals, operators, conversions, enumerators, constants, and
//! functions that only return a constant. What is not understood is unknown, and no operation on it is reported.

mod values;

use std::collections::{BTreeSet, HashMap};
use std::fs;

use crate::SourceCheck;
use values::{Result, Type, Value, binary, converted, unary};

/// A place in the source.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Place<'a> {
    /// As clang names it.
    pub file: &'a str,
    /// Counted from one.
    pub line: u64,
    /// Counted from one.
    pub column: u64,
}

/// From the first character of one token to that of another. Tokens of a macro are where it is defined.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Range<'a> {
    /// The first token.
    pub begin: Place<'a>,
    /// The last token.
    pub end: Place<'a>,
}

impl Range<'_> {
    /// Whether another range lies inside.
    pub fn contains(&self, other: &Self) -> bool {
        let (from, to) = ((self.begin.line, self.begin.column), (self.end.line, self.end.column));
        let inside = |place: Place<'_>| {
            place.file == self.begin.file && (from..=to).contains(&(place.line, place.column))
        };
        inside(other.begin) && inside(other.end)
    }
}

/// A function of the source.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Function<'a> {
    /// Without namespaces and template arguments.
    pub name: &'a str,
    /// Where the name is.
    pub place: Place<'a>,
}

/// An operation on constants that has no value.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Folded<'a> {
    /// The check that it fails.
    pub check: SourceCheck,
    /// The operation.
    pub range: Range<'a>,
    /// The statement or declaration that it is part of.
    pub statement: Range<'a>,
    /// The function; none for what is initialised at the start of the program.
    pub function: Option<Function<'a>>,
    /// It is in the function that is called here.
    pub is_called: bool,
}

/// A node that is being read.
struct Node<'a> {
    depth: usize,
    kind: &'a str,
    address: &'a str,
    range: Option<Range<'a>>,
    /// What follows the range.
    rest: &'a str,
    /// Where the name of a declaration is.
    name_at: Option<Place<'a>>,
    /// It stands for all elements of an array that have no initialiser.
    is_filler: bool,
    /// Where its line begins, and the position before it.
    start: (usize, Place<'a>),
    /// Expressions and statements below.
    children: Vec<(Value<'a>, Vec<Folded<'a>>)>,
}

/// What is read off a syntax tree.
pub struct Tree<'a> {
    /// Operations on constants without a value.
    pub folded: Vec<Folded<'a>>,
    /// Where the functions are.
    pub functions: Vec<Range<'a>>,
}

/// Reads what `-ast-dump` prints; `long_bits` is the size of `long`.
pub fn read<'a>(dump: &'a str, checks: &[SourceCheck], long_bits: u32) -> Tree<'a> {
    let mut reader = Reader {
        checks,
        long_bits,
        open: vec![],
        constants: HashMap::new(),
        results: HashMap::new(),
        sources: HashMap::new(),
        enumerator: Some(0),
        dump,
        at: 0,
        lists: vec![],
        bodies: HashMap::new(),
        parameters: vec![],
        calls: 0,
        called: 0,
        found: vec![],
        functions: vec![],
    };
    reader.lines(0, dump.len(), Place { file: "", line: 0, column: 0 });
    let mut seen = BTreeSet::new();
    let mut found = std::mem::take(&mut reader.found);
    found
        .retain(|folded| seen.insert((folded.range, folded.statement, folded.function, folded.check.name())));
    Tree { folded: found, functions: reader.functions }
}

/// Reads a line of the tree. Positions are relative to the one before.
fn node<'a>(depth: usize, text: &'a str, last: &mut Place<'a>) -> Node<'a> {
    let (kind, rest) = text.split_once(' ').unwrap_or((text, ""));
    let labelled = kind == "array_filler:";
    let (kind, rest) = if labelled { rest.split_once(' ').unwrap_or((rest, "")) } else { (kind, rest) };
    let address = rest.split(' ').next().filter(|word| word.starts_with("0x")).unwrap_or_default();
    let mut node = Node {
        depth,
        kind,
        address,
        range: None,
        rest,
        name_at: None,
        is_filler: labelled,
        start: (0, *last),
        children: vec![],
    };
    if address.is_empty() {
        return node;
    }
    let Some(start) = rest.find('<') else { return node };
    let mut nesting = 0;
    let Some(length) = rest[start..].find(|c| {
        nesting += i32::from(c == '<') - i32::from(c == '>');
        nesting == 0
    }) else {
        return node;
    };
    let inside = &rest[start + 1..start + length];
    let (begin, end) = inside.split_once(", ").unwrap_or((inside, ""));
    let begin = place(begin, last);
    let end = place(end, last).or(begin);
    node.range = begin.zip(end).map(|(begin, end)| Range { begin, end });
    node.rest = rest[start + length + 1..].trim_start();
    if kind.ends_with("Decl") {
        let (word, rest) = node.rest.split_once(' ').unwrap_or((node.rest, ""));
        if let Some(at) = place(word, last) {
            node.name_at = Some(at);
            node.rest = rest;
        }
    }
    node
}

/// `col:3`, `line:2:3` or `file.c:1:2:3`.
fn place<'a>(text: &'a str, last: &mut Place<'a>) -> Option<Place<'a>> {
    let mut parts = text.rsplitn(3, ':');
    let column = parts.next()?.parse().ok()?;
    match (parts.next()?, parts.next()) {
        ("col", None) => {}
        (line, Some("line")) => last.line = line.parse().ok()?,
        (line, Some(file)) => {
            last.line = line.parse().ok()?;
            last.file = file;
        }
        _ => return None,
    }
    last.column = column;
    Some(*last)
}

/// A function, as its lines of the tree.
#[derive(Clone)]
struct Body<'a> {
    start: (usize, Place<'a>),
    end: usize,
    parameters: Vec<&'a str>,
}

/// Calls inside of calls, and calls altogether, that are evaluated.
const DEPTH: usize = 16;
const CALLS: usize = 10_000;

struct Reader<'a, 'c> {
    checks: &'c [SourceCheck],
    long_bits: u32,
    open: Vec<Node<'a>>,
    /// Values of constants and enumerators.
    constants: HashMap<&'a str, Value<'a>>,
    /// What functions return that do nothing else.
    results: HashMap<&'a str, Value<'a>>,
    /// Files that were read to know all digits of a number.
    sources: HashMap<&'a str, Option<Vec<String>>>,
    /// What the next enumerator is.
    enumerator: Option<i128>,
    /// The whole text, and where in it the next line begins.
    dump: &'a str,
    at: usize,
    /// Elements of arrays.
    lists: Vec<Vec<Value<'a>>>,
    /// Functions that may be called when constants are computed.
    bodies: HashMap<&'a str, Body<'a>>,
    /// Parameters of the function that is open.
    parameters: Vec<&'a str>,
    /// How many such calls are being evaluated, and how many were.
    calls: usize,
    called: usize,
    found: Vec<Folded<'a>>,
    functions: Vec<Range<'a>>,
}

impl<'a> Reader<'a, '_> {
    /// Reads a part of the text.
    fn lines(&mut self, start: usize, end: usize, mut last: Place<'a>) {
        self.at = start;
        for line in self.dump[start..end].split_inclusive('\n') {
            let begin = (self.at, last);
            if let Some(indent) = line.find(|c: char| c.is_ascii_alphabetic() || c == '<') {
                self.close(indent / 2);
                let mut node = node(indent / 2, line[indent..].trim_end(), &mut last);
                node.start = begin;
                self.open.push(node);
            }
            self.at += line.len();
        }
        self.close(0);
    }

    /// What a function gives for arguments, and a check that fails in it.
    fn evaluate_call(&mut self, address: &'a str, arguments: &[Value<'a>]) -> Result<'a> {
        let known = arguments.iter().all(|argument| *argument != Value::Unknown);
        let Some(body) = self.bodies.get(address).cloned() else { return (Value::Unknown, None) };
        if !known || body.parameters.len() != arguments.len() || self.calls >= DEPTH || self.called >= CALLS {
            return (Value::Unknown, None);
        }
        self.calls += 1;
        self.called += 1;
        let (open, found) = (std::mem::take(&mut self.open), std::mem::take(&mut self.found));
        let (at, functions) = (self.at, self.functions.len());
        let bound = body.parameters.iter().copied().zip(arguments.iter().copied());
        let before: Vec<_> = bound.map(|(name, value)| (name, self.constants.insert(name, value))).collect();
        self.results.remove(address);
        self.lines(body.start.0, body.end, body.start.1);
        let value = self.results.remove(address).unwrap_or(Value::Unknown);
        for (name, value) in before {
            match value {
                Some(value) => self.constants.insert(name, value),
                None => self.constants.remove(name),
            };
        }
        self.functions.truncate(functions);
        (self.open, self.at) = (open, at);
        self.calls -= 1;
        let failed = std::mem::replace(&mut self.found, found);
        (value, failed.first().map(|folded| folded.check))
    }

    /// Evaluates nodes that are complete, since one of this depth follows.
    fn close(&mut self, depth: usize) {
        while self.open.last().is_some_and(|node| node.depth >= depth) {
            let Some(node) = self.open.pop() else { return };
            let is_filler = node.is_filler;
            let is_part = is_expression(node.kind) || node.kind.ends_with("Stmt");
            let (value, below) = self.evaluate(node);
            match self.open.last_mut() {
                // What is below something else belongs to nobody's operands.
                // It stands before the elements, for those that are not there.
                Some(_) if is_filler => {}
                Some(parent) if is_part => parent.children.push((value, below)),
                Some(parent) => parent.children.push((Value::Unknown, below)),
                None => self.found.extend(below),
            }
        }
    }

    fn evaluate(&mut self, mut node: Node<'a>) -> (Value<'a>, Vec<Folded<'a>>) {
        let children = std::mem::take(&mut node.children);
        let mut values: Vec<Value<'a>> = children.iter().map(|(value, _)| *value).collect();
        let mut below: Vec<Vec<Folded<'a>>> = children.into_iter().map(|(_, below)| below).collect();
        // Most nodes have no value and nothing below that fails.
        let is_plain = node.kind.ends_with("Type") || node.address.is_empty();
        if is_plain && below.iter().all(Vec::is_empty) {
            return (Value::Unknown, vec![]);
        }
        let types = types(node.rest);
        let ty = if is_expression(node.kind) { Type::named(types.1, self.long_bits) } else { Type::Other };
        let operand = |at: usize| values.get(at).copied().unwrap_or(Value::Unknown);
        let mut fails = None;
        let value = match node.kind {
            "IntegerLiteral" | "CharacterLiteral" => {
                let number = node.rest.rsplit(' ').next().and_then(|word| word.parse().ok());
                number.map_or(Value::Unknown, Value::Int)
            }
            "CXXBoolLiteralExpr" => Value::Int(i128::from(node.rest.ends_with("true"))),
            "ImplicitValueInitExpr" | "CXXScalarValueInitExpr" if ty.limits().is_some() => Value::Int(0),
            "FloatingLiteral" => self.literal(&node, ty),
            "ParenExpr"
            | "ConstantExpr"
            | "ExprWithCleanups"
            | "SubstNonTypeTemplateParmExpr"
            | "MaterializeTemporaryExpr"
            | "CXXDefaultInitExpr"
            | "ReturnStmt" => values.last().copied().unwrap_or(Value::Unknown),
            "InitListExpr" if ty != Type::Other && values.len() == 1 => operand(0),
            "InitListExpr"
                if types.1.ends_with(']') && values.iter().any(|value| *value != Value::Unknown) =>
            {
                self.lists.push(values);
                return (Value::List(self.lists.len() - 1), below.into_iter().flatten().collect());
            }
            "ArraySubscriptExpr" => match (operand(0), operand(1)) {
                (Value::List(list), Value::Int(at)) => {
                    let element = usize::try_from(at).ok().and_then(|at| self.lists[list].get(at));
                    element.copied().unwrap_or(Value::Unknown)
                }
                _ => Value::Unknown,
            },
            "CompoundStmt" if values.len() == 1 => operand(0),
            "UnaryOperator" => {
                let (value, failed) = unary(operator(node.rest), operand(0), ty);
                fails = failed;
                value
            }
            "BinaryOperator" => {
                let operator = operator(node.rest);
                let (left, right) = (operand(0), operand(1));
                let decided = match (operator, left) {
                    ("&&", Value::Int(0)) => Some(0),
                    ("||", Value::Int(number)) if number != 0 => Some(1),
                    _ => None,
                };
                if let Some(decided) = decided {
                    below.truncate(1);
                    Value::Int(decided)
                } else {
                    let (value, failed) = binary(operator, left, right, ty);
                    fails = failed;
                    value
                }
            }
            "ConditionalOperator" | "IfStmt" => {
                let taken = match operand(0) {
                    Value::Int(number)
                        if !["has_init", "has_var"].iter().any(|has| node.rest.contains(has)) =>
                    {
                        Some(if number != 0 { 1 } else { 2 })
                    }
                    _ => None,
                };
                if let Some(taken) = taken
                    && let Some(other) = below.get_mut(3 - taken)
                {
                    other.clear();
                }
                match taken {
                    Some(taken) if node.kind == "ConditionalOperator" => operand(taken),
                    _ => Value::Unknown,
                }
            }
            "ImplicitCastExpr" | "CStyleCastExpr" | "CXXStaticCastExpr" | "CXXFunctionalCastExpr" => {
                let explicit = node.kind != "ImplicitCastExpr" || node.rest.contains("part_of_explicit_cast");
                let cast = node.rest.rsplit_once('<').and_then(|(_, rest)| rest.split('>').next());
                let (value, failed) = converted(cast.unwrap_or_default(), operand(0), ty);
                fails = failed.filter(|check| !(explicit && *check == SourceCheck::LossyConversion));
                value
            }
            "DeclRefExpr" => self.reference(node.rest),
            "CallExpr" => match operand(0) {
                Value::Function(address, name) => {
                    if name == "__builtin_constant_p" {
                        below.clear();
                    }
                    match self.call(address, name, values.get(1).copied(), ty) {
                        Value::Unknown => {
                            let (value, failed) = self.evaluate_call(address, &values[1..]);
                            fails = failed;
                            value
                        }
                        value => value,
                    }
                }
                _ => Value::Unknown,
            },
            "UnaryExprOrTypeTraitExpr" => {
                below.clear();
                size(node.rest, self.long_bits)
            }
            // Never evaluated, or strictly.
            "CXXNoexceptExpr"
            | "CXXTypeidExpr"
            | "TypeTraitExpr"
            | "StaticAssertDecl"
            | "RequiresExpr"
            | "ConceptDecl"
            | "ConceptSpecializationExpr" => {
                below.clear();
                Value::Unknown
            }
            "VarDecl" | "EnumConstantDecl" => {
                let constant = node.kind == "EnumConstantDecl"
                    || node.rest.contains(" constexpr")
                    || types.0.split(' ').any(|word| word == "const")
                    || types.1.split(' ').any(|word| word == "const");
                let mut value = values.iter().copied().find(|value| *value != Value::Unknown);
                if node.kind == "EnumConstantDecl" {
                    // One more than the one before, unless it says otherwise.
                    if values.is_empty() {
                        value = self.enumerator.map(Value::Int);
                    }
                    self.enumerator = match value {
                        Some(Value::Int(number)) => number.checked_add(1),
                        _ => None,
                    };
                }
                if let Some(value) = value.filter(|_| constant) {
                    self.constants.insert(node.address, value);
                }
                Value::Unknown
            }
            "ParmVarDecl" => {
                self.parameters.push(node.address);
                Value::Unknown
            }
            "EnumDecl" => {
                self.enumerator = Some(0);
                Value::Unknown
            }
            kind if is_function(kind) => {
                values.retain(|value| *value != Value::Unknown);
                if let [value @ (Value::Int(_) | Value::Float(..))] = values[..] {
                    self.results.insert(node.address, value);
                }
                if self.calls == 0
                    && node.rest.split(" '").next().is_some_and(|words| words.contains("constexpr "))
                {
                    let parameters = std::mem::take(&mut self.parameters);
                    let body = Body { start: node.start, end: self.at, parameters };
                    self.bodies.insert(node.address, body);
                }
                self.parameters.clear();
                self.functions.extend(node.range);
                Value::Unknown
            }
            _ => Value::Unknown,
        };
        let mut all: Vec<Folded<'a>> = below.into_iter().flatten().collect();
        if let Some(check) = fails.filter(|check| self.checks.contains(check))
            && let Some(range) = node.range
        {
            let (statement, function) = (self.statement(range), self.function());
            all.push(Folded { check, range, statement, function, is_called: node.kind == "CallExpr" });
        }
        (value, all)
    }

    /// The innermost statement or declaration that is open. Where its first token is one of a macro, it is the function
    /// that is named.
    fn statement(&self, range: Range<'a>) -> Range<'a> {
        let function = self.open.iter().rposition(|node| is_function(node.kind));
        let (body, inner) = match function {
            Some(at) => (self.open[at].range, &self.open[at + 1..]),
            None => (None, &self.open[..]),
        };
        let mut of_declaration = false;
        for node in inner.iter().rev() {
            let Some(range) = node.range else { continue };
            let inside = body.is_none_or(|body| {
                body.begin.file == range.begin.file
                    && (body.begin.line..=body.end.line).contains(&range.begin.line)
            });
            if node.kind.ends_with("Decl") && !node.kind.ends_with("EnumDecl") {
                if function.is_none() {
                    return Range { begin: node.name_at.unwrap_or(range.begin), ..range };
                }
                of_declaration = true;
            }
            if inside && node.kind.ends_with("Stmt") {
                // Of a statement with others inside, only what comes before them.
                let simple = of_declaration || matches!(node.kind, "DeclStmt" | "ReturnStmt");
                return if simple { range } else { Range { end: range.begin, ..range } };
            }
        }
        let name = function.and_then(|at| self.open[at].name_at);
        name.map_or(range, |name| Range { begin: name, end: name })
    }

    /// The function that is open.
    fn function(&self) -> Option<Function<'a>> {
        let node = self.open.iter().rev().find(|node| is_function(node.kind))?;
        let name = node.rest.split(" '").next()?.rsplit(' ').next()?;
        Some(Function { name, place: node.name_at.or(node.range.map(|range| range.begin))? })
    }

    /// `'int' lvalue Var 0x1 'name' 'int'`
    fn reference(&self, rest: &'a str) -> Value<'a> {
        let Some((before, after)) = rest.split_once(" 0x") else { return Value::Unknown };
        let length = after.find(' ').unwrap_or(after.len());
        let start = before.len() + 1;
        let address = &rest[start..start + 2 + length];
        if before.ends_with("Function") || before.ends_with("CXXMethod") {
            return Value::Function(address, after.split('\'').nth(1).unwrap_or_default());
        }
        self.constants.get(address).copied().unwrap_or(Value::Unknown)
    }

    fn call(&self, address: &str, name: &str, argument: Option<Value<'a>>, ty: Type) -> Value<'a> {
        match name {
            "__builtin_inf"
            | "__builtin_inff"
            | "__builtin_infl"
            | "__builtin_huge_val"
            | "__builtin_huge_valf"
            | "__builtin_huge_vall" => Value::Float(f64::INFINITY, f64::INFINITY),
            "__builtin_nan" | "__builtin_nanf" | "__builtin_nanl" => Value::Float(f64::NAN, f64::NAN),
            "__builtin_expect" => argument.unwrap_or(Value::Unknown),
            _ if argument.is_none() && ty != Type::Other => {
                self.results.get(address).copied().unwrap_or(Value::Unknown)
            }
            _ => Value::Unknown,
        }
    }

    /// A floating-point number: as it is written, if that can be found, for the tree shows seven digits.
    fn literal(&mut self, node: &Node<'a>, ty: Type) -> Value<'a> {
        let shown = node.rest.rsplit(' ').next().and_then(|word| word.parse::<f64>().ok());
        let Some(shown) = shown else { return Value::Unknown };
        let margin = shown.abs() * 1e-6;
        let written = node.range.and_then(|range| {
            let Place { file, line, column } = range.begin;
            let lines = self.sources.entry(file).or_insert_with(|| {
                let bytes = fs::read(file).ok()?;
                Some(String::from_utf8_lossy(&bytes).lines().map(str::to_string).collect())
            });
            let line = lines.as_ref()?.get(usize::try_from(line).ok()?.checked_sub(1)?)?;
            number(line.get(usize::try_from(column).ok()?.checked_sub(1)?..)?)
        });
        match written.filter(|written| (written - shown).abs() <= margin) {
            Some(written) => ty.float(written, written),
            None => ty.float(shown - margin, shown + margin),
        }
    }
}

/// The decimal number at the beginning of a text.
fn number(text: &str) -> Option<f64> {
    let mut digits = String::new();
    let mut characters = text.chars().peekable();
    while let Some(&c) = characters.peek() {
        let sign = matches!(c, '+' | '-') && digits.ends_with(['e', 'E']);
        match c {
            '0'..='9' | '.' | 'e' | 'E' => digits.push(c),
            '\'' => {}
            _ if sign => digits.push(c),
            _ => break,
        }
        characters.next();
    }
    digits.parse().ok()
}

fn is_function(kind: &str) -> bool {
    matches!(
        kind,
        "FunctionDecl" | "CXXMethodDecl" | "CXXConstructorDecl" | "CXXDestructorDecl" | "CXXConversionDecl"
    )
}

fn is_expression(kind: &str) -> bool {
    ["Expr", "Operator", "Literal", "ExprWithCleanups"].iter().any(|end| kind.ends_with(end))
}

/// The type of a node as it is written, and what that stands for.
fn types(rest: &str) -> (&str, &str) {
    let mut quoted = rest.split('\'');
    let written = quoted.nth(1).unwrap_or_default();
    match (quoted.next(), quoted.next()) {
        (Some(":"), Some(meant)) => (written, meant),
        _ => (written, written),
    }
}

/// The operator of a node, which is quoted after its type.
fn operator(rest: &str) -> &str {
    rest.trim_end()
        .trim_end_matches(" cannot overflow")
        .trim_end_matches('\'')
        .rsplit('\'')
        .next()
        .unwrap_or_default()
}

/// `sizeof 'int'`
fn size<'a>(rest: &str, long_bits: u32) -> Value<'a> {
    let Some((_, of)) = rest.split_once(" sizeof ") else { return Value::Unknown };
    match Type::named(types(of).1, long_bits) {
        Type::Int { bits, .. } => Value::Int(i128::from(bits / 8)),
        Type::Bool => Value::Int(1),
        Type::Enum | Type::Float => Value::Int(4),
        Type::Double => Value::Int(8),
        Type::LongDouble | Type::Other => Value::Unknown,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The checks that fail, each with its line.
    fn failing(dump: &str) -> Vec<(SourceCheck, u64)> {
        let tree = read(dump, SourceCheck::ALL, 64);
        tree.folded.iter().map(|folded| (folded.check, folded.range.begin.line)).collect()
    }

    const TREE: &str = "\
TranslationUnitDecl 0x1 <<invalid sloc>> <invalid sloc>
|-VarDecl 0x2 <a.c:1:1, col:22> col:5 g 'const int' cinit
| `-BinaryOperator 0x3 <col:9, col:22> 'int' '-'
|   |-IntegerLiteral 0x4 <col:9> 'int' -2147483647
|   `-IntegerLiteral 0x5 <col:22> 'int' 1
`-FunctionDecl 0x6 <line:3:1, line:6:1> line:3:5 main 'int (void)'
  `-CompoundStmt 0x7 <col:16, line:6:1>
    `-DeclStmt 0x8 <line:4:3, col:40>
      `-VarDecl 0x9 <col:3, col:39> col:7 used a 'int[2]' cinit
        `-InitListExpr 0xa <col:13, col:39> 'int[2]'
          |-BinaryOperator 0xb <col:14, col:18> 'int' '/'
          | |-ImplicitCastExpr 0xc <col:14> 'int' <LValueToRValue>
          | | `-DeclRefExpr 0xd <col:14> 'const int' lvalue Var 0x2 'g' 'const int'
          | `-UnaryOperator 0xe <col:17, col:18> 'int' prefix '-'
          |   `-IntegerLiteral 0xf <col:18> 'int' 1
          `-ImplicitCastExpr 0x10 <line:5:3> 'short' <FloatingToIntegral>
            `-FloatingLiteral 0x11 <col:3> 'double' 4.000000e+04
";

    #[test]
    fn operations_without_a_value() {
        let expected = [(SourceCheck::SignedOverflow, 4), (SourceCheck::FloatCastOverflow, 5)];
        assert_eq!(failing(TREE), expected);
        let tree = read(TREE, SourceCheck::ALL, 64);
        let function = tree.folded[0].function.unwrap();
        assert_eq!((function.name, function.place.line), ("main", 3));
        assert_eq!(tree.functions.len(), 1);
    }

    #[test]
    fn operations_with_a_value() {
        assert_eq!(failing(&TREE.replace("-2147483647", "-2147483646").replace("4.0", "3.0")), []);
        // What is not known fails nothing.
        assert_eq!(failing(&TREE.replace("Var 0x2", "Var 0x99").replace("'short'", "'struct s'")), []);
        assert_eq!(failing(""), []);
    }
}
