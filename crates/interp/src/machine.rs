//! The running program: memory, frames, library state.

use std::rc::Rc;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use fathom_ir::{Bits, FuncId, LocId, Program, Property, PropertySet, Symbol, Type, effects};
use rustc_hash::FxHashMap;

use crate::code::{CONSTANT, Code, Place, Wide, compile};
use crate::fault::{Fault, Step, Stop};
use crate::library::{self, Library, LibraryFn};
use crate::memory::{AddressSpace, Cell, Memory, ObjectKind, Pointer, Site};
use crate::recording::Recorder;
use crate::replay::{Replay, Values};

/// A program under execution.
pub struct Machine<'p> {
    /// The program.
    pub program: &'p Program,
    /// Its memory.
    pub memory: Memory,
    /// Files, `errno`, `rand`, `atexit` and other state of the C library.
    pub library: Library,
    /// Memory that is left at the end, beside the first of it.
    pub left_over: Vec<Fault>,
    pub(crate) options: RunOptions,
    pub(crate) registers: Vec<Cell>,
    pub(crate) wides: Vec<Wide>,
    pub(crate) frames: Vec<Frame>,
    pub(crate) steps: u64,
    /// When to look whether to stop.
    pub(crate) next_look: u64,
    serial: u64,
    codes: Vec<Option<Rc<Code>>>,
    library_functions: Vec<Option<LibraryFn>>,
    /// Which functions are none of the program's own.
    foreign: Vec<bool>,
    function_addresses: Rc<[Pointer]>,
    pub(crate) global_addresses: Rc<[Pointer]>,
    jumps: FxHashMap<u64, JumpPoint>,
    pub(crate) random: u64,
    /// Results of `nondet`, if an execution is replayed.
    pub(crate) values: Option<Values>,
    /// Who writes down what happens.
    pub(crate) recorder: Option<Recorder>,
    /// What a model guessed wrong, if it did.
    pub(crate) guessed: Option<&'static str>,
    /// So many values were asked for that a replay gave.
    pub(crate) asked: u64,
    nested: u32,
    pub(crate) pointer_mask: u64,
}

/// An activation of a function.
pub(crate) struct Frame {
    pub code: Rc<Code>,
    pub func: FuncId,
    /// Next instruction.
    pub pc: u32,
    pub base: usize,
    pub wide_base: usize,
    stack_mark: usize,
    serial: u64,
}

/// Where a `longjmp` goes.
struct JumpPoint {
    depth: usize,
    serial: u64,
    pc: u32,
    result: Option<Place>,
    stack_mark: usize,
}

/// How often an execution looks whether it should stop.
const STEPS_BETWEEN_LOOKS: u64 = 1 << 16;

/// Calls from library functions back into the program nest at most this deep.
const MAX_NESTED: u32 = 200;

/// A scalar outside the register file: an argument or a result.
#[derive(Clone, PartialEq, Debug)]
pub enum Scalar {
    /// At most 64 bits: integers, pointers, `float`, `double`.
    Cell(Cell),
    /// More: value and indeterminate bits.
    Wide(Bits, Bits),
}

impl Scalar {
    /// An integer or float bits, determinate.
    pub fn int(bits: u64) -> Self {
        Self::Cell(Cell { bits, ..Cell::default() })
    }

    /// A pointer.
    pub fn ptr(pointer: Pointer) -> Self {
        Self::Cell(Cell { bits: pointer.addr, undef: 0, prov: pointer.prov })
    }
}

/// Arguments of a library function. All accessors refuse indeterminate values, as a use of them.
pub struct Args<'a> {
    /// The values; for a variadic function the area of variadic arguments comes last.
    pub values: &'a [Scalar],
    /// Their types as the call passed them.
    pub types: &'a [Type],
    /// Name of the function called.
    pub name: &'a str,
}

impl Args<'_> {
    fn cell(&self, at: usize) -> Step<Cell> {
        match self.values.get(at) {
            Some(Scalar::Cell(cell)) if cell.undef == 0 => Ok(*cell),
            Some(Scalar::Cell(_)) => {
                let what = match self.name {
                    effects::LOOK => "an argument of a library function is uninitialised".to_string(),
                    name => format!("argument {} of `{name}` is uninitialised", at + 1),
                };
                Err(Fault::stop(Property::UninitialisedUse, what))
            }
            Some(Scalar::Wide(bits, _)) => Ok(Cell { bits: bits.low_u64(), ..Cell::default() }),
            None => {
                let what = format!("`{}` is called with {} arguments", self.name, self.values.len());
                Err(Fault::stop(Property::InvalidCall, what))
            }
        }
    }

    /// An integer, zero-extended from its own width.
    pub fn int(&self, at: usize) -> Step<u64> {
        Ok(self.cell(at)?.bits)
    }

    /// An integer, sign-extended from its own width.
    pub fn signed(&self, at: usize) -> Step<i64> {
        let bits = self.cell(at)?.bits;
        let width = match self.types.get(at) {
            Some(Type::Int(width)) => (*width).clamp(1, 64),
            _ => 64,
        };
        Ok((bits << (64 - width)) as i64 >> (64 - width))
    }

    /// A pointer.
    pub fn ptr(&self, at: usize) -> Step<Pointer> {
        let cell = self.cell(at)?;
        Ok(Pointer { addr: cell.bits, prov: cell.prov })
    }

    /// A `double`.
    pub fn f64(&self, at: usize) -> Step<f64> {
        Ok(f64::from_bits(self.cell(at)?.bits))
    }

    /// A `float`.
    pub fn f32(&self, at: usize) -> Step<f32> {
        Ok(f32::from_bits(self.cell(at)?.bits as u32))
    }

    /// A value of any width, as bits.
    pub fn bits(&self, at: usize) -> Step<Bits> {
        match (self.values.get(at), self.types.get(at)) {
            (Some(Scalar::Wide(bits, undef)), _) => {
                if undef.words().iter().any(|&w| w != 0) {
                    let what = format!("argument {} of `{}` is uninitialised", at + 1, self.name);
                    return Err(Fault::stop(Property::UninitialisedUse, what));
                }
                Ok(bits.clone())
            }
            (_, Some(Type::Int(width))) => Ok(Bits::from_u64(*width, self.cell(at)?.bits)),
            (_, Some(Type::Float(kind))) => Ok(Bits::from_u64(kind.bits(), self.cell(at)?.bits)),
            _ => Ok(Bits::from_u64(64, self.cell(at)?.bits)),
        }
    }
}

/// What a library function returns: at most one scalar.
pub type Reply = Option<Scalar>;

/// How a program is run.
#[derive(Clone, Debug)]
pub struct RunOptions {
    /// What is checked, where a check can be left out.
    pub checks: PropertySet,
    /// Stop after so many instructions.
    pub max_steps: u64,
    /// Calls may nest so deep.
    pub max_depth: usize,
    /// Seed for values that are arbitrary.
    pub seed: u64,
    /// Bytes the program may have allocated at one time.
    pub memory_limit: u64,
    /// Stops the execution soon after somebody sets it.
    pub interrupt: Arc<AtomicBool>,
    /// What the execution is given for all that the program leaves open.
    pub replay: Option<Arc<Replay>>,
    /// Objects lie at random, by this seed.
    pub layout: Option<u64>,
}

impl Default for RunOptions {
    fn default() -> Self {
        Self {
            checks: PropertySet::default(),
            max_steps: u64::MAX,
            max_depth: 100_000,
            seed: 0,
            memory_limit: 4 << 30,
            interrupt: Arc::default(),
            replay: None,
            layout: None,
        }
    }
}

impl<'p> Machine<'p> {
    /// A machine with the program's globals in place, if they fit.
    pub fn new(program: &'p Program, options: RunOptions) -> Step<Self> {
        // What each object takes at most with its alignment and red zone.
        let taken = |size: u64, align: u64| size.saturating_add(align.max(16)).saturating_add(32);
        let globals = program.globals.iter().map(|global| taken(global.size, global.align));
        let size = globals.fold(48 * program.functions.len() as u64, u64::saturating_add);
        let space = AddressSpace::of(program.target.pointer_bits);
        if size > options.memory_limit.min(space.heap_start - space.static_start) {
            return Err(Stop::Resource(format!("the program's globals need {size} bytes")));
        }
        let mut machine = Self::empty(program, options);
        for (at, function) in program.functions.iter().enumerate() {
            if function.body.is_none() {
                machine.library_functions[at] = library::find(&function.name);
            }
        }
        let places = machine.place_statics();
        let (functions, globals) = machine.make_statics(&places);
        machine.function_addresses = functions.into();
        machine.global_addresses = globals.into();
        machine.fill_globals();
        Ok(machine)
    }

    /// A machine without functions and globals in its memory.
    pub(crate) fn empty(program: &'p Program, options: RunOptions) -> Self {
        let mut memory = Memory::new(program);
        memory.check_align = options.checks.contains(Property::MisalignedAccess);
        memory.check_init = options.checks.contains(Property::UninitialisedUse);
        memory.limit = options.memory_limit;
        if let Some(replay) = &options.replay {
            memory.replay(Arc::clone(replay));
        }
        if let Some(seed) = options.layout {
            memory.lay_out_at_random(seed);
        }
        let values = options.replay.as_ref().map(|replay| Values::new(Arc::clone(replay)));
        let random = options.seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ 0x2545_f491_4f6c_dd1d;
        Self {
            program,
            memory,
            library: Library::default(),
            left_over: Vec::new(),
            options,
            registers: vec![],
            wides: vec![],
            frames: vec![],
            steps: 0,
            next_look: 0,
            serial: 0,
            codes: vec![None; program.functions.len()],
            library_functions: vec![None; program.functions.len()],
            foreign: (0..program.functions.len()).map(|at| program.is_foreign(FuncId(at as u32))).collect(),
            function_addresses: Rc::new([]),
            global_addresses: Rc::new([]),
            jumps: FxHashMap::default(),
            random,
            values,
            recorder: None,
            guessed: None,
            asked: 0,
            nested: 0,
            pointer_mask: fathom_ir::bits::mask(program.target.pointer_bits),
        }
    }

    /// The address of a symbol.
    pub fn address(&self, symbol: Symbol) -> Pointer {
        match symbol {
            Symbol::Func(id) => self.function_addresses[id.index()],
            Symbol::Global(id) => self.global_addresses[id.index()],
        }
    }

    pub(crate) fn code(&mut self, id: FuncId) -> Option<Rc<Code>> {
        if let Some(code) = &self.codes[id.index()] {
            return Some(Rc::clone(code));
        }
        let body = self.program.functions[id.index()].body.as_ref()?;
        let (functions, globals) = (Rc::clone(&self.function_addresses), Rc::clone(&self.global_addresses));
        let address = move |symbol: Symbol| match symbol {
            Symbol::Func(id) => functions[id.index()],
            Symbol::Global(id) => globals[id.index()],
        };
        let apart = self.recorder.is_some();
        let code = compile(self.program, body, self.options.checks, apart, &address);
        self.codes[id.index()] = Some(Rc::clone(&code));
        Some(code)
    }

    /// Stops at the limit of steps or when interrupted; otherwise says when to look again.
    pub(crate) fn pause(&self, steps: u64) -> Step<u64> {
        let limit = self.options.max_steps;
        if steps >= limit {
            return Err(Stop::Resource(format!("the limit of {limit} steps is reached")));
        }
        if self.options.interrupt.load(Ordering::Relaxed) {
            return Err(Stop::Resource("interrupted".into()));
        }
        Ok(limit.min(steps.saturating_add(STEPS_BETWEEN_LOOKS)))
    }

    /// Where the program is.
    pub fn site(&self) -> Site {
        match self.frames.last() {
            Some(frame) => {
                let at = (frame.pc as usize).saturating_sub(1);
                Site { loc: frame.code.locs.get(at).copied().unwrap_or(LocId::NONE), func: frame.func }
            }
            None => Site::START,
        }
    }

    /// Where the program is outside of the library and its models.
    fn site_of_caller(&self) -> Site {
        let own = |site: Site| Site { loc: self.program.own_loc(site.loc).unwrap_or(site.loc), ..site };
        let innermost = self.site();
        if !self.is_foreign(innermost.func) {
            return own(innermost);
        }
        let outside = self.call_stack().into_iter().find(|site| !self.is_foreign(site.func));
        outside.map_or(innermost, own)
    }

    fn is_foreign(&self, function: FuncId) -> bool {
        self.foreign.get(function.index()).copied().unwrap_or(false)
    }

    /// The calls under way, innermost first.
    pub fn call_stack(&self) -> Vec<Site> {
        let site = |frame: &Frame| {
            let at = (frame.pc as usize).saturating_sub(1);
            Site { loc: frame.code.locs.get(at).copied().unwrap_or(LocId::NONE), func: frame.func }
        };
        self.frames.iter().rev().map(site).collect()
    }

    /// An arbitrary number (xorshift64*, by the seed).
    pub(crate) fn arbitrary(&mut self) -> u64 {
        self.random ^= self.random >> 12;
        self.random ^= self.random << 25;
        self.random ^= self.random >> 27;
        self.random.wrapping_mul(0x2545_f491_4f6c_dd1d)
    }

    /// Starts a function that has a body; its parameters are still to be set.
    pub(crate) fn enter(&mut self, id: FuncId, code: Rc<Code>) -> Step<()> {
        if self.frames.len() >= self.options.max_depth {
            return Err(Stop::Resource(format!("calls nest deeper than {}", self.options.max_depth)));
        }
        let (base, wide_base) = (self.registers.len(), self.wides.len());
        self.registers.resize(base + code.registers as usize, Cell::default());
        if code.wide_registers > 0 {
            let empty = Wide { bits: Bits::from_u64(1, 0), undef: Bits::from_u64(1, 0) };
            self.wides.resize(wide_base + code.wide_registers as usize, empty);
        }
        self.serial += 1;
        let stack_mark = self.memory.stack_mark();
        self.frames.push(Frame { code, func: id, pc: 0, base, wide_base, stack_mark, serial: self.serial });
        self.watch_call(id);
        Ok(())
    }

    /// Starts a function with arguments from outside.
    fn enter_with(&mut self, id: FuncId, code: Rc<Code>, args: &[Scalar]) -> Step<()> {
        self.enter(id, Rc::clone(&code))?;
        for (place, arg) in code.params.iter().zip(args) {
            self.write(*place, arg.clone());
        }
        Ok(())
    }

    /// Starts a function with arguments from the innermost activation.
    pub(crate) fn enter_from(&mut self, id: FuncId, code: Rc<Code>, args: &[Place]) -> Step<()> {
        let Some(caller) = self.frames.last() else { return Ok(()) };
        let (caller_code, caller_base) = (Rc::clone(&caller.code), caller.base);
        let wides: Vec<Scalar> = args.iter().filter(|arg| arg.wide).map(|&arg| self.read(arg)).collect();
        self.enter(id, Rc::clone(&code))?;
        let base = self.registers.len() - code.registers as usize;
        let mut wides = wides.into_iter();
        for (param, arg) in code.params.iter().zip(args) {
            if arg.wide {
                wides.next().into_iter().for_each(|value| self.write(*param, value));
                continue;
            }
            let at = (arg.at & !CONSTANT) as usize;
            let constant = arg.at & CONSTANT != 0;
            let cell = if constant { caller_code.constants[at] } else { self.registers[caller_base + at] };
            self.registers[base + param.at as usize] = cell;
        }
        Ok(())
    }

    /// Ends the innermost activation.
    pub(crate) fn leave(&mut self) {
        let Some(frame) = self.frames.last() else { return };
        if self.memory.stack_mark() > frame.stack_mark {
            let mark = frame.stack_mark;
            self.memory.site = self.site();
            self.memory.release_stack(mark);
        }
        if let Some(frame) = self.frames.pop() {
            self.registers.truncate(frame.base);
            self.wides.truncate(frame.wide_base);
            self.watch_return();
        }
    }

    /// Calls a function without a body: does what the library does.
    pub(crate) fn call_library(
        &mut self,
        id: FuncId,
        args: &[Scalar],
        types: &[Type],
        results: &[Place],
    ) -> Step<()> {
        let name = self.program.functions[id.index()].name.as_str();
        match name {
            "setjmp" | "_setjmp" | "sigsetjmp" | "__sigsetjmp" => {
                let buffer = Args { values: args, types, name }.ptr(0)?;
                return self.set_jump(buffer, results);
            }
            "longjmp" | "_longjmp" | "siglongjmp" | "__longjmp_chk" => {
                let args = Args { values: args, types, name };
                let (buffer, value) = (args.ptr(0)?, args.int(1)? as u32);
                return Err(self.long_jump(buffer, value)?);
            }
            _ => {}
        }
        let Some(function) = self.library_functions[id.index()] else {
            return Err(Fault::stop(
                Property::MissingBody,
                format!("`{name}` has no body and is not in the library"),
            ));
        };
        self.memory.site = self.site();
        self.memory.caller = self.site_of_caller();
        let reply = function(self, &Args { values: args, types, name })?;
        match (reply, results) {
            (Some(value), [place]) => self.write(*place, value),
            (None, [place]) => {
                let width = place.ty.bits(&self.program.target);
                let undef =
                    Scalar::Cell(Cell { bits: 0, undef: fathom_ir::bits::mask(width), ..Cell::default() });
                self.write(*place, undef);
            }
            (_, []) => {}
            // A struct of two scalars, as `lldiv` returns.
            (Some(Scalar::Wide(bits, undef)), [low, high]) => {
                let (low_bits, high_bits) =
                    (low.ty.bits(&self.program.target), high.ty.bits(&self.program.target));
                self.write(*low, Scalar::int(bits.extract(0, low_bits).low_u64()));
                self.write(*high, Scalar::int(bits.extract(low_bits, high_bits).low_u64()));
                debug_assert!(undef.is_zero(), "library results are determinate");
            }
            (_, several) => {
                let what = format!("`{name}` returns {} values", several.len());
                return Err(Fault::stop(Property::Unmodelled, what));
            }
        }
        Ok(())
    }

    /// Writes a register of the innermost activation.
    pub(crate) fn write(&mut self, place: Place, value: Scalar) {
        let Some(frame) = self.frames.last() else { return };
        let width = place.ty.bits(&self.program.target);
        match value {
            Scalar::Cell(cell) if !place.wide => {
                let mask = fathom_ir::bits::mask(width);
                let cell = Cell { bits: cell.bits & mask, undef: cell.undef & mask, prov: cell.prov };
                self.registers[frame.base + place.at as usize] = cell;
            }
            Scalar::Wide(bits, undef) if place.wide => {
                let wide = Wide { bits: bits.resize(width), undef: undef.resize(width) };
                self.wides[frame.wide_base + place.at as usize] = wide;
            }
            Scalar::Cell(cell) => {
                let wide =
                    Wide { bits: Bits::from_u64(width, cell.bits), undef: Bits::from_u64(width, cell.undef) };
                self.wides[frame.wide_base + place.at as usize] = wide;
            }
            Scalar::Wide(bits, undef) => {
                let mask = fathom_ir::bits::mask(width);
                let cell =
                    Cell { bits: bits.low_u64() & mask, undef: undef.low_u64() & mask, ..Cell::default() };
                self.registers[frame.base + place.at as usize] = cell;
            }
        }
    }

    /// Reads an operand of the innermost activation.
    pub(crate) fn read(&self, place: Place) -> Scalar {
        let Some(frame) = self.frames.last() else { return Scalar::int(0) };
        let at = (place.at & !CONSTANT) as usize;
        let constant = place.at & CONSTANT != 0;
        match (place.wide, constant) {
            (false, true) => Scalar::Cell(frame.code.constants[at]),
            (false, false) => Scalar::Cell(self.registers[frame.base + at]),
            (true, constant) => {
                let wide =
                    if constant { &frame.code.wide_constants[at] } else { &self.wides[frame.wide_base + at] };
                Scalar::Wide(wide.bits.clone(), wide.undef.clone())
            }
        }
    }

    fn set_jump(&mut self, buffer: Pointer, results: &[Place]) -> Step<()> {
        self.memory.store_int(buffer, self.memory.pointer_bytes(), buffer.addr)?;
        let stack_mark = self.memory.stack_mark();
        let depth = self.frames.len();
        let Some(frame) = self.frames.last() else { return Ok(()) };
        let point = JumpPoint {
            depth,
            serial: frame.serial,
            pc: frame.pc,
            result: results.first().copied(),
            stack_mark,
        };
        self.jumps.insert(buffer.addr, point);
        if let Some(&place) = results.first() {
            self.write(place, Scalar::int(0));
        }
        Ok(())
    }

    fn long_jump(&mut self, buffer: Pointer, value: u32) -> Step<Stop> {
        let key = self.memory.load_int(buffer, self.memory.pointer_bytes())?;
        let live = self.jumps.get(&key).filter(|point| {
            self.frames.get(point.depth - 1).is_some_and(|frame| frame.serial == point.serial)
        });
        if live.is_none() {
            let what = "longjmp to a place that no setjmp of a running function saved";
            return Err(Fault::stop(Property::InvalidArgument, what));
        }
        Ok(Stop::LongJump { target: key, value: value.max(1) })
    }

    /// Goes to the place of a `setjmp` if it belongs to an activation above `floor`.
    fn resume(&mut self, target: u64, value: u32, floor: usize) -> bool {
        let Some(point) = self.jumps.get(&target) else { return false };
        if point.depth <= floor {
            return false;
        }
        let (depth, pc, result, mark) = (point.depth, point.pc, point.result, point.stack_mark);
        while self.frames.len() > depth {
            self.leave();
        }
        self.memory.release_stack(mark);
        if let Some(frame) = self.frames.last_mut() {
            frame.pc = pc;
        }
        if let Some(place) = result {
            self.write(place, Scalar::int(u64::from(value)));
        }
        true
    }

    /// Runs until the activation above `floor` returns; gives its results.
    fn run_to(&mut self, floor: usize) -> Step<Vec<Scalar>> {
        loop {
            match self.execute(floor) {
                Err(Stop::LongJump { target, value }) if self.resume(target, value, floor) => {}
                other => return other,
            }
        }
    }

    /// Calls a function of the program through a pointer, from inside a library function
    /// (`qsort`'s comparison, handlers of `atexit`).
    pub fn call_pointer(&mut self, callee: Pointer, args: &[Scalar], types: &[Type]) -> Step<Vec<Scalar>> {
        let id = self.callee(callee)?;
        let function = &self.program.functions[id.index()];
        if function.params != types || function.variadic {
            let what = format!("`{}` does not take the arguments that the library passes", function.name);
            return Err(Fault::stop(Property::InvalidCall, what));
        }
        self.call_function(id, args)
    }

    /// Calls a function of the program.
    pub fn call_function(&mut self, callee: FuncId, args: &[Scalar]) -> Step<Vec<Scalar>> {
        if self.nested >= MAX_NESTED {
            return Err(Stop::Resource("calls between the library and the program nest too deep".into()));
        }
        let floor = self.frames.len();
        match self.code(callee) {
            Some(code) => {
                self.enter_with(callee, code, args)?;
                self.nested += 1;
                let result = self.run_to(floor);
                self.nested -= 1;
                result
            }
            None => {
                let types = &self.program.functions[callee.index()].params;
                self.call_library(callee, args, types, &[])?;
                Ok(vec![])
            }
        }
    }

    /// The function a pointer points to.
    pub(crate) fn callee(&self, pointer: Pointer) -> Step<FuncId> {
        match self.memory.info(pointer.prov) {
            Some(info) if info.base == pointer.addr => match info.kind {
                ObjectKind::Function(id) => Ok(id),
                _ => {
                    let what = "calls something that is not a function".to_owned();
                    Err(self.memory.fault(Property::InvalidCall, pointer, what))
                }
            },
            _ if pointer.is_null() => Err(Fault::stop(Property::NullDereference, "calls a null pointer")),
            _ => Err(Fault::stop(
                Property::InvalidCall,
                format!("calls the address {:#x}, where no function is", pointer.addr),
            )),
        }
    }
}
