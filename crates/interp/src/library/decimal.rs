//! Binary floats as exact decimal digits, and decimal digits as the nearest binary float.
//!
//! Both ways are exact arithmetic on large integers: `m·2^e` has the digits of `m·2^e` or, for negative
//! `e`, those of `m·5^-e` with the point moved by `-e`; the nearest float of a ratio comes from one long
//! division with a sticky remainder. Correct rounding is then a matter of looking, not of analysis.

/// A float taken apart.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Real {
    /// `mantissa·2^exponent`; zero is the mantissa 0.
    Finite { mantissa: u64, exponent: i32 },
    /// Infinite.
    Infinite,
    /// Not a number.
    Nan,
}

/// A format of binary floats whose mantissa, hidden bit included, has at most 64 bits.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Format {
    /// Bits of a normal mantissa.
    pub(super) precision: u32,
    /// Exponent of the last bit of a subnormal.
    pub(super) least: i32,
    /// Exponent of the last bit of the largest numbers.
    pub(super) most: i32,
}

impl Format {
    pub(super) const SINGLE: Self = Self { precision: 24, least: -149, most: 104 };
    pub(super) const DOUBLE: Self = Self { precision: 53, least: -1074, most: 971 };
    pub(super) const X87: Self = Self { precision: 64, least: -16445, most: 16320 };
}

/// Sign and value of a `double`.
pub(super) fn of_f64(value: f64) -> (bool, Real) {
    let bits = value.to_bits();
    let (field, fraction) = ((bits >> 52 & 0x7ff) as i32, bits & ((1 << 52) - 1));
    let real = match field {
        0x7ff if fraction == 0 => Real::Infinite,
        0x7ff => Real::Nan,
        0 => Real::Finite { mantissa: fraction, exponent: -1074 },
        _ => Real::Finite { mantissa: fraction | 1 << 52, exponent: field - 1075 },
    };
    (value.is_sign_negative(), real)
}

/// Sign and value of an 80-bit float.
pub(super) fn of_x87(bits: u128) -> (bool, Real) {
    let (mantissa, field) = (bits as u64, (bits >> 64) as i32 & 0x7fff);
    let real = match field {
        0x7fff if mantissa << 1 == 0 => Real::Infinite,
        0x7fff => Real::Nan,
        _ => Real::Finite { mantissa, exponent: field.max(1) - 16446 },
    };
    (bits >> 79 & 1 == 1, real)
}

/// Decimal digits: `0.d₁d₂d₃… · 10^point`, the first and the last of them nonzero; none for zero.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct Decimal {
    pub(super) digits: Vec<u8>,
    pub(super) point: i32,
}

impl Decimal {
    /// The exact digits of `mantissa·2^exponent`.
    pub(super) fn new(mantissa: u64, exponent: i32) -> Self {
        if mantissa == 0 {
            return Self::default();
        }
        let shift = mantissa.trailing_zeros() as i32;
        let (mantissa, exponent) = (mantissa >> shift, exponent + shift);
        let (factor, step, count) = if exponent >= 0 { (2, 31, exponent) } else { (5, 13, -exponent) };
        let mut limbs = base_billion(mantissa);
        let mut left = count;
        while left > 0 {
            let now = left.min(step);
            multiply(&mut limbs, u64::pow(factor, now as u32));
            left -= now;
        }
        let mut digits = vec![];
        for limb in limbs.iter().rev() {
            let mut limb = *limb;
            let mut place = 100_000_000;
            while place > 0 {
                digits.push((limb / place) as u8);
                limb %= place;
                place /= 10;
            }
        }
        let zeros = digits.iter().take_while(|&&d| d == 0).count();
        digits.drain(..zeros);
        let point = digits.len() as i32 - if exponent < 0 { count } else { 0 };
        let mut decimal = Self { digits, point };
        decimal.trim();
        decimal
    }

    fn trim(&mut self) {
        while self.digits.last() == Some(&0) {
            self.digits.pop();
        }
    }

    /// Keeps a number of digits (none and less than none are possible), rounding half to even.
    pub(super) fn round(&mut self, keep: i64) {
        let Ok(keep) = usize::try_from(keep) else {
            *self = Self::default();
            return;
        };
        let Some(&next) = self.digits.get(keep) else { return };
        let odd = keep > 0 && self.digits[keep - 1] % 2 == 1;
        let up = match next {
            5 => odd || self.digits.len() > keep + 1,
            _ => next > 5,
        };
        self.digits.truncate(keep);
        if up {
            while self.digits.last() == Some(&9) {
                self.digits.pop();
            }
            match self.digits.last_mut() {
                Some(digit) => *digit += 1,
                None => {
                    self.digits.push(1);
                    self.point += 1;
                }
            }
        }
        self.trim();
        if self.digits.is_empty() {
            self.point = 0;
        }
    }
}

fn base_billion(value: u64) -> Vec<u64> {
    let mut limbs = vec![];
    let mut value = value;
    while value > 0 {
        limbs.push(value % 1_000_000_000);
        value /= 1_000_000_000;
    }
    limbs
}

fn multiply(limbs: &mut Vec<u64>, factor: u64) {
    let mut carry = 0;
    for limb in limbs.iter_mut() {
        let product = *limb * factor + carry;
        *limb = product % 1_000_000_000;
        carry = product / 1_000_000_000;
    }
    while carry > 0 {
        limbs.push(carry % 1_000_000_000);
        carry /= 1_000_000_000;
    }
}

/// The float nearest to a number.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Nearest {
    /// The value; infinite where the number is too large.
    pub(super) real: Real,
    /// Overflow, or a result that is tiny and inexact: what sets `ERANGE`.
    pub(super) out_of_range: bool,
}

/// The float nearest to `q·2^exponent`, where `sticky` says that the number is a little larger. If
/// sticky, `q` has at least two bits more than the precision.
pub(super) fn nearest_binary(q: u128, exponent: i32, sticky: bool, format: Format) -> Nearest {
    if q == 0 {
        return Nearest { real: Real::Finite { mantissa: 0, exponent: 0 }, out_of_range: sticky };
    }
    let top = 128 - q.leading_zeros() as i32;
    let free = exponent + top - format.precision as i32;
    let round = |unit: i32| -> (u128, bool) {
        let shift = unit - exponent;
        if shift <= 0 {
            return (q << -shift, sticky);
        }
        if shift > 127 {
            return (0, true);
        }
        let (kept, rest, half) = (q >> shift, q & ((1 << shift) - 1), 1u128 << (shift - 1));
        let up = rest > half || rest == half && (sticky || kept & 1 == 1);
        (kept + u128::from(up), rest != 0 || sticky)
    };
    let mut unit = free.max(format.least);
    let (mut mantissa, inexact) = round(unit);
    let hidden = 1u128 << (format.precision - 1);
    let tiny = if mantissa < hidden {
        true
    } else if mantissa == hidden && free < format.least {
        round(free).0 < hidden << 1
    } else {
        false
    };
    if mantissa == hidden << 1 {
        mantissa = hidden;
        unit += 1;
    }
    if unit > format.most {
        return Nearest { real: Real::Infinite, out_of_range: true };
    }
    let real = Real::Finite { mantissa: mantissa as u64, exponent: unit };
    Nearest { real, out_of_range: tiny && inexact }
}

/// The float nearest to `digits·10^exponent`.
pub(super) fn nearest_decimal(digits: &[u8], exponent: i64, format: Format) -> Nearest {
    let zeros = digits.iter().take_while(|&&d| d == 0).count();
    let digits = &digits[zeros..];
    let zero = Real::Finite { mantissa: 0, exponent: 0 };
    if digits.is_empty() {
        return Nearest { real: zero, out_of_range: false };
    }
    // No float needs more digits than these to be told from the middle of its neighbours.
    const ENOUGH: usize = 12_000;
    let mut exponent = exponent;
    let mut kept = digits.to_vec();
    if digits.len() > ENOUGH {
        kept.truncate(ENOUGH);
        exponent = exponent.saturating_add((digits.len() - ENOUGH) as i64 - 1);
        kept.push(u8::from(digits[ENOUGH..].iter().any(|&d| d != 0)));
    }
    let magnitude = exponent.saturating_add(kept.len() as i64);
    if magnitude > 5000 {
        return Nearest { real: Real::Infinite, out_of_range: true };
    }
    if magnitude < -5100 {
        return Nearest { real: zero, out_of_range: true };
    }
    let mut num = Natural::default();
    for chunk in kept.chunks(9) {
        let value = chunk.iter().fold(0, |value, &d| value * 10 + u32::from(d));
        num.multiply_add(10u32.pow(chunk.len() as u32), value);
    }
    let mut den = Natural(vec![1]);
    let target = if exponent >= 0 { &mut num } else { &mut den };
    let mut left = exponent.unsigned_abs();
    while left > 0 {
        let now = left.min(9);
        target.multiply_add(10u32.pow(now as u32), 0);
        left -= now;
    }
    // Scale so that the quotient has two or three bits more than the precision.
    let wanted = format.precision + 2;
    let shift = i64::from(wanted) - (num.bits() as i64 - den.bits() as i64);
    if shift >= 0 {
        num.shift_left(shift as usize)
    } else {
        den.shift_left(shift.unsigned_abs() as usize)
    }
    let places = wanted + 2;
    den.shift_left(places as usize);
    let mut q = 0u128;
    for _ in 0..=places {
        q <<= 1;
        if num.at_least(&den) {
            num.subtract(&den);
            q |= 1;
        }
        num.shift_left(1);
    }
    nearest_binary(q, -(shift as i32), !num.is_zero(), format)
}

/// A natural number in base 2³², little-endian.
#[derive(Clone, Default, Debug)]
struct Natural(Vec<u32>);

impl Natural {
    fn multiply_add(&mut self, factor: u32, add: u32) {
        let mut carry = u64::from(add);
        for limb in &mut self.0 {
            let value = u64::from(*limb) * u64::from(factor) + carry;
            *limb = value as u32;
            carry = value >> 32;
        }
        if carry > 0 {
            self.0.push(carry as u32);
        }
    }

    fn bits(&self) -> usize {
        match self.0.last() {
            Some(top) => self.0.len() * 32 - top.leading_zeros() as usize,
            None => 0,
        }
    }

    fn shift_left(&mut self, count: usize) {
        if self.0.is_empty() {
            return;
        }
        let (words, bits) = (count / 32, count % 32);
        if bits > 0 {
            let mut carry = 0;
            for limb in &mut self.0 {
                let value = *limb << bits | carry;
                carry = *limb >> (32 - bits);
                *limb = value;
            }
            if carry > 0 {
                self.0.push(carry);
            }
        }
        if words > 0 {
            self.0.splice(0..0, std::iter::repeat_n(0, words));
        }
    }

    fn at_least(&self, other: &Self) -> bool {
        self.0.len().cmp(&other.0.len()).then_with(|| self.0.iter().rev().cmp(other.0.iter().rev())).is_ge()
    }

    /// Takes away a number that is not larger.
    fn subtract(&mut self, other: &Self) {
        let mut borrow = false;
        for (at, limb) in self.0.iter_mut().enumerate() {
            let take = other.0.get(at).copied().unwrap_or(0);
            let (value, first) = limb.overflowing_sub(take);
            let (value, second) = value.overflowing_sub(u32::from(borrow));
            *limb = value;
            borrow = first || second;
        }
        while self.0.last() == Some(&0) {
            self.0.pop();
        }
    }

    fn is_zero(&self) -> bool {
        self.0.is_empty()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(value: f64) -> String {
        let (_, real) = of_f64(value);
        let Real::Finite { mantissa, exponent } = real else { panic!("finite") };
        let decimal = Decimal::new(mantissa, exponent);
        let digits: String = decimal.digits.iter().map(|d| char::from(b'0' + d)).collect();
        format!("{digits}e{}", decimal.point)
    }

    #[test]
    fn expansions_are_exact() {
        assert_eq!(text(1.0), "1e1");
        assert_eq!(text(0.1), "1000000000000000055511151231257827021181583404541015625e0");
        assert_eq!(text(1e22), "1e23");
        assert_eq!(text(5e-324).len(), 751 + "e-323".len());
        assert_eq!(text(0.0), "e0");
    }

    #[test]
    fn rounding_is_half_to_even() {
        let round = |value: f64, keep| {
            let Real::Finite { mantissa, exponent } = of_f64(value).1 else { panic!("finite") };
            let mut decimal = Decimal::new(mantissa, exponent);
            decimal.round(keep);
            decimal
        };
        assert_eq!(round(2.5, 1).digits, [2]);
        assert_eq!(round(3.5, 1).digits, [4]);
        assert_eq!(round(0.5, 0).digits, []);
        assert_eq!((round(0.75, 0).digits, round(0.75, 0).point), (vec![1], 1));
        assert_eq!((round(99.9, 2).digits, round(99.9, 2).point), (vec![1], 3));
        assert_eq!(round(99.9, -1), Decimal::default());
    }

    #[test]
    fn decimals_agree_with_the_parser_of_rust() {
        let mut state = 1u64;
        for _ in 0..4000 {
            state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
            let value = f64::from_bits(state & !(1 << 63));
            let digits: Vec<u8> = (state % 100_000_007).to_string().bytes().map(|b| b - b'0').collect();
            let exponent = (state >> 40) as i64 % 340 - 330;
            let expected: f64 = format!("{}e{exponent}", state % 100_000_007).parse().expect("a number");
            let got = nearest_decimal(&digits, exponent, Format::DOUBLE);
            let back = match got.real {
                Real::Finite { mantissa, exponent } => {
                    mantissa as f64 * 2f64.powi(exponent / 2) * 2f64.powi(exponent - exponent / 2)
                }
                Real::Infinite => f64::INFINITY,
                Real::Nan => f64::NAN,
            };
            assert_eq!(back.to_bits(), expected.to_bits(), "{digits:?} {exponent}");
            if value.is_finite() && value != 0.0 {
                let Real::Finite { mantissa, exponent } = of_f64(value).1 else { panic!("finite") };
                let decimal = Decimal::new(mantissa, exponent);
                let place = i64::from(decimal.point) - decimal.digits.len() as i64;
                let round_trip = nearest_decimal(&decimal.digits, place, Format::DOUBLE);
                assert_eq!(round_trip.real, Real::Finite { mantissa, exponent });
            }
        }
    }

    #[test]
    fn range_errors_are_those_of_strtod() {
        let range = |digits: &[u8], exponent| nearest_decimal(digits, exponent, Format::DOUBLE).out_of_range;
        assert!(range(&[1], 309));
        assert!(range(&[1], -400));
        assert!(range(&[5], -324));
        assert!(!range(&[0], -400));
        assert!(!range(&[1], -300));
    }
}
