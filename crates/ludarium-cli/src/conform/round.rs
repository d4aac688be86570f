//! Rounds of simultaneous moves, which a record writes as one move without a mover.

use ludarium_engine::{Game, Move, SplitMix64, State};

use super::replay::actions;
use crate::trial::{agree, RecordedMove};

/// The total number of moves that the players of a round choose from.
pub fn choices(game: &Game, state: &State, chance: &SplitMix64) -> usize {
    let (mut state, mut chance) = (state.clone(), chance.clone());
    let mut total = 0;
    let mut legal = Vec::new();
    loop {
        game.legal(&mut state, &mut legal);
        total += legal.len();
        let Some(&any) = legal.first() else {
            return total;
        };
        game.apply(&mut state, any, &mut chance);
        if state.waiting() == 0 {
            return total;
        }
    }
}

/// The moves of the players that together have the recorded effects.
pub fn find(
    game: &Game,
    state: &State,
    chance: &SplitMix64,
    recorded: &RecordedMove,
) -> Option<Vec<Move>> {
    let mut chosen = Vec::new();
    let found = choose(game, state, chance, recorded, 0, &mut chosen);
    found.then_some(chosen)
}

/// Continues after choices that account for the first `told` recorded actions.
fn choose(
    game: &Game,
    state: &State,
    chance: &SplitMix64,
    recorded: &RecordedMove,
    told: usize,
    chosen: &mut Vec<Move>,
) -> bool {
    let mut state = state.clone();
    let mut legal = Vec::new();
    game.legal(&mut state, &mut legal);
    for &mv in &legal {
        let actions = actions(game, &mut state, chance, mv);
        let mut next = state.clone();
        game.apply(&mut next, mv, &mut chance.clone());
        chosen.push(mv);
        let fits = if next.waiting() == 0 {
            // The last choice produces the actions of the whole round.
            agree(&recorded.actions, &actions)
        } else {
            let own = recorded.actions.get(told..told + actions.len());
            own.is_some_and(|own| agree(own, &actions))
                && choose(game, &next, chance, recorded, told + actions.len(), chosen)
        };
        if fits {
            return true;
        }
        chosen.pop();
    }
    false
}
