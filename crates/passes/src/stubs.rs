//! Functions that nobody defines, taken to return any value and to change nothing, and variables that nobody
//! defines, taken to hold anything.

use std::collections::BTreeSet;

use fathom_ir::{
    Bits, Block, Body, Const, FuncId, Function, GlobalId, Init, Inst, LocId, NoteId, Op, Program, Symbol,
    Term, Type, Value, ValueData,
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

/// Defines global variables that no file does, those of them that `is_missing` names, to hold anything when the
/// program starts. Their names, in the order of the program.
///
/// Constants and what has no size stay as they are, and all if the program has a function of its own in the place of
/// the one that does it. The bytes have no provenance: nobody may rely on what pointers
/// among them point to.
pub fn define_globals(program: &mut Program, is_missing: impl Fn(&str) -> bool) -> Vec<String> {
    if program.function_named(HAVOC).is_some_and(|id| !is_havoc(program, id)) {
        return vec![];
    }
    let numbered = program.globals.iter_mut().enumerate();
    let missing = numbered.filter(|(_, global)| {
        global.init.is_none() && global.size > 0 && !global.constant && is_missing(&global.name)
    });
    let mut names = vec![];
    let mut values = vec![];
    for (at, global) in missing {
        global.init = Some(Init::default());
        names.push(global.name.clone());
        let start = Const::Addr(Symbol::Global(GlobalId(at as u32)), 0);
        values.push(ValueData { ty: Type::Ptr, constant: Some(start) });
        let size = Bits::from_u64(program.target.pointer_bits, global.size);
        values.push(ValueData { ty: Type::Int(size.width()), constant: Some(Const::Bits(size)) });
    }
    if names.is_empty() {
        return names;
    }
    let callee = havoc(program);
    let call = |at: usize| {
        let args = vec![Value(2 * at as u32), Value(2 * at as u32 + 1)];
        Inst { op: Op::Call { callee, args }, first: Value(0), results: 0, loc: LocId::NONE }
    };
    let insts = (0..names.len()).map(call).collect();
    let block = Block { params: vec![], insts, term: Term::Return(vec![]), term_loc: LocId::NONE };
    program.constructors.insert(0, FuncId(program.functions.len() as u32));
    program.functions.push(Function {
        name: "fathom.any_globals".into(),
        params: vec![],
        results: vec![],
        variadic: false,
        body: Some(Body { values, blocks: vec![block] }),
        align: 1,
        loc: LocId::NONE,
    });
    names
}

/// The name of the library function that makes memory arbitrary.
const HAVOC: &str = "memhavoc";

/// Whether a function is that of the library.
fn is_havoc(program: &Program, id: FuncId) -> bool {
    let function = &program.functions[id.index()];
    let params = [Type::Ptr, Type::Int(program.target.pointer_bits)];
    function.body.is_none() && function.params == params && function.results.is_empty() && !function.variadic
}

/// The library function that makes memory arbitrary.
fn havoc(program: &mut Program) -> FuncId {
    program.function_named(HAVOC).unwrap_or_else(|| {
        program.functions.push(Function {
            name: HAVOC.into(),
            params: vec![Type::Ptr, Type::Int(program.target.pointer_bits)],
            results: vec![],
            variadic: false,
            body: None,
            align: 1,
            loc: LocId::NONE,
        });
        FuncId(program.functions.len() as u32 - 1)
    })
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
    fn missing_variables_hold_anything() {
        let before = "\
target pointer 64 little sysv64

global @counter size 8 align 8

global @other size 8 align 8

fn @main() -> i32 {
b0:
  return i32 0
}
";
        let mut program = text::parse(before).unwrap();
        assert_eq!(define_globals(&mut program, |name| name == "counter"), ["counter"]);
        verify::verify(&program).unwrap();
        assert!(program.globals[0].init.is_some());
        assert!(program.globals[1].init.is_none());
        let first = &program.functions[program.constructors[0].index()];
        let Op::Call { callee, .. } = &first.body.as_ref().unwrap().blocks[0].insts[0].op else { panic!() };
        assert_eq!(program.functions[callee.index()].name, "memhavoc");
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
