//! How long numbers are as the C library prints them.

/// The length of a `double` in a conversion of `printf` (`f`, `e`, `g`, `a` or their capitals) with a precision
/// (negative: none), without sign and padding, as the GNU C library prints it; `None` for other conversions.
pub fn float_length(value: f64, kind: u8, precision: i32, alternate: bool) -> Option<usize> {
    let kind = kind.to_ascii_lowercase();
    if !matches!(kind, b'a' | b'e' | b'f' | b'g') {
        return None;
    }
    if !value.is_finite() {
        return Some("inf".len());
    }
    let value = value.abs();
    if kind == b'a' {
        return Some(hexadecimal_length(value, usize::try_from(precision).ok(), alternate));
    }
    let precision = usize::try_from(precision).unwrap_or(6);
    let fixed = |precision: usize| point(format!("{value:.precision$}"), alternate);
    let scientific = |precision: usize| {
        let (mantissa, exponent) = exponent(value, precision);
        (point(mantissa, alternate), exponent)
    };
    Some(match kind {
        b'f' => fixed(precision).len(),
        b'e' => {
            let (mantissa, exponent) = scientific(precision);
            mantissa.len() + exponent_length(exponent)
        }
        _ => {
            let digits = precision.max(1);
            let (_, size) = exponent(value, digits - 1);
            let trimmed = |text: String| match alternate || !text.contains('.') {
                true => text.len(),
                false => text.trim_end_matches('0').trim_end_matches('.').len(),
            };
            if size < -4 || size >= i64::try_from(digits).unwrap_or(i64::MAX) {
                let (mantissa, exponent) = scientific(digits - 1);
                trimmed(mantissa) + exponent_length(exponent)
            } else {
                trimmed(fixed(usize::try_from(digits as i64 - 1 - size).unwrap_or(0)))
            }
        }
    })
}

/// `0x1.8p+0`: one digit, those behind the point without zeros at the end or as many as asked for, and the exponent of 2.
fn hexadecimal_length(value: f64, precision: Option<usize>, alternate: bool) -> usize {
    let bits = value.to_bits();
    let (fraction, biased) = (bits & ((1 << 52) - 1), (bits >> 52) as i64);
    let significant = 13 - (fraction.trailing_zeros() as usize / 4).min(13);
    let digits = precision.unwrap_or(significant);
    let exponent = match (biased, fraction) {
        (0, 0) => 0,
        (0, _) => -1022,
        _ => biased - 1023,
    };
    let point = usize::from(digits > 0 || alternate);
    "0x1".len() + point + digits + "p+".len() + exponent.unsigned_abs().to_string().len()
}

/// A number in decimal, with a point at its end if it has none and that is asked for.
fn point(mut text: String, alternate: bool) -> String {
    if alternate && !text.contains('.') {
        text.push('.');
    }
    text
}

/// Mantissa and decimal exponent with so many digits behind the point.
fn exponent(value: f64, precision: usize) -> (String, i64) {
    let text = format!("{value:.precision$e}");
    let (mantissa, exponent) = text.split_once('e').unwrap_or((&text, "0"));
    (mantissa.to_owned(), exponent.parse().unwrap_or(0))
}

/// `e`, the sign, and at least two digits.
fn exponent_length(exponent: i64) -> usize {
    2 + exponent.unsigned_abs().to_string().len().max(2)
}

#[cfg(test)]
mod tests {
    use super::float_length;

    #[test]
    fn lengths_as_printf_says() {
        // What printf of the GNU C library returns for these, less the sign.
        let cases: [(f64, u8, i32, bool, usize); 27] = [
            (10000.21, b'f', -1, false, 12),
            (1.5, b'f', 2, false, 4),
            (0.5, b'f', 0, false, 1),
            (0.5, b'f', 0, true, 2),
            (999.9999999, b'f', -1, false, 11),
            (-1.0, b'f', 1, false, 3),
            (1e22, b'f', 0, false, 23),
            (1.0, b'e', -1, false, 12),
            (1e100, b'e', 2, false, 9),
            (9.999e99, b'e', 1, false, 8),
            (0.0, b'e', 0, false, 5),
            (0.0001, b'g', -1, false, 6),
            (0.00001, b'g', -1, false, 5),
            (100000.0, b'g', -1, false, 6),
            (1000000.0, b'g', -1, false, 5),
            (1234567.0, b'G', 3, false, 8),
            (0.5, b'g', -1, true, 8),
            (0.0, b'g', -1, false, 1),
            (f64::INFINITY, b'f', -1, false, 3),
            (f64::NAN, b'g', 2, false, 3),
            (0.0, b'a', -1, false, 6),
            (1.5, b'a', -1, false, 8),
            (1.0, b'A', -1, true, 7),
            (0.1, b'a', -1, false, 20),
            (5e-324, b'a', -1, false, 23),
            (1.5, b'a', 0, false, 6),
            (1e308, b'a', 3, false, 13),
        ];
        for (value, kind, precision, alternate, expected) in cases {
            let found = float_length(value, kind, precision, alternate);
            assert_eq!(found, Some(expected), "{value} as %{}, precision {precision}", kind as char);
        }
        assert_eq!(float_length(1.0, b'd', -1, false), None);
    }
}
