//! Files and streams, apart from the program's memory: descriptors onto the host's files, and buffers
//! that flush when glibc's would.

use std::fs::{File, OpenOptions};
use std::io::{IsTerminal, Read, Seek, SeekFrom, Write};
use std::os::fd::AsFd;
use std::os::unix::fs::OpenOptionsExt;

use rustc_hash::FxHashMap;

use crate::memory::Pointer;

const EBADF: i32 = 9;
const EIO: i32 = 5;
const ESPIPE: i32 = 29;
const EINVAL: i32 = 22;

/// Size of glibc's buffers for files and pipes.
const BUFFER: usize = 4096;

/// What a descriptor stands for.
enum Device {
    Host(File),
    Input { bytes: Vec<u8>, at: usize },
    Output(Vec<u8>),
}

/// When a stream's output goes out.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Buffering {
    Full,
    Line,
    None,
}

/// What a stream is connected to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum End {
    Descriptor(i32),
    /// Only the buffers: `fmemopen` for reading, `open_memstream`.
    Memory,
}

/// What a program did with a stream last.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Use {
    /// Nothing, since it was opened.
    Nothing,
    Input,
    Output,
    /// It moved to another place, or flushed the output, or something else that ends neither.
    Other,
}

/// An open stream.
pub(super) struct Stream {
    end: End,
    readable: bool,
    writable: bool,
    buffering: Buffering,
    pub(super) used: Use,
    /// Bytes read ahead or pushed back.
    ahead: Vec<u8>,
    at: usize,
    /// Bytes written and not yet gone out.
    pending: Vec<u8>,
    pub(super) eof: bool,
    pub(super) error: bool,
    /// Its `FILE`, null as long as the program has not seen it.
    pub(super) file: Pointer,
    /// The state as the `FILE` shows it to compiled code.
    pub(super) shown: (bool, bool),
}

impl Stream {
    fn new(end: End, readable: bool, writable: bool, buffering: Buffering) -> Self {
        Self {
            end,
            readable,
            writable,
            buffering,
            used: Use::Nothing,
            ahead: vec![],
            at: 0,
            pending: vec![],
            eof: false,
            error: false,
            file: Pointer::NULL,
            shown: (false, false),
        }
    }

    fn unread(&self) -> usize {
        self.ahead.len() - self.at
    }
}

/// Number of a stream; 0, 1 and 2 are the standard ones.
pub(super) type StreamId = usize;

/// The standard output.
pub(super) const STDOUT: StreamId = 1;
/// The standard error output.
pub(super) const STDERR: StreamId = 2;

/// All descriptors and streams. An error is an `errno`.
pub(super) struct Streams {
    devices: Vec<Option<Device>>,
    streams: Vec<Option<Stream>>,
    /// Streams by the address of their `FILE`.
    pub(super) by_address: FxHashMap<u64, StreamId>,
}

impl Default for Streams {
    fn default() -> Self {
        let host = |fd: std::io::Result<std::os::fd::OwnedFd>| fd.ok().map(|fd| Device::Host(File::from(fd)));
        let output = match std::io::stdout().is_terminal() {
            true => Buffering::Line,
            false => Buffering::Full,
        };
        Self {
            devices: vec![
                host(std::io::stdin().as_fd().try_clone_to_owned()),
                host(std::io::stdout().as_fd().try_clone_to_owned()),
                host(std::io::stderr().as_fd().try_clone_to_owned()),
            ],
            streams: vec![
                Some(Stream::new(End::Descriptor(0), true, false, Buffering::Full)),
                Some(Stream::new(End::Descriptor(1), false, true, output)),
                Some(Stream::new(End::Descriptor(2), false, true, Buffering::None)),
            ],
            by_address: FxHashMap::default(),
        }
    }
}

fn errno(error: &std::io::Error) -> i32 {
    error.raw_os_error().unwrap_or(EIO)
}

impl Streams {
    /// Stands in while the streams are lent out.
    pub(super) fn lent() -> Self {
        Self { devices: vec![], streams: vec![], by_address: FxHashMap::default() }
    }

    pub(super) fn capture_output(&mut self) {
        self.devices[1] = Some(Device::Output(vec![]));
        if let Some(stream) = &mut self.streams[STDOUT] {
            stream.buffering = Buffering::Full;
        }
    }

    pub(super) fn take_output(&mut self) -> Vec<u8> {
        let _ = self.flush(STDOUT);
        match &mut self.devices[1] {
            Some(Device::Output(bytes)) => std::mem::take(bytes),
            _ => vec![],
        }
    }

    pub(super) fn set_input(&mut self, bytes: Vec<u8>) {
        self.devices[0] = Some(Device::Input { bytes, at: 0 });
    }

    fn device(&mut self, fd: i32) -> Result<&mut Device, i32> {
        usize::try_from(fd).ok().and_then(|fd| self.devices.get_mut(fd)).and_then(Option::as_mut).ok_or(EBADF)
    }

    /// Opens a file with the flags of `open`, which are the host's.
    pub(super) fn open(&mut self, path: &std::ffi::OsStr, flags: i32, mode: u32) -> Result<i32, i32> {
        let file = OpenOptions::new()
            .read(matches!(flags & 3, 0 | 2))
            .write(matches!(flags & 3, 1 | 2))
            .custom_flags(flags & !3)
            .mode(mode)
            .open(path)
            .map_err(|e| errno(&e))?;
        Ok(self.add_file(file))
    }

    pub(super) fn add_file(&mut self, file: File) -> i32 {
        self.add_device(Device::Host(file))
    }

    fn add_device(&mut self, device: Device) -> i32 {
        match self.devices.iter().position(Option::is_none) {
            Some(free) => {
                self.devices[free] = Some(device);
                free as i32
            }
            None => {
                self.devices.push(Some(device));
                self.devices.len() as i32 - 1
            }
        }
    }

    pub(super) fn close(&mut self, fd: i32) -> Result<(), i32> {
        self.device(fd)?;
        self.devices[fd as usize] = None;
        Ok(())
    }

    pub(super) fn duplicate(&mut self, fd: i32, target: Option<i32>) -> Result<i32, i32> {
        let copy = match self.device(fd)? {
            Device::Host(file) => Device::Host(file.try_clone().map_err(|e| errno(&e))?),
            Device::Input { .. } | Device::Output(_) => return Err(EBADF),
        };
        let Some(target) = target else { return Ok(self.add_device(copy)) };
        let at = usize::try_from(target).ok().filter(|&at| at < 1 << 16).ok_or(EBADF)?;
        if at >= self.devices.len() {
            self.devices.resize_with(at + 1, || None);
        }
        self.devices[at] = Some(copy);
        Ok(target)
    }

    /// The host's file of a descriptor.
    pub(super) fn host_file(&mut self, fd: i32) -> Result<&File, i32> {
        match self.device(fd)? {
            Device::Host(file) => Ok(file),
            Device::Input { .. } | Device::Output(_) => Err(EBADF),
        }
    }

    /// Reads at most as many bytes, straight from the descriptor.
    pub(super) fn read_fd(&mut self, fd: i32, len: usize) -> Result<Vec<u8>, i32> {
        match self.device(fd)? {
            Device::Host(file) => {
                let mut bytes = vec![0; len];
                let count = loop {
                    match file.read(&mut bytes) {
                        Err(e) if e.kind() == std::io::ErrorKind::Interrupted => {}
                        other => break other.map_err(|e| errno(&e))?,
                    }
                };
                bytes.truncate(count);
                Ok(bytes)
            }
            Device::Input { bytes, at } => {
                let count = len.min(bytes.len() - *at);
                let part = bytes[*at..*at + count].to_vec();
                *at += count;
                Ok(part)
            }
            Device::Output(_) => Err(EBADF),
        }
    }

    /// Writes all bytes, straight to the descriptor.
    pub(super) fn write_fd(&mut self, fd: i32, bytes: &[u8]) -> Result<(), i32> {
        match self.device(fd)? {
            Device::Host(file) => file.write_all(bytes).map_err(|e| errno(&e)),
            Device::Input { .. } => Err(EBADF),
            Device::Output(all) => {
                all.extend_from_slice(bytes);
                Ok(())
            }
        }
    }

    pub(super) fn seek_fd(&mut self, fd: i32, offset: i64, whence: i64) -> Result<u64, i32> {
        let target = match whence {
            0 => SeekFrom::Start(u64::try_from(offset).map_err(|_| EINVAL)?),
            1 => SeekFrom::Current(offset),
            2 => SeekFrom::End(offset),
            _ => return Err(EINVAL),
        };
        match self.device(fd)? {
            Device::Host(file) => file.seek(target).map_err(|e| errno(&e)),
            Device::Input { bytes, at } => {
                let new = match target {
                    SeekFrom::Start(place) => Some(place),
                    SeekFrom::Current(by) => (*at as u64).checked_add_signed(by),
                    SeekFrom::End(by) => (bytes.len() as u64).checked_add_signed(by),
                };
                let new = new.filter(|&new| new <= bytes.len() as u64).ok_or(EINVAL)?;
                *at = new as usize;
                Ok(new)
            }
            Device::Output(_) => Err(ESPIPE),
        }
    }

    pub(super) fn is_terminal(&mut self, fd: i32) -> Result<bool, i32> {
        Ok(match self.device(fd)? {
            Device::Host(file) => file.is_terminal(),
            Device::Input { .. } | Device::Output(_) => false,
        })
    }

    /// A stream on a descriptor.
    pub(super) fn add_stream(&mut self, fd: i32, readable: bool, writable: bool) -> StreamId {
        let buffering = match self.is_terminal(fd) {
            Ok(true) => Buffering::Line,
            _ => Buffering::Full,
        };
        self.insert(Stream::new(End::Descriptor(fd), readable, writable, buffering))
    }

    /// A stream that gives the bytes and then ends.
    pub(super) fn add_reader(&mut self, bytes: Vec<u8>) -> StreamId {
        let mut stream = Stream::new(End::Memory, true, false, Buffering::Full);
        stream.ahead = bytes;
        self.insert(stream)
    }

    fn insert(&mut self, stream: Stream) -> StreamId {
        match self.streams.iter().skip(3).position(Option::is_none) {
            Some(free) => {
                self.streams[free + 3] = Some(stream);
                free + 3
            }
            None => {
                self.streams.push(Some(stream));
                self.streams.len() - 1
            }
        }
    }

    pub(super) fn stream(&mut self, id: StreamId) -> Result<&mut Stream, i32> {
        self.streams.get_mut(id).and_then(Option::as_mut).ok_or(EBADF)
    }

    /// Notes what a stream is used for next; what the standard does not allow is an error. Where it can be both read and
    /// written, something else must stand between the two, unless the input came to its end.
    pub(super) fn turn_to(&mut self, id: StreamId, next: Use) -> Result<(), &'static str> {
        let Ok(stream) = self.stream(id) else { return Ok(()) };
        let last = std::mem::replace(&mut stream.used, next);
        let both = stream.readable && stream.writable;
        match (last, next) {
            (Use::Output, Use::Input) if both => {
                Err("input follows output, and neither fflush nor a change of the position stands between")
            }
            (Use::Input, Use::Output) if both && !stream.eof => {
                Err("output follows input, and no change of the position stands between")
            }
            _ => Ok(()),
        }
    }

    pub(super) fn is_open(&self, id: StreamId) -> bool {
        self.streams.get(id).is_some_and(Option::is_some)
    }

    pub(super) fn descriptor(&mut self, id: StreamId) -> Result<i32, i32> {
        match self.stream(id)?.end {
            End::Descriptor(fd) => Ok(fd),
            End::Memory => Err(EBADF),
        }
    }

    pub(super) fn set_buffering(&mut self, id: StreamId, buffering: Buffering) -> Result<(), i32> {
        self.flush(id)?;
        self.stream(id)?.buffering = buffering;
        Ok(())
    }

    /// Flushes and forgets a stream, and closes its descriptor.
    pub(super) fn close_stream(&mut self, id: StreamId) -> Result<(), i32> {
        let flushed = self.flush(id);
        let fd = self.descriptor(id);
        self.streams[id] = None;
        if let Ok(fd) = fd {
            self.close(fd)?;
        }
        flushed
    }

    /// Connects a stream to another descriptor, as `freopen` does.
    pub(super) fn reconnect(&mut self, id: StreamId, fd: i32, readable: bool, writable: bool) {
        let buffering = match self.is_terminal(fd) {
            Ok(true) => Buffering::Line,
            _ if id == STDERR => Buffering::None,
            _ => Buffering::Full,
        };
        let mut stream = Stream::new(End::Descriptor(fd), readable, writable, buffering);
        stream.file = self.stream(id).map_or(Pointer::NULL, |old| old.file);
        self.streams[id] = Some(stream);
    }

    /// Sends pending output to the file; takes input read ahead back.
    pub(super) fn flush(&mut self, id: StreamId) -> Result<(), i32> {
        let stream = self.stream(id)?;
        let End::Descriptor(fd) = stream.end else { return Ok(()) };
        if stream.pending.is_empty() {
            return Ok(());
        }
        let bytes = std::mem::take(&mut stream.pending);
        let result = self.write_fd(fd, &bytes);
        if result.is_err() {
            self.stream(id)?.error = true;
        }
        result
    }

    pub(super) fn flush_all(&mut self) {
        for stream in self.streams.iter_mut().flatten().filter(|stream| stream.used == Use::Output) {
            stream.used = Use::Other;
        }
        for id in 0..self.streams.len() {
            let _ = self.flush(id);
        }
    }

    /// Drops what streams still hold, as `_exit` does.
    pub(super) fn forget_output(&mut self) {
        self.streams.iter_mut().flatten().for_each(|stream| stream.pending.clear());
    }

    /// Gives bytes read ahead back to the file, so that its place is the stream's.
    fn drop_ahead(&mut self, id: StreamId) -> Result<(), i32> {
        let stream = self.stream(id)?;
        let unread = stream.unread();
        stream.ahead.clear();
        stream.at = 0;
        if let (End::Descriptor(fd), true) = (stream.end, unread > 0) {
            self.seek_fd(fd, -(unread as i64), 1)?;
        }
        Ok(())
    }

    /// Writes to a stream.
    pub(super) fn write(&mut self, id: StreamId, bytes: &[u8]) -> Result<(), i32> {
        let stream = self.stream(id)?;
        if !stream.writable {
            stream.error = true;
            return Err(EBADF);
        }
        if !stream.ahead.is_empty() {
            let _ = self.drop_ahead(id);
        }
        let stream = self.stream(id)?;
        let mut bytes = bytes;
        if stream.buffering == Buffering::Full && stream.end != End::Memory {
            // Fill the buffer; once it is full, whole blocks go straight out.
            let room = BUFFER.saturating_sub(stream.pending.len()).min(bytes.len());
            stream.pending.extend_from_slice(&bytes[..room]);
            bytes = &bytes[room..];
            if bytes.is_empty() {
                return Ok(());
            }
            self.flush(id)?;
            let blocks = bytes.len() - bytes.len() % BUFFER;
            if blocks > 0 {
                let fd = self.descriptor(id)?;
                if let Err(code) = self.write_fd(fd, &bytes[..blocks]) {
                    self.stream(id)?.error = true;
                    return Err(code);
                }
                bytes = &bytes[blocks..];
            }
        }
        let stream = self.stream(id)?;
        stream.pending.extend_from_slice(bytes);
        let goes_out = match stream.buffering {
            Buffering::None => true,
            Buffering::Line => bytes.contains(&b'\n') || stream.pending.len() > BUFFER,
            Buffering::Full => false,
        };
        if goes_out { self.flush(id) } else { Ok(()) }
    }

    /// The next byte, without taking it; `None` at the end of the file.
    pub(super) fn peek(&mut self, id: StreamId) -> Result<Option<u8>, i32> {
        let stream = self.stream(id)?;
        if let Some(&byte) = stream.ahead.get(stream.at) {
            return Ok(Some(byte));
        }
        if !stream.readable {
            stream.error = true;
            return Err(EBADF);
        }
        let End::Descriptor(fd) = stream.end else {
            stream.eof = true;
            return Ok(None);
        };
        if !stream.pending.is_empty() {
            self.flush(id)?;
        }
        if fd == 0 {
            self.flush_before_input();
        }
        match self.read_fd(fd, BUFFER) {
            Ok(bytes) => {
                let stream = self.stream(id)?;
                stream.eof |= bytes.is_empty();
                stream.ahead = bytes;
                stream.at = 0;
                Ok(stream.ahead.first().copied())
            }
            Err(code) => {
                self.stream(id)?.error = true;
                Err(code)
            }
        }
    }

    /// Whoever sits at the terminal sees the question before the answer is awaited.
    fn flush_before_input(&mut self) {
        let line = self.stream(STDOUT).is_ok_and(|s| s.buffering == Buffering::Line);
        if line || self.is_terminal(0) == Ok(true) {
            let _ = self.flush(STDOUT);
        }
    }

    /// The next byte.
    pub(super) fn read_byte(&mut self, id: StreamId) -> Result<Option<u8>, i32> {
        let byte = self.peek(id)?;
        if byte.is_some() {
            self.stream(id)?.at += 1;
        }
        Ok(byte)
    }

    /// Up to a number of bytes, and what stopped it earlier if not the end of the file.
    pub(super) fn read(&mut self, id: StreamId, len: usize) -> (Vec<u8>, Result<(), i32>) {
        let mut bytes = vec![];
        while bytes.len() < len {
            match self.peek(id) {
                Ok(Some(_)) => {}
                Ok(None) => break,
                Err(code) => return (bytes, Err(code)),
            }
            if let Ok(stream) = self.stream(id) {
                let count = stream.unread().min(len - bytes.len());
                bytes.extend_from_slice(&stream.ahead[stream.at..stream.at + count]);
                stream.at += count;
            }
        }
        (bytes, Ok(()))
    }

    /// Up to and with a byte, at most a number of bytes.
    pub(super) fn read_until(&mut self, id: StreamId, end: u8, most: usize) -> Result<Vec<u8>, i32> {
        let mut bytes = vec![];
        while bytes.len() < most && self.peek(id)?.is_some() {
            let stream = self.stream(id)?;
            let window = &stream.ahead[stream.at..][..stream.unread().min(most - bytes.len())];
            let found = memchr::memchr(end, window);
            let count = found.map_or(window.len(), |at| at + 1);
            bytes.extend_from_slice(&window[..count]);
            stream.at += count;
            if found.is_some() {
                break;
            }
        }
        Ok(bytes)
    }

    pub(super) fn unread_byte(&mut self, id: StreamId, byte: u8) -> Result<(), i32> {
        let stream = self.stream(id)?;
        if !stream.readable {
            return Err(EBADF);
        }
        if stream.at > 0 {
            stream.at -= 1;
            stream.ahead[stream.at] = byte;
        } else {
            stream.ahead.insert(0, byte);
        }
        stream.eof = false;
        Ok(())
    }

    pub(super) fn seek(&mut self, id: StreamId, offset: i64, whence: i64) -> Result<(), i32> {
        self.flush(id)?;
        let stream = self.stream(id)?;
        let unread = stream.unread() as i64;
        let End::Descriptor(fd) = stream.end else {
            let base = match whence {
                0 => 0,
                1 => stream.at as i64,
                2 => stream.ahead.len() as i64,
                _ => return Err(EINVAL),
            };
            let place = usize::try_from(base.saturating_add(offset)).map_err(|_| EINVAL)?;
            if place > stream.ahead.len() {
                return Err(EINVAL);
            }
            stream.at = place;
            stream.eof = false;
            return Ok(());
        };
        let offset = if whence == 1 { offset - unread } else { offset };
        self.seek_fd(fd, offset, whence)?;
        let stream = self.stream(id)?;
        stream.ahead.clear();
        stream.at = 0;
        stream.eof = false;
        Ok(())
    }

    pub(super) fn tell(&mut self, id: StreamId) -> Result<u64, i32> {
        let stream = self.stream(id)?;
        let (unread, pending) = (stream.unread() as u64, stream.pending.len() as u64);
        match stream.end {
            End::Memory => Ok(stream.at as u64),
            End::Descriptor(fd) => Ok((self.seek_fd(fd, 0, 1)? + pending).saturating_sub(unread)),
        }
    }
}

/// Flags of `open` for a mode of `fopen`, and whether it reads and writes.
pub(super) fn parse_mode(mode: &[u8]) -> Option<(i32, bool, bool)> {
    const CREATE: i32 = 0o100;
    const EXCLUSIVE: i32 = 0o200;
    const TRUNCATE: i32 = 0o1000;
    const APPEND: i32 = 0o2000;
    let rest = mode.get(1..)?;
    let until_comma = rest.split(|&b| b == b',').next().unwrap_or(&[]);
    let plus = until_comma.contains(&b'+');
    let exclusive = if until_comma.contains(&b'x') { EXCLUSIVE } else { 0 };
    let access = |plain: i32| if plus { 2 } else { plain };
    match mode[0] {
        b'r' => Some((access(0), true, plus)),
        b'w' => Some((access(1) | CREATE | TRUNCATE | exclusive, plus, true)),
        b'a' => Some((access(1) | CREATE | APPEND | exclusive, plus, true)),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn captured() -> Streams {
        let mut streams = Streams::default();
        streams.capture_output();
        streams
    }

    #[test]
    fn output_waits_for_the_buffer_to_fill() {
        let mut streams = captured();
        streams.write(STDOUT, b"abc").expect("written");
        assert!(matches!(&streams.devices[1], Some(Device::Output(all)) if all.is_empty()));
        streams.write(STDOUT, &vec![b'x'; 3 * BUFFER]).expect("written");
        assert!(matches!(&streams.devices[1], Some(Device::Output(all)) if all.len() == 3 * BUFFER));
        assert_eq!(streams.take_output().len(), 3 + 3 * BUFFER);
    }

    #[test]
    fn input_ends_and_takes_bytes_back() {
        let mut streams = Streams::default();
        streams.set_input(b"ab\nc".to_vec());
        assert_eq!(streams.read_until(0, b'\n', 100), Ok(b"ab\n".to_vec()));
        assert_eq!(streams.read_byte(0), Ok(Some(b'c')));
        assert_eq!(streams.read_byte(0), Ok(None));
        assert!(streams.stream(0).expect("open").eof);
        streams.unread_byte(0, b'z').expect("pushed back");
        assert!(!streams.stream(0).expect("open").eof);
        assert_eq!(streams.read_byte(0), Ok(Some(b'z')));
        streams.seek(0, 1, 0).expect("seekable");
        assert_eq!(streams.tell(0), Ok(1));
        assert_eq!(streams.read(0, 10).0, b"b\nc");
    }

    #[test]
    fn modes() {
        assert_eq!(parse_mode(b"r"), Some((0, true, false)));
        assert_eq!(parse_mode(b"rb+"), Some((2, true, true)));
        assert_eq!(parse_mode(b"wx"), Some((1 | 0o1300, false, true)));
        assert_eq!(parse_mode(b"a+"), Some((2 | 0o2100, true, true)));
        assert_eq!(parse_mode(b"q"), None);
        assert_eq!(parse_mode(b""), None);
    }
}
