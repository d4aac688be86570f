//! `ludarium play`: plays a board game in the terminal.

mod command;
mod line;
mod messages;
mod puzzle;
mod screen;
mod session;
mod touring;
mod visibility;

use std::io::IsTerminal;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use clap::Args;
use ludarium_notation::text_board::Style;

use crate::error::{Error, Exit};
use crate::game_args::GameOrSaved;
use session::{Seat, Session};

/// Arguments of `ludarium play`.
#[derive(Args, Debug)]
pub struct Play {
    #[command(flatten)]
    game: GameOrSaved,
    /// The players in order: human, auto (the agent selected for the game), level:1 to level:10
    /// (rated in the book: "Playing strength"), alphabeta, mcts, mcts:OPTIONS, maxn, paranoid,
    /// brs, uct, random [default: human, then auto]
    #[arg(long, short, value_delimiter = ',', value_name = "SEAT,SEAT,...")]
    seats: Vec<Seat>,
    /// Seconds per move of the computer
    #[arg(long, value_name = "SECONDS", default_value_t = 1.5)]
    time: f64,
    /// Positions or iterations per move of the computer, instead of a time; with a fixed seed,
    /// games are then reproducible
    #[arg(long, value_name = "N")]
    iterations: Option<u32>,
    /// Random seed [default: from the clock]
    #[arg(long, value_name = "N", conflicts_with = "load")]
    seed: Option<u64>,
    /// Start from this position: ranks from the top, separated by `/`, then the mover
    #[arg(long, value_name = "FEN", conflicts_with = "load")]
    position: Option<String>,
    /// Line-based interface instead of the full-screen one
    #[arg(long)]
    plain: bool,
    /// ASCII letters instead of Unicode pieces
    #[arg(long)]
    ascii: bool,
}

/// The search limits of the computer players.
#[derive(Clone, Copy, Debug)]
pub struct Thinking {
    /// Time per move, unless iterations are given.
    pub time: Duration,
    /// Iterations per move.
    pub iterations: Option<u32>,
}

impl Play {
    /// Runs the command. The exit code is 2 if the game cannot be loaded.
    pub fn run(self) -> Result<Exit, Error> {
        self.play()?;
        Ok(Exit::Success)
    }

    fn play(self) -> Result<(), Error> {
        let (chosen, saved) = self.game.load()?;
        let clock = || {
            let since = SystemTime::now()
                .duration_since(UNIX_EPOCH)
                .unwrap_or_default();
            u64::from(since.subsec_nanos()) ^ since.as_secs() << 30
        };
        let seed = saved
            .as_ref()
            .map(|saved| saved.seed)
            .or(self.seed)
            .unwrap_or_else(clock);
        let time = Duration::try_from_secs_f64(self.time).map_err(|e| format!("--time: {e}"))?;
        let thinking = Thinking {
            time,
            iterations: self.iterations,
        };
        let style = if self.ascii {
            Style::Ascii
        } else {
            Style::Unicode
        };
        let position = saved
            .as_ref()
            .and_then(|s| s.position.clone())
            .or(self.position);
        let mut session = Session::new(chosen, seed, position.as_deref(), thinking, style)?;
        session.seat(&self.seats)?;
        if let Some(saved) = saved {
            session.replay(&saved.moves)?;
        }
        if self.plain || !std::io::stdout().is_terminal() || !std::io::stdin().is_terminal() {
            line::play(session)
        } else {
            screen::play(session)
        }
    }
}
