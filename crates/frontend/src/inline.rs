//! Functions of which a file has a body that C does not let it give to others: `inline int f(int x) { … }`.
//!
//! Without an `extern` declaration of it, that is no definition that calls may rely on (C11 6.7.4p7), so unoptimised code
//! has only the call. But whoever asks for functions without a body to be left out does not mean this one.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use crate::tokens::{Kind, Token, tokens};

/// The names of functions that a C file defines as `inline`, headers not included.
pub fn definitions(path: &Path) -> BTreeSet<String> {
    let text = fs::read(path).unwrap_or_default();
    of_tokens(&tokens(&String::from_utf8_lossy(&text)))
}

/// The names of functions that are defined as `inline`.
pub fn of_tokens(tokens: &[Token<'_>]) -> BTreeSet<String> {
    let is_inline = |token: &Token<'_>| matches!(token.text, "inline" | "__inline" | "__inline__");
    let after = |(at, _)| declared(&tokens[at + 1..]);
    tokens
        .iter()
        .enumerate()
        .filter(|(_, token)| is_inline(token))
        .filter_map(after)
        .map(str::to_string)
        .collect()
}

/// The function that is defined behind `inline`: the first name before a parenthesis.
fn declared<'a>(tokens: &[Token<'a>]) -> Option<&'a str> {
    let end = tokens.iter().position(|token| matches!(token.text, ";" | "{" | "}"))?;
    if tokens[end].text != "{" {
        return None;
    }
    name_before_parenthesis(&tokens[..end])
}

/// The first name before a parenthesis, where attributes are none.
pub fn name_before_parenthesis<'a>(tokens: &[Token<'a>]) -> Option<&'a str> {
    let mut of_attribute = false;
    let mut depth = 0usize;
    for (at, token) in tokens.iter().enumerate() {
        match token.text {
            "(" => depth += 1,
            ")" => {
                depth = depth.saturating_sub(1);
                of_attribute &= depth > 0;
            }
            _ if token.kind == Kind::Word && !of_attribute => {
                of_attribute = depth == 0 && token.text.starts_with("__attribute");
                if !of_attribute && tokens.get(at + 1).is_some_and(|next| next.text == "(") {
                    return Some(token.text);
                }
            }
            _ => {}
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_stand_before_the_parenthesis() {
        let defined = |text: &str| of_tokens(&tokens(text)).into_iter().collect::<Vec<_>>().join(" ");
        assert_eq!(defined("inline void baz(int x) { return; }"), "baz");
        assert_eq!(
            defined("__inline__ __attribute__((aligned(8))) struct s *f (void)\n{ } int inline g() {}"),
            "f g"
        );
        assert_eq!(defined("inline int f(int); /* inline int g(int) {} */"), "");
        assert_eq!(defined("inline"), "");
    }
}
