//! Operators of terms.
//!
//! There are few on purpose: what can be said with others at no cost is built from them
//! ([`crate::build`] has all of SMT-LIB's operators as functions), so that equal things look equal and
//! each rule is written once. `or` is `not and not`, `a - b` is `a + -b`, `a <= b` is `not b < a`,
//! zero extension is concatenation with zero, signed division is unsigned division of magnitudes.

use fathom_ir::types::FloatKind;

use crate::sort::Sort;

/// An uninterpreted constant: a free variable of the formula.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Symbol(pub(crate) u32);

impl Symbol {
    /// Its number, dense from 0.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// An uninterpreted function.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Function(pub(crate) u32);

impl Function {
    /// Its number, dense from 0.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// A constant wider than 64 bits: index into the table of [`crate::Terms`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Wide(pub(crate) u32);

/// Rounding modes of IEEE 754.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Rounding {
    /// To nearest, ties to even.
    NearestEven,
    /// To nearest, ties away from zero.
    NearestAway,
    /// Towards positive infinity.
    Up,
    /// Towards negative infinity.
    Down,
    /// Towards zero.
    Zero,
}

/// An operator. The sort of the term says the rest (widths of extracts, extensions and constants).
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Op {
    /// True.
    True,
    /// False.
    False,
    /// A bit-vector or float constant of at most 64 bits.
    Bits(u64),
    /// A wider constant.
    Wide(Wide),
    /// A rounding mode.
    Rounding(Rounding),
    /// A free variable.
    Symbol(Symbol),
    /// An uninterpreted function applied to arguments.
    Apply(Function),

    /// Negation.
    Not,
    /// Conjunction of two.
    And,
    /// Equality of two terms of one sort: for Bool equivalence, for arrays extensional. Equality of
    /// floats is equality of values as in SMT-LIB's `=` (NaN equals NaN, +0 and -0 differ).
    Eq,
    /// `if condition then a else b`, for all sorts.
    Ite,

    /// Bitwise complement.
    BvNot,
    /// Bitwise conjunction.
    BvAnd,
    /// Bitwise exclusive or.
    BvXor,
    /// Two's complement negation.
    BvNeg,
    /// Sum modulo 2^width.
    BvAdd,
    /// Product modulo 2^width.
    BvMul,
    /// Unsigned quotient; all ones when the divisor is 0.
    BvUdiv,
    /// Unsigned remainder; the dividend when the divisor is 0.
    BvUrem,
    /// Shift left; 0 when the amount is the width or more.
    BvShl,
    /// Logical shift right; 0 when the amount is the width or more.
    BvLshr,
    /// Arithmetic shift right; the sign everywhere when the amount is the width or more.
    BvAshr,
    /// Unsigned less than.
    BvUlt,
    /// Signed less than.
    BvSlt,
    /// The unsigned product does not fit.
    BvUmulo,
    /// The signed product does not fit.
    BvSmulo,
    /// Concatenation; the first operand is the high part.
    Concat,
    /// As many bits as the sort has, from bit `low` on.
    Extract {
        /// Lowest bit taken.
        low: u32,
    },
    /// Sign extension to the width of the sort.
    SignExtend,

    /// `select memory index`.
    Select,
    /// `store memory index value`.
    Store,
    /// The array whose elements are all the operand.
    ConstArray,
    /// `fill memory start length value`: the memory with `value` at every index `i` with
    /// `i - start <u length` (so ranges may wrap around).
    Fill,
    /// `copy memory start length source from`: the memory that at every index `i` with
    /// `i - start <u length` has the element of `source` at `from + (i - start)`. Memories are
    /// values, so `memcpy` and `memmove` are both this.
    Copy,

    /// An operation on floats.
    Float(FloatOp),
}

/// Operations of SMT-LIB's theory of floating-point numbers. Those that round take the mode first.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum FloatOp {
    /// The float with these bits of the IEEE interchange format.
    FromBits,
    /// Absolute value.
    Abs,
    /// Negation.
    Neg,
    /// Sum.
    Add,
    /// Difference.
    Sub,
    /// Product.
    Mul,
    /// Quotient.
    Div,
    /// `a * b + c`, rounded once.
    Fma,
    /// Square root.
    Sqrt,
    /// IEEE remainder.
    Rem,
    /// Rounded to an integral value.
    RoundToIntegral,
    /// Minimum.
    Min,
    /// Maximum.
    Max,
    /// Less or equal.
    Le,
    /// Less than.
    Lt,
    /// IEEE equality: +0 equals -0, NaN equals nothing.
    Equal,
    /// Is normal.
    IsNormal,
    /// Is subnormal.
    IsSubnormal,
    /// Is +0 or -0.
    IsZero,
    /// Is an infinity.
    IsInfinite,
    /// Is not a number.
    IsNan,
    /// Has its sign bit set and is a number.
    IsNegative,
    /// Has its sign bit clear and is a number.
    IsPositive,
    /// Converted from another format.
    FromFloat,
    /// From a signed integer.
    FromSigned,
    /// From an unsigned integer.
    FromUnsigned,
    /// To a signed integer of the sort's width; 0 when it does not fit (SMT-LIB leaves it open).
    ToSigned,
    /// To an unsigned integer of the sort's width; 0 when it does not fit (SMT-LIB leaves it open).
    ToUnsigned,
}

impl Op {
    /// The operands may be swapped.
    pub fn is_commutative(self) -> bool {
        matches!(
            self,
            Self::And
                | Self::Eq
                | Self::BvAnd
                | Self::BvXor
                | Self::BvAdd
                | Self::BvMul
                | Self::BvUmulo
                | Self::BvSmulo
        )
    }

    /// A constant of any sort but arrays.
    pub fn is_constant(self) -> bool {
        matches!(self, Self::True | Self::False | Self::Bits(_) | Self::Wide(_) | Self::Rounding(_))
    }
}

/// The format that has these widths, if we know one. Brain floats are left out: values do not say their
/// format yet, and these have the width of binary16 ([`crate::float`]).
pub fn float_kind(exponent: u32, significand: u32) -> Option<FloatKind> {
    let known = |kind: &FloatKind| crate::sort::float_widths(*kind) == (exponent, significand);
    FloatKind::ALL.into_iter().filter(|&kind| kind != FloatKind::BF16).find(known)
}

/// The sort that an operator gives for operands of these sorts, where they determine it; `None` when
/// the operands do not fit. Extracts, extensions, constants and float conversions have the sort they
/// are built with; [`sort_is_right`] checks those.
pub fn result_sort(op: Op, operands: &[Sort]) -> Option<Sort> {
    use Sort::{Array, Bits, Bool};
    match (op, operands) {
        (Op::True | Op::False, []) => Some(Bool),
        (Op::Rounding(_), []) => Some(Sort::Rounding),
        (Op::Not, [Bool]) | (Op::And, [Bool, Bool]) => Some(Bool),
        (Op::Eq, [a, b]) if a == b => Some(Bool),
        (Op::Ite, [Bool, a, b]) if a == b => Some(*a),
        (Op::BvNot | Op::BvNeg, [Bits(width)]) => Some(Bits(*width)),
        (
            Op::BvAnd
            | Op::BvXor
            | Op::BvAdd
            | Op::BvMul
            | Op::BvUdiv
            | Op::BvUrem
            | Op::BvShl
            | Op::BvLshr
            | Op::BvAshr,
            [Bits(a), Bits(b)],
        ) if a == b => Some(Bits(*a)),
        (Op::BvUlt | Op::BvSlt | Op::BvUmulo | Op::BvSmulo, [Bits(a), Bits(b)]) if a == b => Some(Bool),
        (Op::Concat, [Bits(a), Bits(b)]) => a.checked_add(*b).map(Bits),
        (Op::Select, [Array { index, element }, Bits(at)]) if index == at => Some(Bits(*element)),
        (Op::Store, [array @ Array { index, element }, Bits(at), Bits(value)])
            if index == at && element == value =>
        {
            Some(*array)
        }
        (Op::Fill, [array @ Array { index, element }, Bits(start), Bits(length), Bits(value)])
            if index == start && index == length && element == value =>
        {
            Some(*array)
        }
        (Op::Copy, [array @ Array { index, .. }, Bits(start), Bits(length), source, Bits(from)])
            if index == start && index == length && index == from && array == source =>
        {
            Some(*array)
        }
        _ => None,
    }
}
