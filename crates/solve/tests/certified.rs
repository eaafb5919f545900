//! Certified unsat answers of different kinds, and proofs that were tampered with.

use fathom_logic::{Sort, Term, Terms};
use fathom_solve::lrat::{Certificate, check};
use fathom_solve::sat::{ClauseSink, Sat};
use fathom_solve::{Answer, Budget, Embedded, Solver};

/// A formula without a model, with assumptions that it needs.
struct Case {
    name: &'static str,
    terms: Terms,
    assertions: Vec<Term>,
    assumptions: Vec<Term>,
}

const MEMORY: Sort = Sort::Array { index: 8, element: 8 };

/// Builds a case. Terms stay as they are written, so that the SAT solver has to work.
fn case(name: &'static str, build: impl FnOnce(&mut Terms) -> Vec<Term>) -> Case {
    let mut terms = Terms::unsimplified();
    let assertions = build(&mut terms);
    Case { name, terms, assertions, assumptions: Vec::new() }
}

fn words<const N: usize>(terms: &mut Terms, width: u32) -> [Term; N] {
    std::array::from_fn(|at| terms.symbol(&format!("x{at}"), Sort::Bits(width)))
}

/// At least ten kinds of reasoning.
fn cases() -> Vec<Case> {
    let mut cases = vec![
        case("addition in another order", |t| {
            let [a, b, c] = words(t, 16);
            let (ab, bc) = (t.bv_add(a, b), t.bv_add(b, c));
            let (left, right) = (t.bv_add(ab, c), t.bv_add(bc, a));
            vec![t.ne(left, right)]
        }),
        case("multiplication distributes", |t| {
            let [a, b, c] = words(t, 5);
            let sum = t.bv_add(b, c);
            let (ab, ac, left) = (t.bv_mul(a, b), t.bv_mul(a, c), t.bv_mul(a, sum));
            let right = t.bv_add(ab, ac);
            vec![t.ne(left, right)]
        }),
        case("division gives back the dividend", |t| {
            let [a, b] = words(t, 8);
            let (q, r) = (t.bv_udiv(a, b), t.bv_urem(a, b));
            let product = t.bv_mul(q, b);
            let sum = t.bv_add(product, r);
            vec![t.ne(sum, a)]
        }),
        case("shifting there and back clears bits", |t| {
            let [a, n] = words(t, 16);
            let ones = t.bits(&fathom_ir::Bits::ones(16));
            let up = t.bv_shl(a, n);
            let back = t.bv_lshr(up, n);
            let mask = t.bv_lshr(ones, n);
            let masked = t.bv_and(a, mask);
            vec![t.ne(back, masked)]
        }),
        case("less than is transitive", |t| {
            let [a, b, c] = words(t, 32);
            vec![t.bv_slt(a, b), t.bv_slt(b, c), t.bv_slt(c, a)]
        }),
        case("a parity that cannot be odd", |t| {
            let bits: [Term; 24] = words(t, 1);
            let mut sum = t.number(1, 1);
            for pair in bits.windows(2) {
                let different = t.bv_xor(pair[0], pair[1]);
                sum = t.bv_xor(sum, different);
            }
            let ends = t.bv_xor(bits[0], bits[23]);
            vec![t.eq(sum, ends)]
        }),
        case("six pigeons in five holes", |t| {
            let holes: [Term; 6] = words(t, 3);
            let five = t.number(3, 5);
            let mut formula: Vec<Term> = holes.iter().map(|&hole| t.bv_ult(hole, five)).collect();
            for at in 0..6 {
                for other in 0..at {
                    formula.push(t.ne(holes[at], holes[other]));
                }
            }
            formula
        }),
        case("what was written is read", |t| {
            let memory = t.symbol("memory", MEMORY);
            let [i, j, v, w] = words(t, 8);
            let first = t.store(memory, i, v);
            let second = t.store(first, j, w);
            let read = t.select(second, i);
            vec![t.ne(i, j), t.ne(read, v)]
        }),
        case("equal memories have equal elements", |t| {
            let (a, b) = (t.symbol("a", MEMORY), t.symbol("b", MEMORY));
            let [i, j] = words(t, 8);
            let (x, y) = (t.select(a, i), t.select(b, j));
            let written = t.store(b, j, y);
            vec![t.eq(a, written), t.eq(i, j), t.ne(x, y)]
        }),
        case("equal arguments give equal results", |t| {
            let f = t.function("f", &[Sort::Bits(8)], Sort::Bits(8));
            let [x] = words(t, 8);
            let once = t.apply(f, &[x]);
            let twice = t.apply(f, &[once]);
            let thrice = t.apply(f, &[twice]);
            vec![t.eq(thrice, x), t.eq(twice, x), t.ne(once, x)]
        }),
        case("a filled memory was filled", |t| {
            let (from, to) = (t.symbol("from", MEMORY), t.symbol("to", MEMORY));
            let [start, source, length, at, value] = words(t, 8);
            let filled = t.fill(from, source, length, value);
            let copied = t.copy(to, start, length, filled, source);
            let place = t.bv_add(start, at);
            let read = t.select(copied, place);
            vec![t.bv_ult(at, length), t.ne(read, value)]
        }),
        case("a product that overflows is more than the greatest number", |t| {
            let [a, b] = words(t, 6);
            let (wide_a, wide_b) = (t.zero_extend(a, 12), t.zero_extend(b, 12));
            let product = t.bv_mul(wide_a, wide_b);
            let limit = t.number(12, 63);
            let (more, overflows) = (t.bv_ult(limit, product), t.umulo(a, b));
            vec![t.xor(more, overflows)]
        }),
    ];
    let mut assumed = case("assumptions that contradict each other", |t| {
        let [a, b] = words(t, 8);
        let (p, q, r) = (t.symbol("p", Sort::Bool), t.symbol("q", Sort::Bool), t.symbol("r", Sort::Bool));
        let (less, more, equal) = (t.bv_ult(a, b), t.bv_ult(b, a), t.eq(a, b));
        vec![t.implies(p, less), t.implies(q, more), t.implies(r, equal)]
    });
    let symbols: Vec<Term> =
        assumed.terms.iter().filter(|&term| assumed.terms.as_symbol(term).is_some()).collect();
    assumed.assumptions =
        symbols.into_iter().filter(|&term| assumed.terms.sort(term) == Sort::Bool).collect();
    cases.push(assumed);
    cases
}

fn certificate(case: &mut Case) -> Certificate {
    let mut solver = Embedded::certifying();
    for &assertion in &case.assertions {
        solver.assert(&mut case.terms, assertion);
    }
    let answer = solver.check(&mut case.terms, &case.assumptions, &Budget::default());
    assert_eq!(answer.ok(), Some(Answer::Unsat), "{}", case.name);
    assert_eq!(solver.stats().certified, 1, "{}", case.name);
    solver.certificate().unwrap_or_else(|| panic!("{} has no certificate", case.name))
}

fn texts(certificate: &Certificate) -> (String, String) {
    let (mut dimacs, mut lrat) = (Vec::new(), Vec::new());
    certificate.write_dimacs(&mut dimacs).expect("memory takes everything");
    certificate.write_lrat(&mut lrat).expect("memory takes everything");
    (String::from_utf8(dimacs).expect("text"), String::from_utf8(lrat).expect("text"))
}

fn accepted(dimacs: &str, lrat: &str) -> bool {
    Certificate::read(dimacs, lrat).is_ok_and(|certificate| check(&certificate).is_ok())
}

#[test]
fn unsat_of_many_kinds_is_certified() {
    let mut cases = cases();
    assert!(cases.len() >= 10);
    for case in &mut cases {
        let certificate = certificate(case);
        assert!(check(&certificate).is_ok(), "{}", case.name);
        let (dimacs, lrat) = texts(&certificate);
        assert!(accepted(&dimacs, &lrat), "{}: not accepted when read back", case.name);
    }
}

/// Without one clause the formula may have a model. Then no proof may be accepted, least of all the old one.
#[test]
fn proofs_of_satisfiable_formulas_are_rejected() {
    let mut satisfiable = 0;
    for case in &mut cases() {
        let (dimacs, lrat) = texts(&certificate(case));
        let clauses: Vec<&str> = dimacs.lines().filter(|line| !line.starts_with(['c', 'p'])).collect();
        for drop in (0..clauses.len()).step_by(clauses.len() / 12 + 1) {
            // A tautology takes its place, so that the numbers stay.
            let kept: Vec<&str> = clauses
                .iter()
                .enumerate()
                .map(|(at, &clause)| if at == drop { "1 -1 0" } else { clause })
                .collect();
            if !has_model(&kept) {
                continue;
            }
            satisfiable += 1;
            let header = dimacs.lines().filter(|line| line.starts_with(['c', 'p']));
            let changed: String = header.chain(kept.iter().copied()).flat_map(|line| [line, "\n"]).collect();
            assert!(!accepted(&changed, &lrat), "{}: accepted without clause {drop}", case.name);
        }
    }
    assert!(satisfiable >= 10, "only {satisfiable} formulas became satisfiable");
}

fn has_model(clauses: &[&str]) -> bool {
    let mut sat = Sat::new();
    for clause in clauses {
        let numbers = clause.split_whitespace().filter_map(|word| word.parse().ok());
        let literals: Vec<_> = numbers.filter_map(fathom_solve::sat::Lit::from_dimacs).collect();
        sat.add_clause(&literals);
    }
    sat.solve(&[], &Budget::default()) == Answer::Sat
}

/// A proof whose end is missing, whose steps lost their reasons, or that has another conclusion.
#[test]
fn corrupted_proofs_are_rejected() {
    for case in &mut cases() {
        let (dimacs, lrat) = texts(&certificate(case));
        let lines: Vec<&str> = lrat.lines().collect();
        let additions = |lines: &[&str]| lines.iter().filter(|line| !line.contains(" d ")).count();
        let without_end: String = lines[..lines.len() - 1].iter().flat_map(|line| [*line, "\n"]).collect();
        assert!(!accepted(&dimacs, &without_end), "{}: accepted without its end", case.name);
        assert!(!accepted(&dimacs, &lrat[..lrat.len() - 4]), "{}: accepted when cut off", case.name);
        assert!(!accepted(&dimacs, ""), "{}: accepted without a proof", case.name);
        // Without hints, only what is contradictory by its clauses alone would follow.
        let unfounded: String = lines
            .iter()
            .map(|line| match line.rfind(" 0 ") {
                Some(at) if !line.contains(" d ") => format!("{} 0 0\n", &line[..at]),
                _ => format!("{line}\n"),
            })
            .collect();
        if additions(&lines) > 0 {
            assert!(!accepted(&dimacs, &unfounded), "{}: accepted without reasons", case.name);
        }
    }
}
