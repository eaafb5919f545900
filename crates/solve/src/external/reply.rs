//! Replies of a solver: cutting its output into expressions, and reading values.

use fathom_ir::Bits;

use crate::sat::Reason;

/// What came of waiting.
pub enum Reply {
    /// A symbol or a list, as it was written.
    Text(String),
    /// The budget ended first.
    Stopped(Reason),
}

/// Cuts output into atoms and lists that are complete.
#[derive(Default)]
pub struct Splitter {
    text: Vec<u8>,
    depth: usize,
    /// Within a string or a quoted symbol, the byte that ends it.
    quote: Option<u8>,
    comment: bool,
}

impl Splitter {
    /// Takes more output; gives the expressions that it completes.
    pub fn feed(&mut self, bytes: &[u8]) -> Vec<String> {
        let mut complete = Vec::new();
        for &byte in bytes {
            if self.comment {
                self.comment = byte != b'\n';
                continue;
            }
            if let Some(end) = self.quote {
                self.text.push(byte);
                if byte == end {
                    self.quote = None;
                }
                continue;
            }
            match byte {
                b';' => self.comment = true,
                b'"' | b'|' => {
                    self.quote = Some(byte);
                    self.text.push(byte);
                }
                b'(' => {
                    if self.depth == 0 {
                        self.finish(&mut complete);
                    }
                    self.depth += 1;
                    self.text.push(byte);
                }
                b')' => {
                    self.text.push(byte);
                    self.depth = self.depth.saturating_sub(1);
                    if self.depth == 0 {
                        self.finish(&mut complete);
                    }
                }
                _ if byte.is_ascii_whitespace() && self.depth == 0 => self.finish(&mut complete),
                _ => self.text.push(byte),
            }
        }
        complete
    }

    fn finish(&mut self, complete: &mut Vec<String>) {
        if !self.text.is_empty() {
            complete.push(String::from_utf8_lossy(&self.text).into_owned());
            self.text.clear();
        }
    }
}

/// The values of the reply to `get-value`: the second parts of its pairs, as text.
pub fn parse_values(reply: &str) -> Option<Vec<String>> {
    let inner = reply.trim().strip_prefix('(')?.strip_suffix(')')?;
    elements(inner)?
        .iter()
        .map(|pair| {
            let pair = pair.strip_prefix('(')?.strip_suffix(')')?;
            match <[String; 2]>::try_from(elements(pair)?) {
                Ok([_, value]) => Some(value),
                Err(_) => None,
            }
        })
        .collect()
}

/// The expressions that a text consists of.
fn elements(text: &str) -> Option<Vec<String>> {
    let mut splitter = Splitter::default();
    let mut list = splitter.feed(text.as_bytes());
    list.extend(splitter.feed(b" "));
    (splitter.depth == 0 && splitter.quote.is_none()).then_some(list)
}

/// A Bool value.
pub fn bool_value(text: &str) -> Option<bool> {
    match text {
        "true" => Some(true),
        "false" => Some(false),
        _ => None,
    }
}

/// A bit-vector value: `#b…`, `#x…` or `(_ bvN w)`.
pub fn bits_value(text: &str, width: u32) -> Option<Bits> {
    if let Some(digits) = text.strip_prefix("#b") {
        let bit = |digit: char| digit.to_digit(2);
        let mut words = vec![0_u64; digits.len().div_ceil(64)];
        for (at, digit) in digits.chars().rev().enumerate() {
            words[at / 64] |= u64::from(bit(digit)?) << (at % 64);
        }
        return (digits.len() == width as usize).then(|| Bits::from_words(width, &words));
    }
    if let Some(digits) = text.strip_prefix("#x") {
        return (digits.len() * 4 == width as usize).then(|| Bits::from_hex(width, digits)).flatten();
    }
    let inner = text.strip_prefix('(')?.strip_suffix(')')?;
    let parts: Vec<&str> = inner.split_whitespace().collect();
    match parts[..] {
        ["_", number, of_width] if of_width.parse() == Ok(width) => {
            Bits::from_decimal(width, number.strip_prefix("bv")?)
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn output_is_cut_wherever_it_arrives() {
        let text = "sat\n((x #b1) (|a ) b| \"(\"))unsat ; (\n(error \"no \"\"way\"\"\")\n";
        let whole = Splitter::default().feed(text.as_bytes());
        assert_eq!(whole, ["sat", "((x #b1) (|a ) b| \"(\"))", "unsat", "(error \"no \"\"way\"\"\")"]);
        let mut splitter = Splitter::default();
        let bytewise: Vec<String> = text.bytes().flat_map(|byte| splitter.feed(&[byte])).collect();
        assert_eq!(bytewise, whole);
    }

    #[test]
    fn values_are_read_in_every_notation() {
        assert_eq!(
            parse_values("((x #b1) ((f (g y)) (_ bv5 8)))"),
            Some(vec!["#b1".into(), "(_ bv5 8)".into()])
        );
        assert_eq!(parse_values("((x #b1"), None);
        assert_eq!(parse_values("((x y z))"), None);
        assert_eq!(bits_value("#b101", 3), Some(Bits::from_u64(3, 5)));
        assert_eq!(bits_value("#xa5", 8), Some(Bits::from_u64(8, 0xa5)));
        assert_eq!(bits_value("(_ bv5 8)", 8), Some(Bits::from_u64(8, 5)));
        for wrong in ["#b12", "#b1", "#xg0", "(_ bv5 9)", "(_ bvx 8)", "5", ""] {
            assert_eq!(bits_value(wrong, 8), None, "{wrong}");
        }
    }
}
