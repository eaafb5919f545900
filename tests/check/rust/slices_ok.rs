extern "C" {
    fn __VERIFIER_nondet_uchar() -> u8;
}

fn main() {
    let message = [3, 1, 4, 1, 5];
    let length = unsafe { __VERIFIER_nondet_uchar() } as usize;
    if let Some(body) = message.get(1..length) {
        assert!(body.len() < 5); // PROVED: assertion
    }
}
