//! Where a round of a loop ends for a temporary object.
//!
//! The body of a loop is a block, and so is the whole statement, with or without braces (C11 6.8.5p5); the scopes of the
//! debug information show the braces alone. So a literal in `while (n--) p = &(int){n};` is gone when the condition is
//! evaluated again. Which parts a loop has is in the names that clang gives its blocks; where there are none, nothing is
//! said.

use super::anew::{Position, comes_before_all};
use super::{BlockId, llvm, successors};

/// A statement that repeats another, by the names of its blocks.
#[derive(PartialEq, Eq)]
struct Kind {
    /// Where a round begins.
    head: &'static str,
    /// Where the body begins.
    body: &'static str,
    /// What comes between the body and the next round.
    between: &'static str,
}

const KINDS: [Kind; 4] = [
    Kind { head: "while.cond", body: "while.body", between: "while.cond" },
    // Where the condition is a constant there is no block for it.
    Kind { head: "while.body", body: "while.body", between: "while.body" },
    Kind { head: "for.cond", body: "for.body", between: "for.inc" },
    Kind { head: "do.body", body: "do.body", between: "do.cond" },
];

struct Loop {
    kind: &'static Kind,
    head: BlockId,
    /// Whether each block is on a way from the head to itself.
    inside: Vec<bool>,
}

/// Where the innermost loop around a position ends a round, or, if the position is not in the body of the loop, where it
/// is left.
pub(super) fn ends_of_rounds(module: &llvm::Module, body: &llvm::Body, at: Position) -> Vec<Position> {
    let function = Function { module, body };
    let loops = function.loops();
    let Some(around) = function.innermost(loops.iter(), at) else { return vec![] };
    let parts = |name: &'static str| {
        let belongs = |&block: &BlockId| {
            let same = loops.iter().filter(|other| other.kind == around.kind);
            function.innermost(same, (block, 0)).is_some_and(|other| other.head == around.head)
        };
        let parts: Vec<BlockId> = function.named(name).filter(belongs).collect();
        parts
    };
    let (bodies, between) = (parts(around.kind.body), parts(around.kind.between));
    let is_after = |blocks: &[BlockId]| blocks.iter().any(|&block| function.dominates(block, at));
    // What an endless `for` repeats begins at its head.
    let is_in_body =
        (bodies.is_empty() || is_after(&bodies)) && (between.contains(&around.head) || !is_after(&between));
    // A check that fails ends all lives anyway.
    let is_trap = |block: BlockId| {
        matches!(
            body.blocks[block.index()].insts.last().map(|last| &last.kind),
            Some(llvm::InstKind::Unreachable)
        )
    };
    let inside = |block: BlockId| around.inside[block.index()];
    let ends = |from: BlockId, to: BlockId| {
        inside(from) && !is_trap(to) && (!inside(to) || is_in_body && between.contains(&to))
    };
    let mut found = vec![];
    for from in function.blocks() {
        let next = function.next(from);
        let all_end = next.iter().all(|&to| is_trap(to) || ends(from, to));
        for to in next.into_iter().filter(|&to| ends(from, to)) {
            // Better before the jump than behind it, where executions meet that made nothing.
            found.push(match all_end {
                true => (from, body.blocks[from.index()].insts.len() - 1),
                false => (to, first_after_phis(&body.blocks[to.index()])),
            });
        }
    }
    found.sort_unstable_by_key(|&(block, number)| (block.index(), number));
    found.dedup();
    found
}

struct Function<'m> {
    module: &'m llvm::Module,
    body: &'m llvm::Body,
}

impl Function<'_> {
    fn blocks(&self) -> impl Iterator<Item = BlockId> + use<> {
        (0..self.body.blocks.len()).map(|block| BlockId(block as u32))
    }

    fn next(&self, block: BlockId) -> Vec<BlockId> {
        self.body.blocks[block.index()].insts.last().map(successors).unwrap_or_default()
    }

    fn dominates(&self, block: BlockId, other: Position) -> bool {
        comes_before_all(self.body, (block, 0), std::iter::once(&other))
    }

    /// Blocks of a name that clang numbers.
    fn named<'a>(&'a self, part: &'a str) -> impl Iterator<Item = BlockId> + 'a {
        self.blocks().filter(move |block| {
            let name = self.module.text(self.body.blocks[block.index()].name);
            name.strip_prefix(part).is_some_and(|rest| rest.bytes().all(|byte| byte.is_ascii_digit()))
        })
    }

    fn loops(&self) -> Vec<Loop> {
        let mut before: Vec<Vec<BlockId>> = vec![vec![]; self.body.blocks.len()];
        for from in self.blocks() {
            for to in self.next(from) {
                before[to.index()].push(from);
            }
        }
        let mut loops = vec![];
        for kind in &KINDS {
            for head in self.named(kind.head) {
                let repeats = || before[head.index()].iter().any(|&from| self.dominates(head, (from, 0)));
                if kind.head == kind.between && kind.head == kind.body && !repeats() {
                    continue;
                }
                let after = self.reached(head, |block| self.next(block));
                let inside = self.reached(head, |block| before[block.index()].clone());
                let inside = after.iter().zip(inside).map(|(&after, before)| after && before).collect();
                loops.push(Loop { kind, head, inside });
            }
        }
        loops
    }

    /// The loop that is around a position and in all others that are.
    fn innermost<'l>(&self, loops: impl Iterator<Item = &'l Loop>, at: Position) -> Option<&'l Loop> {
        let around = loops.filter(|it| it.inside[at.0.index()] && self.dominates(it.head, at));
        around.reduce(|outer, it| if self.dominates(outer.head, (it.head, 0)) { it } else { outer })
    }

    fn reached(&self, from: BlockId, next: impl Fn(BlockId) -> Vec<BlockId>) -> Vec<bool> {
        let mut reached = vec![false; self.body.blocks.len()];
        let mut open = vec![from];
        while let Some(block) = open.pop() {
            if !std::mem::replace(&mut reached[block.index()], true) {
                open.extend(next(block));
            }
        }
        reached
    }
}

fn first_after_phis(block: &llvm::Block) -> usize {
    block.insts.iter().take_while(|inst| matches!(inst.kind, llvm::InstKind::Phi(_))).count()
}
