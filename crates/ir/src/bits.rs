//! Bit-vectors of any width: the values of integers, float bits and addresses.
//!
//! A [`Bits`] is a number modulo 2^width with its width. Arithmetic is total and follows the
//! operators of [`crate::program`], which follow SMT-LIB; [`Bits::bin`], [`Bits::overflow`],
//! [`Bits::un`] and [`Bits::compare`] are their one definition. Widths up to 64 are computed on words,
//! up to 128 on double words, wider ones on word arrays. [`small`] is open to an interpreter that
//! keeps its values in words.
//!
//! Operands of an operator have the same width, and widths are at least 1; results are meaningless
//! otherwise (the verifier makes sure).

use std::cmp::Ordering;
use std::fmt;

use crate::program::{BinOp, CmpOp, OverflowOp, UnOp};

mod words;

use words::wide;
pub use words::{medium, small};

/// A bit-vector. Bits above the width are zero, so equality of representation is equality of value.
///
/// `Ord` is some total order, for sorting and maps; numeric order is [`Bits::compare`].
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Bits {
    width: u32,
    repr: Repr,
}

/// Values of at most 64 bits are inline, which is nearly all of them.
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
enum Repr {
    Small(u64),
    Wide(Box<[u64]>),
}

/// The lowest `width` bits set, for widths up to 64.
pub fn mask(width: u32) -> u64 {
    if width >= 64 { u64::MAX } else { (1 << width) - 1 }
}

/// Construction.
impl Bits {
    /// The value modulo 2^width, zero-extended where the width is larger than 64.
    pub fn from_u64(width: u32, value: u64) -> Self {
        if width <= 64 {
            return Self { width, repr: Repr::Small(value & mask(width)) };
        }
        Self::from_words(width, &[value])
    }

    /// The value modulo 2^width, sign-extended where the width is larger than 64.
    pub fn from_i64(width: u32, value: i64) -> Self {
        if width <= 64 { Self::from_u64(width, value as u64) } else { Self::from_i128(width, value.into()) }
    }

    /// The value modulo 2^width, zero-extended where the width is larger than 128.
    pub fn from_u128(width: u32, value: u128) -> Self {
        Self::from_words(width, &[value as u64, (value >> 64) as u64])
    }

    /// The value modulo 2^width, sign-extended where the width is larger than 128.
    pub fn from_i128(width: u32, value: i128) -> Self {
        if width <= 128 {
            return Self::from_u128(width, value as u128);
        }
        Self::from_u128(128, value as u128).sext(width)
    }

    /// From little-endian words, truncated or zero-extended to the width.
    pub fn from_words(width: u32, words: &[u64]) -> Self {
        if width <= 64 {
            return Self::from_u64(width, words.first().copied().unwrap_or(0));
        }
        let count = width.div_ceil(64) as usize;
        let mut wide = vec![0; count];
        let copied = words.len().min(count);
        wide[..copied].copy_from_slice(&words[..copied]);
        Self::from_vec(width, wide)
    }

    /// From as many words as the width needs (more than one).
    fn from_vec(width: u32, mut words: Vec<u64>) -> Self {
        if !width.is_multiple_of(64)
            && let Some(top) = words.last_mut()
        {
            *top &= mask(width % 64);
        }
        Self { width, repr: Repr::Wide(words.into()) }
    }

    /// A Boolean as one bit.
    pub fn from_bool(value: bool) -> Self {
        Self::from_u64(1, u64::from(value))
    }

    /// Zero.
    pub fn zero(width: u32) -> Self {
        Self::from_u64(width, 0)
    }

    /// One.
    pub fn one(width: u32) -> Self {
        Self::from_u64(width, 1)
    }

    /// All bits set: the largest unsigned number, and -1.
    pub fn ones(width: u32) -> Self {
        Self::from_i64(width, -1)
    }

    /// The smallest signed number: only the sign bit is set.
    pub fn signed_min(width: u32) -> Self {
        Self::one(width).shl_by(width - 1)
    }

    /// The largest signed number.
    pub fn signed_max(width: u32) -> Self {
        Self::signed_min(width).not()
    }
}

/// Inspection.
impl Bits {
    /// The width.
    pub fn width(&self) -> u32 {
        self.width
    }

    /// Little-endian words.
    pub fn words(&self) -> &[u64] {
        match &self.repr {
            Repr::Small(word) => std::slice::from_ref(word),
            Repr::Wide(words) => words,
        }
    }

    /// The value if it fits in 64 bits.
    pub fn to_u64(&self) -> Option<u64> {
        let words = self.words();
        words[1..].iter().all(|&w| w == 0).then(|| words[0])
    }

    /// The signed value if it fits in 64 bits.
    pub fn to_i64(&self) -> Option<i64> {
        if self.width <= 64 {
            return Some(small::signed(self.width.max(1), self.low_u64()));
        }
        let low = self.low_u64() as i64;
        (Self::from_i64(self.width, low) == *self).then_some(low)
    }

    /// The value if it fits in 128 bits.
    pub fn to_u128(&self) -> Option<u128> {
        let words = self.words();
        words.iter().skip(2).all(|&w| w == 0).then(|| self.low_u128())
    }

    /// The signed value if it fits in 128 bits.
    pub fn to_i128(&self) -> Option<i128> {
        if self.width <= 128 {
            return Some(medium::signed(self.width.max(1), self.low_u128()));
        }
        let low = self.low_u128() as i128;
        (Self::from_i128(self.width, low) == *self).then_some(low)
    }

    /// The lowest 64 bits.
    pub fn low_u64(&self) -> u64 {
        self.words()[0]
    }

    /// The lowest 128 bits.
    pub fn low_u128(&self) -> u128 {
        let words = self.words();
        u128::from(words[0]) | u128::from(words.get(1).copied().unwrap_or(0)) << 64
    }

    /// A bit; those above the width are zero.
    pub fn bit(&self, at: u32) -> bool {
        self.words().get(at as usize / 64).is_some_and(|word| word >> (at % 64) & 1 == 1)
    }

    /// The highest bit.
    pub fn sign_bit(&self) -> bool {
        self.bit(self.width - 1)
    }

    /// All bits are 0.
    pub fn is_zero(&self) -> bool {
        self.words().iter().all(|&w| w == 0)
    }

    /// All bits are 1.
    pub fn is_ones(&self) -> bool {
        self.count_ones() == self.width
    }

    /// The value is 1.
    pub fn is_one(&self) -> bool {
        self.to_u64() == Some(1)
    }

    /// Number of set bits.
    pub fn count_ones(&self) -> u32 {
        self.words().iter().map(|w| w.count_ones()).sum()
    }

    /// Zeros above the highest set bit; the width for zero.
    pub fn leading_zeros(&self) -> u32 {
        self.width - self.significant_bits()
    }

    /// Zeros below the lowest set bit; the width for zero.
    pub fn trailing_zeros(&self) -> u32 {
        let words = self.words();
        match words.iter().position(|&w| w != 0) {
            Some(at) => at as u32 * 64 + words[at].trailing_zeros(),
            None => self.width,
        }
    }

    /// Bits up to and including the highest set one; 0 for zero.
    pub fn significant_bits(&self) -> u32 {
        let words = self.words();
        words.iter().rposition(|&w| w != 0).map_or(0, |at| at as u32 * 64 + 64 - words[at].leading_zeros())
    }
}

/// Arithmetic.
impl Bits {
    /// A binary operator.
    pub fn bin(op: BinOp, a: &Self, b: &Self) -> Self {
        let width = a.width;
        debug_assert_eq!(width, b.width, "{op:?} on different widths");
        match (&a.repr, &b.repr) {
            (&Repr::Small(x), &Repr::Small(y)) => {
                Self { width, repr: Repr::Small(small::bin(op, width, x, y)) }
            }
            _ if width <= 128 => Self::from_u128(width, medium::bin(op, width, a.low_u128(), b.low_u128())),
            _ => Self::wide_bin(op, a, b),
        }
    }

    fn wide_bin(op: BinOp, a: &Self, b: &Self) -> Self {
        let width = a.width;
        let (x, y) = (a.words(), b.words());
        let zip = |f: fn(u64, u64) -> u64| x.iter().zip(y).map(|(&x, &y)| f(x, y)).collect();
        let amount = b.to_u64().filter(|&amount| amount < width.into()).map(|amount| amount as u32);
        let pick = |first: bool| if first { a.clone() } else { b.clone() };
        let words = match op {
            BinOp::Add => wide::add(x, y),
            BinOp::Sub => wide::add(x, &wide::neg(y)),
            BinOp::Mul => wide::mul(x, y),
            BinOp::And => zip(|x, y| x & y),
            BinOp::Or => zip(|x, y| x | y),
            BinOp::Xor => zip(|x, y| x ^ y),
            BinOp::UDiv if b.is_zero() => return Self::ones(width),
            BinOp::UDiv => wide::div_rem(x, y).0,
            BinOp::URem if b.is_zero() => return a.clone(),
            BinOp::URem => wide::div_rem(x, y).1,
            BinOp::SDiv => {
                // Also right for a divisor of zero: all ones, negated for a negative dividend.
                let quotient = Self::bin(BinOp::UDiv, &a.magnitude(), &b.magnitude());
                return if a.sign_bit() != b.sign_bit() { quotient.neg() } else { quotient };
            }
            BinOp::SRem => {
                let rest = Self::bin(BinOp::URem, &a.magnitude(), &b.magnitude());
                return if a.sign_bit() { rest.neg() } else { rest };
            }
            BinOp::Shl => return amount.map_or_else(|| Self::zero(width), |n| a.shl_by(n)),
            BinOp::LShr => return amount.map_or_else(|| Self::zero(width), |n| a.lshr_by(n)),
            BinOp::AShr => return a.ashr_by(amount.unwrap_or(width - 1)),
            BinOp::UMin => return pick(Self::compare(CmpOp::Ule, a, b)),
            BinOp::UMax => return pick(!Self::compare(CmpOp::Ule, a, b)),
            BinOp::SMin => return pick(Self::compare(CmpOp::Sle, a, b)),
            BinOp::SMax => return pick(!Self::compare(CmpOp::Sle, a, b)),
        };
        Self::from_vec(width, words)
    }

    /// Whether the exact result of an operator does not fit. For shifts by the width or more: whether
    /// the operand is not zero.
    pub fn overflow(op: OverflowOp, a: &Self, b: &Self) -> bool {
        let width = a.width;
        debug_assert_eq!(width, b.width, "{op:?} on different widths");
        if width <= 64 {
            return small::overflow(op, width, a.low_u64(), b.low_u64());
        }
        if width <= 128 {
            return medium::overflow(op, width, a.low_u128(), b.low_u128());
        }
        Self::wide_overflow(op, a, b)
    }

    fn wide_overflow(op: OverflowOp, a: &Self, b: &Self) -> bool {
        let width = a.width;
        let (negative_a, negative_b) = (a.sign_bit(), b.sign_bit());
        match op {
            OverflowOp::SAdd => negative_a == negative_b && a.add(b).sign_bit() != negative_a,
            OverflowOp::UAdd => a.add(b).ult(a),
            OverflowOp::SSub => negative_a != negative_b && a.sub(b).sign_bit() != negative_a,
            OverflowOp::USub => a.ult(b),
            OverflowOp::SMul => {
                let exact = a.sext(2 * width).mul(&b.sext(2 * width));
                exact.trunc(width).sext(2 * width) != exact
            }
            OverflowOp::UMul => {
                let exact = a.zext(2 * width).mul(&b.zext(2 * width));
                exact.significant_bits() > width
            }
            OverflowOp::SShl => Self::bin(BinOp::AShr, &Self::bin(BinOp::Shl, a, b), b) != *a,
            OverflowOp::UShl => Self::bin(BinOp::LShr, &Self::bin(BinOp::Shl, a, b), b) != *a,
            OverflowOp::SDiv => b.is_ones() && *a == Self::signed_min(width),
        }
    }

    /// A unary operator. A byte swap is of a width that is a multiple of 8.
    pub fn un(op: UnOp, a: &Self) -> Self {
        let width = a.width;
        if let Repr::Small(word) = a.repr {
            return Self { width, repr: Repr::Small(small::un(op, width, word)) };
        }
        let reversed = |f: fn(u64) -> u64| {
            let words: Vec<u64> = a.words().iter().rev().map(|&w| f(w)).collect();
            Self::from_vec(width, wide::shr(&words, words.len() * 64 - width as usize))
        };
        match op {
            UnOp::PopCount => Self::from_u64(width, a.count_ones().into()),
            UnOp::LeadingZeros => Self::from_u64(width, a.leading_zeros().into()),
            UnOp::TrailingZeros => Self::from_u64(width, a.trailing_zeros().into()),
            UnOp::ByteSwap => reversed(u64::swap_bytes),
            UnOp::BitReverse => reversed(u64::reverse_bits),
        }
    }

    /// A comparison.
    pub fn compare(op: CmpOp, a: &Self, b: &Self) -> bool {
        debug_assert_eq!(a.width, b.width, "{op:?} on different widths");
        if let (&Repr::Small(x), &Repr::Small(y)) = (&a.repr, &b.repr) {
            return small::cmp(op, a.width, x, y);
        }
        match op {
            CmpOp::Eq => a == b,
            CmpOp::Ne => a != b,
            CmpOp::Ult => a.unsigned_cmp(b) == Ordering::Less,
            CmpOp::Ule => a.unsigned_cmp(b) != Ordering::Greater,
            CmpOp::Slt => a.signed_cmp(b) == Ordering::Less,
            CmpOp::Sle => a.signed_cmp(b) != Ordering::Greater,
        }
    }

    /// Order as unsigned numbers.
    pub fn unsigned_cmp(&self, other: &Self) -> Ordering {
        wide::cmp(self.words(), other.words())
    }

    /// Order as signed numbers.
    pub fn signed_cmp(&self, other: &Self) -> Ordering {
        other.sign_bit().cmp(&self.sign_bit()).then_with(|| self.unsigned_cmp(other))
    }

    /// Less as unsigned numbers.
    pub fn ult(&self, other: &Self) -> bool {
        Self::compare(CmpOp::Ult, self, other)
    }

    /// Less as signed numbers.
    pub fn slt(&self, other: &Self) -> bool {
        Self::compare(CmpOp::Slt, self, other)
    }

    /// Sum.
    #[must_use]
    pub fn add(&self, other: &Self) -> Self {
        Self::bin(BinOp::Add, self, other)
    }

    /// Difference.
    #[must_use]
    pub fn sub(&self, other: &Self) -> Self {
        Self::bin(BinOp::Sub, self, other)
    }

    /// Product.
    #[must_use]
    pub fn mul(&self, other: &Self) -> Self {
        Self::bin(BinOp::Mul, self, other)
    }

    /// Two's complement.
    #[must_use]
    pub fn neg(&self) -> Self {
        match self.repr {
            Repr::Small(word) => Self::from_u64(self.width, word.wrapping_neg()),
            Repr::Wide(ref words) => Self::from_vec(self.width, wide::neg(words)),
        }
    }

    /// Every bit inverted.
    #[must_use]
    pub fn not(&self) -> Self {
        match self.repr {
            Repr::Small(word) => Self::from_u64(self.width, !word),
            Repr::Wide(ref words) => Self::from_vec(self.width, wide::not(words)),
        }
    }

    /// The absolute value of the signed number, as an unsigned number.
    #[must_use]
    pub fn magnitude(&self) -> Self {
        if self.sign_bit() { self.neg() } else { self.clone() }
    }

    /// Shifted left; 0 from the width on.
    #[must_use]
    pub fn shl_by(&self, amount: u32) -> Self {
        match self.repr {
            _ if amount >= self.width => Self::zero(self.width),
            Repr::Small(word) => Self::from_u64(self.width, word << amount),
            Repr::Wide(ref words) => Self::from_vec(self.width, wide::shl(words, amount as usize)),
        }
    }

    /// Shifted right, zeros come in; 0 from the width on.
    #[must_use]
    pub fn lshr_by(&self, amount: u32) -> Self {
        match self.repr {
            _ if amount >= self.width => Self::zero(self.width),
            Repr::Small(word) => Self::from_u64(self.width, word >> amount),
            Repr::Wide(ref words) => Self::from_vec(self.width, wide::shr(words, amount as usize)),
        }
    }

    /// Shifted right, copies of the sign come in.
    #[must_use]
    pub fn ashr_by(&self, amount: u32) -> Self {
        if self.sign_bit() { self.not().lshr_by(amount).not() } else { self.lshr_by(amount) }
    }
}

/// Changes of width.
impl Bits {
    /// The lowest `width` bits.
    #[must_use]
    pub fn trunc(&self, width: u32) -> Self {
        debug_assert!(width <= self.width);
        Self::from_words(width, self.words())
    }

    /// Zeros above, up to `width` bits.
    #[must_use]
    pub fn zext(&self, width: u32) -> Self {
        debug_assert!(width >= self.width);
        Self::from_words(width, self.words())
    }

    /// Copies of the sign above, up to `width` bits.
    #[must_use]
    pub fn sext(&self, width: u32) -> Self {
        debug_assert!(width >= self.width);
        if width <= 64 {
            return Self::from_u64(width, small::signed(self.width, self.low_u64()) as u64);
        }
        // Zeros come in above the complement of a negative number.
        if self.sign_bit() { self.not().zext(width).not() } else { self.zext(width) }
    }

    /// Truncated or zero-extended to the width.
    #[must_use]
    pub fn resize(&self, width: u32) -> Self {
        Self::from_words(width, self.words())
    }

    /// Truncated or sign-extended to the width.
    #[must_use]
    pub fn resize_signed(&self, width: u32) -> Self {
        if width < self.width { self.trunc(width) } else { self.sext(width) }
    }

    /// `self` above `low`.
    #[must_use]
    pub fn concat(&self, low: &Self) -> Self {
        let width = self.width + low.width;
        let high = self.zext(width).shl_by(low.width);
        Self::bin(BinOp::Or, &high, &low.zext(width))
    }

    /// `width` bits from bit `from` on; zeros above the end.
    #[must_use]
    pub fn extract(&self, from: u32, width: u32) -> Self {
        self.lshr_by(from).resize(width)
    }
}

/// The largest power of ten in a word, and its exponent: the chunk in which decimals are converted.
const DECIMAL_CHUNK: (u64, usize) = (10_000_000_000_000_000_000, 19);

/// Text.
impl Bits {
    /// Unsigned decimal digits.
    pub fn to_decimal(&self) -> String {
        if let Some(value) = self.to_u128() {
            return value.to_string();
        }
        let mut rest = self.words().to_vec();
        let mut chunks = Vec::new();
        while rest.iter().any(|&w| w != 0) {
            chunks.push(wide::div_word(&mut rest, DECIMAL_CHUNK.0));
            while rest.last() == Some(&0) {
                rest.pop();
            }
        }
        let mut text = chunks.pop().unwrap_or(0).to_string();
        for chunk in chunks.iter().rev() {
            text.push_str(&format!("{chunk:019}"));
        }
        text
    }

    /// Decimal digits of the signed number.
    pub fn to_signed_decimal(&self) -> String {
        let digits = self.magnitude().to_decimal();
        if self.sign_bit() { format!("-{digits}") } else { digits }
    }

    /// Hexadecimal digits without prefix and without leading zeros.
    pub fn to_hex(&self) -> String {
        let words = self.words();
        let top = words.iter().rposition(|&w| w != 0).unwrap_or(0);
        let mut text = format!("{:x}", words[top]);
        for word in words[..top].iter().rev() {
            text.push_str(&format!("{word:016x}"));
        }
        text
    }

    /// From decimal digits, perhaps after a minus sign. `None` if that is not what the text is, or
    /// if the number is neither a signed nor an unsigned number of the width.
    pub fn from_decimal(width: u32, text: &str) -> Option<Self> {
        let digits = text.strip_prefix('-').unwrap_or(text);
        let negative = digits.len() < text.len();
        if digits.is_empty() || !digits.bytes().all(|b| b.is_ascii_digit()) {
            return None;
        }
        let mut words: Vec<u64> = Vec::new();
        let mut rest = digits;
        while !rest.is_empty() {
            // Chunks are of full length but the first, so that each step shifts by the same power.
            let length = (rest.len() - 1) % DECIMAL_CHUNK.1 + 1;
            let (chunk, next) = rest.split_at(length);
            rest = next;
            let carry = wide::mul_add_word(&mut words, DECIMAL_CHUNK.0, chunk.parse().ok()?);
            if carry != 0 {
                words.push(carry);
            }
            if words.len() > width.div_ceil(64) as usize {
                return None;
            }
        }
        let value = Self::from_words(width, &words);
        // There are no more words than those of the width: only the top one can have bits above it.
        if value.words().get(words.len().wrapping_sub(1)) != words.last() {
            return None;
        }
        if !negative {
            return Some(value);
        }
        (!value.sign_bit() || value == Self::signed_min(width)).then(|| value.neg())
    }

    /// From hexadecimal digits without prefix. `None` if that is not what the text is, or if the
    /// number does not fit.
    pub fn from_hex(width: u32, text: &str) -> Option<Self> {
        if text.is_empty() || !text.bytes().all(|b| b.is_ascii_hexdigit()) {
            return None;
        }
        let digits = text.trim_start_matches('0').as_bytes();
        if digits.len() > width.div_ceil(4) as usize {
            return None;
        }
        let words: Option<Vec<u64>> = digits
            .rchunks(16)
            .map(|chunk| u64::from_str_radix(std::str::from_utf8(chunk).ok()?, 16).ok())
            .collect();
        let words = words?;
        let value = Self::from_words(width, &words);
        // As for decimals.
        (value.words().get(words.len().wrapping_sub(1)) == words.last()).then_some(value)
    }
}

/// Unsigned decimal.
impl fmt::Display for Bits {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.to_decimal())
    }
}

/// Hexadecimal and the width, as `0x2a:8`.
impl fmt::Debug for Bits {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "0x{}:{}", self.to_hex(), self.width)
    }
}

#[cfg(test)]
mod tests;
