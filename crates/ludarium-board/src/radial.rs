//! Radials: straight lines from a site to the border of the board.

use std::sync::{Arc, OnceLock};

use rustc_hash::FxHashMap;

use crate::direction::{Direction, Relation, SiteType};
use crate::graph::{distance, Point};
use crate::neighbours::bend;
use crate::steps::Step;
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

/// The lines from all sites of one type, by direction; those of a direction are found when they are
/// first asked for.
#[derive(Debug)]
pub(crate) struct Radials {
    lists: Vec<OnceLock<Vec<Vec<Radial>>>>,
}

/// A line continues as long as it bends less than this at each site (radians).
const MAX_BEND: f64 = 0.25;

impl Default for Radials {
    fn default() -> Radials {
        Radials {
            lists: Direction::ALL.iter().map(|_| OnceLock::new()).collect(),
        }
    }
}

impl Radials {
    pub(crate) fn from(
        &self,
        topology: &Topology,
        kind: SiteType,
        index: u32,
        direction: Direction,
    ) -> &[Radial] {
        let lists = self.lists[direction as usize].get_or_init(|| {
            let mut lines = Lines::new(topology, kind);
            let origins = 0..topology.len(kind) as u32;
            origins
                .map(|origin| radials(&mut lines, origin, direction))
                .collect()
        });
        lists.get(index as usize).map_or(&[], |radials| radials)
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

/// The lines from a site in a direction, clockwise, beginning with the line that leads north.
fn radials(lines: &mut Lines, origin: u32, direction: Direction) -> Vec<Radial> {
    let (topology, kind) = (lines.topology, lines.kind);
    let steps = topology.all_steps(kind).of(origin);
    let adjacent = topology.neighbours(kind, origin, Relation::Adjacent);
    let point = |site: u32| topology.site(kind, site).point;
    let first = |step: &Step| {
        let compass = step.directions[0].or(step.directions[1]);
        compass.unwrap_or(Direction::All)
    };
    let mut radials: Vec<Radial> = Vec::new();
    for step in steps.iter().filter(|step| step.goes(direction, adjacent)) {
        // The opposite of a line in a single direction goes on in its own direction.
        let opposites = steps.iter().filter(|other| {
            other.to != step.to
                && other.relation == step.relation
                && bend(point(step.to), point(origin), point(other.to)) < MAX_BEND
        });
        let opposites = opposites.map(|other| {
            let named = match direction.is_single() {
                true => first(other),
                false => direction,
            };
            lines.line(origin, other.to, named)
        });
        radials.push(Radial {
            opposites: opposites.collect(),
            sites: lines.line(origin, step.to, direction),
            direction: first(step),
        });
    }
    let turn = |radial: &Radial| clockwise(point(origin), point(radial.sites[1]));
    radials.sort_by(|a, b| turn(a).total_cmp(&turn(b)));
    radials
}

/// Lines over the sites of one type. Where a line goes on depends on its last step alone, and the
/// lines of many origins share most of their steps: each is worked out once.
struct Lines<'t> {
    topology: &'t Topology,
    kind: SiteType,
    onward: FxHashMap<(Direction, u32, u32), Option<u32>>,
}

impl<'t> Lines<'t> {
    fn new(topology: &'t Topology, kind: SiteType) -> Lines<'t> {
        Lines {
            topology,
            kind,
            onward: FxHashMap::default(),
        }
    }

    /// The line that begins with a step and goes on by steps that have the same name.
    fn line(&mut self, origin: u32, to: u32, direction: Direction) -> Arc<[u32]> {
        let mut sites = vec![origin, to];
        let (mut before, mut last) = (origin, to);
        while let Some(next) = self.onward(before, last, direction) {
            if sites.contains(&next) {
                break;
            }
            sites.push(next);
            (before, last) = (last, next);
        }
        sites.into()
    }

    fn onward(&mut self, before: u32, last: u32, direction: Direction) -> Option<u32> {
        let (topology, kind) = (self.topology, self.kind);
        let known = self.onward.entry((direction, before, last));
        *known.or_insert_with(|| onward(topology, kind, (before, last), direction))
    }
}

/// The continuation of a line: the next site in the direction with the smallest bend, and the
/// nearer one of two on the same line.
fn onward(
    topology: &Topology,
    kind: SiteType,
    (before, last): (u32, u32),
    direction: Direction,
) -> Option<u32> {
    use Direction::{In, Out, Rotational, CCW, CW};
    let point = |site: u32| topology.site(kind, site).point;
    let adjacent = topology.neighbours(kind, last, Relation::Adjacent);
    // A line around a ring bends as the ring does.
    let turning = match direction {
        CW | CCW | In | Out => Some(direction),
        Rotational => topology.all_steps(kind).of(before).iter().find_map(|step| {
            let same = step.to == last;
            step.directions[1].filter(|_| same)
        }),
        _ => None,
    };
    // The bend and the length of the best step, and its site.
    let mut best: Option<(f64, f64, u32)> = None;
    for step in topology.all_steps(kind).of(last) {
        if !step.goes(direction, adjacent) {
            continue;
        }
        let bend = bend(point(before), point(last), point(step.to));
        let far = distance(point(last), point(step.to));
        let better = |(least, near, _): (f64, f64, u32)| {
            bend < least - 1e-9 || (bend < least + 1e-9 && far < near - 1e-9)
        };
        let goes_on = bend < MAX_BEND || (turning.is_some() && step.directions[1] == turning);
        if goes_on && best.is_none_or(better) {
            best = Some((bend, far, step.to));
        }
    }
    best.map(|(_, _, site)| site)
}
