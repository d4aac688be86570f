//! Promotion: by the move itself, or by a choice that follows it.

use ludarium_engine::{Action, Move, State};

use super::{Expected, Found, Reached, Replayer};
use crate::records::written_move::{Step, WrittenMove};

impl Replayer<'_> {
    /// The slot of the piece whose promotion a move tells: the site that it names, or the target.
    /// Where the piece may move on from there, the site that such a piece has come to.
    pub(super) fn promoted_slot(
        &self,
        state: &State,
        written: &WrittenMove,
        end: &Expected,
    ) -> Option<usize> {
        let letter = written.becomes.as_ref()?;
        let site = match (&written.beside, written.steps.last()?) {
            (Some(site), _)
            | (None, Step::Move(_, site) | Step::Come(_, site) | Step::Place(_, site)) => site,
            _ => return None,
        };
        let named = self.slot_of(end.player, site).ok();
        if written.beside.is_some() || end.stays || named.is_none_or(|slot| !state.is_empty(slot)) {
            return named;
        }
        let has_come = |slot: &usize| {
            let now = state.what(*slot);
            now != end.before.what(*slot) && self.has_become(now, letter, end.piece)
        };
        (0..self.game.layout().board_sites).find(has_come).or(named)
    }

    /// Whether a letter means the kind `now` that a piece was promoted to; `before` is its kind
    /// before.
    pub(super) fn has_become(&self, now: usize, letter: &str, before: Option<usize>) -> bool {
        // Where the promoted piece is written `+R`, the record may also name the piece it moves
        // like.
        let like = self.plain_letter(now).strip_prefix('+').is_some_and(|old| {
            let plain = |kind| self.plain_letter(kind).eq_ignore_ascii_case(old);
            before.is_some_and(plain)
        });
        let called = self.game.components().get(now).map(|kind| &kind.base);
        let mut matching = (self.promoted.iter())
            .filter(|(sign, _)| sign.eq_ignore_ascii_case(self.without_prefix(letter)))
            .flat_map(|(_, names)| names);
        self.is_written(now, letter) || like || matching.any(|name| Some(name) == called)
    }

    /// The positions after each promotion that the player may still choose and that the written
    /// move does not tell.
    pub(super) fn choices_of_promotion(
        &self,
        (state, chance): &Reached,
        written: &WrittenMove,
        end: Expected,
    ) -> Vec<Reached> {
        if written.becomes.is_some() || state.mover() != end.player || state.over() {
            return Vec::new();
        }
        let (mut state, mut legal) = (state.clone(), Vec::new());
        self.game.legal(&mut state, &mut legal);
        let mut promotes = |mv: &Move| {
            let actions = self.game.explain(&mut state, *mv, &mut chance.clone());
            actions
                .iter()
                .any(|action| matches!(action, Action::Promote { .. }))
        };
        if !legal.iter().all(&mut promotes) {
            return Vec::new();
        }
        let made = legal.into_iter();
        made.map(|mv| self.after((&state, chance), mv, end.next))
            .collect()
    }

    /// Drops the moves without promotion where a plus is written and promoted pieces are written
    /// with a plus: it then means promotion, not check.
    pub(super) fn promoted_first(&self, written: &WrittenMove, found: &mut Vec<Found>) {
        let promoted = |(mv, (state, _)): &Found| {
            let target = usize::try_from(mv.target()).ok();
            target.is_some_and(|target| self.plain_letter(state.what(target)).starts_with('+'))
        };
        if written.plus && found.iter().any(promoted) {
            found.retain(promoted);
        }
    }
}
