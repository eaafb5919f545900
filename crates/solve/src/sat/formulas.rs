//! Formulas for the tests of this crate.

use super::{ClauseSink, Lit};

/// A small deterministic generator (xorshift64*).
pub(crate) struct Random(u64);

impl Random {
    pub(crate) fn new(seed: u64) -> Random {
        Random(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1)
    }

    fn next(&mut self) -> u64 {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        self.0.wrapping_mul(0x2545_f491_4f6c_dd1d) >> 16
    }

    /// A number below `bound`.
    pub(crate) fn below(&mut self, bound: usize) -> usize {
        (self.next() % bound as u64) as usize
    }

    /// A literal of one of the first `vars` variables.
    pub(crate) fn lit(&mut self, vars: usize) -> Lit {
        let number = self.below(vars) as i32 + 1;
        lit(if self.below(2) == 0 { number } else { -number })
    }

    /// A clause of up to `longest` such literals, perhaps with repetitions.
    pub(crate) fn clause(&mut self, vars: usize, longest: usize) -> Vec<Lit> {
        let length = 1 + self.below(longest);
        (0..length).map(|_| self.lit(vars)).collect()
    }
}

pub(crate) fn lit(number: i32) -> Lit {
    Lit::from_dimacs(number).expect("test literals are valid")
}

pub(crate) fn new_vars(sink: &mut impl ClauseSink, count: usize) -> Vec<Lit> {
    (0..count).map(|_| sink.new_var()).collect()
}

/// `holes + 1` pigeons do not fit into `holes` holes. Resolution needs exponentially many steps.
pub(crate) fn pigeonhole(sink: &mut impl ClauseSink, holes: usize) {
    let sits: Vec<Vec<Lit>> = (0..=holes).map(|_| new_vars(sink, holes)).collect();
    for pigeon in &sits {
        sink.add_clause(pigeon);
    }
    for (index, a) in sits.iter().enumerate() {
        for b in &sits[..index] {
            for hole in 0..holes {
                sink.add_clause(&[!a[hole], !b[hole]]);
            }
        }
    }
}

/// A uniform random 3-CNF.
pub(crate) fn random_3cnf(sink: &mut impl ClauseSink, random: &mut Random, vars: usize, clauses: usize) {
    let base = new_vars(sink, vars);
    for _ in 0..clauses {
        let mut clause = Vec::new();
        while clause.len() < 3 {
            let var = base[random.below(vars)];
            if !clause.contains(&var) && !clause.contains(&!var) {
                clause.push(if random.below(2) == 0 { var } else { !var });
            }
        }
        sink.add_clause(&clause);
    }
}

/// The exclusive or of all `lits` is `parity`, as its prime clauses.
fn parity(sink: &mut impl ClauseSink, lits: &[Lit], parity: bool) {
    for mask in 0..1_u32 << lits.len() {
        // A clause rules out the assignment that falsifies all of it.
        if (mask.count_ones() % 2 == 1) != parity {
            let flipped = |(index, &lit): (usize, &Lit)| if mask >> index & 1 == 1 { !lit } else { lit };
            let clause: Vec<Lit> = lits.iter().enumerate().map(flipped).collect();
            sink.add_clause(&clause);
        }
    }
}

/// Tseitin's parity formula over a cycle with random chords: each edge is a variable, the edges at each
/// node have an even sum, but for one node. Unsatisfiable, as every edge is counted twice.
pub(crate) fn tseitin(sink: &mut impl ClauseSink, random: &mut Random, nodes: usize) {
    let mut edges = vec![Vec::new(); nodes];
    let mut link = |sink: &mut _, a: usize, b: usize| {
        let edge = ClauseSink::new_var(sink);
        edges[a].push(edge);
        edges[b].push(edge);
    };
    let mut order: Vec<usize> = (0..nodes).collect();
    for node in 0..nodes {
        link(sink, node, (node + 1) % nodes);
        order.swap(node, random.below(nodes));
    }
    for pair in order.chunks_exact(2) {
        link(sink, pair[0], pair[1]);
    }
    for (node, edges) in edges.iter().enumerate() {
        parity(sink, edges, node == 0);
    }
}

fn and(sink: &mut impl ClauseSink, a: Lit, b: Lit) -> Lit {
    let out = sink.new_var();
    sink.add_clause(&[!out, a]);
    sink.add_clause(&[!out, b]);
    sink.add_clause(&[out, !a, !b]);
    out
}

fn xor(sink: &mut impl ClauseSink, a: Lit, b: Lit) -> Lit {
    let out = sink.new_var();
    parity(sink, &[out, a, b], false);
    out
}

fn or(sink: &mut impl ClauseSink, a: Lit, b: Lit) -> Lit {
    !and(sink, !a, !b)
}

/// The low `a.len()` bits of the product, row by row.
pub(crate) fn product(sink: &mut impl ClauseSink, a: &[Lit], b: &[Lit]) -> Vec<Lit> {
    let width = a.len();
    let mut sum: Vec<Lit> = a.iter().map(|&bit| and(sink, bit, b[0])).collect();
    for row in 1..width {
        let mut carry = None;
        for column in row..width {
            let bit = and(sink, a[column - row], b[row]);
            let half = xor(sink, sum[column], bit);
            let both = and(sink, sum[column], bit);
            (sum[column], carry) = match carry {
                None => (half, Some(both)),
                Some(carry) => {
                    let full = xor(sink, half, carry);
                    let through = and(sink, half, carry);
                    (full, Some(or(sink, both, through)))
                }
            };
        }
    }
    sum
}

/// Some bit of `a * b` differs from that of `b * a`: what a bit-blasted equivalence looks like.
pub(crate) fn commutativity(sink: &mut impl ClauseSink, width: usize) {
    let a = new_vars(sink, width);
    let b = new_vars(sink, width);
    let ab = product(sink, &a, &b);
    let ba = product(sink, &b, &a);
    let differ: Vec<Lit> = ab.iter().zip(&ba).map(|(&x, &y)| xor(sink, x, y)).collect();
    sink.add_clause(&differ);
}
