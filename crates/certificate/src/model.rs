//! The manifest as data. It is written as JSON, in the file [`FILE`] of the directory.
//!
//! Properties and queries are named by their places: properties from 0 on, queries by their `id`, from 1 on.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

/// The name of the manifest in its directory.
pub const FILE: &str = "manifest.json";

/// What [`Manifest::format`] says.
pub const FORMAT: &str = "fathom-certificate";

/// The number in [`Manifest::version`]; it changes when old readers would misread the data.
pub const VERSION: u32 = 1;

/// What is certified.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Manifest {
    /// [`FORMAT`].
    pub format: String,
    /// [`VERSION`].
    pub version: u32,
    /// Who says so.
    pub tool: Tool,
    /// Of what.
    pub program: Program,
    /// What was asked.
    pub options: Options,
    /// What was assumed beyond the program, a sentence each.
    pub assumptions: Vec<String>,
    /// The answer in one word.
    pub outcome: Outcome,
    /// The answer in one sentence.
    pub summary: String,
    /// What all verdicts rest on.
    pub exploration: Exploration,
    /// Every property of the code that was looked at, in the order of the source.
    pub properties: Vec<Property>,
    /// The formulas that have no model.
    pub queries: Vec<Query>,
}

/// The program that says so.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Tool {
    /// `Fathom`.
    pub name: String,
    /// Its version.
    pub version: String,
}

/// The program that was looked at.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Program {
    /// The files on the command line, and what was in them.
    pub files: Vec<SourceFile>,
    /// SHA-256 of the LLVM IR of each of them, as it was read: with it, headers and the compiler are pinned down too.
    pub llvm_ir: Vec<String>,
    /// Where execution starts.
    pub entry: String,
}

/// A file of the program.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct SourceFile {
    /// As it was named on the command line.
    pub path: String,
    /// Of its bytes; `None` for standard input.
    pub sha256: Option<String>,
}

/// What was asked.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Options {
    /// The arguments of the command line, from `check` on.
    pub command: Vec<String>,
    /// Stable names of the kinds of properties that were checked.
    pub checks: Vec<String>,
    /// How often any loop may go round at most.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub unwind: Option<u32>,
    /// How often single loops may go round at most, by their names.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub unwindset: BTreeMap<String, u32>,
    /// Allocation functions may return null.
    pub malloc_may_fail: bool,
    /// Functions that write to streams may fail.
    #[serde(default)]
    pub io_may_fail: bool,
    /// Functions that nobody defines return any value and change nothing.
    pub stub_missing: bool,
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

/// How far the program was looked at.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Exploration {
    /// Nothing that can be reached was left out.
    pub complete: bool,
    /// Rounds of loops up to which nothing was left out, if it was not complete.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub bound: Option<u32>,
    /// Queries that show that what was left out cannot be reached: every verdict rests on them.
    pub queries: Vec<u32>,
}

/// A property at a place.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Property {
    /// The stable name of its kind, `use-after-free`.
    pub kind: String,
    /// The text of an assertion, the name of what is not modelled; may be empty.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub note: String,
    /// The function in the source.
    pub function: String,
    /// The file, as the compiler names it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub file: Option<String>,
    /// From 1.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub line: Option<u32>,
    /// From 1, in bytes.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub column: Option<u32>,
    /// What is known of it.
    pub verdict: Verdict,
    /// If it is safe up to a bound: which.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub bound: Option<u32>,
    /// If it is not known: why.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
    /// If it holds: what decided that.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub decided_by: Option<DecidedBy>,
    /// The queries about it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub queries: Vec<u32>,
}

/// What is known of a property.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Verdict {
    /// It holds in every execution.
    Proved,
    /// It holds in every execution in which no loop goes round more often than the bound.
    SafeUpTo,
    /// It fails.
    Failed,
    /// No execution gets there.
    Unreachable,
    /// Not known.
    Unknown,
}

impl Verdict {
    /// Whether it says that the property holds, and so needs a certificate.
    pub fn holds(self) -> bool {
        match self {
            Self::Proved | Self::SafeUpTo | Self::Unreachable => true,
            Self::Failed | Self::Unknown => false,
        }
    }
}

/// What decided that a property holds.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum DecidedBy {
    /// Queries, and perhaps simplification of other ways to it.
    Queries,
    /// Simplification alone, while formulas were built: there was nothing left to ask.
    Folded,
    /// Evaluation never came to it: what leads to it folded, or cannot be reached by the queries of the exploration.
    NeverMet,
}

/// A formula that has no model.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Query {
    /// Its number: one more than its place.
    pub id: u32,
    /// What it means that it has none.
    pub claim: Claim,
    /// The bound of the round that asked.
    pub bound: u32,
    /// How many cases it is a disjunction of.
    pub cases: u64,
    /// The properties that rest on it, by their places.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub properties: Vec<usize>,
    /// The proof.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub certificate: Option<Files>,
    /// Why there is no proof, if there is none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub uncertified: Option<String>,
}

/// What a formula without a model means.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Claim {
    /// None of the obligations fails in any execution.
    Holds,
    /// No execution reaches the states beyond the bound that were given up.
    NotBeyond,
    /// No execution ends in undefined behaviour of a kind that is not checked.
    NotCut,
    /// No execution depends on where objects lie for which one address was chosen.
    AnyLayout,
    /// No execution looks at the properties.
    Unreachable,
}

/// The files of a certificate.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Files {
    /// The formula, in SMT-LIB 2.
    pub formula: File,
    /// Its clauses, in DIMACS.
    pub clauses: File,
    /// The proof that the clauses have no model, in LRAT.
    pub proof: File,
    /// The models that lemmas among the clauses were made for.
    pub models: File,
}

impl Files {
    /// All of them.
    pub fn all(&self) -> [&File; 4] {
        [&self.formula, &self.clauses, &self.proof, &self.models]
    }
}

/// A file of the directory.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct File {
    /// Its name, without folders.
    pub file: String,
    /// SHA-256 of its bytes, in 64 hexadecimal digits.
    pub sha256: String,
}
