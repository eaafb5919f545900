extern "C" {
    fn __VERIFIER_nondet_int() -> i32;
}

fn middle(low: i32, high: i32) -> i32 {
    low + (high - low) / 2
}

fn main() {
    let (low, high) = unsafe { (__VERIFIER_nondet_int(), __VERIFIER_nondet_int()) };
    if 0 <= low && low <= high {
        let middle = middle(low, high);
        assert!(low <= middle && middle <= high); // PROVED: assertion
    }
}
