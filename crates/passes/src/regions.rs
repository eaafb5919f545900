//! Regions: which objects a pointer may point to, for the whole program at once.
//!
//! A points-to analysis by unification (Steensgaard, "Points-to Analysis in Almost Linear Time", 1996),
//! without fields, flow or contexts. Every object (a global, a function whose address is used, what an
//! instruction allocates, what the outside owns) belongs to one region, and each pointer points into one
//! region at most; so a region can be a memory of its own, which is what [`crate::purify`] makes of it.
//! The finer analyses that DSA and its successors do (fields, contexts) would give more regions; the
//! consumers need only the properties above, so they can come later.
//!
//! # Provenance
//! Pointers travel in memory, and as numbers. As in the interpreter, a pointer that is seen as a number
//! (cast, subtracted, or its bytes read as a number) *exposes* its object, and a number that becomes a
//! pointer may point to any exposed object. So all that is exposed is one region, if a number ever becomes
//! a pointer. Memory that may be written as one and read as the other counts as such a cast. To tell that
//! from a structure with numbers and pointers in it, offsets in objects are followed (`classes`, `puns`).
//!
//! # Code that nobody knows
//! What is given to a function without a body that the table in `library` does not have escapes: it is
//! one region with all else that escaped, all of it counts as exposed, and such functions may read, write
//! and call whatever is there.
//!
//! # What is not covered
//! An address without provenance that is computed from a null pointer, stored as a pointer and loaded
//! again: the interpreter would then look for an exposed object there. No region says so.

mod classes;
pub(crate) mod library;
mod nodes;
mod offsets;
mod puns;
mod solve;

use std::collections::BTreeMap;

use fathom_ir::{BlockId, Const, FuncId, GlobalId, Program, Symbol, Value};

use crate::Uninitialised;
use nodes::Node;
use solve::Solver;

/// A region of a [`Regions`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct RegionId(pub u32);

impl RegionId {
    /// The position in [`Regions::regions`].
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// The place of an instruction.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Site {
    /// In this function,
    pub func: FuncId,
    /// this block,
    pub block: BlockId,
    /// the instruction of this number.
    pub inst: u32,
}

/// An object, or all objects that are made at one place.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Object {
    /// A global object.
    Global(GlobalId),
    /// A function whose address is used.
    Function(FuncId),
    /// What an instruction makes: an `alloca`, or a call that allocates.
    Made(Site),
    /// The arguments of the program.
    Environment,
    /// `errno`.
    Errno,
    /// What code without a body made, and the environment's variables.
    Unknown,
}

/// A set of objects.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Region {
    /// Its objects, in the order of the program.
    pub objects: Vec<Object>,
    /// Where the pointers that are stored in it point.
    pub content: Option<RegionId>,
}

/// What the analysis is to know.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RegionOptions {
    /// All objects are in one region.
    pub one_region: bool,
    /// What memory holds that was never written.
    pub uninitialised: Uninitialised,
    /// Where execution starts; if empty, at `main`, and without it at each function that no other calls.
    pub entries: Vec<FuncId>,
}

impl Default for RegionOptions {
    fn default() -> Self {
        Self { one_region: false, uninitialised: Uninitialised::Indeterminate, entries: Vec::new() }
    }
}

/// The regions of a program.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Regions {
    /// All regions, numbered by their first objects.
    pub regions: Vec<Region>,
    /// Where each value of each function points.
    values: Vec<Vec<Option<RegionId>>>,
    /// Where each object lies.
    objects: BTreeMap<Object, RegionId>,
    /// Whom calls through pointers may call.
    targets: BTreeMap<Site, Vec<FuncId>>,
    /// What is exposed, if numbers become pointers.
    exposed: Option<RegionId>,
    /// All pointers point here.
    only: Option<RegionId>,
}

impl Regions {
    /// The regions of a valid program.
    pub fn new(program: &Program, options: &RegionOptions) -> Self {
        let mut solver = Solver::solve(program, options);
        let objects = solver.objects();
        let mut numbers: BTreeMap<Node, RegionId> = BTreeMap::new();
        let mut regions: Vec<Region> = Vec::new();
        let mut places = BTreeMap::new();
        for (object, node) in objects {
            let node = solver.nodes.find(node);
            let number = RegionId(regions.len() as u32);
            let own = match options.one_region {
                true => *numbers.entry(node).or_insert(RegionId(0)),
                false => *numbers.entry(node).or_insert(number),
            };
            if own.index() >= regions.len() {
                regions.push(Region::default());
            }
            regions[own.index()].objects.push(object);
            places.insert(object, own);
        }
        if options.one_region && regions.is_empty() {
            regions.push(Region::default());
        }
        for (&node, &own) in &numbers {
            let content = solver.nodes.known_content(node).and_then(|content| numbers.get(&content));
            regions[own.index()].content = regions[own.index()].content.or(content.copied());
        }
        let only = options.one_region.then_some(RegionId(0));
        let exposed = solver.exposed().and_then(|node| numbers.get(&node).copied());
        let values = values(program, &mut solver, &numbers);
        let targets = solver.targets.into_iter().map(|(site, all)| (site, all.into_iter().collect()));
        Self { regions, values, objects: places, targets: targets.collect(), exposed, only }
    }

    /// Where a value points; `None` if it points to no object, so that no access through it is valid.
    pub fn of_value(&self, program: &Program, function: FuncId, value: Value) -> Option<RegionId> {
        let body = program.functions.get(function.index())?.body.as_ref()?;
        match body.constant(value) {
            Some(&Const::Addr(Symbol::Global(id), _)) => self.of_object(Object::Global(id)),
            Some(&Const::Addr(Symbol::Func(id), _)) => self.of_object(Object::Function(id)),
            Some(Const::Bits(_) | Const::Undef) => self.only,
            None => self.of_variable(function, value),
        }
    }

    /// Where a value that is no constant points.
    pub fn of_variable(&self, function: FuncId, value: Value) -> Option<RegionId> {
        self.values.get(function.index())?.get(value.index()).copied().flatten().or(self.only)
    }

    /// Where an object lies; `None` if the program has no such object.
    pub fn of_object(&self, object: Object) -> Option<RegionId> {
        self.objects.get(&object).copied()
    }

    /// The region of objects whose addresses are known as numbers, if numbers become pointers.
    pub fn exposed(&self) -> Option<RegionId> {
        self.exposed.or(self.only)
    }

    /// Whom a call through a pointer may call, sorted.
    pub fn targets(&self, site: Site) -> &[FuncId] {
        self.targets.get(&site).map_or(&[], Vec::as_slice)
    }

    /// Functions that code without a body may call, sorted: those that escaped.
    pub fn called_back(&self) -> Vec<FuncId> {
        let Some(unknown) = self.of_object(Object::Unknown) else { return vec![] };
        let objects = self.regions[unknown.index()].objects.iter();
        objects
            .filter_map(|object| if let Object::Function(id) = object { Some(*id) } else { None })
            .collect()
    }
}

fn values(
    program: &Program,
    solver: &mut Solver<'_>,
    numbers: &BTreeMap<Node, RegionId>,
) -> Vec<Vec<Option<RegionId>>> {
    let mut all = Vec::with_capacity(program.functions.len());
    for (id, function) in (0..).map(FuncId).zip(&program.functions) {
        let count = function.body.as_ref().map_or(0, |body| body.values.len() as u32);
        let mut region = |value| {
            let node = solver.value(id, value)?;
            numbers.get(&solver.nodes.find(node)).copied()
        };
        all.push((0..count).map(Value).map(&mut region).collect());
    }
    all
}
