extern "C" {
    fn __VERIFIER_nondet_uchar() -> u8;
}

fn main() {
    let parts = unsafe { __VERIFIER_nondet_uchar() };
    if parts != 0 {
        println!("{}", 100 / parts); // PROVED: assertion
    }
}
