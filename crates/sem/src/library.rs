//! Library functions that are not written in C: allocation, bulk operations, the end of the program, and
//! the intrinsics of verifiers. What they mean is what they mean to the interpreter.

use fathom_ir::types::AddressSpace;
use fathom_ir::{FuncId, Inst, LocId, NoteId, Overlap, Property, Type, effects, printed};
use fathom_logic::{Sort, Term};

use crate::access::Access;
use crate::content::Content;
use crate::evaluator::Evaluator;
use crate::evidence::ObjectEvent;
use crate::memory::{Family, Life, Object, ObjectId, ObjectKind};
use crate::scalar::{Scalar, resize};
use crate::state::State;

const ENOMEM: u64 = 12;
const EINVAL: u64 = 22;

/// What came of a call.
enum Called {
    /// It returned, perhaps with a value.
    Returned(Option<Scalar>),
    /// No path goes on.
    Ended,
    /// The function is not known here.
    Unknown,
}

/// The name without the decorations that headers and compilers add to it.
fn plain_name(name: &str) -> &str {
    let name = name.strip_prefix('\u{1}').unwrap_or(name);
    let name = name.strip_prefix("__builtin_").unwrap_or(name);
    match name.strip_prefix("__").and_then(|rest| rest.strip_suffix("_chk")) {
        Some(inner) if matches!(inner, "memcpy" | "memmove" | "memset" | "mempcpy") => inner,
        _ => name,
    }
}

/// An `operator new` or `operator delete`.
struct Operator {
    /// It allocates.
    makes: bool,
    /// It is for arrays.
    array: bool,
    /// It is an `operator delete` that is given the size.
    sized: bool,
    /// Which argument is the alignment, if it is given one.
    align_at: Option<usize>,
}

impl Operator {
    /// By its mangled name.
    fn named(name: &str) -> Option<Self> {
        let operators =
            [("_Znw", true, false), ("_Zna", true, true), ("_ZdlPv", false, false), ("_ZdaPv", false, true)];
        let &(prefix, makes, array) = operators.iter().find(|(prefix, ..)| name.starts_with(prefix))?;
        let sized = !makes && name[prefix.len()..].starts_with(['m', 'j']);
        let align_at = name.contains("St11align_val_t").then_some(if sized { 2 } else { 1 });
        Some(Self { makes, array, sized, align_at })
    }

    /// The family, where the alignment that is given is known.
    fn family(&self, align: Option<u64>) -> Family {
        match (self.array, align) {
            (false, None) => Family::New,
            (true, None) => Family::NewArray,
            (false, Some(align)) => Family::AlignedNew(align),
            (true, Some(align)) => Family::AlignedNewArray(align),
        }
    }
}

/// Whether the evaluator knows a function without a body.
pub fn is_known(name: &str) -> bool {
    let name = plain_name(name);
    Operator::named(name).is_some()
        || matches!(
            name,
            "malloc"
                | "calloc"
                | "realloc"
                | "free"
                | "cfree"
                | "aligned_alloc"
                | "memalign"
                | "posix_memalign"
                | "valloc"
                | "memcpy"
                | "mempcpy"
                | "memmove"
                | "bcopy"
                | "memset"
                | "bzero"
                | "explicit_bzero"
                | "abort"
                | "__cxa_pure_virtual"
                | "exit"
                | "_exit"
                | "_Exit"
                | "quick_exit"
                | "sea_is_dereferenceable"
                | "__CPROVER_r_ok"
                | "__CPROVER_w_ok"
                | "__CPROVER_rw_ok"
                | "sea_is_alloc"
                | "sea_is_modified"
                | "sea_reset_modified"
                | "sea_tracking_on"
                | "sea_tracking_off"
                | "sea_set_shadowmem"
                | "sea_get_shadowmem"
                | "memhavoc"
                | "__VERIFIER_nondet_memory"
                | "klee_make_symbolic"
                | "__CPROVER_havoc_object"
                | "__CPROVER_OBJECT_SIZE"
                | "__CPROVER_POINTER_OFFSET"
                | "__CPROVER_same_object"
                | "__CPROVER_DYNAMIC_OBJECT"
                | "__CPROVER_allocate"
                | "__fathom_havoc"
                | "__fathom_object_size"
                | "__fathom_overlap"
                | "__fathom_use"
                | "__fathom_float_length"
                | "__fathom_takes"
                | "__fathom_takes_integer"
                | "__fathom_takes_real"
                | "__fathom_meets"
                | "__fathom_without"
                | "__fathom_leaves_no_trace"
        )
}

impl Evaluator<'_> {
    /// Calls a function without a body; `None` if no path goes on.
    pub(crate) fn call_library(
        &mut self,
        mut state: State,
        func: FuncId,
        args: &[Scalar],
        inst: &Inst,
    ) -> Option<State> {
        let name = self.program.functions[func.index()].name.clone();
        let name = plain_name(&name);
        if is_known(name) {
            for &arg in args {
                // The interpreter looks at all arguments that it uses; all functions here use all of theirs.
                if !self.demand(&state, arg, inst.loc, "an argument of a library function") {
                    return None;
                }
            }
        }
        if name == "exit" {
            if self.is_ending(&state) {
                self.not_modelled(&state, "exit while the program is ending already", inst.loc);
            } else {
                self.leave_program(state);
            }
            return None;
        }
        let types = self.program.functions[func.index()].params.iter();
        for (&arg, _) in args.iter().zip(types).filter(|(_, ty)| **ty != Type::Ptr) {
            self.look_at(&state, arg);
        }
        let variadic = self.program.functions[func.index()].variadic;
        let called = match variadic {
            // Declared without its parameters: what was passed lies in an area of variadic arguments.
            true if is_known(name) => self.not_modelled(
                &state,
                "a built-in function that was declared without parameters",
                inst.loc,
            ),
            _ => self.library(&mut state, name, args, inst),
        };
        match called {
            Called::Returned(value) => {
                if let Some(result) = inst.result() {
                    let value = match value {
                        Some(value) => self.fit_result(&state, value, result),
                        // The caller believes in a result that there is not.
                        None => {
                            let ty = self.result_type(&state, result);
                            self.input(&state, ty, inst.loc, NoteId::NONE)
                        }
                    };
                    state.frame.env.insert(result.0, value);
                }
                Some(state)
            }
            Called::Ended => None,
            Called::Unknown => {
                self.missing_body(&state, func, inst.loc);
                None
            }
        }
    }

    fn result_type(&self, state: &State, result: fathom_ir::Value) -> Type {
        let body = self.program.functions[state.frame.func.index()].body.as_ref();
        body.map_or(Type::BOOL, |body| body.ty(result))
    }

    /// A result in the width that the caller declared.
    fn fit_result(&mut self, state: &State, value: Scalar, result: fathom_ir::Value) -> Scalar {
        let width = self.result_type(state, result).bits(&self.program.target);
        if self.terms.width(value.bits) == width {
            return value;
        }
        let bits = resize(&mut self.terms, value.bits, width);
        Scalar::plain(bits)
    }

    fn length_argument(&mut self, args: &[Scalar], at: usize) -> Term {
        match args.get(at) {
            Some(arg) => self.as_length(arg.bits),
            None => self.terms.number(self.form.pointer_bits, 1),
        }
    }

    #[allow(clippy::too_many_lines)]
    fn library(&mut self, state: &mut State, name: &str, args: &[Scalar], inst: &Inst) -> Called {
        let loc = inst.loc;
        let arg = |at: usize| args.get(at).copied();
        let returned = |value: Scalar| Called::Returned(Some(value));
        if let Some(operator) = Operator::named(name) {
            let Some(first) = arg(0) else { return Called::Unknown };
            let asked = operator.align_at.map(|at| arg(at).and_then(|align| self.terms.as_u64(align.bits)));
            let asked = match asked {
                None => None,
                Some(Some(align)) if align.is_power_of_two() => Some(align),
                Some(_) => {
                    let what = "an allocation with an alignment that is not known";
                    return self.not_modelled(state, what, loc);
                }
            };
            let family = operator.family(asked);
            if !operator.makes {
                let size = arg(1).filter(|_| operator.sized).map(|size| self.as_length(size.bits));
                return self.free(state, first, family, size, loc);
            }
            let size = self.as_length(first.bits);
            let align = asked.map_or(self.heap_align(), |align| align.max(self.heap_align()));
            if !name.ends_with("nothrow_t") {
                let most = self.largest_block();
                let possible = self.terms.bv_ule(size, most);
                let note = self.new_note("std::bad_alloc");
                if self.terms.as_bool(possible) != Some(true)
                    && !self.oblige(state, Property::Exception, loc, note, possible)
                {
                    return Called::Ended;
                }
            }
            let may_fail = name.ends_with("nothrow_t");
            return returned(self.allocate(state, size, align, family, false, may_fail, loc));
        }
        match (name, args.len()) {
            ("malloc", 1) => {
                let size = self.length_argument(args, 0);
                let align = self.heap_align();
                returned(self.allocate_or_say(state, size, align, false, loc))
            }
            ("valloc", 1) => {
                let size = self.length_argument(args, 0);
                returned(self.allocate_or_say(state, size, 4096, false, loc))
            }
            ("__CPROVER_allocate", 2) => {
                let size = self.length_argument(args, 0);
                // Whether it is zeroed is nearly always a constant; anything is a sound guess otherwise.
                let zeroed = args[1].bits;
                let zeroed = self.terms.as_u64(zeroed).is_some_and(|value| value != 0);
                let align = self.heap_align();
                returned(self.allocate(state, size, align, Family::Malloc, zeroed, true, loc))
            }
            ("calloc", 2) => {
                let (count, size) = (self.length_argument(args, 0), self.length_argument(args, 1));
                let bytes = self.terms.bv_mul(count, size);
                let overflows = self.terms.umulo(count, size);
                // What does not fit is refused like any size that is too large.
                let all = self.terms.bits(&fathom_ir::Bits::ones(self.form.pointer_bits));
                let bytes = self.terms.ite(overflows, all, bytes);
                let align = self.heap_align();
                returned(self.allocate_or_say(state, bytes, align, true, loc))
            }
            ("aligned_alloc" | "memalign", 2) => {
                let size = self.length_argument(args, 1);
                match self.terms.as_u64(args[0].bits).filter(|align| align.is_power_of_two()) {
                    Some(align) => {
                        let align = align.max(self.heap_align());
                        returned(self.allocate_or_say(state, size, align, false, loc))
                    }
                    None => {
                        self.not_modelled(state, "an allocation with an alignment that is not known", loc)
                    }
                }
            }
            ("posix_memalign", 3) => {
                let size = self.length_argument(args, 2);
                let Some(align) = self.terms.as_u64(args[1].bits) else {
                    let what = "an allocation with an alignment that is not known";
                    return self.not_modelled(state, what, loc);
                };
                let word = u64::from(self.form.pointer_bits / 8);
                if !align.is_power_of_two() || !align.is_multiple_of(word) {
                    return returned(Scalar::plain(self.terms.number(32, EINVAL)));
                }
                let align = align.max(self.heap_align());
                // It tells its caller what is wrong, and leaves `errno` alone.
                let block = self.allocate(state, size, align, Family::Malloc, false, true, loc);
                let align = self.form.pointer_bits / 8;
                // ENOMEM where there was no memory, and nothing is written then.
                let failed = self.is_null(block);
                let made = self.terms.not(failed);
                if !self.store_where(state, made, (args[0], block), Type::Ptr, align, loc) {
                    return Called::Ended;
                }
                let (code, fine) = (self.terms.number(32, ENOMEM), self.terms.number(32, 0));
                let code = self.terms.ite(failed, code, fine);
                returned(Scalar::plain(code))
            }
            ("realloc", 2) => {
                let size = self.length_argument(args, 1);
                self.reallocate(state, args[0], size, loc)
            }
            ("free" | "cfree", 1) => self.free(state, args[0], Family::Malloc, None, loc),
            ("__fathom_object_size" | "__CPROVER_OBJECT_SIZE", 1) => {
                let mut size = self.terms.number(self.form.pointer_bits, 0);
                for (id, selected) in self.targets(state, args[0]) {
                    let of = self.objects[id.0 as usize].size;
                    size = self.terms.ite(selected, of, size);
                }
                returned(Scalar::plain(size))
            }
            ("__CPROVER_POINTER_OFFSET", 1) => {
                let mut offset = args[0].bits;
                for (id, selected) in self.targets(state, args[0]) {
                    let of = self.offset_in(args[0], id);
                    offset = self.terms.ite(selected, of, offset);
                }
                returned(Scalar::plain(offset))
            }
            ("__CPROVER_same_object", 2) => {
                let (x, y) = (args[0].provenance(&mut self.terms), args[1].provenance(&mut self.terms));
                let same = self.terms.eq(x, y);
                returned(self.truth(same))
            }
            ("__CPROVER_DYNAMIC_OBJECT", 1) => {
                let mut heap = self.terms.bool(false);
                for (id, selected) in self.targets(state, args[0]) {
                    if matches!(self.objects[id.0 as usize].kind, ObjectKind::Heap(_)) {
                        heap = self.terms.or(heap, selected);
                    }
                }
                returned(self.truth(heap))
            }
            ("memcpy" | "mempcpy" | "memmove", 3..) => {
                let overlap = if name == "memmove" { Overlap::Allowed } else { Overlap::Forbidden };
                if !self.copy_memory(state, (args[0], args[1], args[2]), overlap, loc) {
                    return Called::Ended;
                }
                if name != "mempcpy" {
                    return returned(args[0]);
                }
                let length = self.length_argument(args, 2);
                returned(self.pointer_plus(args[0], Scalar::plain(length), 1))
            }
            ("bcopy", 3) => match self.copy_memory(state, (args[1], args[0], args[2]), Overlap::Allowed, loc)
            {
                true => Called::Returned(None),
                false => Called::Ended,
            },
            ("memset", 3..) => {
                let bits = self.terms.extract(args[1].bits, 7, 0);
                match self.set_memory(state, args[0], Scalar::plain(bits), args[2], loc) {
                    true => returned(args[0]),
                    false => Called::Ended,
                }
            }
            ("bzero" | "explicit_bzero", 2) => {
                let zero = Scalar::plain(self.terms.number(8, 0));
                match self.set_memory(state, args[0], zero, args[1], loc) {
                    true => Called::Returned(None),
                    false => Called::Ended,
                }
            }
            ("__cxa_pure_virtual", _) => {
                let never = self.terms.bool(false);
                let note = self.new_note("a pure virtual function is called");
                self.oblige(state, Property::InvalidCall, loc, note, never);
                Called::Ended
            }
            ("abort" | "_exit" | "_Exit" | "quick_exit", _) => {
                let always = self.terms.bool(true);
                self.end_abruptly(state, always, loc);
                Called::Ended
            }
            ("sea_is_dereferenceable" | "__CPROVER_r_ok", 1..=2) => {
                let bytes = self.length_argument(args, 1);
                let fine = self.is_accessible(state, args[0], bytes, false);
                returned(self.truth(fine))
            }
            ("__CPROVER_w_ok" | "__CPROVER_rw_ok", 1..=2) => {
                let bytes = self.length_argument(args, 1);
                let fine = self.is_accessible(state, args[0], bytes, true);
                returned(self.truth(fine))
            }
            ("sea_is_alloc", 1) => {
                let mut alive = self.terms.bool(false);
                for (id, selected) in self.targets(state, args[0]) {
                    let here = self.is_alive(state, id.0);
                    let here = self.terms.and(selected, here);
                    alive = self.terms.or(alive, here);
                }
                returned(self.truth(alive))
            }
            ("sea_is_modified", 1) => {
                let mut modified = self.terms.bool(false);
                for (id, selected) in self.targets(state, args[0]) {
                    let Some(object) = state.memory.objects.get(&id.0) else { continue };
                    let was = object.modified;
                    let alive = self.is_alive(state, id.0);
                    let here = self.terms.and(selected, was);
                    let here = self.terms.and(here, alive);
                    modified = self.terms.or(modified, here);
                }
                returned(self.truth(modified))
            }
            ("sea_reset_modified", 1) => {
                for (id, selected) in self.targets(state, args[0]) {
                    if let Some(mut object) = state.memory.objects.get(&id.0).cloned() {
                        let other = self.terms.not(selected);
                        object.modified = self.terms.and(object.modified, other);
                        state.memory.objects.insert(id.0, object);
                    }
                }
                Called::Returned(None)
            }
            ("sea_set_shadowmem", 3) => {
                let Some(slot) = self.terms.as_u64(args[0].bits) else {
                    return self.not_modelled(state, "a shadow memory whose number is not known", loc);
                };
                let value = self.as_length(args[2].bits);
                for (id, selected) in self.targets(state, args[1]) {
                    let alive = self.is_alive(state, id.0);
                    if let Some(mut object) = state.memory.objects.get(&id.0).cloned() {
                        let zero = self.terms.number(self.form.pointer_bits, 0);
                        let old = object.tags.get(&slot).copied().unwrap_or(zero);
                        let here = self.terms.and(selected, alive);
                        object.tags.insert(slot, self.terms.ite(here, value, old));
                        state.memory.objects.insert(id.0, object);
                    }
                }
                Called::Returned(None)
            }
            ("sea_get_shadowmem", 2) => {
                let Some(slot) = self.terms.as_u64(args[0].bits) else {
                    return self.not_modelled(state, "a shadow memory whose number is not known", loc);
                };
                let zero = self.terms.number(self.form.pointer_bits, 0);
                let mut value = zero;
                for (id, selected) in self.targets(state, args[1]) {
                    let alive = self.is_alive(state, id.0);
                    let Some(object) = state.memory.objects.get(&id.0) else { continue };
                    let tag = object.tags.get(&slot).copied().unwrap_or(zero);
                    let here = self.terms.and(selected, alive);
                    value = self.terms.ite(here, tag, value);
                }
                returned(Scalar::plain(value))
            }
            // What is demanded of all arguments is all that it does.
            ("__fathom_use", 1) => Called::Returned(None),
            ("__fathom_float_length", 5) => {
                let guess = self.as_length(args[4].bits);
                let known: Option<Vec<u64>> =
                    args[..4].iter().map(|arg| self.terms.as_u64(arg.bits)).collect();
                let length = known.and_then(|known| {
                    let (precision, alternate) = (known[2] as u32 as i32, known[3] != 0);
                    printed::float_length(f64::from_bits(known[0]), known[1] as u8, precision, alternate)
                });
                let length = length.map(|length| self.terms.number(self.form.pointer_bits, length as u64));
                returned(Scalar::plain(length.unwrap_or(guess)))
            }
            // They are for those who show an execution.
            (
                "__fathom_takes" | "__fathom_takes_integer" | "__fathom_takes_real" | "__fathom_meets",
                2..=4,
            ) => Called::Returned(None),
            // More bytes than there can be: what fails because of them is refused when it is executed.
            ("__fathom_without", 3) => Called::Returned(None),
            ("__fathom_overlap", 4) => {
                let (first, second) = (self.length_argument(args, 1), self.length_argument(args, 3));
                let overlap = self.overlap((args[0], first), (args[2], second));
                returned(self.truth(overlap))
            }
            ("__fathom_leaves_no_trace", 1) => {
                let mut traceless = self.terms.bool(false);
                for (id, selected) in self.targets(state, args[0]) {
                    if let ObjectKind::Function(function) = self.objects[id.0 as usize].kind
                        && effects::leaves_no_trace(self.program, function)
                    {
                        traceless = self.terms.or(traceless, selected);
                    }
                }
                returned(self.truth(traceless))
            }
            ("memhavoc" | "__VERIFIER_nondet_memory" | "klee_make_symbolic" | "__fathom_havoc", 2..=3) => {
                let bytes = self.length_argument(args, 1);
                self.havoc(state, args[0], bytes, loc)
            }
            ("__CPROVER_havoc_object", 1) => self.havoc_object(state, args[0], loc),
            _ => Called::Unknown,
        }
    }

    /// What the library promises of the alignment of heap memory.
    fn heap_align(&self) -> u64 {
        AddressSpace::heap_align(self.form.pointer_bits)
    }

    fn truth(&mut self, condition: Term) -> Scalar {
        let bit = self.terms.bool_to_bit(condition);
        Scalar::plain(self.terms.zero_extend(bit, 32))
    }

    /// A construct without a meaning is reached.
    fn not_modelled(&mut self, state: &State, what: &str, loc: LocId) -> Called {
        let note = self.new_note(what);
        let never = self.terms.bool(false);
        self.oblige(state, Property::Unmodelled, loc, note, never);
        Called::Ended
    }

    /// Whether an access would be valid.
    fn is_accessible(&mut self, state: &State, pointer: Scalar, bytes: Term, write: bool) -> Term {
        let zero = self.terms.number(self.form.pointer_bits, 0);
        let mut fine = self.terms.eq(bytes, zero);
        for (id, selected) in self.targets(state, pointer) {
            let Object { kind, size, .. } = self.objects[id.0 as usize];
            let usable = match kind {
                ObjectKind::Function(_) | ObjectKind::Undefined => false,
                ObjectKind::Constant => !write,
                _ => true,
            };
            if !usable {
                continue;
            }
            let offset = self.offset_in(pointer, id);
            let inside = self.fits(offset, bytes, size);
            let alive = self.is_alive(state, id.0);
            let here = self.terms.and(selected, alive);
            let here = self.terms.and(here, inside);
            fine = self.terms.or(fine, here);
        }
        fine
    }

    /// Heap memory, or null where the size is more than there can be, or where allocation may fail and does.
    #[allow(clippy::too_many_arguments)]
    fn allocate(
        &mut self,
        state: &mut State,
        size: Term,
        align: u64,
        family: Family,
        zeroed: bool,
        may_fail: bool,
        loc: LocId,
    ) -> Scalar {
        let never = self.terms.bool(false);
        self.allocate_unless(state, never, &[], size, align, family, zeroed, may_fail, loc)
    }

    /// The size of which there may be objects: whoever asks for more is refused.
    fn largest_block(&mut self) -> Term {
        let most = AddressSpace::largest_block(&self.program.target);
        self.terms.number(self.form.pointer_bits, most)
    }

    /// The same of the C library, which sets `errno` where there is no memory.
    fn allocate_or_say(
        &mut self,
        state: &mut State,
        size: Term,
        align: u64,
        zeroed: bool,
        loc: LocId,
    ) -> Scalar {
        let block = self.allocate(state, size, align, Family::Malloc, zeroed, true, loc);
        let failed = self.is_null(block);
        self.set_errno(state, failed, ENOMEM);
        block
    }

    /// The same as `allocate`, and null where the condition `refused` holds: there, nobody asks for memory. What it replaces may lie
    /// where the new memory does.
    #[allow(clippy::too_many_arguments)]
    fn allocate_unless(
        &mut self,
        state: &mut State,
        refused: Term,
        replaced: &[(ObjectId, Term)],
        size: Term,
        align: u64,
        family: Family,
        zeroed: bool,
        may_fail: bool,
        loc: LocId,
    ) -> Scalar {
        let width = self.form.pointer_bits;
        let most = self.largest_block();
        let too_large = self.terms.bv_ult(most, size);
        let too_large = self.terms.or(too_large, refused);
        let chance = match self.options.malloc_may_fail && may_fail {
            true => self.terms.symbol("allocation fails", Sort::Bool),
            false => self.terms.bool(false),
        };
        let fails = self.terms.or(too_large, chance);
        let kind = ObjectKind::Heap(family);
        let zero = self.terms.number(width, 0);
        // An object that is not made has no bytes.
        let size = self.terms.ite(fails, zero, size);
        let block = self.new_object(state, kind, size, align, (NoteId::NONE, loc), zeroed, Some(chance));
        let id = self.objects.len() as u32 - 1;
        // What is too large is refused before memory is looked for.
        if let Some(event) = self.evidence.objects.last_mut() {
            let tried = self.terms.not(too_large);
            event.guard = self.terms.and(event.guard, tried);
        }
        if self.terms.as_bool(fails) != Some(false)
            && let Some(mut object) = state.memory.objects.get(&id).cloned()
        {
            let never = Life::Never.term(&mut self.terms);
            object.life = self.terms.ite(fails, never, object.life);
            state.memory.objects.insert(id, object);
        }
        let made = self.terms.not(fails);
        self.take_room(state, ObjectId(id), made, replaced);
        let null = Scalar::plain(zero);
        Scalar::choose(&mut self.terms, fails, null, block)
    }

    /// Sets `errno`, as the models of the C library have it, where the condition holds.
    fn set_errno(&mut self, state: &mut State, condition: Term, code: u64) {
        let mut globals = self.program.globals.iter();
        let Some(at) = globals.position(|global| global.name == "fathom_errno") else { return };
        if self.terms.as_bool(condition) == Some(false) {
            return;
        }
        let errno = ObjectId(1 + at as u32);
        let base = self.objects[errno.0 as usize].base;
        let (place, known) = self.index_in(Scalar::plain(base), errno, 4);
        let region = self.region(errno);
        let code = Scalar::plain(self.terms.number(32, code));
        if let Some(content) = state.memory.contents.get_mut(&region) {
            content.write(&mut self.terms, self.form, (place, condition), (4, code), &known);
        }
    }

    fn reallocate(&mut self, state: &mut State, old: Scalar, size: Term, loc: LocId) -> Called {
        let width = self.form.pointer_bits;
        let zero = self.terms.number(width, 0);
        let fresh = self.is_null(old);
        let empty = self.terms.eq(size, zero);
        // `realloc(p, 0)` frees; only with a null pointer it allocates.
        let has_old = self.terms.not(fresh);
        let only_frees = self.terms.and(has_old, empty);
        let Some(releases) = self.check_free(state, old, Family::Malloc, None, loc) else {
            return Called::Ended;
        };
        if self.terms.as_bool(only_frees) == Some(true) {
            self.release(state, &releases);
            return Called::Returned(Some(Scalar::plain(zero)));
        }
        let align = self.heap_align();
        // Before the new memory is there: in one memory for all, it may lie where the old one does.
        let before = state.memory.contents.clone();
        let new =
            self.allocate_unless(state, only_frees, &releases, size, align, Family::Malloc, false, true, loc);
        let id = self.objects.len() as u32 - 1;
        let missing = self.is_null(new);
        let made = self.terms.not(missing);
        let asked = self.terms.not(only_frees);
        let failed = self.terms.and(missing, asked);
        self.set_errno(state, failed, ENOMEM);
        for &(from, selected) in &releases {
            let condition = self.terms.and(selected, made);
            let old_size = self.objects[from.0 as usize].size;
            let new_size = self.objects[id as usize].size;
            let less = self.terms.bv_ult(old_size, new_size);
            let length = self.terms.ite(less, old_size, new_size);
            let (to, _) = self.index_in(Scalar::plain(self.objects[id as usize].base), ObjectId(id), 1);
            let (of, _) = self.index_in(Scalar::plain(self.objects[from.0 as usize].base), from, 1);
            let (region, source) = (self.region(ObjectId(id)), self.region(from));
            let Some(source) = before.get(&source) else { continue };
            let Some(content) = state.memory.contents.get_mut(&region) else { continue };
            // Checked before: the old pointer is one of these, or null.
            let always = releases.len() == 1 && self.terms.as_bool(fresh) == Some(false);
            let condition = if always { made } else { condition };
            content.copy(&mut self.terms, self.form, (to, length, condition), source, of);
        }
        let releases: Vec<_> = releases
            .into_iter()
            .map(|(id, selected)| {
                let replaced = self.terms.or(made, only_frees);
                let both = self.terms.and(selected, replaced);
                (id, both)
            })
            .collect();
        self.release(state, &releases);
        Called::Returned(Some(new))
    }

    fn free(
        &mut self,
        state: &mut State,
        pointer: Scalar,
        family: Family,
        size: Option<Term>,
        loc: LocId,
    ) -> Called {
        match self.check_free(state, pointer, family, size, loc) {
            Some(targets) => {
                self.release(state, &targets);
                Called::Returned(None)
            }
            None => Called::Ended,
        }
    }

    fn release(&mut self, state: &mut State, targets: &[(ObjectId, Term)]) {
        let freed = Life::Freed.term(&mut self.terms);
        for &(id, selected) in targets {
            if let Some(mut object) = state.memory.objects.get(&id.0).cloned() {
                object.life = self.terms.ite(selected, freed, object.life);
                state.memory.objects.insert(id.0, object);
            }
        }
    }

    /// Obliges what `free` obliges, and that the size is that of the object where one is given; the objects that it
    /// frees, with conditions.
    fn check_free(
        &mut self,
        state: &State,
        pointer: Scalar,
        family: Family,
        size: Option<Term>,
        loc: LocId,
    ) -> Option<Vec<(ObjectId, Term)>> {
        let no = self.terms.bool(false);
        let null = self.is_null(pointer);
        let not_null = self.terms.not(null);
        let (mut invalid, mut double, mut mismatched) = (no, no, no);
        let mut somewhere = no;
        let mut freed = Vec::new();
        for (id, selected) in self.targets(state, pointer) {
            let Object { kind, size: allocated, .. } = self.objects[id.0 as usize];
            let Some(life) = state.memory.objects.get(&id.0).map(|object| object.life) else { continue };
            let at_start = self.is_at_start(pointer, id);
            let terms = &mut self.terms;
            let never = Life::Never.term(terms);
            let there = terms.ne(life, never);
            let selected = terms.and(selected, there);
            somewhere = terms.or(somewhere, selected);
            let live = Life::Live.term(terms);
            let alive = terms.eq(life, live);
            let gone = terms.not(alive);
            let over = terms.and(selected, gone);
            if kind == ObjectKind::Stack {
                invalid = terms.or(invalid, over);
            } else {
                double = terms.or(double, over);
            }
            let here = terms.and(selected, alive);
            let ObjectKind::Heap(made_by) = kind else {
                invalid = terms.or(invalid, here);
                continue;
            };
            let inside = terms.not(at_start);
            let fail = terms.and(here, inside);
            invalid = terms.or(invalid, fail);
            let good = terms.and(here, at_start);
            if made_by != family {
                mismatched = terms.or(mismatched, good);
                continue;
            }
            if let Some(size) = size {
                let other_size = terms.ne(size, allocated);
                let wrong = terms.and(good, other_size);
                mismatched = terms.or(mismatched, wrong);
            }
            let good = terms.and(good, not_null);
            freed.push((id, good));
        }
        let nowhere = self.terms.not(somewhere);
        invalid = self.terms.or(invalid, nowhere);
        for (property, fail) in [
            (Property::InvalidFree, invalid),
            (Property::DoubleFree, double),
            (Property::MismatchedFree, mismatched),
        ] {
            let fail = self.terms.and(not_null, fail);
            let condition = self.terms.not(fail);
            if !self.oblige(state, property, loc, NoteId::NONE, condition) {
                return None;
            }
        }
        // Checked: if it is not null, it is one of these.
        if let [(id, _)] = freed[..]
            && self.terms.as_bool(not_null) == Some(true)
        {
            let yes = self.terms.bool(true);
            return Some(vec![(id, yes)]);
        }
        Some(freed)
    }

    /// Makes bytes arbitrary.
    fn havoc(&mut self, state: &mut State, pointer: Scalar, bytes: Term, loc: LocId) -> Called {
        let access = Access { pointer, bytes, align: 1, write: true, may_be_empty: true, value: None };
        let Some(targets) = self.check_access(state, access, loc) else { return Called::Ended };
        let form = self.form;
        let sort = Sort::Array { index: form.pointer_bits, element: 8 };
        let array = self.terms.symbol("havoc", sort);
        let fresh = Content::new(&mut self.terms, form, array, false);
        let zero = self.terms.number(form.pointer_bits, 0);
        let single = targets.len() == 1;
        for (id, selected) in targets {
            self.touch(state, id, selected);
            let (start, _) = self.index_in(pointer, id, 1);
            let condition =
                if single || self.options.encoding.flat { self.terms.bool(true) } else { selected };
            let region = self.region(id);
            let Some(content) = state.memory.contents.get_mut(&region) else { continue };
            content.copy(&mut self.terms, form, (start, bytes, condition), &fresh, zero);
            if self.options.encoding.flat {
                break;
            }
        }
        let guard = state.guard.term(&mut self.terms);
        let event = ObjectEvent {
            guard,
            fails: None,
            bytes: array,
            size: bytes,
            base: None,
            loc,
            name: NoteId::NONE,
        };
        self.evidence.objects.push(event);
        Called::Returned(None)
    }

    fn havoc_object(&mut self, state: &mut State, pointer: Scalar, loc: LocId) -> Called {
        let (mut base, mut size) = (pointer.bits, self.terms.number(self.form.pointer_bits, 1));
        for (id, selected) in self.targets(state, pointer) {
            let Object { base: start, size: whole, .. } = self.objects[id.0 as usize];
            base = self.terms.ite(selected, start, base);
            size = self.terms.ite(selected, whole, size);
        }
        self.havoc(state, Scalar { bits: base, ..pointer }, size, loc)
    }
}
