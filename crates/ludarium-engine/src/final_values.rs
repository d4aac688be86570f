//! The values by which a finished game was decided.

use crate::chance::SplitMix64;
use crate::eval::Evaluator;
use crate::layout::{Field, PlayerField};
use crate::state::State;
use crate::Game;

impl Game {
    /// The values that the end rules compared to rank the players, such as scores, by player; the
    /// first entry is that of player 1. `None` if the game is not over, or was decided otherwise.
    ///
    /// ```
    /// # let text = r#"(game "Corners" (players 2)
    /// #     (equipment { (board (square 3)) (piece "Mark" Each) })
    /// #     (rules (play (move Add (to (sites Empty))))
    /// #         (end (if (is Full) (byScore { (score P1 (count Pieces P1))
    /// #             (score P2 (count Pieces P2)) })))))"#;
    /// # let definitions = ludarium_lud::Definitions::none();
    /// # let choices = ludarium_lud::Choices::defaults();
    /// # let description = ludarium_lud::load("full.lud", text, &definitions, &choices).unwrap();
    /// # let game = ludarium_engine::Game::compile(&description).unwrap();
    /// use ludarium_engine::SplitMix64;
    ///
    /// let mut chance = SplitMix64::new(1);
    /// let mut state = game.start(&mut chance);
    /// assert_eq!(game.final_values(&state), None);
    /// game.playout(&mut state, 20, &mut SplitMix64::new(5), &mut chance);
    /// // Nine marks by turns.
    /// assert_eq!(game.final_values(&state), Some(vec![5.0, 4.0]));
    /// ```
    #[must_use]
    pub fn final_values(&self, state: &State) -> Option<Vec<f64>> {
        self.outcome(state)?;
        if self.series.is_some() {
            return None;
        }
        // The end rules are evaluated again, as before the result.
        let mut state = state.clone();
        state.set_field(Field::Over, 0);
        state.set_field(Field::Active, self.players as i32);
        state.set_field(Field::Losers, 0);
        for player in 1..=self.players {
            state.set_player(PlayerField::Active, player, 1);
            state.set_player(PlayerField::Rank, player, 0);
        }
        let mut chance = SplitMix64::new(0);
        let mut eval = Evaluator::new(self, &mut state, &mut chance);
        eval.check_end();
        eval.ranked_values.take()
    }
}
