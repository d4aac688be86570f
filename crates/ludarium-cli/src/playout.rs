//! `ludarium playout`: plays random games and reports their statistics.

use std::time::Instant;

use clap::Args;
use ludarium_agents::playout;
use ludarium_engine::SplitMix64;

use crate::error::{Error, Exit};
use crate::faults::Faults;
use crate::game_args::GameArgs;
use crate::interrupt;

/// Arguments of `ludarium playout`.
#[derive(Args, Debug)]
pub struct PlayoutArgs {
    #[command(flatten)]
    game: GameArgs,
    /// Number of games
    #[arg(default_value_t = 100)]
    count: usize,
    /// Random seed
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// Maximum number of moves per game
    #[arg(long, value_name = "PLIES", default_value_t = 10_000)]
    limit: usize,
}

impl PlayoutArgs {
    /// Runs the command. The exit code is 2 if the game cannot be loaded.
    pub fn run(self) -> Result<Exit, Error> {
        self.playouts()?;
        Ok(Exit::Success)
    }

    fn playouts(&self) -> Result<(), Error> {
        let chosen = self.game.load()?;
        let game = &chosen.loaded.game;
        let mut moves = Vec::new();
        let mut lengths = Vec::with_capacity(self.count.min(1 << 20));
        let (mut choices, mut cut) = (0u64, 0usize);
        let mut faults = Faults::default();
        let mut worth = vec![0.0; game.players() + 1];
        let mut wins = vec![0usize; game.players() + 1];
        let mut draws = 0;
        let begun = Instant::now();
        interrupt::listen();
        for index in 0..self.count as u64 {
            if interrupt::is_asked() {
                break;
            }
            let mut chance =
                SplitMix64::new(self.seed.wrapping_mul(0x9e37_79b9).wrapping_add(index));
            let mut state = game.start(&mut chance);
            let played = playout(game, &mut state, &mut chance, self.limit, &mut moves);
            lengths.push(played.plies);
            choices += played.choices;
            faults.count(state.fault());
            cut += usize::from(!played.ended || state.fault().is_some());
            let Some(outcome) = game.outcome(&state) else {
                continue;
            };
            for player in 1..=game.players() {
                let rank = outcome.ranks.get(player).copied().unwrap_or(1.0);
                worth[player] += outcome.utility(player);
                wins[player] += usize::from(rank < 1.0 + 1e-9);
            }
            draws += usize::from(outcome.ranks.iter().skip(1).all(|rank| *rank > 1.0 + 1e-9));
        }
        let count = lengths.len();
        let seconds = begun.elapsed().as_secs_f64().max(1e-9);
        report_lengths(&mut lengths, choices, cut - faults.number, self.limit);
        if let Some(told) = faults.told() {
            println!("stopped    {told}");
        }
        for player in 1..=game.players() {
            let share = |part: f64| 100.0 * part / count.max(1) as f64;
            println!(
                "player {player}   first in {:>5.1} %, mean value {:.3}",
                share(wins[player] as f64),
                worth[player] / (count - cut).max(1) as f64
            );
        }
        println!("drawn      {draws}");
        let plies: usize = lengths.iter().sum();
        println!(
            "speed      {:.0} moves/s, {:.1} games/s",
            plies as f64 / seconds,
            count as f64 / seconds
        );
        Ok(())
    }
}

fn report_lengths(lengths: &mut [usize], choices: u64, cut: usize, limit: usize) {
    lengths.sort_unstable();
    let (games, plies) = (lengths.len().max(1), lengths.iter().sum::<usize>());
    let at = |part: usize| {
        lengths
            .get(lengths.len() * part / 100)
            .copied()
            .unwrap_or(0)
    };
    println!("games      {}", lengths.len());
    println!(
        "length     {:.1} plies on average, median {}, from {} to {}",
        plies as f64 / games as f64,
        at(50),
        at(0),
        lengths.last().copied().unwrap_or(0)
    );
    println!(
        "branching  {:.2} legal moves per ply",
        choices as f64 / plies.max(1) as f64
    );
    if cut > 0 {
        println!("cut off    {cut} games at {limit} plies");
    }
}
