//! Which object the pointers in an object's bytes point to.

use std::collections::{BTreeMap, BTreeSet};

/// Provenance of the bytes of an object: one entry a pointer-sized word for pointers stored whole and
/// aligned, single bytes for the rest (byte-wise copies under way, packed structs).
#[derive(Clone, Debug, Default)]
pub(super) struct ProvenanceMap {
    words: Vec<u64>,
    odd: BTreeMap<u64, u64>,
}

impl ProvenanceMap {
    fn of_byte(&self, at: u64, word: u64) -> u64 {
        match self.words.get((at / word) as usize) {
            Some(&prov) if prov != 0 => prov,
            _ => self.odd.get(&at).copied().unwrap_or(0),
        }
    }

    /// Provenance that all bytes of a range share.
    pub(super) fn get(&self, at: u64, len: u64, word: u64) -> u64 {
        let first = self.words.get((at / word) as usize).copied().unwrap_or(0);
        if at % word + len <= word && (first != 0 || self.odd.is_empty()) {
            return first;
        }
        let prov = self.of_byte(at, word);
        if (at + 1..at + len).all(|byte| self.of_byte(byte, word) == prov) { prov } else { 0 }
    }

    /// Whether there may be parts of pointers in a range that have no provenance in common.
    pub(super) fn may_have_pieces(&self, at: u64, len: u64, word: u64) -> bool {
        !self.odd.is_empty() || at % word + len > word
    }

    /// Gives all bytes of a range one provenance, 0 for none.
    pub(super) fn set(&mut self, at: u64, len: u64, prov: u64, word: u64) {
        if len == 0 {
            return;
        }
        let last = ((at + len - 1) / word) as usize;
        if self.words.len() <= last {
            if prov == 0 && self.words.len() <= (at / word) as usize && self.odd.is_empty() {
                return;
            }
            self.words.resize(last + 1, 0);
        }
        for index in (at / word) as usize..=last {
            let start = index as u64 * word;
            let covered = at <= start && start + word <= at + len;
            let old = self.words[index];
            if covered {
                self.words[index] = prov;
            } else if old != 0 && old != prov {
                self.words[index] = 0;
                for byte in (start..start + word).filter(|byte| !(at..at + len).contains(byte)) {
                    self.odd.insert(byte, old);
                }
            }
            if !self.odd.is_empty() {
                for byte in start.max(at)..(start + word).min(at + len) {
                    self.odd.remove(&byte);
                }
            }
            if !covered && prov != 0 && old != prov {
                for byte in start.max(at)..(start + word).min(at + len) {
                    self.odd.insert(byte, prov);
                }
                // Eight single bytes of one pointer are that pointer again.
                if (start..start + word).all(|byte| self.odd.get(&byte) == Some(&prov)) {
                    (start..start + word).for_each(|byte| {
                        self.odd.remove(&byte);
                    });
                    self.words[index] = prov;
                }
            }
        }
    }

    /// Runs of equal nonzero provenance in a range: (start, length, provenance).
    pub(super) fn runs(&self, at: u64, len: u64, word: u64) -> Vec<(u64, u64, u64)> {
        let mut runs: Vec<(u64, u64, u64)> = vec![];
        let mut byte = at;
        while byte < at + len {
            let start_of_word = byte.is_multiple_of(word);
            let whole = self.words.get((byte / word) as usize).copied().unwrap_or(0);
            if start_of_word && whole != 0 && byte + word <= at + len {
                runs.push((byte, word, whole));
                byte += word;
            } else if start_of_word && whole == 0 && self.odd.is_empty() {
                byte += word;
            } else {
                let prov = self.of_byte(byte, word);
                if prov != 0 {
                    runs.push((byte, 1, prov));
                }
                byte += 1;
            }
        }
        runs
    }

    /// Where a pointer may lie of which some bytes are here.
    pub(super) fn pieces(&self, len: u64, word: u64) -> BTreeSet<(u64, u64)> {
        let mut found = BTreeSet::new();
        for (at, bytes, prov) in self.runs(0, len, word) {
            let first = if bytes == word { at } else { at.saturating_sub(word - 1) };
            let starts = first..(at + bytes).min((len + 1).saturating_sub(word));
            found.extend(starts.map(|start| (start, prov)));
        }
        found
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Random writes, compared with one entry a byte.
    #[test]
    fn agrees_with_an_entry_per_byte() {
        let mut random = 1u64;
        let mut next = |below: u64| {
            random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (random >> 33) % below
        };
        for word in [4, 8] {
            for _ in 0..200 {
                let (mut map, mut bytes) = (ProvenanceMap::default(), [0u64; 64]);
                for _ in 0..40 {
                    let at = next(64);
                    let len = (1 + next(2 * word)).min(64 - at);
                    let prov = next(4);
                    map.set(at, len, prov, word);
                    bytes[at as usize..(at + len) as usize].fill(prov);
                    let (at, len) = (next(56), 1 + next(8));
                    let range = &bytes[at as usize..(at + len) as usize];
                    let shared = if range.iter().all(|&p| p == range[0]) { range[0] } else { 0 };
                    assert_eq!(map.get(at, len, word), shared, "{at} {len} of {bytes:?}");
                    let mut copied = [0; 64];
                    for (start, run, prov) in map.runs(0, 64, word) {
                        copied[start as usize..(start + run) as usize].fill(prov);
                    }
                    assert_eq!(copied, bytes);
                    let pieces = map.pieces(64, word);
                    for at in 0..=64 - word {
                        let here = &bytes[at as usize..(at + word) as usize];
                        let whole = here[0] != 0 && here.iter().all(|&p| p == here[0]);
                        assert!(!whole || pieces.contains(&(at, here[0])), "{at} of {bytes:?}");
                        assert!(pieces.iter().all(|&(start, prov)| start != at || here.contains(&prov)));
                    }
                }
            }
        }
    }
}
