//! Certificates of the solver are accepted; damaged ones are not.

use super::{
    Certificate, CheckStats, Clauses, Malformed, Proof, ReadError, Rejected, Step, check, check_until,
};
use crate::sat::formulas::{Random, commutativity, lit, new_vars, pigeonhole, random_3cnf, tseitin};
use crate::sat::{Answer, Budget, ClauseSink, Lit, Sat};

fn lits(numbers: &[i32]) -> Vec<Lit> {
    numbers.iter().map(|&number| lit(number)).collect()
}

/// The certificate of an unsat answer, which is accepted, in memory and read back from its text.
fn certify(sat: &mut Sat, assumptions: &[Lit]) -> Certificate {
    assert_eq!(sat.solve(assumptions, &Budget::default()), Answer::Unsat);
    let certificate = sat.certificate().expect("certifying mode");
    assert_eq!(certificate.assumptions, assumptions);
    check(&certificate).expect("a valid proof");
    let (dimacs, lrat) = text(&certificate);
    assert_eq!(Certificate::read(&dimacs, &lrat).as_ref(), Ok(&certificate));
    certificate
}

fn certify_formula(write: impl FnOnce(&mut Sat)) -> Certificate {
    let mut sat = Sat::certifying();
    write(&mut sat);
    certify(&mut sat, &[])
}

/// Both files.
fn text(certificate: &Certificate) -> (String, String) {
    let (mut dimacs, mut lrat) = (Vec::new(), Vec::new());
    certificate.write_dimacs(&mut dimacs).expect("memory takes it");
    certificate.write_lrat(&mut lrat).expect("memory takes it");
    (String::from_utf8(dimacs).expect("ASCII"), String::from_utf8(lrat).expect("ASCII"))
}

/// `a`, `not a or b`, and the assumption `not b`.
fn small() -> Certificate {
    let mut clauses = Clauses::default();
    clauses.push(&lits(&[1]));
    clauses.push(&lits(&[-1, 2]));
    let mut proof = Proof::default();
    proof.add(4, &lits(&[2]), &[1, 2]);
    proof.delete(&[1]);
    proof.add(5, &[], &[3, 4]);
    Certificate { clauses, assumptions: lits(&[-2]), proof }
}

#[test]
fn small_certificate_is_accepted_and_written_plainly() {
    assert_eq!(check(&small()), Ok(CheckStats { additions: 2, deletions: 1, hints: 4 }));
    let (dimacs, lrat) = text(&small());
    assert_eq!(dimacs, "c assumptions 1\np cnf 2 3\n1 0\n-1 2 0\n-2 0\n");
    assert_eq!(lrat, "4 2 0 1 2 0\n4 d 1 0\n5 0 3 4 0\n");
    assert_eq!(Certificate::read(&dimacs, &lrat), Ok(small()));
}

#[test]
fn each_kind_of_fault_is_named() {
    let with = |steps: &[(u32, &[i32], &[u32])]| {
        let mut proof = Proof::default();
        for &(id, clause, ids) in steps {
            if id == 0 { proof.delete(ids) } else { proof.add(id, &lits(clause), ids) }
        }
        check(&Certificate { proof, ..small() })
    };
    assert_eq!(with(&[]), Err(Rejected::NoEmptyClause));
    assert_eq!(with(&[(4, &[2], &[1, 2])]), Err(Rejected::NoEmptyClause));
    assert_eq!(with(&[(4, &[], &[1])]), Err(Rejected::NoContradiction { step: 4 }));
    assert_eq!(with(&[(4, &[], &[])]), Err(Rejected::NoContradiction { step: 4 }));
    assert_eq!(with(&[(4, &[], &[2, 1, 3])]), Err(Rejected::NotUnit { step: 4, hint: 2 }));
    assert_eq!(with(&[(4, &[], &[1, 9])]), Err(Rejected::UnknownHint { step: 4, hint: 9 }));
    assert_eq!(with(&[(4, &[], &[4])]), Err(Rejected::UnknownHint { step: 4, hint: 4 }));
    assert_eq!(with(&[(3, &[], &[1, 2, 3])]), Err(Rejected::NumberTaken { step: 3, last: 3 }));
    assert_eq!(with(&[(0, &[], &[1, 1])]), Err(Rejected::UnknownDeleted { last: 3, id: 1 }));
    assert_eq!(with(&[(0, &[], &[1]), (4, &[], &[1])]), Err(Rejected::UnknownHint { step: 4, hint: 1 }));
    assert_eq!(with(&[(4, &[], &[1, 2, 3])]), Ok(CheckStats { additions: 1, deletions: 0, hints: 3 }));
}

#[test]
fn clauses_with_repeated_or_clashing_literals() {
    let mut clauses = Clauses::default();
    clauses.push(&lits(&[1, 1]));
    clauses.push(&lits(&[-1, -1, -1]));
    clauses.push(&lits(&[2, -2]));
    let mut proof = Proof::default();
    proof.add(4, &lits(&[2, -2]), &[]);
    proof.add(5, &[], &[1, 2]);
    let certificate = Certificate { clauses, assumptions: Vec::new(), proof };
    assert!(check(&certificate).is_ok());
    // The tautology is never unit.
    let mut proof = Proof::default();
    proof.add(4, &[], &[3, 1, 2]);
    assert_eq!(check(&Certificate { proof, ..certificate }), Err(Rejected::NotUnit { step: 4, hint: 3 }));
}

#[test]
fn numbers_of_variables_take_no_room() {
    let most = i32::MAX;
    let mut clauses = Clauses::default();
    clauses.push(&lits(&[most]));
    clauses.push(&lits(&[-most, most - 7]));
    let mut proof = Proof::default();
    proof.add(4, &lits(&[most - 7]), &[1, 2]);
    proof.add(5, &[], &[3, 4]);
    let certificate = Certificate { clauses, assumptions: lits(&[-(most - 7)]), proof };
    let dense = certificate.with_dense_variables().expect("there are gaps");
    assert_eq!(dense.max_var(), 2);
    assert!(check(&certificate).is_ok());
    assert!(small().with_dense_variables().is_none());
    // Wrong stays wrong.
    let wrong = Certificate { assumptions: lits(&[most - 7]), ..certificate };
    assert_eq!(check(&wrong), Err(Rejected::NoContradiction { step: 5 }));
}

#[test]
fn a_check_that_nobody_waits_for_ends() {
    let mut asked = 0;
    let result = check_until(&small(), || {
        asked += 1;
        asked == 3
    });
    assert_eq!((result, asked), (None, 3));
    assert_eq!(check_until(&small(), || false), Some(check(&small())));
}

#[test]
fn pigeonhole_is_certified() {
    for holes in 1..=8 {
        certify_formula(|sat| pigeonhole(sat, holes));
    }
}

#[test]
fn parity_is_certified() {
    for (seed, nodes) in [(1, 4), (2, 8), (3, 12), (4, 20), (5, 26), (6, 30), (7, 34)] {
        certify_formula(|sat| tseitin(sat, &mut Random::new(seed), nodes));
    }
}

#[test]
fn bit_blasted_commutativity_is_certified() {
    for width in 1..=7 {
        certify_formula(|sat| commutativity(sat, width));
    }
}

#[test]
fn random_formulas_are_certified() {
    let mut random = Random::new(11);
    for vars in [50, 100, 150] {
        for _ in 0..5 {
            certify_formula(|sat| random_3cnf(sat, &mut random, vars, vars * 5));
        }
    }
}

#[test]
fn random_formulas_under_assumptions_are_certified_incrementally() {
    let mut random = Random::new(12);
    let mut unsat = 0;
    for _ in 0..20 {
        let vars = 120;
        let mut sat = Sat::certifying();
        random_3cnf(&mut sat, &mut random, vars, vars * 4);
        for _ in 0..30 {
            let assumptions: Vec<Lit> = (0..8).map(|_| random.lit(vars)).collect();
            // Clauses over assumed variables bring eliminated ones back.
            let mut clause = random.clause(vars, 3);
            clause.push(assumptions[0]);
            sat.add_clause(&clause);
            match sat.solve(&assumptions, &Budget::default()) {
                Answer::Unsat => {
                    unsat += 1;
                    certify(&mut sat, &assumptions);
                }
                answer => assert_eq!(answer, Answer::Sat),
            }
        }
    }
    assert!(unsat > 100, "{unsat}");
}

/// Rounds of many conflicts each, so that inprocessing eliminates variables that later rounds mention.
#[test]
fn large_incremental_runs_are_certified() {
    let mut random = Random::new(13);
    let mut sat = Sat::certifying();
    for round in 0..6 {
        let guard = sat.new_var();
        let mut guarded = Guarded { sat: &mut sat, guard };
        match round % 3 {
            0 => commutativity(&mut guarded, 6),
            1 => tseitin(&mut guarded, &mut random, 24),
            _ => pigeonhole(&mut guarded, 6),
        }
        certify(&mut sat, &[guard]);
        assert_eq!(sat.failed(), [guard]);
        let vars = sat.stats().variables as usize;
        for _ in 0..20 {
            sat.add_clause(&[!guard, random.lit(vars), random.lit(vars)]);
        }
        assert_eq!(sat.solve(&[], &Budget::default()), Answer::Sat);
    }
    assert!(sat.stats().conflicts > 5000, "{:?}", sat.stats());
}

/// Clauses that hold only if `guard` does.
struct Guarded<'a> {
    sat: &'a mut Sat,
    guard: Lit,
}

impl ClauseSink for Guarded<'_> {
    fn new_var(&mut self) -> Lit {
        self.sat.new_var()
    }

    fn add_clause(&mut self, clause: &[Lit]) {
        let mut guarded = clause.to_vec();
        guarded.push(!self.guard);
        self.sat.add_clause(&guarded);
    }
}

#[test]
fn certificate_under_a_sliced_budget() {
    let mut sat = Sat::certifying();
    pigeonhole(&mut sat, 8);
    let budget = Budget { propagations: Some(u64::MAX), ..Budget::default() };
    assert_eq!(sat.solve(&[], &budget), Answer::Unsat);
    check(&sat.certificate().expect("certifying")).expect("a valid proof");
    let mut sat = Sat::certifying();
    pigeonhole(&mut sat, 8);
    while sat.solve(&[], &Budget { conflicts: Some(300), ..Budget::default() }) != Answer::Unsat {}
    check(&sat.certificate().expect("certifying")).expect("a valid proof");
}

#[test]
fn degenerate_conclusions_are_certified() {
    // The empty clause itself, before and after others, again and again.
    let mut sat = Sat::certifying();
    let (a, b) = (sat.new_var(), sat.new_var());
    certify(&mut sat, &[b, a, !b]);
    certify(&mut sat, &[!a, a]);
    sat.add_clause(&[!a]);
    certify(&mut sat, &[a, a, b]);
    sat.add_clause(&[]);
    certify(&mut sat, &[a]);
    certify(&mut sat, &[]);
    sat.add_clause(&[a, b]);
    certify(&mut sat, &[b]);
    // Units that clash, and a clause falsified by units.
    let mut sat = Sat::certifying();
    let vars = new_vars(&mut sat, 3);
    sat.add_clause(&[vars[0]]);
    sat.add_clause(&[vars[1], vars[1]]);
    sat.add_clause(&[!vars[0], !vars[1], !vars[1]]);
    certify(&mut sat, &[vars[2]]);
    certify(&mut sat, &[]);
}

#[test]
fn certificate_is_of_the_last_unsat_answer_and_its_clauses() {
    let mut sat = Sat::certifying();
    let (a, b) = (sat.new_var(), sat.new_var());
    sat.add_clause(&[a, b]);
    assert_eq!(sat.certificate(), None);
    let first = certify(&mut sat, &[!a, !b]);
    sat.add_clause(&[!a]);
    assert_eq!(sat.solve(&[], &Budget::default()), Answer::Sat);
    assert_eq!(sat.certificate(), Some(first.clone()));
    assert_eq!(first.clauses.len(), 1);
    let second = certify(&mut sat, &[!b]);
    assert_eq!(second.clauses.len(), 2);
    assert_eq!(Sat::new().certificate(), None);
}

#[test]
fn certificates_leave_out_what_they_do_not_need() {
    let mut sat = Sat::certifying();
    let guard = sat.new_var();
    pigeonhole(&mut Guarded { sat: &mut sat, guard }, 7);
    let big = certify(&mut sat, &[guard]);
    let (a, b) = (sat.new_var(), sat.new_var());
    sat.add_clause(&[a, b]);
    let small = certify(&mut sat, &[!a, !b]);
    assert!(big.proof.additions() > 500);
    assert!(small.proof.additions() <= 2, "{:?}", small.proof);
}

/// A step that can be changed.
#[derive(Clone)]
enum Owned {
    Add(u32, Vec<Lit>, Vec<u32>),
    Delete(Vec<u32>),
}

fn steps(certificate: &Certificate) -> Vec<Owned> {
    let owned = |step| match step {
        Step::Add { id, clause, hints } => Owned::Add(id, clause.to_vec(), hints.to_vec()),
        Step::Delete { ids } => Owned::Delete(ids.to_vec()),
    };
    certificate.proof.steps().map(owned).collect()
}

fn with_steps(certificate: &Certificate, steps: &[Owned]) -> Certificate {
    let mut proof = Proof::default();
    for step in steps {
        match step {
            Owned::Add(id, clause, hints) => proof.add(*id, clause, hints),
            Owned::Delete(ids) => proof.delete(ids),
        }
    }
    Certificate { proof, ..certificate.clone() }
}

/// Certificates to damage. All of them are of minimally unsatisfiable formulas, so that a proof without one
/// of the clauses cannot exist.
fn targets() -> Vec<Certificate> {
    let mut assumed = Sat::certifying();
    let guard = assumed.new_var();
    pigeonhole(&mut Guarded { sat: &mut assumed, guard }, 4);
    vec![
        certify_formula(|sat| pigeonhole(sat, 4)),
        certify_formula(|sat| tseitin(sat, &mut Random::new(5), 8)),
        certify(&mut assumed, &[guard]),
    ]
}

#[test]
fn dropping_any_clause_or_assumption_is_rejected() {
    for target in targets() {
        // A tautology in the place of a clause keeps the numbers of the others.
        let nothing = lits(&[1, -1]);
        for dropped in 0..target.clauses.len() {
            let mut clauses = Clauses::default();
            for (index, clause) in target.clauses.iter().enumerate() {
                clauses.push(if index == dropped { &nothing } else { clause });
            }
            assert!(check(&Certificate { clauses, ..target.clone() }).is_err(), "clause {dropped}");
        }
        for dropped in 0..target.assumptions.len() {
            let mut assumptions = target.assumptions.clone();
            assumptions[dropped] = !assumptions[dropped];
            assert!(check(&Certificate { assumptions, ..target.clone() }).is_err());
        }
    }
}

#[test]
fn dropping_any_step_is_rejected() {
    for target in targets() {
        let all = steps(&target);
        for (index, step) in all.iter().enumerate() {
            let mut fewer = all.clone();
            fewer.remove(index);
            let result = check(&with_steps(&target, &fewer));
            match step {
                // Every step that is left in is needed.
                Owned::Add(..) => assert!(result.is_err(), "step {index}"),
                // More clauses do no harm.
                Owned::Delete(_) => assert!(result.is_ok(), "deletion {index}"),
            }
            // So is everything up to it missing its end.
            assert_eq!(check(&with_steps(&target, &all[..index])), Err(Rejected::NoEmptyClause));
        }
    }
}

#[test]
fn deleting_a_clause_before_its_last_use_is_rejected() {
    for target in targets() {
        let all = steps(&target);
        for (index, step) in all.iter().enumerate() {
            if let Owned::Delete(ids) = step {
                let mut early = all.clone();
                early.swap(index - 1, index);
                let result = check(&with_steps(&target, &early));
                assert!(matches!(result, Err(Rejected::UnknownHint { hint, .. }) if ids.contains(&hint)));
            }
        }
    }
}

/// Changes of one step that leave no proof: each is applied to every addition of every target.
#[test]
fn damage_to_a_step_is_rejected() {
    for target in targets() {
        let all = steps(&target);
        for index in 0..all.len() {
            let Owned::Add(id, clause, hints) = &all[index] else { continue };
            let damaged = |step| {
                let mut damaged = all.clone();
                damaged[index] = step;
                check(&with_steps(&target, &damaged))
            };
            // A number that is taken.
            let result = damaged(Owned::Add(1, clause.clone(), hints.clone()));
            assert!(matches!(result, Err(Rejected::NumberTaken { step: 1, .. })));
            // A hint to itself, to the future, to nothing.
            for wrong in [*id, u32::MAX, 0] {
                let mut hints = hints.clone();
                hints[0] = wrong;
                let result = damaged(Owned::Add(*id, clause.clone(), hints));
                assert_eq!(result, Err(Rejected::UnknownHint { step: *id, hint: wrong }));
            }
            // No last hint: the contradiction is missing.
            let result = damaged(Owned::Add(*id, clause.clone(), hints[..hints.len() - 1].to_vec()));
            assert_eq!(result, Err(Rejected::NoContradiction { step: *id }));
            // The empty clause at once.
            if !clause.is_empty() {
                assert!(damaged(Owned::Add(*id, Vec::new(), hints.clone())).is_err());
            }
        }
    }
}

/// Whether every step follows by unit propagation over all clauses before it, hints aside, and the last is
/// empty: what makes a proof right, by an algorithm of its own.
fn is_rup(certificate: &Certificate) -> bool {
    let mut known: Vec<Vec<Lit>> = certificate.premises().map(<[Lit]>::to_vec).collect();
    for step in certificate.proof.steps() {
        let Step::Add { clause, .. } = step else { continue };
        let mut truths: Vec<Lit> = clause.iter().map(|&lit| !lit).collect();
        let mut refuted = truths.iter().any(|&lit| truths.contains(&!lit));
        let mut changed = true;
        while changed && !refuted {
            changed = false;
            for clause in &known {
                let mut open: Vec<Lit> =
                    clause.iter().copied().filter(|&lit| !truths.contains(&!lit)).collect();
                open.dedup();
                match open[..] {
                    [] => refuted = true,
                    [unit] if !truths.contains(&unit) => {
                        truths.push(unit);
                        changed = true;
                    }
                    _ => {}
                }
            }
        }
        if !refuted {
            return false;
        }
        if clause.is_empty() {
            return true;
        }
        known.push(clause.to_vec());
    }
    false
}

#[test]
fn random_damage_is_rejected_unless_the_proof_is_still_right() {
    let mut random = Random::new(21);
    let (mut rejected, mut accepted) = (0, 0);
    for target in targets() {
        assert!(is_rup(&target));
        let vars = target.max_var() as usize;
        let all = steps(&target);
        for _ in 0..400 {
            let mut damaged = all.clone();
            let index = random.below(damaged.len());
            match (&mut damaged[index], random.below(4)) {
                (Owned::Add(_, clause, _), 0) if !clause.is_empty() => {
                    let index = random.below(clause.len());
                    clause[index] = !clause[index];
                }
                (Owned::Add(_, clause, _), 1) if !clause.is_empty() => {
                    let index = random.below(clause.len());
                    clause[index] = random.lit(vars);
                }
                (Owned::Add(_, _, hints), 2) => {
                    let index = random.below(hints.len());
                    hints.remove(index);
                }
                (Owned::Add(id, _, hints), _) => {
                    let index = random.below(hints.len());
                    hints[index] = 1 + random.below(*id as usize) as u32;
                }
                (Owned::Delete(ids), _) => ids[0] = 1 + random.below(ids[0] as usize) as u32,
            }
            let damaged = with_steps(&target, &damaged);
            match check(&damaged) {
                Err(_) => rejected += 1,
                Ok(_) => {
                    accepted += 1;
                    assert!(is_rup(&damaged));
                }
            }
        }
    }
    assert!(rejected > 800, "{rejected} rejected, {accepted} accepted");
}

#[test]
fn faults_in_files_are_named_with_their_line() {
    let fault = |dimacs: &str, lrat: &str| match Certificate::read(dimacs, lrat) {
        Err(ReadError { line, problem, .. }) => (line, problem),
        Ok(certificate) => panic!("read {certificate:?}"),
    };
    let good = "c some formula\np cnf 2 2\n1\n2 0 -1 0\n";
    assert!(Certificate::read(good, "c no proof\n\n").is_ok());
    assert_eq!(fault("", ""), (1, Malformed::Header));
    assert_eq!(fault("1 0\np cnf 1 1\n", ""), (1, Malformed::Header));
    assert_eq!(fault("p cnf 1 0\np cnf 1 0\n", ""), (2, Malformed::Header));
    assert_eq!(fault("p dnf 1 0\n", ""), (1, Malformed::Header));
    assert_eq!(fault("p cnf 1 -1\n", ""), (1, Malformed::Header));
    assert_eq!(fault("p cnf 1 1\nx 0\n", ""), (2, Malformed::Literal("x".into())));
    assert_eq!(fault("p cnf 1 1\n-2147483648 0\n", ""), (2, Malformed::Literal("-2147483648".into())));
    assert_eq!(fault("p cnf 1 1\n-2 0\n", ""), (2, Malformed::Variable(-2)));
    assert_eq!(fault("p cnf 1 1\n1\n", ""), (2, Malformed::Unterminated));
    assert_eq!(fault("p cnf 1 2\n1 0\n", ""), (2, Malformed::Count { announced: 2, found: 1 }));
    assert_eq!(fault("c assumptions 2\np cnf 1 1\n1 0\n", ""), (3, Malformed::Assumptions));
    assert_eq!(fault("c assumptions 1\np cnf 1 1\n0\n", ""), (3, Malformed::Assumptions));
    assert_eq!(fault("c assumptions x\np cnf 1 1\n1 0\n", ""), (1, Malformed::Assumptions));
    assert_eq!(fault(good, "3 2 0 1 2\n"), (1, Malformed::Unterminated));
    assert_eq!(fault(good, "3 2 0 1 2 0\n3"), (2, Malformed::Unterminated));
    assert_eq!(fault(good, "3 2 0 1 2 0 0\n"), (1, Malformed::Trailing("0".into())));
    assert_eq!(fault(good, "3 2 0 -1 2 0\n"), (1, Malformed::Rat));
    assert_eq!(fault(good, "0 2 0 1 2 0\n"), (1, Malformed::Number("0".into())));
    assert_eq!(fault(good, "3 d x 0\n"), (1, Malformed::Number("x".into())));
    assert_eq!(fault(good, "4294967296 2 0 1 0\n"), (1, Malformed::Number("4294967296".into())));
}

#[test]
fn truncated_files_are_rejected() {
    let certificate = certify_formula(|sat| pigeonhole(sat, 3));
    let (dimacs, lrat) = text(&certificate);
    for end in 0..lrat.trim_end().len() {
        if let Ok(read) = Certificate::read(&dimacs, &lrat[..end]) {
            assert_eq!(check(&read), Err(Rejected::NoEmptyClause), "{end} bytes");
        }
    }
    for end in 0..dimacs.trim_end().len() {
        assert!(Certificate::read(&dimacs[..end], &lrat).is_err(), "{end} bytes");
    }
}

#[test]
fn mutated_files_never_panic_and_never_prove_what_is_false() {
    let mut random = Random::new(22);
    let (dimacs, lrat) = text(&targets()[2]);
    let alphabet = b"0123456789-- \n\ndcp\xc3";
    let mutate = |random: &mut Random, text: &str| {
        let mut bytes = text.as_bytes().to_vec();
        for _ in 0..=random.below(3) {
            let at = random.below(bytes.len());
            match random.below(3) {
                0 => bytes[at] = alphabet[random.below(alphabet.len())],
                1 => bytes.insert(at, alphabet[random.below(alphabet.len())]),
                _ => drop(bytes.remove(at)),
            }
        }
        String::from_utf8_lossy(&bytes).into_owned()
    };
    let mut accepted = 0;
    for _ in 0..1500 {
        let damaged = mutate(&mut random, &lrat);
        if let Ok(read) = Certificate::read(&dimacs, &damaged)
            && check(&read).is_ok()
        {
            accepted += 1;
            assert!(is_rup(&read));
        }
        let damaged = mutate(&mut random, &dimacs);
        if let Ok(read) = Certificate::read(&damaged, &lrat)
            && check(&read).is_ok()
        {
            assert!(is_rup(&read));
        }
    }
    assert!(accepted < 300, "{accepted}");
}
