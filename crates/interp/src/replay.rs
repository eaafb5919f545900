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
//! alignment (16 for `malloc`, 8 where pointers have 32 bits), and the object ends within the address space. Whether
//! other objects lie there as well is for the replay to know: addresses may be used again. Where there is no placement
//! or no address in it, the interpreter chooses, apart from all addresses that the replay gives to others. Whatever
//! there is no value for is zero.
//!
//! A replay can also be of another form of the program than the one it was found with: without passes,
//! say, so that objects are asked for that the other form does not have. Then [`Replay::sites`] says where
//! each value and placement was asked for, and an execution gets the next one of the site at which it asks.
//! Sites have no number of their own, so this is a guess; who relies on it looks at what came out.
//!
//! Initial contents matter where [`UninitialisedUse`](fathom_ir::Property::UninitialisedUse) is not
//! checked; where it is, nothing depends on them. A local object whose lifetime starts (again) takes a
//! placement for its contents; where that says it lies does not matter.

use std::collections::VecDeque;
use std::sync::Arc;

use fathom_ir::{Bits, LocId, NoteId};
use rustc_hash::FxHashMap;

/// What an execution is given for all that the program leaves open, in the order in which it asks.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Replay {
    /// Results of `nondet`.
    pub values: Vec<Bits>,
    /// Objects that come to be (alloca, heap allocation) and ranges that are made arbitrary (havoc).
    pub objects: Vec<Placement>,
    /// Contents of the command line: if set, used instead of the arguments given to run.
    pub arguments: Option<Vec<Vec<u8>>>,
    /// Where globals, functions and strings of the command line lie (`argv`, `argv[0]`, …), by name.
    pub statics: Vec<Static>,
    /// Where objects lie may matter.
    pub layout: bool,
    /// Where they are asked for; `None`: they are taken in order.
    pub sites: Option<Sites>,
}

impl Replay {
    /// The same where objects lie as they do by themselves.
    pub fn without_layout(mut self) -> Self {
        self.statics.clear();
        self.objects.iter_mut().for_each(|object| object.base = None);
        self.layout = false;
        self
    }
}

/// Where values and placements are asked for.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Sites {
    /// The site of each of [`Replay::values`].
    pub values: Vec<AskSite>,
    /// The site of each of [`Replay::objects`].
    pub objects: Vec<AskSite>,
}

/// Where something is asked for, and under which name: that of a function or of a local variable.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct AskSite {
    /// Position.
    pub loc: LocId,
    /// Name; none for heap memory and ranges that become arbitrary.
    pub name: NoteId,
}

/// Where an object lies that is there from the start.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Static {
    /// Its name.
    pub name: String,
    /// Its address.
    pub base: u64,
    /// Its size.
    pub size: u64,
}

/// Where an object lies and what it contains at first.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Placement {
    /// Where the object lies; `None`: wherever the interpreter likes.
    pub base: Option<u64>,
    /// How many bytes it has.
    pub size: u64,
    /// The allocation fails (heap only): null is returned.
    pub fails: bool,
    /// What uninitialised bytes are: this one up to the first of the runs.
    pub default: u8,
    /// Runs of bytes: where each begins, in order, and its byte. Those outside of the object do not matter.
    pub runs: Vec<(u64, u8)>,
}

impl Replay {
    /// Addresses and sizes of the objects whose place is given.
    pub(crate) fn ranges(&self) -> impl Iterator<Item = (u64, u64)> + '_ {
        let statics = self.statics.iter().map(|of| (of.base, of.size));
        statics.chain(self.objects.iter().filter_map(|placement| Some((placement.base?, placement.size))))
    }
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
        let place = |offset: u64| usize::try_from(offset).unwrap_or(usize::MAX).min(target.len());
        let ends = self.runs.iter().skip(1).map(|run| place(run.0)).chain([target.len()]);
        let ranges: Vec<_> =
            self.runs.iter().zip(ends).map(|(run, end)| (place(run.0)..end, run.1)).collect();
        for (range, byte) in ranges {
            target[range].fill(byte);
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

/// Numbers of what is given, in the order in which it is taken.
#[derive(Debug)]
struct Queue {
    /// How many were asked for.
    asked: usize,
    /// By site, if they are taken so.
    by_site: Option<FxHashMap<AskSite, VecDeque<usize>>>,
}

impl Queue {
    fn new(sites: Option<&[AskSite]>) -> Self {
        let by_site = sites.map(|sites| {
            let mut queues: FxHashMap<AskSite, VecDeque<usize>> = FxHashMap::default();
            sites.iter().enumerate().for_each(|(at, &site)| queues.entry(site).or_default().push_back(at));
            queues
        });
        Self { asked: 0, by_site }
    }

    /// The next number; none if the site has no more.
    fn next(&mut self, site: AskSite) -> Option<usize> {
        self.asked += 1;
        match &mut self.by_site {
            None => Some(self.asked - 1),
            Some(queues) => queues.get_mut(&site)?.pop_front(),
        }
    }
}

/// The values of a replay under way.
#[derive(Debug)]
pub(crate) struct Values {
    replay: Arc<Replay>,
    queue: Queue,
}

impl Values {
    /// From the start.
    pub fn new(replay: Arc<Replay>) -> Self {
        let queue = Queue::new(replay.sites.as_ref().map(|sites| sites.values.as_slice()));
        Self { replay, queue }
    }

    /// The next value, and its number if there is one; zero where there is none.
    pub fn next(&mut self, width: u32, site: AskSite) -> (Option<usize>, Bits) {
        let number = self.queue.next(site);
        let value = number.and_then(|number| self.replay.values.get(number));
        let number = number.filter(|_| value.is_some());
        (number, value.map_or_else(|| Bits::zero(width), |value| value.resize(width)))
    }

    /// What a local variable contains that was never set, if values of its name say so: together they are as
    /// large as the variable.
    pub fn contents(&mut self, size: u64, site: AskSite, big_endian: bool) -> Option<Vec<u8>> {
        let queue = self.queue.by_site.as_mut()?.get_mut(&site)?;
        let values = queue.iter().map(|&number| &self.replay.values[number]);
        let mut bytes = vec![];
        let mut taken = 0;
        for value in values {
            let len = u64::from(value.width().div_ceil(8));
            if bytes.len() as u64 + len > size {
                break;
            }
            let mut piece: Vec<u8> = value.words().iter().flat_map(|word| word.to_le_bytes()).collect();
            piece.truncate(len as usize);
            if big_endian {
                piece.reverse();
            }
            bytes.extend(piece);
            taken += 1;
        }
        if bytes.len() as u64 != size {
            return None;
        }
        queue.drain(..taken);
        Some(bytes)
    }
}

/// The placements of a replay under way.
#[derive(Debug)]
pub(crate) struct Placements {
    replay: Arc<Replay>,
    queue: Queue,
}

impl Placements {
    /// From the start.
    pub fn new(replay: Arc<Replay>) -> Self {
        let queue = Queue::new(replay.sites.as_ref().map(|sites| sites.objects.as_slice()));
        Self { replay, queue }
    }

    /// The number of the next placement, if there is one; see [`Placements::get`].
    pub fn next(&mut self, site: AskSite) -> Option<usize> {
        self.queue.next(site)
    }

    /// Where an object lies that is there from the start, if that is given.
    pub fn of_static(&self, name: &str) -> Option<u64> {
        self.replay.statics.iter().find(|of| of.name == name).map(|of| of.base)
    }

    /// A placement, if there are so many.
    pub fn get(&self, number: usize) -> Option<&Placement> {
        self.replay.objects.get(number)
    }
}

/// What was taken of a replay.
pub(crate) fn replay_use(values: Option<&Values>, placements: Option<&Placements>) -> ReplayUse {
    let (wanted, given) = values.map_or((0, 0), |v| (v.queue.asked, v.replay.values.len()));
    let (wanted_objects, given_objects) =
        placements.map_or((0, 0), |p| (p.queue.asked, p.replay.objects.len()));
    ReplayUse {
        values: wanted.min(given) as u64,
        objects: wanted_objects.min(given_objects) as u64,
        exhausted: wanted > given || wanted_objects > given_objects,
    }
}

#[cfg(test)]
mod tests;
