//! What can go wrong before there is IR. Each message says what to do about it.

use std::io;
use std::path::PathBuf;

use crate::Language;

/// Files to choose from.
fn such_as(files: &[PathBuf]) -> String {
    let names: Vec<String> = files.iter().map(|file| file.display().to_string()).collect();
    if names.is_empty() { String::new() } else { format!(", such as {}", names.join(" ")) }
}

/// Why an input gave no LLVM IR.
#[derive(Debug, thiserror::Error)]
pub enum FrontendError {
    /// No such file, no permission, ….
    #[error("cannot read {}: {source}", path.display())]
    Unreadable {
        /// The input.
        path: PathBuf,
        /// Why.
        source: io::Error,
    },
    /// A directory where a file is needed.
    #[error("{} is a directory; name the source files in it{}", path.display(), such_as(found))]
    Directory {
        /// The input.
        path: PathBuf,
        /// Some source files in it.
        found: Vec<PathBuf>,
    },
    /// What compilers and linkers make of source.
    #[error(
        "{} is {what}, in which there is no LLVM IR to check; name the source files that it was made of{}, \
         or make LLVM IR of them: clang -g -c -emit-llvm",
        path.display(), such_as(made_of)
    )]
    MachineCode {
        /// The input.
        path: PathBuf,
        /// What the file is.
        what: &'static str,
        /// The file beside it that it may have been made of.
        made_of: Vec<PathBuf>,
    },
    /// A file that belongs to a program and is not compiled by itself.
    #[error("{} is {what}", path.display())]
    NoProgram {
        /// The input.
        path: PathBuf,
        /// What it is, and what to name instead.
        what: &'static str,
    },
    /// The name does not say what the file is.
    #[error("cannot tell what {} is from its name; it should end in one of {}", path.display(), Language::EXTENSIONS)]
    UnknownExtension {
        /// The input.
        path: PathBuf,
    },
    /// An IR file with nothing in it.
    #[error("{} is empty", path.display())]
    Empty {
        /// The input.
        path: PathBuf,
    },
    /// Bytes that are no text.
    #[error(
        "{} is not text: the byte at offset {offset} is not UTF-8; if it is bitcode, name it .bc",
        path.display()
    )]
    NotText {
        /// The input.
        path: PathBuf,
        /// The first byte that is wrong.
        offset: usize,
    },
    /// `-` given more than once.
    #[error("standard input (-) can be read only once")]
    StdinTwice,
    /// `-std=` of a language in which no input is written.
    #[error("-std={std} does not fit any of the files given")]
    UnusedStandard {
        /// The standard.
        std: String,
    },
    /// There is no clang.
    #[error(
        "no clang found; install one (on Debian or Ubuntu: apt install clang), \
         or set FATHOM_CLANG to the path of clang 14 or newer"
    )]
    NoClang,
    /// The clang there is is too old.
    #[error(
        "{} is clang {version}, but clang 14 or newer is needed; install one, or set FATHOM_CLANG to its path",
        path.display()
    )]
    OldClang {
        /// The compiler.
        path: PathBuf,
        /// Its major version.
        version: u32,
    },
    /// There is no rustc.
    #[error("no rustc found; install Rust, or set FATHOM_RUSTC to the path of rustc")]
    NoRustc,
    /// Rust's standard library for the target is not installed.
    #[error(
        "rustc has no standard library for {target}; install it (with rustup: rustup target add {target}), \
         or leave out -m32"
    )]
    NoRustTarget {
        /// The target's triple.
        target: &'static str,
    },
    /// A compiler did not start.
    #[error("cannot start {}: {source}", path.display())]
    CannotStart {
        /// The compiler.
        path: PathBuf,
        /// Why.
        source: io::Error,
    },
    /// What was started is not clang, or answers in a way we do not know.
    #[error("{} does not answer --version as clang does", path.display())]
    NotClang {
        /// The compiler.
        path: PathBuf,
    },
    /// The compiler does not accept the input. Its own messages say why.
    #[error("{} does not compile", path.display())]
    Rejected {
        /// The input.
        path: PathBuf,
        /// The compiler's messages, unchanged.
        diagnostics: String,
        /// What to do about it, where the messages do not say so.
        advice: Option<&'static str>,
    },
    /// The compiler was ended by a signal.
    #[error(
        "{} ended by itself while it compiled {} (signal {signal}); this is no fault of the program's: \
         try another version of the compiler, or more memory",
        compiler.display(), path.display()
    )]
    Crashed {
        /// The compiler.
        compiler: PathBuf,
        /// The input.
        path: PathBuf,
        /// The signal.
        signal: i32,
    },
    /// Bitcode of another machine, and no tool that leaves it as it is.
    #[error(
        "{} is bitcode for another target than this clang's; install llvm-dis of the same version \
         (on Debian or Ubuntu: apt install llvm), or give the .ll file",
        path.display()
    )]
    ForeignBitcode {
        /// The input.
        path: PathBuf,
    },
    /// A place for temporary files could not be made or read.
    #[error("temporary directory {}: {source}", path.display())]
    Temporary {
        /// The directory.
        path: PathBuf,
        /// Why.
        source: io::Error,
    },
}
