//! The cone of influence: definitions that the assumption or the assertion depends on.

use crate::recording::Operand;

use super::{Form, Stage, Statement};

/// From pure data flow.
pub(super) fn cone_of_influence(form: &mut Form) {
    form.stage = Stage::Reduced;
    let mut used = vec![false; form.registers.len()];
    let mark = |operand: &Operand, used: &mut Vec<bool>| {
        if let Operand::Register(register) = operand {
            used[register.index()] = true;
        }
    };
    for block in &mut form.blocks {
        // Definitions come before uses, so one way back finds all.
        let mut kept = Vec::new();
        for statement in std::mem::take(&mut block.statements).into_iter().rev() {
            match &statement {
                Statement::Assume(operand, _) | Statement::Assert(operand) => mark(operand, &mut used),
                Statement::Define(define) => {
                    if !define.results.iter().any(|result| used[result.index()]) {
                        continue;
                    }
                    define.operands.iter().for_each(|operand| mark(operand, &mut used));
                }
            }
            kept.push(statement);
        }
        kept.reverse();
        block.statements = kept;
    }
}
