// What `Display` of the program does is executed, wherever the text goes.
use std::fmt;

struct Reading([u8; 2], usize);

impl fmt::Display for Reading {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "{}", self.0[self.1]) // FAILS: assertion
    }
}

fn main() {
    println!("{}", Reading([20, 21], 2));
}
