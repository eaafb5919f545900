//! A hash that is the same everywhere and always, since samples and the keys of results depend on it.

use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

const START: u64 = 0xcbf2_9ce4_8422_2325;

/// FNV-1a with 64 bits, and a last step that spreads what the last bytes did.
pub fn fnv(bytes: &[u8]) -> u64 {
    finish(step(START, bytes))
}

/// The same of a file, piece by piece: what we have in memory counts as memory of the tools that we start,
/// until they have their own.
pub fn fnv_of_file(path: &Path) -> io::Result<u64> {
    let (mut file, mut piece, mut hash) = (File::open(path)?, vec![0; 1 << 16], START);
    loop {
        match file.read(&mut piece)? {
            0 => return Ok(finish(hash)),
            length => hash = step(hash, &piece[..length]),
        }
    }
}

fn step(hash: u64, bytes: &[u8]) -> u64 {
    let mix = |hash: u64, &byte: &u8| (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3);
    bytes.iter().fold(hash, mix)
}

fn finish(hash: u64) -> u64 {
    let spread = (hash ^ (hash >> 32)).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    spread ^ (spread >> 32)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::Scratch;

    #[test]
    fn a_file_has_the_hash_of_its_text() {
        let text = "x".repeat(100_000);
        let path = Scratch::new("hash").write("a", &text);
        assert!(fnv_of_file(&path).is_err(), "the folder is gone");
        let scratch = Scratch::new("hash");
        assert_eq!(fnv_of_file(&scratch.write("a", &text)).unwrap(), fnv(text.as_bytes()));
        assert_ne!(fnv(b"ab"), fnv(b"ba"));
    }
}
