//! What a game is like: properties taken from its description, and from what random games show.
//!
//! Nothing here is written down by hand: rows, men and lots are those of the description under every reading;
//! which throws set men going, which are thrown again, by which rows men run and how games end is seen in play.

mod play;
mod structure;

use std::collections::{BTreeMap, BTreeSet};

pub use play::{Ends, Seen};
pub use structure::Men;

use crate::audit::variants;
use crate::{load, Entry, LoadError, Lots};

/// What a game is like.
#[derive(Clone, Debug)]
pub struct Profile {
    /// The game.
    pub entry: &'static Entry,
    /// How many sites each row has, from the first player's side; every board that some reading gives, the default
    /// first.
    pub rows: Vec<Vec<usize>>,
    /// The men of the first player, board and hand, in the same way.
    pub men: Vec<Men>,
    /// The lots, by the numbers of their faces, in the same way; nothing where none are thrown.
    pub lots: Vec<BTreeMap<usize, usize>>,
    /// What a throw counts as, where that is not the sum.
    pub worth: BTreeMap<i32, i32>,
    /// What was seen in random games by default.
    pub seen: Seen,
    /// The headings of the readings, with the default.
    pub readings: Vec<(String, String)>,
}

impl Profile {
    /// Takes the profile of a game, with so many random games.
    ///
    /// ```
    /// let tab = ludarium_games::profile::Profile::of(ludarium_games::find("bgs-tab-egypt").unwrap(), 20).unwrap();
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
            men: Vec::new(),
            lots: Vec::new(),
            worth: Lots::of(&default.description, &default.game)
                .map(|lots| lots.worth)
                .unwrap_or_default(),
            seen: Seen::of(&default.game, games),
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
        once(&mut self.rows, structure.rows);
        once(&mut self.men, structure.men);
        once(&mut self.lots, structure.lots);
    }

    /// How many rows the board has.
    #[must_use]
    pub fn row_count(&self) -> String {
        several(self.rows.iter().map(|rows| rows.len().to_string()))
    }

    /// How many sites a row has, where all have as many; or those of all rows.
    #[must_use]
    pub fn cells(&self) -> String {
        several(self.rows.iter().map(|rows| {
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

    /// The men of the first player.
    #[must_use]
    pub fn men(&self) -> String {
        several(self.men.iter().map(Men::to_string))
    }

    /// The lots, with the numbers of their faces.
    #[must_use]
    pub fn lots(&self) -> String {
        several(self.lots.iter().map(|lots| {
            let told = lots
                .iter()
                .map(|(faces, count)| format!("{count} of {faces} faces"));
            told.collect::<Vec<_>>().join(" + ")
        }))
    }

    /// The throws that set the first man going.
    #[must_use]
    pub fn start_throws(&self) -> String {
        // Where most throws will do, men do not wait for a certain one.
        let thrown = &self.seen.thrown_first;
        let going = self.seen.sets_going.iter();
        let going: usize = going.filter_map(|throw| thrown.get(throw)).sum();
        if 2 * going > thrown.values().sum() {
            return String::new();
        }
        self.throws(&self.seen.sets_going)
    }

    /// The throws after which the same player throws again.
    #[must_use]
    pub fn throws_again(&self) -> String {
        let again: BTreeSet<Vec<i32>> = self.seen.always_again();
        match (again.is_empty(), self.seen.again.is_empty()) {
            (_, true) => String::new(),
            (true, false) => "none".to_owned(),
            _ => self.throws(&again),
        }
    }

    /// Throws as people call them: what they count as; or a face, where every throw that shows it is meant.
    fn throws(&self, throws: &BTreeSet<Vec<i32>>) -> String {
        let all: BTreeSet<&Vec<i32>> = self.seen.all_throws().collect();
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
        let worth = |throw: &Vec<i32>| {
            let sum = throw.iter().sum();
            self.worth.get(&sum).copied().unwrap_or(sum)
        };
        let values: BTreeSet<i32> = throws.iter().map(worth).collect();
        values
            .iter()
            .map(i32::to_string)
            .collect::<Vec<_>>()
            .join(", ")
    }
}

/// Adds what is not there yet.
fn once<T: PartialEq>(all: &mut Vec<T>, new: T) {
    if !all.contains(&new) {
        all.push(new);
    }
}

/// The default, and what other readings give.
fn several(all: impl Iterator<Item = String>) -> String {
    let mut texts: Vec<String> = Vec::new();
    all.filter(|text| !text.is_empty())
        .for_each(|text| once(&mut texts, text));
    match texts.split_first() {
        None => String::new(),
        Some((first, [])) => first.clone(),
        Some((first, others)) => format!("{first}; also {}", others.join(", ")),
    }
}
