//! Which functions leave no trace: how often such a one is called is nobody's business.
//!
//! A function leaves no trace if it, and all that it calls, writes to nothing but its own variables, asks the
//! outside for nothing and calls nothing whose body is not known. Stores through pointers that were loaded or
//! passed count as traces, wherever they point.

use crate::program::{Body, FuncId, Op, Program, Value};

/// Whether a function leaves no trace, whatever its arguments are.
pub fn leaves_no_trace(program: &Program, function: FuncId) -> bool {
    let mut seen = vec![false; program.functions.len()];
    let mut pending = vec![function];
    while let Some(id) = pending.pop() {
        if std::mem::replace(&mut seen[id.index()], true) {
            continue;
        }
        let Some(body) = &program.functions[id.index()].body else { return false };
        let definitions = definitions(body);
        for block in &body.blocks {
            for inst in &block.insts {
                match effect(&definitions, &inst.op) {
                    Effect::None => {}
                    Effect::Trace => return false,
                    Effect::Calls(callee) => pending.push(callee),
                }
            }
        }
    }
    true
}

/// What an operation does to the world around its function.
enum Effect {
    None,
    Trace,
    Calls(FuncId),
}

fn effect(definitions: &[Option<&Op>], op: &Op) -> Effect {
    let written = |place: Value| match is_own_variable(definitions, place) {
        true => Effect::None,
        false => Effect::Trace,
    };
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
        | Op::Freeze(..)
        | Op::PtrAdd { .. }
        | Op::InBounds { .. }
        | Op::PtrDiff(..)
        | Op::Load { .. }
        | Op::Alloca { .. }
        | Op::LifetimeStart(..)
        | Op::LifetimeEnd(..)
        | Op::StackSave
        | Op::StackRestore(..)
        | Op::Assert { .. }
        // A variable that was never set has its own arbitrary value with each call.
        | Op::Nondet { outside: false, .. } => Effect::None,
        Op::Store { ptr, .. } => written(*ptr),
        Op::MemCopy { dst, .. } | Op::MemSet { dst, .. } => written(*dst),
        Op::Call { callee, .. } => Effect::Calls(*callee),
        Op::Assume(..) | Op::Nondet { outside: true, .. } | Op::CallPtr { .. } => Effect::Trace,
    }
}

/// Whether a pointer certainly points into a stack object of the running function.
fn is_own_variable(definitions: &[Option<&Op>], mut pointer: Value) -> bool {
    // Bases are defined before what is computed from them, so this ends.
    loop {
        match definitions[pointer.index()] {
            Some(Op::Alloca { .. }) => return true,
            Some(Op::PtrAdd { base, .. }) => pointer = *base,
            _ => return false,
        }
    }
}

/// The operation that defines each value, if one does.
fn definitions(body: &Body) -> Vec<Option<&Op>> {
    let mut found = vec![None; body.values.len()];
    for inst in body.blocks.iter().flat_map(|block| &block.insts) {
        for value in inst.result_values() {
            found[value.index()] = Some(&inst.op);
        }
    }
    found
}
