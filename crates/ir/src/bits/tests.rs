//! Small widths exhaustively against plain integers, large ones by agreement of the three
//! implementations and by algebraic identities.

use super::*;

const BIN_OPS: [BinOp; 17] = [
    BinOp::Add,
    BinOp::Sub,
    BinOp::Mul,
    BinOp::UDiv,
    BinOp::SDiv,
    BinOp::URem,
    BinOp::SRem,
    BinOp::Shl,
    BinOp::LShr,
    BinOp::AShr,
    BinOp::And,
    BinOp::Or,
    BinOp::Xor,
    BinOp::UMin,
    BinOp::UMax,
    BinOp::SMin,
    BinOp::SMax,
];
const OVERFLOW_OPS: [OverflowOp; 9] = [
    OverflowOp::SAdd,
    OverflowOp::UAdd,
    OverflowOp::SSub,
    OverflowOp::USub,
    OverflowOp::SMul,
    OverflowOp::UMul,
    OverflowOp::SShl,
    OverflowOp::UShl,
    OverflowOp::SDiv,
];
const UN_OPS: [UnOp; 5] =
    [UnOp::PopCount, UnOp::LeadingZeros, UnOp::TrailingZeros, UnOp::ByteSwap, UnOp::BitReverse];
const CMP_OPS: [CmpOp; 6] = [CmpOp::Eq, CmpOp::Ne, CmpOp::Ult, CmpOp::Ule, CmpOp::Slt, CmpOp::Sle];

/// Pseudo-random numbers that favour runs of equal bits, where carries and borrows are.
struct Random(u64);

impl Random {
    fn word(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0
    }

    fn bits(&mut self, width: u32) -> Bits {
        let words: Vec<u64> = (0..width.div_ceil(64))
            .map(|_| match self.word() % 4 {
                0 => 0,
                1 => u64::MAX,
                2 => self.word() >> (self.word() % 64),
                _ => self.word(),
            })
            .collect();
        let value = Bits::from_words(width, &words);
        match self.word() % 8 {
            0 => value.lshr_by((self.word() % u64::from(width)) as u32),
            1 => value.ashr_by((self.word() % u64::from(width)) as u32),
            2 => Bits::from_u64(width, self.word() % u64::from(width + 2)),
            _ => value,
        }
    }
}

fn reference(op: BinOp, width: u32, a: i64, b: i64, x: i64, y: i64) -> i64 {
    match op {
        BinOp::Add => a + b,
        BinOp::Sub => a - b,
        BinOp::Mul => a * b,
        BinOp::UDiv => {
            if b == 0 {
                -1
            } else {
                a / b
            }
        }
        BinOp::URem => {
            if b == 0 {
                a
            } else {
                a % b
            }
        }
        BinOp::SDiv => match y {
            0 if x < 0 => 1,
            0 => -1,
            _ => x / y,
        },
        BinOp::SRem => {
            if y == 0 {
                x
            } else {
                x % y
            }
        }
        BinOp::Shl => a << b,
        BinOp::LShr => a >> b,
        BinOp::AShr => x >> b,
        BinOp::And => a & b,
        BinOp::Or => a | b,
        BinOp::Xor => a ^ b,
        BinOp::UMin => a.min(b),
        BinOp::UMax => a.max(b),
        BinOp::SMin => x.min(y),
        BinOp::SMax => x.max(y),
    }
    .rem_euclid(1 << width)
}

#[test]
fn small_widths_agree_with_plain_integers() {
    for width in 1..=5 {
        let limit = 1i64 << width;
        let signed = |a: i64| if a >= limit / 2 { a - limit } else { a };
        for a in 0..limit {
            for b in 0..limit {
                let (x, y) = (signed(a), signed(b));
                let (bits_a, bits_b) = (Bits::from_u64(width, a as u64), Bits::from_u64(width, b as u64));
                assert_eq!(bits_a.to_i64(), Some(x));
                for op in BIN_OPS {
                    let expected = reference(op, width, a, b, x, y) as u64;
                    assert_eq!(
                        Bits::bin(op, &bits_a, &bits_b).to_u64(),
                        Some(expected),
                        "{op:?} i{width} {a} {b}"
                    );
                    assert_eq!(medium::bin(op, width, a as u128, b as u128), expected.into(), "{op:?}");
                }
                let unsigned_fits = |r: i64| (0..limit).contains(&r);
                let signed_fits = |r: i64| (-limit / 2..limit / 2).contains(&r);
                for op in OVERFLOW_OPS {
                    let fits = match op {
                        OverflowOp::SAdd => signed_fits(x + y),
                        OverflowOp::UAdd => unsigned_fits(a + b),
                        OverflowOp::SSub => signed_fits(x - y),
                        OverflowOp::USub => unsigned_fits(a - b),
                        OverflowOp::SMul => signed_fits(x * y),
                        OverflowOp::UMul => unsigned_fits(a * b),
                        OverflowOp::SShl => signed_fits(x << b),
                        OverflowOp::UShl => unsigned_fits(a << b),
                        OverflowOp::SDiv => y == 0 || signed_fits(x / y),
                    };
                    assert_eq!(Bits::overflow(op, &bits_a, &bits_b), !fits, "{op:?} i{width} {a} {b}");
                    assert_eq!(medium::overflow(op, width, a as u128, b as u128), !fits, "{op:?}");
                }
                for op in CMP_OPS {
                    let expected = match op {
                        CmpOp::Eq => a == b,
                        CmpOp::Ne => a != b,
                        CmpOp::Ult => a < b,
                        CmpOp::Ule => a <= b,
                        CmpOp::Slt => x < y,
                        CmpOp::Sle => x <= y,
                    };
                    assert_eq!(Bits::compare(op, &bits_a, &bits_b), expected, "{op:?} i{width} {a} {b}");
                }
            }
        }
    }
}

#[test]
fn unary_operators_count_and_reorder_bits() {
    let un = |op, width, value| Bits::un(op, &Bits::from_u64(width, value)).low_u64();
    for width in 1..=5 {
        for a in 0..1u64 << width {
            let bits: Vec<u64> = (0..width).map(|at| a >> at & 1).collect();
            assert_eq!(un(UnOp::PopCount, width, a), bits.iter().sum::<u64>() & mask(width));
            let leading = bits.iter().rev().take_while(|&&b| b == 0).count() as u64;
            assert_eq!(un(UnOp::LeadingZeros, width, a), leading);
            let trailing = bits.iter().take_while(|&&b| b == 0).count() as u64;
            assert_eq!(un(UnOp::TrailingZeros, width, a), trailing);
            let reversed = bits.iter().fold(0, |value, bit| value << 1 | bit);
            assert_eq!(un(UnOp::BitReverse, width, a), reversed);
        }
    }
    assert_eq!(un(UnOp::ByteSwap, 24, 0x12_3456), 0x56_3412);
    assert_eq!(un(UnOp::ByteSwap, 64, 1), 1 << 56);
    let wide = Bits::from_hex(80, "0102030405060708090a").unwrap();
    assert_eq!(Bits::un(UnOp::ByteSwap, &wide).to_hex(), "a090807060504030201");
}

#[test]
fn word_arrays_agree_with_double_words() {
    let mut random = Random(1);
    for width in [65, 66, 96, 127, 128] {
        for _ in 0..3000 {
            let (a, b) = (random.bits(width), random.bits(width));
            for op in BIN_OPS {
                assert_eq!(Bits::bin(op, &a, &b), Bits::wide_bin(op, &a, &b), "{op:?} {a:?} {b:?}");
            }
            for op in OVERFLOW_OPS {
                let expected = Bits::overflow(op, &a, &b);
                assert_eq!(Bits::wide_overflow(op, &a, &b), expected, "{op:?} {a:?} {b:?}");
            }
            for op in CMP_OPS {
                let expected = medium::cmp(op, width, a.low_u128(), b.low_u128());
                assert_eq!(Bits::compare(op, &a, &b), expected, "{op:?} {a:?} {b:?}");
            }
            for op in UN_OPS {
                let expected = Bits::from_u128(width, medium::un(op, width, a.low_u128()));
                assert_eq!(Bits::un(op, &a), expected, "{op:?} {a:?}");
            }
        }
    }
}

#[test]
fn identities_hold_at_large_widths() {
    let mut random = Random(2);
    for width in [65, 127, 128, 129, 256, 1000] {
        let zero = Bits::zero(width);
        for _ in 0..500 {
            let (a, b, c) = (random.bits(width), random.bits(width), random.bits(width));
            let bin = Bits::bin;
            for (div, rem) in [(BinOp::UDiv, BinOp::URem), (BinOp::SDiv, BinOp::SRem)] {
                let (q, r) = (bin(div, &a, &b), bin(rem, &a, &b));
                assert_eq!(q.mul(&b).add(&r), a, "{div:?} {a:?} {b:?}");
                if div == BinOp::UDiv && !b.is_zero() {
                    assert!(r.ult(&b));
                }
                if div == BinOp::SDiv && !b.is_zero() {
                    assert!(
                        r.magnitude().ult(&b.magnitude()) && (r.is_zero() || r.sign_bit() == a.sign_bit())
                    );
                }
            }
            assert_eq!(a.add(&b).sub(&b), a);
            assert_eq!(a.sub(&b), b.sub(&a).neg());
            assert_eq!(a.neg(), a.not().add(&Bits::one(width)));
            assert_eq!(a.mul(&b.add(&c)), a.mul(&b).add(&a.mul(&c)));
            assert_eq!(
                bin(BinOp::Xor, &bin(BinOp::And, &a, &b), &bin(BinOp::Or, &a, &b)),
                bin(BinOp::Xor, &a, &b)
            );
            assert_eq!(bin(BinOp::UMin, &a, &b).add(&bin(BinOp::UMax, &a, &b)), a.add(&b));
            assert_eq!(bin(BinOp::SMin, &a, &b).add(&bin(BinOp::SMax, &a, &b)), a.add(&b));
            assert_eq!(
                a.slt(&b),
                !a.sub(&b).is_zero() && (a.sub(&b).sign_bit() != Bits::overflow(OverflowOp::SSub, &a, &b))
            );

            let amount = random.word() as u32 % width;
            let power = Bits::one(width).shl_by(amount);
            assert_eq!(a.shl_by(amount), a.mul(&power));
            assert_eq!(a.lshr_by(amount), bin(BinOp::UDiv, &a, &power));
            assert_eq!(bin(BinOp::AShr, &a, &Bits::from_u64(width, amount.into())), a.ashr_by(amount));
            assert_eq!(bin(BinOp::Shl, &a, &Bits::from_u64(width, width.into())), zero);

            assert_eq!(a.sext(width + 70).trunc(width), a);
            assert_eq!(a.sext(width + 70).sign_bit(), a.sign_bit());
            let joined = a.concat(&b);
            assert_eq!((joined.extract(width, width), joined.extract(0, width)), (a.clone(), b.clone()));
            assert_eq!(Bits::un(UnOp::BitReverse, &Bits::un(UnOp::BitReverse, &a)), a);
            assert_eq!(Bits::from_decimal(width, &a.to_decimal()), Some(a.clone()));
            assert_eq!(Bits::from_decimal(width, &a.to_signed_decimal()), Some(a.clone()));
            assert_eq!(Bits::from_hex(width, &a.to_hex()), Some(a.clone()));
            assert_eq!(Bits::from_words(width, a.words()), a);
        }
    }
}

#[test]
fn division_with_large_estimate_corrections() {
    // Dividends and divisors whose quotient digits are first guessed too large.
    let max = u64::MAX;
    for (a, b) in [
        ([0, 0, 1 << 63, 0], [1, 0, 1 << 63, 0]),
        ([3, 0, 1 << 63, 0], [1, 0, 1 << 61, 0]),
        ([0, max - 1, 1 << 63, 0], [max, 1 << 63, 0, 0]),
        ([max, max, max, max], [max, max, 0, 0]),
        ([0, 0, 0, max], [max, max, max - 1, 0]),
    ] {
        let (a, b) = (Bits::from_words(256, &a), Bits::from_words(256, &b));
        let (q, r) = (Bits::bin(BinOp::UDiv, &a, &b), Bits::bin(BinOp::URem, &a, &b));
        assert_eq!(q.mul(&b).add(&r), a);
        assert!(r.ult(&b));
    }
}

#[test]
fn text_is_checked_against_the_width() {
    let parse = |width, text| Bits::from_decimal(width, text).and_then(|b| b.to_u64());
    assert_eq!(parse(8, "255"), Some(255));
    assert_eq!(parse(8, "256"), None);
    assert_eq!(parse(8, "-128"), Some(128));
    assert_eq!(parse(8, "-129"), None);
    assert_eq!(parse(8, "-0"), Some(0));
    assert_eq!(parse(1, "-1"), Some(1));
    assert_eq!(parse(64, "18446744073709551616"), None);
    assert_eq!(parse(64, "0000000000000000000000000000000000000000007"), Some(7));
    assert_eq!(parse(100, "18446744073709551615"), Some(u64::MAX));
    for bad in ["", "-", "+1", "1_0", "0x1", "--1", "é"] {
        assert_eq!(Bits::from_decimal(64, bad), None, "{bad}");
        assert_eq!(Bits::from_hex(64, &format!("g{bad}")), None, "{bad}");
    }
    assert_eq!(Bits::from_hex(5, "1f"), Some(Bits::ones(5)));
    assert_eq!(Bits::from_hex(5, "20"), None);
    assert_eq!(Bits::from_hex(65, "0001ffffffffffffffff"), Some(Bits::ones(65)));
    assert_eq!(Bits::from_hex(65, "2ffffffffffffffff"), None);
    assert_eq!(Bits::ones(129).to_signed_decimal(), "-1");
    assert_eq!(
        format!("{:?} {}", Bits::from_i64(72, -2), Bits::from_i64(8, -2)),
        "0xfffffffffffffffffe:72 254"
    );
}

#[test]
fn values_convert_to_words_only_if_they_fit() {
    for width in [65, 128, 129, 500] {
        assert_eq!(Bits::from_i64(width, -5).to_i64(), Some(-5));
        assert_eq!(Bits::from_i128(width, -5).to_i128(), Some(-5));
        assert_eq!(Bits::ones(width).to_u64(), None);
        assert!(Bits::ones(width).is_ones() && !Bits::signed_max(width).is_ones());
        assert_eq!(Bits::from_u64(width, u64::MAX).to_i64(), None);
        assert_eq!(Bits::from_u64(width, 1 << 63).to_u64(), Some(1 << 63));
    }
    assert_eq!(Bits::ones(129).to_u128(), None);
    assert_eq!(Bits::signed_min(128).to_i128(), Some(i128::MIN));
    assert_eq!(Bits::signed_min(129).to_i128(), None);
}
