//! The evidence as data.
//!
//! An execution is a list of steps. A step is what happens in one line of one activation until the line or
//! the activation changes; what library functions do belongs to the step that called them. A step says
//! what it changed, leaf by leaf: an object is a variable, a global or heap memory, a leaf is a scalar in
//! it, with a path as one would write it in C (`.next`, `[3].key`; empty for a scalar object). So the state
//! before or after any step is found by following the changes from the start.
//!
//! Objects and steps are named by their position in their lists.

use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize};

/// The number in [`Evidence::version`]; it changes when old readers would misread the data.
pub const VERSION: u32 = 1;

/// What [`Evidence::format`] says.
pub const FORMAT: &str = "fathom-evidence";

/// An execution that fails.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Evidence {
    /// [`FORMAT`].
    pub format: String,
    /// [`VERSION`].
    pub version: u32,
    /// The stable name of the property, `use-after-free`.
    pub property: String,
    /// What is wrong, one sentence.
    pub message: String,
    /// The weakness in the Common Weakness Enumeration.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cwe: Option<u32>,
    /// Where it fails: the line of the user's code.
    pub place: Where,
    /// Calls under way when it fails, innermost first; the first is `place`.
    pub stack: Vec<Where>,
    /// Details of the failure, a sentence each.
    pub details: Vec<String>,
    /// The object that it is about: what is used after it was freed, what is left by a loop, what leaks.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub object: Option<ObjectId>,
    /// Values that the program got from outside, in the order in which it asked.
    pub inputs: Vec<Input>,
    /// The command line, if the program looks at it; bytes that are no UTF-8 are replaced.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub arguments: Option<Vec<String>>,
    /// What the program read from standard input, if it looked there.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub stdin: Option<StandardInput>,
    /// Contents of memory that came from outside, in the order in which they came.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub contents: Vec<Contents>,
    /// Variables and memory that steps are about.
    pub objects: Vec<Object>,
    /// What happened, from the start to the failure. Empty if the execution could not be recorded.
    pub steps: Vec<Step>,
    /// Instructions before the first of `steps` that were not recorded because there were too many.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub left_out: u64,
    /// It depends on where objects lie: they lie so in this execution, and elsewhere in others.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub layout: bool,
}

/// A place in the source.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Where {
    /// Name of the function in the source.
    pub function: String,
    /// Where in it, if that is known.
    #[serde(flatten, deserialize_with = "position")]
    pub position: Option<Position>,
}

/// A position in a source file.
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Serialize, Deserialize)]
pub struct Position {
    /// The file as the compiler names it.
    pub file: String,
    /// From 1.
    pub line: u32,
    /// From 1, in bytes; 0 if not known.
    #[serde(default, skip_serializing_if = "is_zero_column")]
    pub column: u32,
}

/// A value from outside.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Input {
    /// What kind of thing asked for it.
    pub from: Source,
    /// What asked for it: a function (`__VERIFIER_nondet_int`), a parameter, a variable that was never set.
    pub name: String,
    /// Where.
    #[serde(flatten, deserialize_with = "position")]
    pub position: Option<Position>,
    /// The type in the words of the source (`unsigned int`), or of its bits (`32 bits`).
    #[serde(rename = "type")]
    pub ty: String,
    /// The value as one would write it in the source.
    pub value: String,
    /// Its bits, hexadecimal without a prefix, the most significant digit first.
    pub bits: String,
    /// The failure does not depend on it; `value` is 0 then.
    #[serde(default, skip_serializing_if = "is_false")]
    pub arbitrary: bool,
    /// It was asked for to make the standard input, which [`Evidence::stdin`] has as a whole.
    #[serde(default, skip_serializing_if = "is_false")]
    pub stdin: bool,
}

/// The standard input of an execution.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct StandardInput {
    /// Its bytes, hexadecimal.
    #[serde(with = "hexadecimal")]
    pub bytes: Vec<u8>,
    /// Reading it fails after these.
    #[serde(default, skip_serializing_if = "is_false")]
    pub fails: bool,
    /// It does not come at once: a read gets less than it asks for, though there is more; or a read without a buffer gets
    /// what one with a buffer left.
    #[serde(default, skip_serializing_if = "is_false")]
    pub in_parts: bool,
}

/// Contents of memory that a function took from outside.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Contents {
    /// The function: `__VERIFIER_nondet_memory`.
    pub function: String,
    /// The name of the object; empty if it has none.
    pub object: String,
    /// The first byte in the object.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub offset: u64,
    /// Where the function is called.
    #[serde(flatten, deserialize_with = "position")]
    pub position: Option<Position>,
    /// The bytes, hexadecimal.
    #[serde(with = "hexadecimal")]
    pub bytes: Vec<u8>,
}

/// Bytes as two digits each.
mod hexadecimal {
    use serde::{Deserialize, Deserializer, Serializer, de};

    pub fn serialize<S: Serializer>(bytes: &[u8], serializer: S) -> Result<S::Ok, S::Error> {
        let digits: String = bytes.iter().map(|byte| format!("{byte:02x}")).collect();
        serializer.serialize_str(&digits)
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<u8>, D::Error> {
        let digits = String::deserialize(deserializer)?;
        let refused = || de::Error::custom("bytes must be pairs of hexadecimal digits");
        if !digits.is_ascii() || digits.len() % 2 != 0 {
            return Err(refused());
        }
        let pairs = (0..digits.len()).step_by(2).map(|at| &digits[at..at + 2]);
        pairs.map(|pair| u8::from_str_radix(pair, 16).map_err(|_| refused())).collect()
    }
}

/// What asks for a value from outside.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Source {
    /// A call of a function that returns any value.
    Call,
    /// A variable that was never set, and whose value is used.
    Variable,
    /// A function of the library that the program calls: what is read, the time, and so on.
    Library,
    /// A parameter of the entry function, or something else without a name.
    Other,
}

/// The number of an object: its place in [`Evidence::objects`].
pub type ObjectId = usize;

/// A variable, or memory.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Object {
    /// What kind.
    pub kind: Kind,
    /// Name of a variable; for heap memory what allocated it and the how-manieth it is, `malloc#1`.
    pub name: String,
    /// The type in the words of the source; empty if not known.
    #[serde(rename = "type")]
    pub ty: String,
    /// Size in bytes.
    pub size: u64,
    /// Where it is declared or allocated.
    #[serde(flatten, deserialize_with = "position")]
    pub position: Option<Position>,
    /// For a local variable: how deep the stack was (0 for the entry function).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub depth: Option<u32>,
    /// The step in which it came to be; `None`: it was there before.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub begin: Option<usize>,
    /// The step in which it ceased to be.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub end: Option<usize>,
    /// What its leaves contain when it comes to be, as far as that is determined: path and value.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub initial: Vec<(String, Value)>,
}

/// Kinds of objects.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Kind {
    /// A variable or parameter of a function.
    Local,
    /// A global variable.
    Global,
    /// Memory that the program allocated.
    Heap,
    /// A string literal or other constant.
    Constant,
    /// A function.
    Function,
    /// Anything else: memory of the library.
    Other,
}

/// What happened in a line.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Step {
    /// Where.
    #[serde(flatten)]
    pub at: Where,
    /// How deep the stack is: 0 in the entry function.
    pub depth: u32,
    /// What else happened than changes, in order.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub events: Vec<Event>,
    /// Leaves that got another value, in order.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub changes: Vec<Change>,
    /// Changes that were left out because there were too many.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub more: u64,
    /// The failure depends on what happened here.
    #[serde(default, skip_serializing_if = "is_false")]
    pub matters: bool,
}

/// What else happens in a step.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(tag = "event", rename_all = "lowercase")]
pub enum Event {
    /// The first step of an activation: what the function is called with.
    Enter {
        /// Names and values of the parameters.
        arguments: Vec<(String, Value)>,
    },
    /// The last step of an activation.
    Return {
        /// The result, if there is one.
        value: Option<Value>,
    },
    /// A branch: a condition was looked at.
    Decide {
        /// Whether it was true; for a `switch`, whether a case was taken.
        taken: bool,
    },
    /// A loop begins its next round.
    Round {
        /// From 1.
        number: u64,
    },
    /// Memory was allocated.
    Allocate {
        /// Which.
        object: ObjectId,
    },
    /// Memory was freed.
    Free {
        /// Which.
        object: ObjectId,
    },
    /// A value came from outside.
    Input {
        /// Its place in [`Evidence::inputs`].
        input: usize,
    },
    /// The property fails. Only in the last step.
    Fail,
}

/// A leaf got another value.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Change {
    /// The object.
    pub object: ObjectId,
    /// The leaf in it: `.next`, `[3].key`; empty for a scalar object.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub path: String,
    /// What it is now.
    pub value: Value,
}

/// A scalar.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Value {
    /// As one would write it in the source: `-3`, `'a'`, `RED`, `&list[2].next`, `NULL`, `1.5`;
    /// `uninitialised` if nobody wrote it.
    pub text: String,
    /// What it points to, if it is a pointer to something.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub target: Option<Target>,
}

/// Where a pointer points to.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Target {
    /// The object.
    pub object: ObjectId,
    /// Bytes from its start.
    pub offset: i64,
    /// The leaf there, as far as there is one.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub path: String,
}

/// Reads a position whose fields lie among those of what it is the position of. Serde alone would take half
/// a position, or one with a line that is no number, for none.
fn position<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<Position>, D::Error> {
    #[derive(Deserialize)]
    struct Fields {
        file: Option<String>,
        line: Option<u32>,
        column: Option<u32>,
    }
    let Fields { file, line, column } = Fields::deserialize(deserializer)?;
    match (file, line, column) {
        (None, None, None) => Ok(None),
        (Some(file), Some(line), column) => Ok(Some(Position { file, line, column: column.unwrap_or(0) })),
        (None, _, _) => Err(D::Error::custom("a `line` or `column` without a `file`")),
        (Some(_), None, _) => Err(D::Error::custom("a `file` without a `line`")),
    }
}

// Serde asks for a reference.
#[allow(clippy::trivially_copy_pass_by_ref)]
fn is_zero(number: &u64) -> bool {
    *number == 0
}

#[allow(clippy::trivially_copy_pass_by_ref)]
fn is_zero_column(number: &u32) -> bool {
    *number == 0
}

#[allow(clippy::trivially_copy_pass_by_ref)]
fn is_false(flag: &bool) -> bool {
    !flag
}
