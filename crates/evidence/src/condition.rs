//! Which way a condition of the source went, when all that is known is which way a branch of the IR went.
//!
//! Clang branches on the operands of `!`, `&&` and `||` and not on their results: `if (!p)` becomes a branch on `p`
//! whose targets are swapped. So the branch knows the truth of the last operand that was evaluated (the rightmost
//! leaf), and the condition is that, once turned around for every `!` above the leaf: to get to the right side of `&&`
//! the left one was true, and of `||` false, so what is on the right decides. Branches are positioned at the beginning
//! of the condition, or at the operator if they decide about its right side; at `while`, `for` and `do` the condition
//! is computed first, and the branch has its truth.
//!
//! The text is read as it stands. What a macro hides is not seen: then nothing is said.

/// What a branch says of the source.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Meaning {
    /// The condition is true if the branch's is.
    Same,
    /// It is true if the branch's is false.
    Inverted,
}

/// What a branch at a position says of the condition there; `None` if that cannot be told. `is_function` knows the
/// functions of the program: other names before parentheses may be macros.
pub fn meaning(text: &str, line: u32, column: u32, is_function: &dyn Fn(&str) -> bool) -> Option<Meaning> {
    let at = offset(text, line, column)?;
    let (before, here) = (tokens(&text[statement(text, at)..at]), tokens(&text[at..condition_end(text, at)]));
    let parity = match here.first()?.text {
        "while" | "for" | "do" | "}" => return Some(Meaning::Same),
        "&&" | "||" | "and" | "or" => negations(left_of(&before), is_function)?,
        // Macros of `assert.h` have their argument for a condition.
        "assert" if here.get(1).is_some_and(|token| token.text == "(") && !is_function("assert") => {
            let close = matching(&here, 1)?;
            negations(&here[2..close], is_function)?
        }
        _ => negations(condition(&here), is_function)?,
    };
    Some(if parity { Meaning::Inverted } else { Meaning::Same })
}

/// How far a condition is looked at: beyond are programs that nobody reads.
const LONGEST: usize = 4000;

fn offset(text: &str, line: u32, column: u32) -> Option<usize> {
    let start: usize = text.split_inclusive('\n').take(line.checked_sub(1)? as usize).map(str::len).sum();
    let at = start + column.checked_sub(1)? as usize;
    (at < text.len() && text.is_char_boundary(at)).then_some(at)
}

/// Where the text before a position begins that its condition may begin in.
fn statement(text: &str, at: usize) -> usize {
    let mut start = at.saturating_sub(LONGEST);
    while !text.is_char_boundary(start) {
        start += 1;
    }
    text[start..at].rfind(['{', '}']).map_or(start, |brace| start + brace + 1)
}

fn condition_end(text: &str, at: usize) -> usize {
    let mut end = (at + LONGEST).min(text.len());
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    end
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Token<'a> {
    text: &'a str,
    is_name: bool,
}

/// The tokens of C, as far as conditions need them: comments are left out, numbers and strings are one token.
fn tokens(text: &str) -> Vec<Token<'_>> {
    const TWO: [&str; 14] =
        ["&&", "||", "==", "!=", "<=", ">=", "->", "++", "--", "<<", ">>", "::", "+=", "-="];
    let bytes = text.as_bytes();
    let mut tokens = vec![];
    let mut at = 0;
    while at < bytes.len() {
        let rest = &text[at..];
        let word = |c: char| c.is_alphanumeric() || c == '_' || c == '$';
        let first = rest.chars().next().unwrap_or(' ');
        let len = if first.is_whitespace() {
            at += first.len_utf8();
            continue;
        } else if rest.starts_with("//") {
            at += rest.find('\n').unwrap_or(rest.len());
            continue;
        } else if rest.starts_with("/*") {
            at += rest.find("*/").map_or(rest.len(), |end| end + 2);
            continue;
        } else if word(first) {
            rest.find(|c: char| !(word(c) || c == '.' && first.is_ascii_digit())).unwrap_or(rest.len())
        } else if first == '"' || first == '\'' {
            quoted(rest, first)
        } else if TWO.iter().any(|two| rest.starts_with(two)) {
            2
        } else {
            first.len_utf8()
        };
        tokens.push(Token { text: &rest[..len], is_name: word(first) && !first.is_ascii_digit() });
        at += len;
    }
    tokens
}

/// The length of a string or character constant.
fn quoted(text: &str, quote: char) -> usize {
    let mut escaped = false;
    for (at, c) in text.char_indices().skip(1) {
        match c {
            _ if escaped => escaped = false,
            '\\' => escaped = true,
            _ if c == quote => return at + c.len_utf8(),
            _ => {}
        }
    }
    text.len()
}

fn opens(token: &Token<'_>) -> bool {
    matches!(token.text, "(" | "[" | "{")
}

fn closes(token: &Token<'_>) -> bool {
    matches!(token.text, ")" | "]" | "}")
}

/// The place of what closes an opening bracket.
fn matching(tokens: &[Token<'_>], open: usize) -> Option<usize> {
    let mut depth = 0;
    for (at, token) in tokens.iter().enumerate().skip(open) {
        depth += i32::from(opens(token)) - i32::from(closes(token));
        if depth == 0 {
            return Some(at);
        }
    }
    None
}

/// A condition up to its end: what closes a bracket that it did not open, `?`, or `;`.
fn condition<'t, 'a>(tokens: &'t [Token<'a>]) -> &'t [Token<'a>] {
    let mut depth = 0;
    let end = tokens.iter().position(|token| {
        let ends = depth == 0 && (closes(token) || matches!(token.text, "?" | ";" | "," | ":"));
        depth += i32::from(opens(token)) - i32::from(closes(token));
        ends
    });
    &tokens[..end.unwrap_or(tokens.len())]
}

/// The operand on the left of an operator, which its tokens end before.
fn left_of<'t, 'a>(tokens: &'t [Token<'a>]) -> &'t [Token<'a>] {
    let mut depth = 0;
    let begin = tokens.iter().rposition(|token| {
        let begins = depth == 0
            && (opens(token)
                || matches!(token.text, "&&" | "||" | "and" | "or" | "?" | ":" | ";" | "," | "=" | "return"));
        depth += i32::from(closes(token)) - i32::from(opens(token));
        begins
    });
    &tokens[begin.map_or(0, |begin| begin + 1)..]
}

/// Whether the rightmost leaf of a condition is turned around on the way to its truth; `None` if that cannot be told.
fn negations(condition: &[Token<'_>], is_function: &dyn Fn(&str) -> bool) -> Option<bool> {
    let mut inverted = false;
    let mut rest = condition;
    loop {
        rest = rightmost(rest);
        match rest.first()?.text {
            // Of `!a == b`, the comparison is what is branched on.
            "!" | "not" if is_operand(&rest[1..]) => {
                inverted = !inverted;
                rest = &rest[1..];
            }
            "(" if matching(rest, 0) == Some(rest.len() - 1) => rest = &rest[1..rest.len() - 1],
            _ => break,
        }
    }
    // Which of the sides of a conditional was evaluated is not known, and macros may do anything.
    (!is_conditional(rest) && !may_be_macro(rest, is_function)).then_some(inverted)
}

/// The right side of the last `||`, and of the last `&&` in that, outside of brackets.
fn rightmost<'t, 'a>(tokens: &'t [Token<'a>]) -> &'t [Token<'a>] {
    let after = |tokens: &'t [Token<'a>], operators: [&str; 2]| {
        let mut depth = 0;
        let last = tokens.iter().rposition(|token| {
            depth += i32::from(closes(token)) - i32::from(opens(token));
            depth == 0 && operators.contains(&token.text)
        });
        &tokens[last.map_or(0, |last| last + 1)..]
    };
    after(after(tokens, ["||", "or"]), ["&&", "and"])
}

/// Whether there is `?` or `,` outside of brackets.
fn is_conditional(tokens: &[Token<'_>]) -> bool {
    let mut depth = 0;
    tokens.iter().any(|token| {
        depth += i32::from(opens(token)) - i32::from(closes(token));
        depth == 0 && matches!(token.text, "?" | ",")
    })
}

/// Whether these are one operand of a unary operator: no binary operator is outside of brackets.
fn is_operand(tokens: &[Token<'_>]) -> bool {
    let prefix =
        |token: &Token<'_>| matches!(token.text, "!" | "not" | "*" | "&" | "-" | "+" | "~" | "++" | "--");
    let mut at = tokens.iter().take_while(|token| prefix(token)).count();
    let Some(first) = tokens.get(at) else { return false };
    if opens(first) {
        let Some(close) = matching(tokens, at) else { return false };
        at = close + 1;
        // A cast, and what is cast.
        if tokens.get(at).is_some_and(|next| next.is_name || next.text == "(" && first.text == "(") {
            return is_operand(&tokens[at..]);
        }
    } else {
        at += 1;
    }
    while let Some(token) = tokens.get(at) {
        match token.text {
            "." | "->" | "::" => at += 2,
            "++" | "--" => at += 1,
            "(" | "[" => match matching(tokens, at) {
                Some(close) => at = close + 1,
                None => return false,
            },
            _ => return false,
        }
    }
    true
}

/// Whether a leaf has a name in it that may hide a negation: one in capitals, or one that is called and is no function.
fn may_be_macro(tokens: &[Token<'_>], is_function: &dyn Fn(&str) -> bool) -> bool {
    let [first, rest @ ..] = tokens else { return true };
    // In a comparison a macro is only one of the sides.
    let compares = |token: &Token<'_>| matches!(token.text, "==" | "!=" | "<" | ">" | "<=" | ">=");
    if tokens.iter().any(compares) || !first.is_name {
        return false;
    }
    let is_called = rest.first().is_some_and(|token| token.text == "(");
    let is_loud = rest.is_empty() && !first.text.chars().any(char::is_lowercase);
    is_called && !is_function(first.text) || is_loud
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The meaning of a branch at the mark `@`.
    fn of(text: &str) -> Option<Meaning> {
        let at = text.find('@').unwrap();
        let before = &text[..at];
        let line = before.matches('\n').count() as u32 + 1;
        let column = (at - before.rfind('\n').map_or(0, |end| end + 1)) as u32 + 1;
        meaning(&text.replace('@', ""), line, column, &|name| name == "is_empty")
    }

    #[test]
    fn conditions_that_are_branched_on() {
        let same = [
            "if (@t) return;",
            "if (@n != 0) return;",
            "if (@!!t) return;",
            "if (@!a == b) return;",
            "if (@(a)) return;",
            "if (@is_empty(t)) return;",
            "if (@t && n > 3) return;",
            "int k = @p->x ? 1 : 2;",
            "@while (!t) t++;",
            "@for (;!t;) t++;",
            "do t++; @while (!t);",
            "if (@!(!a && !b)) return;",
            "@assert(x > 3);",
            "if (@*p == '!') return;",
        ];
        for text in same {
            assert_eq!(of(text), Some(Meaning::Same), "{text}");
        }
        let inverted = [
            "if (@!t) return NULL;",
            "if (@!(n > 3)) return;",
            "if (@t && !(n == 9)) return;",
            "if (@n != 0 || !t) k++;",
            "if (@!(a && b)) return;",
            "int k = @!b ? f() : g();",
            "if (@!p->next[3].x) return;",
            "if (@!is_empty(t)) return;",
            "if (@!a /* not ! */\n  && !b) return;",
            "if (@(!t)) return;",
            "if (@!*p) return;",
            "@assert(!x);",
            "if (@!(int)c) return;",
        ];
        for text in inverted {
            assert_eq!(of(text), Some(Meaning::Inverted), "{text}");
        }
    }

    #[test]
    fn left_sides_of_operators() {
        for text in
            ["if (a @&& !b) f();", "if ((a && b) @|| c) f();", "k = x > 2 @|| y;", "if (!(a @&& b)) f();"]
        {
            assert_eq!(of(text), Some(Meaning::Same), "{text}");
        }
        for text in [
            "if (!a @&& b) f();",
            "if ((a || !b) @&& c) f();",
            "return !a @&& b;",
            "if (x || !(y > 2) @|| z) f();",
        ] {
            assert_eq!(of(text), Some(Meaning::Inverted), "{text}");
        }
    }

    #[test]
    fn what_macros_hide_is_not_guessed() {
        for text in
            ["if (@NOT(t)) f();", "if (@EMPTY) f();", "if (@(a ? b : !c)) f();", "if (@unlikely(!t)) f();"]
        {
            assert_eq!(of(text), None, "{text}");
        }
        assert_eq!(meaning("x", 3, 1, &|_| true), None);
        assert_eq!(meaning("", 0, 0, &|_| true), None);
    }
}
