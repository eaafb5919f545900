//! The two ways in which text gets into the page.

use std::fmt::Write as _;

use serde::Serialize;

/// Text for markup: between tags, or in an attribute with quotes. Characters that nobody sees, and those
/// that turn the direction of writing and so show a text that is not there, are written as escapes.
pub fn text(text: &str) -> String {
    let mut out = String::with_capacity(text.len() + text.len() / 8);
    for character in text.chars() {
        match character {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\'' => out.push_str("&#39;"),
            _ if is_invisible(character) => {
                // Writing to a string cannot fail.
                let _ = write!(out, "\\u{{{:x}}}", u32::from(character));
            }
            _ => out.push(character),
        }
    }
    out
}

/// `dom.js` has the same list.
fn is_invisible(character: char) -> bool {
    match character {
        '\n' | '\t' => false,
        '\u{ad}' | '\u{61c}' | '\u{180e}' | '\u{200b}' | '\u{200e}' | '\u{200f}' | '\u{feff}' => true,
        '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{2069}' | '\u{fff9}'..='\u{fffb}' => true,
        _ => character.is_control(),
    }
}

/// JSON for the inside of a `script` element that holds data. There, `<` could end the element or begin a
/// comment, so none is left; JSON has it in strings only, where an escape means the same.
pub fn json(data: &impl Serialize) -> String {
    // The data has string keys and no numbers that JSON lacks, so it can be written.
    let text = serde_json::to_string(data).unwrap_or_else(|_| "null".to_owned());
    let mut out = String::with_capacity(text.len() + text.len() / 64);
    for character in text.chars() {
        match character {
            '<' | '\u{2028}' | '\u{2029}' => {
                let _ = write!(out, "\\u{:04x}", u32::from(character));
            }
            _ => out.push(character),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn markup_becomes_text() {
        assert_eq!(text(r#"<b a="1" c='2'>&"#), "&lt;b a=&quot;1&quot; c=&#39;2&#39;&gt;&amp;");
    }

    #[test]
    fn characters_that_hide_or_reorder_text_are_shown() {
        assert_eq!(text("a\u{202e}b\u{0}c\u{200b}d\r\te\n"), "a\\u{202e}b\\u{0}c\\u{200b}d\\u{d}\te\n");
        assert_eq!(text("größe 尺寸 👩‍🚀"), "größe 尺寸 👩‍🚀");
    }

    #[test]
    fn data_cannot_end_its_element() {
        let hostile = "</script><!--<script>\u{2028}\u{2029}&\"\\";
        let written = json(&hostile);
        assert!(!written.contains('<'), "{written}");
        assert!(!written.contains('\u{2028}') && !written.contains('\u{2029}'), "{written}");
        assert_eq!(serde_json::from_str::<String>(&written).expect("it is JSON"), hostile);
    }
}
