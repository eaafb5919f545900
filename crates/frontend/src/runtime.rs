//! What libstdc++ keeps in its shared library and the headers do not have: streams, locales, exceptions.
//!
//! The sources in `runtime/` define it in C++, against the same headers as the program, so that what
//! the headers do have (most of it: formatting, parsing, string streams) is the original. They are
//! compiled by the same clang, and only with a program that mentions something of theirs.

use std::fs;
use std::path::{Path, PathBuf};

use crate::temp::TempDir;
use crate::{Clang, Language, Options, Unit, operators};

/// A source file of the library, and the symbols that ask for it.
struct Source {
    name: &'static str,
    text: &'static str,
    asked_for_by: &'static [&'static str],
}

const HEADERS: [(&str, &str); 1] = [("locales.h", include_str!("runtime/locales.h"))];

const SOURCES: [Source; 2] = [
    Source {
        name: "exceptions.cpp",
        text: include_str!("runtime/exceptions.cpp"),
        asked_for_by: &[
            "@_ZNSt9exceptionD2Ev",
            "@_ZTVSt9exception",
            "@_ZTVSt9bad_alloc",
            "@_ZNSt11logic_errorC",
            "@_ZNSt12domain_errorC",
            "@_ZNSt16invalid_argumentC",
            "@_ZNSt12length_errorC",
            "@_ZNSt12out_of_rangeC",
            "@_ZNSt13runtime_errorC",
            "@_ZNSt11range_errorC",
            "@_ZNSt14overflow_errorC",
            "@_ZNSt15underflow_errorC",
        ],
    },
    Source {
        name: "streams.cpp",
        text: include_str!("runtime/streams.cpp"),
        asked_for_by: &[
            "@_ZSt4cout",
            "@_ZSt3cin",
            "@_ZSt4cerr",
            "@_ZSt4clog",
            "@_ZNSt8ios_baseC2Ev",
            "@_ZNSt6localeC1Ev",
            "@_ZNSt6locale7classicEv",
        ],
    },
];

/// The units of the library that the program's units ask for.
///
/// Where one cannot be compiled (other headers than those of libstdc++), it is left out: the program
/// may never reach what it would need of it.
pub(crate) fn units(program: &[Unit], clang: &Clang, options: &Options) -> Vec<Unit> {
    let wanted = |source: &Source| {
        let mut texts = program.iter().filter(|unit| unit.language == Language::Cpp).map(|unit| &unit.text);
        texts.any(|text| source.asked_for_by.iter().any(|symbol| text.contains(symbol)))
    };
    let wanted: Vec<&Source> = SOURCES.iter().filter(|source| wanted(source)).collect();
    if wanted.is_empty() {
        return vec![];
    }
    let Ok(temp) = TempDir::new() else { return vec![] };
    for (name, text) in HEADERS {
        if fs::write(temp.path().join(name), text).is_err() {
            return vec![];
        }
    }
    wanted
        .into_iter()
        .filter_map(|source| compile(source.name, source.text, temp.path(), clang, options))
        .collect()
}

/// The unit with those default versions of `operator new` and `operator delete` that call what the program replaces.
pub(crate) fn operators(units: &[Unit], clang: &Clang, options: &Options) -> Option<Unit> {
    let text = operators::defaults(units)?;
    compile("operators.cpp", &text, TempDir::new().ok()?.path(), clang, options)
}

fn compile(name: &str, text: &str, directory: &Path, clang: &Clang, options: &Options) -> Option<Unit> {
    let path = directory.join(name);
    fs::write(&path, text).ok()?;
    let options = Options {
        std: Some("gnu++17".into()),
        // The directory is gone when somebody reads the name.
        cflags: vec![format!("-fdebug-prefix-map={}=fathom-runtime", directory.display())],
        word: options.word,
        checks: options.checks.iter().copied().filter(|check| check.on_by_default()).collect(),
        ..Options::default()
    };
    let text = clang.compile(&path, Language::Cpp, &options).ok()?.text;
    let path = PathBuf::from("fathom-runtime").join(name);
    let (diagnostics, unsequenced) = (String::new(), Vec::new());
    Some(Unit { path, text, language: Language::Cpp, from_source: true, diagnostics, unsequenced })
}
