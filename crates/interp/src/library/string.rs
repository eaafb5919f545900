//! The `str…` functions on bytes.
//!
//! A function reads no further than it must: bytes behind the terminator, or behind the first
//! difference of a comparison, may be indeterminate or outside the object.

use super::memory::{refuse_overlap, refuse_overlap_of};
use super::{LibraryFn, int, null_argument, overlap, pointer};
use crate::fault::Step;
use crate::machine::{Args, Machine, Reply};
use crate::memory::{Access, Pointer};
use fathom_ir::Property;

pub(super) fn find(name: &str) -> Option<LibraryFn> {
    Some(match name {
        "strlen" => |m, a| m.word(m.string_length(a.ptr(0)?, u64::MAX)?),
        "strnlen" => |m, a| m.word(m.string_length(a.ptr(0)?, a.int(1)?)?),
        "strcpy" => |m, a| strcpy(m, a, false),
        "stpcpy" | "__stpcpy" => |m, a| strcpy(m, a, true),
        "strncpy" => |m, a| strncpy(m, a, false),
        "stpncpy" | "__stpncpy" => |m, a| strncpy(m, a, true),
        "strlcpy" => strlcpy,
        "strlcat" => strlcat,
        "strcat" => |m, a| strcat(m, a, u64::MAX),
        "strncat" => |m, a| strcat(m, a, a.int(2)?),
        "strcmp" | "strcoll" => |m, a| compare(m, a, u64::MAX, |b| b),
        "strncmp" => |m, a| compare(m, a, a.int(2)?, |b| b),
        "strcasecmp" | "__strcasecmp" => |m, a| compare(m, a, u64::MAX, |b| b.to_ascii_lowercase()),
        "strncasecmp" => |m, a| compare(m, a, a.int(2)?, |b| b.to_ascii_lowercase()),
        "strchr" | "index" => |m, a| strchr(m, a, false),
        "strchrnul" => |m, a| strchr(m, a, true),
        "strrchr" | "rindex" => strrchr,
        "strstr" => |m, a| strstr(m, a, |b| b),
        "strcasestr" => |m, a| strstr(m, a, |b| b.to_ascii_lowercase()),
        "strspn" => |m, a| m.word(span(m, a.ptr(0)?, a.ptr(1)?, true)?),
        "strcspn" => |m, a| m.word(span(m, a.ptr(0)?, a.ptr(1)?, false)?),
        "strpbrk" => strpbrk,
        "strtok" => strtok,
        "strtok_r" | "__strtok_r" => strtok_r,
        "strsep" | "__strsep" => strsep,
        "strdup" | "__strdup" => |m, a| strdup(m, a, u64::MAX),
        "strndup" | "__strndup" => |m, a| strdup(m, a, a.int(1)?),
        "strxfrm" => strxfrm,
        "strverscmp" | "__strverscmp" => strverscmp,
        "basename" => basename,
        _ => return None,
    })
}

/// Copies a string of known length and its terminator.
fn copy_string(m: &mut Machine<'_>, args: &Args<'_>, dst: Pointer, src: Pointer, len: u64) -> Step<()> {
    refuse_overlap(m, args.name, dst, src, len + 1)?;
    m.memory.copy(dst, src, len + 1)
}

fn strcpy(m: &mut Machine<'_>, args: &Args<'_>, end: bool) -> Step<Reply> {
    let (dst, src) = (args.ptr(0)?, args.ptr(1)?);
    let len = m.string_length(src, u64::MAX)?;
    copy_string(m, args, dst, src, len)?;
    pointer(if end { dst.offset(len) } else { dst })
}

fn strncpy(m: &mut Machine<'_>, args: &Args<'_>, end: bool) -> Step<Reply> {
    let (dst, src, size) = (args.ptr(0)?, args.ptr(1)?, args.int(2)?);
    let len = m.string_length(src, size)?;
    m.memory.check_range(dst, size, Access::Write)?;
    let read = (len + 1).min(size);
    if overlap(dst, size, src, read) {
        let what = format!("`{}` writes {size} bytes over the string of {len} bytes it reads", args.name);
        return Err(m.memory.fault(Property::OverlappingCopy, dst, what));
    }
    m.memory.copy(dst, src, len)?;
    m.memory.fill(dst.offset(len), 0, 0, size - len)?;
    pointer(if end { dst.offset(len) } else { dst })
}

fn strlcpy(m: &mut Machine<'_>, args: &Args<'_>) -> Step<Reply> {
    let (dst, src, size) = (args.ptr(0)?, args.ptr(1)?, args.int(2)?);
    let len = m.string_length(src, u64::MAX)?;
    if size > 0 {
        let kept = len.min(size - 1);
        refuse_overlap(m, args.name, dst, src, kept + 1)?;
        m.memory.copy(dst, src, kept)?;
        m.memory.write(dst.offset(kept), &[0])?;
    }
    m.word(len)
}

fn strlcat(m: &mut Machine<'_>, args: &Args<'_>) -> Step<Reply> {
    let (dst, src, size) = (args.ptr(0)?, args.ptr(1)?, args.int(2)?);
    let len = m.string_length(src, u64::MAX)?;
    let before = m.string_length(dst, size)?;
    if before < size {
        let kept = len.min(size - before - 1);
        refuse_overlap(m, args.name, dst.offset(before), src, kept + 1)?;
        m.memory.copy(dst.offset(before), src, kept)?;
        m.memory.write(dst.offset(before + kept), &[0])?;
    }
    m.word(before + len)
}

fn strcat(m: &mut Machine<'_>, args: &Args<'_>, limit: u64) -> Step<Reply> {
    let (dst, src) = (args.ptr(0)?, args.ptr(1)?);
    let before = m.string_length(dst, u64::MAX)?;
    let len = m.string_length(src, limit)?;
    let end = dst.offset(before);
    // A terminator behind the limit is not looked for.
    let read = len + u64::from(len < limit);
    refuse_overlap_of(m, args.name, (end, len + 1), (src, read))?;
    m.memory.check_range(end, len + 1, Access::Write)?;
    m.memory.copy(end, src, len)?;
    m.memory.write(end.offset(len), &[0])?;
    pointer(dst)
}

/// Compares two strings as unsigned bytes after folding each.
fn compare(m: &mut Machine<'_>, args: &Args<'_>, limit: u64, fold: fn(u8) -> u8) -> Step<Reply> {
    let (a, b) = (args.ptr(0)?, args.ptr(1)?);
    if limit == 0 {
        return int(0);
    }
    let (left, right) = (m.rest_of_object(a)?, m.rest_of_object(b)?);
    let count = left.len().min(right.len()).min(usize::try_from(limit).unwrap_or(usize::MAX));
    let stop = left[..count].iter().zip(right).position(|(&x, &y)| fold(x) != fold(y) || x == 0);
    match stop {
        Some(at) => {
            m.memory.bytes(a, at as u64 + 1)?;
            m.memory.bytes(b, at as u64 + 1)?;
            int(i32::from(fold(left[at])) - i32::from(fold(right[at])))
        }
        None => {
            // Either the limit or the end of an object, which is then overrun.
            let read = (count as u64 + 1).min(limit);
            m.memory.bytes(a, read)?;
            m.memory.bytes(b, read)?;
            int(0)
        }
    }
}

fn strchr(m: &mut Machine<'_>, args: &Args<'_>, or_end: bool) -> Step<Reply> {
    let (start, byte) = (args.ptr(0)?, args.int(1)? as u8);
    let rest = m.rest_of_object(start)?;
    let at = memchr::memchr2(byte, 0, rest).unwrap_or(rest.len());
    m.memory.bytes(start, at as u64 + 1)?;
    pointer(if rest[at] == byte || or_end { start.offset(at as u64) } else { Pointer::NULL })
}

fn strrchr(m: &mut Machine<'_>, args: &Args<'_>) -> Step<Reply> {
    let (start, byte) = (args.ptr(0)?, args.int(1)? as u8);
    let len = m.string_length(start, u64::MAX)?;
    let at = memchr::memrchr(byte, m.memory.bytes(start, len + 1)?);
    pointer(at.map_or(Pointer::NULL, |at| start.offset(at as u64)))
}

fn strstr(m: &mut Machine<'_>, args: &Args<'_>, fold: fn(u8) -> u8) -> Step<Reply> {
    let (start, needle) = (args.ptr(0)?, m.string(args.ptr(1)?)?);
    let needle: Vec<u8> = needle.into_iter().map(fold).collect();
    let rest = m.rest_of_object(start)?;
    let end = memchr::memchr(0, rest).unwrap_or(rest.len());
    let hay: Vec<u8> = rest[..end].iter().map(|&b| fold(b)).collect();
    match memchr::memmem::find(&hay, &needle) {
        Some(at) => {
            m.memory.bytes(start, (at + needle.len()) as u64)?;
            pointer(start.offset(at as u64))
        }
        None => {
            m.string_length(start, u64::MAX)?;
            pointer(Pointer::NULL)
        }
    }
}

/// How many bytes from the start are all in the set, or all not in it.
fn span(m: &Machine<'_>, start: Pointer, set: Pointer, inside: bool) -> Step<u64> {
    let set = m.string(set)?;
    let rest = m.rest_of_object(start)?;
    let at = rest.iter().position(|b| *b == 0 || set.contains(b) != inside).unwrap_or(rest.len()) as u64;
    m.memory.bytes(start, at + 1)?;
    Ok(at)
}

fn strpbrk(m: &mut Machine<'_>, args: &Args<'_>) -> Step<Reply> {
    let start = args.ptr(0)?;
    let at = start.offset(span(m, start, args.ptr(1)?, false)?);
    pointer(if m.byte(at)? == 0 { Pointer::NULL } else { at })
}

/// The next token and where to go on.
fn token(m: &mut Machine<'_>, args: &Args<'_>, start: Pointer, set: Pointer) -> Step<(Pointer, Pointer)> {
    if start.is_null() {
        return Err(null_argument(args, "there is no string to go on with"));
    }
    let first = start.offset(span(m, start, set, true)?);
    if m.byte(first)? == 0 {
        return Ok((Pointer::NULL, first));
    }
    let end = first.offset(span(m, first, set, false)?);
    if m.byte(end)? == 0 {
        return Ok((first, end));
    }
    m.memory.write(end, &[0])?;
    Ok((first, end.offset(1)))
}

fn strtok(m: &mut Machine<'_>, args: &Args<'_>) -> Step<Reply> {
    let given = args.ptr(0)?;
    let start = if given.is_null() { m.library.strtok } else { given };
    let (found, next) = token(m, args, start, args.ptr(1)?)?;
    m.library.strtok = next;
    pointer(found)
}

fn strtok_r(m: &mut Machine<'_>, args: &Args<'_>) -> Step<Reply> {
    let (given, place) = (args.ptr(0)?, args.ptr(2)?);
    let start = if given.is_null() { m.memory.load_ptr(place)? } else { given };
    let (found, next) = token(m, args, start, args.ptr(1)?)?;
    m.memory.store_ptr(place, next)?;
    pointer(found)
}

fn strsep(m: &mut Machine<'_>, args: &Args<'_>) -> Step<Reply> {
    let place = args.ptr(0)?;
    let start = m.memory.load_ptr(place)?;
    if start.is_null() {
        return pointer(Pointer::NULL);
    }
    let end = start.offset(span(m, start, args.ptr(1)?, false)?);
    let next = if m.byte(end)? == 0 {
        Pointer::NULL
    } else {
        m.memory.write(end, &[0])?;
        end.offset(1)
    };
    m.memory.store_ptr(place, next)?;
    pointer(start)
}

fn strdup(m: &mut Machine<'_>, args: &Args<'_>, limit: u64) -> Step<Reply> {
    let src = args.ptr(0)?;
    let len = m.string_length(src, limit)?;
    let block = m.allocate(len + 1, 16, false)?;
    if !block.is_null() {
        m.memory.copy(block, src, len)?;
        m.memory.write(block.offset(len), &[0])?;
    }
    pointer(block)
}

fn strxfrm(m: &mut Machine<'_>, args: &Args<'_>) -> Step<Reply> {
    let (dst, src, size) = (args.ptr(0)?, args.ptr(1)?, args.int(2)?);
    let len = m.string_length(src, u64::MAX)?;
    if size > 0 {
        let read = (len + 1).min(size);
        refuse_overlap(m, args.name, dst, src, read)?;
        m.memory.copy(dst, src, read)?;
    }
    m.word(len)
}

/// Compares runs of digits as numbers, with leading zeros as fractions.
fn strverscmp(m: &mut Machine<'_>, args: &Args<'_>) -> Step<Reply> {
    let (a, b) = (m.string(args.ptr(0)?)?, m.string(args.ptr(1)?)?);
    int(compare_versions(&a, &b))
}

fn compare_versions(a: &[u8], b: &[u8]) -> i32 {
    let at = |s: &[u8], i: usize| s.get(i).copied().unwrap_or(0);
    let same = (0..).find(|&i| at(a, i) != at(b, i) || at(a, i) == 0).unwrap_or(0);
    let (x, y) = (at(a, same), at(b, same));
    let plain = i32::from(x) - i32::from(y);
    if x == y {
        return 0;
    }
    let mut start = same;
    while start > 0 && a[start - 1].is_ascii_digit() {
        start -= 1;
    }
    let fraction = at(a, start) == b'0' && start < same || (start == same && (x == b'0' || y == b'0'));
    let digits = |s: &[u8]| s[same.min(s.len())..].iter().take_while(|b| b.is_ascii_digit()).count();
    let (left, right) = (digits(a), digits(b));
    if fraction {
        let zeros_only = a[start..same].iter().all(|&c| c == b'0');
        if zeros_only && start < same {
            // A run of zeros that ends is greater than one that goes on.
            return match (left > 0, right > 0) {
                (false, true) => 1,
                (true, false) => -1,
                _ => plain,
            };
        }
        return match (x == b'0' && start == same, y == b'0' && start == same) {
            (true, _) if right > 0 => -1,
            (_, true) if left > 0 => 1,
            _ => plain,
        };
    }
    if start == same && (left == 0 || right == 0) {
        return plain;
    }
    match left.cmp(&right) {
        std::cmp::Ordering::Less => -1,
        std::cmp::Ordering::Greater => 1,
        std::cmp::Ordering::Equal => plain,
    }
}

/// GNU's `basename`: what follows the last slash.
fn basename(m: &mut Machine<'_>, args: &Args<'_>) -> Step<Reply> {
    let start = args.ptr(0)?;
    let at = memchr::memrchr(b'/', &m.string(start)?).map_or(0, |at| at as u64 + 1);
    pointer(start.offset(at))
}

#[cfg(test)]
mod tests {
    use super::compare_versions;

    #[test]
    fn versions_compare_as_glibc_documents() {
        // From the manual: 000 < 00 < 01 < 010 < 09 < 0 < 1 < 9 < 10.
        let order = ["000", "00", "01", "010", "09", "0", "1", "9", "10"];
        for pair in order.windows(2) {
            assert!(compare_versions(pair[0].as_bytes(), pair[1].as_bytes()) < 0, "{pair:?}");
            assert!(compare_versions(pair[1].as_bytes(), pair[0].as_bytes()) > 0, "{pair:?}");
        }
        assert_eq!(compare_versions(b"a", b"a"), 0);
        assert!(compare_versions(b"file9", b"file10") < 0);
    }
}
