//! The `printf` and `scanf` families: where their text goes to and comes from.

use fathom_ir::Property;

use super::format::{self, Source};
use super::scan::{self, Input, Sink};
use super::stream::{STDOUT, StreamId, Streams, Use};
use super::vararg::VaCursor;
use super::{LibraryFn, explain, int, null_argument, overlap, text};
use crate::fault::Step;
use crate::machine::{Args, Machine, Reply};
use crate::memory::{Access, Pointer};

pub(super) fn find(name: &str) -> Option<LibraryFn> {
    // `__printf_chk` and relatives have a flag before the format; with a buffer, its size too.
    Some(match name {
        "printf" => |m, a| to_stream(m, a, None, 0, false),
        "__printf_chk" => |m, a| to_stream(m, a, None, 1, false),
        "vprintf" => |m, a| to_stream(m, a, None, 0, true),
        "__vprintf_chk" => |m, a| to_stream(m, a, None, 1, true),
        "fprintf" | "_IO_fprintf" => |m, a| to_stream(m, a, Some(0), 1, false),
        "__fprintf_chk" => |m, a| to_stream(m, a, Some(0), 2, false),
        "vfprintf" | "_IO_vfprintf" => |m, a| to_stream(m, a, Some(0), 1, true),
        "__vfprintf_chk" => |m, a| to_stream(m, a, Some(0), 2, true),
        "dprintf" => |m, a| to_descriptor(m, a, 1, false),
        "__dprintf_chk" => |m, a| to_descriptor(m, a, 2, false),
        "vdprintf" => |m, a| to_descriptor(m, a, 1, true),
        "__vdprintf_chk" => |m, a| to_descriptor(m, a, 2, true),
        "sprintf" | "_IO_sprintf" => |m, a| to_buffer(m, a, None, 1, false),
        "__sprintf_chk" => |m, a| to_buffer(m, a, None, 3, false),
        "vsprintf" | "_IO_vsprintf" => |m, a| to_buffer(m, a, None, 1, true),
        "__vsprintf_chk" => |m, a| to_buffer(m, a, None, 3, true),
        "snprintf" => |m, a| to_buffer(m, a, Some(1), 2, false),
        "__snprintf_chk" => |m, a| to_buffer(m, a, Some(1), 4, false),
        "vsnprintf" => |m, a| to_buffer(m, a, Some(1), 2, true),
        "__vsnprintf_chk" => |m, a| to_buffer(m, a, Some(1), 4, true),
        "asprintf" | "__asprintf" => |m, a| to_heap(m, a, 1, false),
        "__asprintf_chk" => |m, a| to_heap(m, a, 2, false),
        "vasprintf" => |m, a| to_heap(m, a, 1, true),
        "__vasprintf_chk" => |m, a| to_heap(m, a, 2, true),
        "scanf" => |m, a| from_stream(m, a, None, false),
        "vscanf" => |m, a| from_stream(m, a, None, true),
        "fscanf" => |m, a| from_stream(m, a, Some(0), false),
        "vfscanf" => |m, a| from_stream(m, a, Some(0), true),
        "sscanf" => |m, a| from_text(m, a, false),
        "vsscanf" => |m, a| from_text(m, a, true),
        _ => return None,
    })
}

/// The arguments of a running call.
struct Arguments<'a, 'p> {
    machine: &'a mut Machine<'p>,
    cursor: VaCursor,
    name: &'a str,
    /// Strings read, to notice when a target overlaps them.
    read: Vec<(Pointer, u64)>,
}

impl<'a, 'p> Arguments<'a, 'p> {
    fn new(m: &'a mut Machine<'p>, args: &Args<'a>, format: usize, list: bool) -> Step<Self> {
        let cursor = if list { VaCursor::of_list(m, args, format + 1)? } else { VaCursor::of_call(m, args)? };
        Ok(Self { machine: m, cursor, name: args.name, read: vec![] })
    }
}

impl Arguments<'_, '_> {
    fn fetch<T>(&mut self, get: impl FnOnce(&mut VaCursor, &mut Machine<'_>) -> Step<T>) -> Step<T> {
        let name = self.name;
        explain(get(&mut self.cursor, self.machine), || {
            format!("`{name}` fetches an argument for a conversion of its format here")
        })
    }
}

impl Source for Arguments<'_, '_> {
    fn integer(&mut self, bytes: u64) -> Step<u64> {
        self.fetch(|cursor, m| cursor.integer(m, bytes))
    }

    fn double(&mut self) -> Step<f64> {
        self.fetch(VaCursor::double)
    }

    fn long_double(&mut self) -> Step<u128> {
        self.fetch(|cursor, m| cursor.long_double(m))
    }

    fn pointer(&mut self) -> Step<Pointer> {
        self.fetch(|cursor, m| cursor.pointer(m))
    }

    fn text(&mut self, at: Pointer, limit: u64) -> Step<Vec<u8>> {
        let length = self.machine.string_length(at, limit)?;
        self.read.push((at, (length + 1).min(limit)));
        Ok(self.machine.memory.bytes(at, length)?.to_vec())
    }

    fn wide(&mut self, at: Pointer, index: u64) -> Step<u32> {
        Ok(self.machine.memory.load_int(at.offset(index * 4), 4)? as u32)
    }

    fn shown(&mut self, at: Pointer) {
        self.machine.memory.expose(at.prov);
    }

    fn store(&mut self, at: Pointer, bytes: u64, value: u64) -> Step<()> {
        self.machine.memory.store_int(at, bytes, value)
    }

    fn error_text(&mut self) -> Step<String> {
        Ok(text::error_text(self.machine.errno()?))
    }

    fn word_bytes(&self) -> u64 {
        self.machine.word_bytes()
    }
}

/// Text made of a format and its arguments.
struct Made {
    bytes: Vec<u8>,
    read: Vec<(Pointer, u64)>,
}

/// The text that a function like `printf` would print; `None` where that fails.
pub(super) fn formatted(m: &mut Machine<'_>, args: &Args<'_>, format: usize) -> Step<Option<Vec<u8>>> {
    Ok(make(m, args, format, false)?.map(|made| made.bytes))
}

/// Makes the text; `None` where the function fails, with `errno` set.
fn make(m: &mut Machine<'_>, args: &Args<'_>, format: usize, list: bool) -> Step<Option<Made>> {
    let place = args.ptr(format)?;
    if place.is_null() {
        return Err(null_argument(args, "the format is a null pointer"));
    }
    let pattern = m.string(place)?;
    let mut arguments = Arguments::new(m, args, format, list)?;
    let made = format::format(&pattern, &mut arguments)?;
    let Arguments { cursor, mut read, .. } = arguments;
    read.push((place, pattern.len() as u64 + 1));
    cursor.finish(m)?;
    match made {
        Ok(bytes) if i32::try_from(bytes.len()).is_ok() => Ok(Some(Made { bytes, read })),
        Ok(_) => {
            m.set_errno(75)?;
            Ok(None)
        }
        Err(code) => {
            m.set_errno(code)?;
            Ok(None)
        }
    }
}

fn to_stream(
    m: &mut Machine<'_>,
    args: &Args<'_>,
    stream: Option<usize>,
    format: usize,
    list: bool,
) -> Step<Reply> {
    let id = match stream {
        Some(at) => m.stream_argument(args, at)?,
        None => STDOUT,
    };
    let Some(made) = make(m, args, format, list)? else { return int(-1) };
    m.turn_to(args, id, Use::Output)?;
    match m.library.streams.write(id, &made.bytes) {
        Ok(()) => int(made.bytes.len() as i32),
        Err(code) => m.fail(code),
    }
}

fn to_descriptor(m: &mut Machine<'_>, args: &Args<'_>, format: usize, list: bool) -> Step<Reply> {
    let fd = args.signed(0)? as i32;
    let Some(made) = make(m, args, format, list)? else { return int(-1) };
    match m.library.streams.write_fd(fd, &made.bytes) {
        Ok(()) => int(made.bytes.len() as i32),
        Err(code) => m.fail(code),
    }
}

fn to_buffer(
    m: &mut Machine<'_>,
    args: &Args<'_>,
    size: Option<usize>,
    format: usize,
    list: bool,
) -> Step<Reply> {
    let target = args.ptr(0)?;
    let Some(made) = make(m, args, format, list)? else { return int(-1) };
    let room = size.map(|at| args.int(at)).transpose()?.unwrap_or(u64::MAX);
    if room > 0 {
        let kept = &made.bytes[..made.bytes.len().min(usize::try_from(room - 1).unwrap_or(usize::MAX))];
        let length = kept.len() as u64 + 1;
        if made.read.iter().any(|&(at, len)| overlap(target, length, at, len)) {
            let what = format!("`{}` writes over a string that it reads", args.name);
            return Err(m.memory.fault(Property::OverlappingCopy, target, what));
        }
        let what = || format!("`{}` makes {length} bytes, terminator included", args.name);
        explain(m.memory.check_range(target, length, Access::Write), what)?;
        m.memory.write(target, kept)?;
        m.memory.write(target.offset(length - 1), &[0])?;
    }
    int(made.bytes.len() as i32)
}

fn to_heap(m: &mut Machine<'_>, args: &Args<'_>, format: usize, list: bool) -> Step<Reply> {
    let Some(made) = make(m, args, format, list)? else { return int(-1) };
    let block = m.allocate_string(&made.bytes)?;
    if block.is_null() {
        return int(-1);
    }
    m.memory.store_ptr(args.ptr(0)?, block)?;
    int(made.bytes.len() as i32)
}

impl Sink for Arguments<'_, '_> {
    fn place(&mut self) -> Step<Pointer> {
        let place = self.fetch(|cursor, m| cursor.pointer(m))?;
        if place.is_null() {
            let what = format!("`{}` is told to store at a null pointer", self.name);
            return Err(crate::fault::Fault::stop(Property::NullArgument, what));
        }
        Ok(place)
    }

    fn integer(&mut self, at: Pointer, bytes: u64, value: u64) -> Step<()> {
        self.machine.memory.store_int(at, bytes, value)
    }

    fn pointer(&mut self, at: Pointer, addr: u64) -> Step<()> {
        let prov = self.machine.memory.exposed_at(addr);
        self.machine.memory.store_ptr(at, Pointer { addr, prov })
    }

    fn bytes(&mut self, at: Pointer, bytes: &[u8]) -> Step<()> {
        let name = self.name;
        if self.read.iter().any(|&(from, len)| overlap(at, bytes.len() as u64, from, len)) {
            let what = format!("`{name}` writes over the string that it reads");
            return Err(self.machine.memory.fault(Property::OverlappingCopy, at, what));
        }
        let what = || format!("`{name}` stores {} bytes", bytes.len());
        explain(self.machine.memory.write(at, bytes), what)
    }

    fn allocate(&mut self, bytes: &[u8]) -> Step<Pointer> {
        let block = self.machine.allocate(bytes.len() as u64, 16, false)?;
        if !block.is_null() {
            self.machine.memory.write(block, bytes)?;
        }
        Ok(block)
    }

    fn allocated(&mut self, at: Pointer, block: Pointer) -> Step<()> {
        self.machine.memory.store_ptr(at, block)
    }

    fn word_bytes(&self) -> u64 {
        self.machine.word_bytes()
    }
}

/// A string that is read from.
struct Text {
    bytes: Vec<u8>,
    at: usize,
}

impl Input for Text {
    fn next(&mut self) -> Option<u8> {
        let byte = self.bytes.get(self.at).copied();
        self.at += usize::from(byte.is_some());
        byte
    }

    fn put_back(&mut self, _: u8) {
        self.at -= 1;
    }
}

/// Streams lent out while the arguments have the machine.
struct FromStream<'a> {
    streams: &'a mut Streams,
    id: StreamId,
    failed: Option<i32>,
}

impl Input for FromStream<'_> {
    fn next(&mut self) -> Option<u8> {
        match self.streams.read_byte(self.id) {
            Ok(byte) => byte,
            Err(code) => {
                self.failed = Some(code);
                None
            }
        }
    }

    fn put_back(&mut self, byte: u8) {
        // Only bytes that were read come back, so the stream is readable.
        let eof = self.streams.stream(self.id).is_ok_and(|s| s.eof);
        let _ = self.streams.unread_byte(self.id, byte);
        if let Ok(stream) = self.streams.stream(self.id) {
            stream.eof = eof;
        }
    }
}

fn pattern(m: &Machine<'_>, args: &Args<'_>, at: usize) -> Step<Vec<u8>> {
    let place = args.ptr(at)?;
    if place.is_null() {
        return Err(null_argument(args, "the format is a null pointer"));
    }
    m.string(place)
}

fn from_stream(m: &mut Machine<'_>, args: &Args<'_>, stream: Option<usize>, list: bool) -> Step<Reply> {
    let id = match stream {
        Some(at) => m.stream_argument(args, at)?,
        None => 0,
    };
    let format = usize::from(stream.is_some());
    let pattern = pattern(m, args, format)?;
    m.turn_to(args, id, Use::Input)?;
    let mut streams = std::mem::replace(&mut m.library.streams, Streams::lent());
    let mut input = FromStream { streams: &mut streams, id, failed: None };
    let result = Arguments::new(m, args, format, list).and_then(|mut arguments| {
        let count = scan::scan(&pattern, &mut input, &mut arguments)?;
        Ok((count, arguments.cursor))
    });
    let failed = input.failed;
    m.library.streams = streams;
    let (count, cursor) = result?;
    cursor.finish(m)?;
    if let Some(code) = failed {
        m.set_errno(code)?;
    }
    m.show_stream_state(id)?;
    int(count)
}

fn from_text(m: &mut Machine<'_>, args: &Args<'_>, list: bool) -> Step<Reply> {
    let mut input = Text { bytes: m.string(args.ptr(0)?)?, at: 0 };
    let pattern = pattern(m, args, 1)?;
    let mut arguments = Arguments::new(m, args, 1, list)?;
    arguments.read.push((args.ptr(0)?, input.bytes.len() as u64 + 1));
    let count = scan::scan(&pattern, &mut input, &mut arguments)?;
    let cursor = arguments.cursor;
    cursor.finish(m)?;
    int(count)
}
