//! Makes values of the pieces of promotable slots.

use fathom_ir::cfg::{Cfg, Dominators};
use fathom_ir::{Bits, BlockId, Body, CastOp, Const, Edge, Inst, LocId, NoteId, Op, Target, Type, Value};
use rustc_hash::FxHashMap;

use crate::frontiers::dominance_frontiers;
use crate::rewrite::Constants;

use super::Uninitialised;
use super::slots::Slots;

/// A piece as a variable: what is assigned and read. Variables of a slot are consecutive, by offset.
struct Variable {
    offset: u64,
    ty: Type,
}

/// What an instruction does to a variable.
enum Effect {
    Assigns,
    Reads,
}

struct Variables<'a> {
    all: Vec<Variable>,
    /// For each slot, where its variables begin; and the end.
    first: Vec<usize>,
    slots: &'a Slots,
}

impl<'a> Variables<'a> {
    fn new(slots: &'a Slots) -> Self {
        let mut variables = Self { all: Vec::new(), first: vec![0], slots };
        for slot in &slots.slots {
            if slot.promotable {
                let pieces = slot.pieces.iter();
                variables.all.extend(pieces.map(|(offset, piece)| Variable { offset, ty: piece.ty }));
            }
            variables.first.push(variables.all.len());
        }
        variables
    }

    /// The variables of a slot in a range.
    fn range(&self, (slot, offset): (usize, u64), len: u64) -> std::ops::Range<usize> {
        let all = &self.all[self.first[slot]..self.first[slot + 1]];
        let start = all.partition_point(|variable| variable.offset < offset);
        let end = all.partition_point(|variable| variable.offset < offset + len);
        self.first[slot] + start..self.first[slot] + end
    }

    /// The variables of a slot in a range of constant length.
    fn copied(&self, body: &Body, ptr: Value, len: Value) -> Option<std::ops::Range<usize>> {
        let place = self.slots.place(ptr)?;
        // Only constant lengths keep a slot promotable.
        let len = body.bits(len).and_then(Bits::to_u64)?;
        Some(self.range(place, len))
    }

    /// All variables of the slot a pointer points to.
    fn whole(&self, ptr: Value) -> Option<std::ops::Range<usize>> {
        let (slot, _) = self.slots.place(ptr)?;
        Some(self.first[slot]..self.first[slot + 1])
    }

    /// The variable a pointer points to.
    fn one(&self, ptr: Value) -> Option<usize> {
        let place = self.slots.place(ptr)?;
        self.range(place, 1).next()
    }

    /// Calls `f` on what the instruction does to variables, reads first.
    fn effects(&self, body: &Body, inst: &Inst, mut f: impl FnMut(usize, Effect)) {
        match inst.op {
            Op::Alloca { .. } => {
                let own = inst.result().and_then(|result| self.whole(result));
                own.into_iter().flatten().for_each(|variable| f(variable, Effect::Assigns));
            }
            Op::LifetimeStart(ptr) => {
                self.whole(ptr).into_iter().flatten().for_each(|variable| f(variable, Effect::Assigns));
            }
            Op::Load { ptr, .. } => {
                self.one(ptr).into_iter().for_each(|variable| f(variable, Effect::Reads));
            }
            Op::Store { ptr, .. } => {
                self.one(ptr).into_iter().for_each(|variable| f(variable, Effect::Assigns));
            }
            Op::MemSet { dst, len, .. } => {
                let filled = self.copied(body, dst, len);
                filled.into_iter().flatten().for_each(|variable| f(variable, Effect::Assigns));
            }
            Op::MemCopy { dst, src, len, .. } => {
                let read = self.copied(body, src, len);
                read.into_iter().flatten().for_each(|variable| f(variable, Effect::Reads));
                let written = self.copied(body, dst, len);
                written.into_iter().flatten().for_each(|variable| f(variable, Effect::Assigns));
            }
            _ => {}
        }
    }
}

/// Replaces the promotable slots by values.
pub(super) fn construct(
    body: &mut Body,
    cfg: &Cfg,
    target: &Target,
    slots: &Slots,
    uninitialised: Uninitialised,
) {
    let variables = Variables::new(slots);
    let dominators = Dominators::new(cfg);
    let params = place_params(body, cfg, &variables, &dominators);
    let mut added = vec![Vec::new(); body.blocks.len()];
    for (block, variable) in params {
        let value = body.new_value(variables.all[variable].ty);
        body.blocks[block.index()].params.push(value);
        added[block.index()].push((variable, value));
    }
    let mut renaming = Renaming {
        target: *target,
        current: vec![None; variables.all.len()],
        undo: Vec::new(),
        replaced: vec![None; body.values.len()],
        constants: Constants::default(),
        uninitialised,
        names: FxHashMap::default(),
        added,
        variables,
    };
    // Down the dominator tree, so that definitions come before uses; on the way back, what was current
    // before is current again.
    let mut stack = vec![(BlockId(0), 0, 0)];
    while let Some((block, child, mark)) = stack.last_mut() {
        if *child == 0 {
            *mark = renaming.undo.len();
            renaming.block(body, *block);
        }
        if let Some(&next) = dominators.children(*block).get(*child) {
            *child += 1;
            stack.push((next, 0, 0));
        } else {
            let mark = *mark;
            stack.pop();
            for (variable, value) in renaming.undo.drain(mark..).rev() {
                renaming.current[variable] = value;
            }
        }
    }
}

/// Where blocks need a parameter for a variable: ordered by variable.
fn place_params(
    body: &Body,
    cfg: &Cfg,
    variables: &Variables<'_>,
    dominators: &Dominators,
) -> Vec<(BlockId, usize)> {
    let count = variables.all.len();
    let mut assigned_in: Vec<Vec<BlockId>> = vec![Vec::new(); count];
    // Blocks that read a variable before they assign it.
    let mut read_in: Vec<Vec<BlockId>> = vec![Vec::new(); count];
    for block in body.block_ids() {
        for inst in &body.blocks[block.index()].insts {
            variables.effects(body, inst, |variable, effect| match effect {
                Effect::Assigns if assigned_in[variable].last() != Some(&block) => {
                    assigned_in[variable].push(block);
                }
                Effect::Reads
                    if assigned_in[variable].last() != Some(&block)
                        && read_in[variable].last() != Some(&block) =>
                {
                    read_in[variable].push(block);
                }
                Effect::Assigns | Effect::Reads => {}
            });
        }
    }
    let frontiers = dominance_frontiers(cfg, dominators);
    let mut params = Vec::new();
    // For each block, the variable it was last seen for.
    let mut assigns = vec![usize::MAX; body.blocks.len()];
    let mut live_in = vec![usize::MAX; body.blocks.len()];
    let mut placed = vec![usize::MAX; body.blocks.len()];
    for (variable, (assigned_in, read_in)) in assigned_in.into_iter().zip(read_in).enumerate() {
        if read_in.is_empty() {
            continue;
        }
        assigned_in.iter().for_each(|block| assigns[block.index()] = variable);
        let mut work = read_in;
        while let Some(block) = work.pop() {
            if std::mem::replace(&mut live_in[block.index()], variable) != variable {
                let before = cfg.predecessors(block).iter().copied();
                work.extend(before.filter(|pred| assigns[pred.index()] != variable));
            }
        }
        let mut work = assigned_in;
        while let Some(block) = work.pop() {
            for &join in &frontiers[block.index()] {
                if live_in[join.index()] == variable && placed[join.index()] != variable {
                    placed[join.index()] = variable;
                    params.push((join, variable));
                    work.push(join);
                }
            }
        }
    }
    params
}

/// The walk that replaces reads by what is current.
struct Renaming<'a> {
    variables: Variables<'a>,
    target: Target,
    /// The current value of each variable.
    current: Vec<Option<Value>>,
    /// What was current before, in the order of changes.
    undo: Vec<(usize, Option<Value>)>,
    /// What stands for results of loads.
    replaced: Vec<Option<Value>>,
    constants: Constants,
    uninitialised: Uninitialised,
    /// Names of slots, by their first variable.
    names: FxHashMap<usize, NoteId>,
    /// Parameters added to each block.
    added: Vec<Vec<(usize, Value)>>,
}

impl Renaming<'_> {
    fn assign(&mut self, variable: usize, value: Value) {
        self.undo.push((variable, self.current[variable].replace(value)));
    }

    fn read(&mut self, body: &mut Body, variable: usize) -> Value {
        match self.current[variable] {
            Some(value) => value,
            None => self.undef(body, variable),
        }
    }

    fn undef(&mut self, body: &mut Body, variable: usize) -> Value {
        self.constants.get(body, self.variables.all[variable].ty, Const::Undef)
    }

    fn block(&mut self, body: &mut Body, block: BlockId) {
        for at in 0..self.added[block.index()].len() {
            let (variable, value) = self.added[block.index()][at];
            self.assign(variable, value);
        }
        let insts = std::mem::take(&mut body.blocks[block.index()].insts);
        let mut kept = Vec::with_capacity(insts.len());
        for mut inst in insts {
            inst.op.operands_mut(|operand| self.replace(operand));
            self.inst(body, inst, &mut kept);
        }
        body.blocks[block.index()].insts = kept;
        let mut term = body.blocks[block.index()].term.clone();
        term.operands_mut(|operand| self.replace(operand));
        term.edges_mut(|edge: &mut Edge| {
            for at in 0..self.added[edge.block.index()].len() {
                let (variable, _) = self.added[edge.block.index()][at];
                let value = self.read(body, variable);
                edge.args.push(value);
            }
        });
        body.blocks[block.index()].term = term;
    }

    fn replace(&self, operand: &mut Value) {
        // Values made by this pass are never replaced.
        if let Some(Some(value)) = self.replaced.get(operand.index()) {
            *operand = *value;
        }
    }

    fn inst(&mut self, body: &mut Body, inst: Inst, kept: &mut Vec<Inst>) {
        match inst.op {
            Op::Alloca { name, .. } => match inst.result().and_then(|result| self.variables.whole(result)) {
                Some(own) => {
                    self.names.insert(own.start, name);
                    self.clear(body, own, inst.loc, kept);
                }
                None => kept.push(inst),
            },
            Op::LifetimeStart(ptr) => match self.variables.whole(ptr) {
                Some(own) => self.clear(body, own, inst.loc, kept),
                None => kept.push(inst),
            },
            Op::LifetimeEnd(ptr) | Op::PtrAdd { base: ptr, .. } => {
                if self.variables.slots.place(ptr).is_none() {
                    kept.push(inst);
                }
            }
            // Only constant offsets inside the slot keep it promotable.
            Op::InBounds { base, .. } => match (self.variables.slots.place(base), inst.result()) {
                (Some(_), Some(result)) => {
                    let holds = Const::Bits(Bits::from_bool(true));
                    let holds = self.constants.get(body, Type::BOOL, holds);
                    self.replaced[result.index()] = Some(holds);
                }
                _ => kept.push(inst),
            },
            Op::Load { ptr, .. } => match (self.variables.one(ptr), inst.result()) {
                (Some(variable), Some(result)) => {
                    let value = self.read(body, variable);
                    match conversion(self.variables.all[variable].ty, body.ty(result)) {
                        Some(op) => kept.push(Inst { op: Op::Cast(op, value), ..inst }),
                        None => self.replaced[result.index()] = Some(value),
                    }
                }
                _ => kept.push(inst),
            },
            Op::Store { value, ptr, .. } => match self.variables.one(ptr) {
                Some(variable) => {
                    let ty = self.variables.all[variable].ty;
                    let value = convert(body, value, ty, inst.loc, kept);
                    self.assign(variable, value);
                }
                None => kept.push(inst),
            },
            Op::MemSet { dst, byte, len } => match self.variables.copied(body, dst, len) {
                Some(filled) => {
                    let byte = body.bits(byte).map_or(0, Bits::low_u64);
                    for variable in filled {
                        let value = self.filled(body, variable, byte);
                        self.assign(variable, value);
                    }
                }
                None => kept.push(inst),
            },
            Op::MemCopy { dst, src, len, .. } => {
                let written = self.variables.copied(body, dst, len);
                let read = self.variables.copied(body, src, len);
                match (written, read) {
                    (None, None) => kept.push(inst),
                    // Both have the same pieces, perhaps of different types.
                    (Some(written), Some(read)) => {
                        for (to, from) in written.zip(read) {
                            let value = self.read(body, from);
                            let value = convert(body, value, self.variables.all[to].ty, inst.loc, kept);
                            self.assign(to, value);
                        }
                    }
                    (Some(written), None) => self.copy_in(body, written, (dst, src), inst.loc, kept),
                    (None, Some(read)) => self.copy_out(body, read, (dst, src), inst.loc, kept),
                }
            }
            _ => kept.push(inst),
        }
    }

    /// A new object, or one whose lifetime begins again.
    fn clear(
        &mut self,
        body: &mut Body,
        variables: std::ops::Range<usize>,
        loc: LocId,
        kept: &mut Vec<Inst>,
    ) {
        let name = self.names.get(&variables.start).copied().unwrap_or(NoteId::NONE);
        for variable in variables {
            let value = match self.uninitialised {
                Uninitialised::Indeterminate => self.undef(body, variable),
                Uninitialised::Arbitrary => {
                    let first = body.new_value(self.variables.all[variable].ty);
                    kept.push(Inst { op: Op::Nondet { name, outside: false }, first, results: 1, loc });
                    first
                }
            };
            self.assign(variable, value);
        }
    }

    /// The constant whose bytes are all the same.
    fn filled(&mut self, body: &mut Body, variable: usize, byte: u64) -> Value {
        let ty = self.variables.all[variable].ty;
        let width = ty.bits(&self.target);
        let words = vec![byte * 0x0101_0101_0101_0101; width.div_ceil(64) as usize];
        self.constants.get(body, ty, Const::Bits(Bits::from_words(width, &words)))
    }

    /// Copies from memory into variables that cover the range.
    fn copy_in(
        &mut self,
        body: &mut Body,
        written: std::ops::Range<usize>,
        (dst, src): (Value, Value),
        loc: LocId,
        kept: &mut Vec<Inst>,
    ) {
        for variable in written {
            let ptr = self.address(body, variable, dst, src, loc, kept);
            let first = body.new_value(self.variables.all[variable].ty);
            kept.push(Inst { op: Op::Load { ptr, align: 1 }, first, results: 1, loc });
            self.assign(variable, first);
        }
    }

    /// Copies variables that cover the range to memory.
    fn copy_out(
        &mut self,
        body: &mut Body,
        read: std::ops::Range<usize>,
        (dst, src): (Value, Value),
        loc: LocId,
        kept: &mut Vec<Inst>,
    ) {
        for variable in read {
            let ptr = self.address(body, variable, src, dst, loc, kept);
            let value = self.read(body, variable);
            kept.push(Inst { op: Op::Store { value, ptr, align: 1 }, first: value, results: 0, loc });
        }
    }

    /// The address in memory of a variable's bytes in a copy between the place `inside` of its slot and
    /// the memory at `outside`.
    fn address(
        &mut self,
        body: &mut Body,
        variable: usize,
        inside: Value,
        outside: Value,
        loc: LocId,
        kept: &mut Vec<Inst>,
    ) -> Value {
        let start = self.variables.slots.place(inside).map_or(0, |place| place.1);
        let offset = self.variables.all[variable].offset - start;
        if offset == 0 {
            return outside;
        }
        let bits = self.target.pointer_bits;
        let offset = Const::Bits(Bits::from_u64(bits, offset));
        let index = self.constants.get(body, Type::Int(bits), offset);
        let first = body.new_value(Type::Ptr);
        let op = Op::PtrAdd { base: outside, index, scale: 1, inbounds: false };
        kept.push(Inst { op, first, results: 1, loc });
        first
    }
}

/// How bits of one type become bits of another; `None` for the same type.
fn conversion(from: Type, to: Type) -> Option<CastOp> {
    match (from, to) {
        (Type::Float(_), Type::Int(_)) => Some(CastOp::FToBits),
        (Type::Int(_), Type::Float(_)) => Some(CastOp::BitsToF),
        // Pieces whose accesses differ in type are integers, and pointers do not mix.
        _ => None,
    }
}

/// The value as a value of the type.
fn convert(body: &mut Body, value: Value, ty: Type, loc: LocId, kept: &mut Vec<Inst>) -> Value {
    match conversion(body.ty(value), ty) {
        Some(op) => {
            let first = body.new_value(ty);
            kept.push(Inst { op: Op::Cast(op, value), first, results: 1, loc });
            first
        }
        None => value,
    }
}
