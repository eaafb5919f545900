//! Walks over terms. None recurses: terms may be a million deep.

use rustc_hash::{FxHashMap, FxHashSet};

use crate::op::{Function, Op, Symbol};
use crate::terms::{Term, Terms};

/// Every term below the roots, each once, operands before their users, in an order that depends only on
/// the shape of the terms.
pub fn postorder(terms: &Terms, roots: &[Term]) -> Vec<Term> {
    postorder_until(terms, roots, |_| false)
}

/// Like [`postorder`], but does not go below terms for which `stop` holds (nor list them).
pub fn postorder_until(terms: &Terms, roots: &[Term], stop: impl Fn(Term) -> bool) -> Vec<Term> {
    let mut seen = FxHashSet::default();
    let mut order = Vec::new();
    // A term on the stack with `true` has had its operands pushed.
    let mut stack: Vec<(Term, bool)> = Vec::new();
    for &root in roots {
        stack.push((root, false));
        while let Some((term, expanded)) = stack.pop() {
            if expanded {
                order.push(term);
            } else if !stop(term) && seen.insert(term) {
                stack.push((term, true));
                stack.extend(terms.operands(term).iter().rev().map(|&operand| (operand, false)));
            }
        }
    }
    order
}

/// The terms below the roots on which the roots' values depend: their cone of influence.
pub fn cone(terms: &Terms, roots: &[Term]) -> FxHashSet<Term> {
    postorder(terms, roots).into_iter().collect()
}

/// The free variables below the roots, in the order of their numbers.
pub fn free_symbols(terms: &Terms, roots: &[Term]) -> Vec<Symbol> {
    let mut symbols: Vec<Symbol> =
        postorder(terms, roots).into_iter().filter_map(|term| terms.as_symbol(term)).collect();
    symbols.sort_unstable();
    symbols
}

/// The uninterpreted functions below the roots, in the order of their numbers.
pub fn free_functions(terms: &Terms, roots: &[Term]) -> Vec<Function> {
    let mut functions: Vec<Function> = postorder(terms, roots)
        .into_iter()
        .filter_map(|term| match terms.op(term) {
            Op::Apply(function) => Some(function),
            _ => None,
        })
        .collect();
    functions.sort_unstable();
    functions.dedup();
    functions
}

/// Assertions whose variables are connected with those of `seeds`, directly or through other assertions,
/// by their position: the rest can be satisfied on its own or not at all.
pub fn related(terms: &Terms, seeds: &[Term], assertions: &[Term]) -> Vec<usize> {
    let leaves = |term: Term| -> Vec<Leaf> {
        let symbols = free_symbols(terms, &[term]).into_iter().map(Leaf::Symbol);
        symbols.chain(free_functions(terms, &[term]).into_iter().map(Leaf::Function)).collect()
    };
    let mut users: FxHashMap<Leaf, Vec<usize>> = FxHashMap::default();
    let of_assertion: Vec<Vec<Leaf>> = assertions.iter().map(|&assertion| leaves(assertion)).collect();
    for (at, found) in of_assertion.iter().enumerate() {
        for &leaf in found {
            users.entry(leaf).or_default().push(at);
        }
    }
    let mut chosen = vec![false; assertions.len()];
    let mut work: Vec<Leaf> = seeds.iter().flat_map(|&seed| leaves(seed)).collect();
    while let Some(leaf) = work.pop() {
        for at in users.remove(&leaf).unwrap_or_default() {
            if !std::mem::replace(&mut chosen[at], true) {
                work.extend(&of_assertion[at]);
            }
        }
    }
    (0..assertions.len()).filter(|&at| chosen[at] || of_assertion[at].is_empty()).collect()
}

#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Leaf {
    Symbol(Symbol),
    Function(Function),
}

/// Replaces terms by others, everywhere below the terms it is applied to, and simplifies again.
///
/// Replacements are not looked into for further replacements. One substitution remembers what it has
/// rebuilt, so applying it to many terms costs the size of what they have in common only once.
#[derive(Clone, Default, Debug)]
pub struct Substitution {
    map: FxHashMap<Term, Term>,
    done: FxHashMap<Term, Term>,
}

impl Substitution {
    /// Replaces nothing.
    pub fn new() -> Self {
        Self::default()
    }

    /// Replaces `from` by `to` (of the same sort) from now on.
    pub fn insert(&mut self, from: Term, to: Term) {
        self.done.clear();
        self.map.insert(from, to);
    }

    /// What a term is replaced by.
    pub fn get(&self, from: Term) -> Option<Term> {
        self.map.get(&from).copied()
    }

    /// Nothing is replaced.
    pub fn is_empty(&self) -> bool {
        self.map.is_empty()
    }

    /// The term with everything replaced.
    pub fn apply(&mut self, terms: &mut Terms, root: Term) -> Term {
        if self.map.is_empty() {
            return root;
        }
        let mut stack = vec![root];
        let mut operands = Vec::new();
        while let Some(&term) = stack.last() {
            if self.done.contains_key(&term) {
                stack.pop();
                continue;
            }
            if let Some(&to) = self.map.get(&term) {
                self.done.insert(term, to);
                stack.pop();
                continue;
            }
            let before = stack.len();
            stack.extend(terms.operands(term).iter().filter(|operand| !self.done.contains_key(operand)));
            if stack.len() > before {
                continue;
            }
            stack.pop();
            operands.clear();
            operands.extend(terms.operands(term).iter().map(|operand| self.done[operand]));
            let unchanged = operands == terms.operands(term);
            let new = if unchanged { term } else { terms.app(terms.op(term), terms.sort(term), &operands) };
            self.done.insert(term, new);
        }
        self.done[&root]
    }
}
