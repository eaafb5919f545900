//! Instructions on memory.

use super::Parser;
use super::types::{I1, Pointers, VOID, made};
use crate::error::{Res, fail};
use crate::keywords::Kw;
use crate::lexer::Tok;
use crate::module::{InstKind, Operand, RmwOp, Type, TypeId, Typed};

impl<'a> Parser<'a> {
    /// A typed operand that is a pointer.
    #[inline]
    fn pointer(&mut self) -> Res<Typed> {
        let at = self.lx.start;
        let value = self.typed_operand()?;
        if !self.types.is_ptr(value.ty) {
            return fail(at, "operand is no pointer");
        }
        Ok(value)
    }

    /// Whether a pointer may point to a type: always, unless it says otherwise.
    #[inline]
    fn check_points_to(&self, ptr: TypeId, ty: TypeId, at: usize) -> Res<()> {
        match *self.types.get(ptr) {
            Type::TypedPtr { pointee, .. } if pointee != ty => fail(at, "pointer points to another type"),
            _ => Ok(()),
        }
    }

    /// `, align 8`
    #[inline]
    fn optional_align(&mut self) -> Res<u64> {
        if !self.comma() {
            return Ok(0);
        }
        self.expect_kw(Kw::Align, "`align`")?;
        self.alignment()
    }

    pub(super) fn load(&mut self) -> Res<(InstKind, TypeId)> {
        let atomic = self.eat_kw(Kw::Atomic);
        let volatile = self.eat_kw(Kw::Volatile);
        let at = self.lx.start;
        let ty = self.ty()?;
        self.expect_comma()?;
        let ptr = self.pointer()?;
        self.check_points_to(ptr.ty, ty, at)?;
        self.check_sized(ty, at)?;
        if atomic {
            self.sync_scope()?;
            self.ordering()?;
        }
        let align = self.optional_align()?;
        Ok((InstKind::Load { ptr, align, volatile, atomic }, ty))
    }

    pub(super) fn store(&mut self) -> Res<(InstKind, TypeId)> {
        let atomic = self.eat_kw(Kw::Atomic);
        let volatile = self.eat_kw(Kw::Volatile);
        let at = self.lx.start;
        let value = self.typed_operand()?;
        self.expect_comma()?;
        let ptr = self.pointer()?;
        self.check_points_to(ptr.ty, value.ty, at)?;
        self.check_sized(value.ty, at)?;
        if atomic {
            self.sync_scope()?;
            self.ordering()?;
        }
        let align = self.optional_align()?;
        Ok((InstKind::Store { value, ptr, align, volatile, atomic }, VOID))
    }

    fn check_sized(&self, ty: TypeId, at: usize) -> Res<()> {
        match self.types.get(ty) {
            Type::Function { .. } | Type::Label | Type::Metadata | Type::Token | Type::Void => {
                fail(at, "memory cannot hold this type")
            }
            _ => Ok(()),
        }
    }

    pub(super) fn alloca(&mut self) -> Res<(InstKind, TypeId)> {
        self.eat_kw(Kw::Inalloca);
        self.eat_kw(Kw::Swifterror);
        let at = self.lx.start;
        let ty = self.ty()?;
        self.check_sized(ty, at)?;
        let (mut count, mut align, mut space) = (None, 0, self.layout.alloca_space);
        while self.comma() {
            match (self.lx.tok, self.lx.kw) {
                (Tok::Word, Kw::Align) => {
                    self.lx.advance();
                    align = self.alignment()?;
                }
                (Tok::Word, Kw::Addrspace) => space = self.address_space()?,
                _ if count.is_none() => {
                    let at = self.lx.start;
                    let value = self.typed_operand()?;
                    if !matches!(self.types.get(value.ty), Type::Int(_)) {
                        return fail(at, "number of elements is no integer");
                    }
                    count = Some(value);
                }
                _ => return self.unexpected("`align` or `addrspace`"),
            }
        }
        let result = match self.pointers() {
            Pointers::Typed => made(at, self.types.typed_ptr(ty, space))?,
            _ => self.types.ptr(space),
        };
        Ok((InstKind::Alloca { ty, count, align, space }, result))
    }

    /// The kind of pointers that this module has: the one of its first pointer type, for which this looks ahead.
    pub(super) fn pointers(&mut self) -> Pointers {
        if self.types.pointers == Pointers::Unknown {
            let mut ahead = self.lx.clone();
            self.types.pointers = loop {
                match ahead.tok {
                    Tok::Star => break Pointers::Typed,
                    Tok::Word if ahead.kw == Kw::Ptr => break Pointers::Opaque,
                    Tok::Eof => break Pointers::Opaque,
                    _ => ahead.advance(),
                }
            };
        }
        self.types.pointers
    }

    pub(super) fn gep(&mut self, at: usize) -> Res<(InstKind, TypeId)> {
        let flags = self.flags()?;
        let source = self.ty()?;
        self.expect_comma()?;
        let base = self.typed_operand()?;
        self.typed.clear();
        while self.comma() {
            let index = self.typed_operand()?;
            self.typed.push(index);
        }
        let typed = std::mem::take(&mut self.typed);
        let index = |value: &Typed| match value.op {
            Operand::Const(id) => (value.ty, Some(id)),
            _ => (value.ty, None),
        };
        let mut few = [(VOID, None); 8];
        let ty = if typed.len() <= few.len() {
            for (slot, value) in few.iter_mut().zip(&typed) {
                *slot = index(value);
            }
            self.gep_type(source, base.ty, &few[..typed.len()], at)?
        } else {
            let indices: Vec<_> = typed.iter().map(index).collect();
            self.gep_type(source, base.ty, &indices, at)?
        };
        let indices = typed.as_slice().into();
        self.typed = typed;
        Ok((InstKind::Gep { source, base, indices, flags }, ty))
    }

    /// `syncscope("…")`
    pub(super) fn sync_scope(&mut self) -> Res<()> {
        if self.eat_kw(Kw::Syncscope) {
            self.expect(Tok::LParen, "`(`")?;
            self.string()?;
            self.expect(Tok::RParen, "`)`")?;
        }
        Ok(())
    }

    /// A memory ordering.
    pub(super) fn ordering(&mut self) -> Res<()> {
        let known = matches!(
            self.lx.kw,
            Kw::Unordered | Kw::Monotonic | Kw::Acquire | Kw::Release | Kw::AcqRel | Kw::SeqCst
        );
        if self.lx.tok != Tok::Word || !known {
            return self.unexpected("a memory ordering");
        }
        self.lx.advance();
        Ok(())
    }

    pub(super) fn cmpxchg(&mut self, at: usize) -> Res<(InstKind, TypeId)> {
        let weak = self.eat_kw(Kw::Weak);
        let volatile = self.eat_kw(Kw::Volatile);
        let ptr = self.pointer()?;
        self.expect_comma()?;
        let expected = self.typed_operand()?;
        self.expect_comma()?;
        let new = self.typed_operand()?;
        if expected.ty != new.ty {
            return fail(at, "operands have different types");
        }
        if !matches!(self.types.get(new.ty), Type::Int(_) | Type::Ptr { .. } | Type::TypedPtr { .. }) {
            return fail(at, "operand must be an integer or a pointer");
        }
        self.check_points_to(ptr.ty, new.ty, at)?;
        self.sync_scope()?;
        self.ordering()?;
        self.ordering()?;
        let align = self.optional_align()?;
        let ty = made(at, self.types.structure(&[new.ty, I1], false))?;
        Ok((InstKind::CmpXchg { ptr, expected, new, align, weak, volatile }, ty))
    }

    pub(super) fn atomicrmw(&mut self, at: usize) -> Res<(InstKind, TypeId)> {
        let volatile = self.eat_kw(Kw::Volatile);
        let kw = if self.lx.tok == Tok::Word { self.lx.kw } else { Kw::Unknown };
        let op = match kw {
            Kw::Xchg => RmwOp::Xchg,
            Kw::Add => RmwOp::Add,
            Kw::Sub => RmwOp::Sub,
            Kw::And => RmwOp::And,
            Kw::Nand => RmwOp::Nand,
            Kw::Or => RmwOp::Or,
            Kw::Xor => RmwOp::Xor,
            Kw::Max => RmwOp::Max,
            Kw::Min => RmwOp::Min,
            Kw::Umax => RmwOp::UMax,
            Kw::Umin => RmwOp::UMin,
            Kw::Fadd => RmwOp::FAdd,
            Kw::Fsub => RmwOp::FSub,
            Kw::Fmax => RmwOp::FMax,
            Kw::Fmin => RmwOp::FMin,
            Kw::Fmaximum => RmwOp::FMaximum,
            Kw::Fminimum => RmwOp::FMinimum,
            Kw::UincWrap => RmwOp::UIncWrap,
            Kw::UdecWrap => RmwOp::UDecWrap,
            Kw::UsubCond => RmwOp::USubCond,
            Kw::UsubSat => RmwOp::USubSat,
            _ => return self.unexpected("an operation of `atomicrmw`"),
        };
        self.lx.advance();
        let ptr = self.pointer()?;
        self.expect_comma()?;
        let value = self.typed_operand()?;
        self.check_points_to(ptr.ty, value.ty, at)?;
        let float = matches!(
            op,
            RmwOp::FAdd | RmwOp::FSub | RmwOp::FMax | RmwOp::FMin | RmwOp::FMaximum | RmwOp::FMinimum
        );
        let fits = match self.types.get(self.types.scalar(value.ty)) {
            Type::Int(_) => !float,
            Type::Float(_) => float || op == RmwOp::Xchg,
            Type::Ptr { .. } | Type::TypedPtr { .. } => op == RmwOp::Xchg,
            _ => false,
        };
        if !fits {
            return fail(at, "operand has the wrong type for this operation");
        }
        self.sync_scope()?;
        self.ordering()?;
        let align = self.optional_align()?;
        Ok((InstKind::AtomicRmw { op, ptr, value, align, volatile }, value.ty))
    }
}
