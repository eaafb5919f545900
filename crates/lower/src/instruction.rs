//! What each instruction means: control flow, arithmetic, vectors and aggregates.

use fathom_ir::{
    BinOp, Bits, CastOp, CmpOp, FBinOp, FCmpOp, FUnOp, Op, OverflowOp, Property, Term, Type, Value,
};
use fathom_llvm::module as llvm;
use llvm::{Flags, InstKind, Typed};

use crate::Overflowed;
use crate::call::{ARGUMENT_TRAP, DIVISION_TRAP, SHIFT_TRAP, trap_property};
use crate::cast::infinity;
use crate::constant::CVal;
use crate::function::Lowerer;
use crate::types::{Lowered, unmodelled};

impl Lowerer<'_, '_, '_> {
    /// Lowers one instruction.
    pub(crate) fn instruction(&mut self, block: llvm::BlockId, inst: &llvm::Inst) -> Lowered<()> {
        match &inst.kind {
            InstKind::Ret(value) => {
                let values = match value {
                    Some(value) => self.leaves(*value)?,
                    None => vec![],
                };
                values.iter().for_each(|&value| self.demand(value));
                self.end(Term::Return(values));
            }
            InstKind::Br(to) => {
                let edge = self.edge(block, *to)?;
                self.end(Term::Jump(edge));
            }
            InstKind::CondBr { cond, then, els } => {
                let ty = match cond {
                    llvm::Operand::Const(id) => self.module.constant(*id).ty,
                    _ => inst.ty,
                };
                let cond = self.scalar(Typed { ty, op: *cond })?;
                self.demand(cond);
                self.branch(block, cond, *then, *els)?;
            }
            InstKind::Switch { value, default, cases } => {
                let value = self.scalar(*value)?;
                self.demand(value);
                let mut arms: Vec<(Bits, fathom_ir::Edge)> = vec![];
                for (constant, to) in cases {
                    let CVal::Bits(bits) = self.fold(|c| c.scalar(*constant))? else {
                        return unmodelled("a switch case that is not a number");
                    };
                    arms.push((bits, self.edge(block, *to)?));
                }
                let default = self.edge(block, *default)?;
                self.end(Term::Switch { value, cases: arms, default });
            }
            InstKind::IndirectBr { address, targets } => self.indirect_branch(block, *address, targets)?,
            InstKind::Invoke { call, normal, .. } => {
                self.call(inst, call)?;
                let edge = self.edge(block, *normal)?;
                self.end(Term::Jump(edge));
            }
            InstKind::CallBr { call, .. } => {
                let what = call.asm.map_or_else(String::new, |asm| self.module.text(asm.template).to_owned());
                self.fail(Property::InlineAssembly, &what);
                self.undefine(inst);
                self.end(Term::Stop);
            }
            InstKind::Unreachable => {
                if !self.has_failed() {
                    self.fail(Property::Unreachable, "");
                }
                self.end(Term::Stop);
            }
            InstKind::Resume(_)
            | InstKind::CleanupRet { .. }
            | InstKind::CatchRet { .. }
            | InstKind::CatchSwitch { .. } => {
                self.fail(Property::Exception, "");
                self.undefine(inst);
                self.end(Term::Stop);
            }
            InstKind::LandingPad { .. } | InstKind::CatchPad { .. } | InstKind::CleanupPad { .. } => {
                self.fail(Property::Exception, "");
                self.undefine(inst);
            }
            InstKind::Bin { op, ty, a, b, flags } => {
                if self.types.is_ppc_double_double(*ty) {
                    return unmodelled("arithmetic on a pair of doubles (ppc_fp128)");
                }
                let (a, b) =
                    (self.leaves(Typed { ty: *ty, op: *a })?, self.leaves(Typed { ty: *ty, op: *b })?);
                let values = a.into_iter().zip(b).map(|(a, b)| self.binary(*op, a, b, *flags)).collect();
                self.define(inst, values);
            }
            InstKind::FNeg(value) => {
                let values = self.leaves(*value)?;
                let values =
                    values.into_iter().map(|v| self.pure(Op::FUn(FUnOp::Neg, v), self.ty(v))).collect();
                self.define(inst, values);
            }
            InstKind::ICmp { pred, ty, a, b, flags } => {
                let (a, b) =
                    (self.leaves(Typed { ty: *ty, op: *a })?, self.leaves(Typed { ty: *ty, op: *b })?);
                let values = a.into_iter().zip(b).map(|(a, b)| self.compare(*pred, a, b, *flags)).collect();
                self.define(inst, values);
            }
            InstKind::FCmp { pred, ty, a, b, flags } => {
                let (a, b) =
                    (self.leaves(Typed { ty: *ty, op: *a })?, self.leaves(Typed { ty: *ty, op: *b })?);
                let op = float_predicate(*pred);
                let mut values = vec![];
                for (a, b) in a.into_iter().zip(b) {
                    let value = self.pure(Op::FCmp(op, a, b), Type::BOOL);
                    self.float_flags(value, &[a, b], *flags);
                    values.push(value);
                }
                self.define(inst, values);
            }
            InstKind::Cast { op, value, flags } => self.cast(inst, *op, *value, *flags)?,
            InstKind::Select { cond, a, b } => {
                let conds = self.leaves(*cond)?;
                let (left, right) = (self.leaves(*a)?, self.leaves(Typed { ty: a.ty, op: *b })?);
                let mut values = vec![];
                for (at, (&x, &y)) in left.iter().zip(&right).enumerate() {
                    let cond = conds[if conds.len() == left.len() { at } else { 0 }];
                    let value = self.emit(Op::Select(cond, x, y), self.ty(x));
                    self.propagate_select(value, cond, x, y);
                    values.push(value);
                }
                self.define(inst, values);
            }
            InstKind::Freeze(value) => {
                let values = self.leaves(*value)?;
                let values = values.into_iter().map(|value| self.freeze(value)).collect();
                self.define(inst, values);
            }
            InstKind::ExtractElement { vector, index } => {
                let (lanes, index) = (self.leaves(*vector)?, self.scalar(*index)?);
                let value = self.extract_lane(&lanes, index)?;
                self.define(inst, vec![value]);
            }
            InstKind::InsertElement { vector, elem, index } => {
                let (lanes, elem) = (self.leaves(*vector)?, self.scalar(*elem)?);
                let index = self.scalar(*index)?;
                let values = self.insert_lane(&lanes, elem, index)?;
                self.define(inst, values);
            }
            InstKind::ShuffleVector { a, b, mask } => {
                let (a, b) = (self.leaves(*a)?, self.leaves(Typed { ty: a.ty, op: *b })?);
                let Some(ty) = a.first().map(|&v| self.ty(v)) else { return unmodelled("an empty shuffle") };
                let lane =
                    |lane: &Option<u32>| lane.and_then(|lane| a.iter().chain(&b).nth(lane as usize).copied());
                let values = mask.iter().map(lane).map(|v| v.unwrap_or_else(|| self.undef(ty))).collect();
                self.define(inst, values);
            }
            InstKind::ExtractValue { agg, path } => {
                let (start, part) = self.types.part(agg.ty, path)?;
                let len = self.types.leaves(part)?.len();
                let values = self.leaves(*agg)?;
                let Some(values) = values.get(start..start + len) else {
                    return unmodelled("a part out of range");
                };
                self.define(inst, values.to_vec());
            }
            InstKind::InsertValue { agg, elem, path } => {
                let (start, _) = self.types.part(agg.ty, path)?;
                let (mut values, elem) = (self.leaves(*agg)?, self.leaves(*elem)?);
                let Some(slots) = values.get_mut(start..start + elem.len()) else {
                    return unmodelled("a part out of range");
                };
                slots.copy_from_slice(&elem);
                self.define(inst, values);
            }
            InstKind::Alloca { .. }
            | InstKind::Load { .. }
            | InstKind::Store { .. }
            | InstKind::Fence
            | InstKind::CmpXchg { .. }
            | InstKind::AtomicRmw { .. }
            | InstKind::Gep { .. }
            | InstKind::VaArg { .. } => self.memory_instruction(inst)?,
            InstKind::Phi(_) | InstKind::Debug(_) => {}
            InstKind::Call(call) => self.call(inst, call)?,
        }
        Ok(())
    }

    /// A constant expression as instructions, for what depends on the addresses of symbols. Nesting is
    /// bounded by the reader.
    pub(crate) fn constant_expression(&mut self, id: llvm::ConstId) -> Lowered<Vec<Value>> {
        let constant = self.module.constant(id);
        let operand =
            |id: llvm::ConstId| Typed { ty: self.module.constant(id).ty, op: llvm::Operand::Const(id) };
        match &constant.kind {
            llvm::ConstKind::Bin { op, a, b, flags } => {
                let (a, b) = (self.leaves(operand(*a))?, self.leaves(operand(*b))?);
                Ok(a.into_iter().zip(b).map(|(a, b)| self.binary(*op, a, b, *flags)).collect())
            }
            llvm::ConstKind::ICmp { pred, a, b } => {
                let (a, b) = (self.leaves(operand(*a))?, self.leaves(operand(*b))?);
                Ok(a.into_iter().zip(b).map(|(a, b)| self.compare(*pred, a, b, Flags::default())).collect())
            }
            llvm::ConstKind::FCmp { pred, a, b } => {
                let (a, b) = (self.leaves(operand(*a))?, self.leaves(operand(*b))?);
                let op = float_predicate(*pred);
                Ok(a.into_iter().zip(b).map(|(a, b)| self.pure(Op::FCmp(op, a, b), Type::BOOL)).collect())
            }
            llvm::ConstKind::FNeg(a) => {
                let a = self.leaves(operand(*a))?;
                Ok(a.into_iter().map(|a| self.pure(Op::FUn(FUnOp::Neg, a), self.ty(a))).collect())
            }
            llvm::ConstKind::Select { cond, a, b } => {
                let cond = self.scalar(operand(*cond))?;
                let (a, b) = (self.leaves(operand(*a))?, self.leaves(operand(*b))?);
                let choose = |(a, b): (Value, Value)| self.pure(Op::Select(cond, a, b), self.ty(a));
                Ok(a.into_iter().zip(b).map(choose).collect())
            }
            llvm::ConstKind::Cast { op, value } => {
                let from = self.leaves(operand(*value))?;
                let to: Vec<Type> = self.types.leaves(constant.ty)?.iter().map(|leaf| leaf.ty).collect();
                if *op == llvm::CastOp::BitCast {
                    return self.bitcast(&from, &to);
                }
                let pairs = from.into_iter().zip(to);
                pairs.map(|(value, ty)| self.cast_scalar(*op, value, ty, Flags::default())).collect()
            }
            llvm::ConstKind::Vector(parts)
            | llvm::ConstKind::Array(parts)
            | llvm::ConstKind::Struct(parts) => {
                let mut values = vec![];
                for &part in parts {
                    values.extend(self.leaves(operand(part))?);
                }
                Ok(values)
            }
            _ => unmodelled("a constant expression of this kind"),
        }
    }

    /// A branch; to a trap of the sanitizer instrumentation it is an assertion, here, where clang knows
    /// the position (it merges the traps of a function).
    fn branch(
        &mut self,
        block: llvm::BlockId,
        cond: Value,
        then: llvm::BlockId,
        els: llvm::BlockId,
    ) -> Lowered<()> {
        let (good, kind, to) = match (self.trap(then), self.trap(els)) {
            (None, None) => {
                let (then, els) = (self.edge(block, then)?, self.edge(block, els)?);
                self.end(Term::Branch { cond, then, els });
                return Ok(());
            }
            (None, Some(kind)) => (cond, kind, then),
            (Some(kind), None) => (self.not(cond), kind, els),
            (Some(kind), Some(_)) => {
                self.sanitizer_trap(kind);
                return Ok(());
            }
        };
        // One trap for both checks of a shift: the amount, and whether the value fits (behind a phi).
        if kind == SHIFT_TRAP {
            let (amount, fits) = match self.conjunctions.get(&cond) {
                Some(&(amount, fits)) => (Some(amount), Some(fits)),
                None if self.is_parameter(cond) => (None, Some(good)),
                None => (Some(good), None),
            };
            if let Some(amount) = amount {
                self.assert(amount, Property::ShiftAmount, "");
            }
            if let Some(fits) = fits {
                self.assert(fits, Property::ShiftOverflow, "");
            }
            let edge = self.edge(block, to)?;
            self.end(Term::Jump(edge));
            return Ok(());
        }
        // A division checks its divisor itself. One of constants is not there any more.
        if kind == DIVISION_TRAP && (self.body.bits(good).is_none() || self.begins_with_division(to)) {
            let edge = self.edge(block, to)?;
            self.end(Term::Jump(edge));
            return Ok(());
        }
        let unsigned = self.unsigned_flags.contains(&cond);
        let property = match trap_property(kind) {
            Some(Property::SignedOverflow) if unsigned => Property::UnsignedOverflow,
            Some(property) => property,
            None => return unmodelled(format!("sanitizer check number {kind}")),
        };
        if kind == ARGUMENT_TRAP {
            self.behind_argument_checks.insert(to);
        }
        if property != Property::ArrayIndex || !self.access_tells_index(to) {
            self.assert(good, property, "");
        }
        let edge = self.edge(block, to)?;
        self.end(Term::Jump(edge));
        Ok(())
    }

    /// Whether the first instruction of a block divides integers.
    fn begins_with_division(&self, block: llvm::BlockId) -> bool {
        use llvm::BinOp::{SDiv, SRem, UDiv, URem};
        let first = self.source.blocks[block.index()].insts.first();
        first.is_some_and(|inst| matches!(inst.kind, InstKind::Bin { op: SDiv | SRem | UDiv | URem, .. }))
    }

    /// A pure operation: its result is poison if an operand is.
    pub(crate) fn pure(&mut self, op: Op, ty: Type) -> Value {
        if self.poison.is_empty() {
            return self.emit(op, ty);
        }
        let mut operands = vec![];
        op.operands(|value| operands.push(value));
        let value = self.emit(op, ty);
        self.propagate(value, &operands);
        value
    }

    fn indirect_branch(
        &mut self,
        block: llvm::BlockId,
        address: Typed,
        targets: &[llvm::BlockId],
    ) -> Lowered<()> {
        let pointer = self.scalar(address)?;
        self.demand(pointer);
        let bits = self.shared.program.target.pointer_bits;
        let value = self.emit(Op::Cast(CastOp::PtrToInt, pointer), Type::Int(bits));
        let mut cases: Vec<(Bits, fathom_ir::Edge)> = vec![];
        for &target in targets {
            let label = Bits::from_u64(bits, self.shared.symbols.label(self.index, self.id, target));
            if cases.iter().all(|case| case.0 != label) {
                cases.push((label, self.edge(block, target)?));
            }
        }
        // No label of this function: undefined. The default needs a block, so one target stands in,
        // behind an assertion that the address is one of the labels.
        let Some((_, default)) = cases.first().cloned() else {
            return unmodelled("indirectbr without targets");
        };
        let mut known = self.bool(false);
        if self.is_asserted(Property::InvalidCall) {
            // Labels of a function are consecutive in most programs: assert the range, then the rest.
            let (low, high) = cases.iter().fold((u64::MAX, 0), |(low, high), case| {
                let label = case.0.low_u64();
                (low.min(label), high.max(label))
            });
            let dense = high - low + 1 == cases.len() as u64;
            if dense {
                let (low, span) = (self.int(bits, low), self.int(bits, high - low));
                let offset = self.bin(BinOp::Sub, value, low);
                known = self.emit(Op::Cmp(CmpOp::Ule, offset, span), Type::BOOL);
            } else {
                for (label, _) in &cases {
                    let label = self.bits(Type::Int(bits), label.clone());
                    let is = self.emit(Op::Cmp(CmpOp::Eq, value, label), Type::BOOL);
                    known = self.bin(BinOp::Or, known, is);
                }
            }
            self.assert(
                known,
                Property::InvalidCall,
                "a jump to an address that is no label of the function",
            );
        }
        self.end(Term::Switch { value, cases, default });
        Ok(())
    }

    pub(crate) fn binary(&mut self, op: llvm::BinOp, a: Value, b: Value, flags: Flags) -> Value {
        use llvm::BinOp as L;
        let ty = self.ty(a);
        let float = |op| Op::FBin(op, a, b);
        match op {
            L::FAdd | L::FSub | L::FMul | L::FDiv | L::FRem => {
                let op = match op {
                    L::FAdd => FBinOp::Add,
                    L::FSub => FBinOp::Sub,
                    L::FMul => FBinOp::Mul,
                    L::FDiv => FBinOp::Div,
                    _ => FBinOp::Rem,
                };
                let value = self.pure(float(op), ty);
                self.float_flags(value, &[a, b, value], flags);
                value
            }
            L::Sub if self.is_pointer_difference(a, b) && flags == Flags::default() => {
                let (p, q) = (self.address_of[&a], self.address_of[&b]);
                let value = self.emit(Op::PtrDiff(p, q), ty);
                self.propagate(value, &[a, b]);
                value
            }
            L::Add | L::Sub | L::Mul => {
                let (op, signed, unsigned) = match op {
                    L::Add => (BinOp::Add, OverflowOp::SAdd, OverflowOp::UAdd),
                    L::Sub => (BinOp::Sub, OverflowOp::SSub, OverflowOp::USub),
                    _ => (BinOp::Mul, OverflowOp::SMul, OverflowOp::UMul),
                };
                self.wrapping(op, (signed, unsigned), a, b, flags)
            }
            L::UDiv | L::SDiv | L::URem | L::SRem => self.divide(op, a, b, flags),
            L::Shl | L::LShr | L::AShr => self.shift(op, a, b, flags),
            L::And => {
                let value = self.pure(Op::Bin(BinOp::And, a, b), ty);
                if ty == Type::BOOL {
                    self.conjunctions.insert(value, (a, b));
                }
                value
            }
            L::Or => {
                let value = self.pure(Op::Bin(BinOp::Or, a, b), ty);
                if flags.disjoint {
                    let common = self.bin(BinOp::And, a, b);
                    let bad = self.nonzero(common);
                    self.flaw(value, bad, Property::BrokenFlag, "or disjoint of operands with common bits");
                }
                value
            }
            L::Xor => {
                let value = self.pure(Op::Bin(BinOp::Xor, a, b), ty);
                if self.unsigned_flags.contains(&a) {
                    self.unsigned_flags.insert(value);
                }
                value
            }
        }
    }

    fn is_pointer_difference(&self, a: Value, b: Value) -> bool {
        let pointer_bits = self.shared.program.target.pointer_bits;
        self.address_of.contains_key(&a)
            && self.address_of.contains_key(&b)
            && self.ty(a) == Type::Int(pointer_bits)
    }

    fn wrapping(
        &mut self,
        op: BinOp,
        (signed, unsigned): (OverflowOp, OverflowOp),
        a: Value,
        b: Value,
        flags: Flags,
    ) -> Value {
        let mut value = self.pure(Op::Bin(op, a, b), self.ty(a));
        if flags.nsw {
            let bad = self.emit(Op::Overflow(signed, a, b), Type::BOOL);
            value = self.signed_result(value, bad);
        }
        if flags.nuw {
            let bad = self.emit(Op::Overflow(unsigned, a, b), Type::BOOL);
            self.flaw(value, bad, Property::BrokenFlag, "nuw: the unsigned result does not fit");
        }
        value
    }

    /// What a signed computation gives that must not overflow, which is `bad`: this value, if it does not.
    pub(crate) fn signed_result(&mut self, value: Value, bad: Value) -> Value {
        self.flaw(value, bad, Property::SignedOverflow, "");
        self.unless_overflowed(value, bad)
    }

    /// The value, if the computation does not overflow, which is `bad`, and otherwise what the options say.
    pub(crate) fn unless_overflowed(&mut self, value: Value, bad: Value) -> Value {
        let asserted = self.is_asserted(Property::SignedOverflow);
        if asserted || self.shared.options.overflow == Overflowed::Wraps {
            return value;
        }
        let (name, ty) = (self.note("an overflow"), self.ty(value));
        let anything = self.emit(Op::Nondet { name, outside: false }, ty);
        self.pure(Op::Select(bad, anything, value), ty)
    }

    fn divide(&mut self, op: llvm::BinOp, a: Value, b: Value, flags: Flags) -> Value {
        use llvm::BinOp as L;
        // Division is undefined at once, not poison.
        self.demand(b);
        let ty = self.ty(a);
        if self.is_asserted(Property::DivisionByZero) {
            let nonzero = self.nonzero(b);
            self.assert(nonzero, Property::DivisionByZero, "");
        }
        // Machines trap here as they do for zero.
        let traps = [Property::SignedOverflow, Property::DivisionByZero];
        if matches!(op, L::SDiv | L::SRem) && traps.iter().any(|&property| self.is_asserted(property)) {
            self.assert_quotient_fits(a, b);
        }
        let (op, rest) = match op {
            L::UDiv => (BinOp::UDiv, BinOp::URem),
            L::SDiv => (BinOp::SDiv, BinOp::SRem),
            L::URem => (BinOp::URem, BinOp::URem),
            _ => (BinOp::SRem, BinOp::SRem),
        };
        let value = self.pure(Op::Bin(op, a, b), ty);
        if flags.exact {
            let rest = self.bin(rest, a, b);
            let bad = self.nonzero(rest);
            self.flaw(value, bad, Property::BrokenFlag, "exact: the division leaves a remainder");
        }
        value
    }

    /// The smallest number divided by -1 does not fit; nor may a dividend be poison that is divided by
    /// -1, though by others it may.
    fn assert_quotient_fits(&mut self, a: Value, b: Value) {
        if self.body.bits(b).is_some_and(|b| !b.is_ones()) {
            return;
        }
        let mut bad = self.emit(Op::Overflow(OverflowOp::SDiv, a, b), Type::BOOL);
        if let Some(poison) = self.poison.get(&a).copied() {
            let minus_one = self.all_ones(self.width(b));
            let critical = self.emit(Op::Cmp(CmpOp::Eq, b, minus_one), Type::BOOL);
            let lost = self.bin(BinOp::And, critical, poison.flag);
            bad = self.bin(BinOp::Or, bad, lost);
        }
        let (cond, note) = (self.not(bad), self.note("the quotient of the smallest number and -1"));
        self.effect(Op::Assert { cond, property: Property::SignedOverflow, note });
    }

    fn shift(&mut self, op: llvm::BinOp, a: Value, b: Value, flags: Flags) -> Value {
        use llvm::BinOp as L;
        let ty = self.ty(a);
        let ir = match op {
            L::Shl => BinOp::Shl,
            L::LShr => BinOp::LShr,
            _ => BinOp::AShr,
        };
        let value = self.pure(Op::Bin(ir, a, b), ty);
        let width = self.width(a);
        // Clang cuts a wide amount to the width of the value where the source does not; there it is the whole that counts.
        if let Some(&(whole, loc)) = self.truncated.get(&b)
            && !self.deferred
            && loc == self.loc
        {
            let limit = self.bits(self.ty(whole), Bits::from_u64(self.width(whole), u64::from(width)));
            let bad = self.emit(Op::Cmp(CmpOp::Ule, limit, whole), Type::BOOL);
            self.flaw(value, bad, Property::ShiftAmount, "");
        }
        // A constant amount in range needs no check.
        let in_range = self.body.bits(b).and_then(Bits::to_u64).is_some_and(|n| n < u64::from(width));
        if !in_range {
            let limit = self.bits(ty, Bits::from_u64(width, u64::from(width)));
            let bad = self.emit(Op::Cmp(CmpOp::Ule, limit, b), Type::BOOL);
            self.flaw(value, bad, Property::ShiftAmount, "");
        }
        if flags.nsw {
            let bad = self.emit(Op::Overflow(OverflowOp::SShl, a, b), Type::BOOL);
            self.flaw(value, bad, Property::ShiftOverflow, "");
        }
        if flags.nuw {
            let bad = self.emit(Op::Overflow(OverflowOp::UShl, a, b), Type::BOOL);
            self.flaw(value, bad, Property::BrokenFlag, "nuw: the shift loses a set bit");
        }
        if flags.exact {
            let one = self.bits(ty, Bits::from_u64(width, 1));
            let end = self.bin(BinOp::Shl, one, b);
            let mask = self.bin(BinOp::Sub, end, one);
            let lost = self.bin(BinOp::And, a, mask);
            let bad = self.nonzero(lost);
            self.flaw(value, bad, Property::BrokenFlag, "exact: the shift loses a set bit");
        }
        value
    }

    /// `v != 0` of an integer.
    pub(crate) fn nonzero(&mut self, value: Value) -> Value {
        let width = self.width(value);
        let zero = self.bits(self.ty(value), Bits::from_u64(width, 0));
        self.pure(Op::Cmp(CmpOp::Ne, value, zero), Type::BOOL)
    }

    /// `v < 0` of an integer.
    pub(crate) fn negative(&mut self, value: Value) -> Value {
        let width = self.width(value);
        let zero = self.bits(self.ty(value), Bits::from_u64(width, 0));
        self.pure(Op::Cmp(CmpOp::Slt, value, zero), Type::BOOL)
    }

    /// Whether a value is a parameter of the current block.
    fn is_parameter(&self, value: Value) -> bool {
        self.body.blocks[self.current.index()].params.contains(&value)
    }

    pub(crate) fn compare(&mut self, pred: llvm::IntPred, a: Value, b: Value, flags: Flags) -> Value {
        use llvm::IntPred as L;
        let (op, x, y) = match pred {
            L::Eq => (CmpOp::Eq, a, b),
            L::Ne => (CmpOp::Ne, a, b),
            L::Ult => (CmpOp::Ult, a, b),
            L::Ule => (CmpOp::Ule, a, b),
            L::Ugt => (CmpOp::Ult, b, a),
            L::Uge => (CmpOp::Ule, b, a),
            L::Slt => (CmpOp::Slt, a, b),
            L::Sle => (CmpOp::Sle, a, b),
            L::Sgt => (CmpOp::Slt, b, a),
            L::Sge => (CmpOp::Sle, b, a),
        };
        if pred == L::Ule
            && let Some(limit) = self.body.bits(b).and_then(Bits::to_u64)
        {
            self.at_most.insert(self.not_extended(a), limit);
        }
        let value = self.pure(Op::Cmp(op, x, y), Type::BOOL);
        if flags.samesign && self.ty(a) != Type::Ptr {
            let both = self.bin(BinOp::Xor, a, b);
            let bad = self.negative(both);
            self.flaw(value, bad, Property::BrokenFlag, "samesign: the operands differ in sign");
        }
        value
    }

    /// `nnan` and `ninf`; the other fast-math flags allow results that differ from the exact one,
    /// which the exact one satisfies.
    fn float_flags(&mut self, value: Value, operands: &[Value], flags: Flags) {
        for &operand in operands {
            let Type::Float(kind) = self.ty(operand) else { continue };
            if flags.nnan {
                let bad = self.emit(Op::FCmp(FCmpOp(FCmpOp::UNORDERED), operand, operand), Type::BOOL);
                self.flaw(value, bad, Property::BrokenFlag, "nnan: an operand or the result is not a number");
            }
            if flags.ninf {
                let infinity = self.bits(Type::Float(kind), infinity(kind));
                let size = self.emit(Op::FUn(FUnOp::Abs, operand), Type::Float(kind));
                let bad = self.emit(Op::FCmp(FCmpOp(FCmpOp::EQUAL), size, infinity), Type::BOOL);
                self.flaw(value, bad, Property::BrokenFlag, "ninf: an operand or the result is infinite");
            }
        }
    }

    fn extract_lane(&mut self, lanes: &[Value], index: Value) -> Lowered<Value> {
        let Some(&first) = lanes.first() else { return unmodelled("a lane of an empty vector") };
        if let Some(at) = self.body.bits(index).and_then(Bits::to_u64) {
            return Ok(lanes.get(at as usize).copied().unwrap_or_else(|| self.undef(self.ty(first))));
        }
        let mut value = first;
        for (at, &lane) in lanes.iter().enumerate().skip(1) {
            let here = self.is_lane(index, at as u64);
            let chosen = self.emit(Op::Select(here, lane, value), self.ty(first));
            self.propagate_select(chosen, here, lane, value);
            value = chosen;
        }
        self.lane_in_range(value, index, lanes.len());
        Ok(value)
    }

    fn insert_lane(&mut self, lanes: &[Value], elem: Value, index: Value) -> Lowered<Vec<Value>> {
        if let Some(at) = self.body.bits(index).and_then(Bits::to_u64) {
            let mut lanes = lanes.to_vec();
            match lanes.get_mut(at as usize) {
                Some(slot) => *slot = elem,
                None => {
                    let ty = self.ty(elem);
                    lanes = vec![self.undef(ty); lanes.len()];
                }
            }
            return Ok(lanes);
        }
        let mut values = vec![];
        for (at, &lane) in lanes.iter().enumerate() {
            let here = self.is_lane(index, at as u64);
            let value = self.emit(Op::Select(here, elem, lane), self.ty(lane));
            self.propagate_select(value, here, elem, lane);
            self.lane_in_range(value, index, lanes.len());
            values.push(value);
        }
        Ok(values)
    }

    fn is_lane(&mut self, index: Value, lane: u64) -> Value {
        let lane = self.int(self.width(index), lane);
        self.pure(Op::Cmp(CmpOp::Eq, index, lane), Type::BOOL)
    }

    fn lane_in_range(&mut self, value: Value, index: Value, lanes: usize) {
        let limit = self.int(self.width(index), lanes as u64);
        let bad = self.emit(Op::Cmp(CmpOp::Ule, limit, index), Type::BOOL);
        self.flaw(value, bad, Property::ArrayIndex, "a lane number that the vector does not have");
    }
}

fn float_predicate(pred: llvm::FloatPred) -> FCmpOp {
    use llvm::FloatPred as L;
    let (less, equal, greater, unordered) = (FCmpOp::LESS, FCmpOp::EQUAL, FCmpOp::GREATER, FCmpOp::UNORDERED);
    FCmpOp(match pred {
        L::False => 0,
        L::Oeq => equal,
        L::Ogt => greater,
        L::Oge => greater | equal,
        L::Olt => less,
        L::Ole => less | equal,
        L::One => less | greater,
        L::Ord => less | equal | greater,
        L::Ueq => equal | unordered,
        L::Ugt => greater | unordered,
        L::Uge => greater | equal | unordered,
        L::Ult => less | unordered,
        L::Ule => less | equal | unordered,
        L::Une => less | greater | unordered,
        L::Uno => unordered,
        L::True => less | equal | greater | unordered,
    })
}
