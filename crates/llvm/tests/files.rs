//! Every file in `good` is read; every file in `bad` is refused with the message it states.

use std::path::PathBuf;

fn files(folder: &str) -> Vec<PathBuf> {
    let root = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests").join(folder);
    let entries = std::fs::read_dir(root).expect("test folder").map(|entry| entry.expect("entry").path());
    let mut files: Vec<_> = entries.filter(|path| path.extension().is_some_and(|e| e == "ll")).collect();
    files.sort();
    assert!(!files.is_empty());
    files
}

#[test]
fn good_files_are_read() {
    let mut failures = Vec::new();
    for path in files("good") {
        let bytes = std::fs::read(&path).expect("readable file");
        if let Err(error) = fathom_llvm::read_bytes(&bytes) {
            failures.push(format!("{}:{error}", path.display()));
        }
    }
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

#[test]
fn bad_files_are_refused_with_their_message() {
    let mut failures = Vec::new();
    for path in files("bad") {
        let text = std::fs::read_to_string(&path).expect("readable file");
        let wanted = text.split("; error: ").nth(1).expect("expected message").trim();
        match fathom_llvm::read(text.as_str()) {
            Ok(_) => failures.push(format!("{}: is read, wanted `{wanted}`", path.display())),
            Err(error) if error.to_string().contains(wanted) => {}
            Err(error) => failures.push(format!("{}: `{error}`, wanted `{wanted}`", path.display())),
        }
    }
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

/// Cutting a good file anywhere gives an answer, never a panic.
#[test]
fn every_prefix_of_a_good_file_is_handled() {
    for path in files("good") {
        let text = std::fs::read_to_string(&path).expect("readable file");
        for end in (0..text.len()).step_by(3).filter(|&end| text.is_char_boundary(end)) {
            let _ = fathom_llvm::read(&text[..end]);
        }
    }
}
