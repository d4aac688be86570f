//! `ludarium evidence`: archaeological and written evidence of games, by place and time.

use std::path::PathBuf;

use clap::{Args, ValueEnum};
use ludarium_games::about::EvidenceKind;
use ludarium_games::evidence::{all, export, Filter, Find};
use ludarium_games::nearest;

use crate::error::{Error, Exit};
use crate::show::prose::{fill, width};
use crate::{folders, pages};
use ludarium_notation::number_words::counted;

/// Filters that select evidence.
#[derive(Args, Debug)]
pub struct Which {
    /// Only this game or family; may be repeated
    #[arg(long = "game", id = "of_game", value_name = "GAME")]
    game: Vec<String>,
    /// Only this part of the world, or a place of this name
    #[arg(long, value_name = "REGION")]
    region: Option<String>,
    /// Only evidence that reaches into this year or later; years BCE are negative
    #[arg(long, value_name = "YEAR", allow_negative_numbers = true)]
    from: Option<i32>,
    /// Only evidence that begins in this year or earlier
    #[arg(long, value_name = "YEAR", allow_negative_numbers = true)]
    to: Option<i32>,
    /// Only this type: ethnography, artifact, contemporary, secondary
    #[arg(long = "type", value_name = "TYPE")]
    kind: Option<String>,
}

impl Which {
    /// Whether any filter is set.
    pub fn is_some(&self) -> bool {
        !self.game.is_empty()
            || self.region.is_some()
            || self.from.is_some()
            || self.to.is_some()
            || self.kind.is_some()
    }

    /// The evidence that passes all filters.
    pub fn finds(&self) -> Result<Vec<&'static Find>, Error> {
        let games = match self.game.as_slice() {
            [] => None,
            names => Some(
                folders::meant(names)?
                    .iter()
                    .map(|entry| entry.slug)
                    .collect(),
            ),
        };
        let filter = Filter {
            games,
            region: self.region.clone(),
            from: self.from,
            to: self.to,
            kind: self.kind.as_deref().map(kind).transpose()?,
        };
        let finds: Vec<&Find> = all().iter().filter(|find| filter.fits(find)).collect();
        if let (true, Some(region)) = (finds.is_empty(), &self.region) {
            // Another filter may be the reason.
            let only = Filter {
                region: Some(region.clone()),
                ..Filter::default()
            };
            if !all().iter().any(|find| only.fits(find)) {
                let places = all()
                    .iter()
                    .map(Find::place)
                    .filter(|place| !place.is_empty());
                if let Some(near) = nearest(region, places, 1).first() {
                    let message = format!("no evidence is from {region:?}");
                    return Err(Error::new(message)
                        .with_hint(format!("did you mean {near}?"))
                        .with_exit(Exit::Negative));
                }
            }
        }
        Ok(finds)
    }
}

/// Arguments of `ludarium evidence`.
#[derive(Args, Debug)]
pub struct Evidence {
    #[command(flatten)]
    which: Which,
    /// Output format
    #[arg(long, value_enum, default_value_t = Format::Table)]
    format: Format,
    /// The same as --format json
    #[arg(long, conflicts_with = "format")]
    json: bool,
    /// Instead, write the book's page of evidence counts below this folder
    #[arg(long, value_name = "DIR")]
    book: Option<PathBuf>,
}

/// The output formats for evidence.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Format {
    /// One line per piece of evidence
    Table,
    /// One JSON array
    Json,
    /// Comma-separated values with a header line
    Csv,
    /// A GeoJSON collection of points, for mapping programs
    Geojson,
}

impl Evidence {
    /// Runs the command. The exit code is 1 if nothing matches, 2 if a filter names something that
    /// does not exist.
    pub fn run(self) -> Result<Exit, Error> {
        self.evidence().map(Exit::success_if)
    }

    fn evidence(&self) -> Result<bool, Error> {
        if let Some(folder) = &self.book {
            return pages::write(folder, &[ludarium_games::book::evidence()]).map(|()| true);
        }
        let finds = self.which.finds()?;
        let format = if self.json { Format::Json } else { self.format };
        match format {
            Format::Table => table(&finds),
            Format::Json => println!("{}", export::json(&finds)),
            Format::Csv => print!("{}", export::csv(&finds)),
            Format::Geojson => println!("{}", export::geojson(&finds)),
        }
        Ok(!finds.is_empty())
    }
}

/// The type whose name begins with this word.
fn kind(word: &str) -> Result<EvidenceKind, Error> {
    let wanted = ludarium_games::fold(word);
    let fits = |kind: &EvidenceKind| {
        !wanted.is_empty() && ludarium_games::fold(kind.name()).starts_with(&wanted)
    };
    EvidenceKind::ALL.into_iter().find(fits).ok_or_else(|| {
        let names = EvidenceKind::ALL.map(EvidenceKind::name);
        format!(
            "no evidence is of the type {word:?}; there are {}",
            names.join(", ")
        )
        .into()
    })
}

fn table(finds: &[&Find]) {
    let widest = |text: &dyn Fn(&Find) -> usize, most: usize| {
        finds
            .iter()
            .map(|find| text(find))
            .max()
            .unwrap_or(0)
            .min(most)
    };
    let dates = widest(&|find| find.date().chars().count(), 24);
    let games = widest(&|find| find.entry.slug.chars().count(), 40);
    for find in finds {
        let percent = find.evidence.confidence;
        let percent = percent.map_or_else(|| "  ? ".to_owned(), |percent| format!("{percent:>3}%"));
        println!(
            "{:<dates$}  {:<games$}  {percent}  {}: {}",
            find.date(),
            find.entry.slug,
            find.evidence.kind.name(),
            match find.place() {
                "" => "place unknown",
                place => place,
            }
        );
        let words = [&find.evidence.content, &find.evidence.rules];
        let words: Vec<&str> = words.into_iter().flatten().map(String::as_str).collect();
        let source = find.evidence.source.as_ref();
        let source = source.map(|id| format!("[{}]", find.source(id)));
        let text: Vec<&str> = words.into_iter().chain(source.as_deref()).collect();
        if !text.is_empty() {
            let indent = " ".repeat(dates + 2);
            print!("{}", fill(&text.join(" "), width(), &indent, &indent));
        }
    }
    println!("{} of evidence", counted(finds.len(), "piece"));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_beginning_of_a_kind_is_enough() {
        assert_eq!(kind("art"), Ok(EvidenceKind::Artifact));
        assert_eq!(
            kind("contemporary"),
            Ok(EvidenceKind::ContemporaryRuleDescription)
        );
        assert!(kind("rumour")
            .unwrap_err()
            .to_string()
            .contains("Ethnography"));
    }
}
