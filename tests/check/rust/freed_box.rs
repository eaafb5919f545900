fn main() {
    let value = Box::new(7);
    let pointer: *const i32 = &*value;
    drop(value);
    let seen = unsafe { *pointer }; // FAILS: use-after-free
    assert_eq!(seen, 7);
}
