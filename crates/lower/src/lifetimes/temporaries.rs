//! Temporary objects of C and C++: compound literals, arguments of class type.
//!
//! Clang marks the lives of some of them and not of others. Where it calls their destructor they are gone, and begin to
//! live where they are first named, if that comes before all else that is done with them. Others live until their block
//! is left, a round of the loop that they are in ends, or the function returns; what is made there once more, before
//! that, is another object in the same place.

use super::anew::{Position, comes_before_all, leads_to};
use super::rounds::ends_of_rounds;
use super::{LocalId, Marker, Markers, Slots, Uses, leads_to_itself, llvm, places};

impl Slots {
    /// Says better where the lives of temporary objects begin and end than their blocks do.
    pub(super) fn mark_temporaries(&self, module: &llvm::Module, body: &llvm::Body, markers: &mut Markers) {
        let is_temporary = |uses: &Uses| {
            uses.kept
                && !uses.marked
                && uses.declared.is_none()
                && uses.declarations.is_empty()
                && !(self.is_switched(uses) && uses.destroyed.is_empty())
        };
        let mut slots: Vec<LocalId> =
            self.known.iter().filter(|(_, uses)| is_temporary(uses)).map(|(&slot, _)| slot).collect();
        slots.sort_unstable_by_key(|slot| slot.index());
        for slot in slots {
            let uses = &self.known[&slot];
            let Some(begin) = first(body, uses) else { continue };
            let mut ends = match uses.destroyed.is_empty() {
                true => places(markers, Marker::End(slot)),
                false => uses.destroyed.clone(),
            };
            if !uses.named {
                let rounds = ends_of_rounds(module, body, begin);
                ends.extend(
                    rounds.into_iter().filter(|&at| leads_to(body, begin, at, &ends)).collect::<Vec<_>>(),
                );
            }
            if uses.destroyed.is_empty() && !leads_to_itself(body, begin.0) {
                continue;
            }
            // An end behind another one ends nothing.
            ends.sort_unstable_by_key(|&(block, at)| (block.index(), at));
            ends.dedup();
            let first_ends = |&end: &Position| {
                let others: Vec<Position> = ends.iter().copied().filter(|&other| other != end).collect();
                leads_to(body, begin, end, &others)
            };
            let first_ends: Vec<Position> = ends.iter().copied().filter(first_ends).collect();
            for here in markers.values_mut() {
                here.retain(|&marker| !matches!(marker, Marker::Start(it) | Marker::End(it) if it == slot));
            }
            markers.entry(begin).or_default().push(Marker::Start(slot));
            for at in first_ends {
                markers.entry(at).or_default().insert(0, Marker::End(slot));
            }
        }
    }
}

/// Where a slot is named before everything else that is done with it. Destructors are called where it was made.
fn first(body: &llvm::Body, uses: &Uses) -> Option<Position> {
    let destroys = |&&(block, at): &&Position| uses.destroyed.contains(&(block, at + 1));
    let named: Vec<Position> = uses.at.iter().filter(|at| !destroys(at)).copied().collect();
    let candidates = named
        .iter()
        .filter(|&&(block, at)| named.iter().all(|&(other, other_at)| other != block || other_at >= at));
    candidates.copied().find(|&at| comes_before_all(body, at, named.iter()))
}
