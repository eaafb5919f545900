//! A small interpreter of what the random programs do: integers and pointers of at most 64 bits, objects with indeterminate bits and provenance.

use fathom_ir::eval::eval;
use fathom_ir::{
    BinOp, Bits, BlockId, Body, Const, Edge, FuncId, Inst, Op, Program, Symbol, Term, Type, Value,
};

/// A value: bits, which of them are indeterminate, and the object of a pointer.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Scalar {
    pub bits: u64,
    pub undef: u64,
    pub object: Option<usize>,
}

/// A byte in memory; of a pointer, its object and its position in the pointer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Cell {
    byte: u8,
    undef: u8,
    pointer: Option<(usize, u8)>,
}

const BLANK: Cell = Cell { byte: 0, undef: 0xff, pointer: None };

#[derive(Debug)]
struct Object {
    base: u64,
    alive: bool,
    cells: Vec<Cell>,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum End {
    Returned(Vec<Scalar>),
    Fault(&'static str),
    Assumption,
    OutOfFuel,
}

/// What can be seen of an execution.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Outcome {
    /// Arguments of calls.
    pub seen: Vec<Scalar>,
    pub end: End,
    /// Contents of global objects.
    pub globals: Vec<Vec<Cell>>,
}

struct Machine<'a> {
    program: &'a Program,
    body: &'a Body,
    values: Vec<Scalar>,
    objects: Vec<Object>,
    /// Stack objects in the order of their creation.
    stack: Vec<usize>,
    inputs: u64,
    seen: Vec<Scalar>,
}

type Step<T> = Result<T, End>;

/// Objects with the same name lie at the same address, whatever else was promoted.
fn base(name: &str) -> u64 {
    0x10_0000 + name.parse::<u64>().unwrap() * 0x1000
}

pub fn run(program: &Program, function: FuncId, args: &[u64], fuel: usize) -> Outcome {
    let mut machine = Machine {
        program,
        body: program.functions[function.index()].body.as_ref().unwrap(),
        values: Vec::new(),
        objects: Vec::new(),
        stack: Vec::new(),
        inputs: 1,
        seen: Vec::new(),
    };
    for (at, global) in program.globals.iter().enumerate() {
        let bytes = &global.init.as_ref().unwrap().bytes;
        let cell = |at| Cell { byte: bytes.get(at).copied().unwrap_or(0), undef: 0, pointer: None };
        let cells = (0..global.size as usize).map(cell).collect();
        machine.objects.push(Object { base: 0x1_0000 + at as u64 * 0x1000, alive: true, cells });
    }
    let args: Vec<Scalar> = args.iter().map(|&bits| Scalar { bits, ..Scalar::default() }).collect();
    let mut fuel = fuel;
    let end = machine.call(function, &args, &mut fuel).map_or_else(|end| end, End::Returned);
    let mut globals: Vec<Vec<Cell>> =
        machine.objects[..program.globals.len()].iter().map(|object| object.cells.clone()).collect();
    // Numbers of objects depend on what was promoted, addresses do not.
    for cell in globals.iter_mut().flatten() {
        cell.pointer = cell.pointer.map(|(_, at)| (0, at));
    }
    Outcome { seen: machine.seen, end, globals }
}

fn check(holds: bool, fault: &'static str) -> Step<()> {
    if holds { Ok(()) } else { Err(End::Fault(fault)) }
}

impl Machine<'_> {
    fn mask(&self, ty: Type) -> u64 {
        fathom_ir::bits::mask(ty.bits(&self.program.target))
    }

    fn get(&self, value: Value) -> Scalar {
        self.values[value.index()]
    }

    fn decided(&self, value: Value) -> Step<u64> {
        let scalar = self.get(value);
        check(scalar.undef == 0, "uninitialised")?;
        Ok(scalar.bits)
    }

    /// Calls a function with a body, whose stack objects end when it returns.
    fn call(&mut self, function: FuncId, args: &[Scalar], fuel: &mut usize) -> Step<Vec<Scalar>> {
        let body = self.program.functions[function.index()].body.as_ref().unwrap();
        let outer_body = std::mem::replace(&mut self.body, body);
        let values = vec![Scalar::default(); body.values.len()];
        let outer_values = std::mem::replace(&mut self.values, values);
        for (at, value) in body.values.iter().enumerate() {
            self.values[at] = match &value.constant {
                Some(Const::Bits(bits)) => Scalar { bits: bits.low_u64(), ..Scalar::default() },
                Some(Const::Addr(Symbol::Global(id), offset)) => Scalar {
                    bits: self.objects[id.index()].base.wrapping_add_signed(*offset),
                    undef: 0,
                    object: Some(id.index()),
                },
                Some(Const::Addr(Symbol::Func(_), _)) => unreachable!(),
                Some(Const::Undef) => Scalar { undef: self.mask(value.ty), ..Scalar::default() },
                None => Scalar::default(),
            };
        }
        for (param, &arg) in body.blocks[0].params.iter().zip(args) {
            self.values[param.index()] = Scalar { bits: arg.bits & self.mask(body.ty(*param)), ..arg };
        }
        let bottom = self.stack.len();
        let results = self.run(fuel)?;
        for object in self.stack.drain(bottom..) {
            self.objects[object].alive = false;
        }
        self.body = outer_body;
        self.values = outer_values;
        Ok(results)
    }

    fn run(&mut self, fuel: &mut usize) -> Step<Vec<Scalar>> {
        let mut block = BlockId(0);
        loop {
            for inst in &self.body.blocks[block.index()].insts {
                *fuel = fuel.checked_sub(1).ok_or(End::OutOfFuel)?;
                let result = self.step(inst, fuel)?;
                if let (Some(at), Some(result)) = (inst.result(), result) {
                    self.values[at.index()] = result;
                }
            }
            *fuel = fuel.checked_sub(1).ok_or(End::OutOfFuel)?;
            let edge = match &self.body.blocks[block.index()].term {
                Term::Jump(edge) => edge,
                Term::Branch { cond, then, els } => {
                    if self.decided(*cond)? != 0 {
                        then
                    } else {
                        els
                    }
                }
                Term::Switch { value, cases, default } => {
                    let value = self.decided(*value)?;
                    cases.iter().find(|(case, _)| case.low_u64() == value).map_or(default, |(_, edge)| edge)
                }
                Term::Return(values) => {
                    return Ok(values.iter().map(|&value| self.get(value)).collect());
                }
                Term::Stop => panic!("reached a stop"),
            };
            block = self.follow(edge);
        }
    }

    fn follow(&mut self, edge: &Edge) -> BlockId {
        let args: Vec<Scalar> = edge.args.iter().map(|&arg| self.get(arg)).collect();
        for (param, arg) in self.body.blocks[edge.block.index()].params.iter().zip(args) {
            self.values[param.index()] = arg;
        }
        edge.block
    }

    /// The object and the offset of an access.
    fn access(&self, ptr: Value, len: u64, align: u64) -> Step<(usize, usize)> {
        let address = self.decided(ptr)?;
        let object = self.get(ptr).object;
        check(object.is_some(), "wild")?;
        let number = object.unwrap();
        let object = &self.objects[number];
        check(object.alive, "dead")?;
        let offset = address.wrapping_sub(object.base);
        let end = offset.checked_add(len);
        check(end.is_some_and(|end| end <= object.cells.len() as u64), "bounds")?;
        check(address % align == 0, "align")?;
        Ok((number, offset as usize))
    }

    fn load(&self, ptr: Value, align: u32, ty: Type) -> Step<Scalar> {
        let bytes = ty.bytes(&self.program.target);
        let (object, offset) = self.access(ptr, bytes, align.into())?;
        let cells = &self.objects[object].cells[offset..offset + bytes as usize];
        let mut scalar = Scalar::default();
        for (at, cell) in cells.iter().enumerate() {
            scalar.bits |= u64::from(cell.byte) << (8 * at);
            scalar.undef |= u64::from(cell.undef) << (8 * at);
        }
        if ty == Type::Ptr
            && let Some((object, 0)) = cells[0].pointer
            && cells.iter().enumerate().all(|(at, cell)| cell.pointer == Some((object, at as u8)))
        {
            scalar.object = Some(object);
        }
        scalar.bits &= !scalar.undef;
        Ok(scalar)
    }

    fn store(&mut self, ptr: Value, align: u32, value: Scalar, ty: Type) -> Step<()> {
        let bytes = ty.bytes(&self.program.target);
        let (object, offset) = self.access(ptr, bytes, align.into())?;
        for at in 0..bytes as usize {
            self.objects[object].cells[offset + at] = Cell {
                byte: (value.bits >> (8 * at)) as u8,
                undef: (value.undef >> (8 * at)) as u8,
                pointer: value.object.filter(|_| ty == Type::Ptr).map(|object| (object, at as u8)),
            };
        }
        Ok(())
    }

    fn step(&mut self, inst: &Inst, fuel: &mut usize) -> Step<Option<Scalar>> {
        let ty = inst.result().map(|result| self.body.ty(result));
        match inst.op {
            Op::Load { ptr, align } => return self.load(ptr, align, ty.unwrap()).map(Some),
            Op::Store { value, ptr, align } => {
                self.store(ptr, align, self.get(value), self.body.ty(value))?;
            }
            Op::Alloca { size, name, .. } => {
                let cells = vec![BLANK; self.get(size).bits as usize];
                let base = base(self.program.note(name));
                self.stack.push(self.objects.len());
                self.objects.push(Object { base, alive: true, cells });
                let object = Some(self.objects.len() - 1);
                return Ok(Some(Scalar { bits: base, undef: 0, object }));
            }
            Op::LifetimeStart(ptr) => {
                let object = &mut self.objects[self.values[ptr.index()].object.unwrap()];
                object.alive = true;
                object.cells.fill(BLANK);
            }
            Op::LifetimeEnd(ptr) => {
                self.objects[self.values[ptr.index()].object.unwrap()].alive = false;
            }
            Op::StackSave => {
                return Ok(Some(Scalar { bits: self.objects.len() as u64, ..Scalar::default() }));
            }
            Op::StackRestore(token) => {
                // The token counts objects, and so is not the same after promotion; it is not shown.
                let token = self.decided(token)? as usize;
                while self.stack.last().is_some_and(|&object| object >= token) {
                    let object = self.stack.pop().unwrap();
                    self.objects[object].alive = false;
                }
            }
            Op::PtrAdd { base, index, scale, inbounds } => {
                let (pointer, index_value) = (self.get(base), self.get(index));
                let unused = 64 - self.body.ty(index).bits(&self.program.target);
                let index = ((index_value.bits << unused) as i64 >> unused).wrapping_mul(scale as i64);
                let bits = pointer.bits.wrapping_add_signed(index);
                if inbounds {
                    check(pointer.undef | index_value.undef == 0, "uninitialised")?;
                    let object = pointer.object.map(|object| &self.objects[object]);
                    let inside = |address: u64| {
                        object.is_some_and(|o| address.wrapping_sub(o.base) <= o.cells.len() as u64)
                    };
                    check(inside(pointer.bits) && inside(bits), "arithmetic")?;
                }
                let undef = if pointer.undef | index_value.undef == 0 { 0 } else { u64::MAX };
                return Ok(Some(Scalar { bits: bits & !undef, undef, object: pointer.object }));
            }
            Op::MemCopy { dst, src, len, .. } => {
                let len = self.decided(len)?;
                let (from, from_offset) = self.access(src, len, 1)?;
                let (to, to_offset) = self.access(dst, len, 1)?;
                let cells = self.objects[from].cells[from_offset..from_offset + len as usize].to_vec();
                self.objects[to].cells[to_offset..to_offset + len as usize].copy_from_slice(&cells);
            }
            Op::MemSet { dst, byte, len } => {
                let len = self.decided(len)?;
                let byte = self.get(byte);
                let (to, offset) = self.access(dst, len, 1)?;
                let cell = Cell { byte: byte.bits as u8, undef: byte.undef as u8, pointer: None };
                self.objects[to].cells[offset..offset + len as usize].fill(cell);
            }
            Op::Assert { cond, .. } => check(self.decided(cond)? != 0, "assertion")?,
            Op::Assume(cond) => {
                if self.decided(cond)? == 0 {
                    return Err(End::Assumption);
                }
            }
            Op::Nondet { .. } => {
                self.inputs = self.inputs.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(7);
                let bits = (self.inputs >> 20) & self.mask(ty.unwrap());
                return Ok(Some(Scalar { bits, ..Scalar::default() }));
            }
            Op::Call { callee, ref args } if self.program.functions[callee.index()].body.is_some() => {
                let args: Vec<Scalar> = args.iter().map(|&arg| self.get(arg)).collect();
                return self.call(callee, &args, fuel).map(|results| results.first().copied());
            }
            Op::Call { ref args, .. } => {
                for &arg in args {
                    let mut scalar = self.get(arg);
                    // Numbers of objects depend on what was promoted, addresses do not.
                    scalar.object = scalar.object.map(|_| 0);
                    self.seen.push(scalar);
                }
            }
            ref op => return self.compute(op, ty.unwrap()).map(Some),
        }
        Ok(None)
    }

    fn compute(&self, op: &Op, ty: Type) -> Step<Scalar> {
        let all = self.mask(ty);
        match *op {
            Op::Select(cond, a, b) => {
                let cond = self.get(cond);
                let (a, b) = (self.get(a), self.get(b));
                if cond.undef == 0 {
                    return Ok(if cond.bits != 0 { a } else { b });
                }
                let undef = (a.undef | b.undef | (a.bits ^ b.bits)) & all;
                return Ok(Scalar { bits: a.bits & !undef, undef, object: a.object });
            }
            Op::Freeze(a) => return Ok(Scalar { undef: 0, ..self.get(a) }),
            Op::Bin(BinOp::UDiv | BinOp::URem, _, b) => {
                self.decided(b)?;
            }
            _ => {}
        }
        let mut operands = Vec::new();
        op.operands(|operand| operands.push(operand));
        let operand_type = self.body.ty(operands[0]);
        let width = operand_type.bits(&self.program.target);
        let args: Vec<Bits> =
            operands.iter().map(|&operand| Bits::from_u64(width, self.get(operand).bits)).collect();
        let args: Vec<&Bits> = args.iter().collect();
        let bits = eval(op, ty, operand_type, &args).expect("an operator").low_u64();
        let undef = self.undef(op, &operands, ty) & all;
        Ok(Scalar { bits: bits & !undef, undef, object: None })
    }

    /// Which bits of a result depend on indeterminate bits.
    fn undef(&self, op: &Op, operands: &[Value], ty: Type) -> u64 {
        use fathom_ir::CastOp;
        let scalars: Vec<Scalar> = operands.iter().map(|&operand| self.get(operand)).collect();
        let any = scalars.iter().fold(0, |any, scalar| any | scalar.undef);
        if any == 0 {
            return 0;
        }
        let is = |at: usize, bits: u64| scalars[at].undef == 0 && scalars[at].bits == bits;
        match *op {
            Op::Bin(BinOp::And, ..) => {
                let may_be_set = |s: &Scalar| s.bits | s.undef;
                any & may_be_set(&scalars[0]) & may_be_set(&scalars[1])
            }
            Op::Bin(BinOp::Or, ..) => any & !(scalars[0].bits | scalars[1].bits),
            Op::Bin(BinOp::Xor, ..) => any,
            Op::Bin(BinOp::Add, ..) if is(0, 0) || is(1, 0) => any,
            Op::Bin(BinOp::Sub | BinOp::Shl | BinOp::LShr, ..) if is(1, 0) => any,
            Op::Bin(BinOp::Mul, ..) if is(0, 1) || is(1, 1) => any,
            Op::Bin(BinOp::UDiv, ..) if is(1, 1) => any,
            Op::Cast(CastOp::ZExt | CastOp::Trunc | CastOp::FToBits | CastOp::BitsToF, _) => any,
            Op::Cast(CastOp::SExt, _) => {
                let unused = 64 - self.body.ty(operands[0]).bits(&self.program.target);
                (((any << unused) as i64) >> unused) as u64
            }
            Op::Cmp(op, ..) => {
                // Decided where a determinate bit differs.
                let differs = (scalars[0].bits ^ scalars[1].bits) & !any != 0;
                let equality = matches!(op, fathom_ir::CmpOp::Eq | fathom_ir::CmpOp::Ne);
                if equality && differs { 0 } else { 1 }
            }
            _ => self.mask(ty),
        }
    }
}
