//! A witness as data: the words are those of the YAML format.

use std::fmt;

/// The version that is written.
pub const VERSION: &str = "2.0";

/// What a witness can be written as.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Format {
    /// YAML, version 2.0.
    Yaml,
    /// GraphML, version 1.0.
    GraphMl,
}

/// One entry of a witness. A file may have several.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Entry {
    /// Who made it, and of what.
    pub metadata: Metadata,
    /// What it says.
    pub content: Content,
}

/// What an entry says.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Content {
    /// `violation_sequence`: some execution goes along these segments, and violates the property.
    Violation(Vec<Segment>),
    /// `invariant_set`: these hold in every execution. There may be none.
    Correctness(Vec<Invariant>),
}

/// Who made an entry, and of what.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Metadata {
    /// `2.0`
    pub format_version: String,
    /// A name that no other entry has.
    pub uuid: String,
    /// ISO 8601.
    pub creation_time: String,
    /// Which tool.
    pub producer: Producer,
    /// Which program, and which property.
    pub task: Task,
}

/// The tool that made a witness.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Producer {
    /// Its name.
    pub name: String,
    /// Its version.
    pub version: String,
    /// In which configuration it ran.
    pub configuration: Option<String>,
    /// How it was called.
    pub command_line: Option<String>,
    /// Anything else.
    pub description: Option<String>,
}

/// The program and the property.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Task {
    /// Names of the files, and the SHA-256 of each.
    pub input_files: Vec<InputFile>,
    /// The text of the property file.
    pub specification: String,
    /// How wide types are.
    pub data_model: DataModel,
    /// `C`
    pub language: String,
}

/// A file of the program.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct InputFile {
    /// As the tool was given it.
    pub name: String,
    /// 64 hexadecimal digits.
    pub sha256: String,
}

/// How wide the types of C are.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum DataModel {
    /// `int`, `long` and pointers have 32 bits.
    Ilp32,
    /// `long` and pointers have 64 bits.
    Lp64,
}

impl DataModel {
    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            Self::Ilp32 => "ILP32",
            Self::Lp64 => "LP64",
        }
    }

    /// The model with a name.
    pub fn by_name(name: &str) -> Option<Self> {
        [Self::Ilp32, Self::Lp64].into_iter().find(|model| model.name() == name)
    }
}

/// A part of an execution: it passes none of the waypoints to avoid, and ends when it passes the one to follow.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Segment {
    /// What must not be passed.
    pub avoid: Vec<Waypoint>,
    /// What is passed at the end.
    pub follow: Waypoint,
}

/// A condition on an execution at a place.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Waypoint {
    /// What is looked at.
    pub kind: WaypointKind,
    /// Where.
    pub location: Location,
}

/// Kinds of waypoints, with their constraints.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum WaypointKind {
    /// The constraint holds before the statement or declaration.
    Assumption(Expression),
    /// A branch is taken: at `if`, `while`, `do`, `for`, `switch` or `?`.
    Branching(Branch),
    /// A function is entered: at the closing parenthesis of the call.
    FunctionEnter,
    /// A call returned, and the constraint holds of `\result`: at the closing parenthesis of the call.
    FunctionReturn(Option<Expression>),
    /// Here the property is violated. Only as the last one to follow.
    Target,
}

impl WaypointKind {
    /// The word of the format.
    pub fn name(&self) -> &'static str {
        match self {
            Self::Assumption(_) => "assumption",
            Self::Branching(_) => "branching",
            Self::FunctionEnter => "function_enter",
            Self::FunctionReturn(_) => "function_return",
            Self::Target => "target",
        }
    }
}

/// Which way a branch goes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Branch {
    /// The condition holds, or does not.
    Bool(bool),
    /// The value of a `switch`: an integer constant as it was written.
    Case(String),
    /// The value of a `switch` is none of its cases.
    Default,
}

impl fmt::Display for Branch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Bool(true) => f.write_str("true"),
            Self::Bool(false) => f.write_str("false"),
            Self::Case(value) => f.write_str(value),
            Self::Default => f.write_str("default"),
        }
    }
}

/// An expression, and the language it is written in.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Expression {
    /// The text.
    pub value: String,
    /// The language.
    pub format: ExpressionFormat,
}

impl Expression {
    /// An expression of C.
    pub fn c(value: impl Into<String>) -> Self {
        Self { value: value.into(), format: ExpressionFormat::C }
    }
}

/// Languages of expressions.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ExpressionFormat {
    /// C, without side effects.
    C,
    /// ACSL: in version 2.0 for `\result op constant` only.
    Acsl,
    /// C with `\result` and `\at`: since version 2.1.
    ExtC,
}

impl ExpressionFormat {
    const ALL: [Self; 3] = [Self::C, Self::Acsl, Self::ExtC];

    /// The word of the format.
    pub fn name(self) -> &'static str {
        match self {
            Self::C => "c_expression",
            Self::Acsl => "acsl_expression",
            Self::ExtC => "ext_c_expression",
        }
    }

    /// The language with a name.
    pub fn by_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|format| format.name() == name)
    }
}

/// A place in the program.
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Location {
    /// One of the input files.
    pub file_name: String,
    /// From 1.
    pub line: u32,
    /// From 1, in characters; without it, the leftmost place in the line that will do.
    pub column: Option<u32>,
    /// The function around it.
    pub function: Option<String>,
}

impl fmt::Display for Location {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.file_name, self.line)?;
        self.column.map_or(Ok(()), |column| write!(f, ":{column}"))
    }
}

/// What holds whenever an execution gets to a place.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Invariant {
    /// What kind of place.
    pub kind: InvariantKind,
    /// Where.
    pub location: Location,
    /// What holds.
    pub value: Expression,
}

/// Kinds of invariants.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum InvariantKind {
    /// At a loop (`for`, `while`, `do`): before its condition is looked at, each time.
    Loop,
    /// Before a statement or declaration.
    Location,
}

impl InvariantKind {
    /// The word of the format.
    pub fn name(self) -> &'static str {
        match self {
            Self::Loop => "loop_invariant",
            Self::Location => "location_invariant",
        }
    }
}
