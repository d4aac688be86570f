//! How likely what may stand at a place is: how often it stands at such places in the built-in
//! games, in the standard definitions, in `usual.lud`, and in the text itself.
//!
//! A place is described by features: the ludemes around it, what stands before and after it, the
//! part of the game it is in. Sets of features form chains, from the most exact description of the
//! place to the least. Along a chain each count corrects the one of the less exact description as
//! far as it is trusted; the shares that the chains give are added up. The names of definitions say
//! little outside their text, so the use of a definition counts as what its text begins with.

use std::hash::{Hash as _, Hasher as _};
use std::sync::OnceLock;

use ludarium_lud::syntax::{parse, Bracket, Item, Kind};
use ludarium_lud::Definitions;
use rustc_hash::{FxHashMap, FxHasher};

use crate::document::inside;

/// The features of a place, each a bit of a set of features.
mod feature {
    /// The beginning of the ludeme that the place is an argument of, and whether it is in an array.
    pub const PARENT: u16 = 1;
    /// The keyword of that ludeme.
    pub const KEYWORD: u16 = 1 << 1;
    /// The ludeme around that one, and its keyword.
    pub const GRAND: u16 = 1 << 2;
    pub const GRAND_KEYWORD: u16 = 1 << 3;
    /// The ludeme around both.
    pub const GREAT: u16 = 1 << 4;
    /// What stands before the place, or its label, and the keyword of that.
    pub const BEFORE: u16 = 1 << 5;
    pub const BEFORE_KEYWORD: u16 = 1 << 6;
    /// What stands after the place, and its keyword.
    pub const AFTER: u16 = 1 << 7;
    pub const AFTER_KEYWORD: u16 = 1 << 8;
    /// The number of arguments before the place, or its label.
    pub const INDEX: u16 = 1 << 9;
    /// The part of the game.
    pub const SECTION: u16 = 1 << 10;
    pub const COUNT: usize = 11;
}
use feature::{
    AFTER, AFTER_KEYWORD, BEFORE, BEFORE_KEYWORD, GRAND, GRAND_KEYWORD, GREAT, INDEX, KEYWORD,
    PARENT, SECTION,
};

/// Descriptions of a place, each chain from the most exact to the least. Of ludemes deleted from
/// 809 descriptions of others, 90 % are among the first three offered there.
const CHAINS: [&[u16]; 5] = [
    &[
        GRAND | PARENT | BEFORE | AFTER,
        PARENT | BEFORE | AFTER,
        PARENT | BEFORE,
        PARENT | AFTER,
        KEYWORD | INDEX,
        KEYWORD,
        0,
    ],
    &[
        GREAT | GRAND_KEYWORD | KEYWORD | INDEX,
        GRAND_KEYWORD | KEYWORD | INDEX,
        KEYWORD | INDEX,
        KEYWORD,
        0,
    ],
    &[
        SECTION | KEYWORD | INDEX | AFTER_KEYWORD,
        SECTION | KEYWORD | INDEX,
        KEYWORD | INDEX,
        KEYWORD,
        0,
    ],
    &[
        GRAND_KEYWORD | PARENT | BEFORE_KEYWORD | AFTER_KEYWORD,
        PARENT | BEFORE_KEYWORD | AFTER_KEYWORD,
        KEYWORD | BEFORE_KEYWORD | AFTER_KEYWORD,
        KEYWORD | BEFORE_KEYWORD,
        KEYWORD | INDEX,
        KEYWORD,
        0,
    ],
    &[
        SECTION | KEYWORD | BEFORE_KEYWORD,
        SECTION | KEYWORD,
        KEYWORD,
        0,
    ],
];

/// Ludemes whose arguments are of one kind each: the nearest around a place is the part of the game
/// that it is in.
const SECTIONS: [&str; 14] = [
    "equipment",
    "start",
    "play",
    "end",
    "nextPhase",
    "then",
    "meta",
    "apply",
    "to",
    "from",
    "between",
    "define",
    "do",
    "option",
];

/// How much a place must have been seen, for each different thing at it, for its own counts to tell
/// as much as those of places that are described less exactly.
const TRUSTED: f64 = 1.0;

/// How much more a place of the text itself counts than one of the library.
const OWN: f64 = 20.0;

/// How much it counts that at such places the same keyword often follows itself.
const SAME: f64 = 0.5;

/// The most arguments before a place that make a difference.
const MAX_INDEX: usize = 6;

/// The number of definitions within each other that are looked through.
const MAX_NESTING: usize = 8;

/// What stands for "the same keyword as before" among the things that are counted.
const SAME_AS_BEFORE: &str = "=before";

/// Ludemes put together as they usually are in genres of which the library has few games.
const USUAL: &str = include_str!("usual.lud");

/// The definitions that a text may use, each with the first item of its text.
#[derive(Clone)]
pub(crate) struct Meanings<'a>(FxHashMap<&'a str, &'a Item>);

impl<'a> Meanings<'a> {
    /// Standard definitions, and those of a text.
    pub fn new(standard: &'a Definitions, items: &'a [Item]) -> Meanings<'a> {
        let standard = standard.all();
        let first = standard.filter_map(|(name, body)| Some((name, body.first()?)));
        Meanings(first.collect()).with(items)
    }

    fn with(mut self, items: &'a [Item]) -> Meanings<'a> {
        for items in items.iter().filter_map(|item| item.headed("define")) {
            if let (Some(name), Some(body)) = (items.get(1).and_then(Item::str), items.get(2)) {
                self.0.insert(name, body);
            }
        }
        self
    }

    /// What a definition begins with.
    pub fn body(&self, name: &str) -> Option<&'a Item> {
        self.0.get(name).copied()
    }

    /// What an item is counted as: the beginning of a ludeme, a word. A definition counts as the
    /// beginning of its text.
    fn key(&self, item: &Item, nesting: usize) -> String {
        match &item.kind {
            Kind::List(list) if list.bracket == Bracket::Round => self.head(item, nesting),
            Kind::Str(name) => match self.0.get(&**name) {
                Some(body) if nesting < MAX_NESTING => self.key(body, nesting + 1),
                _ => "\"".to_owned(),
            },
            Kind::Word(word) if word.starts_with('#') => "#".to_owned(),
            _ => key(item),
        }
    }

    /// The beginning of a ludeme.
    fn head(&self, item: &Item, nesting: usize) -> String {
        let name = item
            .list(Bracket::Round)
            .and_then(|items| items.first()?.str());
        match name.and_then(|name| self.0.get(&**name)) {
            Some(body) if nesting < MAX_NESTING => self.key(body, nesting + 1),
            _ => head_of(item),
        }
    }
}

pub(crate) fn keyword(head: &str) -> &str {
    head.split(' ').next().unwrap_or("")
}

fn hash(text: &str) -> u64 {
    let mut hasher = FxHasher::default();
    text.hash(&mut hasher);
    hasher.finish()
}

/// A place, as hashes of its features.
pub(crate) struct Place {
    features: [u64; feature::COUNT],
}

impl Place {
    /// The place of argument `index` in the last of the lists around it, the outermost first.
    pub fn new(
        meanings: &Meanings,
        lists: &[&Item],
        index: usize,
        label: Option<&str>,
    ) -> Option<Place> {
        let items = inside(lists.last()?);
        let mut around = lists
            .iter()
            .rev()
            .filter(|list| list.list(Bracket::Round).is_some());
        let mut outer = || around.next().map(|list| meanings.head(list, 0));
        let (parent, grand, great) = (outer(), outer(), outer());
        let (parent, grand) = (parent.unwrap_or_default(), grand.unwrap_or_default());
        let array = match lists.last()?.list(Bracket::Round) {
            Some(_) => "",
            None => "{",
        };
        let before = match label {
            Some(label) => format!("{label}:"),
            None => index
                .checked_sub(1)
                .and_then(|before| items.get(before))
                .map_or_else(String::new, |item| meanings.key(item, 0)),
        };
        let after = items.get(index + 1);
        let after = after.map_or_else(String::new, |item| meanings.key(item, 0));
        let index = match label {
            Some(_) => before.clone(),
            None => index.min(MAX_INDEX).to_string(),
        };
        let enclosing = lists.iter().rev().map(|list| head_of(list));
        let section = enclosing
            .filter(|head| !head.is_empty())
            .skip(1)
            .find(|head| SECTIONS.contains(&keyword(head)));
        let in_array = |text: &str| hash(&format!("{array}{text}"));
        // In the order of the bits.
        let features = [
            in_array(&parent),
            in_array(keyword(&parent)),
            hash(&grand),
            hash(keyword(&grand)),
            hash(&great.unwrap_or_default()),
            hash(&before),
            hash(keyword(&before)),
            hash(&after),
            hash(keyword(&after)),
            hash(&index),
            hash(section.as_deref().map_or("", keyword)),
        ];
        Some(Place { features })
    }

    /// The place as these features describe it.
    fn context(&self, features: u16) -> u64 {
        let mut hasher = FxHasher::default();
        features.hash(&mut hasher);
        for (bit, feature) in self.features.iter().enumerate() {
            if features >> bit & 1 == 1 {
                feature.hash(&mut hasher);
            }
        }
        hasher.finish()
    }

    /// Whether this follows the same keyword.
    fn follows_itself(&self, what: &str) -> bool {
        let before = self.features[BEFORE_KEYWORD.trailing_zeros() as usize];
        !what.is_empty() && before == hash(keyword(what))
    }
}

/// What was counted at places of one description.
#[derive(Default)]
struct Counts {
    places: u32,
    things: FxHashMap<u64, u32>,
}

/// How often each thing stands at places of each description.
#[derive(Default)]
pub(crate) struct Ranking {
    counts: FxHashMap<u64, Counts>,
}

/// The sets of features of all chains, each once.
fn feature_sets() -> &'static [u16] {
    static SETS: OnceLock<Vec<u16>> = OnceLock::new();
    SETS.get_or_init(|| {
        let mut sets: Vec<u16> = CHAINS.concat();
        sets.sort_unstable();
        sets.dedup();
        sets
    })
}

impl Ranking {
    /// The ranking by the library, counted at the first call.
    pub fn library() -> &'static Ranking {
        static RANKING: OnceLock<Ranking> = OnceLock::new();
        RANKING.get_or_init(|| {
            let standard = ludarium_games::definitions();
            let meanings = Meanings::new(&standard, &[]);
            let mut ranking = Ranking::default();
            for (_, text) in ludarium_games::definition_files() {
                ranking.learn(&parse(text), &meanings, None);
            }
            for game in ludarium_games::games() {
                let items = parse(game.description);
                let own = meanings.clone().with(&items);
                ranking.learn(&items, &own, None);
            }
            ranking.learn(&parse(USUAL), &meanings, None);
            ranking
        })
    }

    /// What stands in the text itself at places that are like this one in any way.
    pub fn of_places_like(place: &Place, items: &[Item], meanings: &Meanings) -> Ranking {
        let like: Vec<u64> = feature_sets()
            .iter()
            .map(|&set| place.context(set))
            .collect();
        let mut ranking = Ranking::default();
        ranking.learn(items, meanings, Some(&like));
        ranking
    }

    /// Counts what stands in a text, at all places or at those of some descriptions.
    fn learn(&mut self, items: &[Item], meanings: &Meanings, only: Option<&[u64]>) {
        let mut lists = Vec::new();
        for item in items {
            self.learn_list(&mut lists, item, meanings, only);
        }
    }

    fn learn_list<'a>(
        &mut self,
        lists: &mut Vec<&'a Item>,
        list: &'a Item,
        meanings: &Meanings,
        only: Option<&[u64]>,
    ) {
        lists.push(list);
        for (index, item) in inside(list).iter().enumerate() {
            let label = item.label.as_ref().map(|label| &*label.name);
            if let Some(place) = Place::new(meanings, lists, index, label) {
                let (meant, written) = (meanings.key(item, 0), key(item));
                let same = place.follows_itself(&meant).then_some(SAME_AS_BEFORE);
                // The keyword alone may be chosen, too.
                let mut things = vec![keyword(&meant), meant.as_str(), written.as_str()];
                things.dedup();
                things.extend(same);
                self.count(&place, &things, only);
            }
            if let Some(label) = label {
                // The label itself is what stands there, too.
                if let Some(place) = Place::new(meanings, lists, index, None) {
                    let written = format!("{label}:");
                    self.count(&place, &[written.as_str()], only);
                }
            }
            self.learn_list(lists, item, meanings, only);
        }
        lists.pop();
    }

    fn count(&mut self, place: &Place, things: &[&str], only: Option<&[u64]>) {
        for &set in feature_sets() {
            let context = place.context(set);
            if only.is_some_and(|only| !only.contains(&context)) {
                continue;
            }
            let counts = self.counts.entry(context).or_default();
            counts.places += 1;
            for thing in things {
                *counts.things.entry(hash(thing)).or_default() += 1;
            }
        }
    }

    /// What stands at places that these features describe like this one.
    fn at(&self, place: &Place, features: u16) -> Option<&Counts> {
        self.counts.get(&place.context(features))
    }
}

/// How likely this is at a place, by the library and by the text itself. The numbers of one place
/// can be compared with each other.
pub(crate) fn likelihood(own: &Ranking, place: &Place, what: &str) -> f64 {
    let likely = by_all_chains(own, place, hash(what));
    match place.follows_itself(what) {
        true => likely + SAME * by_all_chains(own, place, hash(SAME_AS_BEFORE)),
        false => likely,
    }
}

fn by_all_chains(own: &Ranking, place: &Place, what: u64) -> f64 {
    let library = Ranking::library();
    let number = |counts: Option<&Counts>| {
        counts.map_or((0.0, 0.0, 0.0), |counts| {
            let of_this = counts.things.get(&what).copied().unwrap_or(0);
            let different = counts.things.len() as f64;
            (f64::from(counts.places), f64::from(of_this), different)
        })
    };
    let by_chain = |chain: &&[u16]| {
        chain.iter().rev().fold(0.0, |less_exact, &features| {
            let (all, this, different) = number(library.at(place, features));
            let (all_here, this_here, different_here) = number(own.at(place, features));
            let (all, this) = (all + OWN * all_here, this + OWN * this_here);
            if all == 0.0 {
                return less_exact;
            }
            let trust = all / (all + TRUSTED * (different + different_here));
            trust * this / all + (1.0 - trust) * less_exact
        })
    };
    CHAINS.iter().map(by_chain).sum()
}

/// What an item is called as a completion: the beginning of a ludeme, the name of a definition, a
/// word.
fn key(item: &Item) -> String {
    match &item.kind {
        Kind::List(list) if list.bracket == Bracket::Round => head_of(item),
        Kind::List(list) => list.bracket.open().to_string(),
        Kind::Str(text) => format!("\"{text}\""),
        Kind::Word(word) if word.starts_with(|c: char| c.is_ascii_digit()) => "0".to_owned(),
        Kind::Word(word) => word.to_string(),
        Kind::Text | Kind::Error(_) => String::new(),
    }
}

/// The beginning of a ludeme: its keyword, and a capitalised word after it; or the name of the
/// definition that is used.
pub(crate) fn head_of(item: &Item) -> String {
    let Some(items) = item.list(Bracket::Round) else {
        return String::new();
    };
    match items.first().map(|head| &head.kind) {
        Some(Kind::Str(name)) => format!("\"{name}\""),
        Some(Kind::Word(head)) => {
            let second = items.get(1).filter(|second| second.label.is_none());
            match second.and_then(Item::word) {
                Some(word) if word.starts_with(|c: char| c.is_ascii_uppercase()) => {
                    format!("{head} {word}")
                }
                _ => head.to_string(),
            }
        }
        _ => String::new(),
    }
}

#[cfg(test)]
mod tests {
    use ludarium_lud::{load, Choices};

    use super::*;

    #[test]
    fn the_usual_descriptions_load() {
        let games: Vec<&str> = USUAL.split("\n(game ").skip(1).collect();
        assert!(games.len() > 10);
        for game in games {
            let text = format!("(game {game}");
            let loaded = load(
                "usual.lud",
                &text,
                &Definitions::none(),
                &Choices::defaults(),
            );
            loaded.unwrap_or_else(|errors| panic!("{text}{errors}"));
        }
    }
}
