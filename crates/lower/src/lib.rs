//! Gives LLVM modules their exact meaning in the Fathom IR.
//!
//! Aggregates and vectors become scalars, phis block parameters, undefined behaviour assertions.
//! Memory stays memory, and its obligations belong to the memory operations of the IR. What has no
//! meaning here becomes an obligation of kind `unmodelled` at the place where it would execute, so
//! lowering a well-formed module never fails as a whole.

mod accessed;
mod asserted;
mod build;
mod call;
mod cast;
mod constant;
mod debug;
mod function;
mod instruction;
mod intrinsic;
mod lifetimes;
mod memory;
mod poison;
mod sealed;
mod symbols;
mod types;

use fathom_ir::debug::DebugInfo;
use fathom_ir::{
    FuncId, Function, Global, GlobalId, Loc, LocId, NoteId, Program, Property, PropertySet, Symbol, Target,
    Type, VaAbi,
};
use fathom_llvm::link::{Linked, SymbolRef};
use fathom_llvm::module::{self as llvm, GlobalKind, Linkage};
use rustc_hash::{FxHashMap, FxHashSet};

pub use call::is_nondet;

use build::Tables;
use constant::{CVal, Constants};
use debug::DebugBuilder;
use function::{Lowerer, Shared};
use symbols::Symbols;
use types::Types;

/// What a signed computation gives that does not fit.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Overflowed {
    /// What fits of it, as machines do it.
    #[default]
    Wraps,
    /// Any value: what is shown then does not rest on machines that wrap around.
    Anything,
}

/// How to lower.
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// What is asserted; the obligations of memory operations are always there.
    pub checks: PropertySet,
    /// What is asserted beside that, for who does not check it but must not go on where it is broken.
    pub cuts: PropertySet,
    /// What a signed computation gives that overflows, where it is not asserted that none does.
    pub overflow: Overflowed,
    /// By module: it may have been optimised, so poison is followed to its use (see ARCHITECTURE.md).
    pub optimised: Vec<bool>,
    /// Whether a library function of this name will be there when the program runs: then an
    /// undefined weak symbol of that name is not null.
    pub is_library: Option<fn(&str) -> bool>,
}

impl Options {
    fn deferred_poison(&self, module: u32) -> bool {
        self.optimised.get(module as usize).copied().unwrap_or(true)
    }
}

/// Whether clang gave a global this name for a compound literal; constant ones need not differ (C11 6.5.2.5p7).
fn is_literal(name: &str) -> bool {
    name.starts_with(".compoundliteral")
}

/// Why a program cannot be lowered at all.
#[derive(Debug, thiserror::Error)]
pub enum LowerError {
    /// The target has pointers of a width that is not supported.
    #[error("pointers of {0} bits are not supported; 16, 32 and 64 are")]
    PointerWidth(u32),
}

/// Library functions that are called though no module declares them.
#[derive(Default)]
pub struct Externals(FxHashMap<String, FuncId>);

impl Externals {
    fn function(&mut self, program: &mut Program, name: &str, params: &[Type], result: Type) -> FuncId {
        *self.0.entry(name.to_owned()).or_insert_with(|| {
            if let Some(id) = program.function_named(name) {
                let known = &program.functions[id.index()];
                if known.params == params && known.results == [result] {
                    return id;
                }
            }
            program.functions.push(Function {
                name: name.to_owned(),
                params: params.to_vec(),
                results: vec![result],
                variadic: false,
                body: None,
                align: 1,
                loc: LocId::NONE,
            });
            FuncId(program.functions.len() as u32 - 1)
        })
    }
}

/// A program, and what the source says of its data.
#[derive(Clone, Debug, Default)]
pub struct LoweredProgram {
    /// The program.
    pub program: Program,
    /// Variables and types.
    pub debug: DebugInfo,
}

/// Lowers linked modules to one program.
pub fn lower(linked: &Linked, options: &Options) -> Result<LoweredProgram, LowerError> {
    let mut program = Program {
        target: target(linked)?,
        notes: vec![String::new()],
        locs: vec![Loc { file: None, line: 0, column: 0, function: NoteId::NONE, inlined_at: None }],
        ..Program::default()
    };
    let mut tables = Tables::default();
    let mut types: Vec<Types<'_>> = linked.modules.iter().map(Types::new).collect();
    let mut debug = DebugBuilder::default();
    let mut symbols = declare(linked, options, &mut program, &mut tables, &mut types, &mut debug);
    resolve_aliases(linked, &mut symbols, &mut types, program.target.pointer_bits);
    let bodies: FxHashSet<FuncId> = linked_definitions(linked)
        .filter_map(|at| match symbols.target(at.module, at.global) {
            Some((Symbol::Func(id), 0)) => Some(id),
            _ => None,
        })
        .collect();
    let locals: FxHashSet<FuncId> = linked_definitions(linked)
        .filter(|at| local(&linked.modules[at.module as usize].globals[at.global.index()]))
        .filter_map(|at| match symbols.target(at.module, at.global) {
            Some((Symbol::Func(id), 0)) => Some(id),
            _ => None,
        })
        .collect();
    initialise(linked, &mut program, &symbols, &mut types);
    let strayed = if options.checks.contains(Property::PointerArithmetic) {
        stray_initialisers(linked, options, &program, &symbols, &mut types)
    } else {
        FxHashSet::default()
    };
    let mut externals = Externals::default();
    let mut shared = Shared {
        program: &mut program,
        tables: &mut tables,
        symbols: &symbols,
        options,
        bodies: &bodies,
        locals: &locals,
        strayed: &strayed,
        externals: &mut externals,
        debug: &mut debug,
    };
    for at in linked_definitions(linked) {
        let module = &linked.modules[at.module as usize];
        let GlobalKind::Function(function) = &module.globals[at.global.index()].kind else { continue };
        let (Some(source), Some((Symbol::Func(id), 0))) =
            (&function.body, symbols.target(at.module, at.global))
        else {
            continue;
        };
        let types = &mut types[at.module as usize];
        let lowerer = Lowerer::new(&mut shared, (at.module, module), types, (at.global, function, source));
        // Where its signature cannot be expressed, calls of it are calls of a function without a body.
        if let Ok(body) = lowerer.lower(id) {
            shared.program.functions[id.index()].body = Some(body);
        }
    }
    structors(linked, &mut program, &symbols, &mut types);
    Ok(LoweredProgram { program, debug: debug.info })
}

/// The functions with bodies that the linker chose.
fn linked_definitions(linked: &Linked) -> impl Iterator<Item = SymbolRef> + '_ {
    linked.modules.iter().enumerate().flat_map(move |(m, module)| {
        module.globals.iter().enumerate().filter_map(move |(g, global)| {
            let here = SymbolRef { module: m as u32, global: llvm::GlobalId(g as u32) };
            let defined = matches!(&global.kind, GlobalKind::Function(f) if f.body.is_some());
            (defined && linked.resolution[m][g] == here).then_some(here)
        })
    })
}

fn target(linked: &Linked) -> Result<Target, LowerError> {
    let Some(module) = linked.modules.first() else { return Ok(Target::default()) };
    let pointer_bits = module.layout.pointer(0).size * 8;
    if ![16, 32, 64].contains(&pointer_bits) {
        return Err(LowerError::PointerWidth(pointer_bits));
    }
    let triple = linked.modules.iter().map(|m| m.text(m.triple)).find(|t| !t.is_empty()).unwrap_or("");
    let va = variadic_abi(triple, pointer_bits);
    Ok(Target { pointer_bits, big_endian: module.layout.big_endian, va })
}

/// How the machines pass variadic arguments whose `va_list` is known.
fn variadic_abi(triple: &str, pointer_bits: u32) -> VaAbi {
    let machine = triple.split('-').next().unwrap_or("");
    let windows = triple.contains("windows");
    match machine {
        "" | "x86_64" if pointer_bits == 64 && !windows => VaAbi::SysV64,
        "x86_64" | "riscv64" | "powerpc64le" if pointer_bits == 64 => VaAbi::Pointer { slot: 8 },
        "arm64" if triple.contains("apple") => VaAbi::Pointer { slot: 8 },
        "i386" | "i486" | "i586" | "i686" => VaAbi::Pointer { slot: 4 },
        "" if pointer_bits == 32 => VaAbi::Pointer { slot: 4 },
        _ => VaAbi::Unknown,
    }
}

/// Makes a function or global for every symbol that the linker chose.
fn declare<'m>(
    linked: &'m Linked,
    options: &Options,
    program: &mut Program,
    tables: &mut Tables,
    types: &mut [Types<'m>],
    debug: &mut DebugBuilder,
) -> Symbols {
    let mut symbols = Symbols::default();
    let mut names = FxHashSet::default();
    let mut chosen: FxHashMap<SymbolRef, Symbol> = FxHashMap::default();
    // Symbols that others see have their names first; those of one module only get other names where
    // theirs are taken.
    let all =
        || (0..linked.modules.len()).flat_map(|m| (0..linked.modules[m].globals.len()).map(move |g| (m, g)));
    let is_local = |m: usize, g: usize| local(&linked.modules[m].globals[g]);
    let in_order = all().filter(|&(m, g)| !is_local(m, g)).chain(all().filter(|&(m, g)| is_local(m, g)));
    for (m, g) in in_order {
        let (module, global) = (&linked.modules[m], &linked.modules[m].globals[g]);
        let here = SymbolRef { module: m as u32, global: llvm::GlobalId(g as u32) };
        if linked.resolution[m][g] != here {
            continue;
        }
        let weak_null = global.linkage == Linkage::ExternWeak;
        let wanted = module.global_name(here.global);
        if weak_null && !options.is_library.is_some_and(|known| known(&wanted)) {
            continue;
        }
        let name = unique(&mut names, wanted);
        let loc = match global.dbg {
            Some(dbg) => tables.declaration(program, (here.module, module), debug_declaration(module, dbg)),
            None => LocId::NONE,
        };
        let symbol = match &global.kind {
            GlobalKind::Variable { ty, constant, .. } => {
                let mergeable = *constant && (global.unnamed || is_literal(&name));
                program.globals.push(Global {
                    name,
                    size: module.alloc_size(*ty),
                    align: if global.align == 0 { module.align(*ty).max(1) } else { global.align },
                    constant: *constant,
                    mergeable,
                    init: None,
                    loc,
                });
                let id = GlobalId(program.globals.len() as u32 - 1);
                if let Some(dbg) = global.dbg {
                    debug.global(id, (here.module, module), debug_declaration(module, dbg), loc);
                }
                Symbol::Global(id)
            }
            GlobalKind::Function(function) => {
                let align = global.align.max(1);
                program.functions.push(signature(module, &mut types[m], function.ty, name, (align, loc)));
                let id = FuncId(program.functions.len() as u32 - 1);
                if let Some(dbg) = global.dbg {
                    debug.result(id, (here.module, module), dbg);
                }
                Symbol::Func(id)
            }
            GlobalKind::IFunc { ty, .. } => {
                program.functions.push(signature(module, &mut types[m], *ty, name, (1, loc)));
                Symbol::Func(FuncId(program.functions.len() as u32 - 1))
            }
            GlobalKind::Alias { .. } => continue,
        };
        chosen.insert(here, symbol);
    }

    symbols.targets = linked
        .resolution
        .iter()
        .map(|module| module.iter().map(|at| chosen.get(at).map(|&symbol| (symbol, 0))).collect())
        .collect();
    symbols
}

/// Whether only its own module sees a symbol.
fn local(global: &llvm::Global) -> bool {
    global.numbered || matches!(global.linkage, Linkage::Internal | Linkage::Private)
}

/// The `DIGlobalVariable` behind a `DIGlobalVariableExpression`, or the node itself.
fn debug_declaration(module: &llvm::Module, dbg: llvm::MdId) -> llvm::MdId {
    module.metadata.get_node(dbg, fathom_llvm::debug::Key::Var).unwrap_or(dbg)
}

fn unique(names: &mut FxHashSet<String>, wanted: String) -> String {
    if names.insert(wanted.clone()) {
        return wanted;
    }
    let mut number = 1;
    loop {
        let name = format!("{wanted}.{number}");
        if names.insert(name.clone()) {
            return name;
        }
        number += 1;
    }
}

fn signature<'m>(
    module: &'m llvm::Module,
    types: &mut Types<'m>,
    ty: llvm::TypeId,
    name: String,
    (align, loc): (u64, LocId),
) -> Function {
    let (params, results) = (vec![], vec![]);
    let mut function = Function { name, params, results, variadic: false, body: None, align, loc };
    if let llvm::Type::Function { ret, params, variadic } = module.ty(ty) {
        let mut scalars = |ty| types.leaves(ty).map(|l| l.iter().map(|leaf| leaf.ty).collect::<Vec<_>>());
        function.results = scalars(*ret).unwrap_or_default();
        function.params = params.iter().flat_map(|&param| scalars(param).unwrap_or_default()).collect();
        function.variadic = *variadic;
    }
    function
}

/// Aliases name what their aliasee names. Aliases of aliases settle in as many rounds as they nest.
fn resolve_aliases<'m>(
    linked: &'m Linked,
    symbols: &mut Symbols,
    types: &mut [Types<'m>],
    pointer_bits: u32,
) {
    for _ in 0..16 {
        let mut changed = false;
        for (m, module) in linked.modules.iter().enumerate() {
            for g in 0..module.globals.len() {
                let at = linked.resolution[m][g];
                let home = &linked.modules[at.module as usize];
                let GlobalKind::Alias { target, .. } = &home.globals[at.global.index()].kind else {
                    continue;
                };
                let mut constants = Constants {
                    index: at.module,
                    module: home,
                    types: &mut types[at.module as usize],
                    symbols,
                    pointer_bits,
                };
                if let Ok(CVal::Addr(symbol, offset)) = constants.scalar(*target)
                    && symbols.targets[m][g] != Some((symbol, offset))
                {
                    symbols.targets[m][g] = Some((symbol, offset));
                    changed = true;
                }
            }
        }
        if !changed {
            break;
        }
    }
}

/// Contents of globals.
fn initialise<'m>(linked: &'m Linked, program: &mut Program, symbols: &Symbols, types: &mut [Types<'m>]) {
    let target = program.target;
    for (m, module) in linked.modules.iter().enumerate() {
        for (g, global) in module.globals.iter().enumerate() {
            let here = SymbolRef { module: m as u32, global: llvm::GlobalId(g as u32) };
            let GlobalKind::Variable { init: Some(init), .. } = &global.kind else { continue };
            if linked.resolution[m][g] != here || global.linkage == Linkage::AvailableExternally {
                continue;
            }
            let Some((Symbol::Global(id), 0)) = symbols.target(here.module, here.global) else { continue };
            let mut constants = Constants {
                index: here.module,
                module,
                types: &mut types[m],
                symbols,
                pointer_bits: target.pointer_bits,
            };
            // An initialiser that cannot be expressed leaves contents that are not known: no `init`.
            program.globals[id.index()].init = constants.init(*init, target.big_endian).ok();
        }
    }
}

/// Variables of modules that come from source whose initial contents point outside of an object, where clang has
/// computed that.
fn stray_initialisers<'m>(
    linked: &'m Linked,
    options: &Options,
    program: &Program,
    symbols: &Symbols,
    types: &mut [Types<'m>],
) -> FxHashSet<GlobalId> {
    let mut strayed = FxHashSet::default();
    for (m, module) in linked.modules.iter().enumerate() {
        if options.deferred_poison(m as u32) {
            continue;
        }
        for (g, global) in module.globals.iter().enumerate() {
            let GlobalKind::Variable { init: Some(init), .. } = &global.kind else { continue };
            let Some((Symbol::Global(id), 0)) = symbols.target(m as u32, llvm::GlobalId(g as u32)) else {
                continue;
            };
            // C++ has addresses beyond an object in its tables.
            let name = module.global_name(llvm::GlobalId(g as u32));
            if ["_ZTV", "_ZTT", "_ZTC", "_ZTI", "llvm."].iter().any(|prefix| name.starts_with(prefix)) {
                continue;
            }
            let mut constants = Constants {
                index: m as u32,
                module,
                types: &mut types[m],
                symbols,
                pointer_bits: program.target.pointer_bits,
            };
            let mut found = vec![];
            constants.strays(*init, false, &program.globals, &mut found);
            if !found.is_empty() {
                strayed.insert(id);
            }
        }
    }
    strayed
}

/// Constructors and destructors of the modules, by priority.
fn structors<'m>(linked: &'m Linked, program: &mut Program, symbols: &Symbols, types: &mut [Types<'m>]) {
    for (list, constructors) in [("llvm.global_ctors", true), ("llvm.global_dtors", false)] {
        let mut found: Vec<(u64, FuncId)> = vec![];
        for at in linked.appended(list) {
            let module = &linked.modules[at.module as usize];
            let GlobalKind::Variable { init: Some(init), .. } = &module.globals[at.global.index()].kind
            else {
                continue;
            };
            let mut constants = Constants {
                index: at.module,
                module,
                types: &mut types[at.module as usize],
                symbols,
                pointer_bits: program.target.pointer_bits,
            };
            let Ok(leaves) = constants.leaves(*init) else { continue };
            // { i32 priority, ptr function, ptr data }, in older modules without the data.
            let record = match module.ty(module.constant(*init).ty) {
                llvm::Type::Array { elem, .. } => match module.ty(*elem) {
                    llvm::Type::Struct { fields: Some(fields), .. } => fields.len(),
                    _ => continue,
                },
                _ => continue,
            };
            for entry in leaves.chunks(record) {
                if let [CVal::Bits(priority), CVal::Addr(Symbol::Func(id), 0), ..] = entry {
                    found.push((priority.low_u64(), *id));
                }
            }
        }
        found.sort_by_key(|entry| entry.0);
        let functions = found.into_iter().map(|entry| entry.1);
        // Destructors run in the opposite order.
        if constructors {
            program.constructors = functions.collect();
        } else {
            program.destructors = functions.rev().collect();
        }
    }
}
