//! Gated SSA: values are selected by the condition of the branch where paths parted.
//!
//! The way of [`Guard::join`](crate::guard::Guard::join), on registers: the path to a block is the list of
//! decisions that lead there, lists that come from one branch share their beginning, and where two of them
//! meet, the first decision that is not shared tells one from the other. A check is no decision: whoever
//! goes on has passed it. Only where failures meet, at the assertion, checks are decisions like others.

use std::rc::Rc;

use fathom_ir::Type;

use crate::recording::{Definition, Kind, Operand, Register, What};

use super::{End, Form, Stage, Statement, definition};

/// A condition and what it has to be.
type Decision = (Operand, bool);

/// The decisions that lead to a block.
#[derive(Clone, Default)]
struct Path(Option<Rc<Step>>);

struct Step {
    before: Path,
    decision: Decision,
    depth: u32,
}

impl Drop for Step {
    /// Lists can be long; dropping one must not recurse over its length.
    fn drop(&mut self) {
        let mut next = self.before.0.take();
        while let Some(step) = next {
            match Rc::try_unwrap(step) {
                Ok(mut step) => next = step.before.0.take(),
                Err(_) => break,
            }
        }
    }
}

impl Path {
    fn depth(&self) -> u32 {
        self.0.as_ref().map_or(0, |step| step.depth)
    }

    fn with(&self, decision: Decision) -> Self {
        Self(Some(Rc::new(Step { before: self.clone(), decision, depth: self.depth() + 1 })))
    }

    fn is(&self, other: &Self) -> bool {
        match (&self.0, &other.0) {
            (None, None) => true,
            (Some(a), Some(b)) => Rc::ptr_eq(a, b),
            _ => false,
        }
    }

    /// What two paths share, and the decisions of each after that, the last one first.
    fn part(a: &Self, b: &Self) -> (Self, Vec<Decision>, Vec<Decision>) {
        let (mut to_a, mut to_b) = (Vec::new(), Vec::new());
        let (mut at_a, mut at_b) = (a, b);
        while !at_a.is(at_b) {
            let (deep_a, deep_b) = (at_a.depth(), at_b.depth());
            if deep_a >= deep_b
                && let Some(step) = &at_a.0
            {
                to_a.push(step.decision);
                at_a = &step.before;
            }
            if deep_b >= deep_a
                && let Some(step) = &at_b.0
            {
                to_b.push(step.decision);
                at_b = &step.before;
            }
        }
        (at_a.clone(), to_a, to_b)
    }

    fn shared(a: &Self, b: &Self) -> u32 {
        Self::part(a, b).0.depth()
    }
}

/// Paths that come to a block, with the values of its phis.
struct Arrival {
    path: Path,
    values: Vec<Operand>,
}

/// From single assume, single assert form.
pub(super) fn select_by_gates(form: &mut Form) {
    form.stage = Stage::Gssa;
    form.counter = 0;
    let first_gate = form.registers.len();
    let predecessors = form.predecessors();
    let last = form.blocks.len() - 1;
    let mut paths: Vec<Path> = Vec::with_capacity(form.blocks.len());
    // With checks as decisions.
    let mut exact: Vec<Path> = Vec::with_capacity(form.blocks.len());
    for (at, from) in predecessors.iter().enumerate() {
        let (phis, rest) = split_phis(std::mem::take(&mut form.blocks[at].statements));
        let mut statements = Vec::new();
        let arrivals = |form: &Form, paths: &[Path], checks: bool, phis: &[Definition]| -> Vec<Arrival> {
            let arrive = |&block: &usize| {
                let path = match decision(form, block, at, checks) {
                    Some(decision) => paths[block].with(decision),
                    None => paths[block].clone(),
                };
                Arrival { path, values: phis.iter().map(|phi| value_from(phi, block)).collect() }
            };
            from.iter().map(arrive).collect()
        };
        let results: Vec<Register> = phis.iter().map(|phi| phi.results[0]).collect();
        // The block that fails is the only one that does not care how values got to it otherwise.
        let (to_plain, to_exact) = if at == last { (&[][..], &phis[..]) } else { (&phis[..], &[][..]) };
        let exactly = arrivals(form, &exact, true, to_exact);
        exact.push(join_all(form, &mut statements, exactly, if at == last { &results } else { &[] }));
        let plainly = arrivals(form, &paths, false, to_plain);
        paths.push(join_all(form, &mut statements, plainly, if at == last { &[] } else { &results }));
        statements.extend(rest);
        form.blocks[at].statements = statements;
    }
    remove_unused(form, first_gate);
}

fn split_phis(statements: Vec<Statement>) -> (Vec<Definition>, Vec<Statement>) {
    let (mut phis, mut rest) = (Vec::new(), Vec::new());
    for statement in statements {
        match statement {
            Statement::Define(define) if matches!(define.what, What::Phi(_)) => phis.push(define),
            other => rest.push(other),
        }
    }
    (phis, rest)
}

/// The operand of a phi for a block that control comes from.
fn value_from(phi: &Definition, block: usize) -> Operand {
    let What::Phi(blocks) = &phi.what else { return Operand::Bool(false) };
    let found = blocks.iter().position(|&other| other == block);
    found.and_then(|found| phi.operands.get(found).copied()).unwrap_or(Operand::Bool(false))
}

/// The decision that is taken on an edge; a check is one only if wanted.
fn decision(form: &Form, from: usize, to: usize, checks: bool) -> Option<Decision> {
    let last = form.blocks.len() - 1;
    match form.blocks[from].end {
        End::Branch(condition, then, els) if checks || (then != last && els != last) => {
            Some((condition, then == to))
        }
        _ => None,
    }
}

/// Joins all arrivals, those first that parted last; `results` are selected among their values.
fn join_all(form: &mut Form, out: &mut Vec<Statement>, arrivals: Vec<Arrival>, results: &[Register]) -> Path {
    let mut left = arrivals.len();
    let mut stack: Vec<(Arrival, u32)> = Vec::new();
    let mut fold = |stack: &mut Vec<(Arrival, u32)>, form: &mut Form| {
        if let (Some((b, _)), Some((a, shared))) = (stack.pop(), stack.pop()) {
            left -= 1;
            let named = (left == 1).then_some(results);
            let kinds: Vec<Kind> = results.iter().map(|result| form.registers[result.index()].kind).collect();
            stack.push((join(form, out, &a, &b, &kinds, named), shared));
        }
    };
    for arrival in arrivals {
        let shared = stack.last().map_or(0, |(last, _)| Path::shared(&last.path, &arrival.path));
        while stack.len() >= 2 && stack.last().is_some_and(|&(_, with_previous)| with_previous > shared) {
            fold(&mut stack, form);
        }
        let shared = stack.last().map_or(0, |(last, _)| Path::shared(&last.path, &arrival.path));
        stack.push((arrival, shared));
    }
    while stack.len() >= 2 {
        fold(&mut stack, form);
    }
    let Some((joined, _)) = stack.pop() else { return Path::default() };
    // What there was no choice about still needs its name.
    for (&result, &value) in results.iter().zip(&joined.values) {
        if value != Operand::Register(result) {
            out.push(definition(result, What::Select, vec![Operand::Bool(true), value, value]));
        }
    }
    joined.path
}

fn join(
    form: &mut Form,
    out: &mut Vec<Statement>,
    a: &Arrival,
    b: &Arrival,
    kinds: &[Kind],
    named: Option<&[Register]>,
) -> Arrival {
    let (shared, mut to_a, mut to_b) = Path::part(&a.path, &b.path);
    let gate = match (to_a.last(), to_b.last()) {
        (Some(&x), Some(&y)) if x == (y.0, !y.1) => {
            to_a.pop();
            to_b.pop();
            Some(x)
        }
        _ => None,
    };
    let bool = Kind::Value(Type::BOOL);
    let (rest_a, rest_b) = (conjunction(form, out, &to_a), conjunction(form, out, &to_b));
    let gate = gate.unwrap_or((rest_a, true));
    let on_a = if gate == (rest_a, true) { Operand::Bool(true) } else { rest_a };
    let either = select(form, out, gate, on_a, rest_b, bool, None);
    let path = if either == Operand::Bool(true) { shared } else { shared.with((either, true)) };
    let values = (0..kinds.len())
        .map(|at| {
            let name = named.map(|names| names[at]);
            select(form, out, gate, a.values[at], b.values[at], kinds[at], name)
        })
        .collect();
    Arrival { path, values }
}

/// All of these hold; the first decision is the last of the list, and decides first.
fn conjunction(form: &mut Form, out: &mut Vec<Statement>, decisions: &[Decision]) -> Operand {
    let kind = Kind::Value(Type::BOOL);
    decisions.iter().fold(Operand::Bool(true), |all, &decision| {
        select(form, out, decision, all, Operand::Bool(false), kind, None)
    })
}

/// `gate ? a : b`, in a register if it has to be.
fn select(
    form: &mut Form,
    out: &mut Vec<Statement>,
    (gate, holds): Decision,
    a: Operand,
    b: Operand,
    kind: Kind,
    named: Option<Register>,
) -> Operand {
    let (a, b) = if holds { (a, b) } else { (b, a) };
    match (gate, a, b) {
        (_, a, b) if a == b => return a,
        (Operand::Bool(gate), a, b) => return if gate { a } else { b },
        (gate, Operand::Bool(true), Operand::Bool(false)) if named.is_none() => return gate,
        _ => {}
    }
    let register =
        named.unwrap_or_else(|| form.new_register(if kind == Kind::Memory { "mg" } else { "%g" }, kind));
    out.push(definition(register, What::Select, vec![gate, a, b]));
    Operand::Register(register)
}

/// Removes gates that nothing came to use.
fn remove_unused(form: &mut Form, first_gate: usize) {
    let mut used = vec![false; form.registers.len()];
    let mark = |operand: &Operand, used: &mut Vec<bool>| {
        if let Operand::Register(register) = operand {
            used[register.index()] = true;
        }
    };
    for block in form.blocks.iter_mut().rev() {
        if let End::Branch(condition, ..) = &block.end {
            mark(condition, &mut used);
        }
        let mut kept = Vec::new();
        for statement in std::mem::take(&mut block.statements).into_iter().rev() {
            match &statement {
                Statement::Assume(operand, _) | Statement::Assert(operand) => mark(operand, &mut used),
                Statement::Define(define) => {
                    let gate = define.results.iter().all(|result| result.index() >= first_gate);
                    if gate && !define.results.iter().any(|result| used[result.index()]) {
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
