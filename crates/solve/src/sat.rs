//! Propositional satisfiability: an incremental interface to CaDiCaL.
//!
//! [`Sat`] is the only place in Fathom that talks to a SAT solver. It narrows CaDiCaL (Biere et al.,
//! *CaDiCaL 2.0*, CAV 2024), as bound by the `rustsat` crates, to what the rest of Fathom needs: clauses
//! in, an answer under assumptions out, a model or a core after it, and a [`Budget`] on every question.
//!
//! What holds:
//!
//! - **Determinism.** The same calls in the same order give the same answers, models, cores and statistics,
//!   as long as no deadline and no interrupt is involved. CaDiCaL seeds its generators with a constant and
//!   steers by counted events, never by clocks; the conflict and propagation budgets are counted too.
//! - **Solver options are CaDiCaL's defaults**, but for two. `factor=0`: bounded variable addition is off
//!   by default in 2.2; it is pinned because it is the one technique that invents variables (their numbers
//!   would collide with ours) and the one that needs RAT steps, which [`crate::lrat`] does not admit.
//!   `lucky=0`: trying the few assignments of a simple shape costs a pass over all clauses in each of many
//!   small searches, and where one succeeds, it moves away from the model that the last lemmas repaired.
//! - **Errors of the binding are bugs.** `rustsat` reports a broken API contract or an allocation that C++
//!   could not make. Neither leaves a solver that can be asked again and neither can be caused by an input
//!   alone, so both panic, the way Rust's own allocation failure ends the program.
//!
//! In certifying mode ([`Sat::certifying`]) the solver's derivation is recorded and every unsat answer can
//! be turned into a [`Certificate`] that [`crate::lrat::check`] verifies with no help from the solver.

#[cfg(test)]
pub(crate) mod formulas;
mod recorder;
#[cfg(test)]
mod tests;
mod worker;

use std::fmt;
use std::num::NonZeroI32;
use std::ops::Not;
use std::sync::atomic::{AtomicBool, AtomicU8, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Instant;

use rustsat::solvers::{ControlSignal, GetInternalStats, Solve, SolveIncremental, SolverResult, Terminate};
use rustsat::types::{Lit as SolverLit, TernaryVal};
use rustsat_cadical::{CaDiCaL, Limit};

use crate::lrat::Certificate;
use recorder::{Claim, Recording, locked};

/// A literal in DIMACS form: a variable number from 1, negative when negated.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Lit(NonZeroI32);

impl Lit {
    /// The literal that DIMACS writes as `number`; `None` for 0 and for `i32::MIN`, which has no negation.
    pub fn from_dimacs(number: i32) -> Option<Lit> {
        if number == i32::MIN { None } else { NonZeroI32::new(number).map(Lit) }
    }

    /// The number that DIMACS writes for this literal.
    pub fn dimacs(self) -> i32 {
        self.0.get()
    }

    /// The variable, counted from 1.
    pub fn var(self) -> u32 {
        self.0.get().unsigned_abs()
    }

    /// Whether this is the negation of its variable.
    pub fn is_negated(self) -> bool {
        self.0.get() < 0
    }

    fn to_solver(self) -> SolverLit {
        SolverLit::new(self.var() - 1, self.is_negated())
    }

    fn from_solver(lit: SolverLit) -> Lit {
        Lit::from_dimacs(lit.to_ipasir()).expect("an IPASIR literal is neither 0 nor i32::MIN")
    }
}

impl Not for Lit {
    type Output = Lit;

    fn not(self) -> Lit {
        // `i32::MIN` is excluded on construction, so the negation exists and is not zero.
        Lit(-self.0)
    }
}

impl fmt::Debug for Lit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0)
    }
}

impl fmt::Display for Lit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0)
    }
}

/// Where clauses go: the CNF encoder writes to this.
pub trait ClauseSink {
    /// A variable that no clause mentions yet, as its positive literal.
    fn new_var(&mut self) -> Lit;

    /// Adds the disjunction of `clause` for good. The empty clause is falsity; a literal may be repeated,
    /// and a clause with a literal and its negation says nothing.
    fn add_clause(&mut self, clause: &[Lit]);

    /// Whoever writes many clauses should stop, because nobody waits for them any more.
    fn is_stopped(&mut self) -> bool {
        false
    }
}

/// Where clauses go and models come from.
pub trait Clausal: ClauseSink {
    /// The value of a literal in the last model; a variable that the model leaves open is false.
    fn value(&self, lit: Lit) -> bool;

    /// Why the writing of clauses was ended, if it was. Clauses may be missing then.
    fn writing_ended(&self) -> Option<Reason>;
}

/// How much one [`Sat::solve`] may spend. The default is no limit.
#[derive(Clone, Debug, Default)]
pub struct Budget {
    /// Conflicts that the search may run into. Zero leaves preprocessing and propagation.
    pub conflicts: Option<u64>,
    /// Literals that the search may propagate. It is looked at between slices of conflicts, so a check can
    /// overshoot, by the same amount every time. Propagation in preprocessing is not counted.
    pub propagations: Option<u64>,
    /// Clauses that there may be in all, those of earlier checks included: what a formula is written with takes memory.
    pub clauses: Option<u64>,
    /// When to stop by the clock. It is polled, so a check ends some milliseconds after it, and half a second
    /// if the solver must be left to itself ([`Sat::is_lost`]). Small formulas may take longer than that.
    pub deadline: Option<Instant>,
    /// A flag that stops the check when it is set, before or while it runs.
    pub interrupt: Option<Interrupt>,
}

/// Stops a running check from another thread: all clones share one flag.
///
/// The flag stays set, and stops later checks as well, until it is cleared.
#[derive(Clone, Debug, Default)]
pub struct Interrupt(Arc<AtomicBool>);

impl Interrupt {
    /// A flag of its own, not set.
    pub fn new() -> Interrupt {
        Interrupt::default()
    }

    /// Sets the flag.
    pub fn interrupt(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// Whether the flag is set.
    pub fn is_set(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }

    /// Takes the flag back.
    pub fn clear(&self) {
        self.0.store(false, Ordering::Relaxed);
    }
}

impl From<Arc<AtomicBool>> for Interrupt {
    /// A flag that somebody else has.
    fn from(flag: Arc<AtomicBool>) -> Interrupt {
        Interrupt(flag)
    }
}

/// What a check found.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Answer {
    /// There is a model; [`Clausal::value`] reads it.
    Sat,
    /// There is none under the assumptions; [`Sat::failed`] says which of them were used.
    Unsat,
    /// The budget ran out first.
    Unknown(Reason),
}

/// What ended a check without an answer: mostly a part of the [`Budget`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Reason {
    /// [`Budget::conflicts`].
    Conflicts,
    /// [`Budget::propagations`].
    Propagations,
    /// [`Budget::clauses`].
    Clauses,
    /// [`Budget::deadline`].
    Time,
    /// [`Budget::interrupt`].
    Interrupted,
    /// None of these: the solver gave up by itself, as those on a pipe may.
    Solver,
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Conflicts => "the limit of conflicts was reached",
            Self::Propagations => "the limit of propagations was reached",
            Self::Clauses => "the formula is too large",
            Self::Time => "the time is up",
            Self::Interrupted => "interrupted",
            Self::Solver => "the solver does not know",
        })
    }
}

/// Counters over the whole life of a [`Sat`].
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct SatStats {
    /// Variables handed out or mentioned.
    pub variables: u64,
    /// Clauses added.
    pub clauses: u64,
    /// Conflicts of the search.
    pub conflicts: u64,
    /// Decisions of the search.
    pub decisions: u64,
    /// Literals propagated by the search.
    pub propagations: u64,
    /// Calls to [`Sat::solve`].
    pub solves: u64,
}

/// An incremental SAT solver.
pub struct Sat {
    solver: CaDiCaL<'static, 'static>,
    variables: u32,
    clauses: u64,
    solves: u64,
    /// The value of variable `i + 1` in the last model; variables past the end are false.
    model: Vec<bool>,
    /// The used assumptions of the last unsat answer.
    failed: Vec<Lit>,
    certifying: Option<Certifying>,
    /// Scratch for clauses on their way to the solver.
    buffer: Vec<SolverLit>,
    /// Ends the writing of clauses, and has it ended.
    writing: Watch,
    written_until: Option<Reason>,
    most_clauses: Option<u64>,
    polls: u32,
    /// What was counted before the solver was left to itself.
    lost: Option<SatStats>,
}

/// What certifying mode adds to a solver.
struct Certifying {
    /// Shared with the proof tracer that the solver calls back.
    recording: Arc<Mutex<Recording>>,
    /// What the last unsat answer claims.
    claim: Option<Claim>,
}

/// The first slice under a propagation budget assumes this many propagations a conflict.
const PROPAGATIONS_PER_CONFLICT: u64 = 1000;
/// The longest slice, in conflicts, under a propagation budget.
const LONGEST_SLICE: u64 = 20_000;
/// The clock is read on one call of [`ClauseSink::is_stopped`] in so many, and on one look of [`Patience`].
const POLLS_PER_CLOCK: u32 = 1024;

impl Sat {
    /// An empty formula.
    pub fn new() -> Sat {
        let mut solver = CaDiCaL::default();
        require(solver.set_option("factor", 0));
        require(solver.set_option("lucky", 0));
        Sat {
            solver,
            variables: 0,
            clauses: 0,
            solves: 0,
            model: Vec::new(),
            failed: Vec::new(),
            certifying: None,
            buffer: Vec::new(),
            writing: Watch::start(&Budget::default()),
            written_until: None,
            most_clauses: None,
            polls: 0,
            lost: None,
        }
    }

    /// An empty formula whose unsat answers come with a [`Certificate`]. Keeps a copy of every clause and
    /// of every clause the solver derives from them.
    pub fn certifying() -> Sat {
        let mut sat = Sat::new();
        let recording = recorder::connect(&mut sat.solver);
        sat.certifying = Some(Certifying { recording, claim: None });
        sat
    }

    /// From now on, the writing of clauses ends with the budget's clock and interrupt as well.
    pub fn watch(&mut self, budget: &Budget) {
        self.writing = Watch::start(budget);
        self.written_until = None;
        self.most_clauses = budget.clauses;
    }

    /// Looks for a model of all clauses and `assumptions` together. The assumptions hold for this call only.
    pub fn solve(&mut self, assumptions: &[Lit], budget: &Budget) -> Answer {
        self.solves += 1;
        self.failed.clear();
        for lit in assumptions {
            self.variables = self.variables.max(lit.var());
        }
        let watch = Watch::start(budget);
        if let Some(reason) = watch.stop_now() {
            return Answer::Unknown(reason);
        }
        let polled = budget.deadline.is_some() || budget.interrupt.is_some();
        if polled {
            self.solver.attach_terminator(watch.terminator());
        }
        let answer = self.solve_in_slices(assumptions, budget, &watch);
        if polled {
            self.solver.detach_terminator();
        }
        match answer {
            Answer::Sat => self.keep_model(),
            Answer::Unsat => self.keep_core(assumptions),
            Answer::Unknown(_) => {}
        }
        answer
    }

    /// Runs the solver until it answers or the budget is gone. CaDiCaL's conflict limit is an `i32` and
    /// counts from the start of each of its calls, and it has no propagation limit at all, so both budgets
    /// are kept here, over as many calls as it takes.
    fn solve_in_slices(&mut self, assumptions: &[Lit], budget: &Budget, watch: &Watch) -> Answer {
        let assumptions: Vec<SolverLit> = assumptions.iter().map(|lit| lit.to_solver()).collect();
        let start = self.stats();
        loop {
            let now = self.stats();
            let conflicts = now.conflicts - start.conflicts;
            let propagations = now.propagations - start.propagations;
            let left = budget.conflicts.map(|most| most.saturating_sub(conflicts));
            let slice = budget.propagations.map(|most| slice(most, conflicts, propagations));
            // With a limit of none, CaDiCaL would not even decide what nothing constrains.
            let limit = left.into_iter().chain(slice).min().map(|limit| limit.max(1));
            let limit = limit.map_or(-1, |limit| i32::try_from(limit).unwrap_or(i32::MAX));
            require(self.solver.set_limit(Limit::Conflicts(limit)));

            match self.solve_once(&assumptions, watch) {
                SolverResult::Sat => return Answer::Sat,
                SolverResult::Unsat => return Answer::Unsat,
                SolverResult::Interrupted => {}
            }
            if let Some(reason) = watch.stopped() {
                return Answer::Unknown(reason);
            }
            let after = self.stats();
            if budget.conflicts.is_some_and(|most| after.conflicts - start.conflicts >= most) {
                return Answer::Unknown(Reason::Conflicts);
            }
            if budget.propagations.is_some_and(|most| after.propagations - start.propagations >= most) {
                return Answer::Unknown(Reason::Propagations);
            }
            // It gave up for a reason of its own.
            if after.conflicts == now.conflicts {
                return Answer::Unknown(Reason::Solver);
            }
        }
    }

    /// One call of the solver.
    ///
    /// With proofs on, CaDiCaL finds the failed assumptions by a recursion as deep as the implication graph,
    /// which in an unrolled program can be as deep as there are variables. Big formulas therefore get a
    /// stack to match; its pages cost nothing until they are touched.
    fn solve_once(&mut self, assumptions: &[SolverLit], watch: &Watch) -> SolverResult {
        const SHALLOW: u32 = 4000;
        // A frame is 208 bytes in an optimised build.
        const BYTES_A_LEVEL: usize = 512;
        const ROOM: usize = 8 << 20;
        if self.variables <= SHALLOW {
            return require(self.solver.solve_assumps(assumptions));
        }
        let levels = if self.certifying.is_some() { self.variables as usize } else { 0 };
        let stack = ROOM + BYTES_A_LEVEL * levels;
        let before = self.stats();
        let solver = std::mem::take(&mut self.solver);
        match worker::solve(solver, assumptions, stack, watch, worker::GRACE) {
            Some((solver, result)) => {
                self.solver = solver;
                result
            }
            None => {
                self.lost = Some(before);
                SolverResult::Interrupted
            }
        }
    }

    /// As if the solver had not stopped when it should.
    #[cfg(test)]
    pub(crate) fn lose(&mut self) {
        self.lost = Some(self.stats());
        self.solver = CaDiCaL::default();
    }

    /// The solver did not stop when it should, and is not there any more: with it, all clauses are gone, and a
    /// new one must be made.
    pub fn is_lost(&self) -> bool {
        self.lost.is_some()
    }

    /// Copies the model, so that it can be read while new clauses are added.
    fn keep_model(&mut self) {
        self.model.clear();
        for var in 0..self.variables {
            let value = require(self.solver.lit_val(SolverLit::positive(var)));
            self.model.push(value == TernaryVal::True);
        }
    }

    /// Notes which assumptions the unsat answer used, and in certifying mode what was claimed.
    fn keep_core(&mut self, assumptions: &[Lit]) {
        // `rustsat` returns the core as a clause: the negations of the assumptions.
        self.failed.extend(require(self.solver.core()).into_iter().map(|lit| !Lit::from_solver(lit)));
        let mut seen = rustc_hash::FxHashSet::default();
        self.failed.retain(|&lit| seen.insert(lit));
        if let Some(certifying) = &mut self.certifying {
            certifying.claim = Some(locked(&certifying.recording).claim(assumptions));
        }
    }

    /// After [`Answer::Unsat`]: those assumptions, as they were assumed, that are unsatisfiable together
    /// with the clauses. Not always the fewest; empty if the clauses alone are unsatisfiable.
    pub fn failed(&self) -> &[Lit] {
        &self.failed
    }

    /// Counters since this solver was made.
    pub fn stats(&self) -> SatStats {
        if let Some(before) = self.lost {
            return before;
        }
        SatStats {
            variables: self.variables.into(),
            clauses: self.clauses,
            conflicts: self.solver.conflicts() as u64,
            decisions: self.solver.decisions() as u64,
            propagations: self.solver.propagations() as u64,
            solves: self.solves,
        }
    }

    /// In certifying mode: the proof of the last [`Answer::Unsat`], as of the clauses that were there then.
    /// Answers other than unsat in between do not matter. `None` if there was none, or not in that mode.
    ///
    /// It is cut out of the recording anew on every call, in time linear in the size of the recording.
    pub fn certificate(&self) -> Option<Certificate> {
        let certifying = self.certifying.as_ref()?;
        let claim = certifying.claim.as_ref()?;
        Some(locked(&certifying.recording).certificate(claim))
    }
}

impl Default for Sat {
    fn default() -> Sat {
        Sat::new()
    }
}

impl fmt::Debug for Sat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Sat").field("stats", &self.stats()).finish_non_exhaustive()
    }
}

impl ClauseSink for Sat {
    fn new_var(&mut self) -> Lit {
        self.variables += 1;
        let number = i32::try_from(self.variables).ok().and_then(Lit::from_dimacs);
        number.expect("memory ends long before the variables do")
    }

    fn add_clause(&mut self, clause: &[Lit]) {
        self.clauses += 1;
        self.buffer.clear();
        for lit in clause {
            self.variables = self.variables.max(lit.var());
            self.buffer.push(lit.to_solver());
        }
        if let Some(certifying) = &self.certifying {
            locked(&certifying.recording).add_clause(clause);
        }
        require(self.solver.add_clause_ref(self.buffer.as_slice()));
    }

    fn is_stopped(&mut self) -> bool {
        self.polls = self.polls.wrapping_add(1);
        if self.most_clauses.is_some_and(|most| self.clauses > most) {
            self.written_until = Some(Reason::Clauses);
        }
        if self.written_until.is_none() && self.polls.is_multiple_of(POLLS_PER_CLOCK) {
            self.written_until = self.writing.stop_now();
        }
        self.written_until.is_some()
    }
}

impl Clausal for Sat {
    /// The model can be read until the next one replaces it, also after clauses were added.
    fn value(&self, lit: Lit) -> bool {
        let index = lit.var() as usize - 1;
        self.model.get(index).copied().unwrap_or(false) != lit.is_negated()
    }

    fn writing_ended(&self) -> Option<Reason> {
        self.written_until
    }
}

/// How many conflicts to run before looking at the propagations again: as many as the rest of the budget
/// would pay for at the rate seen so far.
fn slice(most: u64, conflicts: u64, propagations: u64) -> u64 {
    let left = most.saturating_sub(propagations);
    let rate = propagations.checked_div(conflicts).map_or(PROPAGATIONS_PER_CONFLICT, |rate| rate.max(1));
    // The early rate says little, so slices also grow no faster than by doubling.
    (left / rate).clamp(1, conflicts.clamp(100, LONGEST_SLICE))
}

/// The result of a call to the binding, whose errors are bugs; see the module comment.
fn require<T, E: fmt::Display>(result: Result<T, E>) -> T {
    result.unwrap_or_else(|error| panic!("the SAT solver failed: {error:#}"))
}

/// Watches the clock and the interrupt flag on behalf of one check.
#[derive(Clone, Debug)]
pub(crate) struct Watch {
    deadline: Option<Instant>,
    interrupt: Option<Interrupt>,
    /// Why the solver was stopped: 0 for not at all.
    stopped: Arc<AtomicU8>,
}

impl Watch {
    const TIME: u8 = 1;
    const INTERRUPTED: u8 = 2;

    pub(crate) fn start(budget: &Budget) -> Watch {
        Watch { deadline: budget.deadline, interrupt: budget.interrupt.clone(), stopped: Arc::default() }
    }

    /// Whether there is no point in starting.
    pub(crate) fn stop_now(&self) -> Option<Reason> {
        if self.interrupt.as_ref().is_some_and(Interrupt::is_set) {
            return Some(Reason::Interrupted);
        }
        self.deadline.is_some_and(|deadline| Instant::now() >= deadline).then_some(Reason::Time)
    }

    /// Notes that the solver was stopped.
    fn stop(&self, reason: Reason) {
        let why = if reason == Reason::Time { Watch::TIME } else { Watch::INTERRUPTED };
        self.stopped.store(why, Ordering::Relaxed);
    }

    /// Why the solver was stopped, if it was.
    fn stopped(&self) -> Option<Reason> {
        match self.stopped.load(Ordering::Relaxed) {
            Watch::TIME => Some(Reason::Time),
            Watch::INTERRUPTED => Some(Reason::Interrupted),
            _ => None,
        }
    }

    /// The callback that the solver polls, some ten decisions apart. In an unrolled program a decision can
    /// take long, so that each poll reads the clock.
    fn terminator(&self) -> impl FnMut() -> ControlSignal + 'static {
        let (deadline, interrupt, stopped) = (self.deadline, self.interrupt.clone(), self.stopped.clone());
        move || {
            if interrupt.as_ref().is_some_and(Interrupt::is_set) {
                stopped.store(Watch::INTERRUPTED, Ordering::Relaxed);
                return ControlSignal::Terminate;
            }
            if deadline.is_some_and(|deadline| Instant::now() >= deadline) {
                stopped.store(Watch::TIME, Ordering::Relaxed);
                return ControlSignal::Terminate;
            }
            ControlSignal::Continue
        }
    }
}

/// Looks at a clock and an interrupt now and then.
pub(crate) struct Patience {
    watch: Watch,
    looks: u32,
}

impl Patience {
    pub(crate) fn new(budget: &Budget) -> Self {
        // The first look is one at the clock.
        Self { watch: Watch::start(budget), looks: u32::MAX }
    }

    pub(crate) fn is_over(&mut self) -> bool {
        self.looks = self.looks.wrapping_add(1);
        self.looks.is_multiple_of(POLLS_PER_CLOCK) && self.watch.stop_now().is_some()
    }

    pub(crate) fn reason(&self) -> Reason {
        self.watch.stop_now().unwrap_or(Reason::Interrupted)
    }
}
