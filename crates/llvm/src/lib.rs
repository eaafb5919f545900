//! Reads LLVM IR as text. See ARCHITECTURE.md for what this crate promises.

pub mod debug;
mod error;
mod keywords;
pub mod layout;
mod lexer;
pub mod link;
mod literals;
pub mod module;
mod parser;

use std::sync::Arc;

pub use error::ReadError;
pub use link::{LinkError, Linked, SymbolRef, link};
use module::Module;

/// Reads a module from the text of an `.ll` file.
pub fn read(source: impl Into<Arc<str>>) -> Result<Module, ReadError> {
    parser::read(source.into())
}

/// Reads a module from the bytes of a file, which must be text.
pub fn read_bytes(bytes: &[u8]) -> Result<Module, ReadError> {
    let wrapper = [0xde, 0xc0, 0x17, 0x0b];
    if bytes.starts_with(b"BC\xC0\xDE") || bytes.starts_with(&wrapper) {
        return Err(ReadError::at(bytes, 0, "this is LLVM bitcode, not text: disassemble it first"));
    }
    match std::str::from_utf8(bytes) {
        Ok(text) => read(text),
        Err(error) => Err(ReadError::at(bytes, error.valid_up_to(), "the text is not valid UTF-8")),
    }
}
