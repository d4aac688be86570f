//! Dominoes on the board: where the next one may be laid, and whether touching halves match.

use ludarium_board::{Relation, SiteType, StaticRegion};

use super::Evaluator;
use crate::layout::type_of_index;
use crate::set::SiteSet;

/// The sites that a domino covers, in the order of its walk. Each half covers four: of the first
/// half, sites 0 and 1 are the end; of the second, 6 and 7. Sites 2 to 5 are the middle.
type Covered = [u16; 8];

/// The number of sites of one half.
const HALF: usize = 4;

/// How far the place for the next domino reaches from the one that it is laid against.
const LENGTH: usize = 4;

impl<'a> Evaluator<'a> {
    /// The dominoes on the board: the sites that each covers, and its pips.
    fn dominoes_laid(&self) -> Vec<(Covered, (i32, i32))> {
        let roots = 0..self.game.layout.board_sites;
        let laid = roots.filter_map(|slot| {
            let pips = self.game.components[self.state.what(slot)].pips?;
            let piece = self.state.piece(slot, 0);
            let rest = self.extent(piece.what, piece.state, slot)?;
            let mut covered = Covered::default();
            covered[0] = slot as u16;
            covered[1..].copy_from_slice(rest.get(..2 * HALF - 1)?);
            Some((covered, pips))
        });
        laid.collect()
    }

    /// Whether the board has a domino.
    pub(super) fn has_domino_laid(&self) -> bool {
        let mut board = 0..self.game.layout.board_sites;
        board.any(|slot| {
            let kind = &self.game.components[self.state.what(slot)];
            kind.pips.is_some()
        })
    }

    /// `(is PipsMatch)`: whether the domino on a site only touches halves of other dominoes with
    /// the same number of pips.
    pub(super) fn pips_match(&self, site: i32) -> bool {
        let kind = type_of_index(self.game.layout.own);
        let laid = self.dominoes_laid();
        let on = |at: u16| laid.iter().position(|(covered, _)| covered.contains(&at));
        let pips_at = |domino: usize, at: u16| {
            let (covered, (first, second)) = &laid[domino];
            match covered[..HALF].contains(&at) {
                true => *first,
                false => *second,
            }
        };
        let Some(own) = u16::try_from(site).ok().and_then(on) else {
            return true;
        };
        laid[own].0.iter().all(|&at| {
            let near =
                self.game
                    .board
                    .topology
                    .neighbours(kind, u32::from(at), Relation::Orthogonal);
            near.iter().all(|&near| {
                let near = near as u16;
                let beside = on(near).filter(|&other| other != own);
                beside.is_none_or(|other| pips_at(other, near) == pips_at(own, at))
            })
        })
    }

    /// `(sites LineOfPlay)`: the free sites on which a domino may lie: beyond the ends of each
    /// domino, as far as a domino is long, and likewise beside the middle of a double. On an empty
    /// board, its centre.
    pub(super) fn line_of_play(&self, site_type: usize) -> SiteSet {
        let mut set = SiteSet::default();
        let kind = type_of_index(site_type);
        let laid = self.dominoes_laid();
        if laid.is_empty() {
            let centre = self.game.board.topology.region(kind, StaticRegion::Centre);
            if let Some(&site) = centre.first() {
                set.insert(site as i32);
            }
            return set;
        }
        for (covered, (first, second)) in &laid {
            let (begin, end) = ([covered[0], covered[1]], [covered[7], covered[6]]);
            let (one, other) = ([covered[2], covered[5]], [covered[3], covered[4]]);
            self.add_beyond(kind, (covered[4], covered[3]), begin, &mut set);
            self.add_beyond(kind, (covered[3], covered[4]), end, &mut set);
            if first == second {
                self.add_beyond(kind, (covered[0], covered[1]), one, &mut set);
                self.add_beyond(kind, (covered[1], covered[0]), other, &mut set);
            }
        }
        set
    }

    /// Adds the free sites beyond two sites, in the direction in which `step` leads.
    fn add_beyond(&self, kind: SiteType, step: (u16, u16), from: [u16; 2], set: &mut SiteSet) {
        let topology = &self.game.board.topology;
        let (at, next) = (u32::from(step.0), u32::from(step.1));
        let around = topology.supported(kind, Relation::Orthogonal).iter();
        let mut directions =
            around.filter(|&&direction| topology.steps(kind, at, direction).first() == Some(&next));
        let Some(&direction) = directions.next() else {
            return;
        };
        for mut site in from.map(u32::from) {
            for _ in 0..LENGTH {
                let Some(&next) = topology.steps(kind, site, direction).first() else {
                    break;
                };
                site = next;
                if self.state.is_empty(site as usize) {
                    set.insert(site as i32);
                }
            }
        }
    }
}
