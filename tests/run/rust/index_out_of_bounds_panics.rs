// Safe Rust checks the index and panics.
fn pick(values: &[i32], i: usize) -> i32 {
    values[i] // BUG: assertion
}

fn main() {
    let values = [10, 20, 30];
    let picked = pick(&values, 3);
    if picked != 30 {
        std::process::exit(1);
    }
}
