//! Forms as text. Registers have their type where they are defined; remarks come after a semicolon.

use std::fmt::Write as _;

use fathom_ir::{Body, Const, FuncId, Op, Overlap, Program, Symbol, Term as Terminator, Type, Value, float};

use crate::recording::{Check, Code, Definition, Kind, Operand, Subject, What};

use super::{End, Form, Statement};

/// The text of a form.
pub fn print(program: &Program, form: &Form) -> String {
    let mut text = format!("; {}\n", form.stage.title());
    let printer = Printer { program, form };
    for block in &form.blocks {
        // Writing to a string does not fail.
        let _ = writeln!(text, "{}:", block.label);
        for statement in &block.statements {
            let _ = writeln!(text, "{}", printer.statement(statement));
        }
        let end = match block.end {
            End::Jump(to) => format!("br {}", form.blocks[to].label),
            End::Branch(condition, then, els) => {
                let (then, els) = (&form.blocks[then].label, &form.blocks[els].label);
                format!("br {}, {then}, {els}", printer.operand(condition, false))
            }
            End::Halt => "halt".to_string(),
        };
        let _ = writeln!(text, "{}", with_remark(format!("  {end}"), &block.remark));
    }
    text
}

fn with_remark(line: String, remark: &str) -> String {
    if remark.is_empty() { line } else { format!("{line:<40}  ; {remark}") }
}

struct Printer<'a> {
    program: &'a Program,
    form: &'a Form,
}

impl Printer<'_> {
    fn statement(&self, statement: &Statement) -> String {
        match statement {
            Statement::Define(define) => {
                let results: Vec<String> = define.results.iter().map(|&at| self.defined(at)).collect();
                let result = define.results.first().map(|at| self.form.registers[at.index()].kind);
                let what = self.what(define, result);
                if results.is_empty() {
                    format!("  {what}")
                } else {
                    format!("  {} = {what}", results.join(", "))
                }
            }
            Statement::Assume(operand, remark) => {
                with_remark(format!("  assume {}", self.operand(*operand, false)), remark)
            }
            Statement::Assert(operand) => format!("  assert {}", self.operand(*operand, false)),
        }
    }

    fn defined(&self, register: crate::recording::Register) -> String {
        let data = &self.form.registers[register.index()];
        match data.kind {
            Kind::Value(ty) => format!("{}: {ty}", data.name),
            Kind::Memory => format!("{}: mem", data.name),
        }
    }

    fn what(&self, define: &Definition, result: Option<Kind>) -> String {
        let operands = &define.operands[..];
        match &define.what {
            What::Initial => "initial".to_string(),
            What::Arguments(func) => format!("arguments {}, {}", self.function(*func), self.list(operands)),
            What::Code(code) => self.code(*code, operands, result),
            What::Check(check) => self.check(check, operands),
            What::EndLocals => format!("leave {}", self.list(operands)),
            What::Case(code, case) => {
                let case =
                    self.body(code.func).and_then(|body| match &body.blocks[code.block.index()].term {
                        Terminator::Switch { cases, .. } => cases.get(*case),
                        _ => None,
                    });
                let case = case.map_or(String::new(), |(bits, _)| integer(bits));
                format!("cmp.eq {}, {case}", self.list(operands))
            }
            What::IsFunction(func) => format!("cmp.eq {}, {}", self.list(operands), self.function(*func)),
            What::Phi(from) => {
                let arms = operands.iter().zip(from).map(|(&operand, &block)| {
                    format!("[{}, {}]", self.operand(operand, false), self.form.blocks[block].label)
                });
                format!("phi {}", arms.collect::<Vec<_>>().join(", "))
            }
            What::Select => format!("select {}", self.bare(operands)),
            What::And => format!("and {}", self.bare(operands)),
        }
    }

    fn check(&self, check: &Check, operands: &[Operand]) -> String {
        let of = match check.of {
            Subject::Code(code) => self.code(code, operands, None),
            Subject::End => format!("exit {}", self.list(operands)),
            Subject::Arguments(func) => format!("arguments {}, {}", self.function(func), self.list(operands)),
        };
        match check.property {
            Some(property) => format!("no {property} in {of}"),
            None => format!("possible {of}"),
        }
    }

    /// An instruction with other operands.
    fn code(&self, code: Code, operands: &[Operand], result: Option<Kind>) -> String {
        let Some(body) = self.body(code.func) else { return String::new() };
        let Some(inst) = body.blocks[code.block.index()].insts.get(code.inst) else {
            // The end of a block obliges only that what it looks at is determinate.
            return format!("br {}", self.list(operands));
        };
        let first = operands.first().map_or(Type::BOOL, |&operand| self.ty(operand));
        let ty = match (result, inst.result()) {
            (_, Some(value)) => body.ty(value),
            (Some(Kind::Value(ty)), _) => ty,
            _ => first,
        };
        let same = |name: &str| format!("{name} {first} {}", self.bare(operands));
        match &inst.op {
            Op::Bin(op, ..) => same(op.name()),
            Op::Overflow(op, ..) => same(op.name()),
            Op::Un(op, _) => same(op.name()),
            Op::Cmp(op, ..) => same(op.name()),
            Op::FBin(op, ..) => same(op.name()),
            Op::FUn(op, _) => same(op.name()),
            Op::FCmp(op, ..) => same(op.name()),
            Op::Fma(..) => same("fma"),
            Op::Freeze(_) => same("freeze"),
            Op::Cast(op, _) => format!("{} {} to {ty}", op.name(), self.list(operands)),
            Op::Select(..) => format!("select {}", self.list(operands)),
            Op::PtrAdd { scale, inbounds, .. } => {
                let word = if *inbounds { "ptradd inbounds" } else { "ptradd" };
                format!("{word} {}, {scale}", self.list(operands))
            }
            Op::InBounds { scale, .. } => format!("inbounds {}, {scale}", self.list(operands)),
            Op::PtrDiff(..) => format!("ptrdiff {}", self.list(operands)),
            Op::Load { align, .. } => format!("load {ty}, {}, align {align}", self.list(operands)),
            Op::Store { align, .. } => {
                // Memory, address, value, as a load has them.
                let mut operands = operands.to_vec();
                operands.swap(1, 2);
                format!("store {}, align {align}", self.list(&operands))
            }
            Op::Alloca { align, name, .. } => {
                let name = self.program.note(*name);
                let name = if name.is_empty() { String::new() } else { format!(", {name:?}") };
                format!("alloca {}, align {align}{name}", self.list(operands))
            }
            Op::LifetimeStart(_) => format!("lifetime.start {}", self.list(operands)),
            Op::LifetimeEnd(_) => format!("lifetime.end {}", self.list(operands)),
            Op::Seal(_) => format!("seal {}", self.list(operands)),
            Op::StackSave => "stacksave".to_string(),
            Op::StackRestore(_) => format!("stackrestore {}", self.list(operands)),
            Op::MemCopy { overlap, .. } => {
                let word = match overlap {
                    Overlap::Allowed => "memmove",
                    Overlap::Exact => "memcopy",
                    Overlap::Forbidden => "memcpy",
                };
                format!("{word} {}", self.list(operands))
            }
            Op::MemSet { .. } => format!("memset {}", self.list(operands)),
            // These define nothing; their conditions depend on their operand.
            Op::Assert { .. } => format!("assert {}", self.list(operands)),
            Op::Assume(_) => format!("assume {}", self.list(operands)),
            Op::Nondet { name, .. } => {
                let name = self.program.note(*name);
                match operands {
                    [] => format!("nondet {name:?}"),
                    _ => format!("nondet {}, {name:?}", self.list(operands)),
                }
            }
            Op::Call { callee, .. } => format!("call {}({})", self.function(*callee), self.list(operands)),
            Op::CallPtr { .. } => format!("callptr {}", self.list(operands)),
        }
    }

    fn body(&self, func: FuncId) -> Option<&Body> {
        self.program.functions.get(func.index())?.body.as_ref()
    }

    fn function(&self, func: FuncId) -> String {
        format!("@{}", self.program.functions[func.index()].name)
    }

    fn ty(&self, operand: Operand) -> Type {
        match operand {
            Operand::Register(register) => match self.form.registers[register.index()].kind {
                Kind::Value(ty) => ty,
                Kind::Memory => Type::BOOL,
            },
            Operand::Constant(func, value) => self.body(func).map_or(Type::BOOL, |body| body.ty(value)),
            Operand::Bool(_) => Type::BOOL,
        }
    }

    /// Operands, constants with their types.
    fn list(&self, operands: &[Operand]) -> String {
        operands.iter().map(|&operand| self.operand(operand, true)).collect::<Vec<_>>().join(", ")
    }

    /// Operands without types.
    fn bare(&self, operands: &[Operand]) -> String {
        operands.iter().map(|&operand| self.operand(operand, false)).collect::<Vec<_>>().join(", ")
    }

    fn operand(&self, operand: Operand, typed: bool) -> String {
        match operand {
            Operand::Register(register) => self.form.registers[register.index()].name.clone(),
            Operand::Bool(value) => u8::from(value).to_string(),
            Operand::Constant(func, value) => match self.body(func) {
                Some(body) => self.constant(body, value, typed),
                None => "undef".to_string(),
            },
        }
    }

    fn constant(&self, body: &Body, value: Value, typed: bool) -> String {
        let ty = body.ty(value);
        let text = match body.constant(value) {
            Some(Const::Bits(bits)) => match ty {
                Type::Int(_) => integer(bits),
                Type::Ptr if bits.is_zero() => "null".to_string(),
                Type::Ptr => format!("0x{}", bits.to_hex()),
                Type::Float(kind) => float::print(kind, bits),
            },
            Some(&Const::Addr(symbol, offset)) => {
                let name = match symbol {
                    Symbol::Global(id) => &self.program.globals[id.index()].name,
                    Symbol::Func(id) => &self.program.functions[id.index()].name,
                };
                if offset == 0 { format!("@{name}") } else { format!("@{name}{offset:+}") }
            }
            Some(Const::Undef) | None => "undef".to_string(),
        };
        if typed && !matches!(ty, Type::Ptr) { format!("{ty} {text}") } else { text }
    }
}

/// Signed decimal, but 0 and 1 for a Boolean, and hexadecimal where digits say little.
fn integer(bits: &fathom_ir::Bits) -> String {
    match bits.width() {
        1 => bits.to_decimal(),
        2..=128 => bits.to_signed_decimal(),
        _ => format!("0x{}", bits.to_hex()),
    }
}
