//! From the program to sets of objects: every instruction that moves pointers makes sets one.

use std::collections::{BTreeMap, BTreeSet};

use fathom_ir::{
    Body, CastOp, Const, FuncId, Function, GlobalId, Inst, Op, Program, Symbol, Term, Type, Value,
};

use super::classes::Class;
use super::library::{Effects, Gives};
use super::nodes::{Node, Nodes};
use super::{Object, RegionOptions, Site};
use crate::call_graph::fits;

/// The sets as they become.
pub(super) struct Solver<'p> {
    pub program: &'p Program,
    pub options: &'p RegionOptions,
    pub nodes: Nodes,
    /// Where each value points, for pointers that may point somewhere.
    values: Vec<Vec<Option<Node>>>,
    /// Offsets of each value in its object; `None` where no pointer to an object got there yet.
    pub offsets: Vec<Vec<Option<Class>>>,
    pub globals: Vec<Node>,
    /// Functions whose address is used.
    pub functions: BTreeMap<FuncId, Node>,
    /// What each function returns, where it is a pointer.
    returns: Vec<Vec<Option<Node>>>,
    /// Offsets of what each function returns.
    pub return_offsets: Vec<Vec<Option<Class>>>,
    /// Objects made by instructions.
    pub sites: BTreeMap<Site, Node>,
    /// Sets whose addresses the program sees as numbers.
    exposed: Vec<Node>,
    /// Where pointers made of numbers point.
    conjured: Vec<Node>,
    /// What code that nobody knows can get at, once there is such code.
    pub unknown: Option<Node>,
    /// The arguments of the program, if it looks at them.
    pub environment: Option<Node>,
    /// `errno`, if the program asks where it lies.
    pub errno: Option<Node>,
    /// Calls through pointers, and whom they may call.
    pub targets: BTreeMap<Site, BTreeSet<FuncId>>,
    /// Functions that code which nobody knows may call.
    called_back: BTreeSet<FuncId>,
    /// Some pointer may point to every object of the program.
    points_anywhere: Option<Node>,
}

impl<'p> Solver<'p> {
    /// Solves all constraints.
    pub fn solve(program: &'p Program, options: &'p RegionOptions) -> Self {
        let mut solver = Self::new(program, options);
        solver.start();
        solver.instructions();
        loop {
            let before = solver.nodes.changes;
            let calls = solver.find_targets();
            solver.join_exposed();
            solver.join_everything();
            solver.propagate_offsets();
            solver.find_puns();
            if solver.nodes.changes == before && !calls {
                return solver;
            }
        }
    }

    fn new(program: &'p Program, options: &'p RegionOptions) -> Self {
        let mut nodes = Nodes::default();
        let globals = program.globals.iter().map(|_| nodes.fresh()).collect();
        let counts = program.functions.iter().map(|f| f.body.as_ref().map_or(0, |body| body.values.len()));
        let counts: Vec<usize> = counts.collect();
        let returns = program.functions.iter().map(|function| {
            let pointers = function.results.iter().map(|&ty| (ty == Type::Ptr).then(|| nodes.fresh()));
            pointers.collect::<Vec<_>>()
        });
        let returns: Vec<_> = returns.collect();
        Self {
            program,
            options,
            globals,
            values: counts.iter().map(|&count| vec![None; count]).collect(),
            offsets: counts.iter().map(|&count| vec![None; count]).collect(),
            functions: BTreeMap::new(),
            return_offsets: returns.iter().map(|results| vec![None; results.len()]).collect(),
            returns,
            sites: BTreeMap::new(),
            exposed: Vec::new(),
            conjured: Vec::new(),
            unknown: None,
            environment: None,
            errno: None,
            targets: BTreeMap::new(),
            called_back: BTreeSet::new(),
            points_anywhere: None,
            nodes,
        }
    }

    /// What holds before the first instruction: initial contents, and what entry functions are given.
    fn start(&mut self) {
        let program = self.program;
        for (id, global) in (0..).map(GlobalId).zip(&program.globals) {
            let own = self.globals[id.index()];
            match &global.init {
                Some(init) => {
                    for &(symbol, offset) in init.pointers.values() {
                        let (to, content) = (self.symbol(symbol), self.nodes.content(own));
                        self.nodes.unify(content, to);
                        self.nodes.stored(to, Class::exactly(offset));
                    }
                }
                // Somebody else's, with contents that we do not know.
                None => {
                    let unknown = self.unknown();
                    self.nodes.unify(own, unknown);
                }
            }
        }
        for &constructor in &program.constructors {
            self.enter(constructor, true);
        }
        for &destructor in &program.destructors {
            self.enter(destructor, true);
        }
        for entry in self.entries() {
            let is_main = program.functions[entry.index()].name == "main";
            self.enter(entry, is_main);
        }
    }

    /// Where execution may start: what the options say, else at `main`, else wherever nobody calls.
    fn entries(&self) -> Vec<FuncId> {
        if !self.options.entries.is_empty() {
            return self.options.entries.clone();
        }
        if let Some(main) = self.program.function_named("main") {
            return vec![main];
        }
        let mut called = vec![false; self.program.functions.len()];
        let bodies = self.program.functions.iter().filter_map(|function| function.body.as_ref());
        for inst in bodies.flat_map(|body| &body.blocks).flat_map(|block| &block.insts) {
            if let Op::Call { callee, .. } = inst.op {
                called[callee.index()] = true;
            }
        }
        (0..called.len() as u32).map(FuncId).filter(|id| !called[id.index()]).collect()
    }

    /// The outside calls a function, with the command line if it is `main` or its like.
    fn enter(&mut self, function: FuncId, with_command_line: bool) {
        let Some(body) = &self.program.functions[function.index()].body else { return };
        let params = body.blocks.first().map_or(&[][..], |block| &block.params);
        for (at, &param) in params.iter().enumerate().filter(|&(_, &param)| body.ty(param) == Type::Ptr) {
            self.offsets[function.index()][param.index()] = Some(Class::ANY);
            let Some(own) = self.value(function, param) else { continue };
            if at == 1 {
                let environment = self.environment();
                self.nodes.unify(own, environment);
            }
            if at == 1 && with_command_line {
                continue;
            }
            let unknown = self.unknown();
            self.nodes.unify(own, unknown);
            // A pointer from outside may be one to any object that is there.
            if !with_command_line || at != 2 {
                self.globals.clone().into_iter().for_each(|global| self.nodes.unify(own, global));
            }
        }
    }

    fn environment(&mut self) -> Node {
        if let Some(environment) = self.environment {
            return environment;
        }
        let environment = self.nodes.fresh();
        let content = self.nodes.content(environment);
        self.nodes.unify(environment, content);
        self.nodes.stored(environment, Class::ANY);
        *self.environment.insert(environment)
    }

    /// What code that nobody knows can get at. It is exposed, and that code makes pointers of numbers.
    fn unknown(&mut self) -> Node {
        if let Some(unknown) = self.unknown {
            return unknown;
        }
        let unknown = self.nodes.fresh();
        let content = self.nodes.content(unknown);
        self.nodes.unify(unknown, content);
        self.nodes.stored(unknown, Class::ANY);
        self.exposed.push(unknown);
        self.conjured.push(unknown);
        *self.unknown.insert(unknown)
    }

    fn errno(&mut self) -> Node {
        let nodes = &mut self.nodes;
        *self.errno.get_or_insert_with(|| nodes.fresh())
    }

    fn symbol(&mut self, symbol: Symbol) -> Node {
        match symbol {
            Symbol::Global(id) => self.globals[id.index()],
            Symbol::Func(id) => {
                let nodes = &mut self.nodes;
                *self.functions.entry(id).or_insert_with(|| nodes.fresh())
            }
        }
    }

    /// Where a value points; `None` for constants that point nowhere and for what is no pointer.
    pub fn value(&mut self, function: FuncId, value: Value) -> Option<Node> {
        let body = self.program.functions[function.index()].body.as_ref()?;
        match body.constant(value) {
            Some(&Const::Addr(symbol, _)) => Some(self.symbol(symbol)),
            Some(Const::Bits(_) | Const::Undef) => None,
            None if body.ty(value) != Type::Ptr => None,
            None => {
                let nodes = &mut self.nodes;
                let own = &mut self.values[function.index()][value.index()];
                Some(*own.get_or_insert_with(|| nodes.fresh()))
            }
        }
    }

    fn unify_values(&mut self, function: FuncId, a: Value, b: Value) {
        if let (Some(a), Some(b)) = (self.value(function, a), self.value(function, b)) {
            self.nodes.unify(a, b);
        }
    }

    fn expose(&mut self, function: FuncId, value: Value) {
        let node = self.value(function, value);
        self.exposed.extend(node);
    }

    /// The pointers that are stored in a set are seen as numbers somewhere.
    pub fn expose_content(&mut self, node: Node) {
        let content = self.nodes.content(node);
        if !self.exposed.contains(&content) {
            self.exposed.push(content);
            self.nodes.changes += 1;
        }
    }

    /// Pointers made of numbers are read from a set.
    pub fn conjure_content(&mut self, node: Node) {
        let content = self.nodes.content(node);
        self.nodes.stored(content, Class::ANY);
        if !self.conjured.contains(&content) {
            self.conjured.push(content);
            self.nodes.changes += 1;
        }
    }

    /// A pointer that a number was made into.
    fn conjure(&mut self, function: FuncId, value: Value) {
        self.offsets[function.index()][value.index()] = Some(Class::ANY);
        let node = self.value(function, value);
        self.conjured.extend(node);
    }

    fn instructions(&mut self) {
        let program = self.program;
        for (id, function) in (0..).map(FuncId).zip(&program.functions) {
            let Some(body) = &function.body else { continue };
            for (block_id, block) in body.block_ids().zip(&body.blocks) {
                for (at, inst) in (0..).zip(&block.insts) {
                    self.instruction(Site { func: id, block: block_id, inst: at }, body, inst);
                }
                self.terminator(id, body, &block.term);
            }
        }
    }

    fn terminator(&mut self, function: FuncId, body: &Body, term: &Term) {
        for edge in term.edges() {
            let Some(to) = body.blocks.get(edge.block.index()) else { continue };
            for (&param, &arg) in to.params.iter().zip(&edge.args) {
                self.unify_values(function, param, arg);
            }
        }
        if let Term::Return(values) = term {
            for (at, &value) in values.iter().enumerate() {
                let result = self.returns[function.index()].get(at).copied().flatten();
                if let (Some(result), Some(value)) = (result, self.value(function, value)) {
                    self.nodes.unify(result, value);
                }
            }
        }
    }

    fn instruction(&mut self, site: Site, body: &Body, inst: &Inst) {
        let f = site.func;
        match &inst.op {
            Op::Select(_, a, b) => {
                self.unify_values(f, inst.first, *a);
                self.unify_values(f, inst.first, *b);
            }
            Op::Freeze(a) => self.unify_values(f, inst.first, *a),
            Op::PtrAdd { base, .. } => match self.value(f, *base) {
                Some(_) => self.unify_values(f, inst.first, *base),
                // A number is added to a constant address.
                None => self.conjure(f, inst.first),
            },
            Op::Cast(CastOp::PtrToInt, a) => self.expose(f, *a),
            Op::Cast(CastOp::IntToPtr, _) => self.conjure(f, inst.first),
            Op::PtrDiff(a, b) => {
                self.expose(f, *a);
                self.expose(f, *b);
            }
            Op::Load { ptr, .. } => {
                if let (Some(to), Some(own)) = (self.value(f, *ptr), self.value(f, inst.first)) {
                    let content = self.nodes.content(to);
                    self.nodes.unify(content, own);
                }
            }
            Op::Store { value, ptr, .. } => {
                if let (Some(to), Some(value)) = (self.value(f, *ptr), self.value(f, *value)) {
                    let content = self.nodes.content(to);
                    self.nodes.unify(content, value);
                }
            }
            Op::MemCopy { dst, src, .. } => self.copy(f, *dst, *src),
            Op::Alloca { .. } => self.make(site, inst),
            Op::Nondet { outside, .. } if body.ty(inst.first) == Type::Ptr => {
                self.conjure(f, inst.first);
                if *outside {
                    self.points_anywhere = self.value(f, inst.first);
                }
            }
            Op::Call { callee, args } => self.bind(site, body, inst, *callee, args),
            // Once it is known where the pointer points.
            Op::CallPtr { .. } => {}
            Op::Bin(..)
            | Op::Overflow(..)
            | Op::Un(..)
            | Op::Cmp(..)
            | Op::Cast(..)
            | Op::FBin(..)
            | Op::FUn(..)
            | Op::Fma(..)
            | Op::FCmp(..)
            | Op::InBounds { .. }
            | Op::LifetimeStart(..)
            | Op::LifetimeEnd(..)
            | Op::Seal(..)
            | Op::StackSave
            | Op::StackRestore(..)
            | Op::MemSet { .. }
            | Op::Assert { .. }
            | Op::Assume(..)
            | Op::Nondet { .. } => {}
        }
    }

    /// The instruction gives a pointer to a new object.
    fn make(&mut self, site: Site, inst: &Inst) {
        let object = self.site(site);
        if inst.results > 0
            && let Some(own) = self.value(site.func, inst.first)
        {
            self.nodes.unify(own, object);
        }
    }

    fn site(&mut self, site: Site) -> Node {
        let nodes = &mut self.nodes;
        *self.sites.entry(site).or_insert_with(|| nodes.fresh())
    }

    fn copy(&mut self, function: FuncId, dst: Value, src: Value) {
        if let (Some(dst), Some(src)) = (self.value(function, dst), self.value(function, src)) {
            let (to, from) = (self.nodes.content(dst), self.nodes.content(src));
            self.nodes.unify(to, from);
        }
    }

    /// An instruction calls a function.
    fn bind(&mut self, site: Site, body: &Body, inst: &Inst, callee: FuncId, args: &[Value]) {
        let program = self.program;
        let function = &program.functions[callee.index()];
        let Some(code) = &function.body else {
            match Effects::of_call(program, function, body, args) {
                Some(effects) => self.bind_known(site, inst, args, effects),
                None => self.bind_unknown(site, inst, args),
            }
            return;
        };
        let params = code.blocks.first().map_or(&[][..], |block| &block.params);
        for (&param, &arg) in params.iter().zip(args) {
            if let (Some(param), Some(arg)) = (self.value(callee, param), self.value(site.func, arg)) {
                self.nodes.unify(param, arg);
            }
        }
        for (at, result) in inst.result_values().enumerate() {
            let given = self.returns[callee.index()].get(at).copied().flatten();
            if let (Some(given), Some(result)) = (given, self.value(site.func, result)) {
                self.nodes.unify(given, result);
            }
        }
    }

    fn bind_known(&mut self, site: Site, inst: &Inst, args: &[Value], effects: Effects) {
        let f = site.func;
        if let Some((to, from)) = effects.copies {
            self.copy(f, args[to], args[from]);
        }
        if let Some(at) = effects.stores_fresh {
            let object = self.site(site);
            if let Some(to) = self.value(f, args[at]) {
                let content = self.nodes.content(to);
                self.nodes.unify(content, object);
                self.nodes.stored(object, Class::START);
            }
        }
        let source = match effects.gives {
            Gives::Number => return,
            Gives::Fresh => return self.make(site, inst),
            Gives::Into(at) => self.value(f, args[at]),
            Gives::Resized(at) => {
                self.make(site, inst);
                self.value(f, args[at])
            }
            Gives::Errno => Some(self.errno()),
        };
        if inst.results > 0
            && let (Some(source), Some(own)) = (source, self.value(f, inst.first))
        {
            self.nodes.unify(source, own);
        }
    }

    fn bind_unknown(&mut self, site: Site, inst: &Inst, args: &[Value]) {
        let unknown = self.unknown();
        for value in args.iter().copied().chain(inst.result_values()) {
            if let Some(node) = self.value(site.func, value) {
                self.nodes.unify(node, unknown);
            }
        }
        for result in inst.result_values() {
            self.offsets[site.func.index()][result.index()] = Some(Class::ANY);
        }
    }

    /// Looks where pointers that are called point; whether anything is new.
    fn find_targets(&mut self) -> bool {
        let mut functions_in: BTreeMap<Node, Vec<FuncId>> = BTreeMap::new();
        for (id, node) in self.functions.clone() {
            functions_in.entry(self.nodes.find(node)).or_default().push(id);
        }
        let program = self.program;
        let mut new = false;
        for (id, function) in (0..).map(FuncId).zip(&program.functions) {
            let Some(body) = &function.body else { continue };
            for (block_id, block) in body.block_ids().zip(&body.blocks) {
                for (at, inst) in (0..).zip(&block.insts) {
                    let Op::CallPtr { callee, args, variadic } = &inst.op else { continue };
                    let site = Site { func: id, block: block_id, inst: at };
                    for target in self.may_call(id, body, inst, (*callee, args, *variadic), &functions_in) {
                        if self.targets.entry(site).or_default().insert(target) {
                            self.bind(site, body, inst, target, args);
                            new = true;
                        }
                    }
                }
            }
        }
        self.call_back(&functions_in) || new
    }

    fn may_call(
        &mut self,
        function: FuncId,
        body: &Body,
        inst: &Inst,
        (callee, args, variadic): (Value, &[Value], bool),
        functions_in: &BTreeMap<Node, Vec<FuncId>>,
    ) -> Vec<FuncId> {
        if let Some(&Const::Addr(Symbol::Func(id), _)) = body.constant(callee) {
            return vec![id];
        }
        let Some(node) = self.value(function, callee) else { return vec![] };
        let args: Vec<Type> = args.iter().map(|&arg| body.ty(arg)).collect();
        let results: Vec<Type> = inst.result_values().map(|result| body.ty(result)).collect();
        let all = functions_in.get(&self.nodes.find(node)).map_or(&[][..], Vec::as_slice);
        // The interpreter does not compare the types of library functions.
        let may = |target: &Function| target.body.is_none() || fits(target, &args, variadic, &results);
        all.iter().copied().filter(|id| may(&self.program.functions[id.index()])).collect()
    }

    /// Code that nobody knows calls the functions it can get at.
    fn call_back(&mut self, functions_in: &BTreeMap<Node, Vec<FuncId>>) -> bool {
        let Some(unknown) = self.unknown else { return false };
        let program = self.program;
        let mut new = false;
        for &id in functions_in.get(&self.nodes.find(unknown)).map_or(&[][..], Vec::as_slice) {
            if !self.called_back.insert(id) {
                continue;
            }
            new = true;
            let entry = program.functions[id.index()].body.as_ref().and_then(|body| body.blocks.first());
            for &param in entry.map_or(&[][..], |block| &block.params) {
                if let Some(node) = self.value(id, param) {
                    self.nodes.unify(node, unknown);
                    self.offsets[id.index()][param.index()] = Some(Class::ANY);
                }
            }
            for result in self.returns[id.index()].clone().into_iter().flatten() {
                self.nodes.unify(result, unknown);
            }
        }
        new
    }

    /// A number that is made into a pointer gives one to any object that was exposed.
    fn join_exposed(&mut self) {
        let Some(&first) = self.conjured.first() else { return };
        for node in [self.conjured.clone(), self.exposed.clone()].concat() {
            self.nodes.unify(first, node);
        }
        self.nodes.stored(first, Class::ANY);
    }

    /// The set of exposed objects, if pointers are made of numbers.
    pub fn exposed(&mut self) -> Option<Node> {
        let first = *self.conjured.first()?;
        Some(self.nodes.find(first))
    }

    fn join_everything(&mut self) {
        let Some(anywhere) = self.points_anywhere else { return };
        let objects: Vec<Node> = self.objects().into_iter().map(|(_, node)| node).collect();
        objects.into_iter().for_each(|node| self.nodes.unify(anywhere, node));
    }

    /// All objects, in the order of the program.
    pub fn objects(&self) -> Vec<(Object, Node)> {
        let globals = (0..).map(GlobalId).zip(&self.globals).map(|(id, &node)| (Object::Global(id), node));
        let functions = self.functions.iter().map(|(&id, &node)| (Object::Function(id), node));
        let sites = self.sites.iter().map(|(&site, &node)| (Object::Made(site), node));
        let environment = self.environment.map(|node| (Object::Environment, node));
        let errno = self.errno.map(|node| (Object::Errno, node));
        let unknown = self.unknown.map(|node| (Object::Unknown, node));
        globals.chain(functions).chain(sites).chain(environment).chain(errno).chain(unknown).collect()
    }
}
