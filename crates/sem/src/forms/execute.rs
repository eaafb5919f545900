//! What a form means, apart from how it came to be: it is executed under a model, definition by definition,
//! from the text alone. So tests can tell whether all forms of a program mean the same.
//!
//! Every instruction is evaluated by the evaluator's own code, on what its operands are in this execution.
//! What the program leaves open has the value that it has in a model of the evaluation that was recorded.

use std::ops::Range;

use fathom_ir::{FuncId, Inst, LocId, Op, Property, Term as Terminator, Value};
use fathom_logic::{Evaluator as Values, Model, Term};
use imbl::OrdMap;

use crate::evaluator::Evaluator;
use crate::guard::Guard;
use crate::memory::Memory;
use crate::ops::{bit, holds};
use crate::recording::{Check, Code, Definition, Kind, Operand, Recording, Register, Subject, What};
use crate::scalar::Scalar;
use crate::state::{Frame, State};

use super::{End, Form, Statement};

/// What a register holds.
#[derive(Clone)]
enum Content {
    Scalar(Scalar),
    Memory(Memory),
}

/// How an execution ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Outcome {
    /// The assertion was reached under assumptions that hold.
    Fails,
    /// Some assumption does not hold.
    Excluded,
}

/// Executes a form with the evaluator that was recorded, under a model of its symbols. An error is a defect
/// of the form: a register is used that this execution did not define.
pub fn execute(
    evaluator: &mut Evaluator<'_>,
    recording: &Recording,
    form: &Form,
    model: &Model,
) -> Result<Outcome, String> {
    let contents = vec![None; form.registers.len()];
    let initial = recording.initial();
    let mut run = Execution { evaluator, form, initial, model: model.clone(), contents };
    let (mut at, mut from) = (0, 0);
    loop {
        let block = &form.blocks[at];
        for statement in &block.statements {
            match statement {
                Statement::Define(define) => run.define(define, from)?,
                Statement::Assume(condition, _) => {
                    if !run.truth(*condition)? {
                        return Ok(Outcome::Excluded);
                    }
                }
                Statement::Assert(condition) => {
                    let fails = !run.truth(*condition)?;
                    return Ok(if fails { Outcome::Fails } else { Outcome::Excluded });
                }
            }
        }
        from = at;
        at = match block.end {
            End::Jump(to) => to,
            End::Branch(condition, then, els) => {
                if run.truth(condition)? {
                    then
                } else {
                    els
                }
            }
            End::Halt => return Ok(Outcome::Excluded),
        };
    }
}

struct Execution<'a, 'p> {
    evaluator: &'a mut Evaluator<'p>,
    form: &'a Form,
    initial: &'a Memory,
    model: Model,
    contents: Vec<Option<Content>>,
}

impl<'p> Execution<'_, 'p> {
    fn undefined(&self, register: Register) -> String {
        format!("{} is used and not defined", self.form.registers[register.index()].name)
    }

    fn content(&mut self, operand: Operand) -> Result<Content, String> {
        match operand {
            Operand::Register(register) => {
                let content = self.contents[register.index()].clone();
                content.ok_or_else(|| self.undefined(register))
            }
            Operand::Bool(value) => {
                let condition = self.evaluator.terms.bool(value);
                Ok(Content::Scalar(Scalar::plain(bit(&mut self.evaluator.terms, condition))))
            }
            Operand::Constant(func, value) => {
                let frame = frame(func);
                Ok(Content::Scalar(self.evaluator.operand(&frame, value)))
            }
        }
    }

    fn scalar(&mut self, operand: Operand) -> Result<Scalar, String> {
        match self.content(operand)? {
            Content::Scalar(scalar) => Ok(scalar),
            Content::Memory(_) => Err("a memory is used as a value".to_string()),
        }
    }

    fn holds(&self, condition: Term) -> bool {
        Values::new(&self.evaluator.terms, &self.model).holds(condition)
    }

    fn truth(&mut self, operand: Operand) -> Result<bool, String> {
        let scalar = self.scalar(operand)?;
        let condition = holds(&mut self.evaluator.terms, scalar.bits);
        Ok(self.holds(condition))
    }

    fn set(&mut self, register: Register, content: Content) {
        self.contents[register.index()] = Some(content);
    }

    fn set_truth(&mut self, register: Register, condition: Term) {
        let bits = bit(&mut self.evaluator.terms, condition);
        self.set(register, Content::Scalar(Scalar::plain(bits)));
    }

    fn define(&mut self, define: &Definition, from: usize) -> Result<(), String> {
        let result = define.results.first().copied();
        match (&define.what, result) {
            (What::Initial, Some(result)) => {
                self.set(result, Content::Memory(self.initial.clone()));
            }
            (What::Phi(blocks), Some(result)) => {
                let found = blocks.iter().position(|&block| block == from);
                let operand = found.and_then(|found| define.operands.get(found));
                let operand = *operand.ok_or("a phi has no value for the block that control comes from")?;
                let content = self.content(operand)?;
                self.set(result, content);
            }
            (What::Select, Some(result)) => {
                // What is not chosen need not be defined. What is not chosen by anything that matters may even
                // be chosen by something that is not defined.
                let [condition, a, b] = define.operands[..] else { return Err("no select".to_string()) };
                if let Ok(chosen) = self.truth(condition)
                    && let Ok(content) = self.content(if chosen { a } else { b })
                {
                    self.set(result, content);
                }
            }
            (What::And, Some(result)) => {
                let mut all = true;
                for &operand in &define.operands {
                    all &= self.truth(operand)?;
                }
                let all = self.evaluator.terms.bool(all);
                self.set_truth(result, all);
            }
            (What::Case(code, case), Some(result)) => self.case(*code, *case, result, &define.operands)?,
            (What::IsFunction(func), Some(result)) => {
                let pointer = self.scalar(define.operands[0])?;
                let found = self.evaluator.functions_of(pointer);
                let condition = found.iter().find(|(id, _)| id == func).map(|&(_, selected)| selected);
                let condition = condition.unwrap_or(self.evaluator.terms.bool(false));
                self.set_truth(result, condition);
            }
            (What::Check(check), Some(result)) => self.check(check, define, result)?,
            (What::EndLocals, Some(result)) => {
                let mut state = self.state(FuncId(0), &define.operands[..1])?;
                state.frame.locals = self.locals(&define.operands[1..]);
                self.evaluator.kill_locals(&mut state);
                self.set(result, Content::Memory(state.memory));
            }
            (What::Arguments(func), _) => {
                let mut state = self.state(*func, &define.operands)?;
                let before = self.go_back(define);
                let args = self.evaluator.entry_arguments(&mut state, *func);
                self.same_symbols(define, before);
                let args = args.ok_or("there are no arguments")?;
                self.take(define, args.into_iter().map(Content::Scalar).collect(), state.memory);
            }
            (What::Code(code), _) => self.code(*code, define)?,
            _ => return Err("a definition defines nothing".to_string()),
        }
        Ok(())
    }

    /// New objects come to lie where they did when the definition was evaluated first, as far as they have the
    /// same sizes; how many terms there are.
    fn go_back(&mut self, define: &Definition) -> usize {
        (self.evaluator.next_stack, self.evaluator.next_heap) = define.origin.space;
        self.evaluator.terms.len()
    }

    /// Symbols that were made just now have the value of those that the recorded evaluation made.
    fn same_symbols(&mut self, define: &Definition, before: usize) {
        let terms = &self.evaluator.terms;
        let symbols = |range: Range<usize>| range.filter_map(|at| terms.as_symbol(terms.at(at)));
        let about = |symbol| (terms.symbol_name(symbol), terms.symbol_sort(symbol));
        let mut old: Vec<_> = symbols(define.origin.terms.clone()).collect();
        for new in symbols(before..terms.len()) {
            let Some(found) = old.iter().position(|&other| about(other) == about(new)) else { continue };
            if let Some(value) = self.model.get(old.remove(found)).cloned() {
                self.model.set(new, value);
            }
        }
    }

    /// Gives the results of a definition their contents, the memory last.
    fn take(&mut self, define: &Definition, mut values: Vec<Content>, memory: Memory) {
        values.truncate(define.results.len());
        for (&register, value) in define.results.iter().zip(values) {
            self.set(register, value);
        }
        if let Some(&last) = define.results.last()
            && self.form.registers[last.index()].kind == Kind::Memory
        {
            self.set(last, Content::Memory(memory));
        }
    }

    /// A state in which code of a function can be evaluated, with the memory of the first operand if that is
    /// one.
    fn state(&mut self, func: FuncId, operands: &[Operand]) -> Result<State, String> {
        let memory = match operands.first() {
            Some(&first) => match self.content(first)? {
                Content::Memory(memory) => memory,
                Content::Scalar(_) => Memory::default(),
            },
            None => Memory::default(),
        };
        Ok(State { guard: Guard::always(), memory, frame: frame(func), callers: None, trace: None })
    }

    /// The objects that pointers point to, of those that this execution made.
    fn locals(&mut self, pointers: &[Operand]) -> imbl::OrdSet<u32> {
        let mut found = imbl::OrdSet::new();
        for &pointer in pointers {
            if let Ok(scalar) = self.scalar(pointer)
                && let Some(id) = self.object(scalar)
            {
                found.insert(id);
            }
        }
        found
    }

    fn object(&self, pointer: Scalar) -> Option<u32> {
        let provenance = pointer.provenance?;
        let mut values = Values::new(&self.evaluator.terms, &self.model);
        values.value(provenance).bits().to_u64().map(|id| id as u32)
    }

    fn case(
        &mut self,
        code: Code,
        case: usize,
        result: Register,
        operands: &[Operand],
    ) -> Result<(), String> {
        let body = self.evaluator.program.functions[code.func.index()].body.as_ref();
        let Some(Terminator::Switch { cases, .. }) = body.map(|body| &body.blocks[code.block.index()].term)
        else {
            return Err("a case of no switch".to_string());
        };
        let value = self.scalar(operands[0])?;
        let case = self.evaluator.terms.bits(&cases[case].0);
        let same = self.evaluator.terms.eq(value.bits, case);
        self.set_truth(result, same);
        Ok(())
    }

    /// Binds the operands of an instruction.
    fn bind(&mut self, op: &Op, operands: &[Operand], state: &mut State) -> Result<(), String> {
        let mut values: Vec<Value> = Vec::new();
        op.operands(|value| values.push(value));
        let skip = usize::from(matches!(operands.first(), Some(&first) if self.is_memory(first)));
        for (value, &operand) in values.into_iter().zip(&operands[skip..]) {
            let scalar = self.scalar(operand)?;
            state.frame.env.insert(value.0, scalar);
        }
        if matches!(op, Op::StackRestore(_)) {
            state.frame.locals = self.locals(operands.get(skip + 1..).unwrap_or_default());
        }
        Ok(())
    }

    fn is_memory(&self, operand: Operand) -> bool {
        match operand {
            Operand::Register(register) => self.form.registers[register.index()].kind == Kind::Memory,
            Operand::Constant(..) | Operand::Bool(_) => false,
        }
    }

    fn code(&mut self, code: Code, define: &Definition) -> Result<(), String> {
        let inst = self.inst(code).ok_or("there is no such instruction")?;
        let mut state = self.state(code.func, &define.operands)?;
        self.bind(&inst.op, &define.operands, &mut state)?;
        let memory = state.memory.clone();
        let before = self.go_back(define);
        let after = self.evaluate(state, inst);
        self.same_symbols(define, before);
        // Where no path goes on, something failed before: what comes out does not matter.
        let Some(state) = after else {
            let zero = self.zeros(define);
            self.take(define, zero, memory);
            return Ok(());
        };
        let values = inst.result_values().map(|value| state.frame.env.get(&value.0).copied());
        let values: Option<Vec<Scalar>> = values.collect();
        let values = values.ok_or("an instruction has no result")?;
        self.take(define, values.into_iter().map(Content::Scalar).collect(), state.memory);
        Ok(())
    }

    fn zeros(&mut self, define: &Definition) -> Vec<Content> {
        let target = self.evaluator.program.target;
        let kinds: Vec<Kind> =
            define.results.iter().map(|result| self.form.registers[result.index()].kind).collect();
        let mut zeros = Vec::new();
        for kind in kinds {
            if let Kind::Value(ty) = kind {
                let zero = self.evaluator.terms.number(ty.bits(&target), 0);
                zeros.push(Content::Scalar(Scalar::plain(zero)));
            }
        }
        zeros
    }

    fn inst(&self, code: Code) -> Option<&'p Inst> {
        let program = self.evaluator.program;
        let body = program.functions[code.func.index()].body.as_ref()?;
        body.blocks[code.block.index()].insts.get(code.inst)
    }

    fn evaluate(&mut self, mut state: State, inst: &Inst) -> Option<State> {
        match &inst.op {
            Op::Call { callee, args } => {
                let args: Vec<Scalar> =
                    args.iter().map(|&arg| self.evaluator.operand(&state.frame, arg)).collect();
                self.evaluator.call_library(state, *callee, &args, inst)
            }
            _ => self.evaluator.step(&mut state, inst).then_some(state),
        }
    }

    /// Whether a condition of something holds: that is done, and what it obliged is looked at.
    fn check(&mut self, check: &Check, define: &Definition, result: Register) -> Result<(), String> {
        let operands = &define.operands;
        let func = match check.of {
            Subject::Code(code) => code.func,
            Subject::Arguments(func) => func,
            Subject::End => FuncId(0),
        };
        let mut state = self.state(func, operands)?;
        let before = self.go_back(define);
        let mut occurrence = Some(check.occurrence);
        self.evaluator.recording = Some(Box::default());
        match check.of {
            Subject::Code(code) => self.attempt(code, operands, state)?,
            Subject::Arguments(func) => drop(self.evaluator.entry_arguments(&mut state, func)),
            Subject::End => {
                if let Some(&pointer) = operands.get(1) {
                    let object = self.scalar(pointer).ok().and_then(|pointer| self.object(pointer));
                    let heap = self.evaluator.heap_objects(&state);
                    occurrence = heap.iter().position(|&id| Some(id) == object);
                }
                match check.property {
                    Some(Property::LostMemory) => self.evaluator.check_lost_memory(&state),
                    _ => self.evaluator.check_leaks(&state),
                }
            }
        }
        let caught = self.evaluator.take_recording().unwrap_or_default();
        self.same_symbols(define, before);
        let same = caught
            .pending
            .iter()
            .filter(|other| (other.property, other.note) == (check.property, check.note));
        let condition = occurrence.and_then(|at| same.map(|other| other.condition).nth(at));
        // What is not obliged here holds, or something before it failed.
        let condition = condition.unwrap_or(self.evaluator.terms.bool(true));
        self.set_truth(result, condition);
        Ok(())
    }

    /// Does what an instruction or the end of a block does, for the conditions that it obliges.
    fn attempt(&mut self, code: Code, operands: &[Operand], mut state: State) -> Result<(), String> {
        let Some(inst) = self.inst(code) else {
            if let Some(&operand) = operands.first() {
                let value = self.scalar(operand)?;
                let body = self.evaluator.program.functions[code.func.index()].body.as_ref();
                let what = match body.map(|body| &body.blocks[code.block.index()].term) {
                    Some(Terminator::Branch { .. }) => "the condition of a branch",
                    Some(Terminator::Switch { .. }) => "the value of a switch",
                    _ => "the exit code",
                };
                self.evaluator.demand(&state, value, LocId::NONE, what);
            }
            return Ok(());
        };
        self.bind(&inst.op, operands, &mut state)?;
        match &inst.op {
            Op::CallPtr { callee, args, variadic } => {
                let callee = self.evaluator.operand(&state.frame, *callee);
                let args: Vec<Scalar> =
                    args.iter().map(|&arg| self.evaluator.operand(&state.frame, arg)).collect();
                self.evaluator.check_call(state, callee, &args, *variadic, inst);
            }
            _ => drop(self.evaluate(state, inst)),
        }
        Ok(())
    }
}

/// An activation of a function without anything.
fn frame(func: FuncId) -> Frame {
    Frame {
        func,
        env: OrdMap::new(),
        locals: imbl::OrdSet::new(),
        rounds: Vec::new(),
        place: crate::place::Call::default(),
        active: OrdMap::new(),
        depth: 0,
    }
}
