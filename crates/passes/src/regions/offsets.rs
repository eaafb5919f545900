//! Offsets of pointers in their objects, as far as they are known: a forward analysis over values, and over
//! what is stored in memory, on top of the sets of objects.

use fathom_ir::{Body, Const, FuncId, Inst, Op, Term, Type, Value};

use super::Site;
use super::classes::Class;
use super::library::{Effects, Gives};
use super::solve::Solver;

impl Solver<'_> {
    /// Computes offsets until nothing changes.
    pub fn propagate_offsets(&mut self) {
        let mut round = 0;
        while self.offsets_once(round > WIDEN_AFTER) {
            round += 1;
        }
    }

    /// Goes over the program once; whether any offsets are new. To widen is to give up on those that are.
    fn offsets_once(&mut self, widen: bool) -> bool {
        let program = self.program;
        let before = self.nodes.changes;
        let mut new = false;
        for (id, function) in (0..).map(FuncId).zip(&program.functions) {
            let Some(body) = &function.body else { continue };
            for (block_id, block) in body.block_ids().zip(&body.blocks) {
                for (at, inst) in (0..).zip(&block.insts) {
                    let site = Site { func: id, block: block_id, inst: at };
                    new |= self.instruction_offsets(site, body, inst, widen);
                }
                for edge in block.term.edges() {
                    let params = body.blocks.get(edge.block.index()).map_or(&[][..], |to| &to.params);
                    for (&param, &arg) in params.iter().zip(&edge.args) {
                        let offsets = self.offsets_of(id, arg);
                        new |= self.join_offsets(id, param, offsets, widen);
                    }
                }
                if let Term::Return(values) = &block.term {
                    new |= self.returned_offsets(id, values, widen);
                }
            }
        }
        new || self.nodes.changes != before
    }

    fn returned_offsets(&mut self, function: FuncId, values: &[Value], widen: bool) -> bool {
        let mut new = false;
        for (at, &value) in values.iter().enumerate() {
            let offsets = self.offsets_of(function, value);
            let Some(slot) = self.return_offsets[function.index()].get_mut(at) else { continue };
            new |= join_into(slot, offsets, widen);
        }
        new
    }

    /// Offsets of a value in its object; `None` if it points nowhere as far as is known.
    pub fn offsets_of(&self, function: FuncId, value: Value) -> Option<Class> {
        let body = self.program.functions[function.index()].body.as_ref()?;
        match body.constant(value) {
            Some(&Const::Addr(_, offset)) => {
                Some(Class::exactly(offset).within(self.program.target.pointer_bits))
            }
            Some(Const::Bits(_) | Const::Undef) => None,
            None => self.offsets[function.index()][value.index()],
        }
    }

    fn join_offsets(&mut self, function: FuncId, value: Value, offsets: Option<Class>, widen: bool) -> bool {
        let body = self.program.functions[function.index()].body.as_ref();
        let is_pointer = body.is_some_and(|body| body.ty(value) == Type::Ptr);
        is_pointer && join_into(&mut self.offsets[function.index()][value.index()], offsets, widen)
    }

    fn instruction_offsets(&mut self, site: Site, body: &Body, inst: &Inst, widen: bool) -> bool {
        let f = site.func;
        let offsets = match &inst.op {
            Op::Select(_, a, b) => {
                let (a, b) = (self.offsets_of(f, *a), self.offsets_of(f, *b));
                a.map_or(b, |a| Some(b.map_or(a, |b| a.join(b))))
            }
            Op::Freeze(a) => self.offsets_of(f, *a),
            &Op::PtrAdd { base, index, scale, inbounds } => {
                let step = step(body, index, scale, inbounds);
                let bits = self.program.target.pointer_bits;
                self.offsets_of(f, base).map(|base| base.plus(step.within(bits)).within(bits))
            }
            Op::Load { ptr, .. } if body.ty(inst.first) == Type::Ptr => {
                let content = self.value(f, *ptr).map(|node| self.nodes.content(node));
                content.and_then(|content| self.nodes.stored_offsets(content))
            }
            Op::Store { value, ptr, .. } => {
                if let (Some(offsets), Some(node)) = (self.offsets_of(f, *value), self.value(f, *ptr)) {
                    let content = self.nodes.content(node);
                    self.nodes.stored(content, offsets);
                }
                return false;
            }
            Op::Alloca { .. } => Some(Class::START),
            Op::Call { callee, args } => return self.call_offsets(site, body, inst, *callee, args, widen),
            Op::CallPtr { args, .. } => {
                let targets = self.targets.get(&site).cloned().unwrap_or_default();
                let call = |id| self.call_offsets(site, body, inst, id, args, widen);
                return targets.into_iter().map(call).fold(false, |new, more| new | more);
            }
            _ => return false,
        };
        inst.results > 0 && self.join_offsets(f, inst.first, offsets, widen)
    }

    fn call_offsets(
        &mut self,
        site: Site,
        body: &Body,
        inst: &Inst,
        callee: FuncId,
        args: &[Value],
        widen: bool,
    ) -> bool {
        let program = self.program;
        let function = &program.functions[callee.index()];
        let Some(code) = &function.body else {
            let gives = Effects::of_call(program, function, body, args).map(|effects| effects.gives);
            let offsets = match gives {
                Some(Gives::Fresh | Gives::Resized(_) | Gives::Errno) => Class::START,
                Some(Gives::Into(_) | Gives::Number) | None => Class::ANY,
            };
            let result = inst.result();
            return result.is_some_and(|result| self.join_offsets(site.func, result, Some(offsets), widen));
        };
        let params = code.blocks.first().map_or(&[][..], |block| &block.params);
        let mut new = false;
        for (&param, &arg) in params.iter().zip(args) {
            let offsets = self.offsets_of(site.func, arg);
            new |= self.join_offsets(callee, param, offsets, widen);
        }
        for (at, result) in inst.result_values().enumerate() {
            let offsets = self.return_offsets[callee.index()].get(at).copied().flatten();
            new |= self.join_offsets(site.func, result, offsets, widen);
        }
        new
    }
}

/// Rounds after which offsets that still change are given up.
const WIDEN_AFTER: usize = 16;

fn join_into(slot: &mut Option<Class>, offsets: Option<Class>, widen: bool) -> bool {
    let Some(offsets) = offsets else { return false };
    let joined = slot.map_or(offsets, |known| known.join(offsets));
    if *slot == Some(joined) {
        return false;
    }
    *slot = Some(if widen { Class::ANY } else { joined });
    true
}

/// What `index * scale` may be. A product that may wrap around is a multiple only of powers of two.
fn step(body: &Body, index: Value, scale: u64, inbounds: bool) -> Class {
    let constant = body.bits(index).and_then(fathom_ir::Bits::to_i64);
    if let (Some(index), Ok(scale)) = (constant, i64::try_from(scale))
        && let Some(bytes) = index.checked_mul(scale)
    {
        return Class::exactly(bytes);
    }
    match scale {
        0 => Class::exactly(0),
        _ if inbounds => Class::multiples(scale),
        _ => Class::multiples(1 << scale.trailing_zeros()),
    }
}
