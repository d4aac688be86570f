//! Plays a few plies of a mutant.

use ludarium_engine::{Game, SplitMix64};
use ludarium_lud::Description;

use super::below;

/// The number of plies played of each mutant.
const PLIES: usize = 12;

/// Compiles and plays a mutant, and asserts the invariants of every game. Returns the outcome as
/// text.
pub fn play(description: &Description, mut random: SplitMix64) -> String {
    let game = match Game::compile(description) {
        Ok(game) => game,
        Err(errors) => return format!("not compiled: {}", errors.diagnostics[0]),
    };
    let mut chance = SplitMix64::new(random.next_u64());
    let mut state = game.start(&mut chance);
    let mut moves = Vec::new();
    for ply in 0..PLIES {
        if state.over() {
            return format!("over after {ply} plies");
        }
        let before = state.clone();
        game.legal(&mut state, &mut moves);
        if state.over() {
            return format!("stopped at ply {ply}");
        }
        assert!(state == before, "asking for the moves changed the state");
        assert!(!moves.is_empty(), "a game that goes on has a move");
        let sampled = game.sample(&mut state, &mut random);
        assert!(
            state.over() || sampled.is_some_and(|mv| moves.contains(&mv)),
            "{sampled:?} was drawn, but is none of {moves:?}"
        );
        assert!(state == before, "sampling a move changed the state");
        let mv = moves[below(&mut random, moves.len())];
        let mark = game.apply_marked(&mut state, mv, &mut chance.clone());
        assert_eq!(state.hash(), state.recomputed_hash(), "after {mv:?}");
        state.undo(mark);
        assert!(state == before, "{mv:?} is not taken back");
        if ply % 4 == 0 {
            let _ = game.explain(&mut state, mv, &mut chance.clone());
            assert!(state == before, "{mv:?}: explaining changes the state");
        }
        game.apply(&mut state, mv, &mut chance);
        let _ = game.outcome(&state);
    }
    format!("played {PLIES} plies")
}
