//! Certifying mode: records what CaDiCaL derives, and cuts certificates out of the record.
//!
//! CaDiCaL reports every clause with an identifier of its own, counted up over originals and derived clauses
//! alike, and for a derived clause the identifiers of its antecedents in propagation order (LRAT). Three
//! things differ between that stream and a [`Certificate`]:
//!
//! - *Originals.* What the solver calls an original clause counts as one only if it has the same literals as
//!   the clause that was just added through [`super::Sat`]. Any other identifier stays unknown, and a proof
//!   that leans on it is rejected by the checker.
//! - *Deletion.* Variable elimination takes clauses out of the solver that a later solve may restore, under
//!   their old identifier. As identifiers are not reused for other clauses and all steps are RUP, which more
//!   clauses cannot invalidate, deletions are simply not recorded; the certificate gets fresh ones, right
//!   after the last use.
//! - *Size.* Over many solves most of the record has nothing to do with the answer at hand. A certificate
//!   has only the steps that the empty clause depends on.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};

use rustc_hash::{FxHashMap, FxHashSet};
use rustsat_cadical::{CaDiCaL, CaDiCaLClause, ClauseId, Conclusion, TraceProof};

use super::Lit;
use crate::lrat::{Certificate, Clauses, Proof};

/// The solver's identifier of a clause. 0 stands for one that it never announced.
type SolverId = u32;

/// Where a clause of the solver comes from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Origin {
    /// Nothing is known under this identifier.
    Unknown,
    /// The clause of this index in [`Recording::formula`].
    Added(u32),
    /// The clause of this index in [`Recording::derived`].
    Derived(u32),
}

/// All clauses that went into the solver and all that it derived.
#[derive(Default)]
pub(super) struct Recording {
    /// Our copy of the clauses, in the order they were added.
    formula: Clauses,
    /// The derived clauses, in the order they were reported.
    derived: Clauses,
    /// The antecedents of all derived clauses, end to end.
    hints: Vec<SolverId>,
    /// Where the antecedents of each derived clause end.
    hint_ends: Vec<usize>,
    /// What each identifier of the solver means.
    origins: Vec<Origin>,
    /// The clause that the solver's last unsat answer rests on.
    conclusion: SolverId,
}

/// What an unsat answer says: these many of the first clauses, with these assumptions, have no model.
pub(super) struct Claim {
    clauses: usize,
    assumptions: Vec<Lit>,
    conclusion: SolverId,
}

/// The tracer that CaDiCaL calls. It must not panic, as it is called from C++.
struct Tracer(Weak<Mutex<Recording>>);

/// Connects a fresh recording to a solver that has no clauses yet.
pub(super) fn connect(solver: &mut CaDiCaL<'static, 'static>) -> Arc<Mutex<Recording>> {
    let recording = Arc::new(Mutex::new(Recording::default()));
    let handle = solver.connect_proof_tracer(Tracer(Arc::downgrade(&recording)), true);
    // The handle owns the tracer, must outlive the solver, and keeps a solver on its thread as it holds raw
    // pointers. Forgetting it gives up an empty `Weak` and the shell of a recording per solver, some 300
    // bytes; the recording's contents are freed with the `Arc`.
    std::mem::forget(handle);
    recording
}

/// The recording behind the lock. Solver and tracer take turns, but for a solver that was left to itself.
pub(super) fn locked(recording: &Mutex<Recording>) -> MutexGuard<'_, Recording> {
    recording.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Recording {
    /// Notes a clause that is about to be given to the solver.
    pub(super) fn add_clause(&mut self, clause: &[Lit]) {
        self.formula.push(clause);
    }

    /// What the unsat answer just given claims.
    pub(super) fn claim(&self, assumptions: &[Lit]) -> Claim {
        Claim { clauses: self.formula.len(), assumptions: assumptions.to_vec(), conclusion: self.conclusion }
    }

    fn origin(&self, id: SolverId) -> Origin {
        self.origins.get(id as usize).copied().unwrap_or(Origin::Unknown)
    }

    fn set_origin(&mut self, id: SolverId, origin: Origin) {
        let index = id as usize;
        if index >= self.origins.len() {
            self.origins.resize(index + 1, Origin::Unknown);
        }
        self.origins[index] = origin;
    }

    /// The solver calls `clause`, just added, an original under this identifier.
    fn original(&mut self, id: SolverId, clause: &[Lit]) {
        let Some(last) = self.formula.len().checked_sub(1) else { return };
        if id != 0 && same_literals(self.formula.get(last), clause) {
            self.set_origin(id, Origin::Added(index32(last)));
        }
    }

    /// The solver derived `clause` from these antecedents.
    fn derive(&mut self, id: SolverId, clause: impl Iterator<Item = Lit>, antecedents: &[ClauseId]) {
        if id == 0 {
            return;
        }
        let index = index32(self.derived.len());
        self.derived.extend(clause);
        self.hints.extend(antecedents.iter().map(|&id| solver_id(id)));
        self.hint_ends.push(self.hints.len());
        self.set_origin(id, Origin::Derived(index));
    }

    fn hints(&self, derived: u32) -> &[SolverId] {
        let index = derived as usize;
        let start = if index == 0 { 0 } else { self.hint_ends[index - 1] };
        &self.hints[start..self.hint_ends[index]]
    }

    /// The proof of `claim`: the derived clauses that its conclusion depends on, and then the empty clause.
    pub(super) fn certificate(&self, claim: &Claim) -> Certificate {
        let mut clauses = Clauses::default();
        for clause in self.formula.iter().take(claim.clauses) {
            clauses.push(clause);
        }
        let mut cut = Cut {
            recording: self,
            clauses: claim.clauses,
            first_step: claim.clauses + claim.assumptions.len() + 1,
            last_use: Vec::new(),
            number: Vec::new(),
            proof: Proof::default(),
        };
        cut.steps(claim.conclusion);
        cut.finish(claim);
        Certificate { clauses, assumptions: claim.assumptions.clone(), proof: cut.proof }
    }
}

/// A certificate in the making. Clauses are numbered the way of the DIMACS file: the formula, the
/// assumptions as unit clauses, then the steps.
struct Cut<'a> {
    recording: &'a Recording,
    clauses: usize,
    first_step: usize,
    /// For each derived clause, the last derived clause that needs it, itself if it is the conclusion;
    /// `UNUSED` if none does.
    last_use: Vec<u32>,
    /// The number in the certificate of each derived clause that was emitted, else 0.
    number: Vec<u32>,
    proof: Proof,
}

const UNUSED: u32 = u32::MAX;

impl Cut<'_> {
    /// Emits the derived clauses that `conclusion` depends on, itself included.
    fn steps(&mut self, conclusion: SolverId) {
        let Origin::Derived(last) = self.recording.origin(conclusion) else { return };
        let count = last as usize + 1;
        self.last_use = vec![UNUSED; count];
        self.number = vec![0; count];
        self.last_use[last as usize] = last;
        for user in (0..=last).rev() {
            if self.last_use[user as usize] == UNUSED {
                continue;
            }
            for &hint in self.recording.hints(user) {
                // An antecedent that comes later would be a bug of the solver; left out, its number stays
                // 0, which the checker rejects.
                if let Origin::Derived(used) = self.recording.origin(hint)
                    && used < user
                    && self.last_use[used as usize] == UNUSED
                {
                    self.last_use[used as usize] = user;
                }
            }
        }
        let mut hints = Vec::new();
        let mut dead = Vec::new();
        for user in 0..=last {
            if self.last_use[user as usize] == UNUSED {
                continue;
            }
            hints.clear();
            dead.clear();
            for &hint in self.recording.hints(user) {
                let number = self.number_of(hint);
                hints.push(number);
                if let Origin::Derived(used) = self.recording.origin(hint)
                    && used < user
                    && self.last_use[used as usize] == user
                    && !dead.contains(&number)
                {
                    dead.push(number);
                }
            }
            let number = self.next_number();
            self.number[user as usize] = number;
            let clause = self.recording.derived.get(user as usize);
            self.proof.add(number, clause, &hints);
            // Nothing comes after the empty clause.
            if !dead.is_empty() && !clause.is_empty() {
                self.proof.delete(&dead);
            }
        }
    }

    /// Emits the empty clause, unless the conclusion is one that was derived already: it follows from the
    /// conclusion, whose literals are negated assumptions, and the assumptions.
    fn finish(&mut self, claim: &Claim) {
        let literals = match self.recording.origin(claim.conclusion) {
            Origin::Derived(index) => self.recording.derived.get(index as usize),
            Origin::Added(index) => self.recording.formula.get(index as usize),
            Origin::Unknown => &[],
        };
        let derived = matches!(self.recording.origin(claim.conclusion), Origin::Derived(_));
        if literals.is_empty() && derived {
            return;
        }
        let assumed = claim.assumptions.iter().enumerate();
        let units: FxHashMap<Lit, u32> =
            assumed.map(|(position, &lit)| (lit, index32(self.clauses + position + 1))).collect();
        let unit = |lit: Lit| units.get(&lit).copied();
        // In a conclusion like `a or not a`, two assumptions contradict each other, whatever the clauses say.
        let distinct: FxHashSet<Lit> = literals.iter().copied().collect();
        let hints: Vec<u32> = match literals.iter().find(|&&lit| distinct.contains(&!lit)) {
            Some(&lit) => [lit, !lit].into_iter().filter_map(unit).collect(),
            None => {
                let units = literals.iter().filter_map(|&lit| unit(!lit));
                units.chain([self.number_of(claim.conclusion)]).collect()
            }
        };
        let number = self.next_number();
        self.proof.add(number, &[], &hints);
    }

    fn number_of(&self, id: SolverId) -> u32 {
        match self.recording.origin(id) {
            Origin::Unknown => 0,
            Origin::Added(index) if (index as usize) < self.clauses => index + 1,
            Origin::Added(_) => 0,
            Origin::Derived(index) => self.number.get(index as usize).copied().unwrap_or(0),
        }
    }

    fn next_number(&self) -> u32 {
        index32(self.first_step + self.proof.additions())
    }
}

impl Tracer {
    fn record(&self, event: impl FnOnce(&mut Recording)) {
        if let Some(recording) = self.0.upgrade() {
            event(&mut locked(&recording));
        }
    }
}

impl TraceProof for Tracer {
    fn add_original_clause(&mut self, id: ClauseId, _: bool, clause: &CaDiCaLClause, restored: bool) {
        // A restored clause has been reported before, when it was added or derived.
        if !restored {
            let clause: Vec<Lit> = clause.iter().map(Lit::from_solver).collect();
            self.record(|recording| recording.original(solver_id(id), &clause));
        }
    }

    fn add_derived_clause(&mut self, id: ClauseId, _: bool, clause: &CaDiCaLClause, hints: &[ClauseId]) {
        self.record(|recording| recording.derive(solver_id(id), clause.iter().map(Lit::from_solver), hints));
    }

    fn add_assumption_clause(&mut self, id: ClauseId, clause: &CaDiCaLClause, hints: &[ClauseId]) {
        self.record(|recording| recording.derive(solver_id(id), clause.iter().map(Lit::from_solver), hints));
    }

    fn conclude_unsat(&mut self, _: Conclusion, failing: &[ClauseId]) {
        self.record(|recording| recording.conclusion = failing.first().map_or(0, |&id| solver_id(id)));
    }
}

/// Identifiers that do not fit are as good as unknown; a record of 2³² clauses does not fit in memory.
fn solver_id(id: ClauseId) -> SolverId {
    SolverId::try_from(id.0).unwrap_or(0)
}

/// An index as it is stored; saturates, which makes it unknown, where memory has long run out.
fn index32(index: usize) -> u32 {
    u32::try_from(index).unwrap_or(u32::MAX)
}

/// Whether two clauses have the same set of literals.
fn same_literals(a: &[Lit], b: &[Lit]) -> bool {
    let set = |clause: &[Lit]| {
        let mut set = clause.to_vec();
        set.sort_unstable();
        set.dedup();
        set
    };
    a == b || set(a) == set(b)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lrat::{Rejected, check};
    use crate::sat::formulas::lit;

    /// Adds `1 or 2`, which the solver reports as `reported`, and claims a contradiction with `-1` and `-2`.
    fn certificate(reported: &[Lit], antecedent: i64) -> Certificate {
        let mut recording = Recording::default();
        recording.add_clause(&[lit(1), lit(2)]);
        recording.original(1, reported);
        recording.derive(2, [lit(2), lit(1)].into_iter(), &[ClauseId(antecedent)]);
        recording.conclusion = 2;
        recording.certificate(&recording.claim(&[lit(-1), lit(-2)]))
    }

    #[test]
    fn original_clauses_are_compared_as_sets() {
        assert!(check(&certificate(&[lit(2), lit(1), lit(2)], 1)).is_ok());
    }

    #[test]
    fn original_clauses_that_were_never_added_prove_nothing() {
        let unknown = Err(Rejected::UnknownHint { step: 4, hint: 0 });
        for wrong in [&[][..], &[lit(1)], &[lit(1), lit(-2)], &[lit(1), lit(2), lit(3)]] {
            assert_eq!(check(&certificate(wrong, 1)), unknown);
        }
    }

    #[test]
    fn antecedents_without_a_clause_prove_nothing() {
        // Never announced, the step itself, and not a number at all.
        for wrong in [7, 2, 0, -1, i64::MAX] {
            let unknown = Err(Rejected::UnknownHint { step: 4, hint: 0 });
            assert_eq!(check(&certificate(&[lit(1), lit(2)], wrong)), unknown);
        }
    }

    #[test]
    fn conclusions_that_are_no_negated_assumptions_prove_nothing() {
        let mut recording = Recording::default();
        recording.add_clause(&[lit(1), lit(2)]);
        recording.original(1, &[lit(1), lit(2)]);
        recording.conclusion = 1;
        let certificate = recording.certificate(&recording.claim(&[lit(-1), lit(3)]));
        assert_eq!(check(&certificate), Err(Rejected::NoContradiction { step: 4 }));
        recording.conclusion = 9;
        let certificate = recording.certificate(&recording.claim(&[lit(-1)]));
        assert_eq!(check(&certificate), Err(Rejected::UnknownHint { step: 3, hint: 0 }));
    }
}
