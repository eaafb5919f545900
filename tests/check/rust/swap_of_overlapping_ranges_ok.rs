fn main() {
    let mut values = [1, 2, 3, 4];
    let first = values.as_mut_ptr();
    unsafe { std::ptr::swap_nonoverlapping(first, first.add(2), 2) };
    assert_eq!(values, [3, 4, 1, 2]); // PROVED: assertion
}
