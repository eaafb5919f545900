//! A validator for what our schemas and that of SARIF use of JSON Schema. What it does not know it refuses,
//! so that no demand of a schema is skipped.

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};

use serde_json::{Map, Value};

/// Schemas that refer to each other by their names.
pub struct Schemas {
    documents: BTreeMap<String, Value>,
    /// Properties of the schemas that were met in data, as `document#/way/to/it`.
    pub met: RefCell<BTreeSet<String>>,
}

/// A place in a schema.
struct At<'a> {
    document: &'a str,
    pointer: String,
    schema: &'a Value,
}

impl Schemas {
    pub fn new(documents: impl IntoIterator<Item = (String, Value)>) -> Self {
        Self { documents: documents.into_iter().collect(), met: RefCell::default() }
    }

    /// What is wrong with the data, each with the way to it.
    pub fn validate(&self, document: &str, data: &Value) -> Vec<String> {
        let (document, schema) = self.documents.get_key_value(document).expect("a document");
        let mut errors = vec![];
        self.check(&At { document, pointer: "#".into(), schema }, data, "", &mut errors);
        errors
    }

    /// The value that a reference means.
    fn resolve<'a>(&'a self, reference: &str, document: &'a str) -> At<'a> {
        let (name, pointer) = reference.split_once('#').unwrap_or((reference, ""));
        let document = if name.is_empty() {
            document
        } else {
            self.documents.get_key_value(name).expect("a document").0
        };
        let schema =
            self.documents[document].pointer(pointer).unwrap_or_else(|| panic!("{reference} is there"));
        At { document, pointer: format!("#{pointer}"), schema }
    }

    fn valid(&self, at: &At, data: &Value) -> bool {
        let mut errors = vec![];
        self.check(at, data, "", &mut errors);
        errors.is_empty()
    }

    fn check(&self, at: &At, data: &Value, way: &str, errors: &mut Vec<String>) {
        let keywords = match at.schema {
            Value::Bool(true) => return,
            Value::Bool(false) => return errors.push(format!("{way}: nothing is allowed here")),
            Value::Object(keywords) => keywords,
            other => panic!("{} is no schema: {other}", at.pointer),
        };
        let inner = |key: &str| At {
            document: at.document,
            pointer: format!("{}/{key}", at.pointer),
            schema: at.schema.pointer(&format!("/{key}")).expect("a part of the schema"),
        };
        for (keyword, value) in keywords {
            let mut wrong = |reason: String| errors.push(format!("{way}: {reason}"));
            match keyword.as_str() {
                "$schema" | "$id" | "title" | "description" | "default" | "definitions" | "$defs" => {}
                "then" | "else" => assert!(keywords.contains_key("if"), "`{keyword}` without `if`"),
                "$ref" => {
                    let target = self.resolve(value.as_str().expect("a text"), at.document);
                    self.check(&target, data, way, errors);
                }
                "type" => {
                    if !has_type(data, value) {
                        wrong(format!("this is no {value}"));
                    }
                }
                "const" => {
                    if data != value {
                        wrong(format!("this is not {value}"));
                    }
                }
                "enum" => {
                    if !value.as_array().expect("a list").contains(data) {
                        wrong(format!("{data} is not one of {value}"));
                    }
                }
                "minimum" | "maximum" => {
                    if let Value::Number(number) = data
                        && !within(number, value, keyword == "minimum")
                    {
                        wrong(format!("{keyword} is {value}"));
                    }
                }
                "pattern" => {
                    if let Value::String(text) = data
                        && !matches(text, value.as_str().expect("a text"))
                    {
                        wrong(format!("{text:?} has not the form {value}"));
                    }
                }
                "format" => {
                    if let Value::String(text) = data
                        && !formatted(text, value.as_str().expect("a text"))
                    {
                        wrong(format!("{text:?} is no {value}"));
                    }
                }
                "required" => {
                    let missing = |name: &&Value| {
                        data.is_object() && data.get(name.as_str().expect("a name")).is_none()
                    };
                    for name in value.as_array().expect("a list").iter().filter(missing) {
                        errors.push(format!("{way}: {name} is missing"));
                    }
                }
                "dependentRequired" => {
                    for (name, needed) in value.as_object().expect("an object") {
                        for other in needed.as_array().expect("a list") {
                            if data.get(name).is_some() && data.get(other.as_str().expect("a name")).is_none()
                            {
                                errors.push(format!("{way}: {name} without {other}"));
                            }
                        }
                    }
                }
                "properties" => {
                    for name in value.as_object().expect("an object").keys() {
                        if let Some(data) = data.get(name) {
                            let part = inner(&format!("properties/{name}"));
                            self.met.borrow_mut().insert(format!("{}{}", part.document, part.pointer));
                            self.check(&part, data, &format!("{way}/{name}"), errors);
                        }
                    }
                }
                "additionalProperties" => {
                    let listed = keywords.get("properties").and_then(Value::as_object);
                    for (name, data) in data.as_object().into_iter().flatten() {
                        if !listed.is_some_and(|listed| listed.contains_key(name)) {
                            self.check(&inner(keyword), data, &format!("{way}/{name}"), errors);
                        }
                    }
                }
                "prefixItems" => {
                    let data = data.as_array().into_iter().flatten().enumerate();
                    for (number, data) in data.take(value.as_array().expect("a list").len()) {
                        self.check(
                            &inner(&format!("prefixItems/{number}")),
                            data,
                            &format!("{way}/{number}"),
                            errors,
                        );
                    }
                }
                "items" => {
                    let skipped = keywords.get("prefixItems").and_then(Value::as_array).map_or(0, Vec::len);
                    for (number, data) in data.as_array().into_iter().flatten().enumerate().skip(skipped) {
                        self.check(&inner(keyword), data, &format!("{way}/{number}"), errors);
                    }
                }
                "minItems" => {
                    let least = value.as_u64().expect("a number");
                    if data.as_array().is_some_and(|list| (list.len() as u64) < least) {
                        wrong(format!("there are fewer than {least}"));
                    }
                }
                "uniqueItems" => {
                    let list = data.as_array().filter(|_| *value == Value::Bool(true));
                    let texts: Vec<String> = list.into_iter().flatten().map(Value::to_string).collect();
                    if texts.iter().collect::<BTreeSet<_>>().len() < texts.len() {
                        wrong("two are equal".to_string());
                    }
                }
                "anyOf" | "oneOf" => {
                    let parts = 0..value.as_array().expect("a list").len();
                    let valid =
                        parts.filter(|part| self.valid(&inner(&format!("{keyword}/{part}")), data)).count();
                    if valid == 0 || (keyword == "oneOf" && valid > 1) {
                        wrong(format!("{valid} of {keyword} are valid"));
                    }
                }
                "allOf" => {
                    for part in 0..value.as_array().expect("a list").len() {
                        self.check(&inner(&format!("allOf/{part}")), data, way, errors);
                    }
                }
                "if" => {
                    let branch = if self.valid(&inner("if"), data) { "then" } else { "else" };
                    if keywords.contains_key(branch) {
                        self.check(&inner(branch), data, way, errors);
                    }
                }
                other => panic!("the keyword `{other}` at {} is not known", at.pointer),
            }
        }
    }
}

fn has_type(data: &Value, wanted: &Value) -> bool {
    let is = |name: &str| match name {
        "object" => data.is_object(),
        "array" => data.is_array(),
        "string" => data.is_string(),
        "boolean" => data.is_boolean(),
        "null" => data.is_null(),
        "number" => data.is_number(),
        "integer" => data.is_i64() || data.is_u64(),
        other => panic!("the type `{other}` is not known"),
    };
    match wanted {
        Value::String(name) => is(name),
        Value::Array(names) => names.iter().any(|name| is(name.as_str().expect("a name"))),
        other => panic!("{other} is no type"),
    }
}

fn within(number: &serde_json::Number, limit: &Value, least: bool) -> bool {
    let limit = limit.as_number().expect("a number");
    let whole = |number: &serde_json::Number| number.as_i128();
    let order = match (whole(number), whole(limit)) {
        (Some(one), Some(other)) => one.cmp(&other),
        _ => number.as_f64().expect("a number").total_cmp(&limit.as_f64().expect("a number")),
    };
    if least { order.is_ge() } else { order.is_le() }
}

/// The patterns of our schemas. Those of others are for what we do not write.
fn matches(text: &str, pattern: &str) -> bool {
    match pattern {
        "^[0-9a-fA-F]+$" => !text.is_empty() && text.chars().all(|c| c.is_ascii_hexdigit()),
        "^([0-9a-fA-F]{2})*$" => text.len().is_multiple_of(2) && text.chars().all(|c| c.is_ascii_hexdigit()),
        other => panic!("the pattern {other} is not known"),
    }
}

fn formatted(text: &str, format: &str) -> bool {
    let allowed = |c: char| c.is_ascii_alphanumeric() || "-._~:/?#[]@!$&'()*+,;=%".contains(c);
    let encoded = text
        .split('%')
        .skip(1)
        .all(|rest| rest.as_bytes().get(..2).is_some_and(|two| two.iter().all(u8::is_ascii_hexdigit)));
    let reference = text.chars().all(allowed) && encoded;
    match format {
        "uri-reference" => {
            reference
                && !text
                    .split('/')
                    .next()
                    .is_some_and(|first| first.contains(':') && !first.starts_with("file:"))
        }
        "uri" => {
            reference && text.split_once(':').is_some_and(|(scheme, _)| ["file", "https"].contains(&scheme))
        }
        "date-time" => {
            let shape: String = text.chars().map(|c| if c.is_ascii_digit() { '0' } else { c }).collect();
            shape == "0000-00-00T00:00:00Z"
        }
        other => panic!("the format `{other}` is not known"),
    }
}

/// All objects and lists in data, with the ways to them.
pub fn parts(data: &Value) -> Vec<String> {
    fn walk(data: &Value, way: &str, found: &mut Vec<String>) {
        found.push(way.to_string());
        match data {
            Value::Object(fields) => {
                for (name, value) in fields {
                    let name = name.replace('~', "~0").replace('/', "~1");
                    walk(value, &format!("{way}/{name}"), found);
                }
            }
            Value::Array(list) => {
                for (number, value) in list.iter().enumerate() {
                    walk(value, &format!("{way}/{number}"), found);
                }
            }
            _ => {}
        }
    }
    let mut found = vec![];
    walk(data, "", &mut found);
    found
}

/// All `properties` of a schema, with the ways to them.
pub fn properties(schema: &Value) -> Vec<(String, Map<String, Value>)> {
    let is_list = |way: &String| way.ends_with("/properties") && !way.contains("/allOf/");
    parts(schema)
        .into_iter()
        .filter(is_list)
        // A property may be called `properties` too.
        .filter(|way| !way.ends_with("/properties/properties"))
        .map(|way| (way.clone(), schema.pointer(&way).and_then(Value::as_object).expect("an object").clone()))
        .collect()
}
