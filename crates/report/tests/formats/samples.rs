//! The sample reports, and comparison with stored outputs.

use std::path::{Path, PathBuf};

use fathom_report::sarif::Rule;
use fathom_report::{Report, json};

/// The folder of the samples.
pub fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data")
}

/// Every sample: its name and its text.
pub fn texts() -> Vec<(String, String)> {
    let mut found = vec![];
    for entry in std::fs::read_dir(folder()).expect("tests/data") {
        let path = entry.expect("an entry").path();
        if path.extension().is_some_and(|extension| extension == "json") {
            let name = path.file_stem().expect("a name").to_string_lossy().into_owned();
            found.push((name, std::fs::read_to_string(&path).expect("a sample")));
        }
    }
    found.sort();
    assert!(found.len() >= 8, "there are only {} samples", found.len());
    found
}

/// Every sample: its name and the report.
pub fn reports() -> Vec<(String, Report)> {
    let read = |text: &str, name: &str| json::read(text).unwrap_or_else(|error| panic!("{name}: {error}"));
    texts().into_iter().map(|(name, text)| (name.clone(), read(&text, &name))).collect()
}

/// One sample.
pub fn report(name: &str) -> Report {
    reports().into_iter().find(|(other, _)| other == name).expect("a sample").1
}

/// The sources of the samples. That of the one with an odd name is not a file, since not every file system
/// would have it.
pub fn source(file: &str) -> Option<Vec<u8>> {
    if file.contains("ähnlich") {
        let text = "int größe = eingabe();\nint x = 1 / größe;\n";
        return Some(text.as_bytes().to_vec());
    }
    let plain = file.chars().all(|c| c.is_ascii_alphanumeric() || "./".contains(c)) && !file.contains("..");
    if plain { std::fs::read(folder().join(file)).ok() } else { None }
}

/// The rules that Fathom has.
pub fn rules() -> Vec<Rule> {
    let rule = |kind: &fathom_ir::Property| Rule {
        name: kind.name().to_string(),
        sentence: kind.sentence().to_string(),
        cwe: kind.cwe(),
        on_by_default: kind.on_by_default(),
        limit: kind.is_limit(),
    };
    fathom_ir::Property::ALL.iter().map(rule).collect()
}

/// Compares what came out with what is stored in a file of `tests/data`, or stores it.
pub fn compare(file: &str, found: &str) -> Result<(), String> {
    let path = folder().join(file);
    if std::env::var_os("FATHOM_UPDATE").is_some() {
        std::fs::write(&path, found).expect("the expected file is writable");
        return Ok(());
    }
    let expected = std::fs::read_to_string(&path).unwrap_or_default();
    if expected == found {
        return Ok(());
    }
    let same = expected.lines().zip(found.lines()).take_while(|(one, other)| one == other).count();
    let line = |text: &str| text.lines().nth(same).unwrap_or("(the end)").to_string();
    Err(format!("{file}, line {}:\nexpected {}\nfound    {}", same + 1, line(&expected), line(found)))
}

/// Fails with all differences.
pub fn assert_none(differences: Vec<String>) {
    assert!(differences.is_empty(), "{}", differences.join("\n"));
}
