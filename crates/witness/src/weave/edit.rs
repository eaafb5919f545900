//! Puts text around pieces of a file, pieces in pieces.

use std::ops::Range;

use super::{Stretch, Unwoven};
use crate::c::lex;
use crate::source::{self, Source};

/// Text around a piece of a file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Wrap {
    /// The piece, in bytes.
    pub range: Range<usize>,
    /// Of several around one piece, the smaller is outside.
    pub rank: u8,
    /// What comes before.
    pub open: String,
    /// If it is there, the piece comes twice: first in one line, then this, then the piece as it was.
    pub between: Option<String>,
    /// What comes after.
    pub close: String,
    /// What of it is to be found again.
    pub mark: Option<Mark>,
}

/// What is to be found again, and under which number.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Mark {
    /// The piece; if it comes twice, the first one.
    Piece(usize),
    /// What comes before it.
    Opening(usize),
}

impl Wrap {
    /// Nothing yet, around a piece.
    pub fn new(range: Range<usize>, rank: u8) -> Self {
        Self { range, rank, open: String::new(), between: None, close: String::new(), mark: None }
    }
}

/// The last column that debug information has room for.
const LAST_COLUMN: usize = (1 << 16) - 1;

/// The file with everything put in, and where what was marked is.
pub fn render(
    file: usize,
    source: &Source,
    mut wraps: Vec<Wrap>,
    end: &str,
) -> Result<(Vec<u8>, Vec<(usize, Stretch)>), Unwoven> {
    wraps.sort_by_key(|wrap| (wrap.range.start, usize::MAX - wrap.range.end, wrap.rank));
    let text = with_true_lines(source);
    let mut out = Output::default();
    let whole = 0..text.len();
    piece(&text, &wraps, whole, &mut out).ok_or(Unwoven::Overlap)??;
    let mut stretches = vec![];
    for (number, range) in out.marks {
        let stretch = stretch(&out.bytes, file, range);
        if stretch.until.1 as usize > LAST_COLUMN || stretch.columns.end as usize > LAST_COLUMN {
            return Err(Unwoven::LongLine(stretch.line));
        }
        stretches.push((number, stretch));
    }
    if !end.is_empty() {
        out.bytes.extend_from_slice(b"\n");
        out.bytes.extend_from_slice(end.as_bytes());
    }
    Ok((out.bytes, stretches))
}

#[derive(Default)]
struct Output {
    bytes: Vec<u8>,
    marks: Vec<(usize, Range<usize>)>,
}

/// Writes a piece with all wraps that are in it. `None` if some overlap.
fn piece(text: &[u8], wraps: &[Wrap], range: Range<usize>, out: &mut Output) -> Option<Result<(), Unwoven>> {
    let (mut at, mut rest) = (range.start, wraps);
    while let Some((first, others)) = rest.split_first() {
        if first.range.start < at || first.range.end > range.end {
            return None;
        }
        out.bytes.extend_from_slice(&text[at..first.range.start]);
        // Those in the piece come next: they begin there, and end there as well if nothing overlaps.
        let count = others.iter().take_while(|other| is_inside(other, first)).count();
        let (inner, after) = others.split_at(count);
        if let Err(unwoven) = wrap(text, first, inner, out)? {
            return Some(Err(unwoven));
        }
        (at, rest) = (first.range.end, after);
    }
    out.bytes.extend_from_slice(&text[at..range.end]);
    Some(Ok(()))
}

fn is_inside(inner: &Wrap, outer: &Wrap) -> bool {
    inner.range.start < outer.range.end || inner.range == outer.range
}

fn wrap(text: &[u8], wrap: &Wrap, inner: &[Wrap], out: &mut Output) -> Option<Result<(), Unwoven>> {
    let start = out.bytes.len();
    out.bytes.extend_from_slice(wrap.open.as_bytes());
    if let Some(Mark::Opening(number)) = wrap.mark {
        out.marks.push((number, start..out.bytes.len()));
    }
    let start = out.bytes.len();
    match &wrap.between {
        None => {
            if let Err(unwoven) = piece(text, inner, wrap.range.clone(), out)? {
                return Some(Err(unwoven));
            }
        }
        Some(between) => {
            let mut once = Output::default();
            if let Err(unwoven) = piece(text, inner, wrap.range.clone(), &mut once)? {
                return Some(Err(unwoven));
            }
            // Whoever asks for two copies has looked whether there may be two.
            let line = lex::in_one_line(&once.bytes)?;
            out.bytes.extend_from_slice(&line);
            let end = out.bytes.len();
            if let Some(Mark::Piece(number)) = wrap.mark {
                out.marks.push((number, start..end));
            }
            out.bytes.extend_from_slice(between.as_bytes());
            out.bytes.extend_from_slice(&once.bytes);
        }
    }
    if let (Some(Mark::Piece(number)), None) = (wrap.mark, &wrap.between) {
        out.marks.push((number, start..out.bytes.len()));
    }
    out.bytes.extend_from_slice(wrap.close.as_bytes());
    Some(Ok(()))
}

/// The file, with spaces instead of lines that say which line comes next.
fn with_true_lines(source: &Source) -> Vec<u8> {
    let mut text = source.bytes.clone();
    for range in &source.syntax.directives {
        if source::line_marker(&source.bytes[range.clone()]).is_some() {
            for byte in text[range.clone()].iter_mut().filter(|byte| **byte != b'\n') {
                *byte = b' ';
            }
        }
    }
    text
}

/// Where a range is, in lines and columns.
fn stretch(text: &[u8], file: usize, range: Range<usize>) -> Stretch {
    let position = |offset: usize| {
        let before = &text[..offset];
        let line = before.iter().filter(|&&byte| byte == b'\n').count() + 1;
        let column = before.iter().rev().take_while(|&&byte| byte != b'\n').count() + 1;
        (line as u32, column as u32)
    };
    let (line, column) = position(range.start);
    let until = position(range.end);
    let end = if until.0 == line { until.1 } else { u32::from(u16::MAX) };
    Stretch { file, line, columns: column..end, until }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn woven(text: &str, wraps: Vec<Wrap>) -> Result<String, Unwoven> {
        let source = Source::new("a.c", text.as_bytes().to_vec());
        render(0, &source, wraps, "").map(|(bytes, _)| String::from_utf8(bytes).unwrap())
    }

    fn wrap(range: Range<usize>, rank: u8, open: &str, close: &str) -> Wrap {
        Wrap { open: open.into(), close: close.into(), ..Wrap::new(range, rank) }
    }

    #[test]
    fn pieces_in_pieces() {
        let wraps = vec![
            wrap(4..5, 0, "[", "]"),
            wrap(0..5, 1, "<", ">"),
            wrap(0..5, 0, "{", "}"),
            wrap(0..1, 0, "(", ")"),
            wrap(2..2, 0, "#", ""),
        ];
        assert_eq!(woven("ab cd", wraps).unwrap(), "{<(a)b# c[d]>}");
        assert_eq!(
            woven("abcd", vec![wrap(0..2, 0, "(", ")"), wrap(1..3, 0, "[", "]")]),
            Err(Unwoven::Overlap)
        );
    }

    #[test]
    fn a_piece_twice_keeps_the_lines() {
        let twice = Wrap { between: Some("|".into()), ..wrap(2..9, 0, "(", ")") };
        let text = "x f(a, //\nb) y";
        let range = 2..text.find(" y").unwrap();
        let twice = Wrap { range, mark: Some(Mark::Piece(7)), ..twice };
        let inner = wrap(4..5, 0, "<", ">");
        let source = Source::new("a.c", text.into());
        let (bytes, marks) = render(0, &source, vec![twice, inner], "end").unwrap();
        assert_eq!(String::from_utf8(bytes).unwrap(), "x (f ( < a > , b )|f(<a>, //\nb)) y\nend");
        assert_eq!(marks, [(7, Stretch { file: 0, line: 1, columns: 4..19, until: (1, 19) })]);
        assert!(
            marks[0].1.contains(0, 1, 4) && !marks[0].1.contains(0, 1, 19) && !marks[0].1.contains(1, 1, 4)
        );
    }

    #[test]
    fn lines_get_their_true_numbers() {
        assert_eq!(woven("# 5 \"b.c\"\nx\n#pragma y\n", vec![]).unwrap(), "         \nx\n#pragma y\n");
    }

    #[test]
    fn what_goes_over_several_lines() {
        let source = Source::new("a.c", b"a(b,\nc)d".to_vec());
        let piece = Wrap { mark: Some(Mark::Piece(0)), ..wrap(0..7, 0, "{", "}") };
        let (_, marks) = render(3, &source, vec![piece], "").unwrap();
        let stretch = &marks[0].1;
        assert!(stretch.contains(3, 1, 2) && stretch.contains(3, 2, 2) && !stretch.contains(3, 2, 3));
        assert!(!stretch.contains(3, 1, 1) && !stretch.contains(3, 3, 1));
    }

    #[test]
    fn lines_that_no_compiler_can_count_are_refused() {
        let long = Wrap { mark: Some(Mark::Piece(0)), ..wrap(0..1, 0, &"x".repeat(70_000), "") };
        assert_eq!(woven("a", vec![long]), Err(Unwoven::LongLine(1)));
    }
}
