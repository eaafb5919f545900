//! Answers, models and cores against brute force, and budgets.

use std::time::{Duration, Instant};

use super::formulas::{Random, commutativity, lit, new_vars, pigeonhole, random_3cnf};
use super::{Answer, Budget, Clausal, ClauseSink, Interrupt, Lit, Reason, Sat, Watch, worker};

const FREE: Budget =
    Budget { conflicts: None, propagations: None, clauses: None, deadline: None, interrupt: None };

/// The assignments of `vars` variables, as bit masks, that satisfy a formula.
struct Models(Vec<u32>);

impl Models {
    fn all(vars: usize) -> Models {
        Models((0..1 << vars).collect())
    }

    fn satisfies(model: u32, clause: &[Lit]) -> bool {
        clause.iter().any(|lit| (model >> (lit.var() - 1) & 1 == 1) != lit.is_negated())
    }

    fn restrict(&mut self, clause: &[Lit]) {
        self.0.retain(|&model| Models::satisfies(model, clause));
    }

    fn under(&self, assumptions: &[Lit]) -> bool {
        self.0.iter().any(|&model| assumptions.iter().all(|&lit| Models::satisfies(model, &[lit])))
    }
}

/// One random formula, solved again and again while it grows.
fn incremental_against_brute_force(sat: &mut Sat, random: &mut Random) {
    let vars = 1 + random.below(12);
    new_vars(sat, vars);
    let mut models = Models::all(vars);
    let mut clauses = Vec::new();
    for _ in 0..6 {
        for _ in 0..random.below(2 * vars + 2) {
            let clause = random.clause(vars, 4);
            sat.add_clause(&clause);
            models.restrict(&clause);
            clauses.push(clause);
        }
        let assumptions: Vec<Lit> = (0..random.below(5)).map(|_| random.lit(vars)).collect();
        match sat.solve(&assumptions, &FREE) {
            Answer::Sat => {
                assert!(models.under(&assumptions));
                assert!(assumptions.iter().all(|&lit| sat.value(lit) && !sat.value(!lit)));
                assert!(clauses.iter().all(|clause| clause.iter().any(|&lit| sat.value(lit))));
            }
            Answer::Unsat => {
                assert!(!models.under(&assumptions));
                assert!(sat.failed().iter().all(|lit| assumptions.contains(lit)));
                assert!(!models.under(sat.failed()), "{:?} is no core", sat.failed());
                if let Some(certificate) = sat.certificate() {
                    assert_eq!(certificate.assumptions, assumptions);
                    crate::lrat::check(&certificate).expect("a valid proof");
                }
            }
            Answer::Unknown(reason) => panic!("{reason:?} without a budget"),
        }
    }
}

#[test]
fn answers_models_and_cores_agree_with_brute_force() {
    let mut random = Random::new(1);
    for _ in 0..3000 {
        incremental_against_brute_force(&mut Sat::new(), &mut random);
    }
}

#[test]
fn certified_answers_agree_with_brute_force() {
    let mut random = Random::new(2);
    for _ in 0..3000 {
        incremental_against_brute_force(&mut Sat::certifying(), &mut random);
    }
}

#[test]
fn empty_formula_is_sat_and_open_variables_are_false() {
    let mut sat = Sat::new();
    assert_eq!(sat.solve(&[], &FREE), Answer::Sat);
    let a = sat.new_var();
    assert!(!sat.value(a) && sat.value(!a));
    assert_eq!(sat.solve(&[], &FREE), Answer::Sat);
    assert!(!sat.value(a) && sat.value(!a));
}

#[test]
fn empty_clause_is_unsat_for_good() {
    for mut sat in [Sat::new(), Sat::certifying()] {
        let a = sat.new_var();
        sat.add_clause(&[]);
        assert_eq!(sat.solve(&[a], &FREE), Answer::Unsat);
        assert_eq!(sat.failed(), []);
        sat.add_clause(&[a]);
        assert_eq!(sat.solve(&[], &FREE), Answer::Unsat);
    }
}

#[test]
fn repeated_and_clashing_literals_in_a_clause() {
    for mut sat in [Sat::new(), Sat::certifying()] {
        let (a, b) = (sat.new_var(), sat.new_var());
        sat.add_clause(&[a, !a]);
        sat.add_clause(&[a, b, a, a]);
        assert_eq!(sat.solve(&[!a], &FREE), Answer::Sat);
        assert!(sat.value(b));
        sat.add_clause(&[!b, !b]);
        assert_eq!(sat.solve(&[!a], &FREE), Answer::Unsat);
        assert_eq!(sat.failed(), [!a]);
        assert_eq!(sat.solve(&[], &FREE), Answer::Sat);
    }
}

#[test]
fn repeated_and_clashing_assumptions() {
    for mut sat in [Sat::new(), Sat::certifying()] {
        let (a, b) = (sat.new_var(), sat.new_var());
        assert_eq!(sat.solve(&[a, b, a], &FREE), Answer::Sat);
        assert_eq!(sat.solve(&[a, b, a, !a], &FREE), Answer::Unsat);
        let mut failed = sat.failed().to_vec();
        failed.sort();
        assert_eq!(failed, [!a, a]);
        sat.add_clause(&[!b]);
        assert_eq!(sat.solve(&[b, b], &FREE), Answer::Unsat);
        assert_eq!(sat.failed(), [b]);
    }
}

#[test]
fn assumption_of_a_variable_without_clauses() {
    let mut sat = Sat::new();
    assert_eq!(sat.solve(&[lit(7), lit(-9)], &FREE), Answer::Sat);
    assert!(sat.value(lit(7)) && !sat.value(lit(9)));
    assert_eq!(sat.stats().variables, 9);
    assert_eq!(sat.new_var(), lit(10));
}

#[test]
fn model_stays_readable_while_clauses_are_added() {
    let mut sat = Sat::new();
    let (a, b) = (sat.new_var(), sat.new_var());
    sat.add_clause(&[a]);
    assert_eq!(sat.solve(&[b], &FREE), Answer::Sat);
    sat.add_clause(&[!a, !b]);
    assert!(sat.value(a) && sat.value(b));
}

#[test]
fn thousands_of_incremental_calls() {
    let mut sat = Sat::new();
    let mut last = sat.new_var();
    sat.add_clause(&[last]);
    for _ in 0..5000 {
        let next = sat.new_var();
        sat.add_clause(&[!last, next]);
        assert_eq!(sat.solve(&[!next], &FREE), Answer::Unsat);
        assert_eq!(sat.failed(), [!next]);
        assert_eq!(sat.solve(&[next], &FREE), Answer::Sat);
        last = next;
    }
    assert_eq!(sat.stats().solves, 10_000);
}

#[test]
fn conflict_budget_stops_and_leaves_the_solver_usable() {
    let mut sat = Sat::new();
    pigeonhole(&mut sat, 8);
    for most in [0, 1, 10, 500] {
        let before = sat.stats().conflicts;
        let budget = Budget { conflicts: Some(most), ..FREE };
        assert_eq!(sat.solve(&[], &budget), Answer::Unknown(Reason::Conflicts));
        assert!(sat.stats().conflicts - before <= most + 1);
    }
    assert_eq!(sat.solve(&[], &Budget { conflicts: Some(u64::MAX), ..FREE }), Answer::Unsat);
}

#[test]
fn propagation_budget_stops_and_is_deterministic() {
    let run = |most| {
        let mut sat = Sat::new();
        pigeonhole(&mut sat, 11);
        let answer = sat.solve(&[], &Budget { propagations: Some(most), ..FREE });
        assert_eq!(answer, Answer::Unknown(Reason::Propagations));
        sat.stats()
    };
    for most in [0, 1000, 100_000, 1_000_000] {
        let stats = run(most);
        assert_eq!(stats, run(most));
        assert!(stats.propagations >= most && stats.propagations < most + most / 2 + 10_000, "{stats:?}");
    }
}

#[test]
fn enough_budget_of_each_kind_answers() {
    let mut sat = Sat::new();
    pigeonhole(&mut sat, 7);
    let budget = Budget {
        conflicts: Some(1_000_000),
        propagations: Some(1_000_000_000),
        clauses: Some(1_000_000),
        deadline: Some(Instant::now() + Duration::from_secs(1000)),
        interrupt: Some(Interrupt::new()),
    };
    assert_eq!(sat.solve(&[], &budget), Answer::Unsat);
}

#[test]
fn deadline_stops_a_long_check() {
    let mut sat = Sat::new();
    pigeonhole(&mut sat, 11);
    let start = Instant::now();
    let budget = Budget { deadline: Some(start + Duration::from_millis(100)), ..FREE };
    assert_eq!(sat.solve(&[], &budget), Answer::Unknown(Reason::Time));
    let spent = start.elapsed();
    assert!(spent >= Duration::from_millis(100) && spent < Duration::from_secs(5), "{spent:?}");
    // The deadline is past.
    assert_eq!(sat.solve(&[], &budget), Answer::Unknown(Reason::Time));
}

#[test]
fn interrupt_from_another_thread_stops_a_long_check() {
    for mut sat in [Sat::new(), Sat::certifying()] {
        pigeonhole(&mut sat, 11);
        let interrupt = Interrupt::new();
        let budget = Budget { interrupt: Some(interrupt.clone()), ..FREE };
        let start = Instant::now();
        let answer = std::thread::scope(|scope| {
            scope.spawn(|| {
                std::thread::sleep(Duration::from_millis(50));
                interrupt.interrupt();
            });
            sat.solve(&[], &budget)
        });
        assert_eq!(answer, Answer::Unknown(Reason::Interrupted));
        assert!(start.elapsed() < Duration::from_secs(5));
    }
}

#[test]
fn interrupt_set_before_the_check_is_honoured_until_cleared() {
    let mut sat = Sat::new();
    let a = sat.new_var();
    let interrupt = Interrupt::new();
    let budget = Budget { interrupt: Some(interrupt.clone()), ..FREE };
    interrupt.interrupt();
    assert!(interrupt.is_set());
    assert_eq!(sat.solve(&[a], &budget), Answer::Unknown(Reason::Interrupted));
    interrupt.clear();
    assert_eq!(sat.solve(&[a], &budget), Answer::Sat);
}

#[test]
fn a_solver_that_does_not_stop_is_left_to_itself() {
    let mut sat = Sat::new();
    commutativity(&mut sat, 8);
    // Nobody tells the solver that the time is up.
    let budget = Budget { deadline: Some(Instant::now()), ..FREE };
    let watch = Watch::start(&budget);
    let solver = std::mem::take(&mut sat.solver);
    assert!(worker::solve(solver, &[], 1 << 20, &watch, Duration::ZERO).is_none());
    assert_eq!(watch.stopped(), Some(Reason::Time));
}

#[test]
fn big_formulas_are_solved_on_a_thread_of_their_own() {
    for mut sat in [Sat::new(), Sat::certifying()] {
        let free = new_vars(&mut sat, 5000);
        commutativity(&mut sat, 5);
        assert_eq!(sat.solve(&[free[0]], &FREE), Answer::Unsat);
        assert!(!sat.is_lost() && sat.stats().conflicts > 0);
    }
}

#[test]
fn same_calls_give_the_same_statistics() {
    let run = |mut sat: Sat| {
        let mut random = Random::new(3);
        let mut trace = Vec::new();
        random_3cnf(&mut sat, &mut random, 150, 600);
        for _ in 0..20 {
            sat.add_clause(&random.clause(150, 5));
            let assumptions: Vec<Lit> = (0..10).map(|_| random.lit(150)).collect();
            let answer = sat.solve(&assumptions, &Budget { conflicts: Some(2000), ..FREE });
            let model: Vec<bool> = (1..=150).map(|var| sat.value(lit(var))).collect();
            trace.push((answer, sat.stats(), model, sat.failed().to_vec()));
        }
        trace
    };
    assert_eq!(run(Sat::new()), run(Sat::new()));
    assert_eq!(run(Sat::certifying()), run(Sat::certifying()));
}

#[test]
fn deep_implications_do_not_overflow_the_stack_of_a_certifying_solver() {
    let mut sat = Sat::certifying();
    let chain = new_vars(&mut sat, 300_000);
    let side = sat.new_var();
    for pair in chain.windows(2) {
        // A ternary clause, so that equivalent literals do not shorten the chain.
        sat.add_clause(&[!pair[0], pair[1], !side]);
    }
    let (first, last) = (chain[0], chain[chain.len() - 1]);
    assert_eq!(sat.solve(&[side, first, !last], &FREE), Answer::Unsat);
    assert_eq!(sat.failed().len(), 3);
    crate::lrat::check(&sat.certificate().expect("certifying")).expect("a valid proof");
}

#[test]
fn solvers_can_move_between_threads() {
    fn sendable<T: Send>(_: &T) {}
    let mut sat = Sat::certifying();
    sendable(&sat);
    commutativity(&mut sat, 3);
    let sat = std::thread::spawn(move || {
        assert_eq!(sat.solve(&[], &FREE), Answer::Unsat);
        sat
    });
    let sat = sat.join().expect("the thread answers");
    crate::lrat::check(&sat.certificate().expect("certifying")).expect("a valid proof");
}
