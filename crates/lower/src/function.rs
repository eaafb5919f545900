//! One function: blocks in reverse postorder, phis as block parameters, the pieces all instructions
//! need. What single instructions mean is in `instruction`, `memory`, `call` and `intrinsic`.

use std::collections::BTreeSet;

use fathom_ir::{
    BinOp, Bits, Block, BlockId, Body, Const, Edge, FuncId, GlobalId, Inst, LocId, NoteId, Op, Overlap,
    Program, Property, Symbol, Term, Type, Value,
};
use fathom_llvm::debug::Key;
use fathom_llvm::module as llvm;
use llvm::{InstKind, LocalId, Operand, Typed};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::asserted;
use crate::build::Tables;
use crate::call::{DIVISION_HANDLER, DIVISION_TRAP, is_error_function};
use crate::constant::{CVal, Constants};
use crate::debug::DebugBuilder;
use crate::lifetimes::{self, Marker, Markers};
use crate::memory::alignment;
use crate::poison::{Poison, maybe_poison};
use crate::sealed::{self, Seals};
use crate::symbols::Symbols;
use crate::types::{Lowered, Types, Unmodelled, unmodelled};
use crate::{Externals, Options};

/// The scalars of a local.
#[derive(Clone, Debug)]
pub enum Local {
    /// Not yet lowered.
    Unset,
    /// A scalar.
    One(Value),
    /// An aggregate or vector (or nothing, for `void`-like types).
    Many(Box<[Value]>),
}

/// What all functions of a program share while they are lowered.
pub struct Shared<'a> {
    /// The program under construction.
    pub program: &'a mut Program,
    /// Notes, files, positions.
    pub tables: &'a mut Tables,
    /// What symbols stand for.
    pub symbols: &'a Symbols,
    /// Options.
    pub options: &'a Options,
    /// Functions with a body, lowered already or not.
    pub bodies: &'a FxHashSet<FuncId>,
    /// Functions that only their own module sees.
    pub locals: &'a FxHashSet<FuncId>,
    /// Variables whose initial contents point outside of an object.
    pub strayed: &'a FxHashSet<GlobalId>,
    /// Library functions that intrinsics stand for.
    pub externals: &'a mut Externals,
    /// Variables and types.
    pub debug: &'a mut DebugBuilder,
}

/// Lowers one function.
pub struct Lowerer<'a, 's, 'm> {
    pub(crate) shared: &'a mut Shared<'s>,
    pub(crate) index: u32,
    pub(crate) module: &'m llvm::Module,
    pub(crate) types: &'a mut Types<'m>,
    pub(crate) function: &'m llvm::Function,
    pub(crate) source: &'m llvm::Body,
    pub(crate) id: llvm::GlobalId,
    pub(crate) body: Body,
    pub(crate) loc: LocId,
    /// Poison is tracked to its use; otherwise making poison is the failure (see `poison`).
    pub(crate) deferred: bool,
    pub(crate) poison: FxHashMap<Value, Poison>,
    /// Integers that are addresses, with their pointers.
    pub(crate) address_of: FxHashMap<Value, Value>,
    /// Alignments of stack slots and of places at known offsets in them.
    pub(crate) slot_alignments: FxHashMap<Value, u64>,
    /// Conjunctions of Booleans with their parts, for checks that clang joins.
    pub(crate) conjunctions: FxHashMap<Value, (Value, Value)>,
    /// Blocks that begin behind a check that an argument is not null. A copy there is a call in the source, of `memcpy`:
    /// clang makes the same instruction of an assignment, but declarations alone forbid null.
    pub(crate) behind_argument_checks: FxHashSet<llvm::BlockId>,
    /// The instruction at hand is the first of such a block.
    pub(crate) behind_argument_check: bool,
    /// Integers that are the low bits of others, and where they were cut.
    pub(crate) truncated: FxHashMap<Value, (Value, LocId)>,
    /// Integers that were extended, and from what.
    pub(crate) extended: FxHashMap<Value, Value>,
    /// Integers that were compared with the most that they may be, before they were extended.
    pub(crate) at_most: FxHashMap<Value, u64>,
    /// Addresses that the function accesses by itself, once that was asked.
    pub(crate) accessed: Option<FxHashSet<LocalId>>,
    /// The area of variadic arguments, in a variadic function.
    pub(crate) area: Option<Value>,
    /// Booleans that say whether an unsigned computation wrapped, for the checks that branch on them.
    pub(crate) unsigned_flags: FxHashSet<Value>,
    locals: Vec<Local>,
    constants: FxHashMap<(Type, Const), Value>,
    blocks: Vec<Option<BlockId>>,
    pub(crate) current: BlockId,
    variables: FxHashMap<LocalId, NoteId>,
    entry_allocas: Vec<Inst>,
    may_be_poison: Vec<bool>,
    /// Lives that begin and end where clang does not say so.
    markers: Markers,
    /// What is reported to a function of the program's own that is called as the library's of assertions.
    pub(crate) reported: BTreeSet<(LocId, NoteId)>,
    /// Slots that are made where their lives begin, with their addresses as soon as they are.
    pub(crate) made_late: FxHashMap<LocalId, Option<Value>>,
    /// Constant variables to be sealed.
    seals: Seals,
}

impl<'a, 's, 'm> Lowerer<'a, 's, 'm> {
    /// Prepares to lower a function that has a body.
    pub fn new(
        shared: &'a mut Shared<'s>,
        (index, module): (u32, &'m llvm::Module),
        types: &'a mut Types<'m>,
        (id, function, source): (llvm::GlobalId, &'m llvm::Function, &'m llvm::Body),
    ) -> Self {
        let deferred = shared.options.deferred_poison(index);
        Self {
            shared,
            index,
            module,
            types,
            function,
            source,
            id,
            body: Body::default(),
            loc: LocId::NONE,
            deferred,
            poison: FxHashMap::default(),
            address_of: FxHashMap::default(),
            slot_alignments: FxHashMap::default(),
            conjunctions: FxHashMap::default(),
            behind_argument_checks: FxHashSet::default(),
            behind_argument_check: false,
            truncated: FxHashMap::default(),
            extended: FxHashMap::default(),
            at_most: FxHashMap::default(),
            accessed: None,
            area: None,
            unsigned_flags: FxHashSet::default(),
            locals: vec![Local::Unset; source.local_types.len()],
            constants: FxHashMap::default(),
            blocks: vec![None; source.blocks.len()],
            current: BlockId(0),
            variables: FxHashMap::default(),
            entry_allocas: vec![],
            may_be_poison: vec![],
            markers: Markers::default(),
            reported: BTreeSet::new(),
            made_late: FxHashMap::default(),
            seals: Seals::default(),
        }
    }

    /// Lowers the whole function, which is called `id` in the program.
    pub fn lower(mut self, id: FuncId) -> Lowered<Body> {
        if self.deferred {
            self.may_be_poison = maybe_poison(self.source);
        } else {
            self.markers = lifetimes::missing(self.module, self.source);
            let late = self.markers.values().flatten().filter_map(|marker| match *marker {
                Marker::Made(slot) => Some((slot, None)),
                Marker::Start(_) | Marker::End(_) => None,
            });
            self.made_late = late.collect();
            self.seals = sealed::seals(self.module, &self.module.globals[self.id.index()], self.source);
        }
        self.find_variables();
        let order = self.reverse_postorder();
        // An entry of its own, since nothing may jump to it and the parameters are the function's.
        let entry = self.new_block();
        for &block in &order {
            let id = self.new_block();
            self.blocks[block.index()] = Some(id);
        }
        self.current = entry;
        self.parameters()?;
        for &block in &order {
            self.phi_parameters(block)?;
        }
        // Who calls it through a pointer gets here.
        let name = self.module.text(self.module.globals[self.id.index()].name);
        if is_error_function(name) && self.is_asserted(Property::ErrorReached) {
            self.fail(Property::ErrorReached, name);
        }
        self.end(Term::Jump(Edge { block: BlockId(1), args: vec![] }));
        for &block in &order {
            self.block(block);
        }
        let allocas = std::mem::take(&mut self.entry_allocas);
        self.body.blocks[0].insts.extend(allocas);
        asserted::keep_decided(&mut self.body, std::mem::take(&mut self.reported));
        self.keep_variables(id);
        Ok(self.body)
    }

    /// Names of stack slots, from the debug records.
    fn find_variables(&mut self) {
        for inst in self.source.blocks.iter().flat_map(|b| &b.insts) {
            if let InstKind::Debug(record) = &inst.kind
                && record.kind == llvm::DebugKind::Declare
                && let (Some(Typed { op: Operand::Local(slot), .. }), Some(variable)) =
                    (record.value, record.variable)
                && let Some(name) = self.module.metadata.get_str(variable, Key::Name)
            {
                let name = String::from_utf8_lossy(&self.module.unescaped(name)).into_owned();
                let note = self.note(&name);
                self.variables.entry(slot).or_insert(note);
            }
        }
    }

    /// Variables with the values that are the addresses of their slots.
    fn keep_variables(&mut self, id: FuncId) {
        for inst in self.source.blocks.iter().flat_map(|b| &b.insts) {
            if let InstKind::Debug(record) = &inst.kind
                && record.kind == llvm::DebugKind::Declare
                && let (Some(Typed { op: Operand::Local(slot), .. }), Some(variable)) =
                    (record.value, record.variable)
                // An expression other than the empty one says that the variable is elsewhere.
                && record.expression.is_none_or(|at| self.module.metadata.fields(at).is_empty())
                && let Some(Local::One(value)) = self.locals.get(slot.index())
            {
                let (value, module) = (*value, (self.index, self.module));
                let loc = self.shared.tables.declaration(self.shared.program, module, variable);
                self.shared.debug.slot(id, value, module, variable, loc);
            }
        }
    }

    fn reverse_postorder(&self) -> Vec<llvm::BlockId> {
        let successors = |block: llvm::BlockId| -> Vec<llvm::BlockId> {
            let Some(last) = self.source.blocks[block.index()].insts.last() else { return vec![] };
            match &last.kind {
                InstKind::Br(to) | InstKind::Invoke { normal: to, .. } => vec![*to],
                // A branch to a trap becomes an assertion.
                InstKind::CondBr { then, els, .. } => {
                    let both = [*then, *els].into_iter();
                    both.filter(|&to| self.trap(to).is_none()).collect()
                }
                InstKind::Switch { default, cases, .. } => {
                    std::iter::once(*default).chain(cases.iter().map(|case| case.1)).collect()
                }
                InstKind::IndirectBr { targets, .. } => targets.to_vec(),
                InstKind::CallBr { fallthrough, .. } => vec![*fallthrough],
                // What follows an exception is not modelled: its obligation stands at the throw.
                _ => vec![],
            }
        };
        let mut seen = vec![false; self.source.blocks.len()];
        let mut order = vec![];
        let mut stack = vec![(llvm::BlockId(0), successors(llvm::BlockId(0)), 0)];
        seen[0] = true;
        while let Some((block, next, at)) = stack.last_mut() {
            if let Some(&to) = next.get(*at) {
                *at += 1;
                if !seen[to.index()] {
                    seen[to.index()] = true;
                    stack.push((to, successors(to), 0));
                }
            } else {
                order.push(*block);
                stack.pop();
            }
        }
        order.reverse();
        order
    }

    /// The number of the sanitizer check that a block reports, if that is all it does.
    pub(crate) fn trap(&self, block: llvm::BlockId) -> Option<u64> {
        let mut insts = self.source.blocks[block.index()].insts.iter();
        let (InstKind::Call(call), InstKind::Unreachable) = (&insts.next()?.kind, &insts.next()?.kind) else {
            return None;
        };
        let Operand::Const(callee) = call.callee else { return None };
        let llvm::ConstKind::Global(id) = self.module.constant(callee).kind else { return None };
        match self.module.text(self.module.globals[id.index()].name) {
            "llvm.ubsantrap" => {
                let Operand::Const(kind) = call.args.first()?.value.op else { return None };
                match self.module.constant(kind).kind {
                    llvm::ConstKind::Int(kind) => Some(kind),
                    _ => None,
                }
            }
            DIVISION_HANDLER => Some(DIVISION_TRAP),
            _ => None,
        }
    }

    fn parameters(&mut self) -> Lowered<()> {
        let mut copies = vec![];
        for param in &self.function.params {
            let leaves = self.types.leaves(param.ty)?;
            let mut values = vec![];
            for leaf in leaves.iter() {
                let value = self.body.new_value(leaf.ty);
                self.body.blocks[0].params.push(value);
                values.push(value);
            }
            if let (Some(ty), Some(&pointer)) = (param.attrs.byval, values.first()) {
                copies.push((param, ty, pointer));
            }
            self.set(param.local, values);
        }
        let llvm::Type::Function { variadic, .. } = self.module.ty(self.function.ty) else {
            return unmodelled("a function without a function type");
        };
        if *variadic {
            let area = self.body.new_value(Type::Ptr);
            self.body.blocks[0].params.push(area);
            self.area = Some(area);
        }
        // `byval`: the callee works on a copy of its own.
        for (param, ty, pointer) in copies {
            let size = self.module.alloc_size(ty);
            let align = alignment(param.attrs.align.max(self.module.align(ty)));
            let name = self.variables.get(&param.local).copied().unwrap_or(NoteId::NONE);
            let (size, len) = (self.size(size), self.size(size));
            let copy = self.emit(Op::Alloca { size, align, name }, Type::Ptr);
            self.effect(Op::MemCopy { dst: copy, src: pointer, len, overlap: Overlap::Allowed });
            self.set(param.local, vec![copy]);
        }
        Ok(())
    }

    fn phi_parameters(&mut self, block: llvm::BlockId) -> Lowered<()> {
        let Some(id) = self.blocks[block.index()] else { return Ok(()) };
        for inst in &self.source.blocks[block.index()].insts {
            let (InstKind::Phi(_), Some(result)) = (&inst.kind, inst.result) else { continue };
            let leaves = self.types.leaves(inst.ty)?;
            let mut values = vec![];
            for leaf in leaves.iter() {
                let value = self.body.new_value(leaf.ty);
                self.body.blocks[id.index()].params.push(value);
                values.push(value);
            }
            if self.may_be_poison.get(result.index()).copied().unwrap_or(false) {
                for &value in &values {
                    let flag = self.body.new_value(Type::BOOL);
                    self.body.blocks[id.index()].params.push(flag);
                    self.poison.insert(value, Poison { flag, property: Property::PoisonUse, loc: None });
                }
            }
            self.set(result, values);
        }
        Ok(())
    }

    /// The edge to a block, with the arguments for its phis.
    pub(crate) fn edge(&mut self, from: llvm::BlockId, to: llvm::BlockId) -> Lowered<Edge> {
        let Some(block) = self.blocks[to.index()] else {
            return unmodelled("a jump to a block that is not reachable");
        };
        let mut args = vec![];
        for inst in &self.source.blocks[to.index()].insts {
            let InstKind::Phi(incoming) = &inst.kind else { continue };
            let Some((operand, _)) = incoming.iter().find(|(_, pred)| *pred == from) else {
                return unmodelled("a phi without a value for one of its predecessors");
            };
            let values = self.leaves(Typed { ty: inst.ty, op: *operand })?;
            args.extend_from_slice(&values);
            if inst.result.is_some_and(|r| self.may_be_poison.get(r.index()).copied().unwrap_or(false)) {
                for value in values {
                    let flag = match self.poison.get(&value) {
                        Some(poison) => poison.flag,
                        None => self.bool(false),
                    };
                    args.push(flag);
                }
            }
        }
        Ok(Edge { block, args })
    }

    fn block(&mut self, block: llvm::BlockId) {
        let Some(id) = self.blocks[block.index()] else { return };
        self.current = id;
        for (at, inst) in self.source.blocks[block.index()].insts.iter().enumerate() {
            self.loc = match inst.dbg {
                Some(dbg) => self.shared.tables.location(self.shared.program, (self.index, self.module), dbg),
                None => LocId::NONE,
            };
            self.missing_markers(block, at);
            self.behind_argument_check = at == 0 && self.behind_argument_checks.contains(&block);
            if let Err(Unmodelled(what)) = self.instruction(block, inst) {
                self.fail(Property::Unmodelled, &what);
                self.undefine(inst);
                if inst.kind.is_terminator() {
                    self.end(Term::Stop);
                }
            }
        }
    }

    /// Makes a slot in the block where its life begins.
    fn make_late(&mut self, slot: LocalId) {
        let source = self.source;
        let entry = source.blocks.first().map_or(&[][..], |block| &block.insts);
        let made = entry.iter().find(|inst| inst.result == Some(slot));
        let made = made.map(|alloca| self.allocate(alloca));
        debug_assert!(matches!(made, Some(Ok(()))), "a slot of constant size");
        if let Local::One(pointer) = self.locals[slot.index()] {
            self.made_late.insert(slot, Some(pointer));
        }
    }

    /// Whether a value is the address of a slot that is made where its life begins.
    pub(crate) fn is_made_late(&self, pointer: Value) -> bool {
        self.made_late.values().any(|&made| made == Some(pointer))
    }

    /// What the source says of lives and constants before an instruction, and clang does not.
    fn missing_markers(&mut self, block: llvm::BlockId, at: usize) {
        for marker in self.markers.remove(&(block, at)).into_iter().flatten() {
            match marker {
                Marker::Start(slot) => {
                    if let Local::One(pointer) = self.locals[slot.index()] {
                        self.effect(Op::LifetimeStart(pointer));
                    }
                }
                Marker::End(slot) => {
                    if let Local::One(pointer) = self.locals[slot.index()] {
                        self.effect(Op::LifetimeEnd(pointer));
                    }
                }
                Marker::Made(slot) => self.make_late(slot),
            }
        }
        for slot in self.seals.remove(&(block, at)).into_iter().flatten() {
            if let Local::One(pointer) = self.locals[slot.index()] {
                self.effect(Op::Seal(pointer));
            }
        }
    }

    /// Gives the results of an instruction that cannot execute some value.
    pub(crate) fn undefine(&mut self, inst: &llvm::Inst) {
        let Some(result) = inst.result else { return };
        let leaves = self.types.leaves(inst.ty);
        let values = leaves.map(|leaves| leaves.iter().map(|leaf| self.undef(leaf.ty)).collect());
        self.set(result, values.unwrap_or_default());
    }

    // Values.

    /// Defines a local.
    pub(crate) fn set(&mut self, local: LocalId, values: Vec<Value>) {
        self.locals[local.index()] = match values.as_slice() {
            [one] => Local::One(*one),
            _ => Local::Many(values.into()),
        };
    }

    /// Defines the result of an instruction.
    pub(crate) fn define(&mut self, inst: &llvm::Inst, values: Vec<Value>) {
        if let Some(result) = inst.result {
            self.set(result, values);
        }
    }

    /// All scalars of an operand.
    pub(crate) fn leaves(&mut self, operand: Typed) -> Lowered<Vec<Value>> {
        match operand.op {
            Operand::Local(local) => match &self.locals[local.index()] {
                Local::One(value) => Ok(vec![*value]),
                Local::Many(values) => Ok(values.to_vec()),
                Local::Unset => unmodelled("a value that is used before its definition"),
            },
            Operand::Const(id) => {
                self.constant_addresses(id);
                let leaves = match self.fold(|constants| constants.leaves(id)) {
                    Ok(leaves) => leaves,
                    // Not a number and not an address: computed where it is used.
                    Err(_) => return self.constant_expression(id),
                };
                let types = self.types.leaves(operand.ty)?;
                if leaves.len() != types.len() {
                    return unmodelled("a constant that does not fit its type");
                }
                leaves.into_iter().zip(types.iter()).map(|(leaf, ty)| self.constant(leaf, ty.ty)).collect()
            }
            Operand::Metadata(_) | Operand::InlineMetadata | Operand::Asm => Ok(vec![]),
        }
    }

    /// Obliges what the computation of the addresses in a constant would, were it an instruction.
    fn constant_addresses(&mut self, id: llvm::ConstId) {
        use llvm::ConstKind::{Global, Int, Null, Zero};
        if let Int(_) | Null | Zero = self.module.constant(id).kind {
            return;
        }
        if let Global(global) = self.module.constant(id).kind {
            self.stray_contents(global);
            return;
        }
        let mut found = vec![];
        let mut constants = Constants {
            index: self.index,
            module: self.module,
            types: self.types,
            symbols: self.shared.symbols,
            pointer_bits: self.shared.program.target.pointer_bits,
        };
        constants.strays(id, true, &self.shared.program.globals, &mut found);
        for (symbol, offset) in found {
            let (base, index) = (self.symbol(symbol), self.size(offset as u64));
            let flags = llvm::Flags { inbounds: true, ..llvm::Flags::default() };
            let moved = self.ptr_add(base, index, 1, flags);
            self.demand(moved);
        }
        let mut base = id;
        while let llvm::ConstKind::Cast { value: inner, .. } | llvm::ConstKind::Gep { base: inner, .. } =
            self.module.constant(base).kind
        {
            base = inner;
        }
        if let Global(global) = self.module.constant(base).kind {
            self.stray_contents(global);
        }
    }

    /// What computed the contents of a global, pointer arithmetic or something else, cannot be told any more.
    fn stray_contents(&mut self, global: llvm::GlobalId) {
        if let Some((Symbol::Global(id), _)) = self.shared.symbols.target(self.index, global)
            && self.shared.strayed.contains(&id)
        {
            let name = &self.shared.program.globals[id.index()].name;
            let what = format!("an initialiser ({name}) with an address outside of its object");
            self.fail(Property::Unmodelled, &what);
        }
    }

    /// The only scalar of an operand.
    pub(crate) fn scalar(&mut self, operand: Typed) -> Lowered<Value> {
        if let Operand::Local(local) = operand.op
            && let Local::One(value) = self.locals[local.index()]
        {
            return Ok(value);
        }
        match self.leaves(operand)?.as_slice() {
            [one] => Ok(*one),
            _ => unmodelled("an aggregate where a scalar is needed"),
        }
    }

    /// Uses the constants of the module.
    pub(crate) fn fold<T>(&mut self, f: impl FnOnce(&mut Constants<'_, 'm>) -> Lowered<T>) -> Lowered<T> {
        let mut constants = Constants {
            index: self.index,
            module: self.module,
            types: self.types,
            symbols: self.shared.symbols,
            pointer_bits: self.shared.program.target.pointer_bits,
        };
        f(&mut constants)
    }

    fn constant(&mut self, value: CVal, ty: Type) -> Lowered<Value> {
        Ok(match value {
            CVal::Bits(bits) => self.intern(ty, Const::Bits(bits)),
            CVal::Addr(symbol, offset) => self.intern(ty, Const::Addr(symbol, offset)),
            CVal::Undef => self.undef(ty),
            CVal::AddrInt(symbol, offset, width) => {
                let pointer = self.intern(Type::Ptr, Const::Addr(symbol, offset));
                let value = self.emit(Op::Cast(fathom_ir::CastOp::PtrToInt, pointer), Type::Int(width));
                self.address_of.insert(value, pointer);
                value
            }
        })
    }

    fn intern(&mut self, ty: Type, constant: Const) -> Value {
        if let Some(&known) = self.constants.get(&(ty, constant.clone())) {
            return known;
        }
        let value = self.body.new_constant(ty, constant.clone());
        self.constants.insert((ty, constant), value);
        value
    }

    /// An indeterminate value.
    pub(crate) fn undef(&mut self, ty: Type) -> Value {
        self.intern(ty, Const::Undef)
    }

    /// A constant of a type by its bits.
    pub(crate) fn bits(&mut self, ty: Type, bits: Bits) -> Value {
        self.intern(ty, Const::Bits(bits))
    }

    /// A small integer.
    pub(crate) fn int(&mut self, width: u32, value: u64) -> Value {
        self.bits(Type::Int(width), Bits::from_u64(width, value))
    }

    /// A Boolean constant.
    pub(crate) fn bool(&mut self, value: bool) -> Value {
        self.int(1, u64::from(value))
    }

    /// A size in bytes.
    pub(crate) fn size(&mut self, bytes: u64) -> Value {
        self.int(self.shared.program.target.pointer_bits, bytes)
    }

    /// The address of a symbol.
    pub(crate) fn symbol(&mut self, symbol: Symbol) -> Value {
        self.intern(Type::Ptr, Const::Addr(symbol, 0))
    }

    /// The type of a value.
    pub(crate) fn ty(&self, value: Value) -> Type {
        self.body.ty(value)
    }

    /// The width of an integer or float value.
    pub(crate) fn width(&self, value: Value) -> u32 {
        self.ty(value).bits(&self.shared.program.target)
    }

    /// A note's id.
    pub(crate) fn note(&mut self, text: &str) -> NoteId {
        self.shared.tables.note(self.shared.program, text)
    }

    /// The name of the variable that a stack slot holds.
    pub(crate) fn variable(&self, slot: Option<LocalId>) -> NoteId {
        slot.and_then(|slot| self.variables.get(&slot).copied()).unwrap_or(NoteId::NONE)
    }

    // Code.

    fn new_block(&mut self) -> BlockId {
        let block = Block { params: vec![], insts: vec![], term: Term::Stop, term_loc: LocId::NONE };
        self.body.blocks.push(block);
        BlockId(self.body.blocks.len() as u32 - 1)
    }

    /// Appends an operation with one result.
    pub(crate) fn emit(&mut self, op: Op, ty: Type) -> Value {
        let first = self.body.new_value(ty);
        let inst = Inst { op, first, results: 1, loc: self.loc };
        self.body.blocks[self.current.index()].insts.push(inst);
        first
    }

    /// Appends an operation with any number of results.
    pub(crate) fn emit_many(&mut self, op: Op, types: &[Type]) -> Vec<Value> {
        let values: Vec<Value> = types.iter().map(|&ty| self.body.new_value(ty)).collect();
        let first = values.first().copied().unwrap_or(Value(0));
        let inst = Inst { op, first, results: values.len() as u32, loc: self.loc };
        self.body.blocks[self.current.index()].insts.push(inst);
        values
    }

    /// Appends an operation without result.
    pub(crate) fn effect(&mut self, op: Op) {
        self.emit_many(op, &[]);
    }

    /// A stack object in the entry block, for areas of variadic arguments.
    pub(crate) fn entry_alloca(&mut self, size: u64, align: u32, name: &str) -> Value {
        let (size, name) = (self.size(size), self.note(name));
        let first = self.body.new_value(Type::Ptr);
        let op = Op::Alloca { size, align, name };
        self.entry_allocas.push(Inst { op, first, results: 1, loc: self.loc });
        first
    }

    /// Ends the current block.
    pub(crate) fn end(&mut self, term: Term) {
        let block = &mut self.body.blocks[self.current.index()];
        block.term = term;
        block.term_loc = self.loc;
    }

    /// Integer arithmetic on one width.
    pub(crate) fn bin(&mut self, op: BinOp, a: Value, b: Value) -> Value {
        let ty = self.ty(a);
        self.pure(Op::Bin(op, a, b), ty)
    }

    /// `!a` of a Boolean.
    pub(crate) fn not(&mut self, a: Value) -> Value {
        let one = self.bool(true);
        self.bin(BinOp::Xor, a, one)
    }

    /// Whether a property is asserted.
    pub(crate) fn is_asserted(&self, property: Property) -> bool {
        self.shared.options.checks.contains(property) || self.shared.options.cuts.contains(property)
    }

    /// Asserts that a Boolean is true, if the property is checked.
    pub(crate) fn assert(&mut self, cond: Value, property: Property, note: &str) {
        if self.is_asserted(property) {
            let note = if note.is_empty() { NoteId::NONE } else { self.note(note) };
            self.effect(Op::Assert { cond, property, note });
        }
    }

    /// Asserts that a Boolean is false, if the property is checked.
    pub(crate) fn assert_not(&mut self, bad: Value, property: Property, note: &str) {
        if self.is_asserted(property) {
            let good = self.not(bad);
            self.assert(good, property, note);
        }
    }

    /// Fails if reached. Always emitted: what is not modelled is never skipped.
    pub(crate) fn fail(&mut self, property: Property, note: &str) {
        let cond = self.bool(false);
        let note = if note.is_empty() { NoteId::NONE } else { self.note(note) };
        self.effect(Op::Assert { cond, property, note });
    }

    /// Whether the last thing the current block does is to fail.
    pub(crate) fn has_failed(&self) -> bool {
        let last = self.body.blocks[self.current.index()].insts.last();
        last.is_some_and(|inst| match inst.op {
            Op::Assert { cond, .. } => self.body.bits(cond).is_some_and(|b| b.low_u64() == 0),
            _ => false,
        })
    }
}
