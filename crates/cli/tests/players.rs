//! Every agent at every built-in game.

use std::sync::Arc;

use agents::evaluation::{Effort, Evaluation};
use agents::{Budget, Kind};
use engine::SplitMix64;

/// The variable that says how many plies of each game every agent plays; where it says nothing, two of every fifth
/// game, so that the test takes half a minute.
const PLIES: &str = "LUDARIUM_AGENT_PLIES";

/// Enough to have something to judge by.
const LITTLE: Effort = Effort {
    random: 120,
    greedy: 60,
};

#[test]
fn every_agent_plays_legal_moves_in_every_game() {
    let plies = std::env::var(PLIES)
        .ok()
        .and_then(|plies| plies.parse().ok());
    let plies = plies.unwrap_or(2);
    let every = if plies > 2 { 1 } else { 5 };
    for entry in library::games().iter().step_by(every) {
        let Ok(loaded) = library::load(entry, &[]) else {
            continue;
        };
        let game = &loaded.game;
        let known = Arc::new(Evaluation::learn(game, 1, LITTLE));
        for kind in Kind::PLAIN.into_iter().chain([Kind::Level(2)]) {
            let mut agent = kind.agent(1, game, Some(known.clone()));
            let mut chance = SplitMix64::new(5);
            let mut state = game.start(&mut chance);
            let mut legal = Vec::new();
            for _ in 0..plies {
                game.legal(&mut state, &mut legal);
                if state.over() || legal.is_empty() {
                    break;
                }
                let before = state.clone();
                let view = game.view(&state, state.mover());
                let index = agent.choose(&view, &legal, &mut Budget::nodes(3));
                drop(view);
                assert!(index < legal.len(), "{}: {kind}", entry.slug);
                assert!(state == before, "{}: {kind}", entry.slug);
                game.apply(&mut state, legal[index], &mut chance);
            }
        }
    }
}
