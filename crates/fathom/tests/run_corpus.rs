//! Runs every program in `tests/run`: the defect must be named at its line, and the twin without it must
//! run to its end. `tests/run/README.md` describes the files.

mod common;

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use common::{Finished, Job, clangs, in_parallel, tests_directory};
use fathom_frontend::split_words;
use fathom_ir::Property;

/// What a file says about itself.
struct Case {
    path: PathBuf,
    /// `BUG: kind` and its line.
    bug: Option<(u32, Property)>,
    options: Vec<String>,
    args: Vec<String>,
    stdin: Vec<u8>,
    stdout: String,
    exit: i32,
    /// LLVM IR without debug information: nobody can know the line.
    no_lines: bool,
}

/// One way to run a case.
struct Variant<'a> {
    case: &'a Case,
    clang: Option<PathBuf>,
    promote: bool,
}

impl Case {
    fn read(path: PathBuf) -> Result<Self, String> {
        let name = path.file_stem().unwrap().to_string_lossy().into_owned();
        let text = fs::read_to_string(&path).map_err(|error| format!("{}: {error}", path.display()))?;
        let wrong = |what: &str| format!("{}: {what}", path.display());
        let mut case = Self {
            path: path.clone(),
            bug: None,
            options: Vec::new(),
            args: Vec::new(),
            stdin: Vec::new(),
            stdout: String::new(),
            exit: 0,
            no_lines: path.extension().is_some_and(|extension| extension == "ll") && !text.contains("!dbg"),
        };
        for (number, line) in (1..).zip(text.lines()) {
            if let Some((_, kind)) = line.split_once(" BUG: ") {
                let property =
                    Property::by_name(kind.trim()).ok_or_else(|| wrong(&format!("no kind {kind}")))?;
                if case.bug.replace((number, property)).is_some() {
                    return Err(wrong("two defects"));
                }
            }
            let comment = line.strip_prefix("//").or_else(|| line.strip_prefix(';'));
            let Some((directive, value)) = comment.and_then(|comment| comment.trim_start().split_once(':'))
            else {
                continue;
            };
            let words = || split_words(value).map_err(|error| wrong(&error.to_string()));
            match directive {
                "OPTIONS" => case.options.extend(words()?),
                "ARGS" => case.args.extend(words()?),
                "STDIN" => case.stdin.extend(unescape(value).bytes()),
                "STDOUT" => case.stdout.push_str(&unescape(value)),
                "EXIT" => case.exit = value.trim().parse().map_err(|_| wrong("EXIT needs a number"))?,
                _ => {}
            }
        }
        if name.ends_with("_ok") == case.bug.is_some() {
            return Err(wrong("a file has a BUG, or it is called …_ok"));
        }
        let twin = match name.strip_suffix("_ok") {
            Some(stem) => stem.to_string(),
            None => format!("{name}_ok"),
        };
        if !path.with_file_name(twin).with_extension(path.extension().unwrap()).exists() {
            return Err(wrong("has no twin"));
        }
        Ok(case)
    }

    /// Ways to run it: with the oldest and the newest clang, and without passes.
    fn variants(&self) -> Vec<Variant<'_>> {
        let source = !self.path.extension().is_some_and(|extension| extension == "ll" || extension == "rs");
        let clangs: Vec<Option<PathBuf>> = match source {
            true => clangs().into_iter().map(|clang| Some(clang.path)).collect(),
            false => vec![None],
        };
        let newest = clangs.last().cloned().flatten();
        let promoted = clangs.into_iter().map(|clang| Variant { case: self, clang, promote: true });
        promoted.chain([Variant { case: self, clang: newest, promote: false }]).collect()
    }
}

/// The text after a directive's colon and space, with `\n`, `\t` and `\\`.
fn unescape(value: &str) -> String {
    let mut text = String::new();
    let mut chars = value.strip_prefix(' ').unwrap_or(value).chars();
    while let Some(c) = chars.next() {
        match (c, c == '\\') {
            (_, true) => match chars.next() {
                Some('n') => text.push('\n'),
                Some('t') => text.push('\t'),
                Some('0') => text.push('\0'),
                Some(other) => text.push(other),
                None => {}
            },
            (c, false) => text.push(c),
        }
    }
    text
}

impl Variant<'_> {
    /// What is wrong, if anything.
    fn check(&self) -> Result<(), String> {
        let case = self.case;
        let mut job = Job::fathom("run");
        job.command.args(&case.options);
        if !self.promote {
            job.command.arg("--no-promote");
        }
        if let Some(clang) = &self.clang {
            job.command.env("FATHOM_CLANG", clang);
        }
        job.command.current_dir(case.path.parent().unwrap());
        job.command.arg(case.path.file_name().unwrap()).arg("--").args(&case.args);
        job.stdin = case.stdin.clone();
        let result = job.run();
        self.judge(&result).map_err(|problem| {
            let how = match (&self.clang, self.promote) {
                (Some(clang), true) => format!("{}", clang.display()),
                (Some(clang), false) => format!("{}, --no-promote", clang.display()),
                (None, true) => "promoted".into(),
                (None, false) => "--no-promote".into(),
            };
            let shown: String =
                result.stderr.lines().take(8).map(|line| format!("\n        {line}")).collect();
            format!("{} ({how}): {problem}{shown}", case.path.display())
        })
    }

    fn judge(&self, result: &Finished) -> Result<(), String> {
        let case = self.case;
        if result.timed_out {
            return Err("does not end".into());
        }
        if result.stdout != case.stdout {
            return Err(format!("output {:?} instead of {:?}", result.stdout, case.stdout));
        }
        let Some((line, property)) = case.bug else {
            if result.code != Some(case.exit) {
                return Err(format!("exit code {:?} instead of {}", result.code, case.exit));
            }
            return if reported(&result.stderr).is_some() {
                Err("something is reported".into())
            } else {
                Ok(())
            };
        };
        let Some((word, kind, position)) = reported(&result.stderr) else {
            return Err(format!("{property} not found (exit code {:?})", result.code));
        };
        let (code, expected_word) = if property.is_limit() { (2, "unknown") } else { (1, "error") };
        if (word, kind) != (expected_word, property.name()) {
            return Err(format!("{word}[{kind}] instead of {expected_word}[{property}]"));
        }
        if result.code != Some(code) {
            return Err(format!("exit code {:?} instead of {code}", result.code));
        }
        if case.no_lines {
            return Ok(());
        }
        let Some(position) = position else { return Err("no position".into()) };
        let name = case.path.file_name().unwrap().to_string_lossy();
        if !position.contains(&format!("{name}:{line}:")) && !position.ends_with(&format!("{name}:{line}")) {
            return Err(format!("at {position} instead of line {line}"));
        }
        Ok(())
    }
}

/// `error[kind]: …` or `unknown[kind]: …`, and the position in the next line.
fn reported(stderr: &str) -> Option<(&str, &str, Option<&str>)> {
    let mut lines = stderr.lines();
    let (word, kind) = lines.find_map(|line| {
        let (word, rest) = line.split_once('[')?;
        let (kind, _) = rest.split_once("]: ")?;
        ["error", "unknown"].contains(&word).then_some((word, kind))
    })?;
    let position = lines.next().and_then(|line| line.trim_start().strip_prefix("--> "));
    Some((word, kind, position))
}

fn files(directory: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(directory).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            files(&path, found);
        } else if ["c", "cc", "cpp", "rs", "ll"].iter().any(|e| path.extension().is_some_and(|x| x == *e)) {
            found.push(path);
        }
    }
}

fn cases() -> Vec<Case> {
    let mut paths = Vec::new();
    files(&tests_directory().join("run"), &mut paths);
    paths.sort();
    let (cases, errors): (Vec<_>, Vec<_>) = paths.into_iter().map(Case::read).partition(Result::is_ok);
    let errors: Vec<String> = errors.into_iter().filter_map(Result::err).collect();
    assert!(errors.is_empty(), "the corpus is not well formed:\n  {}", errors.join("\n  "));
    cases.into_iter().filter_map(Result::ok).collect()
}

#[test]
fn every_defect_is_named_at_its_line_and_every_twin_runs() {
    let cases = cases();
    let variants: Vec<Variant> = cases.iter().flat_map(Case::variants).collect();
    let failures: Vec<String> =
        in_parallel(&variants, Variant::check).into_iter().filter_map(Result::err).collect();
    assert!(
        failures.is_empty(),
        "{} of {} runs of {} programs fail:\n  {}",
        failures.len(),
        variants.len(),
        cases.len(),
        failures.join("\n  ")
    );
}

#[test]
fn every_kind_of_property_has_a_program() {
    let covered: BTreeSet<Property> = cases().iter().filter_map(|case| Some(case.bug?.1)).collect();
    let missing: Vec<_> = Property::ALL.iter().filter(|property| !covered.contains(property)).collect();
    assert!(missing.is_empty(), "no program in tests/run for {missing:?}");
}

#[test]
fn there_are_at_least_sixty_defects() {
    assert!(cases().iter().filter(|case| case.bug.is_some()).count() >= 60);
}
