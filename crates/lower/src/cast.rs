//! Conversions between scalars, and the same bits as other scalars.

use fathom_ir::{BinOp, Bits, CastOp, CmpOp, FCmpOp, FUnOp, Op, Property, Type, Value};
use fathom_llvm::module as llvm;
use llvm::{Flags, Typed};

use crate::constant::float_of_pow2;
use crate::function::Lowerer;
use crate::types::{Lowered, unmodelled};

impl Lowerer<'_, '_, '_> {
    pub(crate) fn cast(
        &mut self,
        inst: &llvm::Inst,
        op: llvm::CastOp,
        value: Typed,
        flags: Flags,
    ) -> Lowered<()> {
        use llvm::CastOp as L;
        let from = self.leaves(value)?;
        let to = self.types.leaves(inst.ty)?;
        if op == L::BitCast {
            let types: Vec<Type> = to.iter().map(|leaf| leaf.ty).collect();
            let values = self.bitcast(&from, &types)?;
            self.define(inst, values);
            return Ok(());
        }
        if self.types.is_ppc_double_double(value.ty) || self.types.is_ppc_double_double(inst.ty) {
            return unmodelled("a conversion of a pair of doubles (ppc_fp128)");
        }
        let mut values = vec![];
        for (&value, leaf) in from.iter().zip(to.iter()) {
            values.push(self.cast_scalar(op, value, leaf.ty, flags)?);
        }
        self.define(inst, values);
        Ok(())
    }

    pub(crate) fn cast_scalar(
        &mut self,
        op: llvm::CastOp,
        value: Value,
        to: Type,
        flags: Flags,
    ) -> Lowered<Value> {
        use llvm::CastOp as L;
        let ir = match op {
            L::Trunc => CastOp::Trunc,
            L::ZExt => CastOp::ZExt,
            L::SExt => CastOp::SExt,
            L::FPTrunc | L::FPExt => CastOp::FConv,
            L::FPToUI => CastOp::FToU,
            L::FPToSI => CastOp::FToS,
            L::UIToFP => CastOp::UToF,
            L::SIToFP => CastOp::SToF,
            L::PtrToInt | L::PtrToAddr => CastOp::PtrToInt,
            L::IntToPtr => CastOp::IntToPtr,
            L::AddrSpaceCast => return Ok(value),
            L::BitCast => return unmodelled("a bitcast of this shape"),
        };
        let result = self.pure(Op::Cast(ir, value), to);
        match op {
            L::Trunc => drop(self.truncated.insert(result, (value, self.loc))),
            L::ZExt | L::SExt => drop(self.extended.insert(result, value)),
            _ => {}
        }
        match op {
            L::Trunc if flags.nuw || flags.nsw => {
                // Only the bits that are lost decide.
                let (from, kept) = (self.width(value), self.width(result));
                if flags.nuw {
                    let lost = self.extract_bits(value, kept, from - kept);
                    let bad = self.nonzero(lost);
                    self.flaw(result, bad, Property::BrokenFlag, "trunc: the value does not fit");
                }
                if flags.nsw {
                    let signs = self.extract_bits(value, kept - 1, from - kept + 1);
                    let ones = self.all_ones(from - kept + 1);
                    let (some, not_all) =
                        (self.nonzero(signs), self.pure(Op::Cmp(CmpOp::Ne, signs, ones), Type::BOOL));
                    let bad = self.bin(BinOp::And, some, not_all);
                    self.flaw(result, bad, Property::BrokenFlag, "trunc: the value does not fit");
                }
            }
            L::ZExt | L::UIToFP if flags.nneg => {
                let bad = self.negative(value);
                self.flaw(result, bad, Property::BrokenFlag, "nneg: the operand is negative");
            }
            L::FPToUI | L::FPToSI => {
                let bad = self.float_out_of_range(value, to, op == L::FPToSI);
                self.flaw(result, bad, Property::FloatCastOverflow, "");
            }
            L::PtrToInt => drop(self.address_of.insert(result, value)),
            _ => {}
        }
        Ok(result)
    }

    /// Whether a float, cut to an integer, does not fit: compares with powers of two, which are exact.
    fn float_out_of_range(&mut self, value: Value, to: Type, signed: bool) -> Value {
        let (Type::Float(kind), Type::Int(width)) = (self.ty(value), to) else { return self.bool(false) };
        let ty = Type::Float(kind);
        let cut = self.emit(Op::FUn(FUnOp::Trunc, value), ty);
        let exponent = if signed { width - 1 } else { width };
        let high = self.bits(ty, pow2_or_infinity(kind, exponent, false));
        let too_high = FCmpOp(FCmpOp::EQUAL | FCmpOp::GREATER | FCmpOp::UNORDERED);
        let above = self.emit(Op::FCmp(too_high, cut, high), Type::BOOL);
        let low_bits =
            if signed { pow2_or_infinity(kind, exponent, true) } else { Bits::from_u64(kind.bits(), 0) };
        let infinite = signed && exponent > max_exponent(kind);
        let low = self.bits(ty, low_bits);
        let too_low = FCmpOp(if infinite { FCmpOp::LESS | FCmpOp::EQUAL } else { FCmpOp::LESS });
        let below = self.emit(Op::FCmp(too_low, cut, low), Type::BOOL);
        self.bin(BinOp::Or, above, below)
    }

    /// The same bits as other scalars: between a float and an integer, or between vectors.
    pub(crate) fn bitcast(&mut self, from: &[Value], to: &[Type]) -> Lowered<Vec<Value>> {
        if from.len() == to.len() {
            let same_width =
                from.iter().zip(to).all(|(&v, &ty)| self.width(v) == ty.bits(&self.shared.program.target));
            if same_width {
                return from.iter().zip(to).map(|(&v, &ty)| self.reinterpret(v, ty)).collect();
            }
        }
        // Through one wide integer; lane 0 is lowest on little-endian machines, highest on others.
        let total: u32 = from.iter().map(|&v| self.width(v)).sum();
        if total == 0 || to.iter().map(|ty| ty.bits(&self.shared.program.target)).sum::<u32>() != total {
            return unmodelled("a bitcast between types of different size");
        }
        let big_endian = self.shared.program.target.big_endian;
        let whole = self.concat(from, big_endian)?;
        let mut at = 0;
        let mut values = vec![];
        for &ty in to {
            let width = ty.bits(&self.shared.program.target);
            let low = if big_endian { total - at - width } else { at };
            let part = self.extract_bits(whole, low, width);
            values.push(self.reinterpret(part, ty)?);
            at += width;
        }
        Ok(values)
    }

    /// One integer of all the scalars.
    pub(crate) fn concat(&mut self, parts: &[Value], big_endian: bool) -> Lowered<Value> {
        let total: u32 = parts.iter().map(|&v| self.width(v)).sum();
        let mut whole = None;
        let mut at = 0;
        for &part in parts {
            let width = self.width(part);
            let int = self.reinterpret(part, Type::Int(width))?;
            let wide =
                if width == total { int } else { self.pure(Op::Cast(CastOp::ZExt, int), Type::Int(total)) };
            let low = if big_endian { total - at - width } else { at };
            let placed = if low == 0 {
                wide
            } else {
                let amount = self.int(total, u64::from(low));
                self.pure(Op::Bin(BinOp::Shl, wide, amount), Type::Int(total))
            };
            whole = Some(match whole {
                None => placed,
                Some(before) => self.pure(Op::Bin(BinOp::Or, before, placed), Type::Int(total)),
            });
            at += width;
        }
        whole.ok_or_else(|| crate::types::Unmodelled("a bitcast of nothing".into()))
    }

    /// Bits `low..low + width` of an integer.
    pub(crate) fn extract_bits(&mut self, whole: Value, low: u32, width: u32) -> Value {
        let total = self.width(whole);
        let shifted = if low == 0 {
            whole
        } else {
            let amount = self.int(total, u64::from(low));
            self.pure(Op::Bin(BinOp::LShr, whole, amount), Type::Int(total))
        };
        if width == total { shifted } else { self.pure(Op::Cast(CastOp::Trunc, shifted), Type::Int(width)) }
    }

    /// The same bits of the same width as another type.
    pub(crate) fn reinterpret(&mut self, value: Value, to: Type) -> Lowered<Value> {
        let from = self.ty(value);
        let op = match (from, to) {
            _ if from == to => return Ok(value),
            (Type::Int(_), Type::Float(_)) => CastOp::BitsToF,
            (Type::Float(_), Type::Int(_)) => CastOp::FToBits,
            (Type::Int(_), Type::Ptr) => CastOp::IntToPtr,
            (Type::Ptr, Type::Int(_)) => CastOp::PtrToInt,
            (Type::Float(_), Type::Float(_)) => {
                let bits = self.pure(Op::Cast(CastOp::FToBits, value), Type::Int(self.width(value)));
                return Ok(self.pure(Op::Cast(CastOp::BitsToF, bits), to));
            }
            (Type::Float(_), Type::Ptr) => {
                let bits = self.pure(Op::Cast(CastOp::FToBits, value), Type::Int(self.width(value)));
                return Ok(self.pure(Op::Cast(CastOp::IntToPtr, bits), to));
            }
            (Type::Ptr, Type::Float(_)) => {
                let bits = self.pure(Op::Cast(CastOp::PtrToInt, value), Type::Int(self.width(value)));
                return Ok(self.pure(Op::Cast(CastOp::BitsToF, bits), to));
            }
            (Type::Int(_), Type::Int(_)) | (Type::Ptr, Type::Ptr) => {
                return unmodelled("a bitcast of another width");
            }
        };
        Ok(self.pure(Op::Cast(op, value), to))
    }
}

fn max_exponent(kind: fathom_ir::FloatKind) -> u32 {
    use fathom_ir::FloatKind as F;
    match kind {
        F::F16 => 15,
        F::BF16 | F::F32 => 127,
        F::F64 => 1023,
        F::X87 | F::F128 => 16383,
    }
}

/// 2^exponent, or infinity where the format does not reach it.
fn pow2_or_infinity(kind: fathom_ir::FloatKind, exponent: u32, negative: bool) -> Bits {
    float_of_pow2(kind, exponent.min(max_exponent(kind) + 1), negative)
}

/// Positive infinity.
pub(crate) fn infinity(kind: fathom_ir::FloatKind) -> Bits {
    pow2_or_infinity(kind, u32::MAX - 1, false)
}
