//! Small shapes: wedges, regular polygons and stars, spirals, repeated polygons, explicit graphs.

use ludarium_lud::{Call, Node};

use crate::build::{argument, Builder};
use crate::graph::{Basis, Graph, Point};
use crate::number::{error, flag, point, whole, Built};
use crate::shape::outline::polygons;

/// `(wedge rows columns)`: an apex, and below it rows of increasing width. There are no cells.
pub(crate) fn wedge(builder: &Builder, node: &Node, call: &Call) -> Built<Graph> {
    let rows = builder.dim_of(node, call, "dim")?.max(1);
    let columns = builder.dim(call, "dim2")?.unwrap_or(3).max(1);
    builder.check_size(node, 2 * rows * columns)?;
    let mut graph = Graph::of(Basis::None);
    let middle = (rows - 1) as f64;
    let apex = graph.push_vertex([middle, middle, 0.0], None);
    let mut above = vec![apex; columns];
    for row in 1..rows {
        let reach = row as f64;
        let here: Vec<u32> = (0..columns)
            .map(|column| {
                let part = if columns > 1 {
                    column as f64 / (columns - 1) as f64
                } else {
                    0.5
                };
                graph.push_vertex(
                    [middle - reach + 2.0 * reach * part, middle - reach, 0.0],
                    None,
                )
            })
            .collect();
        for column in 0..columns {
            graph.edge(above[column], here[column]);
            if column + 1 < columns {
                graph.edge(here[column], here[column + 1]);
            }
        }
        above = here;
    }
    Ok(graph)
}

/// `(regular n)` and `(regular Star n)`.
pub(crate) fn regular(builder: &Builder, node: &Node, call: &Call) -> Built<Graph> {
    let sides = builder.dim_of(node, call, "dim")?;
    let star = call
        .args
        .iter()
        .flatten()
        .any(|argument| argument.word() == Some("Star"));
    ngon(builder, node, sides, star)
}

/// The corners of a regular polygon with one at the top, joined around or as a star.
pub(crate) fn ngon(builder: &Builder, node: &Node, sides: usize, star: bool) -> Built<Graph> {
    builder.check_size(node, sides)?;
    if sides < 3 {
        return error("bad-graph", node, "a polygon has at least three sides");
    }
    let mut graph = Graph::of(Basis::None);
    // Sides have length 1.
    let radius = 0.5 / (std::f64::consts::PI / sides as f64).sin();
    let all: Vec<u32> = (0..sides)
        .map(|corner| {
            let angle =
                std::f64::consts::FRAC_PI_2 + std::f64::consts::TAU * corner as f64 / sides as f64;
            graph.push_vertex([radius * angle.cos(), radius * angle.sin(), 0.0], None)
        })
        .collect();
    let step = if star { (sides - 1) / 2 } else { 1 };
    for corner in 0..sides {
        graph.edge(all[corner], all[(corner + step) % sides]);
    }
    graph.renumber(true, true, false);
    if !star && builder.counts_cells() {
        graph.faces = crate::shape::faces::around(&graph);
    }
    Ok(graph)
}

/// `(spiral turns: sites:)`.
pub(crate) fn spiral(builder: &Builder, node: &Node, call: &Call) -> Built<Graph> {
    let turns = builder.dim_of(node, call, "turns")?.max(1) as f64;
    let sites = builder.dim_of(node, call, "sites")?;
    builder.check_size(node, sites)?;
    let turn = if flag(call, "clockwise", true) {
        -1.0
    } else {
        1.0
    };
    let mut graph = Graph::of(Basis::None);
    // An Archimedean spiral whose sites are about equally spaced.
    let total = std::f64::consts::TAU * turns;
    let mut before = None;
    for site in 0..sites {
        let part = if sites > 1 {
            site as f64 / (sites - 1) as f64
        } else {
            0.0
        };
        let angle = total * part.sqrt();
        let radius = angle / std::f64::consts::TAU;
        let at = [
            radius * (turn * angle).cos(),
            radius * (turn * angle).sin(),
            0.0,
        ];
        let here = graph.push_vertex(at, Some([0.0; 3]));
        if let Some(before) = before {
            graph.edge(before, here);
        }
        before = Some(here);
    }
    Ok(graph)
}

/// `(repeat rows columns step: polygons)`.
pub(crate) fn repeat(builder: &Builder, node: &Node, call: &Call) -> Built<Graph> {
    let rows = builder.dim_of(node, call, "dim")?;
    let columns = builder.dim(call, "dim2")?.unwrap_or(1);
    builder.check_size(node, rows * columns)?;
    let steps: Vec<Point> = argument(call, "step", node)?
        .items()
        .iter()
        .map(point)
        .collect::<Built<_>>()?;
    let [to_column, to_row] = steps[..] else {
        return error(
            "bad-graph",
            node,
            "expected two steps: to the next column and to the next row",
        );
    };
    let shapes: Vec<Vec<Vec<Point>>> = argument(call, "poly", node)?
        .items()
        .iter()
        .map(polygons)
        .collect::<Built<_>>()?;
    let shapes = shapes.concat();
    builder.check_size(
        node,
        rows.saturating_mul(columns).saturating_mul(shapes.len()),
    )?;
    let mut graph = Graph::of(Basis::None);
    for row in 0..rows {
        for column in 0..columns {
            for shape in &shapes {
                let corners: Vec<Point> = shape
                    .iter()
                    .map(|corner| {
                        std::array::from_fn(|axis| {
                            corner[axis]
                                + column as f64 * to_column[axis]
                                + row as f64 * to_row[axis]
                        })
                    })
                    .collect();
                graph.polygon(&corners);
            }
        }
    }
    graph.renumber(true, true, true);
    Ok(graph)
}

/// `(graph vertices: edges:)`.
pub(crate) fn explicit(builder: &Builder, node: &Node, call: &Call) -> Built<Graph> {
    let mut graph = Graph::of(Basis::None);
    let points = argument(call, "vertices", node)?.items();
    builder.check_size(node, points.len())?;
    for corner in points {
        graph.push_vertex(point(corner)?, None);
    }
    for edge in call.arg("edges").map_or(&[][..], Node::items) {
        let [a, b] = edge.items() else {
            return error("bad-graph", edge, "an edge needs two ends");
        };
        let (from, to) = (whole(a)?, whole(b)?);
        let count = graph.vertices.len();
        match (usize::try_from(from), usize::try_from(to)) {
            (Ok(a), Ok(b)) if a < count && b < count => graph.edge(a as u32, b as u32),
            _ => {
                return error(
                    "bad-graph",
                    edge,
                    "this edge ends at a vertex that does not exist",
                )
            }
        }
    }
    let around = crate::shape::faces::around(&graph);
    graph.faces = around;
    Ok(graph)
}
