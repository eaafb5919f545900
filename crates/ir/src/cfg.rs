//! The control-flow graph of a body: who jumps where, an order to visit blocks in, and dominators.
//!
//! Dominators are computed by Semi-NCA (L. Georgiadis, *Linear-Time Algorithms for Dominators and
//! Related Problems*, 2005), as in LLVM: semidominators by path compression on the depth-first tree
//! (Lengauer and Tarjan), then immediate dominators as nearest common ancestors. The simpler iteration
//! of Cooper, Harvey and Kennedy is quadratic on what we meet daily: one error block that thousands of
//! checks in a row jump to.
//!
//! Nothing here recurses, so depth of the graph is no concern.

use crate::program::{BlockId, Body};

/// Successors, predecessors and a reverse postorder of the blocks of a body.
///
/// An edge that a terminator has twice (a branch to the same block on both sides) is there twice.
#[derive(Clone, Debug)]
pub struct Cfg {
    successors: Adjacency,
    predecessors: Adjacency,
    order: Vec<BlockId>,
    /// Position in `order`; `UNREACHABLE` for blocks that are not in it.
    position: Vec<u32>,
}

const UNREACHABLE: u32 = u32::MAX;

/// Lists of blocks, one for each block, end to end in one array.
#[derive(Clone, Debug)]
struct Adjacency {
    starts: Vec<u32>,
    blocks: Vec<BlockId>,
}

impl Adjacency {
    /// From pairs of a block and an entry of its list; the order of entries is kept.
    fn new(blocks: usize, pairs: &[(BlockId, BlockId)]) -> Self {
        let mut starts = vec![0; blocks + 1];
        for (from, _) in pairs {
            starts[from.index() + 1] += 1;
        }
        for at in 0..blocks {
            starts[at + 1] += starts[at];
        }
        let mut next = starts.clone();
        let mut lists = vec![BlockId(0); pairs.len()];
        for &(from, to) in pairs {
            lists[next[from.index()] as usize] = to;
            next[from.index()] += 1;
        }
        Self { starts, blocks: lists }
    }

    fn of(&self, block: BlockId) -> &[BlockId] {
        &self.blocks[self.starts[block.index()] as usize..self.starts[block.index() + 1] as usize]
    }
}

impl Cfg {
    /// The graph of a body. Edges to blocks that do not exist are left out.
    pub fn new(body: &Body) -> Self {
        let count = body.blocks.len();
        let mut edges = Vec::new();
        for (from, block) in body.block_ids().zip(&body.blocks) {
            let targets = block.term.edges().into_iter().map(|edge| edge.block);
            edges.extend(targets.filter(|to| to.index() < count).map(|to| (from, to)));
        }
        Self::from_edges(count, &edges)
    }

    /// The graph with these edges; block 0 is the entry.
    fn from_edges(count: usize, edges: &[(BlockId, BlockId)]) -> Self {
        let successors = Adjacency::new(count, edges);
        let reversed: Vec<_> = edges.iter().map(|&(from, to)| (to, from)).collect();
        let predecessors = Adjacency::new(count, &reversed);

        let mut position = vec![UNREACHABLE; count];
        let mut order = Vec::with_capacity(count);
        let mut stack = Vec::new();
        if count > 0 {
            position[0] = 0;
            stack.push((BlockId(0), 0));
        }
        while let Some((block, next)) = stack.last_mut() {
            match successors.of(*block).get(*next) {
                Some(&to) => {
                    *next += 1;
                    if position[to.index()] == UNREACHABLE {
                        position[to.index()] = 0;
                        stack.push((to, 0));
                    }
                }
                None => {
                    order.push(*block);
                    stack.pop();
                }
            }
        }
        order.reverse();
        for (at, block) in order.iter().enumerate() {
            position[block.index()] = at as u32;
        }
        Self { successors, predecessors, order, position }
    }

    /// Number of blocks, unreachable ones included.
    pub fn len(&self) -> usize {
        self.position.len()
    }

    /// Whether there are no blocks.
    pub fn is_empty(&self) -> bool {
        self.position.is_empty()
    }

    /// Where a block may go, in the order of its terminator's edges.
    pub fn successors(&self, block: BlockId) -> &[BlockId] {
        self.successors.of(block)
    }

    /// Who goes to a block, unreachable blocks included.
    pub fn predecessors(&self, block: BlockId) -> &[BlockId] {
        self.predecessors.of(block)
    }

    /// The blocks that can be reached, each before its successors except along back edges.
    pub fn reverse_postorder(&self) -> &[BlockId] {
        &self.order
    }

    /// Position of a block in the reverse postorder; `None` if it cannot be reached.
    pub fn position(&self, block: BlockId) -> Option<usize> {
        let at = self.position[block.index()];
        (at != UNREACHABLE).then_some(at as usize)
    }

    /// Whether there is a path from the entry.
    pub fn is_reachable(&self, block: BlockId) -> bool {
        self.position[block.index()] != UNREACHABLE
    }
}

/// The dominator tree of the blocks that can be reached.
#[derive(Clone, Debug)]
pub struct Dominators {
    /// Parent in the tree; the entry and unreachable blocks have none.
    immediate: Vec<Option<BlockId>>,
    children: Adjacency,
    /// Blocks in the order of a walk of the tree, parents first.
    preorder: Vec<BlockId>,
    /// Of each block the positions in `preorder` of its subtree: first, and one past the last. Empty
    /// for unreachable blocks.
    subtree: Vec<(u32, u32)>,
}

impl Dominators {
    /// The dominators of a graph.
    pub fn new(cfg: &Cfg) -> Self {
        let count = cfg.len();
        let immediate = semi_nca(cfg);
        let pairs: Vec<_> =
            cfg.order.iter().filter_map(|&b| immediate[b.index()].map(|parent| (parent, b))).collect();
        let children = Adjacency::new(count, &pairs);

        let mut preorder = Vec::with_capacity(cfg.order.len());
        let mut stack: Vec<BlockId> = cfg.order.first().copied().into_iter().collect();
        while let Some(block) = stack.pop() {
            preorder.push(block);
            stack.extend(children.of(block).iter().rev());
        }
        let mut subtree = vec![(0, 0); count];
        for (at, block) in preorder.iter().enumerate().rev() {
            let last_child = children.of(*block).last();
            let end = last_child.map_or(at as u32 + 1, |child| subtree[child.index()].1);
            subtree[block.index()] = (at as u32, end);
        }
        Self { immediate, children, preorder, subtree }
    }

    /// The closest other block that is on every path to the block; `None` for the entry and for blocks
    /// that cannot be reached.
    pub fn immediate(&self, block: BlockId) -> Option<BlockId> {
        self.immediate[block.index()]
    }

    /// The blocks whose immediate dominator the block is, in reverse postorder.
    pub fn children(&self, block: BlockId) -> &[BlockId] {
        self.children.of(block)
    }

    /// The blocks that can be reached, each after its immediate dominator and, all together, before
    /// what it does not dominate and comes later.
    pub fn preorder(&self) -> &[BlockId] {
        &self.preorder
    }

    /// Whether `a` is on every path from the entry to `b` (so a block dominates itself). A block that
    /// cannot be reached is dominated by every block, and dominates none that can.
    pub fn dominates(&self, a: BlockId, b: BlockId) -> bool {
        let ((first, end), (at, b_end)) = (self.subtree[a.index()], self.subtree[b.index()]);
        let b_unreachable = at == b_end;
        b_unreachable || (first <= at && at < end)
    }
}

/// Immediate dominators by Semi-NCA. Blocks are numbered by depth-first preorder; all arrays are
/// indexed by that number.
fn semi_nca(cfg: &Cfg) -> Vec<Option<BlockId>> {
    let mut number = vec![UNREACHABLE; cfg.len()];
    let mut blocks = Vec::with_capacity(cfg.order.len());
    let mut parent: Vec<u32> = Vec::with_capacity(cfg.order.len());
    let mut stack: Vec<(BlockId, u32)> = cfg.order.first().map(|&b| (b, 0)).into_iter().collect();
    while let Some((block, from)) = stack.pop() {
        if number[block.index()] != UNREACHABLE {
            continue;
        }
        let own = blocks.len() as u32;
        number[block.index()] = own;
        blocks.push(block);
        parent.push(from);
        stack.extend(cfg.successors(block).iter().rev().map(|&to| (to, own)));
    }

    // Semidominators. `label[v]` is the vertex with the least semidominator on the compressed path
    // above `v`, `ancestor` that path's links, which start as the tree's.
    let count = blocks.len();
    let mut semi: Vec<u32> = (0..count as u32).collect();
    let mut label = semi.clone();
    let mut ancestor = parent.clone();
    let mut path = Vec::new();
    for vertex in (1..count).rev() {
        let mut least = parent[vertex];
        for predecessor in cfg.predecessors(blocks[vertex]) {
            let from = number[predecessor.index()];
            if from == UNREACHABLE {
                continue;
            }
            let candidate = evaluate(from, vertex as u32, &mut ancestor, &mut label, &semi, &mut path);
            least = least.min(semi[candidate as usize]);
        }
        semi[vertex] = least;
    }

    // The immediate dominator is the deepest ancestor in the tree built so far that is not below the
    // semidominator.
    let mut immediate = parent;
    for vertex in 1..count {
        let mut candidate = immediate[vertex];
        while candidate > semi[vertex] {
            candidate = immediate[candidate as usize];
        }
        immediate[vertex] = candidate;
    }
    let mut result = vec![None; cfg.len()];
    for vertex in 1..count {
        result[blocks[vertex].index()] = Some(blocks[immediate[vertex] as usize]);
    }
    result
}

/// The vertex with the least semidominator among `vertex` and its ancestors above which the forest is
/// linked: those that were processed, which are the ones numbered higher than `current`.
fn evaluate(
    vertex: u32,
    current: u32,
    ancestor: &mut [u32],
    label: &mut [u32],
    semi: &[u32],
    path: &mut Vec<u32>,
) -> u32 {
    if vertex <= current {
        return vertex;
    }
    // Vertices below the root of their tree in the forest, the lowest first.
    path.clear();
    let mut at = vertex;
    while ancestor[at as usize] > current {
        path.push(at);
        at = ancestor[at as usize];
    }
    // `at` is a child of the root; compress from the top.
    let root = ancestor[at as usize];
    let mut best = label[at as usize];
    for &v in path.iter().rev() {
        let own = label[v as usize];
        if semi[best as usize] < semi[own as usize] {
            label[v as usize] = best;
        } else {
            best = own;
        }
        ancestor[v as usize] = root;
    }
    label[vertex as usize]
}

#[cfg(test)]
mod tests {
    use super::*;

    fn graph(count: usize, edges: &[(u32, u32)]) -> Cfg {
        let edges: Vec<_> = edges.iter().map(|&(a, b)| (BlockId(a), BlockId(b))).collect();
        Cfg::from_edges(count, &edges)
    }

    /// Blocks reached from the entry without passing through `without`.
    fn reached(cfg: &Cfg, without: Option<BlockId>) -> Vec<bool> {
        let mut seen = vec![false; cfg.len()];
        let mut stack = vec![BlockId(0)];
        while let Some(block) = stack.pop() {
            if Some(block) != without && !std::mem::replace(&mut seen[block.index()], true) {
                stack.extend(cfg.successors(block));
            }
        }
        seen
    }

    fn check(cfg: &Cfg) {
        let dominators = Dominators::new(cfg);
        let reachable = reached(cfg, None);
        for a in (0..cfg.len() as u32).map(BlockId) {
            let without = reached(cfg, Some(a));
            assert_eq!(cfg.is_reachable(a), reachable[a.index()]);
            for b in (0..cfg.len() as u32).map(BlockId) {
                let expected = !reachable[b.index()] || reachable[a.index()] && !without[b.index()];
                assert_eq!(dominators.dominates(a, b), expected, "{a:?} {b:?} {cfg:?}");
            }
        }
        // Each immediate dominator is strict and dominated by all other strict dominators.
        for &b in cfg.reverse_postorder() {
            let Some(immediate) = dominators.immediate(b) else {
                assert_eq!(b, BlockId(0));
                continue;
            };
            assert!(immediate != b && dominators.dominates(immediate, b));
            assert!(dominators.children(immediate).contains(&b));
            for &other in cfg.reverse_postorder() {
                if other != b && dominators.dominates(other, b) {
                    assert!(dominators.dominates(other, immediate));
                }
            }
        }
        assert_eq!(dominators.preorder().len(), cfg.reverse_postorder().len());
    }

    #[test]
    fn diamond_with_loop_and_unreachable_block() {
        let cfg = graph(6, &[(0, 1), (0, 2), (1, 3), (2, 3), (3, 0), (3, 4), (5, 3)]);
        check(&cfg);
        assert_eq!(Dominators::new(&cfg).immediate(BlockId(3)), Some(BlockId(0)));
        assert_eq!(cfg.predecessors(BlockId(3)), [BlockId(1), BlockId(2), BlockId(5)]);
        assert_eq!(cfg.position(BlockId(5)), None);
    }

    #[test]
    fn random_graphs_agree_with_the_definition() {
        let mut state = 1u64;
        let mut random = |limit: u32| {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (state >> 33) as u32 % limit
        };
        for _ in 0..3000 {
            let count = 1 + random(14);
            let edges: Vec<_> = (0..random(3 * count)).map(|_| (random(count), random(count))).collect();
            check(&graph(count as usize, &edges));
        }
    }

    #[test]
    fn reverse_postorder_is_topological_without_loops() {
        let edges = [(0, 2), (2, 1), (0, 1), (1, 3), (2, 3)];
        let cfg = graph(4, &edges);
        for (from, to) in edges {
            assert!(cfg.position(BlockId(from)) < cfg.position(BlockId(to)));
        }
    }

    #[test]
    fn a_shared_error_block_and_a_deep_chain_take_no_time() {
        let count = 300_000;
        let mut edges = Vec::new();
        for at in 0..count - 2 {
            edges.push((at, at + 1));
            edges.push((at, count - 1));
        }
        let cfg = graph(count as usize, &edges);
        let dominators = Dominators::new(&cfg);
        assert_eq!(dominators.immediate(BlockId(count - 1)), Some(BlockId(0)));
        assert!(dominators.dominates(BlockId(7), BlockId(count - 2)));
    }

    #[test]
    fn no_blocks() {
        let cfg = graph(0, &[]);
        assert!(cfg.is_empty() && Dominators::new(&cfg).preorder().is_empty());
    }
}
