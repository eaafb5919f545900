//! The operators, and the local rules that simplify them.
//!
//! For AND these are the rules of Brummayer & Biere, *Local Two-Level And-Inverter Graph Minimization
//! without Blowup* (2006): neutrality, boundedness, idempotence and contradiction on one level;
//! contradiction, subsumption, idempotence, substitution and resolution on two. Seen from where both
//! operands are conjoined, all of the two-level ones but resolution are one rule: what one operand
//! asserts may be assumed in the other ([`Gates::assuming`]). That rule also covers XOR and MUX
//! operands, and the branches of a MUX under its condition.
//!
//! "Without blowup": a rule never makes more than the one node that the operator would have made
//! anyway. A rule that leads to another operator continues there, and [`FUEL`] bounds how often, so
//! that chains of rules that each go one level deeper cannot make an operator cost more than O(1).

use super::{AND, Gate, Gates, Node, Wire, XOR};

/// Rules applied in a row before the node is made as it is.
const FUEL: u32 = 12;

impl Gates {
    /// Both.
    pub fn and(&mut self, a: Wire, b: Wire) -> Wire {
        if self.halted.is_some() {
            return Wire::FALSE;
        }
        self.and_within(a, b, FUEL)
    }

    /// At least one.
    pub fn or(&mut self, a: Wire, b: Wire) -> Wire {
        !self.and(!a, !b)
    }

    /// One, but not both.
    pub fn xor(&mut self, a: Wire, b: Wire) -> Wire {
        if self.halted.is_some() {
            return Wire::FALSE;
        }
        self.xor_within(a, b, FUEL)
    }

    /// If `c` then `t`, else `e`.
    pub fn mux(&mut self, c: Wire, t: Wire, e: Wire) -> Wire {
        if self.halted.is_some() {
            return Wire::FALSE;
        }
        self.mux_within(c, t, e, FUEL)
    }

    /// At least two.
    pub fn maj(&mut self, a: Wire, b: Wire, c: Wire) -> Wire {
        if self.halted.is_some() {
            return Wire::FALSE;
        }
        self.maj_within(a, b, c, FUEL)
    }

    /// Both or neither.
    pub fn equal(&mut self, a: Wire, b: Wire) -> Wire {
        !self.xor(a, b)
    }

    /// `b` if `a`.
    pub fn implies(&mut self, a: Wire, b: Wire) -> Wire {
        !self.and(a, !b)
    }

    /// All of them, as a balanced tree; true if there are none.
    pub fn and_all(&mut self, wires: &[Wire]) -> Wire {
        let mut level = wires.to_vec();
        level.sort_unstable();
        level.dedup();
        // A wire and its negation are neighbours now.
        if level.windows(2).any(|pair| pair[0] == !pair[1]) {
            return Wire::FALSE;
        }
        while level.len() > 1 {
            level =
                level.chunks(2).map(|pair| pair.iter().fold(Wire::TRUE, |a, &b| self.and(a, b))).collect();
        }
        level.pop().unwrap_or(Wire::TRUE)
    }

    /// At least one of them, as a balanced tree; false if there are none.
    pub fn or_all(&mut self, wires: &[Wire]) -> Wire {
        let negated: Vec<Wire> = wires.iter().map(|&wire| !wire).collect();
        !self.and_all(&negated)
    }

    fn and_within(&mut self, mut a: Wire, mut b: Wire, fuel: u32) -> Wire {
        for fuel in (0..=fuel).rev() {
            if a > b {
                (a, b) = (b, a);
            }
            match a {
                Wire::FALSE => return Wire::FALSE,
                Wire::TRUE => return b,
                _ if a == b => return a,
                _ if a == !b => return Wire::FALSE,
                _ => {}
            }
            if fuel == 0 {
                break;
            }
            match self.rewrite_and(a, b) {
                AndRule::None => break,
                AndRule::Wire(wire) => return wire,
                AndRule::And(x, y) => (a, b) = (x, y),
                AndRule::Xor(x, y) => return self.xor_within(x, y, fuel - 1),
                AndRule::Mux(c, t, e) => return self.mux_within(c, t, e, fuel - 1),
            }
        }
        self.intern(Node([a.0, b.0, AND]))
    }

    /// The two-level rules for the conjunction of different nodes that are not constant.
    fn rewrite_and(&self, a: Wire, b: Wire) -> AndRule {
        let (gate_a, gate_b) = (self.gate(a), self.gate(b));
        for (x, gate_x, y, gate_y) in [(a, gate_a, b, gate_b), (b, gate_b, a, gate_a)] {
            if let Some(rest) = assume(x, gate_x, y) {
                // Idempotence: (p ∧ q) ∧ p, else contradiction, subsumption or substitution.
                let conjunction = !x.is_negated() && matches!(gate_x, Gate::And(..));
                return match rest {
                    Wire::FALSE => AndRule::Wire(Wire::FALSE),
                    _ if conjunction => AndRule::Wire(x),
                    _ => AndRule::And(rest, y),
                };
            }
            if let Gate::And(p, q) = gate_y
                && !y.is_negated()
                && let Some(rest) = assume(x, gate_x, p).or_else(|| assume(x, gate_x, q))
            {
                return AndRule::And(rest, y);
            }
        }
        match (gate_a, gate_b) {
            // Only negated conjunctions are left: ¬(p ∧ q) ∧ ¬(r ∧ s).
            (Gate::And(p, q), Gate::And(r, s)) if a.is_negated() && b.is_negated() => {
                for (p, q) in [(p, q), (q, p)] {
                    for (r, s) in [(r, s), (s, r)] {
                        if p == !r {
                            return match () {
                                () if q == s => AndRule::Wire(!q),
                                () if q == !s => AndRule::Xor(p, q),
                                () => AndRule::Mux(p, !q, !s),
                            };
                        }
                    }
                }
                AndRule::None
            }
            (Gate::And(p, q), Gate::Xor(r, s)) => and_with_xor((p, q), (b, r, s)),
            (Gate::Xor(r, s), Gate::And(p, q)) => and_with_xor((p, q), (a, r, s)),
            _ => AndRule::None,
        }
    }

    /// The wire where another is true, if a look at the gate of the wire tells and no node is needed.
    fn assuming(&self, wire: Wire, known: Wire) -> Option<Wire> {
        assume(wire, self.gate(wire), known)
    }

    fn xor_within(&mut self, mut a: Wire, mut b: Wire, fuel: u32) -> Wire {
        let mut negate = false;
        for fuel in (0..=fuel).rev() {
            negate ^= a.is_negated() ^ b.is_negated();
            (a, b) = (a.positive().min(b.positive()), a.positive().max(b.positive()));
            if a == Wire::FALSE {
                return b.negate_if(negate);
            }
            if a == b {
                return Wire::constant(negate);
            }
            if fuel == 0 {
                break;
            }
            match self.rewrite_xor(a, b) {
                XorRule::None => break,
                XorRule::Xor(x, y) => (a, b) = (x, y),
                XorRule::And(x, y) => return self.and_within(x, y, fuel - 1).negate_if(negate),
                XorRule::Or(x, y) => return self.and_within(!x, !y, fuel - 1).negate_if(!negate),
                XorRule::Mux(c, t, e) => return self.mux_within(c, t, e, fuel - 1).negate_if(negate),
            }
        }
        self.intern(Node([a.0, b.0, XOR])).negate_if(negate)
    }

    /// The two-level rules for the difference of nodes `a` and `b`, which are not negated, not equal
    /// and not constant.
    fn rewrite_xor(&self, a: Wire, b: Wire) -> XorRule {
        let (gate_a, gate_b) = (self.gate(a), self.gate(b));
        for (x, gate_y) in [(b, gate_a), (a, gate_b)] {
            match gate_y {
                Gate::Xor(p, q) if p == x => return XorRule::Xor(q, Wire::FALSE),
                Gate::Xor(p, q) if q == x => return XorRule::Xor(p, Wire::FALSE),
                Gate::And(p, q) => {
                    for (p, q) in [(p, q), (q, p)] {
                        if p == x {
                            return XorRule::And(x, !q);
                        }
                        if p == !x {
                            return XorRule::Or(x, q);
                        }
                    }
                }
                Gate::Mux(c, t, e) if c == x => return XorRule::Mux(c, !t, e),
                _ => {}
            }
        }
        match (gate_a, gate_b) {
            (Gate::Xor(p, q), Gate::Xor(r, s)) => match () {
                () if p == r => XorRule::Xor(q, s),
                () if p == s => XorRule::Xor(q, r),
                () if q == r => XorRule::Xor(p, s),
                () if q == s => XorRule::Xor(p, r),
                () => XorRule::None,
            },
            // Conjunctions that exclude each other differ where there is one of them.
            (Gate::And(p, q), Gate::And(r, s)) => {
                for (p, q) in [(p, q), (q, p)] {
                    for (r, s) in [(r, s), (s, r)] {
                        if p == !r {
                            return if q == s { XorRule::Xor(q, Wire::FALSE) } else { XorRule::Mux(p, q, s) };
                        }
                    }
                }
                XorRule::None
            }
            (Gate::And(p, q), Gate::Xor(r, s)) | (Gate::Xor(r, s), Gate::And(p, q)) => {
                if !same_nodes((p, q), (r, s)) {
                    return XorRule::None;
                }
                // (p ∧ q) ⊕ (p ⊕ q) = p ∨ q; negations on p and q may negate the second.
                if p.is_negated() == q.is_negated() { XorRule::Or(p, q) } else { XorRule::And(!p, !q) }
            }
            _ => XorRule::None,
        }
    }

    fn mux_within(&mut self, mut c: Wire, mut t: Wire, mut e: Wire, fuel: u32) -> Wire {
        for fuel in (0..=fuel).rev() {
            if c.is_negated() {
                (c, t, e) = (!c, e, t);
            }
            let rest = fuel.saturating_sub(1);
            if c == Wire::FALSE {
                return e;
            } else if t == e {
                return t;
            } else if t == !e {
                return self.xor_within(c, e, rest);
            } else if t == Wire::FALSE || t == !c {
                return self.and_within(!c, e, rest);
            } else if t == Wire::TRUE || t == c {
                return !self.and_within(!c, !e, rest);
            } else if e == Wire::FALSE || e == c {
                return self.and_within(c, t, rest);
            } else if e == Wire::TRUE || e == !c {
                return !self.and_within(c, !t, rest);
            }
            if fuel == 0 {
                break;
            }
            if let Some(simpler) = self.assuming(t, c) {
                t = simpler;
                continue;
            }
            if let Some(simpler) = self.assuming(e, !c) {
                e = simpler;
                continue;
            }
            match self.gate(c) {
                Gate::And(p, q) => match self.assuming(t, p).or_else(|| self.assuming(t, q)) {
                    Some(simpler) => t = simpler,
                    None => break,
                },
                // Where p and q are equal, `e` is p: the carry of an adder.
                Gate::Xor(p, q) if e.positive() == p || e.positive() == q => {
                    let negate = e.is_negated();
                    return self.maj_within(p.negate_if(negate), q.negate_if(negate), t, rest);
                }
                // Where p and q differ, `t` is one of them and the negation of the other.
                Gate::Xor(p, q) if t.positive() == p || t.positive() == q => {
                    let other = if t.positive() == p { q } else { p };
                    return self.maj_within(t, other.negate_if(!t.is_negated()), e, rest);
                }
                _ => break,
            }
        }
        let negate = t.is_negated();
        let (t, e) = (t.negate_if(negate), e.negate_if(negate));
        self.intern(Node([c.0, t.0, e.0])).negate_if(negate)
    }

    fn maj_within(&mut self, a: Wire, b: Wire, c: Wire, fuel: u32) -> Wire {
        let mut wires = [a, b, c];
        for fuel in (0..=fuel).rev() {
            wires.sort_unstable();
            let [a, b, c] = wires;
            let rest = fuel.saturating_sub(1);
            if a == b || b == c {
                return b;
            } else if a == !b {
                return c;
            } else if b == !c {
                return a;
            } else if a == Wire::FALSE {
                return self.and_within(b, c, rest);
            } else if a == Wire::TRUE {
                return !self.and_within(!b, !c, rest);
            }
            if fuel == 0 {
                break;
            }
            let turns = [(a, b, c), (a, c, b), (b, c, a)];
            let Some((a, b, simpler)) =
                turns.into_iter().find_map(|(a, b, c)| Some((a, b, self.assuming_different(c, a, b)?)))
            else {
                break;
            };
            wires = [a, b, simpler];
        }
        let negate = wires.iter().filter(|wire| wire.is_negated()).count() >= 2;
        let mut wires = wires.map(|wire| wire.negate_if(negate));
        wires.sort_unstable_by_key(|wire| (wire.is_negated(), wire.0));
        let [a, b, c] = wires;
        self.intern(Node([a.0 | 1, b.0, c.0])).negate_if(negate)
    }

    /// The wire where `a` and `b` differ, which is where a majority of the three depends on it, if a
    /// look at its gate tells and no node is needed.
    fn assuming_different(&self, wire: Wire, a: Wire, b: Wire) -> Option<Wire> {
        let negate = wire.is_negated();
        // An operand in terms of `a`.
        let rename = |operand: Wire| match operand.positive() {
            _ if operand == a || operand == !b => Some(true),
            _ if operand == !a || operand == b => Some(false),
            _ => None,
        };
        match self.gate(wire) {
            Gate::And(p, q) => {
                let (p, q) = (rename(p)?, rename(q)?);
                Some(if p == q { a.negate_if(!p) } else { Wire::FALSE }.negate_if(negate))
            }
            Gate::Xor(p, q) => Some(Wire::constant(rename(p)? != rename(q)?).negate_if(negate)),
            Gate::Maj(p, q, r) => {
                let (x, y, other) = match (rename(p), rename(q), rename(r)) {
                    (Some(x), Some(y), _) => (x, y, r),
                    (Some(x), _, Some(y)) => (x, y, q),
                    (_, Some(x), Some(y)) => (x, y, p),
                    _ => return None,
                };
                Some(if x == y { a.negate_if(!x) } else { other }.negate_if(negate))
            }
            Gate::False | Gate::Input(_) | Gate::Mux(..) => None,
        }
    }
}

/// What becomes of a conjunction.
enum AndRule {
    None,
    Wire(Wire),
    And(Wire, Wire),
    Xor(Wire, Wire),
    Mux(Wire, Wire, Wire),
}

/// What becomes of a difference.
enum XorRule {
    None,
    Xor(Wire, Wire),
    And(Wire, Wire),
    Or(Wire, Wire),
    Mux(Wire, Wire, Wire),
}

/// The wire with this gate where `known` is true, if it can be told without a new node.
fn assume(wire: Wire, gate: Gate, known: Wire) -> Option<Wire> {
    let negate = wire.is_negated();
    let rest = match gate {
        Gate::And(p, q) => match () {
            () if p == known => q,
            () if q == known => p,
            () if p == !known || q == !known => Wire::FALSE,
            () => return None,
        },
        // Operands are not negated, but `known` may be.
        Gate::Xor(p, q) => match known.positive() {
            node if node == p => q.negate_if(!known.is_negated()),
            node if node == q => p.negate_if(!known.is_negated()),
            _ => return None,
        },
        Gate::Mux(c, t, e) => match () {
            () if c == known => t,
            () if c == !known => e,
            () => return None,
        },
        Gate::False | Gate::Input(_) | Gate::Maj(..) => return None,
    };
    Some(rest.negate_if(negate))
}

/// `¬(p ∧ q) ∧ xor`, where the second may be negated. (Of `p ∧ q` the operands have been assumed.)
fn and_with_xor((p, q): (Wire, Wire), (xor, r, s): (Wire, Wire, Wire)) -> AndRule {
    if !same_nodes((p, q), (r, s)) {
        return AndRule::None;
    }
    // What `xor` is where p and q are true.
    let overlap = p.is_negated() ^ q.is_negated() ^ xor.is_negated();
    if overlap { AndRule::And(!p, !q) } else { AndRule::Wire(xor) }
}

/// Whether both pairs are of the same nodes.
fn same_nodes((p, q): (Wire, Wire), (r, s): (Wire, Wire)) -> bool {
    let (p, q, r, s) = (p.node(), q.node(), r.node(), s.node());
    p == r && q == s || p == s && q == r
}
