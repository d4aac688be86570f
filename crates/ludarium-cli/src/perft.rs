//! `ludarium perft`: counts sequences of legal moves.

use std::sync::mpsc::channel;
use std::time::{Duration, Instant};

use clap::Args;
use ludarium_engine::{Game, PerftUnit, SplitMix64, State};
use ludarium_notation::text_board::Style;
use ludarium_notation::SiteAndPieceNames;

use crate::error::{Error, Exit};
use crate::game_args::GameArgs;

/// Arguments of `ludarium perft`.
#[derive(Args, Debug)]
pub struct Perft {
    #[command(flatten)]
    game: GameArgs,
    /// Length of the sequences, in turns
    depth: u32,
    /// Count single moves, and not whole turns
    #[arg(long)]
    plies: bool,
    /// The number of moves that a turn may have
    #[arg(long, value_name = "N", default_value_t = 24, conflicts_with = "plies")]
    longest_turn: u32,
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
                let mover = state.mover();
                let mut next = state.clone();
                game.apply(&mut next, mv, &mut chance.clone());
                // Where the turn goes on, its other moves belong to this one.
                let same_turn = next.mover() == mover && !next.over() && game.players() > 1;
                let depth = match same_turn && !self.plies {
                    true => self.depth,
                    false => self.depth - 1,
                };
                let count = self.count(game, &mut next, depth)?;
                total += count;
                println!("{text}: {count}");
            }
            println!("total {total}");
            return Ok(());
        }
        for depth in 1..=self.depth {
            let begun = Instant::now();
            let count = self.count(game, &mut state, depth)?;
            let seconds = begun.elapsed().as_secs_f64();
            let speed = count as f64 / seconds.max(1e-9) / 1e6;
            println!("{depth:>3} {count:>16} {seconds:>9.3} s {speed:>9.2} M/s");
        }
        Ok(())
    }

    /// The number of sequences from a position. If counting takes long because turns have many
    /// moves, that is said.
    fn count(&self, game: &Game, state: &mut State, depth: u32) -> Result<u64, Error> {
        let unit = match self.plies {
            true => PerftUnit::Moves,
            false => PerftUnit::Turns {
                longest: self.longest_turn,
            },
        };
        let (done, waiting) = channel();
        let counted = std::thread::scope(|scope| {
            let counting = scope.spawn(|| {
                let counted = game.perft_of(state, depth, unit);
                // Nobody listens any longer if the notice has been given.
                let _ = done.send(());
                counted
            });
            if waiting.recv_timeout(PATIENCE).is_err() && !self.plies {
                self.say_how_long_turns_are(game);
            }
            counting.join()
        });
        let counted = counted.map_err(|_| "the count was stopped by an error in the program")?;
        if let Some(fault) = state.fault() {
            return Err(format!("the engine stopped the game: {fault}").into());
        }
        counted.map_err(|long| Error::new(long.to_string()).with_hint(SINGLE_MOVES))
    }

    /// Says how many moves a turn has in random games, if it can have several.
    fn say_how_long_turns_are(&self, game: &Game) {
        let mut longest = 1;
        for seed in 0..10 {
            let mut chance = SplitMix64::new(seed);
            let mut state = game.start(&mut chance);
            let (mut mover, mut made) = (0, 0);
            for _ in 0..200 {
                let Some(mv) = game
                    .sample(&mut state, &mut chance)
                    .filter(|_| !state.over())
                else {
                    break;
                };
                made = if state.mover() == mover { made + 1 } else { 1 };
                mover = state.mover();
                longest = longest.max(made);
                game.apply(&mut state, mv, &mut chance);
            }
        }
        if longest > 1 && game.players() > 1 {
            eprintln!(
                "still counting: a turn, which counts as one step, has up to {longest} moves in random games, \
                 and may have {} here\nhint: {SINGLE_MOVES}",
                self.longest_turn
            );
        }
    }
}

/// How long a count may take before it is said why.
const PATIENCE: Duration = Duration::from_secs(5);

const SINGLE_MOVES: &str =
    "--plies counts single moves instead of turns; --longest-turn sets the limit";
