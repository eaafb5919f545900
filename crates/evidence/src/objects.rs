//! The objects of an execution: names, types, and what pointers to them look like.

use fathom_interp::memory::{ObjectKind, Provenance};
use fathom_interp::recording::{Bytes, Content, Effect, Made, Origin, Recording};
use fathom_ir::debug::{DebugInfo, IntegerKind, Type, TypeId, Variable};
use fathom_ir::{Bits, FloatKind, FuncId, LocId, Program, float};
use rustc_hash::FxHashMap;

use crate::image::Image;
use crate::leaves::{Leaf, Shape, is_character, leaves};
use crate::model::{Kind, Object, ObjectId, Target, Value};
use crate::source;

/// What is known of an object before anybody mentions it.
#[derive(Clone, Debug)]
pub struct Known {
    /// What it is.
    pub made: Made,
    /// Its variable.
    pub variable: Option<Variable>,
    /// What it is made of.
    pub shape: Option<Shape>,
    /// How deep the stack was, for local variables.
    pub depth: Option<u32>,
    /// Its number among heap objects, from 1.
    pub serial: usize,
}

/// All objects, and those that were mentioned.
pub struct Objects<'a> {
    program: &'a Program,
    debug: &'a DebugInfo,
    /// What is known, by provenance.
    known: FxHashMap<Provenance, Known>,
    ids: FxHashMap<Provenance, ObjectId>,
    /// Those that were mentioned.
    pub mentioned: Vec<Object>,
    /// What they contain now.
    pub image: Image,
    heap: usize,
    hints: FxHashMap<Provenance, TypeId>,
}

/// Initial values of an object that are kept.
const MAX_INITIAL: usize = 64;

/// Characters of a text that are shown.
const MAX_TEXT: usize = 64;

impl<'a> Objects<'a> {
    /// The objects that are there when a recording begins.
    pub fn new(program: &'a Program, debug: &'a DebugInfo, recording: &Recording) -> Self {
        let mut objects = Self {
            program,
            debug,
            known: FxHashMap::default(),
            ids: FxHashMap::default(),
            mentioned: vec![],
            image: Image::new(program.target.big_endian),
            heap: 0,
            hints: FxHashMap::default(),
        };
        for (made, content) in &recording.before {
            objects.make(made, None, None);
            let whole = fathom_interp::recording::Range { object: made.object, offset: 0, len: made.size };
            objects.image.write(whole, content);
        }
        for (&id, variable) in &debug.globals {
            if let Some(known) = recording.globals.get(id.index()).and_then(|at| objects.known.get_mut(at)) {
                known.variable = Some(variable.clone());
                known.shape = variable.ty.map(Shape::One);
            }
        }
        for &(object, activation, origin) in &recording.slots {
            let activation = &recording.activations[activation as usize];
            if let Some(known) = objects.known.get_mut(&object) {
                known.variable = variable_of(program, debug, activation.function, origin);
                known.shape = known.variable.as_ref().and_then(|variable| variable.ty).map(Shape::One);
            }
        }
        objects
    }

    /// How deep in the user's code the activations are whose variables were there before.
    pub fn set_depths(&mut self, recording: &Recording, depths: &[u32]) {
        for &(object, activation, _) in &recording.slots {
            if let Some(known) = self.known.get_mut(&object) {
                known.depth = depths.get(activation as usize).copied();
            }
        }
    }

    /// An object comes to be.
    pub fn make(&mut self, made: &Made, variable: Option<Variable>, depth: Option<u32>) {
        let is_heap = matches!(made.kind, ObjectKind::Heap(_));
        self.heap += usize::from(is_heap);
        let shape = match (&variable, self.hints.get(&made.object)) {
            (Some(variable), _) => variable.ty.map(Shape::One),
            (None, Some(&hint)) => self.shape_of(hint, made.size),
            (None, None) => None,
        };
        self.ids.remove(&made.object);
        let serial = if is_heap { self.heap } else { 0 };
        self.image.make(made.object, made.size, made.zero);
        self.known.insert(made.object, Known { made: made.clone(), variable, shape, depth, serial });
    }

    /// A local object begins anew: it is another object of the same name.
    pub fn begin(&mut self, object: Provenance, step: usize) {
        self.image.begin(object);
        if let Some(&id) = self.ids.get(&object)
            && self.mentioned[id].end.is_some()
        {
            self.ids.remove(&object);
        }
        if self.known.get(&object).is_some_and(|known| known.variable.is_some()) {
            self.mention(object, step);
        }
    }

    /// An object ends.
    pub fn end(&mut self, object: Provenance, step: usize) {
        if let Some(&id) = self.ids.get(&object) {
            self.mentioned[id].end.get_or_insert(step);
        }
    }

    /// What is known of an object.
    pub fn known(&self, object: Provenance) -> Option<&Known> {
        self.known.get(&object)
    }

    /// Objects that pointers of a type point to are of what it points to. Looks at all pointers that a
    /// recording writes into places whose type is known.
    pub fn find_types(&mut self, recording: &Recording, variable: &dyn Fn(usize, &Made) -> Option<Variable>) {
        let mut shapes: FxHashMap<Provenance, Shape> =
            self.known.iter().filter_map(|(&object, known)| Some((object, known.shape?))).collect();
        let mut sizes: FxHashMap<Provenance, u64> =
            self.known.iter().map(|(&object, known)| (object, known.made.size)).collect();
        for (at, effect) in recording.effects.iter().enumerate() {
            match effect {
                Effect::Made(made) => {
                    sizes.insert(made.object, made.size);
                    shapes.remove(&made.object);
                    self.hints.remove(&made.object);
                    if let Some(ty) = variable(at, made).and_then(|variable| variable.ty) {
                        shapes.insert(made.object, Shape::One(ty));
                    }
                }
                Effect::Wrote(range, content) => {
                    let Some(&shape) = shapes.get(&range.object) else { continue };
                    for (offset, to) in pointers(content, range.len) {
                        let place = range.offset + offset..range.offset + offset + 1;
                        let Some(leaf) = leaves(self.debug, shape, place, 1).pop() else { continue };
                        self.hint(leaf.ty, to);
                        if let (Some(&hint), Some(&size)) = (self.hints.get(&to), sizes.get(&to))
                            && !shapes.contains_key(&to)
                            && let Some(shape) = self.shape_of(hint, size)
                        {
                            shapes.insert(to, shape);
                        }
                    }
                }
                Effect::Began(_)
                | Effect::Ended(_)
                | Effect::Read(_)
                | Effect::Input(..)
                | Effect::Returned(_) => {}
            }
        }
    }

    /// A pointer of a type points to an object: what that is made of, unless it is known better.
    fn hint(&mut self, pointer: TypeId, object: Provenance) {
        let Some((_, Type::Pointer { to: Some(to), .. })) = self.debug.resolved(pointer) else { return };
        let Some((_, target)) = self.debug.resolved(*to) else { return };
        let rank = |ty: &Type| match ty {
            Type::Record { .. } => 3,
            Type::Integer { of: IntegerKind::Character, .. } => 1,
            Type::Function | Type::Alias { .. } | Type::Qualified { .. } => 0,
            Type::Unknown { .. }
            | Type::Integer { .. }
            | Type::Float { .. }
            | Type::Pointer { .. }
            | Type::Array { .. }
            | Type::Enum { .. } => 2,
        };
        let old = self.hints.get(&object).and_then(|&old| self.debug.resolved(old));
        if rank(target) > old.map_or(0, |(_, old)| rank(old)) {
            self.hints.insert(object, *to);
        }
    }

    fn shape_of(&self, ty: TypeId, size: u64) -> Option<Shape> {
        let one = self.debug.size(ty).filter(|&one| one > 0)?;
        match size {
            _ if size == one => Some(Shape::One(ty)),
            _ if size < one => None,
            // A structure with an array at its end has more bytes than its type says.
            _ if !size.is_multiple_of(one) => Some(Shape::One(ty)),
            _ => Some(Shape::Many(ty, size / one)),
        }
    }

    /// The number of an object, which is made known to the reader if it was not yet.
    pub fn mention(&mut self, object: Provenance, step: usize) -> Option<ObjectId> {
        if let Some(&id) = self.ids.get(&object) {
            return Some(id);
        }
        let known = self.known.get(&object)?.clone();
        let id = self.mentioned.len();
        self.ids.insert(object, id);
        let (kind, name) = self.kind_and_name(&known);
        let loc = match &known.variable {
            Some(variable) => variable.loc,
            None => known.made.site.loc,
        };
        let loc = self.program.own_loc(loc).unwrap_or(LocId::NONE);
        let is_new = matches!(kind, Kind::Local | Kind::Heap);
        self.mentioned.push(Object {
            kind,
            name,
            ty: known.shape.map_or(String::new(), |shape| self.spelled(shape)),
            size: known.made.size,
            position: source::position(self.program, loc),
            depth: known.depth,
            begin: is_new.then_some(step),
            end: None,
            initial: vec![],
        });
        if let Some(shape) = known.shape
            && kind != Kind::Constant
        {
            let all = leaves(self.debug, shape, 0..known.made.size, MAX_INITIAL);
            let values = all.into_iter().filter_map(|leaf| {
                let value = self.value(object, &leaf, step)?;
                Some((leaf.path, value))
            });
            let values: Vec<(String, Value)> = values.collect();
            self.mentioned[id].initial = values;
        }
        Some(id)
    }

    fn kind_and_name(&self, known: &Known) -> (Kind, String) {
        let named = known.variable.as_ref().map(|variable| variable.name.clone());
        let named = named.or_else(|| known.made.name.as_deref().map(str::to_string));
        match known.made.kind {
            ObjectKind::Stack | ObjectKind::Sealed => {
                (Kind::Local, named.unwrap_or_else(|| "temporary".into()))
            }
            ObjectKind::Heap(family) => (Kind::Heap, format!("{}#{}", family.allocator(), known.serial)),
            ObjectKind::Function(id) => {
                let function = &self.program.functions[id.index()];
                let name = source::source_name(self.program, function.loc);
                (Kind::Function, name.unwrap_or_else(|| function.name.clone()))
            }
            ObjectKind::Global | ObjectKind::Undefined => {
                (Kind::Global, named.unwrap_or_else(|| "global".into()))
            }
            ObjectKind::Constant => {
                let text = self.text_at(known.made.object, 0);
                // The compiler's names for literals say less than what they contain.
                let name = if known.variable.is_some() { named } else { text.or(named) };
                let name = name.unwrap_or_else(|| "constant".into());
                (Kind::Constant, name)
            }
            ObjectKind::Library => (Kind::Other, named.unwrap_or_else(|| "library".into())),
        }
    }

    fn spelled(&self, shape: Shape) -> String {
        match shape {
            Shape::One(ty) => self.debug.spelled(Some(ty)),
            Shape::Many(ty, count) => format!("{}[{count}]", self.debug.spelled(Some(ty))),
        }
    }

    /// The leaves of an object that a range touches, and how many more there are than are given.
    pub fn leaves(&self, object: Provenance, range: std::ops::Range<u64>, limit: usize) -> Vec<Leaf> {
        match self.known.get(&object).and_then(|known| known.shape) {
            Some(shape) => leaves(self.debug, shape, range, limit),
            None => vec![],
        }
    }

    /// What a leaf contains; `None` if that is not known.
    pub fn value(&mut self, object: Provenance, leaf: &Leaf, step: usize) -> Option<Value> {
        let bytes = self.image.read(object, leaf.offset..leaf.offset + leaf.size)?;
        Some(self.scalar(&bytes, Some(leaf.ty), leaf.bits, step))
    }

    /// Bytes as a value of a type.
    pub fn scalar(
        &mut self,
        bytes: &Bytes,
        ty: Option<TypeId>,
        field: Option<(u64, u64)>,
        step: usize,
    ) -> Value {
        let resolved = ty.and_then(|ty| self.debug.resolved(ty)).map(|(_, ty)| ty.clone());
        let is_text = ty.is_some_and(|ty| is_character(self.debug, ty));
        if is_text && bytes.bytes.len() > 1 {
            return plain(text(bytes));
        }
        if bytes.bytes.len() > 8 {
            return plain(wide(bytes, resolved.as_ref(), self.image.is_big_endian()));
        }
        let cell = self.image.cell(bytes);
        let width = bytes.bytes.len() as u32 * 8;
        let (bits, undef, width) = match field {
            None => (cell.bits, cell.undef, width),
            Some((first, count)) => {
                let first = if self.image.is_big_endian() { u64::from(width) - first - count } else { first };
                let mask = fathom_ir::bits::mask(count as u32);
                (cell.bits >> first & mask, cell.undef >> first & mask, count as u32)
            }
        };
        if undef != 0 {
            return plain(UNINITIALISED.into());
        }
        match resolved {
            Some(Type::Pointer { .. }) => self.pointer(bits, cell.prov, step),
            None if cell.prov != Provenance::NONE => self.pointer(bits, cell.prov, step),
            None => plain(Bits::from_u64(width, bits).to_signed_decimal()),
            Some(ty) => plain(number(&ty, bits, width)),
        }
    }

    /// A pointer in words.
    pub fn pointer(&mut self, addr: u64, to: Provenance, step: usize) -> Value {
        if to == Provenance::NONE {
            return plain(if addr == 0 { "NULL".into() } else { format!("{addr:#x}") });
        }
        let Some(known) = self.known.get(&to) else { return plain(format!("{addr:#x}")) };
        let (base, kind) = (known.made.base, known.made.kind);
        let offset = addr.wrapping_sub(base) as i64;
        let Some(id) = self.mention(to, step) else { return plain(format!("{addr:#x}")) };
        if kind == ObjectKind::Constant
            && let Some(text) = u64::try_from(offset).ok().and_then(|offset| self.text_at(to, offset))
        {
            return Value { text, target: Some(Target { object: id, offset, path: String::new() }) };
        }
        let path = self.path_at(to, offset);
        let name = &self.mentioned[id].name;
        let text = match (&path, kind) {
            (_, ObjectKind::Function(_)) if offset == 0 => name.clone(),
            (Some(path), _) => format!("&{name}{path}"),
            (None, _) if offset == 0 => format!("&{name}"),
            (None, _) if offset < 0 => format!("&{name} - {}", offset.unsigned_abs()),
            (None, _) => format!("&{name} + {offset}"),
        };
        Value { text, target: Some(Target { object: id, offset, path: path.unwrap_or_default() }) }
    }

    /// How one would write the place at an offset of an object, if its type says so.
    fn path_at(&self, object: Provenance, offset: i64) -> Option<String> {
        let known = self.known.get(&object)?;
        let shape = known.shape?;
        let offset = u64::try_from(offset).ok()?;
        let (ty, count) = match shape {
            Shape::Many(ty, count) => (ty, count),
            Shape::One(ty) => match self.debug.resolved(ty)? {
                (_, Type::Array { element, count }) => ((*element)?, (*count)?),
                _ => {
                    if offset == 0 {
                        return Some(String::new());
                    }
                    let leaf = leaves(self.debug, shape, offset..offset + 1, 1).pop()?;
                    return (leaf.offset == offset).then_some(leaf.path);
                }
            },
        };
        let size = self.debug.size(ty).filter(|&size| size > 0)?;
        let index = offset / size;
        if offset % size == 0 && index <= count {
            return Some(format!("[{index}]"));
        }
        let leaf = leaves(self.debug, shape, offset..offset + 1, 1).pop()?;
        (leaf.offset == offset).then_some(leaf.path)
    }

    /// A string literal.
    fn text_at(&self, object: Provenance, offset: u64) -> Option<String> {
        let size = self.known.get(&object)?.made.size;
        let bytes = self.image.read(object, offset..size)?;
        let end = bytes.bytes.iter().position(|&byte| byte == 0)?;
        let shown = &bytes.bytes[..end];
        let is_readable =
            |byte: &u8| byte.is_ascii_graphic() || matches!(byte, b' ' | b'\n' | b'\t') || *byte >= 0x80;
        if !shown.iter().all(is_readable) {
            return None;
        }
        Some(quoted(shown))
    }
}

/// The variable whose slot an instruction of a function makes.
pub fn variable_of(
    program: &Program,
    debug: &DebugInfo,
    function: FuncId,
    origin: Origin,
) -> Option<Variable> {
    let body = program.functions[function.index()].body.as_ref()?;
    let inst = body.blocks.get(origin.block.index())?.insts.get(origin.at as usize)?;
    debug.functions.get(&function)?.slots.get(&inst.result()?).cloned()
}

/// What a leaf contains that nobody wrote.
pub const UNINITIALISED: &str = "uninitialised";

/// A value that is no pointer.
pub fn plain(text: String) -> Value {
    Value { text, target: None }
}

/// The pointers in what was written: offsets and objects.
fn pointers(content: &Content, len: u64) -> Vec<(u64, Provenance)> {
    match content {
        Content::Cell(cell) if cell.prov != Provenance::NONE && len > 1 => vec![(0, cell.prov)],
        Content::Cell(_) | Content::TooLong => vec![],
        Content::Bytes(bytes) => bytes.pointers.iter().map(|&(at, _, to)| (at, to)).collect(),
    }
}

/// A number of at most 64 bits.
fn number(ty: &Type, bits: u64, width: u32) -> String {
    let value = Bits::from_u64(width, bits);
    match ty {
        Type::Integer { of: IntegerKind::Bool, .. } if bits < 2 => (bits == 1).to_string(),
        Type::Integer { of: IntegerKind::Character, .. } if (0x20..0x7f).contains(&bits) => {
            format!("'{}'", (bits as u8).escape_ascii())
        }
        Type::Integer { signed: true, .. } => value.to_signed_decimal(),
        Type::Integer { signed: false, .. } => value.to_decimal(),
        Type::Float { bits: 32, .. } if width == 32 => float::print(FloatKind::F32, &value),
        Type::Float { bits: 64, .. } if width == 64 => float::print(FloatKind::F64, &value),
        Type::Float { bits: 16, .. } if width == 16 => float::print(FloatKind::F16, &value),
        Type::Enum { members, signed, .. } => {
            let shown = if *signed { value.to_signed_decimal() } else { value.to_decimal() };
            let named = members.iter().find(|(_, member)| member.to_string() == shown);
            named.map_or(shown, |(name, _)| name.clone())
        }
        Type::Unknown { .. }
        | Type::Float { .. }
        | Type::Pointer { .. }
        | Type::Array { .. }
        | Type::Record { .. }
        | Type::Alias { .. }
        | Type::Qualified { .. }
        | Type::Function => format!("0x{}", value.to_hex()),
    }
}

/// A number of more than 64 bits.
fn wide(bytes: &Bytes, ty: Option<&Type>, big_endian: bool) -> String {
    if bytes.init.iter().any(|&init| init != 0xff) && !matches!(ty, Some(Type::Float { .. })) {
        return UNINITIALISED.into();
    }
    let mut ordered = bytes.bytes.clone();
    if big_endian {
        ordered.reverse();
    }
    let words: Vec<u64> = ordered
        .chunks(8)
        .map(|chunk| chunk.iter().rev().fold(0, |word, &byte| word << 8 | u64::from(byte)))
        .collect();
    let width = bytes.bytes.len() as u32 * 8;
    match ty {
        // The rest of an x87 number is padding.
        Some(Type::Float { name, .. }) if name == "long double" && bytes.bytes.len() >= 10 => {
            float::print(FloatKind::X87, &Bits::from_words(width, &words).resize(80))
        }
        Some(Type::Integer { signed: true, .. }) => Bits::from_words(width, &words).to_signed_decimal(),
        Some(Type::Integer { signed: false, .. }) => Bits::from_words(width, &words).to_decimal(),
        _ => format!("0x{}", Bits::from_words(width, &words).to_hex()),
    }
}

/// An array of characters.
fn text(bytes: &Bytes) -> String {
    let is_set = |at: usize| bytes.init.get(at).is_none_or(|&init| init == 0xff);
    let known = (0..bytes.bytes.len()).take_while(|&at| is_set(at)).count();
    if known == 0 {
        return UNINITIALISED.into();
    }
    let end = bytes.bytes[..known].iter().position(|&byte| byte == 0);
    match end {
        Some(end) => quoted(&bytes.bytes[..end]),
        // Not a string: some of it was never written, or nothing ends it.
        None => quoted(&bytes.bytes[..known]) + "…",
    }
}

fn quoted(bytes: &[u8]) -> String {
    let shown = &bytes[..bytes.len().min(MAX_TEXT)];
    let text = String::from_utf8_lossy(shown);
    let mut out = String::from("\"");
    for c in text.chars() {
        match c {
            '"' => out.push_str("\\\""),
            '\\' => out.push_str("\\\\"),
            '\n' => out.push_str("\\n"),
            '\t' => out.push_str("\\t"),
            c if c.is_control() => out.push_str(&format!("\\x{:02x}", c as u32)),
            c => out.push(c),
        }
    }
    out.push('"');
    if bytes.len() > shown.len() {
        out.push('…');
    }
    out
}
