//! Clocks and calendars. Local time is UTC.

use std::sync::LazyLock;
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use super::{LibraryFn, double, int, nothing, pointer, succeed, unmodelled};
use crate::fault::Step;
use crate::machine::{Args, Machine, Reply, Scalar};
use crate::memory::Pointer;

const EINVAL: i32 = 22;
const EOVERFLOW: i32 = 75;

/// Days of the week, short and long.
pub(super) const DAYS: [(&str, &str); 7] = [
    ("Sun", "Sunday"),
    ("Mon", "Monday"),
    ("Tue", "Tuesday"),
    ("Wed", "Wednesday"),
    ("Thu", "Thursday"),
    ("Fri", "Friday"),
    ("Sat", "Saturday"),
];

/// Months, short and long.
pub(super) const MONTHS: [(&str, &str); 12] = [
    ("Jan", "January"),
    ("Feb", "February"),
    ("Mar", "March"),
    ("Apr", "April"),
    ("May", "May"),
    ("Jun", "June"),
    ("Jul", "July"),
    ("Aug", "August"),
    ("Sep", "September"),
    ("Oct", "October"),
    ("Nov", "November"),
    ("Dec", "December"),
];

pub(super) fn find(name: &str) -> Option<LibraryFn> {
    Some(match name {
        "time" => time,
        "clock" => |m, _| {
            let used = cpu_time();
            m.word(used.as_micros() as u64)
        },
        "times" => times,
        "gettimeofday" => gettimeofday,
        "clock_gettime" => clock_gettime,
        "timespec_get" => timespec_get,
        "clock_getres" => clock_getres,
        "difftime" => |_, a| double((i128::from(a.signed(0)?) - i128::from(a.signed(1)?)) as f64),
        "mktime" | "timegm" | "timelocal" => mktime,
        "gmtime" => |m, a| calendar(m, a, "GMT", false),
        "localtime" => |m, a| calendar(m, a, "UTC", false),
        "gmtime_r" | "__gmtime_r" => |m, a| calendar(m, a, "GMT", true),
        "localtime_r" | "__localtime_r" => |m, a| calendar(m, a, "UTC", true),
        "asctime" => |m, a| asctime(m, a, false),
        "asctime_r" => |m, a| asctime(m, a, true),
        "ctime" => |m, a| ctime(m, a, false),
        "ctime_r" => |m, a| ctime(m, a, true),
        "strftime" | "strftime_l" => strftime,
        "tzset" => nothing,
        "sleep" | "usleep" | "nanosleep" | "clock_nanosleep" | "alarm" | "ualarm" | "setitimer"
        | "getitimer" | "thrd_sleep" => succeed,
        "getrusage" => getrusage,
        "strptime" | "getdate" | "settimeofday" | "adjtime" => unmodelled,
        _ => return None,
    })
}

fn now() -> Duration {
    SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default()
}

/// A clock that nobody sets, so that it never goes back.
fn steady() -> Duration {
    static START: LazyLock<(Duration, Instant)> = LazyLock::new(|| (now(), Instant::now()));
    START.0 + START.1.elapsed()
}

/// Processor time of this process, as the kernel counts it.
fn cpu_time() -> Duration {
    let stat = std::fs::read_to_string("/proc/self/stat").unwrap_or_default();
    let after_name = stat.rsplit(')').next().unwrap_or("");
    let ticks: u64 =
        after_name.split_whitespace().skip(11).take(2).filter_map(|n| n.parse::<u64>().ok()).sum();
    Duration::from_millis(ticks * 10)
}

/// Seconds and a fraction, each a word.
fn store_pair(m: &mut Machine<'_>, at: Pointer, seconds: u64, fraction: u64) -> Step<()> {
    let word = m.word_bytes();
    let mask = fathom_ir::bits::mask(m.word_bits());
    m.memory.store_int(at, word, seconds & mask)?;
    m.memory.store_int(at.offset(word), word, fraction)
}

fn time(m: &mut Machine<'_>, args: &Args<'_>) -> Step<Reply> {
    let (seconds, word) = (now().as_secs(), m.word_bytes());
    let target = args.ptr(0)?;
    if !target.is_null() {
        m.memory.store_int(target, word, seconds & fathom_ir::bits::mask(m.word_bits()))?;
    }
    m.word(seconds)
}

fn times(m: &mut Machine<'_>, args: &Args<'_>) -> Step<Reply> {
    let (target, word) = (args.ptr(0)?, m.word_bytes());
    if !target.is_null() {
        m.memory.fill(target, 0, 0, 4 * word)?;
        m.memory.store_int(target, word, cpu_time().as_millis() as u64 / 10)?;
    }
    m.word(now().as_millis() as u64 / 10)
}

fn gettimeofday(m: &mut Machine<'_>, args: &Args<'_>) -> Step<Reply> {
    let now = now();
    let (target, zone) = (args.ptr(0)?, args.ptr(1)?);
    if !target.is_null() {
        store_pair(m, target, now.as_secs(), u64::from(now.subsec_micros()))?;
    }
    if !zone.is_null() {
        m.memory.fill(zone, 0, 0, 8)?;
    }
    int(0)
}

fn clock_gettime(m: &mut Machine<'_>, args: &Args<'_>) -> Step<Reply> {
    let value = match args.signed(0)? {
        0 | 5 | 11 => now(),
        2 | 3 => cpu_time(),
        1 | 4 | 6 | 7 => steady(),
        _ => return m.fail(EINVAL),
    };
    store_pair(m, args.ptr(1)?, value.as_secs(), u64::from(value.subsec_nanos()))?;
    int(0)
}

fn timespec_get(m: &mut Machine<'_>, args: &Args<'_>) -> Step<Reply> {
    if args.signed(1)? != 1 {
        return int(0);
    }
    let now = now();
    store_pair(m, args.ptr(0)?, now.as_secs(), u64::from(now.subsec_nanos()))?;
    int(1)
}

fn clock_getres(m: &mut Machine<'_>, args: &Args<'_>) -> Step<Reply> {
    let target = args.ptr(1)?;
    if !target.is_null() {
        store_pair(m, target, 0, 1)?;
    }
    int(0)
}

fn getrusage(m: &mut Machine<'_>, args: &Args<'_>) -> Step<Reply> {
    let (target, used, word) = (args.ptr(1)?, cpu_time(), m.word_bytes());
    m.memory.fill(target, 0, 0, 18 * word)?;
    store_pair(m, target, used.as_secs(), u64::from(used.subsec_micros()))?;
    int(0)
}

/// A broken-down time; fields as `struct tm` has them.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Calendar {
    second: i32,
    minute: i32,
    hour: i32,
    day: i32,
    month: i32,
    year: i32,
    weekday: i32,
    yearday: i32,
}

/// Days from 1970 to a date in the proleptic Gregorian calendar; months count from 1.
fn days_from_civil(year: i64, month: i64, day: i64) -> i64 {
    let year = if month <= 2 { year - 1 } else { year };
    let era = year.div_euclid(400);
    let of_era = year.rem_euclid(400);
    let of_year = (153 * ((month + 9) % 12) + 2) / 5 + day - 1;
    era * 146_097 + of_era * 365 + of_era / 4 - of_era / 100 + of_year - 719_468
}

/// The date of a second; `None` where the year does not fit.
fn break_down(seconds: i64) -> Option<Calendar> {
    let (days, rest) = (seconds.div_euclid(86_400), seconds.rem_euclid(86_400));
    let shifted = days + 719_468;
    let era = shifted.div_euclid(146_097);
    let of_era = shifted.rem_euclid(146_097);
    let year_of_era = (of_era - of_era / 1460 + of_era / 36_524 - of_era / 146_096) / 365;
    let of_year = of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let shifted_month = (5 * of_year + 2) / 153;
    let day = of_year - (153 * shifted_month + 2) / 5 + 1;
    let month = if shifted_month < 10 { shifted_month + 3 } else { shifted_month - 9 };
    let year = year_of_era + era * 400 + i64::from(month <= 2);
    Some(Calendar {
        second: (rest % 60) as i32,
        minute: (rest / 60 % 60) as i32,
        hour: (rest / 3600) as i32,
        day: day as i32,
        month: month as i32 - 1,
        year: i32::try_from(year - 1900).ok()?,
        weekday: (days + 4).rem_euclid(7) as i32,
        yearday: (days - days_from_civil(year, 1, 1)) as i32,
    })
}

/// Seconds of a broken-down time, whose fields may be out of their ranges.
fn seconds_of(time: &Calendar) -> i64 {
    let months = i64::from(time.year) * 12 + i64::from(time.month);
    let year = months.div_euclid(12) + 1900;
    let days = days_from_civil(year, months.rem_euclid(12) + 1, 1) + i64::from(time.day) - 1;
    days * 86_400 + i64::from(time.hour) * 3600 + i64::from(time.minute) * 60 + i64::from(time.second)
}

fn load(m: &mut Machine<'_>, at: Pointer, fields: u64) -> Step<Calendar> {
    let mut values = [0; 8];
    for (index, value) in (0..fields).zip(&mut values) {
        *value = m.memory.load_int(at.offset(4 * index), 4)? as i32;
    }
    let [second, minute, hour, day, month, year, weekday, yearday] = values;
    Ok(Calendar { second, minute, hour, day, month, year, weekday, yearday })
}

fn store(m: &mut Machine<'_>, at: Pointer, time: &Calendar, zone: &'static str) -> Step<()> {
    let Calendar { second, minute, hour, day, month, year, weekday, yearday } = *time;
    let fields = [second, minute, hour, day, month, year, weekday, yearday, 0];
    for (index, value) in (0..).zip(fields) {
        m.memory.store_int(at.offset(4 * index), 4, u64::from(value as u32))?;
    }
    let word = m.word_bytes();
    let zone_name = m.constant_text(zone);
    let offset = 36u64.next_multiple_of(word);
    m.memory.store_int(at.offset(offset), word, 0)?;
    m.memory.store_ptr(at.offset(offset + word), zone_name)
}

/// Reads a `time_t`.
fn load_time(m: &mut Machine<'_>, at: Pointer) -> Step<i64> {
    let (word, unused) = (m.word_bytes(), 64 - m.word_bits());
    Ok((m.memory.load_int(at, word)? << unused) as i64 >> unused)
}

fn calendar(m: &mut Machine<'_>, args: &Args<'_>, zone: &'static str, given: bool) -> Step<Reply> {
    let seconds = load_time(m, args.ptr(0)?)?;
    let Some(time) = break_down(seconds) else { return m.fail_null(EOVERFLOW) };
    let target = if given { args.ptr(1)? } else { m.library_object("struct tm", 56) };
    store(m, target, &time, zone)?;
    pointer(target)
}

fn mktime(m: &mut Machine<'_>, args: &Args<'_>) -> Step<Reply> {
    let place = args.ptr(0)?;
    let given = load(m, place, 6)?;
    let seconds = seconds_of(&given);
    let bits = m.word_bits();
    let fits = (seconds << (64 - bits)) >> (64 - bits) == seconds;
    match break_down(seconds).filter(|_| fits) {
        Some(time) => {
            store(m, place, &time, if args.name == "timegm" { "GMT" } else { "UTC" })?;
            let value = seconds as u64 & fathom_ir::bits::mask(bits);
            Ok(Some(Scalar::int(value)))
        }
        None => {
            m.set_errno(EOVERFLOW)?;
            m.word(u64::MAX)
        }
    }
}

fn asctime_text(time: &Calendar) -> String {
    let name = |table: &[(&'static str, &'static str)], at: i32| {
        usize::try_from(at).ok().and_then(|at| table.get(at)).map_or("???", |names| names.0)
    };
    format!(
        "{} {}{:3} {:02}:{:02}:{:02} {}\n",
        name(&DAYS, time.weekday),
        name(&MONTHS, time.month),
        time.day,
        time.hour,
        time.minute,
        time.second,
        1900 + i64::from(time.year),
    )
}

fn put_asctime(m: &mut Machine<'_>, time: &Calendar, buffer: Option<Pointer>) -> Step<Reply> {
    let text = asctime_text(time);
    match buffer {
        None => pointer(m.library_text("asctime", 128, text.as_bytes())?),
        Some(buffer) => {
            m.memory.write(buffer, text.as_bytes())?;
            m.memory.write(buffer.offset(text.len() as u64), &[0])?;
            pointer(buffer)
        }
    }
}

fn asctime(m: &mut Machine<'_>, args: &Args<'_>, given: bool) -> Step<Reply> {
    let time = load(m, args.ptr(0)?, 7)?;
    let buffer = if given { Some(args.ptr(1)?) } else { None };
    put_asctime(m, &time, buffer)
}

fn ctime(m: &mut Machine<'_>, args: &Args<'_>, given: bool) -> Step<Reply> {
    let seconds = load_time(m, args.ptr(0)?)?;
    let Some(time) = break_down(seconds) else { return m.fail_null(EOVERFLOW) };
    let buffer = if given { Some(args.ptr(1)?) } else { None };
    if !given {
        // `ctime` is `asctime(localtime(t))`, which shares its result with `gmtime`.
        let shared = m.library_object("struct tm", 56);
        store(m, shared, &time, "UTC")?;
    }
    put_asctime(m, &time, buffer)
}

fn strftime(m: &mut Machine<'_>, args: &Args<'_>) -> Step<Reply> {
    let (target, room) = (args.ptr(0)?, args.int(1)?);
    let pattern = m.string(args.ptr(2)?)?;
    let place = args.ptr(3)?;
    // Only the fields that the format asks for need be there.
    let fields = if pattern.contains(&b'%') { 8 } else { 0 };
    let mut time = Calendar::default();
    let mut zone = "";
    if fields > 0 {
        let mut values = [0; 8];
        for (index, value) in (0..).zip(&mut values) {
            let cell = m.memory.load(place.offset(4 * index), 4, 1)?;
            *value = cell.bits as u32 as i32;
        }
        let [second, minute, hour, day, month, year, weekday, yearday] = values;
        time = Calendar { second, minute, hour, day, month, year, weekday, yearday };
        zone = "UTC";
        if pattern.windows(2).any(|pair| pair == b"%Z") {
            let offset = 36u64.next_multiple_of(m.word_bytes()) + m.word_bytes();
            let name = m.memory.load_ptr(place.offset(offset))?;
            if !name.is_null() && m.string(name)? == b"GMT" {
                zone = "GMT";
            }
        }
    }
    let text = render(&pattern, &time, zone);
    if text.len() as u64 >= room {
        return m.word(0);
    }
    m.memory.write(target, &text)?;
    m.memory.write(target.offset(text.len() as u64), &[0])?;
    m.word(text.len() as u64)
}

/// Week of the year and year of ISO 8601.
fn iso_week(time: &Calendar) -> (i64, i64) {
    let leap = |year: i64| year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
    let length = |year: i64| if leap(year) { 366 } else { 365 };
    let mut year = 1900 + i64::from(time.year);
    // The week belongs to the year of its Thursday.
    let monday_based = i64::from(time.weekday + 6) % 7;
    let mut thursday = i64::from(time.yearday) - monday_based + 3;
    if thursday < 0 {
        year -= 1;
        thursday += length(year);
    } else if thursday >= length(year) {
        thursday -= length(year);
        year += 1;
    }
    (thursday / 7 + 1, year)
}

/// The text of a format of `strftime` in the C locale.
fn render(pattern: &[u8], time: &Calendar, zone: &str) -> Vec<u8> {
    let mut out = vec![];
    let mut at = 0;
    while let Some(&byte) = pattern.get(at) {
        at += 1;
        if byte != b'%' {
            out.push(byte);
            continue;
        }
        let start = at - 1;
        let mut padding = None;
        let (mut upper, mut swap) = (false, false);
        while let Some(flag) = pattern.get(at) {
            match flag {
                b'_' | b'-' | b'0' | b'+' => padding = Some(*flag),
                b'^' => upper = true,
                b'#' => swap = true,
                _ => break,
            }
            at += 1;
        }
        let digits = pattern[at..].iter().take_while(|b| b.is_ascii_digit()).count();
        let width =
            pattern[at..at + digits].iter().fold(0usize, |w, b| (w * 10 + usize::from(b - b'0')).min(4096));
        at += digits;
        if matches!(pattern.get(at), Some(b'E' | b'O')) {
            at += 1;
        }
        let Some(&conversion) = pattern.get(at) else {
            out.extend_from_slice(&pattern[start..]);
            break;
        };
        at += 1;
        let (text, zeros) = match piece(conversion, time, zone) {
            Some(Piece::Number { value, width: least, fill }) => {
                (number(value, least.max(width), fill, padding), true)
            }
            Some(Piece::Text(text)) => (text, false),
            None => {
                out.extend_from_slice(&pattern[start..at]);
                continue;
            }
        };
        let text = match () {
            () if upper => text.to_uppercase(),
            () if swap && conversion == b'Z' => text.to_lowercase(),
            () if swap && conversion == b'p' => text.to_lowercase(),
            () if swap => text.to_uppercase(),
            () => text,
        };
        let fill = if padding == Some(b'0') && !zeros { b'0' } else { b' ' };
        out.extend(std::iter::repeat_n(fill, width.saturating_sub(text.len())));
        out.extend_from_slice(text.as_bytes());
    }
    out
}

enum Piece {
    Number { value: i64, width: usize, fill: u8 },
    Text(String),
}

fn number(value: i64, width: usize, fill: u8, padding: Option<u8>) -> String {
    let fill = match padding {
        Some(b'_') => b' ',
        Some(b'-') => return value.to_string(),
        Some(_) => b'0',
        None => fill,
    };
    if fill == b' ' { format!("{value:width$}") } else { format!("{value:0width$}") }
}

fn piece(conversion: u8, time: &Calendar, zone: &str) -> Option<Piece> {
    let number = |value: i64, width: usize| Piece::Number { value, width, fill: b'0' };
    let spaced = |value: i64, width: usize| Piece::Number { value, width, fill: b' ' };
    let nested = |pattern: &str| {
        Piece::Text(String::from_utf8_lossy(&render(pattern.as_bytes(), time, zone)).into_owned())
    };
    let name = |table: &[(&'static str, &'static str)], at: i32, long: bool| {
        let names = usize::try_from(at).ok().and_then(|at| table.get(at)).unwrap_or(&("?", "?"));
        Piece::Text(if long { names.1 } else { names.0 }.to_owned())
    };
    let year = 1900 + i64::from(time.year);
    let twelve = i64::from((time.hour + 11).rem_euclid(12) + 1);
    Some(match conversion {
        b'%' => Piece::Text("%".into()),
        b'n' => Piece::Text("\n".into()),
        b't' => Piece::Text("\t".into()),
        b'a' => name(&DAYS, time.weekday, false),
        b'A' => name(&DAYS, time.weekday, true),
        b'b' | b'h' => name(&MONTHS, time.month, false),
        b'B' => name(&MONTHS, time.month, true),
        b'c' => nested("%a %b %e %H:%M:%S %Y"),
        b'C' => number(year.div_euclid(100), 1),
        b'd' => number(time.day.into(), 2),
        b'D' | b'x' => nested("%m/%d/%y"),
        b'e' => spaced(time.day.into(), 2),
        b'F' => nested("%Y-%m-%d"),
        b'g' => number(iso_week(time).1.rem_euclid(100), 2),
        b'G' => number(iso_week(time).1, 1),
        b'H' => number(time.hour.into(), 2),
        b'I' => number(twelve, 2),
        b'j' => number(i64::from(time.yearday) + 1, 3),
        b'k' => spaced(time.hour.into(), 2),
        b'l' => spaced(twelve, 2),
        b'm' => number(i64::from(time.month) + 1, 2),
        b'M' => number(time.minute.into(), 2),
        b'p' => Piece::Text(if time.hour >= 12 { "PM" } else { "AM" }.into()),
        b'P' => Piece::Text(if time.hour >= 12 { "pm" } else { "am" }.into()),
        b'r' => nested("%I:%M:%S %p"),
        b'R' => nested("%H:%M"),
        b's' => number(seconds_of(time), 1),
        b'S' => number(time.second.into(), 2),
        b'T' | b'X' => nested("%H:%M:%S"),
        b'u' => number(i64::from((time.weekday + 6).rem_euclid(7)) + 1, 1),
        b'U' => number(i64::from((time.yearday - time.weekday + 7) / 7), 2),
        b'V' => number(iso_week(time).0, 2),
        b'w' => number(time.weekday.into(), 1),
        b'W' => number(i64::from((time.yearday - (time.weekday + 6) % 7 + 7) / 7), 2),
        b'y' => number(year.rem_euclid(100), 2),
        b'Y' => number(year, 1),
        b'z' => Piece::Text("+0000".into()),
        b'Z' => Piece::Text(zone.into()),
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn seconds_break_down_and_come_back() {
        for seconds in [0, 1, -1, 951_782_400, 1_709_164_800, 4_102_444_799, -2_208_988_800, 253_402_300_800]
        {
            let time = break_down(seconds).expect("in range");
            assert_eq!(seconds_of(&time), seconds);
        }
        let time = break_down(951_868_799).expect("in range");
        assert_eq!((time.year, time.month, time.day, time.yearday, time.weekday), (100, 1, 29, 59, 2));
        assert_eq!(break_down(i64::MAX), None);
    }

    #[test]
    fn times_have_texts() {
        let time = break_down(1_000_000_000).expect("in range");
        assert_eq!(asctime_text(&time), "Sun Sep  9 01:46:40 2001\n");
        let show = |pattern: &str| String::from_utf8(render(pattern.as_bytes(), &time, "UTC")).expect("text");
        assert_eq!(show("%Y-%m-%d %H:%M:%S"), "2001-09-09 01:46:40");
        assert_eq!(
            show("%a %A %b %B %e %j %U %W %V %G %u %w"),
            "Sun Sunday Sep September  9 252 36 36 36 2001 7 0"
        );
        assert_eq!(
            show("%c|%x|%X|%p|%I|%y|%Z|%z|%%"),
            "Sun Sep  9 01:46:40 2001|09/09/01|01:46:40|AM|01|01|UTC|+0000|%"
        );
        assert_eq!(show("%-d %_d %5d %^a %s"), "9  9 00009 SUN 1000000000");
    }
}
