//! Terms and sorts, read with a stack of our own instead of recursion.

use fathom_ir::Bits;
use rustc_hash::FxHashSet;

use super::Error;
use super::lexer::{Lexer, Token, is_reserved_in_terms, shorten};
use super::names::Name;
use super::operators::{Applier, Misfit, OPERATORS, from_interchange, to_cell};
use super::print::symbol;
use super::script::{Binding, Script, SortBinding};
use super::sorts::{Cell, DECLARED_WIDTH, MAX_WIDTH, Surface};
use crate::op::float_kind;
use crate::sort::float_widths;
use crate::terms::{Term, Terms};

/// A term with its sort, and where it was written.
#[derive(Clone, Copy, Debug)]
pub(super) struct Value {
    pub(super) term: Term,
    pub(super) sort: Surface,
    /// Offset in the command.
    pub(super) at: usize,
}

/// What is applied.
#[derive(Clone, Copy, Debug)]
enum Head {
    Operator(u16, [u32; 2]),
    Function(u32),
    Macro(u32),
    /// `(as const sort)`
    ConstArray(Surface),
}

/// What is being read around the term at hand.
#[derive(Clone, Copy, Debug)]
enum Frame {
    /// An application; its arguments so far are the values from `base` on.
    Application { head: Head, base: usize, at: usize },
    /// The bindings of a `let`: names from `names` on, values from `base` on.
    Bindings { names: usize, base: usize, at: usize },
    /// The body of a `let`; when it ends, the meanings from `shadowed` on come back.
    Body { shadowed: usize, at: usize },
    /// `(! term`
    Annotation { at: usize },
}

/// Reads the terms and sorts of one command.
pub(super) struct Parser<'a, 't> {
    pub(super) script: &'t mut Script,
    pub(super) terms: &'t mut Terms,
    pub(super) lexer: Lexer<'a>,
    frames: Vec<Frame>,
    values: Vec<Value>,
    /// Names of bindings that are being read, and where they are.
    names: Vec<(Name, usize)>,
    /// What names meant outside of the `let`s around the term at hand.
    shadowed: Vec<(Name, Option<Binding>)>,
    /// Annotations cannot give names here: the terms have parameters.
    pub(super) in_macro: bool,
    /// The name that the outermost annotation gave to the last term.
    pub(super) outer_name: Option<Name>,
}

impl<'a, 't> Parser<'a, 't> {
    pub(super) fn new(script: &'t mut Script, terms: &'t mut Terms, lexer: Lexer<'a>) -> Self {
        Self {
            script,
            terms,
            lexer,
            frames: Vec::new(),
            values: Vec::new(),
            names: Vec::new(),
            shadowed: Vec::new(),
            in_macro: false,
            outer_name: None,
        }
    }

    pub(super) fn error<T>(&self, at: usize, message: impl Into<String>) -> Result<T, Error> {
        Err(self.lexer.error(at, message))
    }

    pub(super) fn unexpected<T>(&self, found: Token<'_>, expected: &str) -> Result<T, Error> {
        Err(self.lexer.unexpected(found, expected))
    }

    pub(super) fn expect_open(&mut self, expected: &str) -> Result<(), Error> {
        match self.lexer.next()? {
            Token::Open => Ok(()),
            other => self.unexpected(other, expected),
        }
    }

    pub(super) fn expect_close(&mut self) -> Result<(), Error> {
        match self.lexer.next()? {
            Token::Close => Ok(()),
            other => self.unexpected(other, "')'"),
        }
    }

    /// A symbol that is no reserved word of terms.
    pub(super) fn symbol_of(&self, token: Token<'a>, expected: &str) -> Result<&'a str, Error> {
        match token {
            Token::Quoted(text) => Ok(text),
            Token::Symbol(text) if is_reserved_in_terms(text) => self.error(
                self.lexer.token_start(),
                format!("expected {expected}, found the reserved word {text}"),
            ),
            Token::Symbol(text) => Ok(text),
            other => self.unexpected(other, expected),
        }
    }

    pub(super) fn symbol(&mut self, expected: &str) -> Result<&'a str, Error> {
        let token = self.lexer.next()?;
        self.symbol_of(token, expected)
    }

    /// Skips whatever stands up to the parenthesis that closes the one at hand.
    pub(super) fn skip_to_close(&mut self) -> Result<(), Error> {
        let mut depth = 1u64;
        loop {
            match self.lexer.next()? {
                Token::Open => depth += 1,
                Token::Close if depth == 1 => return Ok(()),
                Token::Close => depth -= 1,
                Token::End => return self.unexpected(Token::End, "')'"),
                _ => {}
            }
        }
    }

    /// A number that fits; the standard's numerals have any size.
    fn index(&mut self) -> Result<u32, Error> {
        match self.lexer.next()? {
            Token::Numeral(digits) => match digits.parse() {
                Ok(number) => Ok(number),
                Err(_) => self
                    .error(self.lexer.token_start(), format!("the index {} is too large", shorten(digits))),
            },
            other => self.unexpected(other, "a number"),
        }
    }
}

/// Terms.
impl<'a> Parser<'a, '_> {
    /// Reads a term. Names have their old meaning afterwards, error or not.
    pub(super) fn term(&mut self) -> Result<Value, Error> {
        let result = self.term_inside();
        if result.is_err() {
            self.unshadow(0);
            self.frames.clear();
            self.values.clear();
            self.names.clear();
        }
        result
    }

    /// Reads a term of sort Bool.
    pub(super) fn formula(&mut self) -> Result<Value, Error> {
        let value = self.term()?;
        if value.sort != Surface::Bool {
            let found = self.script.sort_text(value.sort);
            return self.error(value.at, format!("expected a term of sort Bool, found one of sort {found}"));
        }
        Ok(value)
    }

    fn term_inside(&mut self) -> Result<Value, Error> {
        self.outer_name = None;
        loop {
            let token = self.lexer.next()?;
            let at = self.lexer.token_start();
            let complete = match token {
                Token::Symbol(text) | Token::Quoted(text) => self.constant(token, text, at)?,
                Token::Open => match self.open(at)? {
                    Some(value) => value,
                    None => continue,
                },
                Token::Close => match self.frames.pop() {
                    Some(Frame::Application { head, base, at }) if self.values.len() > base => {
                        self.apply(head, base, at)?
                    }
                    _ => return self.unexpected(Token::Close, "a term"),
                },
                Token::Hex(digits) => {
                    let width = self.literal_width(digits.len() as u64 * 4, at)?;
                    self.bits(Bits::from_hex(width, digits), width, at)?
                }
                Token::Binary(digits) => {
                    let width = self.literal_width(digits.len() as u64, at)?;
                    self.bits(Some(from_binary(digits)), width, at)?
                }
                Token::Numeral(_) | Token::Decimal(_) => {
                    return self.error(at, "unsupported: integer and real numbers");
                }
                Token::String(_) => return self.error(at, "unsupported: strings in terms"),
                Token::Keyword(_) | Token::End => return self.unexpected(token, "a term"),
            };
            if let Some(value) = self.complete(complete)? {
                return Ok(value);
            }
        }
    }

    /// Hands a complete term to what is being read around it; the term itself if there is nothing.
    fn complete(&mut self, mut value: Value) -> Result<Option<Value>, Error> {
        loop {
            match self.frames.last().copied() {
                None => return Ok(Some(value)),
                Some(Frame::Application { .. }) => {
                    self.values.push(value);
                    return Ok(None);
                }
                Some(Frame::Bindings { names, base, at }) => {
                    self.values.push(value);
                    self.expect_close()?;
                    match self.lexer.next()? {
                        Token::Open => self.bound_name()?,
                        Token::Close => self.begin_body(names, base, at)?,
                        other => return self.unexpected(other, "'(' or ')'"),
                    }
                    return Ok(None);
                }
                Some(Frame::Body { shadowed, at }) => {
                    self.expect_close()?;
                    self.unshadow(shadowed);
                    self.frames.pop();
                    value.at = at;
                }
                Some(Frame::Annotation { at }) => {
                    value.at = at;
                    self.frames.pop();
                    self.attributes(value)?;
                }
            }
        }
    }

    /// After an opening parenthesis: begins a compound term, or reads one that has no terms inside.
    fn open(&mut self, at: usize) -> Result<Option<Value>, Error> {
        let token = self.lexer.next()?;
        let head = match token {
            Token::Symbol("let") => {
                self.expect_open("'(' and the bindings of let")?;
                self.expect_open("a binding: '(' symbol term ')'")?;
                self.frames.push(Frame::Bindings { names: self.names.len(), base: self.values.len(), at });
                self.bound_name()?;
                return Ok(None);
            }
            Token::Symbol("!") => {
                self.frames.push(Frame::Annotation { at });
                return Ok(None);
            }
            Token::Symbol("_") => return self.indexed_constant(at).map(Some),
            Token::Symbol("as") => return self.qualified_constant(at).map(Some),
            Token::Symbol(word @ ("forall" | "exists" | "match")) => {
                return self.error(at, format!("unsupported: {word}"));
            }
            Token::Open => self.compound_head()?,
            _ => {
                let text = self.symbol_of(token, "a function")?;
                self.simple_head(text)?
            }
        };
        self.frames.push(Frame::Application { head, base: self.values.len(), at });
        Ok(None)
    }

    fn simple_head(&mut self, text: &'a str) -> Result<Head, Error> {
        let name = self.script.names.intern(text);
        let at = self.lexer.token_start();
        match self.script.binding(name) {
            Some(Binding::Operator(operator)) => match OPERATORS[operator as usize].indices {
                0 => Ok(Head::Operator(operator, [0; 2])),
                count => self.error(at, format!("{text} needs {}: (_ {text} ...)", plural(count, "index"))),
            },
            Some(Binding::Function(function)) => Ok(Head::Function(function)),
            Some(Binding::Macro(definition)) => Ok(Head::Macro(definition)),
            Some(Binding::Term(..)) => {
                self.error(at, format!("{} is a constant and takes no arguments", symbol(text)))
            }
            None => self.error(at, format!("{} is not declared", symbol(&shorten(text)))),
        }
    }

    /// After two opening parentheses: `_ name indices)` or `as name sort)`.
    fn compound_head(&mut self) -> Result<Head, Error> {
        match self.lexer.next()? {
            Token::Symbol("_") => {
                let text = self.symbol("a function")?;
                let at = self.lexer.token_start();
                let name = self.script.names.intern(text);
                let Some(Binding::Operator(operator)) = self.script.binding(name) else {
                    return self
                        .error(at, format!("there is no function (_ {} ...)", symbol(&shorten(text))));
                };
                let count = OPERATORS[operator as usize].indices;
                if count == 0 {
                    return self.error(at, format!("{text} has no indices"));
                }
                let mut indices = [0; 2];
                for index in &mut indices[..count] {
                    *index = self.index()?;
                }
                self.expect_close()?;
                Ok(Head::Operator(operator, indices))
            }
            Token::Symbol("as") => {
                let text = self.symbol("a function")?;
                let at = self.lexer.token_start();
                if text == "const" {
                    let sort = self.sort()?;
                    self.expect_close()?;
                    return match sort {
                        Surface::Array(index, _) => {
                            self.script.counts_elements |= matches!(index, Cell::Declared(_));
                            Ok(Head::ConstArray(sort))
                        }
                        other => {
                            let found = self.script.sort_text(other);
                            self.error(at, format!("const has an array sort, found {found}"))
                        }
                    };
                }
                let head = self.simple_head(text)?;
                let sort = self.sort()?;
                self.expect_close()?;
                let result = match head {
                    Head::Function(function) => Some(self.script.signatures[function as usize].result),
                    Head::Macro(definition) => Some(self.script.macros[definition as usize].result),
                    Head::Operator(..) | Head::ConstArray(_) => None,
                };
                match result {
                    Some(result) if result != sort => {
                        let (name, result) = (symbol(text), self.script.sort_text(result));
                        let sort = self.script.sort_text(sort);
                        self.error(at, format!("{name} has sort {result}, not {sort}"))
                    }
                    _ => Ok(head),
                }
            }
            other => self.unexpected(other, "'_' or 'as'"),
        }
    }

    /// A symbol by itself.
    fn constant(&mut self, token: Token<'a>, text: &'a str, at: usize) -> Result<Value, Error> {
        let name = self.script.names.intern(text);
        match self.script.binding(name) {
            Some(Binding::Term(term, sort)) => return Ok(Value { term, sort, at }),
            Some(Binding::Operator(operator)) if OPERATORS[operator as usize].indices == 0 => {
                return self.apply(Head::Operator(operator, [0; 2]), self.values.len(), at);
            }
            _ => {}
        }
        self.symbol_of(token, "a term")?;
        // Not a constant: says why, or that nobody knows it.
        match self.simple_head(text)? {
            Head::Operator(..) | Head::ConstArray(_) => self.error(at, format!("{text} needs arguments")),
            head @ (Head::Function(_) | Head::Macro(_)) => self.apply(head, self.values.len(), at),
        }
    }

    fn literal_width(&self, width: u64, at: usize) -> Result<u32, Error> {
        match u32::try_from(width) {
            Ok(width) if width <= MAX_WIDTH => Ok(width),
            _ => self.error(at, format!("bit-vectors have at most {MAX_WIDTH} bits, this has {width}")),
        }
    }

    fn bits(&mut self, bits: Option<Bits>, width: u32, at: usize) -> Result<Value, Error> {
        match bits {
            Some(bits) => Ok(Value { term: self.terms.bits(&bits), sort: Surface::Bits(width), at }),
            None => self.error(at, format!("this number does not fit in {width} bits")),
        }
    }

    /// After `(_`: a constant with indices.
    fn indexed_constant(&mut self, at: usize) -> Result<Value, Error> {
        let text = self.symbol("a constant with indices")?;
        let here = self.lexer.token_start();
        if let Some(digits) = text.strip_prefix("bv")
            && !digits.is_empty()
            && digits.bytes().all(|byte| byte.is_ascii_digit())
        {
            let width = self.index()?;
            let width_at = self.lexer.token_start();
            self.expect_close()?;
            if width == 0 {
                return self.error(width_at, "a bit-vector has at least 1 bit");
            }
            let width = self.literal_width(width.into(), width_at)?;
            return self.bits(Bits::from_decimal(width, digits), width, at);
        }
        if matches!(text, "+oo" | "-oo" | "+zero" | "-zero" | "NaN") {
            let kind = self.float_format(here)?;
            self.expect_close()?;
            let (exponent, significand) = float_widths(kind);
            let width = exponent + significand;
            let sign = if text.starts_with('-') { Bits::signed_min(width) } else { Bits::zero(width) };
            let infinity = Bits::ones(exponent).zext(width).shl_by(significand - 1);
            let bits = match text {
                "NaN" => infinity.add(&Bits::one(width).shl_by(significand - 2)),
                "+oo" | "-oo" => sign.add(&infinity),
                _ => sign,
            };
            let bits = self.terms.bits(&bits);
            let term = from_interchange(self.terms, kind, bits);
            return Ok(Value { term, sort: Surface::Float(kind), at });
        }
        match OPERATORS.iter().find(|operator| operator.name == text) {
            Some(operator) if operator.indices > 0 => {
                self.error(here, format!("(_ {text} ...) needs arguments"))
            }
            Some(_) => self.error(here, format!("{text} has no indices")),
            None => self.error(here, format!("there is no constant (_ {} ...)", symbol(&shorten(text)))),
        }
    }

    fn float_format(&mut self, at: usize) -> Result<fathom_ir::types::FloatKind, Error> {
        let (exponent, significand) = (self.index()?, self.index()?);
        match float_kind(exponent, significand) {
            Some(kind) => Ok(kind),
            None => self.error(
                at,
                format!(
                    "floating-point numbers with {exponent} bits of exponent and {significand} of significand \
                     are not supported"
                ),
            ),
        }
    }

    /// After `(as`: a constant with its sort.
    fn qualified_constant(&mut self, at: usize) -> Result<Value, Error> {
        let token = self.lexer.next()?;
        let text = self.symbol_of(token, "a constant")?;
        let here = self.lexer.token_start();
        let sort = self.sort()?;
        self.expect_close()?;
        if let Surface::Declared(declared) = sort
            && let Some(number) = self.script.value_of_declared_sort(text, declared)
        {
            let term = self.terms.number(DECLARED_WIDTH, number.into());
            return Ok(Value { term, sort, at });
        }
        let value = self.constant(token, text, here)?;
        if value.sort != sort {
            let (found, sort) = (self.script.sort_text(value.sort), self.script.sort_text(sort));
            return self.error(here, format!("{} has sort {found}, not {sort}", symbol(text)));
        }
        Ok(Value { at, ..value })
    }

    /// An application whose arguments are the values from `base` on.
    fn apply(&mut self, head: Head, base: usize, at: usize) -> Result<Value, Error> {
        let result = self.applied(head, base, at);
        self.values.truncate(base);
        result
    }

    fn applied(&mut self, head: Head, base: usize, at: usize) -> Result<Value, Error> {
        let arguments = &self.values[base..];
        let blame = |misfit: Misfit| {
            let at = misfit.argument.and_then(|at| arguments.get(at)).map_or(at, |argument| argument.at);
            self.lexer.error(at, misfit.message)
        };
        let (term, sort) = match head {
            Head::Operator(operator, indices) => {
                let script = &*self.script;
                let sort_text = |sort| script.sort_text(sort);
                let operator = &OPERATORS[operator as usize];
                Applier { terms: self.terms, sort_text, operator, indices }.apply(arguments).map_err(blame)?
            }
            Head::Function(function) => {
                let signature = &self.script.signatures[function as usize];
                let name = symbol(self.terms.function_name(signature.function));
                check_arguments(self.script, &name, signature.parameters.iter().copied(), arguments)
                    .map_err(blame)?;
                let operands: Vec<Term> = arguments.iter().map(|argument| argument.term).collect();
                (self.terms.apply(signature.function, &operands), signature.result)
            }
            Head::Macro(definition) => {
                let found = &self.script.macros[definition as usize];
                let parameters = found.parameters.iter().map(|&(_, sort)| sort);
                let name = symbol(self.script.names.text(found.name));
                check_arguments(self.script, &name, parameters, arguments).map_err(blame)?;
                let result = found.result;
                match self.script.expand(self.terms, definition, arguments) {
                    Some(term) => (term, result),
                    None => {
                        return self.error(at, "unsupported: definitions that grow out of all proportion");
                    }
                }
            }
            Head::ConstArray(sort) => {
                let Surface::Array(_, element) = sort else {
                    return self.error(at, "const needs an array sort");
                };
                let [value] = *arguments else {
                    return self.error(at, format!("const: expected 1 argument, found {}", arguments.len()));
                };
                if value.sort != element.surface() {
                    let expected = self.script.sort_text(element.surface());
                    let found = self.script.sort_text(value.sort);
                    let message = format!("const: argument 1 must be of sort {expected}, found {found}");
                    return self.error(value.at, message);
                }
                let cell = to_cell(self.terms, value);
                (self.terms.const_array(sort.sort(), cell), sort)
            }
        };
        Ok(Value { term, sort, at })
    }

    /// A name that a binding of `let` begins with.
    fn bound_name(&mut self) -> Result<(), Error> {
        let text = self.symbol("the name of a variable")?;
        let name = self.script.names.intern(text);
        self.names.push((name, self.lexer.token_start()));
        Ok(())
    }

    /// All bindings of a `let` are read: they have their meaning in its body, and all at once.
    fn begin_body(&mut self, names: usize, base: usize, at: usize) -> Result<(), Error> {
        self.frames.pop();
        let shadowed = self.shadowed.len();
        self.frames.push(Frame::Body { shadowed, at });
        // With many bindings, looking for the same name twice must not compare all pairs.
        let mut seen: FxHashSet<Name> = FxHashSet::default();
        let count = self.names.len() - names;
        for (at, value) in (names..).zip(base..self.values.len()) {
            let (name, here) = self.names[at];
            let Value { term, sort, .. } = self.values[value];
            if count > 1 && !seen.insert(name) {
                let text = symbol(self.script.names.text(name));
                return self.error(here, format!("{text} is bound twice by this let"));
            }
            let old = self.script.rebind(name, Some(Binding::Term(term, sort)));
            self.shadowed.push((name, old));
        }
        self.names.truncate(names);
        self.values.truncate(base);
        Ok(())
    }

    /// Gives names back the meaning that they had.
    fn unshadow(&mut self, down_to: usize) {
        while self.shadowed.len() > down_to {
            if let Some((name, old)) = self.shadowed.pop() {
                self.script.rebind(name, old);
            }
        }
    }

    /// The attributes of an annotated term, and the parenthesis behind them.
    fn attributes(&mut self, value: Value) -> Result<(), Error> {
        let outermost = self.frames.is_empty();
        let mut token = self.lexer.next()?;
        if !matches!(token, Token::Keyword(_)) {
            return self.unexpected(token, "a keyword");
        }
        loop {
            match token {
                Token::Close => return Ok(()),
                Token::Keyword(":named") => {
                    let text = self.symbol("a name")?;
                    let at = self.lexer.token_start();
                    let name = self.script.names.intern(text);
                    if self.in_macro {
                        return self.error(at, "a term with parameters around it cannot be named");
                    }
                    if let Some(message) = self.script.refusal(name) {
                        return self.error(at, message);
                    }
                    self.script.name_term(name, value);
                    if outermost {
                        self.outer_name = Some(name);
                    }
                    token = self.lexer.next()?;
                }
                Token::Keyword(_) => {
                    token = self.lexer.next()?;
                    match token {
                        Token::Keyword(_) | Token::Close => {}
                        Token::End => return self.unexpected(token, "')'"),
                        Token::Open => {
                            self.skip_to_close()?;
                            token = self.lexer.next()?;
                        }
                        _ => token = self.lexer.next()?,
                    }
                }
                other => return self.unexpected(other, "a keyword or ')'"),
            }
        }
    }
}

/// Sorts.
impl<'a> Parser<'a, '_> {
    /// Reads a sort.
    pub(super) fn sort(&mut self) -> Result<Surface, Error> {
        // Applications being read: the name, where it is, and the arguments so far.
        let mut stack: Vec<(&'a str, usize, Vec<Surface>)> = Vec::new();
        loop {
            let token = self.lexer.next()?;
            let at = self.lexer.token_start();
            let sort = match token {
                Token::Open => match self.lexer.next()? {
                    Token::Symbol("_") => self.indexed_sort()?,
                    token => {
                        let text = self.symbol_of(token, "a sort")?;
                        stack.push((text, self.lexer.token_start(), Vec::new()));
                        continue;
                    }
                },
                Token::Close => match stack.pop() {
                    Some((text, at, arguments)) if !arguments.is_empty() => {
                        self.sort_application(text, at, &arguments)?
                    }
                    _ => return self.unexpected(token, "a sort"),
                },
                _ => {
                    let text = self.symbol_of(token, "a sort")?;
                    self.sort_application(text, at, &[])?
                }
            };
            match stack.last_mut() {
                Some((_, _, arguments)) => arguments.push(sort),
                None => return Ok(sort),
            }
        }
    }

    /// After `(_`.
    fn indexed_sort(&mut self) -> Result<Surface, Error> {
        let text = self.symbol("BitVec or FloatingPoint")?;
        let at = self.lexer.token_start();
        let sort = match text {
            "BitVec" => match self.index()? {
                0 => return self.error(self.lexer.token_start(), "a bit-vector has at least 1 bit"),
                width => Surface::Bits(self.literal_width(width.into(), self.lexer.token_start())?),
            },
            "FloatingPoint" => Surface::Float(self.float_format(at)?),
            _ => return self.error(at, format!("there is no sort (_ {} ...)", symbol(&shorten(text)))),
        };
        self.expect_close()?;
        Ok(sort)
    }

    fn sort_application(&self, text: &str, at: usize, arguments: &[Surface]) -> Result<Surface, Error> {
        // A script's own sort comes first: not every logic has all of ours.
        let own = self.script.names.find(text).and_then(|name| self.script.sort_binding(name));
        let expected = match own {
            Some(SortBinding::Declared(sort)) if arguments.is_empty() => return Ok(Surface::Declared(sort)),
            Some(SortBinding::Parameter(number)) if arguments.is_empty() => {
                return Ok(Surface::Parameter(number));
            }
            Some(SortBinding::Defined(body, count)) if arguments.len() == count as usize => {
                return match body.instantiate(arguments) {
                    Ok(sort) => Ok(sort),
                    Err(culprit) => self.no_cell(at, culprit),
                };
            }
            Some(SortBinding::Declared(_) | SortBinding::Parameter(_)) => 0,
            Some(SortBinding::Defined(_, count)) => count as usize,
            None => match builtin_sort(text) {
                Some(sort) if arguments.is_empty() => return Ok(sort),
                Some(_) => 0,
                None if text == "Array" => match *arguments {
                    [index, element] => {
                        let Some(first) = index.cell() else { return self.no_cell(at, index) };
                        let Some(second) = element.cell() else { return self.no_cell(at, element) };
                        return Ok(Surface::Array(first, second));
                    }
                    _ => 2,
                },
                None if matches!(text, "Int" | "Real" | "String" | "RegLan") => {
                    return self.error(at, format!("unsupported: sort {text}"));
                }
                None => {
                    return self.error(at, format!("there is no sort {}", symbol(&shorten(text))));
                }
            },
        };
        let found = arguments.len();
        self.error(at, format!("sort {} takes {}, found {found}", symbol(text), plural(expected, "argument")))
    }

    fn no_cell<T>(&self, at: usize, culprit: Surface) -> Result<T, Error> {
        let found = self.script.sort_text(culprit);
        self.error(at, format!("unsupported: arrays with indices or elements of sort {found}"))
    }
}

/// A sort without arguments that is known from the beginning.
pub(super) fn builtin_sort(text: &str) -> Option<Surface> {
    use fathom_ir::types::FloatKind;
    match text {
        "Bool" => Some(Surface::Bool),
        "RoundingMode" => Some(Surface::Rounding),
        "Float16" => Some(Surface::Float(FloatKind::F16)),
        "Float32" => Some(Surface::Float(FloatKind::F32)),
        "Float64" => Some(Surface::Float(FloatKind::F64)),
        "Float128" => Some(Surface::Float(FloatKind::F128)),
        _ => None,
    }
}

/// The arguments have the sorts of the parameters.
fn check_arguments(
    script: &Script,
    name: &str,
    parameters: impl ExactSizeIterator<Item = Surface>,
    arguments: &[Value],
) -> Result<(), Misfit> {
    let count = parameters.len();
    if count != arguments.len() {
        let message = format!("{name}: expected {}, found {}", plural(count, "argument"), arguments.len());
        return Err(Misfit { argument: None, message });
    }
    for (at, (parameter, argument)) in parameters.zip(arguments).enumerate() {
        if parameter != argument.sort {
            let (expected, found) = (script.sort_text(parameter), script.sort_text(argument.sort));
            let message = format!("{name}: argument {} must be of sort {expected}, found {found}", at + 1);
            return Err(Misfit { argument: Some(at), message });
        }
    }
    Ok(())
}

fn plural(count: usize, what: &str) -> String {
    match (count, what) {
        (1, "index") => "an index".to_string(),
        (_, "index") => format!("{count} indices"),
        (1, what) => format!("1 {what}"),
        _ => format!("{count} {what}s"),
    }
}

/// Binary digits, checked by the lexer.
fn from_binary(digits: &str) -> Bits {
    let words: Vec<u64> = digits
        .as_bytes()
        .rchunks(64)
        .map(|chunk| chunk.iter().fold(0, |word, digit| word << 1 | u64::from(digit & 1)))
        .collect();
    Bits::from_words(digits.len() as u32, &words)
}
