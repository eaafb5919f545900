//! Loops and call graphs of small programs.

use fathom_ir::text::parse;
use fathom_ir::{BlockId, FuncId, Program};
use fathom_passes::call_graph::CallGraph;
use fathom_passes::loops::Loops;

/// Each loop as text: header, blocks, latches, exits, depth.
fn loops(edges: &str) -> Vec<String> {
    // Block n of `edges` is line n: the blocks it leads to.
    let mut text = String::from("fn @f(i1) {\n");
    for (at, line) in edges.trim().lines().enumerate() {
        text += &format!("b{at}{}:\n", if at == 0 { "(%0: i1)" } else { "" });
        let to: Vec<&str> = line.split_whitespace().skip(1).collect();
        text += &match to[..] {
            [] => "  return\n".to_owned(),
            [one] => format!("  jump b{one}\n"),
            [one, other] => format!("  branch %0, b{one}, b{other}\n"),
            _ => panic!("at most two edges"),
        };
    }
    let program = parse(&(text + "}\n")).unwrap();
    let body = program.functions[0].body.as_ref().unwrap();
    let loops = Loops::find(body);
    for (at, found) in loops.loops.iter().enumerate() {
        assert_eq!(found.depth, found.parent.map_or(0, |p| loops.loops[p.index()].depth) + 1);
        assert!(found.parent.is_none_or(|parent| parent.index() < at));
        assert!(found.blocks.iter().all(|&block| loops.depth(block) >= found.depth));
    }
    let list = |blocks: &[BlockId]| blocks.iter().map(|b| b.0.to_string()).collect::<Vec<_>>().join(" ");
    let describe = |found: &fathom_passes::loops::Loop| {
        let exits: Vec<String> =
            found.exits.iter().map(|(from, to)| format!("{}-{}", from.0, to.0)).collect();
        format!(
            "{}{}: {} latches {} exits {} depth {}",
            if found.is_irreducible() { "irreducible " } else { "" },
            found.header.0,
            list(&found.blocks),
            list(&found.latches),
            exits.join(" "),
            found.depth
        )
    };
    loops.loops.iter().map(describe).collect()
}

#[test]
fn nested_loops() {
    let found = loops("0: 1\n1: 2 5\n2: 3\n3: 2 4\n4: 1\n5:");
    assert_eq!(found, ["1: 1 2 3 4 latches 4 exits 1-5 depth 1", "2: 2 3 latches 3 exits 3-4 depth 2"]);
}

#[test]
fn loops_that_share_a_header_are_one() {
    assert_eq!(loops("0: 1\n1: 2 3\n2: 1 3\n3: 1 4\n4:"), ["1: 1 2 3 latches 2 3 exits 3-4 depth 1"]);
}

#[test]
fn two_entries_are_irreducible() {
    let found = loops("0: 1 2\n1: 2\n2: 1 3\n3:");
    assert_eq!(found.len(), 1);
    assert!(found[0].starts_with("irreducible"), "{found:?}");
}

#[test]
fn block_that_jumps_to_itself_and_unreachable_cycle() {
    assert_eq!(loops("0: 1\n1: 1 2\n2:\n3: 4\n4: 3"), ["1: 1 latches 1 exits 1-2 depth 1"]);
}

#[test]
fn no_loops_without_cycles() {
    assert!(loops("0: 1 2\n1: 3\n2: 3\n3:").is_empty());
}

const CALLS: &str = r"
declare @qsort(ptr, i64, i64, ptr)
global @table size 16 align 8 = { 0: @indirect, 8: @even }

fn @main(ptr) -> i32 {
b0(%0: ptr):
  %1 = call @even(i32 4) -> i32
  call @sort(%0)
  %2 = callptr %0(%1) -> i32
  %3 = callptr @leaf() -> i32
  return %2
}

fn @even(i32) -> i32 {
b0(%0: i32):
  %1 = call @odd(%0) -> i32
  return %1
}

fn @odd(i32) -> i32 {
b0(%0: i32):
  %1 = call @even(%0) -> i32
  return %1
}

fn @indirect(i32) -> i32 {
b0(%0: i32):
  return %0
}

fn @leaf() -> i32 {
b0:
  return i32 0
}

fn @sort(ptr) {
b0(%0: ptr):
  call @qsort(%0, i64 1, i64 1, ptr @compare)
  return
}

fn @compare(ptr, ptr) -> i32 {
b0(%0: ptr, %1: ptr):
  call @sort(%0)
  return i32 0
}
";

fn named(program: &Program, ids: &[FuncId]) -> Vec<String> {
    let mut names: Vec<String> = ids.iter().map(|id| program.functions[id.index()].name.clone()).collect();
    names.sort();
    names
}

#[test]
fn calls_direct_indirect_and_back() {
    let program = parse(CALLS).unwrap();
    let graph = CallGraph::new(&program);
    let id = |name: &str| program.function_named(name).unwrap();
    let callees = |name: &str| named(&program, &graph.callees[id(name).index()]);
    // The pointer may be what has the right type and is taken: `odd` is not taken.
    assert_eq!(callees("main"), ["even", "indirect", "leaf", "sort"]);
    assert_eq!(callees("sort"), ["compare", "even", "indirect", "leaf", "qsort"]);
    for (name, recursive) in
        [("main", false), ("even", true), ("odd", true), ("sort", true), ("compare", true), ("leaf", false)]
    {
        assert_eq!(graph.recursive[id(name).index()], recursive, "{name}");
    }
    let order: Vec<FuncId> = graph.bottom_up().collect();
    let at = |name| order.iter().position(|&f| f == id(name)).unwrap();
    assert_eq!(order.len(), program.functions.len());
    assert!(at("odd") < at("main") && at("sort") < at("main") && at("leaf") < at("sort"));
    assert_eq!(named(&program, &graph.reachable([id("even")])), ["even", "odd"]);
}
