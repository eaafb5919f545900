//! Functions in a form made for execution: dense instructions over numbered registers.
//!
//! Values of at most 64 bits live in the register file as [`Cell`]s, wider ones in a file of their
//! own; constants stand in tables behind the same operand numbers:
//!
//! ```text
//! operand  31 30                    0
//!         [c ] index     c: constant table, otherwise register
//! ```

use std::rc::Rc;

use fathom_ir::variadic::AreaTypes;
use fathom_ir::{
    BinOp, Bits, BlockId, Body, CastOp, CmpOp, Const, Edge, FBinOp, FuncId, LocId, NoteId, Op, OverflowOp,
    Overlap, Program, Property, PropertySet, Symbol, Term, Type, UnOp, Value,
};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::memory::{Cell, Pointer, Provenance};
use crate::recording::Origin;

/// An operand number.
pub type Operand = u32;

/// Marks a constant.
pub const CONSTANT: u32 = 1 << 31;

/// A value of more than 64 bits.
#[derive(Clone, PartialEq, Debug)]
pub struct Wide {
    /// The bits; 0 where indeterminate.
    pub bits: Bits,
    /// Indeterminate bits.
    pub undef: Bits,
}

/// An operand or result with its file.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Place {
    /// Number in its file.
    pub at: Operand,
    /// Type.
    pub ty: Type,
    /// In the file of wide values.
    pub wide: bool,
}

/// An instruction.
#[derive(Clone, Debug)]
#[allow(missing_docs)]
pub enum Ins {
    Bin {
        op: BinOp,
        width: u8,
        dst: Operand,
        a: Operand,
        b: Operand,
    },
    Overflow {
        op: OverflowOp,
        width: u8,
        dst: Operand,
        a: Operand,
        b: Operand,
    },
    Un {
        op: UnOp,
        width: u8,
        dst: Operand,
        a: Operand,
    },
    Cmp {
        op: CmpOp,
        width: u8,
        dst: Operand,
        a: Operand,
        b: Operand,
    },
    /// An order on pointers, where that is checked.
    PtrOrder {
        op: CmpOp,
        dst: Operand,
        a: Operand,
        b: Operand,
    },
    Trunc {
        width: u8,
        dst: Operand,
        a: Operand,
    },
    SExt {
        from: u8,
        to: u8,
        dst: Operand,
        a: Operand,
    },
    /// Same bits, another type: zero extension, float bits.
    Move {
        dst: Operand,
        a: Operand,
    },
    PtrToInt {
        width: u8,
        dst: Operand,
        a: Operand,
    },
    IntToPtr {
        dst: Operand,
        a: Operand,
    },
    Select {
        dst: Operand,
        cond: Operand,
        a: Operand,
        b: Operand,
    },
    F64 {
        op: FBinOp,
        dst: Operand,
        a: Operand,
        b: Operand,
    },
    F32 {
        op: FBinOp,
        dst: Operand,
        a: Operand,
        b: Operand,
    },
    FCmp64 {
        relations: u8,
        dst: Operand,
        a: Operand,
        b: Operand,
    },
    /// Anything pure that the fast instructions do not cover.
    Pure(Box<PureIns>),
    Freeze {
        dst: Operand,
        a: Operand,
    },
    PtrAdd {
        dst: Operand,
        base: Operand,
        index: Operand,
        width: u8,
        inbounds: bool,
        scale: u64,
    },
    /// A constant number of bytes.
    PtrAddBytes {
        dst: Operand,
        base: Operand,
        bytes: i64,
        inbounds: bool,
    },
    InBounds {
        dst: Operand,
        base: Operand,
        index: Operand,
        width: u8,
        scale: u64,
    },
    PtrDiff {
        dst: Operand,
        a: Operand,
        b: Operand,
    },
    Load {
        dst: Operand,
        ptr: Operand,
        bytes: u8,
        width: u8,
        align: u32,
        pointer: bool,
    },
    Store {
        value: Operand,
        ptr: Operand,
        bytes: u8,
        align: u32,
    },
    LoadWide {
        dst: Operand,
        ptr: Operand,
        width: u32,
        align: u32,
    },
    StoreWide {
        value: Operand,
        ptr: Operand,
        width: u32,
        align: u32,
    },
    Alloca {
        dst: Operand,
        size: Operand,
        align: u32,
        name: NoteId,
        /// It is an area of variadic arguments.
        holds_arguments: bool,
    },
    LifetimeStart(Operand),
    /// Whether for good: where nothing begins the life again.
    LifetimeEnd(Operand, bool),
    Seal(Operand),
    StackSave {
        dst: Operand,
    },
    StackRestore(Operand),
    MemCopy {
        dst: Operand,
        src: Operand,
        len: Operand,
        overlap: Overlap,
    },
    MemSet {
        dst: Operand,
        byte: Operand,
        len: Operand,
    },
    Assert {
        cond: Operand,
        property: Property,
        note: NoteId,
    },
    Assume(Operand),
    Nondet(Place, bool, NoteId),
    Call(Box<CallIns>),
    CallPtr(Box<CallPtrIns>),
    Jump(u32),
    Branch {
        cond: Operand,
        then: u32,
        els: u32,
    },
    /// Compare and branch: the most common pair.
    CmpBranch {
        op: CmpOp,
        width: u8,
        a: Operand,
        b: Operand,
        then: u32,
        els: u32,
    },
    Switch(Box<SwitchIns>),
    Return(Box<[Place]>),
    Stop,
}

/// A pure operation for the general evaluator.
#[derive(Clone, Debug)]
pub struct PureIns {
    /// The operation; its operands are in `args`.
    pub op: Op,
    /// Result.
    pub dst: Place,
    /// Operands in order.
    pub args: Vec<Place>,
}

/// A direct call.
#[derive(Clone, Debug)]
pub struct CallIns {
    /// Whom.
    pub callee: FuncId,
    /// Arguments.
    pub args: Box<[Place]>,
    /// Results.
    pub results: Box<[Place]>,
}

/// A call through a pointer.
#[derive(Clone, Debug)]
pub struct CallPtrIns {
    /// Whom.
    pub callee: Operand,
    /// Arguments.
    pub args: Box<[Place]>,
    /// Results.
    pub results: Box<[Place]>,
    /// The last argument is an area of variadic arguments.
    pub variadic: bool,
}

/// A switch.
#[derive(Clone, Debug)]
pub struct SwitchIns {
    /// Value.
    pub value: Place,
    /// Edges by value, for values of at most 64 bits.
    pub cases: FxHashMap<u64, u32>,
    /// Edges of wider values.
    pub wide_cases: Vec<(Bits, u32)>,
    /// Otherwise.
    pub default: u32,
}

/// Where an edge leads, and what it moves into the block's parameters.
#[derive(Clone, Debug)]
pub struct EdgeCode {
    /// First instruction of the block.
    pub target: u32,
    /// Moves, (to, from), done as if all at once.
    pub moves: Box<[(Operand, Operand)]>,
    /// The moves may be done one after another.
    pub sequential: bool,
    /// Moves of wide values.
    pub wide_moves: Box<[(Operand, Operand)]>,
}

/// A function made executable.
#[derive(Debug)]
pub struct Code {
    /// Instructions.
    pub ins: Vec<Ins>,
    /// Position of each.
    pub locs: Vec<LocId>,
    /// Where each is in the function.
    pub origins: Vec<Origin>,
    /// Edges.
    pub edges: Vec<EdgeCode>,
    /// Constants.
    pub constants: Vec<Cell>,
    /// Constants of more than 64 bits.
    pub wide_constants: Vec<Wide>,
    /// Registers of the function.
    pub registers: u32,
    /// Wide registers of the function.
    pub wide_registers: u32,
    /// Where parameters go.
    pub params: Box<[Place]>,
}

/// Compiles a function body; `apart`: every instruction by itself, none joined with the next.
pub fn compile(
    program: &Program,
    body: &Body,
    checks: PropertySet,
    apart: bool,
    address: &dyn Fn(Symbol) -> Pointer,
) -> Rc<Code> {
    let mut compiler = Compiler::new(program, body, checks, apart);
    compiler.number_values(address);
    compiler.blocks();
    Rc::new(compiler.code)
}

/// An index times a scale, if it fits.
fn constant_bytes(index: &Bits, scale: u64) -> Option<i64> {
    if index.width() > 64 {
        return None;
    }
    let index = fathom_ir::bits::small::signed(index.width(), index.low_u64());
    index.checked_mul(i64::try_from(scale).ok()?)
}

struct Compiler<'a> {
    program: &'a Program,
    body: &'a Body,
    checks: PropertySet,
    places: Vec<Operand>,
    block_start: Vec<u32>,
    /// How often each value is used.
    uses: Vec<u32>,
    /// Slots whose lifetime may begin again.
    begins_again: FxHashSet<Value>,
    apart: bool,
    code: Code,
}

impl<'a> Compiler<'a> {
    fn new(program: &'a Program, body: &'a Body, checks: PropertySet, apart: bool) -> Self {
        let code = Code {
            ins: vec![],
            locs: vec![],
            origins: vec![],
            edges: vec![],
            constants: vec![],
            wide_constants: vec![],
            registers: 0,
            wide_registers: 0,
            params: Box::new([]),
        };
        let mut uses = vec![0; body.values.len()];
        for block in &body.blocks {
            block.insts.iter().for_each(|inst| inst.op.operands(|value| uses[value.index()] += 1));
            block.term.operands(|value| uses[value.index()] += 1);
        }
        let insts = body.blocks.iter().flat_map(|block| &block.insts);
        let begins_again = insts
            .filter_map(|inst| match inst.op {
                Op::LifetimeStart(slot) => Some(slot),
                _ => None,
            })
            .collect();
        Self { program, body, checks, places: vec![], block_start: vec![], uses, begins_again, apart, code }
    }

    fn width(&self, ty: Type) -> u32 {
        ty.bits(&self.program.target)
    }

    fn is_wide(&self, ty: Type) -> bool {
        self.width(ty) > 64
    }

    fn number_values(&mut self, address: &dyn Fn(Symbol) -> Pointer) {
        // Where uninitialised use is not checked, indeterminate values are arbitrary but fixed: 0.
        let indeterminate = self.checks.contains(Property::UninitialisedUse);
        for value in &self.body.values {
            let width = self.width(value.ty);
            let wide = width > 64;
            let number = match &value.constant {
                None if wide => {
                    self.code.wide_registers += 1;
                    self.code.wide_registers - 1
                }
                None => {
                    self.code.registers += 1;
                    self.code.registers - 1
                }
                Some(constant) if wide => {
                    let zero = Bits::from_u64(width, 0);
                    let wide = match constant {
                        Const::Bits(bits) => Wide { bits: bits.clone(), undef: zero },
                        Const::Addr(symbol, offset) => Wide {
                            bits: Bits::from_u64(width, address(*symbol).addr.wrapping_add(*offset as u64)),
                            undef: zero,
                        },
                        Const::Undef if !indeterminate => Wide { bits: zero.clone(), undef: zero },
                        Const::Undef => Wide { bits: zero, undef: Bits::ones(width) },
                    };
                    self.code.wide_constants.push(wide);
                    (self.code.wide_constants.len() as u32 - 1) | CONSTANT
                }
                Some(constant) => {
                    let mask = fathom_ir::bits::mask(width);
                    let cell = match constant {
                        Const::Bits(bits) => Cell { bits: bits.low_u64(), ..Cell::default() },
                        Const::Addr(symbol, offset) => {
                            let pointer = address(*symbol).offset(*offset as u64);
                            Cell { bits: pointer.addr & mask, undef: 0, prov: pointer.prov }
                        }
                        Const::Undef if !indeterminate => Cell::default(),
                        Const::Undef => Cell { bits: 0, undef: mask, prov: Provenance::NONE },
                    };
                    self.code.constants.push(cell);
                    (self.code.constants.len() as u32 - 1) | CONSTANT
                }
            };
            self.places.push(number);
        }
        self.code.params = self.body.blocks[0].params.iter().map(|&p| self.place(p)).collect();
    }

    fn operand(&self, value: Value) -> Operand {
        self.places[value.index()]
    }

    fn place(&self, value: Value) -> Place {
        let ty = self.body.ty(value);
        Place { at: self.operand(value), ty, wide: self.is_wide(ty) }
    }

    fn places(&self, values: &[Value]) -> Box<[Place]> {
        values.iter().map(|&v| self.place(v)).collect()
    }

    fn blocks(&mut self) {
        // Edges name blocks until all blocks have their place.
        for (number, block) in self.body.blocks.iter().enumerate() {
            self.block_start.push(self.code.ins.len() as u32);
            let origin = |at: usize| Origin { block: BlockId(number as u32), at: at as u32 };
            for (at, inst) in block.insts.iter().enumerate() {
                let results: Vec<Value> = inst.result_values().collect();
                let ins = self.instruction(&inst.op, &results);
                self.push(ins, inst.loc, origin(at));
            }
            self.terminator(&block.term, block.term_loc, origin(block.insts.len()));
        }
        for edge in &mut self.code.edges {
            edge.target = self.block_start[edge.target as usize];
        }
    }

    fn push(&mut self, ins: Ins, loc: LocId, origin: Origin) {
        self.code.ins.push(ins);
        self.code.locs.push(loc);
        self.code.origins.push(origin);
    }

    fn terminator(&mut self, term: &Term, loc: LocId, origin: Origin) {
        let ins = match term {
            Term::Jump(edge) => Ins::Jump(self.edge(edge)),
            Term::Branch { cond, then, els } => {
                let (then, els) = (self.edge(then), self.edge(els));
                let only_use = !self.apart && self.uses[cond.index()] == 1;
                let cond = self.operand(*cond);
                match self.code.ins.last() {
                    Some(&Ins::Cmp { op, width, dst, a, b }) if dst == cond && only_use => {
                        self.code.ins.pop();
                        self.code.locs.pop();
                        self.code.origins.pop();
                        Ins::CmpBranch { op, width, a, b, then, els }
                    }
                    _ => Ins::Branch { cond, then, els },
                }
            }
            Term::Switch { value, cases, default } => {
                let place = self.place(*value);
                let mut switch =
                    SwitchIns { value: place, cases: FxHashMap::default(), wide_cases: vec![], default: 0 };
                for (bits, edge) in cases {
                    let edge = self.edge(edge);
                    if place.wide {
                        switch.wide_cases.push((bits.clone(), edge));
                    } else {
                        switch.cases.insert(bits.low_u64(), edge);
                    }
                }
                switch.default = self.edge(default);
                Ins::Switch(Box::new(switch))
            }
            Term::Return(values) => Ins::Return(self.places(values)),
            Term::Stop => Ins::Stop,
        };
        self.push(ins, loc, origin);
    }

    fn edge(&mut self, edge: &Edge) -> u32 {
        let params = &self.body.blocks[edge.block.index()].params;
        let (mut moves, mut wide_moves) = (vec![], vec![]);
        for (&param, &arg) in params.iter().zip(&edge.args) {
            let (to, from) = (self.operand(param), self.operand(arg));
            if to == from {
                continue;
            }
            if self.is_wide(self.body.ty(param)) {
                wide_moves.push((to, from))
            } else {
                moves.push((to, from))
            }
        }
        let sequential =
            moves.iter().enumerate().all(|(at, (to, _))| moves[at + 1..].iter().all(|(_, from)| from != to));
        self.code.edges.push(EdgeCode {
            target: edge.block.0,
            moves: moves.into(),
            sequential,
            wide_moves: wide_moves.into(),
        });
        self.code.edges.len() as u32 - 1
    }

    fn pure(&self, op: &Op, result: Value) -> Ins {
        let mut args = vec![];
        op.operands(|value| args.push(self.place(value)));
        Ins::Pure(Box::new(PureIns { op: op.clone(), dst: self.place(result), args }))
    }

    fn instruction(&self, op: &Op, results: &[Value]) -> Ins {
        let result = results.first().copied().unwrap_or(Value(0));
        let dst = if results.is_empty() { 0 } else { self.operand(result) };
        let mut wide = !results.is_empty() && self.is_wide(self.body.ty(result));
        let mut first_ty = None;
        op.operands(|value| {
            wide |= self.is_wide(self.body.ty(value));
            first_ty = first_ty.or(Some(self.body.ty(value)));
        });
        let width = first_ty.map_or(0, |ty| self.width(ty));
        let o = |value: &Value| self.operand(*value);
        if wide && (op.is_pure() || matches!(op, Op::Cmp(..))) {
            return self.pure(op, result);
        }
        match op {
            Op::Bin(op, a, b) => Ins::Bin { op: *op, width: width as u8, dst, a: o(a), b: o(b) },
            Op::Overflow(op, a, b) => Ins::Overflow { op: *op, width: width as u8, dst, a: o(a), b: o(b) },
            Op::Un(op, a) => Ins::Un { op: *op, width: width as u8, dst, a: o(a) },
            Op::Cmp(op, a, b) => {
                let order = !matches!(op, CmpOp::Eq | CmpOp::Ne);
                if order && first_ty == Some(Type::Ptr) && self.checks.contains(Property::PointerComparison) {
                    return Ins::PtrOrder { op: *op, dst, a: o(a), b: o(b) };
                }
                Ins::Cmp { op: *op, width: width as u8, dst, a: o(a), b: o(b) }
            }
            Op::Cast(cast, a) => {
                let to = self.width(self.body.ty(result));
                match cast {
                    CastOp::Trunc => Ins::Trunc { width: to as u8, dst, a: o(a) },
                    CastOp::ZExt | CastOp::FToBits | CastOp::BitsToF => Ins::Move { dst, a: o(a) },
                    CastOp::SExt => Ins::SExt { from: width as u8, to: to as u8, dst, a: o(a) },
                    CastOp::PtrToInt => Ins::PtrToInt { width: to as u8, dst, a: o(a) },
                    CastOp::IntToPtr => Ins::IntToPtr { dst, a: o(a) },
                    CastOp::FConv | CastOp::FToS | CastOp::FToU | CastOp::SToF | CastOp::UToF => {
                        self.pure(op, result)
                    }
                }
            }
            Op::Select(cond, a, b) => Ins::Select { dst, cond: o(cond), a: o(a), b: o(b) },
            Op::FBin(fop, a, b) => match (fop, first_ty) {
                (
                    FBinOp::Add | FBinOp::Sub | FBinOp::Mul | FBinOp::Div,
                    Some(Type::Float(fathom_ir::FloatKind::F64)),
                ) => Ins::F64 { op: *fop, dst, a: o(a), b: o(b) },
                (
                    FBinOp::Add | FBinOp::Sub | FBinOp::Mul | FBinOp::Div,
                    Some(Type::Float(fathom_ir::FloatKind::F32)),
                ) => Ins::F32 { op: *fop, dst, a: o(a), b: o(b) },
                _ => self.pure(op, result),
            },
            Op::FCmp(relations, a, b) if first_ty == Some(Type::Float(fathom_ir::FloatKind::F64)) => {
                Ins::FCmp64 { relations: relations.0, dst, a: o(a), b: o(b) }
            }
            Op::FCmp(..) | Op::FUn(..) | Op::Fma(..) => self.pure(op, result),
            Op::Freeze(a) => Ins::Freeze { dst, a: o(a) },
            Op::PtrAdd { base, index, scale, inbounds } => match self.body.bits(*index) {
                // Where the product does not fit, the general instruction checks it.
                Some(bits) if constant_bytes(bits, *scale).is_some() => {
                    let bytes = constant_bytes(bits, *scale).unwrap_or_default();
                    Ins::PtrAddBytes { dst, base: o(base), bytes, inbounds: *inbounds }
                }
                _ => Ins::PtrAdd {
                    dst,
                    base: o(base),
                    index: o(index),
                    width: self.width(self.body.ty(*index)) as u8,
                    inbounds: *inbounds,
                    scale: *scale,
                },
            },
            Op::InBounds { base, index, scale } => Ins::InBounds {
                dst,
                base: o(base),
                index: o(index),
                width: self.width(self.body.ty(*index)) as u8,
                scale: *scale,
            },
            Op::PtrDiff(a, b) => Ins::PtrDiff { dst, a: o(a), b: o(b) },
            Op::Load { ptr, align } => {
                let ty = self.body.ty(result);
                let width = self.width(ty);
                if wide {
                    return Ins::LoadWide { dst, ptr: o(ptr), width, align: *align };
                }
                let bytes = width.div_ceil(8) as u8;
                Ins::Load {
                    dst,
                    ptr: o(ptr),
                    bytes,
                    width: width as u8,
                    align: *align,
                    pointer: ty == Type::Ptr,
                }
            }
            Op::Store { value, ptr, align } => {
                if wide {
                    return Ins::StoreWide { value: o(value), ptr: o(ptr), width, align: *align };
                }
                Ins::Store { value: o(value), ptr: o(ptr), bytes: width.div_ceil(8) as u8, align: *align }
            }
            Op::Alloca { size, align, name } => Ins::Alloca {
                dst,
                size: o(size),
                align: *align,
                name: *name,
                holds_arguments: AreaTypes::of_name(self.program.note(*name)).is_some(),
            },
            Op::LifetimeStart(ptr) => Ins::LifetimeStart(o(ptr)),
            Op::LifetimeEnd(ptr) => Ins::LifetimeEnd(o(ptr), !self.begins_again.contains(ptr)),
            Op::Seal(ptr) => Ins::Seal(o(ptr)),
            Op::StackSave => Ins::StackSave { dst },
            Op::StackRestore(token) => Ins::StackRestore(o(token)),
            Op::MemCopy { dst, src, len, overlap } => {
                Ins::MemCopy { dst: o(dst), src: o(src), len: o(len), overlap: *overlap }
            }
            Op::MemSet { dst, byte, len } => Ins::MemSet { dst: o(dst), byte: o(byte), len: o(len) },
            Op::Assert { cond, property, note } => {
                Ins::Assert { cond: o(cond), property: *property, note: *note }
            }
            Op::Assume(cond) => Ins::Assume(o(cond)),
            Op::Nondet { outside, name } => Ins::Nondet(self.place(result), *outside, *name),
            Op::Call { callee, args } => Ins::Call(Box::new(CallIns {
                callee: *callee,
                args: self.places(args),
                results: self.places(results),
            })),
            Op::CallPtr { callee, args, variadic } => Ins::CallPtr(Box::new(CallPtrIns {
                callee: o(callee),
                args: self.places(args),
                results: self.places(results),
                variadic: *variadic,
            })),
        }
    }
}
