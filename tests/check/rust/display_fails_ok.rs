use std::fmt;

struct Reading([u8; 2], usize);

impl fmt::Display for Reading {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "{}", self.0[self.1])
    }
}

fn main() {
    println!("{}", Reading([20, 21], 1));
}
