//! Evidence in plain words, for every view that shows text.
//!
//! All functions are total: evidence that refers to what is not there gives a poor text, not a panic.

use std::fmt::Write;

use fathom_evidence::{Change, Event, Evidence, Input, ObjectId, Position, Source, Step, Value, Where};

/// What happens in a step, `x = 5; round 3 of the loop`; empty if nothing does.
pub fn step(evidence: &Evidence, step: &Step) -> String {
    let mut parts: Vec<String> =
        step.events.iter().map(|one| event(evidence, &step.at.function, one)).collect();
    // The failure is what all leads to.
    let fail = step.events.iter().position(|event| matches!(event, Event::Fail)).map(|at| parts.remove(at));
    let changes = step.changes.iter().map(|one| change(evidence, one));
    parts.extend(changes.filter(|text| !is_argument(step, text)));
    if step.more > 0 {
        parts.push(format!("{} more {}", step.more, plural(step.more, "change")));
    }
    parts.extend(fail);
    parts.join("; ")
}

/// Whether a change only says that a parameter has the value that the function was called with.
fn is_argument(step: &Step, text: &str) -> bool {
    step.events.iter().any(|event| match event {
        Event::Enter { arguments } => arguments.iter().any(|one| argument(one) == text),
        Event::Return { .. }
        | Event::Decide { .. }
        | Event::Round { .. }
        | Event::Allocate { .. }
        | Event::Free { .. }
        | Event::Input { .. }
        | Event::Fail => false,
    })
}

fn argument((name, value): &(String, Value)) -> String {
    format!("{} = {}", one_line(name), text(value))
}

/// An event in a step of a function.
pub fn event(evidence: &Evidence, function: &str, event: &Event) -> String {
    match event {
        Event::Enter { arguments } => {
            let list: Vec<String> = arguments.iter().map(argument).collect();
            format!("{}({}) begins", one_line(function), list.join(", "))
        }
        Event::Return { value: None } => "returns".to_string(),
        Event::Return { value: Some(value) } => format!("returns {}", text(value)),
        Event::Decide { taken: true } => "the condition is true".to_string(),
        Event::Decide { taken: false } => "the condition is false".to_string(),
        Event::Round { number } => format!("round {number} of the loop"),
        Event::Allocate { object } => match evidence.objects.get(*object) {
            Some(one) => format!("{} is allocated, {}", object_name(evidence, *object), bytes(one.size)),
            None => format!("{} is allocated", object_name(evidence, *object)),
        },
        Event::Free { object } => format!("{} is freed", object_name(evidence, *object)),
        Event::Input { input } => evidence
            .inputs
            .get(*input)
            .map_or_else(|| "input".to_string(), |one| format!("input {}", self::input(one))),
        Event::Fail => one_line(&evidence.message),
    }
}

/// A change, `list.next = NULL`.
pub fn change(evidence: &Evidence, change: &Change) -> String {
    format!("{} = {}", leaf(evidence, change.object, &change.path), text(&change.value))
}

/// An input, `__VERIFIER_nondet_int() = 5`.
pub fn input(input: &Input) -> String {
    let arbitrary = if input.arbitrary { " (any other value does as well)" } else { "" };
    let call = if input.from == Source::Call { "()" } else { "" };
    format!("{}{call} = {}{arbitrary}", one_line(&input.name), one_line(&input.value))
}

/// The inputs that are shown one by one: not those of which the standard input was made.
pub fn single_inputs(evidence: &Evidence) -> impl Iterator<Item = &Input> {
    evidence.inputs.iter().filter(|input| !input.stdin)
}

/// Inputs that are no single values: the standard input, `stdin: "xyz\n"`, and contents of memory, `buffer = "ab"`.
pub fn long_inputs(evidence: &Evidence) -> Vec<(String, Option<&Position>)> {
    let mut lines = vec![];
    if let Some(stdin) = &evidence.stdin {
        let parts = if stdin.in_parts { ", in parts" } else { "" };
        let then = if stdin.fails { ", then it cannot be read" } else { "" };
        lines.push((format!("stdin: {}{parts}{then}", quoted(&stdin.bytes)), None));
    }
    for contents in &evidence.contents {
        let name = match contents.object.as_str() {
            "" => "memory",
            name => name,
        };
        let place = match contents.offset {
            0 => one_line(name),
            offset => format!("{}[from byte {offset} on]", one_line(name)),
        };
        let count = contents.bytes.len();
        let unit = if count == 1 { "byte" } else { "bytes" };
        let line = format!("{place} = {} ({count} {unit})", quoted(&contents.bytes));
        lines.push((line, contents.position.as_ref()));
    }
    lines
}

/// Bytes as a string of C; long ones are cut.
fn quoted(bytes: &[u8]) -> String {
    const MOST: usize = 1_000;
    let text = bytes[..bytes.len().min(MOST)].escape_ascii();
    let more = if bytes.len() > MOST { "..." } else { "" };
    format!("\"{text}\"{more}")
}

/// A leaf of an object, `list.next`.
pub fn leaf(evidence: &Evidence, object: ObjectId, path: &str) -> String {
    object_name(evidence, object) + &one_line(path)
}

/// The name of an object.
pub fn object_name(evidence: &Evidence, object: ObjectId) -> String {
    match evidence.objects.get(object) {
        Some(one) if !one.name.is_empty() => one_line(&one.name),
        _ => format!("object {object}"),
    }
}

/// A value.
pub fn text(value: &Value) -> String {
    one_line(&value.text)
}

/// A position, `main.c:12:5`.
pub fn position(position: &Position) -> String {
    let file = one_line(&position.file);
    match position.column {
        0 => format!("{file}:{}", position.line),
        column => format!("{file}:{}:{column}", position.line),
    }
}

/// A place, `main.c:12:5 in main`; empty if nothing is known of it.
pub fn place(place: &Where) -> String {
    let function = match place.function.as_str() {
        "" => String::new(),
        name => format!("in {}", one_line(name)),
    };
    match &place.position {
        None => function,
        Some(at) if function.is_empty() => position(at),
        Some(at) => format!("{} {function}", position(at)),
    }
}

/// The message of a kind as a sentence: with a capital letter and a full stop. (Other texts may begin with a
/// name, which has no capital letter.)
pub fn sentence(message: &str) -> String {
    let message = one_line(message);
    let mut letters = message.chars();
    let Some(first) = letters.next() else { return String::new() };
    let mut text: String = first.to_uppercase().collect::<String>() + letters.as_str();
    if !text.ends_with(['.', '!', '?']) {
        text.push('.');
    }
    text
}

/// A message as a sentence that goes on after it: `An assertion does not hold: x > 0.`
pub fn sentence_with(message: &str, note: &str) -> String {
    match one_line(note).as_str() {
        "" => sentence(message),
        note => sentence(&format!("{}: {note}", message.trim_end_matches('.'))),
    }
}

/// A text without line breaks and other control characters.
pub fn one_line(text: &str) -> String {
    let text: String = text.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
    text.trim().to_string()
}

/// At most so many characters.
pub fn limited(text: &str, most: usize) -> String {
    match text.char_indices().nth(most) {
        None => text.to_string(),
        Some(_) => text.chars().take(most.saturating_sub(1)).chain(['…']).collect(),
    }
}

/// How often a loop goes round at most, as the end of a sentence about it.
pub fn rounds(bound: u32) -> String {
    match bound {
        0 => "goes round at all".to_string(),
        1 => "goes round more than once".to_string(),
        bound => format!("goes round more than {bound} times"),
    }
}

/// The numbers of the steps that a reader needs: those that the failure depends on, and the failure itself.
/// Where nobody found out what it depends on, all.
pub fn steps_that_matter(evidence: &Evidence) -> Vec<usize> {
    let fails = |step: &Step| step.events.iter().any(|event| matches!(event, Event::Fail));
    let all = !evidence.steps.iter().any(|step| step.matters && !fails(step));
    let numbered = evidence.steps.iter().enumerate();
    numbered.filter(|(_, step)| all || step.matters || fails(step)).map(|(number, _)| number).collect()
}

/// The most lines of each section of [`failure`], and the most characters of what happens in a step.
const LINES: usize = 200;
const WIDEST: usize = 500;

/// A failure as a page of text: what, where, with which input, and what led there.
pub fn failure(evidence: &Evidence) -> String {
    let mut page = format!("{}\n", sentence(&evidence.message));
    for detail in &evidence.details {
        page += &format!("{}\n", one_line(detail));
    }
    let stack: Vec<String> = evidence.stack.iter().map(place).collect();
    section(&mut page, "Calls, innermost first", &stack, Shown::First);
    if let Some(arguments) = &evidence.arguments {
        let quoted: Vec<String> = arguments.iter().map(|one| format!("{one:?}")).collect();
        section(&mut page, "Command line", &quoted, Shown::First);
    }
    let long = long_inputs(evidence).into_iter().map(|(text, position)| at(text, position));
    let single = single_inputs(evidence).map(|one| at(input(one), one.position.as_ref()));
    let inputs: Vec<String> = long.chain(single).collect();
    section(&mut page, "Input", &inputs, Shown::First);
    section(&mut page, "What leads there", &trace(evidence), Shown::Last);
    page
}

/// A line for each step that matters, indented by the depth of the stack.
fn trace(evidence: &Evidence) -> Vec<String> {
    // Indentation shows calls, but a deep recursion would need wide lines.
    const DEEPEST: u32 = 20;
    let line = |number: usize| {
        let step = &evidence.steps[number];
        let indent = "  ".repeat(step.depth.min(DEEPEST) as usize);
        let what = limited(&self::step(evidence, step), WIDEST);
        let place = place(&step.at);
        format!("{indent}{place}{}{what}", if what.is_empty() { "" } else { ": " })
    };
    steps_that_matter(evidence).into_iter().map(line).collect()
}

enum Shown {
    First,
    Last,
}

fn section(page: &mut String, title: &str, lines: &[String], shown: Shown) {
    if lines.is_empty() {
        return;
    }
    let left_out = lines.len().saturating_sub(LINES);
    let (begin, end) = match shown {
        Shown::First => (0, lines.len() - left_out),
        Shown::Last => (left_out, lines.len()),
    };
    *page += &format!("\n{title}:\n");
    let note = format!("  … {left_out} {} left out\n", plural(left_out as u64, "line"));
    if begin > 0 {
        *page += &note;
    }
    for line in &lines[begin..end] {
        // Writing to a string does not fail.
        let _ = writeln!(page, "  {line}");
    }
    if end < lines.len() {
        *page += &note;
    }
}

fn at(text: String, at: Option<&Position>) -> String {
    match at {
        Some(at) => format!("{text}  {}", position(at)),
        None => text,
    }
}

/// A size, `1 byte`.
pub fn bytes(size: u64) -> String {
    format!("{size} {}", plural(size, "byte"))
}

/// A word for a number of things.
pub fn plural(count: u64, word: &str) -> String {
    if count == 1 { word.to_string() } else { format!("{word}s") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sentences() {
        assert_eq!(sentence("a division by zero"), "A division by zero.");
        assert_eq!(sentence("élan!"), "Élan!");
        assert_eq!(sentence(" \n"), "");
        assert_eq!(
            sentence_with("an assertion does not hold", "x > 0"),
            "An assertion does not hold: x > 0."
        );
        assert_eq!(sentence_with("an assertion does not hold", ""), "An assertion does not hold.");
    }

    #[test]
    fn long_texts_are_cut_between_characters() {
        assert_eq!(limited("äöü", 3), "äöü");
        assert_eq!(limited("äöüß", 3), "äö…");
        assert_eq!(limited("äö", 0), "…");
    }

    #[test]
    fn rounds_of_loops() {
        assert_eq!(rounds(0), "goes round at all");
        assert_eq!(rounds(1), "goes round more than once");
        assert_eq!(rounds(2), "goes round more than 2 times");
    }
}
