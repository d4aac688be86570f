//! The null move, an assumption that a search may make (Beal, "A generalised quiescence search
//! algorithm", 1990).

use crate::chance::SplitMix64;
use crate::eval::Evaluator;
use crate::ir::{Bool, Moves};
use crate::layout::Field;
use crate::state::{Mark, State};
use crate::Game;

/// What the rules of a phase say about passing the turn without a move, from the least to the most
/// severe.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Restriction {
    /// The board may stay as it is.
    None,
    /// Some moves take precedence over others, as compulsory captures do.
    Compelled,
    /// The condition that must hold after every move of the mover does not hold now.
    InCheck,
}

impl Game {
    /// Whether the position violates the condition that the rules require after each move of the
    /// mover (`ifAfterwards`): in chess, whether the mover is in check. `false` where there is no
    /// such condition, where the game is over, and in a match of several games. `true` if the
    /// condition cannot be evaluated within the [limits](crate::limit).
    ///
    /// ```
    /// # let text = r#"(game "King Alone" (players 2)
    /// #     (equipment { (board (square 3))
    /// #         (piece "King" Each (move Step (to if:(is Empty (to))))) })
    /// #     (rules (start { (place "King1" (sites {0})) (place "King2" (sites {8})) })
    /// #         (play (do (forEach Piece) ifAfterwards:(not (is Threatened (id "King" Mover)))))
    /// #         (end (if (no Moves Next) (result Next Loss)))))"#;
    /// # let definitions = ludarium_lud::Definitions::none();
    /// # let choices = ludarium_lud::Choices::defaults();
    /// # let description = ludarium_lud::load("kings.lud", text, &definitions, &choices).unwrap();
    /// # let game = ludarium_engine::Game::compile(&description).unwrap();
    /// let mut state = game.start(&mut ludarium_engine::SplitMix64::new(1));
    /// assert!(!game.is_in_check(&mut state));
    /// ```
    #[must_use]
    pub fn is_in_check(&self, state: &mut State) -> bool {
        if state.over() || self.series.is_some() {
            return false;
        }
        let mut chance = SplitMix64::new(0);
        let mut eval = Evaluator::new(self, state, &mut chance);
        let moves = &eval.phase().moves;
        let restriction = eval.restriction(moves);
        eval.report_fault() || restriction == Restriction::InCheck
    }

    /// The kinds of pieces that the mover must not leave attacked after a move, in increasing
    /// order: in chess, the king. Empty where the rules have no such condition.
    #[must_use]
    pub fn royal_kinds(&self, state: &mut State) -> Vec<usize> {
        let (mut chance, mut kinds) = (SplitMix64::new(0), Vec::new());
        let mut eval = Evaluator::new(self, state, &mut chance);
        let moves = &eval.phase().moves;
        eval.royal_kinds(moves, &mut kinds);
        kinds.sort_unstable();
        kinds.dedup();
        kinds
    }

    /// Passes the turn without a move, and without evaluating the end rules; [`State::undo`] takes
    /// it back. The rules of the game need not allow a pass: the null move is a device of search
    /// (null-move pruning).
    ///
    /// `None`, and the state is unchanged, where the mover is in check ([`Game::is_in_check`]) or
    /// some moves take precedence over others (compulsory captures), in the middle of a turn, in
    /// games with dice or simultaneous moves, in a match, and where the game is over.
    #[must_use]
    pub fn null_move(&self, state: &mut State) -> Option<Mark> {
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
        let mut eval = Evaluator::new(self, state, &mut chance);
        let moves = &eval.phase().moves;
        if eval.restriction(moves) == Restriction::None && !eval.report_fault() {
            eval.null_move();
            return Some(mark);
        }
        state.undo(mark);
        None
    }
}

impl<'a> Evaluator<'a> {
    fn restriction(&mut self, moves: &'a Moves) -> Restriction {
        match moves {
            Moves::Do { next, after, .. } => match after {
                Some(cond) if !self.unlogged(|eval| eval.bool(cond)) => Restriction::InCheck,
                _ => self.restriction(next),
            },
            Moves::If(cond, yes, no) => match (self.bool(cond), no) {
                (true, _) => self.restriction(yes),
                (false, Some(no)) => self.restriction(no),
                (false, None) => Restriction::None,
            },
            Moves::All(parts) => {
                let worst = parts.iter().map(|part| self.restriction(part)).max();
                worst.unwrap_or(Restriction::None)
            }
            Moves::Priority(parts) => {
                let worst = parts.iter().map(|part| self.restriction(part)).max();
                worst.map_or(Restriction::None, |worst| worst.max(Restriction::Compelled))
            }
            Moves::MaxCaptures { moves, .. } | Moves::MaxMoves { moves, .. } => {
                self.restriction(moves).max(Restriction::Compelled)
            }
            // Other moves restrict a null move no more than the moves of the pieces do.
            _ => Restriction::None,
        }
    }

    /// Adds the kinds that a condition after the moves requires not to be threatened.
    fn royal_kinds(&mut self, moves: &'a Moves, kinds: &mut Vec<usize>) {
        match moves {
            Moves::Do { next, after, .. } => {
                if let Some(cond) = after {
                    self.unthreatened_kinds(cond, kinds);
                }
                self.royal_kinds(next, kinds);
            }
            Moves::If(cond, yes, no) => match (self.bool(cond), no) {
                (true, _) => self.royal_kinds(yes, kinds),
                (false, Some(no)) => self.royal_kinds(no, kinds),
                (false, None) => {}
            },
            Moves::All(parts) | Moves::Priority(parts) => {
                parts.iter().for_each(|part| self.royal_kinds(part, kinds));
            }
            Moves::MaxCaptures { moves, .. } | Moves::MaxMoves { moves, .. } => {
                self.royal_kinds(moves, kinds)
            }
            _ => {}
        }
    }

    fn unthreatened_kinds(&mut self, cond: &'a Bool, kinds: &mut Vec<usize>) {
        match cond {
            Bool::And(parts) => parts
                .iter()
                .for_each(|part| self.unthreatened_kinds(part, kinds)),
            Bool::Not(cond) => self.threatened_kinds(cond, kinds),
            _ => {}
        }
    }

    fn threatened_kinds(&mut self, cond: &'a Bool, kinds: &mut Vec<usize>) {
        match cond {
            Bool::Or(parts) => parts
                .iter()
                .for_each(|part| self.threatened_kinds(part, kinds)),
            Bool::Threatened(threat) => {
                let kind = threat.kind.as_ref().map(|kind| self.int(kind));
                kinds.extend(kind.and_then(|kind| usize::try_from(kind).ok()));
            }
            _ => {}
        }
    }
}
