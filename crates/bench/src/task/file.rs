//! Task definition files of SV-COMP, format 1.0 and 2.x.
//!
//! ```yaml
//! format_version: '2.0'
//! input_files: 'array-1.i'
//! properties:
//!   - property_file: ../properties/unreach-call.prp
//!     expected_verdict: true
//! options:
//!   language: C
//!   data_model: ILP32
//! ```

use std::io;
use std::path::{Path, PathBuf};

use fathom_yaml::{Limits, Node, YamlError};

use super::{DataModel, Expected};
use crate::property::Property;

/// Task files are some hundred bytes long, and lists of maps are two deep.
const LIMITS: Limits = Limits { kind: "a task file", bytes: 1 << 20, depth: 16 };

/// A task definition file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TaskFile {
    /// Where it is.
    pub path: PathBuf,
    /// The program; relative paths are resolved against the file's folder.
    pub input_files: Vec<PathBuf>,
    /// What is asked of the program.
    pub properties: Vec<TaskProperty>,
    /// What it is compiled for, if the file says so.
    pub data_model: Option<DataModel>,
    /// What it is written in, if the file says so.
    pub language: Option<String>,
}

/// A property of a task file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TaskProperty {
    /// Resolved against the folder of the task file. It need not exist.
    pub property_file: PathBuf,
    /// The right answer, if there is one; a test-generation task has none.
    pub expected: Option<Expected>,
}

impl TaskProperty {
    /// The property that the file is named after, if it is one of those that we know.
    pub fn property(&self) -> Option<Property> {
        self.property_file.file_stem().and_then(|stem| stem.to_str()).and_then(Property::by_name)
    }
}

/// A task file that cannot be used.
#[derive(Debug, thiserror::Error)]
#[error("{}: {problem}", path.display())]
pub struct TaskError {
    /// Which.
    pub path: PathBuf,
    /// Why.
    pub problem: TaskProblem,
}

/// Why a task cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum TaskProblem {
    /// It cannot be read.
    #[error("cannot read it: {0}")]
    Unreadable(io::Error),
    /// It is not UTF-8.
    #[error("it is not text")]
    NotText,
    /// It is not the YAML of a task file.
    #[error(transparent)]
    Yaml(#[from] YamlError),
    /// A key is missing.
    #[error("no {0} in it; it is no task file")]
    Missing(&'static str),
    /// A key has a value of the wrong kind.
    #[error("{key} should be {expected}")]
    Shape {
        /// The key.
        key: &'static str,
        /// What would be right.
        expected: &'static str,
    },
    /// A format that nobody knows.
    #[error("format_version {0} is not known (1.x and 2.x are)")]
    Version(String),
    /// A file that the task needs is not there.
    #[error("no input file {}", .0.display())]
    NoInput(PathBuf),
    /// A file that is no `.yml` and has no verdict in its name.
    #[error("no task: it is no .yml, and its name has no verdict such as _true-unreach-call in it")]
    NoVerdict,
}

impl TaskFile {
    /// Reads a task file.
    pub fn read(path: &Path) -> Result<Self, TaskError> {
        let error = |problem| TaskError { path: path.to_path_buf(), problem };
        let bytes = std::fs::read(path).map_err(|problem| error(TaskProblem::Unreadable(problem)))?;
        let text = String::from_utf8(bytes).map_err(|_| error(TaskProblem::NotText))?;
        Self::parse(path, &text).map_err(error)
    }

    fn parse(path: &Path, text: &str) -> Result<Self, TaskProblem> {
        let document = Node::parse(text, LIMITS)?;
        let version = scalar(&document, "format_version")?.ok_or(TaskProblem::Missing("format_version"))?;
        if !["1.", "2."].iter().any(|major| version.starts_with(major)) {
            return Err(TaskProblem::Version(version.to_string()));
        }
        let folder = path.parent().unwrap_or(Path::new(""));
        let options = document.get("options");
        let option = |key| options.map_or(Ok(None), |options| scalar(options, key));
        let data_model = match option("data_model")? {
            None => None,
            Some(name) => Some(
                DataModel::by_name(name)
                    .ok_or(TaskProblem::Shape { key: "data_model", expected: "ILP32 or LP64" })?,
            ),
        };
        Ok(Self {
            path: path.to_path_buf(),
            input_files: inputs(&document)?.into_iter().map(|name| folder.join(name)).collect(),
            properties: properties(&document, folder)?,
            data_model,
            language: option("language")?.map(str::to_string),
        })
    }
}

/// The text of a key, if it is there.
fn scalar<'a>(node: &'a Node, key: &'static str) -> Result<Option<&'a str>, TaskProblem> {
    match node.get(key) {
        None => Ok(None),
        Some(value) => match value.text() {
            Some(text) => Ok(Some(text)),
            None => Err(TaskProblem::Shape { key, expected: "one word" }),
        },
    }
}

/// One file, or a list of files.
fn inputs(document: &Node) -> Result<Vec<&str>, TaskProblem> {
    let wrong =
        || TaskProblem::Shape { key: "input_files", expected: "the name of a file or a list of names" };
    let files: Vec<&str> = match document.get("input_files") {
        None => return Err(TaskProblem::Missing("input_files")),
        Some(node) => match node.items() {
            Some(items) => items.iter().map(Node::text).collect::<Option<_>>().ok_or_else(wrong)?,
            None => vec![node.text().ok_or_else(wrong)?],
        },
    };
    let named = |name: &&str| !name.is_empty() && !name.contains('\0');
    if files.is_empty() || !files.iter().all(named) { Err(wrong()) } else { Ok(files) }
}

fn properties(document: &Node, folder: &Path) -> Result<Vec<TaskProperty>, TaskProblem> {
    let Some(list) = document.get("properties") else { return Ok(vec![]) };
    let entries = list.items().ok_or(TaskProblem::Shape { key: "properties", expected: "a list" })?;
    entries.iter().map(|entry| property(entry, folder)).collect()
}

fn property(entry: &Node, folder: &Path) -> Result<TaskProperty, TaskProblem> {
    let file = scalar(entry, "property_file")?.ok_or(TaskProblem::Missing("property_file"))?;
    let expected = match scalar(entry, "expected_verdict")? {
        None => None,
        Some("true" | "True" | "TRUE") => Some(Expected::True),
        Some("false" | "False" | "FALSE") => Some(Expected::False(subproperty(entry)?)),
        Some(_) => return Err(TaskProblem::Shape { key: "expected_verdict", expected: "true or false" }),
    };
    Ok(TaskProperty { property_file: folder.join(file), expected })
}

fn subproperty(entry: &Node) -> Result<Option<Property>, TaskProblem> {
    match scalar(entry, "subproperty")? {
        None => Ok(None),
        Some(name) => match Property::by_name(name) {
            Some(property) => Ok(Some(property)),
            None => Err(TaskProblem::Shape { key: "subproperty", expected: "the name of a property" }),
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(text: &str) -> Result<TaskFile, String> {
        TaskFile::parse(Path::new("c/loops/a.yml"), text).map_err(|problem| problem.to_string())
    }

    const TASK: &str = "format_version: '2.0'\ninput_files: 'a.i'\nproperties:\n  \
        - property_file: ../properties/valid-memsafety.prp\n    expected_verdict: false\n    \
        subproperty: valid-deref\n  - property_file: ../properties/termination.prp\n    \
        expected_verdict: true\n  - property_file: ../properties/coverage-branches.prp\noptions:\n  \
        language: C\n  data_model: LP64\n";

    #[test]
    fn a_task_file() {
        let task = parse(TASK).unwrap();
        assert_eq!(task.input_files, [PathBuf::from("c/loops/a.i")]);
        assert_eq!(task.properties.len(), 3);
        let property = &task.properties[0];
        assert_eq!(property.property_file, Path::new("c/loops/../properties/valid-memsafety.prp"));
        assert_eq!(property.property(), Some(Property::ValidMemsafety));
        assert_eq!(property.expected, Some(Expected::False(Some(Property::ValidDeref))));
        assert_eq!(task.properties[1].expected, Some(Expected::True));
        assert_eq!((task.properties[2].expected, task.properties[2].property()), (None, None));
        assert_eq!((task.data_model, task.language.as_deref()), (Some(DataModel::Lp64), Some("C")));
    }

    #[test]
    fn format_one_and_several_files() {
        let task = parse("format_version: 1.0\ninput_files: [a.c, lib/b.c]\n").unwrap();
        assert_eq!(task.input_files, [PathBuf::from("c/loops/a.c"), PathBuf::from("c/loops/lib/b.c")]);
        assert_eq!((task.properties, task.data_model), (vec![], None));
    }

    #[test]
    fn what_is_no_task_file_is_refused() {
        let message = |text: &str| parse(text).unwrap_err();
        assert_eq!(message(""), "it is empty");
        assert_eq!(message("language: c\n"), "no format_version in it; it is no task file");
        assert_eq!(message("just text"), "no format_version in it; it is no task file");
        assert_eq!(message("format_version: '3.0'\n"), "format_version 3.0 is not known (1.x and 2.x are)");
        assert_eq!(message("format_version: '2.0'\n"), "no input_files in it; it is no task file");
        for files in ["[]", "''", "{a: b}", "[[a]]", "[a, ~]", "\"a\\0b\""] {
            let text = format!("format_version: '2.0'\ninput_files: {files}\n");
            assert!(message(&text).contains("input_files"), "{files}: {}", message(&text));
        }
        for (from, to) in [
            ("expected_verdict: true", "expected_verdict: maybe"),
            ("expected_verdict: true", "expected_verdict: [true]"),
            ("subproperty: valid-deref", "subproperty: valid"),
            ("property_file: ../properties/termination.prp", "file: x"),
            ("LP64", "LLP64"),
            ("properties:\n  - ", "properties:\n    "),
        ] {
            assert!(TASK.contains(from));
            assert!(parse(&TASK.replacen(from, to, 1)).is_err(), "{to}");
        }
    }

    #[test]
    fn files_that_cannot_be_read_are_named() {
        let error = TaskFile::read(Path::new("no/such.yml")).unwrap_err().to_string();
        assert!(error.starts_with("no/such.yml: cannot read it: "), "{error}");
    }
}
