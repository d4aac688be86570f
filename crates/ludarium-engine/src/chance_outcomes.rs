//! All that chance may bring, one outcome after the other, each with its probability.

use rustc_hash::FxHashMap;

use crate::chance::{total, Chance};
use crate::{Game, Move, Probability, State};

/// A source of chance that goes through every outcome: whatever asks it for chance is done again and
/// again, and gets other answers each time, until all have been given.
///
/// ```
/// use ludarium_engine::{Chance, ChanceOutcomes, Probability};
///
/// // Two dice: how likely is a seven?
/// let (mut outcomes, mut number, mut seven) = (ChanceOutcomes::new(), 0, Probability::ZERO);
/// while outcomes.advance() {
///     let pips = outcomes.die(6) + 1 + outcomes.die(6) + 1;
///     number += 1;
///     if pips == 7 {
///         seven = seven + outcomes.probability();
///     }
/// }
/// assert_eq!((number, seven), (36, Probability::new(1, 6)));
/// ```
///
/// [`Game::branches`] does this for a move.
#[derive(Clone, Debug, Default)]
pub struct ChanceOutcomes {
    /// The answers of this round, in order.
    path: Vec<Answer>,
    /// How many of them have been given.
    given: usize,
    begun: bool,
}

/// One answer among those possible.
#[derive(Clone, Debug)]
struct Answer {
    /// The number of the answer.
    taken: u32,
    among: Among,
}

/// What was to be chosen from.
#[derive(Clone, Debug)]
enum Among {
    Alike(u32),
    Weighted(Vec<u64>),
}

impl Among {
    fn len(&self) -> u32 {
        match self {
            Among::Alike(number) => *number,
            Among::Weighted(weights) => weights.len() as u32,
        }
    }

    /// Whether an answer can come at all.
    fn possible(&self, answer: u32) -> bool {
        match self {
            Among::Alike(_) => true,
            Among::Weighted(weights) => weights.get(answer as usize).is_some_and(|&w| w > 0),
        }
    }

    fn probability(&self, answer: u32) -> Probability {
        match self {
            Among::Alike(number) => Probability::new(1, u128::from(*number)),
            Among::Weighted(weights) => {
                let total = weights.iter().map(|&weight| u128::from(weight)).sum();
                let weight = weights.get(answer as usize).copied().unwrap_or(0);
                Probability::new(u128::from(weight), total)
            }
        }
    }
}

impl ChanceOutcomes {
    /// No outcome yet: [`ChanceOutcomes::advance`] turns to the first.
    #[must_use]
    pub fn new() -> ChanceOutcomes {
        ChanceOutcomes::default()
    }

    /// Turns to the next outcome; `false` once there is none left.
    pub fn advance(&mut self) -> bool {
        if !self.begun {
            self.begun = true;
            return true;
        }
        // What was not asked for this time is not to be answered the next time.
        self.path.truncate(self.given);
        self.given = 0;
        while let Some(last) = self.path.last_mut() {
            let next = (last.taken + 1..last.among.len()).find(|&next| last.among.possible(next));
            if let Some(next) = next {
                last.taken = next;
                return true;
            }
            self.path.pop();
        }
        false
    }

    /// How likely the answers given since the last [`ChanceOutcomes::advance`] are, all together.
    #[must_use]
    pub fn probability(&self) -> Probability {
        self.path[..self.given]
            .iter()
            .map(|answer| answer.among.probability(answer.taken))
            .fold(Probability::ONE, |all, one| all * one)
    }

    fn answer(&mut self, among: Among) -> u32 {
        if self.given == self.path.len() {
            let taken = (0..among.len()).find(|&answer| among.possible(answer));
            let taken = taken.unwrap_or(0);
            self.path.push(Answer { taken, among });
        }
        self.given += 1;
        self.path[self.given - 1].taken
    }
}

impl Chance for ChanceOutcomes {
    fn below(&mut self, n: u32) -> u32 {
        // Where there is nothing to choose there is nothing to remember.
        if n <= 1 {
            return 0;
        }
        self.answer(Among::Alike(n))
    }

    fn weighted(&mut self, weights: &[i32]) -> usize {
        if total(weights) == 0 {
            return weights.len().saturating_sub(1);
        }
        let weights = weights.iter().map(|&weight| weight.max(0) as u64);
        self.answer(Among::Weighted(weights.collect())) as usize
    }

    fn draws_discarded_rolls(&self) -> bool {
        false
    }

    /// There are too many numbers to go through: always the one in the middle. The engine asks for
    /// [`Chance::share`] instead.
    fn unit(&mut self) -> f64 {
        0.5
    }

    /// Shares are taken as they are written, to nine decimals.
    fn share(&mut self, shares: &[f64]) -> Option<usize> {
        const DECIMALS: f64 = 1e9;
        let weights: Vec<u64> = shares
            .iter()
            .map(|share| (share.clamp(0.0, DECIMALS) * DECIMALS).round() as u64)
            .collect();
        if weights.iter().all(|&weight| weight == 0) {
            return None;
        }
        Some(self.answer(Among::Weighted(weights)) as usize)
    }
}

impl Game {
    /// Every state that a legal move may lead to, each with its probability; states alike are one.
    /// `None` if chance would have to be asked more than `limit` times over.
    ///
    /// ```
    /// # let text = r#"(game "Race" (players 2)
    /// #     (equipment { (board (square 4)) (dice d:6 num:2) (piece "Mark" Each) })
    /// #     (rules (play (do (roll) next:(move Add (to (sites Empty))))) (end (if (is Full) (result Mover Win)))))"#;
    /// # let definitions = ludarium_lud::Definitions::none();
    /// # let description = ludarium_lud::load("race.lud", text, &definitions, &ludarium_lud::Choices::defaults()).unwrap();
    /// # let game = ludarium_engine::Game::compile(&description).unwrap();
    /// use ludarium_engine::{Probability, SplitMix64};
    ///
    /// // Two dice are thrown for the player who comes next.
    /// let mut state = game.start(&mut SplitMix64::new(7));
    /// let mut moves = Vec::new();
    /// game.legal(&mut state, &mut moves);
    /// let branches = game.branches(&state, moves[0], 1_000).unwrap();
    /// assert_eq!(branches.len(), 36);
    /// assert!(branches.iter().all(|(_, likely)| *likely == Probability::new(1, 36)));
    /// ```
    #[must_use]
    pub fn branches(
        &self,
        state: &State,
        mv: Move,
        limit: usize,
    ) -> Option<Vec<(State, Probability)>> {
        let mut branches: Vec<(State, Probability)> = Vec::new();
        let mut known: FxHashMap<u64, Vec<usize>> = FxHashMap::default();
        let (mut outcomes, mut rounds) = (ChanceOutcomes::new(), 0);
        while outcomes.advance() {
            rounds += 1;
            if rounds > limit {
                return None;
            }
            let mut after = state.clone();
            self.apply(&mut after, mv, &mut outcomes);
            let alike = known.entry(after.hash()).or_default();
            match alike.iter().find(|&&index| branches[index].0 == after) {
                Some(&index) => branches[index].1 = branches[index].1 + outcomes.probability(),
                None => {
                    alike.push(branches.len());
                    branches.push((after, outcomes.probability()));
                }
            }
        }
        Some(branches)
    }
}
