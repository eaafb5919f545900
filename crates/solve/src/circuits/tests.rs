//! Circuits against the arithmetic of [`Bits`]: exhaustively at small widths, at random at large ones,
//! with operands that are inputs, constants and mixtures of both.

use fathom_ir::{BinOp, CmpOp, OverflowOp};

use super::*;
use crate::gates::tests::Random;

/// What a circuit gives for two words: some word, which is compared with that of the oracle.
type Circuit = fn(&mut Gates, &[Wire], &[Wire]) -> Vec<Wire>;
type Oracle = fn(&Bits, &Bits) -> Bits;

/// Every operator of two words, beside its oracle.
const OPERATORS: &[(&str, Circuit, Oracle)] = &[
    ("add", |g, a, b| add(g, a, b, Wire::FALSE).0, |a, b| Bits::bin(BinOp::Add, a, b)),
    ("add with carry", |g, a, b| add(g, a, b, Wire::TRUE).0, |a, b| a.add(b).add(&Bits::one(a.width()))),
    ("carry", |g, a, b| vec![add(g, a, b, Wire::FALSE).1], |a, b| flag(OverflowOp::UAdd, a, b)),
    ("subtract", |g, a, b| subtract(g, a, b).0, |a, b| Bits::bin(BinOp::Sub, a, b)),
    ("borrow", |g, a, b| vec![subtract(g, a, b).1], |a, b| flag(OverflowOp::USub, a, b)),
    ("negate", |g, a, _| negate(g, a), |a, _| a.neg()),
    ("signed add", |g, a, b| vec![signed_add_overflows(g, a, b)], |a, b| flag(OverflowOp::SAdd, a, b)),
    (
        "signed subtract",
        |g, a, b| vec![signed_subtract_overflows(g, a, b)],
        |a, b| flag(OverflowOp::SSub, a, b),
    ),
    ("multiply", multiply, |a, b| Bits::bin(BinOp::Mul, a, b)),
    ("square", |g, a, _| multiply(g, a, a), |a, _| a.mul(a)),
    (
        "unsigned multiply",
        |g, a, b| vec![unsigned_multiply_overflows(g, a, b)],
        |a, b| flag(OverflowOp::UMul, a, b),
    ),
    (
        "signed multiply",
        |g, a, b| vec![signed_multiply_overflows(g, a, b)],
        |a, b| flag(OverflowOp::SMul, a, b),
    ),
    (
        "unsigned square",
        |g, a, _| vec![unsigned_multiply_overflows(g, a, a)],
        |a, _| flag(OverflowOp::UMul, a, a),
    ),
    (
        "signed square",
        |g, a, _| vec![signed_multiply_overflows(g, a, a)],
        |a, _| flag(OverflowOp::SMul, a, a),
    ),
    ("quotient", |g, a, b| divide(g, a, b).0, |a, b| Bits::bin(BinOp::UDiv, a, b)),
    ("remainder", |g, a, b| divide(g, a, b).1, |a, b| Bits::bin(BinOp::URem, a, b)),
    ("shift left", shift_left, |a, b| Bits::bin(BinOp::Shl, a, b)),
    ("shift right", shift_logical_right, |a, b| Bits::bin(BinOp::LShr, a, b)),
    ("arithmetic shift", shift_arithmetic_right, |a, b| Bits::bin(BinOp::AShr, a, b)),
    ("less unsigned", |g, a, b| vec![less_unsigned(g, a, b)], |a, b| compare(CmpOp::Ult, a, b)),
    ("less signed", |g, a, b| vec![less_signed(g, a, b)], |a, b| compare(CmpOp::Slt, a, b)),
    ("equal", |g, a, b| vec![equal(g, a, b)], |a, b| compare(CmpOp::Eq, a, b)),
    ("select", |g, a, b| select(g, a[0], a, b), |a, b| if a.bit(0) { a.clone() } else { b.clone() }),
];

fn flag(op: OverflowOp, a: &Bits, b: &Bits) -> Bits {
    Bits::from_bool(Bits::overflow(op, a, b))
}

fn compare(op: CmpOp, a: &Bits, b: &Bits) -> Bits {
    Bits::from_bool(Bits::compare(op, a, b))
}

/// The bits of a word in one of the assignments of a simulation.
fn value(values: &crate::gates::Values, word: &[Wire], assignment: usize) -> Bits {
    let bits: Vec<Wire> =
        word.iter().map(|&wire| Wire::constant(values.word(wire) >> assignment & 1 == 1)).collect();
    as_constant(&bits).unwrap()
}

fn lemmas_about(gates: &Gates, word: &[Wire]) -> Vec<Wire> {
    word.iter().flat_map(|&bit| gates.lemmas_about(bit)).copied().collect()
}

/// Checks all operators of words of inputs on pairs of values.
fn check(width: usize, pairs: &[(Bits, Bits)]) {
    for (name, circuit, oracle) in OPERATORS {
        let mut gates = Gates::new();
        let (a, b) = (gates.inputs(width), gates.inputs(width));
        let result = circuit(&mut gates, &a, &b);
        let lemmas = lemmas_about(&gates, &result);
        for pairs in pairs.chunks(64) {
            let values = gates.simulate(|input| {
                let bit = |(a, b): &(Bits, Bits)| match input as usize {
                    at if at < width => a.bit(at as u32),
                    at => b.bit((at - width) as u32),
                };
                pairs.iter().enumerate().map(|(at, pair)| u64::from(bit(pair)) << at).sum()
            });
            assert!(lemmas.iter().all(|&lemma| values.word(lemma) == u64::MAX), "lemma of {name}");
            for (at, (x, y)) in pairs.iter().enumerate() {
                assert_eq!(value(&values, &result, at), oracle(x, y), "{name} {x:?} {y:?}");
            }
        }
    }
}

#[test]
fn exhaustive() {
    for width in 1..=5 {
        let all = || (0..1 << width).map(|value| Bits::from_u64(width, value));
        let pairs: Vec<(Bits, Bits)> = all().flat_map(|a| all().map(move |b| (a.clone(), b))).collect();
        check(width as usize, &pairs);
    }
}

/// Numbers of all magnitudes, and those next to powers of two.
fn random_value(random: &mut Random, width: u32) -> Bits {
    let value = Bits::from_words(width, &[random.word(), random.word()]);
    let short = value.lshr_by(random.below(width as usize) as u32);
    match random.below(6) {
        0 => value,
        1 => Bits::from_u64(width, random.below(2 * width as usize) as u64),
        2 => Bits::one(width).shl_by(random.below(width as usize) as u32),
        3 => Bits::one(width).shl_by(random.below(width as usize) as u32).neg(),
        4 => short.not(),
        _ => short,
    }
}

#[test]
fn random() {
    let mut random = Random(7);
    for width in [8, 13, 32, 64, 100] {
        let pairs: Vec<(Bits, Bits)> =
            (0..640).map(|_| (random_value(&mut random, width), random_value(&mut random, width))).collect();
        check(width as usize, &pairs);
    }
}

/// Some bits of the operands are constants.
#[test]
fn known_bits() {
    let mut random = Random(9);
    for round in 0..1200 {
        let width = [1, 2, 3, 4, 7, 8, 13, 32, 70][round % 9];
        let mut gates = Gates::new();
        let inputs = gates.inputs(2 * width);
        // All bits of one operand, or bits at random, or the high bits of both.
        let whole = random.below(4);
        let tops = [random.below(width), random.below(width)];
        let known: Vec<bool> = (0..2 * width)
            .map(|at| match whole {
                0 => at < width,
                1 => at >= width,
                2 => random.flip(),
                _ => at % width > tops[at / width],
            })
            .collect();
        let mut wires: Vec<Wire> = inputs.clone();
        let [x, y] = [0, 1].map(|_| constant(&random_value(&mut random, width as u32)));
        let extensions = [0, 1].map(|_| random.below(3));
        for at in (0..2 * width).filter(|&at| known[at]) {
            let word = at / width;
            wires[at] = match extensions[word] {
                0 if whole == 3 => Wire::FALSE,
                1 if whole == 3 => inputs[word * width + tops[word]],
                _ => x.iter().chain(&y).copied().nth(at).unwrap(),
            };
        }
        let (a, b) = wires.split_at(width);
        let results: Vec<Vec<Wire>> =
            OPERATORS.iter().map(|(_, circuit, _)| circuit(&mut gates, a, b)).collect();
        let values = gates.simulate(|_| random.word());
        for ((name, _, oracle), result) in OPERATORS.iter().zip(results) {
            for lemma in lemmas_about(&gates, &result) {
                assert_eq!(values.word(lemma), u64::MAX, "lemma of {name}");
            }
            for at in 0..64 {
                let (x, y) = (value(&values, a, at), value(&values, b, at));
                assert_eq!(value(&values, &result, at), oracle(&x, &y), "{name} {x:?} {y:?}");
            }
        }
    }
}

/// Constant operands give constants, without a gate.
#[test]
fn constants_fold() {
    let mut random = Random(11);
    for width in [1, 5, 8, 32, 65] {
        for _ in 0..20 {
            let (x, y) = (random_value(&mut random, width), random_value(&mut random, width));
            for (name, circuit, oracle) in OPERATORS {
                let mut gates = Gates::new();
                let result = circuit(&mut gates, &constant(&x), &constant(&y));
                assert_eq!(as_constant(&result), Some(oracle(&x, &y)), "{name} {x:?} {y:?}");
                assert_eq!(gates.node_count(), 1);
            }
        }
    }
}

/// Amounts narrower or wider than the word.
#[test]
fn shift_amounts_of_other_widths() {
    for (width, bits) in [(8, 2), (8, 3), (8, 4), (5, 2), (5, 9), (1, 3), (100, 7), (100, 3)] {
        let mut gates = Gates::new();
        let (a, amount) = (gates.inputs(width), gates.inputs(bits));
        let shifted = [shift_left, shift_logical_right, shift_arithmetic_right]
            .map(|shift| shift(&mut gates, &a, &amount));
        let mut random = Random(3);
        for _ in 0..20 {
            let values = gates.simulate(|_| random.word());
            for at in 0..64 {
                let word = value(&values, &a, at);
                let distance = value(&values, &amount, at).low_u64().min(width as u64) as u32;
                let expected = [word.shl_by(distance), word.lshr_by(distance), word.ashr_by(distance)];
                for (shifted, expected) in shifted.iter().zip(expected) {
                    assert_eq!(value(&values, shifted, at), expected);
                }
            }
        }
    }
}

/// There are fewer gates where there is less to compute.
#[test]
fn sizes() {
    let size = |circuit: Circuit, a: usize, b: usize, top: fn(&[Wire]) -> Wire| {
        let mut g = Gates::new();
        let words = [a, b].map(|bits| {
            let mut word = g.inputs(bits);
            word.resize(64, top(&word));
            word
        });
        let inputs = g.node_count();
        circuit(&mut g, &words[0], &words[1]);
        g.node_count() - inputs
    };
    let (zero, sign) = (|_: &[Wire]| Wire::FALSE, |word: &[Wire]| word[word.len() - 1]);
    let full = size(multiply, 64, 64, zero);
    assert!(size(multiply, 32, 32, zero) * 3 < full * 2);
    assert!(size(multiply, 32, 32, sign) * 5 < full * 4);
    assert_eq!(size(multiply, 64, 3, zero), size(multiply, 3, 64, zero));
    assert!(size(|g, a, _| multiply(g, a, a), 64, 64, zero) * 3 < full * 2);
    let quotient: Circuit = |g, a, b| divide(g, a, b).0;
    assert!(size(quotient, 32, 32, zero) * 3 < size(quotient, 64, 64, zero));
    assert!(size(quotient, 64, 8, zero) * 2 < size(quotient, 64, 64, zero));
}

/// Forms of the same circuit that are the same wires.
#[test]
fn sharing() {
    let mut g = Gates::new();
    let (a, b) = (g.inputs(16), g.inputs(16));
    assert_eq!(multiply(&mut g, &a, &b), multiply(&mut g, &b, &a));
    let borrow = subtract(&mut g, &a, &b).1;
    let nodes = g.node_count();
    assert_eq!(less_unsigned(&mut g, &a, &b), borrow);
    assert_eq!(g.node_count(), nodes);
    // A power of two shifts.
    let eight = constant(&Bits::from_u64(16, 8));
    let three = constant(&Bits::from_u64(16, 3));
    assert_eq!(multiply(&mut g, &a, &eight), shift_left(&mut g, &a, &three));
    let (quotient, remainder) = divide(&mut g, &a, &eight);
    assert_eq!(quotient, shift_logical_right(&mut g, &a, &three));
    assert_eq!(remainder[..3], a[..3]);
    assert!(remainder[3..].iter().all(|&bit| bit == Wire::FALSE));
}
