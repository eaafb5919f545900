//! Rust: one crate without dependencies, together with what it uses of the standard library.
//!
//! The bodies of `std` exist as bitcode in its rlibs; link-time optimisation at level 0 brings them
//! into the module without optimising. rustc does that only on the way to a linked program, so it is
//! given a linker that does nothing: no C toolchain is needed.

mod library;

use std::os::unix::process::ExitStatusExt as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::{env, fs, io};

use crate::temp::TempDir;
use crate::{FrontendError, Options, Word};

pub use library::for_engines;

const TARGET_32: &str = "i686-unknown-linux-gnu";

/// The IR text of a crate, and what rustc said.
pub fn compile(path: &Path, options: &Options) -> Result<(String, String), FrontendError> {
    let rustc = PathBuf::from(env::var_os("FATHOM_RUSTC").unwrap_or_else(|| "rustc".into()));
    let target = match options.word {
        Some(Word::Bits32) => Some(TARGET_32),
        Some(Word::Bits64) | None => None,
    };
    if let Some(target) = target {
        require_target(&rustc, target)?;
    }

    let temp = TempDir::new()?;
    let ir = temp.path().join("main.ll");
    let mut command = Command::new(&rustc);
    command
        .args(["--edition", "2021", "--crate-name", "main", "--crate-type", "bin", "-g"])
        .args(["-C", "panic=abort", "-C", "opt-level=0", "-C", "overflow-checks=on"])
        .args(["-C", "lto=fat", "-C", "codegen-units=1"])
        .args(["-C", "linker=true", "-C", "linker-flavor=gcc"])
        // The directory, rather than two names of files: it is also where intermediate files go.
        .args(["--emit=llvm-ir,link", "--out-dir"])
        .arg(temp.path())
        // As for C, errors are shown and warnings are not.
        .args(["--cap-lints", "allow"])
        .args(["--color", if options.colour { "always" } else { "never" }])
        .args(target.iter().flat_map(|target| ["--target", target]))
        .arg(path)
        .stdin(Stdio::null());
    let output = command.output().map_err(|source| not_started(&rustc, source))?;
    let diagnostics = String::from_utf8_lossy(&output.stderr).into_owned();
    if let Some(signal) = output.status.signal() {
        return Err(FrontendError::Crashed { compiler: rustc, path: path.to_owned(), signal });
    }
    if !output.status.success() {
        return Err(FrontendError::Rejected { path: path.to_owned(), diagnostics, advice: None });
    }
    let text = fs::read_to_string(&ir).map_err(|source| FrontendError::Temporary { path: ir, source })?;
    Ok((library::with_layouts(text), diagnostics))
}

/// Whether the files of a crate, other than those of the standard library, have code that is `unsafe`: `ir` is what was
/// made of it.
pub fn has_unsafe_code(ir: &str) -> bool {
    let is_in_name = |c: char| c.is_alphanumeric() || c == '_';
    source_files(ir).iter().any(|path| {
        let text = fs::read(path).unwrap_or_default();
        String::from_utf8_lossy(&text).split(|c| !is_in_name(c)).any(|word| word == "unsafe")
    })
}

/// Files that debug information names, but for those of the standard library.
fn source_files(ir: &str) -> Vec<PathBuf> {
    let field = |line: &str, name: &str| {
        let (_, rest) = line.split_once(&format!("{name}: \""))?;
        Some(rest.split_once('"')?.0.to_string())
    };
    let files = ir.lines().filter(|line| line.starts_with('!') && line.contains("!DIFile("));
    let name = |line: &str| Some((field(line, "filename")?, field(line, "directory").unwrap_or_default()));
    let is_foreign = |name: &str| name.starts_with("/rustc/") || name.contains("/rustlib/src/");
    let own = files.filter_map(name).filter(|(name, _)| !is_foreign(name));
    own.map(|(name, directory)| Path::new(&directory).join(name)).collect()
}

/// Refuses early and clearly what rustc would report as a missing crate `std`.
fn require_target(rustc: &Path, target: &'static str) -> Result<(), FrontendError> {
    let output = Command::new(rustc)
        .args(["--print", "target-libdir", "--target", target])
        .stdin(Stdio::null())
        .output()
        .map_err(|source| not_started(rustc, source))?;
    let directory = String::from_utf8_lossy(&output.stdout);
    if output.status.success() && Path::new(directory.trim()).is_dir() {
        Ok(())
    } else {
        Err(FrontendError::NoRustTarget { target })
    }
}

fn not_started(rustc: &Path, source: io::Error) -> FrontendError {
    if source.kind() == io::ErrorKind::NotFound && env::var_os("FATHOM_RUSTC").is_none() {
        FrontendError::NoRustc
    } else {
        FrontendError::CannotStart { path: rustc.to_owned(), source }
    }
}
