//! Bounded model checking.
//!
//! The program is evaluated up to a bound, all obligations of the round are asked of one incremental solver,
//! first together, then those that fail one by one: each model is an execution, and it fails exactly one
//! obligation, since an execution ends where something fails (Merz, "Theory and Implementation of Software
//! Bounded Model Checking", 2016, §6.2). Then the bound is doubled and evaluation goes on from where it
//! stopped, until nothing is left beyond the bound or nothing there can be reached.

mod answer;
mod combine;
mod effort;
pub mod forms;
mod question;
mod replay;

use std::time::Instant;

use fathom_interp::layout;
use fathom_ir::{FuncId, Program, Property};
use fathom_logic::Term;
use fathom_passes::loops::LoopId;
use fathom_sem::addresses::Open;
use fathom_sem::evidence::Doubt;
use fathom_sem::{Evaluator, Limits, Options, Pause, Site};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::claims::{ClaimKind, Log};
use crate::{Answer, CheckOptions, Progress, PropertyResult, StopOnFail, Stopped, Verdict};
use effort::Effort;
pub(crate) use question::script;
use question::{Found, Questions};
use replay::Replayed;

/// Instructions that are evaluated before a check gives up by itself.
const EFFORT_STEPS: u64 = 4_000_000;

/// Conflicts that a question may run into before a check gives up on it by itself.
const EFFORT_CONFLICTS: u64 = 400_000;

/// Decides the properties of a program from an entry function on.
///
/// Circuits for arithmetic on floats are large, and often it does not matter what is computed. So it is left open
/// first, and computed only if an execution that was found so does not exist.
pub fn check(
    program: &Program,
    entry: FuncId,
    options: &CheckOptions,
    progress: &mut dyn Progress,
) -> Answer {
    let open = attempt(program, entry, options, None, progress);
    let wanted = |result: &PropertyResult| match &result.verdict {
        Verdict::Failed(found) => options.stop_when.as_ref().is_none_or(|wanted| (wanted.0)(&found.report)),
        _ => false,
    };
    let enough = options.stop_on_fail != StopOnFail::No && open.answer.properties.iter().any(wanted);
    if !open.in_doubt || enough || stop_now(options).is_some() {
        return open.answer;
    }
    let exact = attempt(program, entry, options, Some(&open), progress);
    combine::combined(program, open.answer, exact.answer)
}

/// A check that was made.
struct Attempt {
    answer: Answer,
    /// Objects that may lie anywhere.
    open: Open,
    /// See [`Run::floats_in_doubt`].
    in_doubt: bool,
    /// Scripts that were written.
    written: u64,
}

/// How often a check begins anew to open objects whose addresses it found to matter; then all are open.
const OPENINGS: u32 = 12;

/// Checks with arithmetic on floats that is left open, or computed, if another attempt was made before. Addresses are
/// constants at first; if executions depend on some, it begins anew, and these may be anything.
fn attempt(
    program: &Program,
    entry: FuncId,
    options: &CheckOptions,
    before: Option<&Attempt>,
    progress: &mut dyn Progress,
) -> Attempt {
    let exact_floats = before.is_some();
    let mut open = before.map_or_else(Open::default, |before| before.open.clone());
    let mut written = before.map_or(0, |before| before.written);
    for begun in 1u32.. {
        let evaluator_options =
            Options { exact_floats, open: open.clone(), ..evaluator_options(program, options) };
        let mut run = Run {
            program,
            entry,
            options: options.clone(),
            started: Instant::now(),
            evaluator: Evaluator::new(program, entry, evaluator_options),
            exact_floats,
            floats_in_doubt: false,
            looked_at: None,
            doubts_asked: 0,
            questions: Questions::after(written, options),
            bound: 1,
            settled: None,
            cut: None,
            not_followed: None,
            cuts_asked: 0,
            findings: FxHashMap::default(),
            disagreements: Vec::new(),
            replays: 0,
            asked: 0,
            log: Log::default(),
            stats: crate::Stats { openings: begun - 1, ..crate::Stats::default() },
        };
        let stopped = run.rounds(progress);
        run.questions.at_the_end = true;
        written = run.questions.written;
        if let Some(looked_at) = run.looked_at.take()
            && stopped.is_none()
        {
            open.extend(if begun >= OPENINGS { Open::All } else { looked_at });
            continue;
        }
        if !matches!(stopped, Some(Stopped::Time | Stopped::Memory | Stopped::Interrupted)) {
            run.look_at_cuts();
        }
        let in_doubt = run.floats_in_doubt;
        return Attempt { answer: answer::assemble(run, stopped), open, in_doubt, written };
    }
    unreachable!("numbers do not end")
}

/// What the evaluator is told.
fn evaluator_options(program: &Program, options: &CheckOptions) -> Options {
    let addresses = layout(program);
    Options {
        checks: options.checks,
        malloc_may_fail: options.malloc_may_fail,
        encoding: options.encoding,
        exact_floats: false,
        models: functions_that(program, Program::is_model),
        foreign: functions_that(program, Program::is_foreign),
        globals: addresses.globals,
        functions: addresses.functions,
        open: Open::default(),
    }
}

/// Functions that are models of library functions.
fn functions_that(program: &Program, are: impl Fn(&Program, FuncId) -> bool) -> FxHashSet<FuncId> {
    let functions = (0..program.functions.len()).map(|at| FuncId(at as u32));
    functions.filter(|&function| are(program, function)).collect()
}

/// What is known of a site.
pub(crate) enum Finding {
    /// It fails.
    Failed(Box<crate::Counterexample>),
    /// Not known, and why.
    Unknown(String),
}

/// A check under way.
pub(crate) struct Run<'a> {
    program: &'a Program,
    entry: FuncId,
    options: CheckOptions,
    started: Instant,
    evaluator: Evaluator<'a>,
    /// Arithmetic on floats is computed.
    exact_floats: bool,
    /// An execution was found that does not exist, or may not exist, because arithmetic on floats is left open.
    floats_in_doubt: bool,
    /// Executions depend on where these objects lie, which are not open.
    looked_at: Option<Open>,
    /// Doubts that are dispelled: no execution depends on addresses there.
    doubts_asked: usize,
    questions: Questions,
    bound: u32,
    /// Rounds of loops up to which every execution was looked at, and everything decided.
    settled: Option<u32>,
    /// A place where some execution ends in undefined behaviour of a kind that is not checked.
    cut: Option<Site>,
    /// Memory of which nobody knows whether it is lost at the end.
    not_followed: Option<Site>,
    /// Cuts that were looked at.
    cuts_asked: usize,
    /// By number of the site.
    findings: FxHashMap<usize, Finding>,
    disagreements: Vec<String>,
    replays: u64,
    /// Obligations that have been decided.
    asked: usize,
    /// What verdicts rest on, if that is kept.
    log: Log,
    stats: crate::Stats,
}

impl Run<'_> {
    fn limits(&self) -> Limits {
        let mut single = FxHashMap::default();
        for (name, limit) in &self.options.unwindset {
            if let Some(key) = answer::loop_by_name(self.program, name) {
                single.insert(key, *limit);
            }
        }
        let steps = if self.options.deadline.is_some() { u64::MAX } else { EFFORT_STEPS };
        Limits { bound: self.bound, unwind: self.options.unwind, single, steps }
    }

    /// Deepens until everything is known or something ends the search; what ended it.
    fn rounds(&mut self, progress: &mut dyn Progress) -> Option<Stopped> {
        loop {
            self.stats.rounds += 1;
            let started = Instant::now();
            let limits = self.limits();
            let (options, bound) = (&self.options, self.bound);
            let mut stopped = None;
            let pause = self.evaluator.run(&limits, |steps, terms| {
                progress.evaluating(bound, steps);
                stopped = stop_now(options);
                let effort = Effort::of_evaluation(steps, terms as u64);
                if stopped.is_none() && options.deadline.is_none() && effort.is_all_of_evaluation() {
                    stopped = Some(Stopped::Effort);
                }
                stopped.is_some()
            });
            self.stats.evaluating += started.elapsed();
            let started = Instant::now();
            let solved = self.decide(progress);
            self.stats.solving += started.elapsed();
            if self.looked_at.is_some() {
                return None;
            }
            if let Some(stopped) = stopped.filter(|_| pause == Pause::Stopped).or(solved) {
                return Some(stopped);
            }
            if self.evaluator.exhausted {
                return Some(Stopped::Addresses);
            }
            if self.evaluator.is_complete() {
                return None;
            }
            let started = Instant::now();
            let settled = self.settle(&limits);
            if settled {
                progress.known(&|| answer::so_far(self));
            }
            let stopped = self.prune(progress);
            self.stats.solving += started.elapsed();
            if stopped.is_some() {
                return stopped;
            }
            if self.evaluator.is_complete() {
                return None;
            }
            if self.evaluator.work() >= limits.steps {
                return Some(Stopped::Effort);
            }
            let next = Limits { bound: self.bound.saturating_mul(2), ..limits };
            if self.bound > 1 << 30 {
                return Some(Stopped::Effort);
            }
            let endless = Limits { bound: u32::MAX, ..next.clone() };
            if !self.evaluator.can_go_on(&endless) {
                // However many rounds inputs decide, none is left within the bounds of the user.
                if settled {
                    self.settled = bounds_of_the_user(&next).min();
                }
                return Some(Stopped::Unwind);
            }
            self.bound = next.bound;
        }
    }

    /// Notes that a round is over, unless something of it was left out. Whether it is.
    fn settle(&mut self, limits: &Limits) -> bool {
        let undecided = self.findings.values().any(|finding| matches!(finding, Finding::Unknown(_)));
        if undecided || self.evaluator.can_go_on(limits) || !self.look_at_cuts() || self.cut.is_some() {
            return false;
        }
        self.settled = bounds_of_the_user(limits).chain([self.bound]).min();
        self.log.settle();
        true
    }

    /// Notes that none of these can hold, if anybody wants to know. Each comes with its place in a list.
    fn claim(&mut self, kind: ClaimKind, terms: &[Term], places: impl Iterator<Item = usize>) {
        if self.options.keep_claims {
            let cases: Vec<(Term, usize)> = terms.iter().copied().zip(places).collect();
            self.log.note(&mut self.evaluator.terms, kind, self.bound, &cases);
        }
    }

    /// Looks whether some execution ends in undefined behaviour of a kind that is not checked. Whether that is
    /// known now.
    fn look_at_cuts(&mut self) -> bool {
        let new = self.cuts_asked..self.evaluator.evidence.cuts.len();
        if self.cut.is_some() || new.is_empty() {
            return true;
        }
        let all = &self.evaluator.evidence.cuts;
        // Whether memory is lost is asked at the end, where nothing comes after it.
        let at_the_end: Vec<usize> =
            new.clone().filter(|&at| all[at].site.property == Property::LostMemory).collect();
        let before: Vec<usize> = new.clone().filter(|at| !at_the_end.contains(at)).collect();
        for (group, is_end) in [(before, false), (at_the_end, true)] {
            if !group.is_empty() && !self.look_at_group(&group, is_end) {
                return false;
            }
        }
        self.cuts_asked = new.end;
        true
    }

    fn look_at_group(&mut self, group: &[usize], is_end: bool) -> bool {
        let cuts: Vec<_> = group.iter().map(|&at| self.evaluator.evidence.cuts[at]).collect();
        let terms: Vec<_> = cuts
            .iter()
            .map(|cut| {
                let before = self.questions.reaching(&mut self.evaluator, cut.guard, cut.facts);
                let broken = self.evaluator.terms.not(cut.condition);
                self.evaluator.terms.and(before, broken)
            })
            .collect();
        match self.questions.ask(&mut self.evaluator, &self.options, &terms) {
            Found::Nothing => self.claim(ClaimKind::NotCut, &terms, group.iter().copied()),
            Found::Model(model) => {
                let at = self.questions.which(&self.evaluator, &model, &terms).unwrap_or(0);
                let found = if is_end { &mut self.not_followed } else { &mut self.cut };
                *found = Some(cuts[at].site);
                self.floats_in_doubt |= self.evaluator.leaves_floats_open();
            }
            Found::Unknown(_) => return false,
        }
        true
    }

    /// Decides the obligations of this round: together, then those that fail one by one, and in halves where
    /// the solver gives up. What is not decided is noted as such.
    fn decide(&mut self, progress: &mut dyn Progress) -> Option<Stopped> {
        let new = self.asked..self.evaluator.evidence.obligations.len();
        self.asked = new.end;
        if self.look_at_certain_doubts() {
            return None;
        }
        let mut work: Vec<Vec<usize>> = vec![new.collect()];
        while let Some(mut open) = work.pop() {
            let all = &self.evaluator.evidence.obligations;
            open.retain(|&at| !self.findings.contains_key(&all[at].site));
            if open.is_empty() {
                continue;
            }
            progress.solving(self.bound, open.len() + work.iter().map(Vec::len).sum::<usize>());
            let failing: Vec<_> =
                open.iter().map(|&at| self.questions.failing(&mut self.evaluator, at)).collect();
            let doubts = self.doubts();
            let mut stopped = None;
            let together = [&failing[..], &doubts[..]].concat();
            match self.questions.ask(&mut self.evaluator, &self.options, &together) {
                Found::Nothing => {
                    self.claim(ClaimKind::Holds, &failing, open.into_iter());
                    self.dispel(&doubts);
                    continue;
                }
                Found::Model(model) if self.opens(&model, &failing, &doubts) => return None,
                Found::Model(model) => match self.questions.which(&self.evaluator, &model, &failing) {
                    Some(at) => {
                        let site = self.evaluator.evidence.obligations[open[at]].site;
                        if self.confirm(site, &model) {
                            progress.known(&|| answer::so_far(self));
                            if self.may_stop_for(site) {
                                stopped = self.stop_after(self.evaluator.evidence.sites[site].property);
                            }
                        }
                        // An execution that was not repeated to its end shows nothing.
                        stopped = stopped.or_else(|| stop_now(&self.options));
                        work.push(open);
                    }
                    None => {
                        self.disagreements.push("a model satisfies no obligation".to_string());
                        self.give_up(&open, "the solver's model does not show which one fails");
                    }
                },
                Found::Unknown(why) => {
                    stopped = self.stop_asking();
                    if stopped.is_some() {
                        // Nothing more is known of them than before this round.
                    } else if open.len() == 1 {
                        self.give_up(&open, &why);
                    } else {
                        // Some of them may be easier alone.
                        let half = open.split_off(open.len() / 2);
                        work.extend([half, open]);
                    }
                }
            }
            if stopped.is_some() {
                return stopped;
            }
        }
        self.decide_doubts()
    }

    /// Conditions under which executions depend on addresses that are constants here.
    fn doubts(&mut self) -> Vec<Term> {
        let new = self.doubts_asked..self.evaluator.evidence.doubts.len();
        new.map(|at| {
            let &Doubt { condition, facts, .. } = &self.evaluator.evidence.doubts[at];
            self.questions.reaching(&mut self.evaluator, condition, facts)
        })
        .collect()
    }

    /// No execution depends on these.
    fn dispel(&mut self, doubts: &[Term]) {
        let new = self.doubts_asked..self.doubts_asked + doubts.len();
        self.claim(ClaimKind::AnyLayout, doubts, new.clone());
        self.doubts_asked = new.end;
    }

    /// Whether doubts are no doubts, without a question.
    fn look_at_certain_doubts(&mut self) -> bool {
        let doubts = self.doubts();
        let certain = |term: &Term| self.evaluator.terms.as_bool(*term) == Some(true);
        let certain: Vec<usize> = (0..doubts.len()).filter(|&at| certain(&doubts[at])).collect();
        self.open_for(&certain)
    }

    /// Whether a model shows an execution that depends on addresses, and no obligation that fails.
    fn opens(&mut self, model: &fathom_logic::Model, failing: &[Term], doubts: &[Term]) -> bool {
        if self.questions.which(&self.evaluator, model, failing).is_some() {
            return false;
        }
        let seen = self.questions.all_which(&self.evaluator, model, doubts);
        self.open_for(&seen)
    }

    /// Wants the objects of these doubts open; whether there are any.
    fn open_for(&mut self, doubts: &[usize]) -> bool {
        for at in doubts {
            let objects = self.evaluator.evidence.doubts[self.doubts_asked + at].objects.clone();
            self.looked_at.get_or_insert_default().extend(objects);
        }
        self.looked_at.is_some()
    }

    /// Asks about doubts that no other question has dispelled.
    fn decide_doubts(&mut self) -> Option<Stopped> {
        let doubts = self.doubts();
        match self.questions.ask(&mut self.evaluator, &self.options, &doubts) {
            Found::Nothing => self.dispel(&doubts),
            Found::Model(model) => {
                self.opens(&model, &[], &doubts);
            }
            Found::Unknown(_) => {
                let stopped = stop_now(&self.options);
                if stopped.is_some() {
                    return stopped;
                }
                // Then they may depend on any of them.
                self.open_for(&(0..doubts.len()).collect::<Vec<_>>());
            }
        }
        None
    }

    /// Whether the failure that was found at a site is one that may end the search.
    fn may_stop_for(&self, site: usize) -> bool {
        match (&self.options.stop_when, self.findings.get(&site)) {
            (Some(wanted), Some(Finding::Failed(counterexample))) => (wanted.0)(&counterexample.report),
            (Some(_), Some(Finding::Unknown(_)) | None) => false,
            (None, _) => true,
        }
    }

    /// Whether a failure of this kind ends the search, or when.
    fn stop_after(&mut self, property: Property) -> Option<Stopped> {
        match self.options.stop_on_fail {
            StopOnFail::No => None,
            StopOnFail::Reluctantly(kinds) if kinds.contains(property) => {
                let enough = Instant::now() + self.started.elapsed();
                let deadline = self.options.deadline.map_or(enough, |deadline| deadline.min(enough));
                self.options.deadline = Some(deadline);
                None
            }
            StopOnFail::Yes | StopOnFail::Reluctantly(_) => Some(Stopped::FirstFailure),
        }
    }

    fn give_up(&mut self, obligations: &[usize], why: &str) {
        for &at in obligations {
            let site = self.evaluator.evidence.obligations[at].site;
            let before = self.settled.map_or(String::new(), |bound| format!("; safe up to {bound}"));
            self.findings.entry(site).or_insert_with(|| Finding::Unknown(format!("{why}{before}")));
        }
    }

    /// Executes what a model says. Whether the site fails for sure.
    fn confirm(&mut self, site: usize, model: &fathom_logic::Model) -> bool {
        let wanted = self.evaluator.evidence.sites[site];
        if wanted.property.is_limit() {
            let what = match self.evaluator.note(wanted.note) {
                "" => wanted.property.sentence().to_string(),
                name => format!("{}: {name}", wanted.property.sentence()),
            };
            self.findings.insert(site, Finding::Unknown(what));
            self.floats_in_doubt |= self.evaluator.leaves_floats_open();
            return false;
        }
        self.replays += 1;
        let replayed =
            replay::replay(self.program, self.entry, &self.evaluator, &self.options, model, wanted);
        match replayed {
            Replayed::Fails(counterexample) => {
                self.findings.insert(site, Finding::Failed(counterexample));
                true
            }
            Replayed::TooLarge(what) => {
                let why = format!("a counterexample was found that cannot be executed: {what}");
                self.findings.insert(site, Finding::Unknown(why));
                false
            }
            Replayed::Guessed(what) => {
                self.findings.insert(site, Finding::Unknown(format!("it depends on {what}")));
                false
            }
            Replayed::Stopped => false,
            Replayed::Differs(_) if self.evaluator.leaves_floats_open() => {
                let why = if self.exact_floats {
                    "it depends on a remainder of floats, or on too much arithmetic on them"
                } else {
                    "it depends on floating-point arithmetic"
                };
                self.findings.insert(site, Finding::Unknown(why.to_string()));
                if let Some(deadline) = self.options.deadline
                    && !self.exact_floats
                    && !self.floats_in_doubt
                {
                    // The other way needs time as well, and most of it.
                    let now = Instant::now();
                    self.options.deadline = Some(now + deadline.saturating_duration_since(now) / 4);
                }
                self.floats_in_doubt = true;
                false
            }
            Replayed::Differs(what) => {
                let place = answer::describe_site(self.program, &self.evaluator, wanted);
                self.disagreements.push(format!("{place}: {what}"));
                let why = "a counterexample was found that the interpreter does not confirm";
                self.findings.insert(site, Finding::Unknown(why.to_string()));
                false
            }
        }
    }

    /// Forgets states beyond the bound that no execution reaches.
    fn prune(&mut self, progress: &mut dyn Progress) -> Option<Stopped> {
        let frontier = self.evaluator.frontier();
        progress.solving(self.bound, frontier.len());
        let all = self.evaluator.evidence.facts.len();
        let reached: Vec<_> = frontier
            .iter()
            .map(|&(_, guard)| self.questions.reaching(&mut self.evaluator, guard, all))
            .collect();
        let mut open: Vec<usize> = (0..frontier.len()).collect();
        for _ in 0..PRUNING_QUESTIONS {
            let terms: Vec<_> = open.iter().map(|&at| reached[at]).collect();
            match self.questions.ask(&mut self.evaluator, &self.options, &terms) {
                Found::Nothing => {
                    self.claim(ClaimKind::NotBeyond, &terms, open.iter().copied());
                    let unreachable: FxHashSet<usize> = open.into_iter().collect();
                    self.evaluator.forget(&unreachable);
                    return None;
                }
                Found::Model(model) => {
                    let holding = self.questions.all_which(&self.evaluator, &model, &terms);
                    if holding.is_empty() {
                        return None;
                    }
                    let mut number = 0;
                    open.retain(|_| {
                        number += 1;
                        !holding.contains(&(number - 1))
                    });
                }
                Found::Unknown(_) => return self.stop_asking(),
            }
        }
        None
    }

    /// Whether there is no use in further questions.
    fn stop_asking(&self) -> Option<Stopped> {
        let spent = self.options.deadline.is_none() && self.questions.spent(&self.evaluator).is_all();
        stop_now(&self.options).or_else(|| spent.then_some(Stopped::Effort))
    }
}

/// How many questions are asked to find states beyond the bound that cannot be reached.
const PRUNING_QUESTIONS: usize = 12;

/// Whether to stop for a reason that comes from outside.
fn stop_now(options: &CheckOptions) -> Option<Stopped> {
    if options.interrupt.load(std::sync::atomic::Ordering::Relaxed) {
        return Some(Stopped::Interrupted);
    }
    if options.deadline.is_some_and(|deadline| Instant::now() >= deadline) {
        return Some(Stopped::Time);
    }
    uses_too_much_memory(options).then_some(Stopped::Memory)
}

/// Whether this process uses more memory than it may, as far as the system tells.
pub fn uses_too_much_memory(options: &CheckOptions) -> bool {
    options.memory_limit.is_some_and(|limit| resident_bytes().is_some_and(|used| used > limit))
}

/// Bytes of memory that this process has, where the system tells.
fn resident_bytes() -> Option<u64> {
    let text = std::fs::read_to_string("/proc/self/statm").ok()?;
    let pages: u64 = text.split_whitespace().nth(1)?.parse().ok()?;
    Some(pages * 4096)
}

fn bounds_of_the_user(limits: &Limits) -> impl Iterator<Item = u32> + '_ {
    limits.single.values().copied().chain(limits.unwind)
}

/// A loop of a function, or the function as one that calls itself.
pub(crate) type LoopKey = (FuncId, Option<LoopId>);
