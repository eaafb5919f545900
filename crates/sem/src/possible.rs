//! Which constants a term can be: the objects that a pointer may point into.
//!
//! Provenances are built from constants by `ite` and by reads and writes of memory, so the constants at the
//! leaves are all there is. The answer for each term is computed once.

use std::rc::Rc;

use fathom_logic::{Op, Term, Terms};
use rustc_hash::FxHashMap;

/// Remembers which constants terms can be.
#[derive(Default, Debug)]
pub struct Possible {
    known: FxHashMap<Term, Option<Rc<[u64]>>>,
}

/// Beyond so many, a pointer may point anywhere.
const MANY: usize = 4096;

impl Possible {
    /// The constants that a term can be, sorted; `None` if that is not known.
    pub fn values(&mut self, terms: &Terms, root: Term) -> Option<Rc<[u64]>> {
        let mut open = vec![root];
        while let Some(&term) = open.last() {
            if self.known.contains_key(&term) {
                open.pop();
                continue;
            }
            let operands = terms.operands(term);
            let parts: Vec<Term> = match terms.op(term) {
                Op::Bits(_) => vec![],
                Op::Ite => operands[1..].to_vec(),
                Op::Select | Op::ConstArray => vec![operands[0]],
                Op::Store => vec![operands[0], operands[2]],
                Op::Fill | Op::Copy => vec![operands[0], operands[3]],
                _ => {
                    self.known.insert(term, None);
                    open.pop();
                    continue;
                }
            };
            let before = open.len();
            open.extend(parts.iter().filter(|part| !self.known.contains_key(part)));
            if open.len() > before {
                continue;
            }
            let values = match terms.op(term) {
                Op::Bits(value) => Some(Rc::from([value])),
                _ => self.union(&parts),
            };
            self.known.insert(term, values);
            open.pop();
        }
        self.known.get(&root).cloned().flatten()
    }

    fn union(&self, parts: &[Term]) -> Option<Rc<[u64]>> {
        let mut sets = Vec::new();
        for part in parts {
            sets.push(self.known.get(part)?.clone()?);
        }
        let first = sets.first()?.clone();
        if sets.iter().all(|set| *set == first) {
            return Some(first);
        }
        let mut all: Vec<u64> = sets.iter().flat_map(|set| set.iter().copied()).collect();
        all.sort_unstable();
        all.dedup();
        (all.len() <= MANY).then(|| all.into())
    }
}
