//! The legal moves to where an opponent's piece stands, without those that lead elsewhere.

use crate::eval::{Out, Run, Want};
use crate::ir::Moves;
use crate::set::SiteSet;
use crate::state::State;
use crate::{Game, Move};

impl Game {
    /// Puts into `out` (cleared first) those of the legal moves ([`Game::legal`]) that lead to a slot where a piece of
    /// somebody else's stands, who is one of the players, or to one of the slots in `beside`, in the same order. Where the rules are
    /// of pieces that go their ways, the others are not even generated.
    ///
    /// ```
    /// # let text = r#"(game "Rooks" (players 2)
    /// #     (equipment { (board (square 3)) (piece "Rook" Each (move Slide Orthogonal
    /// #         (to if:(is Enemy (who at:(to))) (apply (remove (to)))))) })
    /// #     (rules (start { (place "Rook1" (sites {0})) (place "Rook2" (sites {2})) })
    /// #         (play (forEach Piece)) (end (if (no Pieces Next) (result Mover Win)))))"#;
    /// # let definitions = lud::Definitions::none();
    /// # let description = lud::load("rooks.lud", text, &definitions, &lud::Choices::defaults()).unwrap();
    /// # let game = engine::Game::compile(&description).unwrap();
    /// use engine::{set::SiteSet, SplitMix64};
    ///
    /// let mut state = game.start(&mut SplitMix64::new(1));
    /// let mut takes = Vec::new();
    /// game.legal_takes(&mut state, &SiteSet::new(game.layout().slots), &mut takes);
    /// assert!(takes.iter().all(|mv| mv.target() == 2));
    /// ```
    pub fn legal_takes(&self, state: &mut State, beside: &SiteSet, out: &mut Vec<Move>) {
        let mut wanted = beside.clone();
        let mover = state.mover();
        for player in (1..=self.players).filter(|player| *player != mover) {
            wanted.union_words(state.owned(player));
        }
        if self.series.is_some() || self.meta.no_repeat.is_some() {
            self.legal(state, out);
        } else {
            let mut moves = std::mem::take(out);
            moves.clear();
            let mut chance = self.lots(state);
            let mut run = Run::new(self, state, &mut chance);
            let mut collected = Out::new(Want::All, moves);
            if is_plain(&run.phase().moves) {
                collected.only = Some(wanted.clone());
            }
            run.legal(&mut collected);
            if run.report() {
                collected.moves.clear();
            }
            *out = collected.moves;
        }
        out.retain(|mv| wanted.contains(mv.target()));
    }
}

/// Whether nothing depends on there being a move at all.
fn is_plain(moves: &Moves) -> bool {
    match moves {
        Moves::None | Moves::Rule(_) | Moves::ForEachPiece(_) => true,
        Moves::Late(late) => is_plain(&late.moves),
        Moves::All(parts) => parts.iter().all(is_plain),
        Moves::If(_, yes, no) => is_plain(yes) && no.as_deref().is_none_or(is_plain),
        Moves::Do {
            effect: None,
            pass: None,
            next,
            ..
        } => is_plain(next),
        _ => false,
    }
}
