//! The host and the software floats must agree; NaNs are as on x86.

use super::*;
use crate::types::FloatKind::{BF16, F16, F32, F64, F128, X87};

const ARITHMETIC: [FBinOp; 5] = [FBinOp::Add, FBinOp::Sub, FBinOp::Mul, FBinOp::Div, FBinOp::Rem];

struct Random(u64);

impl Random {
    fn word(&mut self) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 32) ^ self.0
    }

    /// Encodings of any kind, often near each other, near the limits, or with few significant bits.
    fn float(&mut self, kind: FloatKind) -> u128 {
        let width = kind.bits();
        let random = (u128::from(self.word()) << 64 | u128::from(self.word())) & (u128::MAX >> (128 - width));
        match self.word() % 8 {
            0 => from_signed(kind, &Bits::from_i64(64, self.word() as i64 % 1000)).low_u128(),
            1 => convert(F16, kind, &Bits::from_u64(16, self.word())).low_u128(),
            2 => convert(F32, kind, &Bits::from_u64(32, self.word())).low_u128(),
            // The largest and the smallest exponents.
            3 => random & !(sign_mask(kind) >> 1),
            4 => random | 0b11 << (width - 3),
            _ if kind == X87 => random | 1 << 63,
            _ => random,
        }
    }
}

fn f64_bits(value: f64) -> Bits {
    Bits::from_u64(64, value.to_bits())
}

#[test]
fn host_arithmetic_agrees_with_software() {
    let mut random = Random(1);
    for kind in [F32, F64] {
        for round in 0..100_000 {
            let [a, b, c] = [(); 3].map(|()| random.float(kind));
            if is_nan(kind, a) || is_nan(kind, b) {
                continue;
            }
            for op in ARITHMETIC {
                // fmod of the software takes time in the difference of exponents.
                if op == FBinOp::Rem && round % 16 != 0 {
                    continue;
                }
                let (host, soft) = (arithmetic(op, kind, a, b), software_arithmetic(op, kind, a, b));
                assert_eq!(settle(kind, host), settle(kind, soft), "{op:?} {a:x} {b:x}");
            }
            if !is_nan(kind, c) {
                let [x, y, z] = [a, b, c].map(|v| bits(kind, v));
                let soft = settle(kind, software_fma(kind, a, b, c));
                assert_eq!(fma(kind, &x, &y, &z).low_u128(), soft, "fma {a:x} {b:x} {c:x}");
            }
        }
    }
}

#[test]
fn conversions_between_formats_agree_with_software() {
    use rustc_apfloat::FloatConvert;
    let mut random = Random(2);
    for from in FloatKind::ALL {
        for to in FloatKind::ALL {
            for _ in 0..5_000 {
                let a = random.float(from);
                if is_nan(from, a) {
                    continue;
                }
                let expected = with_software!(from, From => with_software!(to, To => {
                    let converted: To = From::from_bits(a).convert(&mut false).value;
                    converted.to_bits()
                }));
                assert_eq!(format::convert(from, to, a), expected, "{from:?} {to:?} {a:x}");
            }
        }
    }
}

#[test]
fn conversions_to_and_from_integers_agree_with_software() {
    let mut random = Random(3);
    for kind in FloatKind::ALL {
        for _ in 0..20_000 {
            let a = random.float(kind);
            let float = bits(kind, a);
            for width in [7, 8, 32, 64, 65, 127, 128] {
                let (signed, unsigned) = with_software!(kind, Soft => {
                    let value = Soft::from_bits(a);
                    (value.to_i128(width).value, value.to_u128(width).value)
                });
                if !is_nan(kind, a) {
                    assert_eq!(
                        to_signed(kind, &float, width as u32).to_i128(),
                        Some(signed),
                        "{kind:?} {a:x} i{width}"
                    );
                    assert_eq!(
                        to_unsigned(kind, &float, width as u32).to_u128(),
                        Some(unsigned),
                        "{kind:?} {a:x} u{width}"
                    );
                } else {
                    assert!(to_signed(kind, &float, width as u32).is_zero());
                    assert!(to_unsigned(kind, &float, width as u32).is_zero());
                }
            }
            let word = Bits::from_u128(128, a << (random.word() % 128));
            let (signed, unsigned) = with_software!(kind, Soft => (
                Soft::from_i128(word.low_u128() as i128).value.to_bits(),
                Soft::from_u128(word.low_u128()).value.to_bits(),
            ));
            assert_eq!(from_signed(kind, &word).low_u128(), signed, "{kind:?} {word:?}");
            assert_eq!(from_unsigned(kind, &word).low_u128(), unsigned, "{kind:?} {word:?}");
        }
    }
}

#[test]
fn integers_of_any_width_round_to_even_once() {
    // 2^200 + 2^147 is a tie of f64; a bit far below decides it.
    let tie = Bits::one(300).shl_by(200).add(&Bits::one(300).shl_by(147));
    assert_eq!(to_f64(F64, &from_unsigned(F64, &tie)), 2f64.powi(200));
    let above = tie.add(&Bits::one(300));
    assert_eq!(to_f64(F64, &from_unsigned(F64, &above)), 2f64.powi(200) + 2f64.powi(148));
    assert_eq!(to_f64(F64, &from_signed(F64, &above.neg())), -(2f64.powi(200) + 2f64.powi(148)));
    assert_eq!(to_f64(F64, &from_signed(F64, &Bits::signed_min(2000))), f64::NEG_INFINITY);
    assert_eq!(to_signed(F64, &f64_bits(-(2f64.powi(200))), 201), Bits::signed_min(201));
    assert_eq!(to_signed(F64, &f64_bits(-(2f64.powi(200))), 300), Bits::one(300).shl_by(200).neg());
    assert_eq!(to_unsigned(F64, &f64_bits(f64::MAX), 1025), from_shift(1025));
    assert_eq!(to_unsigned(F64, &f64_bits(-0.9), 8), Bits::zero(8));
    assert_eq!(from_unsigned(F16, &Bits::ones(16)).low_u64(), 0x7c00);
}

fn from_shift(width: u32) -> Bits {
    Bits::from_u64(width, (1 << 53) - 1).shl_by(1024 - 53)
}

#[test]
fn nan_results_are_those_of_sse() {
    let (infinity, zero) = (f64_bits(f64::INFINITY), f64_bits(0.0));
    let default = 0xfff8_0000_0000_0000;
    assert_eq!(bin(FBinOp::Sub, F64, &infinity, &infinity).low_u64(), default);
    assert_eq!(bin(FBinOp::Div, F64, &zero, &zero).low_u64(), default);
    assert_eq!(bin(FBinOp::Rem, F64, &zero, &zero).low_u64(), default);
    assert_eq!(un(FUnOp::Sqrt, F64, &f64_bits(-1.0)).low_u64(), default);
    assert_eq!(fma(F64, &infinity, &zero, &zero).low_u64(), default);
    assert_eq!(bin(FBinOp::Div, X87, &bits(X87, 0), &bits(X87, 0)).to_hex(), "ffffc000000000000000");
    assert_eq!(bin(FBinOp::Div, F32, &Bits::zero(32), &Bits::zero(32)).low_u64(), 0xffc0_0000);

    let first = Bits::from_u64(64, 0x7ff0_0000_0000_0001);
    let second = Bits::from_u64(64, 0xfff8_0000_0000_0002);
    assert_eq!(bin(FBinOp::Add, F64, &first, &second).low_u64(), 0x7ff8_0000_0000_0001);
    assert_eq!(bin(FBinOp::Add, F64, &second, &first), second);
    assert_eq!(bin(FBinOp::Add, F64, &zero, &second), second);
    assert_eq!(un(FUnOp::Neg, F64, &first).low_u64(), 0xfff0_0000_0000_0001);
    assert_eq!(un(FUnOp::Floor, F64, &first).low_u64(), 0x7ff8_0000_0000_0001);
    assert_eq!(convert(F64, F32, &second).low_u64(), 0xffc0_0000);
    assert_eq!(convert(F32, F64, &Bits::from_u64(32, 0xff80_0001)).low_u64(), 0xfff8_0000_2000_0000);
    assert_eq!(convert(F32, X87, &Bits::from_u64(32, 0x7f80_0001)).to_hex(), "7fffc000010000000000");
    // x87 takes the larger significand.
    let (small, large) =
        (Bits::from_hex(80, "7fffc000000000000001"), Bits::from_hex(80, "ffffc000000000000002"));
    let (small, large) = (small.unwrap(), large.unwrap());
    assert_eq!(bin(FBinOp::Mul, X87, &small, &large), large);
    assert_eq!(bin(FBinOp::Mul, X87, &large, &small), large);
}

#[test]
fn native_hardware_agrees_on_nans() {
    // Only where the tests run on the hardware whose policy we follow; `black_box` keeps the compiler
    // from folding.
    if !cfg!(target_arch = "x86_64") {
        return;
    }
    use std::hint::black_box;
    let mut random = Random(7);
    for _ in 0..20_000 {
        let (a, b) = (random.word() | 0x7ff << 52, random.float(F64) as u64);
        let (a, b) = if random.word().is_multiple_of(2) { (a, b) } else { (b, a) };
        let (x, y) = (f64::from_bits(black_box(a)), f64::from_bits(black_box(b)));
        let (a, b) = (Bits::from_u64(64, a), Bits::from_u64(64, b));
        // Sums and products may be commuted by the compiler; differences and quotients not.
        assert_eq!(black_box(x - y).to_bits(), bin(FBinOp::Sub, F64, &a, &b).low_u64(), "{a:?} {b:?}");
        assert_eq!(black_box(x / y).to_bits(), bin(FBinOp::Div, F64, &a, &b).low_u64(), "{a:?} {b:?}");
        assert_eq!(black_box(x as f32).to_bits(), convert(F64, F32, &a).low_u64() as u32, "{a:?}");
        assert_eq!(black_box(x.sqrt()).to_bits(), un(FUnOp::Sqrt, F64, &a).low_u64(), "{a:?}");
    }
}

#[test]
fn comparisons_give_one_relation() {
    let mut random = Random(4);
    for _ in 0..50_000 {
        let (a, b) = (random.float(F64), random.float(F64));
        let expected = match f64::from_bits(a as u64).partial_cmp(&f64::from_bits(b as u64)) {
            Some(std::cmp::Ordering::Less) => FCmpOp::LESS,
            Some(std::cmp::Ordering::Equal) => FCmpOp::EQUAL,
            Some(std::cmp::Ordering::Greater) => FCmpOp::GREATER,
            None => FCmpOp::UNORDERED,
        };
        assert_eq!(relation(F64, &bits(F64, a), &bits(F64, b)), expected);
        let (a, b) = (random.float(X87), random.float(X87));
        let (x, y) = (ieee::X87DoubleExtended::from_bits(a), ieee::X87DoubleExtended::from_bits(b));
        let less = x.partial_cmp(&y) == Some(std::cmp::Ordering::Less);
        assert_eq!(relation(X87, &bits(X87, a), &bits(X87, b)) == FCmpOp::LESS, less, "{a:x} {b:x}");
    }
    // A pseudo-denormal is the least normal number.
    let pseudo = Bits::from_hex(80, "8000000000000000").unwrap();
    let normal = Bits::from_hex(80, "18000000000000000").unwrap();
    assert_eq!(relation(X87, &pseudo, &normal), FCmpOp::EQUAL);
    assert_eq!(classify(X87, &pseudo), class::POSITIVE_NORMAL);
    let (plus, minus) = (f64_bits(0.0), f64_bits(-0.0));
    assert!(compare(FCmpOp(FCmpOp::EQUAL), F64, &plus, &minus));
    assert!(!compare(FCmpOp(FCmpOp::LESS | FCmpOp::GREATER), F64, &plus, &minus));
}

#[test]
fn minima_differ_on_nans_and_order_zeros() {
    let (one, nan) = (f64_bits(1.0), f64_bits(f64::NAN));
    let (plus, minus) = (f64_bits(0.0), f64_bits(-0.0));
    assert_eq!(bin(FBinOp::MinNum, F64, &one, &nan), one);
    assert_eq!(bin(FBinOp::MaxNum, F64, &nan, &one), one);
    assert_eq!(bin(FBinOp::Minimum, F64, &one, &nan), nan);
    assert_eq!(bin(FBinOp::Maximum, F64, &nan, &one), nan);
    for (a, b) in [(&plus, &minus), (&minus, &plus)] {
        assert_eq!(bin(FBinOp::MinNum, F64, a, b), minus);
        assert_eq!(bin(FBinOp::MaxNum, F64, a, b), plus);
        assert_eq!(bin(FBinOp::Minimum, F64, a, b), minus);
        assert_eq!(bin(FBinOp::Maximum, F64, a, b), plus);
    }
    assert_eq!(bin(FBinOp::CopySign, F64, &one, &minus), f64_bits(-1.0));
    assert_eq!(bin(FBinOp::MaxNum, F64, &one, &f64_bits(-2.0)), one);
}

#[test]
fn rounding_to_integers() {
    let ops = [FUnOp::Floor, FUnOp::Ceil, FUnOp::Trunc, FUnOp::RoundEven, FUnOp::RoundAway];
    let host: [fn(f64) -> f64; 5] = [f64::floor, f64::ceil, f64::trunc, f64::round_ties_even, f64::round];
    let mut random = Random(5);
    for _ in 0..20_000 {
        let small = (random.word() as i64 % 64) as f64 / 4.0;
        for value in [small, f64::from_bits(random.float(F64) as u64)] {
            for (op, host) in ops.into_iter().zip(host) {
                if !value.is_nan() {
                    assert_eq!(un(op, F64, &f64_bits(value)), f64_bits(host(value)), "{op:?} {value}");
                }
            }
        }
    }
}

#[test]
fn extended_square_roots_are_nearest() {
    let mut random = Random(6);
    for kind in [X87, F128] {
        let root = |text| print(kind, &un(FUnOp::Sqrt, kind, &parse(kind, text).unwrap()));
        assert_eq!(root("2.25"), "1.5");
        assert_eq!(root("15241383936.0"), "123456.0");
        for _ in 0..5_000 {
            // Squares of short numbers are exact, and their roots too.
            let exact = from_unsigned(kind, &Bits::from_u64(32, random.word()));
            assert_eq!(un(FUnOp::Sqrt, kind, &bin(FBinOp::Mul, kind, &exact, &exact)), exact);
            // r = sqrt(a): the exact a - r*r is smaller in absolute value than that of r's neighbours,
            // which a fused operation shows by its sign: (r - ulp/2)^2 < a < (r + ulp/2)^2.
            let a = bits(kind, random.float(kind) & !sign_mask(kind));
            if !matches!(classify(kind, &a), class::POSITIVE_NORMAL) {
                continue;
            }
            let r = un(FUnOp::Sqrt, kind, &a);
            for step in [1i64, -1] {
                let neighbour = r.add(&Bits::from_i64(kind.bits(), step));
                let residual = |x: &Bits| fma(kind, &un(FUnOp::Neg, kind, x), x, &a);
                let (own, other) = (residual(&r), residual(&neighbour));
                let closer = relation(kind, &un(FUnOp::Abs, kind, &own), &un(FUnOp::Abs, kind, &other));
                assert!(closer != FCmpOp::GREATER, "{kind:?} {a:?}");
            }
        }
    }
    assert_eq!(print(X87, &un(FUnOp::Sqrt, X87, &parse(X87, "2").unwrap())), "1.4142135623730950488");
}

#[test]
fn classes_are_those_of_llvm() {
    let class = |value: f64| classify(F64, &f64_bits(value));
    assert_eq!(class(f64::NAN), class::QUIET_NAN);
    assert_eq!(classify(F64, &Bits::from_u64(64, 0xfff0_0000_0000_0001)), class::SIGNALLING_NAN);
    assert_eq!(class(f64::NEG_INFINITY), class::NEGATIVE_INFINITY);
    assert_eq!(class(-1.0), class::NEGATIVE_NORMAL);
    assert_eq!(class(-5e-324), class::NEGATIVE_SUBNORMAL);
    assert_eq!(class(-0.0), class::NEGATIVE_ZERO);
    assert_eq!(class(0.0), class::POSITIVE_ZERO);
    assert_eq!(class(5e-324), class::POSITIVE_SUBNORMAL);
    assert_eq!(class(f64::MIN_POSITIVE), class::POSITIVE_NORMAL);
    assert_eq!(class(f64::INFINITY), class::POSITIVE_INFINITY);
    // An x87 unnormal is an invalid operand.
    assert_eq!(classify(X87, &Bits::from_hex(80, "3fff0000000000000001").unwrap()), class::SIGNALLING_NAN);
}

#[test]
fn text_round_trips() {
    let mut random = Random(8);
    for kind in FloatKind::ALL {
        for _ in 0..500 {
            let a = bits(kind, random.float(kind));
            if !is_nan(kind, a.low_u128()) {
                let text = print(kind, &a);
                assert_eq!(parse(kind, &text), Some(a), "{kind:?} {text}");
            }
        }
        for text in
            ["", "-", "x", "1.5.2", "1e", "+-1", "1 ", "infinity", "e5", "0x", "1e99999999999999999999x"]
        {
            assert_eq!(parse(kind, text), None, "{kind:?} {text}");
        }
        assert_eq!(print(kind, &parse(kind, "1.5").unwrap()), "1.5");
        assert_eq!(print(kind, &parse(kind, "-inf").unwrap()), "-inf");
        assert_eq!(print(kind, &parse(kind, "0x1.8p1").unwrap()), "3.0");
        assert_eq!(print(kind, &parse(kind, "-0").unwrap()), "-0.0");
        assert_eq!(print(kind, &parse(kind, "1e99999").unwrap()), "inf");
        assert_eq!(print(kind, &parse(kind, "1e99999999999999999999").unwrap()), "inf");
        assert_eq!(print(kind, &parse(kind, "-1e-99999999999999999999").unwrap()), "-0.0");
        assert_eq!(print(kind, &parse(kind, "0x1p-99999999999999999999").unwrap()), "0.0");
    }
    assert_eq!(print(F16, &parse(F16, "0.1").unwrap()), "0.1");
    assert_eq!(print(BF16, &parse(BF16, "0.1").unwrap()), "0.1");
    assert_eq!(print(F128, &parse(F128, "0.1").unwrap()), "0.1");
}
