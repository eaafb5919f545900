//! Reads of memories as choices between elements.
//!
//! Whoever reads a memory at an index only needs to know whether the index is that of a write: reading
//! through a store or a fill is a choice between its value and the memory below, reading through a copy one
//! between the memory below and the source at another index. [`expand`] rewrites reads so until they
//! reach variables. That is how memories are eliminated as lambdas are applied, and how `Fill` and `Copy`,
//! which SMT-LIB does not have, are expressed in it.

use rustc_hash::{FxHashMap, FxHashSet};

use crate::op::Op;
use crate::terms::{Term, Terms};
use crate::traverse::postorder;

/// Why reads cannot be rewritten.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum ExpandError {
    /// A memory with bulk operators is compared, passed to a function, or wanted itself.
    #[error("a memory that was filled or copied is used as a whole")]
    UsedWhole,
    /// More pairs of a memory and an index than allowed.
    #[error("too many reads")]
    TooLarge,
}

/// Which memories are read through.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Through {
    /// Those that have bulk operators in them. The results contain neither `Fill` nor `Copy`.
    Bulk,
    /// All but variables and constant memories.
    Everything,
}

/// The terms with reads rewritten, if that takes no more than `limit` pairs of a memory and an index.
pub fn expand(
    terms: &mut Terms,
    roots: &[Term],
    through: Through,
    limit: usize,
) -> Result<Vec<Term>, ExpandError> {
    let order = postorder(terms, roots);
    let mut expanded: FxHashSet<Term> = FxHashSet::default();
    for &term in &order {
        let operands = terms.operands(term);
        let is_expanded = match (terms.op(term), through) {
            (Op::Fill | Op::Copy, _) => true,
            (Op::Store, Through::Everything) => true,
            (Op::Ite, Through::Everything) => terms.sort(term).is_array(),
            (Op::Store, Through::Bulk) => expanded.contains(&operands[0]),
            (Op::Ite, Through::Bulk) => expanded.contains(&operands[1]) || expanded.contains(&operands[2]),
            (Op::Select, _) | (_, Through::Everything) => false,
            // Whatever else has a memory as an operand looks at all of it.
            _ if operands.iter().any(|operand| expanded.contains(operand)) => {
                return Err(ExpandError::UsedWhole);
            }
            _ => false,
        };
        if is_expanded {
            expanded.insert(term);
        }
    }
    if expanded.is_empty() {
        return Ok(roots.to_vec());
    }
    if through == Through::Bulk && roots.iter().any(|root| expanded.contains(root)) {
        return Err(ExpandError::UsedWhole);
    }
    let mut expansion =
        Expansion { expanded, limit, done: FxHashMap::default(), reads: FxHashMap::default() };
    let mut operands = Vec::new();
    for &term in &order {
        if through == Through::Bulk && expansion.expanded.contains(&term) {
            continue;
        }
        let new = match terms.op(term) {
            Op::Select if expansion.expanded.contains(&terms.operands(term)[0]) => {
                let [memory, index] = terms.operands_of(term);
                let index = expansion.done[&index];
                expansion.read(terms, memory, index)?
            }
            op => {
                operands.clear();
                operands.extend(terms.operands(term).iter().map(|operand| expansion.done[operand]));
                if operands == terms.operands(term) {
                    term
                } else {
                    terms.app(op, terms.sort(term), &operands)
                }
            }
        };
        expansion.done.insert(term, new);
    }
    Ok(roots.iter().map(|root| expansion.done[root]).collect())
}

struct Expansion {
    /// Memories that are read through.
    expanded: FxHashSet<Term>,
    limit: usize,
    /// What terms have become.
    done: FxHashMap<Term, Term>,
    /// Elements of memories (as they were) at indices (as they have become).
    reads: FxHashMap<(Term, Term), Term>,
}

/// How to read a memory at an index.
enum Step {
    /// This is the element.
    Known(Term),
    /// The element of another memory.
    Same((Term, Term)),
    /// A choice between elements.
    Choice { condition: Term, yes: Source, no: (Term, Term) },
}

/// One side of a choice.
enum Source {
    Value(Term),
    Read((Term, Term)),
}

impl Expansion {
    fn read(&mut self, terms: &mut Terms, memory: Term, index: Term) -> Result<Term, ExpandError> {
        let root = (memory, index);
        let mut stack = vec![root];
        while let Some(&read) = stack.last() {
            if self.reads.contains_key(&read) {
                stack.pop();
                continue;
            }
            if self.reads.len() >= self.limit {
                return Err(ExpandError::TooLarge);
            }
            let element = match self.step(terms, read.0, read.1) {
                Step::Known(element) => Some(element),
                Step::Same(other) => self.wanted(other, &mut stack),
                Step::Choice { condition, yes, no } => {
                    let yes = match yes {
                        Source::Value(value) => Some(value),
                        Source::Read(read) => self.wanted(read, &mut stack),
                    };
                    let no = self.wanted(no, &mut stack);
                    yes.zip(no).map(|(yes, no)| terms.ite(condition, yes, no))
                }
            };
            if let Some(element) = element {
                self.reads.insert(read, element);
                stack.pop();
            }
        }
        Ok(self.reads[&root])
    }

    /// An element that is known; otherwise it goes on the stack.
    fn wanted(&self, read: (Term, Term), stack: &mut Vec<(Term, Term)>) -> Option<Term> {
        let known = self.reads.get(&read).copied();
        if known.is_none() {
            stack.push(read);
        }
        known
    }

    fn step(&self, terms: &mut Terms, memory: Term, index: Term) -> Step {
        if !self.expanded.contains(&memory) {
            return Step::Known(terms.select(self.done[&memory], index));
        }
        let (condition, yes, no) = match terms.op(memory) {
            Op::Store => {
                let [below, at, value] = terms.operands_of(memory);
                let condition = terms.eq(index, self.done[&at]);
                (condition, Source::Value(self.done[&value]), (below, index))
            }
            Op::Ite => {
                let [condition, yes, no] = terms.operands_of(memory);
                (self.done[&condition], Source::Read((yes, index)), (no, index))
            }
            Op::Fill => {
                let [below, start, length, value] = terms.operands_of(memory);
                let offset = terms.bv_sub(index, self.done[&start]);
                let inside = terms.bv_ult(offset, self.done[&length]);
                (inside, Source::Value(self.done[&value]), (below, index))
            }
            Op::Copy => {
                let [below, start, length, source, from] = terms.operands_of(memory);
                let offset = terms.bv_sub(index, self.done[&start]);
                let inside = terms.bv_ult(offset, self.done[&length]);
                let other = terms.bv_add(self.done[&from], offset);
                (inside, Source::Read((source, other)), (below, index))
            }
            op => unreachable!("{op:?} is never read through"),
        };
        match (terms.as_bool(condition), yes) {
            (Some(true), Source::Value(value)) => Step::Known(value),
            (Some(true), Source::Read(read)) => Step::Same(read),
            (Some(false), _) => Step::Same(no),
            (None, yes) => Step::Choice { condition, yes, no },
        }
    }
}
