//! Tokens of C. Comments are no tokens, and lines of the preprocessor are kept apart.

use std::ops::Range;

/// A token: what it is, and which bytes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Token {
    /// What.
    pub kind: TokenKind,
    /// Its first byte.
    pub start: usize,
    /// The byte after its last.
    pub end: usize,
}

/// Kinds of tokens.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TokenKind {
    /// A name or a keyword.
    Word,
    /// A number.
    Number,
    /// A string literal, with its prefix.
    Text,
    /// A character constant, with its prefix.
    Character,
    /// An operator or a bracket.
    Sign,
    /// A byte that no token begins with.
    Unknown,
}

/// What a text consists of.
#[derive(Clone, Default, Debug)]
pub struct Lexed {
    /// The tokens.
    pub tokens: Vec<Token>,
    /// Lines of the preprocessor, without the end of the last line.
    pub directives: Vec<Range<usize>>,
    /// A comment begins that does not end.
    pub unfinished: bool,
    /// A comment reaches to the end of its line.
    pub line_comment: bool,
    /// Lines are joined by a backslash.
    pub splice: bool,
}

/// Signs of more than one character, the longest first.
const SIGNS: [&[u8]; 23] = [
    b"<<=", b">>=", b"...", b"->", b"++", b"--", b"<<", b">>", b"<=", b">=", b"==", b"!=", b"&&", b"||",
    b"+=", b"-=", b"*=", b"/=", b"%=", b"&=", b"^=", b"|=", b"##",
];

/// Takes a text apart.
pub fn lex(text: &[u8]) -> Lexed {
    let mut lexer = Lexer { text, at: 0, fresh: true, lexed: Lexed::default() };
    while lexer.at < text.len() {
        lexer.next();
    }
    lexer.lexed
}

struct Lexer<'a> {
    text: &'a [u8],
    at: usize,
    /// Nothing but space since the beginning of the line.
    fresh: bool,
    lexed: Lexed,
}

impl Lexer<'_> {
    fn byte(&self, ahead: usize) -> u8 {
        self.text.get(self.at + ahead).copied().unwrap_or(0)
    }

    fn next(&mut self) {
        let start = self.at;
        match self.byte(0) {
            b'\n' => {
                self.fresh = true;
                self.at += 1;
            }
            b if b.is_ascii_whitespace() || b == 0x0b => self.at += 1,
            b'\\' if self.splice() > 0 => {
                self.lexed.splice = true;
                self.at += self.splice();
            }
            b'/' if self.byte(1) == b'/' => self.line_comment(),
            b'/' if self.byte(1) == b'*' => self.block_comment(),
            b'#' if self.fresh => self.directive(),
            b'"' => self.quoted(b'"', TokenKind::Text, start),
            b'\'' => self.quoted(b'\'', TokenKind::Character, start),
            b if is_word_start(b) => self.word(),
            b if b.is_ascii_digit() || (b == b'.' && self.byte(1).is_ascii_digit()) => self.number(),
            b => {
                let sign = SIGNS.iter().find(|sign| self.text[start..].starts_with(sign));
                self.at += sign.map_or(1, |sign| sign.len());
                let known = b.is_ascii_punctuation() && !matches!(b, b'\\' | b'`' | b'@');
                self.token(if known { TokenKind::Sign } else { TokenKind::Unknown }, start);
            }
        }
    }

    fn token(&mut self, kind: TokenKind, start: usize) {
        self.fresh = false;
        self.lexed.tokens.push(Token { kind, start, end: self.at });
    }

    /// The length of a backslash with the end of its line; 0 if there is none here.
    fn splice(&self) -> usize {
        match (self.byte(0), self.byte(1), self.byte(2)) {
            (b'\\', b'\n', _) => 2,
            (b'\\', b'\r', b'\n') => 3,
            _ => 0,
        }
    }

    fn line_comment(&mut self) {
        self.lexed.line_comment = true;
        while self.at < self.text.len() && self.byte(0) != b'\n' {
            self.at += self.splice().max(1);
        }
    }

    fn block_comment(&mut self) {
        let body = &self.text[self.at + 2..];
        let end = body.windows(2).position(|two| two == b"*/");
        self.lexed.unfinished |= end.is_none();
        self.at += 2 + end.map_or(body.len(), |at| at + 2);
    }

    fn directive(&mut self) {
        let start = self.at;
        while self.at < self.text.len() && self.byte(0) != b'\n' {
            match (self.byte(0), self.byte(1)) {
                (b'/', b'*') => self.block_comment(),
                (b'/', b'/') => self.line_comment(),
                _ => self.at += self.splice().max(1),
            }
        }
        self.at = self.at.min(self.text.len());
        self.lexed.directives.push(start..self.at);
    }

    /// From a quote to the same quote; to the end of the line if there is none.
    fn quoted(&mut self, quote: u8, kind: TokenKind, start: usize) {
        self.at += 1;
        while self.at < self.text.len() {
            match self.byte(0) {
                b'\n' => break,
                b'\\' => self.at += self.splice().max(2),
                b if b == quote => {
                    self.at += 1;
                    break;
                }
                _ => self.at += 1,
            }
        }
        self.at = self.at.min(self.text.len());
        self.token(kind, start);
    }

    fn word(&mut self) {
        let start = self.at;
        while is_word(self.byte(0)) {
            self.at += 1;
        }
        let prefix = matches!(&self.text[start..self.at], b"L" | b"u" | b"U" | b"u8");
        match self.byte(0) {
            b'"' if prefix => self.quoted(b'"', TokenKind::Text, start),
            b'\'' if prefix => self.quoted(b'\'', TokenKind::Character, start),
            _ => self.token(TokenKind::Word, start),
        }
    }

    fn number(&mut self) {
        let start = self.at;
        loop {
            let exponent = matches!(self.byte(0), b'e' | b'E' | b'p' | b'P');
            if exponent && matches!(self.byte(1), b'+' | b'-') {
                self.at += 2;
            } else if is_word(self.byte(0)) || self.byte(0) == b'.' {
                self.at += 1;
            } else {
                break;
            }
        }
        self.token(TokenKind::Number, start);
    }
}

fn is_word_start(byte: u8) -> bool {
    byte.is_ascii_alphabetic() || byte == b'_' || byte == b'$' || byte >= 0x80
}

fn is_word(byte: u8) -> bool {
    is_word_start(byte) || byte.is_ascii_digit()
}

/// The text in one line, without comments. `None` if that would change its meaning: there is a line of the
/// preprocessor in it, or something that is no token.
pub fn in_one_line(text: &[u8]) -> Option<Vec<u8>> {
    let lexed = lex(text);
    let broken =
        |token: &Token| token.kind == TokenKind::Unknown || text[token.start..token.end].contains(&b'\n');
    if !lexed.directives.is_empty() || lexed.tokens.iter().any(broken) {
        return None;
    }
    let parts: Vec<&[u8]> = lexed.tokens.iter().map(|token| &text[token.start..token.end]).collect();
    Some(parts.join(&b' '))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(text: &str) -> Vec<&str> {
        lex(text.as_bytes()).tokens.iter().map(|token| &text[token.start..token.end]).collect()
    }

    #[test]
    fn tokens() {
        assert_eq!(words("a+++b->c<<=1.5e-3f"), ["a", "++", "+", "b", "->", "c", "<<=", "1.5e-3f"]);
        assert_eq!(words("x=.5+0x1p+3;y...z"), ["x", "=", ".5", "+", "0x1p+3", ";", "y", "...", "z"]);
        assert_eq!(
            words(r#"f("a\")", L'\'', u8"x")"#),
            ["f", "(", r#""a\")""#, ",", r"L'\''", ",", r#"u8"x""#, ")"]
        );
    }

    #[test]
    fn comments_are_no_tokens() {
        assert_eq!(words("a/*(*/b//)\nc /* \" */ d"), ["a", "b", "c", "d"]);
        assert_eq!(words("a // b \\\n c\nd /* never ends"), ["a", "d"]);
        assert_eq!(words("\"/*\" a '\"' b"), ["\"/*\"", "a", "'\"'", "b"]);
    }

    #[test]
    fn comments_and_lines_that_end_elsewhere() {
        let odd = |text: &str| {
            let Lexed { unfinished, line_comment, splice, .. } = lex(text.as_bytes());
            (unfinished, line_comment, splice)
        };
        assert_eq!(odd("a /* b */ c '//' \"/*\""), (false, false, false));
        assert_eq!(odd("a /* b"), (true, false, false));
        assert_eq!(odd("a /*/"), (true, false, false));
        assert_eq!(odd("a // b\n c"), (false, true, false));
        assert_eq!(odd("a \\\n b"), (false, false, true));
    }

    #[test]
    fn lines_of_the_preprocessor_are_kept_apart() {
        let text = "# 1 \"a.c\"\nint x; # no directive\n  #define F(x) ( \\\n x /* \n */ {\ny\n#if 0 // )";
        let lexed = lex(text.as_bytes());
        let lines: Vec<&str> = lexed.directives.iter().map(|range| &text[range.clone()]).collect();
        assert_eq!(lines, ["# 1 \"a.c\"", "#define F(x) ( \\\n x /* \n */ {", "#if 0 // )"]);
        assert_eq!(words(text), ["int", "x", ";", "#", "no", "directive", "y"]);
    }

    #[test]
    fn whatever_comes_is_taken_apart() {
        for text in ["\"abc\nx", "'", "\\", "/*", "/", "#", "\"\\", "L\"", "\\\r\n", "é$@`"] {
            let lexed = lex(text.as_bytes());
            assert!(
                lexed.tokens.iter().all(|token| token.start < token.end && token.end <= text.len()),
                "{text:?}"
            );
        }
        assert_eq!(words("\"abc\nx"), ["\"abc", "x"]);
    }

    #[test]
    fn one_line() {
        let line = |text: &str| in_one_line(text.as_bytes()).map(|line| String::from_utf8(line).unwrap());
        assert_eq!(line("a = /* x\n */ b // c\n + d;").as_deref(), Some("a = b + d ;"));
        assert_eq!(line("a\n#if X\nb"), None);
        assert_eq!(line("a @ b"), None);
    }
}
