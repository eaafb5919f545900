//! Random programs survive the way through text; random texts do not harm the parser. Texts that
//! people wrote are in `tests/text` and `tests/bad`.

use super::*;
use crate::bits::Bits;
use crate::canonical::canonicalize;
use crate::program::*;
use crate::property::Property;
use crate::types::{FloatKind, Target, Type, VaAbi};

struct Random(u64);

impl Random {
    fn below(&mut self, limit: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % limit
    }

    fn word(&mut self) -> u64 {
        let shift = self.below(64);
        ((self.below(1 << 31) as u64) << 33 ^ (self.below(1 << 31) as u64)) >> shift
    }

    fn flag(&mut self) -> bool {
        self.below(2) == 1
    }

    fn pick<T: Copy>(&mut self, from: &[T]) -> T {
        from[self.below(from.len())]
    }

    fn ty(&mut self) -> Type {
        match self.below(4) {
            0 => Type::Ptr,
            1 => Type::Float(self.pick(&FloatKind::ALL)),
            _ => Type::Int(self.pick(&[1, 2, 7, 8, 32, 64, 65, 128, 129, 300])),
        }
    }

    fn types(&mut self) -> Vec<Type> {
        (0..self.below(4)).map(|_| self.ty()).collect()
    }

    fn name(&mut self, prefix: &str, at: usize) -> String {
        let suffix = self.pick(&["", "x", " y", "\"", "\\", "\n\t", "é", "-1", "\u{1}", "::<T>"]);
        format!("{prefix}{at}{suffix}")
    }
}

/// Programs that have everything and need not make sense: operands of any type, but each defined.
struct Generator {
    random: Random,
    program: Program,
    /// Types of values that instructions and blocks define, chosen before the code.
    defined: Vec<Value>,
}

impl Generator {
    fn program(seed: u64) -> Program {
        let mut random = Random(seed);
        let target = Target {
            pointer_bits: random.pick(&[16, 32, 64]),
            big_endian: random.flag(),
            va: if random.flag() { VaAbi::SysV64 } else { VaAbi::Pointer { slot: 4 } },
        };
        let program = Program { target, ..Program::default() };
        let mut generator = Self { random, program, defined: Vec::new() };
        generator.tables();
        generator.program
    }

    fn tables(&mut self) {
        let random = &mut self.random;
        self.program.notes.push(String::new());
        self.program.notes.extend((0..5).map(|at| random.name("note ", at)));
        self.program.files.extend((0..3).map(|at| random.name("file", at)));
        self.program.locs.push(Loc::UNKNOWN);
        for _ in 0..6 {
            let inlined_at = random.flag().then(|| LocId(1 + random.below(6) as u32));
            let file = random.flag().then(|| FileId(random.below(3) as u32));
            let function = NoteId(random.below(6) as u32);
            let (line, column) = (random.word() as u32, random.below(100) as u32);
            self.program.locs.push(Loc { file, line, column, function, inlined_at });
        }
        let globals = random.below(4);
        let functions = 1 + random.below(3);
        for at in 0..globals {
            let init = random.flag().then(|| Init {
                bytes: (0..random.below(6)).map(|_| random.word() as u8).collect(),
                pointers: (0..random.below(3))
                    .map(|at| {
                        let target = Symbol::Func(FuncId(random.below(functions) as u32));
                        (8 * at as u64, (target, random.word() as i64 - 5))
                    })
                    .collect(),
                undef: (0..random.below(3)).map(|_| (random.word() >> 2, random.word() >> 2)).collect(),
            });
            let global = Global {
                name: random.name("g", at),
                size: random.word(),
                align: 1 << random.below(8),
                constant: random.flag(),
                mergeable: random.flag(),
                init,
                loc: LocId(random.below(7) as u32),
            };
            self.program.globals.push(global);
        }
        for at in 0..functions {
            let random = &mut self.random;
            let function = Function {
                name: random.name("f", at),
                params: random.types(),
                results: random.types(),
                variadic: random.flag(),
                body: None,
                align: 1 << random.below(3),
                loc: LocId(random.below(7) as u32),
            };
            self.program.functions.push(function);
        }
        for at in 0..functions {
            if self.random.below(4) > 0 {
                let body = self.body();
                self.program.functions[at].body = Some(body);
            }
            if self.random.flag() {
                self.program.constructors.push(FuncId(at as u32));
                self.program.destructors.insert(0, FuncId(at as u32));
            }
        }
    }

    fn body(&mut self) -> Body {
        let mut body = Body::default();
        // Blocks and the number of instructions and results first, so that any code can use any value.
        let shape: Vec<(usize, Vec<u32>)> = (0..1 + self.random.below(4))
            .map(|_| {
                let params = self.random.below(3);
                let insts = (0..self.random.below(8)).map(|_| self.random.pick(&[0, 1, 1, 1, 3])).collect();
                (params, insts)
            })
            .collect();
        let total: u32 = shape.iter().map(|(params, insts)| *params as u32 + insts.iter().sum::<u32>()).sum();
        self.defined = (0..total).map(|_| body.new_value(self.random.ty())).collect();
        let mut next = 0;
        for (params, insts) in &shape {
            let params = (0..*params).map(|at| Value(next + at as u32)).collect::<Vec<_>>();
            next += params.len() as u32;
            let insts = insts
                .iter()
                .map(|&results| {
                    let first = Value(next);
                    next += results;
                    let op = self.op(&mut body, results);
                    let results = match op {
                        // Results of these must be of the types that the text implies.
                        Op::Call { .. } | Op::CallPtr { .. } => results,
                        _ => results.min(1),
                    };
                    Inst { op, first, results, loc: LocId(self.random.below(7) as u32) }
                })
                .collect();
            let term = self.term(&mut body, shape.len());
            body.blocks.push(Block { params, insts, term, term_loc: LocId(self.random.below(7) as u32) });
        }
        // What instructions gave up when they were cut to one result must not be used.
        let mut is_defined = vec![false; body.values.len()];
        for block in &body.blocks {
            let results = block.insts.iter().flat_map(Inst::result_values);
            block.params.iter().copied().chain(results).for_each(|v| is_defined[v.index()] = true);
        }
        for (data, defined) in body.values.iter_mut().zip(is_defined) {
            if !defined && data.constant.is_none() {
                data.constant = Some(Const::Undef);
            }
        }
        body
    }

    fn value(&mut self, body: &mut Body) -> Value {
        if !self.defined.is_empty() && self.random.flag() {
            return self.random.pick(&self.defined);
        }
        let ty = self.random.ty();
        let width = ty.bits(&self.program.target);
        let constant = match self.random.below(6) {
            0 => Const::Undef,
            1 if ty == Type::Ptr => {
                let target = Symbol::Func(FuncId(self.random.below(self.program.functions.len()) as u32));
                Const::Addr(target, self.random.word() as i64)
            }
            2 => Const::Bits(Bits::from_i64(width, -(self.random.below(9) as i64))),
            3 => Const::Bits(Bits::from_u64(width, self.random.below(9) as u64)),
            _ => Const::Bits(Bits::from_words(width, &[(); 5].map(|()| self.random.word()))),
        };
        body.new_constant(ty, constant)
    }

    fn values(&mut self, body: &mut Body) -> Vec<Value> {
        (0..self.random.below(4)).map(|_| self.value(body)).collect()
    }

    fn op(&mut self, body: &mut Body, results: u32) -> Op {
        let (a, b, c) = (self.value(body), self.value(body), self.value(body));
        let flag = self.random.flag();
        let scale = self.random.word();
        let align = 1 << self.random.below(10);
        let note = NoteId(self.random.below(6) as u32);
        let random = &mut self.random;
        // Where the text says a result's type only through the result, there must be one.
        let kinds = if results == 0 { 14..29 } else { 0..29 };
        match kinds.start + random.below(kinds.len()) {
            0 => Op::Bin(random.pick(BinOp::ALL), a, b),
            1 => Op::Un(random.pick(UnOp::ALL), a),
            2 => Op::Cast(random.pick(CastOp::ALL), a),
            3 => Op::Select(a, b, c),
            4 => Op::FBin(random.pick(FBinOp::ALL), a, b),
            5 => Op::FUn(random.pick(FUnOp::ALL), a),
            6 => Op::Fma(a, b, c),
            7 => Op::Freeze(a),
            8 => Op::PtrDiff(a, b),
            9 => Op::Load { ptr: a, align },
            10 => Op::StackSave,
            11 => Op::Nondet { name: NoteId::NONE, outside: true },
            12 | 13 => Op::Overflow(random.pick(OverflowOp::ALL), a, b),
            14 => Op::Cmp(random.pick(CmpOp::ALL), a, b),
            15 => Op::FCmp(FCmpOp(random.below(16) as u8), a, b),
            16 => Op::PtrAdd { base: a, index: b, scale, inbounds: flag },
            17 => Op::InBounds { base: a, index: b, scale },
            18 => Op::Store { value: a, ptr: b, align },
            19 => Op::Alloca { size: a, align, name: note },
            20 => Op::LifetimeStart(a),
            21 => Op::LifetimeEnd(a),
            22 => Op::StackRestore(a),
            23 => Op::MemCopy {
                dst: a,
                src: b,
                len: c,
                overlap: random.pick(&[Overlap::Allowed, Overlap::Exact, Overlap::Forbidden]),
            },
            24 => Op::MemSet { dst: a, byte: b, len: c },
            25 => Op::Assert { cond: a, property: random.pick(Property::ALL), note },
            26 => Op::Assume(a),
            27 => Op::Seal(a),
            _ => {
                let args = self.values(body);
                if flag {
                    let callee = FuncId(self.random.below(self.program.functions.len()) as u32);
                    Op::Call { callee, args }
                } else {
                    Op::CallPtr { callee: a, args, variadic: self.random.flag() }
                }
            }
        }
    }

    fn edge(&mut self, body: &mut Body, blocks: usize) -> Edge {
        Edge { block: BlockId(self.random.below(blocks) as u32), args: self.values(body) }
    }

    fn term(&mut self, body: &mut Body, blocks: usize) -> Term {
        match self.random.below(5) {
            0 => Term::Jump(self.edge(body, blocks)),
            1 => Term::Branch {
                cond: self.value(body),
                then: self.edge(body, blocks),
                els: self.edge(body, blocks),
            },
            2 => Term::Switch {
                value: self.value(body),
                cases: (0..self.random.below(4))
                    .map(|_| {
                        let width = self.random.pick(&[1, 8, 64, 200]);
                        (Bits::from_u64(width, self.random.word()), self.edge(body, blocks))
                    })
                    .collect(),
                default: self.edge(body, blocks),
            },
            3 => Term::Return(self.values(body)),
            _ => Term::Stop,
        }
    }
}

#[test]
fn random_programs_survive_text() {
    for seed in 0..2000 {
        let mut program = Generator::program(seed);
        let original = print(&program);
        let parsed = parse(&original).unwrap_or_else(|error| panic!("seed {seed}: {error}\n{original}"));
        canonicalize(&mut program);
        let text = print(&program);
        assert_eq!(parsed, program, "seed {seed}:\n{text}");
        assert_eq!(print(&parsed), text, "seed {seed}");
        assert_eq!(parse(&text).as_ref(), Ok(&program), "seed {seed}:\n{text}");
        let mut again = program.clone();
        canonicalize(&mut again);
        assert_eq!(again, program, "seed {seed}");
    }
}

#[test]
fn damaged_texts_do_no_harm() {
    let mut random = Random(7);
    for seed in 0..300 {
        let text = print(&Generator::program(seed)).into_bytes();
        for _ in 0..20 {
            let mut damaged = text.clone();
            for _ in 0..1 + random.below(4) {
                let at = random.below(damaged.len());
                match random.below(4) {
                    0 => damaged[at] = random.pick(b"0123456789abi%@!\"\\{}(),:=+-.; \n\xc3\x00"),
                    1 if damaged.len() > 1 => drop(damaged.remove(at)),
                    1 | 2 => damaged.truncate(at + 1),
                    _ => {
                        let other = random.below(damaged.len());
                        damaged.swap(at, other);
                    }
                }
            }
            if let Ok(program) = parse(&String::from_utf8_lossy(&damaged)) {
                // What can be read can be checked, printed and read again.
                let _ = crate::verify::verify(&program);
                assert_eq!(parse(&print(&program)), Ok(program));
            }
        }
    }
}

#[test]
fn ill_formed_programs_can_be_printed() {
    let mut body = Body::default();
    let inst =
        Inst { op: Op::Bin(BinOp::Add, Value(7), Value(8)), first: Value(9), results: 2, loc: LocId(5) };
    let call = Op::Call { callee: FuncId(9), args: vec![Value(3)] };
    let call = Inst { op: call, first: Value(0), results: 0, loc: LocId(0) };
    body.new_constant(Type::Float(FloatKind::F64), Const::Bits(Bits::zero(3)));
    let addr = body.new_constant(Type::Ptr, Const::Addr(Symbol::Global(GlobalId(4)), 1));
    let term = Term::Return(vec![Value(0), addr]);
    body.blocks.push(Block { params: vec![Value(3)], insts: vec![inst, call], term, term_loc: LocId(8) });
    let function = Function {
        name: "f".to_owned(),
        params: vec![Type::Int(0)],
        results: vec![],
        variadic: false,
        body: Some(body),
        align: 1,
        loc: LocId(77),
    };
    let mut program = Program { functions: vec![function], ..Program::default() };
    assert!(print(&program).contains("%7, %8"));
    assert!(crate::verify::verify(&program).is_err());
    canonicalize(&mut program);
    assert!(print_function(&program, FuncId(0)).starts_with("fn @f(i0)"));
    assert_eq!(print_function(&program, FuncId(1)), "");
}
