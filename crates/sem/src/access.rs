//! Accesses of memory: what they oblige, and what they read and write.

use fathom_ir::variadic::{AreaTypes, mismatch_text};
use fathom_ir::{LocId, NoteId, Overlap, Property, Type};
use fathom_logic::{Term, Terms};

use crate::content::Known;
use crate::evaluator::Evaluator;
use crate::memory::{Life, Object, ObjectId, ObjectKind};
use crate::pointing::Offsets;
use crate::scalar::{Scalar, determinate, resize};
use crate::state::State;

/// Addresses below this are null pointers with an offset.
const NULL_PAGE: u64 = 4096;

/// An access that was checked: the objects it can go to, with the condition for each.
pub(crate) type Targets = Vec<(ObjectId, Term)>;

/// What is accessed, and how.
#[derive(Clone, Copy)]
pub(crate) struct Access {
    /// Where.
    pub pointer: Scalar,
    /// How many bytes, as wide as a pointer.
    pub bytes: Term,
    /// Alignment in bytes.
    pub align: u64,
    /// Writes.
    pub write: bool,
    /// An access of no bytes is fine anywhere.
    pub may_be_empty: bool,
    /// The type of the value that is read.
    pub value: Option<Type>,
}

/// Arguments that are taken as what they are not.
struct Mistaken {
    condition: Term,
    /// What is said of it.
    note: NoteId,
}

impl Evaluator<'_> {
    /// The offsets that a pointer can have in an object if it points into that; `None`: any. For object 0,
    /// which is none, these are addresses.
    pub(crate) fn offsets_in(&mut self, pointer: Scalar, object: ObjectId) -> Offsets {
        let provenance = pointer.provenance(&mut self.terms);
        let known = self.pointers.pointing(&mut self.terms, &self.objects, pointer.bits, provenance)?;
        let at = known.binary_search_by_key(&u64::from(object.0), |(id, _)| *id).ok()?;
        known[at].1.clone()
    }

    /// The distance of a pointer from the base of an object that it points into.
    pub(crate) fn offset_in(&mut self, pointer: Scalar, object: ObjectId) -> Term {
        let offsets = self.offsets_in(pointer, object);
        self.offset_among(pointer, object, &offsets)
    }

    /// Whether a pointer into an object points to its first byte.
    pub(crate) fn is_at_start(&mut self, pointer: Scalar, object: ObjectId) -> Term {
        let offset = self.offset_in(pointer, object);
        let zero = self.terms.number(self.form.pointer_bits, 0);
        self.terms.eq(offset, zero)
    }

    fn offset_among(&mut self, pointer: Scalar, object: ObjectId, offsets: &Offsets) -> Term {
        if let Some([offset]) = offsets.as_deref() {
            return self.terms.number(self.form.pointer_bits, *offset);
        }
        let base = self.objects[object.0 as usize].base;
        self.terms.bv_sub(pointer.bits, base)
    }

    /// Where the contents of an object have the byte that a pointer into it points to, and what is known of
    /// that place.
    pub(crate) fn index_in(&mut self, pointer: Scalar, object: ObjectId, align: u64) -> (Term, Known) {
        let Object { base, size, .. } = self.objects[object.0 as usize];
        let size = self.terms.as_u64(size);
        if self.options.encoding.flat {
            let room = match (self.terms.as_u64(base), size) {
                (Some(base), Some(size)) => Some(base..base.saturating_add(size)),
                _ => None,
            };
            return (pointer.bits, Known::new(room, align));
        }
        let offsets = self.offsets_in(pointer, object);
        let index = self.offset_among(pointer, object, &offsets);
        // What an aligned address says of the offset depends on the base.
        let Object { open, align: promised, .. } = self.objects[object.0 as usize];
        let align = if open { align.min(promised) } else { align };
        (index, Known::new(size.map(|size| 0..size), align).among(offsets))
    }

    /// `offset + bytes <= size`, without wrapping.
    pub(crate) fn fits(&mut self, offset: Term, bytes: Term, size: Term) -> Term {
        let terms = &mut self.terms;
        let enough = terms.bv_ule(bytes, size);
        let last = terms.bv_sub(size, bytes);
        let inside = terms.bv_ule(offset, last);
        terms.and(enough, inside)
    }

    /// Obliges what an access obliges, in the order in which the interpreter looks. `None` if no path goes on.
    pub(crate) fn check_access(&mut self, state: &State, access: Access, loc: LocId) -> Option<Targets> {
        let Access { pointer, bytes, align, write, may_be_empty, value } = access;
        if !self.demand(
            state,
            pointer,
            loc,
            if write { "the address of a write" } else { "the address of a read" },
        ) {
            return None;
        }
        let no = self.terms.bool(false);
        let zero = self.terms.number(self.form.pointer_bits, 0);
        let active = if may_be_empty { self.terms.ne(bytes, zero) } else { self.terms.bool(true) };
        let bounds = if write { Property::OutOfBoundsWrite } else { Property::OutOfBoundsRead };
        let targets = self.targets(state, pointer);
        let mut somewhere = no;
        let mut fails = [no; 6];
        let [freed, scope, returned, unknown, outside, constant] = [0, 1, 2, 3, 4, 5];
        let mut mistaken = Mistaken { condition: no, note: NoteId::NONE };
        let mut misaligned = no;
        let (mut unnamed, mut not_told) = (false, false);
        let mut accessible = Vec::new();
        for (id, selected) in targets {
            let Some(known) = state.memory.objects.get(&id.0) else { continue };
            let (life, sealed) = (known.life, known.sealed);
            let Object { kind, size, .. } = self.objects[id.0 as usize];
            let terms = &mut self.terms;
            let is = |terms: &mut Terms, wanted: Life| {
                let wanted = wanted.term(terms);
                terms.eq(life, wanted)
            };
            // A pointer to an object that was not made on this path does not exist.
            let never = is(terms, Life::Never);
            let there = terms.not(never);
            let selected_here = terms.and(selected, there);
            somewhere = terms.or(somewhere, selected_here);
            for (kind_of_end, slot) in
                [(Life::Freed, freed), (Life::OutOfScope, scope), (Life::Returned, returned)]
            {
                let over = is(terms, kind_of_end);
                let fail = terms.and(selected, over);
                fails[slot] = terms.or(fails[slot], fail);
            }
            let alive = is(terms, Life::Live);
            let live = terms.and(selected, alive);
            let slot = match kind {
                ObjectKind::Undefined => Some(unknown),
                ObjectKind::Function(_) => Some(outside),
                _ => None,
            };
            if let Some(slot) = slot {
                fails[slot] = terms.or(fails[slot], live);
                unnamed |= slot == unknown;
                continue;
            }
            let offset = self.offset_in(pointer, id);
            let inside = self.fits(offset, bytes, size);
            let aligned = self.is_aligned(pointer, id, offset, align);
            if self.objects[id.0 as usize].align < align {
                let accessed = self.terms.and_all(&[live, inside, active]);
                self.rely_on_alignment(state, id, accessed);
            }
            let terms = &mut self.terms;
            let not_inside = terms.not(inside);
            let fail = terms.and(live, not_inside);
            fails[outside] = terms.or(fails[outside], fail);
            let mut good = terms.and(live, inside);
            let modelled = match kind {
                ObjectKind::Argument(at) if !write => self.tell_of_argument(state, at, offset, bytes),
                ObjectKind::Environment(modelled) => Some(modelled),
                _ => None,
            };
            if let Some(modelled) = modelled {
                let terms = &mut self.terms;
                let modelled = terms.number(terms.width(bytes), modelled);
                let mut known = self.fits(offset, bytes, modelled);
                if matches!(kind, ObjectKind::Environment(some) if some > 0) {
                    let last = self.is_last_word(offset, size);
                    known = self.terms.or(known, last);
                }
                let terms = &mut self.terms;
                let beyond = terms.not(known);
                let fail = terms.and(good, beyond);
                fails[unknown] = terms.or(fails[unknown], fail);
                not_told |= terms.as_bool(fail) != Some(false);
                good = terms.and(good, known);
            }
            let terms = &mut self.terms;
            if write {
                let fixed = if kind == ObjectKind::Constant { terms.bool(true) } else { sealed };
                let fail = terms.and(good, fixed);
                fails[constant] = terms.or(fails[constant], fail);
                let free = terms.not(fixed);
                good = terms.and(good, free);
            }
            let not_aligned = terms.not(aligned);
            let fail = terms.and(good, not_aligned);
            misaligned = terms.or(misaligned, fail);
            if let Some(wanted) = value {
                self.take_argument((id, offset), wanted, good, &mut mistaken);
            }
            accessible.push((id, selected));
        }
        let nowhere = self.terms.not(somewhere);
        let low = self.is_in_null_page(pointer);
        let null = self.terms.and(nowhere, low);
        let high = self.terms.not(low);
        let wild = self.terms.and(nowhere, high);
        let list = [
            (Property::NullDereference, null),
            (Property::WildPointer, wild),
            (Property::UseAfterFree, fails[freed]),
            (Property::UseAfterScope, fails[scope]),
            (Property::UseAfterReturn, fails[returned]),
            (Property::Unmodelled, fails[unknown]),
            (bounds, fails[outside]),
            (Property::WriteToConstant, fails[constant]),
            (Property::MisalignedAccess, misaligned),
            (Property::InvalidArgument, mistaken.condition),
        ];
        for (property, fail) in list {
            let fail = self.terms.and(active, fail);
            let condition = self.terms.not(fail);
            let relevant = match property {
                Property::Unmodelled | Property::WriteToConstant | Property::InvalidArgument => {
                    self.terms.as_bool(condition) != Some(true)
                }
                Property::MisalignedAccess => align > 1,
                _ => true,
            };
            let note = match property {
                Property::Unmodelled => self.new_note(match (unnamed, not_told) {
                    (true, false) => "a global variable that no file defines",
                    (false, _) => "more of the command line or of the environment than is modelled",
                    (true, true) => {
                        "a global variable that no file defines, or more of the command line than is modelled"
                    }
                }),
                Property::InvalidArgument => mistaken.note,
                _ => NoteId::NONE,
            };
            if relevant && !self.oblige(state, property, loc, note, condition) {
                return None;
            }
        }
        Some(accessible)
    }

    /// Whether an access is to the last pointer of an array of pointers, which is null.
    fn is_last_word(&mut self, offset: Term, size: Term) -> Term {
        let word = self.terms.number(self.form.pointer_bits, u64::from(self.form.pointer_bits / 8));
        let last = self.terms.bv_sub(size, word);
        self.terms.bv_ule(last, offset)
    }

    /// Notes if a value of a type is read from an area of variadic arguments where another was passed.
    fn take_argument(
        &mut self,
        (area, offset): (ObjectId, Term),
        wanted: Type,
        read: Term,
        mistaken: &mut Mistaken,
    ) {
        let program = self.program;
        let name = program.note(self.objects[area.0 as usize].name);
        let Some(types) = AreaTypes::of_name(name) else { return };
        for (slot, _) in types.slots() {
            let Some(passed) = types.mismatch(slot, wanted, &program.target) else { continue };
            let slot = self.terms.number(self.form.pointer_bits, slot);
            let here = self.terms.eq(offset, slot);
            let wrong = self.terms.and(read, here);
            if self.terms.as_bool(wrong) != Some(false) {
                mistaken.condition = self.terms.or(mistaken.condition, wrong);
                mistaken.note = self.new_note(&mismatch_text(wanted, passed));
            }
        }
    }

    /// Whether a pointer into an object, at an offset, is aligned.
    fn is_aligned(&mut self, pointer: Scalar, object: ObjectId, offset: Term, align: u64) -> Term {
        if align <= 1 {
            return self.terms.bool(true);
        }
        let Object { base, open, align: promised, .. } = self.objects[object.0 as usize];
        let address = match self.terms.as_u64(offset) {
            // Then the address is as aligned as the offset is.
            _ if open && promised >= align => offset,
            Some(_) => self.terms.bv_add(base, offset),
            None => pointer.bits,
        };
        let (mask, zero) = (
            self.terms.number(self.form.pointer_bits, align - 1),
            self.terms.number(self.form.pointer_bits, 0),
        );
        let low = self.terms.bv_and(address, mask);
        self.terms.eq(low, zero)
    }

    /// Whether a pointer that points to no object is a null pointer, perhaps with an offset.
    fn is_in_null_page(&mut self, pointer: Scalar) -> Term {
        if let Some(addresses) = self.offsets_in(pointer, ObjectId(0)) {
            let low = addresses.iter().filter(|&&address| address < NULL_PAGE).count();
            if low == 0 || low == addresses.len() {
                return self.terms.bool(low > 0);
            }
        }
        let page = self.terms.number(self.form.pointer_bits, NULL_PAGE);
        self.terms.bv_ult(pointer.bits, page)
    }

    /// Reads a value.
    pub(crate) fn load(
        &mut self,
        state: &mut State,
        pointer: Scalar,
        ty: Type,
        align: u32,
        loc: LocId,
    ) -> Option<Scalar> {
        let bytes = ty.bytes(&self.program.target);
        let width = ty.bits(&self.program.target);
        let length = self.terms.number(self.form.pointer_bits, bytes);
        let access = Access {
            pointer,
            bytes: length,
            align: u64::from(align),
            write: false,
            may_be_empty: false,
            value: Some(ty),
        };
        let targets = self.check_access(state, access, loc)?;
        let value = self.read_bytes(state, pointer, &targets, (bytes, u64::from(align)))?;
        let narrow = |terms: &mut Terms, term: Term| {
            if terms.width(term) > width { terms.extract(term, width - 1, 0) } else { term }
        };
        let bits = narrow(&mut self.terms, value.bits);
        let undef = value.undef.map(|undef| narrow(&mut self.terms, undef));
        let undef = undef.and_then(|undef| determinate(&self.terms, undef));
        let provenance = if ty == Type::Ptr {
            self.provenance_or_exposed(state, bits, value.provenance)
        } else {
            if value.provenance.is_some() {
                self.expose(state, value);
            }
            let whole = width == 8 * bytes as u32 && width <= 64;
            if !whole {
                self.look_at(state, value);
            }
            value.provenance.filter(|_| whole)
        };
        Some(Scalar { bits, provenance, undef })
    }

    /// Reads bytes from the objects of an access that was checked.
    pub(crate) fn read_bytes(
        &mut self,
        state: &mut State,
        pointer: Scalar,
        targets: &[(ObjectId, Term)],
        (bytes, align): (u64, u64),
    ) -> Option<Scalar> {
        let mut value: Option<Scalar> = None;
        let mut torn = Vec::new();
        for &(id, selected) in targets.iter().rev() {
            let region = self.region(id);
            let (index, known) = self.index_in(pointer, id, align);
            // In one memory for all, an access of several objects may go to any of their ranges.
            let all = targets.len() > 1 && self.options.encoding.flat;
            let known = if all { Known::new(None, align) } else { known };
            let Some(content) = state.memory.contents.get_mut(&region) else { continue };
            let here = content.read(&mut self.terms, self.form, (index, bytes), &known, &mut torn);
            for torn in torn.drain(..) {
                let condition = self.terms.and(selected, torn.condition);
                let parts: Vec<Scalar> =
                    torn.parts.iter().map(|&part| Scalar { provenance: Some(part), ..here }).collect();
                self.doubt(state, condition, &parts);
                // What is made of them may be a pointer again.
                parts.into_iter().for_each(|part| self.expose(state, part));
            }
            value = Some(match value {
                None => here,
                Some(other) => Scalar::choose(&mut self.terms, selected, here, other),
            });
            if self.options.encoding.flat {
                break;
            }
        }
        value
    }

    /// Writes a value; `false` if no path goes on.
    pub(crate) fn store(
        &mut self,
        state: &mut State,
        pointer: Scalar,
        value: Scalar,
        ty: Type,
        align: u32,
        loc: LocId,
    ) -> bool {
        let always = self.terms.bool(true);
        self.store_where(state, always, (pointer, value), ty, align, loc)
    }

    /// Writes a value where the condition holds, to a place that must be one in any case.
    pub(crate) fn store_where(
        &mut self,
        state: &mut State,
        condition: Term,
        (pointer, value): (Scalar, Scalar),
        ty: Type,
        align: u32,
        loc: LocId,
    ) -> bool {
        let bytes = ty.bytes(&self.program.target);
        let length = self.terms.number(self.form.pointer_bits, bytes);
        let access = Access {
            pointer,
            bytes: length,
            align: u64::from(align),
            write: true,
            may_be_empty: false,
            value: None,
        };
        let Some(targets) = self.check_access(state, access, loc) else { return false };
        let width = 8 * bytes as u32;
        let widen = |terms: &mut Terms, term: Term| {
            if terms.width(term) < width { terms.zero_extend(term, width) } else { term }
        };
        let bits = widen(&mut self.terms, value.bits);
        let undef = value.undef.map(|undef| widen(&mut self.terms, undef));
        let value = Scalar { bits, undef, ..value };
        self.write_bytes(state, condition, pointer, &targets, (bytes, u64::from(align)), value);
        true
    }

    /// Writes bytes to the objects of an access that was checked, where it is wanted.
    fn write_bytes(
        &mut self,
        state: &mut State,
        wanted: Term,
        pointer: Scalar,
        targets: &[(ObjectId, Term)],
        (bytes, align): (u64, u64),
        value: Scalar,
    ) {
        let single = targets.len() == 1;
        let flat = self.options.encoding.flat;
        for &(id, selected) in targets {
            let (index, known) = self.index_in(pointer, id, align);
            // Checked before: the pointer is one of these.
            let condition = if single || flat { wanted } else { self.terms.and(wanted, selected) };
            let known = if flat && !single { Known::new(None, align) } else { known };
            self.touch(state, id, selected);
            let region = self.region(id);
            let Some(content) = state.memory.contents.get_mut(&region) else { continue };
            content.write(&mut self.terms, self.form, (index, condition), (bytes, value), &known);
            if flat {
                break;
            }
        }
    }

    /// Notes that an object was written.
    pub(crate) fn touch(&mut self, state: &mut State, id: ObjectId, selected: Term) {
        if !self.tracks_modification {
            return;
        }
        if let Some(mut object) = state.memory.objects.get(&id.0).cloned() {
            object.modified = self.terms.or(object.modified, selected);
            state.memory.objects.insert(id.0, object);
        }
    }

    /// A length as wide as a pointer.
    pub(crate) fn as_length(&mut self, length: Term) -> Term {
        resize(&mut self.terms, length, self.form.pointer_bits)
    }

    /// Whether two ranges that can be accessed have bytes in common. Both have some; different objects share none.
    pub(crate) fn overlap(&mut self, (a, a_len): (Scalar, Term), (b, b_len): (Scalar, Term)) -> Term {
        let (to, of) = (a.provenance(&mut self.terms), b.provenance(&mut self.terms));
        let terms = &mut self.terms;
        let same = terms.eq(to, of);
        let distance = terms.bv_sub(a.bits, b.bits);
        let back = terms.bv_neg(distance);
        let (near, behind) = (terms.bv_ult(distance, b_len), terms.bv_ult(back, a_len));
        let close = terms.or(near, behind);
        terms.and(same, close)
    }

    /// `memcpy` and `memmove`; `false` if no path goes on.
    pub(crate) fn copy_memory(
        &mut self,
        state: &mut State,
        (dst, src, len): (Scalar, Scalar, Scalar),
        overlap: Overlap,
        loc: LocId,
    ) -> bool {
        if ![dst, src, len].into_iter().all(|value| self.demand(state, value, loc, "an argument of a copy")) {
            return false;
        }
        let length = self.as_length(len.bits);
        let read =
            Access { pointer: src, bytes: length, align: 1, write: false, may_be_empty: true, value: None };
        let Some(sources) = self.check_access(state, read, loc) else { return false };
        let write = Access { pointer: dst, write: true, ..read };
        let Some(targets) = self.check_access(state, write, loc) else { return false };
        if overlap != Overlap::Allowed {
            let mut close = self.overlap((dst, length), (src, length));
            if overlap == Overlap::Exact {
                let apart = self.terms.ne(dst.bits, src.bits);
                close = self.terms.and(close, apart);
            }
            let fine = self.terms.not(close);
            if !self.oblige(state, Property::OverlappingCopy, loc, NoteId::NONE, fine) {
                return false;
            }
        }
        let before = state.memory.contents.clone();
        let flat = self.options.encoding.flat;
        for &(to, to_selected) in &targets {
            self.touch(state, to, to_selected);
            let (start, _) = self.index_in(dst, to, 1);
            let region = self.region(to);
            for &(of, of_selected) in &sources {
                let (from, _) = self.index_in(src, of, 1);
                let mut condition = self.terms.bool(true);
                if !flat && targets.len() > 1 {
                    condition = self.terms.and(condition, to_selected);
                }
                if !flat && sources.len() > 1 {
                    condition = self.terms.and(condition, of_selected);
                }
                let source_region = self.region(of);
                let Some(source) = before.get(&source_region) else { continue };
                let Some(content) = state.memory.contents.get_mut(&region) else { continue };
                content.copy(&mut self.terms, self.form, (start, length, condition), source, from);
                if flat {
                    return true;
                }
            }
        }
        true
    }

    /// `memset`; `false` if no path goes on.
    pub(crate) fn set_memory(
        &mut self,
        state: &mut State,
        dst: Scalar,
        byte: Scalar,
        len: Scalar,
        loc: LocId,
    ) -> bool {
        if ![dst, len].into_iter().all(|value| self.demand(state, value, loc, "an argument of a fill")) {
            return false;
        }
        let length = self.as_length(len.bits);
        let access =
            Access { pointer: dst, bytes: length, align: 1, write: true, may_be_empty: true, value: None };
        let Some(targets) = self.check_access(state, access, loc) else { return false };
        let single = targets.len() == 1;
        for (id, selected) in targets {
            self.touch(state, id, selected);
            let (start, _) = self.index_in(dst, id, 1);
            let condition =
                if single || self.options.encoding.flat { self.terms.bool(true) } else { selected };
            let region = self.region(id);
            let Some(content) = state.memory.contents.get_mut(&region) else { continue };
            let value = Scalar { provenance: None, ..byte };
            content.fill(&mut self.terms, self.form, (start, length, condition), value);
            if self.options.encoding.flat {
                break;
            }
        }
        true
    }

    /// `base + index * scale`.
    pub(crate) fn pointer_plus(&mut self, base: Scalar, index: Scalar, scale: u64) -> Scalar {
        let width = self.form.pointer_bits;
        let terms = &mut self.terms;
        let fit = |terms: &mut Terms, term: Term| match terms.width(term).cmp(&width) {
            std::cmp::Ordering::Less => terms.sign_extend(term, width),
            std::cmp::Ordering::Equal => term,
            std::cmp::Ordering::Greater => terms.extract(term, width - 1, 0),
        };
        let steps = fit(terms, index.bits);
        let scale = terms.number(width, scale);
        let bytes = terms.bv_mul(steps, scale);
        let bits = terms.bv_add(base.bits, bytes);
        let undef = if base.undef.is_none() && index.undef.is_none() {
            None
        } else {
            let mut open = terms.bool(false);
            for undef in [base.undef, index.undef].into_iter().flatten() {
                let zero = terms.number(terms.width(undef), 0);
                let some = terms.ne(undef, zero);
                open = terms.or(open, some);
            }
            let (all, none) = (terms.bits(&fathom_ir::Bits::ones(width)), terms.number(width, 0));
            let undef = terms.ite(open, all, none);
            determinate(terms, undef)
        };
        Scalar { bits, provenance: base.provenance, undef }
    }

    /// Whether pointer arithmetic stays inside the object of the pointer, its end included. Pointers without
    /// a live object have nothing to stay inside of; the access will tell.
    pub(crate) fn stays_inside(&mut self, state: &State, base: Scalar, index: Scalar, scale: u64) -> Term {
        let width = self.form.pointer_bits;
        let targets = self.targets(state, base);
        let moved = self.pointer_plus(base, index, scale);
        let terms = &mut self.terms;
        // The distance is exact if neither the product nor the index is cut.
        let index_width = terms.width(index.bits);
        let (steps, cut) = if index_width > width {
            let low = terms.extract(index.bits, width - 1, 0);
            let back = terms.sign_extend(low, index_width);
            (low, terms.ne(back, index.bits))
        } else {
            (terms.sign_extend(index.bits, width), terms.bool(false))
        };
        let factor = terms.number(width, scale);
        let wraps = if scale == 1 { terms.bool(false) } else { terms.smulo(steps, factor) };
        let inexact = terms.or(cut, wraps);
        let zero = terms.number(index_width, 0);
        let stays = terms.eq(index.bits, zero);
        let mut fine = terms.bool(true);
        if scale == 0 {
            return fine;
        }
        for (id, selected) in targets {
            let Some(life) = state.memory.objects.get(&id.0).map(|object| object.life) else { continue };
            let Object { size, .. } = self.objects[id.0 as usize];
            let (from, to) = (self.offset_in(base, id), self.offset_in(moved, id));
            let terms = &mut self.terms;
            let (inside_from, inside_to) = (terms.bv_ule(from, size), terms.bv_ule(to, size));
            let both = terms.and(inside_from, inside_to);
            let exact = terms.not(inexact);
            let good = terms.and(both, exact);
            let good = terms.or(good, stays);
            let live = Life::Live.term(terms);
            let live = terms.eq(life, live);
            let concerned = terms.and(selected, live);
            let holds = terms.implies(concerned, good);
            fine = terms.and(fine, holds);
        }
        // Indeterminate operands are reported where the pointer is used.
        for undef in [base.undef, index.undef].into_iter().flatten() {
            let zero = self.terms.number(self.terms.width(undef), 0);
            let open = self.terms.ne(undef, zero);
            fine = self.terms.or(fine, open);
        }
        fine
    }

    /// Two pointers belong to one object; `false` if no path goes on.
    pub(crate) fn same_object(
        &mut self,
        state: &State,
        a: Scalar,
        b: Scalar,
        property: Property,
        loc: LocId,
    ) -> bool {
        let (x, y) = (a.provenance(&mut self.terms), b.provenance(&mut self.terms));
        let same = self.terms.eq(x, y);
        self.oblige(state, property, loc, NoteId::NONE, same)
    }
}
