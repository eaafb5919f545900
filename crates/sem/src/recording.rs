//! What an evaluation did, written down: the unrolled program.
//!
//! The evaluator unrolls, merges and encodes in one step, so the programs in between that SeaBMC describes
//! (Priya et al., "Bounded Model Checking for LLVM", FMCAD 2022, §II) exist nowhere as data. If somebody wants
//! to see them, the evaluator writes down what it does as it goes: a block for every place that it evaluates,
//! the instructions with their results in registers that are assigned once, memories as values like any
//! other, what has to hold, what is assumed, and where each block leads. `crate::forms` makes the forms out
//! of that. Branches that folded are jumps here and checks that folded to true are not there, since this is
//! the program as it was evaluated.
//!
//! Without a [`Recording`] in the evaluator, and then without a [`Trace`] in its states, nothing of this
//! happens. The hooks are in `hooks`.

mod hooks;

use std::ops::Range;

use fathom_ir::{BlockId, FuncId, LocId, NoteId, Op, Property, Type, Value};
use fathom_logic::Term;
use imbl::OrdMap;
use rustc_hash::{FxHashMap, FxHashSet};

use crate::memory::Memory;

/// A register of the unrolled program: a number into [`Recording::registers`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Register(pub u32);

impl Register {
    /// The position in the table of registers.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// What a definition uses.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Operand {
    /// A register.
    Register(Register),
    /// A constant of a function.
    Constant(FuncId, Value),
    /// A truth value.
    Bool(bool),
}

/// What a register holds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// A value of the program.
    Value(Type),
    /// All of memory.
    Memory,
}

/// A register.
#[derive(Clone, Debug)]
pub struct RegisterData {
    /// Its name, which no other register has.
    pub name: String,
    /// What it holds.
    pub kind: Kind,
}

/// An instruction of the program, or, with the number after the last, how a block ends.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Code {
    /// Function.
    pub func: FuncId,
    /// Block.
    pub block: BlockId,
    /// Instruction.
    pub inst: usize,
}

/// What has to hold for something to be done.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Subject {
    /// An instruction, or the end of a block.
    Code(Code),
    /// Beginning the program with arguments of the outside.
    Arguments(FuncId),
    /// Ending the program.
    End,
}

/// A condition that an operation obliges.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Check {
    /// What obliges it.
    pub of: Subject,
    /// What must not happen; `None` for what is assumed of arguments.
    pub property: Option<Property>,
    /// Details.
    pub note: NoteId,
    /// Which of those with this property and note, counted from 0.
    pub occurrence: usize,
}

/// How registers are computed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum What {
    /// Memory before the program runs.
    Initial,
    /// What the outside gives to an entry function. Operands: the memory.
    Arguments(FuncId),
    /// An instruction. Operands: the memory, if it needs one, its own, and, where it ends local variables,
    /// pointers to all there are.
    Code(Code),
    /// Whether a condition of an instruction holds. Operands: those of the instruction.
    Check(Check),
    /// Local variables end because their function returns. Operands: the memory, pointers to them.
    EndLocals,
    /// Whether a value is the one of a case of the switch that ends a block. Operands: the value.
    Case(Code, usize),
    /// Whether a pointer is the address of a function. Operands: the pointer.
    IsFunction(FuncId),
    /// A value for each block that control may come from. Operands: these values.
    Phi(Vec<usize>),
    /// Operands: a condition, the value if it holds, the value if it does not. Only the one that is chosen
    /// matters.
    Select,
    /// Operands: two conditions.
    And,
}

/// What evaluating a definition did beside it, so that it can be done once more.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Origin {
    /// Terms that it made, by number; among them are symbols for what the program leaves open.
    pub terms: Range<usize>,
    /// Where the stack and the heap ended before.
    pub space: (u64, u64),
}

/// The definition of one or several registers; a memory comes last among the results and first among the
/// operands.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Definition {
    /// What it defines.
    pub results: Vec<Register>,
    /// How.
    pub what: What,
    /// From what.
    pub operands: Vec<Operand>,
    /// How it was evaluated.
    pub origin: Origin,
}

/// Why something has to hold.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Why {
    /// What fails otherwise; `None` for an assumption of the program.
    pub property: Option<Property>,
    /// Where.
    pub loc: LocId,
    /// Details.
    pub note: NoteId,
}

/// What happens in a block.
#[derive(Clone, Debug)]
pub enum Item {
    /// Registers are defined.
    Define(Definition),
    /// Execution fails unless this holds.
    Check(Operand, Why),
    /// Execution is none unless this holds.
    Assume(Operand, Why),
}

/// A way out of a block.
#[derive(Clone, Debug)]
pub struct Exit {
    /// When, if no exit before it was taken; the last one is always taken then.
    pub condition: Option<Operand>,
    /// Where to; nowhere if nothing was evaluated there.
    pub to: Option<usize>,
    /// It leads beyond the bound.
    pub beyond: bool,
}

/// A block of the unrolled program.
#[derive(Clone, Debug)]
pub struct RecordedBlock {
    /// Function, block, rounds; unique.
    pub label: String,
    /// How the names of registers begin and end that are defined here.
    affixes: (String, String),
    /// Blocks that lead here, with the number of the exit.
    pub arrivals: Vec<(usize, usize)>,
    /// What happens.
    pub items: Vec<Item>,
    /// Where it leads; without any, the execution ends here.
    pub exits: Vec<Exit>,
}

/// What a state carries while it is recorded.
#[derive(Clone, Debug)]
pub struct Trace {
    /// The block that the state is in, or came from.
    block: usize,
    /// The exit that it took, once it did.
    left: Option<usize>,
    /// The condition under which it takes the next exit.
    decision: Option<Operand>,
    /// Its memory.
    memory: Register,
    /// Names of its values, by depth of the call and number of the value.
    names: OrdMap<(u32, u32), Operand>,
}

/// A condition that was obliged and is not written down yet.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Pending {
    pub property: Option<Property>,
    pub note: NoteId,
    pub loc: LocId,
    /// Otherwise it is only assumed.
    pub checked: bool,
    pub condition: Term,
}

/// Items beyond which nobody wants to read a program.
const MOST_ITEMS: usize = 50_000;

/// The unrolled program.
#[derive(Default, Debug)]
pub struct Recording {
    /// All registers.
    pub registers: Vec<RegisterData>,
    /// All blocks; edges lead to larger numbers.
    pub blocks: Vec<RecordedBlock>,
    pub(crate) pending: Vec<Pending>,
    /// What is being evaluated, and what was before.
    subject: Option<(Subject, Origin)>,
    initial: Memory,
    /// Pointers that allocations returned, by number of the object.
    pointers: FxHashMap<u32, Register>,
    /// Names of activations by their place.
    activations: FxHashMap<(FuncId, Vec<u32>), String>,
    taken: FxHashSet<String>,
    /// How many registers of a kind there are, by how their names begin.
    counters: FxHashMap<&'static str, u32>,
    items: usize,
}

impl Recording {
    /// Whether it is too long to be of use.
    pub fn is_full(&self) -> bool {
        self.items > MOST_ITEMS
    }

    /// Memory before the program runs.
    pub fn initial(&self) -> &Memory {
        &self.initial
    }

    /// The name, or one like it that is free.
    fn unique(&mut self, wanted: String) -> String {
        if self.taken.insert(wanted.clone()) {
            return wanted;
        }
        let mut number = 2u32;
        loop {
            let name = format!("{wanted}'{number}");
            if self.taken.insert(name.clone()) {
                return name;
            }
            number += 1;
        }
    }

    fn register(&mut self, name: String, kind: Kind) -> Register {
        let name = self.unique(name);
        self.registers.push(RegisterData { name, kind });
        Register(self.registers.len() as u32 - 1)
    }

    /// A register of a kind that is numbered: memories, checks.
    fn numbered(&mut self, prefix: &'static str, kind: Kind) -> Register {
        let next = self.counters.entry(prefix).or_insert(0);
        let name = format!("{prefix}{next}");
        *next += 1;
        self.register(name, kind)
    }

    fn memory(&mut self) -> Register {
        self.numbered("m", Kind::Memory)
    }

    /// The register of a value that is defined in a block.
    fn value(&mut self, block: usize, value: Value, ty: Type) -> Register {
        let (before, after) = &self.blocks[block].affixes;
        let name = format!("%{before}{}{after}", value.0);
        self.register(name, Kind::Value(ty))
    }

    fn push(&mut self, block: usize, item: Item) {
        self.items += 1;
        self.blocks[block].items.push(item);
    }
}

/// Whether an instruction needs memory, or, with `check`, whether its conditions do.
fn needs_memory(op: &Op, ty: Option<Type>, check: bool) -> bool {
    use fathom_ir::CastOp::{IntToPtr, PtrToInt};
    match op {
        Op::Load { .. }
        | Op::Store { .. }
        | Op::Alloca { .. }
        | Op::LifetimeStart(_)
        | Op::LifetimeEnd(_)
        | Op::Seal(_)
        | Op::StackRestore(_)
        | Op::MemCopy { .. }
        | Op::MemSet { .. }
        | Op::InBounds { .. }
        | Op::PtrDiff(..)
        | Op::Call { .. }
        | Op::CallPtr { .. }
        | Op::Cast(PtrToInt | IntToPtr, _) => true,
        Op::PtrAdd { .. } => check,
        Op::Nondet { .. } => ty == Some(Type::Ptr),
        Op::Bin(..)
        | Op::Overflow(..)
        | Op::Un(..)
        | Op::Cmp(..)
        | Op::Cast(..)
        | Op::Select(..)
        | Op::FBin(..)
        | Op::FUn(..)
        | Op::Fma(..)
        | Op::FCmp(..)
        | Op::Freeze(_)
        | Op::StackSave
        | Op::Assert { .. }
        | Op::Assume(_) => false,
    }
}

/// Whether an instruction always makes a new memory. Others may: those that show an address.
fn makes_memory(op: &Op) -> bool {
    matches!(
        op,
        Op::Store { .. }
            | Op::Alloca { .. }
            | Op::LifetimeStart(_)
            | Op::LifetimeEnd(_)
            | Op::Seal(_)
            | Op::StackRestore(_)
            | Op::MemCopy { .. }
            | Op::MemSet { .. }
    )
}

/// Whether a function without a body leaves memory as it is.
fn only_reads(name: &str) -> bool {
    name.starts_with("sea_is_")
        || matches!(
            name,
            "__CPROVER_r_ok"
                | "__CPROVER_w_ok"
                | "__CPROVER_rw_ok"
                | "__CPROVER_OBJECT_SIZE"
                | "__fathom_object_size"
                | "__CPROVER_POINTER_OFFSET"
                | "__CPROVER_same_object"
                | "__CPROVER_DYNAMIC_OBJECT"
                | "__fathom_overlap"
                | "__fathom_use"
                | "__fathom_float_length"
                | "__fathom_takes"
                | "__fathom_takes_integer"
                | "__fathom_takes_real"
                | "__fathom_meets"
                | "__fathom_without"
                | "__fathom_leaves_no_trace"
                | "sea_get_shadowmem"
                | "__cxa_atexit"
                | "abort"
        )
}

/// A name of the program as part of a label.
fn plain(name: &str) -> String {
    name.chars().map(|c| if c.is_ascii_alphanumeric() || "_.$".contains(c) { c } else { '_' }).collect()
}
