//! `getopt` and `getopt_long`, with GNU's permutation of arguments.

use super::stream::STDERR;
use super::{LibraryFn, int};
use crate::fault::Step;
use crate::machine::{Args, Machine, Reply};
use crate::memory::Pointer;

/// How far the arguments were read.
#[derive(Clone, Copy, Default, Debug)]
pub(super) struct Cursor {
    /// Where in a cluster of short options (`-abc`) the next one is; null between elements.
    next: Pointer,
    /// Operands from `first` up to `last` were skipped and still stand before the options behind them.
    first: i32,
    last: i32,
    begun: bool,
}

pub(super) fn find(name: &str) -> Option<LibraryFn> {
    Some(match name {
        "getopt" | "__posix_getopt" => |m, a| getopt(m, a, Long::None),
        "getopt_long" => |m, a| getopt(m, a, Long::TwoDashes),
        "getopt_long_only" => |m, a| getopt(m, a, Long::OneDash),
        _ => return None,
    })
}

/// Which long options there are.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Long {
    None,
    TwoDashes,
    OneDash,
}

/// The object of `optarg`, `optind`, `opterr` or `optopt`.
pub(super) fn variable(m: &mut Machine<'_>, name: &str) -> Option<Pointer> {
    let (name, size, initial) = match name {
        "optarg" => ("optarg", m.word_bytes(), 0),
        "optind" => ("optind", 4, 1),
        "opterr" => ("opterr", 4, 1),
        "optopt" => ("optopt", 4, b'?'),
        _ => return None,
    };
    let fresh = !m.library.statics.contains_key(name);
    let object = m.library_object(name, size);
    if fresh && initial != 0 {
        m.memory.initialise(object, 0, &[initial]);
    }
    Some(object)
}

fn get(m: &mut Machine<'_>, name: &str) -> Step<i32> {
    let Some(object) = variable(m, name) else { return Ok(0) };
    Ok(m.memory.load_int(object, 4)? as i32)
}

fn set(m: &mut Machine<'_>, name: &str, value: i32) -> Step<()> {
    let Some(object) = variable(m, name) else { return Ok(()) };
    m.memory.store_int(object, 4, u64::from(value as u32))
}

fn set_optarg(m: &mut Machine<'_>, value: Pointer) -> Step<()> {
    let Some(object) = variable(m, "optarg") else { return Ok(()) };
    m.memory.store_ptr(object, value)
}

/// A call under way.
struct Call<'a> {
    argc: i32,
    argv: Pointer,
    /// The option characters without the marks before them.
    options: &'a [u8],
    /// The first character was a colon: no messages, and `:` for a missing argument.
    colon: bool,
    long: Long,
    table: Pointer,
    index: Pointer,
}

fn element(m: &mut Machine<'_>, argv: Pointer, at: i32) -> Step<Pointer> {
    let word = m.word_bytes();
    m.memory.load_ptr(argv.offset(at as u64 * word))
}

fn getopt(m: &mut Machine<'_>, args: &Args<'_>, long: Long) -> Step<Reply> {
    let (argc, argv) = (args.signed(0)? as i32, args.ptr(1)?);
    let all = m.string(args.ptr(2)?)?;
    let in_order = all.first() == Some(&b'+') || args.name == "__posix_getopt";
    let as_arguments = all.first() == Some(&b'-');
    let options = &all[usize::from(matches!(all.first(), Some(b'+' | b'-')))..];
    let (table, index) =
        if long == Long::None { (Pointer::NULL, Pointer::NULL) } else { (args.ptr(3)?, args.ptr(4)?) };
    let call = Call { argc, argv, options, colon: options.first() == Some(&b':'), long, table, index };

    if get(m, "optind")? == 0 || !m.library.getopt.begun {
        let start = get(m, "optind")?.max(1);
        set(m, "optind", start)?;
        m.library.getopt = Cursor { next: Pointer::NULL, first: start, last: start, begun: true };
    }
    set_optarg(m, Pointer::NULL)?;
    let result = if m.library.getopt.next.is_null() {
        let order = match () {
            () if in_order => Order::Stop,
            () if as_arguments => Order::Return,
            () => Order::Permute,
        };
        next_element(m, &call, order)?
    } else {
        short_option(m, &call)?
    };
    int(result)
}

/// What happens to operands between options.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Order {
    Permute,
    Stop,
    Return,
}

/// Moves the options read last before the operands that were skipped.
fn exchange(m: &mut Machine<'_>, argv: Pointer) -> Step<()> {
    let Cursor { first, last, .. } = m.library.getopt;
    let (end, word) = (get(m, "optind")?, m.word_bytes());
    let mut elements = vec![];
    for at in first..end {
        elements.push(element(m, argv, at)?);
    }
    elements.rotate_left((last - first) as usize);
    for (at, value) in (first as u64..).zip(elements) {
        m.memory.store_ptr(argv.offset(at * word), value)?;
    }
    m.library.getopt.first = first + (end - last);
    m.library.getopt.last = end;
    Ok(())
}

/// Whether an element of the arguments is an operand.
fn is_operand(m: &mut Machine<'_>, argv: Pointer, at: i32) -> Step<bool> {
    let place = element(m, argv, at)?;
    let text = m.string(place)?;
    Ok(text.len() < 2 || text[0] != b'-')
}

fn complain(m: &mut Machine<'_>, call: &Call<'_>, what: &[u8]) -> Step<()> {
    if get(m, "opterr")? == 0 || call.colon {
        return Ok(());
    }
    let name = element(m, call.argv, 0)?;
    let mut line = m.string(name)?;
    line.extend_from_slice(b": ");
    line.extend_from_slice(what);
    line.push(b'\n');
    let _ = m.library.streams.write(STDERR, &line);
    Ok(())
}

/// The first option of the next element.
fn next_element(m: &mut Machine<'_>, call: &Call<'_>, order: Order) -> Step<i32> {
    let mut at = get(m, "optind")?;
    m.library.getopt.last = m.library.getopt.last.min(at);
    m.library.getopt.first = m.library.getopt.first.min(at);
    if order == Order::Permute {
        let Cursor { first, last, .. } = m.library.getopt;
        if first != last && last != at {
            exchange(m, call.argv)?;
        } else if last != at {
            m.library.getopt.first = at;
        }
        while at < call.argc && is_operand(m, call.argv, at)? {
            at += 1;
        }
        set(m, "optind", at)?;
        m.library.getopt.last = at;
    }
    if at < call.argc {
        let place = element(m, call.argv, at)?;
        if m.string(place)? == b"--" {
            at += 1;
            set(m, "optind", at)?;
            let Cursor { first, last, .. } = m.library.getopt;
            if first != last && last != at {
                exchange(m, call.argv)?;
            } else if first == last {
                m.library.getopt.first = at;
            }
            m.library.getopt.last = call.argc;
            at = call.argc;
            set(m, "optind", at)?;
        }
    }
    if at >= call.argc {
        let Cursor { first, last, .. } = m.library.getopt;
        if first != last {
            set(m, "optind", first)?;
        }
        return Ok(-1);
    }
    let place = element(m, call.argv, at)?;
    if is_operand(m, call.argv, at)? {
        if order == Order::Stop {
            return Ok(-1);
        }
        set_optarg(m, place)?;
        set(m, "optind", at + 1)?;
        return Ok(1);
    }
    let text = m.string(place)?;
    let two = text.starts_with(b"--");
    let short = call.options.contains(&text[1]);
    if call.long != Long::None && (two || call.long == Long::OneDash && (text.len() > 2 || !short)) {
        let prefix = 1 + usize::from(two);
        if let Some(result) = long_option(m, call, place, &text[prefix..], prefix, two || !short)? {
            return Ok(result);
        }
    }
    m.library.getopt.next = place.offset(1);
    short_option(m, call)
}

fn short_option(m: &mut Machine<'_>, call: &Call<'_>) -> Step<i32> {
    let place = m.library.getopt.next;
    let letter = m.byte(place)?;
    let rest = place.offset(1);
    let last = m.byte(rest)? == 0;
    m.library.getopt.next = if last { Pointer::NULL } else { rest };
    let at = get(m, "optind")?;
    if last {
        set(m, "optind", at + 1)?;
    }
    let known = call.options.iter().position(|&b| b == letter).filter(|_| letter != b':' && letter != b';');
    let Some(known) = known else {
        complain(m, call, &[b"invalid option -- '", &[letter][..], b"'"].concat())?;
        set(m, "optopt", i32::from(letter))?;
        return Ok(i32::from(b'?'));
    };
    let colons = call.options[known + 1..].iter().take_while(|&&b| b == b':').count();
    if colons == 0 {
        return Ok(i32::from(letter));
    }
    m.library.getopt.next = Pointer::NULL;
    if !last {
        set_optarg(m, rest)?;
        set(m, "optind", at + 1)?;
    } else if colons == 1 {
        let next = get(m, "optind")?;
        if next >= call.argc {
            complain(m, call, &[b"option requires an argument -- '", &[letter][..], b"'"].concat())?;
            set(m, "optopt", i32::from(letter))?;
            return Ok(i32::from(if call.colon { b':' } else { b'?' }));
        }
        let value = element(m, call.argv, next)?;
        set_optarg(m, value)?;
        set(m, "optind", next + 1)?;
    }
    Ok(i32::from(letter))
}

/// A row of the table of long options.
struct Row {
    name: Vec<u8>,
    argument: i32,
    flag: Pointer,
    value: i32,
}

fn rows(m: &mut Machine<'_>, table: Pointer) -> Step<Vec<Row>> {
    let word = m.word_bytes();
    let mut rows = vec![];
    loop {
        let row = table.offset(rows.len() as u64 * 4 * word);
        let name = m.memory.load_ptr(row)?;
        if name.is_null() {
            return Ok(rows);
        }
        rows.push(Row {
            name: m.string(name)?,
            argument: m.memory.load_int(row.offset(word), 4)? as i32,
            flag: m.memory.load_ptr(row.offset(2 * word))?,
            value: m.memory.load_int(row.offset(3 * word), 4)? as i32,
        });
    }
}

/// A long option; `None` where the element is to be read as short ones after all.
fn long_option(
    m: &mut Machine<'_>,
    call: &Call<'_>,
    place: Pointer,
    text: &[u8],
    prefix: usize,
    must: bool,
) -> Step<Option<i32>> {
    let end = text.iter().position(|&b| b == b'=').unwrap_or(text.len());
    let (name, dashes) = (&text[..end], if prefix == 2 { &b"--"[..] } else { &b"-"[..] });
    let rows = rows(m, call.table)?;
    let fitting: Vec<usize> = (0..rows.len()).filter(|&at| rows[at].name.starts_with(name)).collect();
    let exact = fitting.iter().copied().find(|&at| rows[at].name == name);
    let same = |a: usize, b: usize| {
        (rows[a].argument, rows[a].flag, rows[a].value) == (rows[b].argument, rows[b].flag, rows[b].value)
    };
    let at = get(m, "optind")?;
    let question = i32::from(b'?');
    let chosen = match (exact, fitting.first()) {
        (Some(at), _) => at,
        (None, Some(&first)) if fitting.iter().all(|&other| same(first, other)) => first,
        (None, Some(_)) => {
            let mut what = [b"option '", dashes, name, b"' is ambiguous; possibilities:"].concat();
            for &other in &fitting {
                what.extend([b" '", dashes, &rows[other].name, b"'"].concat());
            }
            complain(m, call, &what)?;
            set(m, "optind", at + 1)?;
            set(m, "optopt", 0)?;
            return Ok(Some(question));
        }
        (None, None) if must => {
            complain(m, call, &[b"unrecognized option '", dashes, text, b"'"].concat())?;
            set(m, "optind", at + 1)?;
            set(m, "optopt", 0)?;
            return Ok(Some(question));
        }
        (None, None) => return Ok(None),
    };
    set(m, "optind", at + 1)?;
    let row = &rows[chosen];
    if end < text.len() {
        if row.argument == 0 {
            let what = [b"option '", dashes, &row.name, b"' doesn't allow an argument"].concat();
            complain(m, call, &what)?;
            set(m, "optopt", row.value)?;
            return Ok(Some(question));
        }
        set_optarg(m, place.offset((prefix + end + 1) as u64))?;
    } else if row.argument == 1 {
        if at + 1 >= call.argc {
            let what = [b"option '", dashes, &row.name, b"' requires an argument"].concat();
            complain(m, call, &what)?;
            set(m, "optopt", row.value)?;
            return Ok(Some(if call.colon { i32::from(b':') } else { question }));
        }
        let value = element(m, call.argv, at + 1)?;
        set_optarg(m, value)?;
        set(m, "optind", at + 2)?;
    }
    if !call.index.is_null() {
        m.memory.store_int(call.index, 4, chosen as u64)?;
    }
    if row.flag.is_null() {
        return Ok(Some(row.value));
    }
    m.memory.store_int(row.flag, 4, u64::from(row.value as u32))?;
    Ok(Some(0))
}
