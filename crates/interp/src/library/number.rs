//! Numbers in text: what `strtol`, `strtod` and `scanf` understand.

use super::ctype::is_space;
use super::decimal::{Format, Nearest, Real, nearest_binary, nearest_decimal};

/// An integer found at the start of a text.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Integer {
    /// Its value in the width asked for; the nearest bound where it does not fit.
    pub(super) value: u64,
    /// Bytes it takes, spaces before it included; 0 if there is none.
    pub(super) consumed: usize,
    /// It does not fit.
    pub(super) out_of_range: bool,
}

/// How an integer is read.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Radix {
    /// 2 to 36, or 0 for C's own notation.
    pub(super) base: u32,
    /// C23's `0b`.
    pub(super) binary_prefix: bool,
    /// Width of the result.
    pub(super) bits: u32,
    /// The result is signed.
    pub(super) signed: bool,
}

/// Reads an integer as `strtol` and relatives do.
pub(super) fn parse_integer(text: &[u8], radix: Radix) -> Integer {
    let at = |i: usize| text.get(i).copied().unwrap_or(0);
    let mut pos = 0;
    while is_space(at(pos)) {
        pos += 1;
    }
    let negative = at(pos) == b'-';
    pos += usize::from(matches!(at(pos), b'-' | b'+'));
    let digit = |byte: u8, base: u32| char::from(byte).to_digit(36).filter(|&d| d < base);
    let mut base = radix.base;
    let prefix = at(pos) == b'0';
    match at(pos + 1) {
        b'x' | b'X' if prefix && matches!(base, 0 | 16) && digit(at(pos + 2), 16).is_some() => {
            base = 16;
            pos += 2;
        }
        b'b' | b'B'
            if prefix && radix.binary_prefix && matches!(base, 0 | 2) && digit(at(pos + 2), 2).is_some() =>
        {
            base = 2;
            pos += 2;
        }
        _ if base == 0 => base = if prefix { 8 } else { 10 },
        _ => {}
    }
    let first = pos;
    let mut value: Option<u64> = Some(0);
    while let Some(d) = digit(at(pos), base) {
        value = value.and_then(|v| v.checked_mul(u64::from(base))).and_then(|v| v.checked_add(u64::from(d)));
        pos += 1;
    }
    if pos == first {
        return Integer { value: 0, consumed: 0, out_of_range: false };
    }
    let mask = fathom_ir::bits::mask(radix.bits);
    let bound = match (radix.signed, negative) {
        (true, true) => mask / 2 + 1,
        (true, false) => mask / 2,
        (false, _) => mask,
    };
    let (value, out_of_range) = match value.filter(|&v| v <= bound) {
        Some(value) if negative => (value.wrapping_neg() & mask, false),
        Some(value) => (value, false),
        None => (bound, true),
    };
    Integer { value, consumed: pos, out_of_range }
}

/// A float found at the start of a text.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Float {
    /// Its sign.
    pub(super) negative: bool,
    /// Its magnitude.
    pub(super) real: Real,
    /// Bytes it takes, spaces before it included; 0 if there is none.
    pub(super) consumed: usize,
    /// Overflow or underflow.
    pub(super) out_of_range: bool,
}

/// Reads a float as `strtod` and relatives do.
pub(super) fn parse_float(text: &[u8], format: Format) -> Float {
    let at = |i: usize| text.get(i).copied().unwrap_or(0);
    let mut pos = 0;
    while is_space(at(pos)) {
        pos += 1;
    }
    let negative = at(pos) == b'-';
    pos += usize::from(matches!(at(pos), b'-' | b'+'));
    let rest = text.get(pos..).unwrap_or(&[]);
    let starts = |word: &str| rest.get(..word.len()).is_some_and(|s| s.eq_ignore_ascii_case(word.as_bytes()));
    let found = |real, length, out_of_range| Float { negative, real, consumed: pos + length, out_of_range };
    if starts("infinity") {
        return found(Real::Infinite, 8, false);
    }
    if starts("inf") {
        return found(Real::Infinite, 3, false);
    }
    if starts("nan") {
        let word = |b: &u8| b.is_ascii_alphanumeric() || *b == b'_';
        let inner = rest.get(4..).unwrap_or(&[]).iter().take_while(|b| word(b)).count();
        let closed = rest.get(3) == Some(&b'(') && rest.get(4 + inner) == Some(&b')');
        return found(Real::Nan, if closed { inner + 5 } else { 3 }, false);
    }
    let number = if starts("0x") { hexadecimal(rest, format) } else { None };
    match number.or_else(|| decimal(rest, format)) {
        Some((nearest, length)) => found(nearest.real, length, nearest.out_of_range),
        None => {
            let real = Real::Finite { mantissa: 0, exponent: 0 };
            Float { negative: false, real, consumed: 0, out_of_range: false }
        }
    }
}

/// Digits with an optional point: the digits, how many stand behind the point, and the bytes taken.
fn digits(text: &[u8], base: u32) -> Option<(Vec<u8>, i64, usize)> {
    let (mut found, mut behind, mut point, mut pos) = (vec![], 0, false, 0);
    while let Some(&byte) = text.get(pos) {
        match char::from(byte).to_digit(base) {
            Some(digit) => {
                found.push(digit as u8);
                behind += i64::from(point);
            }
            None if byte == b'.' && !point => point = true,
            None => break,
        }
        pos += 1;
    }
    (!found.is_empty()).then_some((found, behind, pos))
}

/// An exponent after its letter, and the bytes taken; nothing if there are no digits.
fn exponent(text: &[u8], letter: u8) -> (i64, usize) {
    if text.first().map(u8::to_ascii_lowercase) != Some(letter) {
        return (0, 0);
    }
    let sign = usize::from(matches!(text.get(1), Some(b'-' | b'+')));
    let digits = text[1 + sign..].iter().take_while(|b| b.is_ascii_digit()).count();
    if digits == 0 {
        return (0, 0);
    }
    let value = text[1 + sign..][..digits]
        .iter()
        .fold(0i64, |value, b| value.saturating_mul(10).saturating_add(i64::from(b - b'0')).min(1 << 40));
    (if text.get(1) == Some(&b'-') { -value } else { value }, 1 + sign + digits)
}

fn decimal(text: &[u8], format: Format) -> Option<(Nearest, usize)> {
    let (found, behind, length) = digits(text, 10)?;
    let (exponent, extra) = exponent(&text[length..], b'e');
    let total = length + extra;
    // Rust's parser rounds correctly too, and fast; it only does not tell about the range.
    if format == Format::DOUBLE
        && let Ok(text) = std::str::from_utf8(&text[..total])
        && let Ok(value) = text.parse::<f64>()
        && value.is_normal()
        && value > f64::MIN_POSITIVE
    {
        return Some((Nearest { real: super::decimal::of_f64(value).1, out_of_range: false }, total));
    }
    Some((nearest_decimal(&found, exponent - behind, format), total))
}

fn hexadecimal(text: &[u8], format: Format) -> Option<(Nearest, usize)> {
    let (found, behind, length) = digits(&text[2..], 16)?;
    let (exponent, extra) = exponent(&text[2 + length..], b'p');
    let total = 2 + length + extra;
    let (mut q, mut scale, mut sticky) = (0u128, exponent - 4 * behind, false);
    for digit in found {
        if q >> 120 == 0 {
            q = q << 4 | u128::from(digit);
        } else {
            sticky |= digit != 0;
            scale += 4;
        }
    }
    let scale = scale.clamp(-(1 << 24), 1 << 24) as i32;
    Some((nearest_binary(q, scale, sticky, format), total))
}

/// Bits of a `double`.
pub(super) fn to_f64(negative: bool, real: Real) -> f64 {
    let magnitude = match real {
        Real::Nan => 0x7ff8 << 48,
        Real::Infinite => 0x7ff << 52,
        Real::Finite { mantissa, .. } if mantissa >> 52 == 0 => mantissa,
        Real::Finite { mantissa, exponent } => mantissa & ((1 << 52) - 1) | ((exponent + 1075) as u64) << 52,
    };
    f64::from_bits(magnitude | u64::from(negative) << 63)
}

/// Bits of a `float`.
pub(super) fn to_f32(negative: bool, real: Real) -> f32 {
    let magnitude = match real {
        Real::Nan => 0x7fc << 20,
        Real::Infinite => 0xff << 23,
        Real::Finite { mantissa, .. } if mantissa >> 23 == 0 => mantissa as u32,
        Real::Finite { mantissa, exponent } => {
            mantissa as u32 & ((1 << 23) - 1) | ((exponent + 150) as u32) << 23
        }
    };
    f32::from_bits(magnitude | u32::from(negative) << 31)
}

/// Bits of an 80-bit float.
pub(super) fn to_x87(negative: bool, real: Real) -> u128 {
    let (field, mantissa) = match real {
        Real::Nan => (0x7fff, 0xc << 60),
        Real::Infinite => (0x7fff, 1 << 63),
        Real::Finite { mantissa, .. } if mantissa >> 63 == 0 => (0, mantissa),
        Real::Finite { mantissa, exponent } => ((exponent + 16446) as u128, mantissa),
    };
    u128::from(mantissa) | field << 64 | u128::from(negative) << 79
}

#[cfg(test)]
mod tests {
    use super::*;

    fn long(text: &str, base: u32) -> (i64, usize, bool) {
        let radix = Radix { base, binary_prefix: false, bits: 64, signed: true };
        let found = parse_integer(text.as_bytes(), radix);
        (found.value as i64, found.consumed, found.out_of_range)
    }

    #[test]
    fn integers() {
        assert_eq!(long("  -42x", 10), (-42, 5, false));
        assert_eq!(long("0x1F", 0), (31, 4, false));
        assert_eq!(long("0xg", 0), (0, 1, false));
        assert_eq!(long("0xg", 16), (0, 1, false));
        assert_eq!(long("077", 0), (63, 3, false));
        assert_eq!(long("+", 10), (0, 0, false));
        assert_eq!(long("zz", 36), (35 * 37, 2, false));
        assert_eq!(long("9223372036854775808", 10), (i64::MAX, 19, true));
        assert_eq!(long("-9223372036854775808", 10), (i64::MIN, 20, false));
        assert_eq!(long("99999999999999999999999x", 10), (i64::MAX, 23, true));
        let radix = Radix { base: 10, binary_prefix: false, bits: 32, signed: false };
        assert_eq!(parse_integer(b"-1", radix).value, 0xffff_ffff);
        let radix = Radix { base: 0, binary_prefix: true, bits: 32, signed: true };
        assert_eq!(parse_integer(b"0b101", radix).value, 5);
    }

    fn real(text: &str) -> (f64, usize) {
        let found = parse_float(text.as_bytes(), Format::DOUBLE);
        (to_f64(found.negative, found.real), found.consumed)
    }

    #[test]
    fn floats() {
        assert_eq!(real(" 1.5e3z"), (1500.0, 6));
        assert_eq!(real("-.5"), (-0.5, 3));
        assert_eq!(real("1e"), (1.0, 1));
        assert_eq!(real("1e+"), (1.0, 1));
        assert_eq!(real("."), (0.0, 0));
        assert_eq!(real("0x1.8p1"), (3.0, 7));
        assert_eq!(real("0xp"), (0.0, 1));
        assert_eq!(real("INFINITYx"), (f64::INFINITY, 8));
        assert_eq!(real("infinit"), (f64::INFINITY, 3));
        assert!(real("nan(12)").0.is_nan() && real("nan(12)").1 == 7);
        assert_eq!(real("nan(12").1, 3);
        assert_eq!(real("5e-324").0, 5e-324);
        assert_eq!(real("1e-400"), (0.0, 6));
        assert_eq!(real("2.2250738585072011e-308").0, 2.225_073_858_507_201e-308);
        let found = parse_float(b"16777217", Format::SINGLE);
        assert_eq!(to_f32(found.negative, found.real), 16_777_216.0);
        let found = parse_float(b"1", Format::X87);
        assert_eq!(to_x87(found.negative, found.real), 0x3fff_8000_0000_0000_0000);
    }
}
