//! Loads, stores, addresses, stack slots, atomics.
//!
//! Atomic operations are sequences of plain ones: the programs modelled so far have one thread.

use fathom_ir::{BinOp, Bits, CastOp, CmpOp, FBinOp, Op, OverflowOp, Property, Type, VaAbi, Value};
use fathom_llvm::debug::MdValue;
use fathom_llvm::module as llvm;
use llvm::{InstKind, RmwOp, Typed};

use crate::accessed;
use crate::function::Lowerer;
use crate::types::{Lowered, unmodelled};

impl Lowerer<'_, '_, '_> {
    /// A stack object, made here.
    pub(crate) fn allocate(&mut self, inst: &llvm::Inst) -> Lowered<()> {
        let InstKind::Alloca { ty, count, align, .. } = &inst.kind else {
            return unmodelled("a slot that no alloca makes");
        };
        let align = alignment(if *align == 0 { self.module.align(*ty) } else { *align });
        let unit = self.module.alloc_size(*ty);
        let size = match count {
            None => self.size(unit),
            Some(count) => self.array_size(*count, unit)?,
        };
        let name = self.variable(inst.result);
        let slot = self.emit(Op::Alloca { size, align, name }, Type::Ptr);
        self.slot_alignments.insert(slot, u64::from(align));
        self.define(inst, vec![slot]);
        Ok(())
    }

    pub(crate) fn memory_instruction(&mut self, inst: &llvm::Inst) -> Lowered<()> {
        match &inst.kind {
            InstKind::Alloca { .. } => {
                if inst.result.is_none_or(|slot| !self.made_late.contains_key(&slot)) {
                    self.allocate(inst)?;
                }
            }
            InstKind::Load { ptr, align, .. } => {
                let ptr = self.address(*ptr)?;
                let values = self.load(ptr, inst.ty, *align)?;
                values.iter().for_each(|&value| self.promised(inst, value));
                self.define(inst, values);
            }
            InstKind::Store { value, ptr, align, .. } => {
                let ptr = self.address(*ptr)?;
                let values = self.leaves(*value)?;
                values.iter().for_each(|&value| self.demand(value));
                self.store(ptr, &values, value.ty, *align)?;
            }
            InstKind::Fence => {}
            InstKind::CmpXchg { ptr, expected, new, align, weak, .. } => {
                let ptr = self.address(*ptr)?;
                let (expected, replacement) = (self.scalar(*expected)?, self.scalar(*new)?);
                self.demand(expected);
                self.demand(replacement);
                let align = self.align_or_natural(*align, new.ty);
                let ty = self.ty(replacement);
                let old = self.emit(Op::Load { ptr, align }, ty);
                let mut same = self.emit(Op::Cmp(CmpOp::Eq, old, expected), Type::BOOL);
                if *weak {
                    // It may fail for no reason, as machines with load-linked and store-conditional do.
                    let name = self.note("whether a weak compare-exchange fails for no reason");
                    let fails = self.emit(Op::Nondet { name, outside: false }, Type::BOOL);
                    let succeeds = self.not(fails);
                    same = self.bin(BinOp::And, same, succeeds);
                }
                let value = self.emit(Op::Select(same, replacement, old), ty);
                self.effect(Op::Store { value, ptr, align });
                self.define(inst, vec![old, same]);
            }
            InstKind::AtomicRmw { op, ptr, value, align, .. } => {
                let ptr = self.address(*ptr)?;
                let align = self.align_or_natural(*align, value.ty);
                let operand = self.scalar(*value)?;
                self.demand(operand);
                let old = self.emit(Op::Load { ptr, align }, self.ty(operand));
                let value = self.modify(*op, old, operand)?;
                self.effect(Op::Store { value, ptr, align });
                self.define(inst, vec![old]);
            }
            InstKind::Gep { source, base, indices, flags } => {
                self.gep(inst, *source, *base, indices, *flags)?
            }
            InstKind::VaArg { list } => self.va_arg(inst, *list)?,
            _ => return unmodelled("an instruction that is no memory instruction"),
        }
        Ok(())
    }

    /// A pointer operand that is about to be accessed.
    pub(crate) fn address(&mut self, ptr: Typed) -> Lowered<Value> {
        let value = self.scalar(ptr)?;
        self.demand(value);
        Ok(value)
    }

    fn align_or_natural(&self, align: u64, ty: llvm::TypeId) -> u32 {
        // Atomics without an explicit alignment are aligned to their size.
        alignment(if align > 0 { align } else { self.module.store_size(ty).next_power_of_two() })
    }

    fn array_size(&mut self, count: Typed, unit: u64) -> Lowered<Value> {
        let count = self.scalar(count)?;
        self.demand(count);
        let bits = self.shared.program.target.pointer_bits;
        let width = self.width(count);
        let count = match width.cmp(&bits) {
            std::cmp::Ordering::Less => self.emit(Op::Cast(CastOp::ZExt, count), Type::Int(bits)),
            std::cmp::Ordering::Equal => count,
            std::cmp::Ordering::Greater => self.emit(Op::Cast(CastOp::Trunc, count), Type::Int(bits)),
        };
        let unit = self.size(unit);
        let bad = self.emit(Op::Overflow(OverflowOp::UMul, count, unit), Type::BOOL);
        self.assert_not(bad, Property::ArraySize, "the size of a local array does not fit the address space");
        Ok(self.bin(BinOp::Mul, count, unit))
    }

    /// Loads a value of any type.
    pub(crate) fn load(&mut self, ptr: Value, ty: llvm::TypeId, align: u64) -> Lowered<Vec<Value>> {
        let align = if align > 0 { align } else { self.module.align(ty) };
        if let Some((lanes, bits)) = self.types.packed_lanes(ty) {
            let whole = self.emit(Op::Load { ptr, align: alignment(align) }, Type::Int(lanes * bits));
            let big_endian = self.shared.program.target.big_endian;
            let place = |lane| if big_endian { (lanes - 1 - lane) * bits } else { lane * bits };
            return Ok((0..lanes).map(|lane| self.extract_bits(whole, place(lane), bits)).collect());
        }
        let leaves = self.types.leaves(ty)?;
        let mut values = vec![];
        for leaf in leaves.iter() {
            let place = self.at_offset(ptr, leaf.offset);
            let align = common_align(align, leaf.offset);
            values.push(self.emit(Op::Load { ptr: place, align }, leaf.ty));
        }
        Ok(values)
    }

    /// Stores a value of any type.
    pub(crate) fn store(
        &mut self,
        ptr: Value,
        values: &[Value],
        ty: llvm::TypeId,
        align: u64,
    ) -> Lowered<()> {
        let align = if align > 0 { align } else { self.module.align(ty) };
        if self.types.packed_lanes(ty).is_some() {
            let value = self.concat(values, self.shared.program.target.big_endian)?;
            self.effect(Op::Store { value, ptr, align: alignment(align) });
            return Ok(());
        }
        let leaves = self.types.leaves(ty)?;
        for (&value, leaf) in values.iter().zip(leaves.iter()) {
            let place = self.at_offset(ptr, leaf.offset);
            self.effect(Op::Store { value, ptr: place, align: common_align(align, leaf.offset) });
        }
        Ok(())
    }

    /// What metadata promises of a loaded or returned value.
    pub(crate) fn promised(&mut self, inst: &llvm::Inst, value: Value) {
        if inst.nonnull && self.ty(value) == Type::Ptr {
            let null = self.bits(Type::Ptr, Bits::from_u64(self.width(value), 0));
            let bad = self.emit(Op::Cmp(CmpOp::Eq, value, null), Type::BOOL);
            self.flaw(value, bad, Property::BrokenAssumption, "a pointer is null, against its metadata");
        }
        let (Some(range), Type::Int(width)) = (inst.range, self.ty(value)) else { return };
        let bounds: Vec<Bits> = self
            .module
            .metadata
            .fields(range)
            .iter()
            .filter_map(|field| match field.value {
                MdValue::Const(id) => match &self.module.constant(id).kind {
                    llvm::ConstKind::Int(bits) => Some(Bits::from_u64(width, *bits)),
                    llvm::ConstKind::WideInt(words) => Some(Bits::from_words(width, words)),
                    _ => None,
                },
                _ => None,
            })
            .collect();
        let mut inside = self.bool(false);
        for pair in bounds.chunks_exact(2) {
            // From the first, up to but not the second, modulo 2^width.
            let (low, size) = (self.bits(Type::Int(width), pair[0].clone()), pair[1].sub(&pair[0]));
            let size = self.bits(Type::Int(width), size);
            let offset = self.bin(BinOp::Sub, value, low);
            let here = self.emit(Op::Cmp(CmpOp::Ult, offset, size), Type::BOOL);
            inside = self.bin(BinOp::Or, inside, here);
        }
        if bounds.len() >= 2 {
            let bad = self.not(inside);
            self.flaw(
                value,
                bad,
                Property::BrokenAssumption,
                "a value outside the range that its metadata states",
            );
        }
    }

    /// Some bytes further, without obligation: the access checks.
    pub(crate) fn at_offset(&mut self, ptr: Value, offset: u64) -> Value {
        if offset == 0 {
            return ptr;
        }
        let index = self.size(offset);
        self.emit(Op::PtrAdd { base: ptr, index, scale: 1, inbounds: false }, Type::Ptr)
    }

    fn modify(&mut self, op: RmwOp, old: Value, operand: Value) -> Lowered<Value> {
        let ty = self.ty(old);
        let cmp = |this: &mut Self, op, a, b| this.emit(Op::Cmp(op, a, b), Type::BOOL);
        Ok(match op {
            RmwOp::Xchg => operand,
            RmwOp::Add => self.bin(BinOp::Add, old, operand),
            RmwOp::Sub => self.bin(BinOp::Sub, old, operand),
            RmwOp::And => self.bin(BinOp::And, old, operand),
            RmwOp::Or => self.bin(BinOp::Or, old, operand),
            RmwOp::Xor => self.bin(BinOp::Xor, old, operand),
            RmwOp::Nand => {
                let both = self.bin(BinOp::And, old, operand);
                let ones = self.all_ones(self.width(old));
                self.bin(BinOp::Xor, both, ones)
            }
            RmwOp::Max => self.bin(BinOp::SMax, old, operand),
            RmwOp::Min => self.bin(BinOp::SMin, old, operand),
            RmwOp::UMax => self.bin(BinOp::UMax, old, operand),
            RmwOp::UMin => self.bin(BinOp::UMin, old, operand),
            RmwOp::FAdd => self.emit(Op::FBin(FBinOp::Add, old, operand), ty),
            RmwOp::FSub => self.emit(Op::FBin(FBinOp::Sub, old, operand), ty),
            RmwOp::FMax => self.emit(Op::FBin(FBinOp::MaxNum, old, operand), ty),
            RmwOp::FMin => self.emit(Op::FBin(FBinOp::MinNum, old, operand), ty),
            RmwOp::FMaximum => self.emit(Op::FBin(FBinOp::Maximum, old, operand), ty),
            RmwOp::FMinimum => self.emit(Op::FBin(FBinOp::Minimum, old, operand), ty),
            RmwOp::UIncWrap => {
                let (one, zero) = (self.int(self.width(old), 1), self.int(self.width(old), 0));
                let next = self.bin(BinOp::Add, old, one);
                let wrap = cmp(self, CmpOp::Ule, operand, old);
                self.emit(Op::Select(wrap, zero, next), ty)
            }
            RmwOp::UDecWrap => {
                let (one, zero) = (self.int(self.width(old), 1), self.int(self.width(old), 0));
                let next = self.bin(BinOp::Sub, old, one);
                let is_zero = cmp(self, CmpOp::Eq, old, zero);
                let above = cmp(self, CmpOp::Ult, operand, old);
                let wrap = self.bin(BinOp::Or, is_zero, above);
                self.emit(Op::Select(wrap, operand, next), ty)
            }
            RmwOp::USubCond | RmwOp::USubSat => {
                let next = self.bin(BinOp::Sub, old, operand);
                let enough = cmp(self, CmpOp::Ule, operand, old);
                let other = if op == RmwOp::USubCond { old } else { self.int(self.width(old), 0) };
                self.emit(Op::Select(enough, next, other), ty)
            }
        })
    }

    /// A number with all bits set.
    pub(crate) fn all_ones(&mut self, width: u32) -> Value {
        let words = vec![u64::MAX; width.div_ceil(64) as usize];
        self.bits(Type::Int(width), Bits::from_words(width, &words))
    }

    fn gep(
        &mut self,
        inst: &llvm::Inst,
        source: llvm::TypeId,
        base: Typed,
        indices: &[Typed],
        flags: llvm::Flags,
    ) -> Lowered<()> {
        let bases = self.leaves(base)?;
        let lanes = self.types.leaves(inst.ty)?.len();
        let index_leaves: Vec<Vec<Value>> =
            indices.iter().map(|&i| self.leaves(i)).collect::<Lowered<_>>()?;
        let pick = |values: &[Value], lane: usize| values[if values.len() == lanes { lane } else { 0 }];
        let mut values = vec![];
        for lane in 0..lanes {
            let mut ptr = pick(&bases, lane);
            let mut constant = 0i64;
            let mut ty = source;
            for (at, index) in index_leaves.iter().enumerate() {
                let index = pick(index, lane);
                let (scale, next) = if at == 0 {
                    (self.module.alloc_size(ty), ty)
                } else {
                    match self.module.ty(ty) {
                        llvm::Type::Struct { fields: Some(fields), .. } => {
                            let field = self.body.bits(index).and_then(Bits::to_u64);
                            let Some((field, &next)) = field.and_then(|f| Some((f, fields.get(f as usize)?)))
                            else {
                                return unmodelled("a field number that is not a constant in range");
                            };
                            constant =
                                constant.wrapping_add(self.module.field_offset(ty, field as usize) as i64);
                            ty = next;
                            continue;
                        }
                        llvm::Type::Array { elem, len } => {
                            let (elem, len) = (*elem, *len);
                            self.assert_below_length(inst, index, len);
                            (self.module.alloc_size(elem), elem)
                        }
                        llvm::Type::Vector { elem, .. } => (self.module.alloc_size(*elem), *elem),
                        _ => return unmodelled("an address inside a scalar"),
                    }
                };
                ty = next;
                match self.body.bits(index).map(crate::constant::signed) {
                    Some(number) => {
                        let bytes = i64::try_from(scale).ok().and_then(|scale| number.checked_mul(scale));
                        match bytes.and_then(|bytes| constant.checked_add(bytes)) {
                            Some(sum) => constant = sum,
                            // Too far to add up here: the arithmetic itself finds out.
                            None => {
                                ptr = self.add_constant(ptr, &mut constant, flags);
                                ptr = self.ptr_add(ptr, index, scale, flags);
                            }
                        }
                    }
                    None if scale == 0 => {}
                    None => {
                        ptr = self.add_constant(ptr, &mut constant, flags);
                        ptr = self.ptr_add(ptr, index, scale, flags);
                    }
                }
            }
            values.push(self.add_constant(ptr, &mut constant, flags));
        }
        self.define(inst, values);
        Ok(())
    }

    /// An index that clang lets be the number of elements, since it may be that the address is not accessed: here it is.
    fn assert_below_length(&mut self, inst: &llvm::Inst, index: Value, len: u64) {
        let is_let_through = match self.body.bits(index).and_then(Bits::to_u64) {
            // Arrays of one element may be meant to have more.
            Some(constant) => constant == len && len > 1,
            None => self.at_most.get(&self.not_extended(index)) == Some(&len),
        };
        let (true, false, Some(address)) = (is_let_through, self.deferred, inst.result) else { return };
        if matches!(&inst.kind, InstKind::Gep { source, base, .. } if self.is_told_by_access(*source, base)) {
            return;
        }
        if self.accessed.is_none() {
            self.accessed = Some(accessed::accessed(self.source, |call| self.is_copy(call)));
        }
        if self.accessed.as_ref().is_some_and(|accessed| accessed.contains(&address)) {
            let limit = self.bits(self.ty(index), Bits::from_u64(self.width(index), len));
            let below = self.emit(Op::Cmp(CmpOp::Ult, index, limit), Type::BOOL);
            self.assert(below, Property::ArrayIndex, "");
        }
    }

    /// Whether a block begins with an index into an array that ends where its object does, while accesses are checked and
    /// indices are not. Then an index that leaves the array is no reason to end executions: the access will
    /// be told to be outside of its object.
    pub(crate) fn access_tells_index(&self, block: llvm::BlockId) -> bool {
        let extends = |inst: &&llvm::Inst| matches!(inst.kind, InstKind::Cast { .. });
        let first = self.source.blocks[block.index()].insts.iter().find(|inst| !extends(inst));
        first.is_some_and(|inst| match &inst.kind {
            InstKind::Gep { source, base, .. } => self.is_told_by_access(*source, base),
            _ => false,
        })
    }

    fn is_told_by_access(&self, array: llvm::TypeId, base: &Typed) -> bool {
        let checks = &self.shared.options.checks;
        let accesses = [Property::OutOfBoundsRead, Property::OutOfBoundsWrite];
        if checks.contains(Property::ArrayIndex) || !accesses.iter().all(|&kind| checks.contains(kind)) {
            return false;
        }
        let object = match base.op {
            llvm::Operand::Local(slot) => {
                let mut all = self.source.blocks.iter().flat_map(|block| &block.insts);
                let made = all.find(|inst| inst.result == Some(slot));
                match made.map(|inst| &inst.kind) {
                    // An array of variable length: an index counts elements.
                    Some(&InstKind::Alloca { ty, count: Some(_), .. }) => return ty == array,
                    Some(&InstKind::Alloca { ty, count: None, .. }) => Some(ty),
                    _ => None,
                }
            }
            llvm::Operand::Const(base) => match self.module.constant(base).kind {
                llvm::ConstKind::Global(id) => match self.module.globals[id.index()].kind {
                    llvm::GlobalKind::Variable { ty, init: Some(_), .. } => Some(ty),
                    _ => None,
                },
                _ => None,
            },
            _ => None,
        };
        object == Some(array) && matches!(self.module.ty(array), llvm::Type::Array { .. })
    }

    /// An integer before it was extended: clang does that for a check and for an address each.
    pub(crate) fn not_extended(&self, value: Value) -> Value {
        self.extended.get(&value).copied().unwrap_or(value)
    }

    /// Whether a call copies or fills memory in place of an access.
    fn is_copy(&self, call: &llvm::Call) -> bool {
        let llvm::Operand::Const(callee) = call.callee else { return false };
        let llvm::ConstKind::Global(id) = self.module.constant(callee).kind else { return false };
        let name = self.module.text(self.module.globals[id.index()].name);
        ["llvm.memcpy.", "llvm.memmove.", "llvm.memset."].iter().any(|prefix| name.starts_with(prefix))
    }

    fn add_constant(&mut self, ptr: Value, constant: &mut i64, flags: llvm::Flags) -> Value {
        let bytes = std::mem::take(constant);
        if bytes == 0 {
            return ptr;
        }
        let index = self.size(bytes as u64);
        let result = self.ptr_add(ptr, index, 1, flags);
        if let Some(&align) = self.slot_alignments.get(&ptr) {
            self.slot_alignments.insert(result, u64::from(common_align(align, bytes.unsigned_abs())));
        }
        result
    }

    pub(crate) fn ptr_add(
        &mut self,
        base: Value,
        wide_index: Value,
        scale: u64,
        flags: llvm::Flags,
    ) -> Value {
        // LLVM cuts indices that are wider than a pointer; `inbounds` promises that nothing is lost.
        let bits = self.shared.program.target.pointer_bits;
        let cut = self.width(wide_index) > bits;
        let index = if cut { self.resize_signed(wide_index, bits) } else { wide_index };
        let checked = flags.inbounds && self.shared.options.checks.contains(Property::PointerArithmetic);
        let inbounds = checked && !self.deferred;
        let result = self.pure(Op::PtrAdd { base, index, scale, inbounds }, Type::Ptr);
        if checked && self.deferred {
            let holds = self.emit(Op::InBounds { base, index, scale }, Type::BOOL);
            let bad = self.not(holds);
            self.flaw(result, bad, Property::PointerArithmetic, "");
        }
        if checked && cut {
            let back = self.resize_signed(index, self.width(wide_index));
            let bad = self.emit(Op::Cmp(CmpOp::Ne, back, wide_index), Type::BOOL);
            self.flaw(result, bad, Property::PointerArithmetic, "an index is wider than a pointer");
        }
        result
    }

    /// `va_arg` as an instruction, which clang uses for some targets only.
    fn va_arg(&mut self, inst: &llvm::Inst, list: Typed) -> Lowered<()> {
        let list = self.address(list)?;
        let pointer_align = self.shared.program.target.pointer_bits / 8;
        let (place, slot) = match self.shared.program.target.va {
            VaAbi::SysV64 => (self.at_offset(list, 8), 8),
            VaAbi::Pointer { slot } => (list, u64::from(slot)),
            VaAbi::Unknown => return unmodelled("variadic arguments of this machine"),
        };
        let next = self.emit(Op::Load { ptr: place, align: pointer_align }, Type::Ptr);
        let size = self.module.alloc_size(inst.ty).next_multiple_of(slot);
        let values = self.load(next, inst.ty, 1)?;
        let after = self.at_offset(next, size);
        self.effect(Op::Store { value: after, ptr: place, align: pointer_align });
        self.define(inst, values);
        Ok(())
    }
}

/// An alignment of LLVM, where 2^32 is the largest, as one of the IR.
pub(crate) fn alignment(align: u64) -> u32 {
    align.clamp(1, 1 << 31) as u32
}

/// The alignment that an offset into something aligned has.
pub(crate) fn common_align(align: u64, offset: u64) -> u32 {
    alignment(if offset == 0 { align } else { align.min(1 << offset.trailing_zeros()) })
}
