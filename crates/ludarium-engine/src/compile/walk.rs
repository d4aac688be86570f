//! Walks: compiles turns and steps to tables of leaps.

use std::cmp::Ordering;

use super::Compiler;
use crate::ir::{Int, LeapRef, Turn};
use crate::layout::type_of_index;
use ludarium_board::Direction;
use ludarium_lud::Node;

/// What lies ahead in a direction of the compass, by rows and columns: how those of a site ahead
/// compare with those of the piece, where that matters.
#[derive(Clone, Copy)]
struct Ahead {
    row: Option<Ordering>,
    column: Option<Ordering>,
}

impl Ahead {
    /// `None` for directions other than the eight main ones.
    fn of(facing: Direction) -> Option<Ahead> {
        use Ordering::{Greater, Less};
        let (row, column) = match facing {
            Direction::N => (Some(Greater), None),
            Direction::NE => (Some(Greater), Some(Greater)),
            Direction::E => (None, Some(Greater)),
            Direction::SE => (Some(Less), Some(Greater)),
            Direction::S => (Some(Less), None),
            Direction::SW => (Some(Less), Some(Less)),
            Direction::W => (None, Some(Less)),
            Direction::NW => (Some(Greater), Some(Less)),
            _ => return None,
        };
        Some(Ahead { row, column })
    }
}

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
        // Only the eight main directions of the compass say where ahead is. A piece that faces
        // nowhere has everything ahead.
        let by_facing = ludarium_board::Direction::compass().iter().map(|facing| {
            let ahead = Ahead::of(*facing);
            ahead.map_or_else(
                || vec![Vec::new(); self.board.topology.len(type_of_index(site_type))],
                |ahead| self.leaps(site_type, walks, rotations, Some(ahead)),
            )
        });
        LeapRef::ByFacing {
            facing: by_facing.collect(),
            nowhere: self.leaps(site_type, walks, rotations, None),
        }
    }

    /// By site, the ends of the walks; only those that lie `ahead`, if given. Without
    /// rotations, a walk begins in the first direction of the board, regardless of the piece's
    /// facing.
    fn leaps(
        &self,
        site_type: usize,
        walks: &[Vec<Turn>],
        rotations: bool,
        ahead: Option<Ahead>,
    ) -> Vec<Vec<u16>> {
        let kind = type_of_index(site_type);
        let topology = &self.board.topology;
        let around = topology.supported(kind, ludarium_board::Relation::Orthogonal);
        let first = if rotations {
            around
        } else {
            &around[..around.len().min(1)]
        };
        let lands_ahead = |site: u32, to: u32| {
            ahead.is_none_or(|ahead| {
                let [from, to] = [site, to].map(|at| topology.site(kind, at));
                to.row.cmp(&from.row) == ahead.row.unwrap_or(to.row.cmp(&from.row))
                    && to.column.cmp(&from.column)
                        == ahead.column.unwrap_or(to.column.cmp(&from.column))
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

    /// Whether some piece covers several sites.
    pub(super) fn has_large_pieces(&self) -> bool {
        self.components.iter().any(|kind| kind.large.is_some())
    }

    /// Takes the effects off a rule that adds large pieces, as Ludii does; whether it was one.
    pub(super) fn lose_effects_of_large(&self, rule: &mut crate::ir::RuleKind) -> bool {
        let crate::ir::RuleKind::Add { what, to, .. } = rule else {
            return false;
        };
        let large = |what: i32| {
            let kind = usize::try_from(what)
                .ok()
                .and_then(|what| self.components.get(what));
            kind.is_some_and(|kind| kind.large.is_some())
        };
        let large = what.iter().any(|what| match what {
            Int::Const(what) => large(*what),
            Int::ByPlayer(table, _) => table.iter().any(|&what| large(what)),
            _ => self.components[1..].iter().all(|kind| kind.large.is_some()),
        });
        if large {
            to.effect = None;
        }
        large
    }

    /// The sites that a piece covers in each of its states: four for each walk. State `s` is walk
    /// `s / n`, begun in direction `s % n` of the board's `n` orthogonal directions.
    pub(super) fn shapes_of(&self, walks: &[Vec<Turn>]) -> crate::game::Shapes {
        let kind = crate::layout::type_of_index(self.own);
        let topology = &self.board.topology;
        let around = topology.supported(kind, ludarium_board::Relation::Orthogonal);
        const STATES_OF_A_WALK: usize = 4;
        let directions = around.len().max(1);
        let of_state = |state: usize| {
            let walk = walks.get(state / directions);
            let first = around.get(state % directions);
            let of_site = |site| self.covered(kind, site, *first?, walk?);
            (0..topology.len(kind) as u32).map(of_site).collect()
        };
        (0..STATES_OF_A_WALK * walks.len()).map(of_state).collect()
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
