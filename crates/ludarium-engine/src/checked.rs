//! Moves from outside: listed, and checked before they are made.

use std::fmt;

use crate::chance::Chance;
use crate::limit::Fault;
use crate::state::State;
use crate::{Game, Move};

/// Why [`Game::play`] did not make a move. The state is unchanged.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum IllegalMove {
    /// The game is over.
    Over,
    /// The move is not one of the legal moves of the state: it belongs to another position or to
    /// another game.
    NotLegal,
    /// The state belongs to another game.
    OtherGame,
    /// The rules exceed the limits of the engine when the legal moves are listed.
    Stopped(Fault),
}

impl fmt::Display for IllegalMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            IllegalMove::Over => f.write_str("the game is over"),
            IllegalMove::NotLegal => f.write_str("this move is not legal in this position"),
            IllegalMove::OtherGame => f.write_str("this position belongs to another game"),
            IllegalMove::Stopped(fault) => write!(f, "the legal moves cannot be listed: {fault}"),
        }
    }
}

impl std::error::Error for IllegalMove {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            IllegalMove::Stopped(fault) => Some(fault),
            _ => None,
        }
    }
}

impl Game {
    /// The legal moves of a state, in a new list. A loop that lists moves often is faster with
    /// [`Game::legal`], which reuses a list.
    ///
    /// `state` is left unchanged, unless the rules exceed the limits of the engine: see
    /// [`Game::legal`].
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
    /// use ludarium_engine::SplitMix64;
    ///
    /// let mut state = game.start(&mut SplitMix64::new(1));
    /// assert_eq!(game.legal_moves(&mut state).len(), 9);
    /// ```
    #[must_use]
    pub fn legal_moves(&self, state: &mut State) -> Vec<Move> {
        let mut moves = Vec::new();
        self.legal(state, &mut moves);
        moves
    }

    /// Makes a move if it is legal: [`Game::apply`] after a check against the legal moves.
    ///
    /// Use it for moves that come from outside: from a user, a file, the network. It costs a list
    /// of the legal moves.
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
    /// use ludarium_engine::{IllegalMove, SplitMix64};
    ///
    /// let mut chance = SplitMix64::new(1);
    /// let mut state = game.start(&mut chance);
    /// let middle = game.legal_moves(&mut state)[4];
    /// game.play(&mut state, middle, &mut chance)?;
    /// assert_eq!(game.play(&mut state, middle, &mut chance), Err(IllegalMove::NotLegal));
    /// # Ok::<(), IllegalMove>(())
    /// ```
    ///
    /// # Errors
    /// If the move is not legal in `state`. The state and `chance` are unchanged then.
    pub fn play(
        &self,
        state: &mut State,
        mv: Move,
        chance: &mut dyn Chance,
    ) -> Result<(), IllegalMove> {
        if !self.owns(state) {
            return Err(IllegalMove::OtherGame);
        }
        if let Some(fault) = state.fault() {
            return Err(IllegalMove::Stopped(fault));
        }
        if state.over() {
            return Err(IllegalMove::Over);
        }
        let mut moves = state.buffers.moves.pop().unwrap_or_default();
        let mark = state.mark();
        self.legal(state, &mut moves);
        let fault = state.fault();
        state.undo(mark);
        let legal = moves.contains(&mv);
        // The lists in store are empty.
        moves.clear();
        state.buffers.moves.push(moves);
        match fault {
            Some(fault) => Err(IllegalMove::Stopped(fault)),
            None if !legal => Err(IllegalMove::NotLegal),
            None => {
                self.apply(state, mv, chance);
                Ok(())
            }
        }
    }

    /// Whether a state belongs to this game.
    pub(crate) fn owns(&self, state: &State) -> bool {
        self.series.is_some() == state.series.is_some()
            && self.playing(state).layout.fingerprint == state.layout.fingerprint
    }
}
