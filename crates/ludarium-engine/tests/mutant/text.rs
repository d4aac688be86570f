//! Mutants of texts: moves words, numbers and brackets with their content.

use ludarium_engine::SplitMix64;

use super::seeds::Seeds;
use super::{below, pick, unusual_number};

/// Fragments of the language, intact or broken.
const PIECES: [&str; 24] = [
    "(",
    ")",
    "{",
    "}",
    "<",
    ">",
    "\"",
    "~",
    "#1",
    "..",
    "1..9",
    "0..99999",
    "if:",
    "to:",
    "-",
    "99999999999",
    "1.5",
    "Off",
    "Infinity",
    "P17",
    "(define \"X\" (\"X\"))",
    "(\"X\")",
    "é",
    "//",
];

/// A text with a few fragments moved, removed, duplicated or replaced.
pub fn mutate(seeds: &Seeds, random: &mut SplitMix64) -> (String, String) {
    let Some((name, text)) = pick(random, &seeds.texts) else {
        panic!("the project has games");
    };
    let mut text = text.clone();
    for _ in 0..=below(random, 4) {
        let Some(spot) = term(&text, random) else {
            break;
        };
        let with = match below(random, 8) {
            0 => String::new(),
            1 => text[spot.clone()].repeat(2),
            2 => PIECES[below(random, PIECES.len())].to_string(),
            3 => text[spot.clone()].repeat(30),
            4 => {
                let other = pick(random, &seeds.texts).map_or("", |(_, text)| text);
                term(other, random).map_or(String::new(), |range| other[range].to_string())
            }
            5 => term(&text, random).map_or(String::new(), |range| text[range].to_string()),
            _ => {
                let piece = &text[spot.clone()];
                if piece.bytes().all(|byte| byte.is_ascii_digit()) {
                    unusual_number(random).to_string()
                } else {
                    let known = like(&text, piece);
                    pick(random, &known)
                        .map_or(String::new(), |range| text[range.clone()].to_string())
                }
            }
        };
        text.replace_range(spot, &with);
    }
    (name.clone(), text)
}

/// A random word or bracket with all its content.
fn term(text: &str, random: &mut SplitMix64) -> Option<std::ops::Range<usize>> {
    let starts = starts(text);
    let start = *pick(random, &starts)?;
    Some(start..end(text, start))
}

/// The starts of words and brackets.
fn starts(text: &str) -> Vec<usize> {
    let mut before = b' ';
    let mut starts = Vec::new();
    for (at, byte) in text.bytes().enumerate() {
        let word = byte.is_ascii_alphanumeric();
        if matches!(byte, b'(' | b'{' | b'"') || (word && !before.is_ascii_alphanumeric()) {
            starts.push(at);
        }
        before = byte;
    }
    starts
}

fn end(text: &str, start: usize) -> usize {
    let bytes = text.as_bytes();
    match bytes[start] {
        b'(' | b'{' => {
            let mut depth = 0usize;
            for (at, byte) in bytes.iter().enumerate().skip(start) {
                match byte {
                    b'(' | b'{' => depth += 1,
                    b')' | b'}' => depth = depth.saturating_sub(1),
                    _ => {}
                }
                if depth == 0 {
                    return at + 1;
                }
            }
            text.len()
        }
        b'"' => bytes[start + 1..]
            .iter()
            .position(|&byte| byte == b'"')
            .map_or(text.len(), |at| start + at + 2),
        _ => bytes[start..]
            .iter()
            .position(|byte| !byte.is_ascii_alphanumeric())
            .map_or(text.len(), |at| start + at),
    }
}

/// The terms of the text that begin like `piece`, with the same bracket and keyword.
fn like(text: &str, piece: &str) -> Vec<std::ops::Range<usize>> {
    let head: String = piece
        .chars()
        .take_while(|c| !c.is_whitespace())
        .take(8)
        .collect();
    starts(text)
        .into_iter()
        .filter(|&start| text[start..].starts_with(&head))
        .map(|start| start..end(text, start))
        .collect()
}
