//! Bitwise complement, conjunction and exclusive or. They are pushed into concatenations, so that parts
//! with known bits fold; masks with one run of ones become slices between zeros.

use super::pattern::lift_constant_ite;
use super::{Rule, rules};
use crate::op::Op;
use crate::terms::{Term, Terms};

pub(super) const NOT: &[Rule] =
    rules![Unary: bv_not_not, bv_not_neg, bv_not_concat, bv_not_sign_extend, bv_not_ite];

pub(super) const AND: &[Rule] = rules![Binary:
    bv_and_constant,
    bv_and_same,
    bv_and_complement,
    bv_and_nested,
    bv_and_negated_nested,
    bv_and_resolves,
    bv_and_constants,
    bv_and_ite,
    bv_and_covering_mask,
    bv_and_run,
    bv_and_concat,
    bv_and_sign,
];

pub(super) const XOR: &[Rule] = rules![Binary:
    bv_xor_constant,
    bv_xor_same,
    bv_xor_complement,
    bv_xor_not,
    bv_xor_nested,
    bv_xor_constants,
    bv_xor_ite,
    bv_xor_concat,
];

fn bv_not_not(terms: &mut Terms, a: Term) -> Option<Term> {
    terms.as_bv_not(a)
}

/// `~-x` is `x - 1`.
fn bv_not_neg(terms: &mut Terms, a: Term) -> Option<Term> {
    let a = terms.as_neg(a)?;
    let minus_one = terms.ones_like(a);
    Some(terms.bv_add(a, minus_one))
}

fn bv_not_concat(terms: &mut Terms, a: Term) -> Option<Term> {
    let [high, low] = terms.as_concat(a)?;
    let (high, low) = (terms.bv_not(high), terms.bv_not(low));
    Some(terms.concat(high, low))
}

fn bv_not_sign_extend(terms: &mut Terms, a: Term) -> Option<Term> {
    let [inner] = terms.matches(a, Op::SignExtend)?;
    let (width, inner) = (terms.width(a), terms.bv_not(inner));
    Some(terms.sign_extend(inner, width))
}

/// Complements of an `ite` whose branches are constants or complements.
fn bv_not_ite(terms: &mut Terms, a: Term) -> Option<Term> {
    let [condition, yes, no] = terms.as_ite(a)?;
    let folds = |term: Term| terms.is_constant(term) || terms.as_bv_not(term).is_some();
    if !(folds(yes) && folds(no)) {
        return None;
    }
    let (yes, no) = (terms.bv_not(yes), terms.bv_not(no));
    Some(terms.ite(condition, yes, no))
}

fn bv_and_constant(terms: &mut Terms, a: Term, b: Term) -> Option<Term> {
    if terms.is_zero(b) {
        return Some(b);
    }
    terms.is_ones(b).then_some(a)
}

fn bv_and_same(_: &mut Terms, a: Term, b: Term) -> Option<Term> {
    (a == b).then_some(a)
}

fn bv_and_complement(terms: &mut Terms, a: Term, b: Term) -> Option<Term> {
    terms.are_bv_complements(a, b).then(|| terms.zero_like(a))
}

/// `a & (a & c)` is `a & c`, `a & (~a & c)` is 0, `(a & c) & (a & d)` is `(a & c) & d`.
fn bv_and_nested(terms: &mut Terms, a: Term, b: Term) -> Option<Term> {
    for (a, b) in [(a, b), (b, a)] {
        let Some([c, d]) = terms.matches(b, Op::BvAnd) else { continue };
        if a == c || a == d {
            return Some(b);
        }
        if terms.are_bv_complements(a, c) || terms.are_bv_complements(a, d) {
            return Some(terms.zero_like(a));
        }
        let Some([e, f]) = terms.matches(a, Op::BvAnd) else { continue };
        for (known, rest) in [(c, d), (d, c)] {
            if known == e || known == f {
                return Some(terms.bv_and(a, rest));
            }
            if terms.are_bv_complements(known, e) || terms.are_bv_complements(known, f) {
                return Some(terms.zero_like(a));
            }
        }
    }
    None
}

/// `a & ~(a & d)` is `a & ~d`; `a & ~(~a & d)` is `a`.
fn bv_and_negated_nested(terms: &mut Terms, a: Term, b: Term) -> Option<Term> {
    for (a, b) in [(a, b), (b, a)] {
        let Some([c, d]) = terms.as_bv_not(b).and_then(|inner| terms.matches(inner, Op::BvAnd)) else {
            continue;
        };
        for (known, rest) in [(c, d), (d, c)] {
            if a == known {
                let rest = terms.bv_not(rest);
                return Some(terms.bv_and(a, rest));
            }
            if terms.are_bv_complements(a, known) {
                return Some(a);
            }
        }
    }
    None
}

/// `~(a & b) & ~(a & ~b)` is `~a`.
fn bv_and_resolves(terms: &mut Terms, a: Term, b: Term) -> Option<Term> {
    let [a1, a2] = terms.matches(terms.as_bv_not(a)?, Op::BvAnd)?;
    let [b1, b2] = terms.matches(terms.as_bv_not(b)?, Op::BvAnd)?;
    for (same, a_rest) in [(a1, a2), (a2, a1)] {
        for (other, b_rest) in [(b1, b2), (b2, b1)] {
            if same == other && terms.are_bv_complements(a_rest, b_rest) {
                return Some(terms.bv_not(same));
            }
        }
    }
    None
}

/// `(x & k) & l` is `x & (k & l)`; the constant moves outwards otherwise.
fn bv_and_constants(terms: &mut Terms, a: Term, b: Term) -> Option<Term> {
    let [x, k] = terms.matches(a, Op::BvAnd)?;
    if !(terms.is_constant(k) && terms.is_constant(b)) {
        return None;
    }
    let mask = terms.bv_and(k, b);
    Some(terms.bv_and(x, mask))
}

fn bv_and_ite(terms: &mut Terms, a: Term, b: Term) -> Option<Term> {
    lift_constant_ite(terms, a, b, Terms::bv_and)
}

/// A mask that only clears bits that are clear already.
fn bv_and_covering_mask(terms: &mut Terms, a: Term, b: Term) -> Option<Term> {
    let width = terms.width(a);
    let cleared = !terms.as_u64(b).filter(|_| width <= 64)? & fathom_ir::bits::mask(width);
    (cleared & !terms.facts(a).zeros == 0).then_some(a)
}

/// A mask with one run of ones is a slice with zeros around it.
fn bv_and_run(terms: &mut Terms, a: Term, b: Term) -> Option<Term> {
    let mask = terms.as_bits(b)?;
    let (low, end) = (mask.trailing_zeros(), mask.significant_bits());
    if mask.count_ones() != end - low {
        return None;
    }
    Some(slice_between_zeros(terms, a, end - 1, low))
}

/// Bits `high` to `low` where they are, zeros elsewhere.
fn slice_between_zeros(terms: &mut Terms, a: Term, high: u32, low: u32) -> Term {
    let width = terms.width(a);
    let mut result = terms.extract(a, high, low);
    if low > 0 {
        let zeros = terms.number(low, 0);
        result = terms.concat(result, zeros);
    }
    terms.zero_extend(result, width)
}

/// Where both operands are put together from parts, so is the result.
fn split(terms: &mut Terms, a: Term, b: Term, build: fn(&mut Terms, Term, Term) -> Term) -> Option<Term> {
    let parts = |terms: &Terms, term: Term| terms.as_concat(term).map(|[_, low]| terms.width(low));
    let at = match (parts(terms, a), parts(terms, b)) {
        (Some(at), Some(_)) => at,
        (Some(at), None) if terms.is_constant(b) => at,
        (None, Some(at)) if terms.is_constant(a) => at,
        _ => return None,
    };
    let width = terms.width(a);
    let (a_high, a_low) = (terms.extract(a, width - 1, at), terms.extract(a, at - 1, 0));
    let (b_high, b_low) = (terms.extract(b, width - 1, at), terms.extract(b, at - 1, 0));
    let (high, low) = (build(terms, a_high, b_high), build(terms, a_low, b_low));
    Some(terms.concat(high, low))
}

fn bv_and_concat(terms: &mut Terms, a: Term, b: Term) -> Option<Term> {
    split(terms, a, b, Terms::bv_and)
}

/// `a & sign_extend b` of a single bit `b` is a choice between `a` and 0.
fn bv_and_sign(terms: &mut Terms, a: Term, b: Term) -> Option<Term> {
    for (a, b) in [(a, b), (b, a)] {
        let Some([bit]) = terms.matches(b, Op::SignExtend) else { continue };
        if terms.width(bit) == 1 {
            let (condition, zero) = (terms.bit(bit, 0), terms.zero_like(a));
            return Some(terms.ite(condition, a, zero));
        }
    }
    None
}

fn bv_xor_constant(terms: &mut Terms, a: Term, b: Term) -> Option<Term> {
    if terms.is_zero(b) {
        return Some(a);
    }
    terms.is_ones(b).then(|| terms.bv_not(a))
}

fn bv_xor_same(terms: &mut Terms, a: Term, b: Term) -> Option<Term> {
    (a == b).then(|| terms.zero_like(a))
}

fn bv_xor_complement(terms: &mut Terms, a: Term, b: Term) -> Option<Term> {
    terms.are_bv_complements(a, b).then(|| terms.ones_like(a))
}

/// Complements move out of an exclusive or.
fn bv_xor_not(terms: &mut Terms, a: Term, b: Term) -> Option<Term> {
    match (terms.as_bv_not(a), terms.as_bv_not(b)) {
        (None, None) => None,
        (Some(a), Some(b)) => Some(terms.bv_xor(a, b)),
        (stripped_a, stripped_b) => {
            let xor = terms.bv_xor(stripped_a.unwrap_or(a), stripped_b.unwrap_or(b));
            Some(terms.bv_not(xor))
        }
    }
}

/// `a ^ (a ^ c)` is `c`.
fn bv_xor_nested(terms: &mut Terms, a: Term, b: Term) -> Option<Term> {
    for (a, b) in [(a, b), (b, a)] {
        let Some([c, d]) = terms.matches(b, Op::BvXor) else { continue };
        if a == c {
            return Some(d);
        }
        if a == d {
            return Some(c);
        }
    }
    None
}

/// `(x ^ k) ^ l` is `x ^ (k ^ l)`; `(x ^ k) ^ y` is `(x ^ y) ^ k`.
fn bv_xor_constants(terms: &mut Terms, a: Term, b: Term) -> Option<Term> {
    for (a, b) in [(a, b), (b, a)] {
        let Some((x, k)) = terms.with_constant(a, Op::BvXor) else { continue };
        let rest = terms.bv_xor(x, b);
        let k = terms.bits(&k);
        return Some(terms.bv_xor(rest, k));
    }
    None
}

fn bv_xor_ite(terms: &mut Terms, a: Term, b: Term) -> Option<Term> {
    lift_constant_ite(terms, a, b, Terms::bv_xor)
}

fn bv_xor_concat(terms: &mut Terms, a: Term, b: Term) -> Option<Term> {
    split(terms, a, b, Terms::bv_xor)
}
