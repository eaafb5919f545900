//! What a failure depends on: a dynamic backward slice.
//!
//! After Korel and Laski, "Dynamic Program Slicing" (1988): from the failing instruction back, an
//! instruction that was executed matters if it gave a value or wrote memory that something that matters
//! used, if it decided that something that matters was executed, or if it called the function in which
//! that was. Assumptions always matter, since without them this would be another execution.

use std::collections::BTreeMap;

use fathom_interp::memory::Provenance;
use fathom_interp::recording::{Effect, Executed, Range, Recording};
use fathom_ir::{BlockId, Body, FuncId, Op, Program, Term, Value};
use rustc_hash::{FxHashMap, FxHashSet};

/// Where a slice begins.
#[derive(Clone, Copy, Debug)]
pub struct Criterion {
    /// The last instruction fails; otherwise the failure is found after the end.
    pub last: bool,
    /// The failure is about this object: how it came to be and to its end matters.
    pub object: Option<Provenance>,
}

/// Whether each instruction of a recording matters.
pub fn slice(program: &Program, recording: &Recording, criterion: Criterion) -> Vec<bool> {
    let mut slicer = Slicer::new(program, recording, criterion);
    for at in (0..recording.executed.len()).rev() {
        slicer.step(at);
    }
    slicer.matters
}

struct Slicer<'a> {
    program: &'a Program,
    recording: &'a Recording,
    criterion: Criterion,
    matters: Vec<bool>,
    /// Values that are used later, by activation.
    values: FxHashSet<(u32, Value)>,
    /// Bytes that are read later.
    bytes: FxHashMap<Provenance, Intervals>,
    /// Blocks whose decision matters, by activation.
    decisions: FxHashSet<(u32, BlockId)>,
    /// Activations in which something matters.
    active: FxHashSet<u32>,
    /// The block in which each activation goes on.
    next_block: FxHashMap<u32, BlockId>,
    /// Activations that an instruction began.
    begun: FxHashMap<u32, Vec<u32>>,
    /// For each function, the blocks that decide whether a block is executed.
    control: FxHashMap<FuncId, Vec<Vec<BlockId>>>,
}

impl<'a> Slicer<'a> {
    fn new(program: &'a Program, recording: &'a Recording, criterion: Criterion) -> Self {
        let mut begun: FxHashMap<u32, Vec<u32>> = FxHashMap::default();
        for (at, activation) in recording.activations.iter().enumerate() {
            if let Some(call) = activation.call {
                begun.entry(call).or_default().push(at as u32);
            }
        }
        Self {
            program,
            recording,
            criterion,
            matters: vec![false; recording.executed.len()],
            values: FxHashSet::default(),
            bytes: FxHashMap::default(),
            decisions: FxHashSet::default(),
            active: FxHashSet::default(),
            next_block: FxHashMap::default(),
            begun,
            control: FxHashMap::default(),
        }
    }

    fn step(&mut self, at: usize) {
        let executed = self.recording.executed[at];
        let function = self.recording.activations[executed.activation as usize].function;
        let program = self.program;
        let Some(body) = program.functions[function.index()].body.as_ref() else { return };
        let block = &body.blocks[executed.origin.block.index()];
        match block.insts.get(executed.origin.at as usize) {
            Some(inst) => self.instruction(at, executed, body, inst),
            None => self.terminator(at, executed, body, &block.term),
        }
        self.next_block.insert(executed.activation, executed.origin.block);
    }

    fn instruction(&mut self, at: usize, executed: Executed, body: &Body, inst: &fathom_ir::Inst) {
        let a = executed.activation;
        let is_last = self.criterion.last && at + 1 == self.recording.executed.len();
        let begun = self.begun.get(&(at as u32)).cloned().unwrap_or_default();
        let mut wanted = is_last || matches!(inst.op, Op::Assume(_));
        wanted |= begun.iter().any(|activation| self.active.contains(activation));
        for result in inst.result_values() {
            wanted |= self.values.remove(&(a, result));
        }
        wanted |= self.writes(at);
        if !wanted {
            return;
        }
        self.mark(at, executed);
        self.reads(at);
        match &inst.op {
            // Of the arguments of a call those matter whose parameters do.
            Op::Call { args, .. } | Op::CallPtr { args, .. } if begun.len() == 1 => {
                let callee = self.recording.activations[begun[0] as usize].function;
                let params =
                    self.program.functions[callee.index()].body.as_ref().map(|b| &b.blocks[0].params);
                for (param, &arg) in params.into_iter().flatten().zip(args) {
                    if self.values.remove(&(begun[0], *param)) {
                        self.use_value(a, body, arg);
                    }
                }
                if let Op::CallPtr { callee, .. } = inst.op {
                    self.use_value(a, body, callee);
                }
            }
            op => op.operands(|value| self.use_value(a, body, value)),
        }
    }

    fn terminator(&mut self, at: usize, executed: Executed, body: &Body, term: &Term) {
        let a = executed.activation;
        let mut wanted = self.criterion.last && at + 1 == self.recording.executed.len();
        match term {
            Term::Return(values) => {
                for (at, &value) in values.iter().enumerate() {
                    if self.result_is_used(a, at) {
                        wanted = true;
                        self.use_value(a, body, value);
                    }
                }
            }
            Term::Branch { cond: value, .. } | Term::Switch { value, .. } => {
                if wanted | self.decisions.remove(&(a, executed.origin.block)) {
                    wanted = true;
                    self.use_value(a, body, *value);
                }
            }
            Term::Jump(_) | Term::Stop => {}
        }
        wanted |= self.writes(at);
        if let Some(&next) = self.next_block.get(&a) {
            wanted |= self.pass_arguments(a, body, term, next);
        }
        if wanted {
            self.mark(at, executed);
        }
    }

    /// Block parameters that are used get their arguments used; whether there are any.
    fn pass_arguments(&mut self, a: u32, body: &Body, term: &Term, next: BlockId) -> bool {
        let mut passed = vec![];
        for edge in term.edges().into_iter().filter(|edge| edge.block == next) {
            for (&param, &arg) in body.blocks[next.index()].params.iter().zip(&edge.args) {
                if self.values.contains(&(a, param)) {
                    passed.push((param, arg));
                }
            }
        }
        for (param, _) in &passed {
            self.values.remove(&(a, *param));
        }
        passed.iter().for_each(|&(_, arg)| self.use_value(a, body, arg));
        !passed.is_empty()
    }

    /// Whether the caller of an activation uses its result.
    fn result_is_used(&self, activation: u32, result: usize) -> bool {
        let called = self.recording.activations[activation as usize];
        let (Some(caller), Some(call)) = (called.caller, called.call) else { return false };
        let at = self.recording.executed[call as usize].origin;
        let function = self.recording.activations[caller as usize].function;
        let body = self.program.functions[function.index()].body.as_ref();
        let inst = body.and_then(|body| body.blocks[at.block.index()].insts.get(at.at as usize));
        let value = inst.and_then(|inst| inst.result_values().nth(result));
        value.is_some_and(|value| self.values.contains(&(caller, value)))
    }

    fn mark(&mut self, at: usize, executed: Executed) {
        self.matters[at] = true;
        self.active.insert(executed.activation);
        let function = self.recording.activations[executed.activation as usize].function;
        let program = self.program;
        let control = self.control.entry(function).or_insert_with(|| {
            program.functions[function.index()].body.as_ref().map(control_dependence).unwrap_or_default()
        });
        let deciding = control.get(executed.origin.block.index()).map_or(&[][..], Vec::as_slice);
        self.decisions.extend(deciding.iter().map(|&block| (executed.activation, block)));
    }

    fn use_value(&mut self, activation: u32, body: &Body, value: Value) {
        if body.constant(value).is_none() {
            self.values.insert((activation, value));
        }
    }

    fn effects(&self, at: usize) -> &'a [Effect] {
        let start = self.recording.executed[at].effects as usize;
        let end = self
            .recording
            .executed
            .get(at + 1)
            .map_or(self.recording.effects.len(), |next| next.effects as usize);
        &self.recording.effects[start..end]
    }

    /// Whether it wrote what is read later, which then no longer counts as read.
    fn writes(&mut self, at: usize) -> bool {
        let mut wanted = false;
        for effect in self.effects(at) {
            match effect {
                Effect::Wrote(range, _) => {
                    wanted |= self.bytes.get_mut(&range.object).is_some_and(|bytes| bytes.remove(*range));
                }
                Effect::Began(object) => {
                    wanted |= self.bytes.remove(object).is_some_and(|bytes| !bytes.is_empty())
                }
                Effect::Made(made) => {
                    wanted |= self.bytes.remove(&made.object).is_some_and(|bytes| !bytes.is_empty());
                    wanted |= self.criterion.object == Some(made.object);
                }
                Effect::Ended(object) => wanted |= self.criterion.object == Some(*object),
                Effect::Read(_) | Effect::Input(..) | Effect::Returned(_) => {}
            }
        }
        wanted
    }

    fn reads(&mut self, at: usize) {
        for effect in self.effects(at) {
            if let Effect::Read(range) = effect {
                self.bytes.entry(range.object).or_default().insert(*range);
            }
        }
    }
}

/// Sets of bytes, as ranges that do not touch: first byte and the one behind the last.
#[derive(Default)]
struct Intervals(BTreeMap<u64, u64>);

impl Intervals {
    fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    fn insert(&mut self, range: Range) {
        let (mut start, mut end) = (range.offset, range.offset + range.len);
        while let Some((&from, &to)) = self.0.range(..=end).next_back().filter(|&(_, &to)| to >= start) {
            self.0.remove(&from);
            (start, end) = (start.min(from), end.max(to));
        }
        if start < end {
            self.0.insert(start, end);
        }
    }

    /// Takes a range out; whether some of it was in.
    fn remove(&mut self, range: Range) -> bool {
        let (start, end) = (range.offset, range.offset + range.len);
        let mut any = false;
        while let Some((&from, &to)) = self.0.range(..end).next_back().filter(|&(_, &to)| to > start) {
            any = true;
            self.0.remove(&from);
            if from < start {
                self.0.insert(from, start);
            }
            if to > end {
                self.0.insert(end, to);
            }
        }
        any
    }
}

/// For each block, the blocks whose decision it depends on: Ferrante, Ottenstein and Warren, "The Program
/// Dependence Graph and Its Use in Optimization" (1987).
fn control_dependence(body: &Body) -> Vec<Vec<BlockId>> {
    let count = body.blocks.len();
    let successors: Vec<Vec<usize>> = body
        .blocks
        .iter()
        .map(|block| block.term.edges().into_iter().map(|edge| edge.block.index()).collect())
        .collect();
    let after = post_dominators(&successors);
    let mut control = vec![vec![]; count];
    for (block, targets) in successors.iter().enumerate().filter(|(_, targets)| targets.len() > 1) {
        for &target in targets {
            let mut at = target;
            while at < count && at != after[block] {
                if !control[at].contains(&BlockId(block as u32)) {
                    control[at].push(BlockId(block as u32));
                }
                at = after[at];
            }
        }
    }
    control
}

/// The closest block that is on every path from a block to the end, where the end is a block of its own
/// behind the last. A block that does not get there counts as one that goes there.
fn post_dominators(successors: &[Vec<usize>]) -> Vec<usize> {
    let count = successors.len();
    let mut next: Vec<Vec<usize>> = successors.to_vec();
    let order = loop {
        let mut before: Vec<Vec<usize>> = vec![vec![]; count + 1];
        for (block, targets) in next.iter().enumerate() {
            match targets.is_empty() {
                true => before[count].push(block),
                false => targets.iter().for_each(|&target| before[target].push(block)),
            }
        }
        let order = postorder(&before, count);
        let mut reached = vec![false; count + 1];
        order.iter().for_each(|&block| reached[block] = true);
        match (0..count).rev().find(|&block| !reached[block]) {
            None => break order,
            // An endless loop: any of its blocks may be its end.
            Some(block) => next[block].push(count),
        }
    };
    let mut rank = vec![0; count + 1];
    order.iter().enumerate().for_each(|(at, &block)| rank[block] = at);
    let unknown = usize::MAX;
    let mut after = vec![unknown; count + 1];
    after[count] = count;
    let mut changed = true;
    while changed {
        changed = false;
        for &block in order.iter().rev().filter(|&&block| block != count) {
            let end = [count];
            let targets = if next[block].is_empty() { &end[..] } else { &next[block][..] };
            let mut new = unknown;
            for &target in targets.iter().filter(|&&target| after[target] != unknown) {
                new = if new == unknown { target } else { meet(&after, &rank, new, target) };
            }
            if new != after[block] {
                after[block] = new;
                changed = true;
            }
        }
    }
    after
}

fn meet(after: &[usize], rank: &[usize], a: usize, b: usize) -> usize {
    let (mut a, mut b) = (a, b);
    while a != b {
        if rank[a] < rank[b] {
            a = after[a];
        } else {
            b = after[b];
        }
    }
    a
}

/// Blocks in postorder, from a start along edges.
fn postorder(edges: &[Vec<usize>], start: usize) -> Vec<usize> {
    let mut seen = vec![false; edges.len()];
    seen[start] = true;
    let mut stack = vec![(start, 0)];
    let mut order = vec![];
    while let Some((block, at)) = stack.last_mut() {
        match edges[*block].get(*at) {
            Some(&next) => {
                *at += 1;
                if !std::mem::replace(&mut seen[next], true) {
                    stack.push((next, 0));
                }
            }
            None => {
                order.push(*block);
                stack.pop();
            }
        }
    }
    order
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn intervals() {
        let range = |offset, len| Range { object: Provenance(1), offset, len };
        let mut set = Intervals::default();
        set.insert(range(0, 4));
        set.insert(range(8, 4));
        set.insert(range(4, 4));
        assert_eq!(set.0.iter().collect::<Vec<_>>(), [(&0, &12)]);
        assert!(set.remove(range(2, 4)));
        assert_eq!(set.0.iter().collect::<Vec<_>>(), [(&0, &2), (&6, &12)]);
        assert!(!set.remove(range(2, 4)));
        assert!(set.remove(range(0, 100)));
        assert!(set.is_empty());
    }

    #[test]
    fn post_dominators_of_a_diamond_and_a_loop() {
        // 0 → 1, 2; 1 → 3; 2 → 3; 3 → 4, 5; 4 → 3; 5 returns.
        let graph = vec![vec![1, 2], vec![3], vec![3], vec![4, 5], vec![3], vec![]];
        assert_eq!(post_dominators(&graph), [3, 3, 3, 5, 3, 6, 6]);
    }

    #[test]
    fn an_endless_loop_has_an_end_too() {
        let graph = vec![vec![1], vec![2], vec![1]];
        assert_eq!(post_dominators(&graph).len(), 4);
    }
}
