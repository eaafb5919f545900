//! Solvers on a pipe: real ones where there are any, and small scripts that misbehave.

use std::os::unix::fs::PermissionsExt;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use fathom_logic::{Sort, Term, Terms};
use fathom_solve::{Answer, Budget, Embedded, External, Interrupt, Reason, SolveError, Solver};

/// A shell script that plays a solver.
fn fake(name: &str, body: &str) -> String {
    let directory = PathBuf::from(env!("CARGO_TARGET_TMPDIR"));
    let path = directory.join(name);
    std::fs::write(&path, format!("#!/bin/sh\n{body}\n")).expect("the directory of the test is writable");
    std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o755)).expect("it is our file");
    format!("'{}'", path.display())
}

/// `x + 1 = 5` has a model, and `x = 1` besides has none.
fn formulas(terms: &mut Terms) -> (Term, Term) {
    let x = terms.symbol("x", Sort::Bits(8));
    let (one, five) = (terms.number(8, 1), terms.number(8, 5));
    let sum = terms.bv_mul(x, x);
    let square = terms.bv_add(sum, one);
    (terms.eq(square, five), terms.eq(x, one))
}

fn check(command: &str, budget: &Budget) -> Result<Answer, SolveError> {
    let mut terms = Terms::new();
    let (possible, _) = formulas(&mut terms);
    let mut solver = External::new(command);
    solver.assert(&mut terms, possible);
    solver.check(&mut terms, &[], budget)
}

fn message(command: &str) -> String {
    match check(command, &Budget::default()) {
        Err(SolveError::External(message)) => message,
        other => panic!("{command}: {other:?}"),
    }
}

#[test]
fn a_missing_program_is_named() {
    let message = message("no-such-solver --fast");
    assert!(message.contains("`no-such-solver`") && message.contains("install"), "{message}");
}

#[test]
fn a_program_that_ends_says_why() {
    let message_at_start = message(&fake("ends_at_start", "echo 'out of luck' >&2; exit 3"));
    assert!(message_at_start.contains("exit status: 3"), "{message_at_start}");
    assert!(message_at_start.contains("out of luck"), "{message_at_start}");
    // It answers the check and dies before it gives values.
    let half_way =
        fake("ends_half_way", "while read line; do case $line in *check-sat*) echo sat; exit 1;; esac; done");
    let message_half_way = message(&half_way);
    assert!(message_half_way.contains("exit status: 1"), "{message_half_way}");
}

#[test]
fn errors_and_nonsense_are_passed_on() {
    let errors = fake("errors", "while read line; do echo '(error \"line 1: no\")'; done");
    assert!(message(&errors).contains("line 1: no"));
    let nonsense = fake("nonsense", "while read line; do echo '(perhaps)'; done");
    assert!(message(&nonsense).contains("(perhaps)"));
}

#[test]
fn a_wrong_model_is_not_believed() {
    let script = "while read line; do case $line in *check-sat*) echo sat;; *get-value*) echo '((x #x07))';; esac; done";
    let message = message(&fake("wrong_model", script));
    assert!(message.contains("does not satisfy") || message.contains("cannot be read"), "{message}");
}

#[test]
fn a_program_that_does_not_answer_is_stopped() {
    let hangs = fake("hangs", "exec sleep 600");
    let start = Instant::now();
    let deadline = Some(start + Duration::from_millis(100));
    let answer = check(&hangs, &Budget { deadline, ..Budget::default() });
    assert_eq!(answer.ok(), Some(Answer::Unknown(Reason::Time)));
    let interrupt = Interrupt::new();
    let other = interrupt.clone();
    let thread = std::thread::spawn(move || {
        std::thread::sleep(Duration::from_millis(100));
        other.interrupt();
    });
    let answer = check(&hangs, &Budget { interrupt: Some(interrupt), ..Budget::default() });
    assert_eq!(answer.ok(), Some(Answer::Unknown(Reason::Interrupted)));
    thread.join().expect("it only sleeps");
}

/// After a failure the next check starts the program anew and tells it everything.
#[test]
fn the_next_check_starts_anew() {
    let directory = env!("CARGO_TARGET_TMPDIR");
    let marker = format!("{directory}/started_once");
    let _ = std::fs::remove_file(&marker);
    let script = format!(
        "if [ ! -e '{marker}' ]; then touch '{marker}'; exit 1; fi
         while read line; do case $line in *check-sat*) echo unsat;; esac; done"
    );
    let mut terms = Terms::new();
    let (possible, _) = formulas(&mut terms);
    let mut solver = External::new(&fake("starts_anew", &script));
    solver.assert(&mut terms, possible);
    assert!(solver.check(&mut terms, &[], &Budget::default()).is_err());
    assert_eq!(solver.check(&mut terms, &[], &Budget::default()).ok(), Some(Answer::Unsat));
}

/// The real solvers at hand, by environment variables or on the path.
fn real_solvers() -> Vec<String> {
    let mut found = Vec::new();
    for (variable, program, options) in
        [("FATHOM_TEST_Z3", "z3", "-in -smt2"), ("FATHOM_TEST_YICES", "yices-smt2", "--incremental")]
    {
        let path = std::env::var(variable).unwrap_or_else(|_| program.to_owned());
        let runs = std::process::Command::new(&path).arg("--version").output().is_ok();
        if runs {
            found.push(format!("'{path}' {options}"));
        } else {
            println!("there is no {program}, so it is not tried; ${variable} may name it");
        }
    }
    found
}

#[test]
fn real_solvers_agree_with_ours() {
    for command in real_solvers() {
        let mut terms = Terms::new();
        let memory = Sort::Array { index: 8, element: 8 };
        let (a, b) = (terms.symbol("a", memory), terms.symbol("b", memory));
        let f = terms.function("f", &[Sort::Bits(8)], Sort::Bits(8));
        let (i, j) = (terms.symbol("i", Sort::Bits(8)), terms.symbol("j", Sort::Bits(8)));
        let (fi, fj) = (terms.apply(f, &[i]), terms.apply(f, &[j]));
        let written = terms.store(a, i, fj);
        let three = terms.number(8, 3);
        let filled = terms.fill(written, j, three, fi);
        let (equal, same) = (terms.eq(b, written), terms.eq(i, j));
        let (read_b, read_filled) = (terms.select(b, j), terms.select(filled, j));
        let (differs, unfilled) = (terms.ne(read_b, fi), terms.ne(read_filled, fi));
        let (mut ours, mut theirs) = (Embedded::new(), External::new(&command));
        let mut both = |terms: &mut Terms, assumptions: &[Term]| {
            let expected = ours.check(terms, assumptions, &Budget::default()).expect("we can do this");
            let found = theirs.check(terms, assumptions, &Budget::default());
            assert_eq!(found.expect("it can do this"), expected, "{command}");
            (expected, ours.failed().to_vec(), theirs.failed().to_vec())
        };
        // The solvers are borrowed by `both`; assertions become assumptions.
        assert_eq!(both(&mut terms, &[equal, differs]).0, Answer::Sat);
        let (answer, ours_failed, theirs_failed) = both(&mut terms, &[equal, differs, same]);
        assert_eq!(answer, Answer::Unsat);
        assert!(!ours_failed.is_empty() && !theirs_failed.is_empty());
        assert_eq!(both(&mut terms, &[unfilled]).0, Answer::Unsat);
        assert_eq!(both(&mut terms, &[equal, same]).0, Answer::Sat);
    }
}

#[test]
fn real_solvers_follow_levels() {
    for command in real_solvers() {
        let mut terms = Terms::new();
        let (possible, one) = formulas(&mut terms);
        let mut solver = External::new(&command);
        solver.assert(&mut terms, possible);
        solver.push();
        solver.assert(&mut terms, one);
        assert_eq!(solver.check(&mut terms, &[], &Budget::default()).ok(), Some(Answer::Unsat), "{command}");
        solver.pop();
        assert_eq!(solver.check(&mut terms, &[], &Budget::default()).ok(), Some(Answer::Sat), "{command}");
        assert!(solver.model().is_some());
    }
}
