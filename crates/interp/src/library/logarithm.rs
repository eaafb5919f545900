//! The natural logarithm of an 80-bit float, which libstdc++ takes to see how many random bits an engine
//! gives (`std::generate_canonical`, and so every distribution of floats).
//!
//! With `x = m·2^e` and `m` between `√½` and `√2`, the result is `e·ln 2 + 2·artanh((m-1)/(m+1))`, and
//! the series of `artanh` gains five bits a term there. All numbers are integers in units of `2^-120`.

use super::decimal::{Format, Real, nearest_binary};

const FRACTION: u32 = 120;
const LN_2: u128 = 0xb1_7217_f7d1_cf79_abc9_e3b3_9803_f2f6;

/// `a·b` in units of `2^-120`, for numbers below 2.
fn multiply(a: u128, b: u128) -> u128 {
    let half = |value: u128| (value >> 64, value & u128::from(u64::MAX));
    let ((a1, a0), (b1, b0)) = (half(a), half(b));
    let (carry, rest) = half(a1 * b0 + a0 * b1 + ((a0 * b0) >> 64));
    // The product without its lowest 128 bits, and then 8 bits more of it.
    const MORE: u32 = 128 - FRACTION;
    (a1 * b1 + carry) << MORE | rest >> (64 - MORE)
}

/// The logarithm of a positive finite number, with its sign. `None` for numbers so close to 1 that the
/// digits here do not suffice.
pub(super) fn natural(mantissa: u64, exponent: i32) -> Option<(bool, Real)> {
    let zeros = mantissa.leading_zeros();
    let mantissa = u128::from(mantissa.checked_shl(zeros).filter(|&m| m != 0)?);
    let mut exponent = i64::from(exponent) - i64::from(zeros) + 63;
    // √2 in units of 2^-63.
    let mut one = 1u128 << 63;
    if mantissa > 0xb504_f333_f9de_6484 {
        one <<= 1;
        exponent += 1;
    }
    let (below, difference) = (mantissa < one, mantissa.abs_diff(one));
    if exponent == 0 && difference != 0 && difference < 1 << 30 {
        return None;
    }
    let sum = mantissa + one;
    let (quotient, rest) = ((difference << 60) / sum, (difference << 60) % sum);
    let ratio = (quotient << 60) + (rest << 60) / sum;
    let square = multiply(ratio, ratio);
    let (mut power, mut series) = (ratio, 0u128);
    for odd in (1u128..).step_by(2) {
        if power == 0 {
            break;
        }
        series += power / odd;
        power = multiply(power, square);
    }
    let series = 2 * series as i128;
    // `e·ln 2` has up to 14 bits before the point, so both lose some bits behind it.
    const SPARE: u32 = 10;
    let whole = i128::from(exponent) * (LN_2 >> SPARE) as i128;
    let (series, scale) =
        if exponent == 0 { (series, FRACTION) } else { (series >> SPARE, FRACTION - SPARE) };
    let result = if below { whole - series } else { whole + series };
    let nearest = nearest_binary(result.unsigned_abs(), -(scale as i32), false, Format::X87);
    Some((result < 0, nearest.real))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn log(mantissa: u64, exponent: i32) -> u128 {
        let (negative, real) = natural(mantissa, exponent).expect("far from 1");
        super::super::number::to_x87(negative, real)
    }

    #[test]
    fn logarithms_of_glibc() {
        assert_eq!(log(0x1, 0), 0x0000_0000_0000_0000_0000);
        assert_eq!(log(0x2, 0), 0x3ffe_b172_17f7_d1cf_79ac);
        assert_eq!(log(0x1, 32), 0x4003_b172_17f7_d1cf_79ac);
        assert_eq!(log(0x1, 64), 0x4004_b172_17f7_d1cf_79ac);
        assert_eq!(log(0x3, 0), 0x3fff_8c9f_53d5_6818_54bb);
        assert_eq!(log(0x7ffffffe, 0), 0x4003_abe6_8737_f340_fdde);
        assert_eq!(log(0xa, 0), 0x4000_935d_8ddd_aaa8_ac17);
        assert_eq!(log(0x1, -5), 0xc000_ddce_9df5_c643_5817);
        assert_eq!(log(0xdeadbeefcafebabe, 100), 0x4005_e312_c90a_6c4c_f935);
        assert_eq!(log(0x3, -2), 0xbffd_934b_1089_a6dc_93c2);
        assert_eq!(log(0xb504f333f9de6485, -63), 0x3ffd_b172_17f7_d1cf_79ae);
        assert_eq!(log(0x1, -16000), 0xc00c_ad49_6b68_02e4_9cd2);
        assert_eq!(log(0x7, 12345), 0x400c_85bb_6433_e19f_0e9f);
    }

    #[test]
    fn close_to_one_is_left_out() {
        assert_eq!(natural(1 << 63 | 1, -63), None);
    }
}
