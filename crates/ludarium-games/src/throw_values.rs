//! The value of a throw: one for the whole throw, or each die played singly.

use std::collections::{BTreeMap, BTreeSet};

use ludarium_engine::Game;
use ludarium_lud::{Call, Description, Ludeme, Value};

use crate::sheet::each_call;

/// How a game counts its throws.
///
/// ```
/// let tab = ludarium_games::load(ludarium_games::find("bgs-tab-egypt").unwrap(), &[]).unwrap();
/// let sticks = ludarium_games::ThrowValues::of(&tab.description, &tab.game);
/// // Lane, Manners and Customs (1860), p. 347: none white counts six.
/// assert_eq!(sticks.value(&[0, 0, 0, 0]), Some(6));
/// assert_eq!(sticks.value(&[0, 1, 0, 0]), Some(1));
/// // In backgammon each die is played by itself.
/// let entry = ludarium_games::find("falkener-backgammon").unwrap();
/// let backgammon = ludarium_games::load(entry, &[]).unwrap();
/// let dice = ludarium_games::ThrowValues::of(&backgammon.description, &backgammon.game);
/// assert_eq!(dice.value(&[3, 5]), None);
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ThrowValues {
    /// By sum: what it counts as, if the description has a table for all possible sums.
    pub values: BTreeMap<i32, i32>,
    /// Whether each die is played singly.
    dice_played_singly: bool,
}

impl ThrowValues {
    /// Derives from a description how its throws count.
    #[must_use]
    pub fn of(description: &Description, game: &Game) -> ThrowValues {
        let kinds = game.components().iter();
        let faces: Vec<&Vec<i32>> = kinds.filter_map(|kind| kind.die.as_ref()).collect();
        let mut tables = Vec::new();
        let (mut for_each_die, mut uses_face, mut uses_sum) = (false, false, false);
        each_call(&description.game, &mut |call| {
            for_each_die |= call.ludeme == Ludeme::ForEachDie;
            uses_face |= call.ludeme == Ludeme::Face;
            uses_sum |= call.ludeme == Ludeme::CountComponent
                && call
                    .args
                    .iter()
                    .flatten()
                    .any(|arg| arg.value == Value::Word("Pips"));
            if call.ludeme == Ludeme::MapPairs {
                tables.push(numbers(call));
            }
        });
        let sums = sums(&faces);
        let mut full_tables = tables
            .into_iter()
            .filter(|table| sums.iter().all(|sum| table.contains_key(sum)));
        // Two-sided dice, such as sticks and cowries, only count together.
        let dice = faces.iter().any(|faces| faces.len() > 2);
        ThrowValues {
            values: full_tables.next().unwrap_or_default(),
            dice_played_singly: dice && (for_each_die || uses_face && !uses_sum),
        }
    }

    /// The value of a throw; `None` if each die is played singly.
    #[must_use]
    pub fn value(&self, shown: &[i32]) -> Option<i32> {
        let sum = shown.iter().sum();
        (!self.dice_played_singly).then(|| self.values.get(&sum).copied().unwrap_or(sum))
    }
}

/// All possible sums of a throw.
fn sums(dice: &[&Vec<i32>]) -> BTreeSet<i32> {
    let none = BTreeSet::from([0]);
    dice.iter().fold(none, |sums, faces| {
        let with = |sum: &i32| faces.iter().map(|face| sum + face).collect::<Vec<_>>();
        sums.iter().flat_map(with).collect()
    })
}

/// The pairs of numbers in a `(map ...)`.
fn numbers(map: &Call) -> BTreeMap<i32, i32> {
    let items = map
        .args
        .iter()
        .flatten()
        .flat_map(ludarium_lud::Node::items);
    let pairs = items.filter_map(|item| {
        let pair = item
            .call()
            .filter(|call| call.ludeme == Ludeme::PairIntInt)?;
        let mut numbers = pair.args.iter().flatten().map(|node| match node.value {
            Value::Int(number) => Some(number),
            _ => None,
        });
        Some((numbers.next()??, numbers.next()??))
    });
    pairs.collect()
}
