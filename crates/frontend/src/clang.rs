//! Finds clang and runs it.

use std::ffi::{OsStr, OsString};
use std::io::{self, Read as _, Write as _};
use std::os::unix::process::ExitStatusExt as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::OnceLock;
use std::{env, fs};

use crate::assertions;
use crate::candidates;
use crate::constants;
use crate::folded;
use crate::left_out;
use crate::literals;
use crate::own_builtins::OwnBuiltins;
use crate::packages;
use crate::surplus;
use crate::temp::TempDir;
use crate::{FrontendError, Language, Options, SourceCheck, Word};

/// The oldest clang whose IR is read.
const OLDEST: u32 = 14;
/// The newest `clang-N` that is looked for.
const NEWEST: u32 = 30;

/// Functions that clang would compute where it sees the strings, and makes a promise of that nobody gave: of comparisons
/// only the sign has one, but a constant has a value; and `strchr` converts what it looks for to a `char`, which clang
/// does not.
const NOT_FOLDED: [&str; 8] =
    ["bcmp", "memcmp", "strchr", "strcmp", "strncmp", "wcscmp", "wcsncmp", "wmemcmp"];

/// What makes libstdc++ check what its functions demand: an index below the size, an `optional` that has a value, …
/// Nothing else knows: the memory may well be there.
pub const LIBRARY_CHECKS: &str = "-D_GLIBCXX_ASSERTIONS";

/// A clang that is installed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Clang {
    /// The program.
    pub path: PathBuf,
    /// Its major version.
    pub version: u32,
}

/// What clang made of a source file.
pub struct Compiled {
    /// LLVM IR.
    pub text: String,
    /// Warnings, if the user wants to see them.
    pub diagnostics: String,
    /// See [`crate::Unit::unsequenced`].
    pub unsequenced: Vec<String>,
}

/// Every clang on the `PATH` that can be used, oldest first, one of each version.
pub fn installed_clangs() -> Vec<Clang> {
    let mut clangs: Vec<Clang> = (OLDEST..=NEWEST)
        .filter_map(|version| Some(Clang { path: on_path(&format!("clang-{version}"))?, version }))
        .collect();
    if let Some(clang) = on_path("clang").and_then(|path| Clang::at(path).ok())
        && !clangs.iter().any(|other| other.version == clang.version)
    {
        clangs.push(clang);
        clangs.sort_by_key(|clang| clang.version);
    }
    clangs
}

impl Clang {
    /// `$FATHOM_CLANG`, or else the newest on the `PATH`.
    pub fn find() -> Result<Self, FrontendError> {
        if let Some(path) = env::var_os("FATHOM_CLANG").filter(|path| !path.is_empty()) {
            return Self::at(PathBuf::from(path));
        }
        let numbered = (OLDEST..=NEWEST)
            .rev()
            .find_map(|version| Some(Self { path: on_path(&format!("clang-{version}"))?, version }));
        let plain = on_path("clang").map(Self::at);
        match (numbered, plain) {
            (Some(numbered), Some(Ok(plain))) if plain.version >= numbered.version => Ok(plain),
            (Some(numbered), _) => Ok(numbered),
            (None, Some(plain)) => plain,
            (None, None) => Err(FrontendError::NoClang),
        }
    }

    /// The clang with this path.
    pub fn at(path: PathBuf) -> Result<Self, FrontendError> {
        let output = match Command::new(&path).arg("--version").stdin(Stdio::null()).output() {
            Ok(output) => output,
            Err(source) => return Err(FrontendError::CannotStart { path, source }),
        };
        match parse_version(&String::from_utf8_lossy(&output.stdout)) {
            Some(version) if version >= OLDEST => Ok(Self { path, version }),
            Some(version) => Err(FrontendError::OldClang { path, version }),
            None => Err(FrontendError::NotClang { path }),
        }
    }

    /// The IR text of a source file, and what clang said.
    pub(crate) fn compile(
        &self,
        path: &Path,
        language: Language,
        options: &Options,
    ) -> Result<Compiled, FrontendError> {
        let headers = if is_preprocessed(path) { None } else { Some(Headers::new(language)?) };
        let compile = |own: &OwnBuiltins, warnings| {
            let mut command = Command::new(&self.path);
            command.args(self.arguments(path, language, headers.as_ref(), (own, warnings), options));
            run(command, path)
        };
        let mut own = match is_preprocessed(path) {
            true => OwnBuiltins::of_preprocessed(&source_text(path)),
            false => OwnBuiltins::default(),
        };
        loop {
            match compile(&own, Warnings::OfUse) {
                Ok((text, diagnostics)) => {
                    let text = if writes_strings(options) { text } else { literals::restore(text) };
                    let unsequenced = folded::unsequenced(&diagnostics);
                    let with = |arguments: &[&str]| {
                        let mut command = Command::new(&self.path);
                        let basic = (&own, Warnings::AsAsked);
                        command.args(arguments);
                        command.args(self.arguments(path, language, headers.as_ref(), basic, options));
                        run(command, path)
                    };
                    // Clang warns of definitions in the old style from 15 on.
                    let source = source_text(path);
                    let old_style = || self.version < 15 && candidates::may_define_in_the_old_style(&source);
                    let said_so = || {
                        if wants_warnings(options) {
                            with(&surplus::SEARCH).map_or(true, |(_, said)| surplus::may_be(&said, &text))
                        } else {
                            surplus::may_be(&diagnostics, &text)
                        }
                    };
                    let surplus = language == Language::C && (old_style() || said_so());
                    let checks = checked(options);
                    let said = folded::without_colours(&diagnostics);
                    let unchecked = folded::unchecked(&text, &said, &checks, language == Language::Cpp);
                    let warns = self.version >= 19;
                    let constants = unchecked.is_unclear()
                        || candidates::may_be(path, &source, &text, &checks, options, warns);
                    let dump = if surplus || constants {
                        folded::without_colours(&with(&SYNTAX_TREE)?.0)
                    } else {
                        String::new()
                    };
                    let tree = constants.then(|| constants::read(&dump, &checks, long_bits(&text)));
                    let marked = folded::mark(&text, &unchecked, tree.as_ref());
                    let mut text = marked.unwrap_or(text);
                    if surplus {
                        text = surplus::mark(text, &dump);
                    }
                    let left_out = left_out::places(&source, &text);
                    if !left_out.is_empty() && headers.is_some() {
                        text = left_out::list(text, &with(&["-E"])?.0, &left_out);
                    }
                    let text = own.restore(text);
                    // Errors reach the user; warnings only if asked for.
                    let shown = if wants_warnings(options) { diagnostics } else { String::new() };
                    return Ok(Compiled { text, diagnostics: own.restore(shown), unsequenced });
                }
                Err(FrontendError::Rejected { diagnostics, .. }) if own.learn(&diagnostics) => {}
                Err(FrontendError::Rejected { path: rejected, diagnostics, .. }) => {
                    let diagnostics = match compile(&own, Warnings::AsAsked) {
                        Err(FrontendError::Rejected { diagnostics, .. }) => diagnostics,
                        _ => diagnostics,
                    };
                    let diagnostics = own.restore(diagnostics);
                    let advice = packages::missing(&diagnostics, language, options);
                    return Err(FrontendError::Rejected { path: rejected, diagnostics, advice });
                }
                Err(other) => return Err(other),
            }
        }
    }

    /// The command line for a source file.
    fn arguments(
        &self,
        path: &Path,
        language: Language,
        headers: Option<&Headers>,
        (own, warnings): (&OwnBuiltins, Warnings),
        options: &Options,
    ) -> Vec<OsString> {
        let mut arguments: Vec<OsString> = Vec::new();
        let mut add = |argument: &dyn AsRef<OsStr>| arguments.push(argument.as_ref().to_owned());

        // Unoptimised code. Lifetime markers are made only for optimised code, or for the sanitizer that
        // finds uses after scope: this flag of its makes them and nothing else. (-O1 without passes makes
        // them too, but then all traps of a kind share one block, which belongs to no source line.)
        for argument in ["-O0", "-Xclang", "-fsanitize-address-use-after-scope"] {
            add(&argument);
        }
        for argument in ["-Xclang", "-disable-llvm-passes", "-g", "-S", "-emit-llvm", "-o", "-"] {
            add(&argument);
        }
        // Names tell the compiler's own variables from those of the program, and the parts of loops from each other.
        add(&"-fno-discard-value-names");
        // An array at the end of a structure is flexible if it has no or one element. That is what
        // clang 14 and 15 take for granted; later ones do by option, and otherwise check none of them.
        if self.version >= 16 {
            add(&"-fstrict-flex-arrays=1");
        }
        add(&literals::APART);
        if let Some(sanitizers) = sanitizers(options, language == Language::Cpp) {
            add(&format!("-fsanitize={sanitizers}"));
            add(&"-fsanitize-trap=all");
            if options.checks.contains(&SourceCheck::DivisionByZero) {
                for argument in ["-fno-sanitize-trap", "-fno-sanitize-recover"] {
                    add(&format!("{argument}={}", SourceCheck::DivisionByZero.sanitizers()));
                }
                add(&"-fsanitize-minimal-runtime");
            }
        }
        if warnings == Warnings::AsAsked && !wants_warnings(options) {
            add(&"-w");
        }
        if options.colour {
            add(&"-fcolor-diagnostics");
        }
        match options.word {
            Some(Word::Bits32) => add(&"-m32"),
            Some(Word::Bits64) => add(&"-m64"),
            None => {}
        }
        if let Some(std) = options.std.as_deref().filter(|std| standard_is_for(std, language)) {
            add(&format!("-std={std}"));
        }
        for directory in &options.include_dirs {
            add(&"-I");
            add(directory);
        }
        if language == Language::Cpp {
            add(&LIBRARY_CHECKS);
        }
        for name in &options.undefines {
            add(&"-U");
            add(name);
        }
        for definition in &options.defines {
            add(&"-D");
            add(definition);
        }
        for definition in own.macros() {
            add(&"-D");
            add(&definition);
        }
        if let Some(headers) = headers {
            add(&"-isystem");
            add(&headers.directory.path());
        }
        let prelude = headers.and_then(|headers| headers.prelude.as_deref());
        for header in prelude.into_iter().chain(options.includes.iter().map(PathBuf::as_path)) {
            add(&"-include");
            add(&header);
        }
        for name in NOT_FOLDED.iter().copied().chain(options.own_functions.iter().map(String::as_str)) {
            add(&format!("-fno-builtin-{name}"));
        }
        let silences = |flag: &str| warnings == Warnings::OfUse && flag == "-w";
        for flag in options.cflags.iter().filter(|flag| !sets_optimisation(flag) && !silences(flag)) {
            add(flag);
        }
        if warnings == Warnings::OfUse {
            for flag in folded::options(&checked(options)) {
                add(&flag);
            }
            // Those who look at warnings do not have to look at these.
            if language == Language::C && !wants_warnings(options) {
                add(&"-Wstrict-prototypes");
                add(&"-Wno-error=strict-prototypes");
            }
        }
        if path.as_os_str() == "-" {
            add(&"-x");
            add(&"c");
            add(&"-");
        } else {
            if !own.is_empty() && is_preprocessed(path) {
                // To be read by the preprocessor again, which knows none but our macros this time.
                add(&"-undef");
                add(&"-x");
                add(&if language == Language::Cpp { "c++" } else { "c" });
            }
            // A name may begin with a dash.
            add(&"--");
            add(&path);
        }
        arguments
    }

    /// The text of a bitcode file, and what the tool said.
    ///
    /// clang itself replaces the module's target (and so the size of pointers!) by its own, with a
    /// warning; `llvm-dis` does not. So: `llvm-dis` if there is one, else clang, but only as long as
    /// it changes nothing.
    pub(crate) fn disassemble(&self, path: &Path) -> Result<(String, String), FrontendError> {
        if let Some(llvm_dis) = self.llvm_dis() {
            let mut command = Command::new(llvm_dis);
            command.args(["-o", "-"]).arg(path);
            // An llvm-dis older than this clang may fail where clang does not.
            if let Ok(result) = run(command, path) {
                return Ok(result);
            }
        }
        let mut error = FrontendError::ForeignBitcode { path: path.to_owned() };
        for word in ["-m64", "-m32"] {
            let mut command = Command::new(&self.path);
            command
                .args([word, "-Xclang", "-disable-llvm-passes", "-S", "-emit-llvm", "-o", "-"])
                .args(["-Werror=override-module", "-x", "ir", "--"])
                .arg(path);
            match run(command, path) {
                Err(FrontendError::Rejected { diagnostics, .. })
                    if diagnostics.contains("override-module") => {}
                Err(other) => error = other,
                Ok(result) => return Ok(result),
            }
        }
        Err(error)
    }

    /// The `llvm-dis` that clang sees beside itself or on the `PATH`.
    fn llvm_dis(&self) -> Option<PathBuf> {
        let output = Command::new(&self.path).arg("-print-prog-name=llvm-dis").output().ok()?;
        let path = PathBuf::from(String::from_utf8(output.stdout).ok()?.trim_end());
        path.is_file().then_some(path)
    }
}

/// Whether the user wants strings that can be written.
fn writes_strings(options: &Options) -> bool {
    options.cflags.iter().any(|flag| flag == literals::APART)
}

/// The arguments that make clang print its syntax tree.
const SYNTAX_TREE: [&str; 4] = ["-fsyntax-only", "-w", "-Xclang", "-ast-dump"];

/// The size of `long` in a module.
fn long_bits(text: &str) -> u32 {
    let small = |line: &str| line.starts_with("target datalayout") && line.contains("p:32:32");
    if text.lines().take(10).any(small) { 32 } else { 64 }
}

/// The text of a source file. What cannot be read, clang cannot read either.
fn source_text(path: &Path) -> String {
    let bytes =
        if path.as_os_str() == "-" { standard_input().to_vec() } else { fs::read(path).unwrap_or_default() };
    String::from_utf8_lossy(&bytes).into_owned()
}

/// Standard input, which comes once and may have to be compiled more often.
fn standard_input() -> &'static [u8] {
    static INPUT: OnceLock<Vec<u8>> = OnceLock::new();
    INPUT.get_or_init(|| {
        let mut bytes = Vec::new();
        // What cannot be read is an empty program, which has no function to start at.
        let _ = io::stdin().read_to_end(&mut bytes);
        bytes
    })
}

/// Runs a command that prints IR; what it printed, and what it said.
fn run(mut command: Command, path: &Path) -> Result<(String, String), FrontendError> {
    let program = PathBuf::from(command.get_program());
    let from_stdin = path.as_os_str() == "-";
    let output = command
        .stdin(if from_stdin { Stdio::piped() } else { Stdio::null() })
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .and_then(|mut child| {
            // The compiler reads all of its input before it writes; a broken pipe shows in what it says.
            if let Some(mut pipe) = child.stdin.take() {
                let _ = pipe.write_all(standard_input());
            }
            child.wait_with_output()
        })
        .map_err(|source| FrontendError::CannotStart { path: program.clone(), source })?;
    let diagnostics = String::from_utf8_lossy(&output.stderr).into_owned();
    if let Some(signal) = output.status.signal() {
        return Err(FrontendError::Crashed { compiler: program, path: path.to_owned(), signal });
    }
    if !output.status.success() {
        return Err(FrontendError::Rejected { path: path.to_owned(), diagnostics, advice: None });
    }
    let text = String::from_utf8(output.stdout).map_err(|error| FrontendError::NotText {
        path: path.to_owned(),
        offset: error.utf8_error().valid_up_to(),
    })?;
    Ok((text, diagnostics))
}

/// Headers of ours that a source file is compiled with.
struct Headers {
    /// Searched before the system's.
    directory: TempDir,
    /// Included before everything else.
    prelude: Option<PathBuf>,
}

impl Headers {
    fn new(language: Language) -> Result<Self, FrontendError> {
        let directory = TempDir::new()?;
        assertions::write(directory.path())?;
        let prelude = if language == Language::Cpp { Some(cpp_prelude(&directory)?) } else { None };
        Ok(Self { directory, prelude })
    }
}

/// A header that makes the templates of libstdc++ that are compiled into its shared library (`std::string`
/// above all) be instantiated like any other, so that their bodies are there.
fn cpp_prelude(temp: &TempDir) -> Result<PathBuf, FrontendError> {
    let path = temp.path().join("prelude.h");
    let text = "#if __has_include(<bits/c++config.h>)\n\
                #include <bits/c++config.h>\n\
                #undef _GLIBCXX_EXTERN_TEMPLATE\n\
                #define _GLIBCXX_EXTERN_TEMPLATE 0\n\
                #endif\n";
    match fs::write(&path, text) {
        Ok(()) => Ok(path),
        Err(source) => Err(FrontendError::Temporary { path, source }),
    }
}

/// Whether a file was made by a preprocessor, by its name.
fn is_preprocessed(path: &Path) -> bool {
    path.extension().is_some_and(|extension| extension == "i" || extension == "ii")
}

/// `-O2` and its like, which people copy from their build. The code is analysed as written.
fn sets_optimisation(flag: &str) -> bool {
    matches!(flag.strip_prefix("-O"), Some("" | "0" | "1" | "2" | "3" | "4" | "s" | "z" | "g" | "fast"))
}

/// Which warnings clang is to write.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Warnings {
    /// Those that the user wants to see.
    AsAsked,
    /// Those that say what became of an expression (see [`folded`]), among others.
    OfUse,
}

/// The checks that mean something under the user's flags.
fn checked(options: &Options) -> Vec<SourceCheck> {
    // Overflow is defined under these; not every clang leaves its check out by itself then.
    let wraps = |flag: &String| flag == "-fwrapv" || flag == "-fno-strict-overflow";
    let wraps = options.cflags.iter().any(wraps);
    let overflow =
        |check: &SourceCheck| matches!(check, SourceCheck::SignedOverflow | SourceCheck::ShiftOverflow);
    options.checks.iter().copied().filter(|check| !(wraps && overflow(check))).collect()
}

/// The list for `-fsanitize=`.
fn sanitizers(options: &Options, cpp: bool) -> Option<String> {
    let names: Vec<&str> = checked(options)
        .into_iter()
        // In C, what is null shows in the access.
        .filter(|check| cpp || !matches!(check, SourceCheck::NullDereference))
        .map(|check| check.sanitizers())
        .collect();
    (!names.is_empty()).then(|| names.join(","))
}

/// Whether the user wants to see warnings.
fn wants_warnings(options: &Options) -> bool {
    options.cflags.iter().any(|flag| asks_for_warnings(flag))
}

/// `-Wall`, `-Werror`, …, but not `-Wno-…`, not what is to be an error, and not the arguments for assembler and linker.
fn asks_for_warnings(flag: &str) -> bool {
    let other = ["-Wno-", "-Werror="].iter().any(|prefix| flag.starts_with(prefix));
    flag.starts_with("-W") && !other && !flag.contains(',')
}

/// Whether a file in this language is to be compiled by that standard. Clang refuses a standard of the
/// other language, but a program may well consist of both.
pub(crate) fn standard_is_for(std: &str, language: Language) -> bool {
    let of_cpp = std.contains("++");
    match language {
        Language::C => !of_cpp,
        Language::Cpp => of_cpp,
        Language::Rust | Language::LlvmText | Language::LlvmBitcode => false,
    }
}

/// The major version in what `clang --version` prints.
fn parse_version(text: &str) -> Option<u32> {
    let (_, rest) = text.split_once("clang version ")?;
    rest.split(|c: char| !c.is_ascii_digit()).next()?.parse().ok()
}

/// A program on the `PATH`.
fn on_path(name: &str) -> Option<PathBuf> {
    let path = env::var_os("PATH")?;
    env::split_paths(&path).map(|directory| directory.join(name)).find(|file| file.is_file())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn arguments(version: u32, language: Language, options: &Options) -> String {
        let clang = Clang { path: "clang".into(), version };
        let own = (&OwnBuiltins::default(), Warnings::AsAsked);
        let arguments = clang.arguments(Path::new("f.c"), language, None, own, options);
        arguments.iter().map(|argument| argument.to_str().unwrap()).collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn versions_of_all_vendors() {
        assert_eq!(parse_version("Debian clang version 19.1.7 (3~deb12u1)\nTarget: x"), Some(19));
        assert_eq!(parse_version("Ubuntu clang version 14.0.0-1ubuntu1.1"), Some(14));
        assert_eq!(parse_version("Apple clang version 15.0.0 (clang-1500.3.9.4)"), Some(15));
        assert_eq!(parse_version("clang version 22.0.0git"), Some(22));
        assert_eq!(parse_version("gcc (Debian 12.2.0) 12.2.0"), None);
    }

    #[test]
    fn opt_in_checks_add_their_sanitizers() {
        let mut options = Options::default();
        assert!(!arguments(14, Language::C, &options).contains("unsigned-integer-overflow"));
        options.checks.push(SourceCheck::UnsignedOverflow);
        assert!(arguments(14, Language::C, &options).contains(",unsigned-integer-overflow"));
        options.checks.clear();
        assert!(!arguments(14, Language::C, &options).contains("-fsanitize="));
    }

    #[test]
    fn wrapping_arithmetic_is_not_checked() {
        let options = Options { cflags: vec!["-fwrapv".into()], ..Options::default() };
        let arguments = arguments(19, Language::C, &options);
        assert!(!arguments.contains("signed-integer-overflow") && !arguments.contains("shift-base"));
        assert!(arguments.contains("array-bounds"));
    }

    #[test]
    fn a_standard_is_for_its_language() {
        let c11 = Options { std: Some("c11".into()), ..Options::default() };
        assert!(arguments(14, Language::C, &c11).contains("-std=c11"));
        assert!(!arguments(14, Language::Cpp, &c11).contains("-std="));
        let cpp = Options { std: Some("gnu++17".into()), ..Options::default() };
        assert!(!arguments(14, Language::C, &cpp).contains("-std="));
        assert!(arguments(14, Language::Cpp, &cpp).contains("-std=gnu++17"));
    }

    #[test]
    fn warnings_only_if_asked_for() {
        let with = |flag: &str| {
            let options = Options { cflags: vec![flag.into()], ..Options::default() };
            arguments(14, Language::C, &options)
        };
        assert!(with("-O2").contains(" -w ") && !with("-O2").contains("-O2"), "optimisation stays off");
        assert!(with("-Wl,-z").contains(" -w "));
        assert!(!with("-Wall").contains(" -w "));
    }
}
