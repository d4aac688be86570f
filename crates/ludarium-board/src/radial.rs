//! Radials: straight lines from a site to the border of the board.

use std::sync::Arc;

use crate::direction::{Direction, Relation, SiteType};
use crate::graph::{distance, Point};
use crate::neighbours::bend;
use crate::topology::Topology;

/// A straight line from a site to the border.
#[derive(Clone, Debug, PartialEq)]
pub struct Radial {
    /// The sites on it, starting with the origin.
    pub sites: Arc<[u32]>,
    /// The direction of its first step.
    pub direction: Direction,
    /// The lines from the same origin straight in the opposite direction.
    pub opposites: Arc<[Arc<[u32]>]>,
}

/// The lines from all sites of one type, by direction.
#[derive(Debug)]
pub(crate) struct Radials {
    lists: Vec<Vec<Vec<Radial>>>,
}

/// A line continues as long as it bends less than this at each site (radians).
const MAX_BEND: f64 = 0.3;

struct Line {
    radial: Radial,
    relation: Relation,
    directions: [Option<Direction>; 2],
}

impl Radials {
    pub(crate) fn find(topology: &Topology, kind: SiteType) -> Radials {
        let count = topology.len(kind) as u32;
        let mut lists = vec![vec![Vec::new(); count as usize]; Direction::COUNT];
        for origin in 0..count {
            let mut lines = lines(topology, kind, origin);
            let point = |site: u32| topology.site(kind, site).point;
            // Clockwise, beginning with the line that leads north.
            lines.sort_by(|a, b| {
                let turn = |line: &Line| clockwise(point(origin), point(line.radial.sites[1]));
                turn(a).total_cmp(&turn(b))
            });
            for &direction in Direction::ALL {
                let adjacent = topology.neighbours(kind, origin, Relation::Adjacent);
                for line in &lines {
                    let step = crate::steps::Step {
                        to: line.radial.sites[1],
                        relation: line.relation,
                        directions: line.directions,
                    };
                    if step.goes(direction, adjacent) {
                        lists[direction as usize][origin as usize].push(line.radial.clone());
                    }
                }
            }
        }
        Radials { lists }
    }

    pub(crate) fn from(&self, index: u32, direction: Direction) -> &[Radial] {
        self.lists[direction as usize]
            .get(index as usize)
            .map_or(&[], |radials| radials)
    }
}

/// The angle of a point around a centre, clockwise from north, in radians.
fn clockwise(centre: Point, at: Point) -> f64 {
    let turn = (at[0] - centre[0]).atan2(at[1] - centre[1]);
    // Rounding must not move a line that leads north to the end.
    if turn < -1e-9 {
        turn + std::f64::consts::TAU
    } else {
        turn
    }
}

fn lines(topology: &Topology, kind: SiteType, origin: u32) -> Vec<Line> {
    let steps = topology.all_steps(kind);
    let mut lines = Vec::new();
    for step in steps.of(origin) {
        let mut sites = vec![origin, step.to];
        while let Some(next) = onward(topology, kind, &sites, step.relation, step.directions[1]) {
            if sites.contains(&next) {
                break;
            }
            sites.push(next);
        }
        let direction = step.directions[0]
            .or(step.directions[1])
            .unwrap_or(Direction::All);
        lines.push(Line {
            radial: Radial {
                sites: sites.into(),
                direction,
                opposites: Arc::new([]),
            },
            relation: step.relation,
            directions: step.directions,
        });
    }
    let point = |site: u32| topology.site(kind, site).point;
    for index in 0..lines.len() {
        let back: Arc<[Arc<[u32]>]> = lines
            .iter()
            .enumerate()
            .filter(|(other, line)| {
                *other != index
                    && line.relation == lines[index].relation
                    && bend(
                        point(lines[index].radial.sites[1]),
                        point(origin),
                        point(line.radial.sites[1]),
                    ) < MAX_BEND
            })
            .map(|(_, line)| line.radial.sites.clone())
            .collect();
        lines[index].radial.opposites = back;
    }
    lines
}

/// The continuation of a line: the next site by the same relation with the smallest bend, and the
/// nearer one of two on the same line.
fn onward(
    topology: &Topology,
    kind: SiteType,
    sites: &[u32],
    relation: Relation,
    rotational: Option<Direction>,
) -> Option<u32> {
    let (before, last) = (sites[sites.len() - 2], sites[sites.len() - 1]);
    let point = |site: u32| topology.site(kind, site).point;
    // The rounded bend and the length of the best step, and its site.
    let mut best: Option<(f64, f64, u32)> = None;
    for step in topology.all_steps(kind).of(last) {
        if step.relation != relation {
            continue;
        }
        let bend = bend(point(before), point(last), point(step.to));
        let allowed = match rotational {
            // A line inwards continues beyond the centre.
            Some(Direction::In) => step.directions[1] == rotational || bend < MAX_BEND,
            Some(turn) => step.directions[1] == Some(turn),
            None => bend < MAX_BEND,
        };
        let far = distance(point(last), point(step.to));
        let better = |(least, near, _): (f64, f64, u32)| {
            bend < least - 1e-9 || (bend < least + 1e-9 && far < near - 1e-9)
        };
        if allowed && best.is_none_or(better) {
            best = Some((bend, far, step.to));
        }
    }
    best.map(|(_, _, site)| site)
}
