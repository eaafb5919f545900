//! Sums, products, quotients. Sums keep their constant outermost; like summands are collected where that
//! makes the sum shorter; products with constants are collected likewise. Division by powers of two is
//! shifting and masking.

use fathom_ir::{BinOp, Bits};

use super::pattern::lift_constant_ite;
use super::{Rule, rules};
use crate::op::Op;
use crate::terms::{Term, Terms};

pub(super) const NEG: &[Rule] = rules![Unary:
    neg_neg,
    neg_not,
    neg_bit,
    neg_add,
    neg_mul,
    neg_ite,
];

pub(super) const ADD: &[Rule] = rules![Binary:
    add_zero,
    add_bit,
    add_constants,
    add_collects,
    add_pulls_constant,
    add_ite,
    add_disjoint,
];

pub(super) const MUL: &[Rule] = rules![Binary:
    mul_constant,
    mul_bit,
    mul_constants,
    mul_distributes,
    mul_neg,
    mul_ite,
];

pub(super) const UDIV: &[Rule] = rules![Binary:
    udiv_by_constant,
    udiv_of_zero,
    udiv_same,
    udiv_smaller,
    udiv_ite,
    udiv_narrow,
];

pub(super) const UREM: &[Rule] = rules![Binary:
    urem_by_constant,
    urem_of_zero,
    urem_same,
    urem_smaller,
    urem_ite,
    urem_narrow,
];

pub(super) const UMULO: &[Rule] = rules![Binary: umulo_by_facts, umulo_constant];
pub(super) const SMULO: &[Rule] = rules![Binary: smulo_by_facts, smulo_constant];

fn neg_neg(terms: &mut Terms, a: Term) -> Option<Term> {
    terms.as_neg(a)
}

/// `-~x` is `x + 1`.
fn neg_not(terms: &mut Terms, a: Term) -> Option<Term> {
    let a = terms.as_bv_not(a)?;
    let one = terms.number(terms.width(a), 1);
    Some(terms.bv_add(a, one))
}

/// A single bit is its own negation.
fn neg_bit(terms: &mut Terms, a: Term) -> Option<Term> {
    (terms.width(a) == 1).then_some(a)
}

/// `-(x + k)` is `-x + -k`, `-(x + -y)` is `y + -x`.
fn neg_add(terms: &mut Terms, a: Term) -> Option<Term> {
    let [b, c] = terms.matches(a, Op::BvAdd)?;
    let folds = |term: Term| terms.is_constant(term) || terms.as_neg(term).is_some();
    if !(folds(b) || folds(c)) {
        return None;
    }
    let (b, c) = (terms.bv_neg(b), terms.bv_neg(c));
    Some(terms.bv_add(b, c))
}

/// `-(x * k)` is `x * -k`.
fn neg_mul(terms: &mut Terms, a: Term) -> Option<Term> {
    let (x, k) = terms.with_constant(a, Op::BvMul)?;
    let k = terms.bits(&k.neg());
    Some(terms.bv_mul(x, k))
}

fn neg_ite(terms: &mut Terms, a: Term) -> Option<Term> {
    let [condition, yes, no] = terms.as_constant_ite(a)?;
    let (yes, no) = (terms.bv_neg(yes), terms.bv_neg(no));
    Some(terms.ite(condition, yes, no))
}

fn add_zero(terms: &mut Terms, a: Term, b: Term) -> Option<Term> {
    terms.is_zero(b).then_some(a)
}

/// The sum of single bits is their exclusive or.
fn add_bit(terms: &mut Terms, a: Term, b: Term) -> Option<Term> {
    (terms.width(a) == 1).then(|| terms.bv_xor(a, b))
}

/// `(x + k) + l` is `x + (k + l)`.
fn add_constants(terms: &mut Terms, a: Term, b: Term) -> Option<Term> {
    let l = terms.as_bits(b)?;
    let (x, k) = terms.with_constant(a, Op::BvAdd)?;
    let sum = terms.bits(&k.add(&l));
    Some(terms.bv_add(x, sum))
}

/// `(x + k) + y` is `(x + y) + k`.
fn add_pulls_constant(terms: &mut Terms, a: Term, b: Term) -> Option<Term> {
    for (a, b) in [(a, b), (b, a)] {
        if let Some((x, k)) = terms.with_constant(a, Op::BvAdd) {
            let (sum, k) = (terms.bv_add(x, b), terms.bits(&k));
            return Some(terms.bv_add(sum, k));
        }
    }
    None
}

/// The most summands that [`add_collects`] looks at.
const SUMMANDS: usize = 8;

/// A summand as a term times a constant.
fn multiple(terms: &Terms, a: Term) -> (Term, Bits) {
    let one = Bits::one(terms.width(a));
    if let Some(inner) = terms.as_neg(a) {
        let (term, factor) = multiple_of_product(terms, inner).unwrap_or((inner, one));
        return (term, factor.neg());
    }
    multiple_of_product(terms, a).unwrap_or((a, one))
}

/// `x * k`, or `x` shifted left by a constant.
fn multiple_of_product(terms: &Terms, a: Term) -> Option<(Term, Bits)> {
    if let Some(product) = terms.with_constant(a, Op::BvMul) {
        return Some(product);
    }
    let (x, by) = terms.as_shifted_left(a)?;
    Some((x, Bits::one(terms.width(a)).shl_by(by)))
}

/// The summands of a sum, unless there are too many.
fn summands(terms: &Terms, a: Term, list: &mut Vec<Term>) -> bool {
    let mut work = vec![a];
    while let Some(term) = work.pop() {
        match terms.matches::<2>(term, Op::BvAdd) {
            Some(operands) => work.extend(operands),
            None => list.push(term),
        }
        if work.len() + list.len() > SUMMANDS {
            return false;
        }
    }
    true
}

/// Multiples of one term are added up, if that leaves fewer summands: `x + -x`, `3x + x`, `x + ~x`.
fn add_collects(terms: &mut Terms, a: Term, b: Term) -> Option<Term> {
    let mut list = Vec::new();
    if !(summands(terms, a, &mut list) && summands(terms, b, &mut list)) {
        return None;
    }
    let width = terms.width(a);
    let mut collected: Vec<(Term, Bits)> = Vec::new();
    let mut constant = Bits::zero(width);
    let mut shorter = false;
    for term in list {
        if let Some(value) = terms.as_bits(term) {
            constant = constant.add(&value);
            continue;
        }
        let (mut term, mut factor) = multiple(terms, term);
        // ~x is -x - 1; it counts as x only if x is there.
        if let Some(inner) = terms.as_bv_not(term)
            && collected.iter().any(|(other, _)| *other == inner)
        {
            constant = constant.sub(&factor);
            (term, factor) = (inner, factor.neg());
        } else if let Some(at) = collected.iter().position(|(other, _)| terms.as_bv_not(*other) == Some(term))
        {
            let (_, negated) = collected.swap_remove(at);
            constant = constant.sub(&negated);
            collected.push((term, negated.neg()));
        }
        match collected.iter_mut().find(|(other, _)| *other == term) {
            Some((_, sum)) => {
                *sum = sum.add(&factor);
                shorter = true;
            }
            None => collected.push((term, factor)),
        }
    }
    if !shorter {
        return None;
    }
    let mut sum: Option<Term> = None;
    for (term, factor) in collected {
        if factor.is_zero() {
            continue;
        }
        let factor = terms.bits(&factor);
        let product = terms.bv_mul(term, factor);
        sum = Some(sum.map_or(product, |sum| terms.bv_add(sum, product)));
    }
    let constant = terms.bits(&constant);
    Some(sum.map_or(constant, |sum| terms.bv_add(sum, constant)))
}

fn add_ite(terms: &mut Terms, a: Term, b: Term) -> Option<Term> {
    lift_constant_ite(terms, a, b, Terms::bv_add)
}

/// Summands that have no bit in common are just put together.
fn add_disjoint(terms: &mut Terms, a: Term, b: Term) -> Option<Term> {
    let (a_facts, b_facts) = (terms.facts(a), terms.facts(b));
    let disjoint = terms.width(a) <= 64 && a_facts.zeros | b_facts.zeros == u64::MAX;
    disjoint.then(|| terms.bv_or(a, b))
}

/// Products with 0, 1, -1 and powers of two.
fn mul_constant(terms: &mut Terms, a: Term, b: Term) -> Option<Term> {
    let k = terms.as_bits(b)?;
    if k.is_zero() {
        return Some(b);
    }
    if k.is_one() {
        return Some(a);
    }
    if k.is_ones() {
        return Some(terms.bv_neg(a));
    }
    if k.count_ones() != 1 {
        return None;
    }
    let amount = terms.number(k.width(), k.trailing_zeros().into());
    Some(terms.bv_shl(a, amount))
}

/// The product of single bits is their conjunction.
fn mul_bit(terms: &mut Terms, a: Term, b: Term) -> Option<Term> {
    (terms.width(a) == 1).then(|| terms.bv_and(a, b))
}

/// `(x * k) * l` is `x * (k * l)`, also where the first product is a shift or a negation.
fn mul_constants(terms: &mut Terms, a: Term, b: Term) -> Option<Term> {
    let l = terms.as_bits(b)?;
    let (x, k) = multiple(terms, a);
    if x == a {
        return None;
    }
    let product = terms.bits(&k.mul(&l));
    Some(terms.bv_mul(x, product))
}

/// `(x + k) * l` is `x * l + k * l`.
fn mul_distributes(terms: &mut Terms, a: Term, b: Term) -> Option<Term> {
    let l = terms.as_bits(b)?;
    let (x, k) = terms.with_constant(a, Op::BvAdd)?;
    let (product, constant) = (terms.bv_mul(x, b), terms.bits(&k.mul(&l)));
    Some(terms.bv_add(product, constant))
}

/// Negations move out of a product.
fn mul_neg(terms: &mut Terms, a: Term, b: Term) -> Option<Term> {
    match (terms.as_neg(a), terms.as_neg(b)) {
        (None, None) => None,
        (Some(a), Some(b)) => Some(terms.bv_mul(a, b)),
        (stripped_a, stripped_b) => {
            let product = terms.bv_mul(stripped_a.unwrap_or(a), stripped_b.unwrap_or(b));
            Some(terms.bv_neg(product))
        }
    }
}

fn mul_ite(terms: &mut Terms, a: Term, b: Term) -> Option<Term> {
    lift_constant_ite(terms, a, b, Terms::bv_mul)
}

/// Division by 0 gives all ones, by a power of two it is a shift.
fn udiv_by_constant(terms: &mut Terms, a: Term, b: Term) -> Option<Term> {
    let k = terms.as_bits(b)?;
    if k.is_zero() {
        return Some(terms.ones_like(a));
    }
    if k.count_ones() != 1 {
        return None;
    }
    let amount = terms.number(k.width(), k.trailing_zeros().into());
    Some(terms.bv_lshr(a, amount))
}

/// `0 / x` is 0 unless `x` is.
fn udiv_of_zero(terms: &mut Terms, a: Term, b: Term) -> Option<Term> {
    if !terms.is_zero(a) {
        return None;
    }
    let (undefined, ones) = (terms.eq(b, a), terms.ones_like(a));
    Some(terms.ite(undefined, ones, a))
}

/// `x / x` is 1 unless `x` is 0.
fn udiv_same(terms: &mut Terms, a: Term, b: Term) -> Option<Term> {
    if a != b {
        return None;
    }
    let (zero, one, ones) = (terms.zero_like(a), terms.number(terms.width(a), 1), terms.ones_like(a));
    let undefined = terms.eq(a, zero);
    Some(terms.ite(undefined, ones, one))
}

fn udiv_smaller(terms: &mut Terms, a: Term, b: Term) -> Option<Term> {
    let smaller = terms.width(a) <= 64 && terms.facts(a).max < terms.facts(b).min;
    smaller.then(|| terms.zero_like(a))
}

fn udiv_ite(terms: &mut Terms, a: Term, b: Term) -> Option<Term> {
    lift_constant_ite(terms, a, b, Terms::bv_udiv)
}

/// The bits that both operands need, if fewer than they have.
fn narrower(terms: &Terms, a: Term, b: Term) -> Option<u32> {
    let width = terms.width(a);
    if width > 64 {
        return None;
    }
    let most = terms.facts(a).max.max(terms.facts(b).max);
    let needed = (64 - most.leading_zeros()).max(1);
    (needed < width).then_some(needed)
}

/// Division of small numbers by what is not 0 is division of narrower ones.
fn udiv_narrow(terms: &mut Terms, a: Term, b: Term) -> Option<Term> {
    let needed = narrower(terms, a, b).filter(|_| terms.facts(b).min > 0)?;
    let width = terms.width(a);
    let (a, b) = (terms.extract(a, needed - 1, 0), terms.extract(b, needed - 1, 0));
    let quotient = terms.bv_udiv(a, b);
    Some(terms.zero_extend(quotient, width))
}

/// The remainder by 0 is the dividend, by a power of two the low bits.
fn urem_by_constant(terms: &mut Terms, a: Term, b: Term) -> Option<Term> {
    let k = terms.as_bits(b)?;
    if k.is_zero() {
        return Some(a);
    }
    if k.count_ones() != 1 {
        return None;
    }
    let mask = terms.bits(&k.sub(&Bits::one(k.width())));
    Some(terms.bv_and(a, mask))
}

fn urem_of_zero(terms: &mut Terms, a: Term, _: Term) -> Option<Term> {
    terms.is_zero(a).then_some(a)
}

/// `x % x` is 0, for 0 too.
fn urem_same(terms: &mut Terms, a: Term, b: Term) -> Option<Term> {
    (a == b).then(|| terms.zero_like(a))
}

fn urem_smaller(terms: &mut Terms, a: Term, b: Term) -> Option<Term> {
    (terms.width(a) <= 64 && terms.facts(a).max < terms.facts(b).min).then_some(a)
}

fn urem_ite(terms: &mut Terms, a: Term, b: Term) -> Option<Term> {
    lift_constant_ite(terms, a, b, Terms::bv_urem)
}

/// The remainder of small numbers is that of narrower ones; by 0 it is the dividend in both widths.
fn urem_narrow(terms: &mut Terms, a: Term, b: Term) -> Option<Term> {
    let needed = narrower(terms, a, b)?;
    let width = terms.width(a);
    let (a, b) = (terms.extract(a, needed - 1, 0), terms.extract(b, needed - 1, 0));
    let remainder = terms.bv_urem(a, b);
    Some(terms.zero_extend(remainder, width))
}

/// All products fit, or none.
fn umulo_by_facts(terms: &mut Terms, a: Term, b: Term) -> Option<Term> {
    let width = terms.width(a);
    if width > 64 {
        return None;
    }
    let (a, b) = (terms.facts(a), terms.facts(b));
    let limit = u128::from(fathom_ir::bits::mask(width));
    if u128::from(a.max) * u128::from(b.max) <= limit {
        return Some(terms.bool(false));
    }
    (u128::from(a.min) * u128::from(b.min) > limit).then(|| terms.bool(true))
}

/// `a * k` overflows when `a` is more than the greatest number divided by `k`.
fn umulo_constant(terms: &mut Terms, a: Term, b: Term) -> Option<Term> {
    let k = terms.as_bits(b)?;
    if k.is_zero() {
        return Some(terms.bool(false));
    }
    let limit = terms.bits(&Bits::bin(BinOp::UDiv, &Bits::ones(k.width()), &k));
    Some(terms.bv_ult(limit, a))
}

/// All products fit.
fn smulo_by_facts(terms: &mut Terms, a: Term, b: Term) -> Option<Term> {
    let width = terms.width(a);
    if width > 64 {
        return None;
    }
    let (a_low, a_high) = terms.facts(a).signed_range(width);
    let (b_low, b_high) = terms.facts(b).signed_range(width);
    let least = -(1_i128 << (width - 1));
    let fits = [a_low, a_high].into_iter().all(|a| {
        [b_low, b_high].into_iter().all(|b| (least..-least).contains(&(i128::from(a) * i128::from(b))))
    });
    fits.then(|| terms.bool(false))
}

/// `a * k` overflows when `a` is beyond the extreme numbers divided by `k`.
fn smulo_constant(terms: &mut Terms, a: Term, b: Term) -> Option<Term> {
    let k = terms.as_bits(b)?;
    let width = k.width();
    if k.is_zero() || (k.is_one() && width > 1) {
        return Some(terms.bool(false));
    }
    let (least, greatest) = (Bits::signed_min(width), Bits::signed_max(width));
    if k.is_ones() {
        let least = terms.bits(&least);
        return Some(terms.eq(a, least));
    }
    let by_k = |terms: &mut Terms, extreme: &Bits| terms.bits(&Bits::bin(BinOp::SDiv, extreme, &k));
    let (from_least, from_greatest) = (by_k(terms, &least), by_k(terms, &greatest));
    // For negative k the quotients change places.
    let (low, high) = if k.sign_bit() { (from_greatest, from_least) } else { (from_least, from_greatest) };
    let (below, above) = (terms.bv_slt(a, low), terms.bv_slt(high, a));
    Some(terms.or(below, above))
}
