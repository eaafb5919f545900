//! A mutation fuzzer for the reader and the linker that needs no special toolchain.
//!
//! `fuzz_reader [--whole] [--seconds N] [--seed N] [--keep FOLDER] PATH…` takes `.ll` files (or
//! folders of them), breaks them in many ways, and looks for panics, for inputs under a megabyte that
//! take more than five seconds, and for excessive memory. With `--whole`, what can be read is also
//! lowered, verified, simplified, verified again and run for a few steps. The same seed gives the same inputs. Large
//! files are cut to a few of their top-level entities, so that many inputs are tried.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use fathom_interp::RunOptions;
use fathom_ir::FuncId;
use fathom_llvm::module::Module;

/// Inputs are kept below this.
const MAX_INPUT: usize = 64 << 10;
/// An input that takes longer is a bug.
const MAX_TIME: Duration = Duration::from_secs(5);
/// Memory beyond this is a bug.
const MAX_MEMORY: u64 = 1 << 30;

/// A small generator of numbers (xorshift64*).
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        self.0.wrapping_mul(0x2545_F491_4F6C_DD1D)
    }

    /// A number below `end`, which may be zero.
    fn below(&mut self, end: usize) -> usize {
        if end == 0 { 0 } else { (self.next() >> 11) as usize % end }
    }

    fn pick<'a, T>(&mut self, from: &'a [T]) -> Option<&'a T> {
        if from.is_empty() { None } else { from.get(self.below(from.len())) }
    }
}

/// A file as its top-level entities.
struct Seed {
    bytes: Vec<u8>,
    entities: Vec<(usize, usize)>,
}

impl Seed {
    fn new(bytes: Vec<u8>) -> Self {
        let mut starts = vec![0];
        let mut line = 0;
        while let Some(newline) = bytes[line..].iter().position(|&b| b == b'\n') {
            line += newline + 1;
            let first = bytes.get(line).copied().unwrap_or(0);
            if matches!(first, b'@' | b'%' | b'!' | b'$' | b'd' | b'a' | b't' | b'^') {
                starts.push(line);
            }
        }
        starts.push(bytes.len());
        let entities = starts.windows(2).map(|pair| (pair[0], pair[1])).filter(|(a, b)| b > a).collect();
        Self { bytes, entities }
    }

    /// All of a small file, or some neighbouring and some random entities of a large one.
    fn cut(&self, random: &mut Random) -> Vec<u8> {
        if self.bytes.len() <= MAX_INPUT && random.below(4) != 0 {
            return self.bytes.clone();
        }
        let mut chosen = Vec::new();
        let mut size = 0;
        let wanted = 1 + random.below(MAX_INPUT);
        for _ in 0..200 {
            let from = random.below(self.entities.len());
            for &(start, end) in self.entities[from..].iter().take(1 + random.below(20)) {
                if size + end - start <= wanted {
                    size += end - start;
                    chosen.push((start, end));
                }
            }
        }
        chosen.sort_unstable();
        chosen.dedup();
        chosen.into_iter().flat_map(|(start, end)| self.bytes[start..end].iter().copied()).collect()
    }
}

const WORDS: &[&str] = &[
    "4294967295",
    "4294967296",
    "18446744073709551615",
    "18446744073709551616",
    "-1",
    "0",
    "1000000000",
    "8388608",
    "65536",
    "!{",
    "}",
    "(",
    ")",
    "[",
    "]",
    "<",
    ">",
    "...",
    "\"",
    "ptr",
    "i8",
    "void",
    "label",
    "metadata",
    "token",
    "null",
    "undef",
    "poison",
    "zeroinitializer",
    "splat (i8 1)",
    "getelementptr",
    "bitcast",
    "phi",
    "call",
    "invoke",
    "blockaddress",
    "c\"",
    "0xK",
    "0xL00",
    "f0x",
    "+inf",
    "u0x",
    "!DIExpression(",
    "!DIArgList(",
    "%0",
    "%99999999",
    "@0",
    "#0",
    "!0",
    "!99999999",
    "$x",
    "^0",
    "align",
    "addrspace(1)",
    "*",
    "= type",
    "opaque",
    "comdat",
    "alias",
    "x",
    "vscale",
    "distinct",
    "to",
    "unwind",
    "within",
    "none",
    ":",
    "|",
    "\\",
    "\u{e9}",
    "\0",
];

fn mutate(bytes: &mut Vec<u8>, other: &[u8], random: &mut Random) {
    let at = random.below(bytes.len());
    match random.below(12) {
        0 => {
            if let Some(byte) = bytes.get_mut(at) {
                *byte ^= 1 << random.below(8);
            }
        }
        1 => bytes.insert(at, random.next() as u8),
        2 => {
            // Delete a piece.
            let len = random.below(64).min(bytes.len() - at);
            bytes.drain(at..at + len);
        }
        3 => {
            // Insert a word.
            if let Some(word) = random.pick(WORDS) {
                bytes.splice(at..at, word.bytes());
            }
        }
        4 | 5 => {
            // Replace a token by another of the text or a word.
            let tokens = tokens(bytes);
            if let (Some(&to), Some(&from)) = (random.pick(&tokens), random.pick(&tokens)) {
                let new = match random.below(3) {
                    0 => random.pick(WORDS).map_or(Vec::new(), |word| word.as_bytes().to_vec()),
                    _ => bytes[from.0..from.1].to_vec(),
                };
                bytes.splice(to.0..to.1, new);
            }
        }
        6 => {
            // Inflate a number.
            let numbers: Vec<_> =
                tokens(bytes).into_iter().filter(|&(start, _)| bytes[start].is_ascii_digit()).collect();
            if let Some(&(start, end)) = random.pick(&numbers) {
                let new = match random.below(4) {
                    0 => "9".repeat(1 + random.below(30)),
                    1 => format!("{}", random.next()),
                    2 => format!("{}", random.below(300)),
                    _ => "0".into(),
                };
                bytes.splice(start..end, new.bytes());
            }
        }
        7 | 8 => {
            // Delete, duplicate or swap lines.
            let lines = lines(bytes);
            if let (Some(&(a, b)), Some(&(c, d))) = (random.pick(&lines), random.pick(&lines)) {
                match random.below(3) {
                    0 => drop(bytes.drain(a..b)),
                    1 => {
                        let copy = bytes[a..b].to_vec();
                        bytes.splice(c..c, copy);
                    }
                    _ => {
                        let copy = bytes[a..b].to_vec();
                        bytes.splice(c..d, copy);
                    }
                }
            }
        }
        9 => bytes.truncate(at),
        10 => {
            // A piece of another file.
            let from = random.below(other.len());
            let len = random.below(2000).min(other.len() - from);
            bytes.splice(at..at, other[from..from + len].iter().copied());
        }
        _ => {
            // Repeat a piece many times.
            let len = (1 + random.below(12)).min(bytes.len() - at);
            let piece = bytes[at..at + len].repeat(random.below(600));
            bytes.splice(at..at, piece);
        }
    }
}

/// Runs of letters and digits.
fn tokens(bytes: &[u8]) -> Vec<(usize, usize)> {
    let word = |b: u8| b.is_ascii_alphanumeric() || matches!(b, b'_' | b'.' | b'%' | b'@' | b'!' | b'#');
    let mut found = Vec::new();
    let mut at = 0;
    while at < bytes.len() {
        let start = at;
        while at < bytes.len() && word(bytes[at]) {
            at += 1;
        }
        if at > start {
            found.push((start, at));
        }
        at += 1;
    }
    found
}

fn lines(bytes: &[u8]) -> Vec<(usize, usize)> {
    let mut found = Vec::new();
    let mut start = 0;
    for (at, &byte) in bytes.iter().enumerate() {
        if byte == b'\n' {
            found.push((start, at + 1));
            start = at + 1;
        }
    }
    found
}

fn peak_memory() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find(|line| line.starts_with("VmHWM:"));
    line.and_then(|l| l.split_whitespace().nth(1)).and_then(|n| n.parse::<u64>().ok()).unwrap_or(0) << 10
}

fn collect(path: &Path, files: &mut Vec<PathBuf>) {
    if path.is_dir() {
        let entries = std::fs::read_dir(path).into_iter().flatten().flatten();
        let mut inside: Vec<_> = entries.map(|entry| entry.path()).collect();
        inside.sort();
        inside.iter().for_each(|path| collect(path, files));
    } else if path.extension().is_some_and(|extension| extension == "ll") {
        files.push(path.to_path_buf());
    }
}

/// Uses of a module that must not panic either.
fn exercise(module: &Module) {
    for at in 0..module.types.len() {
        let ty = fathom_llvm::module::TypeId(at as u32);
        let _ = (module.alloc_size(ty), module.align(ty), module.store_size(ty), module.field_offset(ty, 1));
    }
    for at in 0..module.metadata.nodes.len() {
        let id = fathom_llvm::module::MdId(at as u32);
        let _ =
            (module.metadata.location(id), module.metadata.subprogram_of(id), module.metadata.file_of(id));
    }
}

/// The rest of the way: lowering, passes, execution. Says what is wrong with the result.
fn whole(module: Module) -> Option<&'static str> {
    let linked = fathom_llvm::link(vec![module]).ok()?;
    let mut program = fathom_lower::lower(&linked, &fathom_lower::Options::default()).ok()?.program;
    // The reader does not check everything that LLVM's verifier does, definitions before uses for one;
    // `fathom` refuses such modules here, too.
    fathom_ir::verify::verify(&program).ok()?;
    fathom_passes::prepare(&mut program, fathom_passes::Uninitialised::Indeterminate);
    if fathom_ir::verify::verify(&program).is_err() {
        return Some("a pass makes an ill-formed program");
    }
    let options =
        RunOptions { max_steps: 20_000, max_depth: 100, memory_limit: 64 << 20, ..RunOptions::default() };
    for (at, function) in program.functions.iter().enumerate().take(8) {
        if function.body.is_some() {
            fathom_interp::run(&program, FuncId(at as u32), &[b"fuzz".to_vec()], &options);
        }
    }
    None
}

fn main() {
    let (mut seconds, mut seed, mut keep, mut files) = (60, 1, None, Vec::new());
    let mut to_the_end = false;
    let mut args = std::env::args().skip(1);
    while let Some(arg) = args.next() {
        match arg.as_str() {
            "--seconds" => seconds = args.next().and_then(|n| n.parse().ok()).unwrap_or(60),
            "--seed" => seed = args.next().and_then(|n| n.parse().ok()).unwrap_or(1),
            "--whole" => to_the_end = true,
            "--keep" => keep = args.next().map(PathBuf::from),
            path => collect(Path::new(path), &mut files),
        }
    }
    let seeds: Vec<Seed> = files.iter().filter_map(|path| std::fs::read(path).ok()).map(Seed::new).collect();
    if seeds.is_empty() {
        eprintln!("usage: fuzz_reader [--whole] [--seconds N] [--seed N] [--keep FOLDER] PATH…");
        std::process::exit(2);
    }
    let seed_memory = peak_memory();
    let mut random = Random((seed as u64).wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1);
    let start = Instant::now();
    let (mut runs, mut reads, mut links, mut bugs) = (0u64, 0u64, 0u64, 0u64);
    let mut slowest = Duration::ZERO;
    let mut memory = seed_memory;
    let mut last: Option<Module> = None;
    std::panic::set_hook(Box::new(|info| eprintln!("{info}")));
    while start.elapsed() < Duration::from_secs(seconds) {
        let mut bytes = random.pick(&seeds).map_or(Vec::new(), |seed| seed.cut(&mut random_of(&mut random)));
        let other = random.pick(&seeds).map_or(Vec::new(), |seed| seed.cut(&mut random_of(&mut random)));
        for _ in 0..random.below(6) {
            mutate(&mut bytes, &other, &mut random);
        }
        bytes.truncate(2 * MAX_INPUT);
        let begun = Instant::now();
        let outcome = catch_unwind(AssertUnwindSafe(|| {
            let module = fathom_llvm::read_bytes(&bytes).ok()?;
            exercise(&module);
            Some(module)
        }));
        let mut problem = outcome.is_err().then_some("panic");
        runs += 1;
        if let Ok(Some(module)) = outcome {
            reads += 1;
            if let Some(before) = last.take() {
                let pair = vec![before, module.clone()];
                match catch_unwind(AssertUnwindSafe(|| fathom_llvm::link(pair).is_ok())) {
                    Ok(linked) => links += u64::from(linked),
                    Err(_) => problem = Some("panic in linking"),
                }
            }
            if to_the_end {
                match catch_unwind(AssertUnwindSafe(|| whole(module.clone()))) {
                    Ok(wrong) => problem = problem.or(wrong),
                    Err(_) => problem = Some("panic behind the reader"),
                }
            }
            last = Some(module);
        }
        let took = begun.elapsed();
        slowest = slowest.max(took);
        if took > MAX_TIME {
            problem = Some("hang");
        }
        let now = peak_memory();
        if now > memory + (64 << 20) {
            println!("run {runs}: peak memory rises to {} MB", now >> 20);
            memory = now;
            if now > seed_memory + MAX_MEMORY {
                problem = problem.or(Some("memory"));
            }
        }
        if let Some(problem) = problem {
            bugs += 1;
            println!("run {runs}: {problem} on an input of {} bytes", bytes.len());
            if let Some(folder) = &keep {
                let path = folder.join(format!("{seed}-{runs}.ll"));
                let written = std::fs::create_dir_all(folder).and_then(|()| std::fs::write(&path, &bytes));
                println!(
                    "  {}",
                    written.map_or_else(|error| error.to_string(), |()| path.display().to_string())
                );
            }
        }
    }
    println!(
        "{runs} inputs, {reads} read, {links} linked, slowest {:.0} ms, peak memory {} MB ({} MB of it seeds), {bugs} bugs",
        slowest.as_secs_f64() * 1e3,
        peak_memory() >> 20,
        seed_memory >> 20
    );
    std::process::exit((bugs > 0).into());
}

/// A generator of its own for a part, so that parts may borrow at the same time.
fn random_of(random: &mut Random) -> Random {
    Random(random.next() | 1)
}
