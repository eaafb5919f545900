extern "C" {
    fn __VERIFIER_nondet_uint() -> u32;
}

fn main() {
    let table = [2, 3, 5, 7];
    let at = unsafe { __VERIFIER_nondet_uint() } as usize;
    if at <= table.len() {
        assert!(table[at] > 1); // FAILS: assertion
    }
}
