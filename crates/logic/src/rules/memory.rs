//! Memories: reads look through writes whose place is certainly another one, as through a lambda.
//!
//! Whether two addresses are equal or distinct is decided without solving: equal terms, the same term
//! plus different constants, or facts that exclude each other. Where it is not decided the read stops and
//! stays as it is; the solver goes on from there when it has to.
//!
//! Long chains of writes at a few bases plus constants are what programs make (stack frames, global
//! variables), so a read that had to walk over many of them leaves an index behind, for each base a
//! persistent map from offset to value. Later reads, and reads of longer chains, use it: n writes and n
//! reads cost O(n log n), not n².

use fathom_ir::bits::mask;
use imbl::OrdMap;
use rustc_hash::FxHashMap;

use super::{Rule, rules};
use crate::facts::Facts;
use crate::op::Op;
use crate::terms::{Term, Terms};

pub(super) const SELECT: &[Rule] = rules![Binary: select_through_writes, select_ite];
pub(super) const STORE: &[Rule] = rules![Ternary: store_same_place, store_what_is_there];
pub(super) const FILL: &[Rule] = rules![Many: fill_nothing, fill_one];
pub(super) const COPY: &[Rule] = rules![Many: copy_nothing, copy_one, copy_onto_itself];

/// Steps over writes after which a read leaves an index behind.
const LONG_WALK: u32 = 16;

/// The most writes without an index that a read looks through, so that its cost is bounded.
const LONGEST_WALK: u32 = 4096;

/// An address as `base + offset`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Address {
    base: Base,
    offset: u64,
}

/// The part of an address that is not constant: a term shifted left by some bits. Aligned addresses are
/// concatenations with constant low bits, and so have a base too.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Base {
    Zero,
    Term { term: Term, shift: u32 },
}

fn address(terms: &Terms, a: Term) -> Option<Address> {
    if terms.width(a) > 64 {
        return None;
    }
    let (a, added) = plus_constant(terms, a);
    let Some(a) = a else { return Some(Address { base: Base::Zero, offset: added }) };
    let whole = Address { base: Base::Term { term: a, shift: 0 }, offset: added };
    let Some([high, low]) = terms.as_concat(a) else { return Some(whole) };
    let (Some(low_bits), shift) = (terms.as_u64(low), terms.width(low)) else { return Some(whole) };
    let (Some(high), high_added) = plus_constant(terms, high) else { return Some(whole) };
    let offset = (high_added << shift).wrapping_add(low_bits).wrapping_add(added);
    Some(Address { base: Base::Term { term: high, shift }, offset: offset & mask(terms.width(a)) })
}

/// A term without the constant that it adds, and that constant.
fn plus_constant(terms: &Terms, a: Term) -> (Option<Term>, u64) {
    if let Some(constant) = terms.as_u64(a) {
        return (None, constant);
    }
    match terms.matches(a, Op::BvAdd) {
        Some([base, constant]) => match terms.as_u64(constant) {
            Some(constant) => (Some(base), constant),
            None => (Some(a), 0),
        },
        None => (Some(a), 0),
    }
}

/// Two different terms that can never be equal, as far as a glance tells.
fn distinct(terms: &Terms, a: Term, b: Term) -> bool {
    match (address(terms, a), address(terms, b)) {
        (Some(x), Some(y)) => {
            (x.base == y.base && x.offset != y.offset) || terms.facts(a).excludes(terms.facts(b))
        }
        _ => match (terms.as_bits(a), terms.as_bits(b)) {
            (Some(x), Some(y)) => x != y,
            _ => false,
        },
    }
}

/// What a chain of writes holds.
#[derive(Clone, Debug)]
struct Segment {
    regions: Vec<Region>,
    /// The memory under the chain.
    below: Term,
}

/// The writes of a chain at one base.
#[derive(Clone, Debug)]
struct Region {
    base: Base,
    values: OrdMap<u64, Term>,
    /// All addresses written are between these, by their facts.
    min: u64,
    max: u64,
}

/// The most bases of a chain that is indexed. Stack, globals and a few heap objects make a handful.
const REGIONS: usize = 8;

/// The indices that long walks left behind, by the memory from which they read.
#[derive(Clone, Debug, Default)]
pub struct WriteIndex {
    segments: FxHashMap<Term, Segment>,
}

/// What an index says about an address.
enum Found {
    /// This was written there.
    Value(Term),
    /// Nothing was; the memory below has it.
    Below(Term),
}

impl Segment {
    /// Looks an address up; nothing if it may be one that was written at another base.
    fn find(&self, place: Address, facts: Facts) -> Option<Found> {
        let mut own = None;
        for region in &self.regions {
            if region.base == place.base {
                own = region.values.get(&place.offset).copied();
            } else if facts.min <= region.max && region.min <= facts.max {
                return None;
            }
        }
        Some(own.map_or(Found::Below(self.below), Found::Value))
    }

    /// Notes a write.
    fn write(&mut self, place: Address, facts: Facts, value: Term) {
        let known = self.regions.iter().position(|region| region.base == place.base);
        let at = known.unwrap_or_else(|| {
            let (base, values) = (place.base, OrdMap::new());
            self.regions.push(Region { base, values, min: facts.min, max: facts.max });
            self.regions.len() - 1
        });
        let region = &mut self.regions[at];
        region.values.insert(place.offset, value);
        region.min = region.min.min(facts.min);
        region.max = region.max.max(facts.max);
    }
}

/// Makes the index of a chain of stores that ends in `memory`, as far down as different bases certainly are
/// different places.
fn index_writes(terms: &mut Terms, memory: Term) {
    let mut newer = Vec::new();
    let mut ranges: Vec<(Base, u64, u64)> = Vec::new();
    let mut segment = Segment { regions: Vec::new(), below: memory };
    loop {
        if let Some(older) = terms.writes.segments.get(&segment.below) {
            let mut joint = ranges.clone();
            if older.regions.iter().all(|region| join(&mut joint, region.base, region.min, region.max)) {
                segment = older.clone();
            }
            break;
        }
        let Some([below, index, value]) = terms.matches(segment.below, Op::Store) else { break };
        let Some(place) = address(terms, index) else { break };
        let facts = terms.facts(index);
        if !join(&mut ranges, place.base, facts.min, facts.max) {
            break;
        }
        newer.push((place, facts, value));
        segment.below = below;
    }
    for (place, facts, value) in newer.into_iter().rev() {
        segment.write(place, facts, value);
    }
    terms.writes.segments.insert(memory, segment);
}

/// Widens the range of a base; false if it would meet that of another, or if there are too many.
fn join(ranges: &mut Vec<(Base, u64, u64)>, base: Base, min: u64, max: u64) -> bool {
    let old = ranges.iter().position(|(other, _, _)| *other == base);
    let (min, max) = old.map_or((min, max), |at| (min.min(ranges[at].1), max.max(ranges[at].2)));
    if ranges.iter().any(|&(other, low, high)| other != base && low <= max && min <= high) {
        return false;
    }
    match old {
        Some(at) => ranges[at] = (base, min, max),
        None if ranges.len() == REGIONS => return false,
        None => ranges.push((base, min, max)),
    }
    true
}

/// Whether index `i` is one of the `length` from `start` on, and its distance from the start.
fn within(terms: &mut Terms, i: Term, start: Term, length: Term) -> (Option<bool>, Term) {
    let distance = terms.bv_sub(i, start);
    let inside = terms.bv_ult(distance, length);
    (terms.as_bool(inside), distance)
}

/// How many fills and copies one read looks through.
const BULK_STEPS: u32 = 64;

/// Reads look through writes at other places, and find what was written at theirs.
fn select_through_writes(terms: &mut Terms, memory: Term, index: Term) -> Option<Term> {
    let place = address(terms, index);
    let (mut at, mut index) = (memory, index);
    let (mut steps, mut bulk_steps) = (0, 0);
    let mut long_from = None;
    let result = loop {
        match terms.op(at) {
            Op::Store => {
                let segment = terms.writes.segments.get(&at);
                match segment.zip(place).and_then(|(segment, place)| segment.find(place, terms.facts(index)))
                {
                    Some(Found::Value(value)) => break Some(value),
                    Some(Found::Below(below)) => {
                        at = below;
                        continue;
                    }
                    None => {}
                }
                let [below, written, value] = terms.operands_of(at);
                if written == index {
                    break Some(value);
                }
                if steps == LONGEST_WALK || !distinct(terms, index, written) {
                    break None;
                }
                long_from.get_or_insert(at);
                steps += 1;
                at = below;
            }
            Op::ConstArray => {
                let [value] = terms.operands_of(at);
                break Some(value);
            }
            Op::Fill if bulk_steps < BULK_STEPS => {
                bulk_steps += 1;
                let [below, start, length, value] = terms.operands_of(at);
                match within(terms, index, start, length).0 {
                    Some(true) => break Some(value),
                    Some(false) => at = below,
                    None => break None,
                }
            }
            Op::Copy if bulk_steps < BULK_STEPS => {
                bulk_steps += 1;
                let [below, start, length, source, from] = terms.operands_of(at);
                match within(terms, index, start, length) {
                    (Some(true), distance) => {
                        index = terms.bv_add(from, distance);
                        break Some(terms.select(source, index));
                    }
                    (Some(false), _) => at = below,
                    (None, _) => break None,
                }
            }
            _ => break None,
        }
    };
    if let Some(from) = long_from
        && steps > LONG_WALK
        && place.is_some()
    {
        index_writes(terms, from);
    }
    match result {
        Some(value) => Some(value),
        None if at != memory => Some(terms.select(at, index)),
        None => None,
    }
}

/// A read from one of two memories is one of two reads, if at least one of them is resolved by that.
fn select_ite(terms: &mut Terms, memory: Term, index: Term) -> Option<Term> {
    let [condition, yes, no] = terms.as_ite(memory)?;
    let (yes, no) = (terms.select(yes, index), terms.select(no, index));
    if terms.op(yes) == Op::Select && terms.op(no) == Op::Select && yes != no {
        return None;
    }
    Some(terms.ite(condition, yes, no))
}

/// A write to the place that was written last replaces it.
fn store_same_place(terms: &mut Terms, memory: Term, index: Term, value: Term) -> Option<Term> {
    let [below, written, _] = terms.matches(memory, Op::Store)?;
    (written == index).then(|| terms.store(below, index, value))
}

/// Writing what was read from there changes nothing.
fn store_what_is_there(terms: &mut Terms, memory: Term, index: Term, value: Term) -> Option<Term> {
    let [from, at] = terms.matches(value, Op::Select)?;
    (from == memory && at == index).then_some(memory)
}

fn fill_nothing(terms: &mut Terms, operands: &[Term]) -> Option<Term> {
    terms.is_zero(operands[2]).then_some(operands[0])
}

fn fill_one(terms: &mut Terms, operands: &[Term]) -> Option<Term> {
    let &[memory, start, length, value] = operands else { return None };
    (terms.as_u64(length) == Some(1)).then(|| terms.store(memory, start, value))
}

fn copy_nothing(terms: &mut Terms, operands: &[Term]) -> Option<Term> {
    terms.is_zero(operands[2]).then_some(operands[0])
}

fn copy_one(terms: &mut Terms, operands: &[Term]) -> Option<Term> {
    let &[memory, start, length, source, from] = operands else { return None };
    if terms.as_u64(length) != Some(1) {
        return None;
    }
    let value = terms.select(source, from);
    Some(terms.store(memory, start, value))
}

fn copy_onto_itself(_: &mut Terms, operands: &[Term]) -> Option<Term> {
    let &[memory, start, _, source, from] = operands else { return None };
    (memory == source && start == from).then_some(memory)
}
