//! The C library for engines that have no library of their own: models in C, compiled with the program.
//!
//! The sources in `models/` are ordinary C, written to be unrolled: they access memory as the standard says,
//! check what it forbids with `__fathom_precondition`, and take what the environment decides from
//! `__VERIFIER_nondet_fathom_…`. What an engine must know by itself is in [`NATIVE`].
//!
//! A file is a list of sections. One begins with a line
//!
//! ```c
//! //@ strdup : fathom_duplicate fathom_strlen
//! ```
//!
//! which says what it defines, and which other sections that needs. A section defines one symbol that
//! programs see, or helpers, which are `static` and named by the first of them (`fathom_…`). Only helpers
//! are needed by others: so a program that defines `strlen` itself can still use our `strdup`. A line
//! `//! …` is something that is assumed of the world beyond what the standard says; see [`assumptions`].
//!
//! The sections that a program needs, with all they need, are compiled as one unit by the same clang.

use std::collections::{BTreeSet, HashMap};
use std::fmt::Write;
use std::fs;
use std::path::PathBuf;
use std::sync::{LazyLock, OnceLock};

use crate::clang::Compiled;
use crate::temp::TempDir;
use crate::{Clang, FrontendError, Language, Options, Unit};

/// Where the sources of models seem to lie, for positions in reports.
const DIRECTORY: &str = "<fathom>";

/// Before all sections.
const PRELUDE: &str = include_str!("models/prelude.h");

macro_rules! files {
    ($($name:literal)*) => { [$(($name, include_str!(concat!("models/", $name)))),*] };
}

const FILES: [(&str, &str); 16] = files! {
    "ctype.c" "cxx.c" "errno.c" "locale.c" "math.c" "net.c" "print.c" "pthread.c" "rust.c" "scan.c" "stdio.c" "stdlib.c"
    "string.c" "time.c" "unistd.c" "wchar.c"
};

/// Functions that models call and that no model defines, apart from `__fathom_…` and `__VERIFIER_nondet_…`.
pub const NATIVE: &[&str] = &["_Exit", "free", "malloc", "realloc"];

/// A part of a file that is compiled or left out as a whole.
struct Section {
    file: &'static str,
    /// The line in the file at which `text` begins.
    line: usize,
    name: &'static str,
    needs: Vec<&'static str>,
    assumptions: Vec<&'static str>,
    text: &'static str,
}

impl Section {
    /// Whether it defines nothing that programs see.
    fn is_helper(&self) -> bool {
        self.name.starts_with("fathom_")
    }
}

/// All sections, by name.
fn sections() -> &'static HashMap<&'static str, Section> {
    static SECTIONS: OnceLock<HashMap<&'static str, Section>> = OnceLock::new();
    SECTIONS.get_or_init(|| {
        let sections = FILES.iter().flat_map(|&(file, text)| split(file, text));
        sections.map(|section| (section.name, section)).collect()
    })
}

/// The sections of a file. What stands before the first is about the file.
fn split(file: &'static str, text: &'static str) -> Vec<Section> {
    let mut sections: Vec<Section> = Vec::new();
    let mut start = 0;
    for (number, line) in text.split_inclusive('\n').enumerate() {
        let offset = start;
        start += line.len();
        if let Some(header) = line.strip_prefix("//@ ") {
            let (name, needs) = header.split_once(" : ").unwrap_or((header, ""));
            sections.push(Section {
                file,
                line: number + 2,
                name: name.trim(),
                needs: needs.split_whitespace().collect(),
                assumptions: Vec::new(),
                text: &text[start..start],
            });
        } else if let Some(section) = sections.last_mut() {
            section.text = &text[offset - section.text.len()..start];
            section.assumptions.extend(line.strip_prefix("//! ").map(str::trim));
        }
    }
    sections
}

/// Whether some model defines a function or an object of this name.
pub fn provides(name: &str) -> bool {
    sections().get(name).is_some_and(|section| !section.is_helper())
}

/// Names of the functions in glibc 2.36 (the symbol tables of libc and libm), sorted.
const C_LIBRARY: &str = include_str!("models/glibc-names.txt");

/// Whether the C library has a function of this name, so that it does something that is known, if not to us.
pub fn is_c_library(name: &str) -> bool {
    static NAMES: LazyLock<BTreeSet<&str>> = LazyLock::new(|| C_LIBRARY.lines().collect());
    NAMES.contains(name)
}

/// Every function and object that some model defines, in the order of their names.
pub fn provided() -> Vec<&'static str> {
    let mut names: Vec<&str> =
        sections().values().filter(|section| !section.is_helper()).map(|section| section.name).collect();
    names.sort_unstable();
    names
}

/// Whether a position is inside a model: the `path` of a unit of [`compile_for`], or of one of its positions.
pub fn is_model_file(path: &str) -> bool {
    path.split(['/', '\\']).any(|part| part == DIRECTORY)
}

/// The sections that define `names`, and what these need, each after all that it needs. Names that no model
/// defines are passed over.
fn needed(names: &[String]) -> Vec<&'static Section> {
    let mut ordered = Vec::new();
    let mut seen: BTreeSet<&str> = BTreeSet::new();
    let wanted: BTreeSet<&str> = names.iter().map(String::as_str).filter(|name| provides(name)).collect();
    // Each entry a second time when all that it needs is there.
    let mut pending: Vec<(&str, bool)> = wanted.into_iter().rev().map(|name| (name, false)).collect();
    while let Some((name, ready)) = pending.pop() {
        let Some(section) = sections().get(name) else { continue };
        if ready {
            ordered.push(section);
        } else if seen.insert(section.name) {
            pending.push((name, true));
            pending.extend(section.needs.iter().rev().map(|&need| (need, false)));
        }
    }
    ordered
}

/// What the models of `names` assume of the world, a sentence each.
pub fn assumptions(names: &[String]) -> Vec<&'static str> {
    let all: BTreeSet<&str> = needed(names).iter().flat_map(|section| section.assumptions.clone()).collect();
    all.into_iter().collect()
}

/// What models are told of the world.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct World {
    /// Functions that write to streams may fail.
    pub io_may_fail: bool,
}

/// Functions that give the place of `errno`.
const ERRNO: [&str; 3] = ["__errno_location", "__errno", "__error"];

/// The C text that [`compile_for`] compiles; `None` if no model defines any of `names`.
pub fn source(names: &[String], world: World) -> Option<String> {
    let sections = needed(names);
    if sections.is_empty() {
        return None;
    }
    let World { io_may_fail } = world;
    let errno_is_seen = names.iter().any(|name| ERRNO.contains(&name.as_str()));
    let settings = format!(
        "#define IO_MAY_FAIL {}\n#define ERRNO_IS_SEEN {}\n",
        u8::from(io_may_fail),
        u8::from(errno_is_seen)
    );
    let mut text = format!("{settings}#line 1 \"prelude.h\"\n{PRELUDE}");
    for section in sections {
        // Writing to a string does not fail.
        let _ = write!(text, "#line {} \"{}\"\n{}", section.line, section.file, section.text);
    }
    Some(text)
}

/// One unit with the models that define `names` and all that these need themselves, for the target of
/// `options`; none if no model defines any of them.
///
/// `names` are symbols that the program leaves undefined. The unit defines these and no others that programs
/// see. Its own state (`errno`, standard streams) is inside it, so ask once, for all names together.
pub fn compile_for(
    names: &[String],
    world: World,
    options: &Options,
) -> Result<Vec<Unit>, Vec<FrontendError>> {
    let Some(source) = source(names, world) else { return Ok(Vec::new()) };
    compile(&source, options).map(|unit| vec![unit]).map_err(|error| vec![error])
}

fn compile(source: &str, options: &Options) -> Result<Unit, FrontendError> {
    let clang = options.clang.clone().map_or_else(Clang::find, Ok)?;
    let directory = TempDir::new()?;
    let file = directory.path().join("models.c");
    fs::write(&file, source)
        .map_err(|source| FrontendError::Temporary { path: directory.path().to_owned(), source })?;
    let options = Options {
        std: Some("gnu2x".into()),
        cflags: flags(&directory, options),
        word: options.word,
        checks: Vec::new(),
        colour: options.colour,
        ..Options::default()
    };
    let Compiled { text, diagnostics, .. } = clang.compile(&file, Language::C, &options)?;
    let path = PathBuf::from(DIRECTORY).join("models.c");
    Ok(Unit { path, text, language: Language::C, from_source: true, diagnostics, unsequenced: Vec::new() })
}

/// Arguments for clang: no function has a meaning by its name, overflow is not marked (models wrap on
/// purpose, and it is the access outside an object that is to be reported, not the way there), and rounding
/// functions do not care for `errno`. Of the user's flags only those count that choose the target.
fn flags(directory: &TempDir, options: &Options) -> Vec<String> {
    let mut flags: Vec<String> =
        ["-ffreestanding", "-fno-strict-overflow", "-fno-math-errno"].map(str::to_owned).to_vec();
    // The true directory is gone when somebody reads the name.
    flags.push(format!("-fdebug-compilation-dir={DIRECTORY}"));
    flags.push(format!("-fdebug-prefix-map={}/=", directory.path().display()));
    let mut given = options.cflags.iter();
    while let Some(flag) = given.next() {
        if matches!(flag.as_str(), "-m32" | "-m64" | "-mx32") || flag.starts_with("--target=") {
            flags.push(flag.clone());
        } else if flag == "-target" {
            flags.push(flag.clone());
            flags.extend(given.next().cloned());
        }
    }
    flags
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sections_are_as_the_module_says() {
        let all: Vec<Section> = FILES.iter().flat_map(|&(file, text)| split(file, text)).collect();
        assert_eq!(all.len(), sections().len(), "a name is there twice");
        for section in &all {
            let Section { file, name, .. } = section;
            assert!(!name.contains(char::is_whitespace), "{file}: {name} is more than one name");
            for need in &section.needs {
                let helper = sections().get(need).is_some_and(Section::is_helper);
                assert!(helper, "{file}: {name} needs {need}, which is no helper");
            }
        }
        let used: BTreeSet<&str> = all.iter().flat_map(|section| section.needs.clone()).collect();
        for section in all.iter().filter(|section| section.is_helper()) {
            assert!(used.contains(section.name), "{}: nobody needs {}", section.file, section.name);
        }
    }

    #[test]
    fn what_is_needed_comes_first() {
        let names = ["strtok".to_owned(), "strdup".to_owned(), "no such function".to_owned()];
        let order: Vec<&str> = needed(&names).iter().map(|section| section.name).collect();
        for section in needed(&names) {
            let place = |name: &str| order.iter().position(|&other| other == name).unwrap();
            assert!(section.needs.iter().all(|need| place(need) < place(section.name)), "{order:?}");
        }
        assert_eq!(order.iter().collect::<BTreeSet<_>>().len(), order.len());
    }

    #[test]
    fn lines_are_those_of_the_file() {
        let section = &sections()["strlen"];
        let (_, text) = FILES[FILES.iter().position(|(file, _)| *file == "string.c").unwrap()];
        assert_eq!(text.lines().nth(section.line - 1), section.text.lines().next());
    }
}
