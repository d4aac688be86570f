//! Walks: compiles turns and steps to tables of leaps.

use super::Compiler;
use crate::ir::{LeapRef, Turn};
use ludarium_lud::Node;

impl Compiler {
    /// The targets of leaps; with `forward`, only those that land ahead of the piece.
    pub(super) fn leap_table(
        &mut self,
        site_type: usize,
        walks: &[Vec<Turn>],
        forward: bool,
        rotations: bool,
    ) -> LeapRef {
        if !forward {
            return LeapRef::Fixed(self.leaps(site_type, walks, rotations, None));
        }
        let facings = ludarium_board::Direction::compass();
        let by_facing = (0..facings.len()).map(|sixteenths| {
            // Compass directions are numbered clockwise from north.
            let angle = sixteenths as f64 * std::f64::consts::TAU / facings.len() as f64;
            self.leaps(site_type, walks, rotations, Some(angle.sin_cos()))
        });
        LeapRef::ByFacing(by_facing.collect())
    }

    /// By site, the ends of the walks; only those on the side of `ahead`, if given. Without
    /// rotations, a walk begins in the first direction of the board, regardless of the piece's
    /// facing.
    fn leaps(
        &self,
        site_type: usize,
        walks: &[Vec<Turn>],
        rotations: bool,
        ahead: Option<(f64, f64)>,
    ) -> Vec<Vec<u16>> {
        let kind = crate::layout::type_of_index(site_type);
        let topology = &self.board.topology;
        let around = topology.supported(kind, ludarium_board::Relation::Orthogonal);
        let first = if rotations {
            around
        } else {
            &around[..around.len().min(1)]
        };
        let lands_ahead = |site: u32, to: u32| {
            ahead.is_none_or(|ahead| {
                let [from, to] = [site, to].map(|at| topology.site(kind, at).point);
                (to[0] - from[0]) * ahead.0 + (to[1] - from[1]) * ahead.1 > 1e-6
            })
        };
        (0..topology.len(kind) as u32)
            .map(|site| {
                let mut found: Vec<u16> = Vec::new();
                for walk in walks {
                    for &first in first {
                        if let Some(to) = self.walk_from(kind, site, first, walk) {
                            if lands_ahead(site, to) && !found.contains(&(to as u16)) {
                                found.push(to as u16);
                            }
                        }
                    }
                }
                found
            })
            .collect()
    }

    /// The end of a walk that starts in a direction; `None` if it leaves the board.
    pub fn walk_from(
        &self,
        kind: ludarium_board::SiteType,
        from: u32,
        first: ludarium_board::Direction,
        walk: &[Turn],
    ) -> Option<u32> {
        let topology = &self.board.topology;
        let around = topology.supported(kind, ludarium_board::Relation::Orthogonal);
        let mut site = from;
        let mut heading = around.iter().position(|&direction| direction == first)?;
        for turn in walk {
            match turn {
                Turn::Forward => {
                    site = *topology.steps(kind, site, around[heading]).first()?;
                }
                Turn::Left => heading = (heading + around.len() - 1) % around.len(),
                Turn::Right => heading = (heading + 1) % around.len(),
            }
        }
        Some(site)
    }
}

impl Compiler {
    /// The sites that a large tile covers in each rotation: its walks, each begun in every
    /// direction in turn.
    pub(super) fn shapes(&self, call: &ludarium_lud::Call) -> Option<crate::game::Shapes> {
        let index = call.ludeme.parameter("stepTypes")?;
        let written = call.args.get(index)?.as_ref()?;
        let nested = written.items().iter().any(|item| item.word().is_none());
        let walks = if nested {
            walks(written)
        } else {
            vec![turns(written)]
        };
        Some(self.shapes_of(&walks))
    }

    /// The sites that a piece covers along these walks, each begun in every direction in turn.
    pub(super) fn shapes_of(&self, walks: &[Vec<Turn>]) -> crate::game::Shapes {
        let kind = crate::layout::type_of_index(self.own);
        let topology = &self.board.topology;
        let around = topology.supported(kind, ludarium_board::Relation::Orthogonal);
        let mut shapes = Vec::new();
        for walk in walks {
            for &first in around {
                let of_site = |site| self.covered(kind, site, first, walk);
                shapes.push((0..topology.len(kind) as u32).map(of_site).collect());
            }
        }
        shapes
    }

    /// The sites of a walk after the first; `None` if it leaves the board.
    fn covered(
        &self,
        kind: ludarium_board::SiteType,
        from: u32,
        first: ludarium_board::Direction,
        walk: &[Turn],
    ) -> Option<Box<[u16]>> {
        let mut sites = Vec::new();
        for long in 1..=walk.len() {
            if walk[long - 1] == Turn::Forward {
                let site = self.walk_from(kind, from, first, &walk[..long])?;
                if site != from && !sites.contains(&(site as u16)) {
                    sites.push(site as u16);
                }
            }
        }
        Some(sites.into())
    }
}

fn turns(walk: &Node) -> Vec<Turn> {
    let turn = |step: &Node| match step.word()? {
        "F" => Some(Turn::Forward),
        "L" => Some(Turn::Left),
        "R" => Some(Turn::Right),
        _ => None,
    };
    walk.items().iter().filter_map(turn).collect()
}

/// The walks `{ {F F R F} ... }`.
pub(super) fn walks(node: &Node) -> Vec<Vec<Turn>> {
    node.items().iter().map(turns).collect()
}
