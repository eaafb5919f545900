//! Variables whose block is entered again are other objects.
//!
//! Compilers give a local variable one place for a whole call. In C it is another object each time its block is entered:
//! a pointer to the one of an earlier iteration points to nothing, and nobody promises that the new one lies where
//! the old one lay. An `alloca` in a loop means just that. So where the one place at which a life begins comes before
//! all uses, the slot is made there and not at the start of the function.
//!
//! That matters only for slots whose address is kept somewhere. Where executions come to the declaration again without
//! leaving the block in between (`goto` backwards), the object is the same one (C11 6.2.4p6), and stays where it is.

use super::{BlockId, LocalId, Marker, Markers, Slots, leads_to_itself, llvm, places, successors};

/// A position: a block and the number of an instruction.
pub(super) type Position = (BlockId, usize);

impl Slots {
    /// Makes the slots that are other objects each time where their lives begin.
    pub(super) fn make_anew(&self, body: &llvm::Body, markers: &mut Markers) {
        let mut slots: Vec<LocalId> =
            self.known.iter().filter(|(_, uses)| uses.kept).map(|(&slot, _)| slot).collect();
        slots.sort_unstable_by_key(|slot| slot.index());
        for slot in slots {
            let uses = &self.known[&slot];
            let starts = [&uses.begins[..], &places(markers, Marker::Start(slot))].concat();
            let &[start] = &starts[..] else { continue };
            let ends = [&uses.ends[..], &places(markers, Marker::End(slot))].concat();
            let comes_first = || comes_before_all(body, start, uses.at.iter().chain(&ends));
            if leads_to_itself(body, start.0) && !comes_again(body, start, &ends) && comes_first() {
                let here = markers.entry(start).or_default();
                here.retain(|&marker| marker != Marker::Start(slot));
                here.push(Marker::Made(slot));
            }
        }
    }
}

/// Whether an execution may come from a position to it again without an end in between.
pub(super) fn comes_again(body: &llvm::Body, start: Position, ends: &[Position]) -> bool {
    leads_to(body, start, start, ends)
}

/// Whether an execution may come from one position to another without an end in between.
pub(super) fn leads_to(body: &llvm::Body, start: Position, to: Position, ends: &[Position]) -> bool {
    let ends_in = |block: BlockId, range: std::ops::Range<usize>| {
        ends.iter().any(|&(at, number)| at == block && range.contains(&number))
    };
    let next = |block: BlockId| {
        body.blocks[block.index()].insts.last().map(successors).unwrap_or_default().into_iter()
    };
    if start.0 == to.0 && start.1 < to.1 {
        return !ends_in(start.0, start.1 + 1..to.1 + 1);
    }
    // What ends at the start itself ends before it.
    if ends_in(start.0, start.1 + 1..usize::MAX) {
        return false;
    }
    let mut seen = vec![false; body.blocks.len()];
    let mut open: Vec<BlockId> = next(start.0).collect();
    while let Some(block) = open.pop() {
        if block == to.0 {
            if !ends_in(block, 0..to.1 + 1) {
                return true;
            }
        } else if !std::mem::replace(&mut seen[block.index()], true) && !ends_in(block, 0..usize::MAX) {
            open.extend(next(block));
        }
    }
    false
}

/// Whether every execution comes to a position before it comes to any of some others.
pub(super) fn comes_before_all<'a>(
    body: &llvm::Body,
    start: Position,
    others: impl Iterator<Item = &'a Position>,
) -> bool {
    let mut reached = vec![false; body.blocks.len()];
    let mut open = vec![BlockId(0)];
    while let Some(block) = open.pop() {
        if !std::mem::replace(&mut reached[block.index()], true) && block != start.0 {
            open.extend(body.blocks[block.index()].insts.last().map(successors).unwrap_or_default());
        }
    }
    let mut others = others;
    others.all(|&(block, at)| if block == start.0 { at >= start.1 } else { !reached[block.index()] })
}
