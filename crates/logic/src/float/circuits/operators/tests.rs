//! The circuits against the two definitions that there are: of the IR, bit for bit, and in all rounding modes.

use fathom_ir::float;

use super::*;
use crate::float::{arithmetic, canonical};
use crate::op::FloatOp;
use crate::{Evaluator, Model, Sort, Value};

const KINDS: [FloatKind; 6] = FloatKind::ALL;

const MODES: [Rounding; 5] =
    [Rounding::NearestEven, Rounding::NearestAway, Rounding::Up, Rounding::Down, Rounding::Zero];

/// Numbers that look random (splitmix64).
struct Numbers(u64);

impl Numbers {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let z = (self.0 ^ self.0 >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ z >> 31
    }

    fn wide(&mut self) -> u128 {
        u128::from(self.next()) << 64 | u128::from(self.next())
    }

    /// Any bits, or such that several of them are likely to be of the same size and to have long runs of bits.
    fn float(&mut self, kind: FloatKind) -> Bits {
        let (exponent, _) = float_widths(kind);
        let stored = kind.bits() - 1 - exponent;
        let mut fraction = self.wide() & ((1 << stored) - 1);
        match self.next() % 4 {
            0 => fraction &= !0 << (self.next() % u64::from(stored)),
            1 => fraction |= (1 << (self.next() % u64::from(stored))) - 1,
            _ => {}
        }
        let half = 1u128 << (exponent - 1);
        let field = match self.next() % 8 {
            0 => u128::from(self.next() % 2),
            1 => (1 << exponent) - 1 - u128::from(self.next() % 3),
            2 | 3 => half - 3 + u128::from(self.next() % 6),
            4 => half + u128::from(stored) - 3 + u128::from(self.next() % 6),
            _ => self.wide(),
        };
        let field = field & ((1 << exponent) - 1);
        if kind == FloatKind::X87 && field != 0 && !self.next().is_multiple_of(16) {
            fraction |= 1 << 63;
        }
        let sign = u128::from(self.next() & 1);
        Bits::from_u128(kind.bits(), sign << (kind.bits() - 1) | field << stored | fraction)
    }
}

/// What a circuit gives for constants.
fn value(circuit: impl FnOnce(&mut Terms) -> Term) -> Bits {
    let mut terms = Terms::new();
    let term = circuit(&mut terms);
    terms.as_bits(term).expect("circuits of constants are constants")
}

fn shown(kind: FloatKind, operands: &[&Bits]) -> String {
    let operands: Vec<String> =
        operands.iter().map(|bits| format!("{} ({})", bits.to_hex(), float::print(kind, bits))).collect();
    format!("{kind:?} {}", operands.join(", "))
}

/// How many cases each operator is tried with; software floats and wide circuits are slow.
fn rounds(kind: FloatKind) -> usize {
    if kind.bits() > 64 { 300 } else { 1_000 }
}

#[test]
fn operators_on_two_floats_are_those_of_the_ir() {
    use FBinOp::{Add, CopySign, Div, MaxNum, Maximum, MinNum, Minimum, Mul, Sub};
    let mut numbers = Numbers(1);
    for kind in KINDS {
        for op in [Add, Sub, Mul, Div, MinNum, MaxNum, Minimum, Maximum, CopySign] {
            for _ in 0..rounds(kind) {
                let (a, b) = (numbers.float(kind), numbers.float(kind));
                let found = value(|terms| {
                    let (x, y) = (terms.bits(&a), terms.bits(&b));
                    Circuits::new(terms, Rounding::NearestEven).binary(op, kind, x, y).unwrap()
                });
                assert_eq!(found, float::bin(op, kind, &a, &b), "{op:?} {}", shown(kind, &[&a, &b]));
            }
        }
    }
}

#[test]
fn operators_on_one_float_are_those_of_the_ir() {
    use FUnOp::{Abs, Ceil, Floor, Neg, RoundAway, RoundEven, Sqrt, Trunc};
    let mut numbers = Numbers(2);
    for kind in KINDS {
        for op in [Neg, Abs, Sqrt, Floor, Ceil, Trunc, RoundEven, RoundAway] {
            for _ in 0..rounds(kind) {
                let a = numbers.float(kind);
                let found = value(|terms| {
                    let x = terms.bits(&a);
                    Circuits::unary(terms, op, kind, x)
                });
                assert_eq!(found, float::un(op, kind, &a), "{op:?} {}", shown(kind, &[&a]));
            }
        }
    }
}

#[test]
fn comparisons_are_those_of_the_ir() {
    let mut numbers = Numbers(6);
    for kind in KINDS {
        for round in 0..16 * rounds(kind) {
            let op = FCmpOp((round % 16) as u8);
            let a = numbers.float(kind);
            let b = match round / 16 % 4 {
                0 => a.clone(),
                1 => float::un(FUnOp::Neg, kind, &a),
                _ => numbers.float(kind),
            };
            let mut terms = Terms::new();
            let (x, y) = (terms.bits(&a), terms.bits(&b));
            let found = Circuits::compare(&mut terms, op, kind, x, y);
            let wanted = float::compare(op, kind, &a, &b);
            assert_eq!(terms.as_bool(found), Some(wanted), "{op:?} {}", shown(kind, &[&a, &b]));
        }
    }
}

#[test]
fn fused_multiplication_is_that_of_the_ir() {
    let mut numbers = Numbers(3);
    for kind in KINDS {
        for _ in 0..rounds(kind) {
            let [a, b, c] = [0; 3].map(|_| numbers.float(kind));
            let found = value(|terms| {
                let [x, y, z] = [&a, &b, &c].map(|bits| terms.bits(bits));
                Circuits::new(terms, Rounding::NearestEven).fma(kind, x, y, z)
            });
            assert_eq!(found, float::fma(kind, &a, &b, &c), "{}", shown(kind, &[&a, &b, &c]));
        }
    }
}

#[test]
fn conversions_are_those_of_the_ir() {
    let mut numbers = Numbers(4);
    for kind in KINDS {
        for to in KINDS {
            for _ in 0..rounds(kind) / 2 {
                let a = numbers.float(kind);
                let found = value(|terms| {
                    let x = terms.bits(&a);
                    Circuits::new(terms, Rounding::NearestEven).convert(kind, to, x)
                });
                assert_eq!(found, float::convert(kind, to, &a), "to {to:?}: {}", shown(kind, &[&a]));
            }
        }
        for (width, signed) in [1, 7, 8, 16, 32, 64, 128].into_iter().flat_map(|w| [(w, false), (w, true)]) {
            for _ in 0..rounds(kind) / 4 {
                let a = numbers.float(kind);
                let found = value(|terms| {
                    let x = terms.bits(&a);
                    Circuits::new(terms, Rounding::Zero).to_integer(kind, x, signed, width)
                });
                let wanted = if signed {
                    float::to_signed(kind, &a, width)
                } else {
                    float::to_unsigned(kind, &a, width)
                };
                assert_eq!(found, wanted, "to {width} bits, signed {signed}: {}", shown(kind, &[&a]));
                let a = Bits::from_u128(width, numbers.wide() >> (numbers.next() % u64::from(width)));
                let found = value(|terms| {
                    let x = terms.bits(&a);
                    Circuits::new(terms, Rounding::NearestEven).from_integer(kind, x, signed)
                });
                let wanted =
                    if signed { float::from_signed(kind, &a) } else { float::from_unsigned(kind, &a) };
                assert_eq!(found, wanted, "from {}, signed {signed}, {kind:?}", a.to_hex());
            }
        }
    }
}

/// Circuits of symbols are simplified in other ways than those of constants.
#[test]
fn circuits_of_symbols_mean_the_same() {
    let mut numbers = Numbers(7);
    for kind in [FloatKind::F32, FloatKind::F64, FloatKind::X87] {
        let mut terms = Terms::new();
        let (a, b) = (terms.symbol("a", Sort::Bits(kind.bits())), terms.symbol("b", Sort::Bits(kind.bits())));
        let ops = [FBinOp::Add, FBinOp::Sub, FBinOp::Mul, FBinOp::Div, FBinOp::MinNum];
        let mut nearest = Circuits::new(&mut terms, Rounding::NearestEven);
        let binary = ops.map(|op| (op, nearest.binary(op, kind, a, b).unwrap()));
        let fma = nearest.fma(kind, a, b, a);
        let converted = nearest.convert(kind, FloatKind::F16, a);
        let integer = Circuits::new(&mut terms, Rounding::Zero).to_integer(kind, a, true, 32);
        let ops = [FUnOp::Sqrt, FUnOp::Floor, FUnOp::RoundEven];
        let unary = ops.map(|op| (op, Circuits::unary(&mut terms, op, kind, a)));
        for _ in 0..100 {
            let (x, y) = (numbers.float(kind), numbers.float(kind));
            let mut model = Model::new();
            for (symbol, bits) in [(a, &x), (b, &y)] {
                model.set(terms.as_symbol(symbol).unwrap(), Value::Bits(bits.clone()));
            }
            let mut evaluator = Evaluator::new(&terms, &model);
            let mut same = |term: Term, wanted: Bits| {
                assert_eq!(evaluator.value(term).bits(), &wanted, "{}", shown(kind, &[&x, &y]));
            };
            for (op, term) in binary {
                same(term, float::bin(op, kind, &x, &y));
            }
            for (op, term) in unary {
                same(term, float::un(op, kind, &x));
            }
            same(fma, float::fma(kind, &x, &y, &x));
            same(converted, float::convert(kind, FloatKind::F16, &x));
            same(integer, float::to_signed(kind, &x, 32));
        }
    }
}

#[test]
fn all_rounding_modes() {
    let mut numbers = Numbers(5);
    for kind in KINDS {
        for mode in MODES {
            let same = |found: Bits, wanted: Bits, what: &str| {
                assert_eq!(canonical(kind, &found), canonical(kind, &wanted), "{mode:?} {what}");
            };
            for _ in 0..rounds(kind) / 4 {
                let [a, b, c] = [0; 3].map(|_| canonical(kind, &numbers.float(kind)));
                let what = shown(kind, &[&a, &b, &c]);
                let ops = [
                    (FBinOp::Add, FloatOp::Add),
                    (FBinOp::Sub, FloatOp::Sub),
                    (FBinOp::Mul, FloatOp::Mul),
                    (FBinOp::Div, FloatOp::Div),
                ];
                for (op, same_op) in ops {
                    let found = value(|terms| {
                        let (x, y) = (terms.bits(&a), terms.bits(&b));
                        Circuits::new(terms, mode).binary(op, kind, x, y).unwrap()
                    });
                    same(found, arithmetic::binary(same_op, kind, mode, &a, &b), &format!("{op:?} {what}"));
                }
                let found = value(|terms| {
                    let [x, y, z] = [&a, &b, &c].map(|bits| terms.bits(bits));
                    Circuits::new(terms, mode).fma(kind, x, y, z)
                });
                same(found, arithmetic::fma(kind, mode, &a, &b, &c), &format!("fma {what}"));
                let found = value(|terms| {
                    let x = terms.bits(&a);
                    Circuits::new(terms, mode).square_root(kind, x)
                });
                same(found, arithmetic::sqrt(kind, mode, &a), &format!("sqrt {what}"));
                let found = value(|terms| {
                    let x = terms.bits(&a);
                    Circuits::new(terms, mode).integral(kind, x)
                });
                same(found, arithmetic::round_to_integral(kind, mode, &a), &format!("integral {what}"));
                let integer = Bits::from_u128(128, numbers.wide() >> (numbers.next() % 128));
                let found = value(|terms| {
                    let x = terms.bits(&integer);
                    Circuits::new(terms, mode).from_integer(kind, x, true)
                });
                let wanted = arithmetic::from_integer(kind, mode, &integer, true);
                same(found, wanted, &format!("from {}", integer.to_hex()));
                let narrow = FloatKind::F16;
                let found = value(|terms| {
                    let x = terms.bits(&a);
                    Circuits::new(terms, mode).convert(kind, narrow, x)
                });
                let wanted = arithmetic::convert(kind, narrow, mode, &a);
                assert_eq!(canonical(narrow, &found), canonical(narrow, &wanted), "{mode:?} narrow {what}");
            }
        }
    }
}
