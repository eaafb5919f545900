//! Small questions about the shape of a term, which the rules share.

use fathom_ir::Bits;

use crate::op::Op;
use crate::terms::{Term, Terms};

impl Terms {
    /// The operands, if the term has this operator.
    pub(super) fn matches<const N: usize>(&self, term: Term, op: Op) -> Option<[Term; N]> {
        (self.op(term) == op).then(|| self.operands_of(term))
    }

    /// `a` of `not a`.
    pub(super) fn as_not(&self, term: Term) -> Option<Term> {
        self.matches(term, Op::Not).map(|[a]| a)
    }

    /// `a` of bitwise `not a`.
    pub(super) fn as_bv_not(&self, term: Term) -> Option<Term> {
        self.matches(term, Op::BvNot).map(|[a]| a)
    }

    /// `a` of `-a`.
    pub(super) fn as_neg(&self, term: Term) -> Option<Term> {
        self.matches(term, Op::BvNeg).map(|[a]| a)
    }

    /// The operands of a concatenation, high part first.
    pub(super) fn as_concat(&self, term: Term) -> Option<[Term; 2]> {
        self.matches(term, Op::Concat)
    }

    /// Condition and branches.
    pub(super) fn as_ite(&self, term: Term) -> Option<[Term; 3]> {
        self.matches(term, Op::Ite)
    }

    /// A binary operator on a term and a constant.
    pub(super) fn with_constant(&self, term: Term, op: Op) -> Option<(Term, Bits)> {
        let [a, b] = self.matches(term, op)?;
        Some((a, self.as_bits(b)?))
    }

    /// One term is the negation of the other.
    pub(super) fn are_complements(&self, a: Term, b: Term) -> bool {
        self.as_not(a) == Some(b) || self.as_not(b) == Some(a)
    }

    /// One term is the bitwise complement of the other.
    pub(super) fn are_bv_complements(&self, a: Term, b: Term) -> bool {
        self.as_bv_not(a) == Some(b) || self.as_bv_not(b) == Some(a)
    }

    /// The constant 0.
    pub(super) fn is_zero(&self, term: Term) -> bool {
        self.as_bits(term).is_some_and(|bits| bits.is_zero())
    }

    /// The constant with all bits set.
    pub(super) fn is_ones(&self, term: Term) -> bool {
        self.as_bits(term).is_some_and(|bits| bits.is_ones())
    }

    /// Zero of the same width.
    pub(super) fn zero_like(&mut self, term: Term) -> Term {
        self.number(self.width(term), 0)
    }

    /// All ones of the same width.
    pub(super) fn ones_like(&mut self, term: Term) -> Term {
        self.bits(&Bits::ones(self.width(term)))
    }

    /// Both branches of an `ite` are constants.
    pub(super) fn as_constant_ite(&self, term: Term) -> Option<[Term; 3]> {
        self.as_ite(term).filter(|[_, yes, no]| self.is_constant(*yes) && self.is_constant(*no))
    }

    /// A term that is another one of its width shifted left by a constant: `x[w-1-n:0] :: 0`.
    pub(super) fn as_shifted_left(&self, term: Term) -> Option<(Term, u32)> {
        let [high, low] = self.as_concat(term)?;
        if !(self.is_zero(low) && self.op(high) == (Op::Extract { low: 0 })) {
            return None;
        }
        let [x] = self.operands_of(high);
        (self.width(x) == self.width(term)).then(|| (x, self.width(low)))
    }

    /// Taking a slice of the term gives something smaller than a slice of it.
    pub(super) fn slices_well(&self, term: Term) -> bool {
        matches!(self.op(term), Op::Bits(_) | Op::Wide(_) | Op::Concat | Op::SignExtend | Op::Extract { .. })
            || self.as_constant_ite(term).is_some()
    }
}

/// `op (ite c k1 k2) k` is `ite c (op k1 k) (op k2 k)`, where all of them are constants; the same with
/// the operands swapped. It removes an operator for the price of a folded constant.
pub(super) fn lift_constant_ite(
    terms: &mut Terms,
    a: Term,
    b: Term,
    build: fn(&mut Terms, Term, Term) -> Term,
) -> Option<Term> {
    if terms.is_constant(b)
        && let Some([condition, yes, no]) = terms.as_constant_ite(a)
    {
        let (yes, no) = (build(terms, yes, b), build(terms, no, b));
        return Some(terms.ite(condition, yes, no));
    }
    if terms.is_constant(a)
        && let Some([condition, yes, no]) = terms.as_constant_ite(b)
    {
        let (yes, no) = (build(terms, a, yes), build(terms, a, no));
        return Some(terms.ite(condition, yes, no));
    }
    None
}
