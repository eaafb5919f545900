//! Encodings of floats, and what is computed on their significands.
//!
//! ```text
//!          sign  exponent            fraction
//! f16       15   14..10               9..0
//! bf16      15   14..7                6..0
//! f32       31   30..23              22..0
//! f64       63   62..52              51..0
//! x87       79   78..64   integer bit 63, fraction 62..0
//! f128     127  126..112            111..0
//! ```
//! The exponent is biased by half its range; its largest value is for infinities and NaNs, 0 for zero
//! and subnormals. The highest bit of the fraction is set in a quiet NaN.

use crate::bits::Bits;
use crate::types::FloatKind;

/// What an encoding stands for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Class {
    Nan,
    Infinite,
    /// significand * 2^exponent
    Finite,
}

/// A decoded float. The significand of a NaN is its fraction; of an encoding that the x87 refuses,
/// which counts as NaN, it is zero.
#[derive(Clone, Copy, Debug)]
pub struct Decoded {
    pub negative: bool,
    pub class: Class,
    pub exponent: i32,
    pub significand: u128,
}

/// Bits of a significand, the highest included that most formats leave out.
pub fn precision(kind: FloatKind) -> u32 {
    match kind {
        FloatKind::F16 => 11,
        FloatKind::BF16 => 8,
        FloatKind::F32 => 24,
        FloatKind::F64 => 53,
        FloatKind::X87 => 64,
        FloatKind::F128 => 113,
    }
}

fn exponent_bits(kind: FloatKind) -> u32 {
    match kind {
        FloatKind::F16 => 5,
        FloatKind::BF16 | FloatKind::F32 => 8,
        FloatKind::F64 => 11,
        FloatKind::X87 | FloatKind::F128 => 15,
    }
}

fn bias(kind: FloatKind) -> i32 {
    (1 << (exponent_bits(kind) - 1)) - 1
}

/// The largest value of the exponent field.
fn exponent_limit(kind: FloatKind) -> u128 {
    (1 << exponent_bits(kind)) - 1
}

/// Position of the exponent field: the bits stored of the significand.
fn exponent_at(kind: FloatKind) -> u32 {
    kind.bits() - 1 - exponent_bits(kind)
}

/// Only the sign bit.
pub fn sign_mask(kind: FloatKind) -> u128 {
    1 << (kind.bits() - 1)
}

/// The bit that is set in every number that is not subnormal, where it is stored.
fn integer_bit(kind: FloatKind) -> u128 {
    1 << (precision(kind) - 1)
}

fn quiet_bit(kind: FloatKind) -> u128 {
    1 << (precision(kind) - 2)
}

/// Puts an encoding together; the significand has its integer bit.
fn assemble(kind: FloatKind, negative: bool, field: u128, significand: u128) -> u128 {
    let stored = if kind == FloatKind::X87 { significand } else { significand & !integer_bit(kind) };
    u128::from(negative) << (kind.bits() - 1) | field << exponent_at(kind) | stored
}

fn infinity(kind: FloatKind, negative: bool) -> u128 {
    assemble(kind, negative, exponent_limit(kind), integer_bit(kind))
}

/// What invalid operations give: negative, quiet, no payload.
pub fn default_nan(kind: FloatKind) -> u128 {
    assemble(kind, true, exponent_limit(kind), integer_bit(kind) | quiet_bit(kind))
}

/// A NaN made quiet.
pub fn quiet(kind: FloatKind, nan: u128) -> u128 {
    if decode(kind, nan).significand == 0 { default_nan(kind) } else { nan | quiet_bit(kind) }
}

/// Takes an encoding apart.
pub fn decode(kind: FloatKind, a: u128) -> Decoded {
    let negative = a & sign_mask(kind) != 0;
    let field = a >> exponent_at(kind) & exponent_limit(kind);
    let stored = a & ((1 << exponent_at(kind)) - 1);
    let fraction = stored & (integer_bit(kind) - 1);
    let refused = kind == FloatKind::X87 && field != 0 && stored & integer_bit(kind) == 0;
    let (class, significand) = match field {
        _ if refused => (Class::Nan, 0),
        _ if field == exponent_limit(kind) && fraction == 0 => (Class::Infinite, 0),
        _ if field == exponent_limit(kind) => (Class::Nan, fraction),
        0 => (Class::Finite, stored),
        _ => (Class::Finite, stored | integer_bit(kind)),
    };
    let exponent = field.max(1) as i32 - bias(kind) - (precision(kind) as i32 - 1);
    Decoded { negative, class, exponent, significand }
}

/// The float nearest to `(significand + rest) * 2^exponent`, ties to even, where `inexact` says that
/// there is a rest, larger than 0 and less than 1. With a rest, the significand has at least two
/// bits more than the precision.
pub fn encode(kind: FloatKind, negative: bool, exponent: i32, significand: u128, inexact: bool) -> u128 {
    if significand == 0 {
        return assemble(kind, negative, 0, 0);
    }
    let precision = precision(kind) as i32;
    let length = 128 - significand.leading_zeros() as i32;
    // Exponents of the leading bit and, of what can be stored, of the last bit.
    let leading = (exponent + length - 1).max(1 - bias(kind));
    let mut last = leading - (precision - 1);
    let dropped = last - exponent;
    let mut kept = match dropped {
        ..=0 => significand << -dropped,
        1..=128 => {
            let kept = if dropped == 128 { 0 } else { significand >> dropped };
            let half = 1u128 << (dropped - 1);
            let rest = significand & (half | (half - 1));
            let up = rest > half || rest == half && (inexact || kept & 1 == 1);
            kept + u128::from(up)
        }
        _ => 0,
    };
    if kept >> precision != 0 {
        kept >>= 1;
        last += 1;
    }
    if kept < integer_bit(kind) {
        return assemble(kind, negative, 0, kept);
    }
    // At least 1, for `last` is at least that of subnormals.
    let field = (last + (precision - 1) + bias(kind)) as u128;
    if field >= exponent_limit(kind) {
        return infinity(kind, negative);
    }
    assemble(kind, negative, field, kept)
}

/// To another format.
pub fn convert(from: FloatKind, to: FloatKind, a: u128) -> u128 {
    let number = decode(from, a);
    match number.class {
        Class::Finite => encode(to, number.negative, number.exponent, number.significand, false),
        Class::Infinite => infinity(to, number.negative),
        Class::Nan if number.significand == 0 => default_nan(to),
        Class::Nan => {
            let (from, width) = (precision(from), precision(to));
            let payload = number.significand << (128 - (from - 1)) >> (128 - (width - 1));
            assemble(to, number.negative, exponent_limit(to), payload | integer_bit(to) | quiet_bit(to))
        }
    }
}

/// The integer part of a number's absolute value, if it fits the width.
pub fn integer_part(number: &Decoded, width: u32) -> Option<Bits> {
    let length = 128 - number.significand.leading_zeros() as i32;
    if number.significand == 0 || length + number.exponent <= 0 {
        return Some(Bits::zero(width));
    }
    let length = (length + number.exponent) as u32;
    if length > width {
        return None;
    }
    let significand = Bits::from_u128(width.max(128), number.significand);
    let shifted = match number.exponent {
        0.. => significand.shl_by(number.exponent as u32),
        _ => significand.lshr_by(number.exponent.unsigned_abs()),
    };
    Some(shifted.resize(width))
}

/// From an integer's sign and absolute value.
pub fn from_integer(kind: FloatKind, negative: bool, magnitude: &Bits) -> u128 {
    let length = magnitude.significant_bits();
    let dropped = length.saturating_sub(128);
    let significand = magnitude.lshr_by(dropped).low_u128();
    let inexact = dropped > 0 && magnitude.trailing_zeros() < dropped;
    // Lengths are at most 2^23 + 1, which is no overflow.
    encode(kind, negative, dropped as i32, significand, inexact)
}

/// The square root of a number or infinity; the default NaN for negative ones.
///
/// Digit by digit on the integer `significand * 2^(exponent - 2 last)`, where `last` is chosen so that
/// the root has two bits more than the precision; what remains says whether the root is inexact.
pub fn sqrt(kind: FloatKind, a: u128) -> u128 {
    let number = decode(kind, a);
    if number.class == Class::Finite && number.significand == 0 {
        return a;
    }
    if number.class == Class::Nan || number.negative {
        return default_nan(kind);
    }
    if number.class == Class::Infinite {
        return a;
    }
    // The significand at the top of 128 bits, its exponent made even.
    let zeros = number.significand.leading_zeros();
    let mut top = number.significand << zeros;
    let mut exponent = number.exponent - zeros as i32;
    if exponent % 2 != 0 {
        // No bit is lost: significands have at most 113 bits.
        top >>= 1;
        exponent += 1;
    }
    // The radicand is `top` followed by zeros; each step takes two of its bits.
    let digits = precision(kind) + 3;
    let (mut root, mut rest) = (0u128, 0u128);
    for _ in 0..digits {
        rest = rest << 2 | top >> 126;
        top <<= 2;
        let trial = root << 2 | 1;
        root <<= 1;
        if rest >= trial {
            rest -= trial;
            root |= 1;
        }
    }
    let inexact = rest != 0 || top != 0;
    // After 64 digits the root would be that of `top` itself.
    encode(kind, false, exponent / 2 + 64 - digits as i32, root, inexact)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn encode_inverts_decode() {
        for kind in [FloatKind::F16, FloatKind::BF16] {
            for a in 0..1u128 << 16 {
                let number = decode(kind, a);
                if number.class == Class::Finite {
                    let back = encode(kind, number.negative, number.exponent, number.significand, false);
                    assert_eq!(back, a, "{kind:?} {a:x}");
                }
            }
        }
    }

    #[test]
    fn square_roots_of_software_formats_agree_with_the_host() {
        // Through f64, which has more than twice the precision and two bits of each.
        for kind in [FloatKind::F16, FloatKind::BF16] {
            for a in 0..1u128 << 16 {
                if decode(kind, a).class == Class::Nan {
                    continue;
                }
                let wide = f64::from_bits(convert(kind, FloatKind::F64, a) as u64).sqrt();
                let expected = if wide.is_nan() {
                    default_nan(kind)
                } else {
                    convert(FloatKind::F64, kind, wide.to_bits().into())
                };
                assert_eq!(sqrt(kind, a), expected, "{kind:?} {a:x}");
            }
        }
        let mut state = 1u64;
        for _ in 0..200_000 {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            let a = (state ^ state >> 29) & !(1 << 63);
            let value = f64::from_bits(a);
            if !value.is_nan() {
                assert_eq!(sqrt(FloatKind::F64, a.into()), value.sqrt().to_bits().into(), "{a:x}");
            }
            let single = f32::from_bits(a as u32 >> 1);
            if !single.is_nan() {
                let root = sqrt(FloatKind::F32, single.to_bits().into());
                assert_eq!(root, single.sqrt().to_bits().into(), "{a:x}");
            }
        }
    }
}
