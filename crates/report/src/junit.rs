//! JUnit XML, which every continuous integration system reads.
//!
//! The run is a test suite, a property is a test case: what fails is a `failure`, what holds passes, and what
//! is not known, or only up to a bound that nobody asked for, is `skipped`. An `error` would be the other
//! choice for these, but Jenkins, GitLab and others count errors with the failures, and then nobody can tell
//! a bug from a question that was left open. They show skipped tests apart, with the reason. That a run with
//! open questions is not a success is what the exit code says.
//!
//! There is no standard. What is written here obeys both schemas that are in wide use: that of Ant's JUnit
//! task, which demands the most (it also wants a time stamp, which is written if the caller knows one), and
//! that of Jenkins.

use std::collections::BTreeMap;

use crate::model::{Outcome, Property, Report, Verdict};
use crate::time::date_time;
use crate::words;
use crate::xml::escape;

/// What is written beside the report itself.
#[derive(Clone, Copy, Debug, Default)]
pub struct Options<'a> {
    /// When the run began, in seconds since 1970 UTC.
    pub started: Option<u64>,
    /// The machine; `localhost` if nobody says.
    pub hostname: Option<&'a str>,
}

/// A test case.
struct Case {
    class: String,
    name: String,
    result: Ending,
}

/// What became of it.
enum Ending {
    Passed,
    Skipped { message: String },
    Failed { kind: String, message: String, text: String },
}

/// The report as JUnit XML.
pub fn write(report: &Report, options: &Options) -> String {
    let cases = cases(report);
    let failures = cases.iter().filter(|case| matches!(case.result, Ending::Failed { .. })).count();
    let skipped = cases.iter().filter(|case| matches!(case.result, Ending::Skipped { .. })).count();
    let suite = suite_name(report);
    let mut attributes = vec![
        ("name", suite.clone()),
        ("package", suite),
        ("id", "0".to_string()),
        ("tests", cases.len().to_string()),
        ("failures", failures.to_string()),
        ("errors", "0".to_string()),
        ("skipped", skipped.to_string()),
        ("time", seconds(report.seconds)),
        ("hostname", options.hostname.filter(|name| !name.is_empty()).unwrap_or("localhost").to_string()),
    ];
    attributes.extend(options.started.map(|start| ("timestamp", date_time(start))));
    let mut text = String::from("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites>\n");
    text += &format!("  <testsuite{}>\n", written(&attributes));
    text += &properties(report);
    for case in &cases {
        text += &element(case);
    }
    text += &format!("    <system-out>{}</system-out>\n", escape(&said(report), false));
    text += &format!("    <system-err>{}</system-err>\n", escape(&lines(&report.warnings), false));
    text + "  </testsuite>\n</testsuites>\n"
}

/// A case for each property, and one for the whole run if none of them shows how it ended.
fn cases(report: &Report) -> Vec<Case> {
    let mut counts = BTreeMap::<(String, String), u32>::new();
    let mut cases: Vec<Case> = report.properties.iter().map(|property| case(report, property)).collect();
    // Reports are compared from run to run by name.
    for case in &mut cases {
        let count = counts.entry((case.class.clone(), case.name.clone())).or_default();
        *count += 1;
        if *count > 1 {
            case.name += &format!(" ({count})");
        }
    }
    let all_pass = cases.iter().all(|case| matches!(case.result, Ending::Passed));
    let good = match report.outcome {
        Outcome::Proved => true,
        Outcome::Bounded => report.bound_as_asked,
        Outcome::Failed | Outcome::Unknown => false,
    };
    if cases.is_empty() || (all_pass && !good) {
        let message = words::one_line(&report.summary);
        let result = if good { Ending::Passed } else { Ending::Skipped { message } };
        cases.push(Case { class: suite_name(report), name: "the whole program".into(), result });
    }
    cases
}

fn case(report: &Report, property: &Property) -> Case {
    let position = property.place.position.as_ref().filter(|at| !at.file.is_empty());
    let class = position.map_or_else(|| suite_name(report), |at| words::one_line(&at.file));
    let mut name = words::one_line(&property.kind);
    if let Some(at) = position {
        let column = if at.column == 0 { String::new() } else { format!(":{}", at.column) };
        name += &format!(" at {}{column}", at.line);
    }
    if !property.place.function.is_empty() {
        name += &format!(" in {}", words::one_line(&property.place.function));
    }
    Case { class, name, result: result(report, property) }
}

fn result(report: &Report, property: &Property) -> Ending {
    let noted = |text: &str| words::sentence_with(text, &property.note);
    match &property.verdict {
        Verdict::Proved | Verdict::Unreachable => Ending::Passed,
        Verdict::SafeUpTo { .. } if report.bound_as_asked => Ending::Passed,
        Verdict::SafeUpTo { bound } => Ending::Skipped {
            message: noted(&format!(
                "not known beyond the bound: holds while no loop {}",
                words::rounds(*bound)
            )),
        },
        Verdict::Unknown { reason } => Ending::Skipped {
            message: match words::one_line(reason).as_str() {
                "" => noted(&format!("it is not known whether this happens: {}", property.message)),
                reason => noted(&format!("not known: {reason}")),
            },
        },
        Verdict::Failed { evidence } => Ending::Failed {
            kind: property.kind.clone(),
            message: noted(&property.message),
            text: words::failure(evidence),
        },
    }
}

fn element(case: &Case) -> String {
    // How long a single property took is not known: all are decided together.
    let attributes = [("classname", case.class.clone()), ("name", case.name.clone()), ("time", seconds(0.0))];
    let begin = format!("    <testcase{}", written(&attributes));
    match &case.result {
        Ending::Passed => format!("{begin}/>\n"),
        Ending::Skipped { message } => {
            let skipped = written(&[("message", message.clone())]);
            format!("{begin}>\n      <skipped{skipped}/>\n    </testcase>\n")
        }
        Ending::Failed { kind, message, text } => {
            let failure = written(&[("message", message.clone()), ("type", kind.clone())]);
            let text = escape(text, false);
            format!("{begin}>\n      <failure{failure}>{text}</failure>\n    </testcase>\n")
        }
    }
}

fn properties(report: &Report) -> String {
    let list = [
        ("tool", format!("{} {}", report.tool.name, report.tool.version)),
        ("command", report.tool.command.join(" ")),
        ("entry", report.program.entry.clone()),
        ("directory", report.program.directory.clone()),
    ];
    let lines: String = list
        .iter()
        .map(|(name, value)| {
            let attributes = written(&[("name", (*name).to_string()), ("value", value.clone())]);
            format!("      <property{attributes}/>\n")
        })
        .collect();
    format!("    <properties>\n{lines}    </properties>\n")
}

/// The name of the run: its files, or at least something.
fn suite_name(report: &Report) -> String {
    let files: Vec<String> = report.program.files.iter().map(|file| words::one_line(file)).collect();
    let name = files.join(" ");
    if name.trim().is_empty() { "program".to_string() } else { name }
}

/// The answer, and what was assumed.
fn said(report: &Report) -> String {
    let mut all = vec![report.summary.clone()];
    all.extend(report.assumptions.iter().map(|text| format!("assumed: {text}")));
    lines(&all)
}

fn lines(texts: &[String]) -> String {
    texts.iter().map(|text| format!("{text}\n")).collect()
}

fn written(attributes: &[(&str, String)]) -> String {
    attributes.iter().map(|(name, value)| format!(" {name}=\"{}\"", escape(value, true))).collect()
}

/// Seconds with three digits behind the point, which is all that Jenkins reads.
fn seconds(seconds: f64) -> String {
    format!("{:.3}", if seconds.is_finite() { seconds.max(0.0) } else { 0.0 })
}
