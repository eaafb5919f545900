//! `fathom svcomp` on the tasks in `tests/svcomp`, and what it refuses.

mod common;

use std::fs;
use std::path::{Path, PathBuf};

use common::{Finished, Job, scratch};
use fathom_bench::task::{Expected, TaskFile};

fn tasks() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/svcomp")
}

fn svcomp(arguments: &[&str]) -> Finished {
    let mut job = Job::fathom("svcomp");
    job.command.args(arguments);
    job.run()
}

fn text(path: &Path) -> &str {
    path.to_str().unwrap()
}

/// Properties that a program says it is too hard for: `UNKNOWN: name, name`.
fn unknown(program: &Path) -> Vec<String> {
    let source = fs::read_to_string(program).unwrap();
    let Some((_, rest)) = source.split_once("UNKNOWN: ") else { return Vec::new() };
    let names = rest.split(['.', '\n']).next().unwrap_or_default();
    names.split(',').map(|name| name.trim().to_string()).collect()
}

#[test]
fn every_task_is_answered_as_expected() {
    let mut answered = 0;
    for entry in fs::read_dir(tasks()).unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_none_or(|end| end != "yml") {
            continue;
        }
        let task = TaskFile::read(&path).unwrap();
        let unknown = unknown(&task.input_files[0]);
        for property in &task.properties {
            let name = property.property().unwrap().name();
            let expected = match property.expected.unwrap() {
                _ if unknown.iter().any(|other| other == name) => "unknown".to_string(),
                Expected::False(None) => format!("false({name})"),
                other => other.to_string(),
            };
            // What is not known may be looked for without end.
            let timeout = if expected == "unknown" { "2s" } else { "50s" };
            let found =
                svcomp(&["--timeout", timeout, "--property", text(&property.property_file), text(&path)]);
            assert_eq!(found.stdout, format!("{expected}\n"), "{}: {name}\n{}", path.display(), found.stderr);
            let code = if expected == "true" { 0 } else { 1 + i32::from(expected == "unknown") };
            assert_eq!(found.code, Some(code), "{}", path.display());
            answered += 1;
        }
    }
    assert!(answered >= 30, "{answered}");
}

#[test]
fn answers_come_with_witnesses() {
    let here = scratch("svcomp-witnesses");
    let cases = [
        ("sum-2.yml", "no-overflow.prp", "w.yml", "false(no-overflow)\n"),
        ("sum-2.yml", "no-overflow.prp", "w.graphml", "false(no-overflow)\n"),
        ("list-3.yml", "valid-memsafety.prp", "w.yml", "false(valid-deref)\n"),
        ("error-3.yml", "unreach-call.prp", "w.yml", "false(unreach-call)\n"),
        ("kept.yml", "valid-memcleanup.prp", "w.yml", "false(valid-memcleanup)\n"),
        ("sort-1.yml", "unreach-call.prp", "w.yml", "true\n"),
    ];
    for (task, property, name, verdict) in cases {
        let property = tasks().join("properties").join(property);
        let witness = here.join(name);
        let task_file = tasks().join(task);
        let found = svcomp(&["--witness", text(&witness), "--property", text(&property), text(&task_file)]);
        assert_eq!(found.stdout, verdict, "{task}: {}", found.stderr);
        let confirmed = if verdict == "true\n" { "" } else { ", confirmed" };
        let said = format!("witness: {}{confirmed}\n", witness.display());
        assert!(found.stderr.ends_with(&said), "{task}: {}", found.stderr);
        let program = tasks().join(task.replace(".yml", ".c"));
        let mut job = common::Job::fathom("validate");
        job.command.arg(&witness).arg(program).arg("--property").arg(&property);
        let checked = job.run();
        assert_eq!(checked.stdout, verdict, "{task}: {}", checked.stderr);
    }
    let _ = fs::remove_dir_all(&here);
}

#[test]
fn a_task_file_names_the_property_if_there_is_one() {
    let task = |name: &str| tasks().join(name);
    assert_eq!(svcomp(&[text(&task("width-2.yml"))]).stdout, "false(unreach-call)\n");
    let other = svcomp(&["--data-model", "LP64", text(&task("width-2.yml"))]);
    assert_eq!(other.stdout, "true\n", "options count more than the file");
    let several = svcomp(&[text(&task("sort-1.yml"))]);
    assert_eq!(several.code, Some(64));
    assert!(several.stderr.contains("choose one with --property"), "{}", several.stderr);
}

#[test]
fn what_is_wrong_is_said() {
    let here = scratch("svcomp");
    let write = |name: &str, content: &str| {
        let path = here.join(name);
        fs::write(&path, content).unwrap();
        path
    };
    let program = write("a.c", "int main(void) { return 0; }\n");
    let empty = write("empty.yml", "");
    let java = write("java.yml", "format_version: '2.0'\ninput_files: 'a.c'\noptions:\n  language: Java\n");
    let gone = write(
        "gone.yml",
        "format_version: '2.0'\ninput_files: 'gone.c'\nproperties:\n  - property_file: unreach-call.prp\n",
    );
    write("unreach-call.prp", "CHECK( init(main()), LTL(G ! call(reach_error())) )\n");
    let refused = |arguments: &[&str], code: i32, message: &str| {
        let found = svcomp(arguments);
        assert_eq!(found.code, Some(code), "{arguments:?}: {}", found.stderr);
        assert!(found.stderr.contains(message), "{arguments:?}: {}", found.stderr);
        assert_eq!(found.stdout, "");
    };
    refused(&[text(&program)], 64, "--property says what to check");
    refused(&[text(&empty)], 65, "empty.yml");
    refused(&[text(&java)], 64, "a task in Java");
    refused(&[text(&gone)], 65, "gone.c");
    refused(&[text(&program), text(&empty)], 64, "names all files of its program");
    refused(&["--data-model", "LP128", text(&program)], 64, "ILP32 or LP64");
    let both =
        write("both.prp", "CHECK( init(main()), LTL(F end) )\nCHECK( init(main()), LTL(G ! overflow) )\n");
    refused(&["--property", text(&both), text(&program)], 64, "termination is checked alone");
}
