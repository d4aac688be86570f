//! The ways that pieces may go, as far as their rules tell without a position: for judgements of positions.

use crate::eval;
use crate::ir::Moves;
use crate::Game;

/// How a way passes the sites between its ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Passing {
    /// They are empty.
    Free,
    /// On one of them somebody stands.
    OverOne,
    /// Whatever stands there.
    Any,
}

/// One way of a piece from a slot of the board to another.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Going {
    /// Where it begins.
    pub from: u16,
    /// Where it ends.
    pub to: u16,
    /// What lies in between, in order.
    pub between: Vec<u16>,
    /// How that is passed.
    pub passing: Passing,
    /// Whether nobody is taken where it ends: it leads to empty sites only.
    pub mild: bool,
}

impl Game {
    /// The ways of a kind of piece under the rules that have the pieces of the mover go (`(forEach Piece)`), of whatever phase. A
    /// way may promise too much: what its rule asks for is looked at as far as it says in which regions the ends lie, and which sites beside
    /// them have to be empty. `None` where the rules have the kind go
    /// otherwise than step by step, along lines, and by leaps.
    ///
    /// ```
    /// # let text = r#"(game "Rooks" (players 2)
    /// #     (equipment { (board (square 3)) (piece "Rook" Each (move Slide Orthogonal
    /// #         (to if:(is Enemy (who at:(to))) (apply (remove (to)))))) })
    /// #     (rules (start { (place "Rook1" (sites {0})) (place "Rook2" (sites {2})) })
    /// #         (play (forEach Piece)) (end (if (no Pieces Next) (result Mover Win)))))"#;
    /// # let definitions = ludarium_lud::Definitions::none();
    /// # let description = ludarium_lud::load("rooks.lud", text, &definitions, &ludarium_lud::Choices::defaults()).unwrap();
    /// # let game = ludarium_engine::Game::compile(&description).unwrap();
    /// let goings = game.goings(1).unwrap();
    /// // From the corner two along the row and two along the column, past the middle of each.
    /// let from_corner: Vec<u16> = goings.iter().filter(|way| way.from == 0).map(|way| way.to).collect();
    /// assert_eq!(from_corner, [1, 2, 3, 6]);
    /// assert!(goings.iter().any(|way| (way.from, way.to) == (0, 2) && way.between == [1]));
    /// ```
    #[must_use]
    pub fn goings(&self, what: usize) -> Option<Vec<Going>> {
        let mut rules = Vec::new();
        for phase in &self.phases {
            of_pieces(&phase.moves, what, &mut rules);
        }
        let mut goings = eval::goings(self, what, &rules)?;
        goings.sort();
        goings.dedup();
        Some(goings)
    }
}

/// Adds the rules by which a kind goes where pieces are asked for theirs.
fn of_pieces<'g>(moves: &'g Moves, what: usize, out: &mut Vec<&'g Moves>) {
    match moves {
        Moves::ForEachPiece(piece) => out.extend(piece.moves.get(what).and_then(Option::as_ref)),
        Moves::All(parts) | Moves::Priority(parts) => {
            parts.iter().for_each(|part| of_pieces(part, what, out));
        }
        Moves::If(_, yes, no) | Moves::RollIf(_, _, yes, no) => {
            of_pieces(yes, what, out);
            no.iter().for_each(|no| of_pieces(no, what, out));
        }
        Moves::Do { next, .. } => of_pieces(next, what, out),
        Moves::MaxCaptures { moves, .. } | Moves::MaxMoves { moves, .. } => {
            of_pieces(moves, what, out);
        }
        _ => {}
    }
}
