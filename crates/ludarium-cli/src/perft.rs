//! `ludarium perft`: counts sequences of legal moves.

mod kept;

use std::path::PathBuf;
use std::sync::mpsc::channel;
use std::time::{Duration, Instant};

use clap::Args;
use indicatif::ProgressBar;
use ludarium_engine::{Game, Move, PerftError, PerftUnit, PerftWatch, SplitMix64, State};
use ludarium_notation::text_board::Style;
use ludarium_notation::SiteAndPieceNames;
use serde::Serialize;

use crate::error::{Error, Exit};
use crate::game_args::{Chosen, GameArgs};
use crate::interrupt;
use crate::ledger::Ledger;
use crate::progress;

use kept::KeptCounts;

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
    /// Start from this position: ranks from the top, separated by `/`, then the mover; or a
    /// list, `White: K e1, R a1; Black: K e8`
    #[arg(long, value_name = "FEN")]
    position: Option<String>,
    /// What the dice of that position show, whatever the seed gives: "6 2", or the name of a throw
    #[arg(long, value_name = "THROW")]
    throw: Option<String>,
    /// Print the count below each first move
    #[arg(long)]
    divide: bool,
    /// Append the count below every first move to this file, one JSON object per line, and skip
    /// those that it has on the same terms
    #[arg(long, value_name = "FILE")]
    results: Option<PathBuf>,
    /// Print one JSON object, for programs
    #[arg(long)]
    json: bool,
    /// Random seed
    #[arg(long, value_name = "N", default_value_t = 0)]
    seed: u64,
}

/// What was counted.
#[derive(Serialize)]
struct Report<'a> {
    position: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    throw: Option<&'a str>,
    /// What one level of depth is: `turns` or `moves`.
    unit: &'static str,
    depths: Vec<Counted>,
    #[serde(skip_serializing_if = "Option::is_none")]
    divide: Option<Vec<FirstMove>>,
    /// Whether Ctrl-C ended the count before the last depth.
    interrupted: bool,
}

#[derive(Serialize)]
struct Counted {
    depth: u32,
    count: u64,
    seconds: f64,
}

/// A first move, and the number of sequences that begin with it.
#[derive(Serialize)]
struct FirstMove {
    r#move: String,
    count: u64,
}

/// The first moves in the notation of the game, for `--divide` and `--results`.
struct First(Vec<(Move, String)>);

impl First {
    fn none() -> First {
        First(Vec::new())
    }

    fn new(chosen: &Chosen, state: &mut State, chance: &SplitMix64) -> First {
        let game = &chosen.loaded.game;
        let signs = SiteAndPieceNames::new(game, Style::Ascii, &chosen.names());
        let mut legal = Vec::new();
        game.legal(state, &mut legal);
        let texts = signs.notation(game).texts(state, chance, &legal);
        First(legal.into_iter().zip(texts).collect())
    }
}

/// Shows the progress of a count, and ends it at Ctrl-C.
struct Watch<'a> {
    bar: &'a ProgressBar,
    lines: &'a First,
    kept: &'a mut KeptCounts,
    depth: u32,
    /// Whether the counts below the first moves are wanted, and printed.
    divides: bool,
    prints: bool,
    total: u64,
    first: Vec<FirstMove>,
}

impl PerftWatch for Watch<'_> {
    fn known(&mut self, mv: Move, index: usize) -> Option<u64> {
        self.kept.get(self.depth, index, self.lines.text(mv))
    }

    fn counted(&mut self, mv: Move, count: u64, index: usize, all: usize) {
        self.total += count;
        self.bar.set_length(all as u64);
        self.bar.set_position(index as u64);
        let (depth, total) = (self.depth, self.total);
        self.bar
            .set_message(format!("depth {depth}: {total} so far"));
        let text = self.lines.text(mv);
        self.kept.keep(depth, index, text, count);
        if self.divides {
            if self.prints {
                self.bar.suspend(|| println!("{text}: {count}"));
            }
            self.first.push(FirstMove {
                r#move: text.to_owned(),
                count,
            });
        }
    }

    fn stops(&mut self) -> bool {
        interrupt::is_asked() || self.kept.error.is_some()
    }
}

impl Perft {
    /// Runs the command. The exit code is 2 if the game cannot be loaded, or the engine stops it.
    pub fn run(self) -> Result<Exit, Error> {
        self.perft()?;
        Ok(Exit::Success)
    }

    fn perft(&self) -> Result<(), Error> {
        let chosen = self.game.load()?;
        let game = &chosen.loaded.game;
        let mut chance = SplitMix64::new(self.seed);
        let (position, throw) = (self.position.as_deref(), self.throw.as_deref());
        let mut state = chosen.position(position, throw, &mut chance)?;
        interrupt::listen();
        let lines = match (self.divide || self.results.is_some()) && self.depth > 0 {
            true => First::new(&chosen, &mut state, &chance),
            false => First::none(),
        };
        let mut kept = self.kept(&chosen)?;
        let depths = match self.divide {
            true => self.depth..=self.depth,
            false => 1..=self.depth,
        };
        let mut report = Report {
            position,
            throw,
            unit: if self.plies { "moves" } else { "turns" },
            depths: Vec::new(),
            divide: self.divide.then(Vec::new),
            interrupted: false,
        };
        for depth in depths.filter(|depth| *depth > 0) {
            let begun = Instant::now();
            let (count, first) = self.count(game, &mut state, depth, &lines, &mut kept)?;
            if let Some(error) = kept.error.take() {
                return Err(error);
            }
            if let Some(divide) = &mut report.divide {
                divide.extend(first);
            }
            let Some(count) = count else {
                report.interrupted = true;
                break;
            };
            let seconds = begun.elapsed().as_secs_f64();
            report.depths.push(Counted {
                depth,
                count,
                seconds,
            });
            let speed = count as f64 / seconds.max(1e-9) / 1e6;
            match (self.json, self.divide) {
                (true, _) => {}
                (false, true) => println!("total {count}"),
                (false, false) => {
                    println!("{depth:>3} {count:>16} {seconds:>9.3} s {speed:>9.2} M/s");
                }
            }
        }
        if self.json {
            println!("{}", serde_json::to_string(&report)?);
        }
        Ok(())
    }

    /// The file of `--results`. What the counts rest on: the rules, the position, the unit.
    fn kept(&self, chosen: &Chosen) -> Result<KeptCounts, Error> {
        let unit = match self.plies {
            true => "moves".to_owned(),
            false => format!("turns of at most {}", self.longest_turn),
        };
        let throw = self.throw.as_ref();
        let terms = format!(
            "rules {:016x}, position {}, {}{unit}, seed {}, version {}",
            chosen.loaded.game.fingerprint(),
            self.position.as_deref().unwrap_or("of the start"),
            throw.map_or_else(String::new, |throw| format!("throw {throw}, ")),
            self.seed,
            env!("CARGO_PKG_VERSION")
        );
        let (ledger, known) = Ledger::open(self.results.as_deref(), &terms)?;
        Ok(KeptCounts {
            game: chosen.name.clone(),
            terms,
            ledger,
            known,
            error: None,
        })
    }

    /// The number of sequences from a position, or nothing if the count is interrupted; and the
    /// numbers below the first moves that were counted, if they are wanted. If counting takes long
    /// because turns have many moves, that is said.
    fn count(
        &self,
        game: &Game,
        state: &mut State,
        depth: u32,
        lines: &First,
        kept: &mut KeptCounts,
    ) -> Result<(Option<u64>, Vec<FirstMove>), Error> {
        let unit = match self.plies {
            true => PerftUnit::Moves,
            false => PerftUnit::Turns {
                longest: self.longest_turn,
            },
        };
        let bar = progress::bar(0, "first moves");
        bar.set_message(format!("depth {depth}"));
        let (done, waiting) = channel();
        let counted = std::thread::scope(|scope| {
            let (bar, json, divides) = (&bar, self.json, self.divide);
            let counting = scope.spawn(move || {
                let mut watch = Watch {
                    bar,
                    lines,
                    kept,
                    depth,
                    divides,
                    prints: !json,
                    total: 0,
                    first: Vec::new(),
                };
                let counted = game.perft_watched(state, depth, unit, &mut watch);
                // Nobody listens any longer if the notice has been given.
                let _ = done.send(());
                (counted, watch.first, state.fault())
            });
            if waiting.recv_timeout(PATIENCE).is_err() && !self.plies {
                bar.suspend(|| self.say_how_long_turns_are(game));
            }
            counting.join()
        });
        bar.finish_and_clear();
        let (counted, first, fault) =
            counted.map_err(|_| "the count was stopped by an error in the program")?;
        if let Some(fault) = fault {
            return Err(format!("the engine stopped the game: {fault}").into());
        }
        match counted {
            Ok(count) => Ok((Some(count), first)),
            Err(PerftError::Stopped) => Ok((None, first)),
            Err(PerftError::LongTurn(long)) => {
                Err(Error::new(long.to_string()).with_hint(SINGLE_MOVES))
            }
        }
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
