//! Where in which object a pointer can point.
//!
//! A pointer is an address and the number of an object, two terms that are chosen by the same conditions
//! wherever paths meet and memory is read. Looking at both at once tells which address goes with which
//! object: after a list was walked, a pointer may point into ten objects, but to the same member of each.
//! Then nothing is left to be decided of its offset, and a solver need not find that out again and again.

use std::rc::Rc;

use fathom_logic::{Op, Term, Terms};
use rustc_hash::FxHashMap;

use crate::memory::Object;

/// So many offsets in one object are told apart.
const FEW: usize = 16;

/// So many pairs of terms are looked at for one pointer.
const EFFORT: usize = 4096;

/// So many terms around choices in an address are looked through.
const AROUND: usize = 16;

/// Offsets in an object, sorted; `None`: any.
pub type Offsets = Option<Rc<[u64]>>;

/// For each object that a pointer can point into, sorted by number: the offsets. Object 0 stands for none,
/// and its offsets are addresses.
pub type Pointing = Rc<[(u64, Offsets)]>;

/// Remembers where pointers can point.
#[derive(Default, Debug)]
pub struct Pointers {
    /// By address and object; `None` where it is not known.
    known: FxHashMap<(Term, Term), Option<Pointing>>,
}

impl Pointers {
    /// Where a pointer with an address and an object can point; `None` if that is not known.
    pub fn pointing(
        &mut self,
        terms: &mut Terms,
        objects: &[Object],
        address: Term,
        object: Term,
    ) -> Option<Pointing> {
        let root = (address, object);
        let mut open = vec![root];
        let mut looked_at = 0;
        while let Some(&pair) = open.last() {
            if self.known.contains_key(&pair) {
                open.pop();
                continue;
            }
            looked_at += 1;
            if looked_at > EFFORT {
                self.known.insert(root, None);
                return None;
            }
            let found = match split(terms, pair) {
                None => leaf(terms, objects, pair),
                Some(parts) => {
                    let before = open.len();
                    open.extend(parts.iter().filter(|part| !self.known.contains_key(part)));
                    if open.len() > before {
                        continue;
                    }
                    self.union(parts)
                }
            };
            self.known.insert(pair, found);
            open.pop();
        }
        self.known.get(&root).cloned().flatten()
    }

    fn union(&self, [a, b]: [(Term, Term); 2]) -> Option<Pointing> {
        let a = self.known.get(&a)?.clone()?;
        let b = self.known.get(&b)?.clone()?;
        if a == b {
            return Some(a);
        }
        let mut all: Vec<(u64, Offsets)> = a.iter().chain(b.iter()).cloned().collect();
        all.sort_by_key(|(object, _)| *object);
        all.dedup_by(|next, first| {
            let same = next.0 == first.0;
            if same {
                first.1 = both(&first.1, &next.1);
            }
            same
        });
        Some(all.into())
    }
}

fn both(a: &Offsets, b: &Offsets) -> Offsets {
    let (a, b) = (a.as_ref()?, b.as_ref()?);
    if a == b {
        return Some(Rc::clone(a));
    }
    let mut all: Vec<u64> = a.iter().chain(b.iter()).copied().collect();
    all.sort_unstable();
    all.dedup();
    (all.len() <= FEW).then(|| all.into())
}

/// Where a pointer points that is not chosen from others any more.
fn leaf(terms: &mut Terms, objects: &[Object], (address, object): (Term, Term)) -> Option<Pointing> {
    let number = terms.as_u64(object)?;
    let base = objects.get(number as usize)?.base;
    let offset = terms.bv_sub(address, base);
    let offsets: Offsets = terms.as_u64(offset).map(|offset| Rc::from([offset]));
    Some(Rc::from([(number, offsets)]))
}

/// The two pointers that a pointer is chosen from. Where address and object are chosen by different
/// conditions, the later choice is undone first: the other one was the same on both sides of it.
fn split(terms: &mut Terms, (address, object): (Term, Term)) -> Option<[(Term, Term); 2]> {
    let of_object = match terms.op(object) {
        Op::Ite => Some(terms.operands_of::<3>(object)),
        Op::Bits(_) => None,
        _ => return None,
    };
    let choices = choices(terms, address);
    let Some([condition, x, y]) = of_object else {
        let [a, b] = choices.last()?.sides(terms, address);
        return Some([(a, object), (b, object)]);
    };
    let other = terms.not(condition);
    if let Some(choice) = choices.iter().find(|choice| choice.condition == condition) {
        let [a, b] = choice.sides(terms, address);
        return Some([(a, x), (b, y)]);
    }
    if let Some(choice) = choices.iter().find(|choice| choice.condition == other) {
        let [a, b] = choice.sides(terms, address);
        return Some([(b, x), (a, y)]);
    }
    match choices.last() {
        Some(choice) if choice.term > object => {
            let [a, b] = choice.sides(terms, address);
            Some([(a, object), (b, object)])
        }
        _ => Some([(address, x), (address, y)]),
    }
}

/// A choice that an address depends on.
struct Choice {
    term: Term,
    condition: Term,
    /// From the address to the choice: terms, and the operand of each that leads there.
    path: Vec<(Term, usize)>,
}

impl Choice {
    /// The address on both sides of the choice.
    fn sides(&self, terms: &mut Terms, address: Term) -> [Term; 2] {
        let [_, a, b] = terms.operands_of::<3>(self.term);
        [a, b].map(|side| {
            let mut side = side;
            for &(term, place) in self.path.iter().rev() {
                let (op, sort) = (terms.op(term), terms.sort(term));
                let mut operands = terms.operands(term).to_vec();
                operands[place] = side;
                side = terms.app(op, sort, &operands);
            }
            debug_assert_eq!(terms.sort(side), terms.sort(address));
            side
        })
    }
}

/// The outermost choices in an address, the latest last. Terms are simplified as they are built, so a sum may
/// have become something else; operators that sums become are looked through.
fn choices(terms: &Terms, address: Term) -> Vec<Choice> {
    let mut found = Vec::new();
    let mut open = vec![(address, Vec::new())];
    let mut looked_at = 0;
    while let Some((term, path)) = open.pop() {
        looked_at += 1;
        if looked_at > AROUND {
            break;
        }
        match (terms.op(term), terms.operands(term)) {
            (Op::Ite, &[condition, ..]) => found.push(Choice { term, condition, path }),
            (
                Op::BvNot | Op::BvAnd | Op::BvXor | Op::BvNeg | Op::BvAdd | Op::Concat | Op::Extract { .. },
                operands,
            ) => {
                for (place, &operand) in operands.iter().enumerate() {
                    let path = path.iter().copied().chain([(term, place)]).collect();
                    open.push((operand, path));
                }
            }
            _ => {}
        }
    }
    found.sort_by_key(|choice| choice.term);
    found
}

#[cfg(test)]
mod tests {
    use fathom_ir::{LocId, NoteId};
    use fathom_logic::Sort;

    use super::*;
    use crate::memory::ObjectKind;
    use crate::scalar::PROVENANCE_BITS;

    const WIDTH: u32 = 32;

    struct World {
        terms: Terms,
        objects: Vec<Object>,
        pointers: Pointers,
    }

    impl World {
        /// Objects at 0x1000, 0x2000, …; number 0 is none.
        fn new() -> Self {
            let mut terms = Terms::new();
            let size = terms.number(WIDTH, 16);
            let objects = (0..4)
                .map(|at| Object {
                    kind: ObjectKind::Global,
                    base: terms.number(WIDTH, 0x1000 * at),
                    open: false,
                    align: 16,
                    size,
                    made: terms.bool(true),
                    loc: LocId::NONE,
                    made_for: LocId::NONE,
                    name: NoteId::NONE,
                    initial: None,
                })
                .collect();
            Self { terms, objects, pointers: Pointers::default() }
        }

        fn to(&mut self, object: u64, offset: u64) -> (Term, Term) {
            let address = self.terms.number(WIDTH, 0x1000 * object + offset);
            (address, self.terms.number(PROVENANCE_BITS, object))
        }

        fn condition(&mut self) -> Term {
            self.terms.symbol("c", Sort::Bool)
        }

        fn choose(&mut self, condition: Term, a: (Term, Term), b: (Term, Term)) -> (Term, Term) {
            (self.terms.ite(condition, a.0, b.0), self.terms.ite(condition, a.1, b.1))
        }

        fn pointing(&mut self, (address, object): (Term, Term)) -> Option<Vec<(u64, Option<Vec<u64>>)>> {
            let found = self.pointers.pointing(&mut self.terms, &self.objects, address, object)?;
            Some(found.iter().map(|(id, at)| (*id, at.as_ref().map(|at| at.to_vec()))).collect())
        }
    }

    #[test]
    fn the_same_member_of_several_objects() {
        let mut world = World::new();
        let (first, second, third) = (world.to(1, 4), world.to(2, 4), world.to(3, 4));
        let (c, d) = (world.condition(), world.condition());
        let some = world.choose(c, first, second);
        let some = world.choose(d, some, third);
        let expected = vec![(1, Some(vec![4])), (2, Some(vec![4])), (3, Some(vec![4]))];
        assert_eq!(world.pointing(some), Some(expected));
        let eight = world.terms.number(WIDTH, 8);
        let moved = (world.terms.bv_add(some.0, eight), some.1);
        let expected = vec![(1, Some(vec![12])), (2, Some(vec![12])), (3, Some(vec![12]))];
        assert_eq!(world.pointing(moved), Some(expected));
    }

    #[test]
    fn two_members_of_one_object_and_null() {
        let mut world = World::new();
        let (low, high, null) = (world.to(1, 0), world.to(1, 8), world.to(0, 0));
        let (c, d) = (world.condition(), world.condition());
        let some = world.choose(c, low, high);
        let some = world.choose(d, some, null);
        assert_eq!(world.pointing(some), Some(vec![(0, Some(vec![0])), (1, Some(vec![0, 8]))]));
    }

    /// An element of one of two arrays, chosen by conditions that have nothing to do with each other.
    #[test]
    fn an_element_of_an_array() {
        let mut world = World::new();
        let (first, second, null) = (world.to(1, 0), world.to(2, 0), world.to(0, 0));
        let (c, d, e) = (world.condition(), world.condition(), world.condition());
        let (zero, four) = (world.terms.number(WIDTH, 0), world.terms.number(WIDTH, 4));
        let index = world.terms.ite(c, zero, four);
        let array = world.choose(d, first, second);
        let array = world.choose(e, array, null);
        let element = (world.terms.bv_add(array.0, index), array.1);
        let both = Some(vec![0, 4]);
        assert_eq!(world.pointing(element), Some(vec![(0, both.clone()), (1, both.clone()), (2, both)]));
    }

    #[test]
    fn any_offset_and_any_object() {
        let mut world = World::new();
        let base = world.to(1, 0);
        let index = world.terms.symbol("i", Sort::Bits(WIDTH));
        let somewhere = (world.terms.bv_add(base.0, index), base.1);
        assert_eq!(world.pointing(somewhere), Some(vec![(1, None)]));
        let object = world.terms.symbol("o", Sort::Bits(PROVENANCE_BITS));
        assert_eq!(world.pointing((base.0, object)), None);
    }

    /// Whatever the conditions are, the pointer is among those that were found.
    #[test]
    fn nothing_is_left_out_where_conditions_differ() {
        let mut world = World::new();
        let (a, b) = (world.to(1, 4), world.to(2, 8));
        let (c, d) = (world.condition(), world.condition());
        let address = world.terms.ite(c, a.0, b.0);
        let object = world.terms.ite(d, a.1, b.1);
        let found = world.pointing((address, object)).unwrap();
        let offsets = |id: u64, address: u64| {
            let known = found.iter().find(|(object, _)| *object == id).unwrap();
            known.1.as_ref().unwrap().contains(&(address.wrapping_sub(0x1000 * id) & 0xffff_ffff))
        };
        for id in [1, 2] {
            assert!(offsets(id, 0x1004) && offsets(id, 0x2008));
        }
    }
}
