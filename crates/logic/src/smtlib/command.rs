//! The commands of SMT-LIB 2.6.

use super::lexer::{Lexer, Token, is_reserved, normalise, shorten, unescape};
use super::names::Name;
use super::parse::{Parser, Value, builtin_sort};
use super::print::symbol;
use super::script::{Binding, Script, SortBinding};
use super::sorts::Surface;
use super::source::Chunk;
use super::{Error, lexer};
use crate::terms::{Term, Terms};

/// A command, with its terms.
#[derive(Clone, PartialEq, Debug)]
pub enum Command {
    /// `set-logic`
    SetLogic(String),
    /// `set-option`
    SetOption {
        /// With its colon.
        keyword: String,
        /// What follows it.
        value: AttributeValue,
    },
    /// `get-option`
    GetOption(String),
    /// `set-info`
    SetInfo {
        /// With its colon.
        keyword: String,
        /// What follows it.
        value: AttributeValue,
    },
    /// `get-info`
    GetInfo(String),
    /// A declaration or definition. The script has entered it.
    Declared,
    /// `assert`
    Assert {
        /// The formula.
        formula: Term,
        /// The name that an annotation around all of the formula gives it.
        name: Option<String>,
        /// The formula as it was written, if the script keeps that.
        text: Option<String>,
    },
    /// `push`
    Push(u64),
    /// `pop`
    Pop(u64),
    /// `check-sat`
    CheckSat,
    /// `check-sat-assuming`
    CheckSatAssuming(Vec<Assumption>),
    /// `get-model`
    GetModel,
    /// `get-value`
    GetValue(Vec<Query>),
    /// `get-assignment`
    GetAssignment,
    /// `get-assertions`
    GetAssertions,
    /// `get-proof`
    GetProof,
    /// `get-unsat-core`
    GetUnsatCore,
    /// `get-unsat-assumptions`
    GetUnsatAssumptions,
    /// `reset`
    Reset,
    /// `reset-assertions`
    ResetAssertions,
    /// `echo`
    Echo(String),
    /// `exit`
    Exit,
    /// A command of the standard that we do not support.
    Unsupported(String),
}

/// An assumption of `check-sat-assuming`.
#[derive(Clone, PartialEq, Debug)]
pub struct Assumption {
    /// The formula.
    pub formula: Term,
    /// As it was written.
    pub text: String,
}

/// A term of `get-value`.
#[derive(Clone, PartialEq, Debug)]
pub struct Query {
    /// The term.
    pub term: Term,
    /// Its sort.
    pub sort: Surface,
    /// As it was written.
    pub text: String,
}

/// The value of an attribute or option.
#[derive(Clone, PartialEq, Debug)]
pub enum AttributeValue {
    /// There is none.
    None,
    /// A symbol, such as `true`.
    Symbol(String),
    /// The digits of a number.
    Numeral(String),
    /// A string, without its quotes.
    String(String),
    /// Anything else, as it was written.
    Other(String),
}

const COMMANDS: &[&str] = &[
    "assert",
    "check-sat",
    "check-sat-assuming",
    "declare-const",
    "declare-datatype",
    "declare-datatypes",
    "declare-fun",
    "declare-sort",
    "define-const",
    "define-fun",
    "define-fun-rec",
    "define-funs-rec",
    "define-sort",
    "echo",
    "exit",
    "get-assertions",
    "get-assignment",
    "get-info",
    "get-model",
    "get-option",
    "get-proof",
    "get-unsat-assumptions",
    "get-unsat-core",
    "get-value",
    "pop",
    "push",
    "reset",
    "reset-assertions",
    "set-info",
    "set-logic",
    "set-option",
];

/// The symbol is the name of a command, and so reserved. (`define-const` is none of the standard's.)
pub(super) fn is_command_name(text: &str) -> bool {
    COMMANDS.binary_search(&text).is_ok() && text != "define-const"
}

impl Script {
    /// Reads one command and enters what it declares. After an error nothing has changed.
    pub fn read(&mut self, terms: &mut Terms, chunk: &Chunk<'_>) -> Result<Command, Error> {
        self.bytes += chunk.text.len() as u64;
        let named = self.named_count();
        let mut parser = Parser::new(self, terms, Lexer::new(chunk));
        let result = parser.command();
        if result.is_err() {
            self.forget_names(named);
        }
        result
    }
}

impl<'a> Parser<'a, '_> {
    fn command(&mut self) -> Result<Command, Error> {
        match self.lexer.next()? {
            Token::Open => {}
            other => return self.unexpected(other, "a command, which begins with '('"),
        }
        let name = match self.lexer.next()? {
            Token::Symbol(name) => name,
            other => return self.unexpected(other, "the name of a command"),
        };
        let at = self.lexer.token_start();
        match name {
            "set-logic" => {
                let logic = self.symbol("the name of a logic")?.to_string();
                self.done(Command::SetLogic(logic))
            }
            "set-option" => {
                let (keyword, value) = self.attribute()?;
                Ok(Command::SetOption { keyword, value })
            }
            "set-info" => {
                let (keyword, value) = self.attribute()?;
                Ok(Command::SetInfo { keyword, value })
            }
            "get-option" => {
                let keyword = self.keyword()?;
                self.done(Command::GetOption(keyword))
            }
            "get-info" => {
                let keyword = self.keyword()?;
                self.done(Command::GetInfo(keyword))
            }
            "declare-sort" => self.declare_sort(),
            "define-sort" => self.define_sort(),
            "declare-const" => {
                let name = self.new_name()?;
                let sort = self.sort()?;
                self.expect_close()?;
                self.end()?;
                self.script.declare(self.terms, name, Vec::new(), sort);
                Ok(Command::Declared)
            }
            "declare-fun" => self.declare_fun(),
            "define-const" => {
                let name = self.new_name()?;
                let sort = self.sort()?;
                self.definition(name, Vec::new(), sort)
            }
            "define-fun" => self.define_fun(),
            "define-fun-rec" | "define-funs-rec" | "declare-datatype" | "declare-datatypes" => {
                self.skip_to_close()?;
                self.end()?;
                Ok(Command::Unsupported(name.to_string()))
            }
            "assert" => self.assert(),
            "push" => {
                let levels = self.levels()?;
                self.done(Command::Push(levels))
            }
            "pop" => {
                let levels = self.levels()?;
                self.done(Command::Pop(levels))
            }
            "check-sat" => self.done(Command::CheckSat),
            "check-sat-assuming" => {
                self.expect_open("'(' and assumptions")?;
                let assumptions = self.assumptions()?;
                self.done(Command::CheckSatAssuming(assumptions))
            }
            "get-model" => self.done(Command::GetModel),
            "get-value" => {
                self.expect_open("'(' and terms")?;
                let queries = self.queries()?;
                self.done(Command::GetValue(queries))
            }
            "get-assignment" => self.done(Command::GetAssignment),
            "get-assertions" => self.done(Command::GetAssertions),
            "get-proof" => self.done(Command::GetProof),
            "get-unsat-core" => self.done(Command::GetUnsatCore),
            "get-unsat-assumptions" => self.done(Command::GetUnsatAssumptions),
            "reset" => self.done(Command::Reset),
            "reset-assertions" => self.done(Command::ResetAssertions),
            "echo" => match self.lexer.next()? {
                Token::String(text) => self.done(Command::Echo(unescape(text))),
                other => self.unexpected(other, "a string"),
            },
            "exit" => self.done(Command::Exit),
            _ => self.error(at, format!("there is no command {}", symbol(&shorten(name)))),
        }
    }

    /// The end of a command.
    fn done(&mut self, command: Command) -> Result<Command, Error> {
        self.expect_close()?;
        self.end()?;
        Ok(command)
    }

    fn end(&mut self) -> Result<(), Error> {
        match self.lexer.next()? {
            Token::End => Ok(()),
            other => self.unexpected(other, "the end of the command"),
        }
    }

    fn keyword(&mut self) -> Result<String, Error> {
        match self.lexer.next()? {
            Token::Keyword(text) => Ok(text.to_string()),
            other => self.unexpected(other, "a keyword"),
        }
    }

    /// A keyword, perhaps a value, and the end of the command.
    fn attribute(&mut self) -> Result<(String, AttributeValue), Error> {
        let keyword = self.keyword()?;
        let value = match self.lexer.next()? {
            Token::Close => {
                self.end()?;
                return Ok((keyword, AttributeValue::None));
            }
            Token::Symbol(text) | Token::Quoted(text) => AttributeValue::Symbol(text.to_string()),
            Token::Numeral(digits) => AttributeValue::Numeral(digits.to_string()),
            Token::String(text) => AttributeValue::String(unescape(text)),
            token @ (Token::Keyword(_) | Token::End) => return self.unexpected(token, "a value"),
            Token::Decimal(_) | Token::Hex(_) | Token::Binary(_) => {
                let text = self.lexer.slice(self.lexer.token_start(), self.lexer.token_end());
                AttributeValue::Other(text.to_string())
            }
            Token::Open => {
                let start = self.lexer.token_start();
                self.skip_to_close()?;
                AttributeValue::Other(normalise(self.lexer.slice(start, self.lexer.token_end())))
            }
        };
        self.expect_close()?;
        self.end()?;
        Ok((keyword, value))
    }

    /// The number of `push` and `pop`; 1 if there is none, as solvers have it.
    fn levels(&mut self) -> Result<u64, Error> {
        let mut ahead = self.lexer.clone();
        match ahead.next()? {
            Token::Close => Ok(1),
            Token::Numeral(digits) => {
                self.lexer = ahead;
                // More than a solver could ever have had.
                Ok(digits.parse().unwrap_or(u64::MAX))
            }
            other => {
                self.lexer = ahead;
                self.unexpected(other, "a number")
            }
        }
    }

    /// A symbol that may get a meaning: no reserved word at all.
    fn new_symbol(&mut self) -> Result<&'a str, Error> {
        match self.lexer.next()? {
            Token::Symbol(text) if is_reserved(text) => self
                .error(self.lexer.token_start(), format!("expected a name, found the reserved word {text}")),
            token => self.symbol_of(token, "a name"),
        }
    }

    /// A name that the script gives a meaning.
    fn new_name(&mut self) -> Result<Name, Error> {
        let text = self.new_symbol()?;
        let at = self.lexer.token_start();
        let name = self.script.names.intern(text);
        match self.script.refusal(name) {
            Some(message) => self.error(at, message),
            None => Ok(name),
        }
    }

    fn new_sort_name(&mut self) -> Result<Name, Error> {
        let text = self.new_symbol()?;
        let at = self.lexer.token_start();
        let name = self.script.names.intern(text);
        if self.script.sort_binding(name).is_some() || builtin_sort(text).is_some() || text == "Array" {
            return self.error(at, format!("there is a sort {} already", symbol(text)));
        }
        Ok(name)
    }

    fn declare_sort(&mut self) -> Result<Command, Error> {
        let name = self.new_sort_name()?;
        match self.lexer.next()? {
            Token::Numeral("0") => {}
            Token::Numeral(_) => {
                let at = self.lexer.token_start();
                return self.error(at, "unsupported: declared sorts with parameters");
            }
            // Some solvers let the number away.
            Token::Close => {
                self.end()?;
                self.script.declare_sort(name);
                return Ok(Command::Declared);
            }
            other => return self.unexpected(other, "the number of parameters"),
        }
        self.expect_close()?;
        self.end()?;
        self.script.declare_sort(name);
        Ok(Command::Declared)
    }

    fn define_sort(&mut self) -> Result<Command, Error> {
        let name = self.new_sort_name()?;
        self.expect_open("'(' and parameters")?;
        let mut parameters: Vec<(Name, Option<SortBinding>)> = Vec::new();
        let body = self.sort_body(&mut parameters);
        for &(parameter, old) in parameters.iter().rev() {
            self.script.rebind_sort(parameter, old);
        }
        let body = body?;
        self.end()?;
        self.script.define_sort(name, SortBinding::Defined(body, parameters.len() as u32));
        Ok(Command::Declared)
    }

    /// Parameters and body of `define-sort`, with the parenthesis behind them. The parameters have their
    /// meaning until the caller takes it back.
    fn sort_body(&mut self, parameters: &mut Vec<(Name, Option<SortBinding>)>) -> Result<Surface, Error> {
        loop {
            match self.lexer.next()? {
                Token::Close => break,
                token => {
                    let text = self.symbol_of(token, "a parameter")?;
                    let name = self.script.names.intern(text);
                    let number = parameters.len() as u32;
                    let old = self.script.rebind_sort(name, Some(SortBinding::Parameter(number)));
                    parameters.push((name, old));
                }
            }
        }
        let sort = self.sort()?;
        self.expect_close()?;
        Ok(sort)
    }

    fn declare_fun(&mut self) -> Result<Command, Error> {
        let name = self.new_name()?;
        self.expect_open("'(' and sorts of parameters")?;
        let mut parameters = Vec::new();
        loop {
            let mut ahead = self.lexer.clone();
            if ahead.next()? == Token::Close {
                self.lexer = ahead;
                break;
            }
            parameters.push(self.sort()?);
        }
        let result = self.sort()?;
        self.expect_close()?;
        self.end()?;
        self.script.declare(self.terms, name, parameters, result);
        Ok(Command::Declared)
    }

    fn define_fun(&mut self) -> Result<Command, Error> {
        let name = self.new_name()?;
        self.expect_open("'(' and parameters")?;
        let mut parameters: Vec<(Name, Surface)> = Vec::new();
        let mut seen = rustc_hash::FxHashSet::default();
        loop {
            match self.lexer.next()? {
                Token::Close => break,
                Token::Open => {}
                other => return self.unexpected(other, "'(' name sort ')'"),
            }
            let text = self.symbol("a parameter")?;
            let at = self.lexer.token_start();
            let parameter = self.script.names.intern(text);
            if !seen.insert(parameter) {
                return self.error(at, format!("there are two parameters {}", symbol(text)));
            }
            let sort = self.sort()?;
            self.expect_close()?;
            parameters.push((parameter, sort));
        }
        let result = self.sort()?;
        self.definition(name, parameters, result)
    }

    /// The body of a definition and the end of the command.
    fn definition(
        &mut self,
        name: Name,
        parameters: Vec<(Name, Surface)>,
        result: Surface,
    ) -> Result<Command, Error> {
        let mut variables: Vec<(Term, Surface)> = Vec::new();
        let mut shadowed: Vec<(Name, Option<Binding>)> = Vec::new();
        for &(parameter, sort) in &parameters {
            let variable = self.terms.symbol(self.script.names.text(parameter), sort.sort());
            variables.push((variable, sort));
            shadowed.push((parameter, self.script.rebind(parameter, Some(Binding::Term(variable, sort)))));
        }
        self.in_macro = !parameters.is_empty();
        let body = self.term();
        for (parameter, old) in shadowed {
            self.script.rebind(parameter, old);
        }
        let body = body?;
        if body.sort != result {
            let (expected, found) = (self.script.sort_text(result), self.script.sort_text(body.sort));
            return self.error(body.at, format!("the definition has sort {found}, not {expected}"));
        }
        self.expect_close()?;
        self.end()?;
        if self.script.binding(name).is_some_and(|binding| !matches!(binding, Binding::Operator(_))) {
            let text = symbol(self.script.names.text(name));
            return self.error(body.at, format!("{text} is declared inside its own definition"));
        }
        if variables.is_empty() {
            self.script.define(name, Binding::Term(body.term, body.sort));
        } else {
            self.script.add_macro(self.terms, name, variables, body);
        }
        Ok(Command::Declared)
    }

    fn assert(&mut self) -> Result<Command, Error> {
        let start = self.lexer.token_end();
        let formula = self.formula()?.term;
        let name = self.outer_name.map(|name| self.script.names.text(name).to_string());
        let text =
            self.script.keep_assertions.then(|| normalise(self.lexer.slice(start, self.lexer.token_end())));
        self.done(Command::Assert { formula, name, text })
    }

    /// A term as it was written, unless the list ends here.
    fn listed(
        &mut self,
        read: fn(&mut Self) -> Result<Value, Error>,
    ) -> Result<Option<(Value, String)>, Error> {
        let mut ahead = self.lexer.clone();
        if ahead.next()? == Token::Close {
            self.lexer = ahead;
            return Ok(None);
        }
        let start = ahead.token_start();
        let value = read(self)?;
        Ok(Some((value, normalise(self.lexer.slice(start, self.lexer.token_end())))))
    }

    fn assumptions(&mut self) -> Result<Vec<Assumption>, Error> {
        let mut assumptions = Vec::new();
        while let Some((value, text)) = self.listed(Self::formula)? {
            assumptions.push(Assumption { formula: value.term, text });
        }
        Ok(assumptions)
    }

    fn queries(&mut self) -> Result<Vec<Query>, Error> {
        let mut queries = Vec::new();
        while let Some((value, text)) = self.listed(Self::term)? {
            queries.push(Query { term: value.term, sort: value.sort, text });
        }
        if queries.is_empty() {
            return self.error(self.lexer.token_start(), "expected a term, found ')'");
        }
        Ok(queries)
    }
}

/// The name of a logic, option or the like as a script would have it.
pub fn quoted(value: &AttributeValue) -> String {
    match value {
        AttributeValue::None => String::new(),
        AttributeValue::Symbol(text) => symbol(text),
        AttributeValue::Numeral(text) | AttributeValue::Other(text) => text.clone(),
        AttributeValue::String(text) => lexer::string_literal(text),
    }
}
