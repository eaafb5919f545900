//! `--emit-test`: for every failure a C file that supplies the inputs, and a script that builds and runs it.

use std::env;
use std::path::{Path, PathBuf};

use fathom_evidence::Evidence;
use fathom_frontend::{Clang, LIBRARY_CHECKS, SourceCheck};
use fathom_ir::{Op, Program};
use fathom_report::native;

use super::evidence::name;
use crate::args::CheckCmd;
use crate::{output, outputs};

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

/// Whether what fails is a call through a pointer.
fn is_call(program: &Program, evidence: &Evidence) -> bool {
    let of_calls = ["invalid-call", "null-dereference"].contains(&&evidence.property[..]);
    let Some(at) = evidence.place.position.as_ref().filter(|_| of_calls) else { return false };
    let is_there = |loc: fathom_ir::LocId| {
        program.loc(loc).is_some_and(|loc| {
            let file = loc.file.and_then(|file| program.files.get(file.index()));
            loc.line == at.line && loc.column == at.column && file.is_some_and(|file| *file == at.file)
        })
    };
    let bodies = program.functions.iter().filter_map(|function| function.body.as_ref());
    let mut insts = bodies.flat_map(|body| &body.blocks).flat_map(|block| &block.insts);
    insts.any(|inst| matches!(inst.op, Op::CallPtr { .. }) && is_there(inst.loc))
}

/// Writes the tests; says which failures have none, and why.
pub fn tests(
    directory: &Path,
    args: &CheckCmd,
    program: &Program,
    evidence: &[Evidence],
) -> Result<(), String> {
    let only_verifiers = program.functions.iter().find(|function| {
        function.body.is_none() && VERIFIERS.iter().any(|prefix| function.name.starts_with(prefix))
    });
    for (number, one) in evidence.iter().enumerate() {
        let name = name(number, one);
        let test = match only_verifiers {
            None if one.layout => Err("it depends on where objects lie".into()),
            None => Test::new(&name, args, one, is_call(program, one)),
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
    script: String,
    /// The standard input.
    input: Option<Vec<u8>>,
}

impl Test {
    fn new(name: &str, args: &CheckCmd, evidence: &Evidence, is_call: bool) -> Result<Self, String> {
        // Before that, its sanitizers look at no calls through pointers in C, and stacks end where one goes nowhere.
        let is_c = |file: &PathBuf| file.extension().is_some_and(|ending| ending == "c" || ending == "i");
        if is_call
            && args.files.iter().any(is_c)
            && let Ok(clang) = Clang::find()
            && clang.version < CALLS_CHECKED
        {
            let version = clang.version;
            return Err(format!(
                "clang {version} does not check calls through pointers in C; clang {CALLS_CHECKED} and newer do"
            ));
        }
        if evidence.stdin.as_ref().is_some_and(|stdin| stdin.fails) {
            return Err("reading the standard input fails in it".into());
        }
        if evidence.stdin.as_ref().is_some_and(|stdin| stdin.in_parts) {
            return Err("the standard input comes in parts in it".into());
        }
        let entry = args.entry.as_deref().unwrap_or("main");
        if entry != "main" {
            return Err(format!("execution starts at {entry}, and a test at main"));
        }
        let sanitizers = sanitizers(&evidence.property)
            .ok_or_else(|| format!("no sanitizer of clang looks for {}", evidence.property))?;
        let at = evidence.place.position.as_ref().ok_or("nobody knows where it fails")?;
        let file = Path::new(&at.file).file_name().unwrap_or_default().to_string_lossy();
        let expected = format!("{file}:{}", at.line);
        let script = script(name, args, evidence, &sanitizers, &expected)?;
        let title = [
            format!("Inputs with which a property fails: {} at {expected}.", evidence.property),
            format!("{}.", evidence.message),
            String::new(),
            format!("sh {name}.sh builds this file with the program and clang's sanitizers, and runs it."),
        ];
        let input = evidence.stdin.as_ref().map(|stdin| stdin.bytes.clone());
        Ok(Self { source: native::source(evidence, &title)?, script, input })
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

/// The script that builds and runs a test, and says whether it fails as predicted.
fn script(
    name: &str,
    args: &CheckCmd,
    evidence: &Evidence,
    sanitizers: &str,
    expected: &str,
) -> Result<String, String> {
    let absolute =
        |path: &PathBuf| path.canonicalize().map_err(|error| format!("{}: {error}", path.display()));
    let mut sources = vec![];
    for file in &args.files {
        match file.extension().and_then(|ending| ending.to_str()) {
            Some("c" | "i" | "cc" | "cpp" | "cxx") => sources.push(absolute(file)?.display().to_string()),
            _ => return Err(format!("{} is neither C nor C++", file.display())),
        }
    }
    let is_cxx =
        sources.iter().any(|file| [".cc", ".cpp", ".cxx"].iter().any(|ending| file.ends_with(ending)));
    let clang = Clang::find().map_err(|error| error.to_string())?.path.display().to_string();
    let options = options(args, &absolute)?;
    let checked = format!("-fsanitize={sanitizers}");
    // Clang's optimiser deletes undefined behaviour, so there is none.
    let mut common = vec!["-g", "-O0", "-w", "-fno-omit-frame-pointer", checked.as_str()];
    common.push("-fno-sanitize-recover=all");
    if is_cxx {
        common.push(LIBRARY_CHECKS);
    }
    let common: Vec<String> = common.into_iter().map(str::to_string).chain(options).collect();
    let quoted = |words: &[String]| words.iter().map(|word| quote(word)).collect::<Vec<_>>().join(" ");
    let arguments: Vec<String> = evidence.arguments.iter().flatten().skip(1).cloned().collect();
    let word = if args.compile.m32 { " -m32" } else { "" };
    let driver = if is_cxx { " --driver-mode=g++" } else { "" };
    let leaks = match evidence.property.as_str() {
        "memory-leak" => "use_globals=0:use_stacks=0:use_registers=0:use_tls=0",
        _ => "use_globals=1",
    };
    Ok(format!(
        "\
#!/bin/sh
# Builds the program with the inputs in {name}.c, and runs it. It ends with 0 if the program fails at
# {expected}, as predicted; with 1 if not, with 2 if it cannot be built, with 3 if clang has no sanitizers here.
cd \"$(dirname \"$0\")\" || exit 2
: \"${{CLANG:={clang}}}\"
build() {{
    \"$CLANG\" -g -w -std=gnu11 {checked}{word} -c {name}.c -o {name}.o &&
        \"$CLANG\"{driver} {common} {sources} {name}.o -lm -o {name}.bin
}}
if ! build; then
    # Is it the program, or is there nothing to link any program with?
    echo 'int main(void) {{ return 0; }}' | \"$CLANG\" {checked}{word} -x c -o {name}.bin - 2>/dev/null && exit 2
    echo \"{name}: $CLANG has no runtime for {checked}{word}, so nothing is tested\"
    echo \"(Debian and Ubuntu: libclang-rt-$(\"$CLANG\" -dumpversion | cut -d. -f1)-dev; or set CLANG to another clang)\"
    exit 3
fi
# Symbolizers are often installed with a version in their names.
for symbolizer in \"${{CLANG%/*}}/llvm-symbolizer\" \"$(\"$CLANG\" -print-prog-name=llvm-symbolizer)\"; do
    [ -x \"$symbolizer\" ] && export ASAN_SYMBOLIZER_PATH=\"$symbolizer\" && break
done
export ASAN_OPTIONS=detect_stack_use_after_return=1:detect_leaks=1:allocator_may_return_null=1:handle_abort=1
export UBSAN_OPTIONS=print_stacktrace=1 MSAN_OPTIONS=handle_abort=1
# Memory that is never freed counts as leaked even if something still points to it.
export LSAN_OPTIONS={leaks}
ulimit -c 0
./{name}.bin {arguments} >{name}.out 2>{name}.err <{stdin}
code=$?
cat {name}.err >&2
if [ $code -ne 0 ] && grep -qF '{expected}' {name}.err; then
    echo \"{name}: fails at {expected}, as predicted\"
    exit 0
fi
echo \"{name}: ends with $code, and not at {expected}\"
exit 1
",
        clang = quote(&clang),
        stdin = if evidence.stdin.is_some() { format!("{name}.in") } else { "/dev/null".into() },
        common = quoted(&common),
        sources = quoted(&sources),
        arguments = quoted(&arguments),
    ))
}

/// What the user wants clang to know.
fn options(
    args: &CheckCmd,
    absolute: &dyn Fn(&PathBuf) -> Result<PathBuf, String>,
) -> Result<Vec<String>, String> {
    let compile = &args.compile;
    let mut options = vec![];
    for directory in &compile.include_dirs {
        options.push(format!("-I{}", absolute(directory)?.display()));
    }
    options.extend(compile.undefines.iter().map(|name| format!("-U{name}")));
    options.extend(compile.defines.iter().map(|name| format!("-D{name}")));
    for header in &compile.includes {
        options.extend(["-include".into(), absolute(header).unwrap_or(header.clone()).display().to_string()]);
    }
    options.extend(compile.std.iter().map(|std| format!("-std={std}")));
    if compile.m32 {
        options.push("-m32".into());
    }
    for flags in &compile.cflags {
        options.extend(fathom_frontend::split_words(flags).map_err(|error| error.to_string())?);
    }
    // Headers beside the user's files are found from there, but those of the current directory are not.
    if let Ok(here) = env::current_dir() {
        options.push(format!("-I{}", here.display()));
    }
    Ok(options)
}

/// A word for a shell.
fn quote(word: &str) -> String {
    let plain = |c: char| c.is_ascii_alphanumeric() || "-_./=+:,@%".contains(c);
    if !word.is_empty() && word.chars().all(plain) {
        return word.to_string();
    }
    format!("'{}'", word.replace('\'', "'\\''"))
}
