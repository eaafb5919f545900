//! File tests: the forms of `tests/forms/*.ll`, compared with the files beside each; and what is refused.

mod common;

use std::fs;
use std::path::{Path, PathBuf};

use common::{Finished, Job, tests_directory};

const STAGES: [&str; 6] = ["sa", "sasa", "gssa", "pd", "reduced", "smt2"];

fn form(path: &Path, stage: &str, options: &[&str]) -> Finished {
    let mut job = Job::fathom("ir");
    job.command.arg(path).args(["--stage", stage]).args(options);
    job.run()
}

#[test]
fn forms_are_as_expected() {
    let folder = tests_directory().join("forms");
    let entries = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let mut files: Vec<PathBuf> =
        entries.filter(|path| path.extension().is_some_and(|e| e == "ll")).collect();
    files.sort();
    assert!(files.len() >= 2, "{files:?}");
    let mut wrong = vec![];
    for file in files {
        for stage in STAGES {
            let result = form(&file, stage, &["--unwind", "2"]);
            assert_eq!(result.code, Some(0), "{}: {}", file.display(), result.stderr);
            let expected = file.with_extension(stage);
            if std::env::var_os("FATHOM_UPDATE").is_some() {
                fs::write(&expected, &result.stdout).unwrap();
            } else if fs::read_to_string(&expected).unwrap_or_default() != result.stdout {
                wrong.push(format!("{}:\n{}", expected.display(), result.stdout));
            }
        }
    }
    assert!(wrong.is_empty(), "other than expected:\n{}", wrong.join("\n"));
}

#[test]
fn the_script_has_the_answer_of_the_program() {
    let folder = tests_directory().join("forms");
    for file in ["choice_of_sizes.smt2", "loop_over_an_array.smt2"] {
        let mut job = Job::fathom("smt");
        job.command.arg(folder.join(file));
        assert_eq!(job.run().stdout, "sat\n", "{file}");
    }
}

#[test]
fn what_has_no_form_is_refused() {
    let file = tests_directory().join("forms/loop_over_an_array.ll");
    for options in [&["--function", "main"][..], &["--count"]] {
        let result = form(&file, "pd", options);
        assert_eq!((result.code, result.stdout.as_str()), (Some(64), ""), "{options:?}");
        assert!(result.stderr.contains("the whole program, unrolled"), "{}", result.stderr);
    }
    let result = form(&file, "sa", &["--entry", "nobody"]);
    assert_eq!(result.code, Some(64));
    assert!(result.stderr.contains("there is no function 'nobody'"), "{}", result.stderr);
}

#[test]
fn a_program_that_is_too_large_to_read_is_refused() {
    let directory = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("forms");
    fs::create_dir_all(&directory).unwrap();
    let file = directory.join("large.ll");
    // A thousand rounds of a thousand rounds.
    let text = "define i32 @main() {
entry:
  br label %outer
outer:
  %i = phi i32 [ 0, %entry ], [ %next, %close ]
  br label %inner
inner:
  %j = phi i32 [ 0, %outer ], [ %up, %inner ]
  %up = add i32 %j, 1
  %more = icmp ult i32 %up, 1000
  br i1 %more, label %inner, label %close
close:
  %next = add i32 %i, 1
  %again = icmp ult i32 %next, 1000
  br i1 %again, label %outer, label %out
out:
  ret i32 0
}
";
    fs::write(&file, text).unwrap();
    let result = form(&file, "sa", &[]);
    assert_eq!((result.code, result.stdout.len()), (Some(65), 0));
    assert!(result.stderr.contains("too large to be printed"), "{}", result.stderr);
    assert_eq!(form(&file, "sa", &["--unwind", "3"]).code, Some(0));
}
