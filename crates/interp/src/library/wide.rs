//! Wide characters and multibyte strings of the C locale, where a character is a byte below 128.

use super::decimal::Format;
use super::format::{EILSEQ, narrow};
use super::memory::refuse_overlap;
use super::number::{Radix, parse_float, parse_integer, to_f64};
use super::{LibraryFn, double, int, pointer, truth};
use crate::fault::Step;
use crate::machine::{Args, Machine, Reply, Scalar};
use crate::memory::Pointer;

/// Bytes of a `wchar_t`.
const UNIT: u64 = 4;

pub(super) fn find(name: &str) -> Option<LibraryFn> {
    Some(match name {
        "wcslen" => |m, a| {
            let length = length(m, a.ptr(0)?, u64::MAX)?;
            m.word(length)
        },
        "wcsnlen" => |m, a| {
            let length = length(m, a.ptr(0)?, a.int(1)?)?;
            m.word(length)
        },
        "wcscpy" => wcscpy,
        "wcsncpy" => wcsncpy,
        "wcscat" => |m, a| append(m, a, u64::MAX),
        "wcsncat" => |m, a| append(m, a, a.int(2)?),
        "wcsstr" | "wcswcs" => wcsstr,
        "wcsdup" => wcsdup,
        "wcstol" => |m, a| number(m, a, m.word_bits(), true),
        "wcstoul" => |m, a| number(m, a, m.word_bits(), false),
        "wcstoll" | "wcstoimax" => |m, a| number(m, a, 64, true),
        "wcstoull" | "wcstoumax" => |m, a| number(m, a, 64, false),
        "wcstod" => wcstod,
        "iswblank" => |_, a| class(a, |b| matches!(b, b' ' | b'\t')),
        "iswgraph" => |_, a| class(a, |b| b.is_ascii_graphic()),
        "wcscmp" | "wcscoll" => |m, a| compare(m, a, u64::MAX, true),
        "wcsncmp" => |m, a| compare(m, a, a.int(2)?, true),
        "wmemcmp" => |m, a| compare(m, a, a.int(2)?, false),
        "wcschr" => |m, a| find_unit(m, a, false),
        "wcsrchr" => |m, a| find_unit(m, a, true),
        "wmemcpy" => |m, a| wmemcpy(m, a, true),
        "wmemmove" => |m, a| wmemcpy(m, a, false),
        "wmemset" => wmemset,
        "wmemchr" => wmemchr,
        "mbstowcs" => |m, a| mbstowcs(m, a, false),
        "mbsrtowcs" => |m, a| mbstowcs(m, a, true),
        "wcstombs" => |m, a| wcstombs(m, a, false),
        "wcsrtombs" => |m, a| wcstombs(m, a, true),
        "mblen" => |m, a| multibyte(m, a, Pointer::NULL, a.ptr(0)?, a.int(1)?, false),
        "mbtowc" => |m, a| multibyte(m, a, a.ptr(0)?, a.ptr(1)?, a.int(2)?, false),
        "mbrtowc" | "__mbrtowc" => |m, a| multibyte(m, a, a.ptr(0)?, a.ptr(1)?, a.int(2)?, true),
        "mbrlen" | "__mbrlen" => |m, a| multibyte(m, a, Pointer::NULL, a.ptr(0)?, a.int(1)?, true),
        "wctomb" => |m, a| wctomb(m, a, false),
        "wcrtomb" => |m, a| wctomb(m, a, true),
        "btowc" => |_, a| int(byte_or_eof(a)?),
        "wctob" => |_, a| int(byte_or_eof(a)?),
        "mbsinit" => |_, _| int(1),
        "iswalpha" => |_, a| class(a, |b| b.is_ascii_alphabetic()),
        "iswdigit" => |_, a| class(a, |b| b.is_ascii_digit()),
        "iswalnum" => |_, a| class(a, |b| b.is_ascii_alphanumeric()),
        "iswspace" => |_, a| class(a, super::ctype::is_space),
        "iswupper" => |_, a| class(a, |b| b.is_ascii_uppercase()),
        "iswlower" => |_, a| class(a, |b| b.is_ascii_lowercase()),
        "iswpunct" => |_, a| class(a, |b| b.is_ascii_punctuation()),
        "iswprint" => |_, a| class(a, |b| b.is_ascii_graphic() || b == b' '),
        "iswcntrl" => |_, a| class(a, |b| b.is_ascii_control()),
        "iswxdigit" => |_, a| class(a, |b| b.is_ascii_hexdigit()),
        "towupper" => |_, a| convert(a, |b| b.to_ascii_uppercase()),
        "towlower" => |_, a| convert(a, |b| b.to_ascii_lowercase()),
        _ => return None,
    })
}

fn unit(m: &mut Machine<'_>, at: Pointer, index: u64) -> Step<u32> {
    Ok(m.memory.load_int(at.offset(index.wrapping_mul(UNIT)), UNIT)? as u32)
}

fn length(m: &mut Machine<'_>, at: Pointer, limit: u64) -> Step<u64> {
    let mut count = 0;
    while count < limit && unit(m, at, count)? != 0 {
        count += 1;
    }
    Ok(count)
}

fn wcscpy(m: &mut Machine<'_>, args: &Args<'_>) -> Step<Reply> {
    let (dst, src) = (args.ptr(0)?, args.ptr(1)?);
    let bytes = (length(m, src, u64::MAX)? + 1) * UNIT;
    refuse_overlap(m, args.name, dst, src, bytes)?;
    m.memory.copy(dst, src, bytes)?;
    pointer(dst)
}

fn wcsncpy(m: &mut Machine<'_>, args: &Args<'_>) -> Step<Reply> {
    let (dst, src, size) = (args.ptr(0)?, args.ptr(1)?, args.int(2)?);
    let count = length(m, src, size)?;
    refuse_overlap(m, args.name, dst, src, count * UNIT)?;
    m.memory.copy(dst, src, count * UNIT)?;
    m.memory.fill(dst.offset(count * UNIT), 0, 0, (size - count).saturating_mul(UNIT))?;
    pointer(dst)
}

fn append(m: &mut Machine<'_>, args: &Args<'_>, limit: u64) -> Step<Reply> {
    let (dst, src) = (args.ptr(0)?, args.ptr(1)?);
    let end = dst.offset(length(m, dst, u64::MAX)? * UNIT);
    let bytes = length(m, src, limit)? * UNIT;
    refuse_overlap(m, args.name, end, src, bytes + UNIT)?;
    m.memory.copy(end, src, bytes)?;
    m.memory.store_int(end.offset(bytes), UNIT, 0)?;
    pointer(dst)
}

/// The units of a string.
fn units(m: &mut Machine<'_>, at: Pointer) -> Step<Vec<u32>> {
    let count = length(m, at, u64::MAX)?;
    (0..count).map(|index| unit(m, at, index)).collect()
}

fn wcsstr(m: &mut Machine<'_>, args: &Args<'_>) -> Step<Reply> {
    let start = args.ptr(0)?;
    let (hay, needle) = (units(m, start)?, units(m, args.ptr(1)?)?);
    let found = (0..=hay.len()).find(|&at| hay[at..].starts_with(&needle));
    pointer(found.map_or(Pointer::NULL, |at| start.offset(at as u64 * UNIT)))
}

fn wcsdup(m: &mut Machine<'_>, args: &Args<'_>) -> Step<Reply> {
    let src = args.ptr(0)?;
    let bytes = (length(m, src, u64::MAX)? + 1) * UNIT;
    let block = m.allocate(bytes, 16, false)?;
    if !block.is_null() {
        m.memory.copy(block, src, bytes)?;
    }
    pointer(block)
}

/// The bytes of a number at the start of a string: in the C locale numbers are ASCII.
fn number_text(m: &mut Machine<'_>, at: Pointer) -> Step<Vec<u8>> {
    let mut text = vec![];
    while let Some(byte) = narrow(unit(m, at, text.len() as u64)?).filter(|&byte| byte != 0) {
        text.push(byte);
    }
    Ok(text)
}

fn store_end(m: &mut Machine<'_>, args: &Args<'_>, consumed: usize) -> Step<()> {
    let target = args.ptr(1)?;
    if target.is_null() {
        return Ok(());
    }
    m.memory.store_ptr(target, args.ptr(0)?.offset(consumed as u64 * UNIT))
}

fn number(m: &mut Machine<'_>, args: &Args<'_>, bits: u32, signed: bool) -> Step<Reply> {
    let base = args.int(2)? as u32;
    if base == 1 || base > 36 {
        m.set_errno(22)?;
        return Ok(Some(Scalar::int(0)));
    }
    let text = number_text(m, args.ptr(0)?)?;
    let found = parse_integer(&text, Radix { base, binary_prefix: false, bits, signed });
    store_end(m, args, found.consumed)?;
    if found.out_of_range {
        m.set_errno(34)?;
    }
    Ok(Some(Scalar::int(found.value)))
}

fn wcstod(m: &mut Machine<'_>, args: &Args<'_>) -> Step<Reply> {
    let text = number_text(m, args.ptr(0)?)?;
    let found = parse_float(&text, Format::DOUBLE);
    store_end(m, args, found.consumed)?;
    if found.out_of_range {
        m.set_errno(34)?;
    }
    double(to_f64(found.negative, found.real))
}

fn compare(m: &mut Machine<'_>, args: &Args<'_>, limit: u64, strings: bool) -> Step<Reply> {
    let (a, b) = (args.ptr(0)?, args.ptr(1)?);
    for index in 0..limit {
        let (x, y) = (unit(m, a, index)? as i32, unit(m, b, index)? as i32);
        if x != y {
            return int(if x < y { -1 } else { 1 });
        }
        if strings && x == 0 {
            break;
        }
    }
    int(0)
}

fn find_unit(m: &mut Machine<'_>, args: &Args<'_>, last: bool) -> Step<Reply> {
    let (start, wanted) = (args.ptr(0)?, args.int(1)? as u32);
    let mut found = Pointer::NULL;
    for index in 0.. {
        let now = unit(m, start, index)?;
        if now == wanted {
            found = start.offset(index * UNIT);
            if !last {
                break;
            }
        }
        if now == 0 {
            break;
        }
    }
    pointer(found)
}

fn wmemcpy(m: &mut Machine<'_>, args: &Args<'_>, apart: bool) -> Step<Reply> {
    let (dst, src, bytes) = (args.ptr(0)?, args.ptr(1)?, args.int(2)?.saturating_mul(UNIT));
    if apart {
        refuse_overlap(m, args.name, dst, src, bytes)?;
    }
    m.memory.copy(dst, src, bytes)?;
    pointer(dst)
}

fn wmemset(m: &mut Machine<'_>, args: &Args<'_>) -> Step<Reply> {
    let (dst, value) = (args.ptr(0)?, args.int(1)? as u32);
    for index in 0..args.int(2)? {
        m.memory.store_int(dst.offset(index * UNIT), UNIT, u64::from(value))?;
    }
    pointer(dst)
}

fn wmemchr(m: &mut Machine<'_>, args: &Args<'_>) -> Step<Reply> {
    let (start, wanted) = (args.ptr(0)?, args.int(1)? as u32);
    for index in 0..args.int(2)? {
        if unit(m, start, index)? == wanted {
            return pointer(start.offset(index * UNIT));
        }
    }
    pointer(Pointer::NULL)
}

/// -1 as a `size_t`, with `EILSEQ`.
fn illegal(m: &mut Machine<'_>) -> Step<Reply> {
    m.set_errno(EILSEQ)?;
    m.word(u64::MAX)
}

fn mbstowcs(m: &mut Machine<'_>, args: &Args<'_>, restartable: bool) -> Step<Reply> {
    let (dst, size) = (args.ptr(0)?, args.int(2)?);
    let src = if restartable { m.memory.load_ptr(args.ptr(1)?)? } else { args.ptr(1)? };
    let mut count = 0;
    while dst.is_null() || count < size {
        let byte = m.byte(src.offset(count))?;
        if !byte.is_ascii() {
            return illegal(m);
        }
        if !dst.is_null() {
            m.memory.store_int(dst.offset(count * UNIT), UNIT, u64::from(byte))?;
        }
        if byte == 0 {
            if restartable && !dst.is_null() {
                m.memory.store_ptr(args.ptr(1)?, Pointer::NULL)?;
            }
            return m.word(count);
        }
        count += 1;
    }
    if restartable {
        m.memory.store_ptr(args.ptr(1)?, src.offset(count))?;
    }
    m.word(count)
}

fn wcstombs(m: &mut Machine<'_>, args: &Args<'_>, restartable: bool) -> Step<Reply> {
    let (dst, size) = (args.ptr(0)?, args.int(2)?);
    let src = if restartable { m.memory.load_ptr(args.ptr(1)?)? } else { args.ptr(1)? };
    let mut count = 0;
    while dst.is_null() || count < size {
        let Some(byte) = narrow(unit(m, src, count)?) else { return illegal(m) };
        if !dst.is_null() {
            m.memory.write(dst.offset(count), &[byte])?;
        }
        if byte == 0 {
            if restartable && !dst.is_null() {
                m.memory.store_ptr(args.ptr(1)?, Pointer::NULL)?;
            }
            return m.word(count);
        }
        count += 1;
    }
    if restartable {
        m.memory.store_ptr(args.ptr(1)?, src.offset(count * UNIT))?;
    }
    m.word(count)
}

/// One multibyte character. The restartable functions return a `size_t`, the others an `int`.
fn multibyte(
    m: &mut Machine<'_>,
    _: &Args<'_>,
    target: Pointer,
    source: Pointer,
    limit: u64,
    restartable: bool,
) -> Step<Reply> {
    let reply =
        |m: &Machine<'_>, value: i64| if restartable { m.word(value as u64) } else { int(value as i32) };
    if source.is_null() {
        return reply(m, 0);
    }
    if limit == 0 {
        return reply(m, if restartable { -2 } else { -1 });
    }
    let byte = m.byte(source)?;
    if !byte.is_ascii() {
        m.set_errno(EILSEQ)?;
        return reply(m, -1);
    }
    if !target.is_null() {
        m.memory.store_int(target, UNIT, u64::from(byte))?;
    }
    reply(m, i64::from(byte != 0))
}

fn wctomb(m: &mut Machine<'_>, args: &Args<'_>, restartable: bool) -> Step<Reply> {
    let target = args.ptr(0)?;
    let reply =
        |m: &Machine<'_>, value: i64| if restartable { m.word(value as u64) } else { int(value as i32) };
    if target.is_null() {
        return reply(m, i64::from(restartable));
    }
    match narrow(args.int(1)? as u32) {
        Some(byte) => {
            m.memory.write(target, &[byte])?;
            reply(m, 1)
        }
        None => {
            m.set_errno(EILSEQ)?;
            reply(m, -1)
        }
    }
}

fn byte_or_eof(args: &Args<'_>) -> Step<i32> {
    Ok(narrow(args.int(0)? as u32).map_or(-1, i32::from))
}

fn class(args: &Args<'_>, test: fn(u8) -> bool) -> Step<Reply> {
    truth(narrow(args.int(0)? as u32).is_some_and(test))
}

fn convert(args: &Args<'_>, change: fn(u8) -> u8) -> Step<Reply> {
    let value = args.int(0)? as u32;
    int(narrow(value).map_or(value, |byte| u32::from(change(byte))) as i32)
}
