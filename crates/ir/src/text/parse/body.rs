//! Code of functions.

use rustc_hash::FxHashMap;

use super::super::lex::{Position, Token};
use super::{ParseError, Parsed, Parser};
use crate::bits::Bits;
use crate::program::*;
use crate::property::Property;
use crate::types::Type;

/// A body under construction.
///
/// A value that is used before the text defines it gets a placeholder; definitions always get fresh
/// values, so that the results of a call are consecutive. In the end placeholders are replaced.
#[derive(Default)]
struct Builder {
    body: Body,
    names: FxHashMap<u32, Name>,
    /// For each placeholder the value that it stands for.
    resolved: FxHashMap<Value, Value>,
    /// Types that the text states of values, to be checked in the end.
    stated: Vec<(Value, Type, Position)>,
}

enum Name {
    Defined(Value),
    /// A placeholder, and where it was used first.
    Used(Value, Position),
}

impl Builder {
    fn define(&mut self, name: u32, ty: Type, at: Position) -> Parsed<Value> {
        let value = self.body.new_value(ty);
        match self.names.insert(name, Name::Defined(value)) {
            Some(Name::Defined(_)) => Err(ParseError::new(at, format!("%{name} is defined already"))),
            Some(Name::Used(placeholder, _)) => {
                self.resolved.insert(placeholder, value);
                Ok(value)
            }
            None => Ok(value),
        }
    }

    fn used(&mut self, name: u32, at: Position) -> Value {
        let body = &mut self.body;
        // The type of a placeholder does not matter.
        let name = self.names.entry(name).or_insert_with(|| Name::Used(body.new_value(Type::BOOL), at));
        match *name {
            Name::Defined(value) | Name::Used(value, _) => value,
        }
    }

    fn finish(mut self) -> Parsed<Body> {
        let undefined = self.names.iter().filter_map(|(name, state)| match state {
            Name::Used(_, at) => Some((at.line, at.column, *name)),
            Name::Defined(_) => None,
        });
        if let Some((line, column, name)) = undefined.min() {
            return Err(ParseError { line, column, message: format!("%{name} is not defined") });
        }
        let resolve = |value: Value| self.resolved.get(&value).copied().unwrap_or(value);
        for &(value, ty, at) in &self.stated {
            let actual = self.body.ty(resolve(value));
            if actual != ty {
                return Err(ParseError::new(at, format!("the value is said to be {ty} but is {actual}")));
            }
        }
        if !self.resolved.is_empty() {
            for block in &mut self.body.blocks {
                for inst in &mut block.insts {
                    inst.op.operands_mut(|value| *value = resolve(*value));
                }
                block.term.operands_mut(|value| *value = resolve(*value));
            }
        }
        Ok(self.body)
    }
}

/// `{ blocks }`
pub fn parse(parser: &mut Parser<'_>) -> Parsed<Body> {
    let mut code = Code { parser, builder: Builder::default() };
    code.parser.expect("{")?;
    while !code.parser.eat("}")? {
        let block = code.block()?;
        code.builder.body.blocks.push(block);
    }
    code.builder.finish()
}

struct Code<'p, 'a> {
    parser: &'p mut Parser<'a>,
    builder: Builder,
}

impl Code<'_, '_> {
    fn block(&mut self) -> Parsed<Block> {
        let at = self.parser.position;
        let id = self.block_id()?;
        let expected = self.builder.body.blocks.len();
        if id.index() != expected {
            return Err(ParseError::new(at, format!("blocks are in order: this must be b{expected}")));
        }
        let mut params = Vec::new();
        if self.parser.eat("(")? {
            loop {
                let (name, at) = self.value_name()?;
                self.parser.expect(":")?;
                let ty = self.parser.ty()?;
                params.push(self.builder.define(name, ty, at)?);
                if !self.parser.eat(",")? {
                    break;
                }
            }
            self.parser.expect(")")?;
        }
        self.parser.expect(":")?;
        let mut insts = Vec::new();
        loop {
            if let Some(term) = self.term()? {
                let term_loc = self.parser.loc()?;
                return Ok(Block { params, insts, term, term_loc });
            }
            insts.push(self.inst()?);
        }
    }

    fn block_id(&mut self) -> Parsed<BlockId> {
        let number = match self.parser.token {
            Token::Word(word) => word.strip_prefix('b').filter(|n| n.bytes().all(|b| b.is_ascii_digit())),
            _ => None,
        };
        let Some(id) = number.and_then(|n| n.parse().ok()) else {
            return self.parser.expected("a block");
        };
        self.parser.advance()?;
        Ok(BlockId(id))
    }

    fn value_name(&mut self) -> Parsed<(u32, Position)> {
        let Token::Value(name) = self.parser.token else {
            return self.parser.expected("a value that begins with `%`");
        };
        let at = self.parser.position;
        self.parser.advance()?;
        Ok((name, at))
    }

    /// A value, or a constant with its type before it unless that is expected.
    fn operand(&mut self, expected: Option<Type>) -> Parsed<Value> {
        let at = self.parser.position;
        let stated = self.parser.peek_type();
        if stated.is_some() {
            self.parser.advance()?;
        }
        if let Token::Value(name) = self.parser.token {
            let value = self.builder.used(name, self.parser.position);
            self.parser.advance()?;
            self.builder.stated.extend(stated.map(|ty| (value, ty, at)));
            return Ok(value);
        }
        let Some(ty) = stated.or(expected) else {
            return self.parser.expected("a value, or a type and a constant");
        };
        let constant = self.parser.constant(ty)?;
        Ok(self.builder.body.new_constant(ty, constant))
    }

    fn pointer(&mut self) -> Parsed<Value> {
        self.operand(Some(Type::Ptr))
    }

    fn boolean(&mut self) -> Parsed<Value> {
        self.operand(Some(Type::BOOL))
    }

    fn comma(&mut self) -> Parsed<()> {
        self.parser.expect(",")
    }

    /// Two operands.
    fn pair(&mut self, a: Option<Type>, b: Option<Type>) -> Parsed<(Value, Value)> {
        let a = self.operand(a)?;
        self.comma()?;
        Ok((a, self.operand(b)?))
    }

    /// A type and an operand of it; the only place that says the operand's type.
    fn stated_operand(&mut self) -> Parsed<(Type, Value)> {
        let at = self.parser.position;
        let ty = self.parser.ty()?;
        let value = self.operand(Some(ty))?;
        if self.builder.body.constant(value).is_none() {
            self.builder.stated.push((value, ty, at));
        }
        Ok((ty, value))
    }

    fn stated_pair(&mut self) -> Parsed<(Value, Value)> {
        let (ty, a) = self.stated_operand()?;
        self.comma()?;
        Ok((a, self.operand(Some(ty))?))
    }

    /// `(operands)`; parentheses around nothing may be left out.
    fn arguments(&mut self) -> Parsed<Vec<Value>> {
        let mut args = Vec::new();
        if self.parser.eat("(")? && !self.parser.eat(")")? {
            loop {
                args.push(self.operand(None)?);
                if !self.parser.eat(",")? {
                    break;
                }
            }
            self.parser.expect(")")?;
        }
        Ok(args)
    }

    fn edge(&mut self) -> Parsed<Edge> {
        Ok(Edge { block: self.block_id()?, args: self.arguments()? })
    }

    /// A terminator, if the next word begins one.
    fn term(&mut self) -> Parsed<Option<Term>> {
        let Token::Word(word) = self.parser.token else { return Ok(None) };
        if !matches!(word, "jump" | "branch" | "switch" | "return" | "stop") {
            return Ok(None);
        }
        self.parser.advance()?;
        Ok(Some(match word {
            "jump" => Term::Jump(self.edge()?),
            "branch" => {
                let cond = self.boolean()?;
                self.comma()?;
                let then = self.edge()?;
                self.comma()?;
                Term::Branch { cond, then, els: self.edge()? }
            }
            "switch" => self.switch()?,
            "return" => {
                let mut values = Vec::new();
                let begins =
                    matches!(self.parser.token, Token::Value(_) | Token::Number(_) | Token::Symbol(_));
                if begins || self.parser.peek_type().is_some() {
                    values.push(self.operand(None)?);
                    while self.parser.eat(",")? {
                        values.push(self.operand(None)?);
                    }
                }
                Term::Return(values)
            }
            _ => Term::Stop,
        }))
    }

    /// `i32 %0 { 1: b1, 5: b2(%3), else: b3 }`
    fn switch(&mut self) -> Parsed<Term> {
        let (ty, value) = self.stated_operand()?;
        self.parser.expect("{")?;
        let mut cases = Vec::new();
        while !self.parser.eat_word("else")? {
            let bits = self.case(ty)?;
            self.parser.expect(":")?;
            cases.push((bits, self.edge()?));
            self.comma()?;
        }
        self.parser.expect(":")?;
        let default = self.edge()?;
        self.parser.expect("}")?;
        Ok(Term::Switch { value, cases, default })
    }

    fn case(&mut self, ty: Type) -> Parsed<Bits> {
        let ty = match self.parser.peek_type() {
            Some(_) => self.parser.ty()?,
            None => ty,
        };
        let at = self.parser.position;
        match self.parser.constant(ty)? {
            Const::Bits(bits) => Ok(bits),
            Const::Addr(..) | Const::Undef => Err(ParseError::new(at, "a case is a number")),
        }
    }

    /// `%1, %2 = operation !3`, and less where there are no results or no position.
    fn inst(&mut self) -> Parsed<Inst> {
        let mut results = Vec::new();
        if let Token::Value(_) = self.parser.token {
            loop {
                let (name, at) = self.value_name()?;
                let ty = if self.parser.eat(":")? { Some(self.parser.ty()?) } else { None };
                results.push((name, at, ty));
                if !self.parser.eat(",")? {
                    break;
                }
            }
            self.parser.expect("=")?;
        }
        let (op, types) = self.op()?;
        let mut first = Value(0);
        for (at, &(name, position, stated)) in results.iter().enumerate() {
            let Some(ty) = stated.or_else(|| types.get(at).copied()) else {
                return Err(ParseError::new(position, "the operation gives no such result"));
            };
            let value = self.builder.define(name, ty, position)?;
            if at == 0 {
                first = value;
            }
        }
        let loc = self.parser.loc()?;
        Ok(Inst { op, first, results: results.len() as u32, loc })
    }

    /// An operation and the types of its results.
    fn op(&mut self) -> Parsed<(Op, Vec<Type>)> {
        let Token::Word(word) = self.parser.token else {
            return self.parser.expected("an operation or the end of the block");
        };
        let at = self.parser.position;
        self.parser.advance()?;
        if let Some(parsed) = self.arithmetic(word)? {
            return Ok(parsed);
        }
        let op = match word {
            "ptradd" => {
                let inbounds = self.parser.eat_word("inbounds")?;
                let (base, index, scale) = self.pointer_arithmetic()?;
                return Ok((Op::PtrAdd { base, index, scale, inbounds }, vec![Type::Ptr]));
            }
            "inbounds" => {
                let (base, index, scale) = self.pointer_arithmetic()?;
                return Ok((Op::InBounds { base, index, scale }, vec![Type::BOOL]));
            }
            "ptrdiff" => {
                let ty = self.parser.ty()?;
                let (a, b) = self.pair(Some(Type::Ptr), Some(Type::Ptr))?;
                return Ok((Op::PtrDiff(a, b), vec![ty]));
            }
            "load" => {
                let ty = self.parser.ty()?;
                self.comma()?;
                let ptr = self.pointer()?;
                return Ok((Op::Load { ptr, align: self.align()? }, vec![ty]));
            }
            "alloca" => {
                let size = self.operand(None)?;
                let align = self.align()?;
                return Ok((Op::Alloca { size, align, name: self.parser.optional_note()? }, vec![Type::Ptr]));
            }
            "stacksave" => return Ok((Op::StackSave, vec![self.parser.ty()?])),
            "nondet" | "arbitrary" => {
                let (ty, outside) = (self.parser.ty()?, word == "nondet");
                return Ok((Op::Nondet { name: self.parser.optional_note()?, outside }, vec![ty]));
            }
            "call" => {
                let callee = self.parser.function()?;
                let args = self.arguments()?;
                return Ok((Op::Call { callee, args }, self.parser.result_types()?));
            }
            "callptr" => {
                let variadic = self.parser.eat_word("variadic")?;
                let callee = self.pointer()?;
                let args = self.arguments()?;
                return Ok((Op::CallPtr { callee, args, variadic }, self.parser.result_types()?));
            }
            "store" => {
                let (_, value) = self.stated_operand()?;
                self.comma()?;
                let ptr = self.pointer()?;
                Op::Store { value, ptr, align: self.align()? }
            }
            "lifetime.start" => Op::LifetimeStart(self.pointer()?),
            "lifetime.end" => Op::LifetimeEnd(self.pointer()?),
            "seal" => Op::Seal(self.pointer()?),
            "stackrestore" => Op::StackRestore(self.operand(None)?),
            "memcopy" | "memcpy" | "memmove" => {
                let (dst, src) = self.pair(Some(Type::Ptr), Some(Type::Ptr))?;
                self.comma()?;
                let len = self.operand(None)?;
                let overlap = match word {
                    "memmove" => Overlap::Allowed,
                    "memcopy" => Overlap::Exact,
                    _ => Overlap::Forbidden,
                };
                Op::MemCopy { dst, src, len, overlap }
            }
            "memset" => {
                let (dst, byte) = self.pair(Some(Type::Ptr), Some(Type::Int(8)))?;
                self.comma()?;
                Op::MemSet { dst, byte, len: self.operand(None)? }
            }
            "assert" => {
                let cond = self.boolean()?;
                self.comma()?;
                let property = self.property()?;
                Op::Assert { cond, property, note: self.parser.optional_note()? }
            }
            "assume" => Op::Assume(self.boolean()?),
            _ => return Err(ParseError::new(at, format!("there is no operation `{word}`"))),
        };
        Ok((op, vec![]))
    }

    /// The operations that only compute, by their tables of names.
    fn arithmetic(&mut self, word: &str) -> Parsed<Option<(Op, Vec<Type>)>> {
        let (op, ty) = if let Some(op) = BinOp::by_name(word) {
            let ty = self.parser.ty()?;
            let (a, b) = self.pair(Some(ty), Some(ty))?;
            (Op::Bin(op, a, b), ty)
        } else if let Some(op) = FBinOp::by_name(word) {
            let ty = self.parser.ty()?;
            let (a, b) = self.pair(Some(ty), Some(ty))?;
            (Op::FBin(op, a, b), ty)
        } else if let Some(op) = UnOp::by_name(word) {
            let ty = self.parser.ty()?;
            (Op::Un(op, self.operand(Some(ty))?), ty)
        } else if let Some(op) = FUnOp::by_name(word) {
            let ty = self.parser.ty()?;
            (Op::FUn(op, self.operand(Some(ty))?), ty)
        } else if let Some(op) = OverflowOp::by_name(word) {
            let (a, b) = self.stated_pair()?;
            (Op::Overflow(op, a, b), Type::BOOL)
        } else if let Some(op) = CmpOp::by_name(word) {
            let (a, b) = self.stated_pair()?;
            (Op::Cmp(op, a, b), Type::BOOL)
        } else if let Some(op) = FCmpOp::by_name(word) {
            let (a, b) = self.stated_pair()?;
            (Op::FCmp(op, a, b), Type::BOOL)
        } else if let Some(op) = CastOp::by_name(word) {
            let (_, a) = self.stated_operand()?;
            self.parser.expect_word("to")?;
            (Op::Cast(op, a), self.parser.ty()?)
        } else {
            match word {
                "select" => {
                    let ty = self.parser.ty()?;
                    let cond = self.boolean()?;
                    self.comma()?;
                    let (a, b) = self.pair(Some(ty), Some(ty))?;
                    (Op::Select(cond, a, b), ty)
                }
                "fma" => {
                    let ty = self.parser.ty()?;
                    let (a, b) = self.pair(Some(ty), Some(ty))?;
                    self.comma()?;
                    (Op::Fma(a, b, self.operand(Some(ty))?), ty)
                }
                "freeze" => {
                    let ty = self.parser.ty()?;
                    (Op::Freeze(self.operand(Some(ty))?), ty)
                }
                _ => return Ok(None),
            }
        };
        Ok(Some((op, vec![ty])))
    }

    /// `%base, %index, 8`
    fn pointer_arithmetic(&mut self) -> Parsed<(Value, Value, u64)> {
        let (base, index) = self.pair(Some(Type::Ptr), None)?;
        self.comma()?;
        Ok((base, index, self.parser.number("a number of bytes")?))
    }

    /// `, align 8`
    fn align(&mut self) -> Parsed<u32> {
        self.comma()?;
        self.parser.expect_word("align")?;
        self.parser.number("a number of bytes")
    }

    fn property(&mut self) -> Parsed<Property> {
        let property = match self.parser.token {
            Token::Word(word) => Property::by_name(word),
            _ => None,
        };
        let Some(property) = property else { return self.parser.expected("the name of a property") };
        self.parser.advance()?;
        Ok(property)
    }
}
