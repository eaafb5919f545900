//! Comparisons: decided by facts where possible, taken apart along concatenations, with the extreme
//! numbers as equalities, signed ones as unsigned where the signs are known.

use fathom_ir::Bits;

use super::pattern::lift_constant_ite;
use super::{Rule, rules};
use crate::op::Op;
use crate::terms::{Term, Terms};

pub(super) const ULT: &[Rule] = rules![Binary:
    ult_same,
    ult_by_facts,
    ult_extremes,
    ult_next_to_extremes,
    ult_not,
    ult_concat,
    ult_sign_extend,
    ult_ite,
];

pub(super) const SLT: &[Rule] = rules![Binary:
    slt_same,
    slt_by_facts,
    slt_zero,
    slt_extremes,
    slt_known_signs,
    slt_not,
    slt_concat,
    slt_sign_extend,
    slt_sign_extend_constant,
    slt_ite,
];

fn ult_same(terms: &mut Terms, a: Term, b: Term) -> Option<Term> {
    (a == b).then(|| terms.bool(false))
}

fn ult_by_facts(terms: &mut Terms, a: Term, b: Term) -> Option<Term> {
    if terms.width(a) > 64 {
        return None;
    }
    let (a, b) = (terms.facts(a), terms.facts(b));
    if a.max < b.min {
        return Some(terms.bool(true));
    }
    (a.min >= b.max).then(|| terms.bool(false))
}

/// Nothing is less than 0 or more than all ones; what is more than 0 or less than all ones differs.
fn ult_extremes(terms: &mut Terms, a: Term, b: Term) -> Option<Term> {
    if terms.is_zero(b) || terms.is_ones(a) {
        return Some(terms.bool(false));
    }
    (terms.is_zero(a) || terms.is_ones(b)).then(|| terms.ne(a, b))
}

/// Less than 1 is 0; more than the last but one is the last.
fn ult_next_to_extremes(terms: &mut Terms, a: Term, b: Term) -> Option<Term> {
    if terms.as_bits(b).is_some_and(|k| k.is_one()) {
        let zero = terms.zero_like(a);
        return Some(terms.eq(a, zero));
    }
    if terms.as_bits(a).is_some_and(|k| k.not().is_one()) {
        let ones = terms.ones_like(a);
        return Some(terms.eq(b, ones));
    }
    None
}

/// Complements turn the order round. Constants are complemented to remove one.
fn not_turns(terms: &mut Terms, a: Term, b: Term) -> Option<(Term, Term)> {
    match (terms.as_bv_not(a), terms.as_bv_not(b)) {
        (Some(a), Some(b)) => Some((b, a)),
        (Some(a), None) => terms.as_bits(b).map(|k| (terms.bits(&k.not()), a)),
        (None, Some(b)) => terms.as_bits(a).map(|k| (b, terms.bits(&k.not()))),
        (None, None) => None,
    }
}

fn ult_not(terms: &mut Terms, a: Term, b: Term) -> Option<Term> {
    let (a, b) = not_turns(terms, a, b)?;
    Some(terms.bv_ult(a, b))
}

/// The parts of two terms that are cut at one place; a constant can be cut anywhere.
fn cut_alike(terms: &mut Terms, a: Term, b: Term) -> Option<[Term; 4]> {
    let at = match (terms.as_concat(a), terms.as_concat(b)) {
        (Some([_, low]), Some([_, other])) if terms.width(low) == terms.width(other) => terms.width(low),
        (Some([_, low]), None) if terms.is_constant(b) => terms.width(low),
        (None, Some([_, low])) if terms.is_constant(a) => terms.width(low),
        _ => return None,
    };
    let width = terms.width(a);
    Some([
        terms.extract(a, width - 1, at),
        terms.extract(a, at - 1, 0),
        terms.extract(b, width - 1, at),
        terms.extract(b, at - 1, 0),
    ])
}

/// Equal high parts leave the low parts to compare, equal low parts the high ones.
fn ult_concat(terms: &mut Terms, a: Term, b: Term) -> Option<Term> {
    let [a_high, a_low, b_high, b_low] = cut_alike(terms, a, b)?;
    if a_high == b_high {
        return Some(terms.bv_ult(a_low, b_low));
    }
    (a_low == b_low).then(|| terms.bv_ult(a_high, b_high))
}

/// Sign extension keeps the unsigned order too.
fn ult_sign_extend(terms: &mut Terms, a: Term, b: Term) -> Option<Term> {
    let ([x], [y]) = (terms.matches(a, Op::SignExtend)?, terms.matches(b, Op::SignExtend)?);
    (terms.sort(x) == terms.sort(y)).then(|| terms.bv_ult(x, y))
}

fn ult_ite(terms: &mut Terms, a: Term, b: Term) -> Option<Term> {
    lift_constant_ite(terms, a, b, Terms::bv_ult)
}

fn slt_same(terms: &mut Terms, a: Term, b: Term) -> Option<Term> {
    (a == b).then(|| terms.bool(false))
}

fn slt_by_facts(terms: &mut Terms, a: Term, b: Term) -> Option<Term> {
    let width = terms.width(a);
    if width > 64 {
        return None;
    }
    let (a_low, a_high) = terms.facts(a).signed_range(width);
    let (b_low, b_high) = terms.facts(b).signed_range(width);
    if a_high < b_low {
        return Some(terms.bool(true));
    }
    (a_low >= b_high).then(|| terms.bool(false))
}

/// Less than 0 is negative; more than -1 is not.
fn slt_zero(terms: &mut Terms, a: Term, b: Term) -> Option<Term> {
    if terms.is_zero(b) {
        return Some(terms.is_negative(a));
    }
    if terms.is_ones(a) {
        let negative = terms.is_negative(b);
        return Some(terms.not(negative));
    }
    None
}

fn slt_extremes(terms: &mut Terms, a: Term, b: Term) -> Option<Term> {
    let width = terms.width(a);
    let (least, greatest) = (Bits::signed_min(width), Bits::signed_max(width));
    let (ka, kb) = (terms.as_bits(a), terms.as_bits(b));
    if kb.as_ref() == Some(&least) || ka.as_ref() == Some(&greatest) {
        return Some(terms.bool(false));
    }
    (kb.as_ref() == Some(&greatest) || ka.as_ref() == Some(&least)).then(|| terms.ne(a, b))
}

/// The sign bit, where facts or the shape tell it.
fn sign(terms: &Terms, a: Term) -> Option<bool> {
    let width = terms.width(a);
    if width <= 64 {
        let facts = terms.facts(a);
        return match (facts.zeros >> (width - 1) & 1, facts.ones >> (width - 1) & 1) {
            (1, _) => Some(false),
            (_, 1) => Some(true),
            _ => None,
        };
    }
    let front = terms.as_concat(a).map_or(a, |[high, _]| high);
    terms.as_bits(front).map(|bits| bits.sign_bit())
}

fn slt_known_signs(terms: &mut Terms, a: Term, b: Term) -> Option<Term> {
    match (sign(terms, a)?, sign(terms, b)?) {
        (true, false) => Some(terms.bool(true)),
        (false, true) => Some(terms.bool(false)),
        _ => Some(terms.bv_ult(a, b)),
    }
}

fn slt_not(terms: &mut Terms, a: Term, b: Term) -> Option<Term> {
    let (a, b) = not_turns(terms, a, b)?;
    Some(terms.bv_slt(a, b))
}

fn slt_concat(terms: &mut Terms, a: Term, b: Term) -> Option<Term> {
    let [a_high, a_low, b_high, b_low] = cut_alike(terms, a, b)?;
    if a_high == b_high {
        return Some(terms.bv_ult(a_low, b_low));
    }
    (a_low == b_low).then(|| terms.bv_slt(a_high, b_high))
}

fn slt_sign_extend(terms: &mut Terms, a: Term, b: Term) -> Option<Term> {
    let ([x], [y]) = (terms.matches(a, Op::SignExtend)?, terms.matches(b, Op::SignExtend)?);
    (terms.sort(x) == terms.sort(y)).then(|| terms.bv_slt(x, y))
}

/// A sign-extended term against a constant: in its own width, or decided when the constant is outside.
fn slt_sign_extend_constant(terms: &mut Terms, a: Term, b: Term) -> Option<Term> {
    for (extended, constant, extended_first) in [(a, b, true), (b, a, false)] {
        let Some([x]) = terms.matches(extended, Op::SignExtend) else { continue };
        let Some(k) = terms.as_bits(constant) else { continue };
        let narrow = k.trunc(terms.width(x));
        if narrow.sext(k.width()) != k {
            return Some(terms.bool(extended_first != k.sign_bit()));
        }
        let narrow = terms.bits(&narrow);
        return Some(if extended_first { terms.bv_slt(x, narrow) } else { terms.bv_slt(narrow, x) });
    }
    None
}

fn slt_ite(terms: &mut Terms, a: Term, b: Term) -> Option<Term> {
    lift_constant_ite(terms, a, b, Terms::bv_slt)
}
