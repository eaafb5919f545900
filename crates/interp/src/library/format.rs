//! The language of `printf`: parsing of formats and rendering of values, byte for byte as glibc does in
//! the C locale. What needs a running program (arguments, strings) comes through [`Source`].

use fathom_ir::Property;

use super::decimal::{Decimal, Real, of_f64, of_x87};
use crate::fault::{Fault, Step, Stop};
use crate::memory::Pointer;

/// Where arguments come from.
pub(super) trait Source {
    /// The next argument, an integer of 4 or 8 bytes.
    fn integer(&mut self, bytes: u64) -> Step<u64>;
    /// The next argument, a `double`.
    fn double(&mut self) -> Step<f64>;
    /// The next argument, a `long double`.
    fn long_double(&mut self) -> Step<u128>;
    /// The next argument, a pointer.
    fn pointer(&mut self) -> Step<Pointer>;
    /// A string up to its terminator or the limit.
    fn text(&mut self, at: Pointer, limit: u64) -> Step<Vec<u8>>;
    /// The `wchar_t` at a position of a string.
    fn wide(&mut self, at: Pointer, index: u64) -> Step<u32>;
    /// Says that the address of a pointer is shown.
    fn shown(&mut self, at: Pointer);
    /// Stores what `%n` asks for.
    fn store(&mut self, at: Pointer, bytes: u64, value: u64) -> Step<()>;
    /// The text of `%m`.
    fn error_text(&mut self) -> Step<String>;
    /// Bytes of a `long` and of a `size_t`.
    fn word_bytes(&self) -> u64;
}

/// Width or precision.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Count {
    Fixed(i64),
    Next,
    At(usize),
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Length {
    Char,
    Short,
    Int,
    Long,
    LongLong,
    LongDouble,
    Max,
    Size,
}

/// A conversion specification.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Spec {
    minus: bool,
    plus: bool,
    space: bool,
    alternate: bool,
    zero: bool,
    width: Option<Count>,
    precision: Option<Count>,
    length: Length,
    conversion: u8,
    position: Option<usize>,
}

#[derive(Clone, PartialEq, Eq, Debug)]
enum Piece<'f> {
    Text(&'f [u8]),
    Conversion(Spec),
}

/// What an argument is fetched as.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Kind {
    Integer(u64),
    Double,
    LongDouble,
    Pointer,
}

#[derive(Clone, Copy, PartialEq, Debug)]
enum Value {
    Integer(u64),
    Double(f64),
    LongDouble(u128),
    Pointer(Pointer),
}

/// The most bytes one call may make.
const LIMIT: usize = 1 << 28;
/// An invalid multibyte sequence.
pub(super) const EILSEQ: i32 = 84;

fn bad_format(format: &[u8], what: &str) -> Stop {
    let text = String::from_utf8_lossy(format);
    Fault::stop(Property::InvalidArgument, format!("in the format \"{}\", {what}", text.escape_debug()))
}

fn parse(format: &[u8]) -> Step<Vec<Piece<'_>>> {
    let mut pieces = vec![];
    let mut pos = 0;
    while pos < format.len() {
        let end = memchr::memchr(b'%', &format[pos..]).map_or(format.len(), |at| pos + at);
        if end > pos {
            pieces.push(Piece::Text(&format[pos..end]));
        }
        if end == format.len() {
            break;
        }
        let (spec, next) = parse_spec(format, end + 1)?;
        if spec.conversion == b'%' && next != end + 2 {
            return Err(bad_format(format, "there is something between `%` and `%`"));
        }
        pieces.push(if spec.conversion == b'%' { Piece::Text(b"%") } else { Piece::Conversion(spec) });
        pos = next;
    }
    Ok(pieces)
}

fn number(format: &[u8], pos: &mut usize) -> Option<i64> {
    let digits = format[*pos..].iter().take_while(|b| b.is_ascii_digit()).count();
    let value = format[*pos..*pos + digits]
        .iter()
        .fold(0i64, |value, b| value.saturating_mul(10).saturating_add(i64::from(b - b'0')));
    *pos += digits;
    (digits > 0).then_some(value)
}

/// A count: digits, `*` or `*n$`.
fn count(format: &[u8], pos: &mut usize) -> Option<Count> {
    if format.get(*pos) != Some(&b'*') {
        return number(format, pos).map(Count::Fixed);
    }
    *pos += 1;
    let mut ahead = *pos;
    match number(format, &mut ahead) {
        Some(index) if format.get(ahead) == Some(&b'$') && index > 0 => {
            *pos = ahead + 1;
            Some(Count::At(index as usize - 1))
        }
        _ => Some(Count::Next),
    }
}

/// The specification behind a `%`, and where it ends.
fn parse_spec(format: &[u8], start: usize) -> Step<(Spec, usize)> {
    let mut pos = start;
    let mut spec = Spec {
        minus: false,
        plus: false,
        space: false,
        alternate: false,
        zero: false,
        width: None,
        precision: None,
        length: Length::Int,
        conversion: 0,
        position: None,
    };
    let mut ahead = pos;
    if let Some(index) = number(format, &mut ahead)
        && format.get(ahead) == Some(&b'$')
        && index > 0
    {
        spec.position = Some(index as usize - 1);
        pos = ahead + 1;
    }
    while let Some(byte) = format.get(pos) {
        match byte {
            b'-' => spec.minus = true,
            b'+' => spec.plus = true,
            b' ' => spec.space = true,
            b'#' => spec.alternate = true,
            b'0' => spec.zero = true,
            // Grouping and alternative digits: the C locale has none.
            b'\'' | b'I' => {}
            _ => break,
        }
        pos += 1;
    }
    spec.width = count(format, &mut pos);
    if format.get(pos) == Some(&b'.') {
        pos += 1;
        let negative = format.get(pos) == Some(&b'-');
        pos += usize::from(negative);
        let precision = count(format, &mut pos).unwrap_or(Count::Fixed(0));
        spec.precision = (!negative).then_some(precision);
    }
    let two = format.get(pos + 1);
    let (length, taken) = match format.get(pos) {
        Some(b'h') if two == Some(&b'h') => (Length::Char, 2),
        Some(b'h') => (Length::Short, 1),
        Some(b'l') if two == Some(&b'l') => (Length::LongLong, 2),
        Some(b'l') => (Length::Long, 1),
        Some(b'q') => (Length::LongLong, 1),
        Some(b'L') => (Length::LongDouble, 1),
        Some(b'j') => (Length::Max, 1),
        Some(b'z' | b'Z' | b't') => (Length::Size, 1),
        _ => (Length::Int, 0),
    };
    spec.length = length;
    pos += taken;
    let conversion = format.get(pos).copied();
    match conversion {
        Some(
            byte @ (b'd' | b'i' | b'u' | b'o' | b'x' | b'X' | b'c' | b's' | b'C' | b'S' | b'p' | b'n' | b'm'
            | b'%' | b'e' | b'E' | b'f' | b'F' | b'g' | b'G' | b'a' | b'A'),
        ) => spec.conversion = byte,
        Some(byte) => {
            let what = format!("there is no conversion `%{}`", char::from(byte));
            return Err(bad_format(format, &what));
        }
        None => return Err(bad_format(format, "the last conversion is not complete")),
    }
    match spec.conversion {
        b'C' => (spec.conversion, spec.length) = (b'c', Length::Long),
        b'S' => (spec.conversion, spec.length) = (b's', Length::Long),
        _ => {}
    }
    Ok((spec, pos + 1))
}

impl Spec {
    /// What the standard leaves undefined, if the specification has it: flags, a width, a precision or a length that the
    /// conversion has no use for.
    fn misfit(&self, precision: bool) -> Option<&'static str> {
        let real = matches!(self.conversion.to_ascii_lowercase(), b'a' | b'e' | b'f' | b'g');
        let with_base = matches!(self.conversion, b'o' | b'x' | b'X');
        let number = real || with_base || matches!(self.conversion, b'd' | b'i' | b'u');
        let (text, message) = (self.conversion == b's', self.conversion == b'm');
        let flags = self.minus || self.plus || self.space || self.alternate || self.zero;
        let length = match self.length {
            Length::Int => true,
            Length::Long => self.conversion != b'p',
            Length::LongLong | Length::LongDouble => !matches!(self.conversion, b'c' | b's' | b'p'),
            Length::Char | Length::Short | Length::Max | Length::Size => {
                !real && !matches!(self.conversion, b'c' | b's' | b'p')
            }
        };
        if self.conversion == b'n' && (flags || self.width.is_some() || self.precision.is_some()) {
            return Some("`%n` has flags, a width or a precision");
        }
        if self.alternate && !(with_base || real || message) {
            return Some("the flag `#` stands where it means nothing");
        }
        if self.zero && !(number || message) {
            return Some("the flag `0` stands where it means nothing");
        }
        if precision && !(number || text || message) {
            return Some("a precision stands where it means nothing");
        }
        (!length).then_some("a length stands where it means nothing")
    }

    fn integer_bytes(&self, word: u64) -> u64 {
        match self.length {
            Length::Char => 1,
            Length::Short => 2,
            Length::Int => 4,
            Length::Long | Length::Size => word,
            Length::LongLong | Length::LongDouble | Length::Max => 8,
        }
    }

    /// What its argument is fetched as; `None` for `%m`.
    fn kind(&self, word: u64) -> Option<Kind> {
        Some(match self.conversion {
            b'd' | b'i' | b'u' | b'o' | b'x' | b'X' => Kind::Integer(self.integer_bytes(word).max(4)),
            b'c' => Kind::Integer(4),
            b's' | b'p' | b'n' => Kind::Pointer,
            b'm' => return None,
            _ if self.length == Length::LongDouble => Kind::LongDouble,
            _ => Kind::Double,
        })
    }
}

fn fetch(source: &mut dyn Source, kind: Kind) -> Step<Value> {
    Ok(match kind {
        Kind::Integer(bytes) => Value::Integer(source.integer(bytes)?),
        Kind::Double => Value::Double(source.double()?),
        Kind::LongDouble => Value::LongDouble(source.long_double()?),
        Kind::Pointer => Value::Pointer(source.pointer()?),
    })
}

/// Fetches the arguments of a format with positions, in their order.
fn fetch_all(format: &[u8], pieces: &[Piece<'_>], source: &mut dyn Source) -> Step<Vec<Value>> {
    let word = source.word_bytes();
    let mut kinds: Vec<Option<Kind>> = vec![];
    let mut note = |at: usize, kind: Kind| -> Step<()> {
        if at >= 4096 {
            return Err(bad_format(format, "a position is too large"));
        }
        if kinds.len() <= at {
            kinds.resize(at + 1, None);
        }
        if kinds[at].is_some_and(|known| known != kind) {
            let what = format!("argument {} is used as values of different types", at + 1);
            return Err(bad_format(format, &what));
        }
        kinds[at] = Some(kind);
        Ok(())
    };
    for piece in pieces {
        let Piece::Conversion(spec) = piece else { continue };
        for count in [spec.width, spec.precision].into_iter().flatten() {
            match count {
                Count::At(at) => note(at, Kind::Integer(4))?,
                Count::Next => return Err(bad_format(format, "`*` is used together with positions")),
                Count::Fixed(_) => {}
            }
        }
        match (spec.kind(word), spec.position) {
            (Some(kind), Some(at)) => note(at, kind)?,
            (Some(_), None) => {
                return Err(bad_format(format, "conversions with and without positions are mixed"));
            }
            (None, _) => {}
        }
    }
    kinds.into_iter().map(|kind| fetch(source, kind.unwrap_or(Kind::Integer(4)))).collect()
}

/// The bytes that a format makes of its arguments, or the `errno` it fails with.
pub(super) fn format(format: &[u8], source: &mut dyn Source) -> Step<Result<Vec<u8>, i32>> {
    let pieces = parse(format)?;
    let positional = pieces.iter().any(|piece| {
        let at = |count| matches!(count, Some(Count::At(_)));
        matches!(piece, Piece::Conversion(s) if s.position.is_some() || at(s.width) || at(s.precision))
    });
    let values = if positional { Some(fetch_all(format, &pieces, source)?) } else { None };
    let mut out = vec![];
    for piece in &pieces {
        let spec = match piece {
            Piece::Text(text) => {
                out.extend_from_slice(text);
                continue;
            }
            Piece::Conversion(spec) => spec,
        };
        let mut get = |kind: Kind, at: Option<usize>| match (&values, at) {
            (Some(values), Some(at)) => Ok(values[at]),
            _ => fetch(source, kind),
        };
        let mut count = |count: Option<Count>| -> Step<Option<i64>> {
            Ok(match count {
                None => None,
                Some(Count::Fixed(value)) => Some(value),
                Some(from) => {
                    let at = if let Count::At(at) = from { Some(at) } else { None };
                    match get(Kind::Integer(4), at)? {
                        Value::Integer(value) => Some(i64::from(value as u32 as i32)),
                        _ => None,
                    }
                }
            })
        };
        let width = count(spec.width)?.unwrap_or(0);
        let precision = count(spec.precision)?.filter(|&p| p >= 0);
        if let Some(what) = spec.misfit(precision.is_some()) {
            return Err(bad_format(format, what));
        }
        let mut spec = *spec;
        if width < 0 {
            spec.minus = true;
        }
        let width = width.unsigned_abs();
        if width > i32::MAX as u64 || precision.is_some_and(|p| p > i64::from(i32::MAX)) {
            return Ok(Err(75));
        }
        let field = Field { spec, width: width as usize, precision: precision.map(|p| p as usize) };
        let large = field.width.max(if spec.conversion == b's' { 0 } else { field.precision.unwrap_or(0) });
        if out.len() + large > LIMIT {
            return Err(Stop::Resource(format!("printf makes more than {LIMIT} bytes")));
        }
        let value = match spec.kind(source.word_bytes()) {
            None => None,
            Some(kind) => Some(match (&values, spec.position) {
                (Some(values), Some(at)) => values[at],
                _ => fetch(source, kind)?,
            }),
        };
        if let Err(errno) = convert(&mut out, field, value, source)? {
            return Ok(Err(errno));
        }
    }
    Ok(Ok(out))
}

/// A specification with its counts known.
#[derive(Clone, Copy, Debug)]
struct Field {
    spec: Spec,
    width: usize,
    precision: Option<usize>,
}

fn convert(
    out: &mut Vec<u8>,
    field: Field,
    value: Option<Value>,
    source: &mut dyn Source,
) -> Step<Result<(), i32>> {
    let spec = field.spec;
    match (spec.conversion, value) {
        (b'm', _) => {
            let text = source.error_text()?.into_bytes();
            field.text(out, &text[..text.len().min(field.precision.unwrap_or(usize::MAX))]);
        }
        (b'c', Some(Value::Integer(value))) if spec.length == Length::Long => {
            let Some(byte) = narrow(value as u32) else { return Ok(Err(EILSEQ)) };
            field.text(out, &[byte]);
        }
        (b'c', Some(Value::Integer(value))) => field.text(out, &[value as u8]),
        (b's', Some(Value::Pointer(at))) => {
            if at.is_null() {
                return Err(Fault::stop(Property::NullArgument, "a null pointer is printed with `%s`"));
            }
            let limit = field.precision.map_or(u64::MAX, |p| p as u64);
            let text = if spec.length == Length::Long {
                let mut text = vec![];
                while (text.len() as u64) < limit {
                    match source.wide(at, text.len() as u64)? {
                        0 => break,
                        unit => match narrow(unit) {
                            Some(byte) => text.push(byte),
                            None => return Ok(Err(EILSEQ)),
                        },
                    }
                }
                text
            } else {
                source.text(at, limit)?
            };
            field.text(out, &text);
        }
        (b'p', Some(Value::Pointer(at))) if at.is_null() => {
            // Like a string that no precision shortens.
            field.text(out, b"(nil)");
        }
        (b'p', Some(Value::Pointer(at))) => {
            source.shown(at);
            field.number(out, sign(false, spec), b"0x", digits(at.addr, 16, false));
        }
        (b'n', Some(Value::Pointer(at))) => {
            source.store(at, spec.integer_bytes(source.word_bytes()), out.len() as u64)?;
        }
        (_, Some(Value::Integer(value))) => integer(out, field, value, source.word_bytes()),
        (_, Some(Value::Double(value))) => {
            let (negative, real) = of_f64(value);
            float(out, field, negative, real, false);
        }
        (_, Some(Value::LongDouble(bits))) => {
            let (negative, real) = of_x87(bits);
            float(out, field, negative, real, true);
        }
        _ => {}
    }
    Ok(Ok(()))
}

/// A wide character in the C locale.
pub(super) fn narrow(unit: u32) -> Option<u8> {
    u8::try_from(unit).ok().filter(u8::is_ascii)
}

fn sign(negative: bool, spec: Spec) -> &'static [u8] {
    match () {
        () if negative => b"-",
        () if spec.plus => b"+",
        () if spec.space => b" ",
        () => b"",
    }
}

fn digits(mut value: u64, base: u64, upper: bool) -> Vec<u8> {
    let alphabet: &[u8; 16] = if upper { b"0123456789ABCDEF" } else { b"0123456789abcdef" };
    let mut digits = vec![];
    while value > 0 {
        digits.push(alphabet[(value % base) as usize]);
        value /= base;
    }
    digits.reverse();
    digits
}

impl Field {
    fn text(self, out: &mut Vec<u8>, text: &[u8]) {
        self.pad(out, &[], text, false);
    }

    /// Sign, prefix and digits; the precision is the least number of digits.
    fn number(self, out: &mut Vec<u8>, sign: &[u8], prefix: &[u8], digits: Vec<u8>) {
        let least = self.precision.unwrap_or(1);
        let mut body = vec![b'0'; least.saturating_sub(digits.len())];
        body.extend(digits);
        self.pad(out, &[sign, prefix].concat(), &body, self.spec.zero && self.precision.is_none());
    }

    fn pad(self, out: &mut Vec<u8>, head: &[u8], body: &[u8], zeros: bool) {
        let fill = self.width.saturating_sub(head.len() + body.len());
        let padding = |out: &mut Vec<u8>, byte| out.extend(std::iter::repeat_n(byte, fill));
        if self.spec.minus {
            out.extend_from_slice(head);
            out.extend_from_slice(body);
            padding(out, b' ');
        } else if zeros {
            out.extend_from_slice(head);
            padding(out, b'0');
            out.extend_from_slice(body);
        } else {
            padding(out, b' ');
            out.extend_from_slice(head);
            out.extend_from_slice(body);
        }
    }
}

fn integer(out: &mut Vec<u8>, field: Field, value: u64, word: u64) {
    let spec = field.spec;
    let bits = spec.integer_bytes(word) as u32 * 8;
    let value = value & fathom_ir::bits::mask(bits);
    match spec.conversion {
        b'd' | b'i' => {
            let value = (value << (64 - bits)) as i64 >> (64 - bits);
            field.number(out, sign(value < 0, spec), b"", digits(value.unsigned_abs(), 10, false));
        }
        b'o' => {
            let mut found = digits(value, 8, false);
            if spec.alternate && (found.len() >= field.precision.unwrap_or(1) || value == 0) {
                // The alternate form is a leading zero, unless the precision gives one already.
                if !(value == 0 && field.precision != Some(0)) {
                    found.insert(0, b'0');
                }
            }
            field.number(out, b"", b"", found);
        }
        b'x' | b'X' => {
            let upper = spec.conversion == b'X';
            let prefix: &[u8] = match (spec.alternate && value != 0, upper) {
                (false, _) => b"",
                (true, false) => b"0x",
                (true, true) => b"0X",
            };
            field.number(out, b"", prefix, digits(value, 16, upper));
        }
        _ => field.number(out, b"", b"", digits(value, 10, false)),
    }
}

fn float(out: &mut Vec<u8>, field: Field, negative: bool, real: Real, extended: bool) {
    let spec = field.spec;
    let upper = spec.conversion.is_ascii_uppercase();
    let head = sign(negative, spec);
    let (mantissa, exponent) = match real {
        Real::Finite { mantissa, exponent } => (mantissa, exponent),
        Real::Infinite => return field.pad(out, head, if upper { b"INF" } else { b"inf" }, false),
        Real::Nan => return field.pad(out, head, if upper { b"NAN" } else { b"nan" }, false),
    };
    let conversion = spec.conversion.to_ascii_lowercase();
    if conversion == b'a' {
        let (digit, fraction, power) = hexadecimal(mantissa, exponent, field.precision, extended);
        let mut body = digits(digit, 16, upper);
        if body.is_empty() {
            body.push(b'0');
        }
        if !fraction.is_empty() || spec.alternate {
            body.push(b'.');
        }
        let alphabet: &[u8; 16] = if upper { b"0123456789ABCDEF" } else { b"0123456789abcdef" };
        body.extend(fraction.iter().map(|&d| alphabet[usize::from(d)]));
        body.extend(format!("{}{power:+}", if upper { 'P' } else { 'p' }).bytes());
        let prefix: &[u8] = if upper { b"0X" } else { b"0x" };
        return field.pad(out, &[head, prefix].concat(), &body, spec.zero);
    }
    let decimal = Decimal::new(mantissa, exponent);
    let precision = field.precision.unwrap_or(6);
    let body = match conversion {
        b'f' => fixed(decimal, precision, spec.alternate),
        b'e' => scientific(decimal, precision, spec.alternate, upper),
        _ => general(decimal, precision.max(1), spec.alternate, upper),
    };
    field.pad(out, head, &body, spec.zero);
}

/// Digits from a place on, zeros where there are none. Place 0 is the first behind the point.
fn place(decimal: &Decimal, place: i64) -> u8 {
    let index = place + i64::from(decimal.point);
    usize::try_from(index).ok().and_then(|at| decimal.digits.get(at)).map_or(b'0', |d| b'0' + d)
}

fn fixed(mut decimal: Decimal, precision: usize, point: bool) -> Vec<u8> {
    decimal.round(precision as i64 + i64::from(decimal.point));
    let whole = i64::from(decimal.point).max(1);
    let mut body: Vec<u8> = (-whole..0).map(|at| place(&decimal, at)).collect();
    if precision > 0 || point {
        body.push(b'.');
    }
    body.extend((0..precision as i64).map(|at| place(&decimal, at)));
    body
}

fn scientific(mut decimal: Decimal, precision: usize, point: bool, upper: bool) -> Vec<u8> {
    decimal.round(precision as i64 + 1);
    let exponent = if decimal.digits.is_empty() { 0 } else { decimal.point - 1 };
    let digit = |at: usize| decimal.digits.get(at).map_or(b'0', |d| b'0' + d);
    let mut body = vec![digit(0)];
    if precision > 0 || point {
        body.push(b'.');
    }
    body.extend((1..=precision).map(digit));
    body.push(if upper { b'E' } else { b'e' });
    body.push(if exponent < 0 { b'-' } else { b'+' });
    body.extend(format!("{:02}", exponent.abs()).bytes());
    body
}

fn general(mut decimal: Decimal, precision: usize, alternate: bool, upper: bool) -> Vec<u8> {
    decimal.round(precision as i64);
    let exponent = if decimal.digits.is_empty() { 0 } else { i64::from(decimal.point) - 1 };
    let shown = if alternate { precision } else { decimal.digits.len().max(1) };
    if exponent < -4 || exponent >= precision as i64 {
        return scientific(decimal, shown - 1, alternate, upper);
    }
    let behind = (shown as i64 - 1 - exponent).max(0);
    fixed(decimal, behind as usize, alternate)
}

/// First digit, further digits and exponent of `%a`. A `double` has its first bit before the point, an
/// 80-bit float its first four.
fn hexadecimal(
    mantissa: u64,
    exponent: i32,
    precision: Option<usize>,
    extended: bool,
) -> (u64, Vec<u8>, i32) {
    let (whole_bits, places) = if extended { (60, 15) } else { (52, 13) };
    if mantissa == 0 {
        return (0, vec![0; precision.unwrap_or(0)], 0);
    }
    let (mut mantissa, mut power) = (u128::from(mantissa), exponent + whole_bits);
    if let Some(precision) = precision.filter(|&p| p < places) {
        let drop = 4 * (places - precision) as u32;
        let (kept, rest, half) = (mantissa >> drop, mantissa & ((1 << drop) - 1), 1u128 << (drop - 1));
        let up = rest > half || rest == half && kept & 1 == 1;
        mantissa = (kept + u128::from(up)) << drop;
        if mantissa >> (whole_bits + 4) != 0 {
            mantissa >>= 4;
            power += 4;
        }
    }
    let digit = (mantissa >> whole_bits) as u64;
    let mut fraction: Vec<u8> =
        (0..places).map(|at| (mantissa >> (whole_bits as usize - 4 * (at + 1)) & 15) as u8).collect();
    match precision {
        Some(precision) => fraction.resize(precision, 0),
        None => {
            while fraction.last() == Some(&0) {
                fraction.pop();
            }
        }
    }
    (digit, fraction, power)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::VecDeque;

    #[derive(Default)]
    struct Given {
        values: VecDeque<Value>,
        texts: Vec<&'static [u8]>,
        stored: Option<(u64, u64)>,
    }

    impl Source for Given {
        fn integer(&mut self, bytes: u64) -> Step<u64> {
            match self.values.pop_front() {
                Some(Value::Integer(value)) => Ok(value & fathom_ir::bits::mask(bytes as u32 * 8)),
                other => panic!("an integer, not {other:?}"),
            }
        }
        fn double(&mut self) -> Step<f64> {
            match self.values.pop_front() {
                Some(Value::Double(value)) => Ok(value),
                other => panic!("a double, not {other:?}"),
            }
        }
        fn long_double(&mut self) -> Step<u128> {
            match self.values.pop_front() {
                Some(Value::LongDouble(value)) => Ok(value),
                other => panic!("a long double, not {other:?}"),
            }
        }
        fn pointer(&mut self) -> Step<Pointer> {
            match self.values.pop_front() {
                Some(Value::Pointer(value)) => Ok(value),
                other => panic!("a pointer, not {other:?}"),
            }
        }
        fn text(&mut self, at: Pointer, limit: u64) -> Step<Vec<u8>> {
            let text = self.texts[at.addr as usize - 1];
            Ok(text[..text.len().min(limit as usize)].to_vec())
        }
        fn wide(&mut self, at: Pointer, index: u64) -> Step<u32> {
            let text = self.texts[at.addr as usize - 1];
            Ok(text.get(index as usize).map_or(0, |&b| u32::from(b)))
        }
        fn shown(&mut self, _: Pointer) {}
        fn store(&mut self, _: Pointer, bytes: u64, value: u64) -> Step<()> {
            self.stored = Some((bytes, value));
            Ok(())
        }
        fn error_text(&mut self) -> Step<String> {
            Ok("Success".into())
        }
        fn word_bytes(&self) -> u64 {
            8
        }
    }

    fn show(text: &str, values: &[Value]) -> String {
        let mut source = Given { values: values.iter().copied().collect(), ..Given::default() };
        source.texts = vec![b"hello", b""];
        let made = format(text.as_bytes(), &mut source).expect("a good format").expect("no error");
        String::from_utf8(made).expect("text")
    }

    fn i(value: i64) -> Value {
        Value::Integer(value as u64)
    }

    fn d(value: f64) -> Value {
        Value::Double(value)
    }

    fn p(addr: u64) -> Value {
        Value::Pointer(Pointer { addr, ..Pointer::NULL })
    }

    #[test]
    fn integers() {
        assert_eq!(show("%d|%5d|%-5d|%05d", &[i(-1), i(42), i(42), i(-42)]), "-1|   42|42   |-0042");
        assert_eq!(show("%+d % d %.3d %.0d|", &[i(1), i(1), i(7), i(0)]), "+1  1 007 |");
        assert_eq!(show("%x %#X %#o %#o %#x", &[i(255), i(255), i(8), i(0), i(0)]), "ff 0XFF 010 0 0");
        assert_eq!(show("%#.0o|%#.3o|%#.0x|", &[i(0), i(8), i(0)]), "0|010||");
        assert_eq!(show("%hhd %hd %u", &[i(300), i(70000), i(-1)]), "44 4464 4294967295");
        assert_eq!(show("%ld %llu %zu %jd", &[i(-1), i(-1), i(5), i(-5)]), "-1 18446744073709551615 5 -5");
        assert_eq!(show("%*d|%-*d|%.*d", &[i(4), i(1), i(4), i(1), i(-1), i(0)]), "   1|1   |0");
        assert_eq!(show("%2$d %1$*3$d", &[i(1), i(2), i(3)]), "2   1");
        assert_eq!(show("%08.3d|%-08d|", &[i(5), i(5)]), "     005|5       |");
    }

    #[test]
    fn texts() {
        assert_eq!(
            show("%s|%7s|%-7s|%.2s|%c%%", &[p(1), p(1), p(1), p(1), i(65)]),
            "hello|  hello|hello  |he|A%"
        );
        assert_eq!(show("%ls %m", &[p(1)]), "hello Success");
        assert_eq!(show("%p %p %10p|", &[p(0), p(255), p(0)]), "(nil) 0xff      (nil)|");
    }

    #[test]
    fn fixed_point() {
        assert_eq!(show("%f %.0f %.0f %#.0f", &[d(1.5), d(2.5), d(3.5), d(1.0)]), "1.500000 2 4 1.");
        assert_eq!(
            show("%.3f %8.2f|%-8.2f|%08.2f", &[d(-0.0005), d(3.25), d(3.25), d(-3.25)]),
            "-0.001     3.25|3.25    |-0003.25"
        );
        assert_eq!(show("%f", &[d(1e22)]), "10000000000000000000000.000000");
        assert_eq!(show("%.0f %.1f", &[d(0.5), d(0.05)]), "0 0.1");
        assert_eq!(show("%.20f", &[d(0.1)]), "0.10000000000000000555");
        assert_eq!(
            show("%f %F %5.1f|%05f", &[d(f64::INFINITY), d(-f64::INFINITY), d(f64::NAN), d(f64::INFINITY)]),
            "inf -INF   nan|  inf"
        );
    }

    #[test]
    fn exponents() {
        assert_eq!(
            show("%e %.0e %#.0e %E", &[d(12345.678), d(15.0), d(1.0), d(0.0)]),
            "1.234568e+04 2e+01 1.e+00 0.000000E+00"
        );
        assert_eq!(show("%e", &[d(1e-300)]), "1.000000e-300");
        assert_eq!(
            show("%g %g %g %g %g", &[d(100000.0), d(1e6), d(1e-4), d(1e-5), d(0.0)]),
            "100000 1e+06 0.0001 1e-05 0"
        );
        assert_eq!(
            show("%#g %.3g %.10g %G", &[d(1.0), d(1234.5), d(0.1), d(1e-10)]),
            "1.00000 1.23e+03 0.1 1E-10"
        );
        assert_eq!(show("%.17g", &[d(0.1)]), "0.10000000000000001");
    }

    #[test]
    fn hexadecimal_floats() {
        assert_eq!(
            show("%a %a %A %.0a %.3a", &[d(1.0), d(-0.1), d(255.5), d(1.5), d(1.0)]),
            "0x1p+0 -0x1.999999999999ap-4 0X1.FFP+7 0x2p+0 0x1.000p+0"
        );
        assert_eq!(show("%a %a", &[d(0.0), d(5e-324)]), "0x0p+0 0x0.0000000000001p-1022");
        assert_eq!(
            show("%La", &[Value::LongDouble(0x3fff_c000_0000_0000_0000)]),
            "0xc.p-3".replace(".p", "p")
        );
    }

    #[test]
    fn long_doubles() {
        let tenth = Value::LongDouble(0x3ffb_cccc_cccc_cccc_cccd);
        assert_eq!(
            show("%Lf %.25Lf %Lg", &[tenth, tenth, tenth]),
            "0.100000 0.1000000000000000000013553 0.1"
        );
    }

    #[test]
    fn counts_are_stored() {
        let mut source = Given { values: [i(123), p(9)].into(), ..Given::default() };
        let made = format(b"%d%hn!", &mut source).expect("good");
        assert_eq!(made, Ok(b"123!".to_vec()));
        assert_eq!(source.stored, Some((2, 3)));
    }

    #[test]
    fn bad_formats_are_refused() {
        for text in ["%", "%5", "%y", "%1$d %d"] {
            let mut source = Given { values: [i(1), i(2)].into(), ..Given::default() };
            assert!(matches!(format(text.as_bytes(), &mut source), Err(Stop::Fault(_))), "{text}");
        }
        let mut source = Given { values: [p(0)].into(), ..Given::default() };
        assert!(
            matches!(format(b"%s", &mut source), Err(Stop::Fault(f)) if f.property == Property::NullArgument)
        );
    }
}
