//! Values of wires in a model of the SAT solver.
//!
//! The solver knows values for the inputs that occur in clauses; other inputs are free and count as 0,
//! and gates are computed from their inputs when someone asks.

use fathom_ir::Bits;

use crate::gates::cnf::Cnf;
use crate::gates::{Gate, Gates, Wire};
use crate::sat::{Clausal, Lit};

/// A lazily computed valuation of all wires.
pub struct Assignment<'a, C> {
    gates: &'a Gates,
    cnf: &'a Cnf,
    clauses: &'a C,
    /// By node: not known yet, false, or true.
    known: Vec<u8>,
}

const UNKNOWN: u8 = 2;

impl<'a, C: Clausal> Assignment<'a, C> {
    /// The valuation of the last model.
    pub fn new(gates: &'a Gates, cnf: &'a Cnf, clauses: &'a C) -> Self {
        Self { gates, cnf, clauses, known: vec![UNKNOWN; gates.node_count()] }
    }

    /// The value of a word.
    pub fn bits(&mut self, word: &[Wire]) -> Bits {
        let mut words = vec![0_u64; word.len().div_ceil(64)];
        for (at, &wire) in word.iter().enumerate() {
            words[at / 64] |= u64::from(self.wire(wire)) << (at % 64);
        }
        Bits::from_words(word.len() as u32, &words)
    }

    /// The value of a wire.
    pub fn wire(&mut self, wire: Wire) -> bool {
        if self.known[wire.node()] == UNKNOWN {
            self.compute(wire);
        }
        (self.known[wire.node()] == 1) != wire.is_negated()
    }

    /// The literals of the inputs that somebody asked for, directly or not, and that are true.
    pub fn true_inputs(&self) -> impl Iterator<Item = Lit> {
        let asked = (0..self.known.len()).filter(|&node| self.known[node] == 1).map(Wire::of_node);
        asked
            .filter(|&wire| matches!(self.gates.gate(wire), Gate::Input(_)))
            .filter_map(|wire| self.cnf.existing_literal(wire))
    }

    /// Computes a node and what it needs, without recursion.
    fn compute(&mut self, root: Wire) {
        let mut stack = vec![positive(root)];
        while let Some(&wire) = stack.last() {
            if self.known[wire.node()] != UNKNOWN {
                stack.pop();
                continue;
            }
            let pending = stack.len();
            let mut ask = |wire: Wire, known: &[u8]| match known[wire.node()] {
                UNKNOWN => {
                    stack.push(positive(wire));
                    false
                }
                value => (value == 1) != wire.is_negated(),
            };
            let value = match self.gates.gate(wire) {
                Gate::False => false,
                Gate::Input(_) => self.cnf.existing_literal(wire).is_some_and(|lit| self.clauses.value(lit)),
                Gate::And(a, b) => ask(a, &self.known) & ask(b, &self.known),
                Gate::Xor(a, b) => ask(a, &self.known) ^ ask(b, &self.known),
                Gate::Mux(c, t, e) => {
                    let (c, t, e) = (ask(c, &self.known), ask(t, &self.known), ask(e, &self.known));
                    if c { t } else { e }
                }
                Gate::Maj(a, b, c) => {
                    let (a, b, c) = (ask(a, &self.known), ask(b, &self.known), ask(c, &self.known));
                    a & b | c & (a | b)
                }
            };
            if stack.len() == pending {
                self.known[wire.node()] = u8::from(value);
                stack.pop();
            }
        }
    }
}

fn positive(wire: Wire) -> Wire {
    wire.negate_if(wire.is_negated())
}
