//! Text to tokens.

use super::parse::ParseError;

/// A position in the text: line and column from 1, columns in bytes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Position {
    pub line: u32,
    pub column: u32,
}

/// A token; words, numbers and names as slices of the text where possible.
#[derive(Clone, PartialEq, Debug)]
pub enum Token<'a> {
    /// Letters, digits, `_`, `.` and inner `-`, beginning with a letter or `_`.
    Word(&'a str),
    /// Digits, perhaps with a sign, letters, points: any number, or `-inf`.
    Number(&'a str),
    /// `%12`
    Value(u32),
    /// `@name`
    Symbol(String),
    /// `!12`
    Loc(u32),
    /// `"text"`
    Text(String),
    /// `b"bytes"`
    Bytes(Vec<u8>),
    /// Any of `( ) { } , : = + -> .. ...`
    Punct(&'static str),
    End,
}

impl Token<'_> {
    /// How an error message names it.
    pub fn describe(&self) -> String {
        match self {
            Self::Word(text) | Self::Number(text) => format!("`{text}`"),
            Self::Value(id) => format!("`%{id}`"),
            Self::Symbol(name) => format!("`@{name}`"),
            Self::Loc(id) => format!("`!{id}`"),
            Self::Text(_) => "a string".to_owned(),
            Self::Bytes(_) => "a byte string".to_owned(),
            Self::Punct(text) => format!("`{text}`"),
            Self::End => "the end of the text".to_owned(),
        }
    }
}

/// Bytes that a symbol's name may have without quotes.
pub fn is_name_byte(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'.' | b'$')
}

const PUNCTUATION: [&str; 11] = ["...", "..", "->", "(", ")", "{", "}", ",", ":", "=", "+"];

/// Reads tokens one by one.
pub struct Lexer<'a> {
    text: &'a str,
    at: usize,
    line: u32,
    line_start: usize,
}

impl<'a> Lexer<'a> {
    pub fn new(text: &'a str) -> Self {
        Self { text, at: 0, line: 1, line_start: 0 }
    }

    fn peek(&self, ahead: usize) -> Option<u8> {
        self.text.as_bytes().get(self.at + ahead).copied()
    }

    fn position(&self) -> Position {
        // Texts of more than 4 GiB in a line are not positioned well.
        Position { line: self.line, column: (self.at - self.line_start) as u32 + 1 }
    }

    fn error<T>(&self, message: impl Into<String>) -> Result<T, ParseError> {
        Err(ParseError::new(self.position(), message))
    }

    fn take_while(&mut self, accept: impl Fn(u8) -> bool) -> &'a str {
        let start = self.at;
        while self.peek(0).is_some_and(&accept) {
            self.at += 1;
        }
        // All accepted bytes are ASCII, so these are character boundaries.
        &self.text[start..self.at]
    }

    fn skip_blank(&mut self) {
        while let Some(byte) = self.peek(0) {
            match byte {
                b'\n' => {
                    self.at += 1;
                    self.line += 1;
                    self.line_start = self.at;
                }
                b' ' | b'\t' | b'\r' => self.at += 1,
                b';' => {
                    while self.peek(0).is_some_and(|b| b != b'\n') {
                        self.at += 1;
                    }
                }
                _ => break,
            }
        }
    }

    /// The next token and where it begins.
    pub fn next(&mut self) -> Result<(Token<'a>, Position), ParseError> {
        self.skip_blank();
        let position = self.position();
        let Some(byte) = self.peek(0) else { return Ok((Token::End, position)) };
        let token = match byte {
            b'%' => {
                self.at += 1;
                Token::Value(self.id("%")?)
            }
            b'!' => {
                self.at += 1;
                Token::Loc(self.id("!")?)
            }
            b'@' => {
                self.at += 1;
                if self.peek(0) == Some(b'"') {
                    Token::Symbol(self.string()?)
                } else {
                    let name = self.take_while(is_name_byte);
                    if name.is_empty() {
                        return self.error("a name is expected after `@`");
                    }
                    Token::Symbol(name.to_owned())
                }
            }
            b'"' => Token::Text(self.string()?),
            b'b' if self.peek(1) == Some(b'"') => {
                self.at += 1;
                Token::Bytes(self.bytes()?)
            }
            b'0'..=b'9' => Token::Number(self.number()),
            b'-' if self.peek(1).is_some_and(|b| b.is_ascii_alphanumeric()) => Token::Number(self.number()),
            b'a'..=b'z' | b'A'..=b'Z' | b'_' => Token::Word(self.word()),
            _ => {
                let rest = &self.text[self.at..];
                match PUNCTUATION.iter().find(|p| rest.starts_with(**p)) {
                    Some(punct) => {
                        self.at += punct.len();
                        Token::Punct(punct)
                    }
                    None => {
                        let c = rest.chars().next().unwrap_or_default();
                        return self.error(format!("unexpected character {c:?}"));
                    }
                }
            }
        };
        Ok((token, position))
    }

    fn id(&mut self, sigil: &str) -> Result<u32, ParseError> {
        let digits = self.take_while(|b| b.is_ascii_digit());
        match digits.parse() {
            Ok(id) if id < u32::MAX => Ok(id),
            _ => self.error(format!("a number is expected after `{sigil}`")),
        }
    }

    /// A word: a dash belongs to it if a letter follows.
    fn word(&mut self) -> &'a str {
        let start = self.at;
        while let Some(byte) = self.peek(0) {
            let dash = byte == b'-' && self.peek(1).is_some_and(|b| b.is_ascii_alphabetic());
            if !(byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'.') || dash) {
                break;
            }
            self.at += 1;
        }
        &self.text[start..self.at]
    }

    /// A number: a sign of its exponent belongs to it, and a point unless another follows (`0..4`).
    fn number(&mut self) -> &'a str {
        let start = self.at;
        if self.peek(0) == Some(b'-') {
            self.at += 1;
        }
        let hexadecimal = self.peek(0) == Some(b'0') && self.peek(1) == Some(b'x');
        while let Some(byte) = self.peek(0) {
            let sign_of_exponent = matches!(byte, b'-' | b'+')
                && !hexadecimal
                && matches!(self.text.as_bytes()[self.at - 1], b'e' | b'E');
            let point = byte == b'.' && self.peek(1).is_some_and(|b| b.is_ascii_digit());
            if !(byte.is_ascii_alphanumeric() || sign_of_exponent || point) {
                break;
            }
            self.at += 1;
        }
        &self.text[start..self.at]
    }

    fn string(&mut self) -> Result<String, ParseError> {
        self.at += 1;
        let mut text = String::new();
        loop {
            let rest = &self.text[self.at..];
            let Some(c) = rest.chars().next().filter(|&c| c != '\n') else {
                return self.error("the string does not end on its line");
            };
            self.at += c.len_utf8();
            match c {
                '"' => return Ok(text),
                '\\' => {
                    let escape = self.peek(0);
                    self.at += usize::from(escape.is_some_and(|b| b.is_ascii()));
                    text.push(match escape {
                        Some(b'"') => '"',
                        Some(b'\\') => '\\',
                        Some(b'n') => '\n',
                        Some(b't') => '\t',
                        Some(b'u') => self.unicode_escape()?,
                        _ => return self.error("unknown escape in a string"),
                    });
                }
                c => text.push(c),
            }
        }
    }

    /// `{1f}` after `\u`.
    fn unicode_escape(&mut self) -> Result<char, ParseError> {
        let open = self.peek(0) == Some(b'{');
        self.at += usize::from(open);
        let digits = self.take_while(|b| b.is_ascii_hexdigit());
        let close = self.peek(0) == Some(b'}');
        self.at += usize::from(close);
        let code = u32::from_str_radix(digits, 16).ok().and_then(char::from_u32);
        match code {
            Some(c) if open && close => Ok(c),
            _ => self.error("`\\u` needs the number of a character in braces"),
        }
    }

    fn bytes(&mut self) -> Result<Vec<u8>, ParseError> {
        self.at += 1;
        let mut bytes = Vec::new();
        loop {
            let Some(byte) = self.peek(0).filter(|b| matches!(b, b' '..=b'~')) else {
                return self.error("a byte string consists of printable ASCII and ends on its line");
            };
            self.at += 1;
            match byte {
                b'"' => return Ok(bytes),
                b'\\' => match self.peek(0) {
                    Some(b @ (b'"' | b'\\')) => {
                        self.at += 1;
                        bytes.push(b);
                    }
                    Some(b'x') => {
                        let digits = self.text.get(self.at + 1..self.at + 3).unwrap_or("");
                        let hexadecimal = digits.bytes().all(|b| b.is_ascii_hexdigit());
                        match u8::from_str_radix(digits, 16) {
                            Ok(value) if hexadecimal => bytes.push(value),
                            _ => return self.error("`\\x` needs two hexadecimal digits"),
                        }
                        self.at += 3;
                    }
                    _ => return self.error("unknown escape in a byte string"),
                },
                _ => bytes.push(byte),
            }
        }
    }
}
