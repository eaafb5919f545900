//! Which stack slots can become values, and in which pieces.

use fathom_ir::cfg::Cfg;
use fathom_ir::{Bits, BlockId, Body, Inst, Op, Target, Type, Value};

use super::lifetimes;
use super::pieces::{self, Piece, Pieces};

/// A place in a slot: its index and an offset in bytes.
pub(super) type Place = (usize, u64);

/// A stack slot.
pub(super) struct Slot {
    pub(super) size: u64,
    align: u32,
    /// Its address goes only where promotion can follow it, and its pieces are clear.
    pub(super) promotable: bool,
    /// Where it is made, accessed, and its lifetime begins or ends, in reverse postorder of the blocks.
    pub(super) events: Vec<(BlockId, usize, Event)>,
    /// What loads and stores access.
    pub(super) accessed: Pieces,
    /// Ranges that are filled with a constant byte: offset and length.
    pub(super) fills: Vec<(u64, u64)>,
    /// What it is cut into.
    pub(super) pieces: Pieces,
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Event {
    /// Alive afterwards.
    Begins,
    /// Fails unless alive.
    Access,
    /// Not alive afterwards.
    Ends,
}

/// A copy of a constant number of bytes from or to a slot.
pub(super) struct Copy {
    pub(super) dst: Option<Place>,
    pub(super) src: Option<Place>,
    pub(super) len: u64,
}

/// The slots of a body.
pub(super) struct Slots {
    pub(super) slots: Vec<Slot>,
    /// Where values point, if it is into a slot.
    place: Vec<Option<Place>>,
    pub(super) copies: Vec<Copy>,
}

impl Slots {
    /// Finds all slots of a body whose blocks are all reachable, and decides about them.
    pub(super) fn find(body: &Body, cfg: &Cfg, target: &Target) -> Self {
        let mut slots = Self { slots: Vec::new(), place: vec![None; body.values.len()], copies: Vec::new() };
        for &block in cfg.reverse_postorder() {
            let data = &body.blocks[block.index()];
            for (at, inst) in data.insts.iter().enumerate() {
                slots.visit(body, target, block, at, inst);
            }
            data.term.operands(|operand| slots.escapes(operand));
        }
        if slots.slots.iter().any(|slot| slot.promotable) {
            lifetimes::keep_alive(&mut slots.slots, body, cfg);
            pieces::cut(&mut slots);
        }
        slots
    }

    /// The promotable place a value points to.
    pub(super) fn place(&self, value: Value) -> Option<Place> {
        // Values that promotion itself makes point to no slot.
        let place = (*self.place.get(value.index())?)?;
        self.slots[place.0].promotable.then_some(place)
    }

    fn escapes(&mut self, value: Value) {
        if let Some((slot, _)) = self.place[value.index()] {
            self.slots[slot].promotable = false;
        }
    }

    /// Dominators come first, so the places of operands are known.
    fn visit(&mut self, body: &Body, target: &Target, block: BlockId, at: usize, inst: &Inst) {
        match inst.op {
            Op::Alloca { size, align, .. } => {
                let size = body.bits(size).and_then(Bits::to_u64);
                if let (Some(size), Some(result)) = (size, inst.result()) {
                    self.place[result.index()] = Some((self.slots.len(), 0));
                    self.slots.push(Slot {
                        size,
                        align,
                        promotable: true,
                        events: vec![(block, at, Event::Begins)],
                        accessed: Pieces::default(),
                        fills: Vec::new(),
                        pieces: Pieces::default(),
                    });
                }
            }
            Op::PtrAdd { base, index, scale, .. } => {
                match (self.moved(body, base, index, scale), inst.result()) {
                    (Some(moved), Some(result)) => self.place[result.index()] = Some(moved),
                    _ => self.escapes(base),
                }
            }
            Op::InBounds { base, index, scale } => {
                if self.moved(body, base, index, scale).is_none() {
                    self.escapes(base);
                }
            }
            Op::Load { ptr, align } => {
                if let Some(result) = inst.result() {
                    self.access(target, block, at, ptr, body.ty(result), align);
                }
            }
            Op::Store { value, ptr, align } => {
                self.escapes(value);
                self.access(target, block, at, ptr, body.ty(value), align);
            }
            Op::LifetimeStart(ptr) => self.marker(block, at, ptr, Event::Begins),
            Op::LifetimeEnd(ptr) => self.marker(block, at, ptr, Event::Ends),
            Op::MemSet { dst, byte, len } => {
                let len = body.bits(len).and_then(Bits::to_u64);
                let known = body.bits(byte).is_some();
                match self.range(dst, len).filter(|_| known) {
                    Some((slot, offset, len)) => {
                        self.slots[slot].fills.push((offset, len));
                        self.slots[slot].events.push((block, at, Event::Access));
                    }
                    None => self.escapes(dst),
                }
            }
            Op::MemCopy { dst, src, len, .. } => {
                let ends = [dst, src].map(|end| self.place[end.index()]);
                if ends == [None, None] {
                    return;
                }
                let len = body.bits(len).and_then(Bits::to_u64);
                let fits = [dst, src]
                    .iter()
                    .all(|&end| self.place[end.index()].is_none() || self.range(end, len).is_some());
                let same = ends[0].map(|place| place.0) == ends[1].map(|place| place.0);
                match len {
                    Some(len) if fits && !same => {
                        self.copies.push(Copy { dst: ends[0], src: ends[1], len });
                        for (slot, _) in ends.into_iter().flatten() {
                            self.slots[slot].events.push((block, at, Event::Access));
                        }
                    }
                    _ => {
                        self.escapes(dst);
                        self.escapes(src);
                    }
                }
            }
            _ => inst.op.operands(|operand| self.escapes(operand)),
        }
    }

    /// A place that is moved by a constant, and stays inside the slot or one past it.
    fn moved(&self, body: &Body, base: Value, index: Value, scale: u64) -> Option<Place> {
        let (slot, offset) = self.place[base.index()]?;
        let index = body.bits(index).and_then(Bits::to_i64)?;
        let moved = i128::from(offset) + i128::from(index) * i128::from(scale);
        (0..=i128::from(self.slots[slot].size)).contains(&moved).then_some((slot, moved as u64))
    }

    /// The slot, offset and length of a range of at least a byte that lies inside the slot.
    fn range(&self, ptr: Value, len: Option<u64>) -> Option<(usize, u64, u64)> {
        let (slot, offset) = self.place[ptr.index()]?;
        let len = len.filter(|&len| len > 0)?;
        let end = offset.checked_add(len)?;
        (end <= self.slots[slot].size).then_some((slot, offset, len))
    }

    fn access(&mut self, target: &Target, block: BlockId, at: usize, ptr: Value, ty: Type, align: u32) {
        let Some((slot, offset)) = self.place[ptr.index()] else { return };
        let in_range = self.range(ptr, Some(ty.bytes(target))).is_some();
        let slot = &mut self.slots[slot];
        let aligned = align > 0 && slot.align.is_multiple_of(align) && offset.is_multiple_of(align.into());
        slot.events.push((block, at, Event::Access));
        let piece = Piece { bytes: ty.bytes(target), ty };
        slot.promotable &= in_range && aligned && slot.accessed.add(offset, piece).is_ok();
    }

    fn marker(&mut self, block: BlockId, at: usize, ptr: Value, event: Event) {
        match self.place[ptr.index()] {
            Some((slot, 0)) => self.slots[slot].events.push((block, at, event)),
            Some(_) => self.escapes(ptr),
            None => {}
        }
    }
}
