//! The key of a whole position.

use super::State;
use crate::layout::{ExtraSet, Field, PlayerField};
use crate::position_hash::PositionHash;

impl State {
    /// A key of the whole position: the pieces, the player to move and the progress of the turn,
    /// phases, scores and other data of the players, dice, pending and visited sites, variables,
    /// remembered values, choices made. Left out is what belongs to the history and not to the
    /// position: the ends of the last move, the numbers of moves and turns, the counter of moves
    /// without progress, earlier positions.
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
    /// # let mut chance = ludarium_engine::SplitMix64::new(1);
    /// // The same marks, placed in a different order.
    /// let mut after = |sites: [i32; 4]| {
    ///     let mut state = game.start(&mut chance);
    ///     let mut moves = Vec::new();
    ///     for site in sites {
    ///         game.legal(&mut state, &mut moves);
    ///         let mv = moves.iter().find(|mv| mv.target() == site).unwrap();
    ///         game.apply(&mut state, *mv, &mut chance);
    ///     }
    ///     state
    /// };
    /// assert_eq!(after([0, 1, 4, 2]).key(), after([4, 2, 0, 1]).key());
    /// assert_ne!(after([0, 1, 4, 2]).key(), after([1, 0, 2, 4]).key());
    /// ```
    #[must_use]
    pub fn key(&self) -> u64 {
        const FIELDS: [Field; 16] = [
            Field::Mover,
            Field::Next,
            Field::NextSet,
            Field::MovesThisTurn,
            Field::Temp,
            Field::Pot,
            Field::Over,
            Field::TrumpSuit,
            Field::PassesInARow,
            Field::DiceEqual,
            Field::Rolled,
            Field::PendingValue,
            Field::Decided,
            Field::Proposed,
            Field::Losers,
            Field::TurnFrom,
        ];
        let layout = &self.layout;
        let mut hash = PositionHash::new();
        hash.word(self.hash);
        // The previous player matters while a turn continues.
        hash.word(u64::from(
            self.field(Field::Prev) == self.field(Field::Mover),
        ));
        for pair in FIELDS.chunks_exact(2) {
            hash.pair(self.field(pair[0]), self.field(pair[1]));
        }
        let mut cells = |first: usize, len: usize| {
            for (index, &cell) in self.cells()[first..first + len].iter().enumerate() {
                // Most cells are 0.
                if cell != 0 {
                    hash.pair(index as i32, cell as i32);
                }
            }
            // Separates this range of cells from the next.
            hash.word(u64::MAX);
        };
        cells(
            layout.player_at,
            PlayerField::Len as usize * (layout.players + 2),
        );
        // Variables and dice are adjacent.
        cells(layout.vars, layout.dice + layout.dice_len - layout.vars);
        for first in [layout.cost, layout.site_phase] {
            if first > 0 {
                cells(first, layout.slots);
            }
        }
        for set in [ExtraSet::Pending, ExtraSet::Visited, ExtraSet::ToClear] {
            hash.words(self.words(layout.extra_set(set)));
        }
        for list in &self.lists {
            hash.numbers(list);
        }
        for mv in &self.choices {
            hash.words(&mv.to_words());
        }
        hash.finish()
    }
}
