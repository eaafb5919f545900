//! Instructions: terminators, arithmetic, vectors and aggregates; the dispatch for all.

use rustc_hash::FxHashSet;

use super::constants::{bin_op, cast_op};
use super::types::{I1, LABEL, METADATA, TOKEN, VOID, made};
use super::{Ident, Parser};
use crate::error::{Res, fail};
use crate::keywords::Kw;
use crate::lexer::Tok;
use crate::module::{
    BinOp, CastOp, ConstId, DebugKind, DebugRecord, Flags, Inst, InstKind, Operand, Span, Type, TypeId, Typed,
};

impl<'a> Parser<'a> {
    /// Moves past a comma, unless an attachment follows it.
    #[inline]
    pub(super) fn comma(&mut self) -> bool {
        if self.at_attachment || self.lx.tok != Tok::Comma {
            return false;
        }
        self.lx.advance();
        if self.lx.tok == Tok::MdName {
            self.at_attachment = true;
            return false;
        }
        true
    }

    pub(super) fn expect_comma(&mut self) -> Res<()> {
        self.expect(Tok::Comma, "`,`")
    }

    /// One instruction or debug record, with its name and attachments.
    #[inline]
    pub(super) fn instruction(&mut self, ret: TypeId) -> Res<Inst> {
        let at = self.lx.start;
        let ident = match self.lx.tok {
            Tok::LocalNum => Some((Ident::Number(self.id_number()?), Span::default())),
            Tok::Local => Some((Ident::Name(self.name()), self.lx.span())),
            Tok::Word => None,
            Tok::Record => return self.debug_record(),
            Tok::Label | Tok::LabelNum => return self.fail("block before this label has no terminator"),
            _ => return self.unexpected("an instruction"),
        };
        if ident.is_some() {
            self.lx.advance();
            self.expect(Tok::Equal, "`=`")?;
            if self.lx.tok != Tok::Word {
                return self.unexpected("an instruction");
            }
        }
        let (kind, ty) = self.operation(ret)?;
        let mut inst = Inst { kind, ty, result: None, dbg: None, range: None, nonnull: false };
        if !self.at_attachment && self.lx.tok == Tok::Comma {
            self.lx.advance();
            self.at_attachment = true;
        }
        if self.at_attachment {
            self.at_attachment = false;
            loop {
                if self.lx.tok != Tok::MdName {
                    return self.unexpected("an attachment");
                }
                match self.attachment()? {
                    (Kw::Dbg, id) => inst.dbg = inst.dbg.or(Some(id)),
                    (Kw::Range, id) => inst.range = Some(id),
                    (Kw::Nonnull, _) => inst.nonnull = true,
                    _ => {}
                }
                if !self.eat(Tok::Comma) {
                    break;
                }
            }
        }
        if inst.ty != VOID {
            inst.result = Some(self.locals.define(ident, inst.ty, at)?);
        } else if ident.is_some() {
            return fail(at, "instruction without result cannot have a name");
        }
        Ok(inst)
    }

    /// An opcode and its operands.
    #[inline]
    fn operation(&mut self, ret: TypeId) -> Res<(InstKind, TypeId)> {
        let at = self.lx.start;
        let kw = self.lx.kw;
        self.lx.advance();
        match kw {
            Kw::Load => self.load(),
            Kw::Store => self.store(),
            Kw::Call => self.call(false),
            Kw::Tail | Kw::Notail => {
                self.expect_kw(Kw::Call, "`call`")?;
                self.call(false)
            }
            Kw::Musttail => {
                self.expect_kw(Kw::Call, "`call`")?;
                self.call(true)
            }
            Kw::Br => self.branch(),
            Kw::Getelementptr => self.gep(at),
            Kw::Icmp => {
                let flags = self.flags()?;
                let pred = self.int_pred()?;
                let (ty, a, b) = self.two_operands()?;
                self.check_comparison(ty, ty, false, at)?;
                let result = if self.types.scalar(ty) == ty { I1 } else { self.types.shaped(ty, I1) };
                Ok((InstKind::ICmp { pred, ty, a, b, flags }, result))
            }
            Kw::Alloca => self.alloca(),
            Kw::Ret => {
                // The type may be that of a pointer to a function, `void (i32)*`.
                let ty = self.any_type()?;
                if ty != ret {
                    return fail(at, "returned value has another type than the function's");
                }
                if ty == VOID {
                    return Ok((InstKind::Ret(None), VOID));
                }
                let value = Typed { ty, op: self.operand(ty)? };
                Ok((InstKind::Ret(Some(value)), VOID))
            }
            Kw::Phi => self.phi(at),
            Kw::Select => {
                self.flags()?;
                let cond = self.typed_operand()?;
                self.expect_comma()?;
                let a = self.typed_operand()?;
                self.expect_comma()?;
                let b = self.same_type(a.ty)?;
                let fits = cond.ty == I1 || self.types.shaped(a.ty, I1) == cond.ty;
                if !fits {
                    return fail(at, "condition must be i1, or a vector of it");
                }
                Ok((InstKind::Select { cond, a, b }, a.ty))
            }
            Kw::Unreachable => Ok((InstKind::Unreachable, VOID)),
            Kw::Switch => self.switch(),
            Kw::Invoke => self.invoke(),
            Kw::Fcmp => {
                let flags = self.flags()?;
                let pred = self.float_pred()?;
                let (ty, a, b) = self.two_operands()?;
                self.check_comparison(ty, ty, true, at)?;
                let result = self.types.shaped(ty, I1);
                Ok((InstKind::FCmp { pred, ty, a, b, flags }, result))
            }
            Kw::Fneg => {
                self.flags()?;
                let value = self.typed_operand()?;
                if !matches!(self.types.get(self.types.scalar(value.ty)), Type::Float(_)) {
                    return fail(at, "operand is no float");
                }
                Ok((InstKind::FNeg(value), value.ty))
            }
            Kw::Freeze => {
                let value = self.typed_operand()?;
                Ok((InstKind::Freeze(value), value.ty))
            }
            Kw::Extractvalue => {
                let agg = self.typed_operand()?;
                let (path, ty) = self.value_path(agg.ty)?;
                Ok((InstKind::ExtractValue { agg, path }, ty))
            }
            Kw::Insertvalue => {
                let agg = self.typed_operand()?;
                self.expect_comma()?;
                let elem = self.typed_operand()?;
                let (path, inner) = self.value_path(agg.ty)?;
                if inner != elem.ty {
                    return fail(at, "inserted value has the wrong type");
                }
                Ok((InstKind::InsertValue { agg, elem, path }, agg.ty))
            }
            Kw::Extractelement => {
                let vector = self.typed_operand()?;
                self.expect_comma()?;
                let index = self.typed_operand()?;
                let Type::Vector { elem, .. } = *self.types.get(vector.ty) else {
                    return fail(at, "operand is no vector");
                };
                self.check_int(index.ty, at)?;
                Ok((InstKind::ExtractElement { vector, index }, elem))
            }
            Kw::Insertelement => {
                let vector = self.typed_operand()?;
                self.expect_comma()?;
                let elem = self.typed_operand()?;
                self.expect_comma()?;
                let index = self.typed_operand()?;
                if !matches!(*self.types.get(vector.ty), Type::Vector { elem: lane, .. } if lane == elem.ty) {
                    return fail(at, "operands have the wrong types");
                }
                self.check_int(index.ty, at)?;
                Ok((InstKind::InsertElement { vector, elem, index }, vector.ty))
            }
            Kw::Shufflevector => {
                let a = self.typed_operand()?;
                self.expect_comma()?;
                let b = self.same_type(a.ty)?;
                self.expect_comma()?;
                let (mask_ty, mask) = self.typed_constant()?;
                let (Type::Vector { elem, .. }, Type::Vector { len, .. }) =
                    (self.types.get(a.ty), self.types.get(mask_ty))
                else {
                    return fail(at, "operand is no vector");
                };
                let (elem, len) = (*elem, *len);
                self.expand_lanes(len, at)?;
                let mask = self.shuffle_mask(mask, a.ty, at)?;
                let ty = made(at, self.types.vector(elem, len))?;
                Ok((InstKind::ShuffleVector { a, b, mask }, ty))
            }
            Kw::VaArg => {
                let list = self.typed_operand()?;
                self.expect_comma()?;
                let ty = self.ty()?;
                Ok((InstKind::VaArg { list }, ty))
            }
            Kw::Fence => {
                self.sync_scope()?;
                self.ordering()?;
                Ok((InstKind::Fence, VOID))
            }
            Kw::Cmpxchg => self.cmpxchg(at),
            Kw::Atomicrmw => self.atomicrmw(at),
            Kw::Landingpad => self.landing_pad(),
            Kw::Resume => Ok((InstKind::Resume(self.typed_operand()?), VOID)),
            Kw::Indirectbr => {
                let address = self.typed_operand()?;
                if !self.types.is_ptr(address.ty) {
                    return fail(at, "address is no pointer");
                }
                self.expect_comma()?;
                let targets = self.label_list()?;
                Ok((InstKind::IndirectBr { address, targets: targets.into() }, VOID))
            }
            Kw::Callbr => self.callbr(),
            Kw::Cleanupret => {
                self.expect_kw(Kw::From, "`from`")?;
                let pad = self.operand(TOKEN)?;
                let unwind = self.unwind_target()?;
                Ok((InstKind::CleanupRet { pad, unwind }, VOID))
            }
            Kw::Catchret => {
                self.expect_kw(Kw::From, "`from`")?;
                let pad = self.operand(TOKEN)?;
                self.expect_kw(Kw::To, "`to`")?;
                let to = self.label()?;
                Ok((InstKind::CatchRet { pad, to }, VOID))
            }
            Kw::Catchswitch => {
                let parent = self.within()?;
                let handlers = self.label_list()?;
                let unwind = self.unwind_target()?;
                Ok((InstKind::CatchSwitch { parent, handlers: handlers.into(), unwind }, TOKEN))
            }
            Kw::Catchpad => {
                let Some(parent) = self.within()? else {
                    return fail(at, "`catchpad` must be within a `catchswitch`");
                };
                let args = self.pad_arguments()?;
                Ok((InstKind::CatchPad { parent, args }, TOKEN))
            }
            Kw::Cleanuppad => {
                let parent = self.within()?;
                let args = self.pad_arguments()?;
                Ok((InstKind::CleanupPad { parent, args }, TOKEN))
            }
            _ => {
                if let Some(op) = bin_op(kw) {
                    let flags = self.flags()?;
                    let (ty, a, b) = self.two_operands()?;
                    self.check_binary(op, ty, at)?;
                    return Ok((InstKind::Bin { op, ty, a, b, flags }, ty));
                }
                if let Some(op) = cast_op(kw) {
                    let flags = self.flags()?;
                    let value = self.typed_operand()?;
                    self.expect_kw(Kw::To, "`to`")?;
                    let ty = self.ty()?;
                    self.check_cast(op, value.ty, ty, at)?;
                    return Ok((InstKind::Cast { op, value, flags }, ty));
                }
                let word = &self.lx.src[at..];
                let len = word.iter().position(|b| b.is_ascii_whitespace()).unwrap_or(word.len()).min(40);
                fail(at, format!("unknown instruction `{}`", String::from_utf8_lossy(&word[..len])))
            }
        }
    }

    /// Flags of arithmetic, casts and calls, in any order.
    #[inline]
    pub(super) fn flags(&mut self) -> Res<Flags> {
        let mut flags = Flags::default();
        while self.lx.tok == Tok::Word {
            match self.lx.kw {
                Kw::Nuw => flags.nuw = true,
                Kw::Nsw => flags.nsw = true,
                Kw::Exact => flags.exact = true,
                Kw::Disjoint => flags.disjoint = true,
                Kw::Nneg => flags.nneg = true,
                Kw::Samesign => flags.samesign = true,
                Kw::Inbounds => flags.inbounds = true,
                Kw::Nusw => flags.nusw = true,
                Kw::Nnan => flags.nnan = true,
                Kw::Ninf => flags.ninf = true,
                Kw::Nsz | Kw::Arcp | Kw::Contract | Kw::Afn | Kw::Reassoc => flags.inexact_math = true,
                Kw::Fast => {
                    flags.nnan = true;
                    flags.ninf = true;
                    flags.inexact_math = true;
                }
                _ => break,
            }
            self.lx.advance();
        }
        Ok(flags)
    }

    /// `T a, b`
    #[inline]
    fn two_operands(&mut self) -> Res<(TypeId, Operand, Operand)> {
        let a = self.typed_operand()?;
        self.expect_comma()?;
        let b = self.operand(a.ty)?;
        Ok((a.ty, a.op, b))
    }

    /// An operand whose type is written, and must be the one known.
    pub(super) fn same_type(&mut self, ty: TypeId) -> Res<Operand> {
        let at = self.lx.start;
        let value = self.typed_operand()?;
        if value.ty != ty {
            return fail(at, "operands have different types");
        }
        Ok(value.op)
    }

    fn check_int(&self, ty: TypeId, at: usize) -> Res<()> {
        match self.types.get(ty) {
            Type::Int(_) => Ok(()),
            _ => fail(at, "index is no integer"),
        }
    }

    /// Lanes that the text need not spell out are limited, for the sake of memory.
    pub(super) fn expand_lanes(&mut self, lanes: u64, at: usize) -> Res<()> {
        self.expanded_lanes += lanes;
        if self.expanded_lanes > (1 << 20) + 4 * self.lx.src.len() as u64 {
            return fail(at, "shuffles of this module have too many lanes");
        }
        Ok(())
    }

    pub(super) fn check_binary(&self, op: BinOp, ty: TypeId, at: usize) -> Res<()> {
        let float = matches!(op, BinOp::FAdd | BinOp::FSub | BinOp::FMul | BinOp::FDiv | BinOp::FRem);
        match self.types.get(self.types.scalar(ty)) {
            Type::Int(_) if !float => Ok(()),
            Type::Float(_) if float => Ok(()),
            _ => fail(at, "operands have the wrong type for this operation"),
        }
    }

    pub(super) fn check_comparison(&self, ty: TypeId, other: TypeId, float: bool, at: usize) -> Res<()> {
        if ty != other {
            return fail(at, "operands have different types");
        }
        match self.types.get(self.types.scalar(ty)) {
            Type::Int(_) | Type::Ptr { .. } | Type::TypedPtr { .. } if !float => Ok(()),
            Type::Float(_) if float => Ok(()),
            _ => fail(at, "operands have the wrong type for this comparison"),
        }
    }

    /// Whether a cast may go from one type to the other.
    pub(super) fn check_cast(&self, op: CastOp, from: TypeId, to: TypeId, at: usize) -> Res<()> {
        #[derive(PartialEq)]
        enum Class {
            Int(u32),
            Float(u32),
            Ptr(u32),
            Other,
        }
        let class = |ty: TypeId| match *self.types.get(self.types.scalar(ty)) {
            Type::Int(width) => Class::Int(width),
            Type::Float(kind) => Class::Float(crate::layout::float_bits(kind)),
            Type::Ptr { space } | Type::TypedPtr { space, .. } => Class::Ptr(space),
            _ => Class::Other,
        };
        let lanes = |ty: TypeId| match *self.types.get(ty) {
            Type::Vector { len, .. } => Some(len),
            _ => None,
        };
        use Class::{Float, Int, Other, Ptr};
        let fits = match (op, class(from), class(to)) {
            (CastOp::Trunc, Int(a), Int(b)) => a > b,
            (CastOp::ZExt | CastOp::SExt, Int(a), Int(b)) => a < b,
            (CastOp::FPTrunc, Float(a), Float(b)) => a > b,
            (CastOp::FPExt, Float(a), Float(b)) => a < b,
            (CastOp::FPToUI | CastOp::FPToSI, Float(_), Int(_)) => true,
            (CastOp::UIToFP | CastOp::SIToFP, Int(_), Float(_)) => true,
            (CastOp::PtrToInt | CastOp::PtrToAddr, Ptr(_), Int(_)) => true,
            (CastOp::IntToPtr, Int(_), Ptr(_)) => true,
            (CastOp::AddrSpaceCast, Ptr(a), Ptr(b)) => a != b,
            (CastOp::BitCast, Ptr(a), Ptr(b)) => a == b,
            (CastOp::BitCast, Ptr(_), _) | (CastOp::BitCast, _, Ptr(_)) => false,
            (CastOp::BitCast, Int(a) | Float(a), Int(b) | Float(b)) => {
                u64::from(a) * lanes(from).unwrap_or(1) == u64::from(b) * lanes(to).unwrap_or(1)
            }
            // `x86_mmx` and `x86_amx` against vectors.
            (CastOp::BitCast, Other, _) | (CastOp::BitCast, _, Other) => {
                self.types.is_first_class(from) && self.types.is_first_class(to)
            }
            _ => false,
        };
        let shape = op == CastOp::BitCast || lanes(from) == lanes(to);
        if fits && shape { Ok(()) } else { fail(at, "cast between types that do not fit") }
    }

    /// `label %a`, `i1 %c, label %a, label %b`
    fn branch(&mut self) -> Res<(InstKind, TypeId)> {
        let at = self.lx.start;
        let ty = self.ty()?;
        if ty == LABEL {
            return Ok((InstKind::Br(self.label_name()?), VOID));
        }
        if ty != I1 {
            return fail(at, "condition is no i1");
        }
        let cond = self.operand(ty)?;
        self.expect_comma()?;
        let then = self.label()?;
        self.expect_comma()?;
        let els = self.label()?;
        Ok((InstKind::CondBr { cond, then, els }, VOID))
    }

    /// `i32 %x, label %default [ i32 1, label %a … ]`
    fn switch(&mut self) -> Res<(InstKind, TypeId)> {
        let at = self.lx.start;
        let value = self.typed_operand()?;
        self.check_int(value.ty, at)?;
        self.expect_comma()?;
        let default = self.label()?;
        self.expect(Tok::LSquare, "`[`")?;
        let mut cases = Vec::new();
        let mut seen: FxHashSet<ConstId> = FxHashSet::default();
        while self.lx.tok != Tok::RSquare {
            let at = self.lx.start;
            let (ty, case) = self.typed_constant()?;
            if ty != value.ty {
                return fail(at, "case has another type than the value");
            }
            if !seen.insert(case) {
                return fail(at, "case is given twice");
            }
            self.expect_comma()?;
            cases.push((case, self.label()?));
        }
        self.lx.advance();
        Ok((InstKind::Switch { value, default, cases: cases.into() }, VOID))
    }

    /// `i32 [ %a, %block ], …`
    fn phi(&mut self, at: usize) -> Res<(InstKind, TypeId)> {
        if self
            .insts
            .iter()
            .rev()
            .find(|i| !matches!(i.kind, InstKind::Debug(_)))
            .is_some_and(|last| !matches!(last.kind, InstKind::Phi(_)))
        {
            return fail(at, "`phi` after another instruction");
        }
        self.flags()?;
        let at = self.lx.start;
        let ty = self.ty()?;
        if !self.types.is_first_class(ty) || ty == METADATA {
            return fail(at, "no value has this type");
        }
        self.phis.clear();
        while self.lx.tok == Tok::LSquare {
            self.lx.advance();
            let value = self.operand(ty)?;
            self.expect_comma()?;
            let block = self.label_name()?;
            self.expect(Tok::RSquare, "`]`")?;
            self.phis.push((value, block));
            if !self.comma() {
                break;
            }
        }
        Ok((InstKind::Phi(self.phis.as_slice().into()), ty))
    }

    /// `[label %a, label %b]`
    pub(super) fn label_list(&mut self) -> Res<Vec<crate::module::BlockId>> {
        self.expect(Tok::LSquare, "`[`")?;
        let mut labels = Vec::new();
        while self.lx.tok != Tok::RSquare {
            labels.push(self.label()?);
            if !self.eat(Tok::Comma) {
                break;
            }
        }
        self.expect(Tok::RSquare, "`]`")?;
        Ok(labels)
    }

    /// `unwind label %a`, `unwind to caller`
    fn unwind_target(&mut self) -> Res<Option<crate::module::BlockId>> {
        self.expect_kw(Kw::Unwind, "`unwind`")?;
        if self.eat_kw(Kw::To) {
            self.expect_kw(Kw::Caller, "`caller`")?;
            return Ok(None);
        }
        Ok(Some(self.label()?))
    }

    /// `within none`, `within %pad`
    fn within(&mut self) -> Res<Option<Operand>> {
        self.expect_kw(Kw::Within, "`within`")?;
        if self.eat_kw(Kw::NoneValue) {
            return Ok(None);
        }
        Ok(Some(self.operand(TOKEN)?))
    }

    /// `[T a, T b]`
    fn pad_arguments(&mut self) -> Res<Box<[Typed]>> {
        self.expect(Tok::LSquare, "`[`")?;
        self.typed.clear();
        while self.lx.tok != Tok::RSquare {
            let value = match self.eat_kw(Kw::MetadataTy) {
                true => self.metadata_operand()?,
                false => self.typed_operand()?,
            };
            self.typed.push(value);
            if !self.eat(Tok::Comma) {
                break;
            }
        }
        self.expect(Tok::RSquare, "`]`")?;
        Ok(self.typed.as_slice().into())
    }

    /// `{ ptr, i32 } cleanup catch ptr @t filter [1 x ptr] [ptr @t]`
    fn landing_pad(&mut self) -> Res<(InstKind, TypeId)> {
        let ty = self.ty()?;
        let cleanup = self.eat_kw(Kw::Cleanup);
        let mut clauses = Vec::new();
        while self.eat_kw(Kw::Catch) || self.eat_kw(Kw::Filter) {
            clauses.push(self.typed_operand()?);
        }
        Ok((InstKind::LandingPad { cleanup, clauses: clauses.into() }, ty))
    }

    /// `#dbg_value(i32 %x, !7, !DIExpression(), !8)`
    fn debug_record(&mut self) -> Res<Inst> {
        let kw = self.lx.kw;
        let kind = match kw {
            Kw::DbgDeclare => DebugKind::Declare,
            Kw::DbgValue | Kw::DbgDeclareValue => DebugKind::Value,
            Kw::DbgAssign => DebugKind::Assign,
            Kw::DbgLabel => DebugKind::Label,
            _ => return self.unexpected("a debug record"),
        };
        self.lx.advance();
        self.expect(Tok::LParen, "`(`")?;
        let mut record = DebugRecord { kind, value: None, variable: None, expression: None };
        if kind != DebugKind::Label {
            record.value = self.debug_value()?;
            self.expect_comma()?;
        }
        record.variable = Some(self.metadata_node()?);
        self.expect_comma()?;
        if kind != DebugKind::Label {
            record.expression = Some(self.metadata_node()?);
            self.expect_comma()?;
        }
        if kind == DebugKind::Assign {
            self.metadata_node()?;
            self.expect_comma()?;
            self.debug_value()?;
            self.expect_comma()?;
            self.metadata_node()?;
            self.expect_comma()?;
        }
        let dbg = Some(self.metadata_node()?);
        self.expect(Tok::RParen, "`)`")?;
        let kind = InstKind::Debug(Box::new(record));
        Ok(Inst { kind, ty: VOID, result: None, dbg, range: None, nonnull: false })
    }
}
