//! Counts sequences of legal moves.

use std::fmt;

use crate::eval::Evaluator;
use crate::{Game, Move, SplitMix64, State};

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

/// Why a [`Game::perft_watched`] has no result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PerftError {
    /// A turn has more moves than the unit allows.
    LongTurn(LongTurn),
    /// The [`PerftWatch`] has stopped it.
    Stopped,
}

impl fmt::Display for PerftError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PerftError::LongTurn(long) => long.fmt(f),
            PerftError::Stopped => f.write_str("the count was stopped"),
        }
    }
}

impl std::error::Error for PerftError {}

/// Follows a [`Game::perft_watched`].
pub trait PerftWatch {
    /// The number of sequences that begin with the `index`-th first move, from 1, if an earlier
    /// count has found it: they are not counted again.
    fn known(&mut self, _mv: Move, _index: usize) -> Option<u64> {
        None
    }

    /// The sequences that begin with a move have been counted: the `index`-th of `all` first moves,
    /// from 1.
    fn counted(&mut self, _mv: Move, _count: u64, _index: usize, _all: usize) {}

    /// Whether the count is to stop.
    fn stops(&mut self) -> bool {
        false
    }
}

/// A count that nobody follows.
struct Unwatched;

impl PerftWatch for Unwatched {}

/// Where a count has come to.
#[derive(Clone, Copy)]
struct Level {
    /// The turns, or moves, that are still to be made.
    depth: u32,
    unit: PerftUnit,
    /// The moves of the turn that have been made.
    made: u32,
}

impl Game {
    /// Perft: the number of sequences of `depth` whole turns. A turn of several decisions (a chain
    /// of captures, a promotion chosen after the move) counts as one step. A forced pass is counted
    /// only where a meta-rule refuses all moves that the rules of play list.
    #[must_use]
    pub fn perft(&self, state: &mut State, depth: u32) -> u64 {
        let unit = PerftUnit::Turns { longest: u32::MAX };
        // No turn has more moves than that.
        self.perft_of(state, depth, unit).unwrap_or(u64::MAX)
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
        match self.perft_watched(state, depth, unit, &mut Unwatched) {
            Ok(count) => Ok(count),
            Err(PerftError::LongTurn(long)) => Err(long),
            // An `Unwatched` count is not stopped.
            Err(PerftError::Stopped) => Ok(0),
        }
    }

    /// Perft as [`Game::perft_of`], which can be watched and stopped.
    ///
    /// ```
    /// # let text = r#"(game "Three in a Row" (players 2)
    /// #     (equipment { (board (square 3)) (piece "Mark" Each) })
    /// #     (rules (play (move Add (to (sites Empty))))
    /// #         (end (if (is Line 3) (result Mover Win)))))"#;
    /// # let definitions = ludarium_lud::Definitions::none();
    /// # let choices = ludarium_lud::Choices::defaults();
    /// # let description = ludarium_lud::load("three.lud", text, &definitions, &choices).unwrap();
    /// # let game = ludarium_engine::Game::compile(&description).unwrap();
    /// use ludarium_engine::{Move, PerftUnit, PerftWatch, SplitMix64};
    ///
    /// struct First(Vec<u64>);
    /// impl PerftWatch for First {
    ///     fn counted(&mut self, _: Move, count: u64, _: usize, _: usize) {
    ///         self.0.push(count);
    ///     }
    /// }
    /// let mut first = First(Vec::new());
    /// let mut state = game.start(&mut SplitMix64::new(1));
    /// let count = game.perft_watched(&mut state, 2, PerftUnit::Moves, &mut first);
    /// assert_eq!(count, Ok(72));
    /// assert_eq!(first.0, [8; 9]);
    /// ```
    ///
    /// # Errors
    /// If a turn has more moves than the unit allows, or the watch stops the count.
    pub fn perft_watched(
        &self,
        state: &mut State,
        depth: u32,
        unit: PerftUnit,
        watch: &mut dyn PerftWatch,
    ) -> Result<u64, PerftError> {
        if depth == 0 {
            return Ok(1);
        }
        let mut chance = SplitMix64::new(0);
        let mut moves = Vec::new();
        self.perft_moves(state, &mut moves);
        let (mut nodes, all) = (0, moves.len());
        let level = Level {
            depth,
            unit,
            made: 0,
        };
        for (index, &mv) in moves.iter().enumerate() {
            let count = match watch.known(mv, index + 1) {
                Some(count) => count,
                None => self.perft_below(state, mv, level, watch, &mut chance)?,
            };
            nodes += count;
            watch.counted(mv, count, index + 1, all);
        }
        Ok(nodes)
    }

    /// Lists the moves that count: a forced pass only where a meta-rule refuses all moves that the
    /// rules of play list.
    fn perft_moves(&self, state: &mut State, moves: &mut Vec<Move>) {
        self.legal(state, moves);
        if !self.meta.refuses() || !self.lists_moves(state) {
            moves.retain(|&mv| !self.is_forced_pass(mv));
        }
    }

    /// The number of sequences that begin with a move.
    fn perft_below(
        &self,
        state: &mut State,
        mv: Move,
        level: Level,
        watch: &mut dyn PerftWatch,
        chance: &mut SplitMix64,
    ) -> Result<u64, PerftError> {
        let mover = state.mover();
        let mark = self.apply_marked(state, mv, chance);
        let same_turn = state.mover() == mover && !state.over() && self.players > 1;
        let below = match level.unit {
            PerftUnit::Turns { longest } if same_turn && level.made + 1 >= longest => {
                Err(PerftError::LongTurn(LongTurn { longest }))
            }
            PerftUnit::Turns { .. } if same_turn => {
                let made = level.made + 1;
                self.perft_from(state, Level { made, ..level }, watch)
            }
            _ => {
                let (depth, made) = (level.depth - 1, 0);
                self.perft_from(
                    state,
                    Level {
                        depth,
                        made,
                        ..level
                    },
                    watch,
                )
            }
        };
        state.undo(mark);
        below
    }

    fn perft_from(
        &self,
        state: &mut State,
        level: Level,
        watch: &mut dyn PerftWatch,
    ) -> Result<u64, PerftError> {
        if level.depth == 0 {
            return Ok(1);
        }
        // The last moves of a sequence are too many, and counted too fast, to ask before each.
        if (level.depth > 1 || level.made > 0) && watch.stops() {
            return Err(PerftError::Stopped);
        }
        let mut moves = state.buffers.moves.pop().unwrap_or_default();
        let mut chance = SplitMix64::new(0);
        // The moves of the last turn are only counted where each of them is known to be a whole
        // turn.
        let counted = match level.depth {
            1 => Evaluator::new(self, state, &mut chance).bulk_count(&mut moves),
            _ => None,
        };
        if counted.is_none() {
            self.perft_moves(state, &mut moves);
        }
        let mut nodes = Ok(counted.unwrap_or(0));
        for &mv in &moves {
            let Ok(before) = nodes else { break };
            let below = self.perft_below(state, mv, level, watch, &mut chance);
            nodes = below.map(|below| before + below);
        }
        moves.clear();
        state.buffers.moves.push(moves);
        nodes
    }
}
