//! The way of the data, from files to a program that can be executed, and what each step took.

use std::collections::BTreeSet;
use std::env;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};

use fathom_frontend::models::{self, World};
use fathom_frontend::{FrontendError, Language, Unit, Word, inline, rust};
use fathom_ir::{
    CastOp, FuncId, Function, Inst, LocId, Op, Program, Property, PropertySet, Type, Value, effects, verify,
};
use fathom_llvm::link;
use fathom_lower::{LoweredProgram, Overflowed};
use fathom_passes::purify::{self, Pure};
use fathom_passes::regions::RegionOptions;
use fathom_passes::{PASSES, Uninitialised, stubs, unsequenced};

use crate::args::CompileArgs;
use crate::{Failure, checks, colour, entry, limits, output, place};

/// Names of the stages at which a program is unrolled: forms between the IR and the solver, then the formula.
pub fn form_names() -> impl Iterator<Item = &'static str> {
    fathom_sem::forms::Stage::ALL.into_iter().map(|stage| stage.name()).chain([SCRIPT])
}

/// The stage at which a program is a formula.
pub const SCRIPT: &str = "smt2";

/// Names for `fathom ir --stage`: the stages in their order, then single passes.
pub fn stage_names() -> Vec<&'static str> {
    let passes = PASSES.iter().map(|pass| pass.name).filter(|&name| name != "prepare");
    let stages = ["llvm", "ir", "promoted", "pure", "pure-flat"];
    stages.into_iter().chain(form_names()).chain(passes).collect()
}

/// What the steps took, for `--stats`.
#[derive(Default)]
pub struct Timings(Vec<(&'static str, Duration, String)>);

impl Timings {
    /// Does a step and notes how long it takes, with a remark about its result.
    pub fn step<T>(&mut self, name: &'static str, work: impl FnOnce() -> (T, String)) -> T {
        let start = Instant::now();
        let (result, remark) = work();
        self.0.push((name, start.elapsed(), remark));
        result
    }

    /// A table.
    pub fn render(&self) -> String {
        let mut text = String::new();
        for (name, time, remark) in &self.0 {
            // Writing to a string does not fail.
            let _ = writeln!(text, "{name:<9} {:>9.1} ms  {remark}", time.as_secs_f64() * 1e3);
        }
        text
    }
}

/// LLVM IR text of every file.
pub fn compile(
    files: &[PathBuf],
    args: &CompileArgs,
    checks: PropertySet,
    timings: &mut Timings,
) -> Result<Vec<Unit>, Failure> {
    let options = args.options(checks, colour()).map_err(Failure::Usage)?;
    if files.iter().any(|file| Language::of(file).is_some_and(Language::is_source)) {
        limits::room_for_a_compiler().map_err(Failure::Limit)?;
    }
    let units = timings.step("compile", || {
        let units = limits::with_compilers(|| fathom_frontend::compile(files, &options));
        let bytes: usize = units.iter().flatten().map(|unit| unit.text.len()).sum();
        (units, format!("{} files, {:.1} MB of LLVM IR", files.len(), bytes as f64 / 1e6))
    });
    let units = units.map_err(|errors| {
        if let Some(limit) = limits::reached() {
            return Failure::Limit(limit);
        }
        let messages = errors.into_iter().map(|error| match error {
            // What the compiler says needs no comment, unless the machine lacks something.
            FrontendError::Rejected { diagnostics, advice, .. } if !diagnostics.is_empty() => {
                diagnostics + &advice.map_or(String::new(), |advice| format!("hint: {advice}\n"))
            }
            other => format!("error: {other}\n"),
        });
        Failure::Input(messages.collect())
    })?;
    // What belongs to the program may be missing if its compilation was stopped.
    if let Some(limit) = limits::reached() {
        return Err(Failure::Limit(limit));
    }
    for unit in &units {
        output::error(&unit.diagnostics);
    }
    Ok(units)
}

/// Adds models of the library functions that the units use and do not define, as far as there are any, the
/// evaluator does not know the functions itself, and they are wanted. What they assume of the world, a sentence
/// each.
pub fn add_models(
    units: &mut Vec<Unit>,
    args: &CompileArgs,
    checks: PropertySet,
    world: World,
    wanted: impl Fn(&str) -> bool,
    timings: &mut Timings,
) -> Result<Vec<&'static str>, Failure> {
    let needed: Vec<String> = undefined_symbols(units)
        .into_iter()
        .filter(|name| models::provides(name) && !fathom_sem::is_known(name) && wanted(name))
        .collect();
    if needed.is_empty() {
        return Ok(Vec::new());
    }
    let mut options = args.options(checks, colour()).map_err(Failure::Usage)?;
    if options.word.is_none() && units.iter().any(|unit| has_small_pointers(&unit.text)) {
        options.word = Some(Word::Bits32);
    }
    limits::room_for_a_compiler().map_err(Failure::Limit)?;
    let compiled = timings.step("models", || {
        let compiled = limits::with_compilers(|| models::compile_for(&needed, world, &options));
        (compiled, format!("{} functions of the C library", needed.len()))
    });
    let compiled = compiled.map_err(|errors| {
        if let Some(limit) = limits::reached() {
            return Failure::Limit(limit);
        }
        let messages: Vec<String> = errors.iter().map(ToString::to_string).collect();
        Failure::Internal(format!("the models of the C library do not compile: {}", messages.join("; ")))
    })?;
    units.extend(compiled);
    Ok(models::assumptions(&needed))
}

/// Whether something of the program may be executed after an exception is thrown: it has handlers, or says itself what
/// happens when there is none. Without handlers the search for one fails before anything is cleaned up (Itanium C++ ABI,
/// level II, 1.3), and the program ends.
pub fn may_catch(units: &[Unit]) -> bool {
    let is_handler = |line: &str| {
        let line = line.trim_start();
        ["catch ", "filter ", "catchpad ", "cleanuppad "].iter().any(|word| line.starts_with(word))
            || line.contains("catchswitch ")
            || line.contains("set_terminate")
            || line.contains("@_Unwind_")
    };
    units.iter().flat_map(|unit| unit.text.lines()).any(is_handler)
}

/// The first name of a symbol in a line of LLVM IR.
fn symbol_in(line: &str) -> Option<String> {
    let name = &line[line.find('@')? + 1..];
    match name.strip_prefix('"') {
        Some(quoted) => Some(quoted[..quoted.find('"')?].to_string()),
        None => {
            let end = name.find(|c: char| !(c.is_ascii_alphanumeric() || "._$-".contains(c)));
            Some(name[..end.unwrap_or(name.len())].to_string())
        }
    }
}

/// Names of functions and objects that LLVM IR texts declare and none of them defines, sorted.
fn undefined_symbols(units: &[Unit]) -> Vec<String> {
    let (mut declared, mut defined) = (BTreeSet::new(), BTreeSet::new());
    for line in units.iter().flat_map(|unit| unit.text.lines()) {
        let external =
            line.starts_with('@') && [" external ", " extern_weak "].iter().any(|word| line.contains(word));
        if line.starts_with("declare ") || external {
            declared.extend(symbol_in(line));
        } else if line.starts_with("define ") || line.starts_with('@') {
            defined.extend(symbol_in(line));
        }
    }
    declared.difference(&defined).cloned().collect()
}

/// Whether LLVM IR is for a machine whose pointers have 32 bits.
fn has_small_pointers(text: &str) -> bool {
    let layout = text.lines().find(|line| line.starts_with("target datalayout"));
    layout.is_some_and(|layout| layout.contains("-p:32") || layout.contains("\"p:32"))
}

/// The program that the files make, as it was lowered, and well-formed.
pub fn lower(
    units: Vec<Unit>,
    checks: PropertySet,
    cuts: PropertySet,
    overflow: Overflowed,
    timings: &mut Timings,
) -> Result<LoweredProgram, Failure> {
    // What is compiled here is not optimised; but Rust's standard library was, when it was built.
    let from_source = units.iter().all(|unit| unit.from_source);
    let optimised = units.iter().map(|unit| !matches!(unit.language, Language::C | Language::Cpp)).collect();
    let modules = timings.step("read", || {
        let modules: Result<Vec<_>, Failure> = units
            .into_iter()
            .map(|unit| {
                let name = unit.path.display().to_string();
                let text = Arc::<str>::from(unit.text);
                fathom_llvm::read(text.clone()).map_err(|error| {
                    if !unit.from_source {
                        return Failure::Input(format!("error: {name}:{error}\n"));
                    }
                    let line = text.lines().nth((error.line as usize).saturating_sub(1)).unwrap_or_default();
                    Failure::Internal(format!("the LLVM IR of {name} cannot be read: {error}\n  {line}"))
                })
            })
            .collect();
        (modules, String::new())
    })?;
    let linked = timings
        .step("link", || (link::link(modules), String::new()))
        .map_err(|error| Failure::Input(format!("error: {error}\n")))?;
    let options = fathom_lower::Options {
        checks,
        cuts,
        overflow,
        optimised,
        is_library: Some(|name| fathom_interp::library::find(name).is_some()),
    };
    let mut lowered = timings
        .step("lower", || {
            let lowered = fathom_lower::lower(&linked, &options);
            let functions = lowered.as_ref().map_or(0, |lowered| lowered.program.functions.len());
            (lowered, format!("{functions} functions"))
        })
        .map_err(|error| Failure::Input(format!("error: {error}\n")))?;
    look_at_arguments(&mut lowered.program);
    timings.step("verify", || (check(&lowered.program, "ir"), String::new())).map_err(
        |failure| match failure {
            // Nobody but its author is to blame for an ill-formed module.
            Failure::Internal(what) if !from_source => {
                Failure::Input(format!("error: in the LLVM IR, {what}\n"))
            }
            other => other,
        },
    )?;
    name_from_here(&mut lowered.program.files);
    Ok(lowered)
}

/// Lets every model of a library function look at its arguments, those that it makes nothing of included: which values
/// a function uses is its own business, so all that a program passes must have been set.
fn look_at_arguments(program: &mut Program) {
    let is_model = |function: &Function| {
        models::provides(&function.name)
            && place::position(program, function.loc)
                .is_some_and(|position| models::is_model_file(&position.file))
    };
    let models: Vec<usize> = (0..program.functions.len())
        .filter(|&at| program.functions[at].body.is_some() && is_model(&program.functions[at]))
        .collect();
    if models.is_empty() {
        return;
    }
    let callee = look(program);
    let target = program.target;
    for at in models {
        let Function { params, body: Some(body), loc, .. } = &mut program.functions[at] else { continue };
        let mut insts = vec![];
        for (number, ty) in params.iter().enumerate().filter(|(_, ty)| **ty != Type::Ptr) {
            let mut value = body.blocks[0].params[number];
            let width = ty.bits(&target);
            // As 64 bits, the type that models declare for it.
            let casts = [
                (CastOp::FToBits, width, matches!(ty, Type::Float(_))),
                (CastOp::ZExt, 64, width < 64),
                (CastOp::Trunc, 64, width > 64),
            ];
            for (op, width, _) in casts.into_iter().filter(|(_, _, needed)| *needed) {
                let first = body.new_value(Type::Int(width));
                insts.push(Inst { op: Op::Cast(op, value), first, results: 1, loc: *loc });
                value = first;
            }
            let op = Op::Call { callee, args: vec![value] };
            insts.push(Inst { op, first: Value(0), results: 0, loc: *loc });
        }
        body.blocks[0].insts.splice(0..0, insts);
    }
}

/// The function by which models look at a value.
fn look(program: &mut Program) -> FuncId {
    program.function_named(effects::LOOK).unwrap_or_else(|| {
        program.functions.push(Function {
            name: effects::LOOK.to_string(),
            params: vec![Type::Int(64)],
            results: vec![],
            variadic: false,
            body: None,
            align: 1,
            loc: LocId::NONE,
        });
        FuncId(program.functions.len() as u32 - 1)
    })
}

/// Names files as people do: without detours over `..`, and from the current directory if they are in it.
fn name_from_here(files: &mut [String]) {
    let here = env::current_dir().unwrap_or_default();
    for file in files {
        let path = match Path::new(file).canonicalize() {
            Ok(straight) if file.contains("/../") => straight,
            _ => PathBuf::from(&*file),
        };
        let path = path.strip_prefix(&here).unwrap_or(&path);
        if let Some(name) = path.to_str().filter(|name| !name.is_empty()) {
            *file = name.to_string();
        }
    }
}

/// What memory holds that was never written, if these properties are checked.
fn uninitialised(checks: PropertySet) -> Uninitialised {
    if checks.contains(Property::UninitialisedUse) {
        Uninitialised::Indeterminate
    } else {
        Uninitialised::Arbitrary
    }
}

/// The memories of a program, one for each region or one for all, and well-formed.
pub fn purify(
    program: &Program,
    checks: PropertySet,
    one_region: bool,
    timings: &mut Timings,
) -> Result<Pure, Failure> {
    let options = RegionOptions { one_region, uninitialised: uninitialised(checks), entries: Vec::new() };
    let pure = timings.step("purify", || {
        let pure = purify::purify(program, &options);
        let remark = format!("{} regions", pure.regions.regions.len());
        (pure, remark)
    });
    purify::check(program, &pure)
        .map_err(|error| Failure::Internal(format!("the memories are not well-formed: {error}")))?;
    Ok(pure)
}

/// The passes that every program goes through before it is executed.
pub fn prepare(program: &mut Program, checks: PropertySet, timings: &mut Timings) {
    let uninitialised = uninitialised(checks);
    timings.step("prepare", || {
        let fathom_passes::Stats { promoted, simplified, dead, blocks, inlined } = fathom_passes::prepare(program, uninitialised);
        let remark = format!(
            "{promoted} slots promoted, {simplified} values simplified, {dead} dead, {blocks} blocks, {inlined} inlined"
        );
        ((), remark)
    });
}

/// What a call of a function means that nobody defines.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Missing {
    /// Not known.
    Unknown,
    /// It returns any value of its type, and changes nothing.
    ReturnAnything {
        /// Of functions with these names it is not known.
        but: BTreeSet<String>,
        /// Nor of those that get pointers, if this is `false`: they may free what these point to, or keep it.
        with_pointers: bool,
    },
}

impl Missing {
    /// What `--stub-missing` says.
    pub fn new(stub_missing: bool) -> Self {
        if stub_missing {
            Self::ReturnAnything { but: BTreeSet::new(), with_pointers: true }
        } else {
            Self::Unknown
        }
    }
}

/// Functions that are known to do more than return a value: jumps, processes, signals, words of verifiers.
const DO_MORE: [&str; 34] = [
    "setjmp",
    "_setjmp",
    "sigsetjmp",
    "__sigsetjmp",
    "longjmp",
    "_longjmp",
    "siglongjmp",
    "fork",
    "vfork",
    "clone",
    "execl",
    "execle",
    "execlp",
    "execv",
    "execve",
    "execvp",
    "signal",
    "sigaction",
    "raise",
    "kill",
    "alarm",
    "ptrace",
    "reach_error",
    "assume",
    "assume_abort_if_not",
    "sassert",
    // Arithmetic on complex numbers that compilers leave to their runtime library.
    "__divdc3",
    "__divsc3",
    "__divtc3",
    "__divxc3",
    "__muldc3",
    "__mulsc3",
    "__multc3",
    "__mulxc3",
];

/// How names of such functions begin: threads, and what compilers and verifiers bring along.
const DO_MORE_PREFIXES: [&str; 20] = [
    "pthread_",
    "__pthread_",
    "sem_",
    "thrd_",
    "mtx_",
    "cnd_",
    "__builtin_",
    "__atomic_",
    "__sync_",
    "__cxa_",
    "_Z",
    "_R",
    "__VERIFIER_",
    "__fathom_",
    "__CPROVER_",
    "__ESBMC_",
    "llvm.",
    "klee_",
    "nondet",
    "nd_",
];

/// Whether a function without a body is one that nobody knows anything of.
fn is_missing(name: &str) -> bool {
    !(models::is_c_library(name)
        || fathom_sem::is_known(name)
        || fathom_interp::library::find(name).is_some()
        || models::provides(name)
        || DO_MORE.contains(&name)
        || DO_MORE_PREFIXES.iter().any(|prefix| name.starts_with(prefix)))
}

/// Variables of the C library that have no model.
const LIBRARY_VARIABLES: [&str; 20] = [
    "stdin",
    "stdout",
    "stderr",
    "environ",
    "errno",
    "h_errno",
    "optarg",
    "optind",
    "opterr",
    "optopt",
    "timezone",
    "daylight",
    "tzname",
    "signgam",
    "program_invocation_name",
    "program_invocation_short_name",
    "sys_errlist",
    "sys_nerr",
    "in6addr_any",
    "in6addr_loopback",
];

/// Whether a variable that no file defines is one that nobody knows anything of.
fn is_missing_variable(name: &str) -> bool {
    !name.starts_with('_') && !LIBRARY_VARIABLES.contains(&name) && is_missing(name)
}

/// How what a program leaves open is read.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Reading {
    /// Functions that nobody defines.
    pub missing: Missing,
    /// Overflows that nobody checks.
    pub overflow: Overflowed,
    /// What models of the C library are told.
    pub world: World,
    /// Whether it matters that functions of the C library come to an end.
    pub must_end: bool,
}

/// Functions with a model that may wait for others for ever.
const MAY_WAIT: [&str; 6] = ["system", "popen", "pclose", "accept", "recv", "pthread_mutex_lock"];

impl Reading {
    /// The usual one, where overflows wrap around.
    pub fn new(missing: Missing) -> Self {
        Self { missing, overflow: Overflowed::Wraps, world: World::default(), must_end: false }
    }
}

/// A program as engines get it.
pub struct Prepared {
    /// Compiled, with models of the library, lowered and prepared.
    pub program: Program,
    /// Where it starts.
    pub entry: FuncId,
    /// What is assumed of functions that it does not define, a sentence each.
    pub assumptions: Vec<String>,
    /// The program before it was prepared, when variables had memory.
    pub source: LoweredProgram,
}

/// The program as engines get it.
pub fn for_engines(
    files: &[PathBuf],
    compile: &CompileArgs,
    checks: PropertySet,
    entry_name: &str,
    reading: &Reading,
    timings: &mut Timings,
) -> Result<Prepared, Failure> {
    let units = self::compile(files, compile, checks::with_cuts(checks), timings)?;
    compiled_for_engines(units, compile, checks, entry_name, reading, timings)
}

/// The same from files that are compiled already.
pub fn compiled_for_engines(
    mut units: Vec<Unit>,
    compile: &CompileArgs,
    checks: PropertySet,
    entry_name: &str,
    reading: &Reading,
    timings: &mut Timings,
) -> Result<Prepared, Failure> {
    for unit in units.iter_mut().filter(|unit| unit.language == Language::Rust) {
        unit.text = rust::for_engines(&unit.text, entry_name, reading.world.io_may_fail);
    }
    let through_memory = with_results_in_memory(&units);
    let cuts = checks::with_cuts(checks);
    let wanted = |name: &str| !reading.must_end || !MAY_WAIT.contains(&name);
    let models = add_models(&mut units, compile, cuts, reading.world, wanted, timings)?;
    let mut assumptions: Vec<String> = models.into_iter().map(str::to_string).collect();
    let undefined: BTreeSet<String> = undefined_symbols(&units).into_iter().collect();
    let unsequenced: Vec<String> = units.iter().flat_map(|unit| unit.unsequenced.clone()).collect();
    let of_c = units.iter().all(|unit| matches!(unit.language, Language::C | Language::Cpp));
    assumptions.extend(what_nobody_promised(&units));
    let inline: BTreeSet<String> = units
        .iter()
        .filter(|unit| unit.language == Language::C && !models::is_model_file(&unit.path.to_string_lossy()))
        .flat_map(|unit| inline::definitions(&unit.path))
        .collect();
    let mut source = lower(units, checks, cuts, reading.overflow, timings)?;
    if let Missing::ReturnAnything { but, with_pointers } = &reading.missing {
        let mut not_known: BTreeSet<String> =
            but.iter().chain(&through_memory).chain(&inline).cloned().collect();
        if !with_pointers {
            let functions = source.program.functions.iter().filter(|function| gets_pointers(function));
            not_known.extend(functions.map(|function| function.name.clone()));
        }
        let is_missing = |name: &str| is_missing(name) && !not_known.contains(name);
        let stubbed = stubs::stub(&mut source.program, is_missing);
        let sentence = |name: &String| {
            format!("{name} has no body: it returns any value of its type, and changes nothing")
        };
        assumptions.extend(stubbed.iter().map(sentence));
        // Where accesses are checked, it matters what pointers in such a variable point to.
        if !checks.contains(Property::WildPointer) {
            let is_missing = |name: &str| undefined.contains(name) && is_missing_variable(name);
            let defined = stubs::define_globals(&mut source.program, is_missing);
            let sentence =
                |name: &String| format!("{name} is defined by no file: it holds anything at first");
            assumptions.extend(defined.iter().map(sentence));
        }
    }
    if of_c {
        assumptions.extend(order_of_evaluation(&source.program, unsequenced));
    }
    let mut program = source.program.clone();
    prepare(&mut program, checks, timings);
    let entry = entry::find(&program, entry_name)?;
    Ok(Prepared { program, entry, assumptions, source })
}

/// What a program may see of choices that neither language nor platform makes, and that are made here, and what compilers
/// do not tell: a sentence each.
fn what_nobody_promised(units: &[Unit]) -> Vec<String> {
    let of_program = || units.iter().filter(|unit| !models::is_model_file(&unit.path.to_string_lossy()));
    let mut sentences = vec![];
    if of_program().filter(|unit| unit.text.contains("\n@llvm.global_ctors = ")).count() > 1 {
        sentences.push(
            "files are initialised in the order in which they are named, which is the linker's to choose"
                .into(),
        );
    }
    if of_program().any(|unit| unit.language == Language::Rust && rust::has_unsafe_code(&unit.text)) {
        sentences.push(
            "unsafe code uses no local variable after the end of its block, which rustc does not mark".into(),
        );
    }
    if of_program().any(|unit| unit.from_source && unit.text.contains("blockaddress(@")) {
        sentences.push(
            "labels (&&label) lie in the order in which they are used first, which nobody promises".into(),
        );
    }
    sentences
}

/// So many places are named where the order of evaluation matters.
const NAMED_PLACES: usize = 3;

/// What is assumed of the order of evaluation where C leaves it open and it may matter: a sentence at most.
/// `warned` are places that the compiler has found.
fn order_of_evaluation(program: &Program, warned: Vec<String>) -> Option<String> {
    let is_library = |function: &Function| {
        let file = place::position(program, function.loc).map(|position| position.file);
        file.is_none_or(|file| models::is_model_file(&file)) || place::is_foreign(program, function.loc)
    };
    // C++ has an order for what stands in braces.
    let is_c = |function: &Function| {
        let file = place::position(program, function.loc).map(|position| position.file);
        file.is_some_and(|file| file.ends_with(".c") || file.ends_with(".i") || file.ends_with(".h"))
    };
    let found = unsequenced::places(program, &is_library, &is_c).into_iter().filter_map(|loc| {
        let position = place::position(program, loc)?;
        Some(format!("{}:{}", position.file, position.line))
    });
    let mut places: Vec<String> = vec![];
    for place in warned.into_iter().chain(found) {
        if !places.contains(&place) {
            places.push(place);
        }
    }
    let named = places.iter().take(NAMED_PLACES).cloned().collect::<Vec<_>>().join(", ");
    let more = match places.len() {
        0 => return None,
        count if count > NAMED_PLACES => format!(" and {} more places", count - NAMED_PLACES),
        _ => String::new(),
    };
    Some(format!(
        "operands are evaluated in the order that the compiler chose, which C leaves open and which may matter at {named}{more}"
    ))
}

/// Functions that are declared or called with a place in memory for what they return.
fn with_results_in_memory(units: &[Unit]) -> BTreeSet<String> {
    let lines = units.iter().flat_map(|unit| unit.text.lines()).filter(|line| line.contains(" sret("));
    lines.filter_map(symbol_in).collect()
}

/// Whether a function may be passed a pointer.
fn gets_pointers(function: &Function) -> bool {
    function.variadic || function.params.contains(&Type::Ptr)
}

/// Functions that these files call, that none defines, and that nobody knows anything of.
pub fn missing_functions(units: &[Unit]) -> BTreeSet<String> {
    undefined_symbols(units).into_iter().filter(|name| is_missing(name)).collect()
}

/// Refuses a program that breaks an invariant of the IR: some stage made a mistake.
pub fn check(program: &Program, stage: &str) -> Result<(), Failure> {
    verify::verify(program).map_err(|errors| {
        let shown: String = errors.iter().take(5).map(|error| format!("\n  {error}")).collect();
        Failure::Internal(format!("the program is not well-formed after stage {stage}:{shown}"))
    })
}
