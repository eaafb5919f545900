//! `if then else`: normal forms (condition not negated, Boolean ones as conjunctions), merging of nested
//! ones, and lifting of what both branches share.

use super::{Rule, rules};
use crate::op::Op;
use crate::sort::Sort;
use crate::terms::{Term, Terms};

pub(super) const ITE: &[Rule] = rules![Ternary:
    ite_constant,
    ite_same,
    ite_negated_condition,
    ite_boolean,
    ite_decided_branch,
    ite_merge,
    ite_of_equality,
    ite_bit,
    ite_lift_unary,
    ite_lift_binary,
    ite_lift_concat,
    ite_lift_store,
    ite_conditional_store,
];

fn ite_constant(terms: &mut Terms, condition: Term, yes: Term, no: Term) -> Option<Term> {
    terms.as_bool(condition).map(|holds| if holds { yes } else { no })
}

fn ite_same(_: &mut Terms, _: Term, yes: Term, no: Term) -> Option<Term> {
    (yes == no).then_some(yes)
}

fn ite_negated_condition(terms: &mut Terms, condition: Term, yes: Term, no: Term) -> Option<Term> {
    let condition = terms.as_not(condition)?;
    Some(terms.ite(condition, no, yes))
}

/// Boolean `ite`s with a branch that is constant, the condition, or the complement of the other branch.
fn ite_boolean(terms: &mut Terms, condition: Term, yes: Term, no: Term) -> Option<Term> {
    if terms.sort(yes) != Sort::Bool {
        return None;
    }
    if terms.as_bool(yes) == Some(true) || yes == condition {
        return Some(terms.or(condition, no));
    }
    if terms.as_bool(no) == Some(false) || no == condition {
        return Some(terms.and(condition, yes));
    }
    if terms.as_bool(yes) == Some(false) || terms.are_complements(yes, condition) {
        let condition = terms.not(condition);
        return Some(terms.and(condition, no));
    }
    if terms.as_bool(no) == Some(true) || terms.are_complements(no, condition) {
        return Some(terms.implies(condition, yes));
    }
    terms.are_complements(yes, no).then(|| terms.eq(condition, yes))
}

/// A branch that asks for the condition again: its answer is known there.
fn ite_decided_branch(terms: &mut Terms, condition: Term, yes: Term, no: Term) -> Option<Term> {
    let decided = |terms: &Terms, branch: Term, holds: bool| {
        let [c, yes, no] = terms.as_ite(branch)?;
        (c == condition).then_some(if holds { yes } else { no })
    };
    match (decided(terms, yes, true), decided(terms, no, false)) {
        (None, None) => None,
        (new_yes, new_no) => Some(terms.ite(condition, new_yes.unwrap_or(yes), new_no.unwrap_or(no))),
    }
}

/// Two nested `ite`s with three different results become one with a joint condition if two are the same.
fn ite_merge(terms: &mut Terms, condition: Term, yes: Term, no: Term) -> Option<Term> {
    if let Some([inner, a, b]) = terms.as_ite(no) {
        if a == yes {
            let either = terms.or(condition, inner);
            return Some(terms.ite(either, yes, b));
        }
        if b == yes {
            let not_inner = terms.not(inner);
            let either = terms.or(condition, not_inner);
            return Some(terms.ite(either, yes, a));
        }
    }
    if let Some([inner, a, b]) = terms.as_ite(yes) {
        if b == no {
            let both = terms.and(condition, inner);
            return Some(terms.ite(both, a, no));
        }
        if a == no {
            let not_inner = terms.not(inner);
            let both = terms.and(condition, not_inner);
            return Some(terms.ite(both, b, no));
        }
    }
    None
}

/// `ite (a = b) a b` is `b`.
fn ite_of_equality(terms: &mut Terms, condition: Term, yes: Term, no: Term) -> Option<Term> {
    let [a, b] = terms.matches(condition, Op::Eq)?;
    ((a, b) == (yes, no) || (a, b) == (no, yes)).then_some(no)
}

/// `ite (x = 1) 1 0` of a single bit `x` is `x`, and `ite (x = 1) 0 1` its complement.
fn ite_bit(terms: &mut Terms, condition: Term, yes: Term, no: Term) -> Option<Term> {
    if terms.sort(yes) != Sort::Bits(1) {
        return None;
    }
    let (bit, one) = terms.with_constant(condition, Op::Eq)?;
    if !(one.width() == 1 && one.is_one()) {
        return None;
    }
    match (terms.as_u64(yes)?, terms.as_u64(no)?) {
        (1, 0) => Some(bit),
        (0, 1) => Some(terms.bv_not(bit)),
        _ => None,
    }
}

/// Both branches apply the same operator to one operand of one sort: apply it once.
fn ite_lift_unary(terms: &mut Terms, condition: Term, yes: Term, no: Term) -> Option<Term> {
    let op = terms.op(yes);
    if op != terms.op(no) || !matches!(op, Op::BvNot | Op::BvNeg | Op::SignExtend) {
        return None;
    }
    let ([a], [b]) = (terms.operands_of(yes), terms.operands_of(no));
    if terms.sort(a) != terms.sort(b) {
        return None;
    }
    let sort = terms.sort(yes);
    let inner = terms.ite(condition, a, b);
    Some(terms.app(op, sort, &[inner]))
}

/// Both branches apply the same operator, and share an operand.
fn ite_lift_binary(terms: &mut Terms, condition: Term, yes: Term, no: Term) -> Option<Term> {
    let op = terms.op(yes);
    if op != terms.op(no) {
        return None;
    }
    match op {
        Op::BvAnd | Op::BvXor | Op::BvAdd | Op::BvMul => {
            let ([a, b], [c, d]) = (terms.operands_of(yes), terms.operands_of(no));
            for (shared, x, other, y) in [(a, b, c, d), (a, b, d, c), (b, a, c, d), (b, a, d, c)] {
                if shared == other {
                    let (sort, inner) = (terms.sort(yes), terms.ite(condition, x, y));
                    return Some(terms.app(op, sort, &[shared, inner]));
                }
            }
            None
        }
        Op::BvUdiv | Op::BvUrem | Op::BvShl | Op::BvLshr | Op::BvAshr | Op::Select => {
            let ([a, b], [c, d]) = (terms.operands_of(yes), terms.operands_of(no));
            let sort = terms.sort(yes);
            if a == c {
                let inner = terms.ite(condition, b, d);
                return Some(terms.app(op, sort, &[a, inner]));
            }
            if b == d && op != Op::Select {
                let inner = terms.ite(condition, a, c);
                return Some(terms.app(op, sort, &[inner, b]));
            }
            None
        }
        _ => None,
    }
}

/// Concatenations that are cut at the same place and share a part, or whose parts fold.
fn ite_lift_concat(terms: &mut Terms, condition: Term, yes: Term, no: Term) -> Option<Term> {
    let ([a, b], [c, d]) = (terms.as_concat(yes)?, terms.as_concat(no)?);
    if terms.width(b) != terms.width(d) || (a != c && b != d) {
        return None;
    }
    let (high, low) = (terms.ite(condition, a, c), terms.ite(condition, b, d));
    Some(terms.concat(high, low))
}

/// Writes to one place in both branches are one write.
fn ite_lift_store(terms: &mut Terms, condition: Term, yes: Term, no: Term) -> Option<Term> {
    let ([m, i, v], [n, j, w]) = (terms.matches(yes, Op::Store)?, terms.matches(no, Op::Store)?);
    if i != j {
        return None;
    }
    let (memory, value) = (terms.ite(condition, m, n), terms.ite(condition, v, w));
    Some(terms.store(memory, i, value))
}

/// How many writes back [`ite_conditional_store`] looks for the other memory.
const STORES_BACK: u32 = 16;

/// A branch that only adds writes to the other: each becomes a write of a conditional value, so that
/// memory stays one chain of writes.
fn ite_conditional_store(terms: &mut Terms, condition: Term, yes: Term, no: Term) -> Option<Term> {
    let reaches = |terms: &Terms, mut from: Term, to: Term| {
        for _ in 0..STORES_BACK {
            match terms.matches::<3>(from, Op::Store) {
                Some([below, ..]) if below == to => return true,
                Some([below, ..]) => from = below,
                None => return false,
            }
        }
        false
    };
    if reaches(terms, yes, no) {
        let [below, index, value] = terms.operands_of(yes);
        let old = terms.select(no, index);
        let value = terms.ite(condition, value, old);
        let memory = terms.ite(condition, below, no);
        return Some(terms.store(memory, index, value));
    }
    if reaches(terms, no, yes) {
        let [below, index, value] = terms.operands_of(no);
        let old = terms.select(yes, index);
        let value = terms.ite(condition, old, value);
        let memory = terms.ite(condition, yes, below);
        return Some(terms.store(memory, index, value));
    }
    None
}
