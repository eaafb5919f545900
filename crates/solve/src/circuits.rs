//! Word-level operators as circuits of [`Gates`].
//!
//! A word is a slice of wires, the lowest bit first. Operands of an operator have the same width, at
//! least 1; only shift amounts may have another. The meaning of every operator is that of
//! [`fathom_ir::Bits`].
//!
//! # Choices
//!
//! Made by the conflicts that CaDiCaL 2.2 needs for small hard problems, in thousands (measured on
//! 2026-11-15; a number after a problem is its width; *mean* is geometric, over all problems tried, of
//! which some are listed). Differences of less than 10 % are noise: other orders of the inputs make as
//! much.
//!
//! Multiplier: rows added one after the other by ripple adders; the columns of all products of bits
//! reduced by full adders, first in first out, or last in first out; rows in carry-save form with one
//! ripple adder at the end.
//!
//! | problem                          | rows | columns, fifo | columns, lifo | carry-save |
//! |----------------------------------|-----:|--------------:|--------------:|-----------:|
//! | a b = b a, 8                     | 32.4 |          19.9 |           7.0 |       30.4 |
//! | (a + b) c = a c + b c, 6         | 18.1 |          69.8 |          69.5 |       54.3 |
//! | (a b) c = a (b c), 5             |  4.9 |           8.5 |           5.1 |        7.5 |
//! | a² - b² = (a + b)(a - b), 7      |  9.1 |           7.6 |           6.6 |        7.9 |
//! | factors of a 24-bit number       |  0.8 |           1.4 |           1.4 |        0.6 |
//! | signed overflow, two ways, 6     |  1.2 |           2.4 |           1.9 |        1.6 |
//! | i < h, j < w: i w + j < h w, 12  | 17.9 |          20.5 |          18.3 |       19.6 |
//! | mean of 18                       | 1.14 |          1.55 |          1.41 |       1.40 |
//!
//! Commutativity, where rows lose, is settled by the order of the operands instead.
//!
//! Divider: long division (restoring); the same without the restoring step; quotient and remainder as
//! new inputs under the constraint that defines them; long division with that constraint as a lemma.
//!
//! | problem                          | long | non-restoring | constraint | with lemma |
//! |----------------------------------|-----:|--------------:|-----------:|-----------:|
//! | a % b < b, 12                    |  3.5 |          30.4 |        0.0 |        0.0 |
//! | number from its digits, 16       |  5.8 |               |        3.7 |        3.8 |
//! | gcd divides, 6                   |  2.6 |               |        4.0 |        2.1 |
//! | a ≤ b: a / c ≤ b / c, 8          |  3.2 |          14.0 |        3.7 |        2.8 |
//! | i < n: (i + 1) % n, 16           |  1.4 |               |        2.5 |        1.3 |
//! | a / (1 << b) = a >> b, 16        |  2.2 |           8.1 |        0.4 |        0.6 |
//! | mean of 17                       | 0.56 |          1.93 |       0.04 |            |
//! | mean of 36                       | 0.22 |               |       0.12 |       0.09 |
//!
//! The lemma nearly doubles the clauses; where it does not help, propagations are up to 1.7 times as
//! many. (For the gcd and the mean of 36 it said also that the product of quotient and divisor does not
//! overflow. Without that part, 16 problems took 0.31 instead of 0.35, and 1.30 without the lemma. The
//! mean of 17 is from before remainders were cut to the bits of the divisor.)
//!
//! Adder: carries as MAJ gates with sums as parities of three, against carries of AND and XOR gates,
//! mean of 20 problems: 1.50 against 1.54 thousand conflicts, 0.05 against 0.07 million propagations,
//! with up to a half more variables in the second.
//!
//! Constant factors in signed digits where these are fewer: 189 584 clauses for 511 constants of 16
//! bits, against 271 973 for binary digits and 192 107 for signed ones always.

use fathom_ir::Bits;

use crate::gates::{Gates, Wire};

mod divide;
mod multiply;
mod shift;

pub use divide::divide;
pub use multiply::{multiply, signed_multiply_overflows, unsigned_multiply_overflows};
pub use shift::{shift_arithmetic_right, shift_left, shift_logical_right};

/// The word of a value.
pub fn constant(value: &Bits) -> Vec<Wire> {
    (0..value.width()).map(|at| Wire::constant(value.bit(at))).collect()
}

/// The value of a word whose bits are all constant.
pub fn as_constant(word: &[Wire]) -> Option<Bits> {
    let mut words = vec![0; word.len().div_ceil(64)];
    for (at, wire) in word.iter().enumerate() {
        words[at / 64] |= u64::from(wire.as_constant()?) << (at % 64);
    }
    Some(Bits::from_words(word.len() as u32, &words))
}

/// Every bit inverted.
pub fn not(word: &[Wire]) -> Vec<Wire> {
    word.iter().map(|&wire| !wire).collect()
}

/// Sum of three bits, and carry.
fn full_adder(gates: &mut Gates, a: Wire, b: Wire, c: Wire) -> (Wire, Wire) {
    let half = gates.xor(a, b);
    (gates.xor(half, c), gates.maj(a, b, c))
}

/// Sum of two words and a bit, and the carry out of the highest bit.
pub fn add(gates: &mut Gates, a: &[Wire], b: &[Wire], carry_in: Wire) -> (Vec<Wire>, Wire) {
    debug_assert_eq!(a.len(), b.len());
    let mut carry = carry_in;
    let mut sum = Vec::with_capacity(a.len());
    for (&a, &b) in a.iter().zip(b) {
        let (bit, next) = full_adder(gates, a, b, carry);
        sum.push(bit);
        carry = next;
    }
    (sum, carry)
}

/// Two's complement.
pub fn negate(gates: &mut Gates, a: &[Wire]) -> Vec<Wire> {
    let zero = vec![Wire::FALSE; a.len()];
    add(gates, &zero, &not(a), Wire::TRUE).0
}

/// Difference, and whether the subtrahend is larger as an unsigned number.
pub fn subtract(gates: &mut Gates, a: &[Wire], b: &[Wire]) -> (Vec<Wire>, Wire) {
    let (difference, carry) = add(gates, a, &not(b), Wire::TRUE);
    (difference, !carry)
}

/// Whether the signed sum does not fit.
pub fn signed_add_overflows(gates: &mut Gates, a: &[Wire], b: &[Wire]) -> Wire {
    let (below, carry) = carries_at_top(gates, a, b, Wire::FALSE);
    gates.xor(below, carry)
}

/// Whether the signed difference does not fit.
pub fn signed_subtract_overflows(gates: &mut Gates, a: &[Wire], b: &[Wire]) -> Wire {
    let (below, carry) = carries_at_top(gates, a, &not(b), Wire::TRUE);
    gates.xor(below, carry)
}

/// The carries of a sum into and out of the highest bit.
fn carries_at_top(gates: &mut Gates, a: &[Wire], b: &[Wire], carry_in: Wire) -> (Wire, Wire) {
    debug_assert_eq!(a.len(), b.len());
    a.iter().zip(b).fold((carry_in, carry_in), |(_, carry), (&a, &b)| (carry, gates.maj(a, b, carry)))
}

/// Less as unsigned numbers: the borrow of their difference.
pub fn less_unsigned(gates: &mut Gates, a: &[Wire], b: &[Wire]) -> Wire {
    debug_assert_eq!(a.len(), b.len());
    a.iter().zip(b).fold(Wire::FALSE, |less, (&a, &b)| gates.maj(!a, b, less))
}

/// Less as signed numbers.
pub fn less_signed(gates: &mut Gates, a: &[Wire], b: &[Wire]) -> Wire {
    debug_assert_eq!(a.len(), b.len());
    let top = a.len() - 1;
    let less = less_unsigned(gates, &a[..top], &b[..top]);
    // The sign bit counts the other way round.
    gates.maj(a[top], !b[top], less)
}

/// Whether all bits are equal.
pub fn equal(gates: &mut Gates, a: &[Wire], b: &[Wire]) -> Wire {
    debug_assert_eq!(a.len(), b.len());
    let bits: Vec<Wire> = a.iter().zip(b).map(|(&a, &b)| gates.equal(a, b)).collect();
    gates.and_all(&bits)
}

/// If `condition` then `a`, else `b`.
pub fn select(gates: &mut Gates, condition: Wire, a: &[Wire], b: &[Wire]) -> Vec<Wire> {
    debug_assert_eq!(a.len(), b.len());
    a.iter().zip(b).map(|(&a, &b)| gates.mux(condition, a, b)).collect()
}

#[cfg(test)]
mod tests;
