//! KLEE: a compiler first (`$KLEE_CLANG`, else `clang`, which must fit its LLVM), then all paths.
//!
//! It is a proof if all paths were explored to their ends. The functions of SV-COMP are in `klee_runtime.c`.

use std::env;

use super::{Next, Question, failed, first_line, not_asked};
use crate::process::{Ending, Finished, Invocation};
use crate::property::Property;
use crate::verdict::Verdict;

const RUNTIME: &str = include_str!("klee_runtime.c");

/// Warnings after which paths are missing.
const INCOMPLETE: [&str; 5] =
    ["HaltTimer invoked", "halting execution", "killing", "silently concretizing", "calling external: "];

/// What to do next.
pub fn next(question: &Question, round: usize, last: Option<&Finished>) -> Next {
    let Some(last) = last else { return compile(question) };
    match (round, last.ending) {
        (1, Ending::Exited(0)) => Next::Run(explore(question)),
        (1, _) => failed(last),
        _ => Next::Done(verdict(question.task.property, last)),
    }
}

fn compile(question: &Question) -> Next {
    let sanitizer = match question.task.property {
        Property::UnreachCall
        | Property::ValidMemsafety
        | Property::ValidDeref
        | Property::ValidFree
        | Property::ValidMemtrack => None,
        Property::NoOverflow => Some("-fsanitize=signed-integer-overflow"),
        Property::ValidMemcleanup | Property::Termination | Property::NoDataRace => return not_asked(),
    };
    let clang = env::var_os("KLEE_CLANG").unwrap_or_else(|| "clang".into());
    let mut invocation = Invocation::new(clang)
        .args(["-c", "-emit-llvm", "-g", "-O0", "-w", "-Xclang", "-disable-O0-optnone"])
        .arg(question.by_model("-m32", "-m64"))
        .args(sanitizer)
        .args(&question.task.files)
        .arg("klee_runtime.c");
    invocation.files.push(("klee_runtime.c", RUNTIME));
    Next::Run(invocation)
}

fn explore(question: &Question) -> Invocation {
    let module =
        |file: &std::path::Path| file.with_extension("bc").file_name().unwrap_or_default().to_owned();
    let (first, others) = question.task.files.split_first().map_or((None, &[][..]), |(f, o)| (Some(f), o));
    let linked = others.iter().map(|file| format!("--link-llvm-lib={}", module(file).to_string_lossy()));
    question
        .invocation()
        .args(["--output-dir=klee-out", "--exit-on-error", "--silent-klee-assume", "--write-no-tests"])
        .arg(format!("--max-time={}s", question.seconds()))
        .arg(format!("--max-memory={}", question.memory >> 20))
        .args(&question.tool.options)
        .arg("--link-llvm-lib=klee_runtime.bc")
        .args(linked)
        .args(first.map(|file| module(file)))
}

fn verdict(property: Property, finished: &Finished) -> Verdict {
    let output = format!("{}\n{}", finished.stdout, finished.stderr);
    let errors: Vec<&str> = output.lines().filter(|line| line.contains("KLEE: ERROR")).collect();
    if let Some(violated) = errors.iter().find_map(|error| violation(error)) {
        let asked = property.violations().contains(&violated);
        return if asked {
            Verdict::False(Some(violated))
        } else {
            Verdict::Unknown(format!("stopped by another error: {}", errors.join("; ")))
        };
    }
    if let Some(word) = INCOMPLETE.iter().find(|word| output.contains(**word)) {
        return Verdict::Unknown(format!("not all paths: {word}"));
    }
    let complete = output.contains("KLEE: done: completed paths") && errors.is_empty();
    let partial = output.lines().any(|line| {
        let count = line.strip_prefix("KLEE: done: partially completed paths = ");
        count.is_some_and(|count| count.trim() != "0")
    });
    match (complete && !partial, finished.ending) {
        // KLEE does not look for leaks.
        (true, _) if matches!(property, Property::ValidMemsafety | Property::ValidMemtrack) => {
            Verdict::Unknown("all paths, but leaks are not looked for".into())
        }
        (true, Ending::Exited(0)) => Verdict::True,
        _ if partial => Verdict::Unknown("some paths did not end".into()),
        _ => Verdict::Error(first_line(finished)),
    }
}

/// What an error of KLEE violates.
fn violation(error: &str) -> Option<Property> {
    let has = |words: &[&str]| words.iter().any(|word| error.contains(word));
    if has(&["ASSERTION FAIL", "reach_error", "__VERIFIER_error"]) {
        Some(Property::UnreachCall)
    } else if has(&["invalid pointer: free", "free of alloca", "free of global", "double free"]) {
        Some(Property::ValidFree)
    } else if has(&["memory error"]) {
        Some(Property::ValidDeref)
    } else if has(&["overflow"]) {
        Some(Property::NoOverflow)
    } else {
        None
    }
}

#[cfg(test)]
mod tests {
    use super::super::Kind;
    use super::super::testing::{line, output, verdict};
    use super::*;

    #[test]
    fn a_compiler_comes_first() {
        let compile = line(Kind::Klee, Property::NoOverflow, 0, None);
        assert!(compile.contains("-emit-llvm") && compile.contains("-fsanitize=signed-integer-overflow"));
        assert!(
            compile.ends_with(" -m32 -fsanitize=signed-integer-overflow /suite/folder/a.i klee_runtime.c")
        );
        let explore = line(Kind::Klee, Property::NoOverflow, 1, Some(&output(0, "", "")));
        assert!(explore.starts_with("/bin/klee ") && explore.contains(" --max-time=9s --max-memory=1024 "));
        assert!(explore.ends_with(" --extra --link-llvm-lib=klee_runtime.bc a.bc"), "{explore}");
        let broken = verdict(Kind::Klee, Property::NoOverflow, 1, &output(1, "", "a.i:1: error\n"));
        assert_eq!(broken, Verdict::Error("exit code 1: a.i:1: error".into()));
    }

    #[test]
    fn answers() {
        let of = |property, text: &str| verdict(Kind::Klee, property, 2, &output(0, "", text));
        let done = "KLEE: done: total instructions = 12\nKLEE: done: completed paths = 2\n\
                    KLEE: done: partially completed paths = 0\n";
        assert_eq!(of(Property::UnreachCall, done), Verdict::True);
        assert!(matches!(of(Property::ValidMemsafety, done), Verdict::Unknown(_)));
        let partial = done.replace("partially completed paths = 0", "partially completed paths = 3");
        assert!(matches!(of(Property::UnreachCall, &partial), Verdict::Unknown(_)));
        let halted = format!("KLEE: HaltTimer invoked\n{done}");
        assert!(matches!(of(Property::UnreachCall, &halted), Verdict::Unknown(_)));
        let error = |text: &str| format!("KLEE: ERROR: a.c:5: {text}\nKLEE: NOTE: now ignoring\n{done}");
        assert_eq!(
            of(Property::UnreachCall, &error("ASSERTION FAIL: 0")),
            Verdict::False(Some(Property::UnreachCall))
        );
        assert_eq!(
            of(Property::ValidMemsafety, &error("memory error: out of bound pointer")),
            Verdict::False(Some(Property::ValidDeref))
        );
        assert_eq!(
            of(Property::ValidMemsafety, &error("memory error: invalid pointer: free")),
            Verdict::False(Some(Property::ValidFree))
        );
        assert!(matches!(of(Property::UnreachCall, &error("memory error: x")), Verdict::Unknown(_)));
        assert!(matches!(of(Property::UnreachCall, "KLEE: ERROR: unable to load\n"), Verdict::Error(_)));
    }
}
