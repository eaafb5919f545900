//! The embedded solver against the truth.

mod support;

use std::time::{Duration, Instant};

use fathom_ir::{Bits, FloatKind};
use fathom_logic::{Evaluator, Rounding, Sort, Term, Terms};
use fathom_solve::{Answer, Budget, Embedded, Interrupt, Reason, SolveError, Solver};
use support::script::{Said, Script, Size};

/// What scripts came to.
#[derive(Default, Debug)]
struct Tally {
    sat: usize,
    unsat: usize,
    failed: usize,
    lemmas: u64,
    definitions: u64,
    certified: u64,
}

impl Tally {
    fn count(&mut self, said: &[Said], solver: &Embedded) {
        for said in said {
            match said {
                Said::Sat(_) => self.sat += 1,
                Said::Unsat(failed) => {
                    self.unsat += 1;
                    self.failed += usize::from(!failed.is_empty());
                }
                Said::Unsupported | Said::Failed(_) => panic!("everything here can be done: {said:?}"),
            }
        }
        let stats = solver.stats();
        self.lemmas += stats.lemmas;
        self.definitions += stats.definitions;
        self.certified += stats.certified;
    }
}

/// How many times as much is tried as usual: `FATHOM_TEST_EFFORT`.
fn effort() -> u64 {
    std::env::var("FATHOM_TEST_EFFORT").ok().and_then(|text| text.parse().ok()).unwrap_or(1)
}

/// Runs scripts with simplification and without, and twice to see that nothing depends on chance.
fn compare(first: u64, count: u64, size: Size) -> Tally {
    let mut tally = Tally::default();
    for seed in first..first + count * effort() {
        let script = Script::random(seed, size);
        let truth = script.truths();
        let mut solver = Embedded::new();
        let first = script.run(&mut solver, Terms::new(), &truth);
        tally.count(&first, &solver);
        let mut again = Embedded::new();
        assert_eq!(script.run(&mut again, Terms::new(), &truth), first, "not deterministic: seed {seed}");
        assert_eq!(again.stats(), solver.stats(), "not deterministic: seed {seed}");
        let mut solver = if seed % 4 == 0 { Embedded::certifying() } else { Embedded::new() };
        let plain = script.run(&mut solver, Terms::unsimplified(), &truth);
        tally.count(&plain, &solver);
    }
    tally
}

#[test]
fn small_scripts_are_answered_right() {
    let size = Size { bits: 6, depth: 2, formulas: 5, steps: 14, portable: false };
    let tally = compare(0, 1500, size);
    println!("{tally:?}");
    // The scripts have some of everything.
    assert!(tally.sat > 5_000 && tally.unsat > 5_000 && tally.failed > 1_000, "{tally:?}");
    assert!(tally.lemmas > 1_000 && tally.definitions > 500 && tally.certified > 500, "{tally:?}");
}

#[test]
fn deeper_scripts_are_answered_right() {
    let size = Size { bits: 9, depth: 4, formulas: 6, steps: 16, portable: false };
    let tally = compare(1 << 20, 400, size);
    println!("{tally:?}");
    assert!(tally.sat > 1_000 && tally.unsat > 1_000 && tally.lemmas > 1_000, "{tally:?}");
}

#[test]
fn scripts_over_many_variables_are_answered_right() {
    let size = Size { bits: 14, depth: 3, formulas: 6, steps: 20, portable: false };
    let tally = compare(1 << 40, 40, size);
    println!("{tally:?}");
    assert!(tally.sat > 100 && tally.unsat > 100, "{tally:?}");
}

/// A budget of so many conflicts.
fn conflicts(most: u64) -> Budget {
    Budget { conflicts: Some(most), ..Budget::default() }
}

/// Factors of at most 24 bits of a prime of 44 bits: there are none, but it takes long to see that.
fn factors(terms: &mut Terms) -> Term {
    let [x, y] = ["x", "y"].map(|name| terms.symbol(name, Sort::Bits(24)));
    let (x, y) = (terms.zero_extend(x, 48), terms.zero_extend(y, 48));
    let product = terms.bv_mul(x, y);
    let prime = terms.number(48, (1 << 44) - 17);
    terms.eq(product, prime)
}

/// Asks a hard question under a budget, then easy ones.
fn gives_up(budget: &Budget, reason: Reason) {
    for terms in [Terms::new(), Terms::unsimplified()] {
        let mut terms = terms;
        let mut solver = Embedded::new();
        let hard = factors(&mut terms);
        let a = terms.symbol("a", Sort::Bits(8));
        let (one, two) = (terms.number(8, 1), terms.number(8, 2));
        let small = terms.bv_ult(a, two);
        solver.assert(&mut terms, small);
        solver.push();
        solver.assert(&mut terms, hard);
        assert_eq!(solver.check(&mut terms, &[], budget).unwrap(), Answer::Unknown(reason));
        assert!(solver.model().is_none());
        assert!(solver.failed().is_empty());
        solver.pop();
        assert_eq!(solver.check(&mut terms, &[hard], budget).unwrap(), Answer::Unknown(reason));
        let large = terms.bv_ult(one, a);
        let unlimited = Budget::default();
        assert_eq!(solver.check(&mut terms, &[large], &unlimited).unwrap(), Answer::Unsat);
        assert_eq!(solver.failed(), [large]);
        assert_eq!(solver.check(&mut terms, &[], &unlimited).unwrap(), Answer::Sat);
        let value = solver.model().unwrap().get(terms.as_symbol(a).unwrap()).unwrap().bits().low_u64();
        assert!(value < 2);
    }
}

#[test]
fn no_conflicts_are_enough_for_propagation_only() {
    gives_up(&conflicts(0), Reason::Conflicts);
    let mut terms = Terms::new();
    let (a, b) = (terms.symbol("a", Sort::Bits(8)), terms.symbol("b", Sort::Bits(8)));
    let both = terms.bv_and(a, b);
    let ones = terms.bits(&Bits::ones(8));
    let all = terms.eq(both, ones);
    let mut solver = Embedded::new();
    solver.assert(&mut terms, all);
    assert_eq!(solver.check(&mut terms, &[], &conflicts(0)).unwrap(), Answer::Sat);
    let zero = terms.number(8, 0);
    let none = terms.eq(a, zero);
    assert_eq!(solver.check(&mut terms, &[none], &conflicts(0)).unwrap(), Answer::Unsat);
}

#[test]
fn conflicts_are_limited() {
    gives_up(&conflicts(10), Reason::Conflicts);
}

#[test]
fn propagations_are_limited() {
    gives_up(&Budget { propagations: Some(10_000), ..Budget::default() }, Reason::Propagations);
    gives_up(&Budget { clauses: Some(100), ..Budget::default() }, Reason::Clauses);
}

#[test]
fn a_deadline_ends_a_check() {
    gives_up(&Budget { deadline: Some(Instant::now()), ..Budget::default() }, Reason::Time);
    let mut terms = Terms::new();
    let hard = factors(&mut terms);
    let mut solver = Embedded::new();
    let start = Instant::now();
    let budget = Budget { deadline: Some(start + Duration::from_millis(200)), ..Budget::default() };
    assert_eq!(solver.check(&mut terms, &[hard], &budget).unwrap(), Answer::Unknown(Reason::Time));
    assert!((200..5_000).contains(&start.elapsed().as_millis()), "{:?}", start.elapsed());
}

#[test]
fn an_interrupt_before_a_check_ends_it() {
    let interrupt = Interrupt::new();
    interrupt.interrupt();
    gives_up(&Budget { interrupt: Some(interrupt), ..Budget::default() }, Reason::Interrupted);
}

#[test]
fn an_interrupt_from_another_thread_ends_a_check() {
    let mut terms = Terms::new();
    let hard = factors(&mut terms);
    let mut solver = Embedded::new();
    solver.assert(&mut terms, hard);
    let interrupt = Interrupt::new();
    let budget = Budget { interrupt: Some(interrupt.clone()), ..Budget::default() };
    let start = Instant::now();
    let other = std::thread::spawn(move || {
        std::thread::sleep(Duration::from_millis(200));
        interrupt.interrupt();
    });
    assert_eq!(solver.check(&mut terms, &[], &budget).unwrap(), Answer::Unknown(Reason::Interrupted));
    assert!((200..5_000).contains(&start.elapsed().as_millis()), "{:?}", start.elapsed());
    other.join().unwrap();
    assert_eq!(solver.check(&mut terms, &[], &conflicts(10)).unwrap(), Answer::Unknown(Reason::Conflicts));
}

#[test]
fn floats_are_refused_and_do_no_harm() {
    for terms in [Terms::new(), Terms::unsimplified()] {
        let mut terms = terms;
        let mut solver = Embedded::new();
        let x = terms.symbol("x", Sort::Bits(8));
        let three = terms.number(8, 3);
        let is_three = terms.eq(x, three);
        let f = terms.symbol("f", Sort::Float(FloatKind::F32));
        let mode = terms.rounding(Rounding::NearestEven);
        let sum = terms.float_add(mode, f, f);
        let less = terms.float_lt(sum, f);
        let refused = |result: Result<Answer, SolveError>| matches!(result, Err(SolveError::Unsupported(_)));
        assert!(refused(solver.check(&mut terms, &[less], &Budget::default())));
        solver.push();
        solver.assert(&mut terms, is_three);
        solver.assert(&mut terms, less);
        assert!(refused(solver.check(&mut terms, &[], &Budget::default())));
        assert!(refused(solver.check(&mut terms, &[], &Budget::default())), "it is still asserted");
        solver.pop();
        let other = terms.not(is_three);
        assert_eq!(solver.check(&mut terms, &[other], &Budget::default()).unwrap(), Answer::Sat);
        solver.assert(&mut terms, is_three);
        assert_eq!(solver.check(&mut terms, &[other], &Budget::default()).unwrap(), Answer::Unsat);
        assert_eq!(solver.check(&mut terms, &[], &Budget::default()).unwrap(), Answer::Sat);
    }
}

/// How deep terms are that a recursive function could not walk.
const DEEP: u64 = 200_000;

/// Checks a formula, asserted, and its negation, assumed. Walking it is the point, so the search may end
/// early: CaDiCaL is slow on circuits that are this deep.
fn answers(mut terms: Terms, build: impl Fn(&mut Terms) -> Term, expected: (Answer, Answer)) {
    let formula = build(&mut terms);
    let negated = terms.not(formula);
    let budget = || Budget { deadline: Some(Instant::now() + Duration::from_secs(1)), ..Budget::default() };
    let mut solver = Embedded::new();
    solver.assert(&mut terms, formula);
    let answer = solver.check(&mut terms, &[], &budget()).unwrap();
    assert!([expected.0, Answer::Unknown(Reason::Time)].contains(&answer), "{answer:?}");
    let mut solver = Embedded::new();
    let answer = solver.check(&mut terms, &[negated], &budget()).unwrap();
    assert!([expected.1, Answer::Unknown(Reason::Time)].contains(&answer), "{answer:?}");
}

#[test]
fn deep_sums_do_not_overflow_the_stack() {
    for terms in [Terms::new(), Terms::unsimplified()] {
        let build = |terms: &mut Terms| {
            let [x, y, z] = ["x", "y", "z"].map(|name| terms.symbol(name, Sort::Bits(2)));
            let sum = (0..DEEP / 2 + 1).fold(x, |sum, _| {
                let sum = terms.bv_add(sum, y);
                terms.bv_xor(sum, z)
            });
            terms.bv_ult(sum, x)
        };
        answers(terms, build, (Answer::Sat, Answer::Sat));
    }
}

#[test]
fn deep_choices_do_not_overflow_the_stack() {
    for terms in [Terms::new(), Terms::unsimplified()] {
        let build = |terms: &mut Terms| {
            let [x, y] = ["x", "y"].map(|name| terms.symbol(name, Sort::Bits(8)));
            let choice = (0..DEEP).fold(x, |other, at| {
                let at = terms.number(8, at);
                let (hit, value) = (terms.eq(at, y), terms.bv_xor(at, y));
                terms.ite(hit, value, other)
            });
            let one = terms.number(8, 1);
            terms.eq(choice, one)
        };
        answers(terms, build, (Answer::Unsat, Answer::Sat));
    }
}

#[test]
fn deep_conjunctions_and_definitions_do_not_overflow_the_stack() {
    for terms in [Terms::new(), Terms::unsimplified()] {
        let mut terms = terms;
        let one = terms.number(20, 1);
        let first = terms.symbol("first", Sort::Bits(20));
        let (mut last, mut all) = (first, terms.bool(true));
        for _ in 0..DEEP {
            let next = terms.symbol("next", Sort::Bits(20));
            let sum = terms.bv_add(last, one);
            let defined = terms.eq(next, sum);
            all = terms.and(all, defined);
            last = next;
        }
        let mut solver = Embedded::new();
        solver.assert(&mut terms, all);
        assert_eq!(solver.check(&mut terms, &[], &Budget::default()).unwrap(), Answer::Sat);
        let model = solver.model().unwrap();
        let mut evaluator = Evaluator::new(&terms, model);
        let mut value = |term| evaluator.value(term).bits().clone();
        assert_eq!(value(last), value(first).add(&Bits::from_u64(20, DEEP)));
    }
}

#[test]
fn deep_memories_do_not_overflow_the_stack() {
    for terms in [Terms::new(), Terms::unsimplified()] {
        let build = |terms: &mut Terms| {
            let memory = terms.symbol("memory", Sort::Array { index: 32, element: 8 });
            let (at, x) = (terms.symbol("at", Sort::Bits(32)), terms.symbol("x", Sort::Bits(8)));
            let written = (0..DEEP).fold(memory, |memory, at| {
                let at = terms.number(32, 2 * at);
                terms.store(memory, at, x)
            });
            let (read, old) = (terms.select(written, at), terms.select(memory, at));
            let (same, kept) = (terms.eq(read, x), terms.eq(read, old));
            terms.or(same, kept)
        };
        answers(terms, build, (Answer::Sat, Answer::Unsat));
    }
}

#[test]
fn definitions_may_go_in_circles() {
    for terms in [Terms::new(), Terms::unsimplified()] {
        let mut terms = terms;
        let [x, y, z] = ["x", "y", "z"].map(|name| terms.symbol(name, Sort::Bits(8)));
        let [one, two, three] = [1, 2, 3].map(|number| terms.number(8, number));
        let next = terms.bv_add(y, one);
        let twice = terms.bv_mul(z, two);
        let less = terms.bv_sub(x, three);
        let circle = [terms.eq(x, next), terms.eq(y, twice), terms.eq(z, less)];
        let mut solver = Embedded::new();
        for equation in circle {
            solver.assert(&mut terms, equation);
        }
        assert_eq!(solver.check(&mut terms, &[], &Budget::default()).unwrap(), Answer::Sat);
        let model = solver.model().unwrap();
        let values =
            [x, y, z].map(|term| model.get(terms.as_symbol(term).unwrap()).unwrap().bits().low_u64());
        assert_eq!(values, [5, 4, 2], "x = 2 (x - 3) + 1 has one solution");
        let other = terms.ne(y, z);
        let same = terms.not(other);
        assert_eq!(solver.check(&mut terms, &[same], &Budget::default()).unwrap(), Answer::Unsat);
    }
}

#[test]
fn many_circles_of_definitions_are_cut() {
    const EQUATIONS: usize = 5_000;
    for (jumps, terms) in [(1, Terms::new()), (3, Terms::new()), (3, Terms::unsimplified())] {
        let mut terms = terms;
        let variables: Vec<Term> = (0..EQUATIONS).map(|_| terms.symbol("x", Sort::Bits(2))).collect();
        let mut solver = Embedded::new();
        for at in 0..EQUATIONS {
            let others = (0..jumps).map(|jump| variables[(at * (2 * jump + 1) + 7 * jump + 1) % EQUATIONS]);
            let met = others.reduce(|a, b| terms.bv_and(a, b)).unwrap();
            let equation = terms.eq(variables[at], met);
            solver.assert(&mut terms, equation);
        }
        assert_eq!(solver.check(&mut terms, &[], &Budget::default()).unwrap(), Answer::Sat);
        let differ = terms.ne(variables[0], variables[1]);
        assert!(solver.check(&mut terms, &[differ], &Budget::default()).is_ok());
    }
}

#[test]
fn definitions_go_with_their_level() {
    for checked_between in [false, true] {
        let mut terms = Terms::new();
        let mut solver = Embedded::new();
        let variables: Vec<Term> = (0..6).map(|_| terms.symbol("x", Sort::Bits(8))).collect();
        let numbers: Vec<Term> = (0..6).map(|number| terms.number(8, 10 + number)).collect();
        let pairs = variables.iter().zip(&numbers);
        let equations: Vec<Term> = pairs.map(|(&x, &number)| terms.eq(x, number)).collect();
        for (at, &equation) in equations.iter().enumerate() {
            if at > 0 {
                solver.push();
            }
            solver.assert(&mut terms, equation);
            if checked_between {
                assert_eq!(solver.check(&mut terms, &[], &Budget::default()).unwrap(), Answer::Sat);
            }
        }
        for level in (1..=equations.len()).rev() {
            assert_eq!(solver.check(&mut terms, &[], &Budget::default()).unwrap(), Answer::Sat);
            for (at, &equation) in equations.iter().enumerate() {
                let denied = terms.not(equation);
                // Those of the levels that are left hold, those above do not.
                let expected = if at < level { Answer::Unsat } else { Answer::Sat };
                assert_eq!(solver.check(&mut terms, &[denied], &Budget::default()).unwrap(), expected);
            }
            solver.pop();
        }
    }
}
