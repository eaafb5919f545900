//! Fingerprints: what stays the same of a result when the code around it moves.
//!
//! Two are written. `fathomFinding/v1` is a hash of the rule, the function, and the text of the line and its
//! neighbours. `primaryLocationLineHash` is the one that GitHub goes by, computed the way its own upload
//! action does, so that a result has the same one however it gets there.

use std::collections::BTreeMap;

use crate::model::Property;
use crate::source::{File, sha256};

/// The name of our own fingerprint.
pub(super) const OWN: &str = "fathomFinding/v1";

/// The name of GitHub's.
pub(super) const GITHUB: &str = "primaryLocationLineHash";

/// Tells apart fingerprints that would be equal, by a number behind them in the order of the source.
#[derive(Default)]
pub(super) struct Counter(BTreeMap<String, u32>);

impl Counter {
    pub fn numbered(&mut self, hash: String) -> String {
        let count = self.0.entry(hash.clone()).or_default();
        *count += 1;
        format!("{hash}:{count}")
    }
}

/// The hash of a property: neither line numbers nor white space count.
pub(super) fn own(property: &Property, file: Option<&File>) -> String {
    let mut parts = vec![property.kind.clone(), property.place.function.clone(), property.note.clone()];
    if let Some((file, at)) = file.zip(property.place.position.as_ref()) {
        let line = at.line;
        let before = (1..=NEAR).find_map(|distance| text(file, line.checked_sub(distance)?));
        let after = (1..=NEAR).find_map(|distance| text(file, line.checked_add(distance)?));
        parts.extend([before, text(file, line), after].map(Option::unwrap_or_default));
    }
    // Each part with its length, so that no two lists of parts are written alike.
    let bytes: String = parts.iter().map(|part| format!("{}:{part}", part.len())).collect();
    sha256(bytes.as_bytes())[..32].to_string()
}

/// Neighbours of a line are the nearest lines that are not empty, but no further away than this.
const NEAR: u32 = 20;

/// The text of a line, if there is any.
fn text(file: &File, line: u32) -> Option<String> {
    file.line(line).map(normalised).filter(|text| !text.is_empty())
}

fn normalised(line: &[u8]) -> String {
    let text = String::from_utf8_lossy(line);
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// GitHub's hash of every line of a file: a polynomial over the 100 characters that begin with the line,
/// without blanks, and a number that tells equal ones apart.
pub(super) fn github(bytes: &[u8]) -> Vec<String> {
    /// How many characters count.
    const WINDOW: usize = 100;
    /// Stands for the end of the file.
    const END: u16 = 0xffff;
    let (mut letters, mut starts) = (vec![], vec![]);
    let (mut at_start, mut after_return) = (true, false);
    for letter in String::from_utf8_lossy(bytes).encode_utf16().chain([END]) {
        let is = |c: char| u32::from(letter) == u32::from(c);
        if is(' ') || is('\t') || (is('\n') && after_return) {
            after_return = false;
            continue;
        }
        after_return = is('\r');
        if at_start {
            starts.push(letters.len());
        }
        at_start = is('\r') || is('\n');
        letters.push(if at_start { u64::from(b'\n') } else { u64::from(letter) });
    }
    letters.extend([0; WINDOW]);
    let hash = |start: usize| {
        letters[start..start + WINDOW]
            .iter()
            .fold(0u64, |hash, &letter| hash.wrapping_mul(37).wrapping_add(letter))
    };
    let mut counter = Counter::default();
    starts.into_iter().map(|start| counter.numbered(format!("{:x}", hash(start)))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What GitHub's own implementation gives for these texts.
    #[test]
    fn hashes_of_lines_are_those_of_github() {
        assert_eq!(github(b""), ["c129715d7a2bc9a3:1"]);
        let few = ["271789c17abda88f:1", "54703d4cd895b18:1", "180aee12dab6264:1", "a23a3dc5e078b07b:1"];
        assert_eq!(github(b" a\nb\n  \t\tc\n d"), few);
        let lines = [
            "e9496ae3ebfced30:1",
            "fb7c023a8b9ccb3f:1",
            "ce8ba1a563dcdaca:1",
            "e20e36e16fcb0cc8:1",
            "b3edc88f2938467e:1",
            "c8e28b0b4002a3a0:1",
            "c129715d7a2bc9a3:1",
        ];
        for text in [
            " hello; \t\nworld!!!\n\n\n  \t\tGreetings\n End\n",
            " hello; \t\nworld!!!\r\r\r  \t\tGreetings\r End\r",
            " hello; \t\r\nworld!!!\r\n\r\n\r\n  \t\tGreetings\r\n End\r\n",
            " hello; \t\nworld!!!\r\n\n\r  \t\tGreetings\r End\r\n",
        ] {
            assert_eq!(github(text.as_bytes()), lines, "{text:?}");
        }
    }

    #[test]
    fn equal_lines_are_numbered() {
        let hashes = github("Lorem ipsum dolor sit amet.\n".repeat(10).as_bytes());
        assert_eq!(hashes[0], "a7f2ff13bc495cf2:1");
        assert_eq!(hashes[5], "a7f2ff13bc495cf2:6");
        assert_eq!(hashes[6], "a7f2ff1481e87703:1");
        assert_eq!(hashes.len(), 11);
    }
}
