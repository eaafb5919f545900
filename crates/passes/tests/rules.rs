//! Simplification of single operators agrees with their definition, for all operands of small widths.

use fathom_ir::eval::eval;
use fathom_ir::{
    BinOp, Bits, Block, Body, CastOp, CmpOp, Const, Function, Inst, Loc, LocId, NoteId, Op, OverflowOp,
    Program, Term, Type, Value,
};
use fathom_passes::simplify::simplify;

/// A function of two inputs; what it returns is computed by some operators.
struct Formula {
    program: Program,
}

impl Formula {
    fn new(width: u32) -> Self {
        let ty = Type::Int(width);
        let mut body = Body::default();
        let inputs = [body.new_value(ty), body.new_value(ty)];
        let insts = inputs.map(|first| Inst {
            op: Op::Nondet { name: NoteId::NONE, outside: true },
            first,
            results: 1,
            loc: LocId::NONE,
        });
        let term = Term::Return(vec![]);
        body.blocks.push(Block { params: vec![], insts: insts.into(), term, term_loc: LocId::NONE });
        let function = Function {
            name: "f".into(),
            params: vec![],
            results: vec![],
            variadic: false,
            body: Some(body),
            align: 1,
            loc: LocId::NONE,
        };
        let program = Program {
            functions: vec![function],
            notes: vec![String::new()],
            locs: vec![Loc::UNKNOWN],
            ..Program::default()
        };
        Self { program }
    }

    fn body(&mut self) -> &mut Body {
        self.program.functions[0].body.as_mut().unwrap()
    }

    fn constant(&mut self, bits: Bits) -> Value {
        self.body().new_constant(Type::Int(bits.width()), Const::Bits(bits))
    }

    fn compute(&mut self, op: Op, ty: Type) -> Value {
        let first = self.body().new_value(ty);
        self.body().blocks[0].insts.push(Inst { op, first, results: 1, loc: LocId::NONE });
        first
    }

    fn evaluate(&self, inputs: [&Bits; 2]) -> Bits {
        let body = self.program.functions[0].body.as_ref().unwrap();
        let mut values: Vec<Option<Bits>> = vec![None; body.values.len()];
        let get = |values: &[Option<Bits>], value: Value| match body.bits(value) {
            Some(bits) => bits.clone(),
            None => values[value.index()].clone().unwrap(),
        };
        let mut inputs = inputs.into_iter();
        assert_eq!(body.blocks.len(), 1);
        for inst in &body.blocks[0].insts {
            let result = inst.result().unwrap();
            if matches!(inst.op, Op::Nondet { .. }) {
                values[result.index()] = inputs.next().cloned();
                continue;
            }
            let mut operands = Vec::new();
            inst.op.operands(|operand| operands.push(operand));
            let args: Vec<Bits> = operands.iter().map(|&operand| get(&values, operand)).collect();
            let args: Vec<&Bits> = args.iter().collect();
            let operand = body.ty(*operands.last().unwrap());
            values[result.index()] = eval(&inst.op, body.ty(result), operand, &args);
        }
        let Term::Return(returned) = &body.blocks[0].term else { panic!("returns") };
        get(&values, returned[0])
    }

    /// Simplifies, and compares the result for all inputs. Returns whether anything became simpler.
    fn check(mut self, result: Value, width: u32) -> bool {
        let ty = self.body().ty(result);
        self.program.functions[0].results = vec![ty];
        self.body().blocks[0].term = Term::Return(vec![result]);
        let mut simple = Self { program: self.program.clone() };
        let changes = simplify(&mut simple.program);
        for a in all(width) {
            for b in all(width) {
                let inputs = [&a, &b];
                let (expected, actual) = (self.evaluate(inputs), simple.evaluate(inputs));
                let text = |f: &Self| fathom_ir::text::print(&f.program);
                assert_eq!(expected, actual, "{a:?} {b:?}\n{}{}", text(&self), text(&simple));
            }
        }
        changes > 0
    }
}

fn all(width: u32) -> impl Iterator<Item = Bits> {
    (0..1 << width).map(move |value| Bits::from_u64(width, value))
}

/// All pairs of an input and a constant, of an input and itself, and of two inputs.
fn pairs(width: u32, mut check: impl FnMut(Formula, Value, Value)) {
    let (a, b) = (Value(0), Value(1));
    check(Formula::new(width), a, b);
    check(Formula::new(width), a, a);
    for bits in all(width) {
        let mut formula = Formula::new(width);
        let constant = formula.constant(bits.clone());
        check(formula, a, constant);
        let mut formula = Formula::new(width);
        let constant = formula.constant(bits);
        check(formula, constant, a);
    }
}

#[test]
fn arithmetic() {
    let mut simplified = 0;
    for width in 1..=3 {
        for &op in BinOp::ALL {
            pairs(width, |mut formula, a, b| {
                let result = formula.compute(Op::Bin(op, a, b), Type::Int(width));
                simplified += u32::from(formula.check(result, width));
            });
        }
        for &op in OverflowOp::ALL {
            pairs(width, |mut formula, a, b| {
                let result = formula.compute(Op::Overflow(op, a, b), Type::BOOL);
                simplified += u32::from(formula.check(result, width));
            });
        }
    }
    assert!(simplified > 60);
}

#[test]
fn comparisons_and_negations() {
    for width in 1..=3 {
        for &op in CmpOp::ALL {
            pairs(width, |mut formula, a, b| {
                let compared = formula.compute(Op::Cmp(op, a, b), Type::BOOL);
                let one = formula.constant(Bits::from_bool(true));
                let not = formula.compute(Op::Bin(BinOp::Xor, compared, one), Type::BOOL);
                let again = formula.compute(Op::Bin(BinOp::Xor, not, one), Type::BOOL);
                formula.check(again, width);
            });
        }
    }
    for wide in 2..=3 {
        for bits in all(wide) {
            for &op in CmpOp::ALL {
                let mut formula = Formula::new(1);
                let extended = formula.compute(Op::Cast(CastOp::ZExt, Value(0)), Type::Int(wide));
                let constant = formula.constant(bits.clone());
                let compared = formula.compute(Op::Cmp(op, extended, constant), Type::BOOL);
                formula.check(compared, 1);
            }
        }
    }
}

#[test]
fn conversions_of_conversions() {
    const CASTS: [CastOp; 3] = [CastOp::Trunc, CastOp::ZExt, CastOp::SExt];
    let fits =
        |op, from: u32, to: u32| (op == CastOp::Trunc && to < from) || (op != CastOp::Trunc && to > from);
    let mut simplified = 0;
    for (first, second) in CASTS.iter().flat_map(|&a| CASTS.map(|b| (a, b))) {
        for from in 1..=4 {
            for middle in (1..=6).filter(|&to| fits(first, from, to)) {
                for to in (1..=6).filter(|&to| fits(second, middle, to)) {
                    let mut formula = Formula::new(from);
                    let inner = formula.compute(Op::Cast(first, Value(0)), Type::Int(middle));
                    let outer = formula.compute(Op::Cast(second, inner), Type::Int(to));
                    simplified += u32::from(formula.check(outer, from));
                }
            }
        }
    }
    assert!(simplified > 50);
}

#[test]
fn choices() {
    for width in 1..=2 {
        pairs(width, |mut formula, a, b| {
            let zero = formula.constant(Bits::zero(width));
            let cond = formula.compute(Op::Cmp(CmpOp::Eq, Value(1), zero), Type::BOOL);
            let result = formula.compute(Op::Select(cond, a, b), Type::Int(width));
            formula.check(result, width);
        });
        for (a, b) in all(width).flat_map(|a| all(width).map(move |b| (a.clone(), b))) {
            let mut formula = Formula::new(width);
            let (a, b) = (formula.constant(a), formula.constant(b));
            let cond = formula.compute(Op::Cmp(CmpOp::Ult, Value(0), Value(1)), Type::BOOL);
            let result = formula.compute(Op::Select(cond, a, b), Type::Int(width));
            formula.check(result, width);
        }
    }
}
