fn main() {
    let mut values = [1, 2, 3];
    let first = values.as_mut_ptr();
    unsafe { std::ptr::swap_nonoverlapping(first, first.add(1), 2) }; // FAILS: assertion
    assert_eq!(values[0], 2);
}
