//! ESBMC: k-induction, with the options of its wrapper for SV-COMP that all recent versions know.

use super::{Next, Question, failed, first_line, not_asked};
use crate::process::Finished;
use crate::property::Property;
use crate::verdict::Verdict;

const COMMON: [&str; 10] = [
    "--no-div-by-zero-check",
    "--force-malloc-success",
    "--state-hashing",
    "--no-align-check",
    "--no-vla-size-check",
    "--floatbv",
    "--k-step",
    "2",
    "--unlimited-k-steps",
    "--k-induction",
];

/// What to do next.
pub fn next(question: &Question, last: Option<&Finished>) -> Next {
    let Some(last) = last else {
        let Some(checks) = checks(question.task.property) else { return not_asked() };
        let invocation = question
            .invocation()
            .arg(question.by_model("--32", "--64"))
            .args(COMMON)
            .args(["--max-inductive-step", "3"])
            .args(["--timeout", &format!("{}s", question.seconds())])
            .args(checks)
            .args(&question.tool.options)
            .args(&question.task.files);
        return Next::Run(invocation);
    };
    // Versions differ in which stream they use.
    let output = format!("{}\n{}", last.stdout, last.stderr);
    let says = |text: &str| output.contains(text);
    if says("VERIFICATION SUCCESSFUL") {
        Next::Done(Verdict::True)
    } else if says("VERIFICATION FAILED") {
        if says("unwinding assertion loop") {
            return Next::Done(Verdict::Unknown("an unwinding assertion fails".into()));
        }
        Next::Done(Verdict::False(violation(question.task.property, &output)))
    } else if says("VERIFICATION UNKNOWN") || says("Timed out") || says("Out of memory") {
        Next::Done(Verdict::Unknown(first_line(last)))
    } else {
        failed(last)
    }
}

/// Options for a property.
fn checks(property: Property) -> Option<&'static [&'static str]> {
    Some(match property {
        Property::UnreachCall => &["--no-pointer-check", "--no-bounds-check", "--interval-analysis"],
        Property::ValidMemsafety | Property::ValidDeref | Property::ValidFree | Property::ValidMemtrack => {
            &["--memory-leak-check", "--no-reachable-memory-leak", "--no-assertions"]
        }
        Property::ValidMemcleanup => {
            &["--no-pointer-check", "--no-bounds-check", "--memory-leak-check", "--no-assertions"]
        }
        Property::NoOverflow => {
            &["--no-pointer-check", "--no-bounds-check", "--overflow-check", "--no-assertions"]
        }
        Property::Termination => {
            &["--no-pointer-check", "--no-bounds-check", "--no-assertions", "--termination"]
        }
        Property::NoDataRace => return None,
    })
}

/// What is violated, by the description of the violated property.
fn violation(property: Property, output: &str) -> Option<Property> {
    if property.group() != Property::ValidMemsafety {
        return Some(property);
    }
    let has = |words: &[&str]| words.iter().any(|word| output.contains(word));
    if has(&["forgotten memory"]) {
        Some(Property::ValidMemtrack)
    } else if has(&[
        "invalidated dynamic object freed",
        "invalid pointer freed",
        "free() of non-dynamic",
        "Operand of free",
    ]) {
        Some(Property::ValidFree)
    } else if has(&["dereference failure", "array bounds violated"]) {
        Some(Property::ValidDeref)
    } else {
        None
    }
}

#[cfg(test)]
mod tests {
    use super::super::Kind;
    use super::super::Next;
    use super::super::testing::{line, next, output, verdict};
    use super::*;

    #[test]
    fn the_command() {
        let line = line(Kind::Esbmc, Property::NoOverflow, 0, None);
        assert!(line.starts_with("/bin/esbmc --32 "), "{line}");
        assert!(line.contains(" --timeout 9s ") && line.contains(" --overflow-check "), "{line}");
        assert!(line.ends_with(" --extra /suite/folder/a.i"), "{line}");
        let race = next(Kind::Esbmc, Property::NoDataRace, 0, None);
        assert!(matches!(race, Next::Done(Verdict::Unknown(_))));
    }

    #[test]
    fn answers() {
        let of = |property, text: &str| verdict(Kind::Esbmc, property, 1, &output(1, text, ""));
        let reach = Property::UnreachCall;
        assert_eq!(of(reach, "\nVERIFICATION SUCCESSFUL\n"), Verdict::True);
        assert_eq!(of(reach, "\nVERIFICATION FAILED\n"), Verdict::False(Some(reach)));
        assert!(matches!(of(reach, "Timed out\n"), Verdict::Unknown(_)));
        assert!(matches!(of(reach, "ERROR: PARSING ERROR\n"), Verdict::Error(_)));
        let unwinding = "  unwinding assertion loop 1\n\nVERIFICATION FAILED\n";
        assert!(matches!(of(reach, unwinding), Verdict::Unknown(_)));
        for (text, part) in [
            ("dereference failure: NULL pointer", Property::ValidDeref),
            ("dereference failure: forgotten memory: dynamic_1_array", Property::ValidMemtrack),
            ("dereference failure: invalid pointer freed", Property::ValidFree),
            ("Operand of free must have zero pointer offset", Property::ValidFree),
        ] {
            let text = format!("Violated property:\n  file a.c line 3\n  {text}\n\nVERIFICATION FAILED\n");
            assert_eq!(of(Property::ValidMemsafety, &text), Verdict::False(Some(part)), "{text}");
        }
    }
}
