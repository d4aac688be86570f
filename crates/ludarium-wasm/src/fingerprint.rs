//! What shows that two machines play a game alike.

use std::fmt::Write as _;

use ludarium_engine::{Chance as _, Game, Rollouts, SplitMix64};

/// The plies of each random game.
const LIMIT: usize = 500;

/// The moves that are made one by one.
const LISTED: usize = 200;

/// The plies of two random games, and the hash of the position after up to 200 moves, each drawn
/// from the list of all legal moves: equal on all machines that play the game alike.
///
/// ```
/// use ludarium::Game;
/// use ludarium_wasm::fingerprint;
///
/// let game = Game::builtin("oware")?;
/// let print = fingerprint(game.rules());
/// let (plies, hash) = print.rsplit_once(' ').expect("three parts");
/// assert!(plies.split(' ').all(|plies| plies.parse::<usize>().is_ok()));
/// assert_eq!(hash.len(), 16);
/// # Ok::<(), ludarium::Error>(())
/// ```
#[must_use]
pub fn fingerprint(game: &Game) -> String {
    let mut text = String::new();
    let mut rollouts = Rollouts::new(game);
    for seed in [1, 2] {
        let (mut pick, mut chance) = (SplitMix64::new(seed), SplitMix64::new(seed + 10));
        let start = game.start(&mut chance);
        let rollout = rollouts.play(&start, LIMIT, &mut pick, &mut chance);
        // Writing to a string cannot fail.
        let _ = write!(text, "{} ", rollout.plies);
    }
    let (mut pick, mut chance) = (SplitMix64::new(3), SplitMix64::new(13));
    let mut state = game.start(&mut chance);
    let mut legal = Vec::new();
    for _ in 0..LISTED {
        game.legal(&mut state, &mut legal);
        let Ok(count) = u32::try_from(legal.len()) else {
            break;
        };
        if state.over() || count == 0 {
            break;
        }
        game.apply(&mut state, legal[pick.below(count) as usize], &mut chance);
    }
    let _ = write!(text, "{:016x}", state.hash());
    text
}
