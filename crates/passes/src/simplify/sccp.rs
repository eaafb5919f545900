//! Sparse conditional constant propagation: Wegman and Zadeck, "Constant Propagation with Conditional
//! Branches" (1991).
//!
//! Every value starts as not seen, and every edge as never taken. Following the edges that are taken, a
//! value becomes a constant, and at the next different one it varies. A branch on a constant takes one
//! edge only, so that constants are found that hold because code is never reached, and the reverse.
//! `undef` is a constant here that equals itself but is never computed with.

use fathom_ir::{Bits, Block, BlockId, Body, Const, Edge, Inst, LocId, Op, Property, Term, Type, Value};
use rustc_hash::FxHashSet;

use crate::rewrite::{Constants, Replacements};
use crate::uses::{Argument, Place, Uses};

use super::Context;
use super::fold::fold;

/// Replaces constant values, and takes decided branches. Returns how many changes were made.
///
/// After an assertion or assumption that is false, the block stops. Assertions that are not checked by
/// default are not relied on in this way.
pub(super) fn propagate(body: &mut Body, context: &Context) -> usize {
    let mut state = State::new(body, context);
    state.run();
    let State { cells, stopped, .. } = state;
    rewrite(body, cells, &stopped)
}

#[derive(Clone, PartialEq, Debug)]
enum Cell {
    /// No execution seen.
    Unseen,
    /// The same in all executions.
    Constant(Const),
    Varies,
}

struct State<'a> {
    body: &'a Body,
    context: &'a Context,
    uses: Uses,
    cells: Vec<Cell>,
    /// Number of instructions of each block that were visited; `None` if it is not reached.
    visited: Vec<Option<usize>>,
    /// Where a block stops: at an assertion or assumption that is false.
    stopped: Vec<Option<usize>>,
    /// Which edges of each block's terminator are taken.
    taken: Vec<Vec<bool>>,
    reached: Vec<BlockId>,
    changed: Vec<Value>,
}

/// Whether nothing comes after the instruction if its condition is false.
fn stops(op: &Op) -> Option<Value> {
    match *op {
        Op::Assume(cond) => Some(cond),
        Op::Assert { cond, property, .. } if Property::on_by_default(property) => Some(cond),
        _ => None,
    }
}

impl<'a> State<'a> {
    fn new(body: &'a Body, context: &'a Context) -> Self {
        let cell = |constant: &Option<Const>| constant.clone().map_or(Cell::Unseen, Cell::Constant);
        let mut state = Self {
            body,
            context,
            uses: Uses::new(body),
            cells: body.values.iter().map(|value| cell(&value.constant)).collect(),
            visited: vec![None; body.blocks.len()],
            stopped: vec![None; body.blocks.len()],
            taken: body.blocks.iter().map(|block| vec![false; block.term.edges().len()]).collect(),
            reached: vec![BlockId(0)],
            changed: Vec::new(),
        };
        for param in &body.blocks[0].params {
            state.cells[param.index()] = Cell::Varies;
        }
        state.visited[0] = Some(0);
        state
    }

    fn run(&mut self) {
        loop {
            if let Some(block) = self.reached.pop() {
                self.visit_from(block, 0);
            } else if let Some(value) = self.changed.pop() {
                for at in 0..self.uses.places(value).len() {
                    let place = self.uses.places(value)[at];
                    self.revisit(place);
                }
                for at in 0..self.uses.arguments(value).len() {
                    let Argument { block, edge, param } = self.uses.arguments(value)[at];
                    if self.taken[block.index()][edge] {
                        let cell = self.cells[value.index()].clone();
                        self.lower(param, cell);
                    }
                }
            } else {
                return;
            }
        }
    }

    fn visit_from(&mut self, id: BlockId, from: usize) {
        let block = &self.body.blocks[id.index()];
        for at in from..block.insts.len() {
            self.visited[id.index()] = Some(at + 1);
            if !self.visit_inst(id, at) {
                return;
            }
        }
        self.visited[id.index()] = Some(block.insts.len() + 1);
        self.visit_term(id);
    }

    fn revisit(&mut self, Place { block, at }: Place) {
        if self.visited[block.index()].is_none_or(|visited| at >= visited) {
            return;
        }
        if at == self.body.blocks[block.index()].insts.len() {
            self.visit_term(block);
        } else {
            let stopped_here = self.stopped[block.index()] == Some(at);
            if self.visit_inst(block, at) && stopped_here {
                self.visit_from(block, at + 1);
            }
        }
    }

    /// Whether control comes past the instruction.
    fn visit_inst(&mut self, block: BlockId, at: usize) -> bool {
        let inst = &self.body.blocks[block.index()].insts[at];
        if let Some(cond) = stops(&inst.op)
            && matches!(self.bits(cond), Some(bits) if bits.is_zero())
        {
            self.stopped[block.index()] = Some(at);
            return false;
        }
        if self.stopped[block.index()] == Some(at) {
            self.stopped[block.index()] = None;
        }
        match inst.result() {
            Some(result) if inst.results == 1 => {
                let cell = self.evaluate(inst);
                self.lower(result, cell);
            }
            _ => inst.result_values().for_each(|result| self.lower(result, Cell::Varies)),
        }
        true
    }

    fn evaluate(&self, inst: &Inst) -> Cell {
        let mut unseen = false;
        inst.op.operands(|operand| unseen |= self.cells[operand.index()] == Cell::Unseen);
        if unseen {
            return Cell::Unseen;
        }
        let folded = fold(self.body, self.context, inst, |value| match &self.cells[value.index()] {
            Cell::Constant(constant) => Some(constant),
            Cell::Unseen | Cell::Varies => None,
        });
        folded.map_or(Cell::Varies, Cell::Constant)
    }

    fn visit_term(&mut self, id: BlockId) {
        let term = &self.body.blocks[id.index()].term;
        let edges = term.edges();
        let only = match term {
            Term::Branch { cond, .. } => self.bits(*cond).map(|bits| usize::from(bits.is_zero())),
            Term::Switch { value, cases, .. } => {
                let found = |bits: &Bits| cases.iter().position(|(case, _)| case == bits);
                self.bits(*value).map(|bits| found(bits).unwrap_or(cases.len()))
            }
            Term::Jump(_) | Term::Return(_) | Term::Stop => None,
        };
        for (number, edge) in edges.iter().enumerate() {
            if only.is_none_or(|only| only == number) && !self.taken[id.index()][number] {
                self.take(id, number, edge);
            }
        }
    }

    fn take(&mut self, from: BlockId, number: usize, edge: &Edge) {
        self.taken[from.index()][number] = true;
        let params = &self.body.blocks[edge.block.index()].params;
        for (&param, &arg) in params.iter().zip(&edge.args) {
            let cell = self.cells[arg.index()].clone();
            self.lower(param, cell);
        }
        let visited = &mut self.visited[edge.block.index()];
        if visited.is_none() {
            *visited = Some(0);
            self.reached.push(edge.block);
        }
    }

    /// Takes another possible value of a value into account.
    fn lower(&mut self, value: Value, other: Cell) {
        let cell = &mut self.cells[value.index()];
        let met = match (&*cell, other) {
            (Cell::Unseen, other) => other,
            (_, Cell::Unseen) => return,
            (Cell::Constant(a), Cell::Constant(b)) if *a == b => return,
            (Cell::Constant(_) | Cell::Varies, Cell::Constant(_) | Cell::Varies) => Cell::Varies,
        };
        if *cell != met {
            *cell = met;
            self.changed.push(value);
        }
    }

    fn bits(&self, value: Value) -> Option<&Bits> {
        match &self.cells[value.index()] {
            Cell::Constant(Const::Bits(bits)) => Some(bits),
            Cell::Constant(Const::Addr(..) | Const::Undef) | Cell::Unseen | Cell::Varies => None,
        }
    }
}

fn rewrite(body: &mut Body, cells: Vec<Cell>, stopped: &[Option<usize>]) -> usize {
    let mut changes = 0;
    let mut constants = Constants::default();
    let mut replaced = Replacements::new(body);
    for (at, cell) in cells.into_iter().enumerate() {
        let data = &body.values[at];
        if let (Cell::Constant(constant), None) = (cell, &data.constant) {
            let constant = constants.get(body, data.ty, constant);
            replaced.replace(Value(at as u32), constant);
        }
    }
    for (block, stopped) in body.blocks.iter_mut().zip(stopped) {
        if let Some(at) = *stopped {
            changes += usize::from(block.insts.len() > at + 1 || block.term != Term::Stop);
            block.term_loc = block.insts[at].loc;
            block.insts.truncate(at + 1);
            block.term = Term::Stop;
        }
        let before = block.insts.len();
        block.insts.retain(|inst| !inst.result().is_some_and(|result| replaced.is_replaced(result)));
        changes += before - block.insts.len();
        changes += block.params.iter().filter(|&&param| replaced.is_replaced(param)).count();
    }
    replaced.apply(body);
    for at in 0..body.blocks.len() {
        let mut block = std::mem::replace(
            &mut body.blocks[at],
            fathom_ir::Block {
                params: Vec::new(),
                insts: Vec::new(),
                term: Term::Stop,
                term_loc: fathom_ir::LocId::NONE,
            },
        );
        let before = block.insts.len();
        block.insts.retain(|inst| match inst.op {
            // That the user's assertions hold is for the answer to tell.
            Op::Assert { property: Property::Assertion, .. } => true,
            Op::Assert { cond, .. } | Op::Assume(cond) => body.bits(cond).is_none_or(Bits::is_zero),
            _ => true,
        });
        changes += before - block.insts.len();
        if let Some(edge) = decided(body, &block.term) {
            let others = block.term.edges().into_iter().filter(|other| other.block != edge.block);
            let avoided: Vec<Inst> =
                others.filter_map(|other| failing_assertion(body, other.block, block.term_loc)).collect();
            for inst in avoided {
                let Op::Assert { property, note, .. } = inst.op else { continue };
                let cond = constants.get(body, Type::BOOL, Const::Bits(Bits::from_bool(true)));
                block.insts.push(Inst { op: Op::Assert { cond, property, note }, ..inst });
            }
            block.term = Term::Jump(edge);
            changes += 1;
        }
        body.blocks[at] = block;
    }
    changes
}

/// The user's assertion that a block is there for, to fail: `assert(c)` is a branch on `c` to such a block, and
/// `assert(a || b)` one on `a` to one on `b`, all at the position of the macro.
fn failing_assertion(body: &Body, block: BlockId, at: LocId) -> Option<Inst> {
    let (mut open, mut seen) = (vec![block], FxHashSet::from_iter([block]));
    while let Some(block) = open.pop() {
        let found = body.blocks[block.index()].insts.iter().find_map(|inst| match inst.op {
            Op::Assert { cond, property: Property::Assertion, .. } if body.bits(cond)?.is_zero() => {
                Some(inst.clone())
            }
            _ => None,
        });
        if found.is_some() {
            return found;
        }
        let Block { term, term_loc, .. } = &body.blocks[block.index()];
        if at != LocId::NONE && *term_loc == at && seen.len() < MOST_BRANCHES {
            open.extend(term.edges().into_iter().map(|edge| edge.block).filter(|&next| seen.insert(next)));
        }
    }
    None
}

/// Conditions of assertions have not more blocks than this.
const MOST_BRANCHES: usize = 64;

/// The only edge that a terminator takes, if it has a condition and that is constant.
fn decided(body: &Body, term: &Term) -> Option<Edge> {
    match term {
        Term::Branch { cond, then, els } => {
            let edge = if body.bits(*cond)?.is_zero() { els } else { then };
            Some(edge.clone())
        }
        Term::Switch { value, cases, default } => {
            let bits = body.bits(*value)?;
            let case = cases.iter().find(|(case, _)| case == bits);
            Some(case.map_or(default, |(_, edge)| edge).clone())
        }
        Term::Jump(_) | Term::Return(_) | Term::Stop => None,
    }
}
