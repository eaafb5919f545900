//! Clauses from gates, on demand.
//!
//! Tseitin's translation, with the usual savings. A conjunction within a conjunction, or a parity of
//! two within a parity of two, that is used nowhere else in what has been asked for so far gets no
//! variable: the outer one is defined over more operands. With [`Polarity::Needed`], definitions go
//! only in the direction in which a wire is used (Plaisted & Greenbaum, *A Structure-Preserving Clause
//! Form Translation*, 1986): a literal then implies its wire, but the wire need not imply the literal.
//!
//! Of alternatives, these lost (see [`crate::circuits`] for how they were measured): a parity of three
//! as two definitions (as many clauses, more variables, 10 % more conflicts); the two redundant clauses
//! of a MUX that propagate equal branches (as many conflicts, up to 40 % more propagations in shifters);
//! variables numbered from the outputs down (20 % more conflicts). One direction instead of both takes
//! 5 to 10 % of the conflicts off.
//!
//! The encoder may be asked for any wire at any time, also for one that had no variable so far, or
//! had been defined in one direction only: what is missing is added then. Clauses are never taken
//! back, and each set of definitions is a conservative extension of what was there before, so that
//! this is sound in an incremental solver.

use rustc_hash::FxHashSet;

use super::{Gate, Gates, Wire};
use crate::sat::{ClauseSink, Lit};

/// Which direction of a definition is written.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum Polarity {
    /// Both: a literal is equivalent to its wire.
    #[default]
    Both,
    /// The needed one: a literal implies its wire.
    Needed,
}

/// Operands of one conjunction, at most. Longer ones get inner variables.
const MAX_CONJUNCTION: usize = 32;

/// Operands of one parity, at most: the sum bit of a full adder. The number of clauses doubles with
/// each operand.
const MAX_PARITY: usize = 3;

/// Directions of a definition, as bits of a mask: the variable implies the node, and the converse.
const POSITIVE: u8 = 1;
const NEGATIVE: u8 = 2;

/// A set of directions, for an operand with or without negation.
fn through(wire: Wire, directions: u8) -> u8 {
    if wire.is_negated() { directions >> 1 | (directions & 1) << 1 } else { directions }
}

/// What is known of a node.
#[derive(Clone, Copy, Default)]
struct State {
    literal: Option<Lit>,
    /// Directions defined so far.
    defined: u8,
    /// Uses in what has been asked for so far: 0, 1, or 2 for more. Two also for what has been asked
    /// for by itself, which needs a variable.
    uses: u8,
}

/// The translation of a graph so far. To be used with one [`Gates`] and one solver only.
#[derive(Default)]
pub struct Cnf {
    polarity: Polarity,
    states: Vec<State>,
    /// The literal of the constant true, once there is a use of it.
    constant: Option<Lit>,
    /// Nodes to define, and whether their operands have been.
    stack: Vec<(u32, u8, bool)>,
    operands: Vec<Wire>,
    /// Lemmas about what has been asked for that the solver has not been told yet.
    lemmas: Vec<Wire>,
    /// These, and those that it has been told.
    known_lemmas: FxHashSet<Wire>,
}

impl Cnf {
    /// An encoder that defines in both directions.
    pub fn new() -> Self {
        Self::default()
    }

    /// An encoder that defines in these directions.
    pub fn with_polarity(polarity: Polarity) -> Self {
        Self { polarity, ..Self::default() }
    }

    /// A literal that stands for the wire, after clauses that define it.
    ///
    /// With [`Polarity::Needed`] the literal implies the wire, which is enough for an assumption and
    /// for use in a clause. The negation of the literal may be used as well after the negation of the
    /// wire has been asked for.
    pub fn literal(&mut self, gates: &Gates, wire: Wire, sink: &mut impl ClauseSink) -> Lit {
        self.prepare(gates, &[wire]);
        let literal = self.defined_literal(gates, wire, sink);
        self.tell_lemmas(gates, sink);
        literal
    }

    /// As [`Cnf::literal`], of many wires. Better than one by one: what they share is known before.
    pub fn literals(&mut self, gates: &Gates, wires: &[Wire], sink: &mut impl ClauseSink) -> Vec<Lit> {
        self.prepare(gates, wires);
        let literals = wires.iter().map(|&wire| self.defined_literal(gates, wire, sink)).collect();
        self.tell_lemmas(gates, sink);
        literals
    }

    /// The literal of a wire that has one: of inputs and of wires that have been asked for, and of some
    /// others. In a model, the values of inputs are meant; those of others are only with
    /// [`Polarity::Both`].
    pub fn existing_literal(&self, wire: Wire) -> Option<Lit> {
        let literal = match wire.as_constant() {
            Some(_) => self.constant.map(|lit| !lit),
            None => self.states.get(wire.node())?.literal,
        };
        literal.map(|lit| if wire.is_negated() { !lit } else { lit })
    }

    /// Adds clauses that say: the wire is true, or one of the literals of the prefix is.
    ///
    /// Conjunctions at the top become several clauses, disjunctions below them wide ones, and below
    /// these the other gates the clauses of their definition, without a variable.
    pub fn assert(&mut self, gates: &Gates, wire: Wire, prefix: &[Lit], sink: &mut impl ClauseSink) {
        self.assert_only(gates, wire, prefix, sink);
        self.tell_lemmas(gates, sink);
    }

    /// Notes the lemmas about a node that has been asked for.
    fn note_lemmas(&mut self, gates: &Gates, wire: Wire) {
        for &lemma in gates.lemmas_about(wire) {
            if self.known_lemmas.insert(lemma) {
                self.lemmas.push(lemma);
            }
        }
    }

    /// Asserts the lemmas about what has been asked for, and about what these are about.
    fn tell_lemmas(&mut self, gates: &Gates, sink: &mut impl ClauseSink) {
        while let Some(lemma) = self.lemmas.pop() {
            self.assert_only(gates, lemma, &[], sink);
        }
    }

    fn assert_only(&mut self, gates: &Gates, wire: Wire, prefix: &[Lit], sink: &mut impl ClauseSink) {
        self.cover(gates);
        let clauses = self.top_clauses(gates, wire);
        for clause in &clauses {
            self.prepare(gates, clause);
        }
        for clause in &clauses {
            let mut literals = prefix.to_vec();
            literals.extend(clause.iter().map(|&wire| self.defined_literal(gates, wire, sink)));
            sink.add_clause(&literals);
        }
    }

    /// The clauses of [`Cnf::assert`], over wires.
    fn top_clauses(&mut self, gates: &Gates, wire: Wire) -> Vec<Vec<Wire>> {
        let mut clauses = Vec::new();
        let mut seen = FxHashSet::default();
        let mut conjuncts = vec![wire];
        while let Some(wire) = conjuncts.pop() {
            if wire == Wire::TRUE || !seen.insert(wire) {
                continue;
            }
            self.note_lemmas(gates, wire);
            let not = wire.is_negated();
            let named = self.states[wire.node()].literal.is_some();
            match gates.gate(wire) {
                Gate::False => clauses.push(Vec::new()),
                Gate::And(a, b) if !not => conjuncts.extend([b, a]),
                Gate::And(a, b) => clauses.extend(self.disjunction(gates, [!a, !b])),
                Gate::Xor(a, b) if !named => {
                    clauses.extend([vec![a, b.negate_if(not)], vec![!a, !b.negate_if(not)]])
                }
                Gate::Mux(c, t, e) if !named => {
                    clauses.extend([vec![!c, t.negate_if(not)], vec![c, e.negate_if(not)]])
                }
                Gate::Maj(a, b, c) if !named => {
                    let [a, b, c] = [a, b, c].map(|wire| wire.negate_if(not));
                    clauses.extend([vec![a, b], vec![a, c], vec![b, c]]);
                }
                Gate::Input(_) | Gate::Xor(..) | Gate::Mux(..) | Gate::Maj(..) => clauses.push(vec![wire]),
            }
        }
        clauses
    }

    /// The wide clause of a disjunction, unless it is always true. Inner disjunctions are opened unless
    /// they have a variable or are in use elsewhere: else a large one, as part of many clauses, would
    /// make all of them large.
    fn disjunction(&mut self, gates: &Gates, wires: [Wire; 2]) -> Option<Vec<Wire>> {
        let mut clause = Vec::new();
        let mut rest = wires.to_vec();
        while let Some(wire) = rest.pop() {
            self.note_lemmas(gates, wire);
            let state = &mut self.states[wire.node()];
            match gates.gate(wire) {
                Gate::And(a, b) if wire.is_negated() && state.literal.is_none() && state.uses == 0 => {
                    state.uses = 1;
                    rest.extend([!a, !b]);
                }
                _ => clause.push(wire),
            }
        }
        without_duplicates(&mut clause).then_some(clause)
    }

    /// Makes room for the state of every node.
    fn cover(&mut self, gates: &Gates) {
        if self.states.len() < gates.node_count() {
            self.states.resize(gates.node_count(), State::default());
        }
    }

    /// Counts the uses of nodes below wires that will be asked for.
    fn prepare(&mut self, gates: &Gates, wires: &[Wire]) {
        self.cover(gates);
        let mut stack = Vec::new();
        for wire in wires {
            let state = &mut self.states[wire.node()];
            if state.uses == 0 {
                stack.push(*wire);
            }
            state.uses = 2;
            while let Some(wire) = stack.pop() {
                self.note_lemmas(gates, wire);
                let (operands, count) = operands(gates.gate(wire));
                for operand in &operands[..count] {
                    let state = &mut self.states[operand.node()];
                    if state.uses == 0 {
                        stack.push(*operand);
                    }
                    state.uses = (state.uses + 1).min(2);
                }
            }
        }
    }

    /// The literal of a wire whose cone has been prepared.
    fn defined_literal(&mut self, gates: &Gates, wire: Wire, sink: &mut impl ClauseSink) -> Lit {
        let literal = if wire.as_constant().is_some() {
            !*self.constant.get_or_insert_with(|| {
                let lit = sink.new_var();
                sink.add_clause(&[lit]);
                lit
            })
        } else {
            let directions = match self.polarity {
                Polarity::Both => POSITIVE | NEGATIVE,
                Polarity::Needed => through(wire, POSITIVE),
            };
            self.define(gates, wire, directions, sink);
            self.variable(wire, sink)
        };
        if wire.is_negated() { !literal } else { literal }
    }

    /// The literal of the node of a wire, made if there is none.
    fn variable(&mut self, wire: Wire, sink: &mut impl ClauseSink) -> Lit {
        *self.states[wire.node()].literal.get_or_insert_with(|| sink.new_var())
    }

    /// Defines a node and what is below, operands first, in the directions that are still missing.
    fn define(&mut self, gates: &Gates, root: Wire, directions: u8, sink: &mut impl ClauseSink) {
        debug_assert!(self.stack.is_empty());
        self.stack.push((root.node() as u32, directions, false));
        while let Some((node, directions, operands_defined)) = self.stack.pop() {
            if sink.is_stopped() {
                // What is written so far is of no use to anyone: neither the sink nor this can go on.
                self.stack.clear();
                return;
            }
            let wire = Wire::of_node(node as usize);
            if operands_defined {
                self.write_definition(gates, wire, directions, sink);
                continue;
            }
            let state = &mut self.states[wire.node()];
            let missing = directions & !state.defined;
            if missing == 0 {
                continue;
            }
            state.defined |= missing;
            self.stack.push((node, missing, true));
            let passing = self.collect_operands(gates, wire);
            for (at, &operand) in self.operands.iter().enumerate().rev() {
                let directions = match passing {
                    Passing::Condition if at > 0 => through(operand, missing),
                    Passing::Monotone => through(operand, missing),
                    Passing::Condition | Passing::Parity => POSITIVE | NEGATIVE,
                };
                self.stack.push((operand.node() as u32, directions, false));
            }
        }
    }

    /// Writes the clauses of a definition in these directions. The operands have variables by now.
    fn write_definition(&mut self, gates: &Gates, wire: Wire, directions: u8, sink: &mut impl ClauseSink) {
        self.collect_operands(gates, wire);
        let operands = std::mem::take(&mut self.operands);
        let output = self.variable(wire, sink);
        let lits: Vec<Lit> = operands
            .iter()
            .map(|&operand| {
                let lit = self.variable(operand, sink);
                if operand.is_negated() { !lit } else { lit }
            })
            .collect();
        let gate = gates.gate(wire);
        // Each direction is the positive one of the gate or of its dual.
        for (direction, output) in [(POSITIVE, !output), (NEGATIVE, output)] {
            if directions & direction == 0 {
                continue;
            }
            let dual = direction == NEGATIVE;
            let sign = |lit: Lit| if dual { !lit } else { lit };
            match gate {
                Gate::False | Gate::Input(_) => {}
                // The conjunction is false.
                Gate::And(..) if lits.is_empty() && dual => {}
                Gate::And(..) if lits.is_empty() => sink.add_clause(&[output]),
                Gate::And(..) if dual => {
                    let mut clause: Vec<Lit> = lits.iter().map(|&lit| !lit).collect();
                    clause.push(output);
                    sink.add_clause(&clause);
                }
                Gate::And(..) => lits.iter().for_each(|&lit| sink.add_clause(&[output, lit])),
                Gate::Xor(..) => parity_clauses(output, &lits, dual, sink),
                Gate::Mux(..) => {
                    let (c, t, e) = (lits[0], sign(lits[1]), sign(lits[2]));
                    sink.add_clause(&[output, !c, t]);
                    sink.add_clause(&[output, c, e]);
                }
                Gate::Maj(..) => {
                    let (a, b, c) = (sign(lits[0]), sign(lits[1]), sign(lits[2]));
                    sink.add_clause(&[output, a, b]);
                    sink.add_clause(&[output, a, c]);
                    sink.add_clause(&[output, b, c]);
                }
            }
        }
        self.operands = operands;
    }

    /// The operands over which a node is defined: those of its gate, with inner gates of the same kind
    /// opened that have no other use.
    ///
    /// The answer is the same after all of the operands have been defined: those opened have no other
    /// use that could give them a variable, and those not opened have one. A conjunction that turns out
    /// to be false has no operands.
    fn collect_operands(&mut self, gates: &Gates, wire: Wire) -> Passing {
        let mut found = std::mem::take(&mut self.operands);
        found.clear();
        let gate = gates.gate(wire);
        let (operands, count) = operands(gate);
        found.extend(&operands[..count]);
        let kind = match gate {
            Gate::And(..) => {
                self.open(gates, &mut found, MAX_CONJUNCTION, |gate| match gate {
                    Gate::And(a, b) => Some((a, b)),
                    _ => None,
                });
                if !without_duplicates(&mut found) {
                    // Two operands contradict each other.
                    found.clear();
                }
                Passing::Monotone
            }
            Gate::Xor(..) => {
                self.open(gates, &mut found, MAX_PARITY, |gate| match gate {
                    Gate::Xor(a, b) => Some((a, b)),
                    _ => None,
                });
                Passing::Parity
            }
            Gate::Mux(..) => Passing::Condition,
            Gate::Maj(..) | Gate::False | Gate::Input(_) => Passing::Monotone,
        };
        self.operands = found;
        kind
    }

    /// Replaces operands by the operands of their gates, where these are of the right kind and have no
    /// other use, until there are so many.
    fn open(
        &self,
        gates: &Gates,
        operands: &mut Vec<Wire>,
        limit: usize,
        inner: fn(Gate) -> Option<(Wire, Wire)>,
    ) {
        let mut at = 0;
        while at < operands.len() && operands.len() < limit {
            let operand = operands[at];
            let state = &self.states[operand.node()];
            let own = !operand.is_negated() && state.uses == 1 && state.literal.is_none();
            match inner(gates.gate(operand)) {
                Some((a, b)) if own => {
                    operands[at] = a;
                    operands.push(b);
                }
                _ => at += 1,
            }
        }
    }
}

/// How the directions of a definition pass to its operands.
enum Passing {
    /// To all of them in the same way.
    Monotone,
    /// Both directions to the first, and as for `Monotone` to the others.
    Condition,
    /// Both directions to all of them.
    Parity,
}

/// The operands of a gate.
fn operands(gate: Gate) -> ([Wire; 3], usize) {
    match gate {
        Gate::False | Gate::Input(_) => ([Wire::FALSE; 3], 0),
        Gate::And(a, b) | Gate::Xor(a, b) => ([a, b, Wire::FALSE], 2),
        Gate::Mux(a, b, c) | Gate::Maj(a, b, c) => ([a, b, c], 3),
    }
}

/// Sorts and removes duplicates. Whether no wire is there with its negation.
fn without_duplicates(wires: &mut Vec<Wire>) -> bool {
    wires.sort_unstable();
    wires.dedup();
    wires.windows(2).all(|pair| pair[0] != !pair[1])
}

/// Clauses that say: `output`, or the parity of at most [`MAX_PARITY`] literals is odd (even if `even`).
fn parity_clauses(output: Lit, lits: &[Lit], even: bool, sink: &mut impl ClauseSink) {
    let mut clause = [output; MAX_PARITY + 1];
    for choice in 0..1_u32 << lits.len() {
        // Each clause excludes one assignment of the wrong parity.
        if (choice.count_ones() % 2 == 1) != even {
            continue;
        }
        for (at, &lit) in lits.iter().enumerate() {
            clause[at] = if choice >> at & 1 == 1 { !lit } else { lit };
        }
        clause[lits.len()] = output;
        sink.add_clause(&clause[..=lits.len()]);
    }
}

#[cfg(test)]
mod tests;
