//! Which memories instructions and functions read and write.

use std::collections::BTreeSet;

use fathom_ir::{Body, CastOp, FuncId, Inst, Op, Program, Type, Value};

use crate::components::strongly_connected;
use crate::regions::library::{Effects, Gives, Variadic};
use crate::regions::{Object, RegionId, Regions, Site};

/// The memories that something takes and gives, each sorted. What gives a memory takes it too: nothing
/// makes one from nothing.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Access {
    /// Read, or written.
    pub takes: Vec<RegionId>,
    /// Written.
    pub gives: Vec<RegionId>,
}

/// Sets under construction.
#[derive(Clone, Default)]
struct Sets {
    takes: BTreeSet<RegionId>,
    gives: BTreeSet<RegionId>,
}

impl Sets {
    fn read(&mut self, region: Option<RegionId>) {
        self.takes.extend(region);
    }

    fn write(&mut self, region: Option<RegionId>) {
        self.takes.extend(region);
        self.gives.extend(region);
    }

    fn add(&mut self, other: &Access) {
        self.takes.extend(&other.takes);
        self.gives.extend(&other.gives);
    }

    fn done(self) -> Access {
        Access { takes: self.takes.into_iter().collect(), gives: self.gives.into_iter().collect() }
    }
}

/// What every function does, with all that it calls.
pub(super) struct Summaries {
    functions: Vec<Access>,
    /// The regions of the stack objects of each function.
    frames: Vec<BTreeSet<RegionId>>,
    /// What code without a body may do.
    unknown: Access,
}

impl Summaries {
    pub fn new(program: &Program, regions: &Regions) -> Self {
        let count = program.functions.len();
        let frames = (0..count as u32).map(|id| frame(program, regions, FuncId(id))).collect();
        let empty = Self { functions: vec![Access::default(); count], frames, unknown: Access::default() };
        // Code without a body is a node of its own, the last: it calls back.
        let mut edges: Vec<Vec<u32>> = Vec::with_capacity(count + 1);
        let mut local: Vec<Access> = Vec::with_capacity(count + 1);
        for id in (0..count as u32).map(FuncId) {
            let (access, callees) = empty.of_body(program, regions, id);
            local.push(access);
            edges.push(callees);
        }
        let mut sets = Sets::default();
        sets.write(regions.of_object(Object::Unknown));
        local.push(sets.done());
        let mut called = regions.called_back();
        called.extend(&program.destructors);
        edges.push(called.iter().map(|id| id.0).collect());

        for component in strongly_connected(&edges) {
            let mut sets = Sets::default();
            for &node in &component {
                sets.add(&local[node as usize]);
                edges[node as usize].iter().for_each(|&callee| sets.add(&local[callee as usize]));
            }
            let whole = sets.done();
            component.iter().for_each(|&node| local[node as usize] = whole.clone());
        }
        let unknown = local.pop().unwrap_or_default();
        Self { functions: local, unknown, ..empty }
    }

    /// What a function does.
    pub fn of_function(&self, function: FuncId) -> Access {
        self.functions.get(function.index()).cloned().unwrap_or_default()
    }

    /// What the instructions of a function do themselves, and whom it calls; code without a body has the
    /// number after the last function.
    fn of_body(&self, program: &Program, regions: &Regions, function: FuncId) -> (Access, Vec<u32>) {
        let Some(body) = &program.functions[function.index()].body else { return Default::default() };
        let (mut sets, mut callees) = (Sets::default(), BTreeSet::new());
        for (block, code) in body.block_ids().zip(&body.blocks) {
            for (at, inst) in (0..).zip(&code.insts) {
                let site = Site { func: function, block, inst: at };
                let reader = Reader { program, regions, body, site, summaries: self };
                reader.instruction(inst, &mut sets);
                callees.extend(reader.callees(inst));
            }
        }
        (sets.done(), callees.into_iter().collect())
    }

    /// What an instruction does.
    pub fn of_instruction(&self, program: &Program, regions: &Regions, site: Site) -> Access {
        let body = program.functions.get(site.func.index()).and_then(|function| function.body.as_ref());
        let block = body.and_then(|body| body.blocks.get(site.block.index()));
        let inst = block.and_then(|block| block.insts.get(site.inst as usize));
        let (Some(body), Some(inst)) = (body, inst) else { return Access::default() };
        let reader = Reader { program, regions, body, site, summaries: self };
        let mut sets = Sets::default();
        reader.instruction(inst, &mut sets);
        for callee in reader.callees(inst) {
            sets.add(self.functions.get(callee as usize).unwrap_or(&self.unknown));
        }
        sets.done()
    }
}

/// The regions of the stack objects that a function makes.
fn frame(program: &Program, regions: &Regions, function: FuncId) -> BTreeSet<RegionId> {
    let Some(body) = &program.functions[function.index()].body else { return BTreeSet::new() };
    let insts = body.blocks.iter().flat_map(|block| &block.insts);
    let slots = insts.filter(|inst| matches!(inst.op, Op::Alloca { .. }));
    slots.filter_map(|inst| regions.of_value(program, function, inst.first)).collect()
}

/// Reads off an instruction what it does to memory.
struct Reader<'a> {
    program: &'a Program,
    regions: &'a Regions,
    body: &'a Body,
    site: Site,
    summaries: &'a Summaries,
}

impl Reader<'_> {
    fn region(&self, value: Value) -> Option<RegionId> {
        self.regions.of_value(self.program, self.site.func, value)
    }

    /// The memories that the instruction itself works on, without the functions with bodies that it calls.
    fn instruction(&self, inst: &Inst, sets: &mut Sets) {
        match &inst.op {
            Op::Load { ptr, .. } => {
                sets.read(self.region(*ptr));
            }
            Op::Store { ptr, .. } => sets.write(self.region(*ptr)),
            Op::MemCopy { dst, src, .. } => {
                sets.read(self.region(*src));
                sets.write(self.region(*dst));
            }
            Op::MemSet { dst, .. } => sets.write(self.region(*dst)),
            Op::Alloca { .. } => sets.write(self.region(inst.first)),
            Op::LifetimeStart(ptr) | Op::LifetimeEnd(ptr) | Op::Seal(ptr) => sets.write(self.region(*ptr)),
            Op::StackSave => {
                sets.takes.extend(&self.summaries.frames[self.site.func.index()]);
            }
            Op::StackRestore(_) => {
                let frame = &self.summaries.frames[self.site.func.index()];
                frame.iter().for_each(|&region| sets.write(Some(region)));
            }
            // Whether the object is alive and how large it is, memory knows.
            Op::PtrAdd { base, inbounds: true, .. } | Op::InBounds { base, .. } => {
                sets.read(self.region(*base));
            }
            // So it does which objects there are.
            Op::Cast(CastOp::IntToPtr, _) => sets.read(self.region(inst.first)),
            Op::Nondet { .. } if self.body.ty(inst.first) == Type::Ptr => {
                sets.read(self.region(inst.first));
            }
            Op::Call { callee, args } => self.library(*callee, args, inst, sets),
            Op::CallPtr { args, .. } => {
                for &callee in self.regions.targets(self.site) {
                    self.library(callee, args, inst, sets);
                }
            }
            Op::Bin(..)
            | Op::Overflow(..)
            | Op::Un(..)
            | Op::Cmp(..)
            | Op::Cast(..)
            | Op::Select(..)
            | Op::FBin(..)
            | Op::FUn(..)
            | Op::Fma(..)
            | Op::FCmp(..)
            | Op::Freeze(..)
            | Op::PtrAdd { inbounds: false, .. }
            | Op::PtrDiff(..)
            | Op::Assert { .. }
            | Op::Assume(..)
            | Op::Nondet { .. } => {}
        }
    }

    /// Whom an instruction calls, as nodes of the call graph.
    fn callees(&self, inst: &Inst) -> Vec<u32> {
        let (callees, args): (&[FuncId], &[Value]) = match &inst.op {
            Op::Call { callee, args } => (&[*callee], args),
            Op::CallPtr { args, .. } => (self.regions.targets(self.site), args),
            _ => return vec![],
        };
        let unknown = self.program.functions.len() as u32;
        let node = |id: &FuncId| {
            let function = self.program.functions.get(id.index())?;
            if function.body.is_some() {
                return Some(id.0);
            }
            Effects::of_call(self.program, function, self.body, args).is_none().then_some(unknown)
        };
        callees.iter().filter_map(node).collect()
    }

    /// What a call of a function without a body does, if the function is known.
    fn library(&self, callee: FuncId, args: &[Value], inst: &Inst, sets: &mut Sets) {
        let Some(function) = self.program.functions.get(callee.index()) else { return };
        if function.body.is_some() {
            return;
        }
        let Some(effects) = Effects::of_call(self.program, function, self.body, args) else { return };
        let region = |at: &usize| args.get(*at).and_then(|&arg| self.region(arg));
        effects.reads.iter().for_each(|at| sets.read(region(at)));
        effects.writes.iter().chain(effects.touches).for_each(|at| sets.write(region(at)));
        if let Some((to, from)) = effects.copies {
            sets.read(region(&from));
            sets.write(region(&to));
        }
        if let Some(at) = effects.stores_fresh {
            sets.write(region(&at));
            sets.write(self.regions.of_object(Object::Made(self.site)));
        }
        if matches!(effects.gives, Gives::Fresh | Gives::Resized(_)) {
            sets.write(self.regions.of_object(Object::Made(self.site)));
            sets.write(inst.result().and_then(|result| self.region(result)));
        }
        if let (Variadic::Print(_), Some(&area)) = (effects.variadic, args.last()) {
            let area = self.region(area);
            sets.read(area);
            sets.read(area.and_then(|area| self.regions.regions[area.index()].content));
        }
        if effects.errno {
            sets.write(self.regions.of_object(Object::Errno));
        }
        if effects.returns_twice {
            (0..self.regions.regions.len() as u32).for_each(|at| sets.write(Some(RegionId(at))));
        }
    }
}
