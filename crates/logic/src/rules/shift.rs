//! Shifts. By constants they are concatenations and slices, which the structural rules work on.

use super::{Rule, rules};
use crate::op::Op;
use crate::terms::{Term, Terms};

pub(super) const SHL: &[Rule] = rules![Binary: shl_all_out, shl_by_constant, shl_zero, shl_by_choice];
pub(super) const LSHR: &[Rule] = rules![Binary: lshr_all_out, lshr_by_constant, lshr_zero, lshr_by_choice];
pub(super) const ASHR: &[Rule] =
    rules![Binary: ashr_of_nonnegative, ashr_all_out, ashr_by_constant, ashr_ones, ashr_by_choice];

/// The shift amount, if it is constant and less than the width.
fn amount(terms: &Terms, a: Term, by: Term) -> Option<u32> {
    let width = terms.width(a);
    let by = terms.as_u64(by)?;
    (by < width.into()).then_some(by as u32)
}

/// The amount is certainly the width or more.
fn all_out(terms: &Terms, a: Term, by: Term) -> bool {
    let width = terms.width(a);
    match terms.as_bits(by) {
        Some(by) => by.to_u64().is_none_or(|by| by >= width.into()),
        None => width <= 64 && terms.facts(by).min >= width.into(),
    }
}

/// Shifting by one of two constants is choosing between two constant shifts.
fn by_choice(terms: &mut Terms, op: Op, a: Term, by: Term) -> Option<Term> {
    let [condition, yes, no] = terms.as_constant_ite(by)?;
    let sort = terms.sort(a);
    let (yes, no) = (terms.app(op, sort, &[a, yes]), terms.app(op, sort, &[a, no]));
    Some(terms.ite(condition, yes, no))
}

fn shl_all_out(terms: &mut Terms, a: Term, by: Term) -> Option<Term> {
    all_out(terms, a, by).then(|| terms.zero_like(a))
}

fn shl_by_constant(terms: &mut Terms, a: Term, by: Term) -> Option<Term> {
    match amount(terms, a, by)? {
        0 => Some(a),
        by => {
            let width = terms.width(a);
            let (kept, zeros) = (terms.extract(a, width - 1 - by, 0), terms.number(by, 0));
            Some(terms.concat(kept, zeros))
        }
    }
}

fn shl_zero(terms: &mut Terms, a: Term, _: Term) -> Option<Term> {
    terms.is_zero(a).then_some(a)
}

fn shl_by_choice(terms: &mut Terms, a: Term, by: Term) -> Option<Term> {
    by_choice(terms, Op::BvShl, a, by)
}

fn lshr_all_out(terms: &mut Terms, a: Term, by: Term) -> Option<Term> {
    all_out(terms, a, by).then(|| terms.zero_like(a))
}

fn lshr_by_constant(terms: &mut Terms, a: Term, by: Term) -> Option<Term> {
    match amount(terms, a, by)? {
        0 => Some(a),
        by => {
            let width = terms.width(a);
            let kept = terms.extract(a, width - 1, by);
            Some(terms.zero_extend(kept, width))
        }
    }
}

fn lshr_zero(terms: &mut Terms, a: Term, _: Term) -> Option<Term> {
    terms.is_zero(a).then_some(a)
}

fn lshr_by_choice(terms: &mut Terms, a: Term, by: Term) -> Option<Term> {
    by_choice(terms, Op::BvLshr, a, by)
}

fn ashr_of_nonnegative(terms: &mut Terms, a: Term, by: Term) -> Option<Term> {
    let width = terms.width(a);
    let nonnegative = width <= 64 && terms.facts(a).zeros >> (width - 1) & 1 == 1;
    nonnegative.then(|| terms.bv_lshr(a, by))
}

fn ashr_all_out(terms: &mut Terms, a: Term, by: Term) -> Option<Term> {
    all_out(terms, a, by).then(|| {
        let width = terms.width(a);
        let sign = terms.extract(a, width - 1, width - 1);
        terms.sign_extend(sign, width)
    })
}

fn ashr_by_constant(terms: &mut Terms, a: Term, by: Term) -> Option<Term> {
    match amount(terms, a, by)? {
        0 => Some(a),
        by => {
            let width = terms.width(a);
            let kept = terms.extract(a, width - 1, by);
            Some(terms.sign_extend(kept, width))
        }
    }
}

fn ashr_ones(terms: &mut Terms, a: Term, _: Term) -> Option<Term> {
    terms.is_ones(a).then_some(a)
}

fn ashr_by_choice(terms: &mut Terms, a: Term, by: Term) -> Option<Term> {
    by_choice(terms, Op::BvAshr, a, by)
}
