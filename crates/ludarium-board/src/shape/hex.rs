//! Boards of hexagons.

use ludarium_lud::{Call, Node};

use crate::build::{shape_of, Builder};
use crate::graph::{Basis, Graph};
use crate::number::Built;
use crate::shape::outline;

/// The orientation of the hexagons.
#[derive(Clone, Copy, PartialEq)]
enum Orientation {
    /// A corner at the top; rows are horizontal.
    PointyTop,
    /// A side at the top; columns are vertical.
    FlatTop,
}

/// `(hex n)` and its shapes.
pub(crate) fn hex(builder: &Builder, node: &Node, call: &Call) -> Built<Graph> {
    let first = builder.dim_of(node, call, "dim")? as i64;
    let second = builder.dim(call, "dim2")?.map(|size| size as i64);
    let shape = shape_of(call, "hexShapeType").unwrap_or("Hexagon");
    let other = match shape {
        "Limping" => first + 1,
        "Diamond" => first,
        _ => second.unwrap_or(first),
    };
    // Cells by row and by column along the row; columns lean to the left going up. Shapes that
    // stand on a corner count along their two lower sides instead.
    let (rows, columns) = match shape {
        "Rectangle" | "Square" => (first, first + other),
        "Star" => (4 * first + 1, 4 * first + 1),
        "Hexagon" | "Limping" | "Prism" => (first + other, first + other),
        _ => (first, first),
    };
    builder.check_size(
        node,
        (rows.max(0) as usize).saturating_mul(columns.max(0) as usize),
    )?;
    let mut cells = Vec::new();
    for row in 0..rows {
        for column in 0..columns {
            let inside = match shape {
                // The side lengths alternate around the board, the second one below.
                "Limping" | "Hexagon" => {
                    row < first + other - 1
                        && column < first + other - 1
                        && column - row < other
                        && row - column < first
                }
                "Prism" => {
                    row < first + other - 1
                        && column < first + other - 1
                        && (column - row).abs() < first
                }
                "Rectangle" | "Square" => {
                    let indent = (row + 1) / 2;
                    column >= indent && column < indent + other - row % 2
                }
                "Star" => {
                    let (a, b) = (row - 2 * first, column - 2 * first);
                    let axes = [a, -b, b - a];
                    axes.iter().all(|&axis| axis >= -first)
                        || axes.iter().all(|&axis| axis <= first)
                }
                "Triangle" => column >= row,
                _ => true,
            };
            if inside {
                cells.push((row, column));
            }
        }
    }
    let orientation = if matches!(shape, "Diamond" | "Prism") {
        Orientation::FlatTop
    } else {
        Orientation::PointyTop
    };
    Ok(tiles(&cells, orientation))
}

/// `(hex {..})` and `(hex (poly ..))`.
pub(crate) fn hex_outline(builder: &Builder, node: &Node, call: &Call) -> Built<Graph> {
    let mut outline = outline::outline(builder, node, call, std::f64::consts::FRAC_PI_3, 0)?;
    let width = 3f64.sqrt();
    if crate::build::optional(call, "poly").is_some_and(|poly| poly.call().is_none()) {
        // Side lengths count hexagons, whose centres lie this far apart.
        for corner in outline.iter_mut().flatten() {
            *corner = corner.map(|x| x * width);
        }
    }
    let (low, high) = outline::bounds_of(&outline);
    let mut cells = Vec::new();
    for row in (low[1] / 1.5).floor() as i64 - 1..=(high[1] / 1.5).ceil() as i64 + 1 {
        let lean = row as f64 / 2.0;
        for column in
            (low[0] / width + lean).floor() as i64 - 1..=(high[0] / width + lean).ceil() as i64 + 1
        {
            let middle = [width * (column as f64 - lean), 1.5 * row as f64, 0.0];
            if outline::enclose(&outline, middle) {
                cells.push((row, column));
            }
        }
    }
    builder.check_size(node, 2 * cells.len())?;
    Ok(tiles(&cells, Orientation::PointyTop))
}

/// The hexagons at these lattice positions.
fn tiles(cells: &[(i64, i64)], orientation: Orientation) -> Graph {
    let mut graph = Graph::of(Basis::Hexagonal);
    let width = 3f64.sqrt();
    for &(row, column) in cells {
        let (r, c) = (row as f64, column as f64);
        let (x, y, first) = match orientation {
            Orientation::PointyTop => (width * (c - r / 2.0), 1.5 * r, -0.5),
            Orientation::FlatTop => (1.5 * (c - r), width * (c + r) / 2.0, 0.0),
        };
        let corners: Vec<_> = (0..6)
            .map(|corner| {
                let angle = std::f64::consts::PI * (f64::from(corner) / 3.0 + first);
                [x + angle.cos(), y + angle.sin(), 0.0]
            })
            .collect();
        graph.polygon(&corners);
    }
    graph.renumber(true, true, true);
    graph
}

/// A hexagon of hexagons with `side` of them on each side.
pub(crate) fn hexagon(builder: &Builder, node: &Node, side: usize) -> Built<Graph> {
    builder.check_size(node, 9 * side * side)?;
    let n = side as i64;
    let mut cells = Vec::new();
    for row in 0..2 * n - 1 {
        for column in (row - n + 1).max(0)..(row + n).min(2 * n - 1) {
            cells.push((row, column));
        }
    }
    Ok(tiles(&cells, Orientation::PointyTop))
}
