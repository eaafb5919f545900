//! Several modules as one program, without merging them.
//!
//! Linking decides only which definition every symbol of every module stands for. The rules are
//! those of `ld` on the objects LLVM would make: a definition wins over a declaration, a strong one
//! over a common one, that over a weak one, and that over an `available_externally` copy; of equals
//! the first wins, of commons the largest; two strong definitions are an error. Private, internal
//! and unnamed symbols are nobody else's. Of comdats with one name only one group is kept, and the
//! symbols of the others count as mere declarations.
//!
//! Symbols are compared by the name they have in an object file, so `@"\01foo"` is `@foo` where the
//! target adds no prefix.

use rustc_hash::FxHashMap;
use thiserror::Error;

use crate::module::{
    ComdatSelection, ConstId, ConstKind, Global, GlobalId, GlobalKind, Linkage, Module, Span, unescape,
};

/// A symbol of one of several modules.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct SymbolRef {
    /// Index into [`Linked::modules`].
    pub module: u32,
    /// The symbol in that module.
    pub global: GlobalId,
}

/// Modules that make up a program.
#[derive(Clone, Debug)]
pub struct Linked {
    /// The modules, in the order they were given.
    pub modules: Vec<Module>,
    /// `resolution[m][g]` is what symbol `g` of module `m` stands for: its definition, or one
    /// declaration that all modules share where there is none.
    pub resolution: Vec<Vec<SymbolRef>>,
    names: FxHashMap<Vec<u8>, SymbolRef>,
    appended: FxHashMap<Vec<u8>, Vec<SymbolRef>>,
}

/// Modules that do not go together.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[allow(missing_docs)]
pub enum LinkError {
    /// Two strong definitions.
    #[error("`{symbol}` is defined twice, in {first} and in {second}")]
    Duplicate { symbol: String, first: String, second: String },
    /// Pointers of different sizes, or different endianness.
    #[error("{first} and {second} are for different targets: {difference}")]
    Target { first: String, second: String, difference: &'static str },
    /// Comdats that may not differ do.
    #[error("comdat `{comdat}` differs between {first} and {second}: {difference}")]
    Comdat { comdat: String, first: String, second: String, difference: &'static str },
    /// A symbol is thread-local in one module and not in another.
    #[error("`{symbol}` is thread-local in only one of {first} and {second}")]
    ThreadLocal { symbol: String, first: String, second: String },
}

/// How much a mention of a symbol has to say; the largest wins.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Strength {
    /// `extern_weak`
    WeakReference,
    Declaration,
    /// A definition in a comdat that was not kept: of use only if the kept one lacks the symbol.
    Discarded,
    AvailableExternally,
    Weak,
    Common,
    Strong,
}

/// Whether a symbol has contents.
fn is_definition(global: &Global) -> bool {
    match &global.kind {
        GlobalKind::Variable { init, .. } => init.is_some(),
        GlobalKind::Function(function) => function.body.is_some(),
        GlobalKind::Alias { .. } | GlobalKind::IFunc { .. } => true,
    }
}

fn is_local(global: &Global) -> bool {
    global.numbered || matches!(global.linkage, Linkage::Private | Linkage::Internal)
}

fn strength(global: &Global) -> Strength {
    if !is_definition(global) {
        return match global.linkage {
            Linkage::ExternWeak => Strength::WeakReference,
            _ => Strength::Declaration,
        };
    }
    match global.linkage {
        Linkage::AvailableExternally => Strength::AvailableExternally,
        Linkage::LinkOnce | Linkage::LinkOnceOdr | Linkage::Weak | Linkage::WeakOdr => Strength::Weak,
        Linkage::Common => Strength::Common,
        Linkage::ExternWeak => Strength::WeakReference,
        Linkage::External | Linkage::Private | Linkage::Internal | Linkage::Appending => Strength::Strong,
    }
}

/// Bytes of the variable a symbol is, zero for others.
fn size(module: &Module, global: GlobalId) -> u64 {
    match module.globals[global.index()].kind {
        GlobalKind::Variable { ty, .. } => module.alloc_size(ty),
        _ => 0,
    }
}

/// What the target puts before names.
fn prefix(module: &Module) -> &'static [u8] {
    match module.layout.mangling {
        Some('o' | 'x') => b"_",
        _ => b"",
    }
}

/// The name in an object file.
fn object_name(prefix: &[u8], name: Vec<u8>) -> Vec<u8> {
    match name.strip_prefix(b"\x01") {
        Some(rest) => rest.to_vec(),
        None if prefix.is_empty() => name,
        None => [prefix, &name].concat(),
    }
}

fn raw_name(module: &Module, span: Span) -> Vec<u8> {
    unescape(module.text(span))
}

/// A name for a module in messages.
fn title(modules: &[Module], index: usize) -> String {
    match modules[index].text(modules[index].source_filename) {
        "" => format!("module {}", index + 1),
        name => format!("{name} (module {})", index + 1),
    }
}

fn show(name: &[u8]) -> String {
    String::from_utf8_lossy(name).into_owned()
}

/// Links modules.
pub fn link(modules: Vec<Module>) -> Result<Linked, LinkError> {
    check_targets(&modules)?;
    let kept = choose_comdats(&modules)?;
    let mut names: FxHashMap<Vec<u8>, (SymbolRef, Strength)> = FxHashMap::default();
    let mut appended: FxHashMap<Vec<u8>, Vec<SymbolRef>> = FxHashMap::default();
    for (m, module) in modules.iter().enumerate() {
        for (g, global) in module.globals.iter().enumerate() {
            let symbol = SymbolRef { module: m as u32, global: GlobalId(g as u32) };
            if is_local(global) {
                continue;
            }
            let name = raw_name(module, global.name);
            if global.linkage == Linkage::Appending {
                appended.entry(name).or_default().push(symbol);
                continue;
            }
            let discarded = is_definition(global)
                && global.comdat.is_some_and(|comdat| kept.get(&raw_name(module, comdat)) != Some(&m));
            let own = if discarded { Strength::Discarded } else { strength(global) };
            let name = object_name(prefix(module), name);
            let Some((other, theirs)) = names.get_mut(&name) else {
                names.insert(name, (symbol, own));
                continue;
            };
            let there = &modules[other.module as usize].globals[other.global.index()];
            let titles = || (title(&modules, other.module as usize), title(&modules, m));
            if there.thread_local != global.thread_local {
                let (first, second) = titles();
                return Err(LinkError::ThreadLocal { symbol: show(&name), first, second });
            }
            let wins = match own.cmp(theirs) {
                std::cmp::Ordering::Greater => true,
                std::cmp::Ordering::Less => false,
                std::cmp::Ordering::Equal => match own {
                    Strength::Strong => {
                        let (first, second) = titles();
                        return Err(LinkError::Duplicate { symbol: show(&name), first, second });
                    }
                    Strength::Common => {
                        size(module, symbol.global) > size(&modules[other.module as usize], other.global)
                    }
                    _ => false,
                },
            };
            if wins {
                (*other, *theirs) = (symbol, own);
            }
        }
    }
    let names: FxHashMap<Vec<u8>, SymbolRef> =
        names.into_iter().map(|(name, (symbol, _))| (name, symbol)).collect();
    let resolution = resolve(&modules, &names);
    Ok(Linked { modules, resolution, names, appended })
}

fn resolve(modules: &[Module], names: &FxHashMap<Vec<u8>, SymbolRef>) -> Vec<Vec<SymbolRef>> {
    let module_resolution = |(m, module): (usize, &Module)| {
        let one = |(g, global): (usize, &Global)| {
            let itself = SymbolRef { module: m as u32, global: GlobalId(g as u32) };
            if is_local(global) || global.linkage == Linkage::Appending {
                return itself;
            }
            let name = object_name(prefix(module), raw_name(module, global.name));
            names.get(&name).copied().unwrap_or(itself)
        };
        module.globals.iter().enumerate().map(one).collect()
    };
    modules.iter().enumerate().map(module_resolution).collect()
}

fn check_targets(modules: &[Module]) -> Result<(), LinkError> {
    let Some(first) = modules.first() else { return Ok(()) };
    for (m, module) in modules.iter().enumerate() {
        let difference = if module.layout.big_endian != first.layout.big_endian {
            "endianness"
        } else if module.layout.pointer(0).size != first.layout.pointer(0).size {
            "size of pointers"
        } else {
            continue;
        };
        return Err(LinkError::Target { first: title(modules, 0), second: title(modules, m), difference });
    }
    Ok(())
}

/// A group that is kept: its module, how that chooses, and the definition of the comdat's own name.
#[derive(Clone, Copy)]
struct Group {
    module: usize,
    selection: ComdatSelection,
    leader: Option<GlobalId>,
}

/// For every comdat the module whose group is kept.
fn choose_comdats(modules: &[Module]) -> Result<FxHashMap<Vec<u8>, usize>, LinkError> {
    let mut kept: FxHashMap<Vec<u8>, Group> = FxHashMap::default();
    for (m, module) in modules.iter().enumerate() {
        let comdats = module.comdats.iter();
        let selections: FxHashMap<_, _> = comdats.map(|c| (raw_name(module, c.name), c.selection)).collect();
        // Only groups that hold a definition count.
        let mut groups: FxHashMap<Vec<u8>, Group> = FxHashMap::default();
        let mut order = Vec::new();
        for (g, global) in module.globals.iter().enumerate() {
            let Some(comdat) = global.comdat else { continue };
            if !is_definition(global) || global.linkage == Linkage::AvailableExternally {
                continue;
            }
            let name = raw_name(module, comdat);
            let leads = raw_name(module, global.name) == name;
            let selection = selections.get(&name).copied().unwrap_or(ComdatSelection::Any);
            let group = groups.entry(name.clone()).or_insert_with(|| {
                order.push(name);
                Group { module: m, selection, leader: None }
            });
            if leads {
                group.leader = Some(GlobalId(g as u32));
            }
        }
        for name in order {
            let group = groups[&name];
            let wins = match kept.get(&name) {
                Some(&before) => replaces(modules, &name, before, group)?,
                None => true,
            };
            if wins {
                kept.insert(name, group);
            }
        }
    }
    Ok(kept.into_iter().map(|(name, group)| (name, group.module)).collect())
}

/// Whether the comdat of a later module takes the place of an earlier one.
fn replaces(modules: &[Module], name: &[u8], before: Group, now: Group) -> Result<bool, LinkError> {
    let titles = || (title(modules, before.module), title(modules, now.module));
    let differs = |difference| {
        let (first, second) = titles();
        Err(LinkError::Comdat { comdat: show(name), first, second, difference })
    };
    let rule = match (before.selection, now.selection) {
        (old, new) if old == new => old,
        // As COFF linkers do.
        (ComdatSelection::Any, ComdatSelection::Largest)
        | (ComdatSelection::Largest, ComdatSelection::Any) => ComdatSelection::Largest,
        _ => return differs("they choose in different ways"),
    };
    if rule == ComdatSelection::Any {
        return Ok(false);
    }
    if rule == ComdatSelection::NoDeduplicate {
        let (first, second) = titles();
        return Err(LinkError::Duplicate { symbol: show(name), first, second });
    }
    let (Some(theirs), Some(ours)) = (before.leader, now.leader) else {
        return differs("one has no symbol of that name");
    };
    let (theirs_size, ours_size) = (size(&modules[before.module], theirs), size(&modules[now.module], ours));
    match rule {
        ComdatSelection::Largest => Ok(ours_size > theirs_size),
        ComdatSelection::SameSize if theirs_size == ours_size => Ok(false),
        ComdatSelection::SameSize => differs("sizes are not the same"),
        ComdatSelection::ExactMatch | ComdatSelection::Any | ComdatSelection::NoDeduplicate => {
            let init = |m: usize, g: GlobalId| match modules[m].globals[g.index()].kind {
                GlobalKind::Variable { init, .. } => init,
                _ => None,
            };
            let same = match (init(before.module, theirs), init(now.module, ours)) {
                (Some(a), Some(b)) => same_contents((&modules[before.module], a), (&modules[now.module], b)),
                _ => false,
            };
            if same { Ok(false) } else { differs("contents are not the same") }
        }
    }
}

/// Whether two constants are written alike. Constants are trees of bounded depth.
fn same_contents((left, a): (&Module, ConstId), (right, b): (&Module, ConstId)) -> bool {
    let (a, b) = (left.constant(a), right.constant(b));
    let all = |a: &[ConstId], b: &[ConstId]| {
        a.len() == b.len() && a.iter().zip(b).all(|(&a, &b)| same_contents((left, a), (right, b)))
    };
    let name = |module: &Module, global: GlobalId| raw_name(module, module.globals[global.index()].name);
    if left.alloc_size(a.ty) != right.alloc_size(b.ty) {
        return false;
    }
    match (&a.kind, &b.kind) {
        (ConstKind::Int(a), ConstKind::Int(b)) => a == b,
        (ConstKind::WideInt(a), ConstKind::WideInt(b)) => a == b,
        (ConstKind::Float(a), ConstKind::Float(b)) => a == b,
        (ConstKind::Null, ConstKind::Null) | (ConstKind::Zero, ConstKind::Zero) => true,
        (ConstKind::Str(a), ConstKind::Str(b)) => left.unescaped(*a) == right.unescaped(*b),
        (ConstKind::Array(a), ConstKind::Array(b)) | (ConstKind::Vector(a), ConstKind::Vector(b)) => {
            all(a, b)
        }
        (ConstKind::Struct(a), ConstKind::Struct(b)) => all(a, b),
        (ConstKind::Splat(a), ConstKind::Splat(b)) => all(&[*a], &[*b]),
        (ConstKind::Global(a), ConstKind::Global(b)) => name(left, *a) == name(right, *b),
        (ConstKind::Cast { op, value }, ConstKind::Cast { op: other, value: theirs }) => {
            op == other && all(&[*value], &[*theirs])
        }
        (ConstKind::Gep { base, indices, .. }, ConstKind::Gep { base: theirs, indices: others, .. }) => {
            all(&[*base], &[*theirs]) && all(indices, others)
        }
        // Anything else is rare in data, and to say that it differs is on the safe side.
        _ => false,
    }
}

impl Linked {
    /// The symbol that others see under a name (as in `@name`), canonical.
    pub fn lookup(&self, name: &str) -> Option<SymbolRef> {
        let prefix = self.modules.first().map_or(&b""[..], prefix);
        self.names.get(&object_name(prefix, name.as_bytes().to_vec())).copied()
    }

    /// What a symbol stands for.
    pub fn resolve(&self, symbol: SymbolRef) -> SymbolRef {
        self.resolution[symbol.module as usize][symbol.global.index()]
    }

    /// The symbol's entry in its module.
    pub fn global(&self, symbol: SymbolRef) -> &Global {
        &self.modules[symbol.module as usize].globals[symbol.global.index()]
    }

    /// All symbols that stand for themselves, local ones too, in the order of the modules.
    pub fn symbols(&self) -> impl Iterator<Item = SymbolRef> + '_ {
        let all = self.resolution.iter().enumerate();
        all.flat_map(|(m, row)| {
            let itself = move |g: usize| SymbolRef { module: m as u32, global: GlobalId(g as u32) };
            row.iter()
                .enumerate()
                .filter(move |(g, symbol)| **symbol == itself(*g))
                .map(|(_, symbol)| *symbol)
        })
    }

    /// The parts of an `appending` variable such as `llvm.global_ctors`, in the order of the modules.
    pub fn appended(&self, name: &str) -> Vec<SymbolRef> {
        self.appended.get(name.as_bytes()).cloned().unwrap_or_default()
    }
}
