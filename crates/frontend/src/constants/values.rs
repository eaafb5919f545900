//! Values of constant expressions, and the operations on them that have none.

use crate::SourceCheck;

/// What an expression evaluates to.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Value<'a> {
    Unknown,
    Int(i128),
    /// Not less than one and not more than the other, since the tree shows seven digits.
    Float(f64, f64),
    /// A function, by its number in the tree and its name.
    Function(&'a str, &'a str),
    /// The elements of an array, by their place in the reader's list of them.
    List(usize),
}

/// What is to be known of a type.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Type {
    Int { bits: u32, signed: bool },
    Enum,
    Bool,
    Float,
    Double,
    LongDouble,
    Other,
}

impl Type {
    /// The type with this name, without `typedef`s; `long_bits` is the size of `long`.
    pub fn named(name: &str, long_bits: u32) -> Self {
        let int = |bits, signed| Self::Int { bits, signed };
        let mut name = name;
        while let Some(rest) = name.strip_prefix("const ").or_else(|| name.strip_prefix("volatile ")) {
            name = rest;
        }
        match name {
            "char" | "signed char" | "char8_t" => int(8, name != "char8_t"),
            "unsigned char" => int(8, false),
            "short" => int(16, true),
            "unsigned short" | "char16_t" => int(16, false),
            "int" | "wchar_t" => int(32, true),
            "unsigned int" | "char32_t" => int(32, false),
            "long" => int(long_bits, true),
            "unsigned long" => int(long_bits, false),
            "long long" => int(64, true),
            "unsigned long long" => int(64, false),
            "__int128" => int(128, true),
            "bool" | "_Bool" => Self::Bool,
            "float" => Self::Float,
            "double" => Self::Double,
            "long double" => Self::LongDouble,
            _ if name.starts_with("enum ") => Self::Enum,
            _ => Self::Other,
        }
    }

    /// The least and the greatest value.
    pub fn limits(self) -> Option<(i128, i128)> {
        match self {
            Self::Int { bits: 128, .. } => Some((i128::MIN, i128::MAX)),
            Self::Int { bits, signed: true } => Some((-(1 << (bits - 1)), (1 << (bits - 1)) - 1)),
            Self::Int { bits, signed: false } => Some((0, (1 << bits) - 1)),
            // Whichever type it has.
            Self::Enum => Some((-(1 << 31), (1 << 32) - 1)),
            Self::Bool => Some((0, 1)),
            Self::Float | Self::Double | Self::LongDouble | Self::Other => None,
        }
    }

    /// What remains of a number, as the compiler cuts it.
    pub fn wrapped<'a>(self, number: i128) -> Value<'a> {
        match self {
            Self::Int { bits: 128, .. } | Self::Enum => Value::Int(number),
            Self::Int { bits, signed } => {
                let low = number & ((1 << bits) - 1);
                let negative = signed && low >> (bits - 1) != 0;
                Value::Int(if negative { low - (1 << bits) } else { low })
            }
            Self::Bool => Value::Int(i128::from(number != 0)),
            Self::Float | Self::Double | Self::LongDouble | Self::Other => Value::Unknown,
        }
    }

    /// A number of this type between two.
    pub fn float<'a>(self, low: f64, high: f64) -> Value<'a> {
        match self {
            Self::Float => Value::Float(f64::from(low as f32), f64::from(high as f32)),
            Self::Double => Value::Float(low, high),
            // It has more digits than are computed with here.
            Self::LongDouble => Value::Float(low - low.abs() * 1e-15, high + high.abs() * 1e-15),
            Self::Int { .. } | Self::Enum | Self::Bool | Self::Other => Value::Unknown,
        }
    }
}

/// A result, and the check that it fails.
pub type Result<'a> = (Value<'a>, Option<SourceCheck>);

/// An integer that may not fit its type.
fn integer<'a>(exact: Option<i128>, ty: Type) -> Result<'a> {
    let overflow = match ty {
        Type::Int { signed: true, .. } => SourceCheck::SignedOverflow,
        Type::Int { signed: false, .. } => SourceCheck::UnsignedOverflow,
        Type::Enum | Type::Bool | Type::Float | Type::Double | Type::LongDouble | Type::Other => {
            return (Value::Unknown, None);
        }
    };
    match (exact, ty.limits()) {
        (Some(exact), Some((least, greatest))) => {
            (ty.wrapped(exact), (!(least..=greatest).contains(&exact)).then_some(overflow))
        }
        _ => (Value::Unknown, Some(overflow)),
    }
}

pub fn unary<'a>(operator: &str, operand: Value<'a>, ty: Type) -> Result<'a> {
    match (operator, operand) {
        ("+" | "__extension__", operand) => (operand, None),
        ("-", Value::Int(number)) => integer(number.checked_neg(), ty),
        ("-", Value::Float(low, high)) => (Value::Float(-high, -low), None),
        ("~", Value::Int(number)) => (ty.wrapped(!number), None),
        ("!", Value::Int(number)) => (Value::Int(i128::from(number == 0)), None),
        _ => (Value::Unknown, None),
    }
}

pub fn binary<'a>(operator: &str, left: Value<'a>, right: Value<'a>, ty: Type) -> Result<'a> {
    let truth = |truth: bool| (Value::Int(i128::from(truth)), None);
    match (left, right) {
        (_, right) if operator == "," => (right, None),
        (Value::Int(left), Value::Int(right)) => match operator {
            "+" => integer(left.checked_add(right), ty),
            "-" => integer(left.checked_sub(right), ty),
            "*" => integer(left.checked_mul(right), ty),
            "/" | "%" if right == 0 => (Value::Unknown, None),
            "/" => integer(left.checked_div(right), ty),
            // There is no rest where there is no quotient.
            "%" => match integer(left.checked_div(right), ty) {
                (_, None) => (Value::Int(left % right), None),
                (_, failed) => (Value::Int(0), failed),
            },
            // Clang warns of those without a value, but not in functions that it calls itself.
            "<<" | ">>" => match ty {
                Type::Int { bits, .. } if (0..i128::from(bits.min(64))).contains(&right) => {
                    let shifted = if operator == "<<" { left << right } else { left >> right };
                    (ty.wrapped(shifted), None)
                }
                Type::Int { bits, .. } if !(0..i128::from(bits)).contains(&right) => {
                    (Value::Unknown, Some(SourceCheck::ShiftAmount))
                }
                _ => (Value::Unknown, None),
            },
            "&" => (ty.wrapped(left & right), None),
            "|" => (ty.wrapped(left | right), None),
            "^" => (ty.wrapped(left ^ right), None),
            "<" => truth(left < right),
            ">" => truth(left > right),
            "<=" => truth(left <= right),
            ">=" => truth(left >= right),
            "==" => truth(left == right),
            "!=" => truth(left != right),
            "&&" => truth(left != 0 && right != 0),
            "||" => truth(left != 0 || right != 0),
            _ => (Value::Unknown, None),
        },
        (Value::Float(a, b), Value::Float(c, d)) => {
            let ends = |of: fn(f64, f64) -> f64| {
                let ends = [of(a, c), of(a, d), of(b, c), of(b, d)];
                if ends.iter().any(|end| end.is_nan()) {
                    return ty.float(f64::NAN, f64::NAN);
                }
                ty.float(
                    ends.into_iter().fold(f64::INFINITY, f64::min),
                    ends.into_iter().fold(f64::NEG_INFINITY, f64::max),
                )
            };
            match operator {
                "+" => (ends(|x, y| x + y), None),
                "-" => (ends(|x, y| x - y), None),
                "*" => (ends(|x, y| x * y), None),
                "/" if c > 0.0 || d < 0.0 || c == d => (ends(|x, y| x / y), None),
                _ => (Value::Unknown, None),
            }
        }
        _ => (Value::Unknown, None),
    }
}

/// A value converted to a type.
pub fn converted<'a>(cast: &str, value: Value<'a>, ty: Type) -> Result<'a> {
    match (cast, value) {
        (
            "NoOp" | "LValueToRValue" | "ArrayToPointerDecay" | "FunctionToPointerDecay" | "BuiltinFnToFnPtr",
            value,
        ) => (value, None),
        ("IntegralCast" | "BooleanToSignedIntegral", Value::Int(number)) => {
            let changes = ty.limits().is_some_and(|(least, greatest)| !(least..=greatest).contains(&number));
            (ty.wrapped(number), changes.then_some(SourceCheck::LossyConversion))
        }
        ("IntegralToBoolean", Value::Int(number)) => (Value::Int(i128::from(number != 0)), None),
        ("IntegralToFloating", Value::Int(number)) => {
            let near = if ty == Type::Float { f64::from(number as f32) } else { number as f64 };
            (ty.float(near, near), None)
        }
        ("FloatingCast", Value::Float(low, high)) => (ty.float(low, high), None),
        ("FloatingToIntegral", Value::Float(low, high)) => {
            let Some((least, greatest)) = ty.limits() else { return (Value::Unknown, None) };
            // Of a number with 64 bits, one less is the same float.
            let (least, greatest) = (least as f64, greatest as f64);
            let above = if least - 1.0 < least { low > least - 1.0 } else { low >= least };
            let below = if greatest + 1.0 > greatest { high < greatest + 1.0 } else { high < greatest };
            // What is no number is in no order.
            if !(above && below) {
                return (Value::Unknown, Some(SourceCheck::FloatCastOverflow));
            }
            let same = low.trunc() == high.trunc();
            (if same { Value::Int(low.trunc() as i128) } else { Value::Unknown }, None)
        }
        _ => (Value::Unknown, None),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn limits_of_conversions() {
        let int = Type::named("const int", 64);
        let fails = |number| converted("FloatingToIntegral", Value::Float(number, number), int).1.is_some();
        assert!(!fails(2_147_483_647.9) && fails(2_147_483_648.0));
        assert!(!fails(-2_147_483_648.9) && fails(-2_147_483_649.0));
        assert!(fails(f64::NAN) && fails(f64::INFINITY));
        let long = Type::named("long", 64);
        let fails = |number| converted("FloatingToIntegral", Value::Float(number, number), long).1.is_some();
        assert!(!fails(-9_223_372_036_854_775_808.0) && fails(9_223_372_036_854_775_808.0));
    }
}
