//! Promotion of stack slots to values.
//!
//! Compilers put every local variable into memory first and leave it to an optimiser to find out that
//! most are just values. We do the same as LLVM's SROA and mem2reg: a slot whose address goes only into
//! loads, stores, fills and copies at constant offsets is cut into pieces that are always accessed as a
//! whole, and each piece becomes a family of SSA values. Block parameters are placed at the iterated
//! dominance frontier of the assignments (Cytron et al., "Efficiently Computing Static Single
//! Assignment Form and the Control Dependence Graph", 1991), pruned to where the piece is live, and
//! found sparsely from the frontiers, so that time is near linear.
//!
//! # Slots in loops
//! An `alloca` in a loop makes a new object each time. Its result, and all that is computed from it
//! alone, always refers to the object made last: were there a path from the definition of such a value
//! over the `alloca` again to a use of the value, the part of it from the `alloca` on would be a path to
//! the use that avoids the definition, which dominates the use. So such a slot is promoted as well, the
//! `alloca` being an assignment of indeterminate bits.
//!
//! # Checks
//! An access of a promoted slot cannot fail: it is inside the slot, aligned, and the slot is alive. What
//! is read before it was written becomes `undef`, or an input of the program for engines that do not follow
//! indeterminate bits ([`Uninitialised`]). A copy from other memory becomes loads that cover all
//! its bytes, so they fail where the copy fails; a copy to other memory likewise.

mod lifetimes;
mod pieces;
mod slots;
mod ssa;

use fathom_ir::cfg::Cfg;
use fathom_ir::{Body, Op, Program, Target};

use crate::unreachable_blocks::remove_unreachable_blocks;

/// What a variable is before it is set.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Uninitialised {
    /// Indeterminate bits, which must not decide anything.
    Indeterminate,
    /// An arbitrary value, chosen when its lifetime begins.
    Arbitrary,
}

/// Promotes stack slots of all functions, except of those that call a function that returns twice.
/// Returns how many slots were promoted.
///
/// Before: a valid program. After: a slot that is left has an address that is used for more than
/// accesses at constant offsets, or an access that may fail, or accesses that overlap each other partly.
pub fn promote(program: &mut Program, uninitialised: Uninitialised) -> usize {
    let twice: Vec<bool> = program.functions.iter().map(|function| returns_twice(&function.name)).collect();
    let target = program.target;
    let mut promoted = 0;
    for body in program.functions.iter_mut().filter_map(|function| function.body.as_mut()) {
        let mut insts = body.blocks.iter().flat_map(|block| &block.insts);
        if !insts.any(|inst| matches!(inst.op, Op::Call { callee, .. } if twice[callee.index()])) {
            promoted += promote_body(body, &target, uninitialised);
        }
    }
    promoted
}

/// Promotes stack slots of one function, which calls no function that returns twice. Removes its
/// unreachable blocks. Returns how many slots were promoted.
pub fn promote_body(body: &mut Body, target: &Target, uninitialised: Uninitialised) -> usize {
    if body.blocks.is_empty() {
        return 0;
    }
    remove_unreachable_blocks(body);
    let cfg = Cfg::new(body);
    let slots = slots::Slots::find(body, &cfg, target);
    let promoted = slots.slots.iter().filter(|slot| slot.promotable).count();
    if promoted > 0 {
        ssa::construct(body, &cfg, target, &slots, uninitialised);
    }
    promoted
}

/// Whether a call of the function may return more than once, as `setjmp` does: then a local variable may
/// change between two statements that follow each other.
pub fn returns_twice(name: &str) -> bool {
    let name = name.trim_start_matches('_');
    matches!(name, "setjmp" | "sigsetjmp" | "vfork" | "getcontext" | "savectx")
        || name.starts_with("setjmp.")
        || name.starts_with("sigsetjmp_")
        || name.starts_with("llvm.eh.sjlj.setjmp")
}
