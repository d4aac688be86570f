//! Boards of rings: merels boards, round boards, targets.

use ludarium_lud::{Call, Node, Value};

use crate::build::{argument, Builder};
use crate::graph::{Basis, Graph, Point};
use crate::number::{error, flag, size, whole, Built};
use crate::shape::faces;

/// `(concentric ...)`.
pub(crate) fn concentric(builder: &Builder, node: &Node, call: &Call) -> Built<Graph> {
    let rings = builder.dim(call, "rings")?.unwrap_or(3);
    let what = argument(call, "concentricShapeType", node)?;
    if let Value::Array(counts) = &what.value {
        let mut all = Vec::new();
        for count in counts {
            let count = whole(count)?;
            if count.unsigned_abs() as usize > builder.limits.dimension {
                return error("board-too-large", node, "a ring has too many sites");
            }
            all.push(count);
        }
        let total: usize = all.iter().map(|count| count.unsigned_abs() as usize).sum();
        builder.check_size(node, 4 * total)?;
        return if builder.counts_cells() {
            cells(&all, flag(call, "stagger", false))
        } else {
            points(&all, flag(call, "stagger", false))
        };
    }
    let sides = match what.word() {
        Some("Square") => 4,
        Some("Triangle") => 3,
        Some("Hexagon") => 6,
        Some(_) => {
            let steps = builder.dim(call, "steps")?;
            return target(builder, node, rings, steps);
        }
        None => size(what, builder.limits.dimension)?,
    };
    if sides < 3 {
        return error("bad-graph", node, "a polygon has at least three sides");
    }
    builder.check_size(node, 2 * rings * sides)?;
    Ok(polygons(
        builder.counts_cells(),
        sides,
        rings,
        flag(call, "midpoints", true),
        flag(call, "joinMidpoints", true),
        flag(call, "joinCorners", false),
    ))
}

/// `(regular Concentric Square n)` and the like: n rings of a shape.
pub(crate) fn of_shape(builder: &Builder, node: &Node, call: &Call, shape: &str) -> Built<Graph> {
    let rings = builder.dim_of(node, call, "dim")?;
    let sides = match shape {
        "Triangle" => 3,
        "Hexagon" => 6,
        "Square" => 4,
        _ => return target(builder, node, rings, builder.dim(call, "dim2")?),
    };
    builder.check_size(node, 2 * rings * sides)?;
    Ok(polygons(
        builder.counts_cells(),
        sides,
        rings,
        true,
        true,
        false,
    ))
}

/// Rings of vertices around a centre, given the number of vertices of each ring from the centre
/// outwards. A negative number leaves its ring unjoined. There are no cells.
fn points(counts: &[i32], stagger: bool) -> Built<Graph> {
    let mut graph = Graph::of(Basis::Concentric);
    let centre = [0.0; 3];
    let mut inner: Vec<u32> = Vec::new();
    for (ring, &count) in counts.iter().enumerate() {
        let number = count.unsigned_abs() as usize;
        // A single ring of vertices needs a radius greater than 0.
        let radius = if counts.len() == 1 { 1.0 } else { ring as f64 };
        if ring == 0 && number == 1 {
            inner = vec![graph.push_vertex(centre, None)];
            continue;
        }
        let radius = if counts.first().is_some_and(|&first| first.abs() > 1) {
            radius + 1.0
        } else {
            radius
        };
        let shift = if stagger && ring % 2 == 1 { 0.5 } else { 0.0 };
        let around: Vec<u32> = (0..number)
            .map(|k| {
                let turn = (k as f64 + 1.0 + shift) / number as f64;
                let angle = std::f64::consts::FRAC_PI_2 + std::f64::consts::TAU * turn;
                graph.push_vertex(
                    [radius * angle.cos(), radius * angle.sin(), 0.0],
                    Some(centre),
                )
            })
            .collect();
        if count > 2 {
            for k in 0..number {
                graph.edge(around[k], around[(k + 1) % number]);
            }
        }
        for &outer in &around {
            let direction = turn_of(graph.vertices[outer as usize]);
            for &within in &inner {
                let point = graph.vertices[within as usize];
                if within == 0 && point == centre || apart(turn_of(point), direction) < 1e-6 {
                    graph.edge(within, outer);
                }
            }
        }
        inner = around;
    }
    if counts.len() == 1 {
        graph.renumber(true, true, true);
    }
    Ok(graph)
}

fn turn_of(point: Point) -> f64 {
    (point[1].atan2(point[0]) / std::f64::consts::TAU).rem_euclid(1.0)
}

fn apart(a: f64, b: f64) -> f64 {
    let d = (a - b).rem_euclid(1.0);
    d.min(1.0 - d)
}

/// Rings of cells around a centre, given the number of cells of each ring from the centre outwards.
/// The centre is a vertex, also where no edge leads to it.
fn cells(counts: &[i32], stagger: bool) -> Built<Graph> {
    let mut graph = Graph::of(Basis::Concentric);
    let centre = [0.0; 3];
    // The angles, in turns, at which edges cross each circle; circle `i` lies inside ring `i`.
    let lines = |ring: usize| -> Vec<f64> {
        let number = counts
            .get(ring)
            .map_or(0, |count| count.unsigned_abs() as usize);
        if number < 2 {
            return Vec::new();
        }
        let shift = if stagger && ring % 2 == 1 { 0.5 } else { 0.0 };
        (0..number)
            .map(|k| (0.25 + (k as f64 + shift) / number as f64).rem_euclid(1.0))
            .collect()
    };
    let mut inner: Vec<(f64, u32)> = Vec::new();
    for circle in 0..=counts.len() {
        let radius = circle as f64 - 0.5;
        let mut turns = lines(circle);
        if circle > 0 {
            for turn in lines(circle - 1) {
                if turns.iter().all(|&other| apart(other, turn) > 1e-6) {
                    turns.push(turn);
                }
            }
            // In anticlockwise order from the top.
            turns.sort_by(|a, b| {
                (a - 0.25)
                    .rem_euclid(1.0)
                    .total_cmp(&(b - 0.25).rem_euclid(1.0))
            });
            if turns.is_empty() && counts.get(circle - 1).is_some_and(|&count| count != 0) {
                turns = (0..8).map(|k| 0.25 + f64::from(k) / 8.0).collect();
            }
        }
        let around: Vec<(f64, u32)> = if circle == 0 {
            // The radial edges of the innermost ring meet in the centre.
            let middle = graph.push_vertex(centre, None);
            turns.iter().map(|&turn| (turn, middle)).collect()
        } else {
            turns
                .iter()
                .map(|&turn| {
                    let angle = std::f64::consts::TAU * turn;
                    let at = [radius * angle.cos(), radius * angle.sin(), 0.0];
                    (turn, graph.push_vertex(at, Some(centre)))
                })
                .collect()
        };
        if circle > 0 {
            for place in 0..around.len() {
                graph.edge(around[place].1, around[(place + 1) % around.len()].1);
            }
            for turn in lines(circle - 1) {
                let at = |list: &[(f64, u32)]| {
                    list.iter()
                        .find(|(other, _)| apart(*other, turn) < 1e-6)
                        .map(|&(_, vertex)| vertex)
                };
                if let (Some(a), Some(b)) = (at(&inner), at(&around)) {
                    graph.edge(a, b);
                }
            }
        }
        inner = around;
    }
    graph.faces = faces::around_as_drawn(&graph);
    Ok(graph)
}

/// Concentric circles, with `steps` sites in each ring; one site, if nothing is said.
fn target(builder: &Builder, node: &Node, rings: usize, steps: Option<usize>) -> Built<Graph> {
    let steps = steps.unwrap_or(1);
    builder.check_size(node, 2 * rings * steps.max(8))?;
    let counts = vec![steps as i32; rings];
    if builder.counts_cells() {
        cells(&counts, false)
    } else {
        points(&counts, false)
    }
}

/// Concentric polygons, as on merels boards.
fn polygons(
    for_cells: bool,
    sides: usize,
    rings: usize,
    midpoints: bool,
    join_midpoints: bool,
    join_corners: bool,
) -> Graph {
    let mut graph = Graph::of(if sides == 4 {
        Basis::Square
    } else {
        Basis::None
    });
    let mut inner: Vec<u32> = Vec::new();
    for ring in 1..=rings {
        let corners: Vec<Point> = (0..sides)
            .map(|corner| {
                if sides == 4 {
                    let r = ring as f64;
                    return [[-r, -r, 0.0], [r, -r, 0.0], [r, r, 0.0], [-r, r, 0.0]][corner];
                }
                let turn =
                    0.25 + (corner as f64 + if sides % 2 == 0 { 0.5 } else { 0.0 }) / sides as f64;
                let angle = std::f64::consts::TAU * turn;
                // Cells lie between the whole radii. On triangular boards the recorded games number
                // the innermost corner before the midpoints of the outermost sides, which asks for
                // the same.
                let radius = ring as f64 - if for_cells || sides == 3 { 0.5 } else { 0.0 };
                [radius * angle.cos(), radius * angle.sin(), 0.0]
            })
            .collect();
        let mut around = Vec::new();
        for corner in 0..sides {
            let (a, b) = (corners[corner], corners[(corner + 1) % sides]);
            around.push(graph.push_vertex(a, None));
            if midpoints {
                around
                    .push(graph.push_vertex([(a[0] + b[0]) / 2.0, (a[1] + b[1]) / 2.0, 0.0], None));
            }
        }
        for place in 0..around.len() {
            graph.edge(around[place], around[(place + 1) % around.len()]);
            let middle = midpoints && place % 2 == 1;
            if !inner.is_empty() && (if middle { join_midpoints } else { join_corners }) {
                graph.edge(inner[place], around[place]);
            }
        }
        inner = around;
    }
    graph.renumber(true, true, false);
    if for_cells {
        graph.faces = faces::around(&graph);
        graph.renumber(false, false, true);
    }
    graph
}
