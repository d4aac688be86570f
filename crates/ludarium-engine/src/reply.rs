//! Making a move without first looking for a reply to it: end rules that ask whether the next
//! player can move are answered by the search or by the list of the moves that comes next.

use crate::chance::Chance;
use crate::eval::ReplyAssumption;
use crate::game::Game;
use crate::state::{Mark, State};
use crate::Move;

impl Game {
    /// Makes a legal move and lists the moves that follow it: the same as [`Game::apply`] and
    /// [`Game::legal`], and faster where an end rule asks whether the next player can move, as the
    /// list says so.
    ///
    /// ```
    /// # let text = r#"(game "Shut In" (players 2)
    /// #     (equipment { (board (rectangle 1 3))
    /// #         (piece "King" Each (move Step (to if:(is Empty (to))))) })
    /// #     (rules (start { (place "King1" (sites {0})) (place "King2" (sites {2})) })
    /// #         (play (forEach Piece)) (end (if (no Moves Next) (result Next Loss)))))"#;
    /// # let definitions = ludarium_lud::Definitions::none();
    /// # let choices = ludarium_lud::Choices::defaults();
    /// # let description = ludarium_lud::load("shut.lud", text, &definitions, &choices).unwrap();
    /// # let game = ludarium_engine::Game::compile(&description).unwrap();
    /// let mut chance = ludarium_engine::SplitMix64::new(1);
    /// let mut state = game.start(&mut chance);
    /// let mut moves = Vec::new();
    /// game.legal(&mut state, &mut moves);
    /// game.apply_and_list(&mut state, moves[0], &mut chance, &mut moves);
    /// assert!(state.over() && moves.is_empty(), "the second king is shut in");
    /// ```
    pub fn apply_and_list(
        &self,
        state: &mut State,
        mv: Move,
        chance: &mut dyn Chance,
        moves: &mut Vec<Move>,
    ) {
        if self.flags.list_answers_ends {
            let (mark, assumed) = self.apply_assuming_reply(state, mv, chance);
            self.legal(state, moves);
            if !assumed || moves.iter().any(|mv| mv.target() >= 0) {
                state.keep(mark);
                return;
            }
            state.undo(mark);
        }
        self.apply(state, mv, chance);
        self.legal(state, moves);
    }

    /// Makes a move like [`Game::apply_marked`], but assumes that the next player has a legal reply
    /// where the end rules depend on that: in chess, that the move gives neither mate nor
    /// stalemate.
    ///
    /// The `bool` is `true` where the assumption was made. A search that then finds no legal move
    /// ([`Game::pseudo_legal`]) has to take the move back and make it again with
    /// [`Game::apply_marked`]. The assumption pays because looking for a reply costs as much as the
    /// rest of the move, and a search leaves most positions without listing their moves.
    ///
    /// ```
    /// # let text = r#"(game "Shut In" (players 2)
    /// #     (equipment { (board (rectangle 1 3))
    /// #         (piece "King" Each (move Step (to if:(is Empty (to))))) })
    /// #     (rules (start { (place "King1" (sites {0})) (place "King2" (sites {2})) })
    /// #         (play (forEach Piece)) (end (if (no Moves Next) (result Next Loss)))))"#;
    /// # let definitions = ludarium_lud::Definitions::none();
    /// # let choices = ludarium_lud::Choices::defaults();
    /// # let description = ludarium_lud::load("shut.lud", text, &definitions, &choices).unwrap();
    /// # let game = ludarium_engine::Game::compile(&description).unwrap();
    /// let mut chance = ludarium_engine::SplitMix64::new(1);
    /// let mut state = game.start(&mut chance);
    /// let step = game.sample(&mut state, &mut ludarium_engine::SplitMix64::new(2)).unwrap();
    /// let (mark, assumed) = game.apply_assuming_reply(&mut state, step, &mut chance);
    /// assert!(assumed && !state.over(), "the second king may have moves");
    /// state.undo(mark);
    /// game.apply(&mut state, step, &mut chance);
    /// assert!(state.over(), "it has none");
    /// ```
    pub fn apply_assuming_reply(
        &self,
        state: &mut State,
        mv: Move,
        chance: &mut dyn Chance,
    ) -> (Mark, bool) {
        let mark = state.mark();
        let assumed = self.apply_with(ReplyAssumption::Pending, state, mv, chance);
        (mark, assumed)
    }
}
