//! A key for tables of positions.

use engine::State;

/// Mixes a number into a key.
#[must_use]
pub(crate) fn mix(key: u64, value: u64) -> u64 {
    let mut z = (key ^ value).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    z = (z ^ z >> 32).wrapping_mul(0xd6e8_feb8_6659_fd93);
    z ^ z >> 29
}

/// A key of what a state's future depends on, as far as agents can see it: what stands where, whose
/// turn it is, scores, dice, choices made. Where a turn goes on, what moved before matters as well.
///
/// Two states of one key may still differ in what the rules remember apart from the board (a pawn
/// that may be taken in passing, say): a search may rely on it for an estimate, and has to check that
/// a move from a table is legal.
#[must_use]
pub(crate) fn key(state: &State, players: usize, turn_goes_on: bool) -> u64 {
    let mut key = mix(state.hash(), state.mover() as u64 + 1);
    for player in 1..=players {
        let score = state.score(player);
        if score != 0 {
            key = mix(key, (player as u64) << 40 ^ score as u32 as u64);
        }
    }
    for (index, die) in state.dice().into_iter().enumerate() {
        key = mix(key, (index as u64 + 1) << 48 ^ die as u32 as u64);
    }
    if state.waiting() > 0 {
        key = mix(key, (state.waiting() as u64) << 56);
    }
    if turn_goes_on {
        let (from, to) = state.last();
        key = mix(key, u64::from(from as u32) << 32 | u64::from(to as u32));
    }
    key
}
