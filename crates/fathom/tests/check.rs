//! Checks every program in `tests/check`: what fails must fail at its line and nothing else, and the twin
//! must be safe. `tests/check/README.md` describes the files.

mod common;

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use common::{Finished, Job, in_parallel, tests_directory};
use fathom_frontend::split_words;
use fathom_ir::Property;

/// A kind at a line.
type Place = (u32, Property);

/// The answer for a whole program.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Expected {
    Failed,
    Proved,
    Bounded,
    Unknown,
}

/// What a file says about itself.
struct Case {
    path: PathBuf,
    expected: Expected,
    fails: BTreeSet<Place>,
    unreachable: BTreeSet<Place>,
    unknown: BTreeSet<Place>,
    proved: BTreeSet<Place>,
    options: Vec<String>,
    /// LLVM IR without debug information: nobody can know the line.
    no_lines: bool,
}

impl Case {
    fn read(path: PathBuf) -> Result<Self, String> {
        let text = fs::read_to_string(&path).map_err(|error| format!("{}: {error}", path.display()))?;
        Self::parse(&path, &text).map_err(|problem| format!("{}: {problem}", path.display()))
    }

    fn parse(path: &Path, text: &str) -> Result<Self, String> {
        let name = path.file_stem().unwrap_or_default().to_string_lossy();
        let is_llvm = path.extension().is_some_and(|extension| extension == "ll");
        let comment = if is_llvm { ";" } else { "//" };
        let twin = name.ends_with("_ok");
        let mut verdict = None;
        let mut case = Self {
            path: path.to_path_buf(),
            expected: Expected::Proved,
            fails: BTreeSet::new(),
            unreachable: BTreeSet::new(),
            unknown: BTreeSet::new(),
            proved: BTreeSet::new(),
            options: vec![],
            no_lines: is_llvm && !text.contains("!dbg"),
        };
        for (number, line) in (1..).zip(text.lines()) {
            // A line may have several: `x = a / b; // FAILS: division-by-zero // FAILS: signed-overflow`.
            for comment in line.split(comment).skip(1) {
                let Some((directive, value)) = comment.trim_start().split_once(':') else { continue };
                let value = value.trim();
                let kind = || Property::by_name(value).ok_or(format!("line {number}: no kind '{value}'"));
                match directive {
                    "FAILS" => drop(case.fails.insert((number, kind()?))),
                    "UNREACHABLE" => drop(case.unreachable.insert((number, kind()?))),
                    "UNKNOWN" => drop(case.unknown.insert((number, kind()?))),
                    "PROVED" => drop(case.proved.insert((number, kind()?))),
                    "VERDICT" => {
                        verdict = Some(match value {
                            "bounded" if twin => Expected::Bounded,
                            "bounded" => return Err("only twins are bounded".into()),
                            "unknown" => Expected::Unknown,
                            other => return Err(format!("no verdict '{other}'")),
                        });
                    }
                    "OPTIONS" => case.options.extend(split_words(value).map_err(|error| error.to_string())?),
                    _ => {}
                }
            }
        }
        if twin && !case.fails.is_empty() {
            return Err("nothing fails in a twin".into());
        }
        if let (Some(verdict), false) = (verdict, case.fails.is_empty()) {
            return Err(format!("something fails, and the verdict is {verdict:?}"));
        }
        case.expected = match verdict {
            Some(verdict) => verdict,
            None if !case.fails.is_empty() => Expected::Failed,
            None if !case.unknown.is_empty() => Expected::Unknown,
            // What nothing gets to cannot fail; that nothing gets there is the defect.
            None if twin || !case.unreachable.is_empty() => Expected::Proved,
            None => return Err("nothing is wrong with it, and it is not called …_ok".into()),
        };
        Ok(case)
    }

    /// What is wrong, if anything.
    fn check(&self) -> Result<(), String> {
        let mut job = Job::fathom("check");
        job.command.args(&self.options).arg("--list");
        job.command.current_dir(self.path.parent().unwrap()).arg(self.path.file_name().unwrap());
        let result = job.run();
        let problems = self.judge(&result);
        if problems.is_empty() {
            return Ok(());
        }
        // What holds is not what is wrong.
        let matters =
            |line: &&str| TableRow::read(line).is_none_or(|row| ["failed", "unknown"].contains(&row.verdict));
        let shown = |text: &str| -> String {
            text.lines().filter(matters).take(12).map(|line| format!("\n        {line}")).collect()
        };
        let (out, err) = (shown(&result.stdout), shown(&result.stderr));
        Err(format!("{}: {}{out}{err}", self.path.display(), problems.join("; ")))
    }

    fn judge(&self, result: &Finished) -> Vec<String> {
        if result.timed_out {
            return vec!["does not end".into()];
        }
        let mut problems = vec![];
        let bound_asked = self.options.iter().any(|option| option.starts_with("--unwind"));
        let (word, code) = match self.expected {
            Expected::Failed => ("failed: ", 1),
            Expected::Proved => ("proved: ", 0),
            Expected::Bounded => ("safe up to ", if bound_asked { 0 } else { 2 }),
            Expected::Unknown => ("unknown: ", 2),
        };
        let first = result.stdout.lines().next().unwrap_or_default();
        if !first.starts_with(word) {
            problems.push(format!("'{first}' instead of '{word}…'"));
        }
        if result.code != Some(code) {
            problems.push(format!("exit code {:?} instead of {code}", result.code));
        }
        if result.stdout.contains("not confirmed") {
            problems.push("a counterexample was not confirmed".into());
        }
        let rows: Vec<TableRow> = result.stdout.lines().filter_map(TableRow::read).collect();
        self.judge_failures(&rows, &mut problems);
        self.judge_others(&rows, &mut problems);
        problems
    }

    /// What fails is what is expected to fail.
    fn judge_failures(&self, rows: &[TableRow], problems: &mut Vec<String>) {
        let is_expected = |row: &TableRow| self.fails.iter().any(|place| self.is_at(row, place));
        for row in rows.iter().filter(|row| row.verdict == "failed" && !is_expected(row)) {
            problems.push(format!("{} fails at {}", row.property, row.position));
        }
        for place in &self.fails {
            if !rows.iter().any(|row| row.verdict == "failed" && self.is_at(row, place)) {
                problems.push(format!("{} does not fail at line {}", place.1, place.0));
            }
        }
    }

    /// Places with another verdict have no other.
    fn judge_others(&self, rows: &[TableRow], problems: &mut Vec<String>) {
        for (word, places) in
            [("unreachable", &self.unreachable), ("unknown", &self.unknown), ("proved", &self.proved)]
        {
            for place in places {
                let verdicts: BTreeSet<&str> =
                    rows.iter().filter(|row| self.is_at(row, place)).map(|row| row.verdict).collect();
                if verdicts != BTreeSet::from([word]) {
                    let (line, property) = place;
                    problems.push(format!("{property} at line {line} is {verdicts:?} instead of {word}"));
                }
            }
        }
    }

    fn is_at(&self, row: &TableRow, &(line, property): &Place) -> bool {
        let name = self.path.file_name().unwrap().to_string_lossy();
        let place = format!("{name}:{line}");
        let in_line = row.position == place || row.position.starts_with(&format!("{place}:"));
        row.property == property && (self.no_lines || in_line)
    }
}

/// A line of the table of properties.
struct TableRow<'a> {
    verdict: &'a str,
    property: Property,
    position: &'a str,
}

impl<'a> TableRow<'a> {
    fn read(line: &'a str) -> Option<Self> {
        const VERDICTS: [&str; 5] = ["failed", "unknown", "safe up to", "proved", "unreachable"];
        let verdict = VERDICTS.into_iter().find(|word| line.starts_with(&format!("{word} ")))?;
        let mut words = line[verdict.len()..].split_whitespace();
        if verdict == "safe up to" {
            words.next();
        }
        let property = Property::by_name(words.next()?)?;
        Some(Self { verdict, property, position: words.next()? })
    }
}

fn files(directory: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(directory).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            files(&path, found);
        } else if ["c", "i", "cc", "cpp", "rs", "ll"]
            .iter()
            .any(|e| path.extension().is_some_and(|x| x == *e))
        {
            found.push(path);
        }
    }
}

fn paths() -> Vec<PathBuf> {
    let mut paths = Vec::new();
    files(&tests_directory().join("check"), &mut paths);
    paths.sort();
    paths
}

#[test]
fn every_defect_has_a_twin_without_it() {
    let paths = paths();
    let lonely: Vec<String> = paths
        .iter()
        .filter(|path| {
            let name = path.file_stem().unwrap().to_string_lossy();
            let twin = name.strip_suffix("_ok").map_or(format!("{name}_ok"), str::to_string);
            !path.with_file_name(twin).with_extension(path.extension().unwrap()).exists()
        })
        .map(|path| path.display().to_string())
        .collect();
    assert!(!paths.is_empty(), "no programs in tests/check");
    assert!(lonely.is_empty(), "without a twin:\n  {}", lonely.join("\n  "));
}

#[test]
fn every_program_gets_the_answer_that_it_expects() {
    let (cases, errors): (Vec<_>, Vec<_>) = paths().into_iter().map(Case::read).partition(Result::is_ok);
    let mut failures: Vec<String> = errors.into_iter().filter_map(Result::err).collect();
    let cases: Vec<Case> = cases.into_iter().flatten().collect();
    failures.extend(in_parallel(&cases, Case::check).into_iter().filter_map(Result::err));
    assert!(
        failures.is_empty(),
        "{} of {} programs fail:\n  {}",
        failures.len(),
        cases.len(),
        failures.join("\n  ")
    );
}

#[test]
fn comments_are_expectations() {
    let text = "// A title.\n// OPTIONS: --unwind 4\nx = a / b; // FAILS: division-by-zero // FAILS: signed-overflow\n\
                f(); // UNKNOWN: missing-body\n";
    let case = Case::parse(Path::new("a.c"), text).unwrap();
    assert_eq!(case.options, ["--unwind", "4"]);
    assert_eq!(case.expected, Expected::Failed);
    assert_eq!(case.fails, BTreeSet::from([(3, Property::DivisionByZero), (3, Property::SignedOverflow)]));
    assert_eq!(case.unknown, BTreeSet::from([(4, Property::MissingBody)]));
    let expected = |name: &str, text: &str| Case::parse(Path::new(name), text).map(|case| case.expected);
    assert_eq!(expected("a_ok.c", ""), Ok(Expected::Proved));
    assert_eq!(expected("a_ok.c", "// VERDICT: bounded"), Ok(Expected::Bounded));
    assert_eq!(expected("a_ok.ll", "; VERDICT: unknown"), Ok(Expected::Unknown));
    for (name, wrong) in [
        ("a.c", ""),
        ("a_ok.c", "x; // FAILS: assertion"),
        ("a.c", "x; // FAILS: overflow"),
        ("a.c", "// VERDICT: bounded"),
        ("a.c", "// VERDICT: unknown\nx; // FAILS: assertion"),
    ] {
        assert!(expected(name, wrong).is_err(), "{name}: {wrong}");
    }
}

#[test]
fn rows_of_the_table() {
    let read = |line| TableRow::read(line).map(|row| (row.verdict, row.property.name(), row.position));
    assert_eq!(
        read("failed        signed-overflow       main.c:12:5   in main"),
        Some(("failed", "signed-overflow", "main.c:12:5"))
    );
    assert_eq!(
        read("safe up to 8  assertion             main.c:3  in f: x > 0"),
        Some(("safe up to", "assertion", "main.c:3"))
    );
    for other in
        ["failed: 2 of 31 properties fail", "proved        31 others: 12 signed-overflow", "loop main.0"]
    {
        assert_eq!(read(other), None, "{other}");
    }
}
