//! The locals and labels of the function being read.
//!
//! Values and labels share one space of names and one of numbers. Both are entered at the first
//! mention: a value with the type that its use states, which the definition must agree with.
//! Tables are reused from function to function; numbers are stamped with the function instead of
//! being cleared, so that a function costs no more than its own text.

use rustc_hash::FxHashMap;

use super::{Ident, NONE, Name};
use crate::error::{Res, fail};
use crate::module::{BlockId, LocalId, Span, TypeId};

/// Marks an entry as a label.
const LABEL: u32 = 1 << 31;

#[derive(Clone, Copy)]
struct Stamped {
    stamp: u32,
    entry: u32,
}

pub(super) struct Label {
    /// Its block in textual order, or [`NONE`] while only mentioned.
    pub block: u32,
    /// Where it is first mentioned.
    mention: u32,
}

pub(super) struct Locals<'a> {
    names: FxHashMap<Name<'a>, u32>,
    numbers: Vec<Stamped>,
    /// Numbers too large for a table.
    sparse: FxHashMap<u32, u32>,
    stamp: u32,
    max_dense: u32,
    pub next_number: u32,
    pub types: Vec<TypeId>,
    pub value_names: Vec<Span>,
    /// Where a value is first mentioned, [`NONE`] once it is defined.
    mentions: Vec<u32>,
    undefined: usize,
    pub labels: Vec<Label>,
}

impl<'a> Locals<'a> {
    pub fn new(source_len: usize) -> Self {
        Self {
            names: FxHashMap::default(),
            numbers: Vec::new(),
            sparse: FxHashMap::default(),
            stamp: 0,
            max_dense: (source_len / 8) as u32 + 1024,
            next_number: 0,
            types: Vec::new(),
            value_names: Vec::new(),
            mentions: Vec::new(),
            undefined: 0,
            labels: Vec::new(),
        }
    }

    /// Forgets everything, for the next function.
    pub fn clear(&mut self) {
        // Clearing costs as much as the table is large: a huge function must not slow all others.
        if self.names.capacity() > 1024 && self.names.len() < self.names.capacity() / 8 {
            self.names = FxHashMap::default();
        }
        self.names.clear();
        self.sparse.clear();
        self.stamp += 1;
        self.next_number = 0;
        self.types = Vec::new();
        self.value_names = Vec::new();
        self.mentions.clear();
        self.undefined = 0;
        self.labels.clear();
    }

    #[inline]
    fn number_entry(&mut self, number: u32, fresh: u32) -> u32 {
        if number >= self.max_dense {
            return *self.sparse.entry(number).or_insert(fresh);
        }
        let at = number as usize;
        if at >= self.numbers.len() {
            let stamp = 0;
            self.numbers.resize(at + 1 + at / 2, Stamped { stamp, entry: 0 });
        }
        let slot = &mut self.numbers[at];
        if slot.stamp != self.stamp {
            *slot = Stamped { stamp: self.stamp, entry: fresh };
        }
        slot.entry
    }

    #[inline]
    fn name_entry(&mut self, name: Name<'a>, fresh: u32) -> u32 {
        match self.names.get(&name) {
            Some(&entry) => entry,
            None => *self.names.entry(name).or_insert(fresh),
        }
    }

    fn entry(&mut self, ident: Ident<'a>, fresh: u32) -> u32 {
        match ident {
            Ident::Name(name) => self.name_entry(name, fresh),
            Ident::Number(number) => self.number_entry(number, fresh),
        }
    }

    #[inline]
    fn use_entry(&mut self, entry: u32, fresh: u32, ty: TypeId, at: usize) -> Res<LocalId> {
        if entry == fresh {
            self.types.push(ty);
            self.value_names.push(Span::default());
            self.mentions.push(at as u32);
            self.undefined += 1;
            return Ok(LocalId(entry));
        }
        if entry & LABEL != 0 {
            return fail(at, "label used as a value");
        }
        if self.types[entry as usize] != ty {
            return fail(at, "value is used with another type than it has elsewhere");
        }
        Ok(LocalId(entry))
    }

    /// A use of a value.
    #[inline]
    pub fn use_number(&mut self, number: u32, ty: TypeId, at: usize) -> Res<LocalId> {
        let fresh = self.types.len() as u32;
        let entry = self.number_entry(number, fresh);
        self.use_entry(entry, fresh, ty, at)
    }

    /// A use of a value.
    #[inline]
    pub fn use_name(&mut self, name: Name<'a>, ty: TypeId, at: usize) -> Res<LocalId> {
        let fresh = self.types.len() as u32;
        let entry = self.name_entry(name, fresh);
        self.use_entry(entry, fresh, ty, at)
    }

    /// The definition of a value: by a name, a number, or the next number.
    pub fn define(&mut self, ident: Option<(Ident<'a>, Span)>, ty: TypeId, at: usize) -> Res<LocalId> {
        let (ident, span) = match ident {
            Some((Ident::Number(number), _)) => {
                self.take_number(number, at)?;
                (Ident::Number(number), Span::default())
            }
            Some(named) => named,
            None => {
                let number = self.next_number;
                self.take_number(number, at)?;
                (Ident::Number(number), Span::default())
            }
        };
        let fresh = self.types.len() as u32;
        let entry = self.entry(ident, fresh);
        if entry == fresh {
            self.types.push(ty);
            self.value_names.push(span);
            self.mentions.push(NONE);
            return Ok(LocalId(entry));
        }
        if entry & LABEL != 0 {
            return fail(at, "name is that of a label");
        }
        let index = entry as usize;
        if self.mentions[index] == NONE {
            return fail(at, "value is defined twice");
        }
        if self.types[index] != ty {
            return fail(at, "value is defined with another type than it is used with before");
        }
        self.mentions[index] = NONE;
        self.undefined -= 1;
        self.value_names[index] = span;
        Ok(LocalId(entry))
    }

    /// Numbers come in order; newer versions of LLVM allow gaps.
    fn take_number(&mut self, number: u32, at: usize) -> Res<()> {
        if number < self.next_number || number >= LABEL {
            return fail(at, format!("expected number {} or above", self.next_number));
        }
        self.next_number = number + 1;
        Ok(())
    }

    /// A mention of a label, by order of mention.
    pub fn use_label(&mut self, ident: Ident<'a>, at: usize) -> Res<BlockId> {
        let fresh = self.labels.len() as u32 | LABEL;
        let entry = self.entry(ident, fresh);
        if entry == fresh {
            self.labels.push(Label { block: NONE, mention: at as u32 });
        } else if entry & LABEL == 0 {
            return fail(at, "value used as a label");
        }
        Ok(BlockId(entry & !LABEL))
    }

    /// The definition of a label; returns its number where it has one.
    pub fn define_label(&mut self, ident: Option<Ident<'a>>, block: u32, at: usize) -> Res<Option<u32>> {
        let (ident, number) = match ident {
            Some(Ident::Name(name)) => (Ident::Name(name), None),
            Some(Ident::Number(number)) => (Ident::Number(number), Some(number)),
            None => (Ident::Number(self.next_number), Some(self.next_number)),
        };
        if let Some(number) = number {
            self.take_number(number, at)?;
        }
        let id = self.use_label(ident, at)?;
        let label = &mut self.labels[id.index()];
        if label.block != NONE {
            return fail(at, "label is defined twice");
        }
        label.block = block;
        Ok(number)
    }

    /// Whether everything that was mentioned was defined.
    pub fn check(&self) -> Res<()> {
        if self.undefined > 0 {
            let at = self.mentions.iter().filter(|&&at| at != NONE).min();
            return fail(at.map_or(0, |&at| at as usize), "value is never defined");
        }
        let missing = self.labels.iter().filter(|label| label.block == NONE).map(|label| label.mention).min();
        match missing {
            Some(at) => fail(at as usize, "label is never defined"),
            None => Ok(()),
        }
    }
}
