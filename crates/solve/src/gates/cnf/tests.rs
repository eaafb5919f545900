//! Clauses against the graph, with CaDiCaL as the judge.

use rustsat::solvers::{Solve, SolveIncremental, SolverResult};
use rustsat_cadical::CaDiCaL;

use super::*;
use crate::gates::tests::Random;

/// A solver that counts.
#[derive(Default)]
struct Judge {
    solver: CaDiCaL<'static, 'static>,
    vars: i32,
    clauses: Vec<Vec<i32>>,
}

fn lit(lit: i32) -> rustsat::types::Lit {
    rustsat::types::Lit::from_ipasir(lit).unwrap()
}

impl ClauseSink for Judge {
    fn new_var(&mut self) -> Lit {
        self.vars += 1;
        Lit::from_dimacs(self.vars).unwrap()
    }

    fn add_clause(&mut self, clause: &[Lit]) {
        let clause: Vec<i32> = clause.iter().map(|lit| lit.dimacs()).collect();
        for lit in &clause {
            assert!(lit.abs() <= self.vars && !clause.contains(&-lit));
        }
        self.solver.add_clause(clause.iter().map(|&number| lit(number)).collect()).unwrap();
        self.clauses.push(clause);
    }
}

impl Judge {
    fn satisfiable(&mut self, assumptions: &[Lit]) -> bool {
        let assumptions: Vec<_> = assumptions.iter().map(|&assumption| lit(assumption.dimacs())).collect();
        self.solver.solve_assumps(&assumptions).unwrap() == SolverResult::Sat
    }
}

/// A graph over six inputs, whose values in all assignments are the bits of a word.
fn random_graph(random: &mut Random, size: usize) -> (Gates, Vec<Wire>) {
    let mut gates = Gates::new();
    let mut wires = gates.inputs(6);
    for _ in 0..size {
        let [a, b, c] = std::array::from_fn(|_| {
            let back = random.below(wires.len()).min(random.below(wires.len()));
            wires[wires.len() - 1 - back].negate_if(random.flip())
        });
        wires.push(match random.below(8) {
            0 => gates.xor(a, b),
            1 => gates.mux(a, b, c),
            2 => gates.maj(a, b, c),
            3 | 4 => gates.or(a, b),
            _ => gates.and(a, b),
        });
    }
    (gates, wires)
}

fn input_table(input: u32) -> u64 {
    (0..64).map(|assignment: u64| (assignment >> input & 1) << assignment).sum()
}

/// Asks for wires in random order, and checks after each that literals and clauses so far allow just
/// what the graph says, for every assignment of the inputs.
fn check(polarity: Polarity, seed: u64) {
    let mut random = Random(seed);
    let size = 3 + random.below(60);
    let (gates, wires) = random_graph(&mut random, size);
    let values = gates.simulate(input_table);
    let mut cnf = Cnf::with_polarity(polarity);
    let mut judge = Judge::default();
    // Wires with a literal, or with a clause, on which it depends whether the wire must be true.
    let mut literals: Vec<(Wire, Lit)> = Vec::new();
    let mut asserted: Vec<(Wire, Lit)> = Vec::new();
    for _ in 0..6 {
        let wire = wires[random.below(wires.len())].negate_if(random.flip());
        match random.below(3) {
            0 => {
                let selector = judge.new_var();
                cnf.assert(&gates, wire, &[!selector], &mut judge);
                asserted.push((wire, selector));
            }
            1 => {
                let other = wires[random.below(wires.len())].negate_if(random.flip());
                let found = cnf.literals(&gates, &[wire, other], &mut judge);
                literals.extend([(wire, found[0]), (other, found[1])]);
            }
            _ => literals.push((wire, cnf.literal(&gates, wire, &mut judge))),
        }
        for assignment in 0..64 {
            let holds = |wire: Wire| values.word(wire) >> assignment & 1 == 1;
            let mut inputs: Vec<Lit> = wires[..6]
                .iter()
                .filter_map(|&input| cnf.existing_literal(input.negate_if(!holds(input))))
                .collect();
            // All that should be possible is so together.
            let count = inputs.len();
            let selectors =
                asserted.iter().map(|&(wire, selector)| if holds(wire) { selector } else { !selector });
            inputs.extend(selectors);
            inputs.extend(literals.iter().filter(|(wire, _)| holds(*wire)).map(|(_, lit)| *lit));
            inputs.extend(literals.iter().filter(|(wire, _)| !holds(*wire)).filter_map(|&(wire, lit)| {
                let negation = polarity == Polarity::Both || literals.contains(&(!wire, !lit));
                negation.then_some(!lit)
            }));
            assert!(judge.satisfiable(&inputs), "{seed}");
            // What should not be possible is not.
            inputs.truncate(count);
            for &(wire, lit) in asserted.iter().chain(&literals) {
                if !holds(wire) {
                    inputs.push(lit);
                    assert!(!judge.satisfiable(&inputs), "{seed}: {wire:?}");
                    inputs.pop();
                }
            }
            for &(wire, lit) in &literals {
                if polarity == Polarity::Both && holds(wire) {
                    inputs.push(!lit);
                    assert!(!judge.satisfiable(&inputs), "{seed}: {wire:?}");
                    inputs.pop();
                }
            }
        }
    }
}

#[test]
fn both_directions() {
    (1..120).for_each(|seed| check(Polarity::Both, seed));
}

#[test]
fn needed_directions() {
    (1..120).for_each(|seed| check(Polarity::Needed, seed));
}

/// The clauses of an assertion in a new encoder, and the number of variables.
fn asserted(gates: &Gates, wire: Wire) -> (usize, i32) {
    let mut judge = Judge::default();
    Cnf::new().assert(gates, wire, &[], &mut judge);
    (judge.clauses.len(), judge.vars)
}

#[test]
fn assertions_need_no_variables_at_the_top() {
    let mut g = Gates::new();
    let x = g.inputs(8);
    assert_eq!(asserted(&g, Wire::TRUE), (0, 0));
    assert_eq!(asserted(&g, Wire::FALSE), (1, 0));
    let all = g.and_all(&x);
    assert_eq!(asserted(&g, all), (8, 8));
    assert_eq!(asserted(&g, !all), (1, 8));
    let some = g.or(x[0], x[1]);
    let mixed = g.and(some, x[2]);
    assert_eq!(asserted(&g, mixed), (2, 3));
    let xor = g.xor(x[0], x[1]);
    assert_eq!(asserted(&g, !xor), (2, 2));
    let mux = g.mux(x[0], x[1], x[2]);
    assert_eq!(asserted(&g, mux), (2, 3));
    let maj = g.maj(x[0], x[1], x[2]);
    assert_eq!(asserted(&g, !maj), (3, 3));
}

#[test]
fn conjunctions_are_merged_until_their_parts_are_needed() {
    let mut g = Gates::new();
    let x = g.inputs(8);
    let all = g.and_all(&x);
    let Gate::And(part, _) = g.gate(all) else { panic!() };
    let mut cnf = Cnf::new();
    let mut judge = Judge::default();
    let whole = cnf.literal(&g, all, &mut judge);
    assert_eq!((judge.vars, judge.clauses.len()), (9, 9));
    assert_eq!(cnf.existing_literal(part), None);
    let part = cnf.literal(&g, part, &mut judge);
    assert_eq!((judge.vars, judge.clauses.len()), (10, 14));
    assert!(!judge.satisfiable(&[whole, !part]));
    assert!(judge.satisfiable(&[!whole, part]));
}

#[test]
fn one_direction_is_half_the_clauses() {
    let mut g = Gates::new();
    let x = g.inputs(3);
    let mux = g.mux(x[0], x[1], x[2]);
    let mut cnf = Cnf::with_polarity(Polarity::Needed);
    let mut judge = Judge::default();
    let lit = cnf.literal(&g, mux, &mut judge);
    assert_eq!(judge.clauses.len(), 2);
    assert_eq!(cnf.literal(&g, mux, &mut judge), lit);
    assert_eq!(judge.clauses.len(), 2);
    assert_eq!(cnf.literal(&g, !mux, &mut judge), !lit);
    assert_eq!(judge.clauses.len(), 4);
}

/// A lemma is told with the first of the wires that it is about, and once.
#[test]
fn lemmas_come_with_their_wires() {
    let mut g = Gates::new();
    let x = g.inputs(6);
    // The sum of three bits in both orders: no local rule tells that they are equal.
    let sums = [[0, 1, 2], [2, 1, 0]].map(|order| order.map(|at| x[at]));
    let [left, right] = sums.map(|[a, b, c]| {
        let half = g.xor(a, b);
        g.xor(half, c)
    });
    let lemma = g.equal(left, right);
    assert_eq!(lemma.as_constant(), None);
    let about = g.and(left, x[3]);
    g.add_lemma(&[about, x[4], Wire::TRUE], lemma);
    g.add_lemma(&[about], lemma);
    assert_eq!(g.lemmas_about(!about), [lemma]);
    assert!(g.lemmas_about(x[4]).is_empty());
    for polarity in [Polarity::Both, Polarity::Needed] {
        let mut cnf = Cnf::with_polarity(polarity);
        let mut judge = Judge::default();
        cnf.literal(&g, x[4], &mut judge);
        assert!(judge.clauses.is_empty());
        let above = g.or(about, x[5]);
        cnf.assert(&g, above, &[], &mut judge);
        assert!(cnf.existing_literal(right).is_some());
        let count = judge.clauses.len();
        cnf.literal(&g, above, &mut judge);
        assert!(judge.clauses.len() <= count + 6);
        // Also where the wire itself needs no variable.
        for top in [about, !about, above, !above] {
            let mut cnf = Cnf::with_polarity(polarity);
            cnf.assert(&g, top, &[], &mut Judge::default());
            assert!(cnf.existing_literal(right).is_some());
        }
    }
}

/// Contradictions deeper than the rules look meet when conjunctions are merged.
#[test]
fn merged_operands_may_contradict_each_other() {
    let mut g = Gates::new();
    let x = g.inputs(9);
    let left = g.and_all(&x[..8]);
    let last = g.and_all(&[!x[0], x[8], !x[3]]);
    let both = g.and(left, last);
    for polarity in [Polarity::Both, Polarity::Needed] {
        let mut cnf = Cnf::with_polarity(polarity);
        let mut judge = Judge::default();
        let lit = cnf.literal(&g, both, &mut judge);
        assert!(!judge.satisfiable(&[lit]));
        let not = cnf.literal(&g, !both, &mut judge);
        assert!(judge.satisfiable(&[not]));
    }
}

#[test]
fn depth_of_a_million() {
    let mut g = Gates::new();
    let x = g.inputs(5);
    let mut chain = x[0];
    for round in 0..1_000_000 {
        let other = x[1 + round % 4];
        chain = if round % 3 == 0 { g.maj(chain, !other, x[(3 + round) % 5]) } else { !g.xor(chain, other) };
    }
    assert!(g.node_count() > 500_000);
    struct Count(i32, usize);
    impl ClauseSink for Count {
        fn new_var(&mut self) -> Lit {
            self.0 += 1;
            Lit::from_dimacs(self.0).unwrap()
        }
        fn add_clause(&mut self, _: &[Lit]) {
            self.1 += 1;
        }
    }
    for polarity in [Polarity::Both, Polarity::Needed] {
        let mut count = Count(0, 0);
        Cnf::with_polarity(polarity).literal(&g, chain, &mut count);
        assert!(count.1 > 1_000_000);
    }
    g.evaluate(|input| input == 3).bit(chain);
    // Conjunctions, which would be one clause if it were not for the bound.
    let mut chain = x[0];
    for _ in 0..1_000_000 {
        let fresh = g.input();
        chain = g.and(chain, fresh);
    }
    let mut count = Count(0, 0);
    let mut cnf = Cnf::new();
    cnf.literal(&g, chain, &mut count);
    cnf.assert(&g, !chain, &[], &mut count);
    cnf.assert(&g, chain, &[], &mut count);
    assert!(count.1 > 1_000_000);
}
