//! The answer as data. Written as JSON, this is the output of `fathom check --format json`.

use fathom_evidence::{Evidence, Where};
use serde::{Deserialize, Serialize};

/// The number in [`Report::version`]; it changes when old readers would misread the data.
pub const VERSION: u32 = 1;

/// What [`Report::format`] says.
pub const FORMAT: &str = "fathom-report";

/// What is known of a program.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Report {
    /// [`FORMAT`].
    pub format: String,
    /// [`VERSION`].
    pub version: u32,
    /// Who says so.
    pub tool: Tool,
    /// Of what.
    pub program: Program,
    /// The answer in one word.
    pub outcome: Outcome,
    /// The answer in one sentence.
    pub summary: String,
    /// Every property of the code that was looked at, in the order of the source.
    pub properties: Vec<Property>,
    /// Every loop (and recursive function) that was reached.
    pub loops: Vec<Loop>,
    /// What was assumed beyond the program, a sentence each.
    pub assumptions: Vec<String>,
    /// What a reader should know beside the verdicts, a sentence each: why the search ended early, that
    /// the assumptions of the program exclude every execution, and so on.
    pub warnings: Vec<String>,
    /// How long it took, in seconds.
    pub seconds: f64,
    /// The bound of [`Verdict::SafeUpTo`] is the one that the user asked for (`--unwind`, `--unwindset`), and
    /// the search got there: to hold up to it is all that was wanted.
    #[serde(default, skip_serializing_if = "is_false")]
    pub bound_as_asked: bool,
    /// The exit code of the process, if a process wrote the report.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub exit_code: Option<u8>,
}

/// The program that says so.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Tool {
    /// `Fathom`.
    pub name: String,
    /// Its version.
    pub version: String,
    /// The command line.
    pub command: Vec<String>,
}

/// The program that was looked at.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Program {
    /// The files on the command line.
    pub files: Vec<String>,
    /// Where execution starts.
    pub entry: String,
    /// The folder that relative names of files start from.
    pub directory: String,
}

/// The answer in one word.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Outcome {
    /// A property fails.
    Failed,
    /// All hold in every execution.
    Proved,
    /// All hold in every execution in which no loop goes round more often than a bound.
    Bounded,
    /// Not known.
    Unknown,
}

/// A property at a place.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Property {
    /// The stable name of its kind, `use-after-free`.
    pub kind: String,
    /// What it would mean if it failed, one sentence.
    pub message: String,
    /// The weakness in the Common Weakness Enumeration.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cwe: Option<u32>,
    /// The text of an assertion, the name of what is not modelled; may be empty.
    pub note: String,
    /// Where.
    #[serde(flatten)]
    pub place: Where,
    /// What is known of it.
    #[serde(flatten)]
    pub verdict: Verdict,
}

/// What is known of a property.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(tag = "verdict", rename_all = "kebab-case")]
pub enum Verdict {
    /// It holds in every execution.
    Proved,
    /// It holds in every execution in which no loop goes round more often than this.
    SafeUpTo {
        /// The bound.
        bound: u32,
    },
    /// It fails, in this execution.
    Failed {
        /// The execution.
        evidence: Box<Evidence>,
    },
    /// No execution gets there.
    Unreachable,
    /// Not known.
    Unknown {
        /// Why.
        reason: String,
    },
}

/// A loop, or a function that calls itself.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Loop {
    /// The name for `--unwindset`.
    pub name: String,
    /// Where it begins.
    #[serde(flatten)]
    pub place: Where,
    /// How often it went round at most in what was looked at.
    pub bound: u32,
    /// It cannot go round more often.
    pub complete: bool,
}

// Serde asks for a reference.
#[allow(clippy::trivially_copy_pass_by_ref)]
fn is_false(flag: &bool) -> bool {
    !flag
}
