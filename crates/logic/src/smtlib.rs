//! SMT-LIB 2.6: reading and printing.
//!
//! [`source`] cuts a stream of bytes into commands, [`lexer`] a command into tokens; [`Script`] knows
//! what names mean and turns tokens into [`Command`]s over [`Terms`]. [`print`](mod@print) writes terms
//! as scripts again, [`values`] writes values and models.
//!
//! What SMT-LIB has and `Terms` has not is kept here, in the surface sort of each term
//! ([`sorts::Surface`]): a declared sort is a bit-vector of 32 bits below (without quantifiers, any
//! domain will do that has at least as many elements as there are terms), and a Bool in an array is
//! one bit.
//!
//! Nothing here recurses over the input: a script may nest a million deep.

pub mod command;
pub mod lexer;
mod names;
pub mod operators;
mod parse;
pub mod print;
pub mod script;
pub mod sorts;
pub mod source;
pub mod values;

#[cfg(test)]
mod tests;

use std::io::Read;

pub use command::{Assumption, AttributeValue, Command, Query};
pub use script::{Declaration, Declared, Script};
pub use sorts::Surface;
pub use source::{Chunk, Source};

use crate::terms::Terms;

/// A place in a script.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Position {
    /// Counted from 1.
    pub line: u64,
    /// In characters, counted from 1.
    pub column: u64,
}

impl Position {
    /// The first character.
    pub const START: Self = Self { line: 1, column: 1 };

    /// The place after these bytes, when they begin here.
    #[must_use]
    pub fn after(self, text: &[u8]) -> Self {
        let lines = text.iter().filter(|&&byte| byte == b'\n').count() as u64;
        let last = text.iter().rposition(|&byte| byte == b'\n').map_or(0, |at| at + 1);
        // Every byte but the continuation bytes of UTF-8 begins a character.
        let characters = text[last..].iter().filter(|&&byte| byte & 0xc0 != 0x80).count() as u64;
        let before = if lines == 0 { self.column } else { 1 };
        Self { line: self.line + lines, column: before + characters }
    }
}

/// What is wrong with a command, and where.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("line {} column {}: {message}", position.line, position.column)]
pub struct Error {
    /// Where it is.
    pub position: Position,
    /// What it is.
    pub message: String,
}

/// Reading failed: the bytes could not be had, or they are no script.
#[derive(Debug, thiserror::Error)]
pub enum ReadError {
    /// The bytes could not be had.
    #[error("cannot read: {0}")]
    Io(#[from] std::io::Error),
    /// They are no script.
    #[error(transparent)]
    Script(#[from] Error),
}

/// Reads a whole script, and stops at its first error or at `exit`. Declarations come and go with
/// `push`, `pop` and `reset` as they would in a solver.
pub fn read_script(reader: impl Read, terms: &mut Terms) -> Result<(Script, Vec<Command>), ReadError> {
    let mut script = Script::new();
    let mut source = Source::new(reader);
    let mut commands = Vec::new();
    while let Some(chunk) = source.next_chunk()? {
        let command = script.read(terms, &chunk)?;
        let fail = |message: String| Error { position: chunk.position, message };
        match &command {
            Command::Push(levels) => script.push(*levels).map_err(fail)?,
            Command::Pop(levels) => script.pop(*levels).map_err(fail)?,
            Command::Reset => script = Script::new(),
            Command::ResetAssertions => script.reset_assertions(),
            Command::SetLogic(logic) => script.set_logic(logic),
            Command::SetOption { keyword, value } if keyword == ":global-declarations" => {
                script.set_global_declarations(matches!(value, AttributeValue::Symbol(v) if v == "true"));
            }
            _ => {}
        }
        let last = matches!(command, Command::Exit);
        commands.push(command);
        if last {
            break;
        }
    }
    Ok((script, commands))
}
