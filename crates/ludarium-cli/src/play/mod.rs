//! `ludarium play`: plays a board game in the terminal.

mod advice;
mod chooser;
mod command;
mod explain;
mod kept;
mod line;
mod messages;
mod puzzle;
mod saving;
mod screen;
mod session;
mod thinking;
mod touring;
mod visibility;

use std::io::IsTerminal;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use clap::Args;
use ludarium_notation::text_board::Style;

use crate::error::{Error, Exit};
use crate::game_args::{no_such_throw, GameOrSaved};
pub use explain::Explain;
use kept::Kept;
use session::{Seat, Session};
use thinking::Thinking;

/// Arguments of `ludarium play`.
#[derive(Args, Debug)]
pub struct Play {
    #[command(flatten)]
    game: GameOrSaved,
    /// The players in order: human, auto (the agent selected for the game), level:1 to level:10
    /// (rated in the book: "Playing strength"), alphabeta, mcts, mcts:OPTIONS, maxn, paranoid,
    /// brs, uct, random, network:FILE for a network that was trained in Python [default: human,
    /// then auto]
    #[arg(long, short, value_delimiter = ',', value_name = "SEAT,SEAT,...")]
    seats: Vec<Seat>,
    /// Seconds per move of the computer; each further move of one turn takes a third as long
    #[arg(long, value_name = "SECONDS", default_value_t = 1.5)]
    time: f64,
    /// Positions or iterations per move of the computer, instead of a time; with a fixed seed,
    /// games are then reproducible
    #[arg(long, alias = "iterations", value_name = "N")]
    nodes: Option<u64>,
    /// Random seed [default: from the clock]
    #[arg(long, value_name = "N", conflicts_with = "load")]
    seed: Option<u64>,
    /// Start from this position: ranks from the top, separated by `/`, then the mover; or a
    /// list, `White: K e1, R a1; Black: K e8`
    #[arg(long, value_name = "FEN", conflicts_with = "load")]
    position: Option<String>,
    /// What the dice show at the beginning, whatever the seed gives: "6 2", or the name of a throw
    #[arg(long, value_name = "THROW")]
    throw: Option<String>,
    /// Go on with the latest unfinished game with these readings
    #[arg(long, conflicts_with_all = ["load", "position", "seed", "throw"])]
    resume: bool,
    /// Line-based interface instead of the full-screen one
    #[arg(long)]
    plain: bool,
    /// ASCII letters instead of Unicode pieces
    #[arg(long)]
    ascii: bool,
}

impl Play {
    /// Runs the command. The exit code is 2 if the game cannot be loaded.
    pub fn run(self) -> Result<Exit, Error> {
        self.play()?;
        Ok(Exit::Success)
    }

    fn play(mut self) -> Result<(), Error> {
        let (reads, shows) = (
            std::io::stdin().is_terminal(),
            std::io::stdout().is_terminal(),
        );
        if reads && shows && self.game.is_open() {
            let search = self.game.name().unwrap_or_default();
            // Words that occur in no name would leave nothing to choose from.
            let search = match ludarium_games::matching(search).is_empty() {
                true => "",
                false => search,
            };
            match chooser::choose(search)? {
                Some(entry) => self.game.set_name(entry.slug),
                None => return Ok(()),
            }
        }
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
            iterations: self.nodes,
        };
        let style = if self.ascii {
            Style::Ascii
        } else {
            Style::Unicode
        };
        let position = saved
            .as_ref()
            .and_then(|s| s.position.clone())
            .or(self.position.clone());
        let mut session = Session::new(chosen, seed, position.as_deref(), thinking, style)?;
        session.seat(&self.seats)?;
        let fresh = saved.is_none() && position.is_none() && self.throw.is_none();
        if let Some(saved) = saved {
            session.replay(&saved.moves)?;
            if let Some(file) = self.game.file() {
                saving::note_loaded(&mut session, file);
            }
        }
        if let Some(throw) = &self.throw {
            let shown = session.show_throw(throw);
            shown.map_err(|_| no_such_throw(&session.chosen.loaded.game, throw))?;
        }
        let unfinished = (fresh && (reads || self.resume)).then(|| Kept::latest(&session.chosen));
        let mut unfinished = unfinished.flatten();
        if self.resume {
            let found = unfinished.take();
            let found = found.ok_or("no unfinished game with these readings is kept")?;
            let kept = session.resume(found, &self.seats)?;
            return match shows && reads && !self.plain {
                true => screen::play(session, Some(kept), None),
                false => line::play(session, Some(kept)),
            };
        }
        // What a program plays through a pipe need not be kept.
        let kept = reads.then(|| Kept::new(&session.chosen)).flatten();
        if let Some(found) = unfinished.as_mut().filter(|_| !self.seats.is_empty()) {
            found.seats.clone_from(&self.seats);
        }
        match shows && reads && !self.plain {
            true => screen::play(session, kept, unfinished),
            false => {
                if let Some(warning) = session.reconstruction() {
                    println!("{warning}");
                }
                if let Some(found) = unfinished {
                    let file = found.kept.path().display();
                    println!("An unfinished game is kept in {file}; --resume goes on with it.");
                }
                line::play(session, kept)
            }
        }
    }
}
