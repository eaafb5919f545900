//! Replaying an execution that somebody else found: what a program leaves open is given instead of
//! chosen.
//!
//! A program leaves open what `nondet` gives, where objects lie, whether there is memory for them, and
//! what memory contains that nobody wrote. A [`Replay`] lists all of it in the order in which an
//! execution asks:
//!
//! - *Values*: each `nondet`, and each parameter of the entry function and of constructors that is not
//!   `argc`, `argv` or `envp`. A value of another width is cut or extended with zeros. A pointer is an
//!   address; it belongs to the exposed object there, if there is one, as an integer cast to a pointer
//!   would.
//! - *Objects*: each `alloca`, each attempt to get heap memory (also one that fails or asks for no
//!   bytes), and each range that is made arbitrary (also an empty one). Attempts that cannot succeed in
//!   any execution (`malloc` of more than half of the address space, a product in `calloc` that does
//!   not fit) ask for nothing, nor does `realloc(p, 0)`. Objects that the library makes for itself (its
//!   variables, `argv`, the environment, `FILE`, the scratch memory of `qsort`) are not asked for.
//!
//! An object lies where its [`Placement`] says if the address is not null, is a multiple of the
//! alignment (16 for `malloc`), and neither it nor its red zone of 16 bytes meets another object or the
//! red zone of one; a local object out of scope still takes its addresses. Otherwise the interpreter
//! chooses. Whatever there is no placement or value for is zero and lies where the interpreter likes.
//!
//! Initial contents matter where [`UninitialisedUse`](fathom_ir::Property::UninitialisedUse) is not
//! checked; where it is, nothing depends on them. A local object whose lifetime starts (again) takes a
//! placement for its contents; where that says it lies does not matter.

use std::sync::Arc;

use fathom_ir::Bits;

/// What an execution is given for all that the program leaves open, in the order in which it asks.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Replay {
    /// Results of `nondet`.
    pub values: Vec<Bits>,
    /// Objects that come to be (alloca, heap allocation) and ranges that are made arbitrary (havoc).
    pub objects: Vec<Placement>,
    /// Contents of the command line: if set, used instead of the arguments given to run.
    pub arguments: Option<Vec<Vec<u8>>>,
}

/// Where an object lies and what it contains at first.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Placement {
    /// Where the object lies; `None`: wherever the interpreter likes.
    pub base: Option<u64>,
    /// The allocation fails (heap only): null is returned.
    pub fails: bool,
    /// What uninitialised bytes are: one byte for all but the listed ones.
    pub default: u8,
    /// Other bytes: offset and byte, sorted by offset. Those outside of the object do not matter.
    pub bytes: Vec<(u64, u8)>,
}

impl Placement {
    /// Initial contents of an object.
    pub(crate) fn contents(&self, size: u64) -> Vec<u8> {
        let mut bytes = vec![self.default; size as usize];
        self.lay_over(&mut bytes);
        bytes
    }

    /// Gives an object its initial contents again.
    pub(crate) fn fill(&self, target: &mut [u8]) {
        target.fill(self.default);
        self.lay_over(target);
    }

    fn lay_over(&self, target: &mut [u8]) {
        for &(offset, byte) in &self.bytes {
            if let Some(place) = usize::try_from(offset).ok().and_then(|at| target.get_mut(at)) {
                *place = byte;
            }
        }
    }
}

/// How much of a replay an execution used.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct ReplayUse {
    /// Values taken.
    pub values: u64,
    /// Placements taken.
    pub objects: u64,
    /// The execution asked for more values or placements than there were.
    pub exhausted: bool,
}

/// The values of a replay under way.
#[derive(Debug)]
pub(crate) struct Values {
    replay: Arc<Replay>,
    /// How many were asked for.
    asked: usize,
}

impl Values {
    /// From the start.
    pub fn new(replay: Arc<Replay>) -> Self {
        Self { replay, asked: 0 }
    }

    /// The next value; zero where there is none.
    pub fn next(&mut self, width: u32) -> Bits {
        let value = self.replay.values.get(self.asked);
        self.asked += 1;
        value.map_or_else(|| Bits::zero(width), |value| value.resize(width))
    }
}

/// The placements of a replay under way.
#[derive(Debug)]
pub(crate) struct Placements {
    replay: Arc<Replay>,
    /// How many were asked for.
    asked: usize,
}

impl Placements {
    /// From the start.
    pub fn new(replay: Arc<Replay>) -> Self {
        Self { replay, asked: 0 }
    }

    /// The number of the next placement; see [`Placements::get`].
    pub fn next(&mut self) -> usize {
        self.asked += 1;
        self.asked - 1
    }

    /// A placement, if there are so many.
    pub fn get(&self, number: usize) -> Option<&Placement> {
        self.replay.objects.get(number)
    }
}

/// What was taken of a replay.
pub(crate) fn replay_use(values: Option<&Values>, placements: Option<&Placements>) -> ReplayUse {
    let (wanted, given) = values.map_or((0, 0), |v| (v.asked, v.replay.values.len()));
    let (wanted_objects, given_objects) = placements.map_or((0, 0), |p| (p.asked, p.replay.objects.len()));
    ReplayUse {
        values: wanted.min(given) as u64,
        objects: wanted_objects.min(given_objects) as u64,
        exhausted: wanted > given || wanted_objects > given_objects,
    }
}

#[cfg(test)]
mod tests;
