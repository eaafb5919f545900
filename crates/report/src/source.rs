//! The text of source files, as views need it.

use std::collections::BTreeMap;

use fathom_evidence::Position;
use sha2::{Digest, Sha256};

/// Gives the contents of a file under the name that it has in the report, or nothing if it cannot be read.
/// Relative names start from [`Program::directory`](crate::Program::directory).
pub type Source<'a> = &'a dyn Fn(&str) -> Option<Vec<u8>>;

/// Files that were asked for, each read once.
pub(crate) struct Files<'a> {
    source: Source<'a>,
    known: BTreeMap<String, Option<File>>,
}

/// A file.
pub(crate) struct File {
    bytes: Vec<u8>,
    /// Where each line begins and where its text ends.
    lines: Vec<(usize, usize)>,
}

impl<'a> Files<'a> {
    pub(crate) fn new(source: Source<'a>) -> Self {
        Self { source, known: BTreeMap::new() }
    }

    /// A file, if it can be read.
    pub(crate) fn get(&mut self, name: &str) -> Option<&File> {
        if !self.known.contains_key(name) {
            let file = (self.source)(name).map(File::new);
            self.known.insert(name.to_string(), file);
        }
        self.known.get(name)?.as_ref()
    }
}

impl File {
    fn new(bytes: Vec<u8>) -> Self {
        let (mut lines, mut start, mut at) = (vec![], 0, 0);
        while at < bytes.len() {
            let ending = match &bytes[at..] {
                [b'\r', b'\n', ..] => 2,
                [b'\r' | b'\n', ..] => 1,
                _ => 0,
            };
            if ending > 0 {
                lines.push((start, at));
                start = at + ending;
            }
            at += ending.max(1);
        }
        lines.push((start, bytes.len()));
        Self { bytes, lines }
    }

    /// Everything in it.
    pub(crate) fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// The SHA-256 sum, in hexadecimal digits.
    pub(crate) fn sha256(&self) -> String {
        sha256(&self.bytes)
    }

    /// The text of a line, counted from 1, without its end.
    pub(crate) fn line(&self, number: u32) -> Option<&[u8]> {
        let index = usize::try_from(number).ok()?.checked_sub(1)?;
        self.lines.get(index).map(|&(start, end)| &self.bytes[start..end])
    }

    /// The columns, in UTF-16 code units from 1, of the beginning and the end of the word at a position,
    /// whose column is in bytes. Nothing if there is no such position in the file.
    pub(crate) fn columns(&self, position: &Position) -> Option<(u32, u32)> {
        let line = self.line(position.line)?;
        let start = usize::try_from(position.column).ok()?.checked_sub(1)?;
        let rest = line.get(start..).filter(|rest| !rest.is_empty())?;
        let length = rest.iter().take_while(|&&byte| is_word(byte)).count();
        let end = start + length.max(1);
        let column = |end: usize| u32::try_from(utf16_length(&line[..end])).ok()?.checked_add(1);
        Some((column(start)?, column(end)?))
    }
}

fn is_word(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_' || !byte.is_ascii()
}

fn utf16_length(bytes: &[u8]) -> usize {
    String::from_utf8_lossy(bytes).encode_utf16().count()
}

/// A SHA-256 sum in hexadecimal digits.
pub(crate) fn sha256(bytes: &[u8]) -> String {
    Sha256::digest(bytes).iter().map(|byte| format!("{byte:02x}")).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn file(text: &str) -> File {
        File::new(text.as_bytes().to_vec())
    }

    fn columns(text: &str, line: u32, column: u32) -> Option<(u32, u32)> {
        file(text).columns(&Position { file: String::new(), line, column })
    }

    #[test]
    fn lines_end_with_any_newline() {
        let file = file("a\nb\r\nc\rd\n");
        let lines: Vec<_> = (0..7).map(|number| file.line(number)).collect();
        let text = |line: &'static str| Some(line.as_bytes());
        assert_eq!(lines, [None, text("a"), text("b"), text("c"), text("d"), text(""), None]);
    }

    #[test]
    fn columns_are_those_of_the_word() {
        assert_eq!(columns("x = list_1 + y;", 1, 5), Some((5, 11)));
        assert_eq!(columns("x = list_1 + y;", 1, 12), Some((12, 13)));
        assert_eq!(columns("a\nb", 2, 1), Some((1, 2)));
    }

    #[test]
    fn columns_count_utf16() {
        // Two bytes and one unit, four bytes and two units.
        assert_eq!(columns("\"ä\" + x", 1, 8), Some((7, 8)));
        assert_eq!(columns("\"😀\" + x", 1, 10), Some((8, 9)));
        assert_eq!(columns("äöü = 1", 1, 1), Some((1, 4)));
    }

    #[test]
    fn there_are_no_columns_where_there_is_no_text() {
        for (line, column) in [(1, 0), (1, 4), (1, u32::MAX), (0, 1), (2, 1), (u32::MAX, 1)] {
            assert_eq!(columns("abc", line, column), None, "{line}:{column}");
        }
    }

    #[test]
    fn bytes_that_are_no_text_do_no_harm() {
        let file = File::new(vec![0xff, b' ', 0xc3, b'x']);
        let at = |column| file.columns(&Position { file: String::new(), line: 1, column });
        assert_eq!(at(4), Some((4, 5)));
    }
}
