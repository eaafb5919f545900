//! Concatenation, slices and sign extension. Normal form: concatenations lean to the right, neighbours
//! that are constants or adjacent slices of one term are merged, slices are pushed towards the leaves as
//! long as that makes operators narrower or constants appear.

use super::{Rule, rules};
use crate::op::Op;
use crate::terms::{Term, Terms};

pub(super) const CONCAT: &[Rule] =
    rules![Binary: concat_leans_right, concat_neighbours, concat_merges_with_next, concat_same_choice];

pub(super) const EXTRACT: &[Rule] = rules![Sized:
    extract_all,
    extract_extract,
    extract_concat,
    extract_sign_extend,
    extract_bitwise,
    extract_arithmetic,
    extract_ite,
];

pub(super) const SIGN_EXTEND: &[Rule] =
    rules![Sized: sign_extend_nothing, sign_extend_twice, sign_extend_known_sign, sign_extend_ite];

fn concat_leans_right(terms: &mut Terms, high: Term, low: Term) -> Option<Term> {
    let [a, b] = terms.as_concat(high)?;
    let rest = terms.concat(b, low);
    Some(terms.concat(a, rest))
}

/// Two neighbours as one term: constants, or slices of one term that touch.
fn merged(terms: &mut Terms, high: Term, low: Term) -> Option<Term> {
    if let (Some(h), Some(l)) = (terms.as_bits(high), terms.as_bits(low)) {
        return Some(terms.bits(&h.concat(&l)));
    }
    let (Op::Extract { low: from }, Op::Extract { low: lowest }) = (terms.op(high), terms.op(low)) else {
        return None;
    };
    let ([a], [b]) = (terms.operands_of(high), terms.operands_of(low));
    let touching = a == b && lowest + terms.width(low) == from;
    touching.then(|| terms.extract(a, from + terms.width(high) - 1, lowest))
}

fn concat_neighbours(terms: &mut Terms, high: Term, low: Term) -> Option<Term> {
    merged(terms, high, low)
}

fn concat_merges_with_next(terms: &mut Terms, high: Term, low: Term) -> Option<Term> {
    let [next, rest] = terms.as_concat(low)?;
    let merged = merged(terms, high, next)?;
    Some(terms.concat(merged, rest))
}

/// Choices between constants by the same condition are one choice.
fn concat_same_choice(terms: &mut Terms, high: Term, low: Term) -> Option<Term> {
    let ([c, a, b], [d, e, f]) = (terms.as_constant_ite(high)?, terms.as_constant_ite(low)?);
    if c != d {
        return None;
    }
    let (yes, no) = (terms.concat(a, e), terms.concat(b, f));
    Some(terms.ite(c, yes, no))
}

/// Lowest bit of an extract operator.
fn lowest(op: Op) -> u32 {
    match op {
        Op::Extract { low } => low,
        other => unreachable!("{other:?} among the rules of extract"),
    }
}

fn extract_all(terms: &mut Terms, _: Op, width: u32, a: Term) -> Option<Term> {
    (terms.width(a) == width).then_some(a)
}

fn extract_extract(terms: &mut Terms, op: Op, width: u32, a: Term) -> Option<Term> {
    let Op::Extract { low: inner } = terms.op(a) else { return None };
    let ([a], low) = (terms.operands_of(a), lowest(op) + inner);
    Some(terms.extract(a, low + width - 1, low))
}

fn extract_concat(terms: &mut Terms, op: Op, width: u32, a: Term) -> Option<Term> {
    let [high, low_part] = terms.as_concat(a)?;
    let (low, cut) = (lowest(op), terms.width(low_part));
    let top = low + width - 1;
    if top < cut {
        return Some(terms.extract(low_part, top, low));
    }
    if low >= cut {
        return Some(terms.extract(high, top - cut, low - cut));
    }
    let (high, low) = (terms.extract(high, top - cut, 0), terms.extract(low_part, cut - 1, low));
    Some(terms.concat(high, low))
}

fn extract_sign_extend(terms: &mut Terms, op: Op, width: u32, a: Term) -> Option<Term> {
    let [inner] = terms.matches(a, Op::SignExtend)?;
    let (low, from) = (lowest(op), terms.width(inner));
    let top = low + width - 1;
    if top < from {
        return Some(terms.extract(inner, top, low));
    }
    let kept = terms.extract(inner, from - 1, low.min(from - 1));
    Some(terms.sign_extend(kept, width))
}

/// Slices go through complements, and through other bitwise operators where an operand slices well.
fn extract_bitwise(terms: &mut Terms, op: Op, width: u32, a: Term) -> Option<Term> {
    let low = lowest(op);
    let top = low + width - 1;
    match terms.op(a) {
        Op::BvNot => {
            let [inner] = terms.operands_of(a);
            let inner = terms.extract(inner, top, low);
            Some(terms.bv_not(inner))
        }
        bitwise @ (Op::BvAnd | Op::BvXor) => {
            let [b, c] = terms.operands_of(a);
            if !(terms.slices_well(b) || terms.slices_well(c)) {
                return None;
            }
            let (b, c) = (terms.extract(b, top, low), terms.extract(c, top, low));
            let sort = terms.sort(b);
            Some(terms.app(bitwise, sort, &[b, c]))
        }
        _ => None,
    }
}

/// The low bits of a sum, product or negation are those of the operands' low bits: a narrower operator.
fn extract_arithmetic(terms: &mut Terms, op: Op, width: u32, a: Term) -> Option<Term> {
    let arithmetic @ (Op::BvAdd | Op::BvMul | Op::BvNeg) = terms.op(a) else { return None };
    let low = lowest(op);
    // A slice higher up needs the bits below it, but not those above.
    let needed = low + width;
    if !terms.operands(a).iter().all(|&operand| terms.slices_well(operand)) || needed == terms.width(a) {
        return None;
    }
    let operands: Vec<Term> = terms.operands(a).to_vec();
    let operands: Vec<Term> =
        operands.into_iter().map(|operand| terms.extract(operand, needed - 1, 0)).collect();
    let sort = terms.sort(operands[0]);
    let narrow = terms.app(arithmetic, sort, &operands);
    Some(terms.extract(narrow, needed - 1, low))
}

fn extract_ite(terms: &mut Terms, op: Op, width: u32, a: Term) -> Option<Term> {
    let [condition, yes, no] = terms.as_ite(a)?;
    if !(terms.slices_well(yes) || terms.slices_well(no)) {
        return None;
    }
    let low = lowest(op);
    let top = low + width - 1;
    let (yes, no) = (terms.extract(yes, top, low), terms.extract(no, top, low));
    Some(terms.ite(condition, yes, no))
}

fn sign_extend_nothing(terms: &mut Terms, _: Op, width: u32, a: Term) -> Option<Term> {
    (terms.width(a) == width).then_some(a)
}

fn sign_extend_twice(terms: &mut Terms, _: Op, width: u32, a: Term) -> Option<Term> {
    let [inner] = terms.matches(a, Op::SignExtend)?;
    Some(terms.sign_extend(inner, width))
}

/// The sign is known: constants in front.
fn sign_extend_known_sign(terms: &mut Terms, _: Op, width: u32, a: Term) -> Option<Term> {
    let from = terms.width(a);
    let sign = if from <= 64 {
        let facts = terms.facts(a);
        match (facts.zeros >> (from - 1) & 1, facts.ones >> (from - 1) & 1) {
            (1, _) => false,
            (_, 1) => true,
            _ => return None,
        }
    } else {
        let [high, _] = terms.as_concat(a)?;
        terms.as_bits(high)?.sign_bit()
    };
    if width == from {
        return Some(a);
    }
    let zeros = terms.number(width - from, 0);
    let front = if sign { terms.bv_not(zeros) } else { zeros };
    Some(terms.concat(front, a))
}

fn sign_extend_ite(terms: &mut Terms, _: Op, width: u32, a: Term) -> Option<Term> {
    let [condition, yes, no] = terms.as_constant_ite(a)?;
    let (yes, no) = (terms.sign_extend(yes, width), terms.sign_extend(no, width));
    Some(terms.ite(condition, yes, no))
}
