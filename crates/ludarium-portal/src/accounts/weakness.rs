//! Which new passwords are refused, because they are among the first that somebody guesses.
//! Passwords that are stored already are not looked at.

use std::collections::HashSet;
use std::fmt;
use std::sync::LazyLock;

/// The least number of characters of a password.
const LEAST_CHARS: usize = 10;

/// How many digits and signs around a common word add nothing: as many as a date has.
const MOST_AROUND_A_WORD: usize = 8;

/// The longest group of characters that counts as repeated: `abcabcabca`.
const LONGEST_UNIT: usize = 5;

/// What passwords for this site are often made of.
const SITE: &str = "ludarium";

/// Common passwords and words in lower case, and the licence of the list in comments.
const LIST: &str = include_str!("common-passwords.txt");

static COMMON: LazyLock<HashSet<&str>> = LazyLock::new(|| {
    let lines = LIST.lines().filter(|line| !line.starts_with('#'));
    lines.flat_map(str::split_whitespace).collect()
});

/// Why a password is refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Weakness {
    /// It has too few characters.
    Short,
    /// It is the name of the account, with nothing but digits and signs around it.
    Name,
    /// It is the name of this site, with nothing but digits and signs around it.
    Site,
    /// It repeats a few characters, or goes through the digits or the alphabet.
    Pattern,
    /// It is a common password, or a common word with a few digits and signs around it.
    Common,
}

impl fmt::Display for Weakness {
    /// Says what is wrong, and what would do.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let why = match self {
            Weakness::Short => "A password has at least 10 characters.",
            Weakness::Name => {
                "A password is not the name of the account, with or without digits: that is \
                 guessed first."
            }
            Weakness::Site => {
                "A password is not the name of this site, with or without digits: that is guessed \
                 first."
            }
            Weakness::Pattern => {
                "This password is a sequence or a repetition, which is soon guessed."
            }
            Weakness::Common => {
                "This password is on the lists of common passwords, which are tried first."
            }
        };
        write!(f, "{why} Four words that do not belong together would do.")
    }
}

/// Why a password for the account of a name is refused; `None` if it is accepted.
pub fn weakness(name: &str, password: &str) -> Option<Weakness> {
    let password = password.trim().to_lowercase();
    if password.chars().count() < LEAST_CHARS {
        return Some(Weakness::Short);
    }
    if is_made_of(&password, &name.to_lowercase()) {
        return Some(Weakness::Name);
    }
    if is_made_of(&password, SITE) {
        return Some(Weakness::Site);
    }
    if is_sequence(&password) || is_repetition(&password) {
        return Some(Weakness::Pattern);
    }
    is_common(&password).then_some(Weakness::Common)
}

/// Whether a password is a name, once or several times, and has no other letters.
fn is_made_of(password: &str, name: &str) -> bool {
    let is_word = name.contains(char::is_alphabetic);
    let has_it = is_word && password.contains(name);
    password == name || has_it && !password.replace(name, "").contains(char::is_alphabetic)
}

/// Whether each character follows the one before in the digits or the alphabet, up or down.
fn is_sequence(password: &str) -> bool {
    // After 9 comes 0: `1234567890`.
    let code = |c: char| match c {
        '0' => u32::from('9') + 1,
        c => u32::from(c),
    };
    let up = |pair: &[u32]| pair[0].checked_add(1) == Some(pair[1]);
    let down = |pair: &[u32]| pair[1].checked_add(1) == Some(pair[0]);
    let is_run = |codes: Vec<u32>| codes.windows(2).all(up) || codes.windows(2).all(down);
    is_run(password.chars().map(code).collect())
        || is_run(password.chars().map(u32::from).collect())
}

/// Whether a password is a few characters again and again.
fn is_repetition(password: &str) -> bool {
    let all: Vec<char> = password.chars().collect();
    (1..=LONGEST_UNIT).any(|unit| all.iter().zip(all.iter().skip(unit)).all(|(a, b)| a == b))
}

/// Whether a password in lower case is on the list, as it is or without what stands around a word.
fn is_common(password: &str) -> bool {
    let is_listed = |text: &str| {
        let word = text.trim_matches(|c: char| !c.is_alphabetic());
        let around = text.chars().count() - word.chars().count();
        COMMON.contains(text) || around <= MOST_AROUND_A_WORD && COMMON.contains(word)
    };
    is_listed(password) || is_listed(&without_signs_for_letters(password))
}

/// A text with letters for the signs that often stand for them: `p4$$w0rd` is `password`. Digits at
/// the end are no letters.
fn without_signs_for_letters(text: &str) -> String {
    let body = text.trim_end_matches(|c: char| !c.is_alphabetic());
    let letter = |c: char| match c {
        '@' | '4' => 'a',
        '3' => 'e',
        '1' | '!' => 'i',
        '0' => 'o',
        '$' | '5' => 's',
        c => c,
    };
    let rest = text.strip_prefix(body).unwrap_or("");
    body.chars().map(letter).chain(rest.chars()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_guessed_first_is_refused() {
        for (password, why) in [
            ("ninechars", Weakness::Short),
            ("   short   ", Weakness::Short),
            ("ada1234567", Weakness::Name),
            ("2024-ADA-2024", Weakness::Name),
            ("adaADAadaADA", Weakness::Name),
            ("ludarium2024", Weakness::Site),
            ("Ludarium!!", Weakness::Site),
            ("1ludarium1ludarium1", Weakness::Site),
            ("1234567890", Weakness::Pattern),
            ("0987654321", Weakness::Pattern),
            ("9876543210", Weakness::Pattern),
            ("0123456789", Weakness::Pattern),
            ("abcdefghij", Weakness::Pattern),
            ("aaaaaaaaaaaa", Weakness::Pattern),
            ("abcabcabcabca", Weakness::Pattern),
            ("1212121212", Weakness::Pattern),
            ("qwertyuiop", Weakness::Common),
            ("1q2w3e4r5t", Weakness::Common),
            ("Password123", Weakness::Common),
            ("P@ssw0rd2024", Weakness::Common),
            ("p455w0rd!!!", Weakness::Common),
            ("Football!1998", Weakness::Common),
            ("michael01.02.03", Weakness::Common),
        ] {
            assert_eq!(weakness("Ada", password), Some(why), "{password}");
        }
        assert_eq!(
            weakness("Eve-of-the-10", "eve-of-the-10"),
            Some(Weakness::Name)
        );
        assert_eq!(weakness("1122334455", "1122334455"), Some(Weakness::Name));
    }

    #[test]
    fn what_is_not_guessed_first_is_accepted() {
        for password in [
            "correct horse battery",
            "another horse",
            "password of the old tower",
            "ludarium is where I play",
            "ada plays at dusk",
            "8273645109",
            "dragon8273645109",
            "Bär Tür Ölkanne",
            "七転び八起き七転び八起き",
            "abcdefghik",
        ] {
            assert_eq!(weakness("Ada", password), None, "{password}");
        }
        assert_eq!(weakness("10", "3410725681"), None, "digits are no word");
    }

    #[test]
    fn the_list_has_words_in_lower_case_and_its_licence() {
        assert!(LIST.contains("Permission is hereby granted"));
        assert!((3_000..5_000).contains(&COMMON.len()), "{}", COMMON.len());
        for word in COMMON.iter() {
            assert!(word.len() >= 5 && *word == word.to_lowercase(), "{word}");
        }
    }

    #[test]
    fn the_messages_say_what_would_do() {
        for why in [
            Weakness::Short,
            Weakness::Name,
            Weakness::Site,
            Weakness::Pattern,
            Weakness::Common,
        ] {
            let text = why.to_string();
            assert!(
                text.ends_with("would do.") && text.contains("password"),
                "{text}"
            );
        }
        assert!(Weakness::Short
            .to_string()
            .contains(&LEAST_CHARS.to_string()));
    }
}
