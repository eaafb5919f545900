// Four numbers below 100 do not fit into a byte.
extern "C" {
    fn __VERIFIER_nondet_uchar() -> u8;
}

fn main() {
    let parts: Vec<u8> = (0..4).map(|_| unsafe { __VERIFIER_nondet_uchar() } % 100).collect();
    let sum: u8 = parts.iter().sum(); // FAILS: assertion
    println!("{sum}");
}
