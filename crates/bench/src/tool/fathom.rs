//! `fathom svcomp`: the verdict is the last line of its output.

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
    if let Some(reason) = line.strip_prefix("unknown") {
        let reason = reason.trim().trim_start_matches('(').trim_end_matches(')');
        return Next::Done(Verdict::Unknown(reason.into()));
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
        assert_eq!(of(2, "unknown (loop in main)\n"), Verdict::Unknown("loop in main".into()));
        assert_eq!(of(65, ""), Verdict::Error("exit code 65: bad".into()));
        assert_eq!(of(0, "true\nnot the last line"), Verdict::Error("exit code 0: bad".into()));
    }
}
