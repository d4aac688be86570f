//! `ludarium bench --search`: the speed of what searches do, rather than that of random games.

use std::sync::Arc;
use std::time::Duration;

use cpu_time::ThreadTime;
use ludarium_agents::{Agent, AlphaBeta, Budget, Mcts};
use ludarium_engine::{Game, Move, PerftError, PerftUnit, PerftWatch, SplitMix64, State};
use serde::Serialize;

use crate::clock;
use crate::game_args::Chosen;
use crate::interrupt;

/// Games of all kinds, measured if none is named.
pub const GAMES: [&str; 12] = [
    "modern-chess",
    "gollon-shatranj",
    "gollon-chinese-chess",
    "gollon-shogi",
    "falkener-draughts",
    "falkener-turkish-draughts",
    "falkener-backgammon",
    "falkener-seega",
    "bgs-tab-egypt",
    "bgs-daldos",
    "wikipedia-chaturaji",
    "senet",
];

/// The speed of one game, per second of one thread.
#[derive(Clone, Debug, Serialize)]
pub struct SearchSpeed {
    game: String,
    /// Lists of all legal moves.
    lists: f64,
    /// Moves in these lists.
    listed_moves: f64,
    /// Moves that are made and taken back.
    made_and_taken_back: f64,
    /// Nodes at the last depth of perft that fits, without the moves on the way; not for games with
    /// chance.
    perft: Option<PerftSpeed>,
    /// Nodes of a search from the first choice; not where alpha-beta does not apply.
    alpha_beta: Option<f64>,
    /// Iterations of a tree search from there.
    mcts: f64,
}

#[derive(Clone, Debug, Serialize)]
struct PerftSpeed {
    depth: u32,
    nodes: u64,
    per_s: f64,
}

/// The number of positions of random games in which moves are listed and made.
const POSITIONS: usize = 200;

/// Measures a game; each column takes about `time`. `None` if Ctrl-C ended that.
pub fn measure(chosen: &Chosen, time: Duration) -> Option<SearchSpeed> {
    let game = &chosen.loaded.game;
    let mut positions = positions(game);
    let (lists, listed_moves) = listing(game, &mut positions, time);
    let made_and_taken_back = making(game, &mut positions, time);
    let perft = perft(game, time);
    let evaluation = Arc::new(chosen.evaluation());
    let alpha_beta = (game.players() == 2 && !game.features().hidden_information).then(|| {
        let mut search = AlphaBeta::with_evaluation(1, evaluation.clone());
        nodes_per_s(game, &mut search, &positions, time)
    });
    let mut search = Mcts::with_evaluation(1, evaluation.clone()).for_game(game);
    let mcts = nodes_per_s(game, &mut search, &positions, time);
    let speed = SearchSpeed {
        game: game.name().to_owned(),
        lists,
        listed_moves,
        made_and_taken_back,
        perft,
        alpha_beta,
        mcts,
    };
    (!interrupt::is_asked()).then_some(speed)
}

/// Positions of random games, each with its legal moves.
fn positions(game: &Game) -> Vec<(State, Vec<Move>)> {
    let mut positions = Vec::new();
    for seed in 1..=POSITIONS as u64 {
        let (mut chance, mut pick) = (SplitMix64::new(seed), SplitMix64::new(!seed));
        let mut state = game.start(&mut chance);
        // Every third position, so that one long game does not make up all of them.
        for ply in 0..60 {
            if state.over() || positions.len() == POSITIONS {
                break;
            }
            let legal = game.legal_moves(&mut state);
            let Some(&mv) = legal.get(pick.index(legal.len().max(1) as u32) as usize) else {
                break;
            };
            if ply % 3 == 0 {
                positions.push((state.clone(), legal));
            }
            game.apply(&mut state, mv, &mut chance);
        }
        if positions.len() == POSITIONS || interrupt::is_asked() {
            break;
        }
    }
    positions
}

/// Lists and listed moves per second.
fn listing(game: &Game, positions: &mut [(State, Vec<Move>)], time: Duration) -> (f64, f64) {
    let (mut lists, mut listed) = (0u64, 0u64);
    let mut moves = Vec::new();
    let begun = ThreadTime::now();
    while begun.elapsed() < time && !interrupt::is_asked() && !positions.is_empty() {
        for (state, _) in positions.iter_mut() {
            game.legal(state, &mut moves);
            lists += 1;
            listed += moves.len() as u64;
        }
    }
    let seconds = begun.elapsed().as_secs_f64().max(1e-9);
    (lists as f64 / seconds, listed as f64 / seconds)
}

/// Moves made and taken back per second.
fn making(game: &Game, positions: &mut [(State, Vec<Move>)], time: Duration) -> f64 {
    let mut made = 0u64;
    let mut chance = SplitMix64::new(1);
    let begun = ThreadTime::now();
    while begun.elapsed() < time && !interrupt::is_asked() && !positions.is_empty() {
        for (state, legal) in positions.iter_mut() {
            for &mv in legal.iter() {
                let mark = game.apply_marked(state, mv, &mut chance);
                state.undo(mark);
            }
            made += legal.len() as u64;
        }
    }
    made as f64 / begun.elapsed().as_secs_f64().max(1e-9)
}

/// Stops a count when its time is up.
struct UntilThen {
    begun: ThreadTime,
    time: Duration,
}

impl PerftWatch for UntilThen {
    fn stops(&mut self) -> bool {
        self.begun.elapsed() >= self.time || interrupt::is_asked()
    }
}

/// The deepest perft from the start that takes at most `time`.
fn perft(game: &Game, time: Duration) -> Option<PerftSpeed> {
    let features = game.features();
    if features.stochastic || features.hidden_information {
        return None;
    }
    let mut deepest = None;
    let mut state = game.start(&mut SplitMix64::new(1));
    let begun = ThreadTime::now();
    for depth in 1..64 {
        let mut watch = UntilThen { begun, time };
        let own = ThreadTime::now();
        match game.perft_watched(&mut state, depth, PerftUnit::Moves, &mut watch) {
            Ok(0) | Err(PerftError::LongTurn(_) | PerftError::Stopped) => break,
            Ok(nodes) => {
                let per_s = nodes as f64 / own.elapsed().as_secs_f64().max(1e-9);
                deepest = Some(PerftSpeed {
                    depth,
                    nodes,
                    per_s,
                });
            }
        }
    }
    deepest
}

/// The speed of a search from the first position that leaves a choice: the start, mostly.
fn nodes_per_s(
    game: &Game,
    agent: &mut dyn Agent,
    positions: &[(State, Vec<Move>)],
    time: Duration,
) -> f64 {
    let Some((state, legal)) = positions.iter().find(|(_, legal)| legal.len() > 1) else {
        return 0.0;
    };
    // A first search builds tables and is not counted.
    let view = game.view(state, state.mover());
    agent.choose(&view, legal, &mut Budget::nodes(100));
    let timer = clock::start(time);
    let begun = ThreadTime::now();
    agent.choose(&view, legal, &mut Budget::clock(&timer));
    agent.report().nodes as f64 / begun.elapsed().as_secs_f64().max(1e-9)
}

/// The head of the table.
pub fn head() -> String {
    format!(
        "{:<28}{:>12}{:>14}{:>16}{:>22}{:>14}{:>12}",
        "game (per second)", "lists", "listed moves", "made, undone", "perft", "alpha-beta", "MCTS"
    )
}

impl SearchSpeed {
    /// A line of the table.
    pub fn line(&self) -> String {
        let perft = match &self.perft {
            Some(perft) => format!("{:.0} (depth {})", perft.per_s, perft.depth),
            None => "-".to_owned(),
        };
        let alpha_beta = self
            .alpha_beta
            .map_or("-".to_owned(), |nodes| format!("{nodes:.0}"));
        format!(
            "{:<28}{:>12.0}{:>14.0}{:>16.0}{perft:>22}{alpha_beta:>14}{:>12.0}",
            self.game, self.lists, self.listed_moves, self.made_and_taken_back, self.mcts
        )
    }
}
