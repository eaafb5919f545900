//! Values of options.

use std::time::Duration;

use fathom_frontend::Word;
use fathom_ir::Property;
use fathom_sem::{MemoryForm, MergeForm};

use super::Kinds;

/// A kind of property by its name, or `all`.
pub fn parse_kind(text: &str) -> Result<Kinds, String> {
    if text == "all" {
        return Ok(Kinds::All);
    }
    match Property::by_name(text) {
        Some(property) if property.is_limit() => {
            Err("that is no check: what Fathom cannot model always stops it".into())
        }
        Some(property) => Ok(Kinds::One(property)),
        None => {
            let names: Vec<&str> =
                Property::ALL.iter().filter(|p| !p.is_limit()).map(|property| property.name()).collect();
            Err(format!("there is no such kind; the kinds are: all, {}", names.join(", ")))
        }
    }
}

/// `64`, `16K`, `8M`, `2G`.
pub fn parse_size(text: &str) -> Result<u64, String> {
    let wrong = || "expected a number of bytes, with K, M or G behind it if you like".to_string();
    let (digits, shift) = match text.as_bytes().last() {
        Some(b'k' | b'K') => (&text[..text.len() - 1], 10),
        Some(b'm' | b'M') => (&text[..text.len() - 1], 20),
        Some(b'g' | b'G') => (&text[..text.len() - 1], 30),
        _ => (text, 0),
    };
    let number: u64 = digits.parse().map_err(|_| wrong())?;
    number.checked_mul(1 << shift).ok_or_else(wrong)
}

/// `15`, `15s`, `1.5s`, `500ms`, `2m`, `1h`.
pub fn parse_duration(text: &str) -> Result<Duration, String> {
    let wrong = || "expected a time such as 15, 15s, 500ms, 2m or 1h".to_string();
    let unit = text.find(|c: char| c.is_ascii_alphabetic()).unwrap_or(text.len());
    let (digits, unit) = text.split_at(unit);
    let seconds = match unit {
        "ms" => 1e-3,
        "" | "s" => 1.0,
        "m" => 60.0,
        "h" => 3600.0,
        _ => return Err(wrong()),
    };
    let number: f64 = digits.parse().map_err(|_| wrong())?;
    Duration::try_from_secs_f64(number * seconds).map_err(|_| wrong())
}

/// `ILP32` or `LP64`.
pub fn parse_data_model(text: &str) -> Result<Word, String> {
    match text {
        "ILP32" => Ok(Word::Bits32),
        "LP64" => Ok(Word::Bits64),
        _ => Err("expected ILP32 or LP64".into()),
    }
}

/// `main.0:8`. A name may have colons in it.
pub fn parse_unwinding(text: &str) -> Result<(String, u32), String> {
    let wrong = || "expected the name of a loop, a colon and a number, such as main.0:8".to_string();
    let (name, bound) = text.rsplit_once(':').ok_or_else(wrong)?;
    let bound = bound.parse().map_err(|_| wrong())?;
    if name.is_empty() { Err(wrong()) } else { Ok((name.to_string(), bound)) }
}

/// `lambdas` or `arrays`.
pub fn parse_memory_form(text: &str) -> Result<MemoryForm, String> {
    match text {
        "lambdas" => Ok(MemoryForm::Lambdas),
        "arrays" => Ok(MemoryForm::Arrays),
        _ => Err("expected lambdas or arrays".into()),
    }
}

/// `gates` or `paths`.
pub fn parse_merge_form(text: &str) -> Result<MergeForm, String> {
    match text {
        "gates" => Ok(MergeForm::Gates),
        "paths" => Ok(MergeForm::Paths),
        _ => Err("expected gates or paths".into()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes() {
        assert_eq!(parse_size("64"), Ok(64));
        assert_eq!(parse_size("8M"), Ok(8 << 20));
        for wrong in ["", "K", "1T", "-1", "99999999999G"] {
            assert!(parse_size(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn durations() {
        assert_eq!(parse_duration("15"), Ok(Duration::from_secs(15)));
        assert_eq!(parse_duration("15s"), Ok(Duration::from_secs(15)));
        assert_eq!(parse_duration("1.5s"), Ok(Duration::from_millis(1500)));
        assert_eq!(parse_duration("250ms"), Ok(Duration::from_millis(250)));
        assert_eq!(parse_duration("2m"), Ok(Duration::from_secs(120)));
        assert_eq!(parse_duration("1h"), Ok(Duration::from_secs(3600)));
        for wrong in ["", "s", "-1", "2 m", "1d", "inf", "nan", "1e30", "2m3s"] {
            assert!(parse_duration(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn unwindings() {
        assert_eq!(parse_unwinding("main.0:8"), Ok(("main.0".into(), 8)));
        assert_eq!(parse_unwinding("a::b.1:0"), Ok(("a::b.1".into(), 0)));
        for wrong in ["", "main.0", "main.0:", ":4", "main.0:-1", "main.0:x"] {
            assert!(parse_unwinding(wrong).is_err(), "{wrong}");
        }
    }
}
