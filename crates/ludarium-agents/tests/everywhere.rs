//! Every agent on games of the corpus in `LUDARIUM_CORPUS`, if it is set. An agent chooses a legal
//! move within its budget, and the same seed and number of nodes give the same game.
//!
//! `LUDARIUM_AGENT_GAMES` is the number of descriptions, spread over all families, twelve by
//! default (`--nocapture` shows progress). `LUDARIUM_AGENT_PART` selects a part of them, such as
//! `1/4`.

use crate::described;

use std::sync::Arc;
use std::time::{Duration, Instant};

use ludarium_agents::evaluation::{Effort, Evaluation};
use ludarium_agents::{AgentSpec, Budget};
use ludarium_engine::{Game, Move, SplitMix64};

/// The default number of descriptions.
const DESCRIPTIONS: usize = 12;

/// Agent moves in one game, alternating with random ones.
const CHOICES: usize = 6;

/// Nodes per move.
const NODES: u64 = 40;

/// Nodes per move if a random game takes longer than [`LONG`], since some agents play one at every
/// node.
const FEW_NODES: u64 = 4;

const LONG: Duration = Duration::from_millis(20);

/// The duration of a random game.
fn random_game(game: &Game) -> Duration {
    let (mut pick, mut chance) = (SplitMix64::new(1), SplitMix64::new(2));
    let mut state = game.start(&mut chance);
    let begun = Instant::now();
    game.playout(&mut state, 10_000, &mut pick, &mut chance);
    begun.elapsed()
}

/// The moves of a game in which every other move is an agent's.
fn game_of(
    name: &str,
    (game, nodes): (&Game, u64),
    spec: AgentSpec,
    seed: u64,
    evaluation: &Arc<Evaluation>,
) -> Vec<Move> {
    let mut agents: Vec<_> = (1..=game.players())
        .map(|seat| spec.build(seed + seat as u64, game, Some(evaluation.clone())))
        .collect();
    let (mut pick, mut chance) = (SplitMix64::new(seed), SplitMix64::new(!seed));
    let mut state = game.start(&mut chance);
    let (mut made, mut legal) = (Vec::new(), Vec::new());
    for ply in 0..2 * CHOICES {
        game.legal(&mut state, &mut legal);
        let Some(number) = u32::try_from(legal.len()).ok().filter(|number| *number > 0) else {
            break;
        };
        let mut index = pick.index(number) as usize;
        let seat = state.mover().wrapping_sub(1);
        if let Some(agent) = agents.get_mut(seat).filter(|_| ply % 2 == 1) {
            let mut budget = Budget::nodes(nodes);
            let view = game.view(&state, state.mover());
            index = agent.choose(&view, &legal, &mut budget);
            assert!(
                index < legal.len(),
                "{name}, {spec}, seed {seed}, ply {ply}: no such move"
            );
            assert!(budget.spent() <= nodes, "{name}, {spec}, seed {seed}");
        }
        made.push(legal[index]);
        game.apply(&mut state, legal[index], &mut chance);
    }
    made
}

/// A part, counted from 0, and the number of parts.
fn part(text: &str) -> Option<(usize, usize)> {
    let (part, parts) = text.split_once('/')?;
    let (part, parts) = (part.parse::<usize>().ok()?, parts.parse().ok()?);
    (1..=parts).contains(&part).then(|| (part - 1, parts))
}

#[test]
fn every_agent_chooses_legal_moves_and_the_same_ones_again() {
    let asked = std::env::var("LUDARIUM_AGENT_GAMES").ok();
    let number = asked.and_then(|number| number.parse().ok());
    let Some(games) = described::some_of_the_corpus(number.unwrap_or(DESCRIPTIONS)) else {
        return;
    };
    let (part, parts) = match std::env::var("LUDARIUM_AGENT_PART") {
        Ok(text) => part(&text).expect("a part such as 1/4"),
        Err(_) => (0, 1),
    };
    let (mut played, mut described) = (0, 0);
    for (name, game) in games.skip(part).step_by(parts) {
        // Agents do not play puzzles, and a match consists of several games.
        if game.players() < 2 || game.players() > 16 || game.puzzle().is_some() {
            continue;
        }
        let begun = Instant::now();
        let nodes = match random_game(&game) > LONG {
            true => FEW_NODES,
            false => NODES,
        };
        let evaluation = Arc::new(Evaluation::learn(&game, 1, Effort::LITTLE));
        for spec in AgentSpec::PLAIN.into_iter().chain([AgentSpec::Level(3)]) {
            let first = game_of(&name, (&game, nodes), spec, 7, &evaluation);
            let again = game_of(&name, (&game, nodes), spec, 7, &evaluation);
            assert_eq!(first, again, "{name}, {spec}");
            played += 2;
        }
        described += 1;
        let took = begun.elapsed();
        if took > Duration::from_secs(30) {
            println!("{name}: {} s", took.as_secs());
        }
        if described % 20 == 0 {
            println!("{described} descriptions, {played} games");
        }
    }
    println!("{described} descriptions, {played} games");
    assert!(
        played > 0,
        "none of the descriptions is a game for two or more"
    );
}
