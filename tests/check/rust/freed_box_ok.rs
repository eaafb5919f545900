fn main() {
    let value = Box::new(7);
    let pointer: *const i32 = &*value;
    let seen = unsafe { *pointer };
    drop(value);
    assert_eq!(seen, 7); // PROVED: assertion
}
