//! SARIF: stored outputs, the official schema, and what code-scanning services demand.

use std::collections::BTreeSet;
use std::process::Command;

use fathom_report::sarif::{Include, Options, Rule, write};
use fathom_report::{Report, Source, Verdict};
use serde_json::Value;

use crate::samples::{assert_none, compare, report, reports, rules, source};
use crate::schema::Schemas;

fn written(report: &Report, include: Include, source: Source) -> String {
    let rules = rules();
    let options =
        Options { rules: &rules, include, source, started: Some(1_700_000_000), category: Some("fathom") };
    write(report, &options)
}

fn log(report: &Report, include: Include, source: Source) -> Value {
    serde_json::from_str(&written(report, include, source)).expect("JSON")
}

fn run(report: &Report) -> Value {
    log(report, Include::All, &source)["runs"][0].clone()
}

fn list(value: &Value) -> &[Value] {
    value.as_array().map_or(&[], Vec::as_slice)
}

/// The official schema. It is in a package that we do not build, only know the place of.
fn official_schema() -> Value {
    let metadata = |offline: &[&str]| {
        let manifest = concat!(env!("CARGO_MANIFEST_DIR"), "/Cargo.toml");
        let fixed = ["metadata", "--format-version=1", "--locked", "--manifest-path", manifest];
        let output = Command::new(env!("CARGO")).args(fixed).args(offline).output().expect("cargo runs");
        serde_json::from_slice::<Value>(&output.stdout).ok()
    };
    // Packages that are built for no platform may not be there yet.
    let metadata = metadata(&["--offline"]).or_else(|| metadata(&[])).expect("run `cargo fetch` once");
    let package = list(&metadata["packages"]).iter().find(|package| package["name"] == "serde-sarif");
    let manifest = package.and_then(|package| package["manifest_path"].as_str()).expect("a place");
    let path = std::path::Path::new(manifest).with_file_name("src").join("schema.json");
    serde_json::from_str(&std::fs::read_to_string(path).expect("the schema")).expect("JSON")
}

#[test]
fn outputs_are_as_stored() {
    let mut differences = vec![];
    let all = rules();
    for (name, report) in reports() {
        // All rules are stored once, elsewhere those of the report.
        let used =
            |rule: &&Rule| name == "empty" || report.properties.iter().any(|one| one.kind == rule.name);
        let rules: Vec<Rule> = all.iter().filter(used).cloned().collect();
        let mut compared = |file: String, include| {
            let options = Options { rules: &rules, include, source: &source, started: None, category: None };
            differences.extend(compare(&file, &write(&report, &options)).err());
        };
        compared(format!("{name}.sarif"), Include::default());
        if ["assertion", "proved", "unknown"].contains(&name.as_str()) {
            compared(format!("{name}.all.sarif"), Include::All);
        }
    }
    assert_none(differences);
}

#[test]
fn outputs_are_valid_by_the_official_schema() {
    let schemas = Schemas::new([("sarif".to_string(), official_schema())]);
    for (name, report) in reports() {
        for include in [Include::Failures, Include::Undecided, Include::All] {
            let log = log(&report, include, &source);
            assert_eq!(schemas.validate("sarif", &log), [""; 0], "{name}");
            let blind = self::log(&report, include, &|_| None);
            assert_eq!(schemas.validate("sarif", &blind), [""; 0], "{name} without sources");
        }
    }
}

/// The validator itself: what the schema forbids is found.
#[test]
fn the_official_schema_refuses_what_is_wrong() {
    let schemas = Schemas::new([("sarif".to_string(), official_schema())]);
    let log = log(&report("use-after-free"), Include::All, &source);
    for (pointer, wrong) in [
        ("/version", "3.0"),
        ("/runs/0/columnKind", "bytes"),
        ("/runs/0/results/0/level", "fatal"),
        ("/runs/0/results/0/kind", "failed"),
        ("/runs/0/results/0/locations", "here"),
        ("/runs/0/results/0/locations/0/physicalLocation/artifactLocation/uri", "a b.c"),
        ("/runs/0/results/0/codeFlows/0/threadFlows/0/locations/0/importance", "some"),
        ("/runs/0/artifacts/0/roles/0", "villain"),
        ("/runs/0/invocations/0/startTimeUtc", "yesterday"),
    ] {
        let mut changed = log.clone();
        *changed.pointer_mut(pointer).unwrap_or_else(|| panic!("{pointer} is there")) = wrong.into();
        assert_ne!(schemas.validate("sarif", &changed), [""; 0], "{pointer}");
    }
    let mut changed = log;
    changed["runs"][0]["results"][0]["colour"] = "red".into();
    assert_ne!(schemas.validate("sarif", &changed), [""; 0]);
}

/// What the standard says beyond its schema.
#[test]
fn references_and_levels_are_consistent() {
    for (name, report) in reports() {
        let run = run(&report);
        let (rules, artifacts) = (list(&run["tool"]["driver"]["rules"]), list(&run["artifacts"]));
        let taxa = list(&run["taxonomies"][0]["taxa"]);
        for result in list(&run["results"]) {
            let index = result["ruleIndex"].as_u64().expect("an index") as usize;
            assert_eq!(rules[index]["id"], result["ruleId"], "{name}");
            assert_eq!(result["kind"] == "fail", result["level"] != "none", "{name}");
            for taxon in list(&result["taxa"]) {
                assert_eq!(taxa[taxon["index"].as_u64().expect("an index") as usize]["id"], taxon["id"]);
            }
            let message = result["message"]["text"].as_str().expect("a text");
            let ids: BTreeSet<u64> =
                list(&result["relatedLocations"]).iter().filter_map(|one| one["id"].as_u64()).collect();
            for link in message.split("](").skip(1).filter(|_| !message.contains("\\](")) {
                let number = link.split(')').next().and_then(|id| id.parse().ok()).expect("a number");
                assert!(ids.contains(&number), "{name}: {message}");
            }
        }
        for location in artifact_locations(&run["results"]) {
            let index = location["index"].as_u64().expect("an index") as usize;
            assert_eq!(artifacts[index]["location"], location, "{name}");
        }
    }
}

fn artifact_locations(value: &Value) -> Vec<Value> {
    match value {
        Value::Object(fields) => fields
            .iter()
            .flat_map(|(name, value)| {
                if name == "artifactLocation" { vec![value.clone()] } else { artifact_locations(value) }
            })
            .collect(),
        Value::Array(list) => list.iter().flat_map(artifact_locations).collect(),
        _ => vec![],
    }
}

/// <https://docs.github.com/en/code-security/code-scanning/integrating-with-code-scanning/sarif-support-for-code-scanning>
#[test]
fn outputs_obey_what_github_demands() {
    for (name, report) in reports() {
        let log = log(&report, Include::All, &source);
        assert_eq!((&log["version"], list(&log["runs"]).len()), (&"2.1.0".into(), 1));
        assert!(log["$schema"].as_str().is_some_and(|uri| uri.ends_with("sarif-2.1.0.json")));
        let run = &log["runs"][0];
        let rules = list(&run["tool"]["driver"]["rules"]);
        for rule in rules {
            let length = |key: &str| rule[key]["text"].as_str().expect(key).chars().count();
            assert!((1..=1024).contains(&length("shortDescription")), "{rule}");
            assert!((1..=1024).contains(&length("fullDescription")), "{rule}");
            assert!(length("help") > 0 && rule["name"].as_str().is_some_and(|name| name.len() <= 255));
            assert!(
                ["error", "warning", "note"]
                    .contains(&rule["defaultConfiguration"]["level"].as_str().unwrap_or(""))
            );
            assert!(list(&rule["properties"]["tags"]).len() <= 10);
        }
        let ids: BTreeSet<&str> = rules.iter().filter_map(|rule| rule["id"].as_str()).collect();
        assert_eq!(ids.len(), rules.len(), "{name}: ids of rules are unique");
        for result in list(&run["results"]) {
            assert!(result["message"]["text"].as_str().is_some_and(|text| !text.is_empty()));
            assert_eq!(list(&result["locations"]).len(), 1, "{name}");
            let place = &result["locations"][0]["physicalLocation"];
            let uri = place["artifactLocation"]["uri"].as_str();
            assert!(
                uri.is_some_and(|uri| !uri.is_empty()) || report.program.files.is_empty(),
                "{name}: {result}"
            );
            if let Some(region) = place.get("region") {
                assert!(region["startLine"].as_u64() > Some(0) && region["startColumn"].as_u64() > Some(0));
            }
            assert!(result["partialFingerprints"]["primaryLocationLineHash"].is_string());
            for flow in list(&result["codeFlows"]) {
                let locations = list(&flow["threadFlows"][0]["locations"]);
                assert!((1..=1000).contains(&locations.len()));
                assert!(
                    locations.iter().all(|one| one["location"]["physicalLocation"].is_object()),
                    "{name}"
                );
            }
            assert!(list(&result["relatedLocations"]).len() <= 100);
        }
    }
}

#[test]
fn only_what_fails_is_there_by_default_and_the_rest_is_counted() {
    let kinds = |include| -> Vec<String> {
        let log = log(&report("assertion"), include, &source);
        list(&log["runs"][0]["results"])
            .iter()
            .map(|result| result["kind"].as_str().expect("a kind").into())
            .collect()
    };
    assert_eq!(kinds(Include::Failures), ["fail"]);
    assert_eq!(kinds(Include::default()), ["fail"]);
    assert_eq!(kinds(Include::Undecided), ["fail", "open"]);
    let log = log(&report("assertion"), Include::default(), &source);
    let notes = list(&log["runs"][0]["invocations"][0]["toolExecutionNotifications"]);
    let texts: Vec<&str> = notes.iter().filter_map(|note| note["message"]["text"].as_str()).collect();
    assert!(texts.iter().any(|text| text.starts_with("not decided: 1 of 6 properties (1 ")), "{texts:?}");
    // The bound is the one that was asked for, so what holds up to it passes.
    assert_eq!(kinds(Include::All), ["fail", "open", "pass", "pass", "pass", "pass"]);
    let open = run(&report("unknown"));
    assert!(list(&open["results"]).iter().all(|result| result["kind"] == "open"));
}

/// The fingerprints of a report whose source is another one, and whose positions are so many lines later.
fn fingerprints(name: &str, text: &str, later: u32) -> Vec<Value> {
    let mut report = report(name);
    for property in &mut report.properties {
        if let Some(position) = &mut property.place.position {
            position.line += later;
        }
    }
    let source = |_: &str| Some(text.as_bytes().to_vec());
    let log = log(&report, Include::All, &source);
    list(&log["runs"][0]["results"]).iter().map(|result| result["partialFingerprints"].clone()).collect()
}

#[test]
fn fingerprints_survive_moved_lines() {
    let text = String::from_utf8(source("list.c").expect("the source")).expect("text");
    let before = fingerprints("use-after-free", &text, 0);
    assert_eq!(fingerprints("use-after-free", &format!("/* one\n   two */\n\n{text}"), 3), before);
    assert_eq!(
        fingerprints("use-after-free", &text.replace("  ", "\t"), 0),
        before,
        "white space does not count"
    );
    assert_eq!(fingerprints("use-after-free", &text.replace('\n', "\r\n"), 0), before, "nor do line ends");
}

#[test]
fn fingerprints_tell_places_apart() {
    for name in ["use-after-free", "overflow", "assertion", "proved", "unknown"] {
        let mut own: Vec<String> = list(&run(&report(name))["results"])
            .iter()
            .map(|result| result["partialFingerprints"]["fathomFinding/v1"].to_string())
            .collect();
        let count = own.len();
        own.sort();
        own.dedup();
        assert_eq!(own.len(), count, "{name}");
    }
    let text = String::from_utf8(source("list.c").expect("the source")).expect("text");
    let changed = text.replace("head = head->next", "head = head -> next -> next");
    assert_ne!(fingerprints("use-after-free", &text, 0)[0], fingerprints("use-after-free", &changed, 0)[0]);
}

#[test]
fn fingerprints_do_not_depend_on_verdicts() {
    let report = report("unknown");
    let mut proved = report.clone();
    proved.outcome = fathom_report::Outcome::Proved;
    for property in &mut proved.properties {
        property.verdict = Verdict::Proved;
    }
    let all = |report: &Report| -> BTreeSet<String> {
        list(&run(report)["results"]).iter().map(|result| result["partialFingerprints"].to_string()).collect()
    };
    assert_eq!(all(&report), all(&proved));
}

#[test]
fn long_executions_and_many_results_are_cut() {
    let mut report = report("overflow");
    let Verdict::Failed { evidence } = &mut report.properties[1].verdict else { panic!("it fails") };
    let steps = evidence.steps.clone();
    evidence.steps =
        steps[..steps.len() - 1].iter().cycle().take(5000).chain(steps.last()).cloned().collect();
    evidence.stack = vec![evidence.place.clone(); 5000];
    let proved = report.properties[0].clone();
    report.properties.extend(vec![proved; 25_000]);
    let run = run(&report);
    let results = list(&run["results"]);
    assert_eq!(results.len(), 25_000);
    assert_eq!(results[0]["kind"], "fail", "what fails is not left out");
    let locations = list(&results[0]["codeFlows"][0]["threadFlows"][0]["locations"]);
    assert_eq!(locations.len(), 1000);
    assert_eq!(locations[999]["importance"], "essential", "the end is not left out");
    assert_eq!(list(&results[0]["stacks"][0]["frames"]).len(), 100);
    let notes = list(&run["invocations"][0]["toolExecutionNotifications"]);
    assert!(notes.iter().any(|note| {
        note["message"]["text"].as_str().is_some_and(|text| text.starts_with("2 results were left out"))
    }));
}

/// Views get reports that nobody has checked, from this very process.
#[test]
fn unsound_reports_do_no_harm() {
    let mut tried = 0;
    for (name, report) in reports() {
        let data = serde_json::to_value(&report).expect("JSON");
        for way in crate::schema::parts(&data) {
            for number in [0, 1, u64::from(u32::MAX), u64::MAX] {
                let mut changed = data.clone();
                let Some(value) = changed.pointer_mut(&way).filter(|value| value.is_number()) else {
                    continue;
                };
                *value = number.into();
                let Ok(report) = serde_json::from_value::<Report>(changed) else { continue };
                assert!(!written(&report, Include::All, &source).is_empty(), "{name}");
                assert!(!fathom_report::junit::write(&report, &Default::default()).is_empty(), "{name}");
                tried += 1;
            }
        }
    }
    assert!(tried > 500, "only {tried} reports were tried");
    let mut report = report("use-after-free");
    for property in &mut report.properties {
        if let Verdict::Failed { evidence } = &mut property.verdict {
            evidence.objects.clear();
            evidence.inputs.clear();
            evidence.steps.truncate(3);
        }
    }
    report.seconds = f64::NAN;
    report.program.files.clear();
    assert!(written(&report, Include::All, &source).contains("use-after-free"));
    assert!(fathom_report::junit::write(&report, &Default::default()).contains("use-after-free"));
}
