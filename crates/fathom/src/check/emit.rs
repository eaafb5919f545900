//! `--emit-test`: for every failure a C file that supplies the inputs, and a script that builds and runs it.

mod script;

use std::path::{Path, PathBuf};

use fathom_engines::Counterexample;
use fathom_evidence::{Evidence, Source};
use fathom_frontend::{Clang, SourceCheck};
use fathom_interp::replay::Replay;
use fathom_ir::{Op, Program, Property, PropertySet};
use fathom_lower::is_nondet;
use fathom_report::native;

use super::evidence::{self, name};
use crate::args::CheckCmd;
use crate::pipeline::Prepared;
use crate::{output, outputs, place};
use script::Run;

/// How names of functions begin that have no meaning for a machine: they ask what memory is, or change it in ways that
/// tests do not repeat.
const VERIFIERS: [&str; 8] = [
    "sea_",
    "__CPROVER_r_ok",
    "__CPROVER_w_ok",
    "__CPROVER_rw_ok",
    "__CPROVER_havoc",
    "__CPROVER_same_object",
    "__CPROVER_OBJECT",
    "__CPROVER_POINTER",
];

/// The first clang that checks calls through pointers in C (`-fsanitize=function`).
const CALLS_CHECKED: u32 = 17;

/// Functions of the library whose source and target sanitizers compare.
const WATCHED_COPIES: [&str; 6] = ["memcpy", "__memcpy_chk", "strcpy", "strncpy", "strcat", "strncat"];

/// The function of the library, or of C++'s runtime, in which an execution fails: the one that the user's code calls.
fn failing_function(prepared: &Prepared, found: &Counterexample) -> Option<String> {
    let program = &prepared.program;
    let stack = fathom_evidence::source::with_inlined(program, &found.report.stack);
    let (function, at) = stack.into_iter().take_while(|&(_, at)| place::is_foreign(program, at)).last()?;
    Some(place::function_name(program, function, at))
}

/// Whether what fails is a call through a pointer.
fn is_call(program: &Program, evidence: &Evidence) -> bool {
    let of_calls = ["invalid-call", "null-dereference"].contains(&&evidence.property[..]);
    of_calls && fails_at(program, evidence, |op| matches!(op, Op::CallPtr { .. }))
}

/// Whether the compiler checks the argument that is wrong: that of a built-in function.
fn is_checked_by_clang(program: &Program, evidence: &Evidence) -> bool {
    let is_check = |op: &Op| match op {
        Op::Assert { property, note, .. } => *property == Property::InvalidArgument && note.index() == 0,
        _ => false,
    };
    fails_at(program, evidence, is_check)
}

/// Whether there is such an instruction where an execution fails.
fn fails_at(program: &Program, evidence: &Evidence, is_wanted: impl Fn(&Op) -> bool) -> bool {
    let Some(at) = &evidence.place.position else { return false };
    let is_there = |loc: fathom_ir::LocId| {
        program.loc(loc).is_some_and(|loc| {
            let file = loc.file.and_then(|file| program.files.get(file.index()));
            loc.line == at.line && loc.column == at.column && file.is_some_and(|file| *file == at.file)
        })
    };
    let bodies = program.functions.iter().filter_map(|function| function.body.as_ref());
    let mut insts = bodies.flat_map(|body| &body.blocks).flat_map(|block| &block.insts);
    insts.any(|inst| is_wanted(&inst.op) && is_there(inst.loc))
}

/// Writes the tests of executions that fail; says which have none, and why.
pub fn tests(
    directory: &Path,
    args: &CheckCmd,
    prepared: &Prepared,
    checks: PropertySet,
    failures: &[(&Counterexample, &Evidence)],
) -> Result<(), String> {
    let mut functions = prepared.source.program.functions.iter();
    let only_verifiers = functions.find(|function| {
        function.body.is_none() && VERIFIERS.iter().any(|prefix| function.name.starts_with(prefix))
    });
    for (number, (found, evidence)) in failures.iter().enumerate() {
        let name = name(number, evidence);
        let test = match only_verifiers {
            None => Failing { args, prepared, checks, found, evidence }.test(&name),
            Some(function) => Err(format!("only verifiers know what {} does", function.name)),
        };
        let test = match test {
            Ok(test) => test,
            Err(why) => {
                output::error(&format!("no test for {name}: {why}\n"));
                continue;
            }
        };
        outputs::write(&directory.join(format!("{name}.c")), &test.source)?;
        outputs::write(&directory.join(format!("{name}.sh")), &test.script)?;
        if let Some(input) = &test.input {
            outputs::write(&directory.join(format!("{name}.in")), input)?;
        }
    }
    Ok(())
}

struct Test {
    source: String,
    script: Vec<u8>,
    /// The standard input.
    input: Option<Vec<u8>>,
}

/// An execution that fails, and what is known of it.
struct Failing<'a> {
    args: &'a CheckCmd,
    prepared: &'a Prepared,
    checks: PropertySet,
    found: &'a Counterexample,
    evidence: &'a Evidence,
}

impl Failing<'_> {
    /// The test, or why there is none.
    fn test(&self, name: &str) -> Result<Test, String> {
        let Self { args, evidence, .. } = *self;
        if evidence.layout {
            return Err("it depends on where objects lie".into());
        }
        let entry = args.entry.as_deref().unwrap_or("main");
        if entry != "main" {
            return Err(format!("execution starts at {entry}, and a test at main"));
        }
        let sanitizers = sanitizers(&evidence.property)
            .ok_or_else(|| format!("no sanitizer of clang looks for {}", evidence.property))?;
        self.is_looked_at()?;
        self.can_be_supplied()?;
        let at = evidence.place.position.as_ref().ok_or("nobody knows where it fails")?;
        let arguments =
            self.found.replay.arguments.as_deref().unwrap_or_default().get(1..).unwrap_or_default();
        if script::is_too_long(arguments) {
            return Err("the command line is longer than the system takes".into());
        }
        let run = Run {
            name,
            sanitizers: &sanitizers,
            at,
            arguments,
            has_input: evidence.stdin.is_some(),
            is_leak: evidence.property == Property::MemoryLeak.name(),
        };
        let title = [
            format!("Inputs with which a property fails: {} at {}.", evidence.property, script::place(at)),
            format!("{}.", evidence.message),
            String::new(),
            format!("sh {name}.sh builds this file with the program and clang's sanitizers, and runs it."),
        ];
        let functions = self.prepared.source.program.functions.iter();
        let without_body = functions.filter(|function| function.body.is_none() && function.params.is_empty());
        let others = without_body.map(|function| function.name.as_str()).filter(|name| is_nondet(name));
        let others: Vec<&str> = others.collect();
        let test = Test {
            script: script::script(args, &run)?,
            source: native::source(evidence, &title, &others)?,
            input: evidence.stdin.as_ref().map(|stdin| stdin.bytes.clone()),
        };
        self.fails_natively(name)?;
        Ok(test)
    }

    /// Whether sanitizers look at the function or instruction that fails.
    fn is_looked_at(&self) -> Result<(), String> {
        let Self { args, prepared, evidence, .. } = *self;
        let program = &prepared.source.program;
        // Before that, its sanitizers look at no calls through pointers in C, and stacks end where one goes nowhere.
        let is_c = |file: &PathBuf| file.extension().is_some_and(|ending| ending == "c" || ending == "i");
        if is_call(program, evidence)
            && args.files.iter().any(is_c)
            && let Ok(clang) = Clang::find()
            && clang.version < CALLS_CHECKED
        {
            let version = clang.version;
            return Err(format!(
                "clang {version} does not check calls through pointers in C; clang {CALLS_CHECKED} and newer do"
            ));
        }
        let function = failing_function(prepared, self.found);
        let function = function.as_deref();
        match Property::by_name(&evidence.property) {
            // C++'s runtime notices that an initialisation enters itself.
            Some(Property::InvalidArgument) if function != Some("__cxa_guard_acquire") => match function {
                Some(function) => Err(format!("no sanitizer of clang looks at what {function} is given")),
                None if is_checked_by_clang(program, evidence) => Ok(()),
                None => Err("no sanitizer of clang looks at what the function is given".into()),
            },
            Some(Property::OverlappingCopy) => match function {
                Some(function) if !WATCHED_COPIES.contains(&function) => {
                    Err(format!("no sanitizer of clang looks for overlaps in {function}"))
                }
                _ => Ok(()),
            },
            _ => Ok(()),
        }
    }

    /// Whether a test can supply what the execution got from outside, as far as that is not for [`native`] to say.
    fn can_be_supplied(&self) -> Result<(), String> {
        let Self { prepared, evidence, .. } = *self;
        if evidence.stdin.as_ref().is_some_and(|stdin| stdin.fails) {
            return Err("reading the standard input fails in it".into());
        }
        if evidence.stdin.as_ref().is_some_and(|stdin| stdin.in_parts) {
            return Err("the standard input comes in parts in it".into());
        }
        for input in evidence.inputs.iter().filter(|input| input.from == Source::Call && !input.arbitrary) {
            let functions = &prepared.source.program.functions;
            let function = functions.iter().find(|function| function.name == input.name);
            let is_one = function.is_none_or(|function| function.results.len() == 1);
            if !is_one && !input.ty.ends_with("__int128") {
                return Err(format!("{} returns more than one value at a time", input.name));
            }
        }
        Ok(())
    }

    /// Whether it fails as well where memory never runs out, and under the name that the test gives the program.
    fn fails_natively(&self, name: &str) -> Result<(), String> {
        let fails_with = |change: &dyn Fn(&mut Replay)| {
            evidence::fails_with(self.prepared, self.checks, self.found, |replay| {
                // It does not depend on where objects lie.
                *replay = std::mem::take(replay).without_layout();
                change(replay);
            })
        };
        let enough = |replay: &mut Replay| replay.objects.iter_mut().for_each(|object| object.fails = false);
        if self.found.replay.objects.iter().any(|object| object.fails) && !fails_with(&enough) {
            return Err("an allocation fails in it, and natively none does".into());
        }
        let program = format!("./{name}.bin").into_bytes();
        let renamed = |replay: &mut Replay| {
            enough(replay);
            let arguments = replay.arguments.as_mut();
            if let Some(first) = arguments.and_then(|arguments| arguments.first_mut()) {
                first.clone_from(&program);
            }
        };
        if self.found.replay.arguments.is_some() && !fails_with(&renamed) {
            return Err("it depends on the name under which the program is called".into());
        }
        Ok(())
    }
}

/// The sanitizers that look for a kind of failure, for `-fsanitize=`; `None` if there are none.
fn sanitizers(property: &str) -> Option<String> {
    let memory = "address,undefined";
    Some(match property {
        "uninitialised-use" => "memory".into(),
        "pointer-comparison"
        | "pointer-subtraction"
        | "pointer-arithmetic"
        | "broken-flag"
        | "poison-use"
        | "broken-assumption" => return None,
        "unsigned-overflow" | "lossy-conversion" | "float-cast-overflow" => {
            format!("{memory},{}", SourceCheck::by_name(property).map_or("", SourceCheck::sanitizers))
        }
        _ => memory.into(),
    })
}
