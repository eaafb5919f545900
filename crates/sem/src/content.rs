//! What lies in a region of memory.
//!
//! ```text
//! cells   offset → value: what was written at a constant offset, each value as it was written
//! base    arrays of bytes below the cells: initial contents, and what was written at symbolic offsets
//! ```
//! A read at a constant offset that fits a cell is that cell, without a term being built; this is what
//! most programs do most of the time. A cell that is hit in part falls to bytes. A write at a symbolic
//! offset changes the few cells it can hit, or else all cells are written to the base first.

use std::collections::BTreeSet;
use std::ops::Range;

use fathom_logic::{Op, Sort, Term, Terms};
use imbl::OrdMap;

use crate::pointing::Offsets;
use crate::scalar::{PROVENANCE_BITS, Scalar, Torn, assemble, byte, determinate};

/// How an access with a symbolic offset is encoded: up to so many places are told apart by comparisons.
const FEW_PLACES: u64 = 40;

/// Every object begins at a multiple of this.
pub const BASE_ALIGN: u64 = 16;

/// Up to how many bytes a copy moves cell by cell.
const SHORT_COPY: u64 = 1024;

/// Pointers in so many bytes are looked for one by one where they were written at symbolic offsets.
const FOLLOWED_BYTES: u64 = 1024;

/// How memory is laid out and written down.
#[derive(Clone, Copy, Debug)]
pub struct Form {
    /// Width of offsets.
    pub pointer_bits: u32,
    /// Byte order.
    pub big_endian: bool,
    /// Everything goes to the base; for experiments.
    pub arrays_only: bool,
}

/// A value in memory and the bytes it takes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Cell {
    bytes: u64,
    value: Scalar,
}

/// Arrays of bytes, of their provenance (`None`: none anywhere) and of their indeterminate bits (`None`:
/// none anywhere).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Base {
    bytes: Term,
    provenance: Option<Term>,
    undef: Option<Term>,
}

/// What lies in a region of memory.
#[derive(Clone, PartialEq, Debug)]
pub struct Content {
    base: Base,
    cells: OrdMap<u64, Cell>,
}

/// What is known of the offset of an access for sure.
#[derive(Clone, Debug)]
pub struct Known {
    /// All bytes lie in this range.
    pub room: Option<Range<u64>>,
    /// The offset is a multiple of this power of two.
    pub align: u64,
    /// The offset is one of these.
    pub offsets: Offsets,
    /// Places must be so far apart to be told apart by comparisons.
    apart: u64,
}

impl Known {
    /// Bytes in a range, at an alignment.
    pub fn new(room: Option<Range<u64>>, align: u64) -> Self {
        Self { room, align: align.clamp(1, BASE_ALIGN), offsets: None, apart: 1 }
    }

    /// Only these offsets are possible.
    pub fn among(self, offsets: Offsets) -> Self {
        Self { offsets, ..self }
    }
}

/// Where an access goes, as far as it is known.
enum Places {
    /// One offset.
    One(u64),
    /// A few offsets.
    Few(Vec<u64>),
    /// Anywhere.
    Many,
}

impl Content {
    /// Contents given by an array of bytes, indeterminate or not.
    pub fn new(terms: &mut Terms, form: Form, bytes: Term, undef: bool) -> Self {
        let sort = Sort::Array { index: form.pointer_bits, element: 8 };
        let undef = undef.then(|| {
            let all = terms.number(8, 0xff);
            terms.const_array(sort, all)
        });
        Self { base: Base { bytes, provenance: None, undef }, cells: OrdMap::new() }
    }

    /// Zeros.
    pub fn zero(terms: &mut Terms, form: Form) -> Self {
        let zero = terms.number(8, 0);
        let bytes = terms.const_array(Sort::Array { index: form.pointer_bits, element: 8 }, zero);
        Self::new(terms, form, bytes, false)
    }

    fn places(&self, terms: &Terms, form: Form, offset: Term, bytes: u64, known: &Known) -> Places {
        let room = known.room.as_ref();
        if let Some(at) = terms.as_u64(offset) {
            return Places::One(at);
        }
        if form.arrays_only {
            return Places::Many;
        }
        if let Some(offsets) = &known.offsets {
            let in_room = |&&at: &&u64| {
                room.is_none_or(|room| {
                    room.start <= at && at.checked_add(bytes).is_some_and(|end| end <= room.end)
                })
            };
            let places: Vec<u64> = offsets.iter().filter(in_room).copied().collect();
            let apart = places.windows(2).all(|pair| pair[1] - pair[0] >= known.apart);
            return if apart { Places::Few(places) } else { Places::Many };
        }
        let facts = terms.facts(offset);
        let least = room.map_or(facts.min, |room| facts.min.max(room.start));
        let last = room.map_or(facts.max, |room| facts.max.min(room.end.saturating_sub(bytes)));
        let step = (1u64 << facts.trailing_zeros().min(32)).max(known.align);
        if least > last || step < known.apart || (last - least) / step >= FEW_PLACES {
            return Places::Many;
        }
        let fits = |&at: &u64| at & facts.zeros == 0 && at & facts.ones == facts.ones;
        let first = least.next_multiple_of(step);
        Places::Few((first..=last).step_by(step as usize).filter(fits).collect())
    }

    /// The cell that a byte lies in, with its offset.
    fn cell_at(&self, at: u64) -> Option<(u64, Cell)> {
        let (&start, &cell) = self.cells.get_prev(&at)?;
        (at - start < cell.bytes).then_some((start, cell))
    }

    fn byte_of_base(&self, terms: &mut Terms, index: Term) -> Scalar {
        let bits = terms.select(self.base.bytes, index);
        let provenance = self.base.provenance.map(|array| terms.select(array, index));
        let provenance = provenance.filter(|&provenance| terms.as_u64(provenance) != Some(0));
        let undef = self.base.undef.map(|array| terms.select(array, index));
        let undef = undef.and_then(|undef| determinate(terms, undef));
        Scalar { bits, provenance, undef }
    }

    fn byte_at(&self, terms: &mut Terms, form: Form, at: u64) -> Scalar {
        match self.cell_at(at) {
            Some((start, cell)) => byte(terms, cell.value, (at - start) as u32, form.big_endian),
            None => {
                let index = terms.number(form.pointer_bits, at);
                self.byte_of_base(terms, index)
            }
        }
    }

    fn read_at(&self, terms: &mut Terms, form: Form, at: u64, bytes: u64, torn: &mut Vec<Torn>) -> Scalar {
        if let Some(cell) = self.cells.get(&at)
            && cell.bytes == bytes
        {
            return cell.value;
        }
        let parts: Vec<Scalar> = (0..bytes).map(|i| self.byte_at(terms, form, at.wrapping_add(i))).collect();
        assemble(terms, &parts, form.big_endian, torn)
    }

    /// The bytes at an offset as one value. Where pieces of pointers lie there, `torn` says so.
    pub fn read(
        &mut self,
        terms: &mut Terms,
        form: Form,
        (offset, bytes): (Term, u64),
        known: &Known,
        torn: &mut Vec<Torn>,
    ) -> Scalar {
        match self.places(terms, form, offset, bytes, known) {
            Places::One(at) => self.read_at(terms, form, at, bytes, torn),
            Places::Few(places) if !places.is_empty() => {
                let mut places = places.into_iter().rev();
                let last = places.next().unwrap_or_default();
                let mut value = self.read_at(terms, form, last, bytes, torn);
                for at in places {
                    let before = torn.len();
                    let here = self.read_at(terms, form, at, bytes, torn);
                    let place = terms.number(form.pointer_bits, at);
                    let is_here = terms.eq(offset, place);
                    for torn in &mut torn[before..] {
                        torn.condition = terms.and(torn.condition, is_here);
                    }
                    value = Scalar::choose(terms, is_here, here, value);
                }
                value
            }
            Places::Few(_) | Places::Many => {
                self.settle(terms, form);
                let parts: Vec<Scalar> = (0..bytes)
                    .map(|i| {
                        let index = plus(terms, offset, i);
                        self.byte_of_base(terms, index)
                    })
                    .collect();
                assemble(terms, &parts, form.big_endian, torn)
            }
        }
    }

    /// Writes a value at an offset, where the condition holds.
    pub fn write(
        &mut self,
        terms: &mut Terms,
        form: Form,
        (offset, condition): (Term, Term),
        (bytes, value): (u64, Scalar),
        known: &Known,
    ) {
        // Places that overlap would each change parts of the others.
        let known = Known { apart: bytes, ..known.clone() };
        match self.places(terms, form, offset, bytes, &known) {
            Places::One(at) => self.put_where(terms, form, (at, condition), (bytes, value)),
            Places::Few(places) => {
                for at in places {
                    let place = terms.number(form.pointer_bits, at);
                    let is_here = terms.eq(offset, place);
                    let both = terms.and(condition, is_here);
                    self.put_where(terms, form, (at, both), (bytes, value));
                }
            }
            Places::Many => {
                self.settle(terms, form);
                for i in 0..bytes {
                    let index = plus(terms, offset, i);
                    let mut part = byte(terms, value, i as u32, form.big_endian);
                    if terms.as_bool(condition) != Some(true) {
                        let old = self.byte_of_base(terms, index);
                        part = Scalar::choose(terms, condition, part, old);
                    }
                    self.put_in_base(terms, form, index, part);
                }
            }
        }
    }

    /// Writes a value at a constant offset, where the condition holds.
    fn put_where(
        &mut self,
        terms: &mut Terms,
        form: Form,
        (at, condition): (u64, Term),
        (bytes, value): (u64, Scalar),
    ) {
        if terms.as_bool(condition) == Some(true) {
            return self.put(terms, form, at, bytes, value);
        }
        let mut torn = Vec::new();
        let old = self.read_at(terms, form, at, bytes, &mut torn);
        if torn.is_empty() {
            let value = Scalar::choose(terms, condition, value, old);
            return self.put(terms, form, at, bytes, value);
        }
        // Pieces of pointers stay what they are.
        for i in 0..bytes {
            let (new, old) =
                (byte(terms, value, i as u32, form.big_endian), self.byte_at(terms, form, at + i));
            let value = Scalar::choose(terms, condition, new, old);
            self.put(terms, form, at + i, 1, value);
        }
    }

    /// Writes a value at a constant offset.
    pub fn put(&mut self, terms: &mut Terms, form: Form, at: u64, bytes: u64, value: Scalar) {
        if form.arrays_only {
            for i in 0..bytes {
                let part = byte(terms, value, i as u32, form.big_endian);
                let index = terms.number(form.pointer_bits, at.wrapping_add(i));
                self.put_in_base(terms, form, index, part);
            }
            return;
        }
        if self.cells.get(&at).is_none_or(|cell| cell.bytes != bytes) {
            self.clear(terms, form, at, bytes);
        }
        self.cells.insert(at, Cell { bytes, value });
    }

    /// Makes room: cells that lie in the range in part fall to bytes.
    fn clear(&mut self, terms: &mut Terms, form: Form, at: u64, bytes: u64) {
        let end = at.saturating_add(bytes);
        let mut hit: Vec<(u64, Cell)> = Vec::new();
        if let Some((start, cell)) = self.cell_at(at)
            && start < at
        {
            hit.push((start, cell));
        }
        hit.extend(self.cells.range(at..end).map(|(&start, &cell)| (start, cell)));
        for (start, cell) in hit {
            self.cells.remove(&start);
            for i in (0..cell.bytes).filter(|i| !(at..end).contains(&(start + i))) {
                let value = byte(terms, cell.value, i as u32, form.big_endian);
                self.cells.insert(start + i, Cell { bytes: 1, value });
            }
        }
    }

    fn put_in_base(&mut self, terms: &mut Terms, form: Form, index: Term, part: Scalar) {
        self.base.bytes = terms.store(self.base.bytes, index, part.bits);
        if self.base.provenance.is_some() || part.provenance.is_some() {
            let array = self.provenances(terms, form);
            let provenance = part.provenance(terms);
            self.base.provenance = Some(terms.store(array, index, provenance));
        }
        if self.base.undef.is_some() || part.undef.is_some() {
            let array = self.undefs(terms, form);
            let undef = part.undef(terms);
            self.base.undef = Some(terms.store(array, index, undef));
        }
    }

    fn provenances(&self, terms: &mut Terms, form: Form) -> Term {
        self.base.provenance.unwrap_or_else(|| {
            let none = terms.number(PROVENANCE_BITS, 0);
            terms.const_array(Sort::Array { index: form.pointer_bits, element: PROVENANCE_BITS }, none)
        })
    }

    fn undefs(&self, terms: &mut Terms, form: Form) -> Term {
        self.base.undef.unwrap_or_else(|| {
            let none = terms.number(8, 0);
            terms.const_array(Sort::Array { index: form.pointer_bits, element: 8 }, none)
        })
    }

    /// Writes all cells to the base.
    fn settle(&mut self, terms: &mut Terms, form: Form) {
        let cells = std::mem::take(&mut self.cells);
        for (&at, cell) in &cells {
            for i in 0..cell.bytes {
                let part = byte(terms, cell.value, i as u32, form.big_endian);
                let index = terms.number(form.pointer_bits, at + i);
                self.put_in_base(terms, form, index, part);
            }
        }
    }

    /// Fills a range with a byte, where the condition holds.
    pub fn fill(
        &mut self,
        terms: &mut Terms,
        form: Form,
        (start, length, condition): (Term, Term, Term),
        value: Scalar,
    ) {
        let always = terms.as_bool(condition) == Some(true);
        if let (Some(at), Some(bytes)) = (terms.as_u64(start), terms.as_u64(length))
            && always
            && bytes <= SHORT_COPY
            && !form.arrays_only
        {
            let word = u64::from(form.pointer_bits / 8);
            let mut done = 0;
            while done < bytes {
                // Whole words, so that pointers and numbers that are set to zero are read as one.
                let step = if (at + done).is_multiple_of(word) && bytes - done >= word { word } else { 1 };
                let parts = vec![value; step as usize];
                let joined = assemble(terms, &parts, form.big_endian, &mut Vec::new());
                self.put(terms, form, at + done, step, joined);
                done += step;
            }
            return;
        }
        self.settle(terms, form);
        let zero = terms.number(form.pointer_bits, 0);
        let length = terms.ite(condition, length, zero);
        self.base.bytes = terms.fill(self.base.bytes, start, length, value.bits);
        if self.base.provenance.is_some() || value.provenance.is_some() {
            let (array, value) = (self.provenances(terms, form), value.provenance(terms));
            self.base.provenance = Some(terms.fill(array, start, length, value));
        }
        if self.base.undef.is_some() || value.undef.is_some() {
            let (array, value) = (self.undefs(terms, form), value.undef(terms));
            self.base.undef = Some(terms.fill(array, start, length, value));
        }
    }

    /// Copies a range of other contents (or of an earlier state of these) here, where the condition holds.
    pub fn copy(
        &mut self,
        terms: &mut Terms,
        form: Form,
        (start, length, condition): (Term, Term, Term),
        source: &Self,
        from: Term,
    ) {
        let always = terms.as_bool(condition) == Some(true);
        if let (Some(at), Some(bytes), Some(from)) =
            (terms.as_u64(start), terms.as_u64(length), terms.as_u64(from))
            && always
            && bytes <= SHORT_COPY
            && !form.arrays_only
        {
            let mut parts = Vec::new();
            let mut done = 0;
            while done < bytes {
                let whole = source.cells.get(&(from + done)).filter(|cell| cell.bytes <= bytes - done);
                let (step, value) = match whole {
                    Some(cell) => (cell.bytes, cell.value),
                    None => (1, source.byte_at(terms, form, from + done)),
                };
                parts.push((at + done, step, value));
                done += step;
            }
            for (at, step, value) in parts {
                self.put(terms, form, at, step, value);
            }
            return;
        }
        let mut source = source.clone();
        source.settle(terms, form);
        self.settle(terms, form);
        let zero = terms.number(form.pointer_bits, 0);
        let length = terms.ite(condition, length, zero);
        if self.base.provenance.is_some() || source.base.provenance.is_some() {
            let (to, of) = (self.provenances(terms, form), source.provenances(terms, form));
            self.base.provenance = Some(terms.copy(to, start, length, of, from));
        }
        if self.base.undef.is_some() || source.base.undef.is_some() {
            let (to, of) = (self.undefs(terms, form), source.undefs(terms, form));
            self.base.undef = Some(terms.copy(to, start, length, of, from));
        }
        self.base.bytes = terms.copy(self.base.bytes, start, length, source.base.bytes, from);
    }

    /// `condition ? a : b`
    pub fn choose(terms: &mut Terms, form: Form, condition: Term, a: &Self, b: &Self) -> Self {
        if a.base != b.base {
            let (mut a, mut b) = (a.clone(), b.clone());
            if a.cells != b.cells {
                a.settle(terms, form);
                b.settle(terms, form);
            }
            let provenance = (a.base.provenance.is_some() || b.base.provenance.is_some()).then(|| {
                let (x, y) = (a.provenances(terms, form), b.provenances(terms, form));
                terms.ite(condition, x, y)
            });
            let undef = (a.base.undef.is_some() || b.base.undef.is_some()).then(|| {
                let (x, y) = (a.undefs(terms, form), b.undefs(terms, form));
                terms.ite(condition, x, y)
            });
            let bytes = terms.ite(condition, a.base.bytes, b.base.bytes);
            return Self { base: Base { bytes, provenance, undef }, cells: a.cells };
        }
        let mut merged = a.clone();
        for range in different_ranges(&a.cells, &b.cells) {
            let bytes = range.end - range.start;
            let whole = |cells: &OrdMap<u64, Cell>| match cells.get(&range.start) {
                Some(cell) => cell.bytes == bytes,
                None => cells.range(range.clone()).next().is_none(),
            };
            let mut torn = Vec::new();
            if whole(&a.cells) && whole(&b.cells) {
                let at = range.start;
                let x = a.read_at(terms, form, at, bytes, &mut torn);
                let y = b.read_at(terms, form, at, bytes, &mut torn);
                if torn.is_empty() {
                    let value = Scalar::choose(terms, condition, x, y);
                    merged.put(terms, form, at, bytes, value);
                    continue;
                }
            }
            for at in range {
                let (x, y) = (a.byte_at(terms, form, at), b.byte_at(terms, form, at));
                let value = Scalar::choose(terms, condition, x, y);
                merged.put(terms, form, at, 1, value);
            }
        }
        merged
    }

    /// What lies in so many bytes from an offset on and is as large as a pointer, as far as it has bytes of pointers, or
    /// `numbers` are asked for; `None` if that is not known. With each value come the provenances of its parts.
    pub fn pointers(
        &self,
        terms: &mut Terms,
        form: Form,
        (start, size): (Term, Option<u64>),
        numbers: bool,
    ) -> Option<Vec<(Scalar, Vec<Term>)>> {
        let range = match (terms.as_u64(start), size) {
            (Some(start), Some(size)) => Some(start..start.saturating_add(size)),
            (Some(0), None) => Some(0..u64::MAX),
            _ => None,
        };
        if range.is_none() && !self.cells.is_empty() {
            let mut settled = self.clone();
            settled.settle(terms, form);
            return settled.pointers(terms, form, (start, size), numbers);
        }
        let word = u64::from(form.pointer_bits / 8);
        let room = range.clone().unwrap_or(0..size.unwrap_or(u64::MAX));
        let mut found = Vec::new();
        // Bytes that may be parts.
        let mut pieces = BTreeSet::new();
        for (&at, cell) in range.iter().flat_map(|range| self.cells.range(range.clone())) {
            match cell.value.provenance {
                None if !numbers => {}
                provenance if cell.bytes == word => found.push((cell.value, Vec::from_iter(provenance))),
                _ => pieces.extend(at..at + cell.bytes),
            }
        }
        let is_written = matches!(terms.op(self.base.bytes), Op::Store | Op::Fill | Op::Copy | Op::Ite);
        if self.base.provenance.is_some() || numbers && is_written {
            let length = size.filter(|&size| size <= FOLLOWED_BYTES)?;
            let all = room.start..room.start + length;
            pieces.extend(all.filter(|&at| range.is_none() || self.cell_at(at).is_none()));
        }
        let starts: BTreeSet<u64> =
            pieces.into_iter().flat_map(|at| at.saturating_sub(word - 1)..=at).collect();
        for at in starts.into_iter().filter(|&at| room.start <= at && at.saturating_add(word) <= room.end) {
            let parts: Vec<Scalar> = (at..at + word)
                .map(|at| match range {
                    Some(_) => self.byte_at(terms, form, at),
                    None => {
                        let index = plus(terms, start, at);
                        self.byte_of_base(terms, index)
                    }
                })
                .collect();
            let whole = assemble(terms, &parts, form.big_endian, &mut Vec::new());
            let mut from: Vec<Term> = parts.iter().filter_map(|part| part.provenance).collect();
            from.sort_unstable();
            from.dedup();
            if numbers || !from.is_empty() {
                found.push((whole, from));
            }
        }
        Some(found)
    }
}

/// Ranges of offsets in which two maps of cells differ, apart from each other.
fn different_ranges(a: &OrdMap<u64, Cell>, b: &OrdMap<u64, Cell>) -> Vec<Range<u64>> {
    use imbl::ordmap::DiffItem;
    let mut ranges: Vec<Range<u64>> = Vec::new();
    for item in a.diff(b) {
        let mut add = |at: u64, cell: &Cell| ranges.push(at..at + cell.bytes);
        match item {
            DiffItem::Add(&at, cell) | DiffItem::Remove(&at, cell) => add(at, cell),
            DiffItem::Update { old: (&at, old), new: (_, new) } => {
                add(at, old);
                add(at, new);
            }
        }
    }
    ranges.sort_unstable_by_key(|range| range.start);
    let mut apart: Vec<Range<u64>> = Vec::new();
    for range in ranges {
        match apart.last_mut() {
            Some(last) if range.start < last.end => last.end = last.end.max(range.end),
            _ => apart.push(range),
        }
    }
    apart
}

fn plus(terms: &mut Terms, offset: Term, bytes: u64) -> Term {
    let width = terms.width(offset);
    let bytes = terms.number(width, bytes);
    terms.bv_add(offset, bytes)
}
