//! `ludarium show`: the rules, history and sources of a game.

mod gallery;
pub mod page;
pub mod prose;

use clap::Args;
use ludarium_engine::SplitMix64;
use ludarium_games::{Kind, ThrowOdds};
use ludarium_notation::text_board::{status, Glyphs, Highlights, Style, TextBoard, ThrowOwner};
use ludarium_notation::{throw_table, Wording};
use serde_json::{json, Value};

use crate::error::{Error, Exit};
use crate::game_args::{Chosen, GameArgs};
use crate::{piece, terminal};

/// Arguments of `ludarium show`.
#[derive(Args, Debug)]
pub struct Show {
    #[command(flatten)]
    game: GameArgs,
    /// Show only the board, the pieces, the dice and the readings
    #[arg(long)]
    brief: bool,
    /// Also show the description in ludemes
    #[arg(long)]
    description: bool,
    /// Show the coordinates of the sites instead of the pieces
    #[arg(long)]
    coordinates: bool,
    /// Draw pieces as letters instead of Unicode symbols
    #[arg(long)]
    ascii: bool,
    /// Print one JSON object, for programs: history, sources, rules and readings
    #[arg(long, conflicts_with_all = ["brief", "coordinates", "ascii", "piece"])]
    json: bool,
    #[command(flatten)]
    piece: piece::PieceArgs,
}

impl Show {
    /// Runs the command. The exit code is 2 if the game could not be loaded.
    pub fn run(self) -> Result<Exit, Error> {
        self.show()?;
        Ok(Exit::Success)
    }

    fn show(&self) -> Result<(), Error> {
        if self.json {
            println!("{}", self.as_json()?);
            return Ok(());
        }
        if self.piece.is_asked_for()? {
            let chosen = self.game.load()?;
            return self.piece.show(&chosen, self.ascii);
        }
        let width = prose::width();
        let entry = self.game.entry();
        if let Some(entry) = entry {
            print!("{}", page::head(entry, width));
            if !self.brief {
                print!("{}", page::history(entry, width));
            }
        }
        let told = entry.filter(|_| !self.brief);
        let rules = || told.map_or(String::new(), |entry| page::rules(entry, width));
        if entry.is_some_and(|entry| entry.problem.is_none() && entry.kind() != Kind::Game) {
            print!("{}", rules());
        } else {
            let chosen = self.game.load()?;
            self.board(&chosen, width);
            print!("{}", rules());
            let description = &chosen.loaded.description;
            let readings = page::readings(description, chosen.about(), width);
            print!(
                "{}",
                page::section("Readings (--with tag=choice)", &readings)
            );
            if self.description {
                let text = &description.sources.description.text;
                print!("{}", page::section("Description", text));
            }
        }
        if let Some(entry) = told {
            print!("{}", page::foot(&entry.about, width));
        }
        Ok(())
    }

    /// What `about.toml` and `rules.md` of a built-in game have, and the readings of its
    /// description.
    fn as_json(&self) -> Result<Value, Error> {
        let entry = self.game.entry();
        let about = match entry {
            Some(entry) => toml::from_str(entry.about_text)
                .map_err(|error| Error::new(format!("{}/about.toml: {error}", entry.slug)))?,
            None => Value::Null,
        };
        let mut shown = json!({ "about": about });
        if let Some(entry) = entry {
            shown["status"] = json!(entry.status().name());
            shown["rules"] = json!(entry.rules);
        }
        if entry.is_none_or(|entry| entry.kind() == Kind::Game) {
            let chosen = self.game.load()?;
            let description = &chosen.loaded.description;
            let options = description.options.iter().map(|group| {
                let items = group.items.iter();
                let items =
                    items.map(|item| json!({ "name": item.name, "text": item.description }));
                json!({
                    "tag": group.tag, "heading": group.heading,
                    "chosen": group.items.get(group.chosen).map(|item| &item.name),
                    "items": items.collect::<Vec<_>>(),
                })
            });
            shown["name"] = json!(chosen.loaded.game.name());
            shown["readings"] = options.collect();
            if self.description {
                shown["description"] = json!(description.sources.description.text);
            }
        }
        Ok(shown)
    }

    /// Prints the board at the start, the pieces and their moves, and the dice.
    fn board(&self, chosen: &Chosen, width: usize) {
        let game = &chosen.loaded.game;
        let style = if self.ascii {
            Style::Ascii
        } else {
            Style::Unicode
        };
        let (names, words) = (chosen.names(), Wording::new(&chosen.loaded, chosen.about()));
        let glyphs = Glyphs::new(game, style, &names);
        let state = game.start(&mut SplitMix64::new(0));
        let plan = match self.coordinates {
            true => TextBoard::labelled(game, &names),
            false => TextBoard::new(game, &names),
        };
        let marks = Highlights {
            coordinates: self.coordinates,
            ..Highlights::default()
        };
        let players = match game.players() {
            1 => "1 player".to_owned(),
            many => format!("{many} players"),
        };
        let kinds = match piece::piece_kinds(game).len() {
            // The pieces of a puzzle are numbers.
            _ if game.puzzle().is_some() => String::new(),
            1 => ", 1 kind of piece".to_owned(),
            many => format!(", {many} kinds of pieces"),
        };
        println!("\n{}: {players}{kinds}\n", game.name());
        let image = terminal::Images::of_terminal(self.ascii || self.coordinates);
        match image.and_then(|images| images.board(chosen, &state)) {
            Some(image) => println!("{image}"),
            None => print!("{}", plan.draw(&state, &glyphs, marks)),
        }
        for line in status(game, (&state, &state), &glyphs, &words, ThrowOwner::Mover) {
            println!("{line}");
        }
        for (owner, line) in glyphs.legend(&words) {
            let line = format!("{}: {line}", words.owner(game, owner));
            print!("{}", prose::fill(&line, width, "", "  "));
        }
        if !self.brief {
            self.piece_moves(chosen, width);
        }
        if let Some(lots) = ThrowOdds::of(&chosen.loaded.description, game) {
            print!("{}", page::section("Throws", &throw_table(&lots)));
        }
    }

    /// Prints how the pieces move, if there are several kinds that can move.
    fn piece_moves(&self, chosen: &Chosen, width: usize) {
        let diagrams = piece::diagrams(chosen, self.ascii);
        let body = match diagrams.len() {
            0 | 1 => String::new(),
            _ => gallery::side_by_side(&diagrams, width),
        };
        print!("{}", page::section("How the pieces move", &body));
    }
}

/// The options of a game with their notes; a star marks the chosen items.
pub fn readings(chosen: &Chosen) -> String {
    let about = chosen.about();
    page::readings(&chosen.loaded.description, about, prose::width())
}
