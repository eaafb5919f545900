//! Property kinds: what can go wrong in a program, each with a stable name, a sentence for people
//! and a CWE number where one fits.

use std::fmt;

macro_rules! properties {
    ($($(#[$doc:meta])* $variant:ident = $name:literal, $cwe:expr, $default:literal, $sentence:literal;)*) => {
        /// What an assertion asserts, or what a memory operation obliges.
        #[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
        pub enum Property {
            $($(#[$doc])* $variant,)*
        }

        impl Property {
            /// Every kind, in the order of declaration.
            pub const ALL: &'static [Self] = &[$(Self::$variant),*];

            /// The stable name, for options and reports.
            pub fn name(self) -> &'static str {
                match self { $(Self::$variant => $name),* }
            }

            /// A sentence that says what happened, without details.
            pub fn sentence(self) -> &'static str {
                match self { $(Self::$variant => $sentence),* }
            }

            /// The weakness in the Common Weakness Enumeration that fits.
            pub fn cwe(self) -> Option<u32> {
                match self { $(Self::$variant => $cwe),* }
            }

            /// Whether it is checked unless the user says otherwise.
            pub fn on_by_default(self) -> bool {
                match self { $(Self::$variant => $default),* }
            }
        }
    };
}

properties! {
    /// `assert(e)` and its relatives.
    Assertion = "assertion", Some(617), true, "an assertion does not hold";
    /// `reach_error()`, `__VERIFIER_error()`.
    ErrorReached = "error-reached", None, true, "the error function is called";
    /// `__builtin_unreachable()`, `unreachable`.
    Unreachable = "unreachable", None, true, "code that was declared unreachable is reached";
    /// The end of a non-void function was reached and its value is needed.
    MissingReturn = "missing-return", None, true, "a function that returns a value ends without one";
    /// Signed `+ - * -x`, `INT_MIN / -1`, `nsw`.
    SignedOverflow = "signed-overflow", Some(190), true, "a signed computation overflows";
    /// Unsigned `+ - *` (well defined in C; for those who want to know).
    UnsignedOverflow = "unsigned-overflow", Some(190), false, "an unsigned computation wraps around";
    /// Implicit conversion that changes the value.
    LossyConversion = "lossy-conversion", Some(197), false, "an implicit conversion changes the value";
    /// `/ 0`, `% 0`.
    DivisionByZero = "division-by-zero", Some(369), true, "a division by zero";
    /// Shift by a negative amount, or by the width or more.
    ShiftAmount = "shift-amount", Some(1335), true, "a shift amount is negative or not less than the width";
    /// `x << n` of a signed `x` does not fit.
    ShiftOverflow = "shift-overflow", Some(190), true, "a left shift of a signed value overflows";
    /// `a[i]` outside the array, even if still inside the object.
    ArrayIndex = "array-index", Some(129), true, "an array index is out of range";
    /// Size of a variable-length array not positive.
    ArraySize = "array-size", Some(1284), true, "the size of a variable-length array is not positive";
    /// Floating-point value does not fit the integer type.
    FloatCastOverflow = "float-cast-overflow", Some(681), true, "a floating-point value does not fit the integer type";
    /// A `bool` that is neither 0 nor 1, or an enumerator out of range.
    InvalidValue = "invalid-value", None, true, "a value that its type (bool or enum) does not have";
    /// Null passed or returned where `nonnull` was promised.
    NullArgument = "null-argument", Some(476), true, "a null pointer where the function's attributes forbid it";
    /// Arguments that a built-in or library function does not allow.
    InvalidArgument = "invalid-argument", Some(628), true, "an argument that the called function does not allow";
    /// Access through null.
    NullDereference = "null-dereference", Some(476), true, "a null pointer is dereferenced";
    /// Read outside the object.
    OutOfBoundsRead = "out-of-bounds-read", Some(125), true, "a read outside the bounds of its object";
    /// Write outside the object.
    OutOfBoundsWrite = "out-of-bounds-write", Some(787), true, "a write outside the bounds of its object";
    /// Access through a pointer that belongs to no object.
    WildPointer = "wild-pointer", Some(822), true, "a pointer that belongs to no object is dereferenced";
    /// Access to a heap object after `free`.
    UseAfterFree = "use-after-free", Some(416), true, "heap memory is used after it was freed";
    /// Access to a local variable outside its block.
    UseAfterScope = "use-after-scope", Some(825), true, "a local variable is used outside its scope";
    /// Access to a local variable after its function returned.
    UseAfterReturn = "use-after-return", Some(562), true, "a local variable is used after its function returned";
    /// `free` of something that no allocation function returned.
    InvalidFree = "invalid-free", Some(590), true, "free of memory that was not allocated on the heap, or not of its start";
    /// `free` twice.
    DoubleFree = "double-free", Some(415), true, "heap memory is freed twice";
    /// `delete` of what `malloc` gave, `free` of what `new` gave.
    MismatchedFree = "mismatched-free", Some(762), true, "memory is released by a function of another family than its allocation";
    /// Write to a constant or a string literal.
    WriteToConstant = "write-to-constant", None, true, "a constant object is written";
    /// `memcpy` of overlapping ranges.
    OverlappingCopy = "overlapping-copy", Some(475), true, "source and destination of a copy overlap";
    /// Access through a pointer that is not aligned for its type.
    MisalignedAccess = "misaligned-access", None, true, "a pointer is not aligned for the access";
    /// Pointer arithmetic that leaves the object (`getelementptr inbounds`).
    PointerArithmetic = "pointer-arithmetic", Some(823), true, "pointer arithmetic leaves the object";
    /// `<`, `>` on pointers into different objects.
    PointerComparison = "pointer-comparison", Some(469), false, "pointers into different objects are compared";
    /// `p - q` of pointers into different objects.
    PointerSubtraction = "pointer-subtraction", Some(469), false, "pointers into different objects are subtracted";
    /// A value that was never written decides something.
    UninitialisedUse = "uninitialised-use", Some(457), true, "an uninitialised value is used";
    /// Call through a pointer that is no function, or a function of another type.
    InvalidCall = "invalid-call", Some(843), true, "a call through a pointer to no function of that type";
    /// Heap memory not freed at exit.
    MemoryLeak = "memory-leak", Some(401), false, "heap memory is never freed";
    /// Heap memory that nothing points to any more when the program ends.
    LostMemory = "lost-memory", Some(401), false, "heap memory is lost: nothing points to it any more";
    /// A promise on an instruction (`nuw`, `exact`, `disjoint`, `nneg`, …) was broken.
    BrokenFlag = "broken-flag", None, true, "an instruction's flag promises what does not hold";
    /// A poison value of mixed origin reaches a use that is undefined.
    PoisonUse = "poison-use", None, true, "a poison value is used";
    /// `llvm.assume` of a false condition, `!range`, …
    BrokenAssumption = "broken-assumption", None, true, "a condition that the compiler was told to assume is false";
    /// A call to a function whose body nobody has.
    MissingBody = "missing-body", None, true, "a function without a body is called";
    /// Inline assembly.
    InlineAssembly = "inline-assembly", None, true, "inline assembly is executed";
    /// A C++ exception is thrown.
    Exception = "exception", None, true, "an exception is thrown, which is not modelled yet";
    /// Anything else that is not modelled; the note names it.
    Unmodelled = "unmodelled", None, true, "a construct that is not modelled is executed";
}

impl Property {
    /// A kind by its stable name.
    pub fn by_name(name: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|p| p.name() == name)
    }

    /// Whether an execution that breaks it goes on with a meaning of its own where nobody checks it: an assertion that
    /// fails ends the program, an overflow wraps around (or gives anything, as the engine is told), pointers are numbers
    /// outside of objects too. All others leave nothing to rely on: a check that leaves them out must not go on there.
    pub fn goes_on(self) -> bool {
        match self {
            Self::Assertion
            | Self::ErrorReached
            | Self::SignedOverflow
            | Self::ShiftOverflow
            | Self::UnsignedOverflow
            | Self::LossyConversion
            | Self::PointerArithmetic
            | Self::PointerComparison
            | Self::PointerSubtraction
            | Self::UninitialisedUse
            | Self::MemoryLeak
            | Self::LostMemory => true,
            Self::Unreachable
            | Self::MissingReturn
            | Self::DivisionByZero
            | Self::ShiftAmount
            | Self::ArrayIndex
            | Self::ArraySize
            | Self::FloatCastOverflow
            | Self::InvalidValue
            | Self::NullArgument
            | Self::InvalidArgument
            | Self::NullDereference
            | Self::OutOfBoundsRead
            | Self::OutOfBoundsWrite
            | Self::WildPointer
            | Self::UseAfterFree
            | Self::UseAfterScope
            | Self::UseAfterReturn
            | Self::InvalidFree
            | Self::DoubleFree
            | Self::MismatchedFree
            | Self::WriteToConstant
            | Self::OverlappingCopy
            | Self::MisalignedAccess
            | Self::InvalidCall
            | Self::BrokenFlag
            | Self::PoisonUse
            | Self::BrokenAssumption
            | Self::MissingBody
            | Self::InlineAssembly
            | Self::Exception
            | Self::Unmodelled => false,
        }
    }

    /// Whether reaching it says nothing about the program, only that Fathom does not know further.
    pub fn is_limit(self) -> bool {
        matches!(self, Self::MissingBody | Self::InlineAssembly | Self::Exception | Self::Unmodelled)
    }
}

impl fmt::Display for Property {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// A set of kinds, for what is to be checked.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PropertySet(u64);

impl Default for PropertySet {
    fn default() -> Self {
        Property::ALL.iter().filter(|p| p.on_by_default()).fold(Self(0), |set, &p| set.with(p))
    }
}

impl PropertySet {
    /// Nothing.
    pub const EMPTY: Self = Self(0);

    /// Whether the kind is in the set.
    pub fn contains(self, property: Property) -> bool {
        self.0 >> (property as u32) & 1 == 1
    }

    /// The set with a kind more.
    #[must_use]
    pub fn with(self, property: Property) -> Self {
        Self(self.0 | 1 << (property as u32))
    }

    /// The set with a kind less.
    #[must_use]
    pub fn without(self, property: Property) -> Self {
        Self(self.0 & !(1 << (property as u32)))
    }
}

/// Whether the text of an assertion says that it always fails, as in `assert(0)`: all that it says is that nobody gets
/// there.
pub fn says_never(text: &str) -> bool {
    let text = text.trim();
    matches!(text, "0" | "false" | "FALSE" | "NULL") || text.starts_with("!\"") || text.starts_with("0 &&")
}
