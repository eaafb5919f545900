//! The module a reader produces: plain data, every reference a dense id.
//!
//! Ids are indices into the tables of the [`Module`] that made them; ids of two modules never mix.
//! Names are [`Span`]s into the text the module was read from, which the module keeps, so reading
//! copies no strings. Everything that does not change the meaning of a program (most attributes,
//! use-list orders, summaries) has been checked for shape and dropped.

use std::sync::Arc;

use crate::debug::Metadata;
use crate::layout::{DataLayout, TypeLayout};

/// Declares a dense `u32` id.
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

id!(/** A type in [`Module::types`]. */ TypeId);
id!(/** A symbol in [`Module::globals`]: variable, function, alias or ifunc. */ GlobalId);
id!(/** A constant in [`Module::constants`]. */ ConstId);
id!(/** A parameter or instruction result of one function, dense in order of first mention. */ LocalId);
id!(/** A basic block of one function, in textual order. */ BlockId);
id!(/** A metadata node, `!7`. */ MdId);

/// A piece of the module's text, as byte offsets. Strings with escapes (`"a\22b"`) keep them raw;
/// [`Module::text`] shows the raw piece, [`Module::unescaped`] the bytes it stands for.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Span {
    /// Offset of the first byte.
    pub start: u32,
    /// Length in bytes.
    pub len: u32,
}

/// A whole LLVM module.
#[derive(Clone, Debug)]
pub struct Module {
    /// The text that was read; every [`Span`] points into it.
    pub source: Arc<str>,
    /// `source_filename`, or an empty span.
    pub source_filename: Span,
    /// `target triple`, or an empty span.
    pub triple: Span,
    /// `target datalayout`, parsed (defaults where absent).
    pub layout: DataLayout,
    /// Module-level inline assembly, one span a `module asm` line.
    pub asm: Vec<Span>,
    /// Types, interned: equal types have equal ids, except that each named struct is its own type.
    pub types: Vec<Type>,
    /// Size and alignment of every type; [`Module::alloc_size`] and others read it.
    pub layouts: Vec<TypeLayout>,
    /// All symbols of the module in textual order.
    pub globals: Vec<Global>,
    /// Constants; small integers are shared, others need not be.
    pub constants: Vec<Constant>,
    /// `$name = comdat …`, in textual order.
    pub comdats: Vec<Comdat>,
    /// Metadata nodes and named metadata (`!llvm.module.flags` and others).
    pub metadata: Metadata,
    /// Attribute groups by number: only the attributes that change meaning are kept.
    pub attributes: Vec<FnAttributes>,
}

/// A group of symbols that the linker keeps or drops together.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Comdat {
    /// Name without `$` and quotes, escapes raw.
    pub name: Span,
    /// Which of several groups of one name is kept.
    pub selection: ComdatSelection,
}

/// How a linker chooses among comdats of one name.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ComdatSelection {
    /// `any`: all are equally good.
    Any,
    /// `exactmatch`: all must have the same contents.
    ExactMatch,
    /// `largest`
    Largest,
    /// `nodeduplicate`: there may be only one.
    NoDeduplicate,
    /// `samesize`: all must have the same size.
    SameSize,
}

/// A type.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Type {
    /// `void`
    Void,
    /// `iN`
    Int(u32),
    /// `half`, `bfloat`, `float`, …
    Float(FloatKind),
    /// `ptr`, `ptr addrspace(n)` and, in LLVM 14, `T*` (the pointee is [`Type::TypedPtr`]).
    Ptr {
        /// Address space.
        space: u32,
    },
    /// `T*` of LLVM 14: as `Ptr`, with the pointee, which `getelementptr` of old modules repeats.
    TypedPtr {
        /// What it points to.
        pointee: TypeId,
        /// Address space.
        space: u32,
    },
    /// `<n x T>`
    Vector {
        /// Lane type.
        elem: TypeId,
        /// Number of lanes.
        len: u64,
    },
    /// `[n x T]`
    Array {
        /// Element type.
        elem: TypeId,
        /// Number of elements.
        len: u64,
    },
    /// `{…}` and `<{…}>`, literal or the body of a named one.
    Struct {
        /// `%name`, without the percent sign; none for a literal struct.
        name: Option<Span>,
        /// Field types; `None` for an opaque struct.
        fields: Option<Box<[TypeId]>>,
        /// `<{…}>`: no padding.
        packed: bool,
    },
    /// `R (A, B, ...)`
    Function {
        /// Return type.
        ret: TypeId,
        /// Parameter types.
        params: Box<[TypeId]>,
        /// Ends with `...`.
        variadic: bool,
    },
    /// `label`
    Label,
    /// `metadata`
    Metadata,
    /// `token`
    Token,
    /// `x86_amx`
    X86Amx,
    /// `x86_mmx` (LLVM up to 19)
    X86Mmx,
    /// `target("name", …)`
    Target(Span),
}

/// A floating-point format.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum FloatKind {
    /// IEEE binary16.
    Half,
    /// Brain float: 8 bits of exponent, 8 of precision.
    BFloat,
    /// IEEE binary32.
    Float,
    /// IEEE binary64.
    Double,
    /// x87 80-bit extended.
    X86Fp80,
    /// IEEE binary128.
    Fp128,
    /// A pair of doubles (PowerPC).
    PpcFp128,
}

/// A symbol.
#[derive(Clone, Debug)]
pub struct Global {
    /// Name without `@` and quotes, escapes raw; unnamed globals (`@0`) have their number's digits.
    pub name: Span,
    /// Whether the name was only a number (`@0`): such symbols are private to the module.
    pub numbered: bool,
    /// Linkage.
    pub linkage: Linkage,
    /// Visibility.
    pub visibility: Visibility,
    /// `thread_local`.
    pub thread_local: bool,
    /// Address space.
    pub space: u32,
    /// `comdat` or `comdat($name)`.
    pub comdat: Option<Span>,
    /// `section "…"`.
    pub section: Option<Span>,
    /// Explicit alignment in bytes, zero where absent.
    pub align: u64,
    /// `unnamed_addr`: its address means nothing.
    pub unnamed: bool,
    /// Debug attachment `!dbg !n`.
    pub dbg: Option<MdId>,
    /// What the symbol is.
    pub kind: GlobalKind,
}

/// What a symbol stands for.
#[derive(Clone, Debug)]
pub enum GlobalKind {
    /// A variable.
    Variable {
        /// Type of the contents.
        ty: TypeId,
        /// `constant` rather than `global`.
        constant: bool,
        /// Initial value; `None` for a declaration.
        init: Option<ConstId>,
        /// `externally_initialized`.
        externally_initialized: bool,
    },
    /// A function, defined or declared.
    Function(Box<Function>),
    /// `alias`
    Alias {
        /// Type of the aliasee.
        ty: TypeId,
        /// What it names.
        target: ConstId,
    },
    /// `ifunc`
    IFunc {
        /// Type of the function.
        ty: TypeId,
        /// The resolver.
        resolver: ConstId,
    },
}

/// Linkage of a symbol.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Linkage {
    /// No keyword, or `external`.
    #[default]
    External,
    /// `private`
    Private,
    /// `internal`
    Internal,
    /// `available_externally`
    AvailableExternally,
    /// `linkonce`
    LinkOnce,
    /// `linkonce_odr`
    LinkOnceOdr,
    /// `weak`
    Weak,
    /// `weak_odr`
    WeakOdr,
    /// `common`
    Common,
    /// `appending`
    Appending,
    /// `extern_weak`
    ExternWeak,
}

/// Visibility of a symbol.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Visibility {
    /// `default`
    #[default]
    Default,
    /// `hidden`
    Hidden,
    /// `protected`
    Protected,
}

/// Attributes of a function that matter to its meaning.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct FnAttributes {
    /// `noreturn`
    pub noreturn: bool,
    /// `returns_twice`
    pub returns_twice: bool,
    /// `naked`: the body is assembly.
    pub naked: bool,
    /// `alwaysinline`
    pub always_inline: bool,
    /// `noinline`
    pub no_inline: bool,
    /// `null_pointer_is_valid`
    pub null_is_valid: bool,
    /// `strictfp`: the floating-point environment may be changed.
    pub strictfp: bool,
}

/// Attributes of a parameter, argument or return value that matter to its meaning.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct ParamAttributes {
    /// `byval(T)`: the callee gets a copy.
    pub byval: Option<TypeId>,
    /// `sret(T)`
    pub sret: Option<TypeId>,
    /// `inalloca(T)`
    pub inalloca: Option<TypeId>,
    /// `preallocated(T)`
    pub preallocated: Option<TypeId>,
    /// `byref(T)`
    pub byref: Option<TypeId>,
    /// `elementtype(T)`
    pub elementtype: Option<TypeId>,
    /// `align n`, zero where absent.
    pub align: u64,
    /// `noundef`
    pub noundef: bool,
    /// `nonnull`
    pub nonnull: bool,
    /// `zeroext`
    pub zeroext: bool,
    /// `signext`
    pub signext: bool,
    /// `returned`
    pub returned: bool,
    /// `swifterror`
    pub swifterror: bool,
    /// `nest`
    pub nest: bool,
    /// `dereferenceable(n)`
    pub dereferenceable: u64,
}

/// A function.
#[derive(Clone, Debug)]
pub struct Function {
    /// Its [`Type::Function`].
    pub ty: TypeId,
    /// Parameters, in order.
    pub params: Vec<Param>,
    /// Attributes of the return value.
    pub ret_attrs: ParamAttributes,
    /// Attributes, own and of the groups it names.
    pub attrs: FnAttributes,
    /// `personality` given.
    pub personality: Option<ConstId>,
    /// `prefix` data, `prologue` data: kept as they are read back by address in rare programs.
    pub prefix: Option<ConstId>,
    /// `prologue`
    pub prologue: Option<ConstId>,
    /// `gc "…"`
    pub gc: Option<Span>,
    /// The body; `None` for a declaration.
    pub body: Option<Body>,
}

/// A parameter of a function.
#[derive(Clone, Debug)]
pub struct Param {
    /// Type.
    pub ty: TypeId,
    /// Attributes.
    pub attrs: ParamAttributes,
    /// The local it defines; meaningless in a declaration.
    pub local: LocalId,
}

/// The body of a function.
#[derive(Clone, Debug, Default)]
pub struct Body {
    /// Blocks in textual order; the first is the entry.
    pub blocks: Vec<Block>,
    /// Type of every local.
    pub local_types: Vec<TypeId>,
    /// Name of every local, an empty span where it was a number.
    pub local_names: Vec<Span>,
}

/// A basic block.
#[derive(Clone, Debug, Default)]
pub struct Block {
    /// Label, an empty span where it was a number or absent.
    pub name: Span,
    /// Instructions; the last is the terminator.
    pub insts: Vec<Inst>,
}

/// An instruction.
#[derive(Clone, Debug)]
pub struct Inst {
    /// What it does.
    pub kind: InstKind,
    /// Type of its result (`void` where it has none).
    pub ty: TypeId,
    /// The local it defines.
    pub result: Option<LocalId>,
    /// `!dbg`
    pub dbg: Option<MdId>,
    /// `!range`: the result of a load or call lies in these ranges, or is poison.
    pub range: Option<MdId>,
    /// `!nonnull`: the pointer loaded is not null, or is poison.
    pub nonnull: bool,
}

/// An operand: a local of this function or a constant of the module.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Operand {
    /// A parameter or an instruction's result.
    Local(LocalId),
    /// A constant.
    Const(ConstId),
    /// A metadata node passed to an intrinsic (`metadata !7`, `metadata ptr %x` gives the value).
    Metadata(MdId),
    /// `metadata !"…"`, `metadata !DIExpression()` and other inline metadata.
    InlineMetadata,
    /// Inline assembly as a callee: index into [`Call::asm`] is implied, there is only one.
    Asm,
}

/// An operand with its type.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Typed {
    /// Type.
    pub ty: TypeId,
    /// Value.
    pub op: Operand,
}

/// Flags on arithmetic, casts and `getelementptr` that promise something.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Flags {
    /// `nuw`
    pub nuw: bool,
    /// `nsw`
    pub nsw: bool,
    /// `exact`
    pub exact: bool,
    /// `disjoint`
    pub disjoint: bool,
    /// `nneg`
    pub nneg: bool,
    /// `samesign`
    pub samesign: bool,
    /// `inbounds`
    pub inbounds: bool,
    /// `nusw`
    pub nusw: bool,
    /// `nnan` (also from `fast`)
    pub nnan: bool,
    /// `ninf` (also from `fast`)
    pub ninf: bool,
    /// Any fast-math flag that allows another result: `nsz`, `arcp`, `contract`, `afn`, `reassoc`.
    pub inexact_math: bool,
}

/// Binary operators.
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
    FAdd,
    FSub,
    FMul,
    FDiv,
    FRem,
}

/// Cast operators.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[allow(missing_docs)]
pub enum CastOp {
    Trunc,
    ZExt,
    SExt,
    FPTrunc,
    FPExt,
    FPToUI,
    FPToSI,
    UIToFP,
    SIToFP,
    PtrToInt,
    /// LLVM 22's `ptrtoaddr`.
    PtrToAddr,
    IntToPtr,
    BitCast,
    AddrSpaceCast,
}

/// Integer comparison predicates.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[allow(missing_docs)]
pub enum IntPred {
    Eq,
    Ne,
    Ugt,
    Uge,
    Ult,
    Ule,
    Sgt,
    Sge,
    Slt,
    Sle,
}

/// Floating-point comparison predicates.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[allow(missing_docs)]
pub enum FloatPred {
    False,
    Oeq,
    Ogt,
    Oge,
    Olt,
    Ole,
    One,
    Ord,
    Ueq,
    Ugt,
    Uge,
    Ult,
    Ule,
    Une,
    Uno,
    True,
}

/// Operators of `atomicrmw`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[allow(missing_docs)]
pub enum RmwOp {
    Xchg,
    Add,
    Sub,
    And,
    Nand,
    Or,
    Xor,
    Max,
    Min,
    UMax,
    UMin,
    FAdd,
    FSub,
    FMax,
    FMin,
    FMaximum,
    FMinimum,
    UIncWrap,
    UDecWrap,
    USubCond,
    USubSat,
}

/// What an instruction does. Operand order is that of the text.
#[derive(Clone, Debug)]
#[allow(missing_docs)]
#[rustfmt::skip] // One line a variant reads better.
pub enum InstKind {
    // Terminators.
    Ret(Option<Typed>),
    Br(BlockId),
    CondBr { cond: Operand, then: BlockId, els: BlockId },
    Switch { value: Typed, default: BlockId, cases: Box<[(ConstId, BlockId)]> },
    IndirectBr { address: Typed, targets: Box<[BlockId]> },
    Invoke { call: Box<Call>, normal: BlockId, unwind: BlockId },
    CallBr { call: Box<Call>, fallthrough: BlockId, indirect: Box<[BlockId]> },
    Resume(Typed),
    Unreachable,
    CleanupRet { pad: Operand, unwind: Option<BlockId> },
    CatchRet { pad: Operand, to: BlockId },
    CatchSwitch { parent: Option<Operand>, handlers: Box<[BlockId]>, unwind: Option<BlockId> },
    // Arithmetic.
    FNeg(Typed),
    Bin { op: BinOp, ty: TypeId, a: Operand, b: Operand, flags: Flags },
    ICmp { pred: IntPred, ty: TypeId, a: Operand, b: Operand, flags: Flags },
    FCmp { pred: FloatPred, ty: TypeId, a: Operand, b: Operand, flags: Flags },
    Cast { op: CastOp, value: Typed, flags: Flags },
    Select { cond: Typed, a: Typed, b: Operand },
    Freeze(Typed),
    // Vectors and aggregates.
    ExtractElement { vector: Typed, index: Typed },
    InsertElement { vector: Typed, elem: Typed, index: Typed },
    /// The mask holds a lane number or `None` for an undefined lane.
    ShuffleVector { a: Typed, b: Operand, mask: Box<[Option<u32>]> },
    ExtractValue { agg: Typed, path: Box<[u32]> },
    InsertValue { agg: Typed, elem: Typed, path: Box<[u32]> },
    // Memory.
    Alloca { ty: TypeId, count: Option<Typed>, align: u64, space: u32 },
    Load { ptr: Typed, align: u64, volatile: bool, atomic: bool },
    Store { value: Typed, ptr: Typed, align: u64, volatile: bool, atomic: bool },
    Fence,
    CmpXchg { ptr: Typed, expected: Typed, new: Typed, align: u64, weak: bool, volatile: bool },
    AtomicRmw { op: RmwOp, ptr: Typed, value: Typed, align: u64, volatile: bool },
    Gep { source: TypeId, base: Typed, indices: Box<[Typed]>, flags: Flags },
    // Others.
    Phi(Box<[(Operand, BlockId)]>),
    Call(Box<Call>),
    VaArg { list: Typed },
    LandingPad { cleanup: bool, clauses: Box<[Typed]> },
    CatchPad { parent: Operand, args: Box<[Typed]> },
    CleanupPad { parent: Option<Operand>, args: Box<[Typed]> },
    /// `#dbg_declare`, `#dbg_value`, `#dbg_assign` records and the equivalent intrinsic calls.
    Debug(Box<DebugRecord>),
}

impl InstKind {
    /// Whether it ends a block.
    pub fn is_terminator(&self) -> bool {
        matches!(
            self,
            Self::Ret(_)
                | Self::Br(_)
                | Self::CondBr { .. }
                | Self::Switch { .. }
                | Self::IndirectBr { .. }
                | Self::Invoke { .. }
                | Self::CallBr { .. }
                | Self::Resume(_)
                | Self::Unreachable
                | Self::CleanupRet { .. }
                | Self::CatchRet { .. }
                | Self::CatchSwitch { .. }
        )
    }
}

/// A call, whatever instruction makes it.
#[derive(Clone, Debug)]
pub struct Call {
    /// The callee's [`Type::Function`].
    pub fn_ty: TypeId,
    /// Callee.
    pub callee: Operand,
    /// Arguments with their attributes.
    pub args: Box<[Arg]>,
    /// Attributes of the call site.
    pub attrs: FnAttributes,
    /// Attributes of the result.
    pub ret_attrs: ParamAttributes,
    /// Operand bundles by tag, for example `"funclet"`.
    pub bundles: Box<[(Span, Box<[Typed]>)]>,
    /// Inline assembly, where [`Operand::Asm`] is the callee.
    pub asm: Option<Asm>,
    /// `musttail`
    pub must_tail: bool,
    /// Fast-math flags of the call.
    pub flags: Flags,
}

/// An argument of a call.
#[derive(Clone, Copy, Debug)]
pub struct Arg {
    /// Value and type.
    pub value: Typed,
    /// Attributes.
    pub attrs: ParamAttributes,
}

/// Inline assembly.
#[derive(Clone, Copy, Debug)]
pub struct Asm {
    /// The template.
    pub template: Span,
    /// The constraint string.
    pub constraints: Span,
    /// `sideeffect`
    pub side_effect: bool,
}

/// Which variable a value belongs to.
#[derive(Clone, Debug)]
pub struct DebugRecord {
    /// Which record.
    pub kind: DebugKind,
    /// Address (declare) or value (value, assign); `None` where it was `poison` metadata or empty.
    pub value: Option<Typed>,
    /// The `DILocalVariable` (or `DILabel`).
    pub variable: Option<MdId>,
    /// The `DIExpression`.
    pub expression: Option<MdId>,
}

/// Kinds of debug records.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum DebugKind {
    /// The value is the address of the variable.
    Declare,
    /// The value is the variable's value from here on.
    Value,
    /// As `Value`, linked to a store.
    Assign,
    /// A label.
    Label,
}

/// A constant and its type.
#[derive(Clone, Debug)]
pub struct Constant {
    /// Type.
    pub ty: TypeId,
    /// Value.
    pub kind: ConstKind,
}

/// Constants and constant expressions.
#[derive(Clone, Debug)]
#[allow(missing_docs)]
#[rustfmt::skip] // One line a variant reads better.
pub enum ConstKind {
    /// An integer of at most 64 bits, zero-extended.
    Int(u64),
    /// A wider integer, little-endian words, excess bits zero.
    WideInt(Box<[u64]>),
    /// A float by its bits in its own format, little-endian words (one for up to 64 bits).
    Float([u64; 2]),
    Null,
    /// `zeroinitializer`
    Zero,
    Undef,
    Poison,
    /// `none` (token)
    None,
    /// `c"…"`, raw with escapes.
    Str(Span),
    Array(Box<[ConstId]>),
    Vector(Box<[ConstId]>),
    /// A value repeated in each lane, `splat (i32 7)`.
    Splat(ConstId),
    Struct(Box<[ConstId]>),
    Global(GlobalId),
    BlockAddress { function: GlobalId, block: BlockId },
    DsoLocalEquivalent(GlobalId),
    NoCfi(GlobalId),
    /// `ptrauth (ptr @f, …)`: the pointer that is signed.
    PtrAuth(ConstId),
    Bin { op: BinOp, a: ConstId, b: ConstId, flags: Flags },
    ICmp { pred: IntPred, a: ConstId, b: ConstId },
    FCmp { pred: FloatPred, a: ConstId, b: ConstId },
    FNeg(ConstId),
    Cast { op: CastOp, value: ConstId },
    Select { cond: ConstId, a: ConstId, b: ConstId },
    Gep { source: TypeId, base: ConstId, indices: Box<[ConstId]>, flags: Flags },
    ExtractElement { vector: ConstId, index: ConstId },
    InsertElement { vector: ConstId, elem: ConstId, index: ConstId },
    ShuffleVector { a: ConstId, b: ConstId, mask: Box<[Option<u32>]> },
    ExtractValue { agg: ConstId, path: Box<[u32]> },
    InsertValue { agg: ConstId, elem: ConstId, path: Box<[u32]> },
}

impl Module {
    /// The text of a span.
    pub fn text(&self, span: Span) -> &str {
        let start = span.start as usize;
        self.source.get(start..start + span.len as usize).unwrap_or("")
    }

    /// The bytes a quoted string stands for: `\xx` is a byte in hexadecimal, `\\` a backslash.
    pub fn unescaped(&self, span: Span) -> Vec<u8> {
        unescape(self.text(span))
    }

    /// The name of a symbol as people write it.
    pub fn global_name(&self, id: GlobalId) -> String {
        String::from_utf8_lossy(&self.unescaped(self.globals[id.index()].name)).into_owned()
    }

    /// A type by id.
    pub fn ty(&self, id: TypeId) -> &Type {
        &self.types[id.index()]
    }

    /// A constant by id.
    pub fn constant(&self, id: ConstId) -> &Constant {
        &self.constants[id.index()]
    }
}

/// Decodes LLVM's string escapes.
pub fn unescape(raw: &str) -> Vec<u8> {
    let raw = raw.as_bytes();
    let hex = |b: u8| (b as char).to_digit(16).map(|d| d as u8);
    let mut out = Vec::with_capacity(raw.len());
    let mut i = 0;
    while i < raw.len() {
        let byte = raw[i];
        if byte == b'\\' {
            if raw.get(i + 1) == Some(&b'\\') {
                out.push(b'\\');
                i += 2;
                continue;
            }
            let pair = raw.get(i + 1).copied().and_then(hex).zip(raw.get(i + 2).copied().and_then(hex));
            if let Some((high, low)) = pair {
                out.push(high << 4 | low);
                i += 3;
                continue;
            }
        }
        out.push(byte);
        i += 1;
    }
    out
}
