//! Where objects lie, and what a program can see of that.
//!
//! Nobody promises where objects lie: in which order, how far apart, whether a new one lies where one was that is
//! gone. What is promised is little: an object that is alive shares no byte with another one, is aligned as it was
//! asked for, does not begin at address 0, and ends within the addresses that processes have.
//!
//! Most programs never look. So objects get addresses that are constants, which fold, and the evaluator notes where
//! the course of an execution could depend on one: arithmetic on an address as a number, a comparison of pointers into
//! different objects that is not decided by the promises, an access that is aligned only by chance. Each is a
//! [`Doubt`](crate::evidence::Doubt): a condition that a solver is asked about together with the obligations.
//! Whoever runs the evaluator begins anew if it can hold, with the objects that were looked at *open*: the base of an open
//! object is a variable, and facts state the promises, no more. Objects are told apart by what makes them, their
//! [`Origin`], since a second evaluation may make other ones.
//!
//! ```text
//! base of an open object     63        47 46              k-1   0
//!                           [ 0 … 0      |  variable     |  0…0 ]      aligned to 2^k
//! ```

use std::collections::BTreeSet;

use fathom_ir::types::AddressSpace;
use fathom_ir::{CmpOp, LocId, NoteId, Property};
use fathom_logic::{Sort, Term};

use crate::evaluator::Evaluator;
use crate::evidence::Doubt;
use crate::memory::{LIFE_BITS, Life, Object, ObjectId, ObjectKind};
use crate::pointing::Offsets;
use crate::scalar::{PROVENANCE_BITS, Scalar};
use crate::state::State;

/// Local objects of whose lives the compiler says too little, by their numbers. Where an address of one is looked at, what
/// is assumed of it is said.
#[derive(Clone, Default, Debug)]
pub struct Staying {
    /// Temporary objects whose end is not marked: nothing lies there until their function returns.
    pub without_end: BTreeSet<u32>,
    /// Objects that were made again in the same place.
    pub made_again: BTreeSet<u32>,
}

/// What makes objects.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Origin {
    /// A global variable or a function, by the number of its object.
    Static(u32),
    /// The environment: the command line.
    Environment,
    /// An allocation, or the definition of a local variable with its name.
    Made(LocId, NoteId),
}

/// Which objects may lie anywhere.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Open {
    /// Those of some origins.
    Of(BTreeSet<Origin>),
    /// All.
    All,
}

impl Default for Open {
    fn default() -> Self {
        Self::Of(BTreeSet::new())
    }
}

impl Open {
    fn contains(&self, origin: Origin) -> bool {
        match self {
            Self::Of(origins) => origins.contains(&origin),
            Self::All => true,
        }
    }

    /// Opens what was looked at too.
    pub fn extend(&mut self, looked_at: Self) {
        match (&mut *self, looked_at) {
            (Self::Of(origins), Self::Of(more)) => origins.extend(more),
            (_, Self::All) => *self = Self::All,
            (Self::All, Self::Of(_)) => {}
        }
    }
}

fn origin(id: ObjectId, object: &Object) -> Origin {
    match object.kind {
        ObjectKind::Global | ObjectKind::Constant | ObjectKind::Function(_) | ObjectKind::Undefined => {
            Origin::Static(id.0)
        }
        ObjectKind::Environment(_) | ObjectKind::Argument(_) => Origin::Environment,
        ObjectKind::Stack | ObjectKind::Heap(_) => Origin::Made(object.loc, object.name),
    }
}

impl Evaluator<'_> {
    /// Whether an object that is about to be made is open.
    pub(crate) fn is_open(&self, id: ObjectId, object: &Object) -> bool {
        let any = !matches!(&self.options.open, Open::Of(origins) if origins.is_empty());
        // In one memory for all, objects must be known to lie apart.
        self.options.encoding.symbolic_addresses
            || any && self.options.encoding.flat
            || self.options.open.contains(origin(id, object))
    }

    /// Two addresses are compared: notes what is assumed of where objects lie that nobody promises. As pointers they may
    /// be compared only as long as their objects live.
    pub(crate) fn rest_on_places(&mut self, x: Scalar, y: Scalar, as_pointers: bool) {
        let mut of = |value: Scalar| -> BTreeSet<u32> {
            let ids = value.provenance.and_then(|own| self.possible.values(&self.terms, own));
            let ids = ids.iter().flat_map(|ids| ids.iter());
            ids.filter_map(|&id| u32::try_from(id).ok()).filter(|&id| id != 0).collect()
        };
        let (x, y) = (of(x), of(y));
        if x.is_empty() || y.is_empty() {
            return;
        }
        let is_one = x.len() == 1 && x == y;
        if !(is_one && as_pointers) {
            self.rest_on_places_of(x.into_iter().chain(y).map(ObjectId), is_one);
        }
    }

    /// The same, where it depends on some objects, which may be but one.
    fn rest_on_places_of(&mut self, ids: impl Iterator<Item = ObjectId>, is_one: bool) {
        let (mut lasts, mut again) = (false, false);
        for id in ids {
            lasts |= !is_one && self.staying.without_end.contains(&id.0);
            again |= self.staying.made_again.contains(&id.0);
        }
        if lasts {
            self.rest_on(
                "temporary objects live until their function returns where the compiler does not mark their end",
            );
        }
        if again {
            self.rest_on("local objects lie where they lay before where goto, switch or a body without braces makes them again");
        }
    }

    /// Notes what the answer rests on, and the program does not say.
    pub(crate) fn rest_on(&mut self, sentence: &str) {
        if !self.assumptions.iter().any(|known| known == sentence) {
            self.assumptions.push(sentence.to_string());
        }
    }

    /// A base that can be anywhere, with an alignment.
    pub(crate) fn open_base(&mut self, align: u64) -> Term {
        let width = self.form.pointer_bits;
        let low = align.trailing_zeros();
        let high = AddressSpace::significant_bits(&self.program.target).max(low + 1);
        let terms = &mut self.terms;
        let base = terms.symbol("base", Sort::Bits(high - low));
        let base = match low {
            0 => base,
            _ => {
                let zeros = terms.number(low, 0);
                terms.concat(base, zeros)
            }
        };
        terms.zero_extend(base, width)
    }

    /// From here on, where the condition holds, an open object lies within the addresses that there are and shares no
    /// byte with others that are alive, but for those that it replaces.
    pub(crate) fn take_room(
        &mut self,
        state: &State,
        id: ObjectId,
        condition: Term,
        replaced: &[(ObjectId, Term)],
    ) {
        let object = self.objects[id.0 as usize].clone();
        if !object.open {
            return;
        }
        let guard = state.guard.term(&mut self.terms);
        let when = self.terms.and(guard, condition);
        let last = AddressSpace::last_end(&self.program.target);
        let terms = &mut self.terms;
        let (zero, last) =
            (terms.number(terms.width(object.base), 0), terms.number(terms.width(object.base), last));
        let not_null = terms.ne(object.base, zero);
        let below = terms.bv_ule(object.base, last);
        let room = terms.bv_sub(last, object.base);
        let fits = terms.bv_ule(object.size, room);
        let mut facts = vec![not_null, below, fits];
        let others: Vec<u32> = state.memory.objects.keys().copied().filter(|&other| other != id.0).collect();
        for other in others {
            let neighbour = &self.objects[other as usize];
            if !neighbour.open {
                continue;
            }
            let (base, size, neighbour_kind) = (neighbour.base, neighbour.size, neighbour.kind);
            let Some(known) = state.memory.objects.get(&other) else { continue };
            let takes_room = known.takes_room;
            let there = self.exists(state, other);
            let mut there = self.terms.and(there, takes_room);
            if let Some(&(_, goes)) = replaced.iter().find(|(id, _)| id.0 == other) {
                let stays = self.terms.not(goes);
                there = self.terms.and(there, stays);
            }
            if self.terms.as_bool(there) == Some(false) {
                continue;
            }
            let mut apart =
                self.are_apart((object.base, object.size, object.kind), (base, size, neighbour_kind));
            if self.may_be_merged(id, ObjectId(other)) {
                let (end, other_end) =
                    (self.terms.bv_add(object.base, object.size), self.terms.bv_add(base, size));
                let one = self.terms.eq(end, other_end);
                apart = self.terms.or(apart, one);
            }
            let fact = self.terms.implies(there, apart);
            facts.push(fact);
        }
        for fact in facts {
            let fact = self.terms.implies(when, fact);
            self.record_condition(None, (object.loc, NoteId::NONE), fact, false);
            if self.terms.as_bool(fact) != Some(true) {
                self.evidence.facts.push(fact);
            }
        }
    }

    /// Two objects share no byte. One without bytes has an address of its own if it is on the heap (C11 7.22.3), and may
    /// lie anywhere if not: empty structures and arrays are no part of C.
    fn are_apart(
        &mut self,
        (a, a_size, a_kind): (Term, Term, ObjectKind),
        (b, b_size, b_kind): (Term, Term, ObjectKind),
    ) -> Term {
        let terms = &mut self.terms;
        let one = terms.number(terms.width(a), 1);
        let mut nowhere = terms.bool(false);
        let mut end = |base: Term, size: Term, kind: ObjectKind| {
            let empty = terms.bv_ult(size, one);
            if !matches!(kind, ObjectKind::Heap(_)) {
                nowhere = terms.or(nowhere, empty);
            }
            let length = terms.ite(empty, one, size);
            terms.bv_add(base, length)
        };
        let (a_end, b_end) = (end(a, a_size, a_kind), end(b, b_size, b_kind));
        let (before, after) = (terms.bv_ule(a_end, b), terms.bv_ule(b_end, a));
        let apart = terms.or(before, after);
        terms.or(apart, nowhere)
    }

    fn is_mergeable(&self, id: ObjectId) -> bool {
        let global = (id.0 as usize).checked_sub(1).and_then(|at| self.program.globals.get(at));
        global.is_some_and(|global| global.mergeable)
    }

    /// Constants whose address means nothing may be one: compilers and linkers put equal strings together, and a
    /// string at the end of another one.
    fn may_be_merged(&self, a: ObjectId, b: ObjectId) -> bool {
        let global = |id: ObjectId| self.program.globals.get((id.0 as usize).checked_sub(1)?);
        let (Some(a), Some(b)) = (global(a), global(b)) else { return false };
        let content = |global: &fathom_ir::Global| {
            let init =
                global.init.as_ref().filter(|init| init.pointers.is_empty() && init.undef.is_empty())?;
            let mut bytes = init.bytes.clone();
            bytes.resize(usize::try_from(global.size).ok()?, 0);
            Some(bytes)
        };
        a.mergeable
            && b.mergeable
            && matches!((content(a), content(b)), (Some(a), Some(b)) if a.ends_with(&b) || b.ends_with(&a))
    }

    /// Where the condition holds, what comes next depends on where the objects of these values lie.
    pub(crate) fn doubt(&mut self, state: &State, condition: Term, values: &[Scalar]) {
        let mut ids = BTreeSet::new();
        for provenance in values.iter().filter_map(|value| value.provenance) {
            match self.possible.values(&self.terms, provenance) {
                Some(some) => ids.extend(some.iter().map(|&id| ObjectId(id as u32))),
                None => ids.extend((1..self.objects.len() as u32).map(ObjectId)),
            }
        }
        self.doubt_objects(state, condition, ids);
    }

    pub(crate) fn doubt_objects(
        &mut self,
        state: &State,
        condition: Term,
        ids: impl IntoIterator<Item = ObjectId>,
    ) {
        if self.terms.as_bool(condition) == Some(false) {
            return;
        }
        let ids: Vec<ObjectId> = ids.into_iter().collect();
        self.rest_on_places_of(ids.iter().copied(), false);
        let fixed = |id: &ObjectId| id.0 != 0 && !self.objects[id.0 as usize].open;
        let origins: BTreeSet<Origin> =
            ids.into_iter().filter(fixed).map(|id| origin(id, &self.objects[id.0 as usize])).collect();
        let guard = state.guard.term(&mut self.terms);
        let condition = self.terms.and(guard, condition);
        if origins.is_empty() || !self.doubted.insert(condition) {
            return;
        }
        let facts = self.evidence.facts.len();
        self.evidence.doubts.push(Doubt { condition, facts, objects: Open::Of(origins) });
    }

    /// The program computes with a value as a number: if it is a pointer, it looks at the address.
    pub(crate) fn look_at(&mut self, state: &State, value: Scalar) {
        let Some(provenance) = value.provenance else { return };
        let none = self.none();
        let points = self.terms.ne(provenance, none);
        self.doubt(state, points, &[value]);
    }

    /// Whether the bits that two values have in common are the same in every layout: one is a mask of low bits, and
    /// the objects that the other one may point to are aligned to more than that.
    pub(crate) fn only_shows_alignment(&mut self, x: Scalar, y: Scalar) -> bool {
        let (pointer, mask) = match (x.provenance, y.provenance) {
            (Some(pointer), None) => (pointer, y),
            (None, Some(pointer)) => (pointer, x),
            _ => return false,
        };
        let Some(unit) = self.terms.as_u64(mask.bits).and_then(|mask| mask.checked_add(1)) else {
            return false;
        };
        let Some(ids) = self.possible.values(&self.terms, pointer) else { return false };
        // No object has the number 0: such a value is a number, which lies nowhere.
        unit.is_power_of_two() && ids.iter().all(|&id| id == 0 || self.objects[id as usize].align >= unit)
    }

    /// An access of an object relies on its base being better aligned than it has to be.
    pub(crate) fn rely_on_alignment(&mut self, state: &State, id: ObjectId, condition: Term) {
        self.doubt_objects(state, condition, [id]);
    }

    /// Whether a value is a null pointer. A pointer into an object is none.
    pub(crate) fn is_null(&mut self, value: Scalar) -> Term {
        let zero = self.terms.number(self.terms.width(value.bits), 0);
        let plain = self.terms.eq(value.bits, zero);
        let (None, Some(own)) = (self.terms.as_bool(plain), value.provenance) else { return plain };
        let provenance = value.provenance(&mut self.terms);
        let Some(known) = self.pointers.pointing(&mut self.terms, &self.objects, value.bits, provenance)
        else {
            return plain;
        };
        let any_open = known.iter().any(|&(id, _)| self.objects[id as usize].open);
        let decided = known.iter().all(|(id, offsets)| match id {
            0 => offsets.as_deref() == Some(&[0]),
            _ => self.stays_within(ObjectId(*id as u32), offsets, true),
        });
        if !any_open || !decided {
            return plain;
        }
        let none = self.none();
        self.terms.eq(own, none)
    }

    /// All offsets lie in the object, its end included or not.
    fn stays_within(&self, id: ObjectId, offsets: &Offsets, end_too: bool) -> bool {
        let Some(offsets) = offsets else { return false };
        let size = self.terms.as_u64(self.objects[id.0 as usize].size);
        offsets.iter().all(|&offset| match size {
            Some(size) => offset < size || (end_too && offset == size),
            None => end_too && offset == 0,
        })
    }

    /// Notes what a comparison of two values shows of addresses; the answer, if every layout gives the same and the
    /// terms would not tell. (A pointer into an object is not null: arithmetic that leaves it is obliged not to.)
    pub(crate) fn compare_addresses(
        &mut self,
        state: &State,
        op: CmpOp,
        x: Scalar,
        y: Scalar,
    ) -> Option<bool> {
        if x.provenance.is_none() && y.provenance.is_none() {
            return None;
        }
        let order = !matches!(op, CmpOp::Eq | CmpOp::Ne);
        let (first, second) = (x.provenance(&mut self.terms), y.provenance(&mut self.terms));
        let different = self.terms.ne(first, second);
        let (x_null, y_null) = (self.is_null(x), self.is_null(y));
        let null = match op {
            // Addresses may be negative.
            CmpOp::Slt | CmpOp::Sle => self.terms.bool(false),
            CmpOp::Eq | CmpOp::Ne | CmpOp::Ult | CmpOp::Ule => self.terms.or(x_null, y_null),
        };
        let not_null = self.terms.not(null);
        let mut depends = self.terms.and(different, not_null);
        if !order && self.terms.as_bool(depends) != Some(false) && !self.may_be_one(x, y) {
            let (x_inside, y_inside) = (self.is_inside(state, x), self.is_inside(state, y));
            let both = self.terms.and(x_inside, y_inside);
            let loose = self.terms.not(both);
            let differ = depends;
            depends = self.terms.and(depends, loose);
            // Nothing keeps an open object from lying where a fixed one lies but their being told apart.
            if self.terms.as_bool(depends) != Some(false) && self.some_are_open(x, y) {
                depends = differ;
            }
        }
        self.doubt(state, depends, &[x, y]);
        let independent = self.terms.as_bool(depends) == Some(false);
        if !independent || self.terms.as_bool(different) != Some(true) {
            return None;
        }
        let is = |term: Term| self.terms.as_bool(term) == Some(true);
        match op {
            CmpOp::Eq if is(x_null) && is(y_null) => None,
            CmpOp::Eq => Some(false),
            CmpOp::Ne => Some(true),
            CmpOp::Ult | CmpOp::Ule if is(x_null) => Some(true),
            CmpOp::Ult | CmpOp::Ule if is(y_null) => Some(false),
            CmpOp::Ult | CmpOp::Ule | CmpOp::Slt | CmpOp::Sle => None,
        }
    }

    /// Whether a value points to a byte of a live object: no other one that is alive has that address.
    fn is_inside(&mut self, state: &State, value: Scalar) -> Term {
        let mut inside = self.terms.bool(false);
        for (id, selected) in self.targets(state, value) {
            let Some(known) = state.memory.objects.get(&id.0) else { continue };
            let (life, takes_room) = (known.life, known.takes_room);
            let live = Life::Live.term(&mut self.terms);
            let alive = self.terms.eq(life, live);
            let offset = self.offset_in(value, id);
            let size = self.objects[id.0 as usize].size;
            let here = self.terms.bv_ult(offset, size);
            let here = self.terms.and_all(&[selected, alive, takes_room, here]);
            inside = self.terms.or(inside, here);
        }
        inside
    }

    /// Whether two values can point into an object that may lie anywhere, and into one that may not.
    fn some_are_open(&mut self, x: Scalar, y: Scalar) -> bool {
        let (mut open, mut fixed) = (false, false);
        for provenance in [x, y].into_iter().filter_map(|value| value.provenance) {
            let Some(ids) = self.possible.values(&self.terms, provenance) else { return true };
            for &id in ids.iter().filter(|&&id| id != 0) {
                let is_open = self.objects[id as usize].open;
                open |= is_open;
                fixed |= !is_open;
            }
        }
        open && fixed
    }

    /// Whether two values can point to constants that may be one.
    fn may_be_one(&mut self, x: Scalar, y: Scalar) -> bool {
        let mut mergeable = |value: Scalar| -> Vec<ObjectId> {
            let Some(provenance) = value.provenance else { return Vec::new() };
            let Some(ids) = self.possible.values(&self.terms, provenance) else { return Vec::new() };
            ids.iter().map(|&id| ObjectId(id as u32)).filter(|&id| self.is_mergeable(id)).collect()
        };
        let (first, second) = (mergeable(x), mergeable(y));
        first.iter().any(|&a| second.iter().any(|&b| a != b && self.may_be_merged(a, b)))
    }

    /// A number that was the end of one object becomes a pointer. If another one that the program has seen begins there,
    /// the pointer could be meant to point into either, which only its use can tell: that is not followed. `false` if no
    /// path goes on.
    pub(crate) fn demand_one_object(&mut self, state: &State, number: Scalar, loc: LocId) -> bool {
        let mut at_end = self.terms.bool(false);
        for (id, selected) in self.targets(state, number) {
            let (offset, size) = (self.offset_in(number, id), self.objects[id.0 as usize].size);
            let here = self.terms.eq(offset, size);
            let here = self.terms.and(selected, here);
            at_end = self.terms.or(at_end, here);
        }
        let own = number.provenance(&mut self.terms);
        let mut either = self.terms.bool(false);
        for id in self.exposed.clone() {
            let Some(exposed) = state.memory.objects.get(&id).map(|object| object.exposed) else { continue };
            let this = self.terms.number(PROVENANCE_BITS, u64::from(id));
            let other = self.terms.ne(own, this);
            let there = self.exists(state, id);
            let seen = self.terms.and_all(&[at_end, other, exposed, there]);
            if self.terms.as_bool(seen) == Some(false) {
                continue;
            }
            let both = Scalar { provenance: Some(this), ..number };
            self.doubt(state, seen, &[number, both]);
            let Object { base, size, .. } = self.objects[id as usize];
            let offset = self.terms.bv_sub(number.bits, base);
            let inside = self.terms.bv_ult(offset, size);
            let here = self.terms.and(seen, inside);
            either = self.terms.or(either, here);
        }
        let one = self.terms.not(either);
        if self.terms.as_bool(one) == Some(true) {
            return true;
        }
        let note =
            self.new_note("a number that is the end of one object and lies in another becomes a pointer");
        self.oblige(state, Property::Unmodelled, loc, note, one)
    }

    /// The provenance of an address that has none of its own: the exposed object there, if any. Where an address is the
    /// end of one object and in another one, it is in the other. Only addresses `without` provenance ask.
    pub(crate) fn exposed_at(&mut self, state: &State, address: Term, without: Term) -> Term {
        let page = AddressSpace::null_page(&self.program.target);
        let page = self.terms.number(self.terms.width(address), page);
        let far_from_null = self.terms.bv_ule(page, address);
        let looked_up = self.terms.and(without, far_from_null);
        for id in self.exposed.clone() {
            let exposed = state.memory.objects.get(&id).map(|object| object.exposed);
            let Some(exposed) = exposed else { continue };
            let condition = self.terms.and(looked_up, exposed);
            self.doubt_objects(state, condition, [ObjectId(id)]);
        }
        let mut found = self.none();
        for (alive, end) in [(false, true), (false, false), (true, true), (true, false)] {
            for id in self.exposed.clone() {
                let Some(object) = state.memory.objects.get(&id) else { continue };
                let (exposed, life) = (object.exposed, object.life);
                let Object { base, size, .. } = self.objects[id as usize];
                let wanted = if alive { Life::Live } else { Life::OutOfScope };
                let wanted = self.terms.number(LIFE_BITS, wanted as u64);
                let usable = self.terms.eq(life, wanted);
                if self.terms.as_bool(usable) == Some(false) {
                    continue;
                }
                let offset = self.terms.bv_sub(address, base);
                let inside = match end {
                    true => self.terms.eq(offset, size),
                    false => self.terms.bv_ult(offset, size),
                };
                // A null pointer and a little comes from no object that is gone.
                let usable = if alive { usable } else { self.terms.and(usable, far_from_null) };
                let here = self.terms.and(inside, usable);
                let here = self.terms.and(here, exposed);
                let number = self.terms.number(PROVENANCE_BITS, u64::from(id));
                found = self.terms.ite(here, number, found);
            }
        }
        let lowest = self.lowest_exposed();
        let lowest = self.terms.number(self.terms.width(address), lowest);
        let (none, below) = (self.none(), self.terms.bv_ult(address, lowest));
        self.terms.ite(below, none, found)
    }

    /// No exposed object lies below this: near null there is nothing but what may lie anywhere.
    pub(crate) fn lowest_exposed(&self) -> u64 {
        let some_are_open = self.exposed.iter().any(|&id| self.objects[id as usize].open);
        if some_are_open { 1 } else { AddressSpace::null_page(&self.program.target) }
    }
}
