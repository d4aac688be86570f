//! The notation of a game's records: `[notation]` of `about.toml`.

use std::collections::BTreeMap;

use serde::Deserialize;

/// The notation of the records.
#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Notation {
    /// What a square in a record refers to.
    pub squares: Squares,
    /// For [`Squares::Table`]: by letter of a row, its sites.
    pub rows: BTreeMap<String, Vec<i32>>,
    /// The letters that no column of the board is named by: `i` in go.
    pub skipped: String,
    /// By letter: the piece or site it stands for.
    pub letters: BTreeMap<String, Letter>,
    /// By letter that other programs or books use for a piece, besides [`Notation::letters`] and
    /// [`Protocol::letters`](super::Protocol::letters): the piece. Read in positions and moves,
    /// never written.
    pub also: BTreeMap<String, String>,
    /// By letter of a promotion: the pieces it may mean, where the letter is another piece's or
    /// none's.
    pub promoted: BTreeMap<String, Vec<String>>,
    /// How a letter shows the owner of a piece.
    pub owner: Owner,
    /// By prefix of a letter: the player.
    pub prefixes: BTreeMap<String, usize>,
    /// By letter: the player.
    pub owners: BTreeMap<String, usize>,
    /// By player, then by name of a piece: another name for it.
    pub names: BTreeMap<String, BTreeMap<String, String>>,
    /// By letter: the state of the piece on its site.
    pub states: BTreeMap<String, i32>,
    /// By player, then by name of a site: its number, where players use one name for different
    /// sites.
    pub sites: BTreeMap<String, BTreeMap<String, i32>>,
    /// By word: the throw it names.
    pub throws: BTreeMap<String, Throw>,
    /// By line of a record: the track it describes.
    pub tracks: BTreeMap<String, TrackLine>,
    /// The pieces of the sites of a hand, in order, if each kind has its own site.
    pub hand: Vec<String>,
    /// The phase in which a record that starts from a position begins.
    pub start_phase: Option<String>,
    /// Whether a player who may continue the turn but does not has passed.
    pub implied_pass: bool,
    /// Whether forced moves are omitted.
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

/// A throw of the dice.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(untagged)]
pub enum Throw {
    /// The sum.
    Sum(i32),
    /// The value of each die, in any order.
    Each(Vec<i32>),
}

/// What a line in a record of a track describes.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TrackLine {
    /// The player whose track it is.
    pub player: usize,
    /// The name of the track in the description.
    pub track: Option<String>,
    /// The part of the track.
    pub part: Option<String>,
    /// The throw, if the line is a move.
    #[serde(default)]
    pub throw: Vec<i32>,
}

/// What a square in a record refers to.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Squares {
    /// The label of a site.
    #[default]
    Labels,
    /// An entry of the table of rows.
    Table,
}

/// How a letter shows the owner of a piece.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Owner {
    /// Upper case is player 1, lower case player 2.
    #[default]
    Case,
    /// By a prefix.
    Prefix,
    /// By the letter itself.
    Letter,
}
