//! Metadata: `!7 = …`, attachments, and nodes written inside other things.
//!
//! Every kind of node is read by the same rule, `key: value` or a list of values. Nodes without a
//! number of their own get numbers from `numbers` on, which is one past the largest `!n` that the
//! text defines; equal expressions (nearly all are `!DIExpression()`) share a node.

use memchr::memmem;
use rustc_hash::FxHashMap;

use super::Parser;
use super::types::METADATA;
use crate::debug::{Field, Key, MdValue, Metadata, Node, NodeKind};
use crate::error::{Res, fail};
use crate::keywords::Kw;
use crate::lexer::Tok;
use crate::module::{ConstKind, MdId, Operand, Span, Typed, unescape};

pub(super) struct MetadataReader<'a> {
    /// Numbers below this belong to `!n = …`.
    numbers: u32,
    /// The largest definition beyond that, for another attempt.
    largest: Option<u32>,
    /// The first mention beyond that.
    pub beyond: Option<usize>,
    pub nodes: Vec<Node>,
    inline: Vec<Node>,
    pub fields: Vec<Field>,
    /// Fields of nodes that are being read, innermost last.
    stack: Vec<Field>,
    pub named: FxHashMap<String, Vec<MdId>>,
    /// Which numbers are mentioned, a bit each.
    mentioned: Vec<u64>,
    defined: u32,
    expressions: FxHashMap<&'a [u8], MdId>,
    strings: FxHashMap<&'a [u8], MdId>,
    empty_expression: Option<MdId>,
    /// Whether some field holds a [`crate::module::GlobalId`] by mention.
    pub has_symbols: bool,
}

/// One past the number of the last `!n = …` at the start of a line: LLVM prints them in order.
pub(super) fn guess_count(source: &[u8]) -> u32 {
    let mut end = source.len();
    // Named metadata, summaries or text in strings may come later; look at a few candidates.
    for _ in 0..16 {
        let Some(at) = memmem::rfind(&source[..end], b"\n!") else { break };
        let digits = source[at + 2..].iter().take_while(|b| b.is_ascii_digit()).count();
        let text = std::str::from_utf8(&source[at + 2..at + 2 + digits]).unwrap_or("");
        if let Ok(number) = text.parse::<u32>()
            && (number as usize) < source.len().max(1 << 20)
        {
            return number + 1;
        }
        end = at;
    }
    0
}

const MISSING: Node = Node { kind: NodeKind::Missing, first: 0, count: 0 };

impl MetadataReader<'_> {
    pub fn new(numbers: u32) -> Self {
        Self {
            numbers,
            largest: None,
            beyond: None,
            nodes: vec![MISSING; numbers as usize],
            inline: Vec::new(),
            fields: Vec::new(),
            stack: Vec::new(),
            named: FxHashMap::default(),
            mentioned: vec![0; (numbers as usize).div_ceil(64)],
            defined: 0,
            expressions: FxHashMap::default(),
            strings: FxHashMap::default(),
            empty_expression: None,
            has_symbols: false,
        }
    }

    /// If more numbers were defined than expected: how many there are.
    pub fn count_needed(&self, expected: u32) -> Option<u32> {
        debug_assert_eq!(expected, self.numbers);
        self.largest.map(|largest| largest + 1)
    }

    /// The fields from `from` on become those of a new node.
    fn close(&mut self, kind: NodeKind, from: usize) -> Node {
        let first = self.fields.len() as u32;
        let count = (self.stack.len() - from) as u32;
        self.fields.extend_from_slice(&self.stack[from..]);
        self.stack.truncate(from);
        Node { kind, first, count }
    }

    fn push_inline(&mut self, node: Node) -> MdId {
        let id = MdId(self.numbers + self.inline.len() as u32);
        self.inline.push(node);
        id
    }

    /// The first number that is mentioned and not defined.
    pub fn undefined(&self) -> Option<u32> {
        if self.defined == self.numbers {
            return None;
        }
        let mentioned = |n: &u32| self.mentioned[*n as usize / 64] >> (n % 64) & 1 != 0;
        (0..self.numbers).filter(|&n| self.nodes[n as usize].kind == NodeKind::Missing).find(mentioned)
    }

    pub fn finish(mut self) -> Metadata {
        self.nodes.append(&mut self.inline);
        self.fields.shrink_to_fit();
        Metadata { nodes: self.nodes, fields: self.fields, named: self.named }
    }
}

fn node_kind(kw: Kw) -> NodeKind {
    match kw {
        Kw::DILocation => NodeKind::Location,
        Kw::DISubprogram => NodeKind::Subprogram,
        Kw::DILocalVariable => NodeKind::LocalVariable,
        Kw::DIGlobalVariable => NodeKind::GlobalVariable,
        Kw::DIGlobalVariableExpression => NodeKind::GlobalVariableExpression,
        Kw::DIExpression => NodeKind::Expression,
        Kw::DIFile => NodeKind::File,
        Kw::DICompileUnit => NodeKind::CompileUnit,
        Kw::DILexicalBlock => NodeKind::LexicalBlock,
        Kw::DILexicalBlockFile => NodeKind::LexicalBlockFile,
        Kw::DIBasicType => NodeKind::BasicType,
        Kw::DIDerivedType => NodeKind::DerivedType,
        Kw::DICompositeType => NodeKind::CompositeType,
        Kw::DISubroutineType => NodeKind::SubroutineType,
        Kw::DIEnumerator => NodeKind::Enumerator,
        Kw::DISubrange => NodeKind::Subrange,
        Kw::DINamespace => NodeKind::Namespace,
        Kw::DILabel => NodeKind::Label,
        Kw::DITemplateTypeParameter => NodeKind::TemplateTypeParameter,
        Kw::DITemplateValueParameter => NodeKind::TemplateValueParameter,
        _ => NodeKind::Other,
    }
}

fn key(kw: Kw) -> Key {
    match kw {
        Kw::Line => Key::Line,
        Kw::Column => Key::Column,
        Kw::Scope => Key::Scope,
        Kw::InlinedAt => Key::InlinedAt,
        Kw::Name => Key::Name,
        Kw::LinkageName => Key::LinkageName,
        Kw::File => Key::File,
        Kw::Filename => Key::Filename,
        Kw::Directory => Key::Directory,
        Kw::Type => Key::Type,
        Kw::BaseType => Key::BaseType,
        Kw::Size => Key::Size,
        Kw::Align => Key::Align,
        Kw::Offset => Key::Offset,
        Kw::Encoding => Key::Encoding,
        Kw::Tag => Key::Tag,
        Kw::Elements => Key::Elements,
        Kw::Arg => Key::Arg,
        Kw::Flags => Key::Flags,
        Kw::Count => Key::Count,
        Kw::LowerBound => Key::LowerBound,
        Kw::UpperBound => Key::UpperBound,
        Kw::Value => Key::Value,
        Kw::IsUnsigned => Key::IsUnsigned,
        Kw::Var => Key::Var,
        Kw::Expr => Key::Expr,
        Kw::Unit => Key::Unit,
        Kw::Language => Key::Language,
        Kw::Producer => Key::Producer,
        Kw::IsOptimized => Key::IsOptimized,
        Kw::Types => Key::Types,
        Kw::Identifier => Key::Identifier,
        Kw::Declaration => Key::Declaration,
        Kw::RetainedNodes => Key::RetainedNodes,
        Kw::ScopeLine => Key::ScopeLine,
        Kw::DwarfAddressSpace => Key::DwarfAddressSpace,
        _ => Key::Other,
    }
}

impl<'a> Parser<'a> {
    /// `!7 = distinct !DILocation(…)`
    pub(super) fn metadata_definition(&mut self) -> Res<()> {
        let at = self.lx.start;
        let number = self.table_number()?;
        self.lx.advance();
        self.expect(Tok::Equal, "`=`")?;
        self.eat_kw(Kw::Distinct);
        let node = match self.lx.tok {
            Tok::MdStr => {
                self.md.stack.push(Field { key: Key::None, value: MdValue::Str(self.lx.span()) });
                self.lx.advance();
                self.md.close(NodeKind::Str, self.md.stack.len() - 1)
            }
            Tok::Bang | Tok::MdName => self.node()?,
            _ => return self.unexpected("a metadata node"),
        };
        if number >= self.md.numbers {
            self.md.largest = self.md.largest.max(Some(number));
            return Ok(());
        }
        let slot = &mut self.md.nodes[number as usize];
        if slot.kind != NodeKind::Missing {
            return fail(at, "metadata is defined twice");
        }
        *slot = node;
        self.md.defined += 1;
        Ok(())
    }

    /// `!name = !{!0, !1}`
    pub(super) fn named_metadata(&mut self) -> Res<()> {
        let text = String::from_utf8_lossy(self.lx.text());
        let name = String::from_utf8_lossy(&unescape(&text)).into_owned();
        self.lx.advance();
        self.expect(Tok::Equal, "`=`")?;
        self.expect(Tok::Bang, "`!`")?;
        self.expect(Tok::LBrace, "`{`")?;
        let mut ids = Vec::new();
        while self.lx.tok != Tok::RBrace {
            if !self.eat_kw(Kw::Null) {
                ids.push(self.metadata_node()?);
            }
            if !self.eat(Tok::Comma) {
                break;
            }
        }
        self.expect(Tok::RBrace, "`}`")?;
        self.md.named.entry(name).or_default().extend(ids);
        Ok(())
    }

    /// `!7`
    #[inline]
    fn metadata_number(&mut self) -> Res<MdId> {
        let number = self.id_number()?;
        if number >= self.md.numbers {
            // An error, unless another attempt finds the definition.
            self.md.beyond = self.md.beyond.or(Some(self.lx.start));
        } else {
            self.md.mentioned[number as usize / 64] |= 1 << (number % 64);
        }
        self.lx.advance();
        Ok(MdId(number))
    }

    /// `!7`, `!{…}`, `!DIExpression(…)`: a node that has or gets a number.
    pub(super) fn metadata_node(&mut self) -> Res<MdId> {
        match self.lx.tok {
            Tok::MdNum => self.metadata_number(),
            Tok::MdStr => {
                let (text, span) = (self.lx.text(), self.lx.span());
                self.lx.advance();
                if let Some(&id) = self.md.strings.get(text) {
                    return Ok(id);
                }
                self.md.stack.push(Field { key: Key::None, value: MdValue::Str(span) });
                let node = self.md.close(NodeKind::Str, self.md.stack.len() - 1);
                let id = self.md.push_inline(node);
                self.md.strings.insert(text, id);
                Ok(id)
            }
            Tok::MdName if self.lx.kw == Kw::DIExpression => {
                let from = self.lx.start;
                // The usual one, without looking inside.
                if self.lx.src.get(self.lx.end()..self.lx.end() + 2) == Some(b"()") {
                    self.lx.advance();
                    self.lx.advance();
                    self.lx.advance();
                    if let Some(id) = self.md.empty_expression {
                        return Ok(id);
                    }
                    let node = self.md.close(NodeKind::Expression, self.md.stack.len());
                    let id = self.md.push_inline(node);
                    self.md.empty_expression = Some(id);
                    return Ok(id);
                }
                let fields = self.md.fields.len();
                let node = self.nested(Self::node)?;
                let text = &self.lx.src[from..self.last_end];
                if let Some(&id) = self.md.expressions.get(text) {
                    self.md.fields.truncate(fields);
                    return Ok(id);
                }
                let id = self.md.push_inline(node);
                self.md.expressions.insert(text, id);
                Ok(id)
            }
            Tok::Bang | Tok::MdName => {
                let node = self.nested(Self::node)?;
                Ok(self.md.push_inline(node))
            }
            _ => self.unexpected("metadata"),
        }
    }

    /// `!{…}` or `!Kind(…)`
    fn node(&mut self) -> Res<Node> {
        let from = self.md.stack.len();
        if self.eat(Tok::Bang) {
            self.expect(Tok::LBrace, "`{`")?;
            self.elements_of_node(Tok::RBrace)?;
            return Ok(self.md.close(NodeKind::Tuple, from));
        }
        let kind = node_kind(self.lx.kw);
        self.lx.advance();
        self.expect(Tok::LParen, "`(`")?;
        while self.lx.tok != Tok::RParen {
            let mut name = Key::None;
            if self.lx.tok == Tok::Label {
                name = key(self.lx.kw);
                self.lx.advance();
            }
            self.field(name)?;
            if !self.eat(Tok::Comma) {
                break;
            }
        }
        if self.lx.tok != Tok::RParen {
            return self.unexpected("`,` or `)`");
        }
        self.last_end = self.lx.end();
        self.lx.advance();
        Ok(self.md.close(kind, from))
    }

    fn elements_of_node(&mut self, close: Tok) -> Res<()> {
        while self.lx.tok != close {
            self.field(Key::None)?;
            if !self.eat(Tok::Comma) {
                break;
            }
        }
        self.expect(close, "`,` or `}`")
    }

    /// The value of a field.
    fn field(&mut self, key: Key) -> Res<()> {
        let value = match self.lx.tok {
            Tok::MdNum => MdValue::Node(self.metadata_number()?),
            Tok::Int => {
                let span = self.lx.span();
                let negative = self.lx.text()[0] == b'-';
                let value = match self.lx.num {
                    u64::MAX => {
                        let text = std::str::from_utf8(self.lx.text()).unwrap_or_default();
                        // Wider than anything that reads it: kept as it is written.
                        text.parse::<i128>().map_or(MdValue::Word(span), MdValue::Int)
                    }
                    number if negative => MdValue::Int(-i128::from(number)),
                    number => MdValue::Int(number.into()),
                };
                self.lx.advance();
                value
            }
            Tok::Str | Tok::MdStr => {
                let span = self.lx.span();
                self.lx.advance();
                MdValue::Str(span)
            }
            Tok::Bang | Tok::MdName => MdValue::Node(self.metadata_node()?),
            Tok::Word if self.lx.kw == Kw::Null => {
                self.lx.advance();
                MdValue::Null
            }
            // `operands: {…}` of a generic node.
            Tok::LBrace if key != Key::None => {
                self.lx.advance();
                let from = self.md.stack.len();
                self.nested(|p| p.elements_of_node(Tok::RBrace))?;
                let node = self.md.close(NodeKind::Tuple, from);
                MdValue::Node(self.md.push_inline(node))
            }
            _ if self.at_type() => self.value_field()?,
            Tok::Word => {
                let start = self.lx.span().start;
                let mut end = self.lx.end();
                self.lx.advance();
                while self.eat(Tok::Bar) {
                    end = self.lx.end();
                    if !matches!(self.lx.tok, Tok::Word | Tok::Int) {
                        return self.unexpected("a flag");
                    }
                    self.lx.advance();
                }
                MdValue::Word(Span { start, len: end as u32 - start })
            }
            _ => return self.unexpected("a metadata value"),
        };
        self.md.stack.push(Field { key, value });
        Ok(())
    }

    /// `i32 7`, `ptr @f`
    fn value_field(&mut self) -> Res<MdValue> {
        let ty = self.ty()?;
        if ty == METADATA {
            return Ok(MdValue::Node(self.metadata_node()?));
        }
        if matches!(self.lx.tok, Tok::Local | Tok::LocalNum) {
            // `!DIArgList(i32 %a)`
            if !self.in_function {
                return self.fail("local value outside of a function");
            }
            self.operand(ty)?;
            return Ok(MdValue::Null);
        }
        let constant = self.constant(ty)?;
        Ok(match self.constants[constant.index()].kind {
            ConstKind::Global(symbol) => {
                self.md.has_symbols = true;
                MdValue::Global(symbol)
            }
            _ => MdValue::Const(constant),
        })
    }

    /// `!name !7`: which name, and the node.
    #[inline]
    pub(super) fn attachment(&mut self) -> Res<(Kw, MdId)> {
        let kw = self.lx.kw;
        self.lx.advance();
        let id = match self.lx.tok {
            Tok::MdNum => self.metadata_number()?,
            _ => self.metadata_node()?,
        };
        Ok((kw, id))
    }

    /// Attachments of a function, without commas; its `!dbg`.
    pub(super) fn function_attachments(&mut self) -> Res<Option<MdId>> {
        let mut found = None;
        while self.lx.tok == Tok::MdName {
            if let (Kw::Dbg, id) = self.attachment()? {
                found = found.or(Some(id));
            }
        }
        Ok(found)
    }

    /// What follows the type `metadata`: an operand of a call.
    pub(super) fn metadata_operand(&mut self) -> Res<Typed> {
        let op = match self.lx.tok {
            Tok::MdName if self.lx.kw == Kw::DIArgList => {
                self.nested(Self::node)?;
                Operand::InlineMetadata
            }
            Tok::MdNum | Tok::MdStr | Tok::Bang | Tok::MdName => Operand::Metadata(self.metadata_node()?),
            _ => return self.typed_operand(),
        };
        Ok(Typed { ty: METADATA, op })
    }
}
