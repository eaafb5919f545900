//! Values of inputs as constants of C.

use fathom_evidence::Input;

use crate::model::DataModel;

/// What a value is, as far as its type is known.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Type {
    /// An integer: whether it has a sign, its width, and how constants of its type end.
    Integer {
        signed: bool,
        width: u32,
        suffix: &'static str,
    },
    Float,
    Double,
    Pointer,
}

/// `\result == 5`: something that is true of the value, and if possible of nothing else.
pub fn comparison(input: &Input, name: &str, model: DataModel) -> Option<String> {
    if is_aggregate(&input.ty) {
        return None;
    }
    if let Some(value) = exact(input, model) {
        return Some(format!("{name} == {value}"));
    }
    // Constants have no word for infinity and the like.
    if let (Some(Type::Float | Type::Double), Some(value)) = (type_of(input, model), float(input, model))
        && value.is_infinite()
    {
        let (sign, largest) = if value > 0.0 { (">", "") } else { ("<", "-") };
        return Some(format!("{name} {sign} {largest}{}", largest_of(type_of(input, model))));
    }
    Some(format!("{name} != 0"))
}

fn largest_of(ty: Option<Type>) -> &'static str {
    match ty {
        Some(Type::Float) => "3.4028235e38f",
        _ => "1.7976931348623157e308",
    }
}

/// The value as a constant that equals it; `None` if there is none.
pub fn exact(input: &Input, model: DataModel) -> Option<String> {
    if is_aggregate(&input.ty) {
        return None;
    }
    let bits = bits(input)?;
    match type_of(input, model) {
        Some(Type::Integer { signed, width, suffix }) => Some(integer(bits, signed, width, suffix)),
        Some(Type::Pointer) => (bits == 0).then(|| "0".to_string()),
        Some(ty @ (Type::Float | Type::Double)) => {
            let value = float(input, model).filter(|value| value.is_finite())?;
            Some(match ty {
                Type::Float => format!("{:e}f", value as f32),
                _ => format!("{value:e}"),
            })
        }
        None if bits == 0 => Some("0".into()),
        None => {
            let digits = input.value.strip_prefix('-').unwrap_or(&input.value);
            let is_number =
                !digits.is_empty() && digits.len() < 19 && digits.bytes().all(|b| b.is_ascii_digit());
            is_number.then(|| input.value.clone())
        }
    }
}

fn is_aggregate(ty: &str) -> bool {
    (ty.starts_with("struct ") || ty.starts_with("union ")) && !ty.ends_with('*')
}

fn bits(input: &Input) -> Option<u128> {
    u128::from_str_radix(input.bits.trim_start_matches("0x"), 16).ok()
}

fn float(input: &Input, model: DataModel) -> Option<f64> {
    let bits = bits(input)?;
    match type_of(input, model)? {
        Type::Float => Some(f64::from(f32::from_bits(u32::try_from(bits).ok()?))),
        Type::Double => Some(f64::from_bits(u64::try_from(bits).ok()?)),
        Type::Integer { .. } | Type::Pointer => None,
    }
}

fn integer(bits: u128, signed: bool, width: u32, suffix: &str) -> String {
    let mask = if width >= 128 { u128::MAX } else { (1 << width) - 1 };
    let bits = bits & mask;
    let negative = signed && width > 0 && bits >> (width - 1) & 1 == 1;
    if !negative {
        return format!("{bits}{suffix}");
    }
    let magnitude = (mask - bits).wrapping_add(1);
    if width >= 32 && magnitude == 1 << (width - 1) {
        // Its magnitude is no constant of the type.
        return format!("(-{}{suffix} - 1)", magnitude - 1);
    }
    format!("-{magnitude}{suffix}")
}

/// The type, in the words of the source or by the name of the function.
fn type_of(input: &Input, model: DataModel) -> Option<Type> {
    let name = input.name.strip_suffix("()").unwrap_or(&input.name);
    let by_name = name.rsplit_once("nondet_").map(|(_, ty)| ty);
    by_words(&input.ty, model).or_else(|| by_suffix(by_name?, model))
}

fn integer_type(signed: bool, width: u32, suffix: &'static str) -> Option<Type> {
    Some(Type::Integer { signed, width, suffix })
}

fn long_width(model: DataModel) -> u32 {
    match model {
        DataModel::Ilp32 => 32,
        DataModel::Lp64 => 64,
    }
}

fn by_words(ty: &str, model: DataModel) -> Option<Type> {
    if ty.trim_end().ends_with('*') {
        return Some(Type::Pointer);
    }
    let words: Vec<&str> =
        ty.split_whitespace().filter(|word| !["const", "volatile"].contains(word)).collect();
    let has = |word: &str| words.contains(&word);
    let known = |word: &&str| {
        ["unsigned", "signed", "int", "long", "short", "char", "_Bool", "bool", "float", "double"]
            .contains(word)
    };
    if words.is_empty() || !words.iter().all(known) {
        return None;
    }
    let signed = !has("unsigned");
    let suffix = |of_signed, of_unsigned| if signed { of_signed } else { of_unsigned };
    match words.iter().filter(|&&word| word == "long").count() {
        _ if has("float") => Some(Type::Float),
        0 if has("double") => Some(Type::Double),
        0 if has("_Bool") || has("bool") => integer_type(false, 1, ""),
        0 if has("char") => integer_type(signed, 8, ""),
        0 if has("short") => integer_type(signed, 16, ""),
        0 => integer_type(signed, 32, suffix("", "U")),
        1 if has("double") => None,
        1 => integer_type(signed, long_width(model), suffix("L", "UL")),
        _ => integer_type(signed, 64, suffix("LL", "ULL")),
    }
}

/// What follows `__VERIFIER_nondet_`.
fn by_suffix(name: &str, model: DataModel) -> Option<Type> {
    let word = long_width(model);
    match name {
        "bool" | "_Bool" => integer_type(false, 1, ""),
        "char" => integer_type(true, 8, ""),
        "uchar" | "u8" => integer_type(false, 8, ""),
        "short" => integer_type(true, 16, ""),
        "ushort" | "u16" => integer_type(false, 16, ""),
        "int" => integer_type(true, 32, ""),
        "uint" | "unsigned" | "u32" => integer_type(false, 32, "U"),
        "long" => integer_type(true, word, "L"),
        "ulong" | "size_t" => integer_type(false, word, "UL"),
        "longlong" | "loff_t" => integer_type(true, 64, "LL"),
        "ulonglong" | "u64" => integer_type(false, 64, "ULL"),
        "float" => Some(Type::Float),
        "double" => Some(Type::Double),
        "pointer" => Some(Type::Pointer),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(name: &str, ty: &str, bits: &str) -> Option<String> {
        let input = Input {
            from: fathom_evidence::Source::Call,
            name: name.into(),
            position: None,
            ty: ty.into(),
            value: "7".into(),
            bits: bits.into(),
            arbitrary: false,
            stdin: false,
        };
        comparison(&input, "x", DataModel::Lp64)
    }

    fn typed(ty: &str, bits: &str) -> String {
        of("f", ty, bits).unwrap()
    }

    #[test]
    fn integers_have_the_right_type() {
        assert_eq!(typed("int", "f"), "x == 15");
        assert_eq!(typed("int", "ffffffff"), "x == -1");
        assert_eq!(typed("int", "80000000"), "x == (-2147483647 - 1)");
        assert_eq!(typed("unsigned int", "ffffffff"), "x == 4294967295U");
        assert_eq!(typed("long", "8000000000000000"), "x == (-9223372036854775807L - 1)");
        assert_eq!(typed("unsigned long long int", "ffffffffffffffff"), "x == 18446744073709551615ULL");
        assert_eq!(typed("signed char", "80"), "x == -128");
        assert_eq!(typed("unsigned char", "80"), "x == 128");
        assert_eq!(typed("const short", "8000"), "x == -32768");
        assert_eq!(typed("_Bool", "1"), "x == 1");
    }

    #[test]
    fn names_of_functions_tell_types() {
        assert_eq!(of("__VERIFIER_nondet_uint()", "32 bits", "80000000").unwrap(), "x == 2147483648U");
        assert_eq!(of("__VERIFIER_nondet_long", "64 bits", "5").unwrap(), "x == 5L");
        assert_eq!(of("nondet_char", "8 bits", "ff").unwrap(), "x == -1");
        let narrow = Input {
            from: fathom_evidence::Source::Call,
            name: "__VERIFIER_nondet_long".into(),
            position: None,
            ty: "32 bits".into(),
            value: "-1".into(),
            bits: "ffffffff".into(),
            arbitrary: false,
            stdin: false,
        };
        assert_eq!(exact(&narrow, DataModel::Ilp32).unwrap(), "-1L");
    }

    #[test]
    fn floats() {
        assert_eq!(typed("double", "3fe0000000000000"), "x == 5e-1");
        assert_eq!(typed("float", "3f000000"), "x == 5e-1f");
        assert_eq!(typed("double", "8000000000000000"), "x == -0e0");
        assert_eq!(typed("double", "7ff0000000000000"), "x > 1.7976931348623157e308");
        assert_eq!(typed("float", "ff800000"), "x < -3.4028235e38f");
        assert_eq!(typed("double", "7ff8000000000000"), "x != 0", "what is no number is not 0");
    }

    #[test]
    fn pointers_and_what_is_not_known() {
        assert_eq!(typed("struct s *", "0"), "x == 0");
        assert_eq!(typed("void *", "1000"), "x != 0");
        assert_eq!(typed("T", "7"), "x == 7");
        assert_eq!(typed("T", "0"), "x == 0");
        assert_eq!(of("f", "struct s", "7"), None);
        assert_eq!(typed("int", "xyz"), "x != 0");
    }
}
