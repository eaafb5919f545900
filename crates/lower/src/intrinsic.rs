//! LLVM's intrinsics. Names come without the `llvm.` prefix; the part behind the first type suffix
//! only repeats the types.

use fathom_ir::{
    BinOp, Bits, CastOp, CmpOp, Const, FBinOp, FCmpOp, FUnOp, Op, OverflowOp, Overlap, Property, Symbol,
    Term, Type, UnOp, VaAbi, Value,
};
use fathom_llvm::module as llvm;
use llvm::Call;

use crate::function::Lowerer;
use crate::types::{Lowered, unmodelled};

impl Lowerer<'_, '_, '_> {
    pub(crate) fn intrinsic(&mut self, inst: &llvm::Inst, call: &Call, name: &str) -> Lowered<()> {
        let base = stem(name);
        match base {
            // Nothing happens.
            "donothing"
            | "sideeffect"
            | "prefetch"
            | "assume.bundle"
            | "invariant.end"
            | "pseudoprobe"
            | "experimental.noalias.scope.decl"
            | "var.annotation"
            | "codeview.annotation"
            | "instrprof.increment"
            | "debugtrap"
            | "x86.sse2.pause"
            | "x86.sse2.mfence"
            | "x86.sse2.lfence"
            | "x86.sse.sfence"
            | "aarch64.hint"
            | "localescape"
            | "fake.use"
            | "eh.begincatch"
            | "eh.endcatch"
            | "lifetime.dummy" => {
                self.undefine(inst);
                Ok(())
            }
            "invariant.start" => {
                let null = self.bits(Type::Ptr, Bits::from_u64(self.shared.program.target.pointer_bits, 0));
                self.define(inst, vec![null]);
                Ok(())
            }
            // The value of the first argument.
            "expect"
            | "expect.with.probability"
            | "launder.invariant.group"
            | "strip.invariant.group"
            | "ssa.copy"
            | "annotation"
            | "ptr.annotation"
            | "threadlocal.address"
            | "arithmetic.fence"
            | "preserve.array.access.index"
            | "preserve.union.access.index"
            | "preserve.struct.access.index" => {
                let values = self.argument(call, 0)?;
                self.define(inst, values);
                Ok(())
            }
            "lifetime.start" | "lifetime.end" => {
                // LLVM 22 dropped the size, so the pointer is the last argument.
                let Some(arg) = call.args.last() else { return unmodelled("a lifetime marker of nothing") };
                let ptr = self.scalar(arg.value)?;
                match base {
                    "lifetime.end" => self.effect(Op::LifetimeEnd(ptr)),
                    // What is made here is alive.
                    _ if self.is_made_late(ptr) => {}
                    _ => self.effect(Op::LifetimeStart(ptr)),
                }
                Ok(())
            }
            "memcpy" | "memcpy.inline" | "memmove" | "memset" | "memset.inline" => self.bulk(call, base),
            "va_start" => self.va_start(call),
            "va_copy" => self.va_copy(call),
            "va_end" => self.va_end(call),
            "stacksave" => {
                let bits = self.shared.program.target.pointer_bits;
                let token = self.emit(Op::StackSave, Type::Int(bits));
                let ptr = self.emit(Op::Cast(CastOp::IntToPtr, token), Type::Ptr);
                self.define(inst, vec![ptr]);
                Ok(())
            }
            "stackrestore" => {
                let ptr = self.scalar_argument(call, 0)?;
                let bits = self.shared.program.target.pointer_bits;
                let token = self.emit(Op::Cast(CastOp::PtrToInt, ptr), Type::Int(bits));
                self.effect(Op::StackRestore(token));
                Ok(())
            }
            "assume" => {
                let cond = self.scalar_argument(call, 0)?;
                self.demand(cond);
                self.assert(cond, Property::BrokenAssumption, "");
                for (tag, operands) in &call.bundles {
                    self.assumed_bundle(*tag, operands)?;
                }
                Ok(())
            }
            "ubsantrap" => {
                let kind = self.scalar_argument(call, 0)?;
                let kind = self.body.bits(kind).map_or(255, Bits::low_u64);
                self.sanitizer_trap(kind);
                Ok(())
            }
            "trap" => {
                self.fail(Property::Assertion, "a trap (__builtin_trap)");
                self.end(Term::Stop);
                Ok(())
            }
            "is.constant" => self.constant_result(inst, 0),
            "get.rounding" | "flt.rounds" => self.constant_result(inst, 1),
            "objectsize" => {
                // Not known at compile time: the most or the least, as LLVM itself answers then.
                let minimum = self.scalar_argument(call, 1)?;
                let minimum = self.body.bits(minimum).is_some_and(|b| b.low_u64() == 1);
                self.constant_result(inst, if minimum { 0 } else { u64::MAX })
            }
            "ptrmask" => {
                let (ptr, mask) = (self.scalar_argument(call, 0)?, self.scalar_argument(call, 1)?);
                let value = self.mask_pointer(ptr, mask);
                self.define(inst, vec![value]);
                Ok(())
            }
            "readcyclecounter" | "readsteadycounter" => {
                let name = self.note("the cycle counter");
                let value = self.emit(Op::Nondet { name, outside: true }, Type::Int(64));
                self.define(inst, vec![value]);
                Ok(())
            }
            "is.fpclass" => self.is_fpclass(inst, call),
            "x86.sse2.pmovmskb.128" => self.sign_mask(inst, call),
            _ if base.ends_with(".with.overflow") => self.with_overflow(inst, call, base),
            _ if base.starts_with("vector.reduce.") => {
                self.reduce(inst, call, &base["vector.reduce.".len()..])
            }
            _ => self.lanewise(inst, call, base, name),
        }
    }

    fn argument(&mut self, call: &Call, at: usize) -> Lowered<Vec<Value>> {
        match call.args.get(at) {
            Some(arg) => self.leaves(arg.value),
            None => unmodelled("an intrinsic with too few arguments"),
        }
    }

    fn scalar_argument(&mut self, call: &Call, at: usize) -> Lowered<Value> {
        match call.args.get(at) {
            Some(arg) => self.scalar(arg.value),
            None => unmodelled("an intrinsic with too few arguments"),
        }
    }

    fn constant_result(&mut self, inst: &llvm::Inst, value: u64) -> Lowered<()> {
        let leaves = self.types.leaves(inst.ty)?;
        let mut values = vec![];
        for leaf in leaves.iter() {
            let width = leaf.ty.bits(&self.shared.program.target);
            values.push(self.bits(leaf.ty, Bits::from_u64(width, value)));
        }
        self.define(inst, values);
        Ok(())
    }

    fn bulk(&mut self, call: &Call, base: &str) -> Lowered<()> {
        let mut args = vec![];
        for at in 0..3 {
            let value = self.scalar_argument(call, at)?;
            self.demand(value);
            args.push(value);
        }
        args[2] = self.length(args[2]);
        self.assert_aligned(call, 0, args[0], args[2]);
        if base.starts_with("memcpy") || base == "memmove" {
            self.assert_aligned(call, 1, args[1], args[2]);
        }
        self.effect(match base {
            "memset" | "memset.inline" => Op::MemSet { dst: args[0], byte: args[1], len: args[2] },
            _ => {
                let overlap = match base {
                    "memmove" => Overlap::Allowed,
                    _ if self.behind_argument_check => Overlap::Forbidden,
                    _ => Overlap::Exact,
                };
                Op::MemCopy { dst: args[0], src: args[1], len: args[2], overlap }
            }
        });
        Ok(())
    }

    /// A length of at most 64 bits; no object is longer.
    fn length(&mut self, len: Value) -> Value {
        let width = self.width(len);
        if width <= 64 {
            return len;
        }
        let cut = self.resize_signed(len, 64);
        let back = self.pure(Op::Cast(CastOp::ZExt, cut), Type::Int(width));
        let fits = self.emit(Op::Cmp(CmpOp::Eq, back, len), Type::BOOL);
        self.assert(fits, Property::OutOfBoundsWrite, "a length of more than 64 bits");
        cut
    }

    /// A bulk operation promises the alignment of its pointers, unless it does nothing.
    fn assert_aligned(&mut self, call: &Call, at: usize, pointer: Value, len: Value) {
        let align = call.args.get(at).map_or(0, |arg| arg.attrs.align);
        let idle = self.body.bits(len).is_some_and(Bits::is_zero);
        if align <= self.known_alignment(pointer) || idle {
            return;
        }
        let bits = self.shared.program.target.pointer_bits;
        let address = self.pure(Op::Cast(CastOp::PtrToInt, pointer), Type::Int(bits));
        let low = self.int(bits, align - 1);
        let odd = self.bin(BinOp::And, address, low);
        let mut bad = self.nonzero(odd);
        if self.body.bits(len).is_none() {
            let some = self.nonzero(len);
            bad = self.bin(BinOp::And, bad, some);
        }
        self.assert_not(
            bad,
            Property::MisalignedAccess,
            &format!("a copy or fill that needs an alignment of {align}"),
        );
    }

    /// An alignment that a pointer surely has.
    fn known_alignment(&self, pointer: Value) -> u64 {
        match self.body.constant(pointer) {
            Some(Const::Addr(Symbol::Global(id), offset)) => {
                let align = self.shared.program.globals[id.index()].align;
                u64::from(crate::memory::common_align(align, offset.unsigned_abs()))
            }
            _ => self.slot_alignments.get(&pointer).copied().unwrap_or(1),
        }
    }

    /// What an operand bundle of `assume` states: alignment and not being null. The others only
    /// describe what accesses oblige anyway.
    fn assumed_bundle(&mut self, tag: llvm::Span, operands: &[llvm::Typed]) -> Lowered<()> {
        let tag = self.module.text(tag).trim_matches('"').to_owned();
        let Some(&pointer) = operands.first() else { return Ok(()) };
        let bits = self.shared.program.target.pointer_bits;
        match (tag.as_str(), operands) {
            ("align", [_, align, rest @ ..]) => {
                let pointer = self.scalar(pointer)?;
                let align = self.scalar(*align)?;
                let align = self.resize_signed(align, bits);
                let offset = match rest.first() {
                    Some(offset) => {
                        let offset = self.scalar(*offset)?;
                        Some(self.resize_signed(offset, bits))
                    }
                    None => None,
                };
                self.assert_multiple(pointer, align, offset);
            }
            ("nonnull", _) => {
                let pointer = self.scalar(pointer)?;
                let null = self.bits(Type::Ptr, Bits::from_u64(bits, 0));
                let good = self.emit(Op::Cmp(CmpOp::Ne, pointer, null), Type::BOOL);
                self.assert(good, Property::BrokenAssumption, "a pointer is null, against an assumption");
            }
            _ => {}
        }
        Ok(())
    }

    /// A pointer is so many bytes behind a multiple of `align`.
    pub(crate) fn assert_multiple(&mut self, pointer: Value, align: Value, offset: Option<Value>) {
        let bits = self.shared.program.target.pointer_bits;
        let mut address = self.emit(Op::Cast(CastOp::PtrToInt, pointer), Type::Int(bits));
        if let Some(offset) = offset {
            address = self.bin(BinOp::Sub, address, offset);
        }
        let one = self.int(bits, 1);
        let low = self.bin(BinOp::Sub, align, one);
        let odd = self.bin(BinOp::And, address, low);
        let bad = self.nonzero(odd);
        self.assert_not(bad, Property::BrokenAssumption, "a pointer is not aligned as assumed");
    }

    fn va_start(&mut self, call: &Call) -> Lowered<()> {
        let list = self.scalar_argument(call, 0)?;
        let Some(area) = self.area else { return unmodelled("va_start outside a variadic function") };
        let pointer = self.shared.program.target.pointer_bits / 8;
        match self.shared.program.target.va {
            VaAbi::Unknown => return unmodelled("variadic arguments of this machine"),
            VaAbi::Pointer { .. } => self.effect(Op::Store { value: area, ptr: list, align: pointer }),
            VaAbi::SysV64 => {
                // All registers used up: every argument is in the area.
                for (offset, used) in [(0, 48), (4, 304)] {
                    let (value, ptr) = (self.int(32, used), self.at_offset(list, offset));
                    self.effect(Op::Store { value, ptr, align: 4 });
                }
                for offset in [8, 16] {
                    let ptr = self.at_offset(list, offset);
                    self.effect(Op::Store { value: area, ptr, align: 8 });
                }
            }
        }
        Ok(())
    }

    fn va_copy(&mut self, call: &Call) -> Lowered<()> {
        let (dst, src) = (self.scalar_argument(call, 0)?, self.scalar_argument(call, 1)?);
        let size = match self.shared.program.target.va {
            VaAbi::Unknown => return unmodelled("variadic arguments of this machine"),
            VaAbi::SysV64 => 24,
            VaAbi::Pointer { .. } => u64::from(self.shared.program.target.pointer_bits / 8),
        };
        let len = self.size(size);
        self.effect(Op::MemCopy { dst, src, len, overlap: Overlap::Allowed });
        Ok(())
    }

    /// From here on the list is indeterminate.
    fn va_end(&mut self, call: &Call) -> Lowered<()> {
        let list = self.scalar_argument(call, 0)?;
        let pointer = self.shared.program.target.pointer_bits / 8;
        let fields: &[(u64, Type, u32)] = match self.shared.program.target.va {
            VaAbi::Unknown => return unmodelled("variadic arguments of this machine"),
            VaAbi::Pointer { .. } => &[(0, Type::Ptr, pointer)],
            VaAbi::SysV64 => {
                &[(0, Type::Int(32), 4), (4, Type::Int(32), 4), (8, Type::Ptr, 8), (16, Type::Ptr, 8)]
            }
        };
        for &(offset, ty, align) in fields {
            let (value, ptr) = (self.undef(ty), self.at_offset(list, offset));
            self.effect(Op::Store { value, ptr, align });
        }
        Ok(())
    }

    fn with_overflow(&mut self, inst: &llvm::Inst, call: &Call, base: &str) -> Lowered<()> {
        let (overflow, op) = match &base[..base.len() - ".with.overflow".len()] {
            "sadd" => (OverflowOp::SAdd, BinOp::Add),
            "uadd" => (OverflowOp::UAdd, BinOp::Add),
            "ssub" => (OverflowOp::SSub, BinOp::Sub),
            "usub" => (OverflowOp::USub, BinOp::Sub),
            "smul" => (OverflowOp::SMul, BinOp::Mul),
            "umul" => (OverflowOp::UMul, BinOp::Mul),
            _ => return unmodelled(format!("intrinsic llvm.{base}")),
        };
        let (a, b) = (self.argument(call, 0)?, self.argument(call, 1)?);
        let (mut sums, mut flags) = (vec![], vec![]);
        for (a, b) in a.into_iter().zip(b) {
            let mut sum = self.pure(Op::Bin(op, a, b), self.ty(a));
            let flag = self.pure(Op::Overflow(overflow, a, b), Type::BOOL);
            if base.starts_with('u') {
                self.unsigned_flags.insert(flag);
            } else {
                // It may be clang's check of an overflow, or a builtin that has a result in any case.
                sum = self.unless_overflowed(sum, flag);
            }
            sums.push(sum);
            flags.push(flag);
        }
        sums.extend(flags);
        self.define(inst, sums);
        Ok(())
    }

    fn reduce(&mut self, inst: &llvm::Inst, call: &Call, kind: &str) -> Lowered<()> {
        let float_start = matches!(kind, "fadd" | "fmul");
        let lanes = self.argument(call, usize::from(float_start))?;
        let mut lanes = lanes.into_iter();
        let first = if float_start { Some(self.scalar_argument(call, 0)?) } else { lanes.next() };
        let Some(mut value) = first else { return unmodelled("a reduction of nothing") };
        for lane in lanes {
            let ty = self.ty(value);
            let op = match kind {
                "add" => Op::Bin(BinOp::Add, value, lane),
                "mul" => Op::Bin(BinOp::Mul, value, lane),
                "and" => Op::Bin(BinOp::And, value, lane),
                "or" => Op::Bin(BinOp::Or, value, lane),
                "xor" => Op::Bin(BinOp::Xor, value, lane),
                "smax" => Op::Bin(BinOp::SMax, value, lane),
                "smin" => Op::Bin(BinOp::SMin, value, lane),
                "umax" => Op::Bin(BinOp::UMax, value, lane),
                "umin" => Op::Bin(BinOp::UMin, value, lane),
                "fadd" => Op::FBin(FBinOp::Add, value, lane),
                "fmul" => Op::FBin(FBinOp::Mul, value, lane),
                "fmax" => {
                    value = self.either_zero(FBinOp::MaxNum, value, lane, ty);
                    continue;
                }
                "fmin" => {
                    value = self.either_zero(FBinOp::MinNum, value, lane, ty);
                    continue;
                }
                "fmaximum" => Op::FBin(FBinOp::Maximum, value, lane),
                "fminimum" => Op::FBin(FBinOp::Minimum, value, lane),
                _ => return unmodelled(format!("intrinsic llvm.vector.reduce.{kind}")),
            };
            value = self.pure(op, ty);
        }
        self.define(inst, vec![value]);
        Ok(())
    }

    /// The signs of all lanes as the bits of a number (SSE2's `pmovmskb`).
    fn sign_mask(&mut self, inst: &llvm::Inst, call: &Call) -> Lowered<()> {
        let lanes = self.argument(call, 0)?;
        let mut mask = self.int(32, 0);
        for (at, lane) in lanes.into_iter().enumerate() {
            let sign = self.extract_bits(lane, self.width(lane) - 1, 1);
            let wide = self.pure(Op::Cast(CastOp::ZExt, sign), Type::Int(32));
            let amount = self.int(32, at as u64);
            let bit = self.bin(BinOp::Shl, wide, amount);
            mask = self.bin(BinOp::Or, mask, bit);
        }
        self.define(inst, vec![mask]);
        Ok(())
    }

    fn is_fpclass(&mut self, inst: &llvm::Inst, call: &Call) -> Lowered<()> {
        let values = self.argument(call, 0)?;
        let mask = self.scalar_argument(call, 1)?;
        let Some(mask) = self.body.bits(mask).map(Bits::low_u64) else {
            return unmodelled("is.fpclass by a variable");
        };
        let mut results = vec![];
        for value in values {
            results.push(self.fpclass(value, mask)?);
        }
        self.define(inst, results);
        Ok(())
    }

    /// Whether a float is of one of LLVM's ten classes: signalling NaN, quiet NaN, -inf, -normal,
    /// -subnormal, -0, +0, +subnormal, +normal, +inf (bits 0 to 9 of the mask).
    fn fpclass(&mut self, value: Value, mask: u64) -> Lowered<Value> {
        let Type::Float(kind) = self.ty(value) else {
            return unmodelled("the class of something that is no float");
        };
        use fathom_ir::FloatKind as F;
        let (fraction, exponent) = match kind {
            F::F16 => (10, 5),
            F::BF16 => (7, 8),
            F::F32 => (23, 8),
            F::F64 => (52, 11),
            F::F128 => (112, 15),
            // Its explicit leading bit stands between exponent and fraction.
            F::X87 => (63, 15),
        };
        let width = kind.bits();
        let bits = self.pure(Op::Cast(CastOp::FToBits, value), Type::Int(width));
        let sign = self.extract_bits(bits, width - 1, 1);
        let exponent_value = self.extract_bits(bits, width - 1 - exponent, exponent);
        let fraction_value = self.extract_bits(bits, 0, fraction);
        let mut quiet = self.extract_bits(bits, fraction - 1, 1);
        let (zero_exponent, ones) = (self.int(exponent, 0), self.int(exponent, u64::MAX));
        let low = self.pure(Op::Cmp(CmpOp::Eq, exponent_value, zero_exponent), Type::BOOL);
        let high = self.pure(Op::Cmp(CmpOp::Eq, exponent_value, ones), Type::BOOL);
        let some_fraction = self.nonzero(fraction_value);
        let no_fraction = self.not(some_fraction);
        let either = self.bin(BinOp::Or, low, high);
        let mut middle = self.not(either);
        let plus = self.not(sign);
        let mut signalling = self.not(quiet);
        let mut nan = self.bin(BinOp::And, high, some_fraction);
        let mut infinite = self.bin(BinOp::And, high, no_fraction);
        let subnormal = self.bin(BinOp::And, low, some_fraction);
        let zero = self.bin(BinOp::And, low, no_fraction);
        if kind == F::X87 {
            // Numbers without their leading bit are not valid: they count as quiet NaNs.
            let leading = self.extract_bits(bits, 63, 1);
            let (absent, some_exponent) = (self.not(leading), self.not(low));
            let invalid = self.bin(BinOp::And, some_exponent, absent);
            nan = self.bin(BinOp::Or, nan, invalid);
            quiet = self.bin(BinOp::Or, quiet, invalid);
            signalling = self.not(quiet);
            infinite = self.bin(BinOp::And, infinite, leading);
            middle = self.bin(BinOp::And, middle, leading);
        }
        let classes = [
            (nan, signalling),
            (nan, quiet),
            (infinite, sign),
            (middle, sign),
            (subnormal, sign),
            (zero, sign),
            (zero, plus),
            (subnormal, plus),
            (middle, plus),
            (infinite, plus),
        ];
        let mut result = self.bool(false);
        for (at, (shape, side)) in classes.into_iter().enumerate() {
            if mask >> at & 1 == 1 {
                let is = self.bin(BinOp::And, shape, side);
                result = self.bin(BinOp::Or, result, is);
            }
        }
        Ok(result)
    }

    /// Intrinsics that work lane by lane.
    fn lanewise(&mut self, inst: &llvm::Inst, call: &Call, base: &str, name: &str) -> Lowered<()> {
        let results = self.types.leaves(inst.ty)?;
        let mut columns = vec![];
        for at in 0..call.args.len() {
            columns.push(self.argument(call, at)?);
        }
        let mut values = vec![];
        for (lane, leaf) in results.iter().enumerate() {
            let mut args = vec![];
            for column in &columns {
                match column.get(if column.len() == results.len() { lane } else { 0 }) {
                    Some(&value) => args.push(value),
                    None => args.push(Value(u32::MAX)),
                }
            }
            values.push(self.scalar_intrinsic(base, name, &args, leaf.ty)?);
        }
        if results.is_empty() {
            return unmodelled(format!("intrinsic llvm.{name}"));
        }
        self.define(inst, values);
        Ok(())
    }

    /// `fmin` and `fmax`. Of two zeros, both are the smaller and the larger one: neither C nor LLVM says which
    /// is the result, and libraries differ.
    fn either_zero(&mut self, op: FBinOp, a: Value, b: Value, ty: Type) -> Value {
        let computed = self.pure(Op::FBin(op, a, b), ty);
        let equal = self.pure(Op::FCmp(FCmpOp(FCmpOp::EQUAL), a, b), Type::BOOL);
        let name = self.note("which of two zeros");
        let first = self.emit(Op::Nondet { name, outside: false }, Type::BOOL);
        let either = self.pure(Op::Select(first, a, b), ty);
        self.pure(Op::Select(equal, either, computed), ty)
    }

    fn scalar_intrinsic(&mut self, base: &str, name: &str, args: &[Value], ty: Type) -> Lowered<Value> {
        let missing = || unmodelled(format!("intrinsic llvm.{name}"));
        let (Some(&a), b, c) = (args.first(), args.get(1).copied(), args.get(2).copied()) else {
            return missing();
        };
        if args.contains(&Value(u32::MAX)) && !base.starts_with("experimental.constrained.") {
            return missing();
        }
        let two = |f: fn(Value, Value) -> Op| b.map(|b| f(a, b));
        let op = match base {
            "smax" => two(|a, b| Op::Bin(BinOp::SMax, a, b)),
            "smin" => two(|a, b| Op::Bin(BinOp::SMin, a, b)),
            "umax" => two(|a, b| Op::Bin(BinOp::UMax, a, b)),
            "umin" => two(|a, b| Op::Bin(BinOp::UMin, a, b)),
            "ctpop" => Some(Op::Un(UnOp::PopCount, a)),
            "bswap" => Some(Op::Un(UnOp::ByteSwap, a)),
            "bitreverse" => Some(Op::Un(UnOp::BitReverse, a)),
            "fabs" => Some(Op::FUn(FUnOp::Abs, a)),
            "sqrt" | "experimental.constrained.sqrt" => Some(Op::FUn(FUnOp::Sqrt, a)),
            "floor" => Some(Op::FUn(FUnOp::Floor, a)),
            "ceil" => Some(Op::FUn(FUnOp::Ceil, a)),
            "trunc" => Some(Op::FUn(FUnOp::Trunc, a)),
            "rint" | "nearbyint" | "roundeven" => Some(Op::FUn(FUnOp::RoundEven, a)),
            "round" => Some(Op::FUn(FUnOp::RoundAway, a)),
            "copysign" => two(|a, b| Op::FBin(FBinOp::CopySign, a, b)),
            "minimumnum" => two(|a, b| Op::FBin(FBinOp::MinNum, a, b)),
            "maximumnum" => two(|a, b| Op::FBin(FBinOp::MaxNum, a, b)),
            "minimum" => two(|a, b| Op::FBin(FBinOp::Minimum, a, b)),
            "maximum" => two(|a, b| Op::FBin(FBinOp::Maximum, a, b)),
            "fma" => b.zip(c).map(|(b, c)| Op::Fma(a, b, c)),
            "fptosi.sat" => Some(Op::Cast(CastOp::FToS, a)),
            "fptoui.sat" => Some(Op::Cast(CastOp::FToU, a)),
            "canonicalize" => Some(Op::Freeze(a)),
            _ => None,
        };
        if let Some(op) = op {
            return Ok(self.pure(op, ty));
        }
        let Some(b) = b else { return self.library_math(base, name, args, ty) };
        match base {
            "minnum" => Ok(self.either_zero(FBinOp::MinNum, a, b, ty)),
            "maxnum" => Ok(self.either_zero(FBinOp::MaxNum, a, b, ty)),
            // Whether to fuse is the compiler's choice; unoptimised code without FMA instructions does not.
            "fmuladd" => {
                let Some(c) = c else { return missing() };
                let product = self.pure(Op::FBin(FBinOp::Mul, a, b), ty);
                Ok(self.pure(Op::FBin(FBinOp::Add, product, c), ty))
            }
            "ctlz" | "cttz" => {
                let count = if base == "ctlz" { UnOp::LeadingZeros } else { UnOp::TrailingZeros };
                let value = self.pure(Op::Un(count, a), ty);
                if self.body.bits(b).is_some_and(|b| b.low_u64() == 1) {
                    let some = self.nonzero(a);
                    let bad = self.not(some);
                    self.speculative_flaw(value, bad, Property::InvalidArgument);
                }
                Ok(value)
            }
            "abs" => {
                let zero = self.bits(ty, Bits::from_u64(self.width(a), 0));
                let minus = self.pure(Op::Bin(BinOp::Sub, zero, a), ty);
                // |smallest| wraps to itself, which SMax of the two equal values gives.
                let value = self.pure(Op::Bin(BinOp::SMax, a, minus), ty);
                if self.body.bits(b).is_some_and(|b| b.low_u64() == 1) {
                    let bad = self.emit(Op::Overflow(OverflowOp::SSub, zero, a), Type::BOOL);
                    // Other than sums, which wrap around where nobody asks, this is a call that is not allowed.
                    if !self.is_asserted(Property::SignedOverflow) {
                        self.speculative_flaw(value, bad, Property::InvalidArgument);
                    }
                    return Ok(self.signed_result(value, bad));
                }
                Ok(value)
            }
            "fshl" | "fshr" => {
                let Some(c) = c else { return missing() };
                let width = self.width(a);
                let (limit, zero) = (self.int(width, u64::from(width)), self.int(width, 0));
                let amount = self.pure(Op::Bin(BinOp::URem, c, limit), ty);
                let rest = self.pure(Op::Bin(BinOp::Sub, limit, amount), ty);
                let none = self.pure(Op::Cmp(CmpOp::Eq, amount, zero), Type::BOOL);
                let (left, right, whole) = if base == "fshl" { (amount, rest, a) } else { (rest, amount, b) };
                // Shifts by the whole width give 0, so the two parts never mix.
                let high = self.pure(Op::Bin(BinOp::Shl, a, left), ty);
                let low = self.pure(Op::Bin(BinOp::LShr, b, right), ty);
                let both = self.pure(Op::Bin(BinOp::Or, high, low), ty);
                Ok(self.pure(Op::Select(none, whole, both), ty))
            }
            "uadd.sat" | "usub.sat" | "sadd.sat" | "ssub.sat" | "ushl.sat" | "sshl.sat" => {
                self.saturating(base, a, b, ty)
            }
            "ucmp" | "scmp" => {
                let less = if base == "ucmp" { CmpOp::Ult } else { CmpOp::Slt };
                let (below, above) =
                    (self.pure(Op::Cmp(less, a, b), Type::BOOL), self.pure(Op::Cmp(less, b, a), Type::BOOL));
                let below = self.pure(Op::Cast(CastOp::SExt, below), ty);
                let above = self.pure(Op::Cast(CastOp::ZExt, above), ty);
                Ok(self.pure(Op::Bin(BinOp::Or, below, above), ty))
            }
            "experimental.constrained.fadd" => Ok(self.pure(Op::FBin(FBinOp::Add, a, b), ty)),
            "experimental.constrained.fsub" => Ok(self.pure(Op::FBin(FBinOp::Sub, a, b), ty)),
            "experimental.constrained.fmul" => Ok(self.pure(Op::FBin(FBinOp::Mul, a, b), ty)),
            "experimental.constrained.fdiv" => Ok(self.pure(Op::FBin(FBinOp::Div, a, b), ty)),
            _ => self.library_math(base, name, args, ty),
        }
    }

    fn saturating(&mut self, base: &str, a: Value, b: Value, ty: Type) -> Lowered<Value> {
        let width = self.width(a);
        let (op, overflow) = match base {
            "uadd.sat" => (BinOp::Add, OverflowOp::UAdd),
            "sadd.sat" => (BinOp::Add, OverflowOp::SAdd),
            "usub.sat" => (BinOp::Sub, OverflowOp::USub),
            "ssub.sat" => (BinOp::Sub, OverflowOp::SSub),
            "ushl.sat" => (BinOp::Shl, OverflowOp::UShl),
            _ => (BinOp::Shl, OverflowOp::SShl),
        };
        let value = self.pure(Op::Bin(op, a, b), ty);
        let over = self.pure(Op::Overflow(overflow, a, b), Type::BOOL);
        let limit = match base {
            "uadd.sat" | "ushl.sat" => self.all_ones(width),
            "usub.sat" => self.int(width, 0),
            _ => {
                // The largest number for a positive operand, the smallest for a negative one.
                let (ones, one) = (self.all_ones(width), self.int(width, 1));
                let largest = self.bin(BinOp::LShr, ones, one);
                let sign = self.negative(a);
                let flip = self.emit(Op::Cast(CastOp::SExt, sign), ty);
                self.bin(BinOp::Xor, largest, flip)
            }
        };
        let result = self.pure(Op::Select(over, limit, value), ty);
        if op == BinOp::Shl {
            let width_value = self.int(width, u64::from(width));
            let bad = self.emit(Op::Cmp(CmpOp::Ule, width_value, b), Type::BOOL);
            self.flaw(result, bad, Property::ShiftAmount, "");
        }
        Ok(result)
    }

    /// Mathematical functions are those of the C library.
    fn library_math(&mut self, base: &str, name: &str, args: &[Value], ty: Type) -> Lowered<Value> {
        let known = [
            "sin", "cos", "tan", "asin", "acos", "atan", "atan2", "sinh", "cosh", "tanh", "exp", "exp2",
            "exp10", "log", "log2", "log10", "pow", "lround", "llround", "lrint", "llrint", "ldexp",
        ];
        let Some(&a) = args.first() else { return unmodelled(format!("intrinsic llvm.{name}")) };
        let suffix = match self.ty(a) {
            Type::Float(fathom_ir::FloatKind::F32) => "f",
            Type::Float(fathom_ir::FloatKind::F64) => "",
            Type::Float(fathom_ir::FloatKind::X87) => "l",
            _ => return unmodelled(format!("intrinsic llvm.{name}")),
        };
        if base == "powi" {
            return self.power(args, ty, name);
        }
        if !known.contains(&base) {
            return unmodelled(format!("intrinsic llvm.{name}"));
        }
        Ok(self.library_call(&format!("{base}{suffix}"), args.to_vec(), ty))
    }

    /// `powi` with a constant exponent, by repeated multiplication.
    fn power(&mut self, args: &[Value], ty: Type, name: &str) -> Lowered<Value> {
        let exponent = args.get(1).and_then(|&e| self.body.bits(e)).map(crate::constant::signed);
        let (Some(exponent @ 0..=64), Type::Float(kind)) = (exponent, ty) else {
            return unmodelled(format!("intrinsic llvm.{name}"));
        };
        let mut value = self.bits(ty, crate::constant::float_of_pow2(kind, 0, false));
        for _ in 0..exponent {
            value = self.pure(Op::FBin(FBinOp::Mul, value, args[0]), ty);
        }
        Ok(value)
    }
}

/// The name without type suffixes: `ctpop.v4i32` is `ctpop`, `memcpy.p0.p0.i64` is `memcpy`.
fn stem(name: &str) -> &str {
    let mut end = name.len();
    while let Some(dot) = name[..end].rfind('.') {
        if !is_type_suffix(&name[dot + 1..end]) {
            break;
        }
        end = dot;
    }
    &name[..end]
}

fn is_type_suffix(part: &str) -> bool {
    let digits = |text: &str| !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit());
    let simple = |text: &str| {
        text == "bf16"
            || text == "ppcf128"
            || ["i", "f", "p"].iter().any(|prefix| text.strip_prefix(prefix).is_some_and(digits))
    };
    if simple(part) || part == "isVoid" || part == "fp128" {
        return true;
    }
    if let Some(vector) = part.strip_prefix('v') {
        let rest = vector.trim_start_matches(|c: char| c.is_ascii_digit());
        return rest.len() < vector.len() && (simple(rest) || rest.starts_with('p'));
    }
    // Typed pointers and structs of LLVM 14: `p0i8`, `p0s_struct.Ss`, `sl_i32i32s`.
    if let Some(pointer) = part.strip_prefix('p') {
        let rest = pointer.trim_start_matches(|c: char| c.is_ascii_digit());
        return rest.len() < pointer.len() && !rest.is_empty();
    }
    part.starts_with("sl_") || part.starts_with("s_") || part.starts_with('a') && digits(&part[1..])
}
