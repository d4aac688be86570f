//! `ludarium list`: the built-in games.

use std::path::PathBuf;

use clap::Args;
use ludarium_games::{Entry, Kind, Status};
use serde::Serialize;

use crate::corpus::fits;
use crate::error::{Error, Exit};
use crate::pages;

/// Arguments of `ludarium list`.
#[derive(Args, Debug)]
pub struct List {
    /// Only games of this family, slug or name; `*` matches anything
    pattern: Option<String>,
    /// Print one JSON array, for programs
    #[arg(long)]
    json: bool,
    /// Instead, write the table of all games, a page of the book, below this folder
    #[arg(long, value_name = "DIR", conflicts_with = "pattern")]
    book: Option<PathBuf>,
}

#[derive(Serialize)]
struct Row<'a> {
    slug: &'a str,
    family: &'a str,
    name: &'a str,
    also: Vec<&'a str>,
    players: usize,
    status: &'static str,
    missing: Option<&'a str>,
}

impl List {
    /// Runs the command. The exit code is 1 if no game matches.
    pub fn run(self) -> Result<Exit, Error> {
        if let Some(folder) = &self.book {
            pages::write(folder, &[ludarium_games::book::games()])?;
            return Ok(Exit::Success);
        }
        let fitting = |entry: &&Entry| {
            let Some(pattern) = &self.pattern else {
                return true;
            };
            fits(pattern, entry.family) || entry.names().any(|name| fits(pattern, name))
        };
        let games = ludarium_games::entries().iter();
        let games = games.filter(|entry| entry.kind() != Kind::Construction);
        let entries: Vec<&Entry> = games.filter(fitting).collect();
        for entry in &entries {
            if let Some(problem) = &entry.problem {
                eprintln!("{}/about.toml: {problem}", entry.slug);
            }
        }
        if self.json {
            let rows: Vec<Row> = entries
                .iter()
                .map(|entry| Row {
                    slug: entry.slug,
                    family: entry.family,
                    name: entry.name(),
                    also: entry
                        .names()
                        .skip(1)
                        .filter(|name| *name != entry.name())
                        .collect(),
                    players: entry.about.players,
                    status: entry.status().name(),
                    missing: entry.missing(),
                })
                .collect();
            println!("{}", serde_json::to_string(&rows).unwrap_or_default());
        } else {
            let wide = entries
                .iter()
                .map(|entry| entry.slug.len())
                .max()
                .unwrap_or(0);
            let mut family = "";
            for entry in &entries {
                if entry.family != family {
                    println!(
                        "{}{}",
                        if family.is_empty() { "" } else { "\n" },
                        entry.family
                    );
                    family = entry.family;
                }
                let status = match (entry.status(), entry.kind()) {
                    (Status::Playable, _) => "",
                    (Status::Incomplete, Kind::Game) => " (incomplete, reconstructed)",
                    (Status::Incomplete, _) => " (incomplete)",
                };
                println!("  {:<wide$}  {}{status}", entry.slug, entry.name());
            }
        }
        if let (true, Some(pattern)) = (entries.is_empty(), &self.pattern) {
            let unknown = match ludarium_games::find(pattern) {
                Ok(_) => format!("no game matches {pattern:?}"),
                Err(unknown) => unknown.to_string(),
            };
            return Err(Error::new(unknown).with_exit(Exit::Negative));
        }
        Ok(Exit::success_if(!entries.is_empty()))
    }
}
