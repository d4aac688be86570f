//! Where a picture departs from the shape of a board's graph.

use ludarium_board::graph::distance;
use ludarium_board::Topology;
use ludarium_engine::Game;
use ludarium_games::drawing::Arrangement;

use crate::svg::Point;

/// A change of the shape of a board, in board units.
#[derive(Clone, Debug, Default, PartialEq)]
pub enum Warp {
    /// The shape of the graph.
    #[default]
    None,
    /// Rings that are moved outwards, so that the cells of the innermost have room for pieces.
    Rings {
        /// The middle of the rings.
        pivot: [f64; 2],
        /// How far.
        push: f64,
    },
    /// Three equal parts around the middle of a hexagon, their lower sides outwards.
    Hexagon(Vec<Part>),
}

/// A part of a board: its corners in the graph.
#[derive(Clone, Debug, PartialEq)]
pub struct Part {
    low: [f64; 2],
    high: [f64; 2],
}

/// The width of a site of the innermost ring relative to the distance between the rings, at least.
const INNER_WIDTH: f64 = 0.9;
/// The distance between the parts of a hexagon, relative to the distance between their rows.
const RIVER: f64 = 1.0;
/// The side of a hexagon relative to the width of a part.
const HEXAGON_SIDE: f64 = 1.15;

impl Warp {
    /// The change that suits a game's board.
    #[must_use]
    pub fn new(game: &Game, arrangement: Arrangement) -> Warp {
        let topology = &game.board().topology;
        match arrangement {
            Arrangement::Hexagon => Warp::Hexagon(parts(topology)),
            // The sites of a spiral are placed one by one.
            Arrangement::Spiral => Warp::None,
            Arrangement::AsGraph => widened_rings(topology).unwrap_or_default(),
        }
    }

    /// The place of a point.
    #[must_use]
    pub fn place(&self, point: [f64; 3]) -> Point {
        let (x, y) = (point[0], point[1]);
        match self {
            Warp::None => (x, y),
            Warp::Rings { pivot, push } => {
                let (dx, dy) = (x - pivot[0], y - pivot[1]);
                let radius = dx.hypot(dy);
                if radius < 1e-6 {
                    return (x, y);
                }
                let factor = (radius + push) / radius;
                (pivot[0] + dx * factor, pivot[1] + dy * factor)
            }
            Warp::Hexagon(parts) => {
                let within = |part: &Part| (part.low[0] - 1e-3..=part.high[0] + 1e-3).contains(&x);
                let Some(index) = parts.iter().position(within) else {
                    return (x, y);
                };
                in_hexagon(&parts[index], index, (x, y))
            }
        }
    }

    /// The radius of a ring.
    #[must_use]
    pub fn radius(&self, radius: f64) -> f64 {
        match self {
            Warp::Rings { push, .. } if radius > 1e-6 => radius + push,
            _ => radius,
        }
    }
}

/// The place of a point of a part of a hexagon. A part is a pentagon: one side of the hexagon,
/// halves of the two sides beside it, and the lines from there to the middle. Its rows bend in the
/// middle column.
fn in_hexagon(part: &Part, index: usize, (x, y): Point) -> Point {
    let (width, height) = (part.high[0] - part.low[0], part.high[1] - part.low[1]);
    let side = HEXAGON_SIDE * width;
    let rows = height.max(1.0);
    let down = (y - part.low[1]) / (rows + RIVER / 2.0);
    let across = 2.0 * (x - part.low[0]) / width.max(1e-6) - 1.0;
    // In the part below the middle, from its outer column to the middle one.
    let inward = 1.0 - across.abs();
    let height = 3.0_f64.sqrt() / 2.0 * side;
    let corner = (-width / 2.0, -height);
    let corners = [
        corner,
        (0.0, -height),
        (-0.75 * side, -height / 2.0),
        (0.0, 0.0),
    ];
    let weights = [
        (1.0 - inward) * (1.0 - down),
        inward * (1.0 - down),
        (1.0 - inward) * down,
        inward * down,
    ];
    let sum = |axis: fn(&Point) -> f64| -> f64 {
        let terms = corners.iter().zip(weights);
        terms.map(|(corner, weight)| axis(corner) * weight).sum()
    };
    let (px, py) = (sum(|point| point.0), sum(|point| point.1));
    let px = if across > 0.0 { -px } else { px };
    // The parts follow each other clockwise.
    let (sin, cos) = (-120.0 * index as f64).to_radians().sin_cos();
    (px * cos - py * sin, px * sin + py * cos)
}

/// The connected parts of a board, from the left.
fn parts(topology: &Topology) -> Vec<Part> {
    let graph = topology.graph();
    let mut part_of: Vec<usize> = (0..graph.vertices.len()).collect();
    let mut changed = true;
    while changed {
        changed = false;
        for edge in &graph.edges {
            let [a, b] = edge.ends.map(|end| end as usize);
            let least = part_of[a].min(part_of[b]);
            changed |= part_of[a] != least || part_of[b] != least;
            (part_of[a], part_of[b]) = (least, least);
        }
    }
    let mut parts: Vec<(usize, Part)> = Vec::new();
    for (vertex, point) in graph.vertices.iter().enumerate() {
        let point = [point[0], point[1]];
        match parts.iter_mut().find(|(own, _)| *own == part_of[vertex]) {
            Some((_, part)) => {
                part.low = [part.low[0].min(point[0]), part.low[1].min(point[1])];
                part.high = [part.high[0].max(point[0]), part.high[1].max(point[1])];
            }
            None => parts.push((
                part_of[vertex],
                Part {
                    low: point,
                    high: point,
                },
            )),
        }
    }
    let mut parts: Vec<Part> = parts.into_iter().map(|(_, part)| part).collect();
    parts.sort_by(|a, b| a.low[0].total_cmp(&b.low[0]));
    parts
}

/// If the sites of the innermost of several rings are too close together: the rings, widened.
fn widened_rings(topology: &Topology) -> Option<Warp> {
    let graph = topology.graph();
    let pivots: Option<Vec<[f64; 3]>> = graph.pivots.iter().copied().collect();
    let pivots = pivots.filter(|pivots| pivots.len() == graph.vertices.len())?;
    let pivot = *pivots.first()?;
    if pivots.iter().any(|other| distance(*other, pivot) > 1e-3) {
        return None;
    }
    let mut radii: Vec<f64> = graph
        .vertices
        .iter()
        .map(|point| distance(*point, pivot))
        .collect();
    radii.sort_by(f64::total_cmp);
    let inner = *radii.first()?;
    let on_inner = radii.iter().filter(|radius| **radius < inner + 1e-3);
    let count = on_inner.count();
    let next = radii.iter().find(|radius| **radius > inner + 1e-3)?;
    let step = next - inner;
    let wanted = INNER_WIDTH * step * count as f64 / std::f64::consts::TAU;
    (count >= 3 && inner > 1e-3 && wanted > inner).then_some(Warp::Rings {
        pivot: [pivot[0], pivot[1]],
        push: wanted - inner,
    })
}
