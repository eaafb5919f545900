// A raw pointer to a local of a function that has returned.
fn slot() -> *mut u32 {
    let mut local = 1u32;
    &raw mut local
}

fn main() {
    let pointer = slot();
    unsafe { *pointer = 2 }; // BUG: use-after-return
}
