//! Making a directory of certificates.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use fathom_solve::Budget;

use crate::model::{self, File, Files, Manifest};
use crate::query::{self, Certified};
use crate::store::sha256;

/// The directory cannot be written.
#[derive(Debug, thiserror::Error)]
pub enum WriteError {
    /// Something else is in it.
    #[error("{} has other files in it; choose a directory that is new or empty", .0.display())]
    Taken(PathBuf),
    /// The system says no.
    #[error("cannot write {}: {error}", .path.display())]
    Io {
        /// Which file or directory.
        path: PathBuf,
        /// What it says.
        error: io::Error,
    },
}

/// What became of a query.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Written {
    /// Here is its certificate.
    Certified(Files),
    /// There is none, and why.
    Uncertified(String),
    /// It has a model: whoever said that it has none was wrong.
    Satisfiable,
}

/// Makes a directory of certificates. The manifest comes last: without it there is nothing to believe.
#[derive(Debug)]
pub struct Writer {
    directory: PathBuf,
}

/// How the names of our files end.
const ENDINGS: [&str; 4] = ["smt2", "cnf", "lrat", "models"];

impl Writer {
    /// Makes the directory, if it is not there. What an earlier run wrote goes; anything else is not touched, and is a
    /// reason to refuse.
    pub fn create(directory: &Path) -> Result<Self, WriteError> {
        let failed = |error| WriteError::Io { path: directory.to_path_buf(), error };
        fs::create_dir_all(directory).map_err(failed)?;
        let mut old = Vec::new();
        for entry in fs::read_dir(directory).map_err(failed)? {
            let entry = entry.map_err(failed)?;
            if !entry.file_name().to_str().is_some_and(is_ours) {
                return Err(WriteError::Taken(directory.to_path_buf()));
            }
            old.push(entry.path());
        }
        // The manifest first: it must not outlive what it describes. Without one, nobody knows whose files these are.
        old.sort_by_key(|path| path.file_name() != Some(model::FILE.as_ref()));
        if old.first().is_some_and(|path| path.file_name() != Some(model::FILE.as_ref())) {
            return Err(WriteError::Taken(directory.to_path_buf()));
        }
        for path in old {
            fs::remove_file(&path).map_err(|error| WriteError::Io { path, error })?;
        }
        Ok(Self { directory: directory.to_path_buf() })
    }

    /// Refutes the formula of a query, given as a script, and writes the certificate.
    pub fn query(&self, id: u32, formula: String, budget: &Budget) -> Result<Written, WriteError> {
        let texts = match query::certify(formula, budget) {
            Certified::Yes(texts) => texts,
            Certified::Satisfiable => return Ok(Written::Satisfiable),
            Certified::No(why) => return Ok(Written::Uncertified(why)),
        };
        let write = |ending: &str, text: &str| self.write(&format!("{id:04}.{ending}"), text);
        Ok(Written::Certified(Files {
            formula: write("smt2", &texts.formula)?,
            clauses: write("cnf", &texts.clauses)?,
            proof: write("lrat", &texts.proof)?,
            models: write("models", &texts.models)?,
        }))
    }

    /// Writes the manifest.
    pub fn finish(self, manifest: &Manifest) -> Result<(), WriteError> {
        let path = || self.directory.join(model::FILE);
        let text = serde_json::to_string_pretty(manifest)
            .map_err(|error| WriteError::Io { path: path(), error: error.into() })?;
        self.write(model::FILE, &(text + "\n")).map(|_| ())
    }

    fn write(&self, name: &str, text: &str) -> Result<File, WriteError> {
        let path = self.directory.join(name);
        fs::write(&path, text).map_err(|error| WriteError::Io { path, error })?;
        Ok(File { file: name.to_string(), sha256: sha256(text.as_bytes()) })
    }
}

/// Whether a file of this name is one that a writer made.
fn is_ours(name: &str) -> bool {
    let numbered = name.split_once('.').is_some_and(|(number, ending)| {
        number.len() >= 4 && number.bytes().all(|byte| byte.is_ascii_digit()) && ENDINGS.contains(&ending)
    });
    numbered || name == model::FILE
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_our_files() {
        for ours in ["manifest.json", "0001.smt2", "0123.cnf", "12345.lrat", "0001.models"] {
            assert!(is_ours(ours), "{ours}");
        }
        for other in
            ["main.c", "1.cnf", "0001.c", "0001.cnf.bak", "000x.cnf", ".cnf", "manifest.json5", "0001"]
        {
            assert!(!is_ours(other), "{other}");
        }
    }
}
