use serde_json::{Value, json};

use super::{read, write};

/// Evidence with one of everything.
fn evidence() -> Value {
    json!({
        "format": "fathom-evidence",
        "version": 1,
        "property": "use-after-free",
        "message": "heap memory is used after it was freed",
        "cwe": 416,
        "place": {"function": "main", "file": "a.c", "line": 9, "column": 3},
        "stack": [{"function": "main", "file": "a.c", "line": 9, "column": 3}],
        "details": ["4 bytes are read"],
        "inputs": [{"from": "call", "name": "nondet_int", "file": "a.c", "line": 4, "type": "int", "value": "5", "bits": "5"}],
        "objects": [
            {"kind": "local", "name": "p", "type": "int *", "size": 8, "file": "a.c", "line": 3, "depth": 0, "begin": 0},
            {"kind": "heap", "name": "malloc#1", "type": "int", "size": 4, "begin": 0, "end": 1,
             "initial": [["", {"text": "uninitialised"}]]}
        ],
        "steps": [
            {"function": "main", "file": "a.c", "line": 4, "depth": 0,
             "events": [
                {"event": "enter", "arguments": [["argc", {"text": "1"}]]},
                {"event": "input", "input": 0},
                {"event": "allocate", "object": 1}
             ],
             "changes": [{"object": 0, "value": {"text": "malloc#1", "target": {"object": 1, "offset": 0}}}]},
            {"function": "main", "file": "a.c", "line": 8, "depth": 0, "events": [{"event": "free", "object": 1}]},
            {"function": "main", "file": "a.c", "line": 9, "depth": 0, "events": [{"event": "fail"}], "matters": true}
        ]
    })
}

/// The message for evidence in which a value, named by a JSON pointer, is another one.
fn refused(pointer: &str, value: Value) -> String {
    let mut evidence = evidence();
    *evidence.pointer_mut(pointer).unwrap_or_else(|| panic!("{pointer} is there")) = value;
    read(&evidence.to_string()).expect_err(pointer).to_string()
}

#[test]
fn what_was_written_is_read_again() {
    let evidence = read(&evidence().to_string()).expect("sound evidence");
    let text = write(&evidence);
    assert!(text.ends_with("}\n"));
    assert_eq!(read(&text), Ok(evidence));
}

#[test]
fn other_formats_and_later_versions_are_refused() {
    assert_eq!(
        refused("/format", json!("fathom-report")),
        "format: this is `fathom-report`, not `fathom-evidence`"
    );
    assert_eq!(
        refused("/version", json!(2)),
        "version: this is version 2, written by a later Fathom; this one reads version 1 at most"
    );
    assert_eq!(refused("/version", json!(0)), "version: versions begin with 1");
    assert_eq!(read("{}").expect_err("empty").to_string(), "format: missing, `fathom-evidence` is expected");
    let later = r#"{"format": "fathom-evidence", "version": 99999999999, "steps": {"other": "shape"}}"#;
    assert!(read(later).expect_err("later").to_string().starts_with("version: this is version 99999999999"));
}

#[test]
fn references_to_nothing_are_refused_with_their_place() {
    let no_object = "there is no object 2; there are 2, numbered from 0";
    for (pointer, path) in [
        ("/steps/0/changes/0/object", "steps[0].changes[0].object"),
        ("/steps/0/changes/0/value/target/object", "steps[0].changes[0].value.target.object"),
        ("/steps/0/events/2/object", "steps[0].events[2].object"),
        ("/steps/1/events/0/object", "steps[1].events[0].object"),
    ] {
        assert_eq!(refused(pointer, json!(2)), format!("{path}: {no_object}"));
    }
    let pointer = json!({"text": "&x", "target": {"object": 2, "offset": 0}});
    assert_eq!(
        refused("/steps/0/events/0/arguments/0/1", pointer.clone()),
        format!("steps[0].events[0].arguments[0][1].target.object: {no_object}")
    );
    assert_eq!(
        refused("/objects/1/initial/0/1", pointer),
        format!("objects[1].initial[0][1].target.object: {no_object}")
    );
    assert_eq!(
        refused("/steps/0/events/1/input", json!(1)),
        "steps[0].events[1].input: there is no input 1; there are 1, numbered from 0"
    );
    for (pointer, path) in [("/objects/0/begin", "objects[0].begin"), ("/objects/1/end", "objects[1].end")] {
        assert_eq!(
            refused(pointer, json!(3)),
            format!("{path}: there is no step 3; there are 3, numbered from 0")
        );
    }
}

#[test]
fn contradictions_are_refused() {
    assert_eq!(refused("/objects/1/begin", json!(2)), "objects[1].end: it ends before it begins");
    assert_eq!(
        refused("/steps/1/events/0", json!({"event": "fail"})),
        "steps[1].events[0].event: only the last step can fail"
    );
    assert_eq!(
        refused("/stack/0/line", json!(8)),
        "stack[0]: the innermost call is not the place of the failure"
    );
    assert_eq!(refused("/steps/0/line", json!(0)), "steps[0].line: lines are counted from 1");
    for bits in ["", "0x5", "-1", "é"] {
        assert_eq!(refused("/inputs/0/bits", json!(bits)), "inputs[0].bits: these are no hexadecimal digits");
    }
}

#[test]
fn data_of_another_shape_is_refused_with_its_place() {
    for (pointer, value, path, reason) in [
        ("/steps/2/depth", json!(-1), "steps[2].depth", "invalid value: integer `-1`, expected u32"),
        ("/steps/0/line", json!("4"), "steps[0]", "invalid type: string \"4\", expected u32"),
        ("/steps/0/file", json!(null), "steps[0]", "a `line` or `column` without a `file`"),
        ("/place/line", json!(null), "place", "a `file` without a `line`"),
        ("/steps/1/events/0/event", json!("burn"), "steps[1].events[0]", "unknown variant `burn`, expected"),
        ("/objects/0/kind", json!("LOCAL"), "objects[0].kind", "unknown variant `LOCAL`"),
        ("/details", json!({}), "details", "invalid type: map, expected a sequence"),
    ] {
        let message = refused(pointer, value);
        assert!(message.contains(&format!(": {path}")) && message.contains(reason), "{pointer}: {message}");
        assert!(message.starts_with("line 1, column "), "{pointer}: {message}");
    }
}

#[test]
fn text_that_is_no_json_is_refused_with_its_place() {
    for (text, message) in [
        ("", "line 1, column 0: EOF while parsing a value"),
        ("[]", "line 1, column 2: invalid length 0, expected an object"),
        ("{\"format\": \"fathom-evidence\",\n x}", "line 2, column 2: key must be a string"),
        ("{} {}", "line 1, column 4: trailing characters"),
    ] {
        assert_eq!(read(text).expect_err(text).to_string(), message);
    }
}

#[test]
fn deep_nesting_is_refused() {
    for pattern in ["[", "{\"a\":"] {
        let text = evidence().to_string().replace("\"4 bytes are read\"", &pattern.repeat(1_000_000));
        assert!(read(&text).is_err());
    }
    let deep = format!("{}{}", "[".repeat(1_000_000), "]".repeat(1_000_000));
    let nested = evidence().to_string().replace("\"4 bytes are read\"", &deep);
    assert!(read(&nested).is_err(), "it is not a string");
    // A field that nobody knows is skipped, whatever is in it.
    let unknown = evidence().to_string().replacen('{', &format!("{{\"later\": {deep},"), 1);
    let message = read(&unknown).map(|_| ()).map_err(|error| error.to_string());
    assert!(message.is_ok() || message.as_ref().is_err_and(|m| m.contains("recursion limit")), "{message:?}");
}

#[test]
fn long_texts_do_not_end_up_in_messages() {
    let message = refused("/format", json!("x".repeat(1_000_000)));
    assert!(message.len() < 500);
    let message = refused("/steps/0/depth", json!("x".repeat(1_000_000)));
    assert!(message.len() < 500);
}
