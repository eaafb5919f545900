//! Constants and constant expressions, folded: numbers, addresses of symbols, undefined.

use fathom_ir::{Bits, FloatKind, Global, Init, Symbol, Type, bits::mask};
use fathom_llvm::module as llvm;
use llvm::{BinOp, CastOp, ConstId, ConstKind, IntPred};

use crate::symbols::Symbols;
use crate::types::{Lowered, Types, unmodelled};

/// A scalar constant.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum CVal {
    /// A number, float bits or an address without provenance.
    Bits(Bits),
    /// The address of a symbol plus bytes.
    Addr(Symbol, i64),
    /// The same, as an integer of a width.
    AddrInt(Symbol, i64, u32),
    /// `undef` or `poison`.
    Undef,
}

/// Folds the constants of one module.
pub struct Constants<'a, 'm> {
    /// Index of the module.
    pub index: u32,
    /// The module.
    pub module: &'m llvm::Module,
    /// Its types.
    pub types: &'a mut Types<'m>,
    /// What symbols stand for.
    pub symbols: &'a Symbols,
    /// Pointer width.
    pub pointer_bits: u32,
}

impl Constants<'_, '_> {
    /// All scalars of a constant.
    pub fn leaves(&mut self, id: ConstId) -> Lowered<Vec<CVal>> {
        let mut out = vec![];
        self.collect(id, &mut out)?;
        Ok(out)
    }

    /// The only scalar of a constant.
    pub fn scalar(&mut self, id: ConstId) -> Lowered<CVal> {
        let constant = self.module.constant(id);
        if let (ConstKind::Int(value), llvm::Type::Int(width)) = (&constant.kind, self.module.ty(constant.ty))
        {
            return Ok(CVal::Bits(Bits::from_u64(*width, *value)));
        }
        let mut leaves = self.leaves(id)?;
        match (leaves.len(), leaves.pop()) {
            (1, Some(leaf)) => Ok(leaf),
            _ => unmodelled("a constant aggregate where a scalar was expected"),
        }
    }

    fn width(&self, ty: Type) -> u32 {
        match ty {
            Type::Int(bits) => bits,
            Type::Ptr => self.pointer_bits,
            Type::Float(kind) => kind.bits(),
        }
    }

    fn fill(&mut self, ty: llvm::TypeId, out: &mut Vec<CVal>, zero: bool) -> Lowered<()> {
        for leaf in self.types.leaves(ty)?.iter() {
            out.push(if zero { CVal::Bits(Bits::from_u64(self.width(leaf.ty), 0)) } else { CVal::Undef });
        }
        Ok(())
    }

    fn collect(&mut self, id: ConstId, out: &mut Vec<CVal>) -> Lowered<()> {
        let module = self.module;
        let constant = module.constant(id);
        let ty = constant.ty;
        match &constant.kind {
            ConstKind::Int(value) => {
                let width = module.bit_size(ty) as u32;
                out.push(CVal::Bits(Bits::from_u64(width, *value)));
            }
            ConstKind::WideInt(words) => {
                out.push(CVal::Bits(Bits::from_words(module.bit_size(ty) as u32, words)));
            }
            ConstKind::Float(words) => {
                out.push(CVal::Bits(Bits::from_words(module.bit_size(ty) as u32, words)));
            }
            ConstKind::Null | ConstKind::Zero => self.fill(ty, out, true)?,
            ConstKind::Undef | ConstKind::Poison => self.fill(ty, out, false)?,
            ConstKind::None => {}
            ConstKind::Str(span) => {
                out.extend(
                    module.unescaped(*span).iter().map(|&b| CVal::Bits(Bits::from_u64(8, u64::from(b)))),
                );
            }
            ConstKind::Array(elems) | ConstKind::Vector(elems) | ConstKind::Struct(elems) => {
                for &elem in elems {
                    self.collect(elem, out)?;
                }
            }
            ConstKind::Splat(elem) => {
                let value = self.scalar(*elem)?;
                let llvm::Type::Vector { len, .. } = module.ty(ty) else {
                    return unmodelled("splat of no vector");
                };
                out.extend(std::iter::repeat_n(value, *len as usize));
            }
            ConstKind::Global(global) | ConstKind::DsoLocalEquivalent(global) | ConstKind::NoCfi(global) => {
                out.push(self.address(*global));
            }
            ConstKind::PtrAuth(inner) => self.collect(*inner, out)?,
            ConstKind::BlockAddress { function, block } => {
                let address = self.symbols.label(self.index, *function, *block);
                out.push(CVal::Bits(Bits::from_u64(self.pointer_bits, address)));
            }
            ConstKind::Bin { op, a, b, .. } => self.lanes2(*a, *b, out, |this, a, b| this.bin(*op, a, b))?,
            ConstKind::ICmp { pred, a, b } => self.lanes2(*a, *b, out, |_, a, b| compare(*pred, a, b))?,
            ConstKind::Select { cond, a, b } => match self.scalar(*cond)? {
                CVal::Bits(bits) => self.collect(if bits.low_u64() & 1 == 1 { *a } else { *b }, out)?,
                _ => return unmodelled("a constant select that is not computable"),
            },
            ConstKind::Cast { op, value } => self.cast(*op, *value, ty, out)?,
            ConstKind::Gep { source, base, indices, .. } => {
                let value = self.gep(*source, *base, indices)?;
                out.push(value);
            }
            ConstKind::ExtractElement { vector, index } => {
                let lanes = self.leaves(*vector)?;
                let lane = self.index(*index)?;
                out.push(lanes.get(lane).cloned().unwrap_or(CVal::Undef));
            }
            ConstKind::InsertElement { vector, elem, index } => {
                let mut lanes = self.leaves(*vector)?;
                let (lane, elem) = (self.index(*index)?, self.scalar(*elem)?);
                if let Some(slot) = lanes.get_mut(lane) {
                    *slot = elem;
                }
                out.extend(lanes);
            }
            ConstKind::ShuffleVector { a, b, mask } => {
                let (a, b) = (self.leaves(*a)?, self.leaves(*b)?);
                out.extend(mask.iter().map(|lane| {
                    let both = lane.and_then(|lane| a.iter().chain(&b).nth(lane as usize));
                    both.cloned().unwrap_or(CVal::Undef)
                }));
            }
            ConstKind::ExtractValue { agg, path } => {
                let agg_ty = module.constant(*agg).ty;
                let (start, part) = self.types.part(agg_ty, path)?;
                let (len, leaves) = (self.types.leaves(part)?.len(), self.leaves(*agg)?);
                out.extend_from_slice(leaves.get(start..start + len).unwrap_or(&[]));
            }
            ConstKind::InsertValue { agg, elem, path } => {
                let (start, _) = self.types.part(ty, path)?;
                let (mut leaves, elem) = (self.leaves(*agg)?, self.leaves(*elem)?);
                if let Some(slots) = leaves.get_mut(start..start + elem.len()) {
                    slots.clone_from_slice(&elem);
                }
                out.extend(leaves);
            }
            ConstKind::FCmp { .. } | ConstKind::FNeg(_) => {
                return unmodelled("a floating-point constant expression");
            }
        }
        Ok(())
    }

    /// Addresses that a constant computes, whole or on the way, outside of the objects that they are made of: clang
    /// folds `g + 7` of a global array into an address before there is an instruction that could be checked.
    /// `promised` says whether only those count whose `getelementptr` promises otherwise (`inbounds`).
    ///
    /// Recursion follows the nesting of constants, which the reader bounds.
    pub fn strays(
        &mut self,
        id: ConstId,
        promised: bool,
        globals: &[Global],
        found: &mut Vec<(Symbol, i64)>,
    ) {
        let module = self.module;
        match &module.constant(id).kind {
            ConstKind::Gep { base, flags, .. } => {
                self.strays(*base, promised, globals, found);
                if (flags.inbounds || !promised)
                    && let Ok(CVal::Addr(symbol @ Symbol::Global(global), offset)) = self.scalar(id)
                    && is_outside(&globals[global.index()], offset)
                {
                    found.push((symbol, offset));
                }
            }
            ConstKind::Cast { value, .. } => self.strays(*value, promised, globals, found),
            ConstKind::Bin { a, b, .. } | ConstKind::ICmp { a, b, .. } | ConstKind::Select { a, b, .. } => {
                self.strays(*a, promised, globals, found);
                self.strays(*b, promised, globals, found);
            }
            ConstKind::Array(elems) | ConstKind::Vector(elems) | ConstKind::Struct(elems) => {
                for &elem in elems {
                    self.strays(elem, promised, globals, found);
                }
            }
            ConstKind::Splat(elem) => self.strays(*elem, promised, globals, found),
            ConstKind::Int(_)
            | ConstKind::WideInt(_)
            | ConstKind::Float(_)
            | ConstKind::Null
            | ConstKind::Zero
            | ConstKind::Undef
            | ConstKind::Poison
            | ConstKind::None
            | ConstKind::Str(_)
            | ConstKind::Global(_)
            | ConstKind::DsoLocalEquivalent(_)
            | ConstKind::NoCfi(_)
            | ConstKind::PtrAuth(_)
            | ConstKind::BlockAddress { .. }
            | ConstKind::ExtractElement { .. }
            | ConstKind::InsertElement { .. }
            | ConstKind::ShuffleVector { .. }
            | ConstKind::ExtractValue { .. }
            | ConstKind::InsertValue { .. }
            | ConstKind::FCmp { .. }
            | ConstKind::FNeg(_) => {}
        }
    }

    fn index(&mut self, id: ConstId) -> Lowered<usize> {
        match self.scalar(id)? {
            CVal::Bits(bits) => Ok(bits.to_u64().map_or(usize::MAX, |v| v as usize)),
            _ => unmodelled("a constant index that is not computable"),
        }
    }

    /// The address of a symbol.
    pub fn address(&self, global: llvm::GlobalId) -> CVal {
        match self.symbols.target(self.index, global) {
            Some((symbol, offset)) => CVal::Addr(symbol, offset),
            None => CVal::Bits(Bits::from_u64(self.pointer_bits, 0)),
        }
    }

    fn lanes2(
        &mut self,
        a: ConstId,
        b: ConstId,
        out: &mut Vec<CVal>,
        f: impl Fn(&Self, &CVal, &CVal) -> Lowered<CVal>,
    ) -> Lowered<()> {
        let (a, b) = (self.leaves(a)?, self.leaves(b)?);
        for (a, b) in a.iter().zip(&b) {
            out.push(f(self, a, b)?);
        }
        Ok(())
    }

    fn bin(&self, op: BinOp, a: &CVal, b: &CVal) -> Lowered<CVal> {
        match (op, a, b) {
            (_, CVal::Undef, _) | (_, _, CVal::Undef) => Ok(CVal::Undef),
            (BinOp::Add, CVal::AddrInt(s, o, w), CVal::Bits(n))
            | (BinOp::Add, CVal::Bits(n), CVal::AddrInt(s, o, w)) => {
                Ok(CVal::AddrInt(*s, o.wrapping_add(signed(n)), *w))
            }
            (BinOp::Sub, CVal::AddrInt(s, o, w), CVal::Bits(n)) => {
                Ok(CVal::AddrInt(*s, o.wrapping_sub(signed(n)), *w))
            }
            (BinOp::Sub, CVal::AddrInt(s, o, w), CVal::AddrInt(t, p, _)) if s == t => {
                Ok(CVal::Bits(Bits::from_u64(*w, o.wrapping_sub(*p) as u64)))
            }
            (_, CVal::Bits(a), CVal::Bits(b)) if a.width() <= 64 => {
                let (width, x, y) = (a.width(), a.low_u64(), b.low_u64());
                let (sx, sy) = (signed(a), signed(b));
                let value = match op {
                    BinOp::Add => x.wrapping_add(y),
                    BinOp::Sub => x.wrapping_sub(y),
                    BinOp::Mul => x.wrapping_mul(y),
                    BinOp::UDiv if y != 0 => x / y,
                    BinOp::URem if y != 0 => x % y,
                    BinOp::SDiv if sy != 0 => sx.wrapping_div(sy) as u64,
                    BinOp::SRem if sy != 0 => sx.wrapping_rem(sy) as u64,
                    BinOp::Shl if y < u64::from(width) => x << y,
                    BinOp::LShr if y < u64::from(width) => x >> y,
                    BinOp::AShr if y < u64::from(width) => (sx >> y) as u64,
                    BinOp::And => x & y,
                    BinOp::Or => x | y,
                    BinOp::Xor => x ^ y,
                    _ => return unmodelled("a constant expression without value"),
                };
                Ok(CVal::Bits(Bits::from_u64(width, value)))
            }
            _ => unmodelled("arithmetic on addresses in a constant expression"),
        }
    }

    fn cast(&mut self, op: CastOp, value: ConstId, to: llvm::TypeId, out: &mut Vec<CVal>) -> Lowered<()> {
        let from = self.leaves(value)?;
        let to_leaves = self.types.leaves(to)?;
        if op == CastOp::BitCast && from.len() != to_leaves.len() {
            return unmodelled("a constant bitcast between vectors of different lanes");
        }
        for (value, leaf) in from.into_iter().zip(to_leaves.iter()) {
            let width = self.width(leaf.ty);
            out.push(match (op, value) {
                (_, CVal::Undef) => CVal::Undef,
                (CastOp::BitCast | CastOp::AddrSpaceCast, value) => value,
                (CastOp::PtrToInt | CastOp::PtrToAddr, CVal::Addr(s, o)) => CVal::AddrInt(s, o, width),
                (CastOp::IntToPtr, CVal::AddrInt(s, o, w)) if w >= self.pointer_bits => CVal::Addr(s, o),
                (CastOp::Trunc | CastOp::ZExt, CVal::AddrInt(s, o, w)) if w == width => {
                    CVal::AddrInt(s, o, w)
                }
                (
                    CastOp::Trunc | CastOp::ZExt | CastOp::PtrToInt | CastOp::PtrToAddr | CastOp::IntToPtr,
                    CVal::Bits(bits),
                ) => CVal::Bits(Bits::from_words(width, bits.words())),
                (CastOp::SExt, CVal::Bits(bits)) if bits.width() <= 64 && width <= 64 => {
                    CVal::Bits(Bits::from_u64(width, signed(&bits) as u64))
                }
                _ => return unmodelled("a cast in a constant expression"),
            });
        }
        Ok(())
    }

    fn gep(&mut self, source: llvm::TypeId, base: ConstId, indices: &[ConstId]) -> Lowered<CVal> {
        let mut offset = 0i64;
        let mut ty = source;
        for (at, &index) in indices.iter().enumerate() {
            let value = match self.scalar(index)? {
                CVal::Bits(bits) => signed(&bits),
                _ => return unmodelled("a constant address with an index that is not computable"),
            };
            if at == 0 {
                offset = offset.wrapping_add((self.module.alloc_size(ty) as i64).wrapping_mul(value));
                continue;
            }
            match self.module.ty(ty) {
                llvm::Type::Struct { fields: Some(fields), .. } => {
                    let Some(&field) = fields.get(value as usize) else {
                        return unmodelled("a field out of range");
                    };
                    offset = offset.wrapping_add(self.module.field_offset(ty, value as usize) as i64);
                    ty = field;
                }
                llvm::Type::Array { elem, .. } | llvm::Type::Vector { elem, .. } => {
                    offset = offset.wrapping_add((self.module.alloc_size(*elem) as i64).wrapping_mul(value));
                    ty = *elem;
                }
                _ => return unmodelled("an address inside a scalar"),
            }
        }
        match self.scalar(base)? {
            CVal::Addr(symbol, start) => Ok(CVal::Addr(symbol, start.wrapping_add(offset))),
            CVal::Bits(bits) => {
                Ok(CVal::Bits(Bits::from_u64(self.pointer_bits, bits.low_u64().wrapping_add(offset as u64))))
            }
            CVal::Undef => Ok(CVal::Undef),
            CVal::AddrInt(..) => unmodelled("an integer as a base address"),
        }
    }

    /// The contents of a global variable.
    pub fn init(&mut self, id: ConstId, big_endian: bool) -> Lowered<Init> {
        let mut init = Init::default();
        self.write(id, 0, big_endian, &mut init)?;
        while init.bytes.last() == Some(&0) {
            init.bytes.pop();
        }
        Ok(init)
    }

    /// Writes a constant at an offset. Recursion follows the nesting of constants, which the reader
    /// bounds.
    fn write(&mut self, id: ConstId, at: u64, big_endian: bool, init: &mut Init) -> Lowered<()> {
        let module = self.module;
        let constant = module.constant(id);
        match &constant.kind {
            ConstKind::Zero | ConstKind::Null => {}
            ConstKind::Undef | ConstKind::Poison => {
                let size = module.alloc_size(constant.ty);
                if size > 0 {
                    init.undef.push((at, size));
                }
            }
            ConstKind::Str(span) => put(init, at, &module.unescaped(*span))?,
            ConstKind::Array(elems) => {
                let llvm::Type::Array { elem, .. } = module.ty(constant.ty) else {
                    return unmodelled("an array");
                };
                let stride = module.alloc_size(*elem);
                for (index, &elem) in elems.iter().enumerate() {
                    self.write(
                        elem,
                        at.saturating_add((index as u64).saturating_mul(stride)),
                        big_endian,
                        init,
                    )?;
                }
            }
            ConstKind::Struct(elems) => {
                for (index, &elem) in elems.iter().enumerate() {
                    let offset = module.field_offset(constant.ty, index);
                    self.write(elem, at.saturating_add(offset), big_endian, init)?;
                }
            }
            _ => {
                if self.types.packed_lanes(constant.ty).is_some() {
                    return unmodelled("a global vector with lanes of odd width");
                }
                let leaves = self.types.leaves(constant.ty)?;
                for (value, leaf) in self.leaves(id)?.into_iter().zip(leaves.iter()) {
                    let bytes = u64::from(self.width(leaf.ty).div_ceil(8));
                    let place = at.saturating_add(leaf.offset);
                    match value {
                        CVal::Bits(bits) => {
                            let mut raw: Vec<u8> =
                                bits.words().iter().flat_map(|w| w.to_le_bytes()).collect();
                            raw.truncate(bytes as usize);
                            if big_endian {
                                raw.reverse();
                            }
                            put(init, place, &raw)?;
                        }
                        CVal::Addr(symbol, offset) => drop(init.pointers.insert(place, (symbol, offset))),
                        CVal::AddrInt(symbol, offset, width) if width == self.pointer_bits => {
                            init.pointers.insert(place, (symbol, offset));
                        }
                        CVal::AddrInt(..) => return unmodelled("part of an address in a global initialiser"),
                        CVal::Undef => init.undef.push((place, bytes)),
                    }
                }
            }
        }
        Ok(())
    }
}

/// Whether an offset is neither in an object nor one past it. An array that is only declared may be of any length.
fn is_outside(global: &Global, offset: i64) -> bool {
    let known = global.init.is_some() || global.size > 0;
    known && u64::try_from(offset).map_or(true, |offset| offset > global.size)
}

fn put(init: &mut Init, at: u64, bytes: &[u8]) -> Lowered<()> {
    if bytes.iter().all(|&b| b == 0) {
        return Ok(());
    }
    if at > MAX_INIT {
        return unmodelled("a global initialiser of gigabytes");
    }
    let (start, end) = (at as usize, at as usize + bytes.len());
    if init.bytes.len() < end {
        init.bytes.resize(end, 0);
    }
    init.bytes[start..end].copy_from_slice(bytes);
    Ok(())
}

/// Contents of globals end here; zeros may follow.
const MAX_INIT: u64 = 1 << 31;

/// The signed value of at most 64 bits.
pub fn signed(bits: &Bits) -> i64 {
    let width = bits.width().clamp(1, 64);
    (bits.low_u64() << (64 - width)) as i64 >> (64 - width)
}

fn compare(pred: IntPred, a: &CVal, b: &CVal) -> Lowered<CVal> {
    let (x, y, sx, sy) = match (a, b) {
        (CVal::Bits(a), CVal::Bits(b)) if a.width() <= 64 => (a.low_u64(), b.low_u64(), signed(a), signed(b)),
        (CVal::Addr(s, o), CVal::Addr(t, p)) if s == t => (*o as u64, *p as u64, *o, *p),
        // Symbols are not null. Where they lie beyond that is not for lowering to know.
        (CVal::Addr(..), CVal::Bits(null)) | (CVal::Bits(null), CVal::Addr(..)) if null.is_zero() => {
            match pred {
                IntPred::Eq => return Ok(CVal::Bits(Bits::from_bool(false))),
                IntPred::Ne => return Ok(CVal::Bits(Bits::from_bool(true))),
                _ => return unmodelled("an order of addresses in a constant expression"),
            }
        }
        (CVal::Addr(..), _) | (_, CVal::Addr(..)) => {
            return unmodelled("a comparison of addresses in a constant expression");
        }
        (CVal::Undef, _) | (_, CVal::Undef) => return Ok(CVal::Undef),
        _ => return unmodelled("a comparison in a constant expression"),
    };
    Ok(CVal::Bits(Bits::from_bool(match pred {
        IntPred::Eq => x == y,
        IntPred::Ne => x != y,
        IntPred::Ugt => x > y,
        IntPred::Uge => x >= y,
        IntPred::Ult => x < y,
        IntPred::Ule => x <= y,
        IntPred::Sgt => sx > sy,
        IntPred::Sge => sx >= sy,
        IntPred::Slt => sx < sy,
        IntPred::Sle => sx <= sy,
    })))
}

/// The bits of a small number in a float format, for constants that lowering itself needs.
pub fn float_of_pow2(kind: FloatKind, exponent: u32, negative: bool) -> Bits {
    // Sign, biased exponent, zero fraction; x87 has an explicit leading bit.
    let (exponent_bits, fraction_bits) = match kind {
        FloatKind::F16 => (5, 10),
        FloatKind::BF16 => (8, 7),
        FloatKind::F32 => (8, 23),
        FloatKind::F64 => (11, 52),
        FloatKind::X87 => (15, 63),
        FloatKind::F128 => (15, 112),
    };
    let bias = mask(exponent_bits - 1);
    let biased = u128::from(bias + u64::from(exponent));
    let leading: u128 = if kind == FloatKind::X87 { 1 << 63 } else { 0 };
    let shift = if kind == FloatKind::X87 { 64 } else { fraction_bits };
    let mut value = biased << shift | leading;
    if negative {
        value |= 1 << (kind.bits() - 1);
    }
    Bits::from_words(kind.bits(), &[value as u64, (value >> 64) as u64])
}
