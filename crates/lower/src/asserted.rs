//! Assertions that the compiler decided: `assert(sizeof(int) == 4)`.
//!
//! Clang leaves nothing of an assertion whose condition it knows to hold. So the `assert` of the frontend calls
//! `__fathom_asserts` before it looks at the condition (see `fathom_frontend::assertions`), and that call asserts what is
//! true. Where the condition is still there, the call of `__assert_fail` says more, and the mark goes.

use std::collections::BTreeSet;

use fathom_ir::{Body, Inst, LocId, NoteId, Op, Property};

/// Removes the marks of assertions that the body still looks at, or that are `looked_at` otherwise.
pub fn keep_decided(body: &mut Body, mut looked_at: BTreeSet<(LocId, NoteId)>) {
    let mut decided = vec![];
    for (number, block) in body.blocks.iter().enumerate() {
        for (at, inst) in block.insts.iter().enumerate() {
            match assertion(inst) {
                Some((cond, note)) if body.bits(cond).is_some_and(|bits| !bits.is_zero()) => {
                    decided.push((number, at, (inst.loc, note)));
                }
                Some((_, note)) => drop(looked_at.insert((inst.loc, note))),
                None => {}
            }
        }
    }
    for (number, at, place) in decided.into_iter().rev() {
        if looked_at.contains(&place) {
            body.blocks[number].insts.remove(at);
        }
    }
}

/// The condition and the text of an assertion of the program.
fn assertion(inst: &Inst) -> Option<(fathom_ir::Value, NoteId)> {
    match inst.op {
        Op::Assert { cond, property: Property::Assertion, note } => Some((cond, note)),
        _ => None,
    }
}
