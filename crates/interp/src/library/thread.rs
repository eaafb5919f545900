//! Threads, as far as one thread can tell: locks that are free, keys, things done once. A second thread
//! is not modelled.

use fathom_ir::Property;
use rustc_hash::FxHashMap;

use super::{LibraryFn, int, nothing, pointer, succeed, truth, unmodelled};
use crate::fault::{Fault, Step};
use crate::machine::{Args, Machine, Reply};
use crate::memory::{Access, Pointer};

const EBUSY: i32 = 16;
const EINVAL: i32 = 22;
const EPERM: i32 = 1;
const ENOSYS: i32 = 38;

/// Locks held and values of keys.
#[derive(Default)]
pub(super) struct Threads {
    /// How often the lock at an address is held.
    held: FxHashMap<u64, u32>,
    keys: Vec<Option<Pointer>>,
}

pub(super) fn find(name: &str) -> Option<LibraryFn> {
    Some(match name {
        "pthread_self" | "thrd_current" => |m, _| {
            let thread = m.library_object("the main thread", 64);
            pointer(thread)
        },
        "pthread_equal" | "thrd_equal" => |_, a| truth(a.int(0)? == a.int(1)?),
        "pthread_mutex_init" | "pthread_spin_init" | "pthread_rwlock_init" | "mtx_init" => init,
        "pthread_mutex_destroy" | "pthread_spin_destroy" | "pthread_rwlock_destroy" | "mtx_destroy" => {
            destroy
        }
        "pthread_mutex_lock" | "pthread_spin_lock" | "mtx_lock" | "pthread_mutex_timedlock" => lock,
        "pthread_rwlock_wrlock" | "pthread_rwlock_rdlock" => lock,
        "pthread_mutex_trylock" | "pthread_spin_trylock" => |m, a| trylock(m, a, EBUSY),
        "pthread_rwlock_trywrlock" | "pthread_rwlock_tryrdlock" => |m, a| trylock(m, a, EBUSY),
        "mtx_trylock" => |m, a| trylock(m, a, 1),
        "pthread_mutex_unlock" | "pthread_spin_unlock" | "pthread_rwlock_unlock" | "mtx_unlock" => unlock,
        "pthread_mutexattr_init"
        | "pthread_mutexattr_destroy"
        | "pthread_mutexattr_setpshared"
        | "pthread_mutexattr_setprotocol"
        | "pthread_mutexattr_setrobust" => succeed,
        // The kind of a mutex lies in the first word of its attributes, as in glibc.
        "pthread_mutexattr_settype" => |m, a| {
            m.memory.store_int(a.ptr(0)?, 4, a.int(1)?)?;
            int(0)
        },
        "pthread_cond_init"
        | "pthread_cond_destroy"
        | "pthread_cond_signal"
        | "pthread_cond_broadcast"
        | "cnd_init"
        | "cnd_signal"
        | "cnd_broadcast" => succeed,
        "cnd_destroy" => nothing,
        "pthread_condattr_init"
        | "pthread_condattr_destroy"
        | "pthread_condattr_setclock"
        | "pthread_rwlockattr_init"
        | "pthread_rwlockattr_destroy" => succeed,
        "pthread_attr_init"
        | "pthread_attr_destroy"
        | "pthread_attr_setdetachstate"
        | "pthread_attr_setstacksize"
        | "pthread_attr_setguardsize"
        | "pthread_setname_np" => succeed,
        "pthread_setcancelstate" | "pthread_setcanceltype" | "pthread_atfork" | "__register_atfork" => {
            succeed
        }
        "pthread_sigmask" | "sched_yield" | "pthread_yield" | "thrd_yield" => succeed,
        // The stack has no place that a program could know.
        "pthread_getattr_np" => |_, _| int(ENOSYS),
        "pthread_once" | "call_once" => once,
        "pthread_key_create" | "tss_create" => key_create,
        "pthread_key_delete" | "tss_delete" => key_delete,
        "pthread_getspecific" | "tss_get" => getspecific,
        "pthread_setspecific" | "tss_set" => setspecific,
        "pthread_create"
        | "thrd_create"
        | "pthread_join"
        | "thrd_join"
        | "pthread_detach"
        | "pthread_exit"
        | "thrd_exit"
        | "pthread_cancel"
        | "pthread_kill"
        | "pthread_cond_wait"
        | "pthread_cond_timedwait"
        | "cnd_wait"
        | "cnd_timedwait"
        | "pthread_barrier_init"
        | "pthread_barrier_wait"
        | "sem_init"
        | "sem_wait"
        | "sem_post"
        | "sem_destroy"
        | "sem_open"
        | "fork"
        | "vfork"
        | "clone" => unmodelled,
        _ => return None,
    })
}

/// The lock that the first argument points to.
fn place(m: &Machine<'_>, args: &Args<'_>) -> Step<Pointer> {
    let place = args.ptr(0)?;
    m.memory.check_range(place, 4, Access::Write)?;
    Ok(place)
}

/// Where glibc keeps the kind of a mutex.
fn kind_offset(m: &Machine<'_>) -> u64 {
    if m.word_bits() == 32 { 12 } else { 16 }
}

fn is_mutex(args: &Args<'_>) -> bool {
    args.name.contains("mutex") || args.name.starts_with("mtx")
}

fn init(m: &mut Machine<'_>, args: &Args<'_>) -> Step<Reply> {
    let at = place(m, args)?;
    m.library.threads.held.remove(&at.addr);
    if !is_mutex(args) {
        m.memory.store_int(at, 4, 0)?;
        return int(0);
    }
    let kind = if args.name == "mtx_init" {
        // mtx_recursive is 1.
        args.int(1)? & 1
    } else {
        let attributes = args.ptr(1)?;
        if attributes.is_null() { 0 } else { m.memory.load(attributes, 4, 1)?.bits & 3 }
    };
    let offset = kind_offset(m);
    m.memory.fill(at, 0, 0, if m.word_bits() == 32 { 24 } else { 40 })?;
    m.memory.store_int(at.offset(offset), 4, kind)?;
    int(0)
}

fn destroy(m: &mut Machine<'_>, args: &Args<'_>) -> Step<Reply> {
    let at = place(m, args)?;
    let held = m.library.threads.held.get(&at.addr).copied().unwrap_or(0);
    int(if held > 0 && is_mutex(args) { EBUSY } else { 0 })
}

/// Whether the holder may lock again.
fn is_recursive(m: &mut Machine<'_>, args: &Args<'_>, at: Pointer) -> Step<bool> {
    if !is_mutex(args) {
        return Ok(args.name.contains("rdlock"));
    }
    let place = at.offset(kind_offset(m));
    Ok(m.memory.load_int(place, 4)? & 3 == 1)
}

fn lock(m: &mut Machine<'_>, args: &Args<'_>) -> Step<Reply> {
    let at = place(m, args)?;
    let held = m.library.threads.held.get(&at.addr).copied().unwrap_or(0);
    if held > 0 && !is_recursive(m, args, at)? {
        let what = format!("`{}` waits for ever: the only thread holds the lock already", args.name);
        return Err(Fault::stop(Property::InvalidArgument, what));
    }
    m.library.threads.held.insert(at.addr, held + 1);
    int(0)
}

fn trylock(m: &mut Machine<'_>, args: &Args<'_>, busy: i32) -> Step<Reply> {
    let at = place(m, args)?;
    let held = m.library.threads.held.get(&at.addr).copied().unwrap_or(0);
    if held > 0 && !is_recursive(m, args, at)? {
        return int(busy);
    }
    m.library.threads.held.insert(at.addr, held + 1);
    int(0)
}

fn unlock(m: &mut Machine<'_>, args: &Args<'_>) -> Step<Reply> {
    let at = place(m, args)?;
    match m.library.threads.held.get_mut(&at.addr) {
        Some(held) if *held > 0 => {
            *held -= 1;
            int(0)
        }
        _ => int(EPERM),
    }
}

fn once(m: &mut Machine<'_>, args: &Args<'_>) -> Step<Reply> {
    let at = args.ptr(0)?;
    if m.memory.load_int(at, 4)? != 2 {
        m.memory.store_int(at, 4, 2)?;
        m.call_pointer(args.ptr(1)?, &[], &[])?;
    }
    int(0)
}

fn key_create(m: &mut Machine<'_>, args: &Args<'_>) -> Step<Reply> {
    m.library.threads.keys.push(Some(Pointer::NULL));
    let key = m.library.threads.keys.len() as u64 - 1;
    m.memory.store_int(args.ptr(0)?, 4, key)?;
    int(0)
}

fn key_delete(m: &mut Machine<'_>, args: &Args<'_>) -> Step<Reply> {
    let slot = m.library.threads.keys.get_mut(args.int(0)? as usize);
    match slot {
        Some(value @ Some(_)) => {
            *value = None;
            int(0)
        }
        _ => int(EINVAL),
    }
}

fn getspecific(m: &mut Machine<'_>, args: &Args<'_>) -> Step<Reply> {
    let value = m.library.threads.keys.get(args.int(0)? as usize).copied().flatten();
    pointer(value.unwrap_or(Pointer::NULL))
}

fn setspecific(m: &mut Machine<'_>, args: &Args<'_>) -> Step<Reply> {
    let value = args.ptr(1)?;
    match m.library.threads.keys.get_mut(args.int(0)? as usize) {
        Some(slot @ Some(_)) => {
            *slot = Some(value);
            int(0)
        }
        _ => int(EINVAL),
    }
}
