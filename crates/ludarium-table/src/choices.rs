//! The moves that the player to move can choose from.

use std::collections::HashSet;

use ludarium_engine::{Fault, Move, State};
use ludarium_notation::{moves, MoveTextError, Notation};

use crate::dice::Dice;
use crate::rules::Rules;

/// The legal moves of a position, each with its text. Moves with the same effects are one.
#[derive(Clone, Debug, Default)]
pub struct Choices {
    /// The moves.
    pub moves: Vec<Move>,
    /// Their texts, all different.
    pub texts: Vec<String>,
    /// Why the engine could not list the moves, if it could not: there are none then.
    pub fault: Option<Fault>,
    /// The texts in which sites of hands have names.
    named: Vec<String>,
}

impl Choices {
    /// The choices in a state, written as the player to move sees them.
    pub(crate) fn of(rules: &Rules, state: &State, dice: &Dice) -> Choices {
        let game = rules.game();
        let mut legal = Vec::new();
        let mut fault = None;
        if !state.over() {
            let mut state = state.clone();
            game.legal(&mut state, &mut legal);
            fault = state.fault();
        }
        let view = game.view(state, state.mover());
        let notation = Notation {
            shown: (!view.is_complete()).then(|| view.shown()),
            ..rules.notation()
        };
        let moves = notation.distinct(state, dice, &legal);
        let texts = notation.texts(state, dice, &moves);
        let (moves, texts) = without_copies(moves, texts);
        let named = notation.by_other_names(&moves, &texts);
        Choices {
            moves,
            texts,
            fault,
            named,
        }
    }

    /// The index of the move that a text means.
    ///
    /// # Errors
    /// If no move reads like that, or several do.
    pub fn find(&self, text: &str) -> Result<usize, MoveTextError> {
        moves::find(text, &self.texts, &self.named)
    }
}

/// Leaves out moves that the rules list several times: those have one text.
fn without_copies(moves: Vec<Move>, texts: Vec<String>) -> (Vec<Move>, Vec<String>) {
    let mut known = HashSet::new();
    let both = moves.into_iter().zip(texts);
    both.filter(|(_, text)| known.insert(text.clone())).unzip()
}
