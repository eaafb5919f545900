//! Text to program. The grammar is flat, so nothing recurses; every error has a line and a column.

use rustc_hash::FxHashMap;

use super::lex::{Lexer, Position, Token};
use crate::bits::Bits;
use crate::canonical::canonicalize;
use crate::float;
use crate::program::*;
use crate::types::{FloatKind, Type, VaAbi};

mod body;

/// Why a text is not a program.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{line}:{column}: {message}")]
pub struct ParseError {
    /// Line from 1.
    pub line: u32,
    /// Column from 1, in bytes.
    pub column: u32,
    /// What is wrong.
    pub message: String,
}

impl ParseError {
    pub(super) fn new(at: Position, message: impl Into<String>) -> Self {
        Self { line: at.line, column: at.column, message: message.into() }
    }
}

type Parsed<T> = Result<T, ParseError>;

/// Reads a program, which is [canonical](crate::canonical). It may still be ill-formed in ways that
/// the [verifier](crate::verify) finds.
pub fn parse(text: &str) -> Result<Program, ParseError> {
    let symbols = declared_symbols(text)?;
    let mut lexer = Lexer::new(text);
    let (token, position) = lexer.next()?;
    let mut parser = Parser {
        lexer,
        token,
        position,
        program: Program { notes: vec![String::new()], ..Program::default() },
        symbols,
        notes: FxHashMap::default(),
        files: FxHashMap::default(),
        locs: FxHashMap::default(),
        loc_entries: vec![(Position { line: 1, column: 1 }, Some(Loc::UNKNOWN))],
    };
    parser.program()?;
    for &(position, entry) in &parser.loc_entries {
        let Some(loc) = entry else {
            return Err(ParseError::new(position, "this position is not in the list at the end"));
        };
        parser.program.locs.push(loc);
    }
    let mut program = parser.program;
    canonicalize(&mut program);
    Ok(program)
}

/// The ids of all globals and functions, which are numbered by kind in the order of the text. Their
/// uses may come before.
fn declared_symbols(text: &str) -> Parsed<FxHashMap<String, Symbol>> {
    let mut symbols = FxHashMap::default();
    let (mut globals, mut functions) = (0, 0);
    let mut lexer = Lexer::new(text);
    let mut before = Token::End;
    loop {
        let (token, position) = lexer.next()?;
        let symbol = match (&before, &token) {
            (_, Token::End) => return Ok(symbols),
            (Token::Word("global"), Token::Symbol(_)) => {
                globals += 1;
                Symbol::Global(GlobalId(globals - 1))
            }
            (Token::Word("fn" | "declare"), Token::Symbol(_)) => {
                functions += 1;
                Symbol::Func(FuncId(functions - 1))
            }
            _ => {
                before = token;
                continue;
            }
        };
        if let Token::Symbol(name) = token
            && let Some(_) = symbols.insert(name.clone(), symbol)
        {
            return Err(ParseError::new(position, format!("`@{name}` is there already")));
        }
        before = Token::End;
    }
}

struct Parser<'a> {
    lexer: Lexer<'a>,
    /// The token to look at, and where it is.
    token: Token<'a>,
    position: Position,
    program: Program,
    symbols: FxHashMap<String, Symbol>,
    notes: FxHashMap<String, NoteId>,
    files: FxHashMap<String, FileId>,
    /// The id of each number of a position in the text, in order of first mention.
    locs: FxHashMap<u32, LocId>,
    /// By id: where it was mentioned first, and what it is.
    loc_entries: Vec<(Position, Option<Loc>)>,
}

/// Tokens.
impl<'a> Parser<'a> {
    fn advance(&mut self) -> Parsed<Token<'a>> {
        let (token, position) = self.lexer.next()?;
        self.position = position;
        Ok(std::mem::replace(&mut self.token, token))
    }

    fn error<T>(&self, message: impl Into<String>) -> Parsed<T> {
        Err(ParseError::new(self.position, message))
    }

    fn expected<T>(&self, what: &str) -> Parsed<T> {
        self.error(format!("expected {what}, found {}", self.token.describe()))
    }

    /// Takes a mark if it is next.
    fn eat(&mut self, punct: &str) -> Parsed<bool> {
        let there = matches!(self.token, Token::Punct(p) if p == punct);
        if there {
            self.advance()?;
        }
        Ok(there)
    }

    fn expect(&mut self, punct: &str) -> Parsed<()> {
        if self.eat(punct)? { Ok(()) } else { self.expected(&format!("`{punct}`")) }
    }

    /// Takes a word if it is next.
    fn eat_word(&mut self, word: &str) -> Parsed<bool> {
        let there = matches!(self.token, Token::Word(w) if w == word);
        if there {
            self.advance()?;
        }
        Ok(there)
    }

    fn expect_word(&mut self, word: &str) -> Parsed<()> {
        if self.eat_word(word)? { Ok(()) } else { self.expected(&format!("`{word}`")) }
    }

    /// A decimal number of a machine type.
    fn number<T: std::str::FromStr>(&mut self, what: &str) -> Parsed<T> {
        let Token::Number(text) = self.token else { return self.expected(what) };
        let Ok(value) = text.parse() else {
            return self.error(format!("{what} is expected, and {text} is none"));
        };
        self.advance()?;
        Ok(value)
    }

    fn text(&mut self) -> Parsed<String> {
        match &self.token {
            Token::Text(_) => match self.advance()? {
                Token::Text(text) => Ok(text),
                _ => Ok(String::new()),
            },
            _ => self.expected("a string"),
        }
    }
}

/// Parts that several items have.
impl Parser<'_> {
    /// The type that the next word is, if it is one.
    fn peek_type(&self) -> Option<Type> {
        let Token::Word(word) = self.token else { return None };
        if word == "ptr" {
            return Some(Type::Ptr);
        }
        if let Some(kind) = FloatKind::ALL.into_iter().find(|kind| kind.name() == word) {
            return Some(Type::Float(kind));
        }
        let digits = word.strip_prefix('i')?;
        let canonical = digits.bytes().all(|b| b.is_ascii_digit()) && !digits.starts_with('0');
        let bits = digits.parse().ok().filter(|bits| (1..=Type::MAX_INT_BITS).contains(bits))?;
        canonical.then_some(Type::Int(bits))
    }

    fn ty(&mut self) -> Parsed<Type> {
        match self.peek_type() {
            Some(ty) => {
                self.advance()?;
                Ok(ty)
            }
            None => self.expected("a type"),
        }
    }

    /// `-> i32, ptr`, or nothing.
    fn result_types(&mut self) -> Parsed<Vec<Type>> {
        let mut types = Vec::new();
        if self.eat("->")? {
            types.push(self.ty()?);
            while self.eat(",")? {
                types.push(self.ty()?);
            }
        }
        Ok(types)
    }

    /// `!12`, or nothing.
    fn loc(&mut self) -> Parsed<LocId> {
        let Token::Loc(number) = self.token else { return Ok(LocId::NONE) };
        let id = self.loc_id(number)?;
        self.advance()?;
        Ok(id)
    }

    fn loc_id(&mut self, number: u32) -> Parsed<LocId> {
        if number == 0 {
            return self.error("position 0 stands for none and is not written");
        }
        let next = LocId(self.loc_entries.len() as u32);
        let id = *self.locs.entry(number).or_insert(next);
        if id == next {
            self.loc_entries.push((self.position, None));
        }
        Ok(id)
    }

    fn note(&mut self, text: String) -> NoteId {
        if text.is_empty() {
            return NoteId::NONE;
        }
        let notes = &mut self.program.notes;
        *self.notes.entry(text).or_insert_with_key(|text| {
            notes.push(text.clone());
            NoteId(notes.len() as u32 - 1)
        })
    }

    /// `, "text"`, or nothing.
    fn optional_note(&mut self) -> Parsed<NoteId> {
        if !self.eat(",")? {
            return Ok(NoteId::NONE);
        }
        let text = self.text()?;
        Ok(self.note(text))
    }

    /// The name that an item declares.
    fn declared_name(&mut self) -> Parsed<String> {
        match &self.token {
            Token::Symbol(_) => match self.advance()? {
                Token::Symbol(name) => Ok(name),
                _ => Ok(String::new()),
            },
            _ => self.expected("a name that begins with `@`"),
        }
    }

    /// A symbol that is declared somewhere.
    fn symbol(&mut self) -> Parsed<Symbol> {
        let Token::Symbol(name) = &self.token else { return self.expected("a name that begins with `@`") };
        let Some(&symbol) = self.symbols.get(name) else {
            return self.error(format!("`@{name}` is not declared"));
        };
        self.advance()?;
        Ok(symbol)
    }

    fn function(&mut self) -> Parsed<FuncId> {
        let at = self.position;
        match self.symbol()? {
            Symbol::Func(id) => Ok(id),
            Symbol::Global(_) => Err(ParseError::new(at, "a function is expected, not a global")),
        }
    }

    /// A symbol and an offset.
    fn address(&mut self) -> Parsed<(Symbol, i64)> {
        let symbol = self.symbol()?;
        let offset = match self.token {
            Token::Punct("+") => {
                self.advance()?;
                self.number("an offset")?
            }
            Token::Number(text) if text.starts_with('-') => self.number("an offset")?,
            _ => 0,
        };
        Ok((symbol, offset))
    }

    /// A constant of a type.
    fn constant(&mut self, ty: Type) -> Parsed<Const> {
        if self.eat_word("undef")? {
            return Ok(Const::Undef);
        }
        if ty == Type::Ptr && matches!(self.token, Token::Symbol(_)) {
            let (symbol, offset) = self.address()?;
            return Ok(Const::Addr(symbol, offset));
        }
        let width = ty.bits(&self.program.target);
        let bits = match (ty, &self.token) {
            (Type::Ptr, Token::Word("null")) => Some(Bits::zero(width)),
            (Type::Int(_) | Type::Ptr, Token::Number(text)) => match text.strip_prefix("0x") {
                Some(digits) => Bits::from_hex(width, digits),
                None => Bits::from_decimal(width, text),
            },
            (Type::Float(kind), Token::Number(text) | Token::Word(text)) => match text.strip_prefix("0x") {
                Some(digits) => Bits::from_hex(width, digits),
                None => float::parse(kind, text).filter(|_| !text.contains("nan")),
            },
            _ => return self.expected(&format!("a value or a constant of type {ty}")),
        };
        let Some(bits) = bits else {
            return self.error(format!("{} is no constant of type {ty}", self.token.describe()));
        };
        self.advance()?;
        Ok(Const::Bits(bits))
    }
}

/// Items.
impl Parser<'_> {
    fn program(&mut self) -> Parsed<()> {
        let mut first = true;
        loop {
            match self.token {
                Token::End => return Ok(()),
                Token::Word("target") if first => self.target()?,
                Token::Word("target") => return self.error("the target must come first"),
                Token::Word("constructors") => {
                    let list = self.function_list()?;
                    self.program.constructors.extend(list);
                }
                Token::Word("destructors") => {
                    let list = self.function_list()?;
                    self.program.destructors.extend(list);
                }
                Token::Word("global") => self.global()?,
                Token::Word(word @ ("fn" | "declare")) => {
                    let function = self.function_item(word == "fn")?;
                    self.program.functions.push(function);
                }
                Token::Word("loc") => self.loc_item()?,
                _ => return self.expected("`global`, `declare`, `fn` or `loc`"),
            }
            first = false;
        }
    }

    fn target(&mut self) -> Parsed<()> {
        self.advance()?;
        self.expect_word("pointer")?;
        let at = self.position;
        let bits = self.number("a number of bits")?;
        if !(1..=128).contains(&bits) {
            return Err(ParseError::new(at, "pointers have 1 to 128 bits"));
        }
        self.program.target.pointer_bits = bits;
        self.program.target.big_endian = match self.token {
            Token::Word("little") => false,
            Token::Word("big") => true,
            _ => return self.expected("`little` or `big`"),
        };
        self.advance()?;
        self.program.target.va = match self.token {
            Token::Word("sysv64") => {
                self.advance()?;
                VaAbi::SysV64
            }
            Token::Word("slot") => {
                self.advance()?;
                VaAbi::Pointer { slot: self.number("a number of bytes")? }
            }
            Token::Word("unknown") => {
                self.advance()?;
                VaAbi::Unknown
            }
            _ => return self.expected("`sysv64`, `slot` or `unknown`"),
        };
        Ok(())
    }

    fn function_list(&mut self) -> Parsed<Vec<FuncId>> {
        self.advance()?;
        let mut list = vec![self.function()?];
        while self.eat(",")? {
            list.push(self.function()?);
        }
        Ok(list)
    }

    fn global(&mut self) -> Parsed<()> {
        self.advance()?;
        let name = self.declared_name()?;
        self.expect_word("size")?;
        let size = self.number("a number of bytes")?;
        self.expect_word("align")?;
        let align = self.number("a number of bytes")?;
        let constant = self.eat_word("const")?;
        let mergeable = self.eat_word("mergeable")?;
        let init = if self.eat("=")? { Some(self.init()?) } else { None };
        let loc = self.loc()?;
        self.program.globals.push(Global { name, size, align, constant, mergeable, init, loc });
        Ok(())
    }

    /// `{ b"bytes", 8: @symbol+4, undef 12..16 }`
    fn init(&mut self) -> Parsed<Init> {
        let mut init = Init::default();
        self.expect("{")?;
        if self.eat("}")? {
            return Ok(init);
        }
        loop {
            match &self.token {
                Token::Bytes(_) if !init.bytes.is_empty() => {
                    return self.error("there are bytes already");
                }
                Token::Bytes(_) => {
                    if let Token::Bytes(bytes) = self.advance()? {
                        init.bytes = bytes;
                    }
                }
                Token::Word("undef") => {
                    self.advance()?;
                    let start: u64 = self.number("an offset")?;
                    self.expect("..")?;
                    let at = self.position;
                    let end: u64 = self.number("an offset")?;
                    let Some(length) = end.checked_sub(start) else {
                        return Err(ParseError::new(at, "the range ends before it begins"));
                    };
                    init.undef.push((start, length));
                }
                Token::Number(_) => {
                    let at = self.position;
                    let offset = self.number("an offset")?;
                    self.expect(":")?;
                    let target = self.address()?;
                    if init.pointers.insert(offset, target).is_some() {
                        return Err(ParseError::new(at, "there is a pointer already"));
                    }
                }
                _ => return self.expected("bytes, an offset or `undef`"),
            }
            if !self.eat(",")? {
                break;
            }
        }
        self.expect("}")?;
        Ok(init)
    }

    fn function_item(&mut self, with_body: bool) -> Parsed<Function> {
        self.advance()?;
        let name = self.declared_name()?;
        self.expect("(")?;
        let mut params = Vec::new();
        let mut variadic = false;
        if !self.eat(")")? {
            loop {
                if self.eat("...")? {
                    variadic = true;
                    break;
                }
                params.push(self.ty()?);
                if !self.eat(",")? {
                    break;
                }
            }
            self.expect(")")?;
        }
        let results = self.result_types()?;
        let align = if self.eat_word("align")? { self.number("a number of bytes")? } else { 1 };
        let loc = self.loc()?;
        let body = if with_body { Some(body::parse(self)?) } else { None };
        Ok(Function { name, params, results, variadic, body, align, loc })
    }

    /// `loc 3 = "file":1:2 in "function" at 4`
    fn loc_item(&mut self) -> Parsed<()> {
        self.advance()?;
        let at = self.position;
        let number = self.number("the number of a position")?;
        self.expect("=")?;
        let file = if self.eat_word("unknown")? {
            None
        } else {
            let text = self.text()?;
            let files = &mut self.program.files;
            Some(*self.files.entry(text).or_insert_with_key(|text| {
                files.push(text.clone());
                FileId(files.len() as u32 - 1)
            }))
        };
        self.expect(":")?;
        let line = self.number("a line")?;
        self.expect(":")?;
        let column = self.number("a column")?;
        let function = if self.eat_word("in")? {
            let text = self.text()?;
            self.note(text)
        } else {
            NoteId::NONE
        };
        let inlined_at = if self.eat_word("at")? {
            let parent = self.number("the number of a position")?;
            Some(self.loc_id(parent)?)
        } else {
            None
        };
        let id = self.loc_id(number)?;
        let entry = &mut self.loc_entries[id.index()].1;
        if entry.is_some() {
            return Err(ParseError::new(at, format!("position {number} is there already")));
        }
        *entry = Some(Loc { file, line, column, function, inlined_at });
        Ok(())
    }
}
