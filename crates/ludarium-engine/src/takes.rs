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
    /// # let definitions = ludarium_lud::Definitions::none();
    /// # let description = ludarium_lud::load("rooks.lud", text, &definitions, &ludarium_lud::Choices::defaults()).unwrap();
    /// # let game = ludarium_engine::Game::compile(&description).unwrap();
    /// use ludarium_engine::{set::SiteSet, SplitMix64};
    ///
    /// let mut state = game.start(&mut SplitMix64::new(1));
    /// let mut takes = Vec::new();
    /// game.legal_takes(&mut state, &SiteSet::new(game.layout().slots), &mut takes);
    /// assert!(takes.iter().all(|mv| mv.target() == 2));
    /// ```
    pub fn legal_takes(&self, state: &mut State, beside: &SiteSet, out: &mut Vec<Move>) {
        if self.candidates(state, Some(beside), out) {
            let mut chance = self.lots(state);
            let mut run = Run::new(self, state, &mut chance);
            out.retain(|&mv| run.allows(mv));
        }
    }

    /// Puts into `out` (cleared first) moves among which are the legal ones, in the same order: all, or, with the slots given beside,
    /// those of [`Game::legal_takes`]. Where it says `true`, each is legal if [`Game::allows`] it, and has to be asked
    /// about before it is made: a search that looks at few of them saves the asking. Where none is allowed, the one legal move is the
    /// forced pass of [`Game::legal`]. Where it says `false`, all are legal.
    #[must_use]
    pub fn candidates(
        &self,
        state: &mut State,
        beside: Option<&SiteSet>,
        out: &mut Vec<Move>,
    ) -> bool {
        let mover = state.mover();
        let wanted = beside.map(|beside| {
            let mut wanted = beside.clone();
            for player in (1..=self.players).filter(|player| *player != mover) {
                wanted.union_words(state.owned(player));
            }
            wanted
        });
        let mut deferred = false;
        if self.is_odd() || state.over() {
            self.legal(state, out);
        } else {
            let mut moves = std::mem::take(out);
            moves.clear();
            let mut chance = self.lots(state);
            let mut run = Run::new(self, state, &mut chance);
            let mut collected = Out::new(Want::All, moves);
            let rules = &run.phase().moves;
            if is_plain(rules) {
                collected.only.clone_from(&wanted);
            }
            match rules {
                Moves::Do {
                    next,
                    after: Some(_),
                    ..
                } if is_plain(rules) => {
                    deferred = true;
                    run.list_deciding(next, &mut collected);
                }
                _ => run.legal(&mut collected),
            }
            if run.report() {
                collected.moves.clear();
            }
            *out = collected.moves;
        }
        if let Some(wanted) = wanted {
            out.retain(|mv| wanted.contains(mv.target()));
        }
        deferred
    }

    /// Whether a move is surely one of those of which [`Game::candidates`] says that they have to be asked about, found without listing the
    /// others: for a search that knows a move from elsewhere and would try it before all. `false` also where that cannot be told.
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
    /// let mut chance = ludarium_engine::SplitMix64::new(1);
    /// let mut state = game.start(&mut chance);
    /// let mut moves = Vec::new();
    /// game.legal(&mut state, &mut moves);
    /// let mv = moves[0];
    /// assert!(game.is_candidate(&mut state, mv));
    /// game.apply(&mut state, mv, &mut chance);
    /// assert!(!game.is_candidate(&mut state, mv), "somebody else moves");
    /// ```
    #[must_use]
    pub fn is_candidate(&self, state: &mut State, mv: Move) -> bool {
        if self.is_odd() || state.over() || mv.to == Move::NOWHERE {
            return false;
        }
        let mut chance = self.lots(state);
        let mut run = Run::new(self, state, &mut chance);
        let rules = &run.phase().moves;
        let Moves::Do {
            next,
            after: Some(_),
            ..
        } = rules
        else {
            return false;
        };
        if !is_plain(rules) {
            return false;
        }
        let buffer = run.s.buffers.moves.pop().unwrap_or_default();
        let mut collected = Out::new(Want::All, buffer);
        let mut wanted = SiteSet::new(self.layout.slots);
        wanted.insert(mv.target());
        collected.only = Some(wanted);
        collected.from = Some(mv.from);
        run.list_deciding(next, &mut collected);
        let found = !run.report() && collected.moves.contains(&mv);
        run.give_back(collected.moves);
        found
    }

    /// Whether more is asked of moves than the rules of play.
    fn is_odd(&self) -> bool {
        let meta = self.meta.no_repeat.is_some() || self.meta.forbids() || self.meta.swap;
        self.series.is_some() || meta || self.flags.draws || self.flags.simultaneous
    }

    /// Whether one of the [`Game::candidates`] is legal: whether what must hold after it holds.
    #[must_use]
    pub fn allows(&self, state: &mut State, mv: Move) -> bool {
        let mut chance = self.lots(state);
        let mut run = Run::new(self, state, &mut chance);
        let allowed = run.allows(mv);
        !run.report() && allowed
    }
}

impl<'a> Run<'a> {
    fn list_deciding(&mut self, moves: &'a Moves, out: &mut Out) {
        self.deciding = true;
        self.generate(moves, out);
        self.deciding = false;
    }

    fn allows(&mut self, mv: Move) -> bool {
        let Moves::Do {
            after: Some(after),
            outer,
            ..
        } = &self.phase().moves
        else {
            return true;
        };
        self.deciding = true;
        let allowed = self.holds_after(mv, *outer, after);
        self.deciding = false;
        allowed
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
            keep: None,
            pass: None,
            next,
            ..
        } => is_plain(next),
        _ => false,
    }
}
