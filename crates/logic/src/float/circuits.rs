//! Arithmetic on floats as circuits: terms over the bits of the operands.
//!
//! They compute what [`fathom_ir::float`] computes, NaN for NaN and bit for bit, and round in any mode. Operands
//! are taken apart into what they stand for ([`Number`]); operators work on exact significands, which are longer
//! than those of the format; and [`Circuits::rounded`], the only place that rounds, makes a float of the result.
//!
//! ```text
//! operand bits ──unpack──▶ Number ──operator──▶ Exact ──rounded──▶ bits of a number
//!       └────────────────────nan_of──────────────────────────────▶ bits of a NaN
//! ```

use fathom_ir::Bits;
use fathom_ir::types::FloatKind;

use crate::op::Rounding;
use crate::sort::float_widths;
use crate::terms::{Term, Terms};

mod operators;

/// Builds circuits that round in one mode.
pub struct Circuits<'t> {
    terms: &'t mut Terms,
    mode: Rounding,
}

/// Bits of an exponent in a circuit, signed: enough for the product of two numbers of any format.
const EXPONENT: u32 = 20;

/// What a float stands for. Flags are Bools, of which at most one holds.
///
/// If none does it is `significand * 2^(exponent - (precision - 1))`, and the first bit of the significand is set.
#[derive(Clone, Copy)]
struct Number {
    nan: Term,
    infinite: Term,
    zero: Term,
    negative: Term,
    exponent: Term,
    significand: Term,
}

/// A number before it is rounded: its first bit, which is set, stands for `2^exponent`. The last bit of a long
/// significand may stand for anything behind it that is not zero.
#[derive(Clone, Copy)]
struct Exact {
    negative: Term,
    exponent: Term,
    significand: Term,
}

impl Number {
    fn exact(&self) -> Exact {
        Exact { negative: self.negative, exponent: self.exponent, significand: self.significand }
    }
}

/// The largest exponent of a format, which is also what exponents are biased by.
fn bias(kind: FloatKind) -> i64 {
    (1 << (float_widths(kind).0 - 1)) - 1
}

/// Where the exponent of a format begins.
fn exponent_at(kind: FloatKind) -> u32 {
    kind.bits() - 1 - float_widths(kind).0
}

impl<'t> Circuits<'t> {
    /// Circuits that round in a mode.
    pub fn new(terms: &'t mut Terms, mode: Rounding) -> Self {
        Self { terms, mode }
    }

    // ---- integers

    /// A constant exponent.
    fn exponent(&mut self, value: i64) -> Term {
        self.terms.bits(&Bits::from_i64(EXPONENT, value))
    }

    fn is_zero(&mut self, a: Term) -> Term {
        let zero = self.terms.bits(&Bits::zero(self.terms.width(a)));
        self.terms.eq(a, zero)
    }

    fn not_zero(&mut self, a: Term) -> Term {
        let zero = self.is_zero(a);
        self.terms.not(zero)
    }

    /// Zeros behind.
    fn padded(&mut self, a: Term, more: u32) -> Term {
        let zeros = self.terms.bits(&Bits::zero(more));
        self.terms.concat(a, zeros)
    }

    /// The first bits, the last of which says whether anything in the rest is set; zeros behind if there are too
    /// few.
    fn shortened(&mut self, a: Term, width: u32) -> Term {
        let given = self.terms.width(a);
        if given == width {
            return a;
        }
        if given < width {
            return self.padded(a, width - given);
        }
        let first = self.terms.extract(a, given - 1, given - width + 1);
        let rest = self.terms.extract(a, given - width, 0);
        let rest = self.not_zero(rest);
        let rest = self.terms.bool_to_bit(rest);
        self.terms.concat(first, rest)
    }

    /// Shifted to the right by an unsigned amount; the last bit says whether anything that is not zero went there
    /// or beyond.
    fn shifted_right(&mut self, a: Term, amount: Term) -> Term {
        let width = self.terms.width(a);
        let mut shifted = a;
        let mut stage = 0;
        while 1 << stage < width {
            let by = 1 << stage;
            let kept = self.terms.extract(shifted, width - 1, by);
            let kept = self.terms.zero_extend(kept, width);
            let lost = self.terms.extract(shifted, by - 1, 0);
            let lost = self.not_zero(lost);
            let lost = self.terms.bool_to_bit(lost);
            let lost = self.terms.zero_extend(lost, width);
            let moved = self.terms.bv_or(kept, lost);
            let on = self.terms.bit(amount, stage);
            shifted = self.terms.ite(on, moved, shifted);
            stage += 1;
        }
        let far = self.terms.extract(amount, self.terms.width(amount) - 1, stage);
        let far = self.not_zero(far);
        let any = self.not_zero(a);
        let any = self.terms.bool_to_bit(any);
        let any = self.terms.zero_extend(any, width);
        self.terms.ite(far, any, shifted)
    }

    /// Shifted to the left until the first bit is set, and by how much, as an exponent. Zero stays zero.
    fn normalised(&mut self, a: Term) -> (Term, Term) {
        let width = self.terms.width(a);
        let mut shifted = a;
        let mut count = self.exponent(0);
        let stages = (0..).take_while(|stage| 1 << stage < width).count() as u32;
        for stage in (0..stages).rev() {
            let by = 1 << stage;
            let first = self.terms.extract(shifted, width - 1, width - by);
            let empty = self.is_zero(first);
            let rest = self.terms.extract(shifted, width - 1 - by, 0);
            let moved = self.padded(rest, by);
            shifted = self.terms.ite(empty, moved, shifted);
            let (some, none) = (self.exponent(by.into()), self.exponent(0));
            let more = self.terms.ite(empty, some, none);
            // Each stage has a bit of its own.
            count = self.terms.bv_or(count, more);
        }
        (shifted, count)
    }

    // ---- floats

    /// Takes a float apart.
    fn unpack(&mut self, kind: FloatKind, a: Term) -> Number {
        let precision = float_widths(kind).1;
        let field = self.terms.extract(a, kind.bits() - 2, exponent_at(kind));
        let fraction = self.terms.extract(a, precision - 2, 0);
        let (field_zero, fraction_zero) = (self.is_zero(field), self.is_zero(fraction));
        let limit = self.terms.bits(&Bits::ones(float_widths(kind).0));
        let at_limit = self.terms.eq(field, limit);
        let not_field_zero = self.terms.not(field_zero);
        // Only the x87 stores the bit before the point, and refuses numbers that lack it.
        let integer = if kind == FloatKind::X87 { self.terms.bit(a, precision - 1) } else { not_field_zero };
        let no_integer = self.terms.not(integer);
        let refused = self.terms.and(not_field_zero, no_integer);
        let has_fraction = self.terms.not(fraction_zero);
        let nan = self.terms.and(at_limit, has_fraction);
        let infinite = self.terms.and_all(&[at_limit, fraction_zero, integer]);
        let zero = self.terms.and_all(&[field_zero, fraction_zero, no_integer]);

        let integer = self.terms.bool_to_bit(integer);
        let stored = self.terms.concat(integer, fraction);
        let (significand, shift) = self.normalised(stored);
        let (one, bias) = (self.exponent(1), self.exponent(bias(kind)));
        let field = self.terms.zero_extend(field, EXPONENT);
        let field = self.terms.ite(field_zero, one, field);
        let unbiased = self.terms.bv_sub(field, bias);
        Number {
            nan: self.terms.or(nan, refused),
            infinite,
            zero,
            negative: self.terms.is_negative(a),
            exponent: self.terms.bv_sub(unbiased, shift),
            significand,
        }
    }

    /// Puts a float together; the magnitude has an exponent and a fraction.
    fn assemble(&mut self, kind: FloatKind, negative: Term, magnitude: Term) -> Term {
        let sign = self.terms.bool_to_bit(negative);
        if kind != FloatKind::X87 {
            return self.terms.concat(sign, magnitude);
        }
        let (width, precision) = (self.terms.width(magnitude), float_widths(kind).1);
        let field = self.terms.extract(magnitude, width - 1, precision - 1);
        let fraction = self.terms.extract(magnitude, precision - 2, 0);
        let integer = self.not_zero(field);
        let integer = self.terms.bool_to_bit(integer);
        let significand = self.terms.concat(integer, fraction);
        let magnitude = self.terms.concat(field, significand);
        self.terms.concat(sign, magnitude)
    }

    /// The magnitude of infinity, one bit wider than it needs to be.
    fn infinite_magnitude(kind: FloatKind) -> Bits {
        let (exponent, precision) = float_widths(kind);
        Bits::ones(exponent).zext(exponent + precision).shl_by(precision - 1)
    }

    fn zero(&mut self, kind: FloatKind, negative: Term) -> Term {
        let (exponent, precision) = float_widths(kind);
        let magnitude = self.terms.bits(&Bits::zero(exponent + precision - 1));
        self.assemble(kind, negative, magnitude)
    }

    fn infinity(&mut self, kind: FloatKind, negative: Term) -> Term {
        let magnitude = Self::infinite_magnitude(kind);
        let magnitude = self.terms.bits(&magnitude.trunc(magnitude.width() - 1));
        self.assemble(kind, negative, magnitude)
    }

    /// What invalid operations give: negative, quiet, no payload.
    fn default_nan(&mut self, kind: FloatKind) -> Term {
        let magnitude = Self::infinite_magnitude(kind);
        let width = magnitude.width() - 1;
        let quiet = Bits::one(width).shl_by(float_widths(kind).1 - 2);
        let magnitude = self.terms.bits(&magnitude.trunc(width).add(&quiet));
        let negative = self.terms.bool(true);
        self.assemble(kind, negative, magnitude)
    }

    /// The NaN that an operation gives: one of its operands made quiet if any is one, see [`fathom_ir::float`].
    fn nan_of(&mut self, kind: FloatKind, operands: &[(Term, Number)]) -> Term {
        let by_payload = matches!(kind, FloatKind::X87 | FloatKind::F128);
        let precision = float_widths(kind).1;
        let mut found = self.default_nan(kind);
        let mut best = self.terms.bits(&Bits::zero(precision));
        for &(bits, number) in operands.iter().rev() {
            let payload = self.payload(kind, bits);
            let quiet = self.quiet(kind, bits, payload);
            let mut chosen = number.nan;
            if by_payload {
                let positive = self.terms.not(number.negative);
                let positive = self.terms.bool_to_bit(positive);
                let key = self.terms.concat(payload, positive);
                let larger = self.terms.bv_ule(best, key);
                chosen = self.terms.and(chosen, larger);
                best = self.terms.ite(chosen, key, best);
            }
            found = self.terms.ite(chosen, quiet, found);
        }
        found
    }

    /// The fraction of a NaN; 0 for what the x87 refuses.
    fn payload(&mut self, kind: FloatKind, bits: Term) -> Term {
        let precision = float_widths(kind).1;
        let fraction = self.terms.extract(bits, precision - 2, 0);
        if kind != FloatKind::X87 {
            return fraction;
        }
        let integer = self.terms.bit(bits, precision - 1);
        let none = self.terms.bits(&Bits::zero(precision - 1));
        self.terms.ite(integer, fraction, none)
    }

    /// A NaN made quiet.
    fn quiet(&mut self, kind: FloatKind, bits: Term, payload: Term) -> Term {
        let quiet = Bits::one(kind.bits()).shl_by(float_widths(kind).1 - 2);
        let quiet = self.terms.bits(&quiet);
        let quiet = self.terms.bv_or(bits, quiet);
        let (refused, default) = (self.is_zero(payload), self.default_nan(kind));
        self.terms.ite(refused, default, quiet)
    }

    /// The float nearest to a number in the direction of the mode; infinity or the largest one if it is too large.
    fn rounded(&mut self, kind: FloatKind, number: &Exact) -> Term {
        let (exponent_bits, precision) = float_widths(kind);
        // Behind what is kept there is one bit that counts, and one for everything else.
        let significand = self.shortened(number.significand, precision + 2);
        let least = self.exponent(1 - bias(kind));
        let subnormal = self.terms.bv_slt(number.exponent, least);
        let missing = self.terms.bv_sub(least, number.exponent);
        let none = self.exponent(0);
        let shift = self.terms.ite(subnormal, missing, none);
        let significand = self.shifted_right(significand, shift);
        let (kept, up) = self.kept(number.negative, significand);

        // The first bit of the significand, if it is set, adds the one that the field lacks; so does a carry.
        let width = exponent_bits + precision;
        let less = self.exponent(bias(kind) - 1);
        let field = self.terms.bv_add(number.exponent, less);
        let field = self.terms.ite(subnormal, none, field);
        let field = self.terms.extract(field, exponent_bits, 0);
        let base = self.padded(field, precision - 1);
        let (kept, up) = (self.terms.zero_extend(kept, width), self.terms.bool_to_bit(up));
        let up = self.terms.zero_extend(up, width);
        let magnitude = self.terms.bv_add(base, kept);
        let magnitude = self.terms.bv_add(magnitude, up);

        let largest = self.exponent(bias(kind));
        let far = self.terms.bv_slt(largest, number.exponent);
        let infinity = Self::infinite_magnitude(kind);
        let greatest = self.terms.bits(&infinity.sub(&Bits::one(width)));
        let infinity = self.terms.bits(&infinity);
        let reached = self.terms.bv_ule(infinity, magnitude);
        let too_large = self.terms.or(far, reached);
        let away = match self.mode {
            Rounding::NearestEven | Rounding::NearestAway => self.terms.bool(true),
            Rounding::Up => self.terms.not(number.negative),
            Rounding::Down => number.negative,
            Rounding::Zero => self.terms.bool(false),
        };
        let beyond = self.terms.ite(away, infinity, greatest);
        let magnitude = self.terms.ite(too_large, beyond, magnitude);
        let magnitude = self.terms.extract(magnitude, width - 2, 0);
        self.assemble(kind, number.negative, magnitude)
    }

    /// A significand without its last two bits, and whether these make it one larger.
    fn kept(&mut self, negative: Term, significand: Term) -> (Term, Term) {
        let kept = self.terms.extract(significand, self.terms.width(significand) - 1, 2);
        let [rest, half, odd] = [0, 1, 2].map(|at| self.terms.bit(significand, at));
        let inexact = self.terms.or(half, rest);
        let up = match self.mode {
            Rounding::NearestEven => {
                let more = self.terms.or(rest, odd);
                self.terms.and(half, more)
            }
            Rounding::NearestAway => half,
            Rounding::Up => {
                let positive = self.terms.not(negative);
                self.terms.and(positive, inexact)
            }
            Rounding::Down => self.terms.and(negative, inexact),
            Rounding::Zero => self.terms.bool(false),
        };
        (kept, up)
    }
}
