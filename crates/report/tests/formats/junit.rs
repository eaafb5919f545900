//! JUnit XML: stored outputs, and the rules of the two schemas in wide use.

use fathom_report::junit::{Options, write};
use fathom_report::{Outcome, Report, Verdict};
use roxmltree::{Document, Node};

use crate::samples::{assert_none, compare, report, reports};

fn written(report: &Report) -> String {
    write(report, &Options { started: Some(1_700_000_000), hostname: Some("tester") })
}

#[test]
fn outputs_are_as_stored() {
    let compared =
        |(name, report): (String, Report)| compare(&format!("{name}.xml"), &written(&report)).err();
    assert_none(reports().into_iter().filter_map(compared).collect());
}

/// Every attribute of an element, with what it must look like; all but those with a `?` must be there.
fn attributes(element: &str) -> &'static [(&'static str, &'static str)] {
    match element {
        "testsuites" | "properties" | "system-out" | "system-err" => &[],
        "testsuite" => &[
            ("name", "token"),
            ("package", "token"),
            ("id", "number"),
            ("tests", "number"),
            ("failures", "number"),
            ("errors", "number"),
            ("skipped", "number"),
            ("time", "seconds"),
            ("hostname", "token"),
            ("timestamp", "date"),
        ],
        "property" => &[("name", "token"), ("value", "text")],
        "testcase" => &[("name", "token"), ("classname", "token"), ("time", "seconds")],
        "skipped" => &[("message", "text")],
        "failure" => &[("message", "text"), ("type", "text")],
        other => panic!("no schema has the element {other}"),
    }
}

fn looks_like(value: &str, form: &str) -> bool {
    let digits = |text: &str| !text.is_empty() && text.chars().all(|c| c.is_ascii_digit());
    match form {
        "text" => true,
        "token" => !value.trim().is_empty(),
        "number" => digits(value) && value.parse::<i32>().is_ok(),
        "seconds" => value
            .split_once('.')
            .is_some_and(|(whole, part)| digits(whole) && digits(part) && part.len() == 3),
        "date" => {
            let shape: String = value.chars().map(|c| if c.is_ascii_digit() { '0' } else { c }).collect();
            shape == "0000-00-00T00:00:00"
        }
        other => panic!("{other}"),
    }
}

fn names<'a>(node: Node<'a, 'a>) -> Vec<&'a str> {
    node.children().filter(Node::is_element).map(|child| child.tag_name().name()).collect()
}

/// The rules of Ant's schema, which are stricter than those of Jenkins: these elements in this order, these
/// attributes and no others.
fn check(text: &str) {
    let document = Document::parse(text).unwrap_or_else(|error| panic!("{error}:\n{text}"));
    assert_eq!(document.root_element().tag_name().name(), "testsuites");
    for node in document.descendants().filter(Node::is_element) {
        let name = node.tag_name().name();
        let allowed = attributes(name);
        for attribute in node.attributes() {
            let form = allowed.iter().find(|(name, _)| *name == attribute.name());
            let (_, form) = form.unwrap_or_else(|| panic!("{name} has no {}", attribute.name()));
            assert!(
                looks_like(attribute.value(), form),
                "{name}: {} is {:?}",
                attribute.name(),
                attribute.value()
            );
        }
        assert_eq!(node.attributes().len(), allowed.len(), "all attributes of {name} are there");
        let children = names(node);
        match name {
            "testsuites" => assert_eq!(children, ["testsuite"]),
            "testsuite" => {
                assert_eq!(children.first(), Some(&"properties"));
                assert_eq!(children[children.len() - 2..], ["system-out", "system-err"]);
                assert!(children[1..children.len() - 2].iter().all(|child| *child == "testcase"));
            }
            "properties" => assert!(children.iter().all(|child| *child == "property")),
            "testcase" => assert!(children.is_empty() || children == ["skipped"] || children == ["failure"]),
            _ => assert!(children.is_empty()),
        }
    }
    let suite = document.descendants().find(|node| node.has_tag_name("testsuite")).expect("a suite");
    let count =
        |name: &str| document.descendants().filter(|node| node.has_tag_name(name)).count().to_string();
    assert_eq!(suite.attribute("tests"), Some(&*count("testcase")));
    assert_eq!(suite.attribute("failures"), Some(&*count("failure")));
    assert_eq!(suite.attribute("skipped"), Some(&*count("skipped")));
    assert_eq!(suite.attribute("errors"), Some("0"));
}

#[test]
fn outputs_obey_the_schemas() {
    for (_, report) in reports() {
        check(&written(&report));
    }
}

#[test]
fn names_of_cases_are_unique() {
    for (name, mut report) in reports() {
        let twice = report.properties.clone();
        report.properties.extend(twice);
        let text = written(&report);
        let document = Document::parse(&text).expect("XML");
        let cases = document.descendants().filter(|node| node.has_tag_name("testcase"));
        let mut names: Vec<_> =
            cases.map(|case| (case.attribute("classname"), case.attribute("name"))).collect();
        let count = names.len();
        names.sort();
        names.dedup();
        assert_eq!(names.len(), count, "{name}");
    }
}

/// The elements inside the cases of a report, `pass` for none.
fn endings(report: &Report) -> Vec<String> {
    let text = written(report);
    let document = Document::parse(&text).expect("XML");
    let cases = document.descendants().filter(|node| node.has_tag_name("testcase"));
    cases.map(|case| names(case).first().map_or("pass", |name| name).to_string()).collect()
}

#[test]
fn verdicts_become_endings() {
    assert_eq!(endings(&report("assertion")), ["pass", "pass", "skipped", "pass", "failure", "pass"]);
    let mut nobody_asked = report("assertion");
    nobody_asked.bound_as_asked = false;
    assert_eq!(endings(&nobody_asked), ["pass", "skipped", "skipped", "pass", "failure", "pass"]);
    assert_eq!(endings(&report("proved")), ["pass"; 4]);
    assert_eq!(endings(&report("unknown")), ["skipped"; 7]);
}

#[test]
fn a_run_that_is_no_proof_never_looks_like_one() {
    assert_eq!(endings(&report("bounded")), ["pass", "skipped"]);
    let mut asked = report("bounded");
    asked.bound_as_asked = true;
    assert_eq!(endings(&asked), ["pass"]);
    let mut empty = report("empty");
    assert_eq!(endings(&empty), ["pass"]);
    empty.outcome = Outcome::Unknown;
    assert_eq!(endings(&empty), ["skipped"]);
}

#[test]
fn texts_come_back_as_they_were_as_far_as_xml_has_them() {
    let mut report = report("proved");
    report.summary = "a & b < c > d \" ' ]]> ü 😀\n\ttab".into();
    report.warnings = vec!["carriage\rreturn".into(), "bell \u{7} nul \0 none \u{ffff}".into()];
    let text = written(&report);
    let document = Document::parse(&text).expect("XML");
    let content =
        |name: &str| document.descendants().find(|node| node.has_tag_name(name)).and_then(|node| node.text());
    assert_eq!(content("system-out"), Some(format!("{}\n", report.summary).as_str()));
    assert_eq!(content("system-err"), Some("carriage\rreturn\nbell \\x07 nul \\x00 none \\uffff\n"));
}

#[test]
fn failures_tell_what_happened() {
    let text = written(&report("use-after-free"));
    let document = Document::parse(&text).expect("XML");
    let failure = document.descendants().find(|node| node.has_tag_name("failure")).expect("a failure");
    assert_eq!(failure.attribute("type"), Some("use-after-free"));
    assert_eq!(failure.attribute("message"), Some("Heap memory is used after it was freed."));
    let page = failure.text().expect("a text");
    for line in
        ["list.c:26:3 in main", "malloc#2 is allocated, 16 bytes", "list.c:17:5 in clear: malloc#2 is freed"]
    {
        assert!(page.contains(line), "{line}:\n{page}");
    }
    assert!(!page.contains("malloc#1 is allocated"), "the first element does not matter:\n{page}");
}

#[test]
fn long_traces_are_cut_at_the_front() {
    let mut report = report("overflow");
    let Verdict::Failed { evidence } = &mut report.properties[1].verdict else { panic!("it fails") };
    let steps = evidence.steps.clone();
    evidence.steps =
        steps[..steps.len() - 1].iter().cycle().take(50_000).chain(steps.last()).cloned().collect();
    let text = written(&report);
    assert!(text.len() < 100_000, "{}", text.len());
    assert!(
        text.contains("lines left out") && text.contains("sum.c:7:9 in main: a signed computation overflows")
    );
}
