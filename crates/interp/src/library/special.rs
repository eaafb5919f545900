//! Functions of `math.h` that Rust's standard library does not take from the host.
//!
//! The inverse hyperbolic functions follow FreeBSD's `msun` (and so, nearly always to the last bit,
//! glibc), on top of the host's `log` and `log1p`. The error, gamma and Bessel functions are those of the
//! `libm` crate, which may differ from glibc's in the last bit.

/// The result where there is none, as the processor makes it: the argument if it is a NaN, else the
/// negative quiet NaN.
pub(super) fn no_number(x: f64) -> f64 {
    if x.is_nan() { x + x } else { f64::from_bits(0xfff8 << 48) }
}

const LN2: f64 = std::f64::consts::LN_2;

/// `asinh`.
pub(super) fn asinh(x: f64) -> f64 {
    let a = x.abs();
    if !a.is_finite() {
        return x + x;
    }
    if a < f64::from_bits(0x3e30_0000_0000_0000) {
        return x;
    }
    let w = if a > 268_435_456.0 {
        a.ln() + LN2
    } else if a > 2.0 {
        (2.0 * a + 1.0 / ((x * x + 1.0).sqrt() + a)).ln()
    } else {
        let t = x * x;
        (a + t / (1.0 + (1.0 + t).sqrt())).ln_1p()
    };
    w.copysign(x)
}

/// `acosh`.
pub(super) fn acosh(x: f64) -> f64 {
    if x.is_nan() || x < 1.0 {
        return no_number(x);
    }
    if x >= 268_435_456.0 {
        return if x.is_infinite() { x } else { x.ln() + LN2 };
    }
    if x == 1.0 {
        return 0.0;
    }
    if x > 2.0 {
        return (2.0 * x - 1.0 / (x + (x * x - 1.0).sqrt())).ln();
    }
    let t = x - 1.0;
    (t + (2.0 * t + t * t).sqrt()).ln_1p()
}

/// `atanh`.
pub(super) fn atanh(x: f64) -> f64 {
    let a = x.abs();
    let t = if a < 0.5 {
        if a < f64::from_bits(0x3e30_0000_0000_0000) {
            return x;
        }
        let t = a + a;
        0.5 * (t + t * a / (1.0 - a)).ln_1p()
    } else if a < 1.0 {
        0.5 * ((a + a) / (1.0 - a)).ln_1p()
    } else if a > 1.0 {
        return no_number(x);
    } else {
        return x / 0.0;
    };
    t.copysign(x)
}

/// `asinhf`.
pub(super) fn asinhf(x: f32) -> f32 {
    let a = x.abs();
    if !a.is_finite() {
        return x + x;
    }
    if a < f32::from_bits(0x3800_0000) {
        return x;
    }
    let w = if a > 16384.0 {
        a.ln() + LN2 as f32
    } else if a > 2.0 {
        (2.0 * a + 1.0 / ((x * x + 1.0).sqrt() + a)).ln()
    } else {
        let t = x * x;
        (a + t / (1.0 + (1.0 + t).sqrt())).ln_1p()
    };
    w.copysign(x)
}

/// `acoshf`.
pub(super) fn acoshf(x: f32) -> f32 {
    if x.is_nan() || x < 1.0 {
        return no_number(x.into()) as f32;
    }
    if x >= 268_435_456.0 {
        return if x.is_infinite() { x } else { x.ln() + LN2 as f32 };
    }
    if x == 1.0 {
        return 0.0;
    }
    if x > 2.0 {
        return (2.0 * x - 1.0 / (x + (x * x - 1.0).sqrt())).ln();
    }
    let t = x - 1.0;
    (t + (2.0 * t + t * t).sqrt()).ln_1p()
}

/// `atanhf`.
pub(super) fn atanhf(x: f32) -> f32 {
    let a = x.abs();
    let t = if a < 0.5 {
        if a < f32::from_bits(0x3180_0000) {
            return x;
        }
        let t = a + a;
        0.5 * (t + t * a / (1.0 - a)).ln_1p()
    } else if a < 1.0 {
        0.5 * ((a + a) / (1.0 - a)).ln_1p()
    } else if a > 1.0 {
        return no_number(x.into()) as f32;
    } else {
        return x / 0.0;
    };
    t.copysign(x)
}

/// `tgamma`, exact for the factorials that a `double` holds.
pub(super) fn tgamma(x: f64) -> f64 {
    if x == 0.0 {
        return 1.0 / x;
    }
    if x < 0.0 && (x.is_infinite() || x == x.trunc()) {
        return no_number(x);
    }
    libm::tgamma(x)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn inverses_of_hyperbolic_functions() {
        for x in [0.1, 0.5, 1.5, 3.0, 1e10] {
            assert!((asinh(x).sinh() - x).abs() / x < 1e-12);
            assert!((acosh(x + 1.0).cosh() - (x + 1.0)).abs() / x < 1e-12);
        }
        assert!((atanh(0.3).tanh() - 0.3).abs() < 1e-15);
        assert!(atanh(2.0).is_nan() && atanh(1.0).is_infinite() && acosh(0.5).is_nan());
        assert_eq!(asinh(-0.0).to_bits(), (-0.0f64).to_bits());
        assert_eq!(tgamma(5.0), 24.0);
        assert!(tgamma(-1.0).is_nan());
        assert_eq!(tgamma(-0.0), f64::NEG_INFINITY);
    }
}
