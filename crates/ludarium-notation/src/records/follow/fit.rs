//! Compares legal moves with written ones.

use ludarium_engine::{Action, Move, SplitMix64, State};

use super::{Expected, Found, Interpretation, Replayer};
use crate::records::written_move::{is_out, CastlingSide, Roll, Step, WrittenMove};

impl Replayer<'_> {
    /// The letter of a kind of piece without its owner's number.
    pub(super) fn plain_letter(&self, what: usize) -> &str {
        let letter = self.labels.glyphs.letter(what);
        letter.trim_end_matches(|c: char| c.is_ascii_digit())
    }

    /// A letter without the prefix that tells the owner.
    pub(super) fn without_prefix<'t>(&self, letter: &'t str) -> &'t str {
        let bare = letter
            .split_at_checked(1)
            .filter(|(prefix, bare)| !bare.is_empty() && self.prefixes.contains_key(*prefix));
        bare.map_or(letter, |(_, bare)| bare)
    }

    /// Whether a legal move is a step of a written move.
    pub(super) fn matches_step(
        &self,
        state: &mut State,
        chance: &SplitMix64,
        mv: Move,
        step: &Step,
    ) -> bool {
        let player = state.mover();
        let slot = |name: &String| self.slot_of(player, name).map_or(-1, |slot| slot as i32);
        match step {
            Step::Pass => self.game.is_pass(mv),
            Step::Place(letter, at) => {
                let there = mv.target() == slot(at) || (mv.target() < 0 && mv.origin() == slot(at));
                there
                    && !self.game.is_pass(mv)
                    && letter.as_ref().is_none_or(|letter| {
                        let actions = self.game.explain(state, mv, &mut chance.clone());
                        actions
                            .iter()
                            .any(|action| self.enters(state, action, letter))
                    })
            }
            Step::Come(who, to) => {
                let board = usize::try_from(mv.origin()).ok();
                let board = board.filter(|slot| *slot < self.game.layout().board_sites);
                mv.target() == slot(to)
                    && mv.origin() != mv.target()
                    && board.is_some_and(|from| self.is_meant(state, from, who))
            }
            Step::Side(side) => self.castles(state, chance, mv, *side),
            Step::Move(from, to) if is_out(to) && slot(to) < 0 => {
                let ends = [mv.origin(), mv.target()];
                ends.contains(&slot(from)) && {
                    let actions = self.game.explain(state, mv, &mut chance.clone());
                    actions
                        .iter()
                        .any(|action| self.takes_off(action, slot(from)))
                }
            }
            Step::Move(from, to) => {
                if mv.origin() == slot(from) && mv.target() == slot(to) {
                    return true;
                }
                if mv.origin() >= 0 && mv.origin() != slot(from) {
                    return false;
                }
                let actions = self.game.explain(state, mv, &mut chance.clone());
                actions
                    .iter()
                    .any(|action| self.moves(action, slot(from), slot(to)))
            }
            Step::Both(first, second) => {
                if mv.origin() != slot(&first[0]) || mv.target() != slot(&first[1]) {
                    return false;
                }
                let actions = self.game.explain(state, mv, &mut chance.clone());
                (actions.iter())
                    .any(|action| self.moves(action, slot(&second[0]), slot(&second[1])))
            }
            Step::Exchange(first, second) => {
                let ends = (mv.origin(), mv.target());
                let (first, second) = (slot(first), slot(second));
                ends == (first, second) || ends == (second, first)
            }
            Step::Castle(king, rook) => {
                if mv.origin() != slot(king) {
                    return false;
                }
                let actions = self.game.explain(state, mv, &mut chance.clone());
                actions.iter().any(|action| {
                    matches!(action, Action::Move { from, .. } if self.at(*from) == slot(rook))
                })
            }
        }
    }

    /// The positions after single moves that do all steps of a written move, one after the other: a
    /// piece may move on after its promotion.
    pub(super) fn in_one_move(
        &self,
        branch: &Interpretation,
        written: &WrittenMove,
        next: &[Roll],
    ) -> Vec<Found> {
        let (player, mut state) = (branch.state.mover(), branch.state.clone());
        let mut ends = Vec::new();
        for step in &written.steps {
            let Step::Move(from, to) = step else {
                return Vec::new();
            };
            match (self.slot_of(player, from), self.slot_of(player, to)) {
                (Ok(from), Ok(to)) => ends.push((from as i32, to as i32)),
                _ => return Vec::new(),
            }
        }
        if ends.len() < 2 {
            return Vec::new();
        }
        let end = Expected {
            next,
            before: &branch.state,
            stays: true,
            player,
            piece: None,
        };
        let mut legal = Vec::new();
        self.game.legal(&mut state, &mut legal);
        legal.retain(|mv| {
            let actions = self
                .game
                .explain(&mut state, *mv, &mut branch.chance.clone());
            let mut actions = actions.iter();
            ends.iter()
                .all(|&(from, to)| actions.any(|action| self.moves(action, from, to)))
        });
        let made = legal.into_iter().filter_map(|mv| {
            let (after, chance) = self.after((&branch.state, &branch.chance), mv, next);
            let at = self.check_end((&after, &chance), written, end, Some(mv))?;
            Some((mv, at))
        });
        made.collect()
    }

    /// Whether a move moves another of the mover's pieces along that stands on this side of the
    /// first: the short side is the one where the edge of the board is nearer.
    fn castles(
        &self,
        state: &mut State,
        chance: &SplitMix64,
        mv: Move,
        side: CastlingSide,
    ) -> bool {
        let mover = state.mover();
        let actions = self.game.explain(state, mv, &mut chance.clone());
        let own = |slot: i32| {
            let slot = usize::try_from(slot).ok()?;
            let on_board = slot < self.game.layout().board_sites;
            (on_board && self.labels.glyphs.owner(state.what(slot)) == mover).then_some(slot)
        };
        let moved = actions.iter().filter_map(|action| match action {
            Action::Move { from, .. } => own(self.at(*from)),
            _ => None,
        });
        let king = own(mv.origin());
        let rook = moved.into_iter().find(|slot| Some(*slot) != king);
        let Some((king, rook)) = king.zip(rook) else {
            return false;
        };
        let sites = self
            .game
            .board()
            .topology
            .sites(self.game.board().default_site);
        let Some((king, rook)) = sites.get(king).zip(sites.get(rook)) else {
            return false;
        };
        let row = sites.iter().filter(|site| site.row == king.row);
        let (mut left, mut right) = (0, 0);
        for site in row {
            match site.column < king.column {
                true => left += 1,
                false => right += usize::from(site.column > king.column),
            }
        }
        let (here, there) = match rook.column < king.column {
            true => (left, right),
            false => (right, left),
        };
        match side {
            CastlingSide::Short => here <= there,
            CastlingSide::Long => here >= there,
            CastlingSide::Either => true,
        }
    }

    pub(super) fn at(&self, place: ludarium_engine::Place) -> i32 {
        let kind = ludarium_engine::type_index(place.kind);
        self.game
            .layout()
            .slot(kind, place.site)
            .map_or(-1, |slot| slot as i32)
    }

    fn moves(&self, action: &Action, from: i32, to: i32) -> bool {
        match action {
            Action::Move { from: a, to: b, .. } | Action::StackMove { from: a, to: b, .. } => {
                self.at(*a) == from && self.at(*b) == to
            }
            _ => false,
        }
    }

    /// Whether an action removes the piece on a site from the board.
    fn takes_off(&self, action: &Action, from: i32) -> bool {
        match action {
            Action::Remove { at, .. } => self.at(*at) == from,
            Action::Move { from: a, to, .. } | Action::StackMove { from: a, to, .. } => {
                let in_hand = |slot: i32| {
                    usize::try_from(slot).is_ok_and(|slot| self.game.layout().in_hand(slot))
                };
                self.at(*a) == from && in_hand(self.at(*to))
            }
            _ => false,
        }
    }

    /// Whether an action enters a piece of this letter.
    fn enters(&self, state: &State, action: &Action, letter: &str) -> bool {
        let what = match action {
            Action::Add { what, .. } => usize::try_from(*what).unwrap_or(0),
            // A piece enters from a hand, not from the board.
            Action::Move { from, .. } => {
                let slot = usize::try_from(self.at(*from)).ok();
                let hand = slot.filter(|&slot| self.game.layout().in_hand(slot));
                hand.map_or(0, |slot| state.what(slot))
            }
            _ => return false,
        };
        what > 0
            && self
                .plain_letter(what)
                .eq_ignore_ascii_case(self.without_prefix(letter))
    }
}
