//! How likely what may stand at a place is: how often it stands at such places in the built-in
//! games and in the standard definitions.

use std::sync::OnceLock;

use ludarium_lud::syntax::{parse, Bracket, Item, Kind};
use rustc_hash::FxHashMap;

use crate::document::inside;

/// What the place is like, from the most telling description of it to the least.
pub(crate) struct Context([String; 7]);

/// How often a place must have been seen for its own counts to tell as much as those of places
/// that are described less exactly.
const TRUSTED: f64 = 1.0;

/// How much more a place of the text itself counts than one of the library.
const OWN: f64 = 20.0;

impl Context {
    /// The context of a place in `list` before which `index` items stand and after which those from
    /// `next` on; `above` is the list around it.
    pub(crate) fn new(
        above: Option<&Item>,
        list: &Item,
        (index, next): (usize, usize),
        label: Option<&str>,
    ) -> Context {
        let items = inside(list);
        let parent = match head_of(list) {
            // The items of an array follow from what the array is an argument of.
            head if head.is_empty() => format!("{{{}", above.map_or_else(String::new, head_of)),
            head => head,
        };
        let keyword = parent.split(' ').next().unwrap_or("").to_owned();
        let before = match label {
            Some(label) => format!("{label}:"),
            None => index
                .checked_sub(1)
                .and_then(|before| items.get(before))
                .map_or_else(String::new, key),
        };
        let grand = above.map_or_else(String::new, head_of);
        let after = items.get(next).map_or_else(String::new, key);
        Context([
            format!("{grand}/{parent}/{before}/{after}"),
            format!("{parent}/{before}/{after}"),
            format!("{parent}/{before}"),
            format!("{parent}//{after}"),
            match label {
                Some(label) => format!("{keyword}/{label}:"),
                None => format!("{keyword}/{index}"),
            },
            keyword,
            String::new(),
        ])
    }
}

/// How often each thing stands in each context.
#[derive(Default)]
pub(crate) struct Ranking {
    counts: FxHashMap<String, (u32, FxHashMap<String, u32>)>,
}

impl Ranking {
    /// The ranking by the library, counted at the first call.
    pub(crate) fn get() -> &'static Ranking {
        static RANKING: OnceLock<Ranking> = OnceLock::new();
        RANKING.get_or_init(|| {
            let mut ranking = Ranking::default();
            for (_, text) in ludarium_games::definition_files() {
                ranking.learn(&parse(text));
            }
            for game in ludarium_games::games() {
                ranking.learn(&parse(game.description));
            }
            ranking
        })
    }

    /// The ranking by one text alone: what a description does once it does again.
    pub(crate) fn of(items: &[Item]) -> Ranking {
        let mut ranking = Ranking::default();
        ranking.learn(items);
        ranking
    }

    fn learn(&mut self, items: &[Item]) {
        for item in items {
            self.learn_list(None, item);
        }
    }

    fn learn_list(&mut self, above: Option<&Item>, list: &Item) {
        for (index, item) in inside(list).iter().enumerate() {
            let label = item.label.as_ref().map(|label| &*label.name);
            let place = (index, index + 1);
            let what = key(item);
            self.count(Context::new(above, list, place, label), &what);
            if let Some(label) = label {
                // The label itself is what stands there, too.
                self.count(Context::new(above, list, place, None), &format!("{label}:"));
            }
            self.learn_list(Some(list), item);
        }
    }

    fn count(&mut self, Context(contexts): Context, what: &str) {
        // The keyword alone may be chosen, too.
        let keyword = what.split_once(' ').map(|(keyword, _)| keyword);
        for context in contexts {
            let (all, counts) = self.counts.entry(context).or_default();
            *all += 1;
            for what in keyword.into_iter().chain([what]) {
                *counts.entry(what.to_owned()).or_default() += 1;
            }
        }
    }

    /// How often a place like this was seen, and how often this stood there.
    fn counts(&self, context: &str, what: &str) -> (f64, f64) {
        self.counts
            .get(context)
            .map_or((0.0, 0.0), |(all, counts)| {
                let count = counts.get(what).copied().unwrap_or(0);
                (f64::from(*all), f64::from(count))
            })
    }
}

/// How likely this is in the context, by the library and by the text itself: from the least exact
/// description of the place to the most exact one, each corrects the one before as far as it is
/// trusted.
pub(crate) fn likelihood(own: &Ranking, Context(contexts): &Context, what: &str) -> f64 {
    let library = Ranking::get();
    contexts.iter().rev().fold(0.0, |less_exact, context| {
        let (all, count) = library.counts(context, what);
        let (all_here, count_here) = own.counts(context, what);
        let (all, count) = (all + OWN * all_here, count + OWN * count_here);
        let trust = all / (all + TRUSTED);
        let share = if all > 0.0 { count / all } else { 0.0 };
        trust * share + (1.0 - trust) * less_exact
    })
}

/// What an item is counted as: the beginning of a ludeme, the use of a definition, a word.
pub(crate) fn key(item: &Item) -> String {
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
fn head_of(item: &Item) -> String {
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
