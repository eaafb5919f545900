//! The text form of a program: for people to read, for tests to be written in, and exact.
//!
//! ```text
//! target pointer 64 little sysv64
//! constructors @init
//!
//! global @message size 6 align 1 const = { b"hello\x00" } !1
//! global @table size 24 align 8 = { b"\x01", 8: @message+2, undef 16..24 }
//! global @errno size 4 align 4                    ; defined elsewhere
//!
//! declare @printf(ptr, ...) -> i32
//!
//! fn @main(i32, ptr) -> i32 !2 {
//! b0(%0: i32, %1: ptr):
//!   %2 = overflow.sadd i32 %0, 5 !3
//!   %3 = xor i1 %2, 1
//!   assert %3, signed-overflow, "%0 + 5" !3
//!   %4 = add i32 %0, 5 !3
//!   branch %3, b1(%4, i32 7), b2
//! ...
//! }
//!
//! loc 1 = "main.c":1:6
//! loc 3 = "main.c":5:12 in "twice" at 2
//! ```
//!
//! Constants stand where they are used: `5`, `-1`, `0x2a`, `1.5`, `inf`, `null`, `@table+8`, `undef`;
//! floats may be their bits in hexadecimal. A type stands before a constant where the instruction does
//! not say it. Names of other than letters, digits, `_`, `.`, `$` are quoted. `!n` is a source
//! position, listed at the end of the text. A `;` begins a comment.
//!
//! [`parse`] gives a [canonical](crate::canonical) program: for every well-formed `p`, `parse(print(p))`
//! is `p` made canonical, and `print(parse(t))` is `t` if `t` was printed from a canonical program.

mod lex;
mod names;
mod parse;
mod print;

pub use parse::{ParseError, parse};
pub use print::{Memories, print, print_function, print_function_with, print_with};

#[cfg(test)]
mod tests;
