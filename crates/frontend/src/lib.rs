//! Drives the user's clang or rustc and returns LLVM IR text, one [`Unit`] for each input file.
//!
//! The compiler is asked for code *before* it optimises (an optimiser removes undefined behaviour,
//! and with it the bug), with debug information, and with those checks that only the source knows
//! as traps: see [`checks`]. This crate knows command lines and nothing of what the text means.
//!
//! The C library for engines without one of their own is in [`models`].
//!
//! Nothing is printed here: what the compiler says is carried, word for word but for names that were
//! hidden from it (see `own_builtins`), in [`Unit::diagnostics`] and [`FrontendError::Rejected`].

mod assertions;
mod candidates;
mod checks;
mod clang;
mod constants;
mod error;
mod folded;
pub mod inline;
mod inputs;
mod left_out;
mod literals;
pub mod models;
mod operators;
mod own_builtins;
mod packages;
mod runtime;
pub mod rust;
mod surplus;
mod temp;
mod tokens;
mod words;

use std::collections::VecDeque;
use std::fs;
use std::num::NonZero;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::thread;

pub use checks::SourceCheck;
pub use clang::{Clang, LIBRARY_CHECKS, installed_clangs};
pub use error::FrontendError;
pub use temp::{TempDir, remove_temporary_files};
pub use words::{UnbalancedQuote, split_words};

/// How to compile.
#[derive(Clone, Debug)]
pub struct Options {
    /// `-I`: where headers are.
    pub include_dirs: Vec<PathBuf>,
    /// `-D`: `NAME` or `NAME=VALUE`.
    pub defines: Vec<String>,
    /// `-U`: macros to forget. They come before [`Options::defines`], so that a name may be in both.
    pub undefines: Vec<String>,
    /// `-include`: headers to read before the file.
    pub includes: Vec<PathBuf>,
    /// `-std=`: the language standard, such as `c11` or `c++17`. A standard of C is for C files only,
    /// one of C++ for C++ files only.
    pub std: Option<String>,
    /// Further arguments for clang, after all others.
    pub cflags: Vec<String>,
    /// `-m32` or `-m64`; the compiler's default otherwise.
    pub word: Option<Word>,
    /// The checks to ask clang for.
    pub checks: Vec<SourceCheck>,
    /// Functions of the C library that the program defines itself: clang is not to know what they do.
    pub own_functions: Vec<String>,
    /// The clang to use; otherwise what [`Clang::find`] finds.
    pub clang: Option<Clang>,
    /// The compiler's messages go to a terminal that shows colours.
    pub colour: bool,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            include_dirs: Vec::new(),
            defines: Vec::new(),
            undefines: Vec::new(),
            includes: Vec::new(),
            std: None,
            cflags: Vec::new(),
            word: None,
            checks: SourceCheck::ALL.iter().copied().filter(|check| check.on_by_default()).collect(),
            own_functions: Vec::new(),
            clang: None,
            colour: false,
        }
    }
}

/// The size of a pointer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Word {
    /// `-m32`
    Bits32,
    /// `-m64`
    Bits64,
}

/// What an input is written in, by its name.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Language {
    /// `.c`, `.i`, and standard input.
    C,
    /// `.cc`, `.cpp`, `.cxx`, `.c++`, `.C`, `.ii`.
    Cpp,
    /// `.rs`
    Rust,
    /// `.ll`: taken as it is.
    LlvmText,
    /// `.bc`: disassembled.
    LlvmBitcode,
}

impl Language {
    /// The names that an input file may end in.
    pub const EXTENSIONS: &'static str = ".c .i .cc .cpp .cxx .c++ .C .ii .rs .ll .bc";

    /// The language of a file with this name.
    pub fn of(path: &Path) -> Option<Self> {
        if path.as_os_str() == "-" {
            return Some(Self::C);
        }
        Some(match path.extension()?.to_str()? {
            "c" | "i" => Self::C,
            "cc" | "cpp" | "cxx" | "c++" | "cp" | "C" | "CPP" | "ii" => Self::Cpp,
            "rs" => Self::Rust,
            "ll" => Self::LlvmText,
            "bc" => Self::LlvmBitcode,
            _ => return None,
        })
    }

    /// Whether a compiler made the IR from source here, with the options of this crate.
    pub fn is_source(self) -> bool {
        match self {
            Self::C | Self::Cpp | Self::Rust => true,
            Self::LlvmText | Self::LlvmBitcode => false,
        }
    }
}

/// One input, compiled.
#[derive(Clone, Debug)]
pub struct Unit {
    /// The input file; `-` for standard input.
    pub path: PathBuf,
    /// LLVM IR.
    pub text: String,
    /// What the input is written in.
    pub language: Language,
    /// Made from source here, so with the checks in [`Options::checks`]; otherwise the flags on the
    /// instructions are all there is.
    pub from_source: bool,
    /// What the compiler said although it succeeded: warnings, unchanged.
    pub diagnostics: String,
    /// Where the compiler found side effects on one variable that nothing sequences: file and line.
    pub unsequenced: Vec<String>,
}

/// Compiles each input to LLVM IR text, several at a time, and returns them in the order of `inputs`;
/// or everything that went wrong, in that order too. Units of the C++ library that the program needs
/// follow (see `runtime`).
///
/// `-` stands for C on standard input.
pub fn compile(inputs: &[PathBuf], options: &Options) -> Result<Vec<Unit>, Vec<FrontendError>> {
    let languages = check_inputs(inputs)?;
    if let Some(std) = &options.std
        && !languages.iter().any(|&language| clang::standard_is_for(std, language))
    {
        return Err(vec![FrontendError::UnusedStandard { std: std.clone() }]);
    }
    let needs_clang =
        |language: &Language| matches!(language, Language::C | Language::Cpp | Language::LlvmBitcode);
    let clang = if languages.iter().any(needs_clang) {
        Some(options.clang.clone().map_or_else(Clang::find, Ok).map_err(|error| vec![error])?)
    } else {
        None
    };

    let all: Vec<usize> = (0..inputs.len()).collect();
    let mut units = compile_each(&all, inputs, &languages, clang.as_ref(), options)?;
    let own_functions = own_functions(&units);
    if !own_functions.is_empty() {
        let options = Options { own_functions, ..options.clone() };
        let again: Vec<usize> =
            all.into_iter().filter(|&at| matches!(languages[at], Language::C | Language::Cpp)).collect();
        let recompiled = compile_each(&again, inputs, &languages, clang.as_ref(), &options)?;
        for (at, unit) in again.into_iter().zip(recompiled) {
            units[at] = unit;
        }
    }
    if let Some(clang) = &clang {
        units.extend(runtime::units(&units, clang, options));
        units.extend(runtime::operators(&units, clang, options));
    }
    Ok(units)
}

/// Functions of the C library that units define themselves. Clang makes instructions of calls of `memcpy`, `fabs` and
/// others wherever they are defined, unless it is told not to know them.
fn own_functions(units: &[Unit]) -> Vec<String> {
    let mut names: Vec<String> = units
        .iter()
        .filter(|unit| unit.from_source)
        .flat_map(|unit| unit.text.lines())
        .filter(|line| line.starts_with("define ") && !line.contains(" internal "))
        .filter_map(|line| Some(line.split_once('@')?.1.split_once('(')?.0.to_string()))
        .filter(|name| name != "main" && models::is_c_library(name))
        .collect();
    names.sort_unstable();
    names.dedup();
    names
}

/// Compiles some of the inputs, several at a time, and returns them in their order.
fn compile_each(
    which: &[usize],
    inputs: &[PathBuf],
    languages: &[Language],
    clang: Option<&Clang>,
    options: &Options,
) -> Result<Vec<Unit>, Vec<FrontendError>> {
    let workers = thread::available_parallelism().map_or(1, NonZero::get).min(which.len());
    let jobs = Mutex::new((0..which.len()).collect::<VecDeque<usize>>());
    let results: Mutex<Vec<Option<Result<Unit, FrontendError>>>> =
        Mutex::new(which.iter().map(|_| None).collect());
    thread::scope(|scope| {
        for _ in 0..workers {
            scope.spawn(|| {
                while let Some(job) = next(&jobs) {
                    let at = which[job];
                    let result = compile_one(&inputs[at], languages[at], clang, options);
                    if let Ok(mut results) = results.lock() {
                        results[job] = Some(result);
                    }
                }
            });
        }
    });

    let mut units = Vec::new();
    let mut errors = Vec::new();
    // A slot is empty only if a worker panicked, and then `scope` has panicked already.
    for result in results.into_inner().into_iter().flatten().flatten() {
        match result {
            Ok(unit) => units.push(unit),
            Err(error) => errors.push(error),
        }
    }
    if errors.is_empty() { Ok(units) } else { Err(errors) }
}

fn next(jobs: &Mutex<VecDeque<usize>>) -> Option<usize> {
    jobs.lock().ok()?.pop_front()
}

/// Names every input that cannot be compiled before the first compiler starts.
fn check_inputs(inputs: &[PathBuf]) -> Result<Vec<Language>, Vec<FrontendError>> {
    let mut languages = Vec::new();
    let mut errors = Vec::new();
    for path in inputs {
        match check_input(path) {
            Ok(language) => languages.push(language),
            Err(error) => errors.push(error),
        }
    }
    if inputs.iter().filter(|path| path.as_os_str() == "-").count() > 1 {
        errors.push(FrontendError::StdinTwice);
    }
    if errors.is_empty() { Ok(languages) } else { Err(errors) }
}

fn check_input(path: &Path) -> Result<Language, FrontendError> {
    if path.as_os_str() == "-" {
        return Ok(Language::C);
    }
    let unreadable = |source| FrontendError::Unreadable { path: path.to_owned(), source };
    let metadata = fs::metadata(path).map_err(unreadable)?;
    if metadata.is_dir() {
        return Err(inputs::of_directory(path));
    }
    let Some(language) = Language::of(path) else {
        return Err(inputs::of_other_file(path));
    };
    fs::File::open(path).map_err(unreadable)?;
    // An empty C file is a translation unit; an empty module is always a mistake of whoever made it.
    if metadata.is_file() && metadata.len() == 0 && !language.is_source() {
        return Err(FrontendError::Empty { path: path.to_owned() });
    }
    Ok(language)
}

fn compile_one(
    path: &Path,
    language: Language,
    clang: Option<&Clang>,
    options: &Options,
) -> Result<Unit, FrontendError> {
    let mut unsequenced = Vec::new();
    let (text, diagnostics) = match (language, clang) {
        (Language::LlvmText, _) => (read_text(path)?, String::new()),
        (Language::Rust, _) => rust::compile(path, options)?,
        (Language::LlvmBitcode, Some(clang)) => clang.disassemble(path)?,
        (Language::C | Language::Cpp, Some(clang)) => {
            let compiled = clang.compile(path, language, options)?;
            unsequenced = compiled.unsequenced;
            (compiled.text, compiled.diagnostics)
        }
        // `compile` looks for clang whenever one of these languages is present.
        (Language::C | Language::Cpp | Language::LlvmBitcode, None) => {
            return Err(FrontendError::NoClang);
        }
    };
    let from_source = language.is_source();
    Ok(Unit { path: path.to_owned(), text, language, from_source, diagnostics, unsequenced })
}

fn read_text(path: &Path) -> Result<String, FrontendError> {
    let bytes =
        fs::read(path).map_err(|source| FrontendError::Unreadable { path: path.to_owned(), source })?;
    String::from_utf8(bytes).map_err(|error| FrontendError::NotText {
        path: path.to_owned(),
        offset: error.utf8_error().valid_up_to(),
    })
}
