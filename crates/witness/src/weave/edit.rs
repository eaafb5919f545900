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

/// A file with everything put in.
pub struct Rendered {
    /// The file.
    pub text: Vec<u8>,
    /// Where what was marked is, by its numbers.
    pub marks: Vec<(usize, Stretch)>,
    /// Where what was put in is.
    pub ours: Vec<Stretch>,
}

/// Puts everything in, and some lines at the end.
pub fn render(file: usize, source: &Source, mut wraps: Vec<Wrap>, end: &str) -> Result<Rendered, Unwoven> {
    wraps.sort_by_key(|wrap| (wrap.range.start, usize::MAX - wrap.range.end, wrap.rank));
    let text = with_true_lines(source);
    let mut out = Output::default();
    piece(&text, &wraps, 0..text.len(), false, &mut out)?;
    let mut marks = vec![];
    let ends = out.bytes.iter().enumerate().filter(|&(_, &byte)| byte == b'\n').map(|(at, _)| at);
    let ends: Vec<usize> = ends.collect();
    for (number, range) in out.marks {
        let stretch = stretch(&ends, file, range);
        if stretch.until.1 as usize > LAST_COLUMN || stretch.columns.end as usize > LAST_COLUMN {
            return Err(Unwoven::LongLine(stretch.line));
        }
        marks.push((number, stretch));
    }
    if !end.is_empty() {
        out.bytes.push(b'\n');
        out.bytes.extend_from_slice(end.as_bytes());
    }
    let ours = out.ours.into_iter().map(|range| stretch(&ends, file, range)).collect();
    Ok(Rendered { text: out.bytes, marks, ours })
}

#[derive(Default)]
struct Output {
    bytes: Vec<u8>,
    marks: Vec<(usize, Range<usize>)>,
    ours: Vec<Range<usize>>,
}

impl Output {
    /// Adds some of the program, in one line if wanted.
    fn program(&mut self, text: &[u8], in_one_line: bool) -> Result<(), Unwoven> {
        if in_one_line {
            // Whoever asks for two copies has looked whether there may be two.
            let line = lex::in_one_line(text).ok_or(Unwoven::Overlap)?;
            self.bytes.push(b' ');
            self.bytes.extend_from_slice(&line);
            self.bytes.push(b' ');
        } else {
            self.bytes.extend_from_slice(text);
        }
        Ok(())
    }

    /// Adds something that is put in.
    fn own(&mut self, text: &str) {
        let start = self.bytes.len();
        self.bytes.extend_from_slice(text.as_bytes());
        self.ours.push(start..self.bytes.len());
    }
}

/// Writes a piece with all wraps that are in it, in one line if wanted.
fn piece(
    text: &[u8],
    wraps: &[Wrap],
    range: Range<usize>,
    in_one_line: bool,
    out: &mut Output,
) -> Result<(), Unwoven> {
    let (mut at, mut rest) = (range.start, wraps);
    while let Some((first, others)) = rest.split_first() {
        if first.range.start < at || first.range.end > range.end {
            return Err(Unwoven::Overlap);
        }
        out.program(&text[at..first.range.start], in_one_line)?;
        // Those in the piece come next: they begin there, and end there as well if nothing overlaps.
        let count = others.iter().take_while(|other| is_inside(other, first)).count();
        let (inner, after) = others.split_at(count);
        wrap(text, first, inner, in_one_line, out)?;
        (at, rest) = (first.range.end, after);
    }
    out.program(&text[at..range.end], in_one_line)
}

fn is_inside(inner: &Wrap, outer: &Wrap) -> bool {
    inner.range.start < outer.range.end || inner.range == outer.range
}

fn wrap(
    text: &[u8],
    wrap: &Wrap,
    inner: &[Wrap],
    in_one_line: bool,
    out: &mut Output,
) -> Result<(), Unwoven> {
    let opening = out.bytes.len();
    out.own(&wrap.open);
    let start = out.bytes.len();
    let twice = wrap.between.is_some();
    piece(text, inner, wrap.range.clone(), in_one_line || twice, out)?;
    let end = out.bytes.len();
    if let Some(between) = &wrap.between {
        out.own(between);
        piece(text, inner, wrap.range.clone(), in_one_line, out)?;
    }
    out.own(&wrap.close);
    match wrap.mark {
        Some(Mark::Opening(number)) => out.marks.push((number, opening..start)),
        Some(Mark::Piece(number)) => out.marks.push((number, start..end)),
        None => {}
    }
    Ok(())
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

/// Where a range is, in lines and columns, in a text whose lines end there.
fn stretch(ends: &[usize], file: usize, range: Range<usize>) -> Stretch {
    let position = |offset: usize| {
        let line = ends.partition_point(|&end| end < offset);
        let start = line.checked_sub(1).map_or(0, |before| ends[before] + 1);
        (line as u32 + 1, (offset - start) as u32 + 1)
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
        render(0, &source, wraps, "").map(|rendered| String::from_utf8(rendered.text).unwrap())
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
        let Rendered { text, marks, ours } = render(0, &source, vec![twice, inner], "end").unwrap();
        assert_eq!(String::from_utf8(text).unwrap(), "x ( f ( < a > , b ) |f(<a>, //\nb)) y\nend");
        assert_eq!(marks, [(7, Stretch { file: 0, line: 1, columns: 4..21, until: (1, 21) })]);
        let piece = &marks[0].1;
        assert!(piece.contains(0, 1, 4) && !piece.contains(0, 1, 21) && !piece.contains(1, 1, 4));
        let is_ours = |column| ours.iter().any(|stretch| stretch.contains(0, 1, column));
        assert!(is_ours(9) && is_ours(13) && !is_ours(11), "{ours:?}");
    }

    #[test]
    fn lines_get_their_true_numbers() {
        assert_eq!(woven("# 5 \"b.c\"\nx\n#pragma y\n", vec![]).unwrap(), "         \nx\n#pragma y\n");
    }

    #[test]
    fn what_goes_over_several_lines() {
        let source = Source::new("a.c", b"a(b,\nc)d".to_vec());
        let piece = Wrap { mark: Some(Mark::Piece(0)), ..wrap(0..7, 0, "{", "}") };
        let Rendered { marks, .. } = render(3, &source, vec![piece], "").unwrap();
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
