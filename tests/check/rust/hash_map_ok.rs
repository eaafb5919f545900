use std::collections::HashMap;

extern "C" {
    fn __VERIFIER_nondet_uint() -> u32;
}

fn main() {
    let key = unsafe { __VERIFIER_nondet_uint() };
    let mut counts: HashMap<u32, u32> = HashMap::new();
    for word in [1, 2, 1] {
        *counts.entry(word).or_insert(0) += 1;
    }
    assert_eq!(counts[&1], 2);
    assert!(key == 1 || key == 2 || !counts.contains_key(&key));
}
