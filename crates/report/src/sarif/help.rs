//! What each kind of property means, and what to do about it, for people who see it for the first time.

/// The explanation of a kind, a few sentences; empty for kinds that are not known here.
pub(super) fn of(name: &str) -> &'static str {
    HELP.iter().find(|(kind, _)| *kind == name).map_or("", |(_, text)| text)
}

const HELP: &[(&str, &str)] = &[
    (
        "assertion",
        "The program says itself that this always holds, and there is an input for which it does not. Either \
         the code before it is wrong, or the assertion is.",
    ),
    (
        "error-reached",
        "The program calls the function that marks a place which must not be reached. Look at the conditions \
         on the way there.",
    ),
    (
        "unreachable",
        "The compiler was told that control never gets here, and generates code that relies on it. Handle the \
         case, or make sure that it cannot occur.",
    ),
    (
        "missing-return",
        "A path through the function reaches its end without a return statement, and the caller uses what is \
         not there. Return a value on every path.",
    ),
    (
        "signed-overflow",
        "The result does not fit the type, which is undefined in C and C++. Check the operands before, or \
         compute in a wider or unsigned type.",
    ),
    (
        "unsigned-overflow",
        "The result does not fit the type and wraps around. That is well defined, and often not what was \
         meant: sizes and indices become very large or very small.",
    ),
    (
        "lossy-conversion",
        "The value does not fit the type that it is converted to without a cast. Check the range before, or \
         write a cast if it is meant.",
    ),
    ("division-by-zero", "The divisor of / or % can be zero. Check it before."),
    (
        "shift-amount",
        "Shifting by a negative amount, or by as many bits as the type has or more, is undefined. Check the \
         amount before.",
    ),
    (
        "shift-overflow",
        "Bits are shifted into or beyond the sign of a signed value, which is undefined in C. Shift an \
         unsigned value.",
    ),
    (
        "array-index",
        "The index is negative, or not less than the number of elements. Check it before, also where the \
         memory behind the array belongs to the same structure.",
    ),
    (
        "array-size",
        "The length of a variable-length array is zero or negative, which is undefined. Check it before.",
    ),
    (
        "float-cast-overflow",
        "The value is out of range of the integer type, infinite, or not a number. Check the range before \
         converting.",
    ),
    (
        "invalid-value",
        "A bool is neither 0 nor 1, or an enumeration has a value that it cannot have. Usually the memory was \
         never set, or something else was written into it.",
    ),
    (
        "null-argument",
        "An attribute of the function promises that this pointer is not null, and the compiler relies on it. \
         Check the pointer before the call.",
    ),
    (
        "invalid-argument",
        "The function is undefined for this argument. Its documentation says which values it takes.",
    ),
    (
        "null-dereference",
        "A pointer that can be null is used for an access. Check it before, and look where the null comes from.",
    ),
    (
        "out-of-bounds-read",
        "The access reads before the beginning or behind the end of the object that the pointer belongs to. \
         Compare the index or length with the size of the object.",
    ),
    (
        "out-of-bounds-write",
        "The access writes before the beginning or behind the end of the object that the pointer belongs to, \
         and destroys what lies there. Compare the index or length with the size of the object.",
    ),
    (
        "wild-pointer",
        "The address was made from a number, or was never set, and belongs to no object. Look where the \
         pointer comes from.",
    ),
    (
        "use-after-free",
        "The pointer outlived the memory that it points to. Free memory when nobody uses it any more, and set \
         the pointers to it to null.",
    ),
    (
        "use-after-scope",
        "A pointer to a local variable is used after the block of the variable has ended. Declare the variable \
         in an outer block.",
    ),
    (
        "use-after-return",
        "A pointer to a local variable is used after the function has returned. Return the value itself, or \
         memory that the caller owns.",
    ),
    (
        "invalid-free",
        "Only what malloc and its relatives returned can be freed: not variables, and not the middle of a \
         block. Keep the original pointer.",
    ),
    (
        "double-free",
        "The same memory is freed a second time. Decide which part of the program owns it, and set pointers to \
         null after free.",
    ),
    (
        "mismatched-free",
        "What malloc gave is released by free, what new gave by delete, and what new[] gave by delete[].",
    ),
    ("write-to-constant", "String literals and constant objects cannot be changed. Write to a copy."),
    (
        "overlapping-copy",
        "memcpy and its relatives are undefined if the two ranges share bytes. Use memmove.",
    ),
    (
        "misaligned-access",
        "The address is not a multiple of the alignment of the type. Some machines stop there, and compilers \
         rely on it. Copy the bytes with memcpy.",
    ),
    (
        "pointer-arithmetic",
        "A pointer may point into its object or just behind its end, and nowhere else, even if it is not used. \
         Compare indices, not pointers that have already left.",
    ),
    ("pointer-comparison", "Comparing pointers with < or > has a meaning only inside one object."),
    ("pointer-subtraction", "The difference of two pointers has a meaning only inside one object."),
    (
        "uninitialised-use",
        "What happens next depends on memory that nobody has written. Set the variable, or the part of the \
         structure, before.",
    ),
    (
        "invalid-call",
        "The pointer points to no function, or to one with other parameters or another result than this call \
         assumes.",
    ),
    (
        "memory-leak",
        "Memory is still allocated when the program ends. Free it, or switch this check off if that is meant.",
    ),
    (
        "lost-memory",
        "When the program ends, no pointer leads to this memory any more, so nobody could free it.",
    ),
    (
        "broken-flag",
        "An instruction of the intermediate code promises something that is not so (nuw, exact, disjoint, \
         …), and an optimiser may rely on it.",
    ),
    (
        "poison-use",
        "A value that came from a broken promise in the intermediate code is used where that is undefined.",
    ),
    (
        "broken-assumption",
        "The compiler was told to assume a condition that does not hold, and generates code that relies on it.",
    ),
    (
        "missing-body",
        "Nothing is known of what the function does. Give its source too, or let --stub-missing assume that it \
         returns any value and changes nothing.",
    ),
    ("inline-assembly", "Assembly code is not modelled. What comes after it is not known."),
    ("exception", "C++ exceptions are not modelled. What comes after the throw is not known."),
    ("unmodelled", "The program does something here that has no model. What comes after it is not known."),
];
