//! Names of operators in the text form, each in one table.

use crate::program::{BinOp, CastOp, CmpOp, FBinOp, FCmpOp, FUnOp, OverflowOp, UnOp};

macro_rules! names {
    ($($ty:ident { $($variant:ident = $name:literal,)* })*) => {$(
        impl $ty {
            /// All of them.
            pub const ALL: &'static [Self] = &[$(Self::$variant),*];

            /// Its name in the text form.
            pub fn name(self) -> &'static str {
                match self { $(Self::$variant => $name),* }
            }

            /// The operator with a name.
            pub fn by_name(name: &str) -> Option<Self> {
                match name {
                    $($name => Some(Self::$variant),)*
                    _ => None,
                }
            }
        }
    )*};
}

names! {
    BinOp {
        Add = "add",
        Sub = "sub",
        Mul = "mul",
        UDiv = "udiv",
        SDiv = "sdiv",
        URem = "urem",
        SRem = "srem",
        Shl = "shl",
        LShr = "lshr",
        AShr = "ashr",
        And = "and",
        Or = "or",
        Xor = "xor",
        UMin = "umin",
        UMax = "umax",
        SMin = "smin",
        SMax = "smax",
    }
    OverflowOp {
        SAdd = "overflow.sadd",
        UAdd = "overflow.uadd",
        SSub = "overflow.ssub",
        USub = "overflow.usub",
        SMul = "overflow.smul",
        UMul = "overflow.umul",
        SShl = "overflow.sshl",
        UShl = "overflow.ushl",
        SDiv = "overflow.sdiv",
    }
    UnOp {
        PopCount = "popcount",
        LeadingZeros = "clz",
        TrailingZeros = "ctz",
        ByteSwap = "bswap",
        BitReverse = "bitreverse",
    }
    CmpOp {
        Eq = "cmp.eq",
        Ne = "cmp.ne",
        Ult = "cmp.ult",
        Ule = "cmp.ule",
        Slt = "cmp.slt",
        Sle = "cmp.sle",
    }
    FBinOp {
        Add = "fadd",
        Sub = "fsub",
        Mul = "fmul",
        Div = "fdiv",
        Rem = "frem",
        MinNum = "fminnum",
        MaxNum = "fmaxnum",
        Minimum = "fminimum",
        Maximum = "fmaximum",
        CopySign = "fcopysign",
    }
    FUnOp {
        Neg = "fneg",
        Abs = "fabs",
        Sqrt = "fsqrt",
        Floor = "ffloor",
        Ceil = "fceil",
        Trunc = "ftrunc",
        RoundEven = "froundeven",
        RoundAway = "froundaway",
    }
    CastOp {
        Trunc = "trunc",
        ZExt = "zext",
        SExt = "sext",
        FConv = "fconv",
        FToS = "ftos",
        FToU = "ftou",
        SToF = "stof",
        UToF = "utof",
        FToBits = "ftobits",
        BitsToF = "bitstof",
        PtrToInt = "ptrtoint",
        IntToPtr = "inttoptr",
    }
}

/// LLVM's names, by the bits less, equal, greater, unordered.
const FCMP_NAMES: [&str; 16] = [
    "fcmp.false",
    "fcmp.olt",
    "fcmp.oeq",
    "fcmp.ole",
    "fcmp.ogt",
    "fcmp.one",
    "fcmp.oge",
    "fcmp.ord",
    "fcmp.uno",
    "fcmp.ult",
    "fcmp.ueq",
    "fcmp.ule",
    "fcmp.ugt",
    "fcmp.une",
    "fcmp.uge",
    "fcmp.true",
];

impl FCmpOp {
    /// Its name in the text form.
    pub fn name(self) -> &'static str {
        FCMP_NAMES[usize::from(self.0 & 15)]
    }

    /// The comparison with a name.
    pub fn by_name(name: &str) -> Option<Self> {
        FCMP_NAMES.iter().position(|&n| n == name).map(|at| Self(at as u8))
    }
}
