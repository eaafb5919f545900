//! Layouts that promise nothing: objects lie in any order, next to each other or far apart, no better aligned than they
//! have to be, and where others were before.

use std::collections::{BTreeMap, VecDeque};

/// Addresses that were left are remembered, up to so many.
const REMEMBERED: usize = 64;

/// So many places are tried for an object.
const TRIES: usize = 256;

/// Chooses addresses at random, and knows which are taken.
#[derive(Debug)]
pub(super) struct Chance {
    random: u64,
    last: u64,
    /// First address and end of each object.
    taken: BTreeMap<u64, u64>,
    /// Bases of objects that are gone, the latest last.
    left: VecDeque<u64>,
}

impl Chance {
    /// For a seed, up to the last address that the end of an object can have.
    pub fn new(seed: u64, last: u64) -> Self {
        let random = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ 0x6a09_e667_f3bc_c909;
        Self { random: random.max(1), last, taken: BTreeMap::new(), left: VecDeque::new() }
    }

    /// A number below a limit (Marsaglia, "Xorshift RNGs", 2003).
    fn below(&mut self, limit: u64) -> u64 {
        self.random ^= self.random << 13;
        self.random ^= self.random >> 7;
        self.random ^= self.random << 17;
        (self.random >> 11) % limit.max(1)
    }

    fn is_free(&self, start: u64, end: u64) -> bool {
        self.taken.range(..end).next_back().is_none_or(|(_, &taken_end)| taken_end <= start)
    }

    /// A place for an object, which is taken from now on.
    pub fn place(&mut self, size: u64, align: u64) -> Option<u64> {
        let (length, align) = (size.max(1), align.max(1));
        for _ in 0..TRIES {
            let Some(base) = self.candidate(length, align) else { continue };
            let Some(end) = base.checked_add(length).filter(|&end| end <= self.last) else { continue };
            if base != 0 && self.is_free(base, end) {
                self.taken.insert(base, end);
                return Some(base);
            }
        }
        None
    }

    fn candidate(&mut self, length: u64, align: u64) -> Option<u64> {
        let neighbour = self.below(self.last);
        match self.below(4) {
            0 => {
                // Mostly what was left last.
                let back = self.below(4).min(self.left.len() as u64);
                let base = *self.left.iter().rev().nth(back as usize)?;
                base.checked_next_multiple_of(align)
            }
            1 => {
                let (_, &end) = self.taken.range(neighbour..).next().or_else(|| self.taken.iter().next())?;
                end.checked_next_multiple_of(align)
            }
            2 => {
                let (&start, _) =
                    self.taken.range(neighbour..).next().or_else(|| self.taken.iter().next())?;
                start.checked_sub(length).map(|base| base & !(align - 1))
            }
            _ => {
                // As often near as far.
                let bits =
                    12 + self.below(u64::from(u64::BITS - self.last.leading_zeros()).saturating_sub(11));
                let range = (self.last >> 1).min(1 << bits.min(62)) + 1;
                let base = self.below(self.last.min(range.saturating_mul(2))) & !(align - 1);
                // An odd multiple: no better aligned than it has to be.
                Some(if self.below(2) == 0 { base } else { base | align })
            }
        }
    }

    /// An object is where it was; whether that is free.
    pub fn keep(&mut self, base: u64, size: u64) -> bool {
        let end = base.saturating_add(size.max(1));
        let free = self.is_free(base, end);
        if free {
            self.taken.insert(base, end);
        }
        free
    }

    /// An object is gone.
    pub fn leave(&mut self, base: u64) {
        if self.taken.remove(&base).is_some() {
            self.left.push_back(base);
            if self.left.len() > REMEMBERED {
                self.left.pop_front();
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn objects_that_are_there_share_no_byte() {
        for seed in 0..20 {
            let mut chance = Chance::new(seed, 0xefff);
            let mut there: Vec<(u64, u64)> = Vec::new();
            let (mut again, mut adjacent) = (0, 0);
            let mut gone = Vec::new();
            for step in 0..400u64 {
                if step % 3 == 2 {
                    let (base, _) = there.remove((step * 7 % there.len() as u64) as usize);
                    chance.leave(base);
                    gone.push(base);
                    continue;
                }
                let (size, align) = (step % 17, 1 << (step % 5));
                let base = chance.place(size, align).expect("there is room");
                assert!(base != 0 && base.is_multiple_of(align));
                let end = base + size.max(1);
                assert!(there.iter().all(|&(start, stop)| end <= start || stop <= base));
                again += usize::from(gone.contains(&base));
                adjacent += usize::from(there.iter().any(|&(start, stop)| end == start || stop == base));
                there.push((base, end));
            }
            assert!(again > 10 && adjacent > 10, "{again} {adjacent}");
        }
    }
}
