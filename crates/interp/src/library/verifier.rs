//! What harnesses of other verifiers ask about memory, and do to it: SeaHorn's `sea_…` and `memhavoc`,
//! CBMC's `__CPROVER_…`, KLEE's `klee_make_symbolic`, SV-COMP's `__VERIFIER_nondet_memory`.
//!
//! (Assertions, assumptions and inputs are no library functions: lowering makes instructions of them.)
//!
//! The *object of a pointer* is the one that it was derived from, wherever its address points now. An
//! object is *alive* from its allocation to its end; a local object out of scope is not. Globals,
//! constants, functions and objects of the library are always alive. Null, integers that were cast to a
//! pointer where no exposed object is, and pointers to objects that are gone have no object that is
//! alive; call them *dangling*.
//!
//! | function | result |
//! |---|---|
//! | `sea_is_dereferenceable(p, n)`, `__CPROVER_r_ok(p, n)` | 1 if reading the `n` bytes at `p` is valid: the object is alive, not a function nor of unknown contents, and has them all; 1 for `n == 0`, whatever `p` is. Neither alignment nor initialisation matter. `n` is unsigned |
//! | `__CPROVER_w_ok(p, n)`, `__CPROVER_rw_ok(p, n)` | the same, and the object is no constant |
//! | the same without `n` | as for `n == 1` |
//! | `sea_is_alloc(p)` | 1 if the object is alive |
//! | `sea_is_modified(p)` | 1 if the object is alive and was written (a store, a copy or fill of at least one byte, the library, a havoc) since its allocation or the last `sea_reset_modified`, while tracking was on. Initial contents are no writes, those of `calloc` neither; what `realloc` copies into the new block is |
//! | `sea_reset_modified(p)` | takes the mark away; dangling: nothing happens |
//! | `sea_tracking_on()`, `sea_tracking_off()` | whether writes set marks from now on; they do at first |
//! | `sea_set_shadowmem(slot, p, v)` | sets the tag of the object in a slot (the low 8 bits of `slot`); dangling: nothing happens |
//! | `sea_get_shadowmem(slot, p)` | the tag; 0 if none was set; dangling: 0 |
//! | `memhavoc(p, n)`, `__VERIFIER_nondet_memory(p, n)`, `__CPROVER_havoc_slice(p, n)`, `klee_make_symbolic(p, n, name)` | the `n` bytes at `p` become arbitrary, initialised and without provenance; an obligation as a write of `n` bytes without alignment is, none for `n == 0` |
//! | `__CPROVER_havoc_object(p)` | the same of the whole object; dangling: fails as a write of 1 byte at `p` |
//! | `__CPROVER_OBJECT_SIZE(p)` | the size of the object; dangling: 0 |
//! | `__CPROVER_POINTER_OFFSET(p)` | the address less that of the object's start (modulo the width of a pointer); dangling: the address |
//! | `__CPROVER_same_object(a, b)` | 1 if both were derived from the same object, alive or not, or both from none |
//! | `__CPROVER_DYNAMIC_OBJECT(p)` | 1 if the object is heap memory and alive |
//! | `__CPROVER_allocate(n, zero)` | as `calloc(1, n)` if `zero` is not 0, else as `malloc(n)` |
//!
//! Marks and tags belong to an object from its allocation on; that the lifetime of a local object ends
//! and starts again changes neither. None of the functions exposes an object. Each havoc, an empty one
//! too, takes one placement of a [replay](crate::replay), whose offsets count from the first byte that
//! becomes arbitrary.

use fathom_ir::{Type, effects};

use super::{LibraryFn, overlap, pointer, truth, unmodelled, void};
use crate::fault::Step;
use crate::machine::{Args, Machine, Reply};
use crate::memory::{Access, ObjectKind, ObjectName, Pointer};
use crate::recording::{Arrived, Taken};

pub(super) fn find(name: &str) -> Option<LibraryFn> {
    Some(match name {
        // Whether n bytes may be read (or written).
        "sea_is_dereferenceable" | "__CPROVER_r_ok" => |m, a| accessible(m, a, Access::Read),
        "__CPROVER_w_ok" | "__CPROVER_rw_ok" => |m, a| accessible(m, a, Access::Write),
        // Whether the object is alive.
        "sea_is_alloc" => |m, a| truth(m.memory.info(a.ptr(0)?.prov).is_some()),
        // Whether the object was written.
        "sea_is_modified" => |m, a| truth(m.memory.is_modified(a.ptr(0)?.prov)),
        // From here on the object counts as not written.
        "sea_reset_modified" => |m, a| {
            m.memory.reset_modified(a.ptr(0)?.prov);
            void()
        },
        // Writes mark objects from here on.
        "sea_tracking_on" => |m, _| track(m, true),
        // Writes mark no objects from here on.
        "sea_tracking_off" => |m, _| track(m, false),
        // Tags an object.
        "sea_set_shadowmem" => |m, a| {
            m.memory.set_tag(a.ptr(1)?.prov, a.int(0)? as u8, a.int(2)?);
            void()
        },
        // The tag of an object.
        "sea_get_shadowmem" => |m, a| m.word(m.memory.tag(a.ptr(1)?.prov, a.int(0)? as u8)),
        // Makes a range arbitrary.
        "memhavoc"
        | "__VERIFIER_nondet_memory"
        | "__CPROVER_havoc_slice"
        | "klee_make_symbolic"
        | "__fathom_havoc" => |m, a| {
            m.havoc(a, a.ptr(0)?, a.int(1)?)?;
            void()
        },
        // Makes a whole object arbitrary.
        "__CPROVER_havoc_object" => havoc_object,
        // The size of the object.
        "__CPROVER_OBJECT_SIZE" | "__fathom_object_size" => |m, a| {
            let info = m.memory.info(a.ptr(0)?.prov);
            m.word(info.map_or(0, |info| info.size))
        },
        // How far the pointer is from the start of the object.
        "__CPROVER_POINTER_OFFSET" => |m, a| {
            let pointer = a.ptr(0)?;
            let base = m.memory.info(pointer.prov).map_or(0, |info| info.base);
            m.word(pointer.addr.wrapping_sub(base))
        },
        // Whether both pointers were derived from one object.
        "__CPROVER_same_object" => |m, a| truth(m.memory.same_object(a.ptr(0)?, a.ptr(1)?)),
        // A value that models of the C library look at.
        "__fathom_use" => |_, a| {
            a.int(0)?;
            void()
        },
        // What they take from the input.
        "__fathom_takes" => takes,
        "__fathom_takes_integer" => takes_integer,
        "__fathom_takes_real" => |m, a| {
            if a.int(0)? != 0 {
                let value = f64::from_bits(a.int(1)?);
                m.arrive(Arrived::Input(Taken::Real(value)));
            }
            void()
        },
        "__fathom_meets" => |m, a| {
            let met = match a.int(1)? as u8 {
                b'e' => Taken::End,
                b'x' => Taken::Error,
                b'n' => Taken::NoNumber,
                _ => Taken::NoLiteral,
            };
            if a.int(0)? != 0 {
                m.arrive(Arrived::Input(met));
            }
            void()
        },
        // Bytes of which none may have a value.
        "__fathom_without" => without,
        // How long a number is that is printed, if the model guessed right.
        "__fathom_float_length" => float_length,
        // What they ask: whether two ranges have bytes in common,
        "__fathom_overlap" => |_, a| truth(overlap(a.ptr(0)?, a.int(1)?, a.ptr(2)?, a.int(3)?)),
        // and whether nobody can tell how often a function was called.
        "__fathom_leaves_no_trace" => |m, a| {
            let function = m.callee(a.ptr(0)?)?;
            truth(effects::leaves_no_trace(m.program, function))
        },
        // Whether the object is heap memory.
        "__CPROVER_DYNAMIC_OBJECT" => |m, a| {
            let info = m.memory.info(a.ptr(0)?.prov);
            truth(info.is_some_and(|info| matches!(info.kind, ObjectKind::Heap(_))))
        },
        // Heap memory, zero or not.
        "__CPROVER_allocate" => |m, a| pointer(m.allocate(a.int(0)?, 16, a.int(1)? != 0)?),
        _ => return None,
    })
}

fn accessible(m: &mut Machine<'_>, args: &Args<'_>, access: Access) -> Step<Reply> {
    let start = args.ptr(0)?;
    let len = match args.types.get(1) {
        None => 1,
        Some(Type::Int(_) | Type::Float(_)) => args.int(1)?,
        // Declared with `...` or without parameters: the area of further arguments. What is in there has
        // a type that only its name knows.
        Some(Type::Ptr) => match m.memory.info(args.ptr(1)?.prov) {
            Some(info) if info.size > 0 => return unmodelled(m, args),
            _ => 1,
        },
    };
    truth(m.memory.is_accessible(start, len, access))
}

/// Bytes of the input that a model took.
fn takes(m: &mut Machine<'_>, args: &Args<'_>) -> Step<Reply> {
    if args.int(0)? == 0 || m.recorder.is_none() {
        return void();
    }
    let (how, start, count) = (args.int(1)? as u8, args.ptr(2)?, args.int(3)?);
    // Nobody reads longer ones.
    const MOST: u64 = 1 << 20;
    let count = count.min(MOST);
    let taken = match how {
        b'q' => Taken::Pending(vec![m.memory.load_int(start, 1)? as u8; count as usize]),
        b'r' => Taken::Bytes(vec![m.memory.load_int(start, 1)? as u8; count as usize]),
        b'd' | b'p' => Taken::Direct(m.memory.bytes(start, count)?.to_vec(), how == b'p'),
        b's' => Taken::Word(m.memory.bytes(start, count)?.to_vec()),
        _ => Taken::Bytes(m.memory.bytes(start, count)?.to_vec()),
    };
    m.arrive(Arrived::Input(taken));
    void()
}

fn takes_integer(m: &mut Machine<'_>, args: &Args<'_>) -> Step<Reply> {
    let (standard, how, value) = (args.int(0)?, args.int(1)?, args.int(2)?);
    let width = (how >> 8) as u8;
    if standard != 0 {
        m.arrive(Arrived::Input(match how as u8 {
            b'c' => Taken::Bytes(vec![value as u8]),
            b'l' => Taken::Literal(value as u8),
            kind => Taken::Integer(value as i64, kind, (width > 0).then_some(width)),
        }));
    }
    void()
}

/// Gives bytes another value that have one which they may not.
fn without(m: &mut Machine<'_>, args: &Args<'_>) -> Step<Reply> {
    let (start, len, value) = (args.ptr(0)?, args.int(1)?, args.int(2)? as u8);
    let mut bytes = m.memory.bytes(start, len)?.to_vec();
    if bytes.contains(&value) {
        m.guessed.get_or_insert("a byte that cannot be there");
        bytes.iter_mut().filter(|byte| **byte == value).for_each(|byte| *byte ^= 1);
        m.memory.write(start, &bytes)?;
    }
    void()
}

fn float_length(m: &mut Machine<'_>, args: &Args<'_>) -> Step<Reply> {
    let (value, kind, precision) = (f64::from_bits(args.int(0)?), args.int(1)? as u8, args.signed(2)?);
    let (alternate, guess) = (args.int(3)? != 0, args.int(4)?);
    let length = i32::try_from(precision)
        .ok()
        .and_then(|precision| fathom_ir::printed::float_length(value, kind, precision, alternate));
    let length = length.map_or(guess, |length| length as u64);
    if length != guess {
        m.guessed.get_or_insert("the length of a floating-point number that is printed");
    }
    m.word(length)
}

fn track(m: &mut Machine<'_>, on: bool) -> Step<Reply> {
    m.memory.track_changes = on;
    void()
}

fn havoc_object(m: &mut Machine<'_>, args: &Args<'_>) -> Step<Reply> {
    let inside = args.ptr(0)?;
    match m.memory.info(inside.prov) {
        Some(info) => m.havoc(args, Pointer { addr: info.base, prov: inside.prov }, info.size)?,
        // Fails, since the object is not alive.
        None => m.memory.check_range(inside, 1, Access::Write)?,
    }
    void()
}

impl Machine<'_> {
    /// Makes a range arbitrary: what a replay says, or random bytes.
    fn havoc(&mut self, args: &Args<'_>, start: Pointer, len: u64) -> Step<()> {
        self.memory.check_range(start, len, Access::Write)?;
        let bytes = match self.memory.given_contents(len) {
            Some(bytes) => bytes,
            None => {
                let words = (0..len.div_ceil(8)).map(|_| self.arbitrary().to_le_bytes());
                let mut bytes: Vec<u8> = words.flatten().collect();
                bytes.truncate(len as usize);
                bytes
            }
        };
        self.memory.write(start, &bytes)?;
        if self.recorder.is_some() && !args.name.starts_with("__fathom_") {
            let base = self.memory.info(start.prov).map_or(start.addr, |info| info.base);
            let name = match self.memory.story(start.prov).map(|story| story.name) {
                Some(ObjectName::Note(note)) => self.program.note(note).to_owned(),
                Some(ObjectName::Text(text)) => text.to_string(),
                Some(ObjectName::None) | None => String::new(),
            };
            self.arrive(Arrived::Memory {
                function: args.name.to_owned(),
                object: start.prov,
                name,
                offset: start.addr - base,
                bytes,
            });
        }
        Ok(())
    }
}
