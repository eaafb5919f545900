//! Terms as text.
//!
//! Terms have few operators ([`crate::op`]), so what a reader wrote as `or` is `not and not` here. The
//! printer turns such patterns back where that is exact. A subterm that is used more than once is printed
//! once, as a definition; so is one that nests too deep for the readers out there. The text is therefore
//! linear in the size of the terms.

use std::borrow::Cow;
use std::fmt::Write;

use rustc_hash::{FxHashMap, FxHashSet};

use super::lexer::is_simple_symbol;
use super::operators::OPERATORS;
use super::values::{bits_text, float_text, rounding_text};
use crate::op::{FloatOp, Function, Op, Symbol};
use crate::sort::{Sort, float_widths};
use crate::terms::{Term, Terms};
use crate::traverse::postorder;

/// How deep a printed term nests.
const MAX_DEPTH: u32 = 200;

/// A symbol, between bars where it needs them.
pub fn symbol(name: &str) -> String {
    if is_simple_symbol(name) { name.to_string() } else { format!("|{name}|") }
}

/// A term has an operator that SMT-LIB has not; [`crate::reads`] removes it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("SMT-LIB has no fill and copy of memories")]
pub struct Unprintable;

/// What [`print_script`] writes around the assertions.
#[derive(Clone, Debug)]
pub struct ScriptOptions {
    /// For `set-logic`; the smallest that the assertions are in if none is given.
    pub logic: Option<String>,
    /// Ask for a model.
    pub get_model: bool,
    /// Use the overflow predicates of SMT-LIB 2.7.
    pub overflow_predicates: bool,
}

impl Default for ScriptOptions {
    fn default() -> Self {
        Self { logic: None, get_model: false, overflow_predicates: true }
    }
}

/// The smallest logic that the formulas are in.
pub fn logic_of(terms: &Terms, roots: &[Term]) -> &'static str {
    let (mut arrays, mut functions, mut floats) = (false, false, false);
    for term in postorder(terms, roots) {
        arrays |= terms.sort(term).is_array();
        functions |= matches!(terms.op(term), Op::Apply(_));
        floats |= matches!(terms.sort(term), Sort::Float(_) | Sort::Rounding);
    }
    match (floats, arrays, functions) {
        (true, _, _) => "ALL",
        (false, true, true) => "QF_AUFBV",
        (false, true, false) => "QF_ABV",
        (false, false, true) => "QF_UFBV",
        (false, false, false) => "QF_BV",
    }
}

/// A script that asks whether the assertions have a model.
pub fn print_script(
    terms: &Terms,
    assertions: &[Term],
    options: &ScriptOptions,
) -> Result<String, Unprintable> {
    let mut printer = Printer::new();
    printer.set_overflow_predicates(options.overflow_predicates);
    let mut text = String::new();
    if options.get_model {
        text += "(set-option :produce-models true)\n";
    }
    let logic = options.logic.as_deref().unwrap_or_else(|| logic_of(terms, assertions));
    text += &format!("(set-logic {})\n", symbol(logic));
    printer.define(terms, assertions, &mut text)?;
    for &assertion in assertions {
        text += "(assert ";
        printer.write(terms, assertion, &mut text)?;
        text += ")\n";
    }
    text += "(check-sat)\n";
    if options.get_model {
        text += "(get-model)\n";
    }
    Ok(text)
}

/// A term by itself, with `let` for what it has more than once.
pub fn term_text(terms: &Terms, term: Term) -> Result<String, Unprintable> {
    let mut printer = Printer::new();
    let shared = printer.prepare(terms, &[term], &mut String::new())?;
    let mut text = String::new();
    for &part in &shared {
        let name = printer.new_definition();
        write!(text, "(let (({name} ").expect("a string takes everything");
        printer.write(terms, part, &mut text)?;
        text += ")) ";
        printer.definitions.insert(part, name);
    }
    printer.write(terms, term, &mut text)?;
    text.extend(std::iter::repeat_n(')', shared.len()));
    Ok(text)
}

/// A part of the text of a term.
#[derive(Clone)]
enum Piece {
    Text(Cow<'static, str>),
    Term(Term),
}

/// Prints terms and remembers what it has declared and defined, so that a solver on a pipe can be told
/// one formula after the other.
#[derive(Default)]
pub struct Printer {
    symbols: FxHashMap<Symbol, String>,
    functions: FxHashMap<Function, String>,
    /// Names of terms that are defined.
    definitions: FxHashMap<Term, String>,
    taken: FxHashSet<String>,
    count: u64,
    no_overflow_predicates: bool,
}

impl Printer {
    /// Nothing is declared yet.
    pub fn new() -> Self {
        Self {
            taken: OPERATORS.iter().map(|operator| operator.name.to_string()).collect(),
            ..Self::default()
        }
    }

    /// Whether the overflow predicates of SMT-LIB 2.7 are used, as they are unless told otherwise.
    pub fn set_overflow_predicates(&mut self, on: bool) {
        self.no_overflow_predicates = !on;
    }

    /// The name that a free variable was declared with, as a script writes it.
    pub fn symbol_name(&self, symbol: Symbol) -> Option<&str> {
        self.symbols.get(&symbol).map(String::as_str)
    }

    /// The name that a function was declared with, as a script writes it.
    pub fn function_name(&self, function: Function) -> Option<&str> {
        self.functions.get(&function).map(String::as_str)
    }

    /// Writes declarations of what occurs in the terms, and definitions of what they have more than once.
    pub fn define(&mut self, terms: &Terms, roots: &[Term], out: &mut String) -> Result<(), Unprintable> {
        for part in self.prepare(terms, roots, out)? {
            let name = self.new_definition();
            write!(out, "(define-fun {name} () {} ", terms.sort(part)).expect("a string takes everything");
            self.write(terms, part, out)?;
            *out += ")\n";
            self.definitions.insert(part, name);
        }
        Ok(())
    }

    /// Writes a term whose variables are declared.
    pub fn write(&self, terms: &Terms, term: Term, out: &mut String) -> Result<(), Unprintable> {
        // In reverse: what comes first is last on the stack.
        let mut stack = vec![Piece::Term(term)];
        while let Some(piece) = stack.pop() {
            match piece {
                Piece::Text(text) => *out += &text,
                Piece::Term(term) => match self.definitions.get(&term) {
                    Some(name) => *out += name,
                    None => {
                        let mut pieces = self.view(terms, term)?;
                        stack.extend(pieces.drain(..).rev());
                    }
                },
            }
        }
        Ok(())
    }

    /// Declares variables and functions; the terms that need a definition, operands first.
    fn prepare(&mut self, terms: &Terms, roots: &[Term], out: &mut String) -> Result<Vec<Term>, Unprintable> {
        let mut uses: FxHashMap<Term, u32> = FxHashMap::default();
        let mut order: Vec<(Term, Vec<Term>)> = Vec::new();
        // With the parts of the text, once these have been pushed.
        let mut stack: Vec<(Term, Option<Vec<Term>>)> = Vec::new();
        for &root in roots {
            stack.push((root, None));
            while let Some((term, parts)) = stack.pop() {
                if let Some(parts) = parts {
                    order.push((term, parts));
                    continue;
                }
                let count = uses.entry(term).or_default();
                *count += 1;
                if *count > 1 || self.definitions.contains_key(&term) {
                    continue;
                }
                self.declare(terms, term, out);
                let mut parts = Vec::new();
                for piece in self.view(terms, term)? {
                    if let Piece::Term(part) = piece {
                        parts.push(part);
                    }
                }
                stack.push((term, Some(parts.clone())));
                stack.extend(parts.into_iter().rev().map(|part| (part, None)));
            }
        }
        let mut depths: FxHashMap<Term, u32> = FxHashMap::default();
        let mut shared = Vec::new();
        for (term, parts) in order {
            // Constants and variables are as short as a name, but for wide ones.
            if parts.is_empty() && !matches!(terms.op(term), Op::Wide(_)) {
                continue;
            }
            let inside = parts.iter().filter_map(|part| depths.get(part)).max().copied().unwrap_or(0);
            if uses[&term] > 1 || inside >= MAX_DEPTH {
                shared.push(term);
            } else {
                depths.insert(term, inside + 1);
            }
        }
        Ok(shared)
    }

    /// Declares the variable or function of a term, if it has a new one.
    fn declare(&mut self, terms: &Terms, term: Term, out: &mut String) {
        match terms.op(term) {
            Op::Symbol(variable) if !self.symbols.contains_key(&variable) => {
                let name = self.new_name(terms.symbol_name(variable));
                writeln!(out, "(declare-fun {name} () {})", terms.sort(term))
                    .expect("a string takes everything");
                self.symbols.insert(variable, name);
            }
            Op::Apply(function) if !self.functions.contains_key(&function) => {
                let name = self.new_name(terms.function_name(function));
                let (parameters, result) = terms.signature(function);
                let parameters: Vec<String> = parameters.iter().map(Sort::to_string).collect();
                writeln!(out, "(declare-fun {name} ({}) {result})", parameters.join(" "))
                    .expect("a string takes everything");
                self.functions.insert(function, name);
            }
            _ => {}
        }
    }

    /// A name that nothing else has, as close to the wanted one as can be.
    pub fn new_name(&mut self, wanted: &str) -> String {
        let clean: String = wanted.chars().map(|c| if matches!(c, '|' | '\\') { '_' } else { c }).collect();
        let mut name = clean.clone();
        let mut number = 1;
        while !self.taken.insert(name.clone()) {
            number += 1;
            name = format!("{clean}!{number}");
        }
        symbol(&name)
    }

    fn new_definition(&mut self) -> String {
        loop {
            self.count += 1;
            let name = format!("${}", self.count);
            if self.taken.insert(name.clone()) {
                return name;
            }
        }
    }
}

/// `(head part part ...)`
fn application(head: impl Into<Cow<'static, str>>, parts: &[Term]) -> Vec<Piece> {
    let mut pieces = vec![Piece::Text("(".into()), Piece::Text(head.into())];
    for &part in parts {
        pieces.extend([Piece::Text(" ".into()), Piece::Term(part)]);
    }
    pieces.push(Piece::Text(")".into()));
    pieces
}

fn leaf(text: impl Into<Cow<'static, str>>) -> Vec<Piece> {
    vec![Piece::Text(text.into())]
}

/// The operand of an operator that has one.
fn under(terms: &Terms, op: Op, term: Term) -> Option<Term> {
    (terms.op(term) == op).then(|| terms.operands(term)[0])
}

/// The operands of an operator that has two.
fn under_two(terms: &Terms, op: Op, term: Term) -> Option<[Term; 2]> {
    (terms.op(term) == op).then(|| terms.operands_of(term))
}

impl Printer {
    /// How a term is written.
    fn view(&self, terms: &Terms, term: Term) -> Result<Vec<Piece>, Unprintable> {
        let operands = terms.operands(term);
        let sort = terms.sort(term);
        let plain = |head: &'static str| application(head, operands);
        Ok(match terms.op(term) {
            Op::True => leaf("true"),
            Op::False => leaf("false"),
            Op::Bits(_) | Op::Wide(_) => {
                let bits = terms.as_bits(term).expect("a constant has bits");
                match sort {
                    Sort::Float(kind) => leaf(float_text(kind, &bits)),
                    _ => leaf(bits_text(&bits)),
                }
            }
            Op::Rounding(mode) => leaf(rounding_text(mode)),
            Op::Symbol(variable) => match self.symbols.get(&variable) {
                Some(name) => leaf(name.clone()),
                None => leaf(symbol(terms.symbol_name(variable))),
            },
            Op::Apply(function) => {
                let name = match self.functions.get(&function) {
                    Some(name) => name.clone(),
                    None => symbol(terms.function_name(function)),
                };
                application(name, operands)
            }
            Op::Not => negation(terms, operands[0]),
            Op::And => plain("and"),
            Op::Eq => plain("="),
            Op::Ite => ite(terms, term),
            Op::BvNot => complement(terms, operands[0]),
            Op::BvAnd => plain("bvand"),
            Op::BvXor => plain("bvxor"),
            Op::BvNeg => plain("bvneg"),
            Op::BvAdd => {
                let [a, b] = terms.operands_of(term);
                match (under(terms, Op::BvNeg, a), under(terms, Op::BvNeg, b)) {
                    (_, Some(b)) => application("bvsub", &[a, b]),
                    (Some(a), None) => application("bvsub", &[b, a]),
                    (None, None) => plain("bvadd"),
                }
            }
            Op::BvMul => plain("bvmul"),
            Op::BvUdiv => plain("bvudiv"),
            Op::BvUrem => plain("bvurem"),
            Op::BvShl => plain("bvshl"),
            Op::BvLshr => plain("bvlshr"),
            Op::BvAshr => plain("bvashr"),
            Op::BvUlt => plain("bvult"),
            Op::BvSlt => plain("bvslt"),
            Op::BvUmulo if self.no_overflow_predicates => long_product(terms, term, "zero_extend"),
            Op::BvSmulo if self.no_overflow_predicates => long_product(terms, term, "sign_extend"),
            Op::BvUmulo => plain("bvumulo"),
            Op::BvSmulo => plain("bvsmulo"),
            Op::Concat => {
                let [high, low] = terms.operands_of(term);
                match terms.as_bits(high) {
                    Some(bits) if bits.is_zero() => {
                        application(format!("(_ zero_extend {})", bits.width()), &[low])
                    }
                    _ => plain("concat"),
                }
            }
            Op::Extract { low } => {
                application(format!("(_ extract {} {low})", low + sort.width() - 1), operands)
            }
            Op::SignExtend => {
                let more = sort.width() - terms.width(operands[0]);
                application(format!("(_ sign_extend {more})"), operands)
            }
            Op::Select => plain("select"),
            Op::Store => plain("store"),
            Op::ConstArray => application(format!("(as const {sort})"), operands),
            Op::Fill | Op::Copy => return Err(Unprintable),
            Op::Float(op) => float(terms, op, sort, operands),
        })
    }
}

/// `not` of a term.
fn negation(terms: &Terms, inside: Term) -> Vec<Piece> {
    let plain = || application("not", &[inside]);
    match terms.op(inside) {
        Op::And => {
            let [a, b] = terms.operands_of(inside);
            match (under(terms, Op::Not, a), under(terms, Op::Not, b)) {
                (Some(a), Some(b)) => application("or", &[a, b]),
                (None, Some(b)) => application("=>", &[a, b]),
                (Some(a), None) => application("=>", &[b, a]),
                (None, None) => plain(),
            }
        }
        Op::Eq => {
            let [a, b] = terms.operands_of(inside);
            application(if terms.sort(a) == Sort::Bool { "xor" } else { "distinct" }, &[a, b])
        }
        Op::BvUlt => {
            let [a, b] = terms.operands_of(inside);
            application("bvule", &[b, a])
        }
        Op::BvSlt => {
            let [a, b] = terms.operands_of(inside);
            application("bvsle", &[b, a])
        }
        _ => plain(),
    }
}

/// `bvnot` of a term.
fn complement(terms: &Terms, inside: Term) -> Vec<Piece> {
    if let Some([a, b]) = under_two(terms, Op::BvAnd, inside) {
        return match (under(terms, Op::BvNot, a), under(terms, Op::BvNot, b)) {
            (Some(a), Some(b)) => application("bvor", &[a, b]),
            _ => application("bvnand", &[a, b]),
        };
    }
    match under_two(terms, Op::BvXor, inside) {
        Some([a, b]) => application("bvxnor", &[a, b]),
        None => application("bvnot", &[inside]),
    }
}

fn ite(terms: &Terms, term: Term) -> Vec<Piece> {
    let [condition, yes, no] = terms.operands_of(term);
    let one_bit = terms.sort(term) == Sort::Bits(1);
    if one_bit
        && terms.as_u64(yes) == Some(1)
        && terms.as_u64(no) == Some(0)
        && let Some([a, b]) = under_two(terms, Op::Eq, condition)
        && terms.sort(a).is_bits()
    {
        return application("bvcomp", &[a, b]);
    }
    application("ite", &[condition, yes, no])
}

/// A product overflows if it is another number with twice the bits.
fn long_product(terms: &Terms, term: Term, extend: &str) -> Vec<Piece> {
    let [a, b] = terms.operands_of(term);
    let width = terms.width(a);
    vec![
        // The names of the terms inside are looked up outside of this let, so nothing is captured.
        Piece::Text(format!("(let ((p (bvmul ((_ {extend} {width}) ").into()),
        Piece::Term(a),
        Piece::Text(format!(") ((_ {extend} {width}) ").into()),
        Piece::Term(b),
        Piece::Text(
            format!(")))) (distinct p ((_ {extend} {width}) ((_ extract {} 0) p))))", width - 1).into(),
        ),
    ]
}

fn float(terms: &Terms, op: FloatOp, sort: Sort, operands: &[Term]) -> Vec<Piece> {
    let to_format = |name: &str| match sort {
        Sort::Float(kind) => {
            let (exponent, significand) = float_widths(kind);
            format!("(_ {name} {exponent} {significand})")
        }
        // Operators that give floats have a sort of floats.
        other => unreachable!("{name} of {other}"),
    };
    let head: Cow<'static, str> = match op {
        FloatOp::FromBits => {
            let (Sort::Float(kind), [bits]) = (sort, operands) else { unreachable!("a float from its bits") };
            let (exponent, significand) = float_widths(kind);
            if terms.width(*bits) != exponent + significand {
                // The bit that the x87 format stores in between says nothing that the exponent does not.
                let (high, low) = (format!("(_ extract 79 {significand})"), significand - 2);
                return vec![
                    Piece::Text(format!("({} (concat ({high} ", to_format("to_fp")).into()),
                    Piece::Term(*bits),
                    Piece::Text(format!(") ((_ extract {low} 0) ").into()),
                    Piece::Term(*bits),
                    Piece::Text(")))".into()),
                ];
            }
            to_format("to_fp").into()
        }
        FloatOp::FromFloat | FloatOp::FromSigned => to_format("to_fp").into(),
        FloatOp::FromUnsigned => to_format("to_fp_unsigned").into(),
        FloatOp::ToSigned => format!("(_ fp.to_sbv {})", sort.width()).into(),
        FloatOp::ToUnsigned => format!("(_ fp.to_ubv {})", sort.width()).into(),
        FloatOp::Abs => "fp.abs".into(),
        FloatOp::Neg => "fp.neg".into(),
        FloatOp::Add => "fp.add".into(),
        FloatOp::Sub => "fp.sub".into(),
        FloatOp::Mul => "fp.mul".into(),
        FloatOp::Div => "fp.div".into(),
        FloatOp::Fma => "fp.fma".into(),
        FloatOp::Sqrt => "fp.sqrt".into(),
        FloatOp::Rem => "fp.rem".into(),
        FloatOp::RoundToIntegral => "fp.roundToIntegral".into(),
        FloatOp::Min => "fp.min".into(),
        FloatOp::Max => "fp.max".into(),
        FloatOp::Le => "fp.leq".into(),
        FloatOp::Lt => "fp.lt".into(),
        FloatOp::Equal => "fp.eq".into(),
        FloatOp::IsNormal => "fp.isNormal".into(),
        FloatOp::IsSubnormal => "fp.isSubnormal".into(),
        FloatOp::IsZero => "fp.isZero".into(),
        FloatOp::IsInfinite => "fp.isInfinite".into(),
        FloatOp::IsNan => "fp.isNaN".into(),
        FloatOp::IsNegative => "fp.isNegative".into(),
        FloatOp::IsPositive => "fp.isPositive".into(),
    };
    application(head, operands)
}
