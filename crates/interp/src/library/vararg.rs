//! Variadic arguments, as calls lay them out in memory (see [`fathom_ir::VaAbi`]).

use fathom_ir::VaAbi;

use super::explain;
use crate::fault::Step;
use crate::machine::{Args, Machine};
use crate::memory::Pointer;

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
            VaAbi::Pointer { .. } => Ok(Self { next: list, list: None, abi }),
        }
    }

    /// The slot of the next argument.
    fn take(&mut self, size: u64) -> Pointer {
        let (slot, align) = match self.abi {
            VaAbi::SysV64 if size > 8 => (8, 16),
            VaAbi::SysV64 => (8, 8),
            VaAbi::Pointer { slot } => (u64::from(slot), u64::from(slot)),
        };
        let padding = self.next.addr.next_multiple_of(align) - self.next.addr;
        let at = self.next.offset(padding);
        self.next = at.offset(size.next_multiple_of(slot));
        at
    }

    /// An integer.
    pub(super) fn integer(&mut self, m: &mut Machine<'_>, size: u64) -> Step<u64> {
        let at = self.take(size);
        m.memory.load_int(at, size)
    }

    /// A pointer.
    pub(super) fn pointer(&mut self, m: &mut Machine<'_>) -> Step<Pointer> {
        let at = self.take(m.word_bytes());
        m.memory.load_ptr(at)
    }

    /// A `long double` of 80 bits.
    pub(super) fn long_double(&mut self, m: &mut Machine<'_>) -> Step<u128> {
        let size = match self.abi {
            VaAbi::SysV64 => 16,
            VaAbi::Pointer { slot: 4 } => 12,
            VaAbi::Pointer { .. } => 16,
        };
        let at = self.take(size);
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
