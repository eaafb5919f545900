//! Types: the table that interns them, and their grammar.
//!
//! Equal types get equal ids. Named structs are types of their own, made at the first mention and
//! filled when their definition comes. Every type knows how deep it is, so nesting is bounded when
//! a type is made and everything after may recurse over types.

use rustc_hash::FxHashMap;

use super::{Ident, Name, Parser};
use crate::error::{Res, fail};
use crate::keywords::Kw;
use crate::layout::MAX_TYPE_DEPTH;
use crate::lexer::Tok;
use crate::module::{FloatKind, Span, Type, TypeId};

/// Integers wider than this are refused, as LLVM does.
const MAX_INT_WIDTH: u64 = 1 << 23;
/// Vectors longer than this are refused.
const MAX_LANES: u64 = 1 << 16;

macro_rules! basic_types {
    ($($name:ident = $ty:expr),* $(,)?) => {
        basic_types!(@ids 0u32; $($name)*);
        fn basic() -> Vec<Type> { vec![$($ty),*] }
    };
    (@ids $at:expr; $name:ident $($rest:ident)*) => {
        pub(super) const $name: TypeId = TypeId($at);
        basic_types!(@ids $at + 1; $($rest)*);
    };
    (@ids $at:expr;) => {};
}

basic_types! {
    VOID = Type::Void,
    I1 = Type::Int(1),
    I8 = Type::Int(8),
    I16 = Type::Int(16),
    I32 = Type::Int(32),
    I64 = Type::Int(64),
    I128 = Type::Int(128),
    PTR = Type::Ptr { space: 0 },
    HALF = Type::Float(FloatKind::Half),
    BFLOAT = Type::Float(FloatKind::BFloat),
    FLOAT = Type::Float(FloatKind::Float),
    DOUBLE = Type::Float(FloatKind::Double),
    X86_FP80 = Type::Float(FloatKind::X86Fp80),
    FP128 = Type::Float(FloatKind::Fp128),
    PPC_FP128 = Type::Float(FloatKind::PpcFp128),
    LABEL = Type::Label,
    METADATA = Type::Metadata,
    TOKEN = Type::Token,
    X86_AMX = Type::X86Amx,
    X86_MMX = Type::X86Mmx,
}

/// A named type.
#[derive(Clone, Copy)]
pub(super) struct Named {
    pub ty: TypeId,
    defined: bool,
    /// Where it is first mentioned, or defined.
    pub offset: u32,
}

/// Whether pointers say what they point to, once known.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Pointers {
    Unknown,
    Typed,
    Opaque,
}

pub(super) struct Types<'a> {
    pub all: Vec<Type>,
    depth: Vec<u16>,
    simple: FxHashMap<(u8, u32, u64), TypeId>,
    composite: FxHashMap<Box<[u32]>, TypeId>,
    targets: FxHashMap<&'a [u8], TypeId>,
    pub named: FxHashMap<Ident<'a>, Named>,
    /// Fast way from the bytes of a name.
    by_name: FxHashMap<Name<'a>, TypeId>,
    pub pointers: Pointers,
    key: Vec<u32>,
}

impl<'a> Types<'a> {
    pub fn new() -> Self {
        let all = basic();
        Self {
            depth: vec![1; all.len()],
            all,
            simple: FxHashMap::default(),
            composite: FxHashMap::default(),
            targets: FxHashMap::default(),
            named: FxHashMap::default(),
            by_name: FxHashMap::default(),
            pointers: Pointers::Unknown,
            key: Vec::new(),
        }
    }

    #[inline]
    pub fn get(&self, ty: TypeId) -> &Type {
        &self.all[ty.index()]
    }

    fn push(&mut self, ty: Type, depth: u16) -> TypeId {
        let id = TypeId(self.all.len() as u32);
        self.all.push(ty);
        self.depth.push(depth);
        id
    }

    pub fn int(&mut self, width: u32) -> TypeId {
        match width {
            1 => I1,
            8 => I8,
            16 => I16,
            32 => I32,
            64 => I64,
            128 => I128,
            _ => self.simple(0, width, 0, || Type::Int(width), 1),
        }
    }

    pub fn ptr(&mut self, space: u32) -> TypeId {
        if space == 0 { PTR } else { self.simple(1, space, 0, || Type::Ptr { space }, 1) }
    }

    fn simple(&mut self, tag: u8, a: u32, b: u64, make: impl FnOnce() -> Type, depth: u16) -> TypeId {
        if let Some(&id) = self.simple.get(&(tag, a, b)) {
            return id;
        }
        let id = self.push(make(), depth);
        self.simple.insert((tag, a, b), id);
        id
    }

    /// The depth of a type around others.
    fn around(&self, inner: impl Iterator<Item = TypeId>) -> Result<u16, String> {
        let depth = inner.map(|ty| self.depth[ty.index()]).max().unwrap_or(0) + 1;
        if u32::from(depth) > MAX_TYPE_DEPTH {
            return Err(format!("type is nested deeper than {MAX_TYPE_DEPTH} levels"));
        }
        Ok(depth)
    }

    pub fn typed_ptr(&mut self, pointee: TypeId, space: u32) -> Result<TypeId, String> {
        let depth = self.around([pointee].into_iter())?;
        let make = || Type::TypedPtr { pointee, space };
        Ok(self.simple(2, pointee.0, space.into(), make, depth))
    }

    pub fn array(&mut self, elem: TypeId, len: u64) -> Result<TypeId, String> {
        let depth = self.around([elem].into_iter())?;
        Ok(self.simple(3, elem.0, len, || Type::Array { elem, len }, depth))
    }

    pub fn vector(&mut self, elem: TypeId, len: u64) -> Result<TypeId, String> {
        let scalar = matches!(
            self.get(elem),
            Type::Int(_) | Type::Float(_) | Type::Ptr { .. } | Type::TypedPtr { .. }
        );
        if !scalar {
            return Err("element of a vector must be an integer, a float or a pointer".into());
        }
        if len == 0 || len > MAX_LANES {
            return Err(format!("vector must have 1 to {MAX_LANES} elements"));
        }
        let depth = self.around([elem].into_iter())?;
        Ok(self.simple(4, elem.0, len, || Type::Vector { elem, len }, depth))
    }

    /// A literal struct.
    pub fn structure(&mut self, fields: &[TypeId], packed: bool) -> Result<TypeId, String> {
        self.key.clear();
        self.key.push(packed.into());
        self.key.extend(fields.iter().map(|f| f.0));
        if let Some(&id) = self.composite.get(self.key.as_slice()) {
            return Ok(id);
        }
        let depth = self.around(fields.iter().copied())?;
        let ty = Type::Struct { name: None, fields: Some(fields.into()), packed };
        let id = self.push(ty, depth);
        self.composite.insert(self.key.as_slice().into(), id);
        Ok(id)
    }

    pub fn function(&mut self, ret: TypeId, params: &[TypeId], variadic: bool) -> Result<TypeId, String> {
        self.key.clear();
        self.key.extend([2 + u32::from(variadic), ret.0]);
        self.key.extend(params.iter().map(|p| p.0));
        if let Some(&id) = self.composite.get(self.key.as_slice()) {
            return Ok(id);
        }
        let depth = self.around(params.iter().copied().chain([ret]))?;
        let id = self.push(Type::Function { ret, params: params.into(), variadic }, depth);
        self.composite.insert(self.key.as_slice().into(), id);
        Ok(id)
    }

    fn target(&mut self, text: &'a [u8], span: Span) -> TypeId {
        if let Some(&id) = self.targets.get(text) {
            return id;
        }
        let id = self.push(Type::Target(span), 1);
        self.targets.insert(text, id);
        id
    }

    pub fn is_ptr(&self, ty: TypeId) -> bool {
        matches!(self.get(ty), Type::Ptr { .. } | Type::TypedPtr { .. })
    }

    /// The type itself, or that of a vector's lanes.
    pub fn scalar(&self, ty: TypeId) -> TypeId {
        match *self.get(ty) {
            Type::Vector { elem, .. } => elem,
            _ => ty,
        }
    }

    /// A scalar, or a vector of it where `like` is one.
    pub fn shaped(&mut self, like: TypeId, scalar: TypeId) -> TypeId {
        match *self.get(like) {
            // The length is that of a vector that exists, so this cannot fail.
            Type::Vector { len, .. } => self.vector(scalar, len).unwrap_or(scalar),
            _ => scalar,
        }
    }

    /// Whether values of the type exist.
    pub fn is_first_class(&self, ty: TypeId) -> bool {
        !matches!(self.get(ty), Type::Void | Type::Function { .. })
    }

    fn mention(&mut self, ident: Ident<'a>, span: Span, offset: usize) -> TypeId {
        if let Some(named) = self.named.get(&ident) {
            return named.ty;
        }
        let ty = self.push(Type::Struct { name: Some(span), fields: None, packed: false }, 1);
        if let Ident::Name(name) = &ident {
            self.by_name.insert(name.clone(), ty);
        }
        self.named.insert(ident, Named { ty, defined: false, offset: offset as u32 });
        ty
    }

    /// The first named type that was mentioned and never defined.
    pub fn undefined(&self) -> Option<usize> {
        self.named.values().filter(|n| !n.defined).map(|n| n.offset as usize).min()
    }
}

/// Turns a refusal of the table into one at an offset.
pub(super) fn made<T>(offset: usize, result: Result<T, String>) -> Res<T> {
    result.or_else(|message| fail(offset, message))
}

impl<'a> Parser<'a> {
    /// A type that values can have.
    #[inline]
    pub(super) fn ty(&mut self) -> Res<TypeId> {
        let at = self.lx.start;
        let ty = self.any_type()?;
        if ty == VOID {
            return fail(at, "`void` is only the result of a function");
        }
        Ok(ty)
    }

    /// Whether the current token begins a type.
    pub(super) fn at_type(&self) -> bool {
        match self.lx.tok {
            Tok::IntTy | Tok::Local | Tok::LocalNum | Tok::LBrace | Tok::LAngle | Tok::LSquare => true,
            Tok::Word => matches!(
                self.lx.kw,
                Kw::Void
                    | Kw::Half
                    | Kw::Bfloat
                    | Kw::Float
                    | Kw::Double
                    | Kw::X86Fp80
                    | Kw::Fp128
                    | Kw::PpcFp128
                    | Kw::Ptr
                    | Kw::LabelTy
                    | Kw::MetadataTy
                    | Kw::TokenTy
                    | Kw::X86Amx
                    | Kw::X86Mmx
                    | Kw::Target
            ),
            _ => false,
        }
    }

    /// Any type, `void` and functions too.
    #[inline]
    pub(super) fn any_type(&mut self) -> Res<TypeId> {
        let mut ty = match self.lx.tok {
            Tok::IntTy => {
                let width = self.lx.num;
                if width == 0 || width > MAX_INT_WIDTH {
                    return self.fail(format!("integers have 1 to {MAX_INT_WIDTH} bits"));
                }
                self.lx.advance();
                self.types.int(width as u32)
            }
            Tok::Word => self.type_word()?,
            Tok::Local => {
                let known = match self.lx.unusual {
                    false => self.types.by_name.get(self.lx.text()).copied(),
                    true => None,
                };
                let ty = match known {
                    Some(ty) => ty,
                    None => {
                        let ident = Ident::Name(self.name());
                        self.types.mention(ident, self.lx.span(), self.lx.start)
                    }
                };
                self.lx.advance();
                ty
            }
            Tok::LocalNum => {
                let ident = Ident::Number(self.id_number()?);
                let ty = self.types.mention(ident, self.lx.span(), self.lx.start);
                self.lx.advance();
                ty
            }
            Tok::LSquare | Tok::LBrace | Tok::LAngle => self.nested(Self::bracketed_type)?,
            _ => return self.unexpected("a type"),
        };
        loop {
            match self.lx.tok {
                Tok::Star => {
                    self.types.pointers = Pointers::Typed;
                    self.check_pointee(ty)?;
                    ty = made(self.lx.start, self.types.typed_ptr(ty, 0))?;
                    self.lx.advance();
                }
                Tok::LParen => ty = self.nested(|p| p.function_type(ty))?,
                Tok::Word if self.lx.kw == Kw::Addrspace => {
                    let space = self.address_space()?;
                    self.check_pointee(ty)?;
                    ty = made(self.lx.start, self.types.typed_ptr(ty, space))?;
                    self.types.pointers = Pointers::Typed;
                    self.expect(Tok::Star, "`*`")?;
                }
                _ => return Ok(ty),
            }
        }
    }

    fn check_pointee(&self, ty: TypeId) -> Res<()> {
        match self.types.get(ty) {
            Type::Void | Type::Label | Type::Metadata | Type::Token => {
                self.fail("no pointer to this type exists")
            }
            _ => Ok(()),
        }
    }

    fn type_word(&mut self) -> Res<TypeId> {
        let ty = match self.lx.kw {
            Kw::Ptr => {
                self.types.pointers = Pointers::Opaque;
                self.lx.advance();
                return match self.at_kw(Kw::Addrspace) {
                    true => {
                        let space = self.address_space()?;
                        Ok(self.types.ptr(space))
                    }
                    false => Ok(PTR),
                };
            }
            Kw::Void => VOID,
            Kw::Half => HALF,
            Kw::Bfloat => BFLOAT,
            Kw::Float => FLOAT,
            Kw::Double => DOUBLE,
            Kw::X86Fp80 => X86_FP80,
            Kw::Fp128 => FP128,
            Kw::PpcFp128 => PPC_FP128,
            Kw::LabelTy => LABEL,
            Kw::MetadataTy => METADATA,
            Kw::TokenTy => TOKEN,
            Kw::X86Amx => X86_AMX,
            Kw::X86Mmx => X86_MMX,
            Kw::Target => {
                self.lx.advance();
                let from = self.lx.start;
                if self.lx.tok != Tok::LParen {
                    return self.unexpected("`(`");
                }
                // The last byte of the brackets is where the token after them was looked for.
                let to = self.parens_end()?;
                let text = &self.lx.src[from..to];
                let span = Span { start: from as u32, len: text.len() as u32 };
                return Ok(self.types.target(text, span));
            }
            _ => return self.unexpected("a type"),
        };
        self.lx.advance();
        Ok(ty)
    }

    /// Skips brackets and tells where they end.
    fn parens_end(&mut self) -> Res<usize> {
        let opened = self.lx.start;
        let mut depth = 0u64;
        loop {
            match self.lx.tok {
                Tok::LParen => depth += 1,
                Tok::RParen => depth -= 1,
                Tok::Eof => return fail(opened, "bracket is never closed"),
                _ => {}
            }
            let end = self.lx.end();
            self.lx.advance();
            if depth == 0 {
                return Ok(end);
            }
        }
    }

    /// `addrspace(1)`, `addrspace("A")`; the current token is the word.
    pub(super) fn address_space(&mut self) -> Res<u32> {
        self.lx.advance();
        self.expect(Tok::LParen, "`(`")?;
        let space = if self.lx.tok == Tok::Str {
            let space = match self.lx.text() {
                b"A" => self.layout.alloca_space,
                b"G" => self.layout.global_space,
                b"P" => self.layout.program_space,
                _ => return self.fail("unknown symbolic address space"),
            };
            self.lx.advance();
            space
        } else {
            let at = self.lx.start;
            let space = self.number32("an address space")?;
            if space >= 1 << 24 {
                return fail(at, "address space is larger than 24 bits");
            }
            space
        };
        self.expect(Tok::RParen, "`)`")?;
        Ok(space)
    }

    fn bracketed_type(&mut self) -> Res<TypeId> {
        let opened = self.lx.tok;
        self.lx.advance();
        match opened {
            Tok::LSquare => {
                let len = self.number("the length of an array")?;
                self.expect_kw(Kw::X, "`x`")?;
                let elem = self.element_type()?;
                let ty = made(self.lx.start, self.types.array(elem, len))?;
                self.expect(Tok::RSquare, "`]`")?;
                Ok(ty)
            }
            Tok::LBrace => {
                let fields = self.field_types()?;
                made(self.lx.start, self.types.structure(&fields, false))
            }
            _ if self.eat(Tok::LBrace) => {
                let fields = self.field_types()?;
                self.expect(Tok::RAngle, "`>`")?;
                made(self.lx.start, self.types.structure(&fields, true))
            }
            _ => {
                if self.at_kw(Kw::Vscale) {
                    return self.fail("scalable vectors are not supported");
                }
                let len = self.number("the length of a vector")?;
                self.expect_kw(Kw::X, "`x`")?;
                let elem = self.element_type()?;
                let ty = made(self.lx.start, self.types.vector(elem, len))?;
                self.expect(Tok::RAngle, "`>`")?;
                Ok(ty)
            }
        }
    }

    /// The type of a field or element.
    fn element_type(&mut self) -> Res<TypeId> {
        let at = self.lx.start;
        let ty = self.ty()?;
        match self.types.get(ty) {
            Type::Function { .. } | Type::Label | Type::Metadata | Type::Token => {
                fail(at, "this type cannot be part of another")
            }
            _ => Ok(ty),
        }
    }

    /// Fields of a struct, after the opening brace, with the closing one.
    fn field_types(&mut self) -> Res<Vec<TypeId>> {
        let mut fields = Vec::new();
        if self.eat(Tok::RBrace) {
            return Ok(fields);
        }
        loop {
            fields.push(self.element_type()?);
            if !self.eat(Tok::Comma) {
                break;
            }
        }
        self.expect(Tok::RBrace, "`}`")?;
        Ok(fields)
    }

    /// `(A, B, ...)` after the result type.
    fn function_type(&mut self, ret: TypeId) -> Res<TypeId> {
        if matches!(self.types.get(ret), Type::Function { .. } | Type::Label | Type::Metadata) {
            return self.fail("function cannot return this type");
        }
        self.lx.advance();
        let mut params = Vec::new();
        let mut variadic = false;
        while self.lx.tok != Tok::RParen {
            if self.eat(Tok::Dots) {
                variadic = true;
                break;
            }
            let at = self.lx.start;
            let param = self.ty()?;
            if !self.types.is_first_class(param) {
                return fail(at, "parameter cannot have this type");
            }
            params.push(param);
            if !self.eat(Tok::Comma) {
                break;
            }
        }
        self.expect(Tok::RParen, "`)`")?;
        made(self.lx.start, self.types.function(ret, &params, variadic))
    }

    /// `%name = type …`
    pub(super) fn type_definition(&mut self) -> Res<()> {
        let at = self.lx.start;
        let span = self.lx.span();
        let ident = match self.lx.tok {
            Tok::Local => Ident::Name(self.name()),
            _ => Ident::Number(self.id_number()?),
        };
        self.lx.advance();
        self.expect(Tok::Equal, "`=`")?;
        self.expect_kw(Kw::Type, "`type`")?;
        let known = self.types.named.get(&ident).copied();
        if known.is_some_and(|named| named.defined) {
            return fail(at, "type is defined twice");
        }
        let packed = self.lx.tok == Tok::LAngle && {
            let mut ahead = self.lx.clone();
            ahead.advance();
            ahead.tok == Tok::LBrace
        };
        let body = if self.eat_kw(Kw::Opaque) {
            None
        } else if packed || self.lx.tok == Tok::LBrace {
            if packed {
                self.lx.advance();
            }
            self.lx.advance();
            let fields = self.nested(Self::field_types)?;
            if packed {
                self.expect(Tok::RAngle, "`>`")?;
            }
            Some(fields.into_boxed_slice())
        } else {
            // A name for another type.
            let ty = self.any_type()?;
            if known.is_some() || self.types.named.contains_key(&ident) {
                return fail(at, "name of a type that is no struct is used before its definition");
            }
            if let Ident::Name(name) = &ident {
                self.types.by_name.insert(name.clone(), ty);
            }
            self.types.named.insert(ident, Named { ty, defined: true, offset: at as u32 });
            return Ok(());
        };
        let id = self.types.mention(ident.clone(), span, at);
        self.types.all[id.index()] = Type::Struct { name: Some(span), fields: body, packed };
        self.types.named.insert(ident, Named { ty: id, defined: true, offset: at as u32 });
        Ok(())
    }
}
