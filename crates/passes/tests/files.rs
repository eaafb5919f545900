//! File tests: `tests/<pass>/*.fir` holds a program, and the program after the pass.

mod common;

use std::path::Path;

use fathom_ir::Program;
use fathom_ir::text::{parse, print};
use fathom_ir::verify::verify;
use fathom_passes::{PASSES, Pass};

fn check(program: &Program, when: &str) -> Result<(), String> {
    verify(program).map_err(|errors| format!("{when} the pass: {errors:?}\n{}", print(program)))
}

fn run(pass: &Pass, path: &Path) -> Result<(), String> {
    common::compare(path, |input| {
        let mut program = parse(input).map_err(|error| format!("{error:?}"))?;
        check(&program, "before")?;
        (pass.run)(&mut program);
        check(&program, "after")?;
        fathom_ir::canonical::canonicalize(&mut program);
        Ok(print(&program))
    })
}

#[test]
fn every_file_gives_what_it_says() {
    let tests = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests");
    let mut failures = String::new();
    let mut count = 0;
    for pass in PASSES {
        let Ok(entries) = std::fs::read_dir(tests.join(pass.name)) else { continue };
        let mut paths: Vec<_> = entries.map(|entry| entry.unwrap().path()).collect();
        paths.sort();
        for path in paths.iter().filter(|path| path.extension().is_some_and(|e| e == "fir")) {
            count += 1;
            if let Err(failure) = run(pass, path) {
                failures += &format!("== {}\n{failure}\n", path.display());
            }
        }
    }
    assert!(failures.is_empty(), "{failures}");
    assert!(count > 0, "no tests found");
}
