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
    print_function_with(program, function, &NoMemories)
}

/// Names of memories that an analysis found, to be printed where the program takes and gives them. Such a
/// text is for people: it is not read back.
pub trait Memories {
    /// What the text begins with.
    fn header(&self) -> String;
    /// Types of the memories that a function takes, as its parameters.
    fn takes(&self, function: FuncId) -> Vec<String>;
    /// Types of the memories that a function gives, as its results.
    fn gives(&self, function: FuncId) -> Vec<String>;
    /// Parameters of a block, with their types.
    fn params(&self, function: FuncId, block: BlockId) -> Vec<String>;
    /// What an instruction takes and gives.
    fn inst(&self, function: FuncId, block: BlockId, inst: usize) -> (Vec<String>, Vec<String>);
    /// What an edge passes; edges are numbered as in [`Term::edges`].
    fn edge(&self, function: FuncId, block: BlockId, edge: usize) -> Vec<String>;
    /// What a return gives back.
    fn returns(&self, function: FuncId, block: BlockId) -> Vec<String>;
}

/// The program as it is.
struct NoMemories;

impl Memories for NoMemories {
    fn header(&self) -> String {
        String::new()
    }
    fn takes(&self, _: FuncId) -> Vec<String> {
        vec![]
    }
    fn gives(&self, _: FuncId) -> Vec<String> {
        vec![]
    }
    fn params(&self, _: FuncId, _: BlockId) -> Vec<String> {
        vec![]
    }
    fn inst(&self, _: FuncId, _: BlockId, _: usize) -> (Vec<String>, Vec<String>) {
        (vec![], vec![])
    }
    fn edge(&self, _: FuncId, _: BlockId, _: usize) -> Vec<String> {
        vec![]
    }
    fn returns(&self, _: FuncId, _: BlockId) -> Vec<String> {
        vec![]
    }
}

/// The text of a program with its memories.
pub fn print_with(program: &Program, memories: &dyn Memories) -> String {
    let mut out = memories.header();
    // Writing into a string does not fail.
    let _ = write_program(&mut out, program, memories);
    out
}

/// The text of one function with its memories.
pub fn print_function_with(program: &Program, function: FuncId, memories: &dyn Memories) -> String {
    let mut out = String::new();
    if function.index() < program.functions.len() {
        // Writing into a string does not fail.
        let _ = write_function(&mut out, program, function, memories);
    }
    out
}

impl fmt::Display for Program {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_program(f, self, &NoMemories)
    }
}

fn write_program(out: &mut impl Write, program: &Program, memories: &dyn Memories) -> fmt::Result {
    let order = if program.target.big_endian { "big" } else { "little" };
    write!(out, "target pointer {} {order} ", program.target.pointer_bits)?;
    match program.target.va {
        VaAbi::SysV64 => out.write_str("sysv64\n")?,
        VaAbi::Pointer { slot } => writeln!(out, "slot {slot}")?,
        VaAbi::Unknown => out.write_str("unknown\n")?,
    }
    for (what, list) in [("constructors", &program.constructors), ("destructors", &program.destructors)] {
        for (at, &function) in list.iter().enumerate() {
            let separator = if at == 0 { what } else { "," };
            write!(out, "{separator} {}", symbol(program, Symbol::Func(function)))?;
        }
        if !list.is_empty() {
            writeln!(out)?;
        }
    }
    for (at, global) in program.globals.iter().enumerate() {
        if at == 0 {
            writeln!(out)?;
        }
        write_global(out, program, global)?;
    }
    for function in (0..program.functions.len() as u32).map(FuncId) {
        writeln!(out)?;
        write_function(out, program, function, memories)?;
    }
    for (at, loc) in program.locs.iter().enumerate().skip(1) {
        if at == 1 {
            writeln!(out)?;
        }
        write_loc(out, program, at, loc)?;
    }
    Ok(())
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
    if global.mergeable {
        out.write_str(" mergeable")?;
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

fn write_function(
    out: &mut impl Write,
    program: &Program,
    id: FuncId,
    memories: &dyn Memories,
) -> fmt::Result {
    let function = &program.functions[id.index()];
    let word = if function.body.is_some() { "fn" } else { "declare" };
    write!(out, "{word} @{}(", Name(&function.name))?;
    let types = function.params.iter().map(ToString::to_string);
    let dots = function.variadic.then(|| "...".to_string());
    let params: Vec<String> = types.chain(dots).chain(memories.takes(id)).collect();
    write!(out, "{})", params.join(COMMA))?;
    let types = function.results.iter().map(ToString::to_string);
    write_results(out, types.chain(memories.gives(id)))?;
    if function.align != 1 {
        write!(out, " align {}", function.align)?;
    }
    write!(out, "{}", At(function.loc))?;
    let Some(body) = &function.body else { return writeln!(out) };
    out.write_str(" {\n")?;
    for (at, block) in body.block_ids().zip(&body.blocks) {
        Printer { out, program, body, place: (id, at), memories }.block(block)?;
    }
    out.write_str("}\n")
}

fn write_results(out: &mut impl Write, types: impl Iterator<Item = String>) -> fmt::Result {
    for (at, ty) in types.enumerate() {
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

/// Prints the code of one block.
struct Printer<'a, W> {
    out: &'a mut W,
    program: &'a Program,
    body: &'a Body,
    place: (FuncId, BlockId),
    memories: &'a dyn Memories,
}

/// What stands between operands or items of a list.
const COMMA: &str = ", ";

impl<W: Write> Printer<'_, W> {
    fn ty(&self, value: Value) -> Type {
        self.body.values.get(value.index()).map_or(Type::BOOL, |data| data.ty)
    }

    fn block(&mut self, block: &Block) -> fmt::Result {
        let (function, at) = self.place;
        write!(self.out, "b{}", at.0)?;
        let params = block.params.iter().map(|&param| format!("%{}: {}", param.0, self.ty(param)));
        let params: Vec<String> = params.chain(self.memories.params(function, at)).collect();
        if !params.is_empty() {
            write!(self.out, "({})", params.join(COMMA))?;
        }
        self.out.write_str(":\n")?;
        for (at, inst) in block.insts.iter().enumerate() {
            self.inst(at, inst)?;
        }
        self.out.write_str("  ")?;
        self.term(&block.term)?;
        writeln!(self.out, "{}", At(block.term_loc))
    }

    fn inst(&mut self, at: usize, inst: &Inst) -> fmt::Result {
        self.out.write_str("  ")?;
        let results: Vec<Value> = inst.result_values().collect();
        let implied = self.implied_results(inst, &results);
        let (function, block) = self.place;
        let (takes, gives) = self.memories.inst(function, block, at);
        let name = |(at, &result): (usize, &Value)| {
            let ty = self.ty(result);
            let said = implied.get(at) == Some(&ty);
            if said { format!("%{}", result.0) } else { format!("%{}: {ty}", result.0) }
        };
        let names: Vec<String> = results.iter().enumerate().map(name).chain(gives).collect();
        if !names.is_empty() {
            write!(self.out, "{} = ", names.join(COMMA))?;
        }
        let head = results.first().map(|&r| self.ty(r));
        self.op(&inst.op, head)?;
        if let Op::Call { .. } | Op::CallPtr { .. } = inst.op {
            let types: Vec<String> = results.iter().map(|&r| self.ty(r).to_string()).collect();
            write_results(self.out, types.into_iter())?;
        }
        if !takes.is_empty() {
            write!(self.out, " in {}", takes.join(COMMA))?;
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
            | Op::Seal(..)
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
            Op::Seal(a) => self.words("seal ", &[(a, Some(Type::Ptr))]),
            Op::StackSave => write!(self.out, "stacksave {}", result.unwrap_or(Type::BOOL)),
            Op::StackRestore(a) => self.words("stackrestore ", &[(a, None)]),
            Op::MemCopy { dst, src, len, overlap } => {
                let word = match overlap {
                    Overlap::Allowed => "memmove ",
                    Overlap::Exact => "memcopy ",
                    Overlap::Forbidden => "memcpy ",
                };
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
                self.arguments(args, &[])
            }
            Op::CallPtr { callee, ref args, variadic } => {
                self.out.write_str(if variadic { "callptr variadic " } else { "callptr " })?;
                self.operand(callee, Some(Type::Ptr))?;
                self.arguments(args, &[])
            }
        }
    }

    fn term(&mut self, term: &Term) -> fmt::Result {
        match term {
            Term::Jump(edge) => {
                self.out.write_str("jump ")?;
                self.edge(0, edge)
            }
            Term::Branch { cond, then, els } => {
                self.words("branch ", &[(*cond, Some(Type::BOOL))])?;
                self.out.write_str(COMMA)?;
                self.edge(0, then)?;
                self.out.write_str(COMMA)?;
                self.edge(1, els)
            }
            Term::Switch { value, cases, default } => {
                let ty = self.ty(*value);
                self.same("switch", Some(ty), &[*value])?;
                self.out.write_str(" { ")?;
                for (at, (bits, edge)) in cases.iter().enumerate() {
                    if Type::Int(bits.width()) != ty {
                        write!(self.out, "i{} ", bits.width())?;
                    }
                    write!(self.out, "{}: ", integer(bits))?;
                    self.edge(at, edge)?;
                    self.out.write_str(COMMA)?;
                }
                self.out.write_str("else: ")?;
                self.edge(cases.len(), default)?;
                self.out.write_str(" }")
            }
            Term::Return(values) => {
                self.out.write_str("return")?;
                for (at, &value) in values.iter().enumerate() {
                    self.out.write_str(if at == 0 { " " } else { COMMA })?;
                    self.operand(value, None)?;
                }
                let (function, block) = self.place;
                let memories = self.memories.returns(function, block);
                if memories.is_empty() {
                    return Ok(());
                }
                let separator = if values.is_empty() { " " } else { COMMA };
                write!(self.out, "{separator}{}", memories.join(COMMA))
            }
            Term::Stop => self.out.write_str("stop"),
        }
    }

    fn edge(&mut self, at: usize, edge: &Edge) -> fmt::Result {
        write!(self.out, "b{}", edge.block.0)?;
        let (function, block) = self.place;
        let memories = self.memories.edge(function, block, at);
        if edge.args.is_empty() && memories.is_empty() {
            return Ok(());
        }
        self.arguments(&edge.args, &memories)
    }

    /// A list in parentheses.
    fn arguments(&mut self, args: &[Value], memories: &[String]) -> fmt::Result {
        self.out.write_char('(')?;
        for (at, &arg) in args.iter().enumerate() {
            self.out.write_str(if at == 0 { "" } else { COMMA })?;
            self.operand(arg, None)?;
        }
        if !args.is_empty() && !memories.is_empty() {
            self.out.write_str(COMMA)?;
        }
        write!(self.out, "{})", memories.join(COMMA))
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
                    // There are many that are no numbers.
                    let plain = !text.contains("0x") && !text.contains("nan");
                    let exact = plain && float::parse(kind, &text).as_ref() == Some(bits);
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
