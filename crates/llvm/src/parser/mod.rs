//! The reader: recursive descent with one token of lookahead, one pass over the text.
//!
//! Ids that the text mentions before it defines them are handed out at the first mention. Locals
//! stay so; blocks are renumbered in textual order when their function ends, symbols when the
//! module ends. Metadata written inside other things gets numbers past the last `!n = …`, which is
//! guessed from the end of the text; should the guess be wrong, the text is read once more.

mod attributes;
mod calls;
mod constants;
mod finish;
mod function;
mod globals;
mod instruction;
mod locals;
mod memory;
mod metadata;
mod types;

use std::borrow::Cow;
use std::sync::Arc;

use rustc_hash::FxHashMap;

use crate::error::{Failure, ReadError, Res, fail};
use crate::keywords::Kw;
use crate::layout::DataLayout;
use crate::lexer::{Lexer, Tok};
use crate::module::{
    Arg, BlockId, Comdat, ConstId, Constant, FnAttributes, Global, Inst, Module, Operand, Span, TypeId,
    Typed, unescape,
};
use locals::Locals;
use metadata::MetadataReader;
use types::Types;

/// Nesting of types, constants and metadata beyond this is refused.
const MAX_NESTING: u32 = 256;

/// A name as LLVM would print it, so that equal names are equal bytes.
type Name<'a> = Cow<'a, [u8]>;

/// A symbol or local as mentioned: by name or by number.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
enum Ident<'a> {
    Name(Name<'a>),
    Number(u32),
}

/// A symbol by order of first mention.
struct Symbol {
    /// Where it is first mentioned.
    mention: u32,
    /// Its place in [`Module::globals`], or [`NONE`].
    definition: u32,
    /// The constant that stands for it.
    constant: Option<ConstId>,
}

const NONE: u32 = u32::MAX;

/// `blockaddress(@f, %b)`, resolved when all functions are known.
struct BlockAddress<'a> {
    constant: ConstId,
    function: u32,
    label: Ident<'a>,
    offset: usize,
}

/// A call with an attribute group, which may be defined only later.
struct PendingCall {
    global: u32,
    block: u32,
    inst: u32,
    group: u32,
}

struct Parser<'a> {
    lx: Lexer<'a>,
    depth: u32,
    types: Types<'a>,
    constants: Vec<Constant>,
    ints: FxHashMap<(u32, u64), ConstId>,
    simple: FxHashMap<(u32, u8), ConstId>,
    globals: Vec<Global>,
    symbols: Vec<Symbol>,
    symbol_names: FxHashMap<Name<'a>, u32>,
    symbol_numbers: FxHashMap<u32, u32>,
    next_global_number: u32,
    /// Constants that hold a [`crate::module::GlobalId`] by mention, and where they were written.
    symbol_constants: Vec<(ConstId, u32)>,
    block_addresses: Vec<BlockAddress<'a>>,
    /// Numbers of unnamed blocks, of all functions: (number, block).
    block_numbers: Vec<(u32, BlockId)>,
    /// Where the blocks of a function begin in `block_numbers`: (global, start).
    block_number_starts: Vec<(u32, u32)>,
    groups: FxHashMap<u32, FnAttributes>,
    function_groups: Vec<(u32, u32)>,
    call_groups: Vec<PendingCall>,
    /// Group of the call being read.
    call_group: Vec<u32>,
    comdats: Vec<Comdat>,
    comdat_names: FxHashMap<Name<'a>, u32>,
    comdat_uses: Vec<(Name<'a>, usize)>,
    md: MetadataReader<'a>,
    locals: Locals<'a>,
    in_function: bool,
    /// Instructions of the block being read.
    insts: Vec<Inst>,
    args: Vec<Arg>,
    /// Which of `args` are metadata.
    metadata_args: Vec<u32>,
    param_types: Vec<TypeId>,
    typed: Vec<Typed>,
    phis: Vec<(Operand, BlockId)>,
    /// A comma was read, and an attachment follows it.
    at_attachment: bool,
    /// Where the last metadata node ended.
    last_end: usize,
    /// Lanes of shuffles that the text did not spell out.
    expanded_lanes: u64,
    source_filename: Span,
    triple: Span,
    layout: DataLayout,
    asm: Vec<Span>,
}

/// Reads a module from text.
pub(crate) fn read(source: Arc<str>) -> Result<Module, ReadError> {
    let bytes = source.as_bytes();
    if u32::try_from(bytes.len()).is_err() {
        return Err(ReadError::at(b"", 0, "the text is larger than 4 GiB"));
    }
    let mut numbers = metadata::guess_count(bytes);
    loop {
        let mut parser = Parser::new(bytes, numbers);
        let result = parser.module();
        if let Some(count) = parser.md.count_needed(numbers) {
            numbers = count;
            continue;
        }
        let outcome = match result {
            Ok(()) => parser.finish(source.clone()),
            Err(failure) => Err(failure),
        };
        return outcome.map_err(|failure| {
            let Failure { offset, message } = *failure;
            ReadError::at(bytes, offset, message)
        });
    }
}

impl<'a> Parser<'a> {
    fn new(src: &'a [u8], metadata_numbers: u32) -> Self {
        Self {
            lx: Lexer::new(src),
            depth: 0,
            types: Types::new(),
            constants: Vec::new(),
            ints: FxHashMap::default(),
            simple: FxHashMap::default(),
            globals: Vec::new(),
            symbols: Vec::new(),
            symbol_names: FxHashMap::default(),
            symbol_numbers: FxHashMap::default(),
            next_global_number: 0,
            symbol_constants: Vec::new(),
            block_addresses: Vec::new(),
            block_numbers: Vec::new(),
            block_number_starts: Vec::new(),
            groups: FxHashMap::default(),
            function_groups: Vec::new(),
            call_groups: Vec::new(),
            call_group: Vec::new(),
            comdats: Vec::new(),
            comdat_names: FxHashMap::default(),
            comdat_uses: Vec::new(),
            md: MetadataReader::new(metadata_numbers),
            locals: Locals::new(src.len()),
            in_function: false,
            insts: Vec::new(),
            args: Vec::new(),
            metadata_args: Vec::new(),
            param_types: Vec::new(),
            typed: Vec::new(),
            phis: Vec::new(),
            at_attachment: false,
            last_end: 0,
            expanded_lanes: 0,
            source_filename: Span::default(),
            triple: Span::default(),
            layout: DataLayout::default(),
            asm: Vec::new(),
        }
    }

    fn fail<T>(&self, message: impl Into<String>) -> Res<T> {
        fail(self.lx.start, message)
    }

    /// "expected …, found …" at the current token.
    #[cold]
    fn unexpected<T>(&self, wanted: &str) -> Res<T> {
        let text = &self.lx.src[self.lx.start..self.lx.end()];
        let shown = String::from_utf8_lossy(&text[..text.len().min(40)]);
        match self.lx.tok {
            Tok::Eof => self.fail(format!("expected {wanted}, found the end of the text")),
            Tok::Bad if text == b"\"" || shown.ends_with('"') => {
                self.fail(format!("expected {wanted}, found a string that does not end"))
            }
            _ => self.fail(format!("expected {wanted}, found `{shown}`")),
        }
    }

    #[inline]
    fn eat(&mut self, tok: Tok) -> bool {
        let found = self.lx.tok == tok;
        if found {
            self.lx.advance();
        }
        found
    }

    #[inline]
    fn expect(&mut self, tok: Tok, wanted: &str) -> Res<()> {
        if self.lx.tok != tok {
            return self.unexpected(wanted);
        }
        self.lx.advance();
        Ok(())
    }

    #[inline]
    fn at_kw(&self, kw: Kw) -> bool {
        self.lx.tok == Tok::Word && self.lx.kw == kw
    }

    #[inline]
    fn eat_kw(&mut self, kw: Kw) -> bool {
        let found = self.at_kw(kw);
        if found {
            self.lx.advance();
        }
        found
    }

    fn expect_kw(&mut self, kw: Kw, wanted: &str) -> Res<()> {
        if self.eat_kw(kw) { Ok(()) } else { self.unexpected(wanted) }
    }

    /// Runs a rule one level deeper.
    #[inline]
    fn nested<T>(&mut self, rule: impl FnOnce(&mut Self) -> Res<T>) -> Res<T> {
        if self.depth >= MAX_NESTING {
            return self.fail(format!("nested deeper than {MAX_NESTING} levels"));
        }
        self.depth += 1;
        let result = rule(self);
        self.depth -= 1;
        result
    }

    /// The name at the current token.
    #[inline]
    fn name(&self) -> Name<'a> {
        if self.lx.unusual { canonical(self.lx.text()) } else { Cow::Borrowed(self.lx.text()) }
    }

    /// A number that serves as an id.
    fn id_number(&self) -> Res<u32> {
        match u32::try_from(self.lx.num) {
            Ok(number) if number != NONE => Ok(number),
            _ => self.fail("number is too large"),
        }
    }

    /// The number of a table's entry at its definition. Reduced files keep the large numbers of the
    /// files they come from; numbers beyond that would only cost memory.
    fn table_number(&self) -> Res<u32> {
        let number = self.id_number()?;
        if number as usize >= self.lx.src.len().max(1 << 20) {
            return self.fail("number is too large");
        }
        Ok(number)
    }

    /// An unsigned number.
    fn number(&mut self, wanted: &str) -> Res<u64> {
        if self.lx.tok != Tok::Int || !self.lx.text()[0].is_ascii_digit() {
            return self.unexpected(wanted);
        }
        let number = match self.lx.num {
            u64::MAX => std::str::from_utf8(self.lx.text()).ok().and_then(|text| text.parse().ok()),
            number => Some(number),
        };
        let Some(number) = number else { return self.fail("number is too large") };
        self.lx.advance();
        Ok(number)
    }

    fn number32(&mut self, wanted: &str) -> Res<u32> {
        let at = self.lx.start;
        match u32::try_from(self.number(wanted)?) {
            Ok(number) => Ok(number),
            Err(_) => fail(at, "number is too large"),
        }
    }

    fn string(&mut self) -> Res<Span> {
        if self.lx.tok != Tok::Str {
            return self.unexpected("a string");
        }
        let span = self.lx.span();
        self.lx.advance();
        Ok(span)
    }

    /// An alignment in bytes: zero or a power of two.
    fn alignment(&mut self) -> Res<u64> {
        let at = self.lx.start;
        let align = self.number("an alignment")?;
        if align == 0 || align.is_power_of_two() && align <= 1 << 32 {
            Ok(align)
        } else {
            fail(at, "alignment is not a power of two")
        }
    }

    /// Skips `( … )` with whatever is inside, brackets balanced.
    fn skip_parens(&mut self) -> Res<()> {
        let opened = self.lx.start;
        let mut depth = 0u64;
        loop {
            match self.lx.tok {
                Tok::LParen | Tok::LSquare | Tok::LBrace => depth += 1,
                Tok::RParen | Tok::RSquare | Tok::RBrace => depth -= 1,
                Tok::Eof => return fail(opened, "bracket is never closed"),
                _ => {}
            }
            self.lx.advance();
            if depth == 0 {
                return Ok(());
            }
        }
    }

    /// All of a module.
    fn module(&mut self) -> Res<()> {
        loop {
            match self.lx.tok {
                Tok::Eof => return Ok(()),
                Tok::MdNum => self.metadata_definition()?,
                Tok::MdName => self.named_metadata()?,
                Tok::Global | Tok::GlobalNum => self.global_definition()?,
                Tok::Local | Tok::LocalNum => self.type_definition()?,
                Tok::ComdatName => self.comdat_definition()?,
                Tok::Summary => self.summary()?,
                Tok::Word => match self.lx.kw {
                    Kw::Define => self.define()?,
                    Kw::Declare => self.declare()?,
                    Kw::Attributes => self.attribute_group()?,
                    Kw::SourceFilename => {
                        self.lx.advance();
                        self.expect(Tok::Equal, "`=`")?;
                        self.source_filename = self.string()?;
                    }
                    Kw::Target => self.target()?,
                    Kw::Module => {
                        self.lx.advance();
                        self.expect_kw(Kw::Asm, "`asm`")?;
                        let line = self.string()?;
                        self.asm.push(line);
                    }
                    Kw::Uselistorder => self.use_list_order()?,
                    Kw::UselistorderBb => self.use_list_order_of_block()?,
                    _ => return self.unexpected("a top-level entity"),
                },
                _ => return self.unexpected("a top-level entity"),
            }
        }
    }

    fn target(&mut self) -> Res<()> {
        self.lx.advance();
        let kw = if self.lx.tok == Tok::Word { self.lx.kw } else { Kw::Unknown };
        if !matches!(kw, Kw::Triple | Kw::Datalayout) {
            return self.unexpected("`triple` or `datalayout`");
        }
        self.lx.advance();
        self.expect(Tok::Equal, "`=`")?;
        let at = self.lx.start;
        let span = self.string()?;
        if kw == Kw::Triple {
            self.triple = span;
            return Ok(());
        }
        let text = &self.lx.src[span.start as usize..(span.start + span.len) as usize];
        match DataLayout::parse(&String::from_utf8_lossy(text)) {
            Ok(layout) => self.layout = layout,
            Err(message) => return fail(at, message),
        }
        Ok(())
    }

    /// `^0 = module: (…)`, `^1 = flags: 8`: summaries for link-time optimisation mean nothing here.
    fn summary(&mut self) -> Res<()> {
        self.lx.advance();
        self.expect(Tok::Equal, "`=`")?;
        self.expect(Tok::Label, "a summary")?;
        if self.lx.tok == Tok::LParen {
            return self.skip_parens();
        }
        self.expect(Tok::Int, "a number or `(`")
    }

    /// `{ 1, 0 }` at the end of a use-list order.
    fn use_list_indexes(&mut self) -> Res<()> {
        self.expect(Tok::Comma, "`,`")?;
        if self.lx.tok != Tok::LBrace {
            return self.unexpected("`{`");
        }
        self.skip_parens()
    }

    /// `uselistorder` outside of functions.
    fn use_list_order(&mut self) -> Res<()> {
        self.lx.advance();
        let ty = self.ty()?;
        self.constant(ty)?;
        self.use_list_indexes()
    }

    fn use_list_order_of_block(&mut self) -> Res<()> {
        self.lx.advance();
        for wanted in [Tok::Global, Tok::Local] {
            let numbered = if wanted == Tok::Global { Tok::GlobalNum } else { Tok::LocalNum };
            if !self.eat(numbered) {
                self.expect(wanted, "a name")?;
            }
            if wanted == Tok::Global {
                self.expect(Tok::Comma, "`,`")?;
            }
        }
        self.use_list_indexes()
    }
}

/// A name with unusual bytes as LLVM prints it.
fn canonical(raw: &[u8]) -> Name<'_> {
    let decoded = match std::str::from_utf8(raw) {
        Ok(text) => unescape(text),
        Err(_) => raw.to_vec(),
    };
    let mut printed = Vec::with_capacity(raw.len());
    for byte in decoded {
        if (0x20..0x7f).contains(&byte) && byte != b'"' && byte != b'\\' {
            printed.push(byte);
        } else {
            let hex = |digit: u8| b"0123456789ABCDEF"[digit as usize];
            printed.extend([b'\\', hex(byte >> 4), hex(byte & 15)]);
        }
    }
    if printed == raw { Cow::Borrowed(raw) } else { Cow::Owned(printed) }
}
