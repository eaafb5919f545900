//! Float arithmetic in all rounding modes, by `rustc_apfloat`, LLVM's own software floats.
//!
//! [`fathom_ir::float`] computes the same to nearest even only; what does not depend on a rounding mode
//! is taken from there. Operands are canonical; results may be any NaN.

use fathom_ir::types::FloatKind;
use fathom_ir::{Bits, FUnOp, float};
use rustc_apfloat::{Float, FloatConvert, Round, ieee};

use crate::op::{FloatOp, Rounding};

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

fn round(mode: Rounding) -> Round {
    match mode {
        Rounding::NearestEven => Round::NearestTiesToEven,
        Rounding::NearestAway => Round::NearestTiesToAway,
        Rounding::Up => Round::TowardPositive,
        Rounding::Down => Round::TowardNegative,
        Rounding::Zero => Round::TowardZero,
    }
}

fn to_bits(kind: FloatKind, value: impl Float) -> Bits {
    Bits::from_u128(kind.bits(), value.to_bits())
}

/// The NaN: positive, quiet, no payload.
pub fn nan(kind: FloatKind) -> Bits {
    with_software!(kind, Soft => to_bits(kind, Soft::qnan(None)))
}

/// `Add`, `Sub`, `Mul` or `Div`.
pub fn binary(op: FloatOp, kind: FloatKind, mode: Rounding, a: &Bits, b: &Bits) -> Bits {
    let mode = round(mode);
    with_software!(kind, Soft => {
        let (a, b) = (Soft::from_bits(a.low_u128()), Soft::from_bits(b.low_u128()));
        let result = match op {
            FloatOp::Add => a.add_r(b, mode),
            FloatOp::Sub => a.sub_r(b, mode),
            FloatOp::Mul => a.mul_r(b, mode),
            FloatOp::Div => a.div_r(b, mode),
            other => unreachable!("{other:?} is not one of the four"),
        };
        to_bits(kind, result.value)
    })
}

/// `a * b + c`, rounded once.
pub fn fma(kind: FloatKind, mode: Rounding, a: &Bits, b: &Bits, c: &Bits) -> Bits {
    with_software!(kind, Soft => {
        let [a, b, c] = [a, b, c].map(|bits| Soft::from_bits(bits.low_u128()));
        to_bits(kind, a.mul_add_r(b, c, round(mode)).value)
    })
}

/// IEEE remainder.
pub fn remainder(kind: FloatKind, a: &Bits, b: &Bits) -> Bits {
    with_software!(kind, Soft => {
        to_bits(kind, Soft::from_bits(a.low_u128()).ieee_rem(Soft::from_bits(b.low_u128())).value)
    })
}

/// The nearest integral value.
pub fn round_to_integral(kind: FloatKind, mode: Rounding, a: &Bits) -> Bits {
    with_software!(kind, Soft => {
        to_bits(kind, Soft::from_bits(a.low_u128()).round_to_integral(round(mode)).value)
    })
}

/// Square root: the one rounded to nearest, moved by one place where it is on the wrong side of the
/// exact root, which the sign of `root² - a` tells. No root of a float is halfway between two floats.
pub fn sqrt(kind: FloatKind, mode: Rounding, a: &Bits) -> Bits {
    with_software!(kind, Soft => {
        let number = Soft::from_bits(a.low_u128());
        if !number.is_finite_non_zero() || number.is_negative() {
            return float::un(FUnOp::Sqrt, kind, a);
        }
        // Scaled to be in [1, 4), so that `root² - a` does not underflow; roots are never subnormal.
        let half = number.ilogb().div_euclid(2);
        let number = number.scalbn(-2 * half);
        let nearest = float::un(FUnOp::Sqrt, kind, &to_bits(kind, number));
        let nearest = Soft::from_bits(nearest.low_u128());
        let excess = nearest.mul_add(nearest, -number).value;
        let too_large = excess.is_non_zero() && !excess.is_negative();
        let too_small = excess.is_non_zero() && excess.is_negative();
        let root = match mode {
            Rounding::Up if too_small => nearest.next_up().value,
            Rounding::Down | Rounding::Zero if too_large => nearest.next_down().value,
            _ => nearest,
        };
        to_bits(kind, root.scalbn(half))
    })
}

/// To another format. Binary128 has all numbers of all formats, so this goes through it.
pub fn convert(from: FloatKind, to: FloatKind, mode: Rounding, a: &Bits) -> Bits {
    let mut inexact = false;
    let wide: ieee::Quad = with_software!(from, Soft => {
        Soft::from_bits(a.low_u128()).convert(&mut inexact).value
    });
    with_software!(to, Soft => {
        let result: Soft = wide.convert_r(round(mode), &mut inexact).value;
        to_bits(to, result)
    })
}

/// From an integer of any width.
pub fn from_integer(kind: FloatKind, mode: Rounding, a: &Bits, signed: bool) -> Bits {
    let negative = signed && a.sign_bit();
    let magnitude = if negative { a.magnitude() } else { a.clone() };
    // 128 bits are enough for any precision if the last one says whether anything was dropped.
    let dropped = magnitude.significant_bits().saturating_sub(128);
    let inexact = dropped > 0 && magnitude.trailing_zeros() < dropped;
    let significand = magnitude.lshr_by(dropped).low_u128() | u128::from(inexact);
    let mode = if negative { -round(mode) } else { round(mode) };
    with_software!(kind, Soft => {
        let result = match significand {
            0 => Soft::ZERO,
            _ => Soft::from_u128_r(significand, mode).value.scalbn_r(dropped as i32, mode),
        };
        to_bits(kind, if negative { -result } else { result })
    })
}

/// To an integer of any width; 0 if the rounded number does not fit.
pub fn to_integer(kind: FloatKind, mode: Rounding, a: &Bits, signed: bool, width: u32) -> Bits {
    let integral = round_to_integral(kind, mode, a);
    let fits = with_software!(kind, Soft => {
        let number = Soft::from_bits(integral.low_u128());
        if !number.is_finite() {
            false
        } else if number.is_zero() {
            true
        } else {
            // The magnitude is at least 2^log and less than 2^(log + 1).
            let log = number.ilogb() as u32;
            match (signed, number.is_negative()) {
                (false, negative) => !negative && log < width,
                (true, false) => log < width - 1,
                (true, true) => {
                    let least = number.scalbn(-number.ilogb()).bitwise_eq(-Soft::from_u128(1).value);
                    log < width - 1 || log == width - 1 && least
                }
            }
        }
    });
    match (fits, signed) {
        (false, _) => Bits::zero(width),
        (true, true) => float::to_signed(kind, &integral, width),
        (true, false) => float::to_unsigned(kind, &integral, width),
    }
}
