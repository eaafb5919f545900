// A raw pointer is read inside the array only.
fn sum(first: *const i32, n: usize) -> i32 {
    let mut total = 0i32;
    let mut i = 0;
    while i < n {
        total = total.wrapping_add(unsafe { *first.add(i) });
        i += 1;
    }
    total
}

fn main() {
    let values = [1, 2, 3, 4];
    let total = sum(values.as_ptr(), 4);
    if total != 10 {
        std::process::exit(1);
    }
}
