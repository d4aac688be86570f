//! Brick walls.

use ludarium_lud::{Call, Node};

use crate::build::{shape_of, Builder};
use crate::graph::{Basis, Graph, Point};
use crate::number::{flag, Built};

/// `(brick n)`: bricks two wide and one high, each row offset by half a brick.
pub(crate) fn brick(builder: &Builder, node: &Node, call: &Call) -> Built<Graph> {
    let first = builder.dim_of(node, call, "dim")?;
    let second = builder.dim(call, "dim2")?.unwrap_or(first);
    let trim = flag(call, "trim", false);
    let shape = shape_of(call, "brickShapeType").unwrap_or("Square");
    builder.check_size(node, 8 * (first + 1) * (second + 1))?;
    if shape == "Spiral" {
        return Ok(spiral(first));
    }
    let (rows, columns) = match shape {
        "Diamond" | "Prism" => (2 * first.max(1) - 1, first + second),
        "Limping" => (first, first + 1),
        _ => (first, second),
    };
    let mut graph = Graph::of(Basis::Tiling);
    let mut add_brick = |left: f64, width: f64, row: usize| {
        let y = row as f64;
        // The ends of bricks meet the middle of the long sides of others, which are vertices too.
        let mut corners: Vec<Point> = vec![[left, y, 0.0]];
        if width > 1.5 {
            corners.push([left + 1.0, y, 0.0]);
        }
        corners.extend([[left + width, y, 0.0], [left + width, y + 1.0, 0.0]]);
        if width > 1.5 {
            corners.push([left + 1.0, y + 1.0, 0.0]);
        }
        corners.push([left, y + 1.0, 0.0]);
        graph.polygon(&corners);
    };
    for row in 0..rows {
        match shape {
            "Diamond" | "Prism" => {
                let from_middle = row.abs_diff(first.max(1) - 1);
                let width = (if shape == "Prism" { second } else { first }).max(from_middle + 1)
                    - from_middle;
                for column in 0..width {
                    add_brick((2 * column + from_middle) as f64, 2.0, row);
                }
            }
            _ if row % 2 == 1 => {
                (0..columns).for_each(|column| add_brick(2.0 * column as f64, 2.0, row));
            }
            // Half a brick wider on either side, or filled up with halves.
            _ if trim => {
                (1..columns).for_each(|column| add_brick(2.0 * column as f64 - 1.0, 2.0, row));
                add_brick(0.0, 1.0, row);
                add_brick(2.0 * columns as f64 - 1.0, 1.0, row);
            }
            _ => {
                (0..=columns).for_each(|column| add_brick(2.0 * column as f64 - 1.0, 2.0, row));
            }
        }
    }
    graph.renumber(true, true, true);
    Ok(graph)
}

/// Rings of bricks around half a brick, which counts as the first ring. Each side of a ring begins
/// where the last one ends.
fn spiral(rings: usize) -> Graph {
    let mut graph = Graph::of(Basis::Tiling);
    let square = |x: f64, y: f64| -> Vec<Point> {
        vec![
            [x, y, 0.0],
            [x + 1.0, y, 0.0],
            [x + 1.0, y + 1.0, 0.0],
            [x, y + 1.0, 0.0],
        ]
    };
    graph.polygon(&square(-0.5, -0.5));
    for ring in 1..rings {
        let out = ring as f64 - 0.5;
        for side in 0..4 {
            for brick in 0..ring {
                // The lower side, from the left; the other sides are rotations of it.
                let left = -out - 1.0 + 2.0 * brick as f64;
                let corners = [0.0, 1.0, 2.0].map(|step| [left + step, -out - 1.0]);
                let upper = [2.0, 1.0, 0.0].map(|step| [left + step, -out]);
                let turned = |[x, y]: [f64; 2]| match side {
                    0 => [x, y, 0.0],
                    1 => [-y, x, 0.0],
                    2 => [-x, -y, 0.0],
                    _ => [y, -x, 0.0],
                };
                let all: Vec<Point> = corners.into_iter().chain(upper).map(turned).collect();
                graph.polygon(&all);
            }
        }
    }
    graph.renumber(true, true, true);
    graph
}
