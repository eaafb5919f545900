//! Calls in all their forms, and the old debug intrinsics.

use super::Parser;
use super::types::{METADATA, Pointers, VOID, made};
use crate::error::{Res, fail};
use crate::keywords::Kw;
use crate::lexer::Tok;
use crate::module::{
    Arg, Asm, Call, ConstKind, DebugKind, DebugRecord, FnAttributes, InstKind, Operand, ParamAttributes,
    Span, Type, TypeId, Typed,
};

/// The debug record an intrinsic stands for.
fn debug_intrinsic(name: &[u8]) -> Option<DebugKind> {
    match name.strip_prefix(b"llvm.dbg.")? {
        b"declare" | b"addr" => Some(DebugKind::Declare),
        b"value" => Some(DebugKind::Value),
        b"assign" => Some(DebugKind::Assign),
        b"label" => Some(DebugKind::Label),
        _ => None,
    }
}

impl<'a> Parser<'a> {
    /// After `call`.
    pub(super) fn call(&mut self, must_tail: bool) -> Res<(InstKind, TypeId)> {
        let flags = self.flags()?;
        if self.at_kw(Kw::Void) {
            // The debug intrinsics make up a third of unoptimised modules.
            let mut ahead = self.lx.clone();
            ahead.advance();
            if ahead.tok == Tok::Global
                && let Some(kind) = debug_intrinsic(ahead.text())
            {
                self.lx = ahead;
                self.lx.advance();
                return self.debug_call(kind);
            }
        }
        let (mut call, ty) = self.callee_and_arguments()?;
        call.must_tail = must_tail;
        call.flags = flags;
        Ok((InstKind::Call(Box::new(call)), ty))
    }

    pub(super) fn invoke(&mut self) -> Res<(InstKind, TypeId)> {
        let (call, ty) = self.callee_and_arguments()?;
        self.expect_kw(Kw::To, "`to`")?;
        let normal = self.label()?;
        self.expect_kw(Kw::Unwind, "`unwind`")?;
        let unwind = self.label()?;
        Ok((InstKind::Invoke { call: Box::new(call), normal, unwind }, ty))
    }

    pub(super) fn callbr(&mut self) -> Res<(InstKind, TypeId)> {
        let (call, ty) = self.callee_and_arguments()?;
        self.expect_kw(Kw::To, "`to`")?;
        let fallthrough = self.label()?;
        let indirect = self.label_list()?.into();
        Ok((InstKind::CallBr { call: Box::new(call), fallthrough, indirect }, ty))
    }

    /// From the calling convention to the operand bundles.
    fn callee_and_arguments(&mut self) -> Res<(Call, TypeId)> {
        if self.eat_kw(Kw::Cc) {
            self.number32("a calling convention")?;
        }
        let ret_attrs = self.param_attributes()?;
        let mut space = self.layout.program_space;
        if self.at_kw(Kw::Addrspace) {
            space = self.address_space()?;
        }
        let at = self.lx.start;
        let stated = self.any_type()?;
        let (ret, explicit) = match self.types.get(stated) {
            Type::Function { ret, .. } => (*ret, Some(stated)),
            _ => (stated, None),
        };
        // The callee's type depends on the arguments, which come after it: note where it is.
        let mut asm = None;
        let callee_at = self.lx.start;
        let mut pending = None;
        let mut callee = Operand::Asm;
        if self.eat_kw(Kw::Asm) {
            asm = Some(self.inline_asm()?);
        } else if self.pointers() == Pointers::Typed {
            match explicit {
                Some(fn_ty) => {
                    let ty = made(at, self.types.typed_ptr(fn_ty, space))?;
                    callee = self.operand(ty)?;
                }
                None => {
                    pending = Some(self.lx.clone());
                    self.skip_callee()?;
                }
            }
        } else {
            let ty = self.types.ptr(space);
            callee = self.operand(ty)?;
        }
        let direct = match callee {
            Operand::Const(id) => match self.constants[id.index()].kind {
                ConstKind::Global(symbol) => Some(symbol),
                _ => None,
            },
            _ => None,
        };
        self.arguments()?;
        let fn_ty = match explicit {
            Some(ty) => {
                self.check_arguments(ty, at)?;
                ty
            }
            None => self.implied_type(ret, direct.map(|symbol| symbol.0), at)?,
        };
        if let Some(start) = pending {
            let ty = made(at, self.types.typed_ptr(fn_ty, space))?;
            let after = std::mem::replace(&mut self.lx, start);
            callee = self.operand(ty)?;
            self.lx = after;
        }
        if asm.is_none() && matches!(callee, Operand::Asm) {
            return fail(callee_at, "expected a callee");
        }
        let args = self.args.as_slice().into();
        let mut attrs = FnAttributes::default();
        loop {
            if self.lx.tok == Tok::AttrGroup {
                let group = self.id_number()?;
                self.call_group.push(group);
                self.lx.advance();
            } else if !self.fn_attribute(&mut attrs)? {
                break;
            }
        }
        let bundles = if self.lx.tok == Tok::LSquare { self.bundles()? } else { Box::default() };
        let call = Call {
            fn_ty,
            callee,
            args,
            attrs,
            ret_attrs,
            bundles,
            asm,
            must_tail: false,
            flags: Default::default(),
        };
        Ok((call, ret))
    }

    /// Moves past a callee without reading it.
    fn skip_callee(&mut self) -> Res<()> {
        match self.lx.tok {
            Tok::Global | Tok::GlobalNum | Tok::Local | Tok::LocalNum => {
                self.lx.advance();
                Ok(())
            }
            Tok::Word => {
                // A constant expression: `bitcast (…)`, `null`.
                self.lx.advance();
                while self.lx.tok == Tok::Word {
                    self.lx.advance();
                }
                let mut ahead = self.lx.clone();
                let mut depth = 0u64;
                loop {
                    match ahead.tok {
                        Tok::LParen => depth += 1,
                        Tok::RParen => depth = depth.saturating_sub(1),
                        Tok::Eof => return self.unexpected("arguments"),
                        _ => {}
                    }
                    ahead.advance();
                    if depth == 0 {
                        break;
                    }
                }
                // `null (args)` has one pair of brackets, `bitcast (…) (args)` two.
                if ahead.tok == Tok::LParen {
                    self.lx = ahead;
                }
                Ok(())
            }
            _ => self.unexpected("a callee"),
        }
    }

    /// The function type a call without an explicit one has.
    fn implied_type(&mut self, ret: TypeId, symbol: Option<u32>, at: usize) -> Res<TypeId> {
        // The callee's own type is nearly always the one.
        let known = symbol.map(|symbol| self.symbols[symbol as usize].definition as usize);
        if let Some(crate::module::Global { kind: crate::module::GlobalKind::Function(function), .. }) =
            known.and_then(|index| self.globals.get(index))
            && let Type::Function { ret: own, params, variadic: false } = self.types.get(function.ty)
            && *own == ret
            && params.len() == self.args.len()
            && params.iter().zip(&self.args).all(|(&param, arg)| param == arg.value.ty)
        {
            return Ok(function.ty);
        }
        let mut params = std::mem::take(&mut self.param_types);
        params.clear();
        params.extend(self.args.iter().map(|arg| match arg.value.op {
            Operand::Metadata(_) | Operand::InlineMetadata => METADATA,
            _ => arg.value.ty,
        }));
        for &at in &self.metadata_args {
            params[at as usize] = METADATA;
        }
        let ty = made(at, self.types.function(ret, &params, false));
        self.param_types = params;
        ty
    }

    /// Whether the arguments are those of an explicit function type.
    fn check_arguments(&self, fn_ty: TypeId, at: usize) -> Res<()> {
        let Type::Function { params, variadic, .. } = self.types.get(fn_ty) else { return Ok(()) };
        let count = self.args.len();
        if count < params.len() || count > params.len() && !variadic {
            return fail(at, "call has the wrong number of arguments");
        }
        for (&param, arg) in params.iter().zip(&self.args) {
            if param != arg.value.ty && param != METADATA {
                return fail(at, "argument has another type than the parameter");
            }
        }
        Ok(())
    }

    /// `(T attrs a, …)` into `self.args`.
    fn arguments(&mut self) -> Res<()> {
        self.expect(Tok::LParen, "`(`")?;
        self.args.clear();
        self.metadata_args.clear();
        while self.lx.tok != Tok::RParen {
            if self.eat(Tok::Dots) {
                // `musttail` calls of variadic functions forward what they got.
                break;
            }
            let at = self.lx.start;
            let ty = self.ty()?;
            let arg = if ty == METADATA {
                self.metadata_args.push(self.args.len() as u32);
                Arg { value: self.metadata_operand()?, attrs: ParamAttributes::default() }
            } else {
                if !self.types.is_first_class(ty) {
                    return fail(at, "no value has this type");
                }
                let attrs = self.param_attributes()?;
                Arg { value: Typed { ty, op: self.operand(ty)? }, attrs }
            };
            self.args.push(arg);
            if !self.eat(Tok::Comma) {
                break;
            }
        }
        self.expect(Tok::RParen, "`)`")
    }

    /// `sideeffect alignstack inteldialect unwind "template", "constraints"`
    fn inline_asm(&mut self) -> Res<Asm> {
        let mut side_effect = false;
        loop {
            if self.eat_kw(Kw::Sideeffect) {
                side_effect = true;
            } else if !(self.eat_kw(Kw::Alignstack)
                || self.eat_kw(Kw::Inteldialect)
                || self.eat_kw(Kw::Unwind))
            {
                break;
            }
        }
        let template = self.string()?;
        self.expect_comma()?;
        let constraints = self.string()?;
        Ok(Asm { template, constraints, side_effect })
    }

    /// `[ "tag"(T a, …), … ]`
    #[expect(clippy::type_complexity)]
    fn bundles(&mut self) -> Res<Box<[(Span, Box<[Typed]>)]>> {
        self.lx.advance();
        let mut bundles = Vec::new();
        while self.lx.tok != Tok::RSquare {
            let tag = self.string()?;
            self.expect(Tok::LParen, "`(`")?;
            self.typed.clear();
            while self.lx.tok != Tok::RParen {
                let value = match self.eat_kw(Kw::MetadataTy) {
                    true => self.metadata_operand()?,
                    false => self.typed_operand()?,
                };
                self.typed.push(value);
                if !self.eat(Tok::Comma) {
                    break;
                }
            }
            self.expect(Tok::RParen, "`)`")?;
            bundles.push((tag, self.typed.as_slice().into()));
            if !self.eat(Tok::Comma) {
                break;
            }
        }
        self.expect(Tok::RSquare, "`]`")?;
        Ok(bundles.into())
    }

    /// The value of a debug record: none where the compiler lost it.
    pub(super) fn debug_value(&mut self) -> Res<Option<Typed>> {
        self.eat_kw(Kw::MetadataTy);
        let value = self.metadata_operand()?;
        Ok(match value.op {
            Operand::Local(_) => Some(value),
            Operand::Const(id) => match self.constants[id.index()].kind {
                ConstKind::Undef | ConstKind::Poison => None,
                _ => Some(value),
            },
            Operand::Metadata(_) | Operand::InlineMetadata | Operand::Asm => None,
        })
    }

    /// `(metadata ptr %x, metadata !7, metadata !DIExpression())` of `llvm.dbg.declare` and others.
    fn debug_call(&mut self, kind: DebugKind) -> Res<(InstKind, TypeId)> {
        let mut record = DebugRecord { kind, value: None, variable: None, expression: None };
        self.expect(Tok::LParen, "`(`")?;
        if kind != DebugKind::Label {
            self.expect_metadata()?;
            record.value = self.debug_value()?;
            self.expect_comma()?;
        }
        self.expect_metadata()?;
        record.variable = Some(self.metadata_node()?);
        if kind != DebugKind::Label {
            self.expect_comma()?;
            self.expect_metadata()?;
            record.expression = Some(self.metadata_node()?);
        }
        if kind == DebugKind::Assign {
            self.expect_comma()?;
            self.expect_metadata()?;
            self.metadata_node()?;
            self.expect_comma()?;
            self.expect_metadata()?;
            self.debug_value()?;
            self.expect_comma()?;
            self.expect_metadata()?;
            self.metadata_node()?;
        }
        self.expect(Tok::RParen, "`)`")?;
        let mut attrs = FnAttributes::default();
        while self.eat(Tok::AttrGroup) || self.fn_attribute(&mut attrs)? {}
        Ok((InstKind::Debug(Box::new(record)), VOID))
    }

    fn expect_metadata(&mut self) -> Res<()> {
        self.expect_kw(Kw::MetadataTy, "`metadata`")
    }
}
