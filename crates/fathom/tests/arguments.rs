//! Every function of the C library looks at the numbers that it is given: one that was never set is an
//! `uninitialised-use`, whatever the model of the function makes of it.

mod common;

use std::collections::BTreeSet;
use std::fmt::Write;
use std::fs;
use std::path::PathBuf;

use common::Job;
use fathom_frontend::Options;
use fathom_frontend::models::{self, World};

/// What C calls a type of LLVM IR that is a number.
fn number(ty: &str) -> Option<&'static str> {
    Some(match ty {
        "i1" => "_Bool",
        "i8" => "char",
        "i16" => "short",
        "i32" => "int",
        "i64" => "long",
        "float" => "float",
        "double" => "double",
        "x86_fp80" => "long double",
        _ => return None,
    })
}

/// A function.
#[derive(Clone)]
struct Signature {
    name: String,
    /// What it returns, in C.
    result: String,
    /// Names of the types of its parameters that are numbers; `None` for pointers.
    params: Vec<Option<&'static str>>,
    variadic: bool,
}

/// The parameters in a text that stands behind the opening parenthesis; types of functions have some of their own.
fn split(text: &str) -> Vec<&str> {
    let (mut depth, mut start, mut params) = (0, 0, vec![]);
    for (at, c) in text.char_indices() {
        match c {
            '(' => depth += 1,
            ')' if depth > 0 => depth -= 1,
            ',' | ')' if depth == 0 => {
                params.push(text[start..at].trim());
                start = at + 1;
                if c == ')' {
                    break;
                }
            }
            _ => {}
        }
    }
    params.retain(|param| !param.is_empty());
    params
}

/// What C calls the type of the result that stands at the end of a text.
fn result(text: &str) -> String {
    let text = text.trim_end();
    let word = text.rsplit(' ').next().unwrap_or_default();
    if word.ends_with('*') || word == "ptr" {
        return "void *".to_owned();
    }
    let members = match text.strip_suffix('}').and_then(|text| text.rsplit_once('{')) {
        Some((_, members)) => members,
        None if text.ends_with("<2 x float>") => "float, float",
        None => return number(word).unwrap_or("void").to_owned(),
    };
    let types = members.split(',').map(|member| number(member.trim()).expect("a number"));
    let members: Vec<String> = types.enumerate().map(|(at, ty)| format!("{ty} member{at};")).collect();
    format!("struct {{ {} }}", members.join(" "))
}

/// The functions that a text in LLVM IR defines for others.
fn signatures(ir: &str) -> Vec<Signature> {
    let lines = ir.lines().filter(|line| line.starts_with("define ") && !line.contains(" internal "));
    let signature = |line: &str| {
        let (before, rest) = line.split_once('@')?;
        let (name, rest) = rest.split_once('(')?;
        let mut params = split(rest);
        let variadic = params.last() == Some(&"...");
        params.truncate(params.len() - usize::from(variadic));
        let is_number = |param: &&str| !param.contains('*');
        let ty = |param: &str| number(param.split(' ').next().unwrap_or_default());
        let params = params.iter().map(|param| Some(*param).filter(is_number).and_then(ty)).collect();
        Some(Signature { name: name.to_owned(), result: result(before), params, variadic })
    };
    lines.filter_map(signature).collect()
}

/// Functions that engines have themselves.
fn built_in() -> Vec<Signature> {
    let (int, size) = (Some("int"), Some("long"));
    let functions = [
        ("void *", "malloc", vec![size]),
        ("void *", "calloc", vec![size, size]),
        ("void *", "realloc", vec![None, size]),
        ("void", "exit", vec![int]),
        ("void", "_exit", vec![int]),
        ("void *", "memset", vec![None, int, size]),
        ("void *", "memcpy", vec![None, None, size]),
        ("void *", "memmove", vec![None, None, size]),
    ];
    let signature = |(result, name, params): (&str, &str, _)| Signature {
        name: name.to_owned(),
        result: result.to_owned(),
        params,
        variadic: false,
    };
    functions.map(signature).to_vec()
}

/// A program that may call any of the functions with one number that was never set, and at which lines it does.
fn program(functions: &[Signature]) -> (String, BTreeSet<u64>) {
    let mut text = "static char object[4096];\nint __VERIFIER_nondet_int(void);\n".to_owned();
    for Signature { name, result, params, variadic } in functions {
        let types = params.iter().map(|param| param.unwrap_or("void *"));
        let types: Vec<&str> = types.chain(variadic.then_some("...")).collect();
        let _ = writeln!(text, "{result} {name}({});", types.join(", "));
    }
    text += "int main(void) {\n    switch (__VERIFIER_nondet_int()) {\n";
    let mut lines = BTreeSet::new();
    for Signature { name, params, .. } in functions {
        for (at, param) in params.iter().enumerate() {
            let Some(ty) = param else { continue };
            let value = |(other, param): (usize, &Option<&str>)| match param {
                _ if other == at => "unset",
                None => "object",
                Some(_) => "1",
            };
            let args: Vec<&str> = params.iter().enumerate().map(value).collect();
            let number = lines.len();
            let call = format!("{name}({})", args.join(", "));
            let _ = writeln!(text, "    case {number}: {{ {ty} unset; {call}; break; }}");
            lines.insert(text.lines().count() as u64);
        }
    }
    text += "    }\n    return 0;\n}\n";
    (text, lines)
}

/// Whether a function is `__memcpy_chk` or one like it.
fn is_checked_copy(name: &str) -> bool {
    name.starts_with("__mem") && name.ends_with("_chk")
}

#[test]
fn a_number_that_was_never_set_is_seen_by_every_function() {
    let names: Vec<String> = models::provided().into_iter().map(str::to_owned).collect();
    let units = models::compile_for(&names, World::default(), &Options::default()).unwrap();
    let mut functions = signatures(&units[0].text);
    // What only compilers call gets numbers that compilers compute.
    let by_compilers = |name: &str| name.starts_with("_Z") || name.contains("cxa") || is_checked_copy(name);
    functions.retain(|function| !by_compilers(&function.name));
    assert!(functions.len() > 300, "{} functions", functions.len());
    functions.extend(built_in());
    let directory = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("arguments");
    fs::create_dir_all(&directory).unwrap();
    for (part, functions) in functions.chunks(40).enumerate() {
        let (text, expected) = program(functions);
        let file = format!("part_{part}.c");
        fs::write(directory.join(&file), &text).unwrap();
        let mut job = Job::fathom("check");
        job.command.args(["--check", "uninitialised-use", "--cflags=-fno-builtin -w", "--list"]).arg(&file);
        job.command.current_dir(&directory);
        let finished = job.run();
        let found: BTreeSet<u64> = finished
            .stdout
            .lines()
            .filter_map(|line| line.strip_prefix("failed ")?.trim_start().strip_prefix("uninitialised-use "))
            .filter_map(|line| line.trim_start().strip_prefix(&file)?.split(':').nth(1)?.parse().ok())
            .collect();
        let missing: Vec<&str> =
            expected.difference(&found).filter_map(|&line| text.lines().nth(line as usize - 1)).collect();
        assert!(missing.is_empty(), "{file}:\n{}\n{}", missing.join("\n"), finished.stderr);
    }
}
