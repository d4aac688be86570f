//! `ludarium xboard`, `uci`, `usi`, `ucci` and `gtp`: an engine for third-party GUIs.

use std::cell::{Cell, OnceCell};

use clap::Args;
use ludarium_agents::AgentSpec;
use ludarium_protocols::{
    board_size, listen, uci_variant, EngineGame, EnginePlayer, EngineSession, GameLibrary,
    OtherGame, Protocol,
};

use crate::clock::SystemClock;
use crate::error::{Error, Exit};
use crate::game_args::{Chosen, GameArgs};

/// Arguments of `ludarium xboard`, `uci`, `usi`, `ucci` and `gtp`.
#[derive(Args, Debug)]
pub struct Talk {
    #[command(flatten)]
    game: GameArgs,
    /// The agent that plays
    #[arg(long, value_name = "AGENT", default_value = "auto")]
    agent: AgentSpec,
    /// Random seed
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
}

impl Talk {
    /// Runs the protocol until `quit` or the end of the input. The exit code is 2 if the game
    /// cannot be loaded or does not fit the protocol.
    pub fn run(self, protocol: Protocol) -> Result<Exit, Error> {
        let games = LoadedGames {
            chosen: self.game.load()?,
            next: OnceCell::new(),
        };
        let library = Library {
            games: &games,
            named: &self.game,
            current: Cell::new(&games.chosen),
        };
        let player = EnginePlayer {
            kind: self.agent,
            seed: self.seed,
            library: Box::new(library),
        };
        let game = engine_game(&games.chosen);
        let session = EngineSession::new(game, protocol, player, SystemClock)?;
        session.run(listen(std::io::stdin()), std::io::stdout())?;
        Ok(Exit::Success)
    }
}

/// The games of a session, which stay loaded until it ends.
struct LoadedGames {
    chosen: Chosen,
    next: OnceCell<Box<LoadedGames>>,
}

impl LoadedGames {
    /// The game with the same name and readings, which is loaded if it is not there yet.
    fn get(&self, wanted: Wanted) -> Option<&Chosen> {
        if self.chosen.name == wanted.name && self.chosen.with == wanted.with {
            return Some(&self.chosen);
        }
        if let Some(next) = self.next.get() {
            return next.get(wanted);
        }
        let chosen = GameArgs::new(&wanted.name, &wanted.with, wanted.named.defs());
        let chosen = chosen.load().ok()?;
        let next = OnceCell::new();
        Some(
            &self
                .next
                .get_or_init(|| Box::new(LoadedGames { chosen, next }))
                .chosen,
        )
    }
}

/// A game to be loaded.
struct Wanted<'a> {
    name: String,
    with: Vec<(String, String)>,
    named: &'a GameArgs,
}

/// The games that a GUI may turn to.
struct Library<'g> {
    games: &'g LoadedGames,
    named: &'g GameArgs,
    current: Cell<&'g Chosen>,
}

impl<'g> Library<'g> {
    /// The built-in game that is a variant, with the readings under which it is.
    fn variant(&self, name: &str) -> Option<&'g Chosen> {
        let entry = ludarium_games::entries().iter().find(|entry| {
            let variant = entry.about.protocol.variant.as_deref();
            variant.is_some_and(|variant| uci_variant(variant) == name)
        })?;
        let readings = entry.about.protocol.options.iter();
        let readings = readings.filter_map(|reading| reading.split_once('/'));
        let with = readings.map(|(heading, item)| (heading.to_owned(), item.to_owned()));
        let chosen = self.games.get(Wanted {
            name: entry.slug.to_owned(),
            with: with.collect(),
            named: self.named,
        })?;
        chosen.protocol_game().variant().is_some().then_some(chosen)
    }

    /// The current game with another reading that leads to the game wanted.
    fn reading(&self, wanted: &OtherGame) -> Option<&'g Chosen> {
        let current = self.current.get();
        let readings = current.protocol_game().readings_for(wanted);
        readings.into_iter().find_map(|(heading, item)| {
            let mut with = current.with.clone();
            with.retain(|(tag, _)| !tag.eq_ignore_ascii_case(&heading));
            with.push((heading, item));
            let chosen = self.games.get(Wanted {
                name: current.name.clone(),
                with,
                named: self.named,
            })?;
            let suits = match wanted {
                OtherGame::BoardSize(size) => board_size(&chosen.loaded.game) == Some(*size),
                OtherGame::Variant(_) | OtherGame::Komi(_) => true,
            };
            suits.then_some(chosen)
        })
    }
}

impl<'g> GameLibrary<'g> for Library<'g> {
    fn variants(&self) -> Vec<String> {
        let entries = ludarium_games::entries().iter();
        let names = entries.filter_map(|entry| entry.about.protocol.variant.as_deref());
        names.map(|name| uci_variant(name).to_owned()).collect()
    }

    fn find(&self, wanted: &OtherGame) -> Option<EngineGame<'g>> {
        let chosen = match wanted {
            OtherGame::Variant(name) => self.variant(name),
            OtherGame::BoardSize(_) | OtherGame::Komi(_) => self.reading(wanted),
        }?;
        self.current.set(chosen);
        Some(engine_game(chosen))
    }
}

fn engine_game(chosen: &Chosen) -> EngineGame<'_> {
    EngineGame {
        game: chosen.protocol_game(),
        learn: Box::new(|stop| chosen.soon_unless(stop)),
    }
}
