//! `ludarium export`: games in the notations of other programs.

use std::path::PathBuf;
use std::str::FromStr;

use clap::Args;
use ludarium_notation::formats::{self, Format};

use crate::error::{Error, Exit};
use crate::game_args::GameArgs;
use crate::game_file::{self, GameFile};

/// Arguments of `ludarium export`.
#[derive(Args, Debug)]
pub struct Export {
    /// A game saved by `play` or `tournament --games-in`, or in one of the formats
    file: PathBuf,
    /// The format to write
    #[arg(long, short, value_name = "FORMAT", help = written_formats())]
    format: Target,
    /// The game, where the file does not name it
    #[arg(long, value_name = "GAME")]
    game: Option<String>,
    /// A reading to play with, as tag=choice, for a game named by --game; may be repeated
    #[arg(long = "with", value_name = "TAG=CHOICE", requires = "game")]
    with: Vec<String>,
    /// A tag to write, as NAME=VALUE (White=\"A. Player\"); may be repeated
    #[arg(long = "tag", value_name = "NAME=VALUE")]
    tags: Vec<String>,
    /// Write to this file instead of standard output
    #[arg(long, short, value_name = "FILE")]
    output: Option<PathBuf>,
}

/// The formats that can be written, for the help text.
fn written_formats() -> String {
    let names = Format::ALL.map(Format::name).join(", ");
    format!("The format to write: saved (as `play` saves games), {names}")
}

/// What is written.
#[derive(Clone, Copy, Debug)]
enum Target {
    Saved,
    Format(Format),
}

impl FromStr for Target {
    type Err = String;

    fn from_str(text: &str) -> Result<Target, String> {
        match text {
            "saved" => Ok(Target::Saved),
            text => text.parse().map(Target::Format).map_err(|e| e + ", saved"),
        }
    }
}

impl Export {
    /// Runs the command. The exit code is 1 if the file is not a game or cannot be written in the
    /// format, and 2 if the game cannot be loaded.
    pub fn run(self) -> Result<Exit, Error> {
        let with = crate::game_args::readings(&self.with)?;
        let named = self.game.as_ref();
        let named = named.map(|game| GameArgs::new(game, &with, None));
        let pair = |text: &String| match text.split_once('=') {
            Some((name, value)) => Ok((name.trim().to_owned(), value.trim().to_owned())),
            None => Err(Error::from(format!(
                "--tag: write NAME=VALUE, and not {text:?}"
            ))),
        };
        let tags = self.tags.iter().map(pair).collect::<Result<Vec<_>, _>>()?;
        let games = game_file::read(&self.file, named.as_ref())?;
        let texts = games.iter().map(|game| self.text(game, &tags));
        let text = texts.collect::<Result<Vec<_>, Error>>()?.join("\n");
        match &self.output {
            Some(path) => std::fs::write(path, text).map_err(Error::at(&path))?,
            None => print!("{text}"),
        }
        Ok(Exit::Success)
    }

    /// A game in the format.
    fn text(&self, game: &GameFile, tags: &[(String, String)]) -> Result<String, Error> {
        let format = match self.format {
            Target::Saved => return Ok(game.saved.to_string()),
            Target::Format(format) => format,
        };
        let at = |why: String| Error::at(&self.file)(why).with_exit(Exit::Negative);
        let named = GameArgs::new(&game.saved.game, &game.saved.readings, None);
        let chosen = named.load()?;
        let played = game_file::played(&chosen, &game.saved);
        let played = played.map_err(|(index, why)| at(format!("ply {}: {why}", index + 1)))?;
        let told: Vec<(String, String)> = tags.iter().chain(&game.tags).cloned().collect();
        formats::write(format, &played, &told).map_err(at)
    }
}
