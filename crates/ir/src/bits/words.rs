//! Arithmetic on bit-vectors that fit a machine word, and on word arrays.
//!
//! The first part is one macro, instantiated for `u64` and `u128`: the meaning of every operator on
//! a word, given the width. The second part is arithmetic on little-endian word arrays, schoolbook
//! throughout: integers wider than 128 bits are rare, and wider than a few words rarer still.

macro_rules! word_arithmetic {
    ($(#[$doc:meta])* $name:ident, $word:ty, $signed:ty) => {
        $(#[$doc])*
        pub mod $name {
            use crate::program::{BinOp, CmpOp, OverflowOp, UnOp};

            const BITS: u32 = <$word>::BITS;

            /// The value modulo 2^width.
            #[inline]
            pub fn wrap(width: u32, a: $word) -> $word {
                a & (<$word>::MAX >> (BITS - width))
            }

            /// The value read as a signed number.
            #[inline]
            pub fn signed(width: u32, a: $word) -> $signed {
                let unused = BITS - width;
                ((a << unused) as $signed) >> unused
            }

            /// A binary operator. Operands have no bits above the width, nor has the result.
            #[inline]
            pub fn bin(op: BinOp, width: u32, a: $word, b: $word) -> $word {
                let (x, y) = (signed(width, a), signed(width, b));
                let past_width = b >= <$word>::from(width);
                let result = match op {
                    BinOp::Add => a.wrapping_add(b),
                    BinOp::Sub => a.wrapping_sub(b),
                    BinOp::Mul => a.wrapping_mul(b),
                    BinOp::UDiv => a.checked_div(b).unwrap_or(<$word>::MAX),
                    BinOp::URem => a.checked_rem(b).unwrap_or(a),
                    BinOp::SDiv if y == 0 => if x < 0 { 1 } else { <$word>::MAX },
                    BinOp::SDiv => x.wrapping_div(y) as $word,
                    BinOp::SRem if y == 0 => a,
                    BinOp::SRem => x.wrapping_rem(y) as $word,
                    BinOp::Shl => if past_width { 0 } else { a << b },
                    BinOp::LShr => if past_width { 0 } else { a >> b },
                    BinOp::AShr => (x >> if past_width { width - 1 } else { b as u32 }) as $word,
                    BinOp::And => a & b,
                    BinOp::Or => a | b,
                    BinOp::Xor => a ^ b,
                    BinOp::UMin => a.min(b),
                    BinOp::UMax => a.max(b),
                    BinOp::SMin => x.min(y) as $word,
                    BinOp::SMax => x.max(y) as $word,
                };
                wrap(width, result)
            }

            /// Whether an exact result does not fit.
            #[inline]
            pub fn overflow(op: OverflowOp, width: u32, a: $word, b: $word) -> bool {
                let (x, y) = (signed(width, a), signed(width, b));
                let unsigned_fits = |r: Option<$word>| r.is_some_and(|r| wrap(width, r) == r);
                let signed_fits =
                    |r: Option<$signed>| r.is_some_and(|r| signed(width, r as $word) == r);
                let shifted = bin(BinOp::Shl, width, a, b);
                match op {
                    OverflowOp::SAdd => !signed_fits(x.checked_add(y)),
                    OverflowOp::UAdd => !unsigned_fits(a.checked_add(b)),
                    OverflowOp::SSub => !signed_fits(x.checked_sub(y)),
                    OverflowOp::USub => a < b,
                    OverflowOp::SMul => !signed_fits(x.checked_mul(y)),
                    OverflowOp::UMul => !unsigned_fits(a.checked_mul(b)),
                    OverflowOp::SShl => bin(BinOp::AShr, width, shifted, b) != a,
                    OverflowOp::UShl => bin(BinOp::LShr, width, shifted, b) != a,
                    OverflowOp::SDiv => y == -1 && a == 1 << (width - 1),
                }
            }

            /// A unary operator.
            #[inline]
            pub fn un(op: UnOp, width: u32, a: $word) -> $word {
                let unused = BITS - width;
                match op {
                    UnOp::PopCount => <$word>::from(a.count_ones()),
                    UnOp::LeadingZeros => <$word>::from(a.leading_zeros() - unused),
                    UnOp::TrailingZeros => <$word>::from(a.trailing_zeros().min(width)),
                    UnOp::ByteSwap => a.swap_bytes() >> unused,
                    UnOp::BitReverse => a.reverse_bits() >> unused,
                }
            }

            /// A comparison.
            #[inline]
            pub fn cmp(op: CmpOp, width: u32, a: $word, b: $word) -> bool {
                match op {
                    CmpOp::Eq => a == b,
                    CmpOp::Ne => a != b,
                    CmpOp::Ult => a < b,
                    CmpOp::Ule => a <= b,
                    CmpOp::Slt => signed(width, a) < signed(width, b),
                    CmpOp::Sle => signed(width, a) <= signed(width, b),
                }
            }
        }
    };
}

word_arithmetic! {
    /// Operators on integers of 1 to 64 bits.
    small, u64, i64
}
word_arithmetic! {
    /// Operators on integers of 1 to 128 bits.
    medium, u128, i128
}

/// Operators on little-endian arrays of words, all of the same length unless said otherwise.
pub(super) mod wide {
    use std::cmp::Ordering;

    pub fn add(a: &[u64], b: &[u64]) -> Vec<u64> {
        let mut carry = false;
        a.iter()
            .zip(b)
            .map(|(&x, &y)| {
                let (sum, first) = x.overflowing_add(y);
                let (sum, second) = sum.overflowing_add(u64::from(carry));
                carry = first | second;
                sum
            })
            .collect()
    }

    pub fn not(a: &[u64]) -> Vec<u64> {
        a.iter().map(|&x| !x).collect()
    }

    /// Two's complement.
    pub fn neg(a: &[u64]) -> Vec<u64> {
        let mut carry = true;
        a.iter()
            .map(|&x| {
                let (sum, next) = (!x).overflowing_add(u64::from(carry));
                carry = next;
                sum
            })
            .collect()
    }

    /// The product modulo 2^(64 * length of `a`); `b` may have another length.
    pub fn mul(a: &[u64], b: &[u64]) -> Vec<u64> {
        let mut product = vec![0u64; a.len()];
        for (i, &x) in a.iter().enumerate() {
            if x == 0 {
                continue;
            }
            let mut carry = 0;
            for (slot, &y) in product[i..].iter_mut().zip(b.iter().chain(std::iter::repeat(&0))) {
                let sum = u128::from(x) * u128::from(y) + u128::from(*slot) + carry;
                *slot = sum as u64;
                carry = sum >> 64;
            }
        }
        product
    }

    /// `a * factor + addend` in place, modulo 2^(64 * length).
    pub fn mul_add_word(a: &mut [u64], factor: u64, addend: u64) -> u64 {
        let mut carry = u128::from(addend);
        for word in a {
            let sum = u128::from(*word) * u128::from(factor) + carry;
            *word = sum as u64;
            carry = sum >> 64;
        }
        carry as u64
    }

    /// Divides in place by a word that is not zero and returns the remainder.
    pub fn div_word(a: &mut [u64], divisor: u64) -> u64 {
        let mut rest = 0u128;
        for word in a.iter_mut().rev() {
            let dividend = rest << 64 | u128::from(*word);
            *word = (dividend / u128::from(divisor)) as u64;
            rest = dividend % u128::from(divisor);
        }
        rest as u64
    }

    pub fn cmp(a: &[u64], b: &[u64]) -> Ordering {
        a.iter().rev().cmp(b.iter().rev())
    }

    fn significant(a: &[u64]) -> usize {
        a.iter().rposition(|&w| w != 0).map_or(0, |at| at + 1)
    }

    /// Quotient and remainder; `b` is not zero. Knuth's algorithm D (TAOCP vol. 2, 4.3.1) with
    /// digits of 64 bits.
    pub fn div_rem(a: &[u64], b: &[u64]) -> (Vec<u64>, Vec<u64>) {
        let len = a.len();
        let digits = significant(b);
        if cmp(a, b) == Ordering::Less {
            return (vec![0; len], a.to_vec());
        }
        if digits == 1 {
            let mut quotient = a.to_vec();
            let mut rest = vec![0; len];
            rest[0] = div_word(&mut quotient, b[0]);
            return (quotient, rest);
        }

        // Shift both so that the divisor's top digit has its top bit set.
        let shift = b[digits - 1].leading_zeros() as usize;
        let divisor = shl(&b[..digits], shift);
        let mut rest = a.to_vec();
        rest.push(0);
        rest = shl(&rest, shift);
        let (top, second) = (u128::from(divisor[digits - 1]), u128::from(divisor[digits - 2]));

        let mut quotient = vec![0; len];
        for at in (0..=len - digits).rev() {
            let head = u128::from(rest[at + digits]) << 64 | u128::from(rest[at + digits - 1]);
            let next = u128::from(rest[at + digits - 2]);
            // A digit estimated from the first two digits is at most two too large; corrected with
            // the third, at most one.
            let mut guess = (head / top).min(u128::from(u64::MAX));
            let mut left = head - guess * top;
            while left >> 64 == 0 && guess * second > (left << 64 | next) {
                guess -= 1;
                left += top;
            }
            let window = &mut rest[at..=at + digits];
            if sub_product(window, &divisor, guess as u64) {
                guess -= 1;
                add_back(window, &divisor);
            }
            quotient[at] = guess as u64;
        }
        rest.truncate(len);
        (quotient, shr(&rest, shift))
    }

    /// `window -= divisor * digit`; whether it borrowed.
    fn sub_product(window: &mut [u64], divisor: &[u64], digit: u64) -> bool {
        let mut carry = 0u128;
        let mut borrow = false;
        for (slot, &d) in window.iter_mut().zip(divisor.iter().chain([&0])) {
            let product = u128::from(d) * u128::from(digit) + carry;
            carry = product >> 64;
            let (value, first) = slot.overflowing_sub(product as u64);
            let (value, second) = value.overflowing_sub(u64::from(borrow));
            *slot = value;
            borrow = first | second;
        }
        borrow
    }

    fn add_back(window: &mut [u64], divisor: &[u64]) {
        let mut carry = false;
        for (slot, &d) in window.iter_mut().zip(divisor.iter().chain([&0])) {
            let (value, first) = slot.overflowing_add(d);
            let (value, second) = value.overflowing_add(u64::from(carry));
            *slot = value;
            carry = first | second;
        }
    }

    /// Shifts left; bits that leave the array are lost.
    pub fn shl(a: &[u64], amount: usize) -> Vec<u64> {
        let (words, bits) = (amount / 64, amount % 64);
        let word = |at: usize| at.checked_sub(words).map_or(0, |at| a[at]);
        (0..a.len())
            .map(|at| {
                let high = word(at) << bits;
                if bits == 0 || at == 0 { high } else { high | word(at - 1) >> (64 - bits) }
            })
            .collect()
    }

    /// Shifts right, zeros come in.
    pub fn shr(a: &[u64], amount: usize) -> Vec<u64> {
        let (words, bits) = (amount / 64, amount % 64);
        let word = |at: usize| a.get(at).copied().unwrap_or(0);
        (words..words + a.len())
            .map(|at| {
                let low = word(at) >> bits;
                if bits == 0 { low } else { low | word(at + 1) << (64 - bits) }
            })
            .collect()
    }
}
