extern "C" {
    fn __VERIFIER_nondet_uchar() -> u8;
}

fn main() {
    let parts = unsafe { __VERIFIER_nondet_uchar() };
    println!("{}", 100 / parts); // FAILS: assertion
}
