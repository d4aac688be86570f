//! Single steps and their directions.

use crate::direction::{Direction, Relation, SiteType};
use crate::graph::Point;
use crate::neighbours::Lists;
use crate::topology::Topology;

/// One step from a site.
#[derive(Clone, Debug)]
pub(crate) struct Step {
    pub to: u32,
    /// The relation: orthogonal, diagonal or off-diagonal; `All` for steps between layers.
    pub relation: Relation,
    /// The directions of the step: a compass or spatial one, and on round boards a rotational one.
    pub directions: [Option<Direction>; 2],
}

/// The steps from all sites of one type.
#[derive(Debug)]
pub(crate) struct Steps {
    from: Vec<Vec<Step>>,
    by_direction: Vec<Lists>,
    supported: [Vec<Direction>; 5],
}

impl Step {
    /// Whether the step goes in a direction or belongs to a class of directions.
    pub(crate) fn goes(&self, direction: Direction, adjacent: &[u32]) -> bool {
        let single = self.directions[0];
        match direction {
            Direction::All => true,
            Direction::Orthogonal => self.relation == Relation::Orthogonal,
            Direction::Diagonal => self.relation == Relation::Diagonal,
            Direction::OffDiagonal => self.relation == Relation::OffDiagonal,
            Direction::Adjacent => adjacent.binary_search(&self.to).is_ok(),
            // No step has these names, not even straight up or down.
            Direction::Axial | Direction::Angled | Direction::Support | Direction::Base => false,
            Direction::SameLayer => single.is_some_and(Direction::is_compass),
            Direction::Upward => {
                single.is_some_and(|d| (Direction::U..=Direction::UNW).contains(&d))
            }
            Direction::Downward => {
                single.is_some_and(|d| (Direction::D..=Direction::DNW).contains(&d))
            }
            Direction::Rotational => self.directions[1].is_some(),
            _ => self.directions.contains(&Some(direction)),
        }
    }
}

impl Steps {
    pub(crate) fn find(topology: &Topology, kind: SiteType) -> Steps {
        let mut from = Vec::with_capacity(topology.len(kind));
        for index in 0..topology.len(kind) as u32 {
            let mut steps = Vec::new();
            let mut seen: Vec<u32> = Vec::new();
            for relation in [
                Relation::Orthogonal,
                Relation::Diagonal,
                Relation::OffDiagonal,
                Relation::All,
            ] {
                for &to in topology.neighbours(kind, index, relation) {
                    if relation == Relation::All && seen.contains(&to) {
                        continue;
                    }
                    seen.push(to);
                    let (a, b) = (
                        topology.site(kind, index).point,
                        topology.site(kind, to).point,
                    );
                    // Only orthogonal steps have a rotational direction.
                    let rotational = (relation == Relation::Orthogonal)
                        .then(|| rotation(topology, kind, index, to))
                        .flatten();
                    steps.push(Step {
                        to,
                        relation,
                        directions: [heading(a, b), rotational],
                    });
                }
            }
            from.push(steps);
        }
        let by_direction = Direction::ALL
            .iter()
            .map(|&direction| {
                Lists::new(from.iter().enumerate().map(|(index, steps)| {
                    let adjacent = topology.neighbours(kind, index as u32, Relation::Adjacent);
                    let going = steps.iter().filter(|step| step.goes(direction, adjacent));
                    let mut list: Vec<u32> = going.map(|step| step.to).collect();
                    list.sort_unstable();
                    list.dedup();
                    list
                }))
            })
            .collect();
        let mut steps = Steps {
            from,
            by_direction,
            supported: Default::default(),
        };
        steps.supported = Relation::ALL.map(|relation| {
            let found: Vec<Direction> = (0..steps.from.len() as u32)
                .flat_map(|index| steps.supported_at(index, relation))
                .collect();
            sorted(found)
        });
        steps
    }

    pub(crate) fn of(&self, index: u32) -> &[Step] {
        self.from.get(index as usize).map_or(&[], |steps| steps)
    }

    pub(crate) fn to(&self, index: u32, direction: Direction) -> &[u32] {
        self.by_direction[direction as usize].get(index)
    }

    pub(crate) fn supported(&self, relation: Relation) -> &[Direction] {
        &self.supported[relation as usize]
    }

    pub(crate) fn supported_at(&self, index: u32, relation: Relation) -> Vec<Direction> {
        let allowed = self.to(index, relation.direction());
        let going = self.of(index).iter().filter(|step| {
            allowed.binary_search(&step.to).is_ok()
                && match relation {
                    Relation::Adjacent | Relation::All => true,
                    plain => step.relation == plain,
                }
        });
        sorted(
            going
                .flat_map(|step| step.directions.into_iter().flatten())
                .collect(),
        )
    }
}

fn sorted(mut directions: Vec<Direction>) -> Vec<Direction> {
    directions.sort_unstable();
    directions.dedup();
    directions
}

/// The direction from one point to another: the nearest of the sixteen compass points on one level,
/// the nearest of eight upwards or downwards.
pub(crate) fn heading(from: Point, to: Point) -> Option<Direction> {
    let (x, y, z) = (to[0] - from[0], to[1] - from[1], to[2] - from[2]);
    let flat = x.hypot(y) < 1e-4;
    // Clockwise from north, in full turns.
    let turn = (x.atan2(y) / std::f64::consts::TAU).rem_euclid(1.0);
    let eighth = (turn * 8.0).round() as usize % 8;
    if z > 1e-4 {
        Some(Direction::ALL[Direction::U as usize + if flat { 0 } else { 1 + eighth }])
    } else if z < -1e-4 {
        Some(Direction::ALL[Direction::D as usize + if flat { 0 } else { 1 + eighth }])
    } else if flat {
        None
    } else {
        Some(Direction::ALL[(turn * 16.0).round() as usize % 16])
    }
}

/// The rotational direction of a step on a round board.
fn rotation(topology: &Topology, kind: SiteType, from: u32, to: u32) -> Option<Direction> {
    let graph = topology.graph();
    let site = topology.site(kind, from);
    let other = topology.site(kind, to);
    let pivot = site
        .vertices
        .iter()
        .chain(&other.vertices)
        .find_map(|&vertex| graph.pivots.get(vertex as usize).copied().flatten())?;
    let arm = |point: Point| [point[0] - pivot[0], point[1] - pivot[1]];
    let outwards = arm(site.point);
    let step = [0, 1].map(|axis| other.point[axis] - site.point[axis]);
    if outwards[0].hypot(outwards[1]) < 1e-4 {
        return Some(Direction::Out);
    }
    // The angle between the way outwards and the step, anticlockwise.
    let turn = (outwards[0] * step[1] - outwards[1] * step[0])
        .atan2(outwards[0] * step[0] + outwards[1] * step[1]);
    let quarter = turn / std::f64::consts::FRAC_PI_2;
    let nearest = quarter.round();
    if (quarter - nearest).abs() > MAX_OFFSET {
        return None;
    }
    Some(match nearest as i32 {
        0 => Direction::Out,
        1 => Direction::CCW,
        -1 => Direction::CW,
        _ => Direction::In,
    })
}

/// Maximum angle between a rotational direction and a step that has its name, in quarters of a
/// turn. Cells of a ring of six step around the ring, cells of a ring of four do not, nor do they
/// step outwards to a ring of eight: the limit lies between 0.33 and 0.44.
const MAX_OFFSET: f64 = 0.375;
