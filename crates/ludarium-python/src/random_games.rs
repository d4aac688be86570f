//! Random games in several threads.

use std::thread;

use ludarium::engine::{Rollouts, SplitMix64};
use ludarium::Game;

/// The results of random games, game by game.
#[derive(Debug, Default)]
pub struct RandomGames {
    /// The utilities of all players, from -1 to 1; 0 in a game that was cut off.
    pub utilities: Vec<f32>,
    /// The plies of each game.
    pub plies: Vec<u32>,
    /// Whether each game ended, and was not cut off.
    pub finished: Vec<bool>,
}

/// Plays random games. Each has a seed of its own, so that their results do not depend on the
/// number of threads.
pub fn play(game: &Game, games: usize, seed: u64, max_plies: usize, threads: usize) -> RandomGames {
    let mut seeds = SplitMix64::new(seed);
    let seeds: Vec<u64> = (0..games).map(|_| seeds.next_u64()).collect();
    let share = games.div_ceil(threads.clamp(1, games.max(1))).max(1);
    let parts = thread::scope(|scope| {
        let started: Vec<_> = seeds
            .chunks(share)
            .map(|seeds| scope.spawn(move || play_seeds(game, seeds, max_plies)))
            .collect();
        let ended = started.into_iter().map(|thread| match thread.join() {
            Ok(part) => part,
            Err(panic) => std::panic::resume_unwind(panic),
        });
        ended.collect::<Vec<RandomGames>>()
    });
    let mut all = RandomGames::default();
    for part in parts {
        all.utilities.extend(part.utilities);
        all.plies.extend(part.plies);
        all.finished.extend(part.finished);
    }
    all
}

fn play_seeds(game: &Game, seeds: &[u64], max_plies: usize) -> RandomGames {
    let mut rollouts = Rollouts::new(game.rules());
    let mut played = RandomGames::default();
    for &seed in seeds {
        let mut chance = SplitMix64::new(seed);
        let mut pick = SplitMix64::new(chance.next_u64());
        let mut state = game.rules().start(&mut chance);
        let rollout = rollouts.finish(&mut state, max_plies, &mut pick, &mut chance);
        let utilities = (1..=game.players()).map(|player| 2.0 * rollout.utility(player) - 1.0);
        played
            .utilities
            .extend(utilities.map(|utility| match rollout.over {
                true => utility as f32,
                false => 0.0,
            }));
        played.plies.push(rollout.plies as u32);
        played.finished.push(rollout.over);
    }
    played
}
