//! Texts in `tests/text` are canonical and well-formed: reading and printing gives them back, after
//! the comment at the beginning. Texts in `tests/bad` are refused by the parser or the verifier; each
//! begins with `; error: ` and the first error.

use std::path::PathBuf;

use fathom_ir::{text, verify};

fn files(directory: &str) -> Vec<(PathBuf, String)> {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests").join(directory);
    let mut files: Vec<_> = std::fs::read_dir(path)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "fir"))
        .map(|path| (path.clone(), std::fs::read_to_string(path).unwrap()))
        .collect();
    files.sort();
    assert!(!files.is_empty(), "no files in {directory}");
    files
}

#[test]
fn texts_round_trip() {
    for (path, source) in files("text") {
        let program = text::parse(&source).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        let body = source.lines().skip_while(|line| line.starts_with(';'));
        let expected: String = body.map(|line| format!("{line}\n")).collect();
        let printed = text::print(&program);
        assert_eq!(printed, expected, "{}", path.display());
        assert_eq!(text::parse(&printed), Ok(program.clone()), "{}", path.display());
        if let Err(errors) = verify::verify(&program) {
            panic!("{}: {}", path.display(), errors[0]);
        }
    }
}

#[test]
fn bad_texts_are_refused() {
    let mut wrong = Vec::new();
    for (path, source) in files("bad") {
        let first_line = source.lines().next().unwrap_or_default();
        let expected = first_line.strip_prefix("; error: ");
        let actual = match text::parse(&source) {
            Err(error) => error.to_string(),
            Ok(program) => match verify::verify(&program) {
                Err(errors) => errors[0].to_string(),
                Ok(()) => "none".to_owned(),
            },
        };
        if expected != Some(actual.as_str()) {
            wrong.push(format!("{}\n  expected {expected:?}\n  actual   {actual:?}", path.display()));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
