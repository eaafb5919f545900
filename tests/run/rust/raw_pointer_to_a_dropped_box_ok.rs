// A raw pointer into a box is read before the box is dropped.
fn main() {
    let number = Box::new(41);
    let pointer: *const i32 = &*number;
    let value = unsafe { *pointer };
    drop(number);
    if value != 41 {
        std::process::exit(1);
    }
}
