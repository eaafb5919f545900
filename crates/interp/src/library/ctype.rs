//! Classes of characters in the C locale, and glibc's tables of them.

use super::{LibraryFn, int, invalid, pointer};
use crate::fault::Step;
use crate::machine::{Args, Machine, Reply};
use crate::memory::Pointer;

/// Bits of glibc's `_ISupper` and so on, as a little-endian machine stores them.
mod class {
    pub const UPPER: u16 = 0x100;
    pub const LOWER: u16 = 0x200;
    pub const ALPHA: u16 = 0x400;
    pub const DIGIT: u16 = 0x800;
    pub const XDIGIT: u16 = 0x1000;
    pub const SPACE: u16 = 0x2000;
    pub const PRINT: u16 = 0x4000;
    pub const GRAPH: u16 = 0x8000;
    pub const BLANK: u16 = 0x1;
    pub const CNTRL: u16 = 0x2;
    pub const PUNCT: u16 = 0x4;
    pub const ALNUM: u16 = 0x8;
}

pub(super) fn find(name: &str) -> Option<LibraryFn> {
    Some(match name {
        "isupper" => |_, a| test(a, class::UPPER),
        "islower" => |_, a| test(a, class::LOWER),
        "isalpha" => |_, a| test(a, class::ALPHA),
        "isdigit" => |_, a| test(a, class::DIGIT),
        "isxdigit" => |_, a| test(a, class::XDIGIT),
        "isspace" => |_, a| test(a, class::SPACE),
        "isprint" => |_, a| test(a, class::PRINT),
        "isgraph" => |_, a| test(a, class::GRAPH),
        "isblank" => |_, a| test(a, class::BLANK),
        "iscntrl" => |_, a| test(a, class::CNTRL),
        "ispunct" => |_, a| test(a, class::PUNCT),
        "isalnum" => |_, a| test(a, class::ALNUM),
        "toupper" | "_toupper" => |_, a| convert(a, u8::to_ascii_uppercase),
        "tolower" | "_tolower" => |_, a| convert(a, u8::to_ascii_lowercase),
        "isascii" => |_, a| int(i32::from(a.int(0)? & !0x7f == 0)),
        "toascii" => |_, a| int((a.int(0)? & 0x7f) as i32),
        "__ctype_b_loc" => |m, _| table(m, ["ctype_b", "ctype_b_table"], 2, |c| u32::from(class_of(c))),
        "__ctype_tolower_loc" => {
            |m, _| table(m, ["ctype_tolower", "ctype_tolower_table"], 4, |c| c.map_or(u32::MAX, lower))
        }
        "__ctype_toupper_loc" => {
            |m, _| table(m, ["ctype_toupper", "ctype_toupper_table"], 4, |c| c.map_or(u32::MAX, upper))
        }
        "__ctype_get_mb_cur_max" => |m, _| m.word(1),
        _ => return None,
    })
}

fn lower(byte: u8) -> u32 {
    u32::from(byte.to_ascii_lowercase())
}

fn upper(byte: u8) -> u32 {
    u32::from(byte.to_ascii_uppercase())
}

/// The classes of a byte; `None` is `EOF`.
fn class_of(byte: Option<u8>) -> u16 {
    let Some(byte) = byte.filter(u8::is_ascii) else { return 0 };
    let bit = |yes: bool, bit: u16| if yes { bit } else { 0 };
    bit(byte.is_ascii_uppercase(), class::UPPER)
        | bit(byte.is_ascii_lowercase(), class::LOWER)
        | bit(byte.is_ascii_alphabetic(), class::ALPHA)
        | bit(byte.is_ascii_digit(), class::DIGIT)
        | bit(byte.is_ascii_hexdigit(), class::XDIGIT)
        | bit(is_space(byte), class::SPACE)
        | bit(byte.is_ascii_graphic() || byte == b' ', class::PRINT)
        | bit(byte.is_ascii_graphic(), class::GRAPH)
        | bit(matches!(byte, b' ' | b'\t'), class::BLANK)
        | bit(byte.is_ascii_control(), class::CNTRL)
        | bit(byte.is_ascii_punctuation(), class::PUNCT)
        | bit(byte.is_ascii_alphanumeric(), class::ALNUM)
}

/// `isspace`.
pub(super) fn is_space(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t'..=b'\r')
}

/// The argument as the standard wants it: an `unsigned char` or `EOF`.
fn character(args: &Args<'_>) -> Step<Option<u8>> {
    match args.signed(0)? {
        -1 => Ok(None),
        value => match u8::try_from(value) {
            Ok(byte) => Ok(Some(byte)),
            Err(_) => Err(invalid(args, &format!("{value} is neither an unsigned char nor EOF"))),
        },
    }
}

fn test(args: &Args<'_>, class: u16) -> Step<Reply> {
    int(i32::from(class_of(character(args)?) & class))
}

fn convert(args: &Args<'_>, change: fn(&u8) -> u8) -> Step<Reply> {
    int(character(args)?.map_or(-1, |byte| i32::from(change(&byte))))
}

/// A pointer to a pointer to entry 128 of a table for -128 to 255.
fn table(
    m: &mut Machine<'_>,
    names: [&'static str; 2],
    entry: usize,
    value: impl Fn(Option<u8>) -> u32,
) -> Step<Reply> {
    if let Some(&known) = m.library.statics.get(names[0]) {
        return pointer(known);
    }
    let rows = m.library_object(names[1], 384 * entry as u64);
    let mut bytes = vec![];
    for index in -128..256i32 {
        let row = match index {
            -1 => value(None),
            index => value(Some(index as u8)),
        };
        bytes.extend_from_slice(&row.to_le_bytes()[..entry]);
    }
    m.memory.initialise(rows, 0, &bytes);
    let size = m.word_bytes();
    let location: Pointer = m.library_object(names[0], size);
    m.memory.store_ptr(location, rows.offset(128 * entry as u64))?;
    pointer(location)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn classes_are_those_of_glibc() {
        assert_eq!(class_of(Some(b'a')), 0xd608);
        assert_eq!(class_of(Some(b'7')), 0xd808);
        assert_eq!(class_of(Some(b' ')), 0x6001);
        assert_eq!(class_of(Some(b'\n')), 0x2002);
        assert_eq!(class_of(Some(b'!')), 0xc004);
        assert_eq!(class_of(Some(0xe4)), 0);
        assert_eq!(class_of(None), 0);
    }
}
