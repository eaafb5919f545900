//! What tools answer, and what it is worth.

use std::fmt;
use std::str::FromStr;

use crate::property::Property;
use crate::task::{Expected, Task};

/// What a tool says of a task.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// The property holds.
    True,
    /// It does not; with what is violated, if the tool says so.
    False(Option<Property>),
    /// The tool does not know, and may say why.
    Unknown(String),
    /// The tool failed: it crashed, or refused the program.
    Error(String),
}

/// How a run ended: what is stored, and what is compared with the expectation.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Status {
    /// The tool says that the property holds.
    True,
    /// The tool raises an alarm, and may name what is violated.
    False(Option<Property>),
    /// The tool does not know.
    Unknown,
    /// The limit of time ended it.
    TimeOut,
    /// The limit of memory ended it.
    OutOfMemory,
    /// It crashed, or refused the program.
    Error,
}

impl fmt::Display for Status {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Self::True => f.write_str("true"),
            Self::False(None) => f.write_str("false"),
            Self::False(Some(property)) => write!(f, "false({})", property.name()),
            Self::Unknown => f.write_str("unknown"),
            Self::TimeOut => f.write_str("time-out"),
            Self::OutOfMemory => f.write_str("out-of-memory"),
            Self::Error => f.write_str("error"),
        }
    }
}

impl FromStr for Status {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        Ok(match text {
            "true" => Self::True,
            "false" => Self::False(None),
            "unknown" => Self::Unknown,
            "time-out" => Self::TimeOut,
            "out-of-memory" => Self::OutOfMemory,
            "error" => Self::Error,
            _ => {
                let name = text.strip_prefix("false(").and_then(|rest| rest.strip_suffix(')'));
                let property = name.and_then(Property::by_name);
                Self::False(Some(property.ok_or_else(|| format!("'{text}' is no status"))?))
            }
        })
    }
}

/// What a run is worth: columns of the table.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Class {
    /// A proof of what holds.
    CorrectTrue,
    /// An alarm about what fails.
    CorrectFalse,
    /// A proof of what fails.
    WrongTrue,
    /// An alarm about what holds, or about another part of memory safety than the one that fails.
    WrongFalse,
    /// No answer.
    Unknown,
    /// The limit of time ended it.
    TimeOut,
    /// The limit of memory ended it.
    OutOfMemory,
    /// It crashed, or refused the program.
    Error,
}

impl Class {
    /// All, in the order of the table.
    pub const ALL: [Self; 8] = [
        Self::CorrectTrue,
        Self::CorrectFalse,
        Self::WrongTrue,
        Self::WrongFalse,
        Self::Unknown,
        Self::TimeOut,
        Self::OutOfMemory,
        Self::Error,
    ];

    /// For tables.
    pub fn name(self) -> &'static str {
        match self {
            Self::CorrectTrue => "correct true",
            Self::CorrectFalse => "correct false",
            Self::WrongTrue => "wrong true",
            Self::WrongFalse => "wrong false",
            Self::Unknown => "unknown",
            Self::TimeOut => "time-out",
            Self::OutOfMemory => "out of memory",
            Self::Error => "error",
        }
    }

    /// Whether the answer is right.
    pub fn is_correct(self) -> bool {
        matches!(self, Self::CorrectTrue | Self::CorrectFalse)
    }

    /// Whether the answer is wrong.
    pub fn is_wrong(self) -> bool {
        matches!(self, Self::WrongTrue | Self::WrongFalse)
    }

    /// Points in SV-COMP.
    pub fn score(self) -> i64 {
        match self {
            Self::CorrectTrue => 2,
            Self::CorrectFalse => 1,
            Self::WrongTrue => -32,
            Self::WrongFalse => -16,
            Self::Unknown | Self::TimeOut | Self::OutOfMemory | Self::Error => 0,
        }
    }
}

/// Compares an answer with the expectation.
///
/// An alarm about memory safety must name the part that is known to be violated: another one is wrong, none is
/// no answer. An alarm about something that was not asked is an error of the tool.
pub fn judge(task: &Task, status: Status) -> Class {
    match (task.expected, status) {
        (Expected::True, Status::True) => Class::CorrectTrue,
        (Expected::False(_), Status::True) => Class::WrongTrue,
        (Expected::True, Status::False(_)) => Class::WrongFalse,
        (Expected::False(_), Status::False(Some(named))) if !task.property.violations().contains(&named) => {
            Class::Error
        }
        (Expected::False(Some(_)), Status::False(None)) => Class::Unknown,
        (Expected::False(Some(part)), Status::False(Some(named))) if part != named => Class::WrongFalse,
        (Expected::False(_), Status::False(_)) => Class::CorrectFalse,
        (_, Status::Unknown) => Class::Unknown,
        (_, Status::TimeOut) => Class::TimeOut,
        (_, Status::OutOfMemory) => Class::OutOfMemory,
        (_, Status::Error) => Class::Error,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::task;

    #[test]
    fn statuses_are_read_back() {
        let all = [
            Status::True,
            Status::False(None),
            Status::False(Some(Property::ValidDeref)),
            Status::Unknown,
            Status::TimeOut,
            Status::OutOfMemory,
            Status::Error,
        ];
        for status in all {
            assert_eq!(status.to_string().parse(), Ok(status));
        }
        assert!("false(x)".parse::<Status>().is_err() && "".parse::<Status>().is_err());
    }

    #[test]
    fn answers_are_judged() {
        let reach = |expected| task("a", Property::UnreachCall, expected);
        let alarm = Status::False(Some(Property::UnreachCall));
        assert_eq!(judge(&reach(Expected::True), Status::True), Class::CorrectTrue);
        assert_eq!(judge(&reach(Expected::True), alarm), Class::WrongFalse);
        assert_eq!(judge(&reach(Expected::False(None)), alarm), Class::CorrectFalse);
        assert_eq!(judge(&reach(Expected::False(None)), Status::False(None)), Class::CorrectFalse);
        assert_eq!(judge(&reach(Expected::False(None)), Status::True), Class::WrongTrue);
        assert_eq!(judge(&reach(Expected::False(None)), Status::TimeOut), Class::TimeOut);
        let other = Status::False(Some(Property::NoOverflow));
        assert_eq!(judge(&reach(Expected::False(None)), other), Class::Error);
        assert_eq!(judge(&reach(Expected::True), other), Class::WrongFalse);
    }

    #[test]
    fn alarms_about_memory_name_what_is_violated() {
        let memory = |part| task("a", Property::ValidMemsafety, Expected::False(part));
        let alarm = |property| Status::False(Some(property));
        let deref = Some(Property::ValidDeref);
        assert_eq!(judge(&memory(deref), alarm(Property::ValidDeref)), Class::CorrectFalse);
        assert_eq!(judge(&memory(deref), alarm(Property::ValidFree)), Class::WrongFalse);
        assert_eq!(judge(&memory(deref), Status::False(None)), Class::Unknown);
        assert_eq!(judge(&memory(None), alarm(Property::ValidFree)), Class::CorrectFalse);
        assert_eq!(judge(&memory(deref), alarm(Property::ValidMemcleanup)), Class::Error);
    }

    #[test]
    fn scores_are_those_of_the_competition() {
        let scores: Vec<i64> = Class::ALL.iter().map(|class| class.score()).collect();
        assert_eq!(scores, [2, 1, -32, -16, 0, 0, 0, 0]);
    }
}
