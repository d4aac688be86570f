//! Numbers in sentences.

use std::fmt::Display;

const UP_TO_TWELVE: [&str; 13] = [
    "none", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten",
    "eleven", "twelve",
];

const ORDINALS: [&str; 10] = [
    "first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth",
];

/// A number of things, with the noun in the form that goes with it.
///
/// ```
/// use ludarium_notation::number_words::counted;
/// assert_eq!(counted(1, "ply"), "1 ply");
/// assert_eq!(counted(2, "ply"), "2 plies");
/// assert_eq!(counted(0, "game"), "0 games");
/// assert_eq!(counted(3, "match"), "3 matches");
/// assert_eq!(counted(2, "day"), "2 days");
/// ```
#[must_use]
pub fn counted(number: impl Display, noun: &str) -> String {
    let number = number.to_string();
    match number.as_str() {
        "1" => format!("1 {noun}"),
        _ => format!("{number} {}", plural(noun)),
    }
}

/// The plural of an English noun that forms it by rule.
fn plural(noun: &str) -> String {
    let before_y = noun.strip_suffix('y');
    let is_vowel = |stem: &str| stem.ends_with(['a', 'e', 'i', 'o', 'u']);
    match before_y {
        Some(stem) if !is_vowel(stem) => format!("{stem}ies"),
        _ if noun.ends_with(['s', 'x', 'z']) || noun.ends_with("ch") || noun.ends_with("sh") => {
            format!("{noun}es")
        }
        _ => format!("{noun}s"),
    }
}

/// A number as a word, up to twelve.
pub(crate) fn number_word(number: i32) -> String {
    let word = usize::try_from(number)
        .ok()
        .and_then(|number| UP_TO_TWELVE.get(number));
    word.map_or_else(|| number.to_string(), |word| (*word).to_owned())
}

/// An ordinal number as a word, up to the tenth.
pub(crate) fn ordinal(number: i32) -> String {
    let word = usize::try_from(number - 1)
        .ok()
        .and_then(|index| ORDINALS.get(index));
    word.map_or_else(
        || format!("{number}{}", ordinal_ending(number)),
        |word| (*word).to_owned(),
    )
}

fn ordinal_ending(number: i32) -> &'static str {
    match (number % 100, number % 10) {
        (11..=13, _) => "th",
        (_, 1) => "st",
        (_, 2) => "nd",
        (_, 3) => "rd",
        _ => "th",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn small_numbers_and_ordinals_are_words() {
        assert_eq!([3, 12, 13].map(number_word), ["three", "twelve", "13"]);
        assert_eq!(
            [3, 10, 11, 22, 103].map(ordinal),
            ["third", "tenth", "11th", "22nd", "103rd"]
        );
    }
}
