//! The structure of code: ids, definitions, edges, dominance.

use rustc_hash::FxHashSet;

use super::types::Typing;
use super::{Errors, Place, has_loc, has_note, has_symbol, is_type};
use crate::cfg::{Cfg, Dominators};
use crate::program::*;
use crate::types::Type;

/// Where a value is defined: the block and a position in it, 0 for parameters, from 1 for
/// instructions.
#[derive(Clone, Copy)]
struct Definition {
    block: BlockId,
    at: u32,
}

struct Checker<'a> {
    program: &'a Program,
    function: &'a Function,
    body: &'a Body,
    errors: &'a mut Errors,
    definitions: Vec<Option<Definition>>,
}

/// Checks the code of a function.
pub fn check(program: &Program, function: &Function, body: &Body, errors: &mut Errors) {
    let definitions = vec![None; body.values.len()];
    let mut checker = Checker { program, function, body, errors, definitions };
    checker.constants();
    if body.blocks.is_empty() {
        checker.error(checker.function_place(), "a body without blocks");
        return;
    }
    checker.entry();
    checker.define_all();
    let cfg = Cfg::new(body);
    let dominators = Dominators::new(&cfg);
    for (id, block) in body.block_ids().zip(&body.blocks) {
        let reachable = cfg.is_reachable(id);
        for (at, inst) in block.insts.iter().enumerate() {
            let place = || Place::Inst(function.name.clone(), id, at);
            checker.inst(inst, place);
            inst.op.operands(|value| checker.used(value, id, at as u32 + 1, reachable, &dominators, &place));
        }
        let place = || Place::Term(function.name.clone(), id);
        checker.term(block, place);
        block.term.operands(|value| checker.used(value, id, u32::MAX, reachable, &dominators, &place));
        if checker.errors.is_full() {
            return;
        }
    }
}

impl<'a> Checker<'a> {
    fn error(&mut self, place: Place, message: impl Into<String>) {
        self.errors.add(place, message);
    }

    fn function_place(&self) -> Place {
        Place::Function(self.function.name.clone())
    }

    /// Types of values, and constants against them.
    fn constants(&mut self) {
        let body = self.body;
        for (at, data) in body.values.iter().enumerate() {
            let ty = data.ty;
            if !is_type(ty) {
                self.error(self.function_place(), format!("{ty} of %{at} is no type"));
            }
            let bad = match &data.constant {
                None | Some(Const::Undef) => continue,
                Some(Const::Bits(bits)) => {
                    let width = ty.bits(&self.program.target);
                    (bits.width() != width)
                        .then(|| format!("constant %{at} of {ty} has {} bits", bits.width()))
                }
                Some(Const::Addr(..)) if ty != Type::Ptr => Some(format!("address %{at} has type {ty}")),
                Some(Const::Addr(symbol, _)) => (!has_symbol(self.program, *symbol))
                    .then(|| format!("address %{at} is of a symbol that does not exist")),
            };
            if let Some(message) = bad {
                self.error(self.function_place(), message);
            }
        }
    }

    /// The entry has the function's parameters.
    fn entry(&mut self) {
        let params = &self.body.blocks[0].params;
        let actual: Vec<Option<Type>> = params.iter().map(|&p| self.ty(p)).collect();
        let area = self.function.variadic.then_some(Type::Ptr);
        let expected = self.function.params.iter().copied().chain(area).map(Some);
        if !actual.iter().copied().eq(expected) {
            let place = Place::Block(self.function.name.clone(), BlockId(0));
            self.error(place, "the parameters of the entry are not those of the function");
        }
    }

    fn ty(&self, value: Value) -> Option<Type> {
        self.body.values.get(value.index()).map(|data| data.ty)
    }

    fn define_all(&mut self) {
        let body = self.body;
        for (id, block) in body.block_ids().zip(&body.blocks) {
            for &param in &block.params {
                self.define(param, id, 0, || Place::Block(self.function.name.clone(), id));
            }
            for (at, inst) in block.insts.iter().enumerate() {
                let place = || Place::Inst(self.function.name.clone(), id, at);
                let last = inst.first.0.checked_add(inst.results);
                if inst.results > 0 && last.is_none_or(|last| last as usize > body.values.len()) {
                    self.error(place(), "a result that does not exist");
                    continue;
                }
                for result in inst.result_values() {
                    self.define(result, id, at as u32 + 1, place);
                }
            }
        }
    }

    fn define(&mut self, value: Value, block: BlockId, at: u32, place: impl Fn() -> Place) {
        let message = match self.definitions.get_mut(value.index()) {
            None => "does not exist",
            Some(Some(_)) => "is defined twice",
            Some(_) if self.body.constant(value).is_some() => "is a constant and cannot be defined",
            Some(slot) => {
                *slot = Some(Definition { block, at });
                return;
            }
        };
        self.errors.add(place(), format!("%{} {message}", value.0));
    }

    /// A use: of a value that exists, with a definition that dominates it.
    fn used(
        &mut self,
        value: Value,
        block: BlockId,
        at: u32,
        reachable: bool,
        dominators: &Dominators,
        place: &impl Fn() -> Place,
    ) {
        let Some(data) = self.body.values.get(value.index()) else {
            return self.errors.add(place(), format!("%{} does not exist", value.0));
        };
        if data.constant.is_some() {
            return;
        }
        let Some(definition) = self.definitions[value.index()] else {
            return self.errors.add(place(), format!("%{} is never defined", value.0));
        };
        let before = if definition.block == block {
            definition.at < at
        } else {
            dominators.dominates(definition.block, block)
        };
        if reachable && !before {
            self.errors.add(place(), format!("the definition of %{} does not dominate this use", value.0));
        }
    }

    fn inst(&mut self, inst: &Inst, place: impl Fn() -> Place) {
        if !has_loc(self.program, inst.loc) {
            self.errors.add(place(), format!("position {} does not exist", inst.loc.0));
        }
        match inst.op {
            Op::Assert { note, .. } | Op::Alloca { name: note, .. } if !has_note(self.program, note) => {
                self.errors.add(place(), format!("note {} does not exist", note.0));
            }
            _ => {}
        }
        let typing = Typing { program: self.program, body: self.body };
        if let Err(message) = typing.inst(inst) {
            self.errors.add(place(), message);
        }
    }

    fn term(&mut self, block: &Block, place: impl Fn() -> Place) {
        if !has_loc(self.program, block.term_loc) {
            self.errors.add(place(), format!("position {} does not exist", block.term_loc.0));
        }
        match &block.term {
            Term::Jump(_) | Term::Stop => {}
            Term::Branch { cond, .. } => {
                if self.ty(*cond).is_some_and(|ty| ty != Type::BOOL) {
                    self.errors.add(place(), "the condition of a branch is not i1");
                }
            }
            Term::Switch { value, cases, .. } => match self.ty(*value) {
                None => {}
                Some(Type::Int(width)) => {
                    let mut seen = FxHashSet::default();
                    for (bits, _) in cases {
                        if bits.width() != width {
                            let message = format!("a case of {} bits in a switch on i{width}", bits.width());
                            self.errors.add(place(), message);
                        } else if !seen.insert(bits) {
                            self.errors.add(place(), format!("case {bits} is there twice"));
                        }
                    }
                }
                Some(ty) => self.errors.add(place(), format!("a switch on {ty}")),
            },
            Term::Return(values) => {
                let types = values.iter().map(|&v| self.ty(v));
                if !types.eq(self.function.results.iter().copied().map(Some)) {
                    self.errors.add(place(), "the results are not of the function's types");
                }
            }
        }
        for edge in block.term.edges() {
            self.edge(edge, &place);
        }
    }

    fn edge(&mut self, edge: &Edge, place: &impl Fn() -> Place) {
        if edge.block == BlockId(0) {
            return self.errors.add(place(), "a jump to the entry");
        }
        let Some(target) = self.body.blocks.get(edge.block.index()) else {
            return self.errors.add(place(), format!("b{} does not exist", edge.block.0));
        };
        let args = edge.args.iter().map(|&v| self.ty(v));
        if !args.eq(target.params.iter().map(|&p| self.ty(p))) {
            let message = format!("the arguments for b{} are not of its parameters' types", edge.block.0);
            self.errors.add(place(), message);
        }
    }
}
