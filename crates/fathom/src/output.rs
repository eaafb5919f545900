//! Printing. Whoever reads our output may stop reading at any time; that ends us quietly.

use std::io::{self, ErrorKind, Write};
use std::process;

use crate::exit;

/// Prints to standard output.
pub fn print(text: &str) {
    print_last(text, exit::FINISHED);
}

/// Prints the last there is to say, to standard output. The exit code is what it will be anyway, and so it
/// is if nobody reads on.
pub fn print_last(text: &str, code: u8) {
    let mut stdout = io::stdout().lock();
    if let Err(problem) = stdout.write_all(text.as_bytes()).and_then(|()| stdout.flush()) {
        if problem.kind() != ErrorKind::BrokenPipe {
            error(&format!("error: cannot write to standard output: {problem}\n"));
            process::exit(exit::BAD_INPUT.into());
        }
        process::exit(code.into());
    }
}

/// Prints to standard error.
pub fn error(text: &str) {
    // There is nobody left to tell about a failure here.
    let _ = io::stderr().write_all(text.as_bytes());
}
