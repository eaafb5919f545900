//! Sorts as scripts write them.

use fathom_ir::types::FloatKind;

use crate::sort::{Sort, float_widths};

/// Bits of an element of a declared sort.
pub const DECLARED_WIDTH: u32 = 32;

/// The widest bit-vector that is read. Nobody needs wider ones, and one short literal makes a megabyte.
pub const MAX_WIDTH: u32 = 1 << 23;

/// A sort that a script declared.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct DeclaredSort(pub(super) u32);

/// The sort of a term as the script sees it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Surface {
    /// `Bool`.
    Bool,
    /// `(_ BitVec w)`.
    Bits(u32),
    /// `(_ FloatingPoint e s)`.
    Float(FloatKind),
    /// `RoundingMode`.
    Rounding,
    /// A declared sort: [`DECLARED_WIDTH`] bits.
    Declared(DeclaredSort),
    /// `(Array index element)`.
    Array(Cell, Cell),
    /// A parameter of `define-sort`, which only occurs in its body.
    Parameter(u32),
}

/// What an array can have as index and as element.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Cell {
    /// `Bool`: one bit.
    Bool,
    /// A bit-vector.
    Bits(u32),
    /// A declared sort.
    Declared(DeclaredSort),
    /// As [`Surface::Parameter`].
    Parameter(u32),
}

impl Cell {
    /// Bits that an index or element has below.
    pub fn width(self) -> u32 {
        match self {
            Self::Bool => 1,
            Self::Bits(width) => width,
            // A parameter has been replaced before terms have the sort.
            Self::Declared(_) | Self::Parameter(_) => DECLARED_WIDTH,
        }
    }

    /// As a sort of terms.
    pub fn surface(self) -> Surface {
        match self {
            Self::Bool => Surface::Bool,
            Self::Bits(width) => Surface::Bits(width),
            Self::Declared(sort) => Surface::Declared(sort),
            Self::Parameter(at) => Surface::Parameter(at),
        }
    }
}

impl Surface {
    /// The sort of the term below.
    pub fn sort(self) -> Sort {
        match self {
            Self::Bool => Sort::Bool,
            Self::Bits(width) => Sort::Bits(width),
            Self::Float(kind) => Sort::Float(kind),
            Self::Rounding => Sort::Rounding,
            Self::Declared(_) | Self::Parameter(_) => Sort::Bits(DECLARED_WIDTH),
            Self::Array(index, element) => Sort::Array { index: index.width(), element: element.width() },
        }
    }

    /// The sort that a term has when no script says otherwise.
    pub fn of(sort: Sort) -> Self {
        match sort {
            Sort::Bool => Self::Bool,
            Sort::Bits(width) => Self::Bits(width),
            Sort::Float(kind) => Self::Float(kind),
            Sort::Rounding => Self::Rounding,
            Sort::Array { index, element } => Self::Array(Cell::Bits(index), Cell::Bits(element)),
        }
    }

    /// As index or element of an array, if it can be one.
    pub fn cell(self) -> Option<Cell> {
        match self {
            Self::Bool => Some(Cell::Bool),
            Self::Bits(width) => Some(Cell::Bits(width)),
            Self::Declared(sort) => Some(Cell::Declared(sort)),
            Self::Parameter(at) => Some(Cell::Parameter(at)),
            Self::Float(_) | Self::Rounding | Self::Array(..) => None,
        }
    }

    /// The sort with its parameters replaced; the culprit if that makes an array of something that an
    /// array cannot have.
    pub fn instantiate(self, arguments: &[Self]) -> Result<Self, Self> {
        let cell = |cell: Cell| match cell {
            Cell::Parameter(at) => arguments[at as usize].cell().ok_or(arguments[at as usize]),
            other => Ok(other),
        };
        match self {
            Self::Parameter(at) => Ok(arguments[at as usize]),
            Self::Array(index, element) => Ok(Self::Array(cell(index)?, cell(element)?)),
            other => Ok(other),
        }
    }

    /// In the notation of SMT-LIB; `name` tells how declared sorts are called.
    pub fn text(self, name: &impl Fn(DeclaredSort) -> String) -> String {
        match self {
            Self::Bool => "Bool".into(),
            Self::Bits(width) => format!("(_ BitVec {width})"),
            Self::Float(kind) => {
                let (exponent, significand) = float_widths(kind);
                format!("(_ FloatingPoint {exponent} {significand})")
            }
            Self::Rounding => "RoundingMode".into(),
            Self::Declared(sort) => name(sort),
            Self::Array(index, element) => {
                format!("(Array {} {})", index.surface().text(name), element.surface().text(name))
            }
            Self::Parameter(at) => format!("@{at}"),
        }
    }
}
