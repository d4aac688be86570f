//! The profile of a game: properties of its description, and statistics of random games.
//!
//! Nothing here is recorded by hand. Rows, pieces and dice come from the description under every
//! reading. Random games show which throws let a player start, which throws are repeated, on which
//! rows pieces move, and how games end.

mod random_play;
mod statistics;
mod structure;

use std::collections::{BTreeMap, BTreeSet};

pub use random_play::{RandomPlay, Share};
pub use statistics::{Endings, PlayStatistics};
pub use structure::PieceCounts;

use crate::audit::variants;
use crate::{load, Entry, LoadError, ThrowOdds};

/// The profile of a game.
#[derive(Clone, Debug)]
pub struct Profile {
    /// The game.
    pub entry: &'static Entry,
    /// The number of sites in each row, from the first player's side; one entry for every board
    /// that a reading gives, the default first.
    pub rows: Vec<Vec<usize>>,
    /// The pieces of the first player, on the board and in hand, for every reading, the default
    /// first.
    pub pieces: Vec<PieceCounts>,
    /// By number of faces: the number of dice, for every reading, the default first.
    pub dice: Vec<BTreeMap<usize, usize>>,
    /// By sum of a throw: its value, where that is not the sum.
    pub throw_values: BTreeMap<i32, i32>,
    /// Statistics of random games with the default readings.
    pub play: PlayStatistics,
    /// The headings of the options, with their defaults.
    pub readings: Vec<(String, String)>,
}

impl Profile {
    /// Computes the profile of a game from this number of random games.
    ///
    /// ```
    /// use ludarium_games::profile::Profile;
    ///
    /// let tab = Profile::of(ludarium_games::find("bgs-tab-egypt").unwrap(), 20).unwrap();
    /// assert_eq!(tab.cells(), "9; also 7, 11, 13, 15");
    /// assert_eq!(tab.start_throws(), "1");
    /// assert_eq!(tab.throws_again(), "1, 4, 6");
    /// ```
    ///
    /// # Errors
    /// If the game does not load.
    pub fn of(entry: &'static Entry, games: usize) -> Result<Profile, LoadError> {
        let default = load(entry, &[])?;
        let mut profile = Profile {
            entry,
            rows: Vec::new(),
            pieces: Vec::new(),
            dice: Vec::new(),
            throw_values: ThrowOdds::of(&default.description, &default.game)
                .map(|odds| odds.values)
                .unwrap_or_default(),
            play: PlayStatistics::of(&default.game, games),
            readings: default
                .description
                .options
                .iter()
                .map(|group| {
                    let item = group.items.get(group.chosen);
                    let item = item.map_or_else(String::new, |item| item.name.clone());
                    (group.heading.clone(), item)
                })
                .collect(),
        };
        profile.add(&default);
        for variant in variants(entry).unwrap_or_default().iter().skip(1) {
            if let Ok(loaded) = variant.load(entry) {
                profile.add(&loaded);
            }
        }
        Ok(profile)
    }

    fn add(&mut self, loaded: &crate::Loaded) {
        let structure = structure::Structure::of(&loaded.game);
        push_unique(&mut self.rows, structure.rows);
        push_unique(&mut self.pieces, structure.pieces);
        push_unique(&mut self.dice, structure.dice);
    }

    /// The number of rows of the board.
    #[must_use]
    pub fn row_count(&self) -> String {
        default_and_others(self.rows.iter().map(|rows| rows.len().to_string()))
    }

    /// The number of sites per row if all rows are equal, else of each row.
    #[must_use]
    pub fn cells(&self) -> String {
        default_and_others(self.rows.iter().map(|rows| {
            let same = rows.windows(2).all(|pair| pair[0] == pair[1]);
            match (same, rows.first()) {
                (true, Some(first)) => first.to_string(),
                _ => rows
                    .iter()
                    .map(usize::to_string)
                    .collect::<Vec<_>>()
                    .join("+"),
            }
        }))
    }

    /// The pieces of the first player.
    #[must_use]
    pub fn pieces(&self) -> String {
        default_and_others(self.pieces.iter().map(PieceCounts::to_string))
    }

    /// The dice, with their numbers of faces.
    #[must_use]
    pub fn dice(&self) -> String {
        default_and_others(self.dice.iter().map(|dice| {
            let parts = dice
                .iter()
                .map(|(faces, count)| format!("{count} of {faces} faces"));
            parts.collect::<Vec<_>>().join(" + ")
        }))
    }

    /// The throws that let a player make the first move. Empty if most throws do.
    #[must_use]
    pub fn start_throws(&self) -> String {
        // Where most throws do, players do not wait for a certain one.
        let thrown = &self.play.first_throws;
        let going = self.play.starting_throws.iter();
        let going: usize = going.filter_map(|throw| thrown.get(throw)).sum();
        if 2 * going > thrown.values().sum() {
            return String::new();
        }
        self.throws(&self.play.starting_throws)
    }

    /// The throws after which the same player throws again.
    #[must_use]
    pub fn throws_again(&self) -> String {
        let repeated: BTreeSet<Vec<i32>> = self.play.repeated_throws();
        match (repeated.is_empty(), self.play.repeats.is_empty()) {
            (_, true) => String::new(),
            (true, false) => "none".to_owned(),
            _ => self.throws(&repeated),
        }
    }

    /// Throws in words: their values, or a face if they are all the throws that show it.
    fn throws(&self, throws: &BTreeSet<Vec<i32>>) -> String {
        let all: BTreeSet<&Vec<i32>> = self.play.all_throws().collect();
        let faces: BTreeSet<i32> = all.iter().flat_map(|throw| throw.iter().copied()).collect();
        if faces.len() > 2 {
            let shows = |face: &i32| {
                let with: BTreeSet<&Vec<i32>> =
                    all.iter().copied().filter(|t| t.contains(face)).collect();
                with == throws.iter().collect()
            };
            if let Some(face) = faces.iter().find(|face| shows(face)) {
                return format!("{face} on any");
            }
            let shown = |throw: &Vec<i32>| {
                throw
                    .iter()
                    .map(i32::to_string)
                    .collect::<Vec<_>>()
                    .join("-")
            };
            return throws.iter().map(shown).collect::<Vec<_>>().join(", ");
        }
        let value = |throw: &Vec<i32>| {
            let sum = throw.iter().sum();
            self.throw_values.get(&sum).copied().unwrap_or(sum)
        };
        let values: BTreeSet<i32> = throws.iter().map(value).collect();
        values
            .iter()
            .map(i32::to_string)
            .collect::<Vec<_>>()
            .join(", ")
    }
}

/// Appends an item unless it is already there.
fn push_unique<T: PartialEq>(all: &mut Vec<T>, new: T) {
    if !all.contains(&new) {
        all.push(new);
    }
}

/// The default, then the other values.
fn default_and_others(all: impl Iterator<Item = String>) -> String {
    let mut texts: Vec<String> = Vec::new();
    all.filter(|text| !text.is_empty())
        .for_each(|text| push_unique(&mut texts, text));
    match texts.split_first() {
        None => String::new(),
        Some((first, [])) => first.clone(),
        Some((first, others)) => format!("{first}; also {}", others.join(", ")),
    }
}
