//! Before bit-blasting: assertions are split into conjuncts, and variables that an assertion defines
//! (`x = t`, `b`, `not b`, `b = f`) are replaced by their definition everywhere.
//!
//! A definition belongs to the level whose assertion made it, and goes with it. Variables that already
//! have wires are not replaced, since clauses mention them. Cycles among definitions are cut by keeping
//! one of the equations as an assertion.

use fathom_logic::{Op, Sort, Term, Terms};
use rustc_hash::{FxHashMap, FxHashSet};

/// Definitions in force.
#[derive(Default, Debug)]
pub struct Definitions {
    /// What a variable stands for; may mention other variables that have definitions, but no cycle.
    of: FxHashMap<Term, Term>,
    /// Variables in the order in which they were defined, for going back.
    order: Vec<Term>,
    /// Terms with every definition applied, as far as they have been asked for.
    expanded: FxHashMap<Term, Term>,
}

/// How many rounds of finding definitions in the results of the last round are made.
const ROUNDS: usize = 8;

impl Definitions {
    /// How many there are: a mark for [`Definitions::truncate`].
    pub fn len(&self) -> usize {
        self.order.len()
    }

    /// There are none.
    pub fn is_empty(&self) -> bool {
        self.order.is_empty()
    }

    /// The variables that are defined, in order.
    pub fn variables(&self) -> &[Term] {
        &self.order
    }

    /// Forgets all definitions after a mark.
    pub fn truncate(&mut self, mark: usize) {
        if mark < self.order.len() {
            for variable in self.order.drain(mark..) {
                self.of.remove(&variable);
            }
            self.expanded.clear();
        }
    }

    /// Takes in assertions of the current level, and gives what remains to be asserted. `is_fixed` says
    /// which variables must not be replaced.
    pub fn take(
        &mut self,
        terms: &mut Terms,
        assertions: &[Term],
        is_fixed: impl Fn(Term) -> bool,
    ) -> Vec<Term> {
        let mut current = assertions.to_vec();
        for round in 0..ROUNDS {
            current = self.simplified(terms, &current);
            if round + 1 == ROUNDS {
                break;
            }
            let found = self.define(terms, &current, &is_fixed);
            if found.is_empty() {
                break;
            }
            current.retain(|assertion| !found.contains(assertion));
        }
        current
    }

    /// Assertions with definitions applied, split into conjuncts, without duplicates.
    fn simplified(&mut self, terms: &mut Terms, assertions: &[Term]) -> Vec<Term> {
        let mut result = Vec::new();
        let mut seen = FxHashSet::default();
        for &assertion in assertions {
            let mut work = vec![self.expand(terms, assertion)];
            while let Some(term) = work.pop() {
                match terms.op(term) {
                    Op::True => {}
                    Op::And => work.extend(terms.operands(term).iter().rev()),
                    _ if seen.insert(term) => result.push(term),
                    _ => {}
                }
            }
        }
        result
    }

    /// Finds definitions among the assertions, and gives the assertions that became one.
    fn define(
        &mut self,
        terms: &mut Terms,
        assertions: &[Term],
        is_fixed: &impl Fn(Term) -> bool,
    ) -> FxHashSet<Term> {
        let mut candidates: FxHashMap<Term, (Term, Term)> = FxHashMap::default();
        let mut order = Vec::new();
        for &assertion in assertions {
            for (variable, definition) in definitions_in(terms, assertion) {
                let open = !is_fixed(variable) && !candidates.contains_key(&variable);
                if open && variable != definition {
                    candidates.insert(variable, (definition, assertion));
                    order.push(variable);
                    break;
                }
            }
        }
        cut_cycles(terms, &order, &mut candidates);
        let mut used = FxHashSet::default();
        for variable in order {
            if let Some(&(definition, assertion)) = candidates.get(&variable) {
                self.of.insert(variable, definition);
                self.order.push(variable);
                used.insert(assertion);
            }
        }
        if !used.is_empty() {
            self.expanded.clear();
        }
        used
    }

    /// The term with every definition applied.
    pub fn expand(&mut self, terms: &mut Terms, root: Term) -> Term {
        if self.of.is_empty() {
            return root;
        }
        let mut stack = vec![root];
        let mut operands = Vec::new();
        while let Some(&term) = stack.last() {
            if self.expanded.contains_key(&term) {
                stack.pop();
                continue;
            }
            let pending = stack.len();
            if let Some(&definition) = self.of.get(&term) {
                match self.expanded.get(&definition) {
                    Some(&done) => {
                        self.expanded.insert(term, done);
                    }
                    None => stack.push(definition),
                }
                continue;
            }
            stack.extend(terms.operands(term).iter().filter(|operand| !self.expanded.contains_key(operand)));
            if stack.len() > pending {
                continue;
            }
            operands.clear();
            operands.extend(terms.operands(term).iter().map(|operand| self.expanded[operand]));
            let same = operands == terms.operands(term);
            let new = if same { term } else { terms.app(terms.op(term), terms.sort(term), &operands) };
            self.expanded.insert(term, new);
        }
        self.expanded[&root]
    }
}

/// Variables that an assertion defines, with what they stand for.
fn definitions_in(terms: &mut Terms, assertion: Term) -> Vec<(Term, Term)> {
    let (positive, inner) = match terms.op(assertion) {
        Op::Not => (false, terms.operands(assertion)[0]),
        _ => (true, assertion),
    };
    if terms.as_symbol(inner).is_some() {
        return vec![(inner, terms.bool(positive))];
    }
    if terms.op(inner) != Op::Eq {
        return Vec::new();
    }
    let [a, b] = terms.operands_of(inner);
    let is_bool = terms.sort(a) == Sort::Bool;
    let is_bit = terms.sort(a) == Sort::Bits(1);
    if !positive && !is_bool && !is_bit {
        return Vec::new();
    }
    let mut found = Vec::new();
    for (a, b) in [(a, b), (b, a)] {
        if terms.as_symbol(a).is_some() {
            let definition = match (positive, is_bool) {
                (true, _) => b,
                (false, true) => terms.not(b),
                (false, false) => terms.bv_not(b),
            };
            found.push((a, definition));
        } else if positive && terms.op(a) == Op::BvAdd {
            // x + r = b defines x as b - r.
            let [x, y] = terms.operands_of(a);
            for (x, rest) in [(x, y), (y, x)] {
                if terms.as_symbol(x).is_some() {
                    found.push((x, terms.bv_sub(b, rest)));
                }
            }
        }
    }
    found
}

/// How many cycles are cut one by one before all that is left on cycles is.
const CUTS: usize = 1000;

/// Drops definitions until none depends on itself.
///
/// The graph of terms, where a variable leads to its definition, is peeled from the leaves upwards. What
/// remains depends on a cycle; walking down inside it finds one, and a variable on it stays free.
fn cut_cycles(terms: &Terms, order: &[Term], candidates: &mut FxHashMap<Term, (Term, Term)>) {
    let below = |candidates: &FxHashMap<Term, (Term, Term)>, term: Term| -> Vec<Term> {
        match candidates.get(&term) {
            Some(&(definition, _)) => vec![definition],
            None => terms.operands(term).to_vec(),
        }
    };
    // For each term, how many below it are not peeled, and which are above it.
    let mut waiting: FxHashMap<Term, usize> = FxHashMap::default();
    let mut above: FxHashMap<Term, Vec<Term>> = FxHashMap::default();
    let mut peeled: Vec<Term> = Vec::new();
    let mut found: Vec<Term> = order.to_vec();
    while let Some(term) = found.pop() {
        if waiting.contains_key(&term) {
            continue;
        }
        let children = below(candidates, term);
        waiting.insert(term, children.len());
        if children.is_empty() {
            peeled.push(term);
        }
        for child in children {
            above.entry(child).or_default().push(term);
            found.push(child);
        }
    }
    let mut cuts = 0;
    let mut open = order.iter();
    loop {
        while let Some(term) = peeled.pop() {
            for parent in above.remove(&term).unwrap_or_default() {
                if let Some(left) = waiting.get_mut(&parent)
                    && *left > 0
                {
                    *left -= 1;
                    if *left == 0 {
                        peeled.push(parent);
                    }
                }
            }
        }
        let is_stuck = |term: &Term| waiting.get(term).is_some_and(|&left| left > 0);
        let Some(&start) = open.as_slice().iter().find(|term| is_stuck(term)) else { return };
        while open.as_slice().first().is_some_and(|term| !is_stuck(term)) {
            open.next();
        }
        cuts += 1;
        let free = if cuts > CUTS { start } else { variable_on_cycle(candidates, &is_stuck, &below, start) };
        candidates.remove(&free);
        waiting.insert(free, 0);
        peeled.push(free);
    }
}

/// A defined variable on a cycle below a term that depends on one.
fn variable_on_cycle(
    candidates: &FxHashMap<Term, (Term, Term)>,
    is_stuck: &impl Fn(&Term) -> bool,
    below: &impl Fn(&FxHashMap<Term, (Term, Term)>, Term) -> Vec<Term>,
    start: Term,
) -> Term {
    let mut path = Vec::new();
    let mut seen: FxHashMap<Term, usize> = FxHashMap::default();
    let mut at = start;
    loop {
        if let Some(&begin) = seen.get(&at) {
            // Terms alone have no cycles, so there is a definition on it.
            let cycle = &path[begin..];
            return cycle.iter().copied().find(|term| candidates.contains_key(term)).unwrap_or(start);
        }
        seen.insert(at, path.len());
        path.push(at);
        match below(candidates, at).into_iter().find(|child| is_stuck(child)) {
            Some(child) => at = child,
            None => return start,
        }
    }
}
