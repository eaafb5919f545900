//! Regions and memories of small programs. `tests/pure/*.fir` and `tests/pure-flat/*.fir` hold a program, and
//! the program with its memories.

mod common;

use std::path::Path;

use fathom_ir::text::parse;
use fathom_ir::verify::verify;
use fathom_ir::{FuncId, Op, Program};
use fathom_passes::Uninitialised;
use fathom_passes::purify::{Pure, Version, check, print, purify};
use fathom_passes::regions::{Object, RegionId, RegionOptions};

fn with_memories(text: &str, options: &RegionOptions) -> (Program, Pure) {
    let program = parse(text).unwrap_or_else(|error| panic!("{error}\n{text}"));
    verify(&program).unwrap_or_else(|errors| panic!("{errors:?}\n{text}"));
    let pure = purify(&program, options);
    check(&program, &pure).unwrap_or_else(|error| panic!("{error}\n{}", print(&program, &pure, None)));
    (program, pure)
}

fn run(path: &Path, one_region: bool) -> Result<(), String> {
    common::compare(path, |input| {
        let (program, pure) = with_memories(input, &RegionOptions { one_region, ..RegionOptions::default() });
        Ok(print(&program, &pure, None))
    })
}

#[test]
fn every_file_gives_what_it_says() {
    let tests = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests");
    let mut failures = String::new();
    for (directory, one_region) in [("pure", false), ("pure-flat", true)] {
        let mut paths: Vec<_> =
            std::fs::read_dir(tests.join(directory)).unwrap().map(|e| e.unwrap().path()).collect();
        paths.sort();
        assert!(!paths.is_empty(), "no tests found");
        for path in paths {
            if let Err(failure) = run(&path, one_region) {
                failures += &format!("== {}\n{failure}\n", path.display());
            }
        }
    }
    assert!(failures.is_empty(), "{failures}");
}

/// The region of each global object, in order.
fn regions_with(text: &str, options: &RegionOptions) -> Vec<RegionId> {
    let (program, pure) = with_memories(text, options);
    let globals = (0..program.globals.len() as u32).map(fathom_ir::GlobalId);
    globals.map(|id| pure.regions.of_object(Object::Global(id)).unwrap()).collect()
}

/// Whether the first two globals of a program share a region.
fn joined(text: &str) -> bool {
    let regions = regions_with(text, &RegionOptions::default());
    regions[0] == regions[1]
}

/// Two objects, a place for pointers, and a `main` around some instructions.
fn two(body: &str) -> String {
    format!(
        "global @a size 4 align 4 = {{}}\nglobal @b size 4 align 4 = {{}}\nglobal @p size 32 align 8 = {{}}\n\
         declare @use(ptr) -> ptr\ndeclare @malloc(i64) -> ptr\ndeclare @memcpy(ptr, ptr, i64) -> ptr\n\
         fn @main(i1, i64) -> i32 {{\nb0(%0: i1, %1: i64):\n{body}\n  return i32 0\n}}\n"
    )
}

#[test]
fn objects_that_no_pointer_confuses_are_apart() {
    assert!(!joined(&two("  store i32 1, @a, align 4\n  store i32 2, @b, align 4")));
    assert!(joined(&two("  %2 = select ptr %0, @a, @b\n  store i32 1, %2, align 4")));
}

#[test]
fn null_joins_nothing() {
    let body = "  %2 = select ptr %0, @a, null\n  %3 = select ptr %0, @b, null\n  store i32 1, %2, align 4";
    assert!(!joined(&two(body)));
}

#[test]
fn pointers_travel_through_memory() {
    let stores = "  store ptr @a, @p, align 8\n  store ptr @b, @p, align 8";
    assert!(joined(&two(stores)));
    let copies = "  %2 = alloca i64 8, align 8\n  store ptr @a, %2, align 8\n  store ptr @b, @p, align 8\n  \
                  memcopy %2, @p, i64 8";
    assert!(joined(&two(copies)));
    let library = "  %2 = alloca i64 8, align 8\n  store ptr @a, %2, align 8\n  store ptr @b, @p, align 8\n  \
                   %3 = call @memcpy(%2, ptr @p, i64 8) -> ptr";
    assert!(joined(&two(library)));
}

#[test]
fn numbers_that_become_pointers_point_to_what_was_exposed() {
    let cast = "  %2 = ptrtoint ptr @a to i64\n  %3 = ptrtoint ptr @b to i64";
    assert!(!joined(&two(cast)), "nothing is made of the numbers");
    assert!(joined(&two(&format!("{cast}\n  %4 = inttoptr i64 %1 to ptr\n  store i32 1, %4, align 4"))));
    let one = "  %2 = ptrtoint ptr @a to i64\n  %3 = inttoptr i64 %2 to ptr\n  store i32 1, %3, align 4";
    assert!(!joined(&two(one)), "only one is exposed");
}

#[test]
fn a_number_beside_a_pointer_is_no_pointer() {
    let structure = "  store ptr @a, @p, align 8\n  %2 = ptradd inbounds @p, i64 1, 8\n  \
                     store i64 %1, %2, align 8\n  %3 = load ptr, @p, align 8\n  %4 = ptrtoint ptr @b to i64\n  \
                     %5 = load i64, %2, align 8";
    assert!(!joined(&two(structure)));
    let elements = "  %2 = ptradd inbounds @p, %1, 16\n  store ptr @a, %2, align 8\n  \
                    %3 = ptradd inbounds %2, i64 8, 1\n  store i64 %1, %3, align 8\n  \
                    %4 = load ptr, %2, align 8\n  %5 = ptrtoint ptr @b to i64";
    assert!(!joined(&two(elements)));
}

#[test]
fn a_number_read_as_a_pointer_is_one() {
    let union = "  store ptr @a, @p, align 8\n  store i64 %1, @p, align 8\n  %2 = load ptr, @p, align 8\n  \
                 %3 = ptrtoint ptr @b to i64\n  %4 = ptrtoint ptr @a to i64";
    assert!(joined(&two(union)));
    let somewhere = "  store ptr @a, @p, align 8\n  %2 = ptradd inbounds @p, %1, 4\n  \
                     store i32 7, %2, align 4\n  %3 = load ptr, @p, align 8\n  %4 = ptrtoint ptr @b to i64\n  \
                     %5 = ptrtoint ptr @a to i64";
    assert!(joined(&two(somewhere)));
}

#[test]
fn zeros_over_pointers_are_null_unless_they_cut_them() {
    let exposed = "%4 = ptrtoint ptr @b to i64";
    let whole = "  store ptr @a, @p, align 8\n  memset @p, 0, i64 32\n  %2 = load ptr, @p, align 8\n";
    assert!(!joined(&two(&format!("{whole}  %3 = ptrtoint ptr @a to i64\n  {exposed}"))));
    let part = "  store ptr @a, @p, align 8\n  memset @p, 0, i64 3\n  %2 = load ptr, @p, align 8\n";
    assert!(joined(&two(&format!("{part}  %3 = ptrtoint ptr @a to i64\n  {exposed}"))));
}

#[test]
fn pointers_copied_byte_by_byte_arrive() {
    let loads = "  store ptr @a, @p, align 8\n  %2 = alloca i64 8, align 8\n  store ptr @b, %2, align 8\n  \
                 %3 = ptradd inbounds @p, %1, 1\n  %4 = load i8, %3, align 1\n  \
                 %5 = ptradd inbounds %2, %1, 1\n  store i8 %4, %5, align 1\n  %6 = load ptr, %2, align 8\n  \
                 store i32 1, %6, align 4";
    assert!(joined(&two(loads)));
}

#[test]
fn what_escapes_is_one_region() {
    let both = "  %2 = call @use(ptr @a) -> ptr\n  %3 = call @use(ptr @b) -> ptr";
    assert!(joined(&two(both)));
    let one = "  %2 = call @use(ptr @a) -> ptr\n  store i32 1, @b, align 4";
    assert!(!joined(&two(one)));
    let deep =
        "  store ptr @b, @p, align 8\n  %2 = call @use(ptr @p) -> ptr\n  %3 = call @use(ptr @a) -> ptr";
    assert!(joined(&two(deep)));
}

#[test]
fn a_pointer_from_outside_may_point_anywhere() {
    assert!(joined(&two("  %2 = nondet ptr\n  store i32 1, %2, align 4")));
    assert!(!joined(&two("  %2 = arbitrary ptr\n  store i32 1, %2, align 4")));
}

#[test]
fn memory_that_was_never_written_matters_if_it_is_arbitrary() {
    let text =
        two("  %2 = alloca i64 8, align 8\n  %3 = load ptr, %2, align 8\n  store ptr @a, %2, align 8\n  \
         %4 = ptrtoint ptr @a to i64\n  %5 = ptrtoint ptr @b to i64");
    assert!(!joined(&text));
    let arbitrary = RegionOptions { uninitialised: Uninitialised::Arbitrary, ..RegionOptions::default() };
    let regions = regions_with(&text, &arbitrary);
    assert_eq!(regions[0], regions[1]);
}

#[test]
fn calls_through_pointers_go_where_the_pointer_points() {
    let text = "global @a size 4 align 4 = {}\nglobal @b size 4 align 4 = {}\n\
                global @f size 8 align 8 = { 0: @one }\nglobal @g size 8 align 8 = { 0: @other }\n\
                fn @one(ptr) {\nb0(%0: ptr):\n  store i32 1, %0, align 4\n  return\n}\n\
                fn @other(ptr) {\nb0(%0: ptr):\n  store i32 2, %0, align 4\n  return\n}\n\
                fn @main() {\nb0:\n  %0 = load ptr, @f, align 8\n  callptr %0(ptr @a)\n  \
                %1 = load ptr, @g, align 8\n  callptr %1(ptr @b)\n  return\n}\n";
    assert!(!joined(text));
    let (program, pure) = with_memories(text, &RegionOptions::default());
    let one = program.function_named("one").unwrap();
    let a = pure.regions.of_object(Object::Global(fathom_ir::GlobalId(0))).unwrap();
    assert_eq!(pure.functions[one.index()].gives, [a]);
}

#[test]
fn functions_take_what_their_callees_take() {
    let text = "global @a size 4 align 4 = {}\nglobal @b size 4 align 4 = {}\n\
                fn @even(i32) {\nb0(%0: i32):\n  store i32 %0, @a, align 4\n  call @odd(%0)\n  return\n}\n\
                fn @odd(i32) {\nb0(%0: i32):\n  %1 = load i32, @b, align 4\n  call @even(%1)\n  return\n}\n\
                fn @main() {\nb0:\n  call @even(i32 3)\n  return\n}\n";
    let (_, pure) = with_memories(text, &RegionOptions::default());
    for function in &pure.functions {
        assert_eq!(
            (&function.takes[..], &function.gives[..]),
            (&[RegionId(0), RegionId(1)][..], &[RegionId(0)][..])
        );
    }
}

#[test]
fn unknown_code_calls_back() {
    let text = "global @a size 4 align 4 = {}\ndeclare @atexit(ptr) -> i32\ndeclare @unknown()\n\
                fn @handler() {\nb0:\n  store i32 1, @a, align 4\n  return\n}\n\
                fn @main() {\nb0:\n  %0 = call @atexit(ptr @handler) -> i32\n  call @unknown()\n  return\n}\n";
    let (program, pure) = with_memories(text, &RegionOptions::default());
    let a = pure.regions.of_object(Object::Global(fathom_ir::GlobalId(0))).unwrap();
    let main = program.function_named("main").unwrap();
    assert!(pure.functions[main.index()].gives.contains(&a));
}

#[test]
fn unreachable_blocks_have_memories_too() {
    let text = "global @a size 4 align 4 = {}\nfn @main() {\nb0:\n  jump b2\nb1:\n  store i32 1, @a, align 4\n  \
                jump b2\nb2:\n  %0 = load i32, @a, align 4\n  return\n}\n";
    with_memories(text, &RegionOptions::default());
}

/// The first instruction of the kind in the first function, and its memories.
fn first<'a>(
    program: &Program,
    pure: &'a mut Pure,
    kind: fn(&Op) -> bool,
) -> &'a mut fathom_passes::purify::PureInst {
    let body = program.functions[0].body.as_ref().unwrap();
    let places = body
        .blocks
        .iter()
        .enumerate()
        .flat_map(|(b, block)| block.insts.iter().enumerate().map(move |(i, inst)| (b, i, inst)));
    let (block, inst, _) = places.into_iter().find(|(_, _, inst)| kind(&inst.op)).unwrap();
    &mut pure.functions[0].body.as_mut().unwrap().blocks[block].insts[inst]
}

#[test]
fn the_check_finds_what_is_broken() {
    let text = "global @a size 4 align 4 = {}\nfn @main(i1) {\nb0(%0: i1):\n  branch %0, b1, b2\nb1:\n  \
                store i32 1, @a, align 4\n  jump b2\nb2:\n  %1 = load i32, @a, align 4\n  return\n}\n";
    let (program, good) = with_memories(text, &RegionOptions::default());
    let mut broken: Vec<Pure> = Vec::new();
    let mut breaking = |f: &dyn Fn(&mut Pure)| {
        let mut pure = good.clone();
        f(&mut pure);
        broken.push(pure);
    };
    breaking(&|pure| first(&program, pure, |op| matches!(op, Op::Load { .. })).takes.clear());
    breaking(&|pure| first(&program, pure, |op| matches!(op, Op::Load { .. })).takes[0] = Version(1));
    breaking(&|pure| first(&program, pure, |op| matches!(op, Op::Store { .. })).gives[0] = Version(0));
    breaking(&|pure| first(&program, pure, |op| matches!(op, Op::Store { .. })).gives.clear());
    breaking(&|pure| pure.functions[0].body.as_mut().unwrap().blocks[1].edges[0].clear());
    breaking(&|pure| pure.functions[0].body.as_mut().unwrap().blocks[2].returns.clear());
    breaking(&|pure| pure.functions[0].gives.clear());
    breaking(&|pure| pure.functions.clear());
    for pure in broken {
        assert!(check(&program, &pure).is_err());
    }
}

#[test]
fn versions_meet_only_where_somebody_wants_them() {
    let text = "global @a size 4 align 4 = {}\nfn @main(i1) {\nb0(%0: i1):\n  branch %0, b1, b2\nb1:\n  \
                store i32 1, @a, align 4\n  jump b2\nb2:\n  stop\n}\n";
    let (program, pure) = with_memories(text, &RegionOptions::default());
    let main = program.function_named("main").unwrap_or(FuncId(0));
    assert!(pure.functions[main.index()].body.as_ref().unwrap().blocks[2].params.is_empty());
}
