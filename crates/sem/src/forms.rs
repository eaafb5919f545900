//! The forms that a program goes through on its way to a formula, as SeaBMC describes them (Priya et al.,
//! "Bounded Model Checking for LLVM", FMCAD 2022, §II), each made of the one before.
//!
//! ```text
//! sa        single assert: every check is a branch to one block at the end, which fails
//! sasa      single assume, single assert: assumptions are collected in a register along the paths
//! gssa      gated SSA: where paths meet, values are selected by conditions instead of by predecessors
//! pd        pure data flow: one block, definitions only
//! reduced   without the definitions that neither the assumption nor the assertion depends on
//! ```
//!
//! The evaluator does all of this at once, on terms; these are views of what it did (see
//! [`recording`](crate::recording)). They are data, and [`execute`] gives them a meaning of their own, so
//! that tests can compare: in every form, an execution fails if and only if the assumption holds where the
//! assertion is reached.
//!
//! A register is used only where it is defined on all paths, with one exception: in gated SSA, the arm of a
//! `select` that is not chosen may come from a block that was not executed.

pub mod execute;
mod gssa;
mod pd;
mod reduced;
mod sa;
mod sasa;
mod text;
pub mod verify;

pub use text::print;

use crate::recording::{Definition, Kind, Operand, Origin, Recording, Register, RegisterData, What, Why};

/// One of the forms.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Stage {
    /// Single assert.
    Sa,
    /// Single assume, single assert.
    Sasa,
    /// Gated SSA.
    Gssa,
    /// Pure data flow.
    Pd,
    /// Pure data flow, what matters of it.
    Reduced,
}

impl Stage {
    /// All of them, in their order.
    pub const ALL: [Self; 5] = [Self::Sa, Self::Sasa, Self::Gssa, Self::Pd, Self::Reduced];

    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            Self::Sa => "sa",
            Self::Sasa => "sasa",
            Self::Gssa => "gssa",
            Self::Pd => "pd",
            Self::Reduced => "reduced",
        }
    }
}

impl Stage {
    /// What it is, in a few words.
    pub fn title(self) -> &'static str {
        match self {
            Self::Sa => "single assert form",
            Self::Sasa => "single assume, single assert form",
            Self::Gssa => "gated SSA",
            Self::Pd => "pure data flow",
            Self::Reduced => "pure data flow, reduced to what the assumption and the assertion depend on",
        }
    }
}

/// What happens in a block of a form.
#[derive(Clone, Debug)]
pub enum Statement {
    /// Registers are defined.
    Define(Definition),
    /// Execution is none unless this holds; with a remark.
    Assume(Operand, String),
    /// Execution fails unless this holds.
    Assert(Operand),
}

/// How a block of a form ends.
#[derive(Clone, Debug)]
pub enum End {
    /// Goes on at a block.
    Jump(usize),
    /// Goes on at the first if the condition holds, otherwise at the second.
    Branch(Operand, usize, usize),
    /// The end.
    Halt,
}

/// A block of a form.
#[derive(Clone, Debug)]
pub struct Block {
    /// Its name.
    pub label: String,
    /// What happens.
    pub statements: Vec<Statement>,
    /// Where it goes on: at blocks with larger numbers.
    pub end: End,
    /// A remark on that.
    pub remark: String,
}

/// A program in one of the forms. The first block is the beginning, the last one has the assertion.
#[derive(Clone, Debug)]
pub struct Form {
    /// Which form.
    pub stage: Stage,
    /// All registers that any of the forms has.
    pub registers: Vec<RegisterData>,
    /// All blocks.
    pub blocks: Vec<Block>,
    /// Registers that were named here, for the next name of each sort.
    counter: u32,
}

/// Definitions that gates may need before nobody wants to read them.
const MOST_REGISTERS: usize = 200_000;

/// The program that was recorded in a form; `None` if that would be too large.
///
/// `explain` says in words why something has to hold.
pub fn form(recording: &Recording, explain: &dyn Fn(Why) -> String, stage: Stage) -> Option<Form> {
    if recording.is_full() {
        return None;
    }
    let mut form = sa::single_assert(recording, explain);
    let steps: [fn(&mut Form); 4] =
        [sasa::single_assume, gssa::select_by_gates, pd::join_blocks, reduced::cone_of_influence];
    let wanted = Stage::ALL.iter().position(|&other| other == stage).unwrap_or(0);
    for step in &steps[..wanted] {
        step(&mut form);
        if form.registers.len() > MOST_REGISTERS {
            return None;
        }
    }
    Some(form)
}

impl Form {
    fn new_register(&mut self, prefix: &str, kind: Kind) -> Register {
        let name = format!("{prefix}{}", self.counter);
        self.counter += 1;
        self.registers.push(RegisterData { name, kind });
        Register(self.registers.len() as u32 - 1)
    }

    /// For each block, the blocks that lead to it, in order.
    pub fn predecessors(&self) -> Vec<Vec<usize>> {
        let mut all = vec![Vec::new(); self.blocks.len()];
        for (at, block) in self.blocks.iter().enumerate() {
            match block.end {
                End::Jump(to) => all[to].push(at),
                End::Branch(_, then, els) => {
                    all[then].push(at);
                    all[els].push(at);
                }
                End::Halt => {}
            }
        }
        all
    }
}

impl Block {
    fn new(label: String) -> Self {
        Self { label, statements: Vec::new(), end: End::Halt, remark: String::new() }
    }
}

/// A definition of one register.
fn definition(result: Register, what: What, operands: Vec<Operand>) -> Statement {
    Statement::Define(Definition { results: vec![result], what, operands, origin: Origin::default() })
}
