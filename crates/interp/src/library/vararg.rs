//! Variadic arguments, as calls lay them out in memory (see [`fathom_ir::VaAbi`]).

use fathom_ir::variadic::{AreaTypes, mismatch_text};
use fathom_ir::{FloatKind, Property, Type, VaAbi};

use super::explain;
use crate::fault::{Fault, Step};
use crate::machine::{Args, Machine};
use crate::memory::{Cell, ObjectName, Pointer, Provenance, Story};

/// A place in an area of variadic arguments.
#[derive(Clone, Copy, Debug)]
pub(super) struct VaCursor {
    next: Pointer,
    /// Where a `va_list` keeps the place, which is used up when the call ends.
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

    /// Checks that the caller passed an argument of this type there. Areas that the program itself made, by
    /// `va_list` tricks, are not checked.
    fn check(m: &Machine<'_>, at: Pointer, wanted: Type) -> Step<()> {
        let (Some(types), Some(offset)) = (m.area_types(at.prov), m.offset_in(at)) else { return Ok(()) };
        if types.slots().any(|(slot, _)| slot == offset) {
            return m.check_argument(at, wanted);
        }
        let count = types.slots().count();
        let what = format!("more arguments are taken than the {count} that were passed");
        Err(Fault::stop(Property::OutOfBoundsRead, what))
    }

    /// An integer; a pointer of the same size will do.
    pub(super) fn integer(&mut self, m: &mut Machine<'_>, size: u64) -> Step<u64> {
        let at = self.take(size);
        Self::check(m, at, Type::Int(size as u32 * 8))?;
        m.memory.load_int(at, size)
    }

    /// A `double`.
    pub(super) fn double(&mut self, m: &mut Machine<'_>) -> Step<f64> {
        let at = self.take(8);
        Self::check(m, at, Type::Float(FloatKind::F64))?;
        Ok(f64::from_bits(m.memory.load_int(at, 8)?))
    }

    /// A pointer.
    pub(super) fn pointer(&mut self, m: &mut Machine<'_>) -> Step<Pointer> {
        let at = self.take(m.word_bytes());
        Self::check(m, at, Type::Ptr)?;
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
        Self::check(m, at, Type::Float(FloatKind::X87))?;
        let low = m.memory.load_int(at, 8)?;
        let high = m.memory.load_int(at.offset(8), 2)?;
        Ok(u128::from(high) << 64 | u128::from(low))
    }

    /// What is left in a `va_list` that was given is indeterminate (C11 7.16p3).
    pub(super) fn finish(self, m: &mut Machine<'_>) -> Step<()> {
        match self.list {
            Some(place) => {
                let nothing = Cell { bits: 0, undef: u64::MAX, prov: Provenance::NONE };
                m.memory.store(place, 8, 8, nothing)
            }
            None => Ok(()),
        }
    }
}

impl Machine<'_> {
    /// The types of the arguments in an object, if that is an area of variadic arguments.
    fn area_types(&self, object: Provenance) -> Option<AreaTypes<'_>> {
        let Some(Story { name: ObjectName::Note(note), .. }) = self.memory.story(object) else { return None };
        AreaTypes::of_name(self.program.note(note))
    }

    fn offset_in(&self, at: Pointer) -> Option<u64> {
        self.memory.info(at.prov).map(|area| at.addr.wrapping_sub(area.base))
    }

    /// Checks that a value of the type can be taken from there, if arguments are there.
    pub(crate) fn check_argument(&self, at: Pointer, wanted: Type) -> Step<()> {
        let (Some(types), Some(offset)) = (self.area_types(at.prov), self.offset_in(at)) else {
            return Ok(());
        };
        match types.mismatch(offset, wanted, &self.program.target) {
            Some(passed) => Err(Fault::stop(Property::InvalidArgument, mismatch_text(wanted, passed))),
            None => Ok(()),
        }
    }
}
