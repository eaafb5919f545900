//! Heap memory and the `mem…` functions.

use fathom_ir::Property;

use super::{LibraryFn, explain, int, invalid, overlap, pointer, void};
use crate::fault::{Fault, Step, Stop};
use crate::machine::{Args, Machine, Reply};
use crate::memory::{Access, AddressSpace, Family, ObjectInfo, ObjectKind, Pointer};

const ENOMEM: i32 = 12;
const EINVAL: i32 = 22;

pub(super) fn find(name: &str) -> Option<LibraryFn> {
    Some(match name {
        "malloc" => malloc,
        "calloc" => calloc,
        "realloc" => realloc,
        "reallocarray" => reallocarray,
        "free" | "cfree" => free,
        "aligned_alloc" | "memalign" => aligned_alloc,
        "posix_memalign" => posix_memalign,
        "valloc" | "pvalloc" => valloc,
        "malloc_usable_size" => malloc_usable_size,
        "memcpy" => |m, a| memcpy(m, a, false),
        "mempcpy" | "__mempcpy" => |m, a| memcpy(m, a, true),
        "memmove" => memmove,
        "bcopy" => bcopy,
        "memset" => memset,
        "explicit_bzero" | "bzero" => bzero,
        "memcmp" | "bcmp" | "__memcmpeq" => memcmp,
        "memchr" => memchr,
        "rawmemchr" | "__rawmemchr" => rawmemchr,
        "memrchr" | "__memrchr" => memrchr,
        "memmem" => memmem,
        "memccpy" => memccpy,
        "memfrob" => memfrob,
        _ => return find_operator(name),
    })
}

/// What mangled names have of operators that are given an alignment.
const ALIGNED: &str = "St11align_val_t";

/// `operator new` and `operator delete` in all their forms, by their mangled names.
fn find_operator(name: &str) -> Option<LibraryFn> {
    let allocation = |rest: &str, tail: &[&str]| {
        let sized = rest.strip_prefix(['m', 'j']).unwrap_or(rest);
        tail.contains(&sized)
    };
    let plain = ["", "RKSt9nothrow_t"];
    let aligned = [ALIGNED, "St11align_val_tRKSt9nothrow_t"];
    let function: LibraryFn = if let Some(rest) = name.strip_prefix("_Znw") {
        match () {
            () if allocation(rest, &plain) => |m, a| operator_new(m, a, Family::New, 1),
            () if allocation(rest, &aligned) => {
                |m, a| operator_new(m, a, Family::AlignedNew(a.int(1)?), a.int(1)?)
            }
            () => return None,
        }
    } else if let Some(rest) = name.strip_prefix("_Zna") {
        match () {
            () if allocation(rest, &plain) => |m, a| operator_new(m, a, Family::NewArray, 1),
            () if allocation(rest, &aligned) => {
                |m, a| operator_new(m, a, Family::AlignedNewArray(a.int(1)?), a.int(1)?)
            }
            () => return None,
        }
    } else if let Some(rest) = name.strip_prefix("_ZdlPv") {
        match (rest.starts_with(['m', 'j']), rest.contains(ALIGNED)) {
            (true, false) => |m, a| operator_delete(m, a, Family::New, true),
            (false, false) => |m, a| operator_delete(m, a, Family::New, false),
            (true, true) => |m, a| operator_delete(m, a, Family::AlignedNew(a.int(2)?), true),
            (false, true) => |m, a| operator_delete(m, a, Family::AlignedNew(a.int(1)?), false),
        }
    } else if let Some(rest) = name.strip_prefix("_ZdaPv") {
        match (rest.starts_with(['m', 'j']), rest.contains(ALIGNED)) {
            (true, false) => |m, a| operator_delete(m, a, Family::NewArray, true),
            (false, false) => |m, a| operator_delete(m, a, Family::NewArray, false),
            (true, true) => |m, a| operator_delete(m, a, Family::AlignedNewArray(a.int(2)?), true),
            (false, true) => |m, a| operator_delete(m, a, Family::AlignedNewArray(a.int(1)?), false),
        }
    } else {
        return None;
    };
    Some(function)
}

impl Machine<'_> {
    /// Memory as from `malloc`; null and `ENOMEM` where there is no more.
    pub(super) fn allocate(&mut self, size: u64, align: u64, zeroed: bool) -> Step<Pointer> {
        match self.new_block(Family::Malloc, size, align, zeroed) {
            Some(block) => Ok(block),
            None => {
                self.demand_memory()?;
                self.set_errno(ENOMEM)?;
                Ok(Pointer::NULL)
            }
        }
    }

    /// Heap memory of a size that there may be.
    fn new_block(&mut self, family: Family, size: u64, align: u64, zeroed: bool) -> Option<Pointer> {
        if size > AddressSpace::largest_block(&self.program.target) {
            return None;
        }
        self.memory.add_heap(family, size, align, zeroed)
    }

    /// Where a replay has an object that does not fit into memory, there is nothing more to learn from it.
    fn demand_memory(&self) -> Step<()> {
        match self.memory.too_large {
            None => Ok(()),
            Some(size) => Err(Stop::Resource(format!("there is no memory for an object of {size} bytes"))),
        }
    }

    /// A copy of the bytes and a terminator on the heap.
    pub(super) fn allocate_string(&mut self, text: &[u8]) -> Step<Pointer> {
        let block = self.allocate(text.len() as u64 + 1, 1, false)?;
        if !block.is_null() {
            self.memory.write(block, text)?;
            self.memory.write(block.offset(text.len() as u64), &[0])?;
        }
        Ok(block)
    }

    /// `realloc`.
    pub(super) fn reallocate(&mut self, old: Pointer, size: u64) -> Step<Pointer> {
        if old.is_null() {
            return self.allocate(size, 1, false);
        }
        let info = self.memory.info(old.prov);
        let Some(info) = info.filter(|i| i.kind == ObjectKind::Heap(Family::Malloc) && i.base == old.addr)
        else {
            self.memory.free(old, Family::Malloc)?;
            return Ok(Pointer::NULL);
        };
        if size == 0 {
            self.memory.free(old, Family::Malloc)?;
            return Ok(Pointer::NULL);
        }
        self.memory.give_room(old.prov);
        let new = self.allocate(size, 1, false)?;
        if new.is_null() {
            self.memory.keep_room(old.prov);
        } else {
            self.memory.copy(new, old, size.min(info.size))?;
            self.memory.free(old, Family::Malloc)?;
        }
        Ok(new)
    }

    /// A product of two sizes, if it fits a `size_t`.
    fn product(&self, a: u64, b: u64) -> Option<u64> {
        a.checked_mul(b).filter(|&size| size <= fathom_ir::bits::mask(self.word_bits()))
    }
}

fn malloc(m: &mut Machine<'_>, args: &Args<'_>) -> Step<Reply> {
    let block = m.allocate(args.int(0)?, 1, false)?;
    pointer(block)
}

fn calloc(m: &mut Machine<'_>, args: &Args<'_>) -> Step<Reply> {
    match m.product(args.int(0)?, args.int(1)?) {
        Some(size) => pointer(m.allocate(size, 1, true)?),
        None => m.fail_null(ENOMEM),
    }
}

fn realloc(m: &mut Machine<'_>, args: &Args<'_>) -> Step<Reply> {
    let block = m.reallocate(args.ptr(0)?, args.int(1)?)?;
    pointer(block)
}

fn reallocarray(m: &mut Machine<'_>, args: &Args<'_>) -> Step<Reply> {
    match m.product(args.int(1)?, args.int(2)?) {
        Some(size) => pointer(m.reallocate(args.ptr(0)?, size)?),
        None => m.fail_null(ENOMEM),
    }
}

fn free(m: &mut Machine<'_>, args: &Args<'_>) -> Step<Reply> {
    m.memory.free(args.ptr(0)?, Family::Malloc)?;
    void()
}

fn aligned_alloc(m: &mut Machine<'_>, args: &Args<'_>) -> Step<Reply> {
    match args.int(0)?.checked_next_power_of_two() {
        Some(align) if align <= 1 << 30 => pointer(m.allocate(args.int(1)?, align, false)?),
        _ => m.fail_null(EINVAL),
    }
}

fn posix_memalign(m: &mut Machine<'_>, args: &Args<'_>) -> Step<Reply> {
    let (align, size) = (args.int(1)?, args.int(2)?);
    if !align.is_power_of_two() || align % m.word_bytes() != 0 || align > 1 << 30 {
        return int(EINVAL);
    }
    let errno = m.errno()?;
    let block = m.allocate(size, align, false)?;
    m.set_errno(errno)?;
    if block.is_null() {
        return int(ENOMEM);
    }
    m.memory.store_ptr(args.ptr(0)?, block)?;
    int(0)
}

fn valloc(m: &mut Machine<'_>, args: &Args<'_>) -> Step<Reply> {
    let asked = args.int(0)?;
    let size = if args.name == "pvalloc" { asked.checked_next_multiple_of(4096) } else { Some(asked) };
    let Some(size) = size else { return m.fail_null(ENOMEM) };
    let block = m.allocate(size, 4096, false)?;
    pointer(block)
}

fn malloc_usable_size(m: &mut Machine<'_>, args: &Args<'_>) -> Step<Reply> {
    let block = args.ptr(0)?;
    if block.is_null() {
        return m.word(0);
    }
    m.memory.check_range(block, 0, Access::Read)?;
    match m.memory.info(block.prov) {
        Some(info) if matches!(info.kind, ObjectKind::Heap(_)) => m.word(info.size),
        _ => Err(invalid(args, "the pointer is not one to heap memory")),
    }
}

fn operator_new(m: &mut Machine<'_>, args: &Args<'_>, family: Family, align: u64) -> Step<Reply> {
    let size = args.int(0)?;
    if !align.is_power_of_two() {
        return Err(invalid(args, "the alignment is not a power of two"));
    }
    match m.new_block(family, size, align, false) {
        Some(block) => pointer(block),
        None if args.name.ends_with("nothrow_t") => {
            m.demand_memory()?;
            pointer(Pointer::NULL)
        }
        None => {
            m.demand_memory()?;
            let what = format!("`operator new` of {size} bytes throws std::bad_alloc");
            Err(Fault::stop(Property::Exception, what))
        }
    }
}

fn operator_delete(m: &mut Machine<'_>, args: &Args<'_>, family: Family, sized: bool) -> Step<Reply> {
    let block = args.ptr(0)?;
    let given = if sized { Some(args.int(1)?) } else { None };
    let ours = |info: &ObjectInfo| info.kind == ObjectKind::Heap(family) && info.base == block.addr;
    if let (Some(given), Some(info)) = (given, m.memory.info(block.prov).filter(ours))
        && given != info.size
    {
        let size = info.size;
        let what = format!("`delete` of an object of {given} bytes, but {size} bytes were allocated");
        return Err(m.memory.fault(Property::MismatchedFree, block, what));
    }
    m.memory.free(block, family)?;
    void()
}

/// Fails where the source and the target of a copy overlap.
pub(super) fn refuse_overlap(m: &Machine<'_>, name: &str, dst: Pointer, src: Pointer, len: u64) -> Step<()> {
    refuse_overlap_of(m, name, (dst, len), (src, len))
}

/// The same where more is written than is read.
pub(super) fn refuse_overlap_of(
    m: &Machine<'_>,
    name: &str,
    (dst, len): (Pointer, u64),
    (src, read): (Pointer, u64),
) -> Step<()> {
    if !overlap(dst, len, src, read) {
        return Ok(());
    }
    let distance = dst.addr.abs_diff(src.addr);
    let what = format!("`{name}` copies {len} bytes to a place {distance} bytes from their own");
    Err(m.memory.fault(Property::OverlappingCopy, dst, what))
}

fn memcpy(m: &mut Machine<'_>, args: &Args<'_>, end: bool) -> Step<Reply> {
    let (dst, src, len) = (args.ptr(0)?, args.ptr(1)?, args.int(2)?);
    refuse_overlap(m, args.name, dst, src, len)?;
    m.memory.copy(dst, src, len)?;
    pointer(if end { dst.offset(len) } else { dst })
}

fn memmove(m: &mut Machine<'_>, args: &Args<'_>) -> Step<Reply> {
    let dst = args.ptr(0)?;
    m.memory.copy(dst, args.ptr(1)?, args.int(2)?)?;
    pointer(dst)
}

fn bcopy(m: &mut Machine<'_>, args: &Args<'_>) -> Step<Reply> {
    m.memory.copy(args.ptr(1)?, args.ptr(0)?, args.int(2)?)?;
    void()
}

fn memset(m: &mut Machine<'_>, args: &Args<'_>) -> Step<Reply> {
    let dst = args.ptr(0)?;
    m.memory.fill(dst, args.int(1)? as u8, 0, args.int(2)?)?;
    pointer(dst)
}

fn bzero(m: &mut Machine<'_>, args: &Args<'_>) -> Step<Reply> {
    m.memory.fill(args.ptr(0)?, 0, 0, args.int(1)?)?;
    void()
}

fn memcmp(m: &mut Machine<'_>, args: &Args<'_>) -> Step<Reply> {
    let (a, b, len) = (args.ptr(0)?, args.ptr(1)?, args.int(2)?);
    let (left, right) = (m.memory.raw_bytes(a, len)?, m.memory.raw_bytes(b, len)?);
    let same = left.iter().zip(right).position(|(x, y)| x != y).unwrap_or(left.len());
    // Bytes behind the first difference decide nothing, so they may be indeterminate.
    let read = (same as u64 + 1).min(len);
    let what = || format!("`{}` compares them", args.name);
    explain(m.memory.bytes(a, read).map(drop), what)?;
    explain(m.memory.bytes(b, read).map(drop), what)?;
    let difference = match (left.get(same), right.get(same)) {
        (Some(&x), Some(&y)) => i32::from(x) - i32::from(y),
        _ => 0,
    };
    int(difference)
}

fn memchr(m: &mut Machine<'_>, args: &Args<'_>) -> Step<Reply> {
    let (start, byte, len) = (args.ptr(0)?, args.int(1)? as u8, args.int(2)?);
    if len == 0 {
        return pointer(Pointer::NULL);
    }
    let rest = m.rest_of_object(start)?;
    let window = &rest[..rest.len().min(usize::try_from(len).unwrap_or(usize::MAX))];
    match memchr::memchr(byte, window) {
        Some(at) => {
            m.memory.bytes(start, at as u64 + 1)?;
            pointer(start.offset(at as u64))
        }
        None => {
            m.memory.bytes(start, len)?;
            pointer(Pointer::NULL)
        }
    }
}

fn rawmemchr(m: &mut Machine<'_>, args: &Args<'_>) -> Step<Reply> {
    let (start, byte) = (args.ptr(0)?, args.int(1)? as u8);
    let rest = m.rest_of_object(start)?;
    let at = memchr::memchr(byte, rest).unwrap_or(rest.len()) as u64;
    m.memory.bytes(start, at + 1)?;
    pointer(start.offset(at))
}

fn memrchr(m: &mut Machine<'_>, args: &Args<'_>) -> Step<Reply> {
    let (start, byte, len) = (args.ptr(0)?, args.int(1)? as u8, args.int(2)?);
    m.memory.check_range(start, len, Access::Read)?;
    let at = memchr::memrchr(byte, m.memory.raw_bytes(start, len)?);
    let first = at.unwrap_or(0) as u64;
    m.memory.bytes(start.offset(first), len - first)?;
    pointer(at.map_or(Pointer::NULL, |at| start.offset(at as u64)))
}

fn memmem(m: &mut Machine<'_>, args: &Args<'_>) -> Step<Reply> {
    let start = args.ptr(0)?;
    let hay = m.memory.bytes(start, args.int(1)?)?;
    let needle = m.memory.bytes(args.ptr(2)?, args.int(3)?)?;
    let found = memchr::memmem::find(hay, needle);
    pointer(found.map_or(Pointer::NULL, |at| start.offset(at as u64)))
}

fn memccpy(m: &mut Machine<'_>, args: &Args<'_>) -> Step<Reply> {
    let (dst, src, byte, len) = (args.ptr(0)?, args.ptr(1)?, args.int(2)? as u8, args.int(3)?);
    if len == 0 {
        return pointer(Pointer::NULL);
    }
    let rest = m.rest_of_object(src)?;
    let window = &rest[..rest.len().min(usize::try_from(len).unwrap_or(usize::MAX))];
    let found = memchr::memchr(byte, window).map(|at| at as u64 + 1);
    let count = found.unwrap_or(len);
    m.memory.bytes(src, count)?;
    refuse_overlap(m, args.name, dst, src, count)?;
    m.memory.copy(dst, src, count)?;
    pointer(found.map_or(Pointer::NULL, |count| dst.offset(count)))
}

fn memfrob(m: &mut Machine<'_>, args: &Args<'_>) -> Step<Reply> {
    let start = args.ptr(0)?;
    let bytes: Vec<u8> = m.memory.bytes(start, args.int(1)?)?.iter().map(|b| b ^ 42).collect();
    m.memory.write(start, &bytes)?;
    pointer(start)
}
