//! From a counterexample to evidence: the execution is replayed on the program as it was lowered, where
//! variables still have their memory, and written down.

use std::collections::BTreeSet;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use fathom_interp::recording::{Arrived, Effect, Recording};
use fathom_interp::replay::{Replay, Sites};
use fathom_interp::{Outcome, Report, RunOptions};
use fathom_ir::debug::DebugInfo;
use fathom_ir::{Bits, FuncId, LocId, Program, Property, PropertySet, Type, float};
use rustc_hash::FxHashSet;

use crate::arrivals;
use crate::model::{self, Event, Evidence, Input, Source};
use crate::slice::{Criterion, slice};
use crate::source;
use crate::steps::{Sources, Story, steps};

/// An execution that fails.
#[derive(Clone)]
pub struct Execution<'a> {
    /// The program as it was lowered.
    pub program: &'a Program,
    /// What the source says of it.
    pub debug: &'a DebugInfo,
    /// Where it starts.
    pub entry: FuncId,
    /// What is checked.
    pub checks: PropertySet,
    /// All that the program leaves open.
    pub replay: &'a Replay,
    /// Where that is asked for.
    pub sites: &'a Sites,
    /// The values among it, for people.
    pub inputs: &'a [Asked<'a>],
    /// What the interpreter reported.
    pub report: &'a Report,
    /// The texts of source files, which say what a branch means; without them it means what the IR says.
    pub sources: Option<Sources<'a>>,
    /// Set from outside to stop repeating it.
    pub interrupt: Arc<AtomicBool>,
}

/// A value that the program asked for.
#[derive(Clone, Copy)]
pub struct Asked<'a> {
    /// Where.
    pub loc: LocId,
    /// The name of a function, parameter or variable.
    pub name: &'a str,
    /// Its type.
    pub ty: Type,
}

/// The last so many instructions of an execution are recorded.
const RECORDED: u64 = 1 << 20;

/// How the functions begin that models of the C library ask for what the standard leaves open.
const LEFT_OPEN: &str = "__VERIFIER_nondet_fathom_open_";

/// Instructions that a replay may take.
const MAX_STEPS: u64 = 400_000_000;

/// An execution is repeated to find out on which inputs the failure depends if it has no more instructions than
/// this beside the recorded ones.
const SHORT: u64 = 10_000_000;

/// So many layouts are tried to find out whether a failure depends on them: of long and of short executions.
const LAYOUTS: (u64, u64) = (6, 32);

impl Execution<'_> {
    /// Writes the execution down. If it cannot be repeated on this form of the program, the evidence has no
    /// steps.
    pub fn record(&self) -> Evidence {
        let mut replay = Replay { sites: Some(self.sites.clone()), ..self.replay.clone() };
        let Some(mut recorded) = self.repeat(&replay, MAX_STEPS) else { return self.evidence(&replay, None) };
        // What fails alike takes about as long; what does not may go on for ever.
        let most = 2 * recorded.recording.steps() + 100_000;
        if replay.layout && recorded.recording.left_out < SHORT {
            let anywhere = replay.clone().without_layout();
            if self.fails_in_other_layouts(&anywhere, most)
                && let Some(again) = self.repeat(&anywhere, most)
            {
                (replay, recorded) = (anywhere, again);
            }
        }
        let mut simpler = replay.clone();
        let mut arbitrary = vec![false; self.inputs.len()];
        let idle = idle_inputs(&recorded, self.inputs.len());
        let before = asked(&recorded.recording);
        let is_short = recorded.recording.left_out < SHORT;
        if is_short && idle.contains(&true) && self.does_not_depend_on(&replay, &idle, most) {
            set(&mut simpler, &idle, &Bits::zero);
            if let Some(again) = self.repeat(&simpler, most).filter(|again| again.recording.left_out == 0) {
                recorded = again;
                arbitrary = idle;
            }
        }
        let mut evidence =
            self.evidence(if arbitrary.contains(&true) { &simpler } else { &replay }, Some(&recorded));
        for (input, &arbitrary) in evidence.inputs.iter_mut().zip(&arbitrary) {
            input.arbitrary = arbitrary;
        }
        // With other values a loop may end sooner, and ask for less.
        let after = asked(&recorded.recording);
        let mut left_out: BTreeSet<usize> = before.difference(&after).copied().collect();
        if recorded.recording.left_out == 0 {
            // Passes make values of variables without a name that are never set before they are used.
            let nameless = self.inputs.iter().enumerate().filter(|(_, input)| input.name.is_empty());
            left_out.extend(nameless.map(|(number, _)| number).filter(|number| !after.contains(number)));
        }
        // Nobody wants to know that a function of the library could have given another number of the same sign.
        let open = self.inputs.iter().zip(&arbitrary).enumerate();
        let open = open.filter(|(_, (asked, arbitrary))| **arbitrary && asked.name.starts_with(LEFT_OPEN));
        left_out.extend(open.map(|(at, _)| at));
        forget(&mut evidence, &left_out);
        evidence
    }

    /// Whether the execution fails alike if it is given something else.
    pub fn fails_with(&self, replay: &Replay) -> bool {
        self.fails_alike(&self.options(replay, MAX_STEPS))
    }

    /// The execution without its steps.
    pub fn outline(&self) -> Evidence {
        self.evidence(self.replay, None)
    }

    fn options(&self, replay: &Replay, max_steps: u64) -> RunOptions {
        RunOptions {
            checks: self.checks,
            max_steps,
            replay: Some(Arc::new(replay.clone())),
            interrupt: Arc::clone(&self.interrupt),
            ..RunOptions::default()
        }
    }

    /// Executes the program again; `None` if it does something else.
    fn repeat(&self, replay: &Replay, max_steps: u64) -> Option<Recorded> {
        let options = self.options(replay, max_steps);
        let args = [b"program".to_vec()];
        let (outcome, recording) = fathom_interp::record(self.program, self.entry, &args, &options, RECORDED);
        let Outcome::Failed(report) = outcome else { return None };
        let report = report.find(|report| self.is_same(report))?;
        let after_the_end = matches!(report.property, Property::MemoryLeak | Property::LostMemory);
        let criterion = Criterion { last: !after_the_end, object: report.object };
        let matters = slice(self.program, &recording, criterion);
        Some(Recorded { report, recording, matters })
    }

    /// Whether a report is of the failure that is wanted: the same property at the same place.
    fn is_same(&self, report: &Report) -> bool {
        let place = |report: &Report| {
            let stack = source::with_inlined(self.program, &report.stack);
            source::position(self.program, source::hoisted(self.program, report.loc, &stack))
        };
        report.property == self.report.property && place(report) == place(self.report)
    }

    /// Whether the execution fails alike whatever these inputs are, as far as trying tells.
    fn does_not_depend_on(&self, replay: &Replay, inputs: &[bool], max_steps: u64) -> bool {
        let one = |width: u32| Bits::from_u64(width, 1);
        let choices: [&dyn Fn(u32) -> Bits; 3] = [&Bits::zero, &Bits::ones, &one];
        choices.into_iter().all(|choice| {
            let mut other = replay.clone();
            set(&mut other, inputs, choice);
            self.fails_alike(&self.options(&other, max_steps))
        })
    }

    /// Whether the execution fails alike wherever objects lie, as far as trying tells. That two objects lie in the order
    /// that it takes is as likely as not, so a few layouts would prove little.
    fn fails_in_other_layouts(&self, replay: &Replay, max_steps: u64) -> bool {
        let tried = (SHORT / max_steps.max(1)).clamp(LAYOUTS.0, LAYOUTS.1);
        let mut layouts = std::iter::once(None).chain((1..tried).map(Some));
        layouts.all(|layout| self.fails_alike(&RunOptions { layout, ..self.options(replay, max_steps) }))
    }

    fn fails_alike(&self, options: &RunOptions) -> bool {
        let args = [b"program".to_vec()];
        let (outcome, _) = fathom_interp::record(self.program, self.entry, &args, options, 0);
        let Outcome::Failed(report) = outcome else { return false };
        report.find(|report| self.is_same(report)).is_some()
    }

    fn evidence(&self, replay: &Replay, recorded: Option<&Recorded>) -> Evidence {
        let report = recorded.map_or(self.report, |recorded| &recorded.report);
        let program = self.program;
        let stack = source::with_inlined(program, &report.stack);
        let loc = source::hoisted(program, report.loc, &stack);
        let function =
            stack.iter().find(|(_, at)| *at == loc).or(stack.first()).map(|&(function, _)| function);
        let Story { steps, objects, object, asked_by } = match recorded {
            Some(Recorded { recording, matters, report }) => {
                steps(program, self.debug, recording, matters, report.object, self.sources)
            }
            None => Story::default(),
        };
        let arrived = recorded.map_or(&[][..], |recorded| &recorded.recording.arrivals);
        // A model asks for values, and then says what it took.
        let readers: FxHashSet<_> = arrived
            .iter()
            .filter(|arrival| matches!(arrival.what, Arrived::Input(_)))
            .filter_map(|arrival| asked_by.get(&usize::try_from(arrival.asked.checked_sub(1)?).ok()?))
            .collect();
        let own = stack.iter().skip_while(|&&(_, at)| at != loc && source::is_foreign(program, at));
        let layout =
            replay.layout.then(|| "it depends on where objects lie, which is not promised".to_string());
        Evidence {
            format: model::FORMAT.into(),
            version: model::VERSION,
            property: report.property.name().into(),
            message: report.property.sentence().into(),
            cwe: report.property.cwe(),
            place: source::place(program, function.unwrap_or(self.entry), loc),
            stack: own.map(|&(function, at)| source::place(program, function, at)).collect(),
            details: report.details.iter().cloned().chain(layout).collect(),
            object,
            inputs: self
                .inputs
                .iter()
                .zip(&replay.values)
                .enumerate()
                .map(|(at, (asked, value))| {
                    let by = asked_by.get(&at);
                    Input { stdin: by.is_some_and(|by| readers.contains(by)), ..self.input(asked, value, by) }
                })
                .collect(),
            arguments: replay.arguments.as_ref().map(|arguments| {
                arguments.iter().map(|argument| String::from_utf8_lossy(argument).into_owned()).collect()
            }),
            stdin: arrivals::standard_input(arrived),
            contents: arrivals::contents(program, arrived),
            objects,
            steps,
            left_out: recorded.map_or(0, |recorded| recorded.recording.left_out),
            layout: replay.layout,
        }
    }

    fn input(
        &self,
        asked: &Asked<'_>,
        value: &Bits,
        asked_by: Option<&(String, Option<model::Position>)>,
    ) -> Input {
        let loc = self.program.own_loc(asked.loc).unwrap_or(asked.loc);
        let (from, name) = match (asked.name.strip_suffix("()"), asked.name.is_empty()) {
            (Some(function), _) => (Source::Call, function),
            (None, true) => (Source::Other, ""),
            // No variable has a name of several words: this is a parameter.
            (None, false) if asked.name.contains(' ') => (Source::Other, asked.name),
            (None, false) => (Source::Variable, asked.name),
        };
        let (from, shown, position) = match asked_by {
            Some((library, position)) => {
                // Headers rename what a standard changed.
                let library = library.trim_start_matches("__isoc99_").trim_start_matches("__isoc23_");
                (Source::Library, format!("a value for {library}()"), position.clone())
            }
            None if name.is_empty() => (from, UNSET.to_string(), source::position(self.program, loc)),
            None => (from, name.to_string(), source::position(self.program, loc)),
        };
        Input {
            from,
            name: shown,
            position,
            ty: type_name(name, asked.ty),
            value: spelled(name, asked.ty, value),
            bits: value.to_hex(),
            arbitrary: false,
            stdin: false,
        }
    }
}

/// What is called an input that nothing names: memory that nothing was written to, the result of a function that returns
/// none.
const UNSET: &str = "a value that was never set";

/// An execution that was written down.
struct Recorded {
    report: Report,
    recording: Recording,
    matters: Vec<bool>,
}

/// Inputs that nothing which matters depends on.
fn idle_inputs(recorded: &Recorded, count: usize) -> Vec<bool> {
    let Recorded { recording, matters, .. } = recorded;
    let mut idle = vec![false; count];
    // What was asked for before the recording began may matter.
    let whole = recording.left_out == 0;
    for (at, executed) in recording.executed.iter().enumerate() {
        let end =
            recording.executed.get(at + 1).map_or(recording.effects.len(), |next| next.effects as usize);
        for effect in &recording.effects[executed.effects as usize..end] {
            if let Effect::Input(number, _) = effect
                && let Some(idle) = idle.get_mut(*number as usize)
            {
                *idle = whole && !matters[at];
            }
        }
    }
    idle
}

/// The numbers of the inputs that an execution asked for, as far as it was recorded.
fn asked(recording: &Recording) -> BTreeSet<usize> {
    let inputs = recording.effects.iter().filter_map(|effect| match effect {
        Effect::Input(number, _) => Some(*number as usize),
        _ => None,
    });
    inputs.collect()
}

/// Leaves inputs out.
fn forget(evidence: &mut Evidence, inputs: &BTreeSet<usize>) {
    if inputs.is_empty() {
        return;
    }
    let mut number = 0;
    evidence.inputs.retain(|_| {
        number += 1;
        !inputs.contains(&(number - 1))
    });
    for step in &mut evidence.steps {
        step.events.retain(|event| !matches!(event, Event::Input { input } if inputs.contains(input)));
    }
    for event in evidence.steps.iter_mut().flat_map(|step| &mut step.events) {
        if let Event::Input { input } = event {
            *input -= inputs.range(..*input).count();
        }
    }
}

fn set(replay: &mut Replay, inputs: &[bool], choice: &dyn Fn(u32) -> Bits) {
    for (value, _) in replay.values.iter_mut().zip(inputs).filter(|(_, chosen)| **chosen) {
        *value = choice(value.width());
    }
}

/// Types that functions which give any value name at their ends, as C writes them, with their widths; `None`
/// where the target decides.
const NAMED_TYPES: [(&str, &str, bool); 28] = [
    ("bool", "_Bool", false),
    ("char", "char", true),
    ("uchar", "unsigned char", false),
    ("short", "short", true),
    ("ushort", "unsigned short", false),
    ("int", "int", true),
    ("uint", "unsigned int", false),
    ("unsigned", "unsigned int", false),
    ("long", "long", true),
    ("ulong", "unsigned long", false),
    ("longlong", "long long", true),
    ("ulonglong", "unsigned long long", false),
    ("size_t", "unsigned long", false),
    ("loff_t", "long long", true),
    ("int8_t", "signed char", true),
    ("uint8_t", "unsigned char", false),
    ("u8", "unsigned char", false),
    ("u16", "unsigned short", false),
    ("u32", "unsigned int", false),
    ("uint16_t", "unsigned short", false),
    ("uint32_t", "unsigned int", false),
    ("uint64_t", "unsigned long long", false),
    ("int128", "__int128", true),
    ("__int128", "__int128", true),
    ("int128_t", "__int128", true),
    ("uint128", "unsigned __int128", false),
    ("uint128_t", "unsigned __int128", false),
    ("u128", "unsigned __int128", false),
];

fn named_type(name: &str) -> Option<&'static (&'static str, &'static str, bool)> {
    let (_, end) = name.rsplit_once("nondet_").or_else(|| name.rsplit_once("nd_"))?;
    NAMED_TYPES.iter().find(|(known, _, _)| *known == end)
}

fn type_name(name: &str, ty: Type) -> String {
    match (named_type(name), ty) {
        (Some((_, c, _)), Type::Int(_)) => (*c).into(),
        (_, Type::Int(1)) => "_Bool".into(),
        (_, Type::Int(8)) => "char".into(),
        (_, Type::Int(16)) => "short".into(),
        (_, Type::Int(32)) => "int".into(),
        (_, Type::Int(64)) => "long long".into(),
        (_, Type::Int(128)) => "__int128".into(),
        (_, Type::Int(width)) => format!("{width} bits"),
        (_, Type::Ptr) => "void *".into(),
        (_, Type::Float(fathom_ir::FloatKind::F32)) => "float".into(),
        (_, Type::Float(fathom_ir::FloatKind::F64)) => "double".into(),
        (_, Type::Float(kind)) => format!("{} bits", kind.bits()),
    }
}

fn spelled(name: &str, ty: Type, bits: &Bits) -> String {
    match ty {
        Type::Int(1) => (!bits.is_zero()).to_string(),
        Type::Int(_) if named_type(name).is_some_and(|(_, _, signed)| !signed) => bits.to_decimal(),
        Type::Int(_) => bits.to_signed_decimal(),
        Type::Ptr if bits.is_zero() => "NULL".into(),
        Type::Ptr => format!("0x{}", bits.to_hex()),
        Type::Float(kind) => float::print(kind, bits),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::{Step, Where};

    #[test]
    fn inputs_that_are_not_asked_for_are_forgotten_and_the_others_renumbered() {
        let place = Where { function: "main".into(), position: None };
        let input = |name: &str| Input {
            from: Source::Call,
            name: name.into(),
            position: None,
            ty: "int".into(),
            value: "0".into(),
            bits: "0".into(),
            arbitrary: false,
            stdin: false,
        };
        let step = |input| Step {
            at: place.clone(),
            depth: 0,
            events: vec![Event::Input { input }],
            changes: vec![],
            more: 0,
            matters: true,
        };
        let mut evidence = Evidence {
            format: model::FORMAT.into(),
            version: model::VERSION,
            property: String::new(),
            message: String::new(),
            cwe: None,
            place: place.clone(),
            stack: vec![],
            details: vec![],
            object: None,
            inputs: ["a", "b", "c", "d"].map(input).to_vec(),
            arguments: None,
            stdin: None,
            contents: vec![],
            objects: vec![],
            steps: vec![step(0), step(3)],
            left_out: 0,
            layout: false,
        };
        forget(&mut evidence, &BTreeSet::from([1, 2]));
        let names: Vec<&str> = evidence.inputs.iter().map(|input| input.name.as_str()).collect();
        assert_eq!(names, ["a", "d"]);
        assert_eq!(evidence.steps, [step(0), step(1)]);
    }
}
