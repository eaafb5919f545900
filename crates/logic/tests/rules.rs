//! Proof of the simplification rules, by evaluation.
//!
//! Every rule is called directly, on operands that were built without simplification, and whenever it
//! fires, its result is compared with the meaning of the operator: under all assignments at widths 1 to
//! 5, under random ones and corner cases at large widths. Operands are first all tuples of variables and
//! constants, then operators of those, then random deeper terms that share subterms. A rule is checked
//! often on each shape of operands up to a limit, so that rare shapes get their turn. A rule that never
//! fires fails the test.
//!
//! Whole terms are checked too: what is built with simplification has the same values as what is built
//! without, and all values are within the facts that are known of a term.

mod support;

use std::collections::BTreeMap;
use std::hash::{Hash, Hasher};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Mutex;
use std::time::{Duration, Instant};

use fathom_logic::rules::{Rule, rules_for};
use fathom_logic::{Op, Sort, Term, Terms};
use rustc_hash::{FxHashMap, FxHasher};
use support::{
    Column, Rng, Signature, Spec, Universe, kind, large_universes, print, print_value, small_universes,
};

/// How much is tried in a universe.
#[derive(Clone, Copy)]
struct Effort {
    /// Firings of a rule that are checked in each phase.
    firings: usize,
    /// Of these, such with operands of one shape.
    of_shape: usize,
    /// Operand tuples for an operator in each phase.
    tuples: usize,
}

/// What came out for one rule.
#[derive(Default)]
struct Record {
    firings: usize,
    shapes: usize,
    /// The shortest report of a wrong result.
    failure: Option<String>,
}

/// By operator and name of the rule.
type Records = BTreeMap<(&'static str, &'static str), Record>;

#[test]
fn every_rule_preserves_values_at_small_widths() {
    let effort = |spec: &Spec| match spec.widths[0] {
        _ if spec.name.starts_with("memory") => Effort { firings: 20, of_shape: 3, tuples: 1_000 },
        _ if !spec.name.starts_with("width ") => Effort { firings: 10, of_shape: 3, tuples: 1_000 },
        1..=2 => Effort { firings: 200, of_shape: 40, tuples: 4_000 },
        3 => Effort { firings: 50, of_shape: 10, tuples: 4_000 },
        _ => Effort { firings: 20, of_shape: 4, tuples: 2_000 },
    };
    let records = prove(&small_universes(), effort);
    report(&records, true);
}

#[test]
fn every_rule_preserves_values_at_large_widths() {
    let records = prove(&large_universes(), |_| Effort { firings: 40, of_shape: 5, tuples: 1_000 });
    report(&records, false);
}

/// Checks all rules in all universes, on as many threads as there are cores.
fn prove(specs: &[Spec], effort: impl Fn(&Spec) -> Effort + Sync) -> Records {
    let records: Mutex<Records> = Mutex::default();
    in_parallel(specs, |at, spec| {
        let begin = Instant::now();
        let (mut universe, mut found) = (Universe::new(spec, at as u64), Records::new());
        let mut kinds: Vec<&str> = universe.signatures.iter().map(|signature| kind(signature.op)).collect();
        kinds.sort_unstable();
        kinds.dedup();
        for kind in kinds {
            prove_operator(&mut universe, kind, effort(spec), &mut found);
        }
        check_facts(&mut universe, 1_000);
        if verbose() {
            println!("{:24} {:4} assignments {:?}", spec.name, universe.count, begin.elapsed());
        }
        let mut records = records.lock().expect("no thread panicked");
        for (key, record) in found {
            let total = records.entry(key).or_default();
            total.firings += record.firings;
            total.shapes += record.shapes;
            let shorter = |old: &String, new: &String| new.len() < old.len();
            match (&total.failure, record.failure) {
                (Some(old), Some(new)) if !shorter(old, &new) => {}
                (_, Some(new)) => total.failure = Some(new),
                (_, None) => {}
            }
        }
    });
    records.into_inner().expect("no thread panicked")
}

/// Runs jobs on all cores; panics if one does.
fn in_parallel<T: Sync>(items: &[T], job: impl Fn(usize, &T) + Sync) {
    let next = Mutex::new(0..items.len());
    let threads = std::thread::available_parallelism().map_or(1, |cores| cores.get());
    std::thread::scope(|scope| {
        for _ in 0..threads.min(items.len()) {
            scope.spawn(|| {
                loop {
                    let at = next.lock().expect("taking the next one does not panic").next();
                    let Some(at) = at else { break };
                    job(at, &items[at]);
                }
            });
        }
    });
}

/// Print how often each rule fired.
fn verbose() -> bool {
    std::env::var_os("RULES_VERBOSE").is_some()
}

fn report(records: &Records, must_fire: bool) {
    let mut wrong = String::new();
    for ((op, name), record) in records {
        if verbose() {
            println!("{op:12} {name:40} {:6} firings, {:5} shapes", record.firings, record.shapes);
        }
        if let Some(failure) = &record.failure {
            wrong += &format!("\n{failure}\n");
        } else if must_fire && record.firings == 0 {
            wrong += &format!("\nrule {name} of {op} never fired\n");
        }
    }
    assert!(wrong.is_empty(), "{wrong}");
}

/// A rule that fires less often than this gets a phase of its own.
const RARE: usize = 20;

/// The state of one rule while its operator is tried.
struct Trial {
    rule: &'static Rule,
    record: Record,
    shapes: FxHashMap<u64, usize>,
    /// Checked in this phase.
    checked: usize,
    /// Some operands on which it fired.
    seeds: Vec<(Signature, Vec<Term>)>,
}

fn prove_operator(universe: &mut Universe, of_kind: &'static str, effort: Effort, records: &mut Records) {
    let signatures: Vec<Signature> =
        universe.signatures.iter().filter(|signature| kind(signature.op) == of_kind).cloned().collect();
    let mut trials: Vec<Trial> = (rules_for(signatures[0].op).iter())
        .map(|rule| Trial {
            rule,
            record: Record::default(),
            shapes: FxHashMap::default(),
            checked: 0,
            seeds: Vec::new(),
        })
        .collect();
    if trials.is_empty() {
        return;
    }
    let main: Vec<Signature> = signatures.iter().filter(|s| universe.is_main(s)).cloned().collect();

    // All operands that are leaves.
    for signature in &signatures {
        let leaves: Vec<Vec<Term>> = signature.operands.iter().map(|&sort| universe.smallest(sort)).collect();
        let mut tuples = product(&leaves);
        universe.rng.shuffle(&mut tuples);
        tuples.truncate(effort.tuples);
        for tuple in tuples {
            try_rules(universe, &mut trials, signature, tuple, effort);
        }
    }
    // Random ones, deeper and deeper.
    for depth in 1..5 {
        universe.replenish(depth);
        for trial in &mut trials {
            trial.checked = 0;
        }
        for _ in 0..effort.tuples {
            let among = if main.is_empty() || universe.rng.chance(1, 3) { &signatures } else { &main };
            let signature = universe.rng.pick(among).clone();
            let tuple = universe.operands(&signature);
            if !try_rules(universe, &mut trials, &signature, tuple, effort) {
                break;
            }
        }
    }
    // Around those on which a rule fired, if it rarely did.
    for at in 0..trials.len() {
        let trial = &mut trials[at..=at];
        trial[0].checked = 0;
        if trial[0].record.firings > RARE {
            continue;
        }
        for (signature, seed) in trial[0].seeds.clone() {
            for _ in 0..effort.tuples / 40 {
                let mut operands = seed.clone();
                let changed = universe.rng.below(operands.len());
                operands[changed] = universe.mutant(signature.operands[changed], operands[changed]);
                try_rules(universe, trial, &signature, operands, effort);
            }
        }
    }
    for mut trial in trials {
        trial.record.shapes = trial.shapes.len();
        records.insert((of_kind, trial.rule.name), trial.record);
    }
}

/// All ways to take one from each.
fn product(choices: &[Vec<Term>]) -> Vec<Vec<Term>> {
    choices.iter().fold(vec![Vec::new()], |tuples, choices| {
        let longer = |tuple: &Vec<Term>| {
            let tuple = tuple.clone();
            choices.iter().map(move |&choice| [&tuple[..], &[choice]].concat()).collect::<Vec<_>>()
        };
        tuples.iter().flat_map(longer).collect()
    })
}

/// Tries every rule on operands and checks what fires; false when no rule needs more checks.
fn try_rules(
    universe: &mut Universe,
    trials: &mut [Trial],
    signature: &Signature,
    mut operands: Vec<Term>,
    effort: Effort,
) -> bool {
    let &Signature { op, sort, .. } = signature;
    if !universe.settle(op, &mut operands) {
        return true;
    }
    let mut meaning: Option<Column> = None;
    let mut wanting = false;
    let mut shape = None;
    for trial in trials {
        if trial.checked >= effort.firings || trial.record.failure.is_some() {
            continue;
        }
        wanting = true;
        universe.terms.set_simplify(true);
        let outcome =
            catch_unwind(AssertUnwindSafe(|| trial.rule.apply(&mut universe.terms, op, sort, &operands)));
        universe.terms.set_simplify(false);
        let result = match outcome {
            Ok(None) => continue,
            Ok(Some(result)) => result,
            Err(_) => {
                trial.record.failure =
                    Some(format!("{}\n  panics", describe(universe, trial.rule, op, sort, &operands)));
                continue;
            }
        };
        trial.record.firings += 1;
        let shape = *shape.get_or_insert_with(|| shape_of(&universe.terms, op, &operands));
        let seen = trial.shapes.entry(shape).or_default();
        if *seen >= effort.of_shape {
            continue;
        }
        *seen += 1;
        if trial.seeds.len() < RARE {
            trial.seeds.push((signature.clone(), operands.clone()));
        }
        trial.checked += 1;
        let meaning = meaning.get_or_insert_with(|| universe.meaning(op, sort, &operands));
        if let Some(wrong) = difference(universe, result, sort, meaning) {
            let what = describe(universe, trial.rule, op, sort, &operands);
            // Whose fault is it?
            let alone = trial.rule.apply(&mut universe.terms, op, sort, &operands);
            let alone = alone.and_then(|result| difference(universe, result, sort, meaning));
            let hint = if alone.is_some() { "" } else { "\n  by another rule that simplified the result" };
            trial.record.failure = Some(format!("{what}\n{wrong}{hint}"));
        }
    }
    wanting
}

fn describe(universe: &Universe, rule: &Rule, op: Op, sort: Sort, operands: &[Term]) -> String {
    let operands: Vec<String> = operands.iter().map(|&operand| universe.print(operand)).collect();
    let (name, of) = (rule.name, kind(op));
    format!("rule {name} of {of} ({})\n  on ({op:?} {}) : {sort}", universe.name, operands.join("  "))
}

/// Where a term's values are not those of a column.
fn difference(universe: &mut Universe, result: Term, sort: Sort, meaning: &Column) -> Option<String> {
    if universe.terms.sort(result) != sort {
        return Some(format!("  gives {} of sort {}", universe.print(result), universe.terms.sort(result)));
    }
    let column = universe.column(result);
    let at = column.difference(meaning)?;
    let printed = universe.print(result);
    let (got, wanted) = (print_value(&column.get(at)), print_value(&meaning.get(at)));
    let assignment = universe.assignment(at);
    Some(format!("  gives {printed}\n  which is {got} instead of {wanted}\n  with {assignment}"))
}

/// Equal for operands that differ in their constants only, to a depth of three.
fn shape_of(terms: &Terms, op: Op, operands: &[Term]) -> u64 {
    fn add(terms: &Terms, term: Term, depth: u32, hasher: &mut FxHasher) {
        match terms.op(term) {
            Op::Symbol(symbol) => symbol.hash(hasher),
            op => kind(op).hash(hasher),
        }
        if depth > 0 {
            for &operand in terms.operands(term) {
                add(terms, operand, depth - 1, hasher);
            }
        }
    }
    let mut hasher = FxHasher::default();
    kind(op).hash(&mut hasher);
    for (at, &operand) in operands.iter().enumerate() {
        operands.iter().position(|&other| other == operand).filter(|&first| first < at).hash(&mut hasher);
        add(terms, operand, 2, &mut hasher);
    }
    hasher.finish()
}

/// Known bits and intervals hold for all values of random terms.
fn check_facts(universe: &mut Universe, count: usize) {
    let sorts: Vec<Sort> =
        universe.signatures.iter().map(|signature| signature.sort).filter(|sort| sort.is_bits()).collect();
    for _ in 0..count {
        let sort = *universe.rng.pick(&sorts);
        let depth = universe.rng.below(4) as u32;
        let term = universe.grow(sort, depth);
        assert_facts(universe, term);
    }
}

fn assert_facts(universe: &mut Universe, term: Term) {
    let facts = universe.terms.facts(term);
    let column = universe.column(term);
    let Column::Words(_, words) = &*column else { return };
    for (at, &word) in words.iter().enumerate() {
        let holds = word & facts.zeros == 0
            && word & facts.ones == facts.ones
            && (facts.min..=facts.max).contains(&word);
        assert!(
            holds,
            "{} is {word:#x} with {}, against {facts:x?}",
            universe.print(term),
            universe.assignment(at)
        );
    }
}

#[test]
fn facts_hold_for_every_small_term() {
    // All operators of leaves and of operators of leaves, exhaustively at widths 1 to 3.
    for width in 1..=3 {
        let spec = Spec {
            name: format!("width {width}"),
            variables: vec![("x", Sort::Bits(width)), ("y", Sort::Bits(width)), ("p", Sort::Bool)],
            widths: vec![width],
            sample: 0,
        };
        let mut universe = Universe::new(&spec, 1);
        let leaves = universe.smallest(Sort::Bits(width));
        let mut once = Vec::new();
        let over = |universe: &mut Universe, left: &[Term], right: &[Term], made: &mut Vec<Term>| {
            for signature in universe.signatures.clone() {
                let tuples = match signature.operands[..] {
                    [Sort::Bits(_)] => product(&[left.to_vec()]),
                    [Sort::Bits(_), Sort::Bits(_)] => product(&[left.to_vec(), right.to_vec()]),
                    _ => continue,
                };
                for tuple in tuples {
                    let term = universe.terms.app(signature.op, signature.sort, &tuple);
                    assert_facts(universe, term);
                    if signature.sort.is_bits() {
                        made.push(term);
                    }
                }
            }
        };
        over(&mut universe, &leaves, &leaves, &mut once);
        once.sort_unstable();
        once.dedup();
        if width == 3 {
            universe.rng.shuffle(&mut once);
            once.truncate(250);
        }
        let mut twice = Vec::new();
        over(&mut universe, &once, &leaves, &mut twice);
        over(&mut universe, &leaves, &once, &mut twice);
    }
}

/// Builds random programs with and without simplification and compares all values.
fn check_programs(spec: &Spec, seed: u64, length: usize, time: Duration) -> usize {
    let (mut plain, mut simple) = (Universe::new(spec, seed), Universe::new(spec, seed));
    simple.terms.set_simplify(true);
    let begin = Instant::now();
    let mut rng = Rng::new(seed + 1000);
    let mut rounds = 0;
    while begin.elapsed() < time {
        rounds += 1;
        let mut plainly: Vec<Term> = Vec::new();
        let mut simply: Vec<Term> = Vec::new();
        // Leaves, by the same random choices on either side.
        for signature in plain.signatures.clone() {
            if rng.chance(1, 4) {
                let leaf = plain.leaf(signature.sort);
                plainly.push(leaf);
                simply.push(transfer(&mut simple, &plain.terms, leaf));
            }
        }
        for _ in 0..length {
            let signature = rng.pick(&plain.signatures).clone();
            let operand = |rng: &mut Rng, sort: Sort| {
                let fitting: Vec<usize> =
                    (0..plainly.len()).filter(|&at| plain.terms.sort(plainly[at]) == sort).collect();
                // Late ones are favoured, so that terms get deep.
                let late = fitting.len().saturating_sub(8);
                let among = if rng.chance(1, 2) { &fitting[late..] } else { &fitting[..] };
                (!among.is_empty()).then(|| *rng.pick(among))
            };
            let operands: Option<Vec<usize>> =
                signature.operands.iter().map(|&sort| operand(&mut rng, sort)).collect();
            let Some(operands) = operands else { continue };
            let Signature { op, sort, .. } = signature;
            let of = |made: &[Term]| -> Vec<Term> { operands.iter().map(|&at| made[at]).collect() };
            let (left, right) = (of(&plainly), of(&simply));
            let term = plain.terms.app(op, sort, &left);
            let simpler = simple.terms.app(op, sort, &right);
            let column = plain.column(term);
            if let Some(wrong) = difference(&mut simple, simpler, sort, &column) {
                let right: Vec<String> = right.iter().map(|&term| print(&simple.terms, term)).collect();
                panic!("{}: {op:?} on {}\n{wrong}", spec.name, right.join("  "));
            }
            assert_facts(&mut plain, term);
            assert_facts(&mut simple, simpler);
            assert!(simple.terms.fits(simple.terms.op(simpler), sort, simple.terms.operands(simpler)));
            plainly.push(term);
            simply.push(simpler);
        }
    }
    for term in simple.terms.iter() {
        let (op, operands) = (simple.terms.op(term), simple.terms.operands(term));
        assert!(simple.terms.fits(op, simple.terms.sort(term), operands), "{}", print(&simple.terms, term));
        if let (true, &[a, b]) = (op.is_commutative(), operands) {
            let key = |term| (simple.terms.is_constant(term), term);
            assert!(key(a) <= key(b), "out of order: {}", print(&simple.terms, term));
        }
    }
    rounds
}

/// The same leaf, or part of a variable, in another universe of the same kind.
fn transfer(to: &mut Universe, from: &Terms, term: Term) -> Term {
    let operands: Vec<Term> = from.operands(term).to_vec();
    let operands: Vec<Term> = operands.into_iter().map(|operand| transfer(to, from, operand)).collect();
    match (from.op(term), from.sort(term)) {
        (Op::Symbol(symbol), _) => to.variables[symbol.index()],
        (Op::Wide(_), _) => {
            let bits = from.as_bits(term).expect("it is a constant");
            to.terms.bits(&bits)
        }
        (op, sort) => to.terms.app(op, sort, &operands),
    }
}

#[test]
fn simplified_terms_have_the_values_of_plain_ones() {
    let specs: Vec<Spec> = small_universes().into_iter().chain(large_universes()).collect();
    in_parallel(&specs, |at, spec| {
        check_programs(spec, at as u64, 60, Duration::from_millis(300));
    });
}

/// Long chains of writes at a few bases plus constants, and reads of them: these go through the index
/// of writes. Addresses clash often.
#[test]
fn reads_of_long_chains_find_the_last_write() {
    for (index, seed) in [(4, 1), (8, 2), (64, 3), (64, 4), (70, 5)] {
        let memory = Sort::Array { index, element: 8 };
        let (at, byte) = (Sort::Bits(index), Sort::Bits(8));
        let spec = Spec {
            name: format!("memory {index}"),
            variables: vec![("m", memory), ("n", memory), ("i", at), ("j", at), ("v", byte), ("w", byte)],
            widths: vec![index, 8],
            sample: 24,
        };
        let (mut plain, mut simple) = (Universe::new(&spec, seed), Universe::new(&spec, seed));
        simple.terms.set_simplify(true);
        let mut rng = Rng::new(seed);
        for round in 0..12 {
            let mut chains: [Vec<Term>; 2] = [vec![plain.variables[0]], vec![simple.variables[0]]];
            for step in 0..150 {
                // Mostly one base for a while, so that there is a long run of one kind.
                let base = if rng.chance(1, 12) { rng.below(3) } else { (round + step / 50) % 3 };
                let offset = rng.next() % 40;
                let write = rng.below(40);
                let older = rng.below(chains[0].len());
                let number = rng.next() % 256;
                for (universe, chain) in [&mut plain, &mut simple].into_iter().zip(&mut chains) {
                    let terms = &mut universe.terms;
                    let [_, n, i, j, v, w] = universe.variables[..] else { unreachable!("as in the spec") };
                    let constant = terms.number(index, offset);
                    let address = match base {
                        0 => constant,
                        1 => terms.bv_add(i, constant),
                        _ => terms.bv_add(j, constant),
                    };
                    let value = match number {
                        0..64 => v,
                        64..128 => w,
                        _ => terms.number(8, number),
                    };
                    let last = *chain.last().expect("it is not empty");
                    let length = terms.number(index, 1 + number % 7);
                    let next = match write {
                        0 => terms.fill(last, address, length, value),
                        1 => terms.copy(last, address, length, n, i),
                        2 => terms.copy(last, address, length, chain[older], j),
                        _ => terms.store(last, address, value),
                    };
                    chain.push(next);
                }
                let (from, base, offset) = (rng.below(4), rng.below(3), rng.next() % 44);
                let mut reads = Vec::new();
                for (universe, chain) in [&mut plain, &mut simple].into_iter().zip(&chains) {
                    let (terms, variables) = (&mut universe.terms, &universe.variables);
                    let constant = terms.number(index, offset);
                    let address = match base {
                        0 => constant,
                        base => terms.bv_add(variables[1 + base], constant),
                    };
                    // From the newest mostly, sometimes from an older one.
                    let memory = if from == 0 { chain[older] } else { *chain.last().expect("not empty") };
                    reads.push(terms.select(memory, address));
                }
                let column = plain.column(reads[0]);
                if let Some(wrong) = difference(&mut simple, reads[1], byte, &column) {
                    panic!("{}, round {round}, step {step}\n{wrong}", spec.name);
                }
            }
            let column = plain.column(*chains[0].last().expect("not empty"));
            let last = *chains[1].last().expect("not empty");
            assert_eq!(difference(&mut simple, last, memory, &column), None);
        }
    }
}
