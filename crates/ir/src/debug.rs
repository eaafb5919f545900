//! What the source says of a program's data: variables, results and their types.
//!
//! This stands beside a [`Program`](crate::Program) and is true of it as it was lowered: passes that number
//! values anew leave it behind. Nothing but what is shown to people depends on it.

use std::collections::BTreeMap;

use crate::program::{FuncId, GlobalId, LocId, Value};

/// A type in [`DebugInfo::types`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct TypeId(pub u32);

/// Variables and types.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct DebugInfo {
    /// Types.
    pub types: Vec<Type>,
    /// Functions, as far as something is known of them.
    pub functions: BTreeMap<FuncId, Function>,
    /// Global variables, as far as something is known of them.
    pub globals: BTreeMap<GlobalId, Variable>,
}

/// What the source says of a function.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Function {
    /// Its variables, by the value that is the address of their stack slot.
    pub slots: BTreeMap<Value, Variable>,
    /// Type of the result; `None` for `void`, and if it is not known.
    pub result: Option<TypeId>,
}

/// A variable.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Variable {
    /// Its name.
    pub name: String,
    /// Its type.
    pub ty: Option<TypeId>,
    /// Where it is declared.
    pub loc: LocId,
    /// The how-manieth parameter it is, from 1; 0 if it is none.
    pub parameter: u32,
}

/// A type of the source.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Type {
    /// A number of which nothing else is known.
    Unknown {
        /// Name, maybe empty.
        name: String,
        /// Size in bytes.
        bytes: u64,
    },
    /// An integer.
    Integer {
        /// Name, `unsigned int`.
        name: String,
        /// Width.
        bits: u64,
        /// Whether it has a sign.
        signed: bool,
        /// What its values stand for.
        of: IntegerKind,
    },
    /// A floating-point number.
    Float {
        /// Name, `double`.
        name: String,
        /// Width.
        bits: u64,
    },
    /// A pointer, or a reference.
    Pointer {
        /// To what; `None` for `void`.
        to: Option<TypeId>,
        /// A C++ reference.
        reference: bool,
        /// Size in bytes.
        bytes: u64,
    },
    /// An array.
    Array {
        /// Of what.
        element: Option<TypeId>,
        /// How many; `None` if the source does not say.
        count: Option<u64>,
    },
    /// A structure, class or union.
    Record {
        /// `struct`, `union` or `class`.
        keyword: &'static str,
        /// Name, maybe empty.
        name: String,
        /// Size in bytes.
        bytes: u64,
        /// Members, in order. Those of a union overlap.
        fields: Vec<Field>,
    },
    /// An enumeration.
    Enum {
        /// Name, maybe empty.
        name: String,
        /// Width.
        bits: u64,
        /// Whether it has a sign.
        signed: bool,
        /// Names and values.
        members: Vec<(String, i128)>,
    },
    /// Another name for a type.
    Alias {
        /// The name.
        name: String,
        /// Of what; `None` for `void`.
        to: Option<TypeId>,
    },
    /// A type with a qualifier.
    Qualified {
        /// `const`, `volatile`, …
        word: &'static str,
        /// Which; `None` for `void`.
        to: Option<TypeId>,
    },
    /// A function, behind a pointer.
    Function,
}

/// What values of an integer type stand for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum IntegerKind {
    /// Numbers.
    Number,
    /// Characters.
    Character,
    /// Truth values.
    Bool,
}

/// A member of a structure.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Field {
    /// Its name; that of the class for a base class; empty for an anonymous member.
    pub name: String,
    /// Its type.
    pub ty: Option<TypeId>,
    /// Where it begins, in bits.
    pub offset: u64,
    /// For a bit-field, how many bits it has.
    pub bits: Option<u64>,
}

/// How many names and qualifiers are looked through; more only malformed modules have.
const MAX_ALIASES: usize = 64;

impl DebugInfo {
    /// A type.
    pub fn ty(&self, id: TypeId) -> Option<&Type> {
        self.types.get(id.0 as usize)
    }

    /// The type behind names and qualifiers.
    pub fn resolved(&self, id: TypeId) -> Option<(TypeId, &Type)> {
        let mut at = id;
        for _ in 0..MAX_ALIASES {
            match self.ty(at)? {
                Type::Alias { to, .. } | Type::Qualified { to, .. } => at = (*to)?,
                other => return Some((at, other)),
            }
        }
        None
    }

    /// Size in bytes, if it is known.
    pub fn size(&self, id: TypeId) -> Option<u64> {
        let (_, ty) = self.resolved(id)?;
        match ty {
            Type::Unknown { bytes, .. } | Type::Pointer { bytes, .. } | Type::Record { bytes, .. } => {
                Some(*bytes)
            }
            Type::Integer { bits, .. } | Type::Float { bits, .. } | Type::Enum { bits, .. } => {
                Some(bits.div_ceil(8))
            }
            Type::Array { element, count } => self.array_size(*element, *count),
            Type::Alias { .. } | Type::Qualified { .. } | Type::Function => None,
        }
    }

    fn array_size(&self, element: Option<TypeId>, count: Option<u64>) -> Option<u64> {
        // Arrays of arrays nest as deep as the source writes them; a cycle is malformed.
        let (mut element, mut count) = (element?, count?);
        for _ in 0..MAX_ALIASES {
            let (_, ty) = self.resolved(element)?;
            match ty {
                Type::Array { element: inner, count: more } => {
                    count = count.checked_mul((*more)?)?;
                    element = (*inner)?;
                }
                _ => return self.size(element)?.checked_mul(count),
            }
        }
        None
    }

    /// The type as one would write it; what is behind a function pointer is left out.
    pub fn spelled(&self, id: Option<TypeId>) -> String {
        self.spelled_within(id, MAX_ALIASES)
    }

    fn spelled_within(&self, id: Option<TypeId>, depth: usize) -> String {
        let Some(ty) = id.and_then(|id| self.ty(id)) else { return "void".into() };
        let Some(depth) = depth.checked_sub(1) else { return "…".into() };
        match ty {
            Type::Unknown { name, bytes } if name.is_empty() => format!("{bytes} bytes"),
            Type::Unknown { name, .. }
            | Type::Integer { name, .. }
            | Type::Float { name, .. }
            | Type::Alias { name, .. } => name.clone(),
            Type::Pointer { to, reference, .. } => {
                let target = self.spelled_within(*to, depth);
                let star = if *reference { "&" } else { "*" };
                if target.ends_with('*') { format!("{target}{star}") } else { format!("{target} {star}") }
            }
            Type::Array { element, count } => {
                let element = self.spelled_within(*element, depth);
                let count = count.map_or(String::new(), |count| count.to_string());
                // The outer count is the first one: int[2][3] is an array of two.
                match element.find('[') {
                    Some(at) => format!("{}[{count}]{}", &element[..at], &element[at..]),
                    None => format!("{element}[{count}]"),
                }
            }
            Type::Record { keyword, name, .. } if name.is_empty() => (*keyword).into(),
            Type::Record { keyword, name, .. } => format!("{keyword} {name}"),
            Type::Enum { name, .. } if name.is_empty() => "enum".into(),
            Type::Enum { name, .. } => format!("enum {name}"),
            Type::Qualified { word, to } => {
                let ty = self.spelled_within(*to, depth);
                if ty.ends_with('*') { format!("{ty} {word}") } else { format!("{word} {ty}") }
            }
            Type::Function => "function".into(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn info() -> DebugInfo {
        let integer = |name: &str, bits, of| Type::Integer { name: name.into(), bits, signed: true, of };
        let pointer = |to| Type::Pointer { to, reference: false, bytes: 8 };
        DebugInfo {
            types: vec![
                integer("int", 32, IntegerKind::Number),
                Type::Array { element: Some(TypeId(0)), count: Some(3) },
                Type::Array { element: Some(TypeId(1)), count: Some(2) },
                integer("char", 8, IntegerKind::Character),
                Type::Qualified { word: "const", to: Some(TypeId(3)) },
                pointer(Some(TypeId(4))),
                pointer(Some(TypeId(5))),
                Type::Alias { name: "loop".into(), to: Some(TypeId(7)) },
                pointer(None),
                Type::Array { element: Some(TypeId(9)), count: Some(2) },
                Type::Qualified { word: "const", to: Some(TypeId(5)) },
            ],
            ..DebugInfo::default()
        }
    }

    #[test]
    fn types_are_spelled_as_in_c() {
        let info = info();
        let spelled = |id| info.spelled(Some(TypeId(id)));
        assert_eq!(spelled(2), "int[2][3]");
        assert_eq!(spelled(5), "const char *");
        assert_eq!(spelled(6), "const char **");
        assert_eq!(spelled(8), "void *");
        assert_eq!(spelled(10), "const char * const");
        assert_eq!(info.spelled(None), "void");
    }

    #[test]
    fn sizes() {
        let info = info();
        assert_eq!(info.size(TypeId(2)), Some(24));
        assert_eq!(info.size(TypeId(4)), Some(1));
        assert_eq!(info.size(TypeId(6)), Some(8));
    }

    #[test]
    fn cycles_of_malformed_modules_end() {
        let info = info();
        assert_eq!(info.size(TypeId(7)), None);
        assert_eq!(info.size(TypeId(9)), None);
        assert!(info.spelled(Some(TypeId(9))).contains('…'));
    }
}
