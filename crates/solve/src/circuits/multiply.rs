//! Multiplication, and whether a product fits.
//!
//! A product is a sum of rows, one for each bit of one factor, added one after the other (see the
//! module comment of [`super`] for the alternatives). Three cases have fewer rows: a constant factor in
//! signed digits, a square, and a factor whose highest bits are all the same wire, as those of a sign
//! extension are.

use fathom_ir::Bits;

use super::{add, as_constant};
use crate::gates::{Gates, Wire};

/// Product.
pub fn multiply(gates: &mut Gates, a: &[Wire], b: &[Wire]) -> Vec<Wire> {
    debug_assert_eq!(a.len(), b.len());
    if a == b && as_constant(a).is_none() {
        return square(gates, a);
    }
    // The factor with fewer rows, and else in some order: that of the operands must not matter for
    // hash-consing.
    let (rows_a, rows_b) = (rows(a), rows(b));
    let a_first = (rows_a.len(), a) <= (rows_b.len(), b);
    let (rows, word) = if a_first { (rows_a, b) } else { (rows_b, a) };
    let mut product = vec![Wire::FALSE; word.len()];
    for Row { place, factor, negative } in rows {
        if gates.halted().is_some() {
            break;
        }
        let row: Vec<Wire> = word[..word.len() - place]
            .iter()
            .map(|&bit| gates.and(bit, factor).negate_if(negative))
            .collect();
        // The complement and a carry negate.
        let (sum, _) = add(gates, &product[place..], &row, Wire::constant(negative));
        product.splice(place.., sum);
    }
    product
}

/// A part of a factor: a bit, with its weight.
struct Row {
    place: usize,
    factor: Wire,
    negative: bool,
}

/// Parts that a factor is the sum of, modulo 2 to its width.
fn rows(word: &[Wire]) -> Vec<Row> {
    let binary = |bits: &[Wire]| -> Vec<Row> {
        let row = |(place, &factor)| Row { place, factor, negative: false };
        bits.iter().enumerate().map(row).filter(|row| row.factor != Wire::FALSE).collect()
    };
    let mut rows = binary(word);
    if let Some(value) = as_constant(word) {
        let digits = signed_digits(&value);
        return if digits.len() < rows.len() { digits } else { rows };
    }
    // Equal bits from a place up to the top are worth -2^place.
    if let Some(&top) = word.last() {
        let place = word.iter().rposition(|&bit| bit != top).map_or(0, |at| at + 1);
        if top != Wire::FALSE && word.len() - place > 1 {
            rows = binary(&word[..place]);
            rows.push(Row { place, factor: top, negative: true });
        }
    }
    rows
}

/// A constant by the digits -1 and 1 of its canonical signed form, in which of any two neighbours one
/// is 0.
fn signed_digits(value: &Bits) -> Vec<Row> {
    let mut digits = Vec::new();
    let mut carry = false;
    for place in 0..value.width() {
        if value.bit(place) != carry {
            carry = value.bit(place + 1);
            digits.push(Row { place: place as usize, factor: Wire::TRUE, negative: carry });
        }
    }
    digits
}

/// Product of a word with itself. The products of bits i and j, and of j and i, are equal: one of them
/// is taken, a place higher.
fn square(gates: &mut Gates, a: &[Wire]) -> Vec<Wire> {
    let width = a.len();
    let mut product = vec![Wire::FALSE; width];
    for i in 0..width.div_ceil(2) {
        if gates.halted().is_some() {
            break;
        }
        let mut row = vec![Wire::FALSE; width - 2 * i];
        row[0] = a[i];
        for j in i + 1..width - i - 1 {
            row[j + 1 - i] = gates.and(a[i], a[j]);
        }
        let (sum, _) = add(gates, &product[2 * i..], &row, Wire::FALSE);
        product.splice(2 * i.., sum);
    }
    product
}

/// Whether the product of unsigned numbers does not fit.
///
/// If bit i of one and bit j of the other are set with i + j no less than the width n, the product is
/// at least 2^n. If there are no such bits, it is less than 2^(n+1), and one more bit of it tells
/// (Gök, Schulte & Arnold, *Integer Multipliers with Overflow Detection*, 2006).
pub fn unsigned_multiply_overflows(gates: &mut Gates, a: &[Wire], b: &[Wire]) -> Wire {
    debug_assert_eq!(a.len(), b.len());
    let width = a.len();
    let product = multiply(gates, &extend(a, Wire::FALSE), &extend(b, Wire::FALSE));
    let far = reach_together(gates, a, b, width);
    gates.or(far, product[width])
}

/// Whether the product of signed numbers does not fit.
///
/// As for unsigned numbers, where a bit counts as set if it differs from the sign: a number with such
/// a bit i is at least 2^i, or less than -2^i. Products of numbers with such bits i and j, i + j no
/// less than n - 1, do not fit, and if there are no such bits, the product is in -2^n ..= 2^n, where
/// the bits n and n - 1 tell.
pub fn signed_multiply_overflows(gates: &mut Gates, a: &[Wire], b: &[Wire]) -> Wire {
    debug_assert_eq!(a.len(), b.len());
    let top = a.len() - 1;
    let product = multiply(gates, &extend(a, a[top]), &extend(b, b[top]));
    let unlike_sign = |gates: &mut Gates, word: &[Wire]| -> Vec<Wire> {
        word[..top].iter().map(|&bit| gates.xor(bit, word[top])).collect()
    };
    let (a, b) = (unlike_sign(gates, a), unlike_sign(gates, b));
    let far = reach_together(gates, &a, &b, top);
    let near = gates.xor(product[top + 1], product[top]);
    gates.or(far, near)
}

/// The word with one more bit.
fn extend(word: &[Wire], top: Wire) -> Vec<Wire> {
    let mut extended = word.to_vec();
    extended.push(top);
    extended
}

/// Whether there are bits i of `a` and j of `b` that are set, with i + j no less than `places`.
fn reach_together(gates: &mut Gates, a: &[Wire], b: &[Wire], places: usize) -> Wire {
    // Whether `a` has a bit set that is high enough for the bit of `b`.
    let mut reaches = Wire::FALSE;
    let mut pairs = Vec::new();
    for (j, &bit) in b.iter().enumerate() {
        if let Some(&next) = places.checked_sub(j).and_then(|i| a.get(i)) {
            reaches = gates.or(reaches, next);
        }
        pairs.push(gates.and(bit, reaches));
    }
    gates.or_all(&pairs)
}
