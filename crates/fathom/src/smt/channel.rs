//! Where answers go.

use std::fs::{File, OpenOptions};
use std::io::Write;

use crate::output;

/// An output channel of SMT-LIB.
pub enum Channel {
    /// `"stdout"`
    Stdout,
    /// `"stderr"`
    Stderr,
    /// A file, which is appended to.
    File(String, File),
}

impl Channel {
    /// The channel with a name.
    pub fn open(name: &str) -> Result<Self, String> {
        match name {
            "stdout" => Ok(Self::Stdout),
            "stderr" => Ok(Self::Stderr),
            _ => match OpenOptions::new().create(true).append(true).open(name) {
                Ok(file) => Ok(Self::File(name.to_string(), file)),
                Err(error) => Err(format!("cannot open {name}: {error}")),
            },
        }
    }

    /// Its name.
    pub fn name(&self) -> &str {
        match self {
            Self::Stdout => "stdout",
            Self::Stderr => "stderr",
            Self::File(name, _) => name,
        }
    }

    /// Prints a line, at once: a program on a pipe waits for it.
    pub fn line(&mut self, text: &str) {
        match self {
            Self::Stdout => output::print(&format!("{text}\n")),
            Self::Stderr => output::error(&format!("{text}\n")),
            Self::File(name, file) => {
                if let Err(problem) = writeln!(file, "{text}") {
                    output::error(&format!("error: cannot write to {name}: {problem}\n"));
                }
            }
        }
    }
}
