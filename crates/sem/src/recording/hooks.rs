//! Where the evaluator writes down what it does. Every function does nothing while nothing is recorded.

use fathom_ir::{BlockId, FuncId, Inst, LocId, NoteId, Op, Property, Term as Terminator, Type, Value};
use fathom_logic::Term;
use imbl::OrdMap;

use super::{
    Check, Code, Definition, Exit, Item, Kind, Operand, Origin, Pending, RecordedBlock, Recording, Register,
    Subject, Trace, What, Why, makes_memory, needs_memory, only_reads, plain,
};
use crate::evaluator::{Evaluator, Point};
use crate::scalar::Scalar;
use crate::state::{Caller, State};

impl<'p> Evaluator<'p> {
    /// Records what is evaluated from now on: to be called before anything is.
    pub fn record(&mut self) {
        let mut recording = Recording::default();
        let memory = recording.memory();
        self.recording = Some(Box::new(recording));
        let trace = Trace { block: 0, left: None, decision: None, memory, names: OrdMap::new() };
        let mut initial = None;
        for state in self.queued_states() {
            state.trace = Some(Box::new(trace.clone()));
            initial = Some(state.memory.clone());
        }
        if let Some(recording) = &mut self.recording {
            recording.initial = initial.unwrap_or_default();
        }
    }

    /// Says in words why something has to hold, and where.
    pub fn explain(&self, why: Why) -> String {
        let mut words = match why.property {
            Some(property) => property.name().to_string(),
            None => String::new(),
        };
        let note = self.note(why.note);
        if !note.is_empty() {
            words = format!("{words} ({note})");
        }
        match self.program.loc(why.loc) {
            Some(loc) => {
                let file =
                    loc.file.and_then(|file| self.program.files.get(file.index())).map_or("", |name| name);
                format!("{words} {file}:{}:{}", loc.line, loc.column).trim_start().to_string()
            }
            None => words,
        }
    }

    /// What was recorded; from now on, nothing is.
    pub fn take_recording(&mut self) -> Option<Box<Recording>> {
        self.recording.take()
    }

    /// Whether what is recorded is too long to be of use.
    pub(crate) fn recording_is_full(&self) -> bool {
        self.recording.as_ref().is_some_and(|recording| recording.is_full())
    }

    /// A block begins, where these states met.
    pub(crate) fn begin_block(&mut self, state: &mut State, point: Point, traces: &[Trace]) {
        if self.recording.is_none() || traces.is_empty() {
            return;
        }
        let (label, affixes) = self.name_block(state, point);
        let live = self.live_names(state, point);
        let Some(recording) = &mut self.recording else { return };
        let number = recording.blocks.len();
        let label = recording.unique(label);
        let (arrivals, items, exits) = (Vec::new(), Vec::new(), Vec::new());
        recording.blocks.push(RecordedBlock { label, affixes, arrivals, items, exits });
        let first = &traces[0];
        let mut trace = Trace { block: number, left: None, decision: None, ..first.clone() };
        if number == 0 {
            let results = vec![first.memory];
            let initial =
                Definition { results, what: What::Initial, operands: vec![], origin: Origin::default() };
            recording.push(number, Item::Define(initial));
        }
        for arrived in traces {
            let Some(exit) = arrived.left else { continue };
            recording.blocks[arrived.block].exits[exit].to = Some(number);
            recording.blocks[number].arrivals.push((arrived.block, exit));
        }
        if traces.iter().any(|other| other.memory != first.memory) {
            let operands = traces.iter().map(|other| Operand::Register(other.memory)).collect();
            trace.memory = recording.memory();
            phi(recording, number, trace.memory, operands);
        }
        trace.names = OrdMap::new();
        for (&key, &name) in &first.names {
            let all: Option<Vec<Operand>> =
                traces.iter().map(|other| other.names.get(&key).copied()).collect();
            // What some path did not define, nobody uses.
            let Some(all) = all else { continue };
            let name = if all.iter().all(|&other| other == name) {
                name
            } else if live(key) {
                let ty = type_of(self.program, recording, name);
                let register = recording.value(number, Value(key.1), ty);
                phi(recording, number, register, all);
                Operand::Register(register)
            } else {
                continue;
            };
            trace.names.insert(key, name);
        }
        state.trace = Some(Box::new(trace));
    }

    /// The label of a block, and how the names of registers in it begin and end.
    fn name_block(&mut self, state: &State, point: Point) -> (String, (String, String)) {
        let Point::Code(block, inst) = point else {
            return (self.stage_label(point), (String::new(), String::new()));
        };
        let frame = &state.frame;
        let function = plain(&self.program.functions[frame.func.index()].name);
        let Some(recording) = &mut self.recording else { return Default::default() };
        let key = (frame.func, frame.place.numbers());
        let activation = match recording.activations.get(&key) {
            Some(name) => name.clone(),
            None => {
                let name = recording.unique(function);
                recording.activations.insert(key, name.clone());
                name
            }
        };
        let rounds: Vec<String> = frame.rounds.iter().map(|round| round.times.to_string()).collect();
        let round = match frame.rounds.iter().all(|round| round.times == 0) {
            true => String::new(),
            false => format!("#{}", rounds.join(".")),
        };
        let rest = if inst == 0 { String::new() } else { format!("+{inst}") };
        let label = format!("{activation}.b{}{round}{rest}", block.0);
        let before = if frame.depth <= 1 { String::new() } else { format!("{activation}.") };
        (label, (before, round))
    }

    /// Which values may be used after states met. Parameters count, and all values of callers.
    fn live_names(&mut self, state: &State, point: Point) -> impl Fn((u32, u32)) -> bool + use<> {
        let func = state.frame.func;
        let (plan, depth) = (self.plan(func), state.frame.depth);
        let start = match (point, &self.program.functions[func.index()].body) {
            (Point::Code(block, 0), Some(body)) => Some((block, body.blocks[block.index()].params.clone())),
            _ => None,
        };
        move |(level, value)| match &start {
            Some((block, params)) if level == depth => {
                params.contains(&Value(value)) || plan.live[block.index()].contains(Value(value))
            }
            _ => true,
        }
    }

    /// A state leaves its block, for another place or for none within the bound.
    pub(crate) fn leave_block(&mut self, state: &mut State, beyond: bool) {
        self.write_checks(state);
        let (Some(recording), Some(trace)) = (&mut self.recording, &mut state.trace) else { return };
        match trace.left {
            // It waited for a larger bound.
            Some(exit) => recording.blocks[trace.block].exits[exit].beyond = beyond,
            None if !recording.blocks.is_empty() => {
                let exits = &mut recording.blocks[trace.block].exits;
                trace.left = Some(exits.len());
                exits.push(Exit { condition: trace.decision.take(), to: None, beyond });
            }
            None => {}
        }
    }

    /// The name of a value in a state.
    fn name_of(&self, state: &State, value: Value) -> Operand {
        let named =
            state.trace.as_ref().and_then(|trace| trace.names.get(&(state.frame.depth, value.0)).copied());
        named.unwrap_or(Operand::Constant(state.frame.func, value))
    }

    fn rename(&self, state: &mut State, depth: u32, value: Value, name: Operand) {
        if let Some(trace) = &mut state.trace {
            trace.names.insert((depth, value.0), name);
        }
    }

    /// The next exit of a state is taken only if a value is true.
    pub(crate) fn record_decision(&mut self, state: &mut State, condition: Value) {
        let name = self.name_of(state, condition);
        if let Some(trace) = &mut state.trace {
            trace.decision = Some(name);
        }
    }

    /// A state is about to take the exit for a case of a switch.
    pub(crate) fn record_case(&mut self, state: &mut State, block: BlockId, value: Value, case: usize) {
        if state.trace.is_none() {
            return;
        }
        self.write_checks(state);
        let operands = vec![self.name_of(state, value)];
        let what = What::Case(self.end_of(state.frame.func, block), case);
        self.decide_by(state, what, operands);
    }

    /// A state is about to call a function through a pointer.
    pub(crate) fn record_callee(&mut self, state: &mut State, inst: &Inst, callee: FuncId) {
        let Op::CallPtr { callee: pointer, .. } = &inst.op else { return };
        if state.trace.is_none() {
            return;
        }
        self.write_checks(state);
        let operands = vec![self.name_of(state, *pointer)];
        self.decide_by(state, What::IsFunction(callee), operands);
    }

    fn decide_by(&mut self, state: &mut State, what: What, operands: Vec<Operand>) {
        let (Some(recording), Some(trace)) = (&mut self.recording, &mut state.trace) else { return };
        let register = recording.numbered("%s", Kind::Value(Type::BOOL));
        let define = Definition { results: vec![register], what, operands, origin: Origin::default() };
        recording.push(trace.block, Item::Define(define));
        trace.decision = Some(Operand::Register(register));
    }

    /// A library function that is called through a pointer is evaluated in a block of its own.
    pub(crate) fn record_branch(&mut self, state: &mut State, callee: FuncId) {
        if state.trace.is_none() {
            return;
        }
        self.leave_block(state, false);
        let Some(trace) = state.trace.clone() else { return };
        let name = plain(&self.program.functions[callee.index()].name);
        let Some(recording) = &mut self.recording else { return };
        let number = recording.blocks.len();
        let from = &recording.blocks[trace.block];
        let (label, affixes) = (format!("{}.{name}", from.label), from.affixes.clone());
        let label = recording.unique(label);
        let arrivals: Vec<_> = trace.left.map(|exit| (trace.block, exit)).into_iter().collect();
        for &(block, exit) in &arrivals {
            recording.blocks[block].exits[exit].to = Some(number);
        }
        let (items, exits) = (Vec::new(), Vec::new());
        recording.blocks.push(RecordedBlock { label, affixes, arrivals, items, exits });
        state.trace = Some(Box::new(Trace { block: number, left: None, ..*trace }));
    }

    /// Arguments get the names of parameters.
    pub(crate) fn record_edge(&mut self, state: &mut State, args: &[Value], params: &[Value]) {
        if state.trace.is_none() {
            return;
        }
        self.write_checks(state);
        let names: Vec<Operand> = args.iter().map(|&arg| self.name_of(state, arg)).collect();
        let depth = state.frame.depth;
        for (&param, name) in params.iter().zip(names) {
            self.rename(state, depth, param, name);
        }
    }

    /// The arguments of a call get the names of the parameters of the function.
    pub(crate) fn record_call(&mut self, state: &mut State, callee: FuncId, args: &[Value]) {
        let Some(body) = &self.program.functions[callee.index()].body else { return };
        if state.trace.is_none() {
            return;
        }
        self.write_checks(state);
        let depth = state.frame.depth + 1;
        for (&param, &arg) in body.blocks[0].params.iter().zip(args) {
            let name = self.name_of(state, arg);
            self.rename(state, depth, param, name);
        }
    }

    /// The results of a function get the names of those of the call; names of the function are forgotten.
    pub(crate) fn record_return(&self, state: &mut State, caller: &Caller, values: &[Value], inst: &Inst) {
        if state.trace.is_none() {
            return;
        }
        let names: Vec<Operand> = values.iter().map(|&value| self.name_of(state, value)).collect();
        let depth = caller.frame.depth;
        if let Some(trace) = &mut state.trace {
            trace.names =
                trace.names.iter().filter(|(key, _)| key.0 <= depth).map(|(&k, &v)| (k, v)).collect();
        }
        for (result, name) in inst.result_values().zip(names) {
            self.rename(state, depth, result, name);
        }
    }

    /// Something has to hold.
    pub(crate) fn record_condition(
        &mut self,
        property: Option<Property>,
        (loc, note): (LocId, NoteId),
        condition: Term,
        checked: bool,
    ) {
        if let Some(recording) = &mut self.recording {
            recording.pending.push(Pending { property, note, loc, checked, condition });
        }
    }

    fn origin(&self) -> Origin {
        let end = self.terms.len();
        Origin { terms: end..end, space: (self.next_stack, self.next_heap) }
    }

    /// What was done since then.
    fn since(&self, before: Origin) -> Origin {
        Origin { terms: before.terms.start..self.terms.len(), ..before }
    }

    /// What is evaluated next, which conditions that follow belong to.
    pub(crate) fn record_subject(&mut self, subject: Subject) {
        let origin = self.origin();
        if let Some(recording) = &mut self.recording {
            recording.subject = Some((subject, origin));
        }
    }

    /// The end of a block as a piece of code.
    pub(crate) fn end_of(&self, func: FuncId, block: BlockId) -> Code {
        let body = self.program.functions[func.index()].body.as_ref();
        Code { func, block, inst: body.map_or(0, |body| body.blocks[block.index()].insts.len()) }
    }

    /// Writes down the conditions that were obliged by what is being evaluated.
    pub(crate) fn write_checks(&mut self, state: &State) {
        let (Some(recording), Some(_)) = (&mut self.recording, &state.trace) else { return };
        let pending = std::mem::take(&mut recording.pending);
        let Some(of) = recording.subject.as_ref().map(|(of, _)| *of) else { return };
        let mut seen: Vec<(Option<Property>, NoteId)> = Vec::new();
        for Pending { property, note, loc, checked, condition } in pending {
            let occurrence = seen.iter().filter(|&&other| other == (property, note)).count();
            seen.push((property, note));
            let known = self.terms.as_bool(condition);
            if known == Some(true) {
                continue;
            }
            let check = Check { of, property, note, occurrence };
            let name = match (known, self.asserted(state, check)) {
                (Some(_), _) => Operand::Bool(false),
                (None, Some(name)) => name,
                (None, None) => self.define_check(state, check),
            };
            let (Some(recording), Some(trace)) = (&mut self.recording, &state.trace) else { return };
            let why = Why { property, loc, note };
            let item = if checked { Item::Check(name, why) } else { Item::Assume(name, why) };
            recording.push(trace.block, item);
        }
    }

    /// The register that an assertion of the program is about.
    fn asserted(&self, state: &State, check: Check) -> Option<Operand> {
        match *self.instruction(check.of)? {
            Op::Assert { cond, property, note } if (Some(property), note) == (check.property, check.note) => {
                Some(self.name_of(state, cond))
            }
            _ => None,
        }
    }

    fn instruction(&self, of: Subject) -> Option<&'p Op> {
        let Subject::Code(code) = of else { return None };
        let body = self.program.functions[code.func.index()].body.as_ref()?;
        body.blocks[code.block.index()].insts.get(code.inst).map(|inst| &inst.op)
    }

    fn define_check(&mut self, state: &State, check: Check) -> Operand {
        let operands = self.operands_of(state, check.of, check.occurrence);
        let before = self.recording.as_ref().and_then(|recording| recording.subject.clone());
        let origin = self.since(before.map(|(_, origin)| origin).unwrap_or_default());
        let (Some(recording), Some(trace)) = (&mut self.recording, &state.trace) else {
            return Operand::Bool(true);
        };
        let register = recording.numbered("%c", Kind::Value(Type::BOOL));
        let define = Definition { results: vec![register], what: What::Check(check), operands, origin };
        recording.push(trace.block, Item::Define(define));
        Operand::Register(register)
    }

    /// What the conditions of something depend on; `at` is the number of the one that is meant.
    fn operands_of(&self, state: &State, of: Subject, at: usize) -> Vec<Operand> {
        let memory = state.trace.as_ref().map(|trace| Operand::Register(trace.memory));
        let mut operands = Vec::new();
        match of {
            Subject::Arguments(_) => operands.extend(memory),
            Subject::End => {
                operands.extend(memory);
                // Conditions on the end of the program are about one heap object each.
                let pointers = self.recording.as_ref().map(|recording| &recording.pointers);
                let object = self.heap_objects(state).get(at).copied();
                let pointer = object.and_then(|id| pointers?.get(&id).copied());
                operands.extend(pointer.map(Operand::Register));
            }
            Subject::Code(code) => {
                let Some(body) = &self.program.functions[code.func.index()].body else { return operands };
                let block = &body.blocks[code.block.index()];
                let mut name = |value| operands.push(self.name_of(state, value));
                match (block.insts.get(code.inst), &block.term) {
                    (Some(inst), _) => {
                        inst.op.operands(name);
                        let ty = inst.result().map(|value| body.ty(value));
                        if needs_memory(&inst.op, ty, true) {
                            operands.splice(0..0, memory);
                        }
                    }
                    (None, Terminator::Branch { cond, .. }) => name(*cond),
                    (None, Terminator::Switch { value, .. }) => name(*value),
                    (None, Terminator::Return(values)) => values.iter().copied().for_each(name),
                    (None, Terminator::Jump(_) | Terminator::Stop) => {}
                }
            }
        }
        operands
    }

    /// The state before something that takes it away, to write down what it obliged when it is done.
    pub(crate) fn recorded_state(&self, state: &State) -> Option<Box<State>> {
        state.trace.is_some().then(|| Box::new(state.clone()))
    }

    /// Writes down conditions after which no path went on.
    pub(crate) fn write_rest(&mut self, before: Option<Box<State>>) {
        if let Some(before) = before {
            self.write_checks(&before);
        }
    }

    /// Evaluates an instruction that is not a call; `false` if no path goes on.
    pub(crate) fn recorded_step(
        &mut self,
        state: &mut State,
        inst: &Inst,
        block: BlockId,
        at: usize,
    ) -> bool {
        if state.trace.is_none() {
            return self.step(state, inst);
        }
        let code = Code { func: state.frame.func, block, inst: at };
        self.record_subject(Subject::Code(code));
        let (objects, origin) = (self.objects.len(), self.origin());
        let states = state.memory.objects.clone();
        let goes_on = self.step(state, inst);
        let known = match inst.op {
            Op::Assume(cond) => {
                let bits = self.operand(&state.frame, cond).bits;
                self.terms.as_u64(bits)
            }
            _ => None,
        };
        self.write_checks(state);
        if let Op::Assume(cond) = inst.op {
            let name = match known {
                Some(value) => Operand::Bool(value != 0),
                None => self.name_of(state, cond),
            };
            if name != Operand::Bool(true)
                && let (Some(recording), Some(trace)) = (&mut self.recording, &state.trace)
            {
                let why = Why { property: None, loc: inst.loc, note: NoteId::NONE };
                recording.push(trace.block, Item::Assume(name, why));
            }
        } else if goes_on && !matches!(inst.op, Op::Assert { .. }) {
            let changed = makes_memory(&inst.op) || !states.ptr_eq(&state.memory.objects);
            self.define(state, inst, code, changed, origin);
            self.note_pointers(state, inst, objects);
        }
        goes_on
    }

    /// Calls a function without a body; `None` if no path goes on.
    pub(crate) fn recorded_library(
        &mut self,
        state: State,
        func: FuncId,
        args: &[Scalar],
        inst: &Inst,
        (block, at): (BlockId, usize),
    ) -> Option<State> {
        if state.trace.is_none() {
            return self.call_library(state, func, args, inst);
        }
        let code = Code { func: state.frame.func, block, inst: at };
        self.record_subject(Subject::Code(code));
        let before = state.clone();
        let (objects, origin) = (self.objects.len(), self.origin());
        let next = self.call_library(state, func, args, inst);
        self.write_checks(&before);
        let mut next = next?;
        let changed = !only_reads(&self.program.functions[func.index()].name);
        self.define(&mut next, inst, code, changed, origin);
        self.note_pointers(&next, inst, objects);
        Some(next)
    }

    /// Writes down an instruction that was evaluated.
    fn define(&mut self, state: &mut State, inst: &Inst, code: Code, changed: bool, origin: Origin) {
        let Some(body) = &self.program.functions[code.func.index()].body else { return };
        let mut operands = Vec::new();
        inst.op.operands(|value| operands.push(self.name_of(state, value)));
        let locals = match inst.op {
            Op::StackRestore(_) => self.local_pointers(state),
            _ => vec![],
        };
        let origin = self.since(origin);
        let depth = state.frame.depth;
        let (Some(recording), Some(trace)) = (&mut self.recording, &mut state.trace) else { return };
        let ty = inst.result().map(|value| body.ty(value));
        if needs_memory(&inst.op, ty, false) {
            operands.insert(0, Operand::Register(trace.memory));
        }
        operands.extend(locals);
        let mut results = Vec::new();
        for value in inst.result_values() {
            let register = recording.value(trace.block, value, body.ty(value));
            trace.names.insert((depth, value.0), Operand::Register(register));
            results.push(register);
        }
        if changed {
            trace.memory = recording.memory();
            results.push(trace.memory);
        }
        let define = Definition { results, what: What::Code(code), operands, origin };
        recording.push(trace.block, Item::Define(define));
    }

    /// Remembers which registers point to the objects that an instruction made.
    fn note_pointers(&mut self, state: &State, inst: &Inst, before: usize) {
        let Some(result) = inst.result() else { return };
        let name = self.name_of(state, result);
        let new = before as u32..self.objects.len() as u32;
        if let (Some(recording), Operand::Register(register)) = (&mut self.recording, name) {
            recording.pointers.extend(new.map(|id| (id, register)));
        }
    }

    /// Pointers to the local variables of the running function.
    fn local_pointers(&self, state: &State) -> Vec<Operand> {
        let Some(recording) = &self.recording else { return vec![] };
        let found = state.frame.locals.iter().filter_map(|id| recording.pointers.get(id));
        found.map(|&register| Operand::Register(register)).collect()
    }

    /// The local variables of the running function are about to end.
    pub(crate) fn record_end_of_locals(&mut self, state: &mut State) {
        if state.trace.is_none() || state.frame.locals.is_empty() {
            return;
        }
        self.write_checks(state);
        let locals = self.local_pointers(state);
        let (Some(recording), Some(trace)) = (&mut self.recording, &mut state.trace) else { return };
        let mut operands = vec![Operand::Register(trace.memory)];
        operands.extend(locals);
        trace.memory = recording.memory();
        let results = vec![trace.memory];
        let define = Definition { results, what: What::EndLocals, operands, origin: Origin::default() };
        recording.push(trace.block, Item::Define(define));
    }

    /// The outside calls a function with these arguments; `None` if there is no such call.
    pub(crate) fn recorded_arguments(&mut self, state: &mut State, func: FuncId) -> Option<Vec<Scalar>> {
        if state.trace.is_none() {
            return self.entry_arguments(state, func);
        }
        self.record_subject(Subject::Arguments(func));
        let origin = self.origin();
        let before = state.memory.objects.clone();
        let args = self.entry_arguments(state, func);
        self.write_checks(state);
        let origin = self.since(origin);
        let args = args?;
        let body = self.program.functions[func.index()].body.as_ref()?;
        let params: Vec<Value> = body.blocks[0].params.iter().copied().take(args.len()).collect();
        let (Some(recording), Some(trace)) = (&mut self.recording, &mut state.trace) else {
            return Some(args);
        };
        trace.names = OrdMap::new();
        if args.is_empty() {
            return Some(args);
        }
        let operands = vec![Operand::Register(trace.memory)];
        let mut results = Vec::new();
        for param in params {
            let register = recording.value(trace.block, param, body.ty(param));
            trace.names.insert((state.frame.depth + 1, param.0), Operand::Register(register));
            results.push(register);
        }
        if !before.ptr_eq(&state.memory.objects) {
            trace.memory = recording.memory();
            results.push(trace.memory);
        }
        let define = Definition { results, what: What::Arguments(func), operands, origin };
        recording.push(trace.block, Item::Define(define));
        Some(args)
    }
}

fn phi(recording: &mut Recording, block: usize, result: Register, operands: Vec<Operand>) {
    // The blocks are filled in when the form is made, where blocks are cut to pieces.
    let define =
        Definition { results: vec![result], what: What::Phi(vec![]), operands, origin: Origin::default() };
    recording.push(block, Item::Define(define));
}

/// The type of an operand.
fn type_of(program: &fathom_ir::Program, recording: &Recording, operand: Operand) -> Type {
    match operand {
        Operand::Register(register) => match recording.registers[register.index()].kind {
            Kind::Value(ty) => ty,
            Kind::Memory => Type::BOOL,
        },
        Operand::Constant(func, value) => {
            program.functions[func.index()].body.as_ref().map_or(Type::BOOL, |body| body.ty(value))
        }
        Operand::Bool(_) => Type::BOOL,
    }
}
