//! The condition under which a piece of code runs, as the list of decisions that lead there.
//!
//! Guards that come from one branch share the list up to it. So where paths meet again, the branch where
//! they parted is found by walking up, and its condition alone tells which path was taken: that is the gate
//! of gated SSA. Conditions that assertions and assumptions impose are not decisions; they are kept apart
//! as facts, so that the two sides of a plain `if` join to the very guard that was there before it.

use std::cell::Cell;
use std::rc::Rc;

use fathom_logic::{Term, Terms};

/// A conjunction of decisions.
#[derive(Clone, Default, Debug)]
pub struct Guard(Option<Rc<Decision>>);

#[derive(Debug)]
struct Decision {
    before: Guard,
    condition: Term,
    depth: u32,
    /// The conjunction up to here, once somebody asked.
    all: Cell<Option<Term>>,
}

impl Drop for Decision {
    /// Lists can be long; dropping one must not recurse over its length.
    fn drop(&mut self) {
        let mut next = self.before.0.take();
        while let Some(decision) = next {
            match Rc::try_unwrap(decision) {
                Ok(mut decision) => next = decision.before.0.take(),
                Err(_) => break,
            }
        }
    }
}

impl Guard {
    /// Code that always runs.
    pub fn always() -> Self {
        Self(None)
    }

    fn depth(&self) -> u32 {
        self.0.as_ref().map_or(0, |decision| decision.depth)
    }

    /// Whether both are the same list of decisions, not only equivalent.
    pub fn is(&self, other: &Self) -> bool {
        match (&self.0, &other.0) {
            (None, None) => true,
            (Some(a), Some(b)) => Rc::ptr_eq(a, b),
            _ => false,
        }
    }

    fn with(&self, condition: Term) -> Self {
        let (before, depth) = (self.clone(), self.depth() + 1);
        Self(Some(Rc::new(Decision { before, condition, depth, all: Cell::new(None) })))
    }

    /// One decision more; `None` if that cannot be, for all that terms tell.
    pub fn and(&self, terms: &mut Terms, condition: Term) -> Option<Self> {
        if terms.as_bool(condition) == Some(true) {
            return Some(self.clone());
        }
        let guard = self.with(condition);
        let all = guard.term(terms);
        (terms.as_bool(all) != Some(false)).then_some(guard)
    }

    /// The conjunction.
    pub fn term(&self, terms: &mut Terms) -> Term {
        let mut open = Vec::new();
        let mut at = self;
        let mut all = loop {
            match &at.0 {
                None => break terms.bool(true),
                Some(decision) => {
                    if let Some(all) = decision.all.get() {
                        break all;
                    }
                    open.push(decision);
                    at = &decision.before;
                }
            }
        };
        for decision in open.into_iter().rev() {
            all = terms.and(all, decision.condition);
            decision.all.set(Some(all));
        }
        all
    }

    /// Joins two guards that exclude each other. Gives the guard of both, and the condition that tells the
    /// first from the second wherever one of them holds.
    pub fn join(a: &Self, b: &Self, terms: &mut Terms, whole_paths: bool) -> (Self, Term) {
        let (mut to_a, mut to_b) = (Vec::new(), Vec::new());
        let (mut at_a, mut at_b) = (a, b);
        while !at_a.is(at_b) {
            // The deeper one cannot be shared. Two that differ at the same depth are not either.
            let (deep_a, deep_b) = (at_a.depth(), at_b.depth());
            if deep_a >= deep_b
                && let Some(decision) = &at_a.0
            {
                to_a.push(decision.condition);
                at_a = &decision.before;
            }
            if deep_b >= deep_a
                && let Some(decision) = &at_b.0
            {
                to_b.push(decision.condition);
                at_b = &decision.before;
            }
        }
        let shared = at_a.clone();
        let gate = match (to_a.last(), to_b.last()) {
            (Some(&first_a), Some(&first_b)) if terms.not(first_a) == first_b => Some(first_a),
            _ => None,
        };
        let (rest_a, rest_b) = match gate {
            Some(_) => (&to_a[..to_a.len() - 1], &to_b[..to_b.len() - 1]),
            None => (&to_a[..], &to_b[..]),
        };
        // From the shared decision on, so that prefixes stay shared terms.
        let conjunction = |terms: &mut Terms, conditions: &[Term]| {
            conditions.iter().rev().fold(terms.bool(true), |all, &condition| terms.and(all, condition))
        };
        let (suffix_a, suffix_b) = (conjunction(terms, rest_a), conjunction(terms, rest_b));
        let either = match gate {
            Some(gate) => terms.ite(gate, suffix_a, suffix_b),
            None => terms.or(suffix_a, suffix_b),
        };
        let selector = match gate {
            _ if whole_paths => a.term(terms),
            Some(gate) => gate,
            None => suffix_a,
        };
        let joined = if terms.as_bool(either) == Some(true) { shared } else { shared.with(either) };
        (joined, selector)
    }
}

impl Guard {
    /// How many decisions two guards share.
    pub fn shared(&self, other: &Self) -> u32 {
        let (mut a, mut b) = (self, other);
        while !a.is(b) {
            let (deep_a, deep_b) = (a.depth(), b.depth());
            if deep_a >= deep_b
                && let Some(decision) = &a.0
            {
                a = &decision.before;
            }
            if deep_b >= deep_a
                && let Some(decision) = &b.0
            {
                b = &decision.before;
            }
        }
        a.depth()
    }
}
