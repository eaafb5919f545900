//! Types of IR values: integers of any width, pointers, floats. Nothing else is a value.

use std::fmt;

/// The type of a value.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Type {
    /// An integer of 1 to 2^23 bits.
    Int(u32),
    /// An address with provenance. Its width is [`Target::pointer_bits`].
    Ptr,
    /// A floating-point number.
    Float(FloatKind),
}

/// A floating-point format.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum FloatKind {
    /// IEEE binary16.
    F16,
    /// Brain float.
    BF16,
    /// IEEE binary32.
    F32,
    /// IEEE binary64.
    F64,
    /// x87 80-bit extended.
    X87,
    /// IEEE binary128.
    F128,
}

impl FloatKind {
    /// Every format.
    pub const ALL: [Self; 6] = [Self::F16, Self::BF16, Self::F32, Self::F64, Self::X87, Self::F128];

    /// Width in bits.
    pub fn bits(self) -> u32 {
        match self {
            Self::F16 | Self::BF16 => 16,
            Self::F32 => 32,
            Self::F64 => 64,
            Self::X87 => 80,
            Self::F128 => 128,
        }
    }

    /// Its name in the text form.
    pub fn name(self) -> &'static str {
        match self {
            Self::F16 => "f16",
            Self::BF16 => "bf16",
            Self::F32 => "f32",
            Self::F64 => "f64",
            Self::X87 => "x87",
            Self::F128 => "f128",
        }
    }
}

impl Type {
    /// A Boolean.
    pub const BOOL: Self = Self::Int(1);

    /// The widest integer.
    pub const MAX_INT_BITS: u32 = 1 << 23;

    /// Width in bits on a target.
    pub fn bits(self, target: &Target) -> u32 {
        match self {
            Self::Int(bits) => bits,
            Self::Ptr => target.pointer_bits,
            Self::Float(kind) => kind.bits(),
        }
    }

    /// Bytes that a load or store of the type touches.
    pub fn bytes(self, target: &Target) -> u64 {
        u64::from(self.bits(target).div_ceil(8))
    }
}

impl fmt::Display for Type {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Int(bits) => write!(f, "i{bits}"),
            Self::Ptr => f.write_str("ptr"),
            Self::Float(kind) => f.write_str(kind.name()),
        }
    }
}

/// What of the machine a program's meaning depends on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Target {
    /// 32 or 64 (16 also works).
    pub pointer_bits: u32,
    /// Byte order of loads and stores.
    pub big_endian: bool,
    /// How variadic arguments lie in memory.
    pub va: VaAbi,
}

/// Layouts of variadic arguments and of `va_list`.
///
/// Callers put the variadic arguments of a call into one area, in order, each in its slot; the callee
/// gets a pointer to the area as an additional last parameter. `va_start` makes a `va_list` whose
/// registers are all used up, so that compiled `va_arg` code looks into the area for every argument.
///
/// The area is a stack object whose name lists the types of the arguments with their offsets (see
/// [`crate::variadic`]), so that taking an argument as what it is not is seen.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum VaAbi {
    /// x86-64 System V: slots of 8 bytes (16-aligned for `long double` and `__int128`);
    /// `va_list` is `{ u32 gp_offset, u32 fp_offset, ptr overflow_area, ptr register_area }`.
    SysV64,
    /// A pointer to the next slot; slots of 4 bytes (i386) or 8 bytes (Windows and others).
    Pointer {
        /// Slot size.
        slot: u32,
    },
    /// Not known: `va_start` is not modelled.
    Unknown,
}

impl Default for Target {
    fn default() -> Self {
        Self { pointer_bits: 64, big_endian: false, va: VaAbi::SysV64 }
    }
}

/// Where objects live. Labels and small numbers are outside.
#[derive(Clone, Copy, Debug)]
pub struct AddressSpace {
    /// Globals, functions and library objects from here, up to the heap.
    pub static_start: u64,
    /// Heap objects from here.
    pub heap_start: u64,
    /// Heap objects up to here, stack objects down to here.
    pub heap_end: u64,
    /// Stack objects from here down.
    pub stack_top: u64,
}

impl AddressSpace {
    /// So many low bits of an address can differ from 0: on x86-64 processes use the lower half of 48 bits (System V
    /// ABI for AMD64, 3.3.2); no other platform gives them more than 56.
    pub fn significant_bits(target: &Target) -> u32 {
        match (target.pointer_bits, target.va) {
            (64, VaAbi::SysV64) => 47,
            (64, _) => 56,
            (bits, _) => bits,
        }
    }

    /// A number below this comes from a null pointer: no object is supposed to lie there for its sake. Some may, so that
    /// comparisons with small numbers are open.
    pub fn null_page(target: &Target) -> u64 {
        if target.pointer_bits <= 16 { 1 } else { 4096 }
    }

    /// The largest address that the end of an object has: the last page belongs to no process.
    pub fn last_end(target: &Target) -> u64 {
        let last = crate::bits::mask(Self::significant_bits(target));
        last - if target.pointer_bits <= 16 { 0xf } else { 0xfff }
    }

    /// No object has more bytes: differences of pointers to one must be numbers, and it must fit where objects lie.
    pub fn largest_block(target: &Target) -> u64 {
        let bits = target.pointer_bits;
        (crate::bits::mask(bits) >> 1).min(Self::last_end(target) - Self::heap_align(bits).max(1))
    }

    /// Heap memory begins at multiples of this: the GNU C library promises 8, and 16 where pointers have 64 bits.
    pub fn heap_align(pointer_bits: u32) -> u64 {
        u64::from(pointer_bits / 4)
    }

    /// For pointers of 16, 32 or 64 bits.
    pub fn of(pointer_bits: u32) -> Self {
        match pointer_bits {
            0..=16 => Self { static_start: 0x0100, heap_start: 0x8000, heap_end: 0xb000, stack_top: 0xf000 },
            17..=32 => Self {
                static_start: 0x0804_8000,
                heap_start: 0x2000_0000,
                heap_end: 0xa000_0000,
                stack_top: 0xbfff_0000,
            },
            _ => Self {
                static_start: 0x0040_0000,
                heap_start: 0x5555_0000_0000,
                heap_end: 0x7fff_0000_0000,
                stack_top: 0x7fff_ffff_0000,
            },
        }
    }
}
