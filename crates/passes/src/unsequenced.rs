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

use fathom_ir::variadic::AreaTypes;
use fathom_ir::{Body, Const, FuncId, Function, GlobalId, LocId, NoteId, Op, Program, Symbol, Term, Value};

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

/// What defines the values of a function.
struct Definitions<'a> {
    body: &'a Body,
    /// By value: the instruction.
    insts: BTreeMap<Value, At>,
    /// By parameter of a block: what is passed to it.
    incoming: BTreeMap<Value, Vec<Value>>,
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
        let mut all = Self {
            body,
            insts,
            incoming,
            escaped: BTreeSet::new(),
            areas: BTreeMap::new(),
            stores: BTreeMap::new(),
            stores_elsewhere: vec![],
            results: BTreeMap::new(),
        };
        let numbered = body.blocks.iter().enumerate().flat_map(|(number, block)| {
            block.insts.iter().enumerate().map(move |(at, inst)| ((number, at), inst))
        });
        for (at, inst) in numbered {
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

    fn is_area(&self, program: &Program, slot: Value) -> bool {
        let Some(Op::Alloca { name, .. }) = self.op(slot) else { return false };
        program.notes.get(name.index()).is_some_and(|name| AreaTypes::of_name(name).is_some())
    }

    fn access(&self, ptr: Value, effects: &mut Effects, writes: bool) {
        match (self.root(ptr), writes) {
            (Root::Local(slot), _) if !self.escaped.contains(&slot) => {}
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
    /// Variables whose address is somewhere in memory or in other functions.
    exposed: BTreeSet<GlobalId>,
}

/// Functions without a body, or with one of ours, that write through what they are given.
const WRITERS: [&str; 32] = [
    "memcpy", "memmove", "memset", "mempcpy", "bzero", "strcpy", "strncpy", "strcat", "strncat", "strtok",
    "sprintf", "snprintf", "scanf", "sscanf", "fscanf", "fgets", "fread", "read", "qsort", "realloc",
    "strsep", "strtok_r", "strtol", "strtoul", "strtoll", "strtoull", "strtod", "strtof", "strtold", "frexp",
    "modf", "remquo",
];

/// Whether a function is one of these, whatever version of the standard its name in the library speaks of.
fn is_writer(name: &str) -> bool {
    let versions = ["__isoc99_", "__isoc23_"];
    let plain = versions.iter().find_map(|version| name.strip_prefix(version)).unwrap_or(name);
    WRITERS.contains(&plain)
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
            exposed: BTreeSet::new(),
        };
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
                        let writes_anything = is_writer(&function.name);
                        Effects { reads, writes, writes_anything, ..Effects::default() }
                    }
                    None => Effects { writes_anything: is_writer(&function.name), ..Effects::default() },
                };
                if taken.contains(&FuncId(at as u32)) {
                    analysis.pointers.add(&effects);
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
            self.of_inst(definitions, &inst.op, &mut effects);
        }
        effects
    }

    fn of_inst(&self, definitions: &Definitions<'_>, op: &Op, effects: &mut Effects) {
        match op {
            Op::Load { ptr, .. } => definitions.access(*ptr, effects, false),
            Op::Store { ptr, .. } | Op::MemSet { dst: ptr, .. } => definitions.access(*ptr, effects, true),
            Op::MemCopy { dst, src, .. } => {
                definitions.access(*dst, effects, true);
                definitions.access(*src, effects, false);
            }
            Op::Call { callee, .. } => effects.add(&self.functions[callee.index()]),
            Op::CallPtr { .. } => effects.add(&self.pointers),
            _ => {}
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

    /// Whether two operands do something to the same memory, in what is not a part of both.
    fn conflict(&self, definitions: &Definitions<'_>, one: &BTreeSet<At>, other: &BTreeSet<At>) -> bool {
        let effects = |&at: &At| {
            let mut effects = Effects::default();
            self.of_inst(definitions, definitions.op_at(at), &mut effects);
            effects
        };
        let left: Vec<Effects> = one.difference(other).map(effects).collect();
        let right: Vec<Effects> = other.difference(one).map(effects).collect();
        left.iter()
            .any(|a| right.iter().any(|b| a.disturbs(b, &self.exposed) || b.disturbs(a, &self.exposed)))
    }
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
        let definitions = Definitions::new(program, body);
        let numbered = body.blocks.iter().enumerate().flat_map(|(number, block)| {
            block.insts.iter().enumerate().map(move |(at, inst)| (number, at, inst))
        });
        for (number, at, inst) in numbered {
            let operands = definitions.operands(program, &inst.op);
            let computed =
                |value: &&Value| !matches!(definitions.op(**value), None | Some(Op::Alloca { .. }));
            let is_call = matches!(inst.op, Op::Call { .. } | Op::CallPtr { .. });
            let (parts, enough) = (operands.len(), operands.iter().filter(computed).count());
            if enough < 2 && !(is_call && parts > 1 && enough > 0) || places.contains(&inst.loc) {
                continue;
            }
            let accesses: Vec<BTreeSet<At>> =
                operands.iter().map(|&operand| analysis.accesses(&definitions, operand)).collect();
            let conflict = accesses.iter().enumerate().any(|(at, one)| {
                accesses[at + 1..].iter().any(|other| analysis.conflict(&definitions, one, other))
            });
            let overwritten =
                || accesses.iter().any(|reads| analysis.is_overwritten(&definitions, reads, (number, at)));
            if conflict || overwritten() {
                places.push(inst.loc);
            }
        }
        if is_c(function) {
            let lists = analysis.initialisers(&definitions);
            places.extend(lists);
        }
    }
    places
}
