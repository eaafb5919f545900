//! Lifetimes that clang does not mark.
//!
//! Clang marks where the life of a local variable begins and ends, but not for all: not for a compound literal, and not
//! for a variable whose declaration a `goto` or `switch` may lead past. What tells their blocks are the scopes of the
//! debug information, since every instruction has one: a variable lives as long as instructions of its block are
//! executed. So markers are put where an execution comes into the block and where it leaves it.
//!
//! The block of a variable is that of its declaration. A literal is named in one place, so its block is the innermost
//! around that, and it is gone at the end of a round of the loop that it is in: see `rounds`. Where the declaration of a
//! variable is never executed, no block is known, only that a `switch` which leads past it leads into it: a variable at
//! the beginning of a `switch` may be named in one of its inner blocks alone, and lives in the whole `switch`.
//!
//! That matters for slots whose address is kept somewhere, and for variables, which have no value when a block is entered
//! again: those that are declared where instructions are, and those that only the block of a `switch` names. They have
//! none either when a jump backwards leads to their declaration again (C11 6.2.4p6). Variables whose block is entered
//! again are other objects: see `anew`.

mod anew;
mod rounds;
mod temporaries;

use fathom_llvm::debug::{Key, Metadata, NodeKind};
use fathom_llvm::module as llvm;
use llvm::{BlockId, InstKind, LocalId, MdId, Operand, Typed};
use rustc_hash::{FxHashMap, FxHashSet};

use anew::{Position, comes_again};

/// A life begins or ends.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Marker {
    /// The slot of this local begins to live.
    Start(LocalId),
    /// It lives no longer.
    End(LocalId),
    /// It is made here, each time anew.
    Made(LocalId),
}

/// Markers that are missing, by block and the number of the instruction that they come before.
pub type Markers = FxHashMap<(BlockId, usize), Vec<Marker>>;

/// The markers that a function of clang's lacks, and where slots are made that are not made at its start.
pub fn missing(module: &llvm::Module, body: &llvm::Body) -> Markers {
    let mut markers = Markers::default();
    let slots = Slots::of(module, body);
    if slots.known.is_empty() {
        return markers;
    }
    let mut found: Vec<(LocalId, MdId)> = slots
        .known
        .iter()
        .filter(|(_, uses)| (uses.kept || uses.declared.is_some() || slots.is_switched(uses)) && !uses.marked)
        .filter_map(|(&slot, uses)| Some((slot, slots.block_of(uses)?)))
        .collect();
    found.sort_unstable_by_key(|(slot, _)| slot.index());
    for (slot, scope) in found {
        slots.mark(body, slot, scope, &mut markers);
    }
    slots.mark_temporaries(module, body, &mut markers);
    let mut again: Vec<(LocalId, Position)> = slots
        .known
        .iter()
        .filter(|(_, uses)| !uses.marked)
        .flat_map(|(&slot, uses)| uses.declarations.iter().map(move |&at| (slot, at)))
        .filter(|&(slot, at)| {
            leads_to_itself(body, at.0) && comes_again(body, at, &places(&markers, Marker::End(slot)))
        })
        .collect();
    again.sort_unstable_by_key(|&(slot, at)| (at.0.index(), at.1, slot.index()));
    for (slot, at) in again {
        markers.entry(at).or_default().push(Marker::Start(slot));
    }
    slots.make_anew(body, &mut markers);
    markers
}

/// Where some marker is.
fn places(markers: &Markers, marker: Marker) -> Vec<Position> {
    markers.iter().filter(|(_, here)| here.contains(&marker)).map(|(&at, _)| at).collect()
}

/// What is done with a slot.
#[derive(Default, Debug)]
struct Uses {
    /// It is a variable of the program, and nothing that the compiler made for itself.
    named: bool,
    /// Clang marks its life.
    marked: bool,
    /// Its address goes somewhere.
    kept: bool,
    /// The block of its declaration.
    declared: Option<MdId>,
    /// Where it is declared, unless it is a parameter.
    declarations: Vec<Position>,
    /// The blocks around all that names it, outermost first; `None` if nothing does yet.
    around: Option<Vec<MdId>>,
    /// Something that is at no position of the source names it.
    nowhere: bool,
    /// Where clang marks that its life begins.
    begins: Vec<Position>,
    /// Where clang marks that it ends.
    ends: Vec<Position>,
    /// Where it is named otherwise, but for its declaration.
    at: Vec<Position>,
    /// What comes after calls of its destructor.
    destroyed: Vec<Position>,
}

struct Slots {
    known: FxHashMap<LocalId, Uses>,
    /// Scopes around each scope, outermost first, itself last; files that code was included from are no blocks.
    around: FxHashMap<MdId, Vec<MdId>>,
    /// The scope of each instruction, by block.
    scopes: Vec<Vec<Option<MdId>>>,
    /// Blocks of the source that a `switch` jumps into.
    switched: FxHashSet<MdId>,
}

impl Slots {
    fn of(module: &llvm::Module, body: &llvm::Body) -> Self {
        let mut slots = Self {
            known: FxHashMap::default(),
            around: FxHashMap::default(),
            scopes: vec![],
            switched: FxHashSet::default(),
        };
        let entry = body.blocks.first().map_or(&[][..], |block| &block.insts);
        for inst in entry {
            // With a count it is a call of `alloca`, whose memory lives as long as the function is executed.
            if let (InstKind::Alloca { count: None, .. }, Some(slot)) = (&inst.kind, inst.result) {
                let named = is_named_by_the_program(module.text(body.local_names[slot.index()]));
                slots.known.insert(slot, Uses { named, ..Uses::default() });
            }
        }
        if slots.known.is_empty() {
            return slots;
        }
        for block in &body.blocks {
            let mut scopes: Vec<_> =
                block.insts.iter().map(|inst| slots.scope(&module.metadata, inst)).collect();
            // The branch of an `if` counts to what is around it, but what it decides on and leads to may not.
            if let Some((last, before)) = scopes.split_last_mut()
                && before.iter().any(Option::is_some)
            {
                *last = None;
            }
            slots.scopes.push(scopes);
        }
        slots.follow(module, body);
        slots.find_switched(body);
        slots
    }

    /// The scope of an instruction that is executed, where it has one.
    fn scope(&mut self, metadata: &Metadata, inst: &llvm::Inst) -> Option<MdId> {
        if matches!(inst.kind, InstKind::Debug(_)) {
            return None;
        }
        let mut location = metadata.location(inst.dbg?)?;
        while let Some(outer) = location.inlined_at.and_then(|at| metadata.location(at)) {
            location = outer;
        }
        let scope = location.scope?;
        self.around.entry(scope).or_insert_with(|| scopes_around(metadata, scope));
        Some(scope)
    }

    /// Notes everything that is done with slots and with addresses computed from them.
    fn follow(&mut self, module: &llvm::Module, body: &llvm::Body) {
        let mut slot_of: FxHashMap<LocalId, LocalId> = self.known.keys().map(|&slot| (slot, slot)).collect();
        let mut made_at: FxHashMap<LocalId, Position> = FxHashMap::default();
        for (b, block) in body.blocks.iter().enumerate() {
            for (at, inst) in block.insts.iter().enumerate() {
                if let (Some(base), Some(result)) = (moved(inst), inst.result)
                    && let Some(&slot) = slot_of.get(&base)
                {
                    slot_of.insert(result, slot);
                    made_at.insert(result, (BlockId(b as u32), at));
                }
                let scope = self.scopes[b][at];
                if let InstKind::Debug(record) = &inst.kind
                    && record.kind == llvm::DebugKind::Declare
                    && let (Some(Typed { op: Operand::Local(slot), .. }), Some(variable)) =
                        (record.value, record.variable)
                    && module.metadata.get_int(variable, Key::Arg).is_none_or(|number| number == 0)
                    && let Some(uses) = self.known.get_mut(&slot)
                {
                    uses.declarations.push((BlockId(b as u32), at));
                }
                let position = (BlockId(b as u32), at);
                uses(module, inst, |local, how| {
                    let Some(uses) = slot_of.get(&local).and_then(|slot| self.known.get_mut(slot)) else {
                        return;
                    };
                    match how {
                        // Before the cast of a typed pointer.
                        Use::Began => uses.begins.push(match made_at.get(&local) {
                            Some(&made) if made.0 == position.0 => made,
                            _ => position,
                        }),
                        Use::Ended => uses.ends.push(position),
                        Use::Named | Use::Written | Use::Kept => uses.at.push(position),
                        Use::Declared(_) => {}
                    }
                    if slot_of.get(&local) == Some(&local) && destroys(module, inst, local) {
                        uses.destroyed.push((position.0, at + 1));
                    }
                    match how {
                        Use::Began | Use::Ended => uses.marked = true,
                        Use::Declared(scope) => uses.declared = scope,
                        Use::Named | Use::Written => {}
                        Use::Kept => uses.kept = true,
                    }
                    let names = matches!(how, Use::Named | Use::Written | Use::Kept);
                    uses.nowhere |= names && scope.is_none();
                    let around = scope.and_then(|scope| self.around.get(&scope));
                    if let (true, Some(around)) = (names, around) {
                        uses.around = Some(match uses.around.take() {
                            None => around.clone(),
                            Some(mut known) => {
                                let common = known.iter().zip(around).take_while(|(a, b)| a == b).count();
                                known.truncate(common);
                                known
                            }
                        });
                    }
                });
            }
        }
        for declared in self.known.values().filter_map(|uses| uses.declared) {
            self.around.entry(declared).or_insert_with(|| scopes_around(&module.metadata, declared));
        }
    }

    fn find_switched(&mut self, body: &llvm::Body) {
        for (b, block) in body.blocks.iter().enumerate() {
            // Clang leaves blocks by switches of its own, which are at no position.
            let last = block.insts.last().filter(|last| last.dbg.is_some());
            let Some(InstKind::Switch { default, cases, .. }) = last.map(|inst| &inst.kind) else {
                continue;
            };
            let from = self.scopes[b].iter().copied().flatten().next_back();
            let from = from.and_then(|scope| self.around.get(&scope));
            let depth = from.map_or(0, Vec::len);
            for target in std::iter::once(default).chain(cases.iter().map(|(_, target)| target)) {
                let first = self.scopes[target.index()].iter().copied().flatten().next();
                let into = first.and_then(|scope| self.around.get(&scope)).into_iter().flatten();
                self.switched.extend(into.skip(depth));
            }
        }
    }

    /// The block that a slot lives in, unless that is the whole function. What the compiler uses for itself lives in none,
    /// nor does a variable that is at the same time the result of the function.
    fn block_of(&self, uses: &Uses) -> Option<MdId> {
        let is_named_outside =
            |declared: &MdId| uses.around.as_ref().is_some_and(|around| !around.contains(declared));
        if uses.nowhere || uses.declared.as_ref().is_some_and(is_named_outside) {
            return None;
        }
        let around = match uses.declared {
            Some(declared) => self.around.get(&declared)?,
            None => uses.around.as_ref()?,
        };
        // The outermost is the function.
        match around.len() < 2 {
            true => None,
            false if uses.named && uses.declared.is_none() => self.switched_block(around),
            false => around.last().copied(),
        }
    }

    /// The outermost of some blocks that a `switch` jumps into.
    fn switched_block(&self, around: &[MdId]) -> Option<MdId> {
        around.iter().copied().find(|scope| self.switched.contains(scope))
    }

    /// Whether only the block of a `switch` names a slot that is declared nowhere.
    fn is_switched(&self, uses: &Uses) -> bool {
        uses.named
            && uses.declared.is_none()
            && uses.around.as_ref().is_some_and(|around| self.switched_block(around).is_some())
    }

    /// Puts markers where executions come into the block of a slot, and where they leave it.
    ///
    /// Both are without harm outside of the block, where a slot is not alive and has no contents: so a life may begin
    /// before a branch of which only one way leads into the block, and ends again on the other.
    fn mark(&self, body: &llvm::Body, slot: LocalId, scope: MdId, markers: &mut Markers) {
        let inside: Vec<Vec<Option<bool>>> = self
            .scopes
            .iter()
            .map(|block| block.iter().map(|at| Some(self.around.get(&(*at)?)?.contains(&scope))).collect())
            .collect();
        let ends = ends(body, &inside);
        let mut alive_before = vec![false; body.blocks.len()];
        for (b, block) in body.blocks.iter().enumerate() {
            let Some(last) = block.insts.last() else { continue };
            let next = successors(last);
            let enters = |to: &BlockId| first(&inside[to.index()]).unwrap_or(ends[to.index()]);
            let stays = next.iter().any(enters);
            let only_branches =
                matches!(last.kind, InstKind::Br(_) | InstKind::CondBr { .. } | InstKind::Switch { .. });
            let at_end = (llvm::BlockId(b as u32), block.insts.len() - 1);
            let mut alive = ends[b];
            if !alive && stays {
                markers.entry(at_end).or_default().push(Marker::Start(slot));
                alive = true;
            } else if alive && !stays && only_branches {
                markers.entry(at_end).or_default().insert(0, Marker::End(slot));
                alive = false;
            }
            for to in next {
                alive_before[to.index()] |= alive;
            }
        }
        for (b, block) in inside.iter().enumerate() {
            let mut alive = alive_before[b];
            for (at, &is_inside) in block.iter().enumerate() {
                let Some(is_inside) = is_inside else { continue };
                if alive != is_inside {
                    let here = markers.entry((llvm::BlockId(b as u32), at)).or_default();
                    // What ends does so before what begins at the same place.
                    match is_inside {
                        true => here.push(Marker::Start(slot)),
                        false => here.insert(0, Marker::End(slot)),
                    }
                    alive = is_inside;
                }
            }
        }
    }
}

/// Whether the first instruction of a block that has a scope is inside.
fn first(block: &[Option<bool>]) -> Option<bool> {
    block.iter().copied().flatten().next()
}

/// Whether executions are inside at the end of each block. Blocks without any scope are where what comes before is.
fn ends(body: &llvm::Body, inside: &[Vec<Option<bool>>]) -> Vec<bool> {
    let known: Vec<Option<bool>> =
        inside.iter().map(|block| block.iter().copied().flatten().next_back()).collect();
    let mut ends: Vec<bool> = known.iter().map(|known| known.unwrap_or(false)).collect();
    loop {
        let before = ends.clone();
        for (b, block) in body.blocks.iter().enumerate() {
            for to in block.insts.last().map(successors).unwrap_or_default() {
                if known[to.index()].is_none() && ends[b] {
                    ends[to.index()] = true;
                }
            }
        }
        if ends == before {
            return ends;
        }
    }
}

/// The function and the blocks around a scope, outermost first, the scope itself last.
fn scopes_around(metadata: &Metadata, scope: MdId) -> Vec<MdId> {
    let mut around = vec![];
    let mut at = scope;
    for _ in 0..256 {
        match metadata.node(at).kind {
            NodeKind::LexicalBlock => around.push(at),
            NodeKind::Subprogram => {
                around.push(at);
                break;
            }
            _ => {}
        }
        match metadata.get_node(at, Key::Scope) {
            Some(outer) => at = outer,
            None => break,
        }
    }
    around.reverse();
    around
}

/// Whether a slot has the name of a variable: the names that clang gives are no identifiers, but for `tmp`, and files that
/// others compiled may have none.
fn is_named_by_the_program(name: &str) -> bool {
    let is_identifier =
        name.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"_$".contains(&byte) || byte >= 0x80);
    let is_tmp = name.strip_prefix("tmp").is_some_and(|rest| rest.bytes().all(|byte| byte.is_ascii_digit()));
    is_identifier && !is_tmp && !name.is_empty()
}

/// Whether an instruction calls the destructor of an object at an address, by the names that C++ gives them on all but
/// Windows.
fn destroys(module: &llvm::Module, inst: &llvm::Inst, object: LocalId) -> bool {
    let InstKind::Call(call) = &inst.kind else { return false };
    let name = callee(module, call);
    let first = call.args.first().map(|arg| arg.value.op);
    name.starts_with("_ZN")
        && ["D1Ev", "D2Ev"].iter().any(|end| name.ends_with(end))
        && matches!(first, Some(Operand::Local(local)) if local == object)
}

/// Whether executions may come to a block again.
fn leads_to_itself(body: &llvm::Body, block: BlockId) -> bool {
    let mut seen = vec![false; body.blocks.len()];
    let mut open = vec![block];
    while let Some(at) = open.pop() {
        for to in body.blocks[at.index()].insts.last().map(successors).unwrap_or_default() {
            if to == block {
                return true;
            }
            if !std::mem::replace(&mut seen[to.index()], true) {
                open.push(to);
            }
        }
    }
    false
}

pub fn successors(last: &llvm::Inst) -> Vec<BlockId> {
    match &last.kind {
        InstKind::Br(to) => vec![*to],
        InstKind::Invoke { normal, unwind, .. } => vec![*normal, *unwind],
        InstKind::CondBr { then, els, .. } => vec![*then, *els],
        InstKind::Switch { default, cases, .. } => {
            std::iter::once(*default).chain(cases.iter().map(|case| case.1)).collect()
        }
        InstKind::IndirectBr { targets, .. } => targets.to_vec(),
        InstKind::CallBr { fallthrough, indirect, .. } => {
            std::iter::once(*fallthrough).chain(indirect.iter().copied()).collect()
        }
        _ => vec![],
    }
}

/// How an instruction uses an address.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Use {
    /// Clang marks that what is there begins to live.
    Began,
    /// Clang marks that it lives no longer.
    Ended,
    /// A variable of this scope is declared to be there.
    Declared(Option<MdId>),
    /// It is read, or another address is computed from it.
    Named,
    /// What is there is written.
    Written,
    /// It goes where accesses may not name it.
    Kept,
}

/// The address that an instruction computes another one from, without a look at memory.
pub fn moved(inst: &llvm::Inst) -> Option<LocalId> {
    match inst.kind {
        InstKind::Gep { base: Typed { op: Operand::Local(base), .. }, .. }
        | InstKind::Cast {
            op: llvm::CastOp::BitCast, value: Typed { op: Operand::Local(base), .. }, ..
        } => Some(base),
        _ => None,
    }
}

/// What an instruction does with the addresses that it is given.
pub fn uses(module: &llvm::Module, inst: &llvm::Inst, mut note: impl FnMut(LocalId, Use)) {
    let mut operand = |operand: &Operand, how: Use| {
        if let Operand::Local(local) = operand {
            note(*local, how);
        }
    };
    match &inst.kind {
        InstKind::Load { ptr, .. } | InstKind::VaArg { list: ptr } => operand(&ptr.op, Use::Named),
        InstKind::Store { value, ptr, .. } => {
            operand(&ptr.op, Use::Written);
            operand(&value.op, Use::Kept);
        }
        InstKind::CmpXchg { ptr, expected, new, .. } => {
            operand(&ptr.op, Use::Written);
            operand(&expected.op, Use::Kept);
            operand(&new.op, Use::Kept);
        }
        InstKind::AtomicRmw { ptr, value, .. } => {
            operand(&ptr.op, Use::Written);
            operand(&value.op, Use::Kept);
        }
        InstKind::Gep { base, .. } => operand(&base.op, Use::Named),
        InstKind::Cast { op, value, .. } => {
            operand(&value.op, if *op == llvm::CastOp::BitCast { Use::Named } else { Use::Kept });
        }
        InstKind::Call(call) | InstKind::Invoke { call, .. } | InstKind::CallBr { call, .. } => {
            let name = callee(module, call);
            let is_copy =
                ["llvm.memcpy.", "llvm.memmove.", "llvm.memset."].iter().any(|begin| name.starts_with(begin));
            for (at, arg) in call.args.iter().enumerate() {
                let how = match () {
                    () if name.starts_with("llvm.lifetime.start.") => Use::Began,
                    () if name.starts_with("llvm.lifetime.end.") => Use::Ended,
                    () if (is_copy && at == 0) || arg.attrs.sret.is_some() => Use::Written,
                    () if is_copy || arg.attrs.byval.is_some() => Use::Named,
                    () => Use::Kept,
                };
                operand(&arg.value.op, how);
            }
        }
        InstKind::Debug(record) => {
            if record.kind == llvm::DebugKind::Declare
                && let (Some(value), Some(variable)) = (record.value, record.variable)
            {
                operand(&value.op, Use::Declared(module.metadata.get_node(variable, Key::Scope)));
            }
        }
        InstKind::Ret(Some(value))
        | InstKind::Freeze(value)
        | InstKind::FNeg(value)
        | InstKind::Resume(value) => {
            operand(&value.op, Use::Kept);
        }
        InstKind::ICmp { a, b, .. } => {
            operand(a, Use::Named);
            operand(b, Use::Named);
        }
        InstKind::Select { a, b, .. } => {
            operand(&a.op, Use::Kept);
            operand(b, Use::Kept);
        }
        InstKind::InsertValue { elem, .. } | InstKind::InsertElement { elem, .. } => {
            operand(&elem.op, Use::Kept)
        }
        InstKind::Phi(incoming) => incoming.iter().for_each(|(value, _)| operand(value, Use::Kept)),
        // These take no addresses.
        InstKind::Ret(None)
        | InstKind::Br(_)
        | InstKind::CondBr { .. }
        | InstKind::Switch { .. }
        | InstKind::IndirectBr { .. }
        | InstKind::Unreachable
        | InstKind::CleanupRet { .. }
        | InstKind::CatchRet { .. }
        | InstKind::CatchSwitch { .. }
        | InstKind::Bin { .. }
        | InstKind::FCmp { .. }
        | InstKind::ExtractElement { .. }
        | InstKind::ShuffleVector { .. }
        | InstKind::ExtractValue { .. }
        | InstKind::Alloca { .. }
        | InstKind::Fence
        | InstKind::LandingPad { .. }
        | InstKind::CatchPad { .. }
        | InstKind::CleanupPad { .. } => {}
    }
}

fn callee<'m>(module: &'m llvm::Module, call: &llvm::Call) -> &'m str {
    let Operand::Const(callee) = call.callee else { return "" };
    let llvm::ConstKind::Global(id) = module.constant(callee).kind else { return "" };
    module.text(module.globals[id.index()].name)
}
