//! Byte-precise memory: objects with bounds, lifetimes, initialised bits and provenance.
//!
//! Every live object has addresses of its own. Left alone, objects lie at least 16 bytes (`space::RED_ZONE`) apart,
//! so an address belongs to at most one, its end included; a replay and a random layout put them next to each other,
//! and where others were before. A pointer names its object; an access is checked against that object alone, wherever
//! the address points.
//!
//! ```text
//! provenance   63      32 31      0
//!             [generation|  slot   ]     0: none
//! ```
//! Slots of dead objects are reused in the order of death, after [`QUARANTINE`] others died; the
//! generation keeps old pointers from reaching the new object.

mod lost;
mod object;
mod provenance;
mod shadow;
mod space;

use std::collections::{BTreeMap, VecDeque};
use std::rc::Rc;
use std::sync::Arc;

use fathom_ir::{NoteId, Program, Property};

use crate::fault::{Fault, Step, Stop};
use crate::recording::{Bytes, Journal, Made, Range, Told};
use crate::replay::{AskSite, Placements, Replay};
pub use fathom_ir::types::AddressSpace;
use object::State;
pub use object::{Cell, Family, ObjectInfo, ObjectKind, ObjectName, Pointer, Provenance, Site, Story};
use provenance::ProvenanceMap;
use shadow::Shadow;
use space::Space;

/// Dead objects whose story is kept.
const QUARANTINE: usize = 1 << 16;

#[derive(Clone, Debug)]
struct Object {
    base: u64,
    size: u64,
    generation: u32,
    kind: ObjectKind,
    state: State,
    exposed: bool,
    bytes: Vec<u8>,
    /// A set bit is an initialised bit; `None`: all are. Zero bytes at allocation cost nothing.
    init: Option<Vec<u8>>,
    provs: Option<Box<ProvenanceMap>>,
    name: ObjectName,
    allocated: Site,
    freed: Site,
    shadow: Shadow,
    /// Whether the space knows of its addresses, and they are its own.
    has_room: bool,
    /// It is an area of variadic arguments, each of a type of its own.
    holds_arguments: bool,
    /// The placement that says what its uninitialised bytes are.
    placement: Option<usize>,
    /// It will not live again, and has no contents any more.
    is_buried: bool,
}

impl Object {
    /// The name, if it is a note of the program.
    fn note(&self) -> NoteId {
        match self.name {
            ObjectName::Note(note) => note,
            ObjectName::None | ObjectName::Text(_) => NoteId::NONE,
        }
    }
}

/// Whether an access reads or writes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Access {
    /// Reads.
    Read,
    /// Writes.
    Write,
}

/// All objects of a running program.
#[derive(Debug)]
pub struct Memory {
    objects: Vec<Object>,
    dead: VecDeque<u32>,
    /// Exposed live objects by address.
    exposed: BTreeMap<u64, Provenance>,
    /// The same of local objects that are out of scope.
    exposed_before: BTreeMap<u64, Provenance>,
    /// Stack objects that may live, innermost last, with the stack pointer before each.
    stack: Vec<(Provenance, u64)>,
    /// When the stack is longer, what is over and forgotten goes.
    stack_limit: usize,
    space: Space,
    /// Where objects lie and what they contain, if an execution is replayed.
    placements: Option<Placements>,
    pointer_bytes: u64,
    big_endian: bool,
    /// Bytes of live objects, and the most there ever were.
    pub live_bytes: u64,
    /// See `live_bytes`.
    pub peak_bytes: u64,
    /// The limit for `live_bytes`: allocation beyond gives null.
    pub limit: u64,
    /// Bytes of an object that a replay has and that there is no memory for.
    pub(crate) too_large: Option<u64>,
    /// Where the program is, for stories.
    pub site: Site,
    /// Where the program called the library last: what a model calls, its caller wants.
    pub(crate) caller: Site,
    /// Check alignment.
    pub check_align: bool,
    /// Keep indeterminate bits; otherwise they are 0 as soon as they are read.
    pub check_init: bool,
    /// Writes mark the objects that they change, see [`Memory::is_modified`].
    pub track_changes: bool,
    /// Who is told what happens.
    pub(crate) journal: Option<Journal>,
}

impl Memory {
    /// Empty memory for a target.
    pub fn new(program: &Program) -> Self {
        let dead_object = Object {
            base: 0,
            size: 0,
            generation: 0,
            kind: ObjectKind::Library,
            state: State::Freed,
            exposed: false,
            bytes: vec![],
            init: None,
            provs: None,
            name: ObjectName::None,
            allocated: Site::START,
            freed: Site::START,
            shadow: Shadow::default(),
            has_room: false,
            holds_arguments: false,
            placement: None,
            is_buried: false,
        };
        Self {
            objects: vec![dead_object],
            dead: VecDeque::new(),
            exposed: BTreeMap::new(),
            exposed_before: BTreeMap::new(),
            stack: vec![],
            stack_limit: 2 * QUARANTINE,
            space: Space::new(&program.target),
            placements: None,
            pointer_bytes: u64::from(program.target.pointer_bits / 8),
            big_endian: program.target.big_endian,
            live_bytes: 0,
            peak_bytes: 0,
            limit: 16 << 30,
            too_large: None,
            site: Site::START,
            caller: Site::START,
            check_align: true,
            check_init: true,
            track_changes: true,
            journal: None,
        }
    }

    /// Tells whoever listens.
    #[inline]
    pub(crate) fn tell(&self, told: impl FnOnce() -> Told) {
        if let Some(journal) = &self.journal {
            journal.tell(told());
        }
    }

    #[inline]
    fn tell_read(&self, object: Provenance, at: usize, len: u64) {
        self.tell(|| Told::Read(Range { object, offset: at as u64, len }));
    }

    #[inline]
    fn tell_write(&self, object: Provenance, at: usize, len: u64) {
        self.tell(|| Told::Wrote(Range { object, offset: at as u64, len }));
    }

    /// Lets a replay say where objects lie and what they contain; there must be no objects yet.
    pub(crate) fn replay(&mut self, replay: Arc<Replay>) {
        self.space.reserve(replay.ranges());
        self.placements = Some(Placements::new(replay));
    }

    /// Lets objects lie anywhere; there must be none yet.
    pub(crate) fn lay_out_at_random(&mut self, seed: u64) {
        self.space.choose_at_random(seed);
    }

    /// The replay under way.
    pub(crate) fn placements(&self) -> Option<&Placements> {
        self.placements.as_ref()
    }

    /// Whether the most significant byte comes first.
    pub(crate) fn is_big_endian(&self) -> bool {
        self.big_endian
    }

    /// Size of a pointer in bytes.
    pub fn pointer_bytes(&self) -> u64 {
        self.pointer_bytes
    }

    fn add(&mut self, mut object: Object) -> Provenance {
        let zero = object.init.is_none();
        self.live_bytes += object.size;
        self.peak_bytes = self.peak_bytes.max(self.live_bytes);
        if self.dead.len() > QUARANTINE
            && let Some(slot) = self.dead.pop_front()
        {
            let gone = self.provenance(slot as usize);
            let old = &mut self.objects[slot as usize];
            if old.exposed {
                self.exposed_before.remove_if(old.base, gone);
            }
            object.generation = old.generation + 1;
            *old = object;
            let prov = Provenance(u64::from(old.generation) << 32 | u64::from(slot));
            self.tell(|| Told::Made(prov, zero));
            return prov;
        }
        self.objects.push(object);
        let prov = Provenance(self.objects.len() as u64 - 1);
        self.tell(|| Told::Made(prov, zero));
        prov
    }

    fn new_object(&self, base: u64, size: u64, kind: ObjectKind, name: ObjectName) -> Object {
        Object {
            base,
            size,
            generation: 0,
            kind,
            state: State::Live,
            exposed: false,
            bytes: vec![],
            init: None,
            provs: None,
            name,
            allocated: if matches!(kind, ObjectKind::Heap(_)) { self.caller } else { self.site },
            freed: Site::START,
            shadow: Shadow::default(),
            has_room: true,
            holds_arguments: false,
            placement: None,
            is_buried: false,
        }
    }

    /// An object that is zero.
    fn zero_object(&self, base: u64, size: u64, kind: ObjectKind, name: ObjectName) -> Object {
        Object { bytes: vec![0; size as usize], ..self.new_object(base, size, kind, name) }
    }

    /// An object that nobody wrote to yet.
    fn fresh_object(
        &self,
        base: u64,
        size: u64,
        kind: ObjectKind,
        name: ObjectName,
        placement: Option<usize>,
    ) -> Object {
        let given = placement.and_then(|number| self.placements.as_ref()?.get(number));
        let bytes = given.map_or_else(|| vec![0; size as usize], |given| given.contents(size));
        let init = Some(vec![0; size as usize]);
        Object { bytes, init, placement, ..self.new_object(base, size, kind, name) }
    }

    /// An address for a static object, which [`Memory::add_static_at`] then makes.
    pub(crate) fn next_static(&mut self, size: u64, align: u64, name: &str) -> u64 {
        let wanted = self.placements.as_ref().and_then(|placements| placements.of_static(name));
        match wanted.and_then(|base| self.space.wanted(base, size, align.max(1))) {
            Some(base) => base,
            None => self.space.next_static(size, align),
        }
    }

    /// A global, constant or function at an address of [`Memory::next_static`].
    pub(crate) fn add_static_at(
        &mut self,
        base: u64,
        kind: ObjectKind,
        size: u64,
        name: ObjectName,
    ) -> Pointer {
        let prov = self.add(self.zero_object(base, size, kind, name));
        Pointer { addr: base, prov }
    }

    /// A global, constant, function or library object: alive for ever, zero.
    pub fn add_static(&mut self, kind: ObjectKind, size: u64, align: u64, name: ObjectName) -> Pointer {
        let text = match &name {
            ObjectName::Text(text) => Rc::clone(text),
            ObjectName::None | ObjectName::Note(_) => "".into(),
        };
        let base = self.next_static(size, align, &text);
        self.add_static_at(base, kind, size, name)
    }

    /// Heap memory; `None` where there is no more, or where a replay says so.
    pub fn add_heap(&mut self, family: Family, size: u64, align: u64, zeroed: bool) -> Option<Pointer> {
        let placement = self.next_placement(NoteId::NONE);
        self.new_heap(family, size, align, zeroed, placement)
    }

    /// Heap memory that the library makes for itself, so that no replay knows of it; zero.
    pub fn add_library_heap(&mut self, family: Family, size: u64) -> Option<Pointer> {
        self.new_heap(family, size, 1, true, None)
    }

    fn new_heap(
        &mut self,
        family: Family,
        size: u64,
        align: u64,
        zeroed: bool,
        placement: Option<usize>,
    ) -> Option<Pointer> {
        let align = align.max(AddressSpace::heap_align(8 * self.pointer_bytes as u32));
        let given = placement.and_then(|number| self.placements.as_ref()?.get(number));
        if given.is_some_and(|given| given.fails) {
            return None;
        }
        if self.live_bytes.checked_add(size)? > self.limit || size > u64::from(u32::MAX) * 64 {
            self.too_large = given.map(|_| size);
            return None;
        }
        let wanted = given.and_then(|given| self.space.wanted(given.base?, size, align));
        let base = match wanted {
            Some(base) => base,
            None => self.space.next_heap(size, align)?,
        };
        let (kind, name) = (ObjectKind::Heap(family), ObjectName::None);
        let object = match zeroed {
            true => self.zero_object(base, size, kind, name),
            false => self.fresh_object(base, size, kind, name, placement),
        };
        let prov = self.add(Object { has_room: wanted.is_none(), ..object });
        Some(Pointer { addr: base, prov })
    }

    /// A stack object, alive and uninitialised.
    pub fn add_stack(&mut self, size: u64, align: u64, name: NoteId) -> Step<Pointer> {
        let before = self.space.stack_pointer;
        let too_large =
            || Stop::Resource(format!("a local object of {size} bytes does not fit on the stack"));
        let placement = self.next_placement(name);
        if self.live_bytes.saturating_add(size) > self.limit {
            return Err(too_large());
        }
        let given = placement.and_then(|number| self.placements.as_ref()?.get(number));
        let wanted = given.and_then(|given| self.space.wanted(given.base?, size, align.max(1)));
        let base = match wanted {
            Some(base) => base,
            None => self.space.next_stack(size, align).ok_or_else(too_large)?,
        };
        let object = self.fresh_object(base, size, ObjectKind::Stack, ObjectName::Note(name), placement);
        let prov = self.add(Object { has_room: wanted.is_none(), ..object });
        self.stack.push((prov, before));
        Ok(Pointer { addr: base, prov })
    }

    /// Says that an object is an area of variadic arguments.
    pub fn set_holds_arguments(&mut self, object: Provenance) {
        self.objects[object.slot()].holds_arguments = true;
    }

    /// Whether an object that was just accessed is an area of variadic arguments.
    #[inline]
    pub fn holds_arguments(&self, object: Provenance) -> bool {
        self.objects[object.slot()].holds_arguments
    }

    /// What a range is to contain that is made arbitrary, if an execution is replayed.
    pub(crate) fn given_contents(&mut self, len: u64) -> Option<Vec<u8>> {
        let number = self.next_placement(NoteId::NONE);
        let given = number.and_then(|number| self.placements.as_ref()?.get(number));
        self.placements
            .is_some()
            .then(|| given.map_or_else(|| vec![0; len as usize], |given| given.contents(len)))
    }

    /// The number of the placement that is asked for here.
    fn next_placement(&mut self, name: NoteId) -> Option<usize> {
        let site = AskSite { loc: self.site.loc, name };
        self.placements.as_mut()?.next(site)
    }

    /// Size and name of a local object, if its name says whose contents they are and if they matter.
    pub(crate) fn unset(&self, ptr: Pointer) -> Option<(u64, NoteId)> {
        let info = self.info(ptr.prov).filter(|_| !self.check_init)?;
        let name = self.objects[ptr.prov.slot()].note();
        (name != NoteId::NONE).then_some((info.size, name))
    }

    /// Says what is in a local object that was never written.
    pub(crate) fn set_uninitialised(&mut self, ptr: Pointer, bytes: &[u8]) {
        if self.info(ptr.prov).is_some_and(|info| info.size == bytes.len() as u64) {
            self.objects[ptr.prov.slot()].bytes.copy_from_slice(bytes);
        }
    }

    /// A mark for [`Memory::release_stack`].
    pub fn stack_mark(&self) -> usize {
        self.stack.len()
    }

    /// Ends all stack objects made since the mark.
    pub fn release_stack(&mut self, mark: usize) {
        while self.stack.len() > mark {
            let Some((object, before)) = self.stack.pop() else { return };
            self.space.stack_pointer = before;
            let known = &mut self.objects[object.slot()];
            if known.generation != object.generation() {
                continue;
            }
            if !known.is_buried {
                self.bury(object.slot(), State::Returned);
                continue;
            }
            known.state = State::Returned;
            if std::mem::take(&mut known.exposed) {
                self.exposed_before.remove_if(known.base, object);
            }
        }
    }

    /// What is at the top of the stack and will not live again makes room there. Its story is kept for a while.
    fn leave_stack(&mut self) {
        let is_over = |memory: &Self, object: Provenance| {
            let known = &memory.objects[object.slot()];
            known.generation != object.generation() || known.is_buried
        };
        for &(object, before) in self.stack.iter().rev() {
            if !is_over(self, object) || self.space.stack_pointer == before {
                break;
            }
            self.space.stack_pointer = before;
        }
        if self.stack.len() > self.stack_limit {
            let end = self.stack.iter().rposition(|&(object, _)| !is_over(self, object));
            let over = self.stack.split_off(end.map_or(0, |end| end + 1));
            let is_known = |&(object, _): &(Provenance, u64)| {
                self.objects[object.slot()].generation == object.generation()
            };
            self.stack.extend(over.into_iter().filter(is_known));
            self.stack_limit = 2 * self.stack.len().max(QUARANTINE);
        }
    }

    /// An object will not live again. A local one that is out of scope remains that until its function returns.
    fn bury(&mut self, slot: usize, state: State) {
        let site = self.site;
        let gone = self.provenance(slot);
        self.tell(|| Told::Ended(gone));
        let object = &mut self.objects[slot];
        if object.state != State::OutOfScope {
            object.freed = site;
        }
        object.state = state;
        if state != State::OutOfScope && std::mem::take(&mut object.exposed) {
            let base = object.base;
            for exposed in [&mut self.exposed, &mut self.exposed_before] {
                exposed.remove_if(base, gone);
            }
        }
        let object = &mut self.objects[slot];
        object.is_buried = true;
        object.bytes = vec![];
        object.init = None;
        object.provs = None;
        self.live_bytes -= object.size;
        if object.has_room {
            self.space.leave(object.base);
        }
        self.dead.push_back(slot as u32);
    }

    /// The lifetime of a stack object begins (again).
    pub fn lifetime_start(&mut self, ptr: Pointer) {
        let slot = ptr.prov.slot();
        let begins = self.objects.get(slot).is_some_and(|object| {
            object.generation == ptr.prov.generation()
                && matches!(object.state, State::Live | State::OutOfScope)
                && matches!(object.kind, ObjectKind::Stack | ObjectKind::Sealed)
        });
        if !begins {
            return;
        }
        let placement = self.next_placement(self.objects[slot].note());
        let object = &mut self.objects[slot];
        object.state = State::Live;
        object.kind = ObjectKind::Stack;
        object.provs = None;
        if object.exposed {
            self.exposed_before.remove_if(object.base, ptr.prov);
            self.exposed.insert(object.base, ptr.prov);
        }
        // Where indeterminate bits are kept, the bytes below them do not matter.
        object.placement = placement;
        if !self.check_init {
            let placements = self.placements.as_ref();
            match placement.and_then(|number| placements?.get(number)) {
                Some(given) => given.fill(&mut object.bytes),
                None => object.bytes.fill(0),
            }
        }
        match &mut object.init {
            Some(init) => init.fill(0),
            None => object.init = Some(vec![0; object.size as usize]),
        }
        self.tell(|| Told::Began(ptr.prov));
    }

    /// The lifetime of a stack object ends, perhaps for good.
    pub fn lifetime_end(&mut self, ptr: Pointer, for_good: bool) {
        let site = self.site;
        if let Some(object) = self.objects.get_mut(ptr.prov.slot())
            && object.generation == ptr.prov.generation()
            && object.state == State::Live
            && matches!(object.kind, ObjectKind::Stack | ObjectKind::Sealed)
        {
            object.state = State::OutOfScope;
            object.freed = site;
            if object.exposed {
                self.exposed.remove_if(object.base, ptr.prov);
                self.exposed_before.insert(object.base, ptr.prov);
            }
            if for_good {
                self.bury(ptr.prov.slot(), State::OutOfScope);
                self.leave_stack();
            } else {
                self.tell(|| Told::Ended(ptr.prov));
            }
        }
    }

    /// A local variable may not be written any more.
    pub fn seal(&mut self, ptr: Pointer) {
        if let Some(object) = self.objects.get_mut(ptr.prov.slot())
            && object.generation == ptr.prov.generation()
            && object.kind == ObjectKind::Stack
        {
            object.kind = ObjectKind::Sealed;
        }
    }

    /// Frees heap memory; null is fine.
    pub fn free(&mut self, ptr: Pointer, family: Family) -> Step<()> {
        if ptr.is_null() {
            return Ok(());
        }
        let slot = ptr.prov.slot();
        let object = &self.objects[slot];
        if ptr.prov == Provenance::NONE {
            let what = format!("the pointer {:#x} belongs to no object", ptr.addr);
            return Err(Fault::stop(Property::InvalidFree, what));
        }
        if object.generation != ptr.prov.generation() || object.state != State::Live {
            let property = match (object.kind, object.generation == ptr.prov.generation()) {
                (ObjectKind::Stack | ObjectKind::Sealed, true) => Property::InvalidFree,
                _ => Property::DoubleFree,
            };
            return Err(self.fault(property, ptr, "frees memory that is gone already".into()));
        }
        let ObjectKind::Heap(allocated) = object.kind else {
            return Err(self.fault(Property::InvalidFree, ptr, "frees what is not heap memory".into()));
        };
        if ptr.addr != object.base {
            let offset = ptr.addr.wrapping_sub(object.base) as i64;
            let what = format!("frees a pointer to offset {offset} of the object, not to its start");
            return Err(self.fault(Property::InvalidFree, ptr, what));
        }
        if allocated != family {
            let (releaser, allocator) = (family.releaser(), allocated.allocator());
            let (given, asked) = (family.alignment(), allocated.alignment());
            let what = format!("`{releaser}`{given} of memory from `{allocator}`{asked}");
            // Streams are no memory that a program asked for: where they lie is up to the library.
            let property = match allocated {
                Family::File => Property::InvalidFree,
                _ => Property::MismatchedFree,
            };
            return Err(self.fault(property, ptr, what));
        }
        let (base, size, has_room) = (object.base, object.size, object.has_room);
        self.bury(slot, State::Freed);
        if has_room {
            self.space.free_heap(base, size);
        }
        Ok(())
    }

    /// An object is about to be replaced by another one, which may lie where it does.
    pub(crate) fn give_room(&mut self, prov: Provenance) {
        if let Some(object) = self.objects.get_mut(prov.slot())
            && object.generation == prov.generation()
            && std::mem::take(&mut object.has_room)
        {
            self.space.leave(object.base);
        }
    }

    /// An object is not replaced after all.
    pub(crate) fn keep_room(&mut self, prov: Provenance) {
        if let Some(object) = self.objects.get_mut(prov.slot())
            && object.generation == prov.generation()
            && self.space.keep(object.base, object.size)
        {
            object.has_room = true;
        }
    }

    /// Marks an object as one whose address the program has seen.
    pub fn expose(&mut self, prov: Provenance) {
        if let Some(object) = self.objects.get_mut(prov.slot())
            && !object.exposed
            && object.generation == prov.generation()
            && prov != Provenance::NONE
            && matches!(object.state, State::Live | State::OutOfScope)
        {
            object.exposed = true;
            let exposed = match object.state {
                State::OutOfScope => &mut self.exposed_before,
                State::Live | State::Returned | State::Freed => &mut self.exposed,
            };
            exposed.insert(object.base, prov);
        }
    }

    /// The exposed object that an address lies in, or else just behind; one that is alive first.
    pub fn exposed_at(&self, addr: u64) -> Provenance {
        for exposed in [&self.exposed, &self.exposed_before] {
            if let Some((_, &prov)) = exposed.range(..=addr).next_back() {
                let object = &self.objects[prov.slot()];
                if addr - object.base <= object.size {
                    return prov;
                }
            }
        }
        Provenance::NONE
    }

    /// The provenance of a number that becomes a pointer: its own as long as that object lives, then that of the
    /// exposed object that lies there now, if any.
    pub(crate) fn provenance_of_number(&self, addr: u64, own: Provenance) -> Provenance {
        if own != Provenance::NONE && self.info(own).is_some() {
            return own;
        }
        match self.exposed_at(addr) {
            Provenance::NONE => own,
            found => found,
        }
    }

    /// Whether a pointer is the end of its object and lies in another one that is exposed and alive.
    pub(crate) fn is_in_another(&self, ptr: Pointer) -> bool {
        let Some(own) = self.objects.get(ptr.prov.slot()) else { return false };
        let at_end = own.generation == ptr.prov.generation() && ptr.addr.wrapping_sub(own.base) == own.size;
        at_end
            && self.exposed.range(..=ptr.addr).next_back().is_some_and(|(_, &other)| {
                let object = &self.objects[other.slot()];
                other != ptr.prov && ptr.addr - object.base < object.size
            })
    }

    /// The live object that an address lies in, or else just behind, exposed or not.
    pub fn object_at(&self, addr: u64) -> Provenance {
        let offset = |slot: &usize| addr.wrapping_sub(self.objects[*slot].base);
        let live = || (1..self.objects.len()).filter(|&slot| self.objects[slot].state == State::Live);
        let inside = live().find(|slot| offset(slot) < self.objects[*slot].size);
        let behind = || live().find(|slot| offset(slot) == self.objects[*slot].size);
        inside.or_else(behind).map_or(Provenance::NONE, |slot| self.provenance(slot))
    }

    /// The live object of a pointer.
    pub fn info(&self, prov: Provenance) -> Option<ObjectInfo> {
        let object = self.objects.get(prov.slot())?;
        let live = object.generation == prov.generation() && object.state == State::Live;
        (live && prov != Provenance::NONE).then_some(ObjectInfo {
            base: object.base,
            size: object.size,
            kind: object.kind,
            allocated: object.allocated,
        })
    }

    fn provenance(&self, slot: usize) -> Provenance {
        Provenance(u64::from(self.objects[slot].generation) << 32 | slot as u64)
    }

    /// What there is to record of an object that was just made.
    pub(crate) fn made(&self, object: Provenance, zero: bool) -> Option<Made> {
        let info = self.info(object)?;
        let name = match &self.objects[object.slot()].name {
            ObjectName::Text(name) => Some(Rc::clone(name)),
            ObjectName::None | ObjectName::Note(_) => None,
        };
        Some(Made {
            object,
            kind: info.kind,
            size: info.size,
            site: info.allocated,
            base: info.base,
            zero,
            name,
        })
    }

    /// All live objects.
    pub(crate) fn all(&self) -> Vec<Made> {
        let slots = 1..self.objects.len();
        slots.filter_map(|slot| self.made(self.provenance(slot), self.objects[slot].init.is_none())).collect()
    }

    /// The bytes of a range of a live object, with all they carry.
    pub(crate) fn peek(&self, range: Range) -> Option<Bytes> {
        self.info(range.object)?;
        let object = &self.objects[range.object.slot()];
        let at = range.offset as usize..(range.offset + range.len) as usize;
        let pointers = match &object.provs {
            None => vec![],
            Some(provs) => provs
                .runs(range.offset, range.len, self.pointer_bytes)
                .into_iter()
                .map(|(start, len, prov)| (start - range.offset, len, Provenance(prov)))
                .collect(),
        };
        Some(Bytes {
            bytes: object.bytes.get(at.clone())?.to_vec(),
            init: object.init.as_ref().and_then(|init| init.get(at)).map_or(vec![], <[u8]>::to_vec),
            pointers,
        })
    }

    /// Whether two pointers name the same object (or none of them names one).
    pub fn same_object(&self, a: Pointer, b: Pointer) -> bool {
        a.prov == b.prov
    }

    /// Heap objects that are alive, in order of allocation.
    pub fn live_heap(&self) -> impl Iterator<Item = (Pointer, ObjectInfo)> + '_ {
        self.objects.iter().enumerate().filter_map(|(slot, object)| {
            let prov = Provenance(u64::from(object.generation) << 32 | slot as u64);
            let info = self.info(prov)?;
            matches!(info.kind, ObjectKind::Heap(_)).then_some((Pointer { addr: info.base, prov }, info))
        })
    }

    /// The slot and the offset of an access that is inside a live object of a fitting kind.
    #[inline]
    fn locate(&self, ptr: Pointer, len: u64, access: Access) -> Option<(usize, usize)> {
        let slot = ptr.prov.slot();
        let object = self.objects.get(slot)?;
        if object.generation != ptr.prov.generation() || object.state != State::Live {
            return None;
        }
        let offset = ptr.addr.wrapping_sub(object.base);
        let inside = offset <= object.size && len <= object.size - offset;
        let allowed = match object.kind {
            ObjectKind::Global | ObjectKind::Stack | ObjectKind::Heap(_) | ObjectKind::Library => true,
            ObjectKind::Constant | ObjectKind::Sealed => access == Access::Read,
            ObjectKind::Function(_) | ObjectKind::Undefined => false,
        };
        (inside && allowed).then_some((slot, offset as usize))
    }

    /// Checks an access and gives the slot and the offset in it.
    #[inline]
    fn check(&self, ptr: Pointer, len: u64, align: u64, access: Access) -> Step<(usize, usize)> {
        match self.locate(ptr, len, access) {
            Some(place) if !self.check_align || ptr.addr & (align - 1) == 0 => Ok(place),
            _ => Err(self.diagnose(ptr, len, align, access)),
        }
    }

    /// Whether a range may be accessed, whatever its alignment; nothing is wrong with an empty one.
    pub fn is_accessible(&self, ptr: Pointer, len: u64, access: Access) -> bool {
        len == 0 || self.locate(ptr, len, access).is_some()
    }

    /// Says what is wrong with an access that [`Memory::check`] refused.
    #[cold]
    fn diagnose(&self, ptr: Pointer, len: u64, align: u64, access: Access) -> Stop {
        let verb = match access {
            Access::Read => "reads",
            Access::Write => "writes",
        };
        let bytes = if len == 1 { "1 byte".into() } else { format!("{len} bytes") };
        let slot = ptr.prov.slot();
        if ptr.prov == Provenance::NONE {
            let (property, what) = if ptr.addr < 4096 {
                (Property::NullDereference, format!("{verb} {bytes} at address {:#x}", ptr.addr))
            } else {
                (Property::WildPointer, format!("{verb} {bytes} at address {:#x}", ptr.addr))
            };
            return Fault::stop(property, what);
        }
        let object = &self.objects[slot];
        let offset = ptr.addr.wrapping_sub(object.base) as i64;
        if object.generation != ptr.prov.generation() {
            let property = Property::UseAfterFree;
            return Fault::stop(property, format!("{verb} {bytes} of an object that died long ago"));
        }
        let what = format!("{verb} {bytes} at offset {offset} of {}", self.describe(ptr.prov));
        let property = match (object.state, object.kind) {
            (State::Freed, _) => Property::UseAfterFree,
            (State::OutOfScope, _) => Property::UseAfterScope,
            (State::Returned, _) => Property::UseAfterReturn,
            (State::Live, ObjectKind::Undefined) => Property::Unmodelled,
            (State::Live, ObjectKind::Function(_)) => match access {
                Access::Read => Property::OutOfBoundsRead,
                Access::Write => Property::OutOfBoundsWrite,
            },
            (State::Live, kind) => {
                let inside =
                    offset >= 0 && offset as u64 <= object.size && len <= object.size - offset as u64;
                match access {
                    Access::Read if !inside => Property::OutOfBoundsRead,
                    Access::Write if !inside => Property::OutOfBoundsWrite,
                    Access::Write if matches!(kind, ObjectKind::Constant | ObjectKind::Sealed) => {
                        Property::WriteToConstant
                    }
                    Access::Read | Access::Write => Property::MisalignedAccess,
                }
            }
        };
        let what = if property == Property::MisalignedAccess {
            format!("{what}, at address {:#x}, which is not a multiple of {align}", ptr.addr)
        } else {
            what
        };
        self.fault(property, ptr, what)
    }

    /// A failure with the story of the object.
    #[cold]
    pub fn fault(&self, property: Property, ptr: Pointer, what: String) -> Stop {
        let known = self.objects.get(ptr.prov.slot()).is_some_and(|o| o.generation == ptr.prov.generation());
        let object = if known { ptr.prov } else { Provenance::NONE };
        Stop::Fault(Box::new(Fault::about(property, object, what)))
    }

    /// An object in words.
    pub fn describe(&self, prov: Provenance) -> String {
        let object = &self.objects[prov.slot()];
        let kind = match object.kind {
            ObjectKind::Global => "global object",
            ObjectKind::Constant => "constant object",
            ObjectKind::Stack => "local object",
            ObjectKind::Sealed => "constant local object",
            ObjectKind::Heap(_) => "heap object",
            ObjectKind::Function(_) => "function",
            ObjectKind::Library => "library object",
            ObjectKind::Undefined => "global object whose contents are not known",
        };
        format!("a {kind} of {} bytes", object.size)
    }

    /// The story of an object: name, where it was made, where it died.
    pub fn story(&self, prov: Provenance) -> Option<Story> {
        let object = self.objects.get(prov.slot()).filter(|o| o.generation == prov.generation())?;
        let end = match object.state {
            State::Live => None,
            State::OutOfScope => Some(("its scope ended", object.freed)),
            State::Returned => Some(("its function returned", object.freed)),
            State::Freed => Some(("freed", object.freed)),
        };
        Some(Story { name: object.name.clone(), allocated: object.allocated, ended: end })
    }

    /// Reads up to 8 bytes.
    #[inline]
    pub fn load(&mut self, ptr: Pointer, len: u64, align: u64) -> Step<Cell> {
        let (slot, at) = self.check(ptr, len, align, Access::Read)?;
        self.tell_read(ptr.prov, at, len);
        let word = self.pointer_bytes;
        let object = &self.objects[slot];
        let n = len as usize;
        let bits = assemble(&object.bytes[at..at + n], self.big_endian);
        let undef = match &object.init {
            None => 0,
            Some(_) if !self.check_init => 0,
            Some(init) => {
                !assemble(&init[at..at + n], self.big_endian) & fathom_ir::bits::mask(len as u32 * 8)
            }
        };
        let prov = match &object.provs {
            None => 0,
            Some(provs) => provs.get(at as u64, len, word),
        };
        // What is made of pieces of pointers may be a pointer again.
        let pieces = match &object.provs {
            Some(provs) if prov == 0 && provs.may_have_pieces(at as u64, len, word) => {
                provs.runs(at as u64, len, word)
            }
            _ => Vec::new(),
        };
        pieces.into_iter().for_each(|(_, _, piece)| self.expose(Provenance(piece)));
        Ok(Cell { bits: bits & !undef, undef, prov: Provenance(prov) })
    }

    /// Writes up to 8 bytes.
    #[inline]
    pub fn store(&mut self, ptr: Pointer, len: u64, align: u64, cell: Cell) -> Step<()> {
        let (slot, at) = self.check(ptr, len, align, Access::Write)?;
        self.tell_write(ptr.prov, at, len);
        let word = self.pointer_bytes;
        let big_endian = self.big_endian;
        let object = &mut self.objects[slot];
        object.shadow.modified |= self.track_changes;
        let n = len as usize;
        scatter(&mut object.bytes[at..at + n], cell.bits, big_endian);
        if let Some(init) = &mut object.init {
            scatter(&mut init[at..at + n], !cell.undef, big_endian);
        } else if cell.undef != 0 {
            let init = object.init.insert(vec![0xff; object.size as usize]);
            scatter(&mut init[at..at + n], !cell.undef, big_endian);
        }
        if cell.prov != Provenance::NONE || object.provs.is_some() {
            object.provs.get_or_insert_default().set(at as u64, len, cell.prov.0, word);
        }
        Ok(())
    }

    /// Checks an access with its alignment, without doing it.
    pub fn check_access(&self, ptr: Pointer, len: u64, align: u64, access: Access) -> Step<()> {
        self.check(ptr, len, align, access).map(drop)
    }

    /// Checks that a whole range may be accessed.
    pub fn check_range(&self, ptr: Pointer, len: u64, access: Access) -> Step<()> {
        if len == 0 {
            return Ok(());
        }
        self.check(ptr, len, 1, access).map(drop)
    }

    /// Copies bytes with initialisation and provenance; ranges may overlap.
    pub fn copy(&mut self, dst: Pointer, src: Pointer, len: u64) -> Step<()> {
        if len == 0 {
            return Ok(());
        }
        let (from, at) = self.check(src, len, 1, Access::Read)?;
        let (to, dst_at) = self.check(dst, len, 1, Access::Write)?;
        self.tell_read(src.prov, at, len);
        self.tell_write(dst.prov, dst_at, len);
        let (n, word) = (len as usize, self.pointer_bytes);
        let source = &self.objects[from];
        let provs: Vec<(u64, u64, u64)> = match &source.provs {
            None => vec![],
            Some(map) => map.runs(at as u64, len, word),
        };
        if from == to {
            let object = &mut self.objects[to];
            object.bytes.copy_within(at..at + n, dst_at);
            if let Some(init) = &mut object.init {
                init.copy_within(at..at + n, dst_at);
            }
        } else {
            let [source, target] = self.objects.get_disjoint_mut([from, to]).unwrap_or_else(|_| {
                // `check` gave both slots, and they differ.
                unreachable!("two different live slots")
            });
            target.bytes[dst_at..dst_at + n].copy_from_slice(&source.bytes[at..at + n]);
            match (&source.init, &mut target.init) {
                (Some(from), Some(to)) => to[dst_at..dst_at + n].copy_from_slice(&from[at..at + n]),
                (None, Some(to)) => to[dst_at..dst_at + n].fill(0xff),
                (Some(from), None) if from[at..at + n].iter().any(|&b| b != 0xff) => {
                    let to = target.init.insert(vec![0xff; target.size as usize]);
                    to[dst_at..dst_at + n].copy_from_slice(&from[at..at + n]);
                }
                (Some(_) | None, None) => {}
            }
        }
        let target = &mut self.objects[to];
        target.shadow.modified |= self.track_changes;
        if !provs.is_empty() || target.provs.is_some() {
            let map = target.provs.get_or_insert_default();
            map.set(dst_at as u64, len, 0, word);
            for (start, run, prov) in provs {
                map.set(dst_at as u64 + (start - at as u64), run, prov, word);
            }
        }
        Ok(())
    }

    /// Fills bytes, of which some bits may be indeterminate.
    pub fn fill(&mut self, dst: Pointer, byte: u8, undef: u8, len: u64) -> Step<()> {
        if len == 0 {
            return Ok(());
        }
        let (slot, at) = self.check(dst, len, 1, Access::Write)?;
        self.tell_write(dst.prov, at, len);
        let word = self.pointer_bytes;
        let object = &mut self.objects[slot];
        object.shadow.modified |= self.track_changes;
        let range = at..at + len as usize;
        object.bytes[range.clone()].fill(byte);
        match &mut object.init {
            Some(init) => init[range].fill(!undef),
            None if undef == 0 => {}
            None => {
                let init = object.init.insert(vec![0xff; object.size as usize]);
                init[range].fill(!undef);
            }
        }
        if let Some(map) = &mut object.provs {
            map.set(at as u64, len, 0, word);
        }
        Ok(())
    }

    /// Bytes for a library function to read: all of them must be initialised.
    pub fn bytes(&self, ptr: Pointer, len: u64) -> Step<&[u8]> {
        if len == 0 {
            return Ok(&[]);
        }
        let (slot, at) = self.check(ptr, len, 1, Access::Read)?;
        self.tell_read(ptr.prov, at, len);
        let object = &self.objects[slot];
        let range = at..at + len as usize;
        if let Some(init) = &object.init
            && self.check_init
            && let Some(first) = init[range.clone()].iter().position(|&b| b != 0xff)
        {
            let what = format!("byte {first} of the {len} bytes read here was never written");
            return Err(self.fault(Property::UninitialisedUse, ptr, what));
        }
        Ok(&object.bytes[range])
    }

    /// Bytes whether initialised or not, with what `write` of them to a file would show.
    pub fn raw_bytes(&self, ptr: Pointer, len: u64) -> Step<&[u8]> {
        if len == 0 {
            return Ok(&[]);
        }
        let (slot, at) = self.check(ptr, len, 1, Access::Read)?;
        self.tell_read(ptr.prov, at, len);
        Ok(&self.objects[slot].bytes[at..at + len as usize])
    }

    /// Writes bytes for a library function.
    pub fn write(&mut self, ptr: Pointer, bytes: &[u8]) -> Step<()> {
        if bytes.is_empty() {
            return Ok(());
        }
        let (slot, at) = self.check(ptr, bytes.len() as u64, 1, Access::Write)?;
        self.tell_write(ptr.prov, at, bytes.len() as u64);
        let word = self.pointer_bytes;
        let object = &mut self.objects[slot];
        object.shadow.modified |= self.track_changes;
        object.bytes[at..at + bytes.len()].copy_from_slice(bytes);
        if let Some(init) = &mut object.init {
            init[at..at + bytes.len()].fill(0xff);
        }
        if let Some(map) = &mut object.provs {
            map.set(at as u64, bytes.len() as u64, 0, word);
        }
        Ok(())
    }

    /// A string up to its terminator (not included), at most `limit` bytes long; without a terminator
    /// in the object this is an out-of-bounds read.
    pub fn c_string(&self, ptr: Pointer, limit: u64) -> Step<Vec<u8>> {
        if limit == 0 {
            return Ok(vec![]);
        }
        let (slot, at) = self.check(ptr, 1, 1, Access::Read)?;
        let object = &self.objects[slot];
        let available = &object.bytes[at..];
        let window = &available[..available.len().min(limit.try_into().unwrap_or(usize::MAX))];
        let init = object.init.as_ref().filter(|_| self.check_init).map(|init| &init[at..at + window.len()]);
        let end = match init {
            None => window.iter().position(|&b| b == 0),
            Some(init) => window.iter().zip(init).position(|(&b, &i)| b == 0 || i != 0xff),
        };
        self.tell_read(ptr.prov, at, end.map_or(window.len(), |end| end + 1) as u64);
        match end {
            Some(end) if init.is_some_and(|init| init[end] != 0xff) => {
                let what = format!("byte {end} of the string was never written");
                Err(self.fault(Property::UninitialisedUse, ptr, what))
            }
            Some(end) => Ok(window[..end].to_vec()),
            None if window.len() as u64 == limit => Ok(window.to_vec()),
            None => Err(self.diagnose(ptr.offset(window.len() as u64), 1, 1, Access::Read)),
        }
    }

    /// Reads a pointer.
    pub fn load_ptr(&mut self, ptr: Pointer) -> Step<Pointer> {
        let cell = self.load(ptr, self.pointer_bytes, 1)?;
        if cell.undef != 0 {
            return Err(self.fault(Property::UninitialisedUse, ptr, "the pointer was never written".into()));
        }
        Ok(Pointer { addr: cell.bits, prov: cell.prov })
    }

    /// Writes a pointer.
    pub fn store_ptr(&mut self, at: Pointer, value: Pointer) -> Step<()> {
        let cell = Cell { bits: value.addr, undef: 0, prov: value.prov };
        self.store(at, self.pointer_bytes, 1, cell)
    }

    /// Reads an integer that must be initialised.
    pub fn load_int(&mut self, ptr: Pointer, len: u64) -> Step<u64> {
        let cell = self.load(ptr, len, 1)?;
        if cell.undef != 0 {
            return Err(self.fault(Property::UninitialisedUse, ptr, "the value was never written".into()));
        }
        Ok(cell.bits)
    }

    /// Writes an integer.
    pub fn store_int(&mut self, ptr: Pointer, len: u64, value: u64) -> Step<()> {
        self.store(ptr, len, 1, Cell { bits: value, ..Cell::default() })
    }

    /// Writes initial contents of a static object, constant or not.
    pub fn initialise(&mut self, ptr: Pointer, at: u64, bytes: &[u8]) {
        let object = &mut self.objects[ptr.prov.slot()];
        let at = at as usize;
        if let Some(target) = object.bytes.get_mut(at..at + bytes.len()) {
            target.copy_from_slice(bytes);
        }
    }

    /// Writes an initial pointer of a static object, constant or not.
    pub fn initialise_ptr(&mut self, ptr: Pointer, at: u64, value: Pointer) {
        let (word, big_endian) = (self.pointer_bytes, self.big_endian);
        let object = &mut self.objects[ptr.prov.slot()];
        let start = at as usize;
        if let Some(target) = object.bytes.get_mut(start..start + word as usize) {
            scatter(target, value.addr, big_endian);
            object.provs.get_or_insert_default().set(at, word, value.prov.0, word);
        }
    }

    /// Makes bytes of a static object indeterminate.
    pub fn initialise_undef(&mut self, ptr: Pointer, at: u64, len: u64) {
        let object = &mut self.objects[ptr.prov.slot()];
        let size = object.size as usize;
        let init = object.init.get_or_insert_with(|| vec![0xff; size]);
        if let Some(range) = init.get_mut(at as usize..(at + len) as usize) {
            range.fill(0);
        }
    }
}

/// Objects by address, of which two may have had the same.
trait ByAddress {
    /// Forgets what is known of an address, if it is this object.
    fn remove_if(&mut self, base: u64, object: Provenance);
}

impl ByAddress for BTreeMap<u64, Provenance> {
    fn remove_if(&mut self, base: u64, object: Provenance) {
        if self.get(&base) == Some(&object) {
            self.remove(&base);
        }
    }
}

/// The number that some bytes, at most 8, are.
#[inline]
pub fn assemble(bytes: &[u8], big_endian: bool) -> u64 {
    if big_endian {
        return bytes.iter().fold(0, |value, &b| value << 8 | u64::from(b));
    }
    match bytes.len() {
        1 => u64::from(bytes[0]),
        2 => u64::from(u16::from_le_bytes([bytes[0], bytes[1]])),
        4 => u64::from(u32::from_le_bytes([bytes[0], bytes[1], bytes[2], bytes[3]])),
        8 => u64::from_le_bytes([
            bytes[0], bytes[1], bytes[2], bytes[3], bytes[4], bytes[5], bytes[6], bytes[7],
        ]),
        _ => bytes.iter().rev().fold(0, |value, &b| value << 8 | u64::from(b)),
    }
}

/// Writes a number as bytes, at most 8.
#[inline]
pub fn scatter(target: &mut [u8], value: u64, big_endian: bool) {
    let n = target.len();
    if big_endian {
        target.copy_from_slice(&value.to_be_bytes()[8 - n..]);
    } else {
        target.copy_from_slice(&value.to_le_bytes()[..n]);
    }
}
