//! Metadata: nodes as read, and typed views of the debug information in them.
//!
//! Nodes are stored flat: a node is a range of fields in one vector, a field is a key and a value.
//! The typed views ([`Metadata::location`] and so on) look fields up by key; unknown keys are kept
//! and harmless.

use rustc_hash::FxHashMap;

use crate::module::{ConstId, GlobalId, MdId, Span};

/// All metadata of a module.
#[derive(Clone, Debug, Default)]
pub struct Metadata {
    /// Node `!n` at index `n`; numbers that were never defined are `Missing`.
    pub nodes: Vec<Node>,
    /// Fields of all nodes.
    pub fields: Vec<Field>,
    /// `!name = !{…}`.
    pub named: FxHashMap<String, Vec<MdId>>,
}

/// One node.
#[derive(Clone, Copy, Debug)]
pub struct Node {
    /// What it is.
    pub kind: NodeKind,
    /// Its first field in [`Metadata::fields`].
    pub first: u32,
    /// Number of fields.
    pub count: u32,
}

/// Which specialised node, `!DILocation(…)` and so on. Kinds that nothing reads share `Other`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs)]
pub enum NodeKind {
    /// Referred to, never defined.
    Missing,
    /// `!{…}`
    Tuple,
    /// `!"…"`, as a node of its own
    Str,
    Location,
    Subprogram,
    LocalVariable,
    GlobalVariable,
    GlobalVariableExpression,
    Expression,
    File,
    CompileUnit,
    LexicalBlock,
    LexicalBlockFile,
    BasicType,
    DerivedType,
    CompositeType,
    SubroutineType,
    Enumerator,
    Subrange,
    Namespace,
    Label,
    TemplateTypeParameter,
    TemplateValueParameter,
    Other,
}

/// A field: `key: value`, or an element of a tuple or expression.
#[derive(Clone, Copy, Debug)]
pub struct Field {
    /// The key.
    pub key: Key,
    /// The value.
    pub value: MdValue,
}

/// Keys of fields that something reads; the others are `Other`, elements without key are `None`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs)]
pub enum Key {
    None,
    Other,
    Line,
    Column,
    Scope,
    InlinedAt,
    Name,
    LinkageName,
    File,
    Filename,
    Directory,
    Type,
    BaseType,
    Size,
    Align,
    Offset,
    Encoding,
    Tag,
    Elements,
    Arg,
    Flags,
    Count,
    LowerBound,
    UpperBound,
    Value,
    IsUnsigned,
    Var,
    Expr,
    Unit,
    Language,
    Producer,
    IsOptimized,
    Types,
    Identifier,
    Declaration,
    RetainedNodes,
    ScopeLine,
    Types2,
    DwarfAddressSpace,
}

/// A metadata value.
#[derive(Clone, Copy, Debug)]
pub enum MdValue {
    /// `null`
    Null,
    /// `!n`, and inline nodes, which get a number of their own past the module's.
    Node(MdId),
    /// `"…"` or `!"…"`, raw.
    Str(Span),
    /// An integer.
    Int(i128),
    /// A word: `DW_TAG_member`, `DIFlagPublic | DIFlagVirtual`, `true`, an enum member.
    Word(Span),
    /// A constant, `i32 7`.
    Const(ConstId),
    /// A symbol, `ptr @f`.
    Global(GlobalId),
}

/// A source position.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Location {
    /// Line, from 1; 0 where the compiler gave none.
    pub line: u32,
    /// Column, from 1; 0 where unknown.
    pub column: u32,
    /// Lexical scope or subprogram.
    pub scope: Option<MdId>,
    /// Where the scope's function was inlined.
    pub inlined_at: Option<MdId>,
}

impl Metadata {
    /// A node, `Missing` for a number that does not exist.
    pub fn node(&self, id: MdId) -> Node {
        self.nodes.get(id.index()).copied().unwrap_or(Node { kind: NodeKind::Missing, first: 0, count: 0 })
    }

    /// The fields of a node.
    pub fn fields(&self, id: MdId) -> &[Field] {
        let node = self.node(id);
        self.fields.get(node.first as usize..(node.first + node.count) as usize).unwrap_or(&[])
    }

    /// The value of a field.
    pub fn get(&self, id: MdId, key: Key) -> Option<MdValue> {
        self.fields(id).iter().find(|f| f.key == key).map(|f| f.value)
    }

    /// The node a field refers to.
    pub fn get_node(&self, id: MdId, key: Key) -> Option<MdId> {
        match self.get(id, key)? {
            MdValue::Node(node) => Some(node),
            _ => None,
        }
    }

    /// The integer of a field.
    pub fn get_int(&self, id: MdId, key: Key) -> Option<i128> {
        match self.get(id, key)? {
            MdValue::Int(value) => Some(value),
            _ => None,
        }
    }

    /// The string or word of a field.
    pub fn get_str(&self, id: MdId, key: Key) -> Option<Span> {
        match self.get(id, key)? {
            MdValue::Str(span) | MdValue::Word(span) => Some(span),
            _ => None,
        }
    }

    /// The position a `DILocation` gives.
    pub fn location(&self, id: MdId) -> Option<Location> {
        if self.node(id).kind != NodeKind::Location {
            return None;
        }
        let mut location = Location { line: 0, column: 0, scope: None, inlined_at: None };
        for field in self.fields(id) {
            match (field.key, field.value) {
                (Key::Line, MdValue::Int(n)) => location.line = n as u32,
                (Key::Column, MdValue::Int(n)) => location.column = n as u32,
                (Key::Scope, MdValue::Node(n)) => location.scope = Some(n),
                (Key::InlinedAt, MdValue::Node(n)) => location.inlined_at = Some(n),
                _ => {}
            }
        }
        Some(location)
    }

    /// The `DIFile` of a scope, found by walking outwards (bounded, since scopes may be cyclic in a
    /// malformed module).
    pub fn file_of(&self, scope: MdId) -> Option<MdId> {
        let mut at = scope;
        for _ in 0..256 {
            if self.node(at).kind == NodeKind::File {
                return Some(at);
            }
            match self.get_node(at, Key::File) {
                Some(file) => at = file,
                None => at = self.get_node(at, Key::Scope)?,
            }
        }
        None
    }

    /// The `DISubprogram` around a scope.
    pub fn subprogram_of(&self, scope: MdId) -> Option<MdId> {
        let mut at = scope;
        for _ in 0..256 {
            if self.node(at).kind == NodeKind::Subprogram {
                return Some(at);
            }
            at = self.get_node(at, Key::Scope)?;
        }
        None
    }
}
