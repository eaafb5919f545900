//! `math.h`. Functions that Rust's standard library has are the host's own, so their results are those
//! of a native program to the last bit. Errors set `errno` as glibc does.

use fathom_ir::{Bits, FBinOp, FUnOp, FloatKind, Type};

use super::float::{exponent, frexp, modf, nextafter, nextafter_f32, remquo, scale, scale_f32, to_integer};
use super::{LibraryFn, double, float, int, long_double, special, truth, unmodelled};
use crate::fault::Step;
use crate::machine::{Args, Machine, Reply, Scalar};

const EDOM: i32 = 33;
const ERANGE: i32 = 34;

/// Arms for functions of one or two `double`s and their twins for `float`.
macro_rules! functions {
    ($name:expr; $($double:literal $float:literal $shape:ident($f64:expr, $f32:expr);)*) => {
        match $name {
            $($double => return Some(|m, a| shapes::$shape::f64(m, a, $f64)),
            $float => return Some(|m, a| shapes::$shape::f32(m, a, $f32)),)*
            _ => {}
        }
    };
}

pub(super) fn find(name: &str) -> Option<LibraryFn> {
    functions! { name;
        "sin" "sinf" unary(f64::sin, f32::sin);
        "cos" "cosf" unary(f64::cos, f32::cos);
        "tan" "tanf" unary(f64::tan, f32::tan);
        "asin" "asinf" unary(f64::asin, f32::asin);
        "acos" "acosf" unary(f64::acos, f32::acos);
        "atan" "atanf" unary(f64::atan, f32::atan);
        "sinh" "sinhf" unary(f64::sinh, f32::sinh);
        "cosh" "coshf" unary(f64::cosh, f32::cosh);
        "tanh" "tanhf" unary(f64::tanh, f32::tanh);
        "asinh" "asinhf" unary(special::asinh, special::asinhf);
        "acosh" "acoshf" unary(special::acosh, special::acoshf);
        "atanh" "atanhf" unary(special::atanh, special::atanhf);
        "exp" "expf" unary_to_zero(f64::exp, f32::exp);
        "exp2" "exp2f" unary_to_zero(f64::exp2, f32::exp2);
        "exp10" "exp10f" unary_to_zero(|x| 10f64.powf(x), |x| 10f64.powf(f64::from(x)) as f32);
        "pow10" "pow10f" unary_to_zero(|x| 10f64.powf(x), |x| 10f64.powf(f64::from(x)) as f32);
        "expm1" "expm1f" unary(f64::exp_m1, f32::exp_m1);
        "log" "logf" unary(f64::ln, f32::ln);
        "log2" "log2f" unary(f64::log2, f32::log2);
        "log10" "log10f" unary(f64::log10, f32::log10);
        "log1p" "log1pf" unary(f64::ln_1p, f32::ln_1p);
        "sqrt" "sqrtf" unary(f64::sqrt, f32::sqrt);
        "cbrt" "cbrtf" unary(f64::cbrt, f32::cbrt);
        "erf" "erff" unary(libm::erf, libm::erff);
        "erfc" "erfcf" unary_to_zero(libm::erfc, libm::erfcf);
        "tgamma" "tgammaf" unary_to_zero(special::tgamma, |x| special::tgamma(f64::from(x)) as f32);
        "j0" "j0f" unary(libm::j0, libm::j0f);
        "j1" "j1f" unary(libm::j1, libm::j1f);
        "y0" "y0f" unary(libm::y0, libm::y0f);
        "y1" "y1f" unary(libm::y1, libm::y1f);
        "fabs" "fabsf" quiet(f64::abs, f32::abs);
        "floor" "floorf" quiet(f64::floor, f32::floor);
        "ceil" "ceilf" quiet(f64::ceil, f32::ceil);
        "trunc" "truncf" quiet(f64::trunc, f32::trunc);
        "round" "roundf" quiet(f64::round, f32::round);
        "rint" "rintf" quiet(f64::round_ties_even, f32::round_ties_even);
        "nearbyint" "nearbyintf" quiet(f64::round_ties_even, f32::round_ties_even);
        "roundeven" "roundevenf" quiet(f64::round_ties_even, f32::round_ties_even);
        "significand" "significandf" quiet(|x| 2.0 * frexp(x).0, |x| (2.0 * frexp(x.into()).0) as f32);
        "logb" "logbf" quiet(logb, |x| logb(x.into()) as f32);
        "atan2" "atan2f" binary_to_zero(f64::atan2, f32::atan2);
        "pow" "powf" binary_to_zero(f64::powf, f32::powf);
        "hypot" "hypotf" binary(f64::hypot, f32::hypot);
        "fmod" "fmodf" binary(|x, y| x % y, |x, y| x % y);
        "remainder" "remainderf" binary(|x, y| remquo(x, y).0, |x, y| remquo(x.into(), y.into()).0 as f32);
        "drem" "dremf" binary(|x, y| remquo(x, y).0, |x, y| remquo(x.into(), y.into()).0 as f32);
        "nextafter" "nextafterf" binary_to_zero(nextafter, |x, y| nextafter_f32(x, y.into()));
        "fdim" "fdimf" binary(fdim, |x, y| if x.is_nan() || y.is_nan() { x + y } else if x > y { x - y } else { 0.0 });
        "fmin" "fminf" quiet2(fmin, |x, y| fmin(x.into(), y.into()) as f32);
        "fmax" "fmaxf" quiet2(fmax, |x, y| fmax(x.into(), y.into()) as f32);
        "copysign" "copysignf" quiet2(f64::copysign, f32::copysign);
    }
    find_irregular(name).or_else(|| find_long_double(name))
}

fn find_irregular(name: &str) -> Option<LibraryFn> {
    Some(match name {
        "fma" => |_, a| double(a.f64(0)?.mul_add(a.f64(1)?, a.f64(2)?)),
        "fmaf" => |_, a| float(a.f32(0)?.mul_add(a.f32(1)?, a.f32(2)?)),
        "ldexp" | "scalbn" | "scalbln" => |m, a| {
            let (x, result) = (a.f64(0)?, scale(a.f64(0)?, a.signed(1)?));
            m.scaling_error(x, result)?;
            double(result)
        },
        "ldexpf" | "scalbnf" | "scalblnf" => |m, a| {
            let (x, result) = (a.f32(0)?, scale_f32(a.f32(0)?, a.signed(1)?));
            m.scaling_error(x.into(), result.into())?;
            float(result)
        },
        "frexp" => |m, a| {
            let (mantissa, exponent) = frexp(a.f64(0)?);
            m.memory.store_int(a.ptr(1)?, 4, u64::from(exponent as u32))?;
            double(mantissa)
        },
        "frexpf" => |m, a| {
            let (mantissa, exponent) = frexp(a.f32(0)?.into());
            m.memory.store_int(a.ptr(1)?, 4, u64::from(exponent as u32))?;
            float(mantissa as f32)
        },
        "modf" => |m, a| {
            let (whole, fraction) = modf(a.f64(0)?);
            m.memory.store_int(a.ptr(1)?, 8, whole.to_bits())?;
            double(fraction)
        },
        "modff" => |m, a| {
            let (whole, fraction) = modf(a.f32(0)?.into());
            m.memory.store_int(a.ptr(1)?, 4, u64::from((whole as f32).to_bits()))?;
            float(fraction as f32)
        },
        "remquo" => |m, a| {
            let (remainder, quotient) = remquo(a.f64(0)?, a.f64(1)?);
            m.memory.store_int(a.ptr(2)?, 4, u64::from(quotient as u32))?;
            double(remainder)
        },
        "remquof" => |m, a| {
            let (remainder, quotient) = remquo(a.f32(0)?.into(), a.f32(1)?.into());
            m.memory.store_int(a.ptr(2)?, 4, u64::from(quotient as u32))?;
            float(remainder as f32)
        },
        "sincos" => |m, a| {
            let x = a.f64(0)?;
            m.memory.store_int(a.ptr(1)?, 8, x.sin().to_bits())?;
            m.memory.store_int(a.ptr(2)?, 8, x.cos().to_bits())?;
            super::void()
        },
        "sincosf" => |m, a| {
            let x = a.f32(0)?;
            m.memory.store_int(a.ptr(1)?, 4, u64::from(x.sin().to_bits()))?;
            m.memory.store_int(a.ptr(2)?, 4, u64::from(x.cos().to_bits()))?;
            super::void()
        },
        "ilogb" => |m, a| ilogb(m, a.f64(0)?),
        "ilogbf" => |m, a| ilogb(m, a.f32(0)?.into()),
        "lround" => |m, a| rounded(m.word_bits(), a.f64(0)?.round()),
        "lroundf" => |m, a| rounded(m.word_bits(), a.f32(0)?.round().into()),
        "llround" => |_, a| rounded(64, a.f64(0)?.round()),
        "llroundf" => |_, a| rounded(64, a.f32(0)?.round().into()),
        "lrint" => |m, a| rounded(m.word_bits(), a.f64(0)?.round_ties_even()),
        "lrintf" => |m, a| rounded(m.word_bits(), a.f32(0)?.round_ties_even().into()),
        "llrint" => |_, a| rounded(64, a.f64(0)?.round_ties_even()),
        "llrintf" => |_, a| rounded(64, a.f32(0)?.round_ties_even().into()),
        "nexttoward" => |m, a| nexttoward(m, a, false),
        "nexttowardf" => |m, a| nexttoward(m, a, true),
        "lgamma" | "gamma" => |m, a| {
            let (value, sign) = libm::lgamma_r(a.f64(0)?);
            lgamma(m, a, a.f64(0)?, sign)?;
            double(value)
        },
        "lgammaf" | "gammaf" => |m, a| {
            let (value, sign) = libm::lgammaf_r(a.f32(0)?);
            lgamma(m, a, a.f32(0)?.into(), sign)?;
            float(value)
        },
        "lgamma_r" => |m, a| {
            let (value, sign) = libm::lgamma_r(a.f64(0)?);
            lgamma(m, a, a.f64(0)?, sign)?;
            double(value)
        },
        "lgammaf_r" => |m, a| {
            let (value, sign) = libm::lgammaf_r(a.f32(0)?);
            lgamma(m, a, a.f32(0)?.into(), sign)?;
            float(value)
        },
        "jn" => |_, a| double(libm::jn(a.signed(0)? as i32, a.f64(1)?)),
        "jnf" => |_, a| float(libm::jnf(a.signed(0)? as i32, a.f32(1)?)),
        "yn" => |_, a| double(libm::yn(a.signed(0)? as i32, a.f64(1)?)),
        "ynf" => |_, a| float(libm::ynf(a.signed(0)? as i32, a.f32(1)?)),
        "nan" => |_, _| double(f64::NAN),
        "nanf" => |_, _| float(f32::NAN),
        "isnan" | "__isnan" => |_, a| truth(a.f64(0)?.is_nan()),
        "isnanf" | "__isnanf" => |_, a| truth(a.f32(0)?.is_nan()),
        "isinf" | "__isinf" => |_, a| int(infinite(a.f64(0)?)),
        "isinff" | "__isinff" => |_, a| int(infinite(a.f32(0)?.into())),
        "finite" | "__finite" => |_, a| truth(a.f64(0)?.is_finite()),
        "finitef" | "__finitef" => |_, a| truth(a.f32(0)?.is_finite()),
        "__signbit" | "signbit" => |_, a| int(i32::from(a.f64(0)?.is_sign_negative()) * 128),
        "__signbitf" | "signbitf" => |_, a| int(i32::from(a.f32(0)?.is_sign_negative()) * 8),
        "__fpclassify" => |_, a| int(classify(a.f64(0)?.classify())),
        "__fpclassifyf" => |_, a| int(classify(a.f32(0)?.classify())),
        "fegetround" => |_, _| int(0),
        "fesetround" => |m, a| if a.int(0)? == 0 { int(0) } else { unmodelled(m, a) },
        "fetestexcept" | "fegetexceptflag" => unmodelled,
        "feclearexcept" | "feholdexcept" | "fesetenv" | "fegetenv" | "feupdateenv" | "feraiseexcept"
        | "feenableexcept" | "fedisableexcept" | "fegetexcept" => super::succeed,
        _ => return None,
    })
}

/// How functions of each shape fetch arguments and notice errors.
mod shapes {
    macro_rules! shape {
        ($name:ident, $count:tt, $to_zero:expr, $errors:expr) => {
            pub(super) mod $name {
                use super::super::*;

                pub(in super::super) fn f64(m: &mut Machine<'_>, args: &Args<'_>, f: shape!(@type $count f64)) -> Step<Reply> {
                    let result = shape!(@call $count f args f64);
                    if $errors {
                        let inputs = shape!(@inputs $count args f64);
                        m.range_error(&inputs, result, result == 0.0 && $to_zero)?;
                    }
                    double(result)
                }

                pub(in super::super) fn f32(m: &mut Machine<'_>, args: &Args<'_>, f: shape!(@type $count f32)) -> Step<Reply> {
                    let result = shape!(@call $count f args f32);
                    if $errors {
                        let inputs = shape!(@inputs $count args f32);
                        m.range_error(&inputs, f64::from(result), result == 0.0 && $to_zero)?;
                    }
                    float(result)
                }
            }
        };
        (@type 1 $float:ident) => { fn($float) -> $float };
        (@type 2 $float:ident) => { fn($float, $float) -> $float };
        (@call 1 $f:ident $args:ident $float:ident) => { $f($args.$float(0)?) };
        (@call 2 $f:ident $args:ident $float:ident) => { $f($args.$float(0)?, $args.$float(1)?) };
        (@inputs 1 $args:ident $float:ident) => { [f64::from($args.$float(0)?)] };
        (@inputs 2 $args:ident $float:ident) => { [f64::from($args.$float(0)?), f64::from($args.$float(1)?)] };
    }
    shape!(quiet, 1, false, false);
    shape!(quiet2, 2, false, false);
    shape!(unary, 1, false, true);
    shape!(unary_to_zero, 1, true, true);
    shape!(binary, 2, false, true);
    shape!(binary_to_zero, 2, true, true);
}

impl Machine<'_> {
    /// Sets `errno` where a result is not a number though the arguments are (`EDOM`), where it is infinite
    /// or underflowed to zero though they are finite (`ERANGE`).
    fn range_error(&mut self, inputs: &[f64], result: f64, underflow: bool) -> Step<()> {
        let finite = inputs.iter().all(|x| x.is_finite());
        if result.is_nan() && !inputs.iter().any(|x| x.is_nan()) {
            return self.set_errno(EDOM);
        }
        // 0 to a power, and steps from or to 0, are exact.
        let exact_zero = inputs.len() == 2 && (inputs[0] == 0.0 || inputs[1] == 0.0);
        if finite && (result.is_infinite() || underflow && !exact_zero) {
            return self.set_errno(ERANGE);
        }
        Ok(())
    }

    fn scaling_error(&mut self, x: f64, result: f64) -> Step<()> {
        if x.is_finite() && x != 0.0 && (result == 0.0 || result.is_infinite()) {
            return self.set_errno(ERANGE);
        }
        Ok(())
    }
}

fn logb(x: f64) -> f64 {
    match exponent(x) {
        Some(exponent) => exponent.into(),
        None if x == 0.0 => f64::NEG_INFINITY,
        None => x * x,
    }
}

fn fdim(x: f64, y: f64) -> f64 {
    match () {
        () if x.is_nan() || y.is_nan() => x + y,
        () if x > y => x - y,
        () => 0.0,
    }
}

fn fmin(x: f64, y: f64) -> f64 {
    if y.is_nan() || x < y { x } else { y }
}

fn fmax(x: f64, y: f64) -> f64 {
    if y.is_nan() || x > y { x } else { y }
}

fn infinite(x: f64) -> i32 {
    if x.is_infinite() { x.signum() as i32 } else { 0 }
}

/// glibc's numbers for the classes.
fn classify(class: std::num::FpCategory) -> i32 {
    use std::num::FpCategory;
    match class {
        FpCategory::Nan => 0,
        FpCategory::Infinite => 1,
        FpCategory::Zero => 2,
        FpCategory::Subnormal => 3,
        FpCategory::Normal => 4,
    }
}

fn ilogb(m: &mut Machine<'_>, x: f64) -> Step<Reply> {
    if let Some(exponent) = exponent(x) {
        return int(exponent);
    }
    m.set_errno(EDOM)?;
    int(if x.is_infinite() { i32::MAX } else { i32::MIN })
}

fn rounded(bits: u32, x: f64) -> Step<Reply> {
    Ok(Some(Scalar::int(to_integer(x, bits))))
}

fn lgamma(m: &mut Machine<'_>, args: &Args<'_>, x: f64, sign: i32) -> Step<()> {
    let target = if args.name.contains("_r") { args.ptr(1)? } else { m.library_object("signgam", 4) };
    m.memory.store_int(target, 4, u64::from(sign as u32))?;
    if x <= 0.0 && x == x.trunc() && x.is_finite() {
        m.set_errno(ERANGE)?;
    }
    Ok(())
}

const X87: FloatKind = FloatKind::X87;

/// The functions of `long double` that are exact. The others would need 64 bits of precision.
fn find_long_double(name: &str) -> Option<LibraryFn> {
    Some(match name {
        "fabsl" => |m, a| extended_unary(m, a, FUnOp::Abs),
        "floorl" => |m, a| extended_unary(m, a, FUnOp::Floor),
        "ceill" => |m, a| extended_unary(m, a, FUnOp::Ceil),
        "truncl" => |m, a| extended_unary(m, a, FUnOp::Trunc),
        "roundl" => |m, a| extended_unary(m, a, FUnOp::RoundAway),
        "rintl" | "nearbyintl" | "roundevenl" => |m, a| extended_unary(m, a, FUnOp::RoundEven),
        "sqrtl" => |m, a| extended_unary(m, a, FUnOp::Sqrt),
        "fmodl" => |m, a| extended_binary(m, a, FBinOp::Rem),
        "fminl" => |m, a| extended_binary(m, a, FBinOp::MinNum),
        "fmaxl" => |m, a| extended_binary(m, a, FBinOp::MaxNum),
        "copysignl" => |m, a| extended_binary(m, a, FBinOp::CopySign),
        "fmal" => |m, a| {
            let [x, y, z] = [extended(m, a, 0)?, extended(m, a, 1)?, extended(m, a, 2)?];
            reply(&fathom_ir::float::fma(X87, &x, &y, &z))
        },
        "fdiml" => |m, a| {
            let (x, y) = (extended(m, a, 0)?, extended(m, a, 1)?);
            let greater = fathom_ir::float::relation(X87, &x, &y) == fathom_ir::FCmpOp::GREATER;
            let nan = is_extended_nan(&x) || is_extended_nan(&y);
            if greater || nan {
                reply(&fathom_ir::float::bin(FBinOp::Sub, X87, &x, &y))
            } else {
                long_double(0)
            }
        },
        "frexpl" => |m, a| {
            let (mantissa, exponent) = extended_frexp(words(&extended(m, a, 0)?));
            m.memory.store_int(a.ptr(1)?, 4, u64::from(exponent as u32))?;
            long_double(mantissa)
        },
        "ldexpl" | "scalbnl" | "scalblnl" => |m, a| {
            let x = words(&extended(m, a, 0)?);
            let result = extended_scale(x, a.signed(1)?);
            let (_, was) = super::decimal::of_x87(x);
            let (_, is) = super::decimal::of_x87(result);
            let vanished = result << 49 == 0 && x << 49 != 0;
            if vanished || was != is && is == super::decimal::Real::Infinite {
                m.set_errno(ERANGE)?;
            }
            long_double(result)
        },
        "modfl" => |m, a| {
            let x = extended(m, a, 0)?;
            let whole = fathom_ir::float::un(FUnOp::Trunc, X87, &x);
            m.memory.write(a.ptr(1)?, &words(&whole).to_le_bytes()[..10])?;
            let infinite = words(&x) << 49 == 0x7fff_8000_0000_0000_0000 << 49;
            let fraction = match infinite {
                true => Bits::from_u64(80, 0),
                false => fathom_ir::float::bin(FBinOp::Sub, X87, &x, &whole),
            };
            reply(&fathom_ir::float::bin(FBinOp::CopySign, X87, &fraction, &x))
        },
        "lroundl" => |m, a| extended_to_integer(m, a, FUnOp::RoundAway, m.word_bits()),
        "llroundl" => |m, a| extended_to_integer(m, a, FUnOp::RoundAway, 64),
        "lrintl" => |m, a| extended_to_integer(m, a, FUnOp::RoundEven, m.word_bits()),
        "llrintl" => |m, a| extended_to_integer(m, a, FUnOp::RoundEven, 64),
        "isnanl" | "__isnanl" => |m, a| truth(is_extended_nan(&extended(m, a, 0)?)),
        "isinfl" | "__isinfl" => |m, a| {
            let (negative, real) = super::decimal::of_x87(words(&extended(m, a, 0)?));
            let sign = if negative { -1 } else { 1 };
            int(if real == super::decimal::Real::Infinite { sign } else { 0 })
        },
        "finitel" | "__finitel" => |m, a| truth(words(&extended(m, a, 0)?) >> 64 & 0x7fff != 0x7fff),
        "__signbitl" | "signbitl" => |m, a| int((words(&extended(m, a, 0)?) >> 72 & 0x80) as i32),
        "__fpclassifyl" => |m, a| {
            let bits = words(&extended(m, a, 0)?);
            int(match (bits >> 64 & 0x7fff, bits as u64) {
                (0x7fff, 0x8000_0000_0000_0000) => 1,
                (0x7fff, _) => 0,
                (0, 0) => 2,
                (0, mantissa) if mantissa >> 63 == 0 => 3,
                _ => 4,
            })
        },
        "logl" => extended_logarithm,
        // A complex number comes as two arguments.
        "cabs" => return find("hypot"),
        "nanl" => |_, _| long_double(0x7fff_c000_0000_0000_0000),
        "sinl" | "cosl" | "tanl" | "asinl" | "acosl" | "atanl" | "atan2l" | "sinhl" | "coshl" | "tanhl"
        | "asinhl" | "acoshl" | "atanhl" | "expl" | "exp2l" | "exp10l" | "expm1l" | "log2l" | "log10l"
        | "log1pl" | "powl" | "cbrtl" | "hypotl" | "erfl" | "erfcl" | "tgammal" | "lgammal" | "lgammal_r"
        | "remainderl" | "remquol" | "nextafterl" | "nexttowardl" | "logbl" | "ilogbl" | "sincosl"
        | "j0l" | "j1l" | "jnl" | "y0l" | "y1l" | "ynl" => unmodelled,
        _ => return None,
    })
}

fn extended_logarithm(m: &mut Machine<'_>, args: &Args<'_>) -> Step<Reply> {
    use super::decimal::Real;
    match super::decimal::of_x87(words(&extended(m, args, 0)?)) {
        (false, Real::Finite { mantissa, exponent }) if mantissa != 0 => {
            match super::logarithm::natural(mantissa, exponent) {
                Some((negative, real)) => long_double(super::number::to_x87(negative, real)),
                None => unmodelled(m, args),
            }
        }
        (false, Real::Infinite) => long_double(super::number::to_x87(false, Real::Infinite)),
        (_, Real::Finite { mantissa: 0, .. }) => {
            m.set_errno(34)?;
            long_double(super::number::to_x87(true, Real::Infinite))
        }
        (_, Real::Nan) => reply(&extended(m, args, 0)?),
        (true, _) | (_, Real::Finite { .. }) => {
            m.set_errno(33)?;
            long_double(super::number::to_x87(true, Real::Nan))
        }
    }
}

/// An argument of 80 bits; other formats of `long double` are not modelled.
fn extended(m: &mut Machine<'_>, args: &Args<'_>, at: usize) -> Step<Bits> {
    if args.types.get(at) != Some(&Type::Float(X87)) {
        unmodelled(m, args)?;
    }
    args.bits(at)
}

fn words(bits: &Bits) -> u128 {
    let words = bits.words();
    u128::from(words[0]) | u128::from(words.get(1).copied().unwrap_or(0)) << 64
}

fn reply(bits: &Bits) -> Step<Reply> {
    long_double(words(bits))
}

fn is_extended_nan(bits: &Bits) -> bool {
    super::decimal::of_x87(words(bits)).1 == super::decimal::Real::Nan
}

fn extended_unary(m: &mut Machine<'_>, args: &Args<'_>, op: FUnOp) -> Step<Reply> {
    let x = extended(m, args, 0)?;
    let result = fathom_ir::float::un(op, X87, &x);
    if is_extended_nan(&result) && !is_extended_nan(&x) {
        m.set_errno(EDOM)?;
    }
    reply(&result)
}

fn extended_binary(m: &mut Machine<'_>, args: &Args<'_>, op: FBinOp) -> Step<Reply> {
    let (x, y) = (extended(m, args, 0)?, extended(m, args, 1)?);
    let result = fathom_ir::float::bin(op, X87, &x, &y);
    if is_extended_nan(&result) && !is_extended_nan(&x) && !is_extended_nan(&y) {
        m.set_errno(EDOM)?;
    }
    reply(&result)
}

fn extended_to_integer(m: &mut Machine<'_>, args: &Args<'_>, op: FUnOp, bits: u32) -> Step<Reply> {
    let x = fathom_ir::float::un(op, X87, &extended(m, args, 0)?);
    let (negative, real) = super::decimal::of_x87(words(&x));
    let least = 1u64 << (bits - 1);
    let value = match real {
        super::decimal::Real::Finite { mantissa: 0, .. } => Some(0),
        super::decimal::Real::Finite { mantissa, exponent: exponent @ -63..=0 } => {
            Some(mantissa >> -exponent)
        }
        _ => None,
    };
    let in_range = value.filter(|&v| v < least || negative && v == least);
    let result = match in_range {
        Some(value) if negative => value.wrapping_neg() & fathom_ir::bits::mask(bits),
        Some(value) => value,
        None => least,
    };
    Ok(Some(Scalar::int(result)))
}

/// Mantissa in [0.5, 1) and exponent of an 80-bit float.
fn extended_frexp(x: u128) -> (u128, i32) {
    let (field, mantissa) = ((x >> 64 & 0x7fff) as i32, x as u64);
    if field == 0x7fff || mantissa == 0 {
        return (x, 0);
    }
    let shift = mantissa.leading_zeros();
    let sign = x >> 79 << 79;
    (sign | 0x3ffe << 64 | u128::from(mantissa << shift), field.max(1) - 0x3ffe - shift as i32)
}

/// `x·2^n` for an 80-bit float.
fn extended_scale(x: u128, n: i64) -> u128 {
    let (negative, real) = super::decimal::of_x87(x);
    let super::decimal::Real::Finite { mantissa, exponent } = real else { return x };
    let exponent = i64::from(exponent) + n.clamp(-100_000, 100_000);
    let nearest = super::decimal::nearest_binary(
        u128::from(mantissa),
        exponent as i32,
        false,
        super::decimal::Format::X87,
    );
    super::number::to_x87(negative, nearest.real)
}

/// The next float towards a `long double`.
fn nexttoward(m: &mut Machine<'_>, args: &Args<'_>, single: bool) -> Step<Reply> {
    let target = extended(m, args, 1)?;
    let x = if single { f64::from(args.f32(0)?) } else { args.f64(0)? };
    let from = fathom_ir::float::from_f64(X87, x);
    let relation = fathom_ir::float::relation(X87, &from, &target);
    // Only the direction matters, so an infinity stands for the target.
    let y = match relation {
        fathom_ir::FCmpOp::LESS => f64::INFINITY,
        fathom_ir::FCmpOp::GREATER => f64::NEG_INFINITY,
        fathom_ir::FCmpOp::EQUAL => fathom_ir::float::to_f64(X87, &target),
        _ => f64::NAN,
    };
    if single { float(nextafter_f32(args.f32(0)?, y)) } else { double(nextafter(x, y)) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_doubles_come_apart() {
        assert_eq!(extended_frexp(0x4000_8000_0000_0000_0000), (0x3ffe_8000_0000_0000_0000, 2));
        assert_eq!(extended_scale(0x3fff_8000_0000_0000_0000, 1), 0x4000_8000_0000_0000_0000);
        assert_eq!(extended_scale(0x3fff_8000_0000_0000_0000, -16445), 1);
        assert_eq!(extended_scale(0x3fff_8000_0000_0000_0000, 20000), 0x7fff_8000_0000_0000_0000);
    }

    #[test]
    fn every_name_has_a_function() {
        for name in ["sin", "sinf", "powf", "exp10", "fmaf", "ldexp", "fabsl", "sinl", "__isnan", "lgamma_r"]
        {
            assert!(find(name).is_some(), "{name}");
        }
        assert!(find("sinx").is_none());
    }
}
