//! Integer operators where an operand of at most 64 bits has indeterminate bits. What the operators
//! mean on determinate numbers is defined in `fathom_ir::bits`.
//!
//! The rules for indeterminate bits are those that MemorySanitizer and Valgrind's memcheck made
//! usual: bitwise operators and shifts are exact, sums spoil the bits above the lowest indeterminate
//! one, comparisons are determinate where the determinate bits decide.

use fathom_ir::bits::{mask, small};
use fathom_ir::{BinOp, CmpOp, OverflowOp};

use crate::memory::{Cell, Provenance};

/// A determinate number.
#[inline]
pub fn number(bits: u64) -> Cell {
    Cell { bits, undef: 0, prov: Provenance::NONE }
}

/// A number with indeterminate bits, which are 0 in `bits`.
pub fn partial(bits: u64, undef: u64) -> Cell {
    Cell { bits: bits & !undef, undef, prov: Provenance::NONE }
}

/// `a op b` where an operand has indeterminate bits.
#[cold]
pub fn bin_partial(op: BinOp, width: u32, a: Cell, b: Cell) -> Cell {
    let all = mask(width);
    let value = small::bin(op, width, a.bits, b.bits);
    let undef = match op {
        BinOp::And => (a.undef & b.undef) | (a.undef & b.bits) | (b.undef & a.bits),
        BinOp::Or => (a.undef & !b.bits) | (b.undef & !a.bits),
        BinOp::Xor => a.undef | b.undef,
        BinOp::Add | BinOp::Sub | BinOp::Mul => {
            let spoilt = a.undef | b.undef;
            !((spoilt & spoilt.wrapping_neg()).wrapping_sub(1)) & all
        }
        BinOp::Shl | BinOp::LShr | BinOp::AShr if b.undef == 0 => small::bin(op, width, a.undef, b.bits),
        BinOp::Shl
        | BinOp::LShr
        | BinOp::AShr
        | BinOp::UDiv
        | BinOp::SDiv
        | BinOp::URem
        | BinOp::SRem
        | BinOp::UMin
        | BinOp::UMax
        | BinOp::SMin
        | BinOp::SMax => all,
    };
    partial(value, undef & all)
}

/// Overflow where an operand has indeterminate bits: decided if no choice of them overflows.
#[cold]
pub fn overflow_partial(op: OverflowOp, width: u32, a: Cell, b: Cell) -> Cell {
    let signed = match op {
        OverflowOp::UAdd | OverflowOp::USub | OverflowOp::UMul | OverflowOp::UShl => 0,
        OverflowOp::SAdd | OverflowOp::SSub | OverflowOp::SMul | OverflowOp::SShl => 1 << (width - 1),
        // Two points of many overflow, so ranges say little.
        OverflowOp::SDiv => return partial(0, 1),
    };
    // The smallest and the largest number; an indeterminate sign bit makes the one negative and the
    // other not. The exact results at the corners bound all others.
    let ends = |cell: Cell| [cell.bits | cell.undef & signed, cell.bits | cell.undef & !signed];
    let shift = matches!(op, OverflowOp::SShl | OverflowOp::UShl);
    let amounts = if shift && b.undef != 0 { return partial(0, 1) } else { ends(b) };
    let fits = |x: u64, y: u64| !small::overflow(op, width, x, y);
    if ends(a).into_iter().all(|x| amounts.into_iter().all(|y| fits(x, y))) {
        return number(0);
    }
    partial(0, 1)
}

/// Comparison where an operand has indeterminate bits: decided if every choice of them agrees.
#[cold]
pub fn compare_partial(op: CmpOp, width: u32, a: Cell, b: Cell) -> Cell {
    let decided = match op {
        CmpOp::Eq | CmpOp::Ne => {
            let differ = (a.bits ^ b.bits) & !(a.undef | b.undef) != 0;
            differ.then_some(op == CmpOp::Ne)
        }
        CmpOp::Ult | CmpOp::Ule | CmpOp::Slt | CmpOp::Sle => {
            // Flipping the sign bit turns the signed order into the unsigned one.
            let flip = match op {
                CmpOp::Slt | CmpOp::Sle => 1 << (width - 1),
                _ => 0,
            };
            let range = |cell: Cell| {
                let flipped = (cell.bits ^ flip) & !cell.undef;
                (flipped, flipped | cell.undef)
            };
            let ((a_low, a_high), (b_low, b_high)) = (range(a), range(b));
            let strict = matches!(op, CmpOp::Ult | CmpOp::Slt);
            if if strict { a_high < b_low } else { a_high <= b_low } {
                Some(true)
            } else if if strict { a_low >= b_high } else { a_low > b_high } {
                Some(false)
            } else {
                None
            }
        }
    };
    match decided {
        Some(value) => number(u64::from(value)),
        None => partial(0, 1),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A bit that is called determinate has one value for every choice of the indeterminate ones.
    #[test]
    fn determinate_bits_are_determinate() {
        let width = 3;
        let choices = |undef: u64| (0..1u64 << width).filter(move |c| c & !undef == 0);
        for (a, au) in (0..8u64).flat_map(|a| (0..8u64).map(move |u| (a & !u, u))) {
            for (b, bu) in (0..8u64).flat_map(|b| (0..8u64).map(move |u| (b & !u, u))) {
                let (x, y) = (partial(a, au), partial(b, bu));
                for &op in BinOp::ALL {
                    let result = bin_partial(op, width, x, y);
                    for (ca, cb) in choices(au).flat_map(|ca| choices(bu).map(move |cb| (ca, cb))) {
                        let value = small::bin(op, width, a | ca, b | cb);
                        assert_eq!(value & !result.undef, result.bits, "{op:?} {x:?} {y:?}");
                    }
                }
                for &op in OverflowOp::ALL {
                    let result = overflow_partial(op, width, x, y);
                    for (ca, cb) in choices(au).flat_map(|ca| choices(bu).map(move |cb| (ca, cb))) {
                        let value = u64::from(small::overflow(op, width, a | ca, b | cb));
                        assert_eq!(value & !result.undef, result.bits, "{op:?} {x:?} {y:?}");
                    }
                }
                for &op in CmpOp::ALL {
                    let result = compare_partial(op, width, x, y);
                    let mut seen = [false; 2];
                    for (ca, cb) in choices(au).flat_map(|ca| choices(bu).map(move |cb| (ca, cb))) {
                        seen[usize::from(small::cmp(op, width, a | ca, b | cb))] = true;
                    }
                    if result.undef == 0 {
                        assert_eq!(seen, [result.bits == 0, result.bits == 1], "{op:?} {x:?} {y:?}");
                    }
                }
            }
        }
    }
}
