// The index is inside the slice.
fn pick(values: &[i32], i: usize) -> i32 {
    values[i]
}

fn main() {
    let values = [10, 20, 30];
    let picked = pick(&values, 2);
    if picked != 30 {
        std::process::exit(1);
    }
}
