//! The order in which the blocks of a function are evaluated, and what is alive at each.
//!
//! Blocks are numbered so that the blocks of a loop stand together and every edge leads to a larger number,
//! except those to the header of a loop around its origin: a weak topological order (Bourdoncle, 1993). The
//! place of an evaluation is then, from the outside in,
//!
//! ```text
//! number of the outermost loop's header, times round, …, number of the block
//! ```
//!
//! and, in a call, the number of the instruction followed by the place in the callee. Places are compared
//! as sequences. Whatever leads to a place is smaller, so evaluating the smallest place first means that
//! all paths to a block, out of all iterations of the loops before it, have arrived when it is evaluated.
//! This holds for irreducible code too: there a loop is also entered past its header.

use fathom_ir::cfg::Cfg;
use fathom_ir::{BlockId, Body, LocId, NoteId, Op, Program, Property, Value, says_never};
use fathom_passes::loops::{LoopId, Loops};
use rustc_hash::{FxHashMap, FxHashSet};

/// What evaluation needs to know of a function.
#[derive(Debug)]
pub struct Plan {
    /// Loops.
    pub loops: Loops,
    /// The number of each block in the order.
    pub number: Vec<u32>,
    /// For each block, the loops around it, the outermost first.
    pub around: Vec<Vec<LoopId>>,
    /// For each block, values that are used there or later and defined before; parameters are not.
    pub live: Vec<BitSet>,
    /// For each block that branches to an assertion which always fails: these assertions.
    pub failures: FailuresByBranch,
    /// Assertions that always fail where they stand, after a branch.
    pub is_failure: FxHashSet<(LocId, Property)>,
    /// Local variables whose lifetime begins with a marker.
    pub scoped: BitSet,
    /// Those whose lifetime ends with one.
    pub ended: BitSet,
}

/// For each block that branches to assertions which always fail: these assertions.
pub type FailuresByBranch = FxHashMap<BlockId, Vec<Failure>>;

/// Position, kind and note of an assertion.
pub type Failure = (LocId, Property, NoteId);

/// A set of values.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct BitSet(Vec<u64>);

impl BitSet {
    fn with_capacity(count: usize) -> Self {
        Self(vec![0; count.div_ceil(64)])
    }

    /// Whether a value is in the set.
    pub fn contains(&self, value: Value) -> bool {
        self.0[value.index() / 64] >> (value.index() % 64) & 1 == 1
    }

    fn insert(&mut self, value: Value) {
        self.0[value.index() / 64] |= 1 << (value.index() % 64);
    }

    fn subtract(&mut self, other: &Self) {
        for (word, other) in self.0.iter_mut().zip(&other.0) {
            *word &= !other;
        }
    }

    /// Adds another set; whether that changed anything.
    fn add(&mut self, other: &Self) -> bool {
        let mut changed = false;
        for (word, other) in self.0.iter_mut().zip(&other.0) {
            changed |= *word | other != *word;
            *word |= other;
        }
        changed
    }
}

impl Plan {
    /// The plan of a body.
    pub fn new(program: &Program, body: &Body) -> Self {
        let cfg = Cfg::new(body);
        let loops = Loops::find(body);
        let around = body
            .block_ids()
            .map(|block| {
                let mut around = Vec::new();
                let mut next = loops.innermost[block.index()];
                while let Some(id) = next {
                    around.push(id);
                    next = loops.loops[id.index()].parent;
                }
                around.reverse();
                around
            })
            .collect::<Vec<_>>();
        let number = order(body, &cfg, &loops, &around);
        let live = live_values(body, &cfg);
        let (failures, is_failure) = failures(program, body, &cfg);
        let [mut scoped, mut ended] = [(); 2].map(|()| BitSet::with_capacity(body.values.len()));
        for inst in body.blocks.iter().flat_map(|block| &block.insts) {
            match inst.op {
                Op::LifetimeStart(variable) => scoped.insert(variable),
                Op::LifetimeEnd(variable) => ended.insert(variable),
                _ => {}
            }
        }
        Self { loops, number, around, live, failures, is_failure, scoped, ended }
    }
}

/// `assert(c)` is a branch on `c`, on the same line, to a block that fails. Such a block is never entered if
/// all is well, so what counts as looking at the assertion is to come to the branch. Where `c` is `a || b` there is a
/// branch on `a` before, which may be all that is ever looked at; all that a macro makes has one position.
fn failures(program: &Program, body: &Body, cfg: &Cfg) -> (FailuresByBranch, FxHashSet<(LocId, Property)>) {
    let mut at = FailuresByBranch::default();
    let mut all = FxHashSet::default();
    let place = |loc: LocId| program.loc(loc).map(|loc| (loc.file, loc.line, loc.column));
    let branch = |block: BlockId| body.blocks[block.index()].term_loc;
    for block in body.block_ids() {
        for inst in &body.blocks[block.index()].insts {
            let Op::Assert { cond, property, note } = inst.op else { continue };
            let (Some(bits), Some((file, line, column))) = (body.bits(cond), place(inst.loc)) else {
                continue;
            };
            let fails = bits.is_zero();
            // The condition of `if (x) assert(0);` is another one.
            let is_marker = property == Property::Assertion && says_never(program.note(note));
            let is_branch = |block: &BlockId| match place(branch(*block)) {
                // What passes decided stands where the branch was.
                Some(at) if !fails => at == (file, line, column) && property == Property::Assertion,
                Some(at) if is_marker => at == (file, line, column),
                Some((other, at, _)) => (other, at) == (file, line),
                None => false,
            };
            let mut open: Vec<BlockId> = cfg.predecessors(block).iter().copied().filter(is_branch).collect();
            let mut seen: FxHashSet<BlockId> = open.iter().copied().collect();
            while let Some(before) = open.pop() {
                if fails {
                    all.insert((inst.loc, property));
                }
                at.entry(before).or_default().push((inst.loc, property, note));
                let earlier = cfg.predecessors(before).iter().copied();
                let is_part = |&block: &BlockId| place(branch(block)) == place(branch(before));
                open.extend(earlier.filter(is_part).filter(|&block| seen.insert(block)));
            }
        }
    }
    (at, all)
}

/// A block, or a loop with all its blocks.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Item {
    Block(BlockId),
    Loop(LoopId),
}

fn order(body: &Body, cfg: &Cfg, loops: &Loops, around: &[Vec<LoopId>]) -> Vec<u32> {
    let mut number = vec![u32::MAX; body.blocks.len()];
    let mut next = 0;
    let all: Vec<BlockId> = cfg.reverse_postorder().to_vec();
    // Sets of blocks still to be numbered, the next on top: a single block, or the inside of a loop.
    let mut open: Vec<(Vec<BlockId>, usize, Option<LoopId>)> = vec![(all, 0, None)];
    while let Some((blocks, depth, inside)) = open.pop() {
        let header = inside.map(|id| loops.loops[id.index()].header);
        let item = |block: BlockId| match around[block.index()].get(depth) {
            Some(&id) => Item::Loop(id),
            None => Item::Block(block),
        };
        if let ([block], true) = (&blocks[..], blocks.iter().all(|&block| item(block) == Item::Block(block)))
        {
            number[block.index()] = next;
            next += 1;
            continue;
        }
        let sorted = sort_items(cfg, &blocks, header, item);
        for group in sorted.into_iter().rev() {
            let first = group[0];
            match item(first) {
                Item::Block(_) => open.push((vec![first], depth, inside)),
                Item::Loop(id) => open.push((group, depth + 1, Some(id))),
            }
        }
    }
    number
}

/// Sorts the items of one level topologically; edges to the header of the level do not count. Among those
/// that could be next, the first in reverse postorder is.
fn sort_items(
    cfg: &Cfg,
    blocks: &[BlockId],
    header: Option<BlockId>,
    item: impl Fn(BlockId) -> Item,
) -> Vec<Vec<BlockId>> {
    use std::collections::{BTreeMap, BTreeSet};
    let mut members: BTreeMap<Item, Vec<BlockId>> = BTreeMap::new();
    for &block in blocks {
        members.entry(item(block)).or_default().push(block);
    }
    for list in members.values_mut() {
        list.sort_by_key(|&block| cfg.position(block));
    }
    let rank = |at: &Item| members[at].first().and_then(|&block| cfg.position(block)).unwrap_or(usize::MAX);
    let level: BTreeSet<BlockId> = blocks.iter().copied().collect();
    let mut waits: BTreeMap<Item, BTreeSet<Item>> = members.keys().map(|&at| (at, BTreeSet::new())).collect();
    let mut leads: BTreeMap<Item, BTreeSet<Item>> = members.keys().map(|&at| (at, BTreeSet::new())).collect();
    for &from in blocks {
        for &to in cfg.successors(from) {
            if Some(to) != header && level.contains(&to) && item(from) != item(to) {
                waits.entry(item(to)).or_default().insert(item(from));
                leads.entry(item(from)).or_default().insert(item(to));
            }
        }
    }
    let mut ready: BTreeSet<(usize, Item)> =
        waits.iter().filter(|(_, on)| on.is_empty()).map(|(&at, _)| (rank(&at), at)).collect();
    let mut sorted = Vec::new();
    while let Some((_, at)) = ready.pop_first() {
        sorted.push(members[&at].clone());
        for to in &leads[&at] {
            if let Some(on) = waits.get_mut(to) {
                on.remove(&at);
                if on.is_empty() {
                    ready.insert((rank(to), *to));
                }
            }
        }
    }
    sorted
}

fn live_values(body: &Body, cfg: &Cfg) -> Vec<BitSet> {
    let count = body.values.len();
    let mut uses = Vec::new();
    let mut defines = Vec::new();
    for block in &body.blocks {
        let (mut used, mut defined) = (BitSet::with_capacity(count), BitSet::with_capacity(count));
        block.params.iter().for_each(|&param| defined.insert(param));
        let note = |value: Value, used: &mut BitSet, defined: &BitSet| {
            if body.constant(value).is_none() && !defined.contains(value) {
                used.insert(value);
            }
        };
        for inst in &block.insts {
            inst.op.operands(|value| note(value, &mut used, &defined));
            inst.result_values().for_each(|value| defined.insert(value));
        }
        block.term.operands(|value| note(value, &mut used, &defined));
        uses.push(used);
        defines.push(defined);
    }
    let mut live = uses;
    let order = cfg.reverse_postorder();
    loop {
        let mut changed = false;
        for &block in order.iter().rev() {
            for &to in cfg.successors(block) {
                let mut through = live[to.index()].clone();
                through.subtract(&defines[block.index()]);
                changed |= live[block.index()].add(&through);
            }
        }
        if !changed {
            return live;
        }
    }
}
