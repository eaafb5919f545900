//! Floating-point arithmetic on bits.
//!
//! Every function takes the format and the operands' [`Bits`], as [`crate::program`] has it, and is
//! exact: results are rounded once, to nearest even. `f32` and `f64` use the host's arithmetic, which
//! is IEEE 754; the other formats go through `rustc_apfloat`, LLVM's own software floats; conversions
//! and square roots are computed on decoded significands (`format`).
//!
//! # Not-a-number
//! IEEE 754 leaves the bits of NaN results open. We are compared with native execution on x86-64, so
//! we do as it does:
//! - An operation without NaN operands that has no number as result (`inf - inf`, `0 / 0`,
//!   `sqrt(-1)`, `fmod(x, 0)`) gives the *default NaN*: quiet, sign bit **set**, payload zero
//!   (`0xfff8000000000000` for `f64`).
//! - An operation with NaN operands gives one of them made quiet, sign and payload kept: the first
//!   that is a NaN for the formats that SSE computes (`f16`, `bf16`, `f32`, `f64`), the one with the
//!   larger significand for those of the x87 and of the soft-float library (`x87`, `f128`).
//! - A conversion to another format keeps the sign and the high bits of the payload, made quiet.
//! - `neg`, `abs` and `copysign` change the sign bit and nothing else, signalling or not.
//! - `minnum` and `maxnum` give the other operand if one is a NaN, signalling or not.
//!
//! x87 encodings that the hardware refuses (unnormals, pseudo-infinities, pseudo-NaNs) are NaNs that
//! become the default NaN; pseudo-denormals are the numbers that they look like.
//!
//! `minnum(-0, +0)` is `-0` in either order, as LLVM folds it; the hardware may give either.

use rustc_apfloat::{Float, Round, ieee};

use crate::bits::Bits;
use crate::program::{FBinOp, FCmpOp, FUnOp};
use crate::types::FloatKind;

mod format;
mod text;

pub use text::{parse, print};

use format::{Class, decode, default_nan, quiet, sign_mask};

/// Runs an expression with `$float` standing for the software float of a format.
macro_rules! with_software {
    ($kind:expr, $float:ident => $body:expr) => {
        match $kind {
            FloatKind::F16 => {
                type $float = ieee::Half;
                $body
            }
            FloatKind::BF16 => {
                type $float = ieee::BFloat;
                $body
            }
            FloatKind::F32 => {
                type $float = ieee::Single;
                $body
            }
            FloatKind::F64 => {
                type $float = ieee::Double;
                $body
            }
            FloatKind::X87 => {
                type $float = ieee::X87DoubleExtended;
                $body
            }
            FloatKind::F128 => {
                type $float = ieee::Quad;
                $body
            }
        }
    };
}
use with_software;

fn bits(kind: FloatKind, value: u128) -> Bits {
    Bits::from_u128(kind.bits(), value)
}

/// An operator on two floats.
pub fn bin(op: FBinOp, kind: FloatKind, a: &Bits, b: &Bits) -> Bits {
    let (a, b) = (a.low_u128(), b.low_u128());
    let sign = sign_mask(kind);
    let pick = |first: bool| if first { a } else { b };
    let result = match op {
        FBinOp::CopySign => a & !sign | b & sign,
        FBinOp::MinNum | FBinOp::MaxNum => match (is_nan(kind, a), is_nan(kind, b)) {
            (true, true) => propagate(kind, &[a, b]).unwrap_or_else(|| default_nan(kind)),
            (true, false) => b,
            (false, true) => a,
            (false, false) => pick((op == FBinOp::MinNum) == not_after(kind, a, b)),
        },
        FBinOp::Minimum | FBinOp::Maximum => {
            propagate(kind, &[a, b]).unwrap_or_else(|| pick((op == FBinOp::Minimum) == not_after(kind, a, b)))
        }
        FBinOp::Add | FBinOp::Sub | FBinOp::Mul | FBinOp::Div | FBinOp::Rem => {
            propagate(kind, &[a, b]).unwrap_or_else(|| settle(kind, arithmetic(op, kind, a, b)))
        }
    };
    bits(kind, result)
}

/// The operators that round, on operands that are numbers; NaN results are any.
fn arithmetic(op: FBinOp, kind: FloatKind, a: u128, b: u128) -> u128 {
    macro_rules! host {
        ($float:ty, $word:ty) => {{
            let (x, y) = (<$float>::from_bits(a as $word), <$float>::from_bits(b as $word));
            let result = match op {
                FBinOp::Add => x + y,
                FBinOp::Sub => x - y,
                FBinOp::Mul => x * y,
                FBinOp::Div => x / y,
                _ => x % y,
            };
            result.to_bits().into()
        }};
    }
    match kind {
        FloatKind::F32 => host!(f32, u32),
        FloatKind::F64 => host!(f64, u64),
        _ => software_arithmetic(op, kind, a, b),
    }
}

fn software_arithmetic(op: FBinOp, kind: FloatKind, a: u128, b: u128) -> u128 {
    with_software!(kind, Soft => {
        let (x, y) = (Soft::from_bits(a), Soft::from_bits(b));
        let result = match op {
            FBinOp::Add => x + y,
            FBinOp::Sub => x - y,
            FBinOp::Mul => x * y,
            FBinOp::Div => x / y,
            _ => x.c_fmod(y),
        };
        result.value.to_bits()
    })
}

/// An operator on one float.
pub fn un(op: FUnOp, kind: FloatKind, a: &Bits) -> Bits {
    let a = a.low_u128();
    let sign = sign_mask(kind);
    let round = |round| {
        propagate(kind, &[a]).unwrap_or_else(
            || with_software!(kind, Soft => Soft::from_bits(a).round_to_integral(round).value.to_bits()),
        )
    };
    let result = match op {
        FUnOp::Neg => a ^ sign,
        FUnOp::Abs => a & !sign,
        FUnOp::Sqrt => propagate(kind, &[a]).unwrap_or_else(|| settle(kind, sqrt(kind, a))),
        FUnOp::Floor => round(Round::TowardNegative),
        FUnOp::Ceil => round(Round::TowardPositive),
        FUnOp::Trunc => round(Round::TowardZero),
        FUnOp::RoundEven => round(Round::NearestTiesToEven),
        FUnOp::RoundAway => round(Round::NearestTiesToAway),
    };
    bits(kind, result)
}

fn sqrt(kind: FloatKind, a: u128) -> u128 {
    match kind {
        FloatKind::F32 => f32::from_bits(a as u32).sqrt().to_bits().into(),
        FloatKind::F64 => f64::from_bits(a as u64).sqrt().to_bits().into(),
        _ => format::sqrt(kind, a),
    }
}

/// `a * b + c`, rounded once.
pub fn fma(kind: FloatKind, a: &Bits, b: &Bits, c: &Bits) -> Bits {
    let (a, b, c) = (a.low_u128(), b.low_u128(), c.low_u128());
    let result = propagate(kind, &[a, b, c]).unwrap_or_else(|| {
        let result = match kind {
            FloatKind::F32 => {
                let [x, y, z] = [a, b, c].map(|v| f32::from_bits(v as u32));
                x.mul_add(y, z).to_bits().into()
            }
            FloatKind::F64 => {
                let [x, y, z] = [a, b, c].map(|v| f64::from_bits(v as u64));
                x.mul_add(y, z).to_bits().into()
            }
            _ => software_fma(kind, a, b, c),
        };
        settle(kind, result)
    });
    bits(kind, result)
}

fn software_fma(kind: FloatKind, a: u128, b: u128, c: u128) -> u128 {
    with_software!(kind, Soft => {
        Soft::from_bits(a).mul_add(Soft::from_bits(b), Soft::from_bits(c)).value.to_bits()
    })
}

/// The relation of two floats: one of the bits of [`FCmpOp`].
pub fn relation(kind: FloatKind, a: &Bits, b: &Bits) -> u8 {
    let (a, b) = (a.low_u128(), b.low_u128());
    if is_nan(kind, a) || is_nan(kind, b) {
        return FCmpOp::UNORDERED;
    }
    let (x, y) = (order_key(kind, a), order_key(kind, b));
    match x.cmp(&y) {
        std::cmp::Ordering::Less => FCmpOp::LESS,
        std::cmp::Ordering::Equal => FCmpOp::EQUAL,
        std::cmp::Ordering::Greater => FCmpOp::GREATER,
    }
}

/// A comparison.
pub fn compare(op: FCmpOp, kind: FloatKind, a: &Bits, b: &Bits) -> bool {
    op.0 & relation(kind, a, b) != 0
}

/// An integer that is ordered as the number is, both zeros equal. The encodings of one sign are
/// ordered as their bits, pseudo-denormals included.
fn order_key(kind: FloatKind, a: u128) -> i128 {
    let sign = sign_mask(kind);
    let mut magnitude = (a & !sign) as i128;
    if kind == FloatKind::X87 && (a & !sign) >> 64 == 0 && magnitude >> 63 == 1 {
        // A pseudo-denormal is the number with the same significand and the exponent field 1.
        magnitude |= 1 << 64;
    }
    if a & sign != 0 { -magnitude } else { magnitude }
}

/// `a <= b`, with -0 before +0; neither is a NaN.
fn not_after(kind: FloatKind, a: u128, b: u128) -> bool {
    let (x, y) = (order_key(kind, a), order_key(kind, b));
    x < y || x == y && (a & sign_mask(kind) != 0 || b & sign_mask(kind) == 0)
}

fn is_nan(kind: FloatKind, a: u128) -> bool {
    decode(kind, a).class == Class::Nan
}

/// The NaN that an operation with NaN operands gives; `None` if no operand is one.
fn propagate(kind: FloatKind, operands: &[u128]) -> Option<u128> {
    let mut nans = operands.iter().copied().filter(|&a| is_nan(kind, a));
    let chosen = match kind {
        FloatKind::F16 | FloatKind::BF16 | FloatKind::F32 | FloatKind::F64 => nans.next()?,
        // The larger significand; of equal ones the positive.
        FloatKind::X87 | FloatKind::F128 => {
            nans.max_by_key(|&a| (decode(kind, a).significand, a & sign_mask(kind) == 0))?
        }
    };
    Some(quiet(kind, chosen))
}

/// A result computed from numbers: any NaN becomes the default NaN.
fn settle(kind: FloatKind, result: u128) -> u128 {
    if is_nan(kind, result) { default_nan(kind) } else { result }
}

/// To another format.
pub fn convert(from: FloatKind, to: FloatKind, a: &Bits) -> Bits {
    bits(to, format::convert(from, to, a.low_u128()))
}

/// To a signed integer, towards zero. Saturates; NaN gives 0.
pub fn to_signed(kind: FloatKind, a: &Bits, width: u32) -> Bits {
    let number = decode(kind, a.low_u128());
    let limit = if number.negative { Bits::signed_min(width) } else { Bits::signed_max(width) };
    match number.class {
        Class::Nan => Bits::zero(width),
        Class::Infinite => limit,
        Class::Finite => match format::integer_part(&number, width) {
            Some(magnitude) if number.negative && !limit.ult(&magnitude) => magnitude.neg(),
            Some(magnitude) if !number.negative && !magnitude.sign_bit() => magnitude,
            _ => limit,
        },
    }
}

/// To an unsigned integer, towards zero. Saturates; NaN gives 0.
pub fn to_unsigned(kind: FloatKind, a: &Bits, width: u32) -> Bits {
    let number = decode(kind, a.low_u128());
    match number.class {
        Class::Nan => Bits::zero(width),
        _ if number.negative => Bits::zero(width),
        Class::Infinite => Bits::ones(width),
        Class::Finite => format::integer_part(&number, width).unwrap_or_else(|| Bits::ones(width)),
    }
}

/// From a signed integer.
pub fn from_signed(kind: FloatKind, a: &Bits) -> Bits {
    bits(kind, format::from_integer(kind, a.sign_bit(), &a.magnitude()))
}

/// From an unsigned integer.
pub fn from_unsigned(kind: FloatKind, a: &Bits) -> Bits {
    bits(kind, format::from_integer(kind, false, a))
}

/// The value as an `f64`, rounded where the format is wider.
pub fn to_f64(kind: FloatKind, a: &Bits) -> f64 {
    f64::from_bits(convert(kind, FloatKind::F64, a).low_u64())
}

/// An `f64` in a format, rounded where the format is narrower.
pub fn from_f64(kind: FloatKind, value: f64) -> Bits {
    convert(FloatKind::F64, kind, &Bits::from_u64(64, value.to_bits()))
}

/// The classes of `llvm.is.fpclass`, as LLVM numbers them.
pub mod class {
    /// Signalling NaN.
    pub const SIGNALLING_NAN: u32 = 1;
    /// Quiet NaN.
    pub const QUIET_NAN: u32 = 1 << 1;
    /// Negative infinity.
    pub const NEGATIVE_INFINITY: u32 = 1 << 2;
    /// Negative, neither infinite, nor subnormal, nor zero.
    pub const NEGATIVE_NORMAL: u32 = 1 << 3;
    /// Negative subnormal.
    pub const NEGATIVE_SUBNORMAL: u32 = 1 << 4;
    /// -0
    pub const NEGATIVE_ZERO: u32 = 1 << 5;
    /// +0
    pub const POSITIVE_ZERO: u32 = 1 << 6;
    /// Positive subnormal.
    pub const POSITIVE_SUBNORMAL: u32 = 1 << 7;
    /// Positive, neither infinite, nor subnormal, nor zero.
    pub const POSITIVE_NORMAL: u32 = 1 << 8;
    /// Positive infinity.
    pub const POSITIVE_INFINITY: u32 = 1 << 9;
}

/// The one [`class`] that a float belongs to.
pub fn classify(kind: FloatKind, a: &Bits) -> u32 {
    let a = a.low_u128();
    let number = decode(kind, a);
    let (negative, positive) = match number.class {
        Class::Nan if a == quiet(kind, a) => return class::QUIET_NAN,
        Class::Nan => return class::SIGNALLING_NAN,
        Class::Infinite => (class::NEGATIVE_INFINITY, class::POSITIVE_INFINITY),
        Class::Finite if number.significand == 0 => (class::NEGATIVE_ZERO, class::POSITIVE_ZERO),
        Class::Finite if number.significand >> (format::precision(kind) - 1) == 0 => {
            (class::NEGATIVE_SUBNORMAL, class::POSITIVE_SUBNORMAL)
        }
        Class::Finite => (class::NEGATIVE_NORMAL, class::POSITIVE_NORMAL),
    };
    if number.negative { negative } else { positive }
}

#[cfg(test)]
mod tests;
