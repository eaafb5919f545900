//! The page for a browser, as text. What it does in a browser is tried by `scripts/html_test.py`.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use fathom_evidence::{Change, Event, Evidence, Kind, Object, Position, Step, Target, Value, Where};
use fathom_report::{Outcome, Program, Property, Report, Tool, Verdict, html};
use serde_json::Value as Json;
use sha2::{Digest, Sha256};

const HOSTILE: [&str; 8] = [
    "</script><script>alert(1)</script>",
    "<img src=x onerror=alert(1)>",
    "\"><svg onload=\"alert(1)\">",
    "' onclick='alert(1)",
    "<!--<script>",
    "{{script}}{{data}}",
    "\u{2028}\u{202e}\u{0}\r",
    "&lt;b&gt;",
];

fn folder(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/html").join(name)
}

fn sample(name: &str) -> Report {
    let text = std::fs::read_to_string(folder(name).join("report.json")).expect("the report is kept");
    serde_json::from_str(&text).expect("it is a report")
}

fn page(name: &str) -> String {
    html::write(&sample(name), &|file| std::fs::read_to_string(folder(name).join(file)).ok())
}

fn place(file: &str, line: u32) -> Where {
    let position = Position { file: file.to_owned(), line, column: 1 };
    Where { function: file.to_owned(), position: Some(position) }
}

fn value(text: &str) -> Value {
    Value { text: text.to_owned(), target: None }
}

fn evidence(objects: Vec<Object>, steps: Vec<Step>) -> Evidence {
    Evidence {
        format: fathom_evidence::model::FORMAT.to_owned(),
        version: fathom_evidence::model::VERSION,
        property: "assertion".to_owned(),
        message: "an assertion does not hold".to_owned(),
        cwe: Some(617),
        place: place("a.c", 1),
        stack: vec![place("a.c", 1)],
        details: Vec::new(),
        object: None,
        inputs: Vec::new(),
        arguments: None,
        stdin: None,
        contents: vec![],
        objects,
        steps,
        left_out: 0,
        layout: false,
    }
}

fn object(name: &str) -> Object {
    Object {
        kind: Kind::Global,
        name: name.to_owned(),
        ty: name.to_owned(),
        size: 4,
        position: None,
        depth: None,
        begin: None,
        end: None,
        initial: vec![(format!(".{name}"), value(name))],
    }
}

fn step(word: &str, changes: Vec<Change>) -> Step {
    Step { at: place(word, 1), depth: 0, events: Vec::new(), changes, more: 0, matters: true }
}

fn report(word: &str, properties: Vec<Property>) -> Report {
    Report {
        format: fathom_report::model::FORMAT.to_owned(),
        version: fathom_report::model::VERSION,
        tool: Tool { name: word.to_owned(), version: word.to_owned(), command: vec![word.to_owned()] },
        program: Program { files: vec![word.to_owned()], entry: word.to_owned(), directory: word.to_owned() },
        outcome: Outcome::Failed,
        summary: word.to_owned(),
        properties,
        loops: Vec::new(),
        assumptions: vec![word.to_owned()],
        warnings: vec![word.to_owned()],
        seconds: 0.5,
        bound_as_asked: false,
        exit_code: None,
    }
}

fn property(word: &str, verdict: Verdict) -> Property {
    Property {
        kind: word.to_owned(),
        message: word.to_owned(),
        cwe: None,
        note: word.to_owned(),
        place: place(word, 1),
        verdict,
    }
}

/// A report in which a text is at every place that a program chooses.
fn hostile(word: &str) -> Report {
    let mut found = evidence(vec![object(word)], vec![step(word, Vec::new())]);
    found.message = word.to_owned();
    found.details = vec![word.to_owned()];
    found.arguments = Some(vec![word.to_owned()]);
    found.steps[0].changes = vec![Change { object: 0, path: word.to_owned(), value: value(word) }];
    found.steps[0].events =
        vec![Event::Enter { arguments: vec![(word.to_owned(), value(word))] }, Event::Fail];
    let unknown = Verdict::Unknown { reason: word.to_owned() };
    let failed = Verdict::Failed { evidence: Box::new(found) };
    report(word, vec![property(word, failed), property(word, unknown)])
}

/// A tag of a page: its name and its attributes; a closing one has a slash before its name.
struct Tag {
    name: String,
    attributes: Vec<(String, String)>,
}

/// The tags of a page and, for scripts and styles, what is inside. Reads as a browser does as far as the
/// pages go, and panics at what a browser would have to mend.
fn tags(page: &str) -> Vec<(Tag, String)> {
    let mut found = Vec::new();
    let mut rest = page;
    while let Some(start) = rest.find('<') {
        let text = &rest[..start];
        assert!(!text.contains('>'), "a stray > in {text:?}");
        rest = &rest[start + 1..];
        if let Some(after) = rest.strip_prefix("!doctype html>") {
            rest = after;
            continue;
        }
        let (tag, after) = read_tag(rest);
        rest = after;
        let mut inside = String::new();
        if ["script", "style"].contains(&tag.name.as_str()) {
            let end = rest.find(&format!("</{}", tag.name)).expect("it is closed");
            inside = rest[..end].to_owned();
            rest = &rest[end..];
        }
        found.push((tag, inside));
    }
    found
}

fn read_tag(text: &str) -> (Tag, &str) {
    let is_name = |c: char| c.is_ascii_alphanumeric() || c == '-';
    let end = text[1..].find(|c| !is_name(c)).expect("a tag ends") + 1;
    let mut tag = Tag { name: text[..end].to_owned(), attributes: Vec::new() };
    assert!(tag.name.trim_start_matches('/').chars().all(is_name), "no tag: {:?}", tag.name);
    let mut rest = &text[end..];
    loop {
        rest = rest.trim_start();
        if let Some(after) = rest.strip_prefix('>') {
            return (tag, after);
        }
        let end = rest.find(|c| !is_name(c)).expect("an attribute ends");
        assert!(end > 0, "no attribute in {}: {:?}", tag.name, &rest[..rest.len().min(40)]);
        let name = rest[..end].to_owned();
        rest = &rest[end..];
        let mut value = String::new();
        if let Some(quoted) = rest.strip_prefix("=\"") {
            let end = quoted.find('"').expect("a quote is closed");
            assert!(!quoted[..end].contains('<'), "markup in an attribute");
            value = quoted[..end].to_owned();
            rest = &quoted[end + 1..];
        }
        tag.attributes.push((name, value));
    }
}

fn attribute<'a>(tag: &'a Tag, name: &str) -> Option<&'a str> {
    tag.attributes.iter().find(|(found, _)| found == name).map(|(_, value)| value.as_str())
}

/// Elements are closed in order, names of elements are unique.
fn check_structure(page: &str) {
    const VOID: [&str; 4] = ["meta", "link", "input", "br"];
    let mut open: Vec<String> = Vec::new();
    let mut ids = BTreeSet::new();
    for (tag, _) in tags(page) {
        if let Some(id) = attribute(&tag, "id") {
            assert!(ids.insert(id.to_owned()), "two elements are called {id}");
        }
        match tag.name.strip_prefix('/') {
            Some(name) => assert_eq!(open.pop().as_deref(), Some(name)),
            None if VOID.contains(&tag.name.as_str()) => {}
            None => open.push(tag.name),
        }
    }
    assert_eq!(open, Vec::<String>::new());
}

/// The data in an element of a page.
fn data(page: &str, id: &str) -> Json {
    let (_, inside) = tags(page)
        .into_iter()
        .find(|(tag, _)| attribute(tag, "id") == Some(id))
        .expect("the element is there");
    serde_json::from_str(&inside).expect("it is JSON")
}

#[test]
fn pages_are_well_formed() {
    for name in ["use_after_free", "list"] {
        check_structure(&page(name));
    }
    for verdict in [Verdict::Proved, Verdict::SafeUpTo { bound: 3 }, Verdict::Unreachable] {
        check_structure(&html::write(&report("a.c", vec![property("a.c", verdict)]), &|_| None));
    }
    check_structure(&html::write(&report("a.c", Vec::new()), &|_| None));
}

#[test]
fn the_same_report_gives_the_same_page() {
    assert_eq!(page("list"), page("list"));
}

#[test]
fn hostile_text_stays_text() {
    let harmless: Vec<String> =
        tags(&html::write(&hostile("harmless"), &|_| None)).into_iter().map(|(tag, _)| tag.name).collect();
    for word in HOSTILE {
        let page = html::write(&hostile(word), &|_| Some(word.repeat(2)));
        check_structure(&page);
        let tags = tags(&page);
        // The excerpt of the source is there when there is a source.
        let names: Vec<&str> = tags.iter().map(|(tag, _)| tag.name.as_str()).collect();
        let excerpt = ["pre", "span", "/span", "/pre"];
        let at = names.iter().position(|name| *name == "pre").expect("the failing line is shown");
        assert_eq!(names[at..at + 4], excerpt);
        let others: Vec<&str> = names[..at].iter().chain(&names[at + 4..]).copied().collect();
        assert_eq!(others, harmless, "{word:?} makes elements");
        for (tag, _) in &tags {
            for (name, value) in &tag.attributes {
                assert!(!name.starts_with("on"), "{word:?} makes a handler: {name}");
                assert!(!value.starts_with("javascript:"), "{value}");
            }
        }
        assert!(!page.contains('\u{202e}') || word.contains('\u{202e}'));
    }
}

#[test]
fn hostile_text_arrives_in_the_data() {
    for word in HOSTILE {
        let page = html::write(&hostile(word), &|_| Some(word.repeat(2)));
        let shared = data(&page, "data");
        assert_eq!(shared["files"][0]["source"], word.repeat(2));
        assert_eq!(shared["properties"][0]["note"], word);
        let trace = data(&page, "data-trace-0");
        assert_eq!(trace["message"], word);
        assert_eq!(trace["objects"][0]["name"], word);
        assert!(trace["strings"].as_array().expect("strings").contains(&Json::from(word)));
    }
}

#[test]
fn nothing_is_asked_for_from_outside() {
    let page = page("list");
    for (tag, inside) in tags(&page) {
        for name in ["src", "srcset", "data", "action", "poster", "background"] {
            assert_eq!(attribute(&tag, name), None, "{} asks for something", tag.name);
        }
        if let Some(address) = attribute(&tag, "href") {
            assert!(address.starts_with('#') || address == "data:,", "{address}");
        }
        if tag.name == "style" {
            assert!(!inside.contains("url(") && !inside.contains("@import"));
        }
    }
    // A name and no address.
    let addresses = page.matches("http").count();
    let known = page.matches("http://www.w3.org/2000/svg").count() + page.matches("http-equiv").count();
    assert_eq!(addresses, known);
}

#[test]
fn the_policy_allows_the_script_and_the_style_of_the_page_alone() {
    let page = page("use_after_free");
    let tags = tags(&page);
    let policy = tags
        .iter()
        .find(|(tag, _)| attribute(tag, "http-equiv") == Some("Content-Security-Policy"))
        .and_then(|(tag, _)| attribute(tag, "content"))
        .expect("there is a policy");
    assert!(policy.starts_with("default-src 'none';"), "{policy}");
    assert!(!policy.contains("unsafe"), "{policy}");
    for (tag, inside) in &tags {
        let is_code = tag.name == "script" && attribute(tag, "type").is_none();
        if is_code || tag.name == "style" {
            let digest: Vec<u8> = Sha256::digest(inside.as_bytes()).to_vec();
            assert!(digests(policy).contains(&digest), "the policy has no hash of the {}", tag.name);
        }
    }
}

/// The hashes in a policy.
fn digests(policy: &str) -> Vec<Vec<u8>> {
    const DIGITS: &str = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let decode = |text: &str| {
        let digits = text.trim_end_matches('=').chars();
        let bits: Vec<u8> = digits
            .flat_map(|c| {
                let digit = DIGITS.find(c).expect("a digit");
                (0..6).rev().map(move |bit| (digit >> bit & 1) as u8)
            })
            .collect();
        bits.chunks_exact(8).map(|byte| byte.iter().fold(0, |byte, bit| byte << 1 | bit)).collect()
    };
    policy.split('\'').filter_map(|word| word.strip_prefix("sha256-")).map(decode).collect()
}

#[test]
fn the_compact_trace_says_what_the_evidence_says() {
    for name in ["use_after_free", "list"] {
        let report = sample(name);
        let found = report.properties.iter().find_map(|property| match &property.verdict {
            Verdict::Failed { evidence } => Some(evidence),
            _ => None,
        });
        let found = found.expect("one fails");
        let page = page(name);
        let (shared, trace) = (data(&page, "data"), data(&page, "data-trace-0"));
        let number = |json: &Json| json.as_u64().expect("a number") as usize;
        let string = |json: &Json| trace["strings"][number(json)].as_str().expect("a string").to_owned();
        let value = |index: &Json| {
            let row = trace["values"][number(index)].as_array().expect("a value");
            let target = row.get(1).map(|object| Target {
                object: number(object),
                offset: row[2].as_i64().expect("an offset"),
                path: string(&row[3]),
            });
            Value { text: string(&row[0]), target }
        };
        let mut at = 0;
        for (index, step) in found.steps.iter().enumerate() {
            let place = &trace["places"][number(&trace["place"][index])];
            let position = step.at.position.as_ref().expect("every step has one");
            assert_eq!(string(&place[0]), step.at.function);
            assert_eq!(shared["files"][number(&place[1])]["name"], position.file);
            assert_eq!(
                (number(&place[2]), number(&place[3])),
                (position.line as usize, position.column as usize)
            );
            assert_eq!(number(&trace["depth"][index]), step.depth as usize);
            assert_eq!(number(&trace["matters"][index]), usize::from(step.matters));
            assert_eq!(number(&trace["count"][index]), step.changes.len());
            for change in &step.changes {
                let leaf = &trace["leaves"][number(&trace["changes"][at])];
                assert_eq!((number(&leaf[0]), string(&leaf[1])), (change.object, change.path.clone()));
                assert_eq!(value(&trace["changes"][at + 1]), change.value);
                at += 2;
            }
        }
        let events = found.steps.iter().map(|step| step.events.len()).sum::<usize>();
        assert_eq!(trace["events"].as_array().expect("events").len(), events);
        for (index, object) in found.objects.iter().enumerate() {
            let initial = trace["objects"][index]["initial"].as_array().cloned().unwrap_or_default();
            let initial: BTreeMap<String, String> = initial
                .chunks(2)
                .map(|pair| (string(&trace["leaves"][number(&pair[0])][1]), value(&pair[1]).text))
                .collect();
            let expected: BTreeMap<String, String> =
                object.initial.iter().map(|(path, value)| (path.clone(), value.text.clone())).collect();
            assert_eq!(initial, expected);
        }
    }
}

#[test]
fn numbers_that_are_not_in_the_lists_are_dropped() {
    let wild =
        Value { text: "p".to_owned(), target: Some(Target { object: 7, offset: 0, path: String::new() }) };
    let mut only = step(
        "a.c",
        vec![
            Change { object: 9, path: String::new(), value: value("1") },
            Change { object: 0, path: String::new(), value: wild },
        ],
    );
    only.events = vec![Event::Allocate { object: 3 }, Event::Free { object: 4 }, Event::Input { input: 5 }];
    let failed = Verdict::Failed { evidence: Box::new(evidence(vec![object("x")], vec![only])) };
    let page = html::write(&report("a.c", vec![property("a.c", failed)]), &|_| None);
    let trace = data(&page, "data-trace-0");
    assert_eq!(trace["count"], serde_json::json!([1]));
    assert_eq!(trace["events"], serde_json::json!([]));
    let written = trace["changes"][1].as_u64().expect("a value") as usize;
    assert_eq!(trace["values"][written].as_array().map(Vec::len), Some(1), "the pointer has no target");
}

#[test]
fn a_step_more_takes_a_few_bytes() {
    let size = |count: u64| {
        let steps: Vec<Step> = (0..count)
            .map(|i| {
                step(
                    "a.c",
                    vec![Change { object: 0, path: String::new(), value: value(&(i % 64).to_string()) }],
                )
            })
            .collect();
        let failed = Verdict::Failed { evidence: Box::new(evidence(vec![object("x")], steps)) };
        html::write(&report("a.c", vec![property("a.c", failed)]), &|_| None).len()
    };
    let per_step = (size(20_000) - size(10_000)) / 10_000;
    assert!(per_step < 20, "{per_step} bytes a step");
}

#[test]
fn names_of_files_are_shown_without_the_folder_of_the_program() {
    let mut report = report("a.c", vec![property("/home/u/project/src/a.c", Verdict::Proved)]);
    report.program.directory = "/home/u/project".to_owned();
    let page = html::write(&report, &|_| None);
    assert_eq!(data(&page, "data")["files"][0]["name"], "src/a.c");
    report.program.directory = "/home/u/pro".to_owned();
    let page = html::write(&report, &|_| None);
    assert_eq!(data(&page, "data")["files"][0]["name"], "/home/u/project/src/a.c");
}
