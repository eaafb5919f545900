//! Verifiers, and how to talk to each: an adapter builds command lines for a task and reads what comes back.
//!
//! An adapter is a function from what has happened so far to what comes next, so that a tool that has to be
//! called several times (deeper and deeper, or a compiler first) is one run under one limit.

mod cbmc;
mod esbmc;
mod fathom;
mod klee;
mod sea;

use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use crate::hash::fnv_of_file;
use crate::process::{Budget, Ending, Finished, Invocation, execute};
use crate::task::{DataModel, Task};
use crate::verdict::Verdict;

/// Verifiers that there are adapters for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// This one.
    Fathom,
    /// CBMC 6.
    Cbmc,
    /// ESBMC 7.
    Esbmc,
    /// SeaHorn.
    Sea,
    /// KLEE.
    Klee,
}

impl Kind {
    /// All of them.
    pub const ALL: [Self; 5] = [Self::Fathom, Self::Cbmc, Self::Esbmc, Self::Sea, Self::Klee];

    /// The name of the program.
    pub fn name(self) -> &'static str {
        match self {
            Self::Fathom => "fathom",
            Self::Cbmc => "cbmc",
            Self::Esbmc => "esbmc",
            Self::Sea => "sea",
            Self::Klee => "klee",
        }
    }

    fn next(self, question: &Question, round: usize, last: Option<&Finished>) -> Next {
        match self {
            Self::Fathom => fathom::next(question, last),
            Self::Cbmc => cbmc::next(question, round, last),
            Self::Esbmc => esbmc::next(question, last),
            Self::Sea => sea::next(question, last),
            Self::Klee => klee::next(question, round, last),
        }
    }
}

/// A tool as it was asked for: `fathom`, `cbmc=/opt/cbmc/bin/cbmc`, `fathom:--unwind 8`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Specification {
    /// Which tool.
    pub kind: Kind,
    /// Where it is, if not on the path.
    pub path: Option<PathBuf>,
    /// Further options for it, in one string.
    pub options: String,
}

impl std::str::FromStr for Specification {
    type Err = String;

    /// Options begin with a dash, so a path may have colons in it.
    fn from_str(text: &str) -> Result<Self, String> {
        let split = text.match_indices(':').find(|(at, _)| text[at + 1..].trim_start().starts_with('-'));
        let (tool, options) = match split {
            Some((at, _)) => (&text[..at], text[at + 1..].trim()),
            None => (text, ""),
        };
        let (name, path) = match tool.split_once('=') {
            Some((_, "")) => return Err("expected the path of the tool behind =".into()),
            Some((name, path)) => (name, Some(PathBuf::from(path))),
            None => (tool, None),
        };
        let kind = Kind::ALL.into_iter().find(|kind| kind.name() == name).ok_or_else(|| {
            let names = Kind::ALL.map(Kind::name).join(", ");
            format!("expected NAME, NAME=PATH or NAME:OPTIONS; the names are {names}")
        })?;
        Ok(Self { kind, path, options: options.to_string() })
    }
}

/// Why a tool cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum ToolError {
    /// It is not there.
    #[error("no program {0} on the PATH; {0}=PATH says where it is")]
    NotFound(&'static str),
    /// It is not where it should be.
    #[error("no program {}", .0.display())]
    NoFile(PathBuf),
    /// Twice the same.
    #[error("{0} is there twice")]
    Twice(String),
}

/// A tool with its options.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Tool {
    /// Which tool.
    pub kind: Kind,
    /// Where it is.
    pub program: PathBuf,
    /// Further options for it.
    pub options: Vec<String>,
    /// Names it in tables; no two are the same.
    pub label: String,
    /// What it says of itself, and a hash of the program: versions under development share their numbers.
    pub version: String,
}

impl Tool {
    /// Looks for a tool. `options` are those of the specification, as single words; it is asked for its
    /// version in a folder of `scratch`.
    pub fn find(
        specification: &Specification,
        options: Vec<String>,
        scratch: &Path,
    ) -> Result<Self, ToolError> {
        let kind = specification.kind;
        let program = match &specification.path {
            Some(path) if path.exists() => fs::canonicalize(path).ok(),
            Some(path) => on_the_path(path),
            None if kind == Kind::Fathom => env::current_exe().ok(),
            None => on_the_path(Path::new(kind.name())),
        };
        let program = program.filter(|path| path.is_file()).ok_or_else(|| match &specification.path {
            Some(path) => ToolError::NoFile(path.clone()),
            None => ToolError::NotFound(kind.name()),
        })?;
        let mut words = vec![kind.name().to_string()];
        words.extend(options.iter().cloned());
        let version = version(&program, scratch);
        Ok(Self { kind, program, options, label: words.join(" "), version })
    }

    /// What to do for a question.
    pub fn next(&self, question: &Question, round: usize, last: Option<&Finished>) -> Next {
        match last.map(|last| last.ending) {
            Some(Ending::Signalled(signal)) => {
                Next::Done(Verdict::Error(format!("ended by signal {signal}")))
            }
            Some(Ending::TooMuchOutput) => Next::Done(Verdict::Error("too much output".into())),
            // Limits are the business of whoever set them.
            Some(Ending::TimeOut | Ending::OutOfMemory | Ending::Interrupted) => {
                Next::Done(Verdict::Unknown(String::new()))
            }
            Some(Ending::Exited(_)) | None => self.kind.next(question, round, last),
        }
    }
}

/// Gives tools with the same name and options the path of their program as part of their name.
pub fn tell_apart(tools: &mut [Tool]) -> Result<(), ToolError> {
    let labels: Vec<String> = tools.iter().map(|tool| tool.label.clone()).collect();
    for tool in tools.iter_mut() {
        if labels.iter().filter(|label| **label == tool.label).count() > 1 {
            tool.label = format!("{} ({})", tool.label, tool.program.display());
        }
    }
    for (index, tool) in tools.iter().enumerate() {
        if tools[..index].iter().any(|other| other.label == tool.label) {
            return Err(ToolError::Twice(tool.label.clone()));
        }
    }
    Ok(())
}

fn on_the_path(name: &Path) -> Option<PathBuf> {
    let folders = env::var_os("PATH")?;
    let found = env::split_paths(&folders).map(|folder| folder.join(name)).find(|path| path.is_file())?;
    fs::canonicalize(found).ok()
}

/// The first line of `--version` and a hash of the program.
fn version(program: &Path, scratch: &Path) -> String {
    let invocation = Invocation::new(program).arg("--version");
    let second = Duration::from_secs(1);
    let budget = Budget { wall: 10 * second, cpu: 10 * second, memory: 4 << 30 };
    let folder = scratch.join("version");
    let finished = fs::create_dir_all(&folder)
        .and_then(|()| execute(&invocation, &folder, budget, &AtomicBool::new(false)));
    let said = finished.map(|finished| finished.stdout).unwrap_or_default();
    let first = said.lines().map(str::trim).find(|line| !line.is_empty()).unwrap_or("no version");
    let short: String = first.chars().take(80).collect();
    let hash = fnv_of_file(program).unwrap_or_default() >> 32;
    format!("{short} [{hash:08x}]")
}

/// A task for a tool.
pub struct Question<'a> {
    /// The tool.
    pub tool: &'a Tool,
    /// The task.
    pub task: &'a Task,
    /// The property file.
    pub property_file: &'a Path,
    /// The limit of time.
    pub time: Duration,
    /// The limit of memory, in bytes.
    pub memory: u64,
}

impl Question<'_> {
    /// The tool without arguments.
    fn invocation(&self) -> Invocation {
        Invocation::new(&self.tool.program)
    }

    /// Seconds, at least one.
    fn seconds(&self) -> u64 {
        self.time.as_secs().max(1)
    }

    /// One of two words, by the data model.
    fn by_model<'w>(&self, narrow: &'w str, wide: &'w str) -> &'w str {
        match self.task.data_model {
            DataModel::Ilp32 => narrow,
            DataModel::Lp64 => wide,
        }
    }
}

/// What comes next in a run.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Next {
    /// A command.
    Run(Invocation),
    /// The end.
    Done(Verdict),
}

/// The verdict of a question that an adapter does not ask.
fn not_asked() -> Next {
    Next::Done(Verdict::Unknown("the adapter does not ask this property".into()))
}

/// The first line of an output that says something, for messages.
fn first_line(finished: &Finished) -> String {
    let mut lines = finished.stderr.lines().chain(finished.stdout.lines()).map(str::trim);
    let line = lines.find(|line| !line.is_empty()).unwrap_or("no output");
    line.chars().take(300).collect()
}

/// An error with the exit code and the first line of the output.
fn failed(finished: &Finished) -> Next {
    let code = match finished.ending {
        Ending::Exited(code) => code.to_string(),
        _ => "none".into(),
    };
    Next::Done(Verdict::Error(format!("exit code {code}: {}", first_line(finished))))
}

#[cfg(test)]
mod testing {
    //! What the tests of adapters share.

    use super::*;
    use crate::property::Property;
    use crate::task::Expected;
    use crate::testing::task;

    /// What a tool does next.
    pub fn next(kind: Kind, property: Property, round: usize, last: Option<&Finished>) -> Next {
        let task = task("a", property, Expected::True);
        let tool = Tool {
            kind,
            program: PathBuf::from("/bin").join(kind.name()),
            options: vec!["--extra".into()],
            label: kind.name().into(),
            version: String::new(),
        };
        let property_file = Path::new("/p.prp");
        let question = Question {
            tool: &tool,
            task: &task,
            property_file,
            time: Duration::from_secs(9),
            memory: 1 << 30,
        };
        tool.next(&question, round, last)
    }

    /// The command line of a round.
    pub fn line(kind: Kind, property: Property, round: usize, last: Option<&Finished>) -> String {
        match next(kind, property, round, last) {
            Next::Run(invocation) => invocation.line(),
            Next::Done(verdict) => panic!("{verdict:?}"),
        }
    }

    /// An output with an exit code.
    pub fn output(code: i32, stdout: &str, stderr: &str) -> Finished {
        Finished {
            ending: Ending::Exited(code),
            stdout: stdout.into(),
            stderr: stderr.into(),
            cpu: Duration::ZERO,
            wall: Duration::ZERO,
            memory: 0,
        }
    }

    /// What is made of an output.
    pub fn verdict(kind: Kind, property: Property, round: usize, last: &Finished) -> Verdict {
        match next(kind, property, round, Some(last)) {
            Next::Run(invocation) => panic!("{}", invocation.line()),
            Next::Done(verdict) => verdict,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn specification(text: &str) -> Result<Specification, String> {
        text.parse()
    }

    #[test]
    fn specifications() {
        let wanted = |kind, path: Option<&str>, options: &str| {
            Ok(Specification { kind, path: path.map(PathBuf::from), options: options.into() })
        };
        assert_eq!(specification("cbmc"), wanted(Kind::Cbmc, None, ""));
        assert_eq!(specification("fathom:--unwind 8"), wanted(Kind::Fathom, None, "--unwind 8"));
        assert_eq!(specification("fathom: --a"), wanted(Kind::Fathom, None, "--a"));
        assert_eq!(specification("cbmc=/o:p/cbmc"), wanted(Kind::Cbmc, Some("/o:p/cbmc"), ""));
        assert_eq!(specification("sea=x/sea:--y=z:-w"), wanted(Kind::Sea, Some("x/sea"), "--y=z:-w"));
        for wrong in ["", "z3", "cbmc=", "=/bin/cbmc", "fathom:unwind"] {
            assert!(specification(wrong).is_err(), "{wrong}");
        }
        assert!(specification("z3").unwrap_err().contains("fathom, cbmc, esbmc, sea, klee"));
    }

    #[test]
    fn tools_are_looked_for() {
        let scratch = crate::testing::Scratch::new("tool-find");
        let find = |text: &str| Tool::find(&specification(text).unwrap(), vec!["-x".into()], &scratch.path);
        let shell = find("cbmc=sh").unwrap();
        assert!(shell.program.is_absolute() && shell.label == "cbmc -x");
        assert!(shell.version.ends_with(']'), "{}", shell.version);
        assert!(matches!(find("cbmc=/no/such/cbmc"), Err(ToolError::NoFile(_))));
        assert!(matches!(find("cbmc=no-such-program"), Err(ToolError::NoFile(_))));
        assert!(matches!(find("cbmc=/"), Err(ToolError::NoFile(_))));
    }

    #[test]
    fn tools_with_one_name_are_told_apart() {
        let tool = |path: &str| Tool {
            kind: Kind::Fathom,
            program: path.into(),
            options: vec![],
            label: "fathom".into(),
            version: String::new(),
        };
        let mut tools = vec![tool("/a"), tool("/b")];
        tell_apart(&mut tools).unwrap();
        assert_eq!((tools[0].label.as_str(), tools[1].label.as_str()), ("fathom (/a)", "fathom (/b)"));
        assert!(tell_apart(&mut [tool("/a"), tool("/a")]).is_err());
    }
}
