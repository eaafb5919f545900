//! File tests: `tests/<pass>/*.fir` holds a program, a line `----`, and the program after the pass.
//! `FATHOM_UPDATE=1` writes what comes out into the files.

use std::path::Path;

use fathom_ir::Program;
use fathom_ir::text::{parse, print};
use fathom_ir::verify::verify;
use fathom_passes::{PASSES, Pass};

const SEPARATOR: &str = "\n----\n";

fn check(program: &Program, when: &str) -> Result<(), String> {
    verify(program).map_err(|errors| format!("{when} the pass: {errors:?}\n{}", print(program)))
}

fn run(pass: &Pass, path: &Path) -> Result<(), String> {
    let text = std::fs::read_to_string(path).map_err(|error| error.to_string())?;
    let (input, expected) = text.split_once(SEPARATOR).unwrap_or((&text, ""));
    let mut program = parse(input).map_err(|error| format!("{error:?}"))?;
    check(&program, "before")?;
    (pass.run)(&mut program);
    check(&program, "after")?;
    fathom_ir::canonical::canonicalize(&mut program);
    let actual = print(&program);
    if actual.trim() == expected.trim() {
        return Ok(());
    }
    if std::env::var_os("FATHOM_UPDATE").is_some() {
        let text = format!("{}\n{SEPARATOR}\n{}\n", input.trim_end(), actual.trim());
        return std::fs::write(path, text).map_err(|error| error.to_string());
    }
    Err(format!("expected:\n{expected}\nactual:\n{actual}"))
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
