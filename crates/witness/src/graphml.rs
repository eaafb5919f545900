//! Witnesses in GraphML, version 1.0: an automaton whose edges say which lines an execution passes, and what
//! holds then.

mod path;
mod read;
mod write;

pub use path::{Path, invariants, path};
pub use read::{Read, XmlError, read};
pub use write::write;

use crate::model::DataModel;

/// A witness automaton.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Automaton {
    /// What it is about.
    pub head: Head,
    /// Its states.
    pub nodes: Vec<Node>,
    /// Its transitions.
    pub edges: Vec<Edge>,
}

/// What an automaton is about.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Head {
    /// What the witness is for.
    pub kind: Kind,
    /// `C`
    pub language: String,
    /// The tool, with its version.
    pub producer: String,
    /// The texts of properties.
    pub specifications: Vec<String>,
    /// The program, as the tool was given it.
    pub program_file: String,
    /// 64 hexadecimal digits.
    pub program_hash: String,
    /// How wide types are: `32bit` or `64bit`.
    pub architecture: DataModel,
    /// ISO 8601.
    pub creation_time: String,
}

/// What a witness is for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// `violation_witness`
    Violation,
    /// `correctness_witness`
    Correctness,
}

impl Kind {
    /// The word of the format.
    pub fn name(self) -> &'static str {
        match self {
            Self::Violation => "violation_witness",
            Self::Correctness => "correctness_witness",
        }
    }
}

/// The word for a data model.
pub fn architecture(model: DataModel) -> &'static str {
    match model {
        DataModel::Ilp32 => "32bit",
        DataModel::Lp64 => "64bit",
    }
}

/// A state.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Node {
    /// Its name.
    pub id: String,
    /// Executions start here.
    pub entry: bool,
    /// Nobody wants to know what comes after it.
    pub sink: bool,
    /// Here the property is violated.
    pub violation: bool,
    /// What holds in it, and the function that its variables belong to.
    pub invariant: Option<String>,
    /// The function whose variables the invariant speaks of.
    pub scope: Option<String>,
}

/// A transition.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Edge {
    /// The number of the node it leaves.
    pub source: usize,
    /// The number of the node it enters.
    pub target: usize,
    /// The line where what is done begins, from 1.
    pub start_line: Option<u32>,
    /// The line where it ends.
    pub end_line: Option<u32>,
    /// The first character of it, from 0.
    pub start_offset: Option<u32>,
    /// The last character of it.
    pub end_offset: Option<u32>,
    /// Which way a condition goes.
    pub control: Option<bool>,
    /// What holds afterwards.
    pub assumption: Option<String>,
    /// The function whose variables the assumption speaks of.
    pub scope: Option<String>,
    /// The function that `\result` is of.
    pub result_function: Option<String>,
    /// The function that is entered.
    pub enter_function: Option<String>,
    /// The function that is left.
    pub return_from: Option<String>,
    /// A loop begins.
    pub enter_loop_head: bool,
    /// Which thread, if the tool says so.
    pub thread: Option<String>,
    /// A thread is started.
    pub create_thread: Option<String>,
}
