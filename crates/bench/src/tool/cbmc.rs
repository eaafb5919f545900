//! CBMC, much as its authors enter it in SV-COMP: loops are unwound more and more.
//!
//! For each bound the first call looks for violations, without unwinding assertions; one that it finds is real.
//! If there is none, the last call asks whether the bound covers everything (unwinding assertions), which makes
//! it a proof. Leaks have a call of their own in between: CBMC asks whether all memory was freed at the end, and
//! after a bad `free` that is not what was violated first. For `valid-memtrack` the question is too strict, and
//! its authors live with it. `malloc` does not fail, as the competition has it.

use super::{Next, Question, failed, not_asked};
use crate::process::{Ending, Finished};
use crate::property::Property;
use crate::verdict::Verdict;

/// The bounds of its authors.
const BOUNDS: [u32; 11] = [2, 6, 12, 17, 21, 40, 200, 400, 1025, 2049, 268_435_456];

/// No violation.
const SUCCESS: i32 = 0;
/// A violation.
const FAILURE: i32 = 10;

/// Options of a call without any assertion but those of unwinding, which are made later.
const NOTHING: [&str; 2] = ["--no-assertions", "--no-built-in-assertions"];

/// What to do next.
pub fn next(question: &Question, round: usize, last: Option<&Finished>) -> Next {
    let property = question.task.property;
    let calls = calls(property);
    if calls.is_empty() {
        return not_asked();
    }
    let Some(last) = last else { return call(question, calls, 0) };
    // Whether the call before was the last one for its bound.
    let unwinding = round.is_multiple_of(calls.len() + 1);
    let says = |text: &str| last.stdout.lines().any(|line| line.trim() == text);
    match last.ending {
        Ending::Exited(SUCCESS) if says("VERIFICATION SUCCESSFUL") => {
            if unwinding {
                Next::Done(Verdict::True)
            } else {
                call(question, calls, round)
            }
        }
        Ending::Exited(FAILURE) if says("VERIFICATION FAILED") => {
            // An error function without a body is reported together with what was not unwound.
            let reached = property == Property::UnreachCall
                && description(&last.stdout).contains("no body for callee reach_error");
            if unwinding && !reached {
                call(question, calls, round)
            } else {
                Next::Done(violation(property, &last.stdout))
            }
        }
        _ => failed(last),
    }
}

fn call(question: &Question, calls: &[&[&str]], round: usize) -> Next {
    let Some(bound) = BOUNDS.get(round / (calls.len() + 1)) else {
        return Next::Done(Verdict::Unknown("no bound is enough".into()));
    };
    let (checks, unwinding) = match calls.get(round % (calls.len() + 1)) {
        Some(checks) => (*checks, "--no-unwinding-assertions"),
        None => (&NOTHING[..], "--unwinding-assertions"),
    };
    let invocation = question
        .invocation()
        .arg(question.by_model("--32", "--64"))
        .args(["--no-standard-checks", "--no-malloc-may-fail"])
        .args(checks)
        .args(["--stop-on-fail", "--unwind", &bound.to_string(), unwinding])
        .args(&question.tool.options)
        .args(&question.task.files);
    Next::Run(invocation)
}

/// Options of the calls that look for violations; none if the property is not asked. Assertions of the program
/// only count where its error function is one. To CBMC the checks that it adds are built-in assertions, so these
/// can be left out for that question only.
fn calls(property: Property) -> &'static [&'static [&'static str]] {
    const ACCESSES: &[&str] = &["--no-assertions", "--pointer-check", "--bounds-check"];
    const LEAKS: &[&str] = &["--no-assertions", "--memory-leak-check"];
    match property {
        Property::UnreachCall => &[&["--no-built-in-assertions"]],
        Property::ValidDeref | Property::ValidFree => &[ACCESSES],
        Property::ValidMemtrack => &[LEAKS],
        Property::ValidMemsafety => &[ACCESSES, LEAKS],
        Property::ValidMemcleanup => &[&["--no-assertions", "--memory-leak-check", "--memory-cleanup-check"]],
        Property::NoOverflow => &[&["--no-assertions", "--signed-overflow-check"]],
        Property::Termination | Property::NoDataRace => &[],
    }
}

/// What is violated, by the description in the trace. Preconditions in CBMC's library may fail whatever the
/// question is; they belong to memory safety.
fn violation(property: Property, output: &str) -> Verdict {
    let description = description(output);
    let has = |words: &[&str]| words.iter().any(|word| description.contains(word));
    let found = if property == Property::UnreachCall {
        Some(property)
    } else if has(&["memory never freed", "__CPROVER_memory_leak"]) {
        let cleanup = property == Property::ValidMemcleanup;
        Some(if cleanup { property } else { Property::ValidMemtrack })
    } else if has(&["overflow on signed"]) {
        Some(Property::NoOverflow)
    } else if has(&["double free", "free argument", "free called", "delete argument"]) {
        Some(Property::ValidFree)
    } else if has(&["dereference failure", "array", "bound", "pointer", "region", "memcpy", "deallocated"]) {
        Some(Property::ValidDeref)
    } else {
        None
    };
    match found {
        Some(found) if property.violations().contains(&found) => Verdict::False(Some(found)),
        _ => Verdict::Unknown(format!("another violation: {description}")),
    }
}

/// What the trace says at its end: the place, a sentence, a formula.
fn description(output: &str) -> String {
    let block = output.rsplit_once("Violated property:").map_or("", |(_, block)| block);
    let lines = block.lines().skip(1).map(str::trim).take_while(|line| !line.is_empty());
    lines.take(4).collect::<Vec<_>>().join(", ")
}

#[cfg(test)]
mod tests {
    use super::super::Kind;
    use super::super::testing::{line, next, output, verdict};
    use super::*;

    const SAFE: &str = "CBMC version 6.3.1\n\nVERIFICATION SUCCESSFUL\n";

    fn unsafe_with(description: &str) -> String {
        format!(
            "Counterexample:\n\nState 12 file a.c function main line 3 thread 0\n  p=((int *)NULL)\n\n\
             Violated property:\n  file a.c function main line 4 thread 0\n  {description}\n  !(p == NULL)\n\n\n\n\
             VERIFICATION FAILED\n"
        )
    }

    #[test]
    fn bounds_grow_until_they_cover_everything() {
        let safe = output(0, SAFE, "");
        let not_all = output(10, &unsafe_with("unwinding assertion loop 0"), "");
        let reach = Property::UnreachCall;
        assert_eq!(
            line(Kind::Cbmc, reach, 0, None),
            "/bin/cbmc --32 --no-standard-checks --no-malloc-may-fail --no-built-in-assertions --stop-on-fail \
             --unwind 2 --no-unwinding-assertions --extra /suite/folder/a.i"
        );
        assert_eq!(
            line(Kind::Cbmc, reach, 1, Some(&safe)),
            "/bin/cbmc --32 --no-standard-checks --no-malloc-may-fail --no-assertions \
             --no-built-in-assertions --stop-on-fail --unwind 2 --unwinding-assertions --extra \
             /suite/folder/a.i"
        );
        assert!(line(Kind::Cbmc, reach, 2, Some(&not_all)).contains("--unwind 6 --no-unwinding-assertions"));
        assert_eq!(verdict(Kind::Cbmc, reach, 2, &safe), Verdict::True);
        let no_body = output(10, &unsafe_with("no body for callee reach_error"), "");
        assert_eq!(verdict(Kind::Cbmc, reach, 2, &no_body), Verdict::False(Some(reach)));
        let last = verdict(Kind::Cbmc, reach, 2 * BOUNDS.len(), &not_all);
        assert!(matches!(last, Verdict::Unknown(_)));
    }

    #[test]
    fn leaks_are_looked_for_where_nothing_else_is_wrong() {
        let (safe, memory) = (output(0, SAFE, ""), Property::ValidMemsafety);
        let first = line(Kind::Cbmc, memory, 0, None);
        assert!(first.contains("--pointer-check") && !first.contains("--memory-leak-check"));
        let second = line(Kind::Cbmc, memory, 1, Some(&safe));
        assert!(second.contains("--memory-leak-check") && second.contains("--unwind 2 "), "{second}");
        let leak = output(10, &unsafe_with("dynamically allocated memory never freed"), "");
        assert_eq!(verdict(Kind::Cbmc, memory, 2, &leak), Verdict::False(Some(Property::ValidMemtrack)));
        assert!(line(Kind::Cbmc, memory, 2, Some(&safe)).contains("--unwind 2 --unwinding-assertions"));
        assert!(line(Kind::Cbmc, memory, 3, Some(&leak)).contains("--pointer-check --bounds-check"));
        assert_eq!(verdict(Kind::Cbmc, memory, 3, &safe), Verdict::True);
    }

    #[test]
    fn violations_are_named() {
        for (description, part) in [
            ("dereference failure: pointer NULL in *p", Property::ValidDeref),
            ("array 'a' upper bound in a[(signed long int)i]", Property::ValidDeref),
            ("double free", Property::ValidFree),
            ("free argument must be dynamic object", Property::ValidFree),
            (
                "dynamically allocated memory never freed in __CPROVER_memory_leak == NULL",
                Property::ValidMemtrack,
            ),
        ] {
            let finished = output(10, &unsafe_with(description), "");
            let found = verdict(Kind::Cbmc, Property::ValidMemsafety, 1, &finished);
            assert_eq!(found, Verdict::False(Some(part)), "{description}");
        }
        for (property, description) in [
            (Property::NoOverflow, "arithmetic overflow on signed + in sum + x"),
            (Property::ValidMemcleanup, "dynamically allocated memory never freed"),
            (Property::UnreachCall, "assertion 0"),
        ] {
            let finished = output(10, &unsafe_with(description), "");
            assert_eq!(verdict(Kind::Cbmc, property, 1, &finished), Verdict::False(Some(property)));
        }
    }

    #[test]
    fn what_was_not_asked_is_no_answer() {
        for (property, description) in [
            (Property::NoOverflow, "free argument must be dynamic object"),
            (Property::ValidMemcleanup, "memcpy source region readable"),
            (Property::ValidMemsafety, "something else"),
        ] {
            let found = verdict(Kind::Cbmc, property, 1, &output(10, &unsafe_with(description), ""));
            assert!(matches!(found, Verdict::Unknown(_)), "{description}: {found:?}");
        }
    }

    #[test]
    fn what_is_no_answer_is_an_error() {
        for (code, text) in [(6, "PARSING ERROR\n"), (0, "nothing\n"), (10, "nothing\n"), (10, SAFE)] {
            let found = verdict(Kind::Cbmc, Property::UnreachCall, 1, &output(code, text, ""));
            assert!(matches!(found, Verdict::Error(_)), "{code} {text}");
        }
        assert_eq!(next(Kind::Cbmc, Property::Termination, 0, None), not_asked());
    }
}
