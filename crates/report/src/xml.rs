//! Text in XML 1.0.

/// Text for the content of an element or an attribute in double quotes.
///
/// Line breaks and tabs are written as references in attributes, where a reader would make spaces of them. A
/// carriage return always is, since readers make a line feed of it. What XML has no way to write (most
/// control characters, two noncharacters) becomes what a C programmer would write, `\x1b`.
pub(crate) fn escape(text: &str, attribute: bool) -> String {
    let mut escaped = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            '&' => escaped += "&amp;",
            '<' => escaped += "&lt;",
            '>' => escaped += "&gt;",
            '"' => escaped += "&quot;",
            '\n' | '\t' if !attribute => escaped.push(letter),
            '\n' | '\t' | '\r' | '\u{7f}'..='\u{9f}' => escaped += &format!("&#{};", u32::from(letter)),
            '\0'..='\u{1f}' => escaped += &format!("\\x{:02x}", u32::from(letter)),
            '\u{fffe}' | '\u{ffff}' => escaped += &format!("\\u{:04x}", u32::from(letter)),
            _ => escaped.push(letter),
        }
    }
    escaped
}
