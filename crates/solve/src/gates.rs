//! Gates: Boolean functions as a graph of AND, XOR, MUX and MAJ nodes with negated edges.
//!
//! The graph is hash-consed, so within one [`Gates`] equal wires compute equal functions, and most
//! functions that are equal for a local reason are equal wires: an operator first tries the rules of
//! `gates/rewrite.rs`, which look at most two levels deep, and then looks the node up. Both cost O(1).
//!
//! An and-inverter graph alone would do (Kuehlmann et al., *Robust Boolean Reasoning for Equivalence
//! Checking and Functional Property Verification*, 2002), but arithmetic is made of XOR and MAJ, and
//! memory of MUX; as nodes of their own they need fewer variables and clauses, and the clauses
//! propagate more.
//!
//! ```text
//! wire    31          1   0          node     first     second    third
//!        ┌─────────────┬───┐           constant  ────      ────      INPUT     node 0, false
//!        │    node     │ ¬ │           input     number    ────      INPUT
//!        └─────────────┴───┘           and       a         b         AND       a < b
//!                                      xor       a         b         XOR       a < b, neither negated
//!                                      mux       if        then      else      if, then not negated
//!                                      maj       a | 1     b         c         a < b, at most c negated
//! ```
//!
//! Nodes are numbered in topological order: the operands of a node have smaller numbers.
//!
//! Beside the nodes there are lemmas ([`Gates::add_lemma`]): wires that are true whatever the inputs
//! are, which a solver would find hard to see.

use std::fmt;
use std::ops::Not;

use rustc_hash::FxHashMap;

use crate::sat::{Budget, Reason, Watch};

pub mod cnf;
mod rewrite;

/// A node of [`Gates`], perhaps negated.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Wire(u32);

impl Wire {
    /// The constant false.
    pub const FALSE: Self = Self(0);
    /// The constant true.
    pub const TRUE: Self = Self(1);

    /// The constant wire of a value.
    pub fn constant(value: bool) -> Self {
        Self(value.into())
    }

    /// The value of a constant wire.
    pub fn as_constant(self) -> Option<bool> {
        (self.0 <= 1).then_some(self.0 == 1)
    }

    /// The number of the node.
    pub fn node(self) -> usize {
        (self.0 >> 1) as usize
    }

    /// Whether the wire is the negation of its node.
    pub fn is_negated(self) -> bool {
        self.0 & 1 == 1
    }

    /// The wire of a node that is not negated.
    pub(crate) fn of_node(node: usize) -> Self {
        Self((node as u32) << 1)
    }

    /// The wire, negated if `negate`.
    #[must_use]
    pub fn negate_if(self, negate: bool) -> Self {
        Self(self.0 ^ u32::from(negate))
    }

    /// The node of the wire without negation.
    fn positive(self) -> Self {
        Self(self.0 & !1)
    }
}

impl Not for Wire {
    type Output = Self;

    fn not(self) -> Self {
        Self(self.0 ^ 1)
    }
}

/// The number of the node, after `!` if it is negated.
impl fmt::Debug for Wire {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.as_constant() {
            Some(value) => write!(f, "{value}"),
            None => write!(f, "{}{}", if self.is_negated() { "!" } else { "" }, self.node()),
        }
    }
}

/// What a node computes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Gate {
    /// Node 0: false.
    False,
    /// An input, with its number: inputs are counted from 0.
    Input(u32),
    /// Both.
    And(Wire, Wire),
    /// One, but not both. Neither operand is negated.
    Xor(Wire, Wire),
    /// If the first then the second, else the third.
    Mux(Wire, Wire, Wire),
    /// At least two.
    Maj(Wire, Wire, Wire),
}

/// A stored [`Gate`], as the module comment shows.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Node([u32; 3]);

/// Third words of nodes with at most two operands. No wire has these values: see [`MAX_NODES`].
const INPUT: u32 = u32::MAX;
const AND: u32 = u32::MAX - 1;
const XOR: u32 = u32::MAX - 2;

/// Nodes from which on their wires would not be smaller than [`XOR`].
const MAX_NODES: usize = (XOR >> 1) as usize;

impl Node {
    fn gate(self) -> Gate {
        let Self([a, b, c]) = self;
        match c {
            INPUT if b == 0 => Gate::False,
            INPUT => Gate::Input(a),
            AND => Gate::And(Wire(a), Wire(b)),
            XOR => Gate::Xor(Wire(a), Wire(b)),
            _ if a & 1 == 0 => Gate::Mux(Wire(a), Wire(b), Wire(c)),
            _ => Gate::Maj(Wire(a ^ 1), Wire(b), Wire(c)),
        }
    }

    fn hash(self) -> u64 {
        let Self([a, b, c]) = self;
        let pair = u64::from(a) << 32 | u64::from(b);
        let mixed = (pair ^ u64::from(c).rotate_left(21)).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        (mixed ^ mixed >> 29).wrapping_mul(0xbf58_476d_1ce4_e5b9)
    }
}

/// The graph.
#[derive(Clone)]
pub struct Gates {
    nodes: Vec<Node>,
    /// Open addressing: numbers of nodes at the top bits of their hash or after; 0 is a free place.
    table: Vec<u32>,
    /// The length of the table is 2 to the power of 64 minus this.
    shift: u32,
    /// Nodes in the table.
    hashed: usize,
    inputs: u32,
    /// By the number of a node they are about.
    lemmas: FxHashMap<u32, Vec<Wire>>,
    /// Ends the building of large circuits.
    watch: Watch,
    /// How many nodes there may be.
    most: usize,
    halted: Option<Halt>,
}

/// Why a graph takes no more gates: new ones are all false then, and the graph is of no use any more.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Halt {
    /// The budget ended.
    Stopped(Reason),
    /// There are as many nodes as can be.
    Full,
}

/// The clock is read once for so many new nodes.
const NODES_PER_CLOCK: usize = 1 << 14;

impl Default for Gates {
    fn default() -> Self {
        Self::new()
    }
}

impl Gates {
    /// A graph with only the constant.
    pub fn new() -> Self {
        let bits = 10;
        let constant = Node([0, 0, INPUT]);
        Self {
            nodes: vec![constant],
            table: vec![0; 1 << bits],
            shift: 64 - bits,
            hashed: 0,
            inputs: 0,
            lemmas: FxHashMap::default(),
            watch: Watch::start(&Budget::default()),
            most: MAX_NODES,
            halted: None,
        }
    }

    /// From now on, the building of gates ends with the budget's clock and interrupt.
    pub fn watch(&mut self, budget: &Budget) {
        self.watch = Watch::start(budget);
    }

    /// From now on there are at most so many nodes.
    pub fn limit(&mut self, nodes: usize) {
        self.most = nodes.min(MAX_NODES);
    }

    /// Why there are no more gates, if so. What takes many steps looks at it now and then.
    pub fn halted(&self) -> Option<Halt> {
        self.halted
    }

    /// Number of nodes, the constant included.
    pub fn node_count(&self) -> usize {
        self.nodes.len()
    }

    /// Number of inputs.
    pub fn input_count(&self) -> u32 {
        self.inputs
    }

    /// The gate at the node of a wire, whether the wire is negated or not.
    pub fn gate(&self, wire: Wire) -> Gate {
        self.nodes[wire.node()].gate()
    }

    /// A new input.
    pub fn input(&mut self) -> Wire {
        let number = self.inputs;
        self.inputs += 1;
        self.push(Node([number, 1, INPUT]))
    }

    /// New inputs.
    pub fn inputs(&mut self, count: usize) -> Vec<Wire> {
        (0..count).map(|_| self.input()).collect()
    }

    /// Notes a wire that is true under every assignment, but not for a local reason. It does not change
    /// what any wire computes. [`cnf::Cnf`] tells it to the solver together with any of the gates it is
    /// about.
    pub fn add_lemma(&mut self, about: &[Wire], lemma: Wire) {
        for &wire in about {
            if matches!(self.gate(wire), Gate::False | Gate::Input(_)) {
                continue;
            }
            let lemmas = self.lemmas.entry(wire.node() as u32).or_default();
            if !lemmas.contains(&lemma) {
                lemmas.push(lemma);
            }
        }
    }

    /// The lemmas about a node.
    pub fn lemmas_about(&self, wire: Wire) -> &[Wire] {
        if self.lemmas.is_empty() {
            return &[];
        }
        self.lemmas.get(&(wire.node() as u32)).map_or(&[], Vec::as_slice)
    }

    fn push(&mut self, node: Node) -> Wire {
        let number = self.nodes.len();
        if number.is_multiple_of(NODES_PER_CLOCK) && self.halted.is_none() {
            self.halted = self.watch.stop_now().map(Halt::Stopped);
        }
        // Twelve gigabytes of nodes; a graph that large is beyond any solver.
        if number >= self.most {
            self.halted = Some(Halt::Full);
        }
        if self.halted.is_some() {
            return Wire::FALSE;
        }
        self.nodes.push(node);
        Wire::of_node(number)
    }

    /// The wire of a node that follows the normal form.
    fn intern(&mut self, node: Node) -> Wire {
        if self.hashed * 2 >= self.table.len() {
            self.grow_table();
        }
        let mut place = (node.hash() >> self.shift) as usize;
        loop {
            match self.table[place] {
                0 => break,
                number if self.nodes[number as usize] == node => return Wire::of_node(number as usize),
                _ => place = (place + 1) & (self.table.len() - 1),
            }
        }
        let wire = self.push(node);
        if wire != Wire::FALSE {
            self.table[place] = wire.node() as u32;
            self.hashed += 1;
        }
        wire
    }

    fn grow_table(&mut self) {
        self.shift -= 1;
        let length = self.table.len() * 2;
        self.table.clear();
        self.table.resize(length, 0);
        for (number, &node) in self.nodes.iter().enumerate() {
            if node.0[2] == INPUT {
                continue;
            }
            let mut place = (node.hash() >> self.shift) as usize;
            while self.table[place] != 0 {
                place = (place + 1) & (length - 1);
            }
            self.table[place] = number as u32;
        }
    }

    /// The values of all nodes under 64 assignments at once: the input with a number has in the n-th
    /// assignment the n-th bit of its word.
    pub fn simulate(&self, mut input: impl FnMut(u32) -> u64) -> Values {
        let mut values = Values(Vec::with_capacity(self.nodes.len()));
        for node in &self.nodes {
            let word = match node.gate() {
                Gate::False => 0,
                Gate::Input(number) => input(number),
                Gate::And(a, b) => values.word(a) & values.word(b),
                Gate::Xor(a, b) => values.word(a) ^ values.word(b),
                Gate::Mux(c, t, e) => {
                    let condition = values.word(c);
                    condition & values.word(t) | !condition & values.word(e)
                }
                Gate::Maj(a, b, c) => {
                    let (a, b, c) = (values.word(a), values.word(b), values.word(c));
                    a & b | c & (a | b)
                }
            };
            values.0.push(word);
        }
        values
    }

    /// The values of all nodes under an assignment of the inputs, by their numbers.
    pub fn evaluate(&self, mut input: impl FnMut(u32) -> bool) -> Values {
        self.simulate(|number| u64::from(input(number)))
    }
}

/// The values of the nodes of a graph under 64 assignments of its inputs.
pub struct Values(Vec<u64>);

impl Values {
    /// The value of a wire in every assignment.
    pub fn word(&self, wire: Wire) -> u64 {
        let word = self.0[wire.node()];
        if wire.is_negated() { !word } else { word }
    }

    /// The value of a wire in the first assignment, the only one of [`Gates::evaluate`].
    pub fn bit(&self, wire: Wire) -> bool {
        self.word(wire) & 1 == 1
    }
}

#[cfg(test)]
pub(crate) mod tests;
