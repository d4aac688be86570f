//! Keys for transposition tables.

use ludarium_engine::{Move, State};

/// Mixes a value into a key.
#[must_use]
pub(crate) fn mix(key: u64, value: u64) -> u64 {
    let mut z = (key ^ value).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    z = (z ^ z >> 32).wrapping_mul(0xd6e8_feb8_6659_fd93);
    z ^ z >> 29
}

/// A key of everything that a state's future depends on ([`State::key`]). Within a turn of several
/// moves it includes the last move.
///
/// Two states with one key may still differ in what rules ask about the last move and in what rules
/// count (moves without progress, repetitions). A search may use an entry as an estimate, and has
/// to check that its move is legal.
#[must_use]
pub(crate) fn key(state: &State, turn_goes_on: bool) -> u64 {
    let mut key = mix(state.key(), 1);
    if turn_goes_on {
        let (from, to) = state.last();
        key = mix(key, u64::from(from as u32) << 32 | u64::from(to as u32));
    }
    key
}

/// A hash of a list of moves that does not depend on their order.
#[must_use]
pub(crate) fn moves_hash(legal: &[Move]) -> u64 {
    let one = |mv: &Move| mix(1, u64::from(mv.from) << 16 | u64::from(mv.to));
    legal.iter().map(one).fold(0, u64::wrapping_add)
}
