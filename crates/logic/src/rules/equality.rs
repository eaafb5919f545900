//! Equality: with constants it is solved for the variable part, along concatenations it is taken apart,
//! what both sides share is cancelled.

use fathom_ir::Bits;

use super::polynomial::eq_polynomials;
use super::{Rule, rules};
use crate::op::Op;
use crate::sort::Sort;
use crate::terms::{Term, Terms};

pub(super) const EQ: &[Rule] = rules![Binary:
    eq_same,
    eq_bool_constant,
    eq_bool_negation,
    eq_by_facts,
    eq_complement,
    eq_zero_bit,
    eq_unary,
    eq_ones_and,
    eq_bit_xor,
    eq_bit_ite,
    eq_constant_sum,
    eq_constant_xor,
    eq_constant_product,
    eq_concat,
    eq_sign_extend,
    eq_ite_constant,
    eq_ite_branch,
    eq_ite_same_condition,
    eq_cancels,
    eq_neg_sum,
    eq_polynomials,
    eq_bits_as_bool,
    eq_store_itself,
];

fn eq_same(terms: &mut Terms, a: Term, b: Term) -> Option<Term> {
    (a == b).then(|| terms.bool(true))
}

fn eq_bool_constant(terms: &mut Terms, a: Term, b: Term) -> Option<Term> {
    terms.as_bool(b).map(|value| if value { a } else { terms.not(a) })
}

/// Negations move out of an equivalence.
fn eq_bool_negation(terms: &mut Terms, a: Term, b: Term) -> Option<Term> {
    match (terms.as_not(a), terms.as_not(b)) {
        (None, None) => None,
        (Some(a), Some(b)) => Some(terms.eq(a, b)),
        (stripped_a, stripped_b) => {
            let equal = terms.eq(stripped_a.unwrap_or(a), stripped_b.unwrap_or(b));
            Some(terms.not(equal))
        }
    }
}

fn eq_by_facts(terms: &mut Terms, a: Term, b: Term) -> Option<Term> {
    let excluded = terms.sort(a).is_bits() && terms.facts(a).excludes(terms.facts(b));
    excluded.then(|| terms.bool(false))
}

fn eq_complement(terms: &mut Terms, a: Term, b: Term) -> Option<Term> {
    terms.are_bv_complements(a, b).then(|| terms.bool(false))
}

/// A single bit is compared with 1 only.
fn eq_zero_bit(terms: &mut Terms, a: Term, b: Term) -> Option<Term> {
    if !(terms.sort(b) == Sort::Bits(1) && terms.is_zero(b)) {
        return None;
    }
    let one = terms.number(1, 1);
    Some(terms.ne(a, one))
}

/// Complements and negations on both sides, or on one with a constant on the other.
fn eq_unary(terms: &mut Terms, a: Term, b: Term) -> Option<Term> {
    for op in [Op::BvNot, Op::BvNeg] {
        let Some([x]) = terms.matches(a, op) else { continue };
        if let Some([y]) = terms.matches(b, op) {
            return Some(terms.eq(x, y));
        }
        if terms.is_constant(b) {
            let sort = terms.sort(b);
            let b = terms.app(op, sort, &[b]);
            return Some(terms.eq(x, b));
        }
    }
    None
}

/// `x & y` is all ones if both are. For single bits this makes Boolean structure of bit operations.
fn eq_ones_and(terms: &mut Terms, a: Term, b: Term) -> Option<Term> {
    if !(terms.sort(b).is_bits() && terms.is_ones(b)) {
        return None;
    }
    let [x, y] = terms.matches(a, Op::BvAnd)?;
    let (x, y) = (terms.eq(x, b), terms.eq(y, b));
    Some(terms.and(x, y))
}

/// The exclusive or of single bits is 1 if they differ.
fn eq_bit_xor(terms: &mut Terms, a: Term, b: Term) -> Option<Term> {
    let [x, y] = terms.matches(a, Op::BvXor)?;
    let is_one = terms.sort(b) == Sort::Bits(1) && terms.is_ones(b);
    is_one.then(|| terms.ne(x, y))
}

/// A choice of single bits as a choice of Bools.
fn eq_bit_ite(terms: &mut Terms, a: Term, b: Term) -> Option<Term> {
    if !(terms.sort(b) == Sort::Bits(1) && terms.is_ones(b)) {
        return None;
    }
    let [condition, yes, no] = terms.as_ite(a)?;
    let (yes, no) = (terms.eq(yes, b), terms.eq(no, b));
    Some(terms.ite(condition, yes, no))
}

/// `x + k = l` is `x = l - k`.
fn eq_constant_sum(terms: &mut Terms, a: Term, b: Term) -> Option<Term> {
    let (l, (x, k)) = (terms.as_bits(b)?, terms.with_constant(a, Op::BvAdd)?);
    let difference = terms.bits(&l.sub(&k));
    Some(terms.eq(x, difference))
}

/// `x ^ k = l` is `x = l ^ k`.
fn eq_constant_xor(terms: &mut Terms, a: Term, b: Term) -> Option<Term> {
    let [x, k] = terms.matches(a, Op::BvXor)?;
    if !(terms.is_constant(k) && terms.is_constant(b)) {
        return None;
    }
    let difference = terms.bv_xor(k, b);
    Some(terms.eq(x, difference))
}

/// `x * k = l` is `x = l / k` for odd `k`, which have an inverse.
fn eq_constant_product(terms: &mut Terms, a: Term, b: Term) -> Option<Term> {
    let (l, (x, k)) = (terms.as_bits(b)?, terms.with_constant(a, Op::BvMul)?);
    if !k.bit(0) {
        return None;
    }
    let quotient = terms.bits(&l.mul(&inverse(&k)));
    Some(terms.eq(x, quotient))
}

/// The inverse of an odd number modulo 2^width, by Newton's iteration: each step doubles the right bits.
fn inverse(k: &Bits) -> Bits {
    let two = Bits::from_u64(k.width(), 2);
    let mut inverse = k.clone();
    let mut right = 3;
    while right < k.width() {
        inverse = inverse.mul(&two.sub(&k.mul(&inverse)));
        right *= 2;
    }
    inverse
}

/// Concatenations cut at one place, or one and a constant: part by part.
fn eq_concat(terms: &mut Terms, a: Term, b: Term) -> Option<Term> {
    let at = match (terms.as_concat(a), terms.as_concat(b)) {
        (Some([_, low]), Some(_)) => terms.width(low),
        (Some([_, low]), None) if terms.is_constant(b) => terms.width(low),
        _ => return None,
    };
    let width = terms.width(a);
    let (a_high, b_high) = (terms.extract(a, width - 1, at), terms.extract(b, width - 1, at));
    let high = terms.eq(a_high, b_high);
    let (a_low, b_low) = (terms.extract(a, at - 1, 0), terms.extract(b, at - 1, 0));
    let low = terms.eq(a_low, b_low);
    Some(terms.and(high, low))
}

fn eq_sign_extend(terms: &mut Terms, a: Term, b: Term) -> Option<Term> {
    let [x] = terms.matches(a, Op::SignExtend)?;
    if let Some([y]) = terms.matches(b, Op::SignExtend) {
        return (terms.sort(x) == terms.sort(y)).then(|| terms.eq(x, y));
    }
    let k = terms.as_bits(b)?;
    let narrow = k.trunc(terms.width(x));
    if narrow.sext(k.width()) != k {
        return Some(terms.bool(false));
    }
    let narrow = terms.bits(&narrow);
    Some(terms.eq(x, narrow))
}

/// `ite c k x = l`, where `k` and `l` are constants.
fn eq_ite_constant(terms: &mut Terms, a: Term, b: Term) -> Option<Term> {
    let [condition, yes, no] = terms.as_ite(a)?;
    if !(terms.is_constant(b) && (terms.is_constant(yes) || terms.is_constant(no))) {
        return None;
    }
    let (yes, no) = (terms.eq(yes, b), terms.eq(no, b));
    Some(terms.ite(condition, yes, no))
}

/// `ite c x y = x` is `c or y = x`.
fn eq_ite_branch(terms: &mut Terms, a: Term, b: Term) -> Option<Term> {
    if terms.sort(a).is_array() {
        return None;
    }
    for (a, b) in [(a, b), (b, a)] {
        let Some([condition, yes, no]) = terms.as_ite(a) else { continue };
        if yes == b {
            let equal = terms.eq(no, b);
            return Some(terms.or(condition, equal));
        }
        if no == b {
            let equal = terms.eq(yes, b);
            return Some(terms.implies(condition, equal));
        }
    }
    None
}

fn eq_ite_same_condition(terms: &mut Terms, a: Term, b: Term) -> Option<Term> {
    let ([c, a_yes, a_no], [d, b_yes, b_no]) = (terms.as_ite(a)?, terms.as_ite(b)?);
    if c != d {
        return None;
    }
    let (yes, no) = (terms.eq(a_yes, b_yes), terms.eq(a_no, b_no));
    Some(terms.ite(c, yes, no))
}

/// `x + y = x + z` is `y = z`, `x + y = x` is `y = 0`; exclusive or likewise.
fn eq_cancels(terms: &mut Terms, a: Term, b: Term) -> Option<Term> {
    for op in [Op::BvAdd, Op::BvXor] {
        match (terms.matches::<2>(a, op), terms.matches::<2>(b, op)) {
            (Some([c, d]), Some([e, f])) => {
                for (shared, x, other, y) in [(c, d, e, f), (c, d, f, e), (d, c, e, f), (d, c, f, e)] {
                    if shared == other {
                        return Some(terms.eq(x, y));
                    }
                }
            }
            (Some([c, d]), None) if c == b || d == b => {
                let (rest, zero) = (if c == b { d } else { c }, terms.zero_like(b));
                return Some(terms.eq(rest, zero));
            }
            (None, Some([c, d])) if c == a || d == a => {
                let (rest, zero) = (if c == a { d } else { c }, terms.zero_like(a));
                return Some(terms.eq(rest, zero));
            }
            _ => {}
        }
    }
    None
}

/// `x + -y = 0` is `x = y`.
fn eq_neg_sum(terms: &mut Terms, a: Term, b: Term) -> Option<Term> {
    if !(terms.sort(b).is_bits() && terms.is_zero(b)) {
        return None;
    }
    let [c, d] = terms.matches(a, Op::BvAdd)?;
    for (x, y) in [(c, d), (d, c)] {
        if let Some(y) = terms.as_neg(y) {
            return Some(terms.eq(x, y));
        }
    }
    None
}

/// Equality of single bits that stand for Bools is equivalence.
fn eq_bits_as_bool(terms: &mut Terms, a: Term, b: Term) -> Option<Term> {
    if terms.sort(a) != Sort::Bits(1) || terms.is_constant(b) {
        return None;
    }
    if !(terms.as_constant_ite(a).is_some() && terms.as_constant_ite(b).is_some()) {
        return None;
    }
    let (a, b) = (terms.bit(a, 0), terms.bit(b, 0));
    Some(terms.eq(a, b))
}

/// `store m i v = m` says that `m` has `v` at `i` already.
fn eq_store_itself(terms: &mut Terms, a: Term, b: Term) -> Option<Term> {
    for (a, b) in [(a, b), (b, a)] {
        if let Some([memory, index, value]) = terms.matches(a, Op::Store)
            && memory == b
        {
            let old = terms.select(b, index);
            return Some(terms.eq(old, value));
        }
    }
    None
}
