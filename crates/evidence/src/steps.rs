//! From a recording to steps: what happened, line by line.

use fathom_interp::machine::Scalar;
use fathom_interp::memory::{Cell, ObjectKind, Provenance};
use fathom_interp::recording::{Bytes, Effect, Made, Range, Recording};
use fathom_ir::debug::{DebugInfo, Variable};
use fathom_ir::{BlockId, FuncId, Inst, LocId, Op, Program, Term};
use fathom_passes::loops::Loops;
use rustc_hash::{FxHashMap, FxHashSet};

use crate::condition::{Meaning, meaning};
use crate::model::{Change, Event, Object, ObjectId, Position, Step, Value};
use crate::objects::{Objects, plain, variable_of};
use crate::source;

/// Changes of one step that are kept.
const MAX_CHANGES: usize = 64;

/// The text of a source file by its name, if it can be had.
pub type Sources<'a> = &'a dyn Fn(&str) -> Option<String>;

/// What happened, and to what.
#[derive(Default)]
pub struct Story {
    /// Line by line.
    pub steps: Vec<Step>,
    /// What it is about.
    pub objects: Vec<Object>,
    /// The object that the failure is about.
    pub object: Option<ObjectId>,
    /// Functions of libraries that asked for inputs, by the numbers of these, and where they were called.
    pub asked_by: FxHashMap<usize, (String, Option<Position>)>,
}

/// The steps of a recording; `object` is what the failure is about.
pub fn steps(
    program: &Program,
    debug: &DebugInfo,
    recording: &Recording,
    matters: &[bool],
    object: Option<Provenance>,
    sources: Option<Sources<'_>>,
) -> Story {
    let mut builder = Builder::new(program, debug, recording, matters);
    builder.sources = sources;
    for at in 0..recording.executed.len() {
        builder.instruction(at);
    }
    builder.finish(object)
}

struct Builder<'a> {
    program: &'a Program,
    debug: &'a DebugInfo,
    recording: &'a Recording,
    matters: &'a [bool],
    objects: Objects<'a>,
    steps: Vec<Step>,
    /// The activation of the user's code that an activation works for, which may be itself.
    owners: Vec<u32>,
    /// How deep each activation is in the user's code.
    depths: Vec<u32>,
    /// Activations that have begun.
    begun: Vec<bool>,
    /// Where each activation is.
    at: FxHashMap<u32, LocId>,
    /// The activation and the line of the last step.
    present: Option<(u32, LocId)>,
    /// Rounds of loops: by activation and header.
    rounds: FxHashMap<(u32, BlockId), u64>,
    loops: FxHashMap<FuncId, Headers>,
    /// The values of leaves as the reader knows them.
    shown: FxHashMap<(usize, String), String>,
    /// Functions of libraries that asked for inputs, by the numbers of these.
    asked_by: FxHashMap<usize, (String, Option<Position>)>,
    /// The texts of source files.
    sources: Option<Sources<'a>>,
    /// Those that were read.
    texts: FxHashMap<String, Option<String>>,
    /// What branches say, by their positions.
    meanings: FxHashMap<LocId, Option<Meaning>>,
}

/// The headers of the loops of a function, each with the blocks that go back to it.
type Headers = FxHashMap<BlockId, FxHashSet<BlockId>>;

impl<'a> Builder<'a> {
    fn new(
        program: &'a Program,
        debug: &'a DebugInfo,
        recording: &'a Recording,
        matters: &'a [bool],
    ) -> Self {
        let mut owners = vec![];
        let mut depths: Vec<u32> = vec![];
        for (at, activation) in recording.activations.iter().enumerate() {
            let function = &program.functions[activation.function.index()];
            let caller = activation.caller.map(|caller| owners[caller as usize]);
            let (owner, depth) = match caller {
                Some(caller) if source::is_foreign(program, function.loc) => {
                    (caller, depths[caller as usize])
                }
                Some(caller) => (at as u32, depths[caller as usize] + 1),
                None => (at as u32, 0),
            };
            owners.push(owner);
            depths.push(depth);
        }
        let mut objects = Objects::new(program, debug, recording);
        let variable = |effect: usize, _: &Made| {
            let at = recording.executed.partition_point(|executed| executed.effects as usize <= effect);
            at.checked_sub(1).and_then(|at| variable_at(program, debug, recording, at))
        };
        objects.set_depths(recording, &depths);
        objects.find_types(recording, &variable);
        Self {
            program,
            debug,
            recording,
            matters,
            objects,
            steps: vec![],
            begun: vec![false; owners.len()],
            owners,
            depths,
            at: FxHashMap::default(),
            present: None,
            rounds: FxHashMap::default(),
            loops: FxHashMap::default(),
            shown: FxHashMap::default(),
            asked_by: FxHashMap::default(),
            sources: None,
            texts: FxHashMap::default(),
            meanings: FxHashMap::default(),
        }
    }

    fn instruction(&mut self, at: usize) {
        let executed = self.recording.executed[at];
        let activation = executed.activation;
        let owner = self.owners[activation as usize];
        if activation == owner {
            self.move_to(activation, executed.origin, at);
        } else if self.steps.is_empty() {
            self.begin_step(owner, LocId::NONE);
        }
        if let Some(step) = self.steps.last_mut() {
            step.matters |= self.matters[at];
        }
        let start = executed.effects as usize;
        let next = self.recording.executed.get(at + 1);
        let end = next.map_or(self.recording.effects.len(), |next| next.effects as usize);
        let recording = self.recording;
        for effect in &recording.effects[start..end] {
            self.effect(effect, at, activation == owner);
        }
        if activation == owner {
            self.decision(at);
        }
    }

    /// The line that an instruction of the user's code is in, and whether it is a new step.
    fn move_to(&mut self, activation: u32, origin: fathom_interp::recording::Origin, at: usize) {
        let function = self.recording.activations[activation as usize].function;
        let program = self.program;
        if !std::mem::replace(&mut self.begun[activation as usize], true) {
            let loc = program.own_loc(program.functions[function.index()].loc).unwrap_or(LocId::NONE);
            self.at.insert(activation, loc);
            self.begin_step(activation, loc);
            self.event(Event::Enter { arguments: vec![] });
        }
        let loc = self.loc(at).and_then(|loc| program.own_loc(loc));
        if let Some(loc) = loc {
            self.at.insert(activation, loc);
        }
        let here = self.at.get(&activation).copied().unwrap_or(LocId::NONE);
        let round = self.round(activation, function, origin, at);
        let same = self.present.is_some_and(|(present, line)| {
            present == activation && line_of(program, line) == line_of(program, here)
        });
        if !same || round.is_some() {
            self.begin_step(activation, here);
        }
        if let Some(number) = round {
            self.event(Event::Round { number });
        }
    }

    /// The number of the round that a loop begins here: the first is not one, since it may be the only one.
    fn round(
        &mut self,
        activation: u32,
        function: FuncId,
        origin: fathom_interp::recording::Origin,
        at: usize,
    ) -> Option<u64> {
        if origin.at != 0 {
            return None;
        }
        let body = self.program.functions[function.index()].body.as_ref()?;
        let headers = self.loops.entry(function).or_insert_with(|| {
            let found = Loops::find(body).loops;
            found.into_iter().map(|found| (found.header, found.latches.into_iter().collect())).collect()
        });
        let latches = headers.get(&origin.block)?;
        let before =
            self.recording.executed.get(at.checked_sub(1)?).filter(|e| e.activation == activation)?;
        let key = (activation, origin.block);
        if latches.contains(&before.origin.block) {
            let round = self.rounds.entry(key).or_insert(1);
            *round += 1;
            return Some(*round);
        }
        self.rounds.insert(key, 1);
        Some(1)
    }

    fn loc(&self, at: usize) -> Option<LocId> {
        let executed = self.recording.executed[at];
        let function = self.recording.activations[executed.activation as usize].function;
        let body = self.program.functions[function.index()].body.as_ref()?;
        let block = body.blocks.get(executed.origin.block.index())?;
        let loc = match block.insts.get(executed.origin.at as usize) {
            // Slots are made where the function begins, whatever line they are for.
            Some(Inst { op: Op::Alloca { .. }, .. }) if executed.origin.block == BlockId(0) => LocId::NONE,
            Some(inst) => inst.loc,
            None => block.term_loc,
        };
        (loc != LocId::NONE).then_some(loc)
    }

    fn begin_step(&mut self, activation: u32, loc: LocId) {
        self.end_step();
        let function = self.recording.activations[activation as usize].function;
        self.present = Some((activation, loc));
        self.steps.push(Step {
            at: source::place(self.program, function, loc),
            depth: self.depths[activation as usize],
            events: vec![],
            changes: vec![],
            more: 0,
            matters: false,
        });
    }

    /// The parameters of a function are what its first step wrote into them.
    fn end_step(&mut self) {
        let Some(step) = self.steps.last_mut() else { return };
        let Some(Event::Enter { arguments }) = step.events.first_mut() else { return };
        for change in &step.changes {
            let object = &self.objects.mentioned[change.object];
            if change.path.is_empty() && !arguments.iter().any(|(name, _)| *name == object.name) {
                arguments.push((object.name.clone(), change.value.clone()));
            }
        }
    }

    fn event(&mut self, event: Event) {
        if let Some(step) = self.steps.last_mut() {
            step.events.push(event);
        }
    }

    fn effect(&mut self, effect: &Effect, at: usize, own: bool) {
        let step = self.steps.len().saturating_sub(1);
        match effect {
            Effect::Made(made) => self.made(made, at, step),
            Effect::Began(object) => self.objects.begin(*object, step),
            Effect::Ended(object) => {
                let is_heap = self
                    .objects
                    .known(*object)
                    .is_some_and(|known| matches!(known.made.kind, ObjectKind::Heap(_)));
                if is_heap && let Some(object) = self.objects.mention(*object, step) {
                    self.event(Event::Free { object });
                }
                self.objects.end(*object, step);
            }
            Effect::Read(range) => {
                let kind = self.objects.known(range.object).map(|known| known.made.kind);
                if own && kind == Some(ObjectKind::Global) {
                    self.objects.mention(range.object, step);
                }
            }
            Effect::Wrote(range, content) => {
                // The reader gets to know it as it was before.
                if self.is_shown(range.object) {
                    self.objects.mention(range.object, step);
                }
                self.objects.image.write(*range, content);
                self.changed(*range, step);
            }
            Effect::Input(number, _) => {
                self.note_library(*number as usize, at);
                self.event(Event::Input { input: *number as usize });
            }
            Effect::Returned(values) if own => {
                let value = self.result(values, at, step);
                self.event(Event::Return { value });
            }
            Effect::Returned(_) => {}
        }
    }

    /// Notes which function of a library asked for an input, and where it was called.
    fn note_library(&mut self, input: usize, at: usize) {
        let owner = self.owners[self.recording.executed[at].activation as usize];
        let mut called = self.recording.executed[at].activation;
        while let Some(caller) = self.recording.activations[called as usize].caller {
            if caller == owner {
                let function = self.recording.activations[called as usize].function;
                let name = self.program.functions[function.index()].name.clone();
                let place = self.steps.last().map(|step| step.at.clone());
                // What is not foreign is its own owner, and asks for itself.
                if called != owner {
                    self.asked_by.insert(input, (name, place.and_then(|place| place.position)));
                }
                return;
            }
            called = caller;
        }
    }

    fn made(&mut self, made: &Made, at: usize, step: usize) {
        let executed = self.recording.executed[at];
        let owner = self.owners[executed.activation as usize];
        let own = owner == executed.activation;
        let variable = if own { variable_at(self.program, self.debug, self.recording, at) } else { None };
        let is_local = made.kind == ObjectKind::Stack;
        self.objects.make(made, variable, is_local.then_some(self.depths[owner as usize]));
        if matches!(made.kind, ObjectKind::Heap(_))
            && let Some(object) = self.objects.mention(made.object, step)
        {
            self.event(Event::Allocate { object });
        }
    }

    /// Whether an object is for the reader: what the compiler keeps for itself is nobody's variable, and what a library
    /// does, is nobody's concern.
    fn is_shown(&self, object: Provenance) -> bool {
        let Some(known) = self.objects.known(object) else { return false };
        match &known.variable {
            Some(variable) => !source::is_foreign(self.program, variable.loc),
            None => known.made.kind != ObjectKind::Stack,
        }
    }

    /// Leaves in a range that have another value now.
    fn changed(&mut self, range: Range, step: usize) {
        if !self.is_shown(range.object) {
            return;
        }
        let bytes = range.offset..range.offset + range.len;
        let mut leaves = self.objects.leaves(range.object, bytes.clone(), MAX_CHANGES + 1);
        if leaves.is_empty() {
            return self.changed_bytes(range, step);
        }
        let all = leaves.len();
        leaves.truncate(MAX_CHANGES);
        let Some(object) = self.objects.mention(range.object, step) else { return };
        for leaf in &leaves {
            if let Some(value) = self.objects.value(range.object, leaf, step) {
                self.change(object, leaf.path.clone(), value);
            }
        }
        if all > MAX_CHANGES
            && let Some(step) = self.steps.last_mut()
        {
            step.more += 1;
        }
    }

    /// What was written to an object of which no type is known.
    fn changed_bytes(&mut self, range: Range, step: usize) {
        if range.len > 8 {
            return;
        }
        let Some(object) = self.objects.mention(range.object, step) else { return };
        let Some(bytes) = self.objects.image.read(range.object, range.offset..range.offset + range.len)
        else {
            return;
        };
        let value = self.objects.scalar(&bytes, None, None, step);
        self.change(object, format!("+{}", range.offset), value);
    }

    fn change(&mut self, object: usize, path: String, value: Value) {
        let key = (object, path.clone());
        if self.shown.get(&key) == Some(&value.text) {
            return;
        }
        self.shown.insert(key, value.text.clone());
        let Some(step) = self.steps.last_mut() else { return };
        if step.changes.len() >= MAX_CHANGES {
            step.more += 1;
            return;
        }
        step.changes.push(Change { object, path, value });
    }

    fn result(&mut self, values: &[Scalar], at: usize, step: usize) -> Option<Value> {
        let executed = self.recording.executed[at];
        let function = self.recording.activations[executed.activation as usize].function;
        let ty = self.debug.functions.get(&function).and_then(|function| function.result);
        let types = &self.program.functions[function.index()].results;
        match (values, types.as_slice()) {
            ([Scalar::Cell(cell)], [result]) => {
                let len = result.bits(&self.program.target).div_ceil(8) as usize;
                Some(self.objects.scalar(
                    &bytes_of(*cell, len, self.program.target.big_endian),
                    ty,
                    None,
                    step,
                ))
            }
            ([Scalar::Wide(bits, _)], _) => Some(plain(bits.to_signed_decimal())),
            _ => None,
        }
    }

    /// Which way a branch of the user's code went.
    fn decision(&mut self, at: usize) {
        let executed = self.recording.executed[at];
        let function = self.recording.activations[executed.activation as usize].function;
        let Some(body) = self.program.functions[function.index()].body.as_ref() else { return };
        let block = &body.blocks[executed.origin.block.index()];
        let (Some(_), true) = (self.loc(at), executed.origin.at as usize == block.insts.len()) else {
            return;
        };
        let next = self.recording.executed.get(at + 1).filter(|e| e.activation == executed.activation);
        let Some(next) = next.map(|next| next.origin.block) else { return };
        match &block.term {
            Term::Branch { then, els, .. } if then.block != els.block => {
                let held = next == then.block;
                match self.meaning(block.term_loc) {
                    Some(Meaning::Same) => self.event(Event::Decide { taken: held }),
                    Some(Meaning::Inverted) => self.event(Event::Decide { taken: !held }),
                    // Where it goes is seen in the next line.
                    None => {}
                }
            }
            Term::Switch { default, .. } => self.event(Event::Decide { taken: next != default.block }),
            Term::Branch { .. } | Term::Jump(_) | Term::Return(_) | Term::Stop => {}
        }
    }

    /// What a branch says of the condition in the source.
    fn meaning(&mut self, loc: LocId) -> Option<Meaning> {
        let Some(sources) = self.sources else { return Some(Meaning::Same) };
        if let Some(&known) = self.meanings.get(&loc) {
            return known;
        }
        let position = source::position(self.program, loc)?;
        // What rustc branches on is what was written.
        let meaning = if position.file.ends_with(".rs") {
            Some(Meaning::Same)
        } else {
            let text = self.texts.entry(position.file.clone()).or_insert_with(|| sources(&position.file));
            let is_function = |name: &str| self.program.function_named(name).is_some();
            let found = text.as_ref().map(|text| meaning(text, position.line, position.column, &is_function));
            // Without the text, that the branch is as it was written is the best guess there is.
            found.unwrap_or(Some(Meaning::Same))
        };
        self.meanings.insert(loc, meaning);
        meaning
    }

    fn finish(mut self, object: Option<Provenance>) -> Story {
        self.end_step();
        self.event(Event::Fail);
        let last = self.steps.len().saturating_sub(1);
        let object = object.and_then(|object| self.objects.mention(object, last));
        Story { steps: self.steps, objects: self.objects.mentioned, object, asked_by: self.asked_by }
    }
}

/// A value in a register as bytes in memory.
fn bytes_of(cell: Cell, len: usize, big_endian: bool) -> Bytes {
    let spread = |value: u64| {
        let mut bytes: Vec<u8> = (0..len).map(|at| (value >> (8 * at.min(7))) as u8).collect();
        if big_endian {
            bytes.reverse();
        }
        bytes
    };
    let pointers = if cell.prov == Provenance::NONE { vec![] } else { vec![(0, len as u64, cell.prov)] };
    Bytes { bytes: spread(cell.bits), init: spread(!cell.undef), pointers }
}

fn line_of(program: &Program, loc: LocId) -> Option<(Option<fathom_ir::FileId>, u32)> {
    program.loc(loc).map(|loc| (loc.file, loc.line))
}

/// The variable whose slot an instruction makes.
fn variable_at(program: &Program, debug: &DebugInfo, recording: &Recording, at: usize) -> Option<Variable> {
    let executed = recording.executed[at];
    let function = recording.activations[executed.activation as usize].function;
    variable_of(program, debug, function, executed.origin)
}
