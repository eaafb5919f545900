//! The types of operations.

use crate::program::*;
use crate::types::Type;

/// What types are looked up in.
pub struct Typing<'a> {
    pub program: &'a Program,
    pub body: &'a Body,
}

type Checked<T = ()> = Result<T, String>;

impl Typing<'_> {
    /// A value's type; `Err` if it does not exist.
    fn ty(&self, value: Value) -> Checked<Type> {
        let data = self.body.values.get(value.index());
        data.map(|data| data.ty).ok_or_else(|| format!("%{} does not exist", value.0))
    }

    /// An integer that can hold a pointer.
    fn word(&self) -> Type {
        Type::Int(self.program.target.pointer_bits)
    }

    fn is(&self, value: Value, ty: Type) -> Checked {
        let actual = self.ty(value)?;
        if actual == ty { Ok(()) } else { Err(format!("%{} is {actual} where {ty} is needed", value.0)) }
    }

    fn is_integer(&self, value: Value) -> Checked<u32> {
        match self.ty(value)? {
            Type::Int(width) => Ok(width),
            ty => Err(format!("%{} is {ty} where an integer is needed", value.0)),
        }
    }

    fn is_float(&self, value: Value) -> Checked {
        match self.ty(value)? {
            Type::Float(_) => Ok(()),
            ty => Err(format!("%{} is {ty} where a float is needed", value.0)),
        }
    }

    /// All are of the type of the first.
    fn same(&self, values: &[Value]) -> Checked<Type> {
        let ty = self.ty(values[0])?;
        values[1..].iter().try_for_each(|&value| self.is(value, ty))?;
        Ok(ty)
    }

    /// Checks operands and results.
    pub fn inst(&self, inst: &Inst) -> Checked {
        let results = inst.result_values().map(|r| self.ty(r)).collect::<Checked<Vec<Type>>>()?;
        match self.results(&inst.op, &results)? {
            Expected::Exactly(types) if results == types => Ok(()),
            Expected::Exactly(types) => {
                Err(format!("results are {}, must be {}", list(&results), list(&types)))
            }
            Expected::One if results.len() == 1 => Ok(()),
            Expected::One => Err(format!("{} results instead of one", results.len())),
            Expected::Any => Ok(()),
        }
    }

    /// Checks operands and says what the results must be.
    fn results(&self, op: &Op, results: &[Type]) -> Checked<Expected> {
        let one = |ty| Ok(Expected::Exactly(vec![ty]));
        let none = || Ok(Expected::Exactly(vec![]));
        match *op {
            Op::Bin(_, a, b) => {
                self.is_integer(a)?;
                one(self.same(&[a, b])?)
            }
            Op::Overflow(_, a, b) => {
                self.is_integer(a)?;
                self.same(&[a, b])?;
                one(Type::BOOL)
            }
            Op::Un(op, a) => {
                let width = self.is_integer(a)?;
                if op == UnOp::ByteSwap && !width.is_multiple_of(8) {
                    return Err(format!("a byte swap of i{width}"));
                }
                one(Type::Int(width))
            }
            Op::Cmp(_, a, b) => match self.same(&[a, b])? {
                Type::Int(_) | Type::Ptr => one(Type::BOOL),
                Type::Float(_) => Err("an integer comparison of floats".to_owned()),
            },
            Op::Cast(op, a) => self.cast(op, self.ty(a)?, results),
            Op::Select(cond, a, b) => {
                self.is(cond, Type::BOOL)?;
                one(self.same(&[a, b])?)
            }
            Op::FBin(_, a, b) => {
                self.is_float(a)?;
                one(self.same(&[a, b])?)
            }
            Op::FUn(_, a) => {
                self.is_float(a)?;
                one(self.ty(a)?)
            }
            Op::Fma(a, b, c) => {
                self.is_float(a)?;
                one(self.same(&[a, b, c])?)
            }
            Op::FCmp(op, a, b) => {
                if op.0 > 15 {
                    return Err("a float comparison with more than four relations".to_owned());
                }
                self.is_float(a)?;
                self.same(&[a, b])?;
                one(Type::BOOL)
            }
            Op::Freeze(a) => one(self.ty(a)?),
            Op::PtrAdd { base, index, .. } => {
                self.is(base, Type::Ptr)?;
                self.is_integer(index)?;
                one(Type::Ptr)
            }
            Op::InBounds { base, index, .. } => {
                self.is(base, Type::Ptr)?;
                self.is_integer(index)?;
                one(Type::BOOL)
            }
            Op::PtrDiff(a, b) => {
                self.is(a, Type::Ptr)?;
                self.is(b, Type::Ptr)?;
                one(self.word())
            }
            Op::Load { ptr, align } => {
                self.is(ptr, Type::Ptr)?;
                aligned(align)?;
                Ok(Expected::One)
            }
            Op::Store { value, ptr, align } => {
                self.ty(value)?;
                self.is(ptr, Type::Ptr)?;
                aligned(align)?;
                none()
            }
            Op::Alloca { size, align, .. } => {
                self.is(size, self.word())?;
                aligned(align)?;
                one(Type::Ptr)
            }
            Op::LifetimeStart(ptr) | Op::LifetimeEnd(ptr) | Op::Seal(ptr) => {
                self.is(ptr, Type::Ptr)?;
                none()
            }
            Op::StackSave => one(self.word()),
            Op::StackRestore(token) => {
                self.is(token, self.word())?;
                none()
            }
            Op::MemCopy { dst, src, len, .. } => {
                self.is(dst, Type::Ptr)?;
                self.is(src, Type::Ptr)?;
                self.is_integer(len)?;
                none()
            }
            Op::MemSet { dst, byte, len } => {
                self.is(dst, Type::Ptr)?;
                self.is(byte, Type::Int(8))?;
                self.is_integer(len)?;
                none()
            }
            Op::Assert { cond, .. } | Op::Assume(cond) => {
                self.is(cond, Type::BOOL)?;
                none()
            }
            Op::Nondet { .. } => Ok(Expected::One),
            Op::Call { callee, ref args } => {
                let Some(callee) = self.program.functions.get(callee.index()) else {
                    return Err(format!("a call of function {}, which does not exist", callee.0));
                };
                let area = callee.variadic.then_some(Type::Ptr);
                let params: Vec<Type> = callee.params.iter().copied().chain(area).collect();
                let types = args.iter().map(|&arg| self.ty(arg)).collect::<Checked<Vec<Type>>>()?;
                if types != params {
                    let (given, needed) = (list(&types), list(&params));
                    return Err(format!("@{} is called with {given}, takes {needed}", callee.name));
                }
                Ok(Expected::Exactly(callee.results.clone()))
            }
            Op::CallPtr { callee, ref args, variadic } => {
                self.is(callee, Type::Ptr)?;
                args.iter().try_for_each(|&arg| self.ty(arg).map(|_| ()))?;
                if variadic {
                    let area = args.last().ok_or("a variadic call without the area of arguments")?;
                    self.is(*area, Type::Ptr)?;
                }
                Ok(Expected::Any)
            }
        }
    }

    fn cast(&self, op: CastOp, from: Type, results: &[Type]) -> Checked<Expected> {
        let &[to] = results else { return Ok(Expected::One) };
        let fits = match (op, from, to) {
            (CastOp::Trunc, Type::Int(from), Type::Int(to)) => to < from,
            (CastOp::ZExt | CastOp::SExt, Type::Int(from), Type::Int(to)) => to > from,
            (CastOp::FConv, Type::Float(from), Type::Float(to)) => from != to,
            (CastOp::FToS | CastOp::FToU, Type::Float(_), Type::Int(_)) => true,
            (CastOp::SToF | CastOp::UToF, Type::Int(_), Type::Float(_)) => true,
            (CastOp::FToBits, Type::Float(kind), Type::Int(width)) => width == kind.bits(),
            (CastOp::BitsToF, Type::Int(width), Type::Float(kind)) => width == kind.bits(),
            (CastOp::PtrToInt, Type::Ptr, Type::Int(_)) => true,
            (CastOp::IntToPtr, Type::Int(_), Type::Ptr) => true,
            _ => false,
        };
        if fits { Ok(Expected::One) } else { Err(format!("{} of {from} to {to}", op.name())) }
    }
}

/// What results an operation has.
enum Expected {
    Exactly(Vec<Type>),
    /// Of any type.
    One,
    /// Any number, of any types.
    Any,
}

fn aligned(align: u32) -> Checked {
    if align.is_power_of_two() { Ok(()) } else { Err(format!("alignment {align} is no power of two")) }
}

fn list(types: &[Type]) -> String {
    let names: Vec<String> = types.iter().map(Type::to_string).collect();
    format!("({})", names.join(", "))
}
