//! How the embedded solver scales with the number of writes and reads of a memory, and with the length of
//! bulk operations. Prints tables in Markdown.
//!
//! ```text
//! cargo run --release -p fathom-solve --example scaling [part of the name of a table [largest size]]
//! ```

use std::time::{Duration, Instant};

use fathom_logic::{Sort, Term, Terms};
use fathom_solve::{Answer, Budget, Embedded, Solver};

/// When a row is given up.
const LIMIT: Duration = Duration::from_secs(60);

/// Addresses of 32 bits, bytes.
const MEMORY: Sort = Sort::Array { index: 32, element: 8 };

/// A table: its name, what it shows, its sizes, and how to build the formula of a size.
struct Table {
    name: &'static str,
    title: &'static str,
    sizes: &'static [u64],
    expected: Answer,
    build: fn(&mut Terms, u64) -> Vec<Term>,
}

/// Numbers of writes at symbolic addresses.
const SYMBOLIC: &[u64] = &[10, 100, 300, 1_000];
/// Numbers of writes at constant addresses.
const CONSTANT: &[u64] = &[10, 100, 1_000, 10_000];
/// Lengths of bulk operations.
const LENGTHS: &[u64] = &[1, 1 << 8, 1 << 16, 1 << 24, 1 << 31];

const TABLES: &[Table] = &[
    Table {
        name: "constant-addresses",
        title: "n writes at constant addresses, then n reads: some read does not give what was written",
        sizes: CONSTANT,
        expected: Answer::Unsat,
        build: constant_addresses,
    },
    Table {
        name: "constant-addresses-unsimplified",
        title: "the same, where the terms are not simplified",
        sizes: &[10, 100, 300, 1_000],
        expected: Answer::Unsat,
        build: |terms, n| {
            terms.set_simplify(false);
            constant_addresses(terms, n)
        },
    },
    Table {
        name: "lookup",
        title: "n constants at constant addresses, one read at a symbolic address below n: it gives another",
        sizes: CONSTANT,
        expected: Answer::Unsat,
        build: lookup,
    },
    Table {
        name: "last-write",
        title: "n writes, then n reads, at symbolic addresses: a read of the last address gives another value",
        sizes: SYMBOLIC,
        expected: Answer::Unsat,
        build: |terms, n| {
            let (writes, reads) = (symbols(terms, "a", 32, n), symbols(terms, "b", 32, n));
            some_read(terms, &writes, &reads, n as usize - 1)
        },
    },
    Table {
        name: "first-write",
        title: "the same for the first address, which may be written again",
        sizes: SYMBOLIC,
        expected: Answer::Sat,
        build: |terms, n| {
            let (writes, reads) = (symbols(terms, "a", 32, n), symbols(terms, "b", 32, n));
            some_read(terms, &writes, &reads, 0)
        },
    },
    Table {
        name: "all-reads",
        title: "n writes, then n reads, at symbolic addresses: every read gives the next write's value plus 1",
        sizes: SYMBOLIC,
        expected: Answer::Sat,
        build: all_reads,
    },
    Table {
        name: "base-last",
        title: "last-write, where all addresses are a symbolic base plus a symbolic number below n",
        sizes: SYMBOLIC,
        expected: Answer::Unsat,
        build: |terms, n| {
            let (writes, reads, mut bounds) = based(terms, n);
            bounds.extend(some_read(terms, &writes, &reads, n as usize - 1));
            bounds
        },
    },
    Table {
        name: "base-first",
        title: "first-write, where all addresses are a symbolic base plus a symbolic number below n",
        sizes: SYMBOLIC,
        expected: Answer::Sat,
        build: |terms, n| {
            let (writes, reads, mut bounds) = based(terms, n);
            bounds.extend(some_read(terms, &writes, &reads, 0));
            bounds
        },
    },
    Table {
        name: "memset",
        title: "a fill of symbolic length up to n, a read inside it: it gives another value",
        sizes: LENGTHS,
        expected: Answer::Unsat,
        build: memset,
    },
    Table {
        name: "memcpy",
        title: "a copy of symbolic length up to n, a read inside it: it differs from the source",
        sizes: LENGTHS,
        expected: Answer::Unsat,
        build: memcpy,
    },
    Table {
        name: "memcpy-back",
        title: "a copy of symbolic length up to n, then back: the memory differs where it was read",
        sizes: LENGTHS,
        expected: Answer::Unsat,
        build: memcpy_back,
    },
    Table {
        name: "memset-sat",
        title: "a fill of symbolic length up to n of a copied memory, which then differs from the old one",
        sizes: LENGTHS,
        expected: Answer::Sat,
        build: memset_differs,
    },
];

fn main() {
    let wanted = std::env::args().nth(1).unwrap_or_default();
    let most = std::env::args().nth(2).and_then(|most| most.parse().ok()).unwrap_or(u64::MAX);
    for table in TABLES.iter().filter(|table| table.name.contains(&wanted)) {
        print_table(table, most);
    }
}

fn print_table(table: &Table, most: u64) {
    println!("**{}**: {}\n", table.name, table.title);
    println!(
        "| n | answer | build (s) | solve (s) | terms | gates | clauses | lemmas | searches | conflicts |"
    );
    println!("|--:|:--|--:|--:|--:|--:|--:|--:|--:|--:|");
    for &size in table.sizes.iter().filter(|&&size| size <= most) {
        let mut terms = Terms::new();
        let start = Instant::now();
        let formulas = (table.build)(&mut terms, size);
        let built = start.elapsed();
        let start = Instant::now();
        let mut solver = Embedded::new();
        for formula in formulas {
            solver.assert(&mut terms, formula);
        }
        let budget = Budget { deadline: Some(start + LIMIT), ..Budget::default() };
        let answer = solver.check(&mut terms, &[], &budget);
        let solved = start.elapsed();
        let answer = match answer {
            Ok(answer) if answer == table.expected => format!("{answer:?}"),
            Ok(Answer::Unknown(reason)) => reason.to_string(),
            Ok(answer) => format!("WRONG: {answer:?}"),
            Err(error) => error.to_string(),
        };
        let stats = solver.stats();
        println!(
            "| {size} | {answer} | {:.3} | {:.3} | {} | {} | {} | {} | {} | {} |",
            built.as_secs_f64(),
            solved.as_secs_f64(),
            terms.len(),
            stats.gates,
            stats.clauses,
            stats.lemmas,
            stats.sat_calls,
            stats.conflicts
        );
    }
    println!();
}

fn symbols(terms: &mut Terms, name: &str, width: u32, count: u64) -> Vec<Term> {
    (0..count).map(|at| terms.symbol(&format!("{name}{at}"), Sort::Bits(width))).collect()
}

/// The memory after values have been written to addresses.
fn written(terms: &mut Terms, memory: Term, addresses: &[Term], values: &[Term]) -> Term {
    let writes = addresses.iter().zip(values);
    writes.fold(memory, |memory, (&address, &value)| terms.store(memory, address, value))
}

fn constant_addresses(terms: &mut Terms, n: u64) -> Vec<Term> {
    let memory = terms.symbol("memory", MEMORY);
    let values = symbols(terms, "v", 8, n);
    let addresses: Vec<Term> = (0..n).map(|at| terms.number(32, 0x1000 + 4 * at)).collect();
    let memory = written(terms, memory, &addresses, &values);
    let broken: Vec<Term> = addresses
        .iter()
        .zip(&values)
        .map(|(&address, &value)| {
            let read = terms.select(memory, address);
            terms.ne(read, value)
        })
        .collect();
    vec![terms.or_all(&broken)]
}

fn lookup(terms: &mut Terms, n: u64) -> Vec<Term> {
    let memory = terms.symbol("memory", MEMORY);
    let addresses: Vec<Term> = (0..n).map(|at| terms.number(32, at)).collect();
    // Every value is below 200.
    let values: Vec<Term> = (0..n).map(|at| terms.number(8, at * 7 % 200)).collect();
    let memory = written(terms, memory, &addresses, &values);
    let at = terms.symbol("at", Sort::Bits(32));
    let (end, most) = (terms.number(32, n), terms.number(8, 199));
    let read = terms.select(memory, at);
    vec![terms.bv_ult(at, end), terms.bv_ult(most, read)]
}

/// Some read is at the address of a write and does not give what was written.
fn some_read(terms: &mut Terms, writes: &[Term], reads: &[Term], write: usize) -> Vec<Term> {
    let memory = terms.symbol("memory", MEMORY);
    let values = symbols(terms, "v", 8, writes.len() as u64);
    let memory = written(terms, memory, writes, &values);
    let broken: Vec<Term> = reads
        .iter()
        .map(|&at| {
            let read = terms.select(memory, at);
            let (there, other) = (terms.eq(at, writes[write]), terms.ne(read, values[write]));
            terms.and(there, other)
        })
        .collect();
    vec![terms.or_all(&broken)]
}

fn all_reads(terms: &mut Terms, n: u64) -> Vec<Term> {
    let memory = terms.symbol("memory", MEMORY);
    let (writes, reads) = (symbols(terms, "a", 32, n), symbols(terms, "b", 32, n));
    let values = symbols(terms, "v", 8, n);
    let memory = written(terms, memory, &writes, &values);
    let one = terms.number(8, 1);
    (0..reads.len())
        .map(|at| {
            let read = terms.select(memory, reads[at]);
            let next = terms.bv_add(values[(at + 1) % values.len()], one);
            terms.eq(read, next)
        })
        .collect()
}

/// Addresses of writes and of reads, and what makes them so.
fn based(terms: &mut Terms, n: u64) -> (Vec<Term>, Vec<Term>, Vec<Term>) {
    let base = terms.symbol("base", Sort::Bits(32));
    let end = terms.number(32, n);
    let mut bounds = Vec::new();
    let mut addresses = |terms: &mut Terms, name| -> Vec<Term> {
        let offsets = symbols(terms, name, 32, n);
        bounds.extend(offsets.iter().map(|&offset| terms.bv_ult(offset, end)));
        offsets.into_iter().map(|offset| terms.bv_add(base, offset)).collect()
    };
    let (writes, reads) = (addresses(terms, "i"), addresses(terms, "j"));
    (writes, reads, bounds)
}

/// A memory, a start, a length of at most n, and an index below the length.
fn range(terms: &mut Terms, n: u64) -> ([Term; 4], Vec<Term>) {
    let memory = terms.symbol("memory", MEMORY);
    let [start, length, index] = ["start", "length", "index"].map(|name| terms.symbol(name, Sort::Bits(32)));
    let most = terms.number(32, n);
    let bounds = vec![terms.bv_ule(length, most), terms.bv_ult(index, length)];
    ([memory, start, length, index], bounds)
}

fn memset(terms: &mut Terms, n: u64) -> Vec<Term> {
    let ([memory, start, length, index], mut formulas) = range(terms, n);
    let value = terms.symbol("value", Sort::Bits(8));
    let filled = terms.fill(memory, start, length, value);
    let at = terms.bv_add(start, index);
    let read = terms.select(filled, at);
    formulas.push(terms.ne(read, value));
    formulas
}

fn memcpy(terms: &mut Terms, n: u64) -> Vec<Term> {
    let ([memory, start, length, index], mut formulas) = range(terms, n);
    let from = terms.symbol("from", Sort::Bits(32));
    let copied = terms.copy(memory, start, length, memory, from);
    let (to, from) = (terms.bv_add(start, index), terms.bv_add(from, index));
    let (read, original) = (terms.select(copied, to), terms.select(memory, from));
    formulas.push(terms.ne(read, original));
    formulas
}

fn memcpy_back(terms: &mut Terms, n: u64) -> Vec<Term> {
    let ([memory, start, length, index], mut formulas) = range(terms, n);
    let to = terms.symbol("to", Sort::Bits(32));
    let there = terms.copy(memory, to, length, memory, start);
    let back = terms.copy(there, start, length, there, to);
    let at = terms.bv_add(start, index);
    let (read, original) = (terms.select(back, at), terms.select(memory, at));
    formulas.push(terms.ne(read, original));
    formulas
}

fn memset_differs(terms: &mut Terms, n: u64) -> Vec<Term> {
    let ([memory, start, length, index], mut formulas) = range(terms, n);
    let (to, value) = (terms.symbol("to", Sort::Bits(32)), terms.symbol("value", Sort::Bits(8)));
    let copied = terms.copy(memory, to, length, memory, start);
    let filled = terms.fill(copied, start, length, value);
    let at = terms.bv_add(to, index);
    let (read, original) = (terms.select(filled, at), terms.select(memory, at));
    formulas.push(terms.ne(filled, memory));
    formulas.push(terms.ne(read, original));
    formulas.push(terms.ne(read, value));
    formulas
}
