//! Whether the schemas under `docs/schemas` and the types agree.

use std::path::Path;

use fathom_report::{Report, json};
use serde_json::{Value, json};

use crate::samples::{reports, texts};
use crate::schema::{Schemas, parts, properties};

const REPORT: &str = "report.schema.json";
const EVIDENCE: &str = "evidence.schema.json";

fn document(name: &str) -> Value {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/schemas").join(name);
    let text = std::fs::read_to_string(path).expect("a schema");
    serde_json::from_str(&text).unwrap_or_else(|error| panic!("{name}: {error}"))
}

fn schemas() -> Schemas {
    Schemas::new([REPORT, EVIDENCE].map(|name| (name.to_string(), document(name))))
}

fn data() -> Vec<(String, Value)> {
    let parse = |(name, text): (String, String)| (name, serde_json::from_str(&text).expect("JSON"));
    texts().into_iter().map(parse).collect()
}

#[test]
fn what_is_written_is_valid() {
    let schemas = schemas();
    for (name, report) in reports() {
        let data: Value = serde_json::from_str(&json::write(&report)).expect("JSON");
        assert_eq!(schemas.validate(REPORT, &data), [""; 0], "{name}");
        for property in &report.properties {
            if let fathom_report::Verdict::Failed { evidence } = &property.verdict {
                let text = fathom_evidence::json::write(evidence);
                let data: Value = serde_json::from_str(&text).expect("JSON");
                assert_eq!(schemas.validate(EVIDENCE, &data), [""; 0], "{name}");
            }
        }
    }
}

#[test]
fn the_example_in_the_documentation_is_a_report() {
    let page = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/formats.md");
    let page = std::fs::read_to_string(page).expect("the page");
    let example =
        page.split("```json\n").nth(1).and_then(|rest| rest.split("```").next()).expect("an example");
    assert!(json::read(example).is_ok_and(|report| report.properties.len() == 2));
    let data: Value = serde_json::from_str(example).expect("JSON");
    assert_eq!(schemas().validate(REPORT, &data), [""; 0]);
    // The message that the page shows.
    let broken = example.replace("\"changes\": [{ \"object\": 0", "\"changes\": [{ \"object\": 3");
    let message = json::read(&broken).expect_err("no such object").to_string();
    assert!(page.contains(&message), "{message}");
}

#[test]
fn the_samples_have_every_field_of_the_schemas() {
    let schemas = schemas();
    for (_, data) in data() {
        schemas.validate(REPORT, &data);
    }
    let met = schemas.met.borrow();
    for name in [REPORT, EVIDENCE] {
        for (way, fields) in properties(&document(name)) {
            for field in fields.keys() {
                assert!(met.contains(&format!("{name}#{way}/{field}")), "no sample has {name}#{way}/{field}");
            }
        }
    }
}

#[test]
fn every_field_has_a_description() {
    for name in [REPORT, EVIDENCE] {
        let schema = document(name);
        for (way, fields) in properties(&schema) {
            for (field, value) in fields {
                let target = value["$ref"].as_str().map(|reference| {
                    let (file, pointer) = reference.split_once('#').unwrap_or((reference, ""));
                    let target = if file.is_empty() { schema.clone() } else { document(file) };
                    target.pointer(pointer).expect("a target").clone()
                });
                let described =
                    |value: &Value| value["description"].as_str().is_some_and(|text| text.len() > 5);
                assert!(
                    described(&value) || target.is_some_and(|target| described(&target)),
                    "{name}#{way}/{field}"
                );
            }
        }
    }
}

#[test]
fn unknown_fields_are_in_no_schema() {
    let schemas = schemas();
    for (name, data) in data() {
        for way in parts(&data) {
            let mut changed = data.clone();
            let Some(Value::Object(fields)) = changed.pointer_mut(&way) else { continue };
            fields.insert("unheard_of".into(), json!(1));
            assert_ne!(schemas.validate(REPORT, &changed), [""; 0], "{name}: a field more at {way}");
            assert!(parses(&changed), "{name}: readers skip fields that they do not know, {way}");
        }
    }
}

/// Takes away each field, and gives each a value of another type: the schema and serde must agree on whether
/// that is still a report.
#[test]
fn the_schema_and_the_types_agree_on_what_a_report_is() {
    let schemas = schemas();
    let mut refused = 0;
    for (name, data) in data() {
        // This one is long, and has nothing that the others have not.
        if name == "overflow" {
            continue;
        }
        for way in parts(&data) {
            // What these say is checked after reading.
            if way.is_empty() || way.ends_with("/format") || way.ends_with("/version") {
                continue;
            }
            for changed in [without(&data, &way), of_another_type(&data, &way)].into_iter().flatten() {
                let (valid, parses) = (schemas.validate(REPORT, &changed), parses(&changed));
                assert_eq!(valid.is_empty(), parses, "{name}, {way}: {valid:?}");
                refused += usize::from(!parses);
            }
        }
    }
    assert!(refused > 1000, "only {refused} changes were refused");
}

fn parses(data: &Value) -> bool {
    fathom_evidence::json::parse::<Report>(&data.to_string()).is_ok()
}

/// Without a field of an object.
fn without(data: &Value, way: &str) -> Option<Value> {
    let (parent, name) = way.rsplit_once('/')?;
    let mut changed = data.clone();
    changed.pointer_mut(parent)?.as_object_mut()?.remove(name)?;
    Some(changed)
}

fn of_another_type(data: &Value, way: &str) -> Option<Value> {
    let mut changed = data.clone();
    let value = changed.pointer_mut(way)?;
    *value = match value {
        // Serde takes a small number for the name of a variant.
        Value::String(_) => json!(-7),
        Value::Number(_) | Value::Bool(_) => json!("7"),
        Value::Array(_) => json!({"a": 1}),
        Value::Object(_) => json!("object"),
        Value::Null => return None,
    };
    Some(changed)
}
