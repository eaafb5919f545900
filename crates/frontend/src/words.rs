//! Splits a string into words as a POSIX shell does, quotes and backslashes included, but without
//! expanding anything.

/// A quote that is never closed, or a backslash at the end.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("a quote is not closed, or a backslash stands at the end")]
pub struct UnbalancedQuote;

/// The words of `text`.
pub fn split_words(text: &str) -> Result<Vec<String>, UnbalancedQuote> {
    let mut words = Vec::new();
    let mut word: Option<String> = None;
    let mut chars = text.chars();
    while let Some(c) = chars.next() {
        match c {
            c if c.is_whitespace() => words.extend(word.take()),
            '\'' => {
                let word = word.get_or_insert_default();
                loop {
                    match chars.next().ok_or(UnbalancedQuote)? {
                        '\'' => break,
                        c => word.push(c),
                    }
                }
            }
            '"' => {
                let word = word.get_or_insert_default();
                loop {
                    match chars.next().ok_or(UnbalancedQuote)? {
                        '"' => break,
                        '\\' => match chars.next().ok_or(UnbalancedQuote)? {
                            c @ ('"' | '\\' | '$' | '`') => word.push(c),
                            c => word.extend(['\\', c]),
                        },
                        c => word.push(c),
                    }
                }
            }
            '\\' => word.get_or_insert_default().push(chars.next().ok_or(UnbalancedQuote)?),
            c => word.get_or_insert_default().push(c),
        }
    }
    words.extend(word);
    Ok(words)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_split_as_in_a_shell() {
        for (text, words) in [
            ("", vec![]),
            ("  -O0   -Wall\t", vec!["-O0", "-Wall"]),
            (r#"-DS='"a b"' -DT="x y""#, vec![r#"-DS="a b""#, "-DT=x y"]),
            (r"-DU=a\ b\\", vec![r"-DU=a b\"]),
            (r#""" ''"#, vec!["", ""]),
            (r#""\n\"""#, vec![r#"\n""#]),
        ] {
            assert_eq!(split_words(text).unwrap(), words, "{text}");
        }
    }

    #[test]
    fn open_quotes_are_refused() {
        for text in ["'", "\"a", "a\\", "\"\\"] {
            assert_eq!(split_words(text), Err(UnbalancedQuote), "{text}");
        }
    }
}
