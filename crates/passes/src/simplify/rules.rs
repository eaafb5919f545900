//! Identities of operators, each a small function.

use fathom_ir::cfg::Cfg;
use fathom_ir::{BinOp, Bits, Body, CastOp, CmpOp, Const, Op, OverflowOp, Term, Type, Value};

use crate::determinate::determinate_values;
use crate::rewrite::{Constants, Replacements, only_computes};
use crate::uses::Place;

/// What an operation is the same as.
enum Simpler {
    /// Another value.
    Value(Value),
    /// A constant of the result's type.
    Constant(Bits),
    /// Another operation.
    Op(Op),
    /// The negation of a bit.
    Not(Value),
}

/// Applies the rules to all instructions, operands first. Returns how many were simplified.
///
/// Before: a valid body in which every block is reachable.
pub(super) fn apply(body: &mut Body) -> usize {
    let mut replaced = Replacements::new(body);
    let mut constants = Constants::default();
    let mut known =
        Known { determinate: determinate_values(body), defined_at: vec![None; body.values.len()] };
    let mut changes = 0;
    for &block in Cfg::new(body).reverse_postorder() {
        for at in 0..body.blocks[block.index()].insts.len() {
            let inst = &mut body.blocks[block.index()].insts[at];
            inst.op.operands_mut(|operand| *operand = replaced.resolve(*operand));
            let Some(result) = inst.result() else { continue };
            known.defined_at[result.index()] = Some(Place { block, at });
            let op = inst.op.clone();
            if !only_computes(body, &op) {
                continue;
            }
            let Some(simpler) = known.simplify(body, &op, body.ty(result)) else { continue };
            changes += 1;
            match simpler {
                Simpler::Value(value) => replaced.replace(result, value),
                Simpler::Constant(bits) => {
                    let constant = constants.get(body, body.ty(result), Const::Bits(bits));
                    replaced.replace(result, constant);
                }
                Simpler::Op(op) => body.blocks[block.index()].insts[at].op = op,
                Simpler::Not(value) => {
                    let one = constants.get(body, Type::BOOL, Const::Bits(Bits::from_bool(true)));
                    body.blocks[block.index()].insts[at].op = Op::Bin(BinOp::Xor, value, one);
                }
            }
        }
        let term = &mut body.blocks[block.index()].term;
        term.operands_mut(|operand| *operand = replaced.resolve(*operand));
        if let Some(simpler) = known.simplify_term(body, &body.blocks[block.index()].term) {
            body.blocks[block.index()].term = simpler;
            changes += 1;
        }
    }
    // Edges back were rewritten before the values they pass were replaced.
    replaced.apply(body);
    changes
}

struct Known {
    /// Which values have no indeterminate bits. Values made later are not in the table.
    determinate: Vec<bool>,
    /// Where values were defined, as far as the walk has come.
    defined_at: Vec<Option<Place>>,
}

impl Known {
    fn is_determinate(&self, body: &Body, value: Value) -> bool {
        match body.constant(value) {
            Some(constant) => *constant != Const::Undef,
            None => self.determinate.get(value.index()).is_some_and(|&known| known),
        }
    }

    /// The operation that defines a value.
    fn definition<'a>(&self, body: &'a Body, value: Value) -> Option<&'a Op> {
        let Place { block, at } = (*self.defined_at.get(value.index())?)?;
        Some(&body.blocks[block.index()].insts[at].op)
    }

    fn simplify(&self, body: &Body, op: &Op, ty: Type) -> Option<Simpler> {
        match *op {
            Op::Bin(op, a, b) => self.binary(body, op, a, b),
            Op::Overflow(op, a, b) => self.overflow(body, op, a, b),
            Op::Cmp(op, a, b) => self.comparison(body, op, a, b),
            Op::Cast(op, a) => self.cast(body, op, a, ty),
            Op::Select(cond, a, b) => select(body, cond, a, b),
            Op::Freeze(a) => {
                let frozen = matches!(self.definition(body, a), Some(Op::Freeze(_)));
                (frozen || self.is_determinate(body, a)).then_some(Simpler::Value(a))
            }
            Op::PtrAdd { base, index, scale, inbounds: false } => {
                let zero = scale == 0 || body.bits(index).is_some_and(Bits::is_zero);
                (zero && self.is_determinate(body, index)).then_some(Simpler::Value(base))
            }
            _ => None,
        }
    }

    /// `x + 0`, `x * 1`, `x & x` and the like. Identities that lose an operand need it determinate, except
    /// where a bit of the other operand alone decides a bit of the result.
    fn binary(&self, body: &Body, op: BinOp, a: Value, b: Value) -> Option<Simpler> {
        let width = match body.ty(a) {
            Type::Int(width) => width,
            Type::Ptr | Type::Float(_) => return None,
        };
        let is = |value: Value, test: fn(&Bits) -> bool| body.bits(value).is_some_and(test);
        let either = |test: fn(&Bits) -> bool| match (is(a, test), is(b, test)) {
            (_, true) => Some(a),
            (true, _) => Some(b),
            _ => None,
        };
        let kept = match op {
            BinOp::Add => either(Bits::is_zero),
            BinOp::Or => either(Bits::is_zero).or((a == b).then_some(a)),
            BinOp::Xor => either(Bits::is_zero),
            BinOp::And => either(Bits::is_ones).or((a == b).then_some(a)),
            BinOp::Mul => either(Bits::is_one),
            BinOp::Sub | BinOp::Shl | BinOp::LShr | BinOp::AShr => is(b, Bits::is_zero).then_some(a),
            // A bit is -1 as a signed number, and 1 / -1 wraps around to itself: also the identity.
            BinOp::UDiv | BinOp::SDiv => is(b, Bits::is_one).then_some(a),
            BinOp::URem | BinOp::SRem | BinOp::UMin | BinOp::UMax | BinOp::SMin | BinOp::SMax => None,
        };
        if let Some(kept) = kept {
            return Some(Simpler::Value(kept));
        }
        if op == BinOp::And && either(Bits::is_zero).is_some() {
            return Some(Simpler::Constant(Bits::zero(width)));
        }
        if op == BinOp::Or && either(Bits::is_ones).is_some() {
            return Some(Simpler::Constant(Bits::ones(width)));
        }
        if matches!(op, BinOp::Sub | BinOp::Xor) && a == b && self.is_determinate(body, a) {
            return Some(Simpler::Constant(Bits::zero(width)));
        }
        // Twice not.
        if op == BinOp::Xor
            && width == 1
            && is(b, Bits::is_one)
            && let Some(&Op::Bin(BinOp::Xor, inner, one)) = self.definition(body, a)
            && is(one, Bits::is_one)
        {
            return Some(Simpler::Value(inner));
        }
        None
    }

    /// Adding or subtracting 0 and multiplying by 1 fit.
    fn overflow(&self, body: &Body, op: OverflowOp, a: Value, b: Value) -> Option<Simpler> {
        let other = match op {
            OverflowOp::SAdd | OverflowOp::UAdd => {
                let zero = |value: Value| body.bits(value).is_some_and(Bits::is_zero);
                if zero(b) {
                    a
                } else if zero(a) {
                    b
                } else {
                    return None;
                }
            }
            OverflowOp::SSub | OverflowOp::USub => {
                body.bits(b).filter(|bits| bits.is_zero())?;
                a
            }
            // In one signed bit, 1 is -1.
            OverflowOp::SMul | OverflowOp::UMul => {
                let one =
                    |value: Value| body.bits(value).is_some_and(|bits| bits.is_one() && bits.width() > 1);
                if one(b) {
                    a
                } else if one(a) {
                    b
                } else {
                    return None;
                }
            }
            OverflowOp::SShl | OverflowOp::UShl | OverflowOp::SDiv => return None,
        };
        self.is_determinate(body, other).then(|| Simpler::Constant(Bits::from_bool(false)))
    }

    /// `x == x`, and comparing a bit with a constant.
    fn comparison(&self, body: &Body, op: CmpOp, a: Value, b: Value) -> Option<Simpler> {
        if a == b && self.is_determinate(body, a) {
            let holds = matches!(op, CmpOp::Eq | CmpOp::Ule | CmpOp::Sle);
            return Some(Simpler::Constant(Bits::from_bool(holds)));
        }
        let (value, constant) = match (body.bits(a), body.bits(b)) {
            (_, Some(bits)) => (a, bits),
            (Some(bits), _) => (b, bits),
            _ => return None,
        };
        let wants_equal = match op {
            CmpOp::Eq => true,
            CmpOp::Ne => false,
            CmpOp::Ult | CmpOp::Ule | CmpOp::Slt | CmpOp::Sle => return None,
        };
        // A bit, perhaps with zeros before it.
        let bit = match self.definition(body, value) {
            Some(&Op::Cast(CastOp::ZExt, inner)) if body.ty(inner) == Type::BOOL => inner,
            _ if body.ty(value) == Type::BOOL => value,
            _ => return None,
        };
        if constant.is_zero() == wants_equal && (constant.is_zero() || constant.is_one()) {
            Some(Simpler::Not(bit))
        } else if constant.is_zero() || constant.is_one() {
            Some(Simpler::Value(bit))
        } else {
            None
        }
    }

    /// Conversions of conversions.
    fn cast(&self, body: &Body, op: CastOp, a: Value, ty: Type) -> Option<Simpler> {
        if matches!(op, CastOp::Trunc | CastOp::ZExt | CastOp::SExt) && body.ty(a) == ty {
            return Some(Simpler::Value(a));
        }
        let &Op::Cast(inner_op, inner) = self.definition(body, a)? else { return None };
        let (from, Type::Int(to)) = (body.ty(inner), ty) else {
            let back = (inner_op, op) == (CastOp::FToBits, CastOp::BitsToF) && body.ty(inner) == ty;
            return back.then_some(Simpler::Value(inner));
        };
        let Type::Int(from) = from else { return None };
        match (inner_op, op) {
            (CastOp::BitsToF, CastOp::FToBits) => Some(Simpler::Value(inner)),
            (CastOp::ZExt | CastOp::SExt, CastOp::Trunc) => Some(match from.cmp(&to) {
                std::cmp::Ordering::Equal => Simpler::Value(inner),
                std::cmp::Ordering::Less => Simpler::Op(Op::Cast(inner_op, inner)),
                std::cmp::Ordering::Greater => Simpler::Op(Op::Cast(CastOp::Trunc, inner)),
            }),
            // Zeros were added before: the sign is 0.
            (CastOp::ZExt, CastOp::ZExt | CastOp::SExt) if matches!(body.ty(a), Type::Int(middle) if middle > from) => {
                Some(Simpler::Op(Op::Cast(CastOp::ZExt, inner)))
            }
            (CastOp::SExt, CastOp::SExt) | (CastOp::Trunc, CastOp::Trunc) => {
                Some(Simpler::Op(Op::Cast(op, inner)))
            }
            _ => None,
        }
    }

    /// Ways that lead to the same place, where the condition needs no check.
    fn simplify_term(&self, body: &Body, term: &Term) -> Option<Term> {
        let (condition, edges) = match term {
            Term::Branch { cond, .. } => (*cond, term.edges()),
            Term::Switch { value, .. } => (*value, term.edges()),
            Term::Jump(_) | Term::Return(_) | Term::Stop => return None,
        };
        let same = edges.iter().all(|edge| edge == &edges[0]);
        (same && self.is_determinate(body, condition)).then(|| Term::Jump(edges[0].clone()))
    }
}

/// A decided condition, equal values, and `c ? 1 : 0`.
fn select(body: &Body, cond: Value, a: Value, b: Value) -> Option<Simpler> {
    if let Some(bits) = body.bits(cond) {
        return Some(Simpler::Value(if bits.is_zero() { b } else { a }));
    }
    if a == b {
        return Some(Simpler::Value(a));
    }
    let (yes, no) = (body.bits(a)?, body.bits(b)?);
    match (yes.is_one(), no.is_one()) {
        (true, false) if yes.width() == 1 => Some(Simpler::Value(cond)),
        (false, true) if yes.width() == 1 => Some(Simpler::Not(cond)),
        _ => None,
    }
}
