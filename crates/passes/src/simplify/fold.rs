//! Operators on constants.

use fathom_ir::eval::eval;
use fathom_ir::{Bits, Body, CmpOp, Const, Inst, Op, Symbol, Type, Value};

use crate::rewrite::only_computes;

use super::Context;

/// The constant that an instruction surely gives, without failing, for constant operands. `constant`
/// gives the operands. Symbols are folded as far as their addresses need not be known.
pub(super) fn fold<'a>(
    body: &'a Body,
    context: &Context,
    inst: &Inst,
    constant: impl Fn(Value) -> Option<&'a Const>,
) -> Option<Const> {
    let result = body.ty(inst.result()?);
    match inst.op {
        Op::PtrAdd { base, index, scale, inbounds } => {
            let &Const::Addr(symbol, offset) = constant(base)? else { return None };
            let moved = moved(offset, constant(index)?, scale)?;
            // What may fail is not folded.
            let inside = |offset| context.is_inside(symbol, offset);
            (!inbounds || inside(offset) && inside(moved)).then_some(Const::Addr(symbol, moved))
        }
        Op::InBounds { base, index, scale } => {
            let &Const::Addr(symbol, offset) = constant(base)? else { return None };
            let moved = moved(offset, constant(index)?, scale)?;
            let inside = |offset| context.is_inside(symbol, offset);
            (inside(offset) && inside(moved)).then(|| Const::Bits(Bits::from_bool(true)))
        }
        Op::Cmp(op @ (CmpOp::Eq | CmpOp::Ne), a, b) if body.ty(a) == Type::Ptr => {
            let equal = match (constant(a)?, constant(b)?) {
                (Const::Bits(a), Const::Bits(b)) => a == b,
                (Const::Addr(a, i), Const::Addr(b, j)) if a == b => i == j,
                (Const::Addr(symbol, offset), Const::Bits(bits))
                | (Const::Bits(bits), Const::Addr(symbol, offset))
                    if bits.is_zero() && context.is_inside(*symbol, *offset) =>
                {
                    false
                }
                _ => return None,
            };
            Some(Const::Bits(Bits::from_bool(equal == (op == CmpOp::Eq))))
        }
        Op::Freeze(a) => Some(constant(a)?.clone()).filter(|constant| *constant != Const::Undef),
        Op::Select(cond, a, b) => {
            let chosen = if bits(constant(cond)?)?.is_zero() { b } else { a };
            constant(chosen).cloned()
        }
        ref op if only_computes(body, op) => {
            let mut operands = Vec::with_capacity(3);
            op.operands(|operand| operands.push(operand));
            let operand = body.ty(*operands.last()?);
            let values: Option<Vec<&Bits>> =
                operands.iter().map(|&operand| constant(operand).and_then(bits)).collect();
            eval(op, result, operand, &values?).map(Const::Bits)
        }
        _ => None,
    }
}

fn bits(constant: &Const) -> Option<&Bits> {
    match constant {
        Const::Bits(bits) => Some(bits),
        Const::Addr(..) | Const::Undef => None,
    }
}

fn moved(offset: i64, index: &Const, scale: u64) -> Option<i64> {
    let distance = bits(index)?.to_i64()?.checked_mul(i64::try_from(scale).ok()?)?;
    offset.checked_add(distance)
}

impl Context {
    /// Whether an offset lies inside a symbol's object or one past it, and the symbol is surely defined.
    fn is_inside(&self, symbol: Symbol, offset: i64) -> bool {
        // An offset that does not fit in a pointer would wrap around.
        let fits = self.pointer_bits >= 64 || offset < 1 << self.pointer_bits;
        match symbol {
            Symbol::Global(id) => {
                let size = self.globals[id.index()];
                fits && size.is_some_and(|size| u64::try_from(offset).is_ok_and(|offset| offset <= size))
            }
            Symbol::Func(id) => offset == 0 && self.functions[id.index()],
        }
    }
}
