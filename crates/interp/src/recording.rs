//! What an execution did, instruction by instruction, for those who want to explain it.
//!
//! A recording lists the instructions that were executed and, for each, what it did to memory: objects
//! that came and went, what was read, and what was there after it wrote. Registers are not recorded: who
//! wants to know where a value came from follows the instructions back.
//!
//! Long executions are recorded from some instruction on; the objects there were then come first.

use std::cell::RefCell;
use std::rc::Rc;

use fathom_ir::{BlockId, FuncId};

use crate::machine::{Machine, Scalar};
use crate::memory::{Cell, ObjectKind, Provenance, Site, assemble};

/// Where an instruction is in its function.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Origin {
    /// The block.
    pub block: BlockId,
    /// The how-manieth instruction of it; the number of instructions for the terminator.
    pub at: u32,
}

/// An execution, or its end.
#[derive(Clone, Debug, Default)]
pub struct Recording {
    /// Instructions before the first that was recorded.
    pub left_out: u64,
    /// Activations of functions, in the order of their calls.
    pub activations: Vec<Activation>,
    /// Instructions, in order.
    pub executed: Vec<Executed>,
    /// What they did, in order.
    pub effects: Vec<Effect>,
    /// What the instructions that were recorded can have changed: objects that were there before.
    pub before: Vec<(Made, Content)>,
    /// The objects that global variables are, by their ids.
    pub globals: Vec<Provenance>,
    /// What came from outside otherwise than as a value, in order; of the whole execution.
    pub arrivals: Vec<Arrival>,
    /// The local objects that were there before: which instruction of which activation made them.
    pub slots: Vec<(Provenance, u32, Origin)>,
}

impl Recording {
    /// Instructions that were executed, recorded or not.
    pub fn steps(&self) -> u64 {
        self.left_out + self.executed.len() as u64
    }
}

/// Something came from outside otherwise than as a value.
#[derive(Clone, PartialEq, Debug)]
pub struct Arrival {
    /// So many values had been asked for.
    pub asked: u64,
    /// Where it came.
    pub site: Site,
    /// What came.
    pub what: Arrived,
}

/// What came from outside.
#[derive(Clone, PartialEq, Debug)]
pub enum Arrived {
    /// A piece of the standard input, as a model of the library took it.
    Input(Taken),
    /// The contents of a range that a function made arbitrary.
    Memory {
        /// The function's name.
        function: String,
        /// The object.
        object: Provenance,
        /// What the library or the program calls the object.
        name: String,
        /// Where in it.
        offset: u64,
        /// What is there then.
        bytes: Vec<u8>,
    },
}

/// A piece of input.
#[derive(Clone, PartialEq, Debug)]
pub enum Taken {
    /// Bytes as they are.
    Bytes(Vec<u8>),
    /// Bytes that are about to be written somewhere: any so many that begin so. When they are, they are told again.
    Pending(Vec<u8>),
    /// Bytes that were read without a buffer; whether there was room for more.
    Direct(Vec<u8>, bool),
    /// Bytes without spaces, which may have spaces before them.
    Word(Vec<u8>),
    /// A byte that a format wants.
    Literal(u8),
    /// The bytes that the format wanted last are not there.
    NoLiteral,
    /// An integer, which may have spaces before it, in decimal or another base: the letter of the conversion, and its
    /// width if it has one.
    Integer(i64, u8, Option<u8>),
    /// A number, which may have spaces before it.
    Real(f64),
    /// A byte that is still there is not one of a number.
    NoNumber,
    /// The input ends.
    End,
    /// The input cannot be read.
    Error,
}

/// An activation of a function.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Activation {
    /// Which function.
    pub function: FuncId,
    /// The activation that called it; `None` for one that nobody in the recording called.
    pub caller: Option<u32>,
    /// The instruction that called it, if it was recorded.
    pub call: Option<u32>,
    /// How many activations were under way before it.
    pub depth: u32,
}

/// An instruction was executed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Executed {
    /// In which activation.
    pub activation: u32,
    /// Which.
    pub origin: Origin,
    /// Where its effects begin in [`Recording::effects`]; they end where those of the next one begin.
    pub effects: u32,
}

/// What an instruction did.
#[derive(Clone, Debug)]
pub enum Effect {
    /// An object came to be.
    Made(Made),
    /// A local object is alive (again), and nothing is in it.
    Began(Provenance),
    /// An object is gone: freed, out of scope, or its function returned.
    Ended(Provenance),
    /// A range was read.
    Read(Range),
    /// A range was written, and contained this afterwards.
    Wrote(Range, Content),
    /// A value came from outside: the how-manieth, and the value.
    Input(u64, Scalar),
    /// The running activation returns these.
    Returned(Vec<Scalar>),
}

/// A range of bytes of an object.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Range {
    /// The object.
    pub object: Provenance,
    /// The first byte.
    pub offset: u64,
    /// How many.
    pub len: u64,
}

/// An object that came to be.
#[derive(Clone, Debug)]
pub struct Made {
    /// Which.
    pub object: Provenance,
    /// What it is.
    pub kind: ObjectKind,
    /// Size in bytes.
    pub size: u64,
    /// Where it was made.
    pub site: Site,
    /// Its first address.
    pub base: u64,
    /// All its bytes were zero, rather than uninitialised.
    pub zero: bool,
    /// The name that the library gave it: `argv`.
    pub name: Option<Rc<str>>,
}

/// What a range contains.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Content {
    /// At most 8 bytes.
    Cell(Cell),
    /// Any number.
    Bytes(Box<Bytes>),
    /// More bytes than anybody wants to see.
    TooLong,
}

/// Bytes with all they carry.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Bytes {
    /// The bytes.
    pub bytes: Vec<u8>,
    /// A set bit is an initialised bit; empty if all are.
    pub init: Vec<u8>,
    /// Provenance of pointers: offset from the start of the range, bytes, object.
    pub pointers: Vec<(u64, u64, Provenance)>,
}

impl Bytes {
    /// At most 8 bytes as one cell.
    pub fn cell(&self, big_endian: bool) -> Cell {
        let undef = match self.init.is_empty() {
            true => 0,
            false => !assemble(&self.init, big_endian) & fathom_ir::bits::mask(self.init.len() as u32 * 8),
        };
        let prov = match self.pointers.as_slice() {
            [(0, len, prov)] if *len == self.bytes.len() as u64 => *prov,
            _ => Provenance::NONE,
        };
        Cell { bits: assemble(&self.bytes, big_endian) & !undef, undef, prov }
    }
}

/// Longer ranges are not kept.
const MAX_CONTENT: u64 = 1 << 12;

/// What memory tells a recorder. It is told through a shared reference, since reading memory does not
/// change it.
#[derive(Debug, Default)]
pub(crate) struct Journal(RefCell<Vec<Told>>);

/// What memory tells: as [`Effect`], but what was written is looked up later.
#[derive(Clone, Debug)]
pub(crate) enum Told {
    Made(Provenance, bool),
    Began(Provenance),
    Ended(Provenance),
    Read(Range),
    Wrote(Range),
    Input(u64, Scalar),
    Returned(Vec<Scalar>),
}

impl Journal {
    /// Takes down what happened.
    pub fn tell(&self, told: Told) {
        self.0.borrow_mut().push(told);
    }

    fn take(&self) -> Vec<Told> {
        std::mem::take(&mut self.0.borrow_mut())
    }
}

/// A recording under way.
#[derive(Debug, Default)]
pub(crate) struct Recorder {
    recording: Recording,
    /// The first instruction to record.
    from: u64,
    /// The activation each frame of the stack is, innermost last.
    stack: Vec<u32>,
    /// Local objects of the activations under way, innermost last, while nothing is recorded yet.
    slots: Vec<(Provenance, u32, Origin)>,
}

impl Recorder {
    /// Records from an instruction on.
    pub fn from(from: u64) -> Self {
        Self { from, ..Self::default() }
    }
}

impl Machine<'_> {
    /// An instruction is about to be executed.
    pub(crate) fn watch(&mut self, origin: Origin) {
        self.memory.site = self.site();
        let Some(mut recorder) = self.recorder.take() else { return };
        if self.steps >= recorder.from {
            if self.memory.journal.is_none() {
                self.start(&mut recorder);
            }
            self.drain(&mut recorder);
            if let Some(&activation) = recorder.stack.last() {
                let effects = recorder.recording.effects.len() as u32;
                recorder.recording.executed.push(Executed { activation, origin, effects });
            }
        }
        self.recorder = Some(recorder);
    }

    /// An activation begins.
    pub(crate) fn watch_call(&mut self, function: FuncId) {
        if let Some(recorder) = &mut self.recorder {
            let recording = &mut recorder.recording;
            let is_on = self.memory.journal.is_some();
            recording.activations.push(Activation {
                function,
                caller: recorder.stack.last().copied(),
                call: is_on.then(|| (recording.executed.len() as u32).checked_sub(1)).flatten(),
                depth: recorder.stack.len() as u32,
            });
            recorder.stack.push(recording.activations.len() as u32 - 1);
        }
    }

    /// A local object was made by the instruction that is executed.
    pub(crate) fn watch_slot(&mut self, object: Provenance, origin: Origin) {
        if let Some(recorder) = &mut self.recorder
            && self.memory.journal.is_none()
            && let Some(&activation) = recorder.stack.last()
        {
            recorder.slots.push((object, activation, origin));
        }
    }

    /// An activation ends.
    pub(crate) fn watch_return(&mut self) {
        if let Some(recorder) = &mut self.recorder {
            let ended = recorder.stack.pop();
            while ended.is_some() && recorder.slots.last().map(|slot| slot.1) == ended {
                recorder.slots.pop();
            }
        }
    }

    /// Something came from outside; so much of it is kept.
    pub(crate) fn arrive(&mut self, what: Arrived) {
        const MOST: usize = 1 << 16;
        let (asked, site) = (self.asked, self.site());
        if let Some(recorder) = &mut self.recorder
            && recorder.recording.arrivals.len() < MOST
        {
            recorder.recording.arrivals.push(Arrival { asked, site, what });
        }
    }

    /// The recording, when nothing more happens.
    pub(crate) fn recorded(&mut self) -> Option<Recording> {
        let mut recorder = self.recorder.take()?;
        self.drain(&mut recorder);
        Some(recorder.recording)
    }

    /// Begins to listen.
    fn start(&mut self, recorder: &mut Recorder) {
        recorder.recording.left_out = self.steps.saturating_sub(1);
        recorder.recording.slots = std::mem::take(&mut recorder.slots);
        recorder.recording.globals = self.global_addresses.iter().map(|pointer| pointer.prov).collect();
        for made in self.memory.all() {
            let whole = Range { object: made.object, offset: 0, len: made.size };
            let content = self.memory.content(whole).unwrap_or(Content::TooLong);
            recorder.recording.before.push((made, content));
        }
        self.memory.journal = Some(Journal::default());
    }

    /// Keeps what memory told since the last instruction.
    fn drain(&mut self, recorder: &mut Recorder) {
        let Some(told) = self.memory.journal.as_ref().map(Journal::take) else { return };
        for told in told {
            recorder.recording.effects.push(match told {
                Told::Made(object, zero) => match self.memory.made(object, zero) {
                    Some(made) => Effect::Made(made),
                    None => continue,
                },
                Told::Began(object) => Effect::Began(object),
                Told::Ended(object) => Effect::Ended(object),
                Told::Read(range) => Effect::Read(range),
                Told::Wrote(range) => match self.memory.content(range) {
                    Some(content) => Effect::Wrote(range, content),
                    // It is gone already.
                    None => continue,
                },
                Told::Input(number, value) => Effect::Input(number, value),
                Told::Returned(values) => Effect::Returned(values),
            });
        }
    }
}

impl crate::memory::Memory {
    /// What a range of a live object contains.
    pub(crate) fn content(&self, range: Range) -> Option<Content> {
        if range.len > MAX_CONTENT {
            return Some(Content::TooLong);
        }
        let bytes = self.peek(range)?;
        if range.len <= 8 {
            return Some(Content::Cell(bytes.cell(self.is_big_endian())));
        }
        Some(Content::Bytes(Box::new(bytes)))
    }
}
