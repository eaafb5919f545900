//! A program: globals, functions, blocks, instructions; plain data with dense ids.
//!
//! Invariants (the [verifier](crate::verify) checks them):
//! - Every value has one definition, which dominates its uses; constants are values too.
//! - Block 0 is the entry, its parameters are the function's, and nothing jumps to it.
//! - Pure operators are total: what is undefined in LLVM was asserted before.
//!
//! # Indeterminate bits
//! A value may have *indeterminate* bits: those of the constant `undef` and of bytes that were never
//! written. They travel through pure operators bit by bit as far as the result depends on them, and
//! through loads and stores. Using them where the course of the program depends on them (a branch or
//! switch, the address of an access, the operand of an assert or assume, a divisor, an argument of a
//! library function) fails [`Property::UninitialisedUse`]. `freeze` makes them determinate. An
//! engine that does not check this property may treat each as an arbitrary but fixed value.

use std::collections::BTreeMap;

use crate::bits::Bits;
use crate::property::{Property, PropertySet};
use crate::types::{Target, Type};

macro_rules! id {
    ($(#[$doc:meta])* $name:ident) => {
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
        pub struct $name(pub u32);

        impl $name {
            /// The position in the table this id indexes.
            pub fn index(self) -> usize {
                self.0 as usize
            }
        }
    };
}

id!(/** A function of a [`Program`]. */ FuncId);
id!(/** A global object of a [`Program`]. */ GlobalId);
id!(/** A block of a [`Body`]. */ BlockId);
id!(/** A value of a [`Body`]. */ Value);
id!(/** A source position in [`Program::locs`]; 0 is "unknown". */ LocId);
id!(/** A file in [`Program::files`]. */ FileId);
id!(/** A string in [`Program::notes`]; 0 is empty. */ NoteId);

impl LocId {
    /// No position known.
    pub const NONE: Self = Self(0);
}

impl NoteId {
    /// No note.
    pub const NONE: Self = Self(0);
}

/// A whole program.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Program {
    /// The machine it is for.
    pub target: Target,
    /// Global objects.
    pub globals: Vec<Global>,
    /// Functions, with or without bodies.
    pub functions: Vec<Function>,
    /// Functions that run before the entry, in order (constructors), and after it (destructors).
    pub constructors: Vec<FuncId>,
    /// See `constructors`.
    pub destructors: Vec<FuncId>,
    /// Source files.
    pub files: Vec<String>,
    /// Source positions, each once; position 0 is unknown.
    pub locs: Vec<Loc>,
    /// Texts of assertions and names of unmodelled constructs, each once; note 0 is empty.
    pub notes: Vec<String>,
}

/// A source position.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Loc {
    /// File, or `None` for the unknown position.
    pub file: Option<FileId>,
    /// Line from 1.
    pub line: u32,
    /// Column from 1, 0 where unknown.
    pub column: u32,
    /// Name of the function in the source, as a note.
    pub function: NoteId,
    /// Where that function was inlined.
    pub inlined_at: Option<LocId>,
}

impl Loc {
    /// The position that is not known.
    pub const UNKNOWN: Self =
        Self { file: None, line: 0, column: 0, function: NoteId::NONE, inlined_at: None };
}

/// A global object.
#[derive(Clone, PartialEq, Debug)]
pub struct Global {
    /// Its name.
    pub name: String,
    /// Size in bytes.
    pub size: u64,
    /// Alignment in bytes, a power of two.
    pub align: u64,
    /// Writing it is an error.
    pub constant: bool,
    /// Its address means nothing: it may be one with another constant that has the same contents.
    pub mergeable: bool,
    /// Contents; `None` where another module would define it (its bytes are not known).
    pub init: Option<Init>,
    /// Where it is declared.
    pub loc: LocId,
}

/// Initial contents: bytes, zero where nothing is said, and pointers laid over them.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Init {
    /// The first bytes; the rest of the object is zero.
    pub bytes: Vec<u8>,
    /// Pointers at byte offsets.
    pub pointers: BTreeMap<u64, (Symbol, i64)>,
    /// Indeterminate bytes: ranges (start, length).
    pub undef: Vec<(u64, u64)>,
}

/// Something with an address.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Symbol {
    /// A global object.
    Global(GlobalId),
    /// A function.
    Func(FuncId),
}

/// A function.
#[derive(Clone, PartialEq, Debug)]
pub struct Function {
    /// Its name.
    pub name: String,
    /// Types of parameters, without the area of variadic arguments.
    pub params: Vec<Type>,
    /// Types of results.
    pub results: Vec<Type>,
    /// Takes variadic arguments: then the body's entry block has one more parameter, a pointer to the
    /// area of the arguments (see [`crate::types::VaAbi`]), and calls pass it as a last argument.
    pub variadic: bool,
    /// The code; `None` for a function that is only declared.
    pub body: Option<Body>,
    /// Its address is a multiple of this, a power of two.
    pub align: u64,
    /// Where it is defined.
    pub loc: LocId,
}

/// Arguments of a call through a pointer that the callee does not take.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Surplus {
    /// The call is invalid.
    Invalid,
    /// They are ignored, as the calling conventions of C do it.
    Ignored,
}

impl Surplus {
    /// What becomes of them where these properties are checked.
    pub fn under(checks: PropertySet) -> Self {
        if checks.contains(Property::InvalidCall) { Self::Invalid } else { Self::Ignored }
    }
}

impl Function {
    /// Whether a call through a pointer may be one of this function, by the types of its arguments, without the area
    /// of variadic ones, and of its results. A call without prototype is `variadic`, which a callee need not be. Where
    /// surplus arguments are ignored, so is a result that the caller knows nothing of.
    pub fn accepts(
        &self,
        args: impl ExactSizeIterator<Item = Type>,
        results: impl ExactSizeIterator<Item = Type>,
        variadic: bool,
        surplus: Surplus,
    ) -> bool {
        let more = args.len() > self.params.len() && surplus == Surplus::Ignored && !self.variadic;
        (more || args.len() == self.params.len())
            && (variadic || !self.variadic)
            && args.zip(&self.params).all(|(arg, &param)| arg == param)
            && (results.len() == 0 && surplus == Surplus::Ignored || results.eq(self.results.iter().copied()))
    }
}

/// The code of a function.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Body {
    /// All values.
    pub values: Vec<ValueData>,
    /// All blocks; block 0 is the entry.
    pub blocks: Vec<Block>,
}

/// A value's type and, for a constant, its value.
#[derive(Clone, PartialEq, Debug)]
pub struct ValueData {
    /// Type.
    pub ty: Type,
    /// A constant, or `None` for a block parameter or an instruction's result.
    pub constant: Option<Const>,
}

/// A constant.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Const {
    /// Bits of an integer or a float; for a pointer, an address without provenance (0 is null).
    Bits(Bits),
    /// The address of a symbol plus an offset in bytes.
    Addr(Symbol, i64),
    /// All bits indeterminate.
    Undef,
}

/// A basic block.
#[derive(Clone, PartialEq, Debug)]
pub struct Block {
    /// Parameters, given by whoever jumps here.
    pub params: Vec<Value>,
    /// Instructions.
    pub insts: Vec<Inst>,
    /// How it ends.
    pub term: Term,
    /// Position of the terminator.
    pub term_loc: LocId,
}

/// An instruction: an operation, its results (consecutive values) and its position.
#[derive(Clone, PartialEq, Debug)]
pub struct Inst {
    /// What it does.
    pub op: Op,
    /// First result; meaningless where `results` is 0.
    pub first: Value,
    /// Number of results: 0 or 1, for calls any number.
    pub results: u32,
    /// Position.
    pub loc: LocId,
}

impl Inst {
    /// The only result.
    pub fn result(&self) -> Option<Value> {
        (self.results > 0).then_some(self.first)
    }

    /// All results.
    pub fn result_values(&self) -> impl Iterator<Item = Value> + use<> {
        (self.first.0..self.first.0.saturating_add(self.results)).map(Value)
    }
}

/// Which bytes a copy may read and write.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Overlap {
    /// Any: `memmove`.
    Allowed,
    /// None, or all of them at their own places: what compilers make of `*p = *q`, where C allows that.
    Exact,
    /// None: a call of `memcpy`.
    Forbidden,
}

/// Operators on two integers of the same width. All are total, as in SMT-LIB: `x / 0` is all ones
/// (unsigned) or 1/-1 (signed), `x % 0` is `x`, shifts by the width or more give 0 or the sign.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[allow(missing_docs)]
pub enum BinOp {
    Add,
    Sub,
    Mul,
    UDiv,
    SDiv,
    URem,
    SRem,
    Shl,
    LShr,
    AShr,
    And,
    Or,
    Xor,
    UMin,
    UMax,
    SMin,
    SMax,
}

/// Whether an exact result fits: operators that give one bit.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[allow(missing_docs)]
pub enum OverflowOp {
    SAdd,
    UAdd,
    SSub,
    USub,
    SMul,
    UMul,
    /// `a << b` loses value bits or the sign (amount less than the width).
    SShl,
    /// `a << b` loses a set bit (amount less than the width).
    UShl,
    /// `INT_MIN / -1`.
    SDiv,
}

/// Operators on one integer.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[allow(missing_docs)]
pub enum UnOp {
    /// Number of set bits.
    PopCount,
    /// Leading zeros; the width for 0.
    LeadingZeros,
    /// Trailing zeros; the width for 0.
    TrailingZeros,
    ByteSwap,
    BitReverse,
}

/// Comparisons of integers or pointers (by address).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[allow(missing_docs)]
pub enum CmpOp {
    Eq,
    Ne,
    Ult,
    Ule,
    Slt,
    Sle,
}

/// Comparisons of floats: true if the relation of the operands is one of those named.
/// The four bits are: less, equal, greater, unordered.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct FCmpOp(pub u8);

impl FCmpOp {
    /// The operands compare less.
    pub const LESS: u8 = 1;
    /// The operands compare equal.
    pub const EQUAL: u8 = 2;
    /// The operands compare greater.
    pub const GREATER: u8 = 4;
    /// One of them is not a number.
    pub const UNORDERED: u8 = 8;
}

/// Operators on two floats of the same format, rounding to nearest even.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[allow(missing_docs)]
pub enum FBinOp {
    Add,
    Sub,
    Mul,
    Div,
    /// C's `fmod`.
    Rem,
    /// C's `fmin`: the other operand if one is a NaN.
    MinNum,
    MaxNum,
    /// IEEE 754-2019 minimum: NaN if one is, and -0 < +0.
    Minimum,
    Maximum,
    CopySign,
}

/// Operators on one float.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[allow(missing_docs)]
pub enum FUnOp {
    Neg,
    Abs,
    Sqrt,
    Floor,
    Ceil,
    Trunc,
    /// To the nearest integer, ties to even (`rint`, `nearbyint`, `roundeven`).
    RoundEven,
    /// To the nearest integer, ties away from zero (`round`).
    RoundAway,
}

/// Conversions. The result type is the type of the result value.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum CastOp {
    /// Drops high bits.
    Trunc,
    /// Adds zero bits.
    ZExt,
    /// Adds copies of the sign.
    SExt,
    /// Float to another format, nearest even.
    FConv,
    /// Float to signed integer, towards zero; saturates, NaN gives 0.
    FToS,
    /// Float to unsigned integer, towards zero; saturates, NaN gives 0.
    FToU,
    /// Signed integer to float, nearest even.
    SToF,
    /// Unsigned integer to float, nearest even.
    UToF,
    /// The bits of a float as an integer.
    FToBits,
    /// The float with these bits.
    BitsToF,
    /// The address of a pointer; exposes its object. Truncates or zero-extends.
    PtrToInt,
    /// The pointer with this address and the provenance of an exposed object there, if any.
    IntToPtr,
}

/// What an instruction does.
#[derive(Clone, PartialEq, Debug)]
pub enum Op {
    /// Integer arithmetic.
    Bin(BinOp, Value, Value),
    /// Does the exact result not fit?
    Overflow(OverflowOp, Value, Value),
    /// Bit counting and reordering.
    Un(UnOp, Value),
    /// Comparison of integers or pointers. An order on pointers obliges
    /// [`Property::PointerComparison`].
    Cmp(CmpOp, Value, Value),
    /// Conversion.
    Cast(CastOp, Value),
    /// `cond ? a : b`
    Select(Value, Value, Value),
    /// Float arithmetic.
    FBin(FBinOp, Value, Value),
    /// Float arithmetic, one operand.
    FUn(FUnOp, Value),
    /// `a * b + c`, rounded once.
    Fma(Value, Value, Value),
    /// Float comparison.
    FCmp(FCmpOp, Value, Value),
    /// Makes indeterminate bits determinate.
    Freeze(Value),
    /// `base + index * scale` bytes. With `inbounds`, computed without wrapping and both ends inside
    /// the object or one past it: [`Property::PointerArithmetic`].
    PtrAdd {
        /// Where to start.
        base: Value,
        /// A signed integer of any width.
        index: Value,
        /// Bytes each index stands for.
        scale: u64,
        /// Must stay inside the object.
        inbounds: bool,
    },
    /// Would a `PtrAdd` with `inbounds` of these operands hold? For poison that is not used at once.
    InBounds {
        /// Where to start.
        base: Value,
        /// A signed integer of any width.
        index: Value,
        /// Bytes each index stands for.
        scale: u64,
    },
    /// Distance in bytes, `a - b`; obliges [`Property::PointerSubtraction`].
    PtrDiff(Value, Value),
    /// Reads memory. Obliges all properties of an access.
    Load {
        /// Address.
        ptr: Value,
        /// Alignment in bytes.
        align: u32,
    },
    /// Writes memory. Obliges all properties of an access.
    Store {
        /// What.
        value: Value,
        /// Address.
        ptr: Value,
        /// Alignment in bytes.
        align: u32,
    },
    /// A new stack object of the running function, uninitialised and alive.
    Alloca {
        /// Size in bytes: an integer of pointer width.
        size: Value,
        /// Alignment in bytes.
        align: u32,
        /// The variable, as a note.
        name: NoteId,
    },
    /// A stack object's lifetime begins (again): it is alive and uninitialised.
    LifetimeStart(Value),
    /// A stack object's lifetime ends: access fails [`Property::UseAfterScope`].
    LifetimeEnd(Value),
    /// A stack object is not written again while it lives: a write fails [`Property::WriteToConstant`].
    Seal(Value),
    /// A token (an integer of pointer width) for the present stack.
    StackSave,
    /// Ends the stack objects made since the token.
    StackRestore(Value),
    /// Copies bytes with all they carry. Where they may not overlap, obliges
    /// [`Property::OverlappingCopy`].
    MemCopy {
        /// To.
        dst: Value,
        /// From.
        src: Value,
        /// Bytes, any integer, unsigned.
        len: Value,
        /// Whether the bytes read and written may be the same.
        overlap: Overlap,
    },
    /// Fills bytes.
    MemSet {
        /// Where.
        dst: Value,
        /// An `i8`.
        byte: Value,
        /// Bytes, any integer, unsigned.
        len: Value,
    },
    /// Fails if the condition is false.
    Assert {
        /// An `i1`.
        cond: Value,
        /// What is asserted.
        property: Property,
        /// Details for people.
        note: NoteId,
    },
    /// Ends the execution quietly if the condition is false: it is no execution.
    Assume(Value),
    /// An arbitrary value of the result's type.
    Nondet {
        /// What asks for it, as a note: a function, a variable that was never set.
        name: NoteId,
        /// It is asked of the outside, which sees that it is, so that it stays even if it is not used.
        outside: bool,
    },
    /// Calls a function; a callee without body is a library function or [`Property::MissingBody`].
    Call {
        /// Whom.
        callee: FuncId,
        /// Arguments; for a variadic callee the area of variadic arguments last.
        args: Vec<Value>,
    },
    /// Calls through a pointer; obliges [`Property::InvalidCall`]: the function [accepts](Function::accepts) the call.
    CallPtr {
        /// Whom.
        callee: Value,
        /// Arguments; for a `variadic` call the area of variadic arguments last.
        args: Vec<Value>,
        /// The call passes an area of variadic arguments. A callee that is not variadic and takes
        /// the other arguments is called without it.
        variadic: bool,
    },
}

/// How a block ends.
#[derive(Clone, PartialEq, Debug)]
pub enum Term {
    /// Goes to a block.
    Jump(Edge),
    /// Goes to one of two blocks.
    Branch {
        /// An `i1`.
        cond: Value,
        /// Where if 1.
        then: Edge,
        /// Where if 0.
        els: Edge,
    },
    /// Goes by the value.
    Switch {
        /// An integer.
        value: Value,
        /// Distinct values and where they lead.
        cases: Vec<(Bits, Edge)>,
        /// Where otherwise.
        default: Edge,
    },
    /// Returns.
    Return(Vec<Value>),
    /// Never reached: an assertion that always fails, or a call that does not return, stands before.
    Stop,
}

/// A block and the arguments for its parameters.
#[derive(Clone, PartialEq, Debug)]
pub struct Edge {
    /// Where.
    pub block: BlockId,
    /// Arguments.
    pub args: Vec<Value>,
}

impl Op {
    /// Calls `f` on every operand.
    pub fn operands(&self, mut f: impl FnMut(Value)) {
        // One list of operands, the mutable one, so that a new operator is handled once.
        let mut copy = self.clone();
        copy.operands_mut(|value| f(*value));
    }

    /// Calls `f` on every operand, which it may replace.
    pub fn operands_mut(&mut self, mut f: impl FnMut(&mut Value)) {
        match self {
            Self::Bin(_, a, b)
            | Self::Overflow(_, a, b)
            | Self::Cmp(_, a, b)
            | Self::FBin(_, a, b)
            | Self::FCmp(_, a, b)
            | Self::PtrDiff(a, b)
            | Self::PtrAdd { base: a, index: b, .. }
            | Self::InBounds { base: a, index: b, .. }
            | Self::Store { value: a, ptr: b, .. } => {
                f(a);
                f(b);
            }
            Self::Un(_, a)
            | Self::Cast(_, a)
            | Self::FUn(_, a)
            | Self::Freeze(a)
            | Self::Load { ptr: a, .. }
            | Self::Alloca { size: a, .. }
            | Self::LifetimeStart(a)
            | Self::LifetimeEnd(a)
            | Self::Seal(a)
            | Self::StackRestore(a)
            | Self::Assert { cond: a, .. }
            | Self::Assume(a) => f(a),
            Self::Select(a, b, c)
            | Self::Fma(a, b, c)
            | Self::MemCopy { dst: a, src: b, len: c, .. }
            | Self::MemSet { dst: a, byte: b, len: c } => {
                f(a);
                f(b);
                f(c);
            }
            Self::Call { args, .. } => args.iter_mut().for_each(f),
            Self::CallPtr { callee, args, .. } => {
                f(callee);
                args.iter_mut().for_each(f);
            }
            Self::StackSave | Self::Nondet { .. } => {}
        }
    }

    /// Whether the operation only computes its result: it may be removed where nothing uses the
    /// result, and folded where its operands are constant.
    pub fn is_pure(&self) -> bool {
        match self {
            Self::Bin(..)
            | Self::Overflow(..)
            | Self::Un(..)
            | Self::Cast(..)
            | Self::Select(..)
            | Self::FBin(..)
            | Self::FUn(..)
            | Self::Fma(..)
            | Self::FCmp(..)
            | Self::Freeze(..)
            | Self::PtrAdd { inbounds: false, .. } => true,
            // Comparison for equality never fails; an order on pointers may.
            Self::Cmp(op, ..) => matches!(op, CmpOp::Eq | CmpOp::Ne),
            // `InBounds` never fails, but depends on memory.
            Self::PtrAdd { inbounds: true, .. }
            | Self::InBounds { .. }
            | Self::PtrDiff(..)
            | Self::Load { .. }
            | Self::Store { .. }
            | Self::Alloca { .. }
            | Self::LifetimeStart(..)
            | Self::LifetimeEnd(..)
            | Self::Seal(..)
            | Self::StackSave
            | Self::StackRestore(..)
            | Self::MemCopy { .. }
            | Self::MemSet { .. }
            | Self::Assert { .. }
            | Self::Assume(..)
            | Self::Nondet { .. }
            | Self::Call { .. }
            | Self::CallPtr { .. } => false,
        }
    }
}

impl Term {
    /// Calls `f` on every edge.
    pub fn edges_mut(&mut self, mut f: impl FnMut(&mut Edge)) {
        match self {
            Self::Jump(edge) => f(edge),
            Self::Branch { then, els, .. } => {
                f(then);
                f(els);
            }
            Self::Switch { cases, default, .. } => {
                cases.iter_mut().for_each(|(_, edge)| f(edge));
                f(default);
            }
            Self::Return(_) | Self::Stop => {}
        }
    }

    /// The edges.
    pub fn edges(&self) -> Vec<&Edge> {
        match self {
            Self::Jump(edge) => vec![edge],
            Self::Branch { then, els, .. } => vec![then, els],
            Self::Switch { cases, default, .. } => {
                cases.iter().map(|(_, edge)| edge).chain([default]).collect()
            }
            Self::Return(_) | Self::Stop => vec![],
        }
    }

    /// Calls `f` on every operand, edge arguments included.
    pub fn operands_mut(&mut self, mut f: impl FnMut(&mut Value)) {
        match self {
            Self::Branch { cond, .. } => f(cond),
            Self::Switch { value, .. } => f(value),
            Self::Return(values) => values.iter_mut().for_each(&mut f),
            Self::Jump(_) | Self::Stop => {}
        }
        self.edges_mut(|edge| edge.args.iter_mut().for_each(&mut f));
    }

    /// Calls `f` on every operand, edge arguments included.
    pub fn operands(&self, mut f: impl FnMut(Value)) {
        let mut copy = self.clone();
        copy.operands_mut(|value| f(*value));
    }
}

impl Body {
    /// The type of a value.
    pub fn ty(&self, value: Value) -> Type {
        self.values[value.index()].ty
    }

    /// The constant a value is.
    pub fn constant(&self, value: Value) -> Option<&Const> {
        self.values[value.index()].constant.as_ref()
    }

    /// The bits of a constant value.
    pub fn bits(&self, value: Value) -> Option<&Bits> {
        match self.constant(value)? {
            Const::Bits(bits) => Some(bits),
            Const::Addr(..) | Const::Undef => None,
        }
    }

    /// A new value that a block parameter or an instruction will define.
    pub fn new_value(&mut self, ty: Type) -> Value {
        self.values.push(ValueData { ty, constant: None });
        Value(self.values.len() as u32 - 1)
    }

    /// A new constant value (not shared with equal ones).
    pub fn new_constant(&mut self, ty: Type, constant: Const) -> Value {
        self.values.push(ValueData { ty, constant: Some(constant) });
        Value(self.values.len() as u32 - 1)
    }

    /// Ids of all blocks.
    pub fn block_ids(&self) -> impl Iterator<Item = BlockId> + use<> {
        (0..self.blocks.len() as u32).map(BlockId)
    }
}

/// How the names of files begin that hold models of library functions.
const MODEL_FILES: &str = "<fathom>/";

/// Whether a file came with the compiler or with Fathom.
pub fn is_foreign_file(file: &str) -> bool {
    const ROOTS: [&str; 5] = ["/usr/include/", "/usr/lib/", "/usr/local/include/", "/rustc/", "/rust/deps/"];
    ROOTS.iter().any(|root| file.starts_with(root)) || file.contains("/include/c++/") || is_ours(file)
}

/// Whether the file is one of those that Fathom adds to programs; the frontend names them so.
fn is_ours(file: &str) -> bool {
    const DIRECTORIES: [&str; 2] = ["fathom-runtime", "<fathom>"];
    file.split('/').rev().skip(1).any(|part| DIRECTORIES.contains(&part))
}

impl Program {
    /// Whether a function is a model of one of the library, or helps one.
    pub fn is_model(&self, function: FuncId) -> bool {
        self.file_of(function).is_some_and(|name| name.starts_with(MODEL_FILES))
    }

    /// Whether a function came with the compiler or with Fathom; those without a position did, too.
    pub fn is_foreign(&self, function: FuncId) -> bool {
        self.file_of(function).is_none_or(is_foreign_file)
    }

    /// The innermost position that is the user's: that itself, or where its function was inlined.
    pub fn own_loc(&self, loc: LocId) -> Option<LocId> {
        let mut outside = std::iter::successors(Some(loc), |&at| self.loc(at)?.inlined_at);
        outside.find(|&at| {
            let name = |at: Loc| at.file.and_then(|file| self.files.get(file.index()));
            self.loc(at).is_some_and(|at| !name(at).is_some_and(|name| is_foreign_file(name)))
        })
    }

    fn file_of(&self, function: FuncId) -> Option<&str> {
        let function = &self.functions[function.index()];
        let blocks = function.body.iter().flat_map(|body| &body.blocks);
        let code = blocks.flat_map(|block| block.insts.iter().map(|inst| inst.loc).chain([block.term_loc]));
        let file = [function.loc].into_iter().chain(code).find_map(|loc| self.loc(loc)?.file);
        file.and_then(|file| self.files.get(file.index())).map(String::as_str)
    }

    /// A function by name.
    pub fn function_named(&self, name: &str) -> Option<FuncId> {
        self.functions.iter().position(|f| f.name == name).map(|at| FuncId(at as u32))
    }

    /// The text of a note.
    pub fn note(&self, id: NoteId) -> &str {
        self.notes.get(id.index()).map_or("", String::as_str)
    }

    /// A position.
    pub fn loc(&self, id: LocId) -> Option<Loc> {
        self.locs.get(id.index()).copied().filter(|loc| loc.file.is_some())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn foreign_files() {
        for file in ["/usr/include/string.h", "fathom-runtime/streams.cpp", "/home/me/<fathom>/a.c"] {
            assert!(is_foreign_file(file), "{file}");
        }
        for file in ["main.c", "src/include/a.h", "<fathom>", "/usr/src/a.c"] {
            assert!(!is_foreign_file(file), "{file}");
        }
    }

    #[test]
    fn calls_through_pointers_fit_a_function_or_not() {
        let (int, ptr) = (Type::Int(32), Type::Ptr);
        let function = |params: &[Type], variadic| Function {
            name: "f".into(),
            params: params.to_vec(),
            results: vec![int],
            variadic,
            body: None,
            align: 1,
            loc: LocId::NONE,
        };
        let called = |function: &Function, args: &[Type], results: &[Type], variadic, surplus| {
            function.accepts(args.iter().copied(), results.iter().copied(), variadic, surplus)
        };
        let (none, one, more) = (function(&[], false), function(&[int], false), function(&[int], true));
        for surplus in [Surplus::Invalid, Surplus::Ignored] {
            assert!(called(&one, &[int], &[int], false, surplus));
            assert_eq!(called(&one, &[int], &[], true, surplus), surplus == Surplus::Ignored);
            assert!(called(&more, &[int], &[int], true, surplus));
            assert!(!called(&one, &[ptr], &[int], false, surplus));
            assert!(!called(&one, &[], &[int], false, surplus));
            assert!(!called(&one, &[int], &[ptr], false, surplus));
            assert!(!called(&more, &[int], &[int], false, surplus));
            assert!(!called(&more, &[int, ptr], &[int], true, surplus));
            let ignored = surplus == Surplus::Ignored;
            assert_eq!(called(&none, &[ptr], &[int], false, surplus), ignored);
            assert_eq!(called(&one, &[int, ptr], &[int], false, surplus), ignored);
        }
    }
}
