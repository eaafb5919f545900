//! Refutations of formulas with memories are accepted; those that were tampered with are not.

use std::time::{Duration, Instant};

use fathom_logic::{Sort, Term, Terms};

use super::*;
use crate::sat::formulas::lit;

const MEMORY: Sort = Sort::Array { index: 8, element: 8 };

/// Two memories with the same writes in another order are equal: it takes lemmas, and so models.
fn writes_in_another_order(terms: &mut Terms) -> Vec<Term> {
    let memory = terms.symbol("memory", MEMORY);
    let [i, j, v, w] = ["i", "j", "v", "w"].map(|name| terms.symbol(name, Sort::Bits(8)));
    let (first, second) = (terms.store(memory, i, v), terms.store(memory, j, w));
    let (first, second) = (terms.store(first, j, w), terms.store(second, i, v));
    vec![terms.ne(i, j), terms.ne(first, second)]
}

/// Around a ring of places of which none is above the next, all are equal, and so is what is read there.
fn reads_around_a_ring(terms: &mut Terms) -> Vec<Term> {
    let memory = terms.symbol("memory", MEMORY);
    let places: Vec<Term> = (0..6).map(|at| terms.symbol(&format!("p{at}"), Sort::Bits(8))).collect();
    let mut formulas = Vec::new();
    let mut differ = Vec::new();
    for (at, &place) in places.iter().enumerate() {
        let next = places[(at + 1) % places.len()];
        formulas.push(terms.bv_ule(place, next));
        let (here, there) = (terms.select(memory, place), terms.select(memory, next));
        differ.push(terms.ne(here, there));
    }
    formulas.push(terms.or_all(&differ));
    formulas
}

/// Equal values have equal images; with a function.
fn functions(terms: &mut Terms) -> Vec<Term> {
    let f = terms.function("f", &[Sort::Bits(4)], Sort::Bits(4));
    let [x, y] = ["x", "y"].map(|name| terms.symbol(name, Sort::Bits(4)));
    let (fx, fy) = (terms.apply(f, &[x]), terms.apply(f, &[y]));
    let (less, more) = (terms.bv_ult(x, y), terms.bv_ult(y, x));
    vec![terms.not(less), terms.not(more), terms.ne(fx, fy)]
}

type Build = fn(&mut Terms) -> Vec<Term>;

const FORMULAS: [(&str, Build); 3] =
    [("writes", writes_in_another_order), ("reads", reads_around_a_ring), ("functions", functions)];

fn refuted(build: Build) -> Refutation {
    let mut terms = Terms::new();
    let formulas = build(&mut terms);
    match refute(&mut terms, &formulas, &Budget::default()) {
        Ok(Attempt::Refuted(refutation)) => *refutation,
        other => panic!("{other:?}"),
    }
}

fn checked(build: Build, refutation: &Refutation) -> Result<CheckStats, Refused> {
    let mut terms = Terms::new();
    let formulas = build(&mut terms);
    check(&mut terms, &formulas, refutation, &Budget::default())
}

fn with_clauses(refutation: &Refutation, clauses: &[Vec<Lit>]) -> Refutation {
    let mut changed = refutation.clone();
    changed.certificate.clauses = Clauses::default();
    clauses.iter().for_each(|clause| changed.certificate.clauses.push(clause));
    changed
}

#[test]
fn clauses_are_written_again_without_a_solver() {
    let mut with_models = 0;
    for (name, build) in FORMULAS {
        let refutation = refuted(build);
        with_models += usize::from(!refutation.models.is_empty());
        checked(build, &refutation).unwrap_or_else(|refused| panic!("{name}: {refused}"));
    }
    assert_eq!(with_models, 3, "all formulas need lemmas");
}

#[test]
fn other_clauses_are_refused_even_with_a_proof() {
    for (name, build) in FORMULAS {
        let right = refuted(build);
        let clauses: Vec<Vec<Lit>> = right.certificate.clauses.iter().map(<[Lit]>::to_vec).collect();
        // The empty clause, which is its own proof, instead of clauses and at the end.
        let mut proof = lrat::Proof::default();
        for at in (0..clauses.len()).step_by(clauses.len().div_ceil(10)) {
            let mut other = clauses.clone();
            other[at].clear();
            proof = lrat::Proof::default();
            proof.add(clauses.len() as u32 + 1, &[], &[at as u32 + 1]);
            let mut changed = with_clauses(&right, &other);
            changed.certificate.proof = proof.clone();
            lrat::check(&changed.certificate).unwrap();
            let refused = checked(build, &changed);
            assert!(matches!(refused, Err(Refused::Clause(n)) if n == at + 1), "{name}: {refused:?}");
        }
        let mut more = clauses.clone();
        more.push(vec![]);
        let mut changed = with_clauses(&right, &more);
        proof.add(clauses.len() as u32 + 2, &[], &[clauses.len() as u32 + 1]);
        changed.certificate.proof = proof;
        assert!(matches!(checked(build, &changed), Err(Refused::TooManyClauses(_))), "{name}");
        let fewer = with_clauses(&right, &clauses[..clauses.len() - 1]);
        assert!(matches!(checked(build, &fewer), Err(Refused::TooFewClauses(_))), "{name}");
        let mut swapped = clauses.clone();
        swapped.swap(0, clauses.len() - 1);
        assert!(matches!(checked(build, &with_clauses(&right, &swapped)), Err(Refused::Clause(1))), "{name}");
    }
}

#[test]
fn a_refutation_of_another_formula_is_refused() {
    for (at, (name, _)) in FORMULAS.iter().enumerate() {
        let (_, other) = FORMULAS[(at + 1) % FORMULAS.len()];
        assert!(checked(other, &refuted(FORMULAS[at].1)).is_err(), "{name}");
    }
}

#[test]
fn a_proof_whose_step_does_not_follow_is_refused() {
    for (name, build) in FORMULAS {
        let mut refutation = refuted(build);
        let last = refutation.certificate.clauses.len() as u32;
        refutation.certificate.proof = lrat::Proof::default();
        refutation.certificate.proof.add(last + 1, &[], &[1]);
        assert!(matches!(checked(build, &refutation), Err(Refused::Proof(_))), "{name}");
    }
}

#[test]
fn models_that_were_made_up_lead_to_no_wrong_clause() {
    for (name, build) in FORMULAS {
        let right = refuted(build);
        let mut without = right.clone();
        without.models.clear();
        let expects_models = !right.models.is_empty();
        assert_eq!(checked(build, &without).is_err(), expects_models, "{name}");
        // One in which all is true, and one of variables that do not exist.
        for model in [(1..=200).map(lit).collect(), vec![lit(i32::MAX)], vec![]] {
            let mut more = right.clone();
            more.models.push(model.clone());
            assert!(checked(build, &more).is_err(), "{name}");
            let mut first = right.clone();
            first.models.insert(0, model);
            let _ = checked(build, &first);
        }
    }
}

#[test]
fn assumptions_are_refused() {
    let mut refutation = refuted(functions);
    refutation.certificate.assumptions.push(lit(1));
    assert!(matches!(checked(functions, &refutation), Err(Refused::Assumptions)));
}

#[test]
fn a_satisfiable_formula_is_not_refuted() {
    let mut terms = Terms::new();
    let x = terms.symbol("x", Sort::Bool);
    assert!(matches!(refute(&mut terms, &[x], &Budget::default()), Ok(Attempt::Satisfiable)));
}

#[test]
fn a_circuit_out_of_proportion_to_the_clauses_is_refused_soon() {
    let mut terms = Terms::new();
    let [a, b, c] = ["a", "b", "c"].map(|name| terms.symbol(name, Sort::Bits(1 << 20)));
    let product = terms.bv_mul(a, b);
    let quotient = terms.bv_udiv(product, c);
    let wrong = terms.ne(quotient, a);
    let start = Instant::now();
    let refused = check(&mut terms, &[wrong], &Refutation::default(), &Budget::default());
    assert!(matches!(refused, Err(Refused::OutOfProportion)), "{refused:?}");
    assert!(start.elapsed() < Duration::from_secs(20));
}

#[test]
fn a_check_ends_with_its_budget() {
    let mut terms = Terms::new();
    let formulas = reads_around_a_ring(&mut terms);
    let refutation = refuted(reads_around_a_ring);
    let interrupt = crate::Interrupt::new();
    interrupt.interrupt();
    let budget = Budget { interrupt: Some(interrupt), ..Budget::default() };
    let refused = check(&mut terms, &formulas, &refutation, &budget);
    assert!(matches!(refused, Err(Refused::Stopped(Reason::Interrupted))), "{refused:?}");
}

#[test]
fn models_as_text() {
    let models = vec![vec![lit(1), lit(7)], vec![]];
    let mut text = Vec::new();
    write_models(&models, &mut text).unwrap();
    let text = String::from_utf8(text).unwrap();
    assert_eq!(text, "v 1 7 0\nv 0\n");
    assert_eq!(read_models(&text), Ok(models));
    assert_eq!(read_models("c nothing\n\n"), Ok(vec![]));
    for wrong in ["v 1", "1 0", "v -1 0", "v x 0", "v 99999999999 0", "v 0 1", "v -2147483648 0"] {
        let error = read_models(&format!("v 0\n{wrong}\n")).unwrap_err();
        assert_eq!(error.line, 2, "{wrong}");
    }
}
