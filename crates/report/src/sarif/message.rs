//! What results say, as plain text and as Markdown.

use fathom_evidence::Evidence;

use super::log::Message;
use crate::model::{Property, Verdict};
use crate::words::{self, limited};

/// A piece of memory that a result is about, for the text: its name, and the numbers of the related locations
/// where it was allocated and freed.
pub(super) struct Memory {
    pub name: String,
    pub allocated: Option<usize>,
    pub freed: Option<usize>,
}

/// The most characters of a text, and of its Markdown.
const TEXT: usize = 2_000;
const MARKDOWN: usize = 10_000;

/// The most inputs in a text, and in its Markdown.
const FEW_INPUTS: usize = 5;
const INPUTS: usize = 50;

/// What is to be said of a property.
pub(super) fn of(property: &Property, memory: &[Memory]) -> Message {
    let what = match words::one_line(&property.note).as_str() {
        "" => property.message.clone(),
        note => format!("{}: {note}", property.message),
    };
    let text = match &property.verdict {
        Verdict::Failed { evidence } => return failed(property, evidence, memory),
        Verdict::Unknown { reason } => match words::one_line(reason).as_str() {
            "" => format!("It is not known whether this happens: {what}."),
            reason => format!("It is not known whether this happens: {what} ({reason})."),
        },
        Verdict::SafeUpTo { bound } => {
            format!("While no loop {}, this does not happen: {what}.", words::rounds(*bound))
        }
        Verdict::Proved => format!("This does not happen in any execution: {what}."),
        Verdict::Unreachable => format!("No execution gets here, so this does not happen: {what}."),
    };
    Message::plain(limited(&plain(&words::one_line(&text)), TEXT))
}

fn failed(property: &Property, evidence: &Evidence, memory: &[Memory]) -> Message {
    let mut text = plain_headline(property, evidence);
    let mut markdown = format!("**{}**", escaped(&words::sentence(&property.message)));
    if !property.note.trim().is_empty() {
        markdown += &format!(" {}", code(&property.note));
    }
    markdown += "\n";
    for detail in &evidence.details {
        markdown += &format!("\n- {}", escaped(detail));
    }
    for one in memory {
        text += &format!(" {}.", history(&plain(&one.name), one));
        markdown += &format!("\n- {}", history(&code(&one.name), one));
    }
    if let Some((few, list)) = inputs(evidence) {
        text += &few;
        markdown += &list;
    }
    if let Some(arguments) = &evidence.arguments {
        let line: Vec<String> = arguments.iter().map(|one| format!("{one:?}")).collect();
        text += &format!(" Command line: {}.", plain(&line.join(" ")));
        markdown += &format!("\n\nCommand line: {}", code(&line.join(" ")));
    }
    Message::formatted(limited(&text, TEXT), limited(markdown.trim_end(), MARKDOWN))
}

/// The first sentence, which is all that is seen in a list of results: `An assertion does not hold: x > 0
/// (x is 0).`
fn plain_headline(property: &Property, evidence: &Evidence) -> String {
    let headline = words::sentence_with(&property.message, &property.note);
    let details: Vec<String> = evidence.details.iter().map(|detail| words::one_line(detail)).collect();
    plain(&match details.join("; ").as_str() {
        "" => headline,
        details => format!("{} ({details}).", headline.trim_end_matches('.')),
    })
}

/// The input, as a sentence and as a list in Markdown.
fn inputs(evidence: &Evidence) -> Option<(String, String)> {
    let single = words::single_inputs(evidence).map(|one| (words::input(one), one.position.as_ref()));
    let all: Vec<_> = words::long_inputs(evidence).into_iter().chain(single).collect();
    if all.is_empty() {
        return None;
    }
    let few: Vec<&str> = all.iter().take(FEW_INPUTS).map(|(text, _)| text.as_str()).collect();
    let more = match all.len().saturating_sub(FEW_INPUTS) {
        0 => String::new(),
        more => format!(", and {more} more"),
    };
    let text = format!(" Input: {}{more}.", plain(&few.join(", ")));
    let mut markdown = "\n\nInput:\n".to_string();
    for (input, position) in all.iter().take(INPUTS) {
        let at = position.map(|at| format!(" ({})", code(&words::position(at))));
        markdown += &format!("\n- {}{}", code(input), at.unwrap_or_default());
    }
    if all.len() > INPUTS {
        markdown += &format!("\n- and {} more", all.len() - INPUTS);
    }
    Some((text, markdown))
}

/// `p was [allocated](1) and [freed](2)`. The numbers are those of related locations.
fn history(name: &str, memory: &Memory) -> String {
    let link = |word: &str, number: Option<usize>| number.map(|number| format!("[{word}]({number})"));
    let parts: Vec<String> =
        [link("allocated", memory.allocated), link("freed", memory.freed)].into_iter().flatten().collect();
    format!("{name} was {}", parts.join(" and "))
}

/// Plain text in which nothing looks like a link.
fn plain(text: &str) -> String {
    text.replace("](", r"\](")
}

/// Text for Markdown in which nothing has a meaning of its own.
fn escaped(text: &str) -> String {
    let mut result = String::with_capacity(text.len());
    for letter in words::one_line(text).chars() {
        match letter {
            '<' => result += "&lt;",
            '>' => result += "&gt;",
            '&' => result += "&amp;",
            '\\' | '`' | '*' | '_' | '[' | ']' | '#' | '|' | '~' | '!' => {
                result.push('\\');
                result.push(letter);
            }
            _ => result.push(letter),
        }
    }
    result
}

/// Code in Markdown: with a fence that is longer than any run of backquotes inside.
fn code(text: &str) -> String {
    let text = words::one_line(text);
    let longest = text.split(|c| c != '`').map(str::len).max().unwrap_or(0);
    let fence = "`".repeat(longest + 1);
    let blank = if text.starts_with('`') || text.ends_with('`') || text.is_empty() { " " } else { "" };
    format!("{fence}{blank}{text}{blank}{fence}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_in_markdown_has_a_meaning_of_its_own() {
        assert_eq!(escaped("a*b_c `x` <b> [1](2)"), r"a\*b\_c \`x\` &lt;b&gt; \[1\](2)");
        assert_eq!(code("x = 1"), "`x = 1`");
        assert_eq!(code("a `b` ``c"), "```a `b` ``c```");
        assert_eq!(code("`"), "`` ` ``");
    }
}
