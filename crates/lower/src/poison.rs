//! Poison: what LLVM gives an operation whose flag (`nsw`, `exact`, `inbounds`, …) lied.
//!
//! Two treatments, both sound: whatever LLVM calls undefined fails a property.
//!
//! - *Immediate*, for what clang emits from source before optimisation: making poison is the failure.
//!   There a flag states a rule of the language, and the failure belongs to the operation.
//! - *Deferred*, for modules that an optimiser may have touched (bare `.ll` and `.bc`, the standard
//!   library of Rust): optimisers move operations to places where they may yield poison that nobody
//!   uses. A poison value has a companion Boolean; the companion follows the value through pure
//!   operations, selects and phis, and is asserted false where the value is used for good: branches,
//!   addresses, divisors, stores, calls, returns. Stores, calls and returns are stricter than LLVM,
//!   which lets poison pass through memory; so poison never gets into memory or across calls.
//!
//! `undef` and `poison` constants are indeterminate values of the IR.

use fathom_ir::{LocId, Op, Property, Type, Value};
use fathom_llvm::module as llvm;
use llvm::{InstKind, Operand};

use crate::function::Lowerer;

/// A value may be poison.
#[derive(Clone, Copy, Debug)]
pub struct Poison {
    /// An `i1`: it is.
    pub flag: Value,
    /// What was broken, or [`Property::PoisonUse`] where several things may have been.
    pub property: Property,
    /// Where, if only one place.
    pub loc: Option<LocId>,
}

impl Lowerer<'_, '_, '_> {
    /// An operation's promise is broken if `bad`: fails, or makes the result poison.
    pub(crate) fn flaw(&mut self, result: Value, bad: Value, property: Property, note: &str) {
        if !self.deferred {
            self.assert_not(bad, property, note);
        } else if self.is_asserted(property) {
            let poison = Poison { flag: bad, property, loc: Some(self.loc) };
            self.taint(result, poison);
        }
    }

    /// As [`Self::flaw`], but deferred also in source code: for operations that clang itself places
    /// where their poison is not used, as the zero count in `__builtin_ffs`.
    pub(crate) fn speculative_flaw(&mut self, result: Value, bad: Value, property: Property) {
        self.taint(result, Poison { flag: bad, property, loc: Some(self.loc) });
    }

    fn taint(&mut self, result: Value, new: Poison) {
        let merged = match self.poison.get(&result).copied() {
            None => new,
            Some(old) if old.flag == new.flag => old,
            Some(old) => {
                let flag = self.bin(fathom_ir::BinOp::Or, old.flag, new.flag);
                if old.property == new.property && old.loc == new.loc {
                    Poison { flag, ..old }
                } else {
                    Poison { flag, property: Property::PoisonUse, loc: None }
                }
            }
        };
        self.poison.insert(result, merged);
    }

    /// The result is poison if an operand is.
    pub(crate) fn propagate(&mut self, result: Value, operands: &[Value]) {
        if self.poison.is_empty() {
            return;
        }
        for operand in operands {
            if let Some(poison) = self.poison.get(operand).copied() {
                self.taint(result, poison);
            }
        }
    }

    /// The result of a select is poison if the condition or the chosen operand is.
    pub(crate) fn propagate_select(&mut self, result: Value, cond: Value, a: Value, b: Value) {
        if self.poison.is_empty() {
            return;
        }
        self.propagate(result, &[cond]);
        let (left, right) = (self.poison.get(&a).copied(), self.poison.get(&b).copied());
        let Some(origin) = left.or(right) else { return };
        let none = self.bool(false);
        let (on_left, on_right) = (left.map_or(none, |p| p.flag), right.map_or(none, |p| p.flag));
        let flag = self.emit(Op::Select(cond, on_left, on_right), Type::BOOL);
        let chosen = match (left, right) {
            (Some(_), Some(_)) => Poison { flag, property: Property::PoisonUse, loc: None },
            _ => Poison { flag, ..origin },
        };
        self.taint(result, chosen);
    }

    /// The value is used where poison is undefined.
    pub(crate) fn demand(&mut self, value: Value) {
        let Some(poison) = self.poison.get(&value).copied() else { return };
        let here = self.loc;
        self.loc = poison.loc.unwrap_or(here);
        self.assert_not(poison.flag, poison.property, "");
        self.loc = here;
    }

    /// `freeze`: some value instead of poison.
    pub(crate) fn freeze(&mut self, value: Value) -> Value {
        let ty = self.ty(value);
        let frozen = match self.poison.get(&value).copied() {
            None => value,
            Some(poison) => {
                let other = self.undef(ty);
                self.emit(Op::Select(poison.flag, other, value), ty)
            }
        };
        self.emit(Op::Freeze(frozen), ty)
    }
}

/// Which locals may be poison: those with flags and what depends on them, phis included.
pub(crate) fn maybe_poison(body: &llvm::Body) -> Vec<bool> {
    let mut may = vec![false; body.local_types.len()];
    // Text order is mostly the order of execution; looking backwards every other time keeps the number
    // of rounds small where it is not.
    let (mut changed, mut backwards) = (true, false);
    while changed {
        changed = false;
        let mut blocks: Vec<&llvm::Block> = body.blocks.iter().collect();
        if backwards {
            blocks.reverse();
        }
        backwards = !backwards;
        for inst in blocks.into_iter().flat_map(|b| &b.insts) {
            let Some(result) = inst.result else { continue };
            if may[result.index()] {
                continue;
            }
            let operand = |op: &Operand| matches!(op, Operand::Local(local) if may[local.index()]);
            let poison = match &inst.kind {
                InstKind::Bin { op, a, b, flags, .. } => {
                    let shift = matches!(op, llvm::BinOp::Shl | llvm::BinOp::LShr | llvm::BinOp::AShr);
                    shift || *flags != llvm::Flags::default() || operand(a) || operand(b)
                }
                InstKind::ICmp { a, b, flags, .. } | InstKind::FCmp { a, b, flags, .. } => {
                    *flags != llvm::Flags::default() || operand(a) || operand(b)
                }
                InstKind::Cast { op, value, flags } => {
                    let inexact = matches!(op, llvm::CastOp::FPToSI | llvm::CastOp::FPToUI);
                    inexact || *flags != llvm::Flags::default() || operand(&value.op)
                }
                InstKind::FNeg(value) | InstKind::ExtractValue { agg: value, .. } => operand(&value.op),
                InstKind::Select { cond, a, b } => operand(&cond.op) || operand(&a.op) || operand(b),
                InstKind::Gep { base, indices, flags, .. } => {
                    *flags != llvm::Flags::default()
                        || operand(&base.op)
                        || indices.iter().any(|index| operand(&index.op))
                }
                InstKind::Phi(incoming) => incoming.iter().any(|(value, _)| operand(value)),
                InstKind::Load { .. } => inst.range.is_some() || inst.nonnull,
                // Lane numbers out of range give poison.
                InstKind::ExtractElement { .. } | InstKind::InsertElement { .. } => true,
                InstKind::ShuffleVector { a, b, .. } => operand(&a.op) || operand(b),
                InstKind::InsertValue { agg, elem, .. } => operand(&agg.op) || operand(&elem.op),
                InstKind::Invoke { .. } => inst.range.is_some() || inst.nonnull,
                // Intrinsics that compute, and promises of metadata; other calls never return poison.
                InstKind::Call(call) => {
                    inst.range.is_some()
                        || inst.nonnull
                        || call.args.iter().any(|arg| operand(&arg.value.op))
                        || matches!(call.callee, Operand::Const(_))
                }
                _ => false,
            };
            if poison {
                may[result.index()] = true;
                changed = true;
            }
        }
    }
    may
}
