//! Loops and how they nest.
//!
//! A loop is a strongly connected set of blocks; the loops inside it are the strongly connected sets
//! that are left without its header (Bourdoncle, "Efficient Chaotic Iteration Strategies with
//! Widenings", 1993; Steensgaard does the same). This finds the natural loops of reducible code, and
//! gives irreducible code a nesting as well: a set with several entries takes the first of them in
//! reverse postorder for its header. The cost is linear for each level of nesting.

use fathom_ir::cfg::Cfg;
use fathom_ir::{BlockId, Body};

use crate::components::strongly_connected;

/// A loop of a [`Loops`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct LoopId(pub u32);

impl LoopId {
    /// The position in [`Loops::loops`].
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// A loop.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Loop {
    /// The block that is cut out to find inner loops. Every cycle of the loop goes through it or is a
    /// cycle of an inner loop.
    pub header: BlockId,
    /// Blocks of the loop with an edge from outside, sorted. More than one: the loop is irreducible.
    pub entries: Vec<BlockId>,
    /// Blocks of the loop and of the loops in it, sorted.
    pub blocks: Vec<BlockId>,
    /// Blocks of the loop with an edge to the header, sorted.
    pub latches: Vec<BlockId>,
    /// Edges that leave the loop: from inside, to outside; sorted, each once.
    pub exits: Vec<(BlockId, BlockId)>,
    /// The loop around it.
    pub parent: Option<LoopId>,
    /// 1 for an outermost loop.
    pub depth: u32,
}

impl Loop {
    /// Whether control enters it at more than one block.
    pub fn is_irreducible(&self) -> bool {
        self.entries.len() > 1
    }

    /// Whether the block is in it.
    pub fn contains(&self, block: BlockId) -> bool {
        self.blocks.binary_search(&block).is_ok()
    }
}

/// The loops of a body.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Loops {
    /// All loops; a loop comes after the one around it.
    pub loops: Vec<Loop>,
    /// For each block, the innermost loop it is in.
    pub innermost: Vec<Option<LoopId>>,
}

impl Loops {
    /// Finds the loops of a body. Unreachable blocks are in no loop.
    pub fn find(body: &Body) -> Self {
        let count = body.blocks.len();
        let mut found = Self { loops: Vec::new(), innermost: vec![None; count] };
        if count == 0 {
            return found;
        }
        let cfg = Cfg::new(body);
        let order = cfg.reverse_postorder().to_vec();
        let mut graph = Graph { cfg: &cfg, local: vec![u32::MAX; count] };
        // Sets of blocks in which to look for loops, and the loop around them.
        let mut work = vec![(order, None)];
        while let Some((blocks, parent)) = work.pop() {
            for blocks in graph.cyclic_components(&blocks) {
                let id = LoopId(found.loops.len() as u32);
                let depth = parent.map_or(0, |parent: LoopId| found.loops[parent.index()].depth) + 1;
                let new = graph.describe(blocks, parent, depth);
                for block in &new.blocks {
                    found.innermost[block.index()] = Some(id);
                }
                let inside = new.blocks.iter().copied().filter(|&block| block != new.header).collect();
                found.loops.push(new);
                work.push((inside, Some(id)));
            }
        }
        found
    }

    /// The innermost loop of a block.
    pub fn of(&self, block: BlockId) -> Option<&Loop> {
        self.innermost[block.index()].map(|id| &self.loops[id.index()])
    }

    /// How many loops are around a block.
    pub fn depth(&self, block: BlockId) -> u32 {
        self.of(block).map_or(0, |innermost| innermost.depth)
    }

    /// Whether some loop has more than one entry.
    pub fn any_irreducible(&self) -> bool {
        self.loops.iter().any(Loop::is_irreducible)
    }
}

struct Graph<'a> {
    cfg: &'a Cfg,
    /// Scratch: the position of a block in the set that is looked at.
    local: Vec<u32>,
}

impl Graph<'_> {
    /// The strongly connected sets with a cycle among some blocks, each sorted; in reverse postorder of
    /// their first blocks.
    fn cyclic_components(&mut self, blocks: &[BlockId]) -> Vec<Vec<BlockId>> {
        for (at, block) in blocks.iter().enumerate() {
            self.local[block.index()] = at as u32;
        }
        let inside: Vec<Vec<u32>> = blocks
            .iter()
            .map(|block| {
                let to = self.cfg.successors(*block).iter();
                to.map(|to| self.local[to.index()]).filter(|&to| to != u32::MAX).collect()
            })
            .collect();
        for block in blocks {
            self.local[block.index()] = u32::MAX;
        }
        let mut components: Vec<Vec<BlockId>> = strongly_connected(&inside)
            .into_iter()
            .filter(|component| component.len() > 1 || inside[component[0] as usize].contains(&component[0]))
            .map(|component| {
                let mut blocks: Vec<_> = component.iter().map(|&at| blocks[at as usize]).collect();
                blocks.sort_unstable();
                blocks
            })
            .collect();
        components.sort_by_key(|blocks| blocks.iter().map(|&block| self.cfg.position(block)).min());
        components
    }

    fn describe(&self, blocks: Vec<BlockId>, parent: Option<LoopId>, depth: u32) -> Loop {
        let inside = |block: &BlockId| blocks.binary_search(block).is_ok();
        let entries: Vec<BlockId> = blocks
            .iter()
            .copied()
            .filter(|&block| {
                let mut preds = self.cfg.predecessors(block).iter();
                block.0 == 0 || preds.any(|pred| self.cfg.is_reachable(*pred) && !inside(pred))
            })
            .collect();
        // A reachable set has an entry.
        let header = entries.iter().copied().min_by_key(|&block| self.cfg.position(block));
        let header = header.unwrap_or(blocks[0]);
        let mut latches: Vec<BlockId> =
            self.cfg.predecessors(header).iter().copied().filter(inside).collect();
        latches.sort_unstable();
        latches.dedup();
        let mut exits: Vec<(BlockId, BlockId)> = blocks
            .iter()
            .flat_map(|&from| self.cfg.successors(from).iter().map(move |&to| (from, to)))
            .filter(|(_, to)| !inside(to))
            .collect();
        exits.sort_unstable();
        exits.dedup();
        Loop { header, entries, latches, exits, parent, depth, blocks }
    }
}
