//! Options as builds give them to a compiler, between those of Fathom.
//!
//! A command line such as `fathom check -Wall -O2 -g -isystem inc main.c -o main -lm` is taken as it is. What says how to
//! read the source goes to clang; what asks for machine code, for another kind of output or for instrumentation has no
//! meaning here and is left out, above all `-O`: an optimiser removes undefined behaviour, and with it the bug.

use std::ffi::{OsStr, OsString};

/// Commands that compile.
const COMMANDS: [&str; 3] = ["check", "run", "ir"];

/// Options of Fathom with a value in the next argument, which may begin with a dash.
const WITH_VALUE: [&str; 8] =
    ["-I", "-D", "-U", "-include", "--include", "--cflags", "--entry", "--function"];

/// Options for clang, by how they begin. `-m32`, `-m64` and `-include` are Fathom's.
const FOR_CLANG: [&str; 18] = [
    "-W",
    "-f",
    "-m",
    "-pedantic",
    "-pthread",
    "-ansi",
    "-w",
    "-nostdinc",
    "-undef",
    "-trigraphs",
    "-H",
    "-isystem",
    "-iquote",
    "-idirafter",
    "-imacros",
    "-isysroot",
    "--sysroot=",
    "--target=",
];

/// Options for clang whose value is the next argument, if it is not joined.
const FOR_CLANG_WITH_VALUE: [&str; 10] = [
    "-isystem",
    "-iquote",
    "-idirafter",
    "-imacros",
    "-isysroot",
    "--sysroot",
    "-target",
    "-x",
    "-Xclang",
    "-Xpreprocessor",
];

/// Options without a meaning here, by how they begin.
const LEFT_OUT: [&str; 24] = [
    "-O",
    "-g",
    "-c",
    "-S",
    "-E",
    "-pipe",
    "-s",
    "-static",
    "-shared",
    "-rdynamic",
    "-pie",
    "-no-pie",
    "-l",
    "-L",
    "-Wl,",
    "-Wa,",
    "-M",
    "--coverage",
    "-flto",
    "-fprofile",
    "-fcoverage",
    "-ftest-coverage",
    "-fsanitize",
    "-fno-sanitize",
];

/// The same with a value in the next argument.
const LEFT_OUT_WITH_VALUE: [&str; 7] = ["-o", "-MF", "-MT", "-MQ", "-Xlinker", "-T", "-Xassembler"];

/// These are left out only as a whole: other options begin with them.
const WHOLE: [&str; 6] = ["-c", "-S", "-E", "-s", "-pie", "-shared"];

/// What becomes of an argument.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Use {
    /// It is Fathom's.
    Own,
    /// It is Fathom's, with two dashes.
    Long,
    Clang {
        value_follows: bool,
    },
    LeftOut {
        value_follows: bool,
    },
}

fn use_of(argument: &str) -> Use {
    let begins = |options: &[&str]| {
        let fits = |option: &&str| match WHOLE.contains(option) {
            true => argument == *option,
            false => argument.starts_with(option),
        };
        options.iter().any(fits)
    };
    if matches!(argument, "-m32" | "-m64" | "-include") || argument.starts_with("-std=") {
        Use::Long
    } else if LEFT_OUT_WITH_VALUE.contains(&argument) {
        Use::LeftOut { value_follows: true }
    } else if begins(&LEFT_OUT) || argument.starts_with("-o") && !argument.starts_with("--") {
        Use::LeftOut { value_follows: false }
    } else if FOR_CLANG_WITH_VALUE.contains(&argument) {
        Use::Clang { value_follows: true }
    } else if begins(&FOR_CLANG) {
        Use::Clang { value_follows: false }
    } else {
        Use::Own
    }
}

/// The option that takes one argument for clang as it is.
pub const CLANG_OPTION: &str = "--clang-option";

/// The command line as the parser expects it.
pub fn translate(arguments: impl IntoIterator<Item = OsString>) -> Vec<OsString> {
    let mut arguments = arguments.into_iter();
    let mut result: Vec<OsString> = arguments.by_ref().take(2).collect();
    let compiles = result.get(1).is_some_and(|command| COMMANDS.iter().any(|name| command == name));
    while let Some(argument) = arguments.next() {
        if argument == "--" {
            result.push(argument);
            break;
        }
        let use_here = match argument.to_str() {
            Some(text) if compiles => use_of(text),
            _ => Use::Own,
        };
        match use_here {
            Use::Own | Use::Long => {
                let value_follows =
                    WITH_VALUE.iter().any(|option| argument.as_os_str() == OsStr::new(option));
                let mut written = OsString::from(if use_here == Use::Long { "-" } else { "" });
                written.push(&argument);
                result.push(written);
                result.extend(arguments.by_ref().take(usize::from(value_follows)));
            }
            Use::Clang { value_follows } => {
                let count = usize::from(value_follows);
                for part in [argument].into_iter().chain(arguments.by_ref().take(count)) {
                    let mut written = OsString::from(format!("{CLANG_OPTION}="));
                    written.push(part);
                    result.push(written);
                }
            }
            Use::LeftOut { value_follows } => {
                arguments.by_ref().take(usize::from(value_follows)).for_each(drop);
            }
        }
    }
    result.extend(arguments);
    result
}

#[cfg(test)]
mod tests {
    use super::*;

    fn translated(line: &str) -> String {
        let all = format!("fathom {line}");
        let parts = translate(all.split(' ').map(OsString::from));
        parts[1..].iter().map(|part| part.to_string_lossy()).collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn what_a_build_says_is_taken() {
        let line = "check -Wall -O2 -g -std=c11 -isystem inc -fwrapv main.c -c -o main.o -MMD -MF main.d -lm -pthread";
        let expected = "check --clang-option=-Wall --std=c11 --clang-option=-isystem --clang-option=inc \
                        --clang-option=-fwrapv main.c --clang-option=-pthread";
        assert_eq!(translated(line), expected);
        assert_eq!(translated("ir -O3 -g3 -flto -fsanitize=address -Wl,-s -Lx a.c"), "ir a.c");
    }

    #[test]
    fn what_is_not_for_a_compiler_stays() {
        for line in
            ["run --stats a.c -- -O2 -m32", "check -I -O2 -D X -h", "smt -O2 a.smt2", "run - --entry -f"]
        {
            assert_eq!(translated(line), line);
        }
        assert_eq!(translated("run -m32 -include a.h a.c"), "run --m32 --include a.h a.c");
    }
}
