//! Functions of which a file has a body that C does not let it give to others: `inline int f(int x) { … }`.
//!
//! Without an `extern` declaration of it, that is no definition that calls may rely on (C11 6.7.4p7), so unoptimised code
//! has only the call. But whoever asks for functions without a body to be left out does not mean this one.

use std::collections::BTreeSet;
use std::path::Path;
use std::{fs, str};

/// The names of functions that a C file defines as `inline`, headers not included.
pub fn definitions(path: &Path) -> BTreeSet<String> {
    let text = fs::read(path).unwrap_or_default();
    let mut names = BTreeSet::new();
    let mut rest = &text[..];
    while let Some((word, after)) = next_word(rest) {
        rest = after;
        if matches!(word, "inline" | "__inline" | "__inline__") {
            names.extend(declared(after).map(str::to_string));
        }
    }
    names
}

/// The function that is declared behind `inline`: the first name before a parenthesis.
fn declared(mut text: &[u8]) -> Option<&str> {
    let end = text.iter().position(|byte| matches!(byte, b';' | b'{' | b'}'))?;
    if text[end] != b'{' {
        return None;
    }
    text = &text[..end];
    while let Some((word, after)) = next_word(text) {
        if after.trim_ascii_start().first() == Some(&b'(') && !word.starts_with("__attribute") {
            return Some(word);
        }
        text = after;
    }
    None
}

/// The next identifier, and what follows it.
fn next_word(text: &[u8]) -> Option<(&str, &[u8])> {
    let is_letter = |byte: &u8| byte.is_ascii_alphanumeric() || *byte == b'_';
    let from = &text[text.iter().position(is_letter)?..];
    let length = from.iter().position(|byte| !is_letter(byte)).unwrap_or(from.len());
    Some((str::from_utf8(&from[..length]).ok()?, &from[length..]))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_stand_before_the_parenthesis() {
        assert_eq!(declared(b" void baz(int x) { return; }"), Some("baz"));
        assert_eq!(declared(b" __attribute__((noinline)) struct s *f (void)\n{"), Some("f"));
        assert_eq!(declared(b" int f(int);"), None);
        assert_eq!(declared(b""), None);
    }
}
