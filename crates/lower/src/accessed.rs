//! Which addresses a function accesses by itself, rather than to compute with them.
//!
//! Clang's check of an index lets the number of elements through where it takes the address of an element for an
//! access later: to copy a structure, to increment. Whether it is one shows in what is done with the address.

use fathom_llvm::module as llvm;
use llvm::{InstKind, LocalId, Operand, Typed};
use rustc_hash::{FxHashMap, FxHashSet};

/// The locals whose memory is read or written through them, or through addresses derived from them.
pub fn accessed(body: &llvm::Body, is_copy: impl Fn(&llvm::Call) -> bool) -> FxHashSet<LocalId> {
    let mut derived_from: FxHashMap<LocalId, LocalId> = FxHashMap::default();
    let mut open: Vec<LocalId> = vec![];
    for inst in body.blocks.iter().flat_map(|block| &block.insts) {
        let mut access = |pointer: &Typed| {
            if let Operand::Local(local) = pointer.op {
                open.push(local);
            }
        };
        match &inst.kind {
            InstKind::Load { ptr, .. }
            | InstKind::Store { ptr, .. }
            | InstKind::CmpXchg { ptr, .. }
            | InstKind::AtomicRmw { ptr, .. } => access(ptr),
            InstKind::Call(call) | InstKind::Invoke { call, .. } => {
                let copies = is_copy(call);
                let args = call.args.iter().filter(|arg| copies || arg.attrs.byval.is_some());
                args.for_each(|arg| access(&arg.value));
            }
            InstKind::Gep { base: Typed { op: Operand::Local(base), .. }, .. }
            | InstKind::Cast { value: Typed { op: Operand::Local(base), .. }, .. } => {
                derived_from.extend(inst.result.map(|result| (result, *base)));
            }
            _ => {}
        }
    }
    let mut accessed = FxHashSet::default();
    while let Some(local) = open.pop() {
        if accessed.insert(local) {
            open.extend(derived_from.get(&local));
        }
    }
    accessed
}
