//! `stdlib.h`: ends of the program, numbers from text, random numbers, sorting.

use fathom_ir::{Property, Type};

use super::decimal::Format;
use super::number::{Float, Radix, parse_float, parse_integer, to_f32, to_f64, to_x87};
use super::random::{Lcg48, Random, rand_r, unit};
use super::{
    LibraryFn, ctype, double, float, int, invalid, long_double, long_long, pointer, sort, unmodelled, void,
    wide,
};
use crate::fault::{Fault, Step, Stop};
use crate::machine::{Args, Machine, Reply, Scalar};
use crate::memory::Pointer;

const EINVAL: i32 = 22;
const ERANGE: i32 = 34;

pub(super) fn find(name: &str) -> Option<LibraryFn> {
    Some(match name {
        "exit" => |m, a| Err(exit(m, a.signed(0)? as i32)),
        "_exit" | "_Exit" | "exit_group" => |m, a| Err(end_at_once(m, a.signed(0)? as i32)),
        "quick_exit" => quick_exit,
        "abort" => |m, _| Err(super::posix::abort(m)),
        "atexit" => |m, a| register(m, a, HandlerKind::Plain),
        "on_exit" => |m, a| register(m, a, HandlerKind::Status),
        "__cxa_atexit" | "__cxa_thread_atexit_impl" | "__cxa_thread_atexit" => {
            |m, a| register(m, a, HandlerKind::Argument)
        }
        "at_quick_exit" | "__cxa_at_quick_exit" => at_quick_exit,
        "__cxa_finalize" => super::nothing,
        "atoi" => |m, a| ato(m, a, 32),
        "atol" => |m, a| ato(m, a, m.word_bits()),
        "atoll" | "atoq" => |m, a| ato(m, a, 64),
        "strtol" | "__strtol_internal" => {
            |m, a| strto_integer(m, a, Text { base: None, end: true, bits: None, signed: true })
        }
        "strtoll" | "strtoq" | "strtoimax" | "__strtoll_internal" => {
            |m, a| strto_integer(m, a, Text { base: None, end: true, bits: Some(64), signed: true })
        }
        "strtoul" | "__strtoul_internal" => {
            |m, a| strto_integer(m, a, Text { base: None, end: true, bits: None, signed: false })
        }
        "strtoull" | "strtouq" | "strtoumax" | "__strtoull_internal" => {
            |m, a| strto_integer(m, a, Text { base: None, end: true, bits: Some(64), signed: false })
        }
        "atof" => |m, a| {
            let found = strto_float(m, a, false, Format::DOUBLE)?;
            double(to_f64(found.negative, found.real))
        },
        "strtod" | "__strtod_internal" | "strtof64" | "strtof32x" => |m, a| {
            let found = strto_float(m, a, true, Format::DOUBLE)?;
            double(to_f64(found.negative, found.real))
        },
        "strtof" | "__strtof_internal" | "strtof32" => |m, a| {
            let found = strto_float(m, a, true, Format::SINGLE)?;
            float(to_f32(found.negative, found.real))
        },
        "strtold" | "__strtold_internal" | "strtof64x" => |m, a| {
            let found = strto_float(m, a, true, Format::X87)?;
            long_double(to_x87(found.negative, found.real))
        },
        "qsort" => |m, a| sort::qsort(m, a, false),
        "qsort_r" | "__qsort_r" => |m, a| sort::qsort(m, a, true),
        "bsearch" => sort::bsearch,
        "lfind" => |m, a| sort::linear(m, a, false),
        "lsearch" => |m, a| sort::linear(m, a, true),
        "rand" => |m, _| int(m.library.random.next() as i32),
        "random" => |m, _| {
            let value = m.library.random.next();
            m.word(u64::from(value))
        },
        "srand" | "srandom" => |m, a| {
            m.library.random = Random::new(a.int(0)? as u32);
            void()
        },
        "rand_r" => rand_with_seed,
        "initstate" | "setstate" | "initstate_r" | "srandom_r" | "random_r" | "setstate_r" => unmodelled,
        "srand48" => |m, a| {
            m.library.drand48.seed(a.int(0)? as u32);
            void()
        },
        "seed48" => seed48,
        "lcong48" => lcong48,
        "drand48" => |m, _| double(unit(m.library.drand48.next())),
        "lrand48" => |m, _| {
            let value = m.library.drand48.next() >> 17;
            m.word(value)
        },
        "mrand48" => |m, _| {
            let value = (m.library.drand48.next() >> 16) as u32 as i32;
            m.word(i64::from(value) as u64)
        },
        "erand48" => |m, a| double(unit(own_lcg(m, a)?)),
        "nrand48" => |m, a| {
            let value = own_lcg(m, a)? >> 17;
            m.word(value)
        },
        "jrand48" => |m, a| {
            let value = (own_lcg(m, a)? >> 16) as u32 as i32;
            m.word(i64::from(value) as u64)
        },
        "abs" | "labs" | "llabs" | "imaxabs" => absolute,
        "div" | "ldiv" | "lldiv" | "imaxdiv" => divide,
        "system" => unmodelled,
        "ffs" | "ffsl" | "ffsll" => |_, a| int(first_set(a.int(0)?)),
        "a64l" | "l64a" | "ecvt" | "fcvt" | "gcvt" | "getsubopt" => unmodelled,
        _ => return None,
    })
}

fn first_set(value: u64) -> i32 {
    if value == 0 { 0 } else { value.trailing_zeros() as i32 + 1 }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum HandlerKind {
    /// `atexit`.
    Plain,
    /// `__cxa_atexit`.
    Argument,
    /// `on_exit`.
    Status,
}

struct Handler {
    kind: HandlerKind,
    callee: Pointer,
    argument: Pointer,
}

/// What runs when the program ends.
#[derive(Default)]
pub(super) struct ExitHandlers {
    handlers: Vec<Handler>,
    quick: Vec<Pointer>,
    status: i32,
}

/// Runs the handlers of `atexit` and its relatives, the latest first. Each runs once, also if a handler
/// itself ends the program.
pub fn run_exit_handlers(machine: &mut Machine<'_>) -> Step<()> {
    while let Some(handler) = machine.library.exit.handlers.pop() {
        let argument = Scalar::ptr(handler.argument);
        match handler.kind {
            HandlerKind::Plain => machine.call_pointer(handler.callee, &[], &[])?,
            HandlerKind::Argument => machine.call_pointer(handler.callee, &[argument], &[Type::Ptr])?,
            HandlerKind::Status => {
                let status = Scalar::int(u64::from(machine.library.exit.status as u32));
                machine.call_pointer(handler.callee, &[status, argument], &[Type::Int(32), Type::Ptr])?
            }
        };
    }
    Ok(())
}

/// What `exit` does: runs the handlers and ends the program.
pub fn exit(machine: &mut Machine<'_>, status: i32) -> Stop {
    machine.library.exit.status = status;
    match run_exit_handlers(machine) {
        Ok(()) => Stop::Exit(status),
        Err(stop) => stop,
    }
}

fn quick_exit(m: &mut Machine<'_>, args: &Args<'_>) -> Step<Reply> {
    while let Some(handler) = m.library.exit.quick.pop() {
        m.call_pointer(handler, &[], &[])?;
    }
    Err(end_at_once(m, args.signed(0)? as i32))
}

/// Ends the program without handlers and destructors, and without what streams still hold.
fn end_at_once(m: &mut Machine<'_>, status: i32) -> Stop {
    m.library.exit = ExitHandlers::default();
    m.library.streams.forget_output();
    m.library.ended_at_once = true;
    Stop::Exit(status)
}

fn register(m: &mut Machine<'_>, args: &Args<'_>, kind: HandlerKind) -> Step<Reply> {
    let argument = if kind == HandlerKind::Plain { Pointer::NULL } else { args.ptr(1)? };
    m.library.exit.handlers.push(Handler { kind, callee: args.ptr(0)?, argument });
    int(0)
}

fn at_quick_exit(m: &mut Machine<'_>, args: &Args<'_>) -> Step<Reply> {
    m.library.exit.quick.push(args.ptr(0)?);
    int(0)
}

/// The bytes that a number at the place may consist of: spaces, then what can stand in a number.
fn number_text(m: &Machine<'_>, place: Pointer) -> Step<Vec<u8>> {
    let mut text = vec![];
    let mut begun = false;
    loop {
        let byte = m.byte(place.offset(text.len() as u64))?;
        let space = ctype::is_space(byte);
        let part = byte.is_ascii_alphanumeric() || matches!(byte, b'+' | b'-' | b'.' | b'(' | b')' | b'_');
        if !(part || space && !begun) {
            return Ok(text);
        }
        begun |= !space;
        text.push(byte);
    }
}

/// A function that reads an integer.
struct Text {
    /// The base, or `None` where it is the third argument.
    base: Option<u32>,
    /// Whether the second argument takes the end.
    end: bool,
    /// Width; `None` for a `long`.
    bits: Option<u32>,
    signed: bool,
}

fn strto_integer(m: &mut Machine<'_>, args: &Args<'_>, what: Text) -> Step<Reply> {
    let place = args.ptr(0)?;
    let bits = what.bits.unwrap_or(m.word_bits());
    let base = match what.base {
        Some(base) => base,
        None => args.int(2)? as u32,
    };
    if base == 1 || base > 36 {
        m.set_errno(EINVAL)?;
        return m.word(0);
    }
    let radix = Radix { base, binary_prefix: args.name.starts_with("__isoc23_"), bits, signed: what.signed };
    let found = parse_integer(&number_text(m, place)?, radix);
    if what.end {
        store_end(m, args.ptr(1)?, place, found.consumed)?;
    }
    if found.out_of_range {
        m.set_errno(ERANGE)?;
    }
    Ok(Some(Scalar::int(found.value)))
}

/// `atoi` and its relatives, which are not defined for numbers that do not fit.
fn ato(m: &mut Machine<'_>, args: &Args<'_>, bits: u32) -> Step<Reply> {
    let radix = Radix { base: 10, binary_prefix: false, bits, signed: true };
    let found = parse_integer(&number_text(m, args.ptr(0)?)?, radix);
    if found.out_of_range {
        return Err(invalid(args, "the number does not fit the type of the result"));
    }
    Ok(Some(Scalar::int(found.value)))
}

fn store_end(m: &mut Machine<'_>, target: Pointer, start: Pointer, consumed: usize) -> Step<()> {
    if target.is_null() {
        return Ok(());
    }
    m.memory.store_ptr(target, start.offset(consumed as u64))
}

fn strto_float(m: &mut Machine<'_>, args: &Args<'_>, end: bool, format: Format) -> Step<Float> {
    let place = args.ptr(0)?;
    let found = parse_float(&number_text(m, place)?, format);
    if end {
        store_end(m, args.ptr(1)?, place, found.consumed)?;
    }
    if found.out_of_range {
        m.set_errno(ERANGE)?;
    }
    Ok(found)
}

fn rand_with_seed(m: &mut Machine<'_>, args: &Args<'_>) -> Step<Reply> {
    let place = args.ptr(0)?;
    let (value, seed) = rand_r(m.memory.load_int(place, 4)? as u32);
    m.memory.store_int(place, 4, u64::from(seed))?;
    int(value as i32)
}

/// Three `unsigned short` as a state of 48 bits.
fn load48(m: &mut Machine<'_>, place: Pointer) -> Step<u64> {
    let mut state = 0;
    for at in 0..3 {
        state |= m.memory.load_int(place.offset(2 * at), 2)? << (16 * at);
    }
    Ok(state)
}

fn store48(m: &mut Machine<'_>, place: Pointer, state: u64) -> Step<()> {
    (0..3).try_for_each(|at| m.memory.store_int(place.offset(2 * at), 2, state >> (16 * at) & 0xffff))
}

fn own_lcg(m: &mut Machine<'_>, args: &Args<'_>) -> Step<u64> {
    let place = args.ptr(0)?;
    let mut lcg = Lcg48 { state: load48(m, place)?, ..m.library.drand48 };
    let state = lcg.next();
    store48(m, place, state)?;
    Ok(state)
}

fn seed48(m: &mut Machine<'_>, args: &Args<'_>) -> Step<Reply> {
    let old = m.library_object("seed48", 6);
    let state = m.library.drand48.state;
    store48(m, old, state)?;
    m.library.drand48 = Lcg48 { state: load48(m, args.ptr(0)?)?, ..Lcg48::default() };
    pointer(old)
}

fn lcong48(m: &mut Machine<'_>, args: &Args<'_>) -> Step<Reply> {
    let place = args.ptr(0)?;
    let (state, factor) = (load48(m, place)?, load48(m, place.offset(6))?);
    let add = m.memory.load_int(place.offset(12), 2)?;
    m.library.drand48 = Lcg48 { state, factor, add };
    void()
}

/// Width of an integer argument.
fn width(args: &Args<'_>, at: usize) -> u32 {
    match args.types.get(at) {
        Some(Type::Int(bits)) => *bits,
        _ => 64,
    }
}

fn absolute(_: &mut Machine<'_>, args: &Args<'_>) -> Step<Reply> {
    let (value, bits) = (args.signed(0)?, width(args, 0));
    let magnitude = value.unsigned_abs();
    if bits <= 64 && magnitude == 1 << (bits - 1) {
        return Err(Fault::stop(
            Property::SignedOverflow,
            format!("the absolute value of {value} does not fit"),
        ));
    }
    Ok(Some(Scalar::int(magnitude)))
}

/// Quotient and remainder. They come back packed in one integer where the structure fits registers, two
/// `long`s as one of 128 bits; with a pointer to the result first where it does not.
fn divide(m: &mut Machine<'_>, args: &Args<'_>) -> Step<Reply> {
    let through_pointer = args.types.first() == Some(&Type::Ptr);
    let first = usize::from(through_pointer);
    let (a, b, bits) = (args.signed(first)?, args.signed(first + 1)?, width(args, first));
    if b == 0 {
        return Err(Fault::stop(Property::DivisionByZero, format!("`{}` divides {a} by 0", args.name)));
    }
    let overflow = || Fault::stop(Property::SignedOverflow, format!("{a} / {b} does not fit"));
    let (quotient, remainder) = (a.checked_div(b).ok_or_else(overflow)?, a.wrapping_rem(b));
    if bits < 64 && quotient == 1 << (bits - 1) {
        return Err(overflow());
    }
    let mask = fathom_ir::bits::mask(bits);
    let (quotient, remainder) = (quotient as u64 & mask, remainder as u64 & mask);
    if through_pointer {
        let target = args.ptr(0)?;
        m.memory.store_int(target, u64::from(bits / 8), quotient)?;
        m.memory.store_int(target.offset(u64::from(bits / 8)), u64::from(bits / 8), remainder)?;
        return void();
    }
    match bits {
        32 => long_long((quotient | remainder << 32) as i64),
        64 => Ok(Some(wide(128, u128::from(quotient) | u128::from(remainder) << 64))),
        _ => Err(invalid(args, "operands of an unknown width")),
    }
}
