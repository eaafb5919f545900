//! Equality of polynomials: sums and products that differ only in how they are written, such as
//! `a * (b + c)` and `c * a + b * a`.
//!
//! Both sides are multiplied out into sums of monomials modulo 2^width, within a small budget; where their
//! difference is a constant, the equality is decided. Bit-blasted, such identities are among the hardest
//! there are.

use std::collections::BTreeMap;

use fathom_ir::Bits;

use crate::op::Op;
use crate::terms::{Term, Terms};

/// The factors of a monomial, sorted; none for the constant.
type Monomial = Vec<Term>;

/// Coefficients that are not 0.
type Polynomial = BTreeMap<Monomial, Bits>;

/// Nodes that are looked at on both sides together.
const NODES: u32 = 48;
/// The most monomials of a polynomial on the way.
const MONOMIALS: usize = 24;
/// The most factors of a monomial.
const DEGREE: usize = 6;

/// `a = b` for polynomials whose difference is a constant.
pub(super) fn eq_polynomials(terms: &mut Terms, a: Term, b: Term) -> Option<Term> {
    let composed = |term: Term| matches!(terms.op(term), Op::BvAdd | Op::BvMul | Op::BvNeg);
    if !(terms.sort(a).is_bits() && composed(a) && composed(b)) {
        return None;
    }
    let mut nodes = NODES;
    let (a, b) = (expand(terms, a, &mut nodes)?, expand(terms, b, &mut nodes)?);
    let difference = sum(a, &negated(b));
    match difference.first_key_value() {
        None => Some(terms.bool(true)),
        Some((monomial, _)) if monomial.is_empty() && difference.len() == 1 => Some(terms.bool(false)),
        Some(_) => None,
    }
}

fn expand(terms: &Terms, term: Term, nodes: &mut u32) -> Option<Polynomial> {
    *nodes = nodes.checked_sub(1)?;
    let width = terms.width(term);
    if let Some(value) = terms.as_bits(term) {
        return Some(monomial(Vec::new(), value));
    }
    match terms.op(term) {
        Op::BvAdd | Op::BvMul => {
            let [a, b] = terms.operands_of(term);
            let (a, b) = (expand(terms, a, nodes)?, expand(terms, b, nodes)?);
            let result = if terms.op(term) == Op::BvAdd { sum(a, &b) } else { product(&a, &b)? };
            (result.len() <= MONOMIALS).then_some(result)
        }
        Op::BvNeg => {
            let [a] = terms.operands_of(term);
            Some(negated(expand(terms, a, nodes)?))
        }
        // ~x is -x - 1.
        Op::BvNot => {
            let [a] = terms.operands_of(term);
            Some(sum(negated(expand(terms, a, nodes)?), &monomial(Vec::new(), Bits::ones(width))))
        }
        _ => match terms.as_shifted_left(term) {
            Some((a, by)) => {
                let factor = monomial(Vec::new(), Bits::one(width).shl_by(by));
                product(&expand(terms, a, nodes)?, &factor)
            }
            None => Some(monomial(vec![term], Bits::one(width))),
        },
    }
}

fn monomial(factors: Monomial, coefficient: Bits) -> Polynomial {
    if coefficient.is_zero() { Polynomial::new() } else { Polynomial::from([(factors, coefficient)]) }
}

fn negated(mut a: Polynomial) -> Polynomial {
    for coefficient in a.values_mut() {
        *coefficient = coefficient.neg();
    }
    a
}

fn sum(mut a: Polynomial, b: &Polynomial) -> Polynomial {
    for (factors, coefficient) in b {
        add_to(&mut a, factors.clone(), coefficient);
    }
    a
}

fn product(a: &Polynomial, b: &Polynomial) -> Option<Polynomial> {
    let mut result = Polynomial::new();
    for (x, k) in a {
        for (y, l) in b {
            let mut factors = [x.as_slice(), y.as_slice()].concat();
            if factors.len() > DEGREE {
                return None;
            }
            factors.sort_unstable();
            add_to(&mut result, factors, &k.mul(l));
        }
    }
    Some(result)
}

fn add_to(a: &mut Polynomial, factors: Monomial, coefficient: &Bits) {
    let width = coefficient.width();
    let entry = a.entry(factors.clone()).or_insert_with(|| Bits::zero(width));
    *entry = entry.add(coefficient);
    if entry.is_zero() {
        a.remove(&factors);
    }
}
