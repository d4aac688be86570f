//! Large pieces, which stand on one site and cover others.

use super::{Evaluator, MoveSink};
use crate::ir::{Iter, Rule, RuleId, Target};
use crate::state::Piece;

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

    /// Whether a kind of piece covers several sites.
    pub fn is_large(&self, what: i32) -> bool {
        self.game.cover > 0 && self.game.is_kind(what) && self.orientations(what as usize) > 0
    }

    /// Whether a slot lies under a large piece whose root is elsewhere.
    pub fn is_covered(&self, slot: usize) -> bool {
        self.game.cover > 0 && self.state.what(slot) == self.game.cover
    }

    /// The size of the piece on a slot: as Ludii measures it, in the middle of the board and in its
    /// first state; 0 where it does not fit there.
    pub fn size_at_centre(&self, slot: usize) -> i32 {
        let what = self.state.what(slot);
        if self.orientations(what) == 0 {
            return i32::from(what != 0 && what != self.game.cover);
        }
        let kind = crate::layout::type_of_index(self.game.layout.own);
        let topology = &self.game.board.topology;
        let centre = topology.region(kind, ludarium_board::StaticRegion::Centre);
        let centre = centre.first().map_or(0, |&site| site as usize);
        let extent = self.extent(what, 0, centre);
        extent.map_or(0, |extent| extent.len() as i32 + 1)
    }

    /// Lists the moves of the large piece on a slot: to each root of the region, or under the piece
    /// itself, in each state in which it covers only sites of the region and its own.
    pub(super) fn list_large_transfers(
        &mut self,
        (id, rule): (RuleId, &'a Rule),
        from: usize,
        count: i32,
        to: &'a Target,
        out: &mut MoveSink,
    ) {
        let piece = self.state.piece(from, 0);
        let own = self
            .extent(piece.what, piece.state, from)
            .unwrap_or_default();
        let region = to.sites.as_ref().map(|sites| self.sites(sites));
        // Of the first domino, only the root has to be in the region.
        let first_domino =
            self.game.components[piece.what].pips.is_some() && !self.has_domino_laid();
        let outer = self.get(Iter::To);
        let mut roots: Vec<i32> = match (&to.site, &region) {
            (Some(site), _) => vec![self.int(site)],
            (None, Some(region)) => region.iter().collect(),
            (None, None) => vec![outer],
        };
        for &site in own {
            if !roots.contains(&i32::from(site)) {
                roots.push(i32::from(site));
            }
        }
        for root in roots {
            let Some(target) = self.allowed_target(to, root, out) else {
                continue;
            };
            for state in 0..self.orientations(piece.what) {
                let slot = target as usize;
                let same = from == slot && state == piece.state;
                let Some(extent) = self.extent(piece.what, state, slot) else {
                    continue;
                };
                let within = |site: u16| {
                    let region = region.as_ref().filter(|_| !first_domino);
                    region.is_none_or(|region| region.contains(i32::from(site)))
                        || usize::from(site) == from
                        || own.contains(&site)
                };
                let inside = within(slot as u16) && extent.iter().all(|&site| within(site));
                if !same && inside && self.fits_at(piece.what, state, slot, Some(from)) {
                    let mut mv = self.new_move(id, rule, from as i32, target);
                    mv.put(0, count);
                    mv.payload[2] = state as i16;
                    out.push(mv);
                }
            }
        }
        self.bind(Iter::To, outer);
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
