use std::process::ExitCode;

extern "C" {
    fn __VERIFIER_nondet_int() -> i32;
}

fn main() -> ExitCode {
    let number = unsafe { __VERIFIER_nondet_int() };
    if number > 5 {
        std::process::exit(3);
    }
    if number < 0 {
        return ExitCode::FAILURE;
    }
    assert!(number <= 5); // PROVED: assertion
    ExitCode::SUCCESS
}
