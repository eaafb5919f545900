//! Puts a witness into a copy of the program, as C.
//!
//! What a verifier says of the copy says whether the witness is right: that is the idea of MetaVal (Beyer and
//! Spiessl, "MetaVal: Witness Validation via Verification", CAV 2020), with text instead of automata.
//!
//! Of a violation witness ([`violation()`]) the copy has only those executions left that go along its segments:
//! a counter says in which segment an execution is, and assumptions cut off those that leave the path. What
//! is left of the executions is as it was, so a violation that the copy has is one of the program. Of a
//! correctness witness ([`correctness()`]) the copy has the invariants as assertions; nothing is cut off.
//!
//! Lines keep their numbers: everything is put into the lines that are there. Renamed lines (`# 12 "a.c"`) get
//! their true numbers, since these are what witnesses speak of.

mod copies;
mod correctness;
mod edit;
mod hook;
mod violation;

pub use correctness::{NOTE, correctness};
pub use violation::{Aim, Check, Step, violation};

use std::ops::Range;

use crate::c::lex::TokenKind;
use crate::c::place::Misplaced;
use crate::expression::{Pure, Refused};
use crate::model::Location;
use crate::source::{Source, Sources};

/// How every name begins that is put into a program.
const PREFIX: &str = "__fathom_";

/// What finds side effects, as long as it is the compiler's.
const GUARD: &str = "__builtin_assume";

/// Words that are put into programs; none of them may be a macro.
const WORDS: [&str; 18] = [
    "extern",
    "unsigned",
    "void",
    "switch",
    "case",
    "break",
    "if",
    "else",
    "sizeof",
    "_Bool",
    "static",
    "return",
    "__auto_type",
    GUARD,
    "__attribute__",
    "destructor",
    "int",
    "const",
];

/// The program with the witness in it.
#[derive(Clone, Default, Debug)]
pub struct Woven {
    /// The files, in the order of the program's.
    pub texts: Vec<Vec<u8>>,
    /// Where in the copy a violation counts; nowhere for correctness witnesses.
    pub target: Vec<Stretch>,
    /// What was put in for each invariant, in their order; nothing for violation witnesses.
    pub invariants: Vec<Stretch>,
    /// What was put in. What goes wrong there is no violation of the program.
    pub ours: Vec<Stretch>,
    /// The copy has all executions that the witness describes. If it has fewer, that it has no violation
    /// says nothing.
    pub exact: bool,
    /// Why memory that is left at the end does not count, although it is asked for.
    pub leaks_unseen: Option<Unwoven>,
}

/// Some bytes of a line of the copy.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Stretch {
    /// The number of the file.
    pub file: usize,
    /// From 1.
    pub line: u32,
    /// From 1, in bytes.
    pub columns: Range<u32>,
    /// If it goes on beyond the line: the last line, and the column there.
    pub until: (u32, u32),
}

impl Stretch {
    /// Whether a position of the compiler is in it.
    pub fn contains(&self, file: usize, line: u32, column: u32) -> bool {
        let after_start = (line, column) >= (self.line, self.columns.start);
        file == self.file && after_start && (line, column) < self.until
    }
}

/// Why a witness cannot be put into the program.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Unwoven {
    /// The file is none of the program's.
    #[error("{0}: the program has no such file")]
    NoFile(String),
    /// There is not what the witness says.
    #[error("{location}: {misplaced}")]
    Misplaced {
        /// Where.
        location: Location,
        /// What is wrong.
        misplaced: Misplaced,
    },
    /// An expression that must not get into a program.
    #[error("{location}: '{value}': {refused}")]
    Refused {
        /// Where.
        location: Location,
        /// The expression.
        value: String,
        /// What is wrong.
        refused: Refused,
    },
    /// Something that could be put in, but not by us.
    #[error("{location}: {what}")]
    Unsupported {
        /// Where.
        location: Location,
        /// What.
        what: &'static str,
    },
    /// The program uses what is to be put in.
    #[error("the program uses the name '{0}', which stands for something of Fathom")]
    Reserved(String),
    /// Too much for one line.
    #[error("line {0} of the program would become too long for a compiler")]
    LongLine(u32),
    /// Two parts of the witness are at places that overlap.
    #[error("two parts of the witness need the same piece of the program")]
    Overlap,
}

/// Refuses programs that would be changed by what is put in.
fn check_names(sources: &Sources) -> Result<(), Unwoven> {
    for source in &sources.0 {
        if let Some(name) = words(source).find(|name| name.starts_with(PREFIX.as_bytes())) {
            return Err(Unwoven::Reserved(String::from_utf8_lossy(name).into_owned()));
        }
        let macros = macros(source);
        if let Some(name) =
            macros.iter().find(|name| WORDS.contains(&name.as_str()) || name.starts_with(PREFIX))
        {
            return Err(Unwoven::Reserved(name.clone()));
        }
    }
    Ok(())
}

/// The names and keywords in a file.
fn words(source: &Source) -> impl Iterator<Item = &[u8]> {
    let words = source.syntax.tokens.iter().filter(|token| token.kind == TokenKind::Word);
    words.map(|token| &source.bytes[token.start..token.end])
}

/// The names of the macros that a file defines itself.
fn macros(source: &Source) -> Vec<String> {
    let directives = source.syntax.directives.iter().map(|range| source.text(range.clone()));
    let defined = directives.filter_map(|text| {
        let rest = text.trim_start().strip_prefix('#')?.trim_start().strip_prefix("define")?;
        let name = rest.trim_start();
        let end = name.find(|c: char| !(c.is_alphanumeric() || c == '_')).unwrap_or(name.len());
        (rest.starts_with([' ', '\t']) && end > 0).then(|| name[..end].to_string())
    });
    defined.collect()
}

/// Whether a file went through the preprocessor, so that its words are what they seem.
fn is_preprocessed(source: &Source) -> bool {
    source.name.ends_with(".i")
}

/// The file of a location.
fn file_of<'a>(sources: &'a Sources, location: &Location) -> Result<(usize, &'a Source), Unwoven> {
    sources.named(&location.file_name).ok_or_else(|| Unwoven::NoFile(location.file_name.clone()))
}

/// An expression as C, with what makes the compiler look for side effects that macros hide: clang refuses to
/// assume what may have any. `result` is the word for `\result`, where there is one.
fn condition(
    source: &Source,
    location: &Location,
    value: &str,
    result: Option<&str>,
) -> Result<(String, String), Unwoven> {
    let refused = |refused| Unwoven::Refused { location: location.clone(), value: value.into(), refused };
    let pure = Pure::new(value, result.is_some()).map_err(refused)?;
    let c = pure.c(result.unwrap_or_default());
    // A macro may call something, and so may `(f)(x)`, which looks like a cast.
    let guard = if pure.has_names {
        // It may be a function of the program.
        if words(source).any(|name| name == GUARD.as_bytes()) {
            return Err(Unwoven::Reserved(GUARD.into()));
        }
        format!("(void)sizeof(({{{GUARD}({c});1;}}));")
    } else {
        String::new()
    };
    Ok((c, guard))
}
