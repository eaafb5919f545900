//! The result of a check as text: the answer in the first line, then what fails and with which input, the
//! properties, the loops, and what was assumed.

use std::collections::{BTreeMap, HashMap};

use fathom_engines::{Answer, Counterexample, LoopResult};
use fathom_evidence::Evidence;
use fathom_ir::{LocId, Program, Property};
use fathom_report::path;

use super::conclusion::{Conclusion, Demands, stop_reason};
use super::inputs;
use super::rows::{Row, State, rows, site};
use super::vacuity::Vacuity;
use crate::place;
use crate::report::{Diagnostic, GREEN, Paint, Position, RED, Severity, YELLOW, source_line};

/// How the user wants it.
pub struct View<'a> {
    /// Everything, and not only what matters.
    pub list: bool,
    /// With colours.
    pub colour: bool,
    /// What the user demands.
    pub demands: Demands,
    /// Bounds for single loops.
    pub unwindset: &'a [(String, u32)],
    /// The executions that fail, in the order of the rows, if they were recorded.
    pub evidence: &'a [Evidence],
    /// Every step of them.
    pub full_trace: bool,
}

/// How many loops are listed before those that are complete are counted only.
const LOOPS: usize = 20;

/// Width of the column of kinds: the longest has 19 letters.
const KIND: usize = 22;

/// The text, and the exit code.
pub fn render(program: &Program, answer: &Answer, view: &View) -> (String, u8) {
    let rows = rows(program, answer);
    let conclusion = Conclusion::new(&rows, answer);
    let paint = Paint { colour: view.colour };
    let mut sections = vec![head(&conclusion, Vacuity::of(&rows, answer), answer, &paint)];
    let mut evidence = view.evidence.iter();
    for row in &rows {
        if let State::Failed(counterexample) = row.state {
            sections.push(failure(program, row.property, counterexample, evidence.next(), view));
        }
    }
    sections.push(table(&rows, view.list));
    sections.push(loops(program, &answer.loops, view, &paint));
    sections.push(assumptions(program, answer));
    sections.push(disagreements(answer, &paint));
    sections.retain(|section| !section.is_empty());
    (sections.join("\n"), conclusion.exit_code(&rows, answer, view.demands))
}

/// The answer, and what else the user must not miss.
fn head(conclusion: &Conclusion, vacuity: Option<Vacuity>, answer: &Answer, paint: &Paint) -> String {
    let (word, rest) = conclusion.line();
    let style = match conclusion {
        Conclusion::Failed(..) => RED,
        Conclusion::Proved(_) => GREEN,
        Conclusion::SafeUpTo(_) | Conclusion::Unknown(_) => YELLOW,
    };
    let mut text = format!("{}: {rest}\n", paint.with(style, &word));
    // The first line says already that there is nothing.
    if let Some(vacuity) = vacuity.filter(|&vacuity| vacuity != Vacuity::NoProperties) {
        text += &format!("{}: {}\n", paint.with(YELLOW, "warning"), vacuity.sentence());
    }
    // The reason is in the first line if nothing is known.
    if let Some(stopped) = answer.stopped
        && !matches!(conclusion, Conclusion::Unknown(reason) if reason.starts_with(stop_reason(stopped)))
    {
        text += &format!("stopped: {}\n", stop_reason(stopped));
    }
    text
}

/// What fails, with which input, and how it gets there.
fn failure(
    program: &Program,
    property: Property,
    found: &Counterexample,
    evidence: Option<&Evidence>,
    view: &View,
) -> String {
    let mut diagnostic = Diagnostic {
        kind: Some(property.name()),
        cwe: property.cwe(),
        ..place::describe(program, &found.report, Severity::Error, property.sentence())
    };
    let arbitrary: Vec<bool> = evidence
        .map(|evidence| evidence.inputs.iter().map(|input| input.arbitrary).collect())
        .unwrap_or_default();
    if let Some(evidence) = evidence {
        diagnostic.notes.splice(0..0, operands(evidence));
    }
    diagnostic.render(view.colour)
        + &inputs::command_line(found.replay.arguments.as_deref())
        + &match evidence.filter(|evidence| !evidence.steps.is_empty()) {
            Some(evidence) => inputs::of_evidence(evidence, view.list),
            None => inputs::render(program, &found.inputs, &arbitrary, view.list),
        }
        + &evidence.map_or(String::new(), |evidence| path(evidence, view))
}

/// Lines of a path that are shown.
const PATH: usize = 40;

/// The way to the failure.
fn path(evidence: &Evidence, view: &View) -> String {
    let options = path::Options {
        full: view.full_trace,
        width: 80,
        lines: PATH,
        source: &|file, line| source_line(&Position { file: file.into(), line, column: 0 }),
    };
    let text = path::render(evidence, &options);
    // One line only repeats where it fails.
    if text.lines().count() < 2 {
        return String::new();
    }
    let left_out = match evidence.left_out {
        0 => "",
        _ => ", the last of a long execution (rounds are counted from there)",
    };
    format!("path{left_out}:\n{text}")
}

/// The values of the variables that the failing line mentions, where it fails.
fn operands(evidence: &Evidence) -> Vec<String> {
    let (Some(step), Some(at)) = (evidence.steps.last(), &evidence.place.position) else { return vec![] };
    let position = Position { file: at.file.clone(), line: at.line, column: at.column };
    let Some(source) = source_line(&position) else { return vec![] };
    let state = evidence.state_at(evidence.steps.len() - 1);
    let words = identifiers(&source);
    let mut told = vec![];
    for word in words {
        let seen = evidence.visible(&word, step.depth);
        let Some(value) = seen.and_then(|object| state.get(&(object, String::new()))) else { continue };
        told.push(format!("{word} = {}", value.text));
    }
    told
}

/// The words of a line that may be variables, each once: names, but not those of members.
fn identifiers(line: &str) -> Vec<String> {
    let is_part = |c: char| c.is_alphanumeric() || c == '_';
    let mut words: Vec<String> = vec![];
    let mut rest = line;
    while let Some(start) = rest.find(is_part) {
        let (before, from) = rest.split_at(start);
        let end = from.find(|c: char| !is_part(c)).unwrap_or(from.len());
        let (word, behind) = from.split_at(end);
        let is_name = !word.starts_with(|c: char| c.is_numeric());
        let is_member = before.ends_with('.') || before.ends_with("->");
        if is_name && !is_member && !words.iter().any(|known| known == word) {
            words.push(word.to_string());
        }
        rest = behind;
    }
    words
}

/// So many properties are listed that are unknown for one and the same reason.
const SAME_REASON: usize = 3;

/// A line for each property that matters, and a line for all others with the same verdict.
fn table(rows: &[Row], list: bool) -> String {
    let mut told: HashMap<String, usize> = HashMap::new();
    let in_full = |row: &&Row| match row.state {
        _ if list || row.is_own_assertion() || row.property.is_limit() => true,
        State::Failed(_) => true,
        State::Unknown(reason) => {
            let count = told.entry(reason.to_string()).or_default();
            *count += 1;
            *count <= SAME_REASON
        }
        _ => false,
    };
    let (listed, counted): (Vec<&Row>, Vec<&Row>) = rows.iter().partition(in_full);
    let words = rows.iter().map(|row| row.state.word().len());
    let verdict = words.max().unwrap_or(0).max(12) + 2;
    let place = listed.iter().map(|row| place_of(row).len()).max().unwrap_or(0) + 2;
    let mut text = String::new();
    for row in &listed {
        let (word, kind, at) = (row.state.word(), row.property.name(), place_of(row));
        let function = if row.function.is_empty() { String::new() } else { format!("in {}", row.function) };
        let note = if row.note.is_empty() { String::new() } else { format!(": {}", one_line(row.note)) };
        let reason = match row.state {
            State::Unknown(reason) if !reason.is_empty() => format!(" — {}", one_line(reason)),
            _ => String::new(),
        };
        text += format!("{word:<verdict$}{kind:<KIND$}{at:<place$}{function}{note}{reason}").trim_end();
        text.push('\n');
    }
    for (word, kinds) in counts(&counted) {
        let all: usize = kinds.iter().map(|(_, count)| count).sum();
        let what = match (listed.is_empty(), all) {
            (true, 1) => "property",
            (true, _) => "properties",
            (false, 1) => "other",
            (false, _) => "others",
        };
        let kinds: Vec<String> = kinds.iter().map(|(kind, count)| format!("{count} {kind}")).collect();
        text += &format!("{word:<verdict$}{all} {what}: {}\n", kinds.join(", "));
    }
    text
}

/// How many properties there are of each verdict, the worst first, and kind, the most frequent first.
fn counts(rows: &[&Row]) -> Vec<(String, Vec<(&'static str, usize)>)> {
    let mut verdicts: BTreeMap<_, (String, BTreeMap<&str, usize>)> = BTreeMap::new();
    for row in rows {
        let (_, kinds) =
            verdicts.entry(row.state.rank()).or_insert_with(|| (row.state.word(), BTreeMap::new()));
        *kinds.entry(row.property.name()).or_default() += 1;
    }
    let frequent = |kinds: BTreeMap<&'static str, usize>| {
        let mut kinds: Vec<_> = kinds.into_iter().collect();
        kinds.sort_by_key(|&(kind, count)| (usize::MAX - count, kind));
        kinds
    };
    verdicts.into_values().map(|(word, kinds)| (word, frequent(kinds))).collect()
}

/// How often loops went round.
fn loops(program: &Program, found: &[LoopResult], view: &View, paint: &Paint) -> String {
    // Loops of the library concern the user only if they are not complete.
    let few = found.len() <= LOOPS;
    let concerns = |one: &&LoopResult| !one.complete || few && !place::is_foreign(program, one.loc);
    let listed: Vec<_> = found
        .iter()
        .filter(|one| view.list || concerns(one))
        .map(|one| {
            let state = if one.complete { "complete" } else { "not complete" };
            [
                format!("loop {}", one.name),
                place(program, one.loc),
                format!("bound {}", one.bound),
                state.into(),
            ]
        })
        .collect();
    let mut text = columns(&listed);
    if listed.len() < found.len() {
        let other = if listed.is_empty() { "" } else { " other" };
        let count = found.len() - listed.len();
        let loops = if count == 1 { "loop" } else { "loops" };
        text += &format!("{count}{other} {loops} complete\n");
    }
    for (name, _) in view.unwindset.iter().filter(|(name, _)| found.iter().all(|one| one.name != *name)) {
        let warning = paint.with(YELLOW, "warning");
        text += &format!("{warning}: --unwindset names {name}, but no such loop was reached\n");
    }
    text
}

/// What was assumed that the program does not say.
fn assumptions(program: &Program, answer: &Answer) -> String {
    let missing: Vec<_> = answer
        .missing
        .iter()
        .map(|one| [format!("no body for {}", one.name), place(program, one.loc), one.assumed.clone()])
        .collect();
    let mut text = columns(&missing);
    for sentence in &answer.assumptions {
        text += &format!("assumed: {sentence}\n");
    }
    text
}

/// What the interpreter did not confirm.
fn disagreements(answer: &Answer, paint: &Paint) -> String {
    let count = answer.disagreements.len();
    if count == 0 {
        return String::new();
    }
    let were = if count == 1 { "counterexample was" } else { "counterexamples were" };
    let mut text = format!(
        "{}: {count} {were} not confirmed by the interpreter. This is a mistake in Fathom, not in your \
         program. Please report it, with the input and the command line.\n",
        paint.with(YELLOW, "warning")
    );
    for one in &answer.disagreements {
        text += &format!("  {one}\n");
    }
    text
}

/// Lines whose cells stand below each other.
fn columns<const N: usize>(lines: &[[String; N]]) -> String {
    let width = |at: usize| lines.iter().map(|line| line[at].chars().count()).max().unwrap_or(0);
    let widths: [usize; N] = std::array::from_fn(width);
    let mut text = String::new();
    for line in lines {
        let cells: Vec<String> =
            line.iter().zip(widths).map(|(cell, width)| format!("{cell:<width$}")).collect();
        text += cells.join("  ").trim_end();
        text.push('\n');
    }
    text
}

/// A position in the user's code, or a dash.
fn place(program: &Program, loc: LocId) -> String {
    shown(site(program, loc, &[]).0.as_ref())
}

fn place_of(row: &Row) -> String {
    shown(row.position.as_ref())
}

fn shown(position: Option<&Position>) -> String {
    position.map_or("-".to_string(), Position::to_string)
}

/// A text that may have line breaks, such as an assertion over several lines.
fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests;
