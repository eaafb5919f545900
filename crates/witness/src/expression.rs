//! Expressions of witnesses. They come from anywhere and are put into programs, so nothing passes here that
//! could be more than an expression without side effects.

use crate::c::lex::{self, TokenKind};

/// An expression that may be put into a program.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Pure {
    /// Its tokens, with spaces between them.
    tokens: Vec<String>,
    /// It speaks of something that a macro could stand for.
    pub has_names: bool,
}

/// Why an expression is not taken.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Refused {
    /// There is nothing.
    #[error("it is empty")]
    Empty,
    /// Its brackets do not match.
    #[error("its brackets do not match")]
    Brackets,
    /// It does not end where its text does, or does not mean what it looks like.
    #[error("{0} does not belong into an expression of a witness")]
    Odd(&'static str),
    /// It would change something.
    #[error("'{0}' has a side effect")]
    SideEffect(String),
    /// It calls something.
    #[error("it calls '{0}'")]
    Call(String),
    /// It has something that does not belong into an expression.
    #[error("'{0}' does not belong into an expression of a witness")]
    Alien(String),
    /// ACSL has more than C.
    #[error("'\\{0}' is not supported")]
    Acsl(String),
    /// `\result` where nothing returned.
    #[error("\\result means something only where a function returned")]
    Result,
}

/// How `\result` is kept among the tokens.
const RESULT: &str = "\\result";

/// Words with parentheses behind them that call nothing.
const NO_CALLS: [&str; 5] = ["sizeof", "_Alignof", "__alignof__", "_Generic", "__extension__"];

/// Words that no macro stands for.
const TYPES: [&str; 13] = [
    "int", "char", "long", "short", "unsigned", "signed", "void", "float", "double", "_Bool", "sizeof",
    "struct", "const",
];

impl Pure {
    /// Looks at an expression; `returned` if it may speak of `\result`.
    pub fn new(text: &str, returned: bool) -> Result<Self, Refused> {
        let lexed = lex::lex(text.as_bytes());
        if !lexed.directives.is_empty() {
            return Err(Refused::Alien("#".into()));
        }
        let odd = [
            (lexed.unfinished, "a comment without an end"),
            (lexed.line_comment, "a comment to the end of the line"),
            (lexed.splice, "a line that is joined to the next"),
            (has_trigraph(text), "a trigraph"),
        ];
        if let Some((_, what)) = odd.into_iter().find(|(present, _)| *present) {
            return Err(Refused::Odd(what));
        }
        let words: Vec<(TokenKind, &str)> = lexed
            .tokens
            .iter()
            .map(|token| (token.kind, text.get(token.start..token.end).unwrap_or_default()))
            .collect();
        let (mut tokens, mut open, mut has_names) = (vec![], vec![], false);
        let mut at = 0;
        while let Some(&(kind, word)) = words.get(at) {
            at += 1;
            match (kind, word) {
                (TokenKind::Unknown, "\\") => {
                    let name = words.get(at).map_or("", |(_, name)| name);
                    match name {
                        "result" if returned => tokens.push(RESULT.to_string()),
                        "result" => return Err(Refused::Result),
                        other => return Err(Refused::Acsl(other.to_string())),
                    }
                    at += 1;
                    continue;
                }
                (TokenKind::Unknown | TokenKind::Text, _) => return Err(Refused::Alien(word.to_string())),
                (TokenKind::Character, _) if !is_closed(word) => {
                    return Err(Refused::Alien(word.to_string()));
                }
                (TokenKind::Word, _) => {
                    if words.get(at).is_some_and(|&(_, next)| next == "(") && !NO_CALLS.contains(&word) {
                        return Err(Refused::Call(word.to_string()));
                    }
                    has_names |= !TYPES.contains(&word);
                }
                (TokenKind::Sign, "(") => open.push(")"),
                (TokenKind::Sign, "[") => open.push("]"),
                (TokenKind::Sign, ")" | "]") if open.pop() != Some(word) => return Err(Refused::Brackets),
                (TokenKind::Sign, "{" | "}" | ";" | "#" | "##" | "..." | "$") => {
                    return Err(Refused::Alien(word.to_string()));
                }
                (
                    TokenKind::Sign,
                    "=" | "+=" | "-=" | "*=" | "/=" | "%=" | "&=" | "|=" | "^=" | "<<=" | ">>=" | "++" | "--",
                ) => return Err(Refused::SideEffect(word.to_string())),
                (TokenKind::Sign | TokenKind::Number | TokenKind::Character, _) => {}
            }
            tokens.push(word.to_string());
        }
        match (tokens.is_empty(), open.is_empty()) {
            (true, _) => Err(Refused::Empty),
            (false, false) => Err(Refused::Brackets),
            (false, true) => Ok(Self { tokens, has_names }),
        }
    }

    /// The expression as C, with another word for `\result`.
    pub fn c(&self, result: &str) -> String {
        let words: Vec<&str> =
            self.tokens.iter().map(|token| if token == RESULT { result } else { token }).collect();
        words.join(" ")
    }

    /// Whether it has the only form that version 2.0 has for what a function returned: `\result`, a
    /// comparison, and something without names.
    pub fn is_comparison_of_result(&self) -> bool {
        let compares = |sign: &str| matches!(sign, "==" | "!=" | "<" | "<=" | ">" | ">=");
        let [first, sign, rest @ ..] = &self.tokens[..] else { return false };
        first == RESULT && compares(sign) && !rest.is_empty() && !self.has_names
    }
}

/// Whether a text has a sequence that stands for another character, if a compiler knows such sequences.
fn has_trigraph(text: &str) -> bool {
    text.as_bytes().windows(3).any(|three| three.starts_with(b"??") && b"=/'()!<>-".contains(&three[2]))
}

/// Whether a character constant ends with its quote.
fn is_closed(text: &str) -> bool {
    text.len() > 2 && text.ends_with('\'') && !text.contains('\n')
}

#[cfg(test)]
mod tests {
    use super::*;

    fn c(text: &str) -> Result<String, String> {
        Pure::new(text, false).map(|pure| pure.c("")).map_err(|refused| refused.to_string())
    }

    #[test]
    fn expressions_without_side_effects_pass() {
        for text in
            ["x == 5", "( ( unsigned int ) x >= 1024U ) && ! ( p -> next [ 1 ] == 'a' )", "1", "- x ? y : z"]
        {
            assert_eq!(c(text), Ok(text.to_string()));
        }
        assert_eq!(c("x/* no comment */\n<=\t7").as_deref(), Ok("x <= 7"));
        assert_eq!(c("sizeof(x) == 4").as_deref(), Ok("sizeof ( x ) == 4"));
    }

    #[test]
    fn everything_else_is_refused() {
        for (text, why) in [
            ("", "it is empty"),
            ("/* */", "it is empty"),
            ("1 /*", "a comment without an end does not belong into an expression of a witness"),
            ("1 /* a */ /*/", "a comment without an end does not belong into an expression of a witness"),
            ("1 //", "a comment to the end of the line does not belong into an expression of a witness"),
            (
                "0 // no\n || 1",
                "a comment to the end of the line does not belong into an expression of a witness",
            ),
            (
                "x /\\\n* 1",
                "a line that is joined to the next does not belong into an expression of a witness",
            ),
            ("x ??! 1", "a trigraph does not belong into an expression of a witness"),
            ("x = 5", "'=' has a side effect"),
            ("x++ > 3", "'++' has a side effect"),
            ("f(x)", "it calls 'f'"),
            ("f (x)", "it calls 'f'"),
            ("(x", "its brackets do not match"),
            ("x) || (y", "its brackets do not match"),
            ("(x]", "its brackets do not match"),
            ("1); abort(); (1", "its brackets do not match"),
            ("({ 1; })", "'{' does not belong into an expression of a witness"),
            ("1; 2", "';' does not belong into an expression of a witness"),
            ("x == \"a\"", "'\"a\"' does not belong into an expression of a witness"),
            ("#define x", "'#' does not belong into an expression of a witness"),
            ("x == 'a", "''a' does not belong into an expression of a witness"),
            ("\\forall int i; x", "'\\forall' is not supported"),
            ("\\", "'\\' is not supported"),
            ("\\result == 1", "\\result means something only where a function returned"),
        ] {
            assert_eq!(c(text), Err(why.to_string()), "{text}");
        }
    }

    #[test]
    fn what_a_function_returned() {
        let pure = Pure::new("\\result == -5", true).unwrap();
        assert_eq!(pure.c("r"), "r == - 5");
        assert!(pure.is_comparison_of_result() && !pure.has_names);
        for text in ["\\result == x", "5 == \\result", "\\result", "x == 1", "\\result =="] {
            assert!(!Pure::new(text, true).unwrap().is_comparison_of_result(), "{text}");
        }
        assert!(Pure::new("\\result == (int)(-2147483647 - 1)", true).unwrap().is_comparison_of_result());
        assert!(Pure::new("\\at(x, Pre) == 1", true).is_err());
    }
}
