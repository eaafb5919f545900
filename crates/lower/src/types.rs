//! LLVM types as lists of scalars: aggregates and vectors have no values of their own in the IR.

use std::rc::Rc;

use fathom_ir::{FloatKind, Type};
use fathom_llvm::module as llvm;
use rustc_hash::FxHashMap;

/// Aggregates with more scalars than this are not handled as values (in memory any size is fine).
const MAX_LEAVES: usize = 1 << 14;

/// Something that cannot be given a meaning; the text names it. It becomes an obligation of kind
/// `unmodelled` at the place where it would execute.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Unmodelled(pub String);

/// The result of lowering a piece.
pub type Lowered<T> = Result<T, Unmodelled>;

/// Shorthand for the error.
pub fn unmodelled<T>(what: impl Into<String>) -> Lowered<T> {
    Err(Unmodelled(what.into()))
}

/// A scalar inside a type.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Leaf {
    /// Its type.
    pub ty: Type,
    /// Byte offset in memory. Lanes of vectors with lanes of odd width have none of their own, see
    /// [`Types::packed_lanes`].
    pub offset: u64,
}

/// The types of one module, as scalars.
pub struct Types<'m> {
    module: &'m llvm::Module,
    cache: FxHashMap<llvm::TypeId, Lowered<Rc<[Leaf]>>>,
}

impl<'m> Types<'m> {
    /// For a module.
    pub fn new(module: &'m llvm::Module) -> Self {
        Self { module, cache: FxHashMap::default() }
    }

    /// The IR type of a scalar type.
    pub fn scalar(&self, ty: llvm::TypeId) -> Option<Type> {
        Some(match self.module.ty(ty) {
            llvm::Type::Int(bits) => Type::Int(*bits),
            llvm::Type::Float(kind) => match kind {
                llvm::FloatKind::Half => Type::Float(FloatKind::F16),
                llvm::FloatKind::BFloat => Type::Float(FloatKind::BF16),
                llvm::FloatKind::Float => Type::Float(FloatKind::F32),
                llvm::FloatKind::Double => Type::Float(FloatKind::F64),
                llvm::FloatKind::X86Fp80 => Type::Float(FloatKind::X87),
                llvm::FloatKind::Fp128 => Type::Float(FloatKind::F128),
                // Bits only; arithmetic on it is not modelled.
                llvm::FloatKind::PpcFp128 => Type::Int(128),
            },
            llvm::Type::Ptr { space } | llvm::Type::TypedPtr { space, .. } => {
                // Pointers of another width are not modelled.
                let layout = &self.module.layout;
                if layout.pointer(*space).size != layout.pointer(0).size {
                    return None;
                }
                Type::Ptr
            }
            llvm::Type::X86Mmx => Type::Int(64),
            llvm::Type::X86Amx => Type::Int(8192),
            llvm::Type::Void
            | llvm::Type::Vector { .. }
            | llvm::Type::Array { .. }
            | llvm::Type::Struct { .. }
            | llvm::Type::Function { .. }
            | llvm::Type::Label
            | llvm::Type::Metadata
            | llvm::Type::Token
            | llvm::Type::Target(_) => return None,
        })
    }

    /// Whether arithmetic of the type's floats is modelled.
    pub fn is_ppc_double_double(&self, ty: llvm::TypeId) -> bool {
        matches!(self.module.ty(ty), llvm::Type::Float(llvm::FloatKind::PpcFp128))
    }

    /// All scalars of a type, in order.
    pub fn leaves(&mut self, ty: llvm::TypeId) -> Lowered<Rc<[Leaf]>> {
        if let Some(known) = self.cache.get(&ty) {
            return known.clone();
        }
        let mut out = vec![];
        let result = self.collect(ty, 0, &mut out).map(|()| out.into());
        self.cache.insert(ty, result.clone());
        result
    }

    fn collect(&self, ty: llvm::TypeId, offset: u64, out: &mut Vec<Leaf>) -> Lowered<()> {
        if let Some(scalar) = self.scalar(ty) {
            out.push(Leaf { ty: scalar, offset });
            return if out.len() > MAX_LEAVES {
                unmodelled("a value of a very large aggregate type")
            } else {
                Ok(())
            };
        }
        match self.module.ty(ty) {
            llvm::Type::Void | llvm::Type::Token | llvm::Type::Metadata | llvm::Type::Label => Ok(()),
            llvm::Type::Vector { elem, len } | llvm::Type::Array { elem, len } => {
                let stride = match self.module.ty(ty) {
                    llvm::Type::Vector { .. } => self.module.store_size(*elem),
                    _ => self.module.alloc_size(*elem),
                };
                for at in 0..*len {
                    let before = out.len();
                    self.collect(*elem, offset + at * stride, out)?;
                    if out.len() == before {
                        break;
                    }
                }
                Ok(())
            }
            llvm::Type::Struct { fields: Some(fields), .. } => {
                for (at, &field) in fields.iter().enumerate() {
                    self.collect(field, offset + self.module.field_offset(ty, at), out)?;
                }
                Ok(())
            }
            llvm::Type::Target(name) => unmodelled(format!("target type {}", self.module.text(*name))),
            _ => unmodelled("a value of a type without size"),
        }
    }

    /// For a vector whose lanes are not whole bytes, as in `<8 x i1>`: number and width of the lanes.
    /// Such vectors lie in memory as one integer.
    pub fn packed_lanes(&self, ty: llvm::TypeId) -> Option<(u32, u32)> {
        let llvm::Type::Vector { elem, len } = self.module.ty(ty) else { return None };
        let bits = self.module.bit_size(*elem) as u32;
        (!bits.is_multiple_of(8)).then_some((*len as u32, bits))
    }

    /// Where in the list of an aggregate's scalars the part at a path begins, and the part's type.
    pub fn part(&mut self, ty: llvm::TypeId, path: &[u32]) -> Lowered<(usize, llvm::TypeId)> {
        let (mut at, mut ty) = (0, ty);
        for &index in path {
            match self.module.ty(ty).clone() {
                llvm::Type::Struct { fields: Some(fields), .. } => {
                    for &field in fields.iter().take(index as usize) {
                        at += self.leaves(field)?.len();
                    }
                    ty = match fields.get(index as usize) {
                        Some(&field) => field,
                        None => return unmodelled("a field that the aggregate does not have"),
                    };
                }
                llvm::Type::Array { elem, len } if u64::from(index) < len => {
                    at += self.leaves(elem)?.len() * index as usize;
                    ty = elem;
                }
                _ => return unmodelled("a path into something that is no aggregate"),
            }
        }
        Ok((at, ty))
    }
}
