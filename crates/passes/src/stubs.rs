//! Functions that nobody defines, taken to return any value and to change nothing.

use std::collections::BTreeSet;

use fathom_ir::{
    Block, Body, Const, FuncId, Inst, LocId, NoteId, Op, Program, Symbol, Term, Type, Value, ValueData,
};

/// Makes inputs of what functions without a body return, those of them that `is_missing` names. The names of
/// those that are called, sorted.
///
/// Calls become inputs where they stand, whatever they pass; for calls through pointers, the functions get
/// bodies. This is no pass like the others: it says what a program does that does not say so itself.
pub fn stub(program: &mut Program, is_missing: impl Fn(&str) -> bool) -> Vec<String> {
    let missing: BTreeSet<FuncId> = (0..program.functions.len() as u32)
        .map(FuncId)
        .filter(|id| {
            let function = &program.functions[id.index()];
            function.body.is_none() && is_missing(&function.name)
        })
        .collect();
    let notes: Vec<Option<NoteId>> = (0..program.functions.len() as u32)
        .map(|at| {
            let name = format!("{}()", program.functions[at as usize].name);
            missing.contains(&FuncId(at)).then(|| {
                program.notes.push(name);
                NoteId(program.notes.len() as u32 - 1)
            })
        })
        .collect();
    let mut called = BTreeSet::new();
    for function in &mut program.functions {
        let Some(body) = &mut function.body else { continue };
        let Body { values, blocks } = body;
        for block in blocks {
            if !block
                .insts
                .iter()
                .any(|inst| callee(values, &inst.op).is_some_and(|id| missing.contains(&id)))
            {
                continue;
            }
            for inst in std::mem::take(&mut block.insts) {
                match callee(values, &inst.op).and_then(|id| Some((id, notes[id.index()]?))) {
                    Some((id, name)) => {
                        called.insert(id);
                        block.insts.extend(inputs(&inst, name));
                    }
                    None => block.insts.push(inst),
                }
            }
        }
    }
    for &id in &missing {
        let function = &mut program.functions[id.index()];
        let area = function.variadic.then_some(Type::Ptr);
        let params = function.params.iter().copied().chain(area).collect();
        let name = notes[id.index()].unwrap_or(NoteId::NONE);
        function.body = Some(body(params, &function.results, name));
    }
    called.iter().map(|id| program.functions[id.index()].name.clone()).collect()
}

/// The function that a call names.
fn callee(values: &[ValueData], op: &Op) -> Option<FuncId> {
    match op {
        Op::Call { callee, .. } => Some(*callee),
        Op::CallPtr { callee, .. } => match values[callee.index()].constant {
            Some(Const::Addr(Symbol::Func(id), 0)) => Some(id),
            _ => None,
        },
        _ => None,
    }
}

/// Inputs instead of the results of a call.
fn inputs(call: &Inst, name: NoteId) -> impl Iterator<Item = Inst> + use<> {
    let loc = call.loc;
    let input = move |first| Inst { op: Op::Nondet { name, outside: true }, first, results: 1, loc };
    (call.first.0..call.first.0 + call.results).map(Value).map(input)
}

/// A body that returns inputs.
fn body(params: Vec<Type>, results: &[Type], name: NoteId) -> Body {
    let values: Vec<ValueData> =
        params.iter().chain(results).map(|&ty| ValueData { ty, constant: None }).collect();
    let (given, all) = (params.len() as u32, values.len() as u32);
    let input = |first| Inst { op: Op::Nondet { name, outside: true }, first, results: 1, loc: LocId::NONE };
    let block = Block {
        params: (0..given).map(Value).collect(),
        insts: (given..all).map(Value).map(input).collect(),
        term: Term::Return((given..all).map(Value).collect()),
        term_loc: LocId::NONE,
    };
    Body { values, blocks: vec![block] }
}

#[cfg(test)]
mod tests {
    use super::*;
    use fathom_ir::{text, verify};

    #[test]
    fn calls_become_inputs_and_functions_get_bodies() {
        let before = "\
target pointer 64 little sysv64

fn @main() -> i32 {
b0:
  %0 = call @missing(i32 1) -> i32
  %1 = call @known(i32 %0) -> i32
  return %1
}

declare @known(i32) -> i32

declare @missing(i32) -> i32
";
        let mut program = text::parse(before).unwrap();
        assert_eq!(stub(&mut program, |name| name == "missing"), ["missing"]);
        verify::verify(&program).unwrap();
        let of = |name: &str| &program.functions[program.function_named(name).unwrap().index()];
        assert!(of("known").body.is_none());
        let stubbed = of("missing").body.as_ref().unwrap();
        assert!(matches!(stubbed.blocks[0].insts[0].op, Op::Nondet { outside: true, .. }));
        let main = of("main").body.as_ref().unwrap();
        assert!(matches!(main.blocks[0].insts[0].op, Op::Nondet { .. }));
        assert!(matches!(main.blocks[0].insts[1].op, Op::Call { .. }));
    }

    #[test]
    fn nothing_missing_changes_nothing() {
        let text = "target pointer 64 little sysv64\n\nfn @main() -> i32 {\nb0:\n  return i32 0\n}\n";
        let mut program = text::parse(text).unwrap();
        let before = program.clone();
        assert!(stub(&mut program, |_| true).is_empty());
        assert_eq!(program, before);
    }
}
