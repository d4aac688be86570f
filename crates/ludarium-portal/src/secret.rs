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

/// The name of a game in its address: ten letters and digits that are not mixed up with others.
#[must_use]
pub fn game_id() -> String {
    const LETTERS: &[u8; 32] = b"abcdefghijkmnpqrstuvwxyz23456789";
    let drawn = bytes::<10>();
    drawn
        .iter()
        .map(|byte| char::from(LETTERS[usize::from(*byte) % LETTERS.len()]))
        .collect()
}
