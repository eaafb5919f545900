extern "C" {
    fn __VERIFIER_nondet_uchar() -> u8;
}

fn main() {
    let parts: Vec<u8> = (0..4).map(|_| unsafe { __VERIFIER_nondet_uchar() } % 60).collect();
    let sum: u8 = parts.iter().sum();
    assert!(sum <= 236); // PROVED: assertion
}
