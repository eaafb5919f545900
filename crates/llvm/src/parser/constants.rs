//! Constants and constant expressions, of all versions: also those that later versions dropped.

use super::types::{I1, I8, made};
use super::{BlockAddress, Ident, NONE, Parser, Symbol};
use crate::error::{Res, fail};
use crate::keywords::Kw;
use crate::lexer::Tok;
use crate::literals;
use crate::module::{
    BinOp, BlockId, CastOp, ConstId, ConstKind, Constant, Flags, FloatPred, GlobalId, IntPred, Type, TypeId,
    unescape,
};

/// The binary operator of a word.
#[inline]
pub(super) fn bin_op(kw: Kw) -> Option<BinOp> {
    Some(match kw {
        Kw::Add => BinOp::Add,
        Kw::Sub => BinOp::Sub,
        Kw::Mul => BinOp::Mul,
        Kw::Udiv => BinOp::UDiv,
        Kw::Sdiv => BinOp::SDiv,
        Kw::Urem => BinOp::URem,
        Kw::Srem => BinOp::SRem,
        Kw::Shl => BinOp::Shl,
        Kw::Lshr => BinOp::LShr,
        Kw::Ashr => BinOp::AShr,
        Kw::And => BinOp::And,
        Kw::Or => BinOp::Or,
        Kw::Xor => BinOp::Xor,
        Kw::Fadd => BinOp::FAdd,
        Kw::Fsub => BinOp::FSub,
        Kw::Fmul => BinOp::FMul,
        Kw::Fdiv => BinOp::FDiv,
        Kw::Frem => BinOp::FRem,
        _ => return None,
    })
}

/// The cast of a word.
#[inline]
pub(super) fn cast_op(kw: Kw) -> Option<CastOp> {
    Some(match kw {
        Kw::Trunc => CastOp::Trunc,
        Kw::Zext => CastOp::ZExt,
        Kw::Sext => CastOp::SExt,
        Kw::Fptrunc => CastOp::FPTrunc,
        Kw::Fpext => CastOp::FPExt,
        Kw::Fptoui => CastOp::FPToUI,
        Kw::Fptosi => CastOp::FPToSI,
        Kw::Uitofp => CastOp::UIToFP,
        Kw::Sitofp => CastOp::SIToFP,
        Kw::Ptrtoint => CastOp::PtrToInt,
        Kw::Ptrtoaddr => CastOp::PtrToAddr,
        Kw::Inttoptr => CastOp::IntToPtr,
        Kw::Bitcast => CastOp::BitCast,
        Kw::Addrspacecast => CastOp::AddrSpaceCast,
        _ => return None,
    })
}

impl<'a> Parser<'a> {
    pub(super) fn push_constant(&mut self, ty: TypeId, kind: ConstKind) -> ConstId {
        let id = ConstId(self.constants.len() as u32);
        self.constants.push(Constant { ty, kind });
        id
    }

    /// An integer of at most 64 bits, shared.
    #[inline]
    fn int_constant(&mut self, ty: TypeId, value: u64) -> ConstId {
        if let Some(&id) = self.ints.get(&(ty.0, value)) {
            return id;
        }
        let id = self.push_constant(ty, ConstKind::Int(value));
        self.ints.insert((ty.0, value), id);
        id
    }

    /// `null`, `undef` and the like, shared.
    fn simple_constant(&mut self, ty: TypeId, tag: u8, kind: ConstKind) -> ConstId {
        if let Some(&id) = self.simple.get(&(ty.0, tag)) {
            return id;
        }
        let id = self.push_constant(ty, kind);
        self.simple.insert((ty.0, tag), id);
        id
    }

    /// A constant of a known type.
    #[inline]
    pub(super) fn constant(&mut self, ty: TypeId) -> Res<ConstId> {
        match self.lx.tok {
            Tok::Int => self.int_literal(ty),
            Tok::Global | Tok::GlobalNum => self.symbol_constant(ty),
            Tok::Word => self.constant_word(ty),
            _ => self.nested(|p| p.other_constant(ty)),
        }
    }

    /// A type and a constant of it.
    pub(super) fn typed_constant(&mut self) -> Res<(TypeId, ConstId)> {
        let ty = self.ty()?;
        Ok((ty, self.constant(ty)?))
    }

    fn int_literal(&mut self, ty: TypeId) -> Res<ConstId> {
        let Type::Int(width) = *self.types.get(ty) else {
            if let Type::Float(kind) = *self.types.get(ty) {
                // New versions accept `float 1` as `float 1.0`.
                return self.float_constant(ty, literals::decimal(kind, self.lx.text()));
            }
            return self.fail("integer literal for a type that is no integer");
        };
        let text = self.lx.text();
        if width <= 64 && self.lx.num != u64::MAX {
            let magnitude = self.lx.num;
            let mask = u64::MAX >> (64 - width);
            let negative = text[0] == b'-';
            let fits = if negative { magnitude <= 1 << (width - 1) } else { magnitude <= mask };
            if !fits {
                return self.fail(format!("integer literal does not fit in i{width}"));
            }
            let value = if negative { magnitude.wrapping_neg() & mask } else { magnitude };
            self.lx.advance();
            return Ok(self.int_constant(ty, value));
        }
        let words = made(self.lx.start, literals::wide_decimal(text, width))?;
        self.wide_int(ty, width, words)
    }

    fn wide_int(&mut self, ty: TypeId, width: u32, words: Vec<u64>) -> Res<ConstId> {
        self.lx.advance();
        Ok(match words[..] {
            [word] if width <= 64 => self.int_constant(ty, word),
            _ => self.push_constant(ty, ConstKind::WideInt(words.into())),
        })
    }

    fn float_constant(&mut self, ty: TypeId, bits: Result<[u64; 2], String>) -> Res<ConstId> {
        let bits = made(self.lx.start, bits)?;
        self.lx.advance();
        Ok(self.push_constant(ty, ConstKind::Float(bits)))
    }

    /// The symbol at the current token, by order of mention; moves past it.
    pub(super) fn mention_symbol(&mut self) -> Res<u32> {
        let next = self.symbols.len() as u32;
        let index = match self.lx.tok {
            Tok::Global => {
                // Looking up first keeps the common case free of a copy of the name.
                let name = self.name();
                match self.symbol_names.get(&name) {
                    Some(&index) => index,
                    None => *self.symbol_names.entry(name).or_insert(next),
                }
            }
            Tok::GlobalNum => {
                let number = self.id_number()?;
                *self.symbol_numbers.entry(number).or_insert(next)
            }
            _ => return self.unexpected("a symbol"),
        };
        if index == next {
            let mention = self.lx.start as u32;
            self.symbols.push(Symbol { mention, definition: NONE, constant: None });
        }
        self.lx.advance();
        Ok(index)
    }

    fn symbol_constant(&mut self, ty: TypeId) -> Res<ConstId> {
        let at = self.lx.start;
        let symbol = self.mention_symbol()?;
        if let Some(id) = self.symbols[symbol as usize].constant
            && self.constants[id.index()].ty == ty
        {
            return Ok(id);
        }
        if !self.types.is_ptr(ty) {
            return fail(at, "symbol used as a value that is no pointer");
        }
        let id = self.push_constant(ty, ConstKind::Global(GlobalId(symbol)));
        self.symbol_constants.push((id, at as u32));
        self.symbols[symbol as usize].constant = Some(id);
        Ok(id)
    }

    fn constant_word(&mut self, ty: TypeId) -> Res<ConstId> {
        let id = match self.lx.kw {
            Kw::Null => {
                if !self.types.is_ptr(ty) && !matches!(self.types.get(ty), Type::Target(_)) {
                    return self.fail("`null` for a type that is no pointer");
                }
                self.simple_constant(ty, 0, ConstKind::Null)
            }
            Kw::Zeroinitializer => {
                let kind = match self.types.get(ty) {
                    Type::Int(width) if *width <= 64 => {
                        self.lx.advance();
                        return Ok(self.int_constant(ty, 0));
                    }
                    Type::Float(_) => ConstKind::Float([0, 0]),
                    Type::Ptr { .. } | Type::TypedPtr { .. } => ConstKind::Null,
                    Type::Label | Type::Metadata | Type::Token | Type::Function { .. } | Type::Void => {
                        return self.fail("type has no zero");
                    }
                    _ => ConstKind::Zero,
                };
                self.simple_constant(ty, 1, kind)
            }
            Kw::Undef | Kw::Poison => {
                if matches!(self.types.get(ty), Type::Label | Type::Void | Type::Function { .. }) {
                    return self.fail("type has no values");
                }
                match self.lx.kw {
                    Kw::Undef => self.simple_constant(ty, 2, ConstKind::Undef),
                    _ => self.simple_constant(ty, 3, ConstKind::Poison),
                }
            }
            Kw::True | Kw::False => {
                if ty != I1 {
                    return self.fail("`true` and `false` are of type i1");
                }
                self.int_constant(ty, (self.lx.kw == Kw::True).into())
            }
            Kw::NoneValue => self.simple_constant(ty, 4, ConstKind::None),
            _ => return self.nested(|p| p.expression_of(ty)),
        };
        self.lx.advance();
        Ok(id)
    }

    fn expression_of(&mut self, ty: TypeId) -> Res<ConstId> {
        let at = self.lx.start;
        let id = match self.lx.kw {
            Kw::Splat => {
                let Type::Vector { elem, .. } = *self.types.get(ty) else {
                    return self.fail("`splat` for a type that is no vector");
                };
                self.lx.advance();
                self.expect(Tok::LParen, "`(`")?;
                let (lane_ty, lane) = self.typed_constant()?;
                if lane_ty != elem {
                    return fail(at, "lane has another type than the vector's");
                }
                self.expect(Tok::RParen, "`)`")?;
                self.push_constant(ty, ConstKind::Splat(lane))
            }
            Kw::Blockaddress => self.block_address(ty)?,
            Kw::DsoLocalEquivalent | Kw::NoCfi => {
                let equivalent = self.lx.kw == Kw::DsoLocalEquivalent;
                self.lx.advance();
                let symbol = GlobalId(self.mention_symbol()?);
                let kind = match equivalent {
                    true => ConstKind::DsoLocalEquivalent(symbol),
                    false => ConstKind::NoCfi(symbol),
                };
                let id = self.push_constant(ty, kind);
                self.symbol_constants.push((id, at as u32));
                id
            }
            Kw::Ptrauth => {
                self.lx.advance();
                self.expect(Tok::LParen, "`(`")?;
                let (_, signed) = self.typed_constant()?;
                while self.eat(Tok::Comma) {
                    self.typed_constant()?;
                }
                self.expect(Tok::RParen, "`)`")?;
                self.push_constant(ty, ConstKind::PtrAuth(signed))
            }
            _ => return self.checked_expression(ty),
        };
        Ok(id)
    }

    fn checked_expression(&mut self, ty: TypeId) -> Res<ConstId> {
        let at = self.lx.start;
        let id = self.const_expression()?;
        if self.constants[id.index()].ty != ty {
            return fail(at, "constant expression has another type than expected");
        }
        Ok(id)
    }

    /// `blockaddress(@f, %b)`
    fn block_address(&mut self, ty: TypeId) -> Res<ConstId> {
        let offset = self.lx.start;
        if !self.types.is_ptr(ty) {
            return self.fail("`blockaddress` for a type that is no pointer");
        }
        self.lx.advance();
        self.expect(Tok::LParen, "`(`")?;
        let function = self.mention_symbol()?;
        self.expect(Tok::Comma, "`,`")?;
        let label = match self.lx.tok {
            Tok::Local => Ident::Name(self.name()),
            Tok::LocalNum => Ident::Number(self.id_number()?),
            _ => return self.unexpected("a label"),
        };
        self.lx.advance();
        self.expect(Tok::RParen, "`)`")?;
        let kind = ConstKind::BlockAddress { function: GlobalId(function), block: BlockId(0) };
        let constant = self.push_constant(ty, kind);
        self.block_addresses.push(BlockAddress { constant, function, label, offset });
        Ok(constant)
    }

    fn other_constant(&mut self, ty: TypeId) -> Res<ConstId> {
        match self.lx.tok {
            Tok::HexInt => {
                let Type::Int(width) = *self.types.get(ty) else {
                    return self.fail("integer literal for a type that is no integer");
                };
                let words = made(self.lx.start, literals::wide_hex(self.lx.text(), width))?;
                self.wide_int(ty, width, words)
            }
            Tok::Float | Tok::HexFloat | Tok::FloatWord => {
                let Type::Float(kind) = *self.types.get(ty) else {
                    return self.fail("floating-point literal for a type that is no float");
                };
                let text = self.lx.text();
                match self.lx.tok {
                    Tok::Float => self.float_constant(ty, literals::decimal(kind, text)),
                    Tok::HexFloat => self.float_constant(ty, literals::hexadecimal(kind, text)),
                    _ => {
                        let at = self.lx.start;
                        self.lx.advance();
                        let mut payload = None;
                        if self.eat(Tok::LParen) {
                            payload = Some(self.lx.text());
                            self.expect(Tok::HexFloat, "a payload")?;
                            self.expect(Tok::RParen, "`)`")?;
                        }
                        let bits = made(at, literals::special(kind, text, payload))?;
                        Ok(self.push_constant(ty, ConstKind::Float(bits)))
                    }
                }
            }
            Tok::CStr => {
                let Type::Array { elem: I8, len } = *self.types.get(ty) else {
                    return self.fail("string for a type that is no array of bytes");
                };
                let text = self.lx.text();
                let bytes = match self.lx.unusual {
                    // The text is a piece of a string at single-byte quotes.
                    true => unescape(std::str::from_utf8(text).unwrap_or_default()).len(),
                    false => text.len(),
                };
                if bytes as u64 != len {
                    return self.fail(format!("string has {bytes} bytes, its type {len}"));
                }
                let span = self.lx.span();
                self.lx.advance();
                Ok(self.push_constant(ty, ConstKind::Str(span)))
            }
            Tok::LSquare => {
                let Type::Array { elem, len } = *self.types.get(ty) else {
                    return self.fail("array for a type that is no array");
                };
                self.lx.advance();
                let items = self.elements(elem, len, Tok::RSquare)?;
                Ok(self.push_constant(ty, ConstKind::Array(items)))
            }
            Tok::LBrace => {
                self.lx.advance();
                self.struct_constant(ty, false)
            }
            Tok::LAngle => {
                self.lx.advance();
                if self.eat(Tok::LBrace) {
                    let id = self.struct_constant(ty, true)?;
                    self.expect(Tok::RAngle, "`>`")?;
                    return Ok(id);
                }
                let Type::Vector { elem, len } = *self.types.get(ty) else {
                    return self.fail("vector for a type that is no vector");
                };
                let items = self.elements(elem, len, Tok::RAngle)?;
                Ok(self.push_constant(ty, ConstKind::Vector(items)))
            }
            _ => self.unexpected("a constant"),
        }
    }

    /// Elements of an array or a vector up to the closing bracket.
    fn elements(&mut self, elem: TypeId, len: u64, close: Tok) -> Res<Box<[ConstId]>> {
        let at = self.lx.start;
        let mut items = Vec::new();
        if self.lx.tok != close {
            loop {
                let at = self.lx.start;
                let (ty, item) = self.typed_constant()?;
                if ty != elem {
                    return fail(at, "element has another type than the others");
                }
                items.push(item);
                if !self.eat(Tok::Comma) {
                    break;
                }
            }
        }
        self.expect(close, if close == Tok::RSquare { "`]`" } else { "`>`" })?;
        if items.len() as u64 != len {
            return fail(at, format!("expected {len} elements, found {}", items.len()));
        }
        Ok(items.into())
    }

    /// Fields of a struct after the brace, with the closing one.
    fn struct_constant(&mut self, ty: TypeId, is_packed: bool) -> Res<ConstId> {
        let at = self.lx.start;
        let count = match self.types.get(ty) {
            Type::Struct { fields: Some(fields), packed, .. } if *packed == is_packed => fields.len(),
            _ => return self.fail("struct for a type that is no such struct"),
        };
        let mut items = Vec::with_capacity(count.min(64));
        if self.lx.tok != Tok::RBrace {
            loop {
                let at = self.lx.start;
                let (field_ty, item) = self.typed_constant()?;
                let wanted = match self.types.get(ty) {
                    Type::Struct { fields: Some(fields), .. } => fields.get(items.len()).copied(),
                    _ => None,
                };
                if wanted.is_some_and(|wanted| wanted != field_ty) {
                    return fail(at, "field has another type than the struct's");
                }
                items.push(item);
                if !self.eat(Tok::Comma) {
                    break;
                }
            }
        }
        self.expect(Tok::RBrace, "`}`")?;
        if items.len() != count {
            return fail(at, format!("expected {count} fields, found {}", items.len()));
        }
        Ok(self.push_constant(ty, ConstKind::Struct(items.into())))
    }

    /// `op (…)`; its type follows from the operands.
    pub(super) fn const_expression(&mut self) -> Res<ConstId> {
        let at = self.lx.start;
        if self.lx.tok != Tok::Word {
            return self.unexpected("a constant expression");
        }
        let kw = self.lx.kw;
        if let Some(op) = bin_op(kw) {
            self.lx.advance();
            let flags = self.flags()?;
            let ((ty, a), (other, b)) = self.two_constants()?;
            if ty != other {
                return fail(at, "operands have different types");
            }
            self.check_binary(op, ty, at)?;
            return Ok(self.push_constant(ty, ConstKind::Bin { op, a, b, flags }));
        }
        if let Some(op) = cast_op(kw) {
            self.lx.advance();
            self.flags()?;
            self.expect(Tok::LParen, "`(`")?;
            let (from, value) = self.typed_constant()?;
            self.expect_kw(Kw::To, "`to`")?;
            let to = self.ty()?;
            self.expect(Tok::RParen, "`)`")?;
            self.check_cast(op, from, to, at)?;
            return Ok(self.push_constant(to, ConstKind::Cast { op, value }));
        }
        match kw {
            Kw::Getelementptr => self.gep_expression(),
            Kw::Icmp => {
                self.lx.advance();
                self.flags()?;
                let pred = self.int_pred()?;
                let ((ty, a), (other, b)) = self.two_constants()?;
                self.check_comparison(ty, other, false, at)?;
                let result = self.types.shaped(ty, I1);
                Ok(self.push_constant(result, ConstKind::ICmp { pred, a, b }))
            }
            Kw::Fcmp => {
                self.lx.advance();
                self.flags()?;
                let pred = self.float_pred()?;
                let ((ty, a), (other, b)) = self.two_constants()?;
                self.check_comparison(ty, other, true, at)?;
                let result = self.types.shaped(ty, I1);
                Ok(self.push_constant(result, ConstKind::FCmp { pred, a, b }))
            }
            Kw::Fneg => {
                self.lx.advance();
                let operands = self.constant_list(1)?;
                let (ty, value) = operands[0];
                if !matches!(self.types.get(self.types.scalar(ty)), Type::Float(_)) {
                    return fail(at, "operand is no float");
                }
                Ok(self.push_constant(ty, ConstKind::FNeg(value)))
            }
            Kw::Select => {
                self.lx.advance();
                let operands = self.constant_list(3)?;
                let ((cond_ty, cond), (ty, a), (other, b)) = (operands[0], operands[1], operands[2]);
                if ty != other || self.types.scalar(cond_ty) != I1 {
                    return fail(at, "operands have the wrong types");
                }
                Ok(self.push_constant(ty, ConstKind::Select { cond, a, b }))
            }
            Kw::Extractelement => {
                self.lx.advance();
                let operands = self.constant_list(2)?;
                let ((ty, vector), (_, index)) = (operands[0], operands[1]);
                let Type::Vector { elem, .. } = *self.types.get(ty) else {
                    return fail(at, "operand is no vector");
                };
                Ok(self.push_constant(elem, ConstKind::ExtractElement { vector, index }))
            }
            Kw::Insertelement => {
                self.lx.advance();
                let operands = self.constant_list(3)?;
                let ((ty, vector), (elem_ty, elem), (_, index)) = (operands[0], operands[1], operands[2]);
                if !matches!(*self.types.get(ty), Type::Vector { elem, .. } if elem == elem_ty) {
                    return fail(at, "operands have the wrong types");
                }
                Ok(self.push_constant(ty, ConstKind::InsertElement { vector, elem, index }))
            }
            Kw::Shufflevector => {
                self.lx.advance();
                let operands = self.constant_list(3)?;
                let ((ty, a), (other, b), (_, mask)) = (operands[0], operands[1], operands[2]);
                let Type::Vector { elem, .. } = *self.types.get(ty) else {
                    return fail(at, "operand is no vector");
                };
                if ty != other {
                    return fail(at, "operands have different types");
                }
                if let Type::Vector { len, .. } = *self.types.get(self.constants[mask.index()].ty) {
                    self.expand_lanes(len, at)?;
                }
                let mask = self.shuffle_mask(mask, ty, at)?;
                let result = made(at, self.types.vector(elem, mask.len() as u64))?;
                Ok(self.push_constant(result, ConstKind::ShuffleVector { a, b, mask }))
            }
            Kw::Extractvalue => {
                self.lx.advance();
                self.expect(Tok::LParen, "`(`")?;
                let (ty, agg) = self.typed_constant()?;
                let (path, result) = self.value_path(ty)?;
                self.expect(Tok::RParen, "`)`")?;
                Ok(self.push_constant(result, ConstKind::ExtractValue { agg, path }))
            }
            Kw::Insertvalue => {
                self.lx.advance();
                self.expect(Tok::LParen, "`(`")?;
                let (ty, agg) = self.typed_constant()?;
                self.expect(Tok::Comma, "`,`")?;
                let (elem_ty, elem) = self.typed_constant()?;
                let (path, inner) = self.value_path(ty)?;
                if inner != elem_ty {
                    return fail(at, "inserted value has the wrong type");
                }
                self.expect(Tok::RParen, "`)`")?;
                Ok(self.push_constant(ty, ConstKind::InsertValue { agg, elem, path }))
            }
            _ => self.unexpected("a constant"),
        }
    }

    /// `(T a, T b, …)`
    fn constant_list(&mut self, count: usize) -> Res<Vec<(TypeId, ConstId)>> {
        self.expect(Tok::LParen, "`(`")?;
        let mut list = Vec::with_capacity(count);
        for at in 0..count {
            if at > 0 {
                self.expect(Tok::Comma, "`,`")?;
            }
            list.push(self.typed_constant()?);
        }
        self.expect(Tok::RParen, "`)`")?;
        Ok(list)
    }

    fn two_constants(&mut self) -> Res<((TypeId, ConstId), (TypeId, ConstId))> {
        let list = self.constant_list(2)?;
        Ok((list[0], list[1]))
    }

    /// `getelementptr inbounds inrange(0, 8) (T, ptr p, i64 0, inrange i32 1)`
    fn gep_expression(&mut self) -> Res<ConstId> {
        let at = self.lx.start;
        self.lx.advance();
        let mut flags = self.flags()?;
        if self.eat_kw(Kw::Inrange) {
            if self.lx.tok != Tok::LParen {
                return self.unexpected("`(`");
            }
            self.skip_parens()?;
            flags = merge(flags, self.flags()?);
        }
        self.expect(Tok::LParen, "`(`")?;
        let source = self.ty()?;
        self.expect(Tok::Comma, "`,`")?;
        let (base_ty, base) = self.typed_constant()?;
        let mut indices = Vec::new();
        let mut index_types = Vec::new();
        while self.eat(Tok::Comma) {
            self.eat_kw(Kw::Inrange);
            let (ty, index) = self.typed_constant()?;
            index_types.push((ty, Some(index)));
            indices.push(index);
        }
        self.expect(Tok::RParen, "`)`")?;
        let result = self.gep_type(source, base_ty, &index_types, at)?;
        Ok(self.push_constant(result, ConstKind::Gep { source, base, indices: indices.into(), flags }))
    }

    /// The lanes a constant mask selects.
    pub(super) fn shuffle_mask(&self, mask: ConstId, of: TypeId, at: usize) -> Res<Box<[Option<u32>]>> {
        let constant = &self.constants[mask.index()];
        let Type::Vector { len, .. } = *self.types.get(constant.ty) else {
            return fail(at, "mask is no vector");
        };
        let lanes = match *self.types.get(of) {
            Type::Vector { len, .. } => len * 2,
            _ => 0,
        };
        let lane = |id: ConstId| match self.constants[id.index()].kind {
            ConstKind::Int(lane) if lane < lanes => Ok(Some(lane as u32)),
            ConstKind::Undef | ConstKind::Poison => Ok(None),
            _ => fail(at, "mask selects no lane of the operands"),
        };
        match &constant.kind {
            ConstKind::Zero => Ok(vec![Some(0); len as usize].into()),
            ConstKind::Undef | ConstKind::Poison => Ok(vec![None; len as usize].into()),
            ConstKind::Splat(item) => Ok(vec![lane(*item)?; len as usize].into()),
            ConstKind::Vector(items) => items.iter().map(|&item| lane(item)).collect(),
            _ => fail(at, "mask of a shuffle must be a plain vector"),
        }
    }

    /// `, 0, 1` of `extractvalue` and `insertvalue`, and the type it leads to.
    pub(super) fn value_path(&mut self, agg: TypeId) -> Res<(Box<[u32]>, TypeId)> {
        let mut path = Vec::new();
        let mut ty = agg;
        while self.comma() {
            let at = self.lx.start;
            let index = self.number32("an index")?;
            let inner = match self.types.get(ty) {
                Type::Struct { fields: Some(fields), .. } => fields.get(index as usize).copied(),
                Type::Array { elem, len } if u64::from(index) < *len => Some(*elem),
                _ => None,
            };
            let Some(inner) = inner else { return fail(at, "no such field") };
            ty = inner;
            path.push(index);
        }
        if path.is_empty() {
            return self.unexpected("`,` and an index");
        }
        Ok((path.into(), ty))
    }

    /// The result of `getelementptr`: a pointer, or a vector of them where an operand is one.
    pub(super) fn gep_type(
        &mut self,
        source: TypeId,
        base: TypeId,
        indices: &[(TypeId, Option<ConstId>)],
        at: usize,
    ) -> Res<TypeId> {
        let pointer = self.types.scalar(base);
        let mut lanes = match *self.types.get(base) {
            Type::Vector { len, .. } => Some(len),
            _ => None,
        };
        for &(ty, _) in indices {
            if let Type::Vector { len, .. } = *self.types.get(ty) {
                if lanes.is_some_and(|lanes| lanes != len) {
                    return fail(at, "vectors of different lengths");
                }
                lanes = Some(len);
            }
            if !matches!(self.types.get(self.types.scalar(ty)), Type::Int(_)) {
                return fail(at, "index is no integer");
            }
        }
        if !self.types.is_first_class(source) && !indices.is_empty() {
            return fail(at, "type of the elements has no size");
        }
        let mut element = source;
        for &(_, index) in indices.iter().skip(1) {
            element = match self.types.get(element) {
                Type::Array { elem, .. } | Type::Vector { elem, .. } => *elem,
                Type::Struct { fields: Some(fields), .. } => {
                    let field = index.and_then(|index| self.lane_value(index));
                    match field.and_then(|field| fields.get(field as usize)) {
                        Some(&field) => field,
                        None => return fail(at, "no such field"),
                    }
                }
                _ => return fail(at, "index into a type without elements"),
            };
        }
        let result = match *self.types.get(pointer) {
            Type::Ptr { .. } => pointer,
            Type::TypedPtr { pointee, space } => {
                if pointee != source {
                    return fail(at, "pointer has another type than the elements");
                }
                made(at, self.types.typed_ptr(element, space))?
            }
            _ => return fail(at, "base is no pointer"),
        };
        match lanes {
            Some(len) => made(at, self.types.vector(result, len)),
            None => Ok(result),
        }
    }

    /// The value of an integer constant, or of all lanes of a vector of equal ones.
    fn lane_value(&self, id: ConstId) -> Option<u64> {
        match &self.constants[id.index()].kind {
            ConstKind::Int(value) => Some(*value),
            ConstKind::Zero => Some(0),
            ConstKind::Splat(lane) => self.int_value(*lane),
            ConstKind::Vector(lanes) => self.int_value(*lanes.first()?),
            _ => None,
        }
    }

    fn int_value(&self, id: ConstId) -> Option<u64> {
        match self.constants[id.index()].kind {
            ConstKind::Int(value) => Some(value),
            _ => None,
        }
    }

    pub(super) fn int_pred(&mut self) -> Res<IntPred> {
        let kw = if self.lx.tok == Tok::Word { self.lx.kw } else { Kw::Unknown };
        let pred = match kw {
            Kw::Eq => IntPred::Eq,
            Kw::Ne => IntPred::Ne,
            Kw::Ugt => IntPred::Ugt,
            Kw::Uge => IntPred::Uge,
            Kw::Ult => IntPred::Ult,
            Kw::Ule => IntPred::Ule,
            Kw::Sgt => IntPred::Sgt,
            Kw::Sge => IntPred::Sge,
            Kw::Slt => IntPred::Slt,
            Kw::Sle => IntPred::Sle,
            _ => return self.unexpected("a predicate"),
        };
        self.lx.advance();
        Ok(pred)
    }

    pub(super) fn float_pred(&mut self) -> Res<FloatPred> {
        let kw = if self.lx.tok == Tok::Word { self.lx.kw } else { Kw::Unknown };
        let pred = match kw {
            Kw::False => FloatPred::False,
            Kw::Oeq => FloatPred::Oeq,
            Kw::Ogt => FloatPred::Ogt,
            Kw::Oge => FloatPred::Oge,
            Kw::Olt => FloatPred::Olt,
            Kw::Ole => FloatPred::Ole,
            Kw::One => FloatPred::One,
            Kw::Ord => FloatPred::Ord,
            Kw::Ueq => FloatPred::Ueq,
            Kw::Ugt => FloatPred::Ugt,
            Kw::Uge => FloatPred::Uge,
            Kw::Ult => FloatPred::Ult,
            Kw::Ule => FloatPred::Ule,
            Kw::Une => FloatPred::Une,
            Kw::Uno => FloatPred::Uno,
            Kw::True => FloatPred::True,
            _ => return self.unexpected("a predicate"),
        };
        self.lx.advance();
        Ok(pred)
    }
}

fn merge(a: Flags, b: Flags) -> Flags {
    Flags {
        nuw: a.nuw | b.nuw,
        nsw: a.nsw | b.nsw,
        inbounds: a.inbounds | b.inbounds,
        nusw: a.nusw | b.nusw,
        ..a
    }
}
