//! Finds dice that show the throws of a record.

use std::collections::{BTreeMap, BTreeSet};

use ludarium_engine::{Move, SplitMix64, State};
use ludarium_games::about::Throw;
use ludarium_games::DisplayNames;

use super::follow::{Reached, Replayer};
use super::last_move::LastMove;
use super::written_move::Roll;

/// The maximal number of times that the dice are thrown again to show the printed throw.
const MAX_ROLLS: u64 = 20_000;

/// The maximal number of times after a full search for the same throw has failed.
const MAX_ROLLS_AGAIN: u64 = 2_000;

/// The maximal number of times to get the printed order too: some games look at single dice.
const MAX_ROLLS_IN_ORDER: u64 = 1_000;

/// Whether a throw names every die.
fn is_whole(state: &State, throw: &[Roll]) -> bool {
    throw.len() == state.dice().len() && throw.len() > 1
}

/// Whether the dice show a throw in its order.
fn shows_in_order(state: &State, throw: &[Roll]) -> bool {
    let dice = state.dice();
    let same = |(own, roll): (&i32, &Roll)| matches!(roll, Roll::Number(number) if number == own);
    dice.iter().zip(throw).all(same)
}

/// A name in lower case, without the apostrophes that transcribe Arabic letters.
fn plain(name: &str) -> String {
    let letters = name.chars().filter(|letter| !"'’‘`".contains(*letter));
    letters.collect::<String>().to_lowercase()
}

/// The value of each throw by its name (`tab`, or `khadzh or sig`). Names of several throws are
/// left out.
pub(super) fn named_throws(table: &DisplayNames) -> BTreeMap<String, i32> {
    let mut named = BTreeMap::new();
    let mut several = BTreeSet::new();
    for (shown, names) in &table.throws {
        let Ok(shown) = shown.parse() else { continue };
        for name in names.split(" or ").flat_map(|names| names.split(", ")) {
            if named.insert(plain(name), shown).is_some() {
                several.insert(plain(name));
            }
        }
    }
    named.retain(|name, _| !several.contains(name));
    named
}

impl Replayer<'_> {
    /// Whether the dice show a throw.
    pub(crate) fn shows(&self, state: &State, throw: &[Roll]) -> bool {
        let dice = state.dice();
        let together = |each: &[i32]| {
            let (mut shown, mut each) = (dice.clone(), each.to_vec());
            shown.sort_unstable();
            each.sort_unstable();
            shown == each
        };
        let sum = |wanted: i32| dice.iter().sum::<i32>() == wanted;
        let known = throw.iter().find_map(|roll| match roll {
            Roll::Number(number) => self.throws.get(&number.to_string()),
            Roll::Name(name) => self.throws.get(name),
        });
        match known {
            Some(Throw::Each(each)) => return together(each),
            Some(Throw::Sum(wanted)) => return sum(*wanted),
            None => {}
        }
        let numbers = throw.iter().filter_map(|roll| self.number_of(roll));
        let numbers: Vec<i32> = numbers.collect();
        if throw.contains(&Roll::Name("?".to_owned())) {
            // The values of the other dice are illegible.
            let mut shown = dice.clone();
            return numbers.iter().all(|number| {
                let at = shown.iter().position(|own| own == number);
                at.map(|at| shown.swap_remove(at)).is_some()
            });
        }
        numbers.is_empty() || together(&numbers) || matches!(numbers[..], [only] if sum(only))
    }

    /// Whether a throw is a part of what the dice show: a record may print only the dice that a
    /// move uses.
    pub(super) fn holds(&self, state: &State, throw: &[Roll]) -> bool {
        let mut left = state.dice();
        !throw.is_empty()
            && throw.iter().all(|roll| match self.number_of(roll) {
                Some(number) if number != 0 => {
                    let at = left.iter().position(|own| *own == number);
                    at.map(|at| left.swap_remove(at)).is_some()
                }
                _ => false,
            })
    }

    /// Whether an item of a throw is a number, or a name that the game has.
    pub(crate) fn knows(&self, roll: &Roll) -> bool {
        let own = |name: &String| self.throws.contains_key(name);
        self.number_of(roll).is_some() || matches!(roll, Roll::Name(name) if own(name))
    }

    /// The value of an item of a throw, by number or by name.
    fn number_of(&self, roll: &Roll) -> Option<i32> {
        match roll {
            Roll::Number(number) => Some(*number),
            Roll::Name(name) => self.named_throws.get(&plain(name)).copied(),
        }
    }

    /// The start of a game, with the dice showing a throw if one is given.
    pub(super) fn start(&self, chance: &SplitMix64, throw: &[Roll]) -> Reached {
        self.with_throw(chance, throw, |chance| self.game.start(chance))
    }

    /// The position after a move, with the dice showing a throw if one is given and dice are
    /// thrown.
    pub(super) fn after(
        &self,
        (state, chance): (&State, &SplitMix64),
        mv: Move,
        throw: &[Roll],
    ) -> Reached {
        let reached = self.with_throw(chance, throw, |chance| {
            let mut after = state.clone();
            self.game.apply(&mut after, mv, chance);
            after
        });
        if reached.0.over() {
            let last = LastMove::new(state, chance, mv);
            self.last_end.replace(Some(last));
        }
        reached
    }

    /// The position that `work` leads to, and the generator that continues from it, if the dice
    /// that it throws show a throw: numbers or names with space between them. `None` if they
    /// cannot, or if it names something that the game does not have.
    #[must_use]
    pub fn thrown(
        &self,
        throw: &str,
        chance: &SplitMix64,
        work: impl Fn(&mut SplitMix64) -> State,
    ) -> Option<(State, SplitMix64)> {
        let throw = Roll::parse_all(throw);
        let is_illegible = |roll: &Roll| *roll == Roll::Name("?".to_owned());
        if !throw
            .iter()
            .all(|roll| self.knows(roll) || is_illegible(roll))
        {
            return None;
        }
        let reached = self.with_throw(chance, &throw, work);
        let thrown = !reached.0.dice().is_empty() && self.shows(&reached.0, &throw);
        thrown.then_some(reached)
    }

    /// The result of `work` with a generator that makes its dice show a throw, as far as one is
    /// found.
    pub(crate) fn with_throw(
        &self,
        chance: &SplitMix64,
        throw: &[Roll],
        work: impl Fn(&mut SplitMix64) -> State,
    ) -> Reached {
        let mut first = chance.clone();
        let state = work(&mut first);
        let shown = self.shows(&state, throw);
        let in_order = |state: &State| !is_whole(state, throw) || shows_in_order(state, throw);
        if throw.is_empty() || first == *chance || (shown && in_order(&state)) {
            return (state, first);
        }
        let mut found = shown.then(|| (state.clone(), first.clone()));
        // The record may print only the part of a throw that a move uses.
        let mut held = None;
        let sought = self.out_of_reach.borrow().contains(throw);
        for seed in 0..if sought { MAX_ROLLS_AGAIN } else { MAX_ROLLS } {
            if seed >= MAX_ROLLS_IN_ORDER && found.is_some() {
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
