//! POSIX: descriptors, files by name, signals, mappings, and facts about the process.

use std::os::unix::fs::{FileExt, MetadataExt};

use fathom_ir::{Property, Type};

use super::vararg::VaCursor;
use super::{LibraryFn, int, long_long, nothing, pointer, succeed, unmodelled};
use crate::fault::{Fault, Step, Stop};
use crate::machine::{Args, Machine, Reply, Scalar};
use crate::memory::{Access, Family, ObjectKind, Pointer};

const ENOMEM: i32 = 12;
const EINVAL: i32 = 22;
const ENOTTY: i32 = 25;
const ERANGE: i32 = 34;
const ENOSYS: i32 = 38;
const PAGE: u64 = 4096;

pub(super) fn find(name: &str) -> Option<LibraryFn> {
    Some(match name {
        "write" | "__write" => write,
        "read" | "__read" => read,
        "pwrite" | "pwrite64" => |m, a| at_offset(m, a, true),
        "pread" | "pread64" => |m, a| at_offset(m, a, false),
        "writev" => |m, a| vectored(m, a, write_range),
        "readv" => |m, a| vectored(m, a, read_range),
        "open" | "open64" | "__open" | "__open_2" => open,
        "creat" | "creat64" => creat,
        "close" | "__close" => |m, a| {
            let result = m.library.streams.close(a.signed(0)? as i32);
            m.status(result)
        },
        "lseek" => |m, a| lseek(m, a, false),
        "lseek64" => |m, a| lseek(m, a, true),
        "dup" => |m, a| dup(m, a, false),
        "dup2" => |m, a| dup(m, a, true),
        "fsync" | "fdatasync" | "sync" | "flock" | "lockf" => succeed,
        "ftruncate" | "ftruncate64" => ftruncate,
        "isatty" => isatty,
        "fcntl" | "fcntl64" | "__fcntl" => fcntl,
        "ioctl" => |m, _| m.fail(ENOTTY),
        "stat" | "stat64" | "lstat" | "lstat64" => |m, a| stat(m, a, 0),
        "__xstat" | "__xstat64" | "__lxstat" | "__lxstat64" => |m, a| stat(m, a, 1),
        "fstat" | "fstat64" => |m, a| fstat(m, a, 0),
        "__fxstat" | "__fxstat64" => |m, a| fstat(m, a, 1),
        "access" => access,
        "unlink" => |m, a| by_path(m, a, |path| std::fs::remove_file(path)),
        "remove" => {
            |m, a| by_path(m, a, |path| std::fs::remove_file(path).or_else(|_| std::fs::remove_dir(path)))
        }
        "rmdir" => |m, a| by_path(m, a, |path| std::fs::remove_dir(path)),
        "mkdir" => |m, a| by_path(m, a, |path| std::fs::create_dir(path)),
        "chdir" => |m, a| by_path(m, a, |path| std::env::set_current_dir(path)),
        "chmod" | "fchmod" | "chown" | "fchown" | "utime" | "utimes" => succeed,
        "umask" => |m, a| {
            let mask = a.int(0)? as i32 & 0o777;
            int(std::mem::replace(&mut m.library.mask, mask))
        },
        "rename" => rename,
        "mkstemp" | "mkstemp64" => |m, a| mkstemp(m, a, false),
        "mkdtemp" => |m, a| mkstemp(m, a, true),
        "tmpfile" | "tmpfile64" => tmpfile,
        "tmpnam" => tmpnam,
        "getcwd" => getcwd,
        "getpid" => |_, _| int(std::process::id() as i32),
        "getppid" => |_, _| int(std::os::unix::process::parent_id() as i32),
        "gettid" => |_, _| int(std::process::id() as i32),
        "getuid" | "geteuid" => |_, _| int(owner().0),
        "getgid" | "getegid" => |_, _| int(owner().1),
        "getpgrp" | "getsid" => |_, _| int(std::process::id() as i32),
        "signal" | "bsd_signal" | "__sysv_signal" | "sysv_signal" | "ssignal" => signal,
        "sigaction" | "__sigaction" => sigaction,
        "raise" | "gsignal" => |m, a| deliver(m, a.int(0)? as u32),
        "kill" => kill,
        "sigemptyset" => |m, a| sigset(m, a, 0),
        "sigfillset" => |m, a| sigset(m, a, 0xff),
        "sigaddset" => |m, a| sigset_one(m, a, true),
        "sigdelset" => |m, a| sigset_one(m, a, false),
        "sigismember" => sigismember,
        "sigprocmask" | "sigaltstack" | "siginterrupt" | "sigpending" => succeed,
        "mmap" | "mmap64" => mmap,
        "munmap" => munmap,
        "mprotect" | "madvise" | "msync" | "mlock" | "munlock" | "posix_madvise" => succeed,
        "sysconf" => sysconf,
        "getpagesize" => |_, _| int(PAGE as i32),
        "getrandom" => getrandom,
        "getentropy" => getentropy,
        "arc4random" => |_, _| int(u32::from_le_bytes(random_bytes::<4>()) as i32),
        "getauxval" => |m, _| m.word(0),
        "poll" | "select" => succeed,
        "dl_iterate_phdr" => succeed,
        "dlsym" | "dlopen" | "dlerror" => |_, _| pointer(Pointer::NULL),
        "dlclose" | "dladdr" => succeed,
        "syscall" => syscall,
        "gnu_get_libc_version" => |m, _| {
            let text = m.constant_text("2.36");
            pointer(text)
        },
        "__errno_location" | "__errno" | "___errno" => |m, _| {
            let object = m.errno_object();
            pointer(object)
        },
        "sched_getaffinity" | "sched_setaffinity" => |m, _| m.fail(ENOSYS),
        "get_nprocs" | "get_nprocs_conf" => |_, _| int(1),
        "getrlimit" | "getrlimit64" => getrlimit,
        "setrlimit" | "setrlimit64" => succeed,
        "gethostname" => gethostname,
        "uname" => uname,
        "setpriority" | "getpriority" | "nice" => succeed,
        "malloc_trim" | "mallopt" => |_, _| int(1),
        "malloc_stats" | "tzsetwall" | "closelog" | "openlog" => nothing,
        "pause" | "wait" | "waitpid" | "execv" | "execve" | "execvp" | "execl" | "execlp" | "pipe"
        | "pipe2" | "socket" | "connect" | "bind" | "listen" | "accept" | "opendir" | "readdir"
        | "closedir" | "getaddrinfo" | "posix_spawn" | "sigwait" | "sigsuspend" | "ptrace" | "realpath"
        | "readlink" | "symlink" | "link" | "truncate" | "getpwuid" | "getpwnam" | "getlogin" | "ttyname" => {
            unmodelled
        }
        _ => return None,
    })
}

fn code(error: &std::io::Error) -> i32 {
    error.raw_os_error().unwrap_or(5)
}

/// User and group of this process.
fn owner() -> (i32, i32) {
    std::fs::metadata("/proc/self").map_or((0, 0), |data| (data.uid() as i32, data.gid() as i32))
}

impl Machine<'_> {
    /// 0, or -1 and `errno`.
    fn status(&mut self, result: Result<(), i32>) -> Step<Reply> {
        match result {
            Ok(()) => int(0),
            Err(code) => self.fail(code),
        }
    }

    /// A `ssize_t`, or -1 and `errno`.
    fn count(&mut self, result: Result<u64, i32>) -> Step<Reply> {
        match result {
            Ok(count) => self.word(count),
            Err(code) => {
                self.set_errno(code)?;
                self.word(u64::MAX)
            }
        }
    }
}

/// Writes a range of memory to a descriptor.
fn write_range(m: &mut Machine<'_>, fd: i32, source: Pointer, len: u64) -> Step<Result<u64, i32>> {
    let bytes = m.memory.raw_bytes(source, len)?;
    Ok(m.library.streams.write_fd(fd, bytes).map(|()| len))
}

/// Reads from a descriptor to a range of memory.
fn read_range(m: &mut Machine<'_>, fd: i32, target: Pointer, len: u64) -> Step<Result<u64, i32>> {
    m.memory.check_range(target, len, Access::Write)?;
    // The range exists, so the length is one of an object.
    match m.library.streams.read_fd(fd, len as usize) {
        Ok(bytes) => {
            m.memory.write(target, &bytes)?;
            Ok(Ok(bytes.len() as u64))
        }
        Err(code) => Ok(Err(code)),
    }
}

fn write(m: &mut Machine<'_>, args: &Args<'_>) -> Step<Reply> {
    let result = write_range(m, args.signed(0)? as i32, args.ptr(1)?, args.int(2)?)?;
    m.count(result)
}

fn read(m: &mut Machine<'_>, args: &Args<'_>) -> Step<Reply> {
    let result = read_range(m, args.signed(0)? as i32, args.ptr(1)?, args.int(2)?)?;
    m.count(result)
}

/// `pread` and `pwrite`.
fn at_offset(m: &mut Machine<'_>, args: &Args<'_>, write: bool) -> Step<Reply> {
    let (fd, place, len) = (args.signed(0)? as i32, args.ptr(1)?, args.int(2)?);
    let Ok(offset) = u64::try_from(args.signed(3)?) else { return m.count(Err(EINVAL)) };
    if write {
        let bytes = m.memory.raw_bytes(place, len)?;
        let file = m.library.streams.host_file(fd);
        let result = file.and_then(|file| file.write_all_at(bytes, offset).map_err(|e| code(&e)));
        return m.count(result.map(|()| len));
    }
    m.memory.check_range(place, len, Access::Write)?;
    let mut bytes = vec![0; len as usize];
    let file = m.library.streams.host_file(fd);
    match file.and_then(|file| file.read_at(&mut bytes, offset).map_err(|e| code(&e))) {
        Ok(count) => {
            m.memory.write(place, &bytes[..count])?;
            m.word(count as u64)
        }
        Err(code) => m.count(Err(code)),
    }
}

/// A transfer of one range.
type Transfer = fn(&mut Machine<'_>, i32, Pointer, u64) -> Step<Result<u64, i32>>;

/// `readv` and `writev`: range after range, until one is cut short.
fn vectored(m: &mut Machine<'_>, args: &Args<'_>, transfer: Transfer) -> Step<Reply> {
    let (fd, ranges, word) = (args.signed(0)? as i32, args.ptr(1)?, m.word_bytes());
    let mut total = 0;
    for index in 0..args.int(2)? {
        let range = ranges.offset(2 * word * index);
        let (place, len) = (m.memory.load_ptr(range)?, m.memory.load_int(range.offset(word), word)?);
        match transfer(m, fd, place, len)? {
            Ok(count) => {
                total += count;
                if count < len {
                    break;
                }
            }
            Err(code) if total == 0 => return m.count(Err(code)),
            Err(_) => break,
        }
    }
    m.word(total)
}

fn open_with(m: &mut Machine<'_>, path: Pointer, flags: i32, mode: u32) -> Step<Reply> {
    let path = m.host_string(path)?;
    match m.library.streams.open(&path, flags, mode) {
        Ok(fd) => int(fd),
        Err(code) => m.fail(code),
    }
}

fn open(m: &mut Machine<'_>, args: &Args<'_>) -> Step<Reply> {
    let flags = args.signed(1)? as i32;
    // Only with O_CREAT (or O_TMPFILE) is there a mode.
    let mode = if flags & 0o100 != 0 { VaCursor::of_call(m, args)?.integer(m, 4)? as u32 } else { 0 };
    open_with(m, args.ptr(0)?, flags, mode)
}

fn creat(m: &mut Machine<'_>, args: &Args<'_>) -> Step<Reply> {
    open_with(m, args.ptr(0)?, 0o1101, args.int(1)? as u32)
}

fn lseek(m: &mut Machine<'_>, args: &Args<'_>, wide: bool) -> Step<Reply> {
    let result = m.library.streams.seek_fd(args.signed(0)? as i32, args.signed(1)?, args.signed(2)?);
    match (result, wide) {
        (Ok(place), true) => long_long(place as i64),
        (Err(code), true) => {
            m.set_errno(code)?;
            long_long(-1)
        }
        (result, false) => m.count(result),
    }
}

fn dup(m: &mut Machine<'_>, args: &Args<'_>, to: bool) -> Step<Reply> {
    let target = if to { Some(args.signed(1)? as i32) } else { None };
    match m.library.streams.duplicate(args.signed(0)? as i32, target) {
        Ok(fd) => int(fd),
        Err(code) => m.fail(code),
    }
}

fn ftruncate(m: &mut Machine<'_>, args: &Args<'_>) -> Step<Reply> {
    let (fd, length) = (args.signed(0)? as i32, args.signed(1)?);
    let result = match (m.library.streams.host_file(fd), u64::try_from(length)) {
        (Ok(file), Ok(length)) => file.set_len(length).map_err(|e| code(&e)),
        (Err(code), _) => Err(code),
        (_, Err(_)) => Err(EINVAL),
    };
    m.status(result)
}

fn isatty(m: &mut Machine<'_>, args: &Args<'_>) -> Step<Reply> {
    let failure = match m.library.streams.is_terminal(args.signed(0)? as i32) {
        Ok(true) => return int(1),
        Ok(false) => ENOTTY,
        Err(code) => code,
    };
    m.set_errno(failure)?;
    int(0)
}

fn fcntl(m: &mut Machine<'_>, args: &Args<'_>) -> Step<Reply> {
    if let Err(code) = m.library.streams.is_terminal(args.signed(0)? as i32) {
        return m.fail(code);
    }
    match args.signed(1)? {
        // F_GETFD, F_SETFD, F_SETFL and locks: nothing to see, nothing to do.
        1 | 2 | 4..=7 | 12..=14 => int(0),
        // F_GETFL.
        3 => int(2),
        _ => m.fail(EINVAL),
    }
}

/// Writes a `struct stat` of x86-64 or i386 Linux.
fn store_stat(m: &mut Machine<'_>, args: &Args<'_>, at: Pointer, data: &std::fs::Metadata) -> Step<Reply> {
    let wide = m.word_bits() == 64;
    let large = args.name.ends_with("64");
    let times = [
        (data.atime(), data.atime_nsec()),
        (data.mtime(), data.mtime_nsec()),
        (data.ctime(), data.ctime_nsec()),
    ];
    // Offset and size of each field.
    let (size, fields, time_at): (u64, Vec<(u64, u64, u64)>, u64) = if wide {
        let fields = vec![
            (0, 8, data.dev()),
            (8, 8, data.ino()),
            (16, 8, data.nlink()),
            (24, 4, data.mode().into()),
            (28, 4, data.uid().into()),
            (32, 4, data.gid().into()),
            (40, 8, data.rdev()),
            (48, 8, data.size()),
            (56, 8, data.blksize()),
            (64, 8, data.blocks()),
        ];
        (144, fields, 72)
    } else {
        let mut fields = vec![
            (0, 8, data.dev()),
            (12, 4, data.ino()),
            (16, 4, data.mode().into()),
            (20, 4, data.nlink()),
            (24, 4, data.uid().into()),
            (28, 4, data.gid().into()),
            (32, 8, data.rdev()),
        ];
        if large {
            fields.extend([(44, 8, data.size()), (52, 4, data.blksize()), (56, 8, data.blocks())]);
            fields.push((88, 8, data.ino()));
            (96, fields, 64)
        } else {
            fields.extend([(44, 4, data.size()), (48, 4, data.blksize()), (52, 4, data.blocks())]);
            (88, fields, 56)
        }
    };
    m.memory.fill(at, 0, 0, size)?;
    for (offset, bytes, value) in fields {
        m.memory.store_int(at.offset(offset), bytes, value & fathom_ir::bits::mask(bytes as u32 * 8))?;
    }
    let word = m.word_bytes();
    let mask = fathom_ir::bits::mask(m.word_bits());
    for (index, (seconds, nanoseconds)) in (0..).zip(times) {
        let place = at.offset(time_at + 2 * word * index);
        m.memory.store_int(place, word, seconds as u64 & mask)?;
        m.memory.store_int(place.offset(word), word, nanoseconds as u64)?;
    }
    int(0)
}

fn stat(m: &mut Machine<'_>, args: &Args<'_>, skip: usize) -> Step<Reply> {
    let path = m.host_string(args.ptr(skip)?)?;
    let link = args.name.contains("lstat") || args.name.contains("lxstat");
    let data = if link { std::fs::symlink_metadata(path) } else { std::fs::metadata(path) };
    match data {
        Ok(data) => store_stat(m, args, args.ptr(skip + 1)?, &data),
        Err(error) => m.fail(code(&error)),
    }
}

fn fstat(m: &mut Machine<'_>, args: &Args<'_>, skip: usize) -> Step<Reply> {
    let file = m.library.streams.host_file(args.signed(skip)? as i32);
    match file.and_then(|file| file.metadata().map_err(|e| code(&e))) {
        Ok(data) => store_stat(m, args, args.ptr(skip + 1)?, &data),
        Err(code) => m.fail(code),
    }
}

fn access(m: &mut Machine<'_>, args: &Args<'_>) -> Step<Reply> {
    let path = m.host_string(args.ptr(0)?)?;
    let wanted = args.int(1)?;
    let data = match std::fs::metadata(path) {
        Ok(data) => data,
        Err(error) => return m.fail(code(&error)),
    };
    let (user, group) = owner();
    let shift = match () {
        () if data.uid() as i32 == user => 6,
        () if data.gid() as i32 == group => 3,
        () => 0,
    };
    let granted = u64::from(data.mode() >> shift & 7);
    let granted = if user == 0 { granted | 6 | u64::from(data.mode() & 0o111 != 0) } else { granted };
    if wanted & !granted & 7 == 0 { int(0) } else { m.fail(13) }
}

fn by_path(
    m: &mut Machine<'_>,
    args: &Args<'_>,
    act: fn(&std::ffi::OsStr) -> std::io::Result<()>,
) -> Step<Reply> {
    let path = m.host_string(args.ptr(0)?)?;
    m.status(act(&path).map_err(|e| code(&e)))
}

fn rename(m: &mut Machine<'_>, args: &Args<'_>) -> Step<Reply> {
    let (from, to) = (m.host_string(args.ptr(0)?)?, m.host_string(args.ptr(1)?)?);
    m.status(std::fs::rename(from, to).map_err(|e| code(&e)))
}

/// A few random bytes.
fn random_bytes<const N: usize>() -> [u8; N] {
    let mut bytes = [0; N];
    if let Ok(mut source) = std::fs::File::open("/dev/urandom") {
        let _ = std::io::Read::read_exact(&mut source, &mut bytes);
    }
    bytes
}

/// Six letters for the name of a temporary file.
fn random_letters() -> [u8; 6] {
    const LETTERS: &[u8; 62] = b"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789";
    random_bytes::<6>().map(|b| LETTERS[usize::from(b) % LETTERS.len()])
}

/// `mkstemp` and `mkdtemp`: six letters of a template become a name that is free.
fn mkstemp(m: &mut Machine<'_>, args: &Args<'_>, directory: bool) -> Step<Reply> {
    const EEXIST: i32 = 17;
    let place = args.ptr(0)?;
    let template = m.string(place)?;
    let mut failure = EINVAL;
    if template.ends_with(b"XXXXXX") {
        for _ in 0..100 {
            m.memory.write(place.offset(template.len() as u64 - 6), &random_letters())?;
            let path = m.host_string(place)?;
            let made = match directory {
                true => std::fs::create_dir(&path).map(|()| 0).map_err(|e| code(&e)),
                false => m.library.streams.open(&path, 0o302, 0o600),
            };
            match made {
                Ok(_) if directory => return pointer(place),
                Ok(fd) => return int(fd),
                Err(code) => failure = code,
            }
            if failure != EEXIST {
                break;
            }
        }
    }
    if directory { m.fail_null(failure) } else { m.fail(failure) }
}

fn temporary_name() -> String {
    let letters = random_letters();
    let path = std::env::temp_dir().join(format!("file{}", String::from_utf8_lossy(&letters)));
    path.to_string_lossy().into_owned()
}

fn tmpfile(m: &mut Machine<'_>, _: &Args<'_>) -> Step<Reply> {
    let path = temporary_name();
    match m.library.streams.open(std::ffi::OsStr::new(&path), 0o302, 0o600) {
        Ok(fd) => {
            let _ = std::fs::remove_file(path);
            let id = m.library.streams.add_stream(fd, true, true);
            m.new_file(id)
        }
        Err(code) => m.fail_null(code),
    }
}

fn tmpnam(m: &mut Machine<'_>, args: &Args<'_>) -> Step<Reply> {
    let path = temporary_name();
    let target = args.ptr(0)?;
    if target.is_null() {
        return pointer(m.library_text("tmpnam", 4096, path.as_bytes())?);
    }
    m.memory.write(target, path.as_bytes())?;
    m.memory.write(target.offset(path.len() as u64), &[0])?;
    pointer(target)
}

fn getcwd(m: &mut Machine<'_>, args: &Args<'_>) -> Step<Reply> {
    let path = match std::env::current_dir() {
        Ok(path) => std::os::unix::ffi::OsStringExt::into_vec(path.into_os_string()),
        Err(error) => return m.fail_null(code(&error)),
    };
    let (target, room) = (args.ptr(0)?, args.int(1)?);
    if target.is_null() {
        return pointer(m.allocate_string(&path)?);
    }
    if path.len() as u64 >= room {
        return m.fail_null(ERANGE);
    }
    m.memory.write(target, &path)?;
    m.memory.write(target.offset(path.len() as u64), &[0])?;
    pointer(target)
}

/// Sets the handler of a signal and gives the one before.
fn set_handler(m: &mut Machine<'_>, signal: u32, handler: Pointer) -> Pointer {
    m.library.signals.insert(signal, handler).unwrap_or(Pointer::NULL)
}

fn signal(m: &mut Machine<'_>, args: &Args<'_>) -> Step<Reply> {
    let (signal, handler) = (args.int(0)? as u32, args.ptr(1)?);
    if signal == 0 || signal > 64 || matches!(signal, 9 | 19) {
        m.set_errno(EINVAL)?;
        let error = fathom_ir::bits::mask(m.word_bits());
        return pointer(Pointer { addr: error, ..Pointer::NULL });
    }
    pointer(set_handler(m, signal, handler))
}

fn sigaction(m: &mut Machine<'_>, args: &Args<'_>) -> Step<Reply> {
    let (signal, new, old) = (args.int(0)? as u32, args.ptr(1)?, args.ptr(2)?);
    if signal == 0 || signal > 64 || matches!(signal, 9 | 19) && !new.is_null() {
        return m.fail(EINVAL);
    }
    let handler = if new.is_null() { None } else { Some(m.memory.load_ptr(new)?) };
    let before = m.library.signals.get(&signal).copied().unwrap_or(Pointer::NULL);
    if !old.is_null() {
        let size = if m.word_bits() == 32 { 140 } else { 152 };
        m.memory.fill(old, 0, 0, size)?;
        m.memory.store_ptr(old, before)?;
    }
    if let Some(handler) = handler {
        set_handler(m, signal, handler);
    }
    int(0)
}

/// The end of the process by a signal: what streams still hold is lost, as it is natively.
fn killed(m: &mut Machine<'_>, signal: u32) -> Stop {
    m.library.streams.forget_output();
    Stop::Killed(128 + signal as i32)
}

/// The process gets a signal.
fn deliver(m: &mut Machine<'_>, signal: u32) -> Step<Reply> {
    let handler = m.library.signals.get(&signal).copied().unwrap_or(Pointer::NULL);
    match (handler.addr, signal) {
        (1, _) | (0, 0 | 17 | 18 | 23 | 28) => int(0),
        (0, _) => Err(killed(m, signal)),
        _ => {
            m.call_pointer(handler, &[Scalar::int(u64::from(signal))], &[Type::Int(32)])?;
            int(0)
        }
    }
}

/// `abort`: the handler of SIGABRT runs, and then the program ends all the same.
pub(super) fn abort(m: &mut Machine<'_>) -> Stop {
    match deliver(m, 6) {
        Ok(_) => killed(m, 6),
        Err(stop) => stop,
    }
}

fn kill(m: &mut Machine<'_>, args: &Args<'_>) -> Step<Reply> {
    let process = args.signed(0)?;
    if process != i64::from(std::process::id()) && process != 0 {
        return unmodelled(m, args);
    }
    deliver(m, args.int(1)? as u32)
}

fn sigset(m: &mut Machine<'_>, args: &Args<'_>, byte: u8) -> Step<Reply> {
    m.memory.fill(args.ptr(0)?, byte, 0, 128)?;
    int(0)
}

/// The byte and the bit of a signal in a set.
fn member(args: &Args<'_>) -> Step<Option<(Pointer, u8)>> {
    let (set, signal) = (args.ptr(0)?, args.int(1)?);
    let place = |signal: u64| (set.offset((signal - 1) / 8), 1u8 << ((signal - 1) % 8));
    Ok((1..=64).contains(&signal).then(|| place(signal)))
}

fn sigset_one(m: &mut Machine<'_>, args: &Args<'_>, add: bool) -> Step<Reply> {
    let Some((place, bit)) = member(args)? else { return m.fail(EINVAL) };
    let byte = m.byte(place)?;
    m.memory.write(place, &[if add { byte | bit } else { byte & !bit }])?;
    int(0)
}

fn sigismember(m: &mut Machine<'_>, args: &Args<'_>) -> Step<Reply> {
    let Some((place, bit)) = member(args)? else { return m.fail(EINVAL) };
    int(i32::from(m.byte(place)? & bit != 0))
}

fn mmap(m: &mut Machine<'_>, args: &Args<'_>) -> Step<Reply> {
    let failed = Pointer { addr: fathom_ir::bits::mask(m.word_bits()), ..Pointer::NULL };
    let (length, flags) = (args.int(1)?, args.int(3)?);
    if length == 0 {
        m.set_errno(EINVAL)?;
        return pointer(failed);
    }
    // MAP_ANONYMOUS without MAP_FIXED.
    if flags & 0x20 == 0 || flags & 0x10 != 0 {
        let what = "`mmap` of a file or at a fixed address is not modelled";
        return Err(Fault::stop(Property::Unmodelled, what));
    }
    let size = length.checked_next_multiple_of(PAGE);
    match size.and_then(|size| m.memory.add_heap(Family::Mapping, size, PAGE, true)) {
        Some(block) => pointer(block),
        None => {
            m.set_errno(ENOMEM)?;
            pointer(failed)
        }
    }
}

fn munmap(m: &mut Machine<'_>, args: &Args<'_>) -> Step<Reply> {
    let (block, length) = (args.ptr(0)?, args.int(1)?);
    let info = m.memory.info(block.prov);
    if let Some(info) = info.filter(|i| i.kind == ObjectKind::Heap(Family::Mapping))
        && (block.addr != info.base || length.next_multiple_of(PAGE) != info.size)
    {
        let inside = block.addr % PAGE == 0 && block.addr - info.base + length <= info.size;
        let what = "`munmap` of a part of a mapping is not modelled";
        return if inside { Err(Fault::stop(Property::Unmodelled, what)) } else { m.fail(EINVAL) };
    }
    m.memory.free(block, Family::Mapping)?;
    int(0)
}

fn sysconf(m: &mut Machine<'_>, args: &Args<'_>) -> Step<Reply> {
    match args.signed(0)? {
        // _SC_ARG_MAX, _SC_CLK_TCK, _SC_OPEN_MAX, _SC_PAGESIZE, processors, physical pages.
        0 => m.word(2_097_152),
        2 => m.word(100),
        4 => m.word(1024),
        30 => m.word(PAGE),
        83 | 84 => m.word(1),
        85 | 86 => m.word(1 << 20),
        _ => {
            m.set_errno(EINVAL)?;
            m.word(u64::MAX)
        }
    }
}

/// Fills memory with random bytes.
fn fill_random(m: &mut Machine<'_>, target: Pointer, length: u64) -> Step<()> {
    m.memory.check_range(target, length, Access::Write)?;
    let mut bytes = vec![];
    while (bytes.len() as u64) < length {
        bytes.extend(random_bytes::<256>());
    }
    bytes.truncate(length as usize);
    m.memory.write(target, &bytes)
}

fn getrandom(m: &mut Machine<'_>, args: &Args<'_>) -> Step<Reply> {
    let length = args.int(1)?;
    fill_random(m, args.ptr(0)?, length)?;
    m.word(length)
}

fn getentropy(m: &mut Machine<'_>, args: &Args<'_>) -> Step<Reply> {
    fill_random(m, args.ptr(0)?, args.int(1)?)?;
    int(0)
}

/// System calls that Rust's standard library makes by number.
fn syscall(m: &mut Machine<'_>, args: &Args<'_>) -> Step<Reply> {
    let number = args.int(0)?;
    let (getrandom, gettid, futex) = if m.word_bits() == 32 { (355, 224, 240) } else { (318, 186, 202) };
    if number == getrandom {
        let mut rest = VaCursor::of_call(m, args)?;
        let target = rest.pointer(m)?;
        let word = m.word_bytes();
        let length = rest.integer(m, word)?;
        fill_random(m, target, length)?;
        return m.word(length);
    }
    if number == gettid {
        return m.word(u64::from(std::process::id()));
    }
    if number == futex {
        let mut rest = VaCursor::of_call(m, args)?;
        let place = rest.pointer(m)?;
        let (operation, value) = (rest.integer(m, 4)? & 0x7f, rest.integer(m, 4)?);
        // Nobody waits, so nobody is woken; a wait for a change that was made already ends at once.
        if matches!(operation, 1 | 10) {
            return m.word(0);
        }
        if matches!(operation, 0 | 9) && m.memory.load_int(place, 4)? != value {
            m.set_errno(11)?;
            return m.word(u64::MAX);
        }
        let what = "the only thread waits for another that is not there";
        return Err(Fault::stop(Property::Unmodelled, what));
    }
    Err(Fault::stop(Property::Unmodelled, format!("the system call {number} is not modelled")))
}

fn getrlimit(m: &mut Machine<'_>, args: &Args<'_>) -> Step<Reply> {
    let target = args.ptr(1)?;
    let word = if args.name.ends_with("64") { 8 } else { m.word_bytes() };
    // The stack has 8 MiB, the rest no limit.
    let limit = if args.int(0)? == 3 { 8 << 20 } else { u64::MAX };
    let mask = fathom_ir::bits::mask(word as u32 * 8);
    m.memory.store_int(target, word, limit & mask)?;
    m.memory.store_int(target.offset(word), word, mask)?;
    int(0)
}

fn gethostname(m: &mut Machine<'_>, args: &Args<'_>) -> Step<Reply> {
    let name = b"localhost\0";
    let room = args.int(1)?;
    let kept = &name[..name.len().min(room as usize)];
    m.memory.write(args.ptr(0)?, kept)?;
    int(0)
}

fn uname(m: &mut Machine<'_>, args: &Args<'_>) -> Step<Reply> {
    let target = args.ptr(0)?;
    m.memory.fill(target, 0, 0, 6 * 65)?;
    let machine = if m.word_bits() == 32 { "i686" } else { "x86_64" };
    for (at, text) in (0..).zip(["Linux", "localhost", "6.1.0", "#1 SMP", machine, "(none)"]) {
        m.memory.write(target.offset(65 * at), text.as_bytes())?;
    }
    int(0)
}
