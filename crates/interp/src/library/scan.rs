//! The language of `scanf`, directive by directive as glibc reads it. Input and targets come through
//! [`Input`] and [`Sink`].

use fathom_ir::Property;

use super::ctype::is_space;
use super::decimal::Format;
use super::number::{Radix, parse_float, parse_integer, to_f32, to_f64, to_x87};
use crate::fault::{Fault, Step, Stop};
use crate::memory::Pointer;

/// Where characters come from.
pub(super) trait Input {
    /// The next byte, `None` at the end.
    fn next(&mut self) -> Option<u8>;
    /// Gives back the byte that was read last.
    fn put_back(&mut self, byte: u8);
}

/// Where values go to.
pub(super) trait Sink {
    /// The next argument, a pointer to the target.
    fn place(&mut self) -> Step<Pointer>;
    /// Stores an integer or the bits of a float.
    fn integer(&mut self, at: Pointer, bytes: u64, value: u64) -> Step<()>;
    /// Stores a pointer.
    fn pointer(&mut self, at: Pointer, addr: u64) -> Step<()>;
    /// Stores bytes.
    fn bytes(&mut self, at: Pointer, bytes: &[u8]) -> Step<()>;
    /// Heap memory with these bytes.
    fn allocate(&mut self, bytes: &[u8]) -> Step<Pointer>;
    /// Stores a pointer to heap memory.
    fn allocated(&mut self, at: Pointer, block: Pointer) -> Step<()>;
    /// Bytes of a `long` and of a `size_t`.
    fn word_bytes(&self) -> u64;
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Length {
    Char,
    Short,
    Int,
    Long,
    LongLong,
    Size,
}

/// A conversion specification.
struct Spec {
    suppress: bool,
    allocate: bool,
    width: Option<usize>,
    length: Length,
    conversion: u8,
    /// For `%[`: which bytes are in the set.
    set: Vec<bool>,
}

/// Why scanning ends before the format does.
enum End {
    /// No more input.
    Input,
    /// Input that does not match.
    Mismatch,
    /// The program failed.
    Stop(Stop),
}

impl From<Stop> for End {
    fn from(stop: Stop) -> Self {
        Self::Stop(stop)
    }
}

struct Scanner<'a> {
    input: &'a mut dyn Input,
    sink: &'a mut dyn Sink,
    read: u64,
    assigned: i32,
}

/// The number of values assigned, or -1.
pub(super) fn scan(format: &[u8], input: &mut dyn Input, sink: &mut dyn Sink) -> Step<i32> {
    let mut scanner = Scanner { input, sink, read: 0, assigned: 0 };
    match scanner.run(format) {
        Ok(()) | Err(End::Mismatch) => Ok(scanner.assigned),
        Err(End::Input) => Ok(if scanner.assigned == 0 { -1 } else { scanner.assigned }),
        Err(End::Stop(stop)) => Err(stop),
    }
}

fn bad_format(format: &[u8], what: &str) -> Stop {
    let text = String::from_utf8_lossy(format);
    Fault::stop(Property::InvalidArgument, format!("in the format \"{}\", {what}", text.escape_debug()))
}

/// The specification behind a `%`, and where it ends.
fn parse_spec(format: &[u8], start: usize) -> Step<(Spec, usize)> {
    let mut pos = start;
    let mut spec = Spec {
        suppress: false,
        allocate: false,
        width: None,
        length: Length::Int,
        conversion: 0,
        set: vec![],
    };
    if format.get(pos) == Some(&b'*') {
        spec.suppress = true;
        pos += 1;
    }
    if format.get(pos) == Some(&b'\'') {
        pos += 1;
    }
    let digits = format[pos..].iter().take_while(|b| b.is_ascii_digit()).count();
    if digits > 0 {
        let width = format[pos..pos + digits]
            .iter()
            .fold(0usize, |w, b| w.saturating_mul(10).saturating_add(usize::from(b - b'0')));
        pos += digits;
        if format.get(pos) == Some(&b'$') {
            return Err(Fault::stop(Property::Unmodelled, "positions in a format of scanf are not modelled"));
        }
        // glibc takes a width of 0 for none.
        spec.width = (width > 0).then_some(width);
    }
    if format.get(pos) == Some(&b'm') {
        spec.allocate = true;
        pos += 1;
    }
    let two = format.get(pos + 1);
    let (length, taken) = match format.get(pos) {
        Some(b'h') if two == Some(&b'h') => (Length::Char, 2),
        Some(b'h') => (Length::Short, 1),
        Some(b'l') if two == Some(&b'l') => (Length::LongLong, 2),
        Some(b'l') => (Length::Long, 1),
        Some(b'q' | b'L' | b'j') => (Length::LongLong, 1),
        Some(b'z' | b't') => (Length::Size, 1),
        _ => (Length::Int, 0),
    };
    spec.length = length;
    pos += taken;
    let Some(&conversion) = format.get(pos) else {
        return Err(bad_format(format, "the last conversion is not complete"));
    };
    pos += 1;
    spec.conversion = conversion;
    match conversion {
        b'[' => {
            let (set, end) = parse_set(format, pos)?;
            spec.set = set;
            pos = end;
        }
        b'C' => (spec.conversion, spec.length) = (b'c', Length::Long),
        b'S' => (spec.conversion, spec.length) = (b's', Length::Long),
        b'd' | b'i' | b'u' | b'o' | b'x' | b'X' | b'c' | b's' | b'p' | b'n' | b'%' | b'e' | b'E' | b'f'
        | b'F' | b'g' | b'G' | b'a' | b'A' => {}
        other => {
            let what = format!("there is no conversion `%{}`", char::from(other));
            return Err(bad_format(format, &what));
        }
    }
    Ok((spec, pos))
}

/// The set of `%[`, and where it ends.
fn parse_set(format: &[u8], start: usize) -> Step<(Vec<bool>, usize)> {
    let mut pos = start;
    let negated = format.get(pos) == Some(&b'^');
    pos += usize::from(negated);
    let mut set = vec![negated; 256];
    let first = pos;
    loop {
        match format.get(pos) {
            None => return Err(bad_format(format, "the set of `%[` has no end")),
            Some(b']') if pos > first => return Ok((set, pos + 1)),
            Some(b'-') if pos > first && format.get(pos + 1).is_some_and(|&end| end != b']') => {
                let (low, high) = (format[pos - 1], format[pos + 1]);
                (low..=high).for_each(|byte| set[usize::from(byte)] = !negated);
                pos += 1;
                if low > high {
                    // Not a range: the three characters themselves.
                    set[usize::from(b'-')] = !negated;
                    set[usize::from(high)] = !negated;
                }
                pos += 1;
            }
            Some(&byte) => {
                set[usize::from(byte)] = !negated;
                pos += 1;
            }
        }
    }
}

/// Characters of one conversion, at most as many as its width.
struct Collected {
    bytes: Vec<u8>,
    left: Option<usize>,
}

impl Scanner<'_> {
    fn next(&mut self) -> Option<u8> {
        let byte = self.input.next();
        self.read += u64::from(byte.is_some());
        byte
    }

    fn put_back(&mut self, byte: Option<u8>) {
        if let Some(byte) = byte {
            self.input.put_back(byte);
            self.read -= 1;
        }
    }

    fn skip_space(&mut self) {
        loop {
            match self.next() {
                Some(byte) if is_space(byte) => {}
                other => return self.put_back(other),
            }
        }
    }

    fn run(&mut self, format: &[u8]) -> Result<(), End> {
        let mut pos = 0;
        while let Some(&byte) = format.get(pos) {
            pos += 1;
            if is_space(byte) {
                self.skip_space();
                continue;
            }
            if byte != b'%' {
                self.literal(byte)?;
                continue;
            }
            let (spec, end) = parse_spec(format, pos)?;
            pos = end;
            if !matches!(spec.conversion, b'[' | b'c' | b'n') {
                self.skip_space();
            }
            match spec.conversion {
                b'%' => self.literal(b'%')?,
                b'n' => {
                    if !spec.suppress {
                        let at = self.sink.place()?;
                        self.sink.integer(at, self.integer_bytes(&spec), self.read)?;
                    }
                }
                b'c' => self.characters(&spec)?,
                b's' | b'[' => self.string(&spec)?,
                b'd' | b'i' | b'u' | b'o' | b'x' | b'X' | b'p' => self.integer(&spec)?,
                _ => self.float(&spec)?,
            }
        }
        Ok(())
    }

    fn literal(&mut self, byte: u8) -> Result<(), End> {
        match self.next() {
            None => Err(End::Input),
            Some(found) if found == byte => Ok(()),
            other => {
                self.put_back(other);
                Err(End::Mismatch)
            }
        }
    }

    fn integer_bytes(&self, spec: &Spec) -> u64 {
        match spec.length {
            Length::Char => 1,
            Length::Short => 2,
            Length::Int => 4,
            Length::Long | Length::Size => self.sink.word_bytes(),
            Length::LongLong => 8,
        }
    }

    fn characters(&mut self, spec: &Spec) -> Result<(), End> {
        let mut bytes = vec![self.next().ok_or(End::Input)?];
        while bytes.len() < spec.width.unwrap_or(1) {
            match self.next() {
                Some(byte) => bytes.push(byte),
                None => break,
            }
        }
        self.store_text(spec, bytes)
    }

    fn string(&mut self, spec: &Spec) -> Result<(), End> {
        let wanted = |byte: u8| match spec.conversion {
            b's' => !is_space(byte),
            _ => spec.set[usize::from(byte)],
        };
        let mut bytes = vec![];
        while spec.width.is_none_or(|width| bytes.len() < width) {
            match self.next() {
                Some(byte) if wanted(byte) => bytes.push(byte),
                None if bytes.is_empty() => return Err(End::Input),
                other => {
                    self.put_back(other);
                    break;
                }
            }
        }
        if bytes.is_empty() {
            return Err(End::Mismatch);
        }
        bytes.push(0);
        self.store_text(spec, bytes)
    }

    fn store_text(&mut self, spec: &Spec, bytes: Vec<u8>) -> Result<(), End> {
        if spec.suppress {
            return Ok(());
        }
        let bytes = match spec.length {
            Length::Long => bytes.iter().flat_map(|&b| u32::from(b).to_le_bytes()).collect(),
            _ => bytes,
        };
        let at = self.sink.place()?;
        if spec.allocate {
            let block = self.sink.allocate(&bytes)?;
            if block.is_null() {
                return Err(End::Input);
            }
            self.sink.allocated(at, block)?;
        } else {
            self.sink.bytes(at, &bytes)?;
        }
        self.assigned += 1;
        Ok(())
    }

    /// The next character of a conversion, if its width allows one more.
    fn more(&mut self, collected: &mut Collected) -> Option<u8> {
        if collected.left == Some(0) {
            return None;
        }
        let byte = self.next();
        if let (Some(left), true) = (&mut collected.left, byte.is_some()) {
            *left -= 1;
        }
        byte
    }

    fn integer(&mut self, spec: &Spec) -> Result<(), End> {
        let mut base = match spec.conversion {
            b'd' | b'u' => 10,
            b'o' => 8,
            b'i' => 0,
            _ => 16,
        };
        let mut collected = Collected { bytes: vec![], left: spec.width };
        let mut byte = self.more(&mut collected);
        if byte.is_none() {
            return Err(End::Input);
        }
        if let Some(sign @ (b'+' | b'-')) = byte {
            collected.bytes.push(sign);
            byte = self.more(&mut collected);
        }
        let signed = collected.bytes.len();
        if byte == Some(b'0') {
            collected.bytes.push(b'0');
            byte = self.more(&mut collected);
            if matches!(byte, Some(b'x' | b'X')) && matches!(base, 0 | 16) {
                base = 16;
                byte = self.more(&mut collected);
            } else if base == 0 {
                base = 8;
            }
        }
        if base == 0 {
            base = 10;
        }
        while let Some(digit) = byte.filter(|&b| char::from(b).is_digit(base)) {
            collected.bytes.push(digit);
            byte = self.more(&mut collected);
        }
        if collected.bytes.len() == signed {
            if spec.conversion == b'p' && signed == 0 && byte == Some(b'(') {
                for expected in *b"nil)" {
                    match self.more(&mut collected) {
                        Some(found) if found.eq_ignore_ascii_case(&expected) => {}
                        other => {
                            self.put_back(other);
                            return Err(End::Mismatch);
                        }
                    }
                }
                collected.bytes.push(b'0');
                byte = None;
            } else {
                self.put_back(byte);
                return Err(End::Mismatch);
            }
        }
        self.put_back(byte);
        if spec.suppress {
            return Ok(());
        }
        let size = match spec.conversion {
            b'p' => self.sink.word_bytes(),
            _ => self.integer_bytes(spec),
        };
        let signed = matches!(spec.conversion, b'd' | b'i');
        let radix = Radix { base, binary_prefix: false, bits: size as u32 * 8, signed };
        let found = parse_integer(&collected.bytes, radix);
        if found.out_of_range {
            let number = String::from_utf8_lossy(&collected.bytes).into_owned();
            let what = format!(
                "{number} does not fit the {size} bytes where `%{}` puts it",
                char::from(spec.conversion)
            );
            return Err(End::Stop(Fault::stop(Property::InvalidArgument, what)));
        }
        let at = self.sink.place()?;
        if spec.conversion == b'p' {
            self.sink.pointer(at, found.value)?;
        } else {
            self.sink.integer(at, size, found.value)?;
        }
        self.assigned += 1;
        Ok(())
    }

    /// Takes the letters of a word, of which the first is there already.
    fn word(&mut self, collected: &mut Collected, first: u8, rest: &[u8]) -> Result<(), End> {
        collected.bytes.push(first);
        for expected in rest {
            match self.more(collected) {
                Some(byte) if byte.eq_ignore_ascii_case(expected) => collected.bytes.push(byte),
                other => {
                    self.put_back(other);
                    return Err(End::Mismatch);
                }
            }
        }
        Ok(())
    }

    fn float(&mut self, spec: &Spec) -> Result<(), End> {
        let mut collected = Collected { bytes: vec![], left: spec.width };
        let mut byte = self.more(&mut collected);
        if byte.is_none() {
            return Err(End::Input);
        }
        if let Some(sign @ (b'+' | b'-')) = byte {
            collected.bytes.push(sign);
            byte = self.more(&mut collected);
            if byte.is_none() {
                return Err(End::Mismatch);
            }
        }
        let signed = collected.bytes.len();
        match byte {
            Some(first @ (b'n' | b'N')) => self.word(&mut collected, first, b"an")?,
            Some(first @ (b'i' | b'I')) => {
                self.word(&mut collected, first, b"nf")?;
                match self.more(&mut collected) {
                    Some(next @ (b'i' | b'I')) => self.word(&mut collected, next, b"nity")?,
                    other => self.put_back(other),
                }
            }
            _ => self.number(&mut collected, byte, signed)?,
        }
        let bytes = match spec.length {
            Length::Int | Length::Char | Length::Short | Length::Size => 4,
            Length::Long => 8,
            Length::LongLong => 10,
        };
        let format = match bytes {
            4 => Format::SINGLE,
            8 => Format::DOUBLE,
            _ => Format::X87,
        };
        let found = parse_float(&collected.bytes, format);
        if found.consumed == 0 {
            return Err(End::Mismatch);
        }
        if spec.suppress {
            return Ok(());
        }
        let at = self.sink.place()?;
        match bytes {
            4 => self.sink.integer(at, 4, u64::from(to_f32(found.negative, found.real).to_bits()))?,
            8 => self.sink.integer(at, 8, to_f64(found.negative, found.real).to_bits())?,
            _ => self.sink.bytes(at, &to_x87(found.negative, found.real).to_le_bytes()[..10])?,
        }
        self.assigned += 1;
        Ok(())
    }

    /// The characters of a decimal or hexadecimal number. As glibc has it, an exponent letter without
    /// digits behind it is taken too.
    fn number(&mut self, collected: &mut Collected, first: Option<u8>, signed: usize) -> Result<(), End> {
        let mut byte = first;
        let (mut digit, mut dot, mut exponent, mut hexadecimal) = (false, false, false, false);
        let mut letter = b'e';
        if byte == Some(b'0') {
            collected.bytes.push(b'0');
            byte = self.more(collected);
            match byte {
                Some(x @ (b'x' | b'X')) => {
                    collected.bytes.push(x);
                    (hexadecimal, letter) = (true, b'p');
                    byte = self.more(collected);
                }
                _ => digit = true,
            }
        }
        while let Some(now) = byte {
            let last = collected.bytes.last().copied();
            if now.is_ascii_digit() || !exponent && hexadecimal && now.is_ascii_hexdigit() {
                digit = true;
            } else if exponent && last == Some(letter) && matches!(now, b'-' | b'+') {
            } else if digit && !exponent && now.to_ascii_lowercase() == letter {
                (exponent, dot) = (true, true);
                collected.bytes.push(letter);
                byte = self.more(collected);
                continue;
            } else if now == b'.' && !dot {
                dot = true;
            } else {
                self.put_back(byte);
                break;
            }
            collected.bytes.push(now);
            byte = self.more(collected);
        }
        let length = collected.bytes.len();
        if length == signed || hexadecimal && length == signed + 2 {
            return Err(End::Mismatch);
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    struct Text(Vec<u8>, usize);

    impl Input for Text {
        fn next(&mut self) -> Option<u8> {
            let byte = self.0.get(self.1).copied();
            self.1 += usize::from(byte.is_some());
            byte
        }
        fn put_back(&mut self, _: u8) {
            self.1 -= 1;
        }
    }

    #[derive(Default)]
    struct Stored(Vec<String>);

    impl Sink for Stored {
        fn place(&mut self) -> Step<Pointer> {
            Ok(Pointer { addr: 1, ..Pointer::NULL })
        }
        fn integer(&mut self, _: Pointer, bytes: u64, value: u64) -> Step<()> {
            self.0.push(format!("{value}:{bytes}"));
            Ok(())
        }
        fn pointer(&mut self, _: Pointer, addr: u64) -> Step<()> {
            self.0.push(format!("{addr:#x}"));
            Ok(())
        }
        fn bytes(&mut self, _: Pointer, bytes: &[u8]) -> Step<()> {
            self.0.push(String::from_utf8_lossy(bytes).into_owned());
            Ok(())
        }
        fn allocate(&mut self, bytes: &[u8]) -> Step<Pointer> {
            self.bytes(Pointer::NULL, bytes)?;
            self.place()
        }
        fn allocated(&mut self, _: Pointer, _: Pointer) -> Step<()> {
            Ok(())
        }
        fn word_bytes(&self) -> u64 {
            8
        }
    }

    fn read(text: &str, format: &str) -> (i32, Vec<String>) {
        let mut stored = Stored::default();
        let count = scan(format.as_bytes(), &mut Text(text.into(), 0), &mut stored).expect("a good format");
        (count, stored.0)
    }

    fn ok(count: i32, values: &[&str]) -> (i32, Vec<String>) {
        (count, values.iter().map(|&v| v.to_owned()).collect())
    }

    #[test]
    fn integers() {
        assert_eq!(read(" 12 -3", "%d%d"), ok(2, &["12:4", "4294967293:4"]));
        assert_eq!(read("12345", "%2d%hd"), ok(2, &["12:4", "345:2"]));
        assert_eq!(read("0x1f 010 9", "%i %i %i"), ok(3, &["31:4", "8:4", "9:4"]));
        assert_eq!(read("ff", "%lx"), ok(1, &["255:8"]));
        assert_eq!(read("0xg", "%x%c"), ok(2, &["0:4", "g"]));
        assert_eq!(read("7,8", "%d,%d%n"), ok(2, &["7:4", "8:4", "3:4"]));
        assert_eq!(read("a", "%d"), ok(0, &[]));
        assert_eq!(read("", "%d"), ok(-1, &[]));
        assert_eq!(read("5", "%*d %d"), ok(-1, &[]));
        assert_eq!(read("5 x", "%d %d"), ok(1, &["5:4"]));
    }

    #[test]
    fn numbers_that_do_not_fit_are_refused() {
        for (text, format) in [("2147483648", "%d"), ("-32769", "%hd"), ("256", "%hhu"), ("4294967296", "%u")]
        {
            assert!(scan(format.as_bytes(), &mut Text(text.into(), 0), &mut Stored::default()).is_err());
        }
        assert_eq!(read("-1 -128 99999999999", "%u%hhd%*d"), ok(2, &["4294967295:4", "128:1"]));
    }

    #[test]
    fn texts() {
        assert_eq!(read("  ab cd", "%s%2c"), ok(2, &["ab\0", " c"]));
        assert_eq!(read("key=val;", "%[a-z]=%[^;]"), ok(2, &["key\0", "val\0"]));
        assert_eq!(read("]x", "%[]x]"), ok(1, &["]x\0"]));
        assert_eq!(read("100%", "%d%%%n"), ok(1, &["100:4", "4:4"]));
        assert_eq!(read("abc", "%2ms"), ok(1, &["ab\0"]));
    }

    #[test]
    fn floats() {
        let f = |v: f32| format!("{}:4", v.to_bits());
        let d = |v: f64| format!("{}:8", v.to_bits());
        assert_eq!(read("1.5 -2e3x", "%f%lf"), ok(2, &[&f(1.5), &d(-2000.0)]));
        assert_eq!(read("inf nan", "%f%f"), ok(2, &[&f(f32::INFINITY), &f(f32::NAN)]));
        assert_eq!(read("1ez", "%f%c"), ok(2, &[&f(1.0), "z"]));
        assert_eq!(read("0x1p4", "%lf"), ok(1, &[&d(16.0)]));
        assert_eq!(read(".", "%f"), ok(0, &[]));
    }

    #[test]
    fn bad_formats_are_refused() {
        for format in ["%", "%y", "%[abc"] {
            assert!(scan(format.as_bytes(), &mut Text(vec![b'1'], 0), &mut Stored::default()).is_err());
        }
    }
}
