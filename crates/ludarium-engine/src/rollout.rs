//! Random playouts of whole games.

use crate::chance::{Chance, SplitMix64};
use crate::fast::{Kernel, KernelBuffers};
use crate::{Game, Move, State};

/// The result of a random game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rollout {
    /// The number of plies made.
    pub plies: usize,
    /// Whether the game ended, and was not cut off.
    pub over: bool,
    /// The single winner; 0 if there is none.
    pub winner: usize,
    players: u8,
    /// By player (from 1): twice the rank, 0 if there is none.
    doubled: [u8; 17],
}

impl Rollout {
    /// A finished game for two; winner 0 for a draw.
    pub(crate) fn of_two(plies: usize, winner: usize) -> Rollout {
        let mut doubled = [0; 17];
        [doubled[1], doubled[2]] = match winner {
            0 => [3, 3],
            1 => [2, 4],
            _ => [4, 2],
        };
        Rollout {
            plies,
            over: true,
            winner,
            players: 2,
            doubled,
        }
    }

    /// A finished game. `doubled` holds twice the rank of each player, with an unused entry 0.
    pub(crate) fn ranked(plies: usize, winner: usize, doubled: &[u8]) -> Rollout {
        let mut rollout = Rollout::unfinished(plies, doubled.len().saturating_sub(1));
        rollout.over = true;
        rollout.winner = winner;
        for (own, doubled) in rollout.doubled.iter_mut().zip(doubled) {
            *own = *doubled;
        }
        rollout
    }

    /// An unfinished game.
    pub(crate) fn unfinished(plies: usize, players: usize) -> Rollout {
        Rollout {
            plies,
            over: false,
            winner: 0,
            players: players as u8,
            doubled: [0; 17],
        }
    }

    pub(crate) fn of_state(game: &Game, plies: usize, state: &State) -> Rollout {
        let mut rollout = Rollout::unfinished(plies, game.players());
        if let Some(outcome) = game.outcome(state) {
            rollout.over = true;
            rollout.winner = outcome.winner;
            for (doubled, rank) in rollout.doubled.iter_mut().zip(&outcome.ranks) {
                *doubled = (2.0 * rank) as u8;
            }
        }
        rollout
    }

    /// The rank of a player (from 1): 1 is best, shared ranks are means. `None` if the game is not
    /// over, or the player has no rank.
    #[must_use]
    pub fn rank(&self, player: usize) -> Option<f64> {
        match self.doubled.get(player) {
            Some(0) | None => None,
            Some(doubled) => Some(f64::from(*doubled) / 2.0),
        }
    }

    /// The players that have won, alone or together; empty for a draw and an unfinished game. See
    /// [`Outcome::winners`](crate::Outcome::winners).
    #[must_use]
    pub fn winners(&self) -> Vec<usize> {
        let rank = |player: usize| self.rank(player).unwrap_or(0.0);
        crate::outcome::winners(usize::from(self.players), rank)
    }

    /// The utility of the result for a player, as in [`Outcome::utility`](crate::Outcome::utility);
    /// 0.5 if the game is not over.
    #[must_use]
    pub fn utility(&self, player: usize) -> f64 {
        if !self.over {
            return 0.5;
        }
        match self.rank(player) {
            Some(rank) => crate::outcome::utility(rank, usize::from(self.players)),
            None => crate::outcome::utility(0.0, usize::from(self.players)),
        }
    }
}

/// How a kernel and the evaluator differ in a game with the same random numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RolloutDifference {
    /// In the game: that of the kernel, and that of the evaluator.
    Games([Rollout; 2]),
    /// In the numbers drawn to choose moves.
    Picks,
    /// In the numbers drawn by the game itself, such as throws.
    Chance,
}

impl std::fmt::Display for RolloutDifference {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            RolloutDifference::Games([one, other]) if one.plies != other.plies => write!(
                f,
                "the compiled game ends after {} plies, the other after {}",
                one.plies, other.plies
            ),
            RolloutDifference::Games(_) => {
                f.write_str("the compiled game has another result than the other")
            }
            RolloutDifference::Picks => {
                f.write_str("the compiled game chooses its moves with other random numbers")
            }
            RolloutDifference::Chance => {
                f.write_str("the compiled game draws other random numbers of its own")
            }
        }
    }
}

impl std::error::Error for RolloutDifference {}

/// Plays uniformly random playouts of a game, one after another.
///
/// If the game has a kernel, it plays the whole game without interpreting the rules. The same seeds
/// give the same games as [`Game::playout`].
///
/// ```
/// # let text = r#"(game "Line of Three" (players 2)
/// #     (equipment { (board (square 3)) (piece "Mark" Each) })
/// #     (rules (play (move Add (to (sites Empty)))) (end (if (is Line 3) (result Mover Win)))))"#;
/// # let definitions = ludarium_lud::Definitions::none();
/// # let choices = ludarium_lud::Choices::defaults();
/// # let description = ludarium_lud::load("three.lud", text, &definitions, &choices).unwrap();
/// # let game = ludarium_engine::Game::compile(&description).unwrap();
/// use ludarium_engine::{Rollouts, SplitMix64};
///
/// let (mut chance, mut pick) = (SplitMix64::new(1), SplitMix64::new(2));
/// let start = game.start(&mut chance);
/// let mut rollouts = Rollouts::new(&game);
/// let mut wins = [0; 3];
/// for _ in 0..1_000 {
///     let rollout = rollouts.play(&start, 100, &mut pick, &mut chance);
///     assert!(rollout.over && (5..=11).contains(&rollout.plies));
///     wins[rollout.winner] += 1;
/// }
/// assert!(wins[1] > wins[2], "it is better to begin");
/// ```
#[derive(Debug)]
pub struct Rollouts<'g> {
    game: &'g Game,
    kernel: Option<&'g Kernel>,
    buffers: KernelBuffers,
    state: Option<State>,
    /// The number of games given to the kernel, and of those that the kernel gave up and the
    /// evaluator played.
    played: u32,
    given_up: u32,
}

/// After this number of games, a kernel that gave up at least half of them is not used any more.
const TRIALS: u32 = 8;

impl<'g> Rollouts<'g> {
    /// Prepares playouts of `game`.
    #[must_use]
    pub fn new(game: &'g Game) -> Self {
        Rollouts {
            game,
            kernel: game.kernel(),
            buffers: KernelBuffers::default(),
            state: None,
            played: 0,
            given_up: 0,
        }
    }

    /// Whether the game has a kernel.
    #[must_use]
    pub fn compiled(&self) -> bool {
        self.kernel.is_some()
    }

    /// Whether the kernel can record its moves ([`Rollouts::play_recording`]).
    #[must_use]
    pub fn records_moves(&self) -> bool {
        self.kernel.is_some_and(|kernel| kernel.stones().is_some())
    }

    /// Plays a random game from a position to its end, or for `limit` plies. `pick` chooses among
    /// the legal moves, `chance` rolls the dice.
    pub fn play(
        &mut self,
        from: &State,
        limit: usize,
        pick: &mut SplitMix64,
        chance: &mut dyn Chance,
    ) -> Rollout {
        if let Some(rollout) = self.play_compiled(from, limit, pick, chance, |_, _| ()) {
            return rollout;
        }
        let mut state = match self.state.take() {
            Some(mut state) => {
                state.clone_from(from);
                state
            }
            None => from.clone(),
        };
        let rollout = self.play_in(&mut state, limit, pick, chance);
        self.state = Some(state);
        rollout
    }

    /// Plays like [`Rollouts::play`], but may use `state` for the game: its contents are
    /// unspecified afterwards.
    pub fn finish(
        &mut self,
        state: &mut State,
        limit: usize,
        pick: &mut SplitMix64,
        chance: &mut dyn Chance,
    ) -> Rollout {
        if let Some(rollout) = self.play_compiled(state, limit, pick, chance, |_, _| ()) {
            return rollout;
        }
        self.play_in(state, limit, pick, chance)
    }

    /// Plays like [`Rollouts::play`] and appends each placement of a stone to `record`, with the
    /// player that made it. Passes and swaps of seats are not recorded.
    ///
    /// `None`, without drawing from `pick` or `chance`, if no kernel records moves
    /// ([`Rollouts::records_moves`]) or the kernel does not support the position.
    pub fn play_recording(
        &mut self,
        state: &State,
        limit: usize,
        pick: &mut SplitMix64,
        chance: &mut dyn Chance,
        record: &mut Vec<(usize, Move)>,
    ) -> Option<Rollout> {
        let stones = self.kernel?.stones()?;
        self.play_compiled(state, limit, pick, chance, |player, slot| {
            record.push((player, stones.placed(player, slot)));
        })
    }

    /// Plays like [`Rollouts::play`], and once more by the evaluator with the same random numbers.
    ///
    /// # Errors
    /// If the two games differ in their length, their end, a rank or the numbers drawn.
    ///
    /// ```
    /// # let text = r#"(game "Line of Three" (players 2)
    /// #     (equipment { (board (square 3)) (piece "Mark" Each) })
    /// #     (rules (play (move Add (to (sites Empty))))
    /// #         (end (if (is Line 3) (result Mover Win)))))"#;
    /// # let definitions = ludarium_lud::Definitions::none();
    /// # let choices = ludarium_lud::Choices::defaults();
    /// # let description = ludarium_lud::load("three.lud", text, &definitions, &choices).unwrap();
    /// # let game = ludarium_engine::Game::compile(&description).unwrap();
    /// use ludarium_engine::{Rollouts, SplitMix64};
    ///
    /// let (mut chance, mut pick) = (SplitMix64::new(1), SplitMix64::new(2));
    /// let start = game.start(&mut chance);
    /// let rollout = Rollouts::new(&game).play_twice(&start, 100, &mut pick, &mut chance);
    /// assert!(rollout.unwrap().over);
    /// ```
    pub fn play_twice(
        &mut self,
        from: &State,
        limit: usize,
        pick: &mut SplitMix64,
        chance: &mut SplitMix64,
    ) -> Result<Rollout, RolloutDifference> {
        let (mut plain_pick, mut plain_chance) = (pick.clone(), chance.clone());
        let rollout = self.play(from, limit, pick, chance);
        let plain = self.play_in(&mut from.clone(), limit, &mut plain_pick, &mut plain_chance);
        if rollout != plain {
            Err(RolloutDifference::Games([rollout, plain]))
        } else if *pick != plain_pick {
            Err(RolloutDifference::Picks)
        } else if *chance != plain_chance {
            Err(RolloutDifference::Chance)
        } else {
            Ok(rollout)
        }
    }

    fn play_compiled(
        &mut self,
        from: &State,
        limit: usize,
        pick: &mut SplitMix64,
        chance: &mut dyn Chance,
        record: impl FnMut(usize, usize),
    ) -> Option<Rollout> {
        let kernel = self.kernel?;
        if self.played >= TRIALS && 2 * self.given_up >= self.played {
            return None;
        }
        let rollout = kernel.play(
            self.game,
            from,
            limit,
            pick,
            chance,
            &mut self.buffers,
            record,
        );
        self.played = self.played.saturating_add(1);
        self.given_up += u32::from(rollout.is_none());
        rollout
    }

    fn play_in(
        &self,
        state: &mut State,
        limit: usize,
        pick: &mut SplitMix64,
        chance: &mut dyn Chance,
    ) -> Rollout {
        let plies = self.game.playout(state, limit, pick, chance);
        Rollout::of_state(self.game, plies, state)
    }
}
