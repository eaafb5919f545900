//! Two answers to the same questions made one.

use fathom_ir::{NoteId, Program};

use crate::{Answer, PropertyResult, Stopped, Verdict};

/// The answer that knows more, with all failures that either found.
pub fn combined(program: &Program, open: Answer, exact: Answer) -> Answer {
    let is_finished = |answer: &Answer| matches!(answer.stopped, None | Some(Stopped::FirstFailure));
    let is_decided = |result: &&PropertyResult| {
        matches!(result.verdict, Verdict::Failed(_) | Verdict::Proved | Verdict::Unreachable)
    };
    let worth = |answer: &Answer| (is_finished(answer), answer.properties.iter().filter(is_decided).count());
    let order = worth(&exact).cmp(&worth(&open));
    let takes_exact = order.is_gt() || order.is_eq() && is_finished(&exact);
    let (mut chosen, other) = if takes_exact { (exact, open) } else { (open, exact) };
    add_failures(program, &mut chosen, &other);
    chosen.disagreements.extend(other.disagreements);
    // More time might have decided what is open.
    let is_unknown = |result: &PropertyResult| matches!(result.verdict, Verdict::Unknown(_));
    if chosen.stopped.is_none() && chosen.properties.iter().any(is_unknown) {
        chosen.stopped = other.stopped.filter(|&stopped| stopped != Stopped::FirstFailure);
    }
    chosen
}

/// Adds what fails in one answer to another.
fn add_failures(program: &Program, answer: &mut Answer, other: &Answer) {
    for failed in other.properties.iter().filter(|result| matches!(result.verdict, Verdict::Failed(_))) {
        let note = other.note(program, failed.note);
        let is_same = |result: &PropertyResult| {
            (result.property, result.loc, result.function) == (failed.property, failed.loc, failed.function)
                && answer.note(program, result.note) == note
        };
        match answer.properties.iter().position(is_same) {
            Some(at) if matches!(answer.properties[at].verdict, Verdict::Failed(_)) => {}
            Some(at) => {
                let same = &mut answer.properties[at];
                if matches!(same.verdict, Verdict::Proved | Verdict::Unreachable) {
                    let what = "it was proved, but an execution fails";
                    answer.disagreements.push(format!("{}: {what}", failed.property));
                }
                same.verdict = failed.verdict.clone();
            }
            None => {
                let mut failed = failed.clone();
                if failed.note.index() >= program.notes.len() {
                    failed.note = NoteId((program.notes.len() + answer.notes.len()) as u32);
                    answer.notes.push(note.to_string());
                }
                answer.properties.push(failed);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use fathom_interp::Report;
    use fathom_interp::replay::Sites;
    use fathom_ir::{FuncId, LocId, Property};

    use super::*;
    use crate::{Counterexample, Stats};

    const PROPERTY: Property = Property::Assertion;

    fn program() -> Program {
        Program { notes: ["", "x > 0"].map(String::from).to_vec(), ..Program::default() }
    }

    fn answer(stopped: Option<Stopped>, properties: Vec<PropertyResult>) -> Answer {
        Answer {
            properties,
            loops: vec![],
            missing: vec![],
            assumptions: vec![],
            stopped,
            settled: None,
            vacuous: false,
            disagreements: vec![],
            notes: vec![],
            stats: Stats::default(),
            claims: None,
        }
    }

    fn at(place: u32, verdict: Verdict) -> PropertyResult {
        PropertyResult {
            property: PROPERTY,
            loc: LocId(place),
            function: FuncId(0),
            note: NoteId::NONE,
            verdict,
        }
    }

    fn failed() -> Verdict {
        let report = Report {
            property: PROPERTY,
            loc: LocId(1),
            details: vec![],
            stack: vec![],
            object: None,
            others: vec![],
        };
        Verdict::Failed(Box::new(Counterexample {
            inputs: vec![],
            replay: Arc::default(),
            sites: Sites::default(),
            report,
            steps: 1,
        }))
    }

    fn unknown() -> Verdict {
        Verdict::Unknown("floats".into())
    }

    /// The verdicts in short, place by place.
    fn told(answer: &Answer) -> String {
        let short = |result: &PropertyResult| {
            let verdict = match result.verdict {
                Verdict::Proved => "proved",
                Verdict::SafeUpTo(_) => "safe",
                Verdict::Failed(_) => "failed",
                Verdict::Unreachable => "unreachable",
                Verdict::Unknown(_) => "unknown",
            };
            format!("{}:{verdict}", result.loc.0)
        };
        answer.properties.iter().map(short).collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn an_answer_that_is_finished_knows_more() {
        let open = answer(None, vec![at(1, Verdict::Proved), at(2, unknown())]);
        let exact = answer(Some(Stopped::Time), vec![at(1, Verdict::Proved), at(2, Verdict::Proved)]);
        let both = combined(&program(), open.clone(), exact);
        assert_eq!(told(&both), "1:proved 2:unknown");
        assert_eq!(both.stopped, Some(Stopped::Time), "more time might have decided it");
        let exact = answer(None, vec![at(1, Verdict::Proved), at(2, Verdict::Proved)]);
        let both = combined(&program(), open, exact);
        assert_eq!((told(&both).as_str(), both.stopped), ("1:proved 2:proved", None));
    }

    #[test]
    fn of_two_unfinished_ones_the_one_that_decides_more() {
        let few = answer(Some(Stopped::Time), vec![at(1, unknown()), at(2, Verdict::Proved)]);
        let many = answer(Some(Stopped::Memory), vec![at(1, Verdict::Proved), at(2, Verdict::Unreachable)]);
        for (open, exact) in [(few.clone(), many.clone()), (many, few)] {
            let both = combined(&program(), open, exact);
            assert_eq!(told(&both), "1:proved 2:unreachable");
            assert_eq!(both.stopped, Some(Stopped::Memory));
        }
    }

    #[test]
    fn no_failure_is_lost() {
        let open = answer(Some(Stopped::Time), vec![at(1, failed()), at(2, unknown()), at(3, failed())]);
        let exact = answer(None, vec![at(1, unknown()), at(2, Verdict::Proved)]);
        let both = combined(&program(), open, exact);
        assert_eq!(told(&both), "1:failed 2:proved 3:failed");
        assert!(both.disagreements.is_empty());
        assert_eq!(both.stopped, None);
    }

    #[test]
    fn what_is_proved_and_fails_is_a_disagreement() {
        let exact = answer(None, vec![at(1, Verdict::Proved)]);
        let mut open = answer(Some(Stopped::Time), vec![at(1, failed())]);
        open.disagreements.push("another".into());
        let both = combined(&program(), open, exact);
        assert_eq!(told(&both), "1:failed");
        assert_eq!(both.disagreements, ["assertion: it was proved, but an execution fails", "another"]);
    }

    #[test]
    fn notes_are_compared_by_their_text() {
        let beyond = |at: u32| NoteId(program().notes.len() as u32 + at);
        let with_note = |note, verdict| PropertyResult { note, ..at(1, verdict) };
        let mut open = answer(Some(Stopped::Time), vec![with_note(beyond(0), failed())]);
        open.notes = vec!["y > 0".into()];
        let mut exact = answer(None, vec![with_note(beyond(1), unknown())]);
        exact.notes = vec!["z > 0".into(), "y > 0".into()];
        let both = combined(&program(), open.clone(), exact.clone());
        assert_eq!(told(&both), "1:failed");
        exact.notes = vec!["z > 0".into(), "other".into()];
        let both = combined(&program(), open, exact);
        assert_eq!(told(&both), "1:unknown 1:failed");
        assert_eq!(both.note(&program(), both.properties[1].note), "y > 0");
    }
}
