//! Where and when a benchmark ran.

use std::fs;
use std::thread;
use std::time::{SystemTime, UNIX_EPOCH};

/// The processor, its cores and the memory, in a line.
pub fn description() -> String {
    let cpu = fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let memory = fs::read_to_string("/proc/meminfo").unwrap_or_default();
    let model = field(&cpu, "model name").unwrap_or("unknown processor");
    let cores = thread::available_parallelism().map_or(1, usize::from);
    let kilobytes: Option<f64> =
        field(&memory, "MemTotal").and_then(|text| text.split(' ').next()).and_then(|word| word.parse().ok());
    let memory =
        kilobytes.map_or("unknown memory".into(), |size| format!("{:.1} GiB", size / f64::from(1 << 20)));
    let kernel = fs::read_to_string("/proc/sys/kernel/osrelease").unwrap_or_default();
    format!("{model}, {cores} cores, {memory}, Linux {}", kernel.trim())
}

/// The value of the first line `name : value`.
fn field<'a>(text: &'a str, name: &str) -> Option<&'a str> {
    text.lines().find_map(|line| {
        let (key, value) = line.split_once(':')?;
        (key.trim() == name).then(|| value.trim())
    })
}

/// The time now, in UTC.
pub fn now() -> String {
    date(SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default().as_secs())
}

/// `2026-11-15 16:22 UTC`, from seconds since 1970. Years are counted from March, so that the day that leap
/// years have more is the last one.
fn date(seconds: u64) -> String {
    let days = seconds / 86_400 + 719_468;
    let (era, day_of_era) = (days / 146_097, days % 146_097);
    let year_of_era = (day_of_era - day_of_era / 1460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
    let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let month_from_march = (5 * day_of_year + 2) / 153;
    let day = day_of_year - (153 * month_from_march + 2) / 5 + 1;
    let month = if month_from_march < 10 { month_from_march + 3 } else { month_from_march - 9 };
    let year = 400 * era + year_of_era + u64::from(month <= 2);
    let (hour, minute) = (seconds / 3600 % 24, seconds / 60 % 60);
    format!("{year}-{month:02}-{day:02} {hour:02}:{minute:02} UTC")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates() {
        assert_eq!(date(0), "1970-01-01 00:00 UTC");
        assert_eq!(date(951_782_400), "2000-02-29 00:00 UTC");
        assert_eq!(date(1_794_759_747), "2026-11-15 16:22 UTC");
        assert_eq!(date(1_735_689_599), "2024-12-31 23:59 UTC");
    }

    #[test]
    fn fields() {
        assert_eq!(field("a : b\nmodel name\t: X 5: y\n", "model name"), Some("X 5: y"));
        assert_eq!(field("a", "a"), None);
        assert!(description().contains(" cores, "));
    }
}
