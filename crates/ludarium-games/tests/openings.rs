//! Turns of several moves, planned with a neural evaluation.

use std::sync::Arc;

use ludarium_agents::evaluation::Evaluation;
use ludarium_agents::{Agent, AlphaBeta, Budget};
use ludarium_engine::{Game, SplitMix64, State};

/// Backgammon with its stored evaluation.
fn backgammon() -> (Game, Arc<Evaluation>) {
    let entry = ludarium_games::find("falkener-backgammon").expect("a game of the library");
    let game = ludarium_games::load(entry, &[]).expect("it reads").game;
    let stored = toml::from_str(entry.weights).expect("weights");
    let judge = Evaluation::from_stored(&game, &stored).expect("weights of this game");
    (game, Arc::new(judge))
}

/// A game after the opening throw, in which the first player has thrown these dice.
fn begun_with(game: &Game, throw: [i32; 2]) -> State {
    let begun = |seed: u64| {
        let mut chance = SplitMix64::new(seed);
        let (mut state, mut legal) = (game.start(&mut chance), Vec::new());
        game.legal(&mut state, &mut legal);
        game.apply(&mut state, legal[0], &mut chance);
        game.legal(&mut state, &mut legal);
        let mut dice = state.dice();
        dice.sort_unstable();
        (legal.len() > 1 && dice == throw).then_some(state)
    };
    (0..2_000).find_map(begun).expect("a start with the throw")
}

/// Plays a turn and returns the number of nodes searched.
fn play_turn(game: &Game, judge: &Arc<Evaluation>, state: &mut State, nodes: u64) -> u64 {
    let mut agent = AlphaBeta::with_evaluation(1, judge.clone());
    let (mover, mut spent, mut legal) = (state.mover(), 0, Vec::new());
    while state.mover() == mover && !state.over() {
        game.legal(state, &mut legal);
        let mut budget = Budget::nodes(nodes);
        let chosen = agent.choose(&game.view(state, mover), &legal, &mut budget);
        assert!(budget.spent() <= nodes);
        spent += budget.spent();
        game.apply(state, legal[chosen], &mut SplitMix64::new(7));
    }
    spent
}

#[test]
fn throws_that_can_make_a_point_make_it() {
    // Standard plays in all books (Magriel, Backgammon, 1976).
    let (game, judge) = backgammon();
    for (throw, point) in [([1, 3], 5), ([2, 4], 4)] {
        let mut state = begun_with(&game, throw);
        let mover = state.mover();
        play_turn(&game, &judge, &mut state, 100_000);
        let site = if mover == 1 { 13 } else { 26 } - point;
        assert_eq!(state.height(site), 2, "{throw:?}: point {point}");
    }
}

#[test]
fn a_turn_of_several_moves_is_planned_once() {
    let (game, judge) = backgammon();
    let mut state = begun_with(&game, [2, 4]);
    let spent = play_turn(&game, &judge, &mut state, 5_000);
    // The second move takes no further search.
    assert!(spent <= 5_000, "{spent}");
}
