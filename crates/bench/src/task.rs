//! Tasks: a program, a property, and the verdict that is known to be right.
//!
//! They come from task definition files of SV-COMP (`.yml`, [`TaskFile`]), or from old file names such as
//! `name_false-valid-deref.i`.

mod file;
mod find;
mod labels;
mod models;
mod names;
mod sample;

use std::fs;
use std::io;
use std::path::PathBuf;

pub use file::{TaskError, TaskFile, TaskProblem, TaskProperty};
pub use find::{Found, Selection, listed, named, tasks};
pub use labels::{Corrected, Label, LabelError, correct, labels};
pub use sample::sample;

use crate::property::Property;

/// How wide the types of C are.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum DataModel {
    /// 32 bits.
    Ilp32,
    /// 64 bits.
    Lp64,
}

impl DataModel {
    /// `ILP32` or `LP64`
    pub fn name(self) -> &'static str {
        match self {
            Self::Ilp32 => "ILP32",
            Self::Lp64 => "LP64",
        }
    }

    /// The model with a name.
    pub fn by_name(name: &str) -> Option<Self> {
        [Self::Ilp32, Self::Lp64].into_iter().find(|model| model.name() == name)
    }
}

/// The verdict that is known to be right.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Expected {
    /// The property holds.
    True,
    /// It does not; with the part of it that is violated, if the suite says so.
    False(Option<Property>),
}

impl std::fmt::Display for Expected {
    fn fmt(&self, f: &mut std::fmt::Formatter) -> std::fmt::Result {
        match self {
            Self::True => f.write_str("true"),
            Self::False(None) => f.write_str("false"),
            Self::False(Some(part)) => write!(f, "false({})", part.name()),
        }
    }
}

/// One question to a verifier.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Task {
    /// Names the task in results: its path inside the suite.
    pub name: String,
    /// Row of the table.
    pub folder: String,
    /// The program.
    pub files: Vec<PathBuf>,
    /// The question.
    pub property: Property,
    /// The property file of the suite, if it is there.
    pub property_file: Option<PathBuf>,
    /// The answer.
    pub expected: Expected,
    /// What the program is compiled for.
    pub data_model: DataModel,
}

impl Task {
    /// The text of a property file for it, if the suite has none.
    pub fn property_text(&self) -> io::Result<String> {
        let error_function = match self.property {
            Property::UnreachCall => error_function(&self.files)?,
            _ => REACH_ERROR,
        };
        Ok(self.property.text(error_function))
    }
}

/// The function that must not be called.
const REACH_ERROR: &str = "reach_error";
/// Its name before 2020.
const OLD_REACH_ERROR: &str = "__VERIFIER_error";

/// Which of the two a program speaks of.
fn error_function(files: &[PathBuf]) -> io::Result<&'static str> {
    let mut old = false;
    for file in files {
        let text = fs::read(file)?;
        if contains(&text, REACH_ERROR) {
            return Ok(REACH_ERROR);
        }
        old |= contains(&text, OLD_REACH_ERROR);
    }
    Ok(if old { OLD_REACH_ERROR } else { REACH_ERROR })
}

fn contains(text: &[u8], word: &str) -> bool {
    text.windows(word.len()).any(|window| window == word.as_bytes())
}
