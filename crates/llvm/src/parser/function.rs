//! Functions: headers, bodies, blocks.

use super::{Ident, NONE, Parser, PendingCall};
use crate::error::{Res, fail};
use crate::keywords::Kw;
use crate::lexer::Tok;
use crate::module::{
    Block, BlockId, Body, FnAttributes, Function, Global, GlobalKind, Inst, InstKind, LocalId, Operand,
    Param, Span, Type, TypeId, Typed,
};

impl<'a> Parser<'a> {
    /// `declare …`
    pub(super) fn declare(&mut self) -> Res<()> {
        self.lx.advance();
        let dbg = self.function_attachments()?;
        let (mut global, function) = self.function_header(false)?;
        global.dbg = dbg;
        global.kind = GlobalKind::Function(Box::new(function));
        self.globals.push(global);
        Ok(())
    }

    /// `define … { … }`
    pub(super) fn define(&mut self) -> Res<()> {
        self.lx.advance();
        self.locals.clear();
        let (mut global, mut function) = self.function_header(true)?;
        global.dbg = self.function_attachments()?;
        let index = self.globals.len() as u32;
        self.in_function = true;
        function.body = Some(self.body(index, &function)?);
        self.in_function = false;
        global.kind = GlobalKind::Function(Box::new(function));
        self.globals.push(global);
        Ok(())
    }

    /// Everything from the linkage to the attributes.
    fn function_header(&mut self, defined: bool) -> Res<(Global, Function)> {
        let mut global = self.empty_global();
        self.linkage_words(&mut global)?;
        if self.eat_kw(Kw::Cc) {
            self.number32("a calling convention")?;
        }
        let ret_attrs = self.param_attributes()?;
        let ret = self.any_type()?;
        if matches!(self.types.get(ret), Type::Function { .. } | Type::Label | Type::Metadata) {
            return self.fail("function cannot return this type");
        }
        let at = self.lx.start;
        self.define_symbol(&mut global)?;
        let mut params = Vec::new();
        let variadic = self.parameters(&mut params, defined)?;
        let types: Vec<TypeId> = params.iter().map(|p| p.ty).collect();
        let ty = super::types::made(at, self.types.function(ret, &types, variadic))?;
        let mut function = Function {
            ty,
            params,
            ret_attrs,
            attrs: FnAttributes::default(),
            personality: None,
            prefix: None,
            prologue: None,
            gc: None,
            body: None,
        };
        global.space = self.layout.program_space;
        self.function_suffix(&mut global, &mut function)?;
        Ok((global, function))
    }

    /// `(T attrs %name, …)`
    fn parameters(&mut self, params: &mut Vec<Param>, defined: bool) -> Res<bool> {
        self.expect(Tok::LParen, "`(`")?;
        let mut variadic = false;
        while self.lx.tok != Tok::RParen {
            if self.eat(Tok::Dots) {
                variadic = true;
                break;
            }
            let at = self.lx.start;
            let ty = self.ty()?;
            if !self.types.is_first_class(ty) {
                return fail(at, "parameter cannot have this type");
            }
            let attrs = self.param_attributes()?;
            let at = self.lx.start;
            let ident = match self.lx.tok {
                Tok::Local => Some((Ident::Name(self.name()), self.lx.span())),
                Tok::LocalNum => Some((Ident::Number(self.id_number()?), Span::default())),
                _ => None,
            };
            if ident.is_some() {
                self.lx.advance();
            }
            let local = if defined { self.locals.define(ident, ty, at)? } else { LocalId(NONE) };
            params.push(Param { ty, attrs, local });
            if !self.eat(Tok::Comma) {
                break;
            }
        }
        self.expect(Tok::RParen, "`)`")?;
        Ok(variadic)
    }

    /// What may follow the parameters, in any order.
    fn function_suffix(&mut self, global: &mut Global, function: &mut Function) -> Res<()> {
        loop {
            match self.lx.tok {
                Tok::AttrGroup => {
                    let group = self.id_number()?;
                    self.function_groups.push((self.globals.len() as u32, group));
                    self.lx.advance();
                    continue;
                }
                Tok::Word => {}
                Tok::Str => {
                    self.fn_attribute(&mut function.attrs)?;
                    continue;
                }
                _ => return Ok(()),
            }
            match self.lx.kw {
                Kw::UnnamedAddr | Kw::LocalUnnamedAddr => self.lx.advance(),
                Kw::Addrspace => global.space = self.address_space()?,
                Kw::Section => {
                    self.lx.advance();
                    global.section = Some(self.string()?);
                }
                Kw::Partition => {
                    self.lx.advance();
                    self.string()?;
                }
                Kw::Comdat => self.comdat_use(global)?,
                Kw::Align => {
                    self.lx.advance();
                    let parens = self.eat(Tok::LParen);
                    global.align = self.alignment()?;
                    if parens {
                        self.expect(Tok::RParen, "`)`")?;
                    }
                }
                Kw::Gc => {
                    self.lx.advance();
                    function.gc = Some(self.string()?);
                }
                Kw::Prefix => {
                    self.lx.advance();
                    function.prefix = Some(self.typed_constant()?.1);
                }
                Kw::Prologue => {
                    self.lx.advance();
                    function.prologue = Some(self.typed_constant()?.1);
                }
                Kw::Personality => {
                    self.lx.advance();
                    function.personality = Some(self.typed_constant()?.1);
                }
                _ => {
                    if !self.fn_attribute(&mut function.attrs)? {
                        return Ok(());
                    }
                }
            }
        }
    }

    fn body(&mut self, global: u32, function: &Function) -> Res<Body> {
        self.expect(Tok::LBrace, "`{`")?;
        self.block_number_starts.push((global, self.block_numbers.len() as u32));
        let Type::Function { ret, .. } = *self.types.get(function.ty) else {
            return self.fail("no function type");
        };
        let mut blocks: Vec<Block> = Vec::new();
        while self.lx.tok != Tok::RBrace {
            match self.lx.tok {
                Tok::Word if self.lx.kw == Kw::Uselistorder => {
                    self.lx.advance();
                    self.typed_operand()?;
                    self.use_list_indexes()?;
                }
                Tok::Word if self.lx.kw == Kw::UselistorderBb => self.use_list_order_of_block()?,
                _ => self.block(global, ret, &mut blocks)?,
            }
        }
        if blocks.is_empty() {
            return self.fail("function has no blocks");
        }
        self.lx.advance();
        self.locals.check()?;
        let order: Vec<u32> = self.locals.labels.iter().map(|label| label.block).collect();
        for block in &mut blocks {
            renumber(block, &order);
        }
        let local_types = std::mem::take(&mut self.locals.types);
        let local_names = std::mem::take(&mut self.locals.value_names);
        Ok(Body { blocks, local_types, local_names })
    }

    /// A label, or none, and instructions up to a terminator.
    fn block(&mut self, global: u32, ret: TypeId, blocks: &mut Vec<Block>) -> Res<()> {
        let at = self.lx.start;
        let mut name = Span::default();
        let ident = match self.lx.tok {
            Tok::Label => {
                name = self.lx.span();
                Some(Ident::Name(self.name()))
            }
            Tok::LabelNum => Some(Ident::Number(self.id_number()?)),
            _ => None,
        };
        let block = blocks.len() as u32;
        let labelled = ident.is_some();
        let number = self.locals.define_label(ident, block, at)?;
        if labelled {
            self.lx.advance();
        }
        if let Some(number) = number {
            self.block_numbers.push((number, BlockId(block)));
        }
        loop {
            self.call_group.clear();
            let inst = self.instruction(ret)?;
            if !self.call_group.is_empty() {
                let inst = self.insts.len() as u32;
                let pending = self.call_group.iter().map(|&group| PendingCall { global, block, inst, group });
                self.call_groups.extend(pending);
            }
            let last = inst.kind.is_terminator();
            self.insts.push(inst);
            if last {
                break;
            }
        }
        let mut insts = Vec::with_capacity(self.insts.len());
        insts.append(&mut self.insts);
        blocks.push(Block { name, insts });
        Ok(())
    }

    /// `%name`, a label.
    pub(super) fn label_name(&mut self) -> Res<BlockId> {
        let at = self.lx.start;
        let ident = match self.lx.tok {
            Tok::Local => Ident::Name(self.name()),
            Tok::LocalNum => Ident::Number(self.id_number()?),
            _ => return self.unexpected("a label"),
        };
        self.lx.advance();
        self.locals.use_label(ident, at)
    }

    /// `label %name`
    pub(super) fn label(&mut self) -> Res<BlockId> {
        self.expect_kw(Kw::LabelTy, "`label`")?;
        self.label_name()
    }

    /// An operand of a known type.
    #[inline]
    pub(super) fn operand(&mut self, ty: TypeId) -> Res<Operand> {
        match self.lx.tok {
            Tok::LocalNum => {
                let (number, at) = (self.id_number()?, self.lx.start);
                self.lx.advance();
                Ok(Operand::Local(self.locals.use_number(number, ty, at)?))
            }
            Tok::Local => {
                let (name, at) = (self.name(), self.lx.start);
                self.lx.advance();
                Ok(Operand::Local(self.locals.use_name(name, ty, at)?))
            }
            _ => Ok(Operand::Const(self.constant(ty)?)),
        }
    }

    /// A type and an operand of it.
    #[inline]
    pub(super) fn typed_operand(&mut self) -> Res<Typed> {
        let at = self.lx.start;
        let ty = self.ty()?;
        if !self.types.is_first_class(ty) {
            return fail(at, "no value has this type");
        }
        Ok(Typed { ty, op: self.operand(ty)? })
    }
}

/// Brings labels from the order of mention to that of the text. Only terminators and phis have any,
/// and phis come first (debug records may stand between them).
fn renumber(block: &mut Block, order: &[u32]) {
    let to = |label: &mut BlockId| label.0 = order[label.index()];
    for Inst { kind, .. } in &mut block.insts {
        match kind {
            InstKind::Phi(incoming) => incoming.iter_mut().for_each(|(_, label)| to(label)),
            InstKind::Debug(_) => {}
            _ => break,
        }
    }
    let Some(Inst { kind, .. }) = block.insts.last_mut() else { return };
    match kind {
        InstKind::Br(label) => to(label),
        InstKind::CondBr { then, els, .. } => {
            to(then);
            to(els);
        }
        InstKind::Switch { default, cases, .. } => {
            to(default);
            cases.iter_mut().for_each(|(_, label)| to(label));
        }
        InstKind::IndirectBr { targets, .. } => targets.iter_mut().for_each(to),
        InstKind::Invoke { normal, unwind, .. } => {
            to(normal);
            to(unwind);
        }
        InstKind::CallBr { fallthrough, indirect, .. } => {
            to(fallthrough);
            indirect.iter_mut().for_each(to);
        }
        InstKind::CleanupRet { unwind, .. } => unwind.iter_mut().for_each(to),
        InstKind::CatchRet { to: label, .. } => to(label),
        InstKind::CatchSwitch { handlers, unwind, .. } => {
            handlers.iter_mut().for_each(to);
            unwind.iter_mut().for_each(to);
        }
        _ => {}
    }
}
