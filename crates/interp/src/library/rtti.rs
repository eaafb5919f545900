//! What a C++ program asks about types while it runs: `dynamic_cast`, `typeid`, names of exceptions.
//!
//! ```text
//! object            [virtual table | members …]
//! virtual table     … | offset to the whole object | type information |<- functions …
//! type information  [kind | name]                                     class without bases
//!                   [kind | name | base]                              one public base at offset 0
//!                   [kind | name | flags, count | (base, offset)…]    any other class
//! ```
//! The kind is a pointer to the virtual table of one of the classes in `__cxxabiv1`, two words in
//! (Itanium C++ ABI, 2.9.5).

use super::{LibraryFn, explain, pointer};
use crate::fault::Step;
use crate::machine::{Args, Machine, Reply};
use crate::memory::{ObjectKind, ObjectName, Pointer};

pub(super) fn find(name: &str) -> Option<LibraryFn> {
    Some(match name {
        "__dynamic_cast" => {
            |m, a| explain(dynamic_cast(m, a), || "`dynamic_cast` reads the object here".into())
        }
        _ => return None,
    })
}

/// Classes of type information, which libstdc++ defines.
const SIMPLE_CLASS: &str = "__class_type_info";
const SINGLE_BASE: &str = "__si_class_type_info";
const MANY_BASES: &str = "__vmi_class_type_info";
const KINDS: [&str; 9] = [
    SIMPLE_CLASS,
    SINGLE_BASE,
    MANY_BASES,
    "__fundamental_type_info",
    "__pointer_type_info",
    "__pointer_to_member_type_info",
    "__function_type_info",
    "__array_type_info",
    "__enum_type_info",
];

/// The object for type information or a virtual table of it that the program expects in libstdc++.
pub(super) fn external_object(machine: &mut Machine<'_>, name: &str) -> Option<Pointer> {
    let word = machine.word_bytes();
    if let Some(class) = name.strip_prefix("_ZTVN10__cxxabiv1") {
        // Nothing calls through these tables, but they have addresses.
        let class = class.trim_start_matches(|c: char| c.is_ascii_digit()).strip_suffix('E')?;
        let kind = KINDS.into_iter().find(|&kind| kind == class)?;
        return Some(machine.library_object(kind, 11 * word));
    }
    let type_name = name.strip_prefix("_ZTI")?;
    let kind = match type_name.as_bytes().first()? {
        b'P' => "__pointer_type_info",
        b'S' | b'N' | b'0'..=b'9' => SIMPLE_CLASS,
        _ => "__fundamental_type_info",
    };
    let kind = machine.library_object(kind, 11 * word).offset(2 * word);
    let label = ObjectName::Text("the name of a type".into());
    let text = machine.memory.add_static(ObjectKind::Constant, type_name.len() as u64 + 1, 1, label);
    machine.memory.initialise(text, 0, type_name.as_bytes());
    let info = ObjectName::Text(name.into());
    // Those of pointers have two words more, and nobody reads them.
    let object = machine.memory.add_static(ObjectKind::Constant, 4 * word, word, info);
    machine.memory.initialise_ptr(object, 0, kind);
    machine.memory.initialise_ptr(object, word, text);
    Some(object)
}

/// A class subobject: its type information, where it is, whether the way to it is public.
#[derive(Clone, Copy)]
struct Subobject {
    class: Pointer,
    at: Pointer,
    public: bool,
}

impl Subobject {
    fn is(&self, class: Pointer, at: Pointer) -> bool {
        self.class.addr == class.addr && self.at.addr == at.addr
    }
}

/// Adds a subobject and all below it. Virtual bases come once for each way to them.
fn collect(m: &mut Machine<'_>, whole: Subobject, found: &mut Vec<Subobject>) -> Step<()> {
    found.push(whole);
    let word = m.word_bytes();
    let kind = m.memory.load_ptr(whole.class)?;
    let is = |m: &Machine<'_>, name: &str| m.library.statics.get(name).is_some_and(|k| k.prov == kind.prov);
    if is(m, SINGLE_BASE) {
        let class = m.memory.load_ptr(whole.class.offset(2 * word))?;
        return collect(m, Subobject { class, ..whole }, found);
    }
    if !is(m, MANY_BASES) {
        return Ok(());
    }
    let bases = whole.class.offset(2 * word);
    let count = m.memory.load_int(bases.offset(4), 4)?;
    for index in 0..count {
        let entry = bases.offset(8 + index * 2 * word);
        let class = m.memory.load_ptr(entry)?;
        let packed = signed_word(m, entry.offset(word))?;
        let (is_virtual, public) = (packed & 1 != 0, packed & 2 != 0);
        let mut offset = packed >> 8;
        if is_virtual {
            let table = m.memory.load_ptr(whole.at)?;
            offset = signed_word(m, table.offset(offset as u64))?;
        }
        let at = whole.at.offset(offset as u64);
        collect(m, Subobject { class, at, public: public && whole.public }, found)?;
    }
    Ok(())
}

fn signed_word(m: &mut Machine<'_>, place: Pointer) -> Step<i64> {
    let word = m.word_bytes();
    let value = m.memory.load_int(place, word)?;
    let unused = 64 - 8 * word;
    Ok((value << unused) as i64 >> unused)
}

/// `__dynamic_cast(object, its static type, wanted type, hint)`; null where there is no such cast.
fn dynamic_cast(m: &mut Machine<'_>, args: &Args<'_>) -> Step<Reply> {
    let (source, source_class, wanted) = (args.ptr(0)?, args.ptr(1)?, args.ptr(2)?);
    let word = m.word_bytes();
    let table = m.memory.load_ptr(source)?;
    let to_whole = signed_word(m, table.offset((2 * word).wrapping_neg()))?;
    let class = m.memory.load_ptr(table.offset(word.wrapping_neg()))?;
    let whole = Subobject { class, at: source.offset(to_whole as u64), public: true };
    let mut all = vec![];
    collect(m, whole, &mut all)?;

    let mut targets: Vec<Subobject> = vec![];
    for part in all.iter().filter(|part| part.class.addr == wanted.addr) {
        match targets.iter_mut().find(|target| target.at.addr == part.at.addr) {
            Some(target) => target.public |= part.public,
            None => targets.push(*part),
        }
    }
    // Down: the one wanted object that the given one is a public base of.
    let mut below = vec![];
    for target in &targets {
        let mut parts = vec![];
        collect(m, Subobject { public: true, ..*target }, &mut parts)?;
        if parts.iter().any(|part| part.public && part.is(source_class, source)) {
            below.push(target.at);
        }
    }
    let result = match (&below[..], &targets[..]) {
        ([one], _) => *one,
        // Across: both are public bases of the whole, and the wanted one is the only one.
        ([], [one]) if one.public && all.iter().any(|part| part.public && part.is(source_class, source)) => {
            one.at
        }
        _ => Pointer::NULL,
    };
    pointer(result)
}

/// The name that a mangled type name stands for, if it is a simple one: a class, perhaps in namespaces,
/// without template arguments, or a fundamental type.
pub(super) fn readable(mangled: &str) -> Option<String> {
    let name = |text: &str| -> Option<(String, usize)> {
        let digits = text.bytes().take_while(u8::is_ascii_digit).count();
        let length: usize = text.get(..digits)?.parse().ok()?;
        Some((text.get(digits..digits + length)?.to_owned(), digits + length))
    };
    let mangled = mangled.strip_prefix('*').unwrap_or(mangled);
    let fundamental = match mangled {
        "i" => "int",
        "j" => "unsigned int",
        "l" => "long",
        "m" => "unsigned long",
        "x" => "long long",
        "c" => "char",
        "b" => "bool",
        "d" => "double",
        "f" => "float",
        "PKc" => "const char *",
        "Pc" => "char *",
        "NSt7__cxx1112basic_stringIcSt11char_traitsIcESaIcEEE" => "std::string",
        _ => "",
    };
    if !fundamental.is_empty() {
        return Some(fundamental.into());
    }
    let (nested, mut rest) = match mangled.strip_prefix('N') {
        Some(rest) => (true, rest.strip_suffix('E')?),
        None => (false, mangled),
    };
    let mut parts = vec![];
    if let Some(inner) = rest.strip_prefix("St") {
        parts.push("std".to_owned());
        rest = inner;
    }
    while !rest.is_empty() {
        let (part, length) = name(rest)?;
        parts.push(if part == "_GLOBAL__N_1" { "(anonymous namespace)".into() } else { part });
        rest = &rest[length..];
        if rest == "B5cxx11" {
            break;
        }
    }
    (nested || parts.len() <= 2).then(|| parts.join("::"))
}

#[cfg(test)]
mod tests {
    use super::readable;

    #[test]
    fn names_of_types() {
        let is = |mangled: &str, name: &str| assert_eq!(readable(mangled).as_deref(), Some(name));
        is("St12out_of_range", "std::out_of_range");
        is("3Foo", "Foo");
        is("N3foo3BarE", "foo::Bar");
        is("NSt8ios_base7failureB5cxx11E", "std::ios_base::failure");
        is("N12_GLOBAL__N_11XE", "(anonymous namespace)::X");
        is("PKc", "const char *");
        assert_eq!(readable("St6vectorIiSaIiEE"), None);
    }
}
