//! Counts sequences of legal moves.

use std::fmt;

use crate::eval::Evaluator;
use crate::{Game, SplitMix64, State};

/// What one level of a [`Game::perft_of`] is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PerftUnit {
    /// A whole turn, however many moves it has: a chain of captures, or a promotion chosen after
    /// the move, counts as one.
    Turns {
        /// The number of moves that a turn may have.
        longest: u32,
    },
    /// A single move.
    Moves,
}

/// A turn has more moves than a [`PerftUnit::Turns`] allows.
///
/// Where every move may give another one, the sequences of a single turn are too many to be
/// counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LongTurn {
    /// The number of moves that it may have.
    pub longest: u32,
}

impl fmt::Display for LongTurn {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "a turn has more than {} moves", self.longest)
    }
}

impl std::error::Error for LongTurn {}

impl Game {
    /// Perft: the number of sequences of `depth` whole turns. A turn of several decisions (a chain
    /// of captures, a promotion chosen after the move) counts as one step. A forced pass is counted
    /// only where a meta-rule refuses all moves that the rules of play list.
    #[must_use]
    pub fn perft(&self, state: &mut State, depth: u32) -> u64 {
        let unit = PerftUnit::Turns { longest: u32::MAX };
        // No turn has more moves than that.
        self.perft_from(state, depth, unit, 0).unwrap_or(u64::MAX)
    }

    /// Perft as [`Game::perft`], with a choice of what counts as one step.
    ///
    /// ```
    /// # let text = r#"(game "Three in a Row" (players 2)
    /// #     (equipment { (board (square 3)) (piece "Mark" Each) })
    /// #     (rules (play (move Add (to (sites Empty)) (then (moveAgain))))
    /// #         (end (if (is Line 3) (result Mover Win)))))"#;
    /// # let definitions = ludarium_lud::Definitions::none();
    /// # let choices = ludarium_lud::Choices::defaults();
    /// # let description = ludarium_lud::load("three.lud", text, &definitions, &choices).unwrap();
    /// # let game = ludarium_engine::Game::compile(&description).unwrap();
    /// use ludarium_engine::{LongTurn, PerftUnit, SplitMix64};
    ///
    /// // In this game the first player always moves again.
    /// let mut state = game.start(&mut SplitMix64::new(1));
    /// assert_eq!(game.perft_of(&mut state, 2, PerftUnit::Moves), Ok(9 * 8));
    /// let turns = PerftUnit::Turns { longest: 2 };
    /// assert_eq!(game.perft_of(&mut state, 1, turns), Err(LongTurn { longest: 2 }));
    /// ```
    ///
    /// # Errors
    /// If a turn has more moves than the unit allows.
    pub fn perft_of(
        &self,
        state: &mut State,
        depth: u32,
        unit: PerftUnit,
    ) -> Result<u64, LongTurn> {
        self.perft_from(state, depth, unit, 0)
    }

    /// The same after `made` moves of the turn.
    fn perft_from(
        &self,
        state: &mut State,
        depth: u32,
        unit: PerftUnit,
        made: u32,
    ) -> Result<u64, LongTurn> {
        if depth == 0 {
            return Ok(1);
        }
        let mover = state.mover();
        let mut moves = state.buffers.moves.pop().unwrap_or_default();
        let mut chance = SplitMix64::new(0);
        // The moves of the last turn are only counted where each of them is known to be a whole
        // turn.
        let counted = match depth {
            1 => Evaluator::new(self, state, &mut chance).bulk_count(&mut moves),
            _ => None,
        };
        if counted.is_none() {
            self.legal(state, &mut moves);
            if !self.meta.refuses() || !self.lists_moves(state) {
                moves.retain(|&mv| !self.is_forced_pass(mv));
            }
        }
        let mut nodes = Ok(counted.unwrap_or(0));
        for &mv in &moves {
            let Ok(before) = nodes else { break };
            let mark = self.apply_marked(state, mv, &mut chance);
            let same_turn = state.mover() == mover && !state.over() && self.players > 1;
            let below = match unit {
                PerftUnit::Turns { longest } if same_turn && made + 1 >= longest => {
                    Err(LongTurn { longest })
                }
                PerftUnit::Turns { .. } if same_turn => {
                    self.perft_from(state, depth, unit, made + 1)
                }
                _ => self.perft_from(state, depth - 1, unit, 0),
            };
            nodes = below.map(|below| before + below);
            state.undo(mark);
        }
        moves.clear();
        state.buffers.moves.push(moves);
        nodes
    }
}
