//! Names as numbers, so that looking one up is hashing it once.

use std::hash::{Hash, Hasher};

use hashbrown::HashTable;
use rustc_hash::FxHasher;

/// A name: equal ones have equal numbers.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub(super) struct Name(u32);

impl Name {
    /// Its number, dense from 0.
    pub(super) fn index(self) -> usize {
        self.0 as usize
    }
}

/// All names seen.
#[derive(Clone, Default, Debug)]
pub(super) struct Names {
    texts: Vec<Box<str>>,
    table: HashTable<u32>,
}

impl Names {
    /// The number of a name.
    pub(super) fn intern(&mut self, text: &str) -> Name {
        let hash = hash_of(text);
        if let Some(&at) = self.table.find(hash, |&at| *self.texts[at as usize] == *text) {
            return Name(at);
        }
        let at = u32::try_from(self.texts.len()).expect("more than 2^32 names do not fit in memory");
        self.texts.push(text.into());
        let texts = &self.texts;
        self.table.insert_unique(hash, at, |&at| hash_of(&texts[at as usize]));
        Name(at)
    }

    /// The number of a name that was seen before.
    pub(super) fn find(&self, text: &str) -> Option<Name> {
        self.table.find(hash_of(text), |&at| *self.texts[at as usize] == *text).map(|&at| Name(at))
    }

    /// The name with a number.
    pub(super) fn text(&self, name: Name) -> &str {
        &self.texts[name.index()]
    }
}

fn hash_of(text: &str) -> u64 {
    let mut hasher = FxHasher::default();
    text.hash(&mut hasher);
    hasher.finish()
}
