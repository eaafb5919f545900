//! Points in time as formats write them.

/// A time so many seconds later.
pub(crate) fn after(start: u64, seconds: f64) -> u64 {
    // A conversion from a float goes to the nearest number there is.
    start.saturating_add(seconds.max(0.0) as u64)
}

/// Seconds since 1970 as a date and time, `2026-11-15T19:04:00Z`.
pub fn utc(seconds: u64) -> String {
    format!("{}Z", date_time(seconds))
}

/// The same without the zone, as JUnit has it.
pub(crate) fn date_time(seconds: u64) -> String {
    // Years have four digits.
    const LAST: u64 = 253_402_300_799;
    let seconds = seconds.min(LAST);
    let (days, rest) = (seconds / 86_400, seconds % 86_400);
    let (year, month, day) = date(days);
    format!("{year:04}-{month:02}-{day:02}T{:02}:{:02}:{:02}", rest / 3600, rest / 60 % 60, rest % 60)
}

/// Year, month and day of a day, counted from 1 January 1970.
fn date(mut days: u64) -> (u64, u64, u64) {
    let leap = |year: u64| year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400));
    // The calendar repeats after 400 years.
    let mut year = 1970 + days / 146_097 * 400;
    days %= 146_097;
    while days >= 365 + u64::from(leap(year)) {
        days -= 365 + u64::from(leap(year));
        year += 1;
    }
    let february = 28 + u64::from(leap(year));
    let mut month = 1;
    for length in [31, february, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31] {
        if days < length {
            break;
        }
        days -= length;
        month += 1;
    }
    (year, month, days + 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates() {
        for (seconds, expected) in [
            (0, "1970-01-01T00:00:00Z"),
            (951_782_399, "2000-02-28T23:59:59Z"),
            (951_782_400, "2000-02-29T00:00:00Z"),
            (951_868_800, "2000-03-01T00:00:00Z"),
            (1_709_164_800, "2024-02-29T00:00:00Z"),
            (4_107_542_400, "2100-03-01T00:00:00Z"),
            (1_735_689_599, "2024-12-31T23:59:59Z"),
            (u64::MAX, "9999-12-31T23:59:59Z"),
        ] {
            assert_eq!(utc(seconds), expected);
        }
    }

    #[test]
    fn odd_durations_do_no_harm() {
        assert_eq!(after(5, 2.9), 7);
        for seconds in [f64::NAN, f64::INFINITY, -1.0, 1e300] {
            assert!(after(5, seconds) >= 5);
        }
    }
}
