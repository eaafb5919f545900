//! What is known about the value of a bit-vector term, whatever its variables are: some of its bits, and
//! an interval of unsigned numbers. Computed once, from the operands' facts, when the term is built.
//!
//! Only widths up to 64 are followed: wider terms are mostly concatenations, which the structural rules
//! take apart.

use fathom_ir::bits::mask;

use crate::op::Op;
use crate::sort::Sort;
use crate::terms::{Term, Terms};

/// Known bits and an interval. Bits above the width are known to be zero.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Facts {
    /// Bits that are 0.
    pub zeros: u64,
    /// Bits that are 1.
    pub ones: u64,
    /// The least possible unsigned value.
    pub min: u64,
    /// The greatest possible unsigned value.
    pub max: u64,
}

impl Facts {
    /// Nothing is known, not even a width of at most 64.
    pub const NONE: Self = Self { zeros: 0, ones: 0, min: 0, max: u64::MAX };

    /// Any value of a width up to 64.
    fn any(width: u32) -> Self {
        Self { zeros: !mask(width), ones: 0, min: 0, max: mask(width) }
    }

    /// Exactly this value.
    fn exactly(value: u64) -> Self {
        Self { zeros: !value, ones: value, min: value, max: value }
    }

    /// Any value in an interval.
    fn between(min: u64, max: u64) -> Self {
        Self { zeros: 0, ones: 0, min, max }
    }

    /// These bits, any value that has them.
    fn bits(zeros: u64, ones: u64) -> Self {
        Self { zeros, ones, min: ones, max: !zeros }
    }

    /// Both hold.
    fn and(self, other: Self) -> Self {
        Self {
            zeros: self.zeros | other.zeros,
            ones: self.ones | other.ones,
            min: self.min.max(other.min),
            max: self.max.min(other.max),
        }
    }

    /// One of them holds.
    fn or(self, other: Self) -> Self {
        Self {
            zeros: self.zeros & other.zeros,
            ones: self.ones & other.ones,
            min: self.min.min(other.min),
            max: self.max.max(other.max),
        }
    }

    /// What the bits say about the interval and the other way round.
    fn settle(self, width: u32) -> Self {
        let any = Self::any(width);
        let mut facts = self.and(any);
        facts.min = facts.min.max(facts.ones);
        facts.max = facts.max.min(!facts.zeros);
        // The bits above the highest one in which the ends differ are those of all between them.
        let differ = facts.min ^ facts.max;
        let common = if differ == 0 { u64::MAX } else { !(u64::MAX >> differ.leading_zeros()) };
        facts.zeros |= common & !facts.min;
        facts.ones |= common & facts.min;
        facts
    }

    /// The only possible value.
    pub fn single(self) -> Option<u64> {
        (self.min == self.max).then_some(self.min)
    }

    /// No value satisfies both.
    pub fn excludes(self, other: Self) -> bool {
        self.max < other.min
            || other.max < self.min
            || self.ones & other.zeros != 0
            || self.zeros & other.ones != 0
    }

    /// The interval as signed numbers of a width.
    pub fn signed_range(self, width: u32) -> (i64, i64) {
        let signed = |value: u64| fathom_ir::bits::small::signed(width, value);
        let half = 1 << (width - 1);
        if self.max < half || self.min >= half {
            (signed(self.min), signed(self.max))
        } else {
            (signed(half), signed(half - 1))
        }
    }

    /// Bits below the lowest that may be 1.
    pub fn trailing_zeros(self) -> u32 {
        self.zeros.trailing_ones()
    }
}

/// The facts about an operator applied to operands.
pub(crate) fn compute(terms: &Terms, op: Op, sort: Sort, operands: &[Term]) -> Facts {
    match sort {
        Sort::Bits(width) if width <= 64 => of_bits(terms, op, width, operands).settle(width),
        _ => Facts::NONE,
    }
}

fn of_bits(terms: &Terms, op: Op, width: u32, operands: &[Term]) -> Facts {
    let all = mask(width);
    let fact = |at: usize| terms.facts(operands[at]);
    match op {
        Op::Bits(value) => Facts::exactly(value),
        Op::Ite => fact(1).or(fact(2)),
        Op::BvNot => {
            let a = fact(0);
            Facts { zeros: a.ones, ones: a.zeros & all, min: all - a.max, max: all - a.min }
        }
        Op::BvAnd => {
            let (a, b) = (fact(0), fact(1));
            Facts::bits(a.zeros | b.zeros, a.ones & b.ones).and(Facts::between(0, a.max.min(b.max)))
        }
        Op::BvXor => {
            let (a, b) = (fact(0), fact(1));
            Facts::bits(a.zeros & b.zeros | a.ones & b.ones, a.zeros & b.ones | a.ones & b.zeros)
        }
        Op::BvNeg => {
            let a = fact(0);
            let range = if a.min > 0 {
                Facts::between(a.max.wrapping_neg() & all, a.min.wrapping_neg() & all)
            } else {
                Facts::any(width)
            };
            range.and(low_zeros(a.trailing_zeros()))
        }
        Op::BvAdd => sum(width, fact(0), fact(1)),
        Op::BvMul => {
            let (a, b) = (fact(0), fact(1));
            let range = match a.max.checked_mul(b.max) {
                Some(max) if max <= all => Facts::between(a.min * b.min, max),
                _ => Facts::any(width),
            };
            range.and(low_zeros((a.trailing_zeros() + b.trailing_zeros()).min(64)))
        }
        Op::BvUdiv => {
            let (a, b) = (fact(0), fact(1));
            match b.min {
                0 => Facts::between(a.min.checked_div(b.max).unwrap_or(all), all),
                least => Facts::between(a.min / b.max, a.max / least),
            }
        }
        Op::BvUrem => {
            let (a, b) = (fact(0), fact(1));
            match b.min {
                0 => Facts::between(0, a.max),
                least if a.max < least => a,
                _ => Facts::between(0, a.max.min(b.max - 1)),
            }
        }
        Op::BvShl => shifted_left(width, fact(0), fact(1)),
        Op::BvLshr => shifted_right(width, fact(0), fact(1)),
        Op::BvAshr => {
            let (a, amount) = (fact(0), fact(1));
            let sign = 1 << (width - 1);
            if a.zeros & sign != 0 {
                shifted_right(width, a, amount)
            } else if a.ones & sign != 0 {
                // ~(~a >> n), where ~a is not negative.
                let flipped =
                    Facts { zeros: a.ones, ones: a.zeros & all, min: all - a.max, max: all - a.min };
                let a = shifted_right(width, flipped.settle(width), amount).settle(width);
                Facts { zeros: a.ones, ones: a.zeros & all, min: all - a.max, max: all - a.min }
            } else {
                Facts::any(width)
            }
        }
        Op::Concat => {
            let (high, low) = (fact(0), fact(1));
            let by = terms.width(operands[1]);
            let low_mask = mask(by);
            Facts {
                zeros: high.zeros << by | low.zeros & low_mask,
                ones: high.ones << by | low.ones,
                min: high.min << by | low.min,
                max: high.max << by | low.max,
            }
        }
        Op::Extract { low } if terms.width(operands[0]) <= 64 => {
            let a = fact(0);
            let range = if a.max >> low <= all {
                Facts::between(a.min >> low, a.max >> low)
            } else {
                Facts::any(width)
            };
            Facts::bits(a.zeros >> low | !all, a.ones >> low & all).and(range)
        }
        Op::SignExtend => {
            let a = fact(0);
            let from = terms.width(operands[0]);
            let (sign, new) = (1 << (from - 1), all & !mask(from));
            if a.zeros & sign != 0 {
                a
            } else if a.ones & sign != 0 {
                Facts { zeros: a.zeros & !new, ones: a.ones | new, min: a.min | new, max: a.max | new }
            } else {
                Facts::bits(a.zeros & mask(from), a.ones)
            }
        }
        _ => Facts::any(width),
    }
}

fn low_zeros(count: u32) -> Facts {
    Facts { zeros: mask(count), ..Facts::NONE }
}

fn sum(width: u32, a: Facts, b: Facts) -> Facts {
    let all = u128::from(mask(width));
    let (min, max) = (u128::from(a.min) + u128::from(b.min), u128::from(a.max) + u128::from(b.max));
    let range = if max <= all {
        Facts::between(min as u64, max as u64)
    } else if min > all {
        Facts::between((min - all - 1) as u64, (max - all - 1) as u64)
    } else {
        Facts::any(width)
    };
    // A bit of the sum is known where both operands and the carry into it are; the carries are those of
    // the least and of the greatest operands that the known bits allow.
    let least = a.ones.wrapping_add(b.ones);
    let greatest = (!a.zeros).wrapping_add(!b.zeros);
    let carry_one = least ^ a.ones ^ b.ones;
    let carry_zero = !(greatest ^ !a.zeros ^ !b.zeros);
    let known = (a.zeros | a.ones) & (b.zeros | b.ones) & (carry_one | carry_zero) & mask(width);
    let bits = Facts { zeros: known & !least, ones: known & least, ..Facts::NONE };
    range.and(bits)
}

fn shifted_left(width: u32, a: Facts, amount: Facts) -> Facts {
    match amount.single() {
        Some(by) if by >= width.into() => Facts::exactly(0),
        Some(by) => {
            let range = if a.max <= mask(width) >> by {
                Facts::between(a.min << by, a.max << by)
            } else {
                Facts::any(width)
            };
            let ones = a.ones << by & mask(width);
            range.and(Facts { zeros: a.zeros << by | mask(by as u32), ones, ..Facts::NONE })
        }
        None => low_zeros((u64::from(a.trailing_zeros()) + amount.min).min(64) as u32),
    }
}

fn shifted_right(width: u32, a: Facts, amount: Facts) -> Facts {
    let shift = |value: u64, by: u64| if by >= width.into() { 0 } else { value >> by };
    let range = Facts::between(shift(a.min, amount.max), shift(a.max, amount.min));
    match amount.single() {
        Some(by) if by < width.into() => range.and(Facts::bits(!(!a.zeros >> by), a.ones >> by)),
        _ => range,
    }
}
