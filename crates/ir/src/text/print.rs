//! Program to text. Never fails: what is ill-formed is printed as well as it can be.

use std::fmt::{self, Write};

use crate::bits::Bits;
use crate::float;
use crate::program::*;
use crate::types::{Type, VaAbi};

/// The text of a program.
pub fn print(program: &Program) -> String {
    program.to_string()
}

/// The text of one function.
pub fn print_function(program: &Program, function: FuncId) -> String {
    let mut out = String::new();
    if let Some(function) = program.functions.get(function.index()) {
        // Writing into a string does not fail.
        let _ = write_function(&mut out, program, function);
    }
    out
}

impl fmt::Display for Program {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let order = if self.target.big_endian { "big" } else { "little" };
        write!(f, "target pointer {} {order} ", self.target.pointer_bits)?;
        match self.target.va {
            VaAbi::SysV64 => f.write_str("sysv64\n")?,
            VaAbi::Pointer { slot } => writeln!(f, "slot {slot}")?,
            VaAbi::Unknown => f.write_str("unknown\n")?,
        }
        for (what, list) in [("constructors", &self.constructors), ("destructors", &self.destructors)] {
            for (at, &function) in list.iter().enumerate() {
                let separator = if at == 0 { what } else { "," };
                write!(f, "{separator} {}", symbol(self, Symbol::Func(function)))?;
            }
            if !list.is_empty() {
                writeln!(f)?;
            }
        }
        for (at, global) in self.globals.iter().enumerate() {
            if at == 0 {
                writeln!(f)?;
            }
            write_global(f, self, global)?;
        }
        for function in &self.functions {
            writeln!(f)?;
            write_function(f, self, function)?;
        }
        for (at, loc) in self.locs.iter().enumerate().skip(1) {
            if at == 1 {
                writeln!(f)?;
            }
            write_loc(f, self, at, loc)?;
        }
        Ok(())
    }
}

fn write_loc(out: &mut impl Write, program: &Program, at: usize, loc: &Loc) -> fmt::Result {
    write!(out, "loc {at} = ")?;
    match loc.file {
        Some(file) => write!(out, "{}", Quoted(program.files.get(file.index()).map_or("", |s| s)))?,
        None => out.write_str("unknown")?,
    }
    write!(out, ":{}:{}", loc.line, loc.column)?;
    if loc.function != NoteId::NONE {
        write!(out, " in {}", Quoted(program.note(loc.function)))?;
    }
    if let Some(parent) = loc.inlined_at {
        write!(out, " at {}", parent.0)?;
    }
    writeln!(out)
}

fn write_global(out: &mut impl Write, program: &Program, global: &Global) -> fmt::Result {
    write!(out, "global @{} size {} align {}", Name(&global.name), global.size, global.align)?;
    if global.constant {
        out.write_str(" const")?;
    }
    if let Some(init) = &global.init {
        let mut items = Vec::new();
        if !init.bytes.is_empty() {
            items.push(ByteString(&init.bytes).to_string());
        }
        for (at, &(target, offset)) in &init.pointers {
            items.push(format!("{at}: {}", address(program, target, offset)));
        }
        for &(start, length) in &init.undef {
            items.push(format!("undef {start}..{}", start.saturating_add(length)));
        }
        if items.is_empty() {
            out.write_str(" = {}")?;
        } else {
            write!(out, " = {{ {} }}", items.join(", "))?;
        }
    }
    writeln!(out, "{}", At(global.loc))
}

fn write_function(out: &mut impl Write, program: &Program, function: &Function) -> fmt::Result {
    let word = if function.body.is_some() { "fn" } else { "declare" };
    write!(out, "{word} @{}(", Name(&function.name))?;
    for (at, ty) in function.params.iter().enumerate() {
        write!(out, "{}{ty}", if at == 0 { "" } else { ", " })?;
    }
    if function.variadic {
        out.write_str(if function.params.is_empty() { "..." } else { ", ..." })?;
    }
    out.write_char(')')?;
    write_result_types(out, &function.results)?;
    write!(out, "{}", At(function.loc))?;
    let Some(body) = &function.body else { return writeln!(out) };
    out.write_str(" {\n")?;
    let mut printer = Printer { out, program, body };
    for (at, block) in body.blocks.iter().enumerate() {
        printer.block(at, block)?;
    }
    out.write_str("}\n")
}

fn write_result_types(out: &mut impl Write, types: &[Type]) -> fmt::Result {
    for (at, ty) in types.iter().enumerate() {
        write!(out, "{}{ty}", if at == 0 { " -> " } else { ", " })?;
    }
    Ok(())
}

fn symbol(program: &Program, symbol: Symbol) -> String {
    let name = match symbol {
        Symbol::Global(id) => program.globals.get(id.index()).map(|g| &g.name),
        Symbol::Func(id) => program.functions.get(id.index()).map(|f| &f.name),
    };
    name.map_or_else(|| format!("@\"<{symbol:?}>\""), |name| format!("@{}", Name(name)))
}

fn address(program: &Program, target: Symbol, offset: i64) -> String {
    let name = symbol(program, target);
    if offset == 0 { name } else { format!("{name}{offset:+}") }
}

/// Prints the code of one function.
struct Printer<'a, W> {
    out: &'a mut W,
    program: &'a Program,
    body: &'a Body,
}

/// What stands between operands or items of a list.
const COMMA: &str = ", ";

impl<W: Write> Printer<'_, W> {
    fn ty(&self, value: Value) -> Type {
        self.body.values.get(value.index()).map_or(Type::BOOL, |data| data.ty)
    }

    fn block(&mut self, at: usize, block: &Block) -> fmt::Result {
        write!(self.out, "b{at}")?;
        for (at, &param) in block.params.iter().enumerate() {
            let ty = self.ty(param);
            write!(self.out, "{}%{}: {ty}", if at == 0 { "(" } else { COMMA }, param.0)?;
        }
        self.out.write_str(if block.params.is_empty() { ":\n" } else { "):\n" })?;
        for inst in &block.insts {
            self.inst(inst)?;
        }
        self.out.write_str("  ")?;
        self.term(&block.term)?;
        writeln!(self.out, "{}", At(block.term_loc))
    }

    fn inst(&mut self, inst: &Inst) -> fmt::Result {
        self.out.write_str("  ")?;
        let results: Vec<Value> = inst.result_values().collect();
        let implied = self.implied_results(inst, &results);
        for (at, &result) in results.iter().enumerate() {
            write!(self.out, "{}%{}", if at == 0 { "" } else { COMMA }, result.0)?;
            let ty = self.ty(result);
            if implied.get(at) != Some(&ty) {
                write!(self.out, ": {ty}")?;
            }
        }
        if !results.is_empty() {
            self.out.write_str(" = ")?;
        }
        let head = results.first().map(|&r| self.ty(r));
        self.op(&inst.op, head)?;
        if let Op::Call { .. } | Op::CallPtr { .. } = inst.op {
            let types: Vec<Type> = results.iter().map(|&r| self.ty(r)).collect();
            write_result_types(self.out, &types)?;
        }
        writeln!(self.out, "{}", At(inst.loc))
    }

    /// The types of results that follow from the text of the operation.
    fn implied_results(&self, inst: &Inst, results: &[Value]) -> Vec<Type> {
        let own = || results.iter().map(|&r| self.ty(r));
        match inst.op {
            Op::Bin(..)
            | Op::Un(..)
            | Op::Cast(..)
            | Op::Select(..)
            | Op::FBin(..)
            | Op::FUn(..)
            | Op::Fma(..)
            | Op::Freeze(..)
            | Op::PtrDiff(..)
            | Op::Load { .. }
            | Op::StackSave
            | Op::Nondet { .. } => own().take(1).collect(),
            Op::Overflow(..) | Op::Cmp(..) | Op::FCmp(..) | Op::InBounds { .. } => vec![Type::BOOL],
            Op::PtrAdd { .. } | Op::Alloca { .. } => vec![Type::Ptr],
            Op::Call { .. } | Op::CallPtr { .. } => own().collect(),
            Op::Store { .. }
            | Op::LifetimeStart(..)
            | Op::LifetimeEnd(..)
            | Op::StackRestore(..)
            | Op::MemCopy { .. }
            | Op::MemSet { .. }
            | Op::Assert { .. }
            | Op::Assume(..) => vec![],
        }
    }

    fn op(&mut self, op: &Op, result: Option<Type>) -> fmt::Result {
        match *op {
            Op::Bin(op, a, b) => self.same(op.name(), result, &[a, b]),
            Op::Un(op, a) => self.same(op.name(), result, &[a]),
            Op::FBin(op, a, b) => self.same(op.name(), result, &[a, b]),
            Op::FUn(op, a) => self.same(op.name(), result, &[a]),
            Op::Fma(a, b, c) => self.same("fma", result, &[a, b, c]),
            Op::Freeze(a) => self.same("freeze", result, &[a]),
            Op::Overflow(op, a, b) => self.same(op.name(), Some(self.ty(a)), &[a, b]),
            Op::Cmp(op, a, b) => self.same(op.name(), Some(self.ty(a)), &[a, b]),
            Op::FCmp(op, a, b) => self.same(op.name(), Some(self.ty(a)), &[a, b]),
            Op::Cast(op, a) => {
                let ty = result.unwrap_or_else(|| self.ty(a));
                self.same(op.name(), Some(self.ty(a)), &[a])?;
                write!(self.out, " to {ty}")
            }
            Op::Select(cond, a, b) => {
                let ty = result.unwrap_or_else(|| self.ty(a));
                write!(self.out, "select {ty} ")?;
                self.operands(&[(cond, Some(Type::BOOL)), (a, Some(ty)), (b, Some(ty))])
            }
            Op::PtrAdd { base, index, scale, inbounds } => {
                self.out.write_str(if inbounds { "ptradd inbounds " } else { "ptradd " })?;
                self.operands(&[(base, Some(Type::Ptr)), (index, None)])?;
                write!(self.out, ", {scale}")
            }
            Op::InBounds { base, index, scale } => {
                self.out.write_str("inbounds ")?;
                self.operands(&[(base, Some(Type::Ptr)), (index, None)])?;
                write!(self.out, ", {scale}")
            }
            Op::PtrDiff(a, b) => {
                write!(self.out, "ptrdiff {} ", result.unwrap_or(Type::BOOL))?;
                self.operands(&[(a, Some(Type::Ptr)), (b, Some(Type::Ptr))])
            }
            Op::Load { ptr, align } => {
                write!(self.out, "load {}, ", result.unwrap_or(Type::BOOL))?;
                self.operand(ptr, Some(Type::Ptr))?;
                write!(self.out, ", align {align}")
            }
            Op::Store { value, ptr, align } => {
                self.same("store", Some(self.ty(value)), &[value])?;
                self.out.write_str(COMMA)?;
                self.operand(ptr, Some(Type::Ptr))?;
                write!(self.out, ", align {align}")
            }
            Op::Alloca { size, align, name } => {
                self.out.write_str("alloca ")?;
                self.operand(size, None)?;
                write!(self.out, ", align {align}{}", Note(self.program.note(name)))
            }
            Op::LifetimeStart(a) => self.words("lifetime.start ", &[(a, Some(Type::Ptr))]),
            Op::LifetimeEnd(a) => self.words("lifetime.end ", &[(a, Some(Type::Ptr))]),
            Op::StackSave => write!(self.out, "stacksave {}", result.unwrap_or(Type::BOOL)),
            Op::StackRestore(a) => self.words("stackrestore ", &[(a, None)]),
            Op::MemCopy { dst, src, len, may_overlap } => {
                let word = if may_overlap { "memmove " } else { "memcopy " };
                self.words(word, &[(dst, Some(Type::Ptr)), (src, Some(Type::Ptr)), (len, None)])
            }
            Op::MemSet { dst, byte, len } => {
                self.words("memset ", &[(dst, Some(Type::Ptr)), (byte, Some(Type::Int(8))), (len, None)])
            }
            Op::Assert { cond, property, note } => {
                self.words("assert ", &[(cond, Some(Type::BOOL))])?;
                write!(self.out, ", {property}{}", Note(self.program.note(note)))
            }
            Op::Assume(cond) => self.words("assume ", &[(cond, Some(Type::BOOL))]),
            Op::Nondet { name, outside } => {
                let ty = result.unwrap_or(Type::BOOL);
                let word = if outside { "nondet" } else { "arbitrary" };
                write!(self.out, "{word} {ty}{}", Note(self.program.note(name)))
            }
            Op::Call { callee, ref args } => {
                write!(self.out, "call {}", symbol(self.program, Symbol::Func(callee)))?;
                self.arguments(args, true)
            }
            Op::CallPtr { callee, ref args, variadic } => {
                self.out.write_str(if variadic { "callptr variadic " } else { "callptr " })?;
                self.operand(callee, Some(Type::Ptr))?;
                self.arguments(args, true)
            }
        }
    }

    fn term(&mut self, term: &Term) -> fmt::Result {
        match term {
            Term::Jump(edge) => {
                self.out.write_str("jump ")?;
                self.edge(edge)
            }
            Term::Branch { cond, then, els } => {
                self.words("branch ", &[(*cond, Some(Type::BOOL))])?;
                self.out.write_str(COMMA)?;
                self.edge(then)?;
                self.out.write_str(COMMA)?;
                self.edge(els)
            }
            Term::Switch { value, cases, default } => {
                let ty = self.ty(*value);
                self.same("switch", Some(ty), &[*value])?;
                self.out.write_str(" { ")?;
                for (bits, edge) in cases {
                    if Type::Int(bits.width()) != ty {
                        write!(self.out, "i{} ", bits.width())?;
                    }
                    write!(self.out, "{}: ", integer(bits))?;
                    self.edge(edge)?;
                    self.out.write_str(COMMA)?;
                }
                self.out.write_str("else: ")?;
                self.edge(default)?;
                self.out.write_str(" }")
            }
            Term::Return(values) => {
                self.out.write_str("return")?;
                for (at, &value) in values.iter().enumerate() {
                    self.out.write_str(if at == 0 { " " } else { COMMA })?;
                    self.operand(value, None)?;
                }
                Ok(())
            }
            Term::Stop => self.out.write_str("stop"),
        }
    }

    fn edge(&mut self, edge: &Edge) -> fmt::Result {
        write!(self.out, "b{}", edge.block.0)?;
        self.arguments(&edge.args, false)
    }

    /// A list in parentheses, which may be left out where it is empty.
    fn arguments(&mut self, args: &[Value], always: bool) -> fmt::Result {
        if args.is_empty() && !always {
            return Ok(());
        }
        self.out.write_char('(')?;
        for (at, &arg) in args.iter().enumerate() {
            self.out.write_str(if at == 0 { "" } else { COMMA })?;
            self.operand(arg, None)?;
        }
        self.out.write_char(')')
    }

    /// An operator, the type of its operands, and the operands.
    fn same(&mut self, name: &str, ty: Option<Type>, operands: &[Value]) -> fmt::Result {
        let ty = ty.or_else(|| operands.first().map(|&a| self.ty(a))).unwrap_or(Type::BOOL);
        write!(self.out, "{name} {ty} ")?;
        for (at, &value) in operands.iter().enumerate() {
            self.out.write_str(if at == 0 { "" } else { COMMA })?;
            self.operand(value, Some(ty))?;
        }
        Ok(())
    }

    fn words(&mut self, word: &str, operands: &[(Value, Option<Type>)]) -> fmt::Result {
        self.out.write_str(word)?;
        self.operands(operands)
    }

    fn operands(&mut self, operands: &[(Value, Option<Type>)]) -> fmt::Result {
        for (at, &(value, expected)) in operands.iter().enumerate() {
            self.out.write_str(if at == 0 { "" } else { COMMA })?;
            self.operand(value, expected)?;
        }
        Ok(())
    }

    /// A value by number, a constant by what it is; its type before it unless expected.
    fn operand(&mut self, value: Value, expected: Option<Type>) -> fmt::Result {
        let data = self.body.values.get(value.index());
        let Some((ty, constant)) = data.and_then(|d| Some((d.ty, d.constant.as_ref()?))) else {
            return write!(self.out, "%{}", value.0);
        };
        if expected != Some(ty) {
            write!(self.out, "{ty} ")?;
        }
        match constant {
            Const::Undef => self.out.write_str("undef"),
            Const::Addr(target, offset) => self.out.write_str(&address(self.program, *target, *offset)),
            Const::Bits(bits) => match ty {
                Type::Int(_) => self.out.write_str(&integer(bits)),
                Type::Ptr if bits.is_zero() => self.out.write_str("null"),
                Type::Ptr => write!(self.out, "0x{}", bits.to_hex()),
                Type::Float(kind) => {
                    let text = float::print(kind, bits);
                    let exact = !text.contains("0x") && float::parse(kind, &text).as_ref() == Some(bits);
                    if exact { self.out.write_str(&text) } else { write!(self.out, "0x{}", bits.to_hex()) }
                }
            },
        }
    }
}

/// Signed decimal, but 0 and 1 for a Boolean, and hexadecimal where digits say little.
fn integer(bits: &Bits) -> String {
    match bits.width() {
        1 => bits.to_decimal(),
        2..=128 => bits.to_signed_decimal(),
        _ => format!("0x{}", bits.to_hex()),
    }
}

/// A position, if there is one.
struct At(LocId);

impl fmt::Display for At {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.0 == LocId::NONE { Ok(()) } else { write!(f, " !{}", self.0.0) }
    }
}

/// A note after a comma, if there is one.
struct Note<'a>(&'a str);

impl fmt::Display for Note<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.0.is_empty() { Ok(()) } else { write!(f, ", {}", Quoted(self.0)) }
    }
}

/// The name of a symbol, quoted where necessary.
struct Name<'a>(&'a str);

impl fmt::Display for Name<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let plain = !self.0.is_empty() && self.0.bytes().all(super::lex::is_name_byte);
        if plain { f.write_str(self.0) } else { write!(f, "{}", Quoted(self.0)) }
    }
}

/// Text in quotes.
struct Quoted<'a>(&'a str);

impl fmt::Display for Quoted<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_char('"')?;
        for c in self.0.chars() {
            match c {
                '"' | '\\' => write!(f, "\\{c}")?,
                '\n' => f.write_str("\\n")?,
                '\t' => f.write_str("\\t")?,
                c if c.is_control() => write!(f, "\\u{{{:x}}}", u32::from(c))?,
                c => f.write_char(c)?,
            }
        }
        f.write_char('"')
    }
}

/// Bytes in quotes.
struct ByteString<'a>(&'a [u8]);

impl fmt::Display for ByteString<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("b\"")?;
        for &byte in self.0 {
            match byte {
                b'"' | b'\\' => write!(f, "\\{}", char::from(byte))?,
                b' '..=b'~' => f.write_char(char::from(byte))?,
                _ => write!(f, "\\x{byte:02x}")?,
            }
        }
        f.write_char('"')
    }
}
