//! Solvers on a pipe: some that behave badly, and some real ones.
//!
//! The bad ones are shell scripts. The real ones are looked for on the PATH, or where `FATHOM_TEST_Z3` and
//! `FATHOM_TEST_YICES` say; tests with those that are not there do nothing.

mod support;

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use fathom_logic::{Evaluator, Sort, Term, Terms};
use fathom_solve::{Answer, Budget, Embedded, External, Interrupt, Reason, SolveError, Solver};
use support::script::{Said, Script, Size};

/// A directory with a script that is removed in the end.
struct Fake {
    directory: PathBuf,
}

impl Fake {
    /// A solver that does what a shell script says.
    fn new(name: &str, script: &str) -> Self {
        let directory = std::env::temp_dir().join(format!("fathom solvers {} {name}", std::process::id()));
        std::fs::create_dir_all(&directory).unwrap();
        std::fs::write(directory.join("solver.sh"), script).unwrap();
        Self { directory }
    }

    /// A solver that replies to commands: a `case` of a shell script on the first word.
    fn replying(name: &str, cases: &str) -> Self {
        Self::new(name, &format!("while read command rest; do case \"$command\" in {cases} esac; done"))
    }

    fn solver(&self) -> External {
        External::new(&format!("sh '{}'", self.directory.join("solver.sh").display()))
    }
}

impl Drop for Fake {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.directory);
    }
}

/// `x > 3` of 8 bits.
fn formula(terms: &mut Terms) -> Term {
    let x = terms.symbol("x", Sort::Bits(8));
    let three = terms.number(8, 3);
    terms.bv_ult(three, x)
}

fn check(solver: &mut External, budget: &Budget) -> Result<Answer, SolveError> {
    let mut terms = Terms::new();
    let formula = formula(&mut terms);
    solver.assert(&mut terms, formula);
    let result = solver.check(&mut terms, &[], budget);
    solver_has_model_only_if_sat(solver, &result);
    result
}

fn solver_has_model_only_if_sat(solver: &External, result: &Result<Answer, SolveError>) {
    assert_eq!(solver.model().is_some(), matches!(result, Ok(Answer::Sat)));
}

/// The check fails with a message that has all these parts.
fn fails(solver: &mut External, parts: &[&str]) {
    match check(solver, &Budget::default()) {
        Err(SolveError::External(message)) => {
            for part in parts {
                assert!(message.contains(part), "`{message}` does not say `{part}`");
            }
        }
        other => panic!("{other:?} where an error was expected"),
    }
}

fn deadline(milliseconds: u64) -> Budget {
    Budget { deadline: Some(Instant::now() + Duration::from_millis(milliseconds)), ..Budget::default() }
}

#[test]
fn a_missing_program_is_named() {
    fails(&mut External::new("fathom-no-such-solver --fast"), &["`fathom-no-such-solver`", "install"]);
    fails(&mut External::new("  "), &["empty"]);
}

#[test]
fn a_solver_that_dies_at_once_is_quoted() {
    let fake = Fake::new("dies", "echo 'no licence' >&2; exit 3");
    fails(&mut fake.solver(), &["exit status: 3", "no licence"]);
}

#[test]
fn a_solver_that_dies_half_way_is_started_again() {
    let fake = Fake::replying("half way", "'(check-sat)') [ $n ] && exit 4; n=1; echo unsat;;");
    let mut solver = fake.solver();
    for _ in 0..2 {
        assert_eq!(check(&mut solver, &Budget::default()).unwrap(), Answer::Unsat);
        fails(&mut solver, &["exit status: 4"]);
    }
}

#[test]
fn what_a_solver_complains_about_is_shown() {
    let fake = Fake::replying("error", "'(check-sat)') echo '(error \"line 3: (unknown) logic\")';;");
    fails(&mut fake.solver(), &["line 3: (unknown) logic"]);
    let fake = Fake::replying("error early", "'(set-logic') echo '(error \"no such logic\")';;");
    fails(&mut fake.solver(), &["no such logic"]);
}

#[test]
fn garbage_is_no_answer() {
    for garbage in ["hello", "(sat)", "SAT", "unsat.", "((((", "#b1"] {
        let fake = Fake::replying("garbage", &format!("'(check-sat)') echo '{garbage}'; exit 0;;"));
        fails(&mut fake.solver(), &[]);
    }
}

#[test]
fn unknown_is_unknown() {
    let fake = Fake::replying("unknown", "'(check-sat)') echo unknown;;");
    let answer = check(&mut fake.solver(), &Budget::default()).unwrap();
    assert_eq!(answer, Answer::Unknown(Reason::Solver));
}

#[test]
fn success_is_no_answer_either() {
    let fake = Fake::replying("success", "'(check-sat)') echo unsat;; *) echo success;;");
    assert_eq!(check(&mut fake.solver(), &Budget::default()).unwrap(), Answer::Unsat);
}

#[test]
fn a_right_model_is_taken() {
    let cases = "'(check-sat)') echo sat;; '(get-value') echo '((x #b00000100))';;";
    let fake = Fake::replying("right model", cases);
    assert_eq!(check(&mut fake.solver(), &Budget::default()).unwrap(), Answer::Sat);
}

#[test]
fn a_wrong_model_is_not_taken() {
    let cases = "'(check-sat)') echo sat;; '(get-value') echo '((x #b00000011))';;";
    fails(&mut Fake::replying("wrong model", cases).solver(), &["does not satisfy"]);
}

#[test]
fn unreadable_models_are_not_taken() {
    for values in ["()", "((x #b100))", "((x #b00000100) (y #b1))", "((x true))", "(x)", "hello", "((x |)|))"]
    {
        let cases = format!("'(check-sat)') echo sat;; '(get-value') echo '{values}';;");
        fails(&mut Fake::replying("unreadable", &cases).solver(), &[]);
    }
}

/// Ends what hangs by a deadline and by an interrupt, before and while it runs.
fn hangs(fake: &Fake) {
    let start = Instant::now();
    let answer = check(&mut fake.solver(), &deadline(200)).unwrap();
    assert_eq!(answer, Answer::Unknown(Reason::Time));
    let interrupt = Interrupt::new();
    let budget = Budget { interrupt: Some(interrupt.clone()), ..Budget::default() };
    let other = std::thread::spawn(move || {
        std::thread::sleep(Duration::from_millis(200));
        interrupt.interrupt();
    });
    let mut solver = fake.solver();
    assert_eq!(check(&mut solver, &budget).unwrap(), Answer::Unknown(Reason::Interrupted));
    other.join().unwrap();
    assert_eq!(check(&mut solver, &budget).unwrap(), Answer::Unknown(Reason::Interrupted));
    assert_eq!(check(&mut solver, &deadline(0)).unwrap(), Answer::Unknown(Reason::Time));
    assert!(start.elapsed() < Duration::from_secs(10), "{:?}", start.elapsed());
}

#[test]
fn a_solver_that_hangs_is_stopped() {
    hangs(&Fake::replying("hangs", "'(check-sat)') exec sleep 1000;;"));
}

#[test]
fn a_solver_that_hangs_at_the_model_is_stopped() {
    hangs(&Fake::replying(
        "hangs later",
        "'(check-sat)') echo sat;; '(get-value') echo '((x'; exec sleep 1000;;",
    ));
}

#[test]
fn a_solver_that_does_not_read_is_stopped() {
    let fake = Fake::new("does not read", "exec sleep 1000");
    let mut terms = Terms::unsimplified();
    let mut solver = fake.solver();
    // Much more than fits in a pipe.
    let mut sum = terms.symbol("x", Sort::Bits(8));
    for at in 0..50_000 {
        let y = terms.symbol(&format!("y{at}"), Sort::Bits(8));
        sum = terms.bv_add(sum, y);
    }
    let formula = terms.bv_ult(sum, sum);
    solver.assert(&mut terms, formula);
    let answer = solver.check(&mut terms, &[], &deadline(500)).unwrap();
    assert_eq!(answer, Answer::Unknown(Reason::Time));
}

/// The command of a real solver, if it is there.
fn peer(variable: &str, program: &str, arguments: &str) -> Option<String> {
    let on_path = || {
        let path = std::env::var_os("PATH")?;
        std::env::split_paths(&path).map(|directory| directory.join(program)).find(|file| file.is_file())
    };
    let given = std::env::var_os(variable).map(PathBuf::from);
    match given.or_else(on_path) {
        Some(file) => Some(format!("'{}' {arguments}", Path::display(&file))),
        None => {
            println!("skipped: {program} is not on the PATH, and {variable} does not say where it is");
            None
        }
    }
}

fn z3() -> Option<String> {
    peer("FATHOM_TEST_Z3", "z3", "-in -smt2")
}

fn yices() -> Option<String> {
    peer("FATHOM_TEST_YICES", "yices-smt2", "--incremental")
}

/// Lets a peer go through random scripts, and compares with the truth and with the embedded solver. The
/// messages of what went wrong.
fn compare(command: &str, seeds: std::ops::Range<u64>, size: Size) -> Vec<String> {
    let (mut answers, mut unsupported, mut failures) = (0, 0, Vec::new());
    for seed in seeds {
        let script = Script::random(seed, size);
        let truth = script.truths();
        let ours = script.run(&mut Embedded::new(), Terms::new(), &truth);
        for terms in [Terms::new(), Terms::unsimplified()] {
            let theirs = script.run(&mut External::new(command), terms, &truth);
            for (ours, theirs) in ours.iter().zip(&theirs) {
                match (ours, theirs) {
                    (Said::Sat(_), Said::Sat(_)) | (Said::Unsat(_), Said::Unsat(_)) => answers += 1,
                    (_, Said::Unsupported) => unsupported += 1,
                    (_, Said::Failed(message)) => failures.push(format!("seed {seed}: {message}")),
                    _ => panic!("seed {seed}: {ours:?} and {theirs:?}"),
                }
            }
        }
    }
    // Memories that were filled or copied cannot be compared.
    println!(
        "{command}: {answers} answers agree, {unsupported} are not to be had, {} failed",
        failures.len()
    );
    assert!(answers > 4 * unsupported);
    failures
}

#[test]
fn z3_answers_alike() {
    let Some(command) = z3() else { return };
    let size = Size { bits: 7, depth: 3, formulas: 5, steps: 14, portable: false };
    assert_eq!(compare(&command, 0..150, size), Vec::<String>::new());
}

#[test]
fn yices_answers_alike() {
    let Some(command) = yices() else { return };
    let size = Size { bits: 7, depth: 3, formulas: 5, steps: 14, portable: true };
    // Yices 2.6.5 may say sat after it has found the assertions alone unsat; the model gives it away.
    let failures = compare(&command, 0..150, size);
    assert!(failures.iter().all(|failure| failure.contains("does not satisfy")), "{failures:?}");
    assert!(failures.len() < 30, "{failures:?}");
}

/// Formulas about memories and functions, each with whether it has a model.
fn claims(terms: &mut Terms) -> Vec<(Term, Answer)> {
    let sort = Sort::Array { index: 16, element: 8 };
    let (memory, other) = (terms.symbol("memory", sort), terms.symbol("other", sort));
    let [a, b, length] = ["a", "b", "length"].map(|name| terms.symbol(name, Sort::Bits(16)));
    let [v, w] = ["v", "w"].map(|name| terms.symbol(name, Sort::Bits(8)));
    let f = terms.function("f", &[Sort::Bits(8), Sort::Bool], Sort::Bits(8));
    let mut claims = Vec::new();

    let written = terms.store(memory, a, v);
    let (same, differ) = (terms.eq(written, other), terms.ne(written, memory));
    claims.push((terms.and(same, differ), Answer::Sat));

    let (read, known) = (terms.select(other, a), terms.ne(v, w));
    let read = terms.eq(read, w);
    claims.push((terms.and_all(&[same, known, read]), Answer::Unsat));

    let filled = terms.fill(memory, a, length, v);
    let distance = terms.bv_sub(b, a);
    let inside = terms.bv_ult(distance, length);
    let at_b = terms.select(filled, b);
    let (set, unset) = (terms.eq(at_b, v), terms.ne(at_b, v));
    claims.push((terms.and(inside, set), Answer::Sat));
    claims.push((terms.and(inside, unset), Answer::Unsat));
    claims.push((unset, Answer::Sat));

    let copied = terms.copy(filled, b, length, other, a);
    let start = terms.select(copied, b);
    let source = terms.select(other, a);
    let (zero, moved) = (terms.number(16, 0), terms.ne(start, source));
    let some = terms.ne(length, zero);
    claims.push((terms.and(some, moved), Answer::Unsat));
    claims.push((moved, Answer::Sat));

    let (yes, no) = (terms.bool(true), terms.bool(false));
    let (fv, fw, fo) = (terms.apply(f, &[v, yes]), terms.apply(f, &[w, yes]), terms.apply(f, &[v, no]));
    let (differ, equal) = (terms.ne(fv, fw), terms.eq(v, w));
    claims.push((terms.and(differ, equal), Answer::Unsat));
    let others = terms.ne(fv, fo);
    claims.push((terms.and_all(&[differ, others, read]), Answer::Sat));
    claims
}

#[test]
fn peers_know_memories_and_functions() {
    for command in [z3(), yices()].into_iter().flatten() {
        for fresh in [true, false] {
            let mut terms = Terms::new();
            let claims = claims(&mut terms);
            let mut solver = External::new(&command);
            for (at, &(claim, expected)) in claims.iter().enumerate() {
                if fresh {
                    solver = External::new(&command);
                    solver.assert(&mut terms, claim);
                }
                let assumed = if fresh { vec![] } else { vec![claim] };
                let answer = solver.check(&mut terms, &assumed, &Budget::default()).unwrap();
                assert_eq!(answer, expected, "{command}: claim {at}");
                match answer {
                    Answer::Sat => {
                        assert!(Evaluator::new(&terms, solver.model().unwrap()).holds(claim));
                    }
                    _ => assert_eq!(solver.failed(), assumed),
                }
                let ours = Embedded::new().check(&mut terms, &[claim], &Budget::default()).unwrap();
                assert_eq!(ours, expected, "claim {at}");
            }
        }
    }
}

#[test]
fn peers_tell_memories_apart() {
    for command in [z3(), yices()].into_iter().flatten() {
        let mut terms = Terms::new();
        let sort = Sort::Array { index: 2, element: 1 };
        let memories: Vec<Term> = (0..4).map(|_| terms.symbol("memory", sort)).collect();
        let mut solver = External::new(&command);
        for (at, &a) in memories.iter().enumerate() {
            for &b in &memories[..at] {
                let differ = terms.ne(a, b);
                solver.assert(&mut terms, differ);
            }
        }
        assert_eq!(solver.check(&mut terms, &[], &Budget::default()).unwrap(), Answer::Sat, "{command}");
    }
}

#[test]
fn peers_know_levels() {
    for command in [z3(), yices()].into_iter().flatten() {
        let mut terms = Terms::new();
        let mut solver = External::new(&command);
        let [x, y] = ["x", "y"].map(|name| terms.symbol(name, Sort::Bits(8)));
        let (less, more) = (terms.bv_ult(x, y), terms.bv_ult(y, x));
        let mut says = |solver: &mut External, assumed: &[Term]| {
            solver.check(&mut terms, assumed, &Budget::default()).unwrap()
        };
        solver.assert(&mut Terms::new(), less);
        assert_eq!(says(&mut solver, &[]), Answer::Sat);
        solver.push();
        solver.assert(&mut Terms::new(), more);
        assert_eq!(says(&mut solver, &[]), Answer::Unsat);
        solver.pop();
        assert_eq!(says(&mut solver, &[]), Answer::Sat);
        assert_eq!(says(&mut solver, &[more, less]), Answer::Unsat);
        assert!(solver.failed().contains(&more));
        assert_eq!(says(&mut solver, &[less]), Answer::Sat);
        solver.pop();
        assert_eq!(says(&mut solver, &[]), Answer::Sat, "there is no level to pop");
    }
}

#[test]
fn peers_are_stopped() {
    for command in [z3(), yices()].into_iter().flatten() {
        let mut terms = Terms::new();
        let [x, y] = ["x", "y"].map(|name| terms.symbol(name, Sort::Bits(24)));
        let (small, wide_x, wide_y) =
            (terms.bv_ule(x, y), terms.zero_extend(x, 48), terms.zero_extend(y, 48));
        let product = terms.bv_mul(wide_x, wide_y);
        let prime = terms.number(48, (1 << 44) - 17);
        let hard = terms.eq(product, prime);
        let mut solver = External::new(&command);
        let start = Instant::now();
        let answer = solver.check(&mut terms, &[small, hard], &deadline(300)).unwrap();
        assert_eq!(answer, Answer::Unknown(Reason::Time));
        assert!(start.elapsed() < Duration::from_secs(5));
        assert_eq!(solver.check(&mut terms, &[small], &Budget::default()).unwrap(), Answer::Sat);
    }
}
