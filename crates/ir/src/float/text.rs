//! Decimal text of floats.

use rustc_apfloat::Float;

use super::format::{Class, decode};
use super::{bits, ieee, with_software};
use crate::bits::Bits;
use crate::types::FloatKind;

/// From decimal text (`-1.5e-3`, `2`), hexadecimal text (`0x1.8p3`), `inf` or `nan`, rounded to nearest
/// even. `None` if the text is none of these.
pub fn parse(kind: FloatKind, text: &str) -> Option<Bits> {
    let unsigned = text.strip_prefix('-').unwrap_or(text);
    let hexadecimal = unsigned.strip_prefix("0x");
    let well_formed = match hexadecimal {
        Some(digits) => is_number(digits, u8::is_ascii_hexdigit, 'p'),
        None => is_number(unsigned, u8::is_ascii_digit, 'e'),
    };
    if !well_formed && unsigned != "inf" && unsigned != "nan" {
        return None;
    }
    let value = match kind {
        FloatKind::F32 if hexadecimal.is_none() => text.parse::<f32>().ok()?.to_bits().into(),
        FloatKind::F64 if hexadecimal.is_none() => text.parse::<f64>().ok()?.to_bits().into(),
        _ => with_software!(kind, Soft => text.parse::<Soft>().ok()?.to_bits()),
    };
    Some(bits(kind, value))
}

/// Whether text is digits, perhaps a point and digits, perhaps an exponent in decimal (which a
/// hexadecimal number must have).
fn is_number(text: &str, is_digit: fn(&u8) -> bool, exponent: char) -> bool {
    let digits = |text: &str| !text.is_empty() && text.bytes().all(|b| is_digit(&b));
    let (mantissa, exponent_good) = match text.split_once(exponent) {
        Some((mantissa, power)) => {
            let power = power.strip_prefix(['-', '+']).unwrap_or(power);
            (mantissa, !power.is_empty() && power.bytes().all(|b| b.is_ascii_digit()))
        }
        None => (text, exponent == 'e'),
    };
    let mantissa_good = match mantissa.split_once('.') {
        Some((whole, fraction)) => digits(whole) && digits(fraction),
        None => digits(mantissa),
    };
    exponent_good && mantissa_good
}

/// The shortest decimal text that [`parse`] reads back as the same number: with a point or an
/// exponent, `inf`, or `nan` (for all of them). Numbers of the large formats that are far from 1 are
/// hexadecimal, for their decimal digits take long to compute.
pub fn print(kind: FloatKind, a: &Bits) -> String {
    let raw = a.low_u128();
    let number = decode(kind, raw);
    let sign = if number.negative { "-" } else { "" };
    match number.class {
        Class::Nan => return "nan".to_owned(),
        Class::Infinite => return format!("{sign}inf"),
        Class::Finite if number.significand == 0 => return format!("{sign}0.0"),
        Class::Finite => {}
    }
    match kind {
        FloatKind::F32 => format!("{:?}", f32::from_bits(raw as u32)),
        FloatKind::F64 => format!("{:?}", f64::from_bits(raw as u64)),
        _ if !(-300..=200).contains(&number.exponent) => {
            format!("{sign}0x{:x}p{}", number.significand, number.exponent)
        }
        _ => with_software!(kind, Soft => {
            let value = Soft::from_bits(raw);
            let mut text = String::new();
            // Any float of p bits is determined by 2 + p * log10(2) digits.
            for digits in 1..=2 + Soft::PRECISION / 3 {
                text = format!("{value:.digits$}");
                if text.parse::<Soft>().is_ok_and(|back| back.bitwise_eq(value)) {
                    break;
                }
            }
            text.make_ascii_lowercase();
            if !text.contains(['.', 'e']) {
                text.push_str(".0");
            }
            text
        }),
    }
}
