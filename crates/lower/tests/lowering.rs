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
    let lowered =
        fathom_lower::lower(&linked, &options).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
    let mut program = lowered.program;
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

/// The printed form of a module given as text.
fn lowered_text(text: &str) -> String {
    let module = fathom_llvm::read(text.to_owned()).expect("a module");
    let linked = fathom_llvm::link(vec![module]).expect("links");
    let program = fathom_lower::lower(&linked, &Options::default()).expect("lowers").program;
    fathom_ir::verify::verify(&program).expect("is well-formed");
    fathom_ir::text::print(&program)
}

#[test]
fn words_of_other_verifiers_become_instructions() {
    for name in ["__VERIFIER_assume", "assume", "assume_abort_if_not", "__CPROVER_assume", "__ESBMC_assume"] {
        let text = format!(
            "declare void @{name}(i32)\ndefine void @f(i32 %x) {{ call void @{name}(i32 %x) ret void }}"
        );
        let text = text.replace(") ret", ")\n ret");
        assert!(lowered_text(&text).contains("assume %"), "{name}");
        let defined = text.replace("declare", "define").replacen("(i32)", "(i32 %x) { ret void }", 1);
        assert!(lowered_text(&defined).contains(&format!("call @{name}")), "{name} with a body");
    }
    for name in ["__CPROVER_assert", "__CPROVER_precondition", "__CPROVER_postcondition", "__ESBMC_assert"] {
        let text = format!(
            "@why = private constant [4 x i8] c\"why\\00\"\ndeclare void @{name}(i32, ptr)
             define void @f(i32 %x) {{\n call void @{name}(i32 %x, ptr @why)\n ret void }}"
        );
        let found = lowered_text(&text);
        assert!(found.contains("assertion, \"why\""), "{name}: {found}");
    }
    assert!(
        lowered_text(
            "declare void @sassert(i1)\ndefine void @f(i1 %x) {\n call void @sassert(i1 %x)\n ret void }"
        )
        .contains("assert %0, assertion")
    );
}

#[test]
fn inputs_of_any_type_are_arbitrary() {
    for name in ["__VERIFIER_nondet_pointer", "nondet_node", "nd_ptr", "__ESBMC_nondet_ptr"] {
        let text =
            format!("declare ptr @{name}()\ndefine ptr @f() {{\n %p = call ptr @{name}()\n ret ptr %p }}");
        assert!(lowered_text(&text).contains("= nondet ptr"), "{name}");
    }
    let text = "declare void @nondet_pair(ptr sret({ i64, i8, ptr }))
        define void @f(ptr %p) {\n call void @nondet_pair(ptr sret({ i64, i8, ptr }) %p)\n ret void }";
    let found = lowered_text(text);
    for ty in ["i64", "i8", "ptr"] {
        assert!(found.contains(&format!("= nondet {ty}")), "{found}");
    }
    assert_eq!(found.matches("store ").count(), 3, "{found}");
}
