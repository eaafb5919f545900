//! The data layout: sizes, alignments and field offsets as LLVM computes them.
//!
//! Types form a graph in which a struct may hold the same type many times over, so sizes are
//! computed once a type, bottom up, when a module has been read, and only looked up
//! after that.

use crate::module::{FloatKind, Module, Type, TypeId};

/// A parsed `target datalayout` string.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct DataLayout {
    /// `E` rather than `e`.
    pub big_endian: bool,
    /// Pointer size and ABI alignment in bytes, by address space; space 0 first.
    pub pointers: Vec<PointerLayout>,
    /// ABI alignments of integers: (bits, bytes), sorted by bits.
    pub ints: Vec<(u32, u32)>,
    /// ABI alignments of floats: (bits, bytes).
    pub floats: Vec<(u32, u32)>,
    /// ABI alignments of vectors: (bits, bytes).
    pub vectors: Vec<(u32, u32)>,
    /// ABI alignment of aggregates in bytes.
    pub aggregate: u32,
    /// Mangling, `m:e` and so on: `e`, `o`, `w`, `x`, `m`, `l`, `a`.
    pub mangling: Option<char>,
    /// Address space of functions, `P1`.
    pub program_space: u32,
    /// Address space of `alloca`, `A5`.
    pub alloca_space: u32,
    /// Address space of variables, `G1`.
    pub global_space: u32,
}

/// Size and alignment of a type, in bytes except where said otherwise.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct TypeLayout {
    /// Size in bits, without padding.
    pub bits: u64,
    /// Distance of two neighbours in an array.
    pub size: u64,
    /// ABI alignment.
    pub align: u64,
    /// Offsets of a struct's fields.
    pub offsets: Box<[u64]>,
}

/// Pointer sizes of one address space.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PointerLayout {
    /// Address space.
    pub space: u32,
    /// Size in bytes.
    pub size: u32,
    /// ABI alignment in bytes.
    pub align: u32,
    /// Width of an index in bits.
    pub index_bits: u32,
}

impl Default for DataLayout {
    fn default() -> Self {
        Self {
            big_endian: false,
            pointers: vec![PointerLayout { space: 0, size: 8, align: 8, index_bits: 64 }],
            // LLVM's own default for i64 is four bytes; targets that want eight say so.
            ints: vec![(1, 1), (8, 1), (16, 2), (32, 4), (64, 4)],
            floats: vec![(16, 2), (32, 4), (64, 8), (128, 16)],
            vectors: vec![(64, 8), (128, 16)],
            aggregate: 1,
            mangling: None,
            program_space: 0,
            alloca_space: 0,
            global_space: 0,
        }
    }
}

/// Types deeper than this are refused by the reader, so that layout may recurse.
pub const MAX_TYPE_DEPTH: u32 = 512;

fn set(table: &mut Vec<(u32, u32)>, bits: u32, bytes: u32) {
    match table.binary_search_by_key(&bits, |entry| entry.0) {
        Ok(at) => table[at].1 = bytes,
        Err(at) => table.insert(at, (bits, bytes)),
    }
}

/// Rounds up to a multiple of a nonzero alignment.
pub fn align_to(offset: u64, align: u64) -> u64 {
    offset.div_ceil(align.max(1)).saturating_mul(align.max(1))
}

impl DataLayout {
    /// Parses a layout string; unknown parts are an error that names the part.
    pub fn parse(text: &str) -> Result<Self, String> {
        let mut layout = Self::default();
        for part in text.split('-').filter(|p| !p.is_empty()) {
            layout.part(part).ok_or_else(|| format!("data layout part `{part}` is not understood"))?;
        }
        Ok(layout)
    }

    fn part(&mut self, part: &str) -> Option<()> {
        let mut fields = part.split(':');
        let head = fields.next()?;
        let letter = head.chars().next()?;
        let number = &head[letter.len_utf8()..];
        // LLVM limits sizes and alignments to 24 bits.
        let bits = |text: &str| text.parse::<u32>().ok().filter(|&bits| bits < 1 << 24);
        let bytes = |text: &str| bits(text).map(|bits| bits.div_ceil(8));
        let align =
            |text: &str| bytes(text).filter(|&align| align == 0 || align.is_power_of_two()).map(|a| a.max(1));
        match letter {
            'e' => self.big_endian = false,
            'E' => self.big_endian = true,
            'p' => {
                let digits = number.trim_start_matches(|c: char| c.is_ascii_alphabetic());
                let space = if digits.is_empty() { 0 } else { bits(digits)? };
                let size = bytes(fields.next()?).filter(|&size| size > 0)?;
                let align = fields.next().map_or(Some(size), align)?;
                let _preferred = fields.next();
                let index_bits = fields.next().map_or(Some(size * 8), bits)?;
                let pointer = PointerLayout { space, size, align, index_bits };
                match self.pointers.binary_search_by_key(&space, |p| p.space) {
                    Ok(at) => self.pointers[at] = pointer,
                    Err(at) => self.pointers.insert(at, pointer),
                }
            }
            'i' => set(&mut self.ints, bits(number)?, align(fields.next()?)?),
            'f' => set(&mut self.floats, bits(number)?, align(fields.next()?)?),
            'v' => set(&mut self.vectors, bits(number)?, align(fields.next()?)?),
            'a' => self.aggregate = align(fields.next()?)?,
            'm' => self.mangling = fields.next()?.chars().next(),
            'P' => self.program_space = bits(number)?,
            'A' => self.alloca_space = bits(number)?,
            'G' => self.global_space = bits(number)?,
            // Native widths, non-integral spaces, stack and function-pointer alignment: no layout.
            'n' | 'S' | 'F' | 's' => {}
            _ => return None,
        }
        Some(())
    }

    /// The pointer layout of an address space.
    pub fn pointer(&self, space: u32) -> PointerLayout {
        let found = self.pointers.iter().find(|p| p.space == space);
        found.or(self.pointers.first()).copied().unwrap_or(PointerLayout {
            space,
            size: 8,
            align: 8,
            index_bits: 64,
        })
    }

    fn int_align(&self, bits: u32) -> u64 {
        // LLVM takes the next larger entry, or the largest for wider integers.
        let found = self.ints.iter().find(|entry| entry.0 >= bits).or(self.ints.last());
        found.map_or(1, |entry| u64::from(entry.1))
    }
}

/// Bits of a float format as stored in a register.
pub fn float_bits(kind: FloatKind) -> u32 {
    match kind {
        FloatKind::Half | FloatKind::BFloat => 16,
        FloatKind::Float => 32,
        FloatKind::Double => 64,
        FloatKind::X86Fp80 => 80,
        FloatKind::Fp128 | FloatKind::PpcFp128 => 128,
    }
}

/// Layouts of all types of a module. Fails with a type that contains itself, or is nested deeper
/// than [`MAX_TYPE_DEPTH`].
pub(crate) fn compute(types: &[Type], layout: &DataLayout) -> Result<Vec<TypeLayout>, (TypeId, String)> {
    #[derive(Clone, Copy, PartialEq)]
    enum State {
        New,
        Open,
        Done,
    }
    let mut states = vec![State::New; types.len()];
    let mut depths = vec![0u32; types.len()];
    let mut done = vec![TypeLayout::default(); types.len()];
    let parts = |ty: usize| match &types[ty] {
        Type::Vector { elem, .. } | Type::Array { elem, .. } => std::slice::from_ref(elem),
        Type::Struct { fields: Some(fields), .. } => fields,
        _ => &[],
    };
    // Types that are being laid out, each with the part that comes next.
    let mut stack: Vec<(usize, usize)> = Vec::new();
    for root in 0..types.len() {
        if states[root] == State::New {
            states[root] = State::Open;
            stack.push((root, 0));
        }
        while let Some((ty, next)) = stack.last_mut() {
            let ty = *ty;
            if let Some(part) = parts(ty).get(*next) {
                *next += 1;
                match states[part.index()] {
                    State::New => {
                        states[part.index()] = State::Open;
                        stack.push((part.index(), 0));
                    }
                    State::Open => return Err((*part, "type contains itself".into())),
                    State::Done => depths[ty] = depths[ty].max(depths[part.index()] + 1),
                }
                continue;
            }
            if depths[ty] > MAX_TYPE_DEPTH {
                return Err((
                    TypeId(ty as u32),
                    format!("type is nested deeper than {MAX_TYPE_DEPTH} levels"),
                ));
            }
            done[ty] = one(&types[ty], layout, &done);
            states[ty] = State::Done;
            stack.pop();
            if let Some((outer, _)) = stack.last() {
                depths[*outer] = depths[*outer].max(depths[ty] + 1);
            }
        }
    }
    Ok(done)
}

/// The layout of a type whose parts are done.
fn one(ty: &Type, layout: &DataLayout, done: &[TypeLayout]) -> TypeLayout {
    let (bits, align) = match ty {
        Type::Int(bits) => (u64::from(*bits), layout.int_align(*bits)),
        Type::Float(kind) => {
            let bits = float_bits(*kind);
            let found = layout.floats.iter().find(|entry| entry.0 == bits);
            let natural = || u64::from(bits.div_ceil(8).next_power_of_two());
            (bits.into(), found.map_or_else(natural, |entry| u64::from(entry.1)))
        }
        Type::Ptr { space } | Type::TypedPtr { space, .. } => {
            let pointer = layout.pointer(*space);
            (u64::from(pointer.size) * 8, pointer.align.into())
        }
        Type::Vector { elem, len } => {
            let bits = done[elem.index()].bits.saturating_mul(*len);
            let found = layout.vectors.iter().find(|entry| u64::from(entry.0) == bits);
            let natural = || bits.div_ceil(8).checked_next_power_of_two().unwrap_or(1);
            (bits, found.map_or_else(natural, |entry| u64::from(entry.1)))
        }
        Type::Array { elem, len } => {
            let elem = &done[elem.index()];
            let size = elem.size.saturating_mul(*len);
            return TypeLayout {
                bits: size.saturating_mul(8),
                size,
                align: elem.align,
                offsets: Box::default(),
            };
        }
        Type::Struct { fields, packed, .. } => {
            return structure(fields.as_deref().unwrap_or(&[]), *packed, layout, done);
        }
        Type::X86Mmx => (64, 8),
        Type::X86Amx => (8192, 64),
        Type::Void | Type::Function { .. } | Type::Label | Type::Metadata | Type::Token | Type::Target(_) => {
            (0, 1)
        }
    };
    TypeLayout { bits, size: align_to(bits.div_ceil(8), align), align, offsets: Box::default() }
}

fn structure(fields: &[TypeId], packed: bool, layout: &DataLayout, done: &[TypeLayout]) -> TypeLayout {
    let (mut end, mut align) = (0u64, 1u64);
    let place = |field: &TypeId| {
        let field = &done[field.index()];
        let field_align = if packed { 1 } else { field.align };
        align = align.max(field_align);
        let offset = align_to(end, field_align);
        end = offset.saturating_add(field.size);
        offset
    };
    let offsets: Box<[u64]> = fields.iter().map(place).collect();
    let bits = align_to(end, align).saturating_mul(8);
    let align = if packed { 1 } else { align.max(layout.aggregate.into()) };
    TypeLayout { bits, size: align_to(bits / 8, align), align, offsets }
}

impl Module {
    /// Size in bits, without padding: what `bitcast` keeps.
    pub fn bit_size(&self, ty: TypeId) -> u64 {
        self.layouts[ty.index()].bits
    }

    /// Bytes a store of the type writes.
    pub fn store_size(&self, ty: TypeId) -> u64 {
        self.bit_size(ty).div_ceil(8)
    }

    /// Distance of two neighbours in an array.
    pub fn alloc_size(&self, ty: TypeId) -> u64 {
        self.layouts[ty.index()].size
    }

    /// ABI alignment in bytes.
    pub fn align(&self, ty: TypeId) -> u64 {
        self.layouts[ty.index()].align
    }

    /// Byte offset of a struct's field.
    pub fn field_offset(&self, ty: TypeId, index: usize) -> u64 {
        self.layouts[ty.index()].offsets.get(index).copied().unwrap_or(0)
    }
}
