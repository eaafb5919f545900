//! Computations whose results nobody uses.

use fathom_ir::{BinOp, Body, CastOp, Op, Value};

use crate::rewrite::only_computes;
use crate::uses::own_operands;

/// Removes operations without effect, and block parameters, whose values no check, effect or branch
/// depends on. Cycles of values that only feed each other go as well. Returns how many operations and
/// parameters were removed.
///
/// Before: a valid body. After: every parameter (but those of the function) and every result of an
/// operation that only computes is needed by something that does more. Everything that can fail stays.
pub fn remove_dead_code(body: &mut Body) -> usize {
    let mut needs = Needs::collect(body);
    while let Some(value) = needs.work.pop() {
        match needs.definition[value.index()] {
            Definition::Other => {}
            Definition::Inst { block, inst } => {
                body.blocks[block as usize].insts[inst as usize].op.operands(|operand| needs.need(operand));
            }
            Definition::Param { block, param } => {
                for arg in std::mem::take(&mut needs.incoming[block as usize][param as usize]) {
                    needs.need(arg);
                }
            }
        }
    }
    let needed = needs.needed;
    let mut removed = 0;
    let mut keep_params: Vec<Option<Vec<bool>>> = Vec::with_capacity(body.blocks.len());
    for (id, block) in body.blocks.iter_mut().enumerate() {
        let keep: Vec<bool> = block.params.iter().map(|p| id == 0 || needed[p.index()]).collect();
        keep_params.push(keep.contains(&false).then_some(keep));
    }
    for block in &mut body.blocks {
        let before = block.insts.len();
        // The results of what is not removable count as needed.
        block.insts.retain(|inst| inst.result().is_none_or(|r| needed[r.index()]));
        removed += before - block.insts.len();
        block.term.edges_mut(|edge| {
            if let Some(keep) = &keep_params[edge.block.index()] {
                retain_by(&mut edge.args, keep);
            }
        });
    }
    for (block, keep) in body.blocks.iter_mut().zip(&keep_params) {
        if let Some(keep) = keep {
            let before = block.params.len();
            retain_by(&mut block.params, keep);
            removed += before - block.params.len();
        }
    }
    removed
}

/// Whether an operation may go if its result is not used. That is what only computes, except for a
/// division, which fails if its divisor is indeterminate, and for showing the address of an object,
/// which exposes it; and it is what makes something that only its result gives access to.
fn is_removable(body: &Body, op: &Op) -> bool {
    match op {
        Op::Bin(BinOp::UDiv | BinOp::SDiv | BinOp::URem | BinOp::SRem, ..) => false,
        Op::Cast(CastOp::PtrToInt, _) => false,
        Op::Nondet { outside, .. } => !outside,
        // Depends on memory, but does not fail.
        Op::StackSave | Op::InBounds { .. } => true,
        op => only_computes(body, op),
    }
}

fn retain_by(values: &mut Vec<Value>, keep: &[bool]) {
    let mut keep = keep.iter();
    values.retain(|_| keep.next().is_some_and(|&k| k));
}

#[derive(Clone, Copy)]
enum Definition {
    Inst { block: u32, inst: u32 },
    Param { block: u32, param: u32 },
    Other,
}

/// Which values are needed, and what to look at still.
struct Needs {
    definition: Vec<Definition>,
    /// For each block, for each parameter: what is passed for it.
    incoming: Vec<Vec<Vec<Value>>>,
    needed: Vec<bool>,
    work: Vec<Value>,
}

impl Needs {
    fn need(&mut self, value: Value) {
        if !std::mem::replace(&mut self.needed[value.index()], true) {
            self.work.push(value);
        }
    }

    fn collect(body: &Body) -> Self {
        let mut needs = Self {
            definition: vec![Definition::Other; body.values.len()],
            incoming: body.blocks.iter().map(|block| vec![Vec::new(); block.params.len()]).collect(),
            needed: vec![false; body.values.len()],
            work: Vec::new(),
        };
        for (id, block) in body.blocks.iter().enumerate() {
            for (param, value) in block.params.iter().enumerate() {
                needs.definition[value.index()] = Definition::Param { block: id as u32, param: param as u32 };
            }
            for (at, inst) in block.insts.iter().enumerate() {
                for result in inst.result_values() {
                    needs.definition[result.index()] = Definition::Inst { block: id as u32, inst: at as u32 };
                }
                if !is_removable(body, &inst.op) {
                    inst.op.operands(|operand| needs.need(operand));
                    inst.result_values().for_each(|result| needs.need(result));
                }
            }
            own_operands(&block.term, |operand| needs.need(operand));
            for edge in block.term.edges() {
                for (to, &arg) in needs.incoming[edge.block.index()].iter_mut().zip(&edge.args) {
                    to.push(arg);
                }
            }
        }
        needs
    }
}
