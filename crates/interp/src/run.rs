//! Running a whole program: constructors, the entry function, exit handlers; and what came of it.

use fathom_ir::{FuncId, LocId, NoteId, Program, Property, Type};

use crate::fault::{Fault, Step, Stop};
use crate::library;
use crate::machine::{Machine, RunOptions, Scalar};
use crate::memory::{ObjectKind, ObjectName, Pointer, Provenance, Site, Story};
use crate::recording::{Recorder, Recording};
use crate::replay::{ReplayUse, replay_use};

/// What came of an execution.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Outcome {
    /// The program ended by itself, with this exit code.
    Exited(i32),
    /// The program ended itself by a signal; the exit code a shell shows.
    Killed(i32),
    /// A property failed, or a limit of what is modelled was reached ([`Property::is_limit`]).
    Failed(Report),
    /// An assumption did not hold, so this was no execution.
    AssumptionFailed(Report),
    /// A limit of the interpreter was reached; the words say which.
    OutOfResources(String, Report),
}

/// What failed, where, and what there is to say.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Report {
    /// What.
    pub property: Property,
    /// Where.
    pub loc: LocId,
    /// Details, a sentence each.
    pub details: Vec<String>,
    /// Calls under way, innermost first, with the position in each.
    pub stack: Vec<(FuncId, LocId)>,
    /// The object that it is about.
    pub object: Option<Provenance>,
    /// Other failures of the same execution: all memory that is left when a program ends is left at once.
    pub others: Vec<Report>,
}

impl Report {
    /// The failure that is meant, if it is one of those of this execution.
    pub fn find(self, is_meant: impl Fn(&Self) -> bool) -> Option<Self> {
        let Self { others, .. } = self;
        let first = Self { others: Vec::new(), ..self };
        std::iter::once(first).chain(others).find(is_meant)
    }
}

/// Counts of an execution.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Stats {
    /// Instructions executed.
    pub steps: u64,
    /// The most bytes that live objects had.
    pub peak_bytes: u64,
    /// How much of a replay was used.
    pub replay: ReplayUse,
    /// What a model of the library guessed wrong: the execution is another one than the replay says.
    pub guessed: Option<&'static str>,
}

/// Runs a program from its entry function.
pub fn run(program: &Program, entry: FuncId, args: &[Vec<u8>], options: &RunOptions) -> (Outcome, Stats) {
    match Machine::new(program, options.clone()) {
        Ok(mut machine) => machine.run_to_the_end(entry, args),
        Err(stop) => (too_large(stop), Stats::default()),
    }
}

/// Runs a program, and records the instructions that it executes, at most the last `limit` of them or a few
/// more.
pub fn record(
    program: &Program,
    entry: FuncId,
    args: &[Vec<u8>],
    options: &RunOptions,
    limit: u64,
) -> (Outcome, Recording) {
    match Machine::new(program, options.clone()) {
        Ok(mut machine) => {
            // First how long it is: executions are the same each time.
            machine.recorder = Some(Recorder::from(u64::MAX));
            let (outcome, stats) = machine.run_to_the_end(entry, args);
            if limit == 0 {
                return (outcome, Recording::default());
            }
            let Ok(mut machine) = Machine::new(program, options.clone()) else {
                return (outcome, Recording::default());
            };
            machine.recorder = Some(Recorder::from(stats.steps.saturating_sub(limit)));
            let (outcome, _) = machine.run_to_the_end(entry, args);
            let recording = machine.recorded().unwrap_or_default();
            (outcome, recording)
        }
        Err(stop) => (too_large(stop), Recording::default()),
    }
}

/// A program that does not fit into memory does not begin.
fn too_large(stop: Stop) -> Outcome {
    let what = if let Stop::Resource(what) = stop { what } else { String::new() };
    let report = Report {
        property: Property::Unmodelled,
        loc: LocId::NONE,
        details: vec![],
        stack: vec![],
        object: None,
        others: vec![],
    };
    Outcome::OutOfResources(what, report)
}

impl Machine<'_> {
    fn run_to_the_end(&mut self, entry: FuncId, args: &[Vec<u8>]) -> (Outcome, Stats) {
        let replay = self.options.replay.clone();
        let given = replay.as_ref().and_then(|replay| replay.arguments.as_deref());
        let end = self.run_program(entry, given.unwrap_or(args));
        self.library.flush();
        let stats = Stats {
            steps: self.steps,
            peak_bytes: self.memory.peak_bytes,
            replay: replay_use(self.values.as_ref(), self.memory.placements()),
            guessed: self.guessed,
        };
        let outcome = match end {
            Ok(code) | Err(Stop::Exit(code)) => Outcome::Exited(code & 0xff),
            Err(Stop::Killed(code)) => Outcome::Killed(code),
            Err(Stop::Fault(fault)) => {
                let mut report = self.report(&fault);
                for other in std::mem::take(&mut self.left_over) {
                    let other = self.report(&other);
                    let is_same = |known: &Report| (known.property, known.loc) == (other.property, other.loc);
                    if !is_same(&report) && !report.others.iter().any(is_same) {
                        report.others.push(other);
                    }
                }
                Outcome::Failed(report)
            }
            Err(Stop::Assumption(loc)) => {
                let fault =
                    Fault { property: Property::BrokenAssumption, details: vec![], object: Provenance::NONE };
                Outcome::AssumptionFailed(Report { loc, ..self.report(&fault) })
            }
            Err(Stop::Resource(what)) => {
                let fault =
                    Fault { property: Property::Unmodelled, details: vec![], object: Provenance::NONE };
                Outcome::OutOfResources(what, self.report(&fault))
            }
            Err(Stop::LongJump { .. }) => {
                let fault =
                    Fault { property: Property::InvalidArgument, details: vec![], object: Provenance::NONE };
                Outcome::Failed(self.report(&fault))
            }
        };
        (outcome, stats)
    }

    fn run_program(&mut self, entry: FuncId, args: &[Vec<u8>]) -> Step<i32> {
        let end = self.constructors_and_entry(entry, args);
        let code = match end {
            Ok(code) | Err(Stop::Exit(code)) => code,
            Err(other) => return Err(self.at_the_end(other)),
        };
        let handlers = library::run_exit_handlers(self);
        let code = match handlers {
            Ok(()) => code,
            Err(Stop::Exit(other)) => other,
            Err(other) => return Err(self.at_the_end(other)),
        };
        if self.library.ended_at_once {
            self.look_at_what_is_left(false)?;
            return Ok(code);
        }
        let program = self.program;
        for &destructor in &program.destructors {
            if let Err(stop) = self.call_function(destructor, &[]) {
                return Err(self.at_the_end(stop));
            }
        }
        self.look_at_what_is_left(true)?;
        Ok(code)
    }

    fn constructors_and_entry(&mut self, entry: FuncId, args: &[Vec<u8>]) -> Step<i32> {
        let program = self.program;
        for &constructor in &program.constructors {
            // glibc passes argc, argv and envp; constructors that take none ignore them.
            let values = self.entry_arguments(constructor, args)?;
            self.call_function(constructor, &values)?;
        }
        let values = self.entry_arguments(entry, args)?;
        let results = self.call_function(entry, &values)?;
        match results.first() {
            Some(Scalar::Cell(cell))
                if cell.undef != 0 && self.options.checks.contains(Property::UninitialisedUse) =>
            {
                Err(Fault::stop(Property::UninitialisedUse, "the exit code is uninitialised"))
            }
            Some(Scalar::Cell(cell)) => Ok(cell.bits as i32),
            _ => Ok(0),
        }
    }

    /// `argc`, `argv` and `envp`, as far as the function takes them; anything else is arbitrary: what a
    /// replay says, or zero. In a replay only `main` is called so, and all of any other function is arbitrary.
    fn entry_arguments(&mut self, entry: FuncId, args: &[Vec<u8>]) -> Step<Vec<Scalar>> {
        let function = &self.program.functions[entry.index()];
        let is_main = self.values.is_none() || function.name == "main";
        self.memory.site = Site { loc: function.loc, func: entry };
        let mut values = vec![];
        for (at, &ty) in function.params.iter().enumerate() {
            values.push(match (at, ty) {
                (0, Type::Int(32)) if is_main => Scalar::int(args.len() as u64),
                (1, Type::Ptr) if is_main => Scalar::ptr(self.string_array(args, "argv")?),
                (2, Type::Ptr) if is_main => Scalar::ptr(library::environment(self)),
                _ if self.values.is_some() => self.nondet(ty, true, NoteId::NONE),
                _ => {
                    let zero = fathom_ir::Bits::zero(ty.bits(&self.program.target));
                    match zero.width() {
                        0..=64 => Scalar::int(0),
                        _ => Scalar::Wide(zero.clone(), zero),
                    }
                }
            });
        }
        Ok(values)
    }

    /// An array of strings that ends with null.
    pub fn string_array(&mut self, strings: &[Vec<u8>], name: &str) -> Step<Pointer> {
        let word = self.memory.pointer_bytes();
        let size = (strings.len() as u64 + 1) * word;
        let array = self.memory.add_static(ObjectKind::Global, size, word, ObjectName::Text(name.into()));
        for (at, string) in strings.iter().enumerate() {
            let name = ObjectName::Text(format!("{name}[{at}]").into());
            let text = self.memory.add_static(ObjectKind::Global, string.len() as u64 + 1, 1, name);
            self.memory.initialise(text, 0, string);
            self.memory.initialise_ptr(array, at as u64 * word, text);
        }
        Ok(array)
    }

    /// How the program ends that stops itself: with a leak, if it has memory then.
    fn at_the_end(&mut self, stop: Stop) -> Stop {
        match self.ends_by_itself(&stop).then(|| self.look_at_what_is_left(false)) {
            Some(Err(leak)) => leak,
            _ => stop,
        }
    }

    /// Whether a stop is the program's own doing: a signal to itself, or an assertion that nobody checks.
    fn ends_by_itself(&self, stop: &Stop) -> bool {
        match stop {
            Stop::Killed(_) => true,
            Stop::Exit(_) => self.library.ended_at_once,
            Stop::Fault(fault) => {
                matches!(fault.property, Property::Assertion | Property::ErrorReached)
                    && !self.options.checks.contains(fault.property)
            }
            _ => false,
        }
    }

    /// Memory that the program has when it ends fails, all of it at once: the first of it is returned, and the rest
    /// remembered. What nothing points to is looked for where the end is orderly.
    fn look_at_what_is_left(&mut self, is_orderly: bool) -> Step<()> {
        let checks = self.options.checks;
        let mut faults = Vec::new();
        if checks.contains(Property::MemoryLeak) {
            for pointer in self.memory.owned_heap().map(|(pointer, _)| pointer) {
                let what =
                    format!("{} was not freed when the program ended", self.memory.describe(pointer.prov));
                faults.push(Fault::about(Property::MemoryLeak, pointer.prov, what));
            }
        }
        if checks.contains(Property::LostMemory) && is_orderly {
            for pointer in self.memory.lost_heap() {
                let what =
                    format!("nothing points to {} when the program ends", self.memory.describe(pointer.prov));
                faults.push(Fault::about(Property::LostMemory, pointer.prov, what));
            }
        }
        let mut faults = faults.into_iter();
        let Some(first) = faults.next() else { return Ok(()) };
        self.left_over = faults.collect();
        Err(Stop::Fault(Box::new(first)))
    }

    /// A failure in full: position, calls, and the story of the object.
    fn report(&self, fault: &Fault) -> Report {
        let mut details = fault.details.clone();
        let mut loc = self.site().loc;
        if let Some(Story { name, allocated: made, ended: end }) = self.memory.story(fault.object)
            && fault.object != Provenance::NONE
        {
            let name = match name {
                ObjectName::None => String::new(),
                ObjectName::Note(note) => self.program.note(note).to_owned(),
                ObjectName::Text(text) => text.to_string(),
            };
            if !name.is_empty() {
                details.push(format!("the object is `{name}`"));
            }
            if let Some(place) = self.place(made) {
                details.push(format!("it was allocated at {place}"));
            }
            if let Some((how, site)) = end
                && let Some(place) = self.place(site)
            {
                details.push(match how {
                    "freed" => format!("it was freed at {place}"),
                    other => format!("{other} at {place}"),
                });
            }
            if matches!(fault.property, Property::MemoryLeak | Property::LostMemory) {
                loc = made.loc;
            }
        }
        let stack = self.call_stack().into_iter().map(|site| (site.func, site.loc)).collect();
        let object = (fault.object != Provenance::NONE).then_some(fault.object);
        Report { property: fault.property, loc, details, stack, object, others: vec![] }
    }

    fn place(&self, site: Site) -> Option<String> {
        let loc = self.program.loc(site.loc)?;
        let file = &self.program.files[loc.file?.index()];
        let function = self.program.note(loc.function);
        let inside = if function.is_empty() { String::new() } else { format!(" in {function}") };
        let column = if loc.column > 0 { format!(":{}", loc.column) } else { String::new() };
        Some(format!("{file}:{}{column}{inside}", loc.line))
    }
}
