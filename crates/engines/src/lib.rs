//! Engines: what decides the properties of a program, and the answer they give.
//!
//! An engine is given a prepared program and says of each of its properties whether it holds. `failed` is
//! said only of what was executed on the interpreter and failed there.

pub mod bmc;
pub mod claims;

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use fathom_interp::Report;
use fathom_interp::replay::{Replay, Sites};
use fathom_ir::{Bits, FuncId, LocId, NoteId, Op, Program, Property, PropertySet, Type};

pub use fathom_sem::{Encoding, Site};

/// The user's assertions in a program, each once.
pub fn assertions(program: &Program) -> Vec<Site> {
    let mut found = Vec::new();
    for (at, function) in program.functions.iter().enumerate() {
        let Some(body) = &function.body else { continue };
        for inst in body.blocks.iter().flat_map(|block| &block.insts) {
            if let Op::Assert { property: property @ Property::Assertion, note, .. } = inst.op {
                found.push(Site { loc: inst.loc, function: FuncId(at as u32), property, note });
            }
        }
    }
    found.sort_unstable();
    found.dedup();
    found
}

/// What to check, and how long to try.
#[derive(Clone, Default, Debug)]
pub struct CheckOptions {
    /// The user's assertions as they were before passes, see [`assertions`]: some may stand in code that is gone since
    /// no execution gets there.
    pub assertions: Vec<Site>,
    /// Kinds of properties to check. Others end an execution that breaks them, quietly.
    pub checks: PropertySet,
    /// How often a loop may go round, and a function may call itself, at most; `None`: as often as it can.
    pub unwind: Option<u32>,
    /// The same for single loops, by the name of [`LoopResult::name`].
    pub unwindset: Vec<(String, u32)>,
    /// Whether a property that fails ends the search.
    pub stop_on_fail: StopOnFail,
    /// Which failures may end it; `None`: any.
    pub stop_when: Option<StopWhen>,
    /// Allocation functions may return null.
    pub malloc_may_fail: bool,
    /// When to stop.
    pub deadline: Option<Instant>,
    /// Set from outside to stop early.
    pub interrupt: Arc<AtomicBool>,
    /// How many bytes this process may use before it stops.
    pub memory_limit: Option<u64>,
    /// Another solver than the one inside: a name or a command line, see `fathom_solve::External`.
    pub solver: Option<String>,
    /// How programs become formulas; for experiments.
    pub encoding: Encoding,
    /// Where to write the formulas that are solved, as SMT-LIB scripts.
    pub emit_smt2: Option<std::path::PathBuf>,
    /// Nobody catches exceptions: nothing of the program is executed after one is thrown.
    pub throw_ends: bool,
    /// Keep what the verdicts rest on, for [`Answer::claims`].
    pub keep_claims: bool,
}

/// Whether a property that fails ends the search.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum StopOnFail {
    /// No: all others are looked at as well.
    #[default]
    No,
    /// Yes.
    Yes,
    /// Yes; but if it is of these kinds, others are looked for as long again as the search took so far.
    Reluctantly(PropertySet),
}

/// A question about a failure.
#[derive(Clone)]
pub struct StopWhen(pub Arc<dyn Fn(&Report) -> bool + Send + Sync>);

impl std::fmt::Debug for StopWhen {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("StopWhen(…)")
    }
}

/// What is known of a program.
#[derive(Clone, Debug)]
pub struct Answer {
    /// Every property that the code which was looked at has, in the order of the source.
    pub properties: Vec<PropertyResult>,
    /// Every loop (and recursive function) that was reached.
    pub loops: Vec<LoopResult>,
    /// Functions without a body that were reached, and what became of the calls.
    pub missing: Vec<MissingFunction>,
    /// What was assumed beyond the program, a sentence each (how long command line arguments are, say).
    pub assumptions: Vec<String>,
    /// Why the search ended before it was complete, if it did.
    pub stopped: Option<Stopped>,
    /// Rounds of loops up to which every execution was looked at, and everything decided.
    pub settled: Option<u32>,
    /// The assumptions of the program exclude every execution that reaches its end or a property.
    pub vacuous: bool,
    /// Counterexamples that the interpreter did not confirm. Each is a defect of Fathom.
    pub disagreements: Vec<String>,
    /// Texts of notes beyond those of the program: note `program.notes.len() + i` is the one at `i`.
    pub notes: Vec<String>,
    /// What it took.
    pub stats: Stats,
    /// What the verdicts rest on, if it was kept.
    pub claims: Option<Box<claims::Claims>>,
}

impl Answer {
    /// The text of a note: the answer has some that the program has not.
    pub fn note<'a>(&'a self, program: &'a Program, id: NoteId) -> &'a str {
        match id.index().checked_sub(program.notes.len()) {
            None => program.note(id),
            Some(beyond) => self.notes.get(beyond).map_or("", String::as_str),
        }
    }
}

/// Why a search ended before it was complete.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Stopped {
    /// The time is up.
    Time,
    /// The memory is used up.
    Memory,
    /// The user interrupted it.
    Interrupted,
    /// The limit for loops that the user gave.
    Unwind,
    /// The effort that is spent on a program by default, counted in instructions and conflicts.
    Effort,
    /// There are no addresses left for what the program allocates.
    Addresses,
    /// The first failure, as the user wanted.
    FirstFailure,
}

/// A property at a place of the program.
#[derive(Clone, Debug)]
pub struct PropertyResult {
    /// What.
    pub property: Property,
    /// Where.
    pub loc: LocId,
    /// In which function.
    pub function: FuncId,
    /// Details: the text of an assertion, the name of what is not modelled.
    pub note: NoteId,
    /// What is known.
    pub verdict: Verdict,
}

/// What is known of a property.
#[derive(Clone, Debug)]
pub enum Verdict {
    /// It holds in every execution.
    Proved,
    /// It holds in every execution in which no loop goes round more often than this.
    SafeUpTo(u32),
    /// It fails; the execution was replayed.
    Failed(Box<Counterexample>),
    /// No execution gets there (looked at completely).
    Unreachable,
    /// Not known, and why.
    Unknown(String),
}

/// An execution that fails.
#[derive(Clone, Debug)]
pub struct Counterexample {
    /// Values for what the program leaves open, in the order of the execution.
    pub inputs: Vec<Input>,
    /// All that the program leaves open, as the interpreter was given it; the values are those of `inputs`.
    pub replay: Arc<Replay>,
    /// Where it was asked for.
    pub sites: Sites,
    /// What the interpreter reported.
    pub report: Report,
    /// How many steps it took to get there.
    pub steps: u64,
}

/// A value that the program leaves open.
#[derive(Clone, Debug)]
pub struct Input {
    /// Where it is asked for.
    pub loc: LocId,
    /// What asks for it: the name of a function or of a parameter.
    pub name: String,
    /// Its type.
    pub ty: Type,
    /// Its value.
    pub value: Bits,
}

/// A loop, or a function that calls itself.
#[derive(Clone, Debug)]
pub struct LoopResult {
    /// The name for `--unwindset`: the function's, a dot, the number of the loop in it; for recursion the
    /// function's.
    pub name: String,
    /// Where it begins.
    pub loc: LocId,
    /// How often it went round at most in what was looked at.
    pub bound: u32,
    /// It cannot go round more often.
    pub complete: bool,
}

/// A function without a body.
#[derive(Clone, Debug)]
pub struct MissingFunction {
    /// Its name.
    pub name: String,
    /// What was assumed of it, or that an execution ends where it is called.
    pub assumed: String,
    /// A position from which it is called.
    pub loc: LocId,
}

/// What it took.
#[derive(Clone, Default, Debug)]
pub struct Stats {
    /// Instructions evaluated.
    pub steps: u64,
    /// Rounds of deepening.
    pub rounds: u32,
    /// How often it began anew, since an execution may depend on addresses that were constants.
    pub openings: u32,
    /// Terms built.
    pub terms: u64,
    /// Objects made.
    pub objects: u64,
    /// Properties at places, times the ways there: what had to be decided.
    pub obligations: u64,
    /// How many of them folded to true while terms were built.
    pub folded: u64,
    /// Questions to the solver.
    pub queries: u64,
    /// Time spent evaluating.
    pub evaluating: Duration,
    /// Time spent solving.
    pub solving: Duration,
    /// Executions replayed.
    pub replays: u64,
    /// What the embedded solver counted.
    pub solver: fathom_solve::embedded::Stats,
}

/// Told how far an engine is.
pub trait Progress {
    /// Evaluating a round: the bound, and instructions so far.
    fn evaluating(&mut self, bound: u32, steps: u64);
    /// Solving: the bound, and obligations left.
    fn solving(&mut self, bound: u32, left: usize);
    /// More is known: a property fails, or a bound is settled. Whoever wants to know all of it asks.
    fn known(&mut self, _so_far: &dyn Fn() -> Answer) {}
}
