//! The operators.

use fathom_ir::types::FloatKind;
use fathom_ir::{Bits, FBinOp, FCmpOp, FUnOp};

use super::{Circuits, EXPONENT, Exact, Number};
use crate::op::Rounding;
use crate::sort::float_widths;
use crate::terms::{Term, Terms};

/// Cases of a result, in the order in which they are looked at.
type Cases<'a> = &'a [(Term, Term)];

impl Circuits<'_> {
    /// An operator on two floats. The remainder has no circuit: it would need a stage for each exponent.
    pub fn binary(&mut self, op: FBinOp, kind: FloatKind, a: Term, b: Term) -> Option<Term> {
        Some(match op {
            FBinOp::Add => self.add(kind, a, b),
            FBinOp::Sub => {
                let (flipped, number) = (self.negated(kind, b), self.unpack(kind, b));
                // The sign of a NaN stays.
                let b = self.terms.ite(number.nan, b, flipped);
                self.add(kind, a, b)
            }
            FBinOp::Mul => self.multiply(kind, a, b),
            FBinOp::Div => self.divide(kind, a, b),
            FBinOp::MinNum | FBinOp::MaxNum | FBinOp::Minimum | FBinOp::Maximum => {
                self.extreme(op, kind, a, b)
            }
            FBinOp::CopySign => {
                let top = kind.bits() - 1;
                let sign = self.terms.extract(b, top, top);
                let rest = self.terms.extract(a, top - 1, 0);
                self.terms.concat(sign, rest)
            }
            FBinOp::Rem => return None,
        })
    }

    /// An operator on one float. Those to integral numbers have their mode in their names.
    pub fn unary(terms: &mut Terms, op: FUnOp, kind: FloatKind, a: Term) -> Term {
        let mode = match op {
            FUnOp::Floor => Rounding::Down,
            FUnOp::Ceil => Rounding::Up,
            FUnOp::Trunc => Rounding::Zero,
            FUnOp::RoundAway => Rounding::NearestAway,
            FUnOp::RoundEven | FUnOp::Neg | FUnOp::Abs | FUnOp::Sqrt => Rounding::NearestEven,
        };
        let mut circuits = Circuits::new(terms, mode);
        match op {
            FUnOp::Neg => circuits.negated(kind, a),
            FUnOp::Abs => {
                let top = kind.bits() - 1;
                let (sign, rest) = (circuits.terms.number(1, 0), circuits.terms.extract(a, top - 1, 0));
                circuits.terms.concat(sign, rest)
            }
            FUnOp::Sqrt => circuits.square_root(kind, a),
            FUnOp::Floor | FUnOp::Ceil | FUnOp::Trunc | FUnOp::RoundAway | FUnOp::RoundEven => {
                circuits.integral(kind, a)
            }
        }
    }

    fn negated(&mut self, kind: FloatKind, a: Term) -> Term {
        let top = kind.bits() - 1;
        let sign = self.terms.extract(a, top, top);
        let (sign, rest) = (self.terms.bv_not(sign), self.terms.extract(a, top - 1, 0));
        self.terms.concat(sign, rest)
    }

    /// A number that is not zero as an operator gives it: the x87 takes some in two forms, and gives one.
    fn itself(&mut self, kind: FloatKind, bits: Term, number: &Number) -> Term {
        if kind == FloatKind::X87 { self.rounded(kind, &number.exact()) } else { bits }
    }

    fn first_case(&mut self, cases: Cases, otherwise: Term) -> Term {
        cases.iter().rev().fold(otherwise, |rest, &(condition, value)| self.terms.ite(condition, value, rest))
    }

    /// The sign of an exact zero that is a sum of terms of these signs.
    fn sign_of_zero(&mut self, a: Term, b: Term) -> Term {
        let same = self.terms.eq(a, b);
        let down = self.terms.bool(self.mode == Rounding::Down);
        self.terms.ite(same, a, down)
    }

    fn add(&mut self, kind: FloatKind, a: Term, b: Term) -> Term {
        let (x, y) = (self.unpack(kind, a), self.unpack(kind, b));
        let (sum, cancelled) = self.sum(&x.exact(), &y.exact());
        let finite = self.rounded(kind, &sum);
        let differ = self.terms.xor(x.negative, y.negative);
        let undefined = self.terms.and_all(&[x.infinite, y.infinite, differ]);
        let nan = self.terms.or_all(&[x.nan, y.nan, undefined]);
        let nan_bits = self.nan_of(kind, &[(a, x), (b, y)]);
        let negative = self.sign_of_zero(x.negative, y.negative);
        let zero = self.zero(kind, negative);
        let (infinite_a, infinite_b) = (self.infinity(kind, x.negative), self.infinity(kind, y.negative));
        let both_zero = self.terms.and(x.zero, y.zero);
        let (only_a, only_b) = (self.itself(kind, a, &x), self.itself(kind, b, &y));
        self.first_case(
            &[
                (nan, nan_bits),
                (x.infinite, infinite_a),
                (y.infinite, infinite_b),
                (both_zero, zero),
                (x.zero, only_b),
                (y.zero, only_a),
                (cancelled, zero),
            ],
            finite,
        )
    }

    /// The sum of two numbers that are not zero, and whether it is.
    fn sum(&mut self, x: &Exact, y: &Exact) -> (Exact, Term) {
        let width = self.terms.width(x.significand);
        let lower = self.terms.bv_slt(x.exponent, y.exponent);
        let level = self.terms.eq(x.exponent, y.exponent);
        let less = self.terms.bv_ult(x.significand, y.significand);
        let level_and_less = self.terms.and(level, less);
        let swap = self.terms.or(lower, level_and_less);
        let large = self.choose(swap, y, x);
        let small = self.choose(swap, x, y);
        let distance = self.terms.bv_sub(large.exponent, small.exponent);
        // Two bits behind the last are enough to round right, and one more for everything beyond.
        let (first, second) = (self.padded(large.significand, 3), self.padded(small.significand, 3));
        let second = self.shifted_right(second, distance);
        let (first, second) =
            (self.terms.zero_extend(first, width + 4), self.terms.zero_extend(second, width + 4));
        let differ = self.terms.xor(x.negative, y.negative);
        let (added, taken) = (self.terms.bv_add(first, second), self.terms.bv_sub(first, second));
        let total = self.terms.ite(differ, taken, added);
        let (significand, shift) = self.normalised(total);
        let one = self.exponent(1);
        let exponent = self.terms.bv_add(large.exponent, one);
        let exponent = self.terms.bv_sub(exponent, shift);
        (Exact { negative: large.negative, exponent, significand }, self.is_zero(total))
    }

    fn choose(&mut self, condition: Term, yes: &Exact, no: &Exact) -> Exact {
        Exact {
            negative: self.terms.ite(condition, yes.negative, no.negative),
            exponent: self.terms.ite(condition, yes.exponent, no.exponent),
            significand: self.terms.ite(condition, yes.significand, no.significand),
        }
    }

    /// The product of two numbers that are not zero, exactly.
    fn product(&mut self, x: &Number, y: &Number) -> Exact {
        let width = 2 * self.terms.width(x.significand);
        let first = self.terms.zero_extend(x.significand, width);
        let second = self.terms.zero_extend(y.significand, width);
        let product = self.terms.bv_mul(first, second);
        let exponent = self.terms.bv_add(x.exponent, y.exponent);
        let one = self.exponent(1);
        let exponent = self.terms.bv_add(exponent, one);
        let negative = self.terms.xor(x.negative, y.negative);
        self.by_one(&Exact { negative, exponent, significand: product })
    }

    /// A number whose first or second bit is set, with the first one set.
    fn by_one(&mut self, number: &Exact) -> Exact {
        let width = self.terms.width(number.significand);
        let is_set = self.terms.bit(number.significand, width - 1);
        let rest = self.terms.extract(number.significand, width - 2, 0);
        let moved = self.padded(rest, 1);
        let one = self.exponent(1);
        let lower = self.terms.bv_sub(number.exponent, one);
        Exact {
            negative: number.negative,
            exponent: self.terms.ite(is_set, number.exponent, lower),
            significand: self.terms.ite(is_set, number.significand, moved),
        }
    }

    fn multiply(&mut self, kind: FloatKind, a: Term, b: Term) -> Term {
        let (x, y) = (self.unpack(kind, a), self.unpack(kind, b));
        let product = self.product(&x, &y);
        let finite = self.rounded(kind, &product);
        let infinite = self.terms.or(x.infinite, y.infinite);
        let is_zero = self.terms.or(x.zero, y.zero);
        let undefined = self.terms.and(infinite, is_zero);
        let nan = self.terms.or_all(&[x.nan, y.nan, undefined]);
        let nan_bits = self.nan_of(kind, &[(a, x), (b, y)]);
        let (zero, infinity) = (self.zero(kind, product.negative), self.infinity(kind, product.negative));
        self.first_case(&[(nan, nan_bits), (infinite, infinity), (is_zero, zero)], finite)
    }

    fn divide(&mut self, kind: FloatKind, a: Term, b: Term) -> Term {
        let (x, y) = (self.unpack(kind, a), self.unpack(kind, b));
        let precision = float_widths(kind).1;
        // The quotient of the significands is in (1/2, 2), and gets two bits more than it keeps.
        let width = 2 * precision + 2;
        let dividend = self.padded(x.significand, precision + 2);
        let divisor = self.terms.zero_extend(y.significand, width);
        let quotient = self.terms.bv_udiv(dividend, divisor);
        let rest = self.terms.bv_urem(dividend, divisor);
        let rest = self.not_zero(rest);
        let rest = self.terms.bool_to_bit(rest);
        let quotient = self.terms.extract(quotient, precision + 2, 0);
        let negative = self.terms.xor(x.negative, y.negative);
        let exact = Exact {
            negative,
            exponent: self.terms.bv_sub(x.exponent, y.exponent),
            significand: self.terms.concat(quotient, rest),
        };
        let exact = self.by_one(&exact);
        let finite = self.rounded(kind, &exact);
        let infinities = self.terms.and(x.infinite, y.infinite);
        let zeros = self.terms.and(x.zero, y.zero);
        let nan = self.terms.or_all(&[x.nan, y.nan, infinities, zeros]);
        let nan_bits = self.nan_of(kind, &[(a, x), (b, y)]);
        let infinite = self.terms.or(x.infinite, y.zero);
        let is_zero = self.terms.or(x.zero, y.infinite);
        let (zero, infinity) = (self.zero(kind, negative), self.infinity(kind, negative));
        self.first_case(&[(nan, nan_bits), (infinite, infinity), (is_zero, zero)], finite)
    }

    /// `a * b + c`, rounded once.
    pub fn fma(&mut self, kind: FloatKind, a: Term, b: Term, c: Term) -> Term {
        let (x, y, z) = (self.unpack(kind, a), self.unpack(kind, b), self.unpack(kind, c));
        let product = self.product(&x, &y);
        let more = self.terms.width(product.significand) - self.terms.width(z.significand);
        let addend = Exact { significand: self.padded(z.significand, more), ..z.exact() };
        let (sum, cancelled) = self.sum(&product, &addend);
        let finite = self.rounded(kind, &sum);

        let infinite = self.terms.or(x.infinite, y.infinite);
        let is_zero = self.terms.or(x.zero, y.zero);
        let undefined = self.terms.and(infinite, is_zero);
        let differ = self.terms.xor(product.negative, z.negative);
        let opposite = self.terms.and_all(&[infinite, z.infinite, differ]);
        let nan = self.terms.or_all(&[x.nan, y.nan, z.nan, undefined, opposite]);
        let nan_bits = self.nan_of(kind, &[(a, x), (b, y), (c, z)]);
        let infinity = self.infinity(kind, product.negative);
        let infinite_c = self.infinity(kind, z.negative);
        let both_zero = self.terms.and(is_zero, z.zero);
        let negative = self.sign_of_zero(product.negative, z.negative);
        let zero = self.zero(kind, negative);
        let (only_c, only_product) = (self.itself(kind, c, &z), self.rounded(kind, &product));
        self.first_case(
            &[
                (nan, nan_bits),
                (infinite, infinity),
                (z.infinite, infinite_c),
                (both_zero, zero),
                (is_zero, only_c),
                (z.zero, only_product),
                (cancelled, zero),
            ],
            finite,
        )
    }

    fn square_root(&mut self, kind: FloatKind, a: Term) -> Term {
        let x = self.unpack(kind, a);
        let precision = float_widths(kind).1;
        // Half the exponent, and twice the significand where that leaves one.
        let odd = self.terms.bit(x.exponent, 0);
        let half = self.terms.extract(x.exponent, EXPONENT - 1, 1);
        let exponent = self.terms.sign_extend(half, EXPONENT);
        let (once, twice) =
            (self.terms.zero_extend(x.significand, precision + 1), self.padded(x.significand, 1));
        let radicand = self.terms.ite(odd, twice, once);
        // A root of `precision + 2` bits, digit by digit, as on paper.
        let digits = precision + 2;
        let radicand = self.padded(radicand, 2 * digits - (precision + 1));
        let width = digits + 2;
        let mut root = self.terms.bits(&Bits::zero(width));
        let mut rest = self.terms.bits(&Bits::zero(width));
        for digit in (0..digits).rev() {
            let next = self.terms.extract(radicand, 2 * digit + 1, 2 * digit);
            let low = self.terms.extract(rest, width - 3, 0);
            rest = self.terms.concat(low, next);
            let low = self.terms.extract(root, width - 3, 0);
            let one = self.terms.number(2, 1);
            let trial = self.terms.concat(low, one);
            let fits = self.terms.bv_ule(trial, rest);
            let taken = self.terms.bv_sub(rest, trial);
            rest = self.terms.ite(fits, taken, rest);
            let low = self.terms.extract(root, width - 2, 0);
            let digit = self.terms.bool_to_bit(fits);
            root = self.terms.concat(low, digit);
        }
        let root = self.terms.extract(root, digits - 1, 0);
        let rest = self.not_zero(rest);
        let rest = self.terms.bool_to_bit(rest);
        let significand = self.terms.concat(root, rest);
        let negative = self.terms.bool(false);
        let finite = self.rounded(kind, &Exact { negative, exponent, significand });

        let not_zero = self.terms.not(x.zero);
        let undefined = self.terms.and(x.negative, not_zero);
        let nan = self.terms.or(x.nan, undefined);
        let nan_bits = self.nan_of(kind, &[(a, x)]);
        let itself = self.terms.or(x.zero, x.infinite);
        self.first_case(&[(nan, nan_bits), (itself, a)], finite)
    }

    /// Rounded to an integral number.
    fn integral(&mut self, kind: FloatKind, a: Term) -> Term {
        let x = self.unpack(kind, a);
        let precision = float_widths(kind).1;
        let last = self.exponent(i64::from(precision) - 1);
        let whole = self.terms.bv_sle(last, x.exponent);
        let behind = self.terms.bv_sub(last, x.exponent);
        let significand = self.padded(x.significand, 2);
        let significand = self.shifted_right(significand, behind);
        let (kept, up) = self.kept(x.negative, significand);
        let (kept, up) = (self.terms.zero_extend(kept, precision + 1), self.terms.bool_to_bit(up));
        let up = self.terms.zero_extend(up, precision + 1);
        let number = self.terms.bv_add(kept, up);
        let vanished = self.is_zero(number);
        let (significand, shift) = self.normalised(number);
        let first = self.exponent(precision.into());
        let exponent = self.terms.bv_sub(first, shift);
        let finite = self.rounded(kind, &Exact { negative: x.negative, exponent, significand });
        let nan_bits = self.nan_of(kind, &[(a, x)]);
        let itself = self.terms.or_all(&[x.zero, x.infinite, whole]);
        let zero = self.zero(kind, x.negative);
        self.first_case(&[(x.nan, nan_bits), (itself, a), (vanished, zero)], finite)
    }

    /// To another format.
    pub fn convert(&mut self, from: FloatKind, to: FloatKind, a: Term) -> Term {
        let x = self.unpack(from, a);
        let finite = self.rounded(to, &x.exact());
        let payload = self.payload(from, a);
        let (given, wanted) = (float_widths(from).1 - 1, float_widths(to).1 - 1);
        let fraction = match given.checked_sub(wanted) {
            None => self.padded(payload, wanted - given),
            Some(dropped) => self.terms.extract(payload, given - 1, dropped),
        };
        let quiet = self.terms.bits(&Bits::one(wanted).shl_by(wanted - 1));
        let fraction = self.terms.bv_or(fraction, quiet);
        let field = self.terms.bits(&Bits::ones(float_widths(to).0));
        let magnitude = self.terms.concat(field, fraction);
        let quiet = self.assemble(to, x.negative, magnitude);
        let (refused, default) = (self.is_zero(payload), self.default_nan(to));
        let nan_bits = self.terms.ite(refused, default, quiet);
        let (zero, infinity) = (self.zero(to, x.negative), self.infinity(to, x.negative));
        self.first_case(&[(x.nan, nan_bits), (x.infinite, infinity), (x.zero, zero)], finite)
    }

    /// From an integer of any width.
    pub fn from_integer(&mut self, kind: FloatKind, a: Term, signed: bool) -> Term {
        let width = self.terms.width(a);
        let negative = if signed { self.terms.is_negative(a) } else { self.terms.bool(false) };
        let magnitude = if signed { self.terms.magnitude(a) } else { a };
        let (significand, shift) = self.normalised(magnitude);
        let first = self.exponent(i64::from(width) - 1);
        let exponent = self.terms.bv_sub(first, shift);
        let finite = self.rounded(kind, &Exact { negative, exponent, significand });
        let is_zero = self.is_zero(a);
        let positive = self.terms.bool(false);
        let zero = self.zero(kind, positive);
        self.terms.ite(is_zero, zero, finite)
    }

    /// To an integer; the nearest one there is if it does not fit, and 0 for a NaN.
    pub fn to_integer(&mut self, kind: FloatKind, a: Term, signed: bool, width: u32) -> Term {
        let x = self.unpack(kind, a);
        let precision = float_widths(kind).1;
        // The number with `precision + 1` bits behind the point; what is less than 1/4 is as good as 1/4.
        let (two, none) = (self.exponent(2), self.exponent(0));
        let most = self.exponent(i64::from(width) + 2);
        let shift = self.terms.bv_add(x.exponent, two);
        let (under, over) = (self.terms.bv_slt(shift, none), self.terms.bv_slt(most, shift));
        let shift = self.first_case(&[(under, none), (over, most)], shift);
        let length = precision + width + 2;
        let shift = match length.checked_sub(EXPONENT) {
            Some(_) => self.terms.zero_extend(shift, length),
            None => self.terms.extract(shift, length - 1, 0),
        };
        let fixed = self.terms.zero_extend(x.significand, length);
        let fixed = self.terms.bv_shl(fixed, shift);
        let fixed = self.shortened(fixed, width + 3);
        let (kept, up) = self.kept(x.negative, fixed);
        let (kept, up) = (self.terms.zero_extend(kept, width + 2), self.terms.bool_to_bit(up));
        let up = self.terms.zero_extend(up, width + 2);
        let number = self.terms.bv_add(kept, up);

        let (lowest, highest) = if signed {
            (Bits::signed_min(width), Bits::signed_max(width))
        } else {
            (Bits::zero(width), Bits::ones(width))
        };
        // Of a magnitude, whatever the sign.
        let limit = |bound: &Bits| bound.zext(width + 2);
        let (low, high) = (self.terms.bits(&limit(&lowest)), self.terms.bits(&limit(&highest)));
        let limit = self.terms.ite(x.negative, low, high);
        let beyond = self.terms.bv_ult(limit, number);
        let too_large = self.terms.or_all(&[over, x.infinite, beyond]);
        let (lowest, highest) = (self.terms.bits(&lowest), self.terms.bits(&highest));
        let nearest = self.terms.ite(x.negative, lowest, highest);
        let number = self.terms.extract(number, width - 1, 0);
        let opposite = self.terms.bv_neg(number);
        let number = self.terms.ite(x.negative, opposite, number);
        let zero = self.terms.bits(&Bits::zero(width));
        let nothing = self.terms.or(x.nan, x.zero);
        self.first_case(&[(nothing, zero), (too_large, nearest)], number)
    }

    /// Minimum and maximum.
    fn extreme(&mut self, op: FBinOp, kind: FloatKind, a: Term, b: Term) -> Term {
        let (x, y) = (self.unpack(kind, a), self.unpack(kind, b));
        let first = self.not_after(kind, (a, x), (b, y));
        let smaller = matches!(op, FBinOp::MinNum | FBinOp::Minimum);
        let (yes, no) = if smaller { (a, b) } else { (b, a) };
        let picked = self.terms.ite(first, yes, no);
        let nan_bits = self.nan_of(kind, &[(a, x), (b, y)]);
        let cases = if matches!(op, FBinOp::MinNum | FBinOp::MaxNum) {
            let both = self.terms.and(x.nan, y.nan);
            [(both, nan_bits), (x.nan, b), (y.nan, a)]
        } else {
            let either = self.terms.or(x.nan, y.nan);
            [(either, nan_bits); 3]
        };
        self.first_case(&cases, picked)
    }

    /// `a <= b`, with -0 before +0; neither is a NaN.
    fn not_after(&mut self, kind: FloatKind, (a, x): (Term, Number), (b, y): (Term, Number)) -> Term {
        let (size_a, size_b) = (self.ordered_magnitude(kind, a), self.ordered_magnitude(kind, b));
        let (up, down) = (self.terms.bv_ule(size_a, size_b), self.terms.bv_ule(size_b, size_a));
        let positive_b = self.terms.not(y.negative);
        let if_negative = self.terms.or(positive_b, down);
        let if_positive = self.terms.and(positive_b, up);
        self.terms.ite(x.negative, if_negative, if_positive)
    }

    /// A comparison.
    pub fn compare(terms: &mut Terms, op: FCmpOp, kind: FloatKind, a: Term, b: Term) -> Term {
        let mut circuits = Circuits::new(terms, Rounding::NearestEven);
        let (nan_a, nan_b) = (circuits.is_nan(kind, a), circuits.is_nan(kind, b));
        let size_a = circuits.ordered_magnitude(kind, a);
        let size_b = circuits.ordered_magnitude(kind, b);
        let (zero_a, zero_b) = (circuits.is_zero(size_a), circuits.is_zero(size_b));
        let terms = circuits.terms;
        let unordered = terms.or(nan_a, nan_b);
        let zeros = terms.and(zero_a, zero_b);
        let (negative_a, negative_b) = (terms.is_negative(a), terms.is_negative(b));
        let (same_sign, same_size) = (terms.eq(negative_a, negative_b), terms.eq(size_a, size_b));
        let same = terms.and(same_sign, same_size);
        let equal = terms.or(same, zeros);
        let mut result = terms.bool(false);
        let wants = |flag: u8| op.0 & flag != 0;
        if wants(FCmpOp::LESS) {
            let less = is_less(terms, (negative_a, size_a), (negative_b, size_b), zeros);
            result = terms.or(result, less);
        }
        if wants(FCmpOp::EQUAL) {
            result = terms.or(result, equal);
        }
        if wants(FCmpOp::GREATER) {
            let greater = is_less(terms, (negative_b, size_b), (negative_a, size_a), zeros);
            result = terms.or(result, greater);
        }
        let ordered = terms.not(unordered);
        result = terms.and(result, ordered);
        if wants(FCmpOp::UNORDERED) {
            result = terms.or(result, unordered);
        }
        result
    }

    fn is_nan(&mut self, kind: FloatKind, a: Term) -> Term {
        if kind == FloatKind::X87 {
            return self.unpack(kind, a).nan;
        }
        let infinity = Self::infinite_magnitude(kind);
        let infinity = self.terms.bits(&infinity.trunc(infinity.width() - 1));
        let magnitude = self.terms.extract(a, kind.bits() - 2, 0);
        self.terms.bv_ult(infinity, magnitude)
    }

    /// Everything but the sign, such that it is ordered as the numbers are.
    fn ordered_magnitude(&mut self, kind: FloatKind, a: Term) -> Term {
        let magnitude = self.terms.extract(a, kind.bits() - 2, 0);
        if kind != FloatKind::X87 {
            return magnitude;
        }
        // A pseudo-denormal is the number with the same significand and the exponent field 1.
        let field = self.terms.extract(a, 78, 64);
        let (no_field, integer) = (self.is_zero(field), self.terms.bit(a, 63));
        let pseudo = self.terms.and(no_field, integer);
        let one = self.terms.bits(&Bits::one(79).shl_by(64));
        let moved = self.terms.bv_or(magnitude, one);
        self.terms.ite(pseudo, moved, magnitude)
    }
}

/// Whether a number is less than another one; each is its sign and its magnitude, and `zeros` says that both are
/// zero.
fn is_less(
    terms: &mut Terms,
    (negative_a, size_a): (Term, Term),
    (negative_b, size_b): (Term, Term),
    zeros: Term,
) -> Term {
    let (up, down) = (terms.bv_ult(size_a, size_b), terms.bv_ult(size_b, size_a));
    let positive_b = terms.not(negative_b);
    let if_negative = terms.or(positive_b, down);
    let if_positive = terms.and(positive_b, up);
    let less = terms.ite(negative_a, if_negative, if_positive);
    let not_zeros = terms.not(zeros);
    terms.and(less, not_zeros)
}

#[cfg(test)]
mod tests;
