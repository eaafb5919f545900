//! Cutting a stream into commands.
//!
//! A command is handed out as soon as its closing parenthesis has been read, so a program on a pipe
//! gets its answer without closing the pipe. Every byte is looked at once for this; nothing is held but
//! the command at hand.

use std::borrow::Cow;
use std::io::{self, ErrorKind, Read};

use super::{Error, Position};

/// How much is asked of the reader at once.
const BLOCK: usize = 1 << 18;

/// Where the scan is inside a command.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Inside {
    Code,
    Comment,
    String,
    Symbol,
}

/// A stream of commands.
pub struct Source<R> {
    reader: R,
    /// Bytes read and not handed out yet begin at `start`.
    buffer: Vec<u8>,
    start: usize,
    /// Position of `start`.
    position: Position,
    ended: bool,
    /// Bytes to drop before the next chunk: the last one handed out.
    taken: usize,
}

/// What stands between two commands, or one command.
#[derive(Clone, Debug)]
pub struct Chunk<'a> {
    /// The text, from the opening parenthesis on.
    pub text: Cow<'a, str>,
    /// Where it begins.
    pub position: Position,
    /// The stream ended inside: what is open at the end.
    pub open: Option<&'static str>,
}

impl Chunk<'_> {
    /// An error at an offset of the text.
    pub fn error(&self, at: usize, message: impl Into<String>) -> Error {
        let before = &self.text.as_bytes()[..at.min(self.text.len())];
        Error { position: self.position.after(before), message: message.into() }
    }
}

/// Text of bytes. Old scripts have names of people in other encodings than UTF-8, and even symbols: a
/// byte that is no UTF-8 becomes a character of its own that nobody uses, so that different symbols
/// stay different.
fn decode(bytes: &[u8]) -> Cow<'_, str> {
    const PRIVATE: u32 = 0x10_ff00;
    if let Ok(text) = std::str::from_utf8(bytes) {
        return Cow::Borrowed(text);
    }
    let mut text = String::with_capacity(bytes.len() + bytes.len() / 2);
    for part in bytes.utf8_chunks() {
        text.push_str(part.valid());
        text.extend(part.invalid().iter().filter_map(|&byte| char::from_u32(PRIVATE + u32::from(byte))));
    }
    Cow::Owned(text)
}

impl<R: Read> Source<R> {
    /// Commands from a reader. Buffering it would only delay answers.
    pub fn new(reader: R) -> Self {
        let buffer = Vec::new();
        Self { reader, buffer, start: 0, position: Position::START, ended: false, taken: 0 }
    }

    /// The next command, or whatever stands in its place; `None` at the end of the stream.
    pub fn next_chunk(&mut self) -> io::Result<Option<Chunk<'_>>> {
        self.drop_bytes(self.taken);
        self.taken = 0;
        self.skip_blank()?;
        let Some(&first) = self.buffer.get(self.start) else { return Ok(None) };
        let (length, open) = if first == b'(' { self.command()? } else { (self.stray()?, None) };
        self.taken = length;
        let text = decode(&self.buffer[self.start..self.start + length]);
        Ok(Some(Chunk { text, position: self.position, open }))
    }

    /// Where the stream is: after the last chunk.
    pub fn position(&self) -> Position {
        self.position.after(&self.buffer[self.start..self.start + self.taken])
    }

    fn drop_bytes(&mut self, count: usize) {
        let end = self.start + count;
        self.position = self.position.after(&self.buffer[self.start..end]);
        self.start = end;
    }

    /// Reads more, at the end of the buffer; false at the end of the stream.
    fn refill(&mut self) -> io::Result<bool> {
        if self.ended {
            return Ok(false);
        }
        if self.start > 0 && self.start >= self.buffer.len() / 2 {
            self.buffer.drain(..self.start);
            self.start = 0;
        }
        let old = self.buffer.len();
        self.buffer.resize(old + BLOCK, 0);
        let count = loop {
            match self.reader.read(&mut self.buffer[old..]) {
                Ok(count) => break Ok(count),
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                Err(error) => break Err(error),
            }
        };
        self.buffer.truncate(old + *count.as_ref().unwrap_or(&0));
        self.ended = count? == 0;
        Ok(!self.ended)
    }

    /// Skips white space and comments between commands.
    fn skip_blank(&mut self) -> io::Result<()> {
        let mut comment = false;
        loop {
            let rest = &self.buffer[self.start..];
            let mut length = 0;
            for &byte in rest {
                comment = match byte {
                    b'\n' => false,
                    b';' => true,
                    b' ' | b'\t' | b'\r' => comment,
                    _ if comment => true,
                    _ => break,
                };
                length += 1;
            }
            let found = length < rest.len();
            self.drop_bytes(length);
            if found || !self.refill()? {
                return Ok(());
            }
        }
    }

    /// The length of the command that begins here, and what is open at its end if the stream ends first.
    fn command(&mut self) -> io::Result<(usize, Option<&'static str>)> {
        let mut at = 0;
        let mut depth = 0u64;
        let mut inside = Inside::Code;
        loop {
            let rest = &self.buffer[self.start..];
            while let Some(&byte) = rest.get(at) {
                at += 1;
                inside = match (inside, byte) {
                    (Inside::Code, b'(') => {
                        depth += 1;
                        Inside::Code
                    }
                    (Inside::Code, b')') => {
                        depth -= 1;
                        if depth == 0 {
                            return Ok((at, None));
                        }
                        Inside::Code
                    }
                    (Inside::Code, b';') => Inside::Comment,
                    (Inside::Code, b'"') => Inside::String,
                    (Inside::Code, b'|') => Inside::Symbol,
                    (Inside::Comment, b'\n') | (Inside::String, b'"') | (Inside::Symbol, b'|') => {
                        Inside::Code
                    }
                    (inside, _) => inside,
                };
            }
            if !self.refill()? {
                let open = match inside {
                    Inside::Code | Inside::Comment => "a parenthesis",
                    Inside::String => "a string",
                    Inside::Symbol => "a quoted symbol",
                };
                return Ok((at, Some(open)));
            }
        }
    }

    /// The length of something that is no command: up to a parenthesis or the end of the line.
    fn stray(&mut self) -> io::Result<usize> {
        let mut at = 1;
        loop {
            let rest = &self.buffer[self.start..];
            while let Some(&byte) = rest.get(at) {
                if matches!(byte, b'(' | b'\n') {
                    return Ok(at);
                }
                at += 1;
            }
            if !self.refill()? {
                return Ok(at);
            }
        }
    }
}
