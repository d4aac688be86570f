//! `about.toml`, typed: what is known about a game. `games/README.md` explains the keys.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use serde::Deserialize;

use crate::display_names::DisplayNames;
use crate::drawing::{BoardLook, PieceGlyph};

/// The contents of an `about.toml`.
#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct About {
    /// The folder's name.
    pub slug: String,
    /// What people call the game.
    pub name: String,
    /// What else they call it.
    #[serde(default)]
    pub aliases: Vec<String>,
    /// The folder it lies in.
    pub family: String,
    /// How many play.
    pub players: usize,
    /// Whether enough of the rules is known to play.
    #[serde(default)]
    pub status: Status,
    /// What is missing, if something is.
    pub missing: Option<String>,
    /// One or two sentences.
    #[serde(default)]
    pub summary: String,
    /// Where and when it was played.
    #[serde(default)]
    pub origin: Origin,
    /// What the rules rest on, the first above all.
    #[serde(default)]
    pub sources: Vec<Source>,
    /// The questions the sources leave open.
    #[serde(default)]
    pub readings: Vec<Reading>,
    /// Questions that make no option.
    #[serde(default)]
    pub undecided: Vec<Undecided>,
    /// What is known to have been.
    #[serde(default)]
    pub evidence: Vec<Evidence>,
    /// Statements that a computer can test.
    #[serde(default)]
    pub claims: Vec<Claim>,
    /// What has to be visited, if it is a tour.
    pub tour: Option<Tour>,
    /// What else there is to say.
    #[serde(default)]
    pub notes: Vec<Note>,
    /// Printed games, and how to read them.
    #[serde(default)]
    pub records: Vec<Record>,
    /// How the records speak of the board.
    #[serde(default)]
    pub notation: Notation,
    /// How people at the table speak of it.
    #[serde(default)]
    pub table: DisplayNames,
    /// How programs of others call the game and its men.
    #[serde(default)]
    pub protocol: Protocol,
    /// What the board looks like.
    #[serde(default)]
    pub board: BoardLook,
    /// By the name of a piece: what it is drawn as.
    #[serde(default)]
    pub glyphs: BTreeMap<String, PieceGlyph>,
}

/// Whether enough of a game's rules is known to play it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Status {
    /// It is, if only by choosing among readings.
    #[default]
    Playable,
    /// Rules are lost, or were never told. Where there is a description, it is a reconstruction.
    Incomplete,
}

impl Status {
    /// The word of `about.toml`.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Status::Playable => "playable",
            Status::Incomplete => "incomplete",
        }
    }
}

/// What the game and its men are called in protocols such as CECP (XBoard), UCI, USI and UCCI.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Protocol {
    /// The name of the variant, where programs that speak CECP play by the same rules.
    pub variant: Option<String>,
    /// The readings under which the rules are the same, as `Heading/Item`, where the default is not meant.
    pub options: Vec<String>,
    /// Whether programs may begin the variant from another array, and have to be told this one.
    pub set_up: bool,
    /// By letter: the name of the piece, where the protocols' letters are not those of `[notation]`.
    pub letters: BTreeMap<String, String>,
}

/// A game in which a leaper visits every cell once: hints and solutions are those of tours then.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Tour {
    /// The piece that leaps, by its name in the description.
    pub piece: String,
    /// Its leap: `1,2`, or a name.
    pub leap: String,
    /// The piece that marks the cell it began on.
    pub first: String,
    /// The option under which the tour has to return, as `Heading/Item`.
    pub closed: Option<String>,
}

/// Where and when a game was played.
#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Origin {
    /// The place, in words.
    pub place: Option<String>,
    /// Degrees, north positive.
    pub latitude: Option<f64>,
    /// Degrees, east positive.
    pub longitude: Option<f64>,
    /// Whether the coordinates stand for a region.
    pub approximate: bool,
    /// The first year it is known from (negative before our era).
    pub from: Option<i32>,
    /// The last year.
    pub to: Option<i32>,
    /// What else there is to say.
    pub note: Option<String>,
}

/// A book, an article, a manuscript.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Source {
    /// What the rest of the file calls it.
    pub id: String,
    /// Who wrote it.
    pub author: Option<String>,
    /// Its title.
    pub title: String,
    /// Who published it.
    pub publisher: Option<String>,
    /// When.
    pub year: Option<i32>,
    /// Where in it.
    pub pages: Option<String>,
    /// What else there is to say.
    pub note: Option<String>,
}

impl std::fmt::Display for Source {
    /// Author, title, year, pages, and what else there is to say.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        if let Some(author) = &self.author {
            write!(f, "{author}, ")?;
        }
        write!(f, "{}", self.title)?;
        if let Some(year) = self.year {
            write!(f, " ({year})")?;
        }
        if let Some(pages) = &self.pages {
            write!(f, ", pp. {pages}")?;
        }
        match &self.note {
            Some(note) => write!(f, ". {note}"),
            None => Ok(()),
        }
    }
}

/// A question that a source leaves open, and how it may be answered.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Reading {
    /// Its short name.
    pub id: String,
    /// The heading of the option in the description.
    pub option: String,
    /// The question.
    pub question: String,
    /// The item taken where nothing is chosen.
    pub default: String,
    /// How sure the default is what was played, in percent.
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
    /// The sources for it, or `guess`, or `inference`.
    #[serde(default)]
    pub support: Vec<String>,
    /// What else there is to say.
    pub note: Option<String>,
}

/// A question that makes no option.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Undecided {
    /// The question.
    pub question: String,
    /// Why it makes none.
    pub note: Option<String>,
}

/// A remark.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Note {
    /// What it says.
    pub text: String,
}

/// A piece of evidence, with the fields of the Digital Ludeme Project.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Evidence {
    /// Its short name.
    pub id: String,
    /// What kind of evidence.
    #[serde(rename = "type")]
    pub kind: EvidenceKind,
    /// The game as it is called there.
    pub game: Option<String>,
    /// The first date.
    pub date_from: Option<String>,
    /// The last date.
    pub date_to: Option<String>,
    /// Where.
    pub place: Option<String>,
    /// Degrees, north positive.
    pub latitude: Option<f64>,
    /// Degrees, east positive.
    pub longitude: Option<f64>,
    /// Whether the coordinates stand for a region.
    #[serde(default)]
    pub approximate: bool,
    /// What it says of the rules.
    pub rules: Option<String>,
    /// Our summary.
    pub content: Option<String>,
    /// In percent.
    pub confidence: Option<u8>,
    /// Who played, by age.
    pub ages: Option<String>,
    /// Who played, by standing.
    pub social_status: Option<String>,
    /// Who played, by gender.
    pub genders: Option<String>,
    /// The source.
    pub source: Option<String>,
}

/// What kind of evidence something is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
pub enum EvidenceKind {
    /// Play that somebody saw.
    Ethnography,
    /// A thing.
    Artifact,
    /// Rules written down when they were played.
    #[serde(rename = "Contemporary rule description")]
    ContemporaryRuleDescription,
    /// What later authors say.
    #[serde(rename = "Secondary literature")]
    SecondaryLiterature,
}

/// A statement that a computer can test.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Claim {
    /// Its short name.
    pub id: String,
    /// The statement.
    pub statement: String,
    /// Who states it.
    pub source: Option<String>,
    /// Where.
    pub page: Option<String>,
    /// What to run.
    pub check: Option<String>,
    /// The readings to run it under, as `Heading/Item`.
    #[serde(default)]
    pub options: Vec<String>,
    /// What came of it.
    #[serde(default)]
    pub verdict: Verdict,
    /// The numbers behind the verdict.
    pub result: Option<String>,
}

/// What came of testing a claim.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Verdict {
    /// Nobody has tried.
    #[default]
    Untested,
    /// It is true.
    Holds,
    /// It is false.
    Fails,
    /// Neither could be shown.
    Open,
}

/// A printed game, position, line, track or figure.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Record {
    /// The file, below the game's folder.
    pub file: String,
    /// What it is.
    pub kind: RecordKind,
    /// The readings it is played under, as `Heading/Item`, where the default is not meant.
    #[serde(default)]
    pub options: Vec<String>,
    /// What one must know of its plies.
    pub moves: Option<String>,
    /// What else there is to say.
    pub note: Option<String>,
}

/// What a record is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum RecordKind {
    /// A game from its start.
    Game,
    /// A position, with or without moves.
    Position,
    /// A line of play.
    Line,
    /// The order of the sites of a track.
    Track,
    /// Numbers in a table: nothing to replay.
    Table,
    /// A magic square, or a part of one.
    Square,
    /// A tour of the knight.
    Tour,
}

/// How records speak of the board.
#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Notation {
    /// What a square in a record is.
    pub squares: Squares,
    /// For tables: the letter of a row, and its sites.
    pub rows: BTreeMap<String, Vec<i32>>,
    /// What a letter stands for.
    pub letters: BTreeMap<String, Letter>,
    /// By letter: what a man may have become who is promoted to it, where the letter is another man's or nobody's.
    pub promoted: BTreeMap<String, Vec<String>>,
    /// How a letter tells its owner.
    pub owner: Owner,
    /// Prefixes of letters, and the player each stands for.
    pub prefixes: BTreeMap<String, usize>,
    /// Letters, and the player each stands for.
    pub owners: BTreeMap<String, usize>,
    /// By player: what else a piece of this name is called.
    pub names: BTreeMap<String, BTreeMap<String, String>>,
    /// By letter: the state of the piece on its site.
    pub states: BTreeMap<String, i32>,
    /// By player (its number): names of sites that mean another site for each.
    pub sites: BTreeMap<String, BTreeMap<String, i32>>,
    /// By word: the throw that it is the name of.
    pub throws: BTreeMap<String, Throw>,
    /// By line of a record: the track that it describes.
    pub tracks: BTreeMap<String, TrackLine>,
    /// The pieces that the sites of a hand are for, in order, where every kind has a site of its own.
    pub hand: Vec<String>,
    /// The phase in which a record that starts from a position begins.
    pub start_phase: Option<String>,
    /// Whether a player who may go on and does not has passed.
    pub implied_pass: bool,
    /// Whether moves without a choice are not printed.
    pub forced_moves: bool,
}

/// What a letter stands for.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(untagged)]
pub enum Letter {
    /// A piece, by its name in the description.
    Piece(String),
    /// A site, by its number.
    Site(i32),
}

/// A throw of dice or lots.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(untagged)]
pub enum Throw {
    /// What they show together.
    Sum(i32),
    /// What each shows, in any order.
    Each(Vec<i32>),
}

/// What a line of a record of a track describes.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TrackLine {
    /// Whose way it is.
    pub player: usize,
    /// The name of the track in the description.
    pub track: Option<String>,
    /// Which part of it.
    pub part: Option<String>,
    /// The throw, where the line is a move.
    #[serde(default)]
    pub throw: Vec<i32>,
}

/// What a square in a record is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Squares {
    /// The label of a site.
    #[default]
    Labels,
    /// An entry of the table of rows.
    Table,
}

/// How a letter tells its owner.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Owner {
    /// Capitals are the first player's.
    #[default]
    Case,
    /// By what stands before it.
    Prefix,
    /// By the letter itself.
    Letter,
}

impl About {
    /// Reads the text of an `about.toml`.
    ///
    /// # Errors
    /// If it is not TOML, or not of this form.
    pub fn parse(text: &str) -> Result<About, String> {
        toml::from_str(text).map_err(|error| error.to_string())
    }

    /// Everything the game is called, but for its slug.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        let name = Some(self.name.as_str()).filter(|name| !name.is_empty());
        name.into_iter()
            .chain(self.aliases.iter().map(String::as_str))
    }

    /// The letters of the pieces, by piece: those that tell no state, where there are such.
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

    /// The sources, one a line.
    #[must_use]
    pub fn sources_text(&self) -> String {
        let mut text = String::new();
        for source in &self.sources {
            let _ = writeln!(text, "{source}");
        }
        text
    }

    /// Summary, other names, origin and what is missing, one a line.
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
                (Some(from), Some(to)) => format!(", {} to {}", year(from), year(to)),
                (Some(from), None) => format!(", from {}", year(from)),
                (None, Some(to)) => format!(", until {}", year(to)),
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

fn year(year: i32) -> String {
    match year {
        ..0 => format!("{} BCE", -year),
        _ => year.to_string(),
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
