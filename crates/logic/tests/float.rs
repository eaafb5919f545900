//! Floats: every operator in every rounding mode.
//!
//! Nearest-even results are compared with the host's arithmetic and with `fathom_ir::float`. Directed
//! results of `f16` are compared with a table of all its numbers, by which an exact value is rounded in
//! the most obvious way; for wider formats, what rounds down and what rounds up must be the same number
//! or neighbours with the exact value between them.

mod support;

use std::borrow::Borrow;

use fathom_ir::{Bits, FBinOp, FUnOp, FloatKind, float};
use fathom_logic::eval::apply;
use fathom_logic::{FloatOp, Op, Rounding, Sort, Terms, Value};
use support::{ROUNDINGS, Rng};

const F16: FloatKind = FloatKind::F16;
const F32: FloatKind = FloatKind::F32;
const F64: FloatKind = FloatKind::F64;

fn value(op: FloatOp, sort: Sort, operands: &[&Value]) -> Value {
    apply(Op::Float(op), sort, operands).expect("it has a value")
}

/// An operator that rounds, on floats of a format.
fn rounded(op: FloatOp, kind: FloatKind, mode: Rounding, operands: &[impl Borrow<Bits>]) -> Bits {
    let mut values = vec![Value::Rounding(mode)];
    values.extend(operands.iter().map(|bits| Value::Bits(bits.borrow().clone())));
    value(op, Sort::Float(kind), &values.iter().collect::<Vec<_>>()).bits().clone()
}

/// An operator that does not round.
fn exact(op: FloatOp, kind: FloatKind, operands: &[impl Borrow<Bits>]) -> Bits {
    let values: Vec<Value> = operands.iter().map(|bits| Value::Bits(bits.borrow().clone())).collect();
    value(op, Sort::Float(kind), &values.iter().collect::<Vec<_>>()).bits().clone()
}

fn holds(op: FloatOp, operands: &[impl Borrow<Bits>]) -> bool {
    let values: Vec<Value> = operands.iter().map(|bits| Value::Bits(bits.borrow().clone())).collect();
    value(op, Sort::Bool, &values.iter().collect::<Vec<_>>()).bool()
}

fn to_integer(op: FloatOp, mode: Rounding, a: &Bits, width: u32) -> Bits {
    value(op, Sort::Bits(width), &[&Value::Rounding(mode), &Value::Bits(a.clone())]).bits().clone()
}

fn canonical(kind: FloatKind, a: &Bits) -> Bits {
    exact(FloatOp::FromBits, kind, std::slice::from_ref(a))
}

fn b32(a: f32) -> Bits {
    canonical(F32, &Bits::from_u64(32, a.to_bits().into()))
}

fn b64(a: f64) -> Bits {
    canonical(F64, &Bits::from_u64(64, a.to_bits()))
}

/// Numbers of a format: special ones, such with few bits and close exponents, and any.
fn random(rng: &mut Rng, kind: FloatKind) -> Bits {
    let width = kind.bits();
    let one = float::from_f64(kind, 1.0);
    let special = [0.0, 1.0, 1.5, 2.0, 0.5, 3.0, f64::INFINITY, f64::NAN];
    let any = match rng.below(8) {
        0 => float::from_f64(kind, *rng.pick(&special)),
        1 => Bits::from_u64(width, rng.next() % 20),
        2 => one.add(&Bits::from_i64(width, (rng.next() % 64) as i64 - 32)),
        3 => one.add(&rng.bits(width).lshr_by(5)),
        4 => float::from_f64(kind, f64::INFINITY).sub(&Bits::from_u64(width, rng.next() % 20)),
        5 => float::from_f64(kind, (rng.next() % 2000) as f64 / 16.0),
        _ => rng.bits(width),
    };
    let sign = if rng.chance(1, 2) { Bits::signed_min(width) } else { Bits::zero(width) };
    canonical(kind, &Bits::bin(fathom_ir::BinOp::Xor, &any, &sign))
}

#[test]
fn nearest_even_agrees_with_the_host() {
    use Rounding::{Down, NearestAway, NearestEven, Up, Zero};
    let mut rng = Rng::new(1);
    for _ in 0..100_000 {
        let [x, y, z] = [(); 3].map(|()| random(&mut rng, F64));
        let [a, b, c] = [&x, &y, &z].map(|bits| f64::from_bits(bits.low_u64()));
        let binary = |op| rounded(op, F64, NearestEven, &[x.clone(), y.clone()]);
        assert_eq!(binary(FloatOp::Add), b64(a + b), "{a:e} + {b:e}");
        assert_eq!(binary(FloatOp::Sub), b64(a - b), "{a:e} - {b:e}");
        assert_eq!(binary(FloatOp::Mul), b64(a * b), "{a:e} * {b:e}");
        assert_eq!(binary(FloatOp::Div), b64(a / b), "{a:e} / {b:e}");
        let sum = rounded(FloatOp::Fma, F64, NearestEven, &[x.clone(), y.clone(), z.clone()]);
        assert_eq!(sum, b64(a.mul_add(b, c)), "{a:e} * {b:e} + {c:e}");
        let unary = |op, mode| rounded(op, F64, mode, std::slice::from_ref(&x));
        assert_eq!(unary(FloatOp::Sqrt, NearestEven), b64(a.sqrt()), "sqrt {a:e}");
        for (mode, expected) in [
            (NearestEven, a.round_ties_even()),
            (NearestAway, a.round()),
            (Up, a.ceil()),
            (Down, a.floor()),
            (Zero, a.trunc()),
        ] {
            assert_eq!(unary(FloatOp::RoundToIntegral, mode), b64(expected), "{mode:?} {a:e}");
        }
        let pair = [x.clone(), y.clone()];
        assert_eq!(holds(FloatOp::Lt, &pair), a < b);
        assert_eq!(holds(FloatOp::Le, &pair), a <= b);
        assert_eq!(holds(FloatOp::Equal, &pair), a == b);
        let is = |op| holds(op, std::slice::from_ref(&x));
        assert_eq!(is(FloatOp::IsNan), a.is_nan());
        assert_eq!(is(FloatOp::IsInfinite), a.is_infinite());
        assert_eq!(is(FloatOp::IsZero), a == 0.0);
        assert_eq!(is(FloatOp::IsNormal), a.is_normal());
        assert_eq!(is(FloatOp::IsSubnormal), a.is_subnormal());
        assert_eq!(is(FloatOp::IsNegative), !a.is_nan() && a.is_sign_negative());
        assert_eq!(is(FloatOp::IsPositive), !a.is_nan() && a.is_sign_positive());
        assert_eq!(exact(FloatOp::Abs, F64, &[&x]), b64(a.abs()));
        assert_eq!(exact(FloatOp::Neg, F64, &[&x]), b64(-a));
        if a != b {
            assert_eq!(exact(FloatOp::Min, F64, &pair), b64(a.min(b)));
            assert_eq!(exact(FloatOp::Max, F64, &pair), b64(a.max(b)));
        }
        assert_eq!(rounded(FloatOp::FromFloat, F32, NearestEven, &[&x]), b32(a as f32));

        let word = rng.next() >> rng.below(64);
        let integer = Bits::from_u64(64, word);
        let from = |op, kind| rounded(op, kind, NearestEven, std::slice::from_ref(&integer));
        assert_eq!(from(FloatOp::FromUnsigned, F64), b64(word as f64));
        assert_eq!(from(FloatOp::FromSigned, F64), b64(word as i64 as f64));
        assert_eq!(from(FloatOp::FromUnsigned, F32), b32(word as f32));
        assert_eq!(from(FloatOp::FromSigned, F32), b32(word as i64 as f32));

        let [x, y] = [(); 2].map(|()| random(&mut rng, F32));
        let [a, b] = [&x, &y].map(|bits| f32::from_bits(bits.low_u64() as u32));
        let binary = |op| rounded(op, F32, NearestEven, &[x.clone(), y.clone()]);
        assert_eq!(binary(FloatOp::Add), b32(a + b), "{a:e} + {b:e}");
        assert_eq!(binary(FloatOp::Mul), b32(a * b), "{a:e} * {b:e}");
        assert_eq!(binary(FloatOp::Div), b32(a / b), "{a:e} / {b:e}");
        assert_eq!(rounded(FloatOp::Sqrt, F32, NearestEven, &[&x]), b32(a.sqrt()), "sqrt {a:e}");
        assert_eq!(rounded(FloatOp::FromFloat, F64, NearestEven, &[x]), b64(a.into()));
    }
}

#[test]
fn nearest_even_agrees_with_the_ir() {
    let mut rng = Rng::new(2);
    for kind in FloatKind::ALL {
        for _ in 0..10_000 {
            let [x, y, z] = [(); 3].map(|()| random(&mut rng, kind));
            let nearest = |op, operands: &[&Bits]| {
                let operands: Vec<Bits> = operands.iter().map(|&bits| bits.clone()).collect();
                rounded(op, kind, Rounding::NearestEven, &operands)
            };
            for (op, of_ir) in [
                (FloatOp::Add, FBinOp::Add),
                (FloatOp::Sub, FBinOp::Sub),
                (FloatOp::Mul, FBinOp::Mul),
                (FloatOp::Div, FBinOp::Div),
            ] {
                let expected = canonical(kind, &float::bin(of_ir, kind, &x, &y));
                assert_eq!(nearest(op, &[&x, &y]), expected, "{kind:?} {op:?} {x:?} {y:?}");
            }
            let pair = [x.clone(), y.clone()];
            let expected = |op| canonical(kind, &float::bin(op, kind, &x, &y));
            assert_eq!(exact(FloatOp::Min, kind, &pair), expected(FBinOp::MinNum));
            assert_eq!(exact(FloatOp::Max, kind, &pair), expected(FBinOp::MaxNum));
            assert_eq!(nearest(FloatOp::Fma, &[&x, &y, &z]), canonical(kind, &float::fma(kind, &x, &y, &z)));
            for (op, of_ir) in [(FloatOp::Sqrt, FUnOp::Sqrt), (FloatOp::RoundToIntegral, FUnOp::RoundEven)] {
                assert_eq!(
                    nearest(op, &[&x]),
                    canonical(kind, &float::un(of_ir, kind, &x)),
                    "{kind:?} {x:?}"
                );
            }
            let width = 1 + rng.below(300) as u32;
            let integer = rng.corner(width);
            let (signed, unsigned) =
                (float::from_signed(kind, &integer), float::from_unsigned(kind, &integer));
            assert_eq!(nearest(FloatOp::FromSigned, &[&integer]), signed, "{kind:?} {integer:?}");
            assert_eq!(nearest(FloatOp::FromUnsigned, &[&integer]), unsigned, "{kind:?} {integer:?}");
            if kind != FloatKind::BF16 {
                let to = *rng.pick(&FloatKind::ALL);
                let converted = rounded(FloatOp::FromFloat, to, Rounding::NearestEven, &[&x]);
                assert_eq!(converted, canonical(to, &float::convert(kind, to, &x)), "{kind:?} {to:?} {x:?}");
                // Integers that fit are those of the IR, which saturates.
                let zero = Rounding::Zero;
                for (op, of_ir) in [
                    (FloatOp::ToSigned, float::to_signed as fn(FloatKind, &Bits, u32) -> Bits),
                    (FloatOp::ToUnsigned, float::to_unsigned),
                ] {
                    let (got, wider) = (to_integer(op, zero, &x, width), of_ir(kind, &x, width + 1));
                    let fits = match op {
                        FloatOp::ToSigned => wider == wider.trunc(width).sext(width + 1),
                        _ => {
                            let truncated = rounded(FloatOp::RoundToIntegral, kind, zero, &[&x]);
                            let positive = float::classify(kind, &truncated)
                                & (float::class::NEGATIVE_NORMAL | float::class::NEGATIVE_INFINITY)
                                == 0;
                            positive && !wider.sign_bit()
                        }
                    };
                    let expected = if fits { wider.trunc(width) } else { Bits::zero(width) };
                    assert_eq!(got, expected, "{op:?} {kind:?} {x:?} to {width}");
                }
            }
        }
    }
}

/// All finite numbers of `f16` in ascending order, without -0, with what would come next on either side.
struct Table(Vec<(f64, u16)>);

impl Table {
    fn new() -> Self {
        let finite = (0..=u16::MAX).filter(|bits| bits & 0x7c00 != 0x7c00 && *bits != 0x8000);
        let number = |bits: u16| float::to_f64(F16, &Bits::from_u64(16, bits.into()));
        let mut all: Vec<(f64, u16)> = finite.map(|bits| (number(bits), bits)).collect();
        all.extend([(65536.0, 0x7c00), (-65536.0, 0xfc00)]);
        all.sort_by(|a, b| a.0.total_cmp(&b.0));
        Self(all)
    }

    /// The number that stands for an exact value; zeros get its sign.
    fn round(&self, mode: Rounding, exact: f64) -> u16 {
        if exact.is_nan() {
            return 0x7e00;
        }
        let sign = u16::from(exact.is_sign_negative()) << 15;
        let infinity = 0x7c00 | sign;
        if exact.is_infinite() {
            return infinity;
        }
        let above = self.0.partition_point(|&(number, _)| number < exact);
        if above < self.0.len() && self.0[above].0 == exact && exact.abs() < 65536.0 {
            return self.0[above].1 | if exact == 0.0 { sign } else { 0 };
        }
        let largest = 0x7bff | sign;
        let beyond = exact.abs() >= 65536.0;
        let (low, high) = match (beyond, sign) {
            (true, 0) => (largest, infinity),
            (true, _) => (infinity, largest),
            _ => (self.0[above - 1].1, self.0[above].1),
        };
        let nearest = |ties_up: bool| {
            if beyond {
                return infinity;
            }
            let (to_low, to_high) = (exact - self.0[above - 1].0, self.0[above].0 - exact);
            if to_high < to_low || to_high == to_low && ties_up { high } else { low }
        };
        let result = match mode {
            Rounding::Down => low,
            Rounding::Up => high,
            Rounding::Zero => {
                if sign == 0 {
                    low
                } else {
                    high
                }
            }
            Rounding::NearestEven => nearest(high & 1 == 0),
            Rounding::NearestAway => nearest(sign == 0),
        };
        // The table has no -0.
        if result & 0x7fff == 0 { sign } else { result }
    }
}

#[test]
fn half_precision_agrees_with_a_table_in_every_mode() {
    let table = Table::new();
    let mut rng = Rng::new(3);
    let check = |op: FloatOp, mode: Rounding, operands: &[Bits], exact: f64, what: &str| {
        let expected = Bits::from_u64(16, table.round(mode, exact).into());
        let got = rounded(op, F16, mode, operands);
        assert_eq!(got, expected, "{op:?} {mode:?} {what}, exactly {exact:e}");
    };
    // Sums of opposite numbers are +0, but -0 rounded down.
    let zero_sum = |mode: Rounding, a: f64, b: f64| match a + b {
        0.0 if (a, b) == (0.0, 0.0) && a.is_sign_negative() == b.is_sign_negative() => a,
        0.0 if mode == Rounding::Down => -0.0,
        0.0 => 0.0,
        sum => sum,
    };
    for _ in 0..60_000 {
        let [x, y, z] = [(); 3].map(|()| random(&mut rng, F16));
        // All of these are exact in f64, or as good as exact: a quotient or root of 11-bit numbers that
        // is no 11-bit number is further from all of them than 2^-24 of itself.
        let [a, b, c] = [&x, &y, &z].map(|bits| float::to_f64(F16, bits));
        let pair = [x.clone(), y.clone()];
        for mode in ROUNDINGS {
            let what = format!("{a:e} {b:e} {c:e}");
            check(FloatOp::Add, mode, &pair, zero_sum(mode, a, b), &what);
            check(FloatOp::Sub, mode, &pair, zero_sum(mode, a, -b), &what);
            check(FloatOp::Mul, mode, &pair, a * b, &what);
            check(FloatOp::Div, mode, &pair, a / b, &what);
            check(FloatOp::Sqrt, mode, &pair[..1], a.sqrt(), &what);
            // A product has 22 bits; the sum is exact if its error is 0.
            let (product, sum) = (a * b, a * b + c);
            if (sum - product) == c && (sum - c) == product {
                check(
                    FloatOp::Fma,
                    mode,
                    &[x.clone(), y.clone(), z.clone()],
                    zero_sum(mode, product, c),
                    &what,
                );
            }
            let integer = rng.next() >> (24 + rng.below(40));
            let bits = [Bits::from_u64(41, integer)];
            check(FloatOp::FromUnsigned, mode, &bits, integer as f64, &format!("{integer}"));
            let negative = -(integer as i64);
            let bits = [Bits::from_i64(42, negative)];
            check(FloatOp::FromSigned, mode, &bits, if integer == 0 { 0.0 } else { negative as f64 }, "");
            let wide = random(&mut rng, F64);
            let number = f64::from_bits(wide.low_u64());
            check(FloatOp::FromFloat, mode, &[wide], number, "");
            let near = a + (rng.below(9) as f64 - 4.0) * 2f64.powi(-(rng.below(40) as i32));
            check(FloatOp::FromFloat, mode, &[b64(near)], near, "");
        }
    }
}

#[test]
fn integers_from_every_half_in_every_mode() {
    for bits in 0..=u16::MAX {
        let a = Bits::from_u64(16, bits.into());
        let number = float::to_f64(F16, &a);
        let a = canonical(F16, &a);
        for mode in ROUNDINGS {
            let integral = match mode {
                Rounding::NearestEven => number.round_ties_even(),
                Rounding::NearestAway => number.round(),
                Rounding::Up => number.ceil(),
                Rounding::Down => number.floor(),
                Rounding::Zero => number.trunc(),
            };
            let rounded = rounded(FloatOp::RoundToIntegral, F16, mode, &[&a]);
            assert_eq!(rounded, canonical(F16, &float::from_f64(F16, integral)), "{mode:?} {number}");
            for width in [1u32, 2, 7, 8, 11, 16, 17, 64, 130] {
                let power = 2f64.powi(width as i32);
                let expected = |low: f64, high: f64| match integral {
                    integral if integral >= low && integral < high => {
                        Bits::from_i64(width.max(65), integral as i64).trunc(width)
                    }
                    _ => Bits::zero(width),
                };
                let signed = to_integer(FloatOp::ToSigned, mode, &a, width);
                assert_eq!(signed, expected(-power / 2.0, power / 2.0), "{mode:?} {number} to {width}");
                let unsigned = to_integer(FloatOp::ToUnsigned, mode, &a, width);
                assert_eq!(unsigned, expected(0.0, power), "{mode:?} {number} to {width}");
            }
        }
    }
}

/// A key that is ordered as numbers are, with one step from each float to the next.
fn key(kind: FloatKind, a: &Bits) -> i128 {
    let magnitude = a.trunc(kind.bits() - 1).low_u128();
    // The integer bit of the x87 format is no digit of the key.
    let magnitude = match kind {
        FloatKind::X87 => magnitude >> 64 << 63 | magnitude & (u128::MAX >> 65),
        _ => magnitude,
    } as i128;
    if a.sign_bit() { -magnitude } else { magnitude }
}

#[test]
fn directed_results_enclose_the_exact_one() {
    let mut rng = Rng::new(4);
    for kind in FloatKind::ALL {
        for _ in 0..10_000 {
            let operands = [(); 3].map(|()| random(&mut rng, kind));
            let integer = [rng.corner(150)];
            let ops = [
                (FloatOp::Add, &operands[..2]),
                (FloatOp::Sub, &operands[..2]),
                (FloatOp::Mul, &operands[..2]),
                (FloatOp::Div, &operands[..2]),
                (FloatOp::Sqrt, &operands[..1]),
                (FloatOp::RoundToIntegral, &operands[..1]),
                (FloatOp::Fma, &operands[..]),
                (FloatOp::FromSigned, &integer[..]),
                (FloatOp::FromUnsigned, &integer[..]),
            ];
            for (op, operands) in ops {
                let [even, away, up, down, zero] = ROUNDINGS.map(|mode| rounded(op, kind, mode, operands));
                let what = format!("{kind:?} {op:?} {operands:?}: {down:?} to {up:?}");
                let nan = canonical(kind, &float::from_f64(kind, f64::NAN));
                if [&even, &away, &up, &down, &zero].contains(&&nan) {
                    assert!([&even, &away, &up, &down, &zero].iter().all(|&result| *result == nan), "{what}");
                    continue;
                }
                let (low, high) = (key(kind, &down), key(kind, &up));
                match op {
                    FloatOp::RoundToIntegral => assert!(low <= high, "{what}"),
                    _ => assert!(low == high || low + 1 == high, "{what}"),
                }
                assert!(even == up || even == down, "{what}");
                assert!(away == up || away == down, "{what}");
                let towards_zero = if up.sign_bit() || high == 0 && down.sign_bit() { &up } else { &down };
                assert_eq!(&zero, towards_zero, "{what}");
            }
        }
    }
}

#[test]
fn directed_square_roots_enclose_the_root() {
    let mut rng = Rng::new(5);
    for kind in [F32, F64, FloatKind::X87, FloatKind::F128] {
        for _ in 0..5_000 {
            // Around 1, so that squares neither overflow nor underflow.
            let fraction = rng.bits(kind.bits()).lshr_by(18);
            let a = canonical(kind, &float::from_f64(kind, 1.0).add(&fraction));
            let sqrt = |mode| rounded(FloatOp::Sqrt, kind, mode, std::slice::from_ref(&a));
            let (down, up) = (sqrt(Rounding::Down), sqrt(Rounding::Up));
            let square = |mode, root: &Bits| rounded(FloatOp::Mul, kind, mode, &[root.clone(), root.clone()]);
            assert!(!holds(FloatOp::Lt, &[a.clone(), square(Rounding::Down, &down)]));
            assert!(!holds(FloatOp::Lt, &[square(Rounding::Up, &up), a.clone()]));
            let is_exact = square(Rounding::Down, &down) == a && square(Rounding::Up, &down) == a;
            assert_eq!(is_exact, down == up, "{kind:?} {a:?}");
            let root = if rng.chance(1, 2) { down } else { up };
            // And of squares that are exact: of numbers with few bits.
            let short = Bits::from_u64(32, rng.next() % 2000);
            let short = rounded(FloatOp::FromUnsigned, kind, Rounding::Zero, &[short]);
            for mode in ROUNDINGS {
                let squared = square(Rounding::Zero, &short);
                assert_eq!(rounded(FloatOp::Sqrt, kind, mode, &[squared]), short, "{kind:?} {root:?}");
            }
        }
    }
}

#[test]
fn remainders_of_halves_are_exact() {
    let mut rng = Rng::new(6);
    for _ in 0..200_000 {
        let [x, y] = [(); 2].map(|()| random(&mut rng, F16));
        let [a, b] = [&x, &y].map(|bits| float::to_f64(F16, bits));
        let got = exact(FloatOp::Rem, F16, &[x.clone(), y]);
        let expected = if a.is_nan() || b.is_nan() || a.is_infinite() || b == 0.0 {
            f64::NAN
        } else if b.is_infinite() || a == 0.0 {
            a
        } else {
            // Both are integers in units of the least subnormal.
            let unit = 2f64.powi(24);
            let (a, b) = ((a * unit) as i64, (b * unit) as i64);
            let (floor, rest) = (a.div_euclid(b), a.rem_euclid(b));
            let twice = 2 * rest;
            // Euclid's quotient is one side of the exact one, the next away from it the other.
            let up = twice > b.abs() || twice == b.abs() && floor % 2 != 0;
            let rest = if up { rest - b.abs() } else { rest };
            if rest == 0 { 0f64.copysign(a as f64) } else { rest as f64 / unit }
        };
        assert_eq!(got, canonical(F16, &float::from_f64(F16, expected)), "{a:e} rem {b:e}");
    }
    // A quotient of many bits.
    let big = [b64(1e300), b64(3.0)];
    let rest = f64::from_bits(exact(FloatOp::Rem, F64, &big).low_u64());
    let modulo = 1e300 % 3.0;
    assert_eq!(rest, if modulo > 1.5 { modulo - 3.0 } else { modulo });
}

#[test]
fn all_nans_are_one() {
    let mut rng = Rng::new(7);
    for kind in FloatKind::ALL {
        let infinity = float::from_f64(kind, f64::INFINITY);
        let nan = canonical(kind, &float::from_f64(kind, f64::NAN));
        assert!(!nan.sign_bit());
        for _ in 0..1_000 {
            // Within the fraction of every format.
            let shift = 16.min(kind.bits() - 7) + rng.below(3) as u32;
            let payload = rng.bits(kind.bits()).lshr_by(shift);
            let bits = Bits::bin(fathom_ir::BinOp::Or, &infinity, &payload);
            let bits = if rng.chance(1, 2) { float::un(FUnOp::Neg, kind, &bits) } else { bits };
            if bits.trunc(kind.bits() - 1) != infinity.trunc(kind.bits() - 1) {
                assert_eq!(canonical(kind, &bits), nan, "{kind:?} {bits:?}");
            }
        }
        assert_eq!(exact(FloatOp::Neg, kind, &[&nan]), nan);
        assert_eq!(exact(FloatOp::Abs, kind, &[&nan]), nan);
        let zero = Bits::zero(kind.bits());
        for mode in ROUNDINGS {
            assert_eq!(rounded(FloatOp::Div, kind, mode, &[zero.clone(), zero.clone()]), nan);
            let negative = float::from_f64(kind, -1.0);
            assert_eq!(rounded(FloatOp::Sqrt, kind, mode, &[negative]), nan);
        }
    }
}

#[test]
fn odd_encodings_of_the_x87_are_settled() {
    let kind = FloatKind::X87;
    let bits =
        |sign_exponent: u128, significand: u128| Bits::from_u128(80, sign_exponent << 64 | significand);
    let nan = bits(0x7fff, 0xc000_0000_0000_0000);
    let unnormal = bits(0x4000, 0x4000_0000_0000_0000);
    let pseudo_infinity = bits(0x7fff, 0);
    let pseudo_nan = bits(0x7fff, 0x4000_0000_0000_0000);
    for refused in [unnormal, pseudo_infinity, pseudo_nan] {
        assert_eq!(canonical(kind, &refused), nan);
    }
    let pseudo_denormal = bits(0x8000, 0x8000_0000_0000_0001);
    assert_eq!(canonical(kind, &pseudo_denormal), bits(0x8001, 0x8000_0000_0000_0001));
    assert_eq!(canonical(kind, &bits(0, 5)), bits(0, 5));
}

#[test]
fn zeros_and_their_order() {
    for kind in FloatKind::ALL {
        let plus = Bits::zero(kind.bits());
        let minus = Bits::signed_min(kind.bits());
        for pair in [[plus.clone(), minus.clone()], [minus.clone(), plus.clone()]] {
            assert_eq!(exact(FloatOp::Min, kind, &pair), minus);
            assert_eq!(exact(FloatOp::Max, kind, &pair), plus);
        }
    }
    assert!(holds(FloatOp::Equal, &[b64(0.0), b64(-0.0)]));
    assert!(!holds(FloatOp::Lt, &[b64(-0.0), b64(0.0)]));
}

#[test]
fn builders_fold_constants() {
    let mut terms = Terms::new();
    let up = terms.rounding(Rounding::Up);
    let one = terms.float_constant(F64, &b64(1.0));
    let three = terms.float_constant(F64, &b64(3.0));
    let third = terms.float_div(up, one, three);
    assert_eq!(terms.as_bits(third), Some(Bits::from_u64(64, (1f64 / 3.0).to_bits() + 1)));
    let quiet = terms.float_constant(F64, &Bits::from_u64(64, 0xfff8_0000_0000_0001));
    let signalling = terms.float_constant(F64, &Bits::from_u64(64, 0x7ff0_0000_0000_0001));
    assert_eq!(quiet, signalling, "all NaNs are one term");
    let bits = terms.number(64, 0x7ff0_0000_0000_0001);
    assert_eq!(terms.float_from_bits(F64, bits), quiet);
    let equal = terms.float_equal(quiet, quiet);
    assert_eq!(terms.as_bool(equal), Some(false));
    let same = terms.eq(quiet, signalling);
    assert_eq!(terms.as_bool(same), Some(true));
    let minus = terms.float_neg(three);
    let integer = terms.float_to_signed(8, up, minus);
    assert_eq!(terms.as_bits(integer), Some(Bits::from_i64(8, -3)));
    let integer = terms.float_to_unsigned(8, up, minus);
    assert_eq!(terms.as_u64(integer), Some(0));
    let quad = terms.float_convert(FloatKind::F128, up, three);
    let back = terms.float_convert(F64, up, quad);
    assert_eq!(back, three);
    let x = terms.symbol("x", Sort::Float(F64));
    let sum = terms.float_add(up, x, three);
    assert_eq!(terms.op(sum), Op::Float(FloatOp::Add));
    assert!(!terms.fits(Op::Float(FloatOp::Add), Sort::Float(F32), &[up, x, three]));
    assert!(!terms.fits(Op::Float(FloatOp::Add), Sort::Float(F64), &[x, three]));
    assert!(terms.fits(Op::Float(FloatOp::Lt), Sort::Bool, &[x, three]));
}
