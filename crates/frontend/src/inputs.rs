//! What to say of inputs that are no program.

use std::fs::{self, File};
use std::io::Read;
use std::path::{Path, PathBuf};

use crate::{FrontendError, Language};

/// So many files of a directory are named.
const NAMED: usize = 4;

/// A directory, with some of the source files in it.
pub fn of_directory(path: &Path) -> FrontendError {
    let entries = fs::read_dir(path).into_iter().flatten().flatten().map(|entry| entry.path());
    let mut found: Vec<PathBuf> = entries
        .filter(|file| file.is_file() && Language::of(file).is_some_and(Language::is_source))
        .collect();
    found.sort();
    found.truncate(NAMED);
    FrontendError::Directory { path: path.to_owned(), found }
}

/// A file whose name is not that of source or LLVM IR: by what is in it, else by its name.
pub fn of_other_file(path: &Path) -> FrontendError {
    let mut start = Vec::new();
    // What cannot be read is judged by its name.
    let _ = File::open(path).and_then(|file| file.take(20).read_to_end(&mut start));
    if let Some(what) = machine_code(&start) {
        let beside = Language::EXTENSIONS.split_whitespace().map(|end| path.with_extension(&end[1..]));
        let made_of = beside.filter(|file| file.is_file()).take(1).collect();
        return FrontendError::MachineCode { path: path.to_owned(), what, made_of };
    }
    let extension = path.extension().and_then(|extension| extension.to_str()).unwrap_or_default();
    let what = match extension {
        _ if start.starts_with(b"BC\xc0\xde") => "LLVM bitcode; call it .bc",
        _ if path.file_name().is_some_and(|name| name == "Cargo.toml") => {
            "the manifest of a Rust package; name its src/main.rs, if that needs no other package"
        }
        "h" | "hh" | "hpp" | "hxx" => "a header; name the files that include it",
        "s" | "S" | "asm" => "assembly, which is not checked; name C, C++, Rust or LLVM IR files",
        _ => return FrontendError::UnknownExtension { path: path.to_owned() },
    };
    FrontendError::NoProgram { path: path.to_owned(), what }
}

/// What kind of machine code a file is that begins so.
fn machine_code(start: &[u8]) -> Option<&'static str> {
    const REL: u16 = 1;
    if start.starts_with(b"!<arch>\n") || start.starts_with(b"!<thin>\n") {
        return Some("an archive of object files");
    }
    if start.starts_with(b"\x7fELF") {
        // The type is the 17th and 18th byte; the sixth says in which order.
        let kind = match (start.get(5), start.get(16), start.get(17)) {
            (Some(2), Some(&high), Some(&low)) => u16::from_be_bytes([high, low]),
            (_, Some(&low), Some(&high)) => u16::from_le_bytes([low, high]),
            _ => 0,
        };
        return Some(if kind == REL { "an object file" } else { "an executable or a shared library" });
    }
    let others: [&[u8]; 5] =
        [b"MZ", b"\xfe\xed\xfa\xce", b"\xfe\xed\xfa\xcf", b"\xce\xfa\xed\xfe", b"\xcf\xfa\xed\xfe"];
    others.iter().any(|magic| start.starts_with(magic)).then_some("machine code")
}
