//! The checks that only the source knows, and the sanitizers of clang that make them.
//!
//! Clang puts them into the IR in trap mode: `br i1 %ok, label %cont, label %trap`, where the block
//! `%trap` calls `llvm.ubsantrap(kind)`. The number says which check it was and is the same from
//! clang 14 on. At `-O0` every check has a trap block of its own, at the source position of the check
//! (optimised code shares one between all checks of a kind in a function).
//!
//! Division by zero and the overflow of a division would share one number and one condition. So division by zero
//! alone calls a function instead (of clang's minimal runtime, which has no arguments), and there are two branches.
//!
//! Everything that the memory model or the semantics of an LLVM instruction decides stays out of the
//! instrumentation; `docs/checks.md` says for each sanitizer why.

/// A check that needs the source. The names are those of the property kinds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SourceCheck {
    /// Signed `+ - * -x ++ --`, and `INT_MIN / -1`.
    SignedOverflow,
    /// `x << n` of a signed `x` that does not fit.
    ShiftOverflow,
    /// `a[i]` outside the array `a`, even where that is still inside the object.
    ArrayIndex,
    /// The amount of a shift, before clang cuts it to the width of the value.
    ShiftAmount,
    /// `1 / 0` of constants, which clang computes (to nothing) before there is an instruction.
    DivisionByZero,
    /// Null references and null `this` in C++, which no access may show.
    NullDereference,
    /// Size of a variable-length array.
    ArraySize,
    /// A floating-point value converted to an integer type that it does not fit.
    FloatCastOverflow,
    /// A `bool` or an enumeration with a value that the type does not have.
    InvalidValue,
    /// The end of a C++ function that returns a value.
    MissingReturn,
    /// `nonnull` and `returns_nonnull`.
    NullArgument,
    /// `__builtin_ctz(0)` and its relatives.
    InvalidArgument,
    /// Unsigned `+ - * -x`; only on request, since it is well defined.
    UnsignedOverflow,
    /// Implicit conversions that change the value; only on request, since they are well defined.
    LossyConversion,
}

impl SourceCheck {
    /// Every check.
    pub const ALL: &'static [Self] = &[
        Self::SignedOverflow,
        Self::ShiftOverflow,
        Self::ShiftAmount,
        Self::DivisionByZero,
        Self::NullDereference,
        Self::ArrayIndex,
        Self::ArraySize,
        Self::FloatCastOverflow,
        Self::InvalidValue,
        Self::MissingReturn,
        Self::NullArgument,
        Self::InvalidArgument,
        Self::UnsignedOverflow,
        Self::LossyConversion,
    ];

    /// The name of the property kind.
    pub fn name(self) -> &'static str {
        match self {
            Self::SignedOverflow => "signed-overflow",
            Self::ShiftOverflow => "shift-overflow",
            Self::ShiftAmount => "shift-amount",
            Self::DivisionByZero => "division-by-zero",
            Self::NullDereference => "null-dereference",
            Self::ArrayIndex => "array-index",
            Self::ArraySize => "array-size",
            Self::FloatCastOverflow => "float-cast-overflow",
            Self::InvalidValue => "invalid-value",
            Self::MissingReturn => "missing-return",
            Self::NullArgument => "null-argument",
            Self::InvalidArgument => "invalid-argument",
            Self::UnsignedOverflow => "unsigned-overflow",
            Self::LossyConversion => "lossy-conversion",
        }
    }

    /// The check for a property kind; `None` if the kind does not come from the source.
    pub fn by_name(name: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|check| check.name() == name)
    }

    /// Whether it is wanted unless the user says otherwise.
    pub fn on_by_default(self) -> bool {
        !matches!(self, Self::UnsignedOverflow | Self::LossyConversion)
    }

    /// The sanitizers of clang, for `-fsanitize=`. All are known to clang 14 and every later one.
    pub fn sanitizers(self) -> &'static str {
        match self {
            Self::SignedOverflow => "signed-integer-overflow",
            Self::ShiftOverflow => "shift-base",
            Self::ShiftAmount => "shift-exponent",
            Self::DivisionByZero => "integer-divide-by-zero",
            Self::NullDereference => "null",
            Self::ArrayIndex => "array-bounds",
            Self::ArraySize => "vla-bound",
            Self::FloatCastOverflow => "float-cast-overflow",
            Self::InvalidValue => "bool,enum",
            Self::MissingReturn => "return",
            Self::NullArgument => "nonnull-attribute,returns-nonnull-attribute",
            Self::InvalidArgument => "builtin",
            Self::UnsignedOverflow => "unsigned-integer-overflow",
            Self::LossyConversion => "implicit-integer-truncation,implicit-integer-sign-change",
        }
    }
}
