extern "C" {
    fn __VERIFIER_nondet_uchar() -> u8;
}

fn main() {
    let message = [3, 1, 4, 1, 5];
    let length = unsafe { __VERIFIER_nondet_uchar() } as usize;
    let body = &message[1..length]; // FAILS: assertion
    assert!(body.len() < 5);
}
