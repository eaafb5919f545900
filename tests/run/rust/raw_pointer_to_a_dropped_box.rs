// A raw pointer into a box is read after the box was dropped.
fn main() {
    let number = Box::new(41);
    let pointer: *const i32 = &*number;
    drop(number);
    let value = unsafe { *pointer }; // BUG: use-after-free
    if value != 41 {
        std::process::exit(1);
    }
}
