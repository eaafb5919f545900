//! Cutting slots into pieces, so that every access, fill and copy touches whole pieces.

use std::collections::BTreeMap;

use fathom_ir::Type;

use super::slots::{Place, Slot, Slots};

/// Slots that copies touch become at most so many pieces.
const MAX_COPIED_PIECES: usize = 64;
/// Size of pieces that are only copied.
const FILLER_BYTES: u64 = 8;
/// After so many rounds of giving up slots, all slots that copies touch are given up.
const MAX_ROUNDS: usize = 8;

/// A piece of a slot.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct Piece {
    pub(super) bytes: u64,
    /// The type of its values: that of all accesses, or an integer where floats and integers mix.
    pub(super) ty: Type,
}

impl Piece {
    /// A piece that is accessed as both, if there is one. Pointers do not mix with integers, which
    /// would lose their provenance.
    fn merge(self, other: Self) -> Option<Self> {
        if self == other {
            return Some(self);
        }
        let mixes = |piece: Self| piece.ty != Type::Ptr && piece.is_whole();
        (self.bytes == other.bytes && mixes(self) && mixes(other))
            .then_some(Self { bytes: self.bytes, ty: Type::Int(self.bytes as u32 * 8) })
    }

    /// Whether the value determines all bits of the bytes.
    fn is_whole(self) -> bool {
        !matches!(self.ty, Type::Int(bits) if bits % 8 != 0)
    }
}

/// Pieces overlap, or mix what does not mix.
pub(super) struct Conflict;

/// Pieces by offset; they do not overlap.
#[derive(Clone, Default)]
pub(super) struct Pieces(BTreeMap<u64, Piece>);

impl Pieces {
    /// Adds a piece, or merges it with the one at the same place. Says whether that changed anything.
    pub(super) fn add(&mut self, offset: u64, piece: Piece) -> Result<bool, Conflict> {
        let end = offset + piece.bytes;
        if let Some((&start, present)) = self.0.range_mut(..end).next_back()
            && start + present.bytes > offset
        {
            if start != offset {
                return Err(Conflict);
            }
            let merged = present.merge(piece).ok_or(Conflict)?;
            return Ok(std::mem::replace(present, merged) != merged);
        }
        self.0.insert(offset, piece);
        Ok(true)
    }

    /// All pieces.
    pub(super) fn iter(&self) -> impl Iterator<Item = (u64, Piece)> {
        self.0.iter().map(|(&offset, &piece)| (offset, piece))
    }

    /// The pieces in a range; a conflict if one is only partly in it.
    fn inside(&self, offset: u64, len: u64) -> Result<Vec<(u64, Piece)>, Conflict> {
        let end = offset + len;
        let before = self.0.range(..offset).next_back();
        if before.is_some_and(|(start, piece)| start + piece.bytes > offset) {
            return Err(Conflict);
        }
        let inside: Vec<_> = self.0.range(offset..end).map(|(&at, &piece)| (at, piece)).collect();
        match inside.last() {
            Some((start, piece)) if start + piece.bytes > end => Err(Conflict),
            _ => Ok(inside),
        }
    }

    /// Puts integers into the gaps of a range.
    fn fill_gaps(&mut self, offset: u64, len: u64) -> Result<(), Conflict> {
        let end = offset + len;
        let mut gaps = Vec::new();
        let mut at = offset;
        for (start, piece) in self.inside(offset, len)? {
            gaps.push((at, start));
            at = start + piece.bytes;
        }
        gaps.push((at, end));
        for (mut at, end) in gaps {
            while at < end {
                if self.0.len() >= MAX_COPIED_PIECES {
                    return Err(Conflict);
                }
                let stop = end.min((at / FILLER_BYTES + 1) * FILLER_BYTES);
                let bytes = stop - at;
                self.0.insert(at, Piece { bytes, ty: Type::Int(bytes as u32 * 8) });
                at = stop;
            }
        }
        Ok(())
    }
}

/// Cuts the promotable slots into pieces; gives up slots where that is not possible.
pub(super) fn cut(slots: &mut Slots) {
    // A slot that is given up is plain memory for those that copy from or to it, so we start again.
    for round in 0.. {
        for slot in slots.slots.iter_mut().filter(|slot| slot.promotable) {
            slot.pieces = slot.accessed.clone();
        }
        let mut given_up = cut_once(slots);
        if given_up.is_empty() {
            return;
        }
        if round == MAX_ROUNDS {
            let ends = slots.copies.iter().flat_map(|copy| [copy.dst, copy.src]);
            given_up.extend(ends.flatten().map(|place| place.0));
        }
        for slot in given_up {
            slots.slots[slot].promotable = false;
        }
    }
}

/// A copy between two promotable slots.
#[derive(Clone, Copy)]
struct Link {
    dst: Place,
    src: Place,
    len: u64,
}

/// One attempt at cutting the slots; the slots where it failed.
fn cut_once(slots: &mut Slots) -> Vec<usize> {
    let Slots { slots, copies, .. } = slots;
    let mut links: Vec<Link> = Vec::new();
    // Copies between a slot and other memory: place, length, and whether into the slot.
    let mut outside: Vec<(Place, u64, bool)> = Vec::new();
    for copy in copies.iter() {
        let [dst, src] = [copy.dst, copy.src].map(|end| end.filter(|&(slot, _)| slots[slot].promotable));
        match (dst, src) {
            (Some(dst), Some(src)) => links.push(Link { dst, src, len: copy.len }),
            (Some(dst), None) => outside.push((dst, copy.len, true)),
            (None, Some(src)) => outside.push((src, copy.len, false)),
            (None, None) => {}
        }
    }
    let mut failed = spread(slots, &links);
    for &((slot, offset), len, _) in &outside {
        if slots[slot].pieces.fill_gaps(offset, len).is_err() {
            failed.push(slot);
        }
    }
    failed.extend(spread(slots, &links));
    for &((slot, offset), len, _) in &outside {
        if !touches_whole(&slots[slot], offset, len) {
            failed.push(slot);
        }
    }
    for (number, slot) in slots.iter().enumerate() {
        if slot.promotable && !slot.fills.iter().all(|&(offset, len)| touches_whole(slot, offset, len)) {
            failed.push(number);
        }
    }
    failed.extend(through_traffic(slots, &links, &outside));
    failed
}

/// Whether a range holds only whole pieces, and those determine all bits of their bytes.
fn touches_whole(slot: &Slot, offset: u64, len: u64) -> bool {
    slot.pieces.inside(offset, len).is_ok_and(|pieces| pieces.iter().all(|(_, piece)| piece.is_whole()))
}

/// Gives both ends of each copy the same pieces. Returns the slots where that fails.
fn spread(slots: &mut [Slot], links: &[Link]) -> Vec<usize> {
    let mut links_of: BTreeMap<usize, Vec<Link>> = BTreeMap::new();
    for link in links {
        links_of.entry(link.dst.0).or_default().push(*link);
        links_of.entry(link.src.0).or_default().push(*link);
    }
    let mut failed = Vec::new();
    let mut work: Vec<usize> = links_of.keys().copied().collect();
    while let Some(slot) = work.pop() {
        for &Link { dst, src, len } in &links_of[&slot] {
            let (from, to) = if slot == src.0 { (src, dst) } else { (dst, src) };
            let result = slots[from.0].pieces.inside(from.1, len).and_then(|pieces| {
                let mut changed = false;
                for (offset, piece) in pieces {
                    changed |= slots[to.0].pieces.add(offset - from.1 + to.1, piece)?;
                }
                if slots[to.0].pieces.0.len() > MAX_COPIED_PIECES { Err(Conflict) } else { Ok(changed) }
            });
            match result {
                Ok(true) => work.push(to.0),
                Ok(false) => {}
                Err(Conflict) => failed.extend([from.0, to.0]),
            }
        }
    }
    failed
}

/// Slots through which bytes of unknown contents may go from memory to memory. Pieces that are not
/// pointers would lose the provenance that such bytes may carry.
fn through_traffic(slots: &[Slot], links: &[Link], outside: &[(Place, u64, bool)]) -> Vec<usize> {
    if outside.is_empty() {
        return Vec::new();
    }
    // Slots between which bytes are copied, as a forest.
    let mut parent: Vec<usize> = (0..slots.len()).collect();
    fn root(parent: &mut [usize], mut at: usize) -> usize {
        while parent[at] != at {
            parent[at] = parent[parent[at]];
            at = parent[at];
        }
        at
    }
    for link in links {
        let (a, b) = (root(&mut parent, link.dst.0), root(&mut parent, link.src.0));
        parent[a] = b;
    }
    let mut comes_in = vec![false; slots.len()];
    for &((slot, offset), len, into) in outside {
        let loses = |pieces: Vec<(u64, Piece)>| pieces.iter().any(|(_, piece)| piece.ty != Type::Ptr);
        if into && slots[slot].pieces.inside(offset, len).is_ok_and(loses) {
            comes_in[root(&mut parent, slot)] = true;
        }
    }
    let goes_out = outside.iter().filter(|(_, _, into)| !into).map(|&((slot, _), ..)| slot);
    goes_out.filter(|&slot| comes_in[root(&mut parent, slot)]).collect()
}
