//! The execution loop.

use std::rc::Rc;

use fathom_ir::bits::{mask, small};
use fathom_ir::{Bits, CastOp, CmpOp, FBinOp, FCmpOp, NoteId, Op, Overlap, Property, Surplus, Type, eval};

use crate::arith::{self, number, partial};
use crate::code::{
    CONSTANT, CallIns, CallPtrIns, Code, EdgeCode, Ins, Operand, Place, PureIns, SwitchIns, Wide,
};
use crate::fault::{Fault, Step, Stop};
use crate::machine::{Machine, Scalar};
use crate::memory::{Access, Cell, Pointer, Provenance};
use crate::recording::{Origin, Told};
use crate::replay::AskSite;

/// Reads an operand of at most 64 bits.
macro_rules! get {
    ($self:ident, $code:ident, $base:ident, $operand:expr) => {{
        let operand: Operand = $operand;
        if operand & CONSTANT != 0 {
            $code.constants[(operand & !CONSTANT) as usize]
        } else {
            $self.registers[$base + operand as usize]
        }
    }};
}

fn pointer(cell: Cell) -> Pointer {
    Pointer { addr: cell.bits, prov: cell.prov }
}

fn of_pointer(pointer: Pointer) -> Cell {
    Cell { bits: pointer.addr, undef: 0, prov: pointer.prov }
}

impl Machine<'_> {
    /// Executes until the activation above `floor` returns.
    pub(crate) fn execute(&mut self, floor: usize) -> Step<Vec<Scalar>> {
        loop {
            let Some(frame) = self.frames.last() else { return Ok(vec![]) };
            let (code, base, pc) = (Rc::clone(&frame.code), frame.base, frame.pc);
            let pc = pc as usize;
            let left = match self.recorder {
                None => self.execute_frame::<false>(&code, base, pc, floor)?,
                Some(_) => self.execute_frame::<true>(&code, base, pc, floor)?,
            };
            if let Leave::Finished(values) = left {
                return Ok(values);
            }
        }
    }

    /// Executes one activation until it calls or returns; `WATCHED` if somebody writes down what happens.
    #[allow(clippy::too_many_lines)]
    fn execute_frame<const WATCHED: bool>(
        &mut self,
        code: &Code,
        base: usize,
        start: usize,
        floor: usize,
    ) -> Step<Leave> {
        let mut pc = start;
        let mut steps = self.steps;
        let mut next_look = self.next_look;
        // Saves where we are, for calls and failures.
        macro_rules! sync {
            () => {{
                self.steps = steps;
                if let Some(frame) = self.frames.last_mut() {
                    frame.pc = pc as u32;
                }
            }};
        }
        // Where a program can come to again and again, somebody looks whether it is to go on.
        macro_rules! look {
            () => {
                if steps >= next_look {
                    sync!();
                    next_look = self.pause(steps)?;
                    self.next_look = next_look;
                }
            };
        }
        macro_rules! tri {
            ($step:expr) => {
                match $step {
                    Ok(value) => value,
                    Err(stop) => {
                        sync!();
                        return Err(stop);
                    }
                }
            };
        }
        macro_rules! jump {
            ($edge:expr) => {{
                let edge = &code.edges[$edge as usize];
                if edge.sequential && edge.wide_moves.is_empty() {
                    for &(to, from) in &edge.moves {
                        self.registers[base + to as usize] = get!(self, code, base, from);
                    }
                } else {
                    self.move_all(code, edge, base);
                }
                pc = edge.target as usize;
                look!();
            }};
        }
        macro_rules! set {
            ($dst:expr, $cell:expr) => {{
                let cell = $cell;
                self.registers[base + $dst as usize] = cell;
            }};
        }
        loop {
            steps += 1;
            let ins = &code.ins[pc];
            pc += 1;
            if WATCHED {
                sync!();
                self.watch(code.origins[pc - 1]);
            }
            match ins {
                Ins::Bin { op, width, dst, a, b } => {
                    let (a, b, width) =
                        (get!(self, code, base, *a), get!(self, code, base, *b), u32::from(*width));
                    if a.undef | b.undef == 0 {
                        set!(*dst, number(small::bin(*op, width, a.bits, b.bits)));
                    } else {
                        let divides = matches!(
                            op,
                            fathom_ir::BinOp::UDiv
                                | fathom_ir::BinOp::SDiv
                                | fathom_ir::BinOp::URem
                                | fathom_ir::BinOp::SRem
                        );
                        if divides && b.undef != 0 {
                            tri!(self.indeterminate("the divisor"));
                        }
                        set!(*dst, arith::bin_partial(*op, width, a, b));
                    }
                }
                Ins::Cmp { op, width, dst, a, b } => {
                    let (a, b) = (get!(self, code, base, *a), get!(self, code, base, *b));
                    set!(*dst, compare(*op, u32::from(*width), a, b));
                }
                Ins::CmpBranch { op, width, a, b, then, els } => {
                    let (a, b) = (get!(self, code, base, *a), get!(self, code, base, *b));
                    let cond = compare(*op, u32::from(*width), a, b);
                    if cond.undef != 0 {
                        tri!(self.indeterminate("the condition of a branch"));
                    }
                    jump!(if cond.bits != 0 { *then } else { *els });
                }
                Ins::Branch { cond, then, els } => {
                    let cond = get!(self, code, base, *cond);
                    if cond.undef != 0 {
                        tri!(self.indeterminate("the condition of a branch"));
                    }
                    jump!(if cond.bits != 0 { *then } else { *els });
                }
                Ins::Jump(edge) => jump!(*edge),
                Ins::Load { dst, ptr, bytes, width, align, pointer: is_pointer } => {
                    let ptr = get!(self, code, base, *ptr);
                    if ptr.undef != 0 {
                        tri!(self.indeterminate("the address of a read"));
                    }
                    let mut cell = tri!(self.memory.load(pointer(ptr), u64::from(*bytes), u64::from(*align)));
                    if self.memory.holds_arguments(ptr.prov) {
                        tri!(self.check_argument(pointer(ptr), self.loaded(code.origins[pc - 1])));
                    }
                    let bits = mask(u32::from(*width));
                    cell.bits &= bits;
                    cell.undef &= bits;
                    if cell.prov != Provenance::NONE && !is_pointer {
                        self.memory.expose(cell.prov);
                    } else if *is_pointer
                        && cell.prov == Provenance::NONE
                        && cell.bits != 0
                        && cell.undef == 0
                    {
                        cell.prov = self.memory.exposed_at(cell.bits);
                    }
                    set!(*dst, cell);
                }
                Ins::Store { value, ptr, bytes, align } => {
                    let (value, ptr) = (get!(self, code, base, *value), get!(self, code, base, *ptr));
                    if ptr.undef != 0 {
                        tri!(self.indeterminate("the address of a write"));
                    }
                    tri!(self.memory.store(pointer(ptr), u64::from(*bytes), u64::from(*align), value));
                }
                Ins::PtrAddBytes { dst, base: from, bytes, inbounds } => {
                    let from = get!(self, code, base, *from);
                    let bits = from.bits.wrapping_add(*bytes as u64) & self.pointer_mask;
                    if *inbounds && from.undef == 0 {
                        tri!(self.check_inbounds(from, i128::from(*bytes)));
                    }
                    set!(*dst, Cell { bits, ..from });
                }
                Ins::PtrAdd { dst, base: from, index, width, inbounds, scale } => {
                    let (from, index) = (get!(self, code, base, *from), get!(self, code, base, *index));
                    let index_value = small::signed(u32::from(*width), index.bits);
                    let bytes = index_value.wrapping_mul(*scale as i64);
                    let undef = if from.undef | index.undef == 0 { 0 } else { self.pointer_mask };
                    if *inbounds && undef == 0 {
                        tri!(self.check_inbounds(from, i128::from(index_value) * i128::from(*scale)));
                    }
                    let bits = from.bits.wrapping_add(bytes as u64) & self.pointer_mask;
                    set!(*dst, Cell { bits: bits & !undef, undef, prov: from.prov });
                }
                Ins::Overflow { op, width, dst, a, b } => {
                    let (a, b) = (get!(self, code, base, *a), get!(self, code, base, *b));
                    let value = if a.undef | b.undef == 0 {
                        number(u64::from(small::overflow(*op, u32::from(*width), a.bits, b.bits)))
                    } else {
                        arith::overflow_partial(*op, u32::from(*width), a, b)
                    };
                    set!(*dst, value);
                }
                Ins::Un { op, width, dst, a } => {
                    let a = get!(self, code, base, *a);
                    let width = u32::from(*width);
                    let value = small::un(*op, width, a.bits);
                    set!(*dst, if a.undef == 0 { number(value) } else { partial(value, mask(width)) });
                }
                Ins::PtrOrder { op, dst, a, b } => {
                    let (a, b) = (get!(self, code, base, *a), get!(self, code, base, *b));
                    if !self.memory.same_object(pointer(a), pointer(b)) {
                        tri!(Err(Fault::stop(
                            Property::PointerComparison,
                            "the pointers belong to different objects"
                        )));
                    }
                    set!(*dst, compare(*op, 64, a, b));
                }
                Ins::Trunc { width, dst, a } => {
                    let a = get!(self, code, base, *a);
                    let bits = mask(u32::from(*width));
                    set!(*dst, Cell { bits: a.bits & bits, undef: a.undef & bits, prov: Provenance::NONE });
                }
                Ins::SExt { from, to, dst, a } => {
                    let a = get!(self, code, base, *a);
                    let extend = |bits| small::signed(u32::from(*from), bits) as u64 & mask(u32::from(*to));
                    let undef = if a.undef == 0 { 0 } else { extend(a.undef) };
                    set!(*dst, Cell { bits: extend(a.bits) & !undef, undef, prov: Provenance::NONE });
                }
                Ins::Move { dst, a } => set!(*dst, get!(self, code, base, *a)),
                Ins::PtrToInt { width, dst, a } => {
                    let a = get!(self, code, base, *a);
                    self.memory.expose(a.prov);
                    let bits = mask(u32::from(*width));
                    // The number is still the pointer, as long as nothing is computed with it.
                    let prov = if bits == self.pointer_mask { a.prov } else { Provenance::NONE };
                    set!(*dst, Cell { bits: a.bits & bits, undef: a.undef & bits, prov });
                }
                Ins::IntToPtr { dst, a } => {
                    let a = get!(self, code, base, *a);
                    let bits = a.bits & self.pointer_mask;
                    if a.prov != Provenance::NONE
                        && self.memory.is_in_another(Pointer { addr: bits, prov: a.prov })
                    {
                        let what =
                            "a number that is the end of one object and lies in another becomes a pointer";
                        tri!(Err(Fault::stop(Property::Unmodelled, what)));
                    }
                    let prov = self.memory.provenance_of_number(bits, a.prov);
                    set!(*dst, Cell { bits, undef: a.undef & self.pointer_mask, prov });
                }
                Ins::Select { dst, cond, a, b } => {
                    let cond = get!(self, code, base, *cond);
                    let (a, b) = (get!(self, code, base, *a), get!(self, code, base, *b));
                    let value = if cond.undef == 0 {
                        if cond.bits != 0 { a } else { b }
                    } else {
                        // Bits that both sides share do not depend on the condition.
                        partial(a.bits, a.undef | b.undef | (a.bits ^ b.bits))
                    };
                    set!(*dst, value);
                }
                Ins::F64 { op, dst, a, b } => {
                    let (a, b) = (get!(self, code, base, *a), get!(self, code, base, *b));
                    let (x, y) = (f64::from_bits(a.bits), f64::from_bits(b.bits));
                    let value = match op {
                        FBinOp::Add => x + y,
                        FBinOp::Sub => x - y,
                        FBinOp::Mul => x * y,
                        _ => x / y,
                    };
                    let undef = if a.undef | b.undef == 0 { 0 } else { u64::MAX };
                    set!(*dst, partial(value.to_bits(), undef));
                }
                Ins::F32 { op, dst, a, b } => {
                    let (a, b) = (get!(self, code, base, *a), get!(self, code, base, *b));
                    let (x, y) = (f32::from_bits(a.bits as u32), f32::from_bits(b.bits as u32));
                    let value = match op {
                        FBinOp::Add => x + y,
                        FBinOp::Sub => x - y,
                        FBinOp::Mul => x * y,
                        _ => x / y,
                    };
                    let undef = if a.undef | b.undef == 0 { 0 } else { mask(32) };
                    set!(*dst, partial(u64::from(value.to_bits()), undef));
                }
                Ins::FCmp64 { relations, dst, a, b } => {
                    let (a, b) = (get!(self, code, base, *a), get!(self, code, base, *b));
                    let relation = match f64::from_bits(a.bits).partial_cmp(&f64::from_bits(b.bits)) {
                        Some(std::cmp::Ordering::Less) => FCmpOp::LESS,
                        Some(std::cmp::Ordering::Equal) => FCmpOp::EQUAL,
                        Some(std::cmp::Ordering::Greater) => FCmpOp::GREATER,
                        None => FCmpOp::UNORDERED,
                    };
                    let undef = u64::from(a.undef | b.undef != 0);
                    set!(*dst, partial(u64::from(relations & relation != 0), undef));
                }
                Ins::Pure(pure) => tri!(self.pure(pure)),
                Ins::Freeze { dst, a } => {
                    let a = get!(self, code, base, *a);
                    set!(*dst, Cell { undef: 0, ..a });
                }
                Ins::InBounds { dst, base: from, index, width, scale } => {
                    let (from, index) = (get!(self, code, base, *from), get!(self, code, base, *index));
                    let value = if from.undef | index.undef != 0 {
                        partial(0, 1)
                    } else {
                        let bytes =
                            i128::from(small::signed(u32::from(*width), index.bits)) * i128::from(*scale);
                        number(u64::from(self.stays_inside(from, bytes)))
                    };
                    set!(*dst, value);
                }
                Ins::PtrDiff { dst, a, b } => {
                    let (a, b) = (get!(self, code, base, *a), get!(self, code, base, *b));
                    if self.options.checks.contains(Property::PointerSubtraction)
                        && !self.memory.same_object(pointer(a), pointer(b))
                    {
                        tri!(Err(Fault::stop(
                            Property::PointerSubtraction,
                            "the pointers belong to different objects"
                        )));
                    }
                    self.memory.expose(a.prov);
                    self.memory.expose(b.prov);
                    let undef = if a.undef | b.undef == 0 { 0 } else { self.pointer_mask };
                    set!(*dst, partial(a.bits.wrapping_sub(b.bits) & self.pointer_mask, undef));
                }
                Ins::LoadWide { dst, ptr, width, align } => {
                    let ptr = get!(self, code, base, *ptr);
                    if ptr.undef != 0 {
                        tri!(self.indeterminate("the address of a read"));
                    }
                    let wide = tri!(self.load_wide(pointer(ptr), *width, *align));
                    if self.memory.holds_arguments(ptr.prov) {
                        tri!(self.check_argument(pointer(ptr), self.loaded(code.origins[pc - 1])));
                    }
                    if let Some(frame) = self.frames.last() {
                        self.wides[frame.wide_base + *dst as usize] = wide;
                    }
                }
                Ins::StoreWide { value, ptr, width, align } => {
                    let ptr = get!(self, code, base, *ptr);
                    if ptr.undef != 0 {
                        tri!(self.indeterminate("the address of a write"));
                    }
                    let place = Place { at: *value, ty: Type::Int(*width), wide: true };
                    let value = self.read(place);
                    tri!(self.store_wide(pointer(ptr), value, *width, *align));
                }
                Ins::Alloca { dst, size, align, name, holds_arguments } => {
                    let size = get!(self, code, base, *size);
                    if size.undef != 0 {
                        tri!(self.indeterminate("the size of a local array"));
                    }
                    sync!();
                    self.memory.site = self.site();
                    let object = self.memory.add_stack(size.bits, u64::from(*align), *name)?;
                    if *holds_arguments {
                        self.memory.set_holds_arguments(object.prov);
                    }
                    if WATCHED {
                        self.give_unset(object);
                        self.watch_slot(object.prov, code.origins[pc - 1]);
                    }
                    set!(*dst, of_pointer(object));
                }
                Ins::LifetimeStart(ptr) => {
                    let ptr = get!(self, code, base, *ptr);
                    self.memory.lifetime_start(pointer(ptr));
                    if WATCHED {
                        self.give_unset(pointer(ptr));
                    }
                }
                Ins::LifetimeEnd(ptr, for_good) => {
                    let ptr = get!(self, code, base, *ptr);
                    sync!();
                    self.memory.site = self.site();
                    self.memory.lifetime_end(pointer(ptr), *for_good);
                }
                Ins::Seal(ptr) => {
                    let ptr = get!(self, code, base, *ptr);
                    self.memory.seal(pointer(ptr));
                }
                Ins::StackSave { dst } => {
                    let token = self.memory.stack_mark() as u64;
                    set!(*dst, number(token));
                }
                Ins::StackRestore(token) => {
                    let token = get!(self, code, base, *token);
                    sync!();
                    self.memory.site = self.site();
                    self.memory.release_stack(token.bits as usize);
                }
                Ins::MemCopy { dst, src, len, overlap } => {
                    let (dst, src) = (get!(self, code, base, *dst), get!(self, code, base, *src));
                    let len = get!(self, code, base, *len);
                    if dst.undef | src.undef | len.undef != 0 {
                        tri!(self.indeterminate("an argument of a copy"));
                    }
                    tri!(self.memory_copy(pointer(dst), pointer(src), len.bits, *overlap));
                }
                Ins::MemSet { dst, byte, len } => {
                    let (dst, byte) = (get!(self, code, base, *dst), get!(self, code, base, *byte));
                    let len = get!(self, code, base, *len);
                    if dst.undef | len.undef != 0 {
                        tri!(self.indeterminate("an argument of a fill"));
                    }
                    tri!(self.memory.fill(pointer(dst), byte.bits as u8, byte.undef as u8, len.bits));
                }
                Ins::Assert { cond, property, note } => {
                    let cond = get!(self, code, base, *cond);
                    if cond.undef != 0 {
                        tri!(self.indeterminate("an asserted condition"));
                    }
                    if cond.bits == 0 {
                        tri!(Err(self.assertion(*property, *note)));
                    }
                }
                Ins::Assume(cond) => {
                    let cond = get!(self, code, base, *cond);
                    if cond.undef != 0 {
                        tri!(self.indeterminate("an assumed condition"));
                    }
                    if cond.bits == 0 {
                        sync!();
                        return Err(Stop::Assumption(self.site().loc));
                    }
                }
                Ins::Nondet(place, outside, name) => {
                    let value = self.nondet(place.ty, *outside, *name);
                    self.write(*place, value);
                }
                Ins::Call(call) => {
                    sync!();
                    if self.call(call)? {
                        return Ok(Leave::Switched);
                    }
                    steps = self.steps;
                }
                Ins::CallPtr(call) => {
                    let callee = get!(self, code, base, call.callee);
                    if callee.undef != 0 {
                        tri!(self.indeterminate("the function called"));
                    }
                    sync!();
                    if self.call_through(pointer(callee), call)? {
                        return Ok(Leave::Switched);
                    }
                    steps = self.steps;
                }
                Ins::Switch(switch) => {
                    let edge = tri!(self.switch(switch));
                    jump!(edge);
                }
                Ins::Return(places) => {
                    look!();
                    sync!();
                    if WATCHED {
                        let values = places.iter().map(|&place| self.read(place)).collect();
                        self.memory.tell(|| Told::Returned(values));
                    }
                    if self.frames.len() == floor + 1 {
                        let values = places.iter().map(|&place| self.read(place)).collect();
                        self.leave();
                        return Ok(Leave::Finished(values));
                    }
                    self.give_back(code, base, places);
                    return Ok(Leave::Switched);
                }
                Ins::Stop => {
                    tri!(Err(Fault::stop(
                        Property::Unreachable,
                        "a function that does not return has returned"
                    )));
                }
            }
        }
    }

    /// A use of an indeterminate value; not an error where that is not checked.
    #[cold]
    fn indeterminate(&self, what: &str) -> Step<()> {
        if self.options.checks.contains(Property::UninitialisedUse) {
            return Err(Fault::stop(Property::UninitialisedUse, format!("{what} is uninitialised")));
        }
        Ok(())
    }

    #[cold]
    fn assertion(&self, property: Property, note: NoteId) -> Stop {
        let note = self.program.note(note);
        let details = if note.is_empty() { vec![] } else { vec![note.to_owned()] };
        Stop::Fault(Box::new(Fault { property, details, object: Provenance::NONE }))
    }

    /// Whether `from + bytes` stays inside the object of `from` (its end included) and so does `from`.
    /// Pointers without an object, null among them, have nothing to stay inside of; the access will
    /// tell.
    fn stays_inside(&self, from: Cell, bytes: i128) -> bool {
        if from.prov == Provenance::NONE || bytes == 0 {
            return true;
        }
        match self.memory.info(from.prov) {
            Some(info) => {
                let start = i128::from(from.bits) - i128::from(info.base);
                let range = 0..=i128::from(info.size);
                range.contains(&start) && range.contains(&(start + bytes))
            }
            // Arithmetic on pointers to dead objects is left to the access.
            None => true,
        }
    }

    #[inline]
    fn check_inbounds(&self, from: Cell, bytes: i128) -> Step<()> {
        if self.stays_inside(from, bytes) {
            return Ok(());
        }
        let offset =
            self.memory.info(from.prov).map_or(0, |info| i128::from(from.bits) - i128::from(info.base));
        let what = format!("moves to offset {} of {}", offset + bytes, self.memory.describe(from.prov));
        Err(self.memory.fault(Property::PointerArithmetic, pointer(from), what))
    }

    fn memory_copy(&mut self, dst: Pointer, src: Pointer, len: u64, overlap: Overlap) -> Step<()> {
        let distance = dst.addr.wrapping_sub(src.addr);
        let same_is_fine = match overlap {
            Overlap::Allowed => return self.memory.copy(dst, src, len),
            Overlap::Exact => true,
            Overlap::Forbidden => false,
        };
        if len > 0
            && !(distance == 0 && same_is_fine)
            && (distance < len || distance.wrapping_neg() < len)
            && self.options.checks.contains(Property::OverlappingCopy)
        {
            self.memory.check_range(src, len, Access::Read)?;
            self.memory.check_range(dst, len, Access::Write)?;
            let what = match distance.min(distance.wrapping_neg()) {
                0 => format!("{len} bytes are copied onto themselves"),
                bytes => format!("{len} bytes are copied to {bytes} bytes from where they are read"),
            };
            return Err(self.memory.fault(Property::OverlappingCopy, dst, what));
        }
        self.memory.copy(dst, src, len)
    }

    #[cold]
    fn move_all(&mut self, code: &Code, edge: &EdgeCode, base: usize) {
        let values: Vec<Cell> = edge.moves.iter().map(|&(_, from)| get!(self, code, base, from)).collect();
        for (&(to, _), value) in edge.moves.iter().zip(values) {
            self.registers[base + to as usize] = value;
        }
        let Some(wide_base) = self.frames.last().map(|frame| frame.wide_base) else { return };
        let wide = |this: &Self, from: Operand| {
            let at = (from & !CONSTANT) as usize;
            if from & CONSTANT != 0 {
                code.wide_constants[at].clone()
            } else {
                this.wides[wide_base + at].clone()
            }
        };
        let values: Vec<Wide> = edge.wide_moves.iter().map(|&(_, from)| wide(self, from)).collect();
        for (&(to, _), value) in edge.wide_moves.iter().zip(values) {
            self.wides[wide_base + to as usize] = value;
        }
    }

    fn switch(&mut self, switch: &SwitchIns) -> Step<u32> {
        match self.read(switch.value) {
            Scalar::Cell(cell) => {
                if cell.undef != 0 {
                    self.indeterminate("the value of a switch")?;
                }
                Ok(switch.cases.get(&cell.bits).copied().unwrap_or(switch.default))
            }
            Scalar::Wide(bits, undef) => {
                if !undef.is_zero() {
                    self.indeterminate("the value of a switch")?;
                }
                let found = switch.wide_cases.iter().find(|(case, _)| *case == bits);
                Ok(found.map_or(switch.default, |&(_, edge)| edge))
            }
        }
    }

    /// Ends the innermost activation and gives its results to the call below it.
    fn give_back(&mut self, code: &Code, base: usize, values: &[Place]) {
        let wides: Vec<Scalar> = values.iter().filter(|v| v.wide).map(|&place| self.read(place)).collect();
        let below = self.frames.len() - 2;
        let caller = Rc::clone(&self.frames[below].code);
        let caller_base = self.frames[below].base;
        let results: &[Place] = match &caller.ins[self.frames[below].pc as usize - 1] {
            Ins::Call(call) => &call.results,
            Ins::CallPtr(call) => &call.results,
            _ => &[],
        };
        for (result, value) in results.iter().zip(values).filter(|(_, value)| !value.wide) {
            self.registers[caller_base + result.at as usize] = get!(self, code, base, value.at);
        }
        self.leave();
        for (result, value) in results.iter().filter(|result| result.wide).zip(wides) {
            self.write(*result, value);
        }
    }

    /// Whether a new activation was started.
    fn call(&mut self, call: &CallIns) -> Step<bool> {
        if let Some(code) = self.code(call.callee) {
            self.enter_from(call.callee, code, &call.args)?;
            return Ok(true);
        }
        let args: Vec<Scalar> = call.args.iter().map(|&place| self.read(place)).collect();
        let types: Vec<Type> = call.args.iter().map(|place| place.ty).collect();
        self.call_library(call.callee, &args, &types, &call.results)?;
        Ok(false)
    }

    fn call_through(&mut self, callee: Pointer, call: &CallPtrIns) -> Step<bool> {
        let id = self.callee(callee)?;
        let function = &self.program.functions[id.index()];
        let Some(code) = self.code(id) else {
            let args: Vec<Scalar> = call.args.iter().map(|&place| self.read(place)).collect();
            let types: Vec<Type> = call.args.iter().map(|place| place.ty).collect();
            self.call_library(id, &args, &types, &call.results)?;
            return Ok(false);
        };
        let fixed = call.args.len() - usize::from(call.variadic);
        let surplus = Surplus::under(self.options.checks);
        let (args, results) = (call.args[..fixed].iter(), call.results.iter());
        if !function.accepts(args.map(|arg| arg.ty), results.map(|result| result.ty), call.variadic, surplus)
        {
            let what = format!("`{}` has another type than the call", function.name);
            return Err(Fault::stop(Property::InvalidCall, what));
        }
        self.enter_from(id, code, &call.args)?;
        Ok(true)
    }

    /// An arbitrary value: what a replay says, or a random one. A pointer from outside may point to any object; one that was just never set only
    /// to those whose address the program has seen.
    pub(crate) fn nondet(&mut self, ty: Type, outside: bool, name: NoteId) -> Scalar {
        let width = ty.bits(&self.program.target);
        let site = AskSite { loc: self.memory.site.loc, name };
        if let Some(values) = &mut self.values {
            let (number, value) = values.next(width, site);
            let given = self.given(value, ty, outside);
            if let Some(number) = number {
                self.asked = number as u64 + 1;
                self.memory.tell(|| Told::Input(number as u64, given.clone()));
            }
            return given;
        }
        // A weak compare-exchange need not fail.
        if !outside && ty == Type::BOOL {
            return Scalar::int(0);
        }
        if width <= 64 {
            // Small numbers are likelier than chance makes them: programs often count with inputs.
            let value = self.arbitrary();
            let value = if value & 1 == 0 { (value >> 8) & 15 } else { value.rotate_left(32) };
            let value = if ty == Type::Ptr { 0 } else { value };
            return Scalar::int(value & mask(width));
        }
        let words: Vec<u64> = (0..width.div_ceil(64)).map(|_| self.arbitrary()).collect();
        Scalar::Wide(Bits::from_words(width, &words), Bits::from_u64(width, 0))
    }

    /// A value that a replay gives.
    fn given(&self, value: Bits, ty: Type, outside: bool) -> Scalar {
        let width = value.width();
        if width > 64 {
            return Scalar::Wide(value, Bits::zero(width));
        }
        let bits = value.low_u64();
        let prov = match (ty, outside) {
            (Type::Ptr, true) => self.memory.object_at(bits),
            (Type::Ptr, false) => self.memory.exposed_at(bits),
            _ => Provenance::NONE,
        };
        Scalar::Cell(Cell { bits, undef: 0, prov })
    }

    /// What a local variable contains that was never set, where a replay has a value for it by its name.
    fn give_unset(&mut self, slot: Pointer) {
        let Some((size, name)) = self.memory.unset(slot) else { return };
        let site = AskSite { loc: self.memory.site.loc, name };
        let big_endian = self.program.target.big_endian;
        let values = self.values.as_mut();
        if let Some(bytes) = values.and_then(|values| values.contents(size, site, big_endian)) {
            self.memory.set_uninitialised(slot, &bytes);
        }
    }

    /// The type of the value that an instruction of the function under way loads.
    fn loaded(&self, origin: Origin) -> Type {
        let function = self.frames.last().map(|frame| &self.program.functions[frame.func.index()]);
        let body = function.and_then(|function| function.body.as_ref());
        let inst = body.and_then(|body| body.blocks[origin.block.index()].insts.get(origin.at as usize));
        match (body, inst) {
            (Some(body), Some(inst)) => body.ty(inst.first),
            _ => Type::Ptr,
        }
    }

    fn load_wide(&mut self, at: Pointer, width: u32, align: u32) -> Step<Wide> {
        let bytes = u64::from(width.div_ceil(8));
        let (mut words, mut undef) = (vec![], vec![]);
        self.memory.check_access(at, bytes, u64::from(align), Access::Read)?;
        let big_endian = self.program.target.big_endian;
        let mut done = 0;
        while done < bytes {
            let len = (bytes - done).min(8);
            let offset = if big_endian { bytes - done - len } else { done };
            let cell = self.memory.load(at.offset(offset), len, 1)?;
            self.memory.expose(cell.prov);
            words.push(cell.bits);
            undef.push(cell.undef);
            done += len;
        }
        Ok(Wide { bits: Bits::from_words(width, &words), undef: Bits::from_words(width, &undef) })
    }

    fn store_wide(&mut self, at: Pointer, value: Scalar, width: u32, align: u32) -> Step<()> {
        let Scalar::Wide(bits, undef) = value else { return Ok(()) };
        let bytes = u64::from(width.div_ceil(8));
        self.memory.check_access(at, bytes, u64::from(align), Access::Write)?;
        let big_endian = self.program.target.big_endian;
        for (at_word, (&word, &undef)) in bits.words().iter().zip(undef.words()).enumerate() {
            let done = at_word as u64 * 8;
            if done >= bytes {
                break;
            }
            let len = (bytes - done).min(8);
            let offset = if big_endian { bytes - done - len } else { done };
            let cell = Cell { bits: word, undef, prov: Provenance::NONE };
            self.memory.store(at.offset(offset), len, 1, cell)?;
        }
        Ok(())
    }

    /// Pure operations without a fast path, through the definition in `fathom_ir::eval`.
    #[cold]
    fn pure(&mut self, ins: &PureIns) -> Step<()> {
        let width = ins.dst.ty.bits(&self.program.target);
        let mut args = vec![];
        let mut undefs = vec![];
        let mut determinate = true;
        for &place in &ins.args {
            let (bits, undef) = match self.read(place) {
                Scalar::Cell(cell) => {
                    let width = place.ty.bits(&self.program.target);
                    if place.ty == Type::Ptr {
                        self.memory.expose(cell.prov);
                    }
                    (Bits::from_u64(width, cell.bits), Bits::from_u64(width, cell.undef))
                }
                Scalar::Wide(bits, undef) => (bits, undef),
            };
            determinate &= undef.is_zero();
            args.push(bits);
            undefs.push(undef);
        }
        let operand = match &ins.op {
            Op::Select(..) => ins.dst.ty,
            _ => ins.args[0].ty,
        };
        let value = match &ins.op {
            Op::Cast(CastOp::PtrToInt, _) => Some(args[0].resize(width)),
            Op::Cast(CastOp::IntToPtr, _) => Some(args[0].resize(width)),
            op => eval::eval(op, ins.dst.ty, operand, &args.iter().collect::<Vec<_>>()),
        };
        let Some(value) = value else {
            return Err(Fault::stop(
                Property::Unmodelled,
                "an operation on wide values that is not modelled",
            ));
        };
        let undef =
            if determinate { Bits::zero(width) } else { self.pure_undef(&ins.op, &args, &undefs, width)? };
        let bits = Bits::bin(fathom_ir::BinOp::And, &value, &undef.not());
        let result = if ins.dst.wide {
            Scalar::Wide(bits, undef)
        } else {
            let prov = if ins.dst.ty == Type::Ptr {
                self.memory.exposed_at(bits.low_u64())
            } else {
                Provenance::NONE
            };
            Scalar::Cell(Cell { bits: bits.low_u64(), undef: undef.low_u64(), prov })
        };
        self.write(ins.dst, result);
        Ok(())
    }

    /// Indeterminate bits of a general operation: exact for what moves bits, all of them otherwise.
    fn pure_undef(&self, op: &Op, args: &[Bits], undefs: &[Bits], width: u32) -> Step<Bits> {
        use fathom_ir::BinOp as B;
        let bin = |op, a: &Bits, b: &Bits| Bits::bin(op, a, b);
        Ok(match op {
            Op::Freeze(_) => Bits::zero(width),
            Op::Bin(B::Xor, ..) => bin(B::Or, &undefs[0], &undefs[1]),
            Op::Bin(B::Or, ..) => {
                let left = bin(B::And, &undefs[0], &args[1].not());
                bin(B::Or, &left, &bin(B::And, &undefs[1], &args[0].not()))
            }
            Op::Bin(B::And, ..) => {
                let left = bin(B::And, &undefs[0], &bin(B::Or, &args[1], &undefs[1]));
                bin(B::Or, &left, &bin(B::And, &undefs[1], &args[0]))
            }
            Op::Bin(shift @ (B::Shl | B::LShr | B::AShr), ..) if undefs[1].is_zero() => {
                bin(*shift, &undefs[0], &args[1])
            }
            Op::Bin(B::UDiv | B::SDiv | B::URem | B::SRem, ..) if !undefs[1].is_zero() => {
                self.indeterminate("the divisor")?;
                Bits::ones(width)
            }
            Op::Cast(CastOp::Trunc | CastOp::ZExt | CastOp::FToBits | CastOp::BitsToF, _) => {
                undefs[0].resize(width)
            }
            Op::Cast(CastOp::PtrToInt | CastOp::IntToPtr, _) => undefs[0].resize(width),
            Op::Cast(CastOp::SExt, _) => undefs[0].sext(width),
            Op::Select(..) if undefs[0].is_zero() => {
                let chosen = if args[0].is_zero() { 2 } else { 1 };
                undefs[chosen].clone()
            }
            _ => Bits::ones(width),
        })
    }
}

/// How an activation stops for now.
enum Leave {
    /// Another one is innermost.
    Switched,
    /// The one to be executed returned these.
    Finished(Vec<Scalar>),
}

#[inline]
fn compare(op: CmpOp, width: u32, a: Cell, b: Cell) -> Cell {
    if a.undef | b.undef == 0 {
        number(u64::from(small::cmp(op, width, a.bits, b.bits)))
    } else {
        arith::compare_partial(op, width, a, b)
    }
}
