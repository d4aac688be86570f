//! Every agent plays every built-in game.

use std::process::Command;
use std::sync::Arc;

use ludarium_agents::evaluation::{Effort, Evaluation};
use ludarium_agents::{AgentSpec, Budget};
use ludarium_engine::SplitMix64;

/// The environment variable for the number of plies that every agent plays of each game. By
/// default, agents play two plies of every fifth game, which keeps the test short.
const PLIES: &str = "LUDARIUM_AGENT_PLIES";

/// The least effort that still gives an evaluation.
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
    for entry in ludarium_games::games().iter().step_by(every) {
        let Ok(loaded) = ludarium_games::load(entry, &[]) else {
            continue;
        };
        let game = &loaded.game;
        let known = Arc::new(Evaluation::learn(game, 1, LITTLE));
        for kind in AgentSpec::PLAIN.into_iter().chain([AgentSpec::Level(2)]) {
            let mut agent = kind.build(1, game, Some(known.clone()));
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

#[test]
fn a_mate_that_begins_with_a_chariot_given_away_is_found_in_a_few_hundred_positions() {
    // From a game against Sjaak II: the chariot takes a mandarin in front of the general, the other
    // mandarin must recapture, and the second chariot mates.
    let position = "2e1km3/4m4/4eRH2/2R5p/p8/9/c3P2r1/4C3E/9/2EMKM3 w";
    let output = Command::new(env!("CARGO_BIN_EXE_ludarium"))
        .args(["analyse", "gollon-chinese-chess", "--position", position])
        .args(["--agent", "alphabeta", "--nodes", "1000", "--lines", "1"])
        .output()
        .expect("it runs");
    let told = String::from_utf8_lossy(&output.stdout);
    assert!(told.contains("100 % (proved)  f8xf10"), "{told}");
}
