//! Dates as written in sources: days, years, ranges and centuries, CE or BCE.

use std::fmt;

/// A range of years, both ends included; negative for BCE.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Years {
    /// The first year.
    pub first: i32,
    /// The last year.
    pub last: i32,
}

impl Years {
    /// The years spanned by two dates, one of which may be missing.
    ///
    /// ```
    /// use ludarium_games::evidence::Years;
    ///
    /// let of = |from, to| Years::of(from, to).map(|years| (years.first, years.last));
    /// assert_eq!(of(Some("1825-01-01"), Some("1833-12-31")), Some((1825, 1833)));
    /// assert_eq!(of(Some("19th century"), None), Some((1801, 1900)));
    /// assert_eq!(of(Some("2nd century BCE"), Some("50")), Some((-200, 50)));
    /// assert_eq!(of(Some("unknown"), None), None);
    /// ```
    #[must_use]
    pub fn of(from: Option<&str>, to: Option<&str>) -> Option<Years> {
        let (from, to) = (from.and_then(Years::read), to.and_then(Years::read));
        let (first, last) = (from.or(to)?, to.or(from)?);
        Some(Years {
            first: first.first.min(last.first),
            last: last.last.max(first.last),
        })
    }

    /// Whether a date says that it is unknown.
    pub(super) fn says_unknown(text: &str) -> bool {
        matches!(
            text.trim().to_lowercase().as_str(),
            "" | "?" | "unknown" | "undated"
        )
    }

    /// Reads one date: `1825-01-01`, `1825`, `-1600`, `c. 1300`, `1650 BCE`, `1850-1860`, `19th
    /// century`, `early 3rd century BCE`.
    fn read(text: &str) -> Option<Years> {
        let text = text.trim().to_lowercase();
        if Years::says_unknown(&text) {
            return None;
        }
        let before = ["bce", "bc", "b.c."].iter().any(|era| text.ends_with(era));
        if let Some((words, _)) = text.split_once("centur") {
            return Years::of_century(words, before);
        }
        let numbers = numbers(&text);
        let (first, second) = (*numbers.first()?, numbers.get(1).copied());
        // The second number is the month in a full date, and a year in a range.
        let second =
            second.filter(|second| second.abs() > 31 || numbers.len() == 2 && *second > 12);
        let era = |year: i32| if before { -year.abs() } else { year };
        let (first, last) = (era(first), era(second.unwrap_or(first)));
        Some(Years {
            first: first.min(last),
            last: first.max(last),
        })
    }

    fn of_century(words: &str, before: bool) -> Option<Years> {
        let number = *numbers(words).first()?;
        if !(1..=100).contains(&number) {
            return None;
        }
        let (first, last) = match before {
            true => (-100 * number, -100 * (number - 1) - 1),
            false => (100 * (number - 1) + 1, 100 * number),
        };
        let part = |from: i32, to: i32| Years {
            first: first + from,
            last: first + to,
        };
        Some(match words {
            words if words.contains("early") || words.contains("first half") => part(0, 49),
            words if words.contains("late") || words.contains("second half") => part(50, 99),
            words if words.contains("mid") => part(25, 74),
            _ => Years { first, last },
        })
    }
}

/// The numbers in a text. A hyphen is a minus sign only at the start.
fn numbers(text: &str) -> Vec<i32> {
    let mut numbers = Vec::new();
    let mut digits = String::new();
    let mut minus = false;
    let mut before = ' ';
    for c in text.chars().chain([' ']) {
        if c.is_ascii_digit() {
            if digits.is_empty() {
                minus = matches!(before, '-' | '−');
            }
            digits.push(c);
        } else if !digits.is_empty() {
            let number = digits.parse::<i32>().unwrap_or(i32::MAX / 2);
            let negative = minus && numbers.is_empty();
            numbers.push(if negative { -number } else { number });
            digits.clear();
        }
        before = c;
    }
    numbers
}

impl fmt::Display for Years {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.first == self.last {
            return f.write_str(&year_name(self.first));
        }
        // A whole century is written as such.
        if century(self.first) == century(self.last) && self.last - self.first == 99 {
            return f.write_str(&century_name(century(self.first)));
        }
        match (self.first < 0, self.last < 0) {
            (true, true) => write!(f, "{}-{} BCE", -self.first, -self.last),
            (false, false) => write!(f, "{}-{}", self.first, year_name(self.last)),
            _ => write!(f, "{} to {}", year_name(self.first), year_name(self.last)),
        }
    }
}

/// A year in words: `1600 BCE`, `100 CE`, `1825`.
#[must_use]
pub fn year_name(year: i32) -> String {
    match year {
        ..0 => format!("{} BCE", -year),
        0..1000 => format!("{year} CE"),
        _ => year.to_string(),
    }
}

/// The century of a year, from 1; negative for BCE, from -1.
#[must_use]
pub fn century(year: i32) -> i32 {
    match year {
        ..0 => -((-year - 1) / 100 + 1),
        _ => (year.max(1) - 1) / 100 + 1,
    }
}

/// A century in words: `19th century`, `2nd century BCE`.
#[must_use]
pub fn century_name(century: i32) -> String {
    let number = century.abs();
    let ending = match (number % 10, number % 100) {
        (_, 11..=13) => "th",
        (1, _) => "st",
        (2, _) => "nd",
        (3, _) => "rd",
        _ => "th",
    };
    let era = if century < 0 { " BCE" } else { "" };
    format!("{number}{ending} century{era}")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Option<(i32, i32)> {
        Years::read(text).map(|years| (years.first, years.last))
    }

    #[test]
    fn dates_are_read_in_all_their_forms() {
        for (text, years) in [
            ("1825-01-01", (1825, 1825)),
            ("-1600-01-01", (-1600, -1600)),
            ("1825", (1825, 1825)),
            ("c. 1300", (1300, 1300)),
            ("1650 BCE", (-1650, -1650)),
            ("1850-1860", (1850, 1860)),
            ("1303-1237 BC", (-1303, -1237)),
            ("19th century", (1801, 1900)),
            ("early 14th century", (1301, 1350)),
            ("late 3rd century BCE", (-250, -201)),
            ("1st century BCE", (-100, -1)),
        ] {
            assert_eq!(read(text), Some(years), "{text}");
        }
        for text in ["unknown", "", "long ago", "the 0th century"] {
            assert_eq!(read(text), None, "{text}");
        }
    }

    #[test]
    fn years_are_written_in_words() {
        let written = |first, last| Years { first, last }.to_string();
        assert_eq!(written(1825, 1825), "1825");
        assert_eq!(written(1825, 1833), "1825-1833");
        assert_eq!(written(1801, 1900), "19th century");
        assert_eq!(written(-200, -101), "2nd century BCE");
        assert_eq!(written(-1303, -1237), "1303-1237 BCE");
        assert_eq!(written(-30, 14), "30 BCE to 14 CE");
        assert_eq!(written(100, 180), "100-180 CE");
        assert_eq!(written(898, 1020), "898-1020");
    }

    #[test]
    fn the_year_1900_ends_the_19th_century() {
        assert_eq!((century(1900), century(1901)), (19, 20));
        assert_eq!((century(-100), century(-101), century(1)), (-1, -2, 1));
        assert_eq!((century(-1), century(-2600)), (-1, -26));
    }
}
