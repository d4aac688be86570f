//! What has to hold after a written move.

use ludarium_engine::{Move, SplitMix64, State};

use super::super::written_move::{Roll, Step, WrittenMove};
use super::{Reached, Replayer};

/// What has to hold after a written move besides what it says.
#[derive(Clone, Copy)]
pub(super) struct Expected<'a> {
    /// The throw that follows.
    pub next: &'a [Roll],
    /// The position before the move.
    pub before: &'a State,
    /// Whether the piece that moves is on its target afterwards.
    pub stays: bool,
    /// The player who moves.
    pub player: usize,
    /// The kind of the piece that moves first.
    pub piece: Option<usize>,
}

impl Replayer<'_> {
    /// Whether a move ends as a written move of one step says.
    pub(super) fn ends_as_written(
        &self,
        (state, chance): (&State, &SplitMix64),
        mv: Move,
        written: &WrittenMove,
    ) -> bool {
        let after = self.after((state, chance), mv, &[]);
        let end = Expected {
            next: &[],
            before: state,
            stays: false,
            player: state.mover(),
            piece: None,
        };
        self.check_end((&after.0, &after.1), written, end, Some(mv))
            .is_some()
    }

    /// Checks what a written move says of its end: pieces captured, spared and lost, and promotion,
    /// which may be a move of its own. `None` if it does not hold.
    pub(super) fn check_end(
        &self,
        (state, chance): (&State, &SplitMix64),
        written: &WrittenMove,
        end: Expected,
        first: Option<Move>,
    ) -> Option<Reached> {
        let target = match written.steps.last() {
            Some(Step::Move(_, to) | Step::Come(_, to) | Step::Place(_, to)) => {
                self.slot_of(end.player, to).ok()
            }
            _ => None,
        };
        // Where each player names sites differently, captured pieces are named by their own player.
        let named = |site: &String| {
            let name = site.to_lowercase();
            let mut others = (self.own_slots.iter())
                .filter(|((player, own), _)| *own == name && *player != end.player);
            others
                .next()
                .map_or_else(|| self.slot(site).ok(), |(_, slot)| Some(*slot))
        };
        let empty = |site: &String| named(site).is_some_and(|slot| state.is_empty(slot));
        let gone = |site: &String| {
            named(site).is_some_and(|slot| state.is_empty(slot) || Some(slot) == target)
        };
        let there = !written.lost.is_empty() || target.is_none_or(|target| !state.is_empty(target));
        let fits = written.taken.iter().all(gone)
            && written.lost.iter().all(empty)
            && !written.spared.iter().any(empty)
            && (there || !end.stays)
            && self.captured(state, written, &end, first);
        if !fits {
            return None;
        }
        let Some((letter, target)) = written
            .becomes
            .as_ref()
            .zip(self.promoted_slot(state, written, &end))
        else {
            return Some((state.clone(), chance.clone()));
        };
        let is_it = |state: &State| self.has_become(state.what(target), letter, end.piece);
        if is_it(state) {
            return Some((state.clone(), chance.clone()));
        }
        // The opponent's move cannot be the promotion.
        if state.mover() != end.player {
            return None;
        }
        let (mut before, mut legal) = (state.clone(), Vec::new());
        self.game.legal(&mut before, &mut legal);
        legal.into_iter().find_map(|mv| {
            let after = self.after((state, chance), mv, end.next);
            is_it(&after.0).then_some(after)
        })
    }
}
