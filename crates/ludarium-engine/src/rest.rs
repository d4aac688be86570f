//! What searches suppose: a turn handed on without a move (the null move: Beal, "A generalised quiescence search
//! algorithm", 1990), and that whoever is to move next can.

use crate::chance::{Chance, SplitMix64};
use crate::eval::{Hope, Run};
use crate::ir::{Bool, Moves};
use crate::layout::Field;
use crate::state::{Mark, State};
use crate::{Game, Move};

/// What the rules of a phase ask of whoever does nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Ease {
    /// The board may stay as it is.
    Whole,
    /// Some moves come before others: who has to take something does not do nothing.
    Compelled,
    /// What must hold after every move does not hold now.
    Broken,
}

impl Game {
    /// Whether what the rules ask of the board after each of the mover's moves holds as it stands: in chess, whether
    /// the mover is not in check. True where they ask nothing, and where the game is over.
    ///
    /// ```
    /// # let text = r#"(game "King Alone" (players 2)
    /// #     (equipment { (board (square 3)) (piece "King" Each (move Step (to if:(is Empty (to))))) })
    /// #     (rules (start { (place "King1" (sites {0})) (place "King2" (sites {8})) })
    /// #         (play (do (forEach Piece) ifAfterwards:(not (is Threatened (id "King" Mover)))))
    /// #         (end (if (no Moves Next) (result Next Loss)))))"#;
    /// # let definitions = ludarium_lud::Definitions::none();
    /// # let description = ludarium_lud::load("kings.lud", text, &definitions, &ludarium_lud::Choices::defaults()).unwrap();
    /// # let game = ludarium_engine::Game::compile(&description).unwrap();
    /// let mut state = game.start(&mut ludarium_engine::SplitMix64::new(1));
    /// assert!(game.is_at_ease(&mut state));
    /// ```
    #[must_use]
    pub fn is_at_ease(&self, state: &mut State) -> bool {
        if state.over() || self.series.is_some() {
            return true;
        }
        let mut chance = SplitMix64::new(0);
        let mut run = Run::new(self, state, &mut chance);
        let moves = &run.phase().moves;
        let ease = run.ease(moves);
        !run.report() && ease < Ease::Broken
    }

    /// The kinds of pieces that the mover may not leave where an opponent could come to them, in order: in chess, the king.
    /// Empty where the rules ask nothing of that sort after a move.
    #[must_use]
    pub fn guarded(&self, state: &mut State) -> Vec<usize> {
        let (mut chance, mut kinds) = (SplitMix64::new(0), Vec::new());
        let mut run = Run::new(self, state, &mut chance);
        let moves = &run.phase().moves;
        run.guarded(moves, &mut kinds);
        kinds.sort_unstable();
        kinds.dedup();
        kinds
    }

    /// Hands the turn on as if the mover had done nothing, with no look at the ends; to be taken back with
    /// [`State::undo`]. No rule need allow that: it is a question of a search, and no move of the game. `None`
    /// where nothing would be learned from it: where the mover is not at ease ([`Game::is_at_ease`]) or has to make some moves before others (captures), in the
    /// middle of a turn, where there are dice or choices at the same time, in a match, and where the game is over.
    #[must_use]
    pub fn rest(&self, state: &mut State) -> Option<Mark> {
        let odd = self.series.is_some()
            || self.flags.stochastic
            || self.flags.dice
            || self.flags.simultaneous
            || self.players < 2;
        let midway = state.field(Field::MovesThisTurn) > 0 || state.field(Field::NextSet) > 0;
        if odd || midway || state.over() {
            return None;
        }
        let mark = state.mark();
        let mut chance = SplitMix64::new(0);
        let mut run = Run::new(self, state, &mut chance);
        let moves = &run.phase().moves;
        if run.ease(moves) == Ease::Whole && !run.report() {
            run.do_nothing();
            return Some(mark);
        }
        state.undo(mark);
        None
    }

    /// Makes a move like [`Game::apply_marked`], but supposes that the next player can move where the ends of the game rest on that: in
    /// chess, that it is neither mate nor stalemate. `true` where it was supposed: whoever finds no legal move then
    /// ([`Game::candidates`]) has to take the move back and make it in earnest. To find out takes as long as the rest of the move, and
    /// most positions of a search are left before anybody asks.
    ///
    /// ```
    /// # let text = r#"(game "Shut In" (players 2)
    /// #     (equipment { (board (rectangle 1 3)) (piece "King" Each (move Step (to if:(is Empty (to))))) })
    /// #     (rules (start { (place "King1" (sites {0})) (place "King2" (sites {2})) })
    /// #         (play (forEach Piece)) (end (if (no Moves Next) (result Next Loss)))))"#;
    /// # let definitions = ludarium_lud::Definitions::none();
    /// # let description = ludarium_lud::load("shut.lud", text, &definitions, &ludarium_lud::Choices::defaults()).unwrap();
    /// # let game = ludarium_engine::Game::compile(&description).unwrap();
    /// let mut chance = ludarium_engine::SplitMix64::new(1);
    /// let mut state = game.start(&mut chance);
    /// let step = game.sample(&mut state, &mut ludarium_engine::SplitMix64::new(2)).unwrap();
    /// let (mark, open) = game.apply_hoping(&mut state, step, &mut chance);
    /// assert!(open && !state.over(), "the second king may have moves");
    /// state.undo(mark);
    /// game.apply(&mut state, step, &mut chance);
    /// assert!(state.over(), "it has none");
    /// ```
    pub fn apply_hoping(
        &self,
        state: &mut State,
        mv: Move,
        chance: &mut dyn Chance,
    ) -> (Mark, bool) {
        let mark = state.mark();
        let open = self.apply_with(Hope::Held, state, mv, chance);
        (mark, open)
    }
}

impl<'a> Run<'a> {
    fn ease(&mut self, moves: &'a Moves) -> Ease {
        match moves {
            Moves::Do { next, after, .. } => match after {
                Some(cond) if !self.untold(|run| run.bool(cond)) => Ease::Broken,
                _ => self.ease(next),
            },
            Moves::If(cond, yes, no) => match (self.bool(cond), no) {
                (true, _) => self.ease(yes),
                (false, Some(no)) => self.ease(no),
                (false, None) => Ease::Whole,
            },
            Moves::All(parts) => {
                let worst = parts.iter().map(|part| self.ease(part)).max();
                worst.unwrap_or(Ease::Whole)
            }
            Moves::Priority(parts) => {
                let worst = parts.iter().map(|part| self.ease(part)).max();
                worst.map_or(Ease::Whole, |worst| worst.max(Ease::Compelled))
            }
            Moves::MaxCaptures { moves, .. }
            | Moves::MaxMoves { moves, .. }
            | Moves::MaxDistance { moves, .. } => self.ease(moves).max(Ease::Compelled),
            // What comes beside the moves of the pieces asks for no more than they do.
            _ => Ease::Whole,
        }
    }
    /// Adds the kinds of which it is asked after a move whether they are threatened.
    fn guarded(&mut self, moves: &'a Moves, kinds: &mut Vec<usize>) {
        match moves {
            Moves::Do { next, after, .. } => {
                if let Some(cond) = after {
                    self.spared_by(cond, kinds);
                }
                self.guarded(next, kinds);
            }
            Moves::If(cond, yes, no) => match (self.bool(cond), no) {
                (true, _) => self.guarded(yes, kinds),
                (false, Some(no)) => self.guarded(no, kinds),
                (false, None) => {}
            },
            Moves::All(parts) | Moves::Priority(parts) => {
                parts.iter().for_each(|part| self.guarded(part, kinds));
            }
            Moves::MaxCaptures { moves, .. }
            | Moves::MaxMoves { moves, .. }
            | Moves::MaxDistance { moves, .. } => self.guarded(moves, kinds),
            _ => {}
        }
    }

    fn spared_by(&mut self, cond: &'a Bool, kinds: &mut Vec<usize>) {
        match cond {
            Bool::And(parts) => parts.iter().for_each(|part| self.spared_by(part, kinds)),
            Bool::Not(threats) => self.threats(threats, kinds),
            _ => {}
        }
    }

    fn threats(&mut self, cond: &'a Bool, kinds: &mut Vec<usize>) {
        match cond {
            Bool::Or(parts) => parts.iter().for_each(|part| self.threats(part, kinds)),
            Bool::Threatened(threat) => {
                let kind = threat.kind.as_ref().map(|kind| self.int(kind));
                kinds.extend(kind.and_then(|kind| usize::try_from(kind).ok()));
            }
            _ => {}
        }
    }
}
