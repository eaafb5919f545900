//! Gated SSA: values are selected by the condition of the branch where paths parted.
//!
//! The way of [`Guard::join`](crate::guard::Guard::join), on registers: the path to a block is the list of
//! decisions that lead there, lists that come from one branch share their beginning, and where two of them
//! meet, the first decision that is not shared tells one from the other. A check is no decision: whoever
//! goes on has passed it. Only where failures meet, at the assertion, checks are decisions like others.

use std::rc::Rc;

use fathom_ir::Type;
use rustc_hash::FxHashMap;

use crate::recording::{Definition, Kind, Operand, Register, What};

use super::{End, Form, MOST_REGISTERS, Stage, Statement, definition};

/// A condition that tells paths apart.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Gate {
    /// A register that a branch looked at, or a constant.
    Operand(Operand),
    /// A choice between conditions: a number into [`Gates::choices`].
    Choice(usize),
}

/// A condition and what it has to be.
type Decision = (Gate, bool);

/// Conditions that no branch looked at. They become registers where values are selected by them: only there
/// it is certain that what they look at has been computed.
#[derive(Default)]
struct Gates {
    /// `gate ? a : b`
    choices: Vec<[Gate; 3]>,
}

const YES: Gate = Gate::Operand(Operand::Bool(true));
const NO: Gate = Gate::Operand(Operand::Bool(false));

impl Gates {
    fn choose(&mut self, (gate, holds): Decision, a: Gate, b: Gate) -> Gate {
        let (a, b) = if holds { (a, b) } else { (b, a) };
        match (gate, a, b) {
            (_, a, b) if a == b => a,
            (YES, a, _) => a,
            (NO, _, b) => b,
            (gate, YES, NO) => gate,
            _ => {
                self.choices.push([gate, a, b]);
                Gate::Choice(self.choices.len() - 1)
            }
        }
    }

    /// All of these hold; the first decision is the last of the list, and decides first.
    fn conjunction(&mut self, decisions: &[Decision]) -> Gate {
        decisions.iter().fold(YES, |all, &decision| self.choose(decision, all, NO))
    }
}

/// The statements of a block at which paths meet, as far as they select something.
struct Selection<'a> {
    form: &'a mut Form,
    gates: &'a mut Gates,
    out: Vec<Statement>,
    /// Choices that are registers here.
    known: FxHashMap<usize, Operand>,
}

impl Selection<'_> {
    /// A condition as an operand.
    fn operand(&mut self, root: Gate) -> Operand {
        let mut open = vec![root];
        while let Some(&gate) = open.last() {
            let Gate::Choice(number) = gate else {
                open.pop();
                continue;
            };
            let parts = self.gates.choices[number];
            let missing = parts.into_iter().filter(|&part| self.there(part).is_none());
            let before = open.len();
            if !self.known.contains_key(&number) {
                open.extend(missing);
            }
            if open.len() > before {
                continue;
            }
            open.pop();
            if !self.known.contains_key(&number) {
                let operands = parts.into_iter().filter_map(|part| self.there(part)).collect();
                let register = self.form.new_register("%g", Kind::Value(Type::BOOL));
                self.out.push(definition(register, What::Select, operands));
                self.known.insert(number, Operand::Register(register));
            }
        }
        self.there(root).unwrap_or(Operand::Bool(false))
    }

    fn there(&self, gate: Gate) -> Option<Operand> {
        match gate {
            Gate::Operand(operand) => Some(operand),
            Gate::Choice(number) => self.known.get(&number).copied(),
        }
    }

    /// `gate ? a : b`, in the register that is named, if one is.
    fn select(
        &mut self,
        (gate, holds): Decision,
        a: Operand,
        b: Operand,
        kind: Kind,
        named: Option<Register>,
    ) -> Operand {
        if a == b {
            return a;
        }
        let gate = self.operand(gate);
        let (a, b) = if holds { (a, b) } else { (b, a) };
        let prefix = if kind == Kind::Memory { "m.g" } else { "%g" };
        let register = named.unwrap_or_else(|| self.form.new_register(prefix, kind));
        self.out.push(definition(register, What::Select, vec![gate, a, b]));
        Operand::Register(register)
    }
}

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
    let predecessors = form.predecessors();
    let last = form.blocks.len() - 1;
    let mut gates = Gates::default();
    let mut paths: Vec<Path> = Vec::with_capacity(form.blocks.len());
    // With checks as decisions.
    let mut exact: Vec<Path> = Vec::with_capacity(form.blocks.len());
    for (at, from) in predecessors.iter().enumerate() {
        let (phis, rest) = split_phis(std::mem::take(&mut form.blocks[at].statements));
        let arrivals = |form: &Form, paths: &[Path], checks: bool| -> Vec<Arrival> {
            let arrive = |&block: &usize| {
                let path = match decision(form, block, at, checks) {
                    Some(decision) => paths[block].with(decision),
                    None => paths[block].clone(),
                };
                Arrival { path, values: phis.iter().map(|phi| value_from(phi, block)).collect() }
            };
            from.iter().map(arrive).collect()
        };
        let (exactly, plainly) = (arrivals(form, &exact, true), arrivals(form, &paths, false));
        let results: Vec<Register> = phis.iter().map(|phi| phi.results[0]).collect();
        // Only where failures meet, values depend on checks.
        let (for_exact, for_plain) =
            if at == last { (&results[..], &[][..]) } else { (&[][..], &results[..]) };
        let known = FxHashMap::default();
        let mut selection = Selection { form, gates: &mut gates, out: Vec::new(), known };
        exact.push(join_all(&mut selection, exactly, for_exact));
        paths.push(join_all(&mut selection, plainly, for_plain));
        let mut statements = selection.out;
        statements.extend(rest);
        form.blocks[at].statements = statements;
        if form.registers.len() + gates.choices.len() > 2 * MOST_REGISTERS {
            return;
        }
    }
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
            Some((Gate::Operand(condition), then == to))
        }
        _ => None,
    }
}

/// Joins all arrivals, those first that parted last; `results` are selected among their values.
fn join_all(selection: &mut Selection<'_>, arrivals: Vec<Arrival>, results: &[Register]) -> Path {
    let mut left = arrivals.len();
    let mut stack: Vec<(Arrival, u32)> = Vec::new();
    let mut fold = |stack: &mut Vec<(Arrival, u32)>| {
        if let (Some((b, _)), Some((a, shared))) = (stack.pop(), stack.pop()) {
            left -= 1;
            stack.push((join(selection, &a, &b, results, left == 1), shared));
        }
    };
    for arrival in arrivals {
        let shared = stack.last().map_or(0, |(last, _)| Path::shared(&last.path, &arrival.path));
        while stack.len() >= 2 && stack.last().is_some_and(|&(_, with_previous)| with_previous > shared) {
            fold(&mut stack);
        }
        let shared = stack.last().map_or(0, |(last, _)| Path::shared(&last.path, &arrival.path));
        stack.push((arrival, shared));
    }
    while stack.len() >= 2 {
        fold(&mut stack);
    }
    let Some((joined, _)) = stack.pop() else { return Path::default() };
    // What there was no choice about still needs its name.
    for (&result, &value) in results.iter().zip(&joined.values) {
        if value != Operand::Register(result) {
            let operands = vec![Operand::Bool(true), value, value];
            selection.out.push(definition(result, What::Select, operands));
        }
    }
    joined.path
}

/// Joins two arrivals; the values get the names of the results if nothing else arrives.
fn join(
    selection: &mut Selection<'_>,
    a: &Arrival,
    b: &Arrival,
    results: &[Register],
    is_last: bool,
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
    let gates = &mut *selection.gates;
    let (rest_a, rest_b) = (gates.conjunction(&to_a), gates.conjunction(&to_b));
    // Without a branch that has both at its sides, all that leads to the first tells.
    let (gate, on_a) = match (gate, &to_a[..]) {
        (Some(gate), _) => (gate, rest_a),
        (None, &[only]) => (only, YES),
        (None, _) => ((rest_a, true), YES),
    };
    let path = match gates.choose(gate, on_a, rest_b) {
        YES => shared,
        either => shared.with((either, true)),
    };
    let mut values = Vec::with_capacity(results.len());
    for (at, &result) in results.iter().enumerate() {
        let kind = selection.form.registers[result.index()].kind;
        let named = is_last.then_some(result);
        values.push(selection.select(gate, a.values[at], b.values[at], kind, named));
    }
    Arrival { path, values }
}
