//! `about.toml` as typed data: what is known about a game. `games/README.md` explains the keys.

mod notation;

use std::collections::BTreeMap;
use std::fmt::Write as _;

use serde::Deserialize;

use crate::display_names::DisplayNames;
use crate::drawing::{BoardLook, Characters, PieceGlyph};
use crate::evidence::year_name;

pub use notation::{Letter, Notation, Owner, Squares, Throw, TrackLine};

/// The contents of an `about.toml`.
#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct About {
    /// The name of the folder.
    pub slug: String,
    /// The name of the game.
    pub name: String,
    /// Other names of the game.
    #[serde(default)]
    pub aliases: Vec<String>,
    /// The family, which is the name of the parent folder.
    pub family: String,
    /// The number of players.
    pub players: usize,
    /// Whether enough of the rules is known to play.
    #[serde(default)]
    pub status: Status,
    /// What is missing from the rules, if anything.
    pub missing: Option<String>,
    /// A summary in one or two sentences.
    #[serde(default)]
    pub summary: String,
    /// Whether it is one to begin with, for people who do not know any of the games.
    #[serde(default)]
    pub featured: bool,
    /// Where and when the game was played.
    #[serde(default)]
    pub origin: Origin,
    /// The sources; the rules follow the first.
    #[serde(default)]
    pub sources: Vec<Source>,
    /// Questions that the sources leave open, each an option of the description.
    #[serde(default)]
    pub readings: Vec<Reading>,
    /// Open questions that are not options.
    #[serde(default)]
    pub undecided: Vec<Undecided>,
    /// Archaeological and written evidence.
    #[serde(default)]
    pub evidence: Vec<Evidence>,
    /// Claims of the sources that can be tested by computation.
    #[serde(default)]
    pub claims: Vec<Claim>,
    /// The tour to complete, if the game is a tour puzzle.
    pub tour: Option<Tour>,
    /// Other remarks.
    #[serde(default)]
    pub notes: Vec<Note>,
    /// Printed games, and how to read them.
    #[serde(default)]
    pub records: Vec<Record>,
    /// The notation of the records.
    #[serde(default)]
    pub notation: Notation,
    /// What the formats of other programs call the game.
    #[serde(default)]
    pub formats: Formats,
    /// The names that players use for parts of the game.
    #[serde(default)]
    pub table: DisplayNames,
    /// The names that other programs use for the game and its pieces.
    #[serde(default)]
    pub protocol: Protocol,
    /// What the board looks like.
    #[serde(default)]
    pub board: BoardLook,
    /// By name of a piece: its character in the traditional set.
    #[serde(default)]
    pub characters: BTreeMap<String, Characters>,
    /// By name of a piece: its drawing.
    #[serde(default)]
    pub glyphs: BTreeMap<String, PieceGlyph>,
}

/// Whether enough of a game's rules is known to play it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Status {
    /// Enough is known, though readings may have to be chosen.
    #[default]
    Playable,
    /// Rules are lost or were never recorded. A description, if there is one, is a reconstruction.
    Incomplete,
}

impl Status {
    /// The value in `about.toml`.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Status::Playable => "playable",
            Status::Incomplete => "incomplete",
        }
    }
}

/// The names of the game and its pieces in protocols such as CECP (XBoard), UCI, USI and UCCI.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Protocol {
    /// The CECP name of the variant, if programs play it by the same rules.
    pub variant: Option<String>,
    /// The readings under which the rules are the same, as `Heading/Item`, if not the defaults.
    pub options: Vec<String>,
    /// Whether programs may start from another array, so that the position has to be sent to them.
    pub set_up: bool,
    /// By letter: the name of the piece, if the protocols' letters differ from those of
    /// `[notation]`.
    pub letters: BTreeMap<String, String>,
}

/// What the formats of other programs call the game.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Formats {
    /// The tag `GameType` of PDN (`20,W,10,10,N2,0`), if the game is draughts.
    pub pdn: Option<String>,
    /// The number of the game in SGF (`GM`), if stones are placed in it.
    pub sgf: Option<u32>,
    /// How matches of backgammon (`.mat`) have the game.
    pub mat: Option<MatFormat>,
    /// Whether its games are written as squares, one after the other: `f5d6c3`.
    pub squares: bool,
}

/// A game in the format of matches of backgammon.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MatFormat {
    /// The reading under which the doubling cube is used, as `Heading/Item`.
    pub cube: String,
}

/// A puzzle in which a leaper visits every cell once. Hints and solutions come from the tour
/// solver.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Tour {
    /// The piece that leaps, by its name in the description.
    pub piece: String,
    /// Its leap: `1,2`, or a name.
    pub leap: String,
    /// The piece that marks the starting cell.
    pub first: String,
    /// The option under which the tour has to return to its start, as `Heading/Item`.
    pub closed: Option<String>,
}

/// Where and when a game was played.
#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Origin {
    /// The place in words.
    pub place: Option<String>,
    /// Degrees, north positive.
    pub latitude: Option<f64>,
    /// Degrees, east positive.
    pub longitude: Option<f64>,
    /// Whether the coordinates stand for a region.
    pub approximate: bool,
    /// The first year with evidence of the game, negative for BCE.
    pub from: Option<i32>,
    /// The last year with evidence of the game, negative for BCE.
    pub to: Option<i32>,
    /// Other remarks.
    pub note: Option<String>,
}

/// A book, article or manuscript.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Source {
    /// The id by which the rest of the file refers to it.
    pub id: String,
    /// The author.
    pub author: Option<String>,
    /// The title.
    pub title: String,
    /// The publisher.
    pub publisher: Option<String>,
    /// The year of publication.
    pub year: Option<i32>,
    /// The pages.
    pub pages: Option<String>,
    /// Other remarks.
    pub note: Option<String>,
}

/// Pages as a citation names them: `p. 324`, `pp. 3-9`, or as they are if they are not numbers.
///
/// ```
/// use ludarium_games::about::page_label;
///
/// assert_eq!(page_label("324"), "p. 324");
/// assert_eq!(page_label("3-9, 12"), "pp. 3-9, 12");
/// assert_eq!(page_label("pl. 51-52"), "pl. 51-52");
/// ```
#[must_use]
pub fn page_label(pages: &str) -> String {
    if !pages.starts_with(|letter: char| letter.is_ascii_digit()) {
        pages.to_owned()
    } else if pages.bytes().all(|byte| byte.is_ascii_digit()) {
        format!("p. {pages}")
    } else {
        format!("pp. {pages}")
    }
}

impl std::fmt::Display for Source {
    /// Author, title, year, pages and note on one line.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        if let Some(author) = &self.author {
            write!(f, "{author}, ")?;
        }
        write!(f, "{}", self.title)?;
        if let Some(year) = self.year {
            write!(f, " ({year})")?;
        }
        if let Some(pages) = &self.pages {
            write!(f, ", {}", page_label(pages))?;
        }
        match &self.note {
            Some(note) => write!(f, ". {note}"),
            None => Ok(()),
        }
    }
}

/// A question that a source leaves open, and its possible answers.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Reading {
    /// Its short name.
    pub id: String,
    /// The heading of the option in the description.
    pub option: String,
    /// The question.
    pub question: String,
    /// The item that is the default.
    pub default: String,
    /// How certain it is that the default was played, in percent.
    pub confidence: Option<u8>,
    /// The possible answers.
    #[serde(default)]
    pub answers: Vec<Answer>,
}

/// An answer to a reading.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Answer {
    /// The item of the option.
    pub item: String,
    /// The sources that support it, or `guess`, or `inference`.
    #[serde(default)]
    pub support: Vec<String>,
    /// Other remarks.
    pub note: Option<String>,
}

/// An open question that is not an option.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Undecided {
    /// The question.
    pub question: String,
    /// Why it is not an option.
    pub note: Option<String>,
}

/// A remark.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Note {
    /// The text.
    pub text: String,
}

/// A piece of evidence, with the fields of the Digital Ludeme Project.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Evidence {
    /// Its short name.
    pub id: String,
    /// The kind of evidence.
    #[serde(rename = "type")]
    pub kind: EvidenceKind,
    /// The name of the game in the evidence.
    pub game: Option<String>,
    /// The first date.
    pub date_from: Option<String>,
    /// The last date.
    pub date_to: Option<String>,
    /// The place in words.
    pub place: Option<String>,
    /// Degrees, north positive.
    pub latitude: Option<f64>,
    /// Degrees, east positive.
    pub longitude: Option<f64>,
    /// Whether the coordinates stand for a region.
    #[serde(default)]
    pub approximate: bool,
    /// What it says about the rules.
    pub rules: Option<String>,
    /// A summary in our words.
    pub content: Option<String>,
    /// Confidence in percent.
    pub confidence: Option<u8>,
    /// The ages of the players.
    pub ages: Option<String>,
    /// The social status of the players.
    pub social_status: Option<String>,
    /// The genders of the players.
    pub genders: Option<String>,
    /// The id of the source.
    pub source: Option<String>,
}

/// The kind of evidence.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
pub enum EvidenceKind {
    /// An observation of play.
    Ethnography,
    /// An object.
    Artifact,
    /// Rules written down by contemporaries.
    #[serde(rename = "Contemporary rule description")]
    ContemporaryRuleDescription,
    /// Later authors.
    #[serde(rename = "Secondary literature")]
    SecondaryLiterature,
}

/// A claim of a source that can be tested by computation.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Claim {
    /// Its short name.
    pub id: String,
    /// The claim.
    pub statement: String,
    /// The id of the source that makes it.
    pub source: Option<String>,
    /// The page.
    pub page: Option<String>,
    /// The check that tests it, in the syntax of [`crate::check`].
    pub check: Option<String>,
    /// The readings to test it under, as `Heading/Item`.
    #[serde(default)]
    pub options: Vec<String>,
    /// The result of the test.
    #[serde(default)]
    pub verdict: Verdict,
    /// The numbers behind the verdict.
    pub result: Option<String>,
}

/// The result of testing a claim.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Verdict {
    /// Not tested yet.
    #[default]
    Untested,
    /// It is true.
    Holds,
    /// It is false.
    Fails,
    /// Tested without a definite result.
    Open,
}

impl Verdict {
    /// The verdict in words.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Verdict::Untested => "not tested",
            Verdict::Holds => "holds",
            Verdict::Fails => "fails",
            Verdict::Open => "open",
        }
    }
}

impl Claim {
    /// Its source and page: `gollon, p. 52`.
    #[must_use]
    pub fn cited(&self) -> Option<String> {
        let source = self.source.as_ref()?;
        Some(match &self.page {
            Some(page) => format!("{source}, {}", page_label(page)),
            None => source.clone(),
        })
    }
}

/// A printed game, position, line, track or figure.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Record {
    /// The file, relative to the game's folder.
    pub file: String,
    /// What the record contains.
    pub kind: RecordKind,
    /// The readings it is played under, as `Heading/Item`, if not the defaults.
    #[serde(default)]
    pub options: Vec<String>,
    /// What readers and replayers must know about its plies.
    pub moves: Option<String>,
    /// Other remarks.
    pub note: Option<String>,
}

/// What a record contains.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum RecordKind {
    /// A game from the start.
    Game,
    /// A position, with or without moves.
    Position,
    /// A line of play.
    Line,
    /// The order of the sites of a track.
    Track,
    /// A table of numbers, with nothing to replay.
    Table,
    /// A magic square, or part of one.
    Square,
    /// A knight's tour.
    Tour,
}

impl About {
    /// Reads the text of an `about.toml`.
    ///
    /// # Errors
    /// If it is not TOML, or a key or value is wrong.
    pub fn parse(text: &str) -> Result<About, String> {
        toml::from_str(text).map_err(|error| error.to_string())
    }

    /// All names of the game except the slug.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        let name = Some(self.name.as_str()).filter(|name| !name.is_empty());
        name.into_iter()
            .chain(self.aliases.iter().map(String::as_str))
    }

    /// By piece: its letter. A letter that does not depend on the state takes precedence.
    #[must_use]
    pub fn letters(&self) -> BTreeMap<String, String> {
        let mut letters = BTreeMap::new();
        let names_a_state = |letter: &String| self.notation.states.contains_key(letter);
        for with_state in [true, false] {
            for (letter, meaning) in &self.notation.letters {
                match meaning {
                    Letter::Piece(piece) if names_a_state(letter) == with_state => {
                        letters.insert(piece.clone(), letter.clone());
                    }
                    _ => {}
                }
            }
        }
        letters
    }

    /// The sources, one per line.
    #[must_use]
    pub fn sources_text(&self) -> String {
        let mut text = String::new();
        for source in &self.sources {
            let _ = writeln!(text, "{source}");
        }
        text
    }

    /// Summary, other names, origin and what is missing, one per line.
    #[must_use]
    pub fn text(&self) -> String {
        let mut text = String::new();
        if !self.summary.is_empty() {
            let _ = writeln!(text, "{}", self.summary);
        }
        if !self.aliases.is_empty() {
            let _ = writeln!(text, "Also: {}", self.aliases.join(", "));
        }
        let origin = &self.origin;
        if let Some(place) = &origin.place {
            let years = match (origin.from, origin.to) {
                (Some(from), Some(to)) => format!(", {} to {}", year_name(from), year_name(to)),
                (Some(from), None) => format!(", from {}", year_name(from)),
                (None, Some(to)) => format!(", until {}", year_name(to)),
                (None, None) => String::new(),
            };
            let _ = writeln!(text, "Played in: {place}{years}");
        }
        if let Some(missing) = &self.missing {
            let _ = writeln!(text, "Missing: {missing}");
        }
        text
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SMALL: &str = "slug = \"a-b\"\nname = \"B\"\nfamily = \"chess\"\nplayers = 2\n";

    #[test]
    fn a_key_that_does_not_exist_is_an_error_and_not_ignored() {
        assert!(About::parse(SMALL).is_ok());
        let error = About::parse(&format!("{SMALL}alias = \"C\"\n")).unwrap_err();
        assert!(error.contains("unknown field `alias`"), "{error}");
    }

    #[test]
    fn a_game_is_playable_unless_the_file_says_what_is_missing() {
        let status = |more: &str| About::parse(&format!("{SMALL}{more}")).map(|a| a.status);
        assert_eq!(status(""), Ok(Status::Playable));
        let lost = "status = \"incomplete\"\nmissing = \"how captures are made\"\n";
        assert_eq!(status(lost), Ok(Status::Incomplete));
        let text = About::parse(&format!("{SMALL}{lost}")).unwrap().text();
        assert!(text.contains("Missing: how captures are made"), "{text}");
        assert!(status("status = \"lost\"\n").is_err());
    }

    #[test]
    fn negative_years_are_written_bce() {
        let about =
            About::parse(&format!("{SMALL}[origin]\nplace = \"Ur\"\nfrom = -2600\n")).unwrap();
        assert!(about.text().contains("Played in: Ur, from 2600 BCE"));
    }
}
