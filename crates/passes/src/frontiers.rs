//! Dominance frontiers, after Cooper, Harvey and Kennedy, "A Simple, Fast Dominance Algorithm" (2001).

use fathom_ir::BlockId;
use fathom_ir::cfg::{Cfg, Dominators};

/// For each block, the blocks where its dominance ends: it dominates a predecessor of them, but not them
/// strictly.
///
/// Before: every block is reachable.
pub fn dominance_frontiers(cfg: &Cfg, dominators: &Dominators) -> Vec<Vec<BlockId>> {
    let mut frontiers: Vec<Vec<BlockId>> = vec![Vec::new(); cfg.len()];
    for &join in cfg.reverse_postorder() {
        let preds = cfg.predecessors(join);
        if preds.len() < 2 {
            continue;
        }
        let stop = dominators.immediate(join);
        for &pred in preds {
            let mut at = Some(pred);
            while let Some(block) = at
                && at != stop
            {
                let frontier = &mut frontiers[block.index()];
                // Where this join was put already, it was put all the way up.
                if frontier.last() == Some(&join) {
                    break;
                }
                frontier.push(join);
                at = dominators.immediate(block);
            }
        }
    }
    frontiers
}
