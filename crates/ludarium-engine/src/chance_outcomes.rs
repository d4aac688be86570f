//! Enumerates all outcomes of chance, each with its probability.

use rustc_hash::FxHashMap;

use crate::chance::{total, Chance};
use crate::{Game, Move, Probability, State};

/// A source of chance that enumerates all outcomes: the caller repeats its computation, which gets
/// different answers each time, until all combinations of answers have been given.
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
    /// The answers of the current outcome, in order.
    path: Vec<Answer>,
    /// The number of answers given so far.
    given: usize,
    begun: bool,
}

/// One of the possible answers to a request.
#[derive(Clone, Debug)]
struct Answer {
    /// The index of the answer.
    index: u32,
    choice: Choice,
}

/// The possible answers to a request.
#[derive(Clone, Debug)]
enum Choice {
    Equal(u32),
    Weighted(Vec<u64>),
}

impl Choice {
    fn len(&self) -> u32 {
        match self {
            Choice::Equal(number) => *number,
            Choice::Weighted(weights) => weights.len() as u32,
        }
    }

    /// Whether an answer has a positive probability.
    fn possible(&self, answer: u32) -> bool {
        match self {
            Choice::Equal(_) => true,
            Choice::Weighted(weights) => weights.get(answer as usize).is_some_and(|&w| w > 0),
        }
    }

    fn probability(&self, answer: u32) -> Probability {
        match self {
            Choice::Equal(number) => Probability::new(1, u128::from(*number)),
            Choice::Weighted(weights) => {
                let total = weights.iter().map(|&weight| u128::from(weight)).sum();
                let weight = weights.get(answer as usize).copied().unwrap_or(0);
                Probability::new(u128::from(weight), total)
            }
        }
    }
}

impl ChanceOutcomes {
    /// Starts before the first outcome; call [`ChanceOutcomes::advance`] to begin.
    #[must_use]
    pub fn new() -> ChanceOutcomes {
        ChanceOutcomes::default()
    }

    /// Advances to the next outcome; `false` when there are no more.
    pub fn advance(&mut self) -> bool {
        if !self.begun {
            self.begun = true;
            return true;
        }
        // Requests that were not made in this outcome get no answer in the next.
        self.path.truncate(self.given);
        self.given = 0;
        while let Some(last) = self.path.last_mut() {
            let next = (last.index + 1..last.choice.len()).find(|&next| last.choice.possible(next));
            if let Some(next) = next {
                last.index = next;
                return true;
            }
            self.path.pop();
        }
        false
    }

    /// The probability of all answers given since the last [`ChanceOutcomes::advance`].
    #[must_use]
    pub fn probability(&self) -> Probability {
        self.path[..self.given]
            .iter()
            .map(|answer| answer.choice.probability(answer.index))
            .fold(Probability::ONE, |all, one| all * one)
    }

    fn answer(&mut self, choice: Choice) -> u32 {
        if self.given == self.path.len() {
            let index = (0..choice.len()).find(|&answer| choice.possible(answer));
            let index = index.unwrap_or(0);
            self.path.push(Answer { index, choice });
        }
        self.given += 1;
        self.path[self.given - 1].index
    }
}

impl Chance for ChanceOutcomes {
    fn below(&mut self, n: u32) -> u32 {
        // A request with a single answer is not recorded.
        if n <= 1 {
            return 0;
        }
        self.answer(Choice::Equal(n))
    }

    fn weighted(&mut self, weights: &[i32]) -> usize {
        if total(weights) == 0 {
            return weights.len().saturating_sub(1);
        }
        let weights = weights.iter().map(|&weight| weight.max(0) as u64);
        self.answer(Choice::Weighted(weights.collect())) as usize
    }

    fn draws_discarded_rolls(&self) -> bool {
        false
    }

    /// Real numbers cannot be enumerated: always the middle. The engine uses [`Chance::share`]
    /// instead.
    fn unit(&mut self) -> f64 {
        0.5
    }

    /// Shares are rounded to nine decimals.
    fn share(&mut self, shares: &[f64]) -> Option<usize> {
        const DECIMALS: f64 = 1e9;
        let weights: Vec<u64> = shares
            .iter()
            .map(|share| (share.clamp(0.0, DECIMALS) * DECIMALS).round() as u64)
            .collect();
        if weights.iter().all(|&weight| weight == 0) {
            return None;
        }
        Some(self.answer(Choice::Weighted(weights)) as usize)
    }
}

impl Game {
    /// All states that a legal move may lead to, each with its probability; equal states are
    /// merged. `None` if there are more than `limit` outcomes of chance.
    ///
    /// ```
    /// # let text = r#"(game "Race" (players 2)
    /// #     (equipment { (board (square 4)) (dice d:6 num:2) (piece "Mark" Each) })
    /// #     (rules (play (do (roll) next:(move Add (to (sites Empty)))))
    /// #         (end (if (is Full) (result Mover Win)))))"#;
    /// # let definitions = ludarium_lud::Definitions::none();
    /// # let choices = ludarium_lud::Choices::defaults();
    /// # let description = ludarium_lud::load("race.lud", text, &definitions, &choices).unwrap();
    /// # let game = ludarium_engine::Game::compile(&description).unwrap();
    /// use ludarium_engine::{Probability, SplitMix64};
    ///
    /// // Two dice are rolled for the next player.
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
            let same_hash = known.entry(after.hash()).or_default();
            match same_hash.iter().find(|&&index| branches[index].0 == after) {
                Some(&index) => branches[index].1 = branches[index].1 + outcomes.probability(),
                None => {
                    same_hash.push(branches.len());
                    branches.push((after, outcomes.probability()));
                }
            }
        }
        Some(branches)
    }
}
