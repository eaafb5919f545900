//! What came from outside otherwise than as a value: the standard input, and contents of memory.

use fathom_interp::recording::{Arrival, Arrived, Taken};
use fathom_ir::Program;

use crate::model::{Contents, StandardInput};
use crate::source;

/// The standard input with which the models of the library behave as they did; `None` if none was looked for.
pub fn standard_input(arrivals: &[Arrival]) -> Option<StandardInput> {
    let mut text = Text::default();
    for arrival in arrivals {
        if let Arrived::Input(taken) = &arrival.what {
            text.add(taken);
        }
    }
    text.finish()
}

/// The contents of memory that functions made arbitrary, in order.
pub fn contents(program: &Program, arrivals: &[Arrival]) -> Vec<Contents> {
    let memory = arrivals.iter().filter_map(|arrival| match &arrival.what {
        Arrived::Memory { function, name, offset, bytes, .. } => {
            let loc = program.own_loc(arrival.site.loc).unwrap_or(arrival.site.loc);
            Some(Contents {
                function: function.clone(),
                object: name.clone(),
                offset: *offset,
                position: source::position(program, loc),
                bytes: bytes.clone(),
            })
        }
        Arrived::Input(_) => None,
    });
    memory.collect()
}

/// A text that is put together from what was taken of it.
#[derive(Default)]
struct Text {
    bytes: Vec<u8>,
    /// Something was looked for.
    begun: bool,
    /// The last piece is a word or a number, which goes on until something else comes.
    open: bool,
    /// Bytes at the end that a format wanted.
    literals: usize,
    /// The next byte is there, is none of a number, and is not taken yet.
    odd: bool,
    /// What comes next if it was written nowhere.
    pending: Vec<u8>,
    /// The last read that got less than it had room for ended here.
    part: Option<usize>,
    /// More came behind such a read.
    in_parts: bool,
    /// Some of it was read without a buffer, and some with one, which takes more than is asked for.
    direct: bool,
    buffered: bool,
    ended: bool,
    fails: bool,
}

impl Text {
    fn add(&mut self, taken: &Taken) {
        self.begun = true;
        let literals = std::mem::take(&mut self.literals);
        let odd = std::mem::take(&mut self.odd);
        self.pending.clear();
        match taken {
            Taken::Pending(bytes) => {
                self.pending = bytes.clone();
                (self.literals, self.odd) = (literals, odd);
            }
            Taken::Bytes(bytes) => {
                // Spaces and digits are no byte that is wrong for a number; behind a sign they can be.
                if odd
                    && bytes.first().is_some_and(|byte| byte.is_ascii_whitespace() || byte.is_ascii_digit())
                {
                    self.push(b"+", false);
                }
                self.buffered = true;
                self.push(bytes, false);
            }
            Taken::Direct(bytes, has_room) => {
                self.push(bytes, false);
                self.direct = true;
                self.part = has_room.then_some(self.bytes.len());
            }
            Taken::Word(bytes) => {
                self.buffered = true;
                self.push(bytes, true);
            }
            Taken::Integer(value, kind, width) => {
                self.buffered = true;
                self.push(integer(*value, *kind, *width).as_bytes(), true);
            }
            Taken::Real(value) => {
                self.buffered = true;
                self.push(real(*value).as_bytes(), true);
            }
            Taken::Literal(byte) => {
                self.push(&[*byte], false);
                self.literals = literals + 1;
            }
            Taken::NoLiteral => {
                // Another byte than the first that was wanted.
                let first = self.bytes.len().saturating_sub(literals);
                let wanted = self.bytes.drain(first..).next();
                self.bytes.push(if wanted == Some(b'?') { b'!' } else { b'?' });
            }
            Taken::NoNumber => self.odd = true,
            Taken::End => {
                self.ended = true;
                self.odd = odd;
            }
            Taken::Error => self.fails = true,
        }
    }

    fn push(&mut self, bytes: &[u8], is_word: bool) {
        if self.open && is_word {
            self.bytes.push(b' ');
        }
        self.in_parts |= self.part.is_some() && !bytes.is_empty();
        self.bytes.extend_from_slice(bytes);
        self.open = is_word;
    }

    fn finish(mut self) -> Option<StandardInput> {
        if !self.pending.is_empty() {
            let pending = std::mem::take(&mut self.pending);
            self.push(&pending, true);
        }
        if self.odd {
            if self.open {
                self.bytes.push(b' ');
            }
            self.bytes.push(b'?');
        } else if self.open && !self.ended {
            self.bytes.push(b'\n');
        }
        let in_parts = self.in_parts || (self.direct && self.buffered);
        self.begun.then_some(StandardInput { bytes: self.bytes, fails: self.fails, in_parts })
    }
}

/// An integer as a conversion of `scanf` reads it. One that has a width takes all of it, so that what comes next is no
/// part of it.
fn integer(value: i64, kind: u8, width: Option<u8>) -> String {
    let width = usize::from(width.unwrap_or(0));
    match kind {
        b'o' => format!("{value:0width$o}"),
        b'x' | b'X' => format!("{value:0width$x}"),
        b'p' => format!("{value:#x}"),
        b'u' => format!("{:0width$}", value as u64),
        // A zero before it would make it octal.
        b'i' => value.to_string(),
        _ => format!("{value:0width$}"),
    }
}

fn real(value: f64) -> String {
    match () {
        () if value.is_nan() && value.is_sign_negative() => "-nan".into(),
        () if value.is_nan() => "nan".into(),
        () if value.is_infinite() => if value < 0.0 { "-inf" } else { "inf" }.into(),
        () => format!("{value:e}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use fathom_interp::memory::Site;

    fn text(pieces: &[Taken]) -> String {
        let arrival =
            |taken: &Taken| Arrival { asked: 0, site: Site::START, what: Arrived::Input(taken.clone()) };
        let arrivals: Vec<Arrival> = pieces.iter().map(arrival).collect();
        standard_input(&arrivals).expect("something was looked for").bytes.escape_ascii().to_string()
    }

    #[test]
    fn words_and_numbers_have_spaces_between_them() {
        use Taken::*;
        assert_eq!(text(&[Integer(12, b'd', None), Integer(-3, b'd', None)]), "12 -3\\n");
        assert_eq!(text(&[Word(b"ab".to_vec()), Integer(255, b'x', None), End]), "ab ff");
        assert_eq!(text(&[Integer(7, b'd', None), Bytes(b",\n".to_vec())]), "7,\\n");
        assert_eq!(text(&[Integer(-7, b'd', Some(3)), Bytes(b"8".to_vec())]), "-078");
        assert_eq!(text(&[Bytes(b"xyz\n".to_vec()), Bytes(b"q".to_vec())]), "xyz\\nq");
        assert_eq!(text(&[Real(-0.5), Real(f64::INFINITY)]), "-5e-1 inf\\n");
    }

    #[test]
    fn what_is_not_there_is_something_else() {
        use Taken::*;
        assert_eq!(text(&[NoNumber]), "?");
        assert_eq!(text(&[Integer(1, b'd', None), NoNumber]), "1 ?");
        assert_eq!(text(&[NoNumber, Bytes(b"x".to_vec())]), "x", "the byte itself came later");
        assert_eq!(text(&[NoNumber, Bytes(b" ".to_vec())]), "+ ");
        assert_eq!(text(&[Literal(b'a'), Literal(b'b'), NoLiteral]), "?");
        assert_eq!(text(&[Literal(b'('), Integer(1, b'd', None), Literal(b','), NoLiteral]), "(1?");
        assert_eq!(text(&[End]), "");
    }

    #[test]
    fn what_is_written_nowhere_was_there() {
        use Taken::*;
        assert_eq!(text(&[Pending(b"xxx".to_vec())]), "xxx\\n");
        assert_eq!(text(&[Pending(b"xxx".to_vec()), Bytes(b"xyz".to_vec())]), "xyz");
        assert_eq!(text(&[Integer(1, b'd', None), Pending(b"aa".to_vec())]), "1 aa\\n");
    }

    #[test]
    fn no_input_is_none() {
        assert_eq!(standard_input(&[]), None);
    }

    #[test]
    fn a_read_may_get_a_part_of_what_is_there() {
        let arrival = |taken: Taken| Arrival { asked: 0, site: Site::START, what: Arrived::Input(taken) };
        let part = arrival(Taken::Direct(b"ab".to_vec(), true));
        let read = |arrivals: &[Arrival]| standard_input(arrivals).expect("something was read");
        assert!(!read(&[part.clone(), arrival(Taken::End)]).in_parts);
        assert!(read(&[part, arrival(Taken::Direct(b"c".to_vec(), false))]).in_parts);
        let (direct, buffered) = (Taken::Direct(b"a".to_vec(), false), Taken::Bytes(b"b".to_vec()));
        assert!(
            read(&[arrival(direct), arrival(buffered)]).in_parts,
            "a buffer takes more than is asked for"
        );
    }
}
