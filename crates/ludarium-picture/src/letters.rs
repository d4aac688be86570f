//! Letters drawn as lines, so that pictures need no fonts.

use unicode_normalization::UnicodeNormalization;

use crate::svg::{number, pair, Paint, Point, Svg};

/// The height of a capital, in units of the letter table.
const CAPITAL: f64 = 60.0;
/// The space between two letters.
const GAP: f64 = 14.0;
/// The width of a line.
const PEN: f64 = 8.0;

/// How a text is aligned to its position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Align {
    /// The text begins there.
    Start,
    /// The text is centred there.
    Middle,
    /// The text ends there.
    End,
}

/// A letter's width and path: capitals from 0 to 60, small letters from 20, descenders to 78.
fn letter(c: char) -> Option<(f64, &'static str)> {
    Some(match c {
        'A' => (44.0, "M0 60 L22 0 L44 60 M8 40 H36"),
        'B' => (38.0, "M2 29 H21 C40 29 40 0 20 0 H2 V60 H22 C44 60 44 29 21 29"),
        'C' => (42.0, "M41 10 C30 -6 2 -4 2 30 C2 64 30 66 41 50"),
        'D' => (43.0, "M2 0 V60 H16 C50 60 50 0 16 0 Z"),
        'E' => (36.0, "M36 0 H2 V60 H36 M2 29 H30"),
        'F' => (34.0, "M34 0 H2 V60 M2 29 H28"),
        'G' => (46.0, "M42 10 C30 -6 2 -4 2 30 C2 66 34 66 44 48 V33 H27"),
        'H' => (42.0, "M2 0 V60 M40 0 V60 M2 29 H40"),
        'I' => (4.0, "M2 0 V60"),
        'J' => (28.0, "M26 0 V44 C26 64 4 64 2 48"),
        'K' => (40.0, "M2 0 V60 M38 0 L2 36 M14 25 L40 60"),
        'L' => (34.0, "M2 0 V60 H34"),
        'M' => (52.0, "M2 60 V0 L26 40 L50 0 V60"),
        'N' => (42.0, "M2 60 V0 L40 60 V0"),
        'O' => (46.0, "M23 0 C-5 0 -5 60 23 60 C51 60 51 0 23 0 Z"),
        'P' => (38.0, "M2 60 V0 H20 C42 0 42 33 20 33 H2"),
        'Q' => (46.0, "M23 0 C-5 0 -5 60 23 60 C51 60 51 0 23 0 Z M29 44 L45 64"),
        'R' => (40.0, "M2 60 V0 H20 C42 0 42 33 20 33 H2 M18 33 L40 60"),
        'S' => (38.0, "M36 9 C28 -5 3 -3 3 15 C3 34 37 26 37 45 C37 64 8 64 2 50"),
        'T' => (40.0, "M0 0 H40 M20 0 V60"),
        'U' => (42.0, "M2 0 V38 C2 68 40 68 40 38 V0"),
        'V' => (42.0, "M0 0 L21 60 L42 0"),
        'W' => (58.0, "M0 0 L14 60 L29 10 L44 60 L58 0"),
        'X' => (42.0, "M0 0 L42 60 M42 0 L0 60"),
        'Y' => (42.0, "M0 0 L21 30 L42 0 M21 30 V60"),
        'Z' => (40.0, "M1 0 H40 L0 60 H40"),
        'a' => (32.0, "M30 20 V60 M30 40 C30 13 2 13 2 40 C2 67 30 67 30 40"),
        'b' => (32.0, "M2 0 V60 M2 40 C2 13 30 13 30 40 C30 67 2 67 2 40"),
        'c' => (29.0, "M28 27 C20 16 2 17 2 40 C2 63 20 64 28 53"),
        'd' => (32.0, "M30 0 V60 M30 40 C30 13 2 13 2 40 C2 67 30 67 30 40"),
        'e' => (31.0, "M3 39 H30 C30 13 2 13 2 40 C2 64 21 65 29 53"),
        'f' => (22.0, "M22 2 C14 -4 9 4 9 12 V60 M0 22 H20"),
        'g' => (32.0, "M30 20 V62 C30 82 8 82 4 70 M30 40 C30 13 2 13 2 40 C2 67 30 67 30 40"),
        'h' => (30.0, "M2 0 V60 M2 38 C6 14 28 14 28 36 V60"),
        'i' => (4.0, "M2 22 V60 M2 6 V8"),
        'j' => (14.0, "M12 22 V66 C12 78 4 78 0 76 M12 6 V8"),
        'k' => (28.0, "M2 0 V60 M26 22 L2 44 M11 36 L28 60"),
        'l' => (4.0, "M2 0 V60"),
        'm' => (50.0, "M2 22 V60 M2 38 C6 14 25 14 25 36 V60 M25 38 C29 14 48 14 48 36 V60"),
        'n' => (30.0, "M2 22 V60 M2 38 C6 14 28 14 28 36 V60"),
        'o' => (34.0, "M17 20 C-3 20 -3 60 17 60 C37 60 37 20 17 20 Z"),
        'p' => (32.0, "M2 22 V78 M2 40 C2 13 30 13 30 40 C30 67 2 67 2 40"),
        'q' => (32.0, "M30 22 V78 M30 40 C30 13 2 13 2 40 C2 67 30 67 30 40"),
        'r' => (20.0, "M2 22 V60 M2 38 C4 22 12 20 20 22"),
        's' => (28.0, "M27 27 C19 16 3 18 3 30 C3 43 27 36 27 49 C27 63 7 63 1 53"),
        't' => (22.0, "M9 6 V48 C9 60 16 62 22 58 M0 22 H20"),
        'u' => (30.0, "M2 22 V44 C2 66 24 66 28 42 M28 22 V60"),
        'v' => (30.0, "M0 22 L15 60 L30 22"),
        'w' => (46.0, "M0 22 L11 60 L23 28 L35 60 L46 22"),
        'x' => (30.0, "M0 22 L30 60 M30 22 L0 60"),
        'y' => (30.0, "M0 22 L15 58 M30 22 L9 78"),
        'z' => (28.0, "M1 22 H28 L0 60 H28"),
        'ı' => (4.0, "M2 22 V60"),
        'ø' => (34.0, "M17 20 C-3 20 -3 60 17 60 C37 60 37 20 17 20 Z M2 64 L32 16"),
        'Ø' => (46.0, "M23 0 C-5 0 -5 60 23 60 C51 60 51 0 23 0 Z M4 64 L42 -4"),
        'đ' => (34.0, "M30 0 V60 M30 40 C30 13 2 13 2 40 C2 67 30 67 30 40 M16 10 H38"),
        'Đ' => (43.0, "M2 0 V60 H16 C50 60 50 0 16 0 Z M-8 30 H16"),
        'ł' => (10.0, "M5 0 V60 M-4 38 L14 24"),
        'Ł' => (34.0, "M2 0 V60 H34 M-6 38 L14 24"),
        'ŋ' => (30.0, "M2 22 V60 M2 38 C6 14 28 14 28 36 V66 C28 82 16 82 12 76"),
        '0' => (36.0, "M18 0 C-4 0 -4 60 18 60 C40 60 40 0 18 0 Z"),
        '1' => (18.0, "M2 12 L14 0 V60"),
        '2' => (35.0, "M2 14 C6 -6 36 -4 33 18 C31 32 10 42 1 60 H35"),
        '3' => (36.0, "M3 8 C12 -5 33 -2 32 15 C31 28 18 29 13 29 C20 29 36 30 35 45 C34 64 8 64 1 51"),
        '4' => (38.0, "M27 60 V0 L0 43 H37"),
        '5' => (36.0, "M32 0 H7 L4 27 C14 18 36 22 35 41 C34 64 8 65 1 52"),
        '6' => (36.0, "M31 6 C16 -6 2 10 2 38 C2 68 36 66 35 41 C34 18 4 20 2 42"),
        '7' => (35.0, "M1 0 H35 L13 60"),
        '8' => (36.0, "M18 28 C-2 28 0 0 18 0 C36 0 38 28 18 28 C-6 28 -4 60 18 60 C40 60 42 28 18 28 Z"),
        '9' => (36.0, "M5 54 C20 66 34 50 34 22 C34 -8 0 -6 1 19 C2 42 32 40 34 18"),
        '.' => (4.0, "M2 58 V60"),
        ',' => (6.0, "M5 56 L1 68"),
        ':' => (4.0, "M2 28 V30 M2 56 V58"),
        ';' => (6.0, "M4 28 V30 M5 56 L1 68"),
        '-' | '–' | '—' | '‐' => (22.0, "M2 36 H20"),
        '+' => (34.0, "M17 18 V52 M0 35 H34"),
        '×' => (28.0, "M2 22 L26 48 M26 22 L2 48"),
        '=' => (32.0, "M0 27 H32 M0 43 H32"),
        '\'' | '’' | '‘' | 'ʼ' | 'ʿ' | 'ʾ' => (4.0, "M2 0 V12"),
        '"' => (14.0, "M2 0 V12 M12 0 V12"),
        '(' => (14.0, "M13 -4 C-3 14 -3 50 13 68"),
        ')' => (14.0, "M1 -4 C17 14 17 50 1 68"),
        '/' => (30.0, "M0 66 L30 -4"),
        '?' => (32.0, "M2 12 C6 -8 34 -4 31 15 C29 28 16 28 16 42 M16 58 V60"),
        '!' => (4.0, "M2 0 V42 M2 58 V60"),
        '&' => (44.0, "M44 60 L10 18 C4 4 28 -6 28 10 C28 24 2 26 2 44 C2 64 32 66 40 34"),
        '*' => (28.0, "M14 4 V32 M2 11 L26 25 M26 11 L2 25"),
        '%' => (46.0, "M42 0 L4 60 M10 2 C-2 2 -2 24 10 24 C22 24 22 2 10 2 Z M36 36 C24 36 24 58 36 58 C48 58 48 36 36 36 Z"),
        _ => return None,
    })
}

/// A letter of a text, and the accents above or below it.
struct Written {
    width: f64,
    path: &'static str,
    accents: String,
}

impl Written {
    fn plain((width, path): (f64, &'static str)) -> Written {
        Written {
            width,
            path,
            accents: String::new(),
        }
    }
}

/// The letters of a text, with their accents; those that cannot be drawn become `?`.
fn written(text: &str) -> Vec<Written> {
    let mut letters: Vec<Written> = Vec::new();
    for c in text.chars() {
        if c == ' ' || c == '\u{a0}' {
            letters.push(Written::plain((16.0, "")));
        } else if let Some(found) = letter(c) {
            letters.push(Written::plain(found));
        } else if let Some(found) = with_accents(c) {
            letters.push(found);
        } else {
            let mut plain = ludarium_games::fold(&c.to_string());
            if c.is_uppercase() {
                plain = plain.to_uppercase();
            }
            let known: Vec<_> = plain.chars().filter_map(letter).collect();
            match known.is_empty() {
                true if c.is_alphanumeric() => letters.extend(letter('?').map(Written::plain)),
                _ => letters.extend(known.into_iter().map(Written::plain)),
            }
        }
    }
    letters
}

/// A letter with accents that it can be taken apart into.
fn with_accents(c: char) -> Option<Written> {
    let mut parts = std::iter::once(c).nfd();
    let base = parts.next()?;
    let marks: Vec<char> = parts.collect();
    // An accent takes the place of the dot.
    let above = marks.iter().any(|mark| !is_below(*mark));
    let base = match base {
        'i' if above => 'ı',
        base => base,
    };
    let (width, path) = letter(base)?;
    let mut accents = String::new();
    for mark in &marks {
        accents.push_str(&accent(*mark, width / 2.0, base.is_uppercase())?);
    }
    (!marks.is_empty()).then_some(Written {
        width,
        path,
        accents,
    })
}

fn is_below(mark: char) -> bool {
    matches!(mark, '\u{323}' | '\u{327}' | '\u{328}' | '\u{331}')
}

/// The path of an accent on a letter whose middle is at `x`.
fn accent(mark: char, x: f64, capital: bool) -> Option<String> {
    let y = if capital { -10.0 } else { 8.0 };
    let line = |points: &[(f64, f64)]| -> String {
        let mut path = String::new();
        for (index, (dx, dy)) in points.iter().enumerate() {
            path.push_str(if index == 0 { " M" } else { " L" });
            path.push_str(&pair((x + dx, y + dy)));
        }
        path
    };
    Some(match mark {
        '\u{300}' => line(&[(-8.0, -6.0), (4.0, 4.0)]),
        '\u{301}' => line(&[(8.0, -6.0), (-4.0, 4.0)]),
        '\u{302}' => line(&[(-10.0, 4.0), (0.0, -6.0), (10.0, 4.0)]),
        '\u{303}' => line(&[(-12.0, 3.0), (-6.0, -3.0), (6.0, 3.0), (12.0, -3.0)]),
        '\u{304}' => line(&[(-11.0, 0.0), (11.0, 0.0)]),
        '\u{306}' => line(&[(-10.0, -6.0), (-5.0, 2.0), (5.0, 2.0), (10.0, -6.0)]),
        '\u{307}' => line(&[(0.0, -1.0), (0.0, 1.0)]),
        '\u{308}' => line(&[(-8.0, -1.0), (-8.0, 1.0)]) + &line(&[(8.0, -1.0), (8.0, 1.0)]),
        '\u{30a}' => line(&[
            (0.0, -8.0),
            (7.0, -1.0),
            (0.0, 6.0),
            (-7.0, -1.0),
            (0.0, -8.0),
        ]),
        '\u{30b}' => line(&[(0.0, -6.0), (-8.0, 4.0)]) + &line(&[(12.0, -6.0), (4.0, 4.0)]),
        '\u{30c}' => line(&[(-10.0, -6.0), (0.0, 4.0), (10.0, -6.0)]),
        _ if is_below(mark) => {
            let y = 72.0;
            let at = |dx: f64, dy: f64| pair((x + dx, y + dy));
            match mark {
                '\u{323}' => format!(" M{} L{}", at(0.0, 0.0), at(0.0, 2.0)),
                '\u{331}' => format!(" M{} L{}", at(-11.0, 0.0), at(11.0, 0.0)),
                _ => format!(" M{} L{} L{}", at(0.0, -11.0), at(5.0, 0.0), at(-7.0, 4.0)),
            }
        }
        _ => return None,
    })
}

/// The width of a text whose capitals are `height` high.
#[must_use]
pub fn width(text: &str, height: f64) -> f64 {
    let letters = written(text);
    let wide: f64 = letters.iter().map(|letter| letter.width + GAP).sum();
    (wide - GAP).max(0.0) * height / CAPITAL
}

/// Writes a text, its capitals centred vertically on `at`.
pub fn write(svg: &mut Svg, text: &str, at: Point, height: f64, align: Align, colour: &str) {
    let scale = height / CAPITAL;
    let width = width(text, height);
    let left = match align {
        Align::Start => at.0,
        Align::Middle => at.0 - width / 2.0,
        Align::End => at.0 - width,
    };
    let mut x = 0.0;
    let mut lines = String::new();
    for letter in written(text) {
        moved(letter.path, x, &mut lines);
        moved(&letter.accents, x, &mut lines);
        x += letter.width + GAP;
    }
    if lines.is_empty() {
        return;
    }
    svg.placed((left, at.1 - height / 2.0), 0.0, scale, |svg| {
        svg.path(&lines, Paint::line(colour, PEN));
    });
}

/// Appends a path of the letter table, shifted to the right.
fn moved(path: &str, right: f64, out: &mut String) {
    let (mut command, mut place) = ('M', 0);
    for word in path.split(' ').filter(|word| !word.is_empty()) {
        let mut rest = word;
        if let Some(letter) = word.chars().next().filter(char::is_ascii_alphabetic) {
            (command, place) = (letter, 0);
            out.push(letter);
            rest = &word[1..];
        } else {
            out.push(' ');
        }
        let Ok(value) = rest.parse::<f64>() else {
            continue;
        };
        let across = match command {
            'H' => true,
            'V' => false,
            _ => place % 2 == 0,
        };
        out.push_str(&number(if across { value + right } else { value }));
        place += 1;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_letter_and_digit_can_be_written() {
        for c in ('A'..='Z').chain('a'..='z').chain('0'..='9') {
            assert!(letter(c).is_some(), "{c}");
        }
    }

    #[test]
    fn a_letter_moves_to_the_right_and_nowhere_else() {
        let mut out = String::new();
        moved("M2 0 V60 H20 C44 60 44 29 22 29 Z", 10.0, &mut out);
        assert_eq!(out, "M12 0V60H30C54 60 54 29 32 29Z");
    }

    #[test]
    fn accents_are_drawn_and_take_no_width() {
        let drawn = |text: &str| {
            let mut svg = Svg::new();
            write(&mut svg, text, (0.0, 0.0), 10.0, Align::Start, "#000");
            svg.into_body()
        };
        for (accented, plain) in [
            ("Tâb wa-dukk, Ḥoumt", "Tab wa-dukk, Houmt"),
            ("É", "E"),
            ("Tromsø", "Tromso"),
            ("Göteborg", "Goteborg"),
            ("kamış", "kamıs"),
        ] {
            assert_eq!(width(accented, 10.0), width(plain, 10.0), "{accented}");
            assert!(drawn(accented).len() > drawn(plain).len(), "{accented}");
        }
    }

    #[test]
    fn every_place_and_game_of_the_evidence_can_be_written() {
        let known = |c: char| letter(c).is_some() || with_accents(c).is_some() || c == ' ';
        let folded = |c: char| !ludarium_games::fold(&c.to_string()).is_empty();
        for entry in ludarium_games::games() {
            for find in &entry.about.evidence {
                for text in [&find.place, &find.game].into_iter().flatten() {
                    for c in text.chars().filter(|c| c.is_alphabetic()) {
                        assert!(known(c) || folded(c), "{c} in {text}");
                    }
                }
            }
        }
    }
}
