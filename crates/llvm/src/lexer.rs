//! Tokens of LLVM IR, one at a time, straight from the bytes.
//!
//! A token owns nothing: its kind is [`Lexer::tok`], its text the bytes from `text` to `text_end`,
//! its number or keyword sits beside it. The lexer never fails; what it cannot read is
//! [`Tok::Bad`], which no rule of the grammar accepts.

use memchr::memchr;

use crate::keywords::{self, Kw};
use crate::module::Span;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Tok {
    Eof,
    Bad,
    /// A word; [`Lexer::kw`] says which.
    Word,
    /// `iN`; the width is [`Lexer::num`].
    IntTy,
    /// `name:`, `"name":`; the text is the name.
    Label,
    /// `7:`
    LabelNum,
    /// `%name`
    Local,
    /// `%7`
    LocalNum,
    /// `@name`
    Global,
    /// `@7`
    GlobalNum,
    /// `$name`
    ComdatName,
    /// `!name`; [`Lexer::kw`] is the keyword of the name.
    MdName,
    /// `!7`
    MdNum,
    /// `!"…"`; the text is inside the quotes.
    MdStr,
    /// `!` before something else.
    Bang,
    /// `#7`
    AttrGroup,
    /// `#word`; [`Lexer::kw`] is the keyword.
    Record,
    /// `^7`
    Summary,
    /// `-12`; the text has the sign.
    Int,
    /// `u0x1F`, `s0x1F`
    HexInt,
    /// `1.5e+3`
    Float,
    /// `0x…`, `0xK…`, `f0x…`
    HexFloat,
    /// `+inf`, `-nan`, …; the text has the sign.
    FloatWord,
    /// `"…"`; the text is inside the quotes.
    Str,
    /// `c"…"`; the text is inside the quotes.
    CStr,
    LParen,
    RParen,
    LSquare,
    RSquare,
    LBrace,
    RBrace,
    LAngle,
    RAngle,
    Comma,
    Equal,
    Star,
    Bar,
    Colon,
    Dots,
}

#[derive(Clone)]
pub(crate) struct Lexer<'a> {
    pub src: &'a [u8],
    pos: usize,
    pub tok: Tok,
    /// Where the token starts.
    pub start: usize,
    text: usize,
    text_end: usize,
    pub num: u64,
    pub kw: Kw,
    /// Whether a name has bytes that LLVM would write as escapes, or escapes.
    pub unusual: bool,
}

const WORD: u8 = 1;
const DIGIT: u8 = 2;

/// What a byte may be part of.
static CLASS: [u8; 256] = {
    let mut class = [0u8; 256];
    let mut byte = 0;
    while byte < 256 {
        let b = byte as u8;
        if b.is_ascii_alphanumeric() || b == b'-' || b == b'$' || b == b'.' || b == b'_' {
            class[byte] |= WORD;
        }
        if b.is_ascii_digit() {
            class[byte] |= DIGIT;
        }
        byte += 1;
    }
    class
};

impl<'a> Lexer<'a> {
    pub fn new(src: &'a [u8]) -> Self {
        let (tok, kw) = (Tok::Eof, Kw::Unknown);
        let mut lexer = Self { src, pos: 0, tok, start: 0, text: 0, text_end: 0, num: 0, kw, unusual: false };
        lexer.advance();
        lexer
    }

    /// The token's text: a name without its sigil and quotes, a string without its quotes.
    pub fn text(&self) -> &'a [u8] {
        &self.src[self.text..self.text_end]
    }

    pub fn span(&self) -> Span {
        Span { start: self.text as u32, len: (self.text_end - self.text) as u32 }
    }

    /// Where the token ends, with quotes and all.
    pub fn end(&self) -> usize {
        self.pos
    }

    fn byte(&self, at: usize) -> u8 {
        self.src.get(at).copied().unwrap_or(0)
    }

    #[inline]
    fn word_end(&self, mut at: usize) -> usize {
        while at < self.src.len() && CLASS[self.src[at] as usize] & WORD != 0 {
            at += 1;
        }
        at
    }

    /// Reads digits from `at`; numbers that do not fit become `u64::MAX`.
    #[inline]
    fn digits(&mut self, mut at: usize) -> usize {
        let from = at;
        let mut value = 0u64;
        while at < self.src.len() && CLASS[self.src[at] as usize] & DIGIT != 0 {
            value = value.wrapping_mul(10).wrapping_add(u64::from(self.src[at] - b'0'));
            at += 1;
        }
        self.num = if at - from > 19 { u64::MAX } else { value };
        at
    }

    #[inline]
    fn take(&mut self, tok: Tok, end: usize) {
        self.tok = tok;
        self.pos = end;
    }

    /// Moves to the next token.
    #[inline]
    pub fn advance(&mut self) {
        let src = self.src;
        let mut at = self.pos;
        let byte = loop {
            match src.get(at) {
                Some(b' ' | b'\n' | b'\t' | b'\r' | 0) => at += 1,
                Some(b';') => at = memchr(b'\n', &src[at..]).map_or(src.len(), |n| at + n),
                Some(&byte) => break byte,
                None => {
                    self.start = at;
                    self.text = at;
                    self.text_end = at;
                    return self.take(Tok::Eof, at);
                }
            }
        };
        self.start = at;
        match byte {
            b',' => self.take(Tok::Comma, at + 1),
            b'%' => self.sigil(Tok::Local, Tok::LocalNum),
            b'a'..=b'z' | b'A'..=b'Z' | b'_' => self.word(),
            b'!' => self.bang(),
            b'(' => self.take(Tok::LParen, at + 1),
            b')' => self.take(Tok::RParen, at + 1),
            b'=' => self.take(Tok::Equal, at + 1),
            b'0'..=b'9' | b'-' | b'+' => self.number(),
            b'@' => self.sigil(Tok::Global, Tok::GlobalNum),
            b'[' => self.take(Tok::LSquare, at + 1),
            b']' => self.take(Tok::RSquare, at + 1),
            b'{' => self.take(Tok::LBrace, at + 1),
            b'}' => self.take(Tok::RBrace, at + 1),
            b'*' => self.take(Tok::Star, at + 1),
            b'"' => match self.quoted(at + 1) {
                Some(end) if self.byte(end) == b':' => self.take(Tok::Label, end + 1),
                Some(end) => self.take(Tok::Str, end),
                None => self.bad(),
            },
            b'<' => self.take(Tok::LAngle, at + 1),
            b'>' => self.take(Tok::RAngle, at + 1),
            b'|' => self.take(Tok::Bar, at + 1),
            b':' => self.take(Tok::Colon, at + 1),
            b'#' => self.hash(),
            b'$' => self.dollar(),
            b'^' => {
                let end = self.digits(at + 1);
                self.take(if end > at + 1 { Tok::Summary } else { Tok::Bad }, end.max(at + 1));
            }
            b'.' => {
                let end = self.word_end(at);
                if self.byte(end) == b':' {
                    (self.text, self.text_end, self.unusual) = (at, end, false);
                    self.take(Tok::Label, end + 1);
                } else if src[at..].starts_with(b"...") {
                    self.take(Tok::Dots, at + 3);
                } else {
                    self.bad();
                }
            }
            _ => self.bad(),
        }
    }

    #[cold]
    fn bad(&mut self) {
        self.text = self.start;
        self.text_end = self.start + 1;
        self.take(Tok::Bad, self.start + 1);
    }

    /// Sets the text to what is inside the quotes, given the offset after the first one; returns
    /// the offset after the second.
    fn quoted(&mut self, from: usize) -> Option<usize> {
        let len = memchr(b'"', &self.src[from..])?;
        self.text = from;
        self.text_end = from + len;
        self.unusual = self.text().iter().any(|&b| b == b'\\' || !(0x20..0x7f).contains(&b));
        Some(from + len + 1)
    }

    #[inline]
    fn sigil(&mut self, named: Tok, numbered: Tok) {
        let at = self.start + 1;
        let byte = self.byte(at);
        if CLASS[byte as usize] & DIGIT != 0 {
            let end = self.digits(at);
            (self.text, self.text_end) = (at, end);
            self.take(numbered, end);
        } else if byte == b'"' {
            match self.quoted(at + 1) {
                Some(end) => self.take(named, end),
                None => self.bad(),
            }
        } else {
            let end = self.word_end(at);
            if end == at {
                return self.bad();
            }
            (self.text, self.text_end, self.unusual) = (at, end, false);
            self.take(named, end);
        }
    }

    #[inline]
    fn word(&mut self) {
        let at = self.start;
        let end = self.word_end(at);
        (self.text, self.text_end, self.unusual) = (at, end, false);
        if self.byte(end) == b':' {
            self.kw = keywords::lookup(self.src, at, end);
            return self.take(Tok::Label, end + 1);
        }
        if self.src[at] == b'i' && end > at + 1 && CLASS[self.src[at + 1] as usize] & DIGIT != 0 {
            let digits_end = self.digits(at + 1);
            if digits_end == end {
                return self.take(Tok::IntTy, end);
            }
        }
        self.kw = keywords::lookup(self.src, at, end);
        match self.kw {
            Kw::Unknown => self.unknown_word(at, end),
            Kw::C if self.byte(end) == b'"' => match self.quoted(end + 1) {
                Some(end) => self.take(Tok::CStr, end),
                None => self.bad(),
            },
            _ => self.take(Tok::Word, end),
        }
    }

    /// Words that are literals (`u0x1F`, `f0x3F80`), or two tokens in one (`cc10`).
    #[cold]
    fn unknown_word(&mut self, at: usize, end: usize) {
        let text = &self.src[at..end];
        if text.starts_with(b"u0x") || text.starts_with(b"s0x") {
            self.take(Tok::HexInt, end);
        } else if text.starts_with(b"f0x") {
            self.take(Tok::HexFloat, end);
        } else if text.starts_with(b"cc") && text[2..].iter().all(u8::is_ascii_digit) {
            self.kw = Kw::Cc;
            self.text_end = at + 2;
            self.take(Tok::Word, at + 2);
        } else {
            self.take(Tok::Word, end);
        }
    }

    #[inline]
    fn bang(&mut self) {
        let at = self.start + 1;
        let byte = self.byte(at);
        if CLASS[byte as usize] & DIGIT != 0 {
            let end = self.digits(at);
            (self.text, self.text_end) = (at, end);
            self.take(Tok::MdNum, end);
        } else if CLASS[byte as usize] & WORD != 0 || byte == b'\\' {
            let mut end = self.word_end(at);
            while self.byte(end) == b'\\' {
                end = self.word_end(end + 1);
            }
            (self.text, self.text_end) = (at, end);
            self.kw = keywords::lookup(self.src, at, end);
            self.take(Tok::MdName, end);
        } else if byte == b'"' {
            match self.quoted(at + 1) {
                Some(end) => self.take(Tok::MdStr, end),
                None => self.bad(),
            }
        } else {
            self.take(Tok::Bang, at);
        }
    }

    fn hash(&mut self) {
        let at = self.start + 1;
        if CLASS[self.byte(at) as usize] & DIGIT != 0 {
            let end = self.digits(at);
            (self.text, self.text_end) = (at, end);
            self.take(Tok::AttrGroup, end);
        } else {
            let end = self.word_end(at);
            if end == at {
                return self.bad();
            }
            (self.text, self.text_end) = (at, end);
            self.kw = keywords::lookup(self.src, at, end);
            self.take(Tok::Record, end);
        }
    }

    /// `$name` is a comdat, `$name:` a label.
    fn dollar(&mut self) {
        let end = self.word_end(self.start);
        if self.byte(end) == b':' {
            (self.text, self.text_end, self.unusual) = (self.start, end, false);
            return self.take(Tok::Label, end + 1);
        }
        self.sigil(Tok::ComdatName, Tok::ComdatName);
    }

    fn number(&mut self) {
        let src = self.src;
        let start = self.start;
        let signed = matches!(src[start], b'-' | b'+');
        let digits_from = start + usize::from(signed);
        let mut end = self.digits(digits_from);
        (self.text, self.text_end, self.unusual) = (start, end, false);
        if end > digits_from && matches!(self.byte(end), b',' | b')' | b' ' | b'\n' | b']') {
            return self.take(Tok::Int, end);
        }
        let word_end = self.word_end(digits_from);
        if self.byte(word_end) == b':' && src[start] != b'+' {
            self.text_end = word_end;
            let numeric = !signed && word_end == end;
            return self.take(if numeric { Tok::LabelNum } else { Tok::Label }, word_end + 1);
        }
        if end == digits_from {
            // `+inf`, `-nan`.
            self.text_end = word_end;
            return if signed && self.byte(digits_from).is_ascii_alphabetic() {
                self.take(Tok::FloatWord, word_end)
            } else {
                self.bad()
            };
        }
        if src[digits_from..end] == *b"0" && self.byte(end) == b'x' {
            // C style, `0x1.8p+3`: the sign is no part of a word.
            let exponent = matches!(self.byte(word_end - 1), b'p' | b'P') && self.byte(word_end) == b'+';
            let end = if exponent { self.word_end(word_end + 1) } else { word_end };
            self.text_end = end;
            return self.take(Tok::HexFloat, end);
        }
        if self.byte(end) != b'.' {
            return self.take(Tok::Int, end);
        }
        end += 1;
        while self.byte(end).is_ascii_digit() {
            end += 1;
        }
        if matches!(self.byte(end), b'e' | b'E') {
            let after_sign = end + 1 + usize::from(matches!(self.byte(end + 1), b'-' | b'+'));
            if self.byte(after_sign).is_ascii_digit() {
                end = after_sign;
                while self.byte(end).is_ascii_digit() {
                    end += 1;
                }
            }
        }
        self.text_end = end;
        self.take(Tok::Float, end);
    }
}
