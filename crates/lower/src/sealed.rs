//! Local variables that are defined `const`.
//!
//! To write one is undefined (C11 6.7.3p6), but its slot is one like any other in the IR. So it is sealed: from some place
//! on, what writes it fails. The place has to come after all that initialises it, which the IR does not tell; it is found
//! on the safe side, where a seal that comes too late misses a write and one that came too early would invent one:
//!
//! - before its address goes somewhere, if nothing after that writes it by name while it lives: initialisers name their
//!   variable, and what has no name for it can only write what it was shown;
//! - before a write by name in C that is none of the initialiser's. Clang gives a constant initialiser and the one of a
//!   scalar the position of the variable, so if the first write has it, those with another position are assignments;
//!   what is passed for a parameter is written without a position.
//!
//! Objects of classes are left out, since their constructors write them through a pointer.

use fathom_llvm::debug::{Key, Metadata, NodeKind};
use fathom_llvm::module as llvm;
use llvm::{BlockId, InstKind, LocalId, MdId, Operand};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::lifetimes::{self, Use};

/// Slots to be sealed, by block and the number of the instruction that this comes before.
pub type Seals = FxHashMap<(BlockId, usize), Vec<LocalId>>;

/// A place in a function: a block and the number of an instruction.
type Place = (usize, usize);

/// What is done with the slot of a constant variable, each in the order of the blocks.
#[derive(Default, Debug)]
struct Constant {
    declared: Option<Position>,
    /// It is a parameter: what is passed is written without a position.
    is_parameter: bool,
    writes: Vec<(Place, Option<Position>)>,
    kept: Vec<Place>,
    begins: FxHashSet<Place>,
}

/// Line and column.
type Position = (u32, u32);

/// Where the constant variables of a function are to be sealed.
pub fn seals(module: &llvm::Module, function: &llvm::Global, body: &llvm::Body) -> Seals {
    let mut seals = Seals::default();
    let is_c = is_c(module, function);
    let mut constants = declared(module, body, is_c);
    if constants.is_empty() {
        return seals;
    }
    follow(module, body, &mut constants);
    let mut constants: Vec<(LocalId, Constant)> = constants.into_iter().collect();
    constants.sort_unstable_by_key(|(slot, _)| slot.index());
    for (slot, constant) in constants {
        let last = constant.kept.iter().copied().filter(|&at| is_initialised(body, &constant, at));
        let assigned = constant.assignments().filter(|_| is_c);
        for (block, at) in last.chain(assigned) {
            let slots: &mut Vec<LocalId> = seals.entry((BlockId(block as u32), at)).or_default();
            if slots.last() != Some(&slot) {
                slots.push(slot);
            }
        }
    }
    seals
}

impl Constant {
    /// Writes by name that are certainly not the initialiser's.
    fn assignments(&self) -> impl Iterator<Item = Place> {
        let passed = |at: &Option<Position>| self.is_parameter && at.is_none();
        let initialised = self.writes.first().is_some_and(|(_, at)| *at == self.declared || passed(at));
        let others =
            self.writes.iter().filter(move |(_, at)| initialised && at.is_some() && *at != self.declared);
        others.map(|&(place, _)| place)
    }
}

/// The slots of variables that are defined `const`.
fn declared(module: &llvm::Module, body: &llvm::Body, is_c: bool) -> FxHashMap<LocalId, Constant> {
    let mut found = FxHashMap::default();
    for inst in body.blocks.iter().flat_map(|block| &block.insts) {
        if let InstKind::Debug(record) = &inst.kind
            && record.kind == llvm::DebugKind::Declare
            && let (Some(value), Some(variable)) = (record.value, record.variable)
            && let Operand::Local(slot) = value.op
            && is_constant(module, variable, is_c)
        {
            let declared = position(&module.metadata, inst);
            let is_parameter = module.metadata.get_int(variable, Key::Arg).is_some_and(|number| number > 0);
            found.insert(slot, Constant { declared, is_parameter, ..Constant::default() });
        }
    }
    // A parameter that is passed in memory is declared where the caller put it.
    let allocated: FxHashSet<LocalId> = body
        .blocks
        .first()
        .into_iter()
        .flat_map(|block| &block.insts)
        .filter(|inst| matches!(inst.kind, InstKind::Alloca { .. }))
        .filter_map(|inst| inst.result)
        .collect();
    found.retain(|slot, _| allocated.contains(slot));
    found
}

/// Whether the type of a variable is constant, and no class with constructors.
fn is_constant(module: &llvm::Module, variable: MdId, is_c: bool) -> bool {
    let metadata = &module.metadata;
    let (mut constant, mut at) = (false, metadata.get_node(variable, Key::Type));
    // Types may form long chains, and in damaged files circles.
    for _ in 0..64 {
        let Some(ty) = at else { return constant };
        let tag = metadata.get_str(ty, Key::Tag).map_or("", |tag| module.text(tag));
        match (metadata.node(ty).kind, tag) {
            (NodeKind::DerivedType, "DW_TAG_const_type") => constant = true,
            (NodeKind::DerivedType, "DW_TAG_typedef" | "DW_TAG_volatile_type" | "DW_TAG_atomic_type")
            | (NodeKind::CompositeType, "DW_TAG_array_type") => {}
            (
                NodeKind::CompositeType,
                "DW_TAG_structure_type" | "DW_TAG_class_type" | "DW_TAG_union_type",
            ) => {
                return constant && is_c;
            }
            _ => return constant,
        }
        at = metadata.get_node(ty, Key::BaseType);
    }
    false
}

/// Whether a function was written in C.
fn is_c(module: &llvm::Module, function: &llvm::Global) -> bool {
    let metadata = &module.metadata;
    let unit = function.dbg.and_then(|dbg| metadata.get_node(dbg, Key::Unit));
    let language = unit.and_then(|unit| metadata.get_str(unit, Key::Language));
    // Those of C++ begin with the same letter, but not with a number.
    let version = language.and_then(|language| module.text(language).strip_prefix("DW_LANG_C"));
    version.is_some_and(|version| version.bytes().all(|byte| byte.is_ascii_digit()))
}

fn position(metadata: &Metadata, inst: &llvm::Inst) -> Option<Position> {
    let location = metadata.location(inst.dbg?)?;
    Some((location.line, location.column))
}

/// Notes what is done with the slots and with addresses computed from them.
fn follow(module: &llvm::Module, body: &llvm::Body, constants: &mut FxHashMap<LocalId, Constant>) {
    let mut slot_of: FxHashMap<LocalId, LocalId> = constants.keys().map(|&slot| (slot, slot)).collect();
    for (b, block) in body.blocks.iter().enumerate() {
        for (at, inst) in block.insts.iter().enumerate() {
            if let (Some(base), Some(result)) = (lifetimes::moved(inst), inst.result)
                && let Some(&slot) = slot_of.get(&base)
            {
                slot_of.insert(result, slot);
            }
            // Initialisers of arrays are loops that move an address over the elements.
            if let (InstKind::Phi(incoming), Some(result)) = (&inst.kind, inst.result)
                && let Some(slot) = only_slot(incoming, &slot_of)
            {
                slot_of.insert(result, slot);
                continue;
            }
            lifetimes::uses(module, inst, |local, how| {
                let Some(constant) = slot_of.get(&local).and_then(|slot| constants.get_mut(slot)) else {
                    return;
                };
                match how {
                    Use::Written => constant.writes.push(((b, at), position(&module.metadata, inst))),
                    Use::Kept => constant.kept.push((b, at)),
                    Use::Began => {
                        constant.begins.insert((b, at));
                    }
                    Use::Ended | Use::Declared(_) | Use::Named => {}
                }
            });
        }
    }
}

/// The one slot that a choice of addresses points into, as far as they are known.
fn only_slot(incoming: &[(Operand, BlockId)], slot_of: &FxHashMap<LocalId, LocalId>) -> Option<LocalId> {
    let mut slots = incoming.iter().filter_map(|(value, _)| match value {
        Operand::Local(local) => slot_of.get(local).copied(),
        _ => None,
    });
    let first = slots.next()?;
    slots.all(|slot| slot == first).then_some(first)
}

/// Whether nothing writes a variable by name from a place on, until its life begins again.
fn is_initialised(body: &llvm::Body, constant: &Constant, from: Place) -> bool {
    let mut open = vec![from];
    let mut seen = vec![false; body.blocks.len()];
    while let Some((b, begin)) = open.pop() {
        let block = &body.blocks[b].insts;
        let begins = |at: &usize| constant.begins.contains(&(b, *at));
        let end = (begin..block.len()).find(begins);
        let lives = begin..end.unwrap_or(block.len());
        if constant.writes.iter().any(|((at, inst), _)| *at == b && lives.contains(inst)) {
            return false;
        }
        if end.is_none() {
            for to in block.last().map(lifetimes::successors).unwrap_or_default() {
                if !std::mem::replace(&mut seen[to.index()], true) {
                    open.push((to.index(), 0));
                }
            }
        }
    }
    true
}
