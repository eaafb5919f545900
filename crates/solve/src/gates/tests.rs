//! Operators against their truth tables, and the rules by the wires they give.

use super::*;

/// Numbers that look random (Marsaglia's xorshift).
pub(crate) struct Random(pub u64);

impl Random {
    pub(crate) fn word(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0.wrapping_mul(0x2545_f491_4f6c_dd1d)
    }

    pub(crate) fn below(&mut self, bound: usize) -> usize {
        ((self.word() >> 33) as usize) % bound
    }

    pub(crate) fn flip(&mut self) -> bool {
        self.word() >> 63 == 1
    }
}

/// The n-th bit of the k-th word is the value of an input in the assignment 64 k + n.
fn truth_table(input: usize) -> [u64; 4] {
    let mut table = [0; 4];
    for assignment in 0..256 {
        table[assignment / 64] |= ((assignment >> input & 1) as u64) << (assignment % 64);
    }
    table
}

/// Applies an operator, chosen by number, to wires with known tables.
fn apply(gates: &mut Gates, op: usize, x: &[(Wire, [u64; 4])]) -> (Wire, [u64; 4]) {
    let [(a, ta), (b, tb), (c, tc)] = [x[0], x[1], x[2]];
    let table = |f: fn(u64, u64, u64) -> u64| std::array::from_fn(|at| f(ta[at], tb[at], tc[at]));
    match op {
        0 => (gates.and(a, b), table(|a, b, _| a & b)),
        1 => (gates.or(a, b), table(|a, b, _| a | b)),
        2 => (gates.xor(a, b), table(|a, b, _| a ^ b)),
        3 => (gates.mux(a, b, c), table(|a, b, c| a & b | !a & c)),
        4 => (gates.maj(a, b, c), table(|a, b, c| a & b | a & c | b & c)),
        5 => (gates.equal(a, b), table(|a, b, _| !(a ^ b))),
        6 => (gates.implies(a, b), table(|a, b, _| !a | b)),
        7 => (gates.and_all(&[a, b, c]), table(|a, b, c| a & b & c)),
        _ => (gates.or_all(&[a, b, c]), table(|a, b, c| a | b | c)),
    }
}

/// Checks tables of wires over the first inputs.
fn check_tables(gates: &Gates, wires: &[(Wire, [u64; 4])]) {
    for at in 0..4 {
        let values = gates.simulate(|input| truth_table(input as usize)[at]);
        for (wire, table) in wires {
            assert_eq!(values.word(*wire), table[at], "{wire:?} {:?}", gates.gate(*wire));
        }
    }
}

/// The stored form of every node is the normal form of the module comment, with no rule of one level
/// left to apply.
fn check_normal_form(gates: &Gates) {
    for number in 0..gates.node_count() {
        let wire = Wire::of_node(number);
        let operands: &[Wire] = match gates.gate(wire) {
            Gate::False | Gate::Input(_) => &[],
            Gate::And(a, b) => &[a, b],
            Gate::Xor(a, b) => {
                assert!(!a.is_negated() && !b.is_negated());
                &[a, b]
            }
            Gate::Mux(a, b, c) => {
                assert!(!a.is_negated() && !b.is_negated());
                &[a, b, c]
            }
            Gate::Maj(a, b, c) => {
                assert!(!a.is_negated() && !b.is_negated() && a < b);
                &[a, b, c]
            }
        };
        for (at, operand) in operands.iter().enumerate() {
            assert!(operand.node() < number && operand.as_constant().is_none());
            assert!(operands[..at].iter().all(|other| other.node() != operand.node()));
        }
    }
}

#[test]
fn random_graphs_compute_what_the_operators_say() {
    for seed in 1..400 {
        let mut random = Random(seed);
        let mut gates = Gates::new();
        let inputs = 2 + random.below(7);
        let mut wires = vec![(Wire::TRUE, [u64::MAX; 4])];
        wires.extend((0..inputs).map(|input| (gates.input(), truth_table(input))));
        for _ in 0..100 {
            let operands: Vec<_> = (0..3)
                .map(|_| {
                    // Mostly recent wires, so that graphs get deep.
                    let back = random.below(wires.len()).min(random.below(wires.len()));
                    let (wire, table) = wires[wires.len() - 1 - back];
                    if random.flip() { (!wire, table.map(|word| !word)) } else { (wire, table) }
                })
                .collect();
            let op = random.below(9);
            wires.push(apply(&mut gates, op, &operands));
        }
        check_tables(&gates, &wires);
        check_normal_form(&gates);
    }
}

/// Every operator on every two or three gates over three inputs: all rules of two levels are among
/// them. An operator adds at most one node.
#[test]
fn two_levels_exhaustively() {
    let mut gates = Gates::new();
    let mut literals = vec![(Wire::TRUE, [u64::MAX; 4])];
    literals.extend((0..3).map(|input| (gates.input(), truth_table(input))));
    literals.extend(literals.clone().iter().map(|&(wire, table)| (!wire, table.map(|word| !word))));
    let mut level = literals.clone();
    for &a in &literals {
        for &b in &literals {
            for &c in &literals {
                level.extend((0..5).map(|op| apply(&mut gates, op, &[a, b, c])));
            }
        }
    }
    level.sort_unstable();
    level.dedup();
    check_tables(&gates, &level);
    let mut wires = Vec::new();
    let mut add = |gates: &mut Gates, op, operands: [_; 3]| {
        let nodes = gates.node_count();
        wires.push(apply(gates, op, &operands));
        assert!(gates.node_count() <= nodes + 1);
        // Keep each graph small, and the operators without help of what others left behind.
        if wires.len() >= 10_000 {
            check_tables(gates, &wires);
            check_normal_form(gates);
            wires.clear();
        }
    };
    for &a in &level {
        for &b in &level {
            add(&mut gates, 0, [a, b, a]);
            add(&mut gates, 2, [a, b, a]);
            for &c in level.iter().step_by(3) {
                add(&mut gates, 3, [a, b, c]);
                add(&mut gates, 4, [a, b, c]);
            }
        }
    }
    check_tables(&gates, &wires);
}

#[test]
fn rules_for_and() {
    let mut g = Gates::new();
    let [a, b, c, d] = std::array::from_fn(|_| g.input());
    let ab = g.and(a, b);
    // One level.
    assert_eq!(g.and(a, Wire::TRUE), a);
    assert_eq!(g.and(a, Wire::FALSE), Wire::FALSE);
    assert_eq!(g.and(a, a), a);
    assert_eq!(g.and(a, !a), Wire::FALSE);
    assert_eq!(g.and(b, a), ab);
    // Contradiction.
    assert_eq!(g.and(ab, !a), Wire::FALSE);
    let bad = g.and(c, !b);
    assert_eq!(g.and(ab, bad), Wire::FALSE);
    // Subsumption.
    assert_eq!(g.and(!ab, !a), !a);
    assert_eq!(g.and(!ab, bad), bad);
    // Idempotence.
    assert_eq!(g.and(ab, b), ab);
    let ac = g.and(a, c);
    assert_eq!(g.and(ab, ac), g.and(b, ac));
    // Resolution.
    let a_not_b = g.and(a, !b);
    assert_eq!(g.or(ab, a_not_b), a);
    // Substitution.
    assert_eq!(g.and(!ab, b), g.and(!a, b));
    let cd = g.and(c, d);
    let bc = g.and(b, c);
    assert_eq!(g.and(!bc, cd), g.and(!b, cd));
}

#[test]
fn xor_and_mux_are_found_among_conjunctions() {
    let mut g = Gates::new();
    let [a, b, c] = std::array::from_fn(|_| g.input());
    let xor = g.xor(a, b);
    let (both, neither) = (g.and(a, b), g.and(!a, !b));
    assert_eq!(g.and(!both, !neither), xor);
    assert_eq!(g.and(!both, xor), xor);
    assert_eq!(g.and(both, xor), Wire::FALSE);
    assert_eq!(g.and(!both, !xor), neither);
    let mux = g.mux(c, a, b);
    let (then, other) = (g.and(c, a), g.and(!c, b));
    assert_eq!(g.or(then, other), mux);
    assert_eq!(g.xor(then, other), mux);
    assert_eq!(g.and(c, mux), then);
}

#[test]
fn rules_for_xor() {
    let mut g = Gates::new();
    let [a, b, c] = std::array::from_fn(|_| g.input());
    let ab = g.xor(a, b);
    assert_eq!(g.xor(!a, b), !ab);
    assert_eq!(g.xor(!b, !a), ab);
    assert_eq!(g.xor(a, a), Wire::FALSE);
    assert_eq!(g.xor(a, !a), Wire::TRUE);
    assert_eq!(g.xor(a, Wire::TRUE), !a);
    assert_eq!(g.xor(a, ab), b);
    let ac = g.xor(a, c);
    assert_eq!(g.xor(ab, ac), g.xor(b, c));
    let and = g.and(a, b);
    assert_eq!(g.xor(a, and), g.and(a, !b));
    assert_eq!(g.xor(and, ab), g.or(a, b));
}

#[test]
fn rules_for_mux() {
    let mut g = Gates::new();
    let [a, b, c, d] = std::array::from_fn(|_| g.input());
    let mux = g.mux(c, a, b);
    assert_eq!(g.mux(!c, b, a), mux);
    assert_eq!(g.mux(c, !a, !b), !mux);
    assert_eq!(g.mux(c, a, a), a);
    assert_eq!(g.mux(c, a, !a), g.equal(c, a));
    assert_eq!(g.mux(c, Wire::TRUE, b), g.or(c, b));
    assert_eq!(g.mux(c, a, c), g.and(c, a));
    assert_eq!(g.mux(c, mux, d), g.mux(c, a, d));
    assert_eq!(g.mux(c, d, mux), g.mux(c, d, b));
    let ab = g.xor(a, b);
    assert_eq!(g.mux(ab, a, b), a);
    assert_eq!(g.mux(ab, c, a), g.maj(a, b, c));
    assert_eq!(g.mux(ab, a, c), g.maj(a, !b, c));
}

#[test]
fn rules_for_maj() {
    let mut g = Gates::new();
    let [a, b, c] = std::array::from_fn(|_| g.input());
    let maj = g.maj(a, b, c);
    assert_eq!(g.maj(c, a, b), maj);
    assert_eq!(g.maj(!a, !c, !b), !maj);
    assert_eq!(g.maj(a, b, a), a);
    assert_eq!(g.maj(a, b, !a), b);
    let (and, or, xor) = (g.and(a, b), g.or(a, b), g.xor(a, b));
    assert_eq!(g.maj(a, b, Wire::FALSE), and);
    assert_eq!(g.maj(Wire::TRUE, b, a), or);
    assert_eq!(g.maj(a, b, maj), maj);
    assert_eq!(g.maj(a, b, and), and);
    assert_eq!(g.maj(a, b, or), or);
    assert_eq!(g.maj(a, b, xor), or);
    assert_eq!(g.maj(a, b, !xor), and);
}

#[test]
fn many_operands() {
    let mut g = Gates::new();
    let inputs = g.inputs(9);
    assert_eq!(g.and_all(&[]), Wire::TRUE);
    assert_eq!(g.or_all(&[]), Wire::FALSE);
    let all = g.and_all(&inputs);
    let reversed: Vec<Wire> = inputs.iter().rev().copied().collect();
    assert_eq!(g.and_all(&reversed), all);
    let contradiction: Vec<Wire> = inputs.iter().copied().chain([!inputs[4]]).collect();
    assert_eq!(g.and_all(&contradiction), Wire::FALSE);
    assert!(g.evaluate(|_| true).bit(all));
    assert!(!g.evaluate(|input| input != 7).bit(all));
}

/// The rules go down a chain of substitutions only so far.
#[test]
fn rewriting_is_bounded() {
    let mut g = Gates::new();
    let known = g.input();
    let mut chain = g.input();
    let mut chains = vec![chain];
    for _ in 0..100 {
        let fresh = g.input();
        // Not simplified away now: `known` comes in at every second level.
        chain = if chains.len() % 2 == 0 { !g.and(known, chain) } else { g.and(fresh, chain) };
        chains.push(chain);
    }
    for chain in chains {
        let nodes = g.node_count();
        g.and(known, chain);
        assert!(g.node_count() <= nodes + 1);
    }
}
