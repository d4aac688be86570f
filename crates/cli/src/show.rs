//! `ludarium show`: what is known about a game.

use std::process::ExitCode;

use clap::Args;
use engine::SplitMix64;
use lud::Description;

use crate::chosen::GameArgs;
use crate::draw::{status, Glyphs, Marks, Plan, Style};

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
        if let Some(entry) = self.game.entry() {
            println!("{} ({})", entry.name(), entry.slug);
            print!("{}", entry.about.text());
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
        let names = chosen.names();
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
        print!("\n{}", plan.draw(&state, &glyphs, marks));
        status(game, &state, &state, &glyphs)
            .iter()
            .for_each(|line| println!("{line}"));
        glyphs
            .legend()
            .iter()
            .for_each(|(owner, line)| println!("player {owner}: {line}"));
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
