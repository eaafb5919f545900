//! What cannot be written as text: the parser would refuse it. The other rules have files in
//! `tests/bad`.

use super::*;
use crate::bits::Bits;
use crate::property::Property;
use crate::text;

const WELL_FORMED: &str = r#"
global @g size 8 align 8 = { 0: @g }
fn @f(i32, ptr) -> i32 !1 {
b0(%0: i32, %1: ptr):
  %2 = add i32 %0, 5 !1
  %3 = alloca i64 4, align 4, "x"
  assert 1, assertion, "note"
  store ptr @g, %3, align 8
  jump b1(%2)
b1(%4: i32):
  return %4 !1
}
loc 1 = "a.c":1:1 in "f"
"#;

/// The first error of the program above after a change.
fn error(change: impl FnOnce(&mut Program)) -> String {
    let mut program = text::parse(WELL_FORMED).unwrap();
    assert_eq!(verify(&program), Ok(()));
    change(&mut program);
    let errors = verify(&program).expect_err("no error");
    errors[0].to_string()
}

fn body(program: &mut Program) -> &mut Body {
    program.functions[0].body.as_mut().unwrap()
}

fn inst(program: &mut Program, at: usize) -> &mut Inst {
    &mut body(program).blocks[0].insts[at]
}

#[test]
fn names_are_unique() {
    let message = error(|p| p.globals[0].name = "f".to_owned());
    assert_eq!(message, "program: two symbols have the name @f");
}

#[test]
fn constructors_and_destructors_exist() {
    let expected = "program: a constructor or destructor is function 7, which does not exist";
    assert_eq!(error(|p| p.constructors.push(FuncId(7))), expected);
    assert_eq!(error(|p| p.destructors.push(FuncId(7))), expected);
}

#[test]
fn entries_0_say_nothing() {
    assert_eq!(error(|p| p.notes[0].push('x')), "program: note 0 is not empty");
    assert_eq!(error(|p| p.locs[0].file = Some(FileId(0))), "program: position 0 has a file");
}

#[test]
fn positions_refer_to_what_exists() {
    let message = error(|p| p.locs[1].file = Some(FileId(4)));
    assert_eq!(message, "program: position 1 is in a file that does not exist");
    let message = error(|p| p.locs[1].function = NoteId(9));
    assert_eq!(message, "program: position 1 is in a function whose name does not exist");
    let message = error(|p| p.locs[1].inlined_at = Some(LocId(4)));
    assert_eq!(message, "program: position 1 is inlined at a position that does not exist");
}

#[test]
fn positions_exist() {
    assert_eq!(error(|p| p.globals[0].loc = LocId(9)), "global @g: position 9 does not exist");
    assert_eq!(error(|p| p.functions[0].loc = LocId(9)), "@f: position 9 does not exist");
    let message = error(|p| inst(p, 0).loc = LocId(9));
    assert_eq!(message, "@f, b0, instruction 0: position 9 does not exist");
    let message = error(|p| body(p).blocks[1].term_loc = LocId(9));
    assert_eq!(message, "@f, b1, terminator: position 9 does not exist");
}

#[test]
fn notes_exist() {
    let message = error(|p| {
        if let Op::Alloca { name, .. } = &mut inst(p, 1).op {
            *name = NoteId(9);
        }
    });
    assert_eq!(message, "@f, b0, instruction 1: note 9 does not exist");
    let message = error(|p| {
        let cond = body(p).new_constant(Type::BOOL, Const::Undef);
        inst(p, 2).op = Op::Assert { cond, property: Property::Assertion, note: NoteId(9) };
    });
    assert_eq!(message, "@f, b0, instruction 2: note 9 does not exist");
}

#[test]
fn symbols_exist() {
    let nowhere = Symbol::Global(GlobalId(3));
    let message = error(|p| {
        p.globals[0].init.as_mut().unwrap().pointers.insert(0, (nowhere, 0));
    });
    assert_eq!(message, "global @g: the pointer at 0 is to a symbol that does not exist");
    let message = error(|p| {
        body(p).new_constant(Type::Ptr, Const::Addr(nowhere, 0));
    });
    assert_eq!(message, "@f: address %9 is of a symbol that does not exist");
    let message = error(|p| inst(p, 2).op = Op::Call { callee: FuncId(5), args: vec![] });
    assert_eq!(message, "@f, b0, instruction 2: a call of function 5, which does not exist");
}

#[test]
fn types_exist() {
    assert_eq!(error(|p| p.functions[0].params.push(Type::Int(0))), "@f: i0 is no type");
    let wide = Type::Int(Type::MAX_INT_BITS + 1);
    assert_eq!(error(|p| p.functions[0].results.push(wide)), "@f: i8388609 is no type");
    let message = error(|p| {
        body(p).new_value(Type::Int(0));
    });
    assert_eq!(message, "@f: i0 of %9 is no type");
}

#[test]
fn constants_fit_their_types() {
    let constant = |ty, constant| {
        error(|p| {
            body(p).new_constant(ty, constant);
        })
    };
    let bits = Const::Bits(Bits::zero(8));
    assert_eq!(constant(Type::Int(9), bits.clone()), "@f: constant %9 of i9 has 8 bits");
    assert_eq!(constant(Type::Ptr, bits), "@f: constant %9 of ptr has 8 bits");
    let address = Const::Addr(Symbol::Func(FuncId(0)), 0);
    assert_eq!(constant(Type::Int(64), address), "@f: address %9 has type i64");
}

#[test]
fn values_are_defined_once() {
    let message = error(|p| inst(p, 1).first = Value(2));
    assert_eq!(message, "@f, b0, instruction 1: %2 is defined twice");
    let message = error(|p| body(p).blocks[1].params.push(Value(0)));
    assert_eq!(message, "@f, b1: %0 is defined twice");
    let message = error(|p| {
        let constant = body(p).new_constant(Type::Int(32), Const::Undef);
        inst(p, 0).first = constant;
    });
    assert_eq!(message, "@f, b0, instruction 0: %9 is a constant and cannot be defined");
    let message = error(|p| {
        let fresh = body(p).new_value(Type::Int(32));
        inst(p, 0).first = fresh;
    });
    assert_eq!(message, "@f, b0, terminator: %2 is never defined");
}

#[test]
fn values_exist() {
    let message = error(|p| inst(p, 0).first = Value(u32::MAX));
    assert_eq!(message, "@f, b0, instruction 0: a result that does not exist");
    let message = error(|p| body(p).blocks[1].params[0] = Value(99));
    assert_eq!(message, "@f, b1: %99 does not exist");
    let message = error(|p| body(p).blocks[1].term = Term::Return(vec![Value(99)]));
    assert_eq!(message, "@f, b1, terminator: the results are not of the function's types");
    let message = error(|p| inst(p, 3).op = Op::Assume(Value(99)));
    assert_eq!(message, "@f, b0, instruction 3: %99 does not exist");
}

#[test]
fn comparisons_have_four_relations() {
    let message = error(|p| {
        let float = body(p).new_constant(Type::Float(crate::FloatKind::F32), Const::Undef);
        inst(p, 0).op = Op::FCmp(FCmpOp(16), float, float);
    });
    assert_eq!(message, "@f, b0, instruction 0: a float comparison with more than four relations");
}

#[test]
fn errors_are_limited_and_functions_checked_alone() {
    let mut program = text::parse(WELL_FORMED).unwrap();
    assert_eq!(verify_function(&program, FuncId(0)), Ok(()));
    assert!(verify_function(&program, FuncId(1)).is_err());
    let bad = inst(&mut program, 0).clone();
    body(&mut program).blocks[0].insts.extend((0..1000).map(|_| bad.clone()));
    assert_eq!(verify(&program).unwrap_err().len(), LIMIT);
}

#[test]
fn large_functions_take_little_time() {
    // A chain of checks, each of which may jump to one error block: the shape of real code.
    let mut code = String::from("fn @f(i32) {\nb0(%0: i32):\n  jump b2(%0)\nb1:\n  stop\n");
    let count = 30_000;
    for at in 0..count {
        let (x, block) = (10 * at + 1, at + 2);
        code += &format!("b{block}(%{x}: i32):\n  %{} = add i32 %{x}, 1\n", x + 1);
        code += &format!("  %{} = cmp.eq i32 %0, %{}\n", x + 2, x + 1);
        code += &format!("  branch %{}, b1, b{}(%{})\n", x + 2, block + 1, x + 1);
    }
    code += &format!("b{}(%7000000: i32):\n  return\n}}\n", count + 2);
    let program = text::parse(&code).unwrap();
    assert_eq!(verify(&program), Ok(()));
}
