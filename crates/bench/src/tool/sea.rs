//! SeaHorn: `sea pf` for assertions, with its memory model by bytes. Other properties are not asked.

use super::{Next, Question, failed, not_asked};
use crate::process::Finished;
use crate::property::Property;
use crate::verdict::Verdict;

/// What to do next.
pub fn next(question: &Question, last: Option<&Finished>) -> Next {
    if question.task.property != Property::UnreachCall {
        return not_asked();
    }
    let Some(last) = last else {
        let invocation = question
            .invocation()
            .arg("pf")
            .arg(question.by_model("-m32", "-m64"))
            .args(["-O3", "--track=mem", &format!("--cpu={}", question.seconds())])
            .args(&question.tool.options)
            .args(&question.task.files);
        return Next::Run(invocation);
    };
    // The answer stands alone on a line: whether the error is reachable.
    match last.stdout.lines().map(str::trim).rfind(|line| ["sat", "unsat", "unknown"].contains(line)) {
        Some("sat") => Next::Done(Verdict::False(Some(Property::UnreachCall))),
        Some("unsat") => Next::Done(Verdict::True),
        Some(_) => Next::Done(Verdict::Unknown(String::new())),
        None => failed(last),
    }
}

#[cfg(test)]
mod tests {
    use super::super::Kind;
    use super::super::testing::{line, next, output, verdict};
    use super::*;

    #[test]
    fn the_command() {
        assert_eq!(
            line(Kind::Sea, Property::UnreachCall, 0, None),
            "/bin/sea pf -m32 -O3 --track=mem --cpu=9 --extra /suite/folder/a.i"
        );
        assert_eq!(next(Kind::Sea, Property::NoOverflow, 0, None), not_asked());
    }

    #[test]
    fn answers() {
        let of = |text: &str| verdict(Kind::Sea, Property::UnreachCall, 1, &output(0, text, "no\n"));
        let statistics = "************** BRUNCH STATS *****************\nBRUNCH_STAT Result TRUE\n";
        assert_eq!(of(&format!("unsat\n{statistics}")), Verdict::True);
        assert_eq!(of("sat\n"), Verdict::False(Some(Property::UnreachCall)));
        assert_eq!(of("unknown\n"), Verdict::Unknown(String::new()));
        assert_eq!(of("unsatisfied customers\n"), Verdict::Error("exit code 0: no".into()));
    }
}
