//! Points in time in words. Dates are those of UTC.

use ludarium_notation::number_words::counted;
use ludarium_table::Millis;
use time::OffsetDateTime;

const DAY_SECONDS: u64 = 86_400;

/// The time as a date of the calendar; the last that there is for one beyond.
fn calendar(at: Millis) -> OffsetDateTime {
    let seconds = i64::try_from(at / 1_000).unwrap_or(i64::MAX);
    let last = time::PrimitiveDateTime::MAX.assume_utc();
    OffsetDateTime::from_unix_timestamp(seconds).unwrap_or(last)
}

/// The day, as 28 November 2026.
pub fn date(at: Millis) -> String {
    let at = calendar(at);
    format!("{} {} {}", at.day(), at.month(), at.year())
}

/// Day and time as ISO 8601 has it.
pub fn iso(at: Millis) -> String {
    let at = calendar(at);
    let (year, month, day) = (at.year(), u8::from(at.month()), at.day());
    let (hour, minute, second) = at.to_hms();
    format!("{year}-{month:02}-{day:02}T{hour:02}:{minute:02}:{second:02}Z")
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
    format!("{} ago", counted(count, unit))
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
    fn what_is_not_long_ago_is_some_minutes_hours_or_days_ago() {
        let now = 4_000_000_000_000;
        let ago = |seconds: u64| ago(now - 1_000 * seconds, now);
        assert_eq!(ago(3), "just now");
        assert_eq!(ago(60), "1 minute ago");
        assert_eq!(ago(7_200), "2 hours ago");
        assert_eq!(ago(86_400), "1 day ago");
        assert_eq!(ago(40 * 86_400), date(now - 40 * 86_400_000));
    }
}
