//! Which functions leave no trace: how often such a one is called is nobody's business.
//!
//! A function leaves no trace if it, and all that it calls, writes to nothing but its own variables, asks the
//! outside for nothing and calls nothing whose body is not known. Stores through pointers that were loaded or
//! passed count as traces, wherever they point.

use crate::program::{Body, FuncId, Op, Program, Value};

/// The function without a body by which models of the C library look at a value, so that it must be one that was set.
/// It does nothing else.
pub const LOOK: &str = "__fathom_use";

/// Whether a function leaves no trace, whatever its arguments are.
pub fn leaves_no_trace(program: &Program, function: FuncId) -> bool {
    let mut seen = vec![false; program.functions.len()];
    let mut pending = vec![function];
    while let Some(id) = pending.pop() {
        if std::mem::replace(&mut seen[id.index()], true) {
            continue;
        }
        let function = &program.functions[id.index()];
        if function.name == LOOK {
            continue;
        }
        let Some(body) = &function.body else { return false };
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
        | Op::Seal(..)
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

#[cfg(test)]
mod tests {
    use super::leaves_no_trace;
    use crate::FuncId;

    /// Whether the first function of a program leaves no trace.
    fn first_leaves_none(body: &str) -> bool {
        let text = format!(
            "target pointer 64 little sysv64\n\nglobal @count size 4 align 4 = {{}}\n\nfn @compare(ptr) -> i32 {{\n\
             b0(%0: ptr):\n{body}  return i32 0\n}}\n\nfn @counts() {{\nb0:\n  store i32 1, @count, align 4\n  return\n}}\n\n\
             fn @looks() {{\nb0:\n  %0 = load i32, @count, align 4\n  return\n}}\n\ndeclare @unknown()\ndeclare @__fathom_use(i32)\n"
        );
        let program = crate::text::parse(&text).expect("a program");
        let first =
            program.functions.iter().position(|function| function.name == "compare").expect("the first");
        leaves_no_trace(&program, FuncId(first as u32))
    }

    #[test]
    fn own_variables_and_reading_leave_no_trace() {
        assert!(first_leaves_none(""));
        assert!(first_leaves_none("  %1 = load i32, %0, align 4\n"));
        assert!(first_leaves_none("  %1 = alloca i64 8, align 8, \"x\"\n  store i32 5, %1, align 4\n"));
        assert!(first_leaves_none("  call @looks()\n"));
        assert!(first_leaves_none("  call @__fathom_use(i32 1)\n"));
    }

    #[test]
    fn what_others_can_see_is_a_trace() {
        assert!(!first_leaves_none("  store i32 5, %0, align 4\n"));
        assert!(!first_leaves_none("  store i32 5, @count, align 4\n"));
        assert!(!first_leaves_none("  call @counts()\n"));
        assert!(!first_leaves_none("  call @unknown()\n"));
    }
}
