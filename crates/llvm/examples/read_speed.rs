//! Reads files and prints how fast: `read_speed [-n ROUNDS] FILE…`, best of the rounds.

use std::sync::Arc;
use std::time::Instant;

use fathom_llvm::module::{GlobalKind, Module};

/// Peak resident memory of this process in megabytes, where the system tells.
fn peak_memory() -> Option<f64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find(|line| line.starts_with("VmHWM:"))?;
    line.split_whitespace().nth(1)?.parse::<f64>().ok().map(|kilobytes| kilobytes / 1024.0)
}

/// Time this process spent on a processor, in seconds: on a busy machine the clock says little.
fn processor_time() -> Option<f64> {
    let stat = std::fs::read_to_string("/proc/self/schedstat").ok()?;
    stat.split_whitespace().next()?.parse::<f64>().ok().map(|nanoseconds| nanoseconds / 1e9)
}

/// Functions with a body and their instructions.
fn count(module: &Module) -> (usize, usize) {
    let mut counts = (0, 0);
    for global in &module.globals {
        if let GlobalKind::Function(function) = &global.kind
            && let Some(body) = &function.body
        {
            counts.0 += 1;
            counts.1 += body.blocks.iter().map(|block| block.insts.len()).sum::<usize>();
        }
    }
    counts
}

fn main() {
    let mut rounds = 5;
    let mut failed = false;
    let mut args = std::env::args().skip(1);
    while let Some(arg) = args.next() {
        if arg == "-n" {
            rounds = args.next().and_then(|n| n.parse().ok()).unwrap_or(1);
            continue;
        }
        let text: Arc<str> = match std::fs::read_to_string(&arg) {
            Ok(text) => text.into(),
            Err(error) => {
                println!("{arg}: {error}");
                failed = true;
                continue;
            }
        };
        let mut best = f64::INFINITY;
        let mut counts = (0, 0);
        for _ in 0..rounds {
            let start = Instant::now();
            let busy = processor_time();
            let module = match fathom_llvm::read(text.clone()) {
                Ok(module) => module,
                Err(error) => {
                    println!("{arg}:{error}");
                    failed = true;
                    break;
                }
            };
            let busy = busy.and_then(|before| Some(processor_time()? - before)).filter(|&time| time > 0.0);
            best = best.min(busy.unwrap_or_else(|| start.elapsed().as_secs_f64()));
            counts = count(&module);
        }
        if best.is_finite() {
            let megabytes = text.len() as f64 / 1e6;
            let memory = peak_memory().map_or(String::new(), |peak| format!(", peak {peak:.0} MB"));
            println!(
                "{arg}: {megabytes:.1} MB in {:.1} ms, {:.0} MB/s, {} functions, {} instructions{memory}",
                best * 1e3,
                megabytes / best,
                counts.0,
                counts.1,
            );
        }
    }
    std::process::exit(failed.into());
}
