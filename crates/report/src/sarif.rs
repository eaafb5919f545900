//! SARIF 2.1.0, the format of code-scanning services and editors.
//!
//! The structures are our own, in the module `log`: the crate `serde-sarif` generates its types with a build script
//! that needs a dozen crates, some without a release for years, and it does not compile unless another crate
//! switches on a feature of serde for it. Tests validate what is written against the official schema.
//!
//! Where the standard leaves a choice, the demands of GitHub's code scanning decide: at most 25,000 results
//! and 1,000 locations a flow that are shown, a physical location for every result, fixed rule ids, relative
//! paths, and fingerprints that do not depend on line numbers. GitHub shows everything as an alert, so what
//! holds or is not known is left out unless [`Include`] asks for it; a notification says how much is not known.

mod fingerprint;
mod flow;
mod help;
mod log;
mod message;
mod places;
mod results;
mod rules;
mod uri;

use std::collections::BTreeMap;

use crate::model::{Report, Verdict};
use crate::source::{Files, Source};
use crate::{time, words};
use log::{Invocation, Level, Log, Message, Notification, Reference, Run, Tool};
use places::Places;
use rules::Rules;

/// A kind of property, as the caller knows all of them.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Rule {
    /// The stable name, `use-after-free`.
    pub name: String,
    /// What happened if it fails, one sentence without a full stop.
    pub sentence: String,
    /// The weakness in the Common Weakness Enumeration.
    pub cwe: Option<u32>,
    /// It is checked unless the user says otherwise.
    pub on_by_default: bool,
    /// It says nothing about the program, only that Fathom cannot follow it further.
    pub limit: bool,
}

/// Which properties become results.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Include {
    /// What fails. What is not known is counted in a notification.
    #[default]
    Failures,
    /// What fails, and what is not known.
    Undecided,
    /// Everything: also what holds, be it up to a bound only.
    All,
}

/// What is written beside the report itself.
#[derive(Clone, Copy)]
pub struct Options<'a> {
    /// All kinds there are, in their order. Kinds that only the report has come after them.
    pub rules: &'a [Rule],
    /// Which properties become results.
    pub include: Include,
    /// The source files, for fingerprints, columns and hashes.
    pub source: Source<'a>,
    /// When the run began, in seconds since 1970 UTC.
    pub started: Option<u64>,
    /// Tells several uploads for one commit apart.
    pub category: Option<&'a str>,
}

/// The most results of a run: with more, GitHub refuses the file.
const RESULTS: usize = 25_000;

/// The report as SARIF.
pub fn write(report: &Report, options: &Options) -> String {
    let rules = Rules::new(report, options.rules);
    let mut places = Places::new(report, Files::new(options.source));
    let mut results = results::results(report, options.include, &rules, &mut places);
    let left_out = results.len().saturating_sub(RESULTS);
    results.truncate(RESULTS);
    let log = Log {
        schema: "https://json.schemastore.org/sarif-2.1.0.json",
        version: "2.1.0",
        runs: vec![Run {
            tool: Tool { driver: rules.driver(report, notification_rules()) },
            invocations: vec![invocation(report, options, left_out)],
            automation_details: options
                .category
                .map(|name| log::AutomationDetails { id: format!("{name}/") }),
            original_uri_base_ids: places.bases(),
            artifacts: places.artifacts(),
            results,
            taxonomies: rules.taxonomies(),
            column_kind: "utf16CodeUnits",
            properties: BTreeMap::from([
                ("entry", report.program.entry.clone()),
                ("outcome", outcome(report).to_string()),
                ("summary", report.summary.clone()),
            ]),
        }],
    };
    fathom_evidence::json::print(&log)
}

/// The word of the JSON format.
fn outcome(report: &Report) -> &'static str {
    use crate::model::Outcome;
    match report.outcome {
        Outcome::Failed => "failed",
        Outcome::Proved => "proved",
        Outcome::Bounded => "bounded",
        Outcome::Unknown => "unknown",
    }
}

/// Kinds of notifications, in the order of [`Note`].
const NOTES: [(&str, &str); 5] = [
    ("outcome", "The answer for the whole program."),
    ("warning", "What a reader should know beside the verdicts."),
    ("assumption", "What was assumed beyond the program."),
    ("left-out", "Results that were left out because there are too many."),
    ("undecided", "Properties of which it is not known whether they hold, counted."),
];

#[derive(Clone, Copy)]
enum Note {
    Outcome,
    Warning,
    Assumption,
    LeftOut,
    Undecided,
}

fn notification_rules() -> Vec<log::Descriptor> {
    NOTES.iter().map(|(id, text)| log::Descriptor::notification(id, text)).collect()
}

fn invocation(report: &Report, options: &Options, left_out: usize) -> Invocation {
    let note = |kind: Note, level, text: &str| Notification {
        descriptor: Reference {
            id: NOTES[kind as usize].0.to_string(),
            index: kind as usize,
            tool_component: None,
        },
        level,
        message: Message::plain(words::one_line(text)),
    };
    let mut notes =
        vec![note(Note::Outcome, Level::Note, &format!("{}: {}", outcome(report), report.summary))];
    notes.extend(report.warnings.iter().map(|text| note(Note::Warning, Level::Warning, text)));
    notes.extend(report.assumptions.iter().map(|text| note(Note::Assumption, Level::Note, text)));
    if left_out > 0 {
        let text = format!("{left_out} results were left out, {RESULTS} are the most that services accept");
        notes.push(note(Note::LeftOut, Level::Warning, &text));
    }
    if let Some(text) = undecided(report) {
        notes.push(note(Note::Undecided, Level::Warning, &text));
    }
    // From 64 on, exit codes say that there was no analysis, or that it is not to be trusted.
    let successful = report.exit_code.is_none_or(|code| code < 64);
    Invocation {
        execution_successful: successful,
        exit_code: report.exit_code,
        command_line: command_line(&report.tool.command),
        arguments: report.tool.command.get(1..).map(<[String]>::to_vec),
        working_directory: places::working_directory(report),
        start_time_utc: options.started.map(time::utc),
        end_time_utc: options.started.map(|start| time::utc(time::after(start, report.seconds))),
        tool_execution_notifications: notes,
        properties: BTreeMap::from([("seconds", report.seconds)]),
    }
}

/// How much is not known, by kinds, those with the most first.
fn undecided(report: &Report) -> Option<String> {
    let mut kinds = BTreeMap::<&str, usize>::new();
    for property in &report.properties {
        let open = match property.verdict {
            Verdict::Unknown { .. } => true,
            Verdict::SafeUpTo { .. } => !report.bound_as_asked,
            Verdict::Failed { .. } | Verdict::Proved | Verdict::Unreachable => false,
        };
        if open {
            *kinds.entry(&property.kind).or_default() += 1;
        }
    }
    let count: usize = kinds.values().sum();
    let mut kinds: Vec<_> = kinds.into_iter().collect();
    kinds.sort_by_key(|&(kind, count)| (std::cmp::Reverse(count), kind));
    let kinds: Vec<String> = kinds.into_iter().map(|(kind, count)| format!("{count} {kind}")).collect();
    let all = report.properties.len();
    (count > 0).then(|| format!("not decided: {count} of {all} properties ({})", kinds.join(", ")))
}

/// The command as one would type it.
fn command_line(command: &[String]) -> Option<String> {
    let plain = |word: &str| {
        !word.is_empty() && word.chars().all(|c| c.is_ascii_alphanumeric() || "_-+=:,./@%".contains(c))
    };
    let quoted = |word: &String| match plain(word) {
        true => word.clone(),
        false => format!("'{}'", word.replace('\'', r"'\''")),
    };
    let words: Vec<String> = command.iter().map(quoted).collect();
    (!words.is_empty()).then(|| words.join(" "))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commands_are_quoted_where_a_shell_needs_it() {
        let line = |words: &[&str]| command_line(&words.iter().map(ToString::to_string).collect::<Vec<_>>());
        assert_eq!(line(&[]), None);
        assert_eq!(
            line(&["fathom", "check", "--unwind=3", "a.c"]).as_deref(),
            Some("fathom check --unwind=3 a.c")
        );
        assert_eq!(line(&["fathom", "it's a.c", ""]).as_deref(), Some(r"fathom 'it'\''s a.c' ''"));
    }
}
