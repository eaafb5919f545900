//! What several passes share: replacing values by others, sharing constants, and what may be replaced.

use fathom_ir::{Body, Const, Op, Type, Value};
use rustc_hash::FxHashMap;

/// A set of replacements, each of a value by another. Chains are followed; there are no cycles.
pub(crate) struct Replacements {
    with: Vec<Value>,
    any: bool,
}

impl Replacements {
    /// No replacement yet.
    pub(crate) fn new(body: &Body) -> Self {
        Self { with: (0..body.values.len() as u32).map(Value).collect(), any: false }
    }

    /// What stands for the value now.
    pub(crate) fn resolve(&mut self, value: Value) -> Value {
        // Values made after `new` are never replaced.
        let mut at = value;
        while let Some(&next) = self.with.get(at.index()) {
            if next == at {
                break;
            }
            let beyond = self.with.get(next.index()).copied().unwrap_or(next);
            self.with[at.index()] = beyond;
            at = next;
        }
        at
    }

    /// Replaces `old`, which was not replaced before, by `new`. Replacing a value by itself does nothing.
    pub(crate) fn replace(&mut self, old: Value, new: Value) {
        let new = self.resolve(new);
        if old != new {
            self.with[old.index()] = new;
            self.any = true;
        }
    }

    /// Whether the value was replaced.
    pub(crate) fn is_replaced(&self, value: Value) -> bool {
        self.with.get(value.index()).is_some_and(|&with| with != value)
    }

    /// Rewrites all operands of the body.
    pub(crate) fn apply(mut self, body: &mut Body) {
        if !self.any {
            return;
        }
        for block in &mut body.blocks {
            for inst in &mut block.insts {
                inst.op.operands_mut(|value| *value = self.resolve(*value));
            }
            block.term.operands_mut(|value| *value = self.resolve(*value));
        }
    }
}

/// Whether an operation only computes its result: [`Op::is_pure`], and orders of integers, which unlike
/// those of pointers do not fail.
pub(crate) fn only_computes(body: &Body, op: &Op) -> bool {
    match *op {
        Op::Cmp(_, a, _) if body.ty(a) != Type::Ptr => true,
        ref op => op.is_pure(),
    }
}

/// Constants of a body that are shared among their uses.
#[derive(Default)]
pub(crate) struct Constants {
    known: FxHashMap<(Type, Const), Value>,
}

impl Constants {
    /// The value of a constant.
    pub(crate) fn get(&mut self, body: &mut Body, ty: Type, constant: Const) -> Value {
        *self.known.entry((ty, constant)).or_insert_with_key(|(ty, c)| body.new_constant(*ty, c.clone()))
    }
}
