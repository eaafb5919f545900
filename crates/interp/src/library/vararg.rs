//! Variadic arguments, as calls lay them out in memory (see [`fathom_ir::VaAbi`]).

use fathom_ir::types::VARIADIC_AREA;
use fathom_ir::{Property, VaAbi};

use super::explain;
use crate::fault::{Fault, Step};
use crate::machine::{Args, Machine};
use crate::memory::{ObjectName, Pointer, Story};

/// A place in an area of variadic arguments.
#[derive(Clone, Copy, Debug)]
pub(super) struct VaCursor {
    next: Pointer,
    /// Where a `va_list` keeps the place, to be told when arguments are taken.
    list: Option<Pointer>,
    abi: VaAbi,
}

impl VaCursor {
    /// The variadic arguments of the call itself.
    pub(super) fn of_call(m: &Machine<'_>, args: &Args<'_>) -> Step<Self> {
        let next = args.ptr(args.values.len().saturating_sub(1))?;
        Ok(Self { next, list: None, abi: m.program.target.va })
    }

    /// Those of a `va_list` argument.
    pub(super) fn of_list(m: &mut Machine<'_>, args: &Args<'_>, at: usize) -> Step<Self> {
        let list = args.ptr(at)?;
        let abi = m.program.target.va;
        match abi {
            VaAbi::SysV64 => {
                let place = list.offset(8);
                let next = explain(m.memory.load_ptr(place), || "the va_list is read here".into())?;
                Ok(Self { next, list: Some(place), abi })
            }
            VaAbi::Pointer { .. } | VaAbi::Unknown => Ok(Self { next: list, list: None, abi }),
        }
    }

    /// The slot of the next argument.
    fn take(&mut self, size: u64) -> Pointer {
        let (slot, align) = match self.abi {
            VaAbi::SysV64 if size > 8 => (8, 16),
            VaAbi::SysV64 => (8, 8),
            VaAbi::Unknown if size > 8 => (8, 16),
            VaAbi::Unknown => (8, 8),
            VaAbi::Pointer { slot } => (u64::from(slot), u64::from(slot)),
        };
        let padding = self.next.addr.next_multiple_of(align) - self.next.addr;
        let at = self.next.offset(padding);
        self.next = at.offset(size.next_multiple_of(slot));
        at
    }

    /// Checks that the caller passed an argument of one of these types there. Areas that the program
    /// itself made, by `va_list` tricks, are not checked; nor are those of libstdc++, which passes the
    /// precision of a stream as a `long` where `int` is due.
    fn check(m: &Machine<'_>, at: Pointer, wanted: &[&str]) -> Step<()> {
        let caller = m.program.functions.get(m.memory.site.func.index());
        if caller.is_some_and(|caller| caller.name.starts_with("_ZSt16__convert_from_v")) {
            return Ok(());
        }
        let Some(Story { name: ObjectName::Note(note), .. }) = m.memory.story(at.prov) else { return Ok(()) };
        let Some(types) = m.program.note(note).strip_prefix(VARIADIC_AREA) else { return Ok(()) };
        let Some(area) = m.memory.info(at.prov) else { return Ok(()) };
        let offset = at.addr.wrapping_sub(area.base).to_string();
        let passed = types.split_whitespace().filter_map(|entry| entry.split_once('@'));
        match passed.clone().find(|(_, place)| *place == offset) {
            Some((ty, _)) if wanted.contains(&ty) => Ok(()),
            Some((ty, _)) => {
                let what = format!("an argument of type {} is taken, {ty} was passed", wanted[0]);
                Err(Fault::stop(Property::InvalidArgument, what))
            }
            None => {
                let what = format!("more arguments are taken than the {} that were passed", passed.count());
                Err(Fault::stop(Property::InvalidArgument, what))
            }
        }
    }

    /// An integer; a pointer of the same size will do.
    pub(super) fn integer(&mut self, m: &mut Machine<'_>, size: u64) -> Step<u64> {
        let at = self.take(size);
        let ty = format!("i{}", size * 8);
        let pointer = if size == m.word_bytes() { "ptr" } else { &ty };
        Self::check(m, at, &[&ty, pointer])?;
        m.memory.load_int(at, size)
    }

    /// A `double`.
    pub(super) fn double(&mut self, m: &mut Machine<'_>) -> Step<f64> {
        let at = self.take(8);
        Self::check(m, at, &["f64"])?;
        Ok(f64::from_bits(m.memory.load_int(at, 8)?))
    }

    /// A pointer.
    pub(super) fn pointer(&mut self, m: &mut Machine<'_>) -> Step<Pointer> {
        let at = self.take(m.word_bytes());
        let integer = format!("i{}", m.word_bytes() * 8);
        Self::check(m, at, &["ptr", &integer])?;
        m.memory.load_ptr(at)
    }

    /// A `long double` of 80 bits.
    pub(super) fn long_double(&mut self, m: &mut Machine<'_>) -> Step<u128> {
        let size = match self.abi {
            VaAbi::SysV64 => 16,
            VaAbi::Pointer { slot: 4 } => 12,
            VaAbi::Pointer { .. } | VaAbi::Unknown => 16,
        };
        let at = self.take(size);
        Self::check(m, at, &["x87"])?;
        let low = m.memory.load_int(at, 8)?;
        let high = m.memory.load_int(at.offset(8), 2)?;
        Ok(u128::from(high) << 64 | u128::from(low))
    }

    /// Tells the `va_list` how far its arguments were taken.
    pub(super) fn finish(self, m: &mut Machine<'_>) -> Step<()> {
        match self.list {
            Some(place) => m.memory.store_ptr(place, self.next),
            None => Ok(()),
        }
    }
}
