//! Who calls whom.

use fathom_ir::{Const, FuncId, Op, Program, Surplus, Symbol, Type};

use crate::components::strongly_connected;

/// Calls between the functions of a program. An indirect call may go to each function whose address is
/// taken and whose parameters and results fit; so may a call of a library function that calls back.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct CallGraph {
    /// For each function, those it may call, sorted.
    pub callees: Vec<Vec<FuncId>>,
    /// For each function, whether its address is used for something else than a direct call.
    pub address_taken: Vec<bool>,
    /// Sets of functions that call each other, each sorted, callees before callers. A function that
    /// takes part in no recursion is alone in its set.
    pub components: Vec<Vec<FuncId>>,
    /// For each function, whether a call of it may lead to another call of it while it runs.
    pub recursive: Vec<bool>,
}

impl CallGraph {
    /// The call graph of a program.
    pub fn new(program: &Program) -> Self {
        let address_taken = addresses_taken(program);
        let taken: Vec<FuncId> =
            (0..address_taken.len() as u32).map(FuncId).filter(|id| address_taken[id.index()]).collect();
        let callees: Vec<Vec<FuncId>> =
            program.functions.iter().map(|function| callees(program, function, &taken)).collect();
        let edges: Vec<Vec<u32>> =
            callees.iter().map(|callees| callees.iter().map(|id| id.0).collect()).collect();
        let components: Vec<Vec<FuncId>> = strongly_connected(&edges)
            .into_iter()
            .map(|component| component.into_iter().map(FuncId).collect())
            .collect();
        let mut recursive = vec![false; callees.len()];
        for component in &components {
            for id in component {
                recursive[id.index()] = component.len() > 1 || callees[id.index()].binary_search(id).is_ok();
            }
        }
        Self { callees, address_taken, components, recursive }
    }

    /// All functions, callees before callers as far as recursion lets them.
    pub fn bottom_up(&self) -> impl Iterator<Item = FuncId> {
        self.components.iter().flatten().copied()
    }

    /// The functions that may run when one of these is called: these and all they reach, sorted.
    pub fn reachable(&self, roots: impl IntoIterator<Item = FuncId>) -> Vec<FuncId> {
        let mut reached = vec![false; self.callees.len()];
        let mut work: Vec<FuncId> = roots.into_iter().collect();
        while let Some(id) = work.pop() {
            if !std::mem::replace(&mut reached[id.index()], true) {
                work.extend(&self.callees[id.index()]);
            }
        }
        (0..reached.len() as u32).map(FuncId).filter(|id| reached[id.index()]).collect()
    }
}

/// Library functions that call the functions they are given, at once or later.
fn calls_back(name: &str) -> bool {
    let name = name.trim_start_matches('_');
    matches!(
        name,
        "qsort"
            | "qsort_r"
            | "qsort_s"
            | "bsearch"
            | "bsearch_s"
            | "lfind"
            | "lsearch"
            | "tsearch"
            | "tfind"
            | "tdelete"
            | "twalk"
            | "tdestroy"
            | "ftw"
            | "nftw"
            | "scandir"
            | "glob"
            | "atexit"
            | "at_quick_exit"
            | "on_exit"
            | "cxa_atexit"
            | "exit"
            | "quick_exit"
            | "signal"
            | "sigaction"
            | "raise"
            | "pthread_create"
            | "thrd_create"
            | "pthread_once"
            | "call_once"
            | "pthread_key_create"
            | "libc_start_main"
    )
}

fn addresses_taken(program: &Program) -> Vec<bool> {
    let mut taken = vec![false; program.functions.len()];
    let mut take = |symbol: Symbol| match symbol {
        Symbol::Func(id) => taken[id.index()] = true,
        Symbol::Global(_) => {}
    };
    for init in program.globals.iter().filter_map(|global| global.init.as_ref()) {
        init.pointers.values().for_each(|&(symbol, _)| take(symbol));
    }
    for body in program.functions.iter().filter_map(|function| function.body.as_ref()) {
        let mut uses = |value| {
            if let Some(&Const::Addr(symbol, _)) = body.constant(value) {
                take(symbol);
            }
        };
        for block in &body.blocks {
            block.insts.iter().for_each(|inst| inst.op.operands(&mut uses));
            block.term.operands(&mut uses);
        }
    }
    taken
}

fn callees(program: &Program, function: &fathom_ir::Function, taken: &[FuncId]) -> Vec<FuncId> {
    let mut callees = Vec::new();
    let Some(body) = &function.body else { return callees };
    for inst in body.blocks.iter().flat_map(|block| &block.insts) {
        match &inst.op {
            Op::Call { callee, .. } => {
                callees.push(*callee);
                let callee = &program.functions[callee.index()];
                if callee.body.is_none() && calls_back(&callee.name) {
                    callees.extend(taken);
                }
            }
            Op::CallPtr { callee, args, variadic } => {
                if let Some(&Const::Addr(Symbol::Func(id), 0)) = body.constant(*callee) {
                    callees.push(id);
                    continue;
                }
                let args: Vec<Type> = args.iter().map(|&arg| body.ty(arg)).collect();
                let results: Vec<Type> = inst.result_values().map(|result| body.ty(result)).collect();
                callees.extend(
                    taken
                        .iter()
                        .filter(|id| fits(&program.functions[id.index()], &args, *variadic, &results)),
                );
            }
            _ => {}
        }
    }
    callees.sort_unstable();
    callees.dedup();
    callees
}

/// Whether a call through a pointer with these types may call the function, under any options. The area of variadic
/// arguments is the last argument of a variadic call.
pub(crate) fn fits(function: &fathom_ir::Function, args: &[Type], variadic: bool, results: &[Type]) -> bool {
    let fixed = if variadic { &args[..args.len().saturating_sub(1)] } else { args };
    function.accepts(fixed.iter().copied(), results.iter().copied(), variadic, Surplus::Ignored)
}
