//! The tests that `fathom check --emit-test` writes for what fails in `tests/check` are built with clang's
//! sanitizers and run: they must fail natively where Fathom says.

mod common;

use std::fs;
use std::os::unix::fs::PermissionsExt as _;
use std::path::{Path, PathBuf};
use std::time::Duration;

use common::{Job, has_sanitizers, in_parallel, say_aloud, scratch, tests_directory};
use fathom_frontend::split_words;

/// How a script ends where clang has no sanitizers.
const NO_RUNTIME: i32 = 3;

/// What became of the failures of a program.
#[derive(Default)]
struct Outcome {
    as_predicted: usize,
    no_test: usize,
    excused: usize,
    no_runtime: usize,
    problems: Vec<String>,
}

/// Programs with failures, and their options.
fn failing_programs(folder: &Path, found: &mut Vec<(PathBuf, Vec<String>, bool)>) {
    let entries = fs::read_dir(folder).expect("the folder of tests");
    let mut paths: Vec<PathBuf> = entries.map(|entry| entry.expect("an entry").path()).collect();
    paths.sort();
    for path in paths {
        if path.is_dir() {
            failing_programs(&path, found);
            continue;
        }
        let is_source = path.extension().is_some_and(|ending| ending == "c" || ending == "cpp");
        let text = if is_source { fs::read_to_string(&path).expect("a program") } else { continue };
        if !text.contains("// FAILS: ") {
            continue;
        }
        let lines = text.lines().filter_map(|line| line.trim().strip_prefix("// OPTIONS: "));
        let options = lines.flat_map(|line| split_words(line).expect("options")).collect();
        found.push((path, options, text.contains("\n// NATIVE: ")));
    }
}

fn run(path: &Path, options: &[String], excused: bool, directory: &Path) -> Outcome {
    let mut outcome = Outcome::default();
    let mut check = Job::fathom("check");
    check.command.arg(path).arg("--emit-test").arg(directory).args(options);
    let finished = check.run();
    outcome.no_test = finished.stderr.lines().filter(|line| line.starts_with("no test for ")).count();
    let mut scripts: Vec<PathBuf> = match fs::read_dir(directory) {
        Ok(entries) => entries.map(|entry| entry.expect("an entry").path()).collect(),
        Err(_) => vec![],
    };
    scripts.retain(|script| script.extension().is_some_and(|ending| ending == "sh"));
    scripts.sort();
    if scripts.is_empty() && outcome.no_test == 0 {
        outcome.problems.push(format!(
            "{}: neither a test nor a reason: {}",
            path.display(),
            finished.stderr
        ));
    }
    for script in scripts {
        let mut job = Job::new("sh");
        job.command.arg(&script);
        job.timeout = Duration::from_secs(120);
        let finished = job.run();
        match (finished.code, excused) {
            (Some(0), _) => outcome.as_predicted += 1,
            (Some(NO_RUNTIME), _) => outcome.no_runtime += 1,
            (_, true) => outcome.excused += 1,
            (code, false) => outcome.problems.push(format!(
                "{}: {} ends with {code:?}: {}{}",
                path.display(),
                script.display(),
                finished.stdout,
                finished.stderr.lines().take(20).map(|line| format!("{line}\n")).collect::<String>()
            )),
        }
    }
    outcome
}

#[test]
fn emitted_tests_fail_natively_as_predicted() {
    let mut programs = vec![];
    failing_programs(&tests_directory().join("check"), &mut programs);
    let directory = scratch("emit");
    let outcomes = in_parallel(&programs, |(path, options, excused)| {
        let name = path.to_string_lossy().replace(['/', '.'], "_");
        run(path, options, *excused, &directory.join(name))
    });
    let problems: Vec<&str> =
        outcomes.iter().flat_map(|outcome| &outcome.problems).map(String::as_str).collect();
    assert!(problems.is_empty(), "{}", problems.join("\n"));
    let count = |of: fn(&Outcome) -> usize| outcomes.iter().map(of).sum::<usize>();
    let (shown, none, excused) = (count(|o| o.as_predicted), count(|o| o.no_test), count(|o| o.excused));
    println!("{shown} failures are shown natively, {none} have no test, {excused} are not shown");
    let missing = count(|o| o.no_runtime);
    if missing > 0 && !has_sanitizers() {
        say_aloud(&format!(
            "{missing} tests of --emit-test were written and NOT run: clang has no sanitizer runtime"
        ));
    } else {
        assert_eq!(missing, 0, "clang links sanitizers, and scripts say that it does not");
        assert!(shown >= 200, "only {shown} failures are shown natively");
    }
    let _ = fs::remove_dir_all(&directory);
}

#[test]
fn a_missing_runtime_is_said() {
    let directory = scratch("emit-runtime");
    let program = directory.join("zero.c");
    fs::write(&program, "int nondet_int(void);\nint main(void) { return 7 / nondet_int(); }\n")
        .expect("a file");
    let mut job = Job::fathom("check");
    job.command.arg(&program).arg("--emit-test").arg(&directory);
    assert_eq!(job.run().code, Some(1));
    // A clang that compiles, and links nothing that has to do with sanitizers.
    let clang = directory.join("clang");
    let found = fathom_frontend::Clang::find().expect("a clang").path;
    let text = format!(
        "#!/bin/sh\ncase \"$*\" in *-fsanitize=*-o*.bin*) exit 1;; esac\nexec {} \"$@\"\n",
        found.display()
    );
    fs::write(&clang, text).expect("a script");
    fs::set_permissions(&clang, fs::Permissions::from_mode(0o755)).expect("a program");
    let mut job = Job::new("sh");
    job.command.arg(directory.join("1-division-by-zero.sh")).env("CLANG", &clang);
    let finished = job.run();
    assert_eq!(finished.code, Some(NO_RUNTIME), "{} {}", finished.stdout, finished.stderr);
    assert!(finished.stdout.contains("has no runtime for -fsanitize="), "{}", finished.stdout);
    let _ = fs::remove_dir_all(&directory);
}

#[test]
fn what_cannot_be_tested_is_said() {
    let program = tests_directory().join("check/shadow/place_that_can_be_written.c");
    let directory = scratch("emit-none");
    let mut job = Job::fathom("check");
    job.command.arg(program).arg("--emit-test").arg(&directory);
    let finished = job.run();
    assert!(
        finished.stderr.contains("no test for 1-assertion: only verifiers know what"),
        "{}",
        finished.stderr
    );
    assert_eq!(finished.code, Some(1), "the verdict stays");
    let _ = fs::remove_dir_all(&directory);
}
