//! Exact probabilities of the throws of a game's dice, casting sticks or cowries.

use std::collections::BTreeMap;

use ludarium_engine::{Chance, ChanceOutcomes, Game, Move, Probability, SplitMix64, State};
use ludarium_lud::Description;

use crate::throw_values::ThrowValues;

/// The dice of a game and the probabilities of their throws.
#[derive(Clone, Debug)]
pub struct ThrowOdds {
    /// The numbers on the faces of each die.
    pub faces: Vec<Vec<i32>>,
    /// The possible results of the first throw of a game, each in ascending order, with its
    /// probability.
    pub throws: BTreeMap<Vec<i32>, Probability>,
    /// By sum: what it counts as, if the description has a table for it.
    pub values: BTreeMap<i32, i32>,
    /// The position or move with the first throw.
    first_throw: FirstThrow,
}

/// Where in a game the dice are thrown for the first time.
#[derive(Clone, Debug)]
enum FirstThrow {
    Start,
    Move(Box<State>, Move),
}

/// Throws with more outcomes are not enumerated; six dice have 46,656.
const MAX_OUTCOMES: usize = 100_000;

/// Limits of the random games that search for the first throw.
const MAX_GAMES: u64 = 20;
const MAX_PLIES: usize = 300;

impl ThrowOdds {
    /// Enumerates the first throw of a game. `None` if nothing is thrown, or there are too many
    /// outcomes.
    ///
    /// ```
    /// let entry = ludarium_games::find("falkener-backgammon").unwrap();
    /// let loaded = ludarium_games::load(entry, &[]).unwrap();
    /// let odds = ludarium_games::ThrowOdds::of(&loaded.description, &loaded.game).unwrap();
    /// assert_eq!(odds.faces.len(), 2);
    /// assert_eq!(odds.sums()[&7].to_string(), "1/6");
    /// assert_eq!(odds.throws[&vec![6, 6]].to_string(), "1/36");
    /// ```
    #[must_use]
    pub fn of(description: &Description, game: &Game) -> Option<ThrowOdds> {
        if !game.features().dice {
            return None;
        }
        let (first_throw, throws) = find_first_throw(game)?;
        let kinds = game.components().iter();
        let mut faces: Vec<Vec<i32>> = kinds.filter_map(|kind| kind.die.clone()).collect();
        let shown = throws.keys().next().map_or(0, Vec::len);
        faces.truncate(shown);
        Some(ThrowOdds {
            faces,
            throws,
            values: ThrowValues::of(description, game).values,
            first_throw,
        })
    }

    /// The possible sums of a throw, with their probabilities.
    #[must_use]
    pub fn sums(&self) -> BTreeMap<i32, Probability> {
        let mut sums = BTreeMap::new();
        for (shown, probability) in &self.throws {
            let sum = sums.entry(shown.iter().sum()).or_insert(Probability::ZERO);
            *sum = *sum + *probability;
        }
        sums
    }

    /// Throws the dice once more, as the game itself does.
    #[must_use]
    pub fn throw(&self, game: &Game, chance: &mut dyn Chance) -> Vec<i32> {
        self.first_throw.throw(game, chance)
    }
}

impl FirstThrow {
    /// The dice in ascending order.
    fn throw(&self, game: &Game, chance: &mut dyn Chance) -> Vec<i32> {
        let mut shown = match self {
            FirstThrow::Start => game.start(chance).dice(),
            FirstThrow::Move(state, mv) => {
                let mut after = (**state).clone();
                game.apply(&mut after, *mv, chance);
                after.dice()
            }
        };
        shown.sort_unstable();
        shown
    }

    /// All throws, if the dice are thrown here.
    fn throws(&self, game: &Game) -> Option<BTreeMap<Vec<i32>, Probability>> {
        let (mut outcomes, mut throws) = (ChanceOutcomes::new(), BTreeMap::new());
        let mut rounds = 0;
        while outcomes.advance() {
            rounds += 1;
            if rounds > MAX_OUTCOMES {
                return None;
            }
            let shown = self.throw(game, &mut outcomes);
            let probability = throws.entry(shown).or_insert(Probability::ZERO);
            *probability = *probability + outcomes.probability();
        }
        (throws.len() > 1).then_some(throws)
    }
}

fn find_first_throw(game: &Game) -> Option<(FirstThrow, BTreeMap<Vec<i32>, Probability>)> {
    if let Some(throws) = FirstThrow::Start.throws(game) {
        return Some((FirstThrow::Start, throws));
    }
    let mut legal = Vec::new();
    for seed in 0..MAX_GAMES {
        let mut chance = SplitMix64::new(seed);
        let mut state = game.start(&mut chance);
        for _ in 0..MAX_PLIES {
            if state.over() {
                break;
            }
            game.legal(&mut state, &mut legal);
            let count = u32::try_from(legal.len()).unwrap_or(1).max(1);
            let Some(mv) = legal.get(chance.below(count) as usize) else {
                break;
            };
            let first_throw = FirstThrow::Move(Box::new(state.clone()), *mv);
            if let Some(throws) = first_throw.throws(game) {
                return Some((first_throw, throws));
            }
            game.apply(&mut state, *mv, &mut chance);
        }
    }
    None
}
