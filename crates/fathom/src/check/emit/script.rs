//! The script that builds and runs a test, and says whether it fails as predicted.
//!
//! All that differs between scripts is said first, every word of it through [`quote`]; the rest is always the same.

use std::env;
use std::ffi::{OsStr, OsString};
use std::os::unix::ffi::OsStrExt as _;
use std::path::{Path, PathBuf};

use fathom_evidence::Position;
use fathom_frontend::{Clang, LIBRARY_CHECKS};

use crate::args::CheckCmd;

/// What a script is about.
pub struct Run<'a> {
    /// What its files are called, without their endings.
    pub name: &'a str,
    /// For `-fsanitize=`.
    pub sanitizers: &'a str,
    /// Where the program fails.
    pub at: &'a Position,
    /// The command line, without the name of the program.
    pub arguments: &'a [Vec<u8>],
    /// Whether the standard input is given.
    pub has_input: bool,
    /// Whether memory that is never freed is what fails.
    pub is_leak: bool,
}

/// The place of a failure for people, `list.c:12`.
pub fn place(at: &Position) -> String {
    format!("{}:{}", file_name(at), at.line)
}

/// Bytes that an argument may have on Linux, the zero at its end included; and those of all arguments and the
/// environment, with a pointer to each: a quarter of the usual stack.
const LONGEST_ARGUMENT: usize = 32 * 4096;
const ALL_ARGUMENTS: usize = 2 << 20;
/// What is left of that for the environment and the name of the program.
const ENVIRONMENT: usize = 64 << 10;

/// Whether a program can be started with these arguments.
pub fn is_too_long(arguments: &[Vec<u8>]) -> bool {
    let size = |argument: &Vec<u8>| argument.len() + 1;
    let all: usize = arguments.iter().map(|argument| size(argument) + size_of::<usize>()).sum();
    arguments.iter().any(|argument| size(argument) > LONGEST_ARGUMENT) || all > ALL_ARGUMENTS - ENVIRONMENT
}

/// The text of the script.
pub fn script(args: &CheckCmd, run: &Run) -> Result<Vec<u8>, String> {
    let mut sources = vec![];
    let mut is_cxx = false;
    for file in &args.files {
        match file.extension().and_then(OsStr::to_str) {
            Some("c" | "i") => {}
            Some("cc" | "cpp" | "cxx") => is_cxx = true,
            _ => return Err(format!("{} is neither C nor C++", file.display())),
        }
        sources.push(absolute(file)?.into_os_string());
    }
    let clang = Clang::find().map_err(|error| error.to_string())?.path;
    let name = run.name;
    let checked = format!("-fsanitize={}{}", run.sanitizers, if args.compile.m32 { " -m32" } else { "" });
    // Clang's optimiser deletes undefined behaviour, so there is none.
    let mut build = words(&["-g", "-O0", "-w", "-fno-omit-frame-pointer", "-fno-sanitize-recover=all"]);
    if is_cxx {
        build.extend(words(&["--driver-mode=g++", LIBRARY_CHECKS]));
    }
    build.extend(options(args)?);
    build.extend(sources);
    build.extend(words(&[&format!("{name}.o"), "-lm", "-o"]));
    let leaks =
        if run.is_leak { "use_globals=0:use_stacks=0:use_registers=0:use_tls=0" } else { "use_globals=1" };
    let input = if run.has_input { format!("{name}.in") } else { "/dev/null".to_string() };

    let mut text = HEAD.as_bytes().to_vec();
    let mut define = |variable: &str, value: &[u8]| {
        text.extend([variable.as_bytes(), b"=", &quote(value), b"\n"].concat());
    };
    define("name", name.as_bytes());
    define("place", place(run.at).as_bytes());
    define("pattern", pattern(run.at).as_bytes());
    define("checked", checked.as_bytes());
    define("leaks", leaks.as_bytes());
    define("input", input.as_bytes());
    define("clang", clang.as_os_str().as_bytes());
    let build = build.iter().map(|word| quote(word.as_bytes()));
    let link = [br#""$CLANG""#.to_vec(), b"$checked".to_vec()].into_iter().chain(build);
    text.extend(function("link", link.chain([br#""$1""#.to_vec()])));
    let arguments = run.arguments.iter().map(|argument| quote(argument));
    text.extend(function("run", [br#""$1""#.to_vec()].into_iter().chain(arguments)));
    text.extend(BODY.as_bytes());
    Ok(text)
}

const HEAD: &str = "\
#!/bin/sh
# Builds the program with the inputs in the C file beside this one, and runs it. It ends with 0 if the program fails
# at the place, as predicted; with 1 if not, with 2 if it cannot be built, with 3 if clang has no sanitizers here.
";

const BODY: &str = r#"
case $0 in
    */*) CDPATH= cd -- "${0%/*}/" || exit 2 ;;
esac
[ -n "$CLANG" ] || CLANG=$clang
say() {
    printf '%s\n' "$name: $1"
}
build() {
    "$CLANG" $checked -g -w -std=gnu11 -c "$name.c" -o "$name.o" && link "$program"
}
program=./$name.bin
# Symbolizers wait for ever for a program with a quote or a line break in its path.
case $PWD in
    *\"* | *'
'*)
        scratch=$(mktemp -d) || exit 2
        trap 'rm -rf "$scratch"' EXIT
        program=$scratch/$name.bin
        ;;
esac
if ! build; then
    # Is it the program, or is there nothing to link any program with?
    echo 'int main(void) { return 0; }' | "$CLANG" $checked -x c -o "$program" - 2>/dev/null && exit 2
    say "$CLANG has no runtime for $checked, so nothing is tested"
    echo "(Debian and Ubuntu: libclang-rt-$("$CLANG" -dumpversion | cut -d. -f1)-dev; or set CLANG to another clang)"
    exit 3
fi
# Symbolizers are often installed with a version in their names.
for symbolizer in "${CLANG%/*}/llvm-symbolizer" "$("$CLANG" -print-prog-name=llvm-symbolizer)"; do
    [ -x "$symbolizer" ] && export ASAN_SYMBOLIZER_PATH="$symbolizer" && break
done
export ASAN_OPTIONS=detect_stack_use_after_return=1:detect_leaks=1:allocator_may_return_null=1:handle_abort=1
export UBSAN_OPTIONS=print_stacktrace=1 MSAN_OPTIONS=handle_abort=1
# Memory that is never freed counts as leaked even if something still points to it.
export LSAN_OPTIONS="$leaks"
ulimit -c 0
run "$program" >"$name.out" 2>"$name.err" <"$input"
code=$?
cat "$name.err" >&2
if [ $code -ne 0 ] && LC_ALL=C grep -Eq -e "$pattern" "$name.err"; then
    say "fails at $place, as predicted"
    exit 0
fi
say "ends with $code, and not at $place"
exit 1
"#;

/// A function of the shell: a command of these words, which are written as they are.
fn function(name: &str, words: impl Iterator<Item = Vec<u8>>) -> Vec<u8> {
    let command = words.collect::<Vec<_>>().join(&b' ');
    [name.as_bytes(), b"() {\n    ", &command, b"\n}\n"].concat()
}

/// What the user wants clang to know.
fn options(args: &CheckCmd) -> Result<Vec<OsString>, String> {
    let compile = &args.compile;
    let with = |option: &str, value: &OsStr| {
        let mut word = OsString::from(option);
        word.push(value);
        word
    };
    let mut options = vec![];
    for directory in &compile.include_dirs {
        options.push(with("-I", absolute(directory)?.as_os_str()));
    }
    options.extend(compile.undefines.iter().map(|name| with("-U", name.as_ref())));
    options.extend(compile.defines.iter().map(|name| with("-D", name.as_ref())));
    for header in &compile.includes {
        options.push("-include".into());
        options.push(absolute(header).unwrap_or(header.clone()).into_os_string());
    }
    options.extend(compile.std.iter().map(|std| with("-std=", std.as_ref())));
    for flags in &compile.cflags {
        let flags = fathom_frontend::split_words(flags).map_err(|error| error.to_string())?;
        options.extend(flags.into_iter().map(OsString::from));
    }
    // Headers beside the user's files are found from there, but those of the current directory are not.
    if let Ok(here) = env::current_dir() {
        options.push(with("-I", here.as_os_str()));
    }
    Ok(options)
}

fn words(words: &[&str]) -> Vec<OsString> {
    words.iter().map(OsString::from).collect()
}

fn absolute(path: &Path) -> Result<PathBuf, String> {
    path.canonicalize().map_err(|error| format!("{}: {error}", path.display()))
}

fn file_name(at: &Position) -> String {
    Path::new(&at.file).file_name().unwrap_or_default().to_string_lossy().into_owned()
}

/// The place as an extended regular expression: not that of a longer name, nor of a longer number.
fn pattern(at: &Position) -> String {
    let name = file_name(at);
    // `grep` looks at single lines, of which the name may have several.
    let last = name.rsplit('\n').next().unwrap_or_default();
    let literal: String = last.chars().map(literal).collect();
    format!("(^|[^[:alnum:]_.+-]){literal}:{}([^0-9]|$)", at.line)
}

/// A character as itself in an extended regular expression.
fn literal(c: char) -> String {
    match c {
        '^' => "\\^".to_string(),
        '.' | '[' | ']' | '{' | '}' | '(' | ')' | '*' | '+' | '?' | '$' | '|' | '\\' => format!("[{c}]"),
        _ => c.to_string(),
    }
}

/// A word for a shell: these bytes, whatever they are.
fn quote(word: &[u8]) -> Vec<u8> {
    let plain = |byte: &u8| byte.is_ascii_alphanumeric() || b"-_./=+:,@%".contains(byte);
    if !word.is_empty() && word.iter().all(plain) {
        return word.to_vec();
    }
    let parts: Vec<&[u8]> = word.split(|&byte| byte == b'\'').collect();
    [b"'", parts.join(&b"'\\''"[..]).as_slice(), b"'"].concat()
}

#[cfg(test)]
mod tests {
    use std::process::Command;

    use super::*;

    #[test]
    fn a_shell_gets_every_word_as_it_is() {
        let every: Vec<u8> = (1..=255).collect();
        let words: [&[u8]; 9] =
            [b"", b"a b", b"-n", b"a$(exit 3)`exit 3`", b"'", b"\"'\\", b"a\nb\n", b"*~!#&;|<>", &every];
        for word in words {
            let text = [b"printf %s ", quote(word).as_slice()].concat();
            let output = Command::new("sh").arg("-c").arg(OsStr::from_bytes(&text)).output().unwrap();
            assert_eq!(output.stdout, word);
        }
    }

    #[test]
    fn a_place_is_not_that_of_a_longer_number_or_name() {
        let is_at = |file: &str, text: &str| {
            let at = Position { file: file.into(), line: 1, column: 0 };
            let mut grep = Command::new("sh");
            grep.args(["-c", r#"printf '%s\n' "$2" | LC_ALL=C grep -Eq -e "$1""#, "sh", &pattern(&at), text]);
            grep.status().unwrap().success()
        };
        for text in ["a.c:1", "/x/a.c:1:5: error", "in main a.c:1", "a.c:1)"] {
            assert!(is_at("/x/a.c", text), "{text}");
        }
        for text in ["a.c:10", "/x/a.c:12:5", "aa.c:1", "b-a.c:1", "a_c:1"] {
            assert!(!is_at("/x/a.c", text), "{text}");
        }
        for name in ["-x.c", "a$(b)^*+?|{1}[2]\\.c", "'\".c", "ü.c"] {
            assert!(is_at(name, &format!("/x/{name}:1: error")), "{name}");
            assert!(!is_at(name, &format!("/x/{name}:11: error")), "{name}");
        }
        assert!(is_at("a\nb.c", "/x/a\nb.c:1:2"));
    }

    #[test]
    fn what_linux_takes() {
        assert!(!is_too_long(&[vec![b'x'; LONGEST_ARGUMENT - 1]]));
        assert!(is_too_long(&[vec![b'x'; LONGEST_ARGUMENT]]));
        assert!(!is_too_long(&vec![b"program".to_vec(); 100_000]));
        assert!(is_too_long(&vec![b"program".to_vec(); 150_000]));
    }
}
