//! Movement patterns: how pieces move according to their rules alone, without a position.
//! Evaluation functions use them.

use crate::eval;
use crate::ir::{ForEachPiece, Moves};
use crate::Game;

/// What the sites between the ends of a [`MovementPattern`] must be like.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum PathCondition {
    /// All of them are empty.
    Clear,
    /// Exactly one of them is occupied.
    OneOccupied,
    /// They do not matter.
    Any,
}

/// A movement of a piece from one slot of the board to another.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct MovementPattern {
    /// The slot of origin.
    pub from: u16,
    /// The target slot.
    pub to: u16,
    /// The slots in between, in order.
    pub between: Vec<u16>,
    /// What the slots in between must be like.
    pub path_condition: PathCondition,
    /// Whether the target must be empty: the movement never captures on its target.
    pub quiet_only: bool,
}

impl Game {
    /// The movements of a kind of piece by the rules that move the pieces of the mover (`(forEach
    /// Piece)`), in all phases, sorted by origin.
    ///
    /// This is an over-approximation: of a rule's conditions, only those that restrict the regions
    /// of the ends, or require sites near them to be empty, are taken into account. `None` where
    /// the kind moves otherwise than by steps, slides, hops and leaps.
    ///
    /// ```
    /// # let text = r#"(game "Rooks" (players 2)
    /// #     (equipment { (board (square 3)) (piece "Rook" Each (move Slide Orthogonal
    /// #         (to if:(is Enemy (who at:(to))) (apply (remove (to)))))) })
    /// #     (rules (start { (place "Rook1" (sites {0})) (place "Rook2" (sites {2})) })
    /// #         (play (forEach Piece)) (end (if (no Pieces Next) (result Mover Win)))))"#;
    /// # let definitions = ludarium_lud::Definitions::none();
    /// # let choices = ludarium_lud::Choices::defaults();
    /// # let description = ludarium_lud::load("rooks.lud", text, &definitions, &choices).unwrap();
    /// # let game = ludarium_engine::Game::compile(&description).unwrap();
    /// let patterns = game.movement_patterns(1).unwrap();
    /// // From the corner: two squares along the row and two along the column.
    /// let from_corner = patterns.iter().filter(|pattern| pattern.from == 0);
    /// let targets: Vec<u16> = from_corner.map(|pattern| pattern.to).collect();
    /// assert_eq!(targets, [1, 2, 3, 6]);
    /// let two_steps = patterns.iter().find(|pattern| (pattern.from, pattern.to) == (0, 2));
    /// assert!(two_steps.is_some_and(|pattern| pattern.between == [1]));
    /// ```
    #[must_use]
    pub fn movement_patterns(&self, what: usize) -> Option<Vec<MovementPattern>> {
        let mut rules = Vec::new();
        for phase in &self.phases {
            each_piece_loop(&phase.moves, &mut |piece| {
                rules.extend(piece.moves.get(what).and_then(Option::as_ref));
            });
        }
        let mut patterns = eval::movement_patterns(self, what, &rules)?;
        patterns.sort();
        patterns.dedup();
        Some(patterns)
    }
}

/// Visits every `(forEach Piece)` among some moves.
pub(crate) fn each_piece_loop<'g>(moves: &'g Moves, visit: &mut dyn FnMut(&'g ForEachPiece)) {
    match moves {
        Moves::ForEachPiece(piece) => visit(piece),
        Moves::All(parts) | Moves::Priority(parts) => {
            parts.iter().for_each(|part| each_piece_loop(part, visit));
        }
        Moves::If(_, yes, no) | Moves::RollIf(_, _, yes, no) => {
            each_piece_loop(yes, visit);
            no.iter().for_each(|no| each_piece_loop(no, visit));
        }
        Moves::Do { next, .. } => each_piece_loop(next, visit),
        Moves::MaxCaptures { moves, .. } | Moves::MaxMoves { moves, .. } => {
            each_piece_loop(moves, visit);
        }
        _ => {}
    }
}
