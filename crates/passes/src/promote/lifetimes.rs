//! Slots that may be accessed after the end of their lifetime stay in memory, where the access fails.

use std::collections::BTreeMap;
use std::ops::Range;

use fathom_ir::cfg::{Cfg, Dominators};
use fathom_ir::{BlockId, Body, Op};

use super::slots::{Event, Slot};

/// Gives up the slots that some path accesses after the end of their lifetime.
///
/// From each access we go back to what happened to the slot last. An earlier access ends the search:
/// the slot was alive there, or that access is the one that fails, and is looked at itself.
pub(super) fn keep_alive(slots: &mut [Slot], body: &Body, cfg: &Cfg) {
    let restores = Restores::find(body, cfg);
    // For each block, the number of the slot whose search visited it last.
    let mut visited = vec![usize::MAX; body.blocks.len()];
    for (number, slot) in slots.iter_mut().enumerate() {
        let may_end = !restores.by_block.is_empty() || slot.events.iter().any(|e| e.2 == Event::Ends);
        if !slot.promotable || !may_end {
            continue;
        }
        let Some(history) = History::of(slot, &restores) else {
            slot.promotable = false;
            continue;
        };
        let mut work: Vec<BlockId> = Vec::new();
        for &block in &history.exposed {
            work.extend(cfg.predecessors(block));
        }
        while let Some(block) = work.pop() {
            if std::mem::replace(&mut visited[block.index()], number) == number {
                continue;
            }
            let ended = restores.ends(block, 0..usize::MAX, history.made);
            match history.last.get(&block) {
                Some(Event::Begins | Event::Access) => {}
                None if !ended => work.extend(cfg.predecessors(block)),
                Some(Event::Ends) | None => {
                    slot.promotable = false;
                    break;
                }
            }
        }
    }
}

/// What happens to a slot, block by block.
struct History {
    /// Where the slot is made.
    made: (BlockId, usize),
    /// Blocks that access the slot before anything else happens to it there.
    exposed: Vec<BlockId>,
    /// The last event in each block that has one.
    last: BTreeMap<BlockId, Event>,
}

impl History {
    /// `None` if an access follows an end in the same block.
    fn of(slot: &Slot, restores: &Restores) -> Option<Self> {
        let (block, at, _) = slot.events[0];
        let mut history = Self { made: (block, at), exposed: Vec::new(), last: BTreeMap::new() };
        for events in slot.events.chunk_by(|a, b| a.0 == b.0) {
            let block = events[0].0;
            let mut state = None;
            let mut from = 0;
            for &(_, at, event) in events {
                if restores.ends(block, from..at, history.made) {
                    state = Some(Event::Ends);
                }
                match (event, state) {
                    (Event::Access, Some(Event::Ends)) => return None,
                    (Event::Access, None) => history.exposed.push(block),
                    _ => {}
                }
                state = Some(event);
                from = at;
            }
            if restores.ends(block, from..usize::MAX, history.made) {
                state = Some(Event::Ends);
            }
            history.last.extend(state.map(|state| (block, state)));
        }
        Some(history)
    }
}

/// Where a stack pointer is saved: block and position.
type Save = Option<(BlockId, usize)>;

/// Where the stack is restored.
struct Restores {
    /// For each block with restores, their positions and where the token is from.
    by_block: BTreeMap<BlockId, Vec<(usize, Save)>>,
    dominators: Option<Dominators>,
}

impl Restores {
    fn find(body: &Body, cfg: &Cfg) -> Self {
        let mut saves = BTreeMap::new();
        let mut by_block: BTreeMap<BlockId, Vec<(usize, Save)>> = BTreeMap::new();
        let insts = || {
            body.block_ids().flat_map(|block| {
                body.blocks[block.index()].insts.iter().enumerate().map(move |(at, inst)| (block, at, inst))
            })
        };
        for (block, at, inst) in insts() {
            if let (Op::StackSave, Some(token)) = (&inst.op, inst.result()) {
                saves.insert(token, (block, at));
            }
        }
        for (block, at, inst) in insts() {
            if let Op::StackRestore(token) = inst.op {
                by_block.entry(block).or_default().push((at, saves.get(&token).copied()));
            }
        }
        let dominators = (!by_block.is_empty()).then(|| Dominators::new(cfg));
        Self { by_block, dominators }
    }

    /// Whether a restore at one of the positions may end an object that is made there.
    fn ends(&self, block: BlockId, positions: Range<usize>, made: (BlockId, usize)) -> bool {
        let (Some(restores), Some(dominators)) = (self.by_block.get(&block), &self.dominators) else {
            return false;
        };
        restores.iter().filter(|(at, _)| positions.contains(at)).any(|&(_, save)| {
            // An object that is made before the token survives.
            !save.is_some_and(|save| {
                if made.0 == save.0 { made.1 < save.1 } else { dominators.dominates(made.0, save.0) }
            })
        })
    }
}
