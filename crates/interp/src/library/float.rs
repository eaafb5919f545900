//! Functions of `math.h` that are exact: they take floats apart and put them together.

use super::special;

/// A power of two, also a subnormal one.
fn power_of_two(exponent: i32) -> f64 {
    match exponent {
        -1022..=1023 => f64::from_bits(((exponent + 1023) as u64) << 52),
        -1074..=-1023 => f64::from_bits(1 << (exponent + 1074)),
        ..-1074 => 0.0,
        1024.. => f64::INFINITY,
    }
}

/// `x·2^n`, rounded once.
pub(super) fn scale(x: f64, n: i64) -> f64 {
    let mut n = n.clamp(-4200, 4200) as i32;
    let mut x = x;
    while n > 1023 {
        x *= power_of_two(1023);
        n -= 1023;
    }
    while n < -1022 {
        // Steps that leave the mantissa whole until the last.
        let step = n.max(-1022 + 53);
        x *= power_of_two(step);
        n -= step;
        if x == 0.0 {
            return x;
        }
        if n >= -1022 {
            break;
        }
    }
    x * power_of_two(n)
}

/// `x·2^n` for `float`: exact in a `double`, then rounded.
pub(super) fn scale_f32(x: f32, n: i64) -> f32 {
    scale(f64::from(x), n.clamp(-600, 600)) as f32
}

/// Mantissa in [0.5, 1) and exponent.
pub(super) fn frexp(x: f64) -> (f64, i32) {
    if x == 0.0 || !x.is_finite() {
        return (x + x, 0);
    }
    let (x, shift) = if x.is_subnormal() { (x * power_of_two(54), 54) } else { (x, 0) };
    let bits = x.to_bits();
    let exponent = (bits >> 52 & 0x7ff) as i32 - 1022;
    (f64::from_bits(bits & !(0x7ff << 52) | 1022 << 52), exponent - shift)
}

/// Whole part and fraction, both with the sign of the argument.
pub(super) fn modf(x: f64) -> (f64, f64) {
    let whole = x.trunc();
    let fraction = if x.is_infinite() { 0.0 } else { x - whole };
    (whole, fraction.copysign(x))
}

/// The binary exponent; `None` for zero, infinities and NaN.
pub(super) fn exponent(x: f64) -> Option<i32> {
    (x != 0.0 && x.is_finite()).then(|| frexp(x).1 - 1)
}

/// The next float towards another.
pub(super) fn nextafter(x: f64, y: f64) -> f64 {
    if x.is_nan() || y.is_nan() {
        x + y
    } else if x == y {
        y
    } else if x < y {
        x.next_up()
    } else {
        x.next_down()
    }
}

/// The next `float` towards a number.
pub(super) fn nextafter_f32(x: f32, y: f64) -> f32 {
    let wide = f64::from(x);
    if x.is_nan() || y.is_nan() {
        (wide + y) as f32
    } else if wide == y {
        y as f32
    } else if wide < y {
        x.next_up()
    } else {
        x.next_down()
    }
}

/// The remainder of the division to the nearest quotient, and the last three bits of that quotient
/// with its sign.
pub(super) fn remquo(x: f64, y: f64) -> (f64, i32) {
    if x.is_nan() || y.is_nan() || x.is_infinite() || y == 0.0 {
        return (special::no_number(if x.is_nan() { x } else { y }), 0);
    }
    let negative = x.is_sign_negative() != y.is_sign_negative();
    let sign = |quotient: i32| if negative { -quotient } else { quotient };
    let b = y.abs();
    let mut a = if b <= f64::MAX / 8.0 { x.abs() % (8.0 * b) } else { x.abs() };
    let mut quotient = 0;
    if b <= f64::MAX / 4.0 && a >= 4.0 * b {
        a -= 4.0 * b;
        quotient += 4;
    }
    if b <= f64::MAX / 2.0 && a >= 2.0 * b {
        a -= 2.0 * b;
        quotient += 2;
    }
    // Compare with half of the divisor, without losing its last bit or overflowing.
    let above = |a: f64, equal: bool| {
        let (left, right) = if b < 2.0 * f64::MIN_POSITIVE { (a + a, b) } else { (a, 0.5 * b) };
        left > right || equal && left == right
    };
    if above(a, false) {
        a -= b;
        quotient += 1;
        if above(a, true) {
            a -= b;
            quotient += 1;
        }
    }
    let result = if x.is_sign_negative() { -a } else { a };
    (if a == 0.0 { 0f64.copysign(x) } else { result }, sign(quotient))
}

/// To an integer of a width, as the processor converts: out of range is the least integer.
pub(super) fn to_integer(x: f64, bits: u32) -> u64 {
    let least = -power_of_two(bits as i32 - 1);
    let mask = fathom_ir::bits::mask(bits);
    if x >= least && x < -least { x as i64 as u64 & mask } else { 1 << (bits - 1) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scaling_rounds_once() {
        assert_eq!(scale(1.0, -1074), 5e-324);
        assert_eq!(scale(1.0, -1075), 0.0);
        assert_eq!(scale(1.5, -1075), 5e-324);
        assert_eq!(scale(5e-324, 2097), power_of_two(1023));
        assert_eq!(scale(1.0, 1024), f64::INFINITY);
        assert_eq!(scale(-1.0, 5000), f64::NEG_INFINITY);
        assert_eq!(scale(1.0, i64::MIN), 0.0);
        // 53 bits that must round only at the end.
        assert_eq!(scale(1.0 + f64::EPSILON, -1074), 5e-324);
        assert_eq!(scale_f32(1.5, -149), 3e-45);
    }

    #[test]
    fn floats_come_apart() {
        assert_eq!(frexp(8.0), (0.5, 4));
        assert_eq!(frexp(-5e-324), (-0.5, -1073));
        assert_eq!(frexp(0.0), (0.0, 0));
        assert_eq!(modf(-1.5), (-1.0, -0.5));
        assert_eq!(modf(f64::INFINITY), (f64::INFINITY, 0.0));
        assert_eq!(exponent(0.75), Some(-1));
        assert_eq!(nextafter(0.0, -1.0), -5e-324);
        assert_eq!(nextafter_f32(1.0, 2.0), 1.0 + f32::EPSILON);
    }

    #[test]
    fn remainders_are_to_the_nearest() {
        assert_eq!(remquo(5.0, 3.0), (-1.0, 2));
        assert_eq!(remquo(-5.0, 3.0), (1.0, -2));
        assert_eq!(remquo(7.5, 5.0), (-2.5, 2));
        assert_eq!(remquo(29.0, 3.0), (-1.0, 2));
        assert!(remquo(1.0, 0.0).0.is_nan());
        assert_eq!(remquo(f64::MAX, f64::MAX), (0.0, 1));
    }

    #[test]
    fn integers_out_of_range_are_the_least() {
        assert_eq!(to_integer(-1.0, 32), 0xffff_ffff);
        assert_eq!(to_integer(3e9, 32), 0x8000_0000);
        assert_eq!(to_integer(f64::NAN, 64), 1 << 63);
    }
}
