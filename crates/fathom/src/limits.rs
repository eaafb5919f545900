//! Limits of time and memory that hold, whatever is under way.
//!
//! A thread watches the clock and the resident memory of this process and of those that it started. When a limit is
//! reached it sets the flag that stops all work in order, and ends compilers and solvers that still run. Work that
//! looks at the flag then says how far it got. Not all does, or not often enough (a pass over a huge program, a term
//! over a huge array), and what has to be said is rendered after the search; so there is a grace, and when it is over
//! the thread gives the last word that was prepared for this, and ends the process.

mod processes;

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};
use std::time::{Duration, Instant};
use std::{process, thread};

use fathom_engines::Stopped;

use crate::check::conclusion::stop_reason;
use crate::{interrupt, output};

/// What may be used.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Limits {
    /// Time, from the start of the command on.
    pub time: Option<Duration>,
    /// Bytes that are resident in memory.
    pub memory: Option<u64>,
}

/// A limit that is reached.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Limit {
    /// [`Limits::time`].
    Time,
    /// [`Limits::memory`].
    Memory,
    /// No limit, but a signal, while there was nothing to say yet.
    Interrupt,
}

impl Limit {
    /// The same as an end of a search.
    pub fn stopped(self) -> Stopped {
        match self {
            Self::Time => Stopped::Time,
            Self::Memory => Stopped::Memory,
            Self::Interrupt => Stopped::Interrupted,
        }
    }
}

/// What is said if the process has to end at once.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct LastWord {
    /// To standard output.
    pub output: String,
    /// To standard error.
    pub error: String,
    /// The exit code.
    pub code: u8,
}

impl LastWord {
    fn say(&self) -> u8 {
        output::error(&self.error);
        output::print_last(&self.output, self.code);
        self.code
    }
}

/// Makes the last word once it is known which limit was reached.
pub type Speaker = Box<dyn Fn(Limit) -> LastWord + Send>;

/// The watch over this process.
#[derive(Default)]
struct Watch {
    state: Mutex<State>,
    /// Other processes work for this one.
    with_children: AtomicBool,
    /// They are compilers, without which nothing goes on.
    compiling: AtomicBool,
}

#[derive(Default)]
struct State {
    /// There are limits.
    kept: bool,
    /// Bytes that may be used.
    memory: Option<u64>,
    reached: Option<Limit>,
    speaker: Option<Speaker>,
    /// The answer has been given: nothing is left to say.
    answered: Option<u8>,
}

/// How often the clock and the memory are looked at, at least and at most.
const LOOKS: (Duration, Duration) = (Duration::from_millis(2), Duration::from_millis(40));

/// Memory grows by so many bytes a second, at most; looks at it are as far apart as that allows.
const GROWTH: u64 = 2 << 30;

/// How long work may take to stop in order when the memory is used up.
const GRACE: Duration = Duration::from_millis(1500);

/// However much is used, work has so long.
const LEAST_GRACE: Duration = Duration::from_millis(150);

/// Clang 14 to 19 and rustc 1.95 have as much as this resident when they compile an empty `main`.
const COMPILER: u64 = 80 << 20;

fn watch() -> &'static Watch {
    static WATCH: OnceLock<Watch> = OnceLock::new();
    WATCH.get_or_init(Watch::default)
}

fn state() -> MutexGuard<'static, State> {
    watch().state.lock().unwrap_or_else(PoisonError::into_inner)
}

/// When this command began. The first call says so.
pub fn started() -> Instant {
    static STARTED: OnceLock<Instant> = OnceLock::new();
    *STARTED.get_or_init(Instant::now)
}

/// Watches over limits from now on. `speaker` makes the last word for as long as there is no other.
pub fn keep(limits: Limits, speaker: impl Fn(Limit) -> LastWord + Send + 'static) {
    let any = limits != Limits::default();
    {
        let mut state = state();
        state.kept = any;
        state.speaker = Some(Box::new(speaker));
        state.memory = limits.memory;
    }
    if !any {
        return;
    }
    let flag = interrupt::flag();
    // Without a thread the looks that the work takes by itself have to do.
    let _ = thread::Builder::new().name("limits".into()).spawn(move || look_on(limits, &flag));
}

/// Whether anybody watches over limits.
pub fn are_kept() -> bool {
    state().kept
}

/// Another last word, since more is known; nothing is prepared if nobody watches.
pub fn prepare_last_word(speaker: impl FnOnce() -> Speaker) {
    if are_kept() {
        // The lock is not kept while it is made, so that the old one can be said meanwhile.
        let speaker = speaker();
        state().speaker = Some(speaker);
    }
}

/// The limit that was reached, if one was.
pub fn reached() -> Option<Limit> {
    state().reached
}

/// Gives the last word that is prepared, since a limit was reached; the exit code.
pub fn give_last_word(limit: Limit) -> u8 {
    let mut state = state();
    if let Some(code) = state.answered {
        return code;
    }
    let word = match &state.speaker {
        Some(speaker) => speaker(limit),
        None => LastWord {
            error: format!("error: {}\n", stop_reason(limit.stopped())),
            code: interrupt::EXIT,
            ..LastWord::default()
        },
    };
    // The lock is kept while it is said, so that it is said once.
    let code = word.say();
    state.answered = Some(code);
    code
}

/// Gives the answer: from here on there is no other last word.
pub fn answer(text: &str, code: u8) {
    let mut state = state();
    state.answered = Some(code);
    output::print_last(text, code);
}

/// Whether a compiler may be started: it takes so much within milliseconds that nobody could end it in time.
pub fn room_for_a_compiler() -> Result<(), Limit> {
    if let Some(limit) = reached() {
        return Err(limit);
    }
    let Some(memory) = state().memory else { return Ok(()) };
    if used() + COMPILER <= memory {
        return Ok(());
    }
    output::error(&format!(
        "hint: a compiler alone takes {} MB or more; raise --memory-limit, or compile before: clang -g -S -emit-llvm\n",
        COMPILER >> 20
    ));
    state().reached = Some(Limit::Memory);
    Err(Limit::Memory)
}

/// Does work for which compilers are started.
pub fn with_compilers<T>(work: impl FnOnce() -> T) -> T {
    watch().with_children.store(true, Ordering::Relaxed);
    watch().compiling.store(true, Ordering::Relaxed);
    let result = work();
    watch().compiling.store(false, Ordering::Relaxed);
    watch().with_children.store(false, Ordering::Relaxed);
    result
}

/// Ends compilers at a signal, and with them the command.
pub fn stop_compilers() {
    if watch().compiling.load(Ordering::Relaxed) {
        state().reached.get_or_insert(Limit::Interrupt);
        processes::end_children();
    }
}

/// From now on other processes work for this one.
pub fn expect_children() {
    watch().with_children.store(true, Ordering::Relaxed);
}

/// How long work may take to stop in order when this time is up.
fn grace(limit: Duration) -> Duration {
    (limit / 10).max(Duration::from_secs(1)) * 3 / 5
}

/// How much of a time is kept for what comes after a search: recording what fails, and saying it.
pub fn reserve(limit: Duration) -> Duration {
    (limit / 20).min(Duration::from_secs(2))
}

/// More than this is not waited for.
fn most(memory: u64) -> u64 {
    memory.saturating_add(memory / 20)
}

/// Looks on until a limit is reached, then until the grace is over.
fn look_on(limits: Limits, flag: &Arc<AtomicBool>) {
    let deadline = limits.time.and_then(|time| started().checked_add(time));
    let mut pause = LOOKS.0;
    let limit = loop {
        thread::sleep(pause);
        let now = Instant::now();
        if deadline.is_some_and(|deadline| now >= deadline) {
            break Limit::Time;
        }
        pause = LOOKS.1;
        if let Some(memory) = limits.memory {
            let used = used();
            if used > memory {
                break Limit::Memory;
            }
            pause = Duration::from_secs_f64((memory - used) as f64 / GROWTH as f64);
        }
        let left = deadline.map_or(Duration::MAX, |deadline| deadline - now);
        pause = pause.min(left).clamp(LOOKS.0, LOOKS.1);
    };
    state().reached = Some(limit);
    flag.store(true, Ordering::Relaxed);
    let grace = match limit {
        Limit::Time => limits.time.map_or(GRACE, grace),
        Limit::Memory | Limit::Interrupt => GRACE,
    };
    // To give back what is used takes time as well.
    let grace = grace.saturating_sub(Duration::from_secs_f64(used() as f64 / GROWTH as f64)).max(LEAST_GRACE);
    let end = Instant::now() + grace;
    let end = deadline.zip(limits.time).map_or(end, |(deadline, time)| end.min(deadline + self::grace(time)));
    loop {
        if watch().with_children.load(Ordering::Relaxed) {
            processes::end_children();
        }
        let too_much = limits.memory.is_some_and(|memory| used() > most(memory));
        if too_much || Instant::now() >= end {
            let code = give_last_word(limit);
            processes::end_children();
            fathom_frontend::remove_temporary_files();
            process::exit(code.into());
        }
        thread::sleep(LOOKS.0);
    }
}

/// Bytes that this process and those that work for it have in memory.
fn used() -> u64 {
    let own = processes::own_memory();
    if watch().with_children.load(Ordering::Relaxed) { own + processes::memory_of_children() } else { own }
}
