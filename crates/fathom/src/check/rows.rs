//! Properties as the user sees them: one for each kind at a place of the source.
//!
//! The engine has one for each place of the program, where a function that was inlined twice is there
//! twice; here both are one property, and the worst that is known of them is what is known of it.

use std::collections::HashMap;

use fathom_engines::{Answer, Counterexample, PropertyResult, Verdict};
use fathom_ir::{FuncId, LocId, Program, Property};

use crate::place;
use crate::report::Position;
use fathom_evidence::source;

/// A property at a place of the source.
pub struct Row<'a> {
    /// What.
    pub property: Property,
    /// Where; for what happens inside a library, where the user's code calls it, as far as that is known.
    pub position: Option<Position>,
    /// In which function.
    pub function: String,
    /// Details: the text of an assertion, the name of what is not modelled.
    pub note: &'a str,
    /// It is in the user's code.
    pub own: bool,
    /// What is known.
    pub state: State<'a>,
    /// The properties of the answer that it is, by their places there.
    pub results: Vec<usize>,
}

/// What is known of a property.
#[derive(Clone, Copy)]
pub enum State<'a> {
    /// It fails.
    Failed(&'a Counterexample),
    /// Not known, and why.
    Unknown(&'a str),
    /// It holds while no loop goes round more often.
    SafeUpTo(u32),
    /// It holds.
    Proved,
    /// No execution gets there.
    Unreachable,
}

impl State<'_> {
    /// The word for it.
    pub fn word(&self) -> String {
        match self {
            Self::Failed(_) => "failed".into(),
            Self::Unknown(_) => "unknown".into(),
            Self::SafeUpTo(bound) => format!("safe up to {bound}"),
            Self::Proved => "proved".into(),
            Self::Unreachable => "unreachable".into(),
        }
    }

    /// The smaller, the worse.
    pub fn rank(&self) -> (u8, u32) {
        match self {
            Self::Failed(_) => (0, 0),
            Self::Unknown(_) => (1, 0),
            Self::SafeUpTo(bound) => (2, *bound),
            Self::Proved => (3, 0),
            Self::Unreachable => (4, 0),
        }
    }
}

impl Row<'_> {
    /// Whether the user wrote it down as something to check.
    pub fn is_own_assertion(&self) -> bool {
        self.own && matches!(self.property, Property::Assertion | Property::ErrorReached)
    }
}

/// The properties, in the order of the answer.
pub fn rows<'a>(program: &'a Program, answer: &'a Answer) -> Vec<Row<'a>> {
    let mut rows: Vec<Row> = vec![];
    let mut known: HashMap<(Property, Position, String, &str), usize> = HashMap::new();
    for (number, result) in answer.properties.iter().enumerate() {
        let row = row(program, number, result, answer.note(program, result.note));
        let Some(position) = row.position.clone() else {
            // Without a position nobody knows which of them are the same.
            rows.push(row);
            continue;
        };
        let at = *known.entry((row.property, position, row.function.clone(), row.note)).or_insert(rows.len());
        match rows.get_mut(at) {
            Some(before) => {
                if row.state.rank() < before.state.rank() {
                    before.state = row.state;
                }
                before.results.push(number);
            }
            None => rows.push(row),
        }
    }
    rows
}

fn row<'a>(program: &Program, number: usize, result: &'a PropertyResult, note: &'a str) -> Row<'a> {
    let state = match &result.verdict {
        // That an execution gets to what is not modelled says nothing about the program.
        Verdict::Failed(_) if result.property.is_limit() => State::Unknown(result.property.sentence()),
        Verdict::Failed(counterexample) => State::Failed(counterexample),
        Verdict::Unknown(reason) => State::Unknown(reason),
        Verdict::SafeUpTo(bound) => State::SafeUpTo(*bound),
        Verdict::Proved => State::Proved,
        Verdict::Unreachable => State::Unreachable,
    };
    let (loc, stack) = match &result.verdict {
        Verdict::Failed(counterexample) => (counterexample.report.loc, &*counterexample.report.stack),
        _ => (result.loc, &[][..]),
    };
    let (position, at) = site(program, loc, stack);
    Row {
        property: result.property,
        position,
        function: place::function_name(program, result.function, at),
        note,
        own: !place::is_foreign(program, at),
        state,
        results: vec![number],
    }
}

/// Where the user looks for something at `loc`; `stack` are the calls under way, if they are known.
pub fn site(program: &Program, loc: LocId, stack: &[(FuncId, LocId)]) -> (Option<Position>, LocId) {
    // Where a position was inlined is known without any calls; no function is asked for here.
    let own = [(FuncId(u32::MAX), loc)];
    let calls: Vec<_> = own.iter().chain(stack).copied().collect();
    let at = source::hoisted(program, loc, &source::with_inlined(program, &calls));
    (place::position(program, at), at)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::check::testing::{INLINED, LIBRARY, MAIN, answer, failed, program, result};
    use fathom_ir::NoteId;

    fn words(results: Vec<PropertyResult>) -> Vec<(String, String)> {
        let (program, answer) = (program(), answer(results));
        rows(&program, &answer)
            .iter()
            .map(|row| (row.state.word(), row.position.as_ref().map_or("-".into(), Position::to_string)))
            .collect()
    }

    #[test]
    fn copies_are_one_property_and_the_worst_counts() {
        let overflow = |verdict| result(Property::SignedOverflow, MAIN, verdict);
        let worst = |verdicts: Vec<Verdict>| {
            let words = words(verdicts.into_iter().map(overflow).collect());
            assert_eq!(words.len(), 1);
            words[0].0.clone()
        };
        assert_eq!(worst(vec![Verdict::Unreachable, Verdict::Proved]), "proved");
        assert_eq!(worst(vec![Verdict::SafeUpTo(9), Verdict::SafeUpTo(3), Verdict::Proved]), "safe up to 3");
        assert_eq!(worst(vec![Verdict::SafeUpTo(3), Verdict::Unknown("why".into())]), "unknown");
        let failure = failed(Property::SignedOverflow, MAIN, vec![]);
        assert_eq!(worst(vec![Verdict::Unknown("why".into()), failure, Verdict::Proved]), "failed");
    }

    #[test]
    fn different_kinds_and_unknown_places_are_not_merged() {
        let results = vec![
            result(Property::SignedOverflow, MAIN, Verdict::Proved),
            result(Property::DivisionByZero, MAIN, Verdict::Proved),
            result(Property::DivisionByZero, LocId::NONE, Verdict::Proved),
            result(Property::DivisionByZero, LocId::NONE, Verdict::Proved),
        ];
        assert_eq!(words(results).len(), 4);
    }

    #[test]
    fn what_is_in_a_library_is_shown_at_the_call() {
        let read = |loc, verdict| result(Property::OutOfBoundsRead, loc, verdict);
        assert_eq!(words(vec![read(INLINED, Verdict::Proved)])[0].1, "main.c:7:3");
        assert_eq!(words(vec![read(LIBRARY, Verdict::Proved)])[0].1, "<fathom>/string.c:30:3");
        let failure = failed(Property::OutOfBoundsRead, LIBRARY, vec![]);
        assert_eq!(words(vec![read(LIBRARY, failure)])[0], ("failed".into(), "main.c:7:3".into()));
    }

    #[test]
    fn notes_of_the_answer() {
        let program = program();
        let beyond = NoteId(program.notes.len() as u32);
        let mut some = answer(vec![PropertyResult {
            note: beyond,
            ..result(Property::MissingBody, MAIN, Verdict::Proved)
        }]);
        some.notes = vec!["f".into()];
        assert_eq!(rows(&program, &some)[0].note, "f");
        some.notes.clear();
        assert_eq!(rows(&program, &some)[0].note, "");
    }

    #[test]
    fn a_limit_that_is_reached_is_unknown() {
        let failure = failed(Property::MissingBody, MAIN, vec![]);
        assert_eq!(words(vec![result(Property::MissingBody, MAIN, failure)])[0].0, "unknown");
    }
}
