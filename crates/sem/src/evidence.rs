//! What an evaluation leaves behind: obligations, facts, and the events that an execution is made of.

use fathom_ir::{FuncId, LocId, NoteId, Property, Type};
use fathom_logic::Term;

use crate::addresses::Open;

/// A property at a place of the program.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Site {
    /// Where.
    pub loc: LocId,
    /// In which function.
    pub function: FuncId,
    /// What.
    pub property: Property,
    /// Details.
    pub note: NoteId,
}

/// What has to hold: whenever the guard holds, and all facts before it, the condition does.
#[derive(Clone, Copy, Debug)]
pub struct Obligation {
    /// Index into [`Evidence::sites`].
    pub site: usize,
    /// When it is looked at.
    pub guard: Term,
    /// What must be true.
    pub condition: Term,
    /// How many facts come before it.
    pub facts: usize,
}

/// A place where executions end without a meaning, in undefined behaviour of a kind that is not checked.
#[derive(Clone, Copy, Debug)]
pub struct Cut {
    /// Where, and of which kind.
    pub site: Site,
    /// When it is looked at.
    pub guard: Term,
    /// What must be true.
    pub condition: Term,
    /// How many facts come before it.
    pub facts: usize,
}

/// A place where executions, if they get there, depend on where objects lie that are not open.
#[derive(Clone, Debug)]
pub struct Doubt {
    /// When it does.
    pub condition: Term,
    /// How many facts come before it.
    pub facts: usize,
    /// What would have to be open.
    pub objects: Open,
}

/// Something the program leaves open.
#[derive(Clone, Copy, Debug)]
pub struct InputEvent {
    /// When it is asked for.
    pub guard: Term,
    /// Its value.
    pub value: Term,
    /// Its type.
    pub ty: Type,
    /// Where.
    pub loc: LocId,
    /// What asks.
    pub name: NoteId,
}

/// An object comes to be, or a range of memory becomes arbitrary.
#[derive(Clone, Copy, Debug)]
pub struct ObjectEvent {
    /// When.
    pub guard: Term,
    /// A Bool: the allocation fails.
    pub fails: Option<Term>,
    /// An array: the bytes before they are written, the first at index 0.
    pub bytes: Term,
    /// How many bytes.
    pub size: Term,
    /// The address, if it is an object.
    pub base: Option<Term>,
    /// Where.
    pub loc: LocId,
    /// The name of a local variable.
    pub name: NoteId,
}

/// A function without a body that was reached.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct MissingCall {
    /// Which.
    pub function: FuncId,
    /// From where.
    pub loc: LocId,
}

/// What an evaluation leaves behind. Lists only grow.
#[derive(Default, Debug)]
pub struct Evidence {
    /// Properties at places.
    pub sites: Vec<Site>,
    /// For each site, when it is looked at: guards, and how many facts come before each.
    pub reached: Vec<Vec<(Term, usize)>>,
    /// What has to hold.
    pub obligations: Vec<Obligation>,
    /// What has to hold for an execution to have a meaning, but is not checked.
    pub cuts: Vec<Cut>,
    /// Where executions may depend on addresses that are constants here and need not be.
    pub doubts: Vec<Doubt>,
    /// What holds on all executions that go on: assumptions of the program, and that no obligation failed.
    pub facts: Vec<Term>,
    /// Inputs, in an order that is that of the execution on every path.
    pub inputs: Vec<InputEvent>,
    /// Objects, in such an order too.
    pub objects: Vec<ObjectEvent>,
    /// Functions without a body that were reached.
    pub missing: Vec<MissingCall>,
    /// Obligations that folded to true.
    pub folded: u64,
    /// Conditions under which the program ends by itself, and how many facts come before each.
    pub ends: Vec<(Term, usize)>,
}
