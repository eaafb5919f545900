extern "C" {
    fn __VERIFIER_nondet_int() -> i32;
}

fn position(values: &[i32], wanted: i32) -> Option<usize> {
    values.iter().position(|&value| value == wanted)
}

fn main() {
    let wanted = unsafe { __VERIFIER_nondet_int() };
    let at = position(&[3, 1, 2], wanted).unwrap(); // FAILS: assertion
    assert!(at < 3);
}
