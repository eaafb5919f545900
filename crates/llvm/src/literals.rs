//! Number literals to bits.
//!
//! Integers become little-endian words of the width of their type. Floats become the bits of their
//! own format: decimal and C-style hexadecimal literals are rounded to nearest even, `0x` followed
//! by sixteen digits is the pattern of a *double* even for `half` and `float` (that is how LLVM
//! prints them), and the letters after `0x` name the other formats.

use crate::module::FloatKind;

/// Decimal literals longer than this are refused: conversion is quadratic in the length.
const MAX_DIGITS: usize = 10_000;

/// An integer literal in `words`, two's complement of `width` bits. The text has an optional sign.
pub(crate) fn wide_decimal(text: &[u8], width: u32) -> Result<Vec<u64>, String> {
    let negative = text.first() == Some(&b'-');
    let digits = text.strip_prefix(b"-").or(text.strip_prefix(b"+")).unwrap_or(text);
    if digits.len() > MAX_DIGITS {
        return Err(format!("integer literal has more than {MAX_DIGITS} digits"));
    }
    let mut words: Vec<u64> = Vec::new();
    for chunk in digits.chunks(18) {
        let mut carry = chunk.iter().fold(0u128, |sum, digit| sum * 10 + u128::from(digit - b'0'));
        let scale = 10u128.pow(chunk.len() as u32);
        for word in &mut words {
            let product = u128::from(*word) * scale + carry;
            *word = product as u64;
            carry = product >> 64;
        }
        if carry != 0 {
            words.push(carry as u64);
        }
    }
    fit(words, negative, width)
}

/// `u0x…` and `s0x…`. The latter is signed: its topmost digit's topmost bit is the sign.
pub(crate) fn wide_hex(text: &[u8], width: u32) -> Result<Vec<u64>, String> {
    let digits = text.get(3..).unwrap_or_default();
    let Some(mut words) = hex_words(digits) else {
        return Err("malformed hexadecimal integer".into());
    };
    let first = digits.first().map_or(0, |&digit| hex_digit(digit).unwrap_or(0));
    if text[0] == b's' && first >= 8 {
        // Extend the sign from the literal's own width.
        let own = digits.len() * 4;
        let need = words_of(width);
        if own > width as usize {
            return Err(format!("integer literal does not fit in i{width}"));
        }
        words.resize(need, 0);
        for bit in own..width as usize {
            words[bit / 64] |= 1 << (bit % 64);
        }
        return Ok(words);
    }
    fit(words, false, width)
}

fn words_of(width: u32) -> usize {
    (width as usize).div_ceil(64)
}

/// Checks that a magnitude fits a width, as unsigned or as signed, and brings it to that width.
fn fit(mut words: Vec<u64>, negative: bool, width: u32) -> Result<Vec<u64>, String> {
    while words.last() == Some(&0) {
        words.pop();
    }
    let used = words.last().map_or(0, |top| words.len() * 64 - top.leading_zeros() as usize);
    let power = words.last().is_some_and(|top| top.is_power_of_two())
        && words[..words.len().saturating_sub(1)].iter().all(|&word| word == 0);
    // The most negative value, -2^(width-1), is a power of two of exactly `width` bits.
    let limit = if negative && !power { width as usize - 1 } else { width as usize };
    if used > limit {
        return Err(format!("integer literal does not fit in i{width}"));
    }
    words.resize(words_of(width), 0);
    if negative {
        let mut carry = true;
        for word in &mut words {
            let (sum, overflow) = (!*word).overflowing_add(u64::from(carry));
            *word = sum;
            carry = overflow;
        }
        let excess = words_of(width) as u32 * 64 - width;
        if let Some(top) = words.last_mut() {
            *top &= u64::MAX >> excess;
        }
    }
    Ok(words)
}

fn hex_digit(byte: u8) -> Option<u64> {
    (byte as char).to_digit(16).map(u64::from)
}

/// Big-endian hexadecimal digits as little-endian words.
fn hex_words(digits: &[u8]) -> Option<Vec<u64>> {
    let mut words = Vec::with_capacity(digits.len() / 16 + 1);
    for chunk in digits.rchunks(16) {
        words.push(hex_value(chunk)?);
    }
    (!words.is_empty()).then_some(words)
}

fn hex_value(digits: &[u8]) -> Option<u64> {
    if digits.len() > 16 {
        return None;
    }
    digits.iter().try_fold(0u64, |value, &digit| Some(value << 4 | hex_digit(digit)?))
}

/// Exponent and mantissa bits of a format, and whether the integer bit is stored.
fn shape(kind: FloatKind) -> (u32, u32, bool) {
    match kind {
        FloatKind::Half => (5, 10, false),
        FloatKind::BFloat => (8, 7, false),
        FloatKind::Float => (8, 23, false),
        FloatKind::Double | FloatKind::PpcFp128 => (11, 52, false),
        FloatKind::X86Fp80 => (15, 63, true),
        FloatKind::Fp128 => (15, 112, false),
    }
}

fn assemble(kind: FloatKind, negative: bool, exponent: u128, mantissa: u128) -> [u64; 2] {
    let (exponent_bits, mantissa_bits, integer_bit) = shape(kind);
    let fraction_bits = mantissa_bits + u32::from(integer_bit);
    let mut bits = mantissa | exponent << fraction_bits;
    if integer_bit && exponent != 0 {
        bits |= 1 << mantissa_bits;
    }
    bits |= u128::from(negative) << (fraction_bits + exponent_bits);
    // The second double of a PowerPC pair is zero.
    [bits as u64, (bits >> 64) as u64]
}

/// `mantissa · 2^exponent` in a format, to nearest even; the flag tells whether that was exact.
fn encode(kind: FloatKind, negative: bool, mantissa: u128, exponent: i64) -> ([u64; 2], bool) {
    let (exponent_bits, mantissa_bits, _) = shape(kind);
    let bias = (1i64 << (exponent_bits - 1)) - 1;
    if mantissa == 0 {
        return (assemble(kind, negative, 0, 0), true);
    }
    let top = 127 - i64::from(mantissa.leading_zeros());
    // Exponent of the last bit kept: that of a normal number, or the subnormals' fixed one.
    let last = (exponent + top - i64::from(mantissa_bits)).max(1 - bias - i64::from(mantissa_bits));
    let shift = last - exponent;
    let (mut kept, exact) = if shift <= 0 {
        (mantissa << (-shift).min(127), true)
    } else if shift > 127 {
        (0, false)
    } else {
        let (kept, rest) = (mantissa >> shift, mantissa & ((1 << shift) - 1));
        let half = 1u128 << (shift - 1);
        let up = rest > half || (rest == half && kept & 1 == 1);
        (kept + u128::from(up), rest == 0)
    };
    let mut biased = last + i64::from(mantissa_bits) + bias;
    if kept >> (mantissa_bits + 1) != 0 {
        kept >>= 1;
        biased += 1;
    }
    let max = (1i64 << exponent_bits) - 1;
    if biased >= max {
        return (assemble(kind, negative, max as u128, 0), false);
    }
    let normal = kept >> mantissa_bits != 0;
    let fraction = kept & ((1 << mantissa_bits) - 1);
    (assemble(kind, negative, if normal { biased as u128 } else { 0 }, fraction), exact)
}

/// The bits of a double in another format; NaNs keep their sign, quietness and topmost payload.
pub(crate) fn from_double(kind: FloatKind, bits: u64) -> ([u64; 2], bool) {
    let negative = bits >> 63 != 0;
    let exponent = (bits >> 52 & 0x7ff) as i64;
    let fraction = u128::from(bits & ((1 << 52) - 1));
    if kind == FloatKind::Double || kind == FloatKind::PpcFp128 {
        return ([bits, 0], true);
    }
    if exponent == 0x7ff {
        let (exponent_bits, mantissa_bits, _) = shape(kind);
        let moved = if mantissa_bits < 52 {
            fraction >> (52 - mantissa_bits)
        } else {
            fraction << (mantissa_bits - 52)
        };
        // A payload that was cut to zero must not turn a NaN into an infinity.
        let cut = fraction != 0 && moved == 0;
        return (assemble(kind, negative, (1 << exponent_bits) - 1, moved | u128::from(cut)), !cut);
    }
    if exponent == 0 {
        encode(kind, negative, fraction, -1074)
    } else {
        encode(kind, negative, fraction | 1 << 52, exponent - 1075)
    }
}

/// `1.5e+3`
pub(crate) fn decimal(kind: FloatKind, text: &[u8]) -> Result<[u64; 2], String> {
    let text = std::str::from_utf8(text).map_err(|_| "malformed number")?;
    let malformed = |_| "malformed floating-point literal".to_string();
    match kind {
        FloatKind::Double => Ok([text.parse::<f64>().map_err(malformed)?.to_bits(), 0]),
        FloatKind::Float => Ok([u64::from(text.parse::<f32>().map_err(malformed)?.to_bits()), 0]),
        FloatKind::Half | FloatKind::BFloat => {
            Ok(from_double(kind, text.parse::<f64>().map_err(malformed)?.to_bits()).0)
        }
        FloatKind::X86Fp80 | FloatKind::Fp128 | FloatKind::PpcFp128 => {
            let value = text.parse::<f64>().map_err(malformed)?;
            if text.len() > 1_000 || !is_exactly(value, text) {
                return Err("decimal literal is not exact in a double; write its bits".into());
            }
            Ok(from_double(kind, value.to_bits()).0)
        }
    }
}

/// Whether a decimal text denotes exactly the double it was parsed to.
fn is_exactly(value: f64, text: &str) -> bool {
    // Significant digits without zeros at either end, and the exponent of the first.
    fn normal(text: &str) -> Option<(String, i64)> {
        let text = text.trim_start_matches(['-', '+']);
        let (mantissa, exponent) = text.split_once(['e', 'E']).unwrap_or((text, "0"));
        let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
        let all = format!("{whole}{fraction}");
        let digits = all.trim_start_matches('0');
        let skipped = (all.len() - digits.len()) as i64;
        let exponent = exponent.parse::<i64>().ok()?.checked_add(whole.len() as i64 - skipped)?;
        let digits = digits.trim_end_matches('0');
        Some(if digits.is_empty() { (String::new(), 0) } else { (digits.to_string(), exponent) })
    }
    value.is_finite() && normal(text).is_some_and(|n| Some(n) == normal(&format!("{value:.1100e}")))
}

/// `0x…` in all its forms, and `f0x…`.
pub(crate) fn hexadecimal(kind: FloatKind, text: &[u8]) -> Result<[u64; 2], String> {
    let malformed = || "malformed hexadecimal floating-point literal".to_string();
    if let Some(digits) = text.strip_prefix(b"f0x") {
        let words = hex_words(digits).ok_or_else(malformed)?;
        let bits = crate::layout::float_bits(kind) as usize;
        if words.len() > 2 || digits.len() != bits / 4 {
            return Err(format!("bit pattern must have {} digits", bits / 4));
        }
        return Ok([words[0], words.get(1).copied().unwrap_or(0)]);
    }
    let negative = text.first() == Some(&b'-');
    let unsigned = if matches!(text.first(), Some(b'-' | b'+')) { &text[1..] } else { text };
    let digits = unsigned.strip_prefix(b"0x").ok_or_else(malformed)?;
    if digits.iter().any(|b| matches!(b, b'.' | b'p' | b'P')) {
        return c_style(kind, negative, digits).ok_or_else(malformed);
    }
    let named = |wanted: FloatKind, words: Option<[u64; 2]>| {
        if wanted != kind {
            return Err("floating-point literal of another format".to_string());
        }
        words.ok_or_else(malformed)
    };
    let (letter, rest) = digits.split_first().ok_or_else(malformed)?;
    let pair = || {
        let (first, second) = rest.split_at(rest.len().min(16));
        Some([hex_value(first)?, hex_value(second)?])
    };
    match letter {
        b'H' => named(FloatKind::Half, hex_value(rest).filter(|&v| v >> 16 == 0).map(|v| [v, 0])),
        b'R' => named(FloatKind::BFloat, hex_value(rest).filter(|&v| v >> 16 == 0).map(|v| [v, 0])),
        b'K' => {
            let (top, low) = rest.split_at(rest.len().min(4));
            named(FloatKind::X86Fp80, hex_value(low).zip(hex_value(top)).map(|(low, top)| [low, top]))
        }
        b'L' => named(FloatKind::Fp128, pair()),
        b'M' => named(FloatKind::PpcFp128, pair()),
        _ => match kind {
            FloatKind::Half | FloatKind::BFloat | FloatKind::Float | FloatKind::Double => {
                let (bits, exact) = from_double(kind, hex_value(digits).ok_or_else(malformed)?);
                if exact { Ok(bits) } else { Err("floating-point literal is not exact in its type".into()) }
            }
            _ => Err("floating-point literal of another format".into()),
        },
    }
}

/// `1.8p3`
fn c_style(kind: FloatKind, negative: bool, text: &[u8]) -> Option<[u64; 2]> {
    let p = text.iter().position(|b| matches!(b, b'p' | b'P'))?;
    let exponent: i64 = std::str::from_utf8(&text[p + 1..]).ok()?.parse().ok()?;
    let (mut mantissa, mut scale, mut point, mut sticky) = (0u128, 0i64, false, false);
    for &byte in &text[..p] {
        if byte == b'.' {
            if point {
                return None;
            }
            point = true;
            continue;
        }
        let digit = u128::from(hex_digit(byte)?);
        if mantissa >> 120 == 0 {
            mantissa = mantissa << 4 | digit;
            scale -= if point { 4 } else { 0 };
        } else {
            sticky |= digit != 0;
            scale += if point { 0 } else { 4 };
        }
    }
    let exponent = exponent.clamp(-1 << 40, 1 << 40) + scale;
    let (bits, exact) = encode(kind, negative, mantissa | u128::from(sticky), exponent);
    (kind != FloatKind::PpcFp128 || exact && !sticky).then_some(bits)
}

/// `+inf`, `-qnan`, `+nan(0x1)`, `+snan(0x1)`; the payload was read by the caller.
pub(crate) fn special(kind: FloatKind, text: &[u8], payload: Option<&[u8]>) -> Result<[u64; 2], String> {
    let (exponent_bits, mantissa_bits, _) = shape(kind);
    let negative = text[0] == b'-';
    let ones = (1u128 << exponent_bits) - 1;
    let quiet = 1u128 << (mantissa_bits - 1);
    let payload = match payload {
        Some(digits) => {
            let words = digits.strip_prefix(b"0x").and_then(hex_words);
            let words = words.filter(|w| w.len() <= 2).ok_or("malformed payload of a NaN")?;
            Some(u128::from(words[0]) | u128::from(words.get(1).copied().unwrap_or(0)) << 64)
        }
        None => None,
    };
    if payload.is_some_and(|payload| payload >= quiet) {
        return Err("payload of the NaN does not fit".into());
    }
    let mantissa = match (&text[1..], payload) {
        (b"inf", None) => 0,
        (b"qnan" | b"nan", None) => quiet,
        (b"nan" | b"qnan", Some(payload)) => quiet | payload,
        (b"snan", Some(payload)) if payload != 0 => payload,
        _ => return Err("unknown floating-point literal".into()),
    };
    Ok(assemble(kind, negative, ones, mantissa))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn integers_fit_as_signed_or_unsigned() {
        assert_eq!(wide_decimal(b"255", 8), Ok(vec![255]));
        assert_eq!(wide_decimal(b"-128", 8), Ok(vec![128]));
        assert_eq!(wide_decimal(b"-1", 65), Ok(vec![u64::MAX, 1]));
        assert!(wide_decimal(b"256", 8).is_err());
        assert!(wide_decimal(b"-129", 8).is_err());
        assert_eq!(wide_decimal(b"340282366920938463463374607431768211455", 128), Ok(vec![u64::MAX; 2]));
        assert_eq!(wide_decimal(b"-0", 1), Ok(vec![0]));
        assert_eq!(wide_hex(b"u0x80", 16), Ok(vec![0x80]));
        assert_eq!(wide_hex(b"s0x80", 16), Ok(vec![0xff80]));
    }

    #[test]
    fn conversion_agrees_with_the_processor() {
        let samples = [
            0.0,
            -0.0,
            1.0,
            0.1,
            1e-45,
            1.4e-45,
            7e-46,
            3.4028235677973366e38,
            3.402823e38,
            65504.0,
            5e-324,
            1.17549435e-38,
            1.1754943e-38,
            f64::INFINITY,
            f64::MAX,
            16777217.0,
            16777219.0,
        ];
        for value in samples {
            let ours = from_double(FloatKind::Float, f64::to_bits(value)).0[0];
            assert_eq!(ours, u64::from((value as f32).to_bits()), "{value}");
        }
        assert_eq!(from_double(FloatKind::Half, 1.0f64.to_bits()).0[0], 0x3c00);
        assert_eq!(from_double(FloatKind::BFloat, 1.0f64.to_bits()).0[0], 0x3f80);
        assert_eq!(from_double(FloatKind::X86Fp80, 1.0f64.to_bits()).0, [1 << 63, 0x3fff]);
        assert_eq!(from_double(FloatKind::Fp128, 1.5f64.to_bits()).0, [0, 0x3fff_8000_0000_0000]);
        assert_eq!(from_double(FloatKind::Float, 0x7ff4_0000_0000_0000).0[0], 0x7fa0_0000);
    }

    #[test]
    fn forms_of_floats() {
        let f = FloatKind::Float;
        assert_eq!(hexadecimal(f, b"0x3FF0000000000000"), Ok([0x3f80_0000, 0]));
        assert_eq!(hexadecimal(f, b"f0x3f800000"), Ok([0x3f80_0000, 0]));
        assert_eq!(hexadecimal(FloatKind::Double, b"-0x1.8p3"), Ok([(-12.0f64).to_bits(), 0]));
        assert_eq!(hexadecimal(FloatKind::X86Fp80, b"0xK3FFF8000000000000000"), Ok([1 << 63, 0x3fff]));
        let quad = b"0xL00000000000000003FFF000000000000";
        assert_eq!(hexadecimal(FloatKind::Fp128, quad), Ok([0, 0x3fff << 48]));
        assert!(hexadecimal(f, b"0x3FF0000000000001").is_err());
        assert_eq!(special(f, b"-inf", None), Ok([0xff80_0000, 0]));
        assert_eq!(special(f, b"+nan", Some(b"0x1")), Ok([0x7fc0_0001, 0]));
        assert_eq!(special(FloatKind::X86Fp80, b"+qnan", None), Ok([3 << 62, 0x7fff]));
        assert_eq!(decimal(FloatKind::Fp128, b"1.5e+00"), Ok([0, 0x3fff_8000_0000_0000]));
        assert!(decimal(FloatKind::Fp128, b"0.1").is_err());
    }
}
