//! How fast terms are built: `cargo run --release -p fathom-logic --example build_speed`.
//!
//! The first table builds what unrolling a program gives (sums, comparisons, choices, slices, reads and
//! writes of memory); the second writes and then reads n places of one memory, which must cost the same
//! time for each operation whatever n is, up to a logarithm. Both are Markdown.

use std::hint::black_box;
use std::time::{Duration, Instant};

use fathom_logic::{Sort, Term, Terms};

const MEMORY: Sort = Sort::Array { index: 64, element: 8 };

/// Random numbers (SplitMix64): the same on every run.
struct Rng(u64);

impl Rng {
    fn below(&mut self, limit: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ z >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((z ^ z >> 31) % limit as u64) as usize
    }
}

/// A program of straight-line code over 32-bit registers and a byte memory, unrolled; returns the number
/// of operators that were asked for.
fn unroll(terms: &mut Terms, steps: usize) -> usize {
    let mut rng = Rng(1);
    let word = Sort::Bits(32);
    let mut registers: Vec<Term> = (0..16).map(|at| terms.symbol(&format!("r{at}"), word)).collect();
    let mut memory = terms.symbol("memory", MEMORY);
    let frame = terms.symbol("frame", Sort::Bits(64));
    let mut path = terms.bool(true);
    let mut asked = 0;
    let mut ask = |count: usize| asked += count;
    for _ in 0..steps {
        let (a, b) = (registers[rng.below(16)], registers[rng.below(16)]);
        let offset = terms.number(64, 4 * rng.below(64) as u64);
        let result = match rng.below(12) {
            0..=2 => {
                ask(1);
                terms.bv_add(a, b)
            }
            3 => {
                let constant = terms.number(32, rng.below(16) as u64);
                ask(1);
                terms.bv_add(a, constant)
            }
            4 => {
                ask(2);
                terms.bv_sub(a, b)
            }
            5 => {
                let mask = terms.number(32, (1 << rng.below(32)) - 1);
                ask(1);
                terms.bv_and(a, mask)
            }
            6 => {
                let by = terms.number(32, rng.below(8) as u64);
                ask(1);
                terms.bv_shl(a, by)
            }
            // A branch and the join behind it.
            7 | 8 => {
                let less = if rng.below(2) == 0 { terms.bv_ult(a, b) } else { terms.bv_slt(a, b) };
                let other = terms.not(less);
                let taken = terms.and(path, less);
                ask(4);
                if rng.below(8) == 0 {
                    path = terms.or(taken, other);
                    ask(4);
                }
                terms.ite(less, a, b)
            }
            // A truncation and an extension.
            9 => {
                let byte = terms.extract(a, 7, 0);
                ask(2);
                if rng.below(2) == 0 { terms.zero_extend(byte, 32) } else { terms.sign_extend(byte, 32) }
            }
            // A 32-bit store to the frame.
            10 => {
                let mut address = terms.bv_add(frame, offset);
                let one = terms.number(64, 1);
                for at in 0..4 {
                    let byte = terms.extract(a, 8 * at + 7, 8 * at);
                    memory = terms.store(memory, address, byte);
                    address = terms.bv_add(address, one);
                }
                ask(13);
                continue;
            }
            // A load.
            _ => {
                let mut address = terms.bv_add(frame, offset);
                let one = terms.number(64, 1);
                let mut value = terms.select(memory, address);
                for _ in 1..4 {
                    address = terms.bv_add(address, one);
                    let byte = terms.select(memory, address);
                    value = terms.concat(byte, value);
                }
                ask(11);
                value
            }
        };
        let at = rng.below(16);
        registers[at] = result;
    }
    black_box((registers, memory, path));
    asked
}

fn time<T>(work: impl FnOnce() -> T) -> (T, Duration) {
    let begin = Instant::now();
    let result = work();
    (result, begin.elapsed())
}

fn main() {
    println!("| unrolled | simplified | operators asked for | terms | seconds | operators/s | terms/s |");
    println!("|---:|---|---:|---:|---:|---:|---:|");
    for steps in [10_000, 100_000, 1_000_000] {
        for simplify in [false, true] {
            let mut terms = if simplify { Terms::new() } else { Terms::unsimplified() };
            let (asked, took) = time(|| unroll(&mut terms, steps));
            let (seconds, made) = (took.as_secs_f64(), terms.len());
            println!(
                "| {steps} | {} | {asked} | {made} | {seconds:.3} | {:.1} M | {:.1} M |",
                if simplify { "yes" } else { "no" },
                asked as f64 / seconds / 1e6,
                made as f64 / seconds / 1e6,
            );
        }
    }

    println!();
    println!("| addresses | n | ns per write | ns per read | reads resolved |");
    println!("|---|---:|---:|---:|---:|");
    for addresses in ["constant", "base + constant", "two bases", "two regions", "read after each write"] {
        for count in [10usize, 100, 1_000, 10_000, 100_000] {
            // What is not linear would take minutes at the next size.
            if chain(addresses, count) > Duration::from_micros(50) {
                break;
            }
        }
    }
}

/// n writes at different places, then n reads of them in another order. Returns the time of a read.
fn chain(addresses: &str, count: usize) -> Duration {
    // Small chains many times over, each in fresh terms.
    let rounds = (100_000 / count).clamp(1, 1_000);
    let (mut writing, mut reading) = (Duration::ZERO, Duration::ZERO);
    let (mut resolved, mut all_reads) = (0, 0);
    for _ in 0..rounds {
        let mut terms = Terms::new();
        let base = terms.symbol("base", Sort::Bits(64));
        let second = terms.symbol("second", Sort::Bits(64));
        // Above all constant addresses, as the facts about it say.
        let (above, low) = (terms.number(24, 1), terms.symbol("low", Sort::Bits(40)));
        let apart = terms.concat(above, low);
        let mut memory = terms.symbol("memory", MEMORY);
        let bytes: Vec<Term> = (0..256).map(|at| terms.symbol(&format!("b{at}"), Sort::Bits(8))).collect();
        let address = |terms: &mut Terms, at: usize| {
            let offset = terms.number(64, at as u64);
            match addresses {
                "constant" => offset,
                "two regions" if at.is_multiple_of(2) => offset,
                "two regions" => terms.bv_add(apart, offset),
                "two bases" if at.is_multiple_of(1_000) => terms.bv_add(second, offset),
                _ => terms.bv_add(base, offset),
            }
        };
        let mut read = |terms: &mut Terms, memory: Term, at: usize| {
            let address = address(terms, at);
            let value = terms.select(memory, address);
            all_reads += 1;
            resolved += usize::from(terms.as_symbol(value).is_some());
        };
        let write = |terms: &mut Terms, memory: Term, at: usize| {
            let address = address(terms, at);
            terms.store(memory, address, bytes[at % 256])
        };
        if addresses == "read after each write" {
            for at in 0..count {
                let (next, took) = time(|| write(&mut terms, memory, at));
                memory = next;
                writing += took;
                // From the middle of the chain.
                reading += time(|| read(&mut terms, memory, at / 2)).1;
            }
            continue;
        }
        let (written, took) = time(|| (0..count).fold(memory, |memory, at| write(&mut terms, memory, at)));
        memory = written;
        writing += took;
        // Coprime to all counts, so that every place is read once.
        reading += time(|| (0..count).for_each(|at| read(&mut terms, memory, at * 7_919 % count))).1;
    }
    let each = |took: Duration| took.as_nanos() as f64 / (rounds * count) as f64;
    println!(
        "| {addresses} | {count} | {:.0} | {:.0} | {:.0} % |",
        each(writing),
        each(reading),
        100.0 * resolved as f64 / all_reads as f64,
    );
    reading / (rounds * count) as u32
}
