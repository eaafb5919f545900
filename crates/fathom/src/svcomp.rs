//! `fathom svcomp`: a task of the Competition on Software Verification, answered as the competition wants it.
//!
//! One configuration for all tasks. The only line on standard output is the verdict: `true`, `false(NAME)` with
//! the name of the violated property, or `unknown`. What else there is to say goes to standard error.

mod witness;

use std::collections::BTreeSet;
use std::fmt;
use std::fs;
use std::io;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Instant;

use fathom_bench::task::{DataModel, TaskFile};
use fathom_engines::{Answer, CheckOptions, Counterexample, StopOnFail};
use fathom_evidence::Evidence;
use fathom_frontend::{Unit, Word};
use fathom_interp::{Outcome, Replay, RunOptions};
use fathom_ir::{Bits, LocId, Op, Program, Property, PropertySet};
use fathom_lower::Overflowed;

use crate::args::{CompileArgs, SvcompArgs};
use crate::check::conclusion::{Conclusion, Demands, stop_reason};
use crate::check::render::{self, View};
use crate::check::rows::{Row, State, rows};
use crate::check::{decide, evidence, stats};
use crate::interrupt::stop_on_interrupt;
use crate::limits::{self, LastWord, Limits};
use crate::pipeline::{self, Missing, Prepared, Reading, Timings};
use crate::property_file::{self, Goal, Specification, kinds};
use crate::{Failure, checks, colour_on, exit, output, outputs};
use witness::Subject;

/// What a verifier may use in the competition is 15 GB; this leaves room for clang and what is not counted.
const MEMORY: u64 = 14 << 30;

/// Tasks are as old as the competition: what compilers took then, clang is to take now.
const LENIENT: [&str; 6] = [
    "-std=gnu11",
    "-Wno-error=implicit-function-declaration",
    "-Wno-error=implicit-int",
    "-Wno-error=int-conversion",
    "-Wno-error=incompatible-function-pointer-types",
    "-Wno-error=return-type",
];

/// `1 << 31` overflows by the standard (C11 6.5.7), but tasks that do so are labelled as free of overflows.
pub const DISPUTED: Property = Property::ShiftOverflow;

/// What depends on who frees memory, and who keeps it.
const OF_ALLOCATIONS: [Property; 4] =
    [Property::UseAfterFree, Property::DoubleFree, Property::LostMemory, Property::MemoryLeak];

/// What is to be answered.
struct Task {
    files: Vec<PathBuf>,
    property: Vec<PathBuf>,
    data_model: Word,
}

impl Task {
    /// As the options say, or a task file where they do not.
    fn new(args: &SvcompArgs) -> Result<Self, Failure> {
        let is_task = |file: &PathBuf| file.extension().is_some_and(|end| end == "yml" || end == "yaml");
        let mut task = Self {
            files: args.files.clone(),
            property: args.property.clone(),
            data_model: args.data_model.unwrap_or(Word::Bits64),
        };
        if !args.files.iter().any(is_task) {
            return Ok(task);
        }
        let [path] = &args.files[..] else {
            return Err(Failure::usage("a task file (.yml) names all files of its program"));
        };
        let file = TaskFile::read(path).map_err(|error| Failure::Input(format!("error: {error}\n")))?;
        if let Some(language) = file.language.filter(|language| language != "C") {
            return Err(Failure::usage(format!("{}: a task in {language}, and not in C", path.display())));
        }
        if args.data_model.is_none() && file.data_model == Some(DataModel::Ilp32) {
            task.data_model = Word::Bits32;
        }
        task.files = file.input_files;
        if task.property.is_empty() {
            let named = file.properties.into_iter().filter(|property| property.property().is_some());
            task.property = named.map(|property| property.property_file).collect();
            if task.property.len() > 1 {
                let names: Vec<String> =
                    task.property.iter().map(|path| path.display().to_string()).collect();
                let message = format!(
                    "the task has several properties; choose one with --property: {}",
                    names.join(", ")
                );
                return Err(Failure::usage(message));
            }
        }
        Ok(task)
    }
}

/// Answers a task; the exit code.
pub fn svcomp(args: &SvcompArgs) -> Result<u8, Failure> {
    let task = Task::new(args)?;
    let Some(specification) = property_file::read(&task.property)? else {
        return Err(Failure::usage("--property says what to check: a file such as unreach-call.prp"));
    };
    if let Some(file) = &args.witness {
        outputs::file("--witness", file)?;
    }
    let limits = Limits { time: Some(args.timeout), memory: Some(memory_limit(args.memory_limit)) };
    limits::keep(limits, |limit| Verdict::Unknown(stop_reason(limit.stopped()).into()).last_word());
    stop_on_interrupt(None);
    Ok(judge(args, &task, &specification)?.print())
}

fn judge(args: &SvcompArgs, task: &Task, specification: &Specification) -> Result<Verdict, Failure> {
    if specification.goals.contains(&Goal::NoDataRace) {
        return Ok(Verdict::Unknown("data races are not looked for yet".into()));
    }
    let mut checks = checks::union(specification.kinds(), checks::limits());
    let mut compiled_with = checks;
    let mut overflow = Overflowed::Wraps;
    if specification.goals.contains(&Goal::Termination) {
        if specification.goals.len() > 1 {
            return Err(Failure::usage("termination is checked alone, without other properties"));
        }
        // Computations that wrap around end loops that would not end otherwise. Clang shows where that is if it is
        // to check them, and computes constants itself if not.
        overflow = Overflowed::Anything;
        checks = checks.with(Property::ShiftOverflow);
        compiled_with = checks.with(Property::SignedOverflow);
    }
    let mut timings = Timings::default();
    let (units, compile, missing) =
        compile(&task.files, task.data_model, &CompileArgs::default(), compiled_with, &mut timings)?;
    let prepared = pipeline::compiled_for_engines(
        units,
        &compile,
        checks,
        &specification.entry,
        &Reading { overflow, must_end: overflow == Overflowed::Anything, ..Reading::new(missing) },
        &mut timings,
    )?;
    let deadline = limits::started().checked_add(args.timeout);
    let options = CheckOptions {
        checks,
        // Much memory that is lost is lost on the way to something worse, and only one of them is to be named.
        stop_on_fail: StopOnFail::Reluctantly(kinds(Goal::ValidMemtrack).with(DISPUTED)),
        deadline,
        interrupt: stop_on_interrupt(None),
        memory_limit: Some(memory_limit(args.memory_limit)),
        ..CheckOptions::default()
    };
    let answer = timings.step("check", || {
        let mut answer = decide(&prepared.program, prepared.entry, &options);
        let doubted = doubt_missing_results(&prepared, checks, deadline, &mut answer);
        let verdict = Verdict::new(&specification.goals, &prepared.program, &answer);
        if doubted && !matches!(verdict, Verdict::False(_)) {
            // The search was over too early: something else may fail for good.
            let options = CheckOptions { stop_on_fail: StopOnFail::No, ..options };
            answer = decide(&prepared.program, prepared.entry, &options);
            doubt_missing_results(&prepared, checks, deadline, &mut answer);
        }
        answer.assumptions.extend(prepared.assumptions.iter().cloned());
        let remark = format!("{} properties, {} loops", answer.properties.len(), answer.loops.len());
        (answer, remark)
    });
    let view = View {
        list: false,
        colour: colour_on(&io::stderr()),
        demands: Demands::default(),
        unwindset: &[],
        evidence: &[],
        full_trace: false,
    };
    output::error(&render::render(&prepared.program, &answer, &view).0);
    if args.stats {
        output::error(&timings.render());
        output::error(&stats::render(&answer));
    }
    let verdict = Verdict::new(&specification.goals, &prepared.program, &answer);
    limits::prepare_last_word(|| {
        let word = verdict.last_word();
        Box::new(move |_| word.clone())
    });
    if let Some(file) = args.witness.as_ref().filter(|_| !matches!(verdict, Verdict::Unknown(_))) {
        let evidence = evidence_for(&verdict, &prepared, checks, &answer);
        let subject = Subject {
            files: &task.files,
            property: &task.property,
            data_model: task.data_model,
            deadline: limits::started() + args.timeout,
        };
        witness::write(file, &subject, &verdict, evidence.as_ref());
    }
    Ok(verdict)
}

/// The execution that violates what a verdict names.
fn evidence_for(
    verdict: &Verdict,
    prepared: &Prepared,
    checks: PropertySet,
    answer: &Answer,
) -> Option<Evidence> {
    let Verdict::False(goal) = verdict else { return None };
    let kinds = kinds(*goal).without(DISPUTED);
    let rows = rows(&prepared.program, answer);
    rows.iter().find_map(|row| match row.state {
        State::Failed(found) if kinds.contains(row.property) => {
            Some(evidence::record(prepared, checks, found))
        }
        _ => None,
    })
}

/// What fails because of the result of a function that returns none is not known: executions have no meaning when
/// it is used. Such a result has no name; it does not matter if the execution fails alike with others. One failure is
/// always looked into, others are doubted once the time is up. Whether there was such a failure.
fn doubt_missing_results(
    prepared: &Prepared,
    checks: PropertySet,
    deadline: Option<Instant>,
    answer: &mut Answer,
) -> bool {
    let (mut doubted, mut late) = (false, false);
    for property in &mut answer.properties {
        let fathom_engines::Verdict::Failed(found) = &property.verdict else { continue };
        if !found.inputs.iter().any(is_missing_result) {
            continue;
        }
        if late || depends_on_missing_results(prepared, checks, found) {
            let reason = "it depends on the result of a function that returns none";
            property.verdict = fathom_engines::Verdict::Unknown(reason.into());
            doubted = true;
        }
        late = deadline.is_some_and(|deadline| Instant::now() >= deadline);
    }
    doubted
}

fn is_missing_result(input: &fathom_engines::Input) -> bool {
    input.name.is_empty() && input.loc == LocId::NONE
}

fn depends_on_missing_results(prepared: &Prepared, checks: PropertySet, found: &Counterexample) -> bool {
    let one = |width: u32| Bits::from_u64(width, 1);
    let choices: [&dyn Fn(u32) -> Bits; 3] = [&Bits::zero, &Bits::ones, &one];
    !choices.into_iter().all(|choice| {
        let mut replay = Replay::clone(&found.replay);
        for (input, value) in found.inputs.iter().zip(&mut replay.values) {
            if is_missing_result(input) {
                *value = choice(input.value.width());
            }
        }
        let options = RunOptions { checks, max_steps: 4 * found.steps + 1_000, ..RunOptions::default() };
        let options = RunOptions { replay: Some(Arc::new(replay)), ..options };
        let (outcome, _) =
            fathom_interp::run(&prepared.program, prepared.entry, &[b"program".to_vec()], &options);
        let Outcome::Failed(report) = outcome else { return false };
        let wanted = (found.report.property, found.report.loc);
        report.find(|report| (report.property, report.loc) == wanted).is_some()
    })
}

/// Compiles a task, with more options than it needs by itself.
///
/// What `inline` means changed with C99: a function is defined in one sense of the word that is not in the other.
/// The sense is taken in which fewer functions are missing; of those that are written down nevertheless nothing is
/// known, nor of those that may free what they are given, if it matters.
pub fn compile(
    files: &[PathBuf],
    data_model: Word,
    more: &CompileArgs,
    checks: PropertySet,
    timings: &mut Timings,
) -> Result<(Vec<Unit>, CompileArgs, Missing), Failure> {
    let with = |inline: &str| CompileArgs {
        cflags: [vec![LENIENT.join(" "), inline.to_string()], more.cflags.clone()].concat(),
        include_dirs: more.include_dirs.clone(),
        m32: data_model == Word::Bits32,
        m64: data_model == Word::Bits64,
        ..CompileArgs::default()
    };
    let mut compile = |inline| {
        let options = with(inline);
        let units = pipeline::compile(files, &options, checks::with_cuts(checks), timings)?;
        let missing = pipeline::missing_functions(&units);
        Ok((units, options, missing))
    };
    let old = compile("-fgnu89-inline")?;
    let mut but = BTreeSet::new();
    let mut chosen = old;
    if !chosen.2.is_empty() && may_define(files) {
        // With optimisation, clang writes down what is defined in neither sense, too.
        let everything = compile("--optimize=1")?.2;
        if !chosen.2.is_subset(&everything) {
            let new = compile("-fno-gnu89-inline")?;
            if new.2.len() < chosen.2.len() {
                chosen = new;
            }
            but = chosen.2.difference(&everything).cloned().collect();
        }
    }
    let with_pointers = !OF_ALLOCATIONS.iter().any(|&property| checks.contains(property));
    Ok((chosen.0, chosen.1, Missing::ReturnAnything { but, with_pointers }))
}

/// Whether these files, or what they include, may define functions that nobody else sees.
fn may_define(files: &[PathBuf]) -> bool {
    let texts = files.iter().map(|file| fs::read(file).unwrap_or_default());
    let mut texts = texts.map(|text| String::from_utf8_lossy(&text).into_owned());
    texts.any(|text| text.contains("inline") || text.contains("include"))
}

/// The limit of memory, if nobody gives another.
pub fn memory_limit(given: Option<u64>) -> u64 {
    given.unwrap_or_else(|| MEMORY.min(available_memory()))
}

/// Bytes that can be had without swapping; endless where the system does not tell.
fn available_memory() -> u64 {
    let text = fs::read_to_string("/proc/meminfo").unwrap_or_default();
    let line = text.lines().find_map(|line| line.strip_prefix("MemAvailable:"));
    let kilobytes = line.and_then(|line| line.trim().trim_end_matches("kB").trim().parse::<u64>().ok());
    kilobytes.map_or(u64::MAX, |kilobytes| (kilobytes << 10) / 10 * 9)
}

/// The answer to a task.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// Every execution is as the property says.
    True,
    /// Some execution is not.
    False(Goal),
    /// Not known, and why.
    Unknown(String),
}

impl Verdict {
    fn new(goals: &[Goal], program: &Program, answer: &Answer) -> Self {
        let rows = rows(program, answer);
        let failed = |row: &&Row| matches!(row.state, State::Failed(_));
        let violates = |goal: &&Goal| {
            let kinds = kinds(**goal).without(DISPUTED);
            rows.iter().filter(failed).any(|row| kinds.contains(row.property))
        };
        // Lost memory last: it is the least of what can be wrong with memory.
        let (lost, others): (Vec<Goal>, Vec<Goal>) =
            goals.iter().partition(|&&goal| goal == Goal::ValidMemtrack);
        if let Some(&goal) = others.iter().chain(&lost).find(violates) {
            return Self::False(goal);
        }
        if let Some(row) = rows.iter().find(failed) {
            return Self::Unknown(match row.property {
                DISPUTED => {
                    "a shift into the sign overflows by the standard, and not in the competition".into()
                }
                other => format!("{other} fails, which is not asked for"),
            });
        }
        if let Some(what) = answer.disagreements.first() {
            return Self::Unknown(format!(
                "an execution was found that the interpreter does not confirm: {what}"
            ));
        }
        match Conclusion::new(&rows, answer) {
            // Where an assumption of the competition does not hold, execution stays for ever.
            Conclusion::Proved(_) if goals.contains(&Goal::Termination) && assumes(program) => {
                Self::Unknown("executions may wait for ever in __VERIFIER_assume".into())
            }
            Conclusion::Proved(_) => Self::True,
            Conclusion::Unknown(reason) => Self::Unknown(reason),
            open => Self::Unknown(format!("{}: {}", open.line().0, open.line().1)),
        }
    }

    /// Prints it as the last line there is, and why if it is not known; the exit code.
    pub fn print(&self) -> u8 {
        let LastWord { output, error, code } = self.last_word();
        output::error(&error);
        limits::answer(&output, code);
        code
    }

    /// The same, to be printed.
    pub fn last_word(&self) -> LastWord {
        let error = match self {
            Self::Unknown(reason) => format!("unknown: {reason}\n"),
            Self::True | Self::False(_) => String::new(),
        };
        LastWord { output: format!("{self}\n"), error, code: self.exit_code() }
    }

    fn exit_code(&self) -> u8 {
        match self {
            Self::True => exit::FINISHED,
            Self::False(_) => exit::BUG,
            Self::Unknown(_) => exit::UNKNOWN,
        }
    }
}

impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::True => f.write_str("true"),
            Self::False(goal) => write!(f, "false({})", goal.name()),
            Self::Unknown(_) => f.write_str("unknown"),
        }
    }
}

/// Whether the program assumes anything.
fn assumes(program: &Program) -> bool {
    let bodies = program.functions.iter().filter_map(|function| function.body.as_ref());
    let mut insts = bodies.flat_map(|body| &body.blocks).flat_map(|block| &block.insts);
    insts.any(|inst| matches!(inst.op, Op::Assume(_)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::check::testing::{LATER, MAIN, answer, failed, program, result};
    use fathom_engines::{PropertyResult, Stopped, Verdict as Known};
    use fathom_ir::{Block, Body, Inst, Term, Value};

    const MEMORY_SAFETY: [Goal; 3] = [Goal::ValidFree, Goal::ValidDeref, Goal::ValidMemtrack];

    fn told(goals: &[Goal], properties: Vec<PropertyResult>) -> String {
        Verdict::new(goals, &program(), &answer(properties)).to_string()
    }

    fn fails(property: Property, loc: LocId) -> PropertyResult {
        result(property, loc, failed(property, loc, vec![]))
    }

    #[test]
    fn the_violated_property_is_named() {
        assert_eq!(
            told(&[Goal::UnreachCall], vec![fails(Property::ErrorReached, MAIN)]),
            "false(unreach-call)"
        );
        assert_eq!(told(&MEMORY_SAFETY, vec![fails(Property::DoubleFree, MAIN)]), "false(valid-free)");
        assert_eq!(told(&MEMORY_SAFETY, vec![fails(Property::UseAfterFree, MAIN)]), "false(valid-deref)");
        assert_eq!(told(&MEMORY_SAFETY, vec![fails(Property::LostMemory, MAIN)]), "false(valid-memtrack)");
        let both = vec![fails(Property::LostMemory, MAIN), fails(Property::UseAfterFree, LATER)];
        assert_eq!(told(&MEMORY_SAFETY, both), "false(valid-deref)");
        assert_eq!(
            told(&[Goal::ValidMemcleanup], vec![fails(Property::MemoryLeak, MAIN)]),
            "false(valid-memcleanup)"
        );
        assert_eq!(
            told(&[Goal::NoOverflow], vec![fails(Property::SignedOverflow, MAIN)]),
            "false(no-overflow)"
        );
    }

    #[test]
    fn shifts_into_the_sign_are_no_alarm_and_no_proof() {
        let shift = fails(Property::ShiftOverflow, MAIN);
        assert_eq!(told(&[Goal::NoOverflow], vec![shift.clone()]), "unknown");
        let both = vec![shift, fails(Property::SignedOverflow, LATER)];
        assert_eq!(told(&[Goal::NoOverflow], both), "false(no-overflow)");
    }

    #[test]
    fn only_a_proof_is_true() {
        let holds = |loc, verdict| result(Property::SignedOverflow, loc, verdict);
        let of = |first, second| told(&[Goal::NoOverflow], vec![holds(MAIN, first), holds(LATER, second)]);
        assert_eq!(of(Known::Proved, Known::Unreachable), "true");
        assert_eq!(of(Known::Proved, Known::SafeUpTo(100)), "unknown");
        assert_eq!(of(Known::Proved, Known::Unknown("no body".into())), "unknown");
        let mut stopped = answer(vec![holds(MAIN, Known::Proved)]);
        stopped.stopped = Some(Stopped::Time);
        assert_eq!(Verdict::new(&[Goal::NoOverflow], &program(), &stopped).to_string(), "unknown");
        let mut doubtful = answer(vec![holds(MAIN, Known::Proved)]);
        doubtful.disagreements = vec!["x".into()];
        assert_eq!(Verdict::new(&[Goal::NoOverflow], &program(), &doubtful).to_string(), "unknown");
    }

    #[test]
    fn who_assumes_may_wait_for_ever() {
        let mut program = program();
        let terminates = |program: &Program| Verdict::new(&[Goal::Termination], program, &answer(vec![]));
        assert_eq!(terminates(&program), Verdict::True);
        let assumption = Inst { op: Op::Assume(Value(0)), first: Value(0), results: 0, loc: MAIN };
        let block =
            Block { params: vec![], insts: vec![assumption], term: Term::Return(vec![]), term_loc: MAIN };
        program.functions[0].body = Some(Body { blocks: vec![block], ..Body::default() });
        assert!(matches!(terminates(&program), Verdict::Unknown(_)));
        assert_eq!(Verdict::new(&[Goal::UnreachCall], &program, &answer(vec![])), Verdict::True);
    }
}
