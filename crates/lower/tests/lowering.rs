//! File tests: `tests/ir/*.ll` lowered, compared with the `.fir` beside each.
//!
//! A first line `; source` lowers as code that clang made from source (poison is immediate), otherwise
//! poison is deferred. `FATHOM_UPDATE=1` writes the expected files anew.

use std::path::{Path, PathBuf};

use fathom_lower::Options;

fn lowered(path: &Path) -> String {
    let text = std::fs::read_to_string(path).expect("a test file");
    let from_source = text.starts_with("; source");
    let module = fathom_llvm::read(text).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
    let linked = fathom_llvm::link(vec![module]).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
    let options = Options { optimised: vec![!from_source], ..Options::default() };
    let mut program =
        fathom_lower::lower(&linked, &options).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
    if let Err(errors) = fathom_ir::verify::verify(&program) {
        panic!("{}: {errors:?}", path.display());
    }
    fathom_ir::canonical::canonicalize(&mut program);
    let printed = fathom_ir::text::print(&program);
    let parsed = fathom_ir::text::parse(&printed).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
    assert_eq!(parsed, program, "{}: the text does not round-trip", path.display());
    printed
}

#[test]
fn modules_lower_as_expected() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/ir");
    let mut files: Vec<PathBuf> = std::fs::read_dir(folder)
        .expect("tests/ir")
        .map(|entry| entry.expect("an entry").path())
        .filter(|path| path.extension().is_some_and(|e| e == "ll"))
        .collect();
    files.sort();
    assert!(files.len() >= 10, "tests/ir has only {} files", files.len());
    let mut wrong = vec![];
    for file in files {
        let (found, expected) = (lowered(&file), file.with_extension("fir"));
        if std::env::var_os("FATHOM_UPDATE").is_some() {
            std::fs::write(&expected, &found).expect("the expected file is writable");
        } else if std::fs::read_to_string(&expected).unwrap_or_default() != found {
            wrong.push(format!("{}:\n{found}", file.display()));
        }
    }
    assert!(wrong.is_empty(), "other than expected:\n{}", wrong.join("\n"));
}
