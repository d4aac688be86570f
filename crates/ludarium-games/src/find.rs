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

/// Finds the folder with this slug or name, ignoring case, accents and punctuation. Words that
/// occur in the names of one game only (`tab` for `bgs-tab-egypt`), or in one slug only, are
/// enough. Playable games take precedence over lost games, and these over constructions.
///
/// # Errors
/// If no game matches, or several do: with the nearest names.
pub fn find(name: &str) -> Result<&'static Entry, UnknownGame> {
    let wanted = fold(name);
    let exact = entries()
        .iter()
        .find(|game| game.names().any(|own| fold(own) == wanted));
    if let Some(game) = exact {
        return Ok(game);
    }
    let words = words(name);
    for kind in [Kind::Game, Kind::Lost, Kind::Construction] {
        if let Some(found) = by_words(name, &words, kind) {
            return found;
        }
    }
    Err(UnknownGame {
        name: name.to_owned(),
        nearest: nearest(name, entries().iter().flat_map(Entry::names), 3),
    })
}

/// The folder of this kind that matches the words; `None` if none does.
fn by_words(
    name: &str,
    words: &[String],
    kind: Kind,
) -> Option<Result<&'static Entry, UnknownGame>> {
    let has_words = |own: &str| {
        let own = self::words(own);
        !words.is_empty() && words.iter().all(|word| own.contains(word))
    };
    let among = || entries().iter().filter(|entry| entry.kind() == kind);
    let named: Vec<&Entry> = among().filter(|g| g.names().any(has_words)).collect();
    let slugged: Vec<&Entry> = among().filter(|game| has_words(game.slug)).collect();
    match (named.as_slice(), slugged.as_slice()) {
        ([only], _) | (_, [only]) => Some(Ok(only)),
        ([], _) => None,
        (several, _) => {
            let slugs = several.iter().take(6);
            Some(Err(UnknownGame {
                name: name.to_owned(),
                nearest: slugs.map(|game| game.slug.to_owned()).collect(),
            }))
        }
    }
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
