//! The markup of the page: what can be read without scripts.

use std::borrow::Cow;

use fathom_evidence::{Evidence, Input, Where};
use sha2::{Digest, Sha256};

use super::data::{Page, Trace, shown_name, verdict_name, verdict_words};
use super::escape::{json, text};
use crate::model::{Loop, Outcome, Property, Report, Verdict};

const TEMPLATE: &str = include_str!("page.html");
const STYLE: &str = include_str!("style.css");

/// The scripts, in the order in which they use each other.
const SCRIPTS: [&str; 9] = [
    include_str!("dom.js"),
    include_str!("colour.js"),
    include_str!("trace.js"),
    include_str!("folds.js"),
    include_str!("memory.js"),
    include_str!("arrows.js"),
    include_str!("source.js"),
    include_str!("steps.js"),
    include_str!("view.js"),
];

/// Failures that are shown in full before the table; the table has them all.
const MOST_FAILURES: usize = 20;

/// Inputs that are listed with a failure; the view of its trace has them all.
const MOST_INPUTS: usize = 6;

/// The page as a whole.
pub fn write(report: &Report, page: &Page, traces: &[Trace]) -> String {
    let script = format!("(() => {{\n\"use strict\";\n{}}})();\n", SCRIPTS.join("\n"));
    let policy = format!(
        "default-src 'none'; script-src '{}'; style-src '{}'; img-src data:; base-uri 'none'; form-action 'none'",
        hash(&script),
        hash(STYLE),
    );
    fill(TEMPLATE, &|name| match name {
        "policy" => policy.as_str().into(),
        "title" => title(report).into(),
        "style" => STYLE.into(),
        "program" => text(&program(report)).into(),
        "outcome" => outcome_name(report.outcome).into(),
        "glyph" => glyph(outcome_name(report.outcome)).into(),
        "verdict" => text(&outcome_words(report)).into(),
        "summary" => text(&report.summary).into(),
        "facts" => facts(report).into(),
        "warnings" => sentences("warnings", "Warnings", &report.warnings).into(),
        "assumptions" => sentences("assumptions", "Assumptions", &report.assumptions).into(),
        "failures" => failures(report, page).into(),
        "filters" => filters(report).into(),
        "properties" => properties(report).into(),
        "loops" => loops(report).into(),
        "data" => json(page).into(),
        "traces" => trace_elements(traces).into(),
        "script" => script.as_str().into(),
        unknown => unreachable!("the template asks for {unknown}"),
    })
}

/// The template with each `{{name}}` replaced. What is put in is not looked at again.
fn fill<'a>(template: &str, part: &dyn Fn(&str) -> Cow<'a, str>) -> String {
    let mut out = String::new();
    let mut rest = template;
    while let Some((before, after)) = rest.split_once("{{") {
        let Some((name, after)) = after.split_once("}}") else { break };
        out.push_str(before);
        out.push_str(&part(name));
        rest = after;
    }
    out.push_str(rest);
    out
}

/// The hash of a script or style for the policy of the page.
fn hash(content: &str) -> String {
    format!("sha256-{}", base64(&Sha256::digest(content.as_bytes())))
}

fn base64(bytes: &[u8]) -> String {
    const DIGITS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut out = String::new();
    for chunk in bytes.chunks(3) {
        let group =
            chunk.iter().enumerate().fold(0u32, |group, (i, byte)| group | u32::from(*byte) << (16 - 8 * i));
        for i in 0..4 {
            let digit = DIGITS[(group >> (18 - 6 * i) & 63) as usize];
            out.push(if i <= chunk.len() { char::from(digit) } else { '=' });
        }
    }
    out
}

fn title(report: &Report) -> String {
    text(&format!("{}: {} – Fathom", outcome_words(report), program(report)))
}

/// The files of the program, as few as fit.
fn program(report: &Report) -> String {
    let names: Vec<&str> = report.program.files.iter().map(|file| shown_name(report, file)).collect();
    match names.as_slice() {
        [] => report.program.entry.clone(),
        [one] => (*one).to_owned(),
        [one, two] => format!("{one}, {two}"),
        [one, rest @ ..] => format!("{one} and {} other files", rest.len()),
    }
}

fn outcome_name(outcome: Outcome) -> &'static str {
    match outcome {
        Outcome::Failed => "failed",
        Outcome::Proved => "proved",
        Outcome::Bounded => "bounded",
        Outcome::Unknown => "unknown",
    }
}

fn outcome_words(report: &Report) -> String {
    match report.outcome {
        Outcome::Failed => "Failed".to_owned(),
        Outcome::Proved => "Proved".to_owned(),
        Outcome::Unknown => "Unknown".to_owned(),
        Outcome::Bounded => match report.properties.iter().filter_map(bound).min() {
            Some(bound) => format!("Safe up to {bound}"),
            None => "Safe up to a bound".to_owned(),
        },
    }
}

fn bound(property: &Property) -> Option<u32> {
    match property.verdict {
        Verdict::SafeUpTo { bound } => Some(bound),
        Verdict::Proved | Verdict::Failed { .. } | Verdict::Unreachable | Verdict::Unknown { .. } => None,
    }
}

/// A sign for a verdict, so that colour is not all there is; `dom.js` has the same.
fn glyph(verdict: &str) -> &'static str {
    match verdict {
        "failed" => "✗",
        "proved" => "✓",
        "bounded" => "≤",
        "unreachable" => "∅",
        _ => "?",
    }
}

/// How bad a verdict is, the worst first.
fn rank(verdict: &Verdict) -> usize {
    match verdict {
        Verdict::Failed { .. } => 0,
        Verdict::Unknown { .. } => 1,
        Verdict::SafeUpTo { .. } => 2,
        Verdict::Proved => 3,
        Verdict::Unreachable => 4,
    }
}

const VERDICTS: [&str; 5] = ["failed", "unknown", "bounded", "proved", "unreachable"];

fn facts(report: &Report) -> String {
    let command: Vec<Cow<str>> = report.tool.command.iter().map(|word| quoted(word)).collect();
    let facts = [
        ("Command", format!("<code>{}</code>", text(&command.join(" ")))),
        ("Folder", format!("<code>{}</code>", text(&report.program.directory))),
        ("Starts at", format!("<code>{}</code>", text(&report.program.entry))),
        ("Properties", count_words(report)),
        ("Time", format!("{:.2} s", report.seconds)),
        ("Version", text(&format!("{} {}", report.tool.name, report.tool.version))),
    ];
    let facts = facts.iter().map(|(name, value)| format!("<div><dt>{name}</dt><dd>{value}</dd></div>\n"));
    facts.collect()
}

/// A word of a command line as a shell wants it.
fn quoted(word: &str) -> Cow<'_, str> {
    let plain = |c: char| c.is_ascii_alphanumeric() || "-_=+/.,:@%^".contains(c);
    if !word.is_empty() && word.chars().all(plain) {
        word.into()
    } else {
        format!("'{}'", word.replace('\'', "'\\''")).into()
    }
}

fn count_words(report: &Report) -> String {
    let counts = VERDICTS.map(|name| (name, count(report, name)));
    let counts = counts.iter().filter(|(_, count)| *count > 0);
    let counts: Vec<String> = counts.map(|(name, count)| format!("{count} {}", filter_words(name))).collect();
    if counts.is_empty() { "none".to_owned() } else { counts.join(", ") }
}

fn count(report: &Report, verdict: &str) -> usize {
    report.properties.iter().filter(|property| verdict_name(&property.verdict) == verdict).count()
}

fn filter_words(verdict: &'static str) -> &'static str {
    match verdict {
        "bounded" => "safe up to a bound",
        other => other,
    }
}

fn sentences(class: &str, heading: &str, sentences: &[String]) -> String {
    if sentences.is_empty() {
        return String::new();
    }
    let items: String = sentences.iter().map(|sentence| format!("<li>{}</li>\n", text(sentence))).collect();
    format!("<section class=\"sentences {class}\">\n<h2>{heading}</h2>\n<ul>\n{items}</ul>\n</section>\n")
}

fn failures(report: &Report, page: &Page) -> String {
    let failed: Vec<(&Property, &Evidence)> = report
        .properties
        .iter()
        .filter_map(|property| match &property.verdict {
            Verdict::Failed { evidence } => Some((property, &**evidence)),
            Verdict::Proved | Verdict::SafeUpTo { .. } | Verdict::Unreachable | Verdict::Unknown { .. } => {
                None
            }
        })
        .collect();
    if failed.is_empty() {
        return String::new();
    }
    let shown = failed.iter().take(MOST_FAILURES).enumerate();
    let cards: String = shown
        .map(|(number, (property, evidence))| failure(report, page, number, property, evidence))
        .collect();
    let rest = match failed.len().saturating_sub(MOST_FAILURES) {
        0 => String::new(),
        rest => format!("<p>{rest} more are in the table.</p>\n"),
    };
    let heading =
        if failed.len() == 1 { "What fails".to_owned() } else { format!("What fails ({})", failed.len()) };
    format!("<section class=\"failures\">\n<h2>{heading}</h2>\n{cards}{rest}</section>\n")
}

fn failure(report: &Report, page: &Page, number: usize, property: &Property, evidence: &Evidence) -> String {
    let cwe = property.cwe.map(|cwe| format!(" <span class=\"cwe\">CWE-{cwe}</span>")).unwrap_or_default();
    let details: String =
        evidence.details.iter().map(|detail| format!("<li>{}</li>\n", text(detail))).collect();
    let details =
        if details.is_empty() { details } else { format!("<ul class=\"details\">\n{details}</ul>\n") };
    let note = if property.note.is_empty() {
        String::new()
    } else {
        format!("<p class=\"note\"><code>{}</code></p>\n", text(&property.note))
    };
    let link = match evidence.steps.len() {
        0 => "Show where".to_owned(),
        steps => format!("Step through it ({steps} {})", if steps == 1 { "step" } else { "steps" }),
    };
    format!(
        "<article class=\"failure\">\n<h3><code>{kind}</code>{cwe}</h3>\n<p class=\"message\">{message}</p>\n{note}\
         {excerpt}{details}{inputs}<p><a class=\"button\" href=\"#trace-{number}\">{link}</a></p>\n</article>\n",
        kind = text(&property.kind),
        message = text(&property.message),
        excerpt = excerpt(report, page.failing_line(number), &property.place),
        inputs = inputs(evidence),
    )
}

/// The line of the source, with its place.
fn excerpt(report: &Report, line: Option<&str>, place: &Where) -> String {
    let code = match (line, &place.position) {
        (Some(line), Some(position)) => {
            format!("<pre><span class=\"number\">{}</span>{}</pre>\n", position.line, text(line.trim()))
        }
        _ => String::new(),
    };
    format!(
        "<p class=\"place\"><code>{}</code> in <code>{}</code></p>\n{code}",
        where_words(report, place),
        text(&place.function)
    )
}

fn inputs(evidence: &Evidence) -> String {
    if evidence.inputs.is_empty() {
        return String::new();
    }
    let row = |input: &Input| {
        let value = if input.arbitrary { "any value".to_owned() } else { text(&input.value) };
        format!("<li><code>{}</code> = <code>{value}</code></li>\n", text(&input.name))
    };
    let rows: String = evidence.inputs.iter().take(MOST_INPUTS).map(row).collect();
    let rest = match evidence.inputs.len().saturating_sub(MOST_INPUTS) {
        0 => String::new(),
        rest => format!("<li>and {rest} more</li>\n"),
    };
    format!("<p class=\"label\">With these inputs</p>\n<ul class=\"inputs\">\n{rows}{rest}</ul>\n")
}

fn where_words(report: &Report, place: &Where) -> String {
    match &place.position {
        None => "–".to_owned(),
        Some(position) => {
            let column = if position.column == 0 { String::new() } else { format!(":{}", position.column) };
            text(&format!("{}:{}{column}", shown_name(report, &position.file), position.line))
        }
    }
}

fn filters(report: &Report) -> String {
    let counts = VERDICTS.map(|name| (name, count(report, name)));
    let button = |(name, count): &(&'static str, usize)| {
        format!(
            "<button type=\"button\" class=\"filter {name}\" data-verdict=\"{name}\" aria-pressed=\"false\">\
             <span class=\"glyph\" aria-hidden=\"true\">{}</span>{} <span class=\"count\">{count}</span></button>\n",
            glyph(name),
            filter_words(name),
        )
    };
    counts.iter().filter(|(_, count)| *count > 0).map(button).collect()
}

fn properties(report: &Report) -> String {
    let mut failed = 0;
    let mut rows: Vec<(usize, String)> = Vec::new();
    for (number, property) in report.properties.iter().enumerate() {
        let is_failed = matches!(property.verdict, Verdict::Failed { .. });
        let target = if is_failed { format!("#trace-{failed}") } else { format!("#property-{number}") };
        failed += usize::from(is_failed);
        rows.push((rank(&property.verdict), property_row(report, number, property, &target)));
    }
    rows.sort_by_key(|(rank, _)| *rank);
    rows.into_iter().map(|(_, row)| row).collect()
}

fn property_row(report: &Report, number: usize, property: &Property, target: &str) -> String {
    let verdict = verdict_name(&property.verdict);
    let note = match &property.verdict {
        Verdict::Unknown { reason } if property.note.is_empty() => text(reason),
        Verdict::Unknown { reason } => format!("<code>{}</code> – {}", text(&property.note), text(reason)),
        Verdict::Proved | Verdict::SafeUpTo { .. } | Verdict::Failed { .. } | Verdict::Unreachable => {
            match property.note.as_str() {
                "" => String::new(),
                note => format!("<code>{}</code>", text(note)),
            }
        }
    };
    let place = match &property.place.position {
        None => "–".to_owned(),
        Some(_) => format!(
            "<a href=\"#property-{number}\"><code>{}</code></a>",
            where_words(report, &property.place)
        ),
    };
    let shown = verdict_words(&property.verdict);
    let shown = if verdict == "failed" { format!("<a href=\"{target}\">{shown}</a>") } else { shown };
    format!(
        "<tr data-property=\"{number}\" data-target=\"{target}\">\
         <td class=\"verdict {verdict}\"><span class=\"glyph\" aria-hidden=\"true\">{glyph}</span>{shown}</td>\
         <td class=\"kind\"><code title=\"{message}\">{kind}</code></td>\
         <td class=\"place\">{place}</td>\
         <td class=\"function\"><code>{function}</code></td>\
         <td class=\"note\">{note}</td></tr>\n",
        glyph = glyph(verdict),
        message = text(&property.message),
        kind = text(&property.kind),
        function = text(&property.place.function),
    )
}

fn loops(report: &Report) -> String {
    if report.loops.is_empty() {
        return String::new();
    }
    let row = |l: &Loop| {
        format!(
            "<tr><td><code>{}</code></td><td class=\"place\"><code>{}</code></td><td class=\"count\">{}</td>\
             <td>{}</td></tr>\n",
            text(&l.name),
            where_words(report, &l.place),
            l.bound,
            if l.complete { "complete: it cannot go round more often" } else { "it may go round more often" },
        )
    };
    let rows: String = report.loops.iter().map(row).collect();
    format!(
        "<section class=\"loops\">\n<h2>Loops</h2>\n<div class=\"scroll\"><table>\n<thead><tr><th scope=\"col\">Name</th>\
         <th scope=\"col\">Place</th><th scope=\"col\" class=\"count\">Rounds at most</th>\
         <th scope=\"col\">Known</th></tr></thead>\n<tbody>\n{rows}</tbody>\n</table></div>\n</section>\n"
    )
}

fn trace_elements(traces: &[Trace]) -> String {
    let element = |(number, trace)| {
        format!("<script type=\"application/json\" id=\"data-trace-{number}\">{}</script>\n", json(trace))
    };
    traces.iter().enumerate().map(element).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hashes_are_those_of_the_standard() {
        assert_eq!(hash(""), "sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=");
        assert_eq!(base64(b"Man"), "TWFu");
        assert_eq!(base64(b"Ma"), "TWE=");
        assert_eq!(base64(b"M"), "TQ==");
    }

    #[test]
    fn what_is_filled_in_is_not_filled_again() {
        let filled = fill("a {{b}} c {{d}}", &|name| format!("<{name} {{{{b}}}}>").into());
        assert_eq!(filled, "a <b {{b}}> c <d {{b}}>");
    }

    #[test]
    fn words_of_a_command_are_quoted_when_a_shell_would_split_them() {
        assert_eq!(quoted("main.c"), "main.c");
        assert_eq!(quoted("a b"), "'a b'");
        assert_eq!(quoted("it's"), "'it'\\''s'");
        assert_eq!(quoted(""), "''");
    }
}
