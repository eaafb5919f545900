//! The way of the data, from files to a program that can be executed, and what each step took.

use std::env;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};

use fathom_frontend::{FrontendError, Language, Unit};
use fathom_ir::{Program, PropertySet, verify};
use fathom_llvm::link;
use fathom_passes::PASSES;

use crate::args::CompileArgs;
use crate::{Failure, colour, output};

/// Names for `fathom ir --stage`: the stages in their order, then single passes.
pub fn stage_names() -> Vec<&'static str> {
    let passes = PASSES.iter().map(|pass| pass.name).filter(|&name| name != "prepare");
    ["llvm", "ir", "promoted"].into_iter().chain(passes).collect()
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
    let units = timings.step("compile", || {
        let units = fathom_frontend::compile(files, &options);
        let bytes: usize = units.iter().flatten().map(|unit| unit.text.len()).sum();
        (units, format!("{} files, {:.1} MB of LLVM IR", files.len(), bytes as f64 / 1e6))
    });
    let units = units.map_err(|errors| {
        let messages = errors.into_iter().map(|error| match error {
            // What the compiler says needs no comment.
            FrontendError::Rejected { diagnostics, .. } if !diagnostics.is_empty() => diagnostics,
            other => format!("error: {other}\n"),
        });
        Failure::Input(messages.collect())
    })?;
    for unit in &units {
        output::error(&unit.diagnostics);
    }
    Ok(units)
}

/// The program that the files make, as it was lowered, and well-formed.
pub fn lower(units: Vec<Unit>, checks: PropertySet, timings: &mut Timings) -> Result<Program, Failure> {
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
        optimised,
        is_library: Some(|name| fathom_interp::library::find(name).is_some()),
    };
    let mut program = timings
        .step("lower", || {
            let program = fathom_lower::lower(&linked, &options);
            let functions = program.as_ref().map_or(0, |program| program.functions.len());
            (program, format!("{functions} functions"))
        })
        .map_err(|error| Failure::Input(format!("error: {error}\n")))?;
    timings.step("verify", || (check(&program, "ir"), String::new())).map_err(|failure| match failure {
        // Nobody but its author is to blame for an ill-formed module.
        Failure::Internal(what) if !from_source => Failure::Input(format!("error: in the LLVM IR, {what}\n")),
        other => other,
    })?;
    name_from_here(&mut program.files);
    Ok(program)
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

/// The passes that every program goes through before it is executed.
pub fn prepare(program: &mut Program, timings: &mut Timings) {
    timings.step("prepare", || {
        let fathom_passes::Stats { promoted, simplified, dead, blocks, inlined } = fathom_passes::prepare(program);
        let remark = format!(
            "{promoted} slots promoted, {simplified} values simplified, {dead} dead, {blocks} blocks, {inlined} inlined"
        );
        ((), remark)
    });
}

/// Refuses a program that breaks an invariant of the IR: some stage made a mistake.
pub fn check(program: &Program, stage: &str) -> Result<(), Failure> {
    verify::verify(program).map_err(|errors| {
        let shown: String = errors.iter().take(5).map(|error| format!("\n  {error}")).collect();
        Failure::Internal(format!("the program is not well-formed after stage {stage}:{shown}"))
    })
}
