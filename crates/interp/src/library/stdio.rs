//! Streams: `FILE` and what reads and writes bytes through it.

use super::stream::{Buffering, STDERR, STDOUT, StreamId, Use, parse_mode};
use super::{LibraryFn, explain, int, invalid, long_long, null_argument, pointer, text, unmodelled, void};
use crate::fault::Step;
use crate::machine::{Args, Machine, Reply};
use crate::memory::{Access, Family, Pointer};

const EINVAL: i32 = 22;

pub(super) fn find(name: &str) -> Option<LibraryFn> {
    Some(match name {
        "fopen" | "fopen64" | "_IO_fopen" => fopen,
        "freopen" | "freopen64" => freopen,
        "fdopen" => fdopen,
        "fmemopen" => fmemopen,
        "fclose" | "_IO_fclose" => fclose,
        "fflush" | "_IO_fflush" => fflush,
        "fread" | "_IO_fread" => |m, a| fread(m, a, 0),
        "__fread_chk" => |m, a| fread(m, a, 1),
        "fwrite" | "_IO_fwrite" => fwrite,
        "fgetc" | "getc" | "_IO_getc" | "__uflow" | "__underflow" => fgetc,
        "getchar" => |m, a| next_byte(m, a, 0),
        "fputc" | "putc" | "_IO_putc" => |m, a| fputc(m, a, 0, 1),
        "__overflow" => |m, a| fputc(m, a, 1, 0),
        "putchar" => |m, a| put_byte(m, a, STDOUT),
        "ungetc" | "_IO_ungetc" => ungetc,
        "fgets" | "_IO_fgets" => |m, a| fgets(m, a, [1, 2]),
        "__fgets_chk" => |m, a| fgets(m, a, [2, 3]),
        "gets" => gets,
        "fputs" | "_IO_fputs" => fputs,
        "puts" | "_IO_puts" => puts,
        "getline" => |m, a| getdelim(m, a, b'\n', 2),
        "getdelim" | "__getdelim" => |m, a| getdelim(m, a, a.int(2)? as u8, 3),
        "getw" => getw,
        "putw" => putw,
        "fseek" | "fseeko" | "fseeko64" => fseek,
        "ftell" | "ftello" => |m, a| ftell(m, a, false),
        "ftello64" => |m, a| ftell(m, a, true),
        "rewind" => rewind,
        "fgetpos" => |m, a| fgetpos(m, a, false),
        "fgetpos64" => |m, a| fgetpos(m, a, true),
        "fsetpos" => |m, a| fsetpos(m, a, false),
        "fsetpos64" => |m, a| fsetpos(m, a, true),
        "feof" | "_IO_feof" => feof,
        "ferror" | "_IO_ferror" => ferror,
        "clearerr" => clearerr,
        "perror" => perror,
        "setvbuf" => setvbuf,
        "setbuf" | "setbuffer" => setbuf,
        "setlinebuf" => setlinebuf,
        "fileno" => fileno,
        "flockfile" | "funlockfile" => |m, a| m.stream_argument(a, 0).and_then(|_| void()),
        "ftrylockfile" => |m, a| m.stream_argument(a, 0).and_then(|_| int(0)),
        "__fpurge" | "fpurge" | "open_memstream" | "popen" | "pclose" | "fopencookie" | "fwide"
        | "fgetwc" | "fputwc" | "getwc" | "putwc" | "getwchar" | "putwchar" | "fgetws" | "fputws"
        | "wprintf" | "fwprintf" | "swprintf" | "vwprintf" | "vswprintf" | "vfwprintf" | "wscanf"
        | "swscanf" | "fwscanf" => unmodelled,
        _ => return None,
    })
}

/// The names of the standard streams.
const STANDARD: [&str; 3] = ["stdin", "stdout", "stderr"];

impl Machine<'_> {
    fn file_size(&self) -> u64 {
        if self.word_bits() == 32 { 148 } else { 216 }
    }

    /// The `FILE` of a standard stream.
    pub(super) fn standard_file(&mut self, id: StreamId) -> Pointer {
        let size = self.file_size();
        let file = self.library_object(STANDARD[id], size);
        self.library.streams.by_address.insert(file.addr, id);
        if let Ok(stream) = self.library.streams.stream(id) {
            stream.file = file;
        }
        file
    }

    /// The stream that an argument points to.
    pub(super) fn stream_argument(&mut self, args: &Args<'_>, at: usize) -> Step<StreamId> {
        let file = args.ptr(at)?;
        if file.is_null() {
            return Err(null_argument(args, "the stream is a null pointer"));
        }
        let used = self.memory.check_range(file, 1, Access::Read);
        explain(used, || format!("`{}` uses the stream", args.name))?;
        match self.library.streams.by_address.get(&file.addr) {
            Some(&id) if self.library.streams.is_open(id) => Ok(id),
            Some(_) => Err(invalid(args, "the stream was closed before")),
            None => Err(invalid(args, "the pointer is not one to a stream")),
        }
    }

    /// Makes the `FILE` for a new stream.
    pub(super) fn new_file(&mut self, id: StreamId) -> Step<Reply> {
        let size = self.file_size();
        let Some(file) = self.memory.add_library_heap(Family::File, size) else {
            let _ = self.library.streams.close_stream(id);
            return self.fail_null(12);
        };
        self.library.streams.by_address.insert(file.addr, id);
        if let Ok(stream) = self.library.streams.stream(id) {
            stream.file = file;
        }
        pointer(file)
    }

    /// Shows end-of-file and error in the `FILE`, where macros of old headers look.
    pub(super) fn show_stream_state(&mut self, id: StreamId) -> Step<()> {
        if let Ok(stream) = self.library.streams.stream(id)
            && stream.shown != (stream.eof, stream.error)
            && !stream.file.is_null()
        {
            stream.shown = (stream.eof, stream.error);
            let (file, eof, error) = (stream.file, stream.eof, stream.error);
            return self.memory.store_int(file, 4, u64::from(eof) << 4 | u64::from(error) << 5);
        }
        Ok(())
    }

    /// The value, or -1 and `errno`.
    /// Notes what a stream is used for next, and refuses what the standard does not allow.
    pub(super) fn turn_to(&mut self, args: &Args<'_>, id: StreamId, next: Use) -> Step<()> {
        self.library.streams.turn_to(id, next).map_err(|what| invalid(args, what))
    }

    /// A buffer is chosen before anything else is done with a stream.
    fn refuse_late_buffer(&mut self, args: &Args<'_>, id: StreamId) -> Step<()> {
        let fresh = self.library.streams.stream(id).is_ok_and(|stream| stream.used == Use::Nothing);
        if !fresh {
            return Err(invalid(args, "the stream was used before"));
        }
        self.turn_to(args, id, Use::Other)
    }

    fn or_fail<T>(&mut self, result: Result<T, i32>, reply: impl FnOnce(T) -> Step<Reply>) -> Step<Reply> {
        match result {
            Ok(value) => reply(value),
            Err(code) => self.fail(code),
        }
    }
}

fn fopen(m: &mut Machine<'_>, args: &Args<'_>) -> Step<Reply> {
    let (path, mode) = (m.host_string(args.ptr(0)?)?, m.string(args.ptr(1)?)?);
    let Some((flags, readable, writable)) = parse_mode(&mode) else { return m.fail_null(EINVAL) };
    match m.library.streams.open(&path, flags, 0o666) {
        Ok(fd) => {
            let id = m.library.streams.add_stream(fd, readable, writable);
            m.new_file(id)
        }
        Err(code) => m.fail_null(code),
    }
}

fn freopen(m: &mut Machine<'_>, args: &Args<'_>) -> Step<Reply> {
    let id = m.stream_argument(args, 2)?;
    let path = args.ptr(0)?;
    if path.is_null() {
        return unmodelled(m, args);
    }
    let (path, mode) = (m.host_string(path)?, m.string(args.ptr(1)?)?);
    let _ = m.library.streams.flush(id);
    if let Ok(fd) = m.library.streams.descriptor(id) {
        let _ = m.library.streams.close(fd);
    }
    let Some((flags, readable, writable)) = parse_mode(&mode) else { return m.fail_null(EINVAL) };
    match m.library.streams.open(&path, flags, 0o666) {
        Ok(fd) => {
            m.library.streams.reconnect(id, fd, readable, writable);
            m.memory.store_int(args.ptr(2)?, 4, 0)?;
            pointer(args.ptr(2)?)
        }
        Err(code) => m.fail_null(code),
    }
}

fn fdopen(m: &mut Machine<'_>, args: &Args<'_>) -> Step<Reply> {
    let (fd, mode) = (args.signed(0)? as i32, m.string(args.ptr(1)?)?);
    let Some((_, readable, writable)) = parse_mode(&mode) else { return m.fail_null(EINVAL) };
    if let Err(code) = m.library.streams.is_terminal(fd) {
        return m.fail_null(code);
    }
    let id = m.library.streams.add_stream(fd, readable, writable);
    m.new_file(id)
}

fn fmemopen(m: &mut Machine<'_>, args: &Args<'_>) -> Step<Reply> {
    let mode = m.string(args.ptr(2)?)?;
    if parse_mode(&mode) != Some((0, true, false)) {
        return unmodelled(m, args);
    }
    let bytes = m.memory.bytes(args.ptr(0)?, args.int(1)?)?.to_vec();
    let id = m.library.streams.add_reader(bytes);
    m.new_file(id)
}

fn fclose(m: &mut Machine<'_>, args: &Args<'_>) -> Step<Reply> {
    let file = args.ptr(0)?;
    let id = m.stream_argument(args, 0)?;
    let closed = m.library.streams.close_stream(id);
    if id > STDERR {
        m.library.streams.by_address.remove(&file.addr);
        m.memory.free(file, Family::File)?;
    }
    m.or_fail(closed, |()| int(0))
}

fn fflush(m: &mut Machine<'_>, args: &Args<'_>) -> Step<Reply> {
    if args.ptr(0)?.is_null() {
        m.library.streams.flush_all();
        return int(0);
    }
    let id = m.stream_argument(args, 0)?;
    m.turn_to(args, id, Use::Other)?;
    let flushed = m.library.streams.flush(id);
    m.or_fail(flushed, |()| int(0))
}

fn fread(m: &mut Machine<'_>, args: &Args<'_>, skip: usize) -> Step<Reply> {
    let (target, size, count) = (args.ptr(0)?, args.int(1 + skip)?, args.int(2 + skip)?);
    let id = m.stream_argument(args, 3 + skip)?;
    let Some(total) = size.checked_mul(count).and_then(|total| usize::try_from(total).ok()) else {
        return Err(invalid(args, "the size of all elements does not fit a size_t"));
    };
    m.turn_to(args, id, Use::Input)?;
    let (bytes, result) = m.library.streams.read(id, total);
    m.show_stream_state(id)?;
    if let Err(code) = result {
        m.set_errno(code)?;
    }
    m.memory.write(target, &bytes)?;
    m.word((bytes.len() as u64).checked_div(size).unwrap_or(0))
}

fn fwrite(m: &mut Machine<'_>, args: &Args<'_>) -> Step<Reply> {
    let (source, size, count) = (args.ptr(0)?, args.int(1)?, args.int(2)?);
    let id = m.stream_argument(args, 3)?;
    let Some(total) = size.checked_mul(count) else {
        return Err(invalid(args, "the size of all elements does not fit a size_t"));
    };
    m.turn_to(args, id, Use::Output)?;
    // Padding of structures is written like everything else, whatever it holds.
    let bytes = m.memory.raw_bytes(source, total)?;
    match m.library.streams.write(id, bytes) {
        Ok(()) => m.word(if size == 0 { 0 } else { count }),
        Err(code) => {
            m.set_errno(code)?;
            m.word(0)
        }
    }
}

fn next_byte(m: &mut Machine<'_>, args: &Args<'_>, id: StreamId) -> Step<Reply> {
    m.turn_to(args, id, Use::Input)?;
    let result = m.library.streams.read_byte(id);
    match result {
        Ok(Some(byte)) => int(i32::from(byte)),
        Ok(None) => {
            m.show_stream_state(id)?;
            int(-1)
        }
        Err(code) => {
            m.show_stream_state(id)?;
            m.fail(code)
        }
    }
}

fn fgetc(m: &mut Machine<'_>, args: &Args<'_>) -> Step<Reply> {
    let id = m.stream_argument(args, 0)?;
    next_byte(m, args, id)
}

fn put_byte(m: &mut Machine<'_>, args: &Args<'_>, id: StreamId) -> Step<Reply> {
    let byte = args.int(0)? as u8;
    m.turn_to(args, id, Use::Output)?;
    let result = m.library.streams.write(id, &[byte]);
    m.or_fail(result, |()| int(i32::from(byte)))
}

fn fputc(m: &mut Machine<'_>, args: &Args<'_>, byte: usize, stream: usize) -> Step<Reply> {
    let byte = args.int(byte)? as u8;
    let id = m.stream_argument(args, stream)?;
    m.turn_to(args, id, Use::Output)?;
    let result = m.library.streams.write(id, &[byte]);
    m.or_fail(result, |()| int(i32::from(byte)))
}

fn ungetc(m: &mut Machine<'_>, args: &Args<'_>) -> Step<Reply> {
    let value = args.signed(0)?;
    let id = m.stream_argument(args, 1)?;
    if value == -1 {
        return int(-1);
    }
    let result = m.library.streams.unread_byte(id, value as u8);
    m.show_stream_state(id)?;
    m.or_fail(result, |()| int(i32::from(value as u8)))
}

fn fgets(m: &mut Machine<'_>, args: &Args<'_>, [size, stream]: [usize; 2]) -> Step<Reply> {
    let (target, size) = (args.ptr(0)?, args.signed(size)?);
    let id = m.stream_argument(args, stream)?;
    if size <= 0 {
        return pointer(Pointer::NULL);
    }
    if size == 1 {
        m.memory.write(target, &[0])?;
        return pointer(target);
    }
    m.turn_to(args, id, Use::Input)?;
    let line = m.library.streams.read_until(id, b'\n', size as usize - 1);
    m.show_stream_state(id)?;
    match line {
        Ok(bytes) if bytes.is_empty() => pointer(Pointer::NULL),
        Ok(mut bytes) => {
            bytes.push(0);
            m.memory.write(target, &bytes)?;
            pointer(target)
        }
        Err(code) => m.fail_null(code),
    }
}

fn gets(m: &mut Machine<'_>, args: &Args<'_>) -> Step<Reply> {
    let target = args.ptr(0)?;
    m.turn_to(args, 0, Use::Input)?;
    let line = m.library.streams.read_until(0, b'\n', usize::MAX);
    m.show_stream_state(0)?;
    match line {
        Ok(bytes) if bytes.is_empty() => pointer(Pointer::NULL),
        Ok(mut bytes) => {
            if bytes.last() == Some(&b'\n') {
                bytes.pop();
            }
            bytes.push(0);
            m.memory.write(target, &bytes)?;
            pointer(target)
        }
        Err(code) => m.fail_null(code),
    }
}

fn fputs(m: &mut Machine<'_>, args: &Args<'_>) -> Step<Reply> {
    let bytes = m.string(args.ptr(0)?)?;
    let id = m.stream_argument(args, 1)?;
    m.turn_to(args, id, Use::Output)?;
    let result = m.library.streams.write(id, &bytes);
    m.or_fail(result, |()| int(1))
}

fn puts(m: &mut Machine<'_>, args: &Args<'_>) -> Step<Reply> {
    let mut bytes = m.string(args.ptr(0)?)?;
    bytes.push(b'\n');
    m.turn_to(args, STDOUT, Use::Output)?;
    let result = m.library.streams.write(STDOUT, &bytes);
    m.or_fail(result, |()| int(bytes.len().min(i32::MAX as usize) as i32))
}

fn getdelim(m: &mut Machine<'_>, args: &Args<'_>, end: u8, stream: usize) -> Step<Reply> {
    let (line_place, size_place) = (args.ptr(0)?, args.ptr(1)?);
    let id = m.stream_argument(args, stream)?;
    if line_place.is_null() || size_place.is_null() {
        m.set_errno(EINVAL)?;
        return m.word(u64::MAX);
    }
    let word = m.word_bytes();
    let mut line = m.memory.load_ptr(line_place)?;
    let mut size = if line.is_null() { 0 } else { m.memory.load_int(size_place, word)? };
    m.turn_to(args, id, Use::Input)?;
    let bytes = m.library.streams.read_until(id, end, usize::MAX);
    m.show_stream_state(id)?;
    let bytes = match bytes {
        Ok(bytes) => bytes,
        Err(code) => {
            m.set_errno(code)?;
            return m.word(u64::MAX);
        }
    };
    if line.is_null() || size == 0 {
        size = 120;
        line = m.reallocate(line, size)?;
        m.memory.store_ptr(line_place, line)?;
        m.memory.store_int(size_place, word, size)?;
    }
    if bytes.is_empty() {
        return m.word(u64::MAX);
    }
    let needed = bytes.len() as u64 + 1;
    if size < needed {
        size = needed.max(2 * size);
        line = m.reallocate(line, size)?;
        m.memory.store_ptr(line_place, line)?;
        m.memory.store_int(size_place, word, size)?;
    }
    m.memory.write(line, &bytes)?;
    m.memory.write(line.offset(needed - 1), &[0])?;
    m.word(needed - 1)
}

fn getw(m: &mut Machine<'_>, args: &Args<'_>) -> Step<Reply> {
    let id = m.stream_argument(args, 0)?;
    m.turn_to(args, id, Use::Input)?;
    let (bytes, _) = m.library.streams.read(id, 4);
    m.show_stream_state(id)?;
    int(<[u8; 4]>::try_from(bytes).map_or(-1, i32::from_le_bytes))
}

fn putw(m: &mut Machine<'_>, args: &Args<'_>) -> Step<Reply> {
    let bytes = (args.int(0)? as u32).to_le_bytes();
    let id = m.stream_argument(args, 1)?;
    m.turn_to(args, id, Use::Output)?;
    let result = m.library.streams.write(id, &bytes);
    m.or_fail(result, |()| int(0))
}

fn fseek(m: &mut Machine<'_>, args: &Args<'_>) -> Step<Reply> {
    let id = m.stream_argument(args, 0)?;
    m.turn_to(args, id, Use::Other)?;
    let result = m.library.streams.seek(id, args.signed(1)?, args.signed(2)?);
    m.show_stream_state(id)?;
    m.or_fail(result, |()| int(0))
}

fn ftell(m: &mut Machine<'_>, args: &Args<'_>, wide: bool) -> Step<Reply> {
    let id = m.stream_argument(args, 0)?;
    let place = match m.library.streams.tell(id) {
        Ok(place) => place,
        Err(code) => {
            m.set_errno(code)?;
            u64::MAX
        }
    };
    if wide { long_long(place as i64) } else { m.word(place) }
}

fn rewind(m: &mut Machine<'_>, args: &Args<'_>) -> Step<Reply> {
    let id = m.stream_argument(args, 0)?;
    m.turn_to(args, id, Use::Other)?;
    let result = m.library.streams.seek(id, 0, 0);
    if let Ok(stream) = m.library.streams.stream(id) {
        stream.error = false;
    }
    m.show_stream_state(id)?;
    if let Err(code) = result {
        m.set_errno(code)?;
    }
    void()
}

/// Bytes of the offset in an `fpos_t`; 8 bytes of conversion state follow.
fn position_bytes(m: &Machine<'_>, wide: bool) -> u64 {
    if wide { 8 } else { m.word_bytes() }
}

fn fgetpos(m: &mut Machine<'_>, args: &Args<'_>, wide: bool) -> Step<Reply> {
    let id = m.stream_argument(args, 0)?;
    let (target, size) = (args.ptr(1)?, position_bytes(m, wide));
    match m.library.streams.tell(id) {
        Ok(place) => {
            m.memory.store_int(target, size, place)?;
            m.memory.fill(target.offset(size), 0, 0, 8)?;
            int(0)
        }
        Err(code) => m.fail(code),
    }
}

fn fsetpos(m: &mut Machine<'_>, args: &Args<'_>, wide: bool) -> Step<Reply> {
    let id = m.stream_argument(args, 0)?;
    let size = position_bytes(m, wide);
    let place = m.memory.load_int(args.ptr(1)?, size)?;
    m.turn_to(args, id, Use::Other)?;
    let result = m.library.streams.seek(id, place as i64, 0);
    m.show_stream_state(id)?;
    m.or_fail(result, |()| int(0))
}

fn feof(m: &mut Machine<'_>, args: &Args<'_>) -> Step<Reply> {
    let id = m.stream_argument(args, 0)?;
    int(i32::from(m.library.streams.stream(id).is_ok_and(|s| s.eof)))
}

fn ferror(m: &mut Machine<'_>, args: &Args<'_>) -> Step<Reply> {
    let id = m.stream_argument(args, 0)?;
    int(i32::from(m.library.streams.stream(id).is_ok_and(|s| s.error)))
}

fn clearerr(m: &mut Machine<'_>, args: &Args<'_>) -> Step<Reply> {
    let id = m.stream_argument(args, 0)?;
    if let Ok(stream) = m.library.streams.stream(id) {
        (stream.eof, stream.error) = (false, false);
    }
    m.show_stream_state(id)?;
    void()
}

fn perror(m: &mut Machine<'_>, args: &Args<'_>) -> Step<Reply> {
    let mut line = vec![];
    let prefix = args.ptr(0)?;
    if !prefix.is_null() {
        let prefix = m.string(prefix)?;
        if !prefix.is_empty() {
            line.extend(prefix);
            line.extend(b": ");
        }
    }
    line.extend(text::error_text(m.errno()?).bytes());
    line.push(b'\n');
    let _ = m.library.streams.write(STDERR, &line);
    void()
}

fn setvbuf(m: &mut Machine<'_>, args: &Args<'_>) -> Step<Reply> {
    let id = m.stream_argument(args, 0)?;
    let buffering = match args.signed(2)? {
        0 => Buffering::Full,
        1 => Buffering::Line,
        2 => Buffering::None,
        _ => return int(-1),
    };
    m.refuse_late_buffer(args, id)?;
    let buffer = args.ptr(1)?;
    if !buffer.is_null() && buffering != Buffering::None {
        m.memory.check_range(buffer, args.int(3)?, Access::Write)?;
    }
    let result = m.library.streams.set_buffering(id, buffering);
    m.or_fail(result, |()| int(0))
}

fn setbuf(m: &mut Machine<'_>, args: &Args<'_>) -> Step<Reply> {
    let id = m.stream_argument(args, 0)?;
    m.refuse_late_buffer(args, id)?;
    let buffer = args.ptr(1)?;
    let buffering = if buffer.is_null() { Buffering::None } else { Buffering::Full };
    if !buffer.is_null() {
        let size = if args.name == "setbuffer" { args.int(2)? } else { 8192 };
        m.memory.check_range(buffer, size, Access::Write)?;
    }
    let _ = m.library.streams.set_buffering(id, buffering);
    void()
}

fn setlinebuf(m: &mut Machine<'_>, args: &Args<'_>) -> Step<Reply> {
    let id = m.stream_argument(args, 0)?;
    let _ = m.library.streams.set_buffering(id, Buffering::Line);
    void()
}

fn fileno(m: &mut Machine<'_>, args: &Args<'_>) -> Step<Reply> {
    let id = m.stream_argument(args, 0)?;
    let result = m.library.streams.descriptor(id);
    m.or_fail(result, int)
}
