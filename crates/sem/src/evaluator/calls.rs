//! Calls and returns.

use std::rc::Rc;

use fathom_ir::{BlockId, FuncId, Inst, LocId, NoteId, Property, Surplus, Type, Value};

use crate::evidence::MissingCall;
use crate::place::{Call, Place};
use crate::scalar::Scalar;
use crate::state::{Caller, Frame, Round, State};

use super::{Evaluator, Point, Waiting};

/// Calls nest at most this deep before the evaluation waits for a larger bound.
const DEEP: u32 = 2_000;

impl Evaluator<'_> {
    /// Begins to evaluate a function.
    pub(crate) fn enter(&mut self, mut state: State, func: FuncId, args: Vec<Scalar>, place: Call) {
        let Some(body) = &self.program.functions[func.index()].body else { return };
        let plan = self.plan(func);
        let earlier = state.frame.active.get(&func.0).cloned();
        let (counted, times) = match &earlier {
            None => (0, 0),
            Some(round) => (round.counted + u32::from(!round.guard.is(&state.guard)), round.times + 1),
        };
        let mut active = state.frame.active.clone();
        active.insert(func.0, Round { times, counted, guard: state.guard.clone() });
        let depth = state.frame.depth + 1;
        let entry = BlockId(0);
        state.frame = Frame {
            func,
            env: body.blocks[0].params.iter().map(|param| param.0).zip(args).collect(),
            locals: imbl::OrdSet::new(),
            rounds: plan.around[0]
                .iter()
                .map(|_| Round { times: 0, counted: 0, guard: state.guard.clone() })
                .collect(),
            place,
            active,
            depth,
        };
        let at = self.place_of(&plan, &state.frame, entry);
        let point = Point::Code(entry, 0);
        if earlier.is_some() {
            let key = (func, None);
            let beyond = counted > self.limits.bound
                || times > self.allowed(&self.limits, key)
                || depth > DEEP.saturating_mul(self.limits.bound)
                || self.work() >= self.limits.steps;
            if beyond {
                // Depth counts as a decision, so that a larger bound goes on.
                let counted = counted.max(depth / DEEP);
                self.leave_block(&mut state, true);
                self.waiting.push(Waiting { place: at, point, state, loop_of: key, counted, times });
                return;
            }
            let known = self.loops.entry(key).or_insert(0);
            *known = (*known).max(times);
        }
        self.arrive(at, point, state);
    }

    pub(super) fn call(
        &mut self,
        state: State,
        callee: FuncId,
        args: Vec<Scalar>,
        (block, at): (BlockId, usize),
        place: Call,
    ) {
        let State { guard, memory, frame, callers, trace } = state;
        let (active, depth) = (frame.active.clone(), frame.depth);
        let new = Frame {
            func: callee,
            env: imbl::OrdMap::new(),
            locals: imbl::OrdSet::new(),
            rounds: Vec::new(),
            place: Call::default(),
            active,
            depth,
        };
        let caller = Rc::new(Caller { frame, block, inst: at, callers });
        let state = State { guard, memory, frame: new, callers: Some(caller), trace };
        self.enter(state, callee, args, place);
    }

    #[allow(clippy::too_many_arguments)]
    pub(super) fn call_through(
        &mut self,
        mut state: State,
        callee: Scalar,
        args: &[Scalar],
        variadic: bool,
        inst: &Inst,
        (block, at): (BlockId, usize),
        place: &[u32],
    ) {
        if !self.demand(&state, callee, inst.loc, "the function called") {
            return;
        }
        let Some(body) = &self.program.functions[state.frame.func.index()].body else { return };
        let mut values = Vec::new();
        inst.op.operands(|value| values.push(value));
        let types: Vec<Type> = values[1..].iter().map(|&value| body.ty(value)).collect();
        let results: Vec<Type> = inst.result_values().map(|value| body.ty(value)).collect();
        let fixed = types.len() - usize::from(variadic);
        let surplus = Surplus::under(self.options.checks);
        let mut valid = self.terms.bool(false);
        let mut found = Vec::new();
        for (func, selected) in self.functions_of(callee) {
            let function = &self.program.functions[func.index()];
            let (args, results) = (types[..fixed].iter().copied(), results.iter().copied());
            if function.body.is_none() || function.accepts(args, results, variadic, surplus) {
                valid = self.terms.or(valid, selected);
                found.push((func, selected));
            }
        }
        let null = self.is_null(callee);
        let not_null = self.terms.not(null);
        if !self.oblige(&state, Property::NullDereference, inst.loc, NoteId::NONE, not_null)
            || !self.oblige(&state, Property::InvalidCall, inst.loc, NoteId::NONE, valid)
        {
            return;
        }
        let count = found.len();
        for (number, (func, selected)) in found.into_iter().enumerate() {
            let here = if number + 1 == count {
                Some(state.guard.clone())
            } else {
                state.guard.and(&mut self.terms, selected)
            };
            let mut branch = state.clone();
            let Some(guard) = here else { continue };
            branch.guard = guard;
            if number + 1 < count {
                self.record_callee(&mut branch, inst, func);
            }
            let function = &self.program.functions[func.index()];
            let all = function.variadic || function.body.is_none();
            let taken = if all { args.len() } else { function.params.len() };
            let callee_place =
                self.calls.call(&state.frame.place, [place, &[at as u32, 0, number as u32]].concat());
            if function.body.is_some() {
                self.record_call(&mut branch, func, &values[1..]);
                self.call(branch, func, args[..taken].to_vec(), (block, at), callee_place);
            } else {
                self.record_branch(&mut branch, func);
                if let Some(next) = self.recorded_library(branch, func, args, inst, (block, at)) {
                    let here = [place, &[at as u32, 1, 0]].concat();
                    let resume = Place { call: state.frame.place.clone(), here };
                    self.arrive(resume, Point::Code(block, at + 1), next);
                }
            }
            let other = self.terms.not(selected);
            match state.guard.and(&mut self.terms, other) {
                Some(guard) => state.guard = guard,
                None => return,
            }
        }
    }

    /// Obliges what a call through a pointer obliges, and calls nothing.
    pub(crate) fn check_call(
        &mut self,
        state: State,
        callee: Scalar,
        args: &[Scalar],
        variadic: bool,
        inst: &Inst,
    ) {
        let (queue, waiting) = (std::mem::take(&mut self.queue), self.waiting.len());
        self.call_through(state, callee, args, variadic, inst, (BlockId(0), 0), &[]);
        self.queue = queue;
        self.waiting.truncate(waiting);
    }

    /// A function without a body that nobody knows is reached: what it does is not known.
    pub(crate) fn missing_body(&mut self, state: &State, func: FuncId, loc: LocId) {
        let name = self.program.functions[func.index()].name.clone();
        let never = self.terms.bool(false);
        if throws(&name) {
            self.oblige(state, Property::Exception, loc, NoteId::NONE, never);
            return;
        }
        let call = MissingCall { function: func, loc };
        if !self.evidence.missing.contains(&call) {
            self.evidence.missing.push(call);
        }
        let note = self.new_note(&name);
        self.oblige(state, Property::MissingBody, loc, note, never);
    }

    /// Ends an activation and gives its results to the call.
    pub(super) fn give_back(&mut self, mut state: State, returned: &[Value]) {
        let values: Vec<Scalar> = returned.iter().map(|&value| self.operand(&state.frame, value)).collect();
        let func = state.frame.func;
        self.kill_locals(&mut state);
        let Some(caller) = state.callers.take() else {
            let stage = state.frame.place.path().first().copied().unwrap_or(0) as usize;
            if stage + 1 == self.after_entry
                && let Some(&code) = values.first()
                && self.program.functions[func.index()].results.first() == Some(&Type::Int(32))
                && !self.demand(&state, code, LocId::NONE, "the exit code")
            {
                return;
            }
            self.go_to_stage(stage + 1, state);
            return;
        };
        let Some(body) = &self.program.functions[caller.frame.func.index()].body else { return };
        let inst = &body.blocks[caller.block.index()].insts[caller.inst];
        self.record_return(&mut state, &caller, returned, inst);
        let mut frame = caller.frame.clone();
        for (result, value) in inst.result_values().zip(values) {
            frame.env.insert(result.0, value);
        }
        // The place of the call without the number of the callee.
        let path = state.frame.place.path();
        let here = [&path[..path.len().saturating_sub(2)], &[1, 0]].concat();
        let place = Place { call: state.frame.place.outer(), here };
        let (block, at) = (caller.block, caller.inst);
        state.callers = caller.callers.clone();
        state.frame = frame;
        self.arrive(place, Point::Code(block, at + 1), state);
    }
}

/// Whether a function of the C++ runtime does nothing but throw an exception.
fn throws(name: &str) -> bool {
    matches!(
        name,
        "__cxa_throw"
            | "__cxa_rethrow"
            | "__cxa_bad_cast"
            | "__cxa_bad_typeid"
            | "__cxa_throw_bad_array_new_length"
            | "_Unwind_RaiseException"
            | "_Unwind_Resume"
            | "_Unwind_Resume_or_Rethrow"
    ) || name.starts_with("_ZSt") && name.contains("__throw_")
}
