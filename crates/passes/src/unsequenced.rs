//! Where the order of evaluation matters that C leaves open: `g() + h()` where both change the same variable.
//!
//! The compiler has chosen an order, and the IR has no other. So the places are found where another choice could
//! give another result, for those to say who rely on the choice.
//!
//! Unoptimised code keeps nothing in registers from one full expression to the next, so what flows into two operands
//! of one instruction without passing through memory belongs to one expression, and nothing sequences it: `&&`, `?:`
//! and the comma give branches, or drop their left operand. Two operands conflict if one calls a function that may
//! write what the other reads or writes. And a variable that is read into an operand, and written before the operand is
//! used, is written by another part of the expression, unless what is written is made of what was read (`x++`). That is a
//! guess on both sides: an operand whose value is thrown away is not seen, and of two accesses through pointers nobody
//! asks whether they meet.
//!
//! Results that are structures pass through a variable without a name, and are followed through it. Elements of an
//! initialiser in C are stored by instructions at one position of the source.

use std::collections::{BTreeMap, BTreeSet};

use fathom_ir::cfg::{Cfg, Dominators};
use fathom_ir::variadic::AreaTypes;
use fathom_ir::{
    BlockId, Body, Const, FuncId, Function, GlobalId, LocId, NoteId, Op, Overlap, Program, Symbol, Term,
    Type, Value,
};

/// What an expression or a function may do to memory that others see.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
struct Effects {
    reads: BTreeSet<GlobalId>,
    writes: BTreeSet<GlobalId>,
    /// It reads through pointers.
    reads_anything: bool,
    /// It writes through pointers.
    writes_anything: bool,
}

impl Effects {
    fn add(&mut self, other: &Self) {
        self.reads.extend(&other.reads);
        self.writes.extend(&other.writes);
        self.reads_anything |= other.reads_anything;
        self.writes_anything |= other.writes_anything;
    }

    /// Whether this may write what the other reads or writes; pointers may point to `exposed` variables.
    fn disturbs(&self, other: &Self, exposed: &BTreeSet<GlobalId>) -> bool {
        let touched = || other.reads.iter().chain(&other.writes);
        let anything = other.reads_anything || other.writes_anything;
        touched().any(|global| self.writes.contains(global))
            || (self.writes_anything && (anything || touched().any(|global| exposed.contains(global))))
            || (anything && self.writes.iter().any(|global| exposed.contains(global)))
    }
}

/// Where an address comes from.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Root {
    /// A variable of the function.
    Local(Value),
    /// A global variable.
    Global(GlobalId),
    /// Somewhere else.
    Elsewhere,
}

/// An instruction: its block and its number there.
type At = (usize, usize);

/// Who looks at what an instruction does.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum View {
    /// Another part of the same expression.
    Here,
    /// An expression that calls the function: its variables are gone by then.
    Caller,
}

/// What defines the values of a function.
struct Definitions<'a> {
    body: &'a Body,
    /// By value: the instruction.
    insts: BTreeMap<Value, At>,
    /// By parameter of a block: what is passed to it, and what decides which of these.
    incoming: BTreeMap<Value, Vec<Value>>,
    /// By parameter of a block: the calls on the ways to it.
    on_the_way: BTreeMap<Value, Vec<At>>,
    /// Local variables whose address others may have.
    escaped: BTreeSet<Value>,
    /// By area of variadic arguments: what is stored there.
    areas: BTreeMap<Value, Vec<Value>>,
    /// By variable: where it is stored to, in order, and what.
    stores: BTreeMap<Root, Vec<(At, Value)>>,
    /// Stores to what no name leads to, in order.
    stores_elsewhere: Vec<(At, Value)>,
    /// By variable without a name: calls that are given its address, to write their result.
    results: BTreeMap<Value, Vec<At>>,
    /// Calls, and stores to what a program has a name for.
    effective: BTreeSet<At>,
}

impl<'a> Definitions<'a> {
    fn new(program: &Program, body: &'a Body) -> Self {
        let (mut insts, mut incoming) = (BTreeMap::new(), BTreeMap::<Value, Vec<Value>>::new());
        for (number, block) in body.blocks.iter().enumerate() {
            for (at, inst) in block.insts.iter().enumerate() {
                insts.extend(inst.result_values().map(|value| (value, (number, at))));
            }
            for edge in edges(&block.term) {
                let params = &body.blocks[edge.block.index()].params;
                for (&param, &arg) in params.iter().zip(&edge.args) {
                    incoming.entry(param).or_default().push(arg);
                }
            }
        }
        let on_the_way = choices(body, &mut incoming);
        let mut all = Self {
            body,
            insts,
            incoming,
            on_the_way,
            escaped: BTreeSet::new(),
            areas: BTreeMap::new(),
            stores: BTreeMap::new(),
            stores_elsewhere: vec![],
            results: BTreeMap::new(),
            effective: BTreeSet::new(),
        };
        let numbered = body.blocks.iter().enumerate().flat_map(|(number, block)| {
            block.insts.iter().enumerate().map(move |(at, inst)| ((number, at), inst))
        });
        for (at, inst) in numbered {
            let is_effective = match &inst.op {
                // What the compiler keeps for itself nobody reads by another way.
                Op::Store { ptr, .. } => match all.root(*ptr) {
                    Root::Local(slot) => !all.is_temporary(slot) && !all.is_area(program, slot),
                    Root::Global(_) | Root::Elsewhere => true,
                },
                Op::Call { .. } | Op::CallPtr { .. } => true,
                _ => false,
            };
            if is_effective {
                all.effective.insert(at);
            }
            match &inst.op {
                Op::Store { value, ptr, .. } => {
                    let root = all.root(*ptr);
                    match root {
                        Root::Elsewhere => all.stores_elsewhere.push((at, *value)),
                        _ => all.stores.entry(root).or_default().push((at, *value)),
                    }
                    if let Root::Local(slot) = root
                        && all.is_area(program, slot)
                    {
                        all.areas.entry(slot).or_default().push(*value);
                    }
                    all.escape(*value);
                }
                Op::Call { args, .. } | Op::CallPtr { args, .. } => {
                    if let Some(Root::Local(slot)) = args.first().map(|&first| all.root(first))
                        && all.is_temporary(slot)
                    {
                        all.results.entry(slot).or_default().push(at);
                    }
                    args.iter().for_each(|&arg| all.escape(arg))
                }
                Op::Cast(_, value) => all.escape(*value),
                Op::Select(_, a, b) => [*a, *b].into_iter().for_each(|value| all.escape(value)),
                _ => {}
            }
        }
        for edge in body.blocks.iter().flat_map(|block| edges(&block.term)) {
            edge.args.iter().for_each(|&arg| all.escape(arg));
        }
        all
    }

    fn escape(&mut self, value: Value) {
        if let Root::Local(slot) = self.root(value) {
            self.escaped.insert(slot);
        }
    }

    fn op(&self, value: Value) -> Option<&'a Op> {
        self.insts.get(&value).map(|&at| self.op_at(at))
    }

    fn op_at(&self, (block, at): At) -> &'a Op {
        &self.body.blocks[block].insts[at].op
    }

    /// Whether this is a variable that the compiler made.
    fn is_temporary(&self, slot: Value) -> bool {
        matches!(self.op(slot), Some(Op::Alloca { name, .. }) if *name == NoteId::NONE)
    }

    /// Whether one block leads to another without a branch; checks are none.
    fn leads_to(&self, from: usize, to: usize) -> bool {
        let mut at = from;
        for _ in 0..64 {
            match &self.body.blocks[at].term {
                _ if at == to => return true,
                Term::Jump(edge) => at = edge.block.index(),
                _ => return false,
            }
        }
        false
    }

    /// Whether others may have the address of what this leads to.
    fn is_shared(&self, root: Root, exposed: &BTreeSet<GlobalId>) -> bool {
        match root {
            Root::Local(slot) => self.escaped.contains(&slot),
            Root::Global(global) => exposed.contains(&global),
            Root::Elsewhere => true,
        }
    }

    fn root(&self, value: Value) -> Root {
        let mut at = value;
        loop {
            if let Some(Const::Addr(Symbol::Global(id), _)) = self.body.constant(at) {
                return Root::Global(*id);
            }
            match self.op(at) {
                Some(Op::Alloca { .. }) => return Root::Local(at),
                Some(Op::PtrAdd { base, .. }) => at = *base,
                _ => return Root::Elsewhere,
            }
        }
    }

    /// Whether two addresses are at the same offset of what they are computed from, as far as offsets are known.
    fn same_place(&self, a: Value, b: Value) -> bool {
        match (self.offset(a), self.offset(b)) {
            (Some(a), Some(b)) => a == b,
            _ => true,
        }
    }

    fn offset(&self, value: Value) -> Option<u64> {
        let (mut at, mut sum) = (value, 0u64);
        while let Some(Op::PtrAdd { base, index, scale, .. }) = self.op(at) {
            let index = self.body.bits(*index)?.low_u64();
            sum = sum.wrapping_add(index.wrapping_mul(*scale));
            at = *base;
        }
        match self.body.constant(at) {
            Some(Const::Addr(_, offset)) => Some(sum.wrapping_add(*offset as u64)),
            _ => Some(sum),
        }
    }

    /// Calls whose result is in the variable without a name that this is the address of.
    fn makers(&self, address: Value) -> &[At] {
        match self.root(address) {
            Root::Local(slot) => self.results.get(&slot).map_or(&[], Vec::as_slice),
            Root::Global(_) | Root::Elsewhere => &[],
        }
    }

    /// Loads whose values another one is computed from, without a call.
    fn loads_at_hand(&self, value: Value) -> Vec<At> {
        let (mut loads, mut seen, mut pending) = (vec![], BTreeSet::new(), vec![value]);
        while let Some(value) = pending.pop() {
            let Some(&at) = self.insts.get(&value).filter(|_| seen.insert(value)) else { continue };
            match self.op_at(at) {
                Op::Load { .. } => loads.push(at),
                Op::Call { .. } | Op::CallPtr { .. } => {}
                Op::Select(_, a, b) => pending.extend([*a, *b]),
                op => op.operands(|value| pending.push(value)),
            }
        }
        loads
    }

    fn is_area(&self, program: &Program, slot: Value) -> bool {
        let Some(Op::Alloca { name, .. }) = self.op(slot) else { return false };
        program.notes.get(name.index()).is_some_and(|name| AreaTypes::of_name(name).is_some())
    }

    fn access(&self, ptr: Value, effects: &mut Effects, writes: bool, view: View) {
        match (self.root(ptr), writes) {
            (Root::Local(slot), _) if view == View::Caller || !self.escaped.contains(&slot) => {}
            (Root::Global(id), false) => drop(effects.reads.insert(id)),
            (Root::Global(id), true) => drop(effects.writes.insert(id)),
            (_, false) => effects.reads_anything = true,
            (_, true) => effects.writes_anything = true,
        }
    }

    /// The operands of an instruction that are expressions of their own, unsequenced.
    fn operands(&self, program: &Program, op: &Op) -> Vec<Value> {
        let mut operands = vec![];
        op.operands(|value| operands.push(value));
        if let Op::Call { args, .. } | Op::CallPtr { args, .. } = op
            && let Some(Root::Local(slot)) = args.last().map(|&last| self.root(last))
            && self.is_area(program, slot)
        {
            operands.extend(self.areas.get(&slot).into_iter().flatten());
        }
        operands
    }
}

/// Adds to what is passed to a parameter of a block the conditions that choose between the values; the calls between
/// the branch and the block.
fn choices(body: &Body, incoming: &mut BTreeMap<Value, Vec<Value>>) -> BTreeMap<Value, Vec<At>> {
    let mut on_the_way = BTreeMap::new();
    let with_params = || body.blocks.iter().enumerate().skip(1).filter(|(_, block)| !block.params.is_empty());
    if with_params().next().is_none() {
        return on_the_way;
    }
    let cfg = Cfg::new(body);
    let dominators = Dominators::new(&cfg);
    for (number, block) in with_params() {
        let here = BlockId(number as u32);
        let Some(start) = dominators.immediate(here) else { continue };
        let mut seen = BTreeSet::from([here, start]);
        let mut open: Vec<BlockId> = cfg.predecessors(here).to_vec();
        let mut calls = vec![];
        let mut conditions = vec![];
        conditions.extend(condition(&body.blocks[start.index()].term));
        while let Some(at) = open.pop() {
            if !seen.insert(at) {
                continue;
            }
            let on_way = &body.blocks[at.index()];
            conditions.extend(condition(&on_way.term));
            let is_call = |op: &Op| matches!(op, Op::Call { .. } | Op::CallPtr { .. });
            let numbered = on_way.insts.iter().enumerate().filter(|(_, inst)| is_call(&inst.op));
            calls.extend(numbered.map(|(inst, _)| (at.index(), inst)));
            open.extend(cfg.predecessors(at));
        }
        for &param in &block.params {
            incoming.entry(param).or_default().extend(&conditions);
            on_the_way.insert(param, calls.clone());
        }
    }
    on_the_way
}

/// What a branch decides on.
fn condition(term: &Term) -> Option<Value> {
    match term {
        Term::Branch { cond, .. } => Some(*cond),
        Term::Switch { value, .. } => Some(*value),
        Term::Jump(_) | Term::Return(_) | Term::Stop => None,
    }
}

fn edges(term: &Term) -> Vec<&fathom_ir::Edge> {
    match term {
        Term::Jump(edge) => vec![edge],
        Term::Branch { then, els, .. } => vec![then, els],
        Term::Switch { cases, default, .. } => cases.iter().map(|case| &case.1).chain([default]).collect(),
        Term::Return(_) | Term::Stop => vec![],
    }
}

/// The analysis of a program.
struct Analysis<'a> {
    program: &'a Program,
    /// What calls of each function do.
    functions: Vec<Effects>,
    /// What calls through pointers may do.
    pointers: Effects,
    /// Functions that do something to what they are given, and to nothing else that a program has.
    is_library: Vec<bool>,
    /// Variables whose address is somewhere in memory or in other functions.
    exposed: BTreeSet<GlobalId>,
}

/// Which of its arguments a function of the library writes through, whatever version of the standard its name speaks of;
/// beyond the arguments if that is several or none of them.
fn written(name: &str) -> Option<usize> {
    let versions = ["__isoc99_", "__isoc23_"];
    let plain = versions.iter().find_map(|version| name.strip_prefix(version)).unwrap_or(name);
    let plain = plain.strip_prefix("__").and_then(|name| name.strip_suffix("_chk")).unwrap_or(plain);
    Some(match plain {
        "memcpy" | "memmove" | "memset" | "mempcpy" | "bzero" | "strcpy" | "strncpy" | "strcat"
        | "strncat" | "stpcpy" | "stpncpy" | "sprintf" | "snprintf" | "vsprintf" | "vsnprintf" | "fgets"
        | "fread" => 0,
        "strtol" | "strtoul" | "strtoll" | "strtoull" | "strtod" | "strtof" | "strtold" | "frexp"
        | "modf" | "read" | "recv" => 1,
        "remquo" => 2,
        "strtok" | "scanf" | "sscanf" | "fscanf" | "qsort" | "realloc" | "free" | "strsep" | "strtok_r"
        | "getline" | "getdelim" => usize::MAX,
        _ => return None,
    })
}

/// Functions whose models remember what they said, to say the same again: nobody can tell which was called first.
const ANSWERS: [&str; 3] = ["getenv", "secure_getenv", "sysconf"];

impl<'a> Analysis<'a> {
    fn new(program: &'a Program, is_library: &dyn Fn(&Function) -> bool) -> Self {
        let count = program.functions.len();
        let mut analysis = Self {
            program,
            functions: vec![Effects::default(); count],
            pointers: Effects::default(),
            is_library: vec![false; count],
            exposed: BTreeSet::new(),
        };
        for (at, function) in program.functions.iter().enumerate() {
            analysis.is_library[at] = match &function.body {
                Some(_) => is_library(function),
                None => !function.name.starts_with("llvm."),
            };
        }
        let mut taken = BTreeSet::new();
        for init in program.globals.iter().filter_map(|global| global.init.as_ref()) {
            for (symbol, _) in init.pointers.values() {
                match symbol {
                    Symbol::Global(id) => drop(analysis.exposed.insert(*id)),
                    Symbol::Func(id) => drop(taken.insert(*id)),
                }
            }
        }
        let definitions: Vec<Option<Definitions<'_>>> = program
            .functions
            .iter()
            .map(|function| Some(Definitions::new(program, function.body.as_ref()?)))
            .collect();
        for definitions in definitions.iter().flatten() {
            analysis.expose(definitions, &mut taken);
        }
        // Effects only grow, and there are finitely many.
        loop {
            let before = (analysis.functions.clone(), analysis.pointers.clone());
            for (at, function) in program.functions.iter().enumerate() {
                let effects = match &definitions[at] {
                    Some(definitions) if !is_library(function) => analysis.of_body(definitions),
                    // What the library remembers from one call to the next.
                    Some(_) if ANSWERS.contains(&function.name.as_str()) => Effects::default(),
                    Some(definitions) => {
                        let Effects { reads, writes, .. } = analysis.of_body(definitions);
                        Effects { reads, writes, ..Effects::default() }
                    }
                    None => Effects::default(),
                };
                if taken.contains(&FuncId(at as u32)) {
                    analysis.pointers.add(&effects);
                    analysis.pointers.writes_anything |= written(&function.name).is_some();
                }
                analysis.functions[at] = effects;
            }
            if before == (analysis.functions.clone(), analysis.pointers.clone()) {
                return analysis;
            }
        }
    }

    fn expose(&mut self, definitions: &Definitions<'_>, taken: &mut BTreeSet<FuncId>) {
        let body = definitions.body;
        // Who is called by name is no value.
        let constants = body.values.iter().filter_map(|value| value.constant.as_ref());
        taken.extend(constants.filter_map(|constant| match constant {
            Const::Addr(Symbol::Func(id), _) => Some(*id),
            _ => None,
        }));
        let mut given = vec![];
        for block in &body.blocks {
            for inst in &block.insts {
                match &inst.op {
                    Op::Store { value, .. } | Op::Cast(_, value) => given.push(*value),
                    Op::Call { args, .. } | Op::CallPtr { args, .. } => given.extend(args),
                    Op::Select(_, a, b) => given.extend([a, b]),
                    _ => {}
                }
            }
            given.extend(edges(&block.term).into_iter().flat_map(|edge| &edge.args));
            if let Term::Return(values) = &block.term {
                given.extend(values);
            }
        }
        self.exposed.extend(given.into_iter().filter_map(|value| match definitions.root(value) {
            Root::Global(id) => Some(id),
            Root::Local(_) | Root::Elsewhere => None,
        }));
    }

    fn of_body(&self, definitions: &Definitions<'_>) -> Effects {
        let mut effects = Effects::default();
        for inst in definitions.body.blocks.iter().flat_map(|block| &block.insts) {
            self.of_inst(definitions, &inst.op, &mut effects, View::Caller);
        }
        effects
    }

    fn of_inst(&self, definitions: &Definitions<'_>, op: &Op, effects: &mut Effects, view: View) {
        match op {
            Op::Load { ptr, .. } => definitions.access(*ptr, effects, false, view),
            Op::Store { ptr, .. } | Op::MemSet { dst: ptr, .. } => {
                definitions.access(*ptr, effects, true, view);
            }
            Op::MemCopy { dst, src, .. } => {
                definitions.access(*dst, effects, true, view);
                definitions.access(*src, effects, false, view);
            }
            Op::Call { callee, args } => {
                effects.add(&self.functions[callee.index()]);
                if self.is_library[callee.index()] {
                    self.of_library_call(
                        definitions,
                        &self.program.functions[callee.index()].name,
                        args,
                        effects,
                        view,
                    );
                }
            }
            Op::CallPtr { .. } => effects.add(&self.pointers),
            _ => {}
        }
    }

    /// The library may read what it is given, unless nobody can write that, and writes where it says so.
    fn of_library_call(
        &self,
        definitions: &Definitions<'_>,
        name: &str,
        args: &[Value],
        effects: &mut Effects,
        view: View,
    ) {
        for &arg in args.iter().filter(|&&arg| definitions.body.ty(arg) == Type::Ptr) {
            match definitions.root(arg) {
                Root::Global(id) if self.program.globals[id.index()].constant => {}
                // Areas of variadic arguments and results of calls are nobody else's.
                Root::Local(slot)
                    if definitions.is_temporary(slot) || definitions.is_area(self.program, slot) => {}
                _ => definitions.access(arg, effects, false, view),
            }
        }
        match written(name).map(|at| args.get(at)) {
            Some(Some(&arg)) if definitions.body.bits(arg).is_some_and(|bits| bits.is_zero()) => {}
            Some(Some(&arg)) => definitions.access(arg, effects, true, view),
            Some(None) => effects.writes_anything = true,
            None => {}
        }
    }

    /// The instructions that the evaluation of a value takes and that see memory, back to where it comes out of memory.
    fn accesses(&self, definitions: &Definitions<'_>, value: Value) -> BTreeSet<At> {
        let (mut found, mut seen) = (BTreeSet::new(), BTreeSet::new());
        let mut pending = vec![value];
        while let Some(value) = pending.pop() {
            if !seen.insert(value) {
                continue;
            }
            pending.extend(definitions.incoming.get(&value).into_iter().flatten());
            found.extend(definitions.on_the_way.get(&value).into_iter().flatten());
            let Some(&at) = definitions.insts.get(&value) else { continue };
            let op = definitions.op_at(at);
            if matches!(op, Op::Load { .. } | Op::Call { .. } | Op::CallPtr { .. }) {
                found.insert(at);
            }
            if let Op::Load { ptr, .. } = op
                && let Root::Local(slot) = definitions.root(*ptr)
                && definitions.is_temporary(slot)
            {
                let stores = definitions.stores.get(&Root::Local(slot)).into_iter().flatten();
                pending.extend(stores.map(|&(_, value)| value));
                found.extend(definitions.results.get(&slot).into_iter().flatten());
            }
            pending.extend(definitions.operands(self.program, op));
        }
        found
    }

    /// Whether what an operand reads is written before the operand is used at a place, by another part of the expression.
    fn is_overwritten(&self, definitions: &Definitions<'_>, reads: &BTreeSet<At>, used_at: At) -> bool {
        reads.iter().any(|&read_at| {
            let Op::Load { ptr, .. } = definitions.op_at(read_at) else { return false };
            let root = definitions.root(*ptr);
            // Other parts of a structure are other places.
            let is_same = |at: At| match definitions.op_at(at) {
                Op::Store { ptr: written, .. } => definitions.same_place(*ptr, *written),
                _ => false,
            };
            let here = definitions.stores.get(&root).into_iter().flatten().filter(|&&(at, _)| is_same(at));
            // A pointer may lead to a variable, and a variable may be read through its name.
            let shared = |root: Root| definitions.is_shared(root, &self.exposed);
            let stores_to_shared = || {
                let named = definitions.stores.iter().filter(|(root, _)| shared(**root));
                named.flat_map(|(_, stores)| stores)
            };
            let aliased: Vec<&(At, Value)> = match root {
                Root::Elsewhere => stores_to_shared().collect(),
                _ if shared(root) => definitions.stores_elsewhere.iter().collect(),
                _ => vec![],
            };
            // Branches lead to other expressions more often than not.
            let close = |&(at, _): &&(At, Value)| {
                definitions.leads_to(read_at.0, at.0) && definitions.leads_to(at.0, used_at.0)
            };
            here.chain(aliased.into_iter().filter(close))
                .filter(|&&(at, _)| read_at < at && at < used_at)
                .any(|&(_, value)| !self.accesses(definitions, value).contains(&read_at))
        })
    }

    /// Whether elements of an initialiser conflict, by the position of the initialiser.
    fn initialisers(&self, definitions: &Definitions<'_>) -> Vec<LocId> {
        let mut lists: BTreeMap<(Root, LocId), Vec<(At, Value)>> = BTreeMap::new();
        for (&root, stores) in &definitions.stores {
            for &((block, at), value) in stores {
                let loc = definitions.body.blocks[block].insts[at].loc;
                lists.entry((root, loc)).or_default().push(((block, at), value));
            }
        }
        // Members that are bits are read to be written.
        let is_of_list = |root: Root, &at: &At| match definitions.op_at(at) {
            Op::Load { ptr, .. } => definitions.root(*ptr) == root,
            _ => false,
        };
        let conflicts = |root: Root, elements: &[(At, Value)]| {
            let accesses: Vec<BTreeSet<At>> = elements
                .iter()
                .map(|&(_, value)| {
                    let mut accesses = self.accesses(definitions, value);
                    accesses.retain(|at| !is_of_list(root, at));
                    accesses
                })
                .collect();
            accesses.iter().enumerate().any(|(at, one)| {
                let overwritten = elements[at + 1..]
                    .iter()
                    .any(|&(used_at, _)| self.is_overwritten(definitions, one, used_at));
                overwritten || accesses[at + 1..].iter().any(|other| self.conflict(definitions, one, other))
            })
        };
        let found =
            lists.iter().filter(|((root, _), elements)| elements.len() > 1 && conflicts(*root, elements));
        found.map(|(&(_, loc), _)| loc).collect()
    }

    /// What a single instruction does.
    fn effects_at(&self, definitions: &Definitions<'_>, at: At) -> Effects {
        let mut effects = Effects::default();
        self.of_inst(definitions, definitions.op_at(at), &mut effects, View::Here);
        effects
    }

    /// Whether two operands do something to the same memory, in what is not a part of both.
    fn conflict(&self, definitions: &Definitions<'_>, one: &BTreeSet<At>, other: &BTreeSet<At>) -> bool {
        let left: Vec<Effects> = one.difference(other).map(|&at| self.effects_at(definitions, at)).collect();
        let right: Vec<Effects> = other.difference(one).map(|&at| self.effects_at(definitions, at)).collect();
        left.iter().any(|a| right.iter().any(|b| self.disturb(a, b)))
    }

    fn disturb(&self, a: &Effects, b: &Effects) -> bool {
        a.disturbs(b, &self.exposed) || b.disturbs(a, &self.exposed)
    }

    /// Whether one argument of a call is a structure that is copied, and another one writes it.
    fn copies_conflict(&self, definitions: &Definitions<'_>, op: &Op, accesses: &[BTreeSet<At>]) -> bool {
        let Op::Call { callee, args } = op else { return false };
        copied_params(&self.program.functions[callee.index()]).into_iter().any(|copied| {
            let Some(&structure) = args.get(copied) else { return false };
            let mut read = Effects::default();
            definitions.access(structure, &mut read, false, View::Here);
            let others =
                accesses.iter().enumerate().filter(|&(at, _)| at != copied).flat_map(|(_, other)| other);
            others.into_iter().any(|&at| self.disturb(&self.effects_at(definitions, at), &read))
        })
    }

    /// Whether something is called, or stored after a call, between an operand's evaluation and its use at a place, that
    /// is no part of an operand.
    fn is_disturbed(&self, definitions: &Definitions<'_>, accesses: &[BTreeSet<At>], used_at: At) -> bool {
        let first = accesses.iter().flatten().min().filter(|&&first| first < used_at);
        let Some(first) = first else { return false };
        let between = || {
            definitions
                .effective
                .range((std::ops::Bound::Excluded(*first), std::ops::Bound::Excluded(used_at)))
        };
        if between().next().is_none() {
            return false;
        }
        let part = |at: &At| accesses.iter().any(|accesses| accesses.contains(at));
        let others: Vec<At> = between().copied().filter(|at| !part(at)).collect();
        others.iter().any(|&other| {
            let is_call = !matches!(definitions.op_at(other), Op::Store { .. });
            let made_of = match definitions.op_at(other) {
                Op::Store { value, .. } => self.accesses(definitions, *value),
                op => definitions
                    .operands(self.program, op)
                    .into_iter()
                    .flat_map(|operand| self.accesses(definitions, operand))
                    .collect(),
            };
            let effects = self.effects_at(definitions, other);
            accesses.iter().flatten().any(|&held| {
                let is_load = matches!(definitions.op_at(held), Op::Load { .. });
                held < other
                    && (is_call || !is_load)
                    && !made_of.contains(&held)
                    && definitions.leads_to(held.0, other.0)
                    && definitions.leads_to(other.0, used_at.0)
                    && self.disturb(&self.effects_at(definitions, held), &effects)
            })
        })
    }

    /// Whether the place that is assigned here is assigned while the value for it is at hand.
    fn is_assigned_twice(&self, definitions: &Definitions<'_>, ptr: Value, value: Value, at: At) -> bool {
        let root = definitions.root(ptr);
        let Some(stores) = definitions.stores.get(&root).filter(|stores| stores.len() > 1) else {
            return false;
        };
        let earlier: Vec<At> = stores
            .iter()
            .map(|&(earlier, _)| earlier)
            .filter(|&earlier| earlier < at && definitions.leads_to(earlier.0, at.0))
            .filter(|&earlier| match definitions.op_at(earlier) {
                Op::Store { ptr: written, .. } => definitions.same_place(ptr, *written),
                _ => false,
            })
            .collect();
        let Some(last) = earlier.last() else { return false };
        let loads = definitions.loads_at_hand(value);
        loads.iter().any(|load| load < last && definitions.leads_to(load.0, last.0))
    }
}

/// Parameters of which a function has a copy, by their numbers.
fn copied_params(function: &Function) -> Vec<usize> {
    let Some(entry) = function.body.as_ref().and_then(|body| body.blocks.first()) else { return vec![] };
    let copied = |param: &Value| {
        entry.insts.iter().any(
            |inst| matches!(&inst.op, Op::MemCopy { src, overlap: Overlap::Allowed, .. } if src == param),
        )
    };
    (0..entry.params.len()).filter(|&at| copied(&entry.params[at])).collect()
}

/// The positions of operations whose operands may be evaluated in an order that matters, in the order of the program.
/// `is_library` says whose bodies do not count, `is_c` where elements of an initialiser have no order.
pub fn places(
    program: &Program,
    is_library: &dyn Fn(&Function) -> bool,
    is_c: &dyn Fn(&Function) -> bool,
) -> Vec<LocId> {
    let analysis = Analysis::new(program, is_library);
    let mut places = vec![];
    for function in program.functions.iter().filter(|function| !is_library(function)) {
        let Some(body) = &function.body else { continue };
        let (definitions, of_c) = (Definitions::new(program, body), is_c(function));
        let numbered = body.blocks.iter().enumerate().flat_map(|(number, block)| {
            block.insts.iter().enumerate().map(move |(at, inst)| (number, at, inst))
        });
        for (number, at, inst) in numbered {
            let operands = definitions.operands(program, &inst.op);
            let computed = |value: &&Value| match definitions.op(**value) {
                Some(Op::Alloca { .. }) => {
                    definitions.makers(**value).iter().any(|&made| made < (number, at))
                }
                Some(_) => true,
                None => definitions.incoming.contains_key(*value),
            };
            let is_call = matches!(inst.op, Op::Call { .. } | Op::CallPtr { .. });
            let (parts, enough) = (operands.len(), operands.iter().filter(computed).count());
            if enough == 0 || places.contains(&inst.loc) {
                continue;
            }
            let several = enough > 1 || is_call && parts > 1;
            if !several && !of_c {
                continue;
            }
            let mut accesses: Vec<BTreeSet<At>> =
                operands.iter().map(|&operand| analysis.accesses(&definitions, operand)).collect();
            if is_call {
                let made = operands.iter().map(|&operand| definitions.makers(operand));
                let before =
                    |made: &'_ [At]| made.iter().copied().filter(|&made| made < (number, at)).collect();
                let made = made.map(before).collect::<Vec<Vec<At>>>();
                accesses.iter_mut().zip(made).for_each(|(accesses, made)| accesses.extend(made));
            }
            let used_at = (number, at);
            let conflict = || {
                accesses.iter().enumerate().any(|(at, one)| {
                    accesses[at + 1..].iter().any(|other| analysis.conflict(&definitions, one, other))
                })
            };
            let overwritten =
                || accesses.iter().any(|reads| analysis.is_overwritten(&definitions, reads, used_at));
            let of_several =
                || conflict() || overwritten() || analysis.copies_conflict(&definitions, &inst.op, &accesses);
            let assigned_twice = || match inst.op {
                Op::Store { ptr, value, .. } => analysis.is_assigned_twice(&definitions, ptr, value, used_at),
                _ => false,
            };
            let in_c = || analysis.is_disturbed(&definitions, &accesses, used_at) || assigned_twice();
            if several && of_several() || of_c && in_c() {
                places.push(inst.loc);
            }
        }
        if of_c {
            let lists = analysis.initialisers(&definitions);
            places.extend(lists);
        }
    }
    places
}
