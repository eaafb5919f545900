//! From a model to an execution: what the program leaves open gets its values, and the interpreter runs it.

use std::sync::Arc;

use fathom_interp::replay::{AskSite, Sites, Static};
use fathom_interp::{Outcome, Placement, Replay, Report, RunOptions};
use fathom_ir::{Bits, Const, FuncId, NoteId, Op, Program, Property, Value};
use fathom_logic::{Evaluator as Values, Model};
use fathom_sem::memory::{Object, ObjectKind};
use fathom_sem::{Evaluator, Site};

use crate::{CheckOptions, Counterexample, Input};

/// What an execution showed.
pub(super) enum Replayed {
    /// It fails as the model says.
    Fails(Box<Counterexample>),
    /// It cannot be executed: there is not enough memory for it, or it takes too long.
    TooLarge(String),
    /// It does something else.
    Differs(String),
    /// It does something else, because this was guessed.
    Guessed(&'static str),
    /// Somebody stopped it.
    Stopped,
}

/// Executes what a model says.
pub(super) fn replay(
    program: &Program,
    entry: FuncId,
    evaluator: &Evaluator<'_>,
    options: &CheckOptions,
    model: &Model,
    wanted: Site,
) -> Replayed {
    let mut values = Values::new(&evaluator.terms, model);
    let mut replay = Replay::default();
    let mut inputs = Vec::new();
    let mut sites = Sites::default();
    for event in &evaluator.evidence.inputs {
        if values.holds(event.guard) {
            let value = values.value(event.value).bits().clone();
            replay.values.push(value.clone());
            // Names that the program has not (of parameters) are none.
            let is_known = event.name.index() < program.notes.len();
            let name = if is_known { event.name } else { NoteId::NONE };
            sites.values.push(AskSite { loc: event.loc, name });
            inputs.push(Input {
                loc: event.loc,
                name: evaluator.note(event.name).to_string(),
                ty: event.ty,
                value,
            });
        }
    }
    // Where some objects lie anywhere, the others make room.
    let any_open = evaluator.objects.iter().any(|object| object.open);
    let is_given = |base| !any_open || evaluator.terms.as_u64(base).is_none();
    replay.statics = statics(evaluator, &mut values);
    replay.layout = any_open;
    for event in &evaluator.evidence.objects {
        if !values.holds(event.guard) {
            continue;
        }
        let fails = event.fails.is_some_and(|fails| values.holds(fails));
        let size = values.value(event.size).bits().low_u64();
        let base = event.base.filter(|&base| is_given(base)).map(|base| values.value(base).bits().low_u64());
        let bytes = values.value(event.bytes).array().clone();
        let width = bytes.index_width();
        let default = bytes.get(&Bits::zero(width)).low_u64() as u8;
        let runs = bytes.runs().map(|(start, byte)| (start.low_u64(), byte.low_u64() as u8));
        let runs = runs.filter(|&(start, _)| start < size).collect();
        replay.objects.push(Placement { base, size, fails, default, runs });
        sites.objects.push(AskSite { loc: event.loc, name: event.name });
    }
    if let Some((count, strings)) = &evaluator.arguments {
        let count = values.value(*count).bits().low_u64();
        let mut arguments = Vec::new();
        for at in 0..count {
            let text = match strings.get(at as usize) {
                Some(argument) => {
                    let bytes = values.value(argument.bytes).array().clone();
                    let (width, length) =
                        (bytes.index_width(), values.value(argument.length).bits().low_u64());
                    let text = (0..length).map(|i| bytes.get(&Bits::from_u64(width, i)).low_u64() as u8);
                    // A zero before the end is a byte that no execution looks at.
                    text.map(|byte| if byte == 0 { b'x' } else { byte }).collect()
                }
                None => b"program".to_vec(),
            };
            arguments.push(text);
        }
        replay.arguments = Some(arguments);
    }
    // Where indeterminate bits are checked, they are the interpreter's to follow, up to where they are frozen.
    let follows = options.checks.contains(Property::UninitialisedUse);
    let undefined: Vec<_> = evaluator
        .undefined_constants()
        .filter(|&(func, value, _)| !follows || is_only_frozen(program, func, value))
        .map(|(func, value, term)| (func, value, values.value(term).bits().clone()))
        .collect();
    let replay = Arc::new(replay);
    let run_options = RunOptions {
        checks: options.checks,
        max_steps: 200_000_000,
        replay: Some(Arc::clone(&replay)),
        interrupt: Arc::clone(&options.interrupt),
        ..RunOptions::default()
    };
    let arguments = [b"program".to_vec()];
    let (outcome, stats) = if undefined.is_empty() {
        fathom_interp::run(program, entry, &arguments, &run_options)
    } else {
        let chosen = with_constants(program, undefined);
        fathom_interp::run(&chosen, entry, &arguments, &run_options)
    };
    let differs = |what: String| match stats.guessed {
        Some(guessed) => Replayed::Guessed(guessed),
        None => Replayed::Differs(what),
    };
    match outcome {
        Outcome::Failed(report) => {
            let other =
                format!("the interpreter finds {} at {}", report.property, place(program, report.loc));
            let is_wanted = |report: &Report| {
                report.property == wanted.property && own_position(program, report) == wanted.loc
            };
            let Some(report) = report.find(is_wanted) else { return differs(other) };
            // What comes after the failure was never asked for.
            inputs.truncate(stats.replay.values as usize);
            Replayed::Fails(Box::new(Counterexample { inputs, replay, sites, report, steps: stats.steps }))
        }
        Outcome::Exited(code) => differs(format!("the interpreter runs to the end, with exit code {code}")),
        Outcome::Killed(code) => differs(format!("the interpreter ends with signal {}", code - 128)),
        Outcome::AssumptionFailed(report) => {
            differs(format!("an assumption fails in the interpreter at {}", place(program, report.loc)))
        }
        Outcome::OutOfResources(..) if super::stop_now(options).is_some() => Replayed::Stopped,
        Outcome::OutOfResources(what, _) => Replayed::TooLarge(what),
    }
}

/// Whether nothing is done with an undefined constant but to choose a value for it.
fn is_only_frozen(program: &Program, func: FuncId, value: Value) -> bool {
    let Some(body) = &program.functions[func.index()].body else { return false };
    body.blocks.iter().all(|block| {
        let mut other = false;
        for inst in block.insts.iter().filter(|inst| !matches!(inst.op, Op::Freeze(_))) {
            inst.op.operands(|operand| other |= operand == value);
        }
        block.term.operands(|operand| other |= operand == value);
        !other
    })
}

/// Where globals, functions and the command line lie, as far as they may lie anywhere.
fn statics(evaluator: &Evaluator<'_>, values: &mut Values<'_>) -> Vec<Static> {
    let is_static = |object: &&Object| match object.kind {
        ObjectKind::Stack | ObjectKind::Heap(_) => false,
        ObjectKind::Global
        | ObjectKind::Constant
        | ObjectKind::Function(_)
        | ObjectKind::Undefined
        | ObjectKind::Environment(_)
        | ObjectKind::Argument(_) => object.open,
    };
    let mut number = |term| values.value(term).bits().low_u64();
    let objects = evaluator.objects.iter().filter(is_static);
    objects
        .map(|object| Static {
            name: evaluator.note(object.name).to_string(),
            base: number(object.base),
            size: number(object.size),
        })
        .collect()
}

/// Where a failure is as the user sees it: outside of models of library functions.
fn own_position(program: &Program, report: &Report) -> fathom_ir::LocId {
    match report.stack.iter().position(|&(function, _)| !program.is_model(function)) {
        None | Some(0) => report.loc,
        Some(at) => report.stack[at].1,
    }
}

/// The program with values for the constants that it leaves undefined.
fn with_constants(program: &Program, undefined: Vec<(FuncId, Value, Bits)>) -> Program {
    let mut chosen = program.clone();
    for (func, value, bits) in undefined {
        if let Some(body) = &mut chosen.functions[func.index()].body {
            body.values[value.index()].constant = Some(Const::Bits(bits));
        }
    }
    chosen
}

/// A position in words.
pub(super) fn place(program: &Program, loc: fathom_ir::LocId) -> String {
    match program.loc(loc) {
        Some(at) => {
            let file = at.file.and_then(|file| program.files.get(file.index())).map_or("?", String::as_str);
            format!("{file}:{}:{}", at.line, at.column)
        }
        None => "an unknown position".to_string(),
    }
}
