//! `fathom svcomp`: the verdict is the last line of its output, and the last line of what else it says tells why
//! it is `unknown`.

use super::{Next, Question, failed};
use crate::process::Finished;
use crate::verdict::{Status, Verdict};

/// What to do next.
pub fn next(question: &Question, last: Option<&Finished>) -> Next {
    let Some(last) = last else {
        let invocation = question
            .invocation()
            .args(["svcomp", "--property"])
            .arg(question.property_file)
            .args(["--data-model", question.task.data_model.name()])
            .args(["--timeout", &format!("{}s", question.time.as_secs_f64())])
            .args(&question.tool.options)
            .args(&question.task.files);
        return Next::Run(invocation);
    };
    let line = last.stdout.lines().map(str::trim).rfind(|line| !line.is_empty()).unwrap_or_default();
    if line == "unknown" {
        let reason = last.stderr.lines().rev().find_map(|line| line.strip_prefix("unknown: "));
        return Next::Done(Verdict::Unknown(reason.unwrap_or_default().into()));
    }
    match line.parse() {
        Ok(Status::True) => Next::Done(Verdict::True),
        Ok(Status::False(property)) => Next::Done(Verdict::False(property)),
        _ => failed(last),
    }
}

#[cfg(test)]
mod tests {
    use super::super::Kind;
    use super::super::testing::{line, output, verdict};
    use super::*;
    use crate::property::Property;

    #[test]
    fn the_command() {
        assert_eq!(
            line(Kind::Fathom, Property::UnreachCall, 0, None),
            "/bin/fathom svcomp --property /p.prp --data-model ILP32 --timeout 9s --extra /suite/folder/a.i"
        );
    }

    #[test]
    fn answers() {
        let of =
            |code, text: &str| verdict(Kind::Fathom, Property::UnreachCall, 0, &output(code, text, "bad\n"));
        assert_eq!(of(0, "proof found\ntrue\n"), Verdict::True);
        assert_eq!(of(1, "false(valid-deref)\n\n"), Verdict::False(Some(Property::ValidDeref)));
        assert_eq!(of(2, "unknown\n"), Verdict::Unknown(String::new()));
        let why =
            output(2, "unknown\n", "unknown: 2 properties\n\nunknown: a loop in main\nassumed: nothing\n");
        let why = verdict(Kind::Fathom, Property::UnreachCall, 0, &why);
        assert_eq!(why, Verdict::Unknown("a loop in main".into()));
        assert_eq!(of(65, ""), Verdict::Error("exit code 65: bad".into()));
        assert_eq!(of(0, "true\nnot the last line"), Verdict::Error("exit code 0: bad".into()));
    }
}
