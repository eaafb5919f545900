//! Memories: reads look through writes whose place is certainly another one, as through a lambda.
//!
//! Whether two addresses are equal or distinct is decided without solving: equal terms, the same term
//! plus different constants, or facts that exclude each other. Where it is not decided the read stops and
//! stays as it is; the solver goes on from there when it has to.
//!
//! Long chains of writes at one base plus constants are what programs make (stack frames, global
//! variables), so a read that had to walk over many of them leaves an index behind, a persistent map from
//! offset to value. Later reads, and reads of longer chains, use it: n writes and n reads cost
//! O(n log n), not n².

use imbl::OrdMap;
use rustc_hash::FxHashMap;

use super::{Rule, rules};
use crate::op::Op;
use crate::terms::{Term, Terms};

pub(super) const SELECT: &[Rule] = rules![Binary: select_through_writes, select_ite];
pub(super) const STORE: &[Rule] = rules![Ternary: store_same_place, store_what_is_there];
pub(super) const FILL: &[Rule] = rules![Many: fill_nothing, fill_one];
pub(super) const COPY: &[Rule] = rules![Many: copy_nothing, copy_one, copy_onto_itself];

/// Steps over writes after which a read leaves an index behind.
const LONG_WALK: u32 = 16;

/// An address as a term plus a constant; the term is absent for constants.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Address {
    base: Option<Term>,
    offset: u64,
}

fn address(terms: &Terms, a: Term) -> Option<Address> {
    if terms.width(a) > 64 {
        return None;
    }
    if let Some(offset) = terms.as_u64(a) {
        return Some(Address { base: None, offset });
    }
    if let Some([base, constant]) = terms.matches(a, Op::BvAdd)
        && let Some(offset) = terms.as_u64(constant)
    {
        return Some(Address { base: Some(base), offset });
    }
    Some(Address { base: Some(a), offset: 0 })
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

/// What a chain of writes at one base holds.
#[derive(Clone, Debug)]
struct Segment {
    base: Option<Term>,
    values: OrdMap<u64, Term>,
    /// The memory under the chain.
    below: Term,
}

/// The indices that long walks left behind, by the memory from which they read.
#[derive(Clone, Debug, Default)]
pub struct WriteIndex {
    segments: FxHashMap<Term, Segment>,
}

/// Makes the index of the longest chain of stores at one base that ends in `memory`.
fn index_writes(terms: &mut Terms, memory: Term, base: Option<Term>) {
    let mut segment = Segment { base, values: OrdMap::new(), below: memory };
    let mut newer = Vec::new();
    loop {
        if let Some(older) = terms.writes.segments.get(&segment.below).filter(|older| older.base == base) {
            segment.values = older.values.clone();
            segment.below = older.below;
            break;
        }
        let Some([below, index, value]) = terms.matches(segment.below, Op::Store) else { break };
        let Some(at) = address(terms, index).filter(|at| at.base == base) else { break };
        newer.push((at.offset, value));
        segment.below = below;
    }
    for (offset, value) in newer.into_iter().rev() {
        segment.values.insert(offset, value);
    }
    terms.writes.segments.insert(memory, segment);
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
                if let (Some(place), Some(segment)) = (place, terms.writes.segments.get(&at))
                    && segment.base == place.base
                {
                    match segment.values.get(&place.offset) {
                        Some(&value) => break Some(value),
                        None => at = segment.below,
                    }
                    continue;
                }
                let [below, written, value] = terms.operands_of(at);
                if written == index {
                    break Some(value);
                }
                if !distinct(terms, index, written) {
                    break None;
                }
                let same_base = place.is_some()
                    && address(terms, written).map(|a| a.base) == place.map(|place| place.base);
                if same_base {
                    long_from.get_or_insert(at);
                    steps += 1;
                }
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
    if let (Some(from), Some(place)) = (long_from, place)
        && steps > LONG_WALK
    {
        index_writes(terms, from, place.base);
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
