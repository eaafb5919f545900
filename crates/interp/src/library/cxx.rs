//! What compilers call behind the program's back: assertions, guards of static variables, exceptions.

use fathom_ir::Property;

use super::{LibraryFn, int, invalid, pointer, truth, void};
use crate::fault::{Fault, Step};
use crate::machine::{Args, Machine, Reply};
use crate::memory::{Family, Pointer};

pub(super) fn find(name: &str) -> Option<LibraryFn> {
    Some(match name {
        "__assert_fail" => |m, a| assertion(m, a, 0, Some(3)),
        "__assert" => |m, a| assertion(m, a, 0, None),
        "__assert_rtn" => |m, a| assertion(m, a, 3, Some(0)),
        "__assert_perror_fail" => |_, a| {
            let text = super::text::error_text(a.signed(0)? as i32);
            Err(Fault::stop(Property::Assertion, format!("the assertion that there is no error: {text}")))
        },
        "__stack_chk_fail" => {
            |_, _| Err(Fault::stop(Property::OutOfBoundsWrite, "the guard of a stack frame was overwritten"))
        }
        "__fortify_fail" | "__chk_fail" => |_, _| {
            Err(Fault::stop(Property::OutOfBoundsWrite, "a checked function found its buffer too small"))
        },
        "abort_message" => |m, _| Err(super::posix::abort(m)),
        "__cxa_guard_acquire" => guard_acquire,
        "__cxa_guard_release" => guard_release,
        "__cxa_guard_abort" => guard_abort,
        "__cxa_pure_virtual" => {
            |_, _| Err(Fault::stop(Property::InvalidCall, "a pure virtual function is called"))
        }
        "__cxa_deleted_virtual" => {
            |_, _| Err(Fault::stop(Property::InvalidCall, "a deleted virtual function is called"))
        }
        "__cxa_rethrow" | "_Unwind_RaiseException" | "_Unwind_Resume_or_Rethrow" | "_Unwind_Resume" => {
            |_, a| Err(Fault::stop(Property::Exception, format!("`{}` is called", a.name)))
        }
        "__cxa_allocate_exception" => allocate_exception,
        "__cxa_free_exception" => |m, a| {
            m.memory.free(a.ptr(0)?, Family::Mapping)?;
            void()
        },
        "__cxa_begin_catch" | "__cxa_get_exception_ptr" => |_, a| pointer(a.ptr(0)?),
        "__cxa_end_catch" => |_, _| void(),
        "__cxa_uncaught_exception"
        | "__cxa_uncaught_exceptions"
        | "_ZSt18uncaught_exceptionv"
        | "_ZSt19uncaught_exceptionsv" => |_, _| int(0),
        "_ZSt9terminatev" | "__cxa_call_unexpected" | "__clang_call_terminate" => {
            |m, _| Err(super::posix::abort(m))
        }
        "__gxx_personality_v0" | "__gcc_personality_v0" | "rust_eh_personality" => |_, _| int(8),
        "backtrace" | "_Unwind_Backtrace" => |_, _| int(0),
        "_Unwind_GetIP"
        | "_Unwind_GetCFA"
        | "_Unwind_GetLanguageSpecificData"
        | "_Unwind_GetRegionStart"
        | "_Unwind_FindEnclosingFunction" => |m, _| m.word(0),
        "__cxa_demangle" => |m, a| {
            let status = a.ptr(3)?;
            if !status.is_null() {
                m.memory.store_int(status, 4, u64::from(-2i32 as u32))?;
            }
            pointer(Pointer::NULL)
        },
        _ => return None,
    })
}

/// A failed assertion, with the text of its expression and the function it stands in.
fn assertion(m: &mut Machine<'_>, args: &Args<'_>, text: usize, function: Option<usize>) -> Step<Reply> {
    let show = |place: Pointer| match place.is_null() {
        true => None,
        false => m.string(place).ok().map(|text| String::from_utf8_lossy(&text).into_owned()),
    };
    let text = show(args.ptr(text)?).unwrap_or_default();
    let mut what = format!("`{text}` is false");
    if let Some(at) = function
        && let Some(name) = show(args.ptr(at)?)
    {
        what += &format!(" in `{name}`");
    }
    Err(Fault::stop(Property::Assertion, what))
}

/// Whether the static variable is still to be initialised. The first byte says that it was, the second that somebody is
/// at it.
fn guard_acquire(m: &mut Machine<'_>, args: &Args<'_>) -> Step<Reply> {
    let guard = args.ptr(0)?;
    if m.byte(guard)? != 0 {
        return truth(false);
    }
    if m.byte(guard.offset(1))? != 0 {
        return Err(invalid(args, "the initialisation of a static variable enters itself"));
    }
    m.memory.write(guard.offset(1), &[1])?;
    truth(true)
}

fn guard_release(m: &mut Machine<'_>, args: &Args<'_>) -> Step<Reply> {
    m.memory.write(args.ptr(0)?, &[1, 0])?;
    void()
}

fn guard_abort(m: &mut Machine<'_>, args: &Args<'_>) -> Step<Reply> {
    m.memory.write(args.ptr(0)?.offset(1), &[0])?;
    void()
}

fn allocate_exception(m: &mut Machine<'_>, args: &Args<'_>) -> Step<Reply> {
    let size = args.int(0)?;
    match m.memory.add_heap(Family::Mapping, size, 16, false) {
        Some(block) => pointer(block),
        None => Err(super::posix::abort(m)),
    }
}
