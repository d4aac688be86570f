//! What men become: by the move they arrive with, or by a choice that follows.

use ludarium_engine::{Action, Move, State};

use super::{At, End, Follower, Found};
use crate::replay::ply::{Ply, Step};

impl Follower<'_> {
    /// Where the man stands of whom a ply says what he has become: on the site that it names or on which he arrives; where he
    /// may go on from there, on the one site where such a man has come to stand.
    pub(super) fn stands(&self, state: &State, ply: &Ply, end: &End) -> Option<usize> {
        let letter = ply.becomes.as_ref()?;
        let site = match (&ply.beside, ply.steps.last()?) {
            (Some(site), _)
            | (None, Step::Move(_, site) | Step::Come(_, site) | Step::Place(_, site)) => site,
            _ => return None,
        };
        let named = self.slot_of(end.player, site).ok();
        if ply.beside.is_some() || end.stays || named.is_none_or(|slot| !state.is_empty(slot)) {
            return named;
        }
        let has_come = |slot: &usize| {
            let now = state.what(*slot);
            now != end.before.what(*slot) && self.has_become(now, letter, end.man)
        };
        (0..self.game.layout().board_sites).find(has_come).or(named)
    }

    /// Whether the man that a move has made of another is meant by a letter; `man` is what he was.
    pub(super) fn has_become(&self, now: usize, letter: &str, man: Option<usize>) -> bool {
        // Where the promoted man is written `+R`, the record may also name what it became like.
        let like = self.plain_letter(now).strip_prefix('+').is_some_and(|old| {
            let plain = |man| self.plain_letter(man).eq_ignore_ascii_case(old);
            man.is_some_and(plain)
        });
        let called = self.game.components().get(now).map(|kind| &kind.base);
        let mut meant = (self.promoted.iter())
            .filter(|(sign, _)| sign.eq_ignore_ascii_case(self.without_prefix(letter)))
            .flat_map(|(_, names)| names);
        self.is_written(now, letter) || like || meant.any(|name| Some(name) == called)
    }

    /// What the man who arrives may become by a choice that is still the player's and that the ply does not tell.
    pub(super) fn promotions(&self, (state, chance): &At, ply: &Ply, end: End) -> Vec<At> {
        if ply.becomes.is_some() || state.mover() != end.player || state.over() {
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
        made.map(|mv| self.made((&state, chance), mv, end.next))
            .collect()
    }

    /// Where a plus is written and promoted men are: the promotion is meant, and not a check.
    pub(super) fn promoted_first(&self, ply: &Ply, found: &mut Vec<Found>) {
        let promoted = |(mv, (state, _)): &Found| {
            let target = usize::try_from(mv.target()).ok();
            target.is_some_and(|target| self.plain_letter(state.what(target)).starts_with('+'))
        };
        if ply.plus && found.iter().any(promoted) {
            found.retain(promoted);
        }
    }
}
