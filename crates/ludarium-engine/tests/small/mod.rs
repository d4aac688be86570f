//! Small games that the tests describe themselves.

#![allow(dead_code)] // each test file uses what it needs

use ludarium_engine::{Action, Game, Move, SplitMix64, State};
use ludarium_lud::{Choices, Definitions, Description};

pub fn described(text: &str) -> Description {
    let description = ludarium_lud::load("test", text, &Definitions::none(), &Choices::defaults());
    description.unwrap_or_else(|errors| panic!("{errors}"))
}

pub fn compiled(text: &str) -> Game {
    Game::compile(&described(text)).unwrap_or_else(|errors| panic!("{errors}\n{text}"))
}

/// A game for two players with this equipment and these rules.
pub fn game(equipment: &str, rules: &str) -> Game {
    compiled(&format!(
        "(game \"Test\" (players 2) (equipment {{ {equipment} }}) (rules {rules}))"
    ))
}

/// The value of `number` at the start of a game with this equipment and start: the only move sets
/// the first player's score to it.
pub fn asked(equipment: &str, start: &str, number: &str) -> i32 {
    let rules = format!(
        "(start {{ {start} }}) (play (move Pass (then (addScore P1 {number}))))
         (end (if (all Passed) (result Mover Draw)))"
    );
    let game = game(equipment, &rules);
    let mut state = begin(&game);
    let only = legal(&game, &mut state)[0];
    game.apply(&mut state, only, &mut SplitMix64::new(1));
    state.score(1)
}

/// Whether a condition holds at the start of such a game.
pub fn holds(equipment: &str, start: &str, truth: &str) -> bool {
    asked(equipment, start, &format!("(toInt {truth})")) == 1
}

pub fn begin(game: &Game) -> State {
    game.start(&mut SplitMix64::new(1))
}

pub fn legal(game: &Game, state: &mut State) -> Vec<Move> {
    let mut moves = Vec::new();
    game.legal(state, &mut moves);
    moves
}

pub fn targets(game: &Game, state: &mut State) -> Vec<i32> {
    legal(game, state).iter().map(Move::target).collect()
}

/// Plays the first legal move to a site; returns its actions.
pub fn play(game: &Game, state: &mut State, site: i32) -> Vec<Action> {
    let mut chance = SplitMix64::new(1);
    let moves = legal(game, state);
    let mv = moves.iter().find(|mv| mv.target() == site);
    let mv = *mv.unwrap_or_else(|| panic!("no move to {site} among {moves:?}"));
    let actions = game.explain(state, mv, &mut chance);
    game.apply(state, mv, &mut chance);
    actions
}

/// Plays a random game to its end, undoing every move once.
pub fn plays_and_takes_back(game: &Game, seed: u64) {
    let (mut pick, mut chance) = (SplitMix64::new(seed), SplitMix64::new(seed));
    let mut state = game.start(&mut chance);
    for _ in 0..300 {
        let Some(mv) = game.sample(&mut state, &mut pick) else {
            return;
        };
        assert!(legal(game, &mut state).contains(&mv), "{mv:?}");
        let before = state.clone();
        let mark = game.apply_marked(&mut state, mv, &mut chance.clone());
        state.undo(mark);
        assert!(state == before);
        game.apply(&mut state, mv, &mut chance);
        assert_eq!(state.hash(), state.recomputed_hash());
    }
}
