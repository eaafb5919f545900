//! Simplification: constants, conditions that are decided, copies, and identities of operators.
//!
//! Constants are found by sparse conditional propagation (`sccp`), which sees through branches; identities
//! are a list of small rules (`rules`).
//!
//! # Indeterminate bits
//! A use of an indeterminate bit is a check that can fail, and no simplification may hide it. So an
//! identity is used only where it holds bit by bit (`x + 0`, `x & x`), or where the operands are known to be
//! determinate (`x - x`). A branch on `undef` stays, also if both ways lead to the same block.

mod fold;
mod rules;
mod sccp;

use fathom_ir::{Body, Program};

use crate::dead_code::remove_dead_code;
use crate::redundant_params::remove_redundant_params;
use crate::unreachable_blocks::remove_unreachable_blocks;

/// What folding wants to know about the rest of the program.
struct Context {
    pointer_bits: u32,
    /// For each global object, its size, if the program defines it.
    globals: Vec<Option<u64>>,
    /// For each function, whether the program defines it.
    functions: Vec<bool>,
}

/// Passes over one function: each may find more for the other.
const ROUNDS: usize = 3;

/// Simplifies all functions. Returns how many values were replaced, and operations and branches decided.
///
/// Before: a valid program. After: no block is unreachable, no branch is on a constant, no assertion is
/// of a constant but for those that are false, after which the block stops.
pub fn simplify(program: &mut Program) -> usize {
    let context = Context {
        pointer_bits: program.target.pointer_bits,
        globals: program.globals.iter().map(|g| g.init.as_ref().map(|_| g.size)).collect(),
        functions: program.functions.iter().map(|function| function.body.is_some()).collect(),
    };
    let bodies = program.functions.iter_mut().filter_map(|function| function.body.as_mut());
    bodies.map(|body| simplify_body(body, &context)).sum()
}

fn simplify_body(body: &mut Body, context: &Context) -> usize {
    if body.blocks.is_empty() {
        return 0;
    }
    let mut total = 0;
    for _ in 0..ROUNDS {
        // Shares constants, so that equal values have equal ids.
        body.compact();
        let mut changes = sccp::propagate(body, context);
        remove_unreachable_blocks(body);
        changes += remove_redundant_params(body);
        changes += rules::apply(body);
        remove_dead_code(body);
        total += changes;
        if changes == 0 {
            break;
        }
    }
    total
}
