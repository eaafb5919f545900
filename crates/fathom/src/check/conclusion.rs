//! The answer in one line, and the exit code.

use fathom_engines::{Answer, Stopped};

use super::rows::{Row, State};
use super::vacuity::Vacuity;
use crate::args::CheckCmd;
use crate::exit;

/// What a user demands before an answer is good.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Demands {
    /// No more than the bound that was given.
    pub unwinding: bool,
    /// Something must have been looked at.
    pub fail_on_vacuous: bool,
}

impl Demands {
    /// As the options say.
    pub fn of(args: &CheckCmd) -> Self {
        Self {
            unwinding: args.unwind.is_some() || !args.unwindset.is_empty(),
            fail_on_vacuous: args.fail_on_vacuous,
        }
    }
}

/// What is known of the whole program.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Conclusion {
    /// So many of so many properties fail.
    Failed(usize, usize),
    /// All properties hold: so many.
    Proved(usize),
    /// No property fails while no loop goes round more often than this.
    SafeUpTo(u32),
    /// Not known, and why.
    Unknown(String),
}

impl Conclusion {
    /// What follows from what is known of the properties.
    pub fn new(rows: &[Row], answer: &Answer) -> Self {
        let failed = rows.iter().filter(|row| matches!(row.state, State::Failed(_))).count();
        if failed > 0 {
            return Self::Failed(failed, rows.len());
        }
        if let Some(reason) = unknown(rows, answer) {
            return Self::Unknown(reason);
        }
        let bounds = rows.iter().filter_map(|row| match row.state {
            State::SafeUpTo(bound) => Some(bound),
            _ => None,
        });
        if let Some(bound) = bounds.min() {
            return Self::SafeUpTo(bound);
        }
        match (answer.stopped, answer.settled) {
            (None, _) => Self::Proved(rows.len()),
            // There may be code that nobody has looked at.
            (Some(_), Some(bound)) => Self::SafeUpTo(bound),
            (Some(stopped), None) => Self::Unknown(stop_reason(stopped).into()),
        }
    }

    /// The first line of the output: a word, and the rest of it.
    pub fn line(&self) -> (String, String) {
        let properties = |n: usize| if n == 1 { "property" } else { "properties" };
        match self {
            Self::Failed(failed, all) => {
                let verb = if *failed == 1 { "fails" } else { "fail" };
                ("failed".into(), format!("{failed} of {all} {} {verb}", properties(*all)))
            }
            Self::Proved(0) => ("proved".into(), "there are no properties to check".into()),
            Self::Proved(1) => ("proved".into(), "the only property holds".into()),
            Self::Proved(all) => ("proved".into(), format!("all {all} properties hold")),
            Self::SafeUpTo(bound) => {
                let often = match bound {
                    0 => "goes round at all".to_string(),
                    1 => "goes round more than once".to_string(),
                    bound => format!("goes round more than {bound} times"),
                };
                (format!("safe up to {bound}"), format!("no property fails while no loop {often}"))
            }
            Self::Unknown(reason) => ("unknown".into(), reason.clone()),
        }
    }

    /// The exit code.
    pub fn exit_code(&self, rows: &[Row], answer: &Answer, demands: Demands) -> u8 {
        // A bound is what was asked for only if the search got there.
        let as_asked = demands.unwinding && early(answer.stopped).is_none();
        let refused = demands.fail_on_vacuous && Vacuity::of(rows, answer).is_some();
        match self {
            Self::Failed(..) => exit::BUG,
            // Whatever else is said may be as wrong.
            _ if !answer.disagreements.is_empty() => exit::INTERNAL,
            Self::Proved(_) | Self::SafeUpTo(_) if refused => exit::UNKNOWN,
            Self::Proved(_) => exit::FINISHED,
            Self::SafeUpTo(_) if as_asked => exit::FINISHED,
            Self::SafeUpTo(_) | Self::Unknown(_) => exit::UNKNOWN,
        }
    }
}

/// Why the program is not known to be safe, if properties are unknown.
fn unknown(rows: &[Row], answer: &Answer) -> Option<String> {
    let unknown: Vec<(&Row, &str)> = rows
        .iter()
        .filter_map(|row| match row.state {
            State::Unknown(reason) => Some((row, reason)),
            _ => None,
        })
        .collect();
    let &(row, reason) = unknown.first()?;
    let (count, all) = (unknown.len(), rows.len());
    if let Some(stopped) = early(answer.stopped) {
        return Some(format!("{}; not decided: {count} of {all} properties", stop_reason(stopped)));
    }
    let reason = match reason {
        "" => format!("it was not decided whether {}", row.property.sentence()),
        reason => reason.to_string(),
    };
    Some(match count {
        1 => reason,
        2 => format!("{reason}; 1 more property is not known"),
        _ => format!("{reason}; {} more properties are not known", count - 1),
    })
}

/// What ended a search that was neither complete nor ended as the user wanted.
fn early(stopped: Option<Stopped>) -> Option<Stopped> {
    stopped.filter(|stopped| match stopped {
        Stopped::Time | Stopped::Memory | Stopped::Interrupted | Stopped::Effort | Stopped::Addresses => true,
        Stopped::Unwind | Stopped::FirstFailure => false,
    })
}

/// Why a search ended.
pub fn stop_reason(stopped: Stopped) -> &'static str {
    match stopped {
        Stopped::Time => "the time is up (--timeout)",
        Stopped::Memory => "the memory is used up (--memory-limit)",
        Stopped::Interrupted => "interrupted",
        Stopped::Unwind => "the bound for loops is reached (--unwind, --unwindset)",
        Stopped::Effort => "the effort that is spent by default is used up (--timeout 5m allows more)",
        Stopped::Addresses => "the program makes more objects than there are addresses for",
        Stopped::FirstFailure => "the first failure was found (--stop-on-fail); others may fail as well",
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::check::rows::rows;
    use crate::check::testing::{LATER, MAIN, answer, failed, program, result};
    use fathom_engines::{PropertyResult, Verdict};
    use fathom_ir::{LocId, Property};

    /// The first line, and the exit codes without and with a bound that the user gave.
    fn conclude(answer: &Answer) -> (String, u8, u8) {
        let program = program();
        let rows = rows(&program, answer);
        let conclusion = Conclusion::new(&rows, answer);
        let (word, rest) = conclusion.line();
        let code =
            |unwinding| conclusion.exit_code(&rows, answer, Demands { unwinding, ..Demands::default() });
        (format!("{word}: {rest}"), code(false), code(true))
    }

    fn overflow(loc: LocId, verdict: Verdict) -> PropertyResult {
        result(Property::SignedOverflow, loc, verdict)
    }

    #[test]
    fn the_four_answers() {
        let failure = |loc| failed(Property::SignedOverflow, loc, vec![]);
        let of = |first, second| answer(vec![overflow(MAIN, first), overflow(LATER, second)]);
        assert_eq!(
            conclude(&of(failure(MAIN), Verdict::Unknown(String::new()))),
            ("failed: 1 of 2 properties fails".into(), 1, 1)
        );
        assert_eq!(conclude(&of(failure(MAIN), failure(LATER))).0, "failed: 2 of 2 properties fail");
        assert_eq!(
            conclude(&of(Verdict::Proved, Verdict::Unreachable)),
            ("proved: all 2 properties hold".into(), 0, 0)
        );
        let bounded = "safe up to 8: no property fails while no loop goes round more than 8 times";
        assert_eq!(conclude(&of(Verdict::SafeUpTo(8), Verdict::Proved)), (bounded.into(), 2, 0));
        assert_eq!(
            conclude(&of(Verdict::Unknown("no body".into()), Verdict::SafeUpTo(8))),
            ("unknown: no body".into(), 2, 2)
        );
    }

    #[test]
    fn small_numbers() {
        assert_eq!(conclude(&answer(vec![])).0, "proved: there are no properties to check");
        assert_eq!(
            conclude(&answer(vec![overflow(MAIN, Verdict::Proved)])).0,
            "proved: the only property holds"
        );
        let line = |bound| conclude(&answer(vec![overflow(MAIN, Verdict::SafeUpTo(bound))])).0;
        assert_eq!(line(0), "safe up to 0: no property fails while no loop goes round at all");
        assert_eq!(line(1), "safe up to 1: no property fails while no loop goes round more than once");
    }

    #[test]
    fn a_stop_is_never_a_proof() {
        let mut some = answer(vec![overflow(MAIN, Verdict::Proved)]);
        for stopped in [Stopped::Unwind, Stopped::Time, Stopped::Effort, Stopped::Addresses] {
            some.stopped = Some(stopped);
            some.settled = Some(3);
            let first = "safe up to 3: no property fails while no loop goes round more than 3 times";
            assert_eq!(conclude(&some).0, first, "there may be code that was not seen");
            some.settled = None;
            assert_eq!(conclude(&some), (format!("unknown: {}", stop_reason(stopped)), 2, 2));
        }
    }

    #[test]
    fn a_bound_that_was_not_reached_is_not_what_was_asked_for() {
        let mut some = answer(vec![overflow(MAIN, Verdict::SafeUpTo(3))]);
        some.stopped = Some(Stopped::Interrupted);
        assert_eq!((conclude(&some).1, conclude(&some).2), (2, 2));
        some.stopped = Some(Stopped::Unwind);
        assert_eq!((conclude(&some).1, conclude(&some).2), (2, 0));
    }

    #[test]
    fn what_says_nothing_is_no_success_for_who_asks() {
        let code = |answer: &Answer, fail_on_vacuous| {
            let program = program();
            let rows = rows(&program, answer);
            let demands = Demands { fail_on_vacuous, ..Demands::default() };
            Conclusion::new(&rows, answer).exit_code(&rows, answer, demands)
        };
        let empty = answer(vec![overflow(MAIN, Verdict::Unreachable)]);
        assert_eq!((code(&empty, false), code(&empty, true)), (0, 2));
        let proved = answer(vec![overflow(MAIN, Verdict::Proved)]);
        assert_eq!((code(&proved, false), code(&proved, true)), (0, 0));
    }

    #[test]
    fn reasons() {
        let unknown = |text: &str| Verdict::Unknown(text.into());
        let mut some = answer(vec![overflow(MAIN, unknown("too hard")), overflow(LATER, unknown("no body"))]);
        assert_eq!(conclude(&some).0, "unknown: too hard; 1 more property is not known");
        some.stopped = Some(Stopped::Memory);
        assert_eq!(
            conclude(&some).0,
            "unknown: the memory is used up (--memory-limit); not decided: 2 of 2 properties"
        );
        assert_eq!(
            conclude(&answer(vec![overflow(MAIN, unknown(""))])).0,
            "unknown: it was not decided whether a signed computation overflows"
        );
    }

    #[test]
    fn disagreements_are_internal_errors_unless_something_failed() {
        let mut some = answer(vec![overflow(MAIN, Verdict::Proved)]);
        some.disagreements = vec!["x".into()];
        assert_eq!(conclude(&some).1, 70);
        some.properties.push(overflow(LATER, failed(Property::SignedOverflow, LATER, vec![])));
        assert_eq!(conclude(&some).1, 1);
    }
}
