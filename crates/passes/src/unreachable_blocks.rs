//! Blocks that nothing reaches, and blocks that are only the rest of another.

use fathom_ir::{BlockId, Body, Term};

use crate::rewrite::Replacements;

/// Removes blocks that no path of edges from the entry reaches, and renumbers the others in order.
/// Returns how many were removed.
///
/// Before: any body. After: every block is reachable, block 0 is still the entry.
pub fn remove_unreachable_blocks(body: &mut Body) -> usize {
    let count = body.blocks.len();
    if count == 0 {
        return 0;
    }
    let mut reached = vec![false; count];
    reached[0] = true;
    let mut work = vec![BlockId(0)];
    while let Some(block) = work.pop() {
        for edge in body.blocks[block.index()].term.edges() {
            if !std::mem::replace(&mut reached[edge.block.index()], true) {
                work.push(edge.block);
            }
        }
    }
    if reached.iter().all(|&r| r) {
        return 0;
    }
    let mut new_id = Vec::with_capacity(count);
    let mut kept = 0;
    for &keep in &reached {
        new_id.push(BlockId(kept));
        kept += u32::from(keep);
    }
    let mut keep = reached.iter();
    // One flag for every block.
    body.blocks.retain(|_| *keep.next().unwrap());
    for block in &mut body.blocks {
        block.term.edges_mut(|edge| edge.block = new_id[edge.block.index()]);
    }
    count - kept as usize
}

/// Appends a block to the one block that jumps to it, where that block goes nowhere else. Removes
/// unreachable blocks as well. Returns how many blocks are gone.
///
/// Before: any body. After: the target of a jump is the target of another edge, too.
pub fn merge_blocks(body: &mut Body) -> usize {
    let mut removed = remove_unreachable_blocks(body);
    let mut edges_to = vec![0_u32; body.blocks.len()];
    for block in &body.blocks {
        for edge in block.term.edges() {
            edges_to[edge.block.index()] += 1;
        }
    }
    let mut replaced = Replacements::new(body);
    for head in 0..body.blocks.len() {
        // A block that was appended has become empty and stops, so that it is no head of a chain.
        while let Term::Jump(edge) = &body.blocks[head].term
            && edge.block.index() != head
            && edge.block.index() != 0
            && edges_to[edge.block.index()] == 1
        {
            let Term::Jump(edge) = std::mem::replace(&mut body.blocks[head].term, Term::Stop) else {
                unreachable!("just matched");
            };
            let next = &mut body.blocks[edge.block.index()];
            let params = std::mem::take(&mut next.params);
            let mut insts = std::mem::take(&mut next.insts);
            let term = std::mem::replace(&mut next.term, Term::Stop);
            let term_loc = next.term_loc;
            for (param, arg) in params.into_iter().zip(edge.args) {
                replaced.replace(param, arg);
            }
            let head = &mut body.blocks[head];
            head.insts.append(&mut insts);
            head.term = term;
            head.term_loc = term_loc;
            removed += 1;
        }
    }
    replaced.apply(body);
    remove_unreachable_blocks(body);
    removed
}
