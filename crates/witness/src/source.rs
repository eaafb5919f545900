//! Files of a program: their bytes, lines and columns, and what is in them.

use std::ops::Range;

use crate::c::parse::Syntax;
use crate::hash::sha256;
use crate::model::InputFile;

/// A file of the program.
#[derive(Clone, Debug)]
pub struct Source {
    /// As witnesses name it.
    pub name: String,
    /// Its content.
    pub bytes: Vec<u8>,
    /// 64 hexadecimal digits.
    pub sha256: String,
    /// What is in it.
    pub syntax: Syntax,
    /// Where lines begin.
    lines: Vec<usize>,
    /// For each line: the file (by its place in `presumed_files`) and the line that it came from.
    presumed: Vec<(usize, u32)>,
    presumed_files: Vec<String>,
}

impl Source {
    /// A file with a name and its content.
    pub fn new(name: impl Into<String>, bytes: Vec<u8>) -> Self {
        let name = name.into();
        let starts = bytes.iter().enumerate().filter(|&(_, &byte)| byte == b'\n').map(|(at, _)| at + 1);
        let lines: Vec<usize> = [0].into_iter().chain(starts).collect();
        let syntax = Syntax::new(&bytes);
        let (presumed, presumed_files) = presume(&name, &bytes, &lines, &syntax.directives);
        Self { sha256: sha256(&bytes), name, bytes, syntax, lines, presumed, presumed_files }
    }

    /// The file as the task of a witness names it.
    pub fn input_file(&self) -> InputFile {
        InputFile { name: self.name.clone(), sha256: self.sha256.clone() }
    }

    /// How many lines there are.
    pub fn line_count(&self) -> usize {
        self.lines.len()
    }

    /// The bytes of a line, from 1, without its end.
    pub fn line(&self, line: u32) -> Option<Range<usize>> {
        let at = (line as usize).checked_sub(1)?;
        let start = *self.lines.get(at)?;
        let end = self.lines.get(at + 1).map_or(self.bytes.len(), |next| next - 1);
        Some(start..end)
    }

    /// The byte at a line and column, both from 1; the column counts characters.
    pub fn offset(&self, line: u32, column: u32) -> Option<usize> {
        let range = self.line(line)?;
        let mut characters = range.filter(|&at| !is_continuation(self.bytes[at]));
        characters.nth((column as usize).checked_sub(1)?)
    }

    /// The byte at a line and column, both from 1; the column counts bytes, as compilers do.
    pub fn offset_in_bytes(&self, line: u32, column: u32) -> Option<usize> {
        let range = self.line(line)?;
        let at = range.start + (column as usize).checked_sub(1)?;
        range.contains(&at).then_some(at)
    }

    /// Line and column of a byte, both from 1; the column counts characters.
    pub fn position(&self, offset: usize) -> (u32, u32) {
        let line = self.lines.partition_point(|&start| start <= offset);
        let before = &self.bytes[self.lines[line - 1]..offset.min(self.bytes.len())];
        let column = before.iter().filter(|&&byte| !is_continuation(byte)).count() + 1;
        (line as u32, column as u32)
    }

    /// The lines of this file that a compiler calls by this file and line: `#line` and its like rename them.
    pub fn physical_lines(&self, file: &str, line: u32) -> Vec<u32> {
        let named = |&(name, presumed): &(usize, u32)| {
            presumed == line && self.presumed_files.get(name).is_some_and(|name| same_file(name, file))
        };
        let numbered = self.presumed.iter().zip(1..);
        numbered.filter(|(presumed, _)| named(presumed)).map(|(_, number)| number).collect()
    }

    /// The bytes of a range as text, for messages and comparisons.
    pub fn text(&self, range: Range<usize>) -> String {
        String::from_utf8_lossy(self.bytes.get(range).unwrap_or_default()).into_owned()
    }
}

/// The files of a program.
#[derive(Clone, Default, Debug)]
pub struct Sources(pub Vec<Source>);

impl Sources {
    /// The file that a witness means by a name, and its number: the file with that name, or the only one
    /// whose path ends the same way.
    pub fn named(&self, name: &str) -> Option<(usize, &Source)> {
        let exact = self.0.iter().position(|source| source.name == name);
        let at = exact.or_else(|| {
            let mut similar = (0..self.0.len()).filter(|&at| same_file(&self.0[at].name, name));
            similar.next().filter(|_| similar.next().is_none())
        })?;
        Some((at, &self.0[at]))
    }
}

/// Whether two names may be of one file: one is the end of the other, or they have the same last part.
pub(crate) fn same_file(a: &str, b: &str) -> bool {
    let last = |name: &str| name.rsplit(['/', '\\']).next().unwrap_or_default().to_string();
    a == b || last(a) == last(b)
}

fn is_continuation(byte: u8) -> bool {
    byte & 0xc0 == 0x80
}

/// What each line is called by a compiler: after `# 12 "a.c"` or `#line 12 "a.c"` the next line is line 12 of
/// `a.c`.
fn presume(
    name: &str,
    bytes: &[u8],
    lines: &[usize],
    directives: &[Range<usize>],
) -> (Vec<(usize, u32)>, Vec<String>) {
    let mut files = vec![name.to_string()];
    let mut markers = directives.iter().filter_map(|range| {
        let (line, file) = line_marker(&bytes[range.clone()])?;
        let after = lines.partition_point(|&start| start < range.end);
        Some((after, line, file))
    });
    let mut next = markers.next();
    let (mut file, mut line) = (0, 1);
    let mut presumed = Vec::with_capacity(lines.len());
    for at in 0..lines.len() {
        if let Some((_, number, name)) = next.take_if(|(after, ..)| *after == at) {
            line = number;
            if let Some(name) = name {
                file = files.iter().position(|other| *other == name).unwrap_or(files.len());
                if file == files.len() {
                    files.push(name);
                }
            }
            next = markers.next();
        }
        presumed.push((file, line));
        line = line.saturating_add(1);
    }
    (presumed, files)
}

/// What `# 12 "a.c" 2 3` or `#line 12 "a.c"` says of the line after it.
pub(crate) fn line_marker(directive: &[u8]) -> Option<(u32, Option<String>)> {
    let text = String::from_utf8_lossy(directive);
    let rest = text.trim_start().strip_prefix('#')?.trim_start();
    let rest = rest.strip_prefix("line").unwrap_or(rest).trim_start();
    let digits = rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len());
    let number = rest[..digits].parse().ok()?;
    let rest = rest[digits..].trim_start();
    let name = rest.strip_prefix('"').and_then(|rest| Some(rest[..rest.find('"')?].to_string()));
    Some((number, name))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_and_columns() {
        let source = Source::new("a.c", "ab\ncäd\n\nx".into());
        assert_eq!(source.line_count(), 4);
        assert_eq!(source.offset(2, 3), Some(6), "a character is not a byte");
        assert_eq!(source.offset_in_bytes(2, 4), Some(6));
        assert_eq!(source.position(6), (2, 3));
        assert_eq!((source.offset(2, 4), source.offset(3, 1), source.offset(5, 1)), (None, None, None));
        assert_eq!((source.offset(0, 1), source.offset(1, 0)), (None, None));
        assert_eq!(source.position(8), (3, 1));
        assert_eq!(source.text(0..2), "ab");
    }

    #[test]
    fn lines_that_came_from_elsewhere() {
        let text = "# 1 \"dir/a.c\"\n# 1 \"/usr/include/b.h\" 1 3\nint b;\n# 2 \"dir/a.c\" 2\nint x;\nint y;\n#line 2\nint z;\n";
        let source = Source::new("a.i", text.into());
        assert_eq!(source.physical_lines("dir/a.c", 2), [5, 8]);
        assert_eq!(source.physical_lines("/usr/include/b.h", 1), [3]);
        assert_eq!(source.physical_lines("a.c", 3), [6, 9]);
        let plain = Source::new("x/a.c", b"int x;\n".to_vec());
        assert_eq!(plain.physical_lines("x/a.c", 1), [1]);
    }

    #[test]
    fn names_of_files() {
        let sources = |names: &[&str]| Sources(names.iter().map(|&name| Source::new(name, vec![])).collect());
        let two = sources(&["x/a.c", "y/b.c", "z/b.c"]);
        assert_eq!(two.named("a.c").map(|(at, _)| at), Some(0));
        assert_eq!(two.named("./elsewhere/a.c").map(|(at, _)| at), Some(0));
        assert_eq!(two.named("y/b.c").map(|(at, _)| at), Some(1));
        assert!(two.named("b.c").is_none(), "there are two");
        assert!(two.named("c.c").is_none());
    }
}
