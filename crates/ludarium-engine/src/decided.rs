//! Positions that are set up although the game is over in them.

use crate::chance::Chance;
use crate::eval::Evaluator;
use crate::layout::{Field, PlayerField};
use crate::state::State;
use crate::Game;

/// What end rules may ask about the move before a position.
const LAST_MOVE: [Field; 4] = [
    Field::LastFrom,
    Field::LastTo,
    Field::LastFromAfter,
    Field::LastToAfter,
];

impl Game {
    /// Ends the game if the position is one in which it would have ended with the move that led to
    /// it. [`Game::set_up`] does not ask that, as positions that no game leads to are of use, too.
    ///
    /// The move is unknown: the player before the mover made it. Each end rule in its order is
    /// evaluated as after a pass, and as if the move had ended on each site where that player has a
    /// piece: a line of three is a line whichever of its pieces came last. The position itself is
    /// none that came before.
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
    /// use ludarium_engine::state::Piece;
    /// use ludarium_engine::{SetUp, SplitMix64};
    ///
    /// let pieces = [(0, 1), (1, 1), (2, 1), (4, 2), (8, 2)];
    /// let position = SetUp {
    ///     pieces: pieces.map(|(site, what)| (site, Piece::of(what))).to_vec(),
    ///     mover: 2,
    ///     ..SetUp::default()
    /// };
    /// let mut chance = SplitMix64::new(1);
    /// let mut state = game.set_up(&position, &mut chance);
    /// assert!(!state.over());
    /// game.end_if_decided(&mut state, &mut chance);
    /// assert_eq!(game.outcome(&state).unwrap().winner, 1);
    /// ```
    pub fn end_if_decided(&self, state: &mut State, chance: &mut dyn Chance) {
        if state.over() || self.series.is_some() || self.players == 0 {
            return;
        }
        let mover = state.mover();
        let before = self.player_before(state, mover);
        let fields = [Field::Mover, Field::Next, Field::Counter];
        let kept: Vec<(Field, i32)> = fields
            .into_iter()
            .chain(LAST_MOVE)
            .map(|field| (field, state.field(field)))
            .collect();
        let last: Vec<i32> = std::iter::once(-1)
            .chain(self.sites_of(state, before))
            .collect();
        state.set_field(Field::Mover, before as i32);
        state.set_field(Field::Next, mover as i32);
        // The counter is raised after the end rules.
        let counter = state.field(Field::Counter);
        state.set_field(Field::Counter, counter - 1);
        let history = std::mem::take(&mut state.history);
        let mut eval = Evaluator::new(self, state, chance);
        eval.check_end_after_any(&last);
        eval.report_fault();
        state.history = history;
        for (field, value) in kept {
            state.set_field(field, value);
        }
    }

    /// The player whose turn came before that of `mover`.
    fn player_before(&self, state: &State, mover: usize) -> usize {
        let players = self.players;
        let earlier = (1..players).map(|steps| (mover + players - steps - 1) % players + 1);
        let in_game = |player: &usize| state.player(PlayerField::Active, *player) != 0;
        earlier.into_iter().find(in_game).unwrap_or(mover)
    }

    /// The sites of the board on which a player has a piece.
    fn sites_of(&self, state: &State, player: usize) -> Vec<i32> {
        let own = |slot: &usize| {
            let what = state.what(*slot);
            what != 0 && self.components[what].owner == player
        };
        let sites = (0..self.layout.board_sites).filter(own);
        sites.map(|slot| slot as i32).collect()
    }
}
