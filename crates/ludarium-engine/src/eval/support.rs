//! Pieces that rest on other pieces: falling, pinned and visible pieces.

use super::Evaluator;
use crate::layout::type_of_index;
use crate::Move;

impl<'a> Evaluator<'a> {
    /// The number of occupied sites among some sites of the board's own type.
    fn occupied_among(&self, sites: &[u16]) -> usize {
        let occupied = |site: &&u16| {
            let slot = usize::from(**site);
            slot < self.game.layout.slots && !self.state.is_empty(slot)
        };
        sites.iter().filter(occupied).count()
    }

    /// The number of supporting sites below a site that belong to the owners (bits).
    pub(super) fn platform_below(&self, site: i32, owners: u32) -> i32 {
        let below = usize::try_from(site).ok();
        let below = below.and_then(|site| self.game.support.below.get(site));
        below.map_or(0, |below| {
            let held = |site: &&u16| {
                let slot = usize::from(**site);
                !self.state.is_empty(slot) && owners >> self.owner_at(slot) & 1 == 1
            };
            below.iter().filter(held).count() as i32
        })
    }

    /// Whether the rules about supporting pieces allow a move.
    pub(super) fn support_allows(&self, mv: Move) -> bool {
        let Ok(from) = usize::try_from(mv.origin()) else {
            return true;
        };
        let rests = &self.game.support;
        let leaves = from != mv.to as usize || self.game.rules[mv.rule as usize].kind.takes_away();
        if !leaves || from >= rests.above.len() {
            return true;
        }
        // A piece that supports two or more others cannot move: it would be undefined which of them
        // falls.
        if self.game.meta.pin && self.occupied_among(&rests.above[from]) > 1 {
            return false;
        }
        // A piece must not be put on a piece that falls because of the move.
        if self.game.meta.no_stack_on_fallen && self.occupied_among(&rests.above[from]) > 0 {
            let on_it = rests.above[from].contains(&mv.to);
            return !on_it;
        }
        true
    }

    /// Lets unsupported pieces fall, from the lowest layer up, until all are supported.
    pub(crate) fn apply_gravity(&mut self) {
        let rests = &self.game.support;
        for _ in 0..rests.below.len() {
            let falls = (0..rests.below.len()).find_map(|site| {
                let below = &rests.below[site];
                let gap = below
                    .iter()
                    .find(|&&low| self.state.is_empty(usize::from(low)));
                gap.filter(|_| !self.state.is_empty(site))
                    .map(|&gap| (site, gap))
            });
            let Some((from, to)) = falls else { break };
            if !self.charge_effect() {
                break;
            }
            let level = self.state.top(from) as i32;
            self.shift(from as i32, i32::from(to), level, -1);
        }
    }

    /// Whether nothing stands right above a site.
    pub(super) fn is_visible(&self, site_type: usize, site: i32) -> bool {
        /// Sites closer than this in plan lie above each other.
        const NEAR: f64 = 1e-3;
        let sites = self.game.board.topology.sites(type_of_index(site_type));
        let Some(own) = usize::try_from(site).ok().and_then(|site| sites.get(site)) else {
            return false;
        };
        !sites.iter().enumerate().any(|(other, above)| {
            above.layer > own.layer
                && (above.point[0] - own.point[0]).abs() < NEAR
                && (above.point[1] - own.point[1]).abs() < NEAR
                && self
                    .slot(site_type, other as i32)
                    .is_some_and(|slot| !self.state.is_empty(slot))
        })
    }
}

impl crate::ir::RuleKind {
    /// Whether the move removes the piece on its target.
    fn takes_away(&self) -> bool {
        matches!(self, crate::ir::RuleKind::Remove { .. })
    }
}
