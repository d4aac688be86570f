//! `ludarium sources`: the works that the games are based on.

use clap::Args;
use ludarium_games::about::page_label;
use ludarium_games::bibliography::{works, Work};
use serde_json::json;

use crate::error::{Error, Exit};
use crate::folders;
use ludarium_notation::number_words::counted;

/// Arguments of `ludarium sources`.
#[derive(Args, Debug)]
pub struct Sources {
    /// Only works for these games, by family, slug or name [default: all]
    #[arg(value_name = "GAME")]
    folders: Vec<String>,
    /// Print BibTeX
    #[arg(long, conflicts_with = "json")]
    bibtex: bool,
    /// Print one JSON array, for programs
    #[arg(long)]
    json: bool,
}

/// The number of games listed after a work; further games are counted.
const NAMED: usize = 6;

impl Sources {
    /// Runs the command. The exit code is 2 if there is no such game.
    pub fn run(self) -> Result<Exit, Error> {
        let works = works(&folders::meant(&self.folders)?);
        if self.json {
            let all: Vec<_> = works.iter().map(as_json).collect();
            println!("{}", json!(all));
        } else if self.bibtex {
            let all: Vec<String> = works.iter().map(Work::bibtex).collect();
            print!("{}", all.join("\n"));
        } else {
            works.iter().for_each(show);
            println!("{}", counted(works.len(), "work"));
        }
        Ok(Exit::Success)
    }
}

fn show(work: &Work) {
    println!("{}", work.line());
    let named = work
        .cited
        .iter()
        .take(NAMED)
        .map(|(entry, pages)| match pages {
            Some(pages) => format!("{} ({})", entry.slug, page_label(pages)),
            None => entry.slug.to_owned(),
        });
    let named: Vec<String> = named.collect();
    let more = match work.cited.len().saturating_sub(NAMED) {
        0 => String::new(),
        more => format!(", and {more} more"),
    };
    println!("    {}{more}", named.join(", "));
}

fn as_json(work: &Work) -> serde_json::Value {
    let cited = work.cited.iter();
    let cited: Vec<_> = cited
        .map(|(entry, pages)| json!({ "game": entry.slug, "pages": pages }))
        .collect();
    json!({
        "key": work.key,
        "author": work.author,
        "title": work.title,
        "publisher": work.publisher,
        "year": work.year,
        "cited": cited,
    })
}
