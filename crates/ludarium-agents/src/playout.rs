//! Random games played to the end.

use ludarium_engine::{Chance, Game, Move, State};

/// Statistics of a playout.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Playout {
    /// The number of moves made.
    pub plies: usize,
    /// The number of legal moves, summed over all plies.
    pub choices: u64,
    /// Whether the game ended, rather than being cut off.
    pub ended: bool,
}

/// Plays uniformly random moves until the game ends or `limit` plies are made. `moves` is a scratch
/// buffer.
pub fn playout(
    game: &Game,
    state: &mut State,
    chance: &mut dyn Chance,
    limit: usize,
    moves: &mut Vec<Move>,
) -> Playout {
    let mut result = Playout::default();
    while !state.over() {
        if result.plies == limit {
            return result;
        }
        game.legal(state, moves);
        let Some(count) = u32::try_from(moves.len()).ok().filter(|count| *count > 0) else {
            return result;
        };
        let mv = moves[chance.below(count) as usize];
        game.apply(state, mv, chance);
        result.plies += 1;
        result.choices += u64::from(count);
    }
    result.ended = true;
    result
}
