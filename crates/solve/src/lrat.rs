//! Certified unsatisfiability: LRAT proofs and a checker for them.
//!
//! An LRAT proof (Cruz-Filipe, Heule, Hunt, Kaufmann, Schneider-Kamp, *Efficient Certified RAT Verification*,
//! CADE 2017) adds clauses to a formula until one of them is empty. Each addition lists the clauses that
//! show it, its *hints*: assume every literal of the new clause false, then each hint in turn has at most
//! one literal that is not false yet, which must hence be true, and some hint has none, a contradiction.
//! Checking it takes no search, so [`check`] is short enough to be believed.
//!
//! A [`Certificate`] is closed: it has the formula, the assumptions and the proof. They are numbered like the
//! lines of the pair of files it is written as, which any LRAT checker can verify:
//!
//! ```text
//!   1 ..= n              the clauses, in the order they were added
//!   n + 1 ..= n + k      the assumptions, as unit clauses
//!   n + k + 1 ..         the steps of the proof, the last of which is the empty clause
//! ```
//!
//! Only the RUP half of LRAT is admitted. RAT steps, which keep satisfiability but not equivalence, are
//! emitted by CaDiCaL 2.2 for bounded variable addition only, which [`crate::sat`] keeps off; without them
//! every step is implied by the formula, so a proof stays valid when clauses are added, which incremental
//! use depends on.

#[cfg(test)]
mod tests;
mod text;

use rustc_hash::FxHashMap;

use crate::sat::Lit;
pub use text::{File, Malformed, ReadError};

/// A list of clauses in one piece of memory.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Clauses {
    lits: Vec<Lit>,
    ends: Vec<usize>,
}

impl Clauses {
    /// How many clauses there are.
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }

    /// The clause of this index, from 0.
    ///
    /// # Panics
    ///
    /// If there are no more than `index` clauses.
    pub fn get(&self, index: usize) -> &[Lit] {
        &self.lits[start(&self.ends, index)..self.ends[index]]
    }

    /// Appends a clause.
    pub fn push(&mut self, clause: &[Lit]) {
        self.extend(clause.iter().copied());
    }

    /// Appends one clause of these literals.
    pub(crate) fn extend(&mut self, clause: impl IntoIterator<Item = Lit>) {
        self.lits.extend(clause);
        self.ends.push(self.lits.len());
    }

    /// All clauses in order.
    pub fn iter(&self) -> impl Iterator<Item = &[Lit]> {
        (0..self.len()).map(|index| self.get(index))
    }
}

/// Where the piece of this index starts, given where all pieces end.
fn start(ends: &[usize], index: usize) -> usize {
    if index == 0 { 0 } else { ends[index - 1] }
}

/// A step of a [`Proof`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Step<'a> {
    /// A clause that follows from the ones before it.
    Add {
        /// Its number, higher than all before.
        id: u32,
        /// Its literals.
        clause: &'a [Lit],
        /// The clauses that show it, in the order in which they become unit.
        hints: &'a [u32],
    },
    /// Clauses that are not used any more.
    Delete {
        /// Their numbers.
        ids: &'a [u32],
    },
}

/// A derivation, as a list of steps in one piece of memory.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Proof {
    heads: Vec<Head>,
    lits: Vec<Lit>,
    /// Hints and deleted numbers.
    ids: Vec<u32>,
    additions: usize,
}

/// The fixed part of a step: its number, 0 for a deletion, and where its share of the lists ends.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Head {
    id: u32,
    lits_end: usize,
    ids_end: usize,
}

impl Proof {
    /// Appends the addition of a clause.
    pub fn add(&mut self, id: u32, clause: &[Lit], hints: &[u32]) {
        debug_assert!(id != 0, "clauses are numbered from 1");
        self.lits.extend_from_slice(clause);
        self.ids.extend_from_slice(hints);
        self.additions += 1;
        self.push_head(id);
    }

    /// Appends the deletion of clauses.
    pub fn delete(&mut self, ids: &[u32]) {
        self.ids.extend_from_slice(ids);
        self.push_head(0);
    }

    fn push_head(&mut self, id: u32) {
        self.heads.push(Head { id, lits_end: self.lits.len(), ids_end: self.ids.len() });
    }

    /// All steps in order.
    pub fn steps(&self) -> impl Iterator<Item = Step<'_>> {
        let (mut lits_start, mut ids_start) = (0, 0);
        self.heads.iter().map(move |head| {
            let clause = &self.lits[lits_start..head.lits_end];
            let ids = &self.ids[ids_start..head.ids_end];
            (lits_start, ids_start) = (head.lits_end, head.ids_end);
            match head.id {
                0 => Step::Delete { ids },
                id => Step::Add { id, clause, hints: ids },
            }
        })
    }

    /// How many clauses are added.
    pub fn additions(&self) -> usize {
        self.additions
    }
}

/// The claim that `clauses` and `assumptions` together have no model, with a proof of it.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Certificate {
    /// The formula.
    pub clauses: Clauses,
    /// What was assumed on top of it.
    pub assumptions: Vec<Lit>,
    /// The derivation of the empty clause from both.
    pub proof: Proof,
}

impl Certificate {
    /// The clauses that the proof starts from: the formula and the assumptions.
    fn premises(&self) -> impl Iterator<Item = &[Lit]> {
        self.clauses.iter().chain(self.assumptions.chunks(1))
    }

    /// All literals in it.
    fn lits(&self) -> impl Iterator<Item = Lit> {
        self.clauses.lits.iter().chain(&self.assumptions).chain(&self.proof.lits).copied()
    }

    /// The highest variable anywhere in it.
    fn max_var(&self) -> u32 {
        self.lits().map(Lit::var).max().unwrap_or(0)
    }

    /// The same with variables numbered from 1 on without gaps, if the numbers are out of proportion to how many
    /// there are: a file of one line may mention variable 2147483647.
    fn with_dense_variables(&self) -> Option<Certificate> {
        const GENEROUS: usize = 1 << 20;
        let literals = self.clauses.lits.len() + self.assumptions.len() + self.proof.lits.len();
        if (self.max_var() as usize) < literals.saturating_mul(8).max(GENEROUS) {
            return None;
        }
        let mut numbers: FxHashMap<u32, i32> = FxHashMap::default();
        for lit in self.lits() {
            let next = numbers.len() as i32 + 1;
            numbers.entry(lit.var()).or_insert(next);
        }
        // There are fewer variables than 2³¹, so each has a number.
        let renamed = |lit: &Lit| {
            let number = numbers[&lit.var()];
            Lit::from_dimacs(if lit.is_negated() { -number } else { number }).unwrap_or(*lit)
        };
        let mut dense = self.clone();
        for lits in [&mut dense.clauses.lits, &mut dense.assumptions, &mut dense.proof.lits] {
            lits.iter_mut().for_each(|lit| *lit = renamed(lit));
        }
        Some(dense)
    }
}

/// What a successful [`check`] went through.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct CheckStats {
    /// Clauses that were added.
    pub additions: u64,
    /// Clauses that were deleted.
    pub deletions: u64,
    /// Hints that were followed.
    pub hints: u64,
}

/// Why a certificate proves nothing.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Rejected {
    /// A hint names a clause that was never there or was deleted.
    #[error("step {step}: hint {hint} is not the number of a clause")]
    UnknownHint {
        /// The number of the clause being added.
        step: u32,
        /// The hint.
        hint: u32,
    },
    /// A hint has two literals or more that are not false when its turn comes.
    #[error("step {step}: clause {hint} is not unit when it is used")]
    NotUnit {
        /// The number of the clause being added.
        step: u32,
        /// The hint.
        hint: u32,
    },
    /// The hints end without a contradiction.
    #[error("step {step}: the hints do not lead to a contradiction")]
    NoContradiction {
        /// The number of the clause being added.
        step: u32,
    },
    /// The number of an added clause is not higher than all before.
    #[error("step {step}: the number does not come after {last}")]
    NumberTaken {
        /// The number of the clause being added.
        step: u32,
        /// The highest number before it.
        last: u32,
    },
    /// A deletion names a clause that was never there or was deleted before.
    #[error("deletion after step {last}: {id} is not the number of a clause")]
    UnknownDeleted {
        /// The highest number so far.
        last: u32,
        /// The number in question.
        id: u32,
    },
    /// There are more clauses than numbers.
    #[error("there are more than {} clauses", u32::MAX)]
    TooManyClauses,
    /// No step is the empty clause.
    #[error("the proof ends without the empty clause")]
    NoEmptyClause,
}

/// Checks that the proof of a certificate derives the empty clause from its clauses and assumptions. Trusts
/// nothing but those: whatever program wrote the proof, if this accepts, the formula has no model.
pub fn check(certificate: &Certificate) -> Result<CheckStats, Rejected> {
    // Without a reason to stop there is a result.
    check_until(certificate, || false).unwrap_or(Err(Rejected::NoEmptyClause))
}

/// As [`check`], unless `stop` says that nobody waits any more, which it is asked for every hint.
pub fn check_until(
    certificate: &Certificate,
    stop: impl FnMut() -> bool,
) -> Option<Result<CheckStats, Rejected>> {
    // Other numbers for variables change nothing but the room that they take.
    match certificate.with_dense_variables() {
        Some(dense) => check_dense(&dense, stop),
        None => check_dense(certificate, stop),
    }
}

fn check_dense(
    certificate: &Certificate,
    stop: impl FnMut() -> bool,
) -> Option<Result<CheckStats, Rejected>> {
    let mut checker = match Checker::new(certificate, stop) {
        Ok(checker) => checker,
        Err(rejected) => return Some(Err(rejected)),
    };
    for step in certificate.proof.steps() {
        let taken = checker.step(step);
        if checker.stopped {
            return None;
        }
        match taken {
            Ok(true) => return Some(Ok(checker.stats)),
            Ok(false) => {}
            Err(rejected) => return Some(Err(rejected)),
        }
    }
    Some(Err(Rejected::NoEmptyClause))
}

/// The state of a check.
///
/// Invariants: every clause in `clauses` follows from the premises; between steps nothing is assigned.
struct Checker<'a, S> {
    /// The clauses that hints may name.
    clauses: FxHashMap<u32, &'a [Lit]>,
    /// The value of each variable: 0 while unassigned, else the sign of its true literal.
    values: Vec<i8>,
    /// The literals made true, to be undone.
    trail: Vec<Lit>,
    /// The highest number so far.
    last: u32,
    stats: CheckStats,
    /// Asked for every hint, and what it last said.
    stop: S,
    stopped: bool,
}

impl<'a, S: FnMut() -> bool> Checker<'a, S> {
    fn new(certificate: &'a Certificate, stop: S) -> Result<Self, Rejected> {
        let mut clauses = FxHashMap::default();
        let mut last = 0_u32;
        for clause in certificate.premises() {
            last = last.checked_add(1).ok_or(Rejected::TooManyClauses)?;
            clauses.insert(last, clause);
        }
        let values = vec![0; certificate.max_var() as usize + 1];
        let (trail, stats) = (Vec::new(), CheckStats::default());
        Ok(Checker { clauses, values, trail, last, stats, stop, stopped: false })
    }

    /// Takes a step; whether it is the empty clause.
    fn step(&mut self, step: Step<'a>) -> Result<bool, Rejected> {
        match step {
            Step::Add { id, clause, hints } => {
                self.add(id, clause, hints)?;
                Ok(clause.is_empty())
            }
            Step::Delete { ids } => self.delete(ids).map(|()| false),
        }
    }

    fn add(&mut self, id: u32, clause: &'a [Lit], hints: &[u32]) -> Result<(), Rejected> {
        if id <= self.last {
            return Err(Rejected::NumberTaken { step: id, last: self.last });
        }
        let implied = self.is_implied(id, clause, hints);
        for lit in self.trail.drain(..) {
            self.values[lit.var() as usize] = 0;
        }
        if !implied? {
            return Err(Rejected::NoContradiction { step: id });
        }
        self.last = id;
        self.clauses.insert(id, clause);
        self.stats.additions += 1;
        Ok(())
    }

    /// Whether the hints refute the negation of `clause`. Leaves the trail for the caller to undo.
    fn is_implied(&mut self, step: u32, clause: &[Lit], hints: &[u32]) -> Result<bool, Rejected> {
        for &lit in clause {
            if self.value(lit) > 0 {
                return Ok(true); // Both a literal and its negation are in the clause.
            }
            self.assign(!lit);
        }
        for &hint in hints {
            self.stats.hints += 1;
            self.stopped = (self.stop)();
            if self.stopped {
                return Ok(false);
            }
            let &antecedent = self.clauses.get(&hint).ok_or(Rejected::UnknownHint { step, hint })?;
            let mut open = antecedent.iter().copied().filter(|&lit| self.value(lit) >= 0);
            let Some(unit) = open.next() else { return Ok(true) };
            if open.any(|lit| lit != unit) {
                return Err(Rejected::NotUnit { step, hint });
            }
            self.assign(unit);
        }
        Ok(false)
    }

    fn delete(&mut self, ids: &[u32]) -> Result<(), Rejected> {
        for &id in ids {
            if self.clauses.remove(&id).is_none() {
                return Err(Rejected::UnknownDeleted { last: self.last, id });
            }
            self.stats.deletions += 1;
        }
        Ok(())
    }

    /// Positive if `lit` is true, negative if it is false, 0 if it is open.
    fn value(&self, lit: Lit) -> i8 {
        let value = self.values[lit.var() as usize];
        if lit.is_negated() { -value } else { value }
    }

    /// Makes `lit`, which is not false, true.
    fn assign(&mut self, lit: Lit) {
        if self.value(lit) == 0 {
            self.values[lit.var() as usize] = if lit.is_negated() { -1 } else { 1 };
            self.trail.push(lit);
        }
    }
}
