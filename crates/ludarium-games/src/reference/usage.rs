//! The built-in games that use each ludeme.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::OnceLock;

use ludarium_lud::{Choices, Ludeme};

use crate::sheet::each_call;
use crate::{definitions, games, Entry};

/// The slugs of the built-in games that use a form, under any choices.
pub fn used_by(ludeme: Ludeme) -> impl Iterator<Item = &'static str> {
    static USED: OnceLock<BTreeMap<Ludeme, BTreeSet<&'static str>>> = OnceLock::new();
    let used = USED.get_or_init(|| {
        let mut used: BTreeMap<Ludeme, BTreeSet<&'static str>> = BTreeMap::new();
        for game in games() {
            for ludeme in ludemes(game) {
                used.entry(ludeme).or_default().insert(game.slug);
            }
        }
        used
    });
    used.get(&ludeme).into_iter().flatten().copied()
}

/// The forms in a game's description, trying each item of each option.
fn ludemes(game: &Entry) -> BTreeSet<Ludeme> {
    let definitions = definitions();
    let mut found = BTreeSet::new();
    let mut read = |choices: &Choices| {
        let description =
            ludarium_lud::load(game.slug, game.description, &definitions, choices).ok()?;
        each_call(&description.game, &mut |call| {
            found.insert(call.ludeme);
        });
        Some(description)
    };
    let Some(description) = read(&Choices::defaults()) else {
        return found;
    };
    for group in &description.options {
        for (index, item) in group.items.iter().enumerate() {
            if index != group.chosen {
                let choice = format!("{}/{}", group.heading, item.name);
                read(&Choices::defaults().with(choice));
            }
        }
    }
    found
}
