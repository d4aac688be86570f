//! Pseudo-legal moves, the legality test for one move, and the legal captures.

use crate::eval::{Evaluator, MoveSink, Want};
use crate::ir::Moves;
use crate::set::SiteSet;
use crate::state::State;
use crate::{Game, Move};

impl Game {
    /// Lists the legal moves whose target is occupied by a piece of another player, or is one of
    /// `extra_targets`, in the order of [`Game::legal`]. `out` is cleared first. Where the rules
    /// are moves of pieces, the other moves are not even generated.
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
    /// use ludarium_engine::{SiteSet, SplitMix64};
    ///
    /// let mut state = game.start(&mut SplitMix64::new(1));
    /// let mut captures = Vec::new();
    /// game.legal_captures(&mut state, &SiteSet::new(game.layout().slots), &mut captures);
    /// assert!(captures.iter().all(|mv| mv.target() == 2));
    /// ```
    pub fn legal_captures(&self, state: &mut State, extra_targets: &SiteSet, out: &mut Vec<Move>) {
        if self.pseudo_legal(state, Some(extra_targets), out) {
            let mut chance = self.listing_rng(state);
            let mut eval = Evaluator::new(self, state, &mut chance);
            out.retain(|&mv| eval.is_legal(mv));
        }
    }

    /// Lists the pseudo-legal moves, a superset of the legal moves in the order of [`Game::legal`]:
    /// all of them, or, with `extra_targets`, the captures and the moves to these slots
    /// ([`Game::legal_captures`]). `out` is cleared first.
    ///
    /// Returns whether the moves remain to be tested: if `true`, a move is legal if
    /// [`Game::is_legal`] confirms it, and must not be made without that test; if none of all moves
    /// is legal, the forced pass of [`Game::legal`] is the one legal move. If `false`, all listed
    /// moves are legal. A search that makes few of the moves saves most of the tests.
    #[must_use]
    pub fn pseudo_legal(
        &self,
        state: &mut State,
        extra_targets: Option<&SiteSet>,
        out: &mut Vec<Move>,
    ) -> bool {
        let mover = state.mover();
        let wanted = extra_targets.map(|extra_targets| {
            let mut wanted = extra_targets.clone();
            for player in (1..=self.players).filter(|player| *player != mover) {
                wanted.union_words(state.owned(player));
            }
            wanted
        });
        let mut deferred = false;
        if self.has_extra_conditions() || state.over() {
            self.legal(state, out);
        } else {
            let mut moves = std::mem::take(out);
            moves.clear();
            let mut chance = self.listing_rng(state);
            let mut eval = Evaluator::new(self, state, &mut chance);
            let mut collected = MoveSink::new(Want::All, moves);
            let rules = &eval.phase().moves;
            if is_independent(rules) {
                collected.target_filter.clone_from(&wanted);
            }
            match rules {
                Moves::Do {
                    next,
                    after: Some(_),
                    ..
                } if is_independent(rules) => {
                    deferred = true;
                    eval.list_pseudo_legal(next, &mut collected);
                }
                _ => eval.legal(&mut collected),
            }
            if eval.report_fault() {
                collected.moves.clear();
            }
            *out = collected.moves;
        }
        if let Some(wanted) = wanted {
            out.retain(|mv| wanted.contains(mv.target()));
        }
        deferred
    }

    /// Lists the moves that the rules have before a condition on the position after the move
    /// (`ifAfterwards`) is tested, in the branch of an `if` that applies. `out` is cleared first.
    ///
    /// Returns whether there is such a condition. If a move is listed and not legal, the condition
    /// forbids it: in chess, it would leave the king in check.
    ///
    /// ```
    /// # let text = r#"(game "King Alone" (players 2)
    /// #     (equipment { (board (square 3))
    /// #         (piece "King" Each (move Step (to if:(is Empty (to))))) })
    /// #     (rules (start { (place "King1" (sites {0})) (place "King2" (sites {2})) })
    /// #         (play (do (forEach Piece) ifAfterwards:(not (is Threatened (id "King" Mover)))))
    /// #         (end (if (no Moves Next) (result Next Loss)))))"#;
    /// # let definitions = ludarium_lud::Definitions::none();
    /// # let choices = ludarium_lud::Choices::defaults();
    /// # let description = ludarium_lud::load("kings.lud", text, &definitions, &choices).unwrap();
    /// # let game = ludarium_engine::Game::compile(&description).unwrap();
    /// let mut state = game.start(&mut ludarium_engine::SplitMix64::new(1));
    /// let mut moves = Vec::new();
    /// assert!(game.moves_before_conditions(&mut state, &mut moves));
    /// assert_eq!(moves.len(), 3, "also the moves beside the other king");
    /// ```
    #[must_use]
    pub fn moves_before_conditions(&self, state: &mut State, out: &mut Vec<Move>) -> bool {
        out.clear();
        if self.series.is_some() || state.over() {
            return false;
        }
        let mut chance = self.listing_rng(state);
        let mut eval = Evaluator::new(self, state, &mut chance);
        let mut rules = &eval.phase().moves;
        loop {
            rules = match rules {
                Moves::If(cond, yes, no) => match (eval.bool(cond), no) {
                    (true, _) => yes,
                    (false, Some(no)) => no,
                    (false, None) => return false,
                },
                Moves::Do {
                    effect: None,
                    shadowed: None,
                    next,
                    after: Some(_),
                    ..
                } => {
                    let mut collected = MoveSink::new(Want::All, std::mem::take(out));
                    eval.list_pseudo_legal(next, &mut collected);
                    if eval.report_fault() {
                        collected.moves.clear();
                    }
                    *out = collected.moves;
                    return true;
                }
                _ => return false,
            };
        }
    }

    /// Whether [`Game::pseudo_legal`] would list a move among those that remain to be tested, found
    /// without listing the others: for a search that takes a move from a table and tries it first.
    /// `false` also where that is unknown.
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
    /// let mut chance = ludarium_engine::SplitMix64::new(1);
    /// let mut state = game.start(&mut chance);
    /// let mut moves = Vec::new();
    /// game.legal(&mut state, &mut moves);
    /// let mv = moves[0];
    /// assert!(game.is_pseudo_legal(&mut state, mv));
    /// game.apply(&mut state, mv, &mut chance);
    /// assert!(!game.is_pseudo_legal(&mut state, mv), "the other player moves");
    /// ```
    #[must_use]
    pub fn is_pseudo_legal(&self, state: &mut State, mv: Move) -> bool {
        if self.has_extra_conditions() || state.over() || mv.to == Move::NOWHERE {
            return false;
        }
        let mut chance = self.listing_rng(state);
        let mut eval = Evaluator::new(self, state, &mut chance);
        let rules = &eval.phase().moves;
        let Moves::Do {
            next,
            after: Some(_),
            ..
        } = rules
        else {
            return false;
        };
        if !is_independent(rules) {
            return false;
        }
        let buffer = eval.state.buffers.moves.pop().unwrap_or_default();
        let mut collected = MoveSink::new(Want::All, buffer);
        let mut wanted = SiteSet::new(self.layout.slots);
        wanted.insert(mv.target());
        collected.target_filter = Some(wanted);
        collected.origin_filter = Some(mv.from);
        eval.list_pseudo_legal(next, &mut collected);
        let found = !eval.report_fault() && collected.moves.contains(&mv);
        eval.recycle(collected.moves);
        found
    }

    /// Whether the legality of moves depends on more than the rules of a phase: meta rules, a
    /// match, chance or simultaneous moves.
    fn has_extra_conditions(&self) -> bool {
        let meta = self.meta.no_repeat.is_some() || self.meta.forbids() || self.meta.swap;
        self.series.is_some() || meta || self.flags.listing_chance || self.flags.simultaneous
    }

    /// Whether a move listed by [`Game::pseudo_legal`] is legal: whether the condition that must
    /// hold after the move (`ifAfterwards`) holds. `false` if it cannot be evaluated within the
    /// [limits](crate::limit). Meaningless for other moves.
    #[must_use]
    pub fn is_legal(&self, state: &mut State, mv: Move) -> bool {
        let mut chance = self.listing_rng(state);
        let mut eval = Evaluator::new(self, state, &mut chance);
        let legal = eval.is_legal(mv);
        !eval.report_fault() && legal
    }
}

impl<'a> Evaluator<'a> {
    fn list_pseudo_legal(&mut self, moves: &'a Moves, out: &mut MoveSink) {
        self.in_decision = true;
        self.generate(moves, out);
        self.in_decision = false;
    }

    fn is_legal(&mut self, mv: Move) -> bool {
        let Moves::Do {
            after: Some(after),
            outer,
            ..
        } = &self.phase().moves
        else {
            return true;
        };
        self.in_decision = true;
        let legal = self.holds_after(mv, *outer, after);
        self.in_decision = false;
        legal
    }
}

/// Whether each move is listed independently of the others, so that a subset can be listed alone.
fn is_independent(moves: &Moves) -> bool {
    match moves {
        Moves::None | Moves::Rule(_) | Moves::ForEachPiece(_) => true,
        Moves::Rare(rare) => is_independent(&rare.moves),
        Moves::All(parts) => parts.iter().all(is_independent),
        Moves::If(_, yes, no) => is_independent(yes) && no.as_deref().is_none_or(is_independent),
        Moves::Do {
            effect: None,
            shadowed: None,
            pass: None,
            next,
            ..
        } => is_independent(next),
        _ => false,
    }
}
