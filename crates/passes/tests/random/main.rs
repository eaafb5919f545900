//! Random programs behave the same before and after passes.

mod machine;

use fathom_ir::verify::verify;
use fathom_ir::{
    BinOp, Bits, Block, BlockId, Body, CastOp, CmpOp, Const, Edge, FloatKind, FuncId, Function, Global,
    GlobalId, Init, Inst, Loc, LocId, NoteId, Op, Overlap, Program, Property, Symbol, Term, Type, Value,
};
use fathom_passes::{Pass, pass_named};
use machine::{End, run};

const I8: Type = Type::Int(8);
const I32: Type = Type::Int(32);
const I64: Type = Type::Int(64);
const F64: Type = Type::Float(FloatKind::F64);

struct Random(u64);

impl Random {
    fn below(&mut self, limit: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((self.0 >> 33) as usize) % limit.max(1)
    }

    fn chance(&mut self, percent: usize) -> bool {
        self.below(100) < percent
    }

    fn pick<T: Copy>(&mut self, from: &[T]) -> T {
        from[self.below(from.len())]
    }
}

/// A slot, and the places that are usually accessed.
struct Slot {
    ptr: Value,
    size: u64,
    layout: Vec<(u64, Type)>,
}

struct Generator {
    random: Random,
    body: Body,
    block: usize,
    slots: Vec<Slot>,
    /// Values that may be used in the present block.
    ints: Vec<Value>,
    pointers: Vec<Value>,
    tokens: Vec<Value>,
    names: u32,
    /// Percent of strange accesses.
    wild: usize,
    /// Whether it calls the other function.
    calls: bool,
}

const CALLEE: FuncId = FuncId(4);

/// Types of which values are shown, each by its own function, numbered from 1.
const SHOWN: [Type; 3] = [I64, I32, Type::Ptr];

impl Generator {
    fn constant(&mut self, ty: Type, value: u64) -> Value {
        let width = ty.bits(&Program::default().target);
        self.body.new_constant(ty, Const::Bits(Bits::from_u64(width, value)))
    }

    fn push(&mut self, op: Op, ty: Option<Type>) -> Value {
        let first = ty.map_or(Value(0), |ty| self.body.new_value(ty));
        let inst = Inst { op, first, results: u32::from(ty.is_some()), loc: LocId::NONE };
        self.body.blocks[self.block].insts.push(inst);
        first
    }

    fn alloca(&mut self) {
        let layout: Vec<(u64, Type)> = match self.random.below(7) {
            0 => vec![(0, I32)],
            1 => vec![(0, I64)],
            2 => vec![(0, Type::Ptr)],
            3 => vec![(0, I32), (4, I32), (8, I64)],
            4 => vec![(0, I8), (8, Type::Ptr), (16, I32)],
            5 => vec![(0, F64), (8, I64), (16, I64)],
            _ => vec![(0, I32), (8, I64)],
        };
        let size = layout.iter().map(|(offset, ty)| offset + ty.bytes(&Program::default().target)).max();
        let size = size.unwrap().next_multiple_of(8);
        let size_value = self.constant(I64, size);
        self.names += 1;
        let op = Op::Alloca { size: size_value, align: 8, name: NoteId(self.names) };
        let ptr = self.push(op, Some(Type::Ptr));
        self.slots.push(Slot { ptr, size, layout });
    }

    /// An integer of the type.
    fn int(&mut self, ty: Type) -> Value {
        let fitting: Vec<Value> =
            self.ints.iter().copied().filter(|&value| self.body.ty(value) == ty).collect();
        if fitting.is_empty() || self.random.chance(30) {
            let value = self.random.below(4) as u64;
            return self.constant(ty, value);
        }
        self.random.pick(&fitting)
    }

    fn value(&mut self, ty: Type) -> Value {
        match ty {
            Type::Int(_) => self.int(ty),
            Type::Ptr => {
                if self.pointers.is_empty() || self.random.chance(30) {
                    let global = GlobalId(self.random.below(2) as u32);
                    let offset = 8 * self.random.below(3) as i64;
                    self.body.new_constant(Type::Ptr, Const::Addr(Symbol::Global(global), offset))
                } else {
                    self.random.pick(&self.pointers.clone())
                }
            }
            Type::Float(_) => {
                let bits = self.int(I64);
                self.push(Op::Cast(CastOp::BitsToF, bits), Some(ty))
            }
        }
    }

    /// A bit.
    fn condition(&mut self) -> Value {
        let a = self.int(I64);
        let b = self.int(I64);
        let op = self.random.pick(&[CmpOp::Eq, CmpOp::Ne, CmpOp::Ult, CmpOp::Sle]);
        self.push(Op::Cmp(op, a, b), Some(Type::BOOL))
    }

    fn offset(&mut self, base: Value, offset: u64) -> Value {
        if offset == 0 {
            return base;
        }
        let scale = self.random.pick(&[1, 4]).min(offset);
        let index = self.constant(I64, offset / scale);
        let inbounds = self.random.chance(70);
        self.push(Op::PtrAdd { base, index, scale, inbounds }, Some(Type::Ptr))
    }

    /// Where to access what.
    fn place(&mut self) -> (Value, Type) {
        let slot = self.random.below(self.slots.len());
        let (ptr, size) = (self.slots[slot].ptr, self.slots[slot].size);
        let (mut offset, mut ty) = self.random.pick(&self.slots[slot].layout);
        if self.random.chance(self.wild) {
            ty = self.random.pick(&[I8, I32, I64, F64, Type::Ptr]);
            if self.random.chance(50) {
                offset = 4 * self.random.below(size as usize / 4 + 1) as u64;
            }
        }
        (self.offset(ptr, offset), ty)
    }

    fn align(&mut self, ty: Type) -> u32 {
        let natural = ty.bytes(&Program::default().target) as u32;
        if self.random.chance(10) { 1 } else { natural }
    }

    fn range(&mut self) -> (Value, u64) {
        let slot = self.random.below(self.slots.len());
        let (ptr, size) = (self.slots[slot].ptr, self.slots[slot].size);
        if self.random.chance(70) {
            return (ptr, size);
        }
        let start = 8 * self.random.below(size as usize / 8) as u64;
        (self.offset(ptr, start), size - start)
    }

    fn instruction(&mut self) {
        match self.random.below(32) {
            0..7 => {
                let (ptr, ty) = self.place();
                let value = self.value(ty);
                let align = self.align(ty);
                self.push(Op::Store { value, ptr, align }, None);
            }
            7..15 => {
                let (ptr, ty) = self.place();
                let align = self.align(ty);
                let value = self.push(Op::Load { ptr, align }, Some(ty));
                match ty {
                    Type::Int(_) => self.ints.push(value),
                    Type::Ptr => self.pointers.push(value),
                    Type::Float(_) => {
                        let bits = self.push(Op::Cast(CastOp::FToBits, value), Some(I64));
                        self.ints.push(bits);
                    }
                }
            }
            15..17 => {
                let (dst, size) = self.range();
                let len = self.constant(I64, size);
                let byte = self.random.pick(&[0, 0, 0xff]);
                let byte = self.constant(I8, byte);
                self.push(Op::MemSet { dst, byte, len }, None);
            }
            17..20 => {
                let (mut a, mut size) = self.range();
                let mut b = if self.random.chance(60) {
                    let (ptr, other) = self.range();
                    size = size.min(other);
                    ptr
                } else {
                    let global = GlobalId(self.random.below(2) as u32);
                    self.body.new_constant(Type::Ptr, Const::Addr(Symbol::Global(global), 8))
                };
                if self.random.chance(50) {
                    std::mem::swap(&mut a, &mut b);
                }
                let len = self.constant(I64, size);
                self.push(Op::MemCopy { dst: a, src: b, len, overlap: Overlap::Allowed }, None);
            }
            20..24 => {
                let ty = self.random.pick(&[I64, I64, I32]);
                let (a, b) = (self.int(ty), self.int(ty));
                let op = self.random.pick(&[
                    BinOp::Add,
                    BinOp::Sub,
                    BinOp::Mul,
                    BinOp::And,
                    BinOp::Or,
                    BinOp::Xor,
                    BinOp::UDiv,
                ]);
                let value = self.push(Op::Bin(op, a, b), Some(ty));
                self.ints.push(value);
            }
            24 => {
                let small = self.int(I32);
                let op = self.random.pick(&[CastOp::ZExt, CastOp::SExt]);
                let value = self.push(Op::Cast(op, small), Some(I64));
                self.ints.push(value);
            }
            25 => {
                let cond = self.condition();
                let wide = self.push(Op::Cast(CastOp::ZExt, cond), Some(I32));
                let (a, b) = (self.int(I64), self.int(I64));
                let chosen = self.push(Op::Select(cond, a, b), Some(I64));
                self.ints.extend([wide, chosen]);
            }
            26 => {
                let cond = self.condition();
                if self.random.chance(20) {
                    self.push(Op::Assume(cond), None);
                } else {
                    let property = Property::Assertion;
                    self.push(Op::Assert { cond, property, note: NoteId::NONE }, None);
                }
            }
            27 => {
                let slot = self.random.below(self.slots.len());
                let ptr = self.slots[slot].ptr;
                let start = self.random.chance(65);
                self.push(if start { Op::LifetimeStart(ptr) } else { Op::LifetimeEnd(ptr) }, None);
            }
            28 => {
                let value = if self.random.chance(50) {
                    self.push(Op::Nondet { name: NoteId::NONE, outside: true }, Some(I64))
                } else {
                    let inner = self.int(I64);
                    self.push(Op::Freeze(inner), Some(I64))
                };
                self.ints.push(value);
            }
            29 if self.calls && self.random.chance(50) => {
                let args = vec![self.int(I64), self.int(I32)];
                let result = self.push(Op::Call { callee: CALLEE, args }, Some(I64));
                self.ints.push(result);
            }
            29 if self.random.chance(self.wild) => {
                if self.tokens.is_empty() {
                    let token = self.push(Op::StackSave, Some(I64));
                    self.tokens.push(token);
                } else {
                    let token = self.random.pick(&self.tokens.clone());
                    self.push(Op::StackRestore(token), None);
                }
            }
            30 if self.random.chance(self.wild) => {
                let slot = self.random.below(self.slots.len());
                self.pointers.push(self.slots[slot].ptr);
            }
            _ => {
                let shown = self.random.below(SHOWN.len());
                let value = self.value(SHOWN[shown]);
                self.push(Op::Call { callee: FuncId(shown as u32 + 1), args: vec![value] }, None);
            }
        }
    }

    fn edge(&mut self, to: usize) -> Edge {
        let types: Vec<Type> = self.body.blocks[to].params.iter().map(|&p| self.body.ty(p)).collect();
        let args = types.into_iter().map(|ty| self.value(ty)).collect();
        Edge { block: BlockId(to as u32), args }
    }

    fn terminator(&mut self, blocks: usize) {
        let target = |random: &mut Random, block: usize| {
            // Mostly forwards.
            if random.chance(70) && block + 1 < blocks {
                block + 1 + random.below(3.min(blocks - block - 1))
            } else {
                1 + random.below(blocks - 1)
            }
        };
        let (a, b, c) = {
            let random = &mut self.random;
            (target(random, self.block), target(random, self.block), target(random, self.block))
        };
        let term = match self.random.below(10) {
            0..2 => Term::Jump(self.edge(a)),
            2..7 => {
                let cond = self.condition();
                Term::Branch { cond, then: self.edge(a), els: self.edge(b) }
            }
            7..8 => {
                let value = self.int(I64);
                let cases =
                    vec![(Bits::from_u64(64, 1), self.edge(a)), (Bits::from_u64(64, 2), self.edge(b))];
                Term::Switch { value, cases, default: self.edge(c) }
            }
            _ => Term::Return(vec![self.int(I64)]),
        };
        self.body.blocks[self.block].term = term;
    }
}

/// A body with slots whose names are above the given number.
fn generate_body(mut random: Random, names: u32, calls: bool) -> Generator {
    let wild = random.pick(&[0, 0, 3, 10]);
    let blocks = 2 + random.below(8);
    let mut generator = Generator {
        random,
        body: Body::default(),
        block: 0,
        slots: Vec::new(),
        ints: Vec::new(),
        pointers: Vec::new(),
        tokens: Vec::new(),
        names,
        wild,
        calls,
    };
    for block in 0..blocks {
        let mut params = Vec::new();
        if block == 0 {
            params = vec![generator.body.new_value(I64), generator.body.new_value(I32)];
        } else if generator.random.chance(30) {
            let ty = generator.random.pick(&[I64, Type::Ptr]);
            params.push(generator.body.new_value(ty));
        }
        generator.body.blocks.push(Block {
            params,
            insts: Vec::new(),
            term: Term::Stop,
            term_loc: LocId::NONE,
        });
    }
    let mut everywhere = generator.body.blocks[0].params.clone();
    for block in 0..blocks {
        generator.block = block;
        generator.ints = everywhere.clone();
        generator.pointers.clear();
        if block == 0 {
            for _ in 0..1 + generator.random.below(4) {
                generator.alloca();
            }
        }
        for param in generator.body.blocks[block].params.clone() {
            if generator.body.ty(param) == Type::Ptr {
                generator.pointers.push(param);
            } else {
                generator.ints.push(param);
            }
        }
        let slots = generator.slots.len();
        if block != 0 && generator.random.chance(15) {
            generator.alloca();
        }
        for _ in 0..generator.random.below(12) {
            generator.instruction();
        }
        generator.terminator(blocks);
        // Only what the entry defines is known everywhere.
        if block == 0 {
            everywhere = generator.ints.clone();
        } else {
            generator.slots.truncate(slots);
            generator.tokens.retain(|_| false);
        }
    }
    generator
}

fn generate(seed: u64) -> Program {
    let callee = generate_body(Random(seed ^ 0x5555_5555), 0, false);
    let caller = generate_body(Random(seed), callee.names, true);
    let global = |name: &str, byte: u8| Global {
        name: name.into(),
        size: 64,
        align: 8,
        constant: false,
        mergeable: false,
        init: Some(Init { bytes: vec![byte; 40], ..Init::default() }),
        loc: LocId::NONE,
    };
    let function = |name: &str, params, results, body| Function {
        name: name.into(),
        params,
        results,
        variadic: false,
        body,
        align: 1,
        loc: LocId::NONE,
    };
    let mut functions = vec![function("f", vec![I64, I32], vec![I64], Some(caller.body))];
    functions.extend(SHOWN.map(|ty| function(&format!("show_{ty}"), vec![ty], vec![], None)));
    functions.push(function("g", vec![I64, I32], vec![I64], Some(callee.body)));
    Program {
        globals: vec![global("a", 1), global("b", 0)],
        functions,
        // Names of slots are their numbers.
        notes: (0..=caller.names).map(|at| if at == 0 { String::new() } else { at.to_string() }).collect(),
        locs: vec![Loc::UNKNOWN],
        ..Program::default()
    }
}

fn behaves_the_same(passes: &[&Pass], seeds: std::ops::Range<u64>) {
    let mut promoted = 0;
    let mut inlined = 0;
    let mut returned = 0;
    for seed in seeds {
        let before = generate(seed);
        let mut after = before.clone();
        assert_eq!(verify(&before), Ok(()), "seed {seed}");
        for pass in passes {
            let stats = (pass.run)(&mut after);
            promoted += stats.promoted;
            inlined += stats.inlined;
            assert_eq!(verify(&after), Ok(()), "seed {seed} after {}", pass.name);
        }
        for (a, b) in [(0, 0), (1, 2), (2, 1), (u64::MAX, 3), (7, 0)] {
            let expected = run(&before, FuncId(0), &[a, b], 400);
            let mut actual = run(&after, FuncId(0), &[a, b], 10_000);
            returned += usize::from(matches!(expected.end, End::Returned(_)));
            if expected.end == End::OutOfFuel {
                // The other run goes on further.
                assert!(actual.seen.starts_with(&expected.seen), "seed {seed}, arguments {a} and {b}");
                continue;
            }
            if matches!(expected.end, End::Fault(_)) {
                // What a copy wrote before it failed is not seen any more.
                actual = machine::Outcome { seen: actual.seen, end: actual.end, ..expected.clone() };
            }
            let (seen, end) = (&expected.seen, &expected.end);
            assert_eq!((seen, end), (&actual.seen, &actual.end), "seed {seed}, arguments {a} and {b}");
            assert!(expected == actual, "seed {seed}, arguments {a} and {b}: globals differ");
        }
    }
    eprintln!("{promoted} slots promoted, {inlined} calls inlined, {returned} runs returned");
    assert!(returned > 100, "too few of the programs run to their end: {returned}");
    assert!(promoted > 0 || passes[0].name != "promote");
    assert!(inlined > 0 || passes[0].name != "inline");
}

fn passes(names: &[&str]) -> Vec<&'static Pass> {
    names.iter().map(|name| pass_named(name).unwrap()).collect()
}

/// Some programs, more of them if `FATHOM_RANDOM` says how many times more.
fn seeds(start: u64, count: u64) -> std::ops::Range<u64> {
    let more = std::env::var("FATHOM_RANDOM").ok().and_then(|text| text.parse().ok());
    start..start + count / 10 * more.unwrap_or(1)
}

#[test]
fn promotion_keeps_behaviour() {
    behaves_the_same(&passes(&["promote"]), seeds(0, 20_000));
}

#[test]
fn simplification_keeps_behaviour() {
    behaves_the_same(&passes(&["simplify"]), seeds(20_000, 10_000));
}

#[test]
fn cleaning_up_keeps_behaviour() {
    behaves_the_same(&passes(&["dead-code", "unreachable-blocks", "canonical"]), seeds(30_000, 10_000));
}

#[test]
fn inlining_keeps_behaviour() {
    behaves_the_same(&passes(&["inline"]), seeds(60_000, 10_000));
    behaves_the_same(&passes(&["promote", "inline", "prepare"]), seeds(70_000, 10_000));
}

#[test]
fn the_pipeline_keeps_behaviour() {
    behaves_the_same(&passes(&["prepare", "promote", "prepare"]), seeds(40_000, 20_000));
}
