//! Reading and writing reports.

use fathom_report::json::{read, write};
use serde_json::{Value, json};

use crate::samples::{assert_none, compare, texts};

fn sample(name: &str) -> Value {
    let (_, text) = texts().into_iter().find(|(other, _)| other == name).expect("a sample");
    serde_json::from_str(&text).expect("JSON")
}

/// The message for a sample in which a value, named by a JSON pointer, is another one.
fn refused(name: &str, pointer: &str, value: Value) -> String {
    let mut data = sample(name);
    *data.pointer_mut(pointer).unwrap_or_else(|| panic!("{pointer} is there")) = value;
    read(&data.to_string()).expect_err(pointer).to_string()
}

/// Writing is stable: samples are in the form in which they are written.
#[test]
fn what_was_read_is_written_alike() {
    let mut differences = vec![];
    for (name, text) in texts() {
        let report = read(&text).unwrap_or_else(|error| panic!("{name}: {error}"));
        let written = write(&report);
        assert!(written.ends_with("}\n"));
        assert_eq!(read(&written).as_ref(), Ok(&report), "{name}");
        differences.extend(compare(&format!("{name}.json"), &written).err());
    }
    assert_none(differences);
}

#[test]
fn other_formats_and_later_versions_are_refused() {
    assert_eq!(
        refused("proved", "/format", json!("fathom-evidence")),
        "format: this is `fathom-evidence`, not `fathom-report`"
    );
    assert_eq!(
        refused("proved", "/version", json!(2)),
        "version: this is version 2, written by a later Fathom; this one reads version 1 at most"
    );
    assert_eq!(
        refused("overflow", "/properties/1/evidence/version", json!(2)),
        "properties[1].evidence.version: this is version 2, written by a later Fathom; this one reads version 1 at most"
    );
}

#[test]
fn contradictions_are_refused() {
    for (name, pointer, value, message) in [
        ("proved", "/outcome", json!("failed"), "outcome: `failed`, but no property is"),
        ("overflow", "/outcome", json!("unknown"), "outcome: a property is `failed`, but the outcome is not"),
        ("unknown", "/outcome", json!("proved"), "outcome: `proved`, but properties[0] is not"),
        ("proved", "/seconds", json!(-1), "seconds: this is no time"),
        ("proved", "/properties/0/line", json!(0), "properties[0].line: lines are counted from 1"),
        ("proved", "/loops/0/line", json!(0), "loops[0].line: lines are counted from 1"),
        (
            "overflow",
            "/properties/1/kind",
            json!("assertion"),
            "properties[1].evidence.property: this is evidence of another property than `assertion`",
        ),
    ] {
        assert_eq!(refused(name, pointer, value), message);
    }
}

#[test]
fn errors_inside_evidence_have_their_place() {
    for (pointer, value, message) in [
        (
            "/steps/0/events/1/input",
            json!(1),
            "properties[1].evidence.steps[0].events[1].input: there is no input 1; there are 1, numbered from 0",
        ),
        (
            "/steps/3/changes/0/value",
            json!("5"),
            "properties[1].evidence.steps[3].changes[0].value: invalid type: string \"5\", expected struct Value",
        ),
        (
            "/objects/0/size",
            json!(-4),
            "properties[1].evidence.objects[0].size: invalid value: integer `-4`, expected u64",
        ),
    ] {
        assert_eq!(refused("overflow", &format!("/properties/1/evidence{pointer}"), value), message);
    }
}

#[test]
fn errors_elsewhere_have_their_place() {
    let message = refused("proved", "/properties/2/verdict", json!("surely"));
    assert!(message.contains("properties[2]: unknown variant `surely`"), "{message}");
    let message = refused("proved", "/loops/0/complete", json!(1));
    assert!(
        message.contains("loops[0].complete: invalid type: integer `1`, expected a boolean"),
        "{message}"
    );
    let message =
        read("{\n\"format\": \"fathom-report\", \"version\": 1}").expect_err("nothing else").to_string();
    assert_eq!(message, "line 2, column 40: missing field `tool`");
}

#[test]
fn deep_nesting_is_refused() {
    let text = sample("overflow").to_string();
    for opening in ["[", "{\"evidence\":"] {
        let deep = text.replace("\"safe\"", "1").replacen("\"proved\"", &opening.repeat(500_000), 1);
        assert!(read(&deep).is_err());
    }
}
