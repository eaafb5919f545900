//! What is true of every form, whatever the program: to be checked in tests, and before one is executed.

use crate::recording::{Operand, What};

use super::{End, Form, Stage, Statement};

/// What is wrong with a form, if something is.
pub fn verify(form: &Form) -> Result<(), String> {
    let mut state = vec![State::Undefined; form.registers.len()];
    let (mut assumes, mut asserts) = (0, 0);
    for (at, block) in form.blocks.iter().enumerate() {
        let check = |operand: &Operand, state: &mut Vec<State>| match operand {
            Operand::Register(register) => match state.get_mut(register.index()) {
                Some(slot @ (State::Defined | State::Used)) => {
                    *slot = State::Used;
                    Ok(())
                }
                _ => Err(format!("{} is used before it is defined", name(form, register.index()))),
            },
            Operand::Constant(..) | Operand::Bool(_) => Ok(()),
        };
        for statement in &block.statements {
            match statement {
                Statement::Define(define) => {
                    define.operands.iter().try_for_each(|operand| check(operand, &mut state))?;
                    for result in &define.results {
                        if state[result.index()] != State::Undefined {
                            return Err(format!("{} is defined twice", name(form, result.index())));
                        }
                        state[result.index()] = State::Defined;
                    }
                    phi_is_possible(form, at, &define.what, define.operands.len())?;
                }
                Statement::Assume(operand, _) => {
                    assumes += 1;
                    check(operand, &mut state)?;
                }
                Statement::Assert(operand) => {
                    asserts += 1;
                    check(operand, &mut state)?;
                }
            }
        }
        let targets = match block.end {
            End::Jump(to) => vec![to],
            End::Branch(condition, then, els) => {
                check(&condition, &mut state)?;
                vec![then, els]
            }
            End::Halt => vec![],
        };
        if targets.iter().any(|&to| to <= at || to >= form.blocks.len()) {
            return Err(format!("{} leads back", block.label));
        }
        if targets.is_empty() != (at + 1 == form.blocks.len()) {
            return Err(format!("{} does not end where the program does", block.label));
        }
    }
    counts(form, assumes, asserts)?;
    if form.stage == Stage::Reduced
        && let Some(at) = unused(form, &state)
    {
        return Err(format!("{} is not used", name(form, at)));
    }
    Ok(())
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum State {
    Undefined,
    Defined,
    Used,
}

fn name(form: &Form, register: usize) -> &str {
    form.registers.get(register).map_or("?", |register| &register.name)
}

/// Phis are gone from gated SSA on; before, they have a value for every predecessor and for nothing else.
fn phi_is_possible(form: &Form, at: usize, what: &What, operands: usize) -> Result<(), String> {
    let What::Phi(from) = what else { return Ok(()) };
    let gone = matches!(form.stage, Stage::Gssa | Stage::Pd | Stage::Reduced);
    let leads = |&block: &usize| match form.blocks.get(block).map(|block| &block.end) {
        Some(End::Jump(to)) => *to == at,
        Some(End::Branch(_, then, els)) => *then == at || *els == at,
        _ => false,
    };
    match gone || from.len() != operands || !from.iter().all(leads) {
        true => Err(format!("a phi of {} does not fit its predecessors", form.blocks[at].label)),
        false => Ok(()),
    }
}

fn counts(form: &Form, assumes: usize, asserts: usize) -> Result<(), String> {
    let wanted = (form.stage != Stage::Sa).then_some(1);
    if asserts != 1 || wanted.is_some_and(|wanted| assumes != wanted) {
        return Err(format!("there are {assumes} assumptions and {asserts} assertions"));
    }
    match form.blocks.last().and_then(|block| block.statements.last()) {
        Some(Statement::Assert(_)) => Ok(()),
        _ => Err("the assertion is not the last statement".to_string()),
    }
}

/// A register whose definition has no result that is used.
fn unused(form: &Form, state: &[State]) -> Option<usize> {
    let statements = form.blocks.iter().flat_map(|block| &block.statements);
    let results = statements.filter_map(|statement| match statement {
        Statement::Define(define) => Some(&define.results),
        _ => None,
    });
    let mut idle = results.filter(|results| results.iter().all(|at| state[at.index()] != State::Used));
    idle.next().and_then(|results| results.first()).map(|register| register.index())
}
