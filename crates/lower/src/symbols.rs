//! Symbols: which function or object of the program a module's symbol stands for.

use std::cell::RefCell;

use fathom_ir::Symbol;
use fathom_llvm::module as llvm;
use rustc_hash::FxHashMap;

/// Addresses of labels (`blockaddress`) lie here, far from every object even when cut to 16 bits; they
/// have no provenance.
const LABEL_BASE: u64 = 0xfff0_ff00;

/// What each symbol of each module stands for.
#[derive(Default)]
pub struct Symbols {
    /// By module and symbol: the object or function and an offset (aliases), `None` for null
    /// (an undefined weak symbol).
    pub targets: Vec<Vec<Option<(Symbol, i64)>>>,
    labels: RefCell<FxHashMap<(u32, llvm::GlobalId, llvm::BlockId), u64>>,
}

impl Symbols {
    /// What a symbol stands for.
    pub fn target(&self, module: u32, global: llvm::GlobalId) -> Option<(Symbol, i64)> {
        self.targets[module as usize][global.index()]
    }

    /// The address of a label, each its own.
    pub fn label(&self, module: u32, function: llvm::GlobalId, block: llvm::BlockId) -> u64 {
        let mut labels = self.labels.borrow_mut();
        let next = LABEL_BASE + labels.len() as u64;
        *labels.entry((module, function, block)).or_insert(next)
    }
}
