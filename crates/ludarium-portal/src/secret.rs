//! Secrets from the operating system's random source.

use ludarium_table::hex;

/// Random bytes.
///
/// # Panics
/// If the operating system has no random source: nothing could be kept secret then.
#[must_use]
#[allow(clippy::expect_used)]
pub fn bytes<const N: usize>() -> [u8; N] {
    let mut bytes = [0; N];
    getrandom::fill(&mut bytes).expect("the operating system has a random source");
    bytes
}

/// The key of a seat: 128 bits in hexadecimal digits.
#[must_use]
pub fn key() -> String {
    hex(&bytes::<16>())
}

/// Letters and digits that are not mixed up with others.
const LETTERS: &[u8; 32] = b"abcdefghijkmnpqrstuvwxyz23456789";

/// The number of letters in the name of a game.
const GAME_ID_LETTERS: usize = 10;

/// The name of a game in its address: ten of [`LETTERS`].
#[must_use]
pub fn game_id() -> String {
    let drawn = bytes::<GAME_ID_LETTERS>();
    drawn
        .iter()
        .map(|byte| char::from(LETTERS[usize::from(*byte) % LETTERS.len()]))
        .collect()
}

/// Whether a game could have this name.
#[must_use]
pub fn is_game_id(text: &str) -> bool {
    text.len() == GAME_ID_LETTERS && text.bytes().all(|letter| LETTERS.contains(&letter))
}

/// Whether this could be a [`key`].
#[must_use]
pub fn is_key(text: &str) -> bool {
    text.len() == 32 && text.bytes().all(is_hex_digit)
}

/// Whether this could be the token of a session: 256 bits in hexadecimal digits.
#[must_use]
pub fn is_token(text: &str) -> bool {
    text.len() == 64 && text.bytes().all(is_hex_digit)
}

fn is_hex_digit(letter: u8) -> bool {
    matches!(letter, b'0'..=b'9' | b'a'..=b'f')
}
