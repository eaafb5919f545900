//! Tokens of SMT-LIB 2.6.

use super::source::Chunk;
use super::{Error, Position};

/// A token.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Token<'a> {
    /// `(`
    Open,
    /// `)`
    Close,
    /// A symbol written without bars, reserved words included.
    Symbol(&'a str),
    /// A symbol between bars: never a reserved word.
    Quoted(&'a str),
    /// A keyword with its colon.
    Keyword(&'a str),
    /// Decimal digits.
    Numeral(&'a str),
    /// Decimal digits with a point in between.
    Decimal(&'a str),
    /// The digits after `#x`.
    Hex(&'a str),
    /// The digits after `#b`.
    Binary(&'a str),
    /// What is between the quotes; a quote inside is still doubled.
    String(&'a str),
    /// There is nothing more.
    End,
}

impl Token<'_> {
    /// For messages: `found ...`.
    pub fn describe(&self) -> String {
        match self {
            Self::Open => "'('".into(),
            Self::Close => "')'".into(),
            Self::Symbol(text) | Self::Quoted(text) => format!("symbol '{}'", shorten(text)),
            Self::Keyword(text) => format!("keyword '{}'", shorten(text)),
            Self::Numeral(text) | Self::Decimal(text) => format!("number {}", shorten(text)),
            Self::Hex(text) => format!("#x{}", shorten(text)),
            Self::Binary(text) => format!("#b{}", shorten(text)),
            Self::String(_) => "a string".into(),
            Self::End => "the end of the input".into(),
        }
    }
}

/// At most some forty characters of a text: messages do not repeat megabytes.
pub(super) fn shorten(text: &str) -> String {
    match text.char_indices().nth(40) {
        None => text.to_string(),
        Some((end, _)) => format!("{}...", &text[..end]),
    }
}

/// Classes of bytes.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Class {
    Other,
    Blank,
    /// May begin a symbol.
    Symbol,
    /// May continue one.
    Digit,
}

const CLASSES: [Class; 256] = {
    let mut table = [Class::Other; 256];
    let mut byte = 0;
    while byte < 128 {
        let c = byte as u8;
        table[byte] = match c {
            b' ' | b'\t' | b'\r' | b'\n' => Class::Blank,
            b'0'..=b'9' => Class::Digit,
            b'a'..=b'z' | b'A'..=b'Z' => Class::Symbol,
            b'~' | b'!' | b'@' | b'$' | b'%' | b'^' | b'&' | b'*' | b'_' | b'-' | b'+' | b'=' | b'<'
            | b'>' | b'.' | b'?' | b'/' => Class::Symbol,
            _ => Class::Other,
        };
        byte += 1;
    }
    table
};

fn class(byte: u8) -> Class {
    CLASSES[byte as usize]
}

/// The symbol can be written without bars.
pub fn is_simple_symbol(text: &str) -> bool {
    let bytes = text.as_bytes();
    bytes.first().is_some_and(|&byte| class(byte) == Class::Symbol)
        && bytes.iter().all(|&byte| matches!(class(byte), Class::Symbol | Class::Digit))
        && !is_reserved(text)
}

/// The symbol is a reserved word: it has another meaning when written without bars.
pub fn is_reserved(text: &str) -> bool {
    is_reserved_in_terms(text)
        || matches!(text, "BINARY" | "DECIMAL" | "HEXADECIMAL" | "NUMERAL" | "STRING")
        || super::command::is_command_name(text)
}

/// The symbol is a reserved word of terms.
pub fn is_reserved_in_terms(text: &str) -> bool {
    matches!(text, "!" | "_" | "as" | "exists" | "forall" | "let" | "match" | "par")
}

/// Reads the tokens of a chunk.
#[derive(Clone)]
pub struct Lexer<'a> {
    text: &'a str,
    at: usize,
    origin: Position,
    open: Option<&'static str>,
    /// Where the last token began.
    token: usize,
}

impl<'a> Lexer<'a> {
    /// The tokens of a chunk from its beginning.
    pub fn new(chunk: &'a Chunk<'_>) -> Self {
        Self { text: &chunk.text, at: 0, origin: chunk.position, open: chunk.open, token: 0 }
    }

    /// The tokens of some text.
    pub fn of_text(text: &'a str) -> Self {
        Self { text, at: 0, origin: Position::START, open: None, token: 0 }
    }

    /// Offset of the last token.
    pub fn token_start(&self) -> usize {
        self.token
    }

    /// Offset behind the last token.
    pub fn token_end(&self) -> usize {
        self.at
    }

    /// The text between two offsets.
    pub fn slice(&self, start: usize, end: usize) -> &'a str {
        &self.text[start..end]
    }

    /// An error at an offset.
    pub fn error(&self, at: usize, message: impl Into<String>) -> Error {
        let before = &self.text.as_bytes()[..at.min(self.text.len())];
        Error { position: self.origin.after(before), message: message.into() }
    }

    /// An error at the last token: it is not what was expected.
    pub fn unexpected(&self, found: Token<'_>, expected: &str) -> Error {
        match (found, self.open) {
            (Token::End, Some(open)) => {
                self.error(self.token, format!("the input ends inside {open}: expected {expected}"))
            }
            _ => self.error(self.token, format!("expected {expected}, found {}", found.describe())),
        }
    }

    fn run(&self, from: usize, accept: impl Fn(Class) -> bool) -> usize {
        let bytes = self.text.as_bytes();
        let mut end = from;
        while end < bytes.len() && accept(class(bytes[end])) {
            end += 1;
        }
        end
    }

    fn symbol_end(&self, from: usize) -> usize {
        self.run(from, |class| matches!(class, Class::Symbol | Class::Digit))
    }

    /// The next token. At the end, that is [`Token::End`] again and again.
    #[allow(clippy::should_implement_trait)]
    pub fn next(&mut self) -> Result<Token<'a>, Error> {
        let bytes = self.text.as_bytes();
        loop {
            match bytes.get(self.at) {
                Some(b';') => {
                    let line = bytes[self.at..].iter().position(|&byte| byte == b'\n');
                    self.at = line.map_or(bytes.len(), |length| self.at + length + 1);
                }
                Some(&byte) if class(byte) == Class::Blank => self.at += 1,
                _ => break,
            }
        }
        self.token = self.at;
        let Some(&first) = bytes.get(self.at) else { return Ok(Token::End) };
        let start = self.at;
        match first {
            b'(' => {
                self.at += 1;
                Ok(Token::Open)
            }
            b')' => {
                self.at += 1;
                Ok(Token::Close)
            }
            b'|' => self.quoted(),
            b'"' => self.string(),
            b':' => {
                self.at = self.symbol_end(start + 1);
                match self.at - start {
                    1 => Err(self.error(start, "expected the name of a keyword after ':'")),
                    _ => Ok(Token::Keyword(&self.text[start..self.at])),
                }
            }
            b'#' => self.radix(),
            _ => match class(first) {
                Class::Symbol => {
                    self.at = self.symbol_end(start);
                    Ok(Token::Symbol(&self.text[start..self.at]))
                }
                Class::Digit => self.number(),
                Class::Other | Class::Blank => {
                    let found = self.text[start..].chars().next().unwrap_or(' ');
                    self.at += found.len_utf8();
                    let shown = if found.is_control() { format!("{found:?}") } else { format!("'{found}'") };
                    Err(self.error(start, format!("no token begins with {shown}")))
                }
            },
        }
    }

    fn quoted(&mut self) -> Result<Token<'a>, Error> {
        let start = self.at + 1;
        let Some(length) = self.text.as_bytes()[start..].iter().position(|&byte| byte == b'|') else {
            self.at = self.text.len();
            return Err(self.error(start - 1, "this quoted symbol is never closed"));
        };
        self.at = start + length + 1;
        let name = &self.text[start..start + length];
        match name.find('\\') {
            Some(wrong) => Err(self.error(start + wrong, "a quoted symbol cannot contain a backslash")),
            None => Ok(Token::Quoted(name)),
        }
    }

    fn string(&mut self) -> Result<Token<'a>, Error> {
        let start = self.at + 1;
        let bytes = self.text.as_bytes();
        let mut end = start;
        loop {
            match bytes.get(end) {
                None => {
                    self.at = end;
                    return Err(self.error(start - 1, "this string is never closed"));
                }
                Some(b'"') if bytes.get(end + 1) == Some(&b'"') => end += 2,
                Some(b'"') => break,
                Some(_) => end += 1,
            }
        }
        self.at = end + 1;
        Ok(Token::String(&self.text[start..end]))
    }

    fn radix(&mut self) -> Result<Token<'a>, Error> {
        let start = self.at;
        let end = self.symbol_end(start + 1);
        self.at = end;
        let digits = self.text.get(start + 2..end).unwrap_or("");
        let all = |accept: fn(u8) -> bool| !digits.is_empty() && digits.bytes().all(accept);
        match self.text.as_bytes().get(start + 1) {
            Some(b'x') if all(|byte| byte.is_ascii_hexdigit()) => Ok(Token::Hex(digits)),
            Some(b'b') if all(|byte| matches!(byte, b'0' | b'1')) => Ok(Token::Binary(digits)),
            Some(b'x') => Err(self.error(start, "expected hexadecimal digits after #x, and nothing else")),
            Some(b'b') => Err(self.error(start, "expected binary digits after #b, and nothing else")),
            _ => Err(self.error(start, "expected x or b after #")),
        }
    }

    fn number(&mut self) -> Result<Token<'a>, Error> {
        let start = self.at;
        let bytes = self.text.as_bytes();
        let whole = self.run(start, |class| class == Class::Digit);
        // A point is a character of symbols, so this finds everything that is stuck to the number.
        self.at = self.symbol_end(whole);
        if whole - start > 1 && bytes[start] == b'0' {
            return Err(self.error(start, "a number does not begin with 0"));
        }
        if self.at == whole {
            return Ok(Token::Numeral(&self.text[start..whole]));
        }
        let fraction = &bytes[whole + 1..self.at];
        if bytes[whole] == b'.' && !fraction.is_empty() && fraction.iter().all(u8::is_ascii_digit) {
            return Ok(Token::Decimal(&self.text[start..self.at]));
        }
        Err(self.error(
            start,
            format!("'{}' is neither a number nor a symbol", shorten(&self.text[start..self.at])),
        ))
    }
}

/// A string as it is written, from what the lexer found between its quotes.
pub fn unescape(between: &str) -> String {
    between.replace("\"\"", "\"")
}

/// A string with its quotes.
pub fn string_literal(text: &str) -> String {
    format!("\"{}\"", text.replace('"', "\"\""))
}

/// The text of an expression with one space where there was any white space or comment.
pub fn normalise(text: &str) -> String {
    let mut result = String::with_capacity(text.len());
    let mut lexer = Lexer::of_text(text);
    let mut after_open = true;
    loop {
        // The text was read before: it has no wrong tokens.
        let Ok(token) = lexer.next() else { return result };
        match token {
            Token::End => return result,
            Token::Close => {}
            _ if after_open => {}
            _ => result.push(' '),
        }
        after_open = token == Token::Open;
        result.push_str(lexer.slice(lexer.token_start(), lexer.token_end()));
    }
}
