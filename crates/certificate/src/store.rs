//! Files of a directory that may have been made by anybody.

use std::fs;
use std::io;
use std::path::{Component, Path, PathBuf};

use sha2::{Digest, Sha256};

use crate::model;

/// SHA-256 in hexadecimal digits.
pub fn sha256(bytes: &[u8]) -> String {
    Sha256::digest(bytes).iter().map(|byte| format!("{byte:02x}")).collect()
}

/// Why a file of the directory cannot be had.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// It cannot be read.
    #[error("cannot read {file}: {error}")]
    Unreadable {
        /// Its name.
        file: String,
        /// What the system says.
        error: io::Error,
    },
    /// The name is not that of a file in the directory.
    #[error("`{0}` is not the name of a file in the directory: names have no folders")]
    Outside(String),
    /// It is a link, a folder, a pipe.
    #[error("{0} is not a regular file")]
    Irregular(String),
    /// Its bytes are not those that were written.
    #[error("{file} has been changed: the manifest says {expected}, and its SHA-256 is {found}")]
    Changed {
        /// Its name.
        file: String,
        /// As the manifest says.
        expected: String,
        /// As it is.
        found: String,
    },
    /// It is no text.
    #[error("{0} is not text")]
    NotText(String),
}

/// Where a file of the directory is.
fn locate(directory: &Path, name: &str) -> Result<PathBuf, StoreError> {
    let mut components = Path::new(name).components();
    match (components.next(), components.next()) {
        (Some(Component::Normal(only)), None) if only == name => Ok(directory.join(only)),
        _ => Err(StoreError::Outside(name.to_string())),
    }
}

/// The bytes of a file in the directory. Only of a regular one: others may lead elsewhere, or never end.
pub fn read(directory: &Path, name: &str) -> Result<Vec<u8>, StoreError> {
    let unreadable = |error| StoreError::Unreadable { file: name.to_string(), error };
    let path = locate(directory, name)?;
    if !fs::symlink_metadata(&path).map_err(unreadable)?.is_file() {
        return Err(StoreError::Irregular(name.to_string()));
    }
    fs::read(&path).map_err(unreadable)
}

/// The text of a file that is as the manifest describes it.
pub fn read_described(directory: &Path, file: &model::File) -> Result<String, StoreError> {
    let bytes = read(directory, &file.file)?;
    let found = sha256(&bytes);
    if found != file.sha256 {
        let expected = file.sha256.chars().take(64).collect();
        return Err(StoreError::Changed { file: file.file.clone(), expected, found });
    }
    String::from_utf8(bytes).map_err(|_| StoreError::NotText(file.file.clone()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn digests_are_those_of_the_standard() {
        let empty = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855";
        assert_eq!(sha256(b""), empty);
        let abc = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";
        assert_eq!(sha256(b"abc"), abc);
    }

    #[test]
    fn names_stay_in_the_directory() {
        let directory = Path::new("certificate");
        assert_eq!(locate(directory, "0001.cnf").unwrap(), directory.join("0001.cnf"));
        for name in ["", ".", "..", "../x", "/etc/hosts", "a/b", "./a", "a/", "a/..", "..//a"] {
            assert!(matches!(locate(directory, name), Err(StoreError::Outside(_))), "{name}");
        }
    }
}
