//! Which values surely have no indeterminate bits.

use fathom_ir::{Body, Const, Op, Value};

use crate::uses::Uses;

/// For each value, whether none of its bits can be indeterminate: it comes from constants, from
/// `nondet`, `freeze` and new addresses alone. What comes from memory, from callers or from callees is
/// not known.
pub(crate) fn determinate_values(body: &Body) -> Vec<bool> {
    let mut determinate = vec![true; body.values.len()];
    let mut work: Vec<Value> = Vec::new();
    let mut doubt = |value: Value, work: &mut Vec<Value>| {
        if std::mem::replace(&mut determinate[value.index()], false) {
            work.push(value);
        }
    };
    for (at, data) in body.values.iter().enumerate() {
        if data.constant == Some(Const::Undef) {
            doubt(Value(at as u32), &mut work);
        }
    }
    for (id, block) in body.blocks.iter().enumerate() {
        if id == 0 {
            block.params.iter().for_each(|&param| doubt(param, &mut work));
        }
        for inst in &block.insts {
            if origin(&inst.op) == Origin::Unknown {
                inst.result_values().for_each(|result| doubt(result, &mut work));
            }
        }
    }
    let uses = Uses::new(body);
    while let Some(value) = work.pop() {
        for place in uses.places(value) {
            let block = &body.blocks[place.block.index()];
            if let Some(inst) = block.insts.get(place.at)
                && origin(&inst.op) == Origin::Operands
            {
                inst.result_values().for_each(|result| doubt(result, &mut work));
            }
        }
        for argument in uses.arguments(value) {
            doubt(argument.param, &mut work);
        }
    }
    determinate
}

/// Where the bits of a result come from.
#[derive(PartialEq, Eq)]
enum Origin {
    Operands,
    Fresh,
    Unknown,
}

fn origin(op: &Op) -> Origin {
    match op {
        Op::Bin(..)
        | Op::Overflow(..)
        | Op::Un(..)
        | Op::Cmp(..)
        | Op::Cast(..)
        | Op::Select(..)
        | Op::FBin(..)
        | Op::FUn(..)
        | Op::Fma(..)
        | Op::FCmp(..)
        | Op::PtrAdd { .. }
        | Op::InBounds { .. }
        | Op::PtrDiff(..) => Origin::Operands,
        Op::Freeze(..) | Op::Alloca { .. } | Op::StackSave | Op::Nondet { .. } => Origin::Fresh,
        Op::Load { .. } | Op::Call { .. } | Op::CallPtr { .. } => Origin::Unknown,
        Op::Store { .. }
        | Op::LifetimeStart(..)
        | Op::LifetimeEnd(..)
        | Op::Seal(..)
        | Op::StackRestore(..)
        | Op::MemCopy { .. }
        | Op::MemSet { .. }
        | Op::Assert { .. }
        | Op::Assume(..) => Origin::Fresh,
    }
}
