//! Dice that show what a record prints.

use std::collections::{BTreeMap, BTreeSet};

use ludarium_engine::{Move, SplitMix64, State};
use ludarium_games::about::Throw;
use ludarium_games::DisplayNames;

use super::follow::{At, Follower};
use super::ply::Cast;

/// So often the dice are thrown again until they show what is printed.
const CASTS: u64 = 20_000;

/// So often where it was sought as often as that before and never came up whole.
const CASTS_AGAIN: u64 = 2_000;

/// So often until they also lie in the order in which they are printed: some games look at single lots.
const IN_ORDER: u64 = 1_000;

/// Whether a throw tells of every die.
fn is_whole(state: &State, throw: &[Cast]) -> bool {
    throw.len() == state.dice().len() && throw.len() > 1
}

/// Whether the dice show a throw one by one.
fn lies_so(state: &State, throw: &[Cast]) -> bool {
    let dice = state.dice();
    let same = |(own, cast): (&i32, &Cast)| matches!(cast, Cast::Number(number) if number == own);
    dice.iter().zip(throw).all(same)
}

/// A name as it is compared: in small letters, and without marks of what Arabic writes there.
fn plain(name: &str) -> String {
    let letters = name.chars().filter(|letter| !"'’‘`".contains(*letter));
    letters.collect::<String>().to_lowercase()
}

/// What throws are called at a table (`tab`, or `khadzh or sig`), with what shows; names of several throws tell none.
pub(super) fn called(table: &DisplayNames) -> BTreeMap<String, i32> {
    let mut called = BTreeMap::new();
    let mut several = BTreeSet::new();
    for (shown, names) in &table.throws {
        let Ok(shown) = shown.parse() else { continue };
        for name in names.split(" or ").flat_map(|names| names.split(", ")) {
            if called.insert(plain(name), shown).is_some() {
                several.insert(plain(name));
            }
        }
    }
    called.retain(|name, _| !several.contains(name));
    called
}

impl Follower<'_> {
    /// Whether the dice show a throw.
    pub(super) fn shows(&self, state: &State, throw: &[Cast]) -> bool {
        let dice = state.dice();
        let together = |each: &[i32]| {
            let (mut shown, mut each) = (dice.clone(), each.to_vec());
            shown.sort_unstable();
            each.sort_unstable();
            shown == each
        };
        let sum = |wanted: i32| dice.iter().sum::<i32>() == wanted;
        let known = throw.iter().find_map(|cast| match cast {
            Cast::Number(number) => self.throws.get(&number.to_string()),
            Cast::Name(name) => self.throws.get(name),
        });
        match known {
            Some(Throw::Each(each)) => return together(each),
            Some(Throw::Sum(wanted)) => return sum(*wanted),
            None => {}
        }
        let numbers = throw.iter().filter_map(|cast| self.number_of(cast));
        let numbers: Vec<i32> = numbers.collect();
        if throw.contains(&Cast::Name("?".to_owned())) {
            // What the others showed cannot be read any more.
            let mut shown = dice.clone();
            return numbers.iter().all(|number| {
                let at = shown.iter().position(|own| own == number);
                at.map(|at| shown.swap_remove(at)).is_some()
            });
        }
        numbers.is_empty() || together(&numbers) || matches!(numbers[..], [only] if sum(only))
    }

    /// Whether a throw is a part of what the dice show: of several dice a record may print those that a move uses.
    pub(super) fn holds(&self, state: &State, throw: &[Cast]) -> bool {
        let mut left = state.dice();
        !throw.is_empty()
            && throw.iter().all(|cast| match self.number_of(cast) {
                Some(number) if number != 0 => {
                    let at = left.iter().position(|own| *own == number);
                    at.map(|at| left.swap_remove(at)).is_some()
                }
                _ => false,
            })
    }

    /// What a part of a throw shows, told by its number or by what it is called at the table.
    fn number_of(&self, cast: &Cast) -> Option<i32> {
        match cast {
            Cast::Number(number) => Some(*number),
            Cast::Name(name) => self.called.get(&plain(name)).copied(),
        }
    }

    /// A game begun, with the dice showing a throw if one is named.
    pub(super) fn begun(&self, chance: &SplitMix64, throw: &[Cast]) -> At {
        self.thrown(chance, throw, |chance| self.game.start(chance))
    }

    /// A move made, with the dice then showing a throw if one is named and they are thrown.
    pub(super) fn made(
        &self,
        (state, chance): (&State, &SplitMix64),
        mv: Move,
        throw: &[Cast],
    ) -> At {
        self.thrown(chance, throw, |chance| {
            let mut after = state.clone();
            self.game.apply(&mut after, mv, chance);
            after
        })
    }

    pub(super) fn thrown(
        &self,
        chance: &SplitMix64,
        throw: &[Cast],
        work: impl Fn(&mut SplitMix64) -> State,
    ) -> At {
        let mut first = chance.clone();
        let state = work(&mut first);
        let shown = self.shows(&state, throw);
        let in_order = |state: &State| !is_whole(state, throw) || lies_so(state, throw);
        if throw.is_empty() || first == *chance || (shown && in_order(&state)) {
            return (state, first);
        }
        let mut found = shown.then(|| (state.clone(), first.clone()));
        // The part of a throw that a move uses may be printed, and never a whole throw.
        let mut held = None;
        let sought = self.out_of_reach.borrow().contains(throw);
        for seed in 0..if sought { CASTS_AGAIN } else { CASTS } {
            if seed >= IN_ORDER && found.is_some() {
                break;
            }
            let mut chance = SplitMix64::new(seed);
            let state = work(&mut chance);
            if self.shows(&state, throw) {
                if in_order(&state) {
                    return (state, chance);
                }
                found.get_or_insert((state, chance));
            } else if held.is_none() && self.holds(&state, throw) {
                held = Some((state, chance));
            }
        }
        if found.is_none() {
            self.out_of_reach.borrow_mut().insert(throw.to_vec());
        }
        found.or(held).unwrap_or((state, first))
    }
}
