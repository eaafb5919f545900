//! The pure operators of the IR as terms.
//!
//! What they mean on numbers is defined by `fathom_ir::eval`, which is also used where all operands are
//! constants. Indeterminate bits follow the rules of the interpreter (`fathom_interp::arith`). Arithmetic on
//! floats that are not constants may be left open, as an uninterpreted function of the bits, which is cheap. What
//! is proved so is proved; what fails so may be due to that, and [`Floats::left_open`] says that it was done.

use fathom_ir::{BinOp, Bits, CastOp, CmpOp, FBinOp, FUnOp, Op, OverflowOp, Type, UnOp, eval};
use fathom_logic::float::circuits::Circuits;
use fathom_logic::{Rounding, Sort, Term, Terms};

use crate::scalar::{Scalar, determinate};

/// Operations on floats that are computed. Formulas with more of them are too large to be solved, or to be written.
const MOST_CIRCUITS: u32 = 4_000;

/// Integers with more bits are not converted by circuits.
const MOST_BITS: u32 = 1 << 16;

/// How arithmetic on floats becomes terms.
#[derive(Debug)]
pub struct Floats {
    /// So many operations may still be computed by circuits, where there are any.
    circuits: u32,
    /// Uninterpreted functions that stand for the rest.
    functions: rustc_hash::FxHashMap<(String, u32), fathom_logic::Function>,
    /// Whether one was used.
    pub left_open: bool,
}

impl Floats {
    /// Arithmetic that is computed, or left open.
    pub fn new(exact: bool) -> Self {
        let circuits = if exact { MOST_CIRCUITS } else { 0 };
        Self { circuits, functions: rustc_hash::FxHashMap::default(), left_open: false }
    }

    /// What a circuit computes, or else any function of the arguments.
    fn compute(
        &mut self,
        terms: &mut Terms,
        circuit: impl FnOnce(&mut Terms) -> Option<Term>,
        name: impl FnOnce() -> String,
        arguments: &[Term],
        width: u32,
    ) -> Term {
        let exact = if self.circuits > 0 { circuit(terms) } else { None };
        match exact {
            Some(computed) => {
                self.circuits -= 1;
                computed
            }
            None => self.apply(terms, name(), arguments, width),
        }
    }

    fn apply(&mut self, terms: &mut Terms, name: String, arguments: &[Term], width: u32) -> Term {
        self.left_open = true;
        let sorts: Vec<Sort> = arguments.iter().map(|&argument| terms.sort(argument)).collect();
        let function = *self
            .functions
            .entry((name.clone(), width))
            .or_insert_with(|| terms.function(&name, &sorts, Sort::Bits(width)));
        terms.apply(function, arguments)
    }
}

/// A Bool as an `i1`.
pub fn bit(terms: &mut Terms, condition: Term) -> Term {
    terms.bool_to_bit(condition)
}

/// An `i1` as a Bool.
pub fn holds(terms: &mut Terms, bit: Term) -> Term {
    let one = terms.number(1, 1);
    terms.eq(bit, one)
}

/// The value of a pure operator, and whether it used a divisor with indeterminate bits.
///
/// `None` for operators that are not pure or that need memory.
pub fn pure(
    terms: &mut Terms,
    floats: &mut Floats,
    op: &Op,
    (result, operand): (Type, Type),
    width: u32,
    args: &[Scalar],
) -> Option<Scalar> {
    // Constants take the one definition there is.
    if args.iter().all(|arg| arg.undef.is_none() && terms.is_constant(arg.bits))
        && !matches!(op, Op::Select(..) | Op::Freeze(_))
    {
        let constants: Option<Vec<Bits>> = args.iter().map(|arg| terms.as_bits(arg.bits)).collect();
        if let Some(constants) = constants
            && let Some(value) = eval::eval(op, result, operand, &constants.iter().collect::<Vec<_>>())
        {
            return Some(Scalar::plain(terms.bits(&value)));
        }
    }
    Some(match (op, args) {
        (&Op::Bin(op, ..), &[a, b]) => binary(terms, op, a, b),
        (&Op::Overflow(op, ..), &[a, b]) => overflow(terms, op, a, b),
        (&Op::Un(op, _), &[a]) => {
            let bits = unary(terms, op, a.bits);
            spoilt(terms, bits, &[a])
        }
        (&Op::Cmp(op, ..), &[a, b]) => compare(terms, op, a, b),
        (&Op::Cast(op, _), &[a]) => return cast(terms, floats, op, (operand, result), width, a),
        (Op::Select(..), &[condition, a, b]) => {
            let chosen = holds(terms, condition.bits);
            let value = Scalar::choose(terms, chosen, a, b);
            match condition.undef {
                None => value,
                Some(undef) => {
                    // Bits that both sides share do not depend on the condition.
                    let open = holds(terms, undef);
                    let differ = terms.bv_xor(a.bits, b.bits);
                    let (u, v) = (a.undef(terms), b.undef(terms));
                    let either = terms.bv_or(u, v);
                    let any = terms.bv_or(either, differ);
                    let old = value.undef(terms);
                    let undef = terms.ite(open, any, old);
                    Scalar { undef: determinate(terms, undef), ..value }
                }
            }
        }
        (Op::Freeze(_), &[a]) => Scalar { undef: None, ..a },
        (&Op::FBin(op, ..), &[a, b]) => {
            let Type::Float(kind) = operand else { return None };
            let circuit = |terms: &mut Terms| to_nearest(terms).binary(op, kind, a.bits, b.bits);
            let name = || format!("f{op:?}.{}", kind.name());
            let bits = match op {
                FBinOp::CopySign => circuit(terms)?,
                _ => floats.compute(terms, circuit, name, &[a.bits, b.bits], width),
            };
            spoilt(terms, bits, &[a, b])
        }
        (&Op::FUn(op, _), &[a]) => {
            let Type::Float(kind) = operand else { return None };
            let bits = match op {
                FUnOp::Neg | FUnOp::Abs => Circuits::unary(terms, op, kind, a.bits),
                _ => floats.compute(
                    terms,
                    |terms| Some(Circuits::unary(terms, op, kind, a.bits)),
                    || format!("f{op:?}.{}", kind.name()),
                    &[a.bits],
                    width,
                ),
            };
            spoilt(terms, bits, &[a])
        }
        (Op::Fma(..), &[a, b, c]) => {
            let Type::Float(kind) = operand else { return None };
            let bits = floats.compute(
                terms,
                |terms| Some(to_nearest(terms).fma(kind, a.bits, b.bits, c.bits)),
                || format!("fma.{}", kind.name()),
                &[a.bits, b.bits, c.bits],
                width,
            );
            spoilt(terms, bits, &[a, b, c])
        }
        (&Op::FCmp(op, ..), &[a, b]) => {
            let Type::Float(kind) = operand else { return None };
            let condition = Circuits::compare(terms, op, kind, a.bits, b.bits);
            let bits = bit(terms, condition);
            spoilt(terms, bits, &[a, b])
        }
        _ => return None,
    })
}

/// A result all of whose bits depend on all bits of its operands.
fn spoilt(terms: &mut Terms, bits: Term, operands: &[Scalar]) -> Scalar {
    let width = terms.width(bits);
    let mut any = terms.bool(false);
    for operand in operands {
        if let Some(undef) = operand.undef {
            let zero = terms.number(terms.width(undef), 0);
            let open = terms.ne(undef, zero);
            any = terms.or(any, open);
        }
    }
    let (ones, zero) = (terms.bits(&Bits::ones(width)), terms.number(width, 0));
    let undef = terms.ite(any, ones, zero);
    Scalar { bits, provenance: None, undef: determinate(terms, undef) }
}

fn binary(terms: &mut Terms, op: BinOp, a: Scalar, b: Scalar) -> Scalar {
    let (x, y) = (a.bits, b.bits);
    let choice = |terms: &mut Terms, less: Term| terms.ite(less, x, y);
    let bits = match op {
        BinOp::Add => terms.bv_add(x, y),
        BinOp::Sub => terms.bv_sub(x, y),
        BinOp::Mul => terms.bv_mul(x, y),
        BinOp::UDiv => terms.bv_udiv(x, y),
        BinOp::SDiv => terms.bv_sdiv(x, y),
        BinOp::URem => terms.bv_urem(x, y),
        BinOp::SRem => terms.bv_srem(x, y),
        BinOp::Shl => terms.bv_shl(x, y),
        BinOp::LShr => terms.bv_lshr(x, y),
        BinOp::AShr => terms.bv_ashr(x, y),
        BinOp::And => terms.bv_and(x, y),
        BinOp::Or => terms.bv_or(x, y),
        BinOp::Xor => terms.bv_xor(x, y),
        BinOp::UMin => {
            let less = terms.bv_ult(x, y);
            choice(terms, less)
        }
        BinOp::UMax => {
            let less = terms.bv_ult(y, x);
            choice(terms, less)
        }
        BinOp::SMin => {
            let less = terms.bv_slt(x, y);
            choice(terms, less)
        }
        BinOp::SMax => {
            let less = terms.bv_slt(y, x);
            choice(terms, less)
        }
    };
    if a.undef.is_none() && b.undef.is_none() {
        return Scalar::plain(bits);
    }
    let (u, v) = (a.undef(terms), b.undef(terms));
    let undef = match op {
        BinOp::And => {
            // A determinate 0 decides.
            let (may_x, may_y) = (terms.bv_or(x, u), terms.bv_or(y, v));
            let (left, right) = (terms.bv_and(u, may_y), terms.bv_and(v, may_x));
            terms.bv_or(left, right)
        }
        BinOp::Or => {
            let (not_x, not_y) = (terms.bv_not(x), terms.bv_not(y));
            let (may_x, may_y) = (terms.bv_or(not_x, u), terms.bv_or(not_y, v));
            let (left, right) = (terms.bv_and(u, may_y), terms.bv_and(v, may_x));
            terms.bv_or(left, right)
        }
        BinOp::Xor => terms.bv_or(u, v),
        BinOp::Add | BinOp::Sub | BinOp::Mul => {
            // All bits from the lowest indeterminate one on: s | -s.
            let either = terms.bv_or(u, v);
            let negated = terms.bv_neg(either);
            terms.bv_or(either, negated)
        }
        BinOp::Shl | BinOp::LShr | BinOp::AShr if b.undef.is_none() => match op {
            BinOp::Shl => terms.bv_shl(u, y),
            BinOp::LShr => terms.bv_lshr(u, y),
            _ => terms.bv_ashr(u, y),
        },
        _ => return spoilt(terms, bits, &[a, b]),
    };
    Scalar { bits, provenance: None, undef: determinate(terms, undef) }
}

fn overflow_of(terms: &mut Terms, op: OverflowOp, x: Term, y: Term) -> Term {
    match op {
        OverflowOp::SAdd => terms.saddo(x, y),
        OverflowOp::UAdd => terms.uaddo(x, y),
        OverflowOp::SSub => terms.ssubo(x, y),
        OverflowOp::USub => terms.usubo(x, y),
        OverflowOp::SMul => terms.smulo(x, y),
        OverflowOp::UMul => terms.umulo(x, y),
        OverflowOp::SShl => terms.sshlo(x, y),
        OverflowOp::UShl => terms.ushlo(x, y),
        OverflowOp::SDiv => terms.sdivo(x, y),
    }
}

fn overflow(terms: &mut Terms, op: OverflowOp, a: Scalar, b: Scalar) -> Scalar {
    let condition = overflow_of(terms, op, a.bits, b.bits);
    let bits = bit(terms, condition);
    if a.undef.is_none() && b.undef.is_none() {
        return Scalar::plain(bits);
    }
    let width = terms.width(a.bits);
    let shift = matches!(op, OverflowOp::SShl | OverflowOp::UShl);
    if op == OverflowOp::SDiv || (shift && b.undef.is_some()) {
        return spoilt(terms, bits, &[a, b]);
    }
    // Determinate if no choice of the indeterminate bits overflows: the corners bound all others.
    let signed = matches!(op, OverflowOp::SAdd | OverflowOp::SSub | OverflowOp::SMul | OverflowOp::SShl);
    let sign = if signed { Bits::signed_min(width) } else { Bits::zero(width) };
    let (sign, rest) = (terms.bits(&sign), terms.bits(&sign.not()));
    let ends = |terms: &mut Terms, value: Scalar| {
        let undef = value.undef(terms);
        let not = terms.bv_not(undef);
        let known = terms.bv_and(value.bits, not);
        let (low, high) = (terms.bv_and(undef, sign), terms.bv_and(undef, rest));
        [terms.bv_or(known, low), terms.bv_or(known, high)]
    };
    let (of_a, of_b) = (ends(terms, a), ends(terms, b));
    let mut any = terms.bool(false);
    for x in of_a {
        for y in of_b {
            let here = overflow_of(terms, op, x, y);
            any = terms.or(any, here);
        }
    }
    let open = {
        let all = spoilt(terms, bits, &[a, b]);
        all.undef(terms)
    };
    let zero = terms.number(1, 0);
    let undef = terms.ite(any, open, zero);
    // Where every choice fits, the answer is no.
    let bits = terms.ite(any, bits, zero);
    Scalar { bits, provenance: None, undef: determinate(terms, undef) }
}

fn compare_of(terms: &mut Terms, op: CmpOp, x: Term, y: Term) -> Term {
    match op {
        CmpOp::Eq => terms.eq(x, y),
        CmpOp::Ne => terms.ne(x, y),
        CmpOp::Ult => terms.bv_ult(x, y),
        CmpOp::Ule => terms.bv_ule(x, y),
        CmpOp::Slt => terms.bv_slt(x, y),
        CmpOp::Sle => terms.bv_sle(x, y),
    }
}

fn compare(terms: &mut Terms, op: CmpOp, a: Scalar, b: Scalar) -> Scalar {
    let condition = compare_of(terms, op, a.bits, b.bits);
    let bits = bit(terms, condition);
    if a.undef.is_none() && b.undef.is_none() {
        return Scalar::plain(bits);
    }
    let (u, v) = (a.undef(terms), b.undef(terms));
    let width = terms.width(a.bits);
    let open = match op {
        CmpOp::Eq | CmpOp::Ne => {
            // Determinate bits that differ decide.
            let either = terms.bv_or(u, v);
            let known = terms.bv_not(either);
            let differ = terms.bv_xor(a.bits, b.bits);
            let differ = terms.bv_and(differ, known);
            let zero = terms.number(width, 0);
            let (same, some) = (terms.eq(differ, zero), terms.ne(either, zero));
            terms.and(same, some)
        }
        CmpOp::Ult | CmpOp::Ule | CmpOp::Slt | CmpOp::Sle => {
            let signed = matches!(op, CmpOp::Slt | CmpOp::Sle);
            let flip = if signed { Bits::signed_min(width) } else { Bits::zero(width) };
            let flip = terms.bits(&flip);
            let range = |terms: &mut Terms, value: Term, undef: Term| {
                let flipped = terms.bv_xor(value, flip);
                let known = terms.bv_not(undef);
                let low = terms.bv_and(flipped, known);
                (low, terms.bv_or(low, undef))
            };
            let ((a_low, a_high), (b_low, b_high)) = (range(terms, a.bits, u), range(terms, b.bits, v));
            let strict = matches!(op, CmpOp::Ult | CmpOp::Slt);
            let (yes, no) = if strict {
                (terms.bv_ult(a_high, b_low), terms.bv_ule(b_high, a_low))
            } else {
                (terms.bv_ule(a_high, b_low), terms.bv_ult(b_high, a_low))
            };
            let decided = terms.or(yes, no);
            terms.not(decided)
        }
    };
    let undef = bit(terms, open);
    Scalar { bits, provenance: None, undef: determinate(terms, undef) }
}

fn unary(terms: &mut Terms, op: UnOp, a: Term) -> Term {
    let width = terms.width(a);
    match op {
        UnOp::PopCount => {
            let mut sum = terms.number(width, 0);
            for at in 0..width {
                let one = terms.extract(a, at, at);
                let one = terms.zero_extend(one, width);
                sum = terms.bv_add(sum, one);
            }
            sum
        }
        UnOp::LeadingZeros | UnOp::TrailingZeros => {
            let mut count = terms.number(width, u64::from(width));
            // The bit that is looked at last decides.
            for step in (0..width).rev() {
                let at = if op == UnOp::LeadingZeros { width - 1 - step } else { step };
                let set = terms.bit(a, at);
                let here = terms.number(width, u64::from(step));
                count = terms.ite(set, here, count);
            }
            count
        }
        UnOp::ByteSwap | UnOp::BitReverse => {
            let step = if op == UnOp::ByteSwap { 8 } else { 1 };
            let mut result = terms.extract(a, step - 1, 0);
            for at in (step..width).step_by(step as usize) {
                let part = terms.extract(a, at + step - 1, at);
                result = terms.concat(result, part);
            }
            result
        }
    }
}

fn cast(
    terms: &mut Terms,
    floats: &mut Floats,
    op: CastOp,
    (from, to): (Type, Type),
    width: u32,
    a: Scalar,
) -> Option<Scalar> {
    let each = |terms: &mut Terms, f: &dyn Fn(&mut Terms, Term) -> Term| {
        let bits = f(terms, a.bits);
        let undef = a.undef.map(|undef| f(terms, undef)).and_then(|undef| determinate(terms, undef));
        Scalar { bits, provenance: None, undef }
    };
    Some(match op {
        CastOp::Trunc => each(terms, &|terms, bits| terms.extract(bits, width - 1, 0)),
        CastOp::ZExt => each(terms, &|terms, bits| terms.zero_extend(bits, width)),
        CastOp::SExt => each(terms, &|terms, bits| terms.sign_extend(bits, width)),
        CastOp::FToBits | CastOp::BitsToF => Scalar { provenance: None, ..a },
        CastOp::FConv | CastOp::FToS | CastOp::FToU | CastOp::SToF | CastOp::UToF => {
            let bits = floats.compute(
                terms,
                |terms| convert(terms, op, (from, to), width, a.bits),
                || format!("{op:?}.{from}.{to}"),
                &[a.bits],
                width,
            );
            spoilt(terms, bits, &[a])
        }
        CastOp::PtrToInt | CastOp::IntToPtr => return None,
    })
}

/// Circuits that round to nearest even, as all arithmetic of the IR does.
fn to_nearest(terms: &mut Terms) -> Circuits<'_> {
    Circuits::new(terms, Rounding::NearestEven)
}

/// A conversion from or to a float.
fn convert(terms: &mut Terms, op: CastOp, (from, to): (Type, Type), width: u32, a: Term) -> Option<Term> {
    // Exponents in circuits are not made for more.
    if terms.width(a).max(width) > MOST_BITS {
        return None;
    }
    Some(match (op, from, to) {
        (CastOp::FConv, Type::Float(from), Type::Float(to)) => to_nearest(terms).convert(from, to, a),
        (CastOp::SToF | CastOp::UToF, _, Type::Float(to)) => {
            to_nearest(terms).from_integer(to, a, op == CastOp::SToF)
        }
        (CastOp::FToS | CastOp::FToU, Type::Float(from), _) => {
            Circuits::new(terms, Rounding::Zero).to_integer(from, a, op == CastOp::FToS, width)
        }
        _ => return None,
    })
}
