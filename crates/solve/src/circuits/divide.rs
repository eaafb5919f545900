//! Division.
//!
//! Long division gives quotient and remainder whose values follow from those of the operands by unit
//! propagation. What division is for, that the dividend is quotient times divisor plus remainder and
//! that the remainder is less than the divisor, takes a solver long to find out from it; so that is
//! added as a lemma.

use super::{add, equal, less_unsigned, multiply, select, subtract};
use crate::gates::{Gates, Wire};

/// Quotient and remainder of unsigned numbers. Of a division by zero the quotient is all ones, and the
/// remainder is the dividend.
pub fn divide(gates: &mut Gates, a: &[Wire], b: &[Wire]) -> (Vec<Wire>, Vec<Wire>) {
    debug_assert_eq!(a.len(), b.len());
    let width = a.len();
    let narrow = significant(a).max(significant(b)).max(1);
    let (a, b) = (&a[..narrow], &b[..narrow]);
    let nodes = gates.node_count();
    let (mut quotient, mut remainder) = long_division(gates, a, b);
    // No lemma if there are almost no gates, as for powers of two. (Or if there are no new ones, but
    // then it has been added before.)
    if gates.node_count() - nodes > 2 * narrow {
        let lemma = division_lemma(gates, (a, b), (&quotient, &remainder));
        gates.add_lemma(&quotient, lemma);
        gates.add_lemma(&remainder, lemma);
    }
    let nonzero = gates.or_all(b);
    quotient.resize(width, !nonzero);
    remainder.resize(width, Wire::FALSE);
    (quotient, remainder)
}

/// Bits up to the highest that is not known to be zero.
fn significant(word: &[Wire]) -> usize {
    word.iter().rposition(|&bit| bit != Wire::FALSE).map_or(0, |at| at + 1)
}

/// The remainder takes in the next bit of the dividend, and the divisor is subtracted if it is not
/// larger. A zero divisor never is, which gives just the right results.
fn long_division(gates: &mut Gates, a: &[Wire], b: &[Wire]) -> (Vec<Wire>, Vec<Wire>) {
    let width = a.len();
    // Whether the divisor has a bit that is set at this place or above.
    let mut reaches = vec![Wire::FALSE; width + 1];
    for at in (0..width).rev() {
        reaches[at] = gates.or(reaches[at + 1], b[at]);
    }
    let nonzero = reaches[0];
    // As long as there are only zeros of the dividend, only zero can be subtracted.
    let mut quotient = vec![!nonzero; width];
    let mut remainder: Vec<Wire> = Vec::with_capacity(width + 1);
    // Less than the divisor, so it needs no more bits. A divisor of zero is mended at the end.
    let limit = significant(b);
    for at in (0..significant(a)).rev() {
        if gates.halted().is_some() {
            break;
        }
        remainder.insert(0, a[at]);
        // Of a remainder so far of n bits, only the lowest n bits of the divisor can be subtracted.
        let bits = remainder.len();
        let mut divisor = b[..bits.min(width)].to_vec();
        divisor.resize(bits, Wire::FALSE);
        let (difference, borrow) = subtract(gates, &remainder, &divisor);
        quotient[at] = gates.and(!borrow, !reaches[bits.min(width)]);
        remainder = select(gates, quotient[at], &difference, &remainder);
        remainder.truncate(limit);
    }
    remainder.resize(width, Wire::FALSE);
    if limit < significant(a) {
        remainder = select(gates, nonzero, &remainder, a);
    }
    (quotient, remainder)
}

/// The equation, and that its sum has no carry, hold for a divisor of zero as well. (That its product
/// does not overflow is true, but made things worse.)
fn division_lemma(gates: &mut Gates, (a, b): (&[Wire], &[Wire]), (q, r): (&[Wire], &[Wire])) -> Wire {
    let product = multiply(gates, q, b);
    let (sum, carry) = add(gates, &product, r, Wire::FALSE);
    let equation = equal(gates, &sum, a);
    let in_range = less_unsigned(gates, r, b);
    let nonzero = gates.or_all(b);
    let bounded = gates.implies(nonzero, in_range);
    gates.and_all(&[equation, !carry, bounded])
}
