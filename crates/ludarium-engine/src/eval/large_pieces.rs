//! Large pieces, which stand on one site and cover others.

use super::{Evaluator, MoveSink};
use crate::set::SiteSet;
use crate::state::Piece;
use crate::Move;

impl<'a> Evaluator<'a> {
    /// The sites that a piece covers in addition to its own; `None` where the board has no room for
    /// it.
    pub(super) fn extent(&self, what: usize, state: i32, slot: usize) -> Option<&'a [u16]> {
        let shapes = self.game.components[what].large.as_ref()?;
        let by_site = shapes.get(usize::try_from(state).ok()?)?;
        by_site.get(slot)?.as_deref()
    }

    /// The number of orientations of a kind of piece; 0 for pieces of one site.
    pub fn orientations(&self, what: usize) -> i32 {
        let large = self.game.components[what].large.as_ref();
        large.map_or(0, |shapes| shapes.len() as i32)
    }

    /// Whether a piece would cover free sites only. The sites of the piece on `leaving` count as
    /// free.
    pub fn fits_at(&self, what: usize, state: i32, slot: usize, leaving: Option<usize>) -> bool {
        let Some(extent) = self.extent(what, state, slot) else {
            return self.game.components[what].large.is_none();
        };
        let own = leaving.and_then(|root| {
            let piece = self.state.piece(root, 0);
            let covered = self.extent(piece.what, piece.state, root)?;
            Some((root, covered))
        });
        let free = |slot: usize| {
            self.state.is_empty(slot)
                || own
                    .is_some_and(|(root, covered)| root == slot || covered.contains(&(slot as u16)))
        };
        free(slot) && extent.iter().all(|&site| free(usize::from(site)))
    }

    /// Adds a move of the piece on a slot to another, in each orientation; for other pieces, just
    /// the move. The kinds that mark covered sites do not move.
    /// All sites that the piece covers then must be in `region`, if given, or be its own already.
    pub fn push_orientations(
        &self,
        from: usize,
        to: usize,
        (mut mv, region): (Move, Option<&SiteSet>),
        out: &mut MoveSink,
    ) {
        let piece = self.state.piece(from, 0);
        let own = self
            .extent(piece.what, piece.state, from)
            .unwrap_or_default();
        let allowed = |&site: &u16| {
            let outside = region.is_some_and(|region| !region.contains(i32::from(site)));
            !outside || usize::from(site) == from || own.contains(&site)
        };
        if piece.what == self.game.cover {
            return;
        }
        let orientations = self.orientations(piece.what);
        if orientations == 0 {
            out.push(mv);
        }
        for state in 0..orientations {
            let same = from == to && state == piece.state;
            let mut extent = self.extent(piece.what, state, to).into_iter().flatten();
            if !same && self.fits_at(piece.what, state, to, Some(from)) && extent.all(allowed) {
                mv.payload[2] = state as i16;
                out.push(mv);
            }
        }
    }

    /// Marks the sites that the piece just put on a slot covers.
    pub fn cover_extent(&mut self, slot: usize) {
        self.cover(slot, Piece::of(self.game.cover));
    }

    /// Unmarks the sites that the piece on a slot covers, before it is picked up.
    pub fn uncover_extent(&mut self, slot: usize) {
        self.cover(slot, Piece::NONE);
    }

    fn cover(&mut self, slot: usize, with: Piece) {
        if self.game.cover == 0 {
            return;
        }
        let piece = self.state.piece(slot, 0);
        let Some(extent) = self.extent(piece.what, piece.state, slot) else {
            return;
        };
        for &site in extent {
            self.state.put(usize::from(site), with, &self.game.owners);
        }
    }

    /// Adds the sites that the pieces of a region cover.
    pub fn add_covered(&self, sites: &mut crate::set::SiteSet) {
        for slot in sites.clone().iter() {
            let piece = self.state.piece(slot as usize, 0);
            for &site in self
                .extent(piece.what, piece.state, slot as usize)
                .unwrap_or_default()
            {
                sites.insert(i32::from(site));
            }
        }
    }
}
