//! `ludarium show`: what is known about a game.

use std::process::ExitCode;

use clap::Args;
use engine::SplitMix64;
use library::{Entry, Kind, Lots};
use lud::Description;

use crate::chosen::GameArgs;
use crate::draw::{status, Glyphs, Marks, Plan, Style, Throw};
use crate::words::Words;
use crate::{lots, piece, terminal};

/// Arguments of `ludarium show`.
#[derive(Args, Debug)]
pub struct Show {
    #[command(flatten)]
    game: GameArgs,
    /// The rules in plain words as well
    #[arg(long)]
    rules: bool,
    /// The description in ludemes as well
    #[arg(long)]
    description: bool,
    /// The coordinates of the sites instead of the pieces
    #[arg(long)]
    coordinates: bool,
    /// Letters instead of Unicode pieces
    #[arg(long)]
    ascii: bool,
    #[command(flatten)]
    piece: piece::PieceArgs,
}

impl Show {
    /// Runs the command. The exit code is 2 when the game could not be loaded.
    pub fn run(self) -> ExitCode {
        match self.show() {
            Ok(()) => ExitCode::SUCCESS,
            Err(message) => {
                eprintln!("ludarium show: {message}");
                ExitCode::from(2)
            }
        }
    }

    fn show(&self) -> Result<(), String> {
        if self.piece.is_asked_for()? {
            let chosen = self.game.load()?;
            return self.piece.show(&chosen, self.ascii);
        }
        if let Some(entry) = self.game.entry() {
            println!("{} ({})", entry.name(), entry.slug);
            print!("{}", entry.about.text());
            if entry.problem.is_none() && entry.kind() != Kind::Game {
                print!("{}", known(entry));
                return Ok(());
            }
        }
        let chosen = self.game.load()?;
        let game = &chosen.loaded.game;
        println!(
            "\n{}: {} players, {} kinds of pieces",
            game.name(),
            game.players(),
            game.components().len() - 1
        );
        let style = if self.ascii {
            Style::Ascii
        } else {
            Style::Unicode
        };
        let (names, words) = (chosen.names(), Words::new(&chosen));
        let glyphs = Glyphs::new(game, style, &names);
        let state = game.start(&mut SplitMix64::new(0));
        let plan = match self.coordinates {
            true => Plan::labelled(game, &names),
            false => Plan::new(game, &names),
        };
        let marks = Marks {
            coordinates: self.coordinates,
            ..Marks::default()
        };
        let image = terminal::Images::of_terminal(self.ascii || self.coordinates);
        match image.and_then(|images| images.board(&chosen, &state)) {
            Some(image) => println!("\n{image}"),
            None => print!("\n{}", plan.draw(&state, &glyphs, marks)),
        }
        status(game, (&state, &state), &glyphs, &words, Throw::Own)
            .iter()
            .for_each(|line| println!("{line}"));
        glyphs
            .legend(&words)
            .iter()
            .for_each(|(owner, line)| println!("{}: {line}", words.owner(game, *owner)));
        println!("(--piece NAME shows how a man moves, --piece all how all of them do)");
        if let Some(lots) = Lots::of(&chosen.loaded.description, game) {
            print!("\n{}", lots::text(&lots));
        }
        let readings = readings(&chosen.loaded.description);
        if !readings.is_empty() {
            println!("\nReadings (--with tag=choice):\n{readings}");
        }
        if self.rules {
            if let Some(entry) = chosen.entry {
                println!("\n{}", entry.rules);
            }
        }
        if self.description {
            println!("\n{}", chosen.loaded.description.sources.description.text);
        }
        Ok(())
    }
}

/// All that is known of a game without a description, or of a figure: there is nothing else to show.
fn known(entry: &Entry) -> String {
    let mut text = String::new();
    if let (None, Some(missing)) = (&entry.about.missing, entry.missing()) {
        text.push_str(&format!("Missing: {missing}\n"));
    }
    if !entry.rules.is_empty() {
        text.push_str(&format!("\n{}\n", entry.rules.trim_end()));
    }
    let mut section = |title: &str, lines: Vec<String>| {
        if !lines.is_empty() {
            text.push_str(&format!("\n{title}:\n{}\n", lines.join("\n")));
        }
    };
    let about = &entry.about;
    let undecided = about.undecided.iter();
    section(
        "Not known",
        undecided
            .map(|open| match &open.note {
                Some(note) => format!("  {} {note}", open.question),
                None => format!("  {}", open.question),
            })
            .collect(),
    );
    let evidence = about.evidence.iter();
    section(
        "Evidence",
        evidence
            .map(|found| {
                let dates = [&found.date_from, &found.date_to];
                let dates: Vec<&str> = dates.into_iter().flatten().map(String::as_str).collect();
                let place = found.place.as_deref().unwrap_or("place unknown");
                let content = found.content.as_deref().unwrap_or_default();
                format!("  {place}, {}: {content}", dates.join(" to "))
            })
            .collect(),
    );
    let notes = about.notes.iter();
    section(
        "Notes",
        notes.map(|note| format!("  {}", note.text)).collect(),
    );
    text
}

/// The options of a description, a star at what was chosen.
pub fn readings(description: &Description) -> String {
    let mut text = String::new();
    for group in &description.options {
        text.push_str(&format!("  {} — {}\n", group.tag, group.heading));
        for (index, item) in group.items.iter().enumerate() {
            let star = if index == group.chosen { '*' } else { ' ' };
            text.push_str(&format!("   {star} {}: {}\n", item.name, item.description));
        }
    }
    text
}
