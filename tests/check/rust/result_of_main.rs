// What `main` returns is no failure; what it unwraps may be.
use std::num::TryFromIntError;

extern "C" {
    fn __VERIFIER_nondet_int() -> i32;
}

fn main() -> Result<(), TryFromIntError> {
    let number = unsafe { __VERIFIER_nondet_int() };
    let byte = u8::try_from(number)?;
    let small = i8::try_from(byte).unwrap(); // FAILS: assertion
    assert!(small >= 0);
    Ok(())
}
