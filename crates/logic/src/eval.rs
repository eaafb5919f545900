//! The meaning of terms: their values under a model.
//!
//! [`apply`] is the one definition of every operator; constant folding, evaluation and the tests of the
//! rules all use it.

use fathom_ir::{BinOp, Bits, OverflowOp};
use rustc_hash::FxHashMap;

use crate::op::Op;
use crate::sort::Sort;
use crate::terms::{Term, Terms};
use crate::value::{ArrayValue, Model, Value};

/// The value of an operator of this sort on values of its operands' sorts.
///
/// Leaves that are not constants, and uninterpreted functions, have no value here.
pub fn apply(op: Op, sort: Sort, operands: &[&Value]) -> Option<Value> {
    let bits = |at: usize| operands[at].bits();
    let bin = |op: BinOp| Value::Bits(Bits::bin(op, bits(0), bits(1)));
    let overflow = |op: OverflowOp| Value::Bool(Bits::overflow(op, bits(0), bits(1)));
    Some(match op {
        Op::True => Value::Bool(true),
        Op::False => Value::Bool(false),
        Op::Bits(word) => match sort {
            Sort::Float(kind) => Value::Bits(Bits::from_u64(kind.bits(), word)),
            _ => Value::Bits(Bits::from_u64(sort.width(), word)),
        },
        Op::Rounding(mode) => Value::Rounding(mode),
        Op::Wide(_) | Op::Symbol(_) | Op::Apply(_) => return None,
        Op::Not => Value::Bool(!operands[0].bool()),
        Op::And => Value::Bool(operands[0].bool() && operands[1].bool()),
        Op::Eq => Value::Bool(operands[0] == operands[1]),
        Op::Ite => operands[if operands[0].bool() { 1 } else { 2 }].clone(),
        Op::BvNot => Value::Bits(bits(0).not()),
        Op::BvNeg => Value::Bits(bits(0).neg()),
        Op::BvAnd => bin(BinOp::And),
        Op::BvXor => bin(BinOp::Xor),
        Op::BvAdd => bin(BinOp::Add),
        Op::BvMul => bin(BinOp::Mul),
        Op::BvUdiv => bin(BinOp::UDiv),
        Op::BvUrem => bin(BinOp::URem),
        Op::BvShl => bin(BinOp::Shl),
        Op::BvLshr => bin(BinOp::LShr),
        Op::BvAshr => bin(BinOp::AShr),
        Op::BvUlt => Value::Bool(bits(0).ult(bits(1))),
        Op::BvSlt => Value::Bool(bits(0).slt(bits(1))),
        Op::BvUmulo => overflow(OverflowOp::UMul),
        Op::BvSmulo => overflow(OverflowOp::SMul),
        Op::Concat => Value::Bits(bits(0).concat(bits(1))),
        Op::Extract { low } => Value::Bits(bits(0).extract(low, sort.width())),
        Op::SignExtend => Value::Bits(bits(0).sext(sort.width())),
        Op::Select => Value::Bits(operands[0].array().get(bits(1)).clone()),
        Op::Store => Value::Array(operands[0].array().set(bits(1), bits(2))),
        Op::ConstArray => {
            let Sort::Array { index, .. } = sort else { return None };
            Value::Array(ArrayValue::constant(index, bits(0).clone()))
        }
        Op::Fill => Value::Array(operands[0].array().fill(bits(1), bits(2), bits(3))),
        Op::Copy => Value::Array(operands[0].array().copy(bits(1), bits(2), operands[3].array(), bits(4))),
        Op::Float(op) => crate::float::apply(op, sort, operands),
    })
}

/// The constant that an operator gives on constant operands; nothing for arrays, which have no constants.
pub(crate) fn fold(terms: &mut Terms, op: Op, sort: Sort, operands: &[Term]) -> Option<Term> {
    if sort.is_array() || matches!(op, Op::Symbol(_) | Op::Apply(_)) {
        return None;
    }
    let values: Option<Vec<Value>> = match operands {
        [] => None,
        _ if operands.iter().any(|&operand| !terms.is_constant(operand)) => None,
        _ => operands.iter().map(|&operand| constant_value(terms, operand)).collect(),
    };
    let values = values?;
    let value = apply(op, sort, &values.iter().collect::<Vec<_>>())?;
    terms.value(&value, sort)
}

/// The value of a constant term.
pub fn constant_value(terms: &Terms, term: Term) -> Option<Value> {
    match terms.op(term) {
        Op::True => Some(Value::Bool(true)),
        Op::False => Some(Value::Bool(false)),
        Op::Rounding(mode) => Some(Value::Rounding(mode)),
        Op::Bits(_) | Op::Wide(_) => terms.as_bits(term).map(Value::Bits),
        _ => None,
    }
}

impl Terms {
    /// The constant term of a value; for arrays a chain of stores and fills, one for each run.
    pub fn value(&mut self, value: &Value, sort: Sort) -> Option<Term> {
        match (value, sort) {
            (Value::Bool(value), Sort::Bool) => Some(self.bool(*value)),
            (Value::Bits(bits), Sort::Bits(_)) => Some(self.constant(bits, sort)),
            (Value::Bits(bits), Sort::Float(kind)) => {
                Some(self.constant(&crate::float::canonical(kind, bits), sort))
            }
            (Value::Rounding(mode), Sort::Rounding) => Some(self.intern(Op::Rounding(*mode), sort, &[])),
            (Value::Array(array), Sort::Array { .. }) => Some(self.array_constant(array, sort)),
            _ => None,
        }
    }

    fn array_constant(&mut self, array: &ArrayValue, sort: Sort) -> Term {
        let runs: Vec<(Bits, Bits)> = array.runs().map(|(at, e)| (at.clone(), e.clone())).collect();
        let first = self.bits(&runs[0].1);
        let mut result = self.const_array(sort, first);
        for (at, (start, element)) in runs.iter().enumerate().skip(1) {
            let zero = Bits::zero(start.width());
            let end = runs.get(at + 1).map_or(zero, |(next, _)| next.clone());
            let (start, length) = (self.bits(start), self.bits(&end.sub(start)));
            let element = self.bits(element);
            result = self.fill(result, start, length, element);
        }
        result
    }
}

/// Evaluates terms under one model, each term once.
pub struct Evaluator<'a> {
    terms: &'a Terms,
    model: &'a Model,
    known: FxHashMap<Term, Value>,
}

impl<'a> Evaluator<'a> {
    /// Evaluates terms of `terms` under `model`.
    pub fn new(terms: &'a Terms, model: &'a Model) -> Self {
        Self { terms, model, known: FxHashMap::default() }
    }

    /// The value of a term. It is computed without recursion: terms may be a million deep.
    pub fn value(&mut self, root: Term) -> &Value {
        let mut stack = vec![root];
        while let Some(&term) = stack.last() {
            if self.known.contains_key(&term) {
                stack.pop();
                continue;
            }
            let operands = self.terms.operands(term);
            let needed = stack.len();
            match self.terms.op(term) {
                // Only the branch that is taken counts.
                Op::Ite => {
                    let [condition, yes, no] = self.terms.operands_of(term);
                    match self.known.get(&condition) {
                        None => stack.push(condition),
                        Some(value) => {
                            let branch = if value.bool() { yes } else { no };
                            match self.known.get(&branch).cloned() {
                                None => stack.push(branch),
                                Some(value) => {
                                    self.known.insert(term, value);
                                }
                            }
                        }
                    }
                    continue;
                }
                _ => stack.extend(operands.iter().filter(|operand| !self.known.contains_key(operand))),
            }
            if stack.len() == needed {
                stack.pop();
                let value = self.compute(term);
                self.known.insert(term, value);
            }
        }
        &self.known[&root]
    }

    /// The value of a Bool term.
    pub fn holds(&mut self, term: Term) -> bool {
        self.value(term).bool()
    }

    /// A term all of whose operands are known.
    fn compute(&self, term: Term) -> Value {
        let (op, sort) = (self.terms.op(term), self.terms.sort(term));
        let operands: Vec<&Value> = self.terms.operands(term).iter().map(|o| &self.known[o]).collect();
        match op {
            Op::Symbol(symbol) => self.model.get(symbol).cloned().unwrap_or_else(|| Value::default_of(sort)),
            Op::Apply(function) => match self.model.get_function(function) {
                Some(graph) => {
                    let key: Box<[Value]> = operands.into_iter().cloned().collect();
                    graph.entries.get(&key).unwrap_or(&graph.default).clone()
                }
                None => Value::default_of(sort),
            },
            Op::Wide(_) => Value::Bits(self.terms.as_bits(term).expect("a constant has bits")),
            _ => apply(op, sort, &operands).expect("operators other than leaves have a value"),
        }
    }
}
