//! Texts of the library: messages of errors and signals.

use super::{LibraryFn, int, pointer};
use crate::fault::Step;
use crate::machine::{Args, Machine, Reply};

pub(super) fn find(name: &str) -> Option<LibraryFn> {
    Some(match name {
        "strerror" | "strerror_l" => strerror,
        "strerror_r" => strerror_gnu,
        "__xpg_strerror_r" => strerror_posix,
        "strerrordesc_np" => strerror,
        "strsignal" => strsignal,
        _ => return None,
    })
}

/// `strerror`.
pub(super) fn error_text(code: i32) -> String {
    match usize::try_from(code).ok().and_then(|at| ERRORS.get(at)) {
        Some(text) => (*text).to_owned(),
        None => format!("Unknown error {code}"),
    }
}

fn strerror(m: &mut Machine<'_>, args: &Args<'_>) -> Step<Reply> {
    let code = args.signed(0)? as i32;
    match usize::try_from(code).ok().and_then(|at| ERRORS.get(at)) {
        Some(text) => pointer(m.constant_text(text)),
        None => pointer(m.library_text("strerror", 64, error_text(code).as_bytes())?),
    }
}

/// GNU's: the text may lie elsewhere than in the buffer.
fn strerror_gnu(m: &mut Machine<'_>, args: &Args<'_>) -> Step<Reply> {
    let code = args.signed(0)? as i32;
    if let Some(text) = usize::try_from(code).ok().and_then(|at| ERRORS.get(at)) {
        return pointer(m.constant_text(text));
    }
    let (buffer, size) = (args.ptr(1)?, args.int(2)?);
    put(m, buffer, size, &error_text(code))?;
    pointer(buffer)
}

fn strerror_posix(m: &mut Machine<'_>, args: &Args<'_>) -> Step<Reply> {
    let (code, size) = (args.signed(0)? as i32, args.int(2)?);
    let text = error_text(code);
    put(m, args.ptr(1)?, size, &text)?;
    int(if usize::try_from(code).map_or(true, |at| at >= ERRORS.len()) {
        22
    } else if text.len() as u64 >= size {
        34
    } else {
        0
    })
}

fn put(m: &mut Machine<'_>, buffer: crate::memory::Pointer, size: u64, text: &str) -> Step<()> {
    if size > 0 {
        let kept = &text.as_bytes()[..text.len().min(size as usize - 1)];
        m.memory.write(buffer, kept)?;
        m.memory.write(buffer.offset(kept.len() as u64), &[0])?;
    }
    Ok(())
}

fn strsignal(m: &mut Machine<'_>, args: &Args<'_>) -> Step<Reply> {
    let signal = args.signed(0)?;
    let text = match usize::try_from(signal).ok().and_then(|at| SIGNALS.get(at)) {
        Some(text) => (*text).to_owned(),
        None if (34..=64).contains(&signal) => format!("Real-time signal {}", signal - 34),
        None => format!("Unknown signal {signal}"),
    };
    pointer(m.library_text("strsignal", 64, text.as_bytes())?)
}

/// Messages of `errno` values on Linux.
const ERRORS: [&str; 134] = [
    "Success",
    "Operation not permitted",
    "No such file or directory",
    "No such process",
    "Interrupted system call",
    "Input/output error",
    "No such device or address",
    "Argument list too long",
    "Exec format error",
    "Bad file descriptor",
    "No child processes",
    "Resource temporarily unavailable",
    "Cannot allocate memory",
    "Permission denied",
    "Bad address",
    "Block device required",
    "Device or resource busy",
    "File exists",
    "Invalid cross-device link",
    "No such device",
    "Not a directory",
    "Is a directory",
    "Invalid argument",
    "Too many open files in system",
    "Too many open files",
    "Inappropriate ioctl for device",
    "Text file busy",
    "File too large",
    "No space left on device",
    "Illegal seek",
    "Read-only file system",
    "Too many links",
    "Broken pipe",
    "Numerical argument out of domain",
    "Numerical result out of range",
    "Resource deadlock avoided",
    "File name too long",
    "No locks available",
    "Function not implemented",
    "Directory not empty",
    "Too many levels of symbolic links",
    "Unknown error 41",
    "No message of desired type",
    "Identifier removed",
    "Channel number out of range",
    "Level 2 not synchronized",
    "Level 3 halted",
    "Level 3 reset",
    "Link number out of range",
    "Protocol driver not attached",
    "No CSI structure available",
    "Level 2 halted",
    "Invalid exchange",
    "Invalid request descriptor",
    "Exchange full",
    "No anode",
    "Invalid request code",
    "Invalid slot",
    "Unknown error 58",
    "Bad font file format",
    "Device not a stream",
    "No data available",
    "Timer expired",
    "Out of streams resources",
    "Machine is not on the network",
    "Package not installed",
    "Object is remote",
    "Link has been severed",
    "Advertise error",
    "Srmount error",
    "Communication error on send",
    "Protocol error",
    "Multihop attempted",
    "RFS specific error",
    "Bad message",
    "Value too large for defined data type",
    "Name not unique on network",
    "File descriptor in bad state",
    "Remote address changed",
    "Can not access a needed shared library",
    "Accessing a corrupted shared library",
    ".lib section in a.out corrupted",
    "Attempting to link in too many shared libraries",
    "Cannot exec a shared library directly",
    "Invalid or incomplete multibyte or wide character",
    "Interrupted system call should be restarted",
    "Streams pipe error",
    "Too many users",
    "Socket operation on non-socket",
    "Destination address required",
    "Message too long",
    "Protocol wrong type for socket",
    "Protocol not available",
    "Protocol not supported",
    "Socket type not supported",
    "Operation not supported",
    "Protocol family not supported",
    "Address family not supported by protocol",
    "Address already in use",
    "Cannot assign requested address",
    "Network is down",
    "Network is unreachable",
    "Network dropped connection on reset",
    "Software caused connection abort",
    "Connection reset by peer",
    "No buffer space available",
    "Transport endpoint is already connected",
    "Transport endpoint is not connected",
    "Cannot send after transport endpoint shutdown",
    "Too many references: cannot splice",
    "Connection timed out",
    "Connection refused",
    "Host is down",
    "No route to host",
    "Operation already in progress",
    "Operation now in progress",
    "Stale file handle",
    "Structure needs cleaning",
    "Not a XENIX named type file",
    "No XENIX semaphores available",
    "Is a named type file",
    "Remote I/O error",
    "Disk quota exceeded",
    "No medium found",
    "Wrong medium type",
    "Operation canceled",
    "Required key not available",
    "Key has expired",
    "Key has been revoked",
    "Key was rejected by service",
    "Owner died",
    "State not recoverable",
    "Operation not possible due to RF-kill",
    "Memory page has hardware error",
];

/// Messages of signals on Linux.
const SIGNALS: [&str; 32] = [
    "Unknown signal 0",
    "Hangup",
    "Interrupt",
    "Quit",
    "Illegal instruction",
    "Trace/breakpoint trap",
    "Aborted",
    "Bus error",
    "Floating point exception",
    "Killed",
    "User defined signal 1",
    "Segmentation fault",
    "User defined signal 2",
    "Broken pipe",
    "Alarm clock",
    "Terminated",
    "Stack fault",
    "Child exited",
    "Continued",
    "Stopped (signal)",
    "Stopped",
    "Stopped (tty input)",
    "Stopped (tty output)",
    "Urgent I/O condition",
    "CPU time limit exceeded",
    "File size limit exceeded",
    "Virtual timer expired",
    "Profiling timer expired",
    "Window changed",
    "I/O possible",
    "Power failure",
    "Bad system call",
];
