//! What a reader reports when it refuses a text.

use thiserror::Error;

/// A text that could not be read, and where.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("{line}:{column}: {message}")]
pub struct ReadError {
    /// Line, from 1.
    pub line: u32,
    /// Column in bytes, from 1.
    pub column: u32,
    /// What is wrong.
    pub message: String,
}

impl ReadError {
    /// The error at a byte offset of a text; line and column are counted here, once, so that
    /// reading itself never has to.
    pub(crate) fn at(source: &[u8], offset: usize, message: impl Into<String>) -> Self {
        let before = &source[..offset.min(source.len())];
        let line = memchr::memchr_iter(b'\n', before).count() + 1;
        let column = before.len() - memchr::memrchr(b'\n', before).map_or(0, |newline| newline + 1) + 1;
        Self { line: line as u32, column: column as u32, message: message.into() }
    }
}

/// The same inside the reader: small, because every parsing function may return it.
#[derive(Debug)]
pub(crate) struct Failure {
    pub offset: usize,
    pub message: String,
}

pub(crate) type Res<T> = Result<T, Box<Failure>>;

pub(crate) fn fail<T>(offset: usize, message: impl Into<String>) -> Res<T> {
    Err(Box::new(Failure { offset, message: message.into() }))
}
