//! Which addresses objects get.
//!
//! ```text
//! 0 … static_start ▶ globals, functions, library … heap_start ▶ heap … heap_end … ◀ stack  stack_top …
//! ```
//! Left alone, each kind takes the next addresses of its part. A replay says itself where objects lie,
//! anywhere in the address space; then the space remembers what is taken, and its own choices go
//! around that.

use std::collections::BTreeMap;

use fathom_ir::types::AddressSpace;

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
    /// The highest address.
    last: u64,
    /// Heap ranges that may be used again, by length.
    free_ranges: BTreeMap<u64, Vec<u64>>,
    /// First address and end, red zone included, of each object that is there; `None` while nobody but
    /// the space itself chooses addresses.
    taken: Option<BTreeMap<u64, u64>>,
}

impl Space {
    /// Empty.
    pub fn new(pointer_bits: u32) -> Self {
        let space = AddressSpace::of(pointer_bits);
        Self {
            static_next: space.static_start,
            heap_next: space.heap_start,
            heap_end: space.heap_end,
            stack_pointer: space.stack_top,
            stack_floor: space.heap_end,
            last: fathom_ir::bits::mask(pointer_bits),
            free_ranges: BTreeMap::new(),
            taken: None,
        }
    }

    /// Lets others choose addresses from now on; there must be no objects yet.
    pub fn open(&mut self) {
        self.taken = Some(BTreeMap::new());
    }

    /// An object came to be.
    #[inline]
    pub fn take(&mut self, base: u64, size: u64) {
        if let Some(taken) = &mut self.taken {
            taken.insert(base, base.saturating_add(size).saturating_add(RED_ZONE));
        }
    }

    /// An object is gone.
    #[inline]
    pub fn leave(&mut self, base: u64) {
        if let Some(taken) = &mut self.taken {
            taken.remove(&base);
        }
    }

    /// The last object that reaches into a range.
    fn obstacle(&self, start: u64, end: u64) -> Option<(u64, u64)> {
        let (&base, &taken_end) = self.taken.as_ref()?.range(..end).next_back()?;
        (taken_end > start).then_some((base, taken_end))
    }

    /// The wanted address, if an object with its red zone can lie there.
    pub fn wanted(&self, base: u64, size: u64, align: u64) -> Option<u64> {
        let end = base.checked_add(size)?.checked_add(RED_ZONE)?;
        let fits = base != 0 && end - 1 <= self.last && base.is_multiple_of(align);
        (fits && self.obstacle(base, end).is_none()).then_some(base)
    }

    /// The next address for a static object. Objects that do not fit end at the end of all addresses.
    pub fn next_static(&mut self, size: u64, align: u64) -> u64 {
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
        let span = size.checked_add(RED_ZONE)?.checked_next_multiple_of(16)?;
        if align == 16
            && let Some(bases) = self.free_ranges.get_mut(&span)
        {
            // Somebody else may have chosen a free address since.
            while let Some(base) = bases.pop() {
                let taken = self.taken.as_ref().and_then(|taken| taken.range(..base + span).next_back());
                if taken.is_none_or(|(_, &end)| end <= base) {
                    return Some(base);
                }
            }
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

    /// A heap object is gone.
    pub fn free_heap(&mut self, base: u64, size: u64) {
        // Addresses come back only once the space is small, so that stale addresses stay stale.
        if self.heap_end - self.heap_next < self.heap_end / 4 {
            let span = (size + RED_ZONE).next_multiple_of(16);
            self.free_ranges.entry(span).or_default().push(base);
        }
    }

    /// The next address for a stack object, down to which the stack then reaches.
    pub fn next_stack(&mut self, size: u64, align: u64) -> Option<u64> {
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

    #[test]
    fn wanted_addresses_keep_apart() {
        let mut space = Space::new(32);
        space.open();
        space.take(0x1000, 16);
        assert_eq!(space.wanted(0x1010, 1, 1), None, "the red zone of the object before");
        assert_eq!(space.wanted(0x1020, 1, 1), Some(0x1020));
        assert_eq!(space.wanted(0xff0, 0, 1), Some(0xff0));
        assert_eq!(space.wanted(0xff0, 1, 1), None, "its own red zone");
        assert_eq!(space.wanted(0x2008, 1, 16), None, "alignment");
        assert_eq!(space.wanted(0, 1, 1), None, "null");
        assert_eq!(space.wanted(0xffff_ffe0, 16, 16), Some(0xffff_ffe0));
        assert_eq!(space.wanted(0xffff_ffe0, 17, 16), None, "the end of the address space");
        space.leave(0x1000);
        assert_eq!(space.wanted(0x1010, 1, 1), Some(0x1010));
    }

    #[test]
    fn own_choices_go_around_wanted_objects() {
        for bits in [16, 32, 64] {
            let parts = AddressSpace::of(bits);
            let mut space = Space::new(bits);
            space.open();
            space.take(parts.static_start + 0x20, 0x10);
            space.take(parts.heap_start + 0x20, 0x10);
            space.take(parts.stack_top - 0x60, 0x10);
            assert_eq!(space.next_static(0x10, 1), parts.static_start);
            assert_eq!(space.next_static(0x10, 1), parts.static_start + 0x40);
            assert_eq!(space.next_heap(0x18, 16), Some(parts.heap_start + 0x40));
            assert_eq!(space.next_stack(0x20, 1), Some(parts.stack_top - 0x30));
            space.take(parts.stack_top - 0x30, 0x20);
            assert_eq!(space.next_stack(0x10, 1), Some(parts.stack_top - 0x80));
        }
    }
}
