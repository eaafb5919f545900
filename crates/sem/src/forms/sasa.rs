//! Single assume, single assert: the conjunction of the assumptions on the way is a register, chosen by a
//! phi where paths meet, and assumed where the assertion is.

use crate::recording::{Kind, Operand, What};
use fathom_ir::Type;

use super::{Form, Stage, Statement, definition};

/// From single assert form.
pub(super) fn single_assume(form: &mut Form) {
    form.stage = Stage::Sasa;
    form.counter = 0;
    let predecessors = form.predecessors();
    let mut after: Vec<Operand> = Vec::with_capacity(form.blocks.len());
    for (at, from) in predecessors.iter().enumerate() {
        let (mut statements, mut phis) = (Vec::new(), 0);
        let incoming: Vec<Operand> = from.iter().map(|&block| after[block]).collect();
        let mut assumed = match incoming.first() {
            None => Operand::Bool(true),
            Some(&first) if incoming.iter().all(|&other| other == first) => first,
            Some(_) => {
                let register = form.new_register("%a", Kind::Value(Type::BOOL));
                statements.push(definition(register, What::Phi(from.clone()), incoming));
                Operand::Register(register)
            }
        };
        for statement in std::mem::take(&mut form.blocks[at].statements) {
            match statement {
                Statement::Assume(condition, _) => {
                    assumed = both(form, &mut statements, assumed, condition);
                }
                Statement::Define(define) if matches!(define.what, What::Phi(_)) => {
                    // Phis stand together at the beginning.
                    statements.insert(phis, Statement::Define(define));
                    phis += 1;
                }
                Statement::Define(_) => statements.push(statement),
                Statement::Assert(_) => {
                    statements.push(Statement::Assume(assumed, String::new()));
                    statements.push(statement);
                }
            }
        }
        form.blocks[at].statements = statements;
        after.push(assumed);
    }
}

/// The conjunction of two conditions.
fn both(form: &mut Form, statements: &mut Vec<Statement>, a: Operand, b: Operand) -> Operand {
    match (a, b) {
        (Operand::Bool(false), _) | (_, Operand::Bool(false)) => Operand::Bool(false),
        (Operand::Bool(true), other) | (other, Operand::Bool(true)) => other,
        _ => {
            let register = form.new_register("%a", Kind::Value(Type::BOOL));
            statements.push(definition(register, What::And, vec![a, b]));
            Operand::Register(register)
        }
    }
}
