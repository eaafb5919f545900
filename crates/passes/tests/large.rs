//! Large functions take little time and no deep stack.

use std::fmt::Write;

use fathom_ir::Program;
use fathom_ir::text::parse;
use fathom_ir::verify::verify;
use fathom_passes::call_graph::CallGraph;
use fathom_passes::loops::Loops;
use fathom_passes::{Uninitialised, pass_named, prepare};

/// A function with many variables and steps. Every step is a block that may leave to one common end, or
/// sometimes go back a bit.
fn ladder(steps: usize, variables: usize) -> Program {
    let mut text = String::from("fn @f(i32) -> i32 {\nb0(%0: i32):\n");
    for at in 1..=variables {
        writeln!(text, "  %{at} = alloca i64 4, align 4\n  store i32 0, %{at}, align 4").unwrap();
    }
    writeln!(text, "  jump b1").unwrap();
    let end = steps + 1;
    for step in 1..=steps {
        let slot = 1 + step % variables;
        let first = variables + 1 + 3 * step;
        let leave = if step % 7 == 3 { step - 2 } else { end };
        writeln!(text, "b{step}:").unwrap();
        writeln!(text, "  lifetime.start %{slot}").unwrap();
        writeln!(text, "  store i32 %0, %{slot}, align 4").unwrap();
        writeln!(text, "  %{first} = load i32, %1, align 4").unwrap();
        writeln!(text, "  %{} = add i32 %{first}, 1", first + 1).unwrap();
        writeln!(text, "  store i32 %{}, %1, align 4", first + 1).unwrap();
        writeln!(text, "  lifetime.end %{slot}").unwrap();
        writeln!(text, "  lifetime.start %1\n  store i32 %{first}, %1, align 4").unwrap();
        writeln!(text, "  %{} = cmp.eq i32 %{}, %0", first + 2, first + 1).unwrap();
        writeln!(text, "  branch %{}, b{leave}, b{}", first + 2, step + 1).unwrap();
    }
    writeln!(text, "b{end}:\n  %{} = load i32, %1, align 4", variables + 1).unwrap();
    writeln!(text, "  return %{}\n}}", variables + 1).unwrap();
    parse(&text).unwrap()
}

#[test]
fn many_blocks_and_variables() {
    let mut program = ladder(100_000, 1_000);
    let stats = prepare(&mut program, Uninitialised::Indeterminate);
    assert_eq!(verify(&program), Ok(()));
    assert_eq!(stats.promoted, 1_000);
    let body = program.functions[0].body.as_ref().unwrap();
    assert!(Loops::find(body).loops.len() > 10_000);
}

/// A chain of jumps becomes one block.
#[test]
fn long_chain() {
    let mut text = String::from("fn @f(i32) -> i32 {\nb0(%0: i32):\n  jump b1(%0)\n");
    let count = 100_000;
    for at in 1..count {
        let (param, sum) = (2 * at, 2 * at + 1);
        let next = at + 1;
        writeln!(text, "b{at}(%{param}: i32):\n  %{sum} = add i32 %{param}, 1\n  jump b{next}(%{sum})")
            .unwrap();
    }
    writeln!(text, "b{count}(%{}: i32):\n  return %{}\n}}", 2 * count, 2 * count).unwrap();
    let mut program = parse(&text).unwrap();
    prepare(&mut program, Uninitialised::Indeterminate);
    assert_eq!(verify(&program), Ok(()));
    assert_eq!(program.functions[0].body.as_ref().unwrap().blocks.len(), 1);
}

/// Functions that call the next one, all inlined or not.
#[test]
fn long_chain_of_calls() {
    let mut text = String::new();
    let count = 20_000;
    for at in 0..count {
        writeln!(text, "fn @f{at}(i32) -> i32 {{\nb0(%0: i32):\n  %1 = add i32 %0, 1").unwrap();
        if at + 1 < count {
            writeln!(text, "  %2 = call @f{}(%1) -> i32\n  return %2\n}}", at + 1).unwrap();
        } else {
            writeln!(text, "  return %1\n}}").unwrap();
        }
    }
    let mut program = parse(&text).unwrap();
    assert!(!CallGraph::new(&program).recursive.contains(&true));
    let inlined = (pass_named("inline").unwrap().run)(&mut program).inlined;
    assert!(inlined > count / 2);
    assert_eq!(verify(&program), Ok(()));
}
