//! Pure operators on determinate constants: the one definition that constant folding and the
//! interpreter share.
//!
//! Operands are bits: of integers, of floats, and addresses where only the address matters. What
//! depends on more than bits (provenance, the address of a symbol, indeterminate bits) is not
//! evaluated here.

use crate::bits::Bits;
use crate::float;
use crate::program::{CastOp, Op};
use crate::types::{FloatKind, Type};

/// Evaluates an operator whose operands are all determinate.
///
/// `result` is the type of the result, `operand` that of the operands; for `select` that of the last
/// two. `args` are in the order of [`Op::operands`]. `None` for what is not a function of its
/// operands' bits: operators that are not pure, and those that give or look into a pointer.
/// Comparing pointers looks at addresses only, so it is evaluated here, orders included; whether that
/// order may be asked for is up to the caller.
pub fn eval(op: &Op, result: Type, operand: Type, args: &[&Bits]) -> Option<Bits> {
    match (op, args) {
        (&Op::Bin(op, ..), &[a, b]) => Some(Bits::bin(op, a, b)),
        (&Op::Overflow(op, ..), &[a, b]) => Some(Bits::from_bool(Bits::overflow(op, a, b))),
        (&Op::Un(op, _), &[a]) => Some(Bits::un(op, a)),
        (&Op::Cmp(op, ..), &[a, b]) => Some(Bits::from_bool(Bits::compare(op, a, b))),
        (&Op::Cast(op, _), &[a]) => cast(op, operand, result, a),
        (Op::Select(..), &[cond, then, els]) if result != Type::Ptr => {
            Some(if cond.is_zero() { els } else { then }.clone())
        }
        (&Op::FBin(op, ..), &[a, b]) => Some(float::bin(op, kind(operand)?, a, b)),
        (&Op::FUn(op, _), &[a]) => Some(float::un(op, kind(operand)?, a)),
        (Op::Fma(..), &[a, b, c]) => Some(float::fma(kind(operand)?, a, b, c)),
        (&Op::FCmp(op, ..), &[a, b]) => Some(Bits::from_bool(float::compare(op, kind(operand)?, a, b))),
        (Op::Freeze(_), &[a]) if result != Type::Ptr => Some(a.clone()),
        (
            // Listed so that a new operator is looked at here.
            Op::Bin(..)
            | Op::Overflow(..)
            | Op::Un(..)
            | Op::Cmp(..)
            | Op::Cast(..)
            | Op::Select(..)
            | Op::FBin(..)
            | Op::FUn(..)
            | Op::Fma(..)
            | Op::FCmp(..)
            | Op::Freeze(..)
            | Op::PtrAdd { .. }
            | Op::InBounds { .. }
            | Op::PtrDiff(..)
            | Op::Load { .. }
            | Op::Store { .. }
            | Op::Alloca { .. }
            | Op::LifetimeStart(..)
            | Op::LifetimeEnd(..)
            | Op::Seal(..)
            | Op::StackSave
            | Op::StackRestore(..)
            | Op::MemCopy { .. }
            | Op::MemSet { .. }
            | Op::Assert { .. }
            | Op::Assume(..)
            | Op::Nondet { .. }
            | Op::Call { .. }
            | Op::CallPtr { .. },
            _,
        ) => None,
    }
}

/// Evaluates a conversion; `None` for conversions of pointers, and for types that do not fit.
pub fn cast(op: CastOp, from: Type, to: Type, a: &Bits) -> Option<Bits> {
    let width = |ty| match ty {
        Type::Int(width) => Some(width),
        Type::Ptr | Type::Float(_) => None,
    };
    match op {
        CastOp::Trunc | CastOp::ZExt => Some(a.resize(width(to)?)),
        CastOp::SExt => Some(a.resize_signed(width(to)?)),
        CastOp::FConv => Some(float::convert(kind(from)?, kind(to)?, a)),
        CastOp::FToS => Some(float::to_signed(kind(from)?, a, width(to)?)),
        CastOp::FToU => Some(float::to_unsigned(kind(from)?, a, width(to)?)),
        CastOp::SToF => Some(float::from_signed(kind(to)?, a)),
        CastOp::UToF => Some(float::from_unsigned(kind(to)?, a)),
        CastOp::FToBits | CastOp::BitsToF => Some(a.clone()),
        CastOp::PtrToInt | CastOp::IntToPtr => None,
    }
}

fn kind(ty: Type) -> Option<FloatKind> {
    match ty {
        Type::Float(kind) => Some(kind),
        Type::Int(_) | Type::Ptr => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::program::*;

    const A: Value = Value(0);
    const B: Value = Value(1);
    const C: Value = Value(2);
    const F64: Type = Type::Float(FloatKind::F64);

    fn int(width: u32, value: i64) -> Bits {
        Bits::from_i64(width, value)
    }

    fn float(value: f64) -> Bits {
        Bits::from_u64(64, value.to_bits())
    }

    #[test]
    fn integer_operators() {
        let (int8, bool) = (Type::Int(8), Type::BOOL);
        let (a, b) = (int(8, 100), int(8, 50));
        let two = [&a, &b];
        assert_eq!(eval(&Op::Bin(BinOp::Add, A, B), int8, int8, &two), Some(int(8, -106)));
        assert_eq!(eval(&Op::Overflow(OverflowOp::SAdd, A, B), bool, int8, &two), Some(int(1, 1)));
        assert_eq!(eval(&Op::Un(UnOp::PopCount, A), int8, int8, &[&a]), Some(int(8, 3)));
        assert_eq!(eval(&Op::Cmp(CmpOp::Slt, A, B), bool, int8, &two), Some(int(1, 0)));
        let cond = int(1, 1);
        assert_eq!(eval(&Op::Select(A, B, C), int8, int8, &[&cond, &a, &b]), Some(a.clone()));
        assert_eq!(eval(&Op::Freeze(A), int8, int8, &[&a]), Some(a.clone()));
    }

    #[test]
    fn conversions() {
        let (int8, int16) = (Type::Int(8), Type::Int(16));
        let a = int(8, -2);
        let convert = |op, from, to, a: &Bits| eval(&Op::Cast(op, A), to, from, &[a]);
        assert_eq!(convert(CastOp::ZExt, int8, int16, &a), Some(int(16, 254)));
        assert_eq!(convert(CastOp::SExt, int8, int16, &a), Some(int(16, -2)));
        assert_eq!(convert(CastOp::Trunc, int8, Type::Int(3), &a), Some(int(3, -2)));
        assert_eq!(convert(CastOp::SToF, int8, F64, &a), Some(float(-2.0)));
        assert_eq!(convert(CastOp::UToF, int8, F64, &a), Some(float(254.0)));
        assert_eq!(convert(CastOp::FToS, F64, int8, &float(-2.9)), Some(a.clone()));
        assert_eq!(convert(CastOp::FToU, F64, int8, &float(1e9)), Some(int(8, -1)));
        assert_eq!(convert(CastOp::FToBits, F64, Type::Int(64), &float(1.0)), Some(float(1.0)));
        assert_eq!(convert(CastOp::BitsToF, Type::Int(64), F64, &float(1.0)), Some(float(1.0)));
        let single = Type::Float(FloatKind::F32);
        let expected = Bits::from_u64(32, 1f32.to_bits().into());
        assert_eq!(convert(CastOp::FConv, F64, single, &float(1.0)), Some(expected));
    }

    #[test]
    fn float_operators() {
        let (a, b) = (float(1.5), float(2.0));
        assert_eq!(eval(&Op::FBin(FBinOp::Mul, A, B), F64, F64, &[&a, &b]), Some(float(3.0)));
        assert_eq!(eval(&Op::FUn(FUnOp::Neg, A), F64, F64, &[&a]), Some(float(-1.5)));
        assert_eq!(eval(&Op::Fma(A, B, C), F64, F64, &[&a, &b, &a]), Some(float(4.5)));
        let less = Op::FCmp(FCmpOp(FCmpOp::LESS), A, B);
        assert_eq!(eval(&less, Type::BOOL, F64, &[&a, &b]), Some(int(1, 1)));
    }

    #[test]
    fn pointers_are_compared_but_never_made() {
        let (a, b) = (int(64, 16), int(64, 0));
        let (ptr, cond) = (Type::Ptr, int(1, 1));
        assert_eq!(eval(&Op::Cmp(CmpOp::Ne, A, B), Type::BOOL, ptr, &[&a, &b]), Some(int(1, 1)));
        assert_eq!(eval(&Op::Select(A, B, C), ptr, ptr, &[&cond, &a, &b]), None);
        assert_eq!(eval(&Op::Freeze(A), ptr, ptr, &[&a]), None);
        assert_eq!(eval(&Op::Cast(CastOp::PtrToInt, A), Type::Int(64), ptr, &[&a]), None);
        assert_eq!(eval(&Op::Cast(CastOp::IntToPtr, A), ptr, Type::Int(64), &[&a]), None);
        let add = Op::PtrAdd { base: A, index: B, scale: 1, inbounds: false };
        assert_eq!(eval(&add, ptr, ptr, &[&a, &b]), None);
        assert_eq!(
            eval(&Op::Nondet { name: NoteId::NONE, outside: true }, Type::Int(8), Type::Int(8), &[]),
            None
        );
    }
}
