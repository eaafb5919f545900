//! Pure data flow: after gated SSA nothing depends on control, so all blocks are one.

use super::{Block, Form, Stage};

/// From gated SSA.
pub(super) fn join_blocks(form: &mut Form) {
    form.stage = Stage::Pd;
    let mut all = Block::new("entry".to_string());
    for block in &mut form.blocks {
        all.statements.append(&mut block.statements);
    }
    form.blocks = vec![all];
}
