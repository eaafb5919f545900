//! Sorting and searching with the program's own comparison.

use fathom_ir::{Property, Type, effects};

use super::{invalid, pointer, void};
use crate::fault::{Fault, Step};
use crate::machine::{Args, Machine, Reply, Scalar};
use crate::memory::{Access, Family, Pointer};

/// A comparison of the program, with the third argument of `qsort_r` if there is one.
#[derive(Clone, Copy)]
struct Comparison {
    callee: Pointer,
    context: Option<Pointer>,
}

impl Comparison {
    fn call(self, m: &mut Machine<'_>, a: Pointer, b: Pointer) -> Step<i32> {
        let mut values = vec![Scalar::ptr(a), Scalar::ptr(b)];
        values.extend(self.context.map(Scalar::ptr));
        let types = vec![Type::Ptr; values.len()];
        match m.call_pointer(self.callee, &values, &types)?.first() {
            Some(Scalar::Cell(cell)) if cell.undef == 0 => Ok(cell.bits as u32 as i32),
            Some(_) => {
                Err(Fault::stop(Property::UninitialisedUse, "the comparison returns an uninitialised value"))
            }
            None => Err(Fault::stop(Property::InvalidCall, "the comparison returns no value")),
        }
    }
}

/// Fails where a comparison contradicts itself, on two or three elements that stand side by side. One that leaves a trace
/// is not asked, as the program would see it.
fn refuse_contradictions(
    m: &mut Machine<'_>,
    args: &Args<'_>,
    comparison: Comparison,
    (start, count, size): (Pointer, u64, u64),
) -> Step<()> {
    let function = m.callee(comparison.callee)?;
    if !effects::leaves_no_trace(m.program, function) {
        return Ok(());
    }
    let mut before = 0;
    for index in 1..count {
        let (a, b) = (start.offset((index - 1) * size), start.offset(index * size));
        let order = comparison.call(m, a, b)?.signum();
        let mut consistent = order == -comparison.call(m, b, a)?.signum();
        if index > 1 {
            let both = comparison.call(m, start.offset((index - 2) * size), b)?.signum();
            consistent &= match before + order {
                0 => before != 0 || both == 0,
                sum => both == sum.signum(),
            };
        }
        if !consistent {
            return Err(invalid(args, "the comparison contradicts itself"));
        }
        before = order;
    }
    Ok(())
}

/// An array under sorting. The order of comparisons is that of glibc's merge sort.
struct Merge {
    scratch: Pointer,
    size: u64,
    comparison: Comparison,
}

impl Merge {
    fn sort(&self, m: &mut Machine<'_>, start: Pointer, count: u64) -> Step<()> {
        if count <= 1 {
            return Ok(());
        }
        let (mut left_count, mut right_count) = (count / 2, count - count / 2);
        let (mut left, mut right) = (start, start.offset(left_count * self.size));
        self.sort(m, left, left_count)?;
        self.sort(m, right, right_count)?;
        let mut target = self.scratch;
        while left_count > 0 && right_count > 0 {
            let source = if self.comparison.call(m, left, right)? <= 0 {
                left_count -= 1;
                let first = left;
                left = left.offset(self.size);
                first
            } else {
                right_count -= 1;
                let first = right;
                right = right.offset(self.size);
                first
            };
            m.memory.copy(target, source, self.size)?;
            target = target.offset(self.size);
        }
        m.memory.copy(target, left, left_count * self.size)?;
        m.memory.copy(start, self.scratch, (count - right_count) * self.size)
    }
}

pub(super) fn qsort(m: &mut Machine<'_>, args: &Args<'_>, context: bool) -> Step<Reply> {
    let (start, count, size) = (args.ptr(0)?, args.int(1)?, args.int(2)?);
    let context = if context { Some(args.ptr(4)?) } else { None };
    let comparison = Comparison { callee: args.ptr(3)?, context };
    let Some(total) = count.checked_mul(size) else {
        return Err(invalid(args, "the size of all elements does not fit a size_t"));
    };
    m.memory.check_range(start, total, Access::Read)?;
    m.memory.check_range(start, total, Access::Write)?;
    if count <= 1 || size == 0 {
        return void();
    }
    refuse_contradictions(m, args, comparison, (start, count, size))?;
    let Some(scratch) = m.memory.add_library_heap(Family::Mapping, total) else {
        return Err(crate::fault::Stop::Resource("no memory left to sort in".into()));
    };
    let result = Merge { scratch, size, comparison }.sort(m, start, count);
    m.memory.free(scratch, Family::Mapping)?;
    result?;
    void()
}

pub(super) fn bsearch(m: &mut Machine<'_>, args: &Args<'_>) -> Step<Reply> {
    let (key, start, count, size) = (args.ptr(0)?, args.ptr(1)?, args.int(2)?, args.int(3)?);
    let comparison = Comparison { callee: args.ptr(4)?, context: None };
    let (mut low, mut high) = (0, count);
    while low < high {
        let middle = low.midpoint(high);
        let element = start.offset(middle.wrapping_mul(size));
        match comparison.call(m, key, element)? {
            0 => return pointer(element),
            ..0 => high = middle,
            1.. => low = middle + 1,
        }
    }
    pointer(Pointer::NULL)
}

/// `lfind`, and `lsearch`, which adds what it does not find.
pub(super) fn linear(m: &mut Machine<'_>, args: &Args<'_>, add: bool) -> Step<Reply> {
    let (key, start, count_place, size) = (args.ptr(0)?, args.ptr(1)?, args.ptr(2)?, args.int(3)?);
    let comparison = Comparison { callee: args.ptr(4)?, context: None };
    let word = m.word_bytes();
    let count = m.memory.load_int(count_place, word)?;
    for index in 0..count {
        let element = start.offset(index.wrapping_mul(size));
        if comparison.call(m, key, element)? == 0 {
            return pointer(element);
        }
    }
    if !add {
        return pointer(Pointer::NULL);
    }
    let element = start.offset(count.wrapping_mul(size));
    m.memory.copy(element, key, size)?;
    m.memory.store_int(count_place, word, count + 1)?;
    pointer(element)
}
