//! Memory as a value: what lies in every region, and the state of every object.
//!
//! Memories are persistent: a copy costs nothing, and merging two looks only at what differs. A region is
//! what has contents of its own: each object is one, or in the flat form all of them together are.

use fathom_ir::{FuncId, LocId, NoteId};
use fathom_logic::{Term, Terms};
use imbl::OrdMap;
use imbl::ordmap::DiffItem;

use crate::content::{Content, Form};

/// An object of the program: what an allocation made. 0 is none.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct ObjectId(pub u32);

/// Who allocates and who frees heap memory.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Family {
    /// `malloc` and relatives, `free`.
    Malloc,
    /// `new`, `delete`.
    New,
    /// `new[]`, `delete[]`.
    NewArray,
    /// `new` with this alignment, `delete` with the same.
    AlignedNew(u64),
    /// `new[]` with this alignment, `delete[]` with the same.
    AlignedNewArray(u64),
}

/// What an object is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ObjectKind {
    /// A global variable.
    Global,
    /// A constant.
    Constant,
    /// A local variable.
    Stack,
    /// Heap memory.
    Heap(Family),
    /// A function.
    Function(FuncId),
    /// A global variable that nothing defines.
    Undefined,
    /// Memory of the environment: pointers to what it passes. Beyond so many bytes its contents are not modelled.
    Environment(u64),
    /// An argument of the command line, by its number.
    Argument(u32),
}

/// What never changes about an object.
#[derive(Clone, Debug)]
pub struct Object {
    /// What it is.
    pub kind: ObjectKind,
    /// Its first address: a constant, or, if it may lie anywhere, a term over a variable.
    pub base: Term,
    /// It may lie anywhere, see [`crate::addresses`].
    pub open: bool,
    /// Its base is a multiple of this, a power of two, in every layout.
    pub align: u64,
    /// Its size in bytes.
    pub size: Term,
    /// The executions that make it, as a Bool.
    pub made: Term,
    /// Where it was made.
    pub loc: LocId,
    /// The same as the user sees it: what a model of the library makes is made where the model is called.
    pub made_for: LocId,
    /// Its name.
    pub name: NoteId,
    /// What its bytes are before they are written.
    pub initial: Option<Term>,
}

/// Whether an object is alive; as bits, see [`LIFE_BITS`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Life {
    /// It may be accessed.
    Live = 0,
    /// A local variable whose block was left.
    OutOfScope = 1,
    /// A local variable whose function returned.
    Returned = 2,
    /// Heap memory that was freed.
    Freed = 3,
    /// Heap memory that was asked for in vain.
    Never = 4,
}

/// Width of a [`Life`] as a term.
pub const LIFE_BITS: u32 = 3;

/// What changes about an object, its contents apart.
#[derive(Clone, PartialEq, Debug)]
pub struct ObjectState {
    /// A [`Life`], of [`LIFE_BITS`].
    pub life: Term,
    /// A Bool: while it is alive, no other object that is lies at its addresses. A local variable that has a scope
    /// takes them only there.
    pub takes_room: Term,
    /// A Bool: it may not be written any more in this life.
    pub sealed: Term,
    /// A Bool: the program has seen its address as a number.
    pub exposed: Term,
    /// A Bool: it was written since it was made or since the user asked to forget.
    pub modified: Term,
    /// A Bool: the program had it when it left by `exit`, so variables of functions that were under way may point to it.
    pub had_at_exit: Term,
    /// Tags that the user gave it, by slot.
    pub tags: OrdMap<u64, Term>,
}

/// All of memory.
#[derive(Clone, Default, Debug)]
pub struct Memory {
    /// Contents by region.
    pub contents: OrdMap<u32, Content>,
    /// States by object.
    pub objects: OrdMap<u32, ObjectState>,
}

impl Memory {
    /// `condition ? a : b`
    ///
    /// Nothing points to an object on the paths that did not make it. So its state there matters only to who
    /// asks without a pointer: whether it is exposed is told apart here, its life by [`Object::made`].
    ///
    /// Counts the `differences` that it looks at.
    pub fn choose(
        terms: &mut Terms,
        form: Form,
        condition: Term,
        a: &Self,
        b: &Self,
        differences: &mut u64,
    ) -> Self {
        let mut contents = larger(&a.contents, &b.contents);
        for item in a.contents.diff(&b.contents) {
            *differences += 1;
            match item {
                DiffItem::Add(&region, content) | DiffItem::Remove(&region, content) => {
                    if !contents.contains_key(&region) {
                        contents.insert(region, content.clone());
                    }
                }
                DiffItem::Update { old: (&region, old), new: (_, new) } => {
                    contents.insert(region, Content::choose(terms, form, condition, old, new));
                }
            }
        }
        let mut objects = larger(&a.objects, &b.objects);
        let other = terms.not(condition);
        for item in a.objects.diff(&b.objects) {
            *differences += 1;
            let (id, state, paths) = match item {
                DiffItem::Add(&id, state) => (id, state, other),
                DiffItem::Remove(&id, state) => (id, state, condition),
                DiffItem::Update { old: (&id, old), new: (_, new) } => {
                    objects.insert(id, ObjectState::choose(terms, condition, old, new));
                    continue;
                }
            };
            let exposed = terms.and(paths, state.exposed);
            if exposed != state.exposed || !objects.contains_key(&id) {
                objects.insert(id, ObjectState { exposed, ..state.clone() });
            }
        }
        Self { contents, objects }
    }
}

/// The larger of two maps: merging adds what only the smaller one has.
fn larger<V: Clone>(a: &OrdMap<u32, V>, b: &OrdMap<u32, V>) -> OrdMap<u32, V> {
    if a.len() < b.len() { b.clone() } else { a.clone() }
}

impl ObjectState {
    /// The state of a new object.
    pub fn new(terms: &mut Terms) -> Self {
        Self {
            life: Life::Live.term(terms),
            takes_room: terms.bool(true),
            sealed: terms.bool(false),
            exposed: terms.bool(false),
            modified: terms.bool(false),
            had_at_exit: terms.bool(false),
            tags: OrdMap::new(),
        }
    }

    fn choose(terms: &mut Terms, condition: Term, a: &Self, b: &Self) -> Self {
        let mut tags = a.tags.clone();
        for (&slot, &tag) in &b.tags {
            let zero = terms.number(terms.width(tag), 0);
            let other = a.tags.get(&slot).copied().unwrap_or(zero);
            tags.insert(slot, terms.ite(condition, other, tag));
        }
        for (&slot, &tag) in a.tags.iter().filter(|(slot, _)| !b.tags.contains_key(*slot)) {
            let zero = terms.number(terms.width(tag), 0);
            tags.insert(slot, terms.ite(condition, tag, zero));
        }
        Self {
            life: terms.ite(condition, a.life, b.life),
            takes_room: terms.ite(condition, a.takes_room, b.takes_room),
            sealed: terms.ite(condition, a.sealed, b.sealed),
            exposed: terms.ite(condition, a.exposed, b.exposed),
            modified: terms.ite(condition, a.modified, b.modified),
            had_at_exit: terms.ite(condition, a.had_at_exit, b.had_at_exit),
            tags,
        }
    }
}

impl Life {
    /// As a term.
    pub fn term(self, terms: &mut Terms) -> Term {
        terms.number(LIFE_BITS, self as u64)
    }
}
