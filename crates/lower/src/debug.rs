//! From debug metadata to [`DebugInfo`]: variables with their slots, and types.

use fathom_ir::debug::{DebugInfo, Field, IntegerKind, Type, TypeId, Variable};
use fathom_ir::{FuncId, GlobalId, LocId, Value};
use fathom_llvm::debug::{Key, MdValue, Metadata, NodeKind};
use fathom_llvm::module::{self as llvm, MdId};
use rustc_hash::FxHashMap;

/// Reads types, each once.
#[derive(Default)]
pub struct DebugBuilder {
    /// What was read.
    pub info: DebugInfo,
    seen: FxHashMap<(u32, MdId), TypeId>,
}

/// Members of a type, elements of a list and values of an enumeration are cut off here.
const MAX_MEMBERS: usize = 1 << 16;

impl DebugBuilder {
    /// A local variable, in the slot that is at `value`.
    pub fn slot(
        &mut self,
        function: FuncId,
        value: Value,
        module: (u32, &llvm::Module),
        variable: MdId,
        loc: LocId,
    ) {
        let Some(variable) = self.variable(module, variable, loc) else { return };
        self.info.functions.entry(function).or_default().slots.entry(value).or_insert(variable);
    }

    /// A global variable.
    pub fn global(&mut self, global: GlobalId, module: (u32, &llvm::Module), variable: MdId, loc: LocId) {
        if let Some(variable) = self.variable(module, variable, loc) {
            self.info.globals.insert(global, variable);
        }
    }

    /// What a function returns, by its `DISubprogram`.
    pub fn result(&mut self, function: FuncId, module: (u32, &llvm::Module), subprogram: MdId) {
        let metadata = &module.1.metadata;
        let Some(ty) = metadata.get_node(subprogram, Key::Type) else { return };
        let Some(types) = metadata.get_node(ty, Key::Types) else { return };
        if let Some(&Some(result)) = nodes(metadata, types).first() {
            let result = self.ty(module, result);
            self.info.functions.entry(function).or_default().result = Some(result);
        }
    }

    fn variable(&mut self, module: (u32, &llvm::Module), id: MdId, loc: LocId) -> Option<Variable> {
        let metadata = &module.1.metadata;
        let name = text(module.1, metadata.get_str(id, Key::Name)?);
        let ty = metadata.get_node(id, Key::Type).map(|ty| self.ty(module, ty));
        let parameter = metadata.get_int(id, Key::Arg).and_then(|n| u32::try_from(n).ok()).unwrap_or(0);
        Some(Variable { name, ty, loc, parameter })
    }

    /// A type. Those that it is made of are read as well, without recursion: they may form long chains.
    fn ty(&mut self, module: (u32, &llvm::Module), id: MdId) -> TypeId {
        let mut open = vec![];
        let result = self.number(module.0, id, &mut open);
        while let Some((id, at)) = open.pop() {
            let ty = self.read(module, id, &mut open);
            self.info.types[at.0 as usize] = ty;
        }
        result
    }

    /// The number of a type that is read now or soon.
    fn number(&mut self, module: u32, id: MdId, open: &mut Vec<(MdId, TypeId)>) -> TypeId {
        *self.seen.entry((module, id)).or_insert_with(|| {
            let number = TypeId(self.info.types.len() as u32);
            self.info.types.push(Type::Unknown { name: String::new(), bytes: 0 });
            open.push((id, number));
            number
        })
    }

    fn read(
        &mut self,
        (index, module): (u32, &llvm::Module),
        id: MdId,
        open: &mut Vec<(MdId, TypeId)>,
    ) -> Type {
        let metadata = &module.metadata;
        let name = metadata.get_str(id, Key::Name).map(|name| text(module, name)).unwrap_or_default();
        let bits = metadata.get_int(id, Key::Size).and_then(|n| u64::try_from(n).ok()).unwrap_or(0);
        let tag = metadata.get_str(id, Key::Tag).map_or("", |tag| module.text(tag));
        let base = metadata.get_node(id, Key::BaseType);
        let unknown = Type::Unknown { name: name.clone(), bytes: bits / 8 };
        match metadata.node(id).kind {
            NodeKind::BasicType => basic(metadata, module, id, name, bits),
            NodeKind::SubroutineType => Type::Function,
            NodeKind::DerivedType => {
                let to = base.map(|base| self.number(index, base, open));
                match tag {
                    "DW_TAG_pointer_type" => Type::Pointer { to, reference: false, bytes: bits / 8 },
                    "DW_TAG_reference_type" | "DW_TAG_rvalue_reference_type" => {
                        Type::Pointer { to, reference: true, bytes: bits / 8 }
                    }
                    "DW_TAG_typedef" | "DW_TAG_template_alias" => Type::Alias { name, to },
                    "DW_TAG_const_type" => Type::Qualified { word: "const", to },
                    "DW_TAG_volatile_type" => Type::Qualified { word: "volatile", to },
                    "DW_TAG_restrict_type" => Type::Qualified { word: "restrict", to },
                    "DW_TAG_atomic_type" => Type::Qualified { word: "_Atomic", to },
                    _ => unknown,
                }
            }
            NodeKind::CompositeType => match tag {
                "DW_TAG_array_type" => {
                    let element = base.map(|base| self.number(index, base, open));
                    self.array(metadata, id, element)
                }
                "DW_TAG_structure_type" => self.record("struct", (index, module), id, (name, bits), open),
                "DW_TAG_class_type" => self.record("class", (index, module), id, (name, bits), open),
                "DW_TAG_union_type" => self.record("union", (index, module), id, (name, bits), open),
                "DW_TAG_enumeration_type" => enumeration(metadata, module, id, name, bits),
                _ => unknown,
            },
            _ => unknown,
        }
    }

    /// An array; of several dimensions an array of arrays, all but the outermost as types of their own.
    fn array(&mut self, metadata: &Metadata, id: MdId, element: Option<TypeId>) -> Type {
        let elements =
            metadata.get_node(id, Key::Elements).map(|list| nodes(metadata, list)).unwrap_or_default();
        let mut counts: Vec<Option<u64>> = elements
            .into_iter()
            .flatten()
            .filter(|&node| metadata.node(node).kind == NodeKind::Subrange)
            .map(|node| count(metadata, node))
            .collect();
        let outer = if counts.is_empty() { None } else { counts.remove(0) };
        let element = counts.into_iter().rev().fold(element, |element, count| {
            self.info.types.push(Type::Array { element, count });
            Some(TypeId(self.info.types.len() as u32 - 1))
        });
        Type::Array { element, count: outer }
    }

    fn record(
        &mut self,
        keyword: &'static str,
        (index, module): (u32, &llvm::Module),
        id: MdId,
        (name, bits): (String, u64),
        open: &mut Vec<(MdId, TypeId)>,
    ) -> Type {
        let metadata = &module.metadata;
        let elements =
            metadata.get_node(id, Key::Elements).map(|list| nodes(metadata, list)).unwrap_or_default();
        let mut fields = vec![];
        for member in elements.into_iter().flatten() {
            let tag = metadata.get_str(member, Key::Tag).map_or("", |tag| module.text(tag));
            let flags = metadata.get_str(member, Key::Flags).map_or("", |flags| module.text(flags));
            let is_field = matches!(tag, "DW_TAG_member" | "DW_TAG_inheritance");
            if !is_field || flags.contains("StaticMember") {
                continue;
            }
            let base = metadata.get_node(member, Key::BaseType);
            let named = metadata.get_str(member, Key::Name);
            let of_base = || metadata.get_str(base.filter(|_| tag == "DW_TAG_inheritance")?, Key::Name);
            let number = |key| metadata.get_int(member, key).and_then(|n| u64::try_from(n).ok());
            fields.push(Field {
                name: named.or_else(of_base).map(|name| text(module, name)).unwrap_or_default(),
                ty: base.map(|base| self.number(index, base, open)),
                offset: number(Key::Offset).unwrap_or(0),
                bits: number(Key::Size).filter(|_| flags.contains("BitField")),
            });
        }
        Type::Record { keyword, name, bytes: bits / 8, fields }
    }
}

fn basic(metadata: &Metadata, module: &llvm::Module, id: MdId, name: String, bits: u64) -> Type {
    let encoding = metadata.get_str(id, Key::Encoding).map_or("", |word| module.text(word));
    let integer = |name, signed, of| Type::Integer { name, bits, signed, of };
    match encoding {
        "DW_ATE_float" => Type::Float { name, bits },
        "DW_ATE_boolean" => integer(name, false, IntegerKind::Bool),
        "DW_ATE_signed_char" => integer(name, true, IntegerKind::Character),
        "DW_ATE_unsigned_char" | "DW_ATE_UTF" => integer(name, false, IntegerKind::Character),
        "DW_ATE_signed" => integer(name, true, IntegerKind::Number),
        "DW_ATE_unsigned" => integer(name, false, IntegerKind::Number),
        _ => Type::Unknown { name, bytes: bits / 8 },
    }
}

fn enumeration(metadata: &Metadata, module: &llvm::Module, id: MdId, name: String, bits: u64) -> Type {
    let elements = metadata.get_node(id, Key::Elements).map(|list| nodes(metadata, list)).unwrap_or_default();
    let mut members = vec![];
    for member in elements.into_iter().flatten() {
        let name = metadata.get_str(member, Key::Name).map(|name| text(module, name));
        if let (Some(name), Some(value)) = (name, metadata.get_int(member, Key::Value)) {
            members.push((name, value));
        }
    }
    let signed = members.iter().any(|&(_, value)| value < 0);
    Type::Enum { name, bits, signed, members }
}

/// How many elements a `DISubrange` has.
fn count(metadata: &Metadata, subrange: MdId) -> Option<u64> {
    let constant = metadata.get_int(subrange, Key::Count).or_else(|| {
        let upper = metadata.get_int(subrange, Key::UpperBound)?;
        upper.checked_sub(metadata.get_int(subrange, Key::LowerBound).unwrap_or(0))?.checked_add(1)
    });
    constant.and_then(|count| u64::try_from(count).ok())
}

/// The nodes that a tuple lists; `None` for `null`.
fn nodes(metadata: &Metadata, list: MdId) -> Vec<Option<MdId>> {
    let node = |value| match value {
        MdValue::Node(node) => Some(node),
        _ => None,
    };
    metadata.fields(list).iter().take(MAX_MEMBERS).map(|field| node(field.value)).collect()
}

fn text(module: &llvm::Module, span: llvm::Span) -> String {
    String::from_utf8_lossy(&module.unescaped(span)).into_owned()
}
