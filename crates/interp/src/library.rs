//! The C library: functions without a body that the interpreter knows.
//!
//! A library function checks its arguments as the standard demands and fails the property that fits,
//! at the position of the call. What it gives and prints is what glibc gives and prints in the C
//! locale.
//!
//! One file an area: [`find`] asks each in turn for a name. The parts that need no running program are
//! pure and tested by themselves: `decimal` (floats as decimal digits and back), `format` (the language
//! of `printf`), `scan` (that of `scanf`), `random`.

mod ctype;
mod cxx;
mod decimal;
mod environment;
mod float;
mod format;
mod logarithm;
mod math;
mod memory;
mod number;
mod options;
mod posix;
mod print;
mod random;
mod rtti;
mod scan;
mod sort;
mod special;
mod stdcxx;
mod stdio;
mod stdlib;
mod stream;
mod string;
mod text;
mod thread;
mod time;
mod tree;
mod vararg;
mod verifier;
mod wide;

use fathom_ir::{Bits, GlobalId, Property, Symbol};
use rustc_hash::FxHashMap;

use crate::fault::{Fault, Step, Stop};
use crate::machine::{Args, Machine, Reply, Scalar};
use crate::memory::{Access, ObjectKind, ObjectName, Pointer};

pub use environment::{environment, external_object};
pub use stdlib::run_exit_handlers;

/// A library function.
pub type LibraryFn = fn(&mut Machine<'_>, &Args<'_>) -> Step<Reply>;

/// State of the library.
#[derive(Default)]
pub struct Library {
    /// Objects the library keeps for ever, by a name of its own: `errno`, results of `strerror`, …
    statics: FxHashMap<&'static str, Pointer>,
    /// Open files.
    streams: stream::Streams,
    exit: stdlib::ExitHandlers,
    random: random::Random,
    drand48: random::Lcg48,
    strtok: Pointer,
    getopt: options::Cursor,
    threads: thread::Threads,
    /// Handlers set with `signal` and `sigaction`, by signal.
    signals: FxHashMap<u32, Pointer>,
    /// What `umask` was told last; files are made with the mask that this process has.
    mask: i32,
    /// When the program first asked a clock that only goes forward.
    started: Option<std::time::Instant>,
    /// The program ended by `_exit` or its like: destructors do not run.
    pub ended_at_once: bool,
}

impl Library {
    /// Writes what streams still hold to their files. Errors are nobody's business any more.
    pub fn flush(&mut self) {
        self.streams.flush_all();
    }

    /// Lets the program's standard output go to memory, see [`Library::take_output`].
    pub fn capture_output(&mut self) {
        self.streams.capture_output();
    }

    /// What the program wrote to its captured standard output.
    pub fn take_output(&mut self) -> Vec<u8> {
        self.streams.take_output()
    }

    /// Lets the program read its standard input from memory.
    pub fn set_input(&mut self, bytes: Vec<u8>) {
        self.streams.set_input(bytes);
    }
}

/// The library function of a name.
pub fn find(name: &str) -> Option<LibraryFn> {
    let name = plain_name(name);
    let areas: [fn(&str) -> Option<LibraryFn>; 19] = [
        memory::find,
        string::find,
        ctype::find,
        stdlib::find,
        print::find,
        stdio::find,
        math::find,
        text::find,
        environment::find,
        time::find,
        posix::find,
        thread::find,
        cxx::find,
        stdcxx::find,
        rtti::find,
        tree::find,
        wide::find,
        options::find,
        verifier::find,
    ];
    let known = |name: &str| areas.iter().find_map(|area| area(name));
    // `isalpha_l` and so on take a locale more, and there is only one; `__exp` is glibc's own `exp`.
    known(name)
        .or_else(|| name.strip_suffix("_l").and_then(known))
        .or_else(|| name.strip_prefix("__").and_then(math::find))
}

/// The name without the decorations that headers and compilers add to it.
fn plain_name(name: &str) -> &str {
    let name = name.strip_prefix('\u{1}').unwrap_or(name);
    let name = ["__isoc99_", "__isoc23_", "__builtin_", "__GI_"]
        .iter()
        .find_map(|prefix| name.strip_prefix(prefix))
        .unwrap_or(name);
    let name = name.strip_suffix("_unlocked").unwrap_or(name);
    if let Some(inner) = name.strip_prefix("__").and_then(|rest| rest.strip_suffix("_finite")) {
        return inner;
    }
    // Fortified functions whose check is an additional last argument.
    if let Some(inner) = name.strip_prefix("__").and_then(|rest| rest.strip_suffix("_chk"))
        && !inner.contains("printf")
        && !inner.contains("longjmp")
        && !matches!(inner, "fgets" | "fread" | "stack")
    {
        return inner;
    }
    name
}

/// An `int`.
fn int(value: i32) -> Step<Reply> {
    Ok(Some(Scalar::int(u64::from(value as u32))))
}

/// A `long long`.
fn long_long(value: i64) -> Step<Reply> {
    Ok(Some(Scalar::int(value as u64)))
}

/// A truth value as an `int`.
fn truth(value: bool) -> Step<Reply> {
    int(i32::from(value))
}

fn pointer(value: Pointer) -> Step<Reply> {
    Ok(Some(Scalar::ptr(value)))
}

fn double(value: f64) -> Step<Reply> {
    Ok(Some(Scalar::int(value.to_bits())))
}

fn float(value: f32) -> Step<Reply> {
    Ok(Some(Scalar::int(u64::from(value.to_bits()))))
}

/// A `long double` of 80 bits.
fn long_double(bits: u128) -> Step<Reply> {
    Ok(Some(wide(80, bits)))
}

fn wide(width: u32, bits: u128) -> Scalar {
    let value = Bits::from_words(width, &[bits as u64, (bits >> 64) as u64]);
    Scalar::Wide(value, Bits::from_words(width, &[]))
}

fn void() -> Step<Reply> {
    Ok(None)
}

/// A function that does nothing and succeeds.
fn succeed(_: &mut Machine<'_>, _: &Args<'_>) -> Step<Reply> {
    int(0)
}

/// A function that does nothing and returns nothing.
fn nothing(_: &mut Machine<'_>, _: &Args<'_>) -> Step<Reply> {
    void()
}

/// A function that is known, but not what it does.
fn unmodelled(_: &mut Machine<'_>, args: &Args<'_>) -> Step<Reply> {
    Err(Fault::stop(Property::Unmodelled, format!("the library function `{}` is not modelled", args.name)))
}

fn invalid(args: &Args<'_>, what: &str) -> Stop {
    Fault::stop(Property::InvalidArgument, format!("`{}`: {what}", args.name))
}

fn null_argument(args: &Args<'_>, what: &str) -> Stop {
    Fault::stop(Property::NullArgument, format!("`{}`: {what}", args.name))
}

/// Adds a sentence to a failure.
fn explain<T>(step: Step<T>, what: impl FnOnce() -> String) -> Step<T> {
    step.map_err(|stop| match stop {
        Stop::Fault(mut fault) => {
            fault.details.push(what());
            Stop::Fault(fault)
        }
        other => other,
    })
}

/// What the areas need of the machine beyond its own interface.
impl Machine<'_> {
    /// Bits of a `long`, a `size_t` and a pointer, which are as wide as each other on all targets here.
    fn word_bits(&self) -> u32 {
        self.program.target.pointer_bits
    }

    fn word_bytes(&self) -> u64 {
        self.memory.pointer_bytes()
    }

    /// A `long` or `size_t` as a result.
    fn word(&self, value: u64) -> Step<Reply> {
        Ok(Some(Scalar::int(value & fathom_ir::bits::mask(self.word_bits()))))
    }

    /// Makes an object of the library at its first use.
    fn library_object(&mut self, name: &'static str, size: u64) -> Pointer {
        if let Some(&object) = self.library.statics.get(name) {
            return object;
        }
        let object = self.memory.add_static(ObjectKind::Library, size, 16, ObjectName::Text(name.into()));
        self.library.statics.insert(name, object);
        object
    }

    /// The text in an object of the library, which keeps it until the next call.
    fn library_text(&mut self, name: &'static str, size: u64, text: &[u8]) -> Step<Pointer> {
        let object = self.library_object(name, size);
        let kept = &text[..text.len().min(size as usize - 1)];
        self.memory.write(object, kept)?;
        self.memory.write(object.offset(kept.len() as u64), &[0])?;
        Ok(object)
    }

    /// A constant text of the library, one object a text.
    fn constant_text(&mut self, text: &'static str) -> Pointer {
        if let Some(&object) = self.library.statics.get(text) {
            return object;
        }
        let name = ObjectName::Text("a string of the library".into());
        let object = self.memory.add_static(ObjectKind::Constant, text.len() as u64 + 1, 1, name);
        self.memory.initialise(object, 0, text.as_bytes());
        self.library.statics.insert(text, object);
        object
    }

    /// Where `errno` is: where the models of the C library have it, if the program is with them.
    fn errno_object(&mut self) -> Pointer {
        let of_models = self.program.globals.iter().position(|global| global.name == "fathom_errno");
        match of_models.filter(|_| !self.library.statics.contains_key("errno")) {
            Some(at) => {
                let object = self.address(Symbol::Global(GlobalId(at as u32)));
                self.library.statics.insert("errno", object);
                object
            }
            None => self.library_object("errno", 4),
        }
    }

    fn set_errno(&mut self, code: i32) -> Step<()> {
        let object = self.errno_object();
        self.memory.store_int(object, 4, u64::from(code as u32))
    }

    fn errno(&mut self) -> Step<i32> {
        let object = self.errno_object();
        Ok(self.memory.load_int(object, 4)? as i32)
    }

    /// `errno` and -1.
    fn fail(&mut self, code: i32) -> Step<Reply> {
        self.set_errno(code)?;
        int(-1)
    }

    /// `errno` and the null pointer.
    fn fail_null(&mut self, code: i32) -> Step<Reply> {
        self.set_errno(code)?;
        pointer(Pointer::NULL)
    }

    /// All bytes of the object from the pointer on, initialised or not.
    fn rest_of_object(&self, ptr: Pointer) -> Step<&[u8]> {
        self.memory.check_range(ptr, 1, Access::Read)?;
        // The check proves a live object that the address lies in.
        let Some(info) = self.memory.info(ptr.prov) else { return Ok(&[]) };
        self.memory.raw_bytes(ptr, info.size - (ptr.addr - info.base))
    }

    /// Length of a string of at most `limit` bytes; the bytes up to its end are initialised.
    fn string_length(&self, ptr: Pointer, limit: u64) -> Step<u64> {
        if limit == 0 {
            return Ok(0);
        }
        let rest = self.rest_of_object(ptr)?;
        let window = &rest[..rest.len().min(usize::try_from(limit).unwrap_or(usize::MAX))];
        let (length, read) = match memchr::memchr(0, window) {
            Some(end) => (end as u64, end as u64 + 1),
            None if window.len() as u64 == limit => (limit, limit),
            None => (limit, window.len() as u64 + 1),
        };
        let end_missing = read > window.len() as u64;
        explain(self.memory.bytes(ptr, read).map(drop), || {
            if end_missing {
                "the string has no terminator"
            } else {
                "the string is read up to its terminator"
            }
            .into()
        })?;
        Ok(length)
    }

    /// A string without its terminator.
    fn string(&self, ptr: Pointer) -> Step<Vec<u8>> {
        let length = self.string_length(ptr, u64::MAX)?;
        Ok(self.memory.bytes(ptr, length)?.to_vec())
    }

    /// A string as a path or name of the host.
    fn host_string(&self, ptr: Pointer) -> Step<std::ffi::OsString> {
        Ok(std::os::unix::ffi::OsStringExt::from_vec(self.string(ptr)?))
    }

    fn byte(&self, ptr: Pointer) -> Step<u8> {
        Ok(self.memory.bytes(ptr, 1)?[0])
    }
}

/// Whether two ranges of memory have a byte in common.
fn overlap(a: Pointer, a_len: u64, b: Pointer, b_len: u64) -> bool {
    a.prov == b.prov && a.addr < b.addr.saturating_add(b_len) && b.addr < a.addr.saturating_add(a_len)
}

#[cfg(test)]
mod tests;
