//! Unsat answers of many kinds with their proofs, and proofs that have been tampered with.
//!
//! The checker may accept a changed proof only if it still is one. What decides that is the meaning: every
//! clause that an accepted proof adds has to follow from the clauses it starts from, which the SAT solver
//! says, and formulas that were made satisfiable have no proof at all.

mod support;

use fathom_ir::Bits;
use fathom_logic::reads::{self, Through};
use fathom_logic::smtlib::print::{ScriptOptions, print_script};
use fathom_logic::smtlib::{Command, read_script};
use fathom_logic::{Sort, Term, Terms};
use fathom_solve::lrat::{self, Certificate, Step};
use fathom_solve::refutation::{self, Attempt, refute};
use fathom_solve::sat::{ClauseSink, Lit, Sat};
use fathom_solve::{Answer, Budget, Embedded, Solver};
use support::Rng;

/// A claim that no model satisfies the assertions, in levels, and the assumptions.
#[derive(Default)]
struct Claim {
    levels: Vec<Vec<Term>>,
    assumptions: Vec<Term>,
}

impl Claim {
    fn of(assertions: impl Into<Vec<Term>>) -> Self {
        Self { levels: vec![assertions.into()], assumptions: Vec::new() }
    }
}

fn symbols<const N: usize>(terms: &mut Terms, width: u32) -> [Term; N] {
    std::array::from_fn(|at| terms.symbol(&format!("x{at}"), Sort::Bits(width)))
}

fn sums_in_another_order(terms: &mut Terms) -> Claim {
    let [a, b, c] = symbols(terms, 6);
    let (left, right) = (terms.bv_add(a, b), terms.bv_add(c, b));
    let (left, right) = (terms.bv_add(left, c), terms.bv_add(right, a));
    Claim::of([terms.ne(left, right)])
}

fn products_distribute(terms: &mut Terms) -> Claim {
    let [a, b, c] = symbols(terms, 3);
    let (sum, ab, ac) = (terms.bv_add(b, c), terms.bv_mul(a, b), terms.bv_mul(a, c));
    let (left, right) = (terms.bv_mul(a, sum), terms.bv_add(ab, ac));
    Claim::of([terms.ne(left, right)])
}

fn quotient_and_remainder(terms: &mut Terms) -> Claim {
    let [a, b] = symbols(terms, 4);
    let zero = terms.number(4, 0);
    let (quotient, remainder) = (terms.bv_udiv(a, b), terms.bv_urem(a, b));
    let product = terms.bv_mul(b, quotient);
    let sum = terms.bv_add(product, remainder);
    let (same, small) = (terms.eq(sum, a), terms.bv_ult(remainder, b));
    let right = terms.and(same, small);
    Claim::of([terms.ne(b, zero), terms.not(right)])
}

fn shifts_there_and_back(terms: &mut Terms) -> Claim {
    let [a, by] = symbols(terms, 8);
    let ones = terms.bits(&Bits::ones(8));
    let (there, mask) = (terms.bv_shl(a, by), terms.bv_lshr(ones, by));
    let (back, masked) = (terms.bv_lshr(there, by), terms.bv_and(a, mask));
    Claim::of([terms.ne(back, masked)])
}

fn less_is_transitive(terms: &mut Terms) -> Claim {
    let [a, b, c] = symbols(terms, 12);
    let last = terms.bv_slt(a, c);
    Claim::of([terms.bv_slt(a, b), terms.bv_slt(b, c), terms.not(last)])
}

fn signed_is_unsigned_with_the_sign_flipped(terms: &mut Terms) -> Claim {
    let [a, b] = symbols(terms, 8);
    let least = terms.bits(&Bits::signed_min(8));
    let signed = terms.bv_slt(a, b);
    let (a, b) = (terms.bv_add(a, least), terms.bv_sub(b, least));
    let unsigned = terms.bv_ult(a, b);
    Claim::of([terms.xor(signed, unsigned)])
}

/// Differences along a ring have an even sum, so an odd one is impossible. The ring is tied by variables, as
/// the circuit would see through it otherwise.
fn parity_of_a_ring(terms: &mut Terms) -> Claim {
    let xs: [Term; 8] = symbols(terms, 1);
    let one = terms.number(1, 1);
    let mut claim = Vec::new();
    for at in 0..xs.len() {
        let next = xs[(at + 1) % xs.len()];
        let (less, more) = (terms.bv_ult(xs[at], next), terms.bv_ult(next, xs[at]));
        let differ = terms.or(less, more);
        claim.push(if at == 0 { terms.eq(xs[0], next) } else { differ });
    }
    claim.push(terms.eq(xs[3], one));
    Claim::of(claim)
}

fn pigeons(terms: &mut Terms) -> Claim {
    let pigeons: [Term; 5] = symbols(terms, 2);
    let mut claim = Vec::new();
    for (at, &a) in pigeons.iter().enumerate() {
        claim.extend(pigeons[..at].iter().map(|&b| terms.ne(a, b)));
    }
    Claim::of(claim)
}

const MEMORY: Sort = Sort::Array { index: 8, element: 8 };

fn read_over_writes(terms: &mut Terms) -> Claim {
    let memory = terms.symbol("memory", MEMORY);
    let [i, j, v, w] = symbols(terms, 8);
    let written = terms.store(memory, i, v);
    let written = terms.store(written, j, w);
    let read = terms.select(written, i);
    let (v, w) = (terms.ne(read, v), terms.ne(read, w));
    Claim::of([v, w])
}

fn memories_with_the_same_elements(terms: &mut Terms) -> Claim {
    let memory = terms.symbol("memory", MEMORY);
    let [i, j, v, w] = symbols(terms, 8);
    let (first, second) = (terms.store(memory, i, v), terms.store(memory, j, w));
    let (first, second) = (terms.store(first, j, w), terms.store(second, i, v));
    Claim::of([terms.ne(i, j), terms.ne(first, second)])
}

fn function_of_equal_arguments(terms: &mut Terms) -> Claim {
    let f = terms.function("f", &[Sort::Bits(4)], Sort::Bits(4));
    let [x] = symbols(terms, 4);
    let mut iterated = vec![x];
    for at in 0..5 {
        let next = terms.apply(f, &[iterated[at]]);
        iterated.push(next);
    }
    Claim::of([terms.eq(iterated[3], x), terms.eq(iterated[5], x), terms.ne(iterated[1], x)])
}

fn copied_elements(terms: &mut Terms) -> Claim {
    let memory = terms.symbol("memory", MEMORY);
    let [to, from, length, at] = symbols(terms, 8);
    let copied = terms.copy(memory, to, length, memory, from);
    let (place, origin) = (terms.bv_add(to, at), terms.bv_add(from, at));
    let (read, original) = (terms.select(copied, place), terms.select(memory, origin));
    Claim::of([terms.bv_ult(at, length), terms.ne(read, original)])
}

fn filled_elements(terms: &mut Terms) -> Claim {
    let memory = terms.symbol("memory", MEMORY);
    let [start, length, at, value] = symbols(terms, 8);
    let filled = terms.fill(memory, start, length, value);
    let (read, old) = (terms.select(filled, at), terms.select(memory, at));
    Claim::of([terms.ne(read, old), terms.ne(read, value)])
}

fn sums_of_different_signs_fit(terms: &mut Terms) -> Claim {
    let [a, b] = symbols(terms, 8);
    let (negative, other) = (terms.is_negative(a), terms.is_negative(b));
    Claim::of([negative, terms.not(other), terms.saddo(a, b)])
}

fn overflow_is_a_high_part(terms: &mut Terms) -> Claim {
    let [a, b] = symbols(terms, 4);
    let (wide_a, wide_b) = (terms.zero_extend(a, 8), terms.zero_extend(b, 8));
    let product = terms.bv_mul(wide_a, wide_b);
    let (high, zero) = (terms.extract(product, 7, 4), terms.number(4, 0));
    let (overflow, any) = (terms.umulo(a, b), terms.ne(high, zero));
    Claim::of([terms.xor(overflow, any)])
}

/// Only under the assumptions, and only while the levels are open.
fn assumptions_in_levels(terms: &mut Terms) -> Claim {
    let [a, b, c] = symbols(terms, 8);
    let ten = terms.number(8, 10);
    let (ab, bc, ca) = (terms.bv_ule(a, b), terms.bv_ule(b, c), terms.bv_ule(c, a));
    let (small, differ, large) = (terms.bv_ult(a, ten), terms.ne(a, b), terms.bv_ult(ten, b));
    Claim { levels: vec![vec![ab], vec![bc]], assumptions: vec![small, ca, differ, large] }
}

/// Builds a claim.
type Build = fn(&mut Terms) -> Claim;

/// Each kind of claim.
const CLAIMS: &[(&str, Build)] = &[
    ("sums in another order", sums_in_another_order),
    ("products distribute", products_distribute),
    ("quotient and remainder", quotient_and_remainder),
    ("shifts there and back", shifts_there_and_back),
    ("less is transitive", less_is_transitive),
    ("signed is unsigned with the sign flipped", signed_is_unsigned_with_the_sign_flipped),
    ("parity of a ring", parity_of_a_ring),
    ("pigeons", pigeons),
    ("read over writes", read_over_writes),
    ("memories with the same elements", memories_with_the_same_elements),
    ("function of equal arguments", function_of_equal_arguments),
    ("copied elements", copied_elements),
    ("filled elements", filled_elements),
    ("sums of different signs fit", sums_of_different_signs_fit),
    ("overflow is a high part", overflow_is_a_high_part),
    ("assumptions in levels", assumptions_in_levels),
];

/// Solves a claim. The terms are not simplified, so that the proof has something to do.
fn certified(name: &str, build: fn(&mut Terms) -> Claim) -> Certificate {
    let mut terms = Terms::unsimplified();
    let claim = build(&mut terms);
    let mut solver = Embedded::certifying();
    for (at, level) in claim.levels.iter().enumerate() {
        if at > 0 {
            solver.push();
        }
        for &assertion in level {
            solver.assert(&mut terms, assertion);
        }
    }
    // What needs assumptions has a model without them.
    if !claim.assumptions.is_empty() {
        assert_eq!(solver.check(&mut terms, &[], &Budget::default()).unwrap(), Answer::Sat, "{name}");
    }
    let before = solver.stats().certified;
    let answer = solver.check(&mut terms, &claim.assumptions, &Budget::default()).unwrap();
    assert_eq!(answer, Answer::Unsat, "{name}");
    assert_eq!(solver.stats().certified, before + 1, "{name}");
    let certificate = solver.certificate().unwrap();
    lrat::check(&certificate).unwrap_or_else(|rejected| panic!("{name}: {rejected}"));
    certificate
}

/// The two files.
fn written(certificate: &Certificate) -> (String, String) {
    let (mut dimacs, mut lrat) = (Vec::new(), Vec::new());
    certificate.write_dimacs(&mut dimacs).unwrap();
    certificate.write_lrat(&mut lrat).unwrap();
    (String::from_utf8(dimacs).unwrap(), String::from_utf8(lrat).unwrap())
}

/// The files are a certificate that the checker accepts.
fn accepted(dimacs: &str, lrat: &str) -> Option<Certificate> {
    let certificate = Certificate::read(dimacs, lrat).ok()?;
    lrat::check(&certificate).ok()?;
    Some(certificate)
}

/// The clauses and assumptions of a certificate, for questions about them.
fn premises(certificate: &Certificate) -> Sat {
    let mut sat = Sat::new();
    certificate.clauses.iter().for_each(|clause| sat.add_clause(clause));
    certificate.assumptions.iter().for_each(|&lit| sat.add_clause(&[lit]));
    sat
}

/// Whether a certificate says nothing but what follows from its clauses and assumptions.
fn is_true(certificate: &Certificate) -> bool {
    let mut sat = premises(certificate);
    certificate.proof.steps().all(|step| match step {
        Step::Add { clause, .. } => {
            let denied: Vec<Lit> = clause.iter().map(|&lit| !lit).collect();
            let tautology = clause.iter().any(|lit| denied.contains(lit));
            tautology || sat.solve(&denied, &Budget::default()) == Answer::Unsat
        }
        Step::Delete { .. } => true,
    })
}

#[test]
fn every_kind_of_claim_is_certified() {
    let mut substantial = 0;
    for &(name, build) in CLAIMS {
        let certificate = certified(name, build);
        let (dimacs, lrat) = written(&certificate);
        let read = accepted(&dimacs, &lrat).unwrap_or_else(|| panic!("{name} cannot be read back"));
        assert_eq!(read, certificate, "{name}");
        assert!(is_true(&certificate), "{name}");
        let steps = certificate.proof.additions();
        println!("{name}: {} clauses, {steps} steps", certificate.clauses.len());
        substantial += usize::from(steps >= 10);
    }
    assert!(substantial >= 10, "{substantial} proofs have work to do");
}

#[test]
fn simplified_terms_are_certified_too() {
    for &(name, build) in CLAIMS {
        let mut terms = Terms::new();
        let claim = build(&mut terms);
        let mut solver = Embedded::certifying();
        for &assertion in claim.levels.iter().flatten() {
            solver.assert(&mut terms, assertion);
        }
        let answer = solver.check(&mut terms, &claim.assumptions, &Budget::default()).unwrap();
        assert_eq!(answer, Answer::Unsat, "{name}");
        assert_eq!(solver.stats().certified, 1, "{name}");
        lrat::check(&solver.certificate().unwrap()).unwrap_or_else(|rejected| panic!("{name}: {rejected}"));
    }
}

/// Formulas as text, and back in terms of their own.
fn through_text(terms: &mut Terms, formulas: &[Term]) -> (Terms, Vec<Term>) {
    let formulas = reads::expand(terms, formulas, Through::Bulk, 1000).unwrap();
    let text = print_script(terms, &formulas, &ScriptOptions::default()).unwrap();
    let mut terms = Terms::new();
    let (_, commands) = read_script(text.as_bytes(), &mut terms).unwrap();
    let assertions = commands.into_iter().filter_map(|command| match command {
        Command::Assert { formula, .. } => Some(formula),
        _ => None,
    });
    (terms, assertions.collect())
}

#[test]
fn every_kind_of_claim_is_refuted_from_its_text_on() {
    for &(name, build) in CLAIMS {
        let mut terms = Terms::unsimplified();
        let claim = build(&mut terms);
        let formulas: Vec<Term> = claim.levels.concat().into_iter().chain(claim.assumptions).collect();
        let read = |terms: &mut Terms| through_text(terms, &formulas);
        let (mut fresh, assertions) = read(&mut terms);
        let refutation = match refute(&mut fresh, &assertions, &Budget::default()) {
            Ok(Attempt::Refuted(refutation)) => refutation,
            other => panic!("{name}: {other:?}"),
        };
        let (mut fresh, assertions) = read(&mut terms);
        refutation::check(&mut fresh, &assertions, &refutation, &Budget::default())
            .unwrap_or_else(|refused| panic!("{name}: {refused}"));
    }
}

#[test]
fn a_satisfiable_formula_has_no_certificate() {
    let mut tried = 0;
    for (seed, &(name, build)) in CLAIMS.iter().enumerate() {
        let certificate = certified(name, build);
        let (dimacs, lrat) = written(&certificate);
        let mut rng = Rng::new(seed as u64);
        let mut lines: Vec<String> = dimacs.lines().map(str::to_owned).collect();
        let first = lines.iter().position(|line| line.starts_with("p cnf")).unwrap() + 1;
        let header: Vec<&str> = dimacs.lines().nth(first - 1).unwrap().split(' ').collect();
        let free: u32 = header[2].parse::<u32>().unwrap() + 1;
        lines[first - 1] = format!("p cnf {free} {}", header[3]);
        // A clause with a variable of its own says nothing. Assumptions stay what they are.
        let weaken = |line: &str| format!("{free} {line}");
        let clauses: Vec<usize> = (first..first + certificate.clauses.len()).collect();
        let mut reject = |lines: &[String]| {
            let text = lines.join("\n");
            let changed = Certificate::read(&text, &lrat).unwrap();
            if premises(&changed).solve(&[], &Budget::default()) == Answer::Sat {
                tried += 1;
                assert!(lrat::check(&changed).is_err(), "{name}: a proof of a satisfiable formula");
                return true;
            }
            false
        };
        for _ in 0..100 {
            let at = rng.pick(&clauses);
            let weakened = weaken(&lines[at]);
            let kept = std::mem::replace(&mut lines[at], weakened);
            reject(&lines);
            lines[at] = kept;
        }
        // One clause after the other, until there is a model.
        let mut left = clauses.clone();
        loop {
            let at = left.swap_remove(rng.below(left.len()));
            lines[at] = weaken(&lines[at]);
            if reject(&lines) {
                break;
            }
        }
    }
    println!("{tried} satisfiable formulas");
    assert!(tried >= 200, "only {tried} formulas became satisfiable");
}

/// A way to spoil the text of a proof.
struct Corruption {
    name: &'static str,
    /// The least share, in percent, that has to be noticed. What is not noticed has to be harmless.
    noticed: usize,
    spoil: fn(&mut Rng, Files) -> Files,
}

/// The formula and the proof, in lines.
#[derive(Clone)]
struct Files {
    dimacs: Vec<String>,
    lrat: Vec<String>,
}

const CORRUPTIONS: &[Corruption] = &[
    Corruption { name: "flip a literal of a step", noticed: 80, spoil: flip_literal },
    Corruption { name: "drop a literal of a step", noticed: 80, spoil: drop_literal },
    Corruption { name: "drop a hint", noticed: 90, spoil: drop_hint },
    Corruption { name: "change a hint", noticed: 90, spoil: change_hint },
    Corruption { name: "drop a step", noticed: 90, spoil: drop_step },
    Corruption { name: "drop a clause", noticed: 80, spoil: drop_clause },
    Corruption { name: "drop a clause and fix the header", noticed: 80, spoil: drop_clause_and_count },
    Corruption { name: "flip a literal of a clause", noticed: 5, spoil: flip_premise },
    Corruption { name: "truncate the proof", noticed: 100, spoil: truncate },
    Corruption { name: "claim the empty clause", noticed: 80, spoil: claim_empty },
];

/// Changes one of the lines that add a clause and have literals, given as words, if there is one.
fn change_step(rng: &mut Rng, files: &mut Files, change: impl Fn(&mut Rng, &mut Vec<String>, usize)) {
    let steps: Vec<usize> = (0..files.lrat.len())
        .filter(|&at| !files.lrat[at].contains(" d ") && literals(&files.lrat[at]) > 0)
        .collect();
    if !steps.is_empty() {
        let at = rng.pick(&steps);
        let mut words: Vec<String> = files.lrat[at].split(' ').map(str::to_owned).collect();
        let count = literals(&files.lrat[at]);
        change(rng, &mut words, count);
        files.lrat[at] = words.join(" ");
    }
}

/// How many literals the clause of a step has.
fn literals(line: &str) -> usize {
    line.split(' ').position(|word| word == "0").unwrap() - 1
}

fn negated(literal: &str) -> String {
    literal.strip_prefix('-').map_or_else(|| format!("-{literal}"), str::to_owned)
}

fn flip_literal(rng: &mut Rng, mut files: Files) -> Files {
    change_step(rng, &mut files, |rng, words, count| {
        let at = 1 + rng.below(count);
        words[at] = negated(&words[at]);
    });
    files
}

fn drop_literal(rng: &mut Rng, mut files: Files) -> Files {
    change_step(rng, &mut files, |rng, words, count| {
        words.remove(1 + rng.below(count));
    });
    files
}

fn drop_hint(rng: &mut Rng, mut files: Files) -> Files {
    change_step(rng, &mut files, |rng, words, count| {
        let hints = words.len() - count - 3;
        if hints > 0 {
            words.remove(count + 2 + rng.below(hints));
        }
    });
    files
}

fn change_hint(rng: &mut Rng, mut files: Files) -> Files {
    change_step(rng, &mut files, |rng, words, count| {
        let (hints, id) = (words.len() - count - 3, words[0].parse::<usize>().unwrap());
        if hints > 0 {
            words[count + 2 + rng.below(hints)] = (1 + rng.below(id)).to_string();
        }
    });
    files
}

fn drop_step(rng: &mut Rng, mut files: Files) -> Files {
    let additions: Vec<usize> = (0..files.lrat.len()).filter(|&at| !files.lrat[at].contains(" d ")).collect();
    files.lrat.remove(rng.pick(&additions));
    files
}

fn clause_lines(files: &Files) -> std::ops::Range<usize> {
    let header = files.dimacs.iter().position(|line| line.starts_with("p cnf")).unwrap();
    header + 1..files.dimacs.len()
}

fn drop_clause(rng: &mut Rng, mut files: Files) -> Files {
    let lines = clause_lines(&files);
    files.dimacs.remove(lines.start + rng.below(lines.len()));
    files
}

fn drop_clause_and_count(rng: &mut Rng, files: Files) -> Files {
    let mut files = drop_clause(rng, files);
    let lines = clause_lines(&files);
    let header: Vec<&str> = files.dimacs[lines.start - 1].split(' ').collect();
    files.dimacs[lines.start - 1] = format!("p cnf {} {}", header[2], lines.len());
    files
}

fn flip_premise(rng: &mut Rng, mut files: Files) -> Files {
    let lines: Vec<usize> = clause_lines(&files).filter(|&at| files.dimacs[at] != "0").collect();
    if !lines.is_empty() {
        let at = rng.pick(&lines);
        let mut words: Vec<String> = files.dimacs[at].split(' ').map(str::to_owned).collect();
        let literal = rng.below(words.len() - 1);
        words[literal] = negated(&words[literal]);
        files.dimacs[at] = words.join(" ");
    }
    files
}

fn truncate(rng: &mut Rng, mut files: Files) -> Files {
    let whole = files.lrat.join("\n");
    let cut = rng.below(whole.len());
    files.lrat = whole[..cut].lines().map(str::to_owned).collect();
    files
}

/// Makes a step in the middle the empty clause, with the hints of the step.
fn claim_empty(rng: &mut Rng, mut files: Files) -> Files {
    change_step(rng, &mut files, |_, words, count| {
        words.drain(1..=count);
    });
    files
}

#[test]
fn spoiled_certificates_are_rejected_or_still_true() {
    const TRIES: usize = 25;
    let certificates: Vec<(&str, Files)> = CLAIMS
        .iter()
        .map(|&(name, build)| {
            let (dimacs, lrat) = written(&certified(name, build));
            let lines = |text: &str| text.lines().map(str::to_owned).collect();
            (name, Files { dimacs: lines(&dimacs), lrat: lines(&lrat) })
        })
        .collect();
    for corruption in CORRUPTIONS {
        let mut rng = Rng::new(7);
        let (mut tried, mut noticed) = (0, 0);
        for (name, files) in &certificates {
            for _ in 0..TRIES {
                let spoiled = (corruption.spoil)(&mut rng, files.clone());
                if spoiled.dimacs == files.dimacs && spoiled.lrat == files.lrat {
                    continue;
                }
                tried += 1;
                match accepted(&spoiled.dimacs.join("\n"), &spoiled.lrat.join("\n")) {
                    None => noticed += 1,
                    Some(certificate) => {
                        assert!(is_true(&certificate), "{name}: accepted nonsense: {}", corruption.name);
                    }
                }
            }
        }
        println!("{}: {noticed} of {tried} noticed", corruption.name);
        assert!(tried >= 200, "{}: only {tried} tries", corruption.name);
        assert!(noticed * 100 >= tried * corruption.noticed, "{}: {noticed} of {tried}", corruption.name);
    }
}
