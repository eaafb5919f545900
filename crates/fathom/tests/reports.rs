//! What `fathom check` writes for machines, on real answers: reports that are read again, executions that are
//! stepped through, and bad ones that are refused.

mod common;

use std::fs;
use std::path::{Path, PathBuf};

use common::{Job, in_parallel, scratch, tests_directory};
use fathom_report::{Outcome, Verdict};

/// Programs with every kind of answer.
const PROGRAMS: [&str; 9] = [
    "arithmetic/absolute_value_of_the_smallest_integer.c",
    "lists/freed_node_stays_linked.c",
    "lists/freed_node_stays_linked_ok.c",
    "memory/leak_on_an_early_return.c",
    "loops/fresh_in_every_round.c",
    "functions/entry_with_parameters.c",
    "functions/stub_of_a_missing_function.c",
    "cxx/virtual_call_after_delete.cpp",
    "vacuity/assumption_that_is_never_true.c",
];

fn programs() -> Vec<PathBuf> {
    PROGRAMS.iter().map(|name| tests_directory().join("check").join(name)).collect()
}

fn options(program: &Path) -> Vec<String> {
    let text = fs::read_to_string(program).expect("a program");
    let lines = text.lines().filter_map(|line| line.trim().strip_prefix("// OPTIONS: "));
    lines.flat_map(|line| fathom_frontend::split_words(line).expect("options")).collect()
}

fn check(program: &Path, more: &[&str]) -> common::Finished {
    let mut job = Job::fathom("check");
    job.command.arg(program).args(options(program)).args(more);
    job.run()
}

#[test]
fn reports_are_read_again() {
    let failures: usize = in_parallel(&programs(), |program| {
        let finished = check(program, &["--format", "json"]);
        let report = fathom_report::json::read(&finished.stdout)
            .unwrap_or_else(|error| panic!("{}: {error}\n{}", program.display(), finished.stderr));
        assert_eq!(report.exit_code.map(i32::from), finished.code, "{}", program.display());
        let failed =
            report.properties.iter().filter(|one| matches!(one.verdict, Verdict::Failed { .. })).count();
        assert_eq!(report.outcome == Outcome::Failed, failed > 0, "{}", program.display());
        for property in &report.properties {
            if let Verdict::Failed { evidence } = &property.verdict {
                assert!(!evidence.steps.is_empty(), "{}: nothing was recorded", program.display());
                assert!(evidence.steps.iter().any(|step| step.matters), "{}", program.display());
                assert_eq!(evidence.place.position, property.place.position, "{}", program.display());
            }
        }
        failed
    })
    .into_iter()
    .sum();
    assert!(failures > 3, "{failures} failures");
}

#[test]
fn other_formats_are_there() {
    let program = programs().remove(0);
    let sarif = check(&program, &["--format", "sarif"]);
    assert!(sarif.stdout.contains("\"version\": \"2.1.0\""), "{}", sarif.stdout);
    assert!(sarif.stdout.contains("\"codeFlows\""), "{}", sarif.stdout);
    let junit = check(&program, &["--format", "junit"]);
    assert!(junit.stdout.starts_with("<?xml") && junit.stdout.contains("<failure"), "{}", junit.stdout);
    let here = scratch("reports-html");
    let html = check(&program, &["--html", here.to_str().expect("text")]);
    assert_eq!(html.code, Some(1));
    let page = fs::read_to_string(here.join("index.html")).expect("a page");
    assert!(page.starts_with("<!DOCTYPE html>") || page.starts_with("<!doctype html>"));
    let _ = fs::remove_dir_all(&here);
}

/// What `fathom replay` prints for these commands.
fn replay(file: &Path, commands: &str) -> common::Finished {
    let mut job = Job::fathom("replay");
    job.command.arg(file);
    job.stdin = commands.into();
    job.run()
}

#[test]
fn executions_are_stepped_through() {
    let here = scratch("reports-replay");
    let program = here.join("count.c");
    let source = "extern int __VERIFIER_nondet_int(void);\n\
                  int twice(int x) {\n    return 2 * x;\n}\n\
                  int main(void) {\n    int x = __VERIFIER_nondet_int();\n    if (x < 0)\n        return 1;\n    \
                  int y = twice(x);\n    return y;\n}\n";
    fs::write(&program, source).expect("a file");
    let kept = here.join("kept");
    let finished = check(&program, &["--evidence", kept.to_str().expect("text")]);
    assert_eq!(finished.code, Some(1), "{}", finished.stderr);
    let file = kept.join("1-signed-overflow.json");
    let told =
        replay(&file, "fail\nprint x\nstack\nback 1000\nprint\nnext\nnext\nprint x\nquit\nprint x\n").stdout;
    let value = told.lines().find(|line| line.starts_with("x = ")).expect("x has a value").to_string();
    let number: i64 = value["x = ".len()..].parse().expect("a number");
    assert!(2 * number > i64::from(i32::MAX), "{told}");
    assert!(told.contains("in twice\n") && told.contains("in main\n"), "{told}");
    assert_eq!(told.matches("\nx = ").count(), 2, "the last one comes after quit: {told}");
    let strange = replay(&file, "goto 0\ngoto x\nnext -1\nprint nobody\nfly\n\n").stdout;
    assert!(strange.contains("steps are numbered from 1 to "), "{strange}");
    assert!(strange.contains("-1 is no number of steps"), "{strange}");
    assert!(strange.contains("nothing is known of nobody here"), "{strange}");
    assert!(strange.contains("fly is no command"), "{strange}");

    let text = fs::read_to_string(&file).expect("the execution");
    let bad = [
        ("empty", String::new()),
        ("truncated", text[..text.len() / 2].to_string()),
        ("other", "{\"format\": \"something\", \"version\": 1}".to_string()),
        ("later", text.replacen("\"version\": 1", "\"version\": 99", 1)),
        ("dangling", text.replacen("\"object\": 0", "\"object\": 777", 1)),
        ("deep", "[".repeat(100_000)),
    ];
    for (name, text) in bad {
        let file = here.join(format!("{name}.json"));
        fs::write(&file, text).expect("a file");
        let finished = replay(&file, "next\n");
        assert_eq!(finished.code, Some(65), "{name}: {}{}", finished.stdout, finished.stderr);
        assert!(finished.stderr.starts_with("error: "), "{name}: {}", finished.stderr);
    }
    fs::write(here.join("binary.json"), [0xff, 0xfe, 0, 1]).expect("a file");
    assert_eq!(replay(&here.join("binary.json"), "").code, Some(65));
    assert_eq!(replay(&here.join("missing.json"), "").code, Some(65));
    assert_eq!(replay(&here, "").code, Some(65), "a folder is no execution");
    let _ = fs::remove_dir_all(&here);
}

#[test]
fn a_loop_of_a_thousand_rounds_is_read_on_one_screen() {
    let here = scratch("reports-rounds");
    let program = here.join("sum.c");
    let source = "extern int __VERIFIER_nondet_int(void);\nint main(void) {\n    int sum = 0, step = __VERIFIER_nondet_int();\n    \
                  if (step < 1 || step > 3)\n        return 0;\n    for (int i = 0; i < 1000; i++)\n        sum += step;\n    \
                  int table[10] = {0};\n    return table[sum / 300];\n}\n";
    fs::write(&program, source).expect("a file");
    let finished = check(&program, &[]);
    assert_eq!(finished.code, Some(1), "{}{}", finished.stdout, finished.stderr);
    let path = finished.stdout.split("path:\n").nth(1).expect("a path");
    let path: Vec<&str> = path.lines().take_while(|line| !line.is_empty()).collect();
    assert!(path.len() < 24, "{}", finished.stdout);
    assert!(path.iter().all(|line| line.chars().count() <= 80), "{}", finished.stdout);
    assert!(path.iter().any(|line| line.contains("... rounds 2 to ")), "{}", finished.stdout);
    let full = check(&program, &["--full-trace"]).stdout;
    assert!(full.lines().count() > 2000, "{} lines", full.lines().count());
    let _ = fs::remove_dir_all(&here);
}
