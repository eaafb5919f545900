//! What the verifier's answer about the copy says about the witness.

use fathom_ir::{Program, Property, PropertySet};
use fathom_witness::model::{Format, Invariant};
use fathom_witness::weave::{NOTE, Step, Stretch, Woven};

use super::run::Copies;
use crate::check::conclusion::{Conclusion, stop_reason};
use crate::check::inputs;
use crate::check::rows::{Row, State, rows};
use crate::output;
use crate::property_file::{Goal, kinds};
use crate::svcomp::{DISPUTED, Verdict};

use fathom_engines::{Answer, Counterexample};

/// What a witness says.
pub enum Claim {
    /// An execution goes this way and violates the property.
    Violation(Vec<Step>),
    /// These hold, and so does the property.
    Correctness(Vec<Invariant>),
    /// Something that is not clear enough to be checked, and why.
    Unclear(String),
}

/// Memory that is left at the end: it is found there, and not at the target.
pub fn leaks() -> PropertySet {
    crate::checks::union(kinds(Goal::ValidMemtrack), kinds(Goal::ValidMemcleanup))
}

/// An answer about a copy of the program.
pub struct Checked<'a> {
    pub program: &'a Program,
    pub answer: &'a Answer,
    pub woven: &'a Woven,
    pub copies: &'a Copies,
    pub format: Format,
}

impl Checked<'_> {
    /// Whether a row is in one of some stretches of the copy.
    fn is_in(&self, row: &Row, stretches: &[Stretch]) -> bool {
        let Some(position) = &row.position else { return false };
        let Some(file) = self.copies.number(&position.file) else { return false };
        stretches.iter().any(|stretch| stretch.contains(file, position.line, position.column))
    }

    /// The place of a row in the program: lines are the same in the copy, columns are not.
    fn place(&self, row: &Row) -> String {
        row.position.as_ref().map_or("an unknown place".into(), |position| {
            format!("{}:{}", self.copies.original(&position.file), position.line)
        })
    }

    /// The input of an execution, in the words of the program.
    fn inputs(&self, found: &Counterexample) -> String {
        self.copies.in_words_of_the_program(&inputs::render(self.program, &found.inputs, &[], false))
    }

    /// Whether a violation witness is confirmed.
    pub fn violation(&self, goals: &[Goal]) -> Verdict {
        let rows = rows(self.program, self.answer);
        let counts = |row: &&Row| {
            let at_target = self.is_in(row, &self.woven.target) && !self.is_in(row, &self.woven.ours);
            let at_the_end = self.woven.leaks_unseen.is_none() && leaks().contains(row.property);
            matches!(row.state, State::Failed(_)) && (at_target || at_the_end)
        };
        let (lost, others): (Vec<Goal>, Vec<Goal>) =
            goals.iter().partition(|&&goal| goal == Goal::ValidMemtrack);
        for &goal in others.iter().chain(&lost) {
            let kinds = kinds(goal).without(DISPUTED);
            if let Some(row) = rows.iter().filter(counts).find(|row| kinds.contains(row.property)) {
                let mut text = format!("confirmed: {}: {}\n", self.place(row), row.property.sentence());
                if let State::Failed(found) = row.state {
                    text += &self.inputs(found);
                }
                output::error(&text);
                return Verdict::False(goal);
            }
        }
        Verdict::Unknown(self.not_confirmed(&rows))
    }

    /// Why a violation witness is not confirmed.
    fn not_confirmed(&self, rows: &[Row]) -> String {
        if let Some(what) = self.answer.disagreements.first() {
            return format!("an execution was found that the interpreter does not confirm: {what}");
        }
        if let Some(stopped) = self.answer.stopped {
            return format!("not confirmed: {}", stop_reason(stopped));
        }
        let unknown = rows.iter().find_map(|row| match row.state {
            State::Unknown("") => Some(format!("it was not decided whether {}", row.property.sentence())),
            State::Unknown(reason) => Some(reason.to_string()),
            _ => None,
        });
        if let Some(reason) = unknown {
            return format!("not confirmed: {reason}");
        }
        let disputed = |row: &&Row| row.property == DISPUTED && matches!(row.state, State::Failed(_));
        if rows.iter().find(disputed).is_some_and(|row| self.is_in(row, &self.woven.target)) {
            return "a shift into the sign overflows by the standard, and not in the competition".into();
        }
        let ambiguous = |row: &&Row| {
            matches!(row.state, State::Failed(_))
                && self.is_in(row, &self.woven.target)
                && self.is_in(row, &self.woven.ours)
        };
        if rows.iter().any(|row| ambiguous(&row)) {
            return "not confirmed: what goes wrong at the target may be a constraint of the witness".into();
        }
        if let Some(why) = &self.woven.leaks_unseen {
            return format!("not confirmed: {why}");
        }
        if !self.woven.exact {
            return "not confirmed: executions that reach the target more than once were left out".into();
        }
        let elsewhere = rows.iter().filter(|row| matches!(row.state, State::Failed(_)));
        let places: Vec<String> = elsewhere.map(|row| self.place(row)).collect();
        let word = self.refusal();
        let mut text =
            format!("{word}: no execution that follows the witness violates the property at its target");
        if let Some(place) = places.first() {
            text += &format!("; elsewhere it is violated: {place}");
        }
        text
    }

    /// What is said of a witness that does not fit. Automata leave so much open that one may be right although
    /// it does not fit as it was read.
    fn refusal(&self) -> &'static str {
        match self.format {
            Format::Yaml => "rejected",
            Format::GraphMl => "not confirmed",
        }
    }

    /// Whether a correctness witness is confirmed.
    pub fn correctness(&self, goals: &[Goal], invariants: &[Invariant]) -> Verdict {
        let mut rows = rows(self.program, self.answer);
        // Assertions of the program itself are not asked for.
        rows.retain(|row| row.property != Property::Assertion || row.note.starts_with(NOTE));
        let failed: Vec<&Row> = rows.iter().filter(|row| matches!(row.state, State::Failed(_))).collect();
        if let Some((row, number)) = failed.iter().find_map(|row| Some((row, self.invariant(row)?)))
            && let Some(invariant) = invariants.get(number)
        {
            return Verdict::Unknown(self.rejection(row, invariant));
        }
        for &goal in goals {
            let kinds = kinds(goal).without(DISPUTED);
            if let Some(row) = failed.iter().find(|row| kinds.contains(row.property)) {
                let place = self.place(row);
                let mut text =
                    format!("rejected: the program is wrong: {place}: {}\n", row.property.sentence());
                if let State::Failed(found) = row.state {
                    text += &self.inputs(found);
                }
                output::error(&text);
                return Verdict::False(goal);
            }
        }
        if let Some(what) = self.answer.disagreements.first() {
            let text = format!("an execution was found that the interpreter does not confirm: {what}");
            return Verdict::Unknown(text);
        }
        match Conclusion::new(&rows, self.answer) {
            Conclusion::Proved(_) => {
                output::error("confirmed: the property and all invariants hold\n");
                Verdict::True
            }
            open => Verdict::Unknown(format!("not confirmed: {}: {}", open.line().0, open.line().1)),
        }
    }

    /// The number of the invariant that a row is about: it does not hold, or its evaluation goes wrong.
    fn invariant(&self, row: &Row) -> Option<usize> {
        if let Some(number) = row.note.strip_prefix(NOTE) {
            return number.parse().ok();
        }
        let inside = |stretch: &Stretch| self.is_in(row, std::slice::from_ref(stretch));
        self.woven.invariants.iter().position(inside)
    }

    fn rejection(&self, row: &Row, invariant: &Invariant) -> String {
        let what = match row.property {
            Property::Assertion => "does not hold".to_string(),
            other => format!("cannot be evaluated: {}", other.sentence()),
        };
        let mut text = format!(
            "{}: the invariant '{}' at {} {what}",
            self.refusal(),
            invariant.value.value,
            invariant.location
        );
        if let State::Failed(found) = row.state {
            let inputs = self.inputs(found);
            if !inputs.is_empty() {
                text += "\n";
                text += inputs.trim_end();
            }
        }
        text
    }
}
