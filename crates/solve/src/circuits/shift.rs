//! Shifts by an amount that need not be constant.
//!
//! A barrel shifter: a stage for every bit of the amount that can be set in an amount less than the
//! width. What is shifted in by amounts from the width up to the next power of two comes out of these
//! stages by itself; the higher bits of the amount are one test at the end.

use crate::gates::{Gates, Wire};

/// Shifted left, zeros come in; 0 from the width on.
pub fn shift_left(gates: &mut Gates, a: &[Wire], amount: &[Wire]) -> Vec<Wire> {
    let reversed: Vec<Wire> = a.iter().rev().copied().collect();
    let mut shifted = shift_right(gates, &reversed, amount, Wire::FALSE);
    shifted.reverse();
    shifted
}

/// Shifted right, zeros come in; 0 from the width on.
pub fn shift_logical_right(gates: &mut Gates, a: &[Wire], amount: &[Wire]) -> Vec<Wire> {
    shift_right(gates, a, amount, Wire::FALSE)
}

/// Shifted right, copies of the sign come in.
pub fn shift_arithmetic_right(gates: &mut Gates, a: &[Wire], amount: &[Wire]) -> Vec<Wire> {
    let Some(&sign) = a.last() else { return Vec::new() };
    shift_right(gates, a, amount, sign)
}

/// Shifted right, copies of `fill` come in.
fn shift_right(gates: &mut Gates, a: &[Wire], amount: &[Wire], fill: Wire) -> Vec<Wire> {
    let width = a.len();
    // Bits of the largest amount less than the width.
    let stages = (usize::BITS - width.saturating_sub(1).leading_zeros()) as usize;
    let (low, high) = amount.split_at(stages.min(amount.len()));
    let mut word = a.to_vec();
    for (stage, &bit) in low.iter().enumerate() {
        let distance = 1 << stage;
        word = (0..width)
            .map(|at| gates.mux(bit, word.get(at + distance).copied().unwrap_or(fill), word[at]))
            .collect();
    }
    let beyond = gates.or_all(high);
    word.iter().map(|&bit| gates.mux(beyond, fill, bit)).collect()
}
