//! Points in time in words. Dates are those of UTC.

use ludarium_table::Millis;

const MONTHS: [&str; 12] = [
    "January",
    "February",
    "March",
    "April",
    "May",
    "June",
    "July",
    "August",
    "September",
    "October",
    "November",
    "December",
];

const DAY_SECONDS: u64 = 86_400;

/// Year, month from 1, and day of a number of days after 1970-01-01, in the Gregorian calendar.
fn civil(days: u64) -> (u64, usize, u64) {
    let is_leap = |year: u64| year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
    let (mut year, mut rest) = (1970, days);
    loop {
        let length = if is_leap(year) { 366 } else { 365 };
        if rest < length {
            break;
        }
        rest -= length;
        year += 1;
    }
    let mut month = 1;
    loop {
        let length = match month {
            2 if is_leap(year) => 29,
            2 => 28,
            4 | 6 | 9 | 11 => 30,
            _ => 31,
        };
        if rest < length {
            return (year, month, rest + 1);
        }
        rest -= length;
        month += 1;
    }
}

/// The day, as 28 November 2026.
pub fn date(at: Millis) -> String {
    let (year, month, day) = civil(at / 1_000 / DAY_SECONDS);
    format!("{day} {} {year}", MONTHS[month - 1])
}

/// Day and time as ISO 8601 has it.
pub fn iso(at: Millis) -> String {
    let seconds = at / 1_000;
    let (year, month, day) = civil(seconds / DAY_SECONDS);
    let (hour, minute) = (seconds / 3_600 % 24, seconds / 60 % 60);
    format!(
        "{year}-{month:02}-{day:02}T{hour:02}:{minute:02}:{:02}Z",
        seconds % 60
    )
}

/// How long ago it was; the day, if that is more than a month.
pub fn ago(at: Millis, now: Millis) -> String {
    let seconds = now.saturating_sub(at) / 1_000;
    let (count, unit) = match seconds {
        0..60 => return "just now".to_owned(),
        60..3_600 => (seconds / 60, "minute"),
        3_600..DAY_SECONDS => (seconds / 3_600, "hour"),
        _ if seconds < 31 * DAY_SECONDS => (seconds / DAY_SECONDS, "day"),
        _ => return date(at),
    };
    let plural = if count == 1 { "" } else { "s" };
    format!("{count} {unit}{plural} ago")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_are_those_of_the_gregorian_calendar() {
        for (seconds, text) in [
            (0, "1970-01-01T00:00:00Z"),
            // The last second of a leap day, and the first after it.
            (951_868_799, "2000-02-29T23:59:59Z"),
            (951_868_800, "2000-03-01T00:00:00Z"),
            (1_000_000_000, "2001-09-09T01:46:40Z"),
            (2_147_483_647, "2038-01-19T03:14:07Z"),
            (4_107_542_400, "2100-03-01T00:00:00Z"),
        ] {
            assert_eq!(iso(1_000 * seconds), text);
        }
        assert_eq!(date(1_000_000_000_000), "9 September 2001");
    }

    #[test]
    fn what_is_not_long_ago_is_told_in_minutes_hours_and_days() {
        let now = 4_000_000_000_000;
        let ago = |seconds: u64| ago(now - 1_000 * seconds, now);
        assert_eq!(ago(3), "just now");
        assert_eq!(ago(60), "1 minute ago");
        assert_eq!(ago(7_200), "2 hours ago");
        assert_eq!(ago(86_400), "1 day ago");
        assert_eq!(ago(40 * 86_400), date(now - 40 * 86_400_000));
    }
}
