//! Inlining: calls replaced by copies of what they call.

use fathom_ir::{Block, BlockId, Body, Edge, FuncId, Inst, Loc, LocId, Op, Program, Term, Type, Value};
use rustc_hash::FxHashMap;

use crate::call_graph::CallGraph;
use crate::promote::returns_twice;

/// What is inlined.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct InlineOptions {
    /// Functions of more instructions, after inlining into them, are called as before.
    pub max_callee: usize,
    /// A function does not grow beyond so many instructions.
    pub max_caller: usize,
}

impl Default for InlineOptions {
    fn default() -> Self {
        Self { max_callee: 100, max_caller: 20_000 }
    }
}

/// Inlines direct calls of small functions that have a body and are neither recursive nor variadic, and
/// that call nothing that returns twice; callees first. Returns how many calls were inlined.
///
/// Before: a valid program. After: the same functions, none removed. Positions of copied code say where
/// it was inlined. Stack objects of a copy end where the call would return: the copy stands between a
/// `StackSave` and a `StackRestore`.
pub fn inline(program: &mut Program, options: InlineOptions) -> usize {
    let graph = CallGraph::new(program);
    let mut locations = Locations::new(program);
    let mut callees: Vec<Option<Callee>> = (0..program.functions.len()).map(|_| None).collect();
    let mut inlined = 0;
    for id in graph.bottom_up() {
        let Some(mut body) = program.functions[id.index()].body.take() else { continue };
        inlined += inline_into(&mut body, program, &callees, &mut locations, options);
        let function = &mut program.functions[id.index()];
        function.body = Some(body);
        if !graph.recursive[id.index()] && !function.variadic {
            callees[id.index()] = Callee::new(program, id).filter(|callee| callee.size <= options.max_callee);
        }
    }
    inlined
}

/// What is to be known of a function that may be inlined.
struct Callee {
    id: FuncId,
    /// Number of instructions.
    size: usize,
    has_slots: bool,
}

impl Callee {
    fn new(program: &Program, id: FuncId) -> Option<Self> {
        let body = program.functions[id.index()].body.as_ref()?;
        let mut callee = Self { id, size: 0, has_slots: false };
        for inst in body.blocks.iter().flat_map(|block| &block.insts) {
            callee.size += 1;
            callee.has_slots |= matches!(inst.op, Op::Alloca { .. });
            if let Op::Call { callee, .. } = inst.op
                && returns_twice(&program.functions[callee.index()].name)
            {
                return None;
            }
        }
        Some(callee)
    }
}

fn inline_into(
    body: &mut Body,
    program: &mut Program,
    callees: &[Option<Callee>],
    locations: &mut Locations,
    options: InlineOptions,
) -> usize {
    let mut size: usize = body.blocks.iter().map(|block| block.insts.len()).sum();
    let mut inlined = 0;
    // Copies and what follows them are put at the end, and are not looked at again.
    for block in body.block_ids() {
        // From the last call, so that each instruction moves once.
        for at in (0..body.blocks[block.index()].insts.len()).rev() {
            let Op::Call { callee, .. } = body.blocks[block.index()].insts[at].op else { continue };
            let Some(callee) = &callees[callee.index()] else { continue };
            if size + callee.size <= options.max_caller {
                size += callee.size;
                inlined += 1;
                inline_call(body, program, locations, block, at, callee);
            }
        }
    }
    inlined
}

/// Replaces a call by a copy of the callee.
fn inline_call(
    body: &mut Body,
    program: &mut Program,
    locations: &mut Locations,
    block: BlockId,
    at: usize,
    callee: &Callee,
) {
    // The part after the call becomes a block that takes the results as parameters.
    let entry = BlockId(body.blocks.len() as u32 + 1);
    let before = &mut body.blocks[block.index()];
    let rest_insts = before.insts.split_off(at + 1);
    // The caller saw the call at this position.
    let Some(Inst { op: Op::Call { args, .. }, first, results, loc }) = before.insts.pop() else { return };
    let rest_term = std::mem::replace(&mut before.term, Term::Jump(Edge { block: entry, args }));
    let rest_term_loc = std::mem::replace(&mut before.term_loc, loc);
    let rest = BlockId(body.blocks.len() as u32);
    body.blocks.push(Block {
        params: (first.0..first.0 + results).map(Value).collect(),
        insts: rest_insts,
        term: rest_term,
        term_loc: rest_term_loc,
    });
    let token = callee.has_slots.then(|| {
        let token = body.new_value(Type::Int(program.target.pointer_bits));
        let save = Inst { op: Op::StackSave, first: token, results: 1, loc };
        body.blocks[block.index()].insts.push(save);
        token
    });
    // A function with a body, as the call graph found it.
    let Some(copied) = program.functions[callee.id.index()].body.clone() else { return };
    let first_value = body.values.len() as u32;
    body.values.extend(copied.values);
    for mut block in copied.blocks {
        let mut move_value = |value: &mut Value| value.0 += first_value;
        block.params.iter_mut().for_each(&mut move_value);
        for inst in &mut block.insts {
            inst.op.operands_mut(&mut move_value);
            if inst.results > 0 {
                move_value(&mut inst.first);
            }
            inst.loc = locations.inlined(program, inst.loc, loc);
        }
        block.term.operands_mut(&mut move_value);
        block.term.edges_mut(|edge| edge.block.0 += entry.0);
        block.term_loc = locations.inlined(program, block.term_loc, loc);
        if let Term::Return(results) = &mut block.term {
            let args = std::mem::take(results);
            block.term = Term::Jump(Edge { block: rest, args });
            block.insts.extend(token.map(|token| Inst {
                op: Op::StackRestore(token),
                first: token,
                results: 0,
                loc: block.term_loc,
            }));
        }
        body.blocks.push(block);
    }
}

/// Positions, each once.
struct Locations {
    known: FxHashMap<Loc, LocId>,
    /// For positions in a callee and of a call, the position of the copy.
    moved: FxHashMap<(LocId, LocId), LocId>,
}

impl Locations {
    fn new(program: &Program) -> Self {
        let known = program.locs.iter().enumerate().map(|(at, &loc)| (loc, LocId(at as u32))).collect();
        Self { known, moved: FxHashMap::default() }
    }

    /// The position of a copy of code at `loc` for the call at `call`; that of the call where nothing is
    /// known about the code.
    fn inlined(&mut self, program: &mut Program, loc: LocId, call: LocId) -> LocId {
        // From the code outwards, until a position that is not inlined or was moved before.
        let mut chain = Vec::new();
        let mut at = loc;
        let mut outer = loop {
            if let Some(&moved) = self.moved.get(&(at, call)) {
                break moved;
            }
            let Some(found) = program.loc(at) else { break call };
            chain.push((at, found));
            match found.inlined_at {
                Some(next) => at = next,
                None => break call,
            }
        };
        for (id, found) in chain.into_iter().rev() {
            let moved = Loc { inlined_at: Some(outer).filter(|&outer| outer != LocId::NONE), ..found };
            outer = *self.known.entry(moved).or_insert_with(|| {
                program.locs.push(moved);
                LocId(program.locs.len() as u32 - 1)
            });
            self.moved.insert((id, call), outer);
        }
        outer
    }
}
