//! Sorts: what kind of value a term has.

use std::fmt;

use fathom_ir::types::FloatKind;

/// The sort of a term.
///
/// Bool and bit-vectors of width 1 are different sorts, as in SMT-LIB. A memory is an array from
/// bit-vectors to bit-vectors; arrays of arrays do not occur.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Sort {
    /// True or false.
    Bool,
    /// A bit-vector of this width, at least 1.
    Bits(u32),
    /// An array from bit-vectors of width `index` to bit-vectors of width `element`.
    Array {
        /// Width of an index.
        index: u32,
        /// Width of an element.
        element: u32,
    },
    /// A floating-point number. Its values are bits of the format, all NaNs being one value.
    Float(FloatKind),
    /// A rounding mode of IEEE 754.
    Rounding,
}

impl Sort {
    /// The width of a bit-vector.
    ///
    /// # Panics
    /// On other sorts: asking is a bug of the caller.
    pub fn width(self) -> u32 {
        match self {
            Self::Bits(width) => width,
            other => panic!("{other} has no width"),
        }
    }

    /// It is a bit-vector.
    pub fn is_bits(self) -> bool {
        matches!(self, Self::Bits(_))
    }

    /// It is an array.
    pub fn is_array(self) -> bool {
        matches!(self, Self::Array { .. })
    }
}

/// In the notation of SMT-LIB.
impl fmt::Display for Sort {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::Bool => f.write_str("Bool"),
            Self::Bits(width) => write!(f, "(_ BitVec {width})"),
            Self::Array { index, element } => write!(f, "(Array (_ BitVec {index}) (_ BitVec {element}))"),
            Self::Float(kind) => {
                let (exponent, significand) = float_widths(kind);
                write!(f, "(_ FloatingPoint {exponent} {significand})")
            }
            Self::Rounding => f.write_str("RoundingMode"),
        }
    }
}

/// Exponent and significand widths in SMT-LIB's sense (the significand counts the hidden bit).
///
/// The x87 format stores the bit that the others hide; as a sort it is the one with the same values.
pub fn float_widths(kind: FloatKind) -> (u32, u32) {
    match kind {
        FloatKind::F16 => (5, 11),
        FloatKind::BF16 => (8, 8),
        FloatKind::F32 => (8, 24),
        FloatKind::F64 => (11, 53),
        FloatKind::X87 => (15, 64),
        FloatKind::F128 => (15, 113),
    }
}
