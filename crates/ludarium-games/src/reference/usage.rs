//! The built-in games that use each ludeme.
//!
//! Most descriptions lack a word that a form needs, and are not loaded to find that out.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::OnceLock;

use ludarium_lud::ludeme::{aliases, FormPart};
use ludarium_lud::{Choices, Definitions, Ludeme};

use super::{definitions as standard, telling_words};
use crate::sheet::each_call;
use crate::{games, Entry};

/// The slugs of the built-in games that use a form, under any choices.
pub fn used_by(ludeme: Ludeme) -> impl Iterator<Item = &'static str> {
    candidates(ludeme)
        .filter(move |own| own.loaded().any(|found| found.contains(&ludeme)))
        .map(|own| own.game.slug)
}

/// The slugs of the built-in games that use a form under their default choices. To find them takes
/// far less time than [`used_by`].
pub fn used_by_default(ludeme: Ludeme) -> impl Iterator<Item = &'static str> {
    candidates(ludeme)
        .filter(move |own| {
            own.loaded()
                .next()
                .is_some_and(|found| found.contains(&ludeme))
        })
        .map(|own| own.game.slug)
}

/// The descriptions that have the words which a form needs.
fn candidates(ludeme: Ludeme) -> impl Iterator<Item = &'static Description> {
    static DESCRIPTIONS: OnceLock<Vec<Description>> = OnceLock::new();
    let descriptions = DESCRIPTIONS.get_or_init(|| {
        let texts = texts_of_definitions();
        let games = games().iter();
        games.map(|game| Description::new(game, &texts)).collect()
    });
    let needed = Needed::by(ludeme);
    descriptions
        .iter()
        .filter(move |own| needed.are_in(&own.calls))
}

/// A game's description, as far as it is known by now.
struct Description {
    game: &'static Entry,
    /// How the calls begin in its text and in the definitions that it may use: the keyword, and the
    /// word after it, or [`ANY`].
    calls: BTreeSet<(&'static str, &'static str)>,
    /// The forms under the default choices, and the other choices: one item of one option each.
    default: OnceLock<(BTreeSet<Ludeme>, Vec<OtherChoice>)>,
}

struct OtherChoice {
    choice: String,
    forms: OnceLock<BTreeSet<Ludeme>>,
}

impl Description {
    fn new(game: &'static Entry, definitions: &BTreeMap<&'static str, &'static str>) -> Self {
        let mut calls = BTreeSet::new();
        let mut used = BTreeSet::new();
        let mut open = vec![game.description];
        while let Some(text) = open.pop() {
            calls.extend(text.split('(').skip(1).map(beginning));
            // What stands between two quotation marks may be the name of a definition.
            for name in text.split('"') {
                if let Some(text) = definitions.get(name).filter(|_| used.insert(name)) {
                    open.push(text);
                }
            }
        }
        Description {
            game,
            calls,
            default: OnceLock::new(),
        }
    }

    /// The forms under the default choices, then under each other item of each option.
    fn loaded(&self) -> impl Iterator<Item = &BTreeSet<Ludeme>> {
        let (default, others) = self.default.get_or_init(|| self.load_default());
        let others = others.iter().map(|other| {
            let choices = Choices::defaults().with(other.choice.clone());
            let load = || self.load(&choices).map(|loaded| loaded.1);
            other.forms.get_or_init(|| load().unwrap_or_default())
        });
        std::iter::once(default).chain(others)
    }

    fn load_default(&self) -> (BTreeSet<Ludeme>, Vec<OtherChoice>) {
        let Some((description, forms)) = self.load(&Choices::defaults()) else {
            return (BTreeSet::new(), Vec::new());
        };
        let mut others = Vec::new();
        for group in &description.options {
            for (index, item) in group.items.iter().enumerate() {
                if index != group.chosen {
                    others.push(OtherChoice {
                        choice: format!("{}/{}", group.heading, item.name),
                        forms: OnceLock::new(),
                    });
                }
            }
        }
        (forms, others)
    }

    fn load(&self, choices: &Choices) -> Option<(ludarium_lud::Description, BTreeSet<Ludeme>)> {
        static DEFINITIONS: OnceLock<Definitions> = OnceLock::new();
        let definitions = DEFINITIONS.get_or_init(crate::definitions);
        let (slug, text) = (self.game.slug, self.game.description);
        let description = ludarium_lud::load(slug, text, definitions, choices).ok()?;
        let mut found = BTreeSet::new();
        each_call(&description.game, &mut |call| {
            found.insert(call.ludeme);
        });
        Some((description, found))
    }
}

/// The texts of the standard definitions by name. Definitions that share a comment share a text.
fn texts_of_definitions() -> BTreeMap<&'static str, &'static str> {
    let files = standard::files().into_iter();
    let all = files.flat_map(|file| file.definitions).flat_map(|own| {
        let text: &'static str = own.text.leak();
        own.names.into_iter().map(move |name| (name, text))
    });
    all.collect()
}

/// Stands for what is no word: options or arguments may put one there.
const ANY: &str = "";

/// The keyword of a call, and the word after it: what follows the opening bracket.
fn beginning(call: &'static str) -> (&'static str, &'static str) {
    let is_word = |c: char| c.is_alphanumeric();
    let word = |text: &'static str| {
        let end = text.find(|c| !is_word(c)).unwrap_or(text.len());
        text.split_at(end)
    };
    let (keyword, rest) = word(call.trim_start());
    let (next, _) = word(rest.trim_start());
    (keyword, next)
}

/// The words with which every call of a form begins.
struct Needed {
    /// The spellings of the keyword; empty for an operator, which is no word.
    keywords: Vec<&'static str>,
    /// One of these follows; empty if that is not known.
    next: Vec<&'static str>,
}

impl Needed {
    fn by(ludeme: Ludeme) -> Needed {
        let keyword = ludeme.keyword();
        let mut keywords = vec![keyword];
        let own = aliases().iter().filter(|(_, real)| *real == keyword);
        keywords.extend(own.map(|(alias, _)| *alias));
        let next = match ludeme.parts().first() {
            Some(FormPart::Word(word)) => vec![*word],
            _ => telling_words(ludeme).unwrap_or_default(),
        };
        let is_word = |word: &&str| word.chars().all(char::is_alphanumeric);
        if !keywords.iter().all(is_word) {
            keywords.clear();
        }
        Needed { keywords, next }
    }

    fn are_in(&self, calls: &BTreeSet<(&str, &str)>) -> bool {
        let begins = |(keyword, next): &(&str, &str)| {
            let follows = self.next.is_empty() || *next == ANY || self.next.contains(next);
            follows && (*keyword == ANY || self.keywords.contains(keyword))
        };
        self.keywords.is_empty() || calls.iter().any(begins)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_description_that_uses_a_form_lacks_a_word_that_the_form_needs() {
        let texts = texts_of_definitions();
        for game in games() {
            let own = Description::new(game, &texts);
            for forms in own.loaded() {
                for form in forms {
                    assert!(
                        Needed::by(*form).are_in(&own.calls),
                        "{}: {form:?}",
                        game.slug
                    );
                }
            }
        }
    }
}
