//! What surrounds the program: environment variables, the locale, and the variables that the library
//! itself defines.

use super::{LibraryFn, int, options, pointer, rtti, succeed, void};
use crate::fault::Step;
use crate::machine::{Args, Machine, Reply};
use crate::memory::{ObjectKind, ObjectName, Pointer};

const EINVAL: i32 = 22;

pub(super) fn find(name: &str) -> Option<LibraryFn> {
    Some(match name {
        "getenv" | "secure_getenv" | "__secure_getenv" => getenv,
        "setenv" => setenv,
        "putenv" => putenv,
        "unsetenv" => unsetenv,
        "clearenv" => clearenv,
        "setlocale" => setlocale,
        "localeconv" => localeconv,
        "nl_langinfo" | "nl_langinfo_l" => nl_langinfo,
        "newlocale" | "duplocale" | "uselocale" | "__newlocale" | "__duplocale" | "__uselocale" => |m, _| {
            let locale = m.library_object("locale", 64);
            pointer(locale)
        },
        "freelocale" | "__freelocale" => |_, _| void(),
        "bindtextdomain" | "textdomain" | "bind_textdomain_codeset" => |_, a| pointer(a.ptr(0)?),
        "gettext" => |_, a| pointer(a.ptr(0)?),
        "dgettext" => |_, a| pointer(a.ptr(1)?),
        "__libc_start_main" => succeed,
        _ => return None,
    })
}

/// The object for a variable that the program declares and the C library defines.
pub fn external_object(machine: &mut Machine<'_>, name: &str, size: u64) -> Option<Pointer> {
    let word = machine.word_bytes();
    let holding = |machine: &mut Machine<'_>, name: &'static str, value: Pointer| {
        let object = machine.library_object(name, word.max(size));
        machine.memory.initialise_ptr(object, 0, value);
        object
    };
    Some(match name {
        "stdin" | "__stdinp" => {
            let file = machine.standard_file(0);
            holding(machine, "variable stdin", file)
        }
        "stdout" | "__stdoutp" => {
            let file = machine.standard_file(1);
            holding(machine, "variable stdout", file)
        }
        "stderr" | "__stderrp" => {
            let file = machine.standard_file(2);
            holding(machine, "variable stderr", file)
        }
        "_IO_2_1_stdin_" => machine.standard_file(0),
        "_IO_2_1_stdout_" => machine.standard_file(1),
        "_IO_2_1_stderr_" => machine.standard_file(2),
        "environ" | "__environ" | "_environ" => {
            environment(machine);
            machine.library_object("environ", word)
        }
        "optarg" | "optind" | "opterr" | "optopt" => options::variable(machine, name)?,
        "program_invocation_name" | "program_invocation_short_name" | "__progname" | "__progname_full" => {
            let text = machine.constant_text("program");
            holding(machine, "program_invocation_name", text)
        }
        "timezone" | "__timezone" => machine.library_object("timezone", word),
        "daylight" | "__daylight" => machine.library_object("daylight", 4),
        "tzname" | "__tzname" => {
            let names = machine.library_object("tzname", 2 * word);
            let utc = machine.constant_text("UTC");
            machine.memory.initialise_ptr(names, 0, utc);
            machine.memory.initialise_ptr(names, word, utc);
            names
        }
        "signgam" | "__signgam" => machine.library_object("signgam", 4),
        "__libc_single_threaded" => {
            let object = machine.library_object("__libc_single_threaded", 1);
            machine.memory.initialise(object, 0, &[1]);
            object
        }
        "__dso_handle" => machine.library_object("__dso_handle", word.max(size)),
        "__stack_chk_guard" => machine.library_object("__stack_chk_guard", word.max(size)),
        "_ZSt7nothrow" => machine.library_object("std::nothrow", size.max(1)),
        _ => return rtti::external_object(machine, name),
    })
}

/// The value of `environ`: an array of `NAME=value`, made of the host's at first use.
pub fn environment(machine: &mut Machine<'_>) -> Pointer {
    let word = machine.word_bytes();
    if !machine.library.statics.contains_key("environ") {
        let variable = machine.library_object("environ", word);
        let entries: Vec<Pointer> = std::env::vars_os()
            .map(|(name, value)| {
                let mut text = std::os::unix::ffi::OsStringExt::into_vec(name);
                text.push(b'=');
                text.extend::<Vec<u8>>(std::os::unix::ffi::OsStringExt::into_vec(value));
                entry(machine, &text)
            })
            .collect();
        let array = array(machine, &entries);
        machine.memory.initialise_ptr(variable, 0, array);
    }
    let variable = machine.library_object("environ", word);
    // A program that wrote nonsense into `environ` has no environment.
    machine.memory.load_ptr(variable).unwrap_or(Pointer::NULL)
}

fn entry(m: &mut Machine<'_>, text: &[u8]) -> Pointer {
    let name = ObjectName::Text("an environment variable".into());
    let object = m.memory.add_static(ObjectKind::Library, text.len() as u64 + 1, 1, name);
    m.memory.initialise(object, 0, text);
    object
}

fn array(m: &mut Machine<'_>, entries: &[Pointer]) -> Pointer {
    let word = m.word_bytes();
    let name = ObjectName::Text("environ".into());
    let object = m.memory.add_static(ObjectKind::Library, word * (entries.len() as u64 + 1), 16, name);
    for (at, &entry) in entries.iter().enumerate() {
        m.memory.initialise_ptr(object, at as u64 * word, entry);
    }
    object
}

/// The entries as the program's `environ` has them now.
fn entries(m: &mut Machine<'_>) -> Step<Vec<Pointer>> {
    let (start, word) = (environment(m), m.word_bytes());
    let mut found = vec![];
    while !start.is_null() {
        match m.memory.load_ptr(start.offset(found.len() as u64 * word))? {
            Pointer { addr: 0, .. } => break,
            entry => found.push(entry),
        }
    }
    Ok(found)
}

fn set_entries(m: &mut Machine<'_>, entries: &[Pointer]) -> Step<()> {
    let array = array(m, entries);
    let word = m.word_bytes();
    let variable = m.library_object("environ", word);
    m.memory.store_ptr(variable, array)
}

/// Where an entry with the name is, and its value.
fn position(m: &mut Machine<'_>, name: &[u8]) -> Step<Option<(usize, Pointer)>> {
    for (at, entry) in entries(m)?.into_iter().enumerate() {
        let text = m.string(entry)?;
        if text.strip_prefix(name).is_some_and(|rest| rest.first() == Some(&b'=')) {
            return Ok(Some((at, entry.offset(name.len() as u64 + 1))));
        }
    }
    Ok(None)
}

fn getenv(m: &mut Machine<'_>, args: &Args<'_>) -> Step<Reply> {
    let name = m.string(args.ptr(0)?)?;
    let found = position(m, &name)?;
    pointer(found.map_or(Pointer::NULL, |(_, value)| value))
}

/// Puts an entry in the place of the one with the same name, or at the end.
fn replace(m: &mut Machine<'_>, name: &[u8], entry: Pointer) -> Step<()> {
    let at = position(m, name)?;
    let mut all = entries(m)?;
    match at {
        Some((at, _)) => all[at] = entry,
        None => all.push(entry),
    }
    set_entries(m, &all)
}

fn setenv(m: &mut Machine<'_>, args: &Args<'_>) -> Step<Reply> {
    let name = args.ptr(0)?;
    let name = if name.is_null() { vec![] } else { m.string(name)? };
    if name.is_empty() || name.contains(&b'=') {
        return m.fail(EINVAL);
    }
    let value = m.string(args.ptr(1)?)?;
    if args.signed(2)? == 0 && position(m, &name)?.is_some() {
        return int(0);
    }
    let entry = entry(m, &[&name, &b"="[..], &value].concat());
    replace(m, &name, entry)?;
    int(0)
}

fn remove(m: &mut Machine<'_>, name: &[u8]) -> Step<()> {
    while let Some((at, _)) = position(m, name)? {
        let mut all = entries(m)?;
        all.remove(at);
        set_entries(m, &all)?;
    }
    Ok(())
}

fn putenv(m: &mut Machine<'_>, args: &Args<'_>) -> Step<Reply> {
    let entry = args.ptr(0)?;
    let text = m.string(entry)?;
    match text.iter().position(|&b| b == b'=') {
        Some(end) => replace(m, &text[..end], entry)?,
        None => remove(m, &text)?,
    }
    int(0)
}

fn unsetenv(m: &mut Machine<'_>, args: &Args<'_>) -> Step<Reply> {
    let name = args.ptr(0)?;
    let name = if name.is_null() { vec![] } else { m.string(name)? };
    if name.is_empty() || name.contains(&b'=') {
        return m.fail(EINVAL);
    }
    remove(m, &name)?;
    int(0)
}

fn clearenv(m: &mut Machine<'_>, _: &Args<'_>) -> Step<Reply> {
    environment(m);
    set_entries(m, &[])?;
    int(0)
}

fn setlocale(m: &mut Machine<'_>, args: &Args<'_>) -> Step<Reply> {
    let wanted = args.ptr(1)?;
    let known = wanted.is_null() || matches!(m.string(wanted)?.as_slice(), b"" | b"C" | b"POSIX");
    let name = m.constant_text("C");
    pointer(if known { name } else { Pointer::NULL })
}

fn localeconv(m: &mut Machine<'_>, _: &Args<'_>) -> Step<Reply> {
    let word = m.word_bytes();
    let size = (10 * word + 14).next_multiple_of(word);
    let fresh = !m.library.statics.contains_key("lconv");
    let object = m.library_object("lconv", size);
    if fresh {
        let (point, empty) = (m.constant_text("."), m.constant_text(""));
        for at in 0..10 {
            m.memory.initialise_ptr(object, at * word, if at == 0 { point } else { empty });
        }
        // CHAR_MAX: not available.
        m.memory.initialise(object, 10 * word, &[127; 14]);
    }
    pointer(object)
}

fn nl_langinfo(m: &mut Machine<'_>, args: &Args<'_>) -> Step<Reply> {
    let item = args.int(0)? as u32;
    let text = match item {
        14 => "ANSI_X3.4-1968",
        0x1_0000 => ".",
        0x2_0000..=0x2_0006 => super::time::DAYS[(item - 0x2_0000) as usize].0,
        0x2_0007..=0x2_000d => super::time::DAYS[(item - 0x2_0007) as usize].1,
        0x2_000e..=0x2_0019 => super::time::MONTHS[(item - 0x2_000e) as usize].0,
        0x2_001a..=0x2_0025 => super::time::MONTHS[(item - 0x2_001a) as usize].1,
        0x2_0026 => "AM",
        0x2_0027 => "PM",
        0x2_0028 => "%a %b %e %H:%M:%S %Y",
        0x2_0029 => "%m/%d/%y",
        0x2_002a => "%H:%M:%S",
        0x2_002b => "%I:%M:%S %p",
        0x5_0000 => "^[yY]",
        0x5_0001 => "^[nN]",
        _ => "",
    };
    pointer(m.constant_text(text))
}
