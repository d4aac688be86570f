//! Concepts: what the rules of a game have, found in its compiled description.
//!
//! Nothing is entered by hand: a game has a concept if its rules under the default readings say so.
//!
//! ```
//! use ludarium_games::concept;
//!
//! let oware = ludarium_games::find("oware")?;
//! let names: Vec<&str> = concept::of(oware).map(|concept| concept.name).collect();
//! assert!(names.contains(&"Sowing") && names.contains(&"Pits"), "{names:?}");
//! let hidden = concept::named("hidden-pieces").unwrap();
//! assert!(hidden.games().any(|game| game.slug == "gollon-kriegspiel"));
//! # Ok::<(), ludarium_games::UnknownGame>(())
//! ```

mod rules;

use std::sync::OnceLock;

use crate::{games, load, Entry};
use rules::Rules;

/// Something that games have in common.
#[derive(Debug)]
pub struct Concept {
    /// Its name in addresses.
    pub slug: &'static str,
    /// Its name.
    pub name: &'static str,
    /// What kind of concept it is.
    pub group: Group,
    /// When a game has it.
    pub meaning: &'static str,
    test: fn(&Rules) -> bool,
}

/// Kinds of concepts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Group {
    /// How many play, and in which order.
    Players,
    /// What nobody or not everybody can know.
    Luck,
    /// The board.
    Board,
    /// Pieces and what lies beside the board.
    Equipment,
    /// How pieces move.
    Moves,
    /// How pieces are taken.
    Captures,
    /// What decides the game.
    Aims,
}

impl Group {
    /// All groups, in the order of lists.
    pub const ALL: [Group; 7] = [
        Group::Players,
        Group::Luck,
        Group::Board,
        Group::Equipment,
        Group::Moves,
        Group::Captures,
        Group::Aims,
    ];

    /// The title of the group.
    #[must_use]
    pub fn title(self) -> &'static str {
        match self {
            Group::Players => "Players and turns",
            Group::Luck => "Luck and knowledge",
            Group::Board => "Board",
            Group::Equipment => "Pieces",
            Group::Moves => "Moves",
            Group::Captures => "Captures",
            Group::Aims => "Ends",
        }
    }
}

impl Concept {
    /// The games that have it under their default readings, in the order of the library.
    pub fn games(&self) -> impl Iterator<Item = &'static Entry> + '_ {
        let has = |game: &&'static Known| of_known(game).any(|own| own.slug == self.slug);
        known().iter().filter(has).map(|game| game.entry)
    }
}

/// All concepts, by group.
#[must_use]
pub fn all() -> &'static [Concept] {
    rules::CONCEPTS
}

/// The concept with this name in addresses.
#[must_use]
pub fn named(slug: &str) -> Option<&'static Concept> {
    all().iter().find(|concept| concept.slug == slug)
}

/// The concepts of a game under its default readings; none for what cannot be played. To find them,
/// the game is compiled once.
pub fn of(game: &Entry) -> impl Iterator<Item = &'static Concept> {
    let own = known().iter().find(|own| own.entry.slug == game.slug);
    own.into_iter().flat_map(of_known)
}

/// A game, and the indices of its concepts once they are known.
struct Known {
    entry: &'static Entry,
    concepts: OnceLock<Vec<usize>>,
}

fn known() -> &'static [Known] {
    static KNOWN: OnceLock<Vec<Known>> = OnceLock::new();
    KNOWN.get_or_init(|| {
        let unknown = |entry: &'static Entry| Known {
            entry,
            concepts: OnceLock::new(),
        };
        games().iter().map(unknown).collect()
    })
}

fn of_known(game: &'static Known) -> impl Iterator<Item = &'static Concept> {
    let indices = game.concepts.get_or_init(|| {
        let Ok(loaded) = load(game.entry, &[]) else {
            return Vec::new();
        };
        let rules = Rules::of(&loaded);
        let has = |index: &usize| (all()[*index].test)(&rules);
        (0..all().len()).filter(has).collect()
    });
    indices.iter().map(|index| &all()[*index])
}

#[cfg(test)]
mod tests {
    use super::*;

    fn has(game: &str, concept: &str) -> bool {
        let entry = crate::find(game).expect("a game of the library");
        of(entry).any(|own| own.slug == concept)
    }

    /// What the sources say of these games: (game, concepts that it has, concepts that it lacks).
    #[cfg(feature = "all")]
    #[test]
    fn games_have_the_concepts_that_their_sources_tell_of() {
        let cases: [(&str, &[&str], &[&str]); 11] = [
            (
                "gollon-shatranj",
                &[
                    "squares",
                    "slides",
                    "leaps",
                    "replacement",
                    "attack",
                    "no-chance",
                ],
                &["dice", "sowing", "hands", "hop-capture"],
            ),
            (
                "oware",
                &["pits", "sowing", "no-chance"],
                &["replacement", "dice"],
            ),
            (
                "backgammon",
                &["dice", "tracks"],
                &["no-chance", "hidden-pieces"],
            ),
            ("kriegspiel", &["hidden-pieces", "attack"], &["dice"]),
            (
                "hex",
                &["hexagons", "connection", "placing"],
                &["replacement"],
            ),
            (
                "go",
                &["points", "enclosing", "placing", "score"],
                &["slides"],
            ),
            (
                "international-draughts",
                &["hop-capture", "squares"],
                &["replacement"],
            ),
            ("tablut", &["custodial", "slides"], &["replacement", "dice"]),
            ("fanorona", &["points"], &["replacement", "pits"]),
            (
                "nine-mens-morris",
                &["line", "hands"],
                &["dice", "replacement"],
            ),
            ("shogi", &["hands", "promotion", "attack"], &["dice"]),
        ];
        for (game, present, absent) in cases {
            for concept in present {
                assert!(named(concept).is_some(), "no concept {concept}");
                assert!(has(game, concept), "{game} has no {concept}");
            }
            for concept in absent {
                assert!(named(concept).is_some(), "no concept {concept}");
                assert!(!has(game, concept), "{game} has {concept}");
            }
        }
    }

    #[test]
    fn each_concept_is_that_of_some_game_and_of_no_more_than_all() {
        let mut slugs: Vec<&str> = all().iter().map(|concept| concept.slug).collect();
        for concept in all() {
            let count = concept.games().count();
            assert!(count < games().len(), "{} tells nothing", concept.slug);
            // Not every build has all families.
            #[cfg(feature = "all")]
            assert!(count > 0, "no game has {}", concept.slug);
        }
        slugs.sort_unstable();
        slugs.dedup();
        assert_eq!(slugs.len(), all().len());
        assert!(all().windows(2).all(|pair| pair[0].group <= pair[1].group));
    }

    #[test]
    fn each_game_is_of_chance_or_not_and_has_one_number_of_players() {
        for Known { entry, .. } in known() {
            let count = |slugs: &[&str]| of(entry).filter(|own| slugs.contains(&own.slug)).count();
            assert_eq!(count(&["no-chance", "dice"]), 1, "{}", entry.slug);
            assert_eq!(count(&["solitaire", "two-players", "more-players"]), 1);
        }
    }
}
