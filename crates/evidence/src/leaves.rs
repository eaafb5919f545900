//! Leaves: the scalars that a typed object is made of, with paths as one would write them in C.
//!
//! An array of characters is one leaf: people want to read it as text.

use std::ops::Range;

use fathom_ir::debug::{DebugInfo, Field, IntegerKind, Type, TypeId};

/// A scalar in an object.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Leaf {
    /// How one gets there: `.next`, `[3].key`; empty for the object itself.
    pub path: String,
    /// First byte.
    pub offset: u64,
    /// Bytes.
    pub size: u64,
    /// Its type.
    pub ty: TypeId,
    /// For a bit-field: first bit in the leaf, and how many.
    pub bits: Option<(u64, u64)>,
}

/// Structures nest at most this deep; deeper only malformed modules are.
const MAX_DEPTH: usize = 32;

/// Arrays of characters up to this long are one leaf.
pub const MAX_TEXT: u64 = 256;

/// The leaves of a type, or of an array of it, that a range of bytes touches; at most `limit`.
pub fn leaves(debug: &DebugInfo, shape: Shape, range: Range<u64>, limit: usize) -> Vec<Leaf> {
    let mut found = Found { debug, range, limit, leaves: vec![] };
    match shape {
        Shape::One(ty) => found.add(ty, 0, String::new(), 0),
        Shape::Many(ty, count) => found.elements(Some(ty), Some(count), 0, String::new(), 0),
    }
    found.leaves
}

/// What an object is made of.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Shape {
    /// One of a type.
    One(TypeId),
    /// So many of a type, as heap memory often is.
    Many(TypeId, u64),
}

/// Whether values of the type are characters.
pub fn is_character(debug: &DebugInfo, ty: TypeId) -> bool {
    matches!(debug.resolved(ty), Some((_, Type::Integer { bits: 8, of: IntegerKind::Character, .. })))
}

struct Found<'a> {
    debug: &'a DebugInfo,
    range: Range<u64>,
    limit: usize,
    leaves: Vec<Leaf>,
}

impl Found<'_> {
    fn touches(&self, offset: u64, size: u64) -> bool {
        offset < self.range.end && self.range.start < offset.saturating_add(size.max(1))
    }

    fn add(&mut self, ty: TypeId, offset: u64, path: String, depth: usize) {
        if self.leaves.len() >= self.limit || depth > MAX_DEPTH {
            return;
        }
        let debug = self.debug;
        match debug.resolved(ty) {
            Some((_, Type::Record { bytes, .. })) if !self.touches(offset, *bytes) => {}
            Some((_, Type::Record { keyword, fields, .. })) if !fields.is_empty() => {
                self.fields(fields, *keyword == "union", offset, &path, depth);
            }
            Some((_, Type::Array { element, count })) => self.elements(*element, *count, offset, path, depth),
            Some(_) => {
                let size = debug.size(ty).unwrap_or(0);
                if size > 0 && self.touches(offset, size) {
                    self.leaves.push(Leaf { path, offset, size, ty, bits: None });
                }
            }
            None => {}
        }
    }

    fn elements(
        &mut self,
        element: Option<TypeId>,
        count: Option<u64>,
        offset: u64,
        path: String,
        depth: usize,
    ) {
        let Some(element) = element else { return };
        let Some(size) = self.debug.size(element).filter(|&size| size > 0) else { return };
        // An array without a length (the last member of a structure) goes on to the end of the range.
        let count = count.unwrap_or_else(|| self.range.end.saturating_sub(offset).div_ceil(size));
        let all = count.saturating_mul(size);
        if !self.touches(offset, all) {
            return;
        }
        if is_character(self.debug, element) && all <= MAX_TEXT {
            self.leaves.push(Leaf { path, offset, size: all, ty: element, bits: None });
            return;
        }
        let first = self.range.start.saturating_sub(offset) / size;
        let last = (self.range.end.saturating_sub(offset)).div_ceil(size).min(count);
        for at in first..last {
            if self.leaves.len() >= self.limit {
                return;
            }
            self.add(element, offset + at * size, format!("{path}[{at}]"), depth + 1);
        }
    }

    fn fields(&mut self, fields: &[Field], union: bool, offset: u64, path: &str, depth: usize) {
        let before = self.leaves.len();
        for field in fields {
            let start = self.leaves.len();
            self.field(field, offset, path, depth);
            // The members of a union are views of the same bytes: the one that fits what is looked at, or
            // else the first.
            if union && start > before {
                if self.leaves[start..]
                    .iter()
                    .any(|leaf| (leaf.offset..leaf.offset + leaf.size) == self.range)
                {
                    self.leaves.drain(before..start);
                } else {
                    self.leaves.truncate(start);
                }
            }
        }
    }

    fn field(&mut self, field: &Field, offset: u64, path: &str, depth: usize) {
        let Some(ty) = field.ty else { return };
        let path = if field.name.is_empty() { path.to_string() } else { format!("{path}.{}", field.name) };
        let offset = offset + field.offset / 8;
        let Some(bits) = field.bits else { return self.add(ty, offset, path, depth + 1) };
        let first = field.offset % 8;
        let size = (first + bits).div_ceil(8);
        if size <= 8 && self.leaves.len() < self.limit && self.touches(offset, size) {
            self.leaves.push(Leaf { path, offset, size, ty, bits: Some((first, bits)) });
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Types: 0 int, 1 char, 2 char[8], 3 struct { int key; char name[8]; unsigned a:3, b:5; }, 4 struct 3 [2],
    /// 5 union { int i; char c; }.
    fn debug() -> DebugInfo {
        let integer = |name: &str, bits, of| Type::Integer { name: name.into(), bits, signed: true, of };
        let field =
            |name: &str, ty, offset, bits| Field { name: name.into(), ty: Some(TypeId(ty)), offset, bits };
        DebugInfo {
            types: vec![
                integer("int", 32, IntegerKind::Number),
                integer("char", 8, IntegerKind::Character),
                Type::Array { element: Some(TypeId(1)), count: Some(8) },
                Type::Record {
                    keyword: "struct",
                    name: "entry".into(),
                    bytes: 16,
                    fields: vec![
                        field("key", 0, 0, None),
                        field("name", 2, 32, None),
                        field("a", 0, 96, Some(3)),
                        field("b", 0, 99, Some(5)),
                    ],
                },
                Type::Array { element: Some(TypeId(3)), count: Some(2) },
                Type::Record {
                    keyword: "union",
                    name: "either".into(),
                    bytes: 4,
                    fields: vec![field("i", 0, 0, None), field("c", 1, 0, None)],
                },
            ],
            ..DebugInfo::default()
        }
    }

    fn paths(ty: u32, range: Range<u64>) -> Vec<String> {
        let found = leaves(&debug(), Shape::One(TypeId(ty)), range, 100);
        found.into_iter().map(|leaf| leaf.path).collect()
    }

    #[test]
    fn paths_are_written_as_in_c() {
        assert_eq!(paths(0, 0..4), [""]);
        assert_eq!(paths(4, 16..20), ["[1].key"]);
        assert_eq!(paths(4, 0..16), ["[0].key", "[0].name", "[0].a", "[0].b"]);
        assert_eq!(paths(4, 5..6), ["[0].name"], "text is one leaf");
    }

    #[test]
    fn bit_fields_share_bytes() {
        let found = leaves(&debug(), Shape::One(TypeId(3)), 12..13, 100);
        assert_eq!(found.iter().map(|leaf| leaf.bits).collect::<Vec<_>>(), [Some((0, 3)), Some((3, 5))]);
    }

    #[test]
    fn a_union_is_seen_as_it_is_used() {
        assert_eq!(paths(5, 0..4), [".i"]);
        assert_eq!(paths(5, 0..1), [".c"]);
        assert_eq!(paths(5, 0..2), [".i"]);
    }

    #[test]
    fn heap_memory_is_an_array() {
        let found = leaves(&debug(), Shape::Many(TypeId(0), 1 << 40), 8..16, 100);
        let paths: Vec<&str> = found.iter().map(|leaf| leaf.path.as_str()).collect();
        assert_eq!(paths, ["[2]", "[3]"]);
    }

    #[test]
    fn there_is_an_end_to_it() {
        assert_eq!(leaves(&debug(), Shape::Many(TypeId(0), 1 << 40), 0..1 << 40, 5).len(), 5);
    }
}
