//! Small programs that fail unless they get what their replay says.

use std::sync::Arc;

use fathom_ir::{Bits, Program, Property, PropertySet};

use super::{Placement, Replay, ReplayUse};
use crate::memory::AddressSpace;
use crate::run::{Outcome, run};
use crate::{RunOptions, layout};

/// A program of one function without branches.
fn program(pointer_bits: u32, body: &str) -> Program {
    let (word, va) = if pointer_bits == 64 { ("i64", "sysv64") } else { ("i32", "slot 4") };
    let text = format!(
        "target pointer {pointer_bits} little {va}
declare @malloc({word}) -> ptr
declare @calloc({word}, {word}) -> ptr
declare @realloc(ptr, {word}) -> ptr
declare @_Znwm({word}) -> ptr
declare @free(ptr)
declare @memhavoc(ptr, {word})
declare @__CPROVER_havoc_object(ptr)
global @global size 4 align 4 = {{}}
fn @main() -> i32 {{
b0:
{body}
  return i32 0
}}"
    );
    let program = fathom_ir::text::parse(&text).unwrap_or_else(|e| panic!("{e}\n{text}"));
    fathom_ir::verify::verify(&program).unwrap_or_else(|e| panic!("{e:?}\n{text}"));
    program
}

/// Runs with all checks but the ones given.
fn replayed(program: &Program, replay: Replay, without: &[Property]) -> (Outcome, ReplayUse) {
    let checks = without.iter().fold(PropertySet::default(), |checks, &out| checks.without(out));
    let options = RunOptions { checks, replay: Some(Arc::new(replay)), ..RunOptions::default() };
    let entry = program.function_named("main").expect("there is one");
    let (outcome, stats) = run(program, entry, &[], &options);
    (outcome, stats.replay)
}

/// Runs a body that must come to its end, where uninitialised bytes are what the replay says.
fn holds(pointer_bits: u32, body: &str, replay: Replay) -> ReplayUse {
    let program = program(pointer_bits, body);
    let (outcome, used) = replayed(&program, replay, &[Property::UninitialisedUse]);
    assert_eq!(outcome, Outcome::Exited(0), "{body}");
    used
}

fn values(values: impl IntoIterator<Item = Bits>) -> Replay {
    Replay { values: values.into_iter().collect(), ..Replay::default() }
}

fn objects<const N: usize>(objects: [Placement; N]) -> Replay {
    Replay { objects: objects.into(), ..Replay::default() }
}

fn at(base: u64) -> Placement {
    Placement { base: Some(base), ..Placement::default() }
}

fn containing(default: u8, bytes: &[(u64, u8)]) -> Placement {
    let runs = bytes.iter().flat_map(|&(at, byte)| [(at, byte), (at + 1, default)]);
    Placement { default, runs: runs.collect(), ..Placement::default() }
}

#[test]
fn inputs_are_the_values_in_order_at_every_width() {
    let number = 0x8123_4567_89ab_cdef_fedc_ba98_7654_3211;
    let bits = |width: u32| Bits::from_u128(width, number);
    let mut body = String::new();
    for width in 1..=128u32 {
        let value = number & (u128::MAX >> (128 - width));
        let at = 2 * (width - 1);
        body += &format!("  %{at} = nondet i{width}\n");
        body += &format!("  %{} = cmp.eq i{width} %{at}, {value:#x}\n", at + 1);
        body += &format!("  assert %{}, assertion, \"{width}\"\n", at + 1);
    }
    let used = holds(64, &body, values((1..=128).map(bits)));
    assert_eq!(used, ReplayUse { values: 128, objects: 0, exhausted: false });
}

#[test]
fn inputs_of_another_width_are_cut_or_extended() {
    let body = "  %0 = nondet i8
  %1 = cmp.eq i8 %0, 0x34
  assert %1, assertion
  %2 = nondet i128
  %3 = cmp.eq i128 %2, 0xff
  assert %3, assertion
  %4 = nondet f64
  %5 = fcmp.oeq f64 %4, 1.5
  assert %5, assertion";
    let one_and_a_half = Bits::from_u64(64, 1.5f64.to_bits());
    holds(64, body, values([Bits::from_u64(16, 0x1234), Bits::from_i64(8, -1), one_and_a_half]));
}

#[test]
fn pointers_belong_to_exposed_objects_or_come_from_outside() {
    let body = |expose: &str, word: &str| {
        format!(
            "  %0 = alloca i64 8, align 8
{expose}
  %2 = {word} ptr
  store i8 1, %2, align 1"
        )
    };
    let replay = || Replay { values: vec![Bits::from_u64(64, 0x1234_5607)], ..objects([at(0x1234_5600)]) };
    holds(64, &body("  %1 = ptrtoint ptr %0 to i64", "arbitrary"), replay());
    holds(64, &body("  %1 = add i64 0, 0", "nondet"), replay());
    let (outcome, _) = replayed(&program(64, &body("  %1 = add i64 0, 0", "arbitrary")), replay(), &[]);
    let Outcome::Failed(report) = outcome else { panic!("{outcome:?}") };
    assert_eq!(report.property, Property::WildPointer);
}

#[test]
fn values_that_run_out_are_zero() {
    let body = "  %0 = nondet i8
  %1 = nondet i8
  %2 = cmp.eq i8 %1, 0
  assert %2, assertion
  %3 = nondet i100
  %4 = cmp.eq i100 %3, 0
  assert %4, assertion";
    let used = holds(64, body, values([Bits::ones(8)]));
    assert_eq!(used, ReplayUse { values: 1, objects: 0, exhausted: true });
    let used = holds(64, "  %0 = alloca i64 1, align 1", values([Bits::ones(8)]));
    assert_eq!(used, ReplayUse { values: 0, objects: 0, exhausted: true });
}

#[test]
fn parameters_of_the_entry_are_inputs() {
    let text = "target pointer 64 little sysv64
fn @main(i64, i8) -> i32 {
b0(%0: i64, %1: i8):
  %2 = cmp.eq i64 %0, 5
  assert %2, assertion
  %3 = cmp.eq i8 %1, 6
  assert %3, assertion
  return i32 0
}";
    let program = fathom_ir::text::parse(text).expect("a program");
    let (outcome, used) = replayed(&program, values([Bits::from_u64(64, 5), Bits::from_u64(8, 6)]), &[]);
    assert_eq!((outcome, used.values), (Outcome::Exited(0), 2));
}

#[test]
fn the_command_line_is_that_of_the_replay() {
    let text = "target pointer 64 little sysv64
fn @main(i32, ptr) -> i32 {
b0(%0: i32, %1: ptr):
  %2 = ptradd %1, i64 1, 8
  %3 = load ptr, %2, align 8
  %4 = load i8, %3, align 1
  %5 = zext i8 %4 to i32
  %6 = add i32 %5, %0
  return %6
}";
    let program = fathom_ir::text::parse(text).expect("a program");
    let arguments = Some(vec![b"name".to_vec(), b"A".to_vec()]);
    let (outcome, _) = replayed(&program, Replay { arguments, ..Replay::default() }, &[]);
    assert_eq!(outcome, Outcome::Exited(i32::from(b'A') + 2));
}

/// Lines that assert that a pointer has an address.
fn lies_at(value: u32, fresh: u32, word: u32, address: u64) -> String {
    format!(
        "  %{fresh} = ptrtoint ptr %{value} to i{word}
  %{} = cmp.eq i{word} %{fresh}, {address:#x}
  assert %{}, assertion, \"%{value} at {address:#x}\"\n",
        fresh + 1,
        fresh + 1
    )
}

#[test]
fn objects_lie_where_the_replay_says() {
    for bits in [32, 64] {
        let word = bits;
        let body = format!(
            "  %0 = alloca i{word} 4, align 4
  %1 = call @malloc(i{word} 100) -> ptr
  %2 = alloca i{word} 1, align 1
  %3 = call @calloc(i{word} 2, i{word} 2) -> ptr
  %4 = call @realloc(%1, i{word} 200) -> ptr
{}{}{}{}{}  call @free(%3)
  call @free(%4)",
            lies_at(0, 5, word, 0x9000_0004),
            lies_at(1, 7, word, 0x9000_0020),
            lies_at(2, 9, word, 0x1001),
            lies_at(3, 11, word, 0xffff_ee00),
            lies_at(4, 13, word, 0x9000_1000),
        );
        let places = [0x9000_0004, 0x9000_0020, 0x1001, 0xffff_ee00, 0x9000_1000];
        let used = holds(bits, &body, objects(places.map(at)));
        assert_eq!(used, ReplayUse { values: 0, objects: 5, exhausted: false });
    }
}

#[test]
fn addresses_that_are_impossible_are_not_used() {
    let mut body = String::from("  %0 = call @malloc(i64 32) -> ptr\n");
    // Misaligned, null, at the very end, where processes have no memory.
    let refused = [0x20008, 0, !15, 1 << 47];
    for number in 1..=refused.len() as u32 {
        body += &format!("  %{number} = call @malloc(i64 32) -> ptr\n");
    }
    for number in 1..=refused.len() as u32 {
        // The interpreter's own places, one after the other: 32 bytes and a red zone.
        let own = AddressSpace::of(64).heap_start + 48 * u64::from(number - 1);
        body += &lies_at(number, 5 + 2 * number, 64, own);
    }
    for number in 0..=refused.len() {
        body += &format!("  call @free(%{number})\n");
    }
    let placements = [0x10000].into_iter().chain(refused).map(at).collect();
    holds(64, &body, Replay { objects: placements, ..Replay::default() });
}

#[test]
fn addresses_of_objects_that_are_gone_are_used_again() {
    for bits in [32, 64] {
        let text = format!(
            "target pointer {bits} little sysv64
declare @malloc(i{bits}) -> ptr
declare @free(ptr)
fn @leaf() -> i{bits} {{
b0:
  %0 = alloca i{bits} 64, align 8
  %1 = alloca i{bits} 8, align 8
  %2 = ptrtoint ptr %0 to i{bits}
  %3 = ptrtoint ptr %1 to i{bits}
  %4 = sub i{bits} %2, %3
  return %4
}}
fn @main() -> i32 {{
b0:
  %0 = alloca i{bits} 8, align 8
  %1 = stacksave i{bits}
  %2 = call @leaf() -> i{bits}
  %3 = call @leaf() -> i{bits}
  %4 = add i{bits} %2, %3
  %5 = cmp.eq i{bits} %4, 0
  assert %5, assertion, \"they changed places\"
  %6 = alloca i{bits} 8, align 8
  stackrestore %1
  %7 = alloca i{bits} 8, align 8
  %8 = alloca i{bits} 8, align 8
{}{}{}  %15 = call @malloc(i{bits} 8) -> ptr
  call @free(%15)
  %16 = call @malloc(i{bits} 8) -> ptr
  call @free(%16)
{}  store i{bits} 7, %0, align 1
  return i32 0
}}",
            lies_at(0, 9, bits, 0x70_0000),
            lies_at(7, 11, bits, 0x71_0000),
            // Its own choice: the first of the stack.
            lies_at(8, 13, bits, AddressSpace::of(bits).stack_top - 0x20),
            lies_at(16, 17, bits, 0x71_1000),
        );
        let program = fathom_ir::text::parse(&text).unwrap_or_else(|e| panic!("{e}\n{text}"));
        let any = Placement::default();
        let places = [
            at(0x70_0000),
            at(0x71_0000),
            at(0x71_0100),
            at(0x71_0100),
            at(0x71_0000),
            any.clone(),
            at(0x71_0000),
            any,
            at(0x71_1000),
            at(0x71_1000),
        ];
        let (outcome, used) = replayed(&program, objects(places), &[]);
        assert_eq!(outcome, Outcome::Exited(0));
        assert_eq!(used, ReplayUse { values: 0, objects: 10, exhausted: false });
    }
}

#[test]
fn allocations_fail_as_the_replay_says() {
    let body = "  %0 = call @malloc(i64 8) -> ptr
  %1 = cmp.eq ptr %0, null
  assert %1, assertion
  %2 = call @malloc(i64 8) -> ptr
  store i8 9, %2, align 1
  %3 = call @realloc(%2, i64 16) -> ptr
  %4 = cmp.eq ptr %3, null
  assert %4, assertion
  %5 = load i8, %2, align 1
  %6 = cmp.eq i8 %5, 9
  assert %6, assertion
  %7 = call @calloc(i64 1, i64 0) -> ptr
  %8 = cmp.eq ptr %7, null
  assert %8, assertion
  call @free(%2)";
    let fails = Placement { fails: true, ..Placement::default() };
    let replay = objects([fails.clone(), Placement::default(), fails.clone(), fails.clone()]);
    assert_eq!(holds(64, body, replay).objects, 4);
    // A stack has no way to fail.
    holds(64, "  %0 = alloca i64 8, align 8\n  store i8 1, %0, align 1", objects([fails.clone()]));
    let program = program(64, "  %0 = call @_Znwm(i64 8) -> ptr");
    let (outcome, _) = replayed(&program, objects([fails]), &[]);
    assert!(matches!(&outcome, Outcome::Failed(report) if report.property == Property::Exception));
}

#[test]
fn attempts_without_hope_ask_for_nothing() {
    let body = "  %0 = call @malloc(i64 -1) -> ptr
  %1 = call @calloc(i64 0x8000000000000000, i64 2) -> ptr
  %2 = call @malloc(i64 1) -> ptr
  %3 = call @realloc(%2, i64 0) -> ptr";
    assert_eq!(holds(64, body, objects([at(0x1000)])).objects, 1);
}

const READ_TWICE: &str = "  %1 = load i16, %0, align 1
  %2 = cmp.eq i16 %1, 0xcdab
  assert %2, assertion
  %3 = ptradd %0, i64 3, 1
  %4 = load i8, %3, align 1
  %5 = cmp.eq i8 %4, 0x11
  assert %5, assertion
";

#[test]
fn uninitialised_bytes_are_those_of_the_replay() {
    let contents = || containing(0x11, &[(0, 0xab), (1, 0xcd), (4, 0xff)]);
    for start in ["alloca i64 4, align 1", "call @malloc(i64 4) -> ptr"] {
        let body = format!("  %0 = {start}\n{READ_TWICE}");
        let body = if start.starts_with("call") { body + "  call @free(%0)" } else { body };
        holds(64, &body, objects([contents()]));
        // Where they are checked, they are indeterminate as ever.
        let (outcome, _) = replayed(&program(64, &body), objects([contents()]), &[]);
        let Outcome::Failed(report) = outcome else { panic!("{outcome:?}") };
        assert_eq!(report.property, Property::UninitialisedUse);
    }
    let zeroed = "  %0 = call @calloc(i64 4, i64 1) -> ptr
  %1 = load i32, %0, align 1
  %2 = cmp.eq i32 %1, 0
  assert %2, assertion
  %3 = call @realloc(%0, i64 8) -> ptr
  %4 = load i64, %3, align 1
  %5 = cmp.eq i64 %4, 0x2122222200000000
  assert %5, assertion
  call @free(%3)";
    holds(64, zeroed, objects([contents(), containing(0x22, &[(0, 1), (7, 0x21)])]));
}

#[test]
fn contents_are_chosen_anew_when_a_lifetime_starts_again() {
    let body = format!(
        "  %0 = alloca i64 4, align 1
  store i32 0, %0, align 1
  lifetime.end %0
  lifetime.start %0
{READ_TWICE}  lifetime.start %0
  store i32 0, %0, align 1
  %6 = load i32, %0, align 1
  %7 = cmp.eq i32 %6, 0
  assert %7, assertion
  lifetime.end %0
  lifetime.start %0
  %8 = load i8, %0, align 1
  %9 = cmp.eq i8 %8, 0xab
  assert %9, assertion"
    );
    let given = || containing(0x11, &[(0, 0xab), (1, 0xcd)]);
    let other = || containing(0x55, &[]);
    let used = holds(64, &body, objects([other(), given(), other(), given()]));
    assert_eq!(used, ReplayUse { values: 0, objects: 4, exhausted: false });
    let zero = "  %0 = alloca i64 1, align 1
  store i8 1, %0, align 1
  lifetime.start %0
  %1 = load i8, %0, align 1
  %2 = cmp.eq i8 %1, 0
  assert %2, assertion";
    assert!(holds(64, zero, Replay::default()).exhausted);
}

#[test]
fn ranges_become_what_the_replay_says() {
    let body = "  %0 = alloca i64 4, align 4
  store i32 0x01020304, %0, align 4
  %1 = ptradd %0, i64 1, 1
  call @memhavoc(%1, i64 2)
  %2 = load i32, %0, align 4
  %3 = cmp.eq i32 %2, 0x01775504
  assert %3, assertion
  call @memhavoc(ptr null, i64 0)
  call @__CPROVER_havoc_object(%1)
  %4 = load i32, %0, align 4
  %5 = cmp.eq i32 %4, 0x88889988
  assert %5, assertion";
    let placements = [
        Placement::default(),
        containing(0x55, &[(1, 0x77), (2, 0x66)]),
        at(0),
        containing(0x88, &[(1, 0x99)]),
    ];
    // Arbitrary bytes are initialised ones: nothing is wrong with reading them.
    let (outcome, used) = replayed(&program(64, body), objects(placements), &[]);
    assert_eq!(outcome, Outcome::Exited(0));
    assert_eq!(used, ReplayUse { values: 0, objects: 4, exhausted: false });
}

#[test]
fn functions_and_globals_lie_where_the_layout_says() {
    for bits in [32, 64] {
        let program = program(bits, "  %0 = add i8 0, 0");
        let layout = layout(&program);
        let machine = crate::machine::Machine::new(&program, RunOptions::default()).expect("it fits");
        let symbol = |symbol| machine.address(symbol).addr;
        for (at, &address) in layout.functions.iter().enumerate() {
            assert_eq!(symbol(fathom_ir::Symbol::Func(fathom_ir::FuncId(at as u32))), address);
        }
        for (at, &address) in layout.globals.iter().enumerate() {
            assert_eq!(symbol(fathom_ir::Symbol::Global(fathom_ir::GlobalId(at as u32))), address);
        }
        assert_eq!(layout.functions[0], AddressSpace::of(bits).static_start);
        assert_eq!((layout.functions.len(), layout.globals.len()), (8, 1));
        // Nothing else may be put there.
        let taken = layout.globals[0];
        let body = format!(
            "  %0 = alloca i{bits} 4, align 4\n  %1 = cmp.ne ptr %0, @global\n  assert %1, assertion"
        );
        holds(bits, &body, objects([at(taken)]));
    }
}

#[test]
fn globals_of_the_library_have_a_place_in_the_layout() {
    let text = "target pointer 64 little sysv64
global @stdin size 8 align 8
global @first size 1 align 1 = {}
global @environ size 8 align 8
global @unknown size 4 align 4
global @last size 4 align 64 const = {}
fn @main() -> i32 {
b0:
  return i32 0
}";
    let program = fathom_ir::text::parse(text).expect("a program");
    let machine = crate::machine::Machine::new(&program, RunOptions::default()).expect("it fits");
    let found: Vec<u64> = (0..5u32)
        .map(|at| machine.address(fathom_ir::Symbol::Global(fathom_ir::GlobalId(at))).addr)
        .collect();
    assert_eq!(layout(&program).globals, found);
}

#[test]
fn a_layout_of_what_does_not_fit_is_no_reason_to_fail() {
    let text = "target pointer 32 little sysv64
global @large size 18446744073709551615 align 1 = {}
global @next size 1 align 4096 = {}
";
    let program = fathom_ir::text::parse(text).expect("a program");
    assert_eq!(layout(&program).globals.len(), 2);
}
