//! Negation and conjunction. Rules look at two levels of conjunctions, as is usual for and-inverter
//! graphs (Brummayer and Biere, "Local two-level and-inverter graph minimization without blowup", 2006).

use super::{Rule, rules};
use crate::op::Op;
use crate::terms::{Term, Terms};

pub(super) const NOT: &[Rule] = rules![Unary: not_not];

pub(super) const AND: &[Rule] = rules![Binary:
    and_constant,
    and_same,
    and_complement,
    and_absorbs,
    and_contradicts,
    and_substitutes,
    and_resolves,
    and_equal_to_constants,
    and_bounds,
];

fn not_not(terms: &mut Terms, a: Term) -> Option<Term> {
    terms.as_not(a)
}

fn and_constant(terms: &mut Terms, a: Term, b: Term) -> Option<Term> {
    match terms.as_bool(b)? {
        true => Some(a),
        false => Some(b),
    }
}

fn and_same(_: &mut Terms, a: Term, b: Term) -> Option<Term> {
    (a == b).then_some(a)
}

fn and_complement(terms: &mut Terms, a: Term, b: Term) -> Option<Term> {
    terms.are_complements(a, b).then(|| terms.bool(false))
}

/// The conjuncts of a term, one level deep.
fn conjuncts(terms: &Terms, a: Term) -> Vec<Term> {
    match terms.op(a) {
        Op::And => terms.operands(a).to_vec(),
        _ => vec![a],
    }
}

/// The operands of the conjunction that a term negates.
fn negated_conjuncts(terms: &Terms, a: Term) -> Option<[Term; 2]> {
    terms.matches(terms.as_not(a)?, Op::And)
}

/// `a and (a and c)` is `a and c`; `a and not (not a and c)` is `a`; and so for conjunctions `a`.
fn and_absorbs(terms: &mut Terms, a: Term, b: Term) -> Option<Term> {
    for (a, b) in [(a, b), (b, a)] {
        let parts = conjuncts(terms, a);
        if conjuncts(terms, b).iter().all(|part| parts.contains(part)) {
            return Some(a);
        }
        if let Some(negated) = negated_conjuncts(terms, b) {
            let implied = negated.iter().any(|&n| parts.iter().any(|&part| terms.are_complements(n, part)));
            if implied {
                return Some(a);
            }
        }
    }
    None
}

/// A conjunct of one side is the negation of one of the other.
fn and_contradicts(terms: &mut Terms, a: Term, b: Term) -> Option<Term> {
    let (left, right) = (conjuncts(terms, a), conjuncts(terms, b));
    let contradicts = left.iter().any(|&x| right.iter().any(|&y| terms.are_complements(x, y)));
    contradicts.then(|| terms.bool(false))
}

/// `a and not (a and d)` is `a and not d`; `(a and c) and (a and d)` is `(a and c) and d`.
fn and_substitutes(terms: &mut Terms, a: Term, b: Term) -> Option<Term> {
    for (a, b) in [(a, b), (b, a)] {
        let parts = conjuncts(terms, a);
        if let Some([c, d]) = negated_conjuncts(terms, b) {
            for (known, rest) in [(c, d), (d, c)] {
                if parts.contains(&known) {
                    let rest = terms.not(rest);
                    return Some(terms.and(a, rest));
                }
            }
        }
        if let Some([c, d]) = terms.matches(b, Op::And) {
            for (known, rest) in [(c, d), (d, c)] {
                if parts.contains(&known) {
                    return Some(terms.and(a, rest));
                }
            }
        }
    }
    None
}

/// `not (a and b) and not (a and not b)` is `not a`.
fn and_resolves(terms: &mut Terms, a: Term, b: Term) -> Option<Term> {
    let ([a1, a2], [b1, b2]) = (negated_conjuncts(terms, a)?, negated_conjuncts(terms, b)?);
    for (same, a_rest) in [(a1, a2), (a2, a1)] {
        for (other, b_rest) in [(b1, b2), (b2, b1)] {
            if same == other && terms.are_complements(a_rest, b_rest) {
                return Some(terms.not(same));
            }
        }
    }
    None
}

/// `x = k and x = l` is false for different constants; `x = k and x != l` is `x = k`.
fn and_equal_to_constants(terms: &mut Terms, a: Term, b: Term) -> Option<Term> {
    for (a, b) in [(a, b), (b, a)] {
        let Some((x, k)) = terms.with_constant(a, Op::Eq) else { continue };
        let (positive, b) = match terms.as_not(b) {
            Some(inner) => (false, inner),
            None => (true, b),
        };
        match terms.with_constant(b, Op::Eq) {
            Some((y, l)) if x == y && k != l => return Some(if positive { terms.bool(false) } else { a }),
            _ => {}
        }
    }
    None
}

/// Two comparisons of one term with constants, of which one excludes or implies the other.
fn and_bounds(terms: &mut Terms, a: Term, b: Term) -> Option<Term> {
    let (x, lower_a, upper_a) = interval(terms, a)?;
    let (y, lower_b, upper_b) = interval(terms, b)?;
    if x != y {
        return None;
    }
    if upper_a < lower_b || upper_b < lower_a {
        return Some(terms.bool(false));
    }
    if lower_a >= lower_b && upper_a <= upper_b {
        return Some(a);
    }
    if lower_b >= lower_a && upper_b <= upper_a {
        return Some(b);
    }
    let (lower, upper) = (lower_a.max(lower_b), upper_a.min(upper_b));
    (lower == upper).then(|| {
        let value = terms.number(terms.width(x), lower);
        terms.eq(x, value)
    })
}

/// The interval of 64-bit numbers that an unsigned comparison with a constant allows its other operand.
fn interval(terms: &Terms, comparison: Term) -> Option<(Term, u64, u64)> {
    let (negated, inner) = match terms.as_not(comparison) {
        Some(inner) => (true, inner),
        None => (false, comparison),
    };
    let [a, b] = terms.operands(inner) else { return None };
    let (a, b) = (*a, *b);
    if !terms.sort(a).is_bits() || terms.width(a) > 64 {
        return None;
    }
    let most = fathom_ir::bits::mask(terms.width(a));
    match (terms.op(inner), negated, terms.as_u64(a), terms.as_u64(b)) {
        (Op::BvUlt, false, None, Some(k)) => Some((a, 0, k.checked_sub(1)?)),
        (Op::BvUlt, true, None, Some(k)) => Some((a, k, most)),
        (Op::BvUlt, false, Some(k), None) => Some((b, k.checked_add(1).filter(|&k| k <= most)?, most)),
        (Op::BvUlt, true, Some(k), None) => Some((b, 0, k)),
        (Op::Eq, false, None, Some(k)) => Some((a, k, k)),
        _ => None,
    }
}
