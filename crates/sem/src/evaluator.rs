//! The evaluation: a queue of states by place, the smallest first. [`calls`] are calls and returns,
//! [`obligations`] what has to hold.

mod calls;
mod obligations;

use std::collections::BTreeMap;
use std::rc::Rc;

use fathom_ir::Term as Terminator;
use fathom_ir::types::AddressSpace;
use fathom_ir::{
    BinOp, BlockId, CastOp, CmpOp, Const, Edge, FuncId, Inst, LocId, NoteId, Op, Program, Property,
    PropertySet, Type, Value,
};
use fathom_logic::{Sort, Term, Terms};
use fathom_passes::loops::LoopId;
use rustc_hash::{FxHashMap, FxHashSet};

use crate::Encoding;
use crate::addresses::{Open, Staying};
use crate::arguments::Argument;
use crate::content::Form;
use crate::evidence::{Evidence, InputEvent, Site};
use crate::guard::Guard;
use crate::memory::Object;
use crate::ops::{self, Floats, holds};
use crate::place::{Call, Calls, Place};
use crate::pointing::Pointers;
use crate::possible::Possible;
use crate::recording::{Code, Recording, Subject, Trace};
use crate::scalar::{PROVENANCE_BITS, Scalar, resize};
use crate::schedule::Plan;
use crate::state::{Frame, Merging, Round, State};
use crate::{MemoryForm, MergeForm};

/// What is checked, and how programs become terms.
#[derive(Clone, Debug)]
pub struct Options {
    /// Kinds that are obligations; others end an execution that breaks them.
    pub checks: PropertySet,
    /// Allocation functions may return null.
    pub malloc_may_fail: bool,
    /// How.
    pub encoding: Encoding,
    /// Arithmetic on floats is computed, and not any function.
    pub exact_floats: bool,
    /// Functions that are models of library functions.
    pub models: FxHashSet<FuncId>,
    /// Functions that are none of the program's own: models, and those of libraries.
    pub foreign: FxHashSet<FuncId>,
    /// Addresses of globals and of functions.
    pub globals: Vec<u64>,
    /// See `globals`.
    pub functions: Vec<u64>,
    /// Objects that may lie anywhere.
    pub open: Open,
}

/// How far to go.
#[derive(Clone, Debug, Default)]
pub struct Limits {
    /// Rounds of a loop, and calls of a function by itself, that are decided by inputs.
    pub bound: u32,
    /// Rounds of any loop and calls of any function by itself, decided by inputs or not.
    pub unwind: Option<u32>,
    /// The same for single loops (and functions: `None`).
    pub single: FxHashMap<(FuncId, Option<LoopId>), u32>,
    /// Instructions in all, from the beginning of the evaluation on.
    pub steps: u64,
}

/// Why an evaluation paused.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Pause {
    /// Nothing is left but what lies beyond the limits.
    Done,
    /// The caller wanted it.
    Stopped,
}

/// What is evaluated at a place.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Point {
    /// A block from an instruction on.
    Code(BlockId, usize),
    /// The next function of those that make up the program: constructors, the entry, destructors.
    Stage(usize),
}

/// A state that waits beyond a limit.
#[derive(Debug)]
struct Waiting {
    place: Place,
    point: Point,
    state: State,
    /// The loop, or the function that calls itself, that it waits for.
    loop_of: (FuncId, Option<LoopId>),
    counted: u32,
    times: u32,
}

/// Rounds of a loop that no input decides cost nothing, up to so many: then they count as one that is
/// decided, so that a loop which never ends does not keep all others waiting.
const FREE_ROUNDS: u32 = 256;

/// So many differences of memories are looked at in the time of an instruction, roughly.
const DIFFERENCES_A_STEP: u64 = 16;

/// The evaluator of a program.
pub struct Evaluator<'p> {
    /// The program.
    pub program: &'p Program,
    /// All terms.
    pub terms: Terms,
    /// What was found so far.
    pub evidence: Evidence,
    /// Objects made so far; the first stands for none.
    pub objects: Vec<Object>,
    /// Instructions evaluated.
    pub steps: u64,
    /// Differences of memories that merging looked at.
    differences: u64,
    /// For each loop reached, and each function that called itself, how often it went round at most.
    pub loops: BTreeMap<(FuncId, Option<LoopId>), u32>,
    /// Terms that models should satisfy where they can: objects of unknown size are small.
    pub preferences: Vec<Term>,
    /// What was assumed of the world, a sentence each.
    pub assumptions: Vec<String>,
    /// Local objects that nobody promises to lie where they do as long as they do: see [`crate::addresses`].
    pub(crate) staying: Staying,
    /// More objects were made than there are addresses for: nothing that was not found is known.
    pub exhausted: bool,
    /// The number of command line arguments, and the first of them, if the program looks at them.
    pub arguments: Option<(Term, Vec<Argument>)>,
    pub(crate) options: Options,
    pub(crate) form: Form,
    pub(crate) possible: Possible,
    pub(crate) pointers: Pointers,
    pub(crate) floats: Floats,
    pub(crate) names: FxHashMap<String, NoteId>,
    pub(crate) extra_notes: Vec<String>,
    pub(crate) exposed: std::collections::BTreeSet<u32>,
    /// Conditions of doubts that were noted.
    pub(crate) doubted: FxHashSet<Term>,
    pub(crate) next_stack: u64,
    pub(crate) next_heap: u64,
    pub(crate) tracks_modification: bool,
    pub(crate) undef_constants: FxHashMap<(FuncId, Value), Term>,
    /// What is evaluated, written down, if anybody wants that.
    pub(crate) recording: Option<Box<Recording>>,
    plans: Vec<Option<Rc<Plan>>>,
    constants: Vec<FxHashMap<u32, Scalar>>,
    sites: FxHashMap<Site, usize>,
    queue: BTreeMap<Place, (Point, Vec<State>)>,
    waiting: Vec<Waiting>,
    calls: Calls,
    stages: Vec<FuncId>,
    /// The stage that runs after the entry.
    after_entry: usize,
    limits: Limits,
}

/// How many states are merged before somebody looks whether to stop.
const FOLDS_A_LOOK: u32 = 16;

impl<'p> Evaluator<'p> {
    /// An evaluator that is about to begin at the entry function.
    pub fn new(program: &'p Program, entry: FuncId, options: Options) -> Self {
        let mut terms = if options.encoding.simplify { Terms::new() } else { Terms::unsimplified() };
        let nowhere = Object {
            kind: crate::memory::ObjectKind::Undefined,
            base: terms.number(program.target.pointer_bits, 0),
            open: false,
            align: 1,
            size: terms.number(program.target.pointer_bits, 0),
            made: terms.bool(false),
            loc: LocId::NONE,
            made_for: LocId::NONE,
            name: NoteId::NONE,
            initial: None,
        };
        let form = Form {
            pointer_bits: program.target.pointer_bits,
            big_endian: program.target.big_endian,
            arrays_only: options.encoding.memory == MemoryForm::Arrays,
        };
        let space = AddressSpace::of(program.target.pointer_bits);
        let mut stages = program.constructors.clone();
        stages.push(entry);
        let after_entry = stages.len();
        stages.extend(&program.destructors);
        let uses = |name: &str| program.functions.iter().any(|function| function.name == name);
        let mut evaluator = Self {
            program,
            terms,
            evidence: Evidence::default(),
            objects: vec![nowhere],
            steps: 0,
            differences: 0,
            loops: BTreeMap::new(),
            preferences: Vec::new(),
            assumptions: Vec::new(),
            staying: Staying::default(),
            exhausted: false,
            arguments: None,
            form,
            possible: Possible::default(),
            pointers: Pointers::default(),
            floats: Floats::new(options.exact_floats),
            names: FxHashMap::default(),
            extra_notes: Vec::new(),
            exposed: std::collections::BTreeSet::new(),
            doubted: FxHashSet::default(),
            next_stack: space.stack_top,
            next_heap: space.heap_start,
            tracks_modification: uses("sea_is_modified"),
            undef_constants: FxHashMap::default(),
            recording: None,
            plans: vec![None; program.functions.len()],
            constants: vec![FxHashMap::default(); program.functions.len()],
            sites: FxHashMap::default(),
            queue: BTreeMap::new(),
            waiting: Vec::new(),
            calls: Calls::default(),
            stages,
            after_entry,
            limits: Limits::default(),
            options,
        };
        let memory = evaluator.initial_memory();
        let frame = Frame {
            func: entry,
            env: imbl::OrdMap::new(),
            locals: imbl::OrdSet::new(),
            rounds: Vec::new(),
            place: Call::default(),
            active: imbl::OrdMap::new(),
            depth: 0,
        };
        let state = State { guard: Guard::always(), memory, frame, callers: None, trace: None };
        evaluator.place_statics(&state);
        evaluator.queue.insert(stage_place(0), (Point::Stage(0), vec![state]));
        evaluator
    }

    /// Whether all of the program was evaluated.
    pub fn is_complete(&self) -> bool {
        self.queue.is_empty() && self.waiting.is_empty()
    }

    /// Whether arithmetic on floats was left open somewhere.
    pub fn leaves_floats_open(&self) -> bool {
        self.floats.left_open
    }

    /// Values that stand for constants which the program leaves undefined.
    pub fn undefined_constants(&self) -> impl Iterator<Item = (FuncId, Value, Term)> + '_ {
        self.undef_constants.iter().map(|(&(func, value), &term)| (func, value, term))
    }

    /// For each state beyond the limits: its loop (or function that calls itself), and when it is reached.
    pub fn frontier(&mut self) -> Vec<((FuncId, Option<LoopId>), Term)> {
        let terms = &mut self.terms;
        self.waiting.iter().map(|waiting| (waiting.loop_of, waiting.state.guard.term(terms))).collect()
    }

    /// Forgets states beyond the limits that cannot be reached: those at these positions of `frontier`.
    pub fn forget(&mut self, unreachable: &FxHashSet<usize>) {
        let mut at = 0;
        self.waiting.retain(|_| {
            at += 1;
            !unreachable.contains(&(at - 1))
        });
    }

    /// Whether a larger bound would lead further.
    pub fn can_go_on(&self, limits: &Limits) -> bool {
        !self.queue.is_empty() || self.waiting.iter().any(|waiting| self.within(limits, waiting))
    }

    fn within(&self, limits: &Limits, waiting: &Waiting) -> bool {
        waiting.counted <= limits.bound && waiting.times <= self.allowed(limits, waiting.loop_of)
    }

    fn allowed(&self, limits: &Limits, loop_of: (FuncId, Option<LoopId>)) -> u32 {
        limits.single.get(&loop_of).copied().or(limits.unwind).unwrap_or(u32::MAX)
    }

    /// The text of a note, of the program or of the evaluator.
    pub fn note(&self, id: NoteId) -> &str {
        match id.index().checked_sub(self.program.notes.len()) {
            Some(at) => self.extra_notes.get(at).map_or("", String::as_str),
            None => self.program.note(id),
        }
    }

    /// Texts of notes that the evaluator made; they are numbered after those of the program.
    pub fn extra_notes(&self) -> &[String] {
        &self.extra_notes
    }

    pub(crate) fn new_note(&mut self, text: &str) -> NoteId {
        if let Some(&id) = self.names.get(text) {
            return id;
        }
        let id = NoteId((self.program.notes.len() + self.extra_notes.len()) as u32);
        self.extra_notes.push(text.to_owned());
        self.names.insert(text.to_owned(), id);
        id
    }

    /// What was done so far, in steps.
    pub fn work(&self) -> u64 {
        work(self.steps, self.differences)
    }

    /// Evaluates up to the limits. `stop` is asked now and then whether to pause; it is told [what was done](Self::work)
    /// and the number of terms so far.
    pub fn run(&mut self, limits: &Limits, mut stop: impl FnMut(u64, usize) -> bool) -> Pause {
        self.limits = limits.clone();
        for waiting in std::mem::take(&mut self.waiting) {
            if self.within(limits, &waiting) && self.work() < limits.steps {
                let known = self.loops.entry(waiting.loop_of).or_insert(0);
                *known = (*known).max(waiting.times);
                self.arrive(waiting.place, waiting.point, waiting.state);
            } else {
                self.waiting.push(waiting);
            }
        }
        let mut next_look = self.steps;
        while let Some((place, (point, states))) = self.queue.pop_first() {
            if self.steps >= next_look {
                next_look = self.steps + 256;
                if stop(self.work(), self.terms.len()) || self.recording_is_full() {
                    self.queue.insert(place, (point, states));
                    return Pause::Stopped;
                }
            }
            let traces: Vec<Trace> =
                states.iter().filter_map(|state| state.trace.as_deref().cloned()).collect();
            let Some(mut state) = self.merge(point, states, &mut stop) else { return Pause::Stopped };
            let guard = state.guard.term(&mut self.terms);
            if self.terms.as_bool(guard) == Some(false) {
                continue;
            }
            self.begin_block(&mut state, point, &traces);
            match point {
                Point::Code(block, inst) => self.evaluate(state, &place, block, inst),
                Point::Stage(stage) => self.begin_stage(state, stage),
            }
        }
        Pause::Done
    }

    fn arrive(&mut self, place: Place, point: Point, mut state: State) {
        self.leave_block(&mut state, false);
        self.queue.entry(place).or_insert_with(|| (point, Vec::new())).1.push(state);
    }

    /// States that wait for their turn.
    pub(crate) fn queued_states(&mut self) -> impl Iterator<Item = &mut State> {
        self.queue.values_mut().flat_map(|(_, states)| states)
    }

    /// How a stage is called in a recording.
    pub(crate) fn stage_label(&self, point: Point) -> String {
        match point {
            Point::Stage(0) => "start".to_string(),
            Point::Stage(stage) if stage < self.stages.len() => format!("start{stage}"),
            Point::Stage(_) | Point::Code(..) => "exit".to_string(),
        }
    }

    /// Merges what arrived at one place: those first that parted last. `None` if it was stopped, which loses them.
    fn merge(
        &mut self,
        point: Point,
        states: Vec<State>,
        stop: &mut impl FnMut(u64, usize) -> bool,
    ) -> Option<State> {
        let how = Merging { form: self.form, whole_paths: self.options.encoding.merge == MergeForm::Paths };
        if states.len() < 2 {
            return states.into_iter().next();
        }
        let func = states[0].frame.func;
        let plan = self.plan(func);
        let body = self.program.functions[func.index()].body.as_ref();
        let live = |value: Value| match (point, body) {
            (Point::Code(block, 0), Some(body)) => {
                plan.live[block.index()].contains(value) || body.blocks[block.index()].params.contains(&value)
            }
            _ => true,
        };
        // Neighbours that share the most decisions are merged first, so that both sides of an `if` meet
        // before anything else joins them.
        let mut stack: Vec<(State, u32)> = Vec::new();
        // Where thousands of paths meet, each step can take milliseconds.
        let mut folded = 0;
        let steps = self.steps;
        let mut differences = self.differences;
        let mut stopped = |terms: &Terms, differences: u64| {
            folded += 1;
            folded % FOLDS_A_LOOK == 0 && stop(work(steps, differences), terms.len())
        };
        for state in states {
            let shared = stack.last().map_or(0, |(last, _)| last.guard.shared(&state.guard));
            while stack.len() >= 2 && stack.last().is_some_and(|&(_, with_previous)| with_previous > shared) {
                fold(&mut stack, |a, b| State::merge(&mut self.terms, how, a, b, &live, &mut differences));
                if stopped(&self.terms, differences) {
                    return None;
                }
            }
            let shared = stack.last().map_or(0, |(last, _)| last.guard.shared(&state.guard));
            stack.push((state, shared));
        }
        while stack.len() >= 2 {
            fold(&mut stack, |a, b| State::merge(&mut self.terms, how, a, b, &live, &mut differences));
            if stopped(&self.terms, differences) {
                return None;
            }
        }
        self.differences = differences;
        stack.pop().map(|(state, _)| state)
    }

    pub(crate) fn plan(&mut self, func: FuncId) -> Rc<Plan> {
        let program = self.program;
        let slot = &mut self.plans[func.index()];
        let body = self.program.functions[func.index()].body.as_ref();
        Rc::clone(
            slot.get_or_insert_with(|| {
                Rc::new(Plan::new(program, body.unwrap_or(&fathom_ir::Body::default())))
            }),
        )
    }

    /// Runs the next function of the program, or ends it.
    fn begin_stage(&mut self, mut state: State, stage: usize) {
        // What the stages before left on the stack is gone.
        state.frame.rounds.clear();
        state.frame.active.clear();
        state.frame.depth = 0;
        let Some(&func) = self.stages.get(stage) else {
            self.end_program(state);
            return;
        };
        let function = &self.program.functions[func.index()];
        if stage + 1 < self.after_entry && !function.params.is_empty() {
            // The GNU C library passes the command line, and others nothing.
            let note = self.new_note("what a constructor is called with");
            let no = self.terms.bool(false);
            self.oblige(&state, Property::Unmodelled, function.loc, note, no);
            return;
        }
        let Some(args) = self.recorded_arguments(&mut state, func) else { return };
        let call = self.calls.call(&Call::default(), vec![stage as u32, 0]);
        self.enter(state, func, args, call);
    }

    /// The program ends by `exit`: blocks that are under way never end, so their variables stay.
    pub(crate) fn leave_program(&mut self, mut state: State) {
        if self.options.checks.contains(Property::LostMemory) {
            self.note_what_is_had(&mut state);
        }
        self.go_to_stage(self.after_entry, state);
    }

    /// Whether the entry is over, and handlers and destructors run.
    pub(crate) fn is_ending(&self, state: &State) -> bool {
        state.frame.place.outermost().first().is_some_and(|&stage| stage as usize >= self.after_entry)
    }

    /// Goes on with a stage, whatever calls are under way.
    fn go_to_stage(&mut self, stage: usize, mut state: State) {
        state.callers = None;
        state.frame.env = imbl::OrdMap::new();
        state.frame.locals = imbl::OrdSet::new();
        self.arrive(stage_place(stage), Point::Stage(stage), state);
    }

    fn end_program(&mut self, state: State) {
        let guard = state.guard.term(&mut self.terms);
        self.note_end(guard);
        self.record_subject(Subject::End);
        if self.options.checks.contains(Property::MemoryLeak) {
            self.check_leaks(&state);
        }
        if self.options.checks.contains(Property::LostMemory) {
            self.check_lost_memory(&state);
        }
        self.write_checks(&state);
    }

    /// The place of a block in a running function.
    fn place_of(&self, plan: &Plan, frame: &Frame, block: BlockId) -> Place {
        let mut here = Vec::new();
        for (id, round) in plan.around[block.index()].iter().zip(&frame.rounds) {
            here.push(plan.number[plan.loops.loops[id.index()].header.index()]);
            here.push(round.times);
        }
        here.push(plan.number[block.index()]);
        Place { call: frame.place.clone(), here }
    }

    /// The value of an operand.
    pub(crate) fn operand(&mut self, frame: &Frame, value: Value) -> Scalar {
        if let Some(&scalar) = frame.env.get(&value.0) {
            return scalar;
        }
        if let Some(&scalar) = self.constants[frame.func.index()].get(&value.0) {
            return scalar;
        }
        let scalar = self.constant(frame.func, value);
        self.constants[frame.func.index()].insert(value.0, scalar);
        scalar
    }

    fn constant(&mut self, func: FuncId, value: Value) -> Scalar {
        let Some(body) = &self.program.functions[func.index()].body else {
            return Scalar::plain(self.terms.number(1, 0));
        };
        let width = body.ty(value).bits(&self.program.target);
        match body.constant(value) {
            Some(Const::Bits(bits)) => Scalar::plain(self.terms.bits(bits)),
            Some(&Const::Addr(symbol, offset)) => {
                let pointer = self.symbol_pointer(symbol);
                let offset = self.terms.bits(&fathom_ir::Bits::from_i64(self.form.pointer_bits, offset));
                Scalar { bits: self.terms.bv_add(pointer.bits, offset), ..pointer }
            }
            // A value without definition is dead, whatever it is.
            Some(Const::Undef) | None => {
                let bits = self.terms.symbol("undefined", Sort::Bits(width));
                let undef = self.terms.bits(&fathom_ir::Bits::ones(width));
                if matches!(body.constant(value), Some(Const::Undef)) {
                    self.undef_constants.insert((func, value), bits);
                }
                Scalar { bits, provenance: None, undef: self.tracks_undef().then_some(undef) }
            }
        }
    }

    /// Whether indeterminate bits are followed.
    pub(crate) fn tracks_undef(&self) -> bool {
        self.options.checks.contains(Property::UninitialisedUse)
    }

    fn evaluate(&mut self, mut state: State, place: &Place, block: BlockId, from: usize) {
        let program = self.program;
        let Some(body) = &program.functions[state.frame.func.index()].body else { return };
        let code = &body.blocks[block.index()];
        // The place of the block: without what follows it in the place of a call.
        let place = if from == 0 { &place.here[..] } else { &place.here[..place.here.len() - 3] };
        for (at, inst) in code.insts.iter().enumerate().skip(from) {
            self.steps += 1;
            match &inst.op {
                Op::Call { callee, args: values } => {
                    let args: Vec<Scalar> =
                        values.iter().map(|&arg| self.operand(&state.frame, arg)).collect();
                    if program.functions[callee.index()].body.is_some() {
                        let callee_place =
                            self.calls.call(&state.frame.place, [place, &[at as u32, 0, 0]].concat());
                        self.record_call(&mut state, *callee, values);
                        self.call(state, *callee, args, (block, at), callee_place);
                        return;
                    }
                    match self.recorded_library(state, *callee, &args, inst, (block, at)) {
                        Some(next) => state = next,
                        None => return,
                    }
                }
                Op::CallPtr { callee, args, variadic } => {
                    let callee = self.operand(&state.frame, *callee);
                    let args: Vec<Scalar> = args.iter().map(|&arg| self.operand(&state.frame, arg)).collect();
                    self.record_subject(Subject::Code(Code { func: state.frame.func, block, inst: at }));
                    let before = self.recorded_state(&state);
                    self.call_through(state, callee, &args, *variadic, inst, (block, at), place);
                    self.write_rest(before);
                    return;
                }
                _ => {
                    if !self.recorded_step(&mut state, inst, block, at) {
                        return;
                    }
                }
            }
        }
        self.steps += 1;
        self.note_reached(&state, block);
        self.record_subject(Subject::Code(self.end_of(state.frame.func, block)));
        let before = self.recorded_state(&state);
        self.terminate(state, &code.term, code.term_loc, block);
        self.write_rest(before);
    }

    /// One instruction that is not a call; `false` if no path goes on.
    pub(crate) fn step(&mut self, state: &mut State, inst: &Inst) -> bool {
        let Some(body) = &self.program.functions[state.frame.func.index()].body else { return false };
        let target = self.program.target;
        let ty = if inst.results > 0 { body.ty(inst.first) } else { Type::BOOL };
        let width = ty.bits(&target);
        let result = match &inst.op {
            Op::Bin(..)
            | Op::Overflow(..)
            | Op::Un(..)
            | Op::Select(..)
            | Op::FBin(..)
            | Op::FUn(..)
            | Op::Fma(..)
            | Op::FCmp(..)
            | Op::Freeze(..) => {
                let mut args = Vec::new();
                inst.op.operands(|value| args.push(value));
                let operand = match inst.op {
                    Op::Select(..) => ty,
                    _ => body.ty(args[0]),
                };
                let scalars: Vec<Scalar> =
                    args.iter().map(|&value| self.operand(&state.frame, value)).collect();
                let shows_addresses = match inst.op {
                    Op::Select(..) | Op::Freeze(_) => false,
                    Op::Bin(BinOp::And, ..) => !self.only_shows_alignment(scalars[0], scalars[1]),
                    _ => true,
                };
                if shows_addresses {
                    scalars.iter().for_each(|&scalar| self.look_at(state, scalar));
                }
                if let Op::Bin(op, ..) = inst.op
                    && matches!(op, BinOp::UDiv | BinOp::SDiv | BinOp::URem | BinOp::SRem)
                    && !self.demand(state, scalars[1], inst.loc, "the divisor")
                {
                    return false;
                }
                ops::pure(&mut self.terms, &mut self.floats, &inst.op, (ty, operand), width, &scalars)
            }
            &Op::Cmp(op, a, b) => {
                let (x, y) = (self.operand(&state.frame, a), self.operand(&state.frame, b));
                let pointers = body.ty(a) == Type::Ptr;
                if pointers
                    && !matches!(op, CmpOp::Eq | CmpOp::Ne)
                    && self.options.checks.contains(Property::PointerComparison)
                    && !self.same_object(state, x, y, Property::PointerComparison, inst.loc)
                {
                    return false;
                }
                let operand = body.ty(a);
                self.rest_on_places(x, y, pointers);
                match self
                    .compare_addresses(state, op, x, y)
                    .filter(|_| x.undef.is_none() && y.undef.is_none())
                {
                    Some(answer) => Some(Scalar::plain(self.terms.number(1, u64::from(answer)))),
                    None => {
                        ops::pure(&mut self.terms, &mut self.floats, &inst.op, (ty, operand), width, &[x, y])
                    }
                }
            }
            &Op::Cast(cast @ (CastOp::PtrToInt | CastOp::IntToPtr), a) => {
                let a = self.operand(&state.frame, a);
                let bits = resize(&mut self.terms, a.bits, width);
                let undef = a.undef.map(|undef| resize(&mut self.terms, undef, width));
                let provenance = if cast == CastOp::PtrToInt {
                    self.expose(state, a);
                    // The number is still the pointer, as long as nothing is computed with it.
                    if width < self.form.pointer_bits {
                        self.look_at(state, a);
                    }
                    a.provenance.filter(|_| width == self.form.pointer_bits)
                } else {
                    if !self.demand_one_object(state, Scalar { bits, ..a }, inst.loc) {
                        return false;
                    }
                    self.provenance_of_number(state, bits, a.provenance)
                };
                Some(Scalar { bits, provenance, undef })
            }
            &Op::Cast(_, a) => {
                let operand = body.ty(a);
                let a = self.operand(&state.frame, a);
                self.look_at(state, a);
                ops::pure(&mut self.terms, &mut self.floats, &inst.op, (ty, operand), width, &[a])
            }
            &Op::PtrAdd { base, index, scale, inbounds } => {
                let (base, index) = (self.operand(&state.frame, base), self.operand(&state.frame, index));
                self.look_at(state, index);
                if inbounds && self.options.checks.contains(Property::PointerArithmetic) {
                    let inside = self.stays_inside(state, base, index, scale);
                    if !self.oblige(state, Property::PointerArithmetic, inst.loc, NoteId::NONE, inside) {
                        return false;
                    }
                }
                Some(self.pointer_plus(base, index, scale))
            }
            &Op::InBounds { base, index, scale } => {
                let (base, index) = (self.operand(&state.frame, base), self.operand(&state.frame, index));
                self.look_at(state, index);
                let inside = self.stays_inside(state, base, index, scale);
                let bits = ops::bit(&mut self.terms, inside);
                Some(Scalar::plain(bits))
            }
            &Op::PtrDiff(a, b) => {
                let (a, b) = (self.operand(&state.frame, a), self.operand(&state.frame, b));
                if self.options.checks.contains(Property::PointerSubtraction)
                    && !self.same_object(state, a, b, Property::PointerSubtraction, inst.loc)
                {
                    return false;
                }
                self.expose(state, a);
                self.expose(state, b);
                // What depends on the order of two objects depends on their distance.
                self.compare_addresses(state, CmpOp::Ult, a, b);
                let minus = Op::Bin(fathom_ir::BinOp::Sub, Value(0), Value(0));
                let types = (ty, ty);
                let (x, y) = (Scalar { provenance: None, ..a }, Scalar { provenance: None, ..b });
                ops::pure(&mut self.terms, &mut self.floats, &minus, types, width, &[x, y])
            }
            &Op::Load { ptr, align } => {
                let ptr = self.operand(&state.frame, ptr);
                match self.load(state, ptr, ty, align, inst.loc) {
                    Some(value) => Some(value),
                    None => return false,
                }
            }
            &Op::Store { value, ptr, align } => {
                let ty = body.ty(value);
                let (value, ptr) = (self.operand(&state.frame, value), self.operand(&state.frame, ptr));
                if !self.store(state, ptr, value, ty, align, inst.loc) {
                    return false;
                }
                None
            }
            &Op::Alloca { size, align, name } => {
                let size = self.operand(&state.frame, size);
                self.look_at(state, size);
                if !self.demand(state, size, inst.loc, "the size of a local array") {
                    return false;
                }
                let plan = self.plan(state.frame.func);
                let (scoped, ended) = (plan.scoped.contains(inst.first), plan.ended.contains(inst.first));
                let local = self.new_local(state, size.bits, (align, scoped), name, inst.loc);
                // Variables without an end are those of the whole function.
                if !ended && name == NoteId::NONE {
                    self.staying.without_end.insert(self.objects.len() as u32 - 1);
                }
                Some(local)
            }
            &Op::LifetimeStart(ptr) => {
                let ptr = self.operand(&state.frame, ptr);
                self.set_alive(state, ptr, true, inst.loc);
                None
            }
            &Op::LifetimeEnd(ptr) => {
                let ptr = self.operand(&state.frame, ptr);
                self.set_alive(state, ptr, false, inst.loc);
                None
            }
            &Op::Seal(ptr) => {
                let ptr = self.operand(&state.frame, ptr);
                self.seal(state, ptr);
                None
            }
            Op::StackSave => {
                // Objects are numbered in the order in which they are made.
                Some(Scalar::plain(self.terms.number(width, self.objects.len() as u64)))
            }
            &Op::StackRestore(token) => {
                let token = self.operand(&state.frame, token);
                self.restore_stack(state, token.bits);
                None
            }
            &Op::MemCopy { dst, src, len, overlap } => {
                let dst = self.operand(&state.frame, dst);
                let (src, len) = (self.operand(&state.frame, src), self.operand(&state.frame, len));
                self.look_at(state, len);
                if !self.copy_memory(state, (dst, src, len), overlap, inst.loc) {
                    return false;
                }
                None
            }
            &Op::MemSet { dst, byte, len } => {
                let dst = self.operand(&state.frame, dst);
                let (byte, len) = (self.operand(&state.frame, byte), self.operand(&state.frame, len));
                self.look_at(state, byte);
                self.look_at(state, len);
                if !self.set_memory(state, dst, byte, len, inst.loc) {
                    return false;
                }
                None
            }
            &Op::Assert { cond, property, note } => {
                let cond = self.operand(&state.frame, cond);
                if !self.demand(state, cond, inst.loc, "an asserted condition") {
                    return false;
                }
                let condition = holds(&mut self.terms, cond.bits);
                if !self.oblige(state, property, inst.loc, note, condition) {
                    return false;
                }
                None
            }
            &Op::Assume(cond) => {
                let cond = self.operand(&state.frame, cond);
                if !self.demand(state, cond, inst.loc, "an assumed condition") {
                    return false;
                }
                let condition = holds(&mut self.terms, cond.bits);
                if !self.assume(state, condition) {
                    return false;
                }
                None
            }
            &Op::Nondet { name, outside } => {
                let value = self.input(state, ty, inst.loc, name);
                Some(if ty == Type::Ptr { self.arbitrary_pointer(state, value, outside) } else { value })
            }
            // Calls are handled by the caller.
            Op::Call { .. } | Op::CallPtr { .. } => None,
        };
        if let Some(value) = result
            && inst.results > 0
        {
            state.frame.env.insert(inst.first.0, value);
        }
        true
    }

    /// A value that the program leaves open.
    pub(crate) fn input(&mut self, state: &State, ty: Type, loc: LocId, name: NoteId) -> Scalar {
        let width = ty.bits(&self.program.target);
        let value = self.terms.symbol("input", Sort::Bits(width));
        let guard = state.guard.term(&mut self.terms);
        self.evidence.inputs.push(InputEvent { guard, value, ty, loc, name });
        Scalar::plain(value)
    }

    fn terminate(&mut self, mut state: State, term: &Terminator, loc: LocId, block: BlockId) {
        match term {
            Terminator::Jump(edge) => self.follow(state, block, edge),
            Terminator::Branch { cond, then, els } => {
                let value = self.operand(&state.frame, *cond);
                if !self.demand(&state, value, loc, "the condition of a branch") {
                    return;
                }
                let condition = holds(&mut self.terms, value.bits);
                let other = self.terms.not(condition);
                let taken = state.guard.and(&mut self.terms, condition);
                let not_taken = state.guard.and(&mut self.terms, other);
                match (taken, not_taken) {
                    (Some(guard), None) => {
                        state.guard = guard;
                        self.follow(state, block, then);
                    }
                    (None, Some(guard)) => {
                        state.guard = guard;
                        self.follow(state, block, els);
                    }
                    (Some(yes), Some(no)) => {
                        let mut second = state.clone();
                        self.record_decision(&mut state, *cond);
                        state.guard = yes;
                        second.guard = no;
                        self.follow(state, block, then);
                        self.follow(second, block, els);
                    }
                    (None, None) => {}
                }
            }
            Terminator::Switch { value, cases, default } => {
                let scalar = self.operand(&state.frame, *value);
                self.look_at(&state, scalar);
                if !self.demand(&state, scalar, loc, "the value of a switch") {
                    return;
                }
                for (number, (case, edge)) in cases.iter().enumerate() {
                    let case = self.terms.bits(case);
                    let here = self.terms.eq(scalar.bits, case);
                    if let Some(guard) = state.guard.and(&mut self.terms, here) {
                        let mut taken = state.clone();
                        taken.guard = guard;
                        self.record_case(&mut taken, block, *value, number);
                        self.follow(taken, block, edge);
                    }
                    let other = self.terms.not(here);
                    match state.guard.and(&mut self.terms, other) {
                        Some(guard) => state.guard = guard,
                        None => return,
                    }
                }
                self.follow(state, block, default);
            }
            Terminator::Return(values) => self.give_back(state, values),
            Terminator::Stop => {
                let never = self.terms.bool(false);
                self.oblige(&state, Property::Unreachable, loc, NoteId::NONE, never);
            }
        }
    }

    /// Goes along an edge.
    fn follow(&mut self, mut state: State, from: BlockId, edge: &Edge) {
        let Some(body) = &self.program.functions[state.frame.func.index()].body else { return };
        let to = edge.block;
        let plan = self.plan(state.frame.func);
        let values: Vec<Scalar> = edge.args.iter().map(|&arg| self.operand(&state.frame, arg)).collect();
        for (param, value) in body.blocks[to.index()].params.iter().zip(values) {
            state.frame.env.insert(param.0, value);
        }
        self.record_edge(&mut state, &edge.args, &body.blocks[to.index()].params);
        let (inside_from, inside_to) = (&plan.around[from.index()], &plan.around[to.index()]);
        let mut rounds = Vec::with_capacity(inside_to.len());
        let mut round_again = None;
        for (depth, &id) in inside_to.iter().enumerate() {
            if inside_from.get(depth) != Some(&id) {
                rounds.push(Round { times: 0, counted: 0, guard: state.guard.clone() });
                self.loops.entry((state.frame.func, Some(id))).or_insert(0);
                continue;
            }
            let old = &state.frame.rounds[depth];
            if plan.loops.loops[id.index()].header != to {
                rounds.push(old.clone());
                continue;
            }
            let times = old.times + 1;
            let decided = !old.guard.is(&state.guard) || times.is_multiple_of(FREE_ROUNDS);
            let counted = old.counted + u32::from(decided);
            rounds.push(Round { times, counted, guard: state.guard.clone() });
            round_again = Some((id, times, counted));
        }
        state.frame.rounds = rounds;
        let place = self.place_of(&plan, &state.frame, to);
        let point = Point::Code(to, 0);
        if let Some((id, times, counted)) = round_again {
            let key = (state.frame.func, Some(id));
            if counted > self.limits.bound
                || times > self.allowed(&self.limits, key)
                || self.work() >= self.limits.steps
            {
                self.leave_block(&mut state, true);
                self.waiting.push(Waiting { place, point, state, loop_of: key, counted, times });
                return;
            }
            let known = self.loops.entry(key).or_insert(0);
            *known = (*known).max(times);
        }
        self.arrive(place, point, state);
    }

    pub(crate) fn none(&mut self) -> Term {
        self.terms.number(PROVENANCE_BITS, 0)
    }
}

/// The place of a stage.
fn stage_place(stage: usize) -> Place {
    Place { call: Call::default(), here: vec![stage as u32] }
}

/// Merges the two on top.
/// Instructions, and how many of them what merging looked at amounts to.
fn work(steps: u64, differences: u64) -> u64 {
    steps + differences / DIFFERENCES_A_STEP
}

fn fold(stack: &mut Vec<(State, u32)>, merge: impl FnOnce(State, State) -> State) {
    if let (Some((b, _)), Some((a, shared))) = (stack.pop(), stack.pop()) {
        stack.push((merge(a, b), shared));
    }
}
