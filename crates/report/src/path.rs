//! The way to a failure, as few lines of text as say it: one for each step that matters, with the line of
//! the source and what happened there. Rounds of a loop that are like their neighbours are left out.

use fathom_evidence::{Event, Evidence, Step};

use crate::words;

/// How to show it.
pub struct Options<'a> {
    /// Every step, and not only those that the failure depends on.
    pub full: bool,
    /// Columns there are.
    pub width: usize,
    /// At most so many lines, unless `full`.
    pub lines: usize,
    /// A line of a source file, if it can be read.
    pub source: &'a dyn Fn(&str, u32) -> Option<String>,
}

/// Rounds of a loop that are shown: the first, and the last ones.
const LAST_ROUNDS: usize = 2;

/// The text; empty if nothing was recorded.
pub fn render(evidence: &Evidence, options: &Options) -> String {
    let shown: Vec<usize> = (0..evidence.steps.len())
        .filter(|&at| options.full || is_shown(evidence, &evidence.steps[at]))
        .collect();
    let mut items = vec![];
    match options.full {
        true => items.extend(shown.iter().map(|&at| Item::Step(at))),
        false => fold(evidence, &shown, &mut items),
    }
    let width = items.iter().map(|item| item.number_width(evidence)).max().unwrap_or(0);
    let mut lines: Vec<String> = vec![];
    let mut before = None;
    let mut file = evidence.place.position.as_ref().map_or("", |at| at.file.as_str());
    for item in &items {
        match item {
            Item::Step(at) => {
                let step = &evidence.steps[*at];
                let here = step.at.position.as_ref().map_or(file, |at| at.file.as_str());
                if here != file {
                    lines.push(format!("{:width$}  in {}:", "", words::one_line(here)));
                    file = here;
                }
                let present = step.at.position.as_ref().map(|at| (&at.file, at.line, step.depth));
                let same = present.is_some() && before == present;
                before = present;
                lines.push(line(evidence, step, width, same, options));
            }
            Item::Rounds(first, last, depth) => {
                let indent = " ".repeat(INDENT * *depth as usize);
                before = None;
                lines.push(format!("{:width$}  {indent}... rounds {first} to {last} ...", ""));
            }
        }
    }
    if !options.full && lines.len() > options.lines {
        let (first, last) = (options.lines / 3, options.lines - options.lines / 3 - 1);
        let left_out = format!("{:width$}  ... {} more steps ...", "", lines.len() - first - last);
        lines.splice(first..lines.len() - last, [left_out]);
    }
    lines.iter().map(|line| format!("{}\n", line.trim_end())).collect()
}

/// What is shown in a line.
enum Item {
    /// A step.
    Step(usize),
    /// Rounds of a loop that were left out: the first and the last, and how deep.
    Rounds(u64, u64, u32),
}

impl Item {
    fn number_width(&self, evidence: &Evidence) -> usize {
        match self {
            Self::Step(at) => {
                evidence.steps[*at].at.position.as_ref().map_or(0, |at| at.line.to_string().len())
            }
            Self::Rounds(..) => 0,
        }
    }
}

/// Columns for each call.
const INDENT: usize = 2;

/// Whether a step says something that a reader wants to know: it matters, and something happens in it.
fn is_shown(evidence: &Evidence, step: &Step) -> bool {
    let is_call = || step.depth > 0 && step.events.iter().any(|event| matches!(event, Event::Enter { .. }));
    let fails = || step.events.iter().any(|event| matches!(event, Event::Fail));
    fails() || step.matters && (is_call() || !what(evidence, step).is_empty())
}

fn round(step: &Step) -> Option<u64> {
    step.events.iter().find_map(|event| match event {
        Event::Round { number } => Some(*number),
        _ => None,
    })
}

/// Leaves out rounds in the middle of loops. `shown` are numbers of steps.
fn fold(evidence: &Evidence, shown: &[usize], items: &mut Vec<Item>) {
    let mut at = 0;
    while at < shown.len() {
        let marks = rounds(evidence, shown, at);
        // The last mark begins a round that may not be whole.
        if marks.len() < LAST_ROUNDS + 3 {
            items.push(Item::Step(shown[at]));
            at += 1;
            continue;
        }
        let kept = marks.len() - 1 - LAST_ROUNDS;
        items.push(Item::Step(shown[marks[0]]));
        fold(evidence, &shown[marks[0] + 1..marks[1]], items);
        let number = |mark: usize| round(&evidence.steps[shown[mark]]).unwrap_or(0);
        items.push(Item::Rounds(number(marks[1]), number(marks[kept]) - 1, evidence.steps[shown[at]].depth));
        for pair in marks[kept..].windows(2) {
            items.push(Item::Step(shown[pair[0]]));
            fold(evidence, &shown[pair[0] + 1..pair[1]], items);
        }
        let last = marks[marks.len() - 1];
        items.push(Item::Step(shown[last]));
        at = last + 1;
    }
}

/// Where the rounds of the loop begin whose first round begins here: places in `shown`.
fn rounds(evidence: &Evidence, shown: &[usize], at: usize) -> Vec<usize> {
    let step = |place: usize| &evidence.steps[shown[place]];
    let first = step(at);
    let Some(mut number) = round(first) else { return vec![] };
    let mut marks = vec![at];
    for place in at + 1..shown.len() {
        let next = step(place);
        if next.depth < first.depth {
            break;
        }
        let same_line =
            next.at.position.as_ref().map(|at| at.line) == first.at.position.as_ref().map(|at| at.line);
        if next.depth == first.depth
            && same_line
            && let Some(found) = round(next)
        {
            // The loop has begun again.
            if found <= number {
                break;
            }
            number = found;
            marks.push(place);
        }
    }
    marks
}

/// `12    x = f(y);     x = 5`; the source is left out where the line before has the same.
fn line(evidence: &Evidence, step: &Step, width: usize, same: bool, options: &Options) -> String {
    let at = step.at.position.as_ref().filter(|_| !same);
    let number = at.map_or(String::new(), |at| at.line.to_string());
    let source = at.and_then(|at| (options.source)(&at.file, at.line)).unwrap_or_default();
    let indent = " ".repeat((INDENT * step.depth as usize).min(options.width / 4));
    let what = what(evidence, step);
    let room = options.width.saturating_sub(width + 2 + indent.len());
    let source = words::one_line(source.trim());
    // The source gets half of the room, and more if there is little to say.
    let half = room / 2;
    let for_source =
        if what.is_empty() { room } else { half.max(room.saturating_sub(what.chars().count() + 2)) };
    let source = shortened(&source, for_source);
    let column = half.max(source.chars().count() + 2);
    let what = shortened(&what, room.saturating_sub(column).max(16));
    if what.is_empty() {
        return format!("{number:>width$}  {indent}{source}");
    }
    format!("{number:>width$}  {indent}{source:<column$}{what}")
}

/// What happened, in fewer words than elsewhere: the line of the source stands beside it.
pub fn what(evidence: &Evidence, step: &Step) -> String {
    let mut parts: Vec<String> = vec![];
    let mut decisions: Vec<&str> = vec![];
    for event in &step.events {
        match event {
            Event::Enter { arguments } => {
                let arguments = arguments
                    .iter()
                    .map(|(name, value)| format!("{} = {}", words::one_line(name), words::text(value)));
                parts.extend(arguments);
            }
            Event::Return { value: Some(value) } => parts.push(format!("returns {}", words::text(value))),
            Event::Return { value: None } => {}
            Event::Decide { taken } => decisions.push(if *taken { "yes" } else { "no" }),
            Event::Round { number } => parts.push(format!("round {number}")),
            Event::Allocate { object } => {
                parts.push(format!("new {}", words::object_name(evidence, *object)))
            }
            Event::Free { object } => {
                parts.push(format!("{} is gone", words::object_name(evidence, *object)))
            }
            // The change says what it was given to.
            Event::Input { .. } if !step.changes.is_empty() => {}
            Event::Input { input } => parts.extend(evidence.inputs.get(*input).map(words::input)),
            Event::Fail => parts.push(format!("<-- {}", words::one_line(&evidence.property))),
        }
    }
    let is_argument = |text: &String| parts.contains(text);
    let changes: Vec<String> = step
        .changes
        .iter()
        .map(|change| words::change(evidence, change))
        .filter(|text| !is_argument(text))
        .collect();
    let at = parts.iter().position(|part| part.starts_with("<-- ")).unwrap_or(parts.len());
    parts.splice(at..at, changes);
    if !decisions.is_empty() {
        let at = parts.iter().position(|part| part.starts_with("<-- ")).unwrap_or(parts.len());
        parts.insert(at, decisions.join(", "));
    }
    parts.join("; ")
}

fn shortened(text: &str, width: usize) -> String {
    if text.chars().count() <= width {
        return text.to_string();
    }
    let kept: String = text.chars().take(width.saturating_sub(3)).collect();
    kept.trim_end().to_string() + "..."
}

#[cfg(test)]
mod tests {
    use super::*;
    use fathom_evidence::{Change, Kind, Object, Position, Value, Where};

    fn place(line: u32) -> Where {
        Where { function: "main".into(), position: Some(Position { file: "a.c".into(), line, column: 0 }) }
    }

    fn step(line: u32, depth: u32, events: Vec<Event>) -> Step {
        Step { at: place(line), depth, events, changes: vec![], more: 0, matters: true }
    }

    /// A loop in lines 2 and 3 that goes round so often, and a failure in line 5.
    fn looping(rounds: u64) -> Evidence {
        let mut steps =
            vec![step(1, 0, vec![Event::Return { value: Some(Value { text: "7".into(), target: None }) }])];
        for number in 1..=rounds {
            steps.push(step(2, 0, vec![Event::Round { number }, Event::Decide { taken: number < rounds }]));
            if number < rounds {
                let mut body = step(3, 0, vec![]);
                let value = Value { text: number.to_string(), target: None };
                body.changes.push(Change { object: 0, path: String::new(), value });
                steps.push(body);
            }
        }
        steps.push(step(5, 0, vec![Event::Fail]));
        Evidence {
            format: fathom_evidence::model::FORMAT.into(),
            version: fathom_evidence::model::VERSION,
            property: "signed-overflow".into(),
            message: "a signed computation overflows".into(),
            cwe: None,
            place: place(5),
            stack: vec![place(5)],
            details: vec![],
            object: None,
            inputs: vec![],
            arguments: None,
            stdin: None,
            contents: vec![],
            objects: vec![Object {
                kind: Kind::Local,
                name: "sum".into(),
                ty: "int".into(),
                size: 4,
                position: None,
                depth: Some(0),
                begin: None,
                end: None,
                initial: vec![],
            }],
            steps,
            left_out: 0,
            layout: false,
        }
    }

    fn shown(evidence: &Evidence, full: bool) -> String {
        let source = |_: &str, line: u32| Some(format!("    line {line};"));
        render(evidence, &Options { full, width: 60, lines: 30, source: &source })
    }

    #[test]
    fn a_thousand_rounds_are_a_few_lines() {
        assert_eq!(
            shown(&looping(1000), false),
            "\
1  line 1;                     returns 7
2  line 2;                     round 1; yes
3  line 3;                     sum = 1
   ... rounds 2 to 997 ...
2  line 2;                     round 998; yes
3  line 3;                     sum = 998
2  line 2;                     round 999; yes
3  line 3;                     sum = 999
2  line 2;                     round 1000; no
5  line 5;                     <-- signed-overflow
"
        );
    }

    #[test]
    fn few_rounds_and_full_traces_are_whole() {
        assert_eq!(shown(&looping(4), false).lines().count(), 9);
        assert_eq!(shown(&looping(1000), true).lines().count(), 2001);
    }

    #[test]
    fn what_does_not_matter_is_left_out() {
        let mut evidence = looping(2);
        evidence.steps.iter_mut().for_each(|step| step.matters = false);
        assert_eq!(shown(&evidence, false), "5  line 5;                     <-- signed-overflow\n");
    }

    #[test]
    fn long_ways_are_cut_in_the_middle() {
        let mut evidence = looping(2);
        evidence.steps = (1..100).map(|line| step(line, 0, vec![Event::Decide { taken: true }])).collect();
        let text = shown(&evidence, false);
        assert_eq!(text.lines().count(), 30);
        assert!(text.contains("... 70 more steps ..."), "{text}");
    }

    #[test]
    fn no_line_is_wider_than_the_terminal() {
        let mut evidence = looping(3);
        evidence.objects[0].name = "a_very_long_name_indeed".repeat(9);
        let source = |_: &str, _: u32| Some("some_function_with_a_long_name(argument);".repeat(9));
        let text = render(&evidence, &Options { full: false, width: 80, lines: 30, source: &source });
        assert!(text.lines().all(|line| line.chars().count() <= 80), "{text}");
    }
}
