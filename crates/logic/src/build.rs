//! Construction of terms: every operator of SMT-LIB's theories of bit-vectors and arrays, and a few
//! more, as a function that gives a simplified term of the few operators that [`Op`] has.
//!
//! Operands must have the sorts that the operator wants; [`Terms::app`] panics otherwise in builds with
//! debug assertions. Users' formulas are checked by the parser first.

use fathom_ir::Bits;

use crate::op::{Function, Op};
use crate::sort::Sort;
use crate::terms::{Term, Terms};

/// Boolean structure.
impl Terms {
    /// Negation.
    pub fn not(&mut self, a: Term) -> Term {
        self.app(Op::Not, Sort::Bool, &[a])
    }

    /// Conjunction.
    pub fn and(&mut self, a: Term, b: Term) -> Term {
        self.app(Op::And, Sort::Bool, &[a, b])
    }

    /// Disjunction.
    pub fn or(&mut self, a: Term, b: Term) -> Term {
        let (a, b) = (self.not(a), self.not(b));
        let neither = self.and(a, b);
        self.not(neither)
    }

    /// Implication.
    pub fn implies(&mut self, a: Term, b: Term) -> Term {
        let b = self.not(b);
        let broken = self.and(a, b);
        self.not(broken)
    }

    /// Exclusive or.
    pub fn xor(&mut self, a: Term, b: Term) -> Term {
        let equal = self.eq(a, b);
        self.not(equal)
    }

    /// Conjunction of many, as a balanced tree; true for none.
    pub fn and_all(&mut self, parts: &[Term]) -> Term {
        match parts {
            [] => self.bool(true),
            [one] => *one,
            _ => {
                let (low, high) = parts.split_at(parts.len() / 2);
                let (low, high) = (self.and_all(low), self.and_all(high));
                self.and(low, high)
            }
        }
    }

    /// Disjunction of many; false for none.
    pub fn or_all(&mut self, parts: &[Term]) -> Term {
        let negated: Vec<Term> = parts.iter().map(|&part| self.not(part)).collect();
        let none = self.and_all(&negated);
        self.not(none)
    }

    /// Equality.
    pub fn eq(&mut self, a: Term, b: Term) -> Term {
        self.app(Op::Eq, Sort::Bool, &[a, b])
    }

    /// Inequality.
    pub fn ne(&mut self, a: Term, b: Term) -> Term {
        let equal = self.eq(a, b);
        self.not(equal)
    }

    /// `if condition then yes else no`.
    pub fn ite(&mut self, condition: Term, yes: Term, no: Term) -> Term {
        let sort = self.sort(yes);
        self.app(Op::Ite, sort, &[condition, yes, no])
    }

    /// An uninterpreted function applied to arguments.
    pub fn apply(&mut self, function: Function, arguments: &[Term]) -> Term {
        let (_, result) = self.signature(function);
        self.app(Op::Apply(function), result, arguments)
    }
}

/// Bitwise operators and arithmetic.
impl Terms {
    fn same_width(&mut self, op: Op, a: Term, b: Term) -> Term {
        let sort = self.sort(a);
        self.app(op, sort, &[a, b])
    }

    /// Complement.
    pub fn bv_not(&mut self, a: Term) -> Term {
        let sort = self.sort(a);
        self.app(Op::BvNot, sort, &[a])
    }

    /// Bitwise and.
    pub fn bv_and(&mut self, a: Term, b: Term) -> Term {
        self.same_width(Op::BvAnd, a, b)
    }

    /// Bitwise or.
    pub fn bv_or(&mut self, a: Term, b: Term) -> Term {
        let (a, b) = (self.bv_not(a), self.bv_not(b));
        let neither = self.bv_and(a, b);
        self.bv_not(neither)
    }

    /// Bitwise exclusive or.
    pub fn bv_xor(&mut self, a: Term, b: Term) -> Term {
        self.same_width(Op::BvXor, a, b)
    }

    /// Two's complement negation.
    pub fn bv_neg(&mut self, a: Term) -> Term {
        let sort = self.sort(a);
        self.app(Op::BvNeg, sort, &[a])
    }

    /// Sum.
    pub fn bv_add(&mut self, a: Term, b: Term) -> Term {
        self.same_width(Op::BvAdd, a, b)
    }

    /// Difference.
    pub fn bv_sub(&mut self, a: Term, b: Term) -> Term {
        let b = self.bv_neg(b);
        self.bv_add(a, b)
    }

    /// Product.
    pub fn bv_mul(&mut self, a: Term, b: Term) -> Term {
        self.same_width(Op::BvMul, a, b)
    }

    /// Unsigned quotient.
    pub fn bv_udiv(&mut self, a: Term, b: Term) -> Term {
        self.same_width(Op::BvUdiv, a, b)
    }

    /// Unsigned remainder.
    pub fn bv_urem(&mut self, a: Term, b: Term) -> Term {
        self.same_width(Op::BvUrem, a, b)
    }

    /// Signed quotient, rounded towards zero.
    pub fn bv_sdiv(&mut self, a: Term, b: Term) -> Term {
        let (negative_a, negative_b) = (self.is_negative(a), self.is_negative(b));
        let (a, b) = (self.magnitude(a), self.magnitude(b));
        let quotient = self.bv_udiv(a, b);
        let negated = self.bv_neg(quotient);
        let same_sign = self.eq(negative_a, negative_b);
        self.ite(same_sign, quotient, negated)
    }

    /// Signed remainder with the sign of the dividend.
    pub fn bv_srem(&mut self, a: Term, b: Term) -> Term {
        let negative = self.is_negative(a);
        let (a, b) = (self.magnitude(a), self.magnitude(b));
        let remainder = self.bv_urem(a, b);
        let negated = self.bv_neg(remainder);
        self.ite(negative, negated, remainder)
    }

    /// Signed remainder with the sign of the divisor.
    pub fn bv_smod(&mut self, a: Term, b: Term) -> Term {
        let (negative_a, negative_b) = (self.is_negative(a), self.is_negative(b));
        let (size_a, size_b) = (self.magnitude(a), self.magnitude(b));
        let remainder = self.bv_urem(size_a, size_b);
        let negated = self.bv_neg(remainder);
        let signed = self.ite(negative_a, negated, remainder);
        // When the signs differ and something remains, one divisor leads to the other side of zero.
        let shifted = self.bv_add(signed, b);
        let width = self.width(a);
        let zero = self.number(width, 0);
        let exact = self.eq(remainder, zero);
        let same_sign = self.eq(negative_a, negative_b);
        let keep = self.or(exact, same_sign);
        self.ite(keep, signed, shifted)
    }

    /// The sign bit as a Bool.
    pub fn is_negative(&mut self, a: Term) -> Term {
        let width = self.width(a);
        let sign = self.extract(a, width - 1, width - 1);
        let one = self.number(1, 1);
        self.eq(sign, one)
    }

    /// The absolute value, where that of the least number is itself.
    pub fn magnitude(&mut self, a: Term) -> Term {
        let (negative, negated) = (self.is_negative(a), self.bv_neg(a));
        self.ite(negative, negated, a)
    }

    /// Shift left.
    pub fn bv_shl(&mut self, a: Term, amount: Term) -> Term {
        self.same_width(Op::BvShl, a, amount)
    }

    /// Logical shift right.
    pub fn bv_lshr(&mut self, a: Term, amount: Term) -> Term {
        self.same_width(Op::BvLshr, a, amount)
    }

    /// Arithmetic shift right.
    pub fn bv_ashr(&mut self, a: Term, amount: Term) -> Term {
        self.same_width(Op::BvAshr, a, amount)
    }

    /// Rotation to the left by a constant.
    pub fn rotate_left(&mut self, a: Term, amount: u32) -> Term {
        let width = self.width(a);
        match amount % width {
            0 => a,
            amount => {
                let high = self.extract(a, width - amount - 1, 0);
                let low = self.extract(a, width - 1, width - amount);
                self.concat(high, low)
            }
        }
    }

    /// Rotation to the right by a constant.
    pub fn rotate_right(&mut self, a: Term, amount: u32) -> Term {
        let width = self.width(a);
        self.rotate_left(a, width - amount % width)
    }
}

/// Comparisons and overflow predicates.
impl Terms {
    /// Unsigned less than.
    pub fn bv_ult(&mut self, a: Term, b: Term) -> Term {
        self.app(Op::BvUlt, Sort::Bool, &[a, b])
    }

    /// Unsigned less or equal.
    pub fn bv_ule(&mut self, a: Term, b: Term) -> Term {
        let greater = self.bv_ult(b, a);
        self.not(greater)
    }

    /// Signed less than.
    pub fn bv_slt(&mut self, a: Term, b: Term) -> Term {
        self.app(Op::BvSlt, Sort::Bool, &[a, b])
    }

    /// Signed less or equal.
    pub fn bv_sle(&mut self, a: Term, b: Term) -> Term {
        let greater = self.bv_slt(b, a);
        self.not(greater)
    }

    /// One bit: whether the operands are equal.
    pub fn bv_comp(&mut self, a: Term, b: Term) -> Term {
        let equal = self.eq(a, b);
        self.bool_to_bit(equal)
    }

    /// A Bool as one bit.
    pub fn bool_to_bit(&mut self, a: Term) -> Term {
        let (one, zero) = (self.number(1, 1), self.number(1, 0));
        self.ite(a, one, zero)
    }

    /// Negation overflows: the operand is the least signed number.
    pub fn nego(&mut self, a: Term) -> Term {
        let least = self.bits(&Bits::signed_min(self.width(a)));
        self.eq(a, least)
    }

    /// The unsigned sum does not fit. No adder: `a + b >= 2^w` is `b > 2^w - 1 - a`.
    pub fn uaddo(&mut self, a: Term, b: Term) -> Term {
        let room = self.bv_not(a);
        self.bv_ult(room, b)
    }

    /// The signed sum does not fit: operands of one sign, a sum of the other.
    pub fn saddo(&mut self, a: Term, b: Term) -> Term {
        let sum = self.bv_add(a, b);
        let (a, b, sum) = (self.is_negative(a), self.is_negative(b), self.is_negative(sum));
        let (same, flipped) = (self.eq(a, b), self.xor(a, sum));
        self.and(same, flipped)
    }

    /// The unsigned difference is negative.
    pub fn usubo(&mut self, a: Term, b: Term) -> Term {
        self.bv_ult(a, b)
    }

    /// The signed difference does not fit: operands of different signs, a difference of the second's.
    pub fn ssubo(&mut self, a: Term, b: Term) -> Term {
        let difference = self.bv_sub(a, b);
        let (a, b) = (self.is_negative(a), self.is_negative(b));
        let difference = self.is_negative(difference);
        let (differ, flipped) = (self.xor(a, b), self.xor(a, difference));
        self.and(differ, flipped)
    }

    /// The unsigned product does not fit.
    pub fn umulo(&mut self, a: Term, b: Term) -> Term {
        self.app(Op::BvUmulo, Sort::Bool, &[a, b])
    }

    /// The signed product does not fit.
    pub fn smulo(&mut self, a: Term, b: Term) -> Term {
        self.app(Op::BvSmulo, Sort::Bool, &[a, b])
    }

    /// The signed quotient does not fit: the least number by -1.
    pub fn sdivo(&mut self, a: Term, b: Term) -> Term {
        let width = self.width(a);
        let (least, minus_one) = (self.bits(&Bits::signed_min(width)), self.bits(&Bits::ones(width)));
        let (least, minus_one) = (self.eq(a, least), self.eq(b, minus_one));
        self.and(least, minus_one)
    }

    /// A left shift loses a set bit.
    pub fn ushlo(&mut self, a: Term, amount: Term) -> Term {
        let shifted = self.bv_shl(a, amount);
        let back = self.bv_lshr(shifted, amount);
        self.ne(back, a)
    }

    /// A left shift loses value bits or the sign.
    pub fn sshlo(&mut self, a: Term, amount: Term) -> Term {
        let shifted = self.bv_shl(a, amount);
        let back = self.bv_ashr(shifted, amount);
        self.ne(back, a)
    }
}

/// Taking bit-vectors apart and putting them together.
impl Terms {
    /// Concatenation, `high` first.
    pub fn concat(&mut self, high: Term, low: Term) -> Term {
        let width = self.width(high) + self.width(low);
        self.app(Op::Concat, Sort::Bits(width), &[high, low])
    }

    /// Bits `high` down to `low`, both included.
    pub fn extract(&mut self, a: Term, high: u32, low: u32) -> Term {
        self.app(Op::Extract { low }, Sort::Bits(high - low + 1), &[a])
    }

    /// One bit as a Bool.
    pub fn bit(&mut self, a: Term, at: u32) -> Term {
        let bit = self.extract(a, at, at);
        let one = self.number(1, 1);
        self.eq(bit, one)
    }

    /// Zeros in front, up to a width.
    pub fn zero_extend(&mut self, a: Term, width: u32) -> Term {
        match width - self.width(a) {
            0 => a,
            more => {
                let zeros = self.number(more, 0);
                self.concat(zeros, a)
            }
        }
    }

    /// Copies of the sign in front, up to a width.
    pub fn sign_extend(&mut self, a: Term, width: u32) -> Term {
        self.app(Op::SignExtend, Sort::Bits(width), &[a])
    }

    /// `count` copies in a row.
    pub fn repeat(&mut self, a: Term, count: u32) -> Term {
        // By doubling, so that the term has logarithmic depth.
        let mut result = None;
        let (mut left, mut block) = (count, a);
        while left > 0 {
            if left % 2 == 1 {
                result = Some(result.map_or(block, |result| self.concat(block, result)));
            }
            left /= 2;
            if left > 0 {
                block = self.concat(block, block);
            }
        }
        result.unwrap_or(a)
    }
}

/// Memories.
impl Terms {
    /// The element at an index.
    pub fn select(&mut self, memory: Term, index: Term) -> Term {
        let Sort::Array { element, .. } = self.sort(memory) else {
            panic!("select of {}", self.sort(memory))
        };
        self.app(Op::Select, Sort::Bits(element), &[memory, index])
    }

    /// The memory with another element at one index.
    pub fn store(&mut self, memory: Term, index: Term, value: Term) -> Term {
        let sort = self.sort(memory);
        self.app(Op::Store, sort, &[memory, index, value])
    }

    /// The memory of this sort with the same element everywhere.
    pub fn const_array(&mut self, sort: Sort, value: Term) -> Term {
        self.app(Op::ConstArray, sort, &[value])
    }

    /// The memory with `value` at the `length` indices from `start` on (memset).
    pub fn fill(&mut self, memory: Term, start: Term, length: Term, value: Term) -> Term {
        let sort = self.sort(memory);
        self.app(Op::Fill, sort, &[memory, start, length, value])
    }

    /// The memory with the `length` elements of `source` from `from` on at `start` (memcpy, memmove).
    pub fn copy(&mut self, memory: Term, start: Term, length: Term, source: Term, from: Term) -> Term {
        let sort = self.sort(memory);
        self.app(Op::Copy, sort, &[memory, start, length, source, from])
    }
}
