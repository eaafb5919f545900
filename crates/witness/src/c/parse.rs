//! Statements of C: where each begins and ends, and how they nest.
//!
//! Expressions are not parsed, only their brackets are matched. A function whose statements cannot be told
//! apart (macros that hide braces, for instance) has none, and says why.

use std::ops::Range;

use super::lex::{self, Token, TokenKind};

/// What is in a file.
#[derive(Clone, Debug)]
pub struct Syntax {
    /// Its tokens.
    pub tokens: Vec<Token>,
    /// Lines of the preprocessor.
    pub directives: Vec<Range<usize>>,
    /// The number of the bracket that belongs to a bracket, by the numbers of tokens; their own for others.
    pub partners: Vec<usize>,
    /// Functions with a body, in their order.
    pub functions: Vec<Function>,
    /// The statements of all functions, in the order in which they begin; outer ones before inner ones.
    pub statements: Vec<Statement>,
    /// Why nothing is known of the functions, if nothing is.
    pub problem: Option<Problem>,
}

/// What cannot be understood, and where.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Problem {
    /// The byte.
    pub at: usize,
    /// What is wrong.
    pub what: &'static str,
}

/// A function with a body.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Function {
    /// Its name.
    pub name: String,
    /// The bytes from `{` to `}`.
    pub body: Range<usize>,
    /// Why its statements are not known, if they are not.
    pub problem: Option<Problem>,
}

/// A statement or a declaration inside a function.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Statement {
    /// What.
    pub kind: StatementKind,
    /// Its bytes, with the semicolon.
    pub range: Range<usize>,
    /// The statement around it.
    pub parent: Option<usize>,
    /// It stands in a block, so that others can be put before it.
    pub in_block: bool,
    /// The number of its function.
    pub function: usize,
}

/// Kinds of statements. Ranges are bytes, from the first token to the last; empty where nothing is.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum StatementKind {
    /// `{ … }`
    Block,
    /// `if (condition) …`
    If {
        /// What decides.
        condition: Range<usize>,
    },
    /// `while (condition) …`
    While {
        /// What decides.
        condition: Range<usize>,
    },
    /// `do … while (condition);`
    Do {
        /// What decides.
        condition: Range<usize>,
        /// Where the word `while` begins.
        keyword: usize,
    },
    /// `for (first; condition; step) …`
    For {
        /// What is done once.
        first: Range<usize>,
        /// What decides; empty if nothing does.
        condition: Range<usize>,
        /// What is done after each round.
        step: Range<usize>,
    },
    /// `switch (condition) …`
    Switch {
        /// What decides.
        condition: Range<usize>,
    },
    /// `name: …`, `default: …`
    Labelled {
        /// The number of the statement behind the colon.
        inner: usize,
    },
    /// `case value: …`
    Case {
        /// The value, or a range `a ... b`.
        value: Range<usize>,
        /// The number of the statement behind the colon.
        inner: usize,
    },
    /// `return value;`
    Return {
        /// The value; empty if there is none.
        value: Range<usize>,
    },
    /// `goto`, `break`, `continue`, `asm`.
    Jump,
    /// A declaration.
    Declaration,
    /// An expression.
    Expression,
    /// `;`
    Empty,
}

impl StatementKind {
    /// The condition of a loop, if it is one.
    pub fn loop_condition(&self) -> Option<&Range<usize>> {
        match self {
            Self::While { condition } | Self::Do { condition, .. } | Self::For { condition, .. } => {
                Some(condition)
            }
            Self::Block
            | Self::If { .. }
            | Self::Switch { .. }
            | Self::Labelled { .. }
            | Self::Case { .. }
            | Self::Return { .. }
            | Self::Jump
            | Self::Declaration
            | Self::Expression
            | Self::Empty => None,
        }
    }
}

/// Statements may nest this deep.
const DEPTH: usize = 1000;

impl Syntax {
    /// What is in a text.
    pub fn new(text: &[u8]) -> Self {
        let lex::Lexed { tokens, directives, .. } = lex::lex(text);
        let (partners, problem) = match match_brackets(text, &tokens) {
            Ok(partners) => (partners, None),
            Err(problem) => ((0..tokens.len()).collect(), Some(problem)),
        };
        let mut syntax =
            Self { tokens, directives, partners, functions: vec![], statements: vec![], problem };
        if syntax.problem.is_none() {
            read_file(text, &mut syntax);
        }
        syntax
    }

    /// The number of the token that begins at a byte.
    pub fn token_at(&self, offset: usize) -> Option<usize> {
        self.tokens.binary_search_by_key(&offset, |token| token.start).ok()
    }

    /// The numbers of the tokens inside a range of bytes.
    pub fn tokens_in(&self, range: &Range<usize>) -> Range<usize> {
        let first = self.tokens.partition_point(|token| token.start < range.start);
        let last = self.tokens.partition_point(|token| token.end <= range.end);
        first..last.max(first)
    }

    /// The number of the function around a byte.
    pub fn function_at(&self, offset: usize) -> Option<usize> {
        let after = self.functions.partition_point(|function| function.body.start <= offset);
        let at = after.checked_sub(1)?;
        self.functions[at].body.contains(&offset).then_some(at)
    }

    /// The innermost statement around a byte.
    pub fn statement_around(&self, offset: usize) -> Option<usize> {
        let inside = |at: &usize| self.statements[*at].range.contains(&offset);
        // Inner statements come after outer ones.
        (0..self.statements.partition_point(|one| one.range.start <= offset)).rev().find(inside)
    }
}

/// The partner of each bracket.
fn match_brackets(text: &[u8], tokens: &[Token]) -> Result<Vec<usize>, Problem> {
    let mut partners: Vec<usize> = (0..tokens.len()).collect();
    let mut open: Vec<(usize, u8)> = vec![];
    for (at, token) in tokens.iter().enumerate() {
        if token.kind != TokenKind::Sign {
            continue;
        }
        let closing = match text[token.start] {
            b'(' => {
                open.push((at, b')'));
                continue;
            }
            b'[' => {
                open.push((at, b']'));
                continue;
            }
            b'{' => {
                open.push((at, b'}'));
                continue;
            }
            sign @ (b')' | b']' | b'}') => sign,
            _ => continue,
        };
        match open.pop() {
            Some((partner, expected)) if expected == closing => {
                partners[at] = partner;
                partners[partner] = at;
            }
            _ => return Err(Problem { at: token.start, what: "a bracket without its partner" }),
        }
    }
    match open.pop() {
        None => Ok(partners),
        Some((at, _)) => Err(Problem { at: tokens[at].start, what: "a bracket without its partner" }),
    }
}

/// Finds the functions of a file, and their statements.
fn read_file(text: &[u8], syntax: &mut Syntax) {
    let mut at = 0;
    // The first token of the declaration, and the name of the function that was declared last: in old C the
    // types of parameters stand between the name and the body.
    let (mut start, mut last_name) = (0, None);
    let mut assigned = false;
    while at < syntax.tokens.len() {
        let reader = Reader { text, syntax };
        match reader.sign(at) {
            b"{" => {
                let end = reader.syntax.partners[at];
                if reader.is_aggregate(start, at) || assigned {
                    at = end;
                } else {
                    let name = reader.function_name(start..at).or(last_name.take());
                    read_function(text, syntax, name.unwrap_or_default(), at);
                    (start, at) = (end + 1, end);
                }
            }
            b"(" | b"[" => at = reader.syntax.partners[at],
            b"=" => assigned = true,
            b";" => {
                last_name = reader.function_name(start..at).or(last_name.take());
                (start, assigned) = (at + 1, false);
            }
            _ => {}
        }
        at += 1;
    }
}

fn read_function(text: &[u8], syntax: &mut Syntax, name: String, open: usize) {
    let close = syntax.partners[open];
    let body = syntax.tokens[open].start..syntax.tokens[close].end;
    let function = syntax.functions.len();
    let known = syntax.statements.len();
    syntax.functions.push(Function { name, body, problem: None });
    let mut reader = StatementReader { text, syntax, function };
    if let Err(problem) = reader.block(open, None, 0) {
        syntax.statements.truncate(known);
        syntax.functions[function].problem = Some(problem);
    }
}

/// Looks at tokens.
struct Reader<'a> {
    text: &'a [u8],
    syntax: &'a Syntax,
}

/// Words that stand before parentheses and are no functions.
const NO_FUNCTIONS: [&str; 8] =
    ["__attribute__", "__attribute", "__declspec", "__typeof__", "typeof", "__typeof", "_Alignas", "__asm__"];

impl<'a> Reader<'a> {
    fn bytes(&self, at: usize) -> &'a [u8] {
        self.syntax.tokens.get(at).map_or(b"", |token| &self.text[token.start..token.end])
    }

    fn is_word(&self, at: usize) -> bool {
        self.syntax.tokens.get(at).is_some_and(|token| token.kind == TokenKind::Word)
    }

    /// The bytes of a sign; empty for others.
    fn sign(&self, at: usize) -> &'a [u8] {
        match self.syntax.tokens.get(at) {
            Some(token) if token.kind == TokenKind::Sign => self.bytes(at),
            _ => b"",
        }
    }

    /// Whether the brace at `at` begins the members of a structure, union or enumeration.
    fn is_aggregate(&self, start: usize, at: usize) -> bool {
        let is_keyword = |at: usize| matches!(self.bytes(at), b"struct" | b"union" | b"enum");
        // `struct {`, `struct name {`, `struct __attribute__((packed)) name {`
        let mut before = at;
        while before > start {
            before -= 1;
            match self.sign(before) {
                b")" => before = self.syntax.partners[before],
                b"" if is_keyword(before) => return true,
                b"" if self.is_word(before) => {}
                _ => return false,
            }
            if before < start {
                return false;
            }
            // Parentheses belong to an attribute, or this is a function.
            if self.sign(before) == b"(" && (before == 0 || !self.is_no_function(before - 1)) {
                return false;
            }
        }
        false
    }

    fn is_no_function(&self, at: usize) -> bool {
        NO_FUNCTIONS.iter().any(|word| word.as_bytes() == self.bytes(at))
    }

    /// The name before the first parentheses of a declaration.
    fn function_name(&self, tokens: Range<usize>) -> Option<String> {
        let mut at = tokens.start;
        while at < tokens.end {
            let next_is_open = self.sign(at + 1) == b"(" && at + 1 < tokens.end;
            if self.is_word(at) && next_is_open {
                if !self.is_no_function(at) {
                    return Some(String::from_utf8_lossy(self.bytes(at)).into_owned());
                }
                at = self.syntax.partners[at + 1];
            }
            at += 1;
        }
        None
    }
}

/// Reads the statements of a function. Each method is given the number of the first token, and returns that
/// of the first token after what it read.
struct StatementReader<'a> {
    text: &'a [u8],
    syntax: &'a mut Syntax,
    function: usize,
}

type Read<T> = Result<T, Problem>;

impl StatementReader<'_> {
    fn bytes(&self, at: usize) -> &[u8] {
        self.syntax.tokens.get(at).map_or(b"", |token| &self.text[token.start..token.end])
    }

    fn kind(&self, at: usize) -> Option<TokenKind> {
        self.syntax.tokens.get(at).map(|token| token.kind)
    }

    fn problem<T>(&self, at: usize, what: &'static str) -> Read<T> {
        let at = self.syntax.tokens.get(at).or(self.syntax.tokens.last()).map_or(0, |token| token.start);
        Err(Problem { at, what })
    }

    fn expect(&self, at: usize, sign: &[u8], what: &'static str) -> Read<()> {
        if self.bytes(at) == sign { Ok(()) } else { self.problem(at, what) }
    }

    /// The bytes of some tokens.
    fn range(&self, tokens: Range<usize>) -> Range<usize> {
        if tokens.is_empty() {
            let at = self.syntax.tokens[tokens.start].start;
            return at..at;
        }
        self.syntax.tokens[tokens.start].start..self.syntax.tokens[tokens.end - 1].end
    }

    /// Makes room for a statement, so that outer ones come before inner ones.
    fn begin(&mut self, first: usize, parent: Option<usize>) -> usize {
        let in_block = match parent.map(|at| &self.syntax.statements[at].kind) {
            None | Some(StatementKind::Block) => true,
            Some(_) => false,
        };
        let start = self.syntax.tokens[first].start;
        let function = self.function;
        let statement =
            Statement { kind: StatementKind::Empty, range: start..start, parent, in_block, function };
        self.syntax.statements.push(statement);
        self.syntax.statements.len() - 1
    }

    fn end(&mut self, number: usize, kind: StatementKind, next: usize) {
        let end = self.syntax.tokens[next - 1].end;
        let statement = &mut self.syntax.statements[number];
        statement.kind = kind;
        statement.range.end = end;
    }

    fn block(&mut self, open: usize, parent: Option<usize>, depth: usize) -> Read<usize> {
        let number = self.begin(open, parent);
        // Its statements have to see that they are in a block.
        self.syntax.statements[number].kind = StatementKind::Block;
        let close = self.syntax.partners[open];
        let mut at = open + 1;
        while at < close {
            at = self.statement(at, close, Some(number), depth + 1)?;
        }
        if at != close {
            return self.problem(at, "a statement that does not end in its block");
        }
        self.end(number, StatementKind::Block, close + 1);
        Ok(close + 1)
    }

    /// Reads one statement before the token `limit`.
    fn statement(&mut self, at: usize, limit: usize, parent: Option<usize>, depth: usize) -> Read<usize> {
        if depth > DEPTH {
            return self.problem(at, "statements that nest too deep");
        }
        if at >= limit {
            return self.problem(at, "a statement is missing");
        }
        match self.bytes(at) {
            b"{" => return self.block(at, parent, depth),
            b"else" => return self.problem(at, "an else without an if"),
            _ => {}
        }
        let number = self.begin(at, parent);
        // Until it is known, it is anything but a block.
        let (kind, next) = match self.bytes(at) {
            b";" => (StatementKind::Empty, at + 1),
            b"if" => {
                let (condition, body) = self.parenthesised(at + 1)?;
                let mut next = self.statement(body, limit, Some(number), depth + 1)?;
                if next < limit && self.bytes(next) == b"else" {
                    next = self.statement(next + 1, limit, Some(number), depth + 1)?;
                }
                (StatementKind::If { condition }, next)
            }
            b"while" => {
                let (condition, body) = self.parenthesised(at + 1)?;
                let next = self.statement(body, limit, Some(number), depth + 1)?;
                (StatementKind::While { condition }, next)
            }
            b"switch" => {
                let (condition, body) = self.parenthesised(at + 1)?;
                let next = self.statement(body, limit, Some(number), depth + 1)?;
                (StatementKind::Switch { condition }, next)
            }
            b"do" => {
                let next = self.statement(at + 1, limit, Some(number), depth + 1)?;
                self.expect(next, b"while", "a do without its while")?;
                let (condition, after) = self.parenthesised(next + 1)?;
                self.expect(after, b";", "no semicolon behind do … while (…)")?;
                let keyword = self.syntax.tokens[next].start;
                (StatementKind::Do { condition, keyword }, after + 1)
            }
            b"for" => self.for_loop(at, limit, number, depth)?,
            b"case" => {
                let colon = self.colon(at + 1, limit)?;
                let value = self.range(at + 1..colon);
                let inner = self.syntax.statements.len();
                let next = self.labelled(colon + 1, limit, number, depth)?;
                (StatementKind::Case { value, inner }, next)
            }
            b"default" if self.bytes(at + 1) == b":" => {
                let inner = self.syntax.statements.len();
                let next = self.labelled(at + 2, limit, number, depth)?;
                (StatementKind::Labelled { inner }, next)
            }
            b"return" => {
                let end = self.semicolon(at + 1, limit)?;
                (StatementKind::Return { value: self.range(at + 1..end) }, end + 1)
            }
            b"goto" | b"break" | b"continue" | b"asm" | b"__asm__" | b"__asm" => {
                (StatementKind::Jump, self.semicolon(at, limit)? + 1)
            }
            _ if self.kind(at) == Some(TokenKind::Word) && self.bytes(at + 1) == b":" => {
                let inner = self.syntax.statements.len();
                let next = self.labelled(at + 2, limit, number, depth)?;
                (StatementKind::Labelled { inner }, next)
            }
            _ => {
                let end = self.semicolon(at, limit)?;
                let declares = self.is_declaration(at);
                let kind = if declares { StatementKind::Declaration } else { StatementKind::Expression };
                (kind, end + 1)
            }
        };
        self.end(number, kind, next);
        Ok(next)
    }

    /// What stands behind a label. At the end of a block there may be nothing; then nothing can be put there
    /// either, and the function is not understood.
    fn labelled(&mut self, at: usize, limit: usize, parent: usize, depth: usize) -> Read<usize> {
        self.statement(at, limit, Some(parent), depth + 1)
    }

    fn for_loop(
        &mut self,
        at: usize,
        limit: usize,
        number: usize,
        depth: usize,
    ) -> Read<(StatementKind, usize)> {
        self.expect(at + 1, b"(", "no parenthesis behind for")?;
        let close = self.syntax.partners[at + 1];
        let first_end = self.semicolon(at + 2, close)?;
        let condition_end = self.semicolon(first_end + 1, close)?;
        let kind = StatementKind::For {
            first: self.range(at + 2..first_end),
            condition: self.range(first_end + 1..condition_end),
            step: self.range(condition_end + 1..close),
        };
        let next = self.statement(close + 1, limit, Some(number), depth + 1)?;
        Ok((kind, next))
    }

    /// `(…)`: the bytes inside, and the number of the token behind.
    fn parenthesised(&self, at: usize) -> Read<(Range<usize>, usize)> {
        self.expect(at, b"(", "a parenthesis is missing")?;
        let close = self.syntax.partners[at];
        if close == at + 1 {
            return self.problem(at, "a condition is missing");
        }
        Ok((self.range(at + 1..close), close + 1))
    }

    /// The semicolon that ends what begins here.
    fn semicolon(&self, from: usize, limit: usize) -> Read<usize> {
        let mut at = from;
        while at < limit {
            match self.bytes(at) {
                b";" => return Ok(at),
                // Words that begin statements never stand inside others, except in blocks.
                b"if" | b"else" | b"while" | b"do" | b"for" | b"switch" | b"case" | b"return" | b"goto"
                    if at > from =>
                {
                    return self.problem(at, "a statement inside another, perhaps of a macro");
                }
                b"(" | b"[" => at = self.syntax.partners[at],
                b"{" => {
                    at = self.syntax.partners[at];
                }
                _ => {}
            }
            at += 1;
        }
        self.problem(from, "a statement without a semicolon")
    }

    /// The colon that ends `case …`.
    fn colon(&self, from: usize, limit: usize) -> Read<usize> {
        let (mut at, mut choices) = (from, 0);
        while at < limit {
            match self.bytes(at) {
                b"?" => choices += 1,
                b":" if choices == 0 => {
                    return if at == from { self.problem(at, "a case without a value") } else { Ok(at) };
                }
                b":" => choices -= 1,
                b"(" | b"[" | b"{" => at = self.syntax.partners[at],
                b";" => break,
                _ => {}
            }
            at += 1;
        }
        self.problem(from, "a case without a colon")
    }

    /// Whether a statement that begins here is a declaration. `a * b` is one: as an expression nobody would
    /// write it.
    fn is_declaration(&self, at: usize) -> bool {
        if declares(self.bytes(at)) {
            return true;
        }
        if self.kind(at) != Some(TokenKind::Word) {
            return false;
        }
        if self.bytes(at) == b"__extension__" {
            return self.is_declaration(at + 1);
        }
        let mut next = at + 1;
        while matches!(self.bytes(next), b"*" | b"const" | b"volatile" | b"restrict") {
            next += 1;
        }
        let is_name = self.kind(next) == Some(TokenKind::Word);
        is_name && (next == at + 1 || matches!(self.bytes(next + 1), b"=" | b";" | b"," | b"[" | b"("))
    }
}

/// Words that declarations begin with.
fn declares(word: &[u8]) -> bool {
    const WORDS: [&str; 39] = [
        "auto",
        "char",
        "const",
        "double",
        "enum",
        "extern",
        "float",
        "inline",
        "int",
        "long",
        "register",
        "restrict",
        "short",
        "signed",
        "static",
        "struct",
        "typedef",
        "union",
        "unsigned",
        "void",
        "volatile",
        "_Alignas",
        "_Atomic",
        "_Bool",
        "_Complex",
        "_Noreturn",
        "_Static_assert",
        "_Thread_local",
        "__const",
        "__volatile__",
        "__inline",
        "__inline__",
        "__signed__",
        "__int128",
        "__typeof__",
        "__typeof",
        "typeof",
        "__auto_type",
        "__attribute__",
    ];
    WORDS.iter().any(|one| one.as_bytes() == word)
}

#[cfg(test)]
mod tests;
