//! Which addresses objects get.
//!
//! ```text
//! 0 … static_start ▶ globals, functions, library … heap_start ▶ heap … heap_end … ◀ stack  stack_top …
//! ```
//! Left alone, each kind takes the next addresses of its part, with a red zone around each object. A replay says itself
//! where some objects lie, anywhere in the address space and wherever others lay before; then the space keeps its own
//! choices out of these ranges. A random layout ([`chance`]) promises no more than platforms do.

mod chance;

use std::collections::BTreeMap;

use fathom_ir::types::{AddressSpace, Target};

use chance::Chance;

/// Free bytes between objects.
pub(super) const RED_ZONE: u64 = 16;

/// The addresses of a running program, taken and free.
#[derive(Debug)]
pub(super) struct Space {
    static_next: u64,
    heap_next: u64,
    heap_end: u64,
    /// Everything from here to the top of the stack is in use.
    pub stack_pointer: u64,
    stack_floor: u64,
    /// The highest address that the end of an object can have.
    last: u64,
    /// Heap ranges that may be used again, by length.
    free_ranges: BTreeMap<u64, Vec<u64>>,
    /// Ranges that a replay wants for objects of its own, first address and end, sorted and apart.
    reserved: Vec<(u64, u64)>,
    /// Chooses, if the layout is to be random.
    chance: Option<Chance>,
}

impl Space {
    /// Empty.
    pub fn new(target: &Target) -> Self {
        let space = AddressSpace::of(target.pointer_bits);
        Self {
            static_next: space.static_start,
            heap_next: space.heap_start,
            heap_end: space.heap_end,
            stack_pointer: space.stack_top,
            stack_floor: space.heap_end,
            last: AddressSpace::last_end(target),
            free_ranges: BTreeMap::new(),
            reserved: Vec::new(),
            chance: None,
        }
    }

    /// Keeps ranges, each a first address and a length, for objects of a replay; there must be no objects yet.
    pub fn reserve(&mut self, ranges: impl Iterator<Item = (u64, u64)>) {
        let mut all: Vec<(u64, u64)> =
            ranges.map(|(start, size)| (start, start.saturating_add(size.max(1)))).collect();
        all.sort_unstable();
        self.reserved.clear();
        for (start, end) in all {
            match self.reserved.last_mut() {
                Some(last) if start <= last.1 => last.1 = last.1.max(end),
                _ => self.reserved.push((start, end)),
            }
        }
    }

    /// Chooses addresses at random from now on; there must be no objects yet.
    pub fn choose_at_random(&mut self, seed: u64) {
        self.chance = Some(Chance::new(seed, self.last));
    }

    /// An object is gone, or its addresses may be taken by the one that replaces it.
    pub fn leave(&mut self, base: u64) {
        if let Some(chance) = &mut self.chance {
            chance.leave(base);
        }
    }

    /// An object that left its addresses has them again, which must be free; whether the space knows of them.
    pub fn keep(&mut self, base: u64, size: u64) -> bool {
        self.chance.as_mut().is_some_and(|chance| chance.keep(base, size))
    }

    /// The last reserved range that reaches into a range.
    fn obstacle(&self, start: u64, end: u64) -> Option<(u64, u64)> {
        let before = self.reserved.partition_point(|&(base, _)| base < end);
        let &(base, reserved_end) = self.reserved.get(before.checked_sub(1)?)?;
        (reserved_end > start).then_some((base, reserved_end))
    }

    /// The wanted address, if it is one that an object can have.
    pub fn wanted(&self, base: u64, size: u64, align: u64) -> Option<u64> {
        let end = base.checked_add(size)?;
        (base != 0 && end <= self.last && base.is_multiple_of(align)).then_some(base)
    }

    /// The next address for a static object. Objects that do not fit end at the end of all addresses.
    pub fn next_static(&mut self, size: u64, align: u64) -> u64 {
        if let Some(base) = self.chance.as_mut().and_then(|chance| chance.place(size, align)) {
            return base;
        }
        let align = align.max(16);
        let above = |start: u64| start.checked_next_multiple_of(align).unwrap_or(u64::MAX);
        let end = |base: u64| base.saturating_add(size).saturating_add(RED_ZONE);
        let mut base = above(self.static_next);
        while let Some((_, obstacle)) = self.obstacle(base, end(base)) {
            if obstacle == u64::MAX {
                break;
            }
            base = above(obstacle);
        }
        self.static_next = end(base);
        base
    }

    /// The next address for a heap object.
    pub fn next_heap(&mut self, size: u64, align: u64) -> Option<u64> {
        if let Some(chance) = &mut self.chance {
            return chance.place(size, align);
        }
        let align = align.max(16);
        let span = size.checked_add(RED_ZONE)?.checked_next_multiple_of(16)?;
        if align == 16
            && let Some(base) = self.free_ranges.get_mut(&span).and_then(Vec::pop)
        {
            return Some(base);
        }
        let mut base = self.heap_next.checked_next_multiple_of(align)?;
        loop {
            let end = base.checked_add(span)?;
            if end > self.heap_end {
                return None;
            }
            match self.obstacle(base, end) {
                Some((_, obstacle)) => base = obstacle.checked_next_multiple_of(align)?,
                None => {
                    self.heap_next = end;
                    return Some(base);
                }
            }
        }
    }

    /// A heap object that the space has placed is gone.
    pub fn free_heap(&mut self, base: u64, size: u64) {
        // Addresses come back only once the space is small, so that stale addresses stay stale.
        if self.chance.is_none() && self.heap_end - self.heap_next < self.heap_end / 4 {
            let span = (size + RED_ZONE).next_multiple_of(16);
            self.free_ranges.entry(span).or_default().push(base);
        }
    }

    /// The next address for a stack object, down to which the stack then reaches.
    pub fn next_stack(&mut self, size: u64, align: u64) -> Option<u64> {
        if let Some(chance) = &mut self.chance {
            return chance.place(size, align);
        }
        let mut top = self.stack_pointer;
        loop {
            let base = top.checked_sub(size)?.checked_sub(RED_ZONE)? & !(align.max(16) - 1);
            if base < self.stack_floor {
                return None;
            }
            match self.obstacle(base, base + size + RED_ZONE) {
                Some((obstacle, _)) => top = obstacle,
                None => {
                    self.stack_pointer = base;
                    return Some(base);
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn space(pointer_bits: u32) -> Space {
        Space::new(&Target { pointer_bits, ..Target::default() })
    }

    #[test]
    fn wanted_addresses_are_possible_ones() {
        let space = space(32);
        assert_eq!(space.wanted(0x1010, 1, 1), Some(0x1010));
        assert_eq!(space.wanted(0x2008, 1, 16), None, "alignment");
        assert_eq!(space.wanted(0, 1, 1), None, "null");
        assert_eq!(space.wanted(0xffff_eff0, 16, 16), Some(0xffff_eff0));
        assert_eq!(space.wanted(0xffff_eff0, 17, 16), None, "the last page");
    }

    #[test]
    fn own_choices_go_around_reserved_ranges() {
        for bits in [16, 32, 64] {
            let parts = AddressSpace::of(bits);
            let mut space = space(bits);
            space.reserve(
                [
                    (parts.stack_top - 0x60, 0x10),
                    (parts.static_start + 0x20, 0x10),
                    (parts.heap_start + 0x28, 0x8),
                    (parts.heap_start + 0x20, 0x8),
                    (parts.static_start + 0x20, 0x20),
                ]
                .into_iter(),
            );
            assert_eq!(space.next_static(0x10, 1), parts.static_start);
            assert_eq!(space.next_static(0x10, 1), parts.static_start + 0x40);
            assert_eq!(space.next_heap(0x18, 16), Some(parts.heap_start + 0x30));
            assert_eq!(space.next_stack(0x20, 1), Some(parts.stack_top - 0x30));
            assert_eq!(space.next_stack(0x10, 1), Some(parts.stack_top - 0x50));
        }
    }
}
