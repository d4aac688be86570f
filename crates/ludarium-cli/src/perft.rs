//! `ludarium perft`: counts sequences of legal moves.

use std::time::Instant;

use clap::Args;
use ludarium_engine::SplitMix64;
use ludarium_notation::text_board::Style;
use ludarium_notation::SiteAndPieceNames;

use crate::error::{Error, Exit};
use crate::game_args::GameArgs;

/// Arguments of `ludarium perft`.
#[derive(Args, Debug)]
pub struct Perft {
    #[command(flatten)]
    game: GameArgs,
    /// Length of the sequences, in plies
    depth: u32,
    /// Start from this position: ranks from the top, separated by `/`, then the mover
    #[arg(long, value_name = "FEN")]
    position: Option<String>,
    /// Print the count below each first move
    #[arg(long)]
    divide: bool,
    /// Random seed
    #[arg(long, value_name = "N", default_value_t = 0)]
    seed: u64,
}

impl Perft {
    /// Runs the command. The exit code is 2 if the game cannot be loaded.
    pub fn run(self) -> Result<Exit, Error> {
        self.perft()?;
        Ok(Exit::Success)
    }

    fn perft(&self) -> Result<(), Error> {
        let chosen = self.game.load()?;
        let game = &chosen.loaded.game;
        let mut chance = SplitMix64::new(self.seed);
        let mut state = match &self.position {
            Some(text) => chosen.read_position(text, &mut chance)?,
            None => game.start(&mut chance),
        };
        if self.divide && self.depth > 0 {
            let signs = SiteAndPieceNames::new(game, Style::Ascii, &chosen.names());
            let notation = signs.notation(game);
            let mut legal = Vec::new();
            game.legal(&mut state, &mut legal);
            let mut total = 0;
            for (text, mv) in notation
                .texts(&state, &chance, &legal)
                .into_iter()
                .zip(legal)
            {
                let mut next = state.clone();
                game.apply(&mut next, mv, &mut chance.clone());
                let count = match self.depth {
                    1 => 1,
                    depth => game.perft(&mut next, depth - 1),
                };
                total += count;
                println!("{text}: {count}");
            }
            println!("total {total}");
            return Ok(());
        }
        for depth in 1..=self.depth {
            let begun = Instant::now();
            let count = game.perft(&mut state, depth);
            let seconds = begun.elapsed().as_secs_f64();
            let speed = count as f64 / seconds.max(1e-9) / 1e6;
            println!("{depth:>3} {count:>16} {seconds:>9.3} s {speed:>9.2} M/s");
        }
        Ok(())
    }
}
