//! An image of memory that follows a recording: what every object contains at a step.

use std::collections::BTreeMap;
use std::ops;

use fathom_interp::memory::{Cell, Provenance, scatter};
use fathom_interp::recording::{Bytes, Content, Range};
use rustc_hash::FxHashMap;

/// What objects contain.
#[derive(Default)]
pub struct Image {
    objects: FxHashMap<Provenance, Object>,
    big_endian: bool,
}

/// The contents of an object.
struct Object {
    bytes: Vec<u8>,
    /// Set bits are initialised.
    init: Vec<u8>,
    /// Pointers by their first byte: length and object.
    pointers: BTreeMap<u64, (u64, Provenance)>,
    /// Something was written that the recording left out: what it contains is not known any more.
    lost: bool,
}

/// Objects larger than this are not followed.
const MAX_OBJECT: u64 = 1 << 20;

impl Image {
    /// Nothing yet.
    pub fn new(big_endian: bool) -> Self {
        Self { big_endian, ..Self::default() }
    }

    /// An object comes to be, or begins anew: zero, or uninitialised.
    pub fn make(&mut self, object: Provenance, size: u64, zero: bool) {
        if size > MAX_OBJECT {
            return;
        }
        let init = vec![if zero { 0xff } else { 0 }; size as usize];
        let contents = Object { bytes: vec![0; size as usize], init, pointers: BTreeMap::new(), lost: false };
        self.objects.insert(object, contents);
    }

    /// An object begins anew, uninitialised.
    pub fn begin(&mut self, object: Provenance) {
        if let Some(size) = self.objects.get(&object).map(|contents| contents.bytes.len()) {
            self.make(object, size as u64, false);
        }
    }

    /// A range was written.
    pub fn write(&mut self, range: Range, content: &Content) {
        let big_endian = self.big_endian;
        let Some(object) = self.objects.get_mut(&range.object) else { return };
        let at = range.offset as usize..(range.offset + range.len) as usize;
        if at.end > object.bytes.len() {
            return;
        }
        let behind: Vec<u64> =
            object.pointers.range(..range.offset + range.len).map(|(&start, _)| start).collect();
        for start in behind.into_iter().rev() {
            let (len, _) = object.pointers[&start];
            if start + len <= range.offset {
                break;
            }
            object.pointers.remove(&start);
        }
        match content {
            Content::Cell(cell) => {
                scatter(&mut object.bytes[at.clone()], cell.bits, big_endian);
                scatter(&mut object.init[at], !cell.undef, big_endian);
                if cell.prov != Provenance::NONE {
                    object.pointers.insert(range.offset, (range.len, cell.prov));
                }
            }
            Content::Bytes(bytes) => {
                object.bytes[at.clone()].copy_from_slice(&bytes.bytes);
                match bytes.init.is_empty() {
                    true => object.init[at].fill(0xff),
                    false => object.init[at].copy_from_slice(&bytes.init),
                }
                for &(start, len, to) in &bytes.pointers {
                    object.pointers.insert(range.offset + start, (len, to));
                }
            }
            Content::TooLong => object.lost = true,
        }
    }

    /// What a range contains; `None` if it is not known.
    pub fn read(&self, object: Provenance, range: ops::Range<u64>) -> Option<Bytes> {
        let object = self.objects.get(&object).filter(|object| !object.lost)?;
        let at = range.start as usize..range.end as usize;
        let pointers = object.pointers.range(range.clone());
        Some(Bytes {
            bytes: object.bytes.get(at.clone())?.to_vec(),
            init: object.init.get(at)?.to_vec(),
            pointers: pointers.map(|(&start, &(len, to))| (start - range.start, len, to)).collect(),
        })
    }

    /// At most 8 bytes as one number, with its indeterminate bits and its object.
    pub fn cell(&self, bytes: &Bytes) -> Cell {
        bytes.cell(self.big_endian)
    }

    /// Whether the most significant byte comes first.
    pub fn is_big_endian(&self) -> bool {
        self.big_endian
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const OBJECT: Provenance = Provenance(7);

    fn cell(bits: u64, prov: u64) -> Content {
        Content::Cell(Cell { bits, undef: 0, prov: Provenance(prov) })
    }

    fn range(offset: u64, len: u64) -> Range {
        Range { object: OBJECT, offset, len }
    }

    #[test]
    fn what_was_written_is_read() {
        for big_endian in [false, true] {
            let mut image = Image::new(big_endian);
            image.make(OBJECT, 16, false);
            image.write(range(4, 4), &cell(0x0102_0304, 0));
            let bytes = image.read(OBJECT, 4..8).expect("it is there");
            assert_eq!(image.cell(&bytes), Cell { bits: 0x0102_0304, undef: 0, prov: Provenance::NONE });
            assert_eq!(bytes.bytes[0], if big_endian { 1 } else { 4 });
            let bytes = image.read(OBJECT, 0..8).expect("it is there");
            assert_ne!(image.cell(&bytes).undef, 0, "half of it was never written");
        }
    }

    #[test]
    fn a_pointer_that_is_overwritten_in_part_is_none() {
        let mut image = Image::new(false);
        image.make(OBJECT, 16, true);
        image.write(range(8, 8), &cell(64, 3));
        let bytes = image.read(OBJECT, 8..16).expect("it is there");
        assert_eq!(image.cell(&bytes).prov, Provenance(3));
        image.write(range(12, 1), &cell(1, 0));
        let bytes = image.read(OBJECT, 8..16).expect("it is there");
        assert_eq!(image.cell(&bytes).prov, Provenance::NONE);
    }

    #[test]
    fn what_the_recording_left_out_is_not_known() {
        let mut image = Image::new(false);
        image.make(OBJECT, 8192, true);
        image.write(range(0, 8192), &Content::TooLong);
        assert_eq!(image.read(OBJECT, 0..4), None);
        image.begin(OBJECT);
        assert!(image.read(OBJECT, 0..4).is_some());
    }
}
