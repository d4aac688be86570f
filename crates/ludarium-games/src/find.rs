//! Finds a game by name.

use std::fmt;

use crate::{entries, fold, nearest, Entry, Kind};

/// There is no game with this name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnknownGame {
    /// The name that was looked up.
    pub name: String,
    /// Similar names, the nearest first.
    pub nearest: Vec<String>,
}

impl fmt::Display for UnknownGame {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "there is no game {:?}", self.name)?;
        match self.nearest.as_slice() {
            [] => Ok(()),
            names => write!(f, " (did you mean {}?)", names.join(", ")),
        }
    }
}

impl std::error::Error for UnknownGame {}

/// Finds the folder with this slug, name or alias, ignoring case, accents and punctuation. The slug
/// without its first word, which names the source, is enough (`jetan` for `gollon-jetan`), if only
/// one folder of its kind has it: playable games come before lost games, and these before
/// constructions. A word of a name alone is not enough: it might be another game that is meant.
///
/// ```
/// assert_eq!(ludarium_games::find("Jetan")?.slug, "gollon-jetan");
/// assert!(ludarium_games::find("no game of the library").is_err());
/// # Ok::<(), ludarium_games::UnknownGame>(())
/// ```
///
/// # Errors
/// If no game has this name: with those in whose names its words occur, else the nearest names.
pub fn find(name: &str) -> Result<&'static Entry, UnknownGame> {
    let wanted = fold(name);
    let exact = entries()
        .iter()
        .find(|game| game.names().any(|own| fold(own) == wanted));
    if let Some(game) = exact {
        return Ok(game);
    }
    for kind in KINDS {
        let without_source = |entry: &&Entry| {
            let title = entry.slug.split_once('-').map(|(_, title)| fold(title));
            entry.kind() == kind && title.is_some_and(|title| title == wanted)
        };
        let mut found = entries().iter().filter(without_source);
        if let (Some(only), None) = (found.next(), found.next()) {
            return Ok(only);
        }
    }
    let like: Vec<String> = matching(name)
        .iter()
        .map(|own| own.slug.to_owned())
        .collect();
    Err(UnknownGame {
        name: name.to_owned(),
        nearest: match like.is_empty() {
            true => nearest(name, entries().iter().flat_map(Entry::names), 3),
            false => like.into_iter().take(MOST_LIKE).collect(),
        },
    })
}

/// The kinds of folders, those that can be played first.
const KINDS: [Kind; 3] = [Kind::Game, Kind::Lost, Kind::Construction];

/// The number of similar names that an error lists at most.
const MOST_LIKE: usize = 8;

/// The folders in whose names all words of `text` occur, or the beginnings of words: playable games
/// first.
///
/// ```
/// let found = ludarium_games::matching("four hand");
/// assert!(found.iter().any(|game| game.slug == "gollon-chaturanga-four-handed"));
/// ```
pub fn matching(text: &str) -> Vec<&'static Entry> {
    let words = words(text);
    let has_words = |own: &str| {
        let own = self::words(own);
        words
            .iter()
            .all(|word| own.iter().any(|own| own.starts_with(word.as_str())))
    };
    let mut found: Vec<&Entry> = match words.is_empty() {
        true => entries().iter().collect(),
        false => entries()
            .iter()
            .filter(|game| game.names().any(has_words))
            .collect(),
    };
    let rank = |entry: &&Entry| KINDS.iter().position(|kind| *kind == entry.kind());
    found.sort_by_key(rank);
    found
}

/// The words of a name, without case and accents.
fn words(name: &str) -> Vec<String> {
    name.split(|c: char| !c.is_alphanumeric())
        .map(fold)
        .filter(|word| !word.is_empty())
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_unknown_name_is_answered_with_the_nearest_names() {
        let Some(game) = entries().first() else {
            return;
        };
        let mut slip = game.slug.to_owned();
        slip.pop();
        slip.push('q');
        let unknown = find(&slip).unwrap_err();
        assert!(
            unknown.nearest.iter().any(|name| name == game.slug),
            "{unknown}"
        );
    }
}
