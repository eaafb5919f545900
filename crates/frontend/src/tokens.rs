//! The tokens of C and C++, as far as a look at a source file needs them.

/// What kind of token it is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    Word,
    Number,
    Sign,
}

/// A token and its position, counted from one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Token<'a> {
    pub kind: Kind,
    pub text: &'a str,
    pub line: u64,
    pub column: u64,
    /// It is part of a macro.
    pub of_macro: bool,
}

/// The tokens of a text, but for strings and characters, and directives that define no macro. Signs come one by one.
pub fn tokens(text: &str) -> Vec<Token<'_>> {
    let bytes = text.as_bytes();
    let mut found: Vec<Token<'_>> = vec![];
    let (mut at, mut line, mut line_start) = (0, 1, 0);
    let mut first_of_line = true;
    // After what a preprocessor leaves of a header of the system.
    let mut of_system = false;
    let mut of_macro = false;
    while at < bytes.len() {
        let start = at;
        let rest = &bytes[at..];
        let until = |from: usize, end: &[u8]| {
            let tail = rest.get(from..).unwrap_or_default();
            tail.windows(end.len()).position(|window| window == end).map_or(rest.len(), |found| from + found)
        };
        let mut kind = None;
        match rest {
            [b'\n', ..] => {
                at += 1;
                line += 1;
                line_start = at;
                first_of_line = true;
                of_macro &= text[..at - 1].trim_end_matches('\r').ends_with('\\');
                continue;
            }
            [b'/', b'/', ..] => at += until(2, b"\n"),
            [b'/', b'*', ..] => at = (at + until(2, b"*/") + 2).min(bytes.len()),
            [b'#', ..] if first_of_line => {
                let end = at + until(0, b"\n");
                let directive = text.get(at + 1..end).unwrap_or_default().trim_start();
                if directive.starts_with("define") {
                    at += 1;
                    of_macro = true;
                } else {
                    at = end;
                    let mut marker = directive.trim_start_matches("line ").split(' ');
                    if let Some(number) = marker.next().and_then(|word| word.parse::<u64>().ok()) {
                        line = number.saturating_sub(1);
                        of_system = marker.any(|flag| flag == "3");
                    }
                }
            }
            [quote @ (b'"' | b'\''), ..] => {
                at += 1;
                while at < bytes.len() && bytes[at] != *quote && bytes[at] != b'\n' {
                    at += if bytes[at] == b'\\' { 2 } else { 1 };
                }
                at = if bytes.get(at) == Some(quote) { at + 1 } else { at.min(bytes.len()) };
            }
            [b'0'..=b'9', ..] | [b'.', b'0'..=b'9', ..] => {
                kind = Some(Kind::Number);
                while let Some(&byte) = bytes.get(at) {
                    let hexadecimal = rest[1..].starts_with(b"x") || rest[1..].starts_with(b"X");
                    let letters = if hexadecimal { [b'p', b'P'] } else { [b'e', b'E'] };
                    let exponent =
                        matches!(byte, b'+' | b'-') && at > start && letters.contains(&bytes[at - 1]);
                    if !(byte.is_ascii_alphanumeric() || matches!(byte, b'.' | b'_' | b'\'') || exponent) {
                        break;
                    }
                    at += 1;
                }
            }
            [b'a'..=b'z' | b'A'..=b'Z' | b'_', ..] => {
                kind = Some(Kind::Word);
                while bytes.get(at).is_some_and(|byte| byte.is_ascii_alphanumeric() || *byte == b'_') {
                    at += 1;
                }
            }
            [byte, ..] => {
                at += 1;
                if byte.is_ascii_punctuation() && *byte != b'\\' {
                    kind = Some(Kind::Sign);
                }
            }
            [] => break,
        }
        first_of_line &= bytes[start].is_ascii_whitespace();
        if let (Some(kind), Some(token), false) = (kind, text.get(start..at), of_system) {
            found.push(Token { kind, text: token, line, column: (start - line_start + 1) as u64, of_macro });
        }
        let lines = bytes[start..at.min(bytes.len())].iter().filter(|byte| **byte == b'\n').count();
        if lines > 0 {
            line += lines as u64;
            line_start =
                start + bytes[start..at].iter().rposition(|byte| *byte == b'\n').map_or(0, |end| end + 1);
        }
    }
    found
}
