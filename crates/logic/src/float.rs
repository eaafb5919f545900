//! Floating-point numbers as a sort: SMT-LIB's operators with all five rounding modes.
//!
//! A value of a float sort is a [`Value::Bits`] in the format's own encoding, and each value has one
//! encoding only, so that equality of bits is SMT-LIB's `=`:
//!
//! ```text
//!          sign  exponent            fraction    the NaN
//! f16       15   14..10               9..0       7e00
//! bf16      15   14..7                6..0       7fc0
//! f32       31   30..23              22..0       7fc00000
//! f64       63   62..52              51..0       7ff8000000000000
//! x87       79   78..64   integer bit 63, fraction 62..0    7fffc000000000000000
//! f128     127  126..112            111..0       7fff8000000000000000000000000000
//! ```
//!
//! [`canonical`] gives that encoding for any bits. [`FloatOp::FromBits`] applies it, every operator
//! gives it, and whoever makes a value of a float sort in another way must use it.
//!
//! *x87.* As a sort it is SMT-LIB's `(_ FloatingPoint 15 64)`, but its bits are the 80 of the hardware,
//! with the integer bit stored: `FromBits` takes 80 bits here, not the 79 of SMT-LIB's interchange
//! format, so it is no operator of SMT-LIB for this sort. Encodings that the hardware refuses
//! (unnormals, pseudo-infinities, pseudo-NaNs) are the NaN; pseudo-denormals are the numbers that they
//! look like.
//!
//! *What SMT-LIB leaves open.* The minimum of the two zeros is -0, the maximum +0, in either order, as
//! LLVM folds them; conversions to integers that do not fit give 0.

use fathom_ir::types::FloatKind;
use fathom_ir::{Bits, FBinOp, FCmpOp, FUnOp, float};

use crate::op::{FloatOp, Op, Rounding};
use crate::sort::Sort;
use crate::terms::{Term, Terms};
use crate::value::Value;

mod arithmetic;
pub mod circuits;

/// The one encoding of the number that these bits of a format stand for.
pub fn canonical(kind: FloatKind, a: &Bits) -> Bits {
    use float::class::{QUIET_NAN, SIGNALLING_NAN};
    if float::classify(kind, a) & (QUIET_NAN | SIGNALLING_NAN) != 0 {
        return arithmetic::nan(kind);
    }
    let word = a.low_u128();
    if kind == FloatKind::X87 && word >> 64 & 0x7fff == 0 && word >> 63 & 1 == 1 {
        // A pseudo-denormal has the exponent of subnormals, which is that of the field 1.
        return Bits::from_u128(kind.bits(), word | 1 << 64);
    }
    a.clone()
}

/// The operands fit the operator and give the sort.
pub(crate) fn fits(op: FloatOp, sort: Sort, operands: &[Sort]) -> bool {
    use Sort::{Bits, Bool, Float};
    // Operators whose result does not say which format the operands have, see `operand_kind`.
    let told = |kind: FloatKind| kind != FloatKind::BF16;
    match op {
        FloatOp::FromBits => match (sort, operands) {
            (Float(kind), [Bits(width)]) => *width == kind.bits(),
            _ => false,
        },
        FloatOp::Abs | FloatOp::Neg => matches!((sort, operands), (Float(a), [Float(b)]) if a == *b),
        FloatOp::Rem | FloatOp::Min | FloatOp::Max => {
            matches!((sort, operands), (Float(_), [a, b]) if sort == *a && sort == *b)
        }
        FloatOp::Sqrt | FloatOp::RoundToIntegral => {
            matches!((sort, operands), (Float(_), [Sort::Rounding, a]) if sort == *a)
        }
        FloatOp::Add | FloatOp::Sub | FloatOp::Mul | FloatOp::Div => {
            matches!((sort, operands), (Float(_), [Sort::Rounding, a, b]) if sort == *a && sort == *b)
        }
        FloatOp::Fma => matches!(
            (sort, operands),
            (Float(_), [Sort::Rounding, a, b, c]) if [a, b, c].iter().all(|&other| *other == sort)
        ),
        FloatOp::Le | FloatOp::Lt | FloatOp::Equal => {
            matches!((sort, operands), (Bool, [Float(a), Float(b)]) if a == b && told(*a))
        }
        FloatOp::IsNormal
        | FloatOp::IsSubnormal
        | FloatOp::IsZero
        | FloatOp::IsInfinite
        | FloatOp::IsNan
        | FloatOp::IsNegative
        | FloatOp::IsPositive => matches!((sort, operands), (Bool, [Float(a)]) if told(*a)),
        FloatOp::FromFloat => matches!((sort, operands), (Float(_), [Sort::Rounding, Float(a)]) if told(*a)),
        FloatOp::FromSigned | FloatOp::FromUnsigned => {
            matches!((sort, operands), (Float(_), [Sort::Rounding, Bits(_)]))
        }
        FloatOp::ToSigned | FloatOp::ToUnsigned => {
            matches!((sort, operands), (Bits(_), [Sort::Rounding, Float(a)]) if told(*a))
        }
    }
}

/// The value of an operator on operands that fit.
pub(crate) fn apply(op: FloatOp, sort: Sort, operands: &[&Value]) -> Value {
    use float::class;
    let bits = |at: usize| operands[at].bits();
    let mode = || match operands[0] {
        Value::Rounding(mode) => *mode,
        other => panic!("{other:?} is no rounding mode"),
    };
    // The operands' format, where the result has none.
    let kind_at = |at: usize| operand_kind(operands[at]);
    let compare = |op: FCmpOp| Value::Bool(float::compare(op, kind_at(0), bits(0), bits(1)));
    let is = |classes: u32| Value::Bool(float::classify(kind_at(0), bits(0)) & classes != 0);
    let kind = match sort {
        Sort::Float(kind) => kind,
        _ => {
            return match op {
                FloatOp::Le => compare(FCmpOp(FCmpOp::LESS | FCmpOp::EQUAL)),
                FloatOp::Lt => compare(FCmpOp(FCmpOp::LESS)),
                FloatOp::Equal => compare(FCmpOp(FCmpOp::EQUAL)),
                FloatOp::IsNormal => is(class::NEGATIVE_NORMAL | class::POSITIVE_NORMAL),
                FloatOp::IsSubnormal => is(class::NEGATIVE_SUBNORMAL | class::POSITIVE_SUBNORMAL),
                FloatOp::IsZero => is(class::NEGATIVE_ZERO | class::POSITIVE_ZERO),
                FloatOp::IsInfinite => is(class::NEGATIVE_INFINITY | class::POSITIVE_INFINITY),
                FloatOp::IsNan => is(class::SIGNALLING_NAN | class::QUIET_NAN),
                FloatOp::IsNegative => is(class::NEGATIVE_INFINITY
                    | class::NEGATIVE_NORMAL
                    | class::NEGATIVE_SUBNORMAL
                    | class::NEGATIVE_ZERO),
                FloatOp::IsPositive => is(class::POSITIVE_INFINITY
                    | class::POSITIVE_NORMAL
                    | class::POSITIVE_SUBNORMAL
                    | class::POSITIVE_ZERO),
                FloatOp::ToSigned | FloatOp::ToUnsigned => {
                    let signed = op == FloatOp::ToSigned;
                    Value::Bits(arithmetic::to_integer(kind_at(1), mode(), bits(1), signed, sort.width()))
                }
                other => panic!("{other:?} does not give {sort}"),
            };
        }
    };
    let result = match op {
        FloatOp::FromBits => bits(0).clone(),
        FloatOp::Abs => float::un(FUnOp::Abs, kind, bits(0)),
        FloatOp::Neg => float::un(FUnOp::Neg, kind, bits(0)),
        FloatOp::Min => float::bin(FBinOp::MinNum, kind, bits(0), bits(1)),
        FloatOp::Max => float::bin(FBinOp::MaxNum, kind, bits(0), bits(1)),
        FloatOp::Add | FloatOp::Sub | FloatOp::Mul | FloatOp::Div => {
            arithmetic::binary(op, kind, mode(), bits(1), bits(2))
        }
        FloatOp::Fma => arithmetic::fma(kind, mode(), bits(1), bits(2), bits(3)),
        FloatOp::Sqrt => arithmetic::sqrt(kind, mode(), bits(1)),
        FloatOp::Rem => arithmetic::remainder(kind, bits(0), bits(1)),
        FloatOp::RoundToIntegral => arithmetic::round_to_integral(kind, mode(), bits(1)),
        FloatOp::FromFloat => arithmetic::convert(kind_at(1), kind, mode(), bits(1)),
        FloatOp::FromSigned => arithmetic::from_integer(kind, mode(), bits(1), true),
        FloatOp::FromUnsigned => arithmetic::from_integer(kind, mode(), bits(1), false),
        other => panic!("{other:?} does not give {sort}"),
    };
    Value::Bits(canonical(kind, &result))
}

/// The format of a value of a float sort, by its width.
///
/// Both `f16` and `bf16` have 16 bits: `fits` refuses `bf16` where the format does not follow from the
/// result.
fn operand_kind(value: &Value) -> FloatKind {
    match value.bits().width() {
        16 => FloatKind::F16,
        32 => FloatKind::F32,
        64 => FloatKind::F64,
        80 => FloatKind::X87,
        128 => FloatKind::F128,
        width => panic!("no format has {width} bits"),
    }
}

/// Construction.
impl Terms {
    /// A rounding mode.
    pub fn rounding(&mut self, mode: Rounding) -> Term {
        self.app(Op::Rounding(mode), Sort::Rounding, &[])
    }

    /// The float constant with these bits of its format.
    pub fn float_constant(&mut self, kind: FloatKind, bits: &Bits) -> Term {
        self.constant(&canonical(kind, bits), Sort::Float(kind))
    }

    fn float(&mut self, op: FloatOp, sort: Sort, operands: &[Term]) -> Term {
        self.app(Op::Float(op), sort, operands)
    }

    /// An operator whose result has the format of its last operand.
    fn same_format(&mut self, op: FloatOp, operands: &[Term]) -> Term {
        let sort = operands.last().map_or(Sort::Bool, |&last| self.sort(last));
        self.float(op, sort, operands)
    }

    /// The float with these bits of its format, as a term.
    pub fn float_from_bits(&mut self, kind: FloatKind, bits: Term) -> Term {
        self.float(FloatOp::FromBits, Sort::Float(kind), &[bits])
    }

    /// Absolute value.
    pub fn float_abs(&mut self, a: Term) -> Term {
        self.same_format(FloatOp::Abs, &[a])
    }

    /// Negation.
    pub fn float_neg(&mut self, a: Term) -> Term {
        self.same_format(FloatOp::Neg, &[a])
    }

    /// Sum.
    pub fn float_add(&mut self, mode: Term, a: Term, b: Term) -> Term {
        self.same_format(FloatOp::Add, &[mode, a, b])
    }

    /// Difference.
    pub fn float_sub(&mut self, mode: Term, a: Term, b: Term) -> Term {
        self.same_format(FloatOp::Sub, &[mode, a, b])
    }

    /// Product.
    pub fn float_mul(&mut self, mode: Term, a: Term, b: Term) -> Term {
        self.same_format(FloatOp::Mul, &[mode, a, b])
    }

    /// Quotient.
    pub fn float_div(&mut self, mode: Term, a: Term, b: Term) -> Term {
        self.same_format(FloatOp::Div, &[mode, a, b])
    }

    /// `a * b + c`, rounded once.
    pub fn float_fma(&mut self, mode: Term, a: Term, b: Term, c: Term) -> Term {
        self.same_format(FloatOp::Fma, &[mode, a, b, c])
    }

    /// Square root.
    pub fn float_sqrt(&mut self, mode: Term, a: Term) -> Term {
        self.same_format(FloatOp::Sqrt, &[mode, a])
    }

    /// IEEE remainder: `a - b * n`, where `n` is the integer nearest to `a / b`, ties to even.
    pub fn float_rem(&mut self, a: Term, b: Term) -> Term {
        self.same_format(FloatOp::Rem, &[a, b])
    }

    /// Rounded to an integral value.
    pub fn float_round(&mut self, mode: Term, a: Term) -> Term {
        self.same_format(FloatOp::RoundToIntegral, &[mode, a])
    }

    /// Minimum; the other operand if one is NaN.
    pub fn float_min(&mut self, a: Term, b: Term) -> Term {
        self.same_format(FloatOp::Min, &[a, b])
    }

    /// Maximum; the other operand if one is NaN.
    pub fn float_max(&mut self, a: Term, b: Term) -> Term {
        self.same_format(FloatOp::Max, &[a, b])
    }

    /// Less or equal.
    pub fn float_le(&mut self, a: Term, b: Term) -> Term {
        self.float(FloatOp::Le, Sort::Bool, &[a, b])
    }

    /// Less than.
    pub fn float_lt(&mut self, a: Term, b: Term) -> Term {
        self.float(FloatOp::Lt, Sort::Bool, &[a, b])
    }

    /// IEEE equality, which is not [`Terms::eq`] on zeros and NaN.
    pub fn float_equal(&mut self, a: Term, b: Term) -> Term {
        self.float(FloatOp::Equal, Sort::Bool, &[a, b])
    }

    /// One of the predicates `FloatOp::Is...`.
    pub fn float_is(&mut self, class: FloatOp, a: Term) -> Term {
        self.float(class, Sort::Bool, &[a])
    }

    /// To another format.
    pub fn float_convert(&mut self, to: FloatKind, mode: Term, a: Term) -> Term {
        self.float(FloatOp::FromFloat, Sort::Float(to), &[mode, a])
    }

    /// From a signed integer.
    pub fn float_from_signed(&mut self, to: FloatKind, mode: Term, a: Term) -> Term {
        self.float(FloatOp::FromSigned, Sort::Float(to), &[mode, a])
    }

    /// From an unsigned integer.
    pub fn float_from_unsigned(&mut self, to: FloatKind, mode: Term, a: Term) -> Term {
        self.float(FloatOp::FromUnsigned, Sort::Float(to), &[mode, a])
    }

    /// To a signed integer; 0 where it does not fit.
    pub fn float_to_signed(&mut self, width: u32, mode: Term, a: Term) -> Term {
        self.float(FloatOp::ToSigned, Sort::Bits(width), &[mode, a])
    }

    /// To an unsigned integer; 0 where it does not fit.
    pub fn float_to_unsigned(&mut self, width: u32, mode: Term, a: Term) -> Term {
        self.float(FloatOp::ToUnsigned, Sort::Bits(width), &[mode, a])
    }
}
