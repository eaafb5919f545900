use super::*;
use crate::check::testing::{INLINED, LATER, LIBRARY, MAIN, NOTE, answer, failed, input, program, result};
use fathom_engines::{MissingFunction, PropertyResult, Stopped, Verdict};
use fathom_ir::{Bits, Type};

const PLAIN: View = View {
    list: false,
    colour: false,
    demands: Demands { unwinding: false, fail_on_vacuous: false },
    unwindset: &[],
    evidence: &[],
    full_trace: false,
};

fn text(answer: &Answer) -> String {
    render(&program(), answer, &PLAIN).0
}

fn listed(answer: &Answer) -> String {
    render(&program(), answer, &View { list: true, ..PLAIN }).0
}

fn assertion(loc: LocId, verdict: Verdict) -> PropertyResult {
    PropertyResult { note: NOTE, ..result(Property::Assertion, loc, verdict) }
}

fn spinning(name: &str, bound: u32, complete: bool) -> LoopResult {
    LoopResult { name: name.into(), loc: MAIN, bound, complete }
}

#[test]
fn a_failure_with_its_input() {
    let five = input("__VERIFIER_nondet_int", Type::Int(32), Bits::from_u64(32, 5));
    let failure = failed(Property::SignedOverflow, LATER, vec![five]);
    let some = answer(vec![
        assertion(MAIN, Verdict::Proved),
        result(Property::DivisionByZero, MAIN, Verdict::Proved),
        result(Property::SignedOverflow, LATER, failure),
    ]);
    let expected = "\
failed: 1 of 3 properties fails

error[signed-overflow]: a signed computation overflows (CWE-190)
 --> main.c:12:3
  = a detail
input  __VERIFIER_nondet_int() = 5 (0x5)  main.c:7

proved        assertion             main.c:7:3   in main: x > 0
failed        signed-overflow       main.c:12:3  in main
proved        1 other: 1 division-by-zero
";
    assert_eq!(text(&some), expected);
    assert_eq!(render(&program(), &some, &PLAIN).1, 1);
}

#[test]
fn a_proof() {
    let mut some = answer(vec![
        result(Property::SignedOverflow, MAIN, Verdict::Proved),
        result(Property::SignedOverflow, LATER, Verdict::Proved),
        result(Property::DivisionByZero, LATER, Verdict::Proved),
        result(Property::NullDereference, LATER, Verdict::Unreachable),
    ]);
    some.loops = vec![spinning("main.0", 8, true), spinning("parse", 12, true)];
    let expected = "\
proved: all 4 properties hold

proved        3 properties: 2 signed-overflow, 1 division-by-zero
unreachable   1 property: 1 null-dereference

loop main.0  main.c:7:3  bound 8   complete
loop parse   main.c:7:3  bound 12  complete
";
    assert_eq!(text(&some), expected);
    let all = listed(&some);
    assert!(all.contains("\nproved        signed-overflow       main.c:7:3   in main\n"), "{all}");
    assert!(all.contains("\nunreachable   null-dereference      main.c:12:3  in main\n"), "{all}");
    assert!(!all.contains("propert: "), "{all}");
}

#[test]
fn bounds_and_what_is_not_known() {
    let mut some = answer(vec![
        assertion(MAIN, Verdict::SafeUpTo(8)),
        result(Property::SignedOverflow, LATER, Verdict::SafeUpTo(8)),
    ]);
    some.loops = vec![spinning("main.0", 8, false)];
    some.stopped = Some(Stopped::Effort);
    let expected = "\
safe up to 8: no property fails while no loop goes round more than 8 times
stopped: the effort that is spent by default is used up (--timeout 5m allows more)

safe up to 8  assertion             main.c:7:3  in main: x > 0
safe up to 8  1 other: 1 signed-overflow

loop main.0  main.c:7:3  bound 8  not complete
";
    assert_eq!(text(&some), expected);

    some.stopped = Some(Stopped::Time);
    some.properties.push(result(Property::OutOfBoundsRead, INLINED, Verdict::Unknown("too\nhard".into())));
    let text = text(&some);
    assert!(
        text.starts_with("unknown: the time is up (--timeout); not decided: 1 of 3 properties\n\n"),
        "{text}"
    );
    assert!(
        text.contains("\nunknown       out-of-bounds-read    main.c:7:3  in main — too hard\n"),
        "the call is shown, the reason on the same line: {text}"
    );
}

#[test]
fn long_verdicts_widen_their_column() {
    let some = answer(vec![assertion(MAIN, Verdict::SafeUpTo(1_000_000)), assertion(LATER, Verdict::Proved)]);
    assert!(text(&some).contains("\nsafe up to 1000000  assertion  "), "{}", text(&some));
    assert!(text(&some).contains("\nproved              assertion  "), "{}", text(&some));
}

#[test]
fn a_vacuous_program_is_no_success() {
    let mut some = answer(vec![assertion(MAIN, Verdict::Unreachable)]);
    some.vacuous = true;
    let text = text(&some);
    let second = text.lines().nth(1).unwrap();
    assert!(second.starts_with("warning: the assumptions of the program exclude every execution"), "{text}");
}

#[test]
fn what_was_assumed() {
    let mut some = answer(vec![]);
    some.missing =
        vec![MissingFunction { name: "f".into(), assumed: "returns any value".into(), loc: LATER }];
    some.assumptions = vec!["argv has at most 4 elements".into()];
    let expected = "\
proved: there are no properties to check

no body for f  main.c:12:3  returns any value
assumed: argv has at most 4 elements
";
    assert_eq!(text(&some), expected);
}

#[test]
fn what_the_interpreter_did_not_confirm() {
    let mut some = answer(vec![assertion(MAIN, Verdict::Unknown("not confirmed".into()))]);
    some.disagreements = vec!["assertion at main.c:7:3".into()];
    let (text, code) = render(&program(), &some, &PLAIN);
    assert_eq!(code, 70);
    assert!(text.contains("\nwarning: 1 counterexample was not confirmed by the interpreter."), "{text}");
    assert!(text.ends_with("\n  assertion at main.c:7:3\n"), "{text}");
}

#[test]
fn many_complete_loops_are_counted() {
    let mut some = answer(vec![]);
    some.loops = (0..30).map(|n| spinning(&format!("f.{n}"), n, n != 7)).collect();
    let short = text(&some);
    assert!(
        short.contains("\nloop f.7  main.c:7:3  bound 7  not complete\n29 other loops complete\n"),
        "{short}"
    );
    assert_eq!(listed(&some).matches("\nloop ").count(), 30);
}

#[test]
fn names_in_unwindset_that_no_loop_has() {
    let mut some = answer(vec![]);
    some.loops = vec![spinning("main.0", 1, true)];
    let unwindset = [("main.0".to_string(), 3), ("mian.0".to_string(), 3)];
    let text = render(&program(), &some, &View { unwindset: &unwindset, ..PLAIN }).0;
    assert!(text.contains("warning: --unwindset names mian.0, but no such loop was reached\n"), "{text}");
    assert_eq!(text.matches("warning").count(), 1);
}

#[test]
fn a_failure_inside_a_library_is_shown_at_the_call() {
    let failure = failed(Property::OutOfBoundsRead, LIBRARY, vec![]);
    let text = text(&answer(vec![result(Property::OutOfBoundsRead, LIBRARY, failure)]));
    assert!(text.contains("\n --> main.c:7:3\n"), "{text}");
    assert!(text.contains("it happens in strlen (<fathom>/string.c:30)"), "{text}");
    assert!(text.contains("\nfailed        out-of-bounds-read    main.c:7:3  in main\n"), "{text}");
}

#[test]
fn without_positions() {
    let failure = failed(Property::DivisionByZero, LocId::NONE, vec![]);
    let text = text(&answer(vec![result(Property::DivisionByZero, LocId::NONE, failure)]));
    assert!(text.contains("\nfailed        division-by-zero      -  in main\n"), "{text}");
}

#[test]
fn colours_only_if_wanted() {
    let some = answer(vec![assertion(MAIN, Verdict::Proved)]);
    let coloured = render(&program(), &some, &View { colour: true, ..PLAIN }).0;
    assert!(coloured.starts_with("\x1b[1;32mproved\x1b[0m: "), "{coloured}");
    assert!(!text(&some).contains('\x1b'));
}

#[test]
fn members_are_no_variables() {
    assert_eq!(identifiers("a->b + c.d[e] * 0x1f + a;"), ["a", "c", "e"]);
    assert!(identifiers("}").is_empty());
}
