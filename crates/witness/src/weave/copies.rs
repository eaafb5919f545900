//! What may be in a program twice.

use std::ops::Range;

use super::{is_preprocessed, macros};
use crate::c::lex::{self, TokenKind};
use crate::c::place::{self, Call};
use crate::source::Source;

/// Whether a statement is nothing but a call of one of these functions.
pub fn is_call_of(source: &Source, range: &Range<usize>, names: &[&str]) -> bool {
    let calls = place::calls_in(source, range);
    let whole = |call: &Call| {
        let rest = source.syntax.tokens_in(&(call.range.end..range.end)).len();
        call.range.start == range.start && rest == 1
    };
    calls
        .iter()
        .any(|call| whole(call) && call.name.as_ref().is_some_and(|name| names.contains(&name.as_str())))
}

/// Whether a piece means the same when it is there twice, each in a block of its own: it declares nothing and
/// has no labels, as far as can be seen.
pub fn may_be_doubled(source: &Source, range: &Range<usize>) -> bool {
    let bytes = &source.bytes[range.clone()];
    let Some(_) = lex::in_one_line(bytes) else { return false };
    let tokens: Vec<_> = source.syntax.tokens_in(range).map(|at| source.syntax.tokens[at]).collect();
    let text = |at: usize| &source.bytes[tokens[at].start..tokens[at].end];
    let is_operand = |at: usize| matches!(tokens[at].kind, TokenKind::Word | TokenKind::Number);
    // Operands without an operator between them, or a macro of this file in front: who knows what that is.
    let odd = (1..tokens.len())
        .any(|at| is_operand(at) && (is_operand(at - 1) || text(at - 1) == b"]") && !joins(text(at - 1)));
    // `M(x) y = 1;` begins with a macro.
    let called = tokens.len() > 1 && tokens[0].kind == TokenKind::Word && text(1) == b"(";
    let behind = source.syntax.tokens_in(range).nth(1).map(|open| source.syntax.partners[open] + 1);
    let follows = |at: usize| source.syntax.tokens.get(at).is_some_and(|token| token.kind == TokenKind::Word);
    let odd = odd || (called && behind.is_some_and(follows));
    let hidden = !is_preprocessed(source)
        && tokens.first().is_some_and(|_| macros(source).iter().any(|name| name.as_bytes() == text(0)));
    let block = (0..tokens.len()).any(|at| text(at) == b"{");
    !(odd || hidden || block)
}

/// Words that stand before others without an operator.
fn joins(word: &[u8]) -> bool {
    const WORDS: [&str; 17] = [
        "return", "sizeof", "struct", "union", "enum", "unsigned", "signed", "long", "short", "int", "char",
        "float", "double", "void", "_Bool", "const", "volatile",
    ];
    WORDS.iter().any(|one| one.as_bytes() == word)
}

/// Whether the initialisers of a declaration are all in it that can go wrong, and may each be there twice.
pub fn may_be_split(source: &Source, declaration: &Range<usize>, initialisers: &[Range<usize>]) -> bool {
    let syntax = &source.syntax;
    let text = |at: usize| {
        let token = syntax.tokens[at];
        &source.bytes[token.start..token.end]
    };
    let tokens = syntax.tokens_in(declaration);
    let constant = tokens.clone().any(|at| matches!(text(at), b"static" | b"extern" | b"typedef"));
    let inside = |at: usize| initialisers.iter().any(|range| range.contains(&syntax.tokens[at].start));
    // The size of an array is evaluated as well.
    let sized = |at: usize| text(at) == b"[" && !inside(at) && syntax.partners[at] > at + 2;
    !constant
        && !tokens.clone().any(sized)
        && initialisers.iter().all(|range| !can_fail(source, range) || may_be_doubled(source, range))
}

/// Whether an initialiser is more than one token.
pub fn can_fail(source: &Source, range: &Range<usize>) -> bool {
    source.syntax.tokens_in(range).len() > 1
}

/// Whether the first part of a `for` declares something: a word, and another one behind it.
pub fn declares(source: &Source, range: &Range<usize>) -> bool {
    let tokens = source.syntax.tokens_in(range);
    let words = tokens
        .map(|at| source.syntax.tokens[at])
        .take_while(|token| token.kind == TokenKind::Word || &source.bytes[token.start..token.end] == b"*");
    words.filter(|token| token.kind == TokenKind::Word).count() > 1
}
