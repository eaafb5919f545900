//! Objects: how they come to be, where they lie, and how they end.

use std::collections::BTreeMap;
use std::collections::BTreeSet;

use fathom_ir::types::AddressSpace;
use fathom_ir::{Bits, FuncId, GlobalId, LocId, NoteId, Property, Symbol, Type};
use fathom_logic::{Sort, Term, Terms};

use crate::addresses::Open;
use crate::content::{Content, Known};
use crate::evaluator::Evaluator;
use crate::evidence::{Cut, ObjectEvent, Site};
use crate::memory::{Life, Memory, Object, ObjectId, ObjectKind, ObjectState};
use crate::scalar::{PROVENANCE_BITS, Scalar};
use crate::state::State;

/// Free bytes between objects, so that an address, the end of an object included, belongs to one at most.
const RED_ZONE: u64 = 16;

/// What a local object of unknown size gets at most.
const LOCAL_ROOM: u64 = 1 << 22;

/// Pointers that are followed one after the other from a global object at most.
const LONGEST_CHAIN: usize = 24;

/// What a heap object of unknown size gets at most.
fn heap_room(pointer_bits: u32) -> u64 {
    match pointer_bits {
        0..=16 => 1 << 8,
        17..=32 => 1 << 22,
        _ => 1 << 34,
    }
}

impl Evaluator<'_> {
    pub(crate) fn region(&self, object: ObjectId) -> u32 {
        if self.options.encoding.flat { 0 } else { object.0 }
    }

    /// The array that a flat memory begins with.
    fn flat_content(&mut self) -> Content {
        let sort = Sort::Array { index: self.form.pointer_bits, element: 8 };
        let bytes = self.terms.symbol("memory", sort);
        let undef = self.tracks_undef();
        Content::new(&mut self.terms, self.form, bytes, undef)
    }

    /// Memory before the program runs: globals and functions.
    pub(crate) fn initial_memory(&mut self) -> Memory {
        let mut memory = Memory::default();
        if self.options.encoding.flat {
            let content = self.flat_content();
            memory.contents.insert(0, content);
        }
        let width = self.form.pointer_bits;
        let always = self.terms.bool(true);
        let program = self.program;
        for (at, global) in program.globals.iter().enumerate() {
            let kind = match (&global.init, global.constant) {
                (None, _) => ObjectKind::Undefined,
                (Some(_), true) => ObjectKind::Constant,
                (Some(_), false) => ObjectKind::Global,
            };
            let base = self.terms.number(width, self.options.globals.get(at).copied().unwrap_or(0));
            let size = self.terms.number(width, global.size);
            let name = self.new_note(&global.name);
            let (align, loc) = (global.align, global.loc);
            let object = Object {
                kind,
                base,
                open: false,
                align,
                size,
                made: always,
                loc,
                made_for: loc,
                name,
                initial: None,
            };
            self.add_static(&mut memory, object);
        }
        for (at, function) in program.functions.iter().enumerate() {
            let base = self.terms.number(width, self.options.functions.get(at).copied().unwrap_or(0));
            let size = self.terms.number(width, 1);
            let kind = ObjectKind::Function(FuncId(at as u32));
            let name = self.new_note(&function.name);
            let (align, loc) = (function.align, function.loc);
            let object = Object {
                kind,
                base,
                open: false,
                align,
                size,
                made: always,
                loc,
                made_for: loc,
                name,
                initial: None,
            };
            self.add_static(&mut memory, object);
        }
        for (at, global) in program.globals.iter().enumerate() {
            self.initialise(&mut memory, ObjectId(1 + at as u32), global);
        }
        memory
    }

    /// An object that is there before the program runs. Where it lies is settled by [`Self::place_statics`].
    fn add_static(&mut self, memory: &mut Memory, object: Object) {
        let id = ObjectId(self.objects.len() as u32);
        let open = self.is_open(id, &object);
        let base = if open { self.open_base(object.align) } else { object.base };
        self.objects.push(Object { open, base, ..object });
        let state = ObjectState::new(&mut self.terms);
        memory.objects.insert(id.0, state);
    }

    /// States what is promised of the addresses of globals and functions.
    pub(crate) fn place_statics(&mut self, state: &State) {
        let yes = self.terms.bool(true);
        let open: Vec<u32> =
            state.memory.objects.keys().copied().filter(|&id| self.objects[id as usize].open).collect();
        // Each pair is stated once.
        for (at, &id) in open.iter().enumerate() {
            let later: Vec<(ObjectId, Term)> = open[at..].iter().map(|&id| (ObjectId(id), yes)).collect();
            self.take_room(state, ObjectId(id), yes, &later);
        }
    }

    fn initialise(&mut self, memory: &mut Memory, id: ObjectId, global: &fathom_ir::Global) {
        let form = self.form;
        let region = self.region(id);
        let flat = self.options.encoding.flat;
        let mut content = match memory.contents.get(&region) {
            Some(content) => content.clone(),
            None => Content::zero(&mut self.terms, form),
        };
        let start =
            if flat { self.objects[id.0 as usize].base } else { self.terms.number(form.pointer_bits, 0) };
        let yes = self.terms.bool(true);
        let zero = Scalar::plain(self.terms.number(8, 0));
        if flat {
            let length = self.terms.number(form.pointer_bits, global.size);
            content.fill(&mut self.terms, form, (start, length, yes), zero);
        }
        let put = |terms: &mut Terms, content: &mut Content, at: u64, bytes: u64, value: Scalar| {
            let at = terms.number(form.pointer_bits, at);
            let place = terms.bv_add(start, at);
            content.write(terms, form, (place, yes), (bytes, value), &Known::new(None, 1));
        };
        if let Some(init) = &global.init {
            // Words where there are words, so that they are read as one; zeros are there already.
            let word = u64::from(form.pointer_bits / 8);
            let mut at = 0u64;
            let bytes = &init.bytes;
            while (at as usize) < bytes.len() {
                let rest = &bytes[at as usize..];
                let step = if at.is_multiple_of(4) && rest.len() >= 4 { 4 } else { 1 };
                let chunk = &rest[..step as usize];
                if chunk.iter().any(|&byte| byte != 0) {
                    let value = chunk.iter().rev().fold(0u64, |value, &byte| value << 8 | u64::from(byte));
                    let value = if form.big_endian { (value << (64 - 8 * step)).swap_bytes() } else { value };
                    let value = Scalar::plain(self.terms.number(8 * step as u32, value));
                    put(&mut self.terms, &mut content, at, step, value);
                }
                at += step;
            }
            for (&offset, &(symbol, addend)) in &init.pointers {
                let pointer = self.symbol_pointer(symbol);
                let addend = self.terms.bits(&Bits::from_i64(form.pointer_bits, addend));
                let value = Scalar { bits: self.terms.bv_add(pointer.bits, addend), ..pointer };
                put(&mut self.terms, &mut content, offset, word, value);
            }
            if self.tracks_undef() {
                for &(offset, length) in &init.undef {
                    let all = self.terms.number(8, 0xff);
                    let open = Scalar { undef: Some(all), ..zero };
                    let (offset, length) = (
                        self.terms.number(form.pointer_bits, offset),
                        self.terms.number(form.pointer_bits, length),
                    );
                    let at = self.terms.bv_add(start, offset);
                    content.fill(&mut self.terms, form, (at, length, yes), open);
                }
            }
        }
        memory.contents.insert(region, content);
    }

    /// The object of a global or a function.
    fn symbol_object(&self, symbol: Symbol) -> ObjectId {
        match symbol {
            Symbol::Global(GlobalId(at)) => ObjectId(1 + at),
            Symbol::Func(FuncId(at)) => ObjectId(1 + self.program.globals.len() as u32 + at),
        }
    }

    /// The address of a global or a function.
    pub(crate) fn symbol_pointer(&mut self, symbol: Symbol) -> Scalar {
        let object = self.symbol_object(symbol);
        let provenance = self.terms.number(PROVENANCE_BITS, u64::from(object.0));
        Scalar::pointer(self.objects[object.0 as usize].base, provenance)
    }

    /// Functions that a pointer may point to, with the condition for each.
    pub(crate) fn functions_of(&mut self, callee: Scalar) -> Vec<(FuncId, Term)> {
        let Some(provenance) = callee.provenance else { return Vec::new() };
        let ids: Vec<u64> = match self.possible.values(&self.terms, provenance) {
            Some(ids) => ids.to_vec(),
            None => (1..self.objects.len() as u64).collect(),
        };
        let mut found = Vec::new();
        for id in ids {
            let Some(Object { kind: ObjectKind::Function(func), .. }) = self.objects.get(id as usize) else {
                continue;
            };
            let func = *func;
            let number = self.terms.number(PROVENANCE_BITS, id);
            let same = self.terms.eq(provenance, number);
            let at_start = self.is_at_start(callee, ObjectId(id as u32));
            let selected = self.terms.and(same, at_start);
            if self.terms.as_bool(selected) != Some(false) {
                found.push((func, selected));
            }
        }
        found
    }

    /// An address range that nobody has yet, for an object of a size.
    fn new_base(&mut self, kind: ObjectKind, size: Term, align: u64) -> Term {
        let width = self.form.pointer_bits;
        let space = AddressSpace::of(width);
        let heap_room = heap_room(width);
        let room = if kind == ObjectKind::Stack { heap_room.min(LOCAL_ROOM) } else { heap_room };
        let largest = self.terms.facts(size).max.min(room);
        let span = largest.saturating_add(RED_ZONE).next_multiple_of(16);
        let align = align.max(16);
        let base = if kind == ObjectKind::Stack {
            let base = self.next_stack.wrapping_sub(span) & !(align - 1);
            self.exhausted |= base > self.next_stack || base < space.heap_end;
            self.next_stack = base;
            base
        } else {
            let base = self.next_heap.next_multiple_of(align);
            self.next_heap = base.wrapping_add(span);
            self.exhausted |= self.next_heap < base || self.next_heap > space.heap_end;
            base
        };
        self.terms.number(width, base)
    }

    /// A new object; its contents are zero or anything.
    #[allow(clippy::too_many_arguments)]
    pub(crate) fn new_object(
        &mut self,
        state: &mut State,
        kind: ObjectKind,
        size: Term,
        align: u64,
        (name, loc): (NoteId, LocId),
        zeroed: bool,
        fails: Option<Term>,
    ) -> Scalar {
        let form = self.form;
        let id = ObjectId(self.objects.len() as u32);
        let guard = state.guard.term(&mut self.terms);
        let nowhere = self.terms.number(form.pointer_bits, 0);
        let made_for = if kind == ObjectKind::Stack { loc } else { self.position_of_caller(state, loc) };
        let object = Object {
            kind,
            base: nowhere,
            open: false,
            align,
            size,
            made: guard,
            loc,
            made_for,
            name,
            initial: None,
        };
        let open = self.is_open(id, &object);
        let base = if open { self.open_base(align) } else { self.new_base(kind, size, align) };
        let sort = Sort::Array { index: form.pointer_bits, element: 8 };
        let region = self.region(id);
        let flat = self.options.encoding.flat;
        let bytes = self.terms.symbol("contents", sort);
        let undef = self.tracks_undef() && !zeroed;
        if flat {
            let mut content =
                state.memory.contents.get(&region).cloned().unwrap_or_else(|| self.flat_content());
            let yes = self.terms.bool(true);
            if zeroed {
                let zero = Scalar::plain(self.terms.number(8, 0));
                content.fill(&mut self.terms, form, (base, size, yes), zero);
            } else {
                let fresh = Content::new(&mut self.terms, form, bytes, undef);
                let from = self.terms.number(form.pointer_bits, 0);
                content.copy(&mut self.terms, form, (base, size, yes), &fresh, from);
            }
            state.memory.contents.insert(region, content);
        } else {
            let content = if zeroed {
                Content::zero(&mut self.terms, form)
            } else {
                Content::new(&mut self.terms, form, bytes, undef)
            };
            state.memory.contents.insert(region, content);
        }
        let initial = (!zeroed).then_some(bytes);
        self.objects.push(Object { base, open, initial, ..object });
        let object_state = ObjectState::new(&mut self.terms);
        state.memory.objects.insert(id.0, object_state);
        let name = if kind == ObjectKind::Stack { name } else { NoteId::NONE };
        let event = ObjectEvent { guard, fails, bytes, size, base: Some(base), loc, name };
        self.evidence.objects.push(event);
        if self.terms.as_u64(size).is_none() {
            let small = self.terms.number(form.pointer_bits, 1 << 12);
            let small = self.terms.bv_ule(size, small);
            self.preferences.push(small);
        }
        let provenance = self.terms.number(PROVENANCE_BITS, u64::from(id.0));
        Scalar::pointer(base, provenance)
    }

    /// A new local variable, which has a scope that is marked or not.
    pub(crate) fn new_local(
        &mut self,
        state: &mut State,
        size: Term,
        (align, scoped): (u32, bool),
        name: NoteId,
        loc: LocId,
    ) -> Scalar {
        let size = self.as_length(size);
        let id = self.objects.len() as u32;
        let align = u64::from(align.max(1));
        // In one memory for all, what does not live yet has no bytes: others may lie there.
        let region = self.region(ObjectId(id));
        let before =
            state.memory.contents.get(&region).cloned().filter(|_| scoped && self.options.encoding.flat);
        let pointer = self.new_object(state, ObjectKind::Stack, size, align, (name, loc), false, None);
        if let Some(before) = before {
            state.memory.contents.insert(region, before);
        }
        state.frame.locals.insert(id);
        if scoped && let Some(object) = state.memory.objects.get_mut(&id) {
            object.takes_room = self.terms.bool(false);
        } else {
            let yes = self.terms.bool(true);
            self.take_room(state, ObjectId(id), yes, &[]);
        }
        pointer
    }

    /// Ends the local variables of the running function.
    pub(crate) fn kill_locals(&mut self, state: &mut State) {
        self.record_end_of_locals(state);
        let returned = Life::Returned.term(&mut self.terms);
        for id in std::mem::take(&mut state.frame.locals) {
            if let Some(object) = state.memory.objects.get_mut(&id) {
                object.life = returned;
            }
        }
    }

    /// Ends the local variables that were made since a token was taken.
    pub(crate) fn restore_stack(&mut self, state: &mut State, token: Term) {
        let returned = Life::Returned.term(&mut self.terms);
        let width = self.terms.width(token);
        for id in state.frame.locals.clone() {
            let number = self.terms.number(width, u64::from(id));
            let since = self.terms.bv_ule(token, number);
            if let Some(mut object) = state.memory.objects.get(&id).cloned() {
                object.life = self.terms.ite(since, returned, object.life);
                state.memory.objects.insert(id, object);
            }
            if self.terms.as_bool(since) == Some(true) {
                state.frame.locals.remove(&id);
            }
        }
    }

    /// A local variable's lifetime begins again, or ends.
    pub(crate) fn set_alive(&mut self, state: &mut State, pointer: Scalar, alive: bool, loc: LocId) {
        let form = self.form;
        for (id, selected) in self.targets(state, pointer) {
            let object = self.objects[id.0 as usize].clone();
            let Some(mut changed) = state.memory.objects.get(&id.0).cloned() else { continue };
            if object.kind != ObjectKind::Stack {
                continue;
            }
            let returned = Life::Returned.term(&mut self.terms);
            let over = self.terms.eq(changed.life, returned);
            let not_over = self.terms.not(over);
            let here = self.terms.and(selected, not_over);
            if alive {
                let live = Life::Live.term(&mut self.terms);
                let ended = self.terms.ne(changed.life, live);
                let began = self.terms.or(ended, changed.takes_room);
                let again = self.terms.and(here, began);
                if self.terms.as_bool(again) != Some(false) {
                    self.staying.made_again.insert(id.0);
                }
            }
            let life = if alive { Life::Live } else { Life::OutOfScope }.term(&mut self.terms);
            changed.life = self.terms.ite(here, life, changed.life);
            let takes_room = self.terms.bool(alive);
            changed.takes_room = self.terms.ite(here, takes_room, changed.takes_room);
            let elsewhere = self.terms.not(here);
            changed.sealed = self.terms.and(changed.sealed, elsewhere);
            state.memory.objects.insert(id.0, changed);
            if alive {
                self.take_room(state, id, here, &[]);
            }
            if alive && object.initial.is_some() {
                let undef = self.tracks_undef();
                let bytes = self.begin_again(state, id, here, loc);
                let fresh = Content::new(&mut self.terms, form, bytes, undef);
                let region = self.region(id);
                let Some(content) = state.memory.contents.get(&region).cloned() else { continue };
                let content = if self.options.encoding.flat {
                    let mut content = content;
                    let from = self.terms.number(form.pointer_bits, 0);
                    content.copy(&mut self.terms, form, (object.base, object.size, here), &fresh, from);
                    content
                } else if self.terms.as_bool(here) == Some(true) {
                    fresh
                } else {
                    Content::choose(&mut self.terms, form, here, &fresh, &content)
                };
                state.memory.contents.insert(region, content);
            }
        }
    }

    /// A local variable may not be written any more.
    pub(crate) fn seal(&mut self, state: &mut State, pointer: Scalar) {
        for (id, selected) in self.targets(state, pointer) {
            if self.objects[id.0 as usize].kind != ObjectKind::Stack {
                continue;
            }
            let Some(mut changed) = state.memory.objects.get(&id.0).cloned() else { continue };
            changed.sealed = self.terms.or(changed.sealed, selected);
            state.memory.objects.insert(id.0, changed);
        }
    }

    /// The bytes of a local variable whose lifetime begins again where the condition holds.
    fn begin_again(&mut self, state: &State, id: ObjectId, condition: Term, loc: LocId) -> Term {
        let bytes = self.terms.symbol("contents", Sort::Array { index: self.form.pointer_bits, element: 8 });
        let guard = state.guard.term(&mut self.terms);
        let guard = self.terms.and(guard, condition);
        let Object { size, name, .. } = self.objects[id.0 as usize];
        let event = ObjectEvent { guard, fails: None, bytes, size, base: None, loc, name };
        self.evidence.objects.push(event);
        bytes
    }

    /// Objects that a pointer may point into and that there are on this path, each with the condition that
    /// it is the one.
    pub(crate) fn targets(&mut self, state: &State, pointer: Scalar) -> Vec<(ObjectId, Term)> {
        let Some(provenance) = pointer.provenance else { return Vec::new() };
        let ids: Vec<u64> = match self.possible.values(&self.terms, provenance) {
            Some(ids) => ids.to_vec(),
            None => state.memory.objects.keys().map(|&id| u64::from(id)).collect(),
        };
        let mut found = Vec::new();
        for id in ids.into_iter().filter(|&id| id != 0) {
            if !state.memory.objects.contains_key(&(id as u32)) {
                continue;
            }
            let number = self.terms.number(PROVENANCE_BITS, id);
            let selected = self.terms.eq(provenance, number);
            if self.terms.as_bool(selected) != Some(false) {
                found.push((ObjectId(id as u32), selected));
            }
        }
        found
    }

    /// Marks the objects of a pointer as ones whose address the program has seen.
    pub(crate) fn expose(&mut self, state: &mut State, pointer: Scalar) {
        for (id, selected) in self.targets(state, pointer) {
            let Some(mut object) = state.memory.objects.get(&id.0).cloned() else { continue };
            if self.terms.as_bool(object.exposed) == Some(true) {
                continue;
            }
            object.exposed = self.terms.or(object.exposed, selected);
            state.memory.objects.insert(id.0, object);
            self.exposed.insert(id.0);
        }
    }

    /// The provenance of an address that has none of its own: the exposed object there, if any.
    pub(crate) fn provenance_or_exposed(
        &mut self,
        state: &State,
        address: Term,
        provenance: Option<Term>,
    ) -> Option<Term> {
        let page = self.lowest_exposed();
        if self.exposed.is_empty() || self.terms.as_u64(address).is_some_and(|address| address < page) {
            return provenance;
        }
        if let Some(own) = provenance
            && let Some(ids) = self.possible.values(&self.terms, own)
            && !ids.contains(&0)
        {
            return provenance;
        }
        let pointer = Scalar { bits: address, provenance, undef: None };
        let nowhere = self.offsets_in(pointer, ObjectId(0));
        if nowhere.is_some_and(|addresses| addresses.iter().all(|&address| address < page)) {
            return provenance;
        }
        let none = self.none();
        let own = provenance.unwrap_or(none);
        let lacks = self.terms.eq(own, none);
        let found = self.exposed_at(state, address, lacks);
        let result = self.terms.ite(lacks, found, own);
        (self.terms.as_u64(result) != Some(0)).then_some(result)
    }

    /// The provenance of a number that becomes a pointer: its own as long as that object lives, then that of the
    /// exposed object that lies there now, if any.
    pub(crate) fn provenance_of_number(
        &mut self,
        state: &State,
        address: Term,
        provenance: Option<Term>,
    ) -> Option<Term> {
        let result = self.provenance_or_exposed(state, address, provenance);
        let Some(own) = provenance else { return result };
        let owners = match self.possible.values(&self.terms, own) {
            Some(owners) => owners.iter().filter_map(|&id| u32::try_from(id).ok()).collect(),
            None => state.memory.objects.keys().copied().collect::<Vec<_>>(),
        };
        let mut ended = self.terms.bool(false);
        for id in owners.into_iter().filter(|&id| id != 0) {
            let number = self.terms.number(PROVENANCE_BITS, u64::from(id));
            let (is_own, gone) = (self.terms.eq(own, number), self.is_gone(state, id));
            let here = self.terms.and(is_own, gone);
            ended = self.terms.or(ended, here);
        }
        if self.terms.as_bool(ended) == Some(false) {
            return result;
        }
        let found = self.exposed_at(state, address, ended);
        let none = self.none();
        let somewhere = self.terms.ne(found, none);
        let renewed = self.terms.and(ended, somewhere);
        let otherwise = result.unwrap_or(none);
        Some(self.terms.ite(renewed, found, otherwise))
    }

    /// A pointer with an arbitrary address: one from outside may point to any object, one that was just never
    /// set only to those whose address the program has seen.
    pub(crate) fn arbitrary_pointer(&mut self, state: &State, pointer: Scalar, outside: bool) -> Scalar {
        if !outside {
            let provenance = self.provenance_or_exposed(state, pointer.bits, None);
            return Scalar { provenance, ..pointer };
        }
        // Where some objects lie anywhere, all have to: this one may point to each, so they have to be told apart.
        if !matches!(&self.options.open, Open::Of(origins) if origins.is_empty()) {
            let yes = self.terms.bool(true);
            let all: Vec<ObjectId> = state.memory.objects.keys().map(|&id| ObjectId(id)).collect();
            self.doubt_objects(state, yes, all);
        }
        let mut provenance = self.none();
        // What is in an object is not behind another one; objects that are not open have room between them.
        let any_open = state.memory.objects.keys().any(|&id| self.objects[id as usize].open);
        let parts: &[fn(&mut Terms, Term, Term) -> Term] = match any_open {
            true => &[Terms::eq, Terms::bv_ult],
            false => &[Terms::bv_ule],
        };
        for part in parts {
            for &id in state.memory.objects.keys() {
                let Object { base, size, .. } = self.objects[id as usize];
                let offset = self.terms.bv_sub(pointer.bits, base);
                let inside = part(&mut self.terms, offset, size);
                let there = self.exists(state, id);
                let here = self.terms.and(inside, there);
                let number = self.terms.number(PROVENANCE_BITS, u64::from(id));
                provenance = self.terms.ite(here, number, provenance);
            }
        }
        Scalar { provenance: Some(provenance), ..pointer }
    }

    /// Heap objects, in the order in which they were made.
    pub(crate) fn heap_objects(&self, state: &State) -> Vec<u32> {
        state.memory.objects.keys().copied().filter(|&id| self.is_heap(id)).collect()
    }

    /// Whether an object that a pointer points to is alive.
    pub(crate) fn is_alive(&mut self, state: &State, id: u32) -> Term {
        let live = Life::Live.term(&mut self.terms);
        match state.memory.objects.get(&id) {
            Some(object) => self.terms.eq(object.life, live),
            None => self.terms.bool(false),
        }
    }

    /// Whether an object was made on this path, and is alive.
    pub(crate) fn exists(&mut self, state: &State, id: u32) -> Term {
        let alive = self.is_alive(state, id);
        self.terms.and(self.objects[id as usize].made, alive)
    }

    /// Whether an object is not alive: not any more, or not on this path.
    pub(crate) fn is_gone(&mut self, state: &State, id: u32) -> Term {
        let there = self.exists(state, id);
        self.terms.not(there)
    }

    /// Every heap object must have been freed.
    pub(crate) fn check_leaks(&mut self, state: &State) {
        for id in self.heap_objects(state) {
            let gone = self.is_gone(state, id);
            let loc = self.objects[id as usize].made_for;
            self.oblige_at_the_end(state, Property::MemoryLeak, loc, gone);
        }
    }

    /// Every heap object that is alive must be one that a pointer in a global object leads to, directly or
    /// over other objects. Where that is not followed to its end, an object must at least be one that some
    /// pointer points to, and nothing more is said.
    pub(crate) fn check_lost_memory(&mut self, state: &State) {
        let (reached, complete) = self.reached_from_globals(state);
        let pointed = if complete { None } else { self.pointed_to(state) };
        let no = self.terms.bool(false);
        for id in self.heap_objects(state) {
            let loc = self.objects[id as usize].made_for;
            let gone = self.is_gone(state, id);
            let led_to = reached.get(&id).copied().unwrap_or(no);
            let fine = self.terms.or(gone, led_to);
            let had_at_exit = state.memory.objects.get(&id).map_or(no, |object| object.had_at_exit);
            let perhaps = match &pointed {
                _ if complete => had_at_exit,
                Some(pointed) => {
                    let by_some = pointed.get(&id).copied().unwrap_or(no);
                    self.terms.or(had_at_exit, by_some)
                }
                None => self.terms.bool(true),
            };
            let must = self.terms.or(fine, perhaps);
            self.oblige_at_the_end(state, Property::LostMemory, loc, must);
            // What is not lost for sure may be.
            let not_followed = if complete { had_at_exit } else { self.terms.bool(true) };
            let followed = self.terms.not(not_followed);
            let condition = self.terms.or(fine, followed);
            if self.terms.as_bool(condition) != Some(true) {
                let guard = state.guard.term(&mut self.terms);
                let note = self.new_note("whether something still points to it is not followed");
                let site = Site { loc, function: state.frame.func, property: Property::LostMemory, note };
                let facts = self.evidence.facts.len();
                self.evidence.cuts.push(Cut { site, guard, condition, facts });
            }
        }
    }

    /// Notes which memory the program has where it leaves by `exit`.
    pub(crate) fn note_what_is_had(&mut self, state: &mut State) {
        for id in self.heap_objects(state) {
            let gone = self.is_gone(state, id);
            let had = self.terms.not(gone);
            if let Some(mut object) = state.memory.objects.get(&id).cloned() {
                object.had_at_exit = had;
                state.memory.objects.insert(id, object);
            }
        }
    }

    /// For each object, when a pointer in a global object leads to it, as far as pointers were followed;
    /// whether that is all there is.
    fn reached_from_globals(&mut self, state: &State) -> (BTreeMap<u32, Term>, bool) {
        let is_root = |kind: ObjectKind| {
            matches!(
                kind,
                ObjectKind::Global
                    | ObjectKind::Constant
                    | ObjectKind::Environment(_)
                    | ObjectKind::Argument(_)
            )
        };
        let yes = self.terms.bool(true);
        let roots = state.memory.objects.keys().filter(|id| is_root(self.objects[**id as usize].kind));
        let mut reached: BTreeMap<u32, Term> = roots.map(|&id| (id, yes)).collect();
        let mut new: Vec<u32> = reached.keys().copied().collect();
        // As many rounds as pointers are followed one after the other. No way that passes no object twice is
        // longer than there are objects beside the roots.
        let is_between =
            |id: &&u32| matches!(self.objects[**id as usize].kind, ObjectKind::Heap(_) | ObjectKind::Stack);
        let longest = state.memory.objects.keys().filter(is_between).count();
        for _ in 0..longest.min(LONGEST_CHAIN) + 1 {
            let before = reached.clone();
            for id in std::mem::take(&mut new) {
                // What lies in an object that is gone leads nowhere.
                let alive = self.is_alive(state, id);
                let when = self.terms.and(before[&id], alive);
                let Some(pointers) = self.pointers_in(state, id) else { return (reached, false) };
                for (to, points) in pointers {
                    let here = self.terms.and(when, points);
                    let no = self.terms.bool(false);
                    let known = reached.get(&to).copied().unwrap_or(no);
                    let now = self.terms.or(known, here);
                    if now != known {
                        reached.insert(to, now);
                        new.push(to);
                    }
                }
            }
            new.sort_unstable();
            new.dedup();
            if new.is_empty() {
                return (reached, true);
            }
        }
        (reached, longest <= LONGEST_CHAIN)
    }

    /// For each object, when a pointer in some live object points to it; `None` if that is not known.
    fn pointed_to(&mut self, state: &State) -> Option<BTreeMap<u32, Term>> {
        let mut pointed = BTreeMap::new();
        let no = self.terms.bool(false);
        for &id in state.memory.objects.keys() {
            let there = self.exists(state, id);
            for (to, points) in self.pointers_in(state, id)? {
                let here = self.terms.and(there, points);
                let known = pointed.entry(to).or_insert(no);
                *known = self.terms.or(*known, here);
            }
        }
        Some(pointed)
    }

    fn is_heap(&self, id: u32) -> bool {
        matches!(self.objects[id as usize].kind, ObjectKind::Heap(_))
    }

    /// The objects that pointers in an object can point to, and when each does; `None` if that is not known. A part of a
    /// pointer points nowhere, and neither does what was made of one and lies in another place.
    fn pointers_in(&mut self, state: &State, id: u32) -> Option<Vec<(u32, Term)>> {
        let Some(content) = state.memory.contents.get(&self.region(ObjectId(id))) else {
            return Some(Vec::new());
        };
        let content = content.clone();
        let Object { base, size, .. } = self.objects[id as usize];
        let size = self.terms.as_u64(size);
        let start =
            if self.options.encoding.flat { base } else { self.terms.number(self.form.pointer_bits, 0) };
        let mut found = Vec::new();
        // A number may be an address that the program has seen.
        let shown: Vec<u32> = self.exposed.iter().copied().filter(|id| self.is_heap(*id)).collect();
        let numbers = !shown.is_empty() && self.objects[id as usize].kind != ObjectKind::Constant;
        for (value, from) in content.pointers(&mut self.terms, self.form, (start, size), numbers)? {
            let own = value.provenance(&mut self.terms);
            let mut may_lead: BTreeSet<u32> = shown.iter().copied().filter(|_| numbers).collect();
            for part in from {
                let ids = self.possible.values(&self.terms, part)?;
                may_lead.extend(ids.iter().filter_map(|&id| u32::try_from(id).ok()).filter(|&id| id != 0));
            }
            for to in may_lead {
                if !state.memory.objects.contains_key(&to) {
                    continue;
                }
                let number = self.terms.number(PROVENANCE_BITS, u64::from(to));
                let whole = self.terms.eq(own, number);
                let offset = self.offset_in(value, ObjectId(to));
                let Object { base, size, .. } = self.objects[to as usize];
                let within = self.terms.bv_ule(offset, size);
                let pointer = self.terms.and(whole, within);
                // Parts of a pointer, or a number, lead there if they are the address, which depends on where that is.
                let distance = self.terms.bv_sub(value.bits, base);
                let (other, within) = (self.terms.not(whole), self.terms.bv_ule(distance, size));
                let number = self.terms.and(other, within);
                self.doubt_objects(state, number, [ObjectId(to)]);
                found.push((to, self.terms.or(pointer, number)));
            }
        }
        Some(found)
    }

    /// Arguments of a function that the outside calls.
    pub(crate) fn entry_arguments(&mut self, state: &mut State, func: FuncId) -> Option<Vec<Scalar>> {
        let function = &self.program.functions[func.index()];
        let loc = function.loc;
        let is_main = function.name == "main";
        let mut args = Vec::new();
        for (at, &ty) in function.params.clone().iter().enumerate() {
            let arg = match (at, ty) {
                (0, Type::Int(32)) if is_main => self.argument_count(state)?,
                (1, Type::Ptr) if is_main => self.argument_vector(state, args[0]),
                (2, Type::Ptr) if is_main => self.environment_vector(state),
                _ => {
                    let name = self.new_note(&format!("parameter {} of {}", at + 1, function.name));
                    let value = self.input(state, ty, loc, name);
                    if ty == Type::Ptr { self.arbitrary_pointer(state, value, true) } else { value }
                }
            };
            args.push(arg);
        }
        Some(args)
    }
}
