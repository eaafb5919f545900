//! Simplification rules, grouped by operator.
//!
//! A rule is a named function that looks at a bounded part of its operands and either gives a term that
//! always has the same value, or nothing. [`Terms::app`] tries the rules of an operator in the order of
//! the tables below; the result of a rule is built by the same functions and so simplified in turn.
//!
//! *Termination and cost.* Rules are meant to make terms smaller, or to bring them closer to the normal form
//! that their group states. That is not relied on: every call from outside has a fuel that each rule
//! burns, so recursion and the cost of a term are bounded by it.
//!
//! *Proof.* The tests evaluate every rule on all operands up to a small size with all values at widths 1
//! to 5, and on random ones at large widths; a rule that never fires there fails the test.

use crate::op::Op;
use crate::sort::Sort;
use crate::terms::{Term, Terms};

mod arithmetic;
mod bitwise;
mod boolean;
mod compare;
mod equality;
mod ite;
pub(crate) mod memory;
mod pattern;
mod polynomial;
mod shift;
mod structure;

/// A rule with its name.
pub struct Rule {
    /// The function's name.
    pub name: &'static str,
    function: RuleFn,
}

enum RuleFn {
    Unary(fn(&mut Terms, Term) -> Option<Term>),
    Binary(fn(&mut Terms, Term, Term) -> Option<Term>),
    Ternary(fn(&mut Terms, Term, Term, Term) -> Option<Term>),
    /// Operator, width of the result, operand.
    Sized(fn(&mut Terms, Op, u32, Term) -> Option<Term>),
    /// All operands, for those that have more than three.
    Many(fn(&mut Terms, &[Term]) -> Option<Term>),
}

impl Rule {
    /// The simpler term, if the rule applies.
    pub fn apply(&self, terms: &mut Terms, op: Op, sort: Sort, operands: &[Term]) -> Option<Term> {
        match (&self.function, operands) {
            (RuleFn::Unary(rule), &[a]) => rule(terms, a),
            (RuleFn::Binary(rule), &[a, b]) => rule(terms, a, b),
            (RuleFn::Ternary(rule), &[a, b, c]) => rule(terms, a, b, c),
            (RuleFn::Sized(rule), &[a]) => rule(terms, op, sort.width(), a),
            (RuleFn::Many(rule), operands) => rule(terms, operands),
            _ => None,
        }
    }
}

/// `rules![Binary: a, b]` makes a table of rules that are named like their functions.
macro_rules! rules {
    ($kind:ident: $($rule:ident),* $(,)?) => {
        &[$(crate::rules::Rule { name: stringify!($rule), function: crate::rules::RuleFn::$kind($rule) }),*]
    };
}
pub(crate) use rules;

/// The rules of an operator, in the order in which they are tried.
pub fn rules_for(op: Op) -> &'static [Rule] {
    match op {
        Op::Not => boolean::NOT,
        Op::And => boolean::AND,
        Op::Eq => equality::EQ,
        Op::Ite => ite::ITE,
        Op::BvNot => bitwise::NOT,
        Op::BvAnd => bitwise::AND,
        Op::BvXor => bitwise::XOR,
        Op::BvNeg => arithmetic::NEG,
        Op::BvAdd => arithmetic::ADD,
        Op::BvMul => arithmetic::MUL,
        Op::BvUdiv => arithmetic::UDIV,
        Op::BvUrem => arithmetic::UREM,
        Op::BvShl => shift::SHL,
        Op::BvLshr => shift::LSHR,
        Op::BvAshr => shift::ASHR,
        Op::BvUlt => compare::ULT,
        Op::BvSlt => compare::SLT,
        Op::BvUmulo => arithmetic::UMULO,
        Op::BvSmulo => arithmetic::SMULO,
        Op::Concat => structure::CONCAT,
        Op::Extract { .. } => structure::EXTRACT,
        Op::SignExtend => structure::SIGN_EXTEND,
        Op::Select => memory::SELECT,
        Op::Store => memory::STORE,
        Op::Fill => memory::FILL,
        Op::Copy => memory::COPY,
        Op::True
        | Op::False
        | Op::Bits(_)
        | Op::Wide(_)
        | Op::Rounding(_)
        | Op::Symbol(_)
        | Op::Apply(_)
        | Op::ConstArray
        | Op::Float(_) => &[],
    }
}
