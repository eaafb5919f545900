//! Verdicts of a suite that are known to be wrong, and what is right.
//!
//! A line each: the name of the task, the property, the right verdict, and why.
//!
//! ```text
//! # Comments and empty lines do not count.
//! folder/name_false-no-overflow.c no-overflow true nothing overflows, since the constant is a long
//! ```

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use super::{Expected, Task};
use crate::property::Property;
use crate::verdict::Status;

/// A verdict that is right where the suite is not.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Label {
    /// The name of the task.
    pub task: String,
    /// The property.
    pub property: Property,
    /// The right verdict.
    pub expected: Expected,
    /// Why.
    pub reason: String,
}

/// A label that took the place of the suite's.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Corrected {
    /// What is right.
    pub label: Label,
    /// What the suite says.
    pub suite: Expected,
}

/// Why labels cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum LabelError {
    /// The file cannot be read.
    #[error("cannot read {}: {error}", path.display())]
    Unreadable {
        /// The file.
        path: PathBuf,
        /// Why.
        error: io::Error,
    },
    /// A line is no label.
    #[error("{}:{line}: {problem}; expected a task, a property, true or false, and a reason", path.display())]
    Line {
        /// The file.
        path: PathBuf,
        /// From 1.
        line: usize,
        /// What is wrong.
        problem: String,
    },
}

/// The labels in a file.
pub fn labels(path: &Path) -> Result<Vec<Label>, LabelError> {
    let text = fs::read_to_string(path)
        .map_err(|error| LabelError::Unreadable { path: path.to_path_buf(), error })?;
    let numbered = text.lines().map(str::trim).enumerate();
    let lines = numbered.filter(|(_, line)| !line.is_empty() && !line.starts_with('#'));
    let label = |(at, line): (usize, &str)| {
        label(line).map_err(|problem| LabelError::Line { path: path.to_path_buf(), line: at + 1, problem })
    };
    lines.map(label).collect()
}

fn label(line: &str) -> Result<Label, String> {
    let mut rest = line;
    let mut word = |what: &str| {
        let (word, more) = rest.split_once(char::is_whitespace).unwrap_or((rest, ""));
        rest = more.trim_start();
        if word.is_empty() { Err(format!("there is no {what}")) } else { Ok(word) }
    };
    let (task, property, verdict) = (word("task")?, word("property")?, word("verdict")?);
    let property = Property::by_name(property).ok_or_else(|| format!("there is no property {property}"))?;
    let expected = match verdict.parse() {
        Ok(Status::True) => Expected::True,
        Ok(Status::False(part)) => Expected::False(part),
        _ => return Err(format!("'{verdict}' is no verdict")),
    };
    if rest.is_empty() {
        return Err("there is no reason".into());
    }
    Ok(Label { task: task.into(), property, expected, reason: rest.into() })
}

/// Gives tasks the verdicts that are right; those that were others.
pub fn correct(tasks: &mut [Task], labels: &[Label]) -> Vec<Corrected> {
    let mut corrected = vec![];
    for label in labels {
        for task in tasks.iter_mut() {
            if task.name == label.task && task.property == label.property && task.expected != label.expected {
                corrected.push(Corrected { label: label.clone(), suite: task.expected });
                task.expected = label.expected;
            }
        }
    }
    corrected
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::task;

    #[test]
    fn lines() {
        let found = label("loops/a.c  no-overflow\tfalse(no-overflow) it is\twrong").unwrap();
        assert_eq!(found.expected, Expected::False(Some(Property::NoOverflow)));
        assert_eq!(found.reason, "it is\twrong");
        for (line, problem) in [
            ("", "there is no task"),
            ("a.c", "there is no property"),
            ("a.c overflow true x", "there is no property overflow"),
            ("a.c no-overflow x y", "'x' is no verdict"),
            ("a.c no-overflow", "there is no verdict"),
            ("a.c no-overflow unknown x", "'unknown' is no verdict"),
            ("a.c no-overflow true", "there is no reason"),
        ] {
            assert_eq!(label(line).unwrap_err(), problem, "{line}");
        }
    }

    #[test]
    fn only_what_differs_is_corrected() {
        let mut tasks = [
            task("a", Property::NoOverflow, Expected::True),
            task("a", Property::UnreachCall, Expected::True),
            task("b", Property::NoOverflow, Expected::False(None)),
        ];
        let name = tasks[0].name.clone();
        let label = |task: &str, expected| Label {
            task: task.into(),
            property: Property::NoOverflow,
            expected,
            reason: "so".into(),
        };
        let other = tasks[2].name.clone();
        let labels = [label(&name, Expected::False(None)), label(&other, Expected::False(None))];
        let corrected = correct(&mut tasks, &labels);
        assert_eq!(corrected, [Corrected { label: labels[0].clone(), suite: Expected::True }]);
        assert_eq!(tasks[0].expected, Expected::False(None));
        assert_eq!(tasks[1].expected, Expected::True);
    }
}
