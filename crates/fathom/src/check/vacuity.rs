//! Programs that are safe only because nothing was looked at.

use fathom_engines::Answer;
use fathom_ir::{Property, says_never};

use super::rows::{Row, State};

/// Why an answer says nothing.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Vacuity {
    /// The assumptions of the program exclude every execution.
    Assumptions,
    /// No execution gets to a property.
    NothingReached,
    /// There is nothing to look at.
    NoProperties,
}

impl Vacuity {
    /// Whether an answer that nothing fails says nothing.
    pub fn of(rows: &[Row], answer: &Answer) -> Option<Self> {
        if answer.vacuous {
            return Some(Self::Assumptions);
        }
        let complete = answer.stopped.is_none();
        if complete && rows.is_empty() {
            return Some(Self::NoProperties);
        }
        // That nobody gets there is all that such a property says.
        let is_marker = |row: &Row| {
            row.property == Property::ErrorReached
                || row.property == Property::Assertion && says_never(row.note)
        };
        let unreached = |row: &Row| matches!(row.state, State::Unreachable) && !is_marker(row);
        (complete && rows.iter().all(unreached)).then_some(Self::NothingReached)
    }

    /// One sentence.
    pub fn sentence(self) -> &'static str {
        match self {
            Self::Assumptions => {
                "the assumptions of the program exclude every execution, so there was nothing to check; \
                 one of them cannot hold"
            }
            Self::NothingReached => {
                "no execution gets to any of the properties, so there was nothing to check; look at what comes before"
            }
            Self::NoProperties => "the program has no properties, so there was nothing to check",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::check::rows::rows;
    use crate::check::testing::{LATER, MAIN, answer, program, result};
    use fathom_engines::{Stopped, Verdict};

    fn of(answer: &Answer) -> Option<Vacuity> {
        Vacuity::of(&rows(&program(), answer), answer)
    }

    #[test]
    fn nothing_was_looked_at() {
        let overflow = |loc, verdict| result(Property::SignedOverflow, loc, verdict);
        assert_eq!(of(&answer(vec![])), Some(Vacuity::NoProperties));
        let none = vec![overflow(MAIN, Verdict::Unreachable), overflow(LATER, Verdict::Unreachable)];
        assert_eq!(of(&answer(none)), Some(Vacuity::NothingReached));
        let some = vec![overflow(MAIN, Verdict::Unreachable), overflow(LATER, Verdict::Proved)];
        assert_eq!(of(&answer(some.clone())), None);
        let excluded = Answer { vacuous: true, ..answer(some) };
        assert_eq!(of(&excluded), Some(Vacuity::Assumptions));
    }

    #[test]
    fn who_was_stopped_has_not_looked() {
        let stopped = Answer { stopped: Some(Stopped::Time), ..answer(vec![]) };
        assert_eq!(of(&stopped), None);
    }

    #[test]
    fn marks_of_places_that_must_not_be_reached() {
        let marks = vec![result(Property::ErrorReached, MAIN, Verdict::Unreachable)];
        assert_eq!(of(&answer(marks)), None);
        assert!(says_never("0") && says_never("!\"not here\""));
        assert!(!says_never("x > 0") && !says_never("0 < x"));
    }
}
